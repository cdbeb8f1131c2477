//! Tests of the evaluation: the paper's terms by hand, and the incremental evaluation.

use super::super::end_utility::EndUtility;
use super::super::protection::Settings;
use super::*;
use crate::conditions::Conditions;
use crate::sheet::RADIUS;
use proptest::prelude::*;
use std::sync::OnceLock;

fn evaluation_of(name: &str) -> Evaluation {
    let game = Curling::new(Conditions::named(name).unwrap()).unwrap();
    let settings = Settings {
        step: RADIUS,
        ..Settings::default()
    };
    let tables = Tables::new(game.physics(), &settings).unwrap();
    Evaluation::new(&game, Arc::new(tables), Weights::default()).unwrap()
}

/// On the ice of the paper; made once for all tests.
fn evaluation() -> &'static Evaluation {
    static MADE: OnceLock<Evaluation> = OnceLock::new();
    MADE.get_or_init(|| evaluation_of("paper"))
}

fn stones(places: &[(usize, f64, f64)]) -> Stones {
    let mut stones = Stones::none();
    for &(slot, x, y) in places {
        stones.place(slot, Vector::new(x, y));
    }
    stones
}

/// Returns the utility of points in the paper.
fn points() -> Objective {
    Objective::new(EndUtility::points())
}

fn terms(places: &[(usize, f64, f64)], slot: usize) -> Terms {
    evaluation().terms(&stones(places), slot)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// Returns the value by the definition: the score, with the stone given away really given away, and
/// the terms of every stone.
fn plain(evaluation: &Evaluation, stones: &Stones, next: usize, utility: &EndUtility) -> f64 {
    if next == SLOTS {
        return utility.of(-score::points(&evaluation.rules, stones));
    }
    let mut scored = *stones;
    if next % 2 == 1 {
        let far = |slot: &usize| {
            evaluation
                .rules
                .geometry
                .distance(stones.get(*slot).unwrap().at)
        };
        let leads = (0..SLOTS).step_by(2).filter(|&slot| stones.holds(slot));
        let best = leads.min_by(|a, b| far(a).total_cmp(&far(b)));
        let free = (1..SLOTS).step_by(2).find(|&slot| !stones.holds(slot));
        if let (Some(best), Some(free)) = (best, free) {
            scored.place(free, stones.get(best).unwrap().at);
            scored.remove(best);
        }
    }
    let w = utility.of(-score::points(&evaluation.rules, &scored));
    let mu = if next.is_multiple_of(2) { 0.1 } else { 0.2 };
    let sum: f64 = (0..SLOTS)
        .map(|slot| {
            let n = evaluation.terms(stones, slot).n;
            if slot % 2 == 1 { n } else { -n }
        })
        .sum();
    w + mu * sum
}

#[test]
fn j_of_a_stone_is_computed_by_hand() {
    // Half a metre in front of the tee and 0.395 m to the side; one of two opposing stones is
    // nearer.
    let all = [(1, 0.395, -0.5), (0, 0.0, 0.3), (2, 1.0, 1.0)];
    let one = terms(&all, 1);
    assert!(near(one.k, 1.0 / 2.0));
    // hx = 1 - 0.395/1.975 = 0.8, hy = 1 - 0.25/1.975²
    assert!(near(one.h, 0.8 * (1.0 - 0.25 / 3.900625)));
    assert!(near(one.j, one.k + one.h));
    // Behind the tee: hx = 1, hy = ((1.22 - 0.305)/1.22)² = 0.75²
    assert!(near(terms(&[(0, 0.0, 0.305)], 0).h, 0.5625));
    // Out at the side, at the end of the front, behind the 8-foot ring.
    for (x, y) in [(1.98, 0.0), (0.0, -1.975), (0.0, 1.23)] {
        assert_eq!(terms(&[(0, x, y)], 0).h, 0.0);
    }
    assert_eq!(terms(&[(0, 0.0, 0.0)], 0).h, 1.0);
}

#[test]
fn d_of_two_stones_is_computed_by_hand() {
    // Side by side, half of a = 0.915 apart: 0.5 + 0.5/4.
    let beside = terms(&[(1, 0.0, 0.0), (3, 0.4575, 0.0)], 1).d;
    assert!(near(beside, 0.625));
    // In line as far apart: D'' = 0.915 + 1.83 = 2.745, d/D'' = 1/6.
    let in_line = terms(&[(1, 0.0, 0.0), (3, 0.0, -0.4575)], 1).d;
    assert!(near(in_line, 0.5 + 0.5 / 36.0));
    assert!(in_line < beside);
    // 3-4-5: d = 1, cos = 0.8, D'' = 0.915 + 1.464 = 2.379.
    let slanting = terms(&[(1, 0.0, 0.0), (3, 0.6, 0.8)], 1).d;
    assert!(near(slanting, 0.5 + 0.5 / (2.379 * 2.379)));
    // Far apart, alone, or beside an opposing stone only.
    assert_eq!(terms(&[(1, 0.0, 0.0), (3, 1.0, 0.0)], 1).d, 1.0);
    assert_eq!(terms(&[(1, 0.0, 0.0), (2, 0.3, 0.0)], 1).d, 1.0);
}

#[test]
fn t_of_a_stone_alone_is_the_least_there_is() {
    // Both runs are 24: 1/25 + 2/25 + 0.3
    assert!(near(terms(&[(1, 0.3, 0.2)], 1).t, 0.42));
}

#[test]
fn a_guarded_stone_and_a_backed_stone_are_harder_to_take_out() {
    let alone = terms(&[(1, 0.0, 0.0)], 1).t;
    let guarded = terms(&[(1, 0.0, 0.0), (3, 0.0, -1.0)], 1).t;
    let guarded_by_the_other_team = terms(&[(1, 0.0, 0.0), (2, 0.0, -1.0)], 1).t;
    let backed = terms(&[(1, 0.0, 0.0), (2, 0.0, 0.29)], 1).t;
    let backed_by_its_own = terms(&[(1, 0.0, 0.0), (3, 0.0, 0.29)], 1).t;
    assert!(guarded > alone && backed > alone);
    assert!(near(guarded, guarded_by_the_other_team));
    assert!(near(backed_by_its_own, alone));
}

#[test]
fn t_follows_from_the_tables_of_both_turns() {
    let away = Vector::new(0.29, -0.87);
    let tables = &evaluation().tables;
    let o = Turn::BOTH.map(|turn| {
        let run = longest_run(tables.of(turn, away));
        1.0 / (f64::from(run) + 1.0) + 2.0 / 25.0
    });
    let t = terms(&[(1, 0.0, 0.0), (3, away.x, away.y)], 1).t;
    assert!(near(t, o[0].min(o[1]) + 0.3));
}

#[test]
fn the_lead_s_best_stone_is_the_hammer_s_before_the_hammer_throws() {
    let (evaluation, utility) = (evaluation(), EndUtility::points());
    let position = stones(&[(0, 0.1, 0.0), (2, 0.0, 0.5), (1, 1.0, 0.0)]);
    let sum = |mu: f64| {
        let n = |slot| evaluation.terms(&position, slot).n;
        mu * (n(1) - n(0) - n(2))
    };
    // The lead to throw: its two stones are nearer than the hammer's.
    let lead_to_throw = evaluation.value(&position, 4, &points());
    assert!(near(lead_to_throw, utility.of(-2) + sum(0.1)));
    // The hammer to throw: the stone at 0.1 m is its one point before the lead's at 0.5 m.
    let hammer_to_throw = evaluation.value(&position, 3, &points());
    assert!(near(hammer_to_throw, utility.of(1) + sum(0.2)));
    // The end is over.
    assert_eq!(evaluation.value(&position, 16, &points()), utility.of(-2));
    // A best stone outside the house changes nothing.
    let guard = stones(&[(0, 0.1, -3.0), (1, 1.0, 0.0)]);
    let w = plain(evaluation, &guard, 3, &utility);
    assert!(near(evaluation.value(&guard, 3, &points()), w));
}

#[test]
fn runs_by_table_are_runs_by_counting() {
    let runs = Runs::new(&Weights::default());
    let mut bits = 0x00ab_cdef_u32;
    for _ in 0..10_000 {
        bits = (bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)) >> 3;
        let front = (bits | bits >> 7) & ALL;
        // One turn finds nothing in its way: that one counts.
        let t = runs.difficulty(u64::from(front) | u64::from(ALL) << TURN, BOTH);
        assert!(near(t, 1.0 / 25.0 + 2.0 / 25.0 + 0.3));
        let t = runs.difficulty(u64::from(front) | u64::from(front) << TURN, BOTH);
        let o = 1.0 / (f64::from(longest_run(front)) + 1.0);
        assert!(near(t, o + 2.0 / 25.0 + 0.3));
    }
}

#[test]
fn weights_are_read_from_a_file_and_checked() {
    let weights: Weights = toml::from_str("w4 = 3.0").unwrap();
    assert_eq!((weights.w4, weights.w3), (3.0, 1.0));
    assert!(toml::from_str::<Weights>("w5 = 1.0").is_err());
    assert_eq!(Weights::default().check(), Ok(()));
    for (text, what) in [
        ("alpha = 0.0", "alpha"),
        ("b = -1.0", "b"),
        ("c = nan", "c"),
    ] {
        let weights: Weights = toml::from_str(text).unwrap();
        assert_eq!(weights.check().unwrap_err().what, what);
    }
}

#[test]
fn a_stone_nowhere_breaks_nothing() {
    let nowhere = stones(&[(0, f64::NAN, 0.0), (1, 0.0, 0.0), (2, 0.0, 0.0)]);
    for next in [3, 4, 16] {
        let value = evaluation().value(&nowhere, next, &points());
        assert!(next != 16 || value == 0.5);
    }
}

fn places() -> impl Strategy<Value = Vec<Option<(f64, f64)>>> {
    // Half of the stones near the house, so that they matter to each other.
    let place = prop_oneof![
        (-1.5_f64..1.5, -1.5_f64..1.5),
        (-2.2_f64..2.2, -6.2_f64..1.9)
    ];
    prop::collection::vec(prop::option::of(place), SLOTS)
}

/// Returns the stones of the slots before `next`.
fn position(places: &[Option<(f64, f64)>], next: usize) -> Stones {
    let mut stones = Stones::none();
    for (slot, place) in places.iter().enumerate().take(next) {
        if let Some((x, y)) = *place {
            stones.place(slot, Vector::new(x, y));
        }
    }
    stones
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_quick_ways_agree_with_the_definition(
        places in places(),
        next in 0_usize..=15,
        at in (-2.0_f64..2.0, -5.0_f64..1.9),
    ) {
        let (evaluation, utility) = (evaluation(), EndUtility::points());
        let before = position(&places, next);
        let want = plain(evaluation, &before, next, &utility);
        let got = evaluation.value(&before, next, &points());
        prop_assert!(near(got, want), "{got} {want}");
        let prepared = evaluation.prepare(&before);
        let mut after = before;
        after.place(next, Vector::new(at.0, at.1));
        let want = plain(evaluation, &after, next + 1, &utility);
        let got = prepared.value_with(next, Vector::new(at.0, at.1), &points());
        prop_assert!(near(got, want), "{got} {want}");
        let got = prepared.value(next + 1, &points());
        prop_assert!(near(got, plain(evaluation, &before, next + 1, &utility)));
    }

    #[test]
    fn the_score_is_that_of_the_rules_on_every_platform(places in places(), name in 0_usize..3) {
        static MADE: OnceLock<[Evaluation; 3]> = OnceLock::new();
        let made = MADE.get_or_init(|| {
            ["paper", "dc2", "dc3"].map(|name| {
                let game = Curling::new(Conditions::named(name).unwrap()).unwrap();
                let weights = Weights { mu_lead: 0.0, mu_hammer: 0.0, ..Weights::default() };
                Evaluation::new(&game, Arc::clone(&evaluation().tables), weights).unwrap()
            })
        });
        let evaluation = &made[name];
        let stones = position(&places, SLOTS);
        let want = EndUtility::points().of(-score::points(&evaluation.rules, &stones));
        prop_assert_eq!(evaluation.prepare(&stones).value(14, &points()), want);
        prop_assert_eq!(evaluation.prepare(&stones).value(16, &points()), want);
        prop_assert_eq!(evaluation.value(&stones, 16, &points()), want);
    }

    #[test]
    fn the_mirrored_position_is_worth_the_same(places in places(), next in 0_usize..=16) {
        let mirrored: Vec<_> = places.iter().map(|place| place.map(|(x, y)| (-x, y))).collect();
        let value = |places: &[_]| {
            evaluation().value(&position(places, next), next, &points())
        };
        prop_assert!(near(value(&places), value(&mirrored)));
    }
}
