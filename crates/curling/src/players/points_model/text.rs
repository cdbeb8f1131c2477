//! Text form of a points model: hands, frequencies, and for each slot the constants and the
//! weights, a line for each input.

use super::{CLASSES, Distribution, Hands, INPUTS, PointsModel, Regression};
use crate::stones::SLOTS;
use std::fmt;
use std::str::FromStr;

/// The first line: name and version.
const NAME: &str = "curling-points 1";
/// The prefix of the line with the command.
const COMMAND: &str = "command: ";
/// The prefix of the line with the hands.
const HANDS: &str = "hands: ";
/// The prefixes of the lines with the frequencies.
const FREQUENCIES: [&str; 2] = ["centre: ", "power play: "];
/// The prefix of the number of a slot.
const SLOT: &str = "slot ";

/// An invalid text of a points model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PointsModelError {
    /// The line number, from 1.
    pub line: usize,
    /// The reason.
    pub what: String,
}

impl fmt::Display for PointsModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{NAME}")?;
        writeln!(f, "{COMMAND}{}", self.command)?;
        writeln!(f, "{HANDS}{} {}", self.hands.scale, self.hands.otherwise)?;
        for (prefix, frequencies) in FREQUENCIES.iter().zip(&self.frequencies) {
            let shares = frequencies.map(|share| format!("{share:.6}"));
            writeln!(f, "{prefix}{}", shares.join(" "))?;
        }
        for (slot, regression) in self.slots.iter().enumerate() {
            let Some(regression) = regression else {
                continue;
            };
            writeln!(f, "{SLOT}{slot}")?;
            writeln!(f, "{}", line(&regression.constant))?;
            for weights in &regression.weights {
                writeln!(f, "{}", line(weights))?;
            }
        }
        Ok(())
    }
}

/// Returns the line of some numbers; an input without weights has a single 0.
fn line(numbers: &Distribution) -> String {
    if numbers.iter().all(|number| *number == 0.0) {
        return "0".to_owned();
    }
    let numbers = numbers.map(|number| format!("{number:.4}"));
    numbers.join(" ")
}

/// The lines of a text with their numbers.
struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        self.number += 1;
        self.lines.next()
    }

    fn error(&self, what: impl Into<String>) -> PointsModelError {
        PointsModelError {
            line: self.number,
            what: what.into(),
        }
    }

    /// Returns what follows a prefix in the next line.
    fn after(&mut self, prefix: &str) -> Result<&'t str, PointsModelError> {
        let line = self.next().and_then(|line| line.strip_prefix(prefix));
        line.ok_or_else(|| self.error(format!("expected `{prefix}…`")))
    }

    /// Reads the numbers of a text: those of all classes, or a single 0.
    fn numbers(&self, text: &str) -> Result<Distribution, PointsModelError> {
        let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(f64::from_str).collect();
        let finite = numbers.ok().filter(|all| all.iter().all(|x| x.is_finite()));
        let read = finite.and_then(|numbers| match numbers[..] {
            [0.0] => Some([0.0; CLASSES]),
            _ => numbers.try_into().ok(),
        });
        read.ok_or_else(|| self.error(format!("expected {CLASSES} finite numbers")))
    }

    fn frequencies(&mut self, prefix: &str) -> Result<Distribution, PointsModelError> {
        let text = self.after(prefix)?;
        let read = self.numbers(text)?;
        let sum: f64 = read.iter().sum();
        if !read.iter().all(|share| *share > 0.0) || (sum - 1.0).abs() > 1e-3 {
            return Err(self.error("expected positive shares with the sum 1"));
        }
        Ok(read)
    }

    fn hands(&mut self) -> Result<Hands, PointsModelError> {
        let text = self.after(HANDS)?;
        let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(f64::from_str).collect();
        match numbers.as_deref() {
            Ok(&[scale, otherwise]) if scale > 0.0 && otherwise > 0.0 && otherwise <= 1.0 => {
                Ok(Hands { scale, otherwise })
            }
            _ => Err(self.error("expected a positive scale and a share")),
        }
    }

    fn regression(&mut self) -> Result<Regression, PointsModelError> {
        let mut regression = Regression::default();
        let rows = [&mut regression.constant].into_iter();
        for row in rows.chain(&mut regression.weights) {
            let text = self
                .next()
                .ok_or_else(|| self.error(format!("expected {} lines of numbers", INPUTS + 1)))?;
            *row = self.numbers(text)?;
        }
        Ok(regression)
    }
}

impl FromStr for PointsModel {
    type Err = PointsModelError;

    fn from_str(text: &str) -> Result<Self, PointsModelError> {
        let mut lines = Lines {
            lines: text.lines(),
            number: 0,
        };
        if lines.next() != Some(NAME) {
            return Err(lines.error(format!("expected `{NAME}`")));
        }
        let mut model = PointsModel {
            command: lines.after(COMMAND)?.to_owned(),
            hands: lines.hands()?,
            frequencies: [
                lines.frequencies(FREQUENCIES[0])?,
                lines.frequencies(FREQUENCIES[1])?,
            ],
            slots: [const { None }; SLOTS],
        };
        while let Some(line) = lines.next() {
            let slot = line.strip_prefix(SLOT).and_then(|slot| slot.parse().ok());
            let slot = slot.filter(|slot: &usize| *slot < SLOTS);
            let slot = slot.ok_or_else(|| lines.error(format!("expected `{SLOT}N`")))?;
            model.slots[slot] = Some(lines.regression()?);
        }
        Ok(model)
    }
}
