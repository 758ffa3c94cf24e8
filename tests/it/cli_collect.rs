//! `select`, `merge`, `split`, `stats`: work on many records.

use crate::support::{Output, fixtures, format_of, root, run};
use scoresheet::record::{Label, Skim, TreeBuilder};
use scoresheet::schema;
use scoresheet::syntax::read_record;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const CUP: &str = r#"[Event "Cup"]
[White "Anna"]
[Black "Bert"]
[Date "1999.05.01"]
[Result "1-0"]

1. e4 {best} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0


[Event "Cup"]
[White "Carl"]
[Black "Anna"]
[Date "1998.??.??"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "League"]
[White "Anna"]
[Black "Dora"]
[Date "????.??.??"]
[WhiteElo "2450"]
[Result "*"]

1. d4 d5 2. Ke3 *
"#;

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        let parent = path.parent().expect("the folder at least");
        fs::create_dir_all(parent).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// Runs the program; a word with `@/` before it is the name of a file in the folder, and is shown so.
fn run_in(folder: &TempDir, arguments: &[&str]) -> Output {
    let path = folder.path().to_string_lossy();
    let arguments: Vec<String> = arguments
        .iter()
        .map(|word| word.replace('@', &path))
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = run(&arguments, b"");
    let shown = |text: String| text.replace(&*path, "@");
    Output {
        stdout: shown(output.stdout),
        stderr: shown(output.stderr),
        status: output.status,
    }
}

/// The values of a tag, in the order of a text.
fn values(text: &str, tag: &str) -> Vec<String> {
    let pairs = text
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("[{tag} \"")));
    pairs
        .map(|rest| rest.trim_end_matches("\"]").to_owned())
        .collect()
}

#[test]
fn what_is_known_without_the_moves_is_what_the_whole_record_says() {
    let (mut seen, all) = (
        0,
        [
            fixtures("valid", &["txt", "pgn", "sgf"]),
            fixtures("invalid", &["txt", "pgn", "sgf"]),
        ],
    );
    for path in all.into_iter().flatten() {
        let (bytes, format) = (fs::read(&path).expect("a file"), format_of(&path));
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let mut at = 0;
        while at < text.len() {
            let (mut skim, mut builder) = (Skim::default(), TreeBuilder::default());
            let found = read_record(format, &text, at, &mut skim);
            read_record(format, &text, at, &mut builder);
            if found.is_record() {
                assert_eq!(
                    skim.finish(),
                    Label::of(builder.finish()),
                    "{}",
                    path.display()
                );
                seen += 1;
            }
            at = found.end;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn all_records_are_written_byte_for_byte() {
    let folder = folder(&[
        ("crlf.pgn", CUP.replace('\n', "\r\n").as_bytes()),
        (
            "latin.pgn",
            b"[White \"Jos\xe9\"]\n\n1. e4 {\x93d\xe9j\xe0 vu\x94} *\n\n[White \"B\"]\n\n1. d4 *",
        ),
        (
            "mixed.pgn",
            b"[White \"Jos\xe9\"]\n\n1. e4 *\n\n[White \"Jos\xc3\xa9\"]\n\n1. d4 *\n",
        ),
    ]);
    let written = folder.path().join("written");
    let own = ["crlf.pgn", "latin.pgn", "mixed.pgn"].map(|name| folder.path().join(name));
    let valid = fixtures("valid", &["txt", "pgn", "sgf"]);
    for path in own.into_iter().chain(valid) {
        for command in ["select", "merge"] {
            let names = [&path, &written].map(|path| path.to_str().expect("a plain name"));
            let output = run(&[command, "-q", "-o", names[1], names[0]], b"");
            assert_eq!(
                (output.status, &*output.stderr),
                (0, ""),
                "{command} {}",
                names[0]
            );
            let (read, came) = [&path, &written]
                .map(|path| fs::read(path).expect("a file"))
                .into();
            assert!(read == came, "{command} {}", names[0]);
        }
    }
}

#[test]
fn records_are_chosen_counted_and_inverted() {
    let folder = folder(&[("cup.pgn", CUP.as_bytes())]);
    let chosen = |options: &[&str]| {
        let output = run_in(&folder, &[&["select", "@/cup.pgn"], options].concat());
        assert_eq!((output.status, &*output.stderr), (0, ""), "{options:?}");
        output.stdout
    };
    let dates = |options: &[&str]| values(&chosen(options), "Date").join(" ");
    assert_eq!(dates(&["--where", "player=bert"]), "1999.05.01");
    assert_eq!(
        dates(&["--where", "player=bert", "--invert"]),
        "1998.??.?? ????.??.??"
    );
    assert_eq!(
        dates(&["--where", "ending=checkmate | invalid"]),
        "1999.05.01 ????.??.??"
    );
    assert_eq!(
        dates(&["--where", "moves=\"d2d4\"", "--first", "1"]),
        "1998.??.??"
    );
    assert_eq!(
        dates(&["--record", "2-", "--where", "event=cup"]),
        "1998.??.??"
    );
    assert_eq!(chosen(&["--where", "date=1998..1999", "--count"]), "2\n");
    assert_eq!(chosen(&["--first", "0"]), "");
    // What stands behind a record goes with it.
    let (first, rest) = CUP.split_once("\n\n\n").expect("two blank lines");
    let (_, last) = rest.split_once("\n\n[Event").expect("a blank line");
    assert_eq!(
        chosen(&["--record", "1,3"]),
        format!("{first}\n\n\n[Event{last}")
    );
}

#[test]
fn dates_and_numbers_are_sorted_as_such() {
    let folder = folder(&[("cup.pgn", CUP.as_bytes())]);
    let dates = |sort: &str| {
        let output = run_in(&folder, &["select", "--sort", sort, "@/cup.pgn"]);
        assert_eq!(output.status, 0, "{}", output.stderr);
        values(&output.stdout, "Date").join(" ")
    };
    assert_eq!(dates("date"), "????.??.?? 1998.??.?? 1999.05.01");
    assert_eq!(dates("-Date"), "1999.05.01 1998.??.?? ????.??.??");
    assert_eq!(dates("event,-plies"), "1999.05.01 1998.??.?? ????.??.??");
    assert_eq!(
        dates("whiteelo"),
        "1999.05.01 1998.??.?? ????.??.??",
        "stable"
    );
    let output = run_in(&folder, &["select", "--sort", "moves", "@/cup.pgn"]);
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("no single `moves`"),
        "{}",
        output.stderr
    );
}

#[test]
fn copies_are_found_across_notations_formats_and_files() {
    let coordinates = "[Event \"copy\"]\n[White \" ANNA\"]\n[Black \"Bert\"]\n\n1. e2e4 e7-e5 Qd1h5 Nb8-c6 f1c4 g8f6 h5f7 *\n";
    let longer = "[Event \"longer\"]\n[White \"Carl\"]\n[Black \"Anna\"]\n\n1. d4 (1. c4) d5 {quiet} 1/2-1/2\n\n[Event \"none\"]\n\n*\n\n[Event \"none too\"]\n\n*\n";
    let folder = folder(&[
        ("copy.txt", coordinates.as_bytes()),
        ("cup.pgn", CUP.as_bytes()),
        ("longer.pgn", longer.as_bytes()),
    ]);
    let unique = [
        "select",
        "--unique",
        "@/copy.txt",
        "@/cup.pgn",
        "@/longer.pgn",
    ];
    let output = run_in(&folder, &unique);
    assert_eq!(output.status, 0);
    assert_eq!(
        values(&output.stdout, "Event"),
        ["Cup", "League", "longer", "none", "none too"]
    );
    insta::assert_snapshot!(output.stderr, @r"
    @/copy.txt:1: record 1 is left out: it is record 1 of @/cup.pgn:1 (the same 7 plies)
    @/cup.pgn:10: record 2 is left out: it is record 1 of @/longer.pgn:1 (the same 2 plies)
    ");
    let output = run_in(
        &folder,
        &[&unique[..], &["--fuzzy", "2", "--count"]].concat(),
    );
    assert_eq!(output.stdout, "4\n");
    insta::assert_snapshot!(output.stderr, @r"
    @/copy.txt:1: record 1 is left out: it is record 1 of @/cup.pgn:1 (the first 2 plies are the same)
    @/cup.pgn:10: record 2 is left out: it is record 3 of @/cup.pgn:18 (the first 2 plies are the same)
    @/longer.pgn:1: record 1 is left out: it is record 3 of @/cup.pgn:18 (the first 2 plies are the same)
    ");
}

#[test]
fn files_of_one_format_are_merged() {
    let folder = folder(&[
        ("a.pgn", b"[Event \"a\"]\n\n1. e4 *"),
        (
            "b.pgn",
            b"[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n",
        ),
        ("d.pgn", b"[Event \"d\"]\r\n\r\n1. b4 *\r\n"),
    ]);
    let merged = run_in(
        &folder,
        &["merge", "@/a.pgn", "@/b.pgn", "@/d.pgn", "@/a.pgn"],
    );
    insta::assert_snapshot!(merged.stdout.escape_debug().to_string().replace("\\\"", "'"), @r"[Event 'a']\n\n1. e4 *\n\n[Event 'b']\n\n1. d4 *\n\n[Event 'c']\n\n1. c4 *\n\n[Event 'd']\r\n\r\n1. b4 *\r\n\r\n[Event 'a']\n\n1. e4 *");
    let lines = run_in(&folder, &["convert", "--to", "json", "@/a.pgn"]).stdout;
    fs::write(folder.path().join("a.json"), &lines).expect("a file");
    let twice = run_in(&folder, &["merge", "@/a.json", "@/a.json"]);
    let values: Vec<serde_json::Value> = serde_json::from_str(&twice.stdout).expect("an array");
    assert_eq!(values.len(), 2);
    assert_eq!(run_in(&folder, &["merge", "@/a.json"]).stdout, lines);
    let refused = run_in(&folder, &["merge", "@/a.pgn", "@/a.json", "-o", "@/out"]);
    insta::assert_snapshot!(refused.stderr, @"scoresheet: @/a.json: its records are in json, those before in pgn; write all of them in one format first, as `scoresheet convert --to pgn` does");
    assert_eq!(refused.status, 2);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn records_are_split_and_no_file_is_overwritten() {
    let folder = folder(&[("Cup.pgn", CUP.as_bytes())]);
    let split = |options: &[&str]| run_in(&folder, &[&["split", "@/Cup.pgn"], options].concat());
    let output = split(&["--by", "player", "--name", "@/of/{}.pgn"]);
    assert_eq!(
        output.stdout,
        "@/of/Anna.pgn: 3 records\n@/of/Bert.pgn: 1 record\n@/of/Carl.pgn: 1 record\n@/of/Dora.pgn: 1 record\n"
    );
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("of/Anna.pgn"), CUP);
    assert_eq!(values(&read("of/Carl.pgn"), "Date"), ["1998.??.??"]);

    let again = split(&["--by", "player", "--name", "@/of/{}.pgn"]);
    insta::assert_snapshot!(again.stderr, @"scoresheet: @/of/Anna.pgn: it is there already; `--force` replaces it");
    assert_eq!(again.status, 2);
    assert_eq!(
        split(&["--by", "player", "--name", "@/of/{}.pgn", "--force"]).status,
        0
    );
    assert_eq!(read("of/Anna.pgn"), CUP);
    let itself = split(&["--by", "event", "--name", "@/{}.pgn", "--force"]);
    insta::assert_snapshot!(itself.stdout + &itself.stderr, @"scoresheet: @/Cup.pgn: it is being read; `--name` gives the parts other names");

    let output = split(&["--by", "result", "--name", "@/{}"]);
    assert_eq!(
        output.stdout,
        "@/1-0: 1 record\n@/1_2-1_2: 1 record\n@/unknown: 1 record\n"
    );
    let output = split(&["--count", "2", "--name", "@/c{}"]);
    assert_eq!(output.stdout, "@/c0001: 2 records\n@/c0002: 1 record\n");
    assert_eq!(read("c0001") + &read("c0002"), CUP);
    let output = split(&["--size", "300", "--name", "@/s{}"]);
    assert_eq!(output.stdout, "@/s0001: 2 records\n@/s0002: 1 record\n");
    for wrong in [
        &["--by", "moves"][..],
        &[],
        &["--count", "1", "--size", "2"],
        &["--count", "2", "--name", "x"],
    ] {
        assert_eq!(split(wrong).status, 2, "{wrong:?}");
    }
}

/// The program on files of a folder, with another folder for temporary files.
fn run_with_temporary(temporary: &str, arguments: &[&str], folder: &TempDir) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .env("TMPDIR", temporary)
        .output()
        .expect("the program runs");
    Output {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        status: output.status.code().expect("no signal"),
    }
}

/// What is not much waits in memory: no folder for temporary files is needed.
#[test]
fn few_records_are_ordered_in_memory() {
    let folder = folder(&[("cup.pgn", CUP.as_bytes())]);
    let select = |options: &[&str]| {
        let arguments = [&["select", "--unique", "cup.pgn"], options].concat();
        let output = run_with_temporary("none", &arguments, &folder);
        assert_eq!(output.stderr, "");
        output.stdout
    };
    assert_eq!(select(&[]), CUP);
    let dates = ["????.??.??", "1998.??.??", "1999.05.01"];
    assert_eq!(values(&select(&["--sort", "Date"]), "Date"), dates);
}

/// What is more waits in a file.
#[test]
fn many_records_are_ordered_in_a_temporary_file() {
    let long = "so it goes ".repeat(1 << 17);
    let events: Vec<String> = (0..50).map(|i| (i * 7 % 50).to_string()).collect();
    let game = |event: &String| format!("[Event \"{event}\"]\n\n1. e4 {{{long}}} *\n\n");
    let games: String = events.iter().map(game).collect();
    assert!(games.len() > 64 << 20);
    let folder = folder(&[("games.pgn", games.as_bytes())]);
    let arguments = ["select", "--sort", "Event", "games.pgn"];
    let output = run_with_temporary(".", &arguments, &folder);
    let ordered: Vec<String> = (0..50).map(|i| i.to_string()).collect();
    assert_eq!(values(&output.stdout, "Event"), ordered);
    assert_eq!(output.stdout.len(), games.len());
    let refused = run_with_temporary("none", &arguments, &folder);
    insta::assert_snapshot!(refused.stderr, @"scoresheet: none: No such file or directory (os error 2)");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
}

/// Not all file systems tell capitals from small letters.
#[test]
fn parts_have_names_that_differ_in_more_than_case() {
    let event = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 *\n\n");
    let names = ["Cup", "CUP", "cup-2", "cup", "Cup", "CUP"];
    let games = names.map(event).concat();
    let folder = folder(&[("games.pgn", games.as_bytes())]);
    for workers in ["1", "2"] {
        let options = [
            "--by",
            "event",
            "--name",
            "@/of/{}.pgn",
            "--force",
            "-j",
            workers,
        ];
        let output = run_in(&folder, &[&["split", "@/games.pgn"], &options[..]].concat());
        insta::allow_duplicates! {
            insta::assert_snapshot!(output.stdout, @r"
            @/of/Cup.pgn: 2 records
            @/of/CUP-2.pgn: 2 records
            @/of/cup-2-2.pgn: 1 record
            @/of/cup-3.pgn: 1 record
            ");
        }
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(values(&read("of/Cup.pgn"), "Event"), ["Cup", "Cup"]);
        assert_eq!(values(&read("of/CUP-2.pgn"), "Event"), ["CUP", "CUP"]);
    }
}

/// No record of an array is an array too; of other formats it is nothing.
#[test]
fn no_record_in_json_is_an_empty_array() {
    let json = b"[\n{\"moves\": [], \"result\": \"1-0\"}\n]\n";
    let folder = folder(&[("a.json", json), ("a.pgn", CUP.as_bytes())]);
    for options in [&[][..], &["--sort", "plies"], &["--unique"]] {
        let none = ["select", "--where", "plies>90"];
        let select = |file| run_in(&folder, &[&none, options, &[file]].concat());
        let output = select("@/a.json");
        let list: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
        assert_eq!((list, output.status), (serde_json::json!([]), 0));
        assert_eq!(select("@/a.pgn").stdout, "");
    }
    let first = run_in(&folder, &["select", "--first", "0", "@/a.json"]);
    assert_eq!(first.stdout, "[\n\n]\n");
    let count = ["select", "--count", "--where", "plies>90", "@/a.json"];
    assert_eq!(run_in(&folder, &count).stdout, "0\n");
}

/// Files in a folder that is read are as safe as those that are named.
#[test]
fn a_folder_that_is_read_is_not_split_into_itself() {
    let folder = folder(&[("big/part-0001.pgn", CUP.as_bytes())]);
    let split = |name| {
        let options = ["--count", "1", "--force", "--name", name, "@/big"];
        run_in(&folder, &[&["split"], &options[..]].concat())
    };
    let refused = split("@/big/part-{}.pgn");
    insta::assert_snapshot!(refused.stderr, @"scoresheet: @/big/part-0001.pgn: it stands in a folder that is being read, among its games; `--name` puts the parts elsewhere");
    assert_eq!(refused.status, 2);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("big/part-0001.pgn"), CUP);
    assert_eq!(split("@/big/new-{}.pgn").status, 0);
    assert_eq!(
        (1..4)
            .map(|i| read(&format!("big/new-000{i}.pgn")))
            .collect::<String>(),
        CUP
    );
}

/// What fails at the last record replaces nothing, and leaves nothing.
#[test]
fn all_parts_are_replaced_or_none() {
    let folder = folder(&[("a.pgn", CUP.as_bytes()), ("f/1-0.pgn", b"old")]);
    let convert = ["convert", "--to", "json", "-o", "@/b.json", "@/a.pgn"];
    assert!(run_in(&folder, &convert).status < 2);
    let options = ["--by", "result", "--force", "--name", "@/f/{}.pgn"];
    let split = |files: &[&str]| run_in(&folder, &[&["split"], &options[..], files].concat());
    assert_eq!(split(&["@/a.pgn", "@/b.json"]).status, 2);
    let held = || {
        let entries = fs::read_dir(folder.path().join("f")).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        names
    };
    let read = || fs::read_to_string(folder.path().join("f/1-0.pgn")).expect("a file");
    assert_eq!(held(), ["1-0.pgn"]);
    assert_eq!(read(), "old");
    assert_eq!(split(&["@/a.pgn"]).status, 0);
    assert_eq!(held(), ["1-0.pgn", "1_2-1_2.pgn", "unknown.pgn"]);
    assert!(
        CUP.starts_with(&read()) || CUP.ends_with(&read()),
        "{}",
        read()
    );
}

/// More parts than files are kept open.
#[test]
fn parts_may_be_many() {
    let games: String = (0..400)
        .map(|i| format!("[Event \"{}\"]\n\n1. e4 {{{i}}} *\n\n", i * 7 % 100))
        .collect();
    let folder = folder(&[("many.pgn", games.as_bytes())]);
    let output = run_in(
        &folder,
        &["split", "--by", "event", "--name", "@/p{}", "@/many.pgn"],
    );
    assert_eq!((output.status, output.stdout.lines().count()), (0, 100));
    let part = fs::read_to_string(folder.path().join("p35")).expect("a file");
    let comments: Vec<&str> = part.split(['{', '}']).skip(1).step_by(2).collect();
    assert_eq!(comments, ["5", "105", "205", "305"]);
}

#[test]
fn figures_are_told_and_written_by_their_schema() {
    let folder = folder(&[("cup.pgn", CUP.as_bytes())]);
    let output = run_in(&folder, &["stats", "@/cup.pgn"]);
    insta::assert_snapshot!(output.stdout);
    assert_eq!((output.status, &*output.stderr), (1, ""));
    // How long it took is not among the figures, and told only to those who ask for more.
    let more = run_in(&folder, &["stats", "-v", "@/cup.pgn"]);
    assert_eq!(more.stdout, output.stdout);
    assert!(more.stderr.contains("counted in "), "{}", more.stderr);

    let output = run_in(
        &folder,
        &["stats", "--format", "json", "--top", "1", "@/cup.pgn"],
    );
    let value: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    let schemas = schema::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| *name == "scoresheet.stats/1")
        .expect("a schema");
    let validator = jsonschema::draft202012::new(schema.as_value()).expect("the schema is one");
    assert!(validator.is_valid(&value), "{value}");
    assert_eq!(
        value["players"]["most"],
        serde_json::json!([{"name": "Anna", "count": 3}])
    );
    assert_eq!(value["players"]["different"], 4);
    let mut without = value.clone();
    without.as_object_mut().expect("an object").remove("plies");
    assert!(!validator.is_valid(&without));
}

#[test]
fn the_time_that_moves_took_is_counted() {
    let timed = b"[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 {[%clk 0:02:41.5]} \
        (2. d4 {[%emt 0:01:00]}) Nc6 {[%emt 0:00:05]} *\n";
    let folder = folder(&[("timed.pgn", timed)]);
    let clocks = |output: Output| {
        output
            .stdout
            .lines()
            .find(|line| line.starts_with("clocks"))
            .map(str::to_owned)
    };
    let told = clocks(run_in(&folder, &["stats", "@/timed.pgn"]));
    insta::assert_snapshot!(told.expect("clocks"), @"clocks    2 moves in 0:00:25.5: 0:00:05 to 0:00:20.5, 0:00:12.7 on average");
    assert_eq!(clocks(run(&["stats"], b"1. e4 *")), None);
    let json = run_in(&folder, &["stats", "--format", "json", "@/timed.pgn"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["move_times"],
        serde_json::json!({"count": 2, "sum": 25_500, "least": 5_000, "greatest": 20_500})
    );
}

#[test]
fn figures_that_end_at_a_fault_name_it() {
    let folder = folder(&[("cup.pgn", CUP.as_bytes())]);
    let output = run_in(&folder, &["stats", "--fail-fast", "@/cup.pgn"]);
    assert_eq!(output.status, 1);
    let first = output.stderr.lines().next();
    assert_eq!(
        first,
        Some("S0301 [error] record 3, 2. Ke3"),
        "{}",
        output.stderr
    );
}

#[test]
fn results_do_not_hang_on_the_number_of_workers() {
    let bench = root().join("fixtures/bench/chess.pgn");
    let bench = bench.to_str().expect("a plain name");
    for options in [
        &["select", "--where", "plies>80 & material=KR-KR | white~^a"][..],
        &["select", "--unique", "--sort", "-plies"],
    ] {
        let one = run(&[options, &["-j", "1", bench]].concat(), b"");
        let two = run(&[options, &["-j", "3", bench]].concat(), b"");
        assert_eq!((one.stdout, one.stderr), (two.stdout, two.stderr));
    }
}
