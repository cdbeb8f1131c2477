//! Experiment files: one small TOML file describes one table or figure.
//!
//! A file states the question, the [`crate::study::Study`] that answers it (its *kind*), the seed,
//! and in a section named after the kind the settings of that study:
//!
//! ```toml
//! title = "Does depth help when moves slip?"
//! title_ja = "手がぶれるとき、深く読むことは役立つか"
//! about = "Table 2 varies the depth of the search and keeps the noise."
//! paper = "Kato, Iizuka, Yamamoto 2016, table 2"
//! kind = "matches"
//! seed = 1
//!
//! [matches]
//! game = "take-away"
//! games = 100
//! row = [{ name = "depth 2", player = "search:depth=2", against = "random" }]
//!
//! [short]
//! games = 20
//! ```
//!
//! `title_ja` and `about_ja` are translations for Japanese pages and can be left out. No text of
//! the header is part of a run's fingerprint.
//!
//! `[short]` makes a quick variant of the experiment: each of its keys replaces the key of that
//! name in the section and in the entries of the section's lists that have it (here also the
//! `games` of a row). The variant is an experiment of its own and its results are never mixed with
//! those of the full one.
//!
//! The name of an experiment is the name of its file. Errors in a file are reported with file, line
//! and column. This module knows no study: the section is read by the study itself, through
//! [`Experiment::settings`].
//!
//! ```
//! use arena::experiment::Experiment;
//!
//! let text = "title = 'Coins'\nabout = ''\nkind = 'toss'\nseed = 7\n[toss]\ncoins = 3\n[short]\ncoins = 1\n";
//! let experiment = Experiment::parse("experiments/coins.toml".as_ref(), text).unwrap();
//! assert_eq!(experiment.name(), "coins");
//! let settings: toml::Table = experiment.settings().unwrap();
//! assert_eq!(settings["coins"].as_integer(), Some(3));
//! let settings: toml::Table = experiment.short().unwrap().settings().unwrap();
//! assert_eq!(settings["coins"].as_integer(), Some(1));
//!
//! let typo = text.replace("seed", "sede");
//! let error = Experiment::parse("coins.toml".as_ref(), &typo).unwrap_err();
//! assert!(error.to_string().starts_with("coins.toml:4:1: unknown field `sede`"));
//! ```

use crate::text::Phrase;
use lookahead::Seed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key of the section that defines the quick variant.
const SHORT: &str = "short";

/// One experiment as its file describes it, before the settings of its study are parsed.
#[derive(Clone, Debug)]
pub struct Experiment {
    name: String,
    path: PathBuf,
    source: String,
    header: Header,
    has_short: bool,
    short: bool,
    /// The seed that overrides the file's.
    reseeded: Option<Seed>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    title: String,
    title_ja: Option<String>,
    about: String,
    about_ja: Option<String>,
    paper: Option<String>,
    kind: Spanned<String>,
    seed: Seed,
}

/// An error in an experiment.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file, or the folder of the files, cannot be read.
    #[error("cannot read {path}: {why}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// The file name does not give a name to the experiment.
    #[error("cannot derive an experiment name from {path}: expected NAME.toml", path = path.display())]
    NoName {
        /// The file.
        path: PathBuf,
    },
    /// The file has an error.
    #[error("{path}:{line}:{column}: {why}", path = path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
        /// Description of the error.
        why: String,
    },
    /// The short variant was requested and the file defines none.
    #[error("experiment `{name}` has no short variant: its file has no [short] section")]
    NoShort {
        /// The experiment.
        name: String,
    },
}

impl Experiment {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read or is not an experiment.
    pub fn load(path: &Path) -> Result<Self, ExperimentError> {
        let source = crate::text_file::read(path).map_err(|why| unreadable(path, why))?;
        Experiment::parse(path, &source)
    }

    /// Reads the text of a file; `path` gives the name and appears in errors, nothing is opened.
    ///
    /// # Errors
    /// The first error of the text, with its place.
    pub fn parse(path: &Path, source: &str) -> Result<Self, ExperimentError> {
        let name = name_of(path)?;
        let at = |span: Range<usize>, why: &str| error_at(path, source, span, why);
        let table =
            DeTable::parse(source).map_err(|e| at(e.span().unwrap_or(0..0), e.message()))?;
        let kind = table
            .get_ref()
            .get("kind")
            .and_then(|k| k.get_ref().as_str());
        let sections = [kind.unwrap_or_default().to_owned(), SHORT.to_owned()];
        let has_short = table.get_ref().contains_key(SHORT);
        let header = Header::deserialize(toml::Deserializer::from(without(table, &sections)))
            .map_err(|e| at(e.span().unwrap_or(0..0), e.message()))?;
        Ok(Experiment {
            name,
            path: path.to_owned(),
            source: source.to_owned(),
            header,
            has_short,
            short: false,
            reseeded: None,
        })
    }

    /// Lists the experiment files of a folder, sorted by name.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn files(folder: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|why| unreadable(folder, why))? {
            let path = entry.map_err(|why| unreadable(folder, why))?.path();
            if path.extension().is_some_and(|e| e == "toml") && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Returns the quick variant.
    ///
    /// # Errors
    /// If the file has no `[short]` section.
    pub fn short(&self) -> Result<Self, ExperimentError> {
        if !self.has_short {
            let name = self.name.clone();
            return Err(ExperimentError::NoShort { name });
        }
        Ok(Experiment {
            short: true,
            ..self.clone()
        })
    }

    /// Returns the text of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the name: that of the file, without `.toml`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the question, as a heading.
    pub fn title(&self) -> Phrase {
        phrase(&self.header.title, self.header.title_ja.as_deref())
    }

    /// Returns the description of the question and its source.
    pub fn about(&self) -> Phrase {
        let Header {
            about, about_ja, ..
        } = &self.header;
        phrase(about.trim(), about_ja.as_deref().map(str::trim))
    }

    /// Returns the paper and table used for comparison.
    pub fn paper(&self) -> Option<&str> {
        self.header.paper.as_deref()
    }

    /// Returns the kind: the study that runs the experiment.
    pub fn kind(&self) -> &str {
        self.header.kind.get_ref()
    }

    /// Returns the seed of all its randomness.
    pub fn seed(&self) -> Seed {
        self.reseeded.unwrap_or(self.header.seed)
    }

    /// Returns the seed that overrides the file's, if any.
    pub fn reseeded(&self) -> Option<Seed> {
        self.reseeded
    }

    /// Returns the experiment with another seed: a separate run.
    #[must_use]
    pub fn with_seed(self, seed: Seed) -> Self {
        Experiment {
            reseeded: Some(seed),
            ..self
        }
    }

    /// Returns whether the file defines a quick variant.
    pub fn has_short(&self) -> bool {
        self.has_short
    }

    /// Returns whether this is the quick variant.
    pub fn is_short(&self) -> bool {
        self.short
    }

    /// `full` or `short`.
    pub fn variant(&self) -> &'static str {
        if self.short { SHORT } else { "full" }
    }

    /// Parses the settings of the study. Use [`toml::Spanned`] for positions and deny unknown
    /// fields, so that [`Experiment::error_at`] and serde can report the place of an error.
    ///
    /// # Errors
    /// If the section does not parse as a `T`, with the place.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, ExperimentError> {
        let section = self.section()?;
        let span = section.span();
        T::deserialize(toml::Deserializer::from(section))
            .map_err(|e| self.error_at(e.span().unwrap_or(span), e.message()))
    }

    /// Returns an error at a place of the file.
    pub fn error_at(&self, span: Range<usize>, why: impl AsRef<str>) -> ExperimentError {
        error_at(&self.path, &self.source, span, why.as_ref())
    }

    /// Returns a number of the file if it is in range; `what` names it in the error.
    ///
    /// # Errors
    /// If the number is out of range.
    pub fn within<N: Copy + PartialOrd + fmt::Display>(
        &self,
        what: &str,
        number: &Spanned<N>,
        sound: RangeInclusive<N>,
    ) -> Result<N, ExperimentError> {
        let value = *number.get_ref();
        if sound.contains(&value) {
            return Ok(value);
        }
        let (least, most) = (sound.start(), sound.end());
        let why = format!("{what} = {value} is out of range: expected {least} to {most}");
        Err(self.error_at(number.span(), why))
    }

    /// Returns the number of games of all rows together.
    ///
    /// # Errors
    /// If there are more than `most`; the place is that of the rows.
    pub fn total(
        &self,
        games: impl Iterator<Item = u64>,
        most: u64,
        rows: Range<usize>,
    ) -> Result<u64, ExperimentError> {
        let total = games.fold(0_u64, u64::saturating_add);
        if total <= most {
            return Ok(total);
        }
        let why = format!("too many games: {total} in all, at most {most} are allowed");
        Err(self.error_at(rows, why))
    }

    /// Returns the error for an unknown kind.
    pub(crate) fn unknown_kind(&self, known: &[&str]) -> ExperimentError {
        let (kind, known) = (self.kind(), known.join(", "));
        let why = format!("unknown kind of experiment `{kind}` (known: {known})");
        self.error_at(self.header.kind.span(), why)
    }

    /// Returns the section of the study with the changes of the short variant, spans preserved.
    fn section(&self) -> Result<Spanned<DeTable<'_>>, ExperimentError> {
        let mut all = DeTable::parse(&self.source)
            .expect("the text was read before")
            .into_inner();
        let mut take = |key: &str| match all.remove(key).map(|v| (v.span(), v.into_inner())) {
            None => Ok(Spanned::new(self.header.kind.span(), DeTable::new())),
            Some((span, DeValue::Table(table))) => Ok(Spanned::new(span, table)),
            Some((span, _)) => {
                Err(self.error_at(span, format!("`{key}` must be a table: [{key}]")))
            }
        };
        let mut section = take(self.kind())?;
        let changes = take(SHORT)?;
        if self.short {
            replace(section.get_mut(), changes.get_ref());
        }
        Ok(section)
    }
}

/// Puts every entry of `changes` into `section`, and into the tables of its lists that have the
/// key.
fn replace<'a>(section: &mut DeTable<'a>, changes: &DeTable<'a>) {
    for (key, change) in changes {
        for (_, value) in section.iter_mut() {
            let DeValue::Array(list) = value.get_mut() else {
                continue;
            };
            for entry in list.iter_mut() {
                if let DeValue::Table(entry) = entry.get_mut()
                    && let Some(value) = entry.get_mut(key)
                {
                    *value = change.clone();
                }
            }
        }
        section.insert(key.clone(), change.clone());
    }
}

fn without<'a>(table: Spanned<DeTable<'a>>, keys: &[String]) -> Spanned<DeTable<'a>> {
    let span = table.span();
    let mut table = table.into_inner();
    for key in keys {
        table.remove(key.as_str());
    }
    Spanned::new(span, table)
}

fn name_of(path: &Path) -> Result<String, ExperimentError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.map(str::to_owned)
        .ok_or_else(|| ExperimentError::NoName {
            path: path.to_owned(),
        })
}

fn unreadable(path: &Path, why: std::io::Error) -> ExperimentError {
    let path = path.to_owned();
    ExperimentError::Unreadable { path, why }
}

fn error_at(path: &Path, source: &str, span: Range<usize>, why: &str) -> ExperimentError {
    // A span outside the text, or inside a character, must not turn an error into a panic.
    let before = source.get(..span.start).unwrap_or(source);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ExperimentError::Wrong {
        path: path.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        why: why.trim_end().to_owned(),
    }
}

/// Returns a text of a file with its Japanese translation, if the file has one.
pub fn phrase(text: &str, ja: Option<&str>) -> Phrase {
    ja.map_or_else(|| text.into(), |ja| (text, ja).into())
}

/// Returns the conditions of a section overridden by those of a row, and the span of the last of
/// them, if there are any.
pub fn conditions_of(
    parts: [&Option<Spanned<toml::Table>>; 2],
) -> (toml::Table, Option<Range<usize>>) {
    let (mut conditions, mut place) = (toml::Table::new(), None);
    for part in parts.into_iter().flatten() {
        conditions.extend(part.get_ref().clone());
        place = Some(part.span());
    }
    (conditions, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "\
title = 'Coins'
about = 'Do they fall?'
kind = 'toss'
seed = 7

[toss]
coins = 3
row = [{ coins = 5, paper = { coins = 9 } }, { name = 'plain' }]

[short]
coins = 1
";

    fn parse(text: &str) -> Result<Experiment, ExperimentError> {
        Experiment::parse(Path::new("experiments/coins.toml"), text)
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_gives_name_kind_and_seed() {
        let experiment = parse(TEXT).unwrap();
        assert_eq!((experiment.name(), experiment.kind()), ("coins", "toss"));
        assert_eq!(experiment.seed(), Seed(7));
        assert_eq!((experiment.paper(), experiment.variant()), (None, "full"));
    }

    #[test]
    fn translations_are_optional() {
        let plain = parse(TEXT).unwrap();
        assert_eq!(
            (plain.title().ja(), plain.about().ja()),
            ("Coins", "Do they fall?")
        );
        let text = TEXT.replace("kind =", "title_ja = '硬貨'\nabout_ja = '落ちるか'\nkind =");
        let translated = parse(&text).unwrap();
        assert_eq!(translated.title(), Phrase::from(("Coins", "硬貨")));
        assert_eq!(
            translated.about(),
            Phrase::from(("Do they fall?", "落ちるか"))
        );
    }

    #[test]
    fn the_short_variant_changes_the_section_and_the_entries_of_its_lists_only() {
        let short = parse(TEXT).unwrap().short().unwrap();
        let settings: toml::Table = short.settings().unwrap();
        let expected: toml::Table = toml::from_str(
            "coins = 1\nrow = [{ coins = 1, paper = { coins = 9 } }, { name = 'plain' }]",
        )
        .unwrap();
        assert_eq!(settings, expected);
        let plain = parse(&TEXT.replace("[short]\ncoins = 1", "")).unwrap();
        assert!(matches!(
            plain.short(),
            Err(ExperimentError::NoShort { .. })
        ));
    }

    #[test]
    fn mistakes_are_named_with_line_and_column() {
        let file = "experiments/coins.toml";
        for (from, to, expected) in [
            ("about", "abuot", "2:1: unknown field `abuot`"),
            ("seed = 7", "seed = 'x'", "4:8: invalid type: string"),
            ("seed = 7", "seed = -1", "4:8: "),
            ("[toss]", "[tos]", "6:2: unknown field `tos`"),
            ("coins = 3", "coins = ", "7:9: "),
            ("kind = 'toss'\n", "", "5:2: unknown field `toss`"),
        ] {
            let message = message(&TEXT.replace(from, to));
            assert!(
                message.starts_with(&format!("{file}:{expected}")),
                "{message}"
            );
        }
    }

    #[test]
    fn a_section_that_is_no_table_is_an_error_of_its_place() {
        let text = "title=''\nabout=''\nkind='toss'\nseed=1\ntoss = 3\n";
        let error = parse(text).unwrap().settings::<toml::Table>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "experiments/coins.toml:5:8: `toss` must be a table: [toss]"
        );
    }

    #[test]
    fn a_missing_file_is_an_error_that_names_it() {
        let error = Experiment::load(Path::new("/nowhere/at-all.toml")).unwrap_err();
        assert!(
            error.to_string().contains("/nowhere/at-all.toml"),
            "{error}"
        );
        assert!(Experiment::files(Path::new("/nowhere")).is_err());
    }

    proptest! {
        #[test]
        fn any_damage_is_read_or_refused_at_a_line_of_the_file(
            at in 0..TEXT.len(), cut in 0..12_usize, put in "[\\PC\n=\\[\\]{}'\"]{0,6}"
        ) {
            let text = format!("{}{put}{}", &TEXT[..at], &TEXT[(at + cut).min(TEXT.len())..]);
            let read = parse(&text).and_then(|e| {
                e.short()?.settings::<toml::Table>()?;
                e.settings::<toml::Table>()
            });
            if let Err(ExperimentError::Wrong { line, column, .. }) = read {
                prop_assert!(line <= text.matches('\n').count() + 1 && column >= 1);
            }
        }
    }
}
