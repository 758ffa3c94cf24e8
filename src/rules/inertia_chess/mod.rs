//! Inertia Chess.

use super::About;

/// What a person asks about this rule set.
pub(super) const ABOUT: About = About {
    name: "inertia-chess",
    aliases: &[],
    variant: Some("Inertia Chess"),
    headings: &["inertia"],
    variants: &[],
    options: &[("castling", "on", "`off`: the first edition of the rules, without castling")],
    summary: "Inertia Chess: the piece moved last goes on in the same direction while it can",
    source: "João Pedro Neto and Claude Chaunier, 1996-97",
};

/// Inertia Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InertiaChess {
    /// Whether castling exists.
    pub castling: bool,
}

impl Default for InertiaChess {
    fn default() -> Self {
        Self { castling: true }
    }
}

impl InertiaChess {
    pub(super) fn from_options(options: &[(&str, &str)]) -> Result<Self, String> {
        let mut rules = Self::default();
        for (name, value) in options {
            match (*name, *value) {
                ("castling", "on") => rules.castling = true,
                ("castling", "off") => rules.castling = false,
                _ => return Err(format!("{name}={value}")),
            }
        }
        Ok(rules)
    }

    pub(super) fn options(&self) -> Vec<(&'static str, String)> {
        vec![(
            "castling",
            if self.castling { "on" } else { "off" }.to_owned(),
        )]
    }
}
