//! Path segments of a shot that was simulated in time steps, as the event-driven simulation lists
//! them: one from contact to contact.

use super::fast::PathSegment;
use crate::sheet::RADIUS;
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;

/// The gap between two stones, in metres, up to which one may have set the other in motion within
/// the last step: no stone runs farther in a step.
const TOUCH: f64 = 0.05;

/// The paths of all stones since their last contact.
pub(super) struct Trail<'a> {
    segments: &'a mut Vec<PathSegment>,
    thrown: usize,
    /// The stones of the frame before; none before the first.
    before: Option<Stones>,
    /// The points of every stone; none while it has not moved.
    points: [Vec<Vector>; SLOTS],
}

impl<'a> Trail<'a> {
    /// Creates the trail of a shot; `thrown` is the slot of the delivered stone.
    pub(super) fn new(segments: &'a mut Vec<PathSegment>, thrown: usize) -> Self {
        Trail {
            segments,
            thrown,
            before: None,
            points: Default::default(),
        }
    }

    /// Adds the stones at the release, and then after every time step.
    pub(super) fn frame(&mut self, stones: &Stones) {
        let Some(before) = self.before.replace(*stones) else {
            let released = stones.get(self.thrown).map(|stone| stone.at);
            self.points[self.thrown].extend(released);
            return;
        };
        for (slot, stone) in stones.iter() {
            let lay = before.get(slot).map_or(stone.at, |stone| stone.at);
            if lay == stone.at {
                continue;
            }
            if self.points[slot].is_empty() {
                self.cut_near(slot, lay);
                self.points[slot].push(lay);
            }
            self.points[slot].push(stone.at);
        }
    }

    /// Ends the segments of the stones that may have set another one in motion.
    fn cut_near(&mut self, struck: usize, at: Vector) {
        for slot in (0..SLOTS).filter(|&slot| slot != struck) {
            let last = self.points[slot].last().copied();
            if last.is_some_and(|last| (last - at).length() < 2.0 * RADIUS + TOUCH) {
                self.cut(slot);
            }
        }
    }

    /// Ends the segment of a stone; the next one begins where it is.
    fn cut(&mut self, slot: usize) {
        let points = std::mem::take(&mut self.points[slot]);
        let (Some(&from), Some(&to)) = (points.first(), points.last()) else {
            return;
        };
        let mut segment = PathSegment::straight(slot, from, to);
        let far = points.iter().map(|&point| segment.distance(point));
        segment.deviation = far.fold(0.0, f64::max);
        self.segments.push(segment);
        self.points[slot].push(to);
    }

    /// Ends all segments.
    pub(super) fn finish(mut self) {
        for slot in 0..SLOTS {
            if self.points[slot].len() > 1 {
                self.cut(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::physics::{Glide, Parameters, Physics, Surface, Sweeping, Throw};
    use crate::stones::Stone;
    use crate::{Shot, Stones, Sweep, Turn, Vector};

    #[test]
    fn the_segments_on_swept_ice_are_those_of_the_event_driven_simulation() {
        for (parameters, fast) in [(Parameters::legacy(), 29.0), (Parameters::fcv1(), 2.35)] {
            let physics = Physics::new(parameters).unwrap();
            let mut stones = Stones::none();
            let velocity = Vector::new(-0.03 * fast, fast);
            let shot = Shot::new(velocity, Turn::Clockwise);
            let way = physics.released(&shot);
            for (slot, left, aside) in [(1, 3.0, 0.04), (2, 1.0, 0.0)] {
                let at = way.at(way.time_when_left(left)).at + Vector::new(aside, 0.0);
                stones.put(slot, Stone { at, angle: 0.0 });
            }
            let slot = 0;
            let mut throw = Throw { stones, slot, shot };
            let (mut events, mut steps) = (Vec::new(), Vec::new());
            physics.follow(&throw, &mut events).unwrap();
            let (friction, curl) = (1.0, 1.0);
            let neutral = Surface {
                sweeping: Some(Sweeping { friction, curl }),
                wear: None,
            };
            throw.shot.sweep = Some(Sweep::full(-10.0, 0.0));
            physics
                .on(neutral)
                .unwrap()
                .follow(&throw, &mut steps)
                .unwrap();
            let of = |trail: &[super::PathSegment], slot| -> Vec<super::PathSegment> {
                let own = trail.iter().filter(|segment| segment.slot == slot);
                own.copied().collect()
            };
            for slot in 0..2 {
                let (a, b) = (of(&events, slot), of(&steps, slot));
                assert!(
                    (a[0].from - b[0].from).length() < 0.01,
                    "{slot}: {a:?} {b:?}"
                );
                let last = |all: &[super::PathSegment]| all.last().unwrap().to;
                assert!((last(&a) - last(&b)).length() < 0.05, "{slot}: {a:?} {b:?}");
            }
            // Where the delivered stone touches the first.
            let (a, b) = (of(&events, 0)[0], of(&steps, 0)[0]);
            assert!((a.to - b.to).length() < 0.05, "{a:?} {b:?}");
            assert!(b.deviation < a.deviation + 0.01, "{a:?} {b:?}");
        }
    }
}
