//! The tags of a record: pairs as written, and those that a heading stands for.

use super::Tag;
use super::event::{Heading, RawTag};
use crate::diag::{Code, Diagnostic};
use crate::notation::Words;
use crate::source::{Span, Spanned};
use std::collections::HashMap;

/// Gathers the tags of one record.
///
/// A pair wins over a heading, wherever they stand; of two pairs both are kept and the second is reported.
#[derive(Debug, Default)]
pub(super) struct TagSection {
    tags: Vec<Tag>,
    /// The first tag of each name, names in small letters.
    first: HashMap<String, First>,
}

#[derive(Clone, Copy, Debug)]
struct First {
    span: Span,
    from_heading: bool,
}

impl TagSection {
    /// All tags in order, those of a heading named as the game with these words names them.
    pub(super) fn finish(mut self, words: Words) -> Vec<Tag> {
        if words == Words::Stones {
            // The first name of a heading is that of the side that begins: Red.
            let is_red = |tag: &Tag| tag.from_heading && tag.name.value == "White";
            if self.first.contains_key("red") {
                self.tags.retain(|tag| !is_red(tag));
            }
            for tag in self.tags.iter_mut().filter(|tag| is_red(tag)) {
                tag.name.value = "Red".to_owned();
            }
        }
        self.tags
    }

    /// Takes `Event`, `White`, `Black` and `Result` from a heading, where no pair gave them.
    pub(super) fn heading(&mut self, heading: Heading<'_>) {
        let parts = [
            ("Event", heading.event),
            ("White", heading.white),
            ("Black", heading.black),
            ("Result", heading.result_tag()),
        ];
        for (name, value) in parts {
            let Some(value) = value else { continue };
            let key = name.to_lowercase();
            if self.first.contains_key(&key) {
                continue;
            }
            let first = First {
                span: heading.line.span,
                from_heading: true,
            };
            self.first.insert(key, first);
            self.tags.push(Tag {
                name: Spanned::new(name.to_owned(), Span::at(value.span.start as usize)),
                value: Spanned::new(value.value.to_owned(), value.span),
                from_heading: true,
            });
        }
    }

    /// Takes a tag made by a reader.
    pub(super) fn property(&mut self, tag: Tag) {
        self.tags.push(tag);
    }

    /// Takes a pair, and reports it when its name was given before.
    pub(super) fn pair(&mut self, tag: RawTag<'_>) -> Option<Diagnostic> {
        let key = tag.name.value.to_lowercase();
        let earlier = self.first.get(&key).copied();
        if earlier.is_some_and(|first| first.from_heading) {
            let same = |tag: &Tag| tag.from_heading && tag.name.value.to_lowercase() == key;
            self.tags.retain(|tag| !same(tag));
        }
        let repeated = earlier.filter(|first| !first.from_heading);
        if repeated.is_none() {
            let first = First {
                span: tag.span,
                from_heading: false,
            };
            self.first.insert(key, first);
        }
        self.tags.push(Tag {
            name: Spanned::new(tag.name.value.to_owned(), tag.name.span),
            value: Spanned::new(unescaped(tag.value.value), tag.value.span),
            from_heading: false,
        });
        repeated.map(|first| {
            let message = format!("the tag `{}` is given twice", tag.name.value);
            Diagnostic::new(Code::RepeatedTag, tag.span, message)
                .label(first.span, "the first one, which counts")
                .help("both are kept; take one of them out")
        })
    }
}

/// The value of a tag: `\"` is a quotation mark and `\\` a backslash; another backslash is itself.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        rest = match after.strip_prefix(['"', '\\']) {
            Some(left) => {
                text.push_str(&after[..1]);
                left
            }
            None => {
                text.push('\\');
                after
            }
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads tag pairs `Name=value` and, at `:`, a heading.
    fn tags(words: &[&str]) -> (String, Vec<Code>) {
        let (mut section, mut codes) = (TagSection::default(), Vec::new());
        for (i, word) in words.iter().enumerate() {
            let spanned = |text| Spanned::new(text, Span::at(i));
            match word.split_once('=') {
                Some((name, value)) => {
                    let (name, value) = (spanned(name), spanned(value));
                    let finding = section.pair(RawTag {
                        span: Span::at(i),
                        name,
                        value,
                    });
                    codes.extend(finding.map(|finding| finding.code));
                }
                None => section.heading(Heading {
                    line: spanned(word),
                    event: Some(spanned("Inertia 3")),
                    white: Some(spanned("Joao")),
                    black: Some(spanned("Claude")),
                    result: word.contains(' ').then(|| spanned("½–½")),
                }),
            }
        }
        let tags = section.finish(Words::Chess);
        let shown = tags.iter().map(|tag| {
            let mark = if tag.from_heading { "~" } else { "" };
            format!("{mark}{}={}", tag.name.value, tag.value.value)
        });
        (shown.collect::<Vec<_>>().join(" "), codes)
    }

    #[test]
    fn values_lose_their_escapes() {
        assert_eq!(tags(&[r#"A=x\"y\\z\w\"#]).0, r#"A=x"y\z\w\"#);
    }

    #[test]
    fn a_repeated_tag_is_kept_and_reported() {
        let (shown, codes) = tags(&["A=1", "B=2", "a=3"]);
        assert_eq!(
            (shown.as_str(), codes.as_slice()),
            ("A=1 B=2 a=3", &[Code::RepeatedTag][..])
        );
    }

    #[test]
    fn a_heading_makes_tags_that_pairs_override() {
        assert_eq!(
            tags(&["heading"]).0,
            "~Event=Inertia 3 ~White=Joao ~Black=Claude"
        );
        let (shown, codes) = tags(&["a draw", "White=João", "Black=C"]);
        assert_eq!(
            (shown.as_str(), codes.len()),
            ("~Event=Inertia 3 ~Result=1/2-1/2 White=João Black=C", 0)
        );
        let (shown, codes) = tags(&["heading", "White=João"]);
        assert_eq!(
            (shown.as_str(), codes.len()),
            ("~Event=Inertia 3 ~Black=Claude White=João", 0)
        );
        let (shown, codes) = tags(&["White=João", "heading"]);
        assert_eq!(
            (shown.as_str(), codes.len()),
            ("White=João ~Event=Inertia 3 ~Black=Claude", 0)
        );
        let (_, codes) = tags(&["heading", "White=João", "White=Joao"]);
        assert_eq!(
            codes,
            [Code::RepeatedTag],
            "the pairs contradict each other"
        );
    }
}
