//! Features of a position by square: how often each kind marks it, and its weight.
//!
//! Weights are shown as the paper shows them, one map a kind as the first player sees the board;
//! the second player's squares are turned by half a turn. Weights of another form, such as those
//! that change with the stage of the game, are shown by their mean.

use crate::fault::Fault;
use blokus::features::{self, KINDS, NAMES};
use blokus::weights::{SHIPPED, shipped};
use blokus::{Colour, FeatureOptions, Line, Position, SQUARES, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request for the features of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusFeaturesQuestion {
    /// The line to the position.
    pub(super) line: Line,
    /// The weights, by one of their names.
    pub(super) weights: String,
}

/// The features of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusFeatures {
    /// The nine kinds of marks.
    pub(super) kinds: Vec<BlokusKind>,
}

/// A kind of marks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusKind {
    /// The name in the program.
    pub(super) name: String,
    /// The weight that all its squares share.
    pub(super) shared: f64,
    /// The weight of a mark on each square for the first player, the shared weight included.
    pub(super) weights: Vec<f64>,
    /// The first player's marks.
    pub(super) black: BlokusMarks,
    /// The second player's marks.
    pub(super) white: BlokusMarks,
}

/// The marks of a kind that a side has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusMarks {
    /// The number of marks on each square.
    pub(super) counts: Vec<u32>,
    /// The number of all marks.
    pub(super) total: u32,
    /// The value of all marks for the side.
    pub(super) worth: f64,
}

/// Returns the features of the position after a line.
pub(super) fn features(asked: &BlokusFeaturesQuestion) -> Result<BlokusFeatures, Fault> {
    let position = asked.line.position()?;
    let weights = shipped(&asked.weights).ok_or_else(|| {
        let known = SHIPPED.join(", ");
        Fault::wrong_at("weights", format!("there are these weights: {known}"))
    })?;
    let reading = weights.objective.options;
    let plain = FeatureOptions::default().translate(&weights.model.weights, &reading);
    let [black, white] = Colour::BOTH.map(|colour| counts(&position, colour, &reading));
    let kind = |(kind, name): (usize, &str)| {
        let shared = plain[KINDS * SQUARES + kind];
        let own = &plain[kind * SQUARES..(kind + 1) * SQUARES];
        let map: Vec<f64> = own.iter().map(|weight| weight + shared).collect();
        BlokusKind {
            name: name.to_owned(),
            shared,
            black: marks(&black[kind], &map, |square| square),
            white: marks(&white[kind], &map, Square::half_turn),
            weights: map,
        }
    };
    Ok(BlokusFeatures {
        kinds: NAMES.into_iter().enumerate().map(kind).collect(),
    })
}

fn counts(position: &Position, colour: Colour, reading: &FeatureOptions) -> Vec<Vec<u32>> {
    let mut counts = vec![vec![0; SQUARES]; KINDS];
    features::marks(position, colour, reading, |kind, square| {
        counts[kind as usize][square.number()] += 1;
    });
    counts
}

fn marks(counts: &[u32], map: &[f64], seen: impl Fn(Square) -> Square) -> BlokusMarks {
    let worth = |square: Square| f64::from(counts[square.number()]) * map[seen(square).number()];
    BlokusMarks {
        total: counts.iter().sum(),
        worth: Square::all().map(worth).sum(),
        counts: counts.to_vec(),
    }
}
