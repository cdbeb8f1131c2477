//! Ice, rings and lines.

use super::canvas::{Canvas, TEE_TO_HACK, TEE_TO_TEE};
use super::markup::{Markup, number};
use super::palette::Palette;
use crate::vector::Vector;

/// The radius of the button, in metres: six inches.
const BUTTON: f64 = 0.152;

/// Draws the empty sheet.
pub(super) fn draw(markup: &mut Markup, canvas: &Canvas, palette: &Palette, guard_zone: bool) {
    let side = canvas.sheet.width / 2.0;
    let (near, far) = canvas.ends();
    band(markup, canvas, (near, far), palette.ice);
    if guard_zone {
        // The rings are drawn over it: the house does not belong to the zone.
        band(markup, canvas, (-canvas.sheet.hog, 0.0), palette.guard_zone);
    }
    let tees = [(0.0, 1.0), (-TEE_TO_TEE, -1.0)];
    let seen = |&(tee, _): &(f64, f64)| tee > near;
    for (tee, _) in tees.into_iter().filter(seen) {
        rings(markup, canvas, palette, tee);
    }
    markup.open(
        "g",
        &[
            ("stroke", palette.line.to_owned()),
            ("stroke-width", number(12.0 * canvas.grain)),
            ("fill", "none".to_owned()),
        ],
    );
    line(
        markup,
        canvas,
        Vector::new(0.0, near),
        Vector::new(0.0, far),
    );
    for edge in [-side, side] {
        line(
            markup,
            canvas,
            Vector::new(edge, near),
            Vector::new(edge, far),
        );
    }
    for (tee, away) in tees.into_iter().filter(seen) {
        across(markup, canvas, tee);
        across(markup, canvas, tee + away * canvas.sheet.back);
        hack(markup, canvas, palette, tee + away * TEE_TO_HACK);
    }
    markup.close("g");
    for (tee, away) in tees {
        hog_line(markup, canvas, palette, tee - away * canvas.sheet.hog);
    }
}

/// Fills the sheet between two lines across it.
fn band(markup: &mut Markup, canvas: &Canvas, (near, far): (f64, f64), fill: &str) {
    let side = canvas.sheet.width / 2.0;
    let near = near.max(canvas.ends().0);
    let [x, y, width, height] =
        canvas.rectangle_attributes(Vector::new(-side, near), Vector::new(side, far));
    markup.leaf("rect", &[x, y, width, height, ("fill", fill.to_owned())]);
}

fn rings(markup: &mut Markup, canvas: &Canvas, palette: &Palette, tee: f64) {
    markup.open(
        "g",
        &[
            ("stroke", palette.ring.to_owned()),
            ("stroke-width", number(6.0 * canvas.grain)),
        ],
    );
    let centre = canvas.place(Vector::new(0.0, tee));
    for (radius, fill) in [
        (canvas.sheet.house, palette.twelve_foot),
        (canvas.sheet.eight_foot, palette.eight_foot),
        (canvas.sheet.four_foot, palette.four_foot),
        (BUTTON, palette.eight_foot),
    ] {
        markup.leaf(
            "circle",
            &[
                ("cx", number(centre.x)),
                ("cy", number(centre.y)),
                ("r", number(radius * 1000.0)),
                ("fill", fill.to_owned()),
            ],
        );
    }
    markup.close("g");
}

/// Draws a line across the whole sheet.
fn across(markup: &mut Markup, canvas: &Canvas, y: f64) {
    let side = canvas.sheet.width / 2.0;
    line(markup, canvas, Vector::new(-side, y), Vector::new(side, y));
}

fn line(markup: &mut Markup, canvas: &Canvas, start: Vector, end: Vector) {
    let (start, end) = (canvas.place(start), canvas.place(end));
    markup.leaf(
        "line",
        &[
            ("x1", number(start.x)),
            ("y1", number(start.y)),
            ("x2", number(end.x)),
            ("y2", number(end.y)),
        ],
    );
}

/// Draws the hog line, thicker than the others and in its own colour.
fn hog_line(markup: &mut Markup, canvas: &Canvas, palette: &Palette, y: f64) {
    if !canvas.sees(Vector::new(0.0, y), 0.0) {
        return;
    }
    markup.open(
        "g",
        &[
            ("stroke", palette.hog_line.to_owned()),
            ("stroke-width", number(36.0 * canvas.grain)),
        ],
    );
    across(markup, canvas, y);
    markup.close("g");
}

/// Draws two foot rests, one on each side of the centre line.
fn hack(markup: &mut Markup, canvas: &Canvas, palette: &Palette, y: f64) {
    if !canvas.sees(Vector::new(0.0, y), 0.0) {
        return;
    }
    for middle in [-0.15, 0.15] {
        let (one, other) = (
            Vector::new(middle - 0.09, y - 0.1),
            Vector::new(middle + 0.09, y + 0.1),
        );
        let [x, y, width, height] = canvas.rectangle_attributes(one, other);
        markup.leaf(
            "rect",
            &[x, y, width, height, ("fill", palette.edge.to_owned())],
        );
    }
}
