//! `schema`: the JSON schemas of what the program writes.

use super::args::{SchemaArgs, WhichSchema};
use super::exit::ExitStatus;
use super::io::Io;
use scoresheet::schema::schemas;
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) fn run(args: &SchemaArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let [record, diagnostic, problem, repair, stats] = schemas();
    match args.which {
        Some(WhichSchema::Record) => serde_json::to_writer_pretty(&mut io.out, &record.1)?,
        Some(WhichSchema::Diagnostic) => serde_json::to_writer_pretty(&mut io.out, &diagnostic.1)?,
        Some(WhichSchema::Problem) => serde_json::to_writer_pretty(&mut io.out, &problem.1)?,
        Some(WhichSchema::Repair) => serde_json::to_writer_pretty(&mut io.out, &repair.1)?,
        Some(WhichSchema::Stats) => serde_json::to_writer_pretty(&mut io.out, &stats.1)?,
        None => {
            let all = BTreeMap::from([record, diagnostic, problem, repair, stats]);
            serde_json::to_writer_pretty(&mut io.out, &all)?;
        }
    }
    writeln!(io.out)?;
    Ok(ExitStatus::Valid)
}
