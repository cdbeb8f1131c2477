//! Trajectories of a shot: as frames for animation, and as lines for drawing.
//!
//! Made from a [`Recording`]. Positions are metres right of the tee and behind it, rounded to a
//! tenth of a millimetre; stones are named by team and number, as on their handles.

use crate::notation::{name_of, slot_of};
use crate::physics::{Mode, Physics, Recording, Throw, ThrowError};
use crate::rules::Team;
use crate::stones::{SLOTS, Stone};
use crate::{Stones, Vector};
use schemars::JsonSchema;
use serde::Serialize;

/// The largest number of frames; the time between two of them follows from it.
const MAX_FRAMES: u32 = 480;
/// The tolerance of a simplified line, in metres.
const STRAIGHT: f64 = 0.004;
/// The distance, in metres, up to which a stone counts as not moved.
const STILL: f64 = 0.002;

/// The trajectories of all stones that a shot moves, as frames at equal times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingTrajectory")]
pub struct Trajectory {
    /// Seconds between frames.
    pub seconds: f64,
    /// The number of frames.
    pub frames: u32,
    /// The stones that move, the delivered one first. All others stay at rest.
    pub tracks: Vec<Track>,
}

/// The trajectory of a stone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingTrack")]
pub struct Track {
    /// The team of the stone.
    pub team: u8,
    /// The number.
    pub number: u8,
    /// The frame of its first point; until then it rests there.
    pub first: u32,
    /// x, y and angle in each frame from then on, until it rests or leaves the sheet.
    pub points: Vec<(f64, f64, f64)>,
    /// Whether it leaves the sheet after its last point; otherwise it rests there.
    pub gone: bool,
}

/// The trajectory of a stone as a line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingPath")]
pub struct Path {
    /// The team of the stone.
    pub team: u8,
    /// The number.
    pub number: u8,
    /// x and y of its corners.
    pub points: Vec<(f64, f64)>,
    /// Whether it leaves the sheet.
    pub gone: bool,
}

impl Path {
    /// Returns the slot of its stone in an end that `lead` threw first in.
    pub fn slot(&self, lead: Team) -> usize {
        slot_of(Team::BOTH[usize::from(self.team)], self.number, lead)
    }
}

/// Rounds to a tenth of a millimetre.
pub fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl Trajectory {
    /// Simulates a shot in an end that `lead` throws first in, and returns the stones after it and
    /// its trajectory.
    ///
    /// # Errors
    /// If the throw is invalid.
    pub fn of(
        physics: &Physics,
        mode: Mode,
        throw: &Throw,
        lead: Team,
    ) -> Result<(Stones, Self), ThrowError> {
        let steps = physics.throw(Mode::Fast, throw)?.steps;
        let recording = physics.record(mode, throw, steps.div_ceil(MAX_FRAMES))?;
        let trajectory = Self::from_recording(&recording, throw, lead);
        Ok((recording.outcome.stones, trajectory))
    }

    fn from_recording(recording: &Recording, throw: &Throw, lead: Team) -> Self {
        let mut tracks: [Option<Track>; SLOTS] = Default::default();
        let (mut before, mut frames) = (throw.stones, 0);
        for (_, stones) in recording.distinct() {
            for (slot, stone) in stones.iter() {
                let lay = before.get(slot);
                if slot != throw.slot && lay == Some(stone) && tracks[slot].is_none() {
                    continue;
                }
                let first = || Track::begun(slot, lead, frames, lay.filter(|_| slot != throw.slot));
                tracks[slot]
                    .get_or_insert_with(first)
                    .go_on(frames, lay, stone);
            }
            before = *stones;
            frames += 1;
        }
        Trajectory {
            seconds: recording.seconds,
            frames,
            tracks: moved(tracks, throw.slot, &recording.outcome.stones),
        }
    }

    /// Returns the trajectories as lines with few corners.
    pub fn paths(&self) -> Vec<Path> {
        let path = |track: &Track| Path {
            team: track.team,
            number: track.number,
            points: thinned(&track.points),
            gone: track.gone,
        };
        self.tracks.iter().map(path).collect()
    }
}

/// Returns the tracks of stones that moved, that of the delivered stone first.
fn moved(tracks: [Option<Track>; SLOTS], thrown: usize, after: &Stones) -> Vec<Track> {
    let mut kept: Vec<_> = tracks
        .into_iter()
        .enumerate()
        .filter_map(|(slot, track)| {
            let mut track = track?;
            track.gone = !after.holds(slot);
            let later = slot != thrown;
            (!later || track.gone || has_moved(&track)).then_some((later, track))
        })
        .collect();
    kept.sort_by_key(|(later, _)| *later);
    kept.into_iter().map(|(_, track)| track).collect()
}

fn point(stone: Stone) -> (f64, f64, f64) {
    (
        rounded(stone.at.x),
        rounded(stone.at.y),
        rounded(stone.angle),
    )
}

impl Track {
    /// Starts the track of a stone that first moves in this frame; `lay` is its previous position.
    fn begun(slot: usize, lead: Team, frame: u32, lay: Option<Stone>) -> Self {
        let (team, number) = name_of(slot, lead);
        let (first, points) = match lay {
            Some(lay) => (frame.max(1) - 1, vec![point(lay)]),
            None => (frame, Vec::new()),
        };
        Track {
            team,
            number,
            first,
            points,
            gone: false,
        }
    }

    fn go_on(&mut self, frame: u32, lay: Option<Stone>, stone: Stone) {
        let missing = (frame - self.first) as usize;
        if let Some(last) = self.points.last().copied() {
            // It was at rest for a while.
            self.points.resize(self.points.len().max(missing), last);
        }
        if Some(stone) != lay || self.points.is_empty() {
            self.points.push(point(stone));
        }
    }
}

/// Returns whether a stone moves noticeably: engines in single precision shift untouched stones
/// slightly.
fn has_moved(track: &Track) -> bool {
    let (x, y, _) = track.points[0];
    let mut places = track.points.iter();
    places.any(|point| (point.0 - x).hypot(point.1 - y) > STILL)
}

/// Returns the corners that a line needs to stay near all its points.
fn thinned(points: &[(f64, f64, f64)]) -> Vec<(f64, f64)> {
    let at = |index: usize| Vector::new(points[index].0, points[index].1);
    if points.len() < 3 {
        return points.iter().map(|&(x, y, _)| (x, y)).collect();
    }
    let mut keep = vec![false; points.len()];
    let mut open = vec![(0, points.len() - 1)];
    (keep[0], keep[points.len() - 1]) = (true, true);
    while let Some((from, to)) = open.pop() {
        let far = |index: usize| off(at(from), at(to), at(index));
        let worst = (from + 1..to).max_by(|&a, &b| far(a).total_cmp(&far(b)));
        if let Some(worst) = worst.filter(|&index| far(index) > STRAIGHT) {
            keep[worst] = true;
            open.extend([(from, worst), (worst, to)]);
        }
    }
    let kept = points.iter().zip(keep).filter(|(_, keep)| *keep);
    kept.map(|(&(x, y, _), _)| (x, y)).collect()
}

/// Returns the distance of a point from the line between two others.
fn off(from: Vector, to: Vector, at: Vector) -> f64 {
    let (way, here) = (to - from, at - from);
    let length = way.length();
    if length < 1e-9 {
        return here.length();
    }
    (way.x * here.y - way.y * here.x).abs() / length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Parameters;
    use crate::{Shot, Turn};

    fn throw(physics: &Physics, target: Vector, stones: &Stones) -> Throw {
        let sheet = physics.parameters().sheet;
        let shot =
            crate::delivery::aim::draw(&physics.deliveries(), &sheet, target, Turn::Clockwise);
        Throw {
            stones: *stones,
            slot: 3,
            shot: shot.unwrap(),
        }
    }

    #[test]
    fn a_draw_is_filmed_from_the_hack_to_where_it_stops() {
        for parameters in [Parameters::legacy(), Parameters::fcv1()] {
            let physics = Physics::new(parameters).unwrap();
            let throw = throw(&physics, Vector::new(0.5, 0.25), &Stones::none());
            let made = Trajectory::of(&physics, Mode::Exact, &throw, Team::Zero);
            let (stones, trajectory) = made.unwrap();
            assert_eq!(trajectory.tracks.len(), 1);
            let track = &trajectory.tracks[0];
            assert_eq!((track.team, track.number, track.gone), (1, 2, false));
            assert!(
                trajectory.frames <= MAX_FRAMES + 2 && trajectory.frames > 100,
                "{}",
                trajectory.frames
            );
            let (start, end) = (track.points[0], *track.points.last().unwrap());
            assert!((start.1 + physics.parameters().sheet.delivery).abs() < 0.3);
            let rest = stones.get(3).unwrap().at;
            assert!((end.0 - rest.x).abs() < 1e-3 && (end.1 - rest.y).abs() < 1e-3);
            let lines = trajectory.paths();
            assert!(lines[0].points.len() < 60, "{}", lines[0].points.len());
        }
    }

    #[test]
    fn stones_that_are_hit_have_ways_of_their_own() {
        let physics = Physics::new(Parameters::fcv1()).unwrap();
        let mut stones = Stones::none();
        stones.place(0, Vector::new(0.0, -0.2));
        stones.place(1, Vector::new(1.5, 1.0));
        let mut throw = throw(&physics, Vector::new(0.0, 1.0), &stones);
        throw.shot = Shot {
            velocity: throw.shot.velocity * 1.2,
            ..throw.shot
        };
        let made = Trajectory::of(&physics, Mode::Fast, &throw, Team::One);
        let (_, trajectory) = made.unwrap();
        let names: Vec<_> = trajectory
            .tracks
            .iter()
            .map(|t| (t.team, t.number))
            .collect();
        assert_eq!(names[0], (0, 2));
        for track in &trajectory.tracks {
            assert!(track.first + track.points.len() as u32 <= trajectory.frames + 1);
        }
    }
}
