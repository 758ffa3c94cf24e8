//! `rules`: the rule sets, their options and sources.

use super::args::{ListForm, RulesArgs};
use super::exit::ExitStatus;
use super::io::Io;
use scoresheet::rules::{About, RuleSet};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    aliases: Vec<&'static str>,
    variant: Option<&'static str>,
    options: Vec<OptionEntry>,
    summary: &'static str,
    source: &'static str,
}

#[derive(Debug, Serialize)]
struct OptionEntry {
    name: &'static str,
    default: &'static str,
    summary: &'static str,
}

impl Entry {
    fn new(about: &About) -> Self {
        let option =
            |&(name, default, summary): &(&'static str, &'static str, &'static str)| OptionEntry {
                name,
                default,
                summary,
            };
        Self {
            name: about.name,
            aliases: about.aliases.iter().map(|&(alias, _)| alias).collect(),
            variant: about.variant,
            options: about.options.iter().map(option).collect(),
            summary: about.summary,
            source: about.source,
        }
    }
}

pub(super) fn run(args: &RulesArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let entries: Vec<Entry> = RuleSet::ABOUT
        .iter()
        .map(|about| Entry::new(about))
        .collect();
    match args.format {
        ListForm::Json => {
            serde_json::to_writer_pretty(&mut io.out, &entries)?;
            writeln!(io.out)?;
        }
        ListForm::Human => {
            for (i, entry) in entries.iter().enumerate() {
                if i > 0 {
                    writeln!(io.out)?;
                }
                print(entry, &mut io.out)?;
            }
        }
    }
    Ok(ExitStatus::Valid)
}

fn print(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}", entry.name, entry.summary)?;
    if !entry.aliases.is_empty() {
        writeln!(out, "  also called  {}", entry.aliases.join(", "))?;
    }
    if let Some(variant) = entry.variant {
        writeln!(out, "  PGN variant  {variant}")?;
    }
    for option in &entry.options {
        writeln!(
            out,
            "  option       {}={}  {}",
            option.name, option.default, option.summary
        )?;
    }
    writeln!(out, "  source       {}", entry.source)
}
