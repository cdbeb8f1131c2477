//! Tests of the request messages of Digital Curling 4.

use super::*;
use proptest::prelude::*;

fn conditions(settings: &Settings) -> Result<Conditions, MessageError> {
    settings.conditions(Mode::Exact)
}

#[test]
fn both_spellings_of_mixed_doubles_are_read() {
    for spelling in ["mix_doubles", "mixed_doubles"] {
        let mode: GameMode = serde_json::from_value(spelling.into()).unwrap();
        assert_eq!(mode, GameMode::MixedDoubles);
    }
    assert!(serde_json::from_str::<GameMode>("\"doubles\"").is_err());
}

#[test]
fn settings_of_the_released_client_are_understood() {
    let text = r#"{"game_mode":"mixed_doubles","tournament":{"tournament_name":"t"},"simulator":{"simulator_name":"fcv1"},
        "applied_rule":"modified_fgz_rule","time_limit":219.0,"extra_end_time_limit":22.0,"standard_end_count":2,"match_name":"m","positioned_stones_pattern":3}"#;
    let settings: Settings = serde_json::from_str(text).unwrap();
    let rules = conditions(&settings).unwrap().rules;
    let spot = GuardSpot::try_from(3).unwrap();
    assert_eq!(
        rules,
        Rules {
            ends: 2,
            ..Rules::dc4_mixed_doubles(spot)
        }
    );
    let time = settings.thinking_time().unwrap();
    assert_eq!(time.game, Some(Span(Duration::from_secs(219))));
}

#[test]
fn rules_and_kinds_of_game_that_do_not_pair_are_told_apart_from_bad_values() {
    let pairing =
        |settings: Settings| matches!(conditions(&settings), Err(MessageError::Pairing(_)));
    let value = |settings: Settings| matches!(conditions(&settings), Err(MessageError::Value(_)));
    let standard = |rule: &str| Settings {
        applied_rule: rule.to_owned(),
        ..Settings::standard(8)
    };
    assert_eq!(
        conditions(&standard("no_tick_rule")).unwrap().rules,
        Rules::dc4_no_tick()
    );
    assert!(pairing(standard("modified_fgz_rule")) && pairing(standard("")));
    assert!(pairing(Settings {
        applied_rule: "fgz_rule".to_owned(),
        ..Settings::mixed_doubles(8, 0)
    }));
    assert!(value(Settings::mixed_doubles(8, 6)));
    assert!(value(Settings::standard(0)) && value(Settings::standard(33)));
}

#[test]
fn the_pattern_is_0_unless_it_is_said_and_means_nothing_in_a_standard_game() {
    let doubles = |pattern| Settings {
        positioned_stones_pattern: pattern,
        ..Settings::mixed_doubles(8, 0)
    };
    let rules = |settings: &Settings| conditions(settings).unwrap().rules;
    assert_eq!(rules(&doubles(None)), rules(&doubles(Some(0))));
    assert_ne!(rules(&doubles(None)), rules(&doubles(Some(1))));
    let standard = Settings {
        positioned_stones_pattern: Some(9),
        ..Settings::standard(8)
    };
    assert_eq!(rules(&standard), rules(&Settings::standard(8)));
}

#[test]
fn a_reported_shot_turns_the_other_way_than_a_request() {
    let shot = Shot::new(Vector::new(0.1, 2.4), Turn::Clockwise);
    let (request, report) = (ShotMessage::from(&shot), ShotMessage::reported(&shot));
    assert_eq!(request.angular_velocity, Some(FRAC_PI_2));
    assert_eq!(report.angular_velocity, Some(-FRAC_PI_2));
    assert_eq!(report.mirrored(), request);
}

#[test]
fn a_team_has_as_many_players_as_the_game_wants() {
    let usual = TeamSettings::usual("us", GameMode::Standard);
    let own = |team: TeamSettings| TeamSettings {
        use_default_config: false,
        ..team
    };
    assert!(own(usual.clone()).hands(GameMode::Standard).is_ok());
    assert!(usual.hands(GameMode::MixedDoubles).is_err());
    let two = TeamSettings::usual("us", GameMode::MixedDoubles);
    assert!(two.hands(GameMode::Standard).is_ok()); // the usual four throw
    let why = own(two.clone()).hands(GameMode::Standard).unwrap_err();
    assert!(why.to_string().starts_with("player3 is missing"), "{why}");
    assert!(own(two).hands(GameMode::MixedDoubles).is_ok());
}

#[test]
fn impossible_players_are_refused() {
    for (max_velocity, shot_std_dev, angle_std_dev) in [
        (-1.0, 0.0, 0.0),
        (f64::NAN, 0.0, 0.0),
        (4.0, -0.1, 0.0),
        (4.0, 0.0, f64::INFINITY),
        (1e9, 0.0, 0.0),
    ] {
        let player = PlayerSettings {
            max_velocity,
            shot_std_dev,
            angle_std_dev,
            ..PlayerSettings::default()
        };
        assert!(player.skill().is_err(), "{player:?}");
    }
}

#[test]
fn a_clockwise_shot_is_positive_on_the_wire() {
    let message = |angular_velocity| ShotMessage {
        translational_velocity: 2.4,
        angular_velocity,
        shot_angle: FRAC_PI_2,
        sweep: None,
    };
    let shot = |spin| message(spin).shot().unwrap();
    assert_eq!(shot(None).turn, Turn::Clockwise);
    assert_eq!(shot(Some(9.0)).rate, Some(FRAC_PI_2));
    assert_eq!(shot(Some(-0.1)).rate, Some(FRAC_PI_6));
    assert_eq!(shot(Some(-0.1)).turn, Turn::CounterClockwise);
    assert!((shot(None).velocity - Vector::new(0.0, 2.4)).length() < 1e-12);
}

#[test]
fn absurd_shots_are_refused_and_fast_ones_slowed() {
    let message = |v, w, a| ShotMessage {
        translational_velocity: v,
        angular_velocity: Some(w),
        shot_angle: a,
        sweep: None,
    };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e30] {
        assert!(message(bad, 1.0, 1.0).shot().is_err());
        assert!(message(1.0, bad, 1.0).shot().is_err());
        assert!(message(1.0, 1.0, bad).shot().is_err());
    }
    let fast = message(200.0, 1.0, 1.5).shot().unwrap();
    assert!((fast.velocity.length() - FASTEST_PLAYER).abs() < 1e-9);
    assert_eq!(
        message(-3.0, 1.0, 1.5).shot().unwrap().velocity.length(),
        0.0
    );
}

proptest! {
    #[test]
    fn a_shot_comes_back_from_the_wire(
        x in -1.0..1.0,
        y in 0.1..5.0,
        clockwise: bool,
        rate in FRAC_PI_6..FRAC_PI_2,
        swept: bool,
    ) {
        let sweep = swept.then_some(Sweep { from: -10.0, to: 0.5, effort: 0.5 });
        let turn = if clockwise { Turn::Clockwise } else { Turn::CounterClockwise };
        let shot = Shot { velocity: Vector::new(x, y), turn, rate: Some(rate), sweep };
        let back = ShotMessage::from(&shot).shot().unwrap();
        prop_assert!((back.velocity - shot.velocity).length() < 1e-12);
        prop_assert_eq!((back.turn, back.rate, back.sweep), (shot.turn, shot.rate, sweep));
    }
}
