//! CPU time, wall time and peak memory of whole programs.

use crate::programs::{Program, Setup};
use crate::{print_head, print_row};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What one run took.
#[derive(Clone, Copy, Debug)]
struct Run {
    cpu: Duration,
    wall: Duration,
    /// Bytes.
    peak: u64,
    /// Whether the exit code tells of faults.
    faulty: bool,
}

/// Runs a program to its end. Its exit code says what it found and does not matter here, a signal does.
fn run(mut command: Command) -> io::Result<Run> {
    let begin = Instant::now();
    let ended = command.spawn()?.wait4()?;
    let wall = begin.elapsed();
    match ended.status.code() {
        Some(code @ 0..=2) => Ok(Run {
            faulty: code != 0,
            cpu: ended.rusage.utime + ended.rusage.stime,
            wall,
            peak: ended.rusage.maxrss,
        }),
        _ => Err(io::Error::other(format!(
            "{command:?} failed: {}",
            ended.status
        ))),
    }
}

/// The runs of one program.
#[derive(Debug, Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn sorted(&self, what: impl Fn(&Run) -> Duration) -> Vec<f64> {
        let mut all: Vec<_> = self.0.iter().map(|run| what(run).as_secs_f64()).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    fn best(&self, what: impl Fn(&Run) -> Duration) -> f64 {
        self.sorted(what)[0]
    }

    fn median(&self, what: impl Fn(&Run) -> Duration) -> f64 {
        self.sorted(what)[self.0.len() / 2]
    }

    fn peak(&self) -> u64 {
        self.0.iter().map(|run| run.peak).max().unwrap_or_default()
    }
}

/// Compares the programs on each file.
///
/// # Errors
/// When a file cannot be read or a program fails.
pub fn compare(setup: &Setup, files: &[PathBuf], runs: usize) -> io::Result<()> {
    for file in files {
        compare_on(setup, file, runs)?;
    }
    Ok(())
}

fn compare_on(setup: &Setup, file: &Path, runs: usize) -> io::Result<()> {
    let megabytes = file.metadata()?.len() as f64 / 1e6;
    let programs: Vec<_> = setup.programs().collect();
    let mut all: Vec<_> = programs.iter().map(|_| Runs::default()).collect();
    let mut on_two = Runs::default();
    for round in 0..runs {
        for (&program, runs) in programs.iter().zip(&mut all) {
            if program != Program::Python || round == 0 {
                runs.0.push(run(setup.command(program, file))?);
            }
        }
        on_two.0.push(run(setup.jobs(2, file))?);
    }
    print_head(
        &format!("{}, {megabytes:.1} MB", file.display()),
        &[
            "best CPU s",
            "median CPU s",
            "MB/s",
            "x best",
            "x median",
            "peak MiB",
        ],
    );
    let ours = &all[0];
    if ours.0.iter().any(|run| run.faulty) {
        println!("  no fair measure: the file has errors, and -q stops judging at the first");
    }
    for (&program, runs) in programs.iter().zip(&all) {
        let (best, median) = (runs.best(|run| run.cpu), runs.median(|run| run.cpu));
        print_row(
            program,
            &[
                format!("{best:.3}"),
                format!("{median:.3}"),
                format!("{:.1}", megabytes / best),
                format!("{:.2}", best / ours.best(|run| run.cpu)),
                format!("{:.2}", median / ours.median(|run| run.cpu)),
                format!("{:.1}", runs.peak() as f64 / f64::from(1 << 20)),
            ],
        );
    }
    println!(
        "  -q with -j 2: {:.2} times as fast by the clock (best of {runs}), peak {:.1} MiB",
        ours.best(|run| run.wall) / on_two.best(|run| run.wall),
        on_two.peak() as f64 / f64::from(1 << 20)
    );
    Ok(())
}
