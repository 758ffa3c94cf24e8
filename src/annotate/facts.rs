//! The sentences about each ply.

use super::topic::Topic;
use super::words::filled;
use super::{Lexicon, Wishes};
use crate::notation::clock::shown;
use crate::notation::{Color, Words};
use crate::record::{Clocks, NodeId};
use crate::replay::{PlyFacts, Replay, each_ply, move_name};
use crate::rules::{BoardView, Capture, Forced, Lapse, Rules, Status};

/// Tells about the plies of a replay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teller<'a> {
    pub(super) replay: &'a Replay,
    pub(super) wishes: &'a Wishes,
    pub(super) clocks: Clocks<'a>,
}

/// A ply with the positions around it.
struct Moment<'a, R: Rules> {
    rules: &'a R,
    id: NodeId,
    facts: &'a PlyFacts,
    before: &'a R::Position,
    after: &'a R::Position,
}

impl Teller<'_> {
    /// Hands over what there is to say about each ply.
    pub(super) fn tell_all<R: Rules>(self, rules: &R, mut hear: impl FnMut(NodeId, Vec<String>)) {
        each_ply(rules, self.replay, |id, facts, before, after| {
            let moment = Moment {
                rules,
                id,
                facts,
                before,
                after,
            };
            let topics = self.wishes.topics.told();
            let said: Vec<String> = topics
                .filter_map(|topic| self.tell(topic, &moment))
                .collect();
            if !said.is_empty() {
                hear(id, said);
            }
        });
    }

    fn tell<R: Rules>(self, topic: Topic, moment: &Moment<'_, R>) -> Option<String> {
        match topic {
            Topic::Variations => self.variation(moment.id),
            Topic::Forced => self.duty(moment),
            Topic::Captures => self.captures::<R>(moment.facts),
            Topic::Falls => self.fall(moment),
            Topic::Checks => self.check(moment),
            Topic::Groups => self.groups::<R>(moment.facts),
            Topic::Numbers => Some(self.choice(moment)),
            Topic::Clock => self.clock(moment),
            Topic::Material => Some(self.material::<R>(&moment.rules.view(moment.after))),
            Topic::Fen => {
                let mut text = String::new();
                moment.rules.write_position(moment.after, &mut text);
                Some(filled(self.words().position, &[&text]))
            }
        }
    }

    const fn words(self) -> &'static Lexicon {
        self.wishes.words
    }

    fn variation(self, id: NodeId) -> Option<String> {
        let replaced = self
            .replay
            .facts(self.replay.record.tree.node(id).replaces?)?;
        let word = if self.wishes.own_letters {
            replaced.local()
        } else {
            &replaced.san
        };
        let name = move_name(replaced.number, replaced.side, word);
        Some(filled(self.words().instead, &[&name]))
    }

    /// By which duty the move was forced, or why by none.
    fn duty<R: Rules>(self, moment: &Moment<'_, R>) -> Option<String> {
        let words = self.words();
        let said = |sentence, duty: Forced, obstacle: &str| {
            let (rule, wind) = (duty.rule.to_string(), words.wind(duty.wind));
            let square = duty.square.to_string();
            filled(sentence, &[&rule, &wind, &square, obstacle])
        };
        if let Some(duty) = moment.facts.forced {
            return Some(said(words.forced, duty, ""));
        }
        let tree = &self.replay.record.tree;
        let last = tree.node(tree.node(moment.id).parent?).parent?;
        let last = &self.replay.facts(last)?.effect;
        Some(match moment.rules.lapse(moment.before, last)? {
            Lapse::Edge(duty) => said(words.free_at_edge, duty, ""),
            Lapse::Blocked(duty, by) => said(words.free_blocked, duty, &by.to_string()),
            Lapse::NothingToCapture(duty) => said(words.free_nothing, duty, ""),
            Lapse::Captured(cell) => filled(words.free_captured, &[&cell.to_string()]),
            Lapse::Castled => words.free_castled.to_owned(),
        })
    }

    fn captures<R: Rules>(self, facts: &PlyFacts) -> Option<String> {
        let name = |capture: &Capture| {
            let piece = self.piece::<R>(capture.piece);
            format!("{piece} {}", capture.cell)
        };
        let list: Vec<String> = facts.effect.captures.iter().map(name).collect();
        let sentence = if facts.effect.en_passant {
            self.words().captures_en_passant
        } else {
            self.words().captures
        };
        (!list.is_empty()).then(|| filled(sentence, &[&list.join(", ")]))
    }

    /// The second operation of a move that has one.
    fn fall<R: Rules>(self, moment: &Moment<'_, R>) -> Option<String> {
        let effect = &moment.facts.effect;
        let [_, from, to] = effect.path[..] else {
            return None;
        };
        if effect.placement || effect.castling {
            return None;
        }
        let view = moment.rules.view(moment.after);
        let (row, column) = view.place(to)?;
        let piece = self.piece::<R>(view.rows[row][column]);
        let (from, to) = (from.to_string(), to.to_string());
        let mut captures = effect.captures.iter();
        Some(match captures.find(|capture| capture.operation == 2) {
            None => filled(self.words().falls, &[piece, &from, &to]),
            Some(capture) => {
                let captured = self.piece::<R>(capture.piece);
                filled(self.words().falls_on, &[piece, &from, &to, captured])
            }
        })
    }

    /// What threatens the king, or how the game has ended.
    fn check<R: Rules>(self, moment: &Moment<'_, R>) -> Option<String> {
        let words = self.words();
        let mover = moment.facts.side;
        let united = |color| filled(words.united, &[words.side(R::SIDES, color)]);
        match self.status(moment) {
            Status::Checkmate => return Some(words.mate.to_owned()),
            Status::Stalemate => return Some(words.stalemate.to_owned()),
            Status::KingCaptured => return Some(words.king_captured.to_owned()),
            Status::United => return Some(united(mover)),
            Status::BothUnited => return Some(words.both_united.to_owned()),
            Status::OpponentUnited => return Some(united(mover.other())),
            Status::NoLegalMove => return Some(words.no_move.to_owned()),
            Status::Repetition => return Some(words.repetition.to_owned()),
            Status::Ongoing => {}
        }
        let attackers = moment.rules.king_attackers(moment.after);
        let squares: Vec<String> = attackers.iter().map(ToString::to_string).collect();
        let sentence = if R::CAPTURES_KINGS {
            words.threat
        } else {
            words.check
        };
        (!squares.is_empty()).then(|| filled(sentence, &[&squares.join(", ")]))
    }

    /// How the game stands after the ply; only the replay knows of positions that came before.
    fn status<R: Rules>(self, moment: &Moment<'_, R>) -> Status {
        let tree = &self.replay.record.tree;
        if tree.is_main(moment.id) && tree.node(moment.id).next.is_none() {
            self.replay.status
        } else {
            moment.rules.status(moment.after)
        }
    }

    fn groups<R: Rules>(self, facts: &PlyFacts) -> Option<String> {
        facts
            .groups
            .map(|groups| self.both::<R>(self.words().groups, groups.map(Into::into)))
    }

    /// Among how many moves this one was chosen.
    fn choice<R: Rules>(self, moment: &Moment<'_, R>) -> String {
        match moment.rules.count_legal(moment.before) {
            1 => self.words().only_move.to_owned(),
            count => filled(self.words().moves, &[&count.to_string()]),
        }
    }

    /// The clock of half-moves, and the time taken.
    fn clock<R: Rules>(self, moment: &Moment<'_, R>) -> Option<String> {
        let count = moment.rules.half_move_clock(moment.after);
        let count = count.map(|count| filled(self.words().half_moves, &[&count.to_string()]));
        let time = self.clocks.reckoned(moment.id);
        let time = time.map(|time| filled(self.words().took, &[&shown(time)]));
        let said: Vec<String> = count.into_iter().chain(time).collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    fn material<R: Rules>(self, view: &BoardView) -> String {
        let cells = || view.rows.iter().flatten();
        if R::WORDS == Words::Stones {
            let stones = ['r', 'b'].map(|stone| cells().filter(|&&cell| cell == stone).count());
            return self.both::<R>(self.words().stones, stones);
        }
        let value = |cell: char| match cell.to_ascii_uppercase() {
            'P' => 1,
            'N' | 'B' => 3,
            'R' => 5,
            'Q' => 9,
            _ => 0,
        };
        let sum = |white: bool| {
            let men = cells().filter(|cell| cell.is_ascii_uppercase() == white);
            let sum: u32 = men.map(|&cell| value(cell)).sum();
            sum.to_string()
        };
        filled(self.words().material, &[&sum(true), &sum(false)])
    }

    /// A sentence with a number for each side.
    fn both<R: Rules>(self, sentence: &str, [first, second]: [usize; 2]) -> String {
        let side = |color| self.words().side(R::SIDES, color);
        let (first, second) = (first.to_string(), second.to_string());
        let about = [side(Color::White), &first, side(Color::Black), &second];
        filled(sentence, &about)
    }

    fn piece<R: Rules>(self, letter: char) -> &'static str {
        self.words().piece(letter, R::WORDS == Words::Stones)
    }
}
