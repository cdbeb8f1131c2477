//! The trajectory of a shot in Digital Curling 3's messages: the stones at the release, then the
//! changes from frame to frame.
//!
//! There is a frame every fixed number of simulation steps and one when all stones have stopped; it
//! lists the stones that moved or left play since the previous frame. Stones that the rules remove
//! or put back afterwards differ only in `finish`.

use super::message::{Both, Single, Stone};
use super::state;
use crate::match_state::{Command, Event};
use curling::arena_game::Curling;
use curling::physics::Throw;
use curling::rules::Team;
use serde::{Deserialize, Serialize};

/// The trajectory of a shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    /// The stones afterwards, as the rules leave them.
    pub finish: Both<Vec<Option<Stone>>>,
    /// The changes, frame by frame.
    pub frames: Vec<Vec<Change>>,
    /// The time between frames, in seconds.
    pub seconds_per_frame: Single,
    /// The stones at the release.
    pub start: Both<Vec<Option<Stone>>>,
}

/// A stone that moved since the previous frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The index among the team's stones, from 0 to 7.
    pub index: u8,
    /// The team.
    pub team: Team,
    /// The position; null if it left play.
    pub value: Option<Stone>,
}

impl Trajectory {
    /// The trajectory of the shot of an event, with a frame every `every` steps. The shot is
    /// simulated again for it.
    ///
    /// If no stone was thrown, because a team conceded, there are no frames: programs of the
    /// platform expect a trajectory in every update. None only where a shot cannot be simulated.
    pub fn of(curling: &Curling, event: &Event, every: u32) -> Option<Self> {
        let lead = event.before.lead;
        let thrown = event.entry.delivery.and_then(|delivery| delivery.shot);
        let (Command::Throw(_), Some(shot), Some(step)) =
            (&event.entry.command, thrown, &event.step)
        else {
            let still = state::stones(&event.before.stones, lead);
            let seconds = curling.physics().parameters().step * f64::from(every.max(1));
            return Some(Trajectory {
                finish: still.clone(),
                frames: Vec::new(),
                seconds_per_frame: Single(seconds as f32),
                start: still,
            });
        };
        let throw = Throw {
            stones: event.before.stones,
            slot: step.slot,
            shot,
        };
        let mode = curling.conditions().referee;
        let physics = curling.physics_of(&event.before);
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
    use crate::match_state::Match;
    use crate::setup::Setup;
    use curling::conditions::Conditions;
    use curling::{Turn, Vector};
    use lookahead::Seed;
    use std::time::Duration;

    #[test]
    fn a_concession_has_a_way_without_frames() {
        let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(1))).unwrap();
        let event = curling_match
            .apply(Team::Zero, Command::Concede, Duration::ZERO)
            .unwrap();
        let way = Trajectory::of(curling_match.curling(), &event, 100).unwrap();
        assert!(way.frames.is_empty());
        assert_eq!(
            (&way.start, way.seconds_per_frame),
            (&way.finish, Single(0.1))
        );
    }

    #[test]
    fn the_frames_lead_from_the_hack_to_where_the_stone_stops() {
        let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(1))).unwrap();
        let shot = curling_match
            .curling()
            .draw(Vector::ZERO, Turn::Clockwise)
            .unwrap();
        let event = curling_match
            .apply(Team::Zero, Command::Throw(shot), Duration::ZERO)
            .unwrap();
        let way = Trajectory::of(curling_match.curling(), &event, 1000).unwrap();
        let start = way.start.team0[0].unwrap().position;
        assert_eq!((start.x.0, start.y.0), (0.0, 0.0));
        assert_eq!(way.seconds_per_frame, Single(1.0));
        assert!((20..40).contains(&way.frames.len()), "{}", way.frames.len());
        for frame in &way.frames {
            assert_eq!((frame.len(), frame[0].index), (1, 0));
        }
        let last = way.frames.last().unwrap()[0].value;
        assert_eq!(last, way.finish.team0[0]);
        assert_eq!(
            way.finish,
            state::stones(&curling_match.game().stones, Team::Zero)
        );
    }
}
