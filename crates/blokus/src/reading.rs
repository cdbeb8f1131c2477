//! How the paper's open questions about the features are answered, and which weight stands for
//! what.
//!
//! A [`Reading`] decides what marks a square and how many weights there are. They come in layers:
//! the first is there in all stages of the game; if there are [`Stages`], each has one of its own
//! on top. A layer has one set of weights, or one for each colour.

use crate::colour::Colour;
use crate::features::KINDS;
use crate::piece::Hand;
use crate::position::Position;
use crate::square::{SQUARES, Square};
use crate::squares::Squares;
use serde::{Deserialize, Serialize};

/// Which ways from an effective square to one that it influences must be free of the opponent's
/// pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// All shortest ones.
    #[default]
    All,
    /// At least one of the shortest.
    Any,
}

/// For whom an influenced square may not be dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadFor {
    /// For the player whose influence it is.
    #[default]
    Own,
    /// For either.
    Either,
}

/// Whose weights a player's squares have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// The same for both: features are Black's counts minus White's.
    #[default]
    Difference,
    /// Each colour has its own: twice as many.
    Separate,
}

/// Which squares share a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Numbering {
    /// A square for Black, and the one in its place after half a turn for White: both see the board
    /// from their own start square.
    #[default]
    Turned,
    /// The same, and its mirror image in the diagonal through the start squares.
    Mirrored,
    /// None: White's squares have the numbers of Black's.
    Absolute,
}

/// What the paper leaves open, each with its named answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// Which ways must be free of the opponent.
    pub path: Path,
    /// For whom an influenced square may not be dead.
    pub dead_for: DeadFor,
    /// Whether a square along an own edge stays dead when the opponent covers it.
    pub covered_dead: bool,
    /// Whether the start square is effective before the first piece; otherwise a player without a
    /// piece has no features.
    pub start: bool,
    /// Whose weights a player's squares have.
    pub sides: Sides,
    /// Which squares share a weight.
    pub numbering: Numbering,
    /// Whether there is a weight for having moved last.
    pub tempo: bool,
    /// In how many stages the game is divided that have weights of their own, on top of those that
    /// all have.
    #[serde(skip_serializing_if = "Stages::is_one")]
    pub stages: Stages,
}

/// How many stages of the game have weights of their own: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Stages(u8);

impl Stages {
    /// One: the same weights all the time.
    pub const ONE: Stages = Stages(1);
    /// The most there can be.
    pub const MOST: u8 = 6;
    /// The stages divide so many moves; what comes after, in games that last longer, belongs to the
    /// last.
    const SPAN: u32 = 24;

    /// So many stages, if there can be.
    pub fn new(stages: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&stages).then_some(Stages(stages))
    }

    /// How many there are.
    pub fn count(self) -> usize {
        usize::from(self.0)
    }

    /// The stage of a position with so many pieces on the board. They are equally long, but for the
    /// last.
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
        Stages::new(stages).ok_or_else(|| format!("there are 1 to {most} stages, not {stages}"))
    }
}

/// The weights of one set: every kind on every square, then every kind alone.
const SET: usize = KINDS * SQUARES + KINDS;

impl Reading {
    /// How many weights the features need.
    pub fn weights(&self) -> usize {
        self.layers() * self.layer() + usize::from(self.tempo)
    }

    /// The weights that all stages have, or that one has on top of them.
    pub(crate) fn layer(&self) -> usize {
        match self.sides {
            Sides::Difference => SET,
            Sides::Separate => 2 * SET,
        }
    }

    /// How many layers of weights there are: one for all stages, and one for each if there are
    /// several.
    fn layers(&self) -> usize {
        match self.stages.count() {
            1 => 1,
            stages => 1 + stages,
        }
    }

    /// The first weight that a stage has on top of those that all have.
    pub(crate) fn on_top(&self, stage: usize) -> Option<usize> {
        (self.stages != Stages::ONE).then(|| (1 + stage) * self.layer())
    }

    /// The weights of one stage: those that all have and its own, added up.
    pub(crate) fn of_stage(&self, weights: &[f64], stage: usize) -> Vec<f64> {
        let mut all = weights[..self.layer()].to_vec();
        if let Some(first) = self.on_top(stage) {
            let own = &weights[first..first + self.layer()];
            all.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        }
        all
    }

    /// Weights of this reading that say as nearly as possible what those of another say: a weight
    /// here is the mean of those it stands for. Where the stages are others, all get the mean of
    /// theirs.
    ///
    /// # Panics
    /// If there are not as many weights as the other reading has.
    pub fn translate(&self, weights: &[f64], from: &Reading) -> Vec<f64> {
        assert_eq!(weights.len(), from.weights(), "weights of another reading");
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

    fn translate_layer(&self, own: &mut [f64], theirs: &[f64], from: &Reading) {
        let mut counts = vec![0_u32; own.len()];
        for colour in Colour::BOTH {
            let ((first, sign), (their_first, their_sign)) = (self.set(colour), from.set(colour));
            let mut add = |to: usize, of: usize| {
                own[first + to] += f64::from(sign * their_sign) * theirs[their_first + of];
                counts[first + to] += 1;
            };
            for kind in 0..KINDS {
                for square in Square::all() {
                    let of = |reading: &Reading| reading.specific(kind, square, colour);
                    add(of(self), of(from));
                }
                add(Reading::shared(kind), Reading::shared(kind));
            }
        }
        let summed = own.iter_mut().zip(counts);
        summed.for_each(|(sum, count)| *sum /= f64::from(count.max(1)));
    }

    /// The mean of the weights of all stages.
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

    /// The first weight of a colour, and the sign of its features.
    pub(crate) fn set(&self, colour: Colour) -> (usize, i32) {
        match (self.sides, colour) {
            (_, Colour::Black) => (0, 1),
            (Sides::Difference, Colour::White) => (0, -1),
            (Sides::Separate, Colour::White) => (SET, 1),
        }
    }

    /// The weight of a kind on a square of a colour, counted from the first of the set.
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

    /// The weight that all squares of a kind share, counted from the first of the set.
    pub(crate) fn shared(kind: usize) -> usize {
        KINDS * SQUARES + kind
    }

    /// The weight for having moved last.
    pub(crate) fn tempo(&self) -> Option<usize> {
        self.tempo.then(|| self.weights() - 1)
    }

    /// The weights of each kind on squares, for the paper's change rates.
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

    /// The effective squares of a colour.
    pub(crate) fn effective(&self, position: &Position, colour: Colour) -> Squares {
        let camp = position.camp(colour);
        if camp.hand == Hand::FULL && !self.start {
            Squares::NONE
        } else {
            camp.open_corners()
        }
    }

    /// Where a colour's influence does not reach.
    pub(crate) fn blocked(&self, position: &Position, colour: Colour) -> Squares {
        let own = position.camp(colour).forbidden;
        match self.dead_for {
            DeadFor::Own => own,
            DeadFor::Either => own | position.camp(colour.other()).edges,
        }
    }

    /// The dead squares of a colour.
    pub(crate) fn dead(&self, position: &Position, colour: Colour) -> Squares {
        if self.covered_dead {
            position.camp(colour).edges
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

    /// Any reading.
    pub(crate) fn readings() -> impl Strategy<Value = Reading> {
        let of = (any::<[bool; 6]>(), 0..3_usize, 1..4_u8);
        of.prop_map(
            |([path, dead, covered_dead, start, sides, tempo], numbering, stages)| Reading {
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

        /// What the default reading can say, every other with at least as many weights can say too.
        #[test]
        fn translated_weights_say_the_same(reading in readings(), seed in any::<u64>()) {
            let rng = &mut lookahead::Seed(seed).rng();
            let plain = Reading { stages: Stages::ONE, numbering: Numbering::Turned, sides: Sides::Difference, tempo: false, ..reading };
            let reading = Reading { numbering: Numbering::Turned, ..reading };
            let weights: Vec<f64> = (0..plain.weights()).map(|_| rng.random_range(-9.0..9.0)).collect();
            let translated = reading.translate(&weights, &plain);
            let back = plain.translate(&translated, &reading);
            let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
            prop_assert!(close(&weights, &back));
            prop_assert_eq!(reading.translate(&translated, &reading), translated.clone());
            let mut position = Position::start();
            while let Some(placement) = position.moves().last() {
                position.play(placement);
                let value = |weights: &[f64], reading: &Reading| {
                    let mut found = Vec::new();
                    features(&position, reading, &mut found);
                    let model = lookahead::learn::Linear { weights: weights.to_vec(), gain: 1.0 };
                    model.value(&found)
                };
                let (one, other) = (value(&weights, &plain), value(&translated, &reading));
                prop_assert!((one - other).abs() < 1e-6, "{one} {other}");
            }
        }
    }

    #[test]
    fn mirror_images_share_the_mean_of_their_weights() {
        let from = Reading::default();
        let to = Reading {
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
        let reading = Reading {
            stages,
            tempo: true,
            ..Reading::default()
        };
        assert_eq!(reading.weights(), 4 * 1773 + 1);
        let mut position = Position::start();
        let mut own = Vec::new();
        while let Some(placement) = position.moves().last() {
            position.play(placement);
            let mut found = Vec::new();
            features(&position, &reading, &mut found);
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
