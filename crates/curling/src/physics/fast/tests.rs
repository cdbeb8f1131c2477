//! Tests of the event-driven simulation against the time-stepping one.

use super::*;
use crate::physics::glide::AnyLaw;
use crate::physics::law::{CoulombStep, Fcv1Step};
use crate::physics::stepper::Stepper;
use crate::physics::{Ice, Mode, Physics, with_step_law};
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use proptest::prelude::*;

/// Reference: the time-stepping simulation in double precision, with the same steps and the same
/// rounding but for micrometres.
fn reference(parameters: &Parameters, throw: &Throw) -> Outcome {
    fn run<S: StepLaw<f64>>(law: S, parameters: &Parameters, throw: &Throw) -> Outcome {
        let mut stepper = Stepper::new(law, parameters, None, throw);
        stepper.advance_steps(u32::MAX);
        stepper.outcome()
    }
    with_step_law!(parameters, f64, law => run(law, parameters, throw))
}

fn simulate(parameters: &Parameters, mode: Mode, throw: &Throw) -> Outcome {
    let physics = Physics::new(parameters.clone()).unwrap();
    physics.throw(mode, throw).unwrap()
}

/// Returns the largest distance between the stones of two outcomes; infinite if different stones
/// are in play.
fn apart(one: &Outcome, other: &Outcome) -> f64 {
    if one.stones.mask() != other.stones.mask() {
        return f64::INFINITY;
    }
    let pairs = one.stones.iter().zip(other.stones.iter());
    let distances = pairs.map(|((_, a), (_, b))| (a.at - b.at).length());
    distances.fold(0.0, f64::max)
}

fn assert_matches_reference(parameters: &Parameters, throw: &Throw, tolerance: f64) -> Outcome {
    let fast = simulate(parameters, Mode::Fast, throw);
    let stepped = reference(parameters, throw);
    let off = apart(&fast, &stepped);
    assert!(off < tolerance, "{off} m: {fast:?}, not {stepped:?}");
    stepped
}

fn stones(places: &[(usize, Vector)]) -> Stones {
    places
        .iter()
        .map(|&(slot, at)| (slot, Stone { at, angle: 0.0 }))
        .collect()
}

/// Each platform with the speed of a draw and of a hit.
fn platforms() -> [(Parameters, f64, f64); 3] {
    [
        (Parameters::legacy(), 29.5, 33.0),
        (Parameters::dc2(), 29.5, 33.0),
        (Parameters::fcv1(), 2.4, 3.6),
    ]
}

fn shot(speed: f64, heading: f64, turn: Turn) -> Shot {
    let (sin, cos) = libm::sincos(heading);
    Shot::new(Vector::new(sin, cos) * speed, turn)
}

/// Calls `look` with the path of a stone delivered to an empty sheet.
fn with_path<T>(
    parameters: &Parameters,
    shot: &Shot,
    look: impl Fn(&dyn Fn(f64) -> Motion, f64) -> T,
) -> T {
    let law = AnyLaw::new(parameters);
    let glide = law.glide(law.released(shot, parameters.sheet.hack()));
    look(&|time| glide.at(time), glide.duration())
}

/// Returns the time of the first step at which a condition holds.
fn first_step(
    parameters: &Parameters,
    at: &dyn Fn(f64) -> Motion,
    so: impl Fn(Motion) -> bool,
) -> f64 {
    let mut times = (0..).map(|step| f64::from(step) * parameters.step);
    times.find(|&time| so(at(time))).unwrap()
}

/// Returns a direction turned counter-clockwise.
fn turned(direction: Vector, angle: f64) -> Vector {
    let (sin, cos) = libm::sincos(angle);
    direction * cos + direction.left() * sin
}

#[test]
fn a_stone_that_all_but_touches_at_a_step_touches_at_the_next() {
    for (parameters, _, hit) in platforms() {
        let shot = shot(hit, 0.01, Turn::Clockwise);
        let place = with_path(&parameters, &shot, |at, _| {
            let motion = at(first_step(&parameters, at, |motion| motion.at.y > -1.0));
            // It has half a millionth of a step to go.
            let gap = motion.velocity * (0.5e-6 * parameters.step);
            let ahead = motion.velocity * (1.0 / motion.velocity.length());
            motion.at + ahead * CONTACT_DISTANCE + gap
        });
        let throw = Throw {
            stones: stones(&[(0, place)]),
            slot: 1,
            shot,
        };
        let outcome = simulate(&parameters, Mode::Fast, &throw);
        assert_eq!((outcome.contacts, outcome.moved), (1, 0b11));
    }
}

#[test]
fn of_two_stones_reached_almost_together_the_first_is_hit_first() {
    for (parameters, _, hit) in platforms() {
        let shot = shot(1.05 * hit, -0.012, Turn::Clockwise);
        for (ahead, aside) in [(-0.2, 0.9), (-0.1, 1.0), (0.1, -1.0), (0.3, -0.8)] {
            let [first, second] = with_path(&parameters, &shot, |at, _| {
                let time = first_step(&parameters, at, |motion| motion.at.y > -1.0);
                // Touched in the middle of a step, and in the middle of the next.
                [(ahead, 0.5), (aside, 1.5)].map(|(angle, steps)| {
                    let motion = at(time + steps * parameters.step);
                    let heading = motion.velocity * (1.0 / motion.velocity.length());
                    motion.at + turned(heading, angle) * CONTACT_DISTANCE
                })
            });
            let throw = Throw {
                stones: stones(&[(0, second), (1, first)]),
                slot: 2,
                shot,
            };
            assert_matches_reference(&parameters, &throw, 0.001);
        }
    }
}

#[test]
fn a_stone_that_slowly_bends_towards_another_grazes_it() {
    for (parameters, draw, _) in platforms() {
        for left in [0.01, 0.03, 0.1, 0.2] {
            for angle in [1.2, 1.35, 1.5] {
                let shot = shot(draw, 0.02, Turn::CounterClockwise);
                let place = with_path(&parameters, &shot, |at, duration| {
                    let rest = at(duration).at;
                    let mut time = duration;
                    while (at(time).at - rest).length() < left {
                        time -= parameters.step;
                    }
                    let motion = at(time);
                    let heading = motion.velocity * (1.0 / motion.velocity.length());
                    motion.at + turned(heading, angle) * (CONTACT_DISTANCE - 1e-4)
                });
                let throw = Throw {
                    stones: stones(&[(0, place)]),
                    slot: 1,
                    shot,
                };
                let outcome = assert_matches_reference(&parameters, &throw, 0.001);
                assert!(outcome.contacts > 0);
            }
        }
    }
}

/// Returns the draw whose path turns back at `side`, to the right.
fn wide(parameters: &Parameters, speed: f64, side: f64) -> Shot {
    let farthest = |shot: &Shot| {
        with_path(parameters, shot, |at, duration| {
            let (mut early, mut late) = (0.0, duration - parameters.step);
            while late - early > 1e-9 {
                let middle = 0.5 * (early + late);
                if at(middle).velocity.x > 0.0 {
                    early = middle;
                } else {
                    late = middle;
                }
            }
            at(early).at.x
        })
    };
    let draw = |heading: f64| shot(speed, heading, Turn::CounterClockwise);
    let (mut low, mut high) = (0.0, 0.2);
    while high - low > 1e-12 {
        let middle = 0.5 * (low + high);
        if farthest(&draw(middle)) < side {
            low = middle;
        } else {
            high = middle;
        }
    }
    draw(high)
}

#[test]
fn a_stone_that_crosses_the_side_line_by_a_hair_and_comes_back_is_out() {
    for (parameters, draw, _) in platforms() {
        let side = parameters.bounds.moving.side;
        for (beyond, stays) in [(-0.0002, true), (0.0002, false), (0.001, false)] {
            let throw = Throw {
                stones: Stones::none(),
                slot: 0,
                shot: wide(&parameters, draw, side + beyond),
            };
            let outcome = assert_matches_reference(&parameters, &throw, 0.001);
            assert_eq!(outcome.stones.get(0).is_some(), stays);
        }
    }
}

#[test]
fn a_stone_beside_the_sheet_hits_those_that_it_keeps_awake() {
    // On the legacy platform stones of lower slots that are not asleep hold up a removal.
    let parameters = Parameters::legacy();
    let side = parameters.bounds.moving.side;
    for (stone, slot, hit) in [(0, 1, true), (1, 0, false)] {
        let shot = wide(&parameters, 29.5, side + 0.01);
        let place = with_path(&parameters, &shot, |at, _| {
            let time = first_step(&parameters, at, |motion| motion.at.x >= side);
            at(time).at + Vector::new(-0.1, 0.35)
        });
        let throw = Throw {
            stones: stones(&[(stone, place)]),
            slot,
            shot,
        };
        let outcome = assert_matches_reference(&parameters, &throw, 0.001);
        assert_eq!(outcome.moved & (1 << stone) != 0, hit);
    }
}

/// Five stones close together on the legacy platform, and a hit.
fn assert_cluster_matches_the_stepper(places: [(f64, f64); 5], velocity: (f64, f64)) {
    let mut slot = 0..;
    let places = places.map(|(x, y)| (slot.next().unwrap(), Vector::new(x, y)));
    let throw = Throw {
        stones: stones(&places),
        slot: 5,
        shot: Shot::new(Vector::new(velocity.0, velocity.1), Turn::Clockwise),
    };
    assert_matches_reference(&Parameters::legacy(), &throw, 0.001);
}

#[test]
fn a_stone_that_a_contact_has_moved_and_left_at_rest_is_met_where_it_lies_now() {
    let one = [
        (0.166, -0.561),
        (0.2, -1.092),
        (-0.308, -1.088),
        (-0.475, -1.467),
        (-0.436, -0.762),
    ];
    assert_cluster_matches_the_stepper(one, (-0.8, 33.39));
    let other = [
        (-0.341, -0.676),
        (-0.147, -0.992),
        (0.312, -0.837),
        (-0.468, -1.159),
        (0.471, -1.292),
    ];
    assert_cluster_matches_the_stepper(other, (-0.59, 31.57));
}

#[test]
fn a_contact_that_outlasts_the_plans_of_others_does_not_turn_time_back() {
    let one = [
        (0.124, -0.865),
        (-0.282, -1.339),
        (-0.074, -0.629),
        (0.281, -1.356),
        (-0.239, -0.999),
    ];
    assert_cluster_matches_the_stepper(one, (-0.67, 32.14));
    let other = [
        (-0.479, -1.13),
        (0.058, -0.634),
        (0.098, -0.971),
        (0.387, -1.263),
        (0.046, -1.282),
    ];
    assert_cluster_matches_the_stepper(other, (-0.9, 31.53));
}

/// Stones that do not overlap, and a shot among them.
fn throws(speeds: std::ops::Range<f64>) -> impl Strategy<Value = Throw> {
    let place = (-2.1..2.1, -5.9..1.6).prop_map(|(x, y)| Vector::new(x, y));
    let places = prop::collection::vec(place, 0..9);
    let shot = (speeds, -0.06..0.06, any::<bool>()).prop_map(|(speed, heading, clockwise)| {
        let turn = if clockwise {
            Turn::Clockwise
        } else {
            Turn::CounterClockwise
        };
        shot(speed, heading, turn)
    });
    (places, shot, 0..SLOTS).prop_map(|(places, shot, slot)| {
        let mut lying: Vec<Vector> = Vec::new();
        for at in places {
            if lying
                .iter()
                .all(|other| (*other - at).length() > CONTACT_DISTANCE)
            {
                lying.push(at);
            }
        }
        let slots = (0..SLOTS).filter(|&other| other != slot);
        let placed: Vec<_> = slots.zip(lying).collect();
        Throw {
            stones: stones(&placed),
            slot,
            shot,
        }
    })
}

/// Returns whether every stone that only one outcome has lies there within two centimetres of an
/// edge.
fn differ_at_edges_only(parameters: &Parameters, one: &Outcome, other: &Outcome) -> bool {
    let bounds = &parameters.bounds;
    let near_edge = |at: Vector| {
        let ends = [&bounds.moving, &bounds.resting].map(|region| [region.front, region.back]);
        let mut ends = ends.into_iter().flatten();
        (at.x.abs() - bounds.moving.side).abs() < 0.02 || ends.any(|y| (at.y - y).abs() < 0.02)
    };
    let lonely = |one: &Outcome, other: &Outcome| {
        let missing = one
            .stones
            .iter()
            .filter(|(slot, _)| other.stones.get(*slot).is_none());
        missing.map(|(_, stone)| stone.at).all(near_edge)
    };
    lonely(one, other) && lonely(other, one)
}

fn check(parameters: &Parameters, throw: &Throw, alone: f64) -> Result<(), TestCaseError> {
    let fast = simulate(parameters, Mode::Fast, throw);
    let stepped = reference(parameters, throw);
    prop_assert!(differ_at_edges_only(parameters, &fast, &stepped));
    if fast.stones.mask() == stepped.stones.mask() {
        // Micrometres may put a contact off by a step; anything more is a fault.
        let off = apart(&fast, &stepped);
        prop_assert!(off < 0.1, "{off} m: {fast:?}, not {stepped:?}");
    }
    let exact = simulate(parameters, Mode::Exact, throw);
    if exact.contacts == 0 && fast.contacts == 0 {
        prop_assert!(differ_at_edges_only(parameters, &fast, &exact));
        let both = fast.stones.mask() == exact.stones.mask();
        prop_assert!(!both || apart(&fast, &exact) < alone);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legacy_shots_end_as_step_by_step(throw in throws(28.0..34.0)) {
        check(&Parameters::legacy(), &throw, 0.001)?;
    }

    #[test]
    fn dc2_shots_end_as_step_by_step(throw in throws(28.0..34.0)) {
        check(&Parameters::dc2(), &throw, 0.001)?;
    }

    #[test]
    fn fcv1_shots_end_as_step_by_step(throw in throws(2.25..3.8)) {
        check(&Parameters::fcv1(), &throw, 0.008)?;
    }
}

#[test]
fn no_stone_leaves_its_trail() {
    let house = [
        (0, 0.1, -2.0),
        (1, -0.3, 0.4),
        (2, 0.25, 0.9),
        (3, 0.6, -0.2),
    ];
    let house = house.map(|(slot, x, y)| (slot, Vector::new(x, y)));
    for (parameters, draw, hit) in platforms() {
        let physics = Physics::new(parameters.clone()).unwrap();
        for i in 0..60 {
            let heading = f64::from(i - 30) * 0.0012;
            let turn = Turn::BOTH[i as usize % 2];
            let speed = if i % 3 == 0 { 1.03 * draw } else { hit };
            let throw = Throw {
                stones: stones(&house),
                slot: 4,
                shot: shot(speed, heading, turn),
            };
            let mut trail = Vec::new();
            let outcome = physics.follow(&throw, &mut trail).unwrap();
            assert_eq!(outcome, physics.throw(Mode::Fast, &throw).unwrap());
            let off = |slot: usize, at: Vector| {
                let own = trail.iter().filter(|way| way.slot == slot);
                own.map(|way| way.distance(at) - way.deviation)
                    .fold(f64::INFINITY, f64::min)
            };
            let mut look = |_: u32, now: &Stones| {
                for (slot, stone) in now
                    .iter()
                    .filter(|(slot, _)| outcome.moved >> slot & 1 == 1)
                {
                    let off = off(slot, stone.at);
                    assert!(off < 0.01, "{off} m: stone {slot} of shot {i}");
                }
            };
            physics.trace(Mode::Fast, &throw, 40, &mut look).unwrap();
        }
    }
}
