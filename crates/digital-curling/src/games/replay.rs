//! The replay of a match: its scenes in order, from any kind of log.
//!
//! Our own records and journals are replayed by their rules and dice. Logs of other platforms are
//! trusted. Films, statistics and excerpts start from these scenes.
//!
//! ```
//! use curling::rules::Team;
//! use digital_curling::games::{Ending, PlayedMatch, Replay};
//!
//! let names = ["alpha", "beta"].map(str::to_owned);
//! let played = PlayedMatch::from_ends(names, &[Team::Zero, Team::One], &[-2, 1], Ending::Score);
//! let replay = Replay::of_played(played)?;
//! assert_eq!(replay.scenes.last().unwrap().game.total(Team::One), 2);
//! # Ok::<(), digital_curling::games::LogError>(())
//! ```

use super::log::{Content, Kind, Log, LogError};
use super::observed::Seen;
use super::{Ending, PlayedEnd, PlayedMatch, PlayedShot};
use crate::match_state::{Command, Match};
use crate::record::{Record, ReplayStep};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::physics::{Mode, Throw};
use curling::rules::{Game, Outcome, Phase, Placement, Reason, Rules, Team, guard};
use curling::{Shot, Stones};
use std::time::Duration;

/// The replay of a match.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The kind of its log.
    pub kind: Kind,
    /// Rules, physics and player skills.
    pub curling: Curling,
    /// Whether those are the platform's defaults rather than known.
    pub assumed: bool,
    /// The record, if the match can be continued.
    pub record: Option<Record>,
    /// The names of the teams.
    pub names: [String; 2],
    /// The scheduled number of ends, without extra ends, if known.
    pub length: Option<u8>,
    /// The way it ended.
    pub ending: Ending,
    /// The winner.
    pub winner: Option<Team>,
    /// Warnings about parts of the log left out.
    pub complaints: Vec<String>,
    /// The match at the beginning and after every action. There is at least one.
    pub scenes: Vec<Scene>,
}

/// The match after an action.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The position, ready for the next action.
    pub game: Game,
    /// The stones to show; after the last of an end those that were scored.
    pub stones: Stones,
    /// The end they lie in, from 0.
    pub end: u8,
    /// The team that threw first in it.
    pub lead: Team,
    /// The action; none in the first scene, and for ends of which only the points are known.
    pub done: Option<SceneAction>,
    /// The time left of the teams, if known and limited.
    pub left: [Option<Duration>; 2],
    /// The number of entries of the record up to here.
    pub entries: usize,
}

/// An action with its team and position.
#[derive(Clone, Debug)]
pub struct SceneAction {
    /// The team.
    pub team: Team,
    /// The action itself.
    pub action: TeamAction,
    /// The match before it.
    pub before: Game,
}

impl SceneAction {
    /// The throw, ready to be simulated again; none if nothing was thrown, or how is not known.
    pub fn throw(&self) -> Option<Throw> {
        let TeamAction::Throw(thrown) = &self.action else {
            return None;
        };
        Some(Throw {
            stones: self.before.stones,
            slot: thrown.slot,
            shot: thrown.thrown?,
        })
    }
}

/// An action of a team.
#[derive(Clone, Copy, Debug)]
pub enum TeamAction {
    /// A shot.
    Throw(ThrowRecord),
    /// A placement of mixed doubles.
    Place(Placement),
    /// The end of the match by concession, time or fault.
    Stop(Ending),
}

/// A shot.
#[derive(Clone, Copy, Debug)]
pub struct ThrowRecord {
    /// The slot of its stone.
    pub slot: usize,
    /// The intended shot, if known.
    pub asked: Option<Shot>,
    /// The shot after noise; none if it counted as a pass or is unknown.
    pub thrown: Option<Shot>,
    /// Whether it broke a rule, so that the stones were put back.
    pub foul: bool,
    /// The notes of observers.
    pub seen: Option<Seen>,
}

impl Replay {
    /// Replays a log. `curling` must be made of the [conditions](Log::conditions) of the log.
    ///
    /// # Errors
    /// If the record is inconsistent.
    pub fn of(log: Log, curling: Curling) -> Result<Self, LogError> {
        let mut replay = match log.content {
            Content::Record(record) => Self::of_record(*record, curling)?,
            Content::Played {
                played, assumed, ..
            } => Replay {
                assumed,
                ..Self::of_others(&played, curling)
            },
        };
        (replay.kind, replay.complaints) = (log.kind, log.complaints);
        Ok(replay)
    }

    /// Reads and replays a log of any kind; `game` is the number, from 1, in a file with several.
    ///
    /// # Errors
    /// With the place of the error.
    pub fn read(text: &str, game: Option<usize>) -> Result<Self, LogError> {
        let log = Log::read(text, game)?;
        let curling = Curling::new(log.conditions().clone())?;
        Self::of(log, curling)
    }

    /// Replays a match of which only the ends and shots are known.
    ///
    /// # Errors
    /// If it has too many ends.
    pub fn of_played(played: PlayedMatch) -> Result<Self, LogError> {
        let log = Log::of_played(played, Kind::Dcl, Conditions::legacy(), true, Vec::new());
        let curling = Curling::new(log.conditions().clone())?;
        Self::of(log, curling)
    }

    fn of_record(record: Record, curling: Curling) -> Result<Self, LogError> {
        let curling_match = Match::with_curling(curling.clone(), record.setup.clone());
        let left = record.setup.time.map(|time| time.game.map(|span| span.0));
        let mut scenes = vec![Scene::first(curling_match.game(), left)];
        for (step, number) in record.replay_from(curling_match)?.iter().zip(1..) {
            match Scene::after(step, number) {
                Some(scene) => scenes.push(scene),
                None => {
                    if let Some(last) = scenes.last_mut() {
                        (last.game, last.entries) = (step.after, number);
                    }
                }
            }
        }
        let outcome = scenes.last().and_then(|last| last.game.outcome());
        Ok(Replay {
            kind: Kind::Record,
            names: record
                .setup
                .names
                .clone()
                .map(|name| super::printable(&name)),
            length: Some(curling.rules().ends),
            curling,
            assumed: false,
            ending: outcome.map_or(Ending::Unfinished, |outcome| outcome.reason.into()),
            winner: outcome.and_then(|outcome| outcome.winner),
            complaints: Vec::new(),
            scenes,
            record: Some(record),
        })
    }

    fn of_others(played: &PlayedMatch, curling: Curling) -> Self {
        let mut game = Game::new(curling.rules()).expect("the rules were checked");
        game.phase = Phase::Throwing;
        if let Some(first) = played.ends.first() {
            game.lead = first.lead;
        }
        let mut scenes = vec![Scene::first(&game, played.left)];
        for (number, end) in played.ends.iter().enumerate() {
            game.end = u8::try_from(number).unwrap_or(u8::MAX);
            of_end(&curling, &mut game, end, &mut scenes);
        }
        close(&mut scenes, played);
        Replay {
            kind: Kind::Dcl,
            curling,
            assumed: false,
            record: None,
            names: played.names.clone(),
            length: played.length,
            ending: played.ending,
            winner: played.winner,
            complaints: Vec::new(),
            scenes,
        }
    }

    /// The last scene.
    ///
    /// # Panics
    /// Never: a match has a first scene.
    pub fn last(&self) -> &Scene {
        self.scenes.last().expect("a match has a first scene")
    }
}

impl Scene {
    /// The scene after a step of a record, with `entries` entries up to it; none for an order of
    /// players.
    fn after(step: &ReplayStep, entries: usize) -> Option<Self> {
        let (event, game) = (&step.event, step.after);
        let action = match (&event.entry.command, &event.step) {
            (Command::Throw(asked), Some(result)) => TeamAction::Throw(ThrowRecord {
                slot: result.slot,
                asked: Some(*asked),
                thrown: event.entry.delivery.and_then(|delivery| delivery.shot),
                foul: result.verdict.foul.is_some(),
                seen: None,
            }),
            (Command::Place(placement), _) => TeamAction::Place(*placement),
            (Command::Concede, _) => TeamAction::Stop(Ending::Concession),
            (Command::TimeOut, _) => TeamAction::Stop(Ending::Time),
            (Command::Fault(_), _) => TeamAction::Stop(Ending::Fault),
            (Command::Throw(_) | Command::Order(_), _) => return None,
        };
        let placed = matches!(action, TeamAction::Place(_));
        Some(Scene {
            game,
            stones: event.step.map_or(game.stones, |step| step.verdict.stones),
            end: event.before.end,
            lead: if placed { game.lead } else { event.before.lead },
            done: Some(SceneAction {
                team: event.entry.team,
                action,
                before: event.before,
            }),
            left: step.left,
            entries,
        })
    }
}

/// Adds the scenes of an end of a foreign log. Afterwards the match is before the next end.
fn of_end(curling: &Curling, game: &mut Game, end: &PlayedEnd, scenes: &mut Vec<Scene>) {
    let rules = curling.rules();
    begin(rules, game, end.lead);
    for shot in &end.shots {
        game.shot = shot.slot.min(15);
        if let Some(stones) = shot.before {
            game.stones = stones;
        }
        let before = *game;
        let (stones, foul) = after(curling, &before, shot);
        game.stones = stones;
        game.shot += 1;
        scenes.push(Scene {
            game: *game,
            stones,
            end: before.end,
            lead: end.lead,
            done: Some(SceneAction {
                team: shot.team,
                action: TeamAction::Throw(ThrowRecord {
                    slot: usize::from(before.shot),
                    asked: shot.asked,
                    thrown: shot.thrown,
                    foul,
                    seen: shot.seen,
                }),
                before,
            }),
            left: shot.left,
            entries: 0,
        });
    }
    let Some(points) = end.points else { return };
    if end.shots.is_empty() {
        scenes.push(Scene::first(game, [None; 2]));
    }
    match game.scores.ends.get_mut(usize::from(game.end)) {
        Some(entry) if game.end < rules.ends => *entry = points,
        _ => game.scores.extra = points,
    }
    game.end = game.end.saturating_add(1);
    let lead = match points {
        1.. => Team::Zero,
        0 => end.lead,
        _ => Team::One,
    };
    begin(rules, game, lead);
    if let Some(last) = scenes.last_mut() {
        last.game = *game;
    }
}

/// Begins an end with an empty sheet.
fn begin(rules: &Rules, game: &mut Game, lead: Team) {
    game.lead = lead;
    game.chooser = rules.doubles.map(|_| lead.other());
    game.shot = rules.first_slot() as u8;
    game.stones = Stones::none();
    game.phase = Phase::Throwing;
}

/// The stones after a shot, and whether it was a foul: from the log, otherwise by simulation.
fn after(curling: &Curling, before: &Game, shot: &PlayedShot) -> (Stones, bool) {
    if let Some(stones) = shot.after {
        return (stones, false);
    }
    let slot = usize::from(before.shot);
    let run = shot.thrown.and_then(|shot| {
        let throw = Throw {
            stones: before.stones,
            slot,
            shot,
        };
        curling.physics_of(before).throw(Mode::Fast, &throw).ok()
    });
    let stones = run.map_or(before.stones, |outcome| outcome.stones);
    let verdict = guard::judge(curling.rules(), &before.stones, &stones, slot);
    (verdict.stones, verdict.foul.is_some())
}

/// Adds the ending of a foreign match.
fn close(scenes: &mut Vec<Scene>, played: &PlayedMatch) {
    let reason = match played.ending {
        Ending::Unfinished | Ending::Unknown => return,
        Ending::Score => Reason::Score,
        Ending::Draw => Reason::Draw,
        Ending::Concession => Reason::Concession,
        Ending::Time => Reason::Time,
        Ending::Fault => Reason::Fault,
    };
    let Some(last) = scenes.last() else { return };
    let stopped = !matches!(reason, Reason::Score | Reason::Draw);
    if let (true, Some(winner)) = (stopped, played.winner) {
        let (game, stones, end, lead) = (last.game, last.stones, last.end, last.lead);
        scenes.push(Scene {
            game,
            stones,
            end,
            lead,
            done: Some(SceneAction {
                team: winner.other(),
                action: TeamAction::Stop(played.ending),
                before: game,
            }),
            left: [None; 2],
            entries: 0,
        });
    }
    if let Some(last) = scenes.last_mut() {
        last.game.phase = Phase::Over(Outcome {
            winner: played.winner,
            reason,
        });
    }
}

impl Scene {
    /// A scene without an action.
    fn first(game: &Game, left: [Option<Duration>; 2]) -> Self {
        Scene {
            game: *game,
            stones: game.stones,
            end: game.end,
            lead: game.lead,
            done: None,
            left,
            entries: 0,
        }
    }
}
