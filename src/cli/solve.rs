//! `solve`: problems, and solutions printed for them.

use super::args::{Form, ReadArgs, ReportArgs, SolveArgs, When};
use super::exit::ExitStatus;
use super::game::Given;
use super::input::Piece;
use super::io::Io;
use super::jobs::pool;
use super::records::{Records, Wanted};
use super::report::{Report, json_line};
use super::work::{Step, enough, options, over_records, unreadable};
use rayon::ThreadPool;
use scoresheet::diag::human::Human;
use scoresheet::diag::{Code, Located, Severity};
use scoresheet::notation::letters::Letters;
use scoresheet::notation::men::{Men, read_list};
use scoresheet::notation::{Color, Words};
use scoresheet::record::{Comment, Tree};
use scoresheet::replay::{Options as ReplayOptions, Replay};
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::schema;
use scoresheet::schema::problem::{Flaw as FlawReport, Report as Solved};
use scoresheet::solve::{
    At, Flaw, FlawKind, Limits, Options, Progress, Stipulation, Told, Verdict, Weight, report,
    score, set_up, solve, tell as tell_flaw, verify,
};
use scoresheet::source::{Source, Span};
use scoresheet::with_rules;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

pub(super) fn run(args: &SolveArgs, io: &mut Io) -> io::Result<ExitStatus> {
    if let Some(set) = &args.read.game.rules.0
        && !has_problems(set)
    {
        return Err(io::Error::other(NO_PROBLEMS));
    }
    let pool = pool(args.read.jobs)?;
    let human = Human::new(io.look_of_reports());
    let desk = Desk { args, pool, human };
    match &args.position {
        Some(position) if !args.verify => desk.given(position, io),
        _ => desk.records(io),
    }
}

/// Why there is nothing to be solved.
const NO_PROBLEMS: &str = "`solve` knows problems of chess and its relatives, none of stones";

/// Whether there are problems of a game: stipulations speak of kings.
fn has_problems(set: &RuleSet) -> bool {
    set.words() == Words::Chess
}

/// What the whole run needs.
#[derive(Debug)]
struct Desk<'a> {
    args: &'a SolveArgs,
    pool: ThreadPool,
    /// For words of a text that are told on a line of their own.
    human: Human,
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
    printed: Option<Printed<'a>>,
    /// Whether the men are not those that are said to be there.
    doubtful: bool,
}

/// A printed solution.
#[derive(Clone, Copy, Debug)]
struct Printed<'a> {
    tree: &'a Tree,
    before: &'a [Comment],
    letters: &'static Letters,
    /// Where the problem stands.
    place: Span,
    source: &'a Source<'a>,
    /// The number of the record in its file.
    number: usize,
}

/// What came of a problem.
#[derive(Debug)]
struct Answer {
    solved: Solved,
    verdict: Verdict,
    /// What is wrong with the printed solution: each flaw with its weight and its place.
    flaws: Vec<Wrong>,
    /// Whether there are more.
    cut: bool,
    nodes: u64,
    /// Whether the stipulation gave the move to the other side.
    turned: bool,
}

/// A flaw of a printed solution.
#[derive(Debug)]
struct Wrong {
    weight: Weight,
    /// Whether it is shown in its place in the text.
    in_place: bool,
    finding: Located,
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
            doubtful: false,
        };
        self.answer(task, None, io)
    }

    /// The problems in records.
    fn records(&self, io: &mut Io) -> io::Result<ExitStatus> {
        let mut status = ExitStatus::Valid;
        let mut reports = Report::new(ReportArgs::PLAIN, io.look_of_reports(), io.least_told());
        let all = |_| Wanted::All;
        let read = ReadArgs {
            // What stops it is found here: the moves of a solution are not judged as those of a game.
            fail_fast: false,
            // Neither is how far the work has come told by what was read.
            progress: When::Never,
            ..self.args.read.clone()
        };
        over_records(&read, options(&read), all, io, |step, io| {
            match step {
                Step::Piece(piece, records) => {
                    let worst = self.piece(&piece, &records, &mut reports, io)?;
                    status = status.max(worst);
                }
                Step::End(end) => {
                    reports.file(&end, &mut io.err)?;
                }
                Step::Unreadable { name, error } => {
                    status = ExitStatus::Failed;
                    unreadable(&name, &error, io)?;
                }
            }
            if self.stops_at(status.max(reports.status)) {
                return Err(enough());
            }
            Ok(())
        })?;
        Ok(status.max(reports.status))
    }

    /// Whether no more is solved, `status` having come of what was.
    fn stops_at(&self, status: ExitStatus) -> bool {
        self.args.read.fail_fast && status != ExitStatus::Valid
    }

    fn piece(
        &self,
        piece: &Piece,
        records: &Records,
        reports: &mut Report,
        io: &mut Io,
    ) -> io::Result<ExitStatus> {
        let mut status = ExitStatus::Valid;
        // Twins are read from the same stretch, and have the men of their problem.
        let mut doubtful = None;
        for judged in &records.judged {
            let source = judged.source(piece);
            let number = reports.number(judged);
            status = status.max(match judged.found.replay() {
                Some(replay) => {
                    if replay.start.is_some() && has_impossible_men(replay) {
                        doubtful = Some(&judged.at);
                    }
                    let is_doubtful = doubtful == Some(&judged.at);
                    self.record(&source, replay, number, is_doubtful, reports, io)?
                }
                None => {
                    let name = format!("{}: record {number}", piece.name);
                    self.refuse(&name, "is no record", io)?
                }
            });
            if self.stops_at(status) {
                break;
            }
        }
        reports.piece_done(records.count);
        Ok(status)
    }

    fn record(
        &self,
        source: &Source<'_>,
        replay: &Replay,
        number: usize,
        doubtful: bool,
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
        if !replay.rules.as_ref().is_none_or(has_problems) {
            return self.refuse(&name, NO_PROBLEMS, io);
        }
        let tag = replay.record.tag("Stipulation").map(str::parse);
        let stipulation = match (self.args.stipulation, tag) {
            (Some(stipulation), _) | (None, Some(Ok(stipulation))) => stipulation,
            (None, Some(Err(error))) => return self.refuse(&name, &error.to_string(), io),
            (None, None) => return self.refuse(&name, "has no stipulation", io),
        };
        let tag = replay.record.find_tag("Stipulation");
        let printed = self.args.verify.then(|| Printed {
            tree: &replay.record.tree,
            before: &replay.record.before,
            letters: replay.letters,
            place: tag.map_or(replay.record.span, |tag| tag.value.span),
            source,
            number,
        });
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
            letters: replay.letters_of_men(),
            turned,
            printed,
            doubtful: doubtful && given.is_none(),
        };
        self.answer(task, Some(reports), io)
    }

    fn replay_options(&self) -> ReplayOptions {
        options(&self.args.read)
    }

    /// The position text; with the other side to move, where the stipulation says so and it can be read only then.
    fn position(&self, text: &str, stipulation: Stipulation) -> (String, bool) {
        if let Some(men) = Men::of_tag(text).filter(|_| read_list(text, 0).is_some()) {
            return (men.fen(stipulation.first_mover()), false);
        }
        let set = self.replay_options().rules.unwrap_or_default();
        let reads = |text: &str| with_rules!(&set, rules => rules.read_position(text, &mut Vec::new()).is_ok());
        match turn(text, stipulation.first_mover()) {
            Some(turned) if !reads(text) && reads(&turned) => (turned, true),
            _ => (text.to_owned(), false),
        }
    }

    fn refuse(&self, name: &str, why: &str, io: &mut Io) -> io::Result<ExitStatus> {
        let said = self.human.line(&format!("{name}: {why}"));
        writeln!(io.err, "scoresheet: {said}")?;
        Ok(ExitStatus::Invalid)
    }

    fn answer(
        &self,
        task: Task<'_>,
        reports: Option<&mut Report>,
        io: &mut Io,
    ) -> io::Result<ExitStatus> {
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
        self.print(task, &answer, reports, io)?;
        let sound = answer.solved.verified.is_none_or(|said| said == SOUND);
        if !sound || task.doubtful || answer.verdict == Verdict::NotFinished {
            Ok(ExitStatus::Invalid)
        } else {
            Ok(ExitStatus::Valid)
        }
    }

    fn solve(&self, task: Task<'_>, tell: &(dyn Fn(Progress) + Sync)) -> Result<Answer, String> {
        let options = Options {
            memory: self.args.memory,
            limits: Limits {
                lines: self.args.solutions,
                ..self.args.limit
            },
            tries: self.args.tries,
        };
        let (Some(set), Some(start)) = (&task.replay.rules, &task.replay.start) else {
            return Err("has no position that can be read".to_owned());
        };
        if !has_problems(set) {
            return Err(NO_PROBLEMS.to_owned());
        }
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
            let (mut wrong, mut cut) = (Vec::new(), false);
            if let Some(printed) = &task.printed {
                let Printed { tree, before, letters: own, place, .. } = *printed;
                let flaws = verify(rules, &problem, &solution, tree, before, own, &options);
                let most = self.args.solutions;
                cut = flaws.len() > most;
                solved.unlisted |= cut;
                let told = flaws.iter().take(most).map(|flaw| {
                    let told = tell_flaw(rules, &problem, flaw, tree, place, letters);
                    printed.flaw(&flaw.kind, flaw.at, told)
                });
                let (reported, found): (Vec<_>, Vec<_>) = told.unzip();
                wrong = found;
                solved.flaws = Some(reported);
                let heaviest = flaws.iter().map(|flaw| flaw.kind.weight()).max();
                solved.complete = Some(heaviest.is_none_or(|weight| weight == Weight::Remark));
                let cut = |flaw: &Flaw<_>| matches!(flaw.kind, FlawKind::NotFinished(_));
                let said = verified(heaviest, flaws.iter().any(cut));
                if matches!(said, NOT_VERIFIED | NOT_FINISHED) {
                    solved.verdict = said.to_owned();
                }
                solved.verified = Some(said);
            }
            if task.doubtful {
                solved.verdict = IN_DOUBT.to_owned();
                solved.verified = task.printed.map(|_| IN_DOUBT);
                solved.complete = task.printed.map(|_| false);
            }
            Ok(Answer {
                solved,
                verdict: solution.verdict(),
                flaws: wrong,
                cut,
                nodes: solution.nodes,
                turned: task.turned || problem.turned,
            })
        })
    }

    fn print(
        &self,
        task: Task<'_>,
        answer: &Answer,
        reports: Option<&mut Report>,
        io: &mut Io,
    ) -> io::Result<()> {
        let solved = &answer.solved;
        if self.args.read.report.format == Form::Json {
            return json_line(&mut io.out, solved);
        }
        let name = task
            .name
            .map(|name| format!("{name}: "))
            .unwrap_or_default();
        let stipulation = task.stipulation;
        let Some(printed) = &task.printed else {
            writeln!(io.out, "{name}{stipulation}: {}", solved.verdict)?;
            return write!(io.out, "{}", score(solved));
        };
        let verdict = solved.verified.unwrap_or_default();
        let gap = answer.flaws.iter().any(|wrong| wrong.weight == Weight::Gap);
        let extent = match (verdict, gap) {
            (SOUND, true) => ", not printed in full",
            _ => "",
        };
        writeln!(io.out, "{name}{stipulation}: {verdict}{extent}")?;
        let mut reports = reports;
        for wrong in &answer.flaws {
            match &mut reports {
                Some(reports) if wrong.in_place => {
                    reports.tell(wrong.finding.clone(), printed.source, None, &mut io.out)?;
                }
                _ => {
                    let message = &wrong.finding.diagnostic.message;
                    writeln!(io.out, "   {}", self.human.line(message))?;
                }
            }
        }
        if answer.cut {
            writeln!(io.out, "   and more; not all is listed")?;
        }
        Ok(())
    }
}

/// Whether the men of a problem that could be read cannot be right.
fn has_impossible_men(replay: &Replay) -> bool {
    let mut findings = replay.diagnostics.iter();
    findings
        .any(|finding| finding.code == Code::BadPosition && finding.severity() == Severity::Error)
}

impl Printed<'_> {
    /// A flaw for machines and for people.
    fn flaw<M>(&self, kind: &FlawKind<M>, at: At, told: Told) -> (FlawReport, Wrong) {
        let finding = Located::new(&told.finding, self.source, self.number);
        let weight = kind.weight();
        let flaw = FlawReport {
            kind: kind.name(),
            fatal: weight == Weight::Fatal,
            line: told.line,
            moves: told.moves,
            message: told.finding.message,
            diagnostic: schema::Diagnostic::from(&finding),
        };
        // Of what is missing no place in the text says more than the message does.
        let wrong = Wrong {
            weight,
            in_place: kind.is_about_word() && at != At::Problem,
            finding,
        };
        (flaw, wrong)
    }
}

/// What is said of a printed solution in which nothing is wrong.
const SOUND: &str = "sound";
/// What is said of one of which something could not be judged.
const NOT_VERIFIED: &str = "not verified";
/// What is said when the search stopped before its end.
const NOT_FINISHED: &str = "not finished";
/// What is said of men that do not fit their count.
const IN_DOUBT: &str = "position in doubt";

/// What is to be said of a printed solution whose heaviest flaw weighs so much; sound only if nothing is open. `cut`: the
/// search was.
const fn verified(heaviest: Option<Weight>, cut: bool) -> &'static str {
    match heaviest {
        Some(Weight::Fatal) => "unsound",
        Some(Weight::Open) if cut => NOT_FINISHED,
        Some(Weight::Open) => NOT_VERIFIED,
        Some(Weight::Gap | Weight::Remark) | None => SOUND,
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
