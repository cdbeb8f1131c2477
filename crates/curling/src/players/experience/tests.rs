use super::super::evaluation::{Appraisal, Evaluation, Ground};
use super::super::jiritsu::{Jiritsu, Settings};
use super::super::stakes::Stakes;
use super::lessons::{self, PARTS, Plan};
use super::*;
use crate::Stones;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::players::{evaluation, protection};
use crate::rules::Game;
use crate::vector::Vector;
use lookahead::{Cancel, Control, Seed};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::OnceLock;

/// Weights by lot, so that nothing is right by accident.
fn by_lot(seed: u64) -> Experience {
    let mut rng = Seed(seed).rng();
    let mut experience = Experience {
        command: "by lot".to_owned(),
        ..Experience::default()
    };
    for slot in 3..SLOTS {
        let mut row = || std::array::from_fn(|_| f64::from(rng.random_range(-5000..5000)) / 1e4);
        let signs = (0..SIGNS).map(|_| row()).collect();
        experience.learn(slot, Weights { signs });
    }
    experience
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
fn text_comes_back_as_it_was_and_says_where_it_is_wrong() {
    let experience = by_lot(1);
    let text = experience.to_string();
    assert!(text.parse() == Ok(experience), "not the same");
    let shipped = shipped();
    assert!((0..SLOTS).all(|slot| shipped.before(slot).is_some()));
    assert!(shipped.command.starts_with("sakiyomi curling learn "));
    let wrong = |text: &str| text.parse::<Experience>().unwrap_err().to_string();
    assert_eq!(
        wrong("blokus"),
        "line 1: experience begins with `curling-experience 1`"
    );
    let first = text.lines().next().unwrap();
    assert!(wrong(&format!("{first}\nslot 16\n")).starts_with("line 2: 0 of 46 lines"));
    let sixteen = text.replacen("slot 3", "slot 16", 1);
    assert!(wrong(&sixteen).contains("line 3: `16` is no slot from 0 to 15"));
    let cut: Vec<&str> = text.lines().take(10).collect();
    assert_eq!(
        wrong(&cut.join("\n")),
        "line 3: 7 of 46 lines of numbers follow"
    );
    let odd = text.replacen("slot 3\n", "slot 3\n0.1 0.2\n", 1);
    assert_eq!(wrong(&odd), "line 4: 8 numbers should stand here");
    let endless = text.replacen("slot 3\n", "slot 3\ninf 0 0 0 0 0 0 0\n", 1);
    assert_eq!(wrong(&endless), "line 4: 8 numbers should stand here");
    assert!(wrong(&format!("{first}\nhello")).starts_with("line 2: "));
}

#[test]
fn chances_are_chances() {
    let signs = evaluation().ground(&Stones::none()).signs(5);
    for seed in 0..50 {
        let chances = by_lot(seed).before(5).unwrap().chances(&signs);
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        assert!(chances.is_sorted_by(|better, worse| better >= worse));
    }
    assert_eq!(certain(LEAST - 1), [0.0; RESULTS]);
    assert_eq!(certain(LEAST)[..2], [1.0, 0.0]);
    assert_eq!(certain(8), [1.0; RESULTS]);
}

#[test]
fn the_same_seed_learns_the_same_on_any_number_of_threads_and_tells_how_far_it_is() {
    let curling = Curling::new(Conditions::paper()).unwrap();
    let plan = Plan {
        rounds: 2,
        ends: 4,
        ..Plan::default()
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut told = Vec::new();
        let learned = pool.unwrap().install(|| {
            let seen = |at| told.push(at);
            lessons::learn(
                &curling,
                &Settings::coarse(),
                &plan,
                Seed(1),
                &Cancel::new(),
                seen,
            )
        });
        (learned.unwrap(), told)
    };
    let (one, told) = on(1);
    assert_eq!(one, on(2).0);
    assert!((0..SLOTS).all(|slot| one.before(slot).is_some()));
    assert_eq!(told.len(), 2 * PARTS);
    let last = told.last().unwrap();
    assert_eq!((last.round, last.part), (1, PARTS));
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = lessons::learn(
        &curling,
        &Settings::coarse(),
        &plan,
        Seed(1),
        &cancel,
        |_| {},
    );
    assert_eq!(stopped, Err(lessons::LessonError::Cancelled));
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
    let learned = lessons::learn(&curling, &coarse, &plan, Seed(2), &Cancel::new(), |_| {});
    let learned = learned.unwrap();
    let jiritsu = Jiritsu::new(&curling, &coarse).unwrap();
    let stakes = Stakes::points();
    let appraisal = Appraisal::experienced(stakes, &learned);
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
        let looked = jiritsu.look_for(&game, stakes, &Control::new(Seed(1)));
        let known = jiritsu
            .kit()
            .evaluation()
            .value(&game.stones, 15, &appraisal);
        (known, looked.value().unwrap())
    });
    for (known, looked) in values {
        // A sixteenth is a point.
        assert!((known - looked).abs() < 0.8 / 16.0, "{values:?}");
    }
    assert!(values[0].0 < values[3].0, "{values:?}");
}

fn value(experience: &Experience, ground: &Ground<'_>, next: usize, stakes: &Stakes) -> f64 {
    let signs = ground.signs(next);
    let sums = experience.before(next).unwrap().sums(&signs.0);
    let results = (0..RESULTS).map(|result| {
        let points = LEAST + result as i8;
        sums[result] * (stakes.of(points) - stakes.of(points - 1))
    });
    stakes.of(LEAST - 1) + results.sum::<f64>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_quick_ways_agree_with_signs_times_weights(
        places in prop::collection::vec(prop::option::of((-2.2_f64..2.2, -6.2_f64..1.9)), SLOTS),
        next in 3_usize..=14,
        at in (-1.5_f64..1.5, -2.0_f64..1.9),
        seed in 0_u64..100,
    ) {
        let (experience, stakes) = (by_lot(seed), Stakes::points());
        let appraisal = Appraisal::experienced(stakes, &experience);
        let mut stones = Stones::none();
        for (slot, place) in places.iter().enumerate().take(next) {
            if let Some((x, y)) = *place {
                stones.place(slot, Vector::new(x, y));
            }
        }
        let ground = evaluation().ground(&stones);
        let want = value(&experience, &ground, next, &stakes);
        let got = ground.without(next, &appraisal);
        prop_assert!((got - want).abs() < 1e-9, "{got} {want}");
        let at = Vector::new(at.0, at.1);
        let got = ground.with(next, at, &appraisal);
        stones.place(next, at);
        let want = value(&experience, &evaluation().ground(&stones), next + 1, &stakes);
        prop_assert!((got - want).abs() < 1e-9, "{got} {want}");
    }

    #[test]
    fn the_threatened_score_is_that_without_the_best_stone(
        places in prop::collection::vec(prop::option::of((-1.9_f64..1.9, -1.9_f64..1.9)), SLOTS),
        next in 0_usize..=15,
    ) {
        use super::super::evaluation::signs::TOLD_APART;
        let mut stones = Stones::none();
        for (slot, place) in places.iter().enumerate() {
            if let Some((x, y)) = *place {
                stones.place(slot, Vector::new(x, y));
            }
        }
        let rules = &Conditions::paper().rules;
        let told = |stones: &Stones| {
            let points = -crate::rules::score::points(rules, stones);
            (points.clamp(-TOLD_APART, TOLD_APART) + TOLD_APART) as usize
        };
        let signs = evaluation().ground(&stones).signs(next).0;
        prop_assert_eq!(signs[told(&stones)], 1.0);
        let threatened = |slot: &usize| (slot ^ next) & 1 == 1;
        let far = |slot: &usize| stones.get(*slot).unwrap().at.length_squared();
        let best = (0..SLOTS)
            .filter(|&slot| stones.holds(slot) && rules.geometry.in_house(stones.get(slot).unwrap().at))
            .filter(threatened)
            .min_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(best) = best {
            stones.remove(best);
        }
        prop_assert_eq!(signs[SCORES + told(&stones)], 1.0);
    }

    #[test]
    fn damaged_text_is_never_fatal(cut in 0_usize..3000, put in ".{0,12}") {
        let text = by_lot(3).to_string();
        let damaged = format!("{}{put}{}", &text[..cut], &text[cut + 5..]);
        let _ = damaged.parse::<Experience>();
    }
}
