//! The text form of learned weights, and the bundled weights.
//!
//! The text is made to be read and compared by people: after a few lines about the origin of the
//! weights there is a picture of the board for every kind of mark, one number a square from Black's
//! perspective, and then one number a kind for the weights that all squares share. Three decimals
//! are kept; the evaluation does not resolve finer ones.
//!
//! ```text
//! blokus-duo-weights 1
//! command: sakiyomi blokus train --select 8 …
//! lesson: {"reading":{…},"scoring":"basic","fit":"static"}
//! gain: 0.02
//! # score
//! 0.012 -0.310 …
//! ```
//!
//! Lines that start with `#` are comments; the number of weights on a line does not matter.
//! Resuming a training takes more than weights: see [`lookahead::learn::Checkpoint`]. Reading and
//! writing files is left to the caller.
//!
//! ```
//! use blokus::weights::{self, Weights};
//!
//! let shipped = weights::shipped("1").expect("weights of plain simulations");
//! assert_eq!(shipped.to_string().parse().as_ref(), Ok(shipped));
//! assert!(weights::shipped("3").is_none());
//!
//! let error = "blokus-duo-weights 1\ngain: fast".parse::<Weights>().unwrap_err();
//! assert_eq!(error.to_string(), "line 2: `gain` is `fast`: write a number above 0");
//! ```

use crate::colour::Colour;
use crate::evaluation::Evaluation;
use crate::features::{FeatureOptions, KINDS, NAMES, Sides, Stages};
use crate::learn::Objective;
use crate::square::{SIDE, SQUARES};
use lookahead::learn::{Checkpoint, LearnError, Linear};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

mod read;

pub use read::WeightsError;

/// The name of the text form, on its first line.
const NAME: &str = "blokus-duo-weights";
/// The version of the text form. It changes when older programs could misread newer text.
pub const FORMAT: u32 = 1;

/// Learned weights and their origin.
///
/// Their number is that of the objective's options; reading a text and taking weights from a
/// checkpoint ensure that.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The command line of the training.
    pub command: String,
    /// The learning objective.
    pub objective: Objective,
    /// The learned model.
    pub model: Linear,
}

impl Weights {
    /// Returns the weights of a checkpoint.
    ///
    /// # Errors
    /// [`LearnError::Length`] if the checkpoint is of another objective.
    pub fn from_checkpoint(
        command: impl Into<String>,
        objective: Objective,
        checkpoint: &Checkpoint,
    ) -> Result<Self, LearnError> {
        let model = checkpoint.result();
        let (expected, found) = (objective.options.weights(), model.weights.len());
        if expected != found {
            return Err(LearnError::Length { expected, found });
        }
        Ok(Weights {
            command: command.into(),
            objective,
            model,
        })
    }

    /// Returns the evaluation with these weights.
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::new(&self.model, self.objective.options)
    }
}

/// Returns the weights that all squares of a kind share, for a colour, in the order of [`NAMES`].
/// Both colours have the same unless the options keep their weights apart.
///
/// ```
/// use blokus::{Colour, FeatureOptions, weights};
/// use lookahead::learn::Linear;
///
/// let options = FeatureOptions::default();
/// let mut model = Linear::new(options.weights(), 0.02);
/// *model.weights.last_mut().unwrap() = 7.0;
/// let shared = weights::shared(&model, &options, Colour::White);
/// assert_eq!(shared, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0]);
/// ```
///
/// # Panics
/// If the model does not have the weights of the options.
pub fn shared(model: &Linear, options: &FeatureOptions, colour: Colour) -> [f64; KINDS] {
    let (first, _) = options.set(colour);
    std::array::from_fn(|kind| model.weights[first + FeatureOptions::shared(kind)])
}

/// Returns the blocks of weights in a text, in order: the name for people, the number of weights
/// and the number per line.
fn blocks(options: &FeatureOptions) -> Vec<(String, usize, usize)> {
    let sets: &[&str] = match options.sides {
        Sides::Difference => &[""],
        Sides::Separate => &["Black, ", "White, "],
    };
    let mut layers = vec![String::new()];
    if options.stages != Stages::ONE {
        let stages = 1..=options.stages.count();
        layers.extend(stages.map(|stage| format!("on top in stage {stage}, ")));
    }
    let mut blocks = Vec::new();
    for (layer, set) in layers
        .iter()
        .flat_map(|layer| sets.iter().map(move |set| (layer, set)))
    {
        let of = |name: &str| format!("{layer}{set}{name}");
        let boards = NAMES.map(|name| (of(name), SQUARES, usize::from(SIDE)));
        blocks.extend(boards);
        blocks.push((of("shared"), KINDS, KINDS));
    }
    blocks.extend(options.tempo().map(|_| ("tempo".to_owned(), 1, 1)));
    blocks
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objective = serde_json::to_string(&self.objective).map_err(|_| fmt::Error)?;
        writeln!(f, "{NAME} {FORMAT}")?;
        writeln!(f, "command: {}", self.command.replace(['\n', '\r'], " "))?;
        writeln!(f, "lesson: {objective}")?;
        writeln!(f, "gain: {}", self.model.gain)?;
        let mut rest = &self.model.weights[..];
        for (name, count, width) in blocks(&self.objective.options) {
            writeln!(f, "# {name}")?;
            let (block, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            for line in block.chunks(width) {
                let numbers: Vec<_> = line.iter().map(|&weight| decimals(weight)).collect();
                writeln!(f, "{}", numbers.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Formats a weight with three decimals, without a sign if it rounds to zero.
fn decimals(weight: f64) -> String {
    let text = format!("{weight:.3}");
    match text.strip_prefix('-') {
        Some(zero @ "0.000") => zero.to_owned(),
        _ => text,
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        read::weights(text)
    }
}

/// The bundled weights: name and text. A number is the number of random moves that a simulation
/// chose between; `strong` are those learned from games of the searching player.
const FILES: &[(&str, &str)] = &[
    ("1", include_str!("../weights/best-of-1.txt")),
    ("2", include_str!("../weights/best-of-2.txt")),
    ("4", include_str!("../weights/best-of-4.txt")),
    ("8", include_str!("../weights/best-of-8.txt")),
    ("16", include_str!("../weights/best-of-16.txt")),
    ("32", include_str!("../weights/best-of-32.txt")),
    ("strong", include_str!("../weights/strong.txt")),
];

/// The names of the [bundled](shipped) weights.
pub const SHIPPED: [&str; FILES.len()] = {
    let mut names = [""; FILES.len()];
    let mut file = 0;
    while file < FILES.len() {
        names[file] = FILES[file].0;
        file += 1;
    }
    names
};

static WEIGHTS: LazyLock<Vec<Weights>> = LazyLock::new(|| {
    let read = |(name, text): &(&str, &str)| match text.parse() {
        Ok(weights) => weights,
        Err(why) => panic!("the shipped weights {name}: {why}"),
    };
    FILES.iter().map(read).collect()
});

/// Returns the bundled weights with this name: the number of random moves that the simulations they
/// were learned from chose between, or `strong`.
pub fn shipped(name: &str) -> Option<&'static Weights> {
    let place = SHIPPED.iter().position(|&known| known == name)?;
    WEIGHTS.get(place)
}

#[cfg(test)]
mod tests;
