//! The curve of which all paths of spinning stones are pieces, traced backwards from the position
//! of rest.
//!
//! The engine steps explicitly: new speed from the old speed's friction, heading by the old speed's
//! turning, place by the new velocity. The smooth flow that passes through the steps to second
//! order is the one whose deceleration is `G (1 + G' dt/2)` (the modified equation of the explicit
//! Euler method: Hairer, Lubich and Wanner, *Geometric Numerical Integration*, 2006, chapter IX),
//! whose turning and loss of spin at a step's start have been summed to half a step earlier, and
//! whose place to half a step later. This flow is integrated here, not the law itself; the engine's
//! own velocity is then the curve's slope half a step earlier.
//!
//! Positions are stored at equal intervals of time to the stop and joined by cubic pieces. The
//! curvature grows without bound as the stone stops, though its integral does not, so a finer table
//! serves the last interval.

use crate::physics::parameters::Fcv1Ice;
use crate::vector::Vector;
use std::ops::{Add, Mul, Sub};

/// The fastest stone on the curve, in m/s.
pub const FASTEST: f64 = 10.0;

/// The speed, in m/s, below which the loss of spin is constant: the engine's guard against division
/// by zero.
const SLOWEST: f64 = 0.001;

/// The refinement of the table of the last interval.
const FINENESS: usize = 32;

/// Fewest and most intervals of a table.
const INTERVALS: [f64; 2] = [256.0, 4096.0];

/// Entries of the table of times by the path left.
const TIMES: usize = 1024;

/// The motion of a single stone as a function of the time to its stop.
#[derive(Clone, Debug)]
pub struct Curve {
    ice: Fcv1Ice,
    step: f64,
    near: Table,
    far: Table,
    /// Time to the stop, by speed.
    lasting: Vec<Cubic<f64>>,
    speeds_per: f64,
    /// Time to the stop by the root of the path left.
    times: Vec<f64>,
    roots_per: f64,
    /// By node of the far table, the largest distance of the rest of the path from its chord.
    deviations: Vec<f64>,
}

/// The curve at one moment; the curve's end is the origin.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    place: Vector,
    /// The slope of `place` over time, which is the engine's velocity half a step later.
    velocity: Vector,
    /// Path left, in metres.
    left: f64,
    /// The slope of `left`.
    speed: f64,
    /// The spin lost until the stop.
    lost: f64,
    /// The slope of `lost`.
    loss: f64,
    /// The integral of `lost` from here to the stop.
    lost_turn: f64,
}

/// The curve between two nodes, as functions of the fraction of the interval. What is wanted at
/// every moment comes first, each in a cache line of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Piece {
    place: Cubic<Vector>,
    lost: Cubic<f64>,
    left: Cubic<f64>,
    lost_turn: Cubic<f64>,
}

/// Nodes at equal intervals of time to the stop.
#[derive(Clone, Debug)]
struct Table {
    spacing: f64,
    per: f64,
    /// Half a step of the engine, in intervals.
    half_step: f64,
    nodes: Vec<Node>,
    /// Between each node and the next.
    pieces: Vec<Piece>,
    /// The spin lost from each node on.
    losses: Vec<f64>,
}

/// A moment between two nodes.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    piece: &'a Piece,
    share: f64,
    table: &'a Table,
}

/// A cubic function on the unit interval.
#[derive(Clone, Copy, Debug)]
struct Cubic<T>([T; 4]);

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f64, Output = T>> Cubic<T> {
    /// Creates the cubic through two values with two slopes.
    #[inline]
    fn new(from: T, slope: T, to: T, last: T) -> Self {
        let (rise, slopes) = (to - from, slope + last);
        Cubic([
            from,
            slope,
            rise * 3.0 - slopes - slope,
            slopes - rise * 2.0,
        ])
    }

    #[inline]
    fn value(&self, x: f64) -> T {
        let [a, b, c, d] = self.0;
        a + (b + (c + d * x) * x) * x
    }

    #[inline]
    fn slope(&self, x: f64) -> T {
        let [_, b, c, d] = self.0;
        b + (c * 2.0 + d * (3.0 * x)) * x
    }
}

impl Piece {
    /// Joins two nodes of a table with this spacing.
    fn new([early, late]: [&Node; 2], spacing: f64) -> Self {
        /// The cubic through a quantity known at both nodes with its slope over time to the stop.
        fn cubic<T>(
            nodes: [&Node; 2],
            spacing: f64,
            value: impl Fn(&Node) -> T,
            slope: impl Fn(&Node) -> T,
        ) -> Cubic<T>
        where
            T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f64, Output = T>,
        {
            let [from, to] = nodes.map(value);
            let [first, last] = nodes.map(|node| slope(node) * spacing);
            Cubic::new(from, first, to, last)
        }
        let nodes = [early, late];
        Piece {
            place: cubic(nodes, spacing, |node| node.place, |node| -node.velocity),
            lost: cubic(nodes, spacing, |node| node.lost, |node| node.loss),
            left: cubic(nodes, spacing, |node| node.left, |node| node.speed),
            lost_turn: cubic(nodes, spacing, |node| node.lost_turn, |node| node.lost),
        }
    }
}

impl Moment<'_> {
    /// Returns position and velocity.
    #[inline]
    pub(super) fn place(&self) -> (Vector, Vector) {
        let cubic = &self.piece.place;
        let before = self.share + self.table.half_step;
        (
            cubic.value(self.share),
            cubic.slope(before) * -self.table.per,
        )
    }

    /// Returns remaining path and speed.
    #[inline]
    pub(super) fn left(&self) -> (f64, f64) {
        let cubic = &self.piece.left;
        let before = self.share + self.table.half_step;
        (
            cubic.value(self.share),
            cubic.slope(before) * self.table.per,
        )
    }

    /// Returns the spin that the stone will lose until it stops.
    #[inline]
    pub(super) fn spin_lost(&self) -> f64 {
        self.piece.lost.value(self.share)
    }

    /// Returns the integral of [`Moment::spin_lost`] over the remaining time.
    #[inline]
    pub(super) fn turned_by_lost(&self) -> f64 {
        self.piece.lost_turn.value(self.share)
    }
}

/// Splits a position in a table into the index of its interval and the fraction of that. 32 bits,
/// since these are converted to floating-point numbers and back in fewer instructions.
#[inline]
fn split(place: f64, intervals: usize) -> (usize, f64) {
    let index = (place as u32).min(intervals as u32 - 1);
    (index as usize, place - f64::from(index))
}

impl Table {
    fn new(spacing: f64, step: f64, nodes: Vec<Node>) -> Self {
        let piece = |pair: &[Node]| Piece::new([&pair[0], &pair[1]], spacing);
        Table {
            spacing,
            per: 1.0 / spacing,
            half_step: step / 2.0 / spacing,
            pieces: nodes.windows(2).map(piece).collect(),
            losses: nodes.iter().map(|node| node.lost).collect(),
            nodes,
        }
    }

    #[inline]
    fn moment(&self, left: f64) -> Moment<'_> {
        let place = left * self.per;
        let (index, share) = split(place, self.pieces.len());
        Moment {
            piece: &self.pieces[index],
            share,
            table: self,
        }
    }

    /// Returns the first node, but never the first of all, from which on this spin is lost.
    fn node_of_spin_lost(&self, amount: f64) -> usize {
        self.losses
            .partition_point(|&lost| lost < amount)
            .clamp(1, self.losses.len() - 1)
    }

    /// Returns the first node, but never the first of all, with at least this path left.
    fn node_of_left(&self, metres: f64) -> usize {
        self.nodes
            .partition_point(|node| node.left < metres)
            .clamp(1, self.nodes.len() - 1)
    }
}

impl Curve {
    /// Traces the curve of this ice for an engine with this time step, in seconds.
    pub fn new(ice: &Fcv1Ice, step: f64) -> Self {
        let flow = Flow { ice: *ice, step };
        let (lasting, speeds_per) = flow.lasting();
        let total = lasting[lasting.len() - 1][0];
        // Friction changes most within the time in which the last of the speed up to the knee is
        // lost.
        let spacing = (ice.knee / flow.deceleration(0.0) / 2.0)
            .max(total / INTERVALS[1])
            .min(total / INTERVALS[0]);
        let (near, far) = flow.trace(spacing, (total / spacing).ceil() as usize);
        let (times, roots_per) = times(&far);
        let joined = |pair: &[[f64; 2]]| Cubic::new(pair[0][0], pair[0][1], pair[1][0], pair[1][1]);
        Curve {
            ice: *ice,
            step,
            deviations: deviations(&far, ice.yaw),
            near,
            far,
            lasting: lasting.windows(2).map(joined).collect(),
            speeds_per,
            times,
            roots_per,
        }
    }

    /// Returns the ice.
    pub fn ice(&self) -> &Fcv1Ice {
        &self.ice
    }

    /// Returns the engine's time step, in seconds.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Returns the state at this time to the stop.
    #[inline]
    pub(super) fn moment(&self, left: f64) -> Moment<'_> {
        if left < self.far.spacing {
            self.near.moment(left)
        } else {
            self.far.moment(left)
        }
    }

    /// Returns the seconds until a stone of this speed stops.
    #[inline]
    pub(super) fn lasting(&self, speed: f64) -> f64 {
        let place = speed.min(FASTEST) * self.speeds_per;
        let (index, share) = split(place, self.lasting.len());
        self.lasting[index].value(share)
    }

    /// Returns the angle by which a stone that has stopped with a spin rotates within a time.
    pub(super) fn turned_on_the_spot(&self, spin: f64, time: f64) -> f64 {
        let loss = self.ice.spin_decay / SLOWEST;
        let time = time.min(spin / loss).max(0.0);
        time * (spin - loss * time / 2.0)
    }

    /// Returns the seconds to the stop of a stone that will lose this spin.
    pub(super) fn time_of_spin_lost(&self, amount: f64) -> f64 {
        let mut late = self.far.node_of_spin_lost(amount);
        let table = match late {
            1 => {
                late = self.near.node_of_spin_lost(amount);
                &self.near
            }
            _ => &self.far,
        };
        let [from, to] = [table.nodes[late - 1], table.nodes[late]];
        let span = to.lost - from.lost;
        let slope = |node: Node| span * table.per / node.loss;
        let share = Cubic::new(0.0, slope(from), 1.0, slope(to)).value((amount - from.lost) / span);
        ((late - 1) as f64 + share) * table.spacing
    }

    /// Returns the seconds to the stop of a stone with about this length of path remaining.
    #[inline]
    pub(super) fn time_of_left(&self, metres: f64) -> f64 {
        let place = metres.max(0.0).sqrt() * self.roots_per;
        let (index, share) = split(place, self.times.len() - 1);
        let (from, to) = (self.times[index], self.times[index + 1]);
        from + (to - from) * share
    }

    /// Returns the largest distance from its chord of the path of a stone at this time to the stop.
    #[inline]
    pub(super) fn deviation(&self, left: f64) -> f64 {
        let (node, _) = split(left * self.far.per, self.deviations.len() - 1);
        self.deviations[node + 1]
    }
}

/// Returns the far table's times, at equal intervals of the root of the remaining path: near the
/// stop the remaining path grows as the square of time.
fn times(table: &Table) -> (Vec<f64>, f64) {
    let last = table.nodes[table.nodes.len() - 1].left.sqrt();
    let time = |index: usize| {
        let root = last * index as f64 / (TIMES - 1) as f64;
        let late = table.node_of_left(root * root);
        let [from, to] = [late - 1, late].map(|node| table.nodes[node].left.sqrt());
        ((late - 1) as f64 + (root - from) / (to - from)) * table.spacing
    };
    ((0..TIMES).map(time).collect(), (TIMES - 1) as f64 / last)
}

/// Returns for each node the largest distance of later nodes from the chord to the end.
fn deviations(table: &Table, yaw: f64) -> Vec<f64> {
    // Between two nodes the path leaves their chord by an eighth of the sideways acceleration times
    // the interval squared.
    let slack = yaw.abs() * libm::pow(FASTEST, 0.2) * table.spacing * table.spacing / 8.0;
    let farthest = |index: usize| {
        let chord = table.nodes[index].place;
        let unit = chord * (1.0 / chord.length().max(f64::MIN_POSITIVE));
        let from = |node: &Node| {
            let beyond = node.place.dot(unit).min(0.0);
            unit.cross(node.place).abs() + beyond.abs()
        };
        table.nodes[..index].iter().map(from).fold(0.0, f64::max) + slack
    };
    (0..table.nodes.len()).map(farthest).collect()
}

/// The smooth flow through the engine's steps.
#[derive(Clone, Copy)]
struct Flow {
    ice: Fcv1Ice,
    step: f64,
}

/// The integrated quantities, as functions of the time to the stop.
#[derive(Clone, Copy)]
struct State {
    speed: f64,
    heading: f64,
    place: Vector,
    left: f64,
    lost: f64,
    lost_turn: f64,
}

impl State {
    const STOPPED: State = State {
        speed: 0.0,
        heading: 0.0,
        place: Vector::ZERO,
        left: 0.0,
        lost: 0.0,
        lost_turn: 0.0,
    };

    /// Returns this state moved along a slope.
    fn along(&self, slope: &State, time: f64) -> State {
        State {
            speed: self.speed + slope.speed * time,
            heading: self.heading + slope.heading * time,
            place: self.place + slope.place * time,
            left: self.left + slope.left * time,
            lost: self.lost + slope.lost * time,
            lost_turn: self.lost_turn + slope.lost_turn * time,
        }
    }
}

impl Flow {
    /// Returns the deceleration of the smooth flow.
    fn deceleration(&self, speed: f64) -> f64 {
        let Fcv1Ice {
            grip,
            knee,
            floor,
            gravity,
            ..
        } = self.ice;
        let over = 1.0 / (speed + knee);
        let change = -grip * over * over * gravity;
        // The correction is some thousandths; the bound guards against senselessly long steps.
        (grip * over + floor) * gravity * (1.0 + change * self.step / 2.0).max(0.5)
    }

    /// Returns the speed half a step later, which moves the stone; slightly negative at the very
    /// end.
    fn moving(&self, speed: f64) -> f64 {
        speed - self.deceleration(speed) * self.step / 2.0
    }

    /// Returns the rate of loss of spin: by the speed half a step earlier.
    fn loss(&self, speed: f64) -> f64 {
        let earlier = speed + self.deceleration(speed) * self.step / 2.0;
        self.ice.spin_decay / earlier.max(SLOWEST)
    }

    fn slope(&self, state: &State) -> State {
        let deceleration = self.deceleration(state.speed);
        let moving = self.moving(state.speed);
        let (sin, cos) = libm::sincos(state.heading);
        State {
            speed: deceleration,
            heading: -self.ice.yaw * libm::pow(state.speed.max(f64::MIN_POSITIVE), -0.8),
            place: Vector::new(cos, sin) * -moving,
            left: moving,
            lost: self.loss(state.speed),
            lost_turn: state.lost,
        }
    }

    /// Performs one Runge-Kutta step.
    fn advanced(&self, state: &State, time: f64) -> State {
        let first = self.slope(state);
        let second = self.slope(&state.along(&first, time / 2.0));
        let third = self.slope(&state.along(&second, time / 2.0));
        let fourth = self.slope(&state.along(&third, time));
        state
            .along(&first, time / 6.0)
            .along(&second, time / 3.0)
            .along(&third, time / 3.0)
            .along(&fourth, time / 6.0)
    }

    fn node(&self, state: &State) -> Node {
        let speed = self.moving(state.speed);
        let (sin, cos) = libm::sincos(state.heading);
        Node {
            place: state.place,
            velocity: Vector::new(cos, sin) * speed,
            left: state.left,
            speed,
            lost: state.lost,
            loss: self.loss(state.speed),
            lost_turn: state.lost_turn,
        }
    }

    /// Returns the states at the ends of some intervals, integrated in `steps` steps each.
    fn traced(&self, start: State, spacing: f64, intervals: usize, steps: usize) -> Vec<State> {
        let mut state = start;
        let mut interval = || {
            for _ in 0..steps {
                state = self.advanced(&state, spacing / steps as f64);
            }
            state
        };
        (0..intervals).map(|_| interval()).collect()
    }

    /// Returns the state after the first interval of the curve. The curvature goes as time to the
    /// power of -0.8, which equal steps would miss: these are graded so that each adds about the
    /// same.
    fn first(&self, spacing: f64) -> State {
        const STEPS: usize = 64;
        let time = |index: usize| spacing * libm::pow(index as f64 / STEPS as f64, 5.0);
        // The rotation before the first of them, at an almost constant deceleration.
        let start = time(1);
        let mut state = self.advanced(&State::STOPPED, start);
        let pace = libm::pow(self.deceleration(0.0), -0.8);
        state.heading = -self.ice.yaw * pace * 5.0 * libm::pow(start, 0.2);
        state.place = Vector::new(-state.left, 0.0);
        (1..STEPS).fold(state, |state, index| {
            self.advanced(&state, time(index + 1) - time(index))
        })
    }

    /// Returns the tables of the last interval and of the whole curve.
    fn trace(&self, spacing: f64, intervals: usize) -> (Table, Table) {
        const STEPS: usize = 4;
        let fine = spacing / FINENESS as f64;
        let stop = [State::STOPPED, self.first(fine)];
        let near = self.traced(stop[1], fine, FINENESS - 1, STEPS);
        let last = near[near.len() - 1];
        let far = self.traced(last, spacing, intervals, STEPS);
        let nodes = |states: &mut dyn Iterator<Item = &State>| {
            states.map(|state| self.node(state)).collect()
        };
        let near = nodes(&mut stop.iter().chain(&near));
        let far = nodes(&mut [State::STOPPED, last].iter().chain(&far));
        (
            Table::new(fine, self.step, near),
            Table::new(spacing, self.step, far),
        )
    }

    /// Returns the time to the stop by speed, and the table entries for each m/s. Simpson's rule is
    /// exact enough for such a smooth function.
    fn lasting(&self) -> (Vec<[f64; 2]>, f64) {
        let spacing = (self.ice.knee / 4.0).clamp(FASTEST / INTERVALS[1], FASTEST / INTERVALS[0]);
        let intervals = ((FASTEST / spacing).ceil() as usize).max(1);
        let pace = |place: f64| spacing / self.deceleration(place * spacing);
        let mut time = 0.0;
        let mut node = |index: usize| {
            let here = index as f64;
            if index > 0 {
                let quarters = [1.0, 0.75, 0.5, 0.25, 0.0].map(|back| pace(here - back));
                let [a, b, c, d, e] = quarters;
                time += (a + 4.0 * b + 2.0 * c + 4.0 * d + e) / 12.0;
            }
            [time, pace(here)]
        };
        ((0..=intervals).map(&mut node).collect(), 1.0 / spacing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::parameters::{Ice, Parameters};

    fn curve() -> Curve {
        match Parameters::fcv1().ice {
            Ice::Fcv1(ice) => Curve::new(&ice, 0.001),
            Ice::Coulomb(_) => unreachable!("FCV1 has its own ice"),
        }
    }

    #[test]
    fn the_tables_answer_each_other() {
        let curve = curve();
        for speed in [0.0005, 0.003, 0.02, 0.1, 0.7, 2.4, 3.3, 9.9] {
            let lasting = curve.lasting(speed);
            let (left, again) = curve.moment(lasting).left();
            assert!((again - speed).abs() < 2e-6, "{again} for {speed}");
            let seen = curve.time_of_left(left);
            assert!(
                (seen - lasting).abs() * speed < 0.005,
                "{seen}, not {lasting}"
            );
            let lost = curve.moment(lasting).spin_lost();
            let dead = curve.time_of_spin_lost(lost);
            assert!(
                (dead - lasting).abs() * speed < 2e-4,
                "{dead}, not {lasting}"
            );
        }
    }

    #[test]
    fn a_draw_takes_as_many_steps_as_officially() {
        let lasting = curve().lasting(2.4033);
        assert!((lasting - 28.7).abs() < 0.2, "{lasting}");
    }

    #[test]
    fn senseless_ice_does_no_harm() {
        for value in [0.0, f64::INFINITY, f64::NAN] {
            let good = *curve().ice();
            let heavy = Fcv1Ice {
                gravity: value,
                ..good
            };
            let bent = Fcv1Ice {
                knee: value,
                ..good
            };
            for ice in [heavy, bent] {
                let curve = Curve::new(&ice, 0.001);
                let _ = (curve.lasting(2.0), curve.moment(20.0).place());
                let _ = (curve.deviation(f64::NAN), curve.time_of_spin_lost(1.0));
            }
        }
    }
}
