//! Boards by the words that people use for them.

use super::board::Board;

impl Board {
    /// The board that words speak of: `hex-6`, `Hexinertia, base 6`, `square-10`, `Inertia 10x10`; Hexinertia alone is
    /// played on `hex-5`.
    pub(super) fn from_words(words: &str) -> Option<Self> {
        let small = words.to_lowercase();
        let words: Vec<&str> = small
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let number = |word: &str| word.parse::<u8>().ok();
        let pair = |pair: &[&str]| match *pair {
            ["hex" | "base", size] => Self::hex(number(size)?),
            ["square", size] => Self::square(number(size)?),
            _ => None,
        };
        let sides = |word: &&str| {
            let (files, ranks) = word.split_once('x')?;
            (files == ranks).then(|| number(files)).flatten()
        };
        words
            .windows(2)
            .find_map(pair)
            .or_else(|| words.iter().find_map(sides).and_then(Self::square))
            .or_else(|| words.contains(&"hexinertia").then_some(Self::HEX_5))
    }
}

#[cfg(test)]
mod tests {
    use super::Board;

    #[test]
    fn boards_are_known_by_many_words() {
        for (words, board) in [
            ("hex-6", Some("hex-6")),
            ("Hexinertia, base 6", Some("hex-6")),
            ("Hexinertia base-7: Anna - Boris", Some("hex-7")),
            ("HEXINERTIA 3", Some("hex-5")),
            ("square-10", Some("square-10")),
            ("Inertia 10x10", Some("square-10")),
            ("Inertia, square 8", Some("square-8")),
            ("Inertia", None),
            ("hex-11", None),
            ("10x8", None),
            ("base camp", None),
        ] {
            let found = Board::from_words(words).map(|board| board.to_string());
            assert_eq!(found.as_deref(), board, "{words}");
        }
    }
}
