//! Descriptions of players and their settings.
//!
//! Help texts, forms, completion, validation and the limits of pages are generated from a
//! [`Description`]; there is no other list of players or settings. A builder can read only settings
//! that are described ([`Settings`](crate::spec::Settings)), and a value is checked against its
//! [`SettingKind`] before anything is built. Reading a whole player text is the task of a
//! [`Roster`](crate::roster::Roster).
//!
//! ```
//! use arena::description::{Description, Setting};
//! use arena::roster::Roster;
//!
//! let search = Description::new("search", ("Looks ahead.", "先読みをします。"))
//!     .setting(Setting::integer("depth", 1..=9, ("Moves ahead.", "先読みの手数。")).default(4))
//!     .preset("quick", ("Answers at once.", "すぐに答えます。"), &[("depth", "1")]);
//! let roster = Roster::new([search]);
//! let mut settings = roster.settings(&"search:preset=quick".parse()?)?;
//! assert_eq!(settings.value::<u32>("depth")?, 1);
//! let refused = roster.check(&"search:depth=0".parse()?).unwrap_err();
//! assert_eq!(refused.to_string(), "setting `depth=0`: write a whole number from 1 to 9");
//! # Ok::<(), arena::SpecError>(())
//! ```

use crate::clock::Span;
use crate::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

/// The key that names a preset.
pub const PRESET: &str = "preset";

/// The description of a player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlayerDescription")]
pub struct Description {
    /// The name, as typed.
    pub name: String,
    /// A one-sentence description.
    pub about: Text,
    /// The settings, in the order of importance.
    pub settings: Vec<Setting>,
    /// Named lists of settings, chosen by `preset=NAME`.
    pub presets: Vec<Preset>,
    /// Whether the name is followed by a command line instead of settings: `NAME:COMMAND`.
    pub is_program: bool,
}

/// One setting of a player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlayerSetting")]
pub struct Setting {
    /// The name of the setting, as typed before the `=`.
    pub key: &'static str,
    /// Older names that are still read.
    pub aliases: Vec<&'static str>,
    /// The kind of its value.
    pub kind: SettingKind,
    /// The value if none is given, as text; absent if there is none.
    pub default: Option<String>,
    /// The unit of its number.
    pub unit: Option<&'static str>,
    /// The meaning.
    pub meaning: Text,
}

/// The kind of a setting's value. Ranges include both ends; `page` is the maximum for requests from
/// pages, where that is less than the range allows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SettingKind {
    /// A whole number.
    Integer {
        /// The least.
        from: u64,
        /// The most.
        to: u64,
        /// The most from a page.
        page: Option<u64>,
    },
    /// A number.
    Number {
        /// The least.
        from: f64,
        /// The most.
        to: f64,
        /// The most from a page.
        page: Option<f64>,
    },
    /// A length of time such as `250ms`, `1.5s` or `2m`; a bare number means seconds.
    Time {
        /// The least, in seconds.
        from: f64,
        /// The most, in seconds.
        to: f64,
        /// The most from a page, in seconds.
        page: Option<f64>,
    },
    /// `on` or `off`.
    Switch,
    /// One of some words.
    Choice {
        /// The words.
        words: Vec<&'static str>,
    },
    /// A text of some form.
    Form {
        /// The form, such as `ROOT/INNER`.
        form: &'static str,
        /// Checks that a text has the form.
        #[serde(skip)]
        #[schemars(skip)]
        check: fn(&str) -> Result<(), String>,
    },
    /// The name of a file.
    File,
    /// One of some words, or the name of a file.
    ChoiceOrFile {
        /// The words.
        words: Vec<&'static str>,
    },
    /// Another player of the game, its settings separated by `;`.
    Player {
        /// Settings that are not available to the inner player here.
        without: Vec<&'static str>,
    },
}

/// A named list of settings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlayerPreset")]
pub struct Preset {
    /// The name, as typed behind `preset=`.
    pub name: &'static str,
    /// The purpose.
    pub about: Text,
    /// The settings; a setting given explicitly overrides the preset.
    pub settings: Vec<(&'static str, &'static str)>,
    /// An older switch of the player that means this preset: `NAME=on`.
    pub alias: Option<&'static str>,
}

impl Description {
    /// Creates the description of a player without settings.
    pub fn new(name: &str, about: impl Into<Text>) -> Self {
        Description {
            name: name.to_owned(),
            about: about.into(),
            settings: vec![],
            presets: vec![],
            is_program: false,
        }
    }

    /// Creates the description of a program, selected as `NAME:COMMAND`.
    pub fn program(name: &str, about: impl Into<Text>) -> Self {
        Description {
            is_program: true,
            ..Self::new(name, about)
        }
    }

    /// Adds a setting.
    #[must_use]
    pub fn setting(mut self, setting: Setting) -> Self {
        self.settings.push(setting);
        self
    }

    /// Adds settings.
    #[must_use]
    pub fn settings(mut self, settings: impl IntoIterator<Item = Setting>) -> Self {
        self.settings.extend(settings);
        self
    }

    /// Adds a preset.
    #[must_use]
    pub fn preset(
        mut self,
        name: &'static str,
        about: impl Into<Text>,
        settings: &[(&'static str, &'static str)],
    ) -> Self {
        self.presets.push(Preset {
            name,
            about: about.into(),
            settings: settings.to_vec(),
            alias: None,
        });
        self
    }

    /// Returns the player whose last preset is also meant by `alias=on`.
    #[must_use]
    pub fn formerly(mut self, alias: &'static str) -> Self {
        if let Some(preset) = self.presets.last_mut() {
            preset.alias = Some(alias);
        }
        self
    }

    /// Returns the setting of a name, older names included.
    pub fn find(&self, key: &str) -> Option<&Setting> {
        let named = |setting: &&Setting| setting.key == key || setting.aliases.contains(&key);
        self.settings.iter().find(named)
    }

    /// Returns the current name of a setting or preset from a former one: the key of the setting,
    /// or `preset=NAME`. `None` if it is no former name.
    pub fn current_name(&self, former: &str) -> Option<String> {
        let setting = self.settings.iter().find(|s| s.aliases.contains(&former));
        let preset = self.presets.iter().find(|p| p.alias == Some(former));
        let named = setting.map(|setting| setting.key.to_owned());
        named.or_else(|| preset.map(|preset| format!("{PRESET}={}", preset.name)))
    }

    /// Returns player texts that together use every setting (without files and inner players) at
    /// its default, at both ends of its range and with each of its words, and every preset: the
    /// inputs a builder must accept.
    pub fn variants(&self) -> Vec<String> {
        let settings = self.settings.iter().flat_map(|setting| {
            let values = setting.kind.extremes().into_iter();
            let values = values.chain(setting.default.clone());
            values.map(move |value| (setting.key, value))
        });
        let presets = self.presets.iter().map(|p| (PRESET, p.name.to_owned()));
        let named = |(key, value)| format!("{}:{key}={value}", self.name);
        let all = settings.chain(presets).map(named);
        std::iter::once(self.name.clone()).chain(all).collect()
    }

    /// Returns its form on a command line: `NAME`, or `NAME:COMMAND` for a program.
    pub fn usage(&self) -> String {
        let command = if self.is_program { ":COMMAND" } else { "" };
        format!("{}{command}", self.name)
    }
}

impl Setting {
    fn new(key: &'static str, kind: SettingKind, meaning: impl Into<Text>) -> Self {
        Setting {
            key,
            aliases: vec![],
            kind,
            default: None,
            unit: None,
            meaning: meaning.into(),
        }
    }

    /// Returns a setting whose value is a whole number.
    pub fn integer(
        key: &'static str,
        range: RangeInclusive<u64>,
        meaning: impl Into<Text>,
    ) -> Self {
        let (from, to) = range.into_inner();
        let kind = SettingKind::Integer {
            from,
            to,
            page: None,
        };
        Self::new(key, kind, meaning)
    }

    /// Returns a setting whose value is a number.
    pub fn number(key: &'static str, range: RangeInclusive<f64>, meaning: impl Into<Text>) -> Self {
        let (from, to) = range.into_inner();
        let kind = SettingKind::Number {
            from,
            to,
            page: None,
        };
        Self::new(key, kind, meaning)
    }

    /// Returns a setting whose value is a time; its range is in seconds.
    pub fn time(key: &'static str, range: RangeInclusive<f64>, meaning: impl Into<Text>) -> Self {
        let (from, to) = range.into_inner();
        let kind = SettingKind::Time {
            from,
            to,
            page: None,
        };
        Self::new(key, kind, meaning)
    }

    /// Returns a setting whose value is `on` or `off`.
    pub fn switch(key: &'static str, usually: bool, meaning: impl Into<Text>) -> Self {
        Self::new(key, SettingKind::Switch, meaning).default(if usually { "on" } else { "off" })
    }

    /// Returns a setting with one of these words as its value; the first unless another default is
    /// set.
    pub fn choice(key: &'static str, words: &[&'static str], meaning: impl Into<Text>) -> Self {
        let words = words.to_vec();
        let usual = words.first().copied().unwrap_or_default();
        Self::new(key, SettingKind::Choice { words }, meaning).default(usual)
    }

    /// Returns a setting whose value is a text of some form.
    pub fn form(
        key: &'static str,
        form: &'static str,
        check: fn(&str) -> Result<(), String>,
        meaning: impl Into<Text>,
    ) -> Self {
        Self::new(key, SettingKind::Form { form, check }, meaning)
    }

    /// Returns a setting whose value is the name of a file.
    pub fn file(key: &'static str, meaning: impl Into<Text>) -> Self {
        Self::new(key, SettingKind::File, meaning)
    }

    /// Returns a setting whose value is one of these words or the name of a file.
    pub fn choice_or_file(
        key: &'static str,
        words: &[&'static str],
        meaning: impl Into<Text>,
    ) -> Self {
        let words = words.to_vec();
        Self::new(key, SettingKind::ChoiceOrFile { words }, meaning)
    }

    /// Returns a setting whose value is another player of the game, without some of its settings.
    pub fn player(key: &'static str, without: &[&'static str], meaning: impl Into<Text>) -> Self {
        let without = without.to_vec();
        Self::new(key, SettingKind::Player { without }, meaning)
    }

    /// Returns the setting with this default.
    #[must_use]
    pub fn default(mut self, value: impl fmt::Display) -> Self {
        self.default = Some(value.to_string());
        self
    }

    /// Returns the setting with this unit.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Returns the setting with an older name that is still read.
    #[must_use]
    pub fn formerly(mut self, alias: &'static str) -> Self {
        self.aliases.push(alias);
        self
    }

    /// Returns the setting with this limit for pages; of no effect on what is not a number.
    #[must_use]
    pub fn page(mut self, most: u32) -> Self {
        match &mut self.kind {
            SettingKind::Integer { page, .. } => *page = Some(most.into()),
            SettingKind::Number { page, .. } | SettingKind::Time { page, .. } => {
                *page = Some(most.into());
            }
            _ => {}
        }
        self
    }
}

impl SettingKind {
    /// Checks that a value is of this kind. The settings of an inner player are not checked: that
    /// needs the roster.
    ///
    /// # Errors
    /// The expected form, as a sentence.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let fits = match self {
            SettingKind::Integer { from, to, .. } => {
                value.parse().is_ok_and(|n: u64| (*from..=*to).contains(&n))
            }
            SettingKind::Number { from, to, .. } => {
                value.parse().is_ok_and(|n: f64| (*from..=*to).contains(&n))
            }
            SettingKind::Time { from, to, .. } => {
                let Span(time) = value.parse()?;
                (*from..=*to).contains(&time.as_secs_f64())
            }
            SettingKind::Switch => switch(value).is_some(),
            SettingKind::Choice { words } => words.contains(&value),
            SettingKind::Form { check, .. } => return check(value),
            SettingKind::File => Path::new(value).is_file(),
            SettingKind::ChoiceOrFile { words } => {
                words.contains(&value) || Path::new(value).is_file()
            }
            SettingKind::Player { .. } => true,
        };
        match (fits, self) {
            (true, _) => Ok(()),
            (false, SettingKind::File) => Err("there is no such file".to_owned()),
            (false, SettingKind::ChoiceOrFile { words }) => {
                let words = words.join(", ");
                Err(format!("there is no such file, and it is none of {words}"))
            }
            (false, _) => Err(format!("write {self}")),
        }
    }

    /// Returns the ends of a range, or all words.
    fn extremes(&self) -> Vec<String> {
        match self {
            SettingKind::Integer { from, to, .. } => vec![from.to_string(), to.to_string()],
            SettingKind::Number { from, to, .. } | SettingKind::Time { from, to, .. } => {
                vec![from.to_string(), to.to_string()]
            }
            SettingKind::Switch => ["on", "off"].map(str::to_owned).to_vec(),
            SettingKind::Choice { words } | SettingKind::ChoiceOrFile { words } => {
                words.iter().map(|&word| word.to_owned()).collect()
            }
            SettingKind::Form { .. } | SettingKind::File | SettingKind::Player { .. } => vec![],
        }
    }

    /// Returns the maximum for requests from pages; of times, in seconds.
    pub fn page_limit(&self) -> Option<f64> {
        match *self {
            SettingKind::Integer { to, page, .. } => Some(page.unwrap_or(to) as f64),
            SettingKind::Number { to, page, .. } | SettingKind::Time { to, page, .. } => {
                Some(page.unwrap_or(to))
            }
            _ => None,
        }
    }

    /// Returns the number of a value, if it has one; of times, in seconds.
    pub fn number(&self, value: &str) -> Option<f64> {
        match self {
            SettingKind::Integer { .. } | SettingKind::Number { .. } => value.parse().ok(),
            SettingKind::Time { .. } => {
                let Span(time) = value.parse().ok()?;
                Some(time.as_secs_f64())
            }
            _ => None,
        }
    }

    /// Returns the expected form in Japanese; none for a free form.
    pub fn japanese(&self) -> Option<String> {
        Some(match self {
            SettingKind::Integer { from, to, .. } => format!("{from}〜{to}の整数"),
            SettingKind::Number { from, to, .. } => format!("{from}〜{to}の数"),
            SettingKind::Time { from, to, .. } => format!("{from}〜{to}秒の時間"),
            SettingKind::Switch => "onまたはoff".to_owned(),
            SettingKind::Choice { words } => format!("{}のいずれか", words.join("、")),
            SettingKind::ChoiceOrFile { words } => {
                format!("{}、またはファイル", words.join("、"))
            }
            SettingKind::File => "ファイル".to_owned(),
            SettingKind::Form { .. } | SettingKind::Player { .. } => return None,
        })
    }

    /// Returns whether the value names a file.
    pub fn names_file(&self, value: &str) -> bool {
        match self {
            SettingKind::File => true,
            SettingKind::ChoiceOrFile { words } => !words.contains(&value),
            _ => false,
        }
    }
}

/// The expected form: `a whole number from 1 to 9`, `on or off`, `win or points`.
impl fmt::Display for SettingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingKind::Integer { from, to, .. } => {
                write!(f, "a whole number from {from} to {to}")
            }
            SettingKind::Number { from, to, .. } => write!(f, "a number from {from} to {to}"),
            SettingKind::Time { from, to, .. } => {
                let span = |seconds: &f64| Span(std::time::Duration::from_secs_f64(*seconds));
                write!(f, "a time from {} to {}", span(from), span(to))
            }
            SettingKind::Switch => f.write_str("on or off"),
            SettingKind::Choice { words } => f.write_str(&alternatives(words)),
            SettingKind::Form { form, .. } => f.write_str(form),
            SettingKind::File => f.write_str("a file"),
            SettingKind::ChoiceOrFile { words } => write!(f, "{} or a file", words.join(", ")),
            SettingKind::Player { .. } => f.write_str("a player, its settings separated by `;`"),
        }
    }
}

/// `a, b or c`.
fn alternatives(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.join(""),
    }
}

/// Reads `on` and `off`; `true` and `false` were written in version 0.1.
pub(crate) fn switch(value: &str) -> Option<bool> {
    match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(setting: &Setting, value: &str) -> String {
        setting.kind.check(value).expect_err(value)
    }

    #[test]
    fn values_out_of_range_or_of_another_kind_are_refused_with_what_to_write() {
        let meaning = ("m", "m");
        let whole = Setting::integer("n", 1..=9, meaning);
        for value in ["0", "10", "-1", "1.5", "", "many", "99999999999999999999"] {
            assert_eq!(refusal(&whole, value), "write a whole number from 1 to 9");
        }
        let number = Setting::number("x", 0.0..=1.0, meaning);
        for value in ["nan", "inf", "-0.1", "1.1", "x"] {
            assert_eq!(refusal(&number, value), "write a number from 0 to 1");
        }
        let time = Setting::time("t", 0.001..=60.0, meaning);
        assert_eq!(refusal(&time, "0s"), "write a time from 1ms to 60s");
        assert!(refusal(&time, "x1s").contains("invalid duration"));
        let goal = Setting::choice("goal", &["win", "points", "draw"], meaning);
        assert_eq!(refusal(&goal, "fame"), "write win, points or draw");
        let switch = Setting::switch("s", true, meaning);
        assert_eq!(refusal(&switch, "maybe"), "write on or off");
        for value in ["on", "off", "true", "false"] {
            assert_eq!(switch.kind.check(value), Ok(()));
        }
    }

    #[test]
    fn files_are_looked_for_and_words_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.txt");
        let weights = Setting::choice_or_file("weights", &["8", "strong"], ("m", "m"));
        let named = path.to_str().unwrap();
        assert!(refusal(&weights, named).contains("no such file, and it is none of 8, strong"));
        std::fs::write(&path, "1").unwrap();
        assert_eq!(weights.kind.check(named), Ok(()));
        assert_eq!(weights.kind.check("strong"), Ok(()));
        assert!(weights.kind.names_file(named) && !weights.kind.names_file("strong"));
        let table = Setting::file("table", ("m", "m"));
        assert_eq!(refusal(&table, "nowhere"), "there is no such file");
    }

    #[test]
    fn a_page_has_the_whole_range_without_a_limit_of_its_own() {
        let sims = Setting::integer("sims", 1..=1_000_000, ("m", "m"));
        assert_eq!(sims.kind.page_limit(), Some(1e6));
        assert_eq!(sims.page(500).kind.page_limit(), Some(500.0));
        let time = Setting::time("time", 0.0..=3600.0, ("m", "m")).page(60);
        assert_eq!(time.kind.number("2m"), Some(120.0));
        assert_eq!(time.kind.page_limit(), Some(60.0));
    }
}
