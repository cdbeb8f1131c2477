//! Tests of the DC2 configuration file.

use super::*;
use crate::plan::{Draft, Plan, Source};
use arena::clock::Span;
use curling::rules::{IfLevel, Rules};
use proptest::prelude::*;
use std::time::Duration;

/// A file of that form, with the numbers of the cup of 2018.
const CUP: &str = r#"{
  "server": { "timeout_isready": 15000, "timeout_preend": 5000, "output_dcl": true },
  "simulator": {
    "friction": 12.009216, "friction_default": 12.009216, "stone_friction": 0.5,
    "rand_type": "RECTANGULAR", "rand_type_all": ["RECTANGULAR", "POLAR"], "freeguard_num": 5
  },
  "match_mix": {
    "rule_type": "mix_doubles", "ends": 8,
    "player_1": { "type": "local", "path": "SampleAI.exe", "timelimit": 219000, "params": [
      { "random_1": 0.0725, "random_2": 0.29, "weight_max": 50.0 },
      { "random_1": 0.10875, "random_2": 0.435, "weight_max": 75.0 }, null, null ] },
    "player_2": { "type": "local", "path": "SampleAI.exe", "timelimit": 100000, "params": [
      { "random_1": 0.0725, "random_2": 0.29, "weight_max": 50.0 }, null, null, null ] },
    "extended_end": true, "repetition": 2
  },
  "match_default": {
    "rule_type": "normal", "ends": 8,
    "Client_1": { "path": "My AI.exe", "time_limit": 219000, "params": [ { "random_1": 0.0725, "random_2": 0.29, "weight_max": 32.5 } ] },
    "Client_2": { "path": "SampleAI.exe", "time_limit": 0, "params": null },
    "extended_end": false, "repetition": 1
  }
}"#;

fn plan(text: &str, name: Option<&str>) -> Result<Plan, String> {
    let (table, warnings) = read(text, name).map_err(|why| why.to_string())?;
    let source = Source::File("server.json".to_owned());
    let mut draft = Draft::new("dc2").unwrap();
    draft.add(&source, &table).map_err(|why| why.to_string())?;
    for warning in &warnings {
        draft.warn(&source, warning);
    }
    Ok(draft.plan())
}

fn seconds(number: u64) -> Span {
    Span(Duration::from_secs(number))
}

#[test]
fn the_usual_match_is_read_with_the_names_of_the_section() {
    let plan = plan(CUP, None).unwrap();
    let rules = Rules {
        rotation: Rotation::Alone,
        ..Rules::dc2()
    };
    assert_eq!(plan.conditions.rules, rules);
    assert_eq!(plan.time.map(|time| time.game), [Some(seconds(219)), None]);
    assert_eq!(plan.timeouts.ready, seconds(15));
    let thrower = plan.conditions.teams[0].player(3);
    assert_eq!(*thrower.noise(), Noise::Rectangular { x: 0.0725, y: 0.29 });
    assert_eq!(
        (thrower.max_weight(), thrower.excess()),
        (Some(32.5), Excess::Capped)
    );
    let players = plan
        .players
        .each_ref()
        .map(|player| player.as_ref().unwrap().to_string());
    assert_eq!(players, ["dcp:'My AI.exe'", "dcp:SampleAI.exe"]);
    assert!(plan.warnings.is_empty(), "{:?}", plan.warnings);
}

#[test]
fn mixed_doubles_is_read_with_the_names_of_the_example() {
    let plan = plan(CUP, Some("match_mix")).unwrap();
    let rules = Rules {
        if_level: IfLevel::ExtraEndsUntil(255),
        ..Rules::dc2_mixed_doubles()
    };
    assert_eq!(plan.conditions.rules, rules);
    assert_eq!(plan.repetitions, 2);
    let warning = "server.json: `simulator.freeguard_num` ignored: in mixed doubles the first three deliveries remove nothing";
    assert_eq!(plan.warnings, [warning]);
    let limit = plan.part("power plays").unwrap().value;
    assert!(limit.starts_with("once a match and team"), "{limit}");
    let [first, second] = &plan.conditions.teams;
    assert_eq!(first.player(1).max_weight(), Some(75.0));
    assert_eq!(second.player(1), second.player(0));
    let part = plan.part("team 0").unwrap();
    assert!(part.value.contains("0.435 m along"), "{}", part.value);
    assert_eq!(part.source, "server.json");
}

#[test]
fn noise_may_be_in_speed_and_heading() {
    let polar = CUP.replace("\"rand_type\": \"RECTANGULAR\"", "\"rand_type\": \"POLAR\"");
    let plan = plan(&polar, None).unwrap();
    let noise = Noise::Polar {
        speed: 0.0725,
        heading: 0.29,
        loses_turn: false,
    };
    assert_eq!(*plan.conditions.teams[0].player(0).noise(), noise);
}

#[test]
fn what_is_impossible_is_named_with_its_place() {
    for (from, to, place) in [
        (
            "\"ends\": 8,\n    \"Client_1\"",
            "\"ends\": 0,\n    \"Client_1\"",
            "match_default.ends",
        ),
        ("\"Client_2\"", "\"Client_3\"", "match_default.player_2"),
        (
            "\"random_1\": 0.0725, \"random_2\": 0.29, \"weight_max\": 32.5",
            "\"random_1\": -1",
            "match_default.Client_1.params[0].random_1",
        ),
        (
            "\"rule_type\": \"normal\"",
            "\"rule_type\": \"chess\"",
            "match_default.rule_type",
        ),
        (
            "\"time_limit\": 0",
            "\"time_limit\": -5",
            "match_default.Client_2.time_limit",
        ),
        (
            "\"freeguard_num\": 5",
            "\"freeguard_num\": \"all\"",
            "simulator.freeguard_num",
        ),
        (
            "\"repetition\": 1",
            "\"repetition\": 0",
            "match_default.repetition",
        ),
        ("\"friction\": 12.009216", "\"friction\": -3", "friction"),
    ] {
        assert!(CUP.contains(from), "{from}");
        let error = plan(&CUP.replace(from, to), None).unwrap_err();
        assert!(error.contains(place), "{place}: {error}");
    }
    let error = plan(CUP, Some("match_final")).unwrap_err();
    assert!(error.contains("match_default, match_mix"), "{error}");
}

#[test]
fn unknown_keys_are_warned_of_with_their_place() {
    let text = CUP.replace("\"freeguard_num\": 5", "\"freeguard_num\": 5, \"wind\": 3");
    let plan = plan(&text, None).unwrap();
    assert_eq!(
        plan.warnings,
        ["server.json: unknown key `simulator.wind` ignored"]
    );
}

/// The same file with another `server`.
fn with_server(server: &str) -> Result<Plan, String> {
    let text = CUP.replace(
        r#""timeout_preend": 5000, "output_dcl": true"#,
        &format!(r#""timeout_preend": 5000, {server}"#),
    );
    assert_ne!(text, CUP);
    plan(&text, None)
}

#[test]
fn every_key_of_the_server_acts_or_is_named_in_a_warning() {
    let plan = with_server(r#""output_dcl": false, "view_board_delay": 300"#).unwrap();
    assert!(!plan.output_dcl && plan.warnings.is_empty());
    assert_eq!(plan.board_delay.0, Duration::from_millis(300));
    assert_eq!(plan.part("time on the screen").unwrap().value, "300ms");
    let plan = with_server(r#""output_json": true, "output_server_log": true"#).unwrap();
    assert!(plan.output_dcl);
    for key in ["server.output_json", "server.output_server_log"] {
        let named = |warning: &&String| warning.contains(&format!("`{key}` ignored"));
        assert_eq!(plan.warnings.iter().filter(named).count(), 1, "{key}");
    }
    for key in ["output_dcl", "output_json", "output_server_log"] {
        let error = with_server(&format!(r#""{key}": "yes""#)).unwrap_err();
        assert!(error.contains(&format!("server.{key}")), "{error}");
    }
    let error = with_server(r#""view_board_delay": -1"#).unwrap_err();
    assert!(error.contains("server.view_board_delay"), "{error}");
}

#[test]
fn every_key_of_the_simulator_acts() {
    let changed = |from: &str, to: &str| {
        assert!(CUP.contains(from), "{from}");
        plan(&CUP.replace(from, to), None)
    };
    let other = r#""friction": null, "friction_default": 11.5"#;
    let friction = changed(
        r#""friction": 12.009216, "friction_default": 12.009216"#,
        other,
    );
    assert_eq!(friction.unwrap().conditions.ice.get("friction"), Ok(11.5));
    let all = r#""rand_type_all": ["RECTANGULAR", "POLAR"]"#;
    let error = changed(all, r#""rand_type_all": ["POLAR"]"#).unwrap_err();
    assert!(error.contains("RECTANGULAR is not one of"), "{error}");
    let error = changed(all, r#""rand_type_all": ["ROUND"]"#).unwrap_err();
    assert!(error.contains("simulator.rand_type_all"), "{error}");
}

#[test]
fn the_ice_of_chapter_7_is_an_extension_of_the_simulator() {
    let with = |keys: &str| {
        let simulator = format!("\"simulator\": {{ {keys},");
        plan(&CUP.replace("\"simulator\": {", &simulator), None)
    };
    let keys = r#""friction_by_shot": [1, 1.01], "friction_drift": 1.1, "wear": 0.002,
        "wear_most": 0.05, "sweeping": true, "sweep_friction": 0.8, "sweep_curl": 0.5"#;
    let plan = with(keys).unwrap();
    assert_eq!(plan.warnings, plan_of_cup().warnings);
    let changes = &plan.conditions.changes;
    assert_eq!(changes.friction, [1.0, 1.01]);
    assert_eq!(
        changes.drift.map(|drift| (drift.to, drift.shots)),
        Some((1.1, 128))
    );
    assert_eq!(
        changes.wear.map(|wear| (wear.each, wear.most)),
        Some((0.002, 0.05))
    );
    let sweeping = changes.sweeping.map(|it| (it.friction, it.curl));
    assert_eq!(sweeping, Some((0.8, 0.5)));
    let parts: Vec<_> = plan.parts().into_iter().map(|part| part.name).collect();
    for part in ["friction by shot", "friction drift", "wear", "sweeping"] {
        assert!(parts.contains(&part), "{part}");
    }
    assert!(
        with(r#""sweeping": null"#)
            .unwrap()
            .conditions
            .changes
            .is_off()
    );
    for (keys, words) in [
        (r#""sweeping": 1"#, "`simulator.sweeping`: 1 is not a flag"),
        (
            r#""friction_by_shot": 1"#,
            "`simulator.friction_by_shot`: 1 is not a list",
        ),
        (
            r#""wear": "much""#,
            "`simulator.wear`: \"much\" is not a number",
        ),
        (
            r#""friction_drift": 9"#,
            "condition `friction_drift`: 9 is out of range",
        ),
    ] {
        let error = with(keys).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}

fn plan_of_cup() -> Plan {
    plan(CUP, None).unwrap()
}

#[test]
fn a_path_takes_any_way_of_naming_a_player() {
    for (path, player) in [
        ("jiritsu:depth=1", "jiritsu:depth=1"),
        ("random", "random"),
        ("old=jiritsu:depth=1", "old=jiritsu:depth=1"),
        ("legacy:./old -x", "legacy:./old -x"),
        (
            "mine=dcp-lines:python3 bot.py",
            "mine=dcp-lines:python3 bot.py",
        ),
        ("./jiritsu", "dcp:./jiritsu"),
        ("bots/a=b.exe", "dcp:bots/a=b.exe"),
        ("My AI.exe", "dcp:'My AI.exe'"),
    ] {
        let text = CUP.replace("\"My AI.exe\"", &format!("\"{path}\""));
        let named = plan(&text, None).unwrap().players[0].clone().unwrap();
        assert_eq!(named.to_string(), player, "{path}");
    }
}

#[test]
fn a_flag_or_a_kind_of_player_that_cannot_be_is_refused() {
    for (to, place) in [
        (
            r#""path": "My AI.exe", "md": 1"#,
            "match_default.Client_1.md",
        ),
        (
            r#""path": "My AI.exe", "type": "remote""#,
            "match_default.Client_1.type",
        ),
        (
            r#""path": "My AI.exe", "type": 3"#,
            "match_default.Client_1.type",
        ),
        (r#""path": " ""#, "match_default.Client_1.path"),
    ] {
        let text = CUP.replace(r#""path": "My AI.exe""#, to);
        let error = plan(&text, None).unwrap_err();
        assert!(error.contains(place), "{to}: {error}");
    }
    let legacy = CUP.replace(r#""path": "My AI.exe""#, r#""path": "a.exe", "md": false"#);
    let player = plan(&legacy, None).unwrap().players[0].clone().unwrap();
    assert_eq!(player.to_string(), "legacy:a.exe");
}

#[test]
fn a_stray_bracket_is_explained() {
    let broken = CUP.replace("\"Client_2\"", "null, null ] },\n \"Client_2\"");
    let error = read(&broken, None).unwrap_err().to_string();
    assert!(
        error.contains("line 19") && error.contains("printed in the thesis"),
        "{error}"
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,200}", cut in 0..CUP.len(), put in "[\\[\\]{}\",:0-9a-z.-]{0,4}") {
        let _ = plan(&text, None);
        if let Some((head, tail)) = CUP.split_at_checked(cut) {
            for name in [None, Some("match_mix")] {
                let _ = plan(&format!("{head}{put}{tail}"), name);
            }
        }
    }
}
