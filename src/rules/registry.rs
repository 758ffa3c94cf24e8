//! The one place where games are listed.

use super::{
    PositionRemark, Rules, Said, Settled, Sides, chess, gravitational, inertia, inertia_chess,
};
use crate::notation::Words;
use std::borrow::Cow;
use thiserror::Error;

/// Options and their values.
pub(crate) type Options = &'static [(&'static str, &'static str)];

/// Facts about a rule set that a person asks for.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line and in JSON.
    pub name: &'static str,
    /// Other names, with the options that they imply.
    pub aliases: &'static [(&'static str, Options)],
    /// The PGN `Variant` tag that names it; `None` where none is written.
    pub variant: Option<&'static str>,
    /// Further `Variant` values that name it, with the options they imply; the first with just the options in use is
    /// the one to write.
    pub variants: &'static [(&'static str, Options)],
    /// Options with their default values and what they do.
    pub options: &'static [(&'static str, &'static str, &'static str)],
    /// Words in small letters that name it in a heading or an `Event` tag.
    pub headings: &'static [&'static str],
    /// One line on the game.
    pub summary: &'static str,
    /// Where its rules come from.
    pub source: &'static str,
}

/// A name or option that no rule set has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownRules {
    /// No such rule set.
    #[error("there is no rule set `{name}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Name {
        /// What was asked for.
        name: String,
        /// The nearest name.
        near: Option<String>,
    },
    /// No such option, or not such a value.
    #[error("`{rules}` has no option `{option}`; it knows {known}")]
    Option {
        /// The rule set.
        rules: &'static str,
        /// The option as written.
        option: String,
        /// The options it has.
        known: String,
    },
}

macro_rules! rule_sets {
    ($($name:ident => $module:ident :: $type:ident),* $(,)?) => {
        /// A rule set with its options: the run-time choice, opened once per record by `with_rules!`.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum RuleSet {
            $(#[doc = concat!("See [`", stringify!($type), "`](super::", stringify!($module), "::", stringify!($type), ").")] $name($module::$type),)*
        }

        impl RuleSet {
            /// Facts about every rule set, in order.
            pub const ABOUT: &'static [&'static About] = &[$(&$module::ABOUT),*];

            /// Facts about this one.
            #[must_use]
            pub const fn about(&self) -> &'static About {
                match self { $(Self::$name(_) => &$module::ABOUT),* }
            }

            /// The options of this one as `(name, value)`, defaults too.
            #[must_use]
            pub fn options(&self) -> Vec<(&'static str, String)> {
                match self { $(Self::$name(rules) => rules.options()),* }
            }

            /// What the sides are called.
            #[must_use]
            pub const fn sides(&self) -> Sides {
                match self { $(Self::$name(_) => <$module::$type as Rules>::SIDES),* }
            }

            /// The notation of its moves.
            #[must_use]
            pub const fn words(&self) -> Words {
                match self { $(Self::$name(_) => <$module::$type as Rules>::WORDS),* }
            }

            /// Whether its canonical notation is standard algebraic.
            #[must_use]
            pub const fn writes_san(&self) -> bool {
                match self { $(Self::$name(_) => <$module::$type as Rules>::WRITES_SAN),* }
            }

            /// See [`Rules::settle`].
            #[must_use]
            pub fn settle(&self, said: &Said<'_>) -> Settled<Self> {
                match self { $(Self::$name(rules) => match rules.settle(said) {
                    Settled::Fixed => Settled::Fixed,
                    Settled::As(rules) => Settled::As(Self::$name(rules)),
                    Settled::OneOf(several) => Settled::OneOf(several.into_iter().map(Self::$name).collect()),
                    Settled::Impossible(why) => Settled::Impossible(why),
                }),* }
            }

            /// See [`Rules::meant_by`].
            #[must_use]
            pub fn meant_by(&self, position: &str) -> Option<(Self, PositionRemark)> {
                match self { $(Self::$name(rules) => {
                    rules.meant_by(position).map(|(rules, remark)| (Self::$name(rules), remark))
                })* }
            }

            fn build(name: &str, options: &[(&str, &str)]) -> Option<Result<Self, String>> {
                $(if let Some(implied) = $module::ABOUT.options_of(name) {
                    let options: Vec<_> = implied.iter().chain(options).copied().collect();
                    return Some($module::$type::from_options(&options).map(Self::$name));
                })*
                None
            }
        }

        /// Opens a [`RuleSet`]: `with_rules!(set, r => body)` runs `body` with `r` the engine, once for each kind.
        #[macro_export]
        macro_rules! with_rules {
            ($set:expr, $r:ident => $body:expr) => {
                match $set { $($crate::rules::RuleSet::$name($r) => $body,)* }
            };
        }
    };
}

/// The list itself: hands every rule set to a macro, `Name => module::Type`.
macro_rules! rule_list {
    ($callback:ident) => {
        $callback! {
            Chess => chess::Chess,
            InertiaChess => inertia_chess::InertiaChess,
            Gravitational => gravitational::Gravitational,
            Inertia => inertia::Inertia,
        }
    };
}

rule_list!(rule_sets);

/// Reads options that are switched `on` or `off` into their places.
///
/// # Errors
/// The first option, as written, that is none of them or has another value.
pub(super) fn read_switches(
    options: &[(&str, &str)],
    switches: &mut [(&str, &mut bool)],
) -> Result<(), String> {
    for (name, value) in options {
        let switch = switches.iter_mut().find(|(known, _)| known == name);
        match (switch, *value) {
            (Some((_, switch)), "on") => **switch = true,
            (Some((_, switch)), "off") => **switch = false,
            _ => return Err(format!("{name}={value}")),
        }
    }
    Ok(())
}

/// Reads `option=value,...`.
fn options_in(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let options = text.split(',').map(str::trim);
    options.filter(|option| !option.is_empty()).map(|option| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        (name.trim(), value.trim())
    })
}

/// The value of a switch.
pub(super) fn switch(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

impl About {
    /// Whether `name` is its name or an alias; case ignored, blanks and underscores as hyphens.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.options_of(name).is_some()
    }

    /// The options that a name of this rule set implies; `None` for another's.
    fn options_of(&self, name: &str) -> Option<Options> {
        let name = name.trim().to_lowercase().replace([' ', '_'], "-");
        let own: (&str, Options) = (self.name, &[]);
        let mut names = std::iter::once(own).chain(self.aliases.iter().copied());
        names
            .find(|(known, _)| *known == name)
            .map(|(_, options)| options)
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        Self::Chess(chess::Chess::default())
    }
}

impl RuleSet {
    /// Reads `NAME[:option=value,...]`.
    ///
    /// # Errors
    /// An unknown name, option or value.
    pub fn from_spec(spec: &str) -> Result<Self, UnknownRules> {
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        let options: Vec<_> = options_in(rest).collect();
        match Self::build(name, &options) {
            Some(Ok(set)) => Ok(set),
            Some(Err(option)) => {
                let about = Self::ABOUT
                    .iter()
                    .find(|about| about.is_called(name))
                    .expect("invariant: built by that name");
                let asked = option.split('=').next().unwrap_or_default();
                let told = |&(name, value, what): &(&str, &str, &str)| {
                    if name == asked {
                        format!("`{name}` (default `{value}`; {what})")
                    } else {
                        format!("`{name}` (default `{value}`)")
                    }
                };
                let known: Vec<_> = about.options.iter().map(told).collect();
                Err(UnknownRules::Option {
                    rules: about.name,
                    option,
                    known: known.join(", "),
                })
            }
            None => Err(UnknownRules::Name {
                name: name.to_owned(),
                near: Self::near(name),
            }),
        }
    }

    /// The rule set that a PGN `Variant` value names; options may follow as in [`from_spec`](Self::from_spec).
    #[must_use]
    pub fn from_variant(value: &str) -> Option<Self> {
        let (value, rest) = value.split_once(':').unwrap_or((value, ""));
        let value = value.trim();
        let (name, implied) = Self::ABOUT
            .iter()
            .flat_map(|about| {
                about
                    .variants
                    .iter()
                    .map(|&(variant, options)| (variant, about.name, options))
            })
            .find(|(variant, ..)| is_same_name(variant, value))
            .map_or((value, &[][..]), |(_, name, options)| (name, options));
        let options: Vec<_> = implied.iter().copied().chain(options_in(rest)).collect();
        Self::build(name, &options).and_then(Result::ok)
    }

    /// The PGN `Variant` value that names it; `None` where none is written.
    #[must_use]
    pub fn variant(&self) -> Option<&'static str> {
        let about = self.about();
        let used = self.options();
        let set = |&(name, value): &(&str, &str)| {
            used.iter()
                .any(|(known, now)| *known == name && now == value)
        };
        about
            .variants
            .iter()
            .find(|(_, options)| !options.is_empty() && options.iter().all(set))
            .map(|&(variant, _)| variant)
            .or(about.variant)
    }

    /// The `Variant` value that names it with its options, but for the board, which has a tag of its own:
    /// `Inertia Chess:castling=off`.
    #[must_use]
    pub fn variant_in_full(&self) -> Cow<'static, str> {
        let name = self.variant().unwrap_or(self.about().name);
        let named = Self::from_variant(name).map_or_else(Vec::new, |named| named.options());
        let has_board = self.board().is_some();
        let more: Vec<String> = self
            .options()
            .into_iter()
            .filter(|option| !(named.contains(option) || has_board && option.0 == "board"))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        match more[..] {
            [] => Cow::Borrowed(name),
            _ => Cow::Owned(format!("{name}:{}", more.join(","))),
        }
    }

    /// The board that its option `board` names, in games that are played on several.
    #[must_use]
    pub fn board(&self) -> Option<String> {
        let mut options = self.options().into_iter();
        options
            .find(|(name, _)| *name == "board")
            .map(|(_, board)| board)
            // `square-8`, not `auto`, which leaves it to the record.
            .filter(|board| board.contains('-'))
    }

    fn near(name: &str) -> Option<String> {
        Self::ABOUT
            .iter()
            .flat_map(|about| {
                let aliases = about.aliases.iter().map(|(alias, _)| alias);
                std::iter::once(&about.name).chain(aliases)
            })
            .map(|known| {
                (
                    strsim::damerau_levenshtein(known, &name.to_lowercase()),
                    known,
                )
            })
            .filter(|&(distance, known)| distance <= 1 + known.len() / 3)
            .min()
            .map(|(_, known)| (*known).to_owned())
    }
}

/// Whether two names are the same but for case, blanks and signs between their words.
fn is_same_name(one: &str, other: &str) -> bool {
    fn plain(name: &str) -> impl Iterator<Item = char> {
        let kept = name.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase)
    }
    plain(one).eq(plain(other))
}

#[cfg(test)]
mod tests {
    use super::RuleSet;

    #[test]
    fn pgn_variants_name_rule_sets_and_back() {
        for (variant, spec, written) in [
            ("Chess960", "chess:960=on", Some("Chess960")),
            ("chess 960", "chess:960=on", Some("Chess960")),
            ("fischerandom", "chess:960=on", Some("Chess960")),
            ("Chess960/Fischer Random", "chess:960=on", Some("Chess960")),
            ("FRC", "chess:960=on", Some("Chess960")),
            ("From Position", "chess", None),
            ("?", "chess", None),
            ("From Position", "chess", None),
            ("Standard", "chess", None),
            ("", "chess", None),
            ("Inertia Chess", "inertia-chess", Some("Inertia Chess")),
            (
                "Inertia Chess:castling=off",
                "inertia-chess:castling=off",
                Some("Inertia Chess"),
            ),
        ] {
            let set = RuleSet::from_variant(variant).expect("a known variant");
            assert_eq!(Ok(&set), RuleSet::from_spec(spec).as_ref(), "{variant}");
            assert_eq!(set.variant(), written, "{variant}");
        }
        assert_eq!(RuleSet::from_variant("Crazyhouse"), None);
        assert_eq!(RuleSet::from_variant("Inertia Chess:flying=on"), None);
    }

    #[test]
    fn a_variant_in_full_says_all_options_but_the_board() {
        for (spec, full) in [
            ("chess", "chess"),
            ("chess:960=on", "Chess960"),
            ("inertia-chess", "Inertia Chess"),
            ("inertia-chess:castling=off", "Inertia Chess:castling=off"),
            (
                "gravitational-chess:null-moves=on",
                "Gravitational Chess:null-moves=on",
            ),
            ("inertia:board=hex-7", "Inertia"),
            (
                "inertia:board=hex-7,repetition=off",
                "Inertia:repetition=off",
            ),
            ("hexinertia", "Inertia:board=hex"),
        ] {
            let set = RuleSet::from_spec(spec).expect("a rule set");
            assert_eq!(set.variant_in_full(), full, "{spec}");
            let back = RuleSet::from_variant(full).expect("a variant");
            if set.board().is_none() {
                assert_eq!(back, set, "{spec}");
            }
        }
    }

    #[test]
    fn unknown_names_and_options_are_told_with_what_is_known() {
        let said = |spec| RuleSet::from_spec(spec).expect_err("a fault").to_string();
        insta::assert_snapshot!(said("ches"), @"there is no rule set `ches`; did you mean `chess`?");
        insta::assert_snapshot!(said("chess:960=maybe"), @"`chess` has no option `960=maybe`; it knows `960` (default `off`; Chess960 castling: king takes rook, X-FEN rights)");
    }
}
