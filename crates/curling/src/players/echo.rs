//! What every shot of a lattice does to a position, found once and used again in positions that
//! differ from it by little.
//!
//! A search that looks two shots ahead throws the same thousands of shots at thousands of
//! positions, and most of these are the first one with a stone more. A shot that touches other
//! stones than the changed ones, and whose stones all keep away from them, does there what it did
//! here. So each shot is followed once ([`Physics::follow`](crate::physics::Physics::follow)), with
//! the ways its stones took; in another position it is simulated again only if something that is
//! different there touches one of these ways.
//!
//! Rules are not applied here: what a shot leaves may still have to be put back.

use super::lattice::Lattice;
use super::reach::{Landing, Reach};
use crate::arena_game::Curling;
use crate::physics::{Mode, PathSegment, Throw};
use crate::sheet::RADIUS;
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones, bits};
use crate::vector::Vector;
use rayon::prelude::*;

/// A stone nearer than this to a way, its bow apart, may touch it: two radii and what a trail is
/// not exact by.
const NEAR: f64 = 2.0 * RADIUS + 0.015;

/// What a shot does to the stones of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "it lives for a moment, on the stack"
)]
pub enum Effect {
    /// Touches none and stops there, or leaves play.
    Lands(Landing),
    /// Moves those that it moved in the first position, to the same places; see [`Echo::repeated`].
    Repeats,
    /// Moves some: these lie there afterwards.
    Moves(Stones),
}

/// What a shot did to the first position.
#[derive(Clone, Debug)]
struct Sound {
    /// The slots of the stones it moved, its own apart.
    touched: u16,
    /// The stones afterwards, its own in the free slot; nothing if it touched none.
    after: Option<Box<Stones>>,
    /// The ways of the stones, but for the thrown one's way to its first contact, of which
    /// [`Reach`] knows more.
    ways: Vec<PathSegment>,
}

/// The shots of a lattice in a position and in those like it.
#[derive(Clone, Debug)]
pub struct Echo<'a> {
    curling: &'a Curling,
    lattice: &'a Lattice,
    reach: &'a Reach,
    stones: Stones,
    /// The slot that the shots were thrown with.
    free: usize,
    sounds: Vec<Sound>,
}

/// How a position differs from the first one.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The slots that hold another stone, or none, or one where there was none.
    slots: u16,
    /// Where the stones are now that were not there.
    places: [Vector; SLOTS],
    count: usize,
    /// The shots whose first way may touch one of these.
    shots: Vec<u64>,
}

impl<'a> Echo<'a> {
    /// Throws every shot of a lattice at a position, with a stone of a slot that is free.
    ///
    /// # Panics
    /// If the slot is not.
    pub fn new(
        curling: &'a Curling,
        lattice: &'a Lattice,
        reach: &'a Reach,
        stones: &Stones,
        free: usize,
    ) -> Self {
        assert!(
            free < SLOTS && !stones.holds(free),
            "a slot without a stone"
        );
        let mut echo = Echo {
            curling,
            lattice,
            reach,
            stones: *stones,
            free,
            sounds: Vec::new(),
        };
        let near = echo.shots_near(stones.iter().map(|(_, stone)| stone.at));
        let shots = 0..lattice.executed().len();
        let sounds = shots.into_par_iter().with_min_len(64).map(|index| {
            let may_touch = near[index / 64] >> (index % 64) & 1 == 1;
            echo.sound(index, may_touch)
        });
        echo.sounds = sounds.collect();
        echo
    }

    /// The shots whose way to where they stop may touch a stone at one of these places.
    fn shots_near(&self, places: impl Iterator<Item = Vector>) -> Vec<u64> {
        let mut near = vec![0; self.reach.words()];
        for place in places {
            for (word, more) in near.iter_mut().zip(self.reach.at(place)) {
                *word |= more;
            }
        }
        near
    }

    fn sound(&self, index: usize, may_touch: bool) -> Sound {
        let silence = Sound {
            touched: 0,
            after: None,
            ways: Vec::new(),
        };
        let Some(shot) = self.lattice.executed()[index].shot.filter(|_| may_touch) else {
            return silence;
        };
        let mut ways = Vec::new();
        let throw = throw(&self.stones, self.free, shot);
        let Ok(outcome) = self.curling.physics().follow(&throw, &mut ways) else {
            return silence;
        };
        if outcome.contacts == 0 {
            return silence;
        }
        let first = ways.iter().position(|way| way.slot == self.free);
        first.map(|first| ways.remove(first));
        Sound {
            touched: outcome.moved & !(1 << self.free),
            after: Some(Box::new(outcome.stones)),
            ways,
        }
    }

    /// The first position.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// How a position differs from the first one.
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

    /// What a shot does to a position that differs so, thrown with a stone of a slot that is free
    /// there.
    pub fn effect(&self, shot: u32, stones: &Stones, changes: &Changes, slot: usize) -> Effect {
        let index = shot as usize;
        let sound = &self.sounds[index];
        if changes.disturb(index, sound) {
            return self.simulated(index, stones, slot);
        }
        match &sound.after {
            None => Effect::Lands(self.reach.landings()[index]),
            Some(_) => Effect::Repeats,
        }
    }

    /// The stones after a shot that does in a position what it did in the first one; the same
    /// stones if it touched none there.
    pub fn repeated(&self, shot: u32, stones: &Stones, slot: usize) -> Stones {
        let mut result = *stones;
        let sound = &self.sounds[shot as usize];
        let Some(after) = &sound.after else {
            return result;
        };
        let moved = bits(sound.touched).map(|slot| (slot, slot));
        for (from, to) in moved.chain([(self.free, slot)]) {
            match after.get(from) {
                Some(stone) => result.put(to, stone),
                None => result.remove(to),
            }
        }
        result
    }

    /// The numbers of the shots that moved a stone of the first position.
    pub fn hits(&self) -> impl Iterator<Item = u32> + '_ {
        let sounds = (0..).zip(&self.sounds);
        sounds.filter_map(|(shot, sound)| sound.after.as_ref().map(|_| shot))
    }

    fn simulated(&self, index: usize, stones: &Stones, slot: usize) -> Effect {
        let landing = Effect::Lands(self.reach.landings()[index]);
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
    /// The slot and the place of the one stone that was put there besides the first ones; nothing
    /// if anything else is different.
    pub fn added(&self, first: &Stones) -> Option<(usize, Vector)> {
        let slot = self.slots.trailing_zeros() as usize;
        let alone = self.slots.is_power_of_two() && self.count == 1 && !first.holds(slot);
        alone.then(|| (slot, self.places[0]))
    }

    /// Whether a shot may do something else here.
    #[inline]
    fn disturb(&self, index: usize, sound: &Sound) -> bool {
        if sound.touched & self.slots != 0 || self.shots[index / 64] >> (index % 64) & 1 == 1 {
            return true;
        }
        let places = &self.places[..self.count];
        let near = |way: &PathSegment, place: Vector| way.distance(place) < NEAR + way.deviation;
        sound
            .ways
            .iter()
            .any(|way| places.iter().any(|&place| near(way, place)))
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

    /// The definition: the shot is simulated.
    fn twin(game: &Curling, stones: &Stones, slot: usize, shot: Shot) -> (Stones, u32) {
        let throw = throw(stones, slot, shot);
        let outcome = game.physics().throw(Mode::Fast, &throw).unwrap();
        (outcome.stones, outcome.contacts)
    }

    #[test]
    fn shots_do_in_changed_positions_what_their_simulation_does() {
        for name in ["paper", "dc3"] {
            let game = Curling::new(Conditions::named(name).unwrap()).unwrap();
            let lattice = Lattice::new(&game, &Settings::default()).unwrap();
            let reach = Reach::new(&game, &lattice);
            let mut rng = Seed(11).rng();
            let (mut repeated, mut moved) = (0, 0);
            for _ in 0..6 {
                let mut before = Stones::none();
                scattered(&mut before, 0..5, &mut rng);
                let echo = Echo::new(&game, &lattice, &reach, &before, 5);
                for _ in 0..4 {
                    let mut now = before;
                    if rng.random() {
                        now.remove(rng.random_range(0..5));
                    }
                    scattered(&mut now, 5..6, &mut rng);
                    let changes = echo.changes(&now);
                    for shot in (0..lattice.executed().len()).step_by(7) {
                        let thrown = lattice.executed()[shot].shot.unwrap();
                        let (after, contacts) = twin(&game, &now, 6, thrown);
                        repeated += u32::from(!changes.disturb(shot, &echo.sounds[shot]));
                        let effect = match echo.effect(shot as u32, &now, &changes, 6) {
                            Effect::Repeats => Effect::Moves(echo.repeated(shot as u32, &now, 6)),
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
