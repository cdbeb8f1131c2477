//! The request messages of Digital Curling 4: settings of a match and of a team, shots, placements.
//!
//! Each message is a plain value with the fields of the JSON, and a function that checks it and
//! converts it to the game's own type. Unknown fields are ignored: the released client and newer
//! servers do not agree on all of them. Where their spellings differ both are read.
//!
//! States, which go the other way, are in [`state`](super::state).

use crate::setup::ThinkingTime;
use arena::clock::Span;
use curling::conditions::{Conditions, IceChanges};
use curling::delivery::noise::Dc3Noise;
use curling::delivery::skill::SkillError;
use curling::delivery::{Excess, Noise, Skill, TeamSkills};
use curling::physics::Mode;
use curling::rules::{GuardSpot, MAX_ENDS, Placement, Rules};
use curling::{Shot, Sweep, Turn, Vector};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6};
use std::time::Duration;

/// The longest name, in characters.
const LONGEST_NAME: usize = 200;

/// The highest maximum speed of a player, in m/s: twice the default.
const FASTEST_PLAYER: f64 = 8.0;

/// The largest standard deviation of a player, in m/s or radians.
const WILDEST_PLAYER: f64 = 1.0;

/// The limit of speeds, rates and angles beyond which a shot is an error.
const ABSURD: f64 = 1000.0;

/// A well-formed message with invalid content.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// A value out of range.
    #[error("{0}")]
    Value(String),
    /// Values that contradict each other.
    #[error("{0}")]
    Pairing(String),
}

impl MessageError {
    fn value<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(MessageError::Value(text.into()))
    }

    fn pairing<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(MessageError::Pairing(text.into()))
    }
}

/// The kind of game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameMode {
    /// Four players and sixteen stones an end.
    #[default]
    Standard,
    /// Two players a team; older programs write `mix_doubles`.
    #[serde(alias = "mix_doubles")]
    MixedDoubles,
}

impl GameMode {
    /// The name that match data has: the official C++ client knows this spelling only.
    pub fn spelling(self) -> &'static str {
        match self {
            GameMode::Standard => "standard",
            GameMode::MixedDoubles => "mix_doubles",
        }
    }
}

/// A tournament's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// The name.
    pub tournament_name: String,
}

/// The simulator asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Simulator {
    /// The name; only `fcv1` is supported.
    pub simulator_name: String,
}

/// The settings of a match: the body of `POST /matches`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The kind of game.
    #[serde(default)]
    pub game_mode: GameMode,
    /// The tournament of the match.
    pub tournament: Tournament,
    /// The simulator.
    pub simulator: Simulator,
    /// `fgz_rule` or `no_tick_rule`, in mixed doubles `modified_fgz_rule`.
    pub applied_rule: String,
    /// The time of a team for all ends but extra ends, in seconds.
    pub time_limit: f64,
    /// The time of a team for an extra end, in seconds.
    pub extra_end_time_limit: f64,
    /// Ends to play, extra ends apart.
    pub standard_end_count: u32,
    /// The name of the match.
    pub match_name: String,
    /// The guard's spot in mixed doubles, 0 to 5, by default 0; ignored in a standard game.
    #[serde(default)]
    pub positioned_stones_pattern: Option<u32>,
    /// The changes of the ice and sweeping, an extension, as conditions have them; none by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ice_changes: Option<IceChanges>,
}

impl Settings {
    /// A standard game: the five-rock rule, twenty minutes a team and two for an extra end.
    pub fn standard(ends: u32) -> Self {
        Settings {
            game_mode: GameMode::Standard,
            tournament: Tournament::default(),
            simulator: Simulator {
                simulator_name: "fcv1".to_owned(),
            },
            applied_rule: "fgz_rule".to_owned(),
            time_limit: 1200.0,
            extra_end_time_limit: 120.0,
            standard_end_count: ends,
            match_name: String::new(),
            positioned_stones_pattern: None,
            ice_changes: None,
        }
    }

    /// Mixed doubles with the guard on this spot.
    pub fn mixed_doubles(ends: u32, pattern: u32) -> Self {
        Settings {
            game_mode: GameMode::MixedDoubles,
            applied_rule: "modified_fgz_rule".to_owned(),
            positioned_stones_pattern: Some(pattern),
            ..Settings::standard(ends)
        }
    }

    /// The conditions of the match, with default players; `referee` is the simulation mode.
    ///
    /// # Errors
    /// If a value is invalid.
    pub fn conditions(&self, referee: Mode) -> Result<Conditions, MessageError> {
        name(&self.match_name, "match_name")?;
        name(&self.tournament.tournament_name, "tournament_name")?;
        let simulator = &self.simulator.simulator_name;
        if !simulator.eq_ignore_ascii_case("fcv1") {
            return MessageError::pairing(format!("unknown simulator `{simulator:.40}`: use fcv1"));
        }
        let ends = match u8::try_from(self.standard_end_count) {
            Ok(ends) if (1..=MAX_ENDS).contains(&ends) => ends,
            _ => return MessageError::value(format!("standard_end_count must be 1 to {MAX_ENDS}")),
        };
        let named = |name| Conditions::named(name).expect("a platform of ours");
        let mut conditions = named("dc4");
        conditions.rules = Rules {
            ends,
            ..self.rules()?
        };
        conditions.referee = referee;
        if let Some(changes) = &self.ice_changes {
            let checked = changes.check();
            checked
                .map_err(|why| MessageError::Value(format!("ice_{}: {}", why.place, why.why)))?;
            conditions.changes = changes.clone();
        }
        conditions.teams = [TeamSkills::of(usual_player()); 2];
        Ok(conditions)
    }

    fn rules(&self) -> Result<Rules, MessageError> {
        let rule = self.applied_rule.as_str();
        match (self.game_mode, rule) {
            (GameMode::Standard, "fgz_rule") => Ok(Rules::dc4()),
            (GameMode::Standard, "no_tick_rule") => Ok(Rules::dc4_no_tick()),
            (GameMode::MixedDoubles, "modified_fgz_rule") => {
                let spot = u8::try_from(self.pattern())
                    .ok()
                    .and_then(|n| GuardSpot::try_from(n).ok());
                spot.map(Rules::dc4_mixed_doubles).ok_or_else(|| {
                    MessageError::Value("positioned_stones_pattern must be 0 to 5".to_owned())
                })
            }
            _ => MessageError::pairing(
                "applied_rule must be fgz_rule or no_tick_rule in a standard game and modified_fgz_rule in mixed doubles",
            ),
        }
    }

    /// The guard's spot in mixed doubles.
    pub fn pattern(&self) -> u32 {
        self.positioned_stones_pattern.unwrap_or(0)
    }

    /// The number of the guard rule in match data: 0 for `fgz_rule`, 1 for `no_tick_rule`, 2 for
    /// `modified_fgz_rule`.
    pub fn rule_number(&self) -> u8 {
        match self.applied_rule.as_str() {
            "no_tick_rule" => 1,
            "modified_fgz_rule" => 2,
            _ => 0,
        }
    }

    /// The clock of a team.
    ///
    /// # Errors
    /// If a limit is invalid.
    pub fn thinking_time(&self) -> Result<ThinkingTime, MessageError> {
        Ok(ThinkingTime {
            game: Some(limit(self.time_limit, "time_limit")?),
            extra_end: Some(limit(self.extra_end_time_limit, "extra_end_time_limit")?),
            ..ThinkingTime::default()
        })
    }
}

fn limit(seconds: f64, what: &str) -> Result<Span, MessageError> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) if seconds <= YEAR => Ok(Span(limit)),
        _ => MessageError::value(format!("{what} must be a number of seconds, 0 to a year")),
    }
}

fn name(text: &str, what: &str) -> Result<(), MessageError> {
    if text.chars().count() > LONGEST_NAME {
        return MessageError::value(format!("{what} is longer than {LONGEST_NAME} characters"));
    }
    Ok(())
}

/// The skill of a player, as a team sets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerSettings {
    /// The maximum speed, in m/s.
    pub max_velocity: f64,
    /// The standard deviation of the speed, in m/s.
    pub shot_std_dev: f64,
    /// The standard deviation of the angle, in radians.
    pub angle_std_dev: f64,
    /// The name of the player.
    pub player_name: String,
}

impl Default for PlayerSettings {
    fn default() -> Self {
        let hand = Dc3Noise::default();
        PlayerSettings {
            max_velocity: hand.max_speed,
            shot_std_dev: hand.stddev_speed,
            angle_std_dev: hand.stddev_angle,
            player_name: "player".to_owned(),
        }
    }
}

impl PlayerSettings {
    fn skill(&self) -> Result<Skill, MessageError> {
        name(&self.player_name, "player_name")?;
        let within = |value: f64, most: f64, what: &str| {
            if (0.0..=most).contains(&value) {
                return Ok(value);
            }
            MessageError::value(format!("{what} must be 0 to {most}"))
        };
        let hand = Dc3Noise {
            max_speed: within(self.max_velocity, FASTEST_PLAYER, "max_velocity")?,
            stddev_speed: within(self.shot_std_dev, WILDEST_PLAYER, "shot_std_dev")?,
            stddev_angle: within(self.angle_std_dev, WILDEST_PLAYER, "angle_std_dev")?,
        };
        skill(hand).map_err(|why| MessageError::Value(why.to_string()))
    }
}

fn skill(hand: Dc3Noise) -> Result<Skill, SkillError> {
    let noise = Noise::Dc4 {
        cw: hand,
        ccw: hand,
    };
    Skill::new(noise, None, Excess::Allowed)
}

fn usual_player() -> Skill {
    skill(Dc3Noise::default()).expect("a sound player")
}

/// The settings of a team: the body of `POST /store-team-config`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TeamSettings {
    /// Whether default players are used instead of those below.
    pub use_default_config: bool,
    /// The name of the team.
    pub team_name: String,
    /// Throws first.
    #[serde(default)]
    pub player1: Option<PlayerSettings>,
    /// Throws second.
    #[serde(default)]
    pub player2: Option<PlayerSettings>,
    /// Throws third; none in mixed doubles.
    #[serde(default)]
    pub player3: Option<PlayerSettings>,
    /// Throws last; none in mixed doubles.
    #[serde(default)]
    pub player4: Option<PlayerSettings>,
}

impl TeamSettings {
    /// A team of default players. The players are listed all the same: servers require it.
    pub fn usual(team_name: impl Into<String>, mode: GameMode) -> Self {
        let player = || Some(PlayerSettings::default());
        let in_fours = |player: Option<PlayerSettings>| match mode {
            GameMode::Standard => player,
            GameMode::MixedDoubles => None,
        };
        TeamSettings {
            use_default_config: true,
            team_name: team_name.into(),
            player1: player(),
            player2: player(),
            player3: in_fours(player()),
            player4: in_fours(player()),
        }
    }

    /// The skills of the players.
    ///
    /// # Errors
    /// If a player is missing, superfluous or invalid.
    pub fn hands(&self, mode: GameMode) -> Result<TeamSkills, MessageError> {
        name(&self.team_name, "team_name")?;
        let players = [&self.player1, &self.player2, &self.player3, &self.player4];
        if mode == GameMode::MixedDoubles && (self.player3.is_some() || self.player4.is_some()) {
            return MessageError::pairing("mixed doubles has no player3 and no player4");
        }
        if self.use_default_config {
            return Ok(TeamSkills::of(usual_player()));
        }
        let needed = match mode {
            GameMode::Standard => 4,
            GameMode::MixedDoubles => 2,
        };
        let mut skills = Vec::with_capacity(needed);
        for (number, player) in players[..needed].iter().enumerate() {
            let Some(player) = player else {
                let number = number + 1;
                return MessageError::pairing(format!(
                    "player{number} is missing: describe it or set use_default_config"
                ));
            };
            skills.push(Some(player.skill()?));
        }
        TeamSkills::new(&skills).map_err(|why| MessageError::Value(why.to_string()))
    }
}

/// A shot: the body of `POST /shots`, and the last shot of a state. A state has the rate of turning
/// with the opposite sign, that of the simulator ([`ShotMessage::reported`]).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShotMessage {
    /// The speed, in m/s.
    pub translational_velocity: f64,
    /// The rate of turning in rad/s, positive for clockwise; the fastest clockwise turn by default.
    #[serde(default)]
    pub angular_velocity: Option<f64>,
    /// The heading in radians; down the sheet is a quarter turn.
    pub shot_angle: f64,
    /// The sweeping, an extension for matches that allow it: a stretch in metres from the tee,
    /// negative before it, and an effort from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl ShotMessage {
    /// The shot. The rate of turning is clamped to the platform's limits, the speed to between 0
    /// and the highest maximum speed.
    ///
    /// # Errors
    /// If a number is not finite or absurdly large.
    pub fn shot(&self) -> Result<Shot, MessageError> {
        let spin = self.angular_velocity.unwrap_or(FRAC_PI_2);
        for (value, what) in [
            (self.translational_velocity, "translational_velocity"),
            (spin, "angular_velocity"),
            (self.shot_angle, "shot_angle"),
        ] {
            if value.is_nan() || value.abs() > ABSURD {
                return MessageError::value(format!("{what} is out of range for a shot"));
            }
        }
        let speed = self.translational_velocity.clamp(0.0, FASTEST_PLAYER);
        let heading = Vector::new(self.shot_angle.cos(), self.shot_angle.sin());
        let turn = if spin < 0.0 {
            Turn::CounterClockwise
        } else {
            Turn::Clockwise
        };
        Ok(Shot {
            velocity: heading * speed,
            turn,
            rate: Some(spin.abs().clamp(FRAC_PI_6, FRAC_PI_2)),
            sweep: self.sweep,
        })
    }
}

impl ShotMessage {
    /// A shot as states and reading calls report it: the rate of turning is positive for
    /// counter-clockwise, as the platform's simulator has it.
    pub fn reported(shot: &Shot) -> Self {
        ShotMessage::from(shot).mirrored()
    }

    /// The message with the other sign of the rate of turning: a request of a report, or a report
    /// of a request.
    #[must_use]
    pub fn mirrored(self) -> Self {
        ShotMessage {
            angular_velocity: self.angular_velocity.map(|rate| -rate),
            ..self
        }
    }
}

impl From<&Shot> for ShotMessage {
    fn from(shot: &Shot) -> Self {
        let Vector { x, y } = shot.velocity;
        let straight = x == 0.0 && y == 0.0;
        ShotMessage {
            translational_velocity: shot.velocity.length(),
            angular_velocity: Some(-shot.turn.sign() * shot.rate.unwrap_or(FRAC_PI_2)),
            shot_angle: if straight { FRAC_PI_2 } else { y.atan2(x) },
            sweep: shot.sweep,
        }
    }
}

/// The placements of mixed doubles, by the names of `end-setup`.
pub const PLACEMENTS: [(&str, Placement); 4] = [
    ("center_guard", Placement::CENTRE_GUARD),
    ("center_house", Placement::CENTRE_HOUSE),
    ("pp_left", Placement::POWER_PLAY_LEFT),
    ("pp_right", Placement::POWER_PLAY_RIGHT),
];

/// The placement of this name.
pub fn placement_named(name: &str) -> Option<Placement> {
    let found = PLACEMENTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, placement)| *placement)
}

/// The name of a placement, if the platform offers it.
pub fn placement_name(placement: Placement) -> Option<&'static str> {
    let found = PLACEMENTS.iter().find(|(_, known)| *known == placement);
    found.map(|(name, _)| *name)
}

#[cfg(test)]
mod tests;
