//! Orthodox chess.

use super::About;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "chess",
    aliases: &["standard"],
    variant: None,
    headings: &[],
    options: &[(
        "960",
        "off",
        "Chess960 castling: king takes rook, X-FEN rights",
    )],
    summary: "orthodox chess",
    source: "FIDE Laws of Chess",
};

/// Orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess {
    /// Chess960 castling.
    pub chess960: bool,
}

impl Chess {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        for (name, value) in options {
            match (*name, *value) {
                ("960", "on") => rules.chess960 = true,
                ("960", "off") => rules.chess960 = false,
                _ => return Err(format!("{name}={value}")),
            }
        }
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        vec![("960", if self.chess960 { "on" } else { "off" }.to_owned())]
    }
}
