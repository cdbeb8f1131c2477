//! Snapshots of a running match, for pages: position, clocks, the last shot.

use super::result::ends;
use crate::match_state::{Command, Event, Match};
use arena::Words;
use curling::Shot;
use curling::arena_game::Curling;
use curling::notation::{Stone, rounded_stones};
use curling::physics::Throw;
use curling::players::advice::{Effect, ShotCall};
use curling::rules::{Game, Phase, Team};
use curling::stones::SLOTS;
use curling::trajectory::Trajectory;
use serde::Serialize;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Of so many frames of a trajectory one is told.
const EVERY: usize = 4;

/// The state of a match after an event.
#[derive(Debug)]
pub(crate) struct Snapshot {
    curling: Curling,
    pub(crate) game: Game,
    left: [Option<Duration>; 2],
    to_act: Option<Team>,
    taken: Instant,
    /// The stones of the end that is over, until the next is thrown in.
    scored: Option<(curling::Stones, Team)>,
    thrown: Option<(Game, Shot)>,
    last: OnceLock<Option<LastShot>>,
}

/// The last shot, for a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LastShot {
    /// The team.
    team: usize,
    /// In words.
    text: Words,
    /// The way of its stone, in metres from the tee.
    path: Vec<[f64; 2]>,
}

impl Snapshot {
    /// The match as it is, after an event if there was one.
    pub(crate) fn of(curling_match: &Match, event: Option<&Event>) -> Self {
        let thrown = event.and_then(|event| match &event.entry.command {
            Command::Throw(_) => {
                let shot = event.entry.delivery.and_then(|delivery| delivery.shot)?;
                Some((event.before, shot))
            }
            _ => None,
        });
        let scored = event.and_then(|event| {
            let step = event.step.filter(|step| step.end.is_some())?;
            Some((step.verdict.stones, event.before.lead))
        });
        Snapshot {
            curling: curling_match.curling().clone(),
            game: *curling_match.game(),
            left: Team::BOTH.map(|team| curling_match.time_left(team).game),
            to_act: curling_match.to_act(),
            taken: Instant::now(),
            scored,
            thrown,
            last: OnceLock::new(),
        }
    }

    /// The seconds left on the clocks now; none if there are none.
    pub(crate) fn clocks(&self, running: bool) -> Option<[f64; 2]> {
        let [Some(first), Some(second)] = self.left else {
            return None;
        };
        let mut left = [first, second];
        if let (true, Some(team)) = (running && self.game.phase != Phase::Placing, self.to_act) {
            let clock = &mut left[team.index()];
            *clock = clock.saturating_sub(self.taken.elapsed());
        }
        Some(left.map(|left| (left.as_secs_f64() * 10.0).round() / 10.0))
    }

    pub(crate) fn to_act(&self) -> Option<Team> {
        self.to_act
    }

    /// The points of the ends so far.
    pub(crate) fn ends(&self) -> Vec<[u8; 2]> {
        ends(self.curling.rules(), &self.game)
    }

    /// The stones to show: after the last of an end those that were scored.
    pub(crate) fn stones(&self) -> Vec<Stone> {
        match &self.scored {
            Some((stones, lead)) => rounded_stones(stones, *lead),
            None => rounded_stones(&self.game.stones, self.game.lead),
        }
    }

    /// The stones thrown in this end, and those of a whole end.
    pub(crate) fn shots(&self) -> [usize; 2] {
        let first = self.curling.rules().first_slot();
        let thrown = usize::from(self.game.shot).saturating_sub(first);
        [thrown, SLOTS - first]
    }

    /// The last shot. The first call simulates it again: not for the threads of the network.
    pub(crate) fn last(&self) -> Option<&LastShot> {
        self.last.get_or_init(|| self.described()).as_ref()
    }

    fn described(&self) -> Option<LastShot> {
        let (before, shot) = self.thrown?;
        let effect = Effect::of(&self.curling, &before, Some(&shot));
        let slot = before.slot()?;
        let throw = Throw {
            stones: before.stones,
            slot,
            shot,
        };
        let mode = self.curling.conditions().referee;
        let ice = self.curling.physics_of(&before);
        let run = Trajectory::of(&ice, mode, &throw, before.lead).ok();
        Some(LastShot {
            team: before.to_throw()?.index(),
            text: ShotCall::of(&before, &effect).numbered(),
            path: run.map_or_else(Vec::new, |(_, run)| path(&run)),
        })
    }
}

/// The way of the stone that was thrown, the first of the tracks.
fn path(run: &Trajectory) -> Vec<[f64; 2]> {
    let points = run.tracks.first().map_or(&[][..], |track| &track.points);
    let thinned = points.iter().step_by(EVERY).chain(points.last());
    thinned.map(|&(x, y, _)| [x, y]).collect()
}
