//! Stones and the marks around them.

use super::canvas::Canvas;
use super::markup::{Attribute, Markup, number};
use super::palette::Palette;
use super::{Colour, DrawnStone, FONTS, Highlight};
use crate::sheet::RADIUS;
use crate::vector::Vector;

/// The radius of a stone on the paper, in millimetres.
const STONE: f64 = RADIUS * 1000.0;
/// The radius of the handle, as a fraction of that of the stone.
const HANDLE: f64 = 0.76;
/// The radius of the ring that marks the second team.
const MARK: f64 = 0.64;
/// The number of characters that fit on a stone.
const LONGEST_LABEL: usize = 4;

/// Draws a stone.
pub(super) fn stone(markup: &mut Markup, canvas: &Canvas, palette: &Palette, stone: &DrawnStone) {
    if !canvas.sees(stone.at, RADIUS) {
        return;
    }
    let at = canvas.place(stone.at);
    plain(markup, palette, stone.colour, at, STONE);
    label(markup, stone, at, palette.team(stone.colour).ink);
}

/// Draws a stone without number, of any size: used by the legend too.
pub(super) fn plain(
    markup: &mut Markup,
    palette: &Palette,
    colour: Colour,
    at: Vector,
    radius: f64,
) {
    let team = palette.team(colour);
    let edge = 0.07 * radius;
    // The edge is drawn inside, so that touching stones are seen to just touch.
    for (radius, fill, width) in [
        (radius - edge / 2.0, palette.granite, edge),
        (radius * HANDLE, team.fill, edge / 2.0),
    ] {
        let look = [
            ("fill", fill.to_owned()),
            ("stroke", palette.edge.to_owned()),
            ("stroke-width", number(width)),
        ];
        disc(markup, at, radius, &look);
    }
    if colour == Colour::Second {
        ring(markup, at, radius * MARK, team.ink, 0.05 * radius);
    }
}

/// Draws an earlier position of a stone: a dashed outline.
pub(super) fn ghost(markup: &mut Markup, canvas: &Canvas, palette: &Palette, ghost: &DrawnStone) {
    if !canvas.sees(ghost.at, RADIUS) {
        return;
    }
    let at = canvas.place(ghost.at);
    outline(markup, palette, ghost, at);
    label(markup, ghost, at, palette.team(ghost.colour).outline);
}

/// Marks the point where a stone left play: a crossed outline. One that left through the edge of
/// the picture is marked at the edge.
pub(super) fn removed(markup: &mut Markup, canvas: &Canvas, palette: &Palette, stone: &DrawnStone) {
    if !super::canvas::drawable(stone.at) {
        return;
    }
    let at = canvas.place(canvas.inside(stone.at, RADIUS));
    outline(markup, palette, stone, at);
    let reach = 0.62 * STONE;
    let strokes = format!(
        "M{} {}L{} {}M{} {}L{} {}",
        number(at.x - reach),
        number(at.y - reach),
        number(at.x + reach),
        number(at.y + reach),
        number(at.x - reach),
        number(at.y + reach),
        number(at.x + reach),
        number(at.y - reach),
    );
    markup.leaf(
        "path",
        &[
            ("d", strokes),
            ("fill", "none".to_owned()),
            ("stroke", palette.team(stone.colour).outline.to_owned()),
            ("stroke-width", "24".to_owned()),
            ("stroke-linecap", "round".to_owned()),
        ],
    );
}

fn outline(markup: &mut Markup, palette: &Palette, stone: &DrawnStone, at: Vector) {
    let team = palette.team(stone.colour);
    disc(
        markup,
        at,
        STONE - 6.0,
        &[
            ("fill", palette.eight_foot.to_owned()),
            ("fill-opacity", "0.85".to_owned()),
            ("stroke", team.outline.to_owned()),
            ("stroke-width", "12".to_owned()),
            ("stroke-dasharray", "38 24".to_owned()),
        ],
    );
    if stone.colour == Colour::Second {
        ring(markup, at, STONE * MARK, team.outline, 6.0);
    }
}

/// Draws the mark around a highlighted stone.
pub(super) fn highlight(
    markup: &mut Markup,
    canvas: &Canvas,
    palette: &Palette,
    at: Vector,
    highlight: Highlight,
) {
    if !canvas.sees(at, RADIUS) {
        return;
    }
    let at = canvas.place(at);
    match highlight {
        Highlight::LastThrown => {
            ring(markup, at, STONE + 13.0, palette.page, 26.0);
            ring(markup, at, STONE + 31.0, palette.text, 14.0);
        }
        Highlight::ShotStone => {
            let ticks = ticks(at, STONE + 14.0, STONE + 85.0);
            cased(markup, palette, &ticks, 20.0);
        }
    }
}

/// Draws the point aimed at: a cross in a circle.
pub(super) fn aim(markup: &mut Markup, canvas: &Canvas, palette: &Palette, at: Vector) {
    if !canvas.sees(at, RADIUS) {
        return;
    }
    let at = canvas.place(at);
    ring(markup, at, 70.0, palette.page, 30.0);
    cased(markup, palette, &ticks(at, 20.0, 115.0), 14.0);
    ring(markup, at, 70.0, palette.text, 14.0);
}

/// Returns four strokes around a point, up, down, left and right, from one radius to another.
fn ticks(at: Vector, from: f64, to: f64) -> String {
    [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
        .map(|(x, y)| {
            let way = Vector::new(x, y);
            let (start, end) = (at + way * from, at + way * to);
            format!(
                "M{} {}L{} {}",
                number(start.x),
                number(start.y),
                number(end.x),
                number(end.y)
            )
        })
        .concat()
}

/// Draws a dark path on a light casing, visible on any background.
fn cased(markup: &mut Markup, palette: &Palette, path: &str, width: f64) {
    for (stroke, width) in [(palette.page, width + 18.0), (palette.text, width)] {
        markup.leaf(
            "path",
            &[
                ("d", path.to_owned()),
                ("fill", "none".to_owned()),
                ("stroke", stroke.to_owned()),
                ("stroke-width", number(width)),
                ("stroke-linecap", "round".to_owned()),
            ],
        );
    }
}

fn ring(markup: &mut Markup, at: Vector, radius: f64, stroke: &str, width: f64) {
    disc(
        markup,
        at,
        radius,
        &[
            ("fill", "none".to_owned()),
            ("stroke", stroke.to_owned()),
            ("stroke-width", number(width)),
        ],
    );
}

fn disc(markup: &mut Markup, at: Vector, radius: f64, look: &[Attribute<'_>]) {
    let place = [
        ("cx", number(at.x)),
        ("cy", number(at.y)),
        ("r", number(radius)),
    ];
    markup.leaf("circle", &[&place, look].concat());
}

/// Writes the number or label of a stone.
fn label(markup: &mut Markup, stone: &DrawnStone, at: Vector, ink: &str) {
    let text: String = stone.text().chars().take(LONGEST_LABEL).collect();
    if text.is_empty() {
        return;
    }
    // A bold digit is about seven tenths as wide as high, and the handle has this many millimetres.
    let size = (145.0 / (0.7 * text.chars().count() as f64)).min(128.0);
    markup.words(
        "text",
        &[
            ("x", number(at.x)),
            // Digits are 0.72 of their size high. Half of that centres them; not all viewers
            // support a better way.
            ("y", number(at.y + 0.36 * size)),
            ("font-family", FONTS.to_owned()),
            ("font-size", number(size)),
            ("font-weight", "bold".to_owned()),
            ("text-anchor", "middle".to_owned()),
            ("fill", ink.to_owned()),
        ],
        &text,
    );
}
