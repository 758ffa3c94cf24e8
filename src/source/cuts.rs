//! Where the bytes of a file may be cut so that no record is torn.

use super::trees;
use memchr::{memchr_iter, memchr2, memchr2_iter, memrchr2};

/// How records follow each other in a file; decides where it may be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Tag pairs, movetext, tag pairs (PGN).
    Tagged,
    /// Scores between the paragraphs of an article.
    Article,
    /// A record a line.
    Lines,
    /// JSON objects, in an array or one after another.
    Values,
    /// Game trees in parentheses (SGF).
    Trees,
}

/// How sure it is that a record begins at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Trust {
    /// It may still belong to the record before (a comment before the tags, say).
    Doubtful,
    /// The line before is no tag, but does not end a game either.
    Likely,
    /// The line before ends a game.
    Sure,
}

/// From how many bytes on a doubtful cut is better than none.
const TAKE_DOUBTFUL: usize = 1 << 20;

impl Layout {
    /// The last place in `bytes`, which begin with a record, where another one begins.
    pub(super) fn last_cut(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Lines => line_starts_backward(bytes).next(),
            Self::Values => Values::default().cuts(bytes).last(),
            Self::Trees => trees::cuts(bytes).last(),
            Self::Article => line_starts_backward(bytes).find(|&at| begins_in_article(bytes, at)),
            Self::Tagged => {
                let tagged = |least| {
                    line_starts_backward(bytes).find(|&at| begins_tagged(bytes, at) >= Some(least))
                };
                tagged(Trust::Sure)
                    .or_else(|| last_untagged(bytes))
                    .or_else(|| tagged(Trust::Likely))
                    .or_else(|| tagged(Trust::Doubtful).filter(|_| bytes.len() >= TAKE_DOUBTFUL))
            }
        }
    }

    /// The last place in `bytes` where a record begins without doubt, whatever stands before them.
    pub(super) fn sure_cut(self, bytes: &[u8]) -> Option<usize> {
        let mut starts = line_starts_backward(bytes);
        match self {
            Self::Lines => starts.next(),
            Self::Tagged => starts.find(|&at| begins_tagged(bytes, at) == Some(Trust::Sure)),
            Self::Article | Self::Values | Self::Trees => None,
        }
    }

    /// The first place behind `from` in `bytes`, which begin with a record, where another one begins.
    pub(super) fn next_cut(self, bytes: &[u8], from: usize) -> Option<usize> {
        match self {
            Self::Trees => trees::cuts(bytes).find(|&at| at > from),
            Self::Tagged | Self::Article | Self::Lines | Self::Values => {
                self.first_cut(bytes, from)
            }
        }
    }

    /// The first place behind `from` where a record begins, doubtful or not, whatever `bytes` begin with.
    ///
    /// Not for [`Layout::Values`], whose cuts depend on all that stands before.
    pub(super) fn first_cut(self, bytes: &[u8], from: usize) -> Option<usize> {
        let rest = bytes.get(from..).unwrap_or_default();
        let mut starts = memchr2_iter(b'\n', b'\r', rest)
            .map(|end| from + end + 1)
            .filter(|&start| is_line_start(bytes, start));
        match self {
            Self::Lines => starts.next(),
            Self::Values => None,
            Self::Trees => starts.find(|&at| trees::begins_game(bytes, at)),
            Self::Article => starts.find(|&at| begins_in_article(bytes, at)),
            Self::Tagged => {
                starts.find(|&at| begins_tagged(bytes, at).is_some() || begins_untagged(bytes, at))
            }
        }
    }
}

/// Walks through JSON as far as is needed to see where the objects of the outermost level end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Values {
    braces: u32,
    in_string: bool,
    escaped: bool,
}

impl Values {
    /// The places behind each outermost object; the walk goes on over further bytes.
    pub(super) fn cuts<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        bytes.iter().enumerate().filter_map(|(at, &byte)| {
            if self.in_string {
                let ends = byte == b'"' && !self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                self.in_string = !ends;
                return None;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' => self.braces = self.braces.saturating_add(1),
                b'}' => {
                    self.braces = self.braces.saturating_sub(1);
                    return (self.braces == 0).then_some(at + 1);
                }
                _ => {}
            }
            None
        })
    }
}

/// Whether a line begins at `at`, seen from what stands before it.
fn is_line_start(bytes: &[u8], at: usize) -> bool {
    match at.checked_sub(1).map(|before| bytes[before]) {
        Some(b'\n') => true,
        // The other half of a CRLF may not have been read yet.
        Some(b'\r') => bytes.get(at).is_some_and(|&next| next != b'\n'),
        _ => false,
    }
}

/// The beginnings of all lines but the first, last one first.
fn line_starts_backward(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut end = bytes.len();
    std::iter::from_fn(move || {
        loop {
            let start = memrchr2(b'\n', b'\r', &bytes[..end])? + 1;
            end = start - 1;
            if is_line_start(bytes, start) {
                return Some(start);
            }
        }
    })
}

/// The line that `bytes` begin with.
fn line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())]
}

/// The last line before `at` that is not blank, without blanks around it, and whether a blank line follows it.
fn line_before(bytes: &[u8], at: usize) -> Option<(&[u8], bool)> {
    let before = bytes[..at].trim_ascii_end();
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    let gap = &bytes[before.len()..at];
    let line_ends = memchr2_iter(b'\n', b'\r', gap).count()
        - gap.windows(2).filter(|pair| pair == b"\r\n").count();
    let found = before[start..].trim_ascii_start();
    (!found.is_empty()).then_some((found, line_ends > 1))
}

/// Whether `line` begins with a tag pair's name and quote.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_:+#=-".contains(byte))
        .count();
    name > 0
        && rest[name..].first() == Some(&b' ')
        && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// Whether `line` ends with the marker that ends a game.
fn ends_game(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*", "½-½".as_bytes()]
        .iter()
        .any(|marker| {
            line.strip_suffix(*marker)
                .is_some_and(|before| before.last().is_none_or(u8::is_ascii_whitespace))
        })
}

/// Whether `line` begins with the number of a first move.
fn is_first_move(line: &[u8]) -> bool {
    line.strip_prefix(b"1")
        .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"."))
}

/// Whether `line` is a row of a printed board: eight or more single characters with blanks between.
fn is_board_row(line: &[u8]) -> bool {
    let mut cells = 0;
    for cell in line
        .split(u8::is_ascii_whitespace)
        .filter(|cell| !cell.is_empty())
    {
        if cell.len() != 1 {
            return false;
        }
        cells += 1;
    }
    cells >= 8
}

/// Whether `line` looks as the heading of a game does (`Inertia 3: Joao - Claude`); one that ends with a colon heads
/// something else, a final position perhaps.
fn is_heading(line: &[u8]) -> bool {
    line.len() < 200
        && line.last() != Some(&b':')
        && line
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
        && (line.contains(&b':') || line.windows(3).any(|part| part == b" - "))
}

/// How sure it is that a record with tags begins at `at`; `None` when none does.
fn begins_tagged(bytes: &[u8], at: usize) -> Option<Trust> {
    if !is_tag(&bytes[at..]) {
        return None;
    }
    match line_before(bytes, at)?.0 {
        before if ends_game(before) => Some(Trust::Sure),
        [b'[', ..] => None,
        [b'{' | b'%' | b';', ..] | [.., b'}'] => Some(Trust::Doubtful),
        _ => Some(Trust::Likely),
    }
}

/// Whether a game without tags begins at `at`, as far as the lines around it tell.
fn begins_untagged(bytes: &[u8], at: usize) -> bool {
    is_first_move(&bytes[at..])
        && line_before(bytes, at).is_some_and(|(before, blank)| blank && ends_game(before))
}

/// The last place where a game without tags begins, outside of comments.
fn last_untagged(bytes: &[u8]) -> Option<usize> {
    // A file whose braces never balance must not cost a count for each of its games.
    const ATTEMPTS: usize = 8;
    line_starts_backward(bytes)
        .filter(|&at| begins_untagged(bytes, at))
        .take(ATTEMPTS)
        .find(|&at| {
            let opened = memchr_iter(b'{', &bytes[..at]).count();
            opened == memchr_iter(b'}', &bytes[..at]).count()
        })
}

/// Whether a score begins at `at` in an article: tags, heading or first move behind the end of another score, or a list
/// of men, or the line above it.
fn begins_in_article(bytes: &[u8], at: usize) -> bool {
    let here = line(&bytes[at..]).trim_ascii();
    let Some((before, blank)) = line_before(bytes, at) else {
        return false;
    };
    if blank && !is_list(before) && (is_list(here) || is_list(second_line(&bytes[at..]))) {
        return true;
    }
    (is_tag(here) || is_first_move(here) || is_heading(here))
        && (ends_game(before) && (blank || is_tag(here))
            || is_board_row(before) && blank && !(is_first_move(here) && heads_moves(bytes, at)))
}

/// The line behind the first one of `bytes`, when it follows at once.
fn second_line(bytes: &[u8]) -> &[u8] {
    let end = line(bytes).len();
    let rest = &bytes[end..];
    let next = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..));
    line(next.unwrap_or_default()).trim_ascii()
}

/// Whether `line` begins as a list of men does: `Blancs: Rc1`, `White: Kc1`.
fn is_list(line: &[u8]) -> bool {
    const SIDES: [&str; 8] = [
        "Blancs", "Noirs", "White", "Black", "Weiß", "Weiss", "Schwarz", "Blanc",
    ];
    let behind = SIDES.iter().find_map(|side| {
        let (name, rest) = line.split_at_checked(side.len())?;
        name.eq_ignore_ascii_case(side.as_bytes()).then_some(rest)
    });
    let men = behind.and_then(|rest| rest.trim_ascii_start().strip_prefix(b":"));
    // One of them is a king, in English, German or French.
    men.is_some_and(|men| {
        men.windows(3)
            .any(|man| matches!(man, [b'K' | b'R', b'a'..=b'h', b'1'..=b'8']))
    })
}

/// Whether the board above `at` is no final position: the moves below start from it.
fn heads_moves(bytes: &[u8], at: usize) -> bool {
    /// A board has eight rows, and perhaps edges; above it may stand a caption.
    const LINES: usize = 14;
    let mut place = at;
    for _ in 0..LINES {
        let Some((before, _)) = line_before(bytes, place) else {
            return true;
        };
        if ends_game(before) {
            return false;
        }
        place = bytes[..place].trim_ascii_end().len() - before.len();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Layout, Values};

    /// `text` with `|` taken out, and the places where it stood.
    fn marked(text: &str) -> (String, Vec<usize>) {
        let mut places = Vec::new();
        let mut plain = String::new();
        for part in text.split('|') {
            plain.push_str(part);
            places.push(plain.len());
        }
        places.pop();
        (plain, places)
    }

    #[track_caller]
    fn cut(layout: Layout, text: &str) {
        for line_end in ["\n", "\r\n", "\r"] {
            let (text, places) = marked(&text.replace('\n', line_end));
            assert_eq!(
                layout.last_cut(text.as_bytes()),
                places.last().copied(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_tagged_game_begins_behind_the_end_of_another() {
        cut(
            Layout::Tagged,
            "[Event \"a\"]\n\n1. e4 *\n\n|[Event \"b\"]\n[Site \"?\"]\n\n1. d4 *\n",
        );
        cut(
            Layout::Tagged,
            "[Event \"a\"]\n1. e4 1-0\n|[Event \"b\"]\n1. d4 {\n[Event\n",
        );
        cut(
            Layout::Tagged,
            "[Event \"a\"]\n1. e4 e5\n\n|[Event \"b\"]\n",
        );
    }

    #[test]
    fn tags_are_not_torn_apart() {
        cut(
            Layout::Tagged,
            "[Event \"a\"]\n\n[Site \"1-0\"]\n[White \"x\"]\n\n1. e4 {\n[%clk 1] } *\n",
        );
        cut(
            Layout::Tagged,
            "{ about }\n[Event \"a\"]\n\n1. e4 *\n\n{ about\nb }\n\n[Event \"b\"]\n",
        );
    }

    #[test]
    fn games_without_tags_are_cut_outside_of_comments_only() {
        cut(
            Layout::Tagged,
            "1. e4 *\n\n|1. d4 *\n\n{ well *\n\n1. c4 } *\n",
        );
        cut(Layout::Tagged, "1. e4 *\n1. d4 *\n\n{ note }\n1. c4 *\n");
    }

    #[test]
    fn scores_in_an_article_begin_behind_a_result_or_a_board() {
        cut(
            Layout::Article,
            "1. e4 1-0\n\n  . . . . . . . k\n\n|  Inertia 2: A - B\n\n  1. d4\n  d5\n",
        );
        cut(
            Layout::Article,
            "Intro:\n\n1. First rule - one\n2. Second: two\n\n1. e4 1-0\n\n| 1. d4 *\n",
        );
    }

    #[test]
    fn problems_in_an_article_begin_with_their_men_or_the_line_above_them() {
        cut(
            Layout::Article,
            "White: Ke1 a2\nBlack: Ke8\n#2\n\nWhite: e4\n\n|No. 2\nWhite: Ke1 a3\n\nBlack: Ke8\n#2\n",
        );
        cut(
            Layout::Article,
            "#2\n\n|Blancs: Re1 a2\n\nNoirs: Re8\nBlancs: Dupont\n",
        );
        cut(Layout::Article, "See\n\n  . . . . . . . k\n\n1. e4\n");
    }

    #[test]
    fn lines_and_json_objects_are_cut_where_they_end() {
        cut(Layout::Lines, "{\"a\":1}\n{\"b\":2}\n|{\"c\"");
        cut(Layout::Values, r#"[{"a":"}{\"\\"},{"b":[{}]}|,{"c":"#);
    }

    #[test]
    fn the_walk_through_json_goes_on_over_blocks() {
        let mut walk = Values::default();
        assert_eq!(walk.cuts(br#"{"a":"\"#).count(), 0);
        assert_eq!(
            walk.cuts(br#""}","b":{}},{}"#).collect::<Vec<_>>(),
            [11, 14]
        );
    }
}
