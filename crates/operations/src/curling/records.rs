//! Matches that were written down: looked at shot by shot, thrown again, and measured by the chance of winning.
//!
//! A match travels as its text, whatever kind of log that is ([`story`]); what the page shows of it is a [`CurlingFilm`]. Nothing is kept here.

pub(crate) mod film;
mod position;
pub(crate) mod story;

use super::wire::CurlingTrajectory;
use crate::fault::Fault;
use crate::watch::Watch;
use crate::{FileText, Nothing, Operation};
use curling::contest::Curling;
use curling::physics::Throw;
use curling::players::win_probability::WinProbability;
use curling::rules::Team;
use digital_curling::games::{Kind, kind_of_bytes};
use film::CurlingFilm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use story::{Deed, Scene, Story};

/// A short match to look at before one has a log of one's own.
const SAMPLE: &str = include_str!("records/sample.jsonl");

/// The fewest and the most simulations that a position is valued with, and how many it usually is.
const SIMULATIONS: std::ops::RangeInclusive<u32> = 20..=20_000;
const USUAL: u32 = 800;

/// How long to wait before telling again what is known.
const PAUSE: Duration = Duration::from_millis(300);

/// The operations.
pub(crate) fn operations() -> Vec<Operation> {
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
            |asked: CurlingGameAsked, _| game(&asked),
        ),
        Operation::quick(
            "curling/film",
            (
                "Reads a match log of any supported kind and lists its scenes.",
                "各種の試合ログを読み、場面を順に返します。",
            ),
            |asked: FileText, _| Ok(CurlingFilm::of(&Story::read(&asked.text)?)),
        ),
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
            |asked: CurlingChancesAsked, watch| chances(&asked, watch),
        ),
    ]
}

/// A game of a file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingGameAsked {
    /// The file.
    pub(crate) text: String,
    /// The number of the game, from 1.
    pub(crate) game: usize,
}

/// The games of a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingGames {
    /// Each in its order; empty if the file is a log of one match.
    pub(crate) games: Vec<CurlingGameLine>,
}

/// A game of a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingGameLine {
    /// What team 0 and team 1 are called.
    pub(crate) names: [String; 2],
    /// Their points.
    pub(crate) points: [f64; 2],
    /// How it ended, if not by points.
    pub(crate) fault: Option<String>,
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

/// A match to be measured.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingChancesAsked {
    /// The match.
    pub(crate) text: String,
    /// The first scene whose chance is wanted: what came before may be known already.
    #[serde(default)]
    pub(crate) from: usize,
    /// How many simulations value a position; 800 unless said otherwise.
    #[serde(default)]
    pub(crate) simulations: Option<u32>,
}

/// The chance of team 0 to win, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingChances {
    /// After every scene; nothing where it is not known yet.
    pub(crate) chances: Vec<Option<f64>>,
    /// How many simulations valued a position.
    pub(crate) simulations: u32,
}

impl Story {
    /// The scene of a number.
    pub(crate) fn scene(&self, at: usize) -> Result<&Scene, Fault> {
        self.scenes.get(at).ok_or_else(|| {
            let last = self.scenes.len() - 1;
            Fault::wrong_at("at", format!("the match has the scenes 0 to {last}"))
        })
    }
}

fn games(text: &str) -> Result<CurlingGames, Fault> {
    let text = text.trim_start_matches('\u{feff}');
    if kind_of_bytes(text.as_bytes()) != Some(Kind::Arena) {
        return Ok(CurlingGames { games: Vec::new() });
    }
    let line = |game: arena::GameRecord| CurlingGameLine {
        fault: match &game.ending {
            arena::Ending::Forfeit { fault, .. } => Some(fault.to_string()),
            _ => None,
        },
        names: game.players,
        points: game.score.points,
    };
    let games = story::arena_games(text)?.into_iter().map(line);
    Ok(CurlingGames {
        games: games.collect(),
    })
}

fn game(asked: &CurlingGameAsked) -> Result<FileText, Fault> {
    let record = story::arena_game(&story::arena_games(&asked.text)?, asked.game)?;
    let text = record.text().map_err(Fault::failed)?;
    Ok(FileText { text })
}

fn run_of_shot(asked: &CurlingMoment) -> Result<CurlingTrajectory, Fault> {
    let story = Story::read(&asked.text)?;
    let done = story.scene(asked.at)?.done.as_ref();
    let thrown = done.and_then(|done| match &done.deed {
        Deed::Throw(thrown) => Some((done, thrown)),
        _ => None,
    });
    let (done, thrown) = thrown.ok_or_else(|| Fault::wrong_at("at", "nothing was thrown there"))?;
    let shot = thrown
        .thrown
        .ok_or_else(|| Fault::missing("how it was thrown is not in the log"))?;
    let throw = Throw {
        stones: done.before.stones,
        slot: thrown.slot,
        shot,
    };
    run(&story.curling, &throw, done.before.lead)
}

/// Films a throw in an end that `lead` throws first in.
pub(crate) fn run(
    curling: &Curling,
    throw: &Throw,
    lead: Team,
) -> Result<CurlingTrajectory, Fault> {
    let mode = curling.conditions().referee;
    let filmed = CurlingTrajectory::of(curling.physics(), mode, throw, lead);
    filmed
        .map(|(_, trajectory)| trajectory)
        .map_err(Fault::wrong)
}

fn chances(asked: &CurlingChancesAsked, watch: &Watch) -> Result<CurlingChances, Fault> {
    let simulations = asked.simulations.unwrap_or(USUAL);
    if !SIMULATIONS.contains(&simulations) {
        let (least, most) = (SIMULATIONS.start(), SIMULATIONS.end());
        return Err(Fault::wrong_at(
            "simulations",
            format!("write {least} to {most}"),
        ));
    }
    let story = Story::read(&asked.text)?;
    let total = story.scenes.len();
    let mut measure = WinProbability::new(&story.curling, simulations, watch.cancel());
    let mut found = CurlingChances {
        chances: vec![None; total],
        simulations,
    };
    let mut told = Instant::now();
    for (index, scene) in story.scenes.iter().enumerate().skip(asked.from) {
        watch.check()?;
        found.chances[index] = Some(measure.chance(&scene.game));
        watch.progress(index as u64 + 1, total as u64);
        if told.elapsed() > PAUSE {
            told = Instant::now();
            watch.partial(&found);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
