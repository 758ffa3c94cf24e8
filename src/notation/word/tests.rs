use super::{any_word, check_in, marks, null_move, read_word, without_marks};
use crate::notation::chess::{CaptureMark, ChessMoveText, Letter, PieceMoveText, Wing};
use crate::notation::letters::Letters;
use crate::notation::{
    CheckMark, Color, Role, WordForm, WordRead, chess, falls, read_number, read_result, short,
};
use crate::parse::SyntaxError;
use nom::Parser;
use std::fmt::Write;

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

/// The squares, marks and letters of a word with a fall: from, first mark and letter, first square, promotion, second
/// mark and letter, last square.
fn fall(text: &str) -> String {
    let man = man(text);
    assert_eq!(
        read_word(text).map(|read| read.len),
        Some(text.len()),
        "{text}"
    );
    let mark = |capture| match capture {
        CaptureMark::None => ".",
        CaptureMark::Dash => "-",
        CaptureMark::Capture => "x",
    };
    let letter = |letter: Option<Letter>| letter.map_or(String::new(), |letter| letter.to_string());
    let mut out = letter(man.piece);
    out.extend(man.from_file.map(|file| (b'a' + file) as char));
    out.extend(man.from_rank.map(|rank| (b'1' + rank) as char));
    let _ = write!(
        out,
        "{}{}{}",
        mark(man.capture),
        letter(man.captured),
        man.to
    );
    if let Some(promotion) = man.promotion {
        let _ = write!(out, "={promotion}");
    }
    if let Some(fall) = man.fall {
        let _ = write!(
            out,
            "{}{}{}",
            mark(fall.capture),
            letter(fall.captured),
            fall.to
        );
    }
    out
}

fn assert_falls(words: &[(&str, &str)]) {
    for (word, parts) in words {
        assert_eq!(fall(word), *parts, "{word}");
    }
}

#[test]
fn a_fall_follows_the_first_square() {
    assert_falls(&[
        ("Ta5×c5×c4", "Ta5xc5xc4"),
        ("Ta5-c5-c4", "Ta5-c5-c4"),
        ("Ta5xc5-c4", "Ta5xc5-c4"),
        ("Ta5-c5:c4", "Ta5-c5xc4"),
        ("Ta5*c5*c4", "Ta5xc5xc4"),
        ("Rb5*c4", "Rb5xc4"),
        ("Txc5×c4", "Txc5xc4"),
        ("Tac5-c4", "Ta.c5-c4"),
        ("a5c5c4", "a5.c5.c4"),
        ("a5c5c4+", "a5.c5.c4"),
        ("Ta5c5c4", "Ta5.c5.c4"),
        ("Bc4/c3", "B.c4.c3"),
        ("Nxe5/e4", "Nxe5.e4"),
        ("♖a5×c5×c4", "♖a5xc5xc4"),
    ]);
}

#[test]
fn captured_pieces_may_be_named() {
    assert_falls(&[
        ("Cg1×Ff3", "Cg1xFf3"),
        ("d7×Ce8=T", "d7xCe8=T"),
        ("Ta5×Cc5×Pc4", "Ta5xCc5xPc4"),
        ("Cg1×Ff3-f2", "Cg1xFf3-f2"),
        ("NxBf3", "NxBf3"),
        ("exNd5", "exNd5"),
    ]);
}

#[test]
fn a_promoted_piece_falls_in_brackets() {
    for word in [
        "b7-b8=C(→Cb7)",
        "b7-b8 = C (→ Cb7)",
        "b7 - b8 = C ( -> C b7 )",
        "b7-b8=C(->Cb7)",
        "b7-b8\t=\nC\n(→Cb7)",
        "b7-b8=c(→cb7)",
    ] {
        assert_eq!(fall(word), "b7-b8=C.b7", "{word}");
    }
    assert_falls(&[
        ("b7×c8=C(→C×c7)", "b7xc8=Cxc7"),
        ("b7 × c8 = C (→ C × Pc7)", "b7xc8=CxPc7"),
        ("b8 = C (→ Cb7)", ".b8=C.b7"),
        ("bxc8 = C", "bxc8=C"),
        ("b8=Q (→Qb7)", ".b8=Q.b7"),
        ("b7b8b7n", "b7.b8=N.b7"),
        ("c7b8b7q#", "c7.b8=Q.b7"),
        ("b8=Q/b7", ".b8=Q.b7"),
        ("b7-b8=C‡", "b7-b8=C"),
    ]);
}

#[test]
fn full_forms_alone_have_small_letters_and_accented_files() {
    assert_falls(&[
        ("ca7-b5-b6", "Ca7-b5-b6"),
        ("fc8-h3×h4", "Fc8-h3xh4"),
        ("db7-b2-b1", "Db7-b2-b1"),
        ("Cg1×ff3", "Cg1xFf3"),
        ("Cg1×ff3-f2", "Cg1xFf3-f2"),
        ("ré1-é2", "Re1-e2"),
        ("é2-é4", "e2-e4"),
        ("Tç5×é5-é4", "Tc5xe5-e4"),
        ("d7×é8=T(→Té7)", "d7xe8=T.e7"),
        ("é5×f6ep", "e5xf6"),
    ]);
    for word in ["ca5", "é4", "Cé4", "ç×d5"] {
        assert_eq!(reading(word), "no move", "{word}");
    }
}

#[test]
fn blanks_may_stand_about_the_marks_of_one_move() {
    for word in [
        "Ta5 × c5 × c4",
        "Ta5 x c5 x c4",
        "Ta5 xc5 xc4",
        "Ta5xc5 x c4",
        "Ta5 : c5 : c4",
    ] {
        assert_eq!(fall(word), "Ta5xc5xc4", "{word}");
    }
    assert_falls(&[
        ("Ta5 - c5 - c4", "Ta5-c5-c4"),
        ("Ta5- c5-c4", "Ta5-c5-c4"),
        ("Ta5-c5 — c4", "Ta5-c5-c4"),
        ("Ta5 x Cc5 x Pc4", "Ta5xCc5xPc4"),
        ("Txc5 x c4", "Txc5xc4"),
        ("Rc1 -d2", "Rc1-d2"),
        ("Rc8 × c7", "Rc8xc7"),
        ("e4 x d5", "e4xd5"),
        ("a2 - a4", "a2-a4"),
        ("a7 -a5", "a7-a5"),
    ]);
    for (text, first) in [
        ("e4 - e5", "e4"),
        ("Nf3 - d5", "Nf3"),
        ("e2-e4 - e7-e5", "e2-e4"),
        ("Nf3 * e4", "Nf3"),
        ("Nf3 *", "Nf3"),
        ("Nf3 : e4", "Nf3"),
        ("Nf3\nx e5", "Nf3"),
        ("Nf3 --", "Nf3"),
    ] {
        assert_eq!(
            read_word(text).map(|read| &text[..read.len]),
            Some(first),
            "{text}"
        );
    }
}

/// What can only be meant for a fall is read as one, and left to the rules to judge.
#[test]
fn odd_falls_are_read_as_written() {
    for word in [
        "b7-b8=C(→b7)",
        "b7-b8=C→Cb7",
        "b7-b8=C →b7",
        "b7-b8=C(=>Cb7)",
        "b7-b8=C>b7",
        "b7-b8=C(Cb7)",
        "b7-b8=C (Cb7)",
        "b7-b8=C(b7)",
        "b7-b8=C(→Cb7",
        "b7-b8(=C)(→Cb7)",
    ] {
        assert_eq!(fall(word), "b7-b8=C.b7", "{word}");
    }
    assert_falls(&[
        ("b7-b8=C(→C-b7)", "b7-b8=C-b7"),
        ("Ta5xc5(→c4)", "Ta5xc5.c4"),
        ("Txc5 (→×c4)", "Txc5xc4"),
        ("Ta5xc5->c4", "Ta5xc5.c4"),
        ("Ta5xc5c4", "Ta5xc5.c4"),
        ("Ta5xc5/b4", "Ta5xc5.b4"),
    ]);
    let named = |word| man(word).fall.and_then(|fall| fall.piece);
    assert_eq!(named("b7-b8=C(→Db7)"), Some(Letter::new('D')));
    assert_eq!(named("Ta5xc5(→Tc4)"), Some(Letter::new('T')));
    assert_eq!(named("b7-b8=C(→b7)"), None);
    for word in ["Ta5-b5-b4-b3", "Ta5xc5xc4xc3xc2", "a5c5c4c3"] {
        assert!(man(word).fall.is_some_and(|fall| fall.further), "{word}");
    }
}

#[test]
fn brackets_without_an_arrow_and_squares_elsewhere_are_no_falls() {
    assert_eq!(reading("b8=Q (Kg7)"), "b8=Q = b8=Q");
    assert_eq!(reading("b8 (= draw)"), "b8 = b8");
    assert_eq!(reading("b8=C (Cb7)"), "b8=C = b8=C", "a variation");
    assert_eq!(reading("b8=C(c7)"), "b8=C = b8=C", "another square");
    for word in ["e4/e5", "e4/e3", "Nf3/c3", "Nf3-", "Ta5×c5×"] {
        assert_eq!(reading(word), "no move", "{word}");
    }
    assert_eq!(reading("e4 - e5"), "e4 = e4", "two moves");
}

#[test]
fn full_forms_are_spelled_as_usual() {
    for word in ["Ta5×c5×c4", "Ta5-c5-c4", "b7-b8=C(→Cb7)", "c7×b8=C(→C×b7)"] {
        let usual = read_word(word).map(|read| read.form.to_string());
        assert_eq!(usual.as_deref(), Some(word));
    }
}

#[test]
fn words_stay_small() {
    assert!(size_of::<PieceMoveText>() <= 32);
    assert_eq!(size_of::<Option<Letter>>(), 4);
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
