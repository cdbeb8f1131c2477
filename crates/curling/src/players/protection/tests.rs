//! Tests of protection tables against thrown stones.

use super::*;
use crate::physics::Parameters;

fn coarse() -> Settings {
    Settings {
        step: RADIUS,
        ..Settings::default()
    }
}

fn physics() -> Physics {
    Physics::new(Parameters::legacy()).unwrap()
}

fn tables() -> Tables {
    Tables::new(&physics(), &coarse()).unwrap()
}

/// Returns the longest run of ones, counted one by one.
fn longest(bits: u32) -> u32 {
    let (mut best, mut run) = (0, 0);
    for line in 0..LINES {
        run = if bits >> line & 1 == 1 { run + 1 } else { 0 };
        best = best.max(run);
    }
    best
}

#[test]
fn every_line_touches_a_stone_alone() {
    for turn in Turn::BOTH {
        for shot in hits(&physics(), &coarse(), turn).unwrap() {
            let mut stones = Stones::none();
            stones.place(HIT, Vector::ZERO);
            let throw = Throw {
                stones,
                slot: THROWN,
                shot,
            };
            let outcome = physics().throw(Mode::Fast, &throw).unwrap();
            assert_eq!(outcome.moved & 1 << HIT, 1 << HIT);
        }
    }
}

#[test]
fn the_way_of_a_hit_agrees_with_thrown_stones() {
    // With the guard alone on the sheet: the thrown stone moves it if and only if the way says that
    // they touch.
    let (physics, settings) = (physics(), coarse());
    let hits = hits(&physics, &settings, Turn::Clockwise).unwrap();
    let paths = paths(&physics, &settings, &hits, 40).unwrap();
    let mut touched = 0;
    for row in [2, 8, 20, 40] {
        for column in -4..=4 {
            let y = -f64::from(row) * settings.step;
            let other = Vector::new(f64::from(column) * 0.131, y);
            for (line, shot) in hits.iter().enumerate() {
                let way = paths.crossings[row as usize][line];
                let beside = way.direction.cross(other - way.at).abs();
                if (beside - 2.0 * RADIUS).abs() < 1e-3 {
                    continue; // a hair decides
                }
                let mut stones = Stones::none();
                stones.place(OTHER, other);
                let throw = Throw {
                    stones,
                    slot: THROWN,
                    shot: *shot,
                };
                let moved = physics.throw(Mode::Fast, &throw).unwrap().moved >> OTHER & 1;
                assert_eq!(moved == 1, way.touches(other).is_some());
                touched += moved;
            }
        }
    }
    assert!(touched > 100);
}

#[test]
fn a_guard_is_in_the_way_and_a_stone_aside_is_not() {
    let tables = tables();
    for turn in Turn::BOTH {
        let guard = tables.of(turn, Vector::new(0.0, -1.0));
        assert!(longest(guard) < 12, "{guard:024b}");
        assert_eq!(tables.of(turn, Vector::new(1.4, -1.0)), ALL);
        assert_eq!(tables.of(turn, Vector::new(0.0, 1.0)), ALL);
        assert_eq!(tables.of(turn, Vector::new(f64::NAN, -1.0)), ALL);
    }
}

#[test]
fn a_guard_on_one_side_leaves_the_lines_of_the_other() {
    // Just before the tee the curl does not matter: a stone on the left blocks lines on the left.
    let bits = tables().of(Turn::Clockwise, Vector::new(-2.0 * RADIUS, -3.0 * RADIUS));
    assert_eq!(bits & 0xff, 0, "{bits:024b}");
    assert_eq!(bits >> 14, ALL >> 14, "{bits:024b}");
}

#[test]
fn a_stone_right_behind_backs_a_stone_and_one_far_behind_does_not() {
    let tables = tables();
    for turn in Turn::BOTH {
        let backed = tables.ob(turn, Vector::new(0.0, 2.0 * RADIUS));
        assert!(longest(backed) < 20, "{backed:024b}");
        assert_eq!(tables.ob(turn, Vector::new(0.0, 5.0)), ALL);
        assert_eq!(tables.ob(turn, Vector::new(0.0, -1.0)), ALL);
    }
}

#[test]
fn the_turns_mirror_each_other_when_made_apart() {
    let (physics, settings) = (physics(), coarse());
    let (of, ob) = tables_of(&physics, &settings, Turn::Clockwise).unwrap();
    let (of_counter, ob_counter) = tables_of(&physics, &settings, Turn::CounterClockwise).unwrap();
    for (grid, counter) in [(of, of_counter), (ob, ob_counter)] {
        let mirrored = grid.mirrored();
        let pairs = mirrored.cells.iter().zip(&counter.cells);
        let off: u32 = pairs.map(|(a, b)| (a ^ b).count_ones()).sum();
        let all = grid.cells.len() * LINES;
        assert!((off as usize) * 1000 < all, "{off} of {all} bits differ");
        assert_eq!(mirrored.mirrored(), grid);
    }
}

#[test]
fn tables_survive_json_and_broken_ones_are_refused() {
    let settings = Settings {
        step: 0.5,
        ..Settings::default()
    };
    let tables = Tables::new(&physics(), &settings).unwrap();
    let text = serde_json::to_string(&tables).unwrap();
    assert_eq!(serde_json::from_str::<Tables>(&text).unwrap(), tables);
    for broken in [
        r#"{"step":0.1,"columns":3,"rows":2,"level":0,"cells":[1,2,3]}"#,
        r#"{"step":0.1,"columns":2,"rows":1,"level":0,"cells":[1,2]}"#,
        r#"{"step":0.1,"columns":1,"rows":1,"level":0,"cells":[16777216]}"#,
        r#"{"step":0.0,"columns":1,"rows":1,"level":0,"cells":[1]}"#,
    ] {
        assert!(serde_json::from_str::<Grid>(broken).is_err(), "{broken}");
    }
}

#[test]
fn settings_without_sense_are_refused() {
    for settings in [
        Settings {
            step: 0.0,
            ..coarse()
        },
        Settings {
            step: 1e-6,
            ..coarse()
        },
        Settings {
            front: f64::NAN,
            ..coarse()
        },
        Settings {
            weight: Weight::LaunchSpeed(1.0),
            ..coarse()
        },
    ] {
        assert!(Tables::new(&physics(), &settings).is_err());
    }
}
