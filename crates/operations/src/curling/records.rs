//! Match logs: replay, verification, trajectories, win probability, statistics.
//!
//! A match travels as the text of its log, of whatever kind; what is shown of it is made by
//! [`digital_curling::games`]. Nothing is kept here but ice that is ready.

mod import;
mod position;
mod predict;
mod stats;

pub use import::{CurlingImported, CurlingImportedMatch};
pub use predict::{CurlingPointsLoss, CurlingPredicted};
pub use stats::{CurlingCounted, CurlingLogRemark};

use super::wire::CurlingTrajectory;
use crate::fault::{Fault, FaultCode, FaultKind};
use crate::task_handle::TaskHandle;
use crate::{FileText, Games, Nothing, Operation};
use arena::Phrase;
use curling::arena_game::{ConditionsError, Curling};
use curling::conditions::Conditions;
use curling::physics::Throw;
use curling::players::win_probability::WinProbability;
use curling::rules::{Game, Team};
use digital_curling::dc3;
use digital_curling::games::film::FilmScene;
use digital_curling::games::replay::{Scene, TeamAction};
use digital_curling::games::{self, Curve, Ending, Film, Log, LogError, Replay};
use digital_curling::record::dcl::{self, Variant};
use digital_curling::record::{Record, Trajectory, Verification};
use digital_curling::screen::{Moment, moments};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The record of a short sample match.
const SAMPLE: &str = include_str!("records/sample.jsonl");

/// The range of simulations per position, and its default.
const SIMULATIONS: std::ops::RangeInclusive<u32> = 20..=20_000;
const USUAL: u32 = 800;

/// The time between two partial answers.
const PAUSE: Duration = Duration::from_millis(300);

/// The operations.
pub(crate) fn operations(games: &Arc<Games>) -> Vec<Operation> {
    let mut operations = readings();
    operations.push(predict::operation(games));
    operations.extend(conversions());
    operations
}

/// The operations that write a record in another form.
fn conversions() -> Vec<Operation> {
    vec![
        Operation::quick(
            "curling/trajectory",
            (
                "Simulates a shot of a record again and returns the paths of all stones over time.",
                "記録の一投を再現し、全ストーンの時刻つきの軌跡を返します。",
            ),
            |asked: CurlingTrajectoryAsked, _| trajectory(&asked),
        ),
        Operation::quick(
            "curling/dcl",
            (
                "Writes a record as a .dcl log of the legacy platform or of DC2.",
                "記録を旧プラットフォームまたは DC2 の .dcl ログに変換します。",
            ),
            |asked: CurlingDclAsked, _| written_as_dcl(&asked),
        ),
        Operation::quick(
            "curling/dc3-log",
            (
                "Writes a record as the log of a Digital Curling 3 server: game.dcl2 and a file a shot.",
                "記録を Digital Curling 3 サーバのログ（game.dcl2 と各投球のファイル）に変換します。",
            ),
            |asked: CurlingDc3LogAsked, _| written_as_dc3(&asked),
        ),
    ]
}

/// The operations that read a log or record.
fn readings() -> Vec<Operation> {
    vec![
        Operation::quick(
            "curling/sample-record",
            (
                "Returns the record of a short sample match.",
                "短い見本の試合の記録を返します。",
            ),
            |_: Nothing, _| {
                Ok(FileText {
                    text: SAMPLE.to_owned(),
                })
            },
        ),
        Operation::quick(
            "curling/games",
            (
                "Lists the games in a file of a match or tournament; one for any other log.",
                "対戦や大会のファイルに含まれる試合の一覧を返します。",
            ),
            |asked: FileText, _| games(&asked.text),
        ),
        Operation::quick(
            "curling/game",
            (
                "Returns one game of a file as the record of a match.",
                "ファイル中の一試合を試合の記録として返します。",
            ),
            |asked: CurlingLogAsked, _| game(&asked),
        ),
        Operation::quick(
            "curling/film",
            (
                "Reads a match log of any supported kind and lists its scenes.",
                "各種の試合ログを読み、場面を順に返します。",
            ),
            |asked: FileText, _| Ok(Film::of(&replayed(&asked.text)?)),
        ),
        Operation::quick(
            "curling/replay",
            (
                "Lists the positions of a match, before every end and after every stone.",
                "試合の局面を、各エンドの開始前と各投球後について返します。",
            ),
            |asked: CurlingReplayAsked, _| replay(&asked),
        ),
        Operation::task(
            "curling/verify",
            (
                "Simulates every shot of a record again and lists what differs.",
                "記録の全投球を再現し、記録と異なる点を返します。",
            ),
            |asked: CurlingLogAsked, _| verify(&asked),
        ),
        import::operation(),
        stats::operation(),
        Operation::quick(
            "curling/run-of-shot",
            (
                "Simulates a shot of a match again for the trajectories of all stones.",
                "試合の一投を再現し、全ストーンの軌跡を返します。",
            ),
            |asked: CurlingMoment, _| run_of_shot(&asked),
        ),
        Operation::quick(
            "curling/position-of",
            (
                "Returns a scene of a match as a position for analysis.",
                "試合の場面を解析用の局面として返します。",
            ),
            |asked: CurlingMoment, _| position::position(&asked),
        ),
        Operation::task(
            "curling/chances",
            (
                "Estimates the chance of winning before and after every shot of a match.",
                "試合の各投球の前後の勝率を推定します。",
            ),
            |asked: CurlingChancesAsked, task| chances(&asked, task),
        ),
    ]
}

/// A log, or one game of a file with several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingLogAsked {
    /// A record of ours, `.dcl`, a log of Digital Curling 3, a journal of Digital Curling 4, games
    /// of the arena, or an observed match.
    pub(crate) text: String,
    /// The number of the game, from 1; needed if there are several.
    #[serde(default)]
    pub(crate) game: Option<usize>,
}

/// A shot of a record.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingTrajectoryAsked {
    /// The record, as of `curling/film`; other logs cannot be simulated again.
    pub(crate) text: String,
    /// The number of the game, from 1; required if the file has several.
    #[serde(default)]
    pub(crate) game: Option<usize>,
    /// The end, from 1.
    pub(crate) end: u32,
    /// The stone of the end, from 1; in mixed doubles the first delivery is stone 7.
    pub(crate) shot: u32,
    /// Seconds between two points of a path, from 0.001 to 100; 0.05 by default.
    #[serde(default)]
    pub(crate) every: Option<f64>,
}

/// A record to convert.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingDclAsked {
    /// The record, as of `curling/film`.
    pub(crate) text: String,
    /// The number of the game, from 1; required if the file has several.
    #[serde(default)]
    pub(crate) game: Option<usize>,
    /// The platform of the log.
    #[serde(default)]
    pub(crate) variant: Variant,
    /// The time of the match in seconds since 1970, for the name of the file.
    #[serde(default)]
    pub(crate) seconds: u64,
}

/// A record to convert to a log of Digital Curling 3.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingDc3LogAsked {
    /// The record, as of `curling/film`.
    pub(crate) text: String,
    /// The number of the game, from 1; required if the file has several.
    #[serde(default)]
    pub(crate) game: Option<usize>,
    /// The time of the match in seconds since 1970, where the record does not say.
    #[serde(default)]
    pub(crate) seconds: u64,
}

/// The log of a Digital Curling 3 server.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingDc3Log {
    /// The name the platform gives to the folder.
    pub name: String,
    /// The files in it.
    pub files: Vec<CurlingLogFile>,
}

/// A file of a log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingLogFile {
    /// The name the platform gives to the file.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Positions of a match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingReplayAsked {
    /// The log, as of `curling/film`.
    pub(crate) text: String,
    /// The number of the game, from 1; needed if there are several.
    #[serde(default)]
    pub(crate) game: Option<usize>,
    /// Only this end, from 1.
    #[serde(default)]
    pub(crate) end: Option<u32>,
    /// Only the position after this stone, from 1; 0 is before the first.
    #[serde(default)]
    pub(crate) shot: Option<u32>,
}

/// A match, position by position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingReplay {
    /// The names of team 0 and team 1.
    pub names: [String; 2],
    /// All points of team 0 and team 1.
    pub points: [u16; 2],
    /// The number of ends begun.
    pub ends: u32,
    /// The ending.
    pub ending: Ending,
    /// The winner.
    pub winner: Option<Team>,
    /// Ignored parts of the log.
    pub complaints: Vec<String>,
    /// The positions.
    pub moments: Vec<Moment>,
}

/// The verification of a record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingVerified {
    /// Whether the record is correct.
    pub holds: bool,
    /// The number of simulated shots, and the differences.
    pub verification: Verification,
}

/// The games of a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingGames {
    /// Each in its order; empty if the file is a log of one match.
    pub games: Vec<CurlingGameLine>,
}

/// A game of a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingGameLine {
    /// The names of team 0 and team 1.
    pub names: [String; 2],
    /// The points of team 0 and team 1.
    pub points: [f64; 2],
    /// The fault that ended the game, if one did.
    pub fault: Option<String>,
}

/// A scene of a match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingMoment {
    /// The match.
    pub(crate) text: String,
    /// The scene, from 0: the one before anything was done.
    pub(crate) at: usize,
}

/// A request for the win probabilities of a match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingChancesAsked {
    /// The match.
    pub(crate) text: String,
    /// The `chances` of an earlier answer about this match; those are not estimated again.
    #[serde(default)]
    pub(crate) known: Vec<Option<f64>>,
    /// The number of simulations per position; 800 by default.
    #[serde(default)]
    pub(crate) simulations: Option<u32>,
}

/// The chance of team 0 to win, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingMatchChances {
    /// The estimates after every scene; nothing where it is not known yet.
    pub(crate) chances: Vec<Option<f64>>,
    /// The levelled curve and its biggest drops.
    pub(crate) curve: Curve,
    /// The number of simulations per position.
    pub(crate) simulations: u32,
}

/// Returns the fault of conditions that cannot be played.
fn impossible(error: ConditionsError) -> Fault {
    let why = Phrase::from(error);
    Fault::wrong(&why).explained_by(FaultCode::InvalidPosition, &why)
}

impl From<LogError> for Fault {
    fn from(error: LogError) -> Self {
        const CODE: FaultCode = FaultCode::UnreadableFile;
        match error.place() {
            (Some(place), why) => Fault::wrong_at(place, &why).explained_by(CODE, &why),
            (None, why) => Fault::wrong(&why).explained_by(CODE, &why),
        }
    }
}

/// Replays the text of a log.
pub(crate) fn replayed(text: &str) -> Result<Replay, Fault> {
    replayed_log(Log::read(text, None)?)
}

pub(crate) fn replayed_log(log: Log) -> Result<Replay, Fault> {
    let curling = prepared(log.conditions())?;
    Ok(Replay::of(log, curling)?)
}

/// Replays a record.
pub(crate) fn replayed_record(record: Record) -> Result<Replay, Fault> {
    replayed_log(Log::of_record(record, games::Kind::Record))
}

/// Returns the scene of a number.
pub(crate) fn scene_at(replay: &Replay, at: usize) -> Result<&Scene, Fault> {
    replay.scenes.get(at).ok_or_else(|| {
        let last = replay.scenes.len() - 1;
        Fault::out_of_range("at", (0, last), "")
    })
}

/// The capacity of the cache of games.
const KEPT: usize = 8;

/// Returns the game under these conditions, from a small cache: ice takes a while to make.
pub(crate) fn prepared(conditions: &Conditions) -> Result<Curling, Fault> {
    static READY: Mutex<Vec<Curling>> = Mutex::new(Vec::new());
    let ready = || READY.lock().unwrap_or_else(PoisonError::into_inner);
    let found = ready()
        .iter()
        .find(|one| one.conditions() == conditions)
        .cloned();
    if let Some(found) = found {
        return Ok(found);
    }
    let made = Curling::new(conditions.clone()).map_err(impossible)?;
    let mut ready = ready();
    if ready.len() >= KEPT {
        ready.remove(0);
    }
    ready.push(made.clone());
    Ok(made)
}

fn games(text: &str) -> Result<CurlingGames, Fault> {
    let line = |game: arena::GameRecord| CurlingGameLine {
        fault: match &game.ending {
            arena::Ending::Forfeit { fault, .. } => Some(fault.to_string()),
            _ => None,
        },
        names: game.players,
        points: game.score.points,
    };
    let games = games::arena_games(text)?.unwrap_or_default();
    Ok(CurlingGames {
        games: games.into_iter().map(line).collect(),
    })
}

/// Returns the record of a log; logs of other programs have none.
fn record_of(text: &str, game: Option<usize>) -> Result<Record, Fault> {
    let log = Log::read(text, game)?;
    let other = || {
        Fault::wrong(
            "only a Sakiyomi record can be simulated again, not the log of another program",
        )
        .code(FaultCode::RecordRequired)
    };
    log.record().cloned().ok_or_else(other)
}

fn game(asked: &CurlingLogAsked) -> Result<FileText, Fault> {
    let text = record_of(&asked.text, asked.game)?
        .text()
        .map_err(Fault::failed)?;
    Ok(FileText { text })
}

fn verify(asked: &CurlingLogAsked) -> Result<CurlingVerified, Fault> {
    let verification = record_of(&asked.text, asked.game)?
        .verify()
        .map_err(Fault::because)?;
    Ok(CurlingVerified {
        holds: verification.holds(),
        verification,
    })
}

/// Seconds between two points of a path by default, and the range of the setting.
const BETWEEN: f64 = 0.05;
const BETWEEN_RANGE: std::ops::RangeInclusive<f64> = 0.001..=100.0;

fn trajectory(asked: &CurlingTrajectoryAsked) -> Result<Trajectory, Fault> {
    let every = asked.every.unwrap_or(BETWEEN);
    if !BETWEEN_RANGE.contains(&every) {
        let range = (*BETWEEN_RANGE.start(), *BETWEEN_RANGE.end());
        return Err(Fault::out_of_range("every", range, "seconds"));
    }
    let record = record_of(&asked.text, asked.game)?;
    let found = record.trajectory(asked.end, asked.shot, every);
    found.map_err(Fault::wrong)
}

fn written_as_dcl(asked: &CurlingDclAsked) -> Result<CurlingLogFile, Fault> {
    let record = record_of(&asked.text, asked.game)?;
    Ok(CurlingLogFile {
        name: dcl::file_name(&record.setup.names, asked.variant, asked.seconds),
        text: dcl::write(&record, asked.variant).map_err(Fault::wrong)?,
    })
}

fn written_as_dc3(asked: &CurlingDc3LogAsked) -> Result<CurlingDc3Log, Fault> {
    let record = record_of(&asked.text, asked.game)?;
    let (name, files) = dc3::log::files(&record, asked.seconds).map_err(Fault::wrong)?;
    let files = files.into_iter().map(|piece| CurlingLogFile {
        name: piece.file,
        text: piece.text,
    });
    Ok(CurlingDc3Log {
        name,
        files: files.collect(),
    })
}

fn replay(asked: &CurlingReplayAsked) -> Result<CurlingReplay, Fault> {
    let replay = replayed_log(Log::read(&asked.text, asked.game)?)?;
    let mut moments = moments(&replay);
    let begun = replay.scenes.len() > 1;
    let ends = moments.last().map_or(0, |last| last.end * u32::from(begun));
    moments.retain(|moment| asked.end.is_none_or(|end| end == moment.end));
    moments.retain(|moment| asked.shot.is_none_or(|shot| shot == moment.shot));
    if moments.is_empty() {
        let why = format!("there is no such position: the match has {ends} ends");
        return Err(Fault::wrong_at("end", why));
    }
    Ok(CurlingReplay {
        points: Team::BOTH.map(|team| replay.last().game.total(team)),
        names: replay.names,
        ends,
        ending: replay.ending,
        winner: replay.winner,
        complaints: replay.complaints,
        moments,
    })
}

fn run_of_shot(asked: &CurlingMoment) -> Result<CurlingTrajectory, Fault> {
    let replay = replayed(&asked.text)?;
    let done = scene_at(&replay, asked.at)?.done.as_ref();
    let thrown = done.filter(|done| matches!(done.action, TeamAction::Throw(_)));
    let done = thrown.ok_or_else(|| {
        let why = ("nothing was thrown there", "ここでは投球がありません");
        Fault::because(why).at("at")
    })?;
    let throw = done.throw().ok_or_else(|| {
        let why = (
            "how it was thrown is not in the log",
            "どう投げられたかはログにありません",
        );
        Fault::because(why).kind(FaultKind::Missing)
    })?;
    run(&replay.curling, &throw, &done.before)
}

/// Returns the trajectories of a throw in a match.
pub(crate) fn run(
    curling: &Curling,
    throw: &Throw,
    game: &Game,
) -> Result<CurlingTrajectory, Fault> {
    let (mode, physics) = (curling.conditions().referee, curling.physics_of(game));
    let filmed = CurlingTrajectory::of(&physics, mode, throw, game.lead);
    filmed
        .map(|(_, trajectory)| trajectory)
        .map_err(Fault::wrong)
}

fn chances(asked: &CurlingChancesAsked, task: &TaskHandle) -> Result<CurlingMatchChances, Fault> {
    let simulations = simulations(asked)?;
    let replay = replayed(&asked.text)?;
    let scenes = Film::of(&replay).scenes;
    let mut measure = WinProbability::new(&replay.curling, simulations, task.cancel());
    let found = |chances: &[Option<f64>]| CurlingMatchChances {
        chances: chances.to_vec(),
        curve: Curve::of(&scenes, chances),
        simulations,
    };
    let mut chances = known(asked, &scenes)?;
    let mut sent = Instant::now();
    for (index, scene) in replay.scenes.iter().enumerate() {
        task.check()?;
        chances[index].get_or_insert_with(|| measure.chance(&scene.game));
        task.progress(index as u64 + 1, scenes.len() as u64);
        if sent.elapsed() > PAUSE {
            sent = Instant::now();
            task.partial(&found(&chances));
        }
    }
    Ok(found(&chances))
}

/// Returns the number of simulations per position.
fn simulations(asked: &CurlingChancesAsked) -> Result<u32, Fault> {
    let simulations = asked.simulations.unwrap_or(USUAL);
    if SIMULATIONS.contains(&simulations) {
        return Ok(simulations);
    }
    let range = (*SIMULATIONS.start(), *SIMULATIONS.end());
    Err(Fault::out_of_range("simulations", range, ""))
}

/// The chances that need no estimate: those between ends and those of an earlier answer.
fn known(asked: &CurlingChancesAsked, scenes: &[FilmScene]) -> Result<Vec<Option<f64>>, Fault> {
    if asked.known.len() > scenes.len() {
        let why = format!("the match has {} scenes", scenes.len());
        return Err(Fault::wrong_at("known", why));
    }
    let wrong = |chance: &Option<f64>| chance.is_some_and(|one| !(0.0..=1.0).contains(&one));
    if let Some(index) = asked.known.iter().position(wrong) {
        let place = format!("known.{index}");
        return Err(Fault::out_of_range(place, (0, 1), ""));
    }
    let earlier = asked.known.iter().copied().chain(std::iter::repeat(None));
    let both = scenes.iter().zip(earlier);
    Ok(both.map(|(scene, known)| scene.chance.or(known)).collect())
}

#[cfg(test)]
mod tests;
