//! A JSON reader that tracks paths, for error messages and unknown keys.
//!
//! The caller names the fields it reads; fields left over at the end are misspelt or not supported,
//! and become warnings.

use super::ConfigError;
use serde_json::{Map, Value};

/// Warnings, and the treatment of missing fields.
#[derive(Debug)]
pub(super) struct Notes {
    pub(super) warnings: Vec<String>,
    /// Whether a missing field takes the platform's default instead of being an error.
    pub(super) lenient: bool,
}

impl Notes {
    /// Adds a warning unless it was given before.
    pub(super) fn once(&mut self, warning: &str) {
        if !self.warnings.iter().any(|given| given == warning) {
            self.warnings.push(warning.to_owned());
        }
    }
}

/// An object and its path.
pub(super) struct Fields<'a> {
    path: String,
    object: &'a Map<String, Value>,
    read: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(path: &str, value: &'a Value) -> Result<Self, ConfigError> {
        let object = value.as_object();
        let object = object.ok_or_else(|| wrong(path, "it must be an object: { ... }"))?;
        Ok(Fields {
            path: path.to_owned(),
            object,
            read: Vec::new(),
        })
    }

    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// A field that may be missing or null.
    pub(super) fn optional(&mut self, key: &'static str) -> Option<&'a Value> {
        self.read.push(key);
        self.object.get(key).filter(|value| !value.is_null())
    }

    /// A required field; none if missing and defaults are allowed.
    pub(super) fn required(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<&'a Value>, ConfigError> {
        match self.optional(key) {
            Some(value) => Ok(Some(value)),
            None if notes.lenient => {
                let path = self.path(key);
                notes
                    .warnings
                    .push(format!("missing key `{path}`: default used"));
                Ok(None)
            }
            None => Err(wrong(&self.path(key), "missing")),
        }
    }

    pub(super) fn number(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<f64>, ConfigError> {
        let value = self.required(key, notes)?;
        value
            .map(|value| number(&self.path(key), value))
            .transpose()
    }

    pub(super) fn optional_number(
        &mut self,
        key: &'static str,
    ) -> Result<Option<f64>, ConfigError> {
        let value = self.optional(key);
        value
            .map(|value| number(&self.path(key), value))
            .transpose()
    }

    pub(super) fn text(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<&'a str>, ConfigError> {
        let Some(value) = self.required(key, notes)? else {
            return Ok(None);
        };
        let text = value.as_str();
        let text = text.ok_or_else(|| wrong(&self.path(key), "it must be a string"))?;
        Ok(Some(text))
    }

    pub(super) fn optional_flag(&mut self, key: &'static str) -> Result<Option<bool>, ConfigError> {
        let Some(value) = self.optional(key) else {
            return Ok(None);
        };
        let flag = value.as_bool();
        let flag = flag.ok_or_else(|| wrong(&self.path(key), "it must be true or false"))?;
        Ok(Some(flag))
    }

    /// Warns of unknown fields.
    pub(super) fn finish(self, notes: &mut Notes) {
        for key in self.object.keys() {
            if !self.read.contains(&key.as_str()) {
                let path = self.path(key);
                notes.warnings.push(format!("unknown key `{path}` ignored"));
            }
        }
    }
}

/// A number at a path.
pub(super) fn number(path: &str, value: &Value) -> Result<f64, ConfigError> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| wrong(path, &format!("{value} is not a number")))
}

/// An error at a path.
pub(super) fn wrong(path: &str, why: &str) -> ConfigError {
    ConfigError::Field {
        path: path.to_owned(),
        why: why.to_owned(),
    }
}
