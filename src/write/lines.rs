//! One-way formats of lines: `epd`, a line for each position of the main line, and `csv`, a line for each record.

use crate::diag::Severity;
use crate::notation::Outcome;
use crate::replay::{PlyFacts, Replay};
use crate::rules::Sides;
use crate::source::Source;
use csv::{Terminator, WriterBuilder};

/// Whether the positions of a record can be written as EPD: in games whose position text is a FEN.
pub(super) fn has_positions(replay: &Replay) -> bool {
    replay.rules.is_none() || replay.sides() == Sides::WhiteBlack
}

/// Writes every position of the main line that a move was played in, and the last one: the first four fields of the
/// position text, then the other ones, the move and where it comes from, in the order of their opcodes.
pub(super) fn epd(replay: &Replay, source: &Source<'_>, record: u64, out: &mut String) {
    let positions = replay.main_positions();
    let line = replay.record.tree.mainline();
    let mut moves = line.map_while(|id| replay.facts(id));
    let is_plain = |c: &char| !matches!(c, '"' | '\\' | ';') && !c.is_control();
    let file: String = source.name.chars().filter(is_plain).collect();
    for (ply, text) in positions.enumerate() {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, others) = fields.split_at(fields.len().min(4));
        let (clocks, own) = others.split_at(others.len().min(2));
        out.push_str(&board.join(" "));
        if !own.is_empty() {
            // What the rules remember beside a FEN has no opcode of its own.
            out.push_str(&format!(" c0 \"{}\";", own.join(" ")));
        }
        if let [half_moves, number] = clocks {
            out.push_str(&format!(" fmvn {number}; hmvc {half_moves};"));
        }
        out.push_str(&format!(" id \"{file} {record} {ply}\";"));
        if let Some(PlyFacts { san, .. }) = moves.next() {
            out.push_str(&format!(" sm {san};"));
        }
        out.push('\n');
    }
}

/// The line of names.
pub(super) const HEADER: &str = "file,record,line,rules,event,site,date,round,first,second,result,outcome,status,valid,errors,warnings,notes,plies,played,start,moves\r\n";

/// The tags that both formats hold by what they write of the start.
pub(super) const POSITION_TAGS: &[&str] = &["FEN", "SetUp", "Position"];

/// The tags that have a column, or are known from one.
pub(super) const TAGS: &[&str] = &[
    "Event", "Site", "Date", "Round", "White", "Red", "Black", "Result", "Variant", "Board", "FEN",
    "SetUp", "Position",
];

/// Writes one record; `first` and `second` are the players, White or Red first.
pub(super) fn csv(replay: &Replay, source: &Source<'_>, record: u64, out: &mut String) {
    let tag = |name| replay.record.tag(name).unwrap_or_default().to_owned();
    let count = |severity| {
        let findings = replay.diagnostics.iter();
        let count = findings.filter(|finding| finding.severity() == severity);
        count.count().to_string()
    };
    let (first, second) = match replay.sides() {
        Sides::WhiteBlack => ("White", "Black"),
        Sides::RedBlack => ("Red", "Black"),
    };
    let line: Vec<_> = replay.record.tree.mainline().collect();
    let played: Vec<&PlyFacts> = line.iter().map_while(|&id| replay.facts(id)).collect();
    let moves: Vec<&str> = played.iter().map(|facts| facts.san.as_str()).collect();
    let rules = replay.rules.as_ref().map_or("", |rules| rules.about().name);
    let start = replay.start.as_deref().filter(|_| replay.start_given);
    let fields = [
        source.name.to_owned(),
        record.to_string(),
        source.place(replay.record.span.start).line.to_string(),
        rules.to_owned(),
        tag("Event"),
        tag("Site"),
        tag("Date"),
        tag("Round"),
        tag(first),
        tag(second),
        replay.result.map_or("*", Outcome::marker).to_owned(),
        replay.outcome.map_or("", Outcome::marker).to_owned(),
        replay.status.name().to_owned(),
        if replay.is_valid() { "yes" } else { "no" }.to_owned(),
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Note),
        line.len().to_string(),
        played.len().to_string(),
        start.unwrap_or_default().to_owned(),
        moves.join(" "),
    ];
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(Vec::new());
    // Writing to memory cannot fail, and the fields are text.
    if writer.write_record(&fields).is_ok()
        && let Ok(bytes) = writer.into_inner()
        && let Ok(line) = String::from_utf8(bytes)
    {
        out.push_str(&line);
    }
}
