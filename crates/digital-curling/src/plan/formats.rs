//! The formats of condition texts.
//!
//! | format | recognised by |
//! |---|---|
//! | conditions in our notation, JSON or TOML | `teams`; also inside a saved position (`conditions`) or a record |
//! | changes, TOML or JSON | keys of [`Draft::add`] |
//! | the file of DC3's server | JSON with `game` and `setting`, comments allowed |
//! | the file of DC2's server | any other JSON |

use super::{Draft, PlanError, Source, dc2_config};
use crate::dc3::config as dc3;
use arena::Phrase;
use curling::conditions::Conditions;
use curling::notation::Conditions as Written;
use curling::words::parser;
use lookahead::Seed;
use serde_json::Value;
use toml::Table;

/// Reads conditions in any supported format; `platform` is the default if the text names none.
///
/// ```
/// use digital_curling::plan;
///
/// let slow = plan::conditions("ends = 4\nfriction_scale = 1.2", "gat")?;
/// assert_eq!(slow.rules.ends, 4);
/// # Ok::<(), digital_curling::plan::PlanError>(())
/// ```
///
/// # Errors
/// The reason, with its place.
pub fn conditions(text: &str, platform: &str) -> Result<Conditions, PlanError> {
    let source = Source::File("conditions".to_owned());
    let wrong = |why: Phrase| PlanError {
        source_name: source.to_string(),
        why,
    };
    let mut draft = Draft::new(platform).map_err(|why| wrong((&why).into()))?;
    draft.read(&source, text, None)?;
    Ok(draft.plan().conditions)
}

impl Draft {
    /// Adds a text in any supported format. `chosen` is the match of a DC2 file.
    ///
    /// # Errors
    /// The reason, with its place.
    pub fn read(
        &mut self,
        source: &Source,
        text: &str,
        chosen: Option<&str>,
    ) -> Result<(), PlanError> {
        let wrong = |why: Phrase| PlanError {
            source_name: source.to_string(),
            why,
        };
        if dc3::is_config(text) {
            return self.read_dc3(source, text);
        }
        if !text.trim_start().starts_with('{') {
            if chosen.is_some() {
                let why = (
                    "--match needs the JSON file of the DC2 server: this is TOML and has one match \
                     only",
                    "試合を選べるのはDC2サーバーのJSONファイルだけです。これは1試合だけのTOMLです",
                );
                return Err(wrong(why.into()));
            }
            let table = text.parse::<Table>();
            let table = table.map_err(|why| wrong(parser(why)))?;
            return match table.get("conditions") {
                Some(toml::Value::Table(inner)) => self.add(source, inner),
                _ => self.add(source, &table),
            };
        }
        match serde_json::from_str::<Value>(text) {
            Ok(value) if self.is_ours(inner(&value)) => self.read_json(source, inner(&value)),
            // Invalid JSON is reported there.
            _ => self.read_dc2(source, text, chosen),
        }
    }

    /// Whether JSON has conditions in our notation rather than those of DC2's server.
    fn is_ours(&self, value: &Value) -> bool {
        let keys = value
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys());
        let known = |key: &String| {
            self.plan.conditions.knows(key) || super::MATCH_KEYS.contains(&key.as_str())
        };
        value.get("teams").is_some() || keys.into_iter().any(known)
    }

    fn read_json(&mut self, source: &Source, value: &Value) -> Result<(), PlanError> {
        let wrong = |why: Phrase| PlanError {
            source_name: source.to_string(),
            why,
        };
        let table = Table::try_from(without_nulls(value));
        let table = table.map_err(|why| wrong(parser(why)))?;
        if value.get("teams").is_some() && value.get("platform").is_none() {
            // Conditions as in a record.
            let written = Written::from_json(value.clone());
            let written = written.map_err(|why| wrong(why.into()))?;
            return self.set_conditions(source, &written);
        }
        self.add(source, &table)
    }

    fn read_dc3(&mut self, source: &Source, text: &str) -> Result<(), PlanError> {
        let read = dc3::Config::read(text, Seed(1));
        let config = read.map_err(|why| PlanError {
            source_name: source.to_string(),
            why: (&why).into(),
        })?;
        self.replace_conditions(source, config.setup.conditions, config.setup.time);
        for warning in config.warnings {
            self.warn(source, &warning);
        }
        Ok(())
    }

    fn read_dc2(
        &mut self,
        source: &Source,
        text: &str,
        chosen: Option<&str>,
    ) -> Result<(), PlanError> {
        let read = dc2_config::read(text, chosen);
        let (table, warnings) = read.map_err(|why| PlanError {
            source_name: source.to_string(),
            why: (&why).into(),
        })?;
        self.add(source, &table)?;
        for warning in warnings {
            self.warn(source, &warning);
        }
        Ok(())
    }
}

/// The conditions of a saved position, or the value itself.
fn inner(value: &Value) -> &Value {
    let inner = value.get("conditions").filter(|inner| inner.is_object());
    inner.unwrap_or(value)
}

/// The value without null fields, which TOML lacks.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields = fields.map(|(key, value)| (key.clone(), without_nulls(value)));
            Value::Object(fields.collect())
        }
        Value::Array(entries) => entries.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
