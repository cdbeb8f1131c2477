//! Tests of overrides.

use super::*;
use crate::arena_game::Curling;
use crate::conditions::Drift;
use crate::delivery::Excess;
use crate::delivery::noise::Dc3Noise;
use crate::delivery::skill::GAT_WEIGHT;
use crate::delivery::{Noise, Skill, TeamSkills};
use crate::notation::scaled;
use crate::physics::{Parameters, WearRate};
use crate::rules::{GuardSpot, IfLevel, Rules};
use proptest::prelude::*;

fn table(text: &str) -> Table {
    text.parse().unwrap()
}

#[track_caller]
fn changed(text: &str) -> Conditions {
    Conditions::paper().changed(&table(text)).unwrap()
}

#[test]
fn changing_ice_and_sweeping_are_set_by_keys_and_off_without_them() {
    use crate::physics::Sweeping;
    let conditions = changed("ends = 2\nfriction_drift = 1.1\nwear = 0.002\nsweeping = true");
    let (from, to, shots) = (1.0, 1.1, 32);
    assert_eq!(conditions.changes.drift, Some(Drift { from, to, shots }));
    assert_eq!(conditions.changes.wear, Some(WearRate::new(0.002)));
    assert_eq!(conditions.changes.sweeping, Some(Sweeping::default()));
    let again = |text: &str| conditions.changed(&table(text)).unwrap().changes;
    assert_eq!(again("ends = 2"), conditions.changes);
    assert!(again("friction_drift = 1\nwear = 0\nsweeping = false").is_off());
    assert_eq!(again("wear_most = 0.3").wear.unwrap().most, 0.3);
    let harder = changed("sweep_friction = 0.8\nfriction_by_shot = [1, 1.05]").changes;
    assert_eq!(
        harder.sweeping.map(|it| (it.friction, it.curl)),
        Some((0.8, 0.67))
    );
    assert_eq!(harder.friction, [1.0, 1.05]);
    for (text, words) in [
        (
            "friction_drift = 9",
            "condition `friction_drift`: 9 is out of range",
        ),
        (
            "friction_by_shot = [1, 9]",
            "condition `friction_by_shot`: 9 is out of",
        ),
        (
            "friction_by_shot = 1",
            "condition `friction_by_shot`: expected a list",
        ),
        ("wear = 2", "condition `wear`: 2 is out of range"),
        (
            "wear = 0.1\nwear_most = 2",
            "condition `wear_most`: 2 is out of range",
        ),
        (
            "wear_most = 0.1",
            "condition `wear_most`: there is no wear to limit",
        ),
        (
            "sweeping = 1",
            "condition `sweeping`: expected true or false",
        ),
        (
            "sweep_friction = 0",
            "condition `sweep_friction`: 0 is out of range",
        ),
        (
            "sweep_curl = -1",
            "condition `sweep_curl`: -1 is out of range",
        ),
    ] {
        let error = Conditions::paper().changed(&table(text)).unwrap_err();
        assert!(error.en().starts_with(words), "{text}: {error}");
    }
    let extreme = "friction = 1e-9\nfriction_drift = 0.2";
    if let Ok(conditions) = Conditions::paper().changed(&table(extreme)) {
        assert!(Curling::new(conditions).is_err());
    }
}

#[test]
fn an_empty_table_changes_nothing_and_a_platform_everything() {
    assert_eq!(changed(""), Conditions::paper());
    for name in Conditions::NAMES {
        let platform = changed(&format!("platform = '{name}'"));
        assert_eq!(Some(platform), Conditions::named(name));
    }
}

#[test]
fn rules_are_changed_by_name_or_field_by_field() {
    let rules = changed("rules = 'dc3'\nends = 4\nextra_ends = false").rules;
    let expected = Rules {
        ends: 4,
        if_level: IfLevel::Draw,
        ..Rules::dc3()
    };
    assert_eq!(rules, expected);
    let rules = changed("rules = { stops_when_decided = true, ends = 3 }\nextra_ends = true").rules;
    let expected = Rules {
        ends: 3,
        stops_when_decided: true,
        ..Conditions::paper().rules
    };
    assert_eq!(rules, expected);
    let rules = changed("platform = 'dc4-mixed-doubles'\nspot = 3").rules;
    let spot = GuardSpot::try_from(3).unwrap();
    assert_eq!(rules, Rules::dc4_mixed_doubles(spot));
    assert_eq!(changed("referee = 'fast'").referee, Mode::Fast);
}

#[test]
fn ice_is_changed_by_the_names_of_its_parameters_and_scaled_after_that() {
    let ice =
        changed("friction = 10\nfriction_scale = 1.2\ncurl_scale = 0.5\nrestitution = 0.8").ice;
    assert_eq!(ice.get("friction"), Ok(12.0));
    assert_eq!(ice.get("curl"), Ok(0.066696 / 2.0));
    assert_eq!(ice.get("restitution"), Ok(0.8));
    let ice = changed("platform = 'dc3'\ngrip = 0.003").ice;
    assert_eq!(ice.get("grip"), Ok(0.003));
    let mended = changed("platform = 'dc2'\nskewed = false").ice;
    assert_eq!(mended, Parameters::dc2_repaired());
}

#[test]
fn a_number_is_noise_of_the_kind_that_is_there() {
    let noise = |text: &str, team: usize| *changed(text).teams[team].player(2).noise();
    let square = |size| Noise::Rectangular { x: size, y: size };
    assert_eq!(noise("noise = 0.3", 0), square(0.3));
    assert_eq!(noise("noise = 0.3\nnoise1 = 0", 0), square(0.3));
    assert_eq!(noise("noise = 0.3\nnoise1 = 0", 1), square(0.0));
    assert_eq!(
        noise("noise0 = { kind = 'gat', size = 0.2 }", 0),
        Noise::Gat { size: 0.2 }
    );
    let usual = Dc3Noise::default();
    let twice = Noise::Dc3(Dc3Noise {
        max_speed: usual.max_speed,
        stddev_speed: 2.0 * usual.stddev_speed,
        stddev_angle: 2.0 * usual.stddev_angle,
    });
    assert_eq!(noise("platform = 'dc3'\nnoise = 2", 1), twice);
    let gat = changed("platform = 'gat'\nnoise = 0.5").teams[0];
    assert_eq!(gat, TeamSkills::of(Skill::gat(0.5).unwrap()));
}

#[test]
fn a_scale_of_noise_is_a_factor_on_every_platform() {
    for platform in Conditions::NAMES {
        let usual = Conditions::named(platform).unwrap().teams;
        let half = format!("platform = '{platform}'\nnoise_scale = 0.5\nnoise_scale1 = 2");
        let found = changed(&half).teams;
        assert_eq!(found[1], usual[1], "{platform}");
        let expected = scaled(*usual[0].player(0).noise(), 0.5);
        assert_eq!(*found[0].player(0).noise(), expected, "{platform}");
    }
    let both = changed("noise = 0.2\nnoise_scale = 0.5").teams[0];
    assert_eq!(
        *both.player(3).noise(),
        Noise::Rectangular { x: 0.1, y: 0.1 }
    );
    for wrong in ["-1", "1001", "nan", "'much'"] {
        let table = format!("noise_scale = {wrong}").parse().unwrap();
        let why = Conditions::paper().changed(&table).unwrap_err();
        assert!(why.en().starts_with("condition `noise_scale`"), "{why}");
    }
}

#[test]
fn players_of_a_team_may_differ() {
    let text = "platform = 'gat'\nplayers0 = [0.1, { noise = { kind = 'none' }, max_weight = 30.0, excess = 'capped' }]";
    let conditions = changed(text);
    let [first, second, third, _] = conditions.teams[0].players();
    assert_eq!(*first.noise(), Noise::Gat { size: 0.1 });
    assert_eq!(first.max_weight(), Some(GAT_WEIGHT));
    assert_eq!(
        *second,
        Skill::new(Noise::None, Some(30.0), Excess::Capped).unwrap()
    );
    assert_eq!(third, first);
    assert_eq!(conditions.teams[1], Conditions::gat().teams[1]);
}

/// Tables that are refused, and the beginning of the message.
const ERRORS: &[(&str, &str)] = &[
    (
        "end = 4",
        "unknown condition `end` (known: platform, rules, ends",
    ),
    ("grip = 0.003", "unknown condition `grip`"),
    (
        "platform = 'ice hockey'",
        "condition `platform`: unknown value `ice hockey` (known: paper, legacy",
    ),
    ("platform = 3", "condition `platform`: unknown value `3`"),
    (
        "rules = 'dc5'",
        "condition `rules`: unknown value `dc5` (known: legacy, dc2",
    ),
    (
        "rules = { end = 3 }",
        "condition `rules`: unknown field `end`",
    ),
    (
        "rules = { rota = 'doubles' }",
        "condition `rules`: mixed doubles needs",
    ),
    ("ends = 0", "condition `ends`: a match of 0 ends"),
    ("ends = 33", "condition `ends`: a match of 33 ends"),
    (
        "ends = 300",
        "condition `ends`: expected a number of ends from 1 to 32, got 300",
    ),
    (
        "ends = 'ten'",
        "condition `ends`: expected a number of ends from 1 to 32, got \"ten\"",
    ),
    (
        "extra_ends = 2",
        "condition `extra_ends`: expected true or false",
    ),
    ("spot = 1", "condition `spot`: only mixed doubles"),
    (
        "platform = 'dc2-mixed-doubles'\nspot = 1",
        "condition `spot`: only mixed doubles",
    ),
    (
        "platform = 'dc4-mixed-doubles'\nspot = 6",
        "condition `spot`: expected a guard spot from 0 to 5, got 6",
    ),
    (
        "friction = -1.0",
        "condition `friction`: friction is -1: it must be between",
    ),
    (
        "friction = 'high'",
        "condition `friction`: expected a number, got \"high\"",
    ),
    (
        "friction_scale = 1000",
        "condition `friction_scale`: friction is",
    ),
    ("curl_scale = nan", "condition `curl_scale`: curl is NaN"),
    (
        "noise = -0.1",
        "condition `noise`: the standard deviation across the sheet is -0.1",
    ),
    ("noise1 = inf", "condition `noise1`: the standard deviation"),
    (
        "noise = { kind = 'loud' }",
        "condition `noise`: unknown variant `loud`",
    ),
    (
        "noise = [0.1]",
        "condition `noise`: expected a number, got [0.1]",
    ),
    (
        "players0 = []",
        "condition `players0`: a team needs at least one player",
    ),
    (
        "players0 = [0, 0, 0, 0, 0]",
        "condition `players0`: a team has at most 4 players",
    ),
    (
        "players1 = 0.1",
        "condition `players1`: expected a list of players",
    ),
    (
        "players1 = [{ strength = 1 }]",
        "condition `players1`: unknown field `strength`",
    ),
    (
        "platform = 'dc2-mixed-doubles'\npower_plays = 'twice'",
        "condition `power_plays`: unknown value `twice` (known: unlimited, once, once-else-centre)",
    ),
    (
        "power_plays = 'once'",
        "condition `power_plays`: only mixed doubles has power plays",
    ),
    (
        "referee = 'blind'",
        "condition `referee`: unknown value `blind` (known: exact, fast)",
    ),
];

#[test]
fn errors_in_a_table_name_the_key() {
    for (text, words) in ERRORS {
        let error = Conditions::paper().changed(&table(text)).expect_err(text);
        assert!(error.en().starts_with(words), "{text}: {error}");
    }
}

fn value() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        any::<i64>().prop_map(Value::Integer),
        (-40_i64..40).prop_map(Value::Integer),
        any::<f64>().prop_map(Value::Float),
        (-2.0..20.0).prop_map(Value::Float),
        any::<bool>().prop_map(Value::Boolean),
        prop::sample::select(&Conditions::NAMES[..])
            .prop_map(|name| Value::String(name.to_owned())),
        "[a-z0-9-]{0,8}".prop_map(Value::String),
    ];
    plain.prop_recursive(2, 8, 4, |inner| {
        let fields = prop::sample::select(vec![
            "kind",
            "size",
            "noise",
            "ends",
            "rota",
            "max_weight",
            "x",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((fields, inner), 0..3).prop_map(|fields| {
                let fields = fields
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value));
                Value::Table(fields.collect())
            }),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    let mut known: Vec<_> = KEYS.map(str::to_owned).to_vec();
    known.extend(Parameters::legacy().names().into_iter().map(str::to_owned));
    known.push("grip".to_owned());
    prop_oneof![9 => prop::sample::select(known), 1 => "[a-z_]{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn any_table_is_applied_or_refused_and_what_is_applied_makes_sense(
        entries in prop::collection::vec((key(), value()), 0..3),
    ) {
        let table: Table = entries.into_iter().collect();
        if let Ok(conditions) = Conditions::paper().changed(&table) {
            prop_assert_eq!(conditions.rules.check(), Ok(()));
            prop_assert_eq!(conditions.ice.check(), Ok(()));
            // The tee may be unreachable on it, but nothing panics.
            let _ = Curling::new(conditions);
        }
    }
}
