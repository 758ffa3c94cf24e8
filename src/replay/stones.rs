//! What is wrong with a turn of the stone game, in words and as facts.

use super::report::{self, Told, listed, names};
use crate::diag::Reason;
use crate::notation::{Cell, Color};
use crate::rules::{Sample, Sides, Split, StoneFault as Fault, StonePhase as Phase, Why};
use serde_json::{Value, json};

/// Cells of one part of a split group that are named.
const PART: usize = 6;

const fn side(color: Color) -> &'static str {
    Sides::RedBlack.name(color)
}

/// Tells a fault.
pub(super) fn tell(fault: &Fault) -> Told {
    let mut facts: Vec<(&'static str, Value)> = Vec::new();
    let mut fact = |name, value: Value| facts.push((name, value));
    let (mut cells, mut help): (Vec<(Cell, &'static str)>, _) = (Vec::new(), None);
    let cause = match fault {
        Fault::GameOver { status } => return report::tell(&Why::GameOver { status: *status }),
        Fault::OffBoard { cell, board } => {
            fact("cell", json!(cell.to_string()));
            fact("board", json!(board.to_string()));
            format!("there is no cell {cell} on {board}")
        }
        Fault::WrongPhase { phase } => {
            fact("phase", json!(phase.name()));
            match phase {
                Phase::Placement { .. } => {
                    help =
                        Some("write the cells on which the stones are placed: `f4,b2`".to_owned());
                    "the stones are still being placed, none moves yet".to_owned()
                }
                Phase::Movement => {
                    help = Some("write where a stone goes from and to: `b2-b5`".to_owned());
                    "the placement is over, a stone must move".to_owned()
                }
            }
        }
        Fault::TooManyStones { extra, count, most } => {
            fact("cell", json!(extra.to_string()));
            fact("stones", json!(count));
            fact("most", json!(most));
            match most {
                1 => "Red begins with one stone only".to_owned(),
                _ => format!("a turn places two stones, not {count}: {extra} is one too many"),
            }
        }
        Fault::Occupied { cell, color } => {
            fact("cell", json!(cell.to_string()));
            fact("stone", json!(side(*color)));
            cells.push((*cell, "the stone came here"));
            format!("on {cell} there is a {} stone already", side(*color))
        }
        Fault::BoundNotAdjacent { bound, last, open } => {
            fact("cell", json!(bound.to_string()));
            fact("last", json!(last.to_string()));
            fact("open", sample(open));
            cells.push((*last, "the stone that it must stand next to came here"));
            help = Some(format!("next to {last} are vacant: {}", some_of(open)));
            format!(
                "the bound stone on {bound} does not stand next to {last}, where the opponent placed the last stone"
            )
        }
        Fault::FreeImpossible {
            bound,
            free,
            neighbors,
        } => {
            fact("cell", json!(free.to_string()));
            fact("bound", json!(bound.to_string()));
            fact("neighbors", neighbors_of(neighbors));
            help = Some(format!(
                "the turn is `{bound}` alone, and the placement is over"
            ));
            format!(
                "after {bound} no cell is left for a free stone, and {}",
                next_to(*free, neighbors)
            )
        }
        Fault::FreeNotIsolated {
            free,
            neighbors,
            open,
        } => {
            fact("cell", json!(free.to_string()));
            fact("neighbors", neighbors_of(neighbors));
            fact("open", sample(open));
            cells.extend(
                neighbors
                    .iter()
                    .map(|&(cell, _)| (cell, "the stone next to it came here")),
            );
            help = Some(format!("a free stone may go to {}", some_of(open)));
            format!(
                "the free stone must stand alone, and {}",
                next_to(*free, neighbors)
            )
        }
        Fault::FreeMissing { bound, open } => {
            fact("bound", json!(bound.to_string()));
            fact("open", sample(open));
            help = Some(format!("name its cell behind a comma: {}", some_of(open)));
            let count = open.count;
            let cells = if count == 1 {
                "1 cell is".to_owned()
            } else {
                format!("{count} cells are")
            };
            format!("the free stone is missing, for which {cells} open")
        }
        Fault::NoOwnStone { cell, holder } => {
            fact("cell", json!(cell.to_string()));
            fact("stone", json!(holder.map(side)));
            match holder {
                Some(holder) => {
                    cells.push((*cell, "the stone came here"));
                    format!("the stone on {cell} is {}, of the opponent", side(*holder))
                }
                None => format!("{cell} is vacant"),
            }
        }
        Fault::NotALine { from, to } => {
            fact("from", json!(from.to_string()));
            fact("to", json!(to.to_string()));
            if from == to {
                "a stone must move to another cell".to_owned()
            } else {
                format!("no line leads from {from} to {to}")
            }
        }
        Fault::Blocked { cell, color } => {
            fact("by", json!(cell.to_string()));
            fact("stone", json!(side(*color)));
            cells.push((*cell, "the stone in the way came here"));
            format!("the {} stone on {cell} is in the way", side(*color))
        }
        Fault::OwnStone { cell } => {
            fact("to", json!(cell.to_string()));
            cells.push((*cell, "the stone on the target came here"));
            format!("on {cell} there is a stone of the same side")
        }
        Fault::GroupsIncrease {
            before,
            after,
            splits,
        } => {
            fact("before", json!(before));
            fact("after", json!(after));
            fact("splits", Value::Array(splits.iter().map(split).collect()));
            let total = |groups: &[u16; 2]| groups[0] + groups[1];
            let split: Vec<String> = splits.iter().map(split_in_words).collect();
            format!(
                "it would make {} groups of {}: {}",
                total(after),
                total(before),
                split.join(", and ")
            )
        }
    };
    Told {
        cause,
        reason: Reason {
            kind: fault.kind(),
            facts,
        },
        cells,
        own_last: None,
        passed: None,
        last: None,
        help,
    }
}

fn sample(open: &Sample) -> Value {
    json!({ "count": open.count, "cells": names(&open.cells) })
}

/// `b2, b3, c1 and 7 more`.
fn some_of(open: &Sample) -> String {
    let shown = open.cells.len();
    match usize::try_from(open.count)
        .unwrap_or(usize::MAX)
        .saturating_sub(shown)
    {
        0 => listed(&open.cells),
        more => {
            let cells: Vec<_> = open.cells.iter().map(ToString::to_string).collect();
            format!("{} and {more} more", cells.join(", "))
        }
    }
}

fn neighbors_of(neighbors: &[(Cell, Color)]) -> Value {
    let one =
        |&(cell, color): &(Cell, Color)| json!({ "cell": cell.to_string(), "stone": side(color) });
    Value::Array(neighbors.iter().map(one).collect())
}

/// `c3 stands next to the red stone on c4`.
fn next_to(cell: Cell, neighbors: &[(Cell, Color)]) -> String {
    let one = |&(cell, color): &(Cell, Color)| format!("the {} stone on {cell}", side(color));
    let stones: Vec<String> = neighbors.iter().map(one).collect();
    format!("{cell} is next to {}", listed(&stones))
}

fn split(split: &Split) -> Value {
    let parts = split.parts.iter().map(|part| names(part)).collect();
    json!({
        "side": side(split.color),
        "stone": split.stone.to_string(),
        "parts": Value::Array(parts),
    })
}

/// `the red group of b2 falls apart into c2 | d4, d5`.
fn split_in_words(split: &Split) -> String {
    let part = |part: &Vec<Cell>| {
        let shown: Vec<_> = part.iter().take(PART).map(ToString::to_string).collect();
        let more = if part.len() > PART { ", ..." } else { "" };
        format!("{}{more}", shown.join(", "))
    };
    let parts: Vec<String> = split.parts.iter().map(part).collect();
    format!(
        "the {} group of {} falls apart into {}",
        side(split.color),
        split.stone,
        parts.join(" | ")
    )
}
