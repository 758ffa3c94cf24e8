//! The JSON that others rely on: `scoresheet.record/1` and `scoresheet.diagnostic/1`.
//!
//! These structs are the interface, not the domain: keys, their order and their types are fixed here and nowhere else.
//! They are strict both ways: every key is required, none is optional by being null, and no other is accepted.
//!
//! Variations nest without limit in the data, but nothing here may recurse on them. So [`Record`] and [`Ply`] leave
//! open how the plies below them are held: the writer leaves the list open and goes on itself, the reader takes each
//! element as raw text and comes back to it.

mod account;
mod finding;
pub mod lines;
pub mod problem;
pub mod repair;
pub mod stats;

pub use account::Account;
pub use finding::MAIN;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The JSON schemas by name, drawn from the types below.
#[must_use]
pub fn schemas() -> [(&'static str, Schema); 5] {
    // In the contract of what is written, a key that may be null is required all the same.
    let strict = || {
        SchemaSettings::draft2020_12()
            .for_serialize()
            .into_generator()
    };
    [
        (
            RECORD,
            strict().into_root_schema_for::<Record<'static, ()>>(),
        ),
        (
            DIAGNOSTIC,
            strict().into_root_schema_for::<lines::ValidateLine>(),
        ),
        (PROBLEM, strict().into_root_schema_for::<problem::Report>()),
        (REPAIR, strict().into_root_schema_for::<lines::RepairLine>()),
        (STATS, strict().into_root_schema_for::<stats::Stats>()),
    ]
}

const RECORD: &str = "scoresheet.record/1";
const DIAGNOSTIC: &str = "scoresheet.diagnostic/1";
const PROBLEM: &str = "scoresheet.problem/1";
const REPAIR: &str = "scoresheet.repair/1";
const STATS: &str = "scoresheet.stats/1";

/// Text that may be borrowed from the JSON it was read from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl<'a> From<Cow<'a, str>> for Text<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self(text)
    }
}

/// Reads a key that may be null but not be left out.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// The name of the record schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the one name it has")]
pub enum RecordSchema {
    #[serde(rename = "scoresheet.record/1")]
    V1,
}

/// The name of the diagnostic schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the one name it has")]
pub enum DiagnosticSchema {
    #[serde(rename = "scoresheet.diagnostic/1")]
    V1,
}

/// A game record and all that its rules say about it; `P` holds the plies of the main line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Record", bound = "")]
pub struct Record<'a, P> {
    /// Which schema this is.
    pub schema: RecordSchema,
    /// Where the record was read.
    pub source: SourceRef,
    /// The rule set; null when a tag names a variant for which there are no rules. Where the format names a game that
    /// has none, as it names it.
    #[serde(borrow, deserialize_with = "present")]
    pub rules: Option<Text<'a>>,
    /// The options of the rule set.
    pub options: BTreeMap<String, OptionValue>,
    /// The language of the piece letters in what was written, as `--letters` names it; left out where it is English.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<Text<'a>>,
    /// The heading line, for records in an article.
    #[serde(borrow, deserialize_with = "present")]
    pub heading: Option<Text<'a>>,
    /// Tags as name and value, order and duplicates kept.
    #[serde(borrow)]
    pub tags: Vec<(Text<'a>, Text<'a>)>,
    /// The position text at the start; null when it cannot be read.
    #[serde(borrow, deserialize_with = "present")]
    pub start: Option<Text<'a>>,
    /// Comments before the first move.
    #[serde(borrow)]
    pub before: Vec<Text<'a>>,
    /// The main line.
    #[schemars(with = "Vec<Ply<'static, ()>>")]
    pub plies: P,
    /// Printed boards in order of the text.
    #[serde(borrow)]
    pub boards: Vec<Board<'a>>,
    /// Comments after the end.
    #[serde(borrow)]
    pub after: Vec<Text<'a>>,
    /// The last legal position of the main line; null when the start cannot be read.
    #[serde(borrow, deserialize_with = "present")]
    pub r#final: Option<Text<'a>>,
    /// The result as written.
    pub result: Marker,
    /// What the rules prove.
    #[serde(deserialize_with = "present")]
    pub outcome: Option<Marker>,
    /// How the game stands at the end of the main line.
    pub status: Status,
    /// Whether no diagnostic is an error.
    pub valid: bool,
    /// All findings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Where a record was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceRef {
    /// The file's name as it was given.
    pub file: String,
    /// Which record of the file, from 1.
    pub record: u64,
    /// Line of its first character, from 1.
    pub line: u32,
    /// Column of its first character, from 1.
    pub column: u32,
}

/// The value of a rule set's option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// `on` or `off`.
    Switch(bool),
    /// Any other.
    Word(String),
}

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the markers say it")]
pub enum Marker {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
    #[serde(rename = "*")]
    Open,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "see `rules::Status`")]
pub enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
    KingCaptured,
    United,
    BothUnited,
    OpponentUnited,
    Repetition,
    NoLegalMove,
}

/// Who moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    White,
    Red,
    Black,
}

/// What the plies of a game of stones do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Phase {
    Placement,
    Movement,
}

/// A ply; `V` holds the lines that replace it.
///
/// An unplayed one has its text and place only: `san`, `coords`, `forced` are null, `path` and `captures` empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Ply", bound = "")]
pub struct Ply<'a, V> {
    /// Half-move number from 1, along its line.
    pub ply: u32,
    /// Move number as scores count; null when the start cannot be read.
    #[serde(deserialize_with = "present")]
    pub number: Option<u32>,
    /// Who moved; null when the start cannot be read.
    #[serde(deserialize_with = "present")]
    pub side: Option<Side>,
    /// What was written.
    #[serde(borrow)]
    pub text: Text<'a>,
    /// The canonical form, in English letters.
    #[serde(borrow, deserialize_with = "present")]
    pub san: Option<Text<'a>>,
    /// Machine coordinates.
    #[serde(borrow, deserialize_with = "present")]
    pub coords: Option<Text<'a>>,
    /// The squares visited, origin first.
    #[serde(borrow)]
    pub path: Vec<Text<'a>>,
    /// Captured pieces, in order.
    #[serde(borrow)]
    pub captures: Vec<Capture<'a>>,
    /// The duty that the ply obeyed.
    #[serde(borrow, deserialize_with = "present")]
    pub forced: Option<Forced<'a>>,
    /// Numeric annotations, suffixes included.
    pub nags: Vec<u8>,
    /// Comments on it.
    #[serde(borrow)]
    pub comments: Vec<Comment<'a>>,
    /// What the commands in its comments say.
    #[serde(borrow, deserialize_with = "present")]
    pub clock: Option<Clock<'a>>,
    /// Whether stones were placed or one was moved, in games that have both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The groups of the side that begins and of the other after the ply, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<[u16; 2]>,
    /// The sides whose stones are one group after a move; in games that this ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub united: Option<Vec<Side>>,
    /// A result written after it, at the end of a variation.
    #[serde(deserialize_with = "present")]
    pub result: Option<Marker>,
    /// Lines of plies that replace it.
    #[schemars(with = "Vec<Vec<Ply<'static, ()>>>")]
    pub variations: V,
}

/// A captured piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capture<'a> {
    /// Where it stood.
    #[serde(borrow)]
    pub square: Text<'a>,
    /// Its FEN letter.
    pub piece: char,
    /// 1, or 2 for a fall.
    pub op: u8,
}

/// A duty to move one piece in one direction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forced<'a> {
    /// The number of the rule in the game's own rules.
    pub rule: u8,
    /// The direction, one of the 16 winds.
    #[serde(borrow)]
    pub wind: Text<'a>,
}

/// A comment on a ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comment<'a> {
    /// Where it stands.
    pub place: CommentPlace,
    /// The text inside its marks.
    #[serde(borrow)]
    pub text: Text<'a>,
    /// The same with its marks, which tell how a score prints it.
    #[serde(borrow)]
    pub written: Text<'a>,
}

/// On which side of its ply a comment stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CommentPlace {
    Before,
    After,
}

/// What the commands in the comments of a ply say; the comments keep them too.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock<'a> {
    /// Seconds left after the move.
    #[serde(deserialize_with = "present")]
    pub clk: Option<Number>,
    /// Seconds that the move took.
    #[serde(deserialize_with = "present")]
    pub emt: Option<Number>,
    /// Judgement for White.
    #[serde(deserialize_with = "present")]
    pub eval: Option<Eval>,
    /// How many plies deep the judgement was searched.
    #[serde(deserialize_with = "present")]
    pub depth: Option<u32>,
    /// Arrows, colour letter first.
    #[serde(borrow)]
    pub cal: Vec<Text<'a>>,
    /// Squares, colour letter first.
    #[serde(borrow)]
    pub csl: Vec<Text<'a>>,
}

/// A judgement for White.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Eval {
    /// Pawns.
    Pawns(Number),
    /// `#3`: mate in three; `#-3`: by Black.
    Mate(String),
}

/// A printed board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board<'a> {
    /// The ply after which it stands; 0 for the start.
    pub ply: u32,
    /// Line of the file that it begins in.
    pub line: u32,
    /// Whether it equals the position; null when the line before it is unplayed.
    #[serde(rename = "match", deserialize_with = "present")]
    pub matches: Option<bool>,
    /// The line that it stands in: `main`, or the way into a variation as in a diagnostic.
    #[serde(borrow)]
    pub path: Text<'a>,
    /// Its rows from the top as written, a character for each cell, `.` for a vacant one.
    #[serde(borrow)]
    pub rows: Vec<Text<'a>>,
}

/// A finding, with its place in the file.
///
/// Lines and columns count from 1, ends are exclusive, columns in Unicode scalar values, offsets in bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the names are those of the places and of `diag::Diagnostic`"
)]
pub struct Diagnostic {
    pub schema: DiagnosticSchema,
    pub file: String,
    #[serde(deserialize_with = "present")]
    pub record: Option<u64>,
    #[serde(deserialize_with = "present")]
    pub ply: Option<u32>,
    pub path: String,
    pub severity: Severity,
    #[schemars(regex(pattern = "^S[0-9]{4}$"))]
    pub code: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub offset: u64,
    pub end_offset: u64,
    pub message: String,
    #[serde(deserialize_with = "present")]
    pub help: Option<String>,
    #[serde(deserialize_with = "present")]
    pub why: Option<Why>,
    pub candidates: Vec<String>,
    pub labels: Vec<Label>,
    pub fixes: Vec<Fix>,
}

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "see `diag::Severity`")]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// Another place that matters to a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "as in `Diagnostic`")]
pub struct Label {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub message: String,
}

/// A correction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `diag::Fix`")]
pub struct Fix {
    pub title: String,
    pub unique: bool,
    pub edits: Vec<Edit>,
}

/// Replaces a stretch of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `diag::Edit`")]
pub struct Edit {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub text: String,
}

/// Why a move is illegal: the `kind` and, beside it, its facts in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// From the closed list of the interface.
    pub kind: String,
    /// Squares, pieces, counts.
    pub facts: Vec<(String, Value)>,
}

const KIND: &str = "kind";

impl Serialize for Why {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.facts.len()))?;
        map.serialize_entry(KIND, &self.kind)?;
        for (name, fact) in &self.facts {
            map.serialize_entry(name, fact)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Why {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Facts;

        impl<'de> Visitor<'de> for Facts {
            type Value = Why;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with `kind`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Why, A::Error> {
                let (mut kind, mut facts) = (None, Vec::new());
                while let Some(name) = map.next_key::<String>()? {
                    if name == KIND {
                        kind = Some(map.next_value()?);
                    } else {
                        facts.push((name, map.next_value()?));
                    }
                }
                let kind = kind.ok_or_else(|| serde::de::Error::missing_field(KIND))?;
                Ok(Why { kind, facts })
            }
        }

        deserializer.deserialize_map(Facts)
    }
}

impl JsonSchema for Why {
    fn schema_name() -> Cow<'static, str> {
        "Why".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Why a move is illegal: the `kind` and, beside it, its facts.",
            "type": "object",
            "properties": { "kind": { "type": "string" } },
            "required": ["kind"],
        })
    }
}
