//! Tests of the points model on ends that were made up, with known chances.

use super::fit::{Example, fit, frequencies, try_hands};
use super::trial::{Interval, Prediction, losses, reliability};
use super::*;
use crate::players::cache::Cache;
use crate::players::value_model;
use crate::rules::{Game, Phase, Rules, Team};
use crate::vector::Vector;
use lookahead::{Cancel, Seed};
use rand::RngExt;

const HANDS: Hands = Hands {
    scale: 2.0,
    otherwise: 0.1,
};

/// A view whose first feature is `feature`.
fn view(slot: usize, feature: f64, claim: Option<Chances>) -> View {
    let mut sheet = [0.0; SHEET];
    sheet[0] = feature;
    View {
        slot,
        power_play: false,
        sheet,
        claim,
    }
}

/// Ends in which the hammer takes two with the chance of the first feature before the first stone,
/// and else loses one; the last stone of three quarters of them was foreseen.
fn examples(count: usize, seed: u64) -> Vec<Example> {
    let rng = &mut Seed(seed).rng();
    let mut all = Vec::new();
    for number in 0..count {
        let chance: f64 = rng.random_range(0.1..0.9);
        let points = if rng.random_bool(chance) { 2 } else { -1 };
        let foreseen = if rng.random_bool(0.75) {
            points
        } else {
            1 - points
        };
        let claim = value_model::certain(foreseen);
        for view in [view(6, chance, None), view(LAST, 0.0, Some(claim))] {
            all.push(Example {
                view,
                points,
                of_match: number / 8,
            });
        }
    }
    all
}

fn predictions(model: &PointsModel, examples: &[Example]) -> Vec<Prediction> {
    let known = examples.iter().filter_map(|one| Prediction::of(model, one));
    known.collect()
}

#[test]
fn a_fit_finds_the_chances_that_made_the_ends() {
    let seen = examples(1000, 1);
    let model = fit(HANDS, &seen.iter().collect::<Vec<_>>());
    for chance in [0.2, 0.5, 0.8] {
        let found = model.predict(&view(6, chance, None)).unwrap();
        assert!((found[class_of(2)] - chance).abs() < 0.1, "{found:?}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let claim = value_model::certain(2);
    let last = model.predict(&view(LAST, 0.0, Some(claim))).unwrap();
    // Certain claims of two points come true where they were foreseen: three in four, given equal
    // chances of both results.
    assert!((last[class_of(2)] - 0.75).abs() < 0.1, "{last:?}");
    assert_eq!(model.predict(&view(9, 0.5, None)), None);
}

#[test]
fn the_likeliest_hands_go_otherwise_as_often_as_people_do() {
    let seen = examples(2000, 2);
    let seen: Vec<_> = seen.iter().collect();
    let tried = try_hands(2.0, &seen);
    // A quarter of the claims fails; and one in two of those that go otherwise is right by chance,
    // which the largest share that is compared comes nearest to.
    assert_eq!(tried.hands.otherwise, 0.3);
    assert!((tried.expected.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let usual = frequencies(seen.into_iter())[0];
    assert!((usual[class_of(2)] - 0.5).abs() < 0.05, "{usual:?}");
}

#[test]
fn a_trial_finds_losses_below_the_frequencies_and_chances_that_come_true() {
    let seen = examples(1000, 3);
    let model = fit(HANDS, &seen.iter().collect::<Vec<_>>());
    let tested = predictions(&model, &examples(1000, 4));
    let found = losses(&tested, Seed(1));
    let slots: Vec<_> = found.iter().map(|one| (one.slot, one.count)).collect();
    assert_eq!(slots, [(Some(6), 1000), (Some(LAST), 1000), (None, 2000)]);
    for one in &found {
        assert!(one.difference.high < 0.0, "{one:?}");
        assert!(one.model.low < one.model.mean && one.model.mean < one.model.high);
        let difference = one.model.mean - one.frequencies.mean;
        assert!((difference - one.difference.mean).abs() < 1e-9);
    }
    for tenth in reliability(&tested, 1) {
        let far = 4.0 * tenth.error.unwrap_or(0.0) + 0.03;
        assert!(tenth.claims < 50 || tenth.off().abs() < far, "{tenth:?}");
    }
}

#[test]
fn an_interval_grows_with_the_matches_that_go_together() {
    let number = |index: usize| f64::from(u8::from((index / 10).is_multiple_of(2)));
    let width = |size: usize| {
        let all = (0..400).map(|index| (index / size, number(index)));
        let found = Interval::of(all, Seed(1));
        assert!((found.mean - 0.5).abs() < 1e-12);
        found.high - found.low
    };
    // 400 coins have a standard error of 0.025, 40 of 0.079.
    assert!((width(1) - 0.098).abs() < 0.02);
    assert!((width(10) - 0.31).abs() < 0.06);
    assert_eq!(
        Interval::of(std::iter::empty(), Seed(1)),
        Interval::default()
    );
}

#[test]
fn a_model_is_read_back_as_it_was_written() {
    let seen = examples(300, 5);
    let mut model = fit(HANDS, &seen.iter().collect::<Vec<_>>());
    model.command = "sakiyomi curling predict tables --fit model.txt".to_owned();
    let text = model.to_string();
    let read: PointsModel = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!((read.command, read.hands), (model.command.clone(), HANDS));
    for example in &seen {
        let known = model.predict(&example.view).unwrap();
        let found = read.slots[example.view.slot].is_some();
        assert!(found && known.iter().all(|chance| chance.is_finite()));
    }
}

#[test]
fn what_is_no_model_is_refused_with_its_line() {
    let seen = examples(50, 6);
    let text = fit(HANDS, &seen.iter().collect::<Vec<_>>()).to_string();
    let line = |text: &str| text.parse::<PointsModel>().unwrap_err().line;
    assert_eq!(line(""), 1);
    assert_eq!(line(&text.replacen("points 1", "points 2", 1)), 1);
    assert_eq!(line(&text.replacen("hands: 2", "hands: -2", 1)), 3);
    assert_eq!(line(&text.replacen("centre: 0", "centre: 7", 1)), 4);
    assert_eq!(line(&text.replacen("slot 6", "slot 16", 1)), 6);
    let torn: Vec<&str> = text.lines().take(20).collect();
    assert_eq!(line(&torn.join("\n")), 21);
    assert_eq!(line(&text.replacen("slot 6\n", "slot 6\nNaN\n", 1)), 7);
}

#[test]
fn the_shipped_model_has_all_stones_of_mixed_doubles() {
    let model = shipped();
    let first = Rules::sport_mixed_doubles().first_slot();
    for (slot, regression) in model.slots.iter().enumerate() {
        assert_eq!(regression.is_some(), slot >= first, "{slot}");
    }
    assert!(model.command.starts_with("sakiyomi curling predict"));
}

#[test]
fn steadier_hands_expect_more_of_a_last_stone() {
    let rules = Rules::sport_mixed_doubles();
    let mut game = Game::new(&rules).unwrap();
    game.phase = Phase::Throwing;
    (game.lead, game.shot) = (Team::Zero, LAST as u8);
    // Their stone at the back of the four-foot; a draw inside it, or a hit, scores.
    game.stones.place(0, Vector::new(0.2, 0.4));
    game.power_play_ends[Team::One.index()] = Some(0);
    let cache = Cache::default();
    let scores = |scale: f64| {
        let observer = Observer::new(scale, &cache).unwrap();
        let view = observer.view(&game, &Cancel::new()).unwrap();
        assert!(view.power_play);
        view.claim.unwrap()[class_of(1) - class_of(value_model::LEAST)]
    };
    let (steady, unsteady) = (scores(0.5), scores(1.5));
    assert!(steady > 0.9 && unsteady < steady && unsteady > 0.3);
    let stopped = Cancel::new();
    stopped.cancel();
    let observer = Observer::new(0.5, &cache).unwrap();
    assert_eq!(observer.view(&game, &stopped), None);
    for scale in [0.0, -1.0, f64::NAN, 11.0] {
        assert!(Observer::new(scale, &cache).is_err());
    }
}
