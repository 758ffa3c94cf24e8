//! `diagram`: boards of records, or of a position text.

use super::args::DiagramArgs;
use super::exit::ExitStatus;
use super::game::Given;
use super::input::{Inputs, Item, Piece};
use super::io::Io;
use super::records::{Records, Wanted};
use super::report::Report;
use super::work::{Step, options, over_records, unreadable};
use scoresheet::draw;
use scoresheet::notation::{Color, without_marks};
use scoresheet::record::NodeId;
use scoresheet::replay::{PlyFacts, Replay};
use scoresheet::syntax::Format;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(args: &DiagramArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if let Some(position) = &args.position {
        return of_position(args, position, io);
    }
    let report = Report::beside(args.read.report, io.look_of_reports(), io.least_told());
    let mut drawing = Drawing::new(args, report);
    over_records(
        &args.read,
        options(&args.read),
        |_| Wanted::All,
        io,
        |step, io| match step {
            Step::Piece(piece, mut records) => drawing.piece(&piece, &mut records, io),
            Step::End(end) => drawing.report.file(&end, &mut io.err).map(drop),
            Step::Unreadable { name, error } => {
                drawing.report.status = ExitStatus::Failed;
                unreadable(&name, &error, io)
            }
        },
    )?;
    drawing.report.finish(&mut io.err)?;
    drawing.finish(io)
}

/// Draws a position, or what moves made from it lead to.
fn of_position(args: &DiagramArgs, position: &str, io: &mut Io) -> io::Result<ExitStatus> {
    let moves = match moves_from_position(args) {
        Ok(moves) => moves,
        Err(why) => {
            writeln!(io.err, "scoresheet: {why}")?;
            return Ok(ExitStatus::Failed);
        }
    };
    let moves_text = moves.as_deref().unwrap_or_default();
    let given = Given::new(Some(position), moves_text, options(&args.read));
    if let Some(why) = given.not_bare_moves() {
        writeln!(io.err, "scoresheet: {why}")?;
        return Ok(ExitStatus::Failed);
    }
    let report = given.report(io, args.read.report)?;
    report.finish(&mut io.err)?;
    let Some(view) = &given.replay.start_view else {
        return Ok(ExitStatus::Failed);
    };
    if moves.is_none() {
        io.out.write_all(draw::board(view, look(args)).as_bytes())?;
        return Ok(ExitStatus::Valid);
    }
    let mut drawing = Drawing::new(args, report);
    // The moves are all that was given: `--move` names them, it does not choose among others.
    let alone = args.which.at_move.is_some() && !names_files(args);
    let chosen = if alone {
        drawing.last_of(&given.replay)
    } else {
        drawing.chosen(&given.replay)
    };
    for ply in chosen {
        drawing.board(&given.replay, ply, "command line", io)?;
    }
    drawing.finish(io)
}

/// Whether files were named, not only standard input.
fn names_files(args: &DiagramArgs) -> bool {
    args.read.files.iter().any(|file| file != Path::new("-"))
}

/// The moves to be made from the position on the command line, if any are asked for: those of `--move`, of the file, or
/// of standard input.
fn moves_from_position(args: &DiagramArgs) -> Result<Option<String>, String> {
    let which = &args.which;
    if let Some(moves) = which.at_move.as_ref().filter(|_| !names_files(args)) {
        return Ok(Some(moves.clone()));
    }
    let asked = args.steps || which.all || which.last || which.ply.is_some();
    if !asked && !names_files(args) {
        return Ok(None);
    }
    let mut text = None;
    for item in Inputs::new(&args.read, Arc::default()) {
        match item {
            Item::Unreadable { name, error } => return Err(format!("{name}: {error}")),
            Item::End(_) => {}
            Item::Piece(piece) => match piece.format {
                Format::Text | Format::Pgn if text.is_none() => text = Some(piece.chunk.text),
                _ => {
                    return Err(format!(
                        "{}: with --position one file with the moves of one game is read",
                        piece.name
                    ));
                }
            },
        }
    }
    Ok(Some(text.unwrap_or_default()))
}

fn look(args: &DiagramArgs) -> draw::Options {
    draw::Options {
        style: args.style.signs(),
        coordinates: args.coordinates,
        frame: args.frame,
        groups: args.groups,
        legend: args.legend.as_ref().and_then(|sign| sign.chars().next()),
    }
}

#[derive(Debug)]
struct Drawing<'a> {
    args: &'a DiagramArgs,
    report: Report,
    first: Option<First>,
    /// Records without the board asked for.
    missed: usize,
    /// Plies played in the longest of these.
    longest: usize,
}

/// A board drawn and what it shows.
#[derive(Debug)]
struct Board {
    caption: String,
    picture: String,
}

/// The first board gets a caption only when others follow.
#[derive(Debug)]
enum First {
    Alone(Board),
    Printed,
}

impl First {
    const fn alone(&self) -> Option<&Board> {
        match self {
            Self::Alone(board) => Some(board),
            Self::Printed => None,
        }
    }
}

impl<'a> Drawing<'a> {
    const fn new(args: &'a DiagramArgs, report: Report) -> Self {
        Self {
            args,
            report,
            first: None,
            missed: 0,
            longest: 0,
        }
    }

    /// Prints the only board, or says that there is none.
    fn finish(mut self, io: &mut Io) -> io::Result<ExitStatus> {
        if let Some(Board { picture, .. }) = self.first.as_ref().and_then(First::alone) {
            io.out.write_all(picture.as_bytes())?;
        }
        if self.first.is_none() && self.missed > 0 {
            self.report.status = ExitStatus::Failed;
            writeln!(io.err, "scoresheet: {}", self.nowhere())?;
        }
        Ok(self.report.status)
    }

    /// The last ply played.
    fn last_of(&mut self, replay: &Replay) -> Vec<Option<NodeId>> {
        let tree = &replay.record.tree;
        let is_played = |id: &NodeId| replay.facts(*id).is_some();
        let last = tree.mainline().take_while(is_played).last();
        // Why the first one was not played has been told.
        let told = self.report.status != ExitStatus::Valid;
        self.missed += usize::from(last.is_none() && !told);
        last.map(Some).into_iter().collect()
    }

    fn piece(&mut self, piece: &Piece, records: &mut Records, io: &mut Io) -> io::Result<()> {
        self.report.piece(piece, &mut io.err)?;
        for judged in &mut records.judged {
            if !io.quiet {
                judged.give_hint(piece);
            }
            let source = judged.source(piece);
            self.report.record(judged, &source, &mut io.err)?;
            let Some(replay) = judged.found.replay() else {
                continue;
            };
            let name = format!("{}: record {}", piece.name, self.report.number(judged));
            for ply in self.chosen(replay) {
                self.board(replay, ply, &name, io)?;
            }
        }
        self.report.piece_done(records.count);
        io.err.flush()
    }

    /// The plies after which the board is wanted; `None` is the start, to which no step leads. None at all in a record
    /// that has not the one asked for.
    fn chosen(&mut self, replay: &Replay) -> Vec<Option<NodeId>> {
        let tree = &replay.record.tree;
        let is_played = |id: &NodeId| replay.facts(*id).is_some();
        let played: Vec<NodeId> = tree.mainline().take_while(is_played).collect();
        let which = &self.args.which;
        let start = (!self.args.steps).then_some(None);
        if which.all {
            return start
                .into_iter()
                .chain(played.into_iter().map(Some))
                .collect();
        }
        let at = |ply: usize| match ply.checked_sub(1) {
            Some(before) => played.get(before).copied().map(Some),
            None => start,
        };
        let found = match (which.ply, &which.at_move) {
            (Some(ply), _) => at(ply),
            (None, Some(wanted)) => tree.ids().find(|&id| is_move(replay, id, wanted)).map(Some),
            (None, None) => at(played.len()),
        };
        if found.is_none() {
            self.missed += 1;
            self.longest = self.longest.max(played.len());
        }
        found.into_iter().collect()
    }

    /// That no record has the board asked for.
    fn nowhere(&self) -> String {
        let which = &self.args.which;
        let place = match self.missed {
            1 => String::new(),
            records => format!(" in any of {records} records"),
        };
        match (which.ply, &which.at_move) {
            (Some(0), _) | (None, None) => "no move leads to the start".to_owned(),
            (Some(ply), _) => format!(
                "there is no ply {ply}{place}; {} were played{}",
                self.longest,
                if self.missed == 1 { "" } else { " at most" }
            ),
            (None, Some(wanted)) => format!("no move `{wanted}` was played{place}"),
        }
    }

    fn board(
        &mut self,
        replay: &Replay,
        ply: Option<NodeId>,
        name: &str,
        io: &mut Io,
    ) -> io::Result<()> {
        let facts = ply.and_then(|id| replay.facts(id));
        let Some(picture) = self.picture(replay, ply) else {
            return Ok(());
        };
        let place = match facts {
            Some(facts) => format!("after {}", name_of(facts)),
            None => "at the start".to_owned(),
        };
        let board = Board {
            caption: format!("{name}, {place}"),
            picture,
        };
        match self.first.replace(First::Printed) {
            None => self.first = Some(First::Alone(board)),
            Some(First::Alone(first)) => {
                write!(io.out, "{}\n\n{}", first.caption, first.picture)?;
                write!(io.out, "\n{}\n\n{}", board.caption, board.picture)?;
            }
            Some(First::Printed) => {
                write!(io.out, "\n{}\n\n{}", board.caption, board.picture)?;
            }
        }
        Ok(())
    }

    /// The board after a ply, or all those that it leads through.
    fn picture(&self, replay: &Replay, ply: Option<NodeId>) -> Option<String> {
        let options = look(self.args);
        match ply.filter(|_| self.args.steps) {
            Some(id) => {
                let titles = titles(replay.facts(id)?);
                let steps: Vec<_> = titles
                    .into_iter()
                    .zip(replay.steps(id)?)
                    .map(|(title, view)| draw::Step { title, view })
                    .collect();
                Some(draw::steps(&steps, options))
            }
            None => {
                let (view, _) = replay.position_after(ply)?;
                let facts = ply.and_then(|id| replay.facts(id));
                Some(match facts.filter(|_| self.args.mark) {
                    Some(facts) => {
                        draw::marked_board(&view, &draw::marks_of(&facts.effect), options)
                    }
                    None => draw::board(&view, options),
                })
            }
        }
    }
}

/// What stands over the boards that a move leads through. A move of two operations is named over the last.
fn titles(facts: &PlyFacts) -> Vec<String> {
    let mut titles = vec!["before".to_owned()];
    if let [from, to, _] = facts.effect.path[..] {
        let mark = if facts.effect.captures_first() {
            '×'
        } else {
            '-'
        };
        titles.push(format!("after {from}{mark}{to}"));
    }
    titles.push(format!("after {}", name_of(facts)));
    titles
}

/// A move as scores count: `12... Rh4`.
fn name_of(facts: &PlyFacts) -> String {
    format!("{} {}", numbered(facts.number, facts.side), facts.local())
}

fn numbered(number: u32, side: Color) -> String {
    format!("{number}{}", side.dots())
}

/// Whether a ply is the one called `11... Rh4` (or `11...`), with or without marks.
fn is_move(replay: &Replay, id: NodeId, wanted: &str) -> bool {
    let Some(facts) = replay.facts(id) else {
        return false;
    };
    let Some(word) = wanted
        .trim()
        .strip_prefix(&numbered(facts.number, facts.side))
    else {
        return false;
    };
    let bare = |word: &str| without_marks(word.trim()).to_owned();
    let word = bare(word);
    // `1.` begins `1...` too.
    !word.starts_with('.')
        && (word.is_empty()
            || [
                facts.san.as_str(),
                facts.local(),
                &facts.coords,
                &replay.record.tree.node(id).text,
            ]
            .iter()
            .any(|name| bare(name) == word))
}
