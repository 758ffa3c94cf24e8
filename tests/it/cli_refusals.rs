//! Wishes that nothing could fulfil: refused with exit status 2 and a reason, before anything is read.

use crate::support::run;
use std::fs;

/// What is said first.
fn refusal(arguments: &[&str]) -> String {
    let refused = run(arguments, b"1. e4 e5 *\n");
    assert_eq!(refused.status, 2, "{arguments:?}: {}", refused.stdout);
    assert_eq!(refused.stdout, "", "{arguments:?}");
    let first = refused.stderr.lines().next().unwrap_or_default();
    first.to_owned()
}

#[test]
fn numbers_that_leave_nothing_to_do() {
    let wishes: [&[&str]; 12] = [
        &["split", "--size", "0"],
        &["split", "--count", "0"],
        &["solve", "--solutions", "0"],
        &["solve", "--limit", "nodes=0"],
        &["solve", "--limit", "time=0"],
        &["annotate", "--add", "diagrams=0"],
        &["annotate", "--add", "diagrams=every 0"],
        &["annotate", "--add", "diagrams=4,0"],
        &["repair", "--choose", "0"],
        &["select", "--unique", "--fuzzy", "0"],
        &["validate", "--record", "0"],
        &["validate", "--part", "0/3"],
    ];
    let refusals: Vec<_> = wishes.into_iter().map(refusal).collect();
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    error: invalid value '0' for '--size <BYTES>': it must be 1 or more
    error: invalid value '0' for '--count <N>': 0 is not in 1..18446744073709551615
    error: invalid value '0' for '--solutions <N>': it must be 1 or more
    error: invalid value 'nodes=0' for '--limit <nodes=N,time=S>': `nodes=0` allows no search
    error: invalid value 'time=0' for '--limit <nodes=N,time=S>': `time=0` allows no search
    error: invalid value 'diagrams=0' for '--add <LIST>': `0` names no plies; write `diagrams=every 10` or `diagrams=12,24`
    error: invalid value 'diagrams=every 0' for '--add <LIST>': `every 0` names no plies; write `diagrams=every 10` or `diagrams=12,24`
    error: invalid value 'diagrams=4,0' for '--add <LIST>': `0` names no plies; write `diagrams=every 10` or `diagrams=12,24`
    error: invalid value '0' for '--choose <N>': 0 is not in 1..=65535
    error: invalid value '0' for '--fuzzy <PLY>': 0 is not in 1..=4294967295
    error: invalid value '0' for '--record <N[-M],...>': write numbers and ranges, such as `3`, `2-5` or `1,4-6`; records count from 1
    error: invalid value '0/3' for '--part <K/N>': write a share as `K/N`, from `1/N` to `N/N`
    "#);
}

#[test]
fn numbers_without_a_move() {
    let wishes: [&[&str]; 3] = [
        &["select", "--where", "moves=5"],
        &["select", "--where", "moves~\"1...\""],
        &["select", "--where", "moves!=0"],
    ];
    for wish in wishes {
        let said = refusal(wish);
        assert!(said.ends_with(": a move is expected at the end"), "{said}");
    }
}

#[test]
fn ranges_that_end_before_they_begin() {
    let wishes: [&[&str]; 6] = [
        &["select", "--where", "plies=5..1"],
        &["select", "--where", "elo=2500..2400"],
        &["select", "--where", "date=1999.05..1999.01"],
        &["select", "--where", "eco=C10..B30"],
        &["validate", "--record", "5-1"],
        &["validate", "--bytes", "5..1"],
    ];
    let refusals: Vec<_> = wishes.into_iter().map(refusal).collect();
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    error: invalid value 'plies=5..1' for '--where <CONDITION>': no value is in the range `5..1`: it ends before it begins
    error: invalid value 'elo=2500..2400' for '--where <CONDITION>': no value is in the range `2500..2400`: it ends before it begins
    error: invalid value 'date=1999.05..1999.01' for '--where <CONDITION>': no value is in the range `1999.05..1999.01`: it ends before it begins
    error: invalid value 'eco=C10..B30' for '--where <CONDITION>': no value is in the range `C10..B30`: it ends before it begins
    error: invalid value '5-1' for '--record <N[-M],...>': no number is in `5-1`; write the lower one first: `1-5`
    error: invalid value '5..1' for '--bytes <A..B>': the range ends before it begins
    "#);
    for range in [
        "plies=1..1",
        "date=1999..1999.05",
        "plies=3..",
        "eco=B30..C10",
    ] {
        assert_eq!(
            run(&["select", "--where", range], b"1. e4 *\n").status,
            0,
            "{range}"
        );
    }
}

/// What is mended in a tag is mended on the command line.
#[test]
fn positions_on_the_command_line_are_read_leniently_where_asked() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K e3 0 1";
    for command in [&["moves"][..], &["diagram"], &["perft", "1"]] {
        let given = [command, &["--position", position]].concat();
        assert_eq!(run(&given, b"").status, 2, "{command:?}");
        let lenient = run(&[&given[..], &["--positions", "lenient"]].concat(), b"");
        assert_eq!(lenient.status, 0, "{command:?}: {}", lenient.stderr);
        assert!(lenient.stderr.contains("[warning]"), "{}", lenient.stderr);
    }
}

/// Forms of findings are offered only where findings are all there is.
#[test]
fn only_the_forms_that_there_are_are_offered() {
    for command in ["solve", "stats"] {
        let refused = run(&[command, "--format", "sarif"], b"");
        assert_eq!(refused.status, 2);
        assert!(
            refused.stderr.contains("[possible values: human, json]"),
            "{}",
            refused.stderr
        );
        let help = run(&[command, "--help"], b"").stdout;
        assert!(
            !help.contains("SARIF") && !help.contains("GitHub"),
            "{help}"
        );
    }
}

#[test]
fn packings_that_are_not_known_are_named() {
    let packed: [(&str, &[u8]); 4] = [
        ("xz", &[0xFD, b'7', b'z', b'X', b'Z', 0, 0, 4]),
        ("zip", b"PK\x03\x04\x14\0"),
        ("7-Zip", b"7z\xBC\xAF\x27\x1C"),
        ("rar", b"Rar!\x1A\x07\x01"),
    ];
    for (name, head) in packed {
        let refused = run(&["validate"], head);
        assert_eq!(refused.status, 2, "{name}");
        let told = format!("it is packed by {name}; unpack it first");
        assert!(refused.stderr.contains(&told), "{}", refused.stderr);
    }
}

/// A result that holds the games may take the place of what was read; one that tells of them would be their end.
#[test]
fn reports_in_the_place_of_the_games_that_they_are_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "[Event \"A\"]\n\n1. e4 e5 *\n";
    let [own, symbolic, hard] =
        ["own.pgn", "symbolic.pgn", "hard.pgn"].map(|name| folder.path().join(name));
    fs::write(&own, games).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&own, &symbolic).expect("a link");
    #[cfg(not(unix))]
    fs::hard_link(&own, &symbolic).expect("a link");
    fs::hard_link(&own, &hard).expect("a link");
    let [own, symbolic, hard] =
        [&own, &symbolic, &hard].map(|path| path.to_str().expect("a plain name"));
    let inside = folder.path().to_str().expect("a plain name");
    let commands: [&[&str]; 8] = [
        &["validate"],
        &["validate", "-q"],
        &["stats"],
        &["diagram"],
        &["repair"],
        &["select", "--count"],
        &["convert", "--to", "csv"],
        &["convert", "--to", "epd"],
    ];
    for command in commands {
        for (input, output) in [
            (own, own),
            (own, symbolic),
            (symbolic, own),
            (own, hard),
            (inside, own),
        ] {
            let said = refusal(&[command, &[input, "-o", output]].concat());
            assert!(
                said.contains(".pgn: it is being read, and"),
                "{command:?}: {said}"
            );
            assert_eq!(
                fs::read_to_string(own).expect("a file"),
                games,
                "{command:?}"
            );
        }
    }
    for command in [
        &["select"][..],
        &["merge"],
        &["annotate"],
        &["convert", "--to", "pgn"],
    ] {
        let done = run(&[command, &[own, "-o", own, "-q"]].concat(), b"");
        assert_eq!((done.status, &*done.stderr), (0, ""), "{command:?}");
        let kept = fs::read_to_string(own).expect("a file");
        assert!(kept.contains("1. e4 e5"), "{command:?}: {kept}");
    }
}
