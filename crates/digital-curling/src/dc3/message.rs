//! The messages of Digital Curling 3, in both directions, and the lines they are written as.
//!
//! Writing follows the platform to the letter: compact JSON, keys in alphabetical order,
//! coordinates in single precision printed as the double they widen to. Reading is tolerant:
//! unknown fields are ignored, optional fields may be missing. Numbers must be finite, though: a
//! coordinate that is null or beyond single precision is refused.
//!
//! The meaning of a state is in [`state`](super::state), that of the conditions ([`IsReady::game`])
//! in [`config`](super::config).
//!
//! ```
//! use digital_curling::dc3::message::{ToClient, ToServer};
//!
//! let said = ToServer::read("{\"cmd\":\"dc_ok\",\"name\":\"alpha\",\"mood\":\"calm\"}\r")?;
//! assert_eq!(said, ToServer::DcOk { name: "alpha".to_owned() });
//! assert_eq!(ToClient::GameOver.write(), r#"{"cmd":"game_over"}"#);
//! # Ok::<(), digital_curling::dc3::message::MessageError>(())
//! ```

use super::trajectory::Trajectory;
use crate::shot_ice::ShotIce;
use curling::rules::Team;
use curling::{Shot, Sweep, Turn, Vector};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The version of the protocol.
pub const VERSION: Version = Version { major: 1, minor: 0 };

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ToClient {
    /// Hello.
    Dc(Dc),
    /// The conditions of the match; asks whether the client is ready.
    IsReady(IsReady),
    /// The match begins.
    NewGame {
        /// The names of the teams.
        name: Both<String>,
    },
    /// The state of the match and the team to act.
    Update(Box<Update>),
    /// The end of the session.
    GameOver,
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ToServer {
    /// Hello.
    DcOk {
        /// The name.
        #[serde(default)]
        name: String,
    },
    /// Ready.
    ReadyOk {
        /// The players in the order they throw, two stones each.
        #[serde(default = "as_named")]
        player_order: Vec<u8>,
    },
    /// The move, on its own turn.
    Move {
        /// A shot, or a concession.
        r#move: Move,
    },
}

fn as_named() -> Vec<u8> {
    vec![0, 1, 2, 3]
}

/// The first message of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dc {
    /// The time of the set-up of the match: ISO 8601.
    pub date_time: String,
    /// A UUID.
    pub game_id: String,
    /// The version of the protocol.
    pub version: Version,
}

/// A version of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Version {
    /// Increased by incompatible changes.
    pub major: u32,
    /// Increased by compatible changes.
    pub minor: u32,
}

/// The conditions of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IsReady {
    /// Rule, setting, simulator and players, as in a configuration file.
    pub game: Value,
    /// The team of the client.
    pub team: Team,
}

/// The state of the match after a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// The ice of the next shot, an extension for ice that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ice: Option<ShotIce>,
    /// The last move; none at the beginning.
    #[serde(default)]
    pub last_move: Option<LastMove>,
    /// The team to act; none when the match is over.
    #[serde(default)]
    pub next_team: Option<Team>,
    /// Stones, scores, clocks.
    pub state: State,
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastMove {
    /// The move after noise. A team that ran out of time is shown as conceding.
    pub actual_move: Move,
    /// Whether the stones were put back.
    #[serde(default)]
    pub free_guard_zone_foul: bool,
    /// The trajectory, if the server sends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<Trajectory>,
}

/// Stones, scores and clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The end being played, from 0.
    pub end: u8,
    /// Points of the extra end that was scored.
    #[serde(default, deserialize_with = "null_is_default")]
    pub extra_end_score: Both<Option<u8>>,
    /// The result, if the match is over.
    #[serde(default)]
    pub game_result: Option<GameResult>,
    /// The team with the hammer; none when the match is over.
    #[serde(default)]
    pub hammer: Option<Team>,
    /// Points by end; null for an end not played yet.
    pub scores: Both<Vec<Option<u8>>>,
    /// The shot that comes next, from 0 to 15.
    pub shot: u8,
    /// Eight stones a team, in the order they are thrown; null if not in play.
    pub stones: Both<Vec<Option<Stone>>>,
    /// The time left, in seconds.
    #[serde(default)]
    pub thinking_time_remaining: Option<Both<f64>>,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The reason.
    pub reason: Reason,
    /// The winner; none if the match is drawn.
    #[serde(default)]
    pub winner: Option<Team>,
}

/// The reason why a match ended, as the platform names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// One team has more points.
    Score,
    /// A team conceded.
    Concede,
    /// A team ran out of time.
    TimeLimit,
    /// Equal points.
    Draw,
}

/// A stone in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stone {
    /// The rotation, in radians.
    #[serde(default)]
    pub angle: Single,
    /// The position, from the hack.
    pub position: Point,
}

/// Two coordinates: of a place in metres from the hack, or of a velocity in m/s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the thrower's right.
    pub x: Single,
    /// Down the sheet.
    pub y: Single,
}

/// A value for each team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both<T> {
    /// For team 0.
    pub team0: T,
    /// For team 1.
    pub team1: T,
}

impl<T> Both<T> {
    /// The values of a function for both teams.
    pub fn of(each: impl FnMut(Team) -> T) -> Self {
        let [team0, team1] = Team::BOTH.map(each);
        Both { team0, team1 }
    }

    /// The value of a team.
    pub fn get(&self, team: Team) -> &T {
        match team {
            Team::Zero => &self.team0,
            Team::One => &self.team1,
        }
    }
}

/// A finite number in single precision, written as the double that it widens to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Single(pub f32);

impl From<Single> for f64 {
    fn from(Single(number): Single) -> f64 {
        f64::from(number)
    }
}

impl Serialize for Single {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0))
    }
}

impl<'de> Deserialize<'de> for Single {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wide = f64::deserialize(deserializer)?;
        let narrow = wide as f32;
        if narrow.is_finite() {
            Ok(Single(narrow))
        } else {
            let why = format!("{wide:e} is beyond single precision");
            Err(serde::de::Error::custom(why))
        }
    }
}

/// A move of a team.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenMove", into = "WrittenMove")]
pub enum Move {
    /// Throws a stone.
    Shot {
        /// In m/s.
        velocity: Point,
        /// The direction of rotation.
        rotation: Turn,
        /// The sweeping, an extension for matches that allow it: a stretch in metres from the tee,
        /// negative before it, and an effort from 0 to 1.
        sweep: Option<Sweep>,
    },
    /// Concedes.
    Concede,
}

impl Move {
    /// The move that throws this shot.
    pub fn of(shot: &Shot) -> Self {
        let Vector { x, y } = Vector::<f32>::of(shot.velocity);
        Move::Shot {
            velocity: Point {
                x: Single(x),
                y: Single(y),
            },
            rotation: shot.turn,
            sweep: shot.sweep,
        }
    }

    /// The shot, unless it is a concession.
    pub fn shot(&self) -> Option<Shot> {
        match *self {
            Move::Shot {
                velocity,
                rotation,
                sweep,
            } => {
                let velocity = Vector::new(velocity.x.into(), velocity.y.into());
                let shot = Shot::new(velocity, rotation);
                Some(Shot { sweep, ..shot })
            }
            Move::Concede => None,
        }
    }
}

/// A move with its keys in alphabetical order.
#[derive(Clone, Serialize, Deserialize)]
struct WrittenMove {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<Turn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sweep: Option<Sweep>,
    r#type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    velocity: Option<Point>,
}

impl From<Move> for WrittenMove {
    fn from(done: Move) -> Self {
        let (kind, rotation, velocity, sweep) = match done {
            Move::Shot {
                velocity,
                rotation,
                sweep,
            } => ("shot", Some(rotation), Some(velocity), sweep),
            Move::Concede => ("concede", None, None, None),
        };
        WrittenMove {
            rotation,
            sweep,
            r#type: kind.to_owned(),
            velocity,
        }
    }
}

impl TryFrom<WrittenMove> for Move {
    type Error = String;

    fn try_from(written: WrittenMove) -> Result<Self, String> {
        match written.r#type.as_str() {
            "shot" => Ok(Move::Shot {
                velocity: written.velocity.ok_or("a shot needs a `velocity`")?,
                rotation: written
                    .rotation
                    .ok_or("a shot needs a `rotation`: cw or ccw")?,
                sweep: written.sweep,
            }),
            "concede" => Ok(Move::Concede),
            other => {
                let other = shortened(other);
                Err(format!("unknown move `{other}`: expected shot or concede"))
            }
        }
    }
}

fn null_is_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// An invalid message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// Not a JSON object.
    #[error("`{line}` is not a JSON object: {why}")]
    NotJson {
        /// The line, shortened.
        line: String,
        /// The reason.
        why: String,
    },
    /// Without a command.
    #[error("`{line}` has no `cmd`, which must be a string")]
    NoCommand {
        /// The line, shortened.
        line: String,
    },
    /// With a command that is not known on this side.
    #[error("unknown command `{command}` (expected one of: {known})")]
    UnknownCommand {
        /// The command, shortened.
        command: String,
        /// The known commands.
        known: String,
    },
    /// A missing or invalid field.
    #[error("`{line}` is not a valid `{command}`: {why}")]
    Field {
        /// The line, shortened.
        line: String,
        /// The command.
        command: String,
        /// The reason.
        why: String,
    },
}

impl ToClient {
    /// The commands of a server.
    pub const COMMANDS: [&'static str; 5] = ["dc", "is_ready", "new_game", "update", "game_over"];

    /// The line, without its end.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a message can be written")
    }

    /// The message of a line.
    ///
    /// # Errors
    /// If the line is not a valid message.
    pub fn read(line: &str) -> Result<Self, MessageError> {
        read(line, &Self::COMMANDS)
    }
}

impl ToServer {
    /// The commands of a client.
    pub const COMMANDS: [&'static str; 3] = ["dc_ok", "ready_ok", "move"];

    /// The line, without its end.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a message can be written")
    }

    /// The message of a line.
    ///
    /// # Errors
    /// If the line is not a valid message.
    pub fn read(line: &str) -> Result<Self, MessageError> {
        read(line, &Self::COMMANDS)
    }
}

fn read<T: DeserializeOwned>(line: &str, known: &[&str]) -> Result<T, MessageError> {
    let trimmed = line.trim();
    let short = || shortened(trimmed);
    let not_json = |why: String| MessageError::NotJson { line: short(), why };
    let value: Value = serde_json::from_str(trimmed).map_err(|why| not_json(why.to_string()))?;
    let object = value.as_object();
    let object = object.ok_or_else(|| not_json("it has another type".to_owned()))?;
    let command = object.get("cmd").and_then(Value::as_str);
    let command = command.ok_or_else(|| MessageError::NoCommand { line: short() })?;
    if !known.contains(&command) {
        return Err(MessageError::UnknownCommand {
            command: shortened(command),
            known: known.join(", "),
        });
    }
    let command = command.to_owned();
    serde_json::from_value(value).map_err(|why| MessageError::Field {
        line: short(),
        command,
        why: why.to_string(),
    })
}

/// The beginning of a text, as an error quotes it.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() {
        start.push_str("...");
    }
    start
}

#[cfg(test)]
mod tests;
