//! What a position looks like to the evaluation: nine kinds of marks on squares.
//!
//! Follows section 3.1 of the paper "A Learning Method of Evaluation Function". Each
//! kind marks squares for a player P with opponent Q:
//!
//! | kind | the squares it marks |
//! |---|---|
//! | score (スコア) | those covered by P |
//! | d0, effective (有効マス) | corners of P's pieces where P may still place |
//! | dead (死角マス) | free squares along the edges of P's pieces |
//! | fixed (確定マス) | effective squares of P that are dead for Q |
//! | d1 … d5, influence (勢力範囲) | free squares near an effective square, by distance, that are not dead for P and not behind a piece of Q |
//!
//! A square influenced from several effective squares counts several times. Every kind has a weight for every square and
//! one that all squares share: 14·14·9 + 9 = 1,773 weights. What the paper leaves open is decided by a
//! [`Reading`]; its default is what our results are made with.
//!
//! ```
//! use blokus::features::{self, Reading};
//! use blokus::{Colour, Position};
//!
//! let mut position = Position::start();
//! position.play("f7,f8,f9,e10,f10".parse()?);
//! let totals = features::totals(&position, Colour::Black, &Reading::default());
//! assert_eq!(totals, [5, 5, 11, 0, 10, 14, 14, 28, 16]);
//! # Ok::<(), blokus::PlacementError>(())
//! ```

use crate::colour::Colour;
use crate::piece::Hand;
use crate::position::Position;
use crate::square::{SQUARES, Square};
use crate::squares::Squares;
use lookahead::learn::Feature;
use serde::{Deserialize, Serialize};

/// How many kinds of marks there are.
pub const KINDS: usize = 9;

/// The names of the kinds, in the order of [`totals`].
pub const NAMES: [&str; KINDS] = [
    "score",
    "effective_d0",
    "dead",
    "fixed",
    "d1",
    "d2",
    "d3",
    "d4",
    "d5",
];

/// A kind of mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Covered.
    Score,
    /// A corner where the next piece may attach.
    Effective,
    /// Free, but along an own edge.
    Dead,
    /// Effective, and dead for the opponent.
    Fixed,
    /// One step from an effective square.
    D1,
    /// One step across a corner.
    D2,
    /// Two steps straight on.
    D3,
    /// Two steps straight on and one to the side.
    D4,
    /// Three steps straight on.
    D5,
}

/// Which ways from an effective square to one that it influences must be free of the opponent's pieces.
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
    /// In how many stages the game is divided that have weights of their own, on top of those that all have.
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
    /// The last stage begins a little before so many pieces are on the board: most games last not much longer.
    const SPAN: u32 = 24;

    /// So many stages, if there can be.
    pub fn new(stages: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&stages).then_some(Stages(stages))
    }

    /// How many there are.
    pub fn count(self) -> usize {
        usize::from(self.0)
    }

    /// The stage of a position with so many pieces on the board. They are equally long, except the last.
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
    fn layer(&self) -> usize {
        match self.sides {
            Sides::Difference => SET,
            Sides::Separate => 2 * SET,
        }
    }

    /// How many layers of weights there are: one for all stages, and one for each if there are several.
    fn layers(&self) -> usize {
        match self.stages.count() {
            1 => 1,
            stages => 1 + stages,
        }
    }

    /// The first weight that a stage has on top of those that all have.
    fn on_top(&self, stage: usize) -> Option<usize> {
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

    /// Weights of this reading that say as nearly as possible what those of another say. Where they differ, a weight here
    /// is the mean of those it stands for.
    ///
    /// # Panics
    /// If there are not as many weights as the other reading has.
    pub fn translate(&self, weights: &[f64], from: &Reading) -> Vec<f64> {
        assert_eq!(weights.len(), from.weights(), "weights of another reading");
        let mut sums = vec![(0.0, 0.0); self.weights()];
        let stages = if self.stages == from.stages {
            self.layers()
        } else {
            1
        };
        for layer in 0..stages {
            let source = if stages == 1 {
                from.mean_stage(weights)
            } else {
                weights[layer * from.layer()..][..from.layer()].to_vec()
            };
            let here = layer * self.layer();
            for colour in Colour::BOTH {
                let ((first, sign), (their_first, their_sign)) =
                    (self.set(colour), from.set(colour));
                let mut copy = |to: usize, of: usize| {
                    let place = &mut sums[here + first + to];
                    *place = (
                        place.0 + f64::from(sign * their_sign) * source[their_first + of],
                        place.1 + 1.0,
                    );
                };
                for kind in 0..KINDS {
                    Square::all().for_each(|square| {
                        copy(
                            self.specific(kind, square, colour),
                            from.specific(kind, square, colour),
                        );
                    });
                    copy(Reading::shared(kind), Reading::shared(kind));
                }
            }
        }
        if let (Some(here), Some(there)) = (self.tempo(), from.tempo()) {
            sums[here] = (weights[there], 1.0);
        }
        sums.into_iter()
            .map(|(sum, count)| if count > 0.0 { sum / count } else { 0.0 })
            .collect()
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
        let sets = if self.sides == Sides::Separate { 2 } else { 1 };
        let sets = sets * self.layers();
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

/// A step that carries influence: right, down, and the kind of mark it makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
    pub(crate) kind: Kind,
}

/// The 24 steps of influence.
pub(crate) fn steps() -> impl Iterator<Item = Step> {
    let near = (-3..=3_i8).flat_map(|dy| (-3..=3_i8).map(move |dx| (dx, dy)));
    near.filter_map(|(dx, dy)| {
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        let kind = match (long, short) {
            (1, 0) => Kind::D1,
            (1, 1) => Kind::D2,
            (2, 0) => Kind::D3,
            (2, 1) => Kind::D4,
            (3, 0) => Kind::D5,
            _ => return None,
        };
        Some(Step { dx, dy, kind })
    })
}

impl Step {
    /// Whether the way is free, if `taken` says which squares on it (as steps from the start) are the opponent's.
    pub(crate) fn is_free(self, path: Path, taken: impl Fn(i8, i8) -> bool) -> bool {
        let (across, down) = (self.dx.abs(), self.dy.abs());
        // `true` where the way from the start to a square of the box is free; the ends do not count.
        let mut free = [[false; 4]; 4];
        for (y, x) in (0..=down).flat_map(|y| (0..=across).map(move |x| (y, x))) {
            let end = (x, y) == (0, 0) || (x, y) == (across, down);
            let clear = end || !taken(x * self.dx.signum(), y * self.dy.signum());
            let from_left = (x > 0).then(|| free[y as usize][x as usize - 1]);
            let from_above = (y > 0).then(|| free[y as usize - 1][x as usize]);
            let mut before = [from_left, from_above].into_iter().flatten();
            let reached = (x, y) == (0, 0)
                || match path {
                    Path::All => before.all(|free| free),
                    Path::Any => before.any(|free| free),
                };
            free[y as usize][x as usize] = clear && reached;
        }
        free[down as usize][across as usize]
    }
}

/// Tells of every mark of a colour, one call for each time a square is marked.
pub fn marks(
    position: &Position,
    colour: Colour,
    reading: &Reading,
    mut tell: impl FnMut(Kind, Square),
) {
    let (camp, other) = (position.camp(colour), position.camp(colour.other()));
    let effective = reading.effective(position, colour);
    let sets = [
        (Kind::Score, camp.cells),
        (Kind::Effective, effective),
        (Kind::Dead, reading.dead(position, colour)),
        (Kind::Fixed, effective & other.edges),
    ];
    for (kind, squares) in sets {
        squares.iter().for_each(|square| tell(kind, square));
    }
    let blocked = reading.blocked(position, colour);
    for square in effective.iter() {
        let theirs = |dx, dy| {
            square
                .moved(dx, dy)
                .is_some_and(|s| other.cells.contains(s))
        };
        for step in steps() {
            match square.moved(step.dx, step.dy) {
                Some(reached)
                    if !blocked.contains(reached) && step.is_free(reading.path, theirs) =>
                {
                    tell(step.kind, reached);
                }
                _ => {}
            }
        }
    }
}

/// How often each kind marks a square for a colour, in the order of [`NAMES`].
pub fn totals(position: &Position, colour: Colour, reading: &Reading) -> [u32; KINDS] {
    let mut totals = [0; KINDS];
    marks(position, colour, reading, |kind, _| {
        totals[kind as usize] += 1;
    });
    totals
}

/// Appends the features of a position that are not zero, seen from Black, in the order of their weights.
pub fn features(position: &Position, reading: &Reading, into: &mut Vec<Feature>) {
    let mut counts = vec![0_i32; reading.weights()];
    for colour in Colour::BOTH {
        let (first, sign) = reading.set(colour);
        marks(position, colour, reading, |kind, square| {
            counts[first + reading.specific(kind as usize, square, colour)] += sign;
            counts[first + Reading::shared(kind as usize)] += sign;
        });
    }
    if let (Some(tempo), Some(turn)) = (reading.tempo(), position.turn()) {
        counts[tempo] = if turn == Colour::White { 1 } else { -1 };
    }
    let stage = reading.stages.at(position.pieces_placed());
    if let Some(first) = reading.on_top(stage) {
        let (all, own) = counts.split_at_mut(first);
        own[..reading.layer()].copy_from_slice(&all[..reading.layer()]);
    }
    let present = (0_u32..).zip(counts).filter(|&(_, count)| count != 0);
    into.extend(present.map(|(index, count)| (index, count as f32)));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
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

    fn play(moves: &[&str]) -> Position {
        let mut position = Position::start();
        for text in moves {
            let placement = text.parse().unwrap();
            position.check(position.turn().unwrap(), placement).unwrap();
            position.play(placement);
        }
        position
    }

    fn both(position: &Position, reading: &Reading) -> [[u32; KINDS]; 2] {
        Colour::BOTH.map(|colour| totals(position, colour, reading))
    }

    #[test]
    fn a_worked_example_counts_as_it_should() {
        let reading = Reading::default();
        let position = play(&["f7,f8,f9,e10,f10"]);
        assert_eq!(both(&position, &reading)[1], [0; KINDS]);
        let position = play(&["f7,f8,f9,e10,f10", "j4,k4,l4,j5,j6"]);
        let expected = [
            [5, 5, 11, 0, 10, 14, 14, 28, 15],
            [5, 5, 11, 0, 10, 15, 12, 24, 9],
        ];
        assert_eq!(both(&position, &reading), expected);
    }

    #[test]
    fn there_are_twenty_four_steps_in_five_kinds() {
        let count = |kind| steps().filter(|step| step.kind == kind).count();
        assert_eq!(
            [Kind::D1, Kind::D2, Kind::D3, Kind::D4, Kind::D5].map(count),
            [4, 4, 4, 8, 4]
        );
    }

    #[test]
    fn a_piece_in_the_way_blocks_all_paths_or_only_some() {
        let knight = Step {
            dx: 2,
            dy: 1,
            kind: Kind::D4,
        };
        let one = |dx, dy| (dx, dy) == (1, 0);
        assert!(!knight.is_free(Path::All, one));
        assert!(knight.is_free(Path::Any, one));
        let wall = |dx, dy| [(1, 0), (0, 1)].contains(&(dx, dy));
        assert!(!knight.is_free(Path::Any, wall));
        let beyond = |dx, dy| (dx, dy) == (2, 1) || (dx, dy) == (3, 0);
        assert!(knight.is_free(Path::All, beyond), "ends do not block");
        let straight = Step {
            dx: 0,
            dy: -3,
            kind: Kind::D5,
        };
        assert!(!straight.is_free(Path::Any, |dx, dy| (dx, dy) == (0, -2)));
    }

    #[test]
    fn every_reading_differs_from_the_default_where_it_says() {
        let mut position = Position::start();
        for _ in 0..16 {
            let middle = position.moves().len() / 2;
            let placement = position.moves().nth(middle).unwrap();
            position.play(placement);
        }
        let usual = both(&position, &Reading::default());
        let sum = |kinds: &[u32]| kinds.iter().sum::<u32>();
        let changed = |change: fn(&mut Reading)| {
            let mut reading = Reading::default();
            change(&mut reading);
            both(&position, &reading)
        };
        let path = changed(|r| r.path = Path::Any);
        assert!(path[0][7] > usual[0][7] && path[0][8] == usual[0][8]);
        let dead = changed(|r| r.dead_for = DeadFor::Either);
        assert!(sum(&dead[0][4..]) < sum(&usual[0][4..]) && dead[0][..4] == usual[0][..4]);
        let covered = changed(|r| r.covered_dead = true);
        assert!(covered[0][2] > usual[0][2] && covered[0][4..] == usual[0][4..]);
        let start = |start| Reading {
            start,
            ..Reading::default()
        };
        let effective = |start: Reading| totals(&Position::start(), Colour::White, &start)[1];
        assert_eq!([false, true].map(|s| effective(start(s))), [0, 1]);
    }

    #[test]
    fn a_mirrored_game_has_no_features() {
        let mut position = Position::start();
        for text in ["f9,e10,f10,g10,f11", "g7"] {
            let placement: crate::Placement = text.parse().unwrap();
            if position.check(Colour::Black, placement).is_ok() {
                position.play_as(Colour::Black, placement);
                position.play_as(Colour::White, placement.half_turn());
            }
        }
        let mut found = Vec::new();
        features(&position, &Reading::default(), &mut found);
        assert_eq!(found, []);
        features(
            &position,
            &Reading {
                numbering: Numbering::Absolute,
                ..Reading::default()
            },
            &mut found,
        );
        assert!(!found.is_empty());
    }

    #[test]
    fn features_add_up_to_the_totals() {
        let position = play(&["e10,e9,e8,f8,g8", "j5,i5,h5,h6,h7", "h9,h10,i10,i11,j11"]);
        for numbering in [Numbering::Turned, Numbering::Mirrored, Numbering::Absolute] {
            for sides in [Sides::Difference, Sides::Separate] {
                let reading = Reading {
                    numbering,
                    sides,
                    tempo: true,
                    ..Reading::default()
                };
                let mut found = Vec::new();
                features(&position, &reading, &mut found);
                let [black, white] = both(&position, &reading);
                let at = |index: usize| {
                    found
                        .iter()
                        .find(|f| f.0 as usize == index)
                        .map_or(0.0, |f| f.1)
                };
                for kind in 0..KINDS {
                    let shared = at(Reading::shared(kind));
                    let expected = match sides {
                        Sides::Difference => f64::from(black[kind]) - f64::from(white[kind]),
                        Sides::Separate => f64::from(black[kind]),
                    };
                    assert_eq!(f64::from(shared), expected);
                    let on_squares: f32 = (0..SQUARES).map(|s| at(kind * SQUARES + s)).sum();
                    assert_eq!(on_squares, shared);
                }
            }
        }
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

    #[test]
    fn having_moved_last_is_a_feature_if_asked_for() {
        let reading = Reading {
            tempo: true,
            ..Reading::default()
        };
        let tempo = |position: &Position| {
            let mut found = Vec::new();
            features(position, &reading, &mut found);
            found.last().copied()
        };
        assert_eq!(tempo(&Position::start()), Some((1773, -1.0)));
        assert_eq!(tempo(&play(&["e10"])), Some((1773, 1.0)));
    }
}
