//! `stats`: figures about many records.

use super::args::{Form, ReportArgs, StatsArgs};
use super::exit::ExitStatus;
use super::input::Piece;
use super::io::Io;
use super::records::{Found, Judged, Records, Wanted};
use super::report::{Report, json_line};
use super::verdict::counted;
use super::work::{Step, options, over_records, unreadable};
use scoresheet::diag::Severity;
use scoresheet::notation::Outcome;
use scoresheet::notation::clock::shown as shown_time;
use scoresheet::record::Clocks;
use scoresheet::replay::Replay;
use scoresheet::schema::stats::{Count, Spread, Stats, StatsSchema, Top};
use std::collections::HashMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Plies that make an opening.
const OPENING: usize = 4;

/// What stands for a value that is not known.
const UNKNOWN: &str = "?";

pub(super) fn run(args: &StatsArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let form = args.read.report.format;
    let began = Instant::now();
    let mut report = Report::beside(ReportArgs::PLAIN, io.look_of_reports(), io.least_told());
    let mut tally = Tally::default();
    over_records(
        &args.read,
        options(&args.read),
        |_| Wanted::All,
        io,
        |step, io| match step {
            Step::Piece(piece, mut records) => {
                report.piece(&piece, &mut io.err)?;
                tally.piece(&piece, &records);
                // Why reading ends here.
                if let Some(level) = args.read.stops_at() {
                    let ends = |judged: &&mut Judged| judged.fails(level);
                    for judged in records.judged.iter_mut().filter(ends) {
                        judged.give_hint(&piece);
                        let source = judged.source(&piece);
                        report.record(judged, &source, &mut io.err)?;
                    }
                }
                report.piece_done(records.count);
                Ok(())
            }
            Step::End(end) => {
                tally.files += 1;
                report.file(&end, &mut io.err).map(|_| ())
            }
            Step::Unreadable { name, error } => {
                report.status = ExitStatus::Failed;
                unreadable(&name, &error, io)
            }
        },
    )?;
    let worst = tally.worst;
    let stats = tally.finish(args.top);
    match form {
        Form::Json => json_line(&mut io.out, &stats)?,
        Form::Human | Form::Github | Form::Sarif => io.out.write_all(shown(&stats).as_bytes())?,
    }
    if io.verbose {
        // Not among the figures: these are the same whenever the same records are counted.
        let seconds = began.elapsed().as_secs_f64();
        io.out.flush()?;
        writeln!(io.err, "counted in {seconds:.2} s")?;
    }
    let deny_warnings = args.read.report.deny_warnings;
    Ok(match worst {
        Some(worst) => report.status.and(ExitStatus::of(worst, deny_warnings)),
        None => report.status,
    })
}

/// What has been counted.
#[derive(Debug, Default)]
struct Tally {
    files: u64,
    bytes: u64,
    records: u64,
    valid: u64,
    plies: Spread,
    variations: u64,
    comments: u64,
    results: Counts,
    statuses: Counts,
    rules: Counts,
    findings: Counts,
    years: Spread,
    ratings: Spread,
    move_times: Spread,
    players: Counts,
    events: Counts,
    openings: Counts,
    worst: Option<Severity>,
}

/// How often each name occurs.
#[derive(Debug, Default)]
struct Counts(HashMap<String, u64>);

impl Counts {
    fn add(&mut self, name: &str) {
        match self.0.get_mut(name) {
            Some(count) => *count += 1,
            None => {
                self.0.insert(name.to_owned(), 1);
            }
        }
    }

    /// The most frequent first; of equal ones by name.
    fn list(self) -> Vec<Count> {
        let counts = self.0.into_iter();
        let mut list: Vec<Count> = counts.map(|(name, count)| Count { name, count }).collect();
        list.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
        list
    }

    fn top(self, count: usize) -> Top {
        let mut most = self.list();
        let different = most.len() as u64;
        most.truncate(count);
        Top { different, most }
    }
}

impl Tally {
    fn piece(&mut self, piece: &Piece, records: &Records) {
        let chunk = &piece.chunk;
        self.bytes += chunk
            .too_long
            .unwrap_or_else(|| chunk.encoding.bytes_of(piece.source().text));
        self.records += (records.count - records.left_out) as u64;
        for judged in &records.judged {
            for finding in judged.found.diagnostics() {
                let code = finding.code;
                self.findings.add(&format!("{} {}", code.id(), code.slug()));
                self.worst = self.worst.max(Some(finding.severity()));
            }
            match &judged.found {
                Found::Replay(replay) => self.replay(replay),
                Found::Noted(_) | Found::Label(_) | Found::Unreadable(_) => {}
            }
        }
    }

    fn replay(&mut self, replay: &Replay) {
        let (record, tree) = (&replay.record, &replay.record.tree);
        self.valid += u64::from(replay.is_valid());
        self.plies.add(tree.mainline().count() as u64);
        let mut comments = record.before.len() + record.after.len();
        for node in tree.ids().map(|id| tree.node(id)) {
            self.variations += node.variations.len() as u64;
            comments += node.before.len() + node.after.len();
        }
        self.comments += comments as u64;
        self.results.add(replay.result.map_or("*", Outcome::marker));
        self.statuses.add(replay.status.name());
        let rules = replay.rules.as_ref();
        self.rules
            .add(rules.map_or("none", |rules| rules.about().name));
        for name in ["White", "Red", "Black"] {
            if let Some(player) = known(replay, name) {
                self.players.add(player);
            }
        }
        for name in ["WhiteElo", "RedElo", "BlackElo"] {
            let rating = known(replay, name).and_then(|rating| rating.parse().ok());
            if let Some(rating) = rating.filter(|&rating: &u64| (1..10_000).contains(&rating)) {
                self.ratings.add(rating);
            }
        }
        let year = known(replay, "Date").and_then(|date| date.get(..4)?.parse().ok());
        if let Some(year) = year.filter(|&year: &u64| year > 0) {
            self.years.add(year);
        }
        let clocks = Clocks::of(record);
        for id in tree.mainline() {
            if let Some(took) = clocks.said(id).or_else(|| clocks.reckoned(id)) {
                self.move_times.add(took.as_millis() as u64);
            }
        }
        if let Some(event) = known(replay, "Event") {
            self.events.add(event);
        }
        if !replay.start_given {
            let played = tree.mainline().map_while(|id| replay.facts(id));
            let words: Vec<&str> = played.map(|facts| &*facts.san).take(OPENING).collect();
            if words.len() == OPENING {
                self.openings.add(&words.join(" "));
            }
        }
    }

    fn finish(self, top: usize) -> Stats {
        Stats {
            schema: StatsSchema::V1,
            files: self.files,
            bytes: self.bytes,
            records: self.records,
            valid: self.valid,
            plies: self.plies,
            variations: self.variations,
            comments: self.comments,
            results: self.results.list(),
            statuses: self.statuses.list(),
            rules: self.rules.list(),
            findings: self.findings.list(),
            years: self.years,
            ratings: self.ratings,
            move_times: self.move_times,
            players: self.players.top(top),
            events: self.events.top(top),
            openings: self.openings.top(top),
        }
    }
}

/// The value of a tag, if it is one.
fn known<'r>(replay: &'r Replay, name: &str) -> Option<&'r str> {
    let value = replay.record.tag(name)?.trim();
    (!value.is_empty() && value != UNKNOWN).then_some(value)
}

/// The figures for people.
fn shown(stats: &Stats) -> String {
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    let mut row = |name, lines: Vec<String>| {
        if !lines.is_empty() {
            rows.push((name, lines));
        }
    };
    let in_files = counted(stats.files, "file");
    let records = counted(stats.records, "record");
    row(
        "records",
        vec![format!("{records} in {in_files}, {} valid", stats.valid)],
    );
    row("plies", spread(&stats.plies, true));
    row(
        "besides",
        vec![format!(
            "{}, {}",
            counted(stats.variations, "variation"),
            counted(stats.comments, "comment")
        )],
    );
    row("results", one_line(&stats.results));
    row("status", one_line(&stats.statuses));
    row("rules", one_line(&stats.rules));
    row("years", spread(&stats.years, false));
    row("ratings", spread(&stats.ratings, false));
    row("clocks", times(&stats.move_times));
    row("findings", listed(&stats.findings));
    row("players", top(&stats.players));
    row("events", top(&stats.events));
    row("openings", top(&stats.openings));
    let megabytes = stats.bytes as f64 / 1e6;
    row("size", vec![format!("{megabytes:.1} MB")]);
    let mut out = String::new();
    for (name, lines) in rows {
        for (i, line) in lines.into_iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            out.push_str(&format!("{name:<10}{line}\n"));
        }
    }
    out
}

/// `1,234: 2 to 80, 40.5 on average`.
fn spread(spread: &Spread, with_sum: bool) -> Vec<String> {
    let (Some(least), Some(greatest), Some(mean)) = (spread.least, spread.greatest, spread.mean())
    else {
        return Vec::new();
    };
    let range = format!("{least} to {greatest}, {mean:.1} on average");
    vec![if with_sum {
        format!("{}: {range}", spread.sum)
    } else {
        range
    }]
}

/// `742 moves in 3:02:10: 0:00:00 to 0:04:31, 0:00:14.7 on average`.
fn times(spread: &Spread) -> Vec<String> {
    let (Some(least), Some(greatest), Some(mean)) = (spread.least, spread.greatest, spread.mean())
    else {
        return Vec::new();
    };
    let [sum, least, greatest, mean] = [spread.sum, least, greatest, mean as u64]
        .map(|time| shown_time(Duration::from_millis(time)));
    let moves = counted(spread.count, "move");
    vec![format!(
        "{moves} in {sum}: {least} to {greatest}, {mean} on average"
    )]
}

fn one_line(counts: &[Count]) -> Vec<String> {
    let all: Vec<_> = counts
        .iter()
        .map(|count| format!("{} {}", count.name, count.count))
        .collect();
    if all.is_empty() {
        Vec::new()
    } else {
        vec![all.join(", ")]
    }
}

fn listed(counts: &[Count]) -> Vec<String> {
    counts
        .iter()
        .map(|count| format!("{:>8}  {}", count.count, count.name))
        .collect()
}

fn top(top: &Top) -> Vec<String> {
    let mut lines = listed(&top.most);
    let more = top.different - top.most.len() as u64;
    if more > 0 {
        lines.push(format!("{more:>8}  more"));
    }
    lines
}
