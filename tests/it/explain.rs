//! Every code has a page, and the example on it triggers that code and nothing else that weighs as much.

use scoresheet::diag::Code;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, replay};
use scoresheet::rules::RuleSet;
use scoresheet::syntax::{Format, read_record_in};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// The fenced block of a page: ```` ```example FORMAT [rules=NAME] [hex|generated|solve] ````.
#[derive(Debug)]
struct Example {
    format: String,
    rules: Option<String>,
    input: Vec<u8>,
    /// Whether it is a problem with its solution.
    solve: bool,
}

impl Example {
    fn of(code: Code) -> Self {
        let mut blocks = code.page().split("```example ").skip(1);
        let block = blocks.next().expect("the page has an example");
        assert!(blocks.next().is_none(), "{}: one example a page", code.id());
        let (info, rest) = block.split_once('\n').expect("the block goes on");
        let (body, _) = rest.split_once("\n```").expect("the block is closed");
        let mut words = info.split(' ');
        let format = words.next().expect("the block names a format").to_owned();
        let mut example = Self {
            format,
            rules: None,
            input: format!("{body}\n").into_bytes(),
            solve: false,
        };
        for word in words {
            match (word, word.strip_prefix("rules=")) {
                ("solve", _) => example.solve = true,
                ("hex", _) => example.input = from_hex(body),
                ("generated", _) => example.input = generated(code),
                (_, Some(rules)) => example.rules = Some(rules.to_owned()),
                _ => panic!("{}: what does `{word}` mean?", code.id()),
            }
        }
        example
    }

    /// What reader and replay find.
    fn judged_by_library(&self) -> Vec<Code> {
        let format = match self.format.as_str() {
            "text" => Format::Text,
            "pgn" => Format::Pgn,
            "sgf" => Format::Sgf,
            other => panic!("the library reads no records from `{other}` by itself"),
        };
        let rules = self.rules.as_deref();
        let options = Options {
            rules: rules.map(|name| RuleSet::from_spec(name).expect("the rules are known")),
            english: format == Format::Pgn,
            archive: format == Format::Pgn,
            ..Options::default()
        };
        let text = std::str::from_utf8(&self.input).expect("examples of records are UTF-8");
        let mut codes = Vec::new();
        let mut at = 0;
        loop {
            let mut builder = TreeBuilder::default();
            let words = options.rules.as_ref().map(RuleSet::words);
            let found = read_record_in(format, words, text, at, &mut builder);
            let record = builder.finish();
            let findings = if found.is_record() {
                replay(record, text, &options).diagnostics
            } else {
                record.diagnostics.to_vec()
            };
            codes.extend(findings.iter().map(|finding| finding.code));
            assert!(
                found.end > at || found.end == text.len(),
                "the reader goes on"
            );
            at = found.end;
            if !found.is_record() || at == text.len() {
                return codes;
            }
        }
    }

    /// What the program reports, for faults of the file that no reader of records sees and for solutions of problems.
    fn judged_by_program(&self) -> Vec<Code> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
        if self.solve {
            command.args(["solve", "--verify"]);
        } else {
            command.arg("validate");
        }
        command.args(["--format", "json", "--from", &self.format]);
        if let Some(rules) = &self.rules {
            command.args(["--rules", rules]);
        }
        let mut child = command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("the input is a pipe");
        input.write_all(&self.input).expect("the program reads all");
        drop(input);
        let output = child.wait_with_output().expect("the program ends");
        let report = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let lines = report.lines().map(|line| -> Value {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))
        });
        let findings = lines.flat_map(|line| match line.get("flaws").and_then(Value::as_array) {
            Some(flaws) => flaws
                .iter()
                .map(|flaw| flaw["diagnostic"].clone())
                .collect(),
            None => vec![line],
        });
        let ids = findings.filter_map(|finding| Some(finding.get("code")?.as_str()?.to_owned()));
        ids.map(|id| {
            let known = Code::ALL.iter().find(|code| code.id() == id);
            *known.unwrap_or_else(|| panic!("{id} is not in the table"))
        })
        .collect()
    }
}

fn from_hex(body: &str) -> Vec<u8> {
    body.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("two hexadecimal digits"))
        .collect()
}

/// The inputs that are too long to print; the pages describe them.
fn generated(code: Code) -> Vec<u8> {
    match code {
        Code::RecordTooLong => {
            let filling = "more than 16 MiB of text ".repeat((17 << 20) / 25);
            format!("1. e4 e5 {{{filling}}} *\n").into_bytes()
        }
        Code::TooDeep => {
            let nested: String = ["(1. d4 ", "(1. e4 "]
                .into_iter()
                .cycle()
                .take(300)
                .collect();
            format!("1. e4 {nested}{} *\n", ")".repeat(300)).into_bytes()
        }
        _ => panic!("{}: no generated example", code.id()),
    }
}

#[test]
fn every_page_begins_as_the_table_says() {
    for &code in Code::ALL {
        let mut severity = code.severity().name().to_owned();
        severity[..1].make_ascii_uppercase();
        let head = format!(
            "# {} {}\n\n{severity}: {}.\n\n",
            code.id(),
            code.slug(),
            code.title()
        );
        let page = code.page();
        assert!(page.starts_with(&head), "{}", code.id());
        assert!(page.contains("\n**What to do.** "), "{}", code.id());
        assert!((10..=32).contains(&page.lines().count()), "{}", code.id());
    }
}

#[test]
fn there_is_no_page_without_a_code() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/diag/explain");
    let files = std::fs::read_dir(folder).expect("the pages are there");
    let names = files.map(|file| {
        file.expect("a page")
            .file_name()
            .into_string()
            .expect("UTF-8")
    });
    let codes = Code::ALL.iter().map(|code| format!("{}.md", code.id()));
    assert_eq!(names.collect::<BTreeSet<_>>(), codes.collect());
}

#[test]
fn every_example_triggers_its_code_and_nothing_else_that_weighs_as_much() {
    let mut failures = Vec::new();
    for &code in Code::ALL {
        let example = Example::of(code);
        // S010x are faults of files, seen before there is a record.
        let found = if example.solve || code.id().starts_with("S010") || example.format == "json" {
            example.judged_by_program()
        } else {
            example.judged_by_library()
        };
        let heavy: Vec<Code> = found
            .into_iter()
            .filter(|found| found.severity() >= code.severity())
            .collect();
        if heavy != [code] {
            let ids: Vec<_> = heavy.iter().map(|code| code.id()).collect();
            failures.push(format!("{}: {ids:?}", code.id()));
        }
    }
    assert!(
        failures.is_empty(),
        "code and what its example triggers:\n{}",
        failures.join("\n")
    );
}
