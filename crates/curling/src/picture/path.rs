//! Drawing of the paths of stones.
//!
//! A simulator gives a point every millisecond; a drawing needs a few dozen. Paths are simplified
//! after Douglas and Peucker, "Algorithms for the reduction of the number of points required to
//! represent a digitized line or its caricature" (1973), to two millimetres of ice, which is less
//! than a printed dot, and clipped at the edges of the picture.

use super::canvas::{Canvas, drawable};
use super::markup::{Markup, number, tenth};
use super::palette::{Palette, Style};
use super::{Kind, Path};
use crate::sheet::RADIUS;
use crate::vector::Vector;

/// The tolerance of simplification, in metres.
const TOLERANCE: f64 = 0.002;
/// The distance between arrowheads, in metres, in a picture as wide as the sheet.
const BETWEEN_ARROWS: f64 = 2.4;
/// The length and half the width of an arrowhead, in metres.
const ARROW: (f64, f64) = (0.13, 0.05);

/// The distance of the last arrowhead from the stone at rest, in metres: room for a ring around it.
const GAP: f64 = 0.045;

/// Draws a path.
pub(super) fn draw(
    markup: &mut Markup,
    canvas: &Canvas,
    palette: &Palette,
    style: Style,
    path: &Path,
) {
    let points: Vec<Vector> = path
        .points
        .iter()
        .copied()
        .filter(|&at| drawable(at))
        .collect();
    for piece in canvas.cut(&simplified(&points, TOLERANCE)) {
        let fades = style == Style::Screen && path.kind == Kind::Delivered;
        strokes(markup, canvas, palette, path, &piece, fades);
        arrows(markup, canvas, palette, path, &piece);
    }
}

/// Draws the line: a casing and a core.
fn strokes(
    markup: &mut Markup,
    canvas: &Canvas,
    palette: &Palette,
    path: &Path,
    piece: &[Vector],
    fades: bool,
) {
    let team = palette.team(path.colour);
    let data = polyline(canvas, piece);
    for (colour, width) in [(team.casing, 38.0), (team.fill, 22.0)] {
        let stroke = if fades {
            fading(markup, canvas, piece, colour)
        } else {
            colour.to_owned()
        };
        let mut attributes = vec![
            ("d", data.clone()),
            ("fill", "none".to_owned()),
            ("stroke", stroke),
            ("stroke-width", number(width * canvas.grain)),
            ("stroke-linejoin", "round".to_owned()),
        ];
        if path.kind == Kind::Struck {
            let dash = number(70.0 * canvas.grain);
            let gap = number(36.0 * canvas.grain);
            attributes.push(("stroke-dasharray", format!("{dash} {gap}")));
        }
        markup.leaf("path", &attributes);
    }
}

/// Defines a gradient from transparent along a piece of path, and returns its reference. Its name
/// is derived from its definition, so that several pictures on one page cannot conflict.
fn fading(markup: &mut Markup, canvas: &Canvas, piece: &[Vector], colour: &str) -> String {
    let ends =
        [piece.first(), piece.last()].map(|end| end.map_or(Vector::ZERO, |&at| canvas.place(at)));
    let [x1, y1, x2, y2] = [ends[0].x, ends[0].y, ends[1].x, ends[1].y].map(tenth);
    let name = format!(
        "fade-{:016x}",
        arena::fingerprint::of(format!("{colour} {x1} {y1} {x2} {y2}").bytes())
    );
    markup.open(
        "linearGradient",
        &[
            ("id", name.clone()),
            ("gradientUnits", "userSpaceOnUse".to_owned()),
            ("x1", x1),
            ("y1", y1),
            ("x2", x2),
            ("y2", y2),
        ],
    );
    for (offset, opacity) in [("0", "0.25"), ("0.7", "1")] {
        markup.leaf(
            "stop",
            &[
                ("offset", offset.to_owned()),
                ("stop-color", colour.to_owned()),
                ("stop-opacity", opacity.to_owned()),
            ],
        );
    }
    markup.close("linearGradient");
    format!("url(#{name})")
}

fn polyline(canvas: &Canvas, points: &[Vector]) -> String {
    let spots: Vec<String> = points
        .iter()
        .map(|&point| canvas.place(point))
        .map(|at| format!("{} {}", tenth(at.x), tenth(at.y)))
        .collect();
    // Pairs of numbers that follow the first are the ends of straight lines.
    format!("M{}", spots.join(" "))
}

/// Draws arrowheads, counted back from the end, where the first one points at the stone at rest.
fn arrows(markup: &mut Markup, canvas: &Canvas, palette: &Palette, path: &Path, piece: &[Vector]) {
    let team = palette.team(path.colour);
    let heads: Vec<String> = heads(piece, canvas.grain)
        .into_iter()
        .map(|head| polyline(canvas, &head) + "Z")
        .collect();
    if heads.is_empty() {
        return;
    }
    markup.leaf(
        "path",
        &[
            ("d", heads.concat()),
            ("fill", team.fill.to_owned()),
            ("stroke", team.casing.to_owned()),
            ("stroke-width", number(8.0 * canvas.grain)),
            ("stroke-linejoin", "round".to_owned()),
        ],
    );
}

/// Returns the triangles of the arrowheads on a line: tip, and both ends of the base.
fn heads(piece: &[Vector], grain: f64) -> Vec<[Vector; 3]> {
    let (long, wide) = (ARROW.0 * grain, ARROW.1 * grain);
    let mut heads = Vec::new();
    let mut wanted = RADIUS + GAP;
    let mut gone = 0.0;
    for pair in piece.windows(2).rev() {
        let (way, length) = (pair[1] - pair[0], (pair[1] - pair[0]).length());
        while length > 0.0 && wanted <= gone + length {
            let forward = way * (1.0 / length);
            let tip = pair[1] - forward * (wanted - gone);
            let base = tip - forward * long;
            heads.push([
                tip,
                base + forward.left() * wide,
                base - forward.left() * wide,
            ]);
            wanted += BETWEEN_ARROWS * grain;
        }
        gone += length;
    }
    // The last one overhangs the start if there is too little path left for it.
    if wanted - BETWEEN_ARROWS * grain + long > gone {
        heads.pop();
    }
    heads
}

/// Returns nearly the fewest of the points that stay within `tolerance` of all of them.
fn simplified(points: &[Vector], tolerance: f64) -> Vec<Vector> {
    let Some(last) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut kept = vec![false; points.len()];
    (kept[0], kept[last]) = (true, true);
    let mut open = vec![(0, last)];
    while let Some((start, end)) = open.pop() {
        if let Some(middle) = farthest(points, start, end, tolerance) {
            kept[middle] = true;
            open.extend([(start, middle), (middle, end)]);
        }
    }
    let pairs = points.iter().zip(kept);
    pairs.filter(|&(_, kept)| kept).map(|(&at, _)| at).collect()
}

/// Returns the point between two others that is farthest from the line between them, if it is
/// farther than `tolerance`.
fn farthest(points: &[Vector], start: usize, end: usize, tolerance: f64) -> Option<usize> {
    let mut worst = (tolerance * tolerance, None);
    for index in start + 1..end {
        let distance = distance_squared(points[index], points[start], points[end]);
        if distance > worst.0 {
            worst = (distance, Some(index));
        }
    }
    worst.1
}

/// Returns the square of the distance of a point from a segment.
fn distance_squared(point: Vector, start: Vector, end: Vector) -> f64 {
    let (way, off) = (end - start, point - start);
    let length_squared = way.length_squared();
    let share = if length_squared > 0.0 {
        (off.dot(way) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (off - way * share).length_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn curl(steps: usize) -> Vec<Vector> {
        (0..=steps)
            .map(|step| {
                let share = step as f64 / steps as f64;
                Vector::new(1.2 * share * share - 0.6, -38.0 * (1.0 - share))
            })
            .collect()
    }

    #[test]
    fn ten_thousand_points_become_a_few_dozen() {
        let points = curl(10_000);
        let few = simplified(&points, TOLERANCE);
        assert!((5..60).contains(&few.len()), "{}", few.len());
        assert_eq!((few.first(), few.last()), (points.first(), points.last()));
    }

    #[test]
    fn a_path_that_returns_to_its_start_is_kept() {
        let there_and_back = [0.0, 1.0, 0.0].map(|x| Vector::new(x, 0.0));
        assert_eq!(simplified(&there_and_back, TOLERANCE), there_and_back);
    }

    #[test]
    fn arrows_point_the_way_the_stone_went() {
        let heads = heads(&curl(50), 1.0);
        assert!(heads.len() > 10);
        for [tip, left, right] in heads {
            assert!(tip.y > left.y && tip.y > right.y);
            assert!(left.x < right.x);
        }
    }

    #[test]
    fn a_path_shorter_than_a_stone_has_no_arrow() {
        let nudge = [Vector::ZERO, Vector::new(0.0, 0.2)];
        assert_eq!(heads(&nudge, 1.0).len(), 0);
        let tap = [Vector::ZERO, Vector::new(0.0, 0.4)];
        assert_eq!(heads(&tap, 1.0).len(), 1);
        assert_eq!(heads(&[], 1.0).len(), 0);
    }

    proptest! {
        #[test]
        fn no_point_is_far_from_the_simplified_path(
            points in prop::collection::vec((-1.0..1.0_f64, -1.0..1.0_f64), 2..60),
            tolerance in 0.01..0.5_f64,
        ) {
            let points: Vec<_> = points.into_iter().map(|(x, y)| Vector::new(x, y)).collect();
            let few = simplified(&points, tolerance);
            for &point in &points {
                let nearest = few
                    .windows(2)
                    .map(|pair| distance_squared(point, pair[0], pair[1]))
                    .fold(f64::INFINITY, f64::min);
                prop_assert!(nearest <= tolerance * tolerance);
            }
        }
    }
}
