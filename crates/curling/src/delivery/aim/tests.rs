//! Tests of aiming on every law of motion, against the stepped reference.

use super::*;
use crate::delivery::FASTEST;
use crate::delivery::crossing::{at_distance, over_line, rest_of, target_of};
use crate::delivery::reference::Reference;
use crate::physics::Parameters;
use crate::shot::Turn;
use proptest::prelude::*;
use std::cell::Cell;

/// The guaranteed precision: a tenth of a millimetre.
const PROMISE: f64 = 1e-4;

/// Both laws, quicker and slower ice, without curl and with twice of it; and DC2 with its slip.
fn ices() -> impl Iterator<Item = Reference> {
    let laws = [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()];
    laws.into_iter().flat_map(|law| {
        [0.8, 1.0, 1.2].into_iter().flat_map(move |friction| {
            let law = law.clone().with_friction(friction);
            [0.0, 1.0, 2.0].map(|curl| Reference::coarse(law.clone().with_curl(curl)))
        })
    })
}

/// From the hog line to behind the house, from side line to side line.
fn targets() -> impl Iterator<Item = Vector> {
    let across = [-2.2, -1.0, 0.0, 0.3, 2.2];
    let along = [-6.4, -4.0, -1.8, 0.0, 1.9];
    across
        .into_iter()
        .flat_map(move |x| along.map(|y| Vector::new(x, y)))
}

/// Returns the laws of the platforms, with their own time step.
fn platforms() -> [Reference; 3] {
    [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()].map(Reference::new)
}

fn hack_distance(reference: &Reference, point: Vector) -> f64 {
    (point - reference.hack()).length()
}

#[test]
fn a_draw_stops_at_its_target_on_any_ice() {
    for reference in ices() {
        for target in targets() {
            for turn in Turn::BOTH {
                let shot = draw(
                    &reference.deliveries(),
                    &reference.parameters.sheet,
                    target,
                    turn,
                );
                let rest = rest_of(&reference, &shot.unwrap()).unwrap();
                assert!(
                    (rest - target).length() < PROMISE,
                    "{rest:?} for {target:?}"
                );
            }
        }
    }
}

#[test]
fn a_draw_stops_at_its_target_on_the_platforms() {
    for reference in platforms() {
        for target in [Vector::ZERO, Vector::new(-1.2, -4.5)] {
            let sheet = &reference.parameters.sheet;
            let shot = draw(
                &reference.deliveries(),
                sheet,
                target,
                Turn::CounterClockwise,
            )
            .unwrap();
            let rest = rest_of(&reference, &shot).unwrap();
            assert!(
                (rest - target).length() < PROMISE,
                "{rest:?} for {target:?}"
            );
        }
    }
}

#[test]
fn the_draw_to_the_tee_is_the_published_one() {
    // On even ice: v0 = sqrt(F L sqrt(4 + k²)), turned by atan(k / 2) from the line to the tee.
    let legacy = Reference::new(Parameters::legacy());
    let shot = draw(&legacy, &Sheet::LEGACY, Vector::ZERO, Turn::Clockwise).unwrap();
    let curl: f64 = 0.066696;
    let speed = (12.009216 * 36.4 * (4.0 + curl * curl).sqrt()).sqrt();
    let line = libm::atan(curl / 2.0);
    let published = Vector::new(-libm::sin(line), libm::cos(line)) * speed;
    // The steps of the platform are felt: half a millimetre at the tee.
    assert!((shot.velocity - published).length() < 1e-3, "{shot:?}");
    // The example client of Digital Curling 3 has (0.13172, 2.39969), from a fitted formula.
    let dc3 = Reference::new(Parameters::fcv1());
    let shot = draw(&dc3, &Sheet::DC3, Vector::ZERO, Turn::CounterClockwise).unwrap();
    assert!(
        (shot.velocity - Vector::new(0.13172, 2.39969)).length() < 1e-3,
        "{shot:?}"
    );
}

#[test]
fn few_stones_are_run_for_a_draw() {
    for reference in ices() {
        let stones = Cell::new(0);
        let deliveries = crate::delivery::IceDeliveries {
            ice: reference.parameters.ice,
            run: |shot: &Shot| {
                stones.set(stones.get() + 1);
                reference.released(shot)
            },
        };
        for target in targets() {
            for turn in Turn::BOTH {
                stones.set(0);
                draw(&deliveries, &reference.parameters.sheet, target, turn).unwrap();
                assert!(stones.get() <= 6, "{} stones for {target:?}", stones.get());
            }
        }
    }
}

#[test]
fn a_draw_needs_no_guess_of_the_speed() {
    for reference in ices() {
        let run = |shot: &Shot| reference.released(shot);
        let target = Vector::new(0.7, -1.0);
        let shot = draw(&run, &reference.parameters.sheet, target, Turn::Clockwise).unwrap();
        assert!((rest_of(&reference, &shot).unwrap() - target).length() < PROMISE);
    }
}

/// Returns the shot's speed at the target, having asserted that it passes there.
fn passes(reference: &Reference, shot: &Shot, target: Vector) -> f64 {
    let sheet = &reference.parameters.sheet;
    let distance = hack_distance(reference, target);
    let crossing = at_distance(reference, sheet, shot, distance).unwrap();
    let crossing = crossing.expect("the stone arrives");
    assert!(
        (crossing.at - target).length() < PROMISE,
        "{crossing:?} for {target:?}"
    );
    crossing.speed()
}

#[test]
fn a_hit_passes_its_target_with_the_speed_asked_for() {
    for reference in ices() {
        // In units of the law: the platforms' speeds differ by a factor of twelve.
        let unit = reference.deliveries().likely_speed(1.0);
        for target in targets().step_by(4) {
            for turn in Turn::BOTH {
                for speed in [0.3 * unit, unit, 3.0 * unit] {
                    let weight = Weight::SpeedThere(speed);
                    let sheet = &reference.parameters.sheet;
                    let shot =
                        through(&reference.deliveries(), sheet, target, turn, weight).unwrap();
                    let there = passes(&reference, &shot, target);
                    assert!((there - speed).abs() < PROMISE, "{there} for {speed}");
                }
            }
        }
    }
}

#[test]
fn a_stone_may_just_creep_past_its_target() {
    for reference in platforms() {
        let unit = reference.deliveries().likely_speed(1.0);
        let sheet = &reference.parameters.sheet;
        for speed in [0.01 * unit, 0.003 * unit] {
            let weight = Weight::SpeedThere(speed);
            let (deliveries, target) = (reference.deliveries(), Vector::new(0.3, -0.4));
            let shot = through(&deliveries, sheet, target, Turn::Clockwise, weight).unwrap();
            let there = passes(&reference, &shot, target);
            assert!((there - speed).abs() < PROMISE, "{there} for {speed}");
        }
    }
}

#[test]
fn a_hit_would_stop_as_far_beyond_its_target_as_asked_for() {
    for reference in ices() {
        for target in targets().step_by(4) {
            for turn in Turn::BOTH {
                for beyond in [0.0, 0.5, 6.0] {
                    let weight = Weight::Beyond(beyond);
                    let sheet = &reference.parameters.sheet;
                    let shot =
                        through(&reference.deliveries(), sheet, target, turn, weight).unwrap();
                    let rest = rest_of(&reference, &shot).unwrap();
                    let past = hack_distance(&reference, rest) - hack_distance(&reference, target);
                    assert!((past - beyond).abs() < PROMISE, "{past} for {beyond}");
                    if beyond > 0.0 {
                        passes(&reference, &shot, target);
                    }
                }
            }
        }
    }
}

#[test]
fn a_hit_is_let_go_at_the_speed_asked_for() {
    for reference in ices() {
        let speed = reference.deliveries().likely_speed(45.0);
        for target in targets().step_by(4) {
            for turn in Turn::BOTH {
                let sheet = &reference.parameters.sheet;
                let weight = Weight::LaunchSpeed(speed);
                let shot = through(&reference.deliveries(), sheet, target, turn, weight).unwrap();
                assert!((shot.velocity.length() - speed).abs() < 1e-9);
                passes(&reference, &shot, target);
            }
        }
    }
}

#[test]
fn a_power_is_a_stop_line_straight_behind_the_target() {
    let reference = Reference::new(Parameters::legacy());
    let (sheet, target) = (&reference.parameters.sheet, Vector::new(0.0, -3.0));
    // Power 10 would stop at the back line, power 16 (and 99) at legacy y = -6.07.
    for (power, line) in [(10.0, 1.83), (16.0, 10.95), (99.0, 10.95)] {
        let weight = Weight::Power(power);
        let shot = through(&reference, sheet, target, Turn::Clockwise, weight).unwrap();
        passes(&reference, &shot, target);
        let rest = rest_of(&reference, &shot).unwrap();
        assert!((hack_distance(&reference, rest) - sheet.delivery - line).abs() < 2.0 * PROMISE);
    }
    let drawn = through(
        &reference,
        sheet,
        target,
        Turn::Clockwise,
        Weight::Power(-1.0),
    );
    assert_eq!(drawn, draw(&reference, sheet, target, Turn::Clockwise));
}

#[test]
fn more_weight_is_more_speed_and_less_curl() {
    for reference in ices() {
        let sheet = &reference.parameters.sheet;
        let target = Vector::new(0.5, -2.0);
        let weights = [0.0, 1.0, 2.0, 4.0, 8.0].map(Weight::Beyond);
        let shots = weights.map(|weight| {
            through(
                &reference.deliveries(),
                sheet,
                target,
                Turn::Clockwise,
                weight,
            )
            .unwrap()
        });
        let line = |shot: &Shot| libm::atan2(shot.velocity.x, shot.velocity.y);
        for pair in shots.windows(2) {
            assert!(pair[0].velocity.length() < pair[1].velocity.length());
            // A clockwise stone is aimed to the left; the faster, the less so.
            assert!(line(&pair[0]) < line(&pair[1]) + 1e-7);
        }
    }
}

#[test]
fn farther_targets_take_more_speed() {
    for reference in ices() {
        let speed = |y: f64| {
            let sheet = &reference.parameters.sheet;
            let target = Vector::new(0.0, y);
            let shot = draw(&reference.deliveries(), sheet, target, Turn::Clockwise);
            shot.unwrap().velocity.length()
        };
        let speeds = [-30.0, -12.0, -6.0, -5.9, 0.0, 0.01, 10.0].map(speed);
        assert!(speeds.is_sorted(), "{speeds:?}");
    }
}

#[test]
fn mirrored_targets_take_mirrored_shots() {
    let reference = Reference::new(Parameters::fcv1());
    let sheet = &reference.parameters.sheet;
    let right = draw(&reference, sheet, Vector::new(1.1, -2.0), Turn::Clockwise).unwrap();
    let left = draw(
        &reference,
        sheet,
        Vector::new(-1.1, -2.0),
        Turn::CounterClockwise,
    )
    .unwrap();
    assert!((right.velocity.x + left.velocity.x).abs() < 1e-9);
    assert!((right.velocity.y - left.velocity.y).abs() < 1e-9);
}

#[test]
fn a_shot_comes_back_from_what_it_is_aimed_at() {
    for reference in ices() {
        let sheet = &reference.parameters.sheet;
        for reach in [34.0, 38.0, 44.0, 55.0] {
            let speed = reference.deliveries().likely_speed(reach);
            let shot = Shot::new(Vector::new(0.02 * speed, speed), Turn::CounterClockwise);
            let aim = target_of(&reference, sheet, &shot).unwrap();
            assert_eq!(matches!(aim, Aim::Draw { .. }), reach < 40.0, "{aim:?}");
            let again = aim.shot(&reference.deliveries(), sheet, shot.turn).unwrap();
            let gap = (again.velocity - shot.velocity).length();
            assert!(gap < 3e-5 * speed, "{gap} of {speed} for {aim:?}");
        }
    }
}

#[test]
fn an_aim_reads_as_it_is_written() {
    let aim = Aim::Through {
        target: Vector::new(0.5, -1.0),
        weight: Weight::SpeedThere(1.5),
    };
    let text = serde_json::to_string(&aim).unwrap();
    assert_eq!(
        text,
        r#"{"kind":"through","target":{"x":0.5,"y":-1.0},"weight":{"speed-there":1.5}}"#
    );
    assert_eq!(serde_json::from_str::<Aim>(&text).unwrap(), aim);
}

#[test]
fn a_line_is_passed_where_the_steps_say() {
    let reference = Reference::new(Parameters::fcv1());
    let sheet = &reference.parameters.sheet;
    let shot = draw(&reference, sheet, Vector::new(0.2, 0.5), Turn::Clockwise).unwrap();
    let hog = over_line(&reference, &shot, -sheet.hog).unwrap().unwrap();
    assert!((hog.at.y + sheet.hog).abs() < 1e-6);
    let way = reference.released(&shot);
    assert!(
        way.at(hog.time - 0.001).at.y < -sheet.hog && way.at(hog.time + 0.001).at.y > -sheet.hog
    );
    assert!((hog.speed() - 1.108).abs() < 1e-3, "{hog:?}");
    assert_eq!(over_line(&reference, &shot, 0.6).unwrap(), None);
    assert_eq!(over_line(&reference, &shot, -50.0).unwrap(), None);
    assert!(over_line(&reference, &shot, f64::NAN).is_err());
}

#[test]
fn targets_that_cannot_be_are_refused_in_words() {
    let reference = Reference::coarse(Parameters::fcv1());
    let sheet = &reference.parameters.sheet;
    let refusal = |x, y| {
        let error = draw(&reference, sheet, Vector::new(x, y), Turn::Clockwise).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        refusal(f64::NAN, 0.0),
        "the target's x is not a finite number"
    );
    assert!(
        refusal(1.0, -40.0)
            .starts_with("the target (1, -40) is not in front of the hack at y = -38.40")
    );
    assert!(refusal(0.0, -38.4051).contains("in front"));
    assert!(refusal(0.0, 1e7).contains("above the limit of 100 m/s"));
    assert!(refusal(1e200, 1e200).contains("distance"));
}

#[test]
fn weights_that_cannot_be_are_refused_in_words() {
    let reference = Reference::coarse(Parameters::fcv1());
    let sheet = &reference.parameters.sheet;
    let refusal = |weight| {
        let error = through(&reference, sheet, Vector::ZERO, Turn::Clockwise, weight).unwrap_err();
        error.to_string()
    };
    assert!(refusal(Weight::LaunchSpeed(1.0)).contains("before the target"));
    assert!(refusal(Weight::LaunchSpeed(0.0)).contains("stops 38.405 m before"));
    assert!(refusal(Weight::Power(0.0)).contains("stops 6.400 m before"));
    assert!(refusal(Weight::Beyond(-1.0)).contains("must not be negative"));
    assert!(
        refusal(Weight::SpeedThere(-0.1)).contains("the speed is -0.1: it must not be negative")
    );
    assert!(refusal(Weight::SpeedThere(1e3)).contains("at least 1000 m/s"));
    assert!(refusal(Weight::SpeedThere(99.99)).contains("above the limit"));
    assert!(refusal(Weight::Power(f64::NAN)).contains("not a finite number"));
    assert!(refusal(Weight::LaunchSpeed(f64::INFINITY)).contains("not a finite number"));
}

#[test]
fn absurd_ice_gives_an_error_and_no_hang() {
    for value in [0.0, -1.0, f64::NAN, 1e9] {
        for law in [Parameters::legacy(), Parameters::fcv1()] {
            // A stone that never stops would keep the reference implementation, not the aiming,
            // from finishing.
            let law = if value == 0.0 {
                law.with_curl(1e6)
            } else {
                law.with_friction(value.abs())
            };
            let reference = Reference::coarse(law);
            let sheet = &reference.parameters.sheet;
            let shot = draw(
                &reference.deliveries(),
                sheet,
                Vector::ZERO,
                Turn::Clockwise,
            );
            if let Ok(shot) = shot {
                assert!((rest_of(&reference, &shot).unwrap()).length() < PROMISE);
            }
        }
    }
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        -50.0..50.0,
        Just(0.0),
        Just(f64::NAN),
        Just(f64::INFINITY)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_input_gives_a_true_shot_or_an_error(
        x in any_number(), y in any_number(), number in any_number(), kind in 0..4, even: bool,
    ) {
        let law = if even { Parameters::legacy() } else { Parameters::fcv1() };
        let reference = Reference::coarse(law);
        let sheet = &reference.parameters.sheet;
        let target = Vector::new(x, y);
        let weight = match kind {
            0 => Weight::SpeedThere(number),
            1 => Weight::LaunchSpeed(number),
            2 => Weight::Beyond(number),
            _ => Weight::Power(number),
        };
        let shots = [
            draw(&reference, sheet, target, Turn::Clockwise),
            through(&reference, sheet, target, Turn::Clockwise, weight),
        ];
        for shot in shots.into_iter().flatten() {
            prop_assert!(shot.velocity.is_finite() && shot.velocity.length() <= FASTEST * 1.000001);
        }
        let shot = Shot::new(target, Turn::Clockwise);
        prop_assert!(target_of(&reference, sheet, &shot).is_ok() == (target.length() <= FASTEST));
    }

    #[test]
    fn any_target_on_the_sheet_is_reached(x in -2.3..2.3, y in -10.0..5.0, friction in 0.3..3.0, curl in 0.0..3.0, even: bool) {
        let law = if even { Parameters::legacy() } else { Parameters::fcv1() };
        let reference = Reference::coarse(law.with_friction(friction).with_curl(curl));
        let target = Vector::new(x, y);
        let sheet = &reference.parameters.sheet;
        let shot = draw(&reference.deliveries(), sheet, target, Turn::CounterClockwise).unwrap();
        prop_assert!((rest_of(&reference, &shot).unwrap() - target).length() < PROMISE);
    }
}
