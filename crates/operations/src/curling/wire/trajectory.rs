//! The ways of the stones of a shot: as pictures to play one after the other, and as lines to draw.

use super::{name_of, rounded};
use curling::Vector;
use curling::physics::{Mode, Outcome, Physics, Throw, ThrowError};
use curling::rules::Team;
use curling::stones::SLOTS;
use schemars::JsonSchema;
use serde::Serialize;

/// No film has more pictures than this; how much time lies between two of them follows from it.
const PICTURES: u32 = 480;
/// A line leaves out points that are nearer to it than this, in metres.
const STRAIGHT: f64 = 0.004;
/// A stone that comes no farther than this has not moved, in metres.
const STILL: f64 = 0.002;

/// The ways of all stones that a shot moves, as pictures at equal times.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CurlingTrajectory {
    /// Seconds from one picture to the next.
    pub(crate) seconds: f64,
    /// How many pictures there are.
    pub(crate) frames: u32,
    /// The stones that move, the thrown one first. All others lie still.
    pub(crate) tracks: Vec<CurlingTrack>,
}

/// The way of a stone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CurlingTrack {
    /// Whose stone it is.
    pub(crate) team: u8,
    /// Its number.
    pub(crate) number: u8,
    /// The picture in which its first point is; until then it lies there.
    pub(crate) first: u32,
    /// x, y and angle in each picture from then on, until it rests or is gone.
    pub(crate) points: Vec<(f64, f64, f64)>,
    /// Whether it leaves the sheet after its last point; otherwise it rests there.
    pub(crate) gone: bool,
}

/// The way of a stone as a line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CurlingPath {
    /// Whose stone it is.
    pub(crate) team: u8,
    /// Its number.
    pub(crate) number: u8,
    /// x and y of its corners.
    pub(crate) points: Vec<(f64, f64)>,
    /// Whether it leaves the sheet.
    pub(crate) gone: bool,
}

/// Runs a shot and films it.
///
/// # Errors
/// If the throw makes no sense.
pub(crate) fn film(
    physics: &Physics,
    mode: Mode,
    throw: &Throw,
    lead: Team,
) -> Result<(Outcome, CurlingTrajectory), ThrowError> {
    let steps = physics.throw(Mode::Fast, throw)?.steps;
    let every = steps.div_ceil(PICTURES).max(1);
    let mut tracks: [Option<CurlingTrack>; SLOTS] = Default::default();
    let mut before = throw.stones;
    let (mut frames, mut last) = (0, None);
    let outcome = physics.trace(mode, throw, every, &mut |step, stones| {
        if last == Some(step) {
            return; // the end may fall on a picture
        }
        last = Some(step);
        for (slot, stone) in stones.iter() {
            let point = |at: Vector| (rounded(at.x), rounded(at.y), rounded(stone.angle));
            let lay = before.get(slot);
            if slot != throw.slot && lay == Some(stone) && tracks[slot].is_none() {
                continue;
            }
            let track = tracks[slot].get_or_insert_with(|| {
                let (team, number) = name_of(slot, lead);
                let (first, points) = match lay.filter(|_| slot != throw.slot) {
                    Some(lay) => (frames.max(1) - 1, vec![point(lay.at)]),
                    None => (frames, Vec::new()),
                };
                CurlingTrack {
                    team,
                    number,
                    first,
                    points,
                    gone: false,
                }
            });
            let missing = (frames - track.first) as usize;
            while track.points.len() < missing {
                // It lay still for a while.
                track
                    .points
                    .push(*track.points.last().expect("it has a first"));
            }
            if Some(stone) != lay || track.points.is_empty() {
                track.points.push(point(stone.at));
            }
        }
        before = *stones;
        frames += 1;
    })?;
    let stays = |slot: usize| outcome.stones.holds(slot);
    let mut kept: Vec<_> = tracks
        .into_iter()
        .enumerate()
        .filter_map(|(slot, track)| {
            let mut track = track?;
            track.gone = !stays(slot);
            let later = slot != throw.slot;
            (!later || track.gone || strays(&track)).then_some((later, track))
        })
        .collect();
    kept.sort_by_key(|(later, _)| *later);
    let trajectory = CurlingTrajectory {
        seconds: f64::from(every) * physics.parameters().step,
        frames,
        tracks: kept.into_iter().map(|(_, track)| track).collect(),
    };
    Ok((outcome, trajectory))
}

/// Whether a stone is ever anywhere else: engines in single precision shift stones that nothing touches by a hair.
fn strays(track: &CurlingTrack) -> bool {
    let (x, y, _) = track.points[0];
    let mut places = track.points.iter();
    places.any(|point| (point.0 - x).hypot(point.1 - y) > STILL)
}

/// The ways as lines with few corners.
pub(crate) fn paths(trajectory: &CurlingTrajectory) -> Vec<CurlingPath> {
    let path = |track: &CurlingTrack| CurlingPath {
        team: track.team,
        number: track.number,
        points: thinned(&track.points),
        gone: track.gone,
    };
    trajectory.tracks.iter().map(path).collect()
}

/// The corners that a line needs to stay near all its points.
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

/// How far a point is from the line between two others.
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
    use curling::physics::Parameters;
    use curling::{Shot, Stones, Turn};

    fn throw(physics: &Physics, target: Vector, stones: &Stones) -> Throw {
        let sheet = physics.parameters().sheet;
        let shot =
            curling::delivery::aim::draw(&physics.deliveries(), &sheet, target, Turn::Clockwise);
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
            let (outcome, film) = film(&physics, Mode::Exact, &throw, Team::Zero).unwrap();
            assert_eq!(film.tracks.len(), 1);
            let track = &film.tracks[0];
            assert_eq!((track.team, track.number, track.gone), (1, 2, false));
            assert!(
                film.frames <= PICTURES + 2 && film.frames > 100,
                "{}",
                film.frames
            );
            let (start, end) = (track.points[0], *track.points.last().unwrap());
            assert!((start.1 + physics.parameters().sheet.delivery).abs() < 0.3);
            let rest = outcome.stones.get(3).unwrap().at;
            assert!((end.0 - rest.x).abs() < 1e-3 && (end.1 - rest.y).abs() < 1e-3);
            let lines = paths(&film);
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
        let (_, film) = film(&physics, Mode::Fast, &throw, Team::One).unwrap();
        let names: Vec<_> = film.tracks.iter().map(|t| (t.team, t.number)).collect();
        assert_eq!(names[0], (0, 2));
        for track in &film.tracks {
            assert!(track.first + track.points.len() as u32 <= film.frames + 1);
        }
    }
}
