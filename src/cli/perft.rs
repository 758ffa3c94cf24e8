//! `perft`: counts of move paths.

use super::args::{PerftArgs, ReportArgs};
use super::exit::ExitStatus;
use super::game::Given;
use super::io::Io;
use scoresheet::replay::Options;
use scoresheet::rules::{Rules, divide, perft};
use scoresheet::with_rules;
use std::io::{self, Write};

pub(super) fn run(args: &PerftArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let options = Options {
        rules: args.rules.0.clone(),
        positions: args.positions.into(),
        ..Options::default()
    };
    let given = Given::new(args.position.as_deref(), "", options);
    given.report(io, ReportArgs::PLAIN)?;
    let Some((set, position)) = given.reached() else {
        return Ok(ExitStatus::Failed);
    };
    with_rules!(set, rules => {
        let position = rules
            .read_position(position, &mut Vec::new())
            .expect("invariant: a position text that was written can be read");
        if args.divide && args.depth > 0 {
            let mut total: u64 = 0;
            for (r#move, count) in divide(rules, &position, args.depth) {
                let mut line = String::new();
                rules.write_coords(&position, r#move, &mut line);
                writeln!(io.out, "{line}: {count}")?;
                total = total.saturating_add(count);
            }
            writeln!(io.out, "{total}")?;
        } else {
            writeln!(io.out, "{}", perft(rules, &position, args.depth))?;
        }
    });
    Ok(ExitStatus::Valid)
}
