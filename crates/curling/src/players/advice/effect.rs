//! What a shot does to the stones: the difference between two positions.

use crate::arena_game::Curling;
use crate::physics::Throw;
use crate::rules::{Game, guard};
use crate::sheet::RADIUS;
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;

/// A stone that lies less than this from where it lay has not been moved, in metres.
const STILL: f64 = 0.05;
/// A thrown stone that stops less than this from where it was meant to is where it was meant to be,
/// in metres.
const NEAR: f64 = 0.5;
/// The thrown stone touches one that is this near when it changes its way, in metres between their
/// edges.
const TOUCH: f64 = 0.02;

/// What a shot did.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The stones the end goes on with.
    pub after: Stones,
    /// Whether it broke a rule about guards, so that everything is as before but for the stone
    /// thrown.
    pub foul: bool,
    /// Slots of the stones that lay there and are gone, as the stones ran.
    pub removed: Vec<usize>,
    /// Slots of the stones that lie elsewhere now.
    pub moved: Vec<usize>,
    /// Where the thrown stone stopped; nothing if it is gone.
    pub rest: Option<Vector>,
    /// The slot of the stone that was touched first.
    pub touched: Option<usize>,
    /// Whether that stone ran into one that is gone.
    pub drives: bool,
}

impl Effect {
    /// What a shot does if it goes exactly so; a shot that is not thrown does nothing.
    pub fn of(curling: &Curling, game: &Game, shot: Option<&Shot>) -> Self {
        let (before, slot) = (&game.stones, game.slot().unwrap_or(SLOTS - 1));
        let mut trail = Vec::new();
        let thrown = shot.and_then(|&shot| {
            let throw = Throw {
                stones: *before,
                slot,
                shot,
            };
            curling.physics().follow(&throw, &mut trail).ok()
        });
        let ran = thrown.map_or(*before, |outcome| outcome.stones);
        let verdict = guard::judge(curling.rules(), before, &ran, slot);
        let first = trail.iter().find(|stretch| stretch.slot == slot);
        let mut effect = Effect::between(before, &ran, slot);
        effect.touched = first.and_then(|stretch| effect.met(before, stretch.to));
        effect.drives = trail.iter().any(|stretch| {
            let met = Some(stretch.slot) == effect.touched;
            met && effect
                .removed
                .iter()
                .any(|&slot| slot != stretch.slot && touches(before, slot, stretch.to))
        });
        Effect {
            after: verdict.stones,
            foul: verdict.foul.is_some(),
            ..effect
        }
    }

    /// The difference between two positions.
    fn between(before: &Stones, after: &Stones, slot: usize) -> Self {
        let lay = |wanted: fn(Vector, Option<Vector>) -> bool| {
            let now = |slot| after.get(slot).map(|stone| stone.at);
            let others = before.iter().filter(move |(other, _)| *other != slot);
            others
                .filter(move |(other, stone)| wanted(stone.at, now(*other)))
                .map(|(other, _)| other)
                .collect()
        };
        Effect {
            after: *after,
            foul: false,
            removed: lay(|_, now| now.is_none()),
            moved: lay(|was, now| now.is_some_and(|now| (now - was).length() > STILL)),
            rest: after.get(slot).map(|stone| stone.at),
            touched: None,
            drives: false,
        }
    }

    /// The stone that one with its centre at a place runs into.
    fn met(&self, before: &Stones, at: Vector) -> Option<usize> {
        let changed = self.removed.iter().chain(&self.moved).copied();
        let near = changed.filter(|&slot| touches(before, slot, at));
        near.min_by(|&a, &b| gap(before, a, at).total_cmp(&gap(before, b, at)))
    }

    /// Whether two shots come to the same but for where stones lie in the end.
    pub fn is_like(&self, other: &Effect) -> bool {
        self.foul == other.foul
            && self.removed == other.removed
            && self.moved == other.moved
            && self.rest.is_some() == other.rest.is_some()
    }

    /// Whether this is what was meant: the same stones gone and moved, and the thrown one within
    /// half a metre of its place.
    pub fn is_as_meant(&self, meant: &Effect) -> bool {
        let close = match (self.rest, meant.rest) {
            (Some(here), Some(there)) => (here - there).length() <= NEAR,
            (None, None) => true,
            _ => false,
        };
        close && self.is_like(meant)
    }
}

/// From edge to edge between a stone where it lay and one with its centre at a place, in metres.
fn gap(before: &Stones, slot: usize, at: Vector) -> f64 {
    let stone = before.get(slot);
    stone.map_or(f64::INFINITY, |stone| (stone.at - at).length()) - 2.0 * RADIUS
}

fn touches(before: &Stones, slot: usize, at: Vector) -> bool {
    gap(before, slot, at) < TOUCH
}
