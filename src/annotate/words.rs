//! The words of added comments, a table per language.

use crate::notation::{Color, Role};
use crate::rules::{Sides, Wind};

/// The words of a language. In sentences `{0}`, `{1}` stand for what they are about; none holds a semicolon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lexicon {
    /// The code of the language.
    pub name: &'static str,
    /// The letters of east and west in the names of winds.
    winds: [char; 2],
    /// Pawn to king, then a stone.
    pieces: [&'static str; 7],
    /// White, Red, Black.
    sides: [&'static str; 3],
    /// A variation: the move that it replaces.
    pub(super) instead: &'static str,
    /// Rule, wind.
    pub(super) forced: &'static str,
    /// Rule, wind, square.
    pub(super) free_at_edge: &'static str,
    /// Rule, wind, square, obstacle.
    pub(super) free_blocked: &'static str,
    /// Rule, wind, square.
    pub(super) free_nothing: &'static str,
    /// Square.
    pub(super) free_captured: &'static str,
    pub(super) free_castled: &'static str,
    /// A list of pieces, each followed by its square.
    pub(super) captures: &'static str,
    /// The same.
    pub(super) captures_en_passant: &'static str,
    /// Piece, from, to.
    pub(super) falls: &'static str,
    /// Piece, from, to, captured piece.
    pub(super) falls_on: &'static str,
    /// Squares.
    pub(super) check: &'static str,
    /// Squares.
    pub(super) threat: &'static str,
    pub(super) mate: &'static str,
    pub(super) stalemate: &'static str,
    pub(super) king_captured: &'static str,
    /// Side.
    pub(super) united: &'static str,
    pub(super) both_united: &'static str,
    pub(super) no_move: &'static str,
    pub(super) repetition: &'static str,
    /// Side, number, side, number.
    pub(super) groups: &'static str,
    /// Number.
    pub(super) only_move: &'static str,
    /// Number.
    pub(super) moves: &'static str,
    /// Number.
    pub(super) half_moves: &'static str,
    /// Time.
    pub(super) took: &'static str,
    /// Two numbers.
    pub(super) material: &'static str,
    /// Side, number, side, number.
    pub(super) stones: &'static str,
    /// Position text.
    pub(super) position: &'static str,
    pub(super) diagram: &'static str,
    /// Code and name.
    pub(super) opening: &'static str,
}

impl Lexicon {
    /// All languages.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "en",
            winds: ['E', 'W'],
            pieces: ["pawn", "knight", "bishop", "rook", "queen", "king", "stone"],
            sides: ["White", "Red", "Black"],
            instead: "instead of {0}",
            forced: "forced: rule {0}, {1}",
            free_at_edge: "free: rule {0}, {1}, ends at the edge on {2}",
            free_blocked: "free: rule {0}, {1}, is blocked on {3}",
            free_nothing: "free: rule {0}, {1}, has nothing to capture from {2}",
            free_captured: "free: the last piece was captured on {0}",
            free_castled: "free: castling was last",
            captures: "captures {0}",
            captures_en_passant: "captures {0} en passant",
            falls: "{0} falls {1}-{2}",
            falls_on: "{0} falls {1}-{2} and captures {3}",
            check: "check from {0}",
            threat: "threatens to capture the king from {0}",
            mate: "checkmate",
            stalemate: "stalemate",
            king_captured: "the king is captured",
            united: "{0}: all stones in one group",
            both_united: "both sides: all stones in one group",
            no_move: "no move is left",
            repetition: "the position stands for the third time",
            groups: "groups: {0} {1}, {2} {3}",
            only_move: "the only move",
            moves: "1 of {0} moves",
            half_moves: "half-move clock {0}",
            took: "took {0}",
            material: "material {0}:{1}",
            stones: "stones: {0} {1}, {2} {3}",
            position: "position {0}",
            diagram: "diagram",
            opening: "opening {0}",
        },
        Self {
            name: "fr",
            winds: ['E', 'O'],
            pieces: ["pion", "cavalier", "fou", "tour", "dame", "roi", "pierre"],
            sides: ["Blancs", "Rouges", "Noirs"],
            instead: "au lieu de {0}",
            forced: "forcé : règle {0}, {1}",
            free_at_edge: "libre : règle {0}, {1}, finit au bord en {2}",
            free_blocked: "libre : règle {0}, {1}, est bloquée en {3}",
            free_nothing: "libre : règle {0}, {1}, n'a rien à prendre depuis {2}",
            free_captured: "libre : la dernière pièce a été prise en {0}",
            free_castled: "libre : le dernier coup était un roque",
            captures: "prend {0}",
            captures_en_passant: "prend {0} en passant",
            falls: "chute {0} {1}-{2}",
            falls_on: "chute {0} {1}-{2} et prend {3}",
            check: "échec depuis {0}",
            threat: "menace de prendre le roi depuis {0}",
            mate: "échec et mat",
            stalemate: "pat",
            king_captured: "le roi est pris",
            united: "{0} : toutes les pierres en un groupe",
            both_united: "les deux camps : toutes les pierres en un groupe",
            no_move: "aucun coup possible",
            repetition: "la position se présente pour la troisième fois",
            groups: "groupes : {0} {1}, {2} {3}",
            only_move: "seul coup",
            moves: "1 coup sur {0}",
            half_moves: "compteur de demi-coups {0}",
            took: "durée {0}",
            material: "matériel {0}:{1}",
            stones: "pierres : {0} {1}, {2} {3}",
            position: "position {0}",
            diagram: "diagramme",
            opening: "ouverture {0}",
        },
        Self {
            name: "de",
            winds: ['O', 'W'],
            pieces: [
                "Bauer", "Springer", "Läufer", "Turm", "Dame", "König", "Stein",
            ],
            sides: ["Weiß", "Rot", "Schwarz"],
            instead: "statt {0}",
            forced: "erzwungen: Regel {0}, {1}",
            free_at_edge: "frei: Regel {0}, {1}, endet am Rand auf {2}",
            free_blocked: "frei: Regel {0}, {1}, ist auf {3} versperrt",
            free_nothing: "frei: Regel {0}, {1}, hat von {2} nichts zu schlagen",
            free_captured: "frei: die letzte Figur wurde auf {0} geschlagen",
            free_castled: "frei: zuletzt wurde rochiert",
            captures: "schlägt {0}",
            captures_en_passant: "schlägt {0} en passant",
            falls: "{0} fällt {1}-{2}",
            falls_on: "{0} fällt {1}-{2} und schlägt {3}",
            check: "Schach von {0}",
            threat: "droht den König zu schlagen von {0}",
            mate: "matt",
            stalemate: "patt",
            king_captured: "der König ist geschlagen",
            united: "{0}: alle Steine in einer Gruppe",
            both_united: "beide Seiten: alle Steine in einer Gruppe",
            no_move: "kein Zug mehr möglich",
            repetition: "die Stellung steht zum dritten Mal",
            groups: "Gruppen: {0} {1}, {2} {3}",
            only_move: "der einzige Zug",
            moves: "1 von {0} Zügen",
            half_moves: "Halbzüge {0}",
            took: "Dauer {0}",
            material: "Material {0}:{1}",
            stones: "Steine: {0} {1}, {2} {3}",
            position: "Stellung {0}",
            diagram: "Diagramm",
            opening: "Eröffnung {0}",
        },
    ];

    /// The words of the language with this code.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|words| words.name == name)
    }

    /// All its sentences.
    pub(super) const fn sentences(&self) -> [&'static str; 30] {
        [
            self.instead,
            self.forced,
            self.free_at_edge,
            self.free_blocked,
            self.free_nothing,
            self.free_captured,
            self.free_castled,
            self.captures,
            self.captures_en_passant,
            self.falls,
            self.falls_on,
            self.check,
            self.threat,
            self.mate,
            self.stalemate,
            self.king_captured,
            self.united,
            self.both_united,
            self.no_move,
            self.repetition,
            self.groups,
            self.only_move,
            self.moves,
            self.half_moves,
            self.took,
            self.material,
            self.stones,
            self.position,
            self.diagram,
            self.opening,
        ]
    }

    pub(super) fn wind(&self, wind: Wind) -> String {
        let [east, west] = self.winds;
        let letter = |c| match c {
            'E' => east,
            'W' => west,
            other => other,
        };
        wind.to_string().chars().map(letter).collect()
    }

    /// The name of a man on a board: a letter of chess, or a stone where men are `stones`.
    pub(super) fn piece(&self, letter: char, stones: bool) -> &'static str {
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) if !stones => self.pieces[role as usize],
            _ => self.pieces[Role::ALL.len()],
        }
    }

    pub(super) const fn side(&self, sides: Sides, color: Color) -> &'static str {
        match (color, sides) {
            (Color::White, Sides::WhiteBlack) => self.sides[0],
            (Color::White, Sides::RedBlack) => self.sides[1],
            (Color::Black, _) => self.sides[2],
        }
    }
}

/// A sentence with what it is about put in.
pub(super) fn filled(sentence: &str, about: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let (place, behind) = behind.split_once('}').unwrap_or((behind, ""));
        let place: Option<usize> = place.parse().ok();
        out.push_str(place.and_then(|place| about.get(place)).unwrap_or(&""));
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Whether a text is a sentence with something put in.
pub(super) fn is_filled(sentence: &str, text: &str) -> bool {
    let mut parts = sentence.split('{');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let behind = |part: &'_ str| part.find('}').map_or(0, |end| end + 1);
    let mut parts = parts.map(|part| &part[behind(part)..]).peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        // Something stands in each place.
        let Some(some) = rest.chars().next().map(char::len_utf8) else {
            return false;
        };
        rest = &rest[some..];
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    false
}
