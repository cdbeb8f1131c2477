//! Differences between the conditions that values were learned for and those of a match, with the
//! sentence and the command that players answer with.
//!
//! A value model and a win table hold for the ice, the execution error and the rules of their
//! training. A player whose match differs plays on with them, and says so ([`note`]).
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::players::learned_for::{Difference, Learned, differences, note};
//!
//! let dc4 = Conditions::named("dc4").unwrap();
//! let unsteady = dc4.changed(&"noise_scale = 2.0".parse().unwrap()).unwrap();
//! let found = differences(Some(&dc4), &unsteady);
//! assert_eq!(found, [Difference::Noise(Some(2.0))]);
//! let note = note(Learned::ValueModel, Some(&dc4), &unsteady, &found).unwrap();
//! assert!(note.en.contains("curling learn --set platform=dc4 --set noise_scale=2 --out FILE"));
//! ```

use crate::conditions::Conditions;
use crate::delivery::{Noise, Skill, TeamSkills};
use crate::notation::Conditions as Written;
use crate::rules::{IfLevel, Rules};
use arena::Words;

/// Factors that differ by less than this are equal.
const EQUAL: f64 = 0.005;

/// A difference between the conditions of a training and those of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// The conditions of the training are not known.
    Unknown,
    /// Mixed doubles or teams of four.
    Discipline,
    /// The ice of another platform.
    Platform,
    /// The friction, by this factor.
    Friction(f64),
    /// The curl, by this factor.
    Curl(f64),
    /// Another parameter of the ice.
    Ice,
    /// The execution error; by this factor, where it is one of the whole match.
    Noise(Option<f64>),
    /// The maximum weight of a player.
    Weight,
    /// The rules of the free guard zone.
    GuardRule,
    /// The places or the limits of the stones placed in mixed doubles.
    Placements,
    /// Draws or extra ends after a level match; for win tables.
    IfLevel,
    /// More ends than the table has; for win tables.
    Ends,
}

/// Returns what differs between the conditions of a training and those of a match, for the values
/// of single ends.
pub fn differences(learned: Option<&Conditions>, now: &Conditions) -> Vec<Difference> {
    let Some(learned) = learned else {
        return vec![Difference::Unknown];
    };
    let mut found = Vec::new();
    if learned.rules.doubles.is_some() != now.rules.doubles.is_some() {
        found.push(Difference::Discipline);
    } else if learned.rules.doubles != now.rules.doubles {
        found.push(Difference::Placements);
    }
    ice(learned, now, &mut found);
    skills(learned, now, &mut found);
    let guards = |rules: &Rules| (rules.guard, rules.tick);
    if guards(&learned.rules) != guards(&now.rules) && !found.contains(&Difference::Discipline) {
        found.push(Difference::GuardRule);
    }
    found
}

/// Returns what differs for the values of whole matches.
pub fn differences_of_match(learned: Option<&Conditions>, now: &Conditions) -> Vec<Difference> {
    let mut found = differences(learned, now);
    if let Some(learned) = learned {
        let draws = |rules: &Rules| rules.if_level == IfLevel::Draw;
        if draws(&learned.rules) != draws(&now.rules) {
            found.push(Difference::IfLevel);
        }
        if learned.rules.ends < now.rules.ends {
            found.push(Difference::Ends);
        }
    }
    found
}

fn ice(learned: &Conditions, now: &Conditions, found: &mut Vec<Difference>) {
    if learned.ice == now.ice {
        return;
    }
    let platform = |conditions: &Conditions| {
        Conditions::named(conditions.nearest()).map(|platform| platform.ice)
    };
    if platform(learned) != platform(now) {
        found.push(Difference::Platform);
        return;
    }
    let (then, now) = (Written::of(learned), Written::of(now));
    if then.ice != now.ice {
        found.push(Difference::Ice);
    }
    let factors = [
        (
            now.friction / then.friction,
            Difference::Friction as fn(f64) -> _,
        ),
        (now.curl / then.curl, Difference::Curl),
    ];
    let differing = factors.into_iter().filter(|(factor, _)| differs(*factor));
    found.extend(differing.map(|(factor, difference)| difference(factor)));
}

fn differs(factor: f64) -> bool {
    // Not a number is a factor of no curl.
    factor.is_nan() || (factor - 1.0).abs() >= EQUAL
}

fn skills(learned: &Conditions, now: &Conditions, found: &mut Vec<Difference>) {
    let players = |conditions: &Conditions| -> Vec<Skill> {
        let players = conditions.teams.iter().flat_map(TeamSkills::players);
        players.copied().collect()
    };
    let (then, here) = (players(learned), players(now));
    let noises = |skills: &[Skill]| -> Vec<Noise> {
        skills
            .iter()
            .map(|skill| of_both_turns(*skill.noise()))
            .collect()
    };
    if noises(&then) != noises(&here) {
        let (then, now) = (Written::of(learned), Written::of(now));
        let whole = then.platform.conditions().teams == now.platform.conditions().teams
            && then.teams == now.teams;
        let factor = now.noise / then.noise;
        found.push(Difference::Noise(
            (whole && factor.is_finite() && differs(factor)).then_some(factor),
        ));
    }
    let limits = |skills: &[Skill]| -> Vec<_> {
        let limit = |skill: &Skill| (skill.max_weight(), skill.excess());
        skills.iter().map(limit).collect()
    };
    if limits(&then) != limits(&here) {
        found.push(Difference::Weight);
    }
}

/// Returns noise in speed and heading with its deviations for each turn.
fn of_both_turns(noise: Noise) -> Noise {
    match noise {
        Noise::Dc3(both) => Noise::Dc4 {
            cw: both,
            ccw: both,
        },
        other => other,
    }
}

/// What was learned: its names, the command that learns it, and the setting that reads its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learned {
    /// The value model of ends.
    ValueModel,
    /// The win table.
    WinTable,
}

/// Returns the note of a player whose values were learned for other conditions; none if nothing
/// differs.
pub fn note(
    what: Learned,
    learned: Option<&Conditions>,
    now: &Conditions,
    differences: &[Difference],
) -> Option<Words> {
    if differences.is_empty() {
        return None;
    }
    let (en, ja, command, setting) = match what {
        Learned::ValueModel => ("value model", "評価", "learn", "experience"),
        Learned::WinTable => ("win table", "勝率表", "win-table", "table"),
    };
    let again = format!("sakiyomi curling {command} {}", arguments(now));
    let of = learned.map_or_else(
        || Words {
            en: "conditions that its file does not tell".to_owned(),
            ja: "ファイルに書かれていない条件".to_owned(),
        },
        |learned| {
            let name = platform(learned);
            Words {
                en: format!("the conditions of {name}"),
                ja: format!("{name} の条件"),
            }
        },
    );
    let known = differences
        .iter()
        .filter(|one| **one != Difference::Unknown);
    let (these, those): (Vec<_>, Vec<_>) = known.map(|one| one.sentence()).unzip();
    let but = if these.is_empty() {
        [String::new(), String::new()]
    } else {
        [
            format!("; here {}", these.join(", ")),
            format!("この試合では{}。", those.join("、")),
        ]
    };
    Some(Words {
        en: format!(
            "The {en} was learned for {}{}. Its chances may be wrong here: `{again}` learns for these conditions, and `jiritsu:{setting}=FILE` reads the file.",
            of.en, but[0]
        ),
        ja: format!(
            "この{ja}は{}で学習したものです。{}確率が合わないことがあります。`{again}` でこの条件に合わせて学習し、`jiritsu:{setting}=FILE` で読み込めます。",
            of.ja, but[1]
        ),
    })
}

impl Difference {
    /// Returns the clause for a note, in English and in Japanese.
    fn sentence(self) -> (String, String) {
        let (en, ja) = match self {
            Difference::Unknown => ("the conditions are not known", "条件が分かりません"),
            Difference::Discipline => ("the discipline is another", "種目が異なります"),
            Difference::Platform => (
                "the model of the ice is another",
                "アイスのモデルが異なります",
            ),
            Difference::Friction(factor) => {
                return (
                    format!("the friction is {factor:.2} times that"),
                    format!("摩擦が{factor:.2}倍です"),
                );
            }
            Difference::Curl(factor) => {
                return (
                    format!("the curl is {factor:.2} times that"),
                    format!("曲がりが{factor:.2}倍です"),
                );
            }
            Difference::Ice => (
                "a parameter of the ice differs",
                "アイスのパラメータが異なります",
            ),
            Difference::Noise(Some(factor)) => {
                return (
                    format!("the execution error is {factor:.2} times that"),
                    format!("投球の誤差が{factor:.2}倍です"),
                );
            }
            Difference::Noise(None) => ("the execution error differs", "投球の誤差が異なります"),
            Difference::Weight => ("the maximum weight differs", "最大のウェイトが異なります"),
            Difference::GuardRule => (
                "the rules of the free guard zone differ",
                "フリーガードゾーンのルールが異なります",
            ),
            Difference::Placements => ("the placed stones differ", "置き石が異なります"),
            Difference::IfLevel => (
                "a level match ends in another way",
                "同点のときの決着が異なります",
            ),
            Difference::Ends => ("the match has more ends", "エンド数が多くなっています"),
        };
        (en.to_owned(), ja.to_owned())
    }
}

/// Returns the name of the platform of conditions, for people and for `--set platform=`.
fn platform(conditions: &Conditions) -> &'static str {
    let written = Written::of(conditions);
    match (written.platform.name(), conditions.rules.doubles) {
        ("dc2", Some(_)) => "dc2-mixed-doubles",
        (_, Some(_)) => "dc4-mixed-doubles",
        (name, None) => name,
    }
}

/// Returns the arguments of a command that learns for these conditions.
fn arguments(conditions: &Conditions) -> String {
    let written = Written::of(conditions);
    let mut set = vec![("platform", platform(conditions).to_owned())];
    for (key, factor) in [
        ("friction_scale", written.friction),
        ("curl_scale", written.curl),
        ("noise_scale", written.noise),
    ] {
        if factor != 1.0 {
            set.push((key, factor.to_string()));
        }
    }
    let table = set.iter().map(|(key, value)| {
        let number: Option<f64> = value.parse().ok();
        let value = number.map_or_else(|| value.clone().into(), toml::Value::from);
        ((*key).to_owned(), value)
    });
    let reached = Conditions::default().changed(&table.collect());
    let same = reached.is_ok_and(|reached| differences(Some(&reached), conditions).is_empty());
    if same {
        let set = set
            .iter()
            .map(|(key, value)| format!("--set {key}={value}"));
        set.chain(["--out FILE".to_owned()])
            .collect::<Vec<_>>()
            .join(" ")
    } else {
        "--conditions CONDITIONS --out FILE".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(name: &str, changes: &str) -> Conditions {
        let conditions = Conditions::named(name).unwrap();
        conditions.changed(&changes.parse().unwrap()).unwrap()
    }

    #[test]
    fn what_differs_is_told_and_what_has_no_effect_on_an_end_is_not() {
        let dc4 = Conditions::named("dc4").unwrap();
        for (name, changes, expected) in [
            (
                "dc4",
                "ends = 4\nextra_ends = false\nreferee = 'fast'",
                vec![],
            ),
            (
                "dc4",
                "friction_scale = 1.1",
                vec![Difference::Friction(1.1)],
            ),
            ("dc4", "curl_scale = 0.5", vec![Difference::Curl(0.5)]),
            (
                "dc4",
                "noise_scale = 0.5",
                vec![Difference::Noise(Some(0.5))],
            ),
            ("dc4", "noise_scale0 = 0.5", vec![Difference::Noise(None)]),
            ("dc4", "restitution = 0.8", vec![Difference::Ice]),
            ("dc3", "", vec![Difference::GuardRule]),
            ("dc4-mixed-doubles", "", vec![Difference::Discipline]),
        ] {
            assert_eq!(
                differences(Some(&dc4), &changed(name, changes)),
                expected,
                "{name} {changes}"
            );
        }
        let legacy = Conditions::legacy();
        let found = differences(Some(&legacy), &dc4);
        assert!(
            found.starts_with(&[Difference::Platform, Difference::Noise(None)]),
            "{found:?}"
        );
        assert_eq!(differences(Some(&legacy), &Conditions::paper()), []);
        let found = differences(Some(&legacy), &Conditions::gat());
        assert_eq!(found, [Difference::Noise(None), Difference::Weight]);
        assert_eq!(differences(None, &dc4), [Difference::Unknown]);
        let found = differences_of_match(Some(&legacy), &Conditions::paper());
        assert_eq!(found, [Difference::IfLevel, Difference::Ends]);
        let spot = changed("dc4-mixed-doubles", "spot = 4");
        let doubles = Conditions::named("dc4-mixed-doubles").unwrap();
        assert_eq!(differences(Some(&doubles), &spot), [Difference::Placements]);
    }

    #[test]
    fn the_same_hands_in_the_words_of_two_platforms_are_the_same() {
        let dc4 = Conditions::named("dc4").unwrap();
        let hand = "stddev_speed = 0.0076, stddev_angle = 0.0018, max_speed = 4.0";
        let named = changed(
            "dc4",
            &format!("noise = {{ kind = 'dc4', cw = {{ {hand} }}, ccw = {{ {hand} }} }}"),
        );
        assert_ne!(named, dc4);
        assert_eq!(differences(Some(&dc4), &named), []);
    }

    #[test]
    fn the_named_command_learns_for_the_conditions_of_the_match() {
        let dc4 = Conditions::named("dc4").unwrap();
        for (name, changes, expected) in [
            ("dc4", "", "--set platform=dc4 --out FILE"),
            (
                "dc4-mixed-doubles",
                "",
                "--set platform=dc4-mixed-doubles --out FILE",
            ),
            (
                "dc2",
                "noise_scale = 0.5\nfriction_scale = 1.2",
                "--set platform=dc2 --set friction_scale=1.2 --set noise_scale=0.5 --out FILE",
            ),
            (
                "dc4",
                "noise_scale0 = 0.5",
                "--conditions CONDITIONS --out FILE",
            ),
        ] {
            let now = changed(name, changes);
            assert_eq!(arguments(&now), expected);
            let found = differences(None, &now);
            let note = note(Learned::ValueModel, None, &now, &found).unwrap();
            assert!(
                note.en.contains(expected) && note.ja.contains(expected),
                "{note:?}"
            );
        }
        assert_eq!(note(Learned::WinTable, Some(&dc4), &dc4, &[]), None);
    }
}
