//! The replay of a match: its scenes one after the other, whatever kind of log tells them.
//!
//! Our own records and the journals of our server are gone through by the rules and dice they were
//! played under. Logs of other platforms are taken at their word. Whatever shows, measures or cuts
//! a match starts from these scenes.
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

use super::log::{Kind, Log, LogError, Told};
use super::{Ending, PlayedEnd, PlayedMatch, PlayedShot};
use crate::bout::{Act, Bout};
use crate::record::{Record, Replayed};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::physics::{Mode, Throw};
use curling::rules::{Game, Outcome, Phase, Placement, Reason, Rules, Team, guard};
use curling::{Shot, Stones};
use std::time::Duration;

/// A match as its log tells it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The kind of its log.
    pub kind: Kind,
    /// Rules, ice and hands.
    pub curling: Curling,
    /// Whether those are only what is usual on the platform.
    pub assumed: bool,
    /// The record, if the match can go on.
    pub record: Option<Record>,
    /// The names of the teams.
    pub names: [String; 2],
    /// How many ends it was to have, extra ends apart, if that is known.
    pub length: Option<u8>,
    /// How it ended.
    pub ending: Ending,
    /// The winner.
    pub winner: Option<Team>,
    /// What was left out of the log, in words.
    pub complaints: Vec<String>,
    /// The match before anything was done and after every action. There is at least one.
    pub scenes: Vec<Scene>,
}

/// The match after an action.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The match, ready for what comes next.
    pub game: Game,
    /// The stones to look at; after the last of an end those that were scored.
    pub stones: Stones,
    /// The end they lie in, from 0.
    pub end: u8,
    /// The team that threw first in it.
    pub lead: Team,
    /// The action; nothing in the first scene, and for ends of which only the points are known.
    pub done: Option<Done>,
    /// The time the teams have left, if it is known and limited.
    pub left: [Option<Duration>; 2],
    /// How many entries of the record lead here.
    pub entries: usize,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Done {
    /// The team.
    pub team: Team,
    /// The action itself.
    pub deed: Deed,
    /// The match before it.
    pub before: Game,
}

/// What a team did.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    /// A shot.
    Throw(Delivery),
    /// A placement of mixed doubles.
    Place(Placement),
    /// It stopped playing.
    Stop(Ending),
}

/// A shot.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// The slot of its stone.
    pub slot: usize,
    /// What was asked for, if that is known.
    pub asked: Option<Shot>,
    /// What was thrown; nothing if it counted as a pass or is not known.
    pub thrown: Option<Shot>,
    /// Whether it broke a rule, so that the stones were put back.
    pub foul: bool,
}

impl Replay {
    /// Goes through a log. `curling` is made of the [conditions](Log::conditions) of the log.
    ///
    /// # Errors
    /// If the entries of a record do not fit each other.
    pub fn of(log: Log, curling: Curling) -> Result<Self, LogError> {
        let mut replay = match log.told {
            Told::Record(record) => Self::of_record(*record, curling)?,
            Told::Played {
                played, assumed, ..
            } => Replay {
                assumed,
                ..Self::of_others(&played, curling)
            },
        };
        (replay.kind, replay.complaints) = (log.kind, log.complaints);
        Ok(replay)
    }

    /// Reads a log of any kind, or the game of this number, from 1, of a file with several.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub fn read(text: &str, game: Option<usize>) -> Result<Self, LogError> {
        let log = Log::read(text, game)?;
        let curling = Curling::new(log.conditions().clone())?;
        Self::of(log, curling)
    }

    /// Goes through a match of which no more is known than what was played.
    ///
    /// # Errors
    /// If it has too many ends.
    pub fn of_played(played: PlayedMatch) -> Result<Self, LogError> {
        let log = Log::of_played(played, Kind::Dcl, Conditions::legacy(), true, Vec::new());
        let curling = Curling::new(log.conditions().clone())?;
        Self::of(log, curling)
    }

    fn of_record(record: Record, curling: Curling) -> Result<Self, LogError> {
        let bout = Bout::of(curling.clone(), record.setup.clone());
        let left = record.setup.time.map(|time| time.game.map(|span| span.0));
        let mut scenes = vec![Scene::first(bout.game(), left)];
        for (step, number) in record.replay_from(bout)?.iter().zip(1..) {
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
    /// The scene after a step of a record, which `entries` of it lead to; nothing for an order of
    /// players.
    fn after(step: &Replayed, entries: usize) -> Option<Self> {
        let (news, game) = (&step.news, step.after);
        let deed = match (&news.entry.act, &news.step) {
            (Act::Throw(asked), Some(result)) => Deed::Throw(Delivery {
                slot: result.slot,
                asked: Some(*asked),
                thrown: news.entry.came.and_then(|came| came.shot),
                foul: result.verdict.foul.is_some(),
            }),
            (Act::Place(wish), _) => Deed::Place(*wish),
            (Act::Concede, _) => Deed::Stop(Ending::Concession),
            (Act::TimeOut, _) => Deed::Stop(Ending::Time),
            (Act::Fault(_), _) => Deed::Stop(Ending::Fault),
            (Act::Throw(_) | Act::Order(_), _) => return None,
        };
        let placed = matches!(deed, Deed::Place(_));
        Some(Scene {
            game,
            stones: news.step.map_or(game.stones, |step| step.verdict.stones),
            end: news.before.end,
            lead: if placed { game.lead } else { news.before.lead },
            done: Some(Done {
                team: news.entry.team,
                deed,
                before: news.before,
            }),
            left: step.left,
            entries,
        })
    }
}

/// The scenes of an end of a log that is taken at its word. The match is then before the next one.
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
            done: Some(Done {
                team: shot.team,
                deed: Deed::Throw(Delivery {
                    slot: usize::from(before.shot),
                    asked: shot.asked,
                    thrown: shot.thrown,
                    foul,
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

/// An empty sheet.
fn begin(rules: &Rules, game: &mut Game, lead: Team) {
    game.lead = lead;
    game.chooser = rules.doubles.map(|_| lead.other());
    game.shot = rules.first_slot() as u8;
    game.stones = Stones::none();
    game.phase = Phase::Throwing;
}

/// The stones after a shot, and whether it broke a rule: as the log has them, otherwise by throwing
/// it again.
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
        curling.physics().throw(Mode::Fast, &throw).ok()
    });
    let stones = run.map_or(before.stones, |outcome| outcome.stones);
    let verdict = guard::judge(curling.rules(), &before.stones, &stones, slot);
    (verdict.stones, verdict.foul.is_some())
}

/// How a match of others ended.
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
            done: Some(Done {
                team: winner.other(),
                deed: Deed::Stop(played.ending),
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
    /// A scene in which nothing was done yet.
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
