//! `explain`: what the codes of findings mean.

use super::args::{ExplainArgs, ListForm};
use super::exit::ExitStatus;
use super::io::Io;
use scoresheet::diag::Code;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Serialize)]
struct Entry {
    id: &'static str,
    slug: &'static str,
    severity: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

impl Entry {
    const fn new(code: Code, page: Option<&'static str>) -> Self {
        Self {
            id: code.id(),
            slug: code.slug(),
            severity: code.severity().name(),
            title: code.title(),
            page,
        }
    }
}

pub(super) fn run(args: &ExplainArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let Some(name) = &args.code else {
        list(args.format, io)?;
        return Ok(ExitStatus::Valid);
    };
    let Some(code) = find(name) else {
        return Err(io::Error::other(unknown(name)));
    };
    match args.format {
        ListForm::Human => {
            let entry = Entry::new(code, None);
            writeln!(io.out, "{} {} ({})\n", entry.id, entry.slug, entry.severity)?;
            writeln!(io.out, "{}", code.page().trim_end())?;
        }
        ListForm::Json => {
            serde_json::to_writer_pretty(&mut io.out, &Entry::new(code, Some(code.page())))?;
            writeln!(io.out)?;
        }
    }
    Ok(ExitStatus::Valid)
}

fn list(form: ListForm, io: &mut Io) -> io::Result<()> {
    let entries: Vec<Entry> = Code::ALL
        .iter()
        .map(|&code| Entry::new(code, None))
        .collect();
    match form {
        ListForm::Json => {
            serde_json::to_writer_pretty(&mut io.out, &entries)?;
            writeln!(io.out)
        }
        ListForm::Human => {
            for entry in entries {
                let Entry {
                    id,
                    slug,
                    severity,
                    title,
                    ..
                } = entry;
                writeln!(io.out, "{id}  {severity:<8} {slug:<24} {title}")?;
            }
            Ok(())
        }
    }
}

fn find(name: &str) -> Option<Code> {
    let is_called = |code: &Code| {
        code.id().eq_ignore_ascii_case(name) || code.slug().eq_ignore_ascii_case(name)
    };
    Code::ALL.iter().copied().find(is_called)
}

fn unknown(name: &str) -> String {
    let near = Code::ALL
        .iter()
        .flat_map(|code| [code.id(), code.slug()])
        .map(|known| {
            (
                strsim::damerau_levenshtein(known, &name.to_lowercase()),
                known,
            )
        })
        .chain(Code::ALL.iter().map(|code| {
            (
                strsim::damerau_levenshtein(code.id(), &name.to_uppercase()),
                code.id(),
            )
        }))
        .filter(|&(distance, known)| distance <= 1 + known.len() / 5)
        .min();
    let lower = name.to_lowercase();
    let is_part = |slug: &&str| slug.split('-').any(|word| word == lower);
    let mut slugs = Code::ALL.iter().map(|code| code.slug());
    let near = near.map(|(_, known)| known).or_else(|| slugs.find(is_part));
    let hint = near.map_or_else(
        || "`scoresheet explain` lists all".to_owned(),
        |known| format!("did you mean `{known}`?"),
    );
    format!("there is no code `{name}`; {hint}")
}
