//! Feature counts of games: the nine kinds of features after every move.

use crate::fault::Fault;
use blokus::features::{KINDS, totals};
use blokus::{Colour, FeatureOptions, Placement, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game whose features are to be counted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusFeatureGame {
    /// The moves from the start, each as its squares.
    pub moves: Vec<String>,
    /// The colour of each move, as letters B and W; a letter twice in a row means that the other
    /// colour had no move.
    #[serde(default)]
    pub colors: Option<String>,
    /// The interpretation of the features' open questions.
    #[serde(default)]
    #[schemars(with = "Value")]
    pub reading: FeatureOptions,
}

/// The features of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlokusFeatureCounts {
    /// For every move Black's and White's counts after it: how often each kind marks a square, in
    /// the order score, effective (d0), dead, fixed, d1, d2, d3, d4, d5.
    pub totals: Vec<[[u32; KINDS]; 2]>,
}

/// Counts the features after every move.
///
/// # Errors
/// If a move is illegal (with its number), or the colours are invalid.
pub fn feature_counts(asked: &BlokusFeatureGame) -> Result<BlokusFeatureCounts, Fault> {
    let colours = colours(asked.colors.as_deref(), asked.moves.len())?;
    let mut position = Position::start();
    let mut all = Vec::with_capacity(asked.moves.len());
    for (number, (text, colour)) in (1..).zip(asked.moves.iter().zip(colours)) {
        play(&mut position, text, colour)
            .map_err(|why| Fault::wrong(format!("move {number}: {why}")))?;
        all.push(Colour::BOTH.map(|colour| totals(&position, colour, &asked.reading)));
    }
    Ok(BlokusFeatureCounts { totals: all })
}

/// Makes a move if it is legal.
fn play(position: &mut Position, text: &str, colour: Option<Colour>) -> Result<(), String> {
    let turn = position.turn().ok_or("the game is over")?;
    if let Some(colour) = colour.filter(|&colour| colour != turn) {
        return Err(format!("it is {turn}'s turn, not {colour}'s"));
    }
    let placement: Placement = text
        .parse()
        .map_err(|why: blokus::PlacementError| why.to_string())?;
    let legal = position.check(turn, placement);
    legal.map_err(|why| format!("{placement}: {why}"))?;
    position.play(placement);
    Ok(())
}

/// Returns the colours of `count` moves, as far as given.
fn colours(letters: Option<&str>, count: usize) -> Result<Vec<Option<Colour>>, Fault> {
    let Some(letters) = letters else {
        return Ok(vec![None; count]);
    };
    let colour = |letter: char| match letter {
        'B' => Ok(Some(Colour::Black)),
        'W' => Ok(Some(Colour::White)),
        other => Err(format!("`colors` has `{other}`, which is neither B nor W")),
    };
    let colours = letters.chars().map(colour).collect::<Result<Vec<_>, _>>();
    let colours = colours.map_err(Fault::wrong)?;
    match colours.len() {
        found if found == count => Ok(colours),
        found => Err(Fault::wrong(format!(
            "`colors` has {found} letters for {count} moves"
        ))),
    }
}
