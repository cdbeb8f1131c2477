//! Which shots of a lattice can touch a stone that lies somewhere.
//!
//! The shots of a [`Lattice`] are the same in every position of a match, and so are the ways they
//! take to where they stop. Most of them touch nothing: to know that without following each one,
//! the play area is cut into small squares, and each square remembers, one bit a shot, which shots
//! come near enough to touch a stone that lies anywhere in it. A bit may be set in vain, never be
//! missing: whoever finds one set lets the simulation decide.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::lattice::{Kind, Lattice, Settings};
//! use curling::players::reach::Reach;
//! use curling::{Turn, Vector};
//!
//! let game = Curling::new(Conditions::paper())?;
//! let lattice = Lattice::new(&game, &Settings::default())?;
//! let reach = Reach::new(&game, &lattice);
//! let guard = lattice.nearest(Vector::new(0.0, -3.0), Turn::Clockwise, Kind::Draw);
//! assert!(!reach.may_touch(guard, Vector::new(0.0, -1.0))); // it stops before it gets there
//! assert!(reach.may_touch(guard, Vector::new(0.0, -3.2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::lattice::{Executed, Lattice};
use crate::arena_game::Curling;
use crate::physics::glide::AnyGlide;
use crate::physics::{Glide, Mode, Physics, Throw};
use crate::sheet::RADIUS;
use crate::shot::Shot;
use crate::stones::Stones;
use crate::vector::Vector;
use rayon::prelude::*;

/// The side of a square, in metres.
const SQUARE: f64 = RADIUS / 4.0;
/// From one look at a shot's way to the next, in metres.
const STRIDE: f64 = 0.02;
/// How far from a square's middle a shot may pass and still touch a stone in the square: half a
/// diagonal, half a stride and a hair more than two radii.
const NEAR: f64 = 2.0 * RADIUS + 0.7072 * SQUARE + 0.5 * STRIDE + 0.003;

/// Where a shot that touches nothing ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Landing {
    /// Here. Draws of both turns to one target count as stopping at the same place, the target.
    At(Vector),
    /// Out of play.
    Out,
}

/// Which shots can touch what; see the [module](self).
#[derive(Clone, Debug)]
pub struct Reach {
    /// The middle of the first square.
    corner: Vector,
    columns: usize,
    rows: usize,
    /// Words of bits for each square.
    words: usize,
    bits: Vec<u64>,
    /// For places beyond the squares.
    all: Vec<u64>,
    landings: Vec<Landing>,
}

/// For every row of squares, from where to where a shot comes near.
type Spans = Vec<(f64, f64)>;

impl Reach {
    /// Follows every shot of a lattice once.
    pub fn new(curling: &Curling, lattice: &Lattice) -> Self {
        let region = curling.physics().parameters().bounds.moving;
        let shots = lattice.executed();
        let foremost = shots.iter().map(|shot| shot.target.y);
        let front = foremost.fold(0.0, f64::min) - 4.0 * RADIUS;
        let count = |length: f64| (length / SQUARE).ceil() as usize + 1;
        let words = shots.len().div_ceil(64);
        let (columns, rows) = (count(2.0 * region.side), count(region.back - front));
        let mut reach = Reach {
            corner: Vector::new(-region.side, front),
            columns,
            rows,
            words,
            bits: vec![0; columns * rows * words],
            all: vec![u64::MAX; words],
            landings: Vec::new(),
        };
        let physics = curling.physics();
        let follow = |shot: &Shot| reach.spans(&physics.released(shot));
        let spans: Vec<_> = shots
            .par_iter()
            .map(|e| e.shot.as_ref().map(follow))
            .collect();
        for (index, spans) in spans.iter().enumerate() {
            reach.mark(index, spans.as_deref().unwrap_or_default());
        }
        reach.landings = shots.iter().map(|shot| land(physics, shot)).collect();
        reach
    }

    /// The shots that may touch a stone at a place, one bit each.
    #[inline]
    pub fn at(&self, place: Vector) -> &[u64] {
        let across = (place.x - self.corner.x) * (1.0 / SQUARE) + 0.5;
        let along = (place.y - self.corner.y) * (1.0 / SQUARE) + 0.5;
        let inside = across >= 0.0 && along >= 0.0;
        let (column, row) = (across as usize, along as usize);
        if !inside || column >= self.columns || row >= self.rows {
            return &self.all;
        }
        let first = (row * self.columns + column) * self.words;
        &self.bits[first..first + self.words]
    }

    /// Whether a shot may touch a stone at a place.
    pub fn may_touch(&self, shot: u32, place: Vector) -> bool {
        let shot = shot as usize;
        self.at(place)[shot / 64] >> (shot % 64) & 1 == 1
    }

    /// Words of bits that say something of every shot.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Where each shot ends if it touches nothing.
    pub fn landings(&self) -> &[Landing] {
        &self.landings
    }

    /// From where to where a way comes near the squares of each row.
    fn spans(&self, way: &AnyGlide<'_>) -> Spans {
        let mut spans = vec![(f64::INFINITY, f64::NEG_INFINITY); self.rows];
        let last = self.corner.y + self.rows as f64 * SQUARE + NEAR;
        let mut time = arrival(way, self.corner.y - NEAR);
        loop {
            let motion = way.at(time);
            self.widen(&mut spans, motion.at);
            if time >= way.duration() || motion.at.y > last {
                return spans;
            }
            let step = STRIDE / motion.velocity.length().max(1e-3);
            time = (time + step).min(way.duration());
        }
    }

    fn widen(&self, spans: &mut Spans, at: Vector) {
        let along = (at.y - self.corner.y) / SQUARE;
        let nearest = NEAR / SQUARE;
        let first = (along - nearest).ceil().max(0.0) as usize;
        let end = ((along + nearest).floor() + 1.0).clamp(0.0, self.rows as f64) as usize;
        for (row, span) in spans.iter_mut().enumerate().take(end).skip(first) {
            let off = (row as f64 - along) * SQUARE;
            let half = (NEAR * NEAR - off * off).max(0.0).sqrt();
            *span = (span.0.min(at.x - half), span.1.max(at.x + half));
        }
    }

    fn mark(&mut self, shot: usize, spans: &[(f64, f64)]) {
        let bit = 1 << (shot % 64);
        for (row, &(from, to)) in spans.iter().enumerate() {
            let column = |x: f64| ((x - self.corner.x) / SQUARE).clamp(-1.0, self.columns as f64);
            let first = column(from).ceil().max(0.0) as usize;
            let end = (column(to).floor() + 1.0).clamp(0.0, self.columns as f64) as usize;
            for square in first..end {
                let place = (row * self.columns + square) * self.words + shot / 64;
                self.bits[place] |= bit;
            }
        }
    }
}

/// The time at which a way first comes as far as this; its end if it does not.
fn arrival(way: &AnyGlide<'_>, y: f64) -> f64 {
    let (mut early, mut late) = (0.0, way.duration());
    for _ in 0..40 {
        let middle = 0.5 * (early + late);
        if way.at(middle).at.y < y {
            early = middle;
        } else {
            late = middle;
        }
    }
    early
}

/// A way may leave the sheet though its end does not: only the simulation tells.
fn land(physics: &Physics, executed: &Executed) -> Landing {
    let stays = |shot: Shot| {
        let (stones, slot) = (Stones::none(), 0);
        let throw = Throw { stones, slot, shot };
        let outcome = physics.throw(Mode::Fast, &throw);
        outcome.is_ok_and(|outcome| outcome.stones.holds(slot))
    };
    match executed.shot {
        Some(shot) if stays(shot) => Landing::At(executed.target),
        _ => Landing::Out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::players::lattice::Settings;
    use lookahead::Seed;
    use rand::RngExt;

    #[test]
    fn no_shot_that_touches_a_stone_is_missing_and_few_are_there_in_vain() {
        for name in ["paper", "dc3"] {
            let game = Curling::new(Conditions::named(name).unwrap()).unwrap();
            let lattice = Lattice::new(&game, &Settings::default()).unwrap();
            let reach = Reach::new(&game, &lattice);
            let mut rng = Seed(5).rng();
            let (mut touching, mut marked) = (0, 0);
            for _ in 0..6000 {
                let index = rng.random_range(0..lattice.executed().len());
                let x = rng.random_range(-2.2..2.2);
                let place = Vector::new(x, rng.random_range(-6.0..1.8));
                let mut stones = Stones::none();
                stones.place(0, place);
                let shot = lattice.executed()[index].shot.unwrap();
                let throw = Throw {
                    stones,
                    slot: 1,
                    shot,
                };
                let outcome = game.physics().throw(Mode::Fast, &throw).unwrap();
                let may = reach.may_touch(index as u32, place);
                assert!(may || outcome.contacts == 0, "shot {index} at {place:?}");
                touching += u32::from(outcome.contacts > 0);
                marked += u32::from(may);
                if outcome.contacts == 0 {
                    let landing = outcome.stones.get(1).map(|stone| stone.at);
                    match reach.landings()[index] {
                        Landing::Out => assert_eq!(landing, None),
                        Landing::At(at) => assert!((at - landing.unwrap()).length() < 2e-3),
                    }
                }
            }
            assert!(
                touching > 300 && marked < touching * 3 / 2,
                "{touching} {marked}"
            );
        }
    }

    #[test]
    fn far_from_the_play_area_anything_may_be_touched() {
        let game = Curling::new(Conditions::paper()).unwrap();
        let lattice = Lattice::new(&game, &Settings::default()).unwrap();
        let reach = Reach::new(&game, &lattice);
        for place in [
            Vector::new(9.0, 0.0),
            Vector::new(0.0, -30.0),
            Vector::new(f64::NAN, 0.0),
        ] {
            assert!(reach.may_touch(0, place));
        }
    }
}
