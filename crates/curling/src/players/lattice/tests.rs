//! Tests of the lattice of shots: its points, margins and nearest shots.

use super::*;
use crate::conditions::Conditions;
use crate::delivery::{Noise, TeamSkills};
use crate::physics::Parameters;

fn paper() -> Curling {
    Curling::new(Conditions::paper()).unwrap()
}

fn with_noise(noise: Noise) -> Curling {
    let skill = Skill::new(noise, None, crate::delivery::Excess::Allowed).unwrap();
    let teams = [TeamSkills::of(Skill::perfect()), TeamSkills::of(skill)];
    Curling::new(Conditions {
        teams,
        ..Conditions::paper()
    })
    .unwrap()
}

#[test]
fn the_lattice_has_the_numbers_of_the_paper() {
    let lattice = Lattice::new(&paper(), &Settings::default()).unwrap();
    let count = |turn, kind| {
        let of = |executed: &&Executed| executed.turn == turn && executed.kind == kind;
        lattice.executed().iter().filter(of).count()
    };
    for turn in Turn::BOTH {
        assert_eq!(
            (count(turn, Kind::Draw), count(turn, Kind::Hit)),
            (2145, 84)
        );
    }
    assert_eq!(lattice.candidates().len(), 2 * (1593 + 72));
    assert!(
        lattice
            .executed()
            .iter()
            .all(|executed| executed.shot.is_some())
    );
    let first = lattice.executed()[lattice.candidates()[0] as usize].target;
    assert!((first - Vector::new(-13.0 * RADIUS, 17.0 * RADIUS)).length() < 1e-12);
}

#[test]
fn every_shot_stops_at_its_target() {
    let game = paper();
    let lattice = Lattice::new(&game, &Settings::default()).unwrap();
    for executed in lattice.executed().iter().step_by(17) {
        let rest = game.physics().released(&executed.shot.unwrap()).rest();
        assert!((rest - executed.target).length() < 1e-3);
    }
}

#[test]
fn the_nearest_point_of_a_target_is_itself_and_mirrors_are_exact() {
    let lattice = Lattice::new(&paper(), &Settings::default()).unwrap();
    for (index, executed) in lattice.executed().iter().enumerate() {
        let Executed {
            target, turn, kind, ..
        } = *executed;
        assert_eq!(lattice.nearest(target, turn, kind), index as u32);
        let mirror = lattice.reflected(index as u32);
        let other = &lattice.executed()[mirror as usize];
        assert_eq!((other.target.x, other.target.y), (-target.x, target.y));
        assert_eq!((other.turn, other.kind), (turn.reversed(), kind));
        assert_eq!(lattice.reflected(mirror), index as u32);
    }
}

#[test]
fn a_place_off_the_lattice_is_nearest_to_its_edge() {
    let lattice = Lattice::new(&paper(), &Settings::default()).unwrap();
    let far = Vector::new(f64::MAX, f64::NEG_INFINITY);
    let index = lattice.nearest(far, Turn::Clockwise, Kind::Draw);
    assert_eq!(index, 2144);
    let nowhere = Vector::new(f64::NAN, f64::NAN);
    lattice.nearest(nowhere, Turn::CounterClockwise, Kind::Hit);
}

#[test]
fn the_margin_is_three_standard_deviations() {
    let margin = |noise| Settings::default().for_noise(&with_noise(noise)).margin;
    assert_eq!(margin(Noise::Rectangular { x: 0.145, y: 0.145 }), 3);
    assert_eq!(margin(Noise::Rectangular { x: 0.145, y: 0.29 }), 6);
    assert_eq!(margin(Noise::Rectangular { x: 0.29, y: 0.145 }), 6);
    assert_eq!(margin(Noise::Gat { size: 0.145 }), 6);
    assert_eq!(margin(Noise::None), 1);
    assert_eq!(margin(Noise::Rectangular { x: 50.0, y: 1.0 }), WIDEST);
}

#[test]
fn thinning_keeps_the_house_and_about_the_number_of_the_paper() {
    let lattice = Lattice::new(&paper(), &Settings::thinned()).unwrap();
    let mut kept = lattice.thinned().to_vec();
    kept.sort_unstable();
    kept.dedup();
    assert_eq!(kept.len(), 2 * (953 + 84));
    for (index, &instead) in lattice.thinned().iter().enumerate() {
        let [meant, thrown] = [index, instead as usize].map(|i| &lattice.executed()[i]);
        let gap = (meant.target - thrown.target).length();
        assert!(gap < 1.5 * RADIUS && meant.turn == thrown.turn && meant.kind == thrown.kind);
        assert!(gap == 0.0 || meant.target.length() > 1.83);
        assert_eq!(lattice.thinned()[instead as usize], instead);
        let mirror = lattice.reflected(index as u32) as usize;
        assert_eq!(lattice.thinned()[mirror], lattice.reflected(instead));
    }
}

#[test]
fn unreachable_points_are_no_candidates_and_keep_the_numbering() {
    let game = Curling::new(Conditions {
        ice: Parameters::fcv1(),
        ..Conditions::paper()
    })
    .unwrap();
    let settings = Settings {
        hit_behind: 1e5,
        ..Settings::default()
    };
    let lattice = Lattice::new(&game, &settings).unwrap();
    assert_eq!(
        (lattice.executed().len(), lattice.candidates().len()),
        (4458, 2 * 1593)
    );
}

#[test]
fn impossible_settings_are_refused_in_words() {
    let refused = |settings: Settings| Lattice::new(&paper(), &settings).unwrap_err().to_string();
    let nan = Settings {
        spacing: f64::NAN,
        ..Settings::default()
    };
    let huge = Settings {
        columns: u32::MAX,
        margin: u32::MAX,
        ..Settings::default()
    };
    assert_eq!(
        refused(nan),
        "invalid spacing of draws NaN: give a finite number of at least a millimetre"
    );
    assert!(refused(huge).contains("too large"));
}

#[test]
fn a_finer_lattice_has_every_point_of_the_coarser_one_and_as_wide_a_margin() {
    let game = paper();
    let coarse = Settings::thinned().with_heavy_hits(&game);
    let [coarse, fine] = [&coarse, &coarse.refined(2)].map(|it| Lattice::new(&game, it).unwrap());
    for executed in coarse.executed() {
        let number = fine.nearest(executed.target, executed.turn, executed.kind);
        let same = fine.executed()[number as usize];
        assert!((same.target - executed.target).length() < 1e-9);
        assert_eq!((same.turn, same.kind), (executed.turn, executed.kind));
    }
    assert!(
        fine.thinned()
            .iter()
            .enumerate()
            .all(|(i, &j)| i == j as usize)
    );
    assert_eq!(fine.margin(), 2 * coarse.margin());
    assert_eq!(coarse.settings().refined(1), *coarse.settings());
}

#[test]
fn heavy_hits_cross_the_house_where_the_others_do_as_heavy_as_all_players_can_throw() {
    let game = paper();
    let plain = Settings::default();
    let heavy = plain.with_heavy_hits(&game);
    assert_eq!(heavy.hit_behind, 30.0);
    let start = -game.physics().parameters().sheet.hack().y;
    let bearing = |settings: &Settings, hit: f64| {
        (settings.hit_first + hit * settings.hit_spacing) / (start + settings.hit_behind)
    };
    for hit in [0.0, 30.0, 71.0] {
        assert!((bearing(&heavy, hit) - bearing(&plain, hit)).abs() < 1e-12);
    }
    // Three standard deviations at the tee are as many behind it.
    let covered = f64::from(heavy.hit_margin.unwrap()) * heavy.hit_spacing;
    let strays = 3.0 * RADIUS * (start + 30.0) / start;
    assert!((covered - strays).abs() <= heavy.hit_spacing / 2.0 + 1e-9);
    // A player whose heaviest shot stops in the house leaves the row where it was.
    let weak = game.draw(Vector::new(0.0, 1.0), Turn::Clockwise).unwrap();
    let limit = Some(weak.velocity.length());
    let skill = Skill::new(Noise::None, limit, crate::delivery::Excess::Pass).unwrap();
    let teams = [TeamSkills::of(skill), TeamSkills::of(Skill::perfect())];
    let conditions = Conditions {
        teams,
        ..Conditions::paper()
    };
    let slow = Curling::new(conditions).unwrap();
    assert_eq!(plain.with_heavy_hits(&slow), plain);
    let behind = heaviest_hit(&slow);
    assert!((0.0..1.0).contains(&behind), "{behind}");
}
