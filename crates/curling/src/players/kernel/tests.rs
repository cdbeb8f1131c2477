//! Tests of outcome probabilities against many throws.

use super::*;
use crate::conditions::Conditions;
use crate::delivery::noise::Dc3Noise;
use crate::delivery::{Excess, Noise};
use crate::physics::{Glide, Parameters};
use crate::players::lattice::Settings;
use crate::shot::Turn;
use lookahead::Seed;

fn game(ice: Parameters) -> Curling {
    Curling::new(Conditions {
        ice,
        ..Conditions::paper()
    })
    .unwrap()
}

fn few(margin: u32) -> Settings {
    Settings {
        columns: 2,
        rows_behind: 2,
        rows_in_front: 2,
        hits: 30,
        margin,
        ..Settings::default()
    }
}

fn skill(noise: Noise) -> Skill {
    Skill::new(noise, None, Excess::Allowed).unwrap()
}

/// Returns the nearest outcome of one throw, by looking at all points of the lattice.
fn counted(lattice: &Lattice, candidate: u32, rest: Vector, turn: Turn) -> u32 {
    let meant = lattice.executed()[candidate as usize];
    let spacing = lattice.settings().spacing;
    let reach = f64::from(lattice.settings().margin) * spacing + 1e-6;
    // Places are rounded to a square of cells first, one wider than the disc.
    let round = |x: f64| x.clamp(-reach - spacing, reach + spacing) / spacing;
    let away = rest - meant.target;
    let cell = meant.target + Vector::new(round(away.x).round(), round(away.y).round()) * spacing;
    let distance = |target: Vector| match meant.kind {
        Kind::Draw => ((target - cell).length() * 1e6).round() as i64,
        Kind::Hit => ((target.x - rest.x).abs() * 1e9) as i64,
    };
    let all = lattice.executed().iter().enumerate().filter(|(_, other)| {
        other.turn == turn
            && other.kind == meant.kind
            && (other.target - meant.target).length() <= reach
    });
    let rank = |target: Vector| {
        let aside = (target.x - meant.target.x) * 1e6;
        (
            distance(target),
            -(target.y * 1e6).round() as i64,
            aside.abs().round() as i64,
            aside.round() as i64,
        )
    };
    all.min_by_key(|(_, other)| rank(other.target)).unwrap().0 as u32
}

/// Returns the largest difference between a row and as many throws, in standard errors.
fn deviation(curling: &Curling, lattice: &Lattice, skill: &Skill, row: usize, throws: u32) -> f64 {
    let kernel = matrix(curling, lattice, skill, true);
    let candidate = kernel.candidates[row];
    let shot = lattice.executed()[candidate as usize].shot.unwrap();
    let mut rng = Seed(row as u64).rng();
    let mut counts = vec![0_u32; lattice.executed().len()];
    for _ in 0..throws {
        let tried = skill.attempted(&shot).unwrap();
        let strayed = skill.noise().disturb(&tried, curling.tee(), &mut rng);
        let rest = curling.physics().released(&strayed).rest();
        counts[counted(lattice, candidate, rest, strayed.turn) as usize] += 1;
    }
    let mut chances = vec![0.0; counts.len()];
    for (outcome, chance) in kernel.matrix.row(row).entries() {
        chances[outcome] = chance;
    }
    let pairs = counts.iter().zip(chances);
    let sizes = pairs.map(|(&count, chance)| {
        let expected = chance * f64::from(throws);
        (f64::from(count) - expected).abs() / expected.max(1.0).sqrt()
    });
    sizes.fold(0.0, f64::max)
}

#[test]
fn rows_agree_with_many_throws() {
    // Some hundred comparisons: one beyond five standard errors is a mistake.
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let usual = skill(Noise::Rectangular { x: 0.145, y: 0.145 });
    for row in [0, 12, 40] {
        let worst = deviation(&legacy, &lattice, &usual, row, 40_000);
        assert!(worst < 5.0, "row {row}: {worst}");
    }
    let gat = skill(Noise::Gat { size: 0.145 });
    let worst = deviation(&legacy, &lattice, &gat, 70, 40_000);
    assert!(worst < 5.0, "gat: {worst}");
    let fcv1 = game(Parameters::fcv1());
    let lattice = Lattice::new(&fcv1, &few(5)).unwrap();
    for row in [3, 90] {
        let worst = deviation(&fcv1, &lattice, &Skill::dc3(), row, 40_000);
        assert!(worst < 5.0, "dc3, row {row}: {worst}");
    }
}

#[test]
fn every_row_sums_to_one_without_being_made_to() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    for size in [0.0005, 0.145, 3.0] {
        let noise = skill(Noise::Rectangular { x: size, y: size });
        let model = OutcomeModel::new(&legacy, &lattice, &noise, true);
        for &candidate in lattice.candidates() {
            let shot = &lattice.executed()[candidate as usize];
            let row = model.of(&shot.thrown(), shot.kind).unwrap();
            let sum: f64 = row.iter().map(|(_, mass)| mass).sum();
            assert!((sum - 1.0).abs() < 1e-7, "{size}: {sum}");
        }
    }
}

#[test]
fn a_mirrored_shot_strays_in_the_mirror() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let kernel = matrix(
        &legacy,
        &lattice,
        &skill(Noise::Rectangular { x: 0.145, y: 0.145 }),
        true,
    );
    for (row, &candidate) in kernel.candidates.iter().enumerate() {
        let mirror = lattice.reflected(candidate);
        let other = kernel.candidates.iter().position(|c| *c == mirror).unwrap();
        // The platform's noise is computed in single precision, which is no mirror of itself to the
        // last digit.
        let sums = |row: usize| kernel.matrix.row(row).entries().collect::<Vec<_>>();
        for (outcome, chance) in sums(row) {
            let image = lattice.reflected(outcome as u32) as usize;
            let found = sums(other)
                .into_iter()
                .find(|(o, _)| *o == image)
                .unwrap()
                .1;
            assert!((found - chance).abs() < 2e-5, "{found} for {chance}");
        }
    }
}

#[test]
fn noise_below_the_lattice_gives_one_certain_outcome() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let noises = [
        (Noise::None, true),
        (Noise::Rectangular { x: 1e-4, y: 1e-4 }, true),
        (Noise::Rectangular { x: 0.0, y: 1e-3 }, true),
        (Noise::Gat { size: 0.3 }, false),
    ];
    for (noise, uncertain) in noises {
        let kernel = matrix(&legacy, &lattice, &skill(noise), uncertain);
        assert_eq!(kernel.candidates, lattice.candidates());
        for (row, &candidate) in kernel.matrix.rows().zip(&kernel.candidates) {
            assert_eq!(row.outcomes(), [candidate], "{noise:?}");
            assert_eq!(row.probabilities(), [1.0]);
        }
    }
}

#[test]
fn noise_along_the_sheet_only_stays_in_the_column() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let kernel = matrix(
        &legacy,
        &lattice,
        &skill(Noise::Rectangular { x: 0.0, y: 0.145 }),
        true,
    );
    let row = kernel.matrix.row(12);
    let meant = lattice.executed()[kernel.candidates[12] as usize].target;
    let inside = row
        .entries()
        .filter(|(o, _)| lattice.executed()[*o].target.x == meant.x);
    let chances: Vec<f64> = inside.map(|(_, chance)| chance).collect();
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    assert!((chances[3] - 0.383).abs() < 0.005, "{chances:?}");
}

#[test]
fn a_disturbed_stone_that_loses_its_turn_is_one_of_the_other_turn() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let noise = Noise::Polar {
        speed: 0.05,
        heading: 0.003,
        loses_turn: true,
    };
    let kernel = matrix(&legacy, &lattice, &skill(noise), true);
    let used = kernel.matrix.used().iter();
    assert!(used.clone().count() > 0);
    let turns = used.map(|&outcome| lattice.executed()[outcome as usize].turn);
    assert!(turns.into_iter().all(|turn| turn == Turn::Clockwise));
}

#[test]
fn what_counts_as_a_pass_is_not_offered_and_what_is_slowed_is_found_where_it_stops() {
    let legacy = game(Parameters::legacy());
    let lattice = Lattice::new(&legacy, &few(3)).unwrap();
    let noise = Noise::Rectangular { x: 0.145, y: 0.145 };
    let passing = Skill::new(noise, Some(31.0), Excess::Pass).unwrap();
    let kernel = matrix(&legacy, &lattice, &passing, true);
    let kinds = kernel
        .candidates
        .iter()
        .map(|&c| lattice.executed()[c as usize].kind);
    assert!(kinds.into_iter().all(|kind| kind == Kind::Draw));
    assert_eq!(kernel.candidates.len(), 50);

    let noise = Dc3Noise {
        max_speed: legacy
            .draw(Vector::ZERO, Turn::Clockwise)
            .unwrap()
            .velocity
            .length(),
        stddev_speed: 0.01,
        stddev_angle: 0.001,
    };
    let kernel = matrix(&legacy, &lattice, &skill(Noise::Dc3(noise)), true);
    let back = lattice.nearest(Vector::new(0.0, 0.29), Turn::Clockwise, Kind::Draw);
    let row = kernel.candidates.iter().position(|c| *c == back).unwrap();
    let likely = kernel.matrix.row(row).most_probable();
    assert!(lattice.executed()[likely].target.length() < 0.01);
    let hit = kernel
        .candidates
        .iter()
        .position(|&c| lattice.executed()[c as usize].kind == Kind::Hit);
    let likely = kernel.matrix.row(hit.unwrap()).most_probable();
    assert_eq!(lattice.executed()[likely].kind, Kind::Draw);
}

#[test]
fn a_thin_lattice_adds_up_what_is_not_simulated() {
    let legacy = game(Parameters::legacy());
    let noise = skill(Noise::Rectangular { x: 0.145, y: 0.145 });
    let [full, thin] = [
        None,
        Some(crate::players::lattice::Thinning { radius: 0.3 }),
    ]
    .map(|thinning| {
        let settings = Settings { thinning, ..few(3) };
        Lattice::new(&legacy, &settings).unwrap()
    });
    let [all, sums] = [&full, &thin].map(|lattice| matrix(&legacy, lattice, &noise, true).matrix);
    assert!(sums.used().len() < all.used().len());
    for (row, sums) in all.rows().zip(sums.rows()) {
        let mut wanted = vec![0.0; full.executed().len()];
        for (outcome, chance) in row.entries() {
            wanted[thin.thinned()[outcome] as usize] += chance;
        }
        for (outcome, chance) in sums.entries() {
            assert!((wanted[outcome] - chance).abs() < 1e-9);
        }
        assert!(sums.outcomes().len() <= row.outcomes().len());
    }
}

#[test]
fn any_ice_and_noise_makes_a_matrix() {
    let noises = [
        Noise::Rectangular { x: 30.0, y: 30.0 },
        Noise::Polar {
            speed: 20.0,
            heading: 1.0,
            loses_turn: true,
        },
        Noise::Dc3(Dc3Noise {
            max_speed: 0.0,
            stddev_speed: 1.0,
            stddev_angle: 0.0,
        }),
        Noise::Dc3(Dc3Noise {
            max_speed: 4.0,
            stddev_speed: 0.0,
            stddev_angle: 3.0,
        }),
    ];
    for ice in [Parameters::legacy(), Parameters::fcv1().with_friction(3.0)] {
        let game = game(ice);
        let lattice = Lattice::new(&game, &few(0)).unwrap();
        for noise in noises {
            let kernel = matrix(&game, &lattice, &skill(noise), true);
            assert_eq!(kernel.matrix.candidates(), kernel.candidates.len());
        }
    }
}
