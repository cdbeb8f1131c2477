//! Learned weights of Blokus Duo as maps of the board, as the player sees it from its own start
//! square.

use crate::fault::Fault;
use blokus::feature_options::{Numbering, Sides, Stages};
use blokus::features::{KINDS, NAMES};
use blokus::{FeatureOptions, SQUARES, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weights of one set: every kind on every square, then every kind alone.
const SET: usize = KINDS * SQUARES + KINDS;

/// A request for weights.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LabWeightsAsked {
    /// The name of shipped weights.
    name: String,
}

/// Learned weights.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LabWeights {
    /// The name.
    name: String,
    /// The command that learned them.
    command: String,
    /// The largest weight of a square without its sign, over all maps.
    largest: f64,
    /// The weights: those of all stages first, then those added in each stage.
    parts: Vec<LabWeightsPart>,
}

/// A part of the weights.
#[derive(Debug, Serialize, JsonSchema)]
struct LabWeightsPart {
    /// 0 for all stages of the game, or the stage that these weights are added in.
    stage: usize,
    /// The side: 0 for the first player, 1 for the second, none for both.
    side: Option<usize>,
    /// The maps, one for each kind of mark.
    maps: Vec<LabWeightsMap>,
}

/// The weights of a kind of mark.
#[derive(Debug, Serialize, JsonSchema)]
struct LabWeightsMap {
    /// The kind.
    kind: String,
    /// The weight that all squares share.
    shared: f64,
    /// The weight of each square, row by row from the top, as the first player sees the board.
    squares: Vec<f64>,
}

pub(super) fn of(asked: &LabWeightsAsked) -> Result<LabWeights, Fault> {
    let weights = blokus::weights::shipped(&asked.name).ok_or_else(|| {
        let known = blokus::weights::SHIPPED.join(", ");
        Fault::missing(format!(
            "the weights that come with the program are {known}"
        ))
    })?;
    let reading = &weights.objective.options;
    let sides: &[Option<usize>] = match reading.sides {
        Sides::Difference => &[None],
        Sides::Separate => &[Some(0), Some(1)],
    };
    let stages = match reading.stages {
        Stages::ONE => 0,
        stages => stages.count(),
    };
    let places = (0..=stages).flat_map(|stage| sides.iter().map(move |side| (stage, *side)));
    let sets = places.zip(weights.model.weights.chunks_exact(SET));
    let parts: Vec<_> = sets
        .map(|((stage, side), set)| LabWeightsPart {
            stage,
            side,
            maps: maps(reading, set),
        })
        .collect();
    let all = parts.iter().flat_map(|part| &part.maps);
    let all = all.flat_map(|map| &map.squares);
    Ok(LabWeights {
        name: asked.name.clone(),
        command: weights.command.clone(),
        largest: all.fold(0.0, |most, weight| most.max(weight.abs())),
        parts,
    })
}

fn maps(reading: &FeatureOptions, set: &[f64]) -> Vec<LabWeightsMap> {
    // Squares that share a weight keep it in the place of the first of them.
    let place = |square: Square| match reading.numbering {
        Numbering::Mirrored => square.min(square.mirrored()).number(),
        Numbering::Turned | Numbering::Absolute => square.number(),
    };
    let map = |kind: usize| LabWeightsMap {
        kind: NAMES[kind].to_owned(),
        shared: set[KINDS * SQUARES + kind],
        squares: Square::all()
            .map(|square| set[kind * SQUARES + place(square)])
            .collect(),
    };
    (0..KINDS).map(map).collect()
}
