//! `moves`: the legal moves of a position.

use super::args::{MovesArgs, ReportArgs};
use super::exit::ExitStatus;
use super::game::Given;
use super::io::Io;
use scoresheet::notation::letters::Letters;
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::with_rules;
use std::io::{self, Write};

pub(super) fn run(args: &MovesArgs, io: &mut Io) -> io::Result<ExitStatus> {
    let movetext = args.movetext.as_deref().unwrap_or_default();
    let given = Given::new(args.position.as_deref(), movetext, args.game.options());
    let report = given.report(io, ReportArgs::PLAIN)?;
    let Some((set, position)) = given.reached() else {
        return Ok(ExitStatus::Failed);
    };
    if report.status == ExitStatus::Valid {
        let letters = args.game.letters.0.unwrap_or(&Letters::ALL[0]);
        for line in legal_moves(set, position, (!args.coords).then_some(letters)) {
            writeln!(io.out, "{line}")?;
        }
    }
    Ok(report.status)
}

/// The legal moves, in notation with `letters` or else in coordinates.
fn legal_moves(set: &RuleSet, position: &str, letters: Option<&Letters>) -> Vec<String> {
    with_rules!(set, rules => {
        let position = rules
            .read_position(position, &mut Vec::new())
            .expect("invariant: a position text that was written can be read");
        let mut moves = Vec::new();
        rules.legal_moves(&position, &mut moves);
        moves
            .into_iter()
            .map(|r#move| {
                let mut out = String::new();
                match letters {
                    Some(letters) => rules.write_move(&position, r#move, letters, &mut out),
                    None => rules.write_coords(&position, r#move, &mut out),
                }
                out
            })
            .collect()
    })
}
