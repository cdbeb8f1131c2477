//! The evaluation function, fast enough for millions of simulations.
//!
//! The value is the inner product of weights and [features](crate::features), but it is not
//! computed that way. Weights are rounded to integers in small units, so that sums do not depend on
//! their order: the choice of a move is the same on every machine. Everything but score and dead
//! squares is a sum over a player's effective squares. The value of an effective square depends
//! only on which of the 24 squares it could influence are blocked, so it is looked up: four
//! lookups, by about six bits each, in tables computed once for a set of weights. A piece changes
//! only its neighbourhood, so the values further away are taken from the position before the move
//! ([`EvaluationState`]).

use crate::colour::Colour;
use crate::features::{FeatureOptions, KINDS, Kind, Path, steps};
use crate::placement::Placement;
use crate::position::Position;
use crate::square::{BITS, Square};
use crate::squares::{Field, Squares};
use lookahead::learn::Linear;
use std::sync::LazyLock;

/// The squares near an effective square as 25 bits, arranged so that runs of bits are table
/// indices: the own row (seven bits, the effective square itself in the middle), then three times
/// six bits of the other rows.
#[derive(Clone, Copy, Debug)]
struct Neighbourhood(u32);

/// The runs of bits of [`Neighbourhood`]: the first bit of each, and the number of entries of its
/// table.
const RUNS: [(u32, usize); 4] = [(0, 128), (7, 64), (13, 64), (19, 64)];
/// The number of entries of all tables of a square.
const ENTRIES: usize = 320;

impl Neighbourhood {
    /// Returns the squares of `field` near the square of bit `bit`.
    #[inline]
    fn around(field: &Field, bit: usize) -> Self {
        let [above, below] = field.rows_around(bit);
        let bits = |rows: u64, from: u32, mask: u64| (rows >> from & mask) as u32;
        let own = bits(above, 48, 127);
        let one_up = bits(above, 33, 31) << 1 | bits(above, 3, 1);
        let one_down = bits(below, 1, 31) << 1 | bits(below, 35, 1);
        let two = bits(above, 18, 7) << 3 | bits(below, 18, 7);
        Neighbourhood(own | one_up << 7 | one_down << 13 | two << 19)
    }

    /// Returns the bit of the square `dx` to the right and `dy` below.
    fn bit(dx: i8, dy: i8) -> u32 {
        match dy {
            0 => (dx + 3) as u32,
            -1 => 8 + (dx + 2) as u32,
            -3 => 7,
            1 => 14 + (dx + 2) as u32,
            3 => 13,
            -2 => 22 + (dx + 1) as u32,
            _ => 19 + (dx + 1) as u32,
        }
    }
}

/// Returns the squares within two steps that can block a path, as 12 bits.
#[inline]
fn blockers(field: &Field, bit: usize) -> usize {
    let [above, below] = field.rows_around(bit);
    let bits = |rows: u64, from: u32, mask: u64| (rows >> from & mask) as usize;
    let beside = bits(above, 49, 3) | bits(above, 50, 12);
    beside
        | bits(above, 34, 7) << 4
        | bits(above, 19, 1) << 7
        | bits(below, 2, 7) << 8
        | bits(below, 19, 1) << 11
}

/// Returns the bit of [`blockers`] for the square `dx` to the right and `dy` below, if it has one.
fn blocker_bit(dx: i8, dy: i8) -> Option<u32> {
    Some(match (dx, dy) {
        (-2..=-1, 0) => (dx + 2) as u32,
        (1..=2, 0) => (dx + 1) as u32,
        (-1..=1, -1) => 4 + (dx + 1) as u32,
        (0, -2) => 7,
        (-1..=1, 1) => 8 + (dx + 1) as u32,
        (0, 2) => 11,
        _ => return None,
    })
}

/// Returns, for every pattern of blockers, the squares behind them as [`Neighbourhood`].
fn shadows(path: Path) -> Box<[u32; 4096]> {
    let behind = |pattern: u32| {
        let taken = |dx, dy| blocker_bit(dx, dy).is_some_and(|bit| pattern >> bit & 1 == 1);
        let hidden = steps().filter(|step| !step.is_free(path, taken));
        hidden.fold(0, |all, step| {
            all | 1 << Neighbourhood::bit(step.dx, step.dy)
        })
    };
    Box::new(std::array::from_fn(|pattern| behind(pattern as u32)))
}

static ALL_PATHS: LazyLock<Box<[u32; 4096]>> = LazyLock::new(|| shadows(Path::All));
static ANY_PATH: LazyLock<Box<[u32; 4096]>> = LazyLock::new(|| shadows(Path::Any));

/// The weights of one colour as lookup tables, in units.
#[derive(Clone)]
struct WeightTables {
    score: [i32; BITS],
    dead: [i32; BITS],
    fixed: [i32; BITS],
    /// For every square as an effective square, [`ENTRIES`] sums of the values of the free squares
    /// near it. The first run of bits also counts the square itself.
    reach: Vec<[i16; ENTRIES]>,
}

impl WeightTables {
    /// Builds the tables; `weight` gives the weight of a kind on a square, in units.
    fn new(weight: impl Fn(usize, Square) -> i32) -> Self {
        let of = |kind: Kind| {
            let mut table = [0; BITS];
            Square::all().for_each(|square| table[square.bit()] = weight(kind as usize, square));
            table
        };
        let mut reach = vec![[0; ENTRIES]; BITS];
        for square in Square::all() {
            let mut bits = [0; 25];
            for step in steps() {
                if let Some(reached) = square.moved(step.dx, step.dy) {
                    bits[Neighbourhood::bit(step.dx, step.dy) as usize] =
                        weight(step.kind as usize, reached);
                }
            }
            let itself = weight(Kind::Effective as usize, square);
            let mut rest = &mut reach[square.bit()][..];
            for (from, entries) in RUNS {
                let table = rest
                    .split_off_mut(..entries)
                    .expect("as many entries as all runs");
                fill(
                    table,
                    if from == 0 { itself } else { 0 },
                    &bits[from as usize..],
                );
            }
        }
        WeightTables {
            score: of(Kind::Score),
            dead: of(Kind::Dead),
            fixed: of(Kind::Fixed),
            reach,
        }
    }

    /// Returns the value of an effective square with these squares near it blocked.
    #[inline]
    fn reach(&self, bit: usize, Neighbourhood(blocked): Neighbourhood) -> i32 {
        let tables = &self.reach[bit];
        let part = |from: u32, mask: u32, first: usize| {
            i32::from(tables[first + (blocked >> from & mask) as usize])
        };
        part(0, 127, 0) + part(7, 63, 128) + part(13, 63, 192) + part(19, 63, 256)
    }
}

/// Fills a table with `base` and the sums of the weights whose bits are zero in the index.
fn fill(table: &mut [i16], base: i32, weights: &[i32]) {
    let all = table.len() - 1;
    table[all] = base as i16;
    for index in (0..all).rev() {
        // The lowest free square, added to the sum of the others.
        let lowest = (!index).trailing_zeros();
        let sum = i32::from(table[index | 1 << lowest]) + weights[lowest as usize];
        table[index] = sum as i16;
    }
}

/// The evaluation function: weights prepared for fast lookup.
#[derive(Clone)]
pub struct Evaluation {
    options: FeatureOptions,
    gain: f64,
    /// The number of units in a value of 1.
    scale: f64,
    /// Lookup tables by stage and colour.
    tables: Vec<[WeightTables; 2]>,
    tempo: i32,
    shadows: &'static [u32; 4096],
}

/// The largest scale: weights are of the order of ten, and a difference of 1/256 changes a win
/// probability by hundredths of a per cent.
const FINEST: f64 = 256.0;
/// The largest value of a table entry.
const LARGEST: f64 = i16::MAX as f64 - 8.0;

impl Evaluation {
    /// Prepares the weights of a model.
    ///
    /// # Panics
    /// If the number of weights is not that of the options.
    pub fn new(model: &Linear, options: FeatureOptions) -> Self {
        assert_eq!(
            model.weights.len(),
            options.weights(),
            "as many weights as the features need"
        );
        let stages = 0..options.stages.count();
        let layers: Vec<_> = stages
            .map(|stage| options.of_stage(&model.weights, stage))
            .collect();
        let weight = |weights: &[f64], colour: Colour, kind: usize, square: Square| {
            let (first, sign) = options.set(colour);
            let specific = weights[first + options.specific(kind, square, colour)];
            let value = specific + weights[first + FeatureOptions::shared(kind)];
            // White's sum is subtracted from Black's.
            if sign < 0 || colour == Colour::Black {
                value
            } else {
                -value
            }
        };
        let influences = [Kind::Effective as usize]
            .into_iter()
            .chain(Kind::D1 as usize..KINDS);
        let largest = layers
            .iter()
            .flat_map(|layer| Colour::BOTH.map(|colour| (layer, colour)))
            .flat_map(|(l, c)| Square::all().map(move |s| (l, c, s)))
            .flat_map(|(l, c, s)| influences.clone().map(move |k| (l, c, k, s)))
            .map(|(l, c, k, s)| weight(l, c, k, s).abs())
            .fold(1e-9, f64::max);
        // A run of bits has at most six squares, and the effective square itself.
        let mut scale = FINEST;
        while 7.0 * largest * scale > LARGEST && scale > f64::MIN_POSITIVE {
            scale /= 2.0;
        }
        let units = |value: f64| (value * scale).round().clamp(-1e8, 1e8) as i32;
        let tables = |layer: &Vec<f64>| {
            Colour::BOTH
                .map(|c| WeightTables::new(|kind, square| units(weight(layer, c, kind, square))))
        };
        Evaluation {
            options,
            gain: model.gain,
            scale,
            tables: layers.iter().map(tables).collect(),
            tempo: options
                .tempo()
                .map_or(0, |index| units(model.weights[index])),
            shadows: match options.path {
                Path::All => &ALL_PATHS,
                Path::Any => &ANY_PATH,
            },
        }
    }

    /// Returns the evaluation without the weight for having moved last.
    #[must_use]
    pub fn without_tempo(&self) -> Self {
        Evaluation {
            options: FeatureOptions {
                tempo: false,
                ..self.options
            },
            tempo: 0,
            ..self.clone()
        }
    }

    /// Returns the options of the features.
    pub fn options(&self) -> &FeatureOptions {
        &self.options
    }

    /// Returns the number of units in a value of 1.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the value of a position from Black's perspective, in units.
    pub fn value(&self, position: &Position) -> i32 {
        EvaluationState::new(self, position).value(self, position)
    }

    /// Converts a value in units to Black's win probability.
    pub fn chance(&self, units: i32) -> f64 {
        lookahead::learn::sigmoid(self.gain * f64::from(units) / self.scale)
    }

    /// Returns the value of a colour's score and dead squares.
    fn score_and_dead(&self, stage: usize, position: &Position, colour: Colour) -> i32 {
        let tables = &self.tables[stage][colour.index()];
        let dead = self.options.dead(position, colour);
        position.covered(colour).sum(&tables.score) + dead.sum(&tables.dead)
    }

    /// Returns the value of having moved last, from Black's perspective.
    fn tempo(&self, position: &Position) -> i32 {
        match position.turn() {
            Some(Colour::White) => self.tempo,
            Some(Colour::Black) => -self.tempo,
            None => 0,
        }
    }
}

impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation")
            .field("options", &self.options)
            .field("gain", &self.gain)
            .finish_non_exhaustive()
    }
}

/// The inputs for the value of a colour's effective squares.
struct CornerContext<'a> {
    tables: &'a WeightTables,
    shadows: &'a [u32; 4096],
    blocked: Field,
    opponent: Field,
    /// The squares where an effective square counts as fixed.
    fixed: Squares,
}

impl CornerContext<'_> {
    /// Returns the value of one effective square, without that of being fixed.
    #[inline]
    fn worth(&self, bit: usize) -> i32 {
        let way = blockers(&self.opponent, bit);
        let near =
            Neighbourhood(Neighbourhood::around(&self.blocked, bit).0 | self.shadows[way & 4095]);
        self.tables.reach(bit, near)
    }
}

/// One colour's part of an [`EvaluationState`].
#[derive(Clone, Copy, Debug)]
struct SideEvaluation {
    /// The value of score and dead squares, up to a constant.
    score_and_dead: i32,
    effective: Squares,
    /// The sum of the values of all effective squares, without those of being fixed.
    sum: i32,
    /// The value of the fixed squares.
    fixed: i32,
    /// The value of each effective square, without that of being fixed.
    worth: [i32; BITS],
}

impl SideEvaluation {
    const NOTHING: SideEvaluation = SideEvaluation {
        score_and_dead: 0,
        effective: Squares::NONE,
        sum: 0,
        fixed: 0,
        worth: [0; BITS],
    };

    fn value(&self) -> i32 {
        self.score_and_dead + self.sum + self.fixed
    }

    fn evaluate(&mut self, context: &CornerContext<'_>, effective: Squares) {
        self.effective = effective;
        self.fixed = (effective & context.fixed).sum(&context.tables.fixed);
        effective.each_bit(|bit| {
            self.worth[bit] = context.worth(bit);
            self.sum += self.worth[bit];
        });
    }

    /// Returns the sum after a move that changes the effective squares to `effective` and nothing
    /// outside of `zone`.
    #[inline]
    fn sum_after(&self, context: &CornerContext<'_>, effective: Squares, zone: Squares) -> i32 {
        let mut sum = self.sum - (self.effective & zone).sum(&self.worth);
        (effective & zone).each_bit(|bit| sum += context.worth(bit));
        sum + (effective & context.fixed).sum(&context.tables.fixed)
    }
}

/// The evaluation of a position, updated incrementally to evaluate each of its moves.
///
/// If the stages of the game have weights of their own, values are comparable only within one
/// stage: a state keeps the stage it was created with.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationState {
    sides: [SideEvaluation; 2],
    stage: usize,
}

impl EvaluationState {
    /// Evaluates a position.
    #[inline]
    pub fn new(evaluation: &Evaluation, position: &Position) -> Self {
        Self::ahead(evaluation, position, 0)
    }

    /// Evaluates a position with the stage of positions `moves` moves later.
    #[inline]
    pub fn ahead(evaluation: &Evaluation, position: &Position, moves: u32) -> Self {
        let stages = evaluation.options.stages;
        Self::at_stage(
            evaluation,
            position,
            stages.at(position.pieces_placed() + moves),
        )
    }

    fn at_stage(evaluation: &Evaluation, position: &Position, stage: usize) -> Self {
        let mut state = Self::evaluate(evaluation, position, stage);
        for colour in Colour::BOTH {
            state.sides[colour.index()].score_and_dead =
                evaluation.score_and_dead(stage, position, colour);
        }
        state
    }

    /// Evaluates a position only to compare its moves: values are off by a constant.
    #[inline]
    pub fn relative(evaluation: &Evaluation, position: &Position) -> Self {
        let stages = evaluation.options.stages;
        Self::evaluate(
            evaluation,
            position,
            stages.at(position.pieces_placed() + 1),
        )
    }

    /// Evaluates everything but score and dead squares.
    #[inline]
    fn evaluate(evaluation: &Evaluation, position: &Position, stage: usize) -> Self {
        let options = &evaluation.options;
        let mut state = EvaluationState {
            sides: [SideEvaluation::NOTHING; 2],
            stage,
        };
        for colour in Colour::BOTH {
            let context = CornerContext {
                tables: &evaluation.tables[stage][colour.index()],
                shadows: evaluation.shadows,
                blocked: Field::new(options.blocked(position, colour)),
                opponent: Field::new(position.covered(colour.other())),
                fixed: position.side(colour.other()).edges,
            };
            state.sides[colour.index()].evaluate(&context, options.effective(position, colour));
        }
        state
    }

    /// Returns the value of the position from Black's perspective, in units.
    pub fn value(&self, evaluation: &Evaluation, position: &Position) -> i32 {
        let [black, white] = [0, 1].map(|c| self.sides[c].value());
        black - white + evaluation.tempo(position)
    }

    /// Returns the value after a move of the side to move, from its perspective, in units, without
    /// the weight for having moved last, which depends on whether the other side can reply.
    #[inline]
    pub fn after(&self, evaluation: &Evaluation, position: &Position, placement: Placement) -> i32 {
        let colour = position.turn().unwrap_or(Colour::Black);
        let [own, other] = self.after_both(evaluation, position, colour, placement);
        own - other
    }

    /// Plays a move for the side to move and evaluates the new position.
    pub fn play(&mut self, evaluation: &Evaluation, position: &mut Position, placement: Placement) {
        position.play(placement);
        *self = Self::at_stage(evaluation, position, self.stage);
    }

    /// Returns the values of both sides after a move of `colour`, its own first.
    #[inline]
    fn after_both(
        &self,
        evaluation: &Evaluation,
        position: &Position,
        colour: Colour,
        placement: Placement,
    ) -> [i32; 2] {
        let footprint = placement.footprint();
        let options = &evaluation.options;
        let (own, other) = (position.side(colour), position.side(colour.other()));
        let tables = &evaluation.tables[self.stage];
        let [tables, their_tables] = [colour, colour.other()].map(|c| &tables[c.index()]);
        let [side, their_side] = [colour, colour.other()].map(|c| &self.sides[c.index()]);
        let zone = placement.zone();

        let forbidden = own.forbidden | footprint.cells | footprint.edges;
        let their_edges = other.edges;
        let edges = own.edges | footprint.edges;
        let either = options.dead_for == crate::features::DeadFor::Either;
        let context = CornerContext {
            tables,
            shadows: evaluation.shadows,
            blocked: Field::new(if either {
                forbidden | their_edges
            } else {
                forbidden
            }),
            opponent: Field::new(other.cells),
            fixed: their_edges,
        };
        let corners = (own.corners | footprint.corners) & !forbidden;
        let new_dead = if options.covered_dead {
            footprint.edges & !own.edges
        } else {
            footprint.edges & !own.forbidden & !other.cells
        };
        let ours = side.score_and_dead
            + footprint.cells.sum(&tables.score)
            + new_dead.sum(&tables.dead)
            + side.sum_after(&context, corners, zone.far);

        let their_forbidden = other.forbidden | footprint.cells;
        let their_context = CornerContext {
            tables: their_tables,
            shadows: evaluation.shadows,
            blocked: Field::new(if either {
                their_forbidden | edges
            } else {
                their_forbidden
            }),
            opponent: Field::new(own.cells | footprint.cells),
            fixed: edges,
        };
        let covered = if options.covered_dead {
            Squares::NONE
        } else {
            footprint.cells & their_edges
        };
        let their_zone = if either { zone.far } else { zone.near };
        let theirs = their_side.score_and_dead - covered.sum(&their_tables.dead)
            + their_side.sum_after(
                &their_context,
                their_side.effective & !footprint.cells,
                their_zone,
            );
        [ours, theirs]
    }
}

#[cfg(test)]
mod tests;
