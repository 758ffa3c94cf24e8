//! A finding with its places resolved: what every machine renderer works from.

use super::{Diagnostic, Edit, Fix, Label};
use crate::source::{Place, Places, Source, Span};
use smallvec::{SmallVec, smallvec};

/// A stretch of a file, the end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its first character.
    pub start: Place,
    /// One past its last character.
    pub end: Place,
}

/// A finding that has left its source: every span in it turned into lines, columns and file offsets.
///
/// Texts of records come and go while a file is read, so a finding that is kept (for a document written at
/// the end) or handed to another thread is resolved early, once, for all renderers.
#[derive(Clone, PartialEq, Debug)]
pub struct Located {
    /// The file's name as the user gave it.
    pub file: String,
    /// Which record of the file, from 1; `None` for a fault of the file itself.
    pub record: Option<usize>,
    /// The finding; its spans belong to the text that it was found in.
    pub diagnostic: Diagnostic,
    /// Where the offending token stands.
    pub region: Region,
    /// One for each label.
    labels: Vec<Region>,
    /// One for each edit, fix after fix.
    edits: Vec<Region>,
}

impl Located {
    /// Resolves the places of one finding in one pass over the text.
    #[must_use]
    pub fn new(
        diagnostic: &Diagnostic,
        source: &Source<'_>,
        record: impl Into<Option<usize>>,
    ) -> Self {
        let record = record.into();
        Self::resolve(vec![diagnostic.clone()], source, record)
            .pop()
            .expect("invariant: one finding in, one finding out")
    }

    /// Resolves the places of all findings about one record in one pass over its text.
    #[must_use]
    pub fn all(
        diagnostics: &[Diagnostic],
        source: &Source<'_>,
        record: impl Into<Option<usize>>,
    ) -> Vec<Self> {
        Self::resolve(diagnostics.to_vec(), source, record.into())
    }

    /// The other places that matter, each with its region.
    pub fn labels(&self) -> impl Iterator<Item = (&Label, Region)> {
        self.diagnostic
            .labels
            .iter()
            .zip(self.labels.iter().copied())
    }

    /// The corrections, each with its edits and their regions.
    pub fn fixes(&self) -> impl Iterator<Item = (&Fix, impl Iterator<Item = (&Edit, Region)>)> {
        let mut regions = self.edits.as_slice();
        self.diagnostic.fixes.iter().map(move |fix| {
            let (own, rest) = regions.split_at(fix.edits.len());
            regions = rest;
            (fix, fix.edits.iter().zip(own.iter().copied()))
        })
    }

    /// Which record, move and variation it is about: `record 4, 12... Rg1, variation 24.1`; empty for a fault of
    /// the file. Without the name of the move its ply stands there.
    #[must_use]
    pub fn place_in_game(&self, move_name: Option<&str>) -> String {
        let mut out = String::new();
        self.write_place_in_game(move_name, &mut out);
        out
    }

    /// The same, behind what `out` holds already.
    pub(super) fn write_place_in_game(&self, move_name: Option<&str>, out: &mut String) {
        let Diagnostic { ply, path, .. } = &self.diagnostic;
        let start = out.len();
        let mut part = |words: &str, number: Option<u64>| {
            if out.len() > start {
                out.push_str(", ");
            }
            out.push_str(words);
            if let Some(number) = number {
                push_number(number, out);
            }
        };
        if let Some(record) = self.record {
            part("record ", Some(record as u64));
        }
        match (move_name, ply) {
            (Some(name), _) => part(name, None),
            (None, Some(ply)) => part("ply ", Some(u64::from(*ply))),
            (None, None) => {}
        }
        if !path.is_empty() && path != "main" {
            part("variation ", None);
            out.push_str(path);
        }
    }

    /// Place in the game, message and help as plain text, for renderers that have one field for all words.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = self.place_in_game(None);
        if !words.is_empty() {
            words.push_str(": ");
        }
        words.push_str(&self.diagnostic.message);
        if let Some(help) = &self.diagnostic.help {
            words.extend(["\nhelp: ", help]);
        }
        words
    }

    fn resolve(
        diagnostics: Vec<Diagnostic>,
        source: &Source<'_>,
        record: Option<usize>,
    ) -> Vec<Self> {
        let mut regions = regions(diagnostics.iter().flat_map(spans), source).into_iter();
        let mut next = || {
            regions
                .next()
                .expect("invariant: a region was made for each span")
        };
        diagnostics
            .into_iter()
            .map(|diagnostic| Self {
                region: next(),
                labels: diagnostic.labels.iter().map(|_| next()).collect(),
                edits: diagnostic
                    .fixes
                    .iter()
                    .flat_map(|fix| &fix.edits)
                    .map(|_| next())
                    .collect(),
                file: source.name.to_owned(),
                record,
                diagnostic,
            })
            .collect()
    }
}

/// Writes a number without the machinery of formatting, which costs more than all the rest of a short report.
pub(super) fn push_number(number: u64, out: &mut String) {
    let mut unit = 10_u64.pow(number.checked_ilog10().unwrap_or_default());
    while unit > 0 {
        out.push(char::from(b'0' + (number / unit % 10) as u8));
        unit /= 10;
    }
}

/// All spans of a finding, in the order in which [`Located`] keeps their regions.
fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let labels = diagnostic.labels.iter().map(|label| label.span);
    let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
    std::iter::once(diagnostic.span)
        .chain(labels)
        .chain(edits.map(|edit| edit.span))
}

/// The spans of most findings about one record are no more.
const USUAL: usize = 4;

/// The regions of the spans, in their order; asks for the places in the order of the text.
fn regions(spans: impl Iterator<Item = Span>, source: &Source<'_>) -> SmallVec<[Region; USUAL]> {
    let positions: SmallVec<[u32; 2 * USUAL]> =
        spans.flat_map(|span| [span.start, span.end]).collect();
    let mut order: SmallVec<[usize; 2 * USUAL]> = (0..positions.len()).collect();
    order.sort_unstable_by_key(|&index| positions[index]);
    let mut found = Places::new(*source);
    let mut places: SmallVec<[Place; 2 * USUAL]> = smallvec![found.at(0); positions.len()];
    for index in order {
        places[index] = found.at(positions[index]);
    }
    places
        .chunks_exact(2)
        .map(|pair| Region {
            start: pair[0],
            end: pair[1],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Located, Region};
    use crate::diag::{Code, Diagnostic};
    use crate::source::{Source, Span};

    fn shown(region: Region) -> String {
        let Region { start, end } = region;
        format!(
            "{}:{}-{}:{} ({}-{})",
            start.line, start.column, end.line, end.column, start.offset, end.offset
        )
    }

    #[test]
    fn spans_labels_and_edits_are_resolved_whatever_their_order() {
        let source = Source::whole("games.txt", "1. é4\r\n2. Rg1\r\n3. Kh2\r\n");
        let diagnostic = Diagnostic::new(Code::IllegalMove, Span::new(11, 14), "illegal")
            .label(Span::new(19, 22), "later")
            .label(Span::new(3, 6), "earlier")
            .fix("write Rg8", true, Span::new(11, 14), "Rg8")
            .fix("insert", false, Span::at(0), "x");
        let located = Located::new(&diagnostic, &source, 4);
        assert_eq!(
            (located.file.as_str(), located.record),
            ("games.txt", Some(4))
        );
        assert_eq!(shown(located.region), "2:4-2:7 (11-14)");
        let labels: Vec<_> = located
            .labels()
            .map(|(label, region)| (label.message.as_str(), shown(region)))
            .collect();
        assert_eq!(
            labels,
            [
                ("later", "3:4-3:7 (19-22)".to_owned()),
                ("earlier", "1:4-1:6 (3-6)".to_owned())
            ]
        );
        let fixes: Vec<_> = located
            .fixes()
            .map(|(fix, edits)| {
                let edits: Vec<_> = edits
                    .map(|(edit, region)| (edit.text.as_str(), shown(region)))
                    .collect();
                (fix.title.as_str(), edits)
            })
            .collect();
        assert_eq!(
            fixes,
            [
                ("write Rg8", vec![("Rg8", "2:4-2:7 (11-14)".to_owned())]),
                ("insert", vec![("x", "1:1-1:1 (0-0)".to_owned())]),
            ]
        );
    }

    #[test]
    fn all_findings_of_a_record_are_resolved_as_each_alone() {
        let source = Source::whole("f", "e4 e5\nNf3 Nc6");
        let findings = [
            Diagnostic::new(Code::NotAMove, Span::new(10, 13), "b").label(Span::new(0, 2), "first"),
            Diagnostic::new(Code::NotAMove, Span::new(3, 5), "a"),
        ];
        let together = Located::all(&findings, &source, None);
        let alone = findings
            .each_ref()
            .map(|one| Located::new(one, &source, None));
        assert_eq!(together, alone);
    }
}
