//! A tree of JSON read field by field, where every complaint names the path it is about.
//!
//! Whoever reads says which fields there are; those left over at the end are misspelt or not
//! supported, and become warnings.

use super::ConfigError;
use serde_json::{Map, Value};

/// What is noticed on the way, and what to do about things that are not said.
#[derive(Debug)]
pub(super) struct Notes {
    pub(super) warnings: Vec<String>,
    /// Whether what is missing is as usual on the platform, rather than an error.
    pub(super) lenient: bool,
}

impl Notes {
    /// A warning that is given once, however many keys it is about.
    pub(super) fn once(&mut self, warning: &str) {
        if !self.warnings.iter().any(|given| given == warning) {
            self.warnings.push(warning.to_owned());
        }
    }
}

/// An object, and where it is.
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
    pub(super) fn maybe(&mut self, key: &'static str) -> Option<&'a Value> {
        self.read.push(key);
        self.object.get(key).filter(|value| !value.is_null())
    }

    /// A field, or nothing if it is missing and may be as usual.
    pub(super) fn usual(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<&'a Value>, ConfigError> {
        match self.maybe(key) {
            Some(value) => Ok(Some(value)),
            None if notes.lenient => {
                let path = self.path(key);
                notes
                    .warnings
                    .push(format!("`{path}` is not said: taken to be as usual"));
                Ok(None)
            }
            None => Err(wrong(&self.path(key), "it is missing")),
        }
    }

    pub(super) fn number(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<f64>, ConfigError> {
        let value = self.usual(key, notes)?;
        value
            .map(|value| number(&self.path(key), value))
            .transpose()
    }

    pub(super) fn maybe_number(&mut self, key: &'static str) -> Result<Option<f64>, ConfigError> {
        let value = self.maybe(key);
        value
            .map(|value| number(&self.path(key), value))
            .transpose()
    }

    pub(super) fn text(
        &mut self,
        key: &'static str,
        notes: &mut Notes,
    ) -> Result<Option<&'a str>, ConfigError> {
        let Some(value) = self.usual(key, notes)? else {
            return Ok(None);
        };
        let text = value.as_str();
        let text = text.ok_or_else(|| wrong(&self.path(key), "it must be a text"))?;
        Ok(Some(text))
    }

    pub(super) fn maybe_flag(&mut self, key: &'static str) -> Result<Option<bool>, ConfigError> {
        let Some(value) = self.maybe(key) else {
            return Ok(None);
        };
        let flag = value.as_bool();
        let flag = flag.ok_or_else(|| wrong(&self.path(key), "it must be true or false"))?;
        Ok(Some(flag))
    }

    /// Notes the fields that nobody asked for.
    pub(super) fn finish(self, notes: &mut Notes) {
        for key in self.object.keys() {
            if !self.read.contains(&key.as_str()) {
                let path = self.path(key);
                notes
                    .warnings
                    .push(format!("`{path}` is not known here and has no effect"));
            }
        }
    }
}

/// A number at a path.
pub(super) fn number(path: &str, value: &Value) -> Result<f64, ConfigError> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| wrong(path, &format!("{value} is not a number")))
}

/// A complaint about a path.
pub(super) fn wrong(path: &str, why: &str) -> ConfigError {
    ConfigError::Field {
        path: path.to_owned(),
        why: why.to_owned(),
    }
}
