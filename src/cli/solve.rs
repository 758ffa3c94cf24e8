//! `solve`: problems, and solutions printed for them.

use super::args::{Form, ReportArgs, SolveArgs};
use super::exit::ExitStatus;
use super::game::Given;
use super::input::Piece;
use super::io::Io;
use super::records::{Found, Records, Wanted};
use super::report::{Report, json_line};
use super::work::{Step, options, over_records, unreadable};
use rayon::{ThreadPool, ThreadPoolBuilder};
use scoresheet::diag::{Code, Located};
use scoresheet::notation::Color;
use scoresheet::notation::letters::Letters;
use scoresheet::record::{Comment, Tree};
use scoresheet::replay::{Options as ReplayOptions, Replay, replay};
use scoresheet::rules::Rules;
use scoresheet::schema::problem::{Flaw, Report as Solved};
use scoresheet::solve::{
    Options, Progress, Stipulation, Verdict, flaw_report, report, score, set_up, solve, verify,
};
use scoresheet::source::Source;
use scoresheet::syntax::{Format, PrintedProblem, read_problems};
use scoresheet::with_rules;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

pub(super) fn run(args: &SolveArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if matches!(args.read.report.format, Form::Github | Form::Sarif) {
        return Err(io::Error::other(
            "`solve` writes `--format human` or `json` only",
        ));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.read.jobs)
        .build()
        .map_err(io::Error::other)?;
    let desk = Desk { args, pool };
    match &args.position {
        Some(position) if !args.verify => desk.given(position, io),
        _ => desk.records(io),
    }
}

/// What the whole run needs.
#[derive(Debug)]
struct Desk<'a> {
    args: &'a SolveArgs,
    pool: ThreadPool,
}

/// A problem as it came in.
#[derive(Clone, Copy, Debug)]
struct Task<'a> {
    /// Where it comes from, in words.
    name: Option<&'a str>,
    /// The position, under its rules.
    replay: &'a Replay,
    stipulation: Stipulation,
    /// Those of the language that the problem is printed in.
    letters: Option<&'static Letters>,
    /// Whether the position text had to be read with the other side to move.
    turned: bool,
    /// The solution to be verified.
    printed: Option<(&'a Tree, &'a [Comment], &'static Letters)>,
}

/// What came of a problem.
#[derive(Debug)]
struct Answer {
    solved: Solved,
    /// The play for people.
    score: String,
    verdict: Verdict,
    nodes: u64,
    /// Whether the stipulation gave the move to the other side.
    turned: bool,
}

impl Desk<'_> {
    /// The problem on the command line.
    fn given(&self, position: &str, io: &mut Io) -> io::Result<ExitStatus> {
        let Some(stipulation) = self.args.stipulation else {
            return Err(io::Error::other("`--position` goes with `--stipulation`"));
        };
        let (position, turned) = self.position(position, stipulation);
        let given = Given::new(Some(&position), "", self.replay_options());
        given.report(io, ReportArgs::PLAIN)?;
        if given.reached().is_none() {
            return Ok(ExitStatus::Failed);
        }
        let task = Task {
            name: None,
            replay: &given.replay,
            stipulation,
            letters: None,
            turned,
            printed: None,
        };
        self.answer(task, io)
    }

    /// The problems in records.
    fn records(&self, io: &mut Io) -> io::Result<ExitStatus> {
        let mut status = ExitStatus::Valid;
        let mut reports = Report::new(ReportArgs::PLAIN, io.look_of_reports(), io.least_told());
        let all = |_: &Piece| Wanted::All;
        over_records(
            &self.args.read,
            options(&self.args.read),
            all,
            |step| match step {
                Step::Piece(piece, records) => {
                    let worst = self.piece(&piece, &records, &mut reports, io)?;
                    status = status.max(worst);
                    Ok(())
                }
                Step::End(end) => {
                    reports.file(&end, &mut io.err)?;
                    Ok(())
                }
                Step::Unreadable { name, error } => {
                    status = ExitStatus::Failed;
                    unreadable(&name, &error, io)
                }
            },
        )?;
        Ok(status.max(reports.status))
    }

    fn piece(
        &self,
        piece: &Piece,
        records: &Records,
        reports: &mut Report,
        io: &mut Io,
    ) -> io::Result<ExitStatus> {
        let mut status = ExitStatus::Valid;
        let text = piece.chunk.text.as_str();
        let problems = match piece.format {
            Format::Text => read_problems(text),
            Format::Pgn | Format::Coords | Format::Sgf | Format::Json | Format::Jsonl => Vec::new(),
        };
        if !problems.is_empty() {
            let count = problems.len();
            let source = piece.chunk.source(&piece.name);
            for (i, problem) in problems.into_iter().enumerate() {
                let PrintedProblem { record, letters } = problem;
                let mut options = self.replay_options();
                let letters = *options.letters.get_or_insert(letters);
                let replay = replay(record, text, &options);
                let number = reports.of_file(i);
                status = status.max(self.record(
                    &source,
                    &replay,
                    number,
                    Some(letters),
                    reports,
                    io,
                )?);
            }
            reports.piece_done(count);
            return Ok(status);
        }
        for judged in &records.judged {
            let source = judged.source(piece);
            let number = reports.number(judged);
            status = status.max(match &judged.found {
                Found::Replay(replay) => self.record(&source, replay, number, None, reports, io)?,
                Found::Unreadable(_) => {
                    let name = format!("{}: record {number}", piece.name);
                    self.refuse(&name, "is no record", io)?
                }
            });
        }
        reports.piece_done(records.count);
        Ok(status)
    }

    fn record(
        &self,
        source: &Source<'_>,
        replay: &Replay,
        number: usize,
        letters: Option<&'static Letters>,
        reports: &mut Report,
        io: &mut Io,
    ) -> io::Result<ExitStatus> {
        let name = format!("{}: record {number}", source.name);
        // The moves of a solution are judged by its own rules: who moves, and which of them are alternatives.
        let about_position = |located: &Located| {
            matches!(
                located.diagnostic.code,
                Code::BadPosition | Code::DoubtfulPosition | Code::UnknownVariant
            )
        };
        let all = Located::all(&replay.diagnostics, source, number);
        for located in all.into_iter().filter(about_position) {
            reports.tell(located, source, None, &mut io.err)?;
        }
        let tag = replay.record.tag("Stipulation").map(str::parse);
        let stipulation = match (self.args.stipulation, tag) {
            (Some(stipulation), _) | (None, Some(Ok(stipulation))) => stipulation,
            (None, Some(Err(error))) => return self.refuse(&name, &error.to_string(), io),
            (None, None) => return self.refuse(&name, "has no stipulation", io),
        };
        let printed = self.args.verify.then_some((
            &replay.record.tree,
            &replay.record.before[..],
            replay.letters,
        ));
        let given = self.args.position.as_deref();
        let given = given.map(|position| self.position(position, stipulation));
        let turned = given.as_ref().is_some_and(|&(_, turned)| turned);
        let given = given.map(|(text, _)| Given::new(Some(&text), "", self.replay_options()));
        if let Some(given) = &given {
            given.report(io, ReportArgs::PLAIN)?;
        }
        let replay = given.as_ref().map_or(replay, |given| &given.replay);
        if replay.start.is_none() || given.is_none() && !replay.start_given {
            return self.refuse(&name, "has no position that can be read", io);
        }
        let task = Task {
            name: Some(&name),
            replay,
            stipulation,
            letters,
            turned,
            printed,
        };
        self.answer(task, io)
    }

    fn replay_options(&self) -> ReplayOptions {
        options(&self.args.read)
    }

    /// The position text; with the other side to move, where the stipulation says so and it can be read only then.
    fn position(&self, text: &str, stipulation: Stipulation) -> (String, bool) {
        let set = self.replay_options().rules.unwrap_or_default();
        let reads = |text: &str| with_rules!(&set, rules => rules.read_position(text, &mut Vec::new()).is_ok());
        match turn(text, stipulation.first_mover()) {
            Some(turned) if !reads(text) && reads(&turned) => (turned, true),
            _ => (text.to_owned(), false),
        }
    }

    fn refuse(&self, name: &str, why: &str, io: &mut Io) -> io::Result<ExitStatus> {
        writeln!(io.err, "scoresheet: {name}: {why}")?;
        Ok(ExitStatus::Invalid)
    }

    fn answer(&self, task: Task<'_>, io: &mut Io) -> io::Result<ExitStatus> {
        let show =
            self.args.read.report.format == Form::Human && !io.quiet && io::stderr().is_terminal();
        let tell = |progress: Progress| {
            if show {
                // A line that cannot be written is no reason to stop.
                let _ = write!(io::stderr(), "\r{}", in_words(progress));
            }
        };
        let begun = Instant::now();
        let answer = self.pool.install(|| self.solve(task, &tell));
        if show {
            write!(io::stderr(), "\r\x1b[K")?;
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(why) => return self.refuse(task.name.unwrap_or("command line"), &why, io),
        };
        if answer.turned {
            let stipulation = task.stipulation;
            writeln!(
                io.err,
                "note: {stipulation} begins with the other side than the position text says"
            )?;
        }
        if io.verbose {
            let seconds = begun.elapsed().as_secs_f64();
            let speed = answer.nodes as f64 / seconds.max(1e-6);
            let nodes = answer.nodes;
            writeln!(
                io.err,
                "{nodes} nodes in {seconds:.2} s, {speed:.0} a second"
            )?;
        }
        self.print(task, &answer, io)?;
        let flaws = answer.solved.flaws.as_deref();
        let doubtful = flaws.is_some_and(|flaws| verified(flaws) != SOUND);
        if doubtful || answer.verdict == Verdict::NotFinished {
            Ok(ExitStatus::Invalid)
        } else {
            Ok(ExitStatus::Valid)
        }
    }

    fn solve(&self, task: Task<'_>, tell: &(dyn Fn(Progress) + Sync)) -> Result<Answer, String> {
        let options = Options {
            memory: self.args.memory,
            limits: self.args.limit,
            tries: self.args.tries,
        };
        let (Some(set), Some(start)) = (&task.replay.rules, &task.replay.start) else {
            return Err("has no position that can be read".to_owned());
        };
        with_rules!(set, rules => {
            let position = rules
                .read_position(start, &mut Vec::new())
                .map_err(|fault| fault.message)?;
            let problem = set_up(rules, position, task.stipulation)
                .map_err(|wrong| wrong.to_string())?;
            let solution = solve(rules, &problem, &options, tell);
            let letters = self.args.read.game.letters.0.or(task.letters);
            let letters = letters.unwrap_or(letters_of(rules));
            let mut solved = report(rules, &problem, &solution, letters);
            solved.flaws = task.printed.map(|(tree, before, own)| {
                verify(rules, &problem, &solution, tree, before, own, &options)
                    .iter()
                    .map(|flaw| flaw_report(rules, &problem, flaw, tree, letters))
                    .collect()
            });
            if let Some(verdict @ ("not verified" | "not finished")) =
                solved.flaws.as_deref().map(verified)
            {
                solved.verdict = verdict.to_owned();
            }
            Ok(Answer {
                solved,
                score: score(rules, &problem, &solution, letters),
                verdict: solution.verdict(),
                nodes: solution.nodes,
                turned: task.turned || problem.turned,
            })
        })
    }

    fn print(&self, task: Task<'_>, answer: &Answer, io: &mut Io) -> io::Result<()> {
        if self.args.read.report.format == Form::Json {
            return json_line(&mut io.out, &answer.solved);
        }
        let name = task
            .name
            .map(|name| format!("{name}: "))
            .unwrap_or_default();
        let stipulation = task.stipulation;
        match &answer.solved.flaws {
            None => {
                writeln!(io.out, "{name}{stipulation}: {}", answer.verdict)?;
                write!(io.out, "{}", answer.score)
            }
            Some(flaws) => {
                let verdict = verified(flaws);
                writeln!(io.out, "{name}{stipulation}: {verdict}")?;
                for flaw in flaws {
                    writeln!(io.out, "   {}", flaw.message)?;
                }
                Ok(())
            }
        }
    }
}

/// What is said of a printed solution in which nothing is wrong.
const SOUND: &str = "sound";

/// What is to be said of a printed solution in which this was found; sound only if all of it was verified.
fn verified(flaws: &[Flaw]) -> &'static str {
    let some = |kind: &str| flaws.iter().any(|flaw| flaw.kind == kind);
    if flaws.iter().any(|flaw| flaw.fatal) {
        "unsound"
    } else if some("not-finished") {
        "not finished"
    } else if some("unverified") {
        "not verified"
    } else {
        SOUND
    }
}

/// The position text with the move given to `mover`; `None` where that side has it.
fn turn(text: &str, mover: Color) -> Option<String> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let (has, gets) = match mover {
        Color::White => ("b", "w"),
        Color::Black => ("w", "b"),
    };
    let place = fields.get_mut(1).filter(|field| **field == has)?;
    *place = gets;
    // Nothing can be taken in passing by the side that has just moved.
    if let Some(en_passant) = fields.get_mut(3) {
        *en_passant = "-";
    }
    Some(fields.join(" "))
}

/// The letters in which the problems of a game are published.
const fn letters_of<R: Rules>(_rules: &R) -> &'static Letters {
    R::PROBLEM_LETTERS
}

/// How far a search has come, on one line.
fn in_words(progress: Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let speed = progress.nodes as f64 / seconds.max(1e-6);
    format!(
        "{} of {} parts, {} nodes, {speed:.0} a second\x1b[K",
        progress.done, progress.tasks, progress.nodes
    )
}
