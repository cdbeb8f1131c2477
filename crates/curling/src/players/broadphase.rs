//! Broadphase of collision detection: which shots of a lattice may touch a stone at a place.
//!
//! The shots of a [`Lattice`] are the same in every position of a match, and so are their
//! unobstructed paths. Most of them touch no stone. To find these without a simulation, the play
//! area is divided into small squares, and each square stores one bit per shot: whether the shot
//! comes near enough to touch a stone anywhere in the square. The test is conservative: a bit may
//! be set for a shot that misses, never missing for one that touches. Where a bit is set, the
//! simulation decides.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::lattice::{Kind, Lattice, Settings};
//! use curling::players::broadphase::Broadphase;
//! use curling::{Turn, Vector};
//!
//! let game = Curling::new(Conditions::paper())?;
//! let lattice = Lattice::new(&game, &Settings::default())?;
//! let broadphase = Broadphase::new(&game, &lattice);
//! let guard = lattice.nearest(Vector::new(0.0, -3.0), Turn::Clockwise, Kind::Draw);
//! assert!(!broadphase.may_touch(guard, Vector::new(0.0, -1.0))); // it stops before it gets there
//! assert!(broadphase.may_touch(guard, Vector::new(0.0, -3.2)));
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
/// The distance between two samples of a shot's path, in metres.
const STRIDE: f64 = 0.02;
/// The largest distance from a square's middle at which a shot may touch a stone in the square, in
/// metres: half a diagonal, half a stride and a little more than two radii.
const NEAR: f64 = 2.0 * RADIUS + 0.7072 * SQUARE + 0.5 * STRIDE + 0.003;

/// The resting place of a shot that touches no stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Landing {
    /// At this place. Draws of both turns to one target stop at the same place, the target.
    At(Vector),
    /// Out of play.
    Out,
}

/// The squares of the play area with the shots that may touch a stone there; see the
/// [module](self).
#[derive(Clone, Debug)]
pub struct Broadphase {
    /// The middle of the first square.
    corner: Vector,
    columns: usize,
    rows: usize,
    /// The number of words (64 shots each) per square.
    words: usize,
    bits: Vec<u64>,
    /// All bits set, for places outside the squares.
    all: Vec<u64>,
    landings: Vec<Landing>,
}

/// The interval of x in which a shot comes near, for every row of squares.
type Spans = Vec<(f64, f64)>;

impl Broadphase {
    /// Traces the path of every shot of a lattice.
    pub fn new(curling: &Curling, lattice: &Lattice) -> Self {
        let region = curling.physics().parameters().bounds.moving;
        let shots = lattice.executed();
        let foremost = shots.iter().map(|shot| shot.target.y);
        let front = foremost.fold(0.0, f64::min) - 4.0 * RADIUS;
        let count = |length: f64| (length / SQUARE).ceil() as usize + 1;
        let words = shots.len().div_ceil(64);
        let (columns, rows) = (count(2.0 * region.side), count(region.back - front));
        let mut broadphase = Broadphase {
            corner: Vector::new(-region.side, front),
            columns,
            rows,
            words,
            bits: vec![0; columns * rows * words],
            all: vec![u64::MAX; words],
            landings: Vec::new(),
        };
        let physics = curling.physics();
        let follow = |shot: &Shot| broadphase.spans(&physics.released(shot));
        let spans: Vec<_> = shots
            .par_iter()
            .map(|e| e.shot.as_ref().map(follow))
            .collect();
        for (index, spans) in spans.iter().enumerate() {
            broadphase.mark(index, spans.as_deref().unwrap_or_default());
        }
        broadphase.landings = shots.iter().map(|shot| land(physics, shot)).collect();
        broadphase
    }

    /// Returns the shots that may touch a stone at a place, one bit each.
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

    /// Returns whether a shot may touch a stone at a place.
    pub fn may_touch(&self, shot: u32, place: Vector) -> bool {
        let shot = shot as usize;
        self.at(place)[shot / 64] >> (shot % 64) & 1 == 1
    }

    /// Returns the number of words that hold one bit per shot.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the resting place of each shot if it touches no stone.
    pub fn landings(&self) -> &[Landing] {
        &self.landings
    }

    /// Returns the interval in which a path comes near the squares of each row.
    fn spans(&self, path: &AnyGlide<'_>) -> Spans {
        let mut spans = vec![(f64::INFINITY, f64::NEG_INFINITY); self.rows];
        let last = self.corner.y + self.rows as f64 * SQUARE + NEAR;
        let mut time = arrival(path, self.corner.y - NEAR);
        loop {
            let motion = path.at(time);
            self.widen(&mut spans, motion.at);
            if time >= path.duration() || motion.at.y > last {
                return spans;
            }
            let step = STRIDE / motion.velocity.length().max(1e-3);
            time = (time + step).min(path.duration());
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

/// Returns the time at which a path first reaches this y; its end if it does not.
fn arrival(path: &AnyGlide<'_>, y: f64) -> f64 {
    let (mut early, mut late) = (0.0, path.duration());
    for _ in 0..40 {
        let middle = 0.5 * (early + late);
        if path.at(middle).at.y < y {
            early = middle;
        } else {
            late = middle;
        }
    }
    early
}

/// Returns the resting place of an unobstructed shot. A path may leave the sheet although its end
/// is on it, which only the simulation tells.
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
            let broadphase = Broadphase::new(&game, &lattice);
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
                let may = broadphase.may_touch(index as u32, place);
                assert!(may || outcome.contacts == 0, "shot {index} at {place:?}");
                touching += u32::from(outcome.contacts > 0);
                marked += u32::from(may);
                if outcome.contacts == 0 {
                    let landing = outcome.stones.get(1).map(|stone| stone.at);
                    match broadphase.landings()[index] {
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
        let broadphase = Broadphase::new(&game, &lattice);
        for place in [
            Vector::new(9.0, 0.0),
            Vector::new(0.0, -30.0),
            Vector::new(f64::NAN, 0.0),
        ] {
            assert!(broadphase.may_touch(0, place));
        }
    }
}
