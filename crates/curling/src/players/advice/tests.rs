//! Tests of advice: names of places, calls, sentences, outcomes.

use super::call::{NamedStone, Thrown};
use super::*;
use crate::conditions::Conditions;
use crate::players::jiritsu::{Jiritsu, Settings};
use crate::rules::{Outcome, Reason};
use lookahead::Cancel;
use proptest::prelude::*;
use std::cell::RefCell;
use std::sync::LazyLock;

static CURLING: LazyLock<Curling> =
    LazyLock::new(|| Curling::new(Conditions::paper()).expect("the paper's conditions"));
static JIRITSU: LazyLock<Jiritsu> =
    LazyLock::new(|| Jiritsu::new(&CURLING, &Settings::quick()).expect("a player"));

/// Returns an analyst of the lineup.
fn analyst(spec: &str) -> Box<dyn ShotAnalyst> {
    let lineup = crate::lineup::of(CURLING.clone());
    lineup.build_analyst(&spec.parse().unwrap()).expect(spec)
}

/// Returns the last end, level, with some stones; `shot` is thrown next.
fn game(shot: u8, stones: &[(usize, f64, f64)]) -> Game {
    let mut game = Game::new(CURLING.rules()).unwrap();
    (game.end, game.shot) = (9, shot);
    for &(slot, x, y) in stones {
        game.stones.place(slot, Vector::new(x, y));
    }
    game
}

fn advice(game: &Game, top: usize) -> Advice {
    Advice::new(&*JIRITSU, &CURLING, game, &Control::new(Seed(1)), top).unwrap()
}

/// Returns the call for a position that a shot of the next slot turned into another.
fn called(before: &Game, change: impl Fn(&mut Stones), touched: Option<usize>) -> (Call, String) {
    let slot = before.slot().unwrap();
    let mut after = before.stones;
    change(&mut after);
    let other = |slot: usize| slot != before.slot().unwrap();
    let lay = |slot: usize| before.stones.get(slot).unwrap().at;
    let all = || {
        before
            .stones
            .iter()
            .map(|(slot, _)| slot)
            .filter(|s| other(*s))
    };
    let effect = Effect {
        after,
        foul: false,
        removed: all().filter(|slot| !after.holds(*slot)).collect(),
        moved: all()
            .filter(|&slot| after.get(slot).is_some_and(|stone| stone.at != lay(slot)))
            .collect(),
        rest: after.get(slot).map(|stone| stone.at),
        touched,
        drives: false,
    };
    let called = ShotCall::of(before, &effect);
    (called.call, called.english())
}

#[test]
fn places_have_their_names() {
    for ((x, y), name) in [
        ((0.0, 0.1), "the button"),
        ((0.1, -0.5), "the top four-foot"),
        ((-1.0, 0.2), "the left eight-foot"),
        ((0.3, 1.8), "the back twelve-foot"),
        ((0.1, -3.0), "a centre guard"),
        ((1.3, -2.2), "a tight right corner guard"),
        ((0.0, -5.0), "a high centre guard"),
        ((1.9, 1.5), "behind the house"),
    ] {
        assert_eq!(english::place(Place::of(Vector::new(x, y))), name);
    }
}

#[test]
fn a_call_has_sentences_in_both_languages() {
    let call = ShotCall {
        call: Call::TakeOut,
        stone: Some(NamedStone {
            slot: 2,
            own: false,
        }),
        removed: vec![NamedStone {
            slot: 2,
            own: false,
        }],
        lost: vec![NamedStone { slot: 5, own: true }],
        to: None,
        thrown: Thrown::Rolls(Place::Button),
    };
    assert_eq!(
        call.english(),
        "hit stone 3 and roll to the button, losing own stone 6"
    );
    assert_eq!(
        call.japanese(),
        "ストーン3をテイクアウトし、ボタンに残す（味方のストーン6も失う）"
    );
    let handles = call.words(Team::One);
    assert_eq!(
        handles.en,
        "hit Orange 2 and roll to the button, losing Blue 3"
    );
    assert_eq!(handles.ja, "橙2をテイクアウトし、ボタンに残す（青3も失う）");
}

#[test]
fn shots_that_touch_nothing_are_called_by_where_they_stop() {
    let before = game(5, &[(0, 0.0, -2.8), (2, 0.9, 0.4), (3, -0.8, 0.3)]);
    let stops = |x: f64, y: f64| called(&before, |after| after.place(5, Vector::new(x, y)), None);
    assert_eq!(stops(-0.45, -0.3).1, "draw to the left four-foot");
    let (call, words) = stops(0.1, 0.2);
    assert_eq!(
        (call, &*words),
        (
            Call::ComeAround,
            "come around stone 1 to the back four-foot"
        )
    );
    let (call, words) = stops(0.9, 0.1);
    assert_eq!(
        (call, &*words),
        (Call::Freeze, "freeze to stone 3 in the right eight-foot")
    );
    let (call, words) = stops(-0.8, -2.5);
    assert_eq!(
        (call, &*words),
        (Call::Guard, "put up a tight guard for own stone 4")
    );
    assert_eq!(called(&before, |_| {}, None).0, Call::Through);
}

#[test]
fn hits_are_called_by_what_they_take_and_where_they_roll() {
    let before = game(5, &[(0, 0.0, -2.8), (2, 0.9, 0.4), (4, -0.8, 0.3)]);
    let hit = |out: &[usize], rest: Option<(f64, f64)>| {
        let change = |after: &mut Stones| {
            for &slot in out {
                after.remove(slot);
            }
            if let Some((x, y)) = rest {
                after.place(5, Vector::new(x, y));
            }
        };
        called(&before, change, Some(out[0]))
    };
    assert_eq!(hit(&[2], Some((0.9, 0.2))).1, "hit stone 3 and stay");
    let rolled = hit(&[2], Some((0.1, 0.1))).1;
    assert_eq!(rolled, "hit stone 3 and roll to the button");
    assert_eq!(hit(&[0], None), (Call::Peel, "peel stone 1".to_owned()));
    let (call, words) = hit(&[2, 4], None);
    assert_eq!(
        (call, &*words),
        (
            Call::Double,
            "double take-out of stone 3 and stone 5, shooter rolls out"
        )
    );
}

#[test]
fn a_real_hit_names_the_stone_it_touches_first() {
    let before = game(15, &[(14, 0.0, 0.0), (12, 1.3, 0.5)]);
    let best = &advice(&before, 1).shots[0];
    assert!(best.words.starts_with("hit stone 15"), "{}", best.words);
    let effect = Effect::of(&CURLING, &before, Some(&best.meant));
    assert_eq!((effect.touched, effect.removed), (Some(14), vec![14]));
}

#[test]
fn a_result_is_as_intended_within_half_a_metre_and_with_the_same_stones() {
    let before = game(15, &[(14, 0.0, 1.0)]);
    let to = |x: f64, y: f64| {
        let shot = CURLING.draw(Vector::new(x, y), Turn::Clockwise).unwrap();
        Effect::of(&CURLING, &before, Some(&shot))
    };
    let meant = to(1.0, -0.5);
    assert!(to(1.3, -0.3).is_as_intended(&meant));
    assert!(!to(1.0, 0.2).is_as_intended(&meant), "too far");
    assert!(!to(0.0, 1.4).is_as_intended(&meant), "moves a stone");
    let nothing = Effect::of(&CURLING, &before, None);
    assert!(!nothing.is_as_intended(&meant) && nothing.is_as_intended(&nothing));
}

#[test]
fn the_shots_differ_and_are_in_order() {
    let found = advice(
        &game(6, &[(0, 0.1, -2.8), (1, 0.5, 0.3), (2, -0.3, -0.5)]),
        8,
    );
    assert_eq!(found.shots.len(), 8);
    for (i, one) in found.shots.iter().enumerate() {
        for other in &found.shots[i + 1..] {
            let same_turn = one.shot.turn == other.shot.turn;
            assert!(one.value >= other.value);
            assert!(!(same_turn && one.called == other.called));
            let near = (one.target - other.target).length() <= SAME;
            assert!(!(same_turn && one.kind == other.kind && near));
        }
    }
    assert_eq!(found.targets.len(), 3330);
    assert_eq!(found.targets[0].value, found.shots[0].value);
    assert!(found.shots.iter().all(|shot| shot.reply.is_some()));
}

#[test]
fn values_are_those_of_the_team_that_throws() {
    // With its last stone the lead can put one inside; either way its chance and the hammer's add
    // up.
    let lead = advice(&game(14, &[(13, 0.0, 0.0)]), 1);
    assert!(!lead.hammer && lead.adds_position);
    let search = JIRITSU.search(&game(14, &[(13, 0.0, 0.0)]), &Control::new(Seed(1)));
    assert_eq!(lead.shots[0].value, 1.0 - search.value().unwrap());
    let hammer = advice(&game(15, &[]), 1);
    assert!(hammer.hammer && hammer.shots[0].value > 0.99);
    assert!((hammer.shots[0].points.unwrap() - 1.0).abs() < 0.01);
}

#[test]
fn the_purpose_is_that_of_the_best_last_stone() {
    let purpose = |end: u8, stones: &[(usize, f64, f64)]| {
        let mut game = game(15, stones);
        game.end = end;
        advice(&game, 1).shots[0].purpose
    };
    // The last end, level: one wins. In an earlier one two are there to be taken.
    assert_eq!(purpose(9, &[]), Some(Purpose::TakeOne));
    assert_eq!(purpose(4, &[(13, 0.3, 0.3)]), Some(Purpose::TakeTwo));
    // The other team lies two: whatever the shot, it is to give up nothing.
    let (one, two) = ((12, 0.0, 0.0), (14, 0.9, 0.6));
    let saved = purpose(9, &[one, two]);
    assert!(
        matches!(saved, Some(Purpose::TakeOne | Purpose::BailOut)),
        "{saved:?}"
    );
}

#[test]
fn learned_values_have_a_purpose_before_the_last_stone_and_those_of_the_paper_none() {
    let game = game(14, &[(11, 0.0, 0.0), (13, 0.4, 0.3)]);
    assert_eq!(advice(&game, 1).shots[0].purpose, None);
    let learned = analyst("jiritsu:depth=1,experience=legacy");
    let found = Advice::new(&*learned, &CURLING, &game, &Control::new(Seed(1)), 1).unwrap();
    assert!(!found.adds_position);
    // Two lie against the team without the hammer, in the last end of a level match.
    let purpose = found.shots[0].purpose;
    assert!(
        matches!(
            purpose,
            Some(Purpose::Steal | Purpose::Blank | Purpose::Force)
        ),
        "{purpose:?}"
    );
    let words = found.shots[0].purpose_words.clone().unwrap();
    assert!(!words.en.is_empty() && !words.ja.is_empty());
}

#[test]
fn made_and_missed_add_up_to_the_value() {
    let found = advice(&game(15, &[(12, 0.0, 0.0), (14, 0.1, -3.0)]), 6);
    for shot in &found.shots {
        let share = |p: f64, value: Option<f64>| value.map_or(0.0, |value| p * value);
        let sum = share(shot.success, shot.made) + share(1.0 - shot.success, shot.missed);
        assert!((sum - shot.value).abs() < 1e-9, "{shot:?}");
        let all: f64 = shot.results.iter().map(|(_, p)| p).sum();
        assert!((all - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_difference_within_two_standard_errors_is_not_sure() {
    let shot = advice(&game(15, &[]), 1).shots.remove(0);
    let with = |call: Call, value: f64, error: Option<f64>| AdvisedShot {
        called: ShotCall {
            call,
            ..shot.called.clone()
        },
        value,
        error,
        ..shot.clone()
    };
    let verdict = |gap: f64, error: Option<f64>| {
        let shots = [
            with(Call::Draw, 0.5, error),
            with(Call::Draw, 0.5, error),
            with(Call::Tap, 0.5 - gap, error),
        ];
        let sure = confidence(&shots, Scale::Chance, true);
        assert_eq!(sure.next, Some(2));
        sure.verdict
    };
    assert_eq!(verdict(0.05, Some(0.02)), Verdict::Unsure);
    assert_eq!(verdict(0.05, Some(0.01)), Verdict::Clear);
    assert_eq!(verdict(0.01, None), Verdict::Slight);
    assert_eq!(verdict(0.001, None), Verdict::Equal);
    assert_eq!(
        confidence(&[shot], Scale::Chance, true).verdict,
        Verdict::Alone
    );
}

#[test]
fn an_answer_grows_and_stopping_keeps_the_best_so_far() {
    let before = game(14, &[(13, 0.0, 0.0), (12, 0.6, -0.4)]);
    let ask = |cancel: &Cancel, first: &dyn Fn(&Advice)| {
        let control = Control::new(Seed(1)).limit(Limit::depth(2));
        let control = control.cancel(cancel.clone());
        Advice::progressive(&*JIRITSU, &CURLING, &before, &control, 3, first).unwrap()
    };
    let values = |advice: &Advice| -> Vec<f64> { advice.shots.iter().map(|s| s.value).collect() };
    let interim = RefCell::new(Vec::new());
    let whole = ask(&Cancel::new(), &|advice| {
        interim.borrow_mut().push(values(advice));
    });
    let at_depth = |depth| {
        let control = Control::new(Seed(1)).limit(Limit::depth(depth));
        values(&Advice::new(&*JIRITSU, &CURLING, &before, &control, 3).unwrap())
    };
    assert_eq!(*interim.borrow(), [at_depth(1)]);
    assert_eq!((values(&whole), whole.effort.depth), (at_depth(2), 2));
    let cancel = Cancel::new();
    let stopped = ask(&cancel, &|_| cancel.cancel());
    assert_eq!((values(&stopped), stopped.effort.depth), (at_depth(1), 1));
}

#[test]
fn the_last_stone_needs_no_second_look() {
    let control = Control::new(Seed(1)).limit(Limit::depth(2));
    let first = |_: &Advice| panic!("one shot deep is the whole tree");
    let before = game(15, &[(14, 0.0, 0.0)]);
    let advice = Advice::progressive(&*JIRITSU, &CURLING, &before, &control, 1, &first).unwrap();
    assert_eq!(advice.effort.stopped, lookahead::Stop::Done);
}

#[test]
fn players_that_sample_say_how_exact_they_are() {
    let player = analyst("greedy:tries=8");
    let before = game(14, &[(13, 0.3, 0.2)]);
    let found = Advice::new(&*player, &CURLING, &before, &Control::new(Seed(1)), 3).unwrap();
    assert_eq!(found.scale, Scale::Points);
    let best = &found.shots[0];
    assert!(best.error.is_some() && best.missed.is_none() && best.reply.is_none());
    assert!(best.value.abs() <= 8.0 && best.success > 0.0);
}

#[test]
fn players_without_values_give_advice_without_values() {
    for name in ["draw:turn=ccw", "random", "sample:mended=on"] {
        let player = analyst(name);
        let before = game(14, &[(13, 0.3, 0.2)]);
        let found = Advice::new(&*player, &CURLING, &before, &Control::new(Seed(1)), 3).unwrap();
        assert_eq!((found.shots.len(), found.valued), (1, false), "{name}");
    }
}

#[test]
fn every_player_of_the_roster_can_be_asked() {
    for player in super::super::roster() {
        let name = player.name.as_str();
        // Jiritsu's tables take long; the others of this file are made of it.
        if name != "jiritsu" {
            analyst(name);
        }
    }
}

#[test]
fn without_a_next_shot_advice_is_an_error() {
    let ask = |game: &Game| {
        let control = Control::new(Seed(1));
        Advice::new(&*JIRITSU, &CURLING, game, &control, 1).unwrap_err()
    };
    let outcome = Outcome {
        winner: None,
        reason: Reason::Draw,
    };
    let over = Game {
        phase: Phase::Over(outcome),
        ..game(0, &[])
    };
    assert_eq!(ask(&over), AdviceError::Over);
    let placing = Game {
        phase: Phase::Placing,
        ..over
    };
    assert_eq!(ask(&placing), AdviceError::NotPlaced);
    let late = game(3, &[(9, 0.0, 0.0)]);
    assert!(matches!(ask(&late), AdviceError::Impossible(_)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_shot_has_words(
        stones in prop::collection::vec((-2.0..2.0_f64, -6.0..1.8_f64), 0..8),
        x in -1.5..1.5_f64, y in -5.0..9.0_f64,
    ) {
        let mut before = game(stones.len() as u8, &[]);
        for (slot, &(x, y)) in stones.iter().enumerate() {
            let at = Vector::new(x, y);
            if before.stones.iter().all(|(_, stone)| (stone.at - at).length() > 0.3) {
                before.stones.place(slot, at);
            }
        }
        let shot = CURLING.draw(Vector::new(x, y), Turn::CounterClockwise).unwrap();
        let effect = Effect::of(&CURLING, &before, Some(&shot));
        prop_assert!(effect.is_as_intended(&effect));
        let called = ShotCall::of(&before, &effect);
        prop_assert!(called.english().len() > 5);
        prop_assert!(!called.japanese().is_ascii());
        prop_assert!(!called.japanese().contains("  "));
    }
}

#[test]
fn on_other_ice_than_that_of_the_conditions_the_advice_says_so() {
    let note = |changes: &str, end: u8, player: &str| {
        let conditions = Conditions::paper().changed(&changes.parse().unwrap());
        let curling = Curling::new(conditions.unwrap()).unwrap();
        let lineup = crate::lineup::of(curling.clone());
        let player = lineup.build_analyst(&player.parse().unwrap()).unwrap();
        let mut game = Game::new(curling.rules()).unwrap();
        if changes.contains("wear") {
            let draw = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
            game = curling.after_shot(Mode::Fast, &game, &draw);
        }
        game.end = end;
        let control = Control::new(Seed(1));
        let advice = Advice::new(&*player, &curling, &game, &control, 3).unwrap();
        let text = serde_json::to_string(&advice).unwrap();
        assert_eq!(text.contains("\"ice\":"), advice.ice.is_some());
        advice.ice.map(|ice| (ice.sentence.en, ice.sentence.ja))
    };
    for player in ["draw", "draw:ice=nominal"] {
        let (en, ja) = note("friction_drift = 1.1", 9, player).unwrap();
        assert!(
            en.starts_with("Values, chances and replies are those of the ice of the conditions")
        );
        assert!(
            en.contains("friction of this shot is +9.1 %") && !en.contains("worn"),
            "{en}"
        );
        assert!(ja.contains("摩擦は +9.1 %"), "{ja}");
        let (en, ja) = note("wear = 0.01", 0, player).unwrap();
        assert!(en.ends_with("but stones have worn the ice."), "{en}");
        assert!(ja.contains("通った跡"), "{ja}");
    }
    assert_eq!(
        note("friction_drift = 1.1", 0, "draw"),
        None,
        "its first shot"
    );
    assert_eq!(note("sweeping = true", 5, "draw"), None);
    assert_eq!(note("ends = 10", 5, "draw"), None);
}
