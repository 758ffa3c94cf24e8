//! A finding in the words of the diagnostic schema.

use super::{Diagnostic, DiagnosticSchema, Edit, Fix, Label, Severity, Why};
use crate::diag::{self, Located, Region};

/// How the main line is called where a finding's path is named.
pub const MAIN: &str = "main";

impl From<&Located> for Diagnostic {
    fn from(located: &Located) -> Self {
        let found = &located.diagnostic;
        let Region { start, end } = located.region;
        Self {
            schema: DiagnosticSchema::V1,
            file: located.file.clone(),
            record: located.record.map(|record| record as u64),
            ply: found.ply,
            path: if found.path.is_empty() {
                MAIN
            } else {
                &found.path
            }
            .to_owned(),
            severity: found.severity().into(),
            code: found.code.id().to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: start.offset,
            end_offset: end.offset,
            message: found.message.clone(),
            help: found.help.clone(),
            why: found.why.as_ref().map(Why::from),
            candidates: found.candidates.clone(),
            labels: located
                .labels()
                .map(|(label, region)| Label::new(label, &located.file, region))
                .collect(),
            fixes: located
                .fixes()
                .map(|(fix, edits)| Fix {
                    title: fix.title.clone(),
                    unique: fix.unique,
                    edits: edits.map(|(edit, region)| Edit::new(edit, region)).collect(),
                })
                .collect(),
        }
    }
}

impl Label {
    fn new(label: &diag::Label, file: &str, Region { start, end }: Region) -> Self {
        Self {
            file: file.to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            message: label.message.clone(),
        }
    }
}

impl Edit {
    fn new(edit: &diag::Edit, Region { start, end }: Region) -> Self {
        Self {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            text: edit.text.clone(),
        }
    }
}

impl From<&diag::Reason> for Why {
    fn from(reason: &diag::Reason) -> Self {
        let facts = reason
            .facts
            .iter()
            .map(|(name, fact)| ((*name).to_owned(), fact.clone()));
        Self {
            kind: reason.kind.to_owned(),
            facts: facts.collect(),
        }
    }
}

impl From<diag::Severity> for Severity {
    fn from(severity: diag::Severity) -> Self {
        match severity {
            diag::Severity::Error => Self::Error,
            diag::Severity::Warning => Self::Warning,
            diag::Severity::Note => Self::Note,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::{Code, Diagnostic, Located, Reason};
    use crate::schema;
    use crate::source::{Source, Span};
    use serde_json::json;

    fn illegal() -> Diagnostic {
        let mut found = Diagnostic::new(Code::IllegalMove, Span::new(11, 14), "no rook goes to g1")
            .label(Span::new(3, 6), "the last move")
            .help("write `Rg8`")
            .fix("write `Rg8`", true, Span::new(11, 14), "Rg8");
        found.ply = Some(2);
        found.why = Some(Reason {
            kind: "no-such-piece",
            facts: vec![("to", json!("g1")), ("piece", json!("r"))],
        });
        found
    }

    fn written(
        found: &Diagnostic,
        source: &Source<'_>,
        record: Option<usize>,
    ) -> schema::Diagnostic {
        (&Located::new(found, source, record)).into()
    }

    #[test]
    fn keys_and_places_are_those_of_the_interface() {
        let source = Source::whole("games.txt", "1. é4\r\n2. Rg1\r\n");
        let json =
            serde_json::to_string(&written(&illegal(), &source, Some(4))).unwrap();
        insta::assert_snapshot!(json, @r#"{"schema":"scoresheet.diagnostic/1","file":"games.txt","record":4,"ply":2,"path":"main","severity":"error","code":"S0301","line":2,"column":4,"end_line":2,"end_column":7,"offset":11,"end_offset":14,"message":"no rook goes to g1","help":"write `Rg8`","why":{"kind":"no-such-piece","to":"g1","piece":"r"},"candidates":[],"labels":[{"file":"games.txt","line":1,"column":4,"end_line":1,"end_column":6,"message":"the last move"}],"fixes":[{"title":"write `Rg8`","unique":true,"edits":[{"line":2,"column":4,"end_line":2,"end_column":7,"text":"Rg8"}]}]}"#);
    }

    #[test]
    fn reading_it_back_gives_the_same() {
        let source = Source::whole("games.txt", "1. é4\r\n2. Rg1\r\n");
        let written = written(&illegal(), &source, None);
        let json = serde_json::to_string(&written).unwrap();
        let read: schema::Diagnostic = serde_json::from_str(&json).unwrap();
        assert_eq!(read, written);
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }

    #[test]
    fn nothing_may_be_left_out_or_added() {
        let source = Source::whole("f", "");
        let found = Diagnostic::new(Code::NoRecord, Span::at(0), "nothing here");
        let whole = serde_json::to_value(written(&found, &source, None)).unwrap();
        for key in whole.as_object().unwrap().keys() {
            let mut part = whole.clone();
            part.as_object_mut().unwrap().remove(key);
            assert!(
                serde_json::from_value::<schema::Diagnostic>(part).is_err(),
                "{key} may be left out"
            );
        }
        let mut more = whole;
        more.as_object_mut()
            .unwrap()
            .insert("more".to_owned(), json!(1));
        assert!(serde_json::from_value::<schema::Diagnostic>(more).is_err());
    }
}
