//! SVG rendering of figures.
//!
//! `plotters` places axes and marks and needs no font of the system for SVG: text widths are
//! estimated. The few colours are fixed names in the drawing, and a style sheet turns each into one
//! that suits a light or a dark page.

use super::{Estimate, Interval, Intervals, Lines, Plot};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Write;

const WIDTH: u32 = 500;
const ROW: u32 = 50;
/// Sizes of type; `plotters` draws them smaller by a factor of 1.24.
const FONT: f64 = 18.0;
const SMALL: f64 = 16.0;
/// Names longer than this many characters would leave the figure.
const LONGEST_NAME: usize = 58;
/// Values larger than this are not drawn: no axis can show them.
const LARGEST: f64 = 1e100;

const INK: RGBColor = RGBColor(0x1f, 0x29, 0x33);
const GRID: RGBColor = RGBColor(0xd9, 0xde, 0xe4);
const OURS: RGBColor = RGBColor(0x1f, 0x6f, 0xb2);
const PAPER: RGBColor = RGBColor(0xb2, 0x5a, 0x1f);
/// Distinguishable also to the colour-blind: after Okabe and Ito, "Color Universal Design", 2008.
const SERIES: [RGBColor; 6] = [
    OURS,
    RGBColor(0xd5, 0x5e, 0x01),
    RGBColor(0x01, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x01),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// Style sheet: outlines that keep lines off the letters, and colours for a dark page in place of
/// those above, which suit a light one.
pub(super) const STYLE: &str = "\
svg text { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) {
  svg text { stroke: #14181d; }
  svg [fill=\"#1F2933\"] { fill: #e4e8ed; } svg [stroke=\"#1F2933\"] { stroke: #e4e8ed; }
  svg [fill=\"#D9DEE4\"] { fill: #333c46; } svg [stroke=\"#D9DEE4\"] { stroke: #333c46; }
  svg [fill=\"#1F6FB2\"] { fill: #6db3ea; } svg [stroke=\"#1F6FB2\"] { stroke: #6db3ea; }
  svg [fill=\"#B25A1F\"] { fill: #f0a868; } svg [stroke=\"#B25A1F\"] { stroke: #f0a868; }
}";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Renders the figure as an SVG file.
pub fn svg(plot: &Plot) -> String {
    labelled(
        &drawing(plot),
        plot.title().en(),
        &format!("<style>{STYLE}</style>\n"),
    )
}

/// Renders the figure as part of an HTML page that has [`STYLE`].
pub(super) fn inline(plot: &Plot) -> String {
    labelled(&drawing(plot), plot.title().en(), "")
}

/// Adds labels for screen readers. The drawing begins with its `<svg …>` tag.
fn labelled(drawing: &str, title: &str, style: &str) -> String {
    let title = escaped(title);
    let (tag, rest) = drawing.split_once('>').unwrap_or((drawing, ""));
    format!(
        "{tag} role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n{style}{}",
        rest.trim_start()
    )
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn drawing(plot: &Plot) -> String {
    let mut out = String::new();
    let height = match plot {
        Plot::Intervals(plot) => 90 + ROW * plot.rows.len().min(10_000) as u32,
        Plot::Lines(_) => 360,
    };
    {
        let area = SVGBackend::with_string(&mut out, (WIDTH, height)).into_drawing_area();
        let drawn = match plot {
            Plot::Intervals(plot) => draw_intervals(&area, plot),
            Plot::Lines(plot) => draw_lines(&area, plot),
        };
        drawn
            .and_then(|()| Ok(area.present()?))
            .expect("drawing into a string cannot fail");
    }
    out
}

fn writing(size: f64) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn draw_intervals(area: &Area<'_>, plot: &Intervals) -> Drawn {
    let (low, high) = range([plot.range.0, plot.range.1].into_iter());
    let bottom = plot.rows.len().max(1) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .margin_top(30)
        .x_label_area_size(48)
        .build_cartesian_2d(low..high, bottom..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(6)
        .x_desc(shortened(plot.axis.en()))
        .x_label_style(writing(SMALL))
        .axis_desc_style(writing(SMALL))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    if let Some(middle) = plot.middle.filter(|m| (low..=high).contains(m)) {
        let line = [(middle, 0.0), (middle, bottom)];
        chart.draw_series([PathElement::new(line, INK)])?;
    }
    draw_key(area, plot.rows.iter().any(|row| row.paper.is_some()))?;
    for (number, row) in plot.rows.iter().enumerate() {
        draw_row(&mut chart, (low, high), number as f64, row)?;
    }
    Ok(())
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn draw_row(chart: &mut Chart<'_, '_>, range: (f64, f64), top: f64, row: &Interval) -> Drawn {
    let name = Text::new(
        shortened(row.label.en()),
        (range.0, top + 0.12),
        writing(FONT),
    );
    chart.plotting_area().draw(&name)?;
    if let Some(estimate) = row.ours.and_then(|e| drawable(e, range)) {
        chart.draw_series([PathElement::new(
            bar(estimate, top + 0.62),
            OURS.stroke_width(3),
        )])?;
        let at = (estimate.value, top + 0.62);
        chart.draw_series([Circle::new(at, 5, OURS.filled())])?;
    }
    if let Some(estimate) = row.paper.and_then(|e| drawable(e, range)) {
        chart.draw_series([PathElement::new(bar(estimate, top + 0.84), PAPER)])?;
        let at = (estimate.value, top + 0.84);
        chart.draw_series([Circle::new(at, 4, PAPER.stroke_width(2))])?;
    }
    Ok(())
}

fn bar(estimate: Estimate, y: f64) -> [(f64, f64); 2] {
    [(estimate.low, y), (estimate.high, y)]
}

/// Returns the estimate with its bar clipped to the axis, or `None` if its value is not on it.
fn drawable(estimate: Estimate, range: (f64, f64)) -> Option<Estimate> {
    let Estimate { value, low, high } = estimate;
    let seen = value >= range.0 && value <= range.1;
    // `max` and `min` also turn a NaN end into the end of the axis.
    seen.then(|| Estimate {
        value,
        low: low.max(range.0).min(value),
        high: high.min(range.1).max(value),
    })
}

/// Draws the legend above the plot.
fn draw_key(area: &Area<'_>, paper: bool) -> Drawn {
    let style = writing(SMALL).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Circle::new((18, 16), 5, OURS.filled()))?;
    area.draw(&Text::new(
        "this run, 95 % interval",
        (30, 16),
        style.clone(),
    ))?;
    if paper {
        area.draw(&Circle::new((218, 16), 4, PAPER.stroke_width(2)))?;
        area.draw(&Text::new("paper", (230, 16), style))?;
    }
    Ok(())
}

fn draw_lines(area: &Area<'_>, plot: &Lines) -> Drawn {
    let points = || {
        plot.series
            .iter()
            .flat_map(|s| s.points.iter())
            .filter(|p| finite(p))
    };
    let (left, right) = range(points().map(|p| p.0));
    let (low, high) = range(points().map(|p| p.1));
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d(left..right, low..high)?;
    chart
        .configure_mesh()
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .x_desc(shortened(plot.x.en()))
        .y_desc(shortened(plot.y.en()))
        .label_style(writing(SMALL))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (series, &colour) in plot.series.iter().zip(SERIES.iter().cycle()) {
        let points: Vec<_> = series.points.iter().copied().filter(finite).collect();
        chart.draw_series(points.iter().map(|&at| Circle::new(at, 2, colour.filled())))?;
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(shortened(series.name.en()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(writing(SMALL))
        .draw()?;
    Ok(())
}

fn finite(point: &(f64, f64)) -> bool {
    point.0.abs() <= LARGEST && point.1.abs() <= LARGEST
}

/// Returns the ends of an axis that shows all values; never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.filter(|v| v.abs() <= LARGEST);
    let ends = values.fold(None, |ends: Option<(f64, f64)>, v| {
        Some(ends.map_or((v, v), |(low, high)| (low.min(v), high.max(v))))
    });
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    // Ends closer than rounding can distinguish would leave no room for marks between them.
    let room = low.abs().max(high.abs()).max(1e-6) * 1e-6;
    if high - low < room {
        (low - room, high + room)
    } else {
        (low, high)
    }
}

/// Formats a label of an axis, without digits that come from rounding.
fn number(value: &f64) -> String {
    if *value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        let text = format!("{value:.6}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let mut text = String::new();
    let _ = write!(text, "{value:.2e}");
    text
}

fn shortened(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().count() <= LONGEST_NAME {
        return text;
    }
    text.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}
