//! A shot, from contact to contact: the search's simulation.
//!
//! Between contacts every stone follows its [`Glide`], which needs no steps. The time at which two stones meet is found by Newton's
//! method and rounded up to the official engine's next step, so that they overlap exactly as much as there: the overlap fixes the direction of the
//! blow, and a simulator that stops stones at the very moment of touching plays a different game. The contact itself is solved step by
//! step with the referee's [`Contacts`], in double precision, until the stones have parted.
//!
//! What is simplified: on the platforms where a stone that has left the sheet waits for its removal, we ask whether anything has
//! held that up only when the stone is about to touch another. Stones that overlap before the shot by more than any simulation leaves them
//! are not pushed apart.

use super::contact::{Body, Contacts};
use super::glide::{Glide, Law, Motion};
use super::grid::{SLEEP, came_near};
use super::law::StepLaw;
use super::parameters::Parameters;
use super::{Outcome, Throw};
use crate::sheet::{HeldUpBy, RADIUS, Region};
use crate::stones::{SLOTS, Stone, Stones, bits};
use crate::vector::Vector;

/// The distance at which stones touch, in metres.
const REACH: f64 = 2.0 * RADIUS;
/// As many contacts as are followed at once: more than a shot ever has, unless stones lie in a heap.
const CONTACTS: usize = 20;
/// Never: a step after any shot.
const NEVER: u32 = u32::MAX;
/// How far before the expected place of contact the search for it starts, in metres.
const HEAD_START: f64 = 0.03;
/// The path of a stone that goes farther than this, in metres, is far from straight.
const LONG_WAY: f64 = 12.0;
/// Steps that stones in contact take in all: several times what the longest push lasts. Only heaps of overlapping stones need more.
const PATIENCE: u32 = 4_000;
/// More contacts than any shot has; a simulation that finds no end is cut off.
const MOST_EVENTS: u32 = 2_000;
/// While a stone off the sheet waits for its removal, look again after so many steps.
const WAITING: u32 = 8;

/// A stone's run since it was last touched.
#[derive(Clone, Copy, Debug)]
struct Run<G> {
    glide: G,
    /// Where it began.
    start: Vector,
    /// The step at which it began.
    from: u32,
    /// The step from which on the stone is at rest.
    until: u32,
    /// How far the stone had turned when it began.
    angle: f64,
    /// What happens to it next.
    next: Next,
}

/// What happens next to a stone that runs.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The step.
    step: u32,
    /// The stone it meets; itself if it leaves the sheet.
    slot: usize,
}

const NOTHING: Next = Next {
    step: NEVER,
    slot: 0,
};

/// A shot being simulated.
pub(crate) struct Fast<'a, L: Law, S> {
    law: &'a L,
    ice: S,
    parameters: &'a Parameters,
    before: &'a Stones,
    step: f64,
    now: u32,
    present: u16,
    /// Stones that have moved.
    moved: u16,
    /// Stones that lay in play before the shot.
    inside: u16,
    /// The y of the foremost stone.
    front: f64,
    /// Where each stone lies, or will come to rest if nothing gets in its way.
    rest: [Vector; SLOTS],
    runs: [Option<Run<L::Glide<'a>>>; SLOTS],
    /// The step since which each stone that moves, or has come to rest last, has been awake.
    woke: [u32; SLOTS],
    /// How long a stone at rest stays awake, in steps.
    tail: u32,
    begun: u32,
    /// Steps that stones in contact may still take.
    patience: u32,
    thrown: usize,
}

impl<'a, L: Law, S: StepLaw<f64>> Fast<'a, L, S> {
    /// Simulates a checked throw.
    pub(crate) fn run(law: &'a L, ice: S, parameters: &'a Parameters, throw: &'a Throw) -> Outcome {
        let mut shot = Fast {
            law,
            ice,
            parameters,
            before: &throw.stones,
            step: parameters.step,
            now: 0,
            present: 0,
            moved: 0,
            inside: 0,
            front: 0.0,
            rest: [Vector::ZERO; SLOTS],
            runs: [const { None }; SLOTS],
            woke: [0; SLOTS],
            tail: match parameters.bounds.held_up_by {
                HeldUpBy::Awake => (SLEEP / parameters.step) as u32,
                HeldUpBy::Nothing | HeldUpBy::Moving => 0,
            },
            begun: 0,
            patience: PATIENCE,
            thrown: throw.slot,
        };
        shot.lay(throw);
        let start = law.released(&throw.shot, parameters.sheet.hack());
        shot.start(throw.slot, start, 0.0);
        shot.plan(throw.slot, 0, 0);
        let mut contacts: Option<Contacts<f64, CONTACTS>> = None;
        for _ in 0..MOST_EVENTS {
            let Some((slot, next)) = shot.first() else {
                break;
            };
            // A long contact of others may have outlasted what was planned.
            shot.now = shot.now.max(next.step);
            if next.slot == slot {
                shot.leaves(slot);
                continue;
            }
            let mut touched = 0;
            if shot.touch(slot, next.slot) {
                let contacts = contacts.get_or_insert_with(|| Contacts::new(&parameters.contact));
                touched = shot.collide(contacts);
            }
            if touched & (1 << slot) == 0 {
                // The other stone has been moved or removed meanwhile.
                shot.plan(slot, shot.now, 0);
            }
        }
        shot.outcome()
    }

    /// Lays out the stones at rest.
    fn lay(&mut self, throw: &Throw) {
        let bounds = &self.parameters.bounds;
        for (slot, stone) in throw.stones.iter() {
            self.rest[slot] = stone.at;
            self.front = self.front.min(stone.at.y);
            self.inside |= u16::from(bounds.resting.contains(stone.at)) << slot;
        }
        self.present = if bounds.dropped_before {
            self.inside
        } else {
            throw.stones.mask()
        };
        self.present |= 1 << throw.slot;
    }

    /// Lets a stone run from here on.
    fn start(&mut self, slot: usize, motion: Motion, angle: f64) {
        let glide = self.law.glide(motion);
        let steps = (glide.duration() / self.step).round() as u32;
        self.rest[slot] = glide.rest();
        self.runs[slot] = Some(Run {
            glide,
            start: motion.at,
            from: self.now,
            until: self.now + steps,
            angle,
            next: NOTHING,
        });
        self.moved |= 1 << slot;
    }

    /// The stones that move at a step.
    fn moving(&self, step: u32) -> u16 {
        let going = |&slot: &usize| self.runs[slot].is_some_and(|run| step < run.until);
        bits(self.moved & self.present)
            .filter(going)
            .fold(0, |mask, slot| mask | 1 << slot)
    }

    /// Where a stone is and how it moves at a step.
    fn motion(&self, slot: usize, step: u32) -> Motion {
        match &self.runs[slot] {
            Some(run) => run.glide.at(f64::from(step - run.from) * self.step),
            None => Motion::resting(self.rest[slot]),
        }
    }

    /// How far a stone has turned at a step.
    fn angle(&self, slot: usize, step: u32) -> f64 {
        let before = || self.before.get(slot).map_or(0.0, |stone| stone.angle);
        self.runs[slot].as_ref().map_or_else(before, |run| {
            run.angle + run.glide.turned(f64::from(step - run.from) * self.step)
        })
    }

    /// The stone to which something happens first.
    fn first(&self) -> Option<(usize, Next)> {
        let all = bits(self.moved & self.present);
        all.filter_map(|slot| Some((slot, self.runs[slot].as_ref()?.next)))
            .min_by_key(|(_, next)| next.step)
            .filter(|(_, next)| next.step < NEVER)
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        let both = self.present & (1 << a) != 0 && self.present & (1 << b) != 0;
        let apart = self.motion(a, self.now).at - self.motion(b, self.now).at;
        both && apart.length_squared() <= REACH * REACH
    }

    /// A stone has left the sheet, but not for good: it is gone unless something holds up its removal.
    fn leaves(&mut self, slot: usize) {
        if !self.is_outside(slot, self.now) {
            self.plan(slot, self.now, 0);
        } else if self.holder(slot, self.now).is_some() {
            self.plan_without_edges(slot, self.now, 0);
            self.expect(slot, self.now + WAITING, slot);
        } else {
            self.present &= !(1 << slot);
        }
    }

    fn is_outside(&self, slot: usize, step: u32) -> bool {
        !self
            .parameters
            .bounds
            .moving
            .contains(self.motion(slot, step).at)
    }

    /// Whether a stone is off the sheet and has been removed: nothing has held that up all the time since it crossed the edge.
    fn is_gone(&self, slot: usize, at: Vector) -> bool {
        !self.parameters.bounds.moving.contains(at) && !self.was_held_up(slot)
    }

    /// Whether the removal of a stone that is off the sheet now has been held up ever since it left.
    fn was_held_up(&self, slot: usize) -> bool {
        let Some(run) = &self.runs[slot] else {
            return false;
        };
        let mut step = run.from;
        if self.parameters.bounds.held_up_by != HeldUpBy::Nothing && !self.is_outside(slot, step) {
            step = self.crossing(slot, step, self.now);
        }
        while step <= self.now {
            match self.holder(slot, step) {
                Some(until) => step = until,
                None => return false,
            }
        }
        true
    }

    /// The step at which a stone, inside at one step and outside at another, crosses the edge.
    fn crossing(&self, slot: usize, inside: u32, outside: u32) -> u32 {
        let (mut early, mut late) = (inside, outside);
        while late - early > 1 {
            let middle = early.midpoint(late);
            if self.is_outside(slot, middle) {
                late = middle;
            } else {
                early = middle;
            }
        }
        late
    }

    /// The step until which, at least, a stone of a lower slot holds up the removal of this one, if one does so at a step.
    fn holder(&self, slot: usize, step: u32) -> Option<u32> {
        if self.parameters.bounds.held_up_by == HeldUpBy::Nothing {
            return None;
        }
        let holds = |lower: usize| {
            let (from, until) = self.runs[lower].map_or((0, 0), |run| (run.from, run.until));
            if step >= from && self.is_outside(lower, step) {
                return None; // itself gone, or held up by another
            }
            if step >= self.woke[lower] && step < until + self.tail {
                let stays = self.parameters.bounds.moving.contains(self.rest[lower]);
                return Some(if stays {
                    until + self.tail
                } else {
                    step + WAITING
                });
            }
            (self.tail > 0 && self.is_woken(lower, step)).then_some(step + WAITING)
        };
        bits(self.present & !(!0_u16 << slot)).find_map(holds)
    }

    /// Whether a stone that passes by keeps one at rest awake.
    fn is_woken(&self, slot: usize, step: u32) -> bool {
        let place = match &self.runs[slot] {
            Some(run) if step < run.from => run.start,
            _ => self.rest[slot],
        };
        let passing = |&other: &usize| self.runs[other].is_some_and(|run| run.from <= step);
        bits(self.moving(step) & !(1 << slot))
            .filter(passing)
            .any(|other| {
                let motion = self.motion(other, step);
                came_near(motion.at - place, motion.velocity)
            })
    }

    /// Stones touch: the steps from now until they have parted are done one by one, for all stones in motion.
    /// Gives the stones that were touched.
    fn collide(&mut self, contacts: &mut Contacts<f64, CONTACTS>) -> u16 {
        let mut bodies = [Body::default(); SLOTS];
        let mut stirring = self.moving(self.now);
        for slot in bits(self.present) {
            let motion = self.motion(slot, self.now);
            bodies[slot] = Body {
                at: motion.at,
                velocity: motion.velocity,
                spin: motion.spin,
                angle: self.angle(slot, self.now),
            };
        }
        let gone =
            bits(self.present & self.moved).filter(|&slot| self.is_gone(slot, bodies[slot].at));
        let gone = gone.fold(0, |mask, slot| mask | 1 << slot);
        self.present &= !gone;
        stirring &= !gone;
        let begin = self.now;
        let mut touched = 0;
        loop {
            let mut active = 0;
            while active != stirring | contacts.touching() {
                // A stone that is hit passes the blow on to those it lies against.
                active = stirring | contacts.touching();
                self.begun += contacts.find(&bodies, self.present, active);
            }
            if contacts.touching() & stirring == 0 {
                break;
            }
            if self.patience == 0 {
                // A heap that does not come apart is left as it lies.
                for slot in bits(contacts.touching()) {
                    bodies[slot].velocity = Vector::ZERO;
                    touched |= 1 << slot;
                }
                break;
            }
            self.patience -= 1;
            touched |= self.full_step(contacts, &mut bodies, &mut stirring);
        }
        self.set_off(touched, &bodies, begin);
        touched
    }

    /// One step of all moving stones; gives the stones that touched one.
    fn full_step(
        &mut self,
        contacts: &mut Contacts<f64, CONTACTS>,
        bodies: &mut [Body<f64>; SLOTS],
        stirring: &mut u16,
    ) -> u16 {
        if S::ICE_FIRST {
            self.rub(bodies, *stirring);
        }
        let touching = contacts.solve(bodies, *stirring);
        for slot in bits(*stirring | touching) {
            let body = &mut bodies[slot];
            body.at += body.velocity * self.step;
            body.angle += body.spin * self.step;
        }
        contacts.part(bodies);
        *stirring |= touching;
        if !S::ICE_FIRST {
            self.rub(bodies, *stirring);
        }
        let still = bits(*stirring).filter(|&slot| bodies[slot].velocity == Vector::ZERO);
        *stirring &= !still.fold(0, |mask, slot| mask | 1 << slot);
        self.now += 1;
        touching
    }

    fn rub(&self, bodies: &mut [Body<f64>; SLOTS], stirring: u16) {
        for slot in bits(stirring) {
            let body = &mut bodies[slot];
            (body.velocity, body.spin) = self.ice.act(body.velocity, body.spin, 1.0, 1.0);
        }
    }

    /// Lets stones run on from where the contact has left them.
    fn set_off(&mut self, touched: u16, bodies: &[Body<f64>; SLOTS], begin: u32) {
        for slot in bits(touched) {
            let awake = |run: &Run<_>| begin < run.until + self.tail;
            if !self.runs[slot].as_ref().is_some_and(awake) {
                self.woke[slot] = begin;
            }
            let body = &bodies[slot];
            let motion = Motion {
                at: body.at,
                velocity: body.velocity,
                spin: body.spin,
            };
            self.start(slot, motion, body.angle);
        }
        // Each pair of them is looked at once.
        let mut rest = touched;
        for slot in bits(touched) {
            rest &= !(1 << slot);
            let stopped = self.runs[slot].is_some_and(|run| run.until <= self.now);
            let known = if stopped { touched } else { touched & !rest };
            self.plan(slot, self.now, known);
        }
    }

    /// Finds what a stone meets first from a step on, the edges of the sheet included. Meetings with the `known` stones are in their plans already.
    fn plan(&mut self, slot: usize, from: u32, known: u16) {
        self.plan_without_edges(slot, from, known);
        let step = self.strays(slot, from);
        self.expect(slot, step, slot);
    }

    /// Something happens to a stone at a step, unless something else does so before.
    fn expect(&mut self, slot: usize, step: u32, other: usize) {
        if let Some(run) = &mut self.runs[slot]
            && step < run.next.step
        {
            run.next = Next { step, slot: other };
        }
    }

    /// Finds what a stone meets first from a step on.
    fn plan_without_edges(&mut self, slot: usize, from: u32, known: u16) {
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
        let mut start = if from == run.from {
            run.start
        } else {
            glide.at(begin).at
        };
        if (rest - start).length_squared() > LONG_WAY * LONG_WAY {
            // Only the part of the path that comes near a stone matters; a shorter chord is a better likeness of it.
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
        let along = chord * (1.0 / length.max(1e-9));
        let bow = glide.bow(begin);
        let corridor = REACH + bow;
        // A flat arc is longer than its chord by 8/3 of this; a spiral may bend mostly in one place.
        let detour = 4.0 * bow * bow / length.max(1e-9);
        for slot in bits(resting) {
            let place = self.rest[slot] - start;
            let (ahead, aside) = (place.dot(along), along.cross(place).abs());
            if aside > corridor || ahead < -REACH || ahead > length + REACH {
                continue;
            }
            let left = length - ahead + REACH + HEAD_START + detour;
            let time = glide.time_when_left(left).max(begin);
            if time / self.step < f64::from(next.step) - f64::from(run.from) {
                let step = self.approach(run, self.rest[slot], time, from);
                if step < next.step {
                    next = Next { step, slot };
                }
            }
        }
        next
    }

    /// The first step at which a stone touches one at rest, looking from a time on at which it has not reached it yet: each look takes
    /// the rest of the way to be straight. A stone that only grazes the other may be past before the engine looks.
    fn approach(&self, run: &Run<L::Glide<'a>>, place: Vector, mut time: f64, from: u32) -> u32 {
        for look in 0.. {
            let motion = run.glide.at(time);
            let (towards, speed) = (place - motion.at, motion.velocity.length());
            let ahead = towards.dot(motion.velocity) / speed.max(1e-12);
            let aside = towards.length_squared() - ahead * ahead;
            let way = ahead - (REACH * REACH - aside).max(0.0).sqrt();
            // The way looks straight only from nearby.
            let slack = 0.06 * ahead.abs() + 1e-6;
            let past = ahead <= 0.0 && towards.length_squared() > REACH * REACH;
            if past || aside > (REACH + slack) * (REACH + slack) {
                return NEVER;
            }
            if way.abs() < 1e-7 || look == 12 {
                break;
            }
            let pull = self.ice.pull(speed);
            let slowing = 1.0 + 0.5 * pull * way / (speed * speed).max(1e-12);
            time = (time + way / speed.max(1e-12) * slowing.min(2.0)).max(0.0);
            if time >= run.glide.duration() {
                let apart = run.glide.rest() - place;
                if apart.length_squared() > REACH * REACH {
                    return NEVER;
                }
                time = run.glide.duration();
                break;
            }
        }
        let step = run.from + (time / self.step - 1e-6).ceil().max(0.0) as u32;
        if step > from {
            return step;
        }
        // Rounded to a step at which they may not touch yet: to be sent there again would be to stay there for ever.
        let now = run.glide.at(f64::from(from - run.from) * self.step).at;
        from + u32::from((place - now).length_squared() > REACH * REACH)
    }

    /// The first step at which two moving stones touch, if it comes before `limit`. Goes from step to step in strides within which they cannot.
    fn meeting(&self, a: usize, b: usize, from: u32, limit: u32) -> u32 {
        let (Some(one), Some(other)) = (&self.runs[a], &self.runs[b]) else {
            return NEVER;
        };
        let pull = 2.0 * self.ice.hardest_pull();
        let end = one.until.max(other.until).min(limit.saturating_sub(1));
        let mut step = from;
        while step <= end {
            let (m, n) = (self.motion(a, step), self.motion(b, step));
            let (apart, against) = (n.at - m.at, n.velocity - m.velocity);
            if apart.length_squared() <= REACH * REACH {
                return step;
            }
            let distance = apart.length();
            let gap = distance - REACH;
            // Their distance grows at this rate now, and no pull can change the rate faster than `pull`.
            let rate = apart.dot(against) / distance;
            let braked = (rate + (rate * rate + 2.0 * pull * gap).sqrt()) / pull;
            // Friction never makes the speed of one against the other grow; curl may, a little.
            let fastest =
                1.1 * against.length() + 0.05 * (m.velocity.length() + n.velocity.length());
            let stride = braked.max(gap / fastest.max(1e-9)) / self.step;
            step = step.saturating_add((stride.min(1e6) as u32).max(1));
        }
        NEVER
    }

    /// The step at which a stone that will come to rest on the sheet leaves it on the way. Rare: the path must bend across an edge and back.
    fn strays(&self, slot: usize, from: u32) -> u32 {
        let Some(run) = self.runs[slot].as_ref().filter(|run| from < run.until) else {
            return NEVER;
        };
        let region = &self.parameters.bounds.moving;
        let begin = f64::from(from - run.from) * self.step;
        let rest = run.glide.rest();
        let start = if from == run.from {
            run.start
        } else {
            run.glide.at(begin).at
        };
        let bow = run.glide.bow(begin);
        if !region.contains(rest) || (clear_of(region, start, bow) && clear_of(region, rest, bow)) {
            return NEVER;
        }
        if self.is_outside(slot, from) {
            return from + 1;
        }
        // It is farthest out where it turns back.
        let farthest =
            [|v: Vector| v.x, |v: Vector| v.y].map(|part| self.turning(slot, from, part));
        let mut farthest = farthest.into_iter().flatten();
        let out = farthest.find(|&step| self.is_outside(slot, step));
        out.map_or(NEVER, |step| self.crossing(slot, from, step))
    }

    /// The step at which a part of a stone's velocity changes its sign, if it does.
    fn turning(&self, slot: usize, from: u32, part: impl Fn(Vector) -> f64) -> Option<u32> {
        let run = self.runs[slot].as_ref()?;
        let forward = |step: u32| part(self.motion(slot, step).velocity) > 0.0;
        let (mut early, mut late) = (from, run.until - 1);
        let at_first = forward(early);
        if forward(late) == at_first {
            return None;
        }
        while late - early > 1 {
            let middle = early.midpoint(late);
            if forward(middle) == at_first {
                early = middle;
            } else {
                late = middle;
            }
        }
        Some(late)
    }

    /// The stones in play when all have stopped.
    fn outcome(&self) -> Outcome {
        let bounds = &self.parameters.bounds;
        let mut outcome = Outcome {
            stones: *self.before,
            contacts: self.begun,
            moved: self.moved,
            steps: 0,
        };
        let lie_still = self.present & self.inside & !self.moved;
        for slot in bits(self.before.mask() & !lie_still) {
            outcome.stones.remove(slot);
        }
        for slot in bits(self.present & self.moved) {
            let at = self.rest[slot];
            let looked_at = bounds.all_must_rest_inside || slot == self.thrown;
            let region = if looked_at {
                &bounds.resting
            } else {
                &bounds.moving
            };
            let Some(run) = &self.runs[slot] else {
                continue;
            };
            outcome.steps = outcome.steps.max(run.until);
            if region.contains(at) {
                let angle = run.angle + run.glide.turned(f64::INFINITY);
                outcome.stones.put(slot, Stone { at, angle });
            }
        }
        outcome
    }
}

/// Whether a place is inside a region by more than a margin; the thrower's end does not count.
fn clear_of(region: &Region, at: Vector, margin: f64) -> bool {
    at.x.abs() + margin < region.side && at.y + margin < region.back
}

#[cfg(test)]
mod tests;
