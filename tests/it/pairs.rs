//! Random games of every rule set, with all that a record may hold, from each format to each other one and back.

use crate::support::cases;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;
use scoresheet::notation::letters::Letters;
use scoresheet::notation::{MoveWord, Nag, Outcome, WrittenResult};
use scoresheet::record::{Comment, CommentStyle, Node, NodeId, Record, Tag, TreeBuilder};
use scoresheet::replay::{Options, Replay, difference, replay};
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::source::{Source, Span, Spanned};
use scoresheet::syntax::{Format, read_json, read_record};
use scoresheet::with_rules;
use scoresheet::write::{Loss, Notation, Style, Target, obstacle, remainder, write_in};

pub(crate) const TARGETS: [(Target, Format); 6] = [
    (Target::Json, Format::Json),
    (Target::Jsonl, Format::Jsonl),
    (Target::Pgn, Format::Pgn),
    (Target::Text, Format::Text),
    (Target::Coords, Format::Coords),
    (Target::Sgf, Format::Sgf),
];

/// Rule sets with options that only a record can say.
const SPECS: [&str; 11] = [
    "chess",
    "chess:960=on",
    "inertia-chess",
    "inertia-chess:castling=off",
    "gravitational-chess",
    "gravitational-chess:null-moves=on",
    "inertia:board=square-8",
    "inertia:board=square-10",
    "inertia:board=square-4,repetition=off",
    "inertia:board=hex-5",
    "inertia:board=hex-7",
];

/// Signs and words that some format gives a meaning.
const PIECES: [&str; 36] = [
    "\0",
    "\u{85}",
    "a",
    "word",
    " ",
    "  ",
    "\n",
    "\"",
    "\\",
    "\\\\",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    "%",
    "*",
    ":",
    "1.",
    "e4",
    "Nf3",
    "1-0",
    "$5",
    "--",
    "(*",
    "*)",
    "é",
    "⟦",
    "[%clk 0:01:00]",
    "[Event \"x\"]",
    "\t",
    "f4,b2",
    "Inertia 3",
    ",",
];

fn odd_text(most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(select(&PIECES[..]), 0..most).prop_map(|pieces| pieces.concat())
}

/// What happens at a ply.
#[derive(Clone, Debug)]
struct Turn {
    /// Which of the legal moves is made.
    choice: u16,
    /// Opens a variation of it (0, 1), or ends the one being made (2).
    turn: u8,
    /// The variation ends with a result.
    ends: bool,
    nags: Vec<u8>,
    before: Vec<String>,
    after: Vec<String>,
}

fn turn() -> impl Strategy<Value = Turn> {
    let comments = || {
        prop_oneof![
            6 => Just(Vec::new()),
            1 => proptest::collection::vec(odd_text(8), 1..3),
        ]
    };
    let nags = prop_oneof![
        4 => Just(Vec::new()),
        1 => proptest::collection::vec(select(&[1_u8, 2, 3, 4, 5, 6, 10, 14, 18, 19, 139, 220, 255][..]), 1..4),
    ];
    (
        any::<u16>(),
        0..16_u8,
        any::<bool>(),
        nags,
        comments(),
        comments(),
    )
        .prop_map(|(choice, turn, ends, mut nags, before, after)| {
            nags.dedup();
            Turn {
                choice,
                turn,
                ends,
                nags,
                before,
                after,
            }
        })
}

#[derive(Clone, Debug)]
struct Game {
    tags: Vec<(String, String)>,
    before: Vec<String>,
    after: Vec<String>,
    /// Moves made before the position that the record starts from, if it is not the usual one.
    start: Option<Vec<u16>>,
    turns: Vec<Turn>,
    result: Option<Outcome>,
}

const NAMES: [&str; 16] = [
    "Event",
    "Site",
    "White",
    "Red",
    "Black",
    "Date",
    "Round",
    "Annotator",
    "x_1",
    "Foo-Bar",
    "SGF:AP",
    "SGF:SZ",
    "two words",
    "a\"b",
    "Ü",
    "a:b",
];

const RESULTS: [Option<Outcome>; 4] = [
    None,
    Some(Outcome::WhiteWins),
    Some(Outcome::BlackWins),
    Some(Outcome::Draw),
];

fn game() -> impl Strategy<Value = Game> {
    let tag = (select(&NAMES[..]), odd_text(8)).prop_map(|(name, value)| (name.to_owned(), value));
    (
        proptest::collection::vec(tag, 0..5),
        proptest::collection::vec(odd_text(8), 0..2),
        proptest::collection::vec(odd_text(8), 0..2),
        proptest::option::of(proptest::collection::vec(any::<u16>(), 1..12)),
        proptest::collection::vec(turn(), 0..30),
        select(&RESULTS[..]),
    )
        .prop_map(|(tags, before, after, start, turns, result)| Game {
            tags,
            before,
            after,
            start,
            turns,
            result,
        })
}

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::at(0))
}

fn comments(texts: &[String]) -> Vec<Comment> {
    let comment = |text: &String| Comment {
        text: text.clone(),
        span: Span::at(0),
        style: CommentStyle::Brace,
        parts: Vec::new(),
    };
    texts.iter().map(comment).collect()
}

/// A line while it is made.
struct Line<P> {
    position: P,
    /// Before its last ply, to make a variation of that.
    earlier: Option<P>,
    last: Option<NodeId>,
}

impl Game {
    /// The record, as if somebody had written it.
    fn record<R: Rules>(&self, rules: &R) -> Record {
        let mut record = Record::default();
        for (name, value) in &self.tags {
            record.tags.push(Tag {
                name: here(name.clone()),
                value: here(value.clone()),
                from_heading: false,
            });
        }
        let mut moves = Vec::new();
        let mut position = rules.start();
        if let Some(choices) = &self.start {
            for &choice in choices {
                rules.legal_moves(&position, &mut moves);
                if let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    rules.play(&mut position, chosen);
                }
            }
            let mut text = String::new();
            rules.write_position(&position, &mut text);
            record.tags.push(Tag {
                name: here("Position".to_owned()),
                value: here(text),
                from_heading: false,
            });
        }
        record.before = comments(&self.before);
        record.after = comments(&self.after);
        record.result = Some(WrittenResult {
            outcome: self.result,
            span: Span::at(0),
            marker: true,
        });
        let mut line = Line {
            position,
            earlier: None,
            last: None,
        };
        let mut outer = Vec::new();
        for turn in &self.turns {
            let mut replaced = None;
            match (turn.turn, line.last, &line.earlier) {
                (0 | 1, Some(last), Some(earlier)) => {
                    replaced = Some(last);
                    let inner = Line {
                        position: earlier.clone(),
                        earlier: None,
                        last: None,
                    };
                    outer.push(std::mem::replace(&mut line, inner));
                }
                (2, Some(last), _) if !outer.is_empty() => {
                    if turn.ends {
                        record.tree.node_mut(last).result = Some(here(self.result));
                    }
                    line = outer.pop().expect("a line around it");
                }
                _ => {}
            }
            rules.legal_moves(&line.position, &mut moves);
            if moves.is_empty() {
                match outer.pop() {
                    // Nothing can be written in the variation that was just opened either.
                    Some(around) => line = around,
                    None => break,
                }
                continue;
            }
            let chosen = moves[usize::from(turn.choice) % moves.len()];
            let mut text = String::new();
            rules.write_move(&line.position, chosen, &Letters::ENGLISH, &mut text);
            let read = R::read_word(&text).expect("a move word");
            let mut node = Node::new(&MoveWord {
                text: &text,
                span: Span::at(0),
                form: read.form,
                marks: read.marks,
            });
            node.nags = turn.nags.iter().map(|&nag| here(Nag(nag))).collect();
            node.before = comments(&turn.before);
            node.after = comments(&turn.after);
            let id = match replaced {
                Some(replaced) => record.tree.push_variation(replaced, node),
                None => record.tree.push(line.last, node),
            };
            line.earlier = Some(line.position.clone());
            rules.play(&mut line.position, chosen);
            line.last = Some(id);
        }
        record
    }

    fn replay(&self, set: &RuleSet, local: Option<&'static Letters>) -> Replay {
        let record = with_rules!(set, rules => self.record(rules));
        let options = Options {
            rules: Some(set.clone()),
            letters: Some(&Letters::ENGLISH),
            local,
            ..Options::default()
        };
        replay(record, "", &options)
    }
}

fn read(format: Format, letters: Option<&'static Letters>, text: &str) -> Result<Replay, String> {
    let record = if matches!(format, Format::Json | Format::Jsonl) {
        let found = read_json(format, text, 0).record.ok_or("no record")?;
        found.map_err(|fault| fault.message.clone())?
    } else {
        let mut builder = TreeBuilder::default();
        let found = read_record(format, text, 0, &mut builder);
        if !found.is_record() || !text[found.end..].trim().is_empty() {
            return Err("not one record".to_owned());
        }
        builder.finish()
    };
    let options = Options {
        letters,
        archive: format == Format::Pgn,
        english: format != Format::Text,
        ..Options::default()
    };
    Ok(replay(record, text, &options))
}

fn written(target: Target, notation: Option<Notation>, replay: &Replay) -> (String, Vec<Loss>) {
    let mut out = String::new();
    let source = Source::whole("games", "");
    let style = Style {
        notation,
        ..Style::of(target)
    };
    let losses = write_in(target, style, replay, &source, 1, &mut out);
    (out, losses)
}

/// Through a format: what is read back is what the format holds of the record. Letters are named where nothing else
/// tells them, as the program says then.
pub(crate) fn through(
    (target, format): (Target, Format),
    record: &Replay,
    name: &str,
) -> Result<Replay, String> {
    let (text, losses) = written(target, None, record);
    let expected = remainder(target, record, &losses);
    let read_in = |letters| read(format, letters, &text).map_err(|why| format!("{why}:\n{text}"));
    let own = Style::of(target).letters(record);
    let tries = match format {
        Format::Coords => vec![Some(&Letters::ENGLISH)],
        Format::Text | Format::Pgn => vec![None, Some(own)],
        Format::Json | Format::Jsonl | Format::Sgf => vec![None],
    };
    let mut last = Err(String::new());
    for letters in tries {
        last = read_in(letters).and_then(|back| match difference(&expected, &back) {
            None => Ok(back),
            Some(what) => Err(format!("{what} after {losses:?}:\n{text}")),
        });
        if last.is_ok() {
            break;
        }
    }
    last.map_err(|why| format!("{name}: {why}"))
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn random_records_go_from_each_format_to_each_and_back(game in game()) {
        for spec in SPECS {
            let set = RuleSet::from_spec(spec).expect("a rule set");
            let first = game.replay(&set, None);
            for from in TARGETS.into_iter().filter(|&(from, _)| obstacle(from, &first).is_none()) {
                let came = through(from, &first, &format!("{spec}, {:?}", from.1));
                prop_assert!(came.is_ok(), "{}", came.unwrap_err());
                let came = came.expect("a record");
                for to in TARGETS.into_iter().filter(|&(to, _)| obstacle(to, &came).is_none()) {
                    let name = format!("{spec}, {:?} to {:?}", from.1, to.1);
                    let there = through(to, &came, &name);
                    prop_assert!(there.is_ok(), "{}", there.unwrap_err());
                    let back = through(from, &there.expect("a record"), &format!("{name} and back"));
                    prop_assert!(back.is_ok(), "{}", back.unwrap_err());
                }
            }
        }
    }

    #[test]
    fn canonical_text_is_a_fixed_point(game in game()) {
        for spec in SPECS {
            let set = RuleSet::from_spec(spec).expect("a rule set");
            let (text, _) = written(Target::Text, None, &game.replay(&set, None));
            let back = read(Format::Text, None, &text);
            prop_assert!(back.is_ok(), "{spec}: {}:\n{text}", back.unwrap_err());
            let (again, _) = written(Target::Text, None, &back.expect("a record"));
            prop_assert_eq!(again, text, "{}", spec);
        }
    }

    #[test]
    fn every_notation_in_every_set_of_letters_is_read_back(game in game()) {
        for spec in SPECS {
            let set = RuleSet::from_spec(spec).expect("a rule set");
            for letters in Letters::ALL {
                let first = game.replay(&set, Some(letters));
                for notation in Notation::ALL.into_iter().filter(|notation| notation.is_of(&set)) {
                    let (text, losses) = written(Target::Text, Some(notation), &first);
                    let letters = match notation {
                        Notation::Coords => &Letters::ENGLISH,
                        Notation::San | Notation::Lan | Notation::Full => letters,
                    };
                    let back = read(Format::Text, Some(letters), &text);
                    prop_assert!(back.is_ok(), "{spec}: {}:\n{text}", back.unwrap_err());
                    let expected = remainder(Target::Text, &first, &losses);
                    let what = difference(&expected, &back.expect("a record"));
                    prop_assert_eq!(what, None, "{} {:?} {}:\n{}", spec, notation, letters.name, text);
                }
            }
        }
    }
}
