//! Next event of a moving stone: the first stone it touches, or the edge of the sheet, and at which
//! step.

use super::corridor::Corridor;
use super::{CONTACT_DISTANCE, Event, EventSimulation, NEVER, NO_EVENT, Run};
use crate::physics::glide::{CHORD_TOLERANCE, Glide, Law, Motion, ceil};
use crate::physics::law::StepLaw;
use crate::stones::bits;
use crate::vector::Vector;

/// The distance before the expected contact at which the search for it starts, in metres.
const APPROACH_MARGIN: f64 = 0.03;
/// The path length, in metres, above which a path is far from straight.
const LONG_PATH: f64 = 12.0;
/// The most iterations of an approach: more than are ever needed.
const MAX_ITERATIONS: u32 = 12;
/// The largest relative loss of speed on the way for which the path is taken as a parabola.
const MAX_SPEED_LOSS: f64 = 0.15;
/// The precision, in steps, to which the time of a contact must be known: if it comes out a step
/// too early, nothing touches there yet, and the search is repeated.
const TIME_TOLERANCE: f64 = 0.005;
/// A lower bound, by a wide margin, of displacement over path length: paths curve only a little.
const MIN_CHORD_RATIO: f64 = 0.85;

/// The result of one iteration of an approach.
enum Approach {
    /// No contact.
    Never,
    /// Contact at this time, or earlier by up to this number of steps.
    Contact(f64, f64),
    /// Iterate again from this time.
    Retry(f64),
}

impl<'a, L: Law, S: StepLaw<f64>> EventSimulation<'a, L, S> {
    /// Finds the first event of a stone from a step on, leaving the sheet included. Contacts with
    /// the `known` stones are in their plans already.
    pub(super) fn plan(&mut self, slot: usize, from: u32, known: u16) {
        self.plan_contacts(slot, from, known);
        let step = self.leaves_sheet_at(slot, from);
        self.schedule(slot, step, slot);
    }

    /// Sets the next event of a stone, unless an earlier one is known.
    pub(super) fn schedule(&mut self, slot: usize, step: u32, other: usize) {
        if let Some(run) = &mut self.runs[slot]
            && step < run.next.step
        {
            run.next = Event { step, slot: other };
        }
    }

    /// Finds the first contact of a stone from a step on.
    pub(super) fn plan_contacts(&mut self, slot: usize, from: u32, known: u16) {
        let Some(run) = &self.runs[slot] else {
            return;
        };
        let mut next = NO_EVENT;
        let moving = self.moving(from) & !(1 << slot);
        if from < run.until {
            next = self.first_at_rest(run, self.present & !moving & !(1 << slot), from);
        }
        // Moving stones have not considered the current position of this one, even if it has
        // stopped there.
        for other in bits(moving & !known) {
            let step = self.meeting(slot, other, from, next.step);
            if step < next.step {
                next = Event { step, slot: other };
            }
        }
        if let Some(run) = &mut self.runs[slot] {
            run.next = next;
        }
    }

    /// Returns the first contact with a stone at rest.
    fn first_at_rest(&self, run: &Run<L::Glide<'a>>, resting: u16, from: u32) -> Event {
        let mut next = NO_EVENT;
        if resting == 0 {
            return next;
        }
        let (glide, rest) = (&run.glide, run.glide.rest());
        let mut begin = f64::from(from - run.from) * self.step;
        let mut start = self.approximate_motion(run, from).at;
        if (rest - start).length_squared() > LONG_PATH * LONG_PATH {
            // Only the part of the path near a stone matters; a shorter chord approximates it
            // better.
            let region = &self.parameters.bounds.moving;
            let ahead = (self.front - rest.y)
                .abs()
                .max((region.back - rest.y).abs());
            let farthest = ahead + rest.x.abs() + region.side;
            begin = glide
                .time_when_left(1.02 * (farthest + CONTACT_DISTANCE) + 0.1)
                .max(begin);
            start = glide.at(begin).at;
        }
        let chord = rest - start;
        let length = chord.length();
        let per_length = 1.0 / length.max(1e-9);
        let deviation = glide.deviation(begin);
        let [left, right] = sides(glide.curvature_sign(), deviation);
        let corridor = Corridor {
            start,
            along: chord * per_length,
            from: -CONTACT_DISTANCE,
            to: length + CONTACT_DISTANCE,
            left,
            right,
        };
        // A flat arc is longer than its chord by 8/3 of this; a spiral may curve mostly in one
        // place.
        let detour = 4.0 * deviation * deviation * per_length;
        let mut left = self.rest.mask_where(|place| corridor.contains(place)) & resting;
        while let Some((slot, ahead)) = corridor.first(&self.rest, left) {
            left &= !(1 << slot);
            let to_go = length - ahead + CONTACT_DISTANCE + APPROACH_MARGIN + detour;
            let time = glide.time_when_left(to_go).max(begin);
            if time * self.per_step < f64::from(next.step) - f64::from(run.from) {
                let step = self.approach(run, self.rest.get(slot), time, from);
                if step < next.step {
                    next = Event { step, slot };
                }
            }
        }
        next
    }

    /// Returns the first step at which a stone touches one at rest, starting from a time before the
    /// contact. A grazing stone may have passed before the engine checks.
    fn approach(&self, run: &Run<L::Glide<'a>>, place: Vector, mut time: f64, from: u32) -> u32 {
        let (mut early, glide) = (1e-6, &run.glide);
        for _ in 0..MAX_ITERATIONS {
            match self.look(&glide.at(time), place, time) {
                Approach::Never => return NEVER,
                Approach::Retry(later) => time = later,
                Approach::Contact(then, perhaps) => {
                    (time, early) = (then, early + perhaps);
                    break;
                }
            }
            if time >= glide.duration() {
                if (glide.rest() - place).length_squared() > CONTACT_DISTANCE * CONTACT_DISTANCE {
                    return NEVER;
                }
                time = glide.duration();
                break;
            }
        }
        let step = run.from + ceil((time * self.per_step - early).max(0.0)) as u32;
        if step > from {
            return step;
        }
        // Rounded to a step at which they may not touch yet: scheduling the same step again would
        // never end.
        let now = glide.at(f64::from(from - run.from) * self.step).at;
        from + u32::from((place - now).length_squared() > CONTACT_DISTANCE * CONTACT_DISTANCE)
    }

    /// One iteration of an approach to a resting stone. As long as the stone loses little of its
    /// speed on the way, the path is a parabola; otherwise it is taken as straight for a part of
    /// it, and the iteration is repeated from there.
    #[inline]
    fn look(&self, motion: &Motion, place: Vector, time: f64) -> Approach {
        let towards = place - motion.at;
        let speed = motion.velocity.length();
        let per_speed = 1.0 / speed.max(1e-12);
        let heading = motion.velocity * per_speed;
        let (ahead, off) = (towards.dot(heading), heading.cross(towards));
        if ahead <= 0.0 && towards.length_squared() > CONTACT_DISTANCE * CONTACT_DISTANCE {
            return Approach::Never;
        }
        let pull = self.ice.deceleration(speed);
        let lost = pull * ahead * per_speed * per_speed;
        if lost.abs() < MAX_SPEED_LOSS {
            let side = self.ice.lateral_acceleration(heading, speed, motion.spin);
            // The displacement of a step uses the velocity before, or after, the ice has acted: the
            // path is that of a continuous law shifted by half a step.
            let shift = if S::ICE_FIRST { self.step } else { -self.step };
            let bend = |t: f64| 0.5 * t * (t + shift);
            let drift = side * bend(ahead * per_speed * (1.0 + 0.5 * lost));
            let slack = 0.25 * drift.abs() + 1e-4;
            let aside = (off - drift).abs();
            if aside > CONTACT_DISTANCE + slack {
                return Approach::Never;
            }
            if aside < CONTACT_DISTANCE - slack {
                let half = (CONTACT_DISTANCE * CONTACT_DISTANCE - aside * aside).sqrt();
                let way = ahead - half;
                let mut t = way * per_speed * (1.0 + 0.5 * pull * way * per_speed * per_speed);
                for _ in 0..2 {
                    let apart =
                        Vector::new(ahead - speed * t + pull * bend(t), off - side * bend(t));
                    let since = t + 0.5 * shift;
                    let closing = apart.dot(Vector::new(speed - pull * since, side * since));
                    t += 0.5 * (apart.length_squared() - CONTACT_DISTANCE * CONTACT_DISTANCE)
                        / closing;
                }
                // The error of the parabola, as a time; it grows with the obliqueness of the
                // contact.
                let slower = (pull * t * per_speed).abs();
                let beside = 0.5 * (pull + side.abs()) * t * t * slower * (CONTACT_DISTANCE / half);
                let perhaps = beside * per_speed * self.per_step;
                return if perhaps < TIME_TOLERANCE {
                    Approach::Contact(time + t, perhaps)
                } else {
                    Approach::Retry((time + t).max(0.0))
                };
            }
        }
        let aside = off * off;
        let way = ahead
            - (CONTACT_DISTANCE * CONTACT_DISTANCE - aside)
                .max(0.0)
                .sqrt();
        // The path is straight only at short range.
        let slack = 0.06 * ahead.abs() + 1e-6;
        if aside > (CONTACT_DISTANCE + slack) * (CONTACT_DISTANCE + slack) {
            return Approach::Never;
        }
        if way.abs() < 1e-7 {
            return Approach::Contact(time, 0.0);
        }
        let slowing = 1.0 + 0.5 * pull * way * per_speed * per_speed;
        Approach::Retry((time + way * per_speed * slowing.min(2.0)).max(0.0))
    }

    /// Returns the first step before `limit` at which two moving stones touch. Advances in strides
    /// within which they cannot.
    fn meeting(&self, a: usize, b: usize, from: u32, limit: u32) -> u32 {
        let (Some(one), Some(other)) = (&self.runs[a], &self.runs[b]) else {
            return NEVER;
        };
        let end = one.until.max(other.until).min(limit.saturating_sub(1));
        let ways = [one, other].map(|run| [run.start.at, run.glide.rest()]);
        if keep_apart(ways, CONTACT_DISTANCE + one.deviation + other.deviation) {
            return NEVER;
        }
        let pull = 2.0 * self.ice.max_acceleration();
        let mut step = from;
        while step <= end {
            let mut at = [
                self.approximate_motion(one, step),
                self.approximate_motion(other, step),
            ];
            let nearest = CONTACT_DISTANCE + CHORD_TOLERANCE;
            if (at[1].at - at[0].at).length_squared() > nearest * nearest {
                if self.diverge([a, b], &at) {
                    return NEVER;
                }
            } else {
                // Stones that push each other separate and touch again by micrometres.
                at = [self.motion_of(one, step), self.motion_of(other, step)];
                if (at[1].at - at[0].at).length_squared() <= CONTACT_DISTANCE * CONTACT_DISTANCE {
                    return step;
                }
            }
            let [m, n] = at;
            let (apart, against) = (n.at - m.at, n.velocity - m.velocity);
            let distance = apart.length();
            let gap = distance - CONTACT_DISTANCE;
            // Their distance grows at this rate now, and no deceleration can change the rate faster
            // than `pull`.
            let rate = apart.dot(against) / distance;
            let braked = (rate + (rate * rate + 2.0 * pull * gap).sqrt()) / pull;
            // Friction never increases the relative speed; curl may, a little.
            let fastest =
                1.1 * against.length() + 0.05 * (m.velocity.length() + n.velocity.length());
            let stride = braked.max(gap / fastest.max(1e-9)) * self.per_step;
            step = step.saturating_add((stride.min(1e6) as u32).max(1));
        }
        NEVER
    }

    /// Returns whether two separate stones will come no nearer to each other. In the direction from
    /// one to the other each gains at least, or at most, some fraction of its path length; and the
    /// ratio of the two path lengths lies between 1 (as long as both are fast) and the ratio of the
    /// remaining lengths.
    fn diverge(&self, [a, b]: [usize; 2], [m, n]: &[Motion; 2]) -> bool {
        let apart = n.at - m.at;
        let (left, others) = (self.rest.get(a) - m.at, self.rest.get(b) - n.at);
        let [_, most] = pointing(m, left, apart);
        let [least, _] = pointing(n, others, apart);
        least >= most && least * others.length() >= most * left.length()
    }
}

/// Returns the extent to the left and to the right of its chord within which a path that curves
/// this way may touch a stone.
fn sides(bends: f64, deviation: f64) -> [f64; 2] {
    // A path that curves to the left throughout lies to the right of its chord.
    let deviation_on = |side: f64| {
        if side * bends > 0.0 {
            CHORD_TOLERANCE
        } else {
            deviation
        }
    };
    [1.0, -1.0].map(|side| CONTACT_DISTANCE + deviation_on(side))
}

/// Returns whether the bounding boxes of two segments are farther apart than this.
fn keep_apart([one, other]: [[Vector; 2]; 2], distance: f64) -> bool {
    let apart = |[a, b]: [f64; 2], [c, d]: [f64; 2]| {
        a.max(b) + distance < c.min(d) || c.max(d) + distance < a.min(b)
    };
    apart(one.map(|at| at.x), other.map(|at| at.x))
        || apart(one.map(|at| at.y), other.map(|at| at.y))
}

/// Returns the least and the largest component, along a vector, of a stone's future displacement
/// for each metre of path. It lies between the heading and the chord to the position of rest, as
/// the path curves one way only.
fn pointing(motion: &Motion, chord: Vector, along: Vector) -> [f64; 2] {
    let (speed, length) = (motion.velocity.length(), chord.length());
    if speed < 1e-9 || length < 1e-9 {
        return [0.0; 2];
    }
    let first = motion.velocity.dot(along) / speed;
    let last = chord.dot(along) / length;
    let mut range = [first.min(last), first.max(last)];
    if motion.velocity.cross(along) * along.cross(chord) > 0.0 {
        // The vector itself, or its opposite, is between the two.
        let end = usize::from(first > 0.0);
        range[end] = along.length().copysign(first);
    }
    // The displacement is a little shorter than the path.
    let [least, most] = range;
    [
        least.min(least * MIN_CHORD_RATIO),
        most.max(most * MIN_CHORD_RATIO),
    ]
}
