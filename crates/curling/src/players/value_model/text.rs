//! Text form of a value model: a heading for each slot, followed by a line for each feature.

use super::super::evaluation::features::FEATURES;
use super::{RESULTS, ValueModel, Weights};
use crate::stones::SLOTS;
use std::fmt;
use std::str::FromStr;

/// The first line: name and version of the text form.
const NAME: &str = "curling-experience 1";
/// The prefix of the line with the command.
const COMMAND: &str = "command: ";
/// The prefix of the number of a slot.
const SLOT: &str = "slot ";

/// An invalid text of a value model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ValueModelError {
    /// The line number, from 1.
    pub line: usize,
    /// The reason.
    pub what: String,
}

impl fmt::Display for ValueModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{NAME}")?;
        writeln!(f, "{COMMAND}{}", self.command)?;
        for slot in 0..SLOTS {
            let Some(weights) = self.before(slot) else {
                continue;
            };
            writeln!(f, "{SLOT}{slot}")?;
            for chances in &weights.features {
                let numbers = chances.map(|weight| format!("{weight:.4}"));
                writeln!(f, "{}", numbers.join(" "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for ValueModel {
    type Err = ValueModelError;

    fn from_str(text: &str) -> Result<Self, ValueModelError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line));
        if lines.next().is_none_or(|(_, line)| line != NAME) {
            return Err(invalid(1, format!("expected `{NAME}`")));
        }
        let mut model = ValueModel::default();
        while let Some((number, line)) = lines.next() {
            if let Some(command) = line.strip_prefix(COMMAND) {
                command.clone_into(&mut model.command);
            } else if let Some(slot) = line.strip_prefix(SLOT) {
                let weights = weights(&mut lines, number)?;
                model.set(slot_of(slot, number)?, weights);
            } else if !line.trim().is_empty() {
                let what = format!("expected `{COMMAND}…` or `{SLOT}N`");
                return Err(invalid(number, what));
            }
        }
        Ok(model)
    }
}

fn invalid(line: usize, what: String) -> ValueModelError {
    ValueModelError { line, what }
}

fn slot_of(text: &str, line: usize) -> Result<usize, ValueModelError> {
    let slot = text.parse().ok().filter(|&slot| slot < SLOTS);
    slot.ok_or_else(|| {
        invalid(
            line,
            format!("invalid slot `{text}`: expected 0 to {}", SLOTS - 1),
        )
    })
}

/// Reads a line for each feature.
fn weights<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    heading: usize,
) -> Result<Weights, ValueModelError> {
    let mut features = Vec::with_capacity(FEATURES);
    while features.len() < FEATURES {
        let missing = || {
            format!(
                "expected {FEATURES} lines of numbers, found {}",
                features.len()
            )
        };
        let (number, line) = lines.next().ok_or_else(|| invalid(heading, missing()))?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(f64::from_str).collect();
        let finite = numbers.ok().filter(|all| all.iter().all(|x| x.is_finite()));
        let row = finite.and_then(|all| all.try_into().ok());
        features.push(
            row.ok_or_else(|| invalid(number, format!("expected {RESULTS} finite numbers")))?,
        );
    }
    Ok(Weights { features })
}
