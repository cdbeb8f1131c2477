//! Experience as text: a heading for each slot, and under it a line for each sign.

use super::super::evaluation::signs::SIGNS;
use super::{Experience, RESULTS, Weights};
use crate::stones::SLOTS;
use std::fmt;
use std::str::FromStr;

/// The name of the text form and its version, which open it.
const NAME: &str = "curling-experience 1";
/// What the command stands behind.
const COMMAND: &str = "command: ";
/// What the number of a slot stands behind.
const SLOT: &str = "slot ";

/// Text that is no experience.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ExperienceError {
    /// Counted from one.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Experience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{NAME}")?;
        writeln!(f, "{COMMAND}{}", self.command)?;
        for slot in 0..SLOTS {
            let Some(weights) = self.before(slot) else {
                continue;
            };
            writeln!(f, "{SLOT}{slot}")?;
            for chances in &weights.signs {
                let numbers = chances.map(|weight| format!("{weight:.4}"));
                writeln!(f, "{}", numbers.join(" "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Experience {
    type Err = ExperienceError;

    fn from_str(text: &str) -> Result<Self, ExperienceError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line));
        if lines.next().is_none_or(|(_, line)| line != NAME) {
            return Err(wrong(1, format!("experience begins with `{NAME}`")));
        }
        let mut experience = Experience::default();
        while let Some((number, line)) = lines.next() {
            if let Some(command) = line.strip_prefix(COMMAND) {
                command.clone_into(&mut experience.command);
            } else if let Some(slot) = line.strip_prefix(SLOT) {
                let weights = weights(&mut lines, number)?;
                experience.learn(slot_of(slot, number)?, weights);
            } else if !line.trim().is_empty() {
                let what = format!("`{COMMAND}…` or `{SLOT}N` should stand here");
                return Err(wrong(number, what));
            }
        }
        Ok(experience)
    }
}

fn wrong(line: usize, what: String) -> ExperienceError {
    ExperienceError { line, what }
}

fn slot_of(text: &str, line: usize) -> Result<usize, ExperienceError> {
    let slot = text.parse().ok().filter(|&slot| slot < SLOTS);
    slot.ok_or_else(|| wrong(line, format!("`{text}` is no slot from 0 to {}", SLOTS - 1)))
}

/// As many lines as there are signs.
fn weights<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    heading: usize,
) -> Result<Weights, ExperienceError> {
    let mut signs = Vec::with_capacity(SIGNS);
    while signs.len() < SIGNS {
        let missing = || format!("{} of {SIGNS} lines of numbers follow", signs.len());
        let (number, line) = lines.next().ok_or_else(|| wrong(heading, missing()))?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(f64::from_str).collect();
        let finite = numbers.ok().filter(|all| all.iter().all(|x| x.is_finite()));
        let row = finite.and_then(|all| all.try_into().ok());
        signs.push(
            row.ok_or_else(|| wrong(number, format!("{RESULTS} numbers should stand here")))?,
        );
    }
    Ok(Weights { signs })
}
