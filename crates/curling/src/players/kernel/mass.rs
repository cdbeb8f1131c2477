//! Normal mass of the cells of a bent grid, by Green's theorem.
//!
//! A family of lines across the sheet and one along it cut the places where a stone may stop into
//! cells, the outermost without end. In the plane of the deviates (two independent standard normal
//! numbers) the cells are bent a little. The mass of a cell is an integral along its outline: of
//! -phi(a) Phi(b) da, counter-clockwise. Neighbours share their edges, so all masses together are 1
//! whatever an edge is rounded to.

use crate::vector::Vector;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Nodes across and along a stencil through which the bent grid is laid: a polynomial of one degree
/// less.
const NODES: usize = 5;

/// Deviates beyond this are neglected: 1 in 10^18.
const NEVER: f64 = 9.0;

/// The longest stretch of an edge, in deviates, for one step of the rule below, which errs by less
/// than 1e-7 there.
const STRETCH: f64 = 1.3;

/// The most halvings of an edge.
const HALVINGS: u32 = 40;

/// Gauss's rule with four nodes on -1..1: (node, weight), both signs.
const RULE: [(f64, f64); 2] = [
    (0.3399810435848563, 0.6521451548625461),
    (0.8611363115940526, 0.34785484513745385),
];

/// A smooth map from the places on a sheet to the plane of the deviates.
pub(super) trait SmoothMap {
    /// Returns the deviates that lead to a place.
    fn deviates(&self, at: Vector) -> Vector;

    /// Returns the deviates per metre across and per metre along the sheet, by the linear
    /// approximation.
    fn steps(&self) -> [Vector; 2];
}

/// Lines across and along the sheet around a middle; at least two of each.
pub(super) struct Stencil {
    across: Axis,
    along: Axis,
}

/// One family of lines.
struct Axis {
    lines: Vec<f64>,
    nodes: [f64; NODES],
    /// For every line, and for the middle between it and the next: the share of each node.
    shares: Vec<[f64; NODES]>,
}

impl Axis {
    fn new(lines: Vec<f64>) -> Self {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        let node = |k: usize| libm::cos(PI * (k as f64 + 0.5) / NODES as f64);
        let place = |k| f64::midpoint(first, last) - (last - first) / 2.0 * node(k);
        let nodes = std::array::from_fn(place);
        let halves =
            (0..2 * lines.len() - 1).map(|k| f64::midpoint(lines[k / 2], lines[k.div_ceil(2)]));
        let shares = halves.map(|at| shares(&nodes, at)).collect();
        Axis {
            lines,
            nodes,
            shares,
        }
    }
}

/// Returns the share of each node in the value at a place: Lagrange's polynomials.
fn shares(nodes: &[f64; NODES], at: f64) -> [f64; NODES] {
    std::array::from_fn(|k| {
        let others = (0..NODES).filter(|other| *other != k);
        others.fold(1.0, |share, o| {
            share * (at - nodes[o]) / (nodes[k] - nodes[o])
        })
    })
}

impl Stencil {
    /// Creates a stencil of lines at these distances from the middle, ascending.
    pub(super) fn new(across: Vec<f64>, along: Vec<f64>) -> Self {
        Stencil {
            across: Axis::new(across),
            along: Axis::new(along),
        }
    }

    /// Returns the masses of all cells around a middle: row by row down the sheet, each from left
    /// to right.
    pub(super) fn masses(&self, map: &impl SmoothMap, middle: Vector) -> Vec<f64> {
        let grid = Grid::new(self, map, middle);
        let (columns, rows) = (self.across.lines.len() + 1, self.along.lines.len() + 1);
        let across: Vec<f64> = cells(columns, rows + 1, |i, j| grid.edge(i, j, 1, 0));
        let along: Vec<f64> = cells(columns + 1, rows, |i, j| grid.edge(i, j, 0, 1));
        let [x, y] = map.steps();
        let sense = if x.cross(y) < 0.0 { 1.0 } else { -1.0 };
        cells(columns, rows, |i, j| {
            let below_less_above = across[j * columns + i] - across[(j + 1) * columns + i];
            let right = along[j * (columns + 1) + i + 1];
            let left = along[j * (columns + 1) + i];
            (sense * (below_less_above + right - left)).max(0.0)
        })
    }
}

fn cells(columns: usize, rows: usize, of: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let of = &of;
    let all = (0..rows).flat_map(move |j| (0..columns).map(move |i| of(i, j)));
    all.collect()
}

/// The grid in the plane of the deviates: corners and the middles of edges.
struct Grid {
    /// Row by row.
    points: Vec<Vector>,
    wide: usize,
    high: usize,
    /// The vectors from an outermost line to neglected deviates.
    beyond: [Vector; 2],
}

impl Grid {
    fn new(stencil: &Stencil, map: &impl SmoothMap, middle: Vector) -> Self {
        let (across, along) = (&stencil.across, &stencil.along);
        let rows = along.nodes.map(|y| {
            let nodes = across
                .nodes
                .map(|x| map.deviates(middle + Vector::new(x, y)));
            let at = |shares: &[f64; NODES]| mixed(shares, &nodes);
            across.shares.iter().map(at).collect::<Vec<_>>()
        });
        let (wide, high) = (across.shares.len(), along.shares.len());
        let mut points = Vec::with_capacity(wide * high);
        for shares in &along.shares {
            points.extend((0..wide).map(|i| mixed(shares, &std::array::from_fn(|k| rows[k][i]))));
        }
        let steps = map.steps();
        let far = far(&steps, stencil.reach());
        Grid {
            points,
            wide,
            high,
            beyond: steps.map(|step| step * far),
        }
    }

    /// Returns a corner: index 0 is beyond the first line, then come the lines, then beyond the
    /// last.
    fn corner(&self, i: usize, j: usize) -> Vector {
        let inner = |k: usize, halves: usize| (2 * k.saturating_sub(1)).min(halves - 1);
        let out = |k: usize, halves: usize| {
            f64::from(u8::from(2 * k > halves + 1)) - f64::from(u8::from(k == 0))
        };
        let point = self.points[inner(j, self.high) * self.wide + inner(i, self.wide)];
        point + self.beyond[0] * out(i, self.wide) + self.beyond[1] * out(j, self.high)
    }

    /// Returns the integral along the edge from one corner to the next in either direction.
    fn edge(&self, i: usize, j: usize, right: usize, down: usize) -> f64 {
        let (from, to) = (self.corner(i, j), self.corner(i + right, j + down));
        let lines = |halves: usize| halves.div_ceil(2);
        let inside = |k: usize, step: usize, halves: usize| k >= 1 && k + step <= lines(halves);
        let through = if inside(i, right, self.wide) && inside(j, down, self.high) {
            self.points[(2 * (j - 1) + down) * self.wide + 2 * (i - 1) + right]
        } else {
            (from + to) * 0.5
        };
        Edge::new(from, through, to).integral()
    }
}

impl Stencil {
    /// Returns the largest distance of a line from the middle.
    fn reach(&self) -> f64 {
        let lines = self.across.lines.iter().chain(&self.along.lines);
        lines.fold(0.0, |most, line| line.abs().max(most))
    }
}

/// Returns a distance in metres beyond the ellipse of neglected deviates, by the linear
/// approximation.
fn far(steps: &[Vector; 2], reach: f64) -> f64 {
    let [x, y] = steps;
    // The inverse of the steps has the standard deviations in its rows.
    let largest = (x.length() + y.length()) / x.cross(*y).abs();
    8.0 * reach + 4.0 * NEVER * largest
}

fn mixed(shares: &[f64; NODES], points: &[Vector; NODES]) -> Vector {
    let sum = |sum: Vector, k: usize| sum + points[k] * shares[k];
    (0..NODES).fold(Vector::ZERO, sum)
}

/// A parabola from one point to another: `from + t first + t^2 second`.
struct Edge {
    from: Vector,
    first: Vector,
    second: Vector,
}

impl Edge {
    fn new(from: Vector, through: Vector, to: Vector) -> Self {
        let (half, whole) = (through - from, to - from);
        Edge {
            from,
            first: half * 4.0 - whole,
            second: (whole - half * 2.0) * 2.0,
        }
    }

    fn at(&self, t: f64) -> Vector {
        self.from + (self.first + self.second * t) * t
    }

    fn integral(&self) -> f64 {
        self.part((0.0, self.at(0.0)), (1.0, self.at(1.0)), HALVINGS)
    }

    /// Returns the integral of phi(a) Phi(b) da over a part.
    fn part(&self, start: (f64, Vector), end: (f64, Vector), halvings: u32) -> f64 {
        let (p, q) = (start.1, end.1);
        if p.x.min(q.x) > NEVER || p.x.max(q.x) < -NEVER || p.y.max(q.y) < -NEVER {
            return 0.0;
        }
        if p.y.min(q.y) > NEVER {
            return below(q.x) - below(p.x);
        }
        let length = (q - p).length();
        // NaN would be halved without end.
        if length.is_nan() {
            return 0.0;
        }
        if halvings == 0 || length <= STRETCH {
            return self.gauss(start.0, end.0);
        }
        let t = f64::midpoint(start.0, end.0);
        let middle = (t, self.at(t));
        self.part(start, middle, halvings - 1) + self.part(middle, end, halvings - 1)
    }

    fn gauss(&self, start: f64, end: f64) -> f64 {
        let (middle, half) = (f64::midpoint(start, end), (end - start) / 2.0);
        let value = |t: f64| {
            let deviates = self.at(t);
            let speed = self.first.x + 2.0 * t * self.second.x;
            density(deviates.x) * below(deviates.y) * speed
        };
        let pair = |(node, weight): &(f64, f64)| {
            weight * (value(middle - half * node) + value(middle + half * node))
        };
        half * (pair(&RULE[0]) + pair(&RULE[1]))
    }
}

/// Returns the standard normal density.
fn density(x: f64) -> f64 {
    const AT_ZERO: f64 = 0.3989422804014327; // 1 / sqrt(2 pi)
    AT_ZERO * libm::exp(-x * x / 2.0)
}

/// Returns the standard normal distribution function.
fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map that turns and stretches but does not bend.
    struct Straight([Vector; 2]);

    impl SmoothMap for Straight {
        fn deviates(&self, at: Vector) -> Vector {
            self.0[0] * at.x + self.0[1] * at.y
        }

        fn steps(&self) -> [Vector; 2] {
            self.0
        }
    }

    fn lines() -> Vec<f64> {
        vec![-1.5, -0.5, 0.5, 1.5]
    }

    fn slices(scale: f64) -> Vec<f64> {
        let mut ends = vec![0.0];
        ends.extend(lines().iter().map(|x| below(x * scale)));
        ends.push(1.0);
        ends.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    #[test]
    fn a_grid_along_the_axes_has_masses_that_are_products() {
        for (x, y) in [(1.0, 1.0), (2.0, -0.3), (-1.0, 30.0), (1e4, 1e-3)] {
            let map = Straight([Vector::new(x, 0.0), Vector::new(0.0, y)]);
            let masses = Stencil::new(lines(), lines()).masses(&map, Vector::ZERO);
            for (place, mass) in masses.iter().enumerate() {
                let wanted = slices(x.abs())[place % 5] * slices(y.abs())[place / 5];
                assert!((mass - wanted).abs() < 1e-7, "{place}: {mass} for {wanted}");
            }
        }
    }

    #[test]
    fn turning_the_plane_of_luck_changes_nothing() {
        let upright = Straight([Vector::new(1.0, 0.0), Vector::new(0.0, 1.0)]);
        let stencil = Stencil::new(lines(), lines());
        let wanted = stencil.masses(&upright, Vector::new(0.3, 0.1));
        for angle in [0.1, 0.7, 1.5, 3.0, 4.5] {
            let x = Vector::new(libm::cos(angle), libm::sin(angle));
            let map = Straight([x, x.left()]);
            let masses = stencil.masses(&map, Vector::new(0.3, 0.1));
            for (mass, wanted) in masses.iter().zip(&wanted) {
                assert!((mass - wanted).abs() < 1e-7, "{angle}: {mass} for {wanted}");
            }
        }
    }

    #[test]
    fn nearly_all_noise_in_one_direction_is_still_all_mass() {
        let map = Straight([Vector::new(7.0, 900.0), Vector::new(0.0, 1e5)]);
        let masses = Stencil::new(lines(), lines()).masses(&map, Vector::ZERO);
        assert!((masses.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((masses[12] - slices(7.0)[2]).abs() < 1e-6);
    }
}
