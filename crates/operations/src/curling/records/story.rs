//! What a log tells, whoever wrote it: the same scenes of a match for all kinds of logs.
//!
//! Our own records and the journals of our server are gone through by the rules and dice they were played under. Logs of other platforms are taken at their
//! word; what a log does not say of ice and hands is taken to be as usual on its platform ([`Story::assumed`]).

use crate::fault::Fault;
use arena::GameRecord;
use arena::replay::FileError;
use curling::conditions::Conditions;
use curling::contest::Curling;
use curling::physics::{Mode, Throw};
use curling::rules::{Game, MAX_ENDS, Outcome, Phase, Placement, Reason, Rules, Team, guard};
use curling::{Shot, Stones};
use digital_curling::bout::{Act, Bout};
use digital_curling::dc3::log::{LogError as Dc3Error, LoggedMatch};
use digital_curling::dc4::journal::{Journal, JournalError};
use digital_curling::games::{
    Ending, Kind, LogError, PlayedEnd, PlayedMatch, PlayedShot, arena_record, kind_of_bytes,
};
use digital_curling::record::dcl::{self, Variant};
use digital_curling::record::{ReadError, Record, Tail};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A match as its log tells it.
pub(crate) struct Story {
    /// What kind of log it is.
    pub(crate) kind: Kind,
    /// What it was played under.
    pub(crate) curling: Curling,
    /// Whether that is only what is usual.
    pub(crate) assumed: bool,
    /// The record, if the match can go on.
    pub(crate) record: Option<Record>,
    /// What the teams are called.
    pub(crate) names: [String; 2],
    /// How it ended.
    pub(crate) ending: Ending,
    /// Who won.
    pub(crate) winner: Option<Team>,
    /// What was left out of the log, in words.
    pub(crate) complaints: Vec<String>,
    /// The match before anything was done and after everything that was.
    pub(crate) scenes: Vec<Scene>,
}

/// The match after something was done.
pub(crate) struct Scene {
    /// The match, ready for what comes next.
    pub(crate) game: Game,
    /// The stones to look at; after the last of an end those that were scored.
    pub(crate) stones: Stones,
    /// The end they lie in, from 0, and who threw first in it.
    pub(crate) end: u8,
    /// See `end`.
    pub(crate) lead: Team,
    /// What was done; nothing in the first scene.
    pub(crate) done: Option<Done>,
    /// What the teams have left, in seconds.
    pub(crate) left: [Option<f64>; 2],
    /// How many entries of the record lead here.
    pub(crate) entries: usize,
}

/// Something that was done.
pub(crate) struct Done {
    /// By whom.
    pub(crate) team: Team,
    /// What.
    pub(crate) deed: Deed,
    /// The match before it.
    pub(crate) before: Game,
}

/// What a team did.
pub(crate) enum Deed {
    /// A shot.
    Throw(Delivery),
    /// A placement of mixed doubles.
    Place(Placement),
    /// It stopped.
    Stop(Ending),
}

/// A shot.
pub(crate) struct Delivery {
    /// The slot of its stone.
    pub(crate) slot: usize,
    /// What was asked for, if that is known.
    pub(crate) asked: Option<Shot>,
    /// What was thrown; nothing if it counted as a pass or is not known.
    pub(crate) thrown: Option<Shot>,
    /// Whether it broke a rule, so that the stones were put back.
    pub(crate) foul: bool,
}

impl Story {
    /// Reads a log of any kind.
    ///
    /// # Errors
    /// With the line and what is wrong in it.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let text = text.trim_start_matches('\u{feff}');
        match kind_of_bytes(text.as_bytes()) {
            Some(Kind::Record) => {
                let record = Record::read(text.as_bytes()).map_err(|why| unread(&why))?;
                Self::of_record(record, Kind::Record)
            }
            Some(Kind::Journal) => {
                let record = Journal::recorded(text.as_bytes(), Path::new("the journal"));
                let record = record.map_err(damaged)?;
                let nobody = || Fault::wrong("nobody came to this match: there is nothing in it");
                Self::of_record(record.ok_or_else(nobody)?, Kind::Journal)
            }
            Some(Kind::Arena) => {
                let games = arena_games(text)?;
                if games.len() > 1 {
                    let why = format!(
                        "the file has {} games: choose one of them (`curling/game`, or --game N)",
                        games.len()
                    );
                    return Err(Fault::wrong(why));
                }
                Self::of_record(arena_game(&games, 1)?, Kind::Arena)
            }
            Some(Kind::Dcl) => Self::of_dcl(text),
            Some(Kind::Dc3) => Self::of_dc3(text),
            None => Err(Fault::wrong_at(
                "line 1",
                "no log of a match: a record of ours begins with {\"sakiyomi\":…, .dcl with [GameInfo] or [0000], logs of Digital Curling 3 and 4 and games of a tournament with a line of JSON",
            )),
        }
    }

    /// A record of ours.
    ///
    /// # Errors
    /// If its entries do not fit each other.
    pub(crate) fn of_record(record: Record, kind: Kind) -> Result<Self, Fault> {
        let mut complaints = Vec::new();
        if let Tail::Torn { line, .. } = record.tail {
            complaints.push(format!("line {line}: torn, and left out"));
        }
        let curling = prepared(&record.setup.conditions)?;
        let mut bout = Bout::of(curling.clone(), record.setup.clone());
        let mut scenes = vec![Scene::first(bout.game())];
        for (entry, number) in record.entries.iter().zip(1..) {
            let place = || format!("entry {number}");
            let redone = bout.redo(entry.clone());
            let news = redone.map_err(|why| Fault::wrong_at(place(), why))?;
            let deed = match (&entry.act, &news.step) {
                (Act::Throw(asked), Some(step)) => Deed::Throw(Delivery {
                    slot: step.slot,
                    asked: Some(*asked),
                    thrown: entry.came.and_then(|came| came.shot),
                    foul: step.verdict.foul.is_some(),
                }),
                (Act::Place(wish), _) => Deed::Place(*wish),
                (Act::Concede, _) => Deed::Stop(Ending::Concession),
                (Act::TimeOut, _) => Deed::Stop(Ending::Time),
                (Act::Fault(_), _) => Deed::Stop(Ending::Fault),
                (Act::Throw(_) | Act::Order(_), _) => {
                    if let Some(last) = scenes.last_mut() {
                        (last.game, last.entries) = (*bout.game(), number);
                    }
                    continue;
                }
            };
            let after = bout.game();
            let stones = news.step.map_or(after.stones, |step| step.verdict.stones);
            let placed = matches!(deed, Deed::Place(_));
            scenes.push(Scene {
                game: *after,
                stones,
                end: news.before.end,
                lead: if placed { after.lead } else { news.before.lead },
                done: Some(Done {
                    team: entry.team,
                    deed,
                    before: news.before,
                }),
                left: Team::BOTH.map(|team| Some(bout.time_left(team).game?.as_secs_f64())),
                entries: number,
            });
        }
        let outcome = bout.game().outcome();
        Ok(Story {
            kind,
            names: record.setup.names.clone().map(|name| printable(&name)),
            curling,
            assumed: false,
            ending: outcome.map_or(Ending::Unfinished, |outcome| outcome.reason.into()),
            winner: outcome.and_then(|outcome| outcome.winner),
            complaints,
            scenes,
            record: Some(record),
        })
    }

    fn of_dcl(text: &str) -> Result<Self, Fault> {
        let log = dcl::read(text.as_bytes()).map_err(Fault::wrong)?;
        let name = match (log.variant, log.doubles) {
            (_, true) => "dc2-mixed-doubles",
            (Variant::Legacy, false) => "legacy",
            (Variant::Dc2, false) => "dc2",
        };
        let conditions = Conditions::named(name).unwrap_or_default();
        let complaints = log.complaints.iter().map(ToString::to_string).collect();
        let told = Told {
            kind: Kind::Dcl,
            conditions,
            assumed: true,
            complaints,
        };
        told.story(&log.played())
    }

    fn of_dc3(text: &str) -> Result<Self, Fault> {
        let log = LoggedMatch::read(text, Path::new("the log")).map_err(|why| match why {
            Dc3Error::Line { line, why, .. } => Fault::wrong_at(format!("line {line}"), why),
            other => Fault::wrong(other),
        })?;
        let told = Told {
            kind: Kind::Dc3,
            assumed: log.conditions.is_none(),
            conditions: log.conditions.clone().unwrap_or_else(Conditions::dc3),
            complaints: log.warnings.clone(),
        };
        told.story(&PlayedMatch::from_dc3(&log))
    }
}

/// What is known of a match besides what was played.
struct Told {
    kind: Kind,
    conditions: Conditions,
    assumed: bool,
    complaints: Vec<String>,
}

impl Told {
    fn story(mut self, played: &PlayedMatch) -> Result<Story, Fault> {
        let ends = played.length.map_or(played.ends.len(), usize::from);
        self.conditions.rules.ends = ends.clamp(1, usize::from(MAX_ENDS)) as u8;
        let curling = prepared(&self.conditions)?;
        let mut game = Game::new(curling.rules()).map_err(Fault::wrong)?;
        game.phase = Phase::Throwing;
        if let Some(first) = played.ends.first() {
            game.lead = first.lead;
        }
        let mut scenes = vec![Scene::first(&game)];
        for (number, end) in played.ends.iter().enumerate() {
            game.end = u8::try_from(number).unwrap_or(u8::MAX);
            of_end(&curling, &mut game, end, &mut scenes);
        }
        close(&mut scenes, played);
        Ok(Story {
            kind: self.kind,
            curling,
            assumed: self.assumed,
            record: None,
            names: played.names.clone(),
            ending: played.ending,
            winner: played.winner,
            complaints: self.complaints,
            scenes,
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
            left: shot.left.map(|left| left.map(|left| left.as_secs_f64())),
            entries: 0,
        });
    }
    let Some(points) = end.points else { return };
    if end.shots.is_empty() {
        scenes.push(Scene::first(game));
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

/// The stones after a shot, and whether it broke a rule: as the log has them, otherwise by throwing it again.
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
    fn first(game: &Game) -> Self {
        Scene {
            game: *game,
            stones: game.stones,
            end: game.end,
            lead: game.lead,
            done: None,
            left: [None; 2],
            entries: 0,
        }
    }
}

/// The games of a match or tournament of the arena.
///
/// # Errors
/// With the line that cannot be read.
pub(crate) fn arena_games(text: &str) -> Result<Vec<GameRecord>, Fault> {
    arena::replay::read(text).map_err(|why| match why {
        FileError::Line { line, why } => Fault::wrong_at(format!("line {line}"), why),
        other => Fault::wrong(other),
    })
}

/// One of them, by its number from 1, as a record of a match.
///
/// # Errors
/// If there is no such game, or it does not fit its conditions.
pub(crate) fn arena_game(games: &[GameRecord], number: usize) -> Result<Record, Fault> {
    arena_record(games, number).map_err(|why| match why {
        LogError::NoGame { games } => {
            Fault::wrong_at("game", format!("the file has the games 1 to {games}"))
        }
        other => Fault::wrong(other),
    })
}

fn unread(why: &ReadError) -> Fault {
    let words = why.to_string();
    match words.split_once(": ") {
        Some((place, what)) if place.starts_with("line ") => Fault::wrong_at(place, what),
        _ => Fault::wrong(words),
    }
}

fn damaged(why: JournalError) -> Fault {
    match why {
        JournalError::Damaged { line, why, .. } => Fault::wrong_at(format!("line {line}"), why),
        other @ JournalError::Unreadable { .. } => Fault::wrong(other),
    }
}

/// A name without what does not belong on a screen, and not endless.
fn printable(name: &str) -> String {
    let clean = name.chars().filter(|c| !c.is_control());
    clean.take(100).collect::<String>().trim().to_owned()
}

/// How many kinds of ice are kept ready.
const KEPT: usize = 8;

/// Curling under these conditions: a game asks for the same again and again, and ice takes a while to make.
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
    let made = Curling::new(conditions.clone()).map_err(Fault::wrong)?;
    let mut ready = ready();
    if ready.len() >= KEPT {
        ready.remove(0);
    }
    ready.push(made.clone());
    Ok(made)
}
