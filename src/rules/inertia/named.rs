//! Boards by the words that people use for them.

use super::board::Board;

impl Board {
    /// The board that words speak of: `hex-6`, `Hexinertia, base 6`, `square-10`, `Inertia 10x10`; Hexinertia alone is
    /// played on `hex-5`. A size that no board has is given back as an error, under the name that the board would have.
    pub(super) fn from_words(words: &str) -> Option<Result<Self, String>> {
        let small = words.to_lowercase();
        let words: Vec<&str> = small
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let sized = |shape: &str, size: &str| {
            let name = format!("{shape}-{size}");
            is_number(size).then(|| Self::from_name(&name).ok_or(name))
        };
        let pair = |pair: &[&str]| match *pair {
            ["hex" | "base", size] => sized("hex", size),
            ["square", size] => sized("square", size),
            _ => None,
        };
        let sides = |word: &&str| {
            let (files, ranks) = word.split_once('x')?;
            (files == ranks && !files.is_empty()).then(|| sized("square", files))?
        };
        words
            .windows(2)
            .find_map(pair)
            .or_else(|| words.iter().find_map(sides))
            .or_else(|| words.contains(&"hexinertia").then_some(Ok(Self::HEX_5)))
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
            ("10x8", None),
            ("base camp", None),
        ] {
            let found = Board::from_words(words).map(|found| found.map(|board| board.to_string()));
            let expected = board.map(|board| Ok(board.to_owned()));
            assert_eq!(found, expected, "{words}");
        }
        for (words, name) in [
            ("Hexinertia, base 99", "hex-99"),
            ("Inertia 30x30", "square-30"),
        ] {
            assert_eq!(Board::from_words(words), Some(Err(name.to_owned())));
        }
    }
}
