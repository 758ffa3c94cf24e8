mod moves_in_full;

use super::{any_word, check_in, marks, null_move, read_word, without_marks};
use crate::notation::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{
    CheckMark, Color, Role, WordForm, WordRead, chess, falls, read_number, read_result, short,
    stones,
};
use crate::parse::SyntaxError;
use nom::Parser;

/// The word that `text` begins with and its usual spelling, `~` before it where the written one is another.
fn reading(text: &str) -> String {
    match read_word(text) {
        None => "no move".to_owned(),
        Some(read) => {
            let odd = if read.marks.unusual { "~" } else { "" };
            format!("{} = {odd}{}{}", &text[..read.len], read.form, read.marks)
        }
    }
}

fn man(text: &str) -> PieceMoveText {
    match read_word(text).map(|read| read.form) {
        Some(WordForm::Chess(ChessMoveText::Piece(man))) => man,
        other => panic!("{text}: {other:?}"),
    }
}

/// Each word is read whole, as an unusual spelling of another.
fn assert_unusual(words: &[(&str, &str)]) {
    for (word, usual) in words {
        assert_eq!(reading(word), format!("{word} = ~{usual}"));
    }
}

/// What scores consist of.
const COMMON: &[&str] = &[
    "e4", "a1", "h8", "exd5", "bxc3", "bxa3", "Nf3", "Nbd7", "R1e4", "Qh4e1", "Nxf7", "Nbxd2",
    "R1xe4", "Qh4xe1", "e8=Q", "dxe8=N", "O-O", "O-O-O", "Tf1", "Dd4", "e4+", "R1xe4+", "e8=Q#",
    "Rxg6++", "e4!", "e4?", "e4!!", "e4??", "e4!?", "e4?!", "Nf3+!?", "O-O+", "O-O-O#!!", "Bb4",
    "Bxb4", "Bbxc4",
];

#[test]
fn common_words_are_spelled_as_usual() {
    for word in COMMON {
        assert_eq!(reading(word), format!("{word} = {word}"));
    }
}

#[test]
fn the_short_path_reads_common_words_and_coordinates() {
    for word in COMMON.iter().chain(&["g1f3", "e7e8q", "e1g1+"]) {
        for end in ["", " ", "\n", ")", "}", ".", "$"] {
            let text = format!("{word}{end}");
            assert!(short::read(text.as_bytes()).is_some(), "{text:?}");
        }
    }
}

#[test]
fn the_short_path_reads_nothing_otherwise_than_the_grammar() {
    let alphabet = [
        "a", "b", "c", "e", "1", "4", "8", "x", "N", "B", "Q", "O", "-", "=", "+", "#", "!", "q",
        "(", ")", " ",
    ];
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        texts = texts
            .iter()
            .flat_map(|text| alphabet.iter().map(move |sign| format!("{text}{sign}")))
            .filter(|text| !text.starts_with(['1', '4', '8', '=', '+', '#', '!', ' ', '(', ')']))
            .collect();
        for text in &texts {
            if let Some(read) = short::read(text.as_bytes()) {
                assert_eq!(any_word(text), Some(read), "{text:?}");
            }
        }
    }
    for word in COMMON {
        assert_eq!(any_word(word), short::read(word.as_bytes()), "{word}");
    }
}

#[test]
fn a_word_says_where_from_and_where_to() {
    let knight = man("Nb1xd2");
    assert_eq!(knight.piece, Some(Letter::new('N')));
    assert_eq!(
        knight.from().map(|from| from.to_string()),
        Some("b1".to_owned())
    );
    assert_eq!(knight.capture, CaptureMark::Capture);
    assert_eq!(knight.to.to_string(), "d2");
    assert_eq!(man("R1e4").from_rank, Some(0));
    assert_eq!(man("Rae4").from_file, Some(0));
    assert_eq!(man("Ng1-f3").capture, CaptureMark::Dash);
    assert_eq!(man("e8=Q").promotion, Some(Letter::new('Q')));
    assert_eq!(man("exd5").from(), None);
    let castling = read_word("O-O-O").map(|read| read.form);
    assert_eq!(
        castling,
        Some(WordForm::Chess(ChessMoveText::Castle(Wing::Queen)))
    );
}

#[test]
fn long_algebraic_and_coordinates_are_read() {
    assert_unusual(&[
        ("Ng1-f3", "Ng1f3"),
        ("Ng1–f3", "Ng1f3"),
        ("N-f3", "Nf3"),
        ("e2-e4", "e2e4"),
        ("e2xd3", "e2xd3"),
        ("e2e4", "e2e4"),
        ("g1f3", "g1f3"),
        ("e1g1", "e1g1"),
        ("e7e8q", "e7e8=Q"),
        ("e7e8=Q", "e7e8=Q"),
        ("e7xd8=Q+", "e7xd8=Q+"),
    ]);
}

#[test]
fn captures_are_marked_in_many_ways_or_not_at_all() {
    assert_unusual(&[
        ("N×f3", "Nxf3"),
        ("N:f3", "Nxf3"),
        ("NXf3", "Nxf3"),
        ("Nf3:", "Nxf3"),
        ("Nf3:+", "Nxf3+"),
        ("Nf3:e5", "Nf3xe5"),
        ("e:d5", "exd5"),
        ("e×d5", "exd5"),
        ("ed5", "exd5"),
        ("ed5:", "exd5"),
    ]);
    assert_eq!(reading("Nxf3: good"), "Nxf3 = Nxf3");
}

#[test]
fn promotions_are_written_in_many_ways() {
    assert_unusual(&[
        ("e8Q", "e8=Q"),
        ("e8(Q)", "e8=Q"),
        ("e8/Q", "e8=Q"),
        ("e8=q", "e8=Q"),
        ("e8q", "e8=Q"),
        ("e8=(Q)", "e8=Q"),
        ("dxe8D+", "dxe8=D+"),
    ]);
    assert_eq!(reading("e8=♕"), "e8=♕ = e8=♕");
    assert_eq!(
        reading("e4=Q"),
        "e4=Q = e4=Q",
        "no pawn promotes there: for the rules to say"
    );
    assert_eq!(reading("e8(Qh5)"), "e8 = e8", "a variation");
    assert_eq!(reading("e4(N)"), "e4 = e4", "a remark");
}

#[test]
fn castling_is_written_with_zeros_letters_and_any_hyphen() {
    assert_unusual(&[
        ("0-0", "O-O"),
        ("o-o", "O-O"),
        ("0-0-0", "O-O-O"),
        ("0–0", "O-O"),
        ("O\u{2011}O\u{2011}O", "O-O-O"),
        ("О-О", "O-O"),
        ("0-0+", "O-O+"),
        ("0-0-0!?", "O-O-O!?"),
    ]);
}

#[test]
fn marks_stand_in_any_order() {
    assert_unusual(&[
        ("Nf3!+", "Nf3+!"),
        ("Nf3†", "Nf3+"),
        ("Nf3††!?", "Nf3++!?"),
        ("Nf3‡", "Nf3#"),
        ("exd6ep", "exd6ep"),
        ("exd6e.p.", "exd6ep"),
        ("exd6e.p.+", "exd6ep+"),
        ("exd6+ep", "exd6ep+"),
    ]);
    assert_eq!(
        reading("exd6 e.p."),
        "exd6 = exd6",
        "a mark apart is a word of its own"
    );
}

#[test]
fn small_letters_are_pieces_only_where_no_pawn_can_be_meant() {
    assert_unusual(&[
        ("nf3", "Nf3"),
        ("qxd5", "Qxd5"),
        ("r1e4", "R1e4"),
        ("nbd7", "Nbd7"),
        ("bf4", "Bf4"),
        ("bxf4", "Bxf4"),
        ("bb5", "Bb5"),
        ("bxb5", "Bxb5"),
        ("bdf4", "Bdf4"),
        ("bc3", "bxc3"),
        ("ba3", "bxa3"),
        ("b2b4", "b2b4"),
        ("b2xc3", "b2xc3"),
    ]);
    assert_eq!(reading("bxc3"), "bxc3 = bxc3");
    assert_eq!(reading("b4"), "b4 = b4");
    assert_eq!(man("bf4").piece, Some(Letter::new('B')));
    assert_eq!(man("bc3").piece, None);
}

#[test]
fn words_stay_small() {
    assert!(size_of::<PieceMoveText>() <= 14);
    assert_eq!(size_of::<Option<Letter>>(), 1);
}

#[test]
fn null_moves_have_signs_and_words() {
    for word in ["--", "Z0", "0000", "@@@@", "null", "pass", "Pass"] {
        let read = read_word(word).expect("a null move");
        assert_eq!(
            (read.form, read.len),
            (WordForm::Null, word.len()),
            "{word}"
        );
        assert_eq!(read.marks.unusual, word != "--", "{word}");
    }
}

#[test]
fn other_words_are_no_moves() {
    let words = [
        "", " ", "The", "Black", "Nc", "A4", "Be", "Nf9", "Ni3", "N", "x", "xd5", "e", "e9", "4e4",
        "ee4", "ah3", "1.", "14", "7...", "1-0", "0-1", "1/2-1/2", "½-½", "*", "0-0-1", "0-0-0-0",
        "O", "O-", "00", "---", "Z01", "nullify", "passive", "$3", "Nf3e5x", "Nf3x", "Nf3-", "e4e",
        "e4x5", "Xe4", "Ee4", "Nf3/Nc3", "Nf3:x", "e8=", "e8=X", "e4q", "Nf3ß", "е4", "♔", "†",
    ];
    for word in words {
        assert_eq!(reading(word), "no move", "{word:?}");
    }
}

#[test]
fn a_word_ends_at_a_blank_a_bracket_or_punctuation() {
    let ends = [
        "", " ", "\t", "\n", "\r", "\0", "(", ")", "{", "}", "[", "]", ";", ".", ",", "$3", "*",
        "\"", "'", ": ", "”", "…", "\u{a0}", "⩲",
    ];
    for end in ends {
        let text = format!("Nxf3{end}");
        assert_eq!(read_word(&text).map(|read| read.len), Some(4), "{text:?}");
    }
    assert_eq!(read_word("e4!!!").map(|read| read.len), Some(4));
}

#[test]
fn the_letters_of_every_language_are_read() {
    for set in Letters::ALL {
        for role in Role::ALL {
            for color in Color::ALL {
                let text = format!("{}d1xe4", set.letter(role, color));
                let letter = man(&text).piece.expect("a letter");
                assert_eq!(set.role(letter), Some(role), "{text}");
                let text = format!("e8={}", set.letter(role, color));
                let letter = man(&text).promotion.expect("a letter");
                assert_eq!(set.role(letter), Some(role), "{text}");
            }
        }
    }
    assert_eq!(reading("♘\u{fe0e}f3"), "♘\u{fe0e}f3 = ~♘f3");
    assert_eq!(reading("Крxe4+"), "Крxe4+ = Крxe4+");
}

#[test]
fn a_check_mark_is_told_by_its_kind() {
    let check = |text| read_word(text).map(|WordRead { marks, .. }| marks.check);
    assert_eq!(check("Nf3"), Some(CheckMark::None));
    assert_eq!(check("Nf3+"), Some(CheckMark::Check));
    assert_eq!(check("Nf3††"), Some(CheckMark::Double));
    assert_eq!(check("Nf3‡"), Some(CheckMark::Mate));
    assert_eq!(check("Ta5-c5-c4 mat"), Some(CheckMark::Mate));
    assert_eq!(check("Rb7-c7 pat"), Some(CheckMark::Stalemate));
    assert_eq!(check("Txc5pat"), Some(CheckMark::Stalemate));
    assert_eq!(check("Ta5-c5-c4 material"), Some(CheckMark::None));
}

/// The lines of all blocks of `grammar.md` headed `kind`, with the production they belong to.
fn blocks(kind: &str) -> Vec<(&'static str, &'static str)> {
    let mut lines = Vec::new();
    for block in include_str!("../../../grammar.md").split("\n```").skip(1) {
        let (head, body) = block.split_once('\n').unwrap_or((block, ""));
        if let Some((_, production)) = head.split_once(' ').filter(|(word, _)| *word == kind) {
            lines.extend(body.lines().map(|line| (production, line)));
        }
    }
    lines
}

/// Whether a production of the grammar reads the whole of `text`; `None` when its parser stands elsewhere.
fn reads(production: &str, text: &str) -> Option<bool> {
    fn whole<'s, T>(
        mut parser: impl Parser<&'s str, Output = T, Error = SyntaxError>,
        text: &'s str,
    ) -> bool {
        parser.parse(text).is_ok_and(|(rest, _)| rest.is_empty())
    }
    Some(match production {
        "move-word" => read_word(text).is_some_and(|read| read.len == text.len()),
        "stone-turn" => stones::read_stone_turn(text).is_some_and(|read| read.len == text.len()),
        "castling" => whole(chess::castling, text),
        "null-move" => whole(null_move, text),
        "man-move" => whole(chess::man_move, text),
        "square-move" => whole(chess::square_move, text),
        "pawn-move" => whole(chess::pawn_move, text),
        "small-letter-move" => whole(chess::small_letter_move, text),
        "piece-move" => whole(chess::piece_move(chess::piece_letter), text),
        "full-move" => whole(falls::full_move, text),
        "full-square" => whole(falls::full_square, text),
        "letter" => whole(chess::piece_letter, text),
        "marks" => whole(marks, text),
        "number" => read_number(text, 0).is_some_and(|read| read.span.len() == text.len()),
        "marker" => read_result(text, 0).is_some_and(|read| read.span.len() == text.len()),
        _ => return None,
    })
}

#[test]
fn the_examples_of_the_grammar_are_read() {
    let examples = blocks("example");
    assert!(
        examples
            .iter()
            .any(|(production, _)| *production == "move-word")
    );
    for (production, text) in examples {
        assert_ne!(reads(production, text), Some(false), "{production}: {text}");
    }
    for (production, text) in blocks("counterexample") {
        assert_ne!(reads(production, text), Some(true), "{production}: {text}");
    }
}

#[test]
fn the_table_of_letters_is_the_grammars() {
    for set in Letters::ALL {
        let cell = |role: usize| match (set.white[role], set.black[role]) {
            (white, black) if white == black => white.to_owned(),
            (white, black) => format!("{white} {black}"),
        };
        let letters: Vec<_> = (0..6).map(cell).collect();
        let row = format!(
            "| `{}` | {} | {} |",
            set.name,
            set.language,
            letters.join(" | ")
        );
        assert!(include_str!("../../../grammar.md").contains(&row), "{row}");
    }
}

#[test]
fn marks_come_off_a_word() {
    for (word, bare, check) in [
        ("Rc8-d7 pat", "Rc8-d7", Some("pat")),
        ("Rc8-d7mat!", "Rc8-d7", Some("mat")),
        ("Ta5×c5×c4††", "Ta5×c5×c4", Some("††")),
        ("e5×f6ep+!?", "e5×f6ep", Some("+")),
        ("Qxf7#", "Qxf7", Some("#")),
        ("a2-a4!", "a2-a4", None),
    ] {
        assert_eq!(without_marks(word), bare);
        assert_eq!(check_in(word).map(|place| &word[place]), check, "{word}");
    }
}

#[test]
fn a_mark_is_spelled_like_another() {
    let like = |mark: CheckMark| ["+", "‡", "pat"].map(|other| mark.spelled_like(other));
    assert_eq!(like(CheckMark::Check), ["+", "†", "+"]);
    assert_eq!(like(CheckMark::Mate), ["#", "‡", "mat"]);
    assert_eq!(like(CheckMark::Stalemate), ["pat", "pat", "pat"]);
    assert_eq!(like(CheckMark::None), ["", "", ""]);
}
