//! The one place where a reason of the rules becomes words for people and facts for machines.

use super::consistency::CellFault;
use super::history::HistoryRemark;
use super::stones;
use crate::diag::{Code, Diagnostic, Edit, Fix, Reason};
use crate::notation::chess::Wing;
use crate::notation::{Cell, Square};
use crate::rules::{Forced, IdleAttack, Piece, Sides, Status, Why};
use crate::source::Span;
use serde_json::{Value, json};

/// A reason in words, and the squares whose story helps to understand it.
#[derive(Debug)]
pub(crate) struct Told {
    /// What follows "is illegal: " in the message.
    pub(super) cause: String,
    /// For machines.
    pub(super) reason: Reason,
    /// Cells whose occupants matter; the ply that brought them there gets a label.
    pub(super) cells: Vec<(Cell, &'static str)>,
    /// The mover's own last move matters (it made the inertia), and how to call it.
    pub(super) own_last: Option<String>,
    /// The opponent's last move matters (it ended the game), and how to call it.
    pub(super) last: Option<&'static str>,
    /// The pawn that is not captured en passant; the record tells how it came there.
    pub(super) passed: Option<Square>,
    /// What to do, where the reason itself says it.
    pub(super) help: Option<String>,
}

fn piece_name(piece: Piece) -> String {
    format!(
        "{} {}",
        Sides::WhiteBlack.name(piece.color),
        piece.role.name()
    )
}

pub(super) fn names<T: ToString>(items: &[T]) -> Value {
    Value::Array(
        items
            .iter()
            .map(|item| Value::String(item.to_string()))
            .collect(),
    )
}

pub(super) fn listed<T: ToString>(items: &[T]) -> String {
    let names: Vec<_> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The squares of a move, joined.
fn steps(path: &[Square]) -> String {
    let names: Vec<_> = path.iter().map(ToString::to_string).collect();
    names.join("-")
}

/// `a, b or c`.
pub(super) fn either(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king-side",
        Wing::Queen => "queen-side",
    }
}

/// What a duty asks, in words.
pub(super) fn duty(forced: Forced, piece: Piece) -> String {
    let manner = if forced.rule == 4 {
        "and capture again"
    } else {
        "without capturing"
    };
    format!(
        "the {} on {} must go on to {} {manner} (rule {})",
        piece.role.name(),
        forced.square,
        forced.wind,
        forced.rule
    )
}

/// Tells `why`.
pub(super) fn tell(why: &Why) -> Told {
    let mut facts: Vec<(&'static str, Value)> = Vec::new();
    let mut fact = |name, value: Value| facts.push((name, value));
    let (mut cells, mut own_last, mut last, mut help) = (Vec::new(), None, None, None);
    let mut passed = None;
    let cause = match why {
        Why::UnknownLetter { letter } => {
            fact("letter", json!(letter));
            help =
                Some("name the language with --letters if the score is not in English".to_owned());
            format!("`{letter}` stands for no piece in the letters of this record")
        }
        Why::NoSuchPiece { piece, to } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("to", json!(to.to_string()));
            format!("there is no {} that this could be", piece_name(*piece))
        }
        Why::WrongPiece { from, found, named } => {
            fact("from", json!(from.to_string()));
            fact("found", json!(found.map(|piece| piece.fen().to_string())));
            fact("piece", json!(named.map(|piece| piece.fen().to_string())));
            if found.is_some() {
                cells.push(((*from).into(), "came here"));
            }
            let named =
                named.map_or_else(String::new, |piece| format!(", no {}", piece_name(piece)));
            match found {
                Some(found) => format!("on {from} stands a {}{named}", piece_name(*found)),
                None => format!("{from} is empty"),
            }
        }
        Why::NotReachable { piece, from, to } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("from", names(from));
            fact("to", json!(to.to_string()));
            match from[..] {
                [one] => format!("the {} on {one} cannot go to {to}", piece_name(*piece)),
                _ => format!(
                    "no {} (on {}) can go to {to}",
                    piece_name(*piece),
                    listed(from)
                ),
            }
        }
        Why::Blocked {
            piece,
            from,
            to,
            by,
            obstacle,
        } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("from", json!(from.to_string()));
            fact("to", json!(to.to_string()));
            fact("by", json!(by.to_string()));
            fact("obstacle", json!(obstacle.fen().to_string()));
            cells.push(((*by).into(), "the obstacle came here"));
            format!(
                "on its way from {from} to {to} the {} is blocked by the {} on {by}",
                piece_name(*piece),
                piece_name(*obstacle)
            )
        }
        Why::OwnPiece { to, piece } => {
            fact("to", json!(to.to_string()));
            fact("piece", json!(piece.fen().to_string()));
            cells.push(((*to).into(), "the piece on the target came here"));
            format!("on {to} stands the side's own {}", piece.role.name())
        }
        Why::ForcedElsewhere {
            forced,
            piece,
            instead,
        } => {
            fact("rule", json!(forced.rule));
            fact("square", json!(forced.square.to_string()));
            fact("wind", json!(forced.wind.to_string()));
            fact("piece", json!(piece.fen().to_string()));
            fact("instead", names(instead));
            own_last = Some(format!(
                "this move made the inertia: {}",
                duty(*forced, *piece)
            ));
            format!(
                "{} is bound by inertia: {}",
                capital(Sides::WhiteBlack.name(piece.color)),
                duty(*forced, *piece)
            )
        }
        Why::KingLeftCapturable {
            king,
            by,
            attacker,
            was_in_check,
            path,
        } => {
            fact("king", json!(king.to_string()));
            fact("by", json!(by.to_string()));
            fact("attacker", json!(attacker.fen().to_string()));
            let mut way = String::new();
            if let Some(path) = path {
                let operation = if path.get(1) == Some(king) { 1 } else { 2 };
                fact("path", names(path));
                fact("operation", json!(operation));
                let which = if operation == 1 { "" } else { ", by its fall" };
                way = format!(" ({}{which})", steps(path));
            }
            cells.push(((*by).into(), "the attacker came here"));
            if *was_in_check {
                format!(
                    "the king on {king} stays in check from the {} on {by}{way}",
                    piece_name(*attacker)
                )
            } else {
                format!(
                    "it leaves the king on {king} to the {} on {by}{way}",
                    piece_name(*attacker)
                )
            }
        }
        Why::FallOffBoard { piece, to } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("to", json!(to.to_string()));
            format!(
                "from {to} the {} would fall off the board",
                piece_name(*piece)
            )
        }
        Why::FallOnOwn {
            piece,
            to,
            fall,
            obstacle,
        }
        | Why::PromotionCannotFall {
            piece,
            to,
            fall,
            obstacle,
        } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("to", json!(to.to_string()));
            fact("fall", json!(fall.to_string()));
            fact("obstacle", json!(obstacle.fen().to_string()));
            cells.push(((*fall).into(), "the piece in the way of the fall came here"));
            let who = match why {
                Why::PromotionCannotFall { .. } => format!("a pawn promoted on {to}"),
                _ => format!("from {to} the {}", piece_name(*piece)),
            };
            let own = obstacle.role.name();
            format!("{who} cannot fall: on {fall} stands the side's own {own}")
        }
        Why::NullMove { piece, from } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("from", json!(from.to_string()));
            help = Some("the option null-moves=on allows it".to_owned());
            format!(
                "it is a null move: the {} falls back to {from} and nothing changes",
                piece_name(*piece)
            )
        }
        Why::FallMismatch {
            piece,
            to,
            falling,
            written,
            further,
            marked,
            named,
            fall,
            captured,
        } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("to", json!(to.to_string()));
            fact("written", json!(written.to_string()));
            fact("further", json!(further));
            fact(
                "falling",
                json!(falling.map(|piece| piece.fen().to_string())),
            );
            fact("marked", json!(marked));
            fact("named", json!(named.map(|piece| piece.fen().to_string())));
            fact("fall", json!(fall.map(|fall| fall.to_string())));
            fact(
                "captured",
                json!(captured.map(|piece| piece.fen().to_string())),
            );
            let name = piece_name(*piece);
            cells.extend(fall.map(|fall| (fall.into(), "the piece fallen on came here")));
            let captured = captured.map(piece_name);
            match (fall, captured, named.map(piece_name)) {
                (None, ..) => {
                    format!("the {name} does not fall, and {written} is written as its fall")
                }
                (Some(fall), ..) if fall != written => {
                    format!("from {to} the {name} falls to {fall}, not to {written}")
                }
                (Some(fall), ..) if *further => {
                    format!("from {to} the {name} falls to {fall} and no further")
                }
                (Some(fall), ..) if falling.is_some() => {
                    let falling = falling.map(piece_name).unwrap_or_default();
                    format!("it is a {name} that falls to {fall}, no {falling}")
                }
                (Some(fall), None, _) => format!(
                    "in its fall to {fall} the {name} captures nothing, and a capture is written"
                ),
                (Some(fall), Some(captured), None) => format!(
                    "in its fall the {name} captures the {captured} on {fall}, and no capture is written"
                ),
                (Some(fall), Some(captured), Some(named)) => {
                    format!("in its fall the {name} captures the {captured} on {fall}, no {named}")
                }
            }
        }
        Why::NotEnPassant {
            piece,
            from,
            to,
            pawn,
        } => {
            fact("piece", json!(piece.fen().to_string()));
            fact("from", json!(from.to_string()));
            fact("to", json!(to.to_string()));
            fact("pawn", json!(pawn.to_string()));
            passed = Some(*pawn);
            format!("the pawn on {pawn} cannot be captured en passant")
        }
        Why::CastlingRight { wing } => {
            fact("wing", json!(wing_name(*wing)));
            format!(
                "the right to castle {} is gone or never was",
                wing_name(*wing)
            )
        }
        Why::CastlingPath { wing, by, obstacle } => {
            fact("wing", json!(wing_name(*wing)));
            fact("by", json!(by.to_string()));
            fact("obstacle", json!(obstacle.fen().to_string()));
            cells.push(((*by).into(), "the obstacle came here"));
            format!(
                "the {} on {by} stands in the way of castling",
                piece_name(*obstacle)
            )
        }
        Why::CastlingAttacked {
            wing,
            square,
            by,
            attacker,
        } => {
            fact("wing", json!(wing_name(*wing)));
            fact("square", json!(square.to_string()));
            fact("by", json!(by.to_string()));
            fact("attacker", json!(attacker.fen().to_string()));
            cells.push(((*by).into(), "the attacker came here"));
            format!(
                "castling {} is barred by the {} on {by}, which attacks {square}",
                wing_name(*wing),
                piece_name(*attacker)
            )
        }
        Why::PromotionMissing { to } => {
            fact("to", json!(to.to_string()));
            help = Some(format!("write what the pawn becomes on {to}, such as `=Q`"));
            format!("a pawn that reaches {to} must become another piece")
        }
        Why::NoPromotion { to } => {
            fact("to", json!(to.to_string()));
            format!("nothing becomes another piece on {to}")
        }
        Why::Stones(fault) => return stones::tell(fault),
        Why::OtherGame => "it is a move of another kind of game".to_owned(),
        Why::GameOver { status } => {
            fact("status", json!(status.name()));
            last = Some(ending(*status));
            "the game was already over".to_owned()
        }
    };
    Told {
        cause,
        reason: Reason {
            kind: why.kind(),
            facts,
        },
        cells,
        own_last,
        last,
        passed,
        help,
    }
}

/// What a move does that ends the game so.
pub(super) const fn ending(status: Status) -> &'static str {
    match status {
        Status::Checkmate => "this move mates",
        Status::Stalemate => "this move stalemates",
        Status::KingCaptured => "this move captures the king",
        Status::United => "this move unites the stones of its side",
        Status::BothUnited => "this move unites the stones of both sides",
        Status::OpponentUnited => "this move leaves only the other side united",
        Status::Repetition => "after this move the position stands for the third time",
        Status::NoLegalMove | Status::Ongoing => "after this move no legal move is left",
    }
}

/// What ends a game before its first move.
pub(super) const fn standing(status: Status) -> &'static str {
    match status {
        Status::Checkmate => "the side to move is mated here",
        Status::Stalemate => "the side to move is stalemated here",
        Status::KingCaptured => "a king is captured here",
        Status::United => "the stones of one side are united here",
        Status::BothUnited => "the stones of both sides are united here",
        Status::OpponentUnited => "only the stones of the other side are united here",
        Status::Repetition | Status::NoLegalMove | Status::Ongoing => "no move is legal here",
    }
}

/// Why what looks like a check is none.
pub(super) fn idle_attack(idle: &IdleAttack) -> String {
    format!(
        "the king on {} is not in check: the {} on {} cannot capture it, since {}",
        idle.king,
        piece_name(idle.attacker),
        idle.by,
        tell(&idle.why).cause.replace(": ", ", ")
    )
}

/// A remark on the history of the game after the move called `name`.
pub(super) fn history(remark: HistoryRemark, name: &str, span: Span) -> Diagnostic {
    let (code, message, help) = match remark {
        HistoryRemark::Repetition(times) => {
            let (times, help) = if times == 3 {
                ("third", CLAIM)
            } else {
                ("fifth", OVER)
            };
            let message = format!("after {name} the position stands for the {times} time");
            (Code::Repetition, message, help)
        }
        HistoryRemark::MoveCount(moves) => (
            Code::MoveCount,
            format!("after {name} {moves} moves have passed without capture or pawn move"),
            if moves < 75 { CLAIM } else { OVER },
        ),
        HistoryRemark::Dead => (
            Code::DeadPosition,
            format!("after {name} neither side has the material to mate"),
            OVER,
        ),
    };
    Diagnostic::new(code, span, message).help(help)
}

/// What to do where a player may claim a draw.
const CLAIM: &str = "nothing is wrong: a player could claim a draw here";

/// What to do where the game is drawn by rules that a score need not keep.
const OVER: &str = "the game is drawn here; look whether the moves after it were played";

/// The finding that neither side can mate from the start, which is given at `span`.
pub(super) fn dead_start(span: Span) -> Diagnostic {
    let message = "at the start neither side has the material to mate";
    Diagnostic::new(Code::DeadPosition, span, message)
        .help("the game is drawn from the start; look whether a man is missing")
}

/// The finding about a printed board that differs in `faults` (at least one).
pub(super) fn board(faults: &[CellFault], when: &str) -> Diagnostic {
    let told = |fault: &CellFault| {
        let place = fault.cell;
        let printed = fault
            .printed
            .map_or_else(|| "no piece".to_owned(), |printed| format!("`{printed}`"));
        format!("{place}: printed {printed}, should be `{}`", fault.actual)
    };
    let cells = if faults.len() == 1 {
        "1 cell".to_owned()
    } else {
        format!("{} cells", faults.len())
    };
    let mut finding = Diagnostic::new(
        Code::BoardDiffers,
        faults[0].span,
        format!("the printed board differs from the position {when} in {cells}"),
    )
    .at(told(&faults[0]));
    for fault in faults.iter().skip(1).take(BOARD_LABELS) {
        finding = finding.label(fault.span, told(fault));
    }
    let edits = faults
        .iter()
        .map(|fault| Edit {
            span: fault.span,
            text: fault.actual.to_string(),
        })
        .collect();
    finding.fixes.push(Fix {
        title: format!(
            "print the position that the moves lead to: {}",
            cells_as_due(faults)
        ),
        unique: false,
        edits,
    });
    finding.help("correct the board, or look for a move that was printed wrong")
}

/// What is to be printed in the cells that differ: `` `N` on f3, `.` on g1 ``.
fn cells_as_due(faults: &[CellFault]) -> String {
    let named = 1 + BOARD_LABELS;
    let cells = faults.iter().take(named);
    let mut told: Vec<_> = cells
        .map(|fault| format!("`{}` on {}", fault.actual, fault.cell))
        .collect();
    if let Some(others @ 1..) = faults.len().checked_sub(named) {
        told.push(format!("and {others} more"));
    }
    told.join(", ")
}

/// Differing cells that get a label of their own, besides the first.
const BOARD_LABELS: usize = 7;

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
