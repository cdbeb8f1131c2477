//! Reading weights, with the line to look at in every error.

use super::{FORMAT, NAME, Weights};
use crate::learn::Lesson;
use lookahead::learn::Linear;

/// What is wrong with a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as one.
    #[error("line 1: `{found}` instead of `{NAME} {FORMAT}`: these are no weights of Blokus Duo")]
    Name {
        /// Its first line.
        found: String,
    },
    /// It is one of another version.
    #[error("line 1: the weights have format {found}; this program reads format {FORMAT}")]
    Format {
        /// The version it says it has.
        found: String,
    },
    /// A field that nobody knows.
    #[error("line {line}: there is no field `{name}`: command, lesson and gain are fields")]
    Unknown {
        /// Where, from 1.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A field that is there a second time.
    #[error("line {line}: `{name}` is there twice")]
    Twice {
        /// Where the second one is, from 1.
        line: usize,
        /// Its name.
        name: &'static str,
    },
    /// A field that is not there before the weights.
    #[error("line {line}: `{name}` is missing before the weights")]
    Missing {
        /// Where it was missed, from 1.
        line: usize,
        /// Its name.
        name: &'static str,
    },
    /// A field that makes no sense.
    #[error("line {line}: `{name}` is `{value}`: {why}")]
    Value {
        /// Where, from 1.
        line: usize,
        /// Its name.
        name: &'static str,
        /// What was read.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A weight that is no finite number.
    #[error("line {line}: `{text}` is not a finite number")]
    Number {
        /// Where, from 1.
        line: usize,
        /// What was read.
        text: String,
    },
    /// More weights than the lesson has, or fewer.
    #[error("line {line}: {found} weights so far, and the lesson has {expected}")]
    Count {
        /// Where there was one too many, or the last line; from 1.
        line: usize,
        /// How many the lesson has.
        expected: usize,
        /// How many were read.
        found: usize,
    },
}

/// As much of a text as anybody needs to hear.
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
                let room = fields.all(number)?.1.reading.weights();
                add(number, line, room, &mut numbers)?;
            }
        }
    }
    let (command, lesson, gain) = fields.all(last)?;
    let (expected, found) = (lesson.reading.weights(), numbers.len());
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
        lesson,
        model: Linear {
            weights: numbers,
            gain,
        },
    })
}

/// Refuses other texts and other versions.
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

/// What stands before the weights.
#[derive(Default)]
struct Fields<'a> {
    command: Option<&'a str>,
    lesson: Option<Lesson>,
    gain: Option<f64>,
}

impl<'a> Fields<'a> {
    /// Takes a field that is not there yet. Weights need all of them, so none can come after those.
    fn take(&mut self, line: usize, name: &str, value: &'a str) -> Result<(), WeightsError> {
        let wrong = |name, why: String| WeightsError::Value {
            line,
            name,
            value: shortened(value),
            why,
        };
        let (name, before) = match name {
            "command" => ("command", self.command.replace(value).is_some()),
            "lesson" => {
                let lesson = serde_json::from_str(value);
                let lesson = lesson.map_err(|why| wrong("lesson", plain(&why)))?;
                ("lesson", self.lesson.replace(lesson).is_some())
            }
            "gain" => {
                let gain = value.parse().ok();
                let gain = gain.filter(|&gain: &f64| gain.is_finite() && gain > 0.0);
                let gain = gain.ok_or_else(|| wrong("gain", "write a number above 0".into()))?;
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

    /// All of them, if they are there.
    fn all(&self, line: usize) -> Result<(&'a str, Lesson, f64), WeightsError> {
        let missing = |name| WeightsError::Missing { line, name };
        Ok((
            self.command.ok_or_else(|| missing("command"))?,
            self.lesson.ok_or_else(|| missing("lesson"))?,
            self.gain.ok_or_else(|| missing("gain"))?,
        ))
    }
}

/// An error of the JSON reader without the line, which is not that of the text.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column", " at column")
}
