//! A game given on the command line: a position text, moves, or both.

use super::args::ReportArgs;
use super::io::Io;
use super::report::{Report, move_name};
use scoresheet::diag::{Code, Located, Severity};
use scoresheet::notation::men::read_list;
use scoresheet::record::{Record, Tag, TreeBuilder};
use scoresheet::repair::hint;
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::rules::RuleSet;
use scoresheet::source::{Source, Span, Spanned};
use scoresheet::syntax::{Format, read_record_in, words_of_position};
use std::io;

/// How the source of such a game is called in reports.
const NAME: &str = "command line";

/// A game given on the command line, replayed.
#[derive(Debug)]
pub(crate) struct Given {
    /// The position text, if any, and the moves, a line each.
    text: String,
    /// What came of it.
    pub(crate) replay: Replay,
    /// Whether more follows the first record.
    more: bool,
}

impl Given {
    /// Replays `moves` from `position`.
    ///
    /// Without a rule set it is the first under which the position can be read.
    pub(crate) fn new(position: Option<&str>, moves: &str, options: Options) -> Self {
        let mut text = String::new();
        let tag = position.map(|position| {
            text.push_str(position);
            text.push('\n');
            // A board has lines, a position text none.
            let men = position.contains(['\n', '\r']) || read_list(position, 0).is_some();
            let name = if men { "Board" } else { "Position" };
            Tag {
                name: Spanned::new(name.to_owned(), Span::at(0)),
                value: Spanned::new(position.to_owned(), Span::new(0, position.len())),
                from_heading: false,
            }
        });
        let start = text.len();
        text.push_str(moves);
        let mut builder = TreeBuilder::default();
        let named = options.rules.as_ref().map(RuleSet::words);
        let words = named.or_else(|| words_of_position(position?));
        let end = read_record_in(Format::Pgn, words, &text, start, &mut builder).end;
        let more = !text[end..].trim().is_empty();
        let mut record = builder.finish();
        record.tags.extend(tag);
        let options = Options {
            english: true,
            ..options
        };
        let mut replay = replayed(record, &text, options);
        hint(&mut replay, &text);
        Self { text, replay, more }
    }

    /// Tells what is wrong with it, and whether the position can be used.
    pub(crate) fn report(&self, io: &mut Io, args: ReportArgs) -> io::Result<Report> {
        let mut report = Report::new(args, io.look_of_reports(), io.least_told());
        let source = Source::whole(NAME, &self.text);
        for located in Located::all(&self.replay.diagnostics, &source, None) {
            // Moves without an end are what is asked for here.
            if located.diagnostic.code != Code::MissingEnd {
                let name = move_name(self.replay.start_turn, &located.diagnostic, &self.text);
                report.tell(located, &source, name.as_deref(), &mut io.err)?;
            }
        }
        Ok(report)
    }

    /// Why the moves cannot be made from a position given apart: they have one of their own, or are of several games.
    pub(crate) fn not_bare_moves(&self) -> Option<&'static str> {
        let tags = &self.replay.record.tags;
        let starts = tags.iter().filter(|tag| {
            let name = &tag.name.value;
            name.eq_ignore_ascii_case("FEN") || name.eq_ignore_ascii_case("Position")
        });
        if starts.count() > 1 {
            return Some("the moves have a position of their own; leave --position out");
        }
        self.more
            .then_some("with --position the moves of one game are read, and there are more")
    }

    /// The rules and the position reached, if the start can be read.
    pub(crate) fn reached(&self) -> Option<(&RuleSet, &str)> {
        Some((self.replay.rules.as_ref()?, self.replay.r#final.as_deref()?))
    }
}

fn replayed(record: Record, text: &str, options: Options) -> Replay {
    if options.rules.is_some() || record.tags.is_empty() {
        return replay(record, text, &options);
    }
    let first = replay(record.clone(), text, &options);
    if first.start.is_some() {
        return first;
    }
    let others = RuleSet::ABOUT
        .iter()
        .filter_map(|about| RuleSet::from_spec(about.name).ok());
    others
        .map(|set| {
            let options = Options {
                rules: Some(set),
                ..options.clone()
            };
            replay(record.clone(), text, &options)
        })
        .find(|replay| replay.start.is_some())
        .unwrap_or(first)
}

impl Io {
    /// The lightest findings that commands with another result tell.
    pub(crate) const fn least_told(&self) -> Option<Severity> {
        match (self.quiet, self.verbose) {
            (true, _) => None,
            (false, true) => Some(Severity::Note),
            (false, false) => Some(Severity::Warning),
        }
    }
}
