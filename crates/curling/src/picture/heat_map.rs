//! Heat map over the ice: the darker, the better.
//!
//! Cells are squares around points of a lattice. Shots that stop far away are shown as a strip
//! behind the back line, each where it crosses the tee line. Colours run from light to dark, so
//! that the order survives a photocopy; a shade is a twenty-fourth of the range, and all cells of a
//! shade are one path: the file stays small.

use super::canvas::Canvas;
use super::markup::{Markup, number, tenth};
use super::palette::{Palette, Style};
use crate::vector::Vector;
use std::fmt::Write;

/// The number of shades.
const SHADES: usize = 24;
/// From the back line to the strip, and its height, in metres.
const STRIP: (f64, f64) = (0.1, 0.24);

/// A heat map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The centres of the cells, in the house frame, and their values.
    pub cells: Vec<(Vector, f64)>,
    /// The side of a cell, in metres.
    pub side: f64,
    /// The x of the cells of the strip, and their values.
    pub strip: Vec<(f64, f64)>,
    /// The values of the lightest and the darkest colour.
    pub range: (f64, f64),
}

impl HeatMap {
    /// Returns the shade of a value; none for NaN.
    fn shade(&self, value: f64) -> Option<usize> {
        let (low, high) = self.range;
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            1.0
        };
        let shade = (share.clamp(0.0, 1.0) * (SHADES - 1) as f64).round();
        shade.is_finite().then_some(shade as usize)
    }
}

/// Draws it over the sheet, with the lines of the sheet on top.
pub(super) fn draw(
    markup: &mut Markup,
    canvas: &Canvas,
    palette: &Palette,
    style: Style,
    heat: &HeatMap,
) {
    let mut shades = vec![String::new(); SHADES];
    let half = Vector::new(heat.side, heat.side) * 0.5;
    let behind = canvas.sheet.back.max(canvas.sheet.house) + STRIP.0;
    // The strip is alone on the ice behind the house.
    let hidden = |at: Vector| !heat.strip.is_empty() && at.y + half.y > behind;
    for &(at, value) in &heat.cells {
        if canvas.sees(at, 0.0) && !hidden(at) {
            put(&mut shades, heat.shade(value), canvas, at - half, at + half);
        }
    }
    for (left, right, value) in columns(&heat.strip) {
        let (low, high) = (
            Vector::new(left, behind),
            Vector::new(right, behind + STRIP.1),
        );
        if canvas.sees(low, 0.0) && canvas.sees(high, 0.0) {
            put(&mut shades, heat.shade(value), canvas, low, high);
        }
    }
    for (shade, path) in shades.into_iter().enumerate() {
        if !path.is_empty() {
            paint(markup, &colour(style, shade), path);
        }
    }
    outlines(markup, canvas, palette);
}

/// Adds a rectangle to the path of its shade.
fn put(shades: &mut [String], shade: Option<usize>, canvas: &Canvas, low: Vector, high: Vector) {
    let Some(shade) = shade else { return };
    let (corner, width, height) = canvas.rectangle(low, high);
    let [x, y, width, height] = [corner.x, corner.y, width, height].map(tenth);
    // Writing to memory does not fail.
    let _ = write!(shades[shade], "M{x} {y}h{width}v{height}h-{width}z");
}

fn paint(markup: &mut Markup, fill: &str, path: String) {
    markup.leaf(
        "path",
        &[
            ("d", path),
            ("fill", fill.to_owned()),
            ("fill-opacity", "0.82".to_owned()),
            ("shape-rendering", "crispEdges".to_owned()),
        ],
    );
}

/// Returns the cells of a strip: from half-way to the left neighbour to half-way to the right one.
fn columns(strip: &[(f64, f64)]) -> Vec<(f64, f64, f64)> {
    let mut strip: Vec<_> = strip
        .iter()
        .copied()
        .filter(|(x, _)| x.is_finite())
        .collect();
    strip.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = |a: usize, b: usize| f64::midpoint(strip[a].0, strip[b].0);
    let cell = |i: usize| {
        let (x, value) = strip[i];
        let left = (i > 0).then(|| middle(i - 1, i));
        let right = (i + 1 < strip.len()).then(|| middle(i, i + 1));
        let width = match (left, right) {
            (Some(left), _) => x - left,
            (_, Some(right)) => right - x,
            _ => 0.04,
        };
        (left.unwrap_or(x - width), right.unwrap_or(x + width), value)
    };
    (0..strip.len()).map(cell).collect()
}

/// Returns the colour of a shade: interpolated between five of a ramp from light to dark (Brewer,
/// `ColorBrewer`, 2002: green to blue; greys for print).
pub(super) fn colour(style: Style, shade: usize) -> String {
    const SCREEN: [[f64; 3]; 5] = [
        [247.0, 252.0, 240.0],
        [204.0, 235.0, 197.0],
        [123.0, 204.0, 196.0],
        [43.0, 140.0, 190.0],
        [8.0, 64.0, 129.0],
    ];
    const PRINT: [[f64; 3]; 5] = [[250.0; 3], [210.0; 3], [165.0; 3], [120.0; 3], [75.0; 3]];
    let ramp = match style {
        Style::Screen => &SCREEN,
        Style::Print => &PRINT,
    };
    let place = shade.min(SHADES - 1) as f64 / (SHADES - 1) as f64 * 4.0;
    let from = (place as usize).min(3);
    let share = place - from as f64;
    let mix =
        |i: usize| (ramp[from][i] + share * (ramp[from + 1][i] - ramp[from][i])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Returns all shades from light to dark, for a legend.
pub(super) fn ramp(style: Style) -> impl Iterator<Item = String> {
    (0..SHADES).map(move |shade| colour(style, shade))
}

/// Draws the rings and the tee line, which the values have covered.
fn outlines(markup: &mut Markup, canvas: &Canvas, palette: &Palette) {
    let stroke = [
        ("fill", "none".to_owned()),
        ("stroke", palette.edge.to_owned()),
        ("stroke-opacity", "0.55".to_owned()),
        ("stroke-width", number(9.0 * canvas.grain)),
    ];
    markup.open("g", &stroke);
    let sheet = canvas.sheet;
    let tee = canvas.place(Vector::ZERO);
    for radius in [sheet.house, sheet.eight_foot, sheet.four_foot] {
        markup.leaf(
            "circle",
            &[
                ("cx", number(tee.x)),
                ("cy", number(tee.y)),
                ("r", number(radius * 1000.0)),
            ],
        );
    }
    let side = sheet.width / 2.0;
    let (near, far) = canvas.ends();
    for (from, to) in [
        (Vector::new(-side, 0.0), Vector::new(side, 0.0)),
        (
            Vector::new(0.0, near),
            Vector::new(0.0, far.min(sheet.back)),
        ),
    ] {
        let (from, to) = (canvas.place(from), canvas.place(to));
        let ends = [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)];
        markup.leaf("line", &ends.map(|(name, value)| (name, number(value))));
    }
    markup.close("g");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;
    use crate::sheet::Sheet;

    fn heat(values: &[f64]) -> HeatMap {
        let cell = |(i, &value): (usize, &f64)| (Vector::new(0.3 * i as f64, 0.0), value);
        HeatMap {
            cells: values.iter().enumerate().map(cell).collect(),
            side: 0.1,
            strip: Vec::new(),
            range: (0.0, 1.0),
        }
    }

    #[test]
    fn better_is_darker_and_what_is_no_number_is_left_out() {
        let some = heat(&[0.0, 1.0, 7.0, f64::NAN]);
        let shades: Vec<_> = some.cells.iter().map(|cell| some.shade(cell.1)).collect();
        assert_eq!(shades, [Some(0), Some(23), Some(23), None]);
        for style in [Style::Screen, Style::Print] {
            let lightness = |colour: String| -> u32 {
                let part = |from: usize| u32::from_str_radix(&colour[from..from + 2], 16).unwrap();
                part(1) + part(3) + part(5)
            };
            let all: Vec<_> = ramp(style).map(lightness).collect();
            assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
        }
    }

    #[test]
    fn cells_of_one_shade_are_one_path() {
        let mut picture = Picture::new(Sheet::DC3);
        let plain = picture.to_svg().matches("<path").count();
        picture.heat = Some(heat(&[0.5, 0.5, 1.0]));
        let svg = picture.to_svg();
        assert_eq!(svg.matches("<path").count(), plain + 2);
        assert!(svg.contains("M-50 -50h100v100h-100z"), "{svg}");
    }

    #[test]
    fn columns_meet_half_way() {
        let cells = columns(&[(1.0, 5.0), (0.0, 4.0), (f64::NAN, 1.0)]);
        assert_eq!(cells, [(-0.5, 0.5, 4.0), (0.5, 1.5, 5.0)]);
        assert_eq!(columns(&[(1.0, 2.0)]).len(), 1);
    }
}
