//! Tests of the value model: text form, training, incremental evaluation.

use super::super::end_utility::EndUtility;
use super::super::evaluation::{Evaluation, Objective, PreparedPosition};
use super::super::jiritsu::{Jiritsu, Settings};
use super::training::{self, PARTS, Plan};
use super::*;
use crate::Stones;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::players::calibration::Correction;
use crate::players::learned_for::differences;
use crate::players::{evaluation, protection};
use crate::rules::Game;
use crate::vector::Vector;
use lookahead::{Cancel, Control, Seed};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::{Arc, OnceLock};

/// Random weights, so that nothing is right by accident.
fn random_model(seed: u64) -> ValueModel {
    let mut rng = Seed(seed).rng();
    let mut model = ValueModel {
        command: "random".to_owned(),
        ..ValueModel::default()
    };
    for slot in 3..SLOTS {
        let mut row = || std::array::from_fn(|_| f64::from(rng.random_range(-5000..5000)) / 1e4);
        let features = (0..FEATURES).map(|_| row()).collect();
        model.set(slot, Weights { features });
    }
    model
}

fn evaluation() -> &'static Evaluation {
    static MADE: OnceLock<Evaluation> = OnceLock::new();
    MADE.get_or_init(|| {
        let game = Curling::new(Conditions::paper()).unwrap();
        let coarse = protection::Settings {
            step: 0.29,
            ..protection::Settings::default()
        };
        let tables = protection::Tables::new(game.physics(), &coarse).unwrap();
        Evaluation::new(&game, Arc::new(tables), evaluation::Weights::default()).unwrap()
    })
}

#[test]
fn the_text_round_trips_and_errors_name_the_line() {
    let model = random_model(1);
    let text = model.to_string();
    assert!(text.parse() == Ok(model), "not the same");
    let invalid = |text: &str| text.parse::<ValueModel>().unwrap_err().to_string();
    assert_eq!(invalid("blokus"), "line 1: expected `curling-experience 2`");
    let first = text.lines().next().unwrap();
    assert!(invalid(&format!("{first}\nslot 16\n")).ends_with("46 lines of numbers, found 0"));
    let sixteen = text.replacen("slot 3", "slot 16", 1);
    assert!(invalid(&sixteen).contains("line 3: invalid slot `16`: expected 0 to 15"));
    let cut: Vec<&str> = text.lines().take(10).collect();
    assert_eq!(
        invalid(&cut.join("\n")),
        "line 3: expected 46 lines of numbers, found 7"
    );
    let odd = text.replacen("slot 3\n", "slot 3\n0.1 0.2\n", 1);
    assert_eq!(invalid(&odd), "line 4: expected 8 finite numbers");
    let endless = text.replacen("slot 3\n", "slot 3\ninf 0 0 0 0 0 0 0\n", 1);
    assert_eq!(invalid(&endless), "line 4: expected 8 finite numbers");
    assert!(invalid(&format!("{first}\nhello")).starts_with("line 2: "));
}

#[test]
fn conditions_and_corrections_are_part_of_the_text_and_files_without_them_are_read() {
    let mut model = random_model(2);
    model.learned_for = Conditions::named("dc4-mixed-doubles");
    model.corrections.source = "some command".to_owned();
    model
        .corrections
        .set(7, Correction::new(-0.25, 0.875).unwrap());
    let text = model.to_string();
    assert!(text.parse() == Ok(model.clone()), "not the same");
    let without = |line: &&str| !line.starts_with("co") || line.starts_with("command");
    let old: Vec<&str> = text.lines().filter(without).collect();
    let old = old
        .join("\n")
        .replacen("curling-experience 2", "curling-experience 1", 1);
    let read: ValueModel = old.parse().unwrap();
    assert_eq!(
        (&read.learned_for, read.corrections.is_empty()),
        (&None, true)
    );
    assert_eq!(read.before(9), model.before(9));
    let invalid = |from: &str, to: &str| {
        let damaged = text.replacen(from, to, 1);
        damaged.parse::<ValueModel>().unwrap_err().to_string()
    };
    assert!(invalid("\"noise\":1.0", "\"noise\":-1.0").starts_with("line 3: "));
    assert!(invalid("conditions: {", "conditions: ").starts_with("line 3: invalid conditions"));
    for correction in ["correction 16 0 1", "correction 7 0", "correction 7 0 -1"] {
        let why = invalid("correction 7 -0.2500 0.8750", correction);
        assert_eq!(why, "line 5: expected a slot, a shift and a positive slope");
    }
}

#[test]
fn shipped_models_are_chosen_by_discipline_and_ice_and_tell_what_made_them() {
    for (name, model) in shipped() {
        let conditions = Conditions::named(name).unwrap();
        let first = conditions.rules.first_slot();
        assert!(
            (first..SLOTS).all(|slot| model.before(slot).is_some()),
            "{name}"
        );
        assert!(
            model.command.starts_with("sakiyomi curling learn "),
            "{name}"
        );
        let learned = model.learned_for.as_ref();
        assert_eq!(differences(learned, &conditions), [], "{name}");
        assert_eq!(shipped_for(&conditions), model, "{name}");
        // The nearest of its ice, whatever the noise; the player says what differs.
        let unsteady = conditions.changed(&"noise_scale = 2.0".parse().unwrap());
        assert_eq!(shipped_for(&unsteady.unwrap()), model, "{name}");
    }
    let dc4 = Conditions::named("dc4").unwrap();
    let dc3 = Conditions::named("dc3").unwrap();
    assert_eq!(shipped_for(&dc3), shipped_for(&dc4));
    assert_ne!(shipped_for(&Conditions::paper()), shipped_for(&dc4));
}

#[test]
fn chances_are_chances() {
    let features = evaluation().prepare(&Stones::none()).features(5);
    for seed in 0..50 {
        let chances = random_model(seed).before(5).unwrap().chances(&features);
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        assert!(chances.is_sorted_by(|better, worse| better >= worse));
    }
    assert_eq!(certain(LEAST - 1), [0.0; RESULTS]);
    assert_eq!(certain(LEAST)[..2], [1.0, 0.0]);
    assert_eq!(certain(8), [1.0; RESULTS]);
}

#[test]
fn the_same_seed_learns_the_same_on_any_number_of_threads_and_reports_progress() {
    let curling = Curling::new(Conditions::paper()).unwrap();
    let plan = Plan {
        rounds: 2,
        ends: 4,
        ..Plan::default()
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut reports = Vec::new();
        let learned = pool.unwrap().install(|| {
            let progress = |at| reports.push(at);
            training::learn(
                &curling,
                &Settings::coarse(),
                &plan,
                Seed(1),
                &Cancel::new(),
                progress,
            )
        });
        (learned.unwrap(), reports)
    };
    let (one, reports) = on(1);
    assert_eq!(one, on(2).0);
    assert_eq!(one.learned_for, Some(Conditions::paper()));
    assert!((0..SLOTS).all(|slot| one.before(slot).is_some()));
    assert_eq!(reports.len(), 2 * PARTS);
    let last = reports.last().unwrap();
    assert_eq!((last.round, last.part), (1, PARTS));
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = training::learn(
        &curling,
        &Settings::coarse(),
        &plan,
        Seed(1),
        &cancel,
        |_| {},
    );
    assert_eq!(stopped, Err(training::TrainingError::Cancelled));
}

#[test]
fn before_the_last_stone_learned_values_are_near_what_the_last_stone_brings() {
    let curling = Curling::new(Conditions::paper()).unwrap();
    let plan = Plan {
        rounds: 1,
        ends: 60,
        ..Plan::default()
    };
    let coarse = Settings::coarse();
    let learned = training::learn(&curling, &coarse, &plan, Seed(2), &Cancel::new(), |_| {});
    let learned = learned.unwrap();
    let jiritsu = Jiritsu::new(&curling, &coarse).unwrap();
    let utility = EndUtility::points();
    let objective = Objective::with_model(utility, &learned);
    // The lead lies two, one, none, and the hammer one.
    let positions: [&[(usize, f64, f64)]; 4] = [
        &[(12, 0.3, 0.1), (14, -0.4, 0.3)],
        &[(14, 0.3, 0.1)],
        &[],
        &[(13, 0.3, 0.1)],
    ];
    let values = positions.map(|stones| {
        let mut game = Game::new(curling.rules()).unwrap();
        game.shot = 15;
        for &(slot, x, y) in stones {
            game.stones.place(slot, Vector::new(x, y));
        }
        let looked = jiritsu.search_for(&game, utility, &Control::new(Seed(1)));
        let known = jiritsu
            .tables()
            .evaluation()
            .value(&game.stones, 15, &objective);
        (known, looked.value().unwrap())
    });
    for (known, looked) in values {
        // A sixteenth is a point.
        assert!((known - looked).abs() < 0.8 / 16.0, "{values:?}");
    }
    assert!(values[0].0 < values[3].0, "{values:?}");
}

/// Returns the value by the reference implementation: features times weights.
fn value(
    model: &ValueModel,
    prepared: &PreparedPosition<'_>,
    next: usize,
    utility: &EndUtility,
) -> f64 {
    let features = prepared.features(next);
    let sums = model.before(next).unwrap().sums(&features.0);
    let results = (0..RESULTS).map(|result| {
        let points = LEAST + result as i8;
        sums[result] * (utility.of(points) - utility.of(points - 1))
    });
    utility.of(LEAST - 1) + results.sum::<f64>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_quick_ways_agree_with_features_times_weights(
        places in prop::collection::vec(prop::option::of((-2.2_f64..2.2, -6.2_f64..1.9)), SLOTS),
        next in 3_usize..=14,
        at in (-1.5_f64..1.5, -2.0_f64..1.9),
        seed in 0_u64..100,
    ) {
        let (model, utility) = (random_model(seed), EndUtility::points());
        let objective = Objective::with_model(utility, &model);
        let mut stones = Stones::none();
        for (slot, place) in places.iter().enumerate().take(next) {
            if let Some((x, y)) = *place {
                stones.place(slot, Vector::new(x, y));
            }
        }
        let prepared = evaluation().prepare(&stones);
        let want = value(&model, &prepared, next, &utility);
        let got = prepared.value(next, &objective);
        prop_assert!((got - want).abs() < 1e-9, "{got} {want}");
        let at = Vector::new(at.0, at.1);
        let got = prepared.value_with(next, at, &objective);
        stones.place(next, at);
        let want = value(&model, &evaluation().prepare(&stones), next + 1, &utility);
        prop_assert!((got - want).abs() < 1e-9, "{got} {want}");
    }

    #[test]
    fn the_threatened_score_is_that_without_the_best_stone(
        places in prop::collection::vec(prop::option::of((-1.9_f64..1.9, -1.9_f64..1.9)), SLOTS),
        next in 0_usize..=15,
    ) {
        use super::super::evaluation::features::SCORE_LIMIT;
        let mut stones = Stones::none();
        for (slot, place) in places.iter().enumerate() {
            if let Some((x, y)) = *place {
                stones.place(slot, Vector::new(x, y));
            }
        }
        let rules = &Conditions::paper().rules;
        let score_of = |stones: &Stones| {
            let points = -crate::rules::score::points(rules, stones);
            (points.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT) as usize
        };
        let features = evaluation().prepare(&stones).features(next).0;
        prop_assert_eq!(features[score_of(&stones)], 1.0);
        let threatened = |slot: &usize| (slot ^ next) & 1 == 1;
        let far = |slot: &usize| stones.get(*slot).unwrap().at.length_squared();
        let best = (0..SLOTS)
            .filter(|&slot| stones.holds(slot) && rules.geometry.in_house(stones.get(slot).unwrap().at))
            .filter(threatened)
            .min_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(best) = best {
            stones.remove(best);
        }
        prop_assert_eq!(features[SCORES + score_of(&stones)], 1.0);
    }

    #[test]
    fn damaged_text_is_never_fatal(cut in 0_usize..3000, put in ".{0,12}") {
        let text = random_model(3).to_string();
        let damaged = format!("{}{put}{}", &text[..cut], &text[cut + 5..]);
        let _ = damaged.parse::<ValueModel>();
    }
}
