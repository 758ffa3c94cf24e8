//! The map of the crate: a module uses only what lies below it.

use crate::support::root;
use std::path::{Path, PathBuf};

/// Each top module and the modules it may use, lowest first. A module not named here has no place yet.
const LAYERS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("parse", &["source"]),
    ("diag", &["source"]),
    ("notation", &["source", "parse", "diag"]),
    ("schema", &["source", "parse", "diag", "notation"]),
    ("record", &["source", "parse", "diag", "notation", "schema"]),
    ("rules", &["parse", "notation"]),
    (
        "syntax",
        &["source", "parse", "diag", "notation", "schema", "record"],
    ),
    (
        "replay",
        &["source", "parse", "diag", "notation", "record", "rules"],
    ),
    (
        "annotate",
        &["source", "notation", "record", "rules", "syntax", "replay"],
    ),
    ("draw", &["notation", "rules"]),
    (
        "write",
        &[
            "source", "diag", "notation", "schema", "record", "rules", "replay",
        ],
    ),
    (
        "solve",
        &[
            "source", "diag", "notation", "schema", "record", "rules", "replay",
        ],
    ),
    (
        "select",
        &[
            "parse", "diag", "notation", "record", "rules", "syntax", "replay",
        ],
    ),
    (
        "repair",
        &[
            "source", "diag", "notation", "record", "rules", "syntax", "replay",
        ],
    ),
    (
        "cli",
        &[
            "source", "parse", "diag", "notation", "schema", "record", "rules", "syntax", "replay",
            "annotate", "draw", "write", "solve", "select", "repair",
        ],
    ),
];

/// Parts of modules that not everybody who may use the module may use: path, and who may.
const RESERVED: &[(&str, &[&str])] = &[
    ("diag::human", &["diag", "cli"]),
    ("diag::json", &["diag", "cli"]),
    ("diag::github", &["diag", "cli"]),
    ("diag::sarif", &["diag", "cli"]),
    ("rules::chess", &["rules"]),
    ("rules::inertia_chess", &["rules"]),
    ("rules::gravitational", &["rules"]),
    ("rules::inertia", &["rules"]),
];

/// Who may use the parser combinators.
const PARSERS: &[&str] = &["parse", "notation", "syntax", "select"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The top module that a file belongs to; `None` for the crate root and `main.rs`.
fn module_of(file: &Path) -> Option<String> {
    let inside = file
        .strip_prefix(root().join("src"))
        .expect("a file in src");
    let first = inside.components().next()?.as_os_str().to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(name, "lib" | "main")).then(|| name.to_owned())
}

/// The code of a file: no comments, no tests at its foot.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source file");
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Paths named after `crate::`, groups in braces taken apart at their first level.
fn crate_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at]
            .ends_with(|before: char| before == '$' || before.is_alphanumeric() || before == '_')
        {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches(':');
        if !path.is_empty() {
            paths.push(path.to_owned());
        }
        if rest[end..].starts_with('{') {
            let prefix = if path.is_empty() {
                String::new()
            } else {
                format!("{path}::")
            };
            paths.extend(
                group(&rest[end..])
                    .into_iter()
                    .map(|item| format!("{prefix}{item}")),
            );
        }
    }
    paths
}

/// The items of a braced group, each up to its own braces.
fn group(text: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => items.push(std::mem::take(&mut item)),
            c if depth == 1 && !c.is_whitespace() => item.push(c),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    items.push(item);
    items.retain(|item| !item.is_empty());
    items
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let mut wrong = Vec::new();
    for file in sources(&root().join("src")) {
        let Some(module) = module_of(&file) else {
            continue;
        };
        let Some((_, below)) = LAYERS.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!(
                "{}: `{module}` has no place on the map",
                file.display()
            ));
            continue;
        };
        for path in crate_paths(&code(&file)) {
            let used = path.split("::").next().unwrap_or_default();
            let is_module = LAYERS.iter().any(|(name, _)| *name == used);
            if is_module && used != module && !below.contains(&used) {
                wrong.push(format!("{}: {path}", file.display()));
            }
            for (reserved, users) in RESERVED {
                let named = path == *reserved || path.starts_with(&format!("{reserved}::"));
                if named && !users.contains(&module.as_str()) {
                    wrong.push(format!("{}: {path} is reserved", file.display()));
                }
            }
        }
        let parses = code(&file)
            .lines()
            .any(|line| line.trim_start().starts_with("use nom"));
        if parses && !PARSERS.contains(&module.as_str()) {
            wrong.push(format!("{}: nom", file.display()));
        }
    }
    assert!(wrong.is_empty(), "these go upwards:\n{}", wrong.join("\n"));
}

/// The table itself goes downwards only.
#[test]
fn the_map_has_no_circle() {
    for (index, (module, below)) in LAYERS.iter().enumerate() {
        for used in *below {
            let place = LAYERS.iter().position(|(name, _)| name == used);
            assert!(
                place.is_some_and(|place| place < index),
                "{module} -> {used}"
            );
        }
    }
}

#[test]
fn paths_are_found_in_every_form_of_use() {
    let code =
        "use crate::a::B;\nuse crate::{c, d::E, f::{g, h}};\nlet x = crate::i::j();\n$crate::k::L";
    assert_eq!(crate_paths(code), ["a::B", "c", "d::E", "f::", "i::j"]);
    assert_eq!(crate_paths("use crate::a::{b, c};"), ["a", "a::b", "a::c"]);
}

/// Only the program prints, exits and reads the environment.
#[test]
fn the_library_keeps_to_itself() {
    for file in sources(&root().join("src")) {
        if matches!(module_of(&file).as_deref(), None | Some("cli")) {
            continue;
        }
        let code = code(&file);
        for word in [
            "println!",
            "eprintln!",
            "process::exit",
            "std::env::",
            "stdout()",
            "stderr()",
        ] {
            assert!(!code.contains(word), "{}: {word}", file.display());
        }
    }
}
