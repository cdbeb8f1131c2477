//! The way of the stones during a shot, as a server that shows it writes it down: where they were
//! let go, then what changed from frame to frame.
//!
//! A frame comes every so many steps of the simulation and once more when all have stopped; it
//! names the stones that moved or went out since the frame before. What the rules take away or put
//! back afterwards shows only in `finish`.

use super::message::{Both, Single, Stone};
use super::state;
use crate::bout::{Act, Bout, News};
use curling::physics::Throw;
use curling::rules::Team;
use serde::{Deserialize, Serialize};

/// The way of the stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    /// The stones afterwards, as the rules leave them.
    pub finish: Both<Vec<Option<Stone>>>,
    /// What changed, frame by frame.
    pub frames: Vec<Vec<Change>>,
    /// The time between frames, in seconds.
    pub seconds_per_frame: Single,
    /// The stones when the thrown one is let go.
    pub start: Both<Vec<Option<Stone>>>,
}

/// A stone that is not where it was a frame before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Which of its team's stones, from 0 to 7.
    pub index: u8,
    /// Whose.
    pub team: Team,
    /// Where it is now; null if it went out.
    pub value: Option<Stone>,
}

impl Trajectory {
    /// The way of the stones in the shot that there is news of, with a frame every so many steps.
    /// The shot is run again for it.
    ///
    /// If no stone was thrown, because a team gave up, there are no frames: programs of the
    /// platform look for a way in every update. Nothing only where a shot cannot be run.
    pub fn of(bout: &Bout, news: &News, every: u32) -> Option<Self> {
        let lead = news.before.lead;
        let thrown = news.entry.came.and_then(|came| came.shot);
        let (Act::Throw(_), Some(shot), Some(step)) = (&news.entry.act, thrown, &news.step) else {
            let still = state::stones(&news.before.stones, lead);
            let seconds = bout.curling().physics().parameters().step * f64::from(every.max(1));
            return Some(Trajectory {
                finish: still.clone(),
                frames: Vec::new(),
                seconds_per_frame: Single(seconds as f32),
                start: still,
            });
        };
        let throw = Throw {
            stones: news.before.stones,
            slot: step.slot,
            shot,
        };
        let physics = bout.curling().physics();
        let mode = bout.setup().conditions.referee;
        let film = physics.record(mode, &throw, every).ok()?;
        let shown = film.frames.iter();
        let mut shown: Vec<_> = shown
            .map(|(_, stones)| state::stones(stones, lead))
            .collect();
        Some(Trajectory {
            finish: state::stones(&step.verdict.stones, lead),
            frames: shown
                .windows(2)
                .map(|two| changes(&two[0], &two[1]))
                .collect(),
            seconds_per_frame: Single(film.seconds as f32),
            start: shown.swap_remove(0),
        })
    }
}

type Shown = Both<Vec<Option<Stone>>>;

fn changes(before: &Shown, after: &Shown) -> Vec<Change> {
    let of_team = |team: Team| {
        let pairs = before.get(team).iter().zip(after.get(team)).enumerate();
        pairs
            .filter(|(_, (before, after))| before != after)
            .map(move |(index, (_, value))| Change {
                index: index as u8,
                team,
                value: *value,
            })
    };
    Team::BOTH.into_iter().flat_map(of_team).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use curling::conditions::Conditions;
    use curling::{Turn, Vector};
    use lookahead::Seed;
    use std::time::Duration;

    #[test]
    fn a_concession_has_a_way_without_frames() {
        let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(1))).unwrap();
        let news = bout.act(Team::Zero, Act::Concede, Duration::ZERO).unwrap();
        let way = Trajectory::of(&bout, &news, 100).unwrap();
        assert!(way.frames.is_empty());
        assert_eq!(
            (&way.start, way.seconds_per_frame),
            (&way.finish, Single(0.1))
        );
    }

    #[test]
    fn the_frames_lead_from_the_hack_to_where_the_stone_stops() {
        let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(1))).unwrap();
        let shot = bout.curling().draw(Vector::ZERO, Turn::Clockwise).unwrap();
        let news = bout
            .act(Team::Zero, Act::Throw(shot), Duration::ZERO)
            .unwrap();
        let way = Trajectory::of(&bout, &news, 1000).unwrap();
        let start = way.start.team0[0].unwrap().position;
        assert_eq!((start.x.0, start.y.0), (0.0, 0.0));
        assert_eq!(way.seconds_per_frame, Single(1.0));
        assert!((20..40).contains(&way.frames.len()), "{}", way.frames.len());
        for frame in &way.frames {
            assert_eq!((frame.len(), frame[0].index), (1, 0));
        }
        let last = way.frames.last().unwrap()[0].value;
        assert_eq!(last, way.finish.team0[0]);
        assert_eq!(way.finish, state::stones(&bout.game().stones, Team::Zero));
    }
}
