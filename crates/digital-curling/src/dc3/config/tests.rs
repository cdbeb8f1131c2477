//! Tests of the configuration file of Digital Curling 3: fields, defaults, patches, errors.

use super::*;
use arena::clock::Span;
use curling::conditions::Conditions;
use curling::delivery::{Noise, Skill};
use curling::rules::Rules;
use proptest::prelude::*;
use serde_json::json;

/// The example with one value changed or added.
fn changed(path: &str, value: &Value) -> Result<Config, ConfigError> {
    let mut config: Value = serde_json::from_str(&comments::blanked(EXAMPLE).unwrap()).unwrap();
    let there = config.pointer(path).is_some();
    let op = if there { "replace" } else { "add" };
    let patch = json!([{"op": op, "path": path, "value": value}]);
    patch::apply(&mut config, &patch).unwrap();
    Config::read(&config.to_string(), Seed(1))
}

#[test]
fn the_usual_configuration_is_the_usual_match() {
    let config = Config::read(EXAMPLE, Seed(1)).unwrap();
    assert_eq!(config.setup.conditions, Conditions::dc3());
    let span = |ms| Some(Span(Duration::from_millis(ms)));
    for time in config.setup.time {
        assert_eq!((time.game, time.extra_end), (span(219_000), span(21_900)));
    }
    assert_eq!(config.server.trajectory, None);
    assert_eq!(config.server.shown, None);
    let blank: Value = serde_json::from_str(&comments::blanked(EXAMPLE).unwrap()).unwrap();
    assert_eq!(blank["game"], write_game(&config.setup).unwrap());
}

#[test]
fn what_is_written_of_a_match_is_read_as_the_same() {
    for text in [
        "",
        "ends = 4\nrules = 'dc3-four-rock'\nwidth = 5.0\nstep = 0.002",
        "noise0 = 2\nplayers1 = [{ noise = { kind = 'none' } }]",
    ] {
        let conditions = Conditions::dc3().changed(&text.parse().unwrap()).unwrap();
        let mut setup = Setup::new(conditions, Seed(0));
        setup.time[1].game = Some(Span(Duration::from_millis(1500)));
        setup.time[1].extra_end = setup.time[1].game;
        let conditions = read_game(&write_game(&setup).unwrap()).unwrap();
        assert_eq!(conditions.conditions, setup.conditions);
        assert_eq!(
            (conditions.time, conditions.warnings.len()),
            (setup.time, 0)
        );
    }
}

#[test]
fn changes_arrive_where_they_belong() {
    let config = changed("/game/setting/five_rock_rule", &json!(false)).unwrap();
    assert_eq!(config.setup.conditions.rules, Rules::dc3_four_rock());
    let config = changed("/game/setting/sheet_width", &json!(4.4)).unwrap();
    assert_eq!(config.setup.conditions.ice.get("width"), Ok(4.4));
    let config = changed("/game/players/team1/2", &json!({"type": "identical"})).unwrap();
    let players = config.setup.conditions.teams[1].players();
    assert_eq!((players[2], players[3]), (Skill::perfect(), Skill::dc3()));
    let config = changed("/game/setting/thinking_time", &json!(7)).unwrap();
    let seven = Some(Span(Duration::from_secs(7)));
    assert_eq!(config.setup.time.map(|time| time.game), [seven; 2]);
    let config = changed("/server/send_trajectory", &json!(true)).unwrap();
    assert_eq!(config.server.trajectory, Some(100));
    let config = changed("/server/update_interval", &json!(0.5)).unwrap();
    assert_eq!(config.server.update_interval, Duration::from_millis(500));
}

#[test]
fn clients_may_be_told_less() {
    let hidden = json!([{"op": "remove", "path": "/players/team0"}]);
    let config = changed("/game_is_ready_patch", &hidden).unwrap();
    let shown = config.server.shown.unwrap();
    assert_eq!(shown.pointer("/players/team0"), None);
    let conditions = read_game(&shown).unwrap();
    assert_eq!(conditions.conditions, Conditions::dc3());
    assert_eq!(
        conditions.warnings,
        ["missing key `game.players.team0`: default used"]
    );
    let config = changed("/game_is_ready", &json!({"rule": "normal"})).unwrap();
    assert_eq!(config.server.shown, Some(json!({"rule": "normal"})));
}

#[test]
fn what_has_no_effect_is_said() {
    for (path, value, warning) in [
        (
            "/server/prot",
            json!(1),
            "unknown key `server.prot` ignored",
        ),
        (
            "/game/players/team0/0/luck",
            json!(1),
            "unknown key `game.players.team0[0].luck` ignored",
        ),
        (
            "/game/players/team0/0/seed",
            json!(1),
            "`game.players`: seeds ignored: the dice come from the seed of the match",
        ),
    ] {
        assert_eq!(changed(path, &value).unwrap().warnings, [warning]);
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_its_path() {
    for (path, value, words) in [
        ("/server", json!(null), "`server`: missing"),
        ("/game", json!(3), "`game`: it must be an object"),
        (
            "/game/rule",
            json!("mixed"),
            "`game.rule`: unknown value `mixed`: it must be normal",
        ),
        (
            "/game/setting/max_end",
            json!(0),
            "`game.setting.max_end`: 0 is out of range: it must be a whole number from 1 to 32",
        ),
        (
            "/game/setting/max_end",
            json!(2.5),
            "`game.setting.max_end`: 2.5",
        ),
        (
            "/game/setting/thinking_time/team0",
            json!(-1),
            "`game.setting.thinking_time.team0`: -1 is not a time",
        ),
        (
            "/game/setting/thinking_time/team1",
            json!(0),
            "`game.setting.thinking_time.team1`: the thinking time must be above 0 s",
        ),
        (
            "/game/simulator/type",
            json!("fcv2"),
            "`game.simulator.type`: unknown value `fcv2`: it must be fcv1",
        ),
        (
            "/game/simulator/seconds_per_frame",
            json!(0.5),
            "`game.simulator.seconds_per_frame`: step is 0.5: it must be between",
        ),
        (
            "/game/players/team0",
            json!(null),
            "`game.players.team0`: missing",
        ),
        (
            "/game/players/team0",
            json!([]),
            "`game.players.team0`: it must be a list of four",
        ),
        (
            "/game/players/team1/3/stddev_speed",
            json!(-0.1),
            "`game.players.team1[3]`: the standard deviation of the speed is -0.1",
        ),
        (
            "/game/players/team1/3/type",
            json!("drunk"),
            "`game.players.team1[3].type`: unknown value `drunk`",
        ),
        (
            "/server/port/team1",
            json!(70000),
            "`server.port.team1`: 70000 is not a port",
        ),
        (
            "/server/port/team1",
            json!(10000),
            "`server.port`: the teams need a port each",
        ),
        (
            "/server/send_trajectory",
            json!(1),
            "`server.send_trajectory`: it must be true",
        ),
        (
            "/server/steps_per_trajectory_frame",
            json!(0),
            "`server.steps_per_trajectory_frame`: 0 is out of range",
        ),
        (
            "/game_is_ready_patch",
            json!(1),
            "`game_is_ready_patch`: a patch is a list",
        ),
    ] {
        let error = changed(path, &value).expect_err(path).to_string();
        assert!(error.starts_with(words), "{error}");
    }
    let error = Config::read("{ \"server\": ", Seed(1)).unwrap_err();
    assert!(error.to_string().contains("not JSON"), "{error}");
}

#[test]
fn what_the_platform_has_no_word_for_is_said() {
    for (text, words) in [
        ("platform = 'dc4'", "rules that are not its own"),
        ("platform = 'gat'", "rules that are not its own"),
        ("gravity = 9.0", "ice that is not its own"),
        (
            "noise = { kind = 'gat', size = 0.1 }",
            "another kind of noise",
        ),
    ] {
        let conditions = Conditions::dc3().changed(&text.parse().unwrap()).unwrap();
        let error = write_game(&Setup::new(conditions, Seed(0))).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(*Skill::perfect().noise(), Noise::None);
}

proptest! {
    #[test]
    fn no_text_panics(text: String, cut in 0_usize..2000) {
        let _ = Config::read(&text, Seed(0));
        let at = (0..=cut.min(EXAMPLE.len())).rev().find(|&at| EXAMPLE.is_char_boundary(at));
        let _ = Config::read(&format!("{}{text}", &EXAMPLE[..at.unwrap_or(0)]), Seed(0));
    }
}

#[test]
fn conditions_of_digital_curling_4_are_told_as_the_nearest_and_others_refused() {
    let own = Setup::new(Conditions::dc3(), Seed(1));
    let (game, exact) = write_nearest_game(&own).unwrap();
    assert!(exact && game == write_game(&own).unwrap());
    let conditions = Conditions::named("dc4").unwrap();
    let newer = Setup::new(conditions, Seed(1));
    assert!(write_game(&newer).is_err());
    let (game, exact) = write_nearest_game(&newer).unwrap();
    assert!(!exact && game["setting"]["five_rock_rule"] == true);
    assert_eq!(game["setting"]["max_end"], 8);
    for platform in ["dc2", "dc4-mixed-doubles"] {
        let other = Setup::new(Conditions::named(platform).unwrap(), Seed(1));
        assert!(write_nearest_game(&other).is_err(), "{platform}");
    }
}
