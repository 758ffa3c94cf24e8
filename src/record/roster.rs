//! The order in which tags are exported.

use super::{Record, Tag};

/// The seven tags that every archived game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl Record {
    /// The tags as they are exported: the roster first in its own order, then the others as they stand.
    #[must_use]
    pub fn tags_in_order(&self) -> Vec<&Tag> {
        let mut tags: Vec<&Tag> = self.tags.iter().collect();
        tags.sort_by_key(|tag| {
            let place = ROSTER
                .iter()
                .position(|name| tag.name.value.eq_ignore_ascii_case(name));
            place.unwrap_or(ROSTER.len())
        });
        tags
    }
}
