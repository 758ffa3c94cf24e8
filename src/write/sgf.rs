//! Game trees of the Smart Game Format.
//!
//! Lines that go on from the same ply stand side by side there, so a variation of the first ply of a variation becomes
//! one more variation of the ply that both replace.

use super::count::{Count, counts};
use super::movetext::marker;
use super::{own_words, tags};
use crate::notation::{Color, WordForm, sgf};
use crate::record::{Comment, Node, NodeId, Tag};
use crate::replay::Replay;
use crate::rules::{RuleSet, Sides};
use std::borrow::Cow;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};

/// Whether a record is of a game that SGF has room for here: of those with rules, the games of stones.
pub(super) fn has_room_for(replay: &Replay) -> bool {
    replay.rules.is_some() && replay.sides() == Sides::RedBlack
}

/// Columns of a line that nodes are filled into.
const WIDTH: usize = 79;

/// Writes one game tree and a line end.
pub(super) fn write(replay: &Replay, out: &mut String) {
    let mut writer = Writer {
        replay,
        counts: counts(replay),
        last: replay.record.tree.mainline().last(),
        out,
        column: 0,
    };
    writer.root();
    writer.moves();
    writer.out.push_str(")\n");
}

/// What is still to be written, the next on top.
enum Step {
    /// A ply and what follows it in its line.
    Ply(NodeId),
    /// A line that begins with this ply, in parentheses.
    Line(NodeId),
    /// The end of a line.
    Close,
}

/// Where a tag is written.
enum Place<'t> {
    /// In a property of its own, with this value.
    Property(&'t str, String),
    /// Among those without one.
    Others,
    /// Something else says it.
    Nowhere,
}

/// A node while it is put together: a name stands in it once.
#[derive(Debug, Default)]
struct Properties {
    /// Names and values, in order.
    written: Vec<(String, String)>,
    /// Where the property of each name stands.
    places: HashMap<String, usize>,
}

impl Properties {
    /// Adds a property, its value written between brackets, unless there is one of that name.
    fn add(&mut self, name: &str, values: &str) -> bool {
        let is_new = !self.places.contains_key(name);
        if is_new {
            self.extend(name, values);
        }
        is_new
    }

    /// Adds a value to the property of that name.
    fn append(&mut self, name: &str, value: &str) {
        self.extend(name, &format!("[{value}]"));
    }

    /// Adds values between brackets to those of that name.
    fn extend(&mut self, name: &str, values: &str) {
        match self.places.entry(name.to_owned()) {
            Entry::Occupied(place) => self.written[*place.get()].1.push_str(values),
            Entry::Vacant(place) => {
                place.insert(self.written.len());
                self.written.push((name.to_owned(), values.to_owned()));
            }
        }
    }
}

struct Writer<'r, 'o> {
    replay: &'r Replay,
    counts: Vec<Count>,
    /// The last ply of the main line: what stands after the end stands with it.
    last: Option<NodeId>,
    out: &'o mut String,
    column: usize,
}

impl Writer<'_, '_> {
    fn root(&mut self) {
        let record = &self.replay.record;
        let mut root = Properties::default();
        root.append("FF", "4");
        root.append("CA", "UTF-8");
        if let Some(rules) = &self.replay.rules {
            root.append("RU", &sgf::escaped(&spec(rules)));
            // A size that contradicts the rules is one of the tags.
            if let Some(size) = size(rules)
                && !record.tags.iter().any(|tag| self.is_odd_size(tag))
            {
                root.append("SZ", &size);
            }
        }
        // How the result came about says it too.
        let told = record.tags.iter().filter(|tag| self.tells_result(tag));
        for tag in told.clone() {
            root.append("RE", &tag.value.value);
        }
        let is_named = self.replay.result.is_some() || record.find_tag("Result").is_some();
        if is_named && told.count() == 0 {
            root.append("RE", sgf::result(self.replay.result));
        }
        let places: Vec<_> = record
            .tags_in_order()
            .into_iter()
            .map(|tag| (tag, self.place(tag)))
            .collect();
        // Tags of one name stay together, so that they keep their order.
        let others: HashSet<&str> = places
            .iter()
            .filter(|(_, place)| matches!(place, Place::Others))
            .map(|(tag, _)| tag.name.value.as_str())
            .collect();
        for (tag, place) in &places {
            match place {
                Place::Nowhere => {}
                Place::Property(property, value) if !others.contains(&*tag.name.value) => {
                    root.append(property, value);
                }
                Place::Property(..) | Place::Others => other_tag(tag, &mut root),
            }
        }
        self.set_up(&mut root);
        let mut before = record.before.iter();
        // A property would be one of the game here.
        let first = before
            .as_slice()
            .first()
            .filter(|comment| sgf::of_kept(&comment.text).is_none());
        if let Some(comment) = first {
            root.append("C", &text(&comment.text));
            before.next();
        }
        self.out.push('(');
        self.column = 1;
        self.node(&root);
        self.comments(Properties::default(), before.as_slice());
        if self.last.is_none() {
            self.comments(Properties::default(), &record.after);
        }
    }

    /// Where a tag is written.
    fn place<'t>(&self, tag: &'t Tag) -> Place<'t> {
        let (name, value) = (tag.name.value.as_str(), tag.value.value.as_str());
        let own = sgf::TAGS.iter().find(|&&(_, known)| known == name);
        // Their values are read as one line without blanks around it.
        let simple = sgf::simple_text(&sgf::escaped(value)) == value;
        match (name, own) {
            (_, Some((property, _))) if simple => Place::Property(property, sgf::escaped(value)),
            ("Red", _) if simple => Place::Property("PB", sgf::escaped(value)),
            ("Black", _) if simple => Place::Property("PW", sgf::escaped(value)),
            ("Result", _) if value == marker(self.replay.result) => Place::Nowhere,
            ("Result", _) => Place::Others,
            _ if tags::is_said_otherwise(tag, self.replay) => Place::Nowhere,
            _ => match name.strip_prefix(sgf::TAG_PREFIX) {
                Some("FF" | "CA" | "RU" | "AB" | "AW") => Place::Nowhere,
                Some("RE") if self.tells_result(tag) => Place::Nowhere,
                Some("RE") => Place::Others,
                Some("SZ") if !self.is_odd_size(tag) => Place::Others,
                // Such values stand as they are, without escapes.
                Some(property) if is_name(property) && is_well_formed(value) => {
                    Place::Property(property, value.to_owned())
                }
                _ => Place::Others,
            },
        }
    }

    /// Whether a tag keeps an `RE` that says the result and more.
    fn tells_result(&self, tag: &Tag) -> bool {
        let (value, result) = (tag.value.value.as_str(), self.replay.result);
        tag.name.value == "SGF:RE"
            && sgf::outcome(value) == Some(result)
            && sgf::simple_text(value) != sgf::result(result)
            && is_well_formed(value)
    }

    /// Whether a tag keeps an `SZ` that names another board than that of the rules, as it is read.
    fn is_odd_size(&self, tag: &Tag) -> bool {
        let own = self.replay.rules.as_ref().and_then(size);
        let value = sgf::simple_text(&tag.value.value);
        tag.name.value == "SGF:SZ" && own.is_some_and(|own| own != value)
    }

    /// The stones that stand on the board at the start; a circle marks the last one placed.
    fn set_up(&self, root: &mut Properties) {
        let (Some(view), Some(start)) = (&self.replay.start_view, &self.replay.start) else {
            return;
        };
        if !self.replay.start_given {
            return;
        }
        for (row, cells) in view.rows.iter().enumerate() {
            for (column, stone) in cells.iter().enumerate() {
                let property = match stone {
                    'r' => "AB",
                    'b' => "AW",
                    _ => continue,
                };
                root.append(property, &view.cell(row, column).to_string());
            }
        }
        root.append("PL", property(view.turn));
        if let Some((_, last)) = start.rsplit_once(" p ").filter(|&(_, last)| last != "-") {
            root.append("CR", last);
        }
    }

    fn moves(&mut self) {
        let tree = &self.replay.record.tree;
        let mut steps: Vec<Step> = tree.first().map(Step::Ply).into_iter().collect();
        while let Some(step) = steps.pop() {
            let (id, opens) = match step {
                Step::Close => {
                    self.glue(")");
                    continue;
                }
                Step::Line(id) => (id, true),
                Step::Ply(id) => (id, false),
            };
            let node = tree.node(id);
            // Comments before a move would be on the move before it, were they not in a line of their own.
            let opens = opens || !node.variations.is_empty() || !node.before.is_empty();
            let variations = node.variations.iter().rev();
            steps.extend(variations.map(|&variation| Step::Line(variation)));
            if opens {
                self.open();
                steps.push(Step::Close);
            }
            self.comments(Properties::default(), &node.before);
            self.ply(id, node);
            steps.extend(node.next.map(Step::Ply));
        }
    }

    fn ply(&mut self, id: NodeId, node: &Node) {
        let facts = self.replay.facts(id);
        let words = facts.map_or_else(|| own_words(node), |facts| facts.san.as_str().into());
        let words = match node.form {
            WordForm::Null => "",
            WordForm::Chess(_) | WordForm::Stones(_) | WordForm::Foreign => &words,
        };
        let mut properties = Properties::default();
        properties.append(property(self.counts[id.index()].side), &sgf::escaped(words));
        let (mut move_judged, mut position_judged) = (false, false);
        for nag in &node.nags {
            let annotation = sgf::annotating(nag.value).filter(|&(.., of_move)| {
                let judged = if of_move {
                    &mut move_judged
                } else {
                    &mut position_judged
                };
                !std::mem::replace(judged, true)
            });
            match annotation {
                Some((name, value, _)) => properties.append(name, value),
                None => properties.append(sgf::OTHER_NAG, &nag.value.0.to_string()),
            }
        }
        self.comments(properties, &node.after);
        if self.last == Some(id) {
            self.comments(Properties::default(), &self.replay.record.after);
        }
    }

    /// Writes a node begun and the comments on it; a node holds one, the others have nodes of their own.
    fn comments(&mut self, begun: Properties, comments: &[Comment]) {
        let mut node = begun;
        for comment in comments {
            let kept = sgf::of_kept(&comment.text).and_then(|kept| kept.split_once('['));
            let (name, values) = match kept {
                // Moves are none of the game, as little as the properties that the first node alone has.
                Some((name, values)) if !matches!(name, "B" | "W" | "C") => {
                    (name, format!("[{values}"))
                }
                _ => ("C", format!("[{}]", text(&comment.text))),
            };
            if !node.add(name, &values) {
                self.node(&node);
                node = Properties::default();
                node.add(name, &values);
            }
        }
        if !node.written.is_empty() {
            self.node(&node);
        }
    }

    /// Writes a node where it fits, else on a line of its own.
    fn node(&mut self, node: &Properties) {
        let mut text = String::from(";");
        for (name, values) in &node.written {
            text.push_str(name);
            text.push_str(values);
        }
        let width = text.chars().count();
        if self.column > 1 && self.column + width > WIDTH {
            self.out.push('\n');
            self.column = 0;
        }
        self.glue(&text);
    }

    fn open(&mut self) {
        self.out.push_str("\n(");
        self.column = 1;
    }

    fn glue(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, line)) => line.chars().count(),
            None => self.column + text.chars().count(),
        };
    }
}

/// A tag that has no property of its own: a colon in its name is escaped, the first other one ends it.
fn other_tag(tag: &Tag, root: &mut Properties) {
    let name = sgf::escaped(&tag.name.value).replace(':', "\\:");
    let value = sgf::escaped(&tag.value.value);
    root.append(sgf::OTHER_TAG, &format!("{name}:{value}"));
}

/// Whether the value of a property may stand between brackets as it is, and is read as that.
fn is_well_formed(value: &str) -> bool {
    !value.contains(char::is_control) && *sgf::well_formed(value) == *value
}

/// What a text becomes: control signs are read as blanks.
pub(super) fn held_text(value: &str) -> Cow<'_, str> {
    if value.contains(char::is_control) {
        Cow::Owned(sgf::text(&sgf::escaped(value)))
    } else {
        Cow::Borrowed(value)
    }
}

/// The property of a side's moves.
const fn property(side: Color) -> &'static str {
    match side {
        Color::White => "B",
        Color::Black => "W",
    }
}

/// A comment as a value. A line of it that begins as a game tree does would end it for readers of broken files.
fn text(comment: &str) -> String {
    sgf::escaped(comment.trim()).replace("\n(", "\n\\(")
}

/// The rule set with the options that are not as usual.
fn spec(rules: &RuleSet) -> String {
    let about = rules.about();
    let options = rules.options().into_iter().filter(|(name, value)| {
        let usual = about.options.iter().find(|(known, ..)| known == name);
        usual.is_none_or(|(_, usual, _)| usual != value)
    });
    let options: Vec<String> = options
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    match options[..] {
        [] => about.name.to_owned(),
        _ => format!("{}:{}", about.name, options.join(",")),
    }
}

/// The number of the board.
fn size(rules: &RuleSet) -> Option<String> {
    let options = rules.options();
    let (_, board) = options.iter().find(|(name, _)| *name == "board")?;
    board.rsplit_once('-').map(|(_, size)| size.to_owned())
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}
