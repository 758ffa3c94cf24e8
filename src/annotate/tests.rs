use super::words::{filled, is_filled};
use super::{Diagram, Every, Lexicon, Topic, Topics, Wishes, annotate, mark, strip};
use crate::notation::clock::shown;
use crate::record::{Clocks, Comment, CommentStyle, TreeBuilder};
use crate::replay::{Options, Replay, replay};
use crate::source::Span;
use crate::syntax::{Format, read_record_in};
use std::collections::BTreeSet;
use std::time::Duration;

fn replayed(text: &str) -> Replay {
    let mut builder = TreeBuilder::default();
    read_record_in(Format::Pgn, None, text, 0, &mut builder);
    replay(builder.finish(), text, &Options::default())
}

fn wishes(topics: &str) -> Wishes {
    Wishes {
        topics: topics.parse().expect("topics"),
        words: &Lexicon::ALL[0],
        diagram: Diagram::Printed,
        own_letters: false,
        tags: false,
    }
}

fn comment(text: &str) -> Comment {
    Comment {
        text: text.to_owned(),
        span: Span::at(0),
        style: CommentStyle::Brace,
        parts: Vec::new(),
    }
}

/// The comments after each ply of the main line.
fn comments(replay: &Replay) -> Vec<Vec<&str>> {
    let tree = &replay.record.tree;
    let texts = |id| {
        let comments = tree.node(id).after.iter();
        comments.map(|comment| comment.text.as_str()).collect()
    };
    tree.mainline().map(texts).collect()
}

#[test]
fn only_what_stands_in_the_marks_is_taken_away() {
    let mut comments = [
        "own",
        "⟦pat; 1 of 20 moves⟧",
        "own ⟦diagram $220⟧ too",
        "⟦open",
        "⟧ ⟦",
        "⟦matt⟧⟦checkmate⟧",
        "my ⟦own⟧  words",
        "⟦checkmate; he said⟧",
        "⟦own⟧ ⟦prend tour a1⟧ ⟦⟧",
        "⟦open ⟦patt⟧",
    ]
    .map(comment)
    .to_vec();
    assert_eq!(
        mark::remove(&mut comments),
        [
            "pat",
            "1 of 20 moves",
            "diagram $220",
            "matt",
            "checkmate",
            "prend tour a1",
            "patt"
        ]
    );
    let left: Vec<_> = comments.iter().map(|comment| &*comment.text).collect();
    assert_eq!(
        left,
        [
            "own",
            "own too",
            "⟦open",
            "⟧ ⟦",
            "my ⟦own⟧  words",
            "⟦checkmate; he said⟧",
            "⟦own⟧ ⟦⟧",
            "⟦open"
        ]
    );
}

#[test]
fn topics_are_named_in_any_order_and_told_in_one() {
    let topics: Topics = "fen, forced,diagrams=12,24,checks".parse().expect("topics");
    let told: Vec<_> = topics.told().collect();
    assert_eq!(told, [Topic::Forced, Topic::Checks, Topic::Fen]);
    assert_eq!(topics.diagrams, Some(Every::Of(vec![12, 24])));
    for (text, every) in [
        ("diagrams", Every::Plies(20)),
        ("diagrams=every 5", Every::Plies(5)),
        ("diagrams=every5", Every::Plies(5)),
    ] {
        let topics: Topics = text.parse().expect("topics");
        assert_eq!(topics.diagrams, Some(every), "{text}");
    }
    for text in [
        "force",
        "12",
        "diagrams=",
        "diagrams=every 0",
        "diagrams=soon",
        "diagramsx",
    ] {
        assert!(text.parse::<Topics>().is_err(), "{text}");
    }
}

/// The sentences of a language, with their names.
fn sentences(words: &Lexicon) -> Vec<(String, String)> {
    let told = format!("{words:?}");
    let fields = told
        .split("\", ")
        .filter_map(|field| field.split_once(": \""));
    let name = |text: &str| text.rsplit(' ').next().unwrap_or_default().to_owned();
    fields
        .map(|(key, text)| (name(key), text.to_owned()))
        .collect()
}

/// Translations are about the same things, and are no two sentences to who takes them away.
#[test]
fn all_languages_say_the_same() {
    let places = |text: &str| {
        let places = text.split('{').skip(1).map(|rest| rest[..1].to_owned());
        places.collect::<BTreeSet<_>>()
    };
    let english = sentences(&Lexicon::ALL[0]);
    assert!(english.iter().any(|(name, _)| name == "diagram"));
    for words in Lexicon::ALL {
        let theirs = sentences(words);
        assert_eq!(theirs.len(), english.len());
        for ((name, text), (_, said)) in theirs.iter().zip(&english) {
            assert_eq!(places(text), places(said), "{}: {name}", words.name);
            assert!(!text.contains([';', '⟦', '⟧']), "{}: {text}", words.name);
        }
    }
}

#[test]
fn filled_sentences_are_known_again() {
    for words in Lexicon::ALL {
        for sentence in words.sentences() {
            let said = filled(sentence, &["3", "a, b", "c-d", "Rot"]);
            assert!(is_filled(sentence, &said), "{said}");
        }
        // No sentence is missing.
        let told = sentences(words);
        let told = told.iter().filter(|(name, _)| name != "name");
        for (name, text) in told {
            assert!(
                words.sentences().contains(&&**text) || name == "opening",
                "{name}"
            );
        }
    }
    for text in ["", "a fälls b", "captures ", "xcaptures a", "matter"] {
        let sentences = Lexicon::ALL.iter().flat_map(Lexicon::sentences);
        let mut known = sentences.filter(|sentence| is_filled(sentence, text));
        assert_eq!(known.next(), None, "{text}");
    }
}

#[test]
fn sentences_are_filled_in_any_order() {
    assert_eq!(filled("{1} and {0}, {2}", &["a", "b"]), "b and a, ");
}

#[test]
fn a_glyph_that_an_author_has_set_stays() {
    let text = "1. e4 $220 e5 2. Nf3 *";
    let mut replay = replayed(text);
    let before = replay.clone();
    let wishes = Wishes {
        diagram: Diagram::Glyph,
        ..wishes("diagrams=1,2")
    };
    annotate(&mut replay, &wishes);
    assert_eq!(comments(&replay), [vec![], vec!["⟦diagram $220⟧"], vec![]]);
    strip(&mut replay);
    assert_eq!(replay, before);
}

#[test]
fn other_wishes_take_the_place_of_those_before() {
    let mut replay = replayed("1. e4 {best} e5 *");
    annotate(&mut replay, &wishes("numbers,diagrams=2"));
    assert_eq!(
        comments(&replay),
        [
            vec!["best", "⟦1 of 20 moves⟧"],
            vec!["⟦1 of 20 moves; diagram⟧"]
        ]
    );
    annotate(&mut replay, &wishes("clock"));
    assert_eq!(
        comments(&replay),
        [
            vec!["best", "⟦half-move clock 0⟧"],
            vec!["⟦half-move clock 0⟧"]
        ]
    );
    assert_eq!(replay.record.tree.boards, []);
}

#[test]
fn openings_are_found_by_position_and_told_once() {
    let tags = |replay: &Replay| -> Vec<String> {
        let tags = replay.record.tags.iter();
        tags.map(|tag| format!("{}={}", tag.name.value, tag.value.value))
            .collect()
    };
    let named = |text: &str| -> Vec<String> {
        let mut replay = replayed(text);
        annotate(&mut replay, &wishes("opening"));
        let all = comments(&replay).concat();
        all.into_iter().map(str::to_owned).collect()
    };
    // The Najdorf by another order of moves; the deepest name wins; the moves after it change nothing.
    for text in [
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h4 *",
        "1. Nf3 c5 2. e4 a6 3. Nc3 d6 4. d4 cxd4 5. Nxd4 Nf6 6. h4 *",
    ] {
        assert_eq!(
            named(text),
            ["⟦opening B90 Sicilian Defense: Najdorf Variation⟧"],
            "{text}"
        );
    }
    assert!(named("*").is_empty());
    assert!(named("[Variant \"Inertia Chess\"]\n\n1. e4 e5 *").is_empty());

    let wishes = Wishes {
        tags: true,
        ..wishes("opening,clock")
    };
    let mut replay = replayed("[White \"A\"]\n\n1. e4 e5 2. Bc4 Nf6 *");
    let before = replay.clone();
    annotate(&mut replay, &wishes);
    assert_eq!(
        tags(&replay),
        [
            "White=A",
            "ECO=C24",
            "Opening=Bishop's Opening",
            "Variation=Berlin Defense"
        ]
    );
    assert_eq!(
        comments(&replay)[3],
        ["⟦half-move clock 2; opening [ECO C24 Bishop's Opening: Berlin Defense]⟧"]
    );
    let once = replay.clone();
    annotate(&mut replay, &wishes);
    assert_eq!(replay, once);
    strip(&mut replay);
    assert_eq!(replay, before);

    // The author's own stay, each by itself, but for those that say nothing.
    for (own, with, told) in [
        (
            "[ECO \"C24\"]",
            &[
                "ECO=C24",
                "Opening=Bishop's Opening",
                "Variation=Berlin Defense",
            ][..],
            "[Opening,Variation: C24 Bishop's Opening: Berlin Defense]",
        ),
        (
            "[Opening \"Mine\"]\n[eco \"?\"]\n[Variation \"\"]",
            &["Opening=Mine", "eco=C24", "Variation=Berlin Defense"],
            "[ECO?,Variation=: C24 Bishop's Opening: Berlin Defense]",
        ),
        (
            "[ECO \"A00\"]\n[Opening \"Mine\"]\n[Variation \"?!\"]",
            &["ECO=A00", "Opening=Mine", "Variation=?!"],
            "C24 Bishop's Opening: Berlin Defense",
        ),
    ] {
        let mut replay = replayed(&format!("{own}\n\n1. e4 e5 2. Bc4 Nf6 *"));
        let before = replay.clone();
        annotate(&mut replay, &wishes);
        assert_eq!(tags(&replay), with);
        let said = format!("⟦half-move clock 2; opening {told}⟧");
        assert_eq!(comments(&replay)[3], [said]);
        let once = replay.clone();
        annotate(&mut replay, &wishes);
        assert_eq!(replay, once);
        strip(&mut replay);
        assert_eq!(replay, before);
    }
}

#[test]
fn time_is_told_where_clocks_and_increment_are_known() {
    let clocks = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:04:50.5]} Nc6 {[%clk 0:05:10]} *";
    let times = |control: &str| -> Vec<Option<String>> {
        let replay = replayed(&format!("[TimeControl \"{control}\"]\n\n{clocks}"));
        let record = &replay.record;
        let plies = record.tree.mainline();
        let clocks = Clocks::of(record);
        plies.map(|id| clocks.reckoned(id).map(shown)).collect()
    };
    let took = |time: &str| Some(time.to_owned());
    // A clock that has gained more than the increment tells nothing.
    assert_eq!(times("300+2"), [None, None, took("0:00:11.5"), None]);
    assert_eq!(
        times("300+20"),
        [None, None, took("0:00:29.5"), took("0:00:10")]
    );
    assert_eq!(times("300"), [None, None, took("0:00:09.5"), None]);
    assert_eq!(times("40/7200"), [None, None, None, None]);
    assert_eq!(shown(Duration::from_secs(3_723)), "1:02:03");
}

/// Clocks of two fields are minutes and seconds where hours make no sense.
#[test]
fn short_clocks_tell_the_time_that_a_move_took() {
    let replay = replayed(
        "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 3:00]} e5 {[%clk 2:58]} 2. Nf3 {[%clk 2:41]} Nc6 {[%emt 0:05]} *",
    );
    let clocks = Clocks::of(&replay.record);
    let plies = replay.record.tree.mainline();
    let reckoned: Vec<_> = plies.map(|id| clocks.reckoned(id).map(shown)).collect();
    assert_eq!(reckoned, [None, None, Some("0:00:21".to_owned()), None]);
    let last = replay.record.tree.mainline().last().expect("a ply");
    assert_eq!(clocks.said(last).map(shown).as_deref(), Some("0:00:05"));
}
