//! `bench curling`: shots a second on a fixed set of positions.
//!
//! For each platform, among ten stones: draws that touch nothing, take-outs that hit one stone, and
//! hits of whatever comes in the way (two contacts on average), by the fast simulation; draws and
//! hits in turn by the exact one, many side by side and one after the other, all on one core; and
//! the fast draws and hits on all cores. A realistic mix, by the fast simulation on one core, has
//! positions that were played and a third of shots each without contact, with one, and with
//! several. Positions and shots are made from a fixed seed when a measurement starts, not before.

use super::ice::Model;
use crate::bench::{Bench, Measure};
use curling::delivery::aim::{self, Weight};
use curling::physics::{Mode, Outcome, Physics, Throw, ThrowError};
use curling::sheet::RADIUS;
use curling::{Stones, Turn, Vector};
use lookahead::Seed;
use rand::{Rng, RngExt};
use std::cell::OnceCell;

/// Stones in play.
const IN_PLAY: usize = 10;
/// Shots that have been played in a realistic position; ten stones are left on average.
const PLAYED: usize = 12;

/// The kind of shots.
#[derive(Clone, Copy)]
enum Work {
    Draws,
    TakeOuts,
    Hits,
    /// Draws and hits in turn.
    Mix,
    /// No contact, one, and several in turn, in positions that were played.
    Realistic,
}

/// The way many shots are simulated.
#[derive(Clone, Copy)]
enum Way {
    /// One after the other.
    Singly,
    /// All at once, on one core.
    OneCore,
    /// All at once, on all cores.
    AllCores,
}

/// Returns the benchmarks of curling, to be registered by a binary.
pub fn benches() -> Vec<Bench> {
    use Model::{Dc2, Fcv1, Legacy};
    vec![
        fast("curling-fast-draw-legacy", Legacy, Work::Draws),
        fast("curling-fast-draw-dc2", Dc2, Work::Draws),
        fast("curling-fast-draw-fcv1", Fcv1, Work::Draws),
        fast("curling-fast-takeout-legacy", Legacy, Work::TakeOuts),
        fast("curling-fast-takeout-dc2", Dc2, Work::TakeOuts),
        fast("curling-fast-takeout-fcv1", Fcv1, Work::TakeOuts),
        fast("curling-fast-hit-legacy", Legacy, Work::Hits),
        fast("curling-fast-hit-dc2", Dc2, Work::Hits),
        fast("curling-fast-hit-fcv1", Fcv1, Work::Hits),
        realistic("curling-fast-realistic-legacy", Legacy),
        realistic("curling-fast-realistic-dc2", Dc2),
        realistic("curling-fast-realistic-fcv1", Fcv1),
        exact("curling-exact-mix-legacy", Legacy, Way::OneCore),
        exact("curling-exact-mix-dc2", Dc2, Way::OneCore),
        exact("curling-exact-mix-fcv1", Fcv1, Way::OneCore),
        exact("curling-exact-singly-legacy", Legacy, Way::Singly),
        exact("curling-exact-singly-dc2", Dc2, Way::Singly),
        exact("curling-exact-singly-fcv1", Fcv1, Way::Singly),
        batch("curling-batch-mix-legacy", Legacy),
        batch("curling-batch-mix-dc2", Dc2),
        batch("curling-batch-mix-fcv1", Fcv1),
    ]
}

fn fast(name: &'static str, model: Model, work: Work) -> Bench {
    shots(name, model, work, 256, Mode::Fast, Way::Singly)
}

/// More shots than the others: a few pushes of many steps weigh as much as all the rest.
fn realistic(name: &'static str, model: Model) -> Bench {
    shots(name, model, Work::Realistic, 3072, Mode::Fast, Way::Singly)
}

fn exact(name: &'static str, model: Model, way: Way) -> Bench {
    shots(name, model, Work::Mix, 256, Mode::Exact, way)
}

fn batch(name: &'static str, model: Model) -> Bench {
    shots(name, model, Work::Mix, 4096, Mode::Fast, Way::AllCores)
}

fn shots(name: &'static str, model: Model, work: Work, count: u64, mode: Mode, way: Way) -> Bench {
    let prepared = OnceCell::new();
    Bench::new(name, "shots", move || {
        let (physics, throws): &(Physics, Vec<Throw>) = prepared.get_or_init(|| {
            let physics = Physics::new(model.parameters()).expect("a platform's ice is ice");
            let throw = |index| throw(&physics, work, index);
            let throws = (0..count).map(throw).collect();
            (physics, throws)
        });
        let outcomes = match way {
            Way::Singly => {
                let outcomes = throws.iter().map(|throw| physics.throw(mode, throw));
                return Measure::new(count, outcomes.map(|outcome| digest(&outcome)));
            }
            Way::OneCore => one_core(|| physics.throw_all(mode, throws)),
            Way::AllCores => physics.throw_all(mode, throws),
        };
        Measure::new(count, outcomes.iter().map(digest))
    })
}

/// Runs the work on one core, whatever the number of threads.
fn one_core<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("one thread can be started").install(work)
}

/// Returns a cheap hash of an outcome: the stones in play and the places of those that moved.
fn digest(outcome: &Result<Outcome, ThrowError>) -> f64 {
    let outcome = outcome.as_ref().expect("our own shots can be thrown");
    let (mut sum, mut moved) = (f64::from(outcome.stones.mask()), outcome.moved);
    while moved != 0 {
        let slot = moved.trailing_zeros();
        let at = outcome.stones.get(slot as usize).unwrap_or_default().at;
        sum += at.x * f64::from(slot + 1) + at.y;
        moved &= moved - 1;
    }
    sum
}

/// Returns the throw of an index: the same for every platform but for the ice.
fn throw(physics: &Physics, work: Work, index: u64) -> Throw {
    let rng = &mut Seed(1).stream(index).rng();
    let contacts = match work {
        Work::Draws => 0..=0,
        Work::Mix if index.is_multiple_of(2) => 0..=0,
        Work::TakeOuts => 1..=1,
        Work::Hits | Work::Mix => 1..=u32::MAX,
        Work::Realistic => match index % 3 {
            0 => 0..=0,
            1 => 1..=1,
            _ => 2..=u32::MAX,
        },
    };
    // A draw that meets something is none: look for another.
    let draws = contacts.contains(&0);
    let any = |rng: &mut _| match work {
        Work::Realistic => throw_into(physics, &played(physics, rng), PLAYED, draws, rng),
        _ => any_throw(physics, draws, rng),
    };
    let mut throws = std::iter::from_fn(|| Some(any(rng)));
    let fits = |throw: &Throw| {
        let outcome = physics.throw(Mode::Fast, throw);
        contacts.contains(&outcome.expect("our own shots can be thrown").contacts)
    };
    let fitting = throws.find(fits);
    fitting.expect("there is always another")
}

fn any_throw(physics: &Physics, draw: bool, rng: &mut impl Rng) -> Throw {
    let turn = Turn::BOTH[rng.random_range(0..2)];
    let (sheet, ways) = (&physics.parameters().sheet, physics.deliveries());
    let stones = position(rng);
    let shot = if draw {
        aim::draw(&ways, sheet, somewhere(rng, 1.5, -1.5..1.0), turn)
    } else {
        let target = stones.get(rng.random_range(0..IN_PLAY));
        let target = target.expect("ten stones are in play").at;
        let weight = Weight::Beyond(rng.random_range(2.0..8.0));
        aim::through(&ways, sheet, target, turn, weight)
    };
    Throw {
        stones,
        slot: IN_PLAY,
        shot: shot.expect("a target on the sheet can be reached"),
    }
}

/// Returns a draw, or a shot at about one of the stones.
fn throw_into(
    physics: &Physics,
    stones: &Stones,
    slot: usize,
    draw: bool,
    rng: &mut impl Rng,
) -> Throw {
    let turn = Turn::BOTH[rng.random_range(0..2)];
    let (sheet, ways) = (&physics.parameters().sheet, physics.deliveries());
    let lying: Vec<_> = stones.iter().map(|(_, stone)| stone.at).collect();
    let shot = if draw || lying.is_empty() {
        aim::draw(&ways, sheet, somewhere(rng, 1.5, -3.0..1.0), turn)
    } else {
        let stone = lying[rng.random_range(0..lying.len())];
        let target = stone + Vector::new(rng.random_range(-0.2..0.2), 0.0);
        let weight = Weight::Beyond(rng.random_range(1.0..8.0));
        aim::through(&ways, sheet, target, turn, weight)
    };
    Throw {
        stones: *stones,
        slot,
        shot: shot.expect("a target on the sheet can be reached"),
    }
}

/// The stones of an end after some shots, three draws to a hit: many lie near each other.
fn played(physics: &Physics, rng: &mut impl Rng) -> Stones {
    (0..PLAYED).fold(Stones::none(), |stones, slot| {
        let draw = rng.random_range(0..4) != 0;
        let throw = throw_into(physics, &stones, slot, draw, rng);
        let outcome = physics.throw(Mode::Fast, &throw);
        outcome.expect("our own shots can be thrown").stones
    })
}

/// Ten stones around the house, none touching another.
fn position(rng: &mut impl Rng) -> Stones {
    let mut stones = Stones::none();
    while stones.count() < IN_PLAY {
        let at = somewhere(rng, 1.9, -4.5..1.5);
        if stones
            .iter()
            .all(|(_, other)| (other.at - at).length() > 2.1 * RADIUS)
        {
            stones.place(stones.count(), at);
        }
    }
    stones
}

fn somewhere(rng: &mut impl Rng, side: f64, along: std::ops::Range<f64>) -> Vector {
    Vector::new(rng.random_range(-side..side), rng.random_range(along))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measurement_is_of_curling_and_has_a_name_of_its_own() {
        let benches = benches();
        let mut names: Vec<_> = benches.iter().map(Bench::name).collect();
        assert!(names.iter().all(|name| name.starts_with("curling-")));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), benches.len());
    }

    #[test]
    fn stones_of_a_position_do_not_touch() {
        for index in 0..50 {
            let stones = position(&mut Seed(3).stream(index).rng());
            assert_eq!(stones.count(), IN_PLAY);
            for (slot, stone) in stones.iter() {
                let others = stones.iter().filter(|(other, _)| *other < slot);
                let nearest = others.map(|(_, other)| (other.at - stone.at).length());
                assert!(nearest.fold(f64::INFINITY, f64::min) > 2.0 * RADIUS);
            }
        }
    }
}
