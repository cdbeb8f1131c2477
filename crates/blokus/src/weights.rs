//! Learned weights as text, and those that come with the crate.
//!
//! The text is made to be read and compared by people: after a few lines that say how the weights
//! were made there is a picture of the board for every kind of mark, one number a square as Black
//! sees it, and then one number a kind for the weights that all squares share. Three decimals are
//! kept; the evaluation cannot tell finer ones apart.
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
//! Lines that start with `#` are for people and not read; how many numbers stand on a line does not
//! matter. To go on learning takes more than weights: that is [`lookahead::learn::Checkpoint`].
//! Files are the caller's.
//!
//! ```
//! use blokus::weights::{self, Weights};
//!
//! let shipped = weights::shipped("1").expect("plain simulations are always there");
//! assert_eq!(shipped.to_string().parse().as_ref(), Ok(shipped));
//! assert!(weights::shipped("3").is_none());
//!
//! let error = "blokus-duo-weights 1\ngain: fast".parse::<Weights>().unwrap_err();
//! assert_eq!(error.to_string(), "line 2: `gain` is `fast`: write a number above 0");
//! ```

use crate::colour::Colour;
use crate::evaluation::Evaluation;
use crate::features::{KINDS, NAMES, Reading, Sides, Stages};
use crate::learn::Lesson;
use crate::square::{SIDE, SQUARES};
use lookahead::learn::{Checkpoint, LearnError, Linear};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

mod read;

pub use read::WeightsError;

/// The name of the text form, which opens it.
const NAME: &str = "blokus-duo-weights";
/// Its version. It changes when older programs could misread newer text.
pub const FORMAT: u32 = 1;

/// Weights, and how they were learned.
///
/// There are as many as the reading of the lesson asks for; reading a text and taking weights from
/// a checkpoint see to that.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The command line that made them.
    pub command: String,
    /// What was learned.
    pub lesson: Lesson,
    /// What came of it.
    pub model: Linear,
}

impl Weights {
    /// The weights as far as a run has come.
    ///
    /// # Errors
    /// [`LearnError::Length`] if the run is one of another lesson.
    pub fn from_checkpoint(
        command: impl Into<String>,
        lesson: Lesson,
        checkpoint: &Checkpoint,
    ) -> Result<Self, LearnError> {
        let model = checkpoint.result();
        let (expected, found) = (lesson.reading.weights(), model.weights.len());
        if expected != found {
            return Err(LearnError::Length { expected, found });
        }
        Ok(Weights {
            command: command.into(),
            lesson,
            model,
        })
    }

    /// The evaluation by these weights.
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::new(&self.model, self.lesson.reading)
    }
}

/// The weights that all squares of a kind share, for a colour, in the order of [`NAMES`]. Both
/// colours have the same unless the reading keeps their weights apart.
///
/// ```
/// use blokus::{Colour, Reading, weights};
/// use lookahead::learn::Linear;
///
/// let reading = Reading::default();
/// let mut model = Linear::new(reading.weights(), 0.02);
/// *model.weights.last_mut().unwrap() = 7.0;
/// let shared = weights::shared(&model, &reading, Colour::White);
/// assert_eq!(shared, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0]);
/// ```
///
/// # Panics
/// If the model is one of another reading.
pub fn shared(model: &Linear, reading: &Reading, colour: Colour) -> [f64; KINDS] {
    let (first, _) = reading.set(colour);
    std::array::from_fn(|kind| model.weights[first + Reading::shared(kind)])
}

/// The weights of a text in their order, in blocks with a name for people and so many on a line.
fn blocks(reading: &Reading) -> Vec<(String, usize, usize)> {
    let sets: &[&str] = match reading.sides {
        Sides::Difference => &[""],
        Sides::Separate => &["Black, ", "White, "],
    };
    let mut layers = vec![String::new()];
    if reading.stages != Stages::ONE {
        let stages = 1..=reading.stages.count();
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
    blocks.extend(reading.tempo().map(|_| ("tempo".to_owned(), 1, 1)));
    blocks
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lesson = serde_json::to_string(&self.lesson).map_err(|_| fmt::Error)?;
        writeln!(f, "{NAME} {FORMAT}")?;
        writeln!(f, "command: {}", self.command.replace(['\n', '\r'], " "))?;
        writeln!(f, "lesson: {lesson}")?;
        writeln!(f, "gain: {}", self.model.gain)?;
        let mut rest = &self.model.weights[..];
        for (name, count, width) in blocks(&self.lesson.reading) {
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

/// A weight with three decimals; what rounds to nothing has no sign.
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

/// The weights that come with the crate: their name, and the text. A file more is a line more. A
/// number is how many random moves a simulation chose between; `strong` are those learned from
/// games of the searching player.
const FILES: &[(&str, &str)] = &[
    ("1", include_str!("../weights/best-of-1.txt")),
    ("2", include_str!("../weights/best-of-2.txt")),
    ("4", include_str!("../weights/best-of-4.txt")),
    ("8", include_str!("../weights/best-of-8.txt")),
    ("16", include_str!("../weights/best-of-16.txt")),
    ("32", include_str!("../weights/best-of-32.txt")),
    ("strong", include_str!("../weights/strong.txt")),
];

/// The names of the [`shipped`] weights.
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

/// The weights that come with the crate under a name: the number of random moves that the
/// simulations they were learned from chose between, or `strong`.
pub fn shipped(name: &str) -> Option<&'static Weights> {
    let place = SHIPPED.iter().position(|&known| known == name)?;
    WEIGHTS.get(place)
}

#[cfg(test)]
mod tests;
