//! The messages of Digital Curling 3, in both directions, and the lines they are written as.
//!
//! Writing follows the platform to the letter: compact JSON, keys in alphabetical order,
//! coordinates in single precision printed as the double they widen to. Reading is tolerant:
//! unknown fields are overlooked, whatever may be missing may be missing. Numbers must be numbers,
//! though: a coordinate that is null or beyond single precision is refused.
//!
//! What the fields of a state *mean* is for [`state`](super::state) to say; what a match is played
//! under ([`IsReady::game`]) for [`config`](super::config).
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
use curling::rules::Team;
use curling::{Shot, Turn, Vector};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The version of the protocol that is spoken here.
pub const VERSION: Version = Version { major: 1, minor: 0 };

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ToClient {
    /// Hello.
    Dc(Dc),
    /// This is what will be played; are you ready?
    IsReady(IsReady),
    /// The match begins.
    NewGame {
        /// What the teams are called.
        name: Both<String>,
    },
    /// How it stands, and whose turn it is.
    Update(Box<Update>),
    /// Goodbye.
    GameOver,
}

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum ToServer {
    /// Hello.
    DcOk {
        /// What it wants to be called.
        #[serde(default)]
        name: String,
    },
    /// Ready.
    ReadyOk {
        /// The players in the order they throw, two stones each.
        #[serde(default = "as_named")]
        player_order: Vec<u8>,
    },
    /// What it does, on its own turn.
    Move {
        /// A shot, or giving up.
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
    /// When the match was set up: ISO 8601.
    pub date_time: String,
    /// A UUID.
    pub game_id: String,
    /// Of the protocol.
    pub version: Version,
}

/// A version of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Version {
    /// Raised when programs must change.
    pub major: u32,
    /// Raised when they need not.
    pub minor: u32,
}

/// What will be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IsReady {
    /// Rule, setting, simulator and players, as in a configuration file.
    pub game: Value,
    /// The team of the client that is asked.
    pub team: Team,
}

/// How it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// What was done last; nothing at the beginning.
    #[serde(default)]
    pub last_move: Option<LastMove>,
    /// Whose turn it is; nobody's when the match is over.
    #[serde(default)]
    pub next_team: Option<Team>,
    /// Stones, scores, clocks.
    pub state: State,
}

/// What was done last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastMove {
    /// After noise. A team that ran out of time is shown as giving up.
    pub actual_move: Move,
    /// Whether the stones were put back.
    #[serde(default)]
    pub free_guard_zone_foul: bool,
    /// The way of the stones, if the server shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<Trajectory>,
}

/// Stones, scores and clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The end being played, from 0.
    pub end: u8,
    /// Points of the extra end that had any.
    #[serde(default, deserialize_with = "null_is_default")]
    pub extra_end_score: Both<Option<u8>>,
    /// How it ended, if it has.
    #[serde(default)]
    pub game_result: Option<GameResult>,
    /// Who throws last in this end; nobody when the match is over.
    #[serde(default)]
    pub hammer: Option<Team>,
    /// Points by end; null for an end not played yet.
    pub scores: Both<Vec<Option<u8>>>,
    /// The shot that comes next, from 0 to 15.
    pub shot: u8,
    /// Eight stones a team, in the order they are thrown; null if not in play.
    pub stones: Both<Vec<Option<Stone>>>,
    /// In seconds.
    #[serde(default)]
    pub thinking_time_remaining: Option<Both<f64>>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Why.
    pub reason: Reason,
    /// Nobody if it is drawn.
    #[serde(default)]
    pub winner: Option<Team>,
}

/// Why a match ended, in the platform's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// One team has more points.
    Score,
    /// A team gave up.
    Concede,
    /// A team ran out of time.
    TimeLimit,
    /// They have equally many points.
    Draw,
}

/// A stone in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stone {
    /// How far it has turned, in radians.
    #[serde(default)]
    pub angle: Single,
    /// Where it lies, seen from the hack.
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

/// Something for each team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both<T> {
    /// For team 0.
    pub team0: T,
    /// For team 1.
    pub team1: T,
}

impl<T> Both<T> {
    /// From what a function says of each.
    pub fn of(each: impl FnMut(Team) -> T) -> Self {
        let [team0, team1] = Team::BOTH.map(each);
        Both { team0, team1 }
    }

    /// A team's.
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

/// What a team does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenMove", into = "WrittenMove")]
pub enum Move {
    /// Throws a stone.
    Shot {
        /// In m/s.
        velocity: Point,
        /// The way it turns.
        rotation: Turn,
    },
    /// Gives up.
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
        }
    }

    /// The shot, if it is one.
    pub fn shot(&self) -> Option<Shot> {
        match *self {
            Move::Shot { velocity, rotation } => {
                let velocity = Vector::new(velocity.x.into(), velocity.y.into());
                Some(Shot::new(velocity, rotation))
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
    r#type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    velocity: Option<Point>,
}

impl From<Move> for WrittenMove {
    fn from(done: Move) -> Self {
        let (kind, rotation, velocity) = match done {
            Move::Shot { velocity, rotation } => ("shot", Some(rotation), Some(velocity)),
            Move::Concede => ("concede", None, None),
        };
        WrittenMove {
            rotation,
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
            }),
            "concede" => Ok(Move::Concede),
            other => {
                let other = shortened(other);
                Err(format!("there is no move `{other}`: write shot or concede"))
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

/// A line that is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// Not an object of JSON at all.
    #[error("`{line}` is no object of JSON: {why}")]
    NotJson {
        /// The line, shortened.
        line: String,
        /// What is wrong with it.
        why: String,
    },
    /// Without a command.
    #[error("`{line}` has no `cmd`, which must be a text")]
    NoCommand {
        /// The line, shortened.
        line: String,
    },
    /// With a command that is not known on this side.
    #[error("there is no command `{command}` here (known: {known})")]
    UnknownCommand {
        /// The command, shortened.
        command: String,
        /// Those there are.
        known: String,
    },
    /// A field is missing or makes no sense.
    #[error("`{line}` is no `{command}`: {why}")]
    Field {
        /// The line, shortened.
        line: String,
        /// The command.
        command: String,
        /// What is wrong with it.
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
    /// Says what is wrong with the line.
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
    /// Says what is wrong with the line.
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
    let object = object.ok_or_else(|| not_json("it is something else".to_owned()))?;
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
