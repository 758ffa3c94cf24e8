//! What a node says: the first one about the game, the others about the moves.

use super::setup::SetUp;
use super::{DEEPEST, Line, Property, Reader, Written, property, turn};
use crate::diag::{Code, Diagnostic};
use crate::notation::{Color, Marks, MoveWord, Outcome, sgf};
use crate::record::{Class, Comment, CommentStyle, Events, Tag};
use crate::source::{Encoding, Span, Spanned};
use crate::syntax::lex;
use std::collections::HashMap;

/// Properties that set stones up or say who begins.
const SET_UP: [&str; 4] = ["AB", "AW", "AE", "PL"];

impl<'s, E: Events<'s>> Reader<'s, '_, E> {
    /// `sgf-node = ";" { sgf-property }`
    pub(super) fn node(&mut self) {
        let beginning = Span::new(self.pos, self.pos + 1);
        if self.byte() == Some(b';') {
            self.take(Class::Punctuation, self.pos + 1);
        } else {
            self.missing_semicolon();
        }
        if self.line.forked {
            self.line.forked = false;
            self.fault(
                Code::NodeBehind,
                beginning,
                "a node stands behind variations; it is read as one more of them",
                "put parentheses round it and what follows it",
            );
        }
        self.line.filled = true;
        let root = std::mem::replace(&mut self.at_root, false);
        let mut properties = Vec::new();
        while !self.over {
            self.blanks();
            match self.byte() {
                None | Some(b'(' | b')' | b';') => break,
                Some(_) if self.at_name() => properties.extend(self.property(root)),
                Some(_) => self.junk(),
            }
        }
        self.say_repeated(&properties);
        let (moves, others): (Vec<_>, Vec<_>) = properties
            .into_iter()
            .partition(|property| matches!(&*property.name, "B" | "W"));
        if root {
            self.about_the_game(&others);
        }
        self.about_the_move(beginning, &moves, &others, root);
    }

    #[cold]
    fn missing_semicolon(&mut self) {
        let name = property(self.text, self.pos).map(|(property, _)| property.place);
        let name = name.unwrap_or(Span::at(self.pos));
        let finding = Diagnostic::new(
            Code::MissingSemicolon,
            name,
            "a node begins here without its semicolon",
        )
        .help("write `;` before it")
        .fix("write the semicolon", true, Span::at(self.pos), ";");
        self.events.fault(finding);
    }

    /// `sgf-property = sgf-name sgf-value { sgf-value }`, blanks between them allowed
    fn property(&mut self, root: bool) -> Option<Property<'s>> {
        let (property, _) = property(self.text, self.pos)?;
        let class = class_of(&property.name, root);
        self.take(class, property.place.end as usize);
        for value in &property.values {
            self.blanks();
            let opening = self.take(Class::Punctuation, self.pos + 1);
            let (start, end) = (value.span.start as usize, value.span.end as usize);
            let text_end = lex::trimmed_end(self.text, start, end);
            if text_end == start {
                self.take(Class::Blank, end);
            } else if value.closed {
                self.take(class, end);
            } else {
                self.take(class, text_end);
                self.take(Class::Blank, end);
            }
            if value.closed {
                self.take(Class::Punctuation, end + 1);
            } else {
                self.unclosed_value(opening, Span::at(text_end));
            }
        }
        Some(property)
    }

    #[cold]
    fn unclosed_value(&mut self, opening: Span, end: Span) {
        self.over = true;
        let finding = Diagnostic::new(
            Code::UnclosedValue,
            opening,
            "this value is never closed",
        )
        .label(end, "it is taken to end here, and the game with it")
        .help("write the missing `]`; one that was meant to close it may have a backslash before it");
        self.events.fault(finding);
    }

    /// Reports properties given twice, and several values of one that has one.
    fn say_repeated(&mut self, properties: &[Property<'s>]) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for property in properties {
            let name = &*property.name;
            if let Some(&earlier) = first.get(name) {
                let message = format!("the property `{name}` is given twice in this node");
                let finding = Diagnostic::new(Code::RepeatedTag, property.place, message)
                    .label(earlier, "here first")
                    .help("all values are kept; make one of them");
                self.events.fault(finding);
                continue;
            }
            first.insert(name, property.place);
            if let [_, second, ..] = property.values[..]
                && has_one_value(name)
            {
                let message =
                    format!("the property `{name}` has one value, and this is its second");
                let finding = Diagnostic::new(Code::RepeatedTag, second.span, message)
                    .label(property.place, "the property")
                    .help("all values are kept; make one of them");
                self.events.fault(finding);
            }
        }
    }

    /// Makes tags of the properties of the first node.
    fn about_the_game(&mut self, properties: &[Property<'s>]) {
        let stones = self.game.is_of_stones();
        let mut setup = SetUp::default();
        let sets_up = |property: &Property<'_>| matches!(&*property.name, "AB" | "AW");
        let set_up = stones && properties.iter().any(sets_up);
        for property in properties {
            let value = property.value();
            match &*property.name {
                // They tell how the file is written and which game it is.
                "FF" | "RU" | "C" => {}
                "CA" => self.character_set(&value),
                "SZ" if stones => self.size(property),
                "AB" | "AW" | "PL" | "CR" if set_up => setup.add(property),
                "PB" => self.tag(property, if stones { "Red" } else { "Black" }),
                "PW" => self.tag(property, if stones { "Black" } else { "White" }),
                "RE" => self.result(property, stones),
                name if name == sgf::OTHER_TAG => self.other_tags(property),
                // With a move beside them they are about that.
                name if sgf::annotates(name) => {}
                name => match sgf::TAGS.iter().find(|&&(known, _)| known == name) {
                    Some(&(_, tag)) => self.tag(property, tag),
                    None => self.raw_tag(property),
                },
            }
        }
        self.set_up(&setup);
    }

    pub(super) fn push_tag(
        &mut self,
        name: impl Into<String>,
        place: Span,
        value: String,
        span: Span,
    ) {
        self.events.property(Tag {
            name: Spanned::new(name.into(), place),
            value: Spanned::new(value, span),
            from_heading: false,
        });
    }

    /// A tag for each value, in plain text.
    fn tag(&mut self, property: &Property<'s>, tag: &str) {
        for value in &property.values {
            self.push_tag(
                tag,
                property.place,
                sgf::simple_text(value.text),
                value.span,
            );
        }
    }

    /// A tag for each value, as written.
    fn raw_tag(&mut self, property: &Property<'s>) {
        for value in &property.values {
            let name = format!("{}{}", sgf::TAG_PREFIX, property.name);
            self.push_tag(name, property.place, value.text.to_owned(), value.span);
        }
    }

    /// Tags that SGF has no property for: `TAG[Round:3]`.
    fn other_tags(&mut self, property: &Property<'s>) {
        for value in &property.values {
            let (name, text) = sgf::composed(value.text);
            self.push_tag(sgf::text(name), property.place, sgf::text(text), value.span);
        }
    }

    /// The result; how it came about is kept beside it.
    fn result(&mut self, property: &Property<'s>, stones: bool) {
        let value = property.value();
        let text = sgf::simple_text(value.text);
        match sgf::outcome(&text) {
            Some(outcome) => {
                // In Go the side that begins is Black, and wins as such.
                let seen = |outcome: Outcome| if stones { outcome } else { outcome.turned() };
                let marker = outcome.map(seen).map_or("*", Outcome::marker);
                self.push_tag("Result", property.place, marker.to_owned(), value.span);
                if text != sgf::result(sgf::outcome(&text).flatten()) {
                    self.raw_tag(property);
                }
            }
            None => {
                self.fault(
                    Code::BadTag,
                    value.span,
                    "this is no result",
                    "write `B+` or `W+` and how it was won, `Draw`, `Void` or `?`",
                );
                self.raw_tag(property);
            }
        }
    }

    /// The size of the board, where the rule set does not say which board it is.
    fn size(&mut self, property: &Property<'s>) {
        let value = property.value();
        let size = sgf::simple_text(value.text);
        match self.board_of_rules() {
            None => {
                // A rectangle has a name too, which no board has.
                let size = match size.split_once(':') {
                    Some((files, ranks)) if files == ranks => files.to_owned(),
                    _ => size.replace(|sign: char| !sign.is_alphanumeric(), "x"),
                };
                let board = format!("{}-{size}", self.shape());
                self.push_tag("Board", property.place, board, value.span);
            }
            Some(board)
                if board
                    .rsplit_once('-')
                    .is_some_and(|(_, number)| number == size) => {}
            Some(board) => {
                let message = format!("the size of the board is {size}, but the rules say {board}");
                self.fault(
                    Code::BadTag,
                    value.span,
                    &message,
                    "the rules count; correct one of them",
                );
                self.raw_tag(property);
            }
        }
    }

    /// The board that `RU` names.
    pub(super) fn board_of_rules(&self) -> Option<&'s str> {
        let (_, options) = self.game.rules?.text.split_once(':')?;
        let board = options
            .split(',')
            .find_map(|option| option.trim().strip_prefix("board="));
        board.map(str::trim).filter(|&board| board != "auto")
    }

    /// The shape of the board where only its size is given.
    pub(super) fn shape(&self) -> &'static str {
        let rules = self.game.rules.map_or("", |rules| rules.trimmed().0);
        match rules.get(..3) {
            Some("hex" | "Hex" | "HEX") => "hex",
            _ => "square",
        }
    }

    fn character_set(&mut self, value: &Written<'s>) {
        let (label, span) = value.trimmed();
        if Encoding::named_inside(label).is_none() {
            let message = format!("nobody knows a character set `{label}`");
            let finding = Diagnostic::new(Code::GuessedEncoding, span, message).help(
                "the file is read as UTF-8, records that are not as what they look like; see whether names and comments look right, and name another with `--encoding`",
            );
            self.events.fault(finding);
        }
    }

    /// Pushes the move, what is said of it, and the comments.
    fn about_the_move(
        &mut self,
        beginning: Span,
        moves: &[Property<'s>],
        others: &[Property<'s>],
        root: bool,
    ) {
        let mut pushed: Option<(&str, Span)> = None;
        for property in moves {
            if !property.value().closed || pushed.is_some_and(|(name, _)| name == property.name) {
                self.keep(property, 0);
                continue;
            }
            if self.too_deep() {
                return self.leave_line(beginning);
            }
            if let Some((_, earlier)) = pushed {
                let finding = Diagnostic::new(
                    Code::TwoMoves,
                    property.place,
                    "this node holds a move of the other side too",
                )
                .label(earlier, "the first move")
                .help("each move needs a node of its own: write `;` before this one");
                self.events.fault(finding);
            }
            self.ply(property);
            pushed = Some((&property.name, property.place));
            if property.values.len() > 1 {
                self.keep(property, 1);
            }
        }
        for property in others {
            let name = &*property.name;
            if name == "C" {
                for value in &property.values {
                    self.comment(value);
                }
            } else if sgf::annotates(name) && pushed.is_some() {
                self.annotate(property);
            } else if !root || sgf::annotates(name) {
                if !root && SET_UP.contains(&name) && self.game.is_of_stones() {
                    self.fault(
                        Code::LateSetUp,
                        property.place,
                        "stones are set up here, in the middle of the game, which is not followed",
                        "set up in the first node only, or make a game of its own of what follows",
                    );
                }
                self.keep(property, 0);
            }
        }
    }

    /// Whether a move here would stand in too many variations; else takes note of it.
    fn too_deep(&mut self) -> bool {
        let Line {
            depth, continued, ..
        } = self.line;
        let depth = depth + u32::from(continued);
        if depth > DEEPEST {
            return true;
        }
        self.line = Line {
            depth,
            continued: false,
            moved: true,
            ..self.line
        };
        false
    }

    /// Leaves out the rest of a line that is nested too deep.
    #[cold]
    fn leave_line(&mut self, beginning: Span) {
        let end = self.closing(self.pos);
        let trimmed = lex::trimmed_end(self.text, self.pos, end);
        if trimmed > self.pos {
            self.take(Class::Faulty, trimmed);
        }
        let message = format!("variations are nested more than {DEEPEST} deep here");
        self.fault(
            Code::TooDeep,
            beginning,
            &message,
            "they are left out; make games of their own of the deepest ones",
        );
    }

    fn ply(&mut self, property: &Property<'s>) {
        let (text, span) = property.value().trimmed();
        let side = if property.name == "B" {
            Color::White
        } else {
            Color::Black
        };
        let stones = self.game.is_of_stones();
        if stones && side == self.line.last {
            let message = match side {
                Color::White => "Red (`B`) moves here, but it is Black's turn",
                Color::Black => "Black (`W`) moves here, but it is Red's turn",
            };
            self.fault(
                Code::WrongTurn,
                property.place,
                message,
                "the move is read as one of the side whose turn it is; look whether a move is missing before it",
            );
            self.line.last = side.other();
        } else {
            self.line.last = side;
        }
        self.events.ply(&MoveWord {
            text,
            span,
            form: turn(text),
            marks: Marks::default(),
        });
    }

    fn annotate(&mut self, property: &Property<'s>) {
        for (place, value) in property.values.iter().enumerate() {
            match sgf::annotation(&property.name, value.text.trim()) {
                Some(nag) => self.events.nag(Spanned::new(nag, property.span())),
                None => return self.keep(property, place),
            }
        }
    }

    fn comment(&mut self, value: &Written<'s>) {
        let text = sgf::text(value.text);
        self.remark(text.trim().to_owned(), value.span);
    }

    /// Keeps a property that means nothing here, with its values from the one numbered `from` on.
    fn keep(&mut self, property: &Property<'s>, from: usize) {
        self.remark(sgf::kept(&property.written(from)), property.span());
    }

    fn remark(&mut self, text: String, span: Span) {
        self.events.remark(Comment {
            text,
            span,
            style: CommentStyle::Brace,
            parts: Vec::new(),
        });
    }
}

/// What the bytes of a property belong to.
fn class_of(name: &str, root: bool) -> Class {
    match name {
        "B" | "W" => Class::Moves,
        "C" => Class::Comments,
        _ if sgf::annotates(name) => Class::Nags,
        _ if root => Class::Tags,
        _ => Class::Comments,
    }
}

/// Whether a property never has several values.
fn has_one_value(name: &str) -> bool {
    const OF_ONE: [&str; 22] = [
        "B", "W", "C", "N", "FF", "GM", "CA", "SZ", "AP", "RU", "PB", "PW", "EV", "DT", "PC", "RE",
        "PL", "TE", "BM", "IT", "DO", "GC",
    ];
    OF_ONE.contains(&name)
}
