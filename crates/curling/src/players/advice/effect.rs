//! Effect of a shot on the stones: the difference between two positions.

use crate::arena_game::Curling;
use crate::physics::Throw;
use crate::rules::{Game, guard};
use crate::sheet::RADIUS;
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;

/// A stone displaced by less than this counts as not moved, in metres.
const STILL: f64 = 0.05;
/// A thrown stone that stops within this distance of its intended place is at that place, in
/// metres.
const NEAR: f64 = 0.5;
/// The largest gap between the edges of two stones in contact at the end of a stretch, in metres.
const TOUCH: f64 = 0.02;

/// The effect of a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The stones afterwards, by the rules.
    pub after: Stones,
    /// Whether it broke a guard rule, so that all stones but the thrown one are put back.
    pub foul: bool,
    /// The slots of the stones that left play, before the rules are applied.
    pub removed: Vec<usize>,
    /// The slots of the stones that were moved.
    pub moved: Vec<usize>,
    /// The resting place of the thrown stone; `None` if it left play.
    pub rest: Option<Vector>,
    /// The slot of the stone touched first.
    pub touched: Option<usize>,
    /// Whether that stone ran into one that left play.
    pub drives: bool,
}

impl Effect {
    /// Returns the effect of exactly this shot; without a shot nothing changes.
    pub fn of(curling: &Curling, game: &Game, shot: Option<&Shot>) -> Self {
        let (before, slot) = (&game.stones, game.slot().unwrap_or(SLOTS - 1));
        let mut trail = Vec::new();
        let thrown = shot.and_then(|&shot| {
            let throw = Throw {
                stones: *before,
                slot,
                shot,
            };
            curling.physics_of(game).follow(&throw, &mut trail).ok()
        });
        let ran = thrown.map_or(*before, |outcome| outcome.stones);
        let verdict = guard::judge(curling.rules(), before, &ran, slot);
        let first = trail.iter().find(|stretch| stretch.slot == slot);
        let mut effect = Effect::between(before, &ran, slot);
        effect.touched = first.and_then(|stretch| effect.hit_stone(before, stretch.to));
        effect.drives = trail.iter().any(|stretch| {
            let hit_stone = Some(stretch.slot) == effect.touched;
            hit_stone
                && effect
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

    /// Returns the difference between two positions.
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

    /// Returns the stone that one with its centre at a place runs into.
    fn hit_stone(&self, before: &Stones, at: Vector) -> Option<usize> {
        let changed = self.removed.iter().chain(&self.moved).copied();
        let near = changed.filter(|&slot| touches(before, slot, at));
        near.min_by(|&a, &b| gap(before, a, at).total_cmp(&gap(before, b, at)))
    }

    /// Returns whether two effects are equal apart from the final places of the stones.
    pub fn is_like(&self, other: &Effect) -> bool {
        self.foul == other.foul
            && self.removed == other.removed
            && self.moved == other.moved
            && self.rest.is_some() == other.rest.is_some()
    }

    /// Returns whether this is the intended effect: the same stones removed and moved, and the
    /// thrown one within half a metre of its place.
    pub fn is_as_intended(&self, intended: &Effect) -> bool {
        let close = match (self.rest, intended.rest) {
            (Some(here), Some(there)) => (here - there).length() <= NEAR,
            (None, None) => true,
            _ => false,
        };
        close && self.is_like(intended)
    }
}

/// Returns the gap between the edges of a stone before the shot and one at a place, in metres.
fn gap(before: &Stones, slot: usize, at: Vector) -> f64 {
    let stone = before.get(slot);
    stone.map_or(f64::INFINITY, |stone| (stone.at - at).length()) - 2.0 * RADIUS
}

fn touches(before: &Stones, slot: usize, at: Vector) -> bool {
    gap(before, slot, at) < TOUCH
}
