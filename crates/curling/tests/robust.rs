//! Robustness against absurd input: the physics answers with an error or with a valid position, and
//! soon.

use curling::physics::{
    Mode, Outcome, Parameters, Physics, Surface, Sweeping, Throw, Wear, WearRate,
};
use curling::stones::SLOTS;
use curling::{Passages, Shot, Stone, Stones, Sweep, Turn, Vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// The longest time of any shot.
const PATIENCE: Duration = Duration::from_secs(2);
/// The distance, in metres, by which a stone may lie outside the bounds as computed here: single
/// precision draws the line elsewhere.
const ROUNDING: f64 = 1e-5;

fn pick<T: Copy>(rng: &mut Pcg64Mcg, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}

/// Unusual numbers.
fn odd(rng: &mut Pcg64Mcg) -> f64 {
    let odd = [
        0.0,
        -0.0,
        f64::MIN_POSITIVE,
        -1e-310, // denormal
        1e-40,   // denormal in single precision
        1e-8,
        99.9,
        -100.0,
        101.0,
        1e30,
        -1e39, // infinite in single precision
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    pick(rng, &odd)
}

/// Positions of stones: in the open, on one spot, in a heap, in a touching row, off the sheet.
fn places(rng: &mut Pcg64Mcg) -> impl FnMut(&mut Pcg64Mcg) -> Vector + use<> {
    let kind = rng.random_range(0..5);
    let centre = Vector::new(rng.random_range(-2.2..2.2), rng.random_range(-6.0..1.9));
    let spacing = pick(rng, &[0.29, 0.2899999, 0.2900001, 0.285, 0.1]);
    let mut placed = 0;
    move |rng| {
        placed += 1;
        let anywhere = |rng: &mut Pcg64Mcg, width: f64, length: f64| {
            Vector::new(
                rng.random_range(-width..width),
                rng.random_range(-length..length),
            )
        };
        match kind {
            0 => Vector::new(rng.random_range(-2.2..2.2), rng.random_range(-6.2..1.9)),
            1 => centre,
            2 => centre + anywhere(rng, 0.3, 0.3),
            3 => centre + Vector::new(0.0, spacing * f64::from(placed)),
            _ => anywhere(rng, 5.0, 45.0),
        }
    }
}

fn stones(rng: &mut Pcg64Mcg) -> Stones {
    let mut place = places(rng);
    let mut stones = Stones::none();
    for slot in 0..rng.random_range(0..=SLOTS) {
        let mut at = place(rng);
        let mut angle = rng.random_range(-10.0..10.0);
        match rng.random_range(0..1000) {
            0 => at.x = odd(rng),
            1 => at.y = odd(rng),
            2 => angle = odd(rng),
            _ => {}
        }
        stones.put(slot, Stone { at, angle });
    }
    stones
}

/// From draws to shots backwards and at any speed; now and then what is no number.
fn shot(rng: &mut Pcg64Mcg, parameters: &Parameters) -> Shot {
    let fastest = parameters.fastest();
    let draw = if fastest > 50.0 { 29.6 } else { 2.4 };
    let (speed, heading) = match rng.random_range(0..20) {
        0 => (0.0, 0.0),
        1 => (
            rng.random_range(0.0..fastest),
            rng.random_range(-std::f64::consts::PI..std::f64::consts::PI),
        ),
        2 => (fastest, rng.random_range(-0.1..0.1)),
        3 => (rng.random_range(0.0..1e-3) * draw, 0.0),
        4..=7 => (
            rng.random_range(1.0..2.0) * draw,
            rng.random_range(-0.07..0.07),
        ),
        _ => (
            rng.random_range(0.9..1.1) * draw,
            rng.random_range(-0.07..0.07),
        ),
    };
    let mut velocity = Vector::new(f64::sin(heading), f64::cos(heading)) * speed;
    match rng.random_range(0..60) {
        0 => velocity.x = odd(rng),
        1 => velocity.y = odd(rng),
        2 => velocity = Vector::new(odd(rng), odd(rng)),
        _ => {}
    }
    let rate = match rng.random_range(0..20) {
        0 => Some(odd(rng)),
        1 => Some(rng.random_range(-100.0..100.0)),
        _ => None,
    };
    Shot {
        velocity,
        turn: pick(rng, &Turn::BOTH),
        rate,
        sweep: None,
    }
}

fn absurd(rng: &mut Pcg64Mcg, parameters: &Parameters) -> Throw {
    let slot = match rng.random_range(0..200) {
        0 => pick(rng, &[SLOTS, usize::MAX]),
        _ => rng.random_range(0..SLOTS),
    };
    Throw {
        stones: stones(rng),
        slot,
        shot: shot(rng, parameters),
    }
}

/// Whether a throw is curling at all: what is refused must be refused for a reason, and what is not
/// must not.
fn is_possible(throw: &Throw, fastest: f64) -> bool {
    let near = |stone: Stone| {
        stone.at.x.abs() <= 100.0 && stone.at.y.abs() <= 100.0 && stone.angle.abs() < 1e6
    };
    throw.slot < SLOTS
        && throw.shot.velocity.length() <= fastest
        && throw.shot.rate.is_none_or(|rate| rate.abs() <= 100.0)
        && throw.stones.iter().all(|(_, stone)| near(stone))
}

/// Returns the defect of an outcome, if any.
fn fault(parameters: &Parameters, throw: &Throw, outcome: &Outcome) -> Option<String> {
    let bounds = &parameters.bounds;
    let known = throw.stones.mask() | 1 << throw.slot;
    if outcome.stones.mask() & !known != 0 {
        return Some("a stone came from nowhere".to_owned());
    }
    if outcome.moved & !known != 0 || outcome.moved & (1 << throw.slot) == 0 {
        return Some(format!("{:b} moved", outcome.moved));
    }
    for (slot, Stone { at, angle }) in outcome.stones.iter() {
        let region = if bounds.all_must_rest_inside || slot == throw.slot {
            bounds.resting
        } else {
            bounds.moving
        };
        let inside = at.x.abs() < region.side + ROUNDING
            && at.y > region.front - ROUNDING
            && at.y < region.back + ROUNDING;
        if !inside {
            return Some(format!("the stone in slot {slot} lies at {at:?}"));
        }
        if !angle.is_finite() {
            return Some(format!("the stone in slot {slot} has turned by {angle}"));
        }
    }
    None
}

/// Throws many absurd stones; returns the number of those that were possible.
fn bombard(parameters: Parameters, mode: Mode, seed: u128, throws: usize) -> usize {
    let mut rng = Pcg64Mcg::new(seed);
    let physics = Physics::new(parameters).expect("valid parameters");
    let parameters = physics.parameters();
    let mut possible = 0;
    for number in 0..throws {
        let throw = absurd(&mut rng, parameters);
        let begun = Instant::now();
        let result = physics.throw(mode, &throw);
        let took = begun.elapsed();
        assert!(
            took < PATIENCE,
            "throw {number} took {took:?} {mode:?}: {throw:?}"
        );
        assert_eq!(
            result.is_ok(),
            is_possible(&throw, parameters.fastest()),
            "throw {number} {mode:?}: {result:?} of {throw:?}"
        );
        match result {
            Ok(outcome) => {
                let fault = fault(parameters, &throw, &outcome);
                assert_eq!(fault, None, "throw {number} {mode:?}: {throw:?}");
                possible += 1;
            }
            Err(error) => assert!(error.to_string().len() > 10, "{error:?}"),
        }
    }
    possible
}

#[test]
fn absurd_throws_in_fast_mode_end_soon_and_well() {
    for (seed, parameters, throws) in [
        (1, Parameters::legacy(), 60_000),
        (2, Parameters::dc2(), 20_000),
        (3, Parameters::dc2_repaired(), 10_000),
        (4, Parameters::fcv1(), 10_000),
    ] {
        let possible = bombard(parameters, Mode::Fast, seed, throws);
        assert!(possible > throws / 2, "mostly throws that are simulated");
    }
}

#[test]
fn absurd_throws_in_exact_mode_end_soon_and_well() {
    for (seed, parameters, throws) in [
        (5, Parameters::legacy(), 500),
        (6, Parameters::dc2(), 300),
        (7, Parameters::fcv1(), 120),
    ] {
        let possible = bombard(parameters, Mode::Exact, seed, throws);
        assert!(possible > throws / 2, "mostly throws that are simulated");
    }
}

#[test]
fn absurd_throws_among_others_give_what_they_give_alone() {
    for parameters in [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()] {
        let physics = Physics::new(parameters).unwrap();
        let mut rng = Pcg64Mcg::new(8);
        let throws: Vec<_> = (0..70)
            .map(|_| absurd(&mut rng, physics.parameters()))
            .collect();
        for mode in [Mode::Fast, Mode::Exact] {
            let together = physics.throw_all(mode, &throws);
            for (throw, result) in throws.iter().zip(together) {
                // As text: an error may hold what is no number, which equals nothing.
                let alone = format!("{:?}", physics.throw(mode, throw));
                assert_eq!(format!("{result:?}"), alone, "{mode:?} {throw:?}");
            }
        }
    }
}

/// Returns ice that many stones have run on, and that may be swept.
fn uneven(parameters: Parameters) -> Physics {
    let physics = Physics::new(parameters).unwrap();
    let mut passages = Passages::NONE;
    for aside in -20..20 {
        let speed = physics.parameters().fastest() / 4.0;
        let velocity = Vector::new(f64::from(aside) * 0.003, 1.0) * speed;
        let throw = Throw {
            stones: Stones::none(),
            slot: 0,
            shot: Shot::new(velocity, Turn::Clockwise),
        };
        let counted = physics.throw_counting(Mode::Fast, &throw, &mut passages);
        counted.unwrap();
    }
    let rate = WearRate {
        each: 0.01,
        most: 0.2,
    };
    let surface = Surface {
        sweeping: Some(Sweeping::default()),
        wear: Some(Wear { rate, passages }),
    };
    physics.on(surface).unwrap()
}

#[test]
fn absurd_throws_on_uneven_ice_and_traces_of_them_end_soon_and_well() {
    for (parameters, throws) in [(Parameters::legacy(), 60), (Parameters::fcv1(), 12)] {
        let physics = uneven(parameters);
        let parameters = physics.parameters();
        let mut rng = Pcg64Mcg::new(9);
        for _ in 0..throws {
            let mut throw = absurd(&mut rng, parameters);
            let (from, to) = (odd(&mut rng), odd(&mut rng));
            throw.shot.sweep = match rng.random_range(0..4) {
                0 => None,
                1 => Some(Sweep::full(from, to)),
                _ => Some(Sweep::full(-10.0, 0.0)),
            };
            for mode in [Mode::Fast, Mode::Exact] {
                let begun = Instant::now();
                if let Ok(outcome) = physics.throw(mode, &throw) {
                    assert_eq!(fault(parameters, &throw, &outcome), None, "{throw:?}");
                }
                let sink = &mut |_, stones: &Stones| {
                    assert!(stones.iter().all(|(_, stone)| stone.at.is_finite()));
                };
                if let Ok(outcome) = physics.trace(mode, &throw, 0, sink) {
                    assert_eq!(fault(parameters, &throw, &outcome), None, "{throw:?}");
                }
                assert!(begun.elapsed() < 2 * PATIENCE, "{mode:?} {throw:?}");
            }
        }
    }
}
