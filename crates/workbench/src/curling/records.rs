//! Matches that were written down: looked at shot by shot, thrown again, and measured by the chance of winning.
//!
//! A match travels as its text, whatever kind of log that is ([`story`]); what the page shows of it is a [`CurlingFilm`]. Nothing is kept here.

pub mod film;
pub(super) mod story;
pub(super) mod yardstick;

use crate::fault::Fault;
use crate::operation::Operation;
use crate::watch::Watch;
use curling::physics::Throw;
use curling::stones::SLOTS;
use film::CurlingFilm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use story::{Deed, Scene, Story};
use yardstick::Yardstick;

/// A short match to look at before one has a log of one's own.
const SAMPLE: &str = include_str!("records/sample.jsonl");

/// Seconds between two points of a way.
const BETWEEN: f64 = 0.05;

/// The fewest and the most ends that are played out to value a position, and how many usually are.
const PLAYOUTS: std::ops::RangeInclusive<u32> = 10..=2000;
const USUAL_PLAYOUTS: u32 = 120;

/// How long to wait before telling again what is known.
const PAUSE: Duration = Duration::from_millis(300);

/// The operations.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "curling/sample-record",
            "A short match to look at",
            |_: CurlingNothing, _| {
                Ok(CurlingText {
                    text: SAMPLE.to_owned(),
                })
            },
        ),
        Operation::quick(
            "curling/film",
            "Reads a log of any kind and shows the match in it, shot by shot",
            |asked: CurlingText, _| Ok(CurlingFilm::of(&Story::read(&asked.text)?)),
        ),
        Operation::quick(
            "curling/run-of-shot",
            "The ways of all stones of a shot of a match, found by throwing it again",
            |asked: CurlingMoment, _| run_of_shot(&asked),
        ),
        Operation::task(
            "curling/chances",
            "The chance of winning before and after every shot of a match",
            |asked: CurlingChancesAsked, watch| chances(&asked, watch),
        ),
    ]
}

/// Nothing needs to be said.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingNothing {}

/// The text of a log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingText {
    /// A record of ours, `.dcl`, a log of Digital Curling 3 or a journal of Digital Curling 4.
    pub text: String,
}

/// A scene of a match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingMoment {
    /// The match.
    pub text: String,
    /// The scene, from 0: the one before anything was done.
    pub at: usize,
}

/// How a shot ran.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingRun {
    /// The way of every stone that was on the sheet.
    pub paths: Vec<CurlingWay>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// The way of a stone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingWay {
    /// The slot of the stone.
    pub slot: u8,
    /// Whose it is.
    pub team: u8,
    /// Seconds since the release and place, in the house frame. A stone that lies still has one point.
    pub points: Vec<[f64; 3]>,
}

/// A match to be measured.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingChancesAsked {
    /// The match.
    pub text: String,
    /// How many ends are played out for every position; 120 unless said otherwise.
    #[serde(default)]
    pub playouts: Option<u32>,
}

/// The chance of team 0 to win, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingChances {
    /// After every scene; nothing where it is not known yet.
    pub chances: Vec<Option<f64>>,
    /// How many ends were played out for a position.
    pub playouts: u32,
}

impl Story {
    /// The scene of a number.
    pub(super) fn scene(&self, at: usize) -> Result<&Scene, Fault> {
        self.scenes.get(at).ok_or_else(|| {
            let last = self.scenes.len() - 1;
            Fault::wrong_at("at", format!("the match has the scenes 0 to {last}"))
        })
    }
}

fn run_of_shot(asked: &CurlingMoment) -> Result<CurlingRun, Fault> {
    let story = Story::read(&asked.text)?;
    let done = story.scene(asked.at)?.done.as_ref();
    let thrown = done.and_then(|done| match &done.deed {
        Deed::Throw(thrown) => Some((done, thrown)),
        _ => None,
    });
    let (done, thrown) =
        thrown.ok_or_else(|| Fault::wrong_at("at", "nothing was thrown there"))?;
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

/// The ways of all stones of a throw in an end that `lead` throws first in.
pub(super) fn run(
    curling: &curling::contest::Curling,
    throw: &Throw,
    lead: curling::rules::Team,
) -> Result<CurlingRun, Fault> {
    let physics = curling.physics();
    let step = physics.parameters().step;
    let every = (BETWEEN / step).round().clamp(1.0, 1e6) as u32;
    let mut ways: [Vec<[f64; 3]>; SLOTS] = Default::default();
    let (mut before, mut seconds) = (0.0, 0.0);
    let rounded = |value: f64| (value * 1e3).round() / 1e3;
    let mode = curling.conditions().referee;
    let traced = physics.trace(mode, throw, every, &mut |steps, stones| {
        let time = rounded(f64::from(steps) * step);
        for (slot, stone) in stones.iter() {
            let here = [time, rounded(stone.at.x), rounded(stone.at.y)];
            let way = &mut ways[slot];
            match way.last() {
                Some(last) if last[1..] == here[1..] => continue,
                // It lay still until the last frame.
                Some(&[since, x, y]) if since < before => way.push([before, x, y]),
                _ => {}
            }
            way.push(here);
        }
        (before, seconds) = (time, time);
    });
    traced.map_err(Fault::wrong)?;
    let seen = ways.into_iter().enumerate();
    let paths = seen
        .filter(|(_, points)| !points.is_empty())
        .map(|(slot, points)| CurlingWay {
            slot: slot as u8,
            team: curling::rules::Team::of_slot(slot, lead).index() as u8,
            points,
        })
        .collect();
    Ok(CurlingRun { paths, seconds })
}

fn chances(asked: &CurlingChancesAsked, watch: &Watch) -> Result<CurlingChances, Fault> {
    let playouts = asked.playouts.unwrap_or(USUAL_PLAYOUTS);
    if !PLAYOUTS.contains(&playouts) {
        let (least, most) = (PLAYOUTS.start(), PLAYOUTS.end());
        return Err(Fault::wrong_at("playouts", format!("write {least} to {most}")));
    }
    let story = Story::read(&asked.text)?;
    let total = story.scenes.len();
    let mut yardstick = Yardstick::new(&story.curling, playouts);
    let mut found = CurlingChances {
        chances: vec![None; total],
        playouts,
    };
    let mut told = Instant::now();
    for (index, scene) in story.scenes.iter().enumerate() {
        watch.check()?;
        found.chances[index] = Some(yardstick.chance(&scene.game));
        if told.elapsed() > PAUSE {
            told = Instant::now();
            watch.progress(index as u64 + 1, total as u64);
            watch.partial(&found);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
