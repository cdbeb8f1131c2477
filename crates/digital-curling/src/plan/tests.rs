//! Tests of match plans from several sources.

use super::*;
use curling::delivery::Noise;
use lookahead::Seed;
use std::time::Duration;

fn table(text: &str) -> Table {
    text.parse().unwrap()
}

fn file() -> Source {
    Source::File("a.toml".to_owned())
}

fn seconds(number: u64) -> Span {
    Span(Duration::from_secs(number))
}

#[test]
fn later_sources_win_and_each_part_knows_its_own() {
    let mut draft = Draft::new("dc2").unwrap();
    draft
        .add(
            &file(),
            &table("ends = 4\nfriction = 11\nnoise = 0.1\ntime = 219"),
        )
        .unwrap();
    draft
        .add(&Source::CommandLine, &table("noise1 = 0.3\ntime1 = '100s'"))
        .unwrap();
    let plan = draft.plan();
    assert_eq!(
        plan.time.map(|time| time.game),
        [219, 100].map(|time| Some(seconds(time)))
    );
    let noise = |team: usize| *plan.conditions.teams[team].player(0).noise();
    assert_eq!(noise(0), Noise::Rectangular { x: 0.1, y: 0.1 });
    assert_eq!(noise(1), Noise::Rectangular { x: 0.3, y: 0.3 });
    let source = |name| plan.part(name).unwrap().source;
    assert_eq!(source("ends"), "a.toml");
    assert_eq!(source("friction"), "a.toml");
    assert_eq!(source("curl"), "platform dc2");
    assert_eq!(source("team 0"), "a.toml");
    assert_eq!(source("team 1"), "command line");
    assert_eq!(source("time of team 1"), "command line");
    assert!(plan.warnings.is_empty());
}

#[test]
fn a_platform_named_later_forgets_the_ice_and_keeps_the_time() {
    let mut draft = Draft::new("dc2").unwrap();
    draft
        .add(&file(), &table("friction = 11\ntime = 219"))
        .unwrap();
    draft
        .add(&Source::CommandLine, &table("platform = 'dc3'"))
        .unwrap();
    let plan = draft.plan();
    assert_eq!(plan.conditions, Conditions::dc3());
    assert_eq!(plan.time[0].game, Some(seconds(219)));
    let source = plan.part("ends").unwrap().source;
    assert_eq!(source, "platform dc3, named by command line");
}

#[test]
fn impossible_values_are_errors_with_the_name_of_the_key() {
    for (text, key) in [
        ("ends = 0", "ends"),
        ("noise = -0.1", "noise"),
        ("time = 'soon'", "time"),
        ("time = -1", "time"),
        ("repetitions = 0", "repetitions"),
        ("swap = 3", "swap"),
        ("player0 = ''", "player0"),
        ("player1 = 4", "player1"),
        ("friction = 'slippery'", "friction"),
    ] {
        let mut draft = Draft::new("dc2").unwrap();
        let before = draft.plan.clone();
        let error = draft.add(&file(), &table(text)).unwrap_err().to_string();
        assert!(
            error.starts_with("a.toml: ") && error.contains(key),
            "{text}: {error}"
        );
        assert_eq!(draft.plan.conditions, before.conditions);
    }
    assert!(Draft::new("dc9").unwrap_err().to_string().contains("dc2"));
}

#[test]
fn an_unknown_key_is_a_warning_in_a_file_and_an_error_on_the_command_line() {
    let mut draft = Draft::new("legacy").unwrap();
    draft
        .add(&file(), &table("colour = 'red'\nends = 3"))
        .unwrap();
    assert_eq!(draft.plan.warnings.len(), 1);
    assert_eq!(draft.plan.conditions.rules.ends, 3);
    assert!(
        draft
            .add(&Source::CommandLine, &table("colour = 'red'"))
            .is_err()
    );
}

#[test]
fn sides_change_from_match_to_match_with_everything_that_belongs_to_them() {
    let mut draft = Draft::new("dc2").unwrap();
    let said =
        table("noise0 = 0.1\nnoise1 = 0.2\ntime0 = 10\ntime1 = 20\nswap = true\nrepetitions = 3");
    draft.add(&Source::CommandLine, &said).unwrap();
    let plan = draft.plan();
    let setups = [0, 1, 2].map(|number| plan.setup(number, ["a".into(), "b".into()], Seed(1)));
    assert_eq!(setups[0].time, setups[2].time);
    assert_eq!(
        setups[1].time.map(|time| time.game),
        [20, 10].map(|time| Some(seconds(time)))
    );
    assert_eq!(setups[1].conditions.teams[0], setups[0].conditions.teams[1]);
}

#[test]
fn a_plan_written_down_says_the_same_again() {
    for (platform, said) in [
        (
            "dc2",
            "ends = 3\nnoise1 = 0.3\ntime = 219\nplayer0 = 'jiritsu:depth=1'\nfriction = 11.5",
        ),
        (
            "dc4-mixed-doubles",
            "spot = 4\nextra_end_time = '21.9s'\nreferee = 'fast'",
        ),
        ("gat", "extra_ends = true\nswap = true\nrepetitions = 4"),
        ("legacy", ""),
    ] {
        let mut draft = Draft::new(platform).unwrap();
        draft.add(&file(), &table(said)).unwrap();
        let plan = draft.plan();
        let text = toml::to_string(&plan.table()).unwrap();
        let mut again = Draft::new("paper").unwrap();
        again.add(&file(), &table(&text)).unwrap();
        let again = again.plan();
        assert_eq!(again.table(), plan.table());
        assert_eq!(again.conditions, plan.conditions);
        assert_eq!((again.time, again.timeouts), (plan.time, plan.timeouts));
    }
}

#[test]
fn what_settles_everything_is_where_everything_comes_from() {
    let mut draft = Draft::new("dc2").unwrap();
    draft
        .add(&file(), &table("ends = 3\ntime = 10\nswap = true"))
        .unwrap();
    let time = [ThinkingTime {
        game: Some(seconds(219)),
        ..ThinkingTime::default()
    }; 2];
    draft.replace_conditions(
        &Source::File("dc3.json".to_owned()),
        Conditions::dc3(),
        time,
    );
    draft.add(&Source::CommandLine, &table("ends = 4")).unwrap();
    let plan = draft.plan();
    let source = |name| plan.part(name).unwrap().source;
    assert_eq!(source("team 0"), "dc3.json");
    assert_eq!(source("time of team 0"), "dc3.json");
    assert_eq!(source("ends"), "command line");
    assert_eq!(source("sides"), "a.toml");
    assert_eq!(plan.time, time);
}

#[test]
fn every_form_of_conditions_comes_in_by_one_door() {
    let said = "platform = 'dc3'\nends = 4\nnoise1 = 2\nfriction_scale = 1.1";
    let core = super::conditions(said, "paper").unwrap();
    let written = Written::of(&core);
    let saved = serde_json::json!({ "conditions": written, "game": { "end": 0 } });
    let forms = [
        serde_json::to_string(&written).unwrap(),
        written.to_table().to_string(),
        saved.to_string(),
        serde_json::to_string(&core).unwrap(),
        r#"{"platform":"dc3","ends":4,"noise1":2,"friction_scale":1.1}"#.to_owned(),
    ];
    for text in forms {
        assert_eq!(
            super::conditions(&text, "paper").as_ref(),
            Ok(&core),
            "{text}"
        );
    }
    let dc3 = serde_json::json!({ "server": { "port": { "team0": 0, "team1": 0 } }, "game": crate::dc3::config::write_game(&Setup::new(Conditions { rules: curling::rules::Rules { ends: 6, ..Conditions::dc3().rules }, ..Conditions::dc3() }, Seed(1))).unwrap() });
    let dc3 = dc3.to_string();
    assert_eq!(super::conditions(&dc3, "paper").unwrap().rules.ends, 6);
    let players = r#""player_1":{"path":"one"},"player_2":{"path":"two"}"#;
    let dc2 = format!(r#"{{"match_default":{{"rule_type":"normal","ends":3,{players}}}}}"#);
    let dc2 = super::conditions(&dc2, "paper");
    assert!(dc2.is_ok_and(|dc2| dc2.nearest() == "dc2"));
}

#[test]
fn changes_come_on_top_of_conditions_that_are_written_whole() {
    let written = Written::of(&Conditions::gat());
    let mut draft = Draft::new("dc3").unwrap();
    draft.add(&file(), &table("time = 60")).unwrap();
    draft
        .read(&file(), &written.to_table().to_string(), None)
        .unwrap();
    draft
        .add(&Source::CommandLine, &table("friction = 10\nends = 2"))
        .unwrap();
    let plan = draft.plan();
    assert_eq!(plan.conditions.ice.get("friction"), Ok(10.0));
    assert_eq!(plan.conditions.teams, Conditions::gat().teams);
    assert_eq!(plan.time[0].game, Some(seconds(60)));
}

#[test]
fn what_cannot_be_is_named_by_its_path() {
    for (text, words) in [
        (r#"{"platform":"dc3","teams":[]}"#, "cup: `teams`"),
        ("platform = 'dc3'\nteams = 3", "cup: `teams`"),
        ("end = ", "cup: TOML parse error"),
    ] {
        let mut draft = Draft::new("dc3").unwrap();
        let error = draft
            .read(&Source::File("cup".into()), text, None)
            .unwrap_err();
        assert!(error.to_string().starts_with(words), "{text}: {error}");
    }
}
