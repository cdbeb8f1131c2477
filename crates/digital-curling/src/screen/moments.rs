//! The pictures of a match that was played: its [replay](crate::games::replay) on the screen.

use super::{Last, Scene};
use crate::games::Replay;
use crate::games::replay::{self, Deed};
use curling::rules::Game;
use curling::stones::SLOTS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A moment of a match: after a shot, or before the first of an end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingReplayMoment")]
pub struct Moment {
    /// The end, from 1.
    pub end: u32,
    /// The number of the stone thrown last in it, from 1; 0 before the first. Mixed doubles begins
    /// with stone 7.
    pub shot: u32,
    /// What there is to see.
    pub scene: Scene,
}

/// All moments of a match, the last one with its result.
pub fn moments(replay: &Replay) -> Vec<Moment> {
    let mut reel = Reel {
        replay,
        left: replay.scenes[0].left,
        moments: Vec::new(),
    };
    replay.scenes.iter().for_each(|scene| reel.take(scene));
    if reel.moments.is_empty() {
        let first = reel.seen(&replay.scenes[0].game);
        reel.push(0, first);
    }
    let mut moments = reel.moments;
    if let Some(last) = moments.last_mut() {
        last.scene.over = Some((replay.ending, replay.winner));
        if replay.last().game.outcome().is_some() {
            last.scene.next = None;
        }
    }
    moments
}

/// Moments being collected.
struct Reel<'a> {
    replay: &'a Replay,
    /// The time the teams had left when it was last known.
    left: [Option<Duration>; 2],
    moments: Vec<Moment>,
}

impl Reel<'_> {
    fn take(&mut self, scene: &replay::Scene) {
        let over = scene.game.end > scene.end;
        match scene.done.as_ref().map(|done| (done, done.deed)) {
            Some((done, Deed::Throw(thrown))) => {
                if self.end() != Some(scene.end) {
                    let before = self.seen(&done.before);
                    self.push(0, before);
                }
                if scene.left != [None; 2] {
                    self.left = scene.left;
                }
                let last = Last {
                    slot: thrown.slot as u8,
                    team: done.team,
                    asked: thrown.asked,
                    thrown: thrown.thrown,
                };
                let after = self.after(scene, Some(last));
                self.push(thrown.slot as u32 + 1, after);
            }
            // A team that stops may finish the end, and of some ends only the points are known.
            _ if over => {
                let begun = self.moments.pop_if(|moment| moment.scene.end == scene.end);
                let last = begun.and_then(|moment| moment.scene.last);
                let shot = last.map_or(SLOTS as u32, |last| u32::from(last.slot) + 1);
                let after = self.after(scene, last);
                self.push(shot, after);
            }
            _ => {}
        }
    }

    /// The end of the last moment.
    fn end(&self) -> Option<u8> {
        self.moments.last().map(|moment| moment.scene.end)
    }

    fn push(&mut self, shot: u32, scene: Scene) {
        let end = u32::from(scene.end) + 1;
        self.moments.push(Moment { end, shot, scene });
    }

    /// The match as it stands.
    fn seen(&self, game: &Game) -> Scene {
        let rules = self.replay.curling.rules();
        Scene {
            length: self.replay.length,
            left: self.left,
            over: None,
            sheet: self.replay.curling.physics().parameters().sheet,
            ..Scene::of_game(game, rules, self.replay.names.clone())
        }
    }

    /// The match after an action; at the end of an end its stones still lie there.
    fn after(&self, scene: &replay::Scene, last: Option<Last>) -> Scene {
        let mut seen = self.seen(&scene.game);
        seen.last = last;
        if scene.game.end > scene.end {
            seen.finished(scene.end, scene.lead, &scene.stones);
            seen.next = None;
        }
        seen
    }
}
