//! The games that slips are made in: those of independent implementations, and games of chess played at random.

use super::kinds::{Seeded, Token};
use crate::support::{root, text};
use scoresheet::notation::Color;
use scoresheet::notation::letters::Letters;
use scoresheet::record::TreeBuilder;
use scoresheet::replay::{Options, Replay, replay};
use scoresheet::rules::{RuleSet, Rules};
use scoresheet::syntax::{Format, read_record_in};
use scoresheet::with_rules;
use serde_json::Value;

/// A game: its rule set, the position that it starts from if not the usual one, its words and its result.
pub(super) struct Game {
    pub(super) set: RuleSet,
    start: Option<String>,
    pub(super) words: Vec<String>,
    result: String,
    /// The number of its first move, and whether Black makes it.
    begins: (usize, bool),
}

impl Game {
    fn new(set: RuleSet, start: Option<String>, words: Vec<String>, result: String) -> Self {
        let begins = with_rules!(&set, rules => {
            let position = position(rules, start.as_deref());
            let number = rules.move_number(&position);
            (number as usize, rules.turn(&position) == Color::Black)
        });
        Self {
            set,
            start,
            words,
            result,
            begins,
        }
    }

    /// The token of the word at a ply.
    pub(super) fn token(&self, ply: usize, word: &str) -> Token {
        let (first, black) = self.begins;
        let half = ply + usize::from(black);
        let of_white = half.is_multiple_of(2);
        let dots = if of_white { "." } else { "..." };
        Token {
            number: (ply == 0 || of_white).then_some(first + half / 2),
            dots,
            word: word.to_owned(),
        }
    }

    pub(super) fn tokens(&self) -> Vec<Token> {
        let words = self.words.iter().enumerate();
        words.map(|(ply, word)| self.token(ply, word)).collect()
    }

    /// The ply of the first half of the move that the ply belongs to.
    pub(super) fn pair_of(&self, ply: usize) -> Option<usize> {
        let black = usize::from(self.begins.1);
        ((ply + black) & !1).checked_sub(black)
    }

    pub(super) fn print(&self, tokens: &[Token]) -> String {
        let mut text = format!("[Event \"Slips\"]\n[Result \"{}\"]\n", self.result);
        if let Some(start) = &self.start {
            text.push_str(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n"));
        }
        text.push('\n');
        let mut column = 0;
        for token in tokens {
            let number = token
                .number
                .map_or(String::new(), |number| format!("{number}{} ", token.dots));
            let word = format!("{number}{}", token.word);
            column += word.len() + 1;
            text.push_str(&word);
            text.push(if column > 70 { '\n' } else { ' ' });
            column = if column > 70 { 0 } else { column };
        }
        text.push_str(&self.result);
        text.push('\n');
        text
    }

    pub(super) fn options(&self) -> Options {
        Options {
            rules: Some(self.set.clone()),
            letters: Some(&Letters::ALL[0]),
            archive: true,
            english: true,
            ..Options::default()
        }
    }

    /// In how many ways `lost` plies around the ply `at` could be filled so that all other words stand where the numbers
    /// put them, written exactly as the moves then are, and the rules agree with the result. Looked for with nothing of
    /// `repair` in it.
    pub(super) fn fillings(&self, at: usize, lost: usize) -> usize {
        let pair = self.pair_of(at).expect("a whole move");
        with_rules!(&self.set, rules => self.fillings_by(rules, pair, at, lost))
    }

    fn fillings_by<R: Rules>(&self, rules: &R, pair: usize, at: usize, lost: usize) -> usize {
        let mut begin = position(rules, self.start.as_deref());
        let played = play_exactly(rules, &mut begin, &self.words[..pair]);
        assert!(played.is_some(), "the game replays");
        let rest = &self.words[pair + 2..];
        let fits = |position: &R::Position, words: &[String]| {
            let mut position = position.clone();
            let played = play_exactly(rules, &mut position, words)
                .and_then(|()| play_exactly(rules, &mut position, rest));
            let proven = rules.status(&position).outcome(rules.turn(&position));
            let agrees = proven.is_none_or(|proven| proven.marker() == self.result);
            usize::from(played.is_some() && agrees)
        };
        let each = |position: &R::Position, count: &dyn Fn(&R::Position) -> usize| -> usize {
            let mut moves = Vec::new();
            rules.legal_moves(position, &mut moves);
            let after = moves.into_iter().map(|meant| {
                let mut after = position.clone();
                rules.play(&mut after, meant);
                count(&after)
            });
            after.sum()
        };
        if lost == 2 {
            return each(&begin, &|one| each(one, &|two| fits(two, &[])));
        }
        let left = &self.words[pair + usize::from(at == pair)];
        let left = std::slice::from_ref(left);
        let mut between = begin.clone();
        let second = match play_exactly(rules, &mut between, left) {
            Some(()) => each(&between, &|after| fits(after, &[])),
            None => 0,
        };
        second + each(&begin, &|after| fits(after, left))
    }
}

/// The position that a game starts from.
fn position<R: Rules>(rules: &R, start: Option<&str>) -> R::Position {
    start.map_or_else(
        || rules.start(),
        |text| {
            rules
                .read_position(text, &mut Vec::new())
                .expect("a position")
        },
    )
}

/// Plays words, each of which must be written just as its move is.
fn play_exactly<R: Rules>(rules: &R, position: &mut R::Position, words: &[String]) -> Option<()> {
    let mut name = String::new();
    for word in words {
        let read = R::read_word(word)?;
        let meant = rules.resolve(position, &read.form, &Letters::ENGLISH)?;
        name.clear();
        rules.write_move(position, meant, &Letters::ENGLISH, &mut name);
        if name != *word {
            return None;
        }
        rules.play(position, meant);
    }
    Some(())
}

pub(super) fn read(text: &str, options: &Options) -> Replay {
    let mut builder = TreeBuilder::default();
    let words = options.rules.as_ref().map(RuleSet::words);
    read_record_in(Format::Pgn, words, text, 0, &mut builder);
    replay(builder.finish(), text, options)
}

/// The moves of the main line as far as it is played.
pub(super) fn moves(replay: &Replay) -> Vec<String> {
    let tree = &replay.record.tree;
    tree.mainline()
        .map_while(|id| replay.facts(id).map(|facts| facts.coords.clone()))
        .collect()
}

/// The words of a game in canonical notation, from words of any.
fn canonical<R: Rules>(rules: &R, start: Option<&str>, words: &[String]) -> Option<Vec<String>> {
    let mut position = position(rules, start);
    let mut out = Vec::new();
    for word in words {
        let read = R::read_word(word)?;
        let meant = rules.resolve(&position, &read.form, &Letters::ENGLISH)?;
        let mut name = String::new();
        rules.write_move(&position, meant, &Letters::ENGLISH, &mut name);
        rules.play(&mut position, meant);
        out.push(name);
    }
    Some(out)
}

/// A game of random moves and its result.
fn random<R: Rules>(rules: &R, plies: usize, seeded: &mut Seeded) -> (Vec<String>, String) {
    let (mut position, mut words, mut legal) = (rules.start(), Vec::new(), Vec::new());
    for _ in 0..plies {
        rules.legal_moves(&position, &mut legal);
        if legal.is_empty() {
            break;
        }
        let meant = seeded.pick(&legal);
        let mut name = String::new();
        rules.write_move(&position, meant, &Letters::ENGLISH, &mut name);
        rules.play(&mut position, meant);
        words.push(name);
    }
    let proven = rules.status(&position).outcome(rules.turn(&position));
    (
        words,
        proven.map_or("*", |proven| proven.marker()).to_owned(),
    )
}

fn oracle(rules: &str) -> Vec<Value> {
    let file = text(&root().join(format!("fixtures/oracle/{rules}.json")));
    let mut oracle: Value = serde_json::from_str(&file).expect("JSON");
    serde_json::from_value(oracle["games"].take()).expect("games")
}

fn split(text: &str) -> Vec<String> {
    let words = text.split_whitespace().filter(|word| !word.ends_with('.'));
    words.map(str::to_owned).collect()
}

/// The games of a rule set.
pub(super) fn games(name: &str) -> Vec<Game> {
    let set = |spec: &str| RuleSet::from_spec(spec).expect("a rule set");
    if name == "chess" {
        let mut seeded = Seeded(20);
        let set = set("chess");
        return (0..100)
            .map(|_| {
                let plies = 60 + seeded.below(60);
                let (words, result) = with_rules!(&set, rules => random(rules, plies, &mut seeded));
                Game::new(set.clone(), None, words, result)
            })
            .collect();
    }
    let games = oracle(name).into_iter().filter_map(|game| {
        if game["null-moves"] == true {
            return None;
        }
        let field = |key: &str| game[key].as_str().map(str::to_owned);
        let words = match (field("san"), field("moves")) {
            (Some(words), _) | (None, Some(words)) => split(&words),
            (None, None) => serde_json::from_value(game["coords"].clone()).ok()?,
        };
        let spec = field("board").map_or(name.to_owned(), |board| format!("{name}:board={board}"));
        let (set, start) = (set(&spec), field("start"));
        let words = with_rules!(&set, rules => canonical(rules, start.as_deref(), &words))?;
        Some(Game::new(set, start, words, field("result")?))
    });
    let games: Vec<_> = games.collect();
    assert!(games.len() > 50, "{name}: {}", games.len());
    games
}
