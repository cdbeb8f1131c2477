//! The views of a recorded match: its [replay](crate::games::replay) on the text screen.

use super::{LastShot, View};
use crate::games::Replay;
use crate::games::replay::{self, TeamAction};
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
    /// The view.
    pub scene: View,
}

/// All moments of a match, the last one with its result.
pub fn moments(replay: &Replay) -> Vec<Moment> {
    let mut collector = MomentCollector {
        replay,
        left: replay.scenes[0].left,
        moments: Vec::new(),
    };
    replay.scenes.iter().for_each(|scene| collector.take(scene));
    if collector.moments.is_empty() {
        let first = collector.view_of(&replay.scenes[0].game);
        collector.push(0, first);
    }
    let mut moments = collector.moments;
    if let Some(last) = moments.last_mut() {
        last.scene.over = Some((replay.ending, replay.winner));
        if replay.last().game.outcome().is_some() {
            last.scene.next = None;
        }
    }
    moments
}

/// A collector of moments.
struct MomentCollector<'a> {
    replay: &'a Replay,
    /// The last known time left of the teams.
    left: [Option<Duration>; 2],
    moments: Vec<Moment>,
}

impl MomentCollector<'_> {
    fn take(&mut self, scene: &replay::Scene) {
        let over = scene.game.end > scene.end;
        match scene.done.as_ref().map(|done| (done, done.action)) {
            Some((done, TeamAction::Throw(thrown))) => {
                if self.end() != Some(scene.end) {
                    let before = self.view_of(&done.before);
                    self.push(0, before);
                }
                if scene.left != [None; 2] {
                    self.left = scene.left;
                }
                let last = LastShot {
                    slot: thrown.slot as u8,
                    team: done.team,
                    asked: thrown.asked,
                    thrown: thrown.thrown,
                    seen: thrown.seen,
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

    fn push(&mut self, shot: u32, scene: View) {
        let end = u32::from(scene.end) + 1;
        self.moments.push(Moment { end, shot, scene });
    }

    /// The view of a position.
    fn view_of(&self, game: &Game) -> View {
        let rules = self.replay.curling.rules();
        View {
            length: self.replay.length,
            left: self.left,
            over: None,
            sheet: self.replay.curling.physics().parameters().sheet,
            ..View::of_game(game, rules, self.replay.names.clone())
        }
    }

    /// The match after an action; at the end of an end its stones still lie there.
    fn after(&self, scene: &replay::Scene, last: Option<LastShot>) -> View {
        let mut view = self.view_of(&scene.game);
        view.last = last;
        if scene.game.end > scene.end {
            view.finished(scene.end, scene.lead, &scene.stones);
            view.next = None;
        }
        view
    }
}
