//! Looking ahead: what a running stone meets first, and at which step.

use super::strip::Strip;
use super::{Fast, NEVER, NOTHING, Next, REACH, Run};
use crate::physics::glide::{Glide, HAIR, Law, Motion, ceil};
use crate::physics::law::StepLaw;
use crate::stones::bits;
use crate::vector::Vector;

/// How far before the expected place of contact the search for it starts, in metres.
const HEAD_START: f64 = 0.03;
/// The path of a stone that goes farther than this, in metres, is far from straight.
const LONG_WAY: f64 = 12.0;
/// Looks at an approaching stone: more than are ever needed.
const LOOKS: u32 = 12;
/// A stone that loses more than this part of its speed on the way is looked at again from nearer.
const NOT_MUCH: f64 = 0.15;
/// A contact whose moment is known to this part of a step need not be known better: if it is taken
/// to be a step too early, nothing touches there yet, and we look again.
const SURE: f64 = 0.005;
/// The displacement of a stone is no smaller a part of the way it has run than this, by a wide
/// margin: paths turn by little.
const CROW_FLIES: f64 = 0.85;

/// The next look at an approaching stone.
enum Look {
    /// They do not meet.
    Never,
    /// They meet at this time, or by the second number of steps earlier.
    Found(f64, f64),
    /// Look again at this time.
    Again(f64),
}

impl<'a, L: Law, S: StepLaw<f64>> Fast<'a, L, S> {
    /// Finds what a stone meets first from a step on, the edges of the sheet included. Meetings
    /// with the `known` stones are in their plans already.
    pub(super) fn plan(&mut self, slot: usize, from: u32, known: u16) {
        self.plan_without_edges(slot, from, known);
        let step = self.strays(slot, from);
        self.expect(slot, step, slot);
    }

    /// Something happens to a stone at a step, unless something else does so before.
    pub(super) fn expect(&mut self, slot: usize, step: u32, other: usize) {
        if let Some(run) = &mut self.runs[slot]
            && step < run.next.step
        {
            run.next = Next { step, slot: other };
        }
    }

    /// Finds what a stone meets first from a step on.
    pub(super) fn plan_without_edges(&mut self, slot: usize, from: u32, known: u16) {
        let Some(run) = &self.runs[slot] else {
            return;
        };
        let mut next = NOTHING;
        let moving = self.moving(from) & !(1 << slot);
        if from < run.until {
            next = self.first_at_rest(run, self.present & !moving & !(1 << slot), from);
        }
        // Those that move have not looked at where this one is now, even if it has stopped there.
        for other in bits(moving & !known) {
            let step = self.meeting(slot, other, from, next.step);
            if step < next.step {
                next = Next { step, slot: other };
            }
        }
        if let Some(run) = &mut self.runs[slot] {
            run.next = next;
        }
    }

    /// What a stone meets first of the stones at rest.
    fn first_at_rest(&self, run: &Run<L::Glide<'a>>, resting: u16, from: u32) -> Next {
        let mut next = NOTHING;
        if resting == 0 {
            return next;
        }
        let (glide, rest) = (&run.glide, run.glide.rest());
        let mut begin = f64::from(from - run.from) * self.step;
        let mut start = self.roughly_at(run, from).at;
        if (rest - start).length_squared() > LONG_WAY * LONG_WAY {
            // Only the part of the path that comes near a stone matters; a shorter chord is a
            // better likeness of it.
            let region = &self.parameters.bounds.moving;
            let ahead = (self.front - rest.y)
                .abs()
                .max((region.back - rest.y).abs());
            let farthest = ahead + rest.x.abs() + region.side;
            begin = glide
                .time_when_left(1.02 * (farthest + REACH) + 0.1)
                .max(begin);
            start = glide.at(begin).at;
        }
        let chord = rest - start;
        let length = chord.length();
        let per_length = 1.0 / length.max(1e-9);
        let bow = glide.bow(begin);
        let [left, right] = sides(glide.bends(), bow);
        let strip = Strip {
            start,
            along: chord * per_length,
            from: -REACH,
            to: length + REACH,
            left,
            right,
        };
        // A flat arc is longer than its chord by 8/3 of this; a spiral may bend mostly in one
        // place.
        let detour = 4.0 * bow * bow * per_length;
        let mut left = self.rest.which(|place| strip.contains(place)) & resting;
        while let Some((slot, ahead)) = strip.first(&self.rest, left) {
            left &= !(1 << slot);
            let to_go = length - ahead + REACH + HEAD_START + detour;
            let time = glide.time_when_left(to_go).max(begin);
            if time * self.per_step < f64::from(next.step) - f64::from(run.from) {
                let step = self.approach(run, self.rest.get(slot), time, from);
                if step < next.step {
                    next = Next { step, slot };
                }
            }
        }
        next
    }

    /// The first step at which a stone touches one at rest, looking from a time on at which it has
    /// not reached it yet. A stone that only grazes the other may be past before the engine looks.
    fn approach(&self, run: &Run<L::Glide<'a>>, place: Vector, mut time: f64, from: u32) -> u32 {
        let (mut early, glide) = (1e-6, &run.glide);
        for _ in 0..LOOKS {
            match self.look(&glide.at(time), place, time) {
                Look::Never => return NEVER,
                Look::Again(later) => time = later,
                Look::Found(then, perhaps) => {
                    (time, early) = (then, early + perhaps);
                    break;
                }
            }
            if time >= glide.duration() {
                if (glide.rest() - place).length_squared() > REACH * REACH {
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
        // Rounded to a step at which they may not touch yet: to be sent there again would be to
        // stay there for ever.
        let now = glide.at(f64::from(from - run.from) * self.step).at;
        from + u32::from((place - now).length_squared() > REACH * REACH)
    }

    /// Looks from a moment of a stone's run at a place where another lies. As long as the stone
    /// loses little of its speed on the way, the way is a parabola; otherwise it is taken to be
    /// straight for a part of it, and looked at again from there.
    #[inline]
    fn look(&self, motion: &Motion, place: Vector, time: f64) -> Look {
        let towards = place - motion.at;
        let speed = motion.velocity.length();
        let per_speed = 1.0 / speed.max(1e-12);
        let heading = motion.velocity * per_speed;
        let (ahead, off) = (towards.dot(heading), heading.cross(towards));
        if ahead <= 0.0 && towards.length_squared() > REACH * REACH {
            return Look::Never;
        }
        let pull = self.ice.pull(speed);
        let lost = pull * ahead * per_speed * per_speed;
        if lost.abs() < NOT_MUCH {
            let side = self.ice.sideways(heading, speed, motion.spin);
            // A step's move uses the speed before, or after, the ice has acted: the path runs as if
            // all of it were half a step off.
            let shift = if S::ICE_FIRST { self.step } else { -self.step };
            let bend = |t: f64| 0.5 * t * (t + shift);
            let drift = side * bend(ahead * per_speed * (1.0 + 0.5 * lost));
            let slack = 0.25 * drift.abs() + 1e-4;
            let aside = (off - drift).abs();
            if aside > REACH + slack {
                return Look::Never;
            }
            if aside < REACH - slack {
                let half = (REACH * REACH - aside * aside).sqrt();
                let way = ahead - half;
                let mut t = way * per_speed * (1.0 + 0.5 * pull * way * per_speed * per_speed);
                for _ in 0..2 {
                    let apart =
                        Vector::new(ahead - speed * t + pull * bend(t), off - side * bend(t));
                    let since = t + 0.5 * shift;
                    let closing = apart.dot(Vector::new(speed - pull * since, side * since));
                    t += 0.5 * (apart.length_squared() - REACH * REACH) / closing;
                }
                // What a parabola leaves out, turned into time; the more oblique the contact, the
                // more.
                let slower = (pull * t * per_speed).abs();
                let beside = 0.5 * (pull + side.abs()) * t * t * slower * (REACH / half);
                let perhaps = beside * per_speed * self.per_step;
                return if perhaps < SURE {
                    Look::Found(time + t, perhaps)
                } else {
                    Look::Again((time + t).max(0.0))
                };
            }
        }
        let aside = off * off;
        let way = ahead - (REACH * REACH - aside).max(0.0).sqrt();
        // The way looks straight only from nearby.
        let slack = 0.06 * ahead.abs() + 1e-6;
        if aside > (REACH + slack) * (REACH + slack) {
            return Look::Never;
        }
        if way.abs() < 1e-7 {
            return Look::Found(time, 0.0);
        }
        let slowing = 1.0 + 0.5 * pull * way * per_speed * per_speed;
        Look::Again((time + way * per_speed * slowing.min(2.0)).max(0.0))
    }

    /// The first step at which two moving stones touch, if it comes before `limit`. Goes from step
    /// to step in strides within which they cannot.
    fn meeting(&self, a: usize, b: usize, from: u32, limit: u32) -> u32 {
        let (Some(one), Some(other)) = (&self.runs[a], &self.runs[b]) else {
            return NEVER;
        };
        let end = one.until.max(other.until).min(limit.saturating_sub(1));
        let ways = [one, other].map(|run| [run.start.at, run.glide.rest()]);
        if keep_apart(ways, REACH + one.bow + other.bow) {
            return NEVER;
        }
        let pull = 2.0 * self.ice.hardest_pull();
        let mut step = from;
        while step <= end {
            let mut at = [self.roughly_at(one, step), self.roughly_at(other, step)];
            let nearest = REACH + HAIR;
            if (at[1].at - at[0].at).length_squared() > nearest * nearest {
                if self.part_for_good([a, b], &at) {
                    return NEVER;
                }
            } else {
                // Stones that push each other part and touch again by micrometres.
                at = [self.run_at(one, step), self.run_at(other, step)];
                if (at[1].at - at[0].at).length_squared() <= REACH * REACH {
                    return step;
                }
            }
            let [m, n] = at;
            let (apart, against) = (n.at - m.at, n.velocity - m.velocity);
            let distance = apart.length();
            let gap = distance - REACH;
            // Their distance grows at this rate now, and no pull can change the rate faster than
            // `pull`.
            let rate = apart.dot(against) / distance;
            let braked = (rate + (rate * rate + 2.0 * pull * gap).sqrt()) / pull;
            // Friction never makes the speed of one against the other grow; curl may, a little.
            let fastest =
                1.1 * against.length() + 0.05 * (m.velocity.length() + n.velocity.length());
            let stride = braked.max(gap / fastest.max(1e-9)) * self.per_step;
            step = step.saturating_add((stride.min(1e6) as u32).max(1));
        }
        NEVER
    }

    /// Whether two stones that do not touch will come no nearer to each other. In the direction
    /// from one to the other each gains on its way at least, or at most, some part of it; and one
    /// way is to the other as something between 1 (as long as both are fast) and what is left of
    /// both.
    fn part_for_good(&self, [a, b]: [usize; 2], [m, n]: &[Motion; 2]) -> bool {
        let apart = n.at - m.at;
        let (left, others) = (self.rest.get(a) - m.at, self.rest.get(b) - n.at);
        let [_, most] = pointing(m, left, apart);
        let [least, _] = pointing(n, others, apart);
        least >= most && least * others.length() >= most * left.length()
    }
}

/// How far to the left and to the right of its chord a path that bends this way may reach a stone.
fn sides(bends: f64, bow: f64) -> [f64; 2] {
    // A path that turns to the left all the way lies to the right of its chord.
    let bow_on = |side: f64| if side * bends > 0.0 { HAIR } else { bow };
    [1.0, -1.0].map(|side| REACH + bow_on(side))
}

/// Whether the boxes around two segments are farther apart than this.
fn keep_apart([one, other]: [[Vector; 2]; 2], distance: f64) -> bool {
    let apart = |[a, b]: [f64; 2], [c, d]: [f64; 2]| {
        a.max(b) + distance < c.min(d) || c.max(d) + distance < a.min(b)
    };
    apart(one.map(|at| at.x), other.map(|at| at.x))
        || apart(one.map(|at| at.y), other.map(|at| at.y))
}

/// The least and the most that a stone's displacement from here on, for each metre of its way,
/// points along a vector. It lies between the heading and the chord to the place of rest, as the
/// path turns one way only.
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
    // The displacement is a little shorter than the way.
    let [least, most] = range;
    [least.min(least * CROW_FLIES), most.max(most * CROW_FLIES)]
}
