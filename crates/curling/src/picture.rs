//! Pictures of positions and shots, in the quality of a paper.
//!
//! A [`Picture`] is plain data: stones on a sheet, ghosts of stones at earlier positions, their
//! paths, and a few marks. It is independent of physics and rules. [`Picture::to_svg`] returns a
//! small SVG file as text, without touching a disk; with the feature `png`, `Picture::to_png`
//! returns pixels.
//!
//! The drawing has one millimetre of ice as its unit and the tee at its origin. The thrower is
//! below and looks up, as Digital Curling draws it. Lines and letters scale with the picture: the
//! width in pixels changes nothing but the size. The teams can be distinguished in greyscale and by
//! colour-blind readers (see [`Style`]). The picture has its own background and looks the same on a
//! dark page. The same picture is the same text on every machine.
//!
//! What cannot be drawn (coordinates that are not finite, or more than a hundred metres away) is
//! omitted; invalid lengths of a sheet are replaced by those of the standard sheet. There are no
//! animations and no scripts.
//!
//! ```
//! use curling::Vector;
//! use curling::picture::{DrawnStone, Highlight, Path, Picture, View};
//! use curling::sheet::Sheet;
//!
//! let guard = Vector::new(0.3, -3.2);
//! let draw = |share: f64| Vector::new(0.9 - 0.8 * share * share, -38.4 * (1.0 - share));
//! let picture = Picture::new(Sheet::DC3)
//!     .stone(DrawnStone::of_slot(0, guard))
//!     .stone(DrawnStone::of_slot(1, draw(1.0)))
//!     .path(Path::delivered(1, (0..=500).map(|step| draw(f64::from(step) / 500.0))))
//!     .highlight(1, Highlight::LastThrown)
//!     .view(View::PlayArea)
//!     .caption("A draw around the centre guard");
//! let svg = picture.to_svg();
//! assert!(svg.starts_with("<svg") && svg.contains("centre guard"));
//! assert!(svg.len() < 10_000);
//! ```

mod canvas;
mod caption;
mod figures;
mod heat_map;
mod ice;
mod markup;
mod palette;
mod panels;
mod path;
#[cfg(feature = "png")]
mod png;

pub use canvas::{Orientation, View};
pub use heat_map::HeatMap;
pub use palette::Style;
pub use panels::Panels;
#[cfg(feature = "png")]
pub use png::PngError;

use crate::sheet::Sheet;
use crate::stones::Stones;
use crate::vector::Vector;
use canvas::Canvas;
use caption::Footer;
use markup::{Markup, number};
use palette::Palette;

/// Font families, best first; the last but one is built into PNG files.
const FONTS: &str = "Helvetica, Arial, DejaVu Sans, sans-serif";
/// The narrowest and the widest picture, in pixels.
const WIDTHS: (u32, u32) = (16, 16_384);

/// The colour of a team in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Red, with light numbers.
    First,
    /// Yellow, with dark numbers and a ring around them.
    Second,
}

impl Colour {
    /// Returns the colour of a slot if the first team throws first in this end: even slots are the
    /// first team's.
    pub fn of_slot(slot: usize) -> Self {
        match slot % 2 {
            0 => Colour::First,
            _ => Colour::Second,
        }
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Colour::First => Colour::Second,
            Colour::Second => Colour::First,
        }
    }
}

/// A stone to draw, or the ghost of one.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnStone {
    /// The slot. Unless it has a label, the number on it is one more: the shot it was delivered
    /// with, counted from one.
    pub slot: usize,
    /// The centre, in the house frame.
    pub at: Vector,
    /// The colour of its team.
    pub colour: Colour,
    /// A label instead of its number; up to four characters fit.
    pub label: Option<String>,
}

impl DrawnStone {
    /// Creates a stone of a team.
    pub fn new(slot: usize, at: Vector, colour: Colour) -> Self {
        DrawnStone {
            slot,
            at,
            colour,
            label: None,
        }
    }

    /// Creates a stone in the colour of its slot.
    pub fn of_slot(slot: usize, at: Vector) -> Self {
        DrawnStone::new(slot, at, Colour::of_slot(slot))
    }

    /// Sets the label; empty for none.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Returns the text on it.
    fn text(&self) -> String {
        match &self.label {
            Some(label) => label.clone(),
            None => self.slot.saturating_add(1).to_string(),
        }
    }
}

/// The cause of a stone's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A delivered stone: a solid line, faint at the start.
    Delivered,
    /// A stone hit by another: a dashed line.
    Struck,
}

/// The path of a stone.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The slot of the stone.
    pub slot: usize,
    /// The colour of its team.
    pub colour: Colour,
    /// The cause of its motion.
    pub kind: Kind,
    /// The successive positions of its centre, in the house frame; any number.
    pub points: Vec<Vector>,
}

impl Path {
    /// Creates the path of the delivered stone, in the colour of its slot.
    pub fn delivered(slot: usize, points: impl IntoIterator<Item = Vector>) -> Self {
        Path {
            slot,
            colour: Colour::of_slot(slot),
            kind: Kind::Delivered,
            points: points.into_iter().collect(),
        }
    }

    /// Creates the path of a stone that was hit, in the colour of its slot.
    pub fn struck(slot: usize, points: impl IntoIterator<Item = Vector>) -> Self {
        Path {
            kind: Kind::Struck,
            ..Path::delivered(slot, points)
        }
    }

    /// Sets the colour.
    #[must_use]
    pub fn colour(mut self, colour: Colour) -> Self {
        self.colour = colour;
        self
    }
}

/// The reason for marking a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// The shot stone (nearest to the tee): four ticks around it.
    ShotStone,
    /// The stone thrown last: a ring around it.
    LastThrown,
}

/// A picture of a position or a shot; see the [module](self) for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The sheet; invalid lengths are replaced.
    pub sheet: Sheet,
    /// The stones in play; later ones are drawn over earlier ones.
    pub stones: Vec<DrawnStone>,
    /// Stones at earlier positions.
    pub ghosts: Vec<DrawnStone>,
    /// Stones that left play, at the point where they did.
    pub removed: Vec<DrawnStone>,
    /// The paths of stones.
    pub paths: Vec<Path>,
    /// Slots of stones to mark, and how; a slot without a stone is ignored.
    pub highlights: Vec<(usize, Highlight)>,
    /// The point aimed at.
    pub aim: Option<Vector>,
    /// A heat map over the ice.
    pub heat: Option<HeatMap>,
    /// Whether to shade the free guard zone.
    pub guard_zone: bool,
    /// Whether to draw a bar of known length.
    pub scale_bar: bool,
    /// The names of the first and the second team, for the legend.
    pub teams: Option<[String; 2]>,
    /// The caption below; empty for none. Long lines are wrapped, to twelve lines at most.
    pub caption: String,
    /// The visible part of the sheet.
    pub view: View,
    /// Colours or greys.
    pub style: Style,
    /// The orientation.
    pub orientation: Orientation,
    /// The width in pixels; clamped to 16 to 16,384.
    pub width: u32,
}

impl Picture {
    /// Creates a picture of an empty sheet, 600 pixels wide.
    pub fn new(sheet: Sheet) -> Self {
        Picture {
            sheet,
            stones: Vec::new(),
            ghosts: Vec::new(),
            removed: Vec::new(),
            paths: Vec::new(),
            highlights: Vec::new(),
            aim: None,
            heat: None,
            guard_zone: false,
            scale_bar: false,
            teams: None,
            caption: String::new(),
            view: View::default(),
            style: Style::default(),
            orientation: Orientation::default(),
            width: 600,
        }
    }

    /// Adds all stones of a position, the even slots in the colour of the team that throws first in
    /// the end.
    #[must_use]
    pub fn stones(mut self, stones: &Stones, throws_first: Colour) -> Self {
        self.stones.extend(stones.iter().map(|(slot, stone)| {
            let colour = match Colour::of_slot(slot) {
                Colour::First => throws_first,
                Colour::Second => throws_first.other(),
            };
            DrawnStone::new(slot, stone.at, colour)
        }));
        self
    }

    /// Adds a stone.
    #[must_use]
    pub fn stone(mut self, stone: DrawnStone) -> Self {
        self.stones.push(stone);
        self
    }

    /// Adds the outline of a stone that is no longer there.
    #[must_use]
    pub fn ghost(mut self, ghost: DrawnStone) -> Self {
        self.ghosts.push(ghost);
        self
    }

    /// Marks where a stone left play.
    #[must_use]
    pub fn removed(mut self, stone: DrawnStone) -> Self {
        self.removed.push(stone);
        self
    }

    /// Adds a path.
    #[must_use]
    pub fn path(mut self, path: Path) -> Self {
        self.paths.push(path);
        self
    }

    /// Marks a stone.
    #[must_use]
    pub fn highlight(mut self, slot: usize, highlight: Highlight) -> Self {
        self.highlights.push((slot, highlight));
        self
    }

    /// Marks the point aimed at.
    #[must_use]
    pub fn aim(mut self, at: Vector) -> Self {
        self.aim = Some(at);
        self
    }

    /// Adds a heat map.
    #[must_use]
    pub fn heat(mut self, heat: HeatMap) -> Self {
        self.heat = Some(heat);
        self
    }

    /// Shades the free guard zone.
    #[must_use]
    pub fn with_guard_zone(mut self) -> Self {
        self.guard_zone = true;
        self
    }

    /// Adds a bar of known length.
    #[must_use]
    pub fn with_scale_bar(mut self) -> Self {
        self.scale_bar = true;
        self
    }

    /// Adds a legend with the names of the teams.
    #[must_use]
    pub fn teams(mut self, first: impl Into<String>, second: impl Into<String>) -> Self {
        self.teams = Some([first.into(), second.into()]);
        self
    }

    /// Sets the caption.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// Sets the visible part of the sheet.
    #[must_use]
    pub fn view(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// Sets the style.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Sets the orientation.
    #[must_use]
    pub fn orientation(mut self, orientation: Orientation) -> Self {
        self.orientation = orientation;
        self
    }

    /// Sets the width in pixels.
    #[must_use]
    pub fn width(mut self, pixels: u32) -> Self {
        self.width = pixels;
        self
    }

    /// Returns width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let canvas = self.canvas();
        let (_, wide, high) = canvas.paper();
        let high = high + Footer::new(self, &canvas).height();
        let width = self.width.clamp(WIDTHS.0, WIDTHS.1);
        let height = (f64::from(width) * high / wide).round().max(1.0);
        (width, height as u32)
    }

    /// Returns the picture as an SVG file.
    pub fn to_svg(&self) -> String {
        let canvas = self.canvas();
        let palette = Palette::of(self.style);
        let footer = Footer::new(self, &canvas);
        let mut markup = Markup::default();
        self.begin(&mut markup, &canvas, &footer);
        ice::draw(&mut markup, &canvas, palette, self.guard_zone);
        self.draw_shot(&mut markup, &canvas, palette);
        footer.draw(&mut markup, &canvas, palette);
        markup.close("svg");
        markup.finish()
    }

    fn canvas(&self) -> Canvas {
        Canvas::new(self.sheet, self.view, self.orientation)
    }

    /// Writes the head of the file, its text alternative, and the background.
    fn begin(&self, markup: &mut Markup, canvas: &Canvas, footer: &Footer<'_>) {
        let (corner, wide, high) = canvas.paper();
        let [x, y, wide, high] = [corner.x, corner.y, wide, high + footer.height()].map(number);
        let (width, height) = self.size();
        markup.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".to_owned()),
                ("width", width.to_string()),
                ("height", height.to_string()),
                ("viewBox", format!("{x} {y} {wide} {high}")),
                ("role", "img".to_owned()),
            ],
        );
        markup.words("title", &[], self.title());
        markup.words("desc", &[], &self.description());
        let page = Palette::of(self.style).page.to_owned();
        markup.leaf(
            "rect",
            &[
                ("x", x),
                ("y", y),
                ("width", wide),
                ("height", high),
                ("fill", page),
            ],
        );
    }

    /// Returns the first line of the caption that is not empty.
    fn title(&self) -> &str {
        let mut lines = self.caption.lines().map(str::trim);
        lines.find(|line| !line.is_empty()).unwrap_or("Curling")
    }

    /// Draws everything above the sheet, from the lowest layer to the highest.
    fn draw_shot(&self, markup: &mut Markup, canvas: &Canvas, palette: &Palette) {
        if let Some(heat) = &self.heat {
            heat_map::draw(markup, canvas, palette, self.style, heat);
        }
        for path in &self.paths {
            path::draw(markup, canvas, palette, self.style, path);
        }
        for ghost in &self.ghosts {
            figures::ghost(markup, canvas, palette, ghost);
        }
        for stone in &self.removed {
            figures::removed(markup, canvas, palette, stone);
        }
        for stone in &self.stones {
            figures::stone(markup, canvas, palette, stone);
        }
        for &(slot, highlight) in &self.highlights {
            for stone in self.stones.iter().filter(|stone| stone.slot == slot) {
                figures::highlight(markup, canvas, palette, stone.at, highlight);
            }
        }
        if let Some(at) = self.aim {
            figures::aim(markup, canvas, palette, at);
        }
    }

    /// Returns the text alternative: the position in words.
    fn description(&self) -> String {
        let drawn = self
            .stones
            .iter()
            .filter(|stone| canvas::drawable(stone.at));
        let stones: Vec<String> = drawn
            .map(|stone| {
                let team = match stone.colour {
                    Colour::First => "first",
                    Colour::Second => "second",
                };
                let (x, y) = (number(stone.at.x), number(stone.at.y));
                format!("stone {} of the {team} team at ({x}, {y})", stone.text())
            })
            .collect();
        match stones.len() {
            0 => "A curling sheet without stones.".to_owned(),
            _ => format!(
                "A curling sheet; in metres from the tee, to the thrower's right and down the sheet: {}.",
                stones.join("; ")
            ),
        }
    }
}

#[cfg(test)]
mod tests;
