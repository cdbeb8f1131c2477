//! The evaluation: what a position is worth, fast enough for millions of simulations.
//!
//! The value is the inner product of weights and [features](crate::features), but it is not
//! computed that way. Whole numbers stand for the weights, in units small enough not to matter, so
//! that sums do not depend on their order: the choice of a move is the same on every machine.
//! Everything but score and dead squares is a sum over a player's effective squares. What one of
//! them is worth depends only on which of the 24 squares it could influence are blocked, so it is
//! looked up: four times, by six bits each, in tables made once for a set of weights. And since a
//! piece changes things only near to it, what lies further away is taken from the position before
//! the move ([`Outlook`]).

use crate::colour::Colour;
use crate::features::{KINDS, Kind, Path, Reading, steps};
use crate::placement::Placement;
use crate::position::Position;
use crate::square::{BITS, Square};
use crate::squares::{Field, Squares};
use lookahead::learn::Linear;
use std::sync::LazyLock;

/// Squares near an effective square as a number of 25 bits, so that runs of them are indices of
/// tables: the own row (seven bits, the effective square itself in the middle), then three times
/// six bits of the other rows.
#[derive(Clone, Copy, Debug)]
struct Near(u32);

/// The runs of bits of [`Near`]: where each begins, and how many entries its table has.
const RUNS: [(u32, usize); 4] = [(0, 128), (7, 64), (13, 64), (19, 64)];
/// Entries of all tables of a square.
const ENTRIES: usize = 320;

impl Near {
    /// The squares of `field` near the square of bit `bit`.
    #[inline]
    fn around(field: &Field, bit: usize) -> Self {
        let [above, below] = field.rows_around(bit);
        let bits = |rows: u64, from: u32, mask: u64| (rows >> from & mask) as u32;
        let own = bits(above, 48, 127);
        let one_up = bits(above, 33, 31) << 1 | bits(above, 3, 1);
        let one_down = bits(below, 1, 31) << 1 | bits(below, 35, 1);
        let two = bits(above, 18, 7) << 3 | bits(below, 18, 7);
        Near(own | one_up << 7 | one_down << 13 | two << 19)
    }

    /// The bit of the square `dx` to the right and `dy` below.
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

/// The squares within two steps that can stand in the way, as a number of 12 bits.
#[inline]
fn in_the_way(field: &Field, bit: usize) -> usize {
    let [above, below] = field.rows_around(bit);
    let bits = |rows: u64, from: u32, mask: u64| (rows >> from & mask) as usize;
    let beside = bits(above, 49, 3) | bits(above, 50, 12);
    beside
        | bits(above, 34, 7) << 4
        | bits(above, 19, 1) << 7
        | bits(below, 2, 7) << 8
        | bits(below, 19, 1) << 11
}

/// The bit of [`in_the_way`] for the square `dx` to the right and `dy` below, if it has one.
fn way_bit(dx: i8, dy: i8) -> Option<u32> {
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

/// For every pattern of squares in the way, the squares behind them, as [`Near`].
fn shadows(path: Path) -> Box<[u32; 4096]> {
    let behind = |pattern: u32| {
        let taken = |dx, dy| way_bit(dx, dy).is_some_and(|bit| pattern >> bit & 1 == 1);
        let hidden = steps().filter(|step| !step.is_free(path, taken));
        hidden.fold(0, |all, step| all | 1 << Near::bit(step.dx, step.dy))
    };
    Box::new(std::array::from_fn(|pattern| behind(pattern as u32)))
}

static ALL_PATHS: LazyLock<Box<[u32; 4096]>> = LazyLock::new(|| shadows(Path::All));
static ANY_PATH: LazyLock<Box<[u32; 4096]>> = LazyLock::new(|| shadows(Path::Any));

/// The weights as one colour sees them, in units.
#[derive(Clone)]
struct Sight {
    score: [i32; BITS],
    dead: [i32; BITS],
    fixed: [i32; BITS],
    /// For every square as an effective one, [`ENTRIES`] sums of what the free squares near it are
    /// worth. The first run of bits also counts the square itself.
    reach: Vec<[i16; ENTRIES]>,
}

impl Sight {
    /// `weight` gives a kind's weight on a square, in units.
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
                    bits[Near::bit(step.dx, step.dy) as usize] =
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
        Sight {
            score: of(Kind::Score),
            dead: of(Kind::Dead),
            fixed: of(Kind::Fixed),
            reach,
        }
    }

    /// What an effective square is worth, if these squares near it are blocked.
    #[inline]
    fn reach(&self, bit: usize, Near(blocked): Near) -> i32 {
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
        // The lowest free one, added to the sum of the others.
        let lowest = (!index).trailing_zeros();
        let sum = i32::from(table[index | 1 << lowest]) + weights[lowest as usize];
        table[index] = sum as i16;
    }
}

/// An evaluation: weights, made ready for use.
#[derive(Clone)]
pub struct Evaluation {
    reading: Reading,
    gain: f64,
    /// Units of a value of 1.
    scale: f64,
    /// By stage and colour.
    sights: Vec<[Sight; 2]>,
    tempo: i32,
    shadows: &'static [u32; 4096],
}

/// The finest unit: weights are of the order of ten, and a difference of 1/256 shifts a chance by
/// hundredths of a per cent.
const FINEST: f64 = 256.0;
/// What a table entry can hold.
const LARGEST: f64 = i16::MAX as f64 - 8.0;

impl Evaluation {
    /// Makes weights ready for use.
    ///
    /// # Panics
    /// If the number of weights is not that of the reading.
    pub fn new(model: &Linear, reading: Reading) -> Self {
        assert_eq!(
            model.weights.len(),
            reading.weights(),
            "weights of another reading"
        );
        let stages = 0..reading.stages.count();
        let layers: Vec<_> = stages
            .map(|stage| reading.of_stage(&model.weights, stage))
            .collect();
        let weight = |weights: &[f64], colour: Colour, kind: usize, square: Square| {
            let (first, sign) = reading.set(colour);
            let specific = weights[first + reading.specific(kind, square, colour)];
            let value = specific + weights[first + Reading::shared(kind)];
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
        let sights = |layer: &Vec<f64>| {
            Colour::BOTH.map(|c| Sight::new(|kind, square| units(weight(layer, c, kind, square))))
        };
        Evaluation {
            reading,
            gain: model.gain,
            scale,
            sights: layers.iter().map(sights).collect(),
            tempo: reading
                .tempo()
                .map_or(0, |index| units(model.weights[index])),
            shadows: match reading.path {
                Path::All => &ALL_PATHS,
                Path::Any => &ANY_PATH,
            },
        }
    }

    /// The same, but having moved last is worth nothing.
    #[must_use]
    pub fn without_tempo(&self) -> Self {
        Evaluation {
            reading: Reading {
                tempo: false,
                ..self.reading
            },
            tempo: 0,
            ..self.clone()
        }
    }

    /// How the paper's open questions are answered.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// How many units make a value of 1.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The value of a position seen from Black, in units.
    pub fn value(&self, position: &Position) -> i32 {
        Outlook::new(self, position).value(self, position)
    }

    /// A value in units as Black's chance of winning.
    pub fn chance(&self, units: i32) -> f64 {
        lookahead::learn::sigmoid(self.gain * f64::from(units) / self.scale)
    }

    /// What score and dead squares are worth to a colour.
    fn plain(&self, stage: usize, position: &Position, colour: Colour) -> i32 {
        let sight = &self.sights[stage][colour.index()];
        let dead = self.reading.dead(position, colour);
        position.covered(colour).sum(&sight.score) + dead.sum(&sight.dead)
    }

    /// What having moved last adds to the value seen from Black.
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
            .field("reading", &self.reading)
            .field("gain", &self.gain)
            .finish_non_exhaustive()
    }
}

/// What a colour's effective squares are worth depends on this.
struct View<'a> {
    sight: &'a Sight,
    shadows: &'a [u32; 4096],
    blocked: Field,
    theirs: Field,
    /// Where an effective square is fixed.
    fixed: Squares,
}

impl View<'_> {
    /// The worth of one effective square, apart from being fixed.
    #[inline]
    fn worth(&self, bit: usize) -> i32 {
        let way = in_the_way(&self.theirs, bit);
        let near = Near(Near::around(&self.blocked, bit).0 | self.shadows[way & 4095]);
        self.sight.reach(bit, near)
    }
}

/// A colour's part of an [`Outlook`].
#[derive(Clone, Copy, Debug)]
struct Part {
    /// What score and dead squares are worth; only differences matter.
    plain: i32,
    effective: Squares,
    /// What all effective squares are worth together, apart from being fixed.
    sum: i32,
    /// What it is worth that some are fixed.
    fixed: i32,
    /// What each is worth, apart from being fixed.
    worth: [i32; BITS],
}

impl Part {
    const NOTHING: Part = Part {
        plain: 0,
        effective: Squares::NONE,
        sum: 0,
        fixed: 0,
        worth: [0; BITS],
    };

    fn value(&self) -> i32 {
        self.plain + self.sum + self.fixed
    }

    fn look(&mut self, view: &View<'_>, effective: Squares) {
        self.effective = effective;
        self.fixed = (effective & view.fixed).sum(&view.sight.fixed);
        effective.each_bit(|bit| {
            self.worth[bit] = view.worth(bit);
            self.sum += self.worth[bit];
        });
    }

    /// The sum after a move that changes the effective squares to `effective` and touches nothing
    /// outside of `zone`.
    #[inline]
    fn sum_after(&self, view: &View<'_>, effective: Squares, zone: Squares) -> i32 {
        let mut sum = self.sum - (self.effective & zone).sum(&self.worth);
        (effective & zone).each_bit(|bit| sum += view.worth(bit));
        sum + (effective & view.fixed).sum(&view.sight.fixed)
    }
}

/// A position as an evaluation sees it, and from there the positions after each move.
///
/// Where the stages of the game have weights of their own, all that is compared must be seen with
/// the same ones: an outlook keeps to the stage with which it began.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    parts: [Part; 2],
    stage: usize,
}

impl Outlook {
    /// Looks at a position.
    #[inline]
    pub fn new(evaluation: &Evaluation, position: &Position) -> Self {
        Self::ahead(evaluation, position, 0)
    }

    /// Looks at a position for the sake of others that are so many moves away.
    #[inline]
    pub fn ahead(evaluation: &Evaluation, position: &Position, moves: u32) -> Self {
        let stages = evaluation.reading.stages;
        Self::at_stage(
            evaluation,
            position,
            stages.at(position.pieces_placed() + moves),
        )
    }

    fn at_stage(evaluation: &Evaluation, position: &Position, stage: usize) -> Self {
        let mut outlook = Self::look(evaluation, position, stage);
        for colour in Colour::BOTH {
            outlook.parts[colour.index()].plain = evaluation.plain(stage, position, colour);
        }
        outlook
    }

    /// Looks at a position to compare its moves: values are off by a constant.
    #[inline]
    pub fn relative(evaluation: &Evaluation, position: &Position) -> Self {
        let stages = evaluation.reading.stages;
        Self::look(
            evaluation,
            position,
            stages.at(position.pieces_placed() + 1),
        )
    }

    /// All but what score and dead squares are worth.
    #[inline]
    fn look(evaluation: &Evaluation, position: &Position, stage: usize) -> Self {
        let reading = &evaluation.reading;
        let mut outlook = Outlook {
            parts: [Part::NOTHING; 2],
            stage,
        };
        for colour in Colour::BOTH {
            let view = View {
                sight: &evaluation.sights[stage][colour.index()],
                shadows: evaluation.shadows,
                blocked: Field::new(reading.blocked(position, colour)),
                theirs: Field::new(position.covered(colour.other())),
                fixed: position.camp(colour.other()).edges,
            };
            outlook.parts[colour.index()].look(&view, reading.effective(position, colour));
        }
        outlook
    }

    /// The value of the position seen from Black, in units.
    pub fn value(&self, evaluation: &Evaluation, position: &Position) -> i32 {
        let [black, white] = [0, 1].map(|c| self.parts[c].value());
        black - white + evaluation.tempo(position)
    }

    /// The value after a move of the side to move, seen from it, in units; the weight for having
    /// moved last, which depends on whether the other side has an answer, is left out.
    #[inline]
    pub fn after(&self, evaluation: &Evaluation, position: &Position, placement: Placement) -> i32 {
        let colour = position.turn().unwrap_or(Colour::Black);
        let [own, other] = self.after_both(evaluation, position, colour, placement);
        own - other
    }

    /// Plays a move for the side to move, and looks at the position again.
    pub fn play(&mut self, evaluation: &Evaluation, position: &mut Position, placement: Placement) {
        position.play(placement);
        *self = Self::at_stage(evaluation, position, self.stage);
    }

    /// What both sides have after a move of `colour`, its own first.
    #[inline]
    fn after_both(
        &self,
        evaluation: &Evaluation,
        position: &Position,
        colour: Colour,
        placement: Placement,
    ) -> [i32; 2] {
        let print = placement.print();
        let reading = &evaluation.reading;
        let (own, other) = (position.camp(colour), position.camp(colour.other()));
        let sights = &evaluation.sights[self.stage];
        let [sight, their_sight] = [colour, colour.other()].map(|c| &sights[c.index()]);
        let [part, their_part] = [colour, colour.other()].map(|c| &self.parts[c.index()]);
        let zone = placement.zone();

        let forbidden = own.forbidden | print.cells | print.edges;
        let their_edges = other.edges;
        let edges = own.edges | print.edges;
        let either = reading.dead_for == crate::features::DeadFor::Either;
        let view = View {
            sight,
            shadows: evaluation.shadows,
            blocked: Field::new(if either {
                forbidden | their_edges
            } else {
                forbidden
            }),
            theirs: Field::new(other.cells),
            fixed: their_edges,
        };
        let corners = (own.corners | print.corners) & !forbidden;
        let new_dead = if reading.covered_dead {
            print.edges & !own.edges
        } else {
            print.edges & !own.forbidden & !other.cells
        };
        let ours = part.plain
            + print.cells.sum(&sight.score)
            + new_dead.sum(&sight.dead)
            + part.sum_after(&view, corners, zone.far);

        let their_forbidden = other.forbidden | print.cells;
        let their_view = View {
            sight: their_sight,
            shadows: evaluation.shadows,
            blocked: Field::new(if either {
                their_forbidden | edges
            } else {
                their_forbidden
            }),
            theirs: Field::new(own.cells | print.cells),
            fixed: edges,
        };
        let covered = if reading.covered_dead {
            Squares::NONE
        } else {
            print.cells & their_edges
        };
        let their_zone = if either { zone.far } else { zone.near };
        let theirs = their_part.plain - covered.sum(&their_sight.dead)
            + their_part.sum_after(&their_view, their_part.effective & !print.cells, their_zone);
        [ours, theirs]
    }
}

#[cfg(test)]
mod tests;
