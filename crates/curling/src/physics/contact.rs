//! Contact solver: sequential impulses between touching stones in one time step.
//!
//! The official simulators leave contacts to a general rigid-body engine. For discs of equal size
//! its step reduces to this: fix a normal for every touching pair, apply the impulses kept from the
//! step before (warm starting), then iterate over all contacts several times, each time correcting
//! first the tangential, then the normal velocity of one pair as if it were alone. The order of
//! contacts and of operations is the engine's, because in single precision, and when three stones
//! touch, both matter.
//!
//! One code for both precisions and all models; the constants are in [`Contact`].

mod pair;

pub(crate) use pair::Pair;

use super::parameters::Contact;
use crate::sheet::RADIUS;
use crate::stones::SLOTS;
use crate::vector::{Real, Vector};

/// The tolerated overlap, in metres.
const SLOP: f64 = 0.005;
/// The fraction of the excess overlap that a pass removes.
const PUSH: f64 = 0.2;
/// The most a pass removes, in metres.
const LARGEST_PUSH: f64 = 0.2;

/// The distance, in metres, below which two stones are near each other: that at which boxes around
/// them, each a tenth of a metre wider than the stone, overlap.
pub(crate) const NEAR: f64 = 2.0 * (RADIUS + 0.1);

/// The state of a stone in the solver.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Body<R> {
    pub(crate) at: Vector<R>,
    pub(crate) velocity: Vector<R>,
    pub(crate) spin: R,
    pub(crate) angle: R,
}

impl<R: Real> Body<R> {
    /// Moves and rotates for a time.
    #[inline]
    pub(crate) fn advance(&mut self, time: R) {
        self.at += self.velocity * time;
        self.angle += self.spin * time;
    }
}

/// A touching pair.
#[derive(Clone, Copy, Debug)]
struct ContactPoint<R> {
    a: usize,
    b: usize,
    /// Accumulated impulses along the normal and the tangent; kept from step to step.
    along: R,
    across: R,
    normal: Vector<R>,
    /// From the centres to the point of contact.
    arms: [Vector<R>; 2],
    /// Effective masses along the normal and the tangent.
    masses: [R; 2],
    /// The target speed of separation.
    bias: R,
}

/// The constants of the solver in one precision.
#[derive(Clone, Copy, Debug)]
struct Constants<R> {
    reach: R,
    inverse_mass: R,
    inverse_inertia: R,
    friction: R,
    restitution: R,
    threshold: R,
    velocity_passes: u32,
    position_passes: u32,
}

/// The current contacts, up to `N` of them: of a heap of overlapping stones the rest is ignored
/// until the heap has come apart.
#[derive(Clone, Debug)]
pub(crate) struct Contacts<R, const N: usize> {
    constants: Constants<R>,
    points: [ContactPoint<R>; N],
    count: usize,
    order: [u8; N],
    /// The number of entries of `order` in use.
    live: usize,
}

impl<R: Real, const N: usize> Contacts<R, N> {
    pub(crate) fn new(contact: &Contact) -> Self {
        let radius = R::of(RADIUS);
        // The mass does not matter as long as all stones have the same; it affects the last digit
        // only.
        let mass = R::of(contact.density) * R::of(std::f64::consts::PI) * radius * radius;
        let inertia = mass * (R::of(0.5) * radius * radius);
        let nowhere = ContactPoint {
            a: 0,
            b: 0,
            along: R::ZERO,
            across: R::ZERO,
            normal: Vector::ZERO,
            arms: [Vector::ZERO; 2],
            masses: [R::ZERO; 2],
            bias: R::ZERO,
        };
        Contacts {
            constants: Constants {
                reach: radius + radius,
                inverse_mass: R::ONE / mass,
                inverse_inertia: R::ONE / inertia,
                // The engine takes the geometric mean of both stones' coefficients.
                friction: (R::of(contact.friction) * R::of(contact.friction)).sqrt(),
                restitution: R::of(contact.restitution),
                threshold: R::of(contact.threshold),
                velocity_passes: contact.velocity_passes,
                position_passes: contact.position_passes,
            },
            points: [nowhere; N],
            count: 0,
            order: [0; N],
            live: 0,
        }
    }

    /// Returns whether any pair touches.
    pub(crate) fn any(&self) -> bool {
        self.count > 0
    }

    /// Updates the contacts between the stones in `mask` and returns the number of new ones. Pairs
    /// of which neither stone is in `in_motion` are skipped.
    pub(crate) fn find(&mut self, bodies: &[Body<R>; SLOTS], mask: u16, in_motion: u16) -> u32 {
        let reach = self.constants.reach * self.constants.reach;
        let touching = |a: usize, b: usize| {
            let apart = bodies[b].at - bodies[a].at;
            apart.length_squared() <= reach
        };
        let mut kept = 0;
        let mut known = [0_u16; SLOTS];
        for index in 0..self.count {
            let point = self.points[index];
            let present = mask & (1 << point.a) != 0 && mask & (1 << point.b) != 0;
            if present && touching(point.a, point.b) {
                known[point.a] |= 1 << point.b;
                self.points[kept] = point;
                kept += 1;
            }
        }
        self.count = kept;
        let mut begun = 0;
        for a in crate::stones::bits(mask) {
            let above = !0_u16 << a << 1;
            let partners = if in_motion & (1 << a) != 0 {
                mask
            } else {
                mask & in_motion
            };
            for b in crate::stones::bits(partners & above & !known[a]) {
                if touching(a, b) && self.count < N {
                    self.points[self.count].a = a;
                    self.points[self.count].b = b;
                    self.points[self.count].along = R::ZERO;
                    self.points[self.count].across = R::ZERO;
                    self.count += 1;
                    begun += 1;
                }
            }
        }
        begun
    }

    /// Adds a touching pair with its accumulated impulses.
    pub(crate) fn adopt(&mut self, pair: &Pair) {
        let mass = R::ONE / self.constants.inverse_mass;
        self.forget(pair);
        if self.count < N {
            let point = &mut self.points[self.count];
            [point.a, point.b] = pair.slots;
            [point.along, point.across] = pair.impulses.map(|impulse| R::of(impulse) * mass);
            self.count += 1;
        }
    }

    /// Removes the contact of a pair and returns whether there was one.
    pub(crate) fn forget(&mut self, pair: &Pair) -> bool {
        let touches = &self.points[..self.count];
        let known = touches
            .iter()
            .position(|point| [point.a, point.b] == pair.slots);
        if let Some(index) = known {
            self.points.copy_within(index + 1..self.count, index);
            self.count -= 1;
        }
        known.is_some()
    }

    /// Returns the slots of all stones that touch another.
    pub(crate) fn touching(&self) -> u16 {
        self.points[..self.count]
            .iter()
            .fold(0, |mask, point| mask | 1 << point.a | 1 << point.b)
    }

    /// Solves the velocities of all stones that touch a moving one, directly or through others, and
    /// returns their slots.
    pub(crate) fn solve(&mut self, bodies: &mut [Body<R>; SLOTS], in_motion: u16) -> u16 {
        let touching = self.reached_from(in_motion);
        if touching == 0 {
            return 0;
        }
        self.put_in_order();
        let mut live = 0;
        for place in 0..self.count {
            let index = self.order[place];
            let point = &mut self.points[usize::from(index)];
            if touching & (1 << point.a) != 0 {
                point.prepare(&self.constants, bodies);
                self.order[live] = index;
                live += 1;
            } else {
                // At rest against each other: their impulses are zero.
                (point.along, point.across) = (R::ZERO, R::ZERO);
            }
        }
        self.live = live;
        for place in 0..live {
            let point = &self.points[usize::from(self.order[place])];
            let impulse = point.normal * point.along + point.tangent() * point.across;
            point.push(&self.constants, bodies, impulse);
        }
        self.iterate(bodies);
        touching
    }

    /// Returns the touching stones that are connected to one of these by a chain of contacts.
    fn reached_from(&self, in_motion: u16) -> u16 {
        let mut reached = in_motion;
        loop {
            let before = reached;
            for point in &self.points[..self.count] {
                let pair = 1 << point.a | 1 << point.b;
                if reached & pair != 0 {
                    reached |= pair;
                }
            }
            if reached == before {
                return reached & self.touching();
            }
        }
    }

    fn iterate(&mut self, bodies: &mut [Body<R>; SLOTS]) {
        for _ in 0..self.constants.velocity_passes {
            let mut changed = false;
            for place in 0..self.live {
                let point = &mut self.points[usize::from(self.order[place])];
                changed |= point.apply_friction(&self.constants, bodies);
                changed |= point.bounce(&self.constants, bodies);
            }
            if !changed {
                break; // every further pass would change nothing either
            }
        }
    }

    /// Pushes stones apart that overlap by more than the slop, and returns whether there were any.
    pub(crate) fn part(&self, bodies: &mut [Body<R>; SLOTS]) -> bool {
        let mut parted = false;
        for _ in 0..self.constants.position_passes {
            let mut worst = R::ZERO;
            for place in 0..self.live {
                let point = &self.points[usize::from(self.order[place])];
                let overlap = point.part(&self.constants, bodies);
                if overlap < worst {
                    worst = overlap;
                }
            }
            parted |= worst < R::of(-SLOP);
            if worst >= R::of(-3.0 * SLOP) {
                break;
            }
        }
        parted
    }

    /// Sorts the contacts into the engine's order: islands one after the other, each traversed
    /// depth first from its highest stone, a stone's contact with the highest partner first. (The
    /// engine goes by the age of a contact, counted from when the boxes around the stones first
    /// overlapped; in ties, and so nearly always, by the partner.)
    pub(crate) fn put_in_order(&mut self) {
        self.live = self.count;
        if self.count < 2 {
            self.order[0] = 0;
            return;
        }
        let mut placed = 0;
        let mut taken = 0_u64;
        let mut seen = 0_u16;
        for seed in (0..SLOTS).rev() {
            if seen & (1 << seed) != 0 {
                continue;
            }
            seen |= 1 << seed;
            let mut stack = [0_u8; SLOTS];
            let mut height = 1;
            stack[0] = seed as u8;
            while height > 0 {
                height -= 1;
                let stone = usize::from(stack[height]);
                while let Some((index, partner)) = self.highest(stone, taken) {
                    taken |= 1 << index;
                    self.order[placed] = index as u8;
                    placed += 1;
                    if seen & (1 << partner) == 0 {
                        seen |= 1 << partner;
                        stack[height] = partner as u8;
                        height += 1;
                    }
                }
            }
        }
    }

    /// Returns the unused contact of a stone with the highest partner, and that partner.
    fn highest(&self, stone: usize, taken: u64) -> Option<(usize, usize)> {
        let touches = self.points[..self.count].iter().enumerate();
        touches
            .filter(|(index, point)| {
                taken & (1 << index) == 0 && (point.a == stone || point.b == stone)
            })
            .map(|(index, point)| (index, point.a + point.b - stone))
            .max_by_key(|&(_, partner)| partner)
    }
}

impl<R: Real> ContactPoint<R> {
    fn tangent(&self) -> Vector<R> {
        -self.normal.left()
    }

    /// Computes normal, arms, masses and bias from the current positions.
    fn prepare(&mut self, constants: &Constants<R>, bodies: &[Body<R>; SLOTS]) {
        let (a, b) = (&bodies[self.a], &bodies[self.b]);
        self.normal = direction(a.at, b.at);
        let radius = R::of(RADIUS);
        let point = ((a.at + self.normal * radius) + (b.at - self.normal * radius)) * R::of(0.5);
        self.arms = [point - a.at, point - b.at];
        let mass = |along: Vector<R>| {
            let [ra, rb] = self.arms.map(|arm| arm.cross(along));
            let both = constants.inverse_mass + constants.inverse_mass;
            R::ONE
                / (both + constants.inverse_inertia * ra * ra + constants.inverse_inertia * rb * rb)
        };
        self.masses = [mass(self.normal), mass(self.tangent())];
        let closing = self.normal.dot(self.slide(bodies));
        self.bias = if closing < -constants.threshold {
            -constants.restitution * closing
        } else {
            R::ZERO
        };
    }

    /// Returns the velocity of the second stone relative to the first at the point of contact.
    #[inline]
    fn slide(&self, bodies: &[Body<R>; SLOTS]) -> Vector<R> {
        let at_contact = |body: &Body<R>, arm: Vector<R>| body.velocity + arm.left() * body.spin;
        at_contact(&bodies[self.b], self.arms[1])
            - bodies[self.a].velocity
            - self.arms[0].left() * bodies[self.a].spin
    }

    #[inline]
    fn push(&self, constants: &Constants<R>, bodies: &mut [Body<R>; SLOTS], impulse: Vector<R>) {
        let a = &mut bodies[self.a];
        a.velocity -= impulse * constants.inverse_mass;
        a.spin -= constants.inverse_inertia * self.arms[0].cross(impulse);
        let b = &mut bodies[self.b];
        b.velocity += impulse * constants.inverse_mass;
        b.spin += constants.inverse_inertia * self.arms[1].cross(impulse);
    }

    /// Reduces the tangential speed, as far as friction allows. Returns whether anything changed.
    #[inline]
    fn apply_friction(&mut self, constants: &Constants<R>, bodies: &mut [Body<R>; SLOTS]) -> bool {
        let tangent = self.tangent();
        let wanted = self.masses[1] * -self.slide(bodies).dot(tangent);
        let most = constants.friction * self.along;
        let total = (self.across + wanted).clamp(-most, most);
        let change = total - self.across;
        self.across = total;
        self.push(constants, bodies, tangent * change);
        change.abs() > R::NOTICEABLE
    }

    /// Brings the normal speed to its target, never pulling. Returns whether anything changed.
    #[inline]
    fn bounce(&mut self, constants: &Constants<R>, bodies: &mut [Body<R>; SLOTS]) -> bool {
        let speed = self.slide(bodies).dot(self.normal);
        let wanted = -self.masses[0] * (speed - self.bias);
        let total = (self.along + wanted).max(R::ZERO);
        let change = total - self.along;
        self.along = total;
        self.push(constants, bodies, self.normal * change);
        change.abs() > R::NOTICEABLE
    }

    /// Pushes the two apart and returns the previous gap (negative: overlap).
    fn part(&self, constants: &Constants<R>, bodies: &mut [Body<R>; SLOTS]) -> R {
        let (a, b) = (bodies[self.a].at, bodies[self.b].at);
        let normal = direction(a, b);
        let radius = R::of(RADIUS);
        let gap = (b - a).dot(normal) - radius - radius;
        let push = (R::of(PUSH) * (gap + R::of(SLOP))).clamp(R::of(-LARGEST_PUSH), R::ZERO);
        let impulse = normal * (-push / (constants.inverse_mass + constants.inverse_mass));
        bodies[self.a].at -= impulse * constants.inverse_mass;
        bodies[self.b].at += impulse * constants.inverse_mass;
        gap
    }
}

/// Returns the unit vector from one centre to another; along x if they coincide.
fn direction<R: Real>(from: Vector<R>, to: Vector<R>) -> Vector<R> {
    let apart = to - from;
    let length = apart.length();
    if length < R::of(1.2e-7) {
        return Vector::new(R::ONE, R::ZERO);
    }
    apart * (R::ONE / length)
}
