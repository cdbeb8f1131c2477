//! Text form of a value model: what it was trained for, corrections of claims, and a heading for
//! each slot, followed by a line for each feature.
//!
//! Files of version 1 have neither conditions nor corrections; they are read, too.

use super::super::evaluation::features::FEATURES;
use super::{RESULTS, ValueModel, Weights};
use crate::notation::Conditions;
use crate::players::calibration::Correction;
use crate::stones::SLOTS;
use std::fmt;
use std::str::FromStr;

/// The first line: name and version of the text form.
const NAME: &str = "curling-experience 2";
/// The first line of the version without conditions.
const OLD_NAME: &str = "curling-experience 1";
/// The prefix of the line with the command.
const COMMAND: &str = "command: ";
/// The prefix of the line with the conditions of the training, as JSON.
const CONDITIONS: &str = "conditions: ";
/// The prefix of the line with the source of the corrections.
const CORRECTED: &str = "corrected: ";
/// The prefix of the correction of a slot.
const CORRECTION: &str = "correction ";
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
        if let Some(conditions) = &self.learned_for {
            let json = serde_json::to_string(&Conditions::of(conditions));
            writeln!(f, "{CONDITIONS}{}", json.map_err(|_| fmt::Error)?)?;
        }
        if !self.corrections.is_empty() {
            writeln!(f, "{CORRECTED}{}", self.corrections.source)?;
        }
        for (slot, Correction { shift, slope }) in self.corrections.iter() {
            writeln!(f, "{CORRECTION}{slot} {shift:.4} {slope:.4}")?;
        }
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
        let names = [NAME, OLD_NAME];
        if lines.next().is_none_or(|(_, line)| !names.contains(&line)) {
            return Err(invalid(1, format!("expected `{NAME}`")));
        }
        let mut model = ValueModel::default();
        while let Some((number, line)) = lines.next() {
            if let Some(command) = line.strip_prefix(COMMAND) {
                command.clone_into(&mut model.command);
            } else if let Some(json) = line.strip_prefix(CONDITIONS) {
                model.learned_for = Some(conditions(json).map_err(|what| invalid(number, what))?);
            } else if let Some(source) = line.strip_prefix(CORRECTED) {
                source.clone_into(&mut model.corrections.source);
            } else if let Some(numbers) = line.strip_prefix(CORRECTION) {
                let (slot, correction) =
                    correction(numbers).map_err(|what| invalid(number, what))?;
                model.corrections.set(slot, correction);
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

/// Reads the conditions of a training.
fn conditions(json: &str) -> Result<crate::conditions::Conditions, String> {
    let value = serde_json::from_str(json).map_err(|why| format!("invalid conditions: {why}"))?;
    let written = Conditions::from_json(value).map_err(|why| why.to_string())?;
    written.to_conditions().map_err(|why| why.to_string())
}

/// Reads the slot of a correction and its two numbers.
fn correction(text: &str) -> Result<(usize, Correction), String> {
    let what = || "expected a slot, a shift and a positive slope".to_owned();
    let mut parts = text.split_whitespace();
    let slot = parts.next().and_then(|slot| slot.parse().ok());
    let slot = slot.filter(|&slot: &usize| slot < SLOTS).ok_or_else(what)?;
    let numbers: Option<Vec<f64>> = parts.map(|part| part.parse().ok()).collect();
    let [shift, slope] = numbers.ok_or_else(what)?[..] else {
        return Err(what());
    };
    Correction::new(shift, slope)
        .map(|correction| (slot, correction))
        .ok_or_else(what)
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
