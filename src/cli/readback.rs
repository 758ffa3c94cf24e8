//! Records written, and read back before they are called converted.

use super::input::Piece;
use super::prose::Prose;
use super::records::{Judged, Records};
use scoresheet::notation::Words;
use scoresheet::notation::letters::Letters;
use scoresheet::record::{Record, TreeBuilder};
use scoresheet::replay::{Options, Replay, difference, is_known_variant, replay};
use scoresheet::rules::RuleSet;
use scoresheet::source::Source;
use scoresheet::syntax::{Format, read_json, read_record_in};
use scoresheet::write::{self, Loss, Lost, Notation, Style, Target};

/// How records are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer {
    pub(super) target: Target,
    /// How moves are written.
    pub(super) style: Style,
    /// Whether what is written is read back.
    pub(super) verifies: bool,
    /// The notation that the moves are known to be in.
    pub(super) words: Option<Words>,
    /// Whether prose around the records is told of.
    pub(super) tells_prose: bool,
}

/// The records of a piece, each with what was written of it.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) records: Records,
    /// In the order of the records.
    pub(super) written: Vec<Converted>,
    /// What stands around them.
    pub(super) prose: Prose,
}

/// What became of a record.
#[derive(Debug)]
pub(super) enum Converted {
    /// There is nothing to write.
    Nothing,
    /// The format cannot hold such a game, or not in the notation asked for; why.
    Impossible(String),
    /// It was written.
    As {
        text: String,
        /// What the format has no room for.
        losses: Vec<Loss>,
        /// In what it is another record when it is read back, beside that.
        difference: Option<String>,
    },
}

impl Writer {
    /// Writes the records of a piece, before which its file has so many.
    pub(super) fn write_all(&self, piece: &Piece, records: Records, before: usize) -> Written {
        let written = records.judged.iter().map(|judged| {
            let number = (before + judged.number + 1) as u64;
            self.write(judged, &judged.source(piece), number)
        });
        Written {
            written: written.collect(),
            prose: if self.tells_prose {
                Prose::of(piece, self.words)
            } else {
                Prose::default()
            },
            records,
        }
    }

    fn write(&self, judged: &Judged, source: &Source<'_>, number: u64) -> Converted {
        let Some(replay) = judged.found.replay() else {
            return Converted::Nothing;
        };
        if let Some(obstacle) = write::obstacle(self.target, replay) {
            return Converted::Impossible(obstacle.to_string());
        }
        if let (Some(notation), Some(rules)) = (self.style.notation, &replay.rules)
            && !notation.is_of(rules)
        {
            return Converted::Impossible(no_such_notation(notation, rules));
        }
        let mut text = String::new();
        let mut losses =
            write::write_in(self.target, self.style, replay, source, number, &mut text);
        let back = self.verifies.then(|| format_of(self.target)).flatten();
        let mut difference =
            back.and_then(|format| self.difference(replay, &text, &losses, (format, None)));
        let letters = self.style.letters(replay);
        if let (Some(_), Some(format @ (Format::Text | Format::Pgn))) = (&difference, back)
            && self
                .difference(replay, &text, &losses, (format, Some(letters)))
                .is_none()
        {
            difference = None;
            losses.push(Loss {
                what: Lost::Letters(letters.name),
                count: 1,
            });
        }
        Converted::As {
            text,
            losses,
            difference,
        }
    }

    /// In what a record differs from what is read back of it, apart from what has been told of.
    fn difference(
        &self,
        replay: &Replay,
        written: &str,
        losses: &[Loss],
        (format, letters): (Format, Option<&'static Letters>),
    ) -> Option<String> {
        let Some(record) = read_back(format, written) else {
            return Some("it cannot be read".to_owned());
        };
        let options = Options {
            rules: None,
            letters: match self.target {
                Target::Coords => Some(&Letters::ALL[0]),
                _ => letters,
            },
            archive: self.target == Target::Pgn,
            english: format != Format::Text,
            ..Options::default()
        };
        let back = self::replay(record, written, &options);
        let expected = write::remainder(self.target, replay, losses);
        difference(&expected, &back).map(|difference| difference.to_string())
    }
}

fn no_such_notation(notation: Notation, rules: &RuleSet) -> String {
    let known = Notation::ALL.iter().filter(|known| known.is_of(rules));
    let known: Vec<_> = known.map(|known| known.name()).collect();
    format!(
        "moves of {} are not written in {}; there is {}",
        rules.about().name,
        notation.name(),
        known.join(" and ")
    )
}

/// The format in which a target is read back; `None` for those that hold less than a record.
const fn format_of(target: Target) -> Option<Format> {
    Some(match target {
        Target::Json | Target::Jsonl => Format::Json,
        Target::Pgn => Format::Pgn,
        Target::Text => Format::Text,
        Target::Coords => Format::Coords,
        Target::Sgf => Format::Sgf,
        Target::Epd | Target::Csv => return None,
    })
}

/// The one record that a text is read as.
fn read_back(format: Format, written: &str) -> Option<Record> {
    if format == Format::Json {
        return read_json(format, written, 0).record?.ok();
    }
    let mut builder = TreeBuilder::knowing(is_known_variant);
    let found = read_record_in(format, None, written, 0, &mut builder);
    let is_all = written[found.end..].trim().is_empty();
    (found.is_record() && is_all).then(|| builder.finish())
}
