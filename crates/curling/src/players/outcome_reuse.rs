//! Reuse of simulated outcomes between positions that differ in few stones.
//!
//! A search two shots deep throws the same thousands of shots at thousands of positions, most of
//! which are the base position with one more stone. A shot that neither touches a changed stone nor
//! sends a stone near one has the same outcome as in the base position. Each shot is therefore
//! simulated once ([`Physics::follow`](crate::physics::Physics::follow)) and the paths of its
//! stones are stored; in another position it is simulated again only if a changed stone lies near
//! one of these paths.
//!
//! The rules are not applied here: a guard rule may still put stones back.

use super::broadphase::{Broadphase, Landing};
use super::lattice::Lattice;
use crate::arena_game::Curling;
use crate::physics::{Mode, PathSegment, Throw};
use crate::sheet::RADIUS;
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones, bits};
use crate::vector::Vector;
use rayon::prelude::*;

/// A stone nearer than this to a path, the path's bow apart, may be touched, in metres: two radii
/// and the error of a stored path.
const NEAR: f64 = 2.0 * RADIUS + 0.015;

/// The effect of a shot on the stones of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "it lives for a moment, on the stack"
)]
pub enum Effect {
    /// Touches no stone, and stops at a place or leaves play.
    Lands(Landing),
    /// Moves the stones that it moved in the base position, to the same places; see
    /// [`OutcomeReuse::repeated`].
    Repeats,
    /// Moves stones; these are in play afterwards.
    Moves(Stones),
}

/// The outcome of a shot in the base position.
#[derive(Clone, Debug)]
struct BaseOutcome {
    /// The slots of the stones it moved, the thrown one apart.
    touched: u16,
    /// The stones afterwards, the thrown one in the free slot; `None` if it touched none.
    after: Option<Box<Stones>>,
    /// The paths of the stones, without that of the thrown one to its first contact, which
    /// [`Broadphase`] covers.
    paths: Vec<PathSegment>,
}

/// The outcomes of all shots of a lattice in a base position, for reuse in similar positions.
#[derive(Clone, Debug)]
pub struct OutcomeReuse<'a> {
    curling: &'a Curling,
    lattice: &'a Lattice,
    broadphase: &'a Broadphase,
    stones: Stones,
    /// The slot of the thrown stone.
    free: usize,
    outcomes: Vec<BaseOutcome>,
}

/// The difference between a position and the base position.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The slots whose stone is at another place, removed or added.
    slots: u16,
    /// The places of moved and added stones.
    places: [Vector; SLOTS],
    count: usize,
    /// The shots, one bit each, whose path to their first contact may touch one of these.
    shots: Vec<u64>,
}

impl<'a> OutcomeReuse<'a> {
    /// Simulates every shot of a lattice in a base position, thrown with the stone of a free slot.
    ///
    /// # Panics
    /// If the slot is not free.
    pub fn new(
        curling: &'a Curling,
        lattice: &'a Lattice,
        broadphase: &'a Broadphase,
        stones: &Stones,
        free: usize,
    ) -> Self {
        assert!(
            free < SLOTS && !stones.holds(free),
            "a slot without a stone"
        );
        let mut reuse = OutcomeReuse {
            curling,
            lattice,
            broadphase,
            stones: *stones,
            free,
            outcomes: Vec::new(),
        };
        let near = reuse.shots_near(stones.iter().map(|(_, stone)| stone.at));
        let shots = 0..lattice.executed().len();
        let outcomes = shots.into_par_iter().with_min_len(64).map(|index| {
            let may_touch = near[index / 64] >> (index % 64) & 1 == 1;
            reuse.base_outcome(index, may_touch)
        });
        reuse.outcomes = outcomes.collect();
        reuse
    }

    /// Returns the shots, one bit each, whose unobstructed path may touch a stone at one of these
    /// places.
    fn shots_near(&self, places: impl Iterator<Item = Vector>) -> Vec<u64> {
        let mut near = vec![0; self.broadphase.words()];
        for place in places {
            for (word, more) in near.iter_mut().zip(self.broadphase.at(place)) {
                *word |= more;
            }
        }
        near
    }

    fn base_outcome(&self, index: usize, may_touch: bool) -> BaseOutcome {
        let untouched = BaseOutcome {
            touched: 0,
            after: None,
            paths: Vec::new(),
        };
        let Some(shot) = self.lattice.executed()[index].shot.filter(|_| may_touch) else {
            return untouched;
        };
        let mut paths = Vec::new();
        let throw = throw(&self.stones, self.free, shot);
        let Ok(outcome) = self.curling.physics().follow(&throw, &mut paths) else {
            return untouched;
        };
        if outcome.contacts == 0 {
            return untouched;
        }
        let first = paths.iter().position(|path| path.slot == self.free);
        first.map(|first| paths.remove(first));
        BaseOutcome {
            touched: outcome.moved & !(1 << self.free),
            after: Some(Box::new(outcome.stones)),
            paths,
        }
    }

    /// Returns the base position.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Returns the difference between a position and the base position.
    pub fn changes(&self, stones: &Stones) -> Changes {
        let mut changes = Changes {
            slots: 0,
            places: [Vector::ZERO; SLOTS],
            count: 0,
            shots: Vec::new(),
        };
        for slot in bits(stones.mask() | self.stones.mask()) {
            let [was, is] = [&self.stones, stones].map(|all| all.get(slot).map(|stone| stone.at));
            if was == is {
                continue;
            }
            changes.slots |= 1 << slot;
            if let Some(place) = is {
                changes.places[changes.count] = place;
                changes.count += 1;
            }
        }
        let places = changes.places[..changes.count].iter().copied();
        changes.shots = self.shots_near(places);
        changes
    }

    /// Returns the effect of a shot on a position with these changes, thrown with the stone of a
    /// slot that is free there.
    pub fn effect(&self, shot: u32, stones: &Stones, changes: &Changes, slot: usize) -> Effect {
        let index = shot as usize;
        let base = &self.outcomes[index];
        if changes.may_alter(index, base) {
            return self.simulated(index, stones, slot);
        }
        match &base.after {
            None => Effect::Lands(self.broadphase.landings()[index]),
            Some(_) => Effect::Repeats,
        }
    }

    /// Returns the stones after a shot whose outcome in a position is that of the base position;
    /// unchanged if it touched none there.
    pub fn repeated(&self, shot: u32, stones: &Stones, slot: usize) -> Stones {
        let mut result = *stones;
        let base = &self.outcomes[shot as usize];
        let Some(after) = &base.after else {
            return result;
        };
        let moved = bits(base.touched).map(|slot| (slot, slot));
        for (from, to) in moved.chain([(self.free, slot)]) {
            match after.get(from) {
                Some(stone) => result.put(to, stone),
                None => result.remove(to),
            }
        }
        result
    }

    /// Returns the lattice indices of the shots that moved a stone of the base position.
    pub fn hits(&self) -> impl Iterator<Item = u32> + '_ {
        let outcomes = (0..).zip(&self.outcomes);
        outcomes.filter_map(|(shot, outcome)| outcome.after.as_ref().map(|_| shot))
    }

    fn simulated(&self, index: usize, stones: &Stones, slot: usize) -> Effect {
        let landing = Effect::Lands(self.broadphase.landings()[index]);
        let Some(shot) = self.lattice.executed()[index].shot else {
            return landing;
        };
        let throw = throw(stones, slot, shot);
        match self.curling.physics().throw(Mode::Fast, &throw) {
            Ok(outcome) if outcome.contacts > 0 => Effect::Moves(outcome.stones),
            _ => landing,
        }
    }
}

impl Changes {
    /// Returns the slot and the place of the added stone if it is the only change, else `None`.
    pub fn added(&self, base: &Stones) -> Option<(usize, Vector)> {
        let slot = self.slots.trailing_zeros() as usize;
        let alone = self.slots.is_power_of_two() && self.count == 1 && !base.holds(slot);
        alone.then(|| (slot, self.places[0]))
    }

    /// Returns whether the outcome of a shot may differ from that in the base position.
    #[inline]
    fn may_alter(&self, index: usize, base: &BaseOutcome) -> bool {
        if base.touched & self.slots != 0 || self.shots[index / 64] >> (index % 64) & 1 == 1 {
            return true;
        }
        let places = &self.places[..self.count];
        let near = |path: &PathSegment, place: Vector| path.distance(place) < NEAR + path.deviation;
        base.paths
            .iter()
            .any(|path| places.iter().any(|&place| near(path, place)))
    }
}

fn throw(stones: &Stones, slot: usize, shot: Shot) -> Throw {
    Throw {
        stones: *stones,
        slot,
        shot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::players::lattice::Settings;
    use lookahead::Seed;
    use rand::{Rng, RngExt};

    fn scattered(stones: &mut Stones, slots: std::ops::Range<usize>, rng: &mut impl Rng) {
        for slot in slots {
            for _ in 0..20 {
                let at = Vector::new(rng.random_range(-1.5..1.5), rng.random_range(-3.5..1.5));
                let apart = |other: Vector| (other - at).length() > 0.3;
                if stones.iter().all(|(_, other)| apart(other.at)) {
                    stones.place(slot, at);
                    break;
                }
            }
        }
    }

    /// Returns the outcome by the reference implementation: the shot is simulated.
    fn simulated_outcome(
        game: &Curling,
        stones: &Stones,
        slot: usize,
        shot: Shot,
    ) -> (Stones, u32) {
        let throw = throw(stones, slot, shot);
        let outcome = game.physics().throw(Mode::Fast, &throw).unwrap();
        (outcome.stones, outcome.contacts)
    }

    #[test]
    fn shots_do_in_changed_positions_what_their_simulation_does() {
        for name in ["paper", "dc3"] {
            let game = Curling::new(Conditions::named(name).unwrap()).unwrap();
            let lattice = Lattice::new(&game, &Settings::default()).unwrap();
            let broadphase = Broadphase::new(&game, &lattice);
            let mut rng = Seed(11).rng();
            let (mut repeated, mut moved) = (0, 0);
            for _ in 0..6 {
                let mut before = Stones::none();
                scattered(&mut before, 0..5, &mut rng);
                let reuse = OutcomeReuse::new(&game, &lattice, &broadphase, &before, 5);
                for _ in 0..4 {
                    let mut now = before;
                    if rng.random() {
                        now.remove(rng.random_range(0..5));
                    }
                    scattered(&mut now, 5..6, &mut rng);
                    let changes = reuse.changes(&now);
                    for shot in (0..lattice.executed().len()).step_by(7) {
                        let thrown = lattice.executed()[shot].shot.unwrap();
                        let (after, contacts) = simulated_outcome(&game, &now, 6, thrown);
                        repeated += u32::from(!changes.may_alter(shot, &reuse.outcomes[shot]));
                        let effect = match reuse.effect(shot as u32, &now, &changes, 6) {
                            Effect::Repeats => Effect::Moves(reuse.repeated(shot as u32, &now, 6)),
                            other => other,
                        };
                        match effect {
                            Effect::Repeats => unreachable!("replaced"),
                            Effect::Lands(landing) => {
                                assert_eq!(contacts, 0, "shot {shot}");
                                let at = after.get(6).map(|stone| stone.at);
                                assert_eq!(landing == Landing::Out, at.is_none());
                            }
                            Effect::Moves(stones) => {
                                assert!(contacts > 0, "shot {shot}");
                                moved += 1;
                                assert_eq!(stones.mask(), after.mask(), "shot {shot}");
                                for ((_, a), (_, b)) in stones.iter().zip(after.iter()) {
                                    assert!((a.at - b.at).length() < 1e-6, "shot {shot}");
                                }
                            }
                        }
                    }
                }
            }
            let looked_at = 24 * lattice.executed().len() as u32 / 7;
            assert!(repeated > looked_at * 3 / 4, "{repeated} of {looked_at}");
            assert!(moved > looked_at / 10);
        }
    }
}
