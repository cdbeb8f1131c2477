//! Matches in progress: those whose records grow in the folder of records, and those the page
//! starts between two players of ours.
//!
//! `sakiyomi curling serve --log DIR` writes a record into a folder while a match is played, and a
//! server of Digital Curling 4 its journals (`--data DIR`). What a request names is looked for
//! among the names of that one folder and is never used as a path otherwise.

use super::play::opponent::CurlingOpponent;
use super::play::{self, OngoingMatch, placing};
use super::wire::CurlingConditions;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{FileText, Games, Nothing, Operation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The longest file that is listed, in bytes.
const LONGEST: u64 = 3 << 20;
/// The most files that are listed.
const MOST: usize = 200;
/// The longest first line of a record, in bytes.
const HEADER: u64 = 1 << 16;
/// The age after which a record counts as complete.
const QUIET: Duration = Duration::from_mins(10);
/// The most thinking time of a match, in seconds: the time limit of a task is near.
const MOST_THINKING: f64 = 500.0;

/// The operations.
pub(crate) fn operations(records: &Path, games: &Arc<Games>) -> Vec<Operation> {
    let games = Arc::clone(games);
    let (folder, same) = (records.to_owned(), records.to_owned());
    vec![
        Operation::quick(
            "curling/records",
            (
                "Lists the match records in the records folder, newest first.",
                "記録フォルダーの対戦記録を新しい順に一覧します。",
            ),
            move |_: Nothing, _| Ok(listed(&folder)),
        ),
        Operation::quick(
            "curling/follow",
            (
                "Returns a match record of the records folder if it has grown.",
                "記録フォルダーの対戦記録に追記があれば返します。",
            ),
            move |asked: CurlingFollowAsked, _| follow(&same, &asked),
        ),
        Operation::task(
            "curling/match",
            (
                "Plays a match between two players and streams every shot.",
                "2つのプレイヤーの試合を行い、一投ごとに途中経過を返します。",
            ),
            move |asked: CurlingMatchAsked, task| played(&asked, &games, task),
        ),
    ]
}

/// The records folder and its files.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingRecords {
    /// The path of the folder.
    pub(crate) folder: String,
    /// The records, the newest first.
    pub(crate) records: Vec<CurlingRecordFile>,
}

/// A file of the folder.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingRecordFile {
    /// The name of the file.
    pub(crate) name: String,
    /// The names of the teams, if the first line has them.
    pub(crate) names: Option<[String; 2]>,
    /// The length in bytes.
    pub(crate) bytes: u64,
    /// Seconds since it was last written to.
    pub(crate) age: u64,
    /// Whether more may come.
    pub(crate) growing: bool,
}

/// A record to follow.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingFollowAsked {
    /// The name of the file, as listed.
    pub(crate) name: String,
    /// The length at the last request, in bytes.
    #[serde(default)]
    pub(crate) bytes: u64,
}

/// A record as far as it has grown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingFollowed {
    /// The current length, in bytes.
    pub(crate) bytes: u64,
    /// The text; none if the file has not grown.
    pub(crate) text: Option<String>,
    /// Whether more may come.
    pub(crate) growing: bool,
}

/// A match between two players.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingMatchAsked {
    /// The conditions of the match.
    pub(crate) conditions: CurlingConditions,
    /// Team 0, which throws first, and team 1.
    pub(crate) players: [CurlingOpponent; 2],
    /// The seed of the dice.
    pub(crate) seed: u32,
}

fn listed(folder: &Path) -> CurlingRecords {
    let mut found: Vec<(SystemTime, CurlingRecordFile)> = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.take(10 * MOST) {
        found.extend(file(&entry));
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.name.cmp(&b.1.name)));
    found.truncate(MOST);
    let mut records: Vec<_> = found.into_iter().map(|(_, file)| file).collect();
    for record in &mut records {
        let path = folder.join(&record.name);
        record.names = names(&path);
        record.growing = grows(&path, record.age);
    }
    CurlingRecords {
        folder: folder.display().to_string(),
        records,
    }
}

/// Returns the properties of a log file without opening it; none for other names, links and
/// folders.
fn file(entry: &fs::DirEntry) -> Option<(SystemTime, CurlingRecordFile)> {
    let name = entry.file_name().into_string().ok()?;
    let ending = Path::new(&name).extension()?.to_str()?;
    let log = ["jsonl", "dcl", "dcl2"].contains(&ending);
    let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
    if !log || meta.len() > LONGEST {
        return None;
    }
    let modified = meta.modified().ok()?;
    let age = SystemTime::now()
        .duration_since(modified)
        .unwrap_or_default();
    let file = CurlingRecordFile {
        name,
        names: None,
        bytes: meta.len(),
        age: age.as_secs(),
        growing: false,
    };
    Some((modified, file))
}

/// Returns the teams of a record or a journal, from its first line.
fn names(path: &Path) -> Option<[String; 2]> {
    let mut line = Vec::new();
    let file = File::open(path).ok()?.take(HEADER);
    BufReader::new(file).read_until(b'\n', &mut line).ok()?;
    let header: Value = serde_json::from_slice(&line).ok()?;
    let names = header.pointer("/setup/names")?.as_array()?;
    match names.as_slice() {
        [first, second] => Some([first.as_str()?.to_owned(), second.as_str()?.to_owned()]),
        _ => None,
    }
}

/// Whether a file may still grow: written to lately, and without a result.
fn grows(path: &Path, age: u64) -> bool {
    let lines = path.extension().is_some_and(|ending| ending == "jsonl");
    lines && age < QUIET.as_secs() && !last_line(path).is_ok_and(|line| line.contains("\"result\""))
}

/// Returns the last line of a file, as far as it lies in the last 300 bytes.
fn last_line(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(300)))?;
    let mut bytes = Vec::new();
    file.take(300).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text
        .trim_end()
        .lines()
        .last()
        .unwrap_or_default()
        .to_owned())
}

fn follow(folder: &Path, asked: &CurlingFollowAsked) -> Result<CurlingFollowed, Fault> {
    let path = among(folder, &asked.name)?;
    let failed = |why: io::Error| Fault::failed(format!("{}: {why}", asked.name));
    let meta = fs::metadata(&path).map_err(failed)?;
    let modified = meta.modified().map_err(failed)?;
    let age = SystemTime::now()
        .duration_since(modified)
        .unwrap_or_default();
    let growing = grows(&path, age.as_secs());
    if meta.len() == asked.bytes {
        return Ok(CurlingFollowed {
            bytes: asked.bytes,
            text: None,
            growing,
        });
    }
    let mut bytes = Vec::new();
    let file = File::open(&path).map_err(failed)?;
    file.take(LONGEST).read_to_end(&mut bytes).map_err(failed)?;
    Ok(CurlingFollowed {
        bytes: bytes.len() as u64,
        text: Some(String::from_utf8_lossy(&bytes).into_owned()),
        growing,
    })
}

/// Returns the path of a file of the folder by its name.
fn among(folder: &Path, name: &str) -> Result<PathBuf, Fault> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut same = entries.filter(|entry| entry.file_name().to_str() == Some(name));
    let found = same.next().filter(|entry| file(entry).is_some());
    let path = found.map(|entry| entry.path());
    path.ok_or_else(|| {
        Fault::missing(format!("there is no record `{name}` in the records folder"))
            .code(FaultCode::UnknownRecord)
            .value("name", name)
    })
}

fn played(asked: &CurlingMatchAsked, games: &Games, task: &TaskHandle) -> Result<FileText, Fault> {
    let names = asked.players.each_ref().map(ToString::to_string);
    let mut ongoing = play::new_match(&asked.conditions, &names, asked.seed)?;
    let ends = f64::from(asked.conditions.ends);
    let [first, second] = asked.players.each_ref().map(|player| player.seconds);
    let thinking = (first + second) * 8.0 * ends;
    if thinking.is_nan() || thinking > MOST_THINKING {
        let english = format!(
            "together the players may think {MOST_THINKING} seconds: give them less time, or play \
             fewer ends"
        );
        let japanese = format!(
            "思考時間は合わせて{MOST_THINKING}秒までです。時間かエンド数を減らしてください"
        );
        return Err(Fault::because((english, japanese)).at("players"));
    }
    let mut players = Vec::new();
    for player in &asked.players {
        task.report(None, player.to_string());
        players.push(player.seated(ongoing.curling_match.curling(), games)?);
        task.check()?;
    }
    let shots = u64::from(asked.conditions.ends)
        * ongoing.curling_match.curling().rules().deliveries() as u64
        * 2;
    tell(&ongoing, task, shots)?;
    while let Some(team) = ongoing.curling_match.to_act() {
        let index = team.index();
        play::turn(
            &mut ongoing,
            players[index].as_mut(),
            &asked.players[index],
            task,
        )?;
        tell(&ongoing, task, shots)?;
        // A match that rushes by cannot be followed.
        if !placing(&ongoing.curling_match) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    Ok(FileText {
        text: ongoing.text()?,
    })
}

fn tell(ongoing: &OngoingMatch, task: &TaskHandle, shots: u64) -> Result<(), Fault> {
    task.check()?;
    task.progress(ongoing.record.entries.len() as u64, shots);
    task.partial(&FileText {
        text: ongoing.text()?,
    });
    Ok(())
}

#[cfg(test)]
mod tests;
