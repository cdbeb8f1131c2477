//! The `game` of a configuration: rule, setting, simulator and players, read and written.

use super::fields::{Fields, Notes, number, wrong};
use super::{ConfigError, duration, whole};
use crate::dc3::message::Both;
use crate::dc3::state;
use crate::setup::{Setup, ThinkingTime};
use arena::clock::Span;
use curling::conditions::{Conditions, IceChanges};
use curling::delivery::noise::Dc3Noise;
use curling::delivery::{Excess, Noise, Skill, TeamSkills};
use curling::physics::Parameters;
use curling::rules::{MAX_ENDS, Rules, Team};
use lookahead::Seed;
use serde::Deserialize;
use serde_json::{Value, json};

/// The conditions of a match, read from a `game`.
#[derive(Clone, Debug, PartialEq)]
pub struct GameConditions {
    /// Rules, ice and player skills.
    pub conditions: Conditions,
    /// The clocks of team 0 and team 1.
    pub time: [ThinkingTime; 2],
    /// Ignored and defaulted keys, each with its path.
    pub warnings: Vec<String>,
}

/// Reads the `game` of an `is_ready`. Keys that the server hides take their defaults.
///
/// # Errors
/// Names the first invalid key.
pub fn read_game(game: &Value) -> Result<GameConditions, ConfigError> {
    let mut notes = Notes {
        warnings: Vec::new(),
        lenient: true,
    };
    let setup = read(game, Seed(0), &mut notes)?;
    Ok(GameConditions {
        conditions: setup.conditions,
        time: setup.time,
        warnings: notes.warnings,
    })
}

pub(super) fn read(value: &Value, seed: Seed, notes: &mut Notes) -> Result<Setup, ConfigError> {
    let mut fields = Fields::new("game", value)?;
    let mut setup = Setup::new(Conditions::dc3(), seed);
    only(&mut fields, "rule", "normal", notes)?;
    if let Some(setting) = fields.required("setting", notes)? {
        read_setting(setting, &mut setup, notes)?;
    }
    if let Some(simulator) = fields.required("simulator", notes)? {
        let mut fields = Fields::new("game.simulator", simulator)?;
        only(&mut fields, "type", "fcv1", notes)?;
        let step = fields.optional_number("seconds_per_frame")?;
        set_ice(&mut setup, &fields, "seconds_per_frame", "step", step)?;
        fields.finish(notes);
    }
    if let Some(players) = fields.required("players", notes)? {
        let mut fields = Fields::new("game.players", players)?;
        for (hands, key) in setup.conditions.teams.iter_mut().zip(["team0", "team1"]) {
            if let Some(team) = fields.required(key, notes)? {
                *hands = read_team(&fields.path(key), team, notes)?;
            }
        }
        fields.finish(notes);
    }
    if let Some(changes) = fields.optional("ice_changes") {
        setup.conditions.changes = read_changes(&fields.path("ice_changes"), changes)?;
    }
    fields.finish(notes);
    Ok(setup)
}

/// The changes of the ice, an extension, as conditions have them.
fn read_changes(path: &str, value: &Value) -> Result<IceChanges, ConfigError> {
    let changes = IceChanges::deserialize(value).map_err(|why| wrong(path, &why.to_string()))?;
    let checked = changes.check();
    let inner = |place: &str| place.trim_start_matches("changes.").to_owned();
    checked.map_err(|error| wrong(&format!("{path}.{}", inner(&error.place)), error.why.en()))?;
    Ok(changes)
}

/// A key with only one supported value.
fn only(
    fields: &mut Fields<'_>,
    key: &'static str,
    must: &str,
    notes: &mut Notes,
) -> Result<(), ConfigError> {
    match fields.text(key, notes)? {
        Some(text) if text != must => {
            let why = format!("unknown value `{text}`: it must be {must}");
            Err(wrong(&fields.path(key), &why))
        }
        _ => Ok(()),
    }
}

fn set_ice(
    setup: &mut Setup,
    fields: &Fields<'_>,
    key: &str,
    parameter: &str,
    value: Option<f64>,
) -> Result<(), ConfigError> {
    let Some(value) = value else {
        return Ok(());
    };
    let set = setup.conditions.ice.set(parameter, value);
    set.map_err(|why| wrong(&fields.path(key), &why.to_string()))
}

fn read_setting(value: &Value, setup: &mut Setup, notes: &mut Notes) -> Result<(), ConfigError> {
    let mut fields = Fields::new("game.setting", value)?;
    let mut rules = Rules::dc3();
    if let Some(ends) = fields.required("max_end", notes)? {
        let ends = whole(&fields.path("max_end"), ends, 1..=MAX_ENDS.into())?;
        rules.ends = ends as u8;
    }
    if fields.optional_flag("five_rock_rule")? == Some(false) {
        rules.guard = Rules::dc3_four_rock().guard;
    }
    setup.conditions.rules = rules;
    let width = fields.optional_number("sheet_width")?;
    set_ice(setup, &fields, "sheet_width", "width", width)?;
    if let Some(time) = fields.required("thinking_time", notes)? {
        let spans = read_times(&fields.path("thinking_time"), time, notes)?;
        for (time, span) in setup.time.iter_mut().zip(spans) {
            time.game = span;
        }
    }
    if let Some(time) = fields.optional("extra_end_thinking_time") {
        let spans = read_times(&fields.path("extra_end_thinking_time"), time, notes)?;
        for (time, span) in setup.time.iter_mut().zip(spans) {
            time.extra_end = span;
        }
    }
    fields.finish(notes);
    Ok(())
}

/// Times for both teams; one number is for both. None stands for no limit.
fn read_times(
    path: &str,
    value: &Value,
    notes: &mut Notes,
) -> Result<[Option<Span>; 2], ConfigError> {
    let span = |path: &str, seconds: f64| {
        if seconds == 0.0 {
            return Err(wrong(path, "the thinking time must be above 0 s"));
        }
        let time = duration(path, seconds)?;
        Ok((seconds < state::FOR_EVER).then_some(Span(time)))
    };
    if value.is_number() {
        let both = span(path, number(path, value)?)?;
        return Ok([both; 2]);
    }
    let mut fields = Fields::new(path, value)?;
    let mut spans = [None; 2];
    for (time, key) in spans.iter_mut().zip(["team0", "team1"]) {
        if let Some(seconds) = fields.number(key, notes)? {
            *time = span(&fields.path(key), seconds)?;
        }
    }
    fields.finish(notes);
    Ok(spans)
}

fn read_team(path: &str, value: &Value, notes: &mut Notes) -> Result<TeamSkills, ConfigError> {
    let players = value.as_array().map_or(&[][..], Vec::as_slice);
    if players.len() != 4 {
        return Err(wrong(path, "it must be a list of four players"));
    }
    let mut skills = Vec::new();
    for (index, player) in players.iter().enumerate() {
        skills.push(Some(read_player(
            &format!("{path}[{index}]"),
            player,
            notes,
        )?));
    }
    TeamSkills::new(&skills).map_err(|why| wrong(path, &why.to_string()))
}

fn read_player(path: &str, value: &Value, notes: &mut Notes) -> Result<Skill, ConfigError> {
    let mut fields = Fields::new(path, value)?;
    let kind = fields.text("type", notes)?.unwrap_or("normal_dist");
    let skill = match kind {
        "identical" => Skill::perfect(),
        "normal_dist" => {
            let usual = Dc3Noise::default();
            let mut number = |key| fields.optional_number(key);
            let hand = Dc3Noise {
                max_speed: number("max_speed")?.unwrap_or(usual.max_speed),
                stddev_speed: number("stddev_speed")?.unwrap_or(usual.stddev_speed),
                stddev_angle: number("stddev_angle")?.unwrap_or(usual.stddev_angle),
            };
            let skill = Skill::new(Noise::Dc3(hand), None, Excess::Allowed);
            skill.map_err(|why| wrong(path, &why.to_string()))?
        }
        other => {
            let why = format!("unknown value `{other}`: it must be normal_dist or identical");
            return Err(wrong(&fields.path("type"), &why));
        }
    };
    if fields.optional("seed").is_some() && !notes.lenient {
        notes.once("`game.players`: seeds ignored: the dice come from the seed of the match");
    }
    fields.finish(notes);
    Ok(skill)
}

/// Writes the conditions as the `game` of `is_ready` and of a configuration file. Rules without
/// extra ends and matches that stop when they are decided are not written: programs see how a match
/// ends. Changes of the ice are written as an extension, `ice_changes`, where there are any.
///
/// # Errors
/// Names what the platform does not support.
pub fn write_game(setup: &Setup) -> Result<Value, ConfigError> {
    let Conditions {
        rules, ice, teams, ..
    } = &setup.conditions;
    let five_rocks = five_rock_rule(rules)?;
    check_ice(ice)?;
    let team = |team: Team| {
        let hands = teams[team.index()].players();
        hands.iter().map(player).collect::<Result<Vec<_>, _>>()
    };
    let (team0, team1) = (team(Team::Zero)?, team(Team::One)?);
    let time = |of: &dyn Fn(&ThinkingTime) -> Option<Span>| {
        Both::of(|team| state::seconds(of(&setup.time[team.index()]).map(|span| span.0)))
    };
    let mut game = json!({
        "rule": "normal",
        "setting": {
            "max_end": rules.ends,
            "sheet_width": ice.sheet.width,
            "five_rock_rule": five_rocks,
            "thinking_time": time(&|time| time.game),
            // A clock that runs on in extra ends cannot be written either: the nearest to it is the
            // time of the whole match.
            "extra_end_thinking_time": time(&|time| time.extra_end.or(time.game)),
        },
        "simulator": { "type": "fcv1", "seconds_per_frame": ice.step },
        "players": { "team0": team0, "team1": team1 },
    });
    if !setup.conditions.changes.is_off() {
        game["ice_changes"] = json!(setup.conditions.changes);
    }
    Ok(game)
}

/// Writes the conditions as [`write_game`] does; those of Digital Curling 4, which differ in the
/// guard rule and in the form of the noise, as the nearest of the platform. Whether they are
/// exactly told.
///
/// # Errors
/// Names what the platform does not support.
pub fn write_nearest_game(setup: &Setup) -> Result<(Value, bool), ConfigError> {
    let error = match write_game(setup) {
        Ok(game) => return Ok((game, true)),
        Err(error) => error,
    };
    let mut nearest = setup.clone();
    let rules = &mut nearest.conditions.rules;
    let of_dc4 = Rules {
        ends: rules.ends,
        if_level: rules.if_level,
        ..Rules::dc4()
    };
    if *rules != of_dc4 {
        return Err(error);
    }
    *rules = Rules {
        ends: rules.ends,
        if_level: rules.if_level,
        ..Rules::dc3()
    };
    for team in &mut nearest.conditions.teams {
        let players = team.players().map(|player| match player.noise() {
            Noise::Dc4 { cw, .. } => {
                Skill::new(Noise::Dc3(*cw), player.max_weight(), player.excess()).ok()
            }
            _ => Some(player),
        });
        *team =
            TeamSkills::new(&players).map_err(|why| ConfigError::Unsupported(why.to_string()))?;
    }
    Ok((write_game(&nearest)?, false))
}

fn unsupported<T>(what: &str) -> Result<T, ConfigError> {
    Err(ConfigError::Unsupported(what.to_owned()))
}

fn five_rock_rule(rules: &Rules) -> Result<bool, ConfigError> {
    let like = |model: Rules| Rules {
        ends: rules.ends,
        if_level: rules.if_level,
        stops_when_decided: rules.stops_when_decided,
        ..model
    };
    match rules {
        rules if *rules == like(Rules::dc3()) => Ok(true),
        rules if *rules == like(Rules::dc3_four_rock()) => Ok(false),
        _ => unsupported("rules that are not its own: take dc3 or dc3-four-rock"),
    }
}

fn check_ice(ice: &Parameters) -> Result<(), ConfigError> {
    let mut model = Parameters::fcv1();
    for parameter in ["width", "step"] {
        if let Ok(value) = ice.get(parameter) {
            let set = model.set(parameter, value);
            set.map_err(|why| ConfigError::Unsupported(why.to_string()))?;
        }
    }
    if model == *ice {
        Ok(())
    } else {
        unsupported("ice that is not its own: only the sheet's width and the step may differ")
    }
}

/// Writes a player as a configuration file has it.
///
/// # Errors
/// If the platform does not support the skill.
pub(in crate::dc3) fn player(skill: &Skill) -> Result<Value, ConfigError> {
    let normal = |hand: Dc3Noise| {
        json!({
            "type": "normal_dist",
            "max_speed": hand.max_speed,
            "stddev_speed": hand.stddev_speed,
            "stddev_angle": hand.stddev_angle,
            "seed": null,
        })
    };
    match (skill.noise(), skill.max_weight(), skill.excess()) {
        (Noise::None, None, _) | (Noise::None, _, Excess::Allowed) => {
            Ok(json!({ "type": "identical" }))
        }
        (Noise::None, Some(max_speed), Excess::Capped) => Ok(normal(Dc3Noise {
            max_speed,
            stddev_speed: 0.0,
            stddev_angle: 0.0,
        })),
        (Noise::Dc3(hand), None, _) | (Noise::Dc3(hand), _, Excess::Allowed) => Ok(normal(*hand)),
        _ => unsupported("players with another kind of noise or limit than its own"),
    }
}
