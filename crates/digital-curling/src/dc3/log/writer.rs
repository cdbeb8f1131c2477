//! A writer of logs as Digital Curling 3's server leaves them, and its GUI opens them.
//!
//! The writer is given a match event by event and returns [pieces](Piece) of files: lines for
//! `game.dcl2`, and a whole `shot_eEEEsSS.json` for every move. The caller stores them.
//!
//! As on the platform the log begins when both programs are ready, so nothing is written before
//! the first move; and running out of time is a concession with another result. Three differences:
//! a program that breaks the protocol loses here, where the platform stops, and its log has the
//! lost match and the reason as a line tagged `err`. The seeds of the players are null, and
//! `player_storage` has no state of a generator, because dice come from the match. `meta` `spec`
//! names our record of the same match, if there is one.

use super::GAME_FILE;
use crate::dc3::config::{self, ConfigError};
use crate::dc3::identity::{Identity, date_time};
use crate::dc3::message::{Both, Dc, Move, Point, Single, Stone, ToClient, Update, VERSION};
use crate::dc3::server::Options;
use crate::dc3::state;
use crate::dc3::trajectory::Trajectory;
use crate::match_state::{Command, Event, Match};
use crate::record::{Record, ReplayError};
use crate::setup::Setup;
use crate::shot_ice::ShotIce;
use arena::game::Game as _;
use curling::arena_game::Curling;
use curling::rules::{Game, Team};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the log's format.
const LOG_VERSION: [u32; 2] = [1, 1];

/// The steps between two frames of a trajectory, where the server sends none.
const USUAL_STEPS: u32 = 100;

/// The distance from the hack to the middle of the sheet, in metres: the origin of the simulator.
const MIDDLE: f32 = 21.0315;

/// A piece of a file, to be added at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the file in the folder of the log.
    pub file: String,
    /// The text.
    pub text: String,
}

/// A record that cannot be written as a log of Digital Curling 3.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// An inconsistent record.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Conditions that the platform lacks.
    #[error(transparent)]
    Conditions(#[from] ConfigError),
    /// A record that cannot be written as text.
    #[error("{0}")]
    Text(String),
}

/// A writer of the log of one match.
#[derive(Clone, Debug)]
pub struct LogWriter {
    curling: Curling,
    setup: Setup,
    identity: Identity,
    options: Options,
    /// The `game` of `is_ready`.
    game: Value,
    /// The file of our own record.
    record: Option<String>,
    start: Game,
    next_id: u64,
    begun: bool,
}

/// The envelope of everything in a log.
#[derive(Serialize)]
struct Envelope<'a> {
    ver: [u32; 2],
    tag: &'a str,
    id: u64,
    date_time: String,
    thread: &'a str,
    log: &'a Value,
}

impl LogWriter {
    /// The writer of a match that is about to begin, with the names of its teams. `record` is the
    /// file of our own record beside the folder.
    ///
    /// # Errors
    /// If the platform does not support the conditions.
    pub fn new(
        curling_match: &Match,
        options: &Options,
        record: Option<String>,
    ) -> Result<Self, ConfigError> {
        let game = config::write_game(curling_match.setup())?;
        Ok(LogWriter {
            curling: curling_match.curling().clone(),
            setup: curling_match.setup().clone(),
            identity: options.identity.clone().unwrap_or_default(),
            game: options.shown.clone().unwrap_or(game),
            options: options.clone(),
            record,
            start: *curling_match.game(),
            next_id: 0,
            begun: false,
        })
    }

    /// The name of the folder.
    pub fn folder(&self) -> String {
        self.identity.folder()
    }

    /// The pieces of an event. `after` is the match after it with the time left on the clocks,
    /// `seconds` the time since 1970.
    pub fn event(
        &mut self,
        event: &Event,
        after: &Game,
        left: [Option<Duration>; 2],
        seconds: u64,
    ) -> Vec<Piece> {
        let Some(last_move) = state::last_move(event) else {
            return Vec::new();
        };
        let mut pieces = Vec::new();
        if !self.begun {
            self.begun = true;
            for log in self.beginning(&event.before) {
                pieces.push(self.line("gam", &log, seconds));
            }
        }
        let selected = match &event.entry.command {
            Command::Throw(shot) => Move::of(shot),
            _ => Move::Concede,
        };
        let team = event.entry.team;
        let said = json!({ "cmd": "move", "move": selected, "team": team });
        pieces.push(self.line("gam", &said, seconds));
        let shot = self.shot(event, selected, last_move.actual_move);
        pieces.push(self.shot_file(&event.before, &shot, seconds));
        let update = Update {
            last_move: Some(last_move),
            ..self.update(after, left)
        };
        pieces.push(self.line("gam", &message(update), seconds));
        if let Command::Fault(fault) = &event.entry.command {
            let why = format!("client {}: {fault}", team.index());
            pieces.push(self.line("err", &why.into(), seconds));
        }
        if after.outcome().is_some() {
            pieces.push(self.line("gam", &value(&ToClient::GameOver), seconds));
        }
        pieces
    }

    fn line(&mut self, tag: &str, log: &Value, seconds: u64) -> Piece {
        let line = serde_json::to_string(&self.envelope(tag, log, seconds));
        Piece {
            file: GAME_FILE.to_owned(),
            text: line.expect("a log can be written") + "\n",
        }
    }

    fn shot_file(&mut self, before: &Game, log: &Value, seconds: u64) -> Piece {
        let text = serde_json::to_string_pretty(&self.envelope("sht", log, seconds));
        Piece {
            file: format!("shot_e{:03}s{:02}.json", before.end, before.shot),
            text: text.expect("a log can be written") + "\n",
        }
    }

    fn envelope<'a>(&mut self, tag: &'a str, log: &'a Value, seconds: u64) -> Envelope<'a> {
        self.next_id += 1;
        Envelope {
            ver: LOG_VERSION,
            tag,
            id: self.next_id - 1,
            date_time: date_time(seconds),
            thread: "1",
            log,
        }
    }

    /// The entries before the first move: both sides of the hand-shake, and the first update.
    /// `game` has the orders of the players.
    fn beginning(&self, game: &Game) -> Vec<Value> {
        let Identity { game_id, date_time } = self.identity.clone();
        let dc = ToClient::Dc(Dc {
            date_time,
            game_id,
            version: VERSION,
        });
        let mut spec = json!({ "cmd": "meta", "meta": "spec", "host_name": "sakiyomi" });
        if let Some(record) = &self.record {
            spec["record"] = record.as_str().into();
        }
        let config = self.config();
        let mut entries = vec![
            value(&dc),
            spec,
            json!({ "cmd": "meta", "meta": "config", "config": config, "config_all": config }),
        ];
        let names = &self.setup.names;
        entries.extend(
            Team::BOTH
                .map(|team| json!({ "cmd": "dc_ok", "name": names[team.index()], "team": team })),
        );
        entries.push(json!({ "cmd": "is_ready", "game": self.game, "team": null }));
        entries.extend(Team::BOTH.map(|team| {
            let order = game.orders[team.index()];
            json!({ "cmd": "ready_ok", "player_order": order, "team": team })
        }));
        let name = Both::of(|team| names[team.index()].clone());
        entries.push(value(&ToClient::NewGame { name }));
        let left = self.setup.time.map(|time| time.game.map(|span| span.0));
        entries.push(message(self.update(&self.start, left)));
        entries
    }

    /// The configuration file that would give this match.
    fn config(&self) -> Value {
        let Options {
            ports: [team0, team1],
            timeout_dc_ok,
            update_interval,
            trajectory,
            ..
        } = &self.options;
        json!({
            "server": {
                "port": { "team0": team0, "team1": team1 },
                "timeout_dc_ok": timeout_dc_ok.as_secs_f64(),
                "update_interval": update_interval.as_secs_f64(),
                "send_trajectory": trajectory.is_some(),
                "steps_per_trajectory_frame": trajectory.unwrap_or(USUAL_STEPS),
            },
            "game": config::write_game(&self.setup).unwrap_or_default(),
        })
    }

    /// An update without its last move.
    fn update(&self, game: &Game, left: [Option<Duration>; 2]) -> Update {
        Update {
            ice: ShotIce::of(&self.curling, game),
            last_move: None,
            next_team: self.curling.turn(game).map(|seat| Team::BOTH[seat]),
            state: state::state(game, self.curling.rules(), left),
        }
    }

    /// The content of a shot file.
    fn shot(&self, event: &Event, selected: Move, actual: Move) -> Value {
        let before = &event.before;
        let every = self.options.trajectory.unwrap_or(USUAL_STEPS);
        let player = config::player(self.curling.skill(before)).unwrap_or_default();
        let simulator = &self.game["simulator"];
        json!({
            "game_id": self.identity.game_id,
            "game_date_time": self.identity.date_time,
            "end": before.end,
            "shot": before.shot,
            "selected_move": selected,
            "actual_move": actual,
            "player_storage": { "type": player["type"], "factory": player },
            "simulator_storage": {
                "type": simulator["type"],
                "factory": simulator,
                "stones": simulator_stones(before),
                "collisions": [],
            },
            "trajectory": Trajectory::of(&self.curling, event, every),
        })
    }
}

/// The stones of team 0, then those of team 1, in the frame of the simulator: its origin is the
/// middle of the sheet, and every other end is played the other way.
fn simulator_stones(before: &Game) -> Vec<Value> {
    let stones = state::stones(&before.stones, before.lead);
    let all = Team::BOTH.into_iter().flat_map(|team| stones.get(team));
    all.map(|stone| {
        stone
            .as_ref()
            .map_or(Value::Null, |stone| resting(stone, before.end))
    })
    .collect()
}

fn resting(stone: &Stone, end: u8) -> Value {
    let Point { x, y } = stone.position;
    let (x, y, angle) = match end % 2 {
        0 => (x.0, y.0 - MIDDLE, stone.angle.0),
        _ => (-x.0, MIDDLE - y.0, stone.angle.0 + std::f32::consts::PI),
    };
    json!({
        "position": { "x": Single(x), "y": Single(y) },
        "angle": Single(angle),
        "linear_velocity": { "x": 0.0, "y": 0.0 },
        "angular_velocity": 0.0,
    })
}

fn message(update: Update) -> Value {
    value(&ToClient::Update(Box::new(update)))
}

fn value(message: &ToClient) -> Value {
    serde_json::to_value(message).expect("a message can be written")
}

/// The log of a recorded match: the name of its folder, and its files in order. `seconds` is the
/// time of the match since 1970, where the record does not say.
///
/// # Errors
/// If the record is inconsistent, or the platform does not support its conditions.
pub fn files(record: &Record, seconds: u64) -> Result<(String, Vec<Piece>), WriteError> {
    let text = record.text().map_err(WriteError::Text)?;
    let seconds = record.started.parse().unwrap_or(seconds);
    let options = Options {
        identity: Some(Identity::of_text(&text, seconds)),
        ..Options::default()
    };
    let start = record.start().map_err(ReplayError::from)?;
    let mut writer = LogWriter::new(&start, &options, None)?;
    let mut spent = 0.0;
    let mut files: Vec<Piece> = Vec::new();
    for step in record.replay_from(start)? {
        spent += step.event.entry.seconds;
        let now = seconds.saturating_add(spent as u64);
        for piece in writer.event(&step.event, &step.after, step.left, now) {
            match files.iter_mut().find(|file| file.file == piece.file) {
                Some(file) => file.text.push_str(&piece.text),
                None => files.push(piece),
            }
        }
    }
    Ok((writer.folder(), files))
}

#[cfg(test)]
mod tests;
