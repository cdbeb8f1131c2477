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
    use crate::physics::{Mode, Parameters, Physics, Surface, Sweeping, Throw};
    use crate::stones::Stone;
    use crate::{Shot, Stones, Sweep, Turn, Vector};

    #[test]
    fn the_segments_on_swept_ice_are_those_of_the_event_driven_simulation() {
        for (parameters, fast) in [(Parameters::legacy(), 29.0), (Parameters::fcv1(), 2.35)] {
            let physics = Physics::new(parameters).unwrap();
            let mut stones = Stones::none();
            let way = Vector::new(-0.03 * fast, fast);
            let shot = Shot::new(way, Turn::Clockwise);
            let alone = physics.throw(
                Mode::Fast,
                &Throw {
                    stones,
                    slot: 0,
                    shot,
                },
            );
            let rest = alone.unwrap().stones.get(0).unwrap().at;
            for (slot, behind) in [(1, 2.5), (2, 1.0)] {
                let at = rest - Vector::new(0.03, behind);
                stones.put(slot, Stone { at, angle: 0.0 });
            }
            let mut throw = Throw {
                stones,
                slot: 0,
                shot,
            };
            throw.shot.velocity = way * 1.04;
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
            assert!(events.iter().any(|segment| segment.slot == 1), "a contact");
            for slot in 0..3 {
                let first = |trail: &[super::PathSegment]| {
                    let mut segments = trail.iter();
                    segments.find(|segment| segment.slot == slot).copied()
                };
                let (a, b) = match (first(&events), first(&steps)) {
                    (Some(a), Some(b)) => (a, b),
                    (a, b) => {
                        assert_eq!(a.is_some(), b.is_some(), "{slot}");
                        continue;
                    }
                };
                assert!((a.from - b.from).length() < 0.05, "{slot}: {a:?} {b:?}");
                assert!((a.to - b.to).length() < 0.05, "{slot}: {a:?} {b:?}");
                assert!(b.deviation < a.deviation + 0.01, "{slot}: {a:?} {b:?}");
            }
        }
    }
}
