//! Reader of weights; every error names its line.

use super::{FORMAT, NAME, Weights};
use crate::learn::Objective;
use lookahead::learn::Linear;

/// Error in a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The first line is not that of a text of weights.
    #[error(
        "line 1: expected `{NAME} {FORMAT}`, found `{found}`: not a weights file of Blokus Duo"
    )]
    Name {
        /// The first line.
        found: String,
    },
    /// The version is not supported.
    #[error("line 1: unsupported format version {found}, expected {FORMAT}")]
    Format {
        /// The version in the text.
        found: String,
    },
    /// An unknown field.
    #[error("line {line}: unknown field `{name}`, expected `command`, `lesson` or `gain`")]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The name of the field.
        name: String,
    },
    /// A duplicate field.
    #[error("line {line}: duplicate field `{name}`")]
    Twice {
        /// The line of the second one, from 1.
        line: usize,
        /// The name of the field.
        name: &'static str,
    },
    /// A missing field before the weights.
    #[error("line {line}: missing field `{name}` before the weights")]
    Missing {
        /// The line of the first weights, from 1.
        line: usize,
        /// The name of the field.
        name: &'static str,
    },
    /// An invalid value of a field.
    #[error("line {line}: `{name}` is `{value}`: {why}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The name of the field.
        name: &'static str,
        /// The text.
        value: String,
        /// The reason.
        why: String,
    },
    /// A weight that is not a finite number.
    #[error("line {line}: `{text}` is not a finite number")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The text.
        text: String,
    },
    /// The number of weights is not that of the objective.
    #[error("line {line}: expected {expected} weights, found {found}")]
    Count {
        /// The line of the first superfluous weight, or the last line; from 1.
        line: usize,
        /// The number of weights of the objective.
        expected: usize,
        /// The number of weights read.
        found: usize,
    },
}

/// Shortens a text for a message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads a whole text.
pub(super) fn weights(text: &str) -> Result<Weights, WeightsError> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    opening(lines.next().map_or("", |(_, line)| line))?;
    let (mut fields, mut numbers) = (Fields::default(), Vec::new());
    let mut last = 1;
    for (number, line) in lines {
        last = number;
        match line.split_once(':') {
            _ if line.is_empty() || line.starts_with('#') => {}
            Some((name, value)) => fields.take(number, name.trim(), value.trim())?,
            None => {
                let room = fields.all(number)?.1.options.weights();
                add(number, line, room, &mut numbers)?;
            }
        }
    }
    let (command, objective, gain) = fields.all(last)?;
    let (expected, found) = (objective.options.weights(), numbers.len());
    if found < expected {
        let line = last;
        return Err(WeightsError::Count {
            line,
            expected,
            found,
        });
    }
    Ok(Weights {
        command: command.to_owned(),
        objective,
        model: Linear {
            weights: numbers,
            gain,
        },
    })
}

/// Checks the first line.
fn opening(line: &str) -> Result<(), WeightsError> {
    match line.split_once(char::is_whitespace) {
        Some((NAME, version)) if version.trim() == FORMAT.to_string() => Ok(()),
        Some((NAME, version)) => Err(WeightsError::Format {
            found: shortened(version.trim()),
        }),
        _ => Err(WeightsError::Name {
            found: shortened(line),
        }),
    }
}

/// Adds the weights of a line to those before it, up to `expected` in all.
fn add(
    line: usize,
    text: &str,
    expected: usize,
    numbers: &mut Vec<f64>,
) -> Result<(), WeightsError> {
    for word in text.split_whitespace() {
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        numbers.push(number.ok_or_else(|| WeightsError::Number {
            line,
            text: shortened(word),
        })?);
        let found = numbers.len();
        if found > expected {
            return Err(WeightsError::Count {
                line,
                expected,
                found,
            });
        }
    }
    Ok(())
}

/// The fields before the weights.
#[derive(Default)]
struct Fields<'a> {
    command: Option<&'a str>,
    objective: Option<Objective>,
    gain: Option<f64>,
}

impl<'a> Fields<'a> {
    /// Reads a field. Weights need all fields before them, so none can follow.
    fn take(&mut self, line: usize, name: &str, value: &'a str) -> Result<(), WeightsError> {
        let invalid = |name, why: String| WeightsError::Value {
            line,
            name,
            value: shortened(value),
            why,
        };
        let (name, before) = match name {
            "command" => ("command", self.command.replace(value).is_some()),
            "lesson" => {
                let objective = serde_json::from_str(value);
                let objective = objective.map_err(|why| invalid("lesson", plain(&why)))?;
                ("lesson", self.objective.replace(objective).is_some())
            }
            "gain" => {
                let gain = value.parse().ok();
                let gain = gain.filter(|&gain: &f64| gain.is_finite() && gain > 0.0);
                let gain = gain.ok_or_else(|| invalid("gain", "write a number above 0".into()))?;
                ("gain", self.gain.replace(gain).is_some())
            }
            name => {
                let name = shortened(name);
                return Err(WeightsError::Unknown { line, name });
            }
        };
        if before {
            return Err(WeightsError::Twice { line, name });
        }
        Ok(())
    }

    /// Returns all fields, or an error for the first missing one.
    fn all(&self, line: usize) -> Result<(&'a str, Objective, f64), WeightsError> {
        let missing = |name| WeightsError::Missing { line, name };
        Ok((
            self.command.ok_or_else(|| missing("command"))?,
            self.objective.ok_or_else(|| missing("lesson"))?,
            self.gain.ok_or_else(|| missing("gain"))?,
        ))
    }
}

/// Formats an error of the JSON reader without its line number, which is not that of the text.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column", " at column")
}
