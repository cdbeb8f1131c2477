//! Reader of rule files: every error names file, rule and key, and unknown keys are errors.

mod rules;

use super::conventions::{Conventions, ConventionsError};
use super::leads::{LeadTable, MOST_RULES};
use super::statement::RuleName;
use rules::{call_rule, choice_rule, habit_rule, lead_rule, models, signal_rule};
use std::path::Path;
use std::sync::Arc;
use toml::{Table, Value};

/// The name of the top level in errors.
const FILE: &str = "file";
/// The largest number of files that build on each other; more is a cycle.
const MOST_BASES: usize = 8;
/// The default reliability: a violating hand weighs 0.2.
const RELIABILITY: f64 = 0.8;
/// The default weight of a hand one point off a range.
const EDGE: f64 = 0.3;

/// Reads a file and its bases.
pub(super) fn load(path: &Path, depth: usize) -> Result<Conventions, ConventionsError> {
    let file = path.display().to_string();
    let text = arena::text_file::read(path);
    let text = text.map_err(|source| ConventionsError::Read {
        file: file.clone(),
        source,
    })?;
    read(
        &file,
        &text,
        Some(path.parent().unwrap_or(Path::new(""))),
        depth,
    )
}

/// Reads text. `folder` is the folder of bases that are files.
pub(super) fn read(
    file: &str,
    text: &str,
    folder: Option<&Path>,
    depth: usize,
) -> Result<Conventions, ConventionsError> {
    let table: Table = toml::from_str(text).map_err(|error| syntax(file, text, &error))?;
    let mut top = Entry {
        file,
        rule: FILE.to_owned(),
        table,
    };
    let name = top.text("name")?.unwrap_or_else(|| file.to_owned());
    let defaults = Defaults {
        reliability: top.fraction("reliability")?.unwrap_or(RELIABILITY),
        edge: top.fraction("edge")?.unwrap_or(EDGE),
    };
    let base = top.text("base")?;
    let off = top.texts("off")?.unwrap_or_default();
    let mut conventions = Conventions {
        name,
        calls: top.rules("call", |entry| call_rule(entry, defaults))?,
        leads: top.rules("lead", |entry| lead_rule(entry, defaults))?,
        choices: top.rules("choice", |entry| choice_rule(entry, defaults))?,
        signals: top.rules("signal", |entry| signal_rule(entry, defaults))?,
        habits: top.rules("habit", |entry| habit_rule(entry, defaults))?,
        models: models(&mut top)?,
        tables: [false, true].map(|notrump| Arc::new(LeadTable::new(&[], notrump))),
    };
    let own_models = conventions.models.len();
    if let Some(base) = base {
        let mut base = find_base(&top, &base, folder, depth)?;
        if let Some(unknown) = off.iter().find(|name| !base.knows(name)) {
            return Err(top.error("off", format!("unknown rule `{unknown}` of the base")));
        }
        conventions.build_on(base, &off);
    } else if !off.is_empty() {
        return Err(top.error("off", "`off` needs a `base`"));
    }
    check(&mut conventions, own_models, &off, &top)?;
    top.finish()?;
    conventions.fill_tables();
    Ok(conventions)
}

/// Checks references between rules. Models of the base are checked with the base.
fn check(
    conventions: &mut Conventions,
    own_models: usize,
    off: &[String],
    top: &Entry<'_>,
) -> Result<(), ConventionsError> {
    if conventions.leads.len() > MOST_RULES {
        return Err(top.error("lead", format!("more than {MOST_RULES} rules")));
    }
    for model in conventions.models.clone().into_iter().take(own_models) {
        let names = model.off.iter().map(|name| ("off", name));
        let mut names = names.chain(
            model
                .reliability
                .iter()
                .map(|(name, _)| ("reliability", name)),
        );
        if let Some((key, name)) =
            names.find(|(_, name)| !conventions.knows(name) && !off.contains(name))
        {
            let entry = Entry {
                file: top.file,
                rule: format!("model `{}`", model.name),
                table: Table::new(),
            };
            return Err(entry.error(key, format!("unknown rule `{name}`")));
        }
    }
    Ok(())
}

fn find_base(
    top: &Entry<'_>,
    base: &str,
    folder: Option<&Path>,
    depth: usize,
) -> Result<Conventions, ConventionsError> {
    if depth >= MOST_BASES {
        return Err(top.error("base", "cyclic bases"));
    }
    match (Conventions::named(base)?, folder) {
        (Some(known), _) => Ok(known),
        (None, Some(folder)) => load(&folder.join(base), depth + 1),
        (None, None) => Err(top.error(
            "base",
            format!("unknown conventions `{base}`, expected standard or paper"),
        )),
    }
}

fn syntax(file: &str, text: &str, error: &toml::de::Error) -> ConventionsError {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = String::from_utf8_lossy(&text.as_bytes()[..at]);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ConventionsError::Syntax {
        file: file.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message: error.message().to_owned(),
    }
}

/// The defaults of rules.
#[derive(Clone, Copy)]
struct Defaults {
    reliability: f64,
    edge: f64,
}

/// A table whose keys are removed as they are read; the remaining ones are unknown.
struct Entry<'a> {
    file: &'a str,
    rule: String,
    table: Table,
}

impl<'a> Entry<'a> {
    fn error(&self, key: &str, problem: impl Into<String>) -> ConventionsError {
        ConventionsError::Rule {
            file: self.file.to_owned(),
            rule: self.rule.clone(),
            key: key.to_owned(),
            problem: problem.into(),
        }
    }

    fn finish(&self) -> Result<(), ConventionsError> {
        match self.table.keys().next() {
            Some(key) => Err(self.error(key, "unknown key")),
            None => Ok(()),
        }
    }

    /// Removes a key and parses its value.
    fn get<T>(
        &mut self,
        key: &str,
        understand: impl FnOnce(Value) -> Result<T, String>,
    ) -> Result<Option<T>, ConventionsError> {
        let value = self.table.remove(key).map(understand).transpose();
        value.map_err(|problem| self.error(key, problem))
    }

    fn must<T>(
        &mut self,
        key: &str,
        understand: impl FnOnce(Value) -> Result<T, String>,
    ) -> Result<T, ConventionsError> {
        self.get(key, understand)?
            .ok_or_else(|| self.error(key, "missing key"))
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, ConventionsError> {
        self.get(key, text)
    }

    fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>, ConventionsError> {
        self.get(key, texts)
    }

    fn fraction(&mut self, key: &str) -> Result<Option<f64>, ConventionsError> {
        self.get(key, |value| fraction(&value))
    }

    /// Reads a list of rules under one key.
    fn rules<T>(
        &mut self,
        key: &str,
        read: impl Fn(&mut Entry<'a>) -> Result<T, ConventionsError>,
    ) -> Result<Vec<T>, ConventionsError> {
        let tables = self.get(key, tables)?.unwrap_or_default();
        let rules = tables.into_iter().enumerate().map(|(index, table)| {
            let name = table.get("name").and_then(Value::as_str);
            let rule = match name {
                Some(name) => format!("{key} `{name}`"),
                None if self.rule == FILE => format!("{key} number {}", index + 1),
                // An alternative inside a rule.
                None => format!("{}, {key} number {}", self.rule, index + 1),
            };
            let mut entry = Entry {
                file: self.file,
                rule,
                table,
            };
            let rule = read(&mut entry)?;
            entry.finish()?;
            Ok(rule)
        });
        rules.collect()
    }

    /// Reads the name of a rule and its reliability.
    fn head(&mut self, defaults: Defaults) -> Result<(RuleName, f64), ConventionsError> {
        let name = RuleName::new(self.must("name", text)?, self.get("ja", text)?);
        let reliability = self
            .fraction("reliability")?
            .unwrap_or(defaults.reliability);
        Ok((name, reliability))
    }
}

fn text(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(format!("expected text, found {}", other.type_str())),
    }
}

/// Returns a list of texts, or one alone.
fn texts(value: Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(values) => values.into_iter().map(text).collect(),
        one => Ok(vec![text(one)?]),
    }
}

fn tables(value: Value) -> Result<Vec<Table>, String> {
    let problem = "expected a list of tables";
    let Value::Array(values) = value else {
        return Err(problem.to_owned());
    };
    values
        .into_iter()
        .map(|value| table(value).map_err(|_| problem.to_owned()))
        .collect()
}

fn table(value: Value) -> Result<Table, String> {
    match value {
        Value::Table(table) => Ok(table),
        other => Err(format!("expected a table, found {}", other.type_str())),
    }
}

fn number(value: &Value) -> Result<f64, String> {
    let number = value
        .as_float()
        .or_else(|| value.as_integer().map(|whole| whole as f64));
    number.ok_or_else(|| format!("expected a number, found {}", value.type_str()))
}

fn fraction(value: &Value) -> Result<f64, String> {
    let fraction = number(value)?;
    let inside = (0.0..=1.0).contains(&fraction);
    inside
        .then_some(fraction)
        .ok_or_else(|| format!("{fraction} is not between 0 and 1"))
}
