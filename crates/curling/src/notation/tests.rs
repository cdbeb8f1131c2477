//! Tests of the written form: round trips, short forms, errors with their path.

use super::*;
use crate::conditions::{Conditions as MatchConditions, Drift, IceChanges, ThinkingTime};
use crate::delivery::noise::Dc3Noise;
use crate::delivery::{Excess, Noise, Skill, TeamSkills};
use crate::passages::{PassageCounter, Passages};
use crate::physics::{Mode, Parameters, Sweeping, WearRate};
use crate::rules::{
    Game as MatchState, GuardRule, GuardSpot, IfLevel, Placement, Rotation, Rules, Team as Side,
    TickRule,
};
use crate::{Stones, Vector};
use arena::clock::Span;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;

fn rules(doubles: bool) -> Rules {
    let discipline = if doubles {
        Discipline::MixedDoubles
    } else {
        Discipline::Normal
    };
    let conditions = Conditions {
        rules: discipline,
        ..Conditions::usual(Platform::Dc4)
    };
    conditions.to_conditions().unwrap().rules
}

#[track_caller]
fn round_trips(conditions: &MatchConditions) -> Conditions {
    let written = Conditions::of(conditions);
    assert_eq!(
        written.to_conditions().as_ref(),
        Ok(conditions),
        "{written:?}"
    );
    let json = serde_json::to_value(&written).unwrap();
    let text: Value = serde_json::from_str(&json.to_string()).unwrap();
    assert_eq!(Conditions::from_json(text).as_ref(), Ok(&written));
    let toml = written.to_table().to_string();
    let read = Conditions::from_table(&toml.parse().unwrap());
    assert_eq!(read.as_ref(), Ok(&written), "{toml}");
    // Via a table of conditions too.
    let changed = MatchConditions::default().changed(&toml.parse().unwrap());
    assert_eq!(changed.as_ref(), Ok(conditions));
    written
}

#[test]
fn the_usual_conditions_are_those_of_the_platform() {
    for platform in Platform::ALL {
        let usual = Conditions::usual(platform).to_conditions().unwrap();
        assert_eq!(
            Some(&usual),
            MatchConditions::named(platform.name()).as_ref()
        );
        let written = round_trips(&usual);
        assert_eq!((written.rule_set, written.ice), (None, None));
        assert_eq!(written.teams, (Team::usual(), Team::usual()));
    }
}

#[test]
fn conditions_of_every_name_come_back() {
    for name in MatchConditions::NAMES {
        round_trips(&MatchConditions::named(name).unwrap());
    }
    for name in Rules::NAMES {
        let rules = Rules::named(name).unwrap();
        for mut conditions in [MatchConditions::paper(), MatchConditions::dc3()] {
            conditions.rules = rules;
            round_trips(&conditions);
        }
    }
}

#[test]
fn simple_differences_have_the_short_form() {
    for text in [
        "friction_scale = 1.2\ncurl_scale = 0.7\nnoise = 0.29",
        "platform = 'dc3'\nfriction_scale = 0.9\nnoise = 2",
        "platform = 'gat'\nends = 4\nextra_ends = true",
        "platform = 'dc4-mixed-doubles'\nspot = 4",
    ] {
        let conditions = MatchConditions::paper()
            .changed(&text.parse().unwrap())
            .unwrap();
        let written = round_trips(&conditions);
        assert_eq!((written.rule_set, &written.ice), (None, &None), "{text}");
        assert!(written.teams.0.players[0].skill.is_none(), "{text}");
    }
    let conditions =
        MatchConditions::paper().changed(&"friction = 10.0\nwidth = 4.5".parse().unwrap());
    let ice = round_trips(&conditions.unwrap()).ice.unwrap();
    let expected = Ice {
        friction: Some(10.0),
        width: Some(4.5),
        ..Ice::default()
    };
    assert_eq!(ice, expected);
}

#[test]
fn clocks_are_written_beside_the_rest() {
    let limited = ThinkingTime {
        game: Some(Span(Duration::from_secs(219))),
        extra_end: Some(Span(Duration::from_millis(2500))),
        ..ThinkingTime::default()
    };
    let written = Conditions::usual(Platform::Dc3).with_clocks([limited, ThinkingTime::default()]);
    let read = Conditions::from_table(&written.to_table()).unwrap();
    assert_eq!(read.time(), [limited, ThinkingTime::default()]);
    let nothing = Conditions::usual(Platform::Dc3).with_clocks([ThinkingTime::default(); 2]);
    assert_eq!(nothing.clocks, None);
}

#[test]
fn conditions_of_a_record_are_read_too() {
    let conditions = MatchConditions::gat();
    let value = serde_json::to_value(&conditions).unwrap();
    assert_eq!(
        Conditions::from_json(value).unwrap().to_conditions(),
        Ok(conditions)
    );
}

#[test]
fn what_version_0_1_saved_is_read() {
    let text = r#"{"conditions":{"platform":"dc4","rules":"normal","ends":8,"extra_ends":true,"spot":2,
        "friction":1.1,"curl":1,"noise":0.5,"teams":[{"players":[{"noise":1,"max_weight":null}]},
        {"players":[{"noise":2,"max_weight":3.5}]}]},
        "game":{"end":1,"shot":2,"hammer":1,"phase":{"kind":"throwing"},
        "stones":[{"team":0,"number":1,"x":0.5,"y":-1}],"scores":[2]}}"#;
    let (conditions, game) = Position::read(text).unwrap().to_parts().unwrap();
    let Noise::Dc3(deviations) = conditions.teams[1].player(0).noise() else {
        panic!("another noise");
    };
    assert!((deviations.max_speed - 3.5).abs() < 1e-12);
    assert_eq!(
        (game.end, game.stones.count(), game.scores.ends[0]),
        (1, 1, 2)
    );
}

#[test]
fn a_limit_of_weight_belongs_to_the_noise_of_digital_curling_3() {
    let mut conditions = Conditions::usual(Platform::Dc3);
    conditions.teams.1.players[0].max_weight = Some(2.5);
    let read = conditions.to_conditions().unwrap();
    let Noise::Dc3(deviations) = read.teams[1].player(3).noise() else {
        panic!("another noise");
    };
    assert!((deviations.max_speed - 2.5).abs() < 1e-12);
    conditions.platform = Platform::Gat;
    conditions.teams.1.players[0].max_weight = Some(31.0);
    let skill = *conditions.to_conditions().unwrap().teams[1].player(0);
    assert_eq!(
        (skill.max_weight(), skill.excess()),
        (Some(31.0), Excess::Pass)
    );
}

#[test]
fn mixed_doubles_is_played_on_every_ice() {
    for platform in [Platform::Paper, Platform::Dc4] {
        let mut conditions = Conditions::usual(platform);
        conditions.rules = Discipline::MixedDoubles;
        assert!(conditions.to_conditions().unwrap().rules.doubles.is_some());
    }
}

#[test]
fn the_limit_of_power_plays_on_dc2_is_always_written() {
    use crate::rules::PowerPlays;
    for (name, limit) in [
        ("dc2-mixed-doubles", PowerPlays::OnceElseCentre),
        ("dc2-mixed-doubles-unlimited", PowerPlays::Unlimited),
    ] {
        let core = MatchConditions::named(name).unwrap();
        let written = Conditions::of(&core);
        assert_eq!((written.power_plays, written.rule_set), (Some(limit), None));
        assert_eq!(
            Conditions::from_table(&written.to_table()).unwrap(),
            written
        );
        assert_eq!(written.to_conditions().unwrap(), core);
    }
    let dc4 = Conditions::of(&MatchConditions::named("dc4-mixed-doubles").unwrap());
    assert_eq!(dc4.power_plays, None);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let usual = || serde_json::to_value(Conditions::usual(Platform::Dc4)).unwrap();
    for (pointer, key, value, place) in [
        ("", "friction", json!(0.0), "friction"),
        ("", "noise", json!(-1), "noise"),
        ("", "ends", json!(0), "ends"),
        ("", "ends", json!("ten"), "ends"),
        ("", "ice", json!({ "friction": 12.0 }), "ice.friction"),
        ("", "ice", json!({ "grip": -1.0 }), "ice.grip"),
        ("", "ice", json!({ "skewed": true }), "ice.skewed"),
        ("", "ice", json!({ "model": "pond" }), "ice.model"),
        (
            "",
            "rule_set",
            json!(Rules::dc2_mixed_doubles()),
            "rule_set",
        ),
        ("", "wind", json!(3), "wind"),
        ("/teams/0", "players", json!([]), "teams[0].players"),
        (
            "/teams/1/players/0",
            "noise",
            json!(99),
            "teams[1].players[0].noise",
        ),
        (
            "/teams/1/players/0",
            "noise",
            json!([]),
            "teams[1].players[0].noise",
        ),
    ] {
        let mut spoilt = usual();
        spoilt.pointer_mut(pointer).unwrap()[key] = value.clone();
        let error = Conditions::from_json(spoilt).expect_err(place);
        assert_eq!(error.place, place, "{key} = {value}: {error}");
        assert_eq!(error.path(), format!("conditions.{place}"));
    }
    let spot = Conditions {
        spot: 6,
        rules: Discipline::MixedDoubles,
        ..Conditions::usual(Platform::Dc4)
    };
    assert_eq!(spot.to_conditions().unwrap_err().place, "spot");
}

#[test]
fn mixed_doubles_comes_back_before_and_after_the_placement() {
    let rules = rules(true);
    let mut game = MatchState::new(&rules).unwrap();
    assert_eq!(Game::of(&game, &rules).to_game(&rules), Ok(game));
    game.place(&rules, Placement::POWER_PLAY_LEFT).unwrap();
    let conditions = MatchConditions {
        rules,
        ..MatchConditions::dc3()
    };
    let position = Position::of(&conditions, &game);
    let toml = position.to_toml();
    assert!(toml.contains("\"none\""), "{toml}");
    assert_eq!(Position::read(&toml).unwrap(), position);
    assert_eq!(position.to_parts(), Ok((conditions, game)));
}

#[test]
fn a_stone_that_was_not_thrown_is_refused_with_its_place() {
    let rules = rules(false);
    let mut game = Game::of(&MatchState::new(&rules).unwrap(), &rules);
    let stone = Stone {
        team: 1,
        number: 1,
        x: 0.0,
        y: 0.0,
        angle: 0.0,
    };
    game.stones.push(stone);
    let place = |game: &Game| game.to_game(&rules).unwrap_err().path();
    assert_eq!(place(&game), "game.stones[0]");
    game.shot = 2;
    assert!(game.to_game(&rules).is_ok());
    game.stones.push(stone);
    assert_eq!(place(&game), "game.stones[1]");
    game.stones[1] = Stone { team: 2, ..stone };
    assert_eq!(place(&game), "game.stones[1]");
    game.stones[1] = Stone {
        team: 0,
        x: f64::NAN,
        ..stone
    };
    assert_eq!(place(&game), "game.stones[1]");
    game.stones.pop();
    game.scores.push(1);
    assert_eq!(place(&game), "game.scores");
    game.scores.clear();
    game.shot = 16;
    assert_eq!(place(&game), "game.shot");
}

fn noise() -> impl Strategy<Value = Noise> {
    let deviations = || {
        (0.0..9.0_f64, 0.0..0.1_f64, 0.0..0.1_f64).prop_map(|(max_speed, speed, angle)| Dc3Noise {
            max_speed,
            stddev_speed: speed,
            stddev_angle: angle,
        })
    };
    prop_oneof![
        Just(Noise::None),
        (0.0..1.0_f64, 0.0..1.0_f64).prop_map(|(x, y)| Noise::Rectangular { x, y }),
        (0.0..1.0_f64).prop_map(|size| Noise::Gat { size }),
        (0.0..1.0_f64, 0.0..1.0_f64, any::<bool>()).prop_map(|(speed, heading, loses_turn)| {
            Noise::Polar {
                speed,
                heading,
                loses_turn,
            }
        }),
        deviations().prop_map(Noise::Dc3),
        (deviations(), deviations()).prop_map(|(cw, ccw)| Noise::Dc4 { cw, ccw }),
    ]
}

fn skill() -> impl Strategy<Value = Skill> {
    let excess = prop::sample::select(vec![Excess::Allowed, Excess::Capped, Excess::Pass]);
    (noise(), prop::option::of(0.5..50.0_f64), excess)
        .prop_map(|(noise, weight, excess)| Skill::new(noise, weight, excess).unwrap())
}

fn skills() -> impl Strategy<Value = TeamSkills> {
    prop_oneof![
        skill().prop_map(TeamSkills::of),
        prop::collection::vec(skill().prop_map(Some), 1..=4)
            .prop_map(|skills| TeamSkills::new(&skills).unwrap()),
    ]
}

fn ice() -> impl Strategy<Value = Parameters> {
    let model = prop::sample::select(vec![
        Parameters::legacy(),
        Parameters::dc2(),
        Parameters::dc2_repaired(),
        Parameters::fcv1(),
    ]);
    let part = 0.0..1.0_f64;
    let changes = prop::collection::vec((0_usize..14, part), 0..4);
    (model, changes, 0.5..2.0_f64, 0.0..2.0_f64, 0_u8..4).prop_map(
        |(mut ice, changes, friction, curl, kind)| {
            for (index, part) in changes {
                let names = ice.names();
                let name = names[index % names.len()];
                let old = ice.get(name).unwrap();
                ice.set(name, old * (0.5 + part)).ok();
            }
            match kind {
                0 => ice,
                1 => ice.with_friction(friction).with_curl(curl),
                2 => {
                    ice.bounds.moving.back += friction;
                    ice.sheet.hog += curl / 8.0;
                    ice.contact.velocity_passes += 3;
                    ice
                }
                _ => ice.with_friction((friction * 10.0).round() / 10.0),
            }
        },
    )
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let named = prop::sample::select(&Rules::NAMES[..]);
    (
        named,
        1_u8..=32,
        any::<Option<u8>>(),
        0_u8..6,
        any::<bool>(),
        0_u8..17,
    )
        .prop_map(|(name, ends, until, spot, flag, deliveries)| {
            let mut rules = Rules::named(name).unwrap();
            rules.ends = ends;
            rules.if_level = until.map_or(IfLevel::Draw, IfLevel::ExtraEndsUntil);
            if let Some(doubles) = &mut rules.doubles
                && let crate::rules::Spots::Dc4(at) = &mut doubles.spots
            {
                *at = GuardSpot::try_from(spot).unwrap();
            }
            if flag {
                rules.stops_when_decided = true;
                rules.guard = GuardRule {
                    deliveries,
                    ..rules.guard
                };
                rules.tick = TickRule::SPORT;
            }
            if rules.rotation != Rotation::Doubles && deliveries == 3 {
                rules.rotation = Rotation::Alone;
            }
            rules
        })
}

fn conditions() -> impl Strategy<Value = MatchConditions> {
    let mode = prop::sample::select(vec![Mode::Exact, Mode::Fast]);
    let parts = (any_rules(), ice(), skills(), skills(), mode, any::<bool>());
    (parts, changes()).prop_map(|((rules, ice, zero, one, referee, alike), changes)| {
        MatchConditions {
            rules,
            ice,
            teams: [zero, if alike { zero } else { one }],
            referee,
            changes,
        }
    })
}

fn changes() -> impl Strategy<Value = IceChanges> {
    let option = prop::option::of::<BoxedStrategy<(f64, f64)>>;
    let pair = || (0.2..=0.9, 0.2..=0.9).boxed();
    (
        prop::collection::vec(0.2..=3.0, 0..3),
        (option(pair()), any::<u16>()),
        option(pair()),
        option(pair()),
    )
        .prop_map(|(friction, (drift, shots), wear, sweeping)| IceChanges {
            friction,
            drift: drift.map(|(from, to)| Drift { from, to, shots }),
            wear: wear.map(|(each, most)| WearRate { each, most }),
            sweeping: sweeping.map(|(friction, curl)| Sweeping { friction, curl }),
        })
}

/// Returns a match played at random so far.
fn played(rules: &Rules, stones_and_actions: &[(f64, f64, u8)]) -> MatchState {
    let mut game = MatchState::new(rules).unwrap();
    for &(x, y, what) in stones_and_actions {
        if game.outcome().is_some() {
            break;
        }
        if let Some(slot) = game.slot() {
            let mut after: Stones = game.stones;
            if what < 200 {
                after.put(
                    slot,
                    crate::Stone {
                        at: Vector::new(x, y),
                        angle: x + y,
                    },
                );
            }
            game.apply(rules, &after).unwrap();
        } else {
            let wish = Placement::FOUR[usize::from(what % 4)];
            let others = (0..8).map(Placement::put_stone);
            let offered = std::iter::once(wish).chain(others);
            let placed = offered
                .into_iter()
                .find(|&wish| game.place(rules, wish).is_ok());
            assert!(placed.is_some());
        }
        if what == 255 && game.outcome().is_none() {
            game.concede(rules, Side::One).unwrap();
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_conditions_come_back_from_json_and_from_toml(conditions in conditions()) {
        prop_assume!(conditions.ice.check().is_ok());
        round_trips(&conditions);
    }

    #[test]
    fn any_position_comes_back_from_json_and_from_toml(
        rules in any_rules(),
        stones_and_actions in prop::collection::vec((-2.0_f64..2.0, -5.0_f64..1.8, any::<u8>()), 0..60),
        swapped: bool,
    ) {
        let mut game = played(&rules, &stones_and_actions);
        if swapped {
            game.orders[1] = [3, 1, 0, 2];
            let mut stones = Stones::none();
            stones.put(0, crate::Stone { at: crate::Vector::new(0.3, -3.0), angle: 0.0 });
            PassageCounter::new(&mut game.passages, &Stones::none()).frame(&stones);
        }
        prop_assert_eq!(game.check(&rules), Ok(()));
        let conditions = MatchConditions { rules, ..MatchConditions::dc3() };
        let position = Position::of(&conditions, &game);
        prop_assert_eq!(&Position::read(&position.to_json()).unwrap(), &position);
        prop_assert_eq!(&Position::read(&position.to_toml()).unwrap(), &position);
        prop_assert_eq!(position.to_parts(), Ok((conditions, game)));
    }

    #[test]
    fn no_match_that_is_sent_breaks_anything(
        end in 0_u8..=40, shot in 0_u8..=20, hammer in 0_u8..=3, extra: i8,
        scores in prop::collection::vec(any::<i8>(), 0..40),
        stones in prop::collection::vec((0_u8..3, 0_u8..10, -9.0_f64..9.0, -9.0_f64..9.0), 0..20),
        doubles: bool,
    ) {
        let rules = rules(doubles);
        let stones = stones.into_iter().map(|(team, number, x, y)| Stone { team, number, x, y, angle: 0.0 });
        let game = Game {
            end, shot, hammer, scores, extra, stones: stones.collect(),
            phase: Phase::Throwing, chooser: None, power_plays: (None, None), orders: None,
            passages: Passages::NONE,
        };
        if let Ok(state) = game.to_game(&rules) {
            prop_assert_eq!(state.check(&rules), Ok(()));
            let _ = Game::of(&state, &rules);
        }
    }
}
