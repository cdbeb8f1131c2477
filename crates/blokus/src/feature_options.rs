//! Interpretation of the paper's open points about the features, and the layout of the weights.
//!
//! [`FeatureOptions`] decide what marks a square and how many weights there are. The weights come
//! in layers: one layer applies in all stages of the game; if there are several [`Stages`], each
//! adds a layer of its own. A layer has one set of weights, or one per colour.

use crate::colour::Colour;
use crate::features::KINDS;
use crate::piece::Hand;
use crate::position::Position;
use crate::square::{SQUARES, Square};
use crate::squares::Squares;
use serde::{Deserialize, Serialize};

/// The paths from an effective square to an influenced one that must be free of the opponent's
/// pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// All shortest paths.
    #[default]
    All,
    /// At least one of the shortest paths.
    Any,
}

/// The players for whom an influenced square must not be dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadFor {
    /// The player whose influence it is.
    #[default]
    Own,
    /// Either player.
    Either,
}

/// Whether the colours share their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// Shared: features are Black's counts minus White's.
    #[default]
    Difference,
    /// Separate: each colour has its own weights, twice as many.
    Separate,
}

/// The symmetries under which squares share a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Numbering {
    /// Half a turn: a square for Black and the square after half a turn for White, so that both
    /// colours see the board from their own start square.
    #[default]
    Turned,
    /// Half a turn, and the mirror image in the diagonal through the start squares.
    Mirrored,
    /// None: White's squares have the same numbers as Black's.
    Absolute,
}

/// The paper's open points, each with its named answers. Written as `reading` in files and on the
/// command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeatureOptions {
    /// The paths that must be free of the opponent.
    pub path: Path,
    /// The players for whom an influenced square must not be dead.
    pub dead_for: DeadFor,
    /// Whether a square along an own edge stays dead when the opponent covers it.
    pub covered_dead: bool,
    /// Whether the start square is effective before the first piece; otherwise a player without a
    /// piece has no features.
    pub start: bool,
    /// Whether the colours share their weights.
    pub sides: Sides,
    /// The symmetries under which squares share a weight.
    pub numbering: Numbering,
    /// Whether there is a weight for having moved last.
    pub tempo: bool,
    /// The stages of the game that have weights of their own, added to those of all stages.
    #[serde(skip_serializing_if = "Stages::is_one")]
    pub stages: Stages,
}

/// The number of stages of the game with weights of their own: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Stages(u8);

impl Stages {
    /// One stage: the same weights throughout the game.
    pub const ONE: Stages = Stages(1);
    /// The largest number of stages.
    pub const MOST: u8 = 6;
    /// The number of moves divided into stages; later moves belong to the last stage.
    const SPAN: u32 = 24;

    /// Returns this number of stages, or `None` if it is out of range.
    pub fn new(stages: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&stages).then_some(Stages(stages))
    }

    /// Returns the number of stages.
    pub fn count(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the stage of a position with this number of pieces on the board. All stages but the
    /// last have equal length.
    pub fn at(self, pieces: u32) -> usize {
        let stage = pieces * u32::from(self.0) / Self::SPAN;
        (stage as usize).min(self.count() - 1)
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands out references"
    )]
    fn is_one(&self) -> bool {
        *self == Stages::ONE
    }
}

impl Default for Stages {
    fn default() -> Self {
        Stages::ONE
    }
}

impl From<Stages> for u8 {
    fn from(stages: Stages) -> u8 {
        stages.0
    }
}

impl TryFrom<u8> for Stages {
    type Error = String;

    fn try_from(stages: u8) -> Result<Self, String> {
        let most = Self::MOST;
        Stages::new(stages).ok_or_else(|| format!("{stages} stages, expected 1 to {most}"))
    }
}

/// The weights of one set: every kind on every square, then every kind alone.
const SET: usize = KINDS * SQUARES + KINDS;

impl FeatureOptions {
    /// Returns the number of weights that the features need.
    pub fn weights(&self) -> usize {
        self.layers() * self.layer() + usize::from(self.tempo)
    }

    /// Returns the number of weights in a layer.
    pub(crate) fn layer(&self) -> usize {
        match self.sides {
            Sides::Difference => SET,
            Sides::Separate => 2 * SET,
        }
    }

    /// Returns the number of layers: one for all stages, and one per stage if there are several.
    fn layers(&self) -> usize {
        match self.stages.count() {
            1 => 1,
            stages => 1 + stages,
        }
    }

    /// Returns the index of the first weight of a stage's own layer.
    pub(crate) fn on_top(&self, stage: usize) -> Option<usize> {
        (self.stages != Stages::ONE).then(|| (1 + stage) * self.layer())
    }

    /// Returns the weights of one stage: the sum of the common layer and its own.
    pub(crate) fn of_stage(&self, weights: &[f64], stage: usize) -> Vec<f64> {
        let mut all = weights[..self.layer()].to_vec();
        if let Some(first) = self.on_top(stage) {
            let own = &weights[first..first + self.layer()];
            all.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        }
        all
    }

    /// Converts weights of other options to these, as closely as possible: a weight here is the
    /// mean of the weights it stands for. If the stages differ, all stages get the mean of the
    /// others.
    ///
    /// # Panics
    /// If the number of weights is not that of `from`.
    pub fn translate(&self, weights: &[f64], from: &FeatureOptions) -> Vec<f64> {
        assert_eq!(
            weights.len(),
            from.weights(),
            "as many weights as the features need"
        );
        let mut translated = vec![0.0; self.weights()];
        let layers = translated.chunks_exact_mut(self.layer());
        if self.stages == from.stages {
            let theirs = weights.chunks_exact(from.layer());
            layers
                .zip(theirs)
                .for_each(|(own, theirs)| self.translate_layer(own, theirs, from));
        } else {
            let mean = from.mean_stage(weights);
            layers
                .take(1)
                .for_each(|own| self.translate_layer(own, &mean, from));
        }
        if let (Some(own), Some(theirs)) = (self.tempo(), from.tempo()) {
            translated[own] = weights[theirs];
        }
        translated
    }

    fn translate_layer(&self, own: &mut [f64], theirs: &[f64], from: &FeatureOptions) {
        let mut counts = vec![0_u32; own.len()];
        for colour in Colour::BOTH {
            let ((first, sign), (their_first, their_sign)) = (self.set(colour), from.set(colour));
            let mut add = |to: usize, of: usize| {
                own[first + to] += f64::from(sign * their_sign) * theirs[their_first + of];
                counts[first + to] += 1;
            };
            for kind in 0..KINDS {
                for square in Square::all() {
                    let of = |options: &FeatureOptions| options.specific(kind, square, colour);
                    add(of(self), of(from));
                }
                add(FeatureOptions::shared(kind), FeatureOptions::shared(kind));
            }
        }
        let summed = own.iter_mut().zip(counts);
        summed.for_each(|(sum, count)| *sum /= f64::from(count.max(1)));
    }

    /// Returns the mean of the weights of all stages.
    fn mean_stage(&self, weights: &[f64]) -> Vec<f64> {
        let count = self.stages.count();
        let mut mean = vec![0.0; self.layer()];
        for stage in 0..count {
            let of_stage = self.of_stage(weights, stage);
            mean.iter_mut()
                .zip(of_stage)
                .for_each(|(sum, weight)| *sum += weight / count as f64);
        }
        mean
    }

    /// Returns the index of the first weight of a colour, and the sign of its features.
    pub(crate) fn set(&self, colour: Colour) -> (usize, i32) {
        match (self.sides, colour) {
            (_, Colour::Black) => (0, 1),
            (Sides::Difference, Colour::White) => (0, -1),
            (Sides::Separate, Colour::White) => (SET, 1),
        }
    }

    /// Returns the index, within the set, of the weight of a kind on a square of a colour.
    pub(crate) fn specific(&self, kind: usize, square: Square, colour: Colour) -> usize {
        let seen = match (self.numbering, colour) {
            (Numbering::Absolute, _) | (_, Colour::Black) => square,
            (_, Colour::White) => square.half_turn(),
        };
        let seen = match self.numbering {
            Numbering::Mirrored => seen.min(seen.mirrored()),
            _ => seen,
        };
        kind * SQUARES + seen.number()
    }

    /// Returns the index, within the set, of the weight that all squares of a kind share.
    pub(crate) fn shared(kind: usize) -> usize {
        KINDS * SQUARES + kind
    }

    /// Returns the index of the weight for having moved last.
    pub(crate) fn tempo(&self) -> Option<usize> {
        self.tempo.then(|| self.weights() - 1)
    }

    /// Returns the weight indices of each kind on squares, for the paper's change rates.
    pub fn groups(&self) -> Vec<Vec<u32>> {
        let sets = self.layers() * self.layer() / SET;
        let group = |kind: usize| {
            let first = |set: usize| (set * SET + kind * SQUARES) as u32;
            (0..sets)
                .flat_map(|set| first(set)..first(set) + SQUARES as u32)
                .collect()
        };
        (0..KINDS).map(group).collect()
    }

    /// Returns the effective squares of a colour.
    pub(crate) fn effective(&self, position: &Position, colour: Colour) -> Squares {
        let side = position.side(colour);
        if side.hand == Hand::FULL && !self.start {
            Squares::NONE
        } else {
            side.open_corners()
        }
    }

    /// Returns the squares that a colour's influence does not reach.
    pub(crate) fn blocked(&self, position: &Position, colour: Colour) -> Squares {
        let own = position.side(colour).forbidden;
        match self.dead_for {
            DeadFor::Own => own,
            DeadFor::Either => own | position.side(colour.other()).edges,
        }
    }

    /// Returns the dead squares of a colour.
    pub(crate) fn dead(&self, position: &Position, colour: Colour) -> Squares {
        if self.covered_dead {
            position.side(colour).edges
        } else {
            position.dead(colour)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::features::features;
    use proptest::prelude::*;
    use rand::RngExt;

    /// Arbitrary options.
    pub(crate) fn any_options() -> impl Strategy<Value = FeatureOptions> {
        let of = (any::<[bool; 6]>(), 0..3_usize, 1..4_u8);
        of.prop_map(
            |([path, dead, covered_dead, start, sides, tempo], numbering, stages)| FeatureOptions {
                path: if path { Path::Any } else { Path::All },
                dead_for: if dead { DeadFor::Either } else { DeadFor::Own },
                covered_dead,
                start,
                sides: if sides {
                    Sides::Separate
                } else {
                    Sides::Difference
                },
                numbering: [Numbering::Turned, Numbering::Mirrored, Numbering::Absolute][numbering],
                tempo,
                stages: Stages::new(stages).unwrap(),
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// Whatever the default options express, all options with at least as many weights express
        /// too.
        #[test]
        fn translated_weights_say_the_same(options in any_options(), seed in any::<u64>()) {
            let rng = &mut lookahead::Seed(seed).rng();
            let plain = FeatureOptions { stages: Stages::ONE, numbering: Numbering::Turned, sides: Sides::Difference, tempo: false, ..options };
            let options = FeatureOptions { numbering: Numbering::Turned, ..options };
            let weights: Vec<f64> = (0..plain.weights()).map(|_| rng.random_range(-9.0..9.0)).collect();
            let translated = options.translate(&weights, &plain);
            let back = plain.translate(&translated, &options);
            let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
            prop_assert!(close(&weights, &back));
            prop_assert_eq!(options.translate(&translated, &options), translated.clone());
            let mut position = Position::start();
            while let Some(placement) = position.moves().last() {
                position.play(placement);
                let value = |weights: &[f64], options: &FeatureOptions| {
                    let mut found = Vec::new();
                    features(&position, options, &mut found);
                    let model = lookahead::learn::Linear { weights: weights.to_vec(), gain: 1.0 };
                    model.value(&found)
                };
                let (one, other) = (value(&weights, &plain), value(&translated, &options));
                prop_assert!((one - other).abs() < 1e-6, "{one} {other}");
            }
        }
    }

    #[test]
    fn mirror_images_share_the_mean_of_their_weights() {
        let from = FeatureOptions::default();
        let to = FeatureOptions {
            numbering: Numbering::Mirrored,
            ..from
        };
        let square = Square::at(3, 5);
        let mut weights = vec![0.0; from.weights()];
        weights[square.number()] = 4.0;
        weights[square.mirrored().number()] = 2.0;
        let translated = to.translate(&weights, &from);
        let place = square.min(square.mirrored()).number();
        assert_eq!(translated[place], 3.0);
        assert_eq!(translated.iter().sum::<f64>(), 3.0);
    }

    #[test]
    fn stages_are_equally_long_and_have_weights_on_top() {
        let stages = Stages::new(3).unwrap();
        assert_eq!(
            [0, 7, 8, 15, 16, 23, 42].map(|pieces| stages.at(pieces)),
            [0, 0, 1, 1, 2, 2, 2]
        );
        assert_eq!((Stages::new(0), Stages::new(7)), (None, None));
        let options = FeatureOptions {
            stages,
            tempo: true,
            ..FeatureOptions::default()
        };
        assert_eq!(options.weights(), 4 * 1773 + 1);
        let mut position = Position::start();
        let mut own = Vec::new();
        while let Some(placement) = position.moves().last() {
            position.play(placement);
            let mut found = Vec::new();
            features(&position, &options, &mut found);
            let layer = |index: u32| index as usize / 1773;
            let of = |wanted: usize| {
                let in_layer = found
                    .iter()
                    .filter(move |f| layer(f.0) == wanted && (f.0 as usize) < 4 * 1773);
                in_layer.map(|f| (f.0 % 1773, f.1)).collect::<Vec<_>>()
            };
            let stage = stages.at(position.pieces_placed());
            assert_eq!(of(1 + stage), of(0));
            assert_eq!((1..4).filter(|&layer| !of(layer).is_empty()).count(), 1);
            own.push(stage);
        }
        own.dedup();
        assert_eq!(own, [0, 1, 2]);
    }
}
