//! Logs of Digital Curling 3's server, read and [written](LogWriter).
//!
//! A match leaves a directory with `game.dcl2`, one JSON object a line (mostly the messages of both
//! sides), and for every shot a file `shot_eEEEsSS.json`. The first alone is enough to follow a
//! match; the others add the stones after the last shot of an end, when the game log shows the
//! sheet cleared already.
//!
//! Reading is tolerant: lines of other kinds and unknown fields are ignored, a log may be
//! truncated, a shot file may be missing or damaged. An error names file and line.

mod writer;

pub use writer::{LogWriter, Piece, WriteError, files};

use super::config;
use super::message::{Both, GameResult, Move, Stone, Update, shortened};
use super::state;
use crate::setup::ThinkingTime;
use curling::Stones;
use curling::conditions::Conditions;
use curling::rules::Team;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The name of the file in a log's directory that has the match.
pub const GAME_FILE: &str = "game.dcl2";

/// A match read from a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoggedMatch {
    /// The UUID.
    pub game_id: Option<String>,
    /// The time of its set-up: ISO 8601.
    pub date_time: Option<String>,
    /// The names of the teams.
    pub names: Option<[String; 2]>,
    /// The `game` of `is_ready`.
    pub game: Option<Value>,
    /// The conditions; none if they are invalid.
    pub conditions: Option<Conditions>,
    /// The clocks of team 0 and team 1.
    pub time: [ThinkingTime; 2],
    /// The moves, in order.
    pub moves: Vec<LoggedMove>,
    /// The points of team 0 and team 1 in every end that was finished, extra ends apart.
    pub ends: Vec<[u8; 2]>,
    /// The points of the extra end that decided the match.
    pub extra_end: Option<[u8; 2]>,
    /// The result, if the match ended.
    pub result: Option<GameResult>,
    /// The error that ended it, if one did.
    pub error: Option<String>,
    /// The file of our own record of the match, beside the folder of the log.
    pub record: Option<String>,
    /// Warnings, each with its file.
    pub warnings: Vec<String>,
}

/// A move and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedMove {
    /// The team.
    pub team: Team,
    /// The end, from 0.
    pub end: u8,
    /// The shot within the end, from 0 to 15.
    pub shot: u8,
    /// The team that throws first in this end.
    pub lead: Team,
    /// The move of the team; none if it ran out of time.
    pub selected: Option<Move>,
    /// The move after noise.
    pub actual: Move,
    /// Whether the stones were put back because a guard was removed too soon.
    pub foul: bool,
    /// The stones afterwards, by slots; none if unknown, as after the last shot of an end without
    /// shot files.
    pub stones_after: Option<Stones>,
    /// The time left on the clocks afterwards, in seconds.
    pub seconds_left: Option<[f64; 2]>,
}

/// An unreadable log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file.
    #[error("cannot read {}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// An invalid line.
    #[error("{}, line {line}: {why}", .file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The number, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A file without a match.
    #[error("no match in {}: it has no line with an `update`", .file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
}

impl LoggedMatch {
    /// Reads a log: its directory, or the game file alone.
    ///
    /// # Errors
    /// If there is no game file, or one of its lines is invalid.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let file = game_file(path);
        Self::read(&text_of(path)?, &file)
    }

    /// Reads the text of a game file, or of a [folder](text_of); the name of the file is for
    /// errors.
    ///
    /// # Errors
    /// If a line is invalid, or none belongs to a match.
    pub fn read(text: &str, file: &Path) -> Result<Self, LogError> {
        let mut reader = Reader::default();
        let mut lines = text.lines().enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            if line.trim().is_empty() {
                continue;
            }
            if line.starts_with(SHOT_LINE) {
                reader.shot_file(line);
                continue;
            }
            let Err(why) = reader.line(line) else {
                continue;
            };
            let file = file.to_owned();
            let line = index + 1;
            let error = LogError::Line { file, line, why };
            if lines
                .peek()
                .is_some_and(|(_, next)| !next.starts_with(SHOT_LINE))
            {
                return Err(error);
            }
            // A server that was stopped leaves half a line.
            reader.log.warnings.push(format!("{error}: left out"));
        }
        if reader.update.is_none() {
            let file = file.to_owned();
            return Err(LogError::Empty { file });
        }
        reader.finish(file);
        Ok(reader.log)
    }
}

/// The start of a line that holds a shot file.
const SHOT_LINE: &str = "{\"shot_file\":";

/// The most that is read of a file, in bytes.
const MOST_BYTES: u64 = 64 << 20;

fn game_file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(GAME_FILE)
    } else {
        path.to_owned()
    }
}

/// The text of a game file, or of a folder: its game file, then its shot files, a line each.
///
/// # Errors
/// If the game file cannot be read.
pub fn text_of(path: &Path) -> Result<String, LogError> {
    let file = game_file(path);
    let mut text = bounded(&file).map_err(|why| LogError::File { file, why })?;
    if !path.is_dir() {
        return Ok(text);
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut shots: Vec<_> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    shots.retain(|name| end_and_shot(name).is_some());
    shots.sort();
    for name in shots {
        let content = bounded(&path.join(&name)).unwrap_or_default();
        let (name, content) = (Value::from(name), Value::from(content));
        let _ = write!(text, "\n{SHOT_LINE}{name},\"content\":{content}}}");
    }
    Ok(text)
}

fn bounded(file: &Path) -> std::io::Result<String> {
    arena::text_file::read_up_to(file, MOST_BYTES)
}

/// The name of our record of the match of a log's folder, if its log says so. Only the start of the
/// log is read.
pub fn record_beside(folder: &Path) -> Option<PathBuf> {
    let mut text = String::new();
    let file = std::fs::File::open(folder.join(GAME_FILE)).ok()?;
    file.take(4096).read_to_string(&mut text).ok()?;
    let spec = text.lines().nth(1)?;
    let spec: Value = serde_json::from_str(spec).ok()?;
    let name = spec.get("log")?.get("record")?.as_str()?;
    let plain = Path::new(name).file_name()? == name;
    plain.then(|| folder.with_file_name(name))
}

/// The end and the shot, from 0, of a file such as `shot_e000s15.json`.
fn end_and_shot(name: &str) -> Option<(u8, u8)> {
    let numbers = name.strip_prefix("shot_e")?.strip_suffix(".json")?;
    let (end, shot) = numbers.split_once('s')?;
    Some((end.parse().ok()?, shot.parse().ok()?))
}

/// A shot file in a line.
#[derive(Deserialize)]
struct ShotLine {
    shot_file: String,
    content: String,
}

/// The fields used from a shot file.
#[derive(Deserialize)]
struct ShotFile {
    #[serde(default)]
    selected_move: Option<Move>,
    #[serde(default)]
    trajectory: Option<Finish>,
}

/// The fields used from a trajectory.
#[derive(Deserialize)]
struct Finish {
    finish: Both<Vec<Option<Stone>>>,
}

fn read_shot(text: &str) -> Result<ShotFile, String> {
    let value: Value = serde_json::from_str(text).map_err(|why| why.to_string())?;
    field(value.get("log").unwrap_or(&value).clone())
}

fn field<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|why| why.to_string())
}

impl LoggedMove {
    fn add(&mut self, shot: ShotFile) {
        self.selected = self.selected.or(shot.selected_move);
        if self.stones_after.is_none()
            && let Some(way) = shot.trajectory
        {
            self.stones_after = state::read_stones(&way.finish, self.lead).ok();
        }
    }
}

/// The state of the reader.
#[derive(Default)]
struct Reader {
    log: LoggedMatch,
    /// The previous update, and the team that throws first in its end.
    update: Option<(Update, Team)>,
    /// A move that no update has followed yet.
    pending: Option<(Option<Team>, Move)>,
}

impl Reader {
    /// Adds the fields of a shot file to its move.
    fn shot_file(&mut self, line: &str) {
        let Ok(ShotLine { shot_file, content }) = serde_json::from_str(line) else {
            return;
        };
        let named = end_and_shot(&shot_file);
        let mut moves = self.log.moves.iter_mut();
        let Some(logged) = moves.find(|logged| named == Some((logged.end, logged.shot))) else {
            return;
        };
        match read_shot(&content) {
            Ok(shot) => logged.add(shot),
            Err(why) => self
                .log
                .warnings
                .push(format!("{shot_file}: {why}: left out")),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line).map_err(|why| {
            let line = shortened(line);
            format!("`{line}` is not JSON: {why}")
        })?;
        let tag = value.get("tag").and_then(Value::as_str);
        let log = value.get("log").unwrap_or(&value);
        if tag == Some("err") {
            self.log.error = log.as_str().map(shortened);
        }
        if tag.is_some_and(|tag| tag != "gam") {
            return Ok(());
        }
        let Some(command) = log.get("cmd").and_then(Value::as_str) else {
            return Ok(());
        };
        let get = |key: &str| log.get(key).cloned().unwrap_or_default();
        match command {
            "dc" => {
                self.log.game_id = get("game_id").as_str().map(str::to_owned);
                self.log.date_time = get("date_time").as_str().map(str::to_owned);
            }
            "meta" => {
                let record = get("record").as_str().map(str::to_owned);
                self.log.record = self.log.record.take().or(record);
            }
            "is_ready" => self.log.game = log.get("game").cloned(),
            "new_game" => {
                let name: Both<String> = named("name", get("name"))?;
                self.log.names = Some([name.team0, name.team1]);
            }
            "move" => {
                self.pending = Some((named("team", get("team"))?, named("move", get("move"))?));
            }
            "update" => self.update(field(log.clone())?)?,
            _ => {}
        }
        Ok(())
    }

    fn update(&mut self, update: Update) -> Result<(), String> {
        let now = &update.state;
        let before = self.update.as_ref();
        let known = before.filter(|(before, _)| before.state.end == now.end);
        let known = known.map(|(_, lead)| *lead);
        let lead = now.hammer.map(Team::other).or(known).unwrap_or(Team::Zero);
        let pending = self.pending.take();
        if let Some(last) = &update.last_move {
            let selected = pending.map(|(_, selected)| selected);
            // A log that begins in the middle: the shot before the one that comes next.
            let (end, shot, thrown_in) = match before {
                Some((before, lead)) => (before.state.end, before.state.shot, *lead),
                None => (now.end, now.shot.saturating_sub(1), lead),
            };
            let same_end = end == now.end;
            let stones = state::read_stones(&now.stones, lead).map_err(|why| why.to_string())?;
            let named_team = pending.and_then(|(team, _)| team);
            let seconds = now.thinking_time_remaining.as_ref();
            self.log.moves.push(LoggedMove {
                team: named_team.unwrap_or_else(|| Team::of_slot(shot.into(), thrown_in)),
                end,
                shot,
                lead: thrown_in,
                selected,
                actual: last.actual_move,
                foul: last.free_guard_zone_foul,
                stones_after: same_end.then_some(stones),
                seconds_left: seconds.map(|both| [both.team0, both.team1]),
            });
        }
        self.update = Some((update, lead));
        Ok(())
    }

    /// Fills in the result from the last update.
    fn finish(&mut self, file: &Path) {
        if let Some((last, _)) = &self.update {
            let scores = &last.state.scores;
            let ends = scores.team0.iter().zip(&scores.team1);
            let played = ends.map_while(|(team0, team1)| Some([(*team0)?, (*team1)?]));
            self.log.ends = played.collect();
            let extra = &last.state.extra_end_score;
            self.log.extra_end = extra.team0.zip(extra.team1).map(<[u8; 2]>::from);
            self.log.result = last.state.game_result;
        }
        match self.log.game.as_ref().map(config::read_game) {
            Some(Ok(conditions)) => {
                self.log.conditions = Some(conditions.conditions);
                self.log.time = conditions.time;
                self.log.warnings.extend(conditions.warnings);
            }
            Some(Err(why)) => {
                let file = file.display();
                self.log.warnings.push(format!("{file}: is_ready: {why}"));
            }
            None => {}
        }
    }
}

fn named<T: DeserializeOwned>(key: &str, value: Value) -> Result<T, String> {
    field(value).map_err(|why| format!("`{key}`: {why}"))
}

#[cfg(test)]
mod tests;
