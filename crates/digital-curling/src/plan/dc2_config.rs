//! The DC2 configuration file: that of Mori's server (2019, section 4.3.4 and appendix).
//!
//! One JSON file has the server's time limits, the simulator, and any number of matches by name;
//! [`read`] turns one of those matches into a table for a [`Draft`](super::Draft). Section and
//! printed example disagree in some names (`Client_1` and `player_1`, `time_limit` and
//! `timelimit`), and so do example and program (`stone_friction` and `friction_stone`): all are
//! accepted. The printed example is not valid JSON; the error explains why.
//!
//! Where the published program departs from the file, the file holds: the program reads
//! `stone_friction`, `extended_end` and `weight_max` and uses none of them. A shot above
//! `weight_max` is thrown with that weight.
//!
//! Every key acts or is named in a warning:
//!
//! | key | effect |
//! |---|---|
//! | `server.timeout_isready`, `timeout_preend` | the time to be ready, and to place stones or name an order |
//! | `server.output_dcl` | whether `.dcl` logs are written where logs are |
//! | `server.view_board_delay` | how long every position stays on the screen |
//! | `server.output_json`, `output_server_log` | a warning: a record is always written where logs are, and messages go to standard error |
//! | `simulator.friction`, `friction_default` | the friction of the ice; the second if the first is missing or null |
//! | `simulator.stone_friction` | the friction between stones |
//! | `simulator.friction_by_shot`, `friction_drift`, `wear`, `wear_most`, `sweeping`, `sweep_friction`, `sweep_curl` | extensions for the ice of chapter 7, with the meaning of the conditions of these names |
//! | `simulator.rand_type`, `rand_type_all` | the kind of noise, which must be one of the second |
//! | `simulator.freeguard_num` | the deliveries under the guard rule; in mixed doubles always three (section 4.3.5), and a warning |
//! | `rule_type`, `ends`, `extended_end`, `repetition` | rules and number of matches |
//! | `type`, `path`, `md` | the program and its protocol; `path` takes any player, as `--player0` does |
//! | `timelimit`, `params` | clock, noise and limit of weight |

use crate::platform::names_player;
use arena::process::Launch;
use curling::delivery::{Excess, Noise, Skill};
use curling::rules::{GuardRule, Rotation};
use serde_json::{Map, Value};
use toml::Table;

/// The default match.
pub const DEFAULT_MATCH: &str = "match_default";

/// An invalid file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Dc2ConfigError {
    /// Invalid JSON.
    #[error("line {line}, column {column}: {why}{hint}")]
    Syntax {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// The error.
        why: String,
        /// A hint.
        hint: &'static str,
    },
    /// An unknown match.
    #[error("no match `{name}` (available: {known})")]
    NoSuchMatch {
        /// The name asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// A missing or invalid value.
    #[error("`{key}`: {why}")]
    Value {
        /// The path of the key, with dots.
        key: String,
        /// The reason.
        why: String,
    },
}

/// The printed example closes the parameters of a player twice and ends with the wrong bracket.
const PRINTED: &str = "; the example printed in the thesis has three `null`, a `]` and a `}` too many behind player_1 of match_default, and ends with `]` instead of `}`: \
                       take those lines out";

/// Reads a match of a file as a table for a draft, with warnings of unknown keys.
///
/// # Errors
/// The reason, with its place.
pub fn read(text: &str, name: Option<&str>) -> Result<(Table, Vec<String>), Dc2ConfigError> {
    let file: Value = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
    let mut reader = Reader::default();
    let file = object("the file", &file)?.clone();
    reader.file(&file, name)?;
    Ok((reader.table, reader.warnings))
}

fn syntax(text: &str, error: &serde_json::Error) -> Dc2ConfigError {
    let printed = text.contains("match_") && error.is_syntax();
    let message = error.to_string();
    let why = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(why, _)| why);
    Dc2ConfigError::Syntax {
        line: error.line(),
        column: error.column(),
        why: why.to_owned(),
        hint: if printed { PRINTED } else { "" },
    }
}

/// Two spellings of one key.
type Spellings = &'static [&'static str];

/// The extensions for the ice of chapter 7, which are conditions of the same name.
const CHANGES: [Spellings; 7] = [
    &["friction_by_shot"],
    &["friction_drift"],
    &["wear"],
    &["wear_most"],
    &["sweeping"],
    &["sweep_friction"],
    &["sweep_curl"],
];

#[derive(Default)]
struct Reader {
    table: Table,
    warnings: Vec<String>,
}

impl Reader {
    fn file(
        &mut self,
        file: &Map<String, Value>,
        name: Option<&str>,
    ) -> Result<(), Dc2ConfigError> {
        let is_match = |key: &&String| !["server", "simulator"].contains(&key.as_str());
        let matches: Vec<&String> = file.keys().filter(is_match).collect();
        let wanted = name.unwrap_or(match matches.as_slice() {
            [only] => only,
            _ => DEFAULT_MATCH,
        });
        let chosen = file
            .get(wanted)
            .filter(|_| matches.iter().any(|key| *key == wanted));
        let chosen = chosen.ok_or_else(|| {
            let known = matches.iter().map(|key| key.as_str()).collect::<Vec<_>>();
            Dc2ConfigError::NoSuchMatch {
                name: wanted.to_owned(),
                known: if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                },
            }
        })?;
        let chosen = object(wanted, chosen)?.clone();
        let doubles = self.rule(wanted, &chosen)?;
        if let Some(server) = file.get("server") {
            let server = object("server", server)?.clone();
            self.server(&server)?;
        }
        let mut polar = false;
        if let Some(simulator) = file.get("simulator") {
            let simulator = object("simulator", simulator)?.clone();
            polar = self.simulator(&simulator, doubles)?;
        }
        self.play(wanted, &chosen, polar, doubles)
    }

    fn rule(&mut self, place: &str, chosen: &Map<String, Value>) -> Result<bool, Dc2ConfigError> {
        let rule = chosen.get("rule_type").and_then(Value::as_str);
        let platform = match (rule, chosen.get("rule_type")) {
            (Some("normal"), _) | (None, None) => "dc2",
            (Some("mix_doubles" | "mixed_doubles"), _) => "dc2-mixed-doubles",
            (_, given) => {
                let given = given.map(Value::to_string).unwrap_or_default();
                let why =
                    format!("{given} is not a rule type: write \"normal\" or \"mix_doubles\"");
                return Err(wrong(&format!("{place}.rule_type"), why));
            }
        };
        self.set("platform", platform);
        Ok(platform != "dc2")
    }

    fn server(&mut self, server: &Map<String, Value>) -> Result<(), Dc2ConfigError> {
        let known: &[Spellings] = &[
            &["timeout_isready"],
            &["timeout_preend"],
            &["output_dcl"],
            &["output_json"],
            &["output_server_log"],
            &["view_board_delay"],
        ];
        self.unknown("server", server, known);
        if let Some(value) = server.get("output_dcl") {
            self.set("output_dcl", flag("server.output_dcl", value)?);
        }
        if let Some(value) = server.get("view_board_delay") {
            let delay = milliseconds("server.view_board_delay", value)?;
            self.set("board_delay", delay);
        }
        for (key, instead) in [
            ("output_json", "a record is written wherever logs are"),
            ("output_server_log", "messages go to standard error"),
        ] {
            if let Some(value) = server.get(key) {
                flag(&format!("server.{key}"), value)?;
                self.warnings
                    .push(format!("`server.{key}` ignored: {instead}"));
            }
        }
        for (key, ours) in [
            ("timeout_isready", "ready_time"),
            ("timeout_preend", "placing_time"),
        ] {
            if let Some(value) = server.get(key) {
                let time = milliseconds(&format!("server.{key}"), value)?;
                self.set(ours, time);
            }
        }
        Ok(())
    }

    /// Returns whether noise is in speed and heading.
    fn simulator(
        &mut self,
        simulator: &Map<String, Value>,
        doubles: bool,
    ) -> Result<bool, Dc2ConfigError> {
        let known: &[Spellings] = &[
            &["friction"],
            &["friction_default"],
            &["stone_friction", "friction_stone"],
            &["rand_type"],
            &["rand_type_all"],
            &["freeguard_num"],
        ];
        let mut known = known.to_vec();
        known.extend(CHANGES);
        self.unknown("simulator", simulator, &known);
        self.changes(simulator)?;
        let mut friction = None;
        for key in ["friction_default", "friction"] {
            if let Some(value) = simulator.get(key).filter(|value| !value.is_null()) {
                friction = Some(number(&format!("simulator.{key}"), value)?);
            }
        }
        if let Some(friction) = friction {
            self.set("friction", friction);
        }
        for key in ["stone_friction", "friction_stone"] {
            if let Some(value) = simulator.get(key) {
                self.set(
                    "contact_friction",
                    number(&format!("simulator.{key}"), value)?,
                );
            }
        }
        if let Some(value) = simulator.get("freeguard_num") {
            let deliveries = whole("simulator.freeguard_num", value, 0, 16)?;
            if doubles {
                let why = "in mixed doubles the first three deliveries remove nothing";
                let warning = format!("`simulator.freeguard_num` ignored: {why}");
                self.warnings.push(warning);
            } else {
                let guard = GuardRule {
                    deliveries: deliveries as u8,
                    ..GuardRule::dc2()
                };
                self.rules("guard", &guard);
            }
        }
        noise_kind(simulator)
    }

    /// Reads the extensions for ice that changes and for sweeping.
    fn changes(&mut self, simulator: &Map<String, Value>) -> Result<(), Dc2ConfigError> {
        for &key in CHANGES.iter().copied().flatten() {
            let place = format!("simulator.{key}");
            let Some(value) = simulator.get(key).filter(|value| !value.is_null()) else {
                continue;
            };
            let value = match (key, value) {
                ("sweeping", value) => flag(&place, value)?.into(),
                ("friction_by_shot", Value::Array(list)) => {
                    let factors = list.iter().map(|value| number(&place, value));
                    factors.collect::<Result<Vec<f64>, _>>()?.into()
                }
                ("friction_by_shot", value) => {
                    let why = format!("{value} is not a list of factors, as in [1, 1.01]");
                    return Err(wrong(&place, why));
                }
                (_, value) => toml::Value::from(number(&place, value)?),
            };
            self.table.insert(key.to_owned(), value);
        }
        Ok(())
    }

    fn play(
        &mut self,
        place: &str,
        chosen: &Map<String, Value>,
        polar: bool,
        doubles: bool,
    ) -> Result<(), Dc2ConfigError> {
        let known: &[Spellings] = &[
            &["rule_type"],
            &["ends"],
            &["player_1", "Client_1"],
            &["player_2", "Client_2"],
            &["extended_end"],
            &["repetition"],
        ];
        self.unknown(place, chosen, known);
        if let Some(value) = chosen.get("ends") {
            let ends = whole(&format!("{place}.ends"), value, 1, 10)?;
            self.set("ends", ends);
        }
        if let Some(value) = chosen.get("extended_end") {
            self.set("extra_ends", flag(&format!("{place}.extended_end"), value)?);
        }
        if let Some(value) = chosen.get("repetition") {
            let times = whole(
                &format!("{place}.repetition"),
                value,
                1,
                i64::from(u32::MAX),
            )?;
            self.set("repetitions", times);
        }
        let mut most = 1;
        for (number, spellings) in [["player_1", "Client_1"], ["player_2", "Client_2"]]
            .iter()
            .enumerate()
        {
            if spellings.iter().all(|key| chosen.contains_key(*key)) {
                let [used, ignored] = spellings;
                let warning = format!("`{place}.{ignored}` ignored: `{used}` is there, too");
                self.warnings.push(warning);
            }
            let found = spellings
                .iter()
                .find_map(|key| Some((*key, chosen.get(*key)?)));
            let (key, value) = found.ok_or_else(|| {
                let why = format!(
                    "is missing: both teams are needed, as {} or {}",
                    spellings[0], spellings[1]
                );
                wrong(&format!("{place}.{}", spellings[0]), why)
            })?;
            let place = format!("{place}.{key}");
            let client = object(&place, value)?.clone();
            most = most.max(self.client(&place, number, &client, polar)?);
        }
        if !doubles && most == 1 {
            self.rules("rota", &Rotation::Alone);
        }
        Ok(())
    }

    /// Returns the number of players.
    fn client(
        &mut self,
        place: &str,
        number: usize,
        client: &Map<String, Value>,
        polar: bool,
    ) -> Result<usize, Dc2ConfigError> {
        let known: &[Spellings] = &[
            &["type"],
            &["path"],
            &["md"],
            &["timelimit", "time_limit"],
            &["params"],
        ];
        self.unknown(place, client, known);
        if let Some(kind) = client.get("type").filter(|kind| **kind != "local") {
            let why = format!("{kind} is not possible: only \"local\" programs are started");
            return Err(wrong(&format!("{place}.type"), why));
        }
        let md = client.get("md").filter(|md| !md.is_null());
        let md = md.map(|md| flag(&format!("{place}.md"), md)).transpose()?;
        if let Some(path) = client.get("path") {
            let path = path.as_str().filter(|path| !path.trim().is_empty());
            let why = || {
                let why = "write the path of a program, or a player, as in \"jiritsu:depth=1\"";
                wrong(&format!("{place}.path"), why.to_owned())
            };
            let path = path.ok_or_else(why)?;
            let dialect = if md == Some(false) { "legacy" } else { "dcp" };
            let player = if names_player(path) {
                path.to_owned()
            } else {
                format!("{dialect}:{}", Launch::new(path))
            };
            self.set(["player0", "player1"][number], player);
        }
        for key in ["timelimit", "time_limit"] {
            if let Some(value) = client.get(key) {
                let time = milliseconds(&format!("{place}.{key}"), value)?;
                self.set(["time0", "time1"][number], time);
            }
        }
        let Some(params) = client.get("params").filter(|params| !params.is_null()) else {
            return Ok(1);
        };
        let place = format!("{place}.params");
        let params = params.as_array();
        let params = params.ok_or_else(|| wrong(&place, "write a list of players".to_owned()))?;
        let team = self.team(&place, params, polar)?;
        let players = team.len();
        self.set(["players0", "players1"][number], team);
        Ok(players)
    }

    /// The players up to the last that is not null; null ones are like the first.
    fn team(
        &mut self,
        place: &str,
        params: &[Value],
        polar: bool,
    ) -> Result<Vec<toml::Value>, Dc2ConfigError> {
        if params.len() > 4 {
            return Err(wrong(
                place,
                format!("{} players are too many: at most four", params.len()),
            ));
        }
        if params.first().is_none_or(Value::is_null) {
            return Err(wrong(
                place,
                "the first player is missing: the others are like the first".to_owned(),
            ));
        }
        let last = params
            .iter()
            .rposition(|player| !player.is_null())
            .unwrap_or(0);
        let mut team = Vec::new();
        for (number, player) in params[..=last].iter().enumerate() {
            let player = if player.is_null() { &params[0] } else { player };
            let place = format!("{place}[{number}]");
            let player = object(&place, player)?.clone();
            team.push(self.player(&place, &player, polar)?);
        }
        Ok(team)
    }

    fn player(
        &mut self,
        place: &str,
        player: &Map<String, Value>,
        polar: bool,
    ) -> Result<toml::Value, Dc2ConfigError> {
        self.unknown(
            place,
            player,
            &[&["random_1"], &["random_2"], &["weight_max"]],
        );
        let given = |key: &str| -> Result<Option<f64>, Dc2ConfigError> {
            let place = format!("{place}.{key}");
            player
                .get(key)
                .map(|value| number(&place, value))
                .transpose()
        };
        let (first, second) = (
            given("random_1")?.unwrap_or(0.0),
            given("random_2")?.unwrap_or(0.0),
        );
        for (key, size) in [("random_1", first), ("random_2", second)] {
            if size < 0.0 {
                return Err(wrong(
                    &format!("{place}.{key}"),
                    format!("{size} is not a size of noise: it must be 0 or more"),
                ));
            }
        }
        let noise = if polar {
            Noise::Polar {
                speed: first,
                heading: second,
                loses_turn: false,
            }
        } else {
            Noise::Rectangular {
                x: first,
                y: second,
            }
        };
        let skill = Skill::new(noise, given("weight_max")?, Excess::Capped);
        let skill = skill.map_err(|why| wrong(place, why.to_string()))?;
        Ok(toml::Value::try_from(skill).expect("a player can be written"))
    }

    fn set(&mut self, key: &str, value: impl Into<toml::Value>) {
        self.table.insert(key.to_owned(), value.into());
    }

    /// Sets one of the rules.
    fn rules(&mut self, key: &str, value: &impl serde::Serialize) {
        let rules = self
            .table
            .entry("rules")
            .or_insert_with(|| Table::new().into());
        let value = toml::Value::try_from(value).expect("a rule can be written");
        rules
            .as_table_mut()
            .expect("it is one")
            .insert(key.to_owned(), value);
    }

    fn unknown(&mut self, place: &str, object: &Map<String, Value>, known: &[Spellings]) {
        for key in object.keys() {
            if !known
                .iter()
                .any(|spellings| spellings.contains(&key.as_str()))
            {
                self.warnings
                    .push(format!("unknown key `{place}.{key}` ignored"));
            }
        }
    }
}

/// Whether noise is in speed and heading: `rand_type`, one of the kinds of `rand_type_all`.
fn noise_kind(simulator: &Map<String, Value>) -> Result<bool, Dc2ConfigError> {
    const KINDS: [&str; 2] = ["RECTANGULAR", "POLAR"];
    let kind = |key: &str, value: &Value| {
        let kind = value.as_str().map(str::to_ascii_uppercase);
        let found = KINDS
            .into_iter()
            .find(|known| kind.as_deref() == Some(known));
        let why = || "write \"RECTANGULAR\" or \"POLAR\"".to_owned();
        found.ok_or_else(|| wrong(&format!("simulator.{key}"), why()))
    };
    let chosen = simulator.get("rand_type");
    let chosen = chosen.map_or(Ok(KINDS[0]), |value| kind("rand_type", value))?;
    if let Some(all) = simulator.get("rand_type_all") {
        let all = all.as_array().ok_or_else(|| {
            let why = "write a list, as in [\"RECTANGULAR\", \"POLAR\"]";
            wrong("simulator.rand_type_all", why.to_owned())
        })?;
        let all = all.iter().map(|value| kind("rand_type_all", value));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        if !all.contains(&chosen) {
            let why = format!("{chosen} is not one of `rand_type_all`");
            return Err(wrong("simulator.rand_type", why));
        }
    }
    Ok(chosen == KINDS[1])
}

fn flag(place: &str, value: &Value) -> Result<bool, Dc2ConfigError> {
    let flag = value.as_bool();
    flag.ok_or_else(|| wrong(place, format!("{value} is not a flag: write true or false")))
}

fn object<'a>(place: &str, value: &'a Value) -> Result<&'a Map<String, Value>, Dc2ConfigError> {
    let object = value.as_object();
    object.ok_or_else(|| wrong(place, "expected an object {...}".to_owned()))
}

fn wrong(key: &str, why: String) -> Dc2ConfigError {
    Dc2ConfigError::Value {
        key: key.to_owned(),
        why,
    }
}

fn number(place: &str, value: &Value) -> Result<f64, Dc2ConfigError> {
    let number = value.as_f64().filter(|number| number.is_finite());
    number.ok_or_else(|| wrong(place, format!("{value} is not a number")))
}

fn whole(place: &str, value: &Value, least: i64, most: i64) -> Result<i64, Dc2ConfigError> {
    let number = value
        .as_i64()
        .filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        wrong(
            place,
            format!("{value} is out of range: it must be a whole number from {least} to {most}"),
        )
    })
}

fn milliseconds(place: &str, value: &Value) -> Result<String, Dc2ConfigError> {
    let most = 365 * 24 * 3600 * 1000;
    whole(place, value, 0, most).map(|time| format!("{time}ms"))
}

#[cfg(test)]
mod tests;
