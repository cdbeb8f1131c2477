//! Export of results as CSV, and of records as JSON lines.

use super::{RunId, Store, StoreError};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

impl Store {
    /// Writes the results of a run as comma-separated values (RFC 4180): a column `task`, then one
    /// for each field found in any result, sorted; fields inside fields are named with dots, as
    /// `points.0`.
    ///
    /// # Errors
    /// If the store cannot be read or `out` not be written.
    pub fn write_csv(&self, run: RunId, out: &mut dyn Write) -> Result<(), StoreError> {
        let rows: BTreeMap<u64, BTreeMap<String, String>> = self
            .results(run)?
            .into_iter()
            .map(|(task, result)| {
                let mut fields = BTreeMap::new();
                flatten(String::new(), &result, &mut fields);
                (task, fields)
            })
            .collect();
        let columns: BTreeSet<&String> = rows.values().flat_map(BTreeMap::keys).collect();
        write!(out, "task")?;
        for column in &columns {
            write!(out, ",{}", quoted(column))?;
        }
        write!(out, "\r\n")?;
        for (task, fields) in &rows {
            write!(out, "{task}")?;
            for column in &columns {
                write!(
                    out,
                    ",{}",
                    fields.get(*column).map_or(String::new(), |v| quoted(v))
                )?;
            }
            write!(out, "\r\n")?;
        }
        Ok(())
    }

    /// Writes the records kept of a run, one JSON object `{"task": …, "record": …}` a line.
    ///
    /// # Errors
    /// If the store cannot be read or `out` not be written.
    pub fn write_records(&self, run: RunId, out: &mut dyn Write) -> Result<(), StoreError> {
        for (task, record) in self.records(run)? {
            writeln!(
                out,
                "{}",
                serde_json::json!({ "task": task, "record": record })
            )?;
        }
        Ok(())
    }
}

fn flatten(name: String, value: &Value, fields: &mut BTreeMap<String, String>) {
    let inner = |key: &str| match name.as_str() {
        "" => key.to_owned(),
        name => format!("{name}.{key}"),
    };
    let text = match value {
        Value::Object(object) => {
            return object
                .iter()
                .for_each(|(key, value)| flatten(inner(key), value, fields));
        }
        Value::Array(list) => {
            let numbered = list.iter().enumerate();
            return numbered.for_each(|(i, value)| flatten(inner(&i.to_string()), value, fields));
        }
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    let name = if name.is_empty() {
        "result".to_owned()
    } else {
        name
    };
    fields.insert(name, text);
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
