//! Writers and readers of the library are inverse: what is written is the same record when it is read again.

use scoresheet::diag::Code;
use scoresheet::record::{Record, TreeBuilder};
use scoresheet::replay::{Options, Replay, difference, replay};
use scoresheet::source::Source;
use scoresheet::syntax::{Format, read_json, read_record};
use scoresheet::write::{Target, write};

const TARGETS: [(Target, Format); 5] = [
    (Target::Json, Format::Json),
    (Target::Jsonl, Format::Jsonl),
    (Target::Pgn, Format::Pgn),
    (Target::Text, Format::Text),
    (Target::Coords, Format::Coords),
];

fn read(format: Format, text: &str) -> Replay {
    let record = match format {
        Format::Json | Format::Jsonl => json(text),
        Format::Text | Format::Pgn | Format::Coords | Format::Sgf => {
            let mut builder = TreeBuilder::default();
            let found = read_record(format, text, 0, &mut builder);
            assert!(found.is_record(), "no record in {text}");
            builder.finish()
        }
    };
    replay(record, text, &Options::default())
}

fn json(text: &str) -> Record {
    match read_json(Format::Jsonl, text, 0).record {
        Some(Ok(record)) => record,
        Some(Err(fault)) => panic!("{}: {}", fault.message, fault.span.text(text)),
        None => panic!("no record"),
    }
}

fn written(target: Target, record: &Replay, text: &str) -> String {
    let mut out = String::new();
    write(
        target,
        record,
        &Source::whole("games.pgn", text),
        1,
        &mut out,
    );
    out
}

/// Through every format and back, and once more from there.
fn comes_back_the_same(format: Format, text: &str) {
    let first = read(format, text);
    for (target, back) in TARGETS {
        let out = written(target, &first, text);
        let second = read(back, &out);
        assert_eq!(
            difference(&first, &second),
            None,
            "through {back:?}:\n{out}"
        );
        let again = written(target, &second, &out);
        assert_eq!(again, out, "{back:?} is no fixed point");
    }
}

#[test]
fn a_record_with_everything_comes_back_the_same() {
    comes_back_the_same(
        Format::Pgn,
        r#"[Site "a \"b\" \\"]
[Event "E"]
[Custom "1"]
[Custom "2"]
[Result "1-0"]

{before the game} 1. {first} e4! $14 {after [%clk 0:00:59.5] [%eval 0.3]} (1. d4 d5 (1... Nf6 {deep} 2. c4 1/2-1/2)
2. c4 *) (1. c4) 1... e5 2. {between} Nf3 ; a line with } brace
Nc6 3. Bb5 a6?! $2 {one} {two} 4. Bxc6 dxc6 {a comment that is long enough to be broken at the end of a line, more than once
if need be, and holds [brackets] and %signs and 1. e4 numbers} 5. O-O 1-0
% after the game
"#,
    );
}

#[test]
fn a_game_from_a_position_comes_back_the_same() {
    comes_back_the_same(
        Format::Pgn,
        "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 b - - 3 40\"]\n\n40... Kg7 41. a8=Q Kf7 42. Qd5+ *\n",
    );
}

#[test]
fn unplayed_plies_keep_their_words_and_their_fault() {
    comes_back_the_same(
        Format::Pgn,
        "1. e4 e5 2. Ke3?! {why} (2. Nf3 Nc6) Nc6 $6 3. Bb5 *\n",
    );
    let text = "1. e4 e5 2. Ke3 Nc6 *";
    let first = read(Format::Pgn, text);
    let out = written(Target::Jsonl, &first, text);
    let second = read(Format::Jsonl, &out);
    let [fault] = &second.diagnostics[..] else {
        panic!("one fault is one finding: {:?}", second.diagnostics);
    };
    assert_eq!(
        (fault.code, fault.span.text(&out)),
        (Code::IllegalMove, "Ke3")
    );
}

#[test]
fn printed_boards_and_headings_come_back_through_json_and_text() {
    let text = "Inertia 1: Joao - Claude\n\n1. Nf3 a5 2. Ne5 *\n\n\
        r n b q k b n r\n. p p p p p p p\n. . . . . . . .\np . . . N . . .\n\
        . . . . . . . .\n. . . . . . . .\nO O O O O O O O\nR N B Q K B . R\n";
    let first = read(Format::Text, text);
    assert_eq!(first.boards.len(), 1, "{first:#?}");
    for (target, back) in [(Target::Jsonl, Format::Jsonl), (Target::Text, Format::Text)] {
        let out = written(target, &first, text);
        let second = read(back, &out);
        assert_eq!(difference(&first, &second), None, "{out}");
        assert_eq!(second.boards, first.boards, "{out}");
        assert_eq!(written(target, &second, &out), out);
    }
}

/// `1. e4` with variations nested `depth` deep.
fn nested(depth: usize) -> String {
    format!("1. e4 {}{} *\n", "(1. d4 ".repeat(depth), ")".repeat(depth))
}

#[test]
fn variations_as_deep_as_readers_go_are_written_and_read() {
    comes_back_the_same(Format::Pgn, &nested(256));
}

#[test]
fn deeper_json_is_refused_and_not_followed() {
    let text = nested(2);
    let one = written(Target::Jsonl, &read(Format::Pgn, &text), &text);
    let at = one.find("\"variations\":[").expect("plies") + "\"variations\":[".len();
    let (before, after) = one.split_at(at);
    let ply = &one[one.find("{\"ply\"").expect("a ply")..at];
    let levels = 2_000;
    let (open, close) = (format!("[{ply}").repeat(levels), "]}]".repeat(levels));
    let deep = format!("{before}{open}{close},{after}");
    let work = move || {
        let found = read_json(Format::Jsonl, &deep, 0)
            .record
            .expect("something");
        found.expect_err("too deep").message
    };
    let small = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .expect("a thread");
    assert_eq!(
        small.join().expect("no overflow"),
        "variations are nested more than 257 deep"
    );
}

#[test]
fn a_changed_json_record_says_its_new_errors_beside_the_old_findings() {
    let text = "1. e4 e5 2. Nf3 *";
    let out = written(Target::Jsonl, &read(Format::Pgn, text), text);
    let changed = out.replace("\"e7e5\"", "\"e7e4\"");
    let second = read(Format::Jsonl, &changed);
    assert_eq!(second.diagnostics[0].span.text(&changed), "e7e4");
    let out = written(Target::Jsonl, &second, &changed);
    assert!(
        out.contains("\"valid\":false") && out.contains("\"code\":\"S0301\""),
        "{out}"
    );
    assert_eq!(
        written(Target::Jsonl, &read(Format::Jsonl, &out), &out),
        out
    );
}

#[test]
fn json_values_are_read_one_at_a_time_and_one_that_is_broken_costs_itself() {
    let text = "1. e4 *";
    let one = written(Target::Json, &read(Format::Pgn, text), text);
    let broken = one.replace("\"status\"", "\"state\"");
    let faults = |format, text: &str| {
        let (mut at, mut found) = (0, Vec::new());
        loop {
            let next = read_json(format, text, at);
            let Some(record) = next.record else {
                return found;
            };
            assert!(next.end > at);
            at = next.end;
            found.push(record.err().map(|fault| {
                (
                    fault.code,
                    fault.message.clone(),
                    fault.span.text(text).to_owned(),
                )
            }));
        }
    };
    let unreadable = |faults: &[Option<(Code, String, String)>]| {
        let faults = faults
            .iter()
            .map(|fault| fault.as_ref().map(|fault| fault.0));
        faults.collect::<Vec<_>>()
    };
    let bad = Some(Code::UnreadableJson);
    assert_eq!(
        unreadable(&faults(
            Format::Json,
            &format!("[\n{one},\n{broken},\n{one}\n]\n")
        )),
        [None, bad, None]
    );
    assert_eq!(
        unreadable(&faults(Format::Json, &format!("{one}{one}"))),
        [None, None]
    );
    assert_eq!(
        unreadable(&faults(Format::Json, &format!("[{one},]"))),
        [None, bad]
    );
    assert_eq!(
        unreadable(&faults(Format::Json, &format!("[{one}] x"))),
        [None, bad]
    );
    assert_eq!(
        unreadable(&faults(Format::Json, &format!("[{{]\n,{one}]"))),
        [bad, None]
    );
    assert_eq!(unreadable(&faults(Format::Json, "[]")), []);
    assert_eq!(unreadable(&faults(Format::Json, "")), []);
    assert_eq!(
        unreadable(&faults(
            Format::Jsonl,
            &format!("{one}\r\n\n{{\n  {one} \n")
        )),
        [None, bad, None]
    );
    let [Some((_, message, at))] = &faults(Format::Jsonl, &broken)[..] else {
        panic!()
    };
    assert!(
        message.starts_with("unknown field `state`") && at == "\"",
        "{message} at {at}"
    );
}

#[test]
fn a_long_game_is_written_and_read() {
    let moves: String = (1..1_500)
        .map(|i| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * i - 1, 2 * i))
        .collect();
    let text = format!("{moves} *\n");
    let first = read(Format::Pgn, &text);
    for (target, back) in TARGETS {
        let out = written(target, &first, &text);
        assert_eq!(
            difference(&first, &read(back, &out)),
            None,
            "through {back:?}"
        );
    }
}
