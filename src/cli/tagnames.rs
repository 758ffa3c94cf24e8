//! Names of tags that are asked for and that no record has: most are misspelt.

use super::io::Io;
use scoresheet::record::Tag;
use scoresheet::select::nearest_name;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// So many different names are kept at most: where there are more, nothing is said.
const MOST: usize = 10_000;

/// The names of the tags of some records.
#[derive(Debug, Default)]
pub(crate) struct TagNames {
    seen: BTreeSet<String>,
    /// Whether there was a record.
    records: bool,
}

impl TagNames {
    /// Takes note of the tags of a record.
    pub(crate) fn see(&mut self, tags: &[Tag]) {
        self.records = true;
        for tag in tags {
            let name = tag.name.value.as_str();
            if !self.seen.contains(name) && self.seen.len() < MOST {
                self.seen.insert(name.to_owned());
            }
        }
    }

    /// Takes those of other records too.
    pub(crate) fn add(&mut self, others: Self) {
        self.records |= others.records;
        self.seen.extend(others.seen);
    }

    /// Warns of each name that is asked for and that no record has.
    pub(crate) fn tell<'a>(
        &self,
        asked: impl IntoIterator<Item = &'a str>,
        io: &mut Io,
    ) -> io::Result<()> {
        if io.quiet || !self.records || self.seen.len() >= MOST {
            return Ok(());
        }
        let mut told = BTreeSet::new();
        for name in asked {
            let is_it = |seen: &String| seen.eq_ignore_ascii_case(name);
            if self.seen.iter().any(is_it) || !told.insert(name.to_lowercase()) {
                continue;
            }
            let near = nearest_name(name, self.seen.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            io.out.flush()?;
            writeln!(
                io.err,
                "scoresheet: warning: no record has a tag `{name}`{near}"
            )?;
        }
        Ok(())
    }
}
