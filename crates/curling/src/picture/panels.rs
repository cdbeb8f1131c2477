//! Panels: several pictures side by side, each with a title, and a legend of their colours below.
//!
//! ```
//! use curling::picture::{Panels, Picture};
//! use curling::sheet::Sheet;
//!
//! let panels = Panels::default()
//!     .panel("clockwise", Picture::new(Sheet::DC3))
//!     .panel("counter-clockwise", Picture::new(Sheet::DC3))
//!     .legend("41 %", "73 %")
//!     .line("Values of all targets");
//! assert_eq!(panels.to_svg().matches("<svg").count(), 3);
//! ```

use super::markup::{Markup, number};
use super::palette::{Palette, Style};
use super::{FONTS, Picture, heat_map};

/// The size of letters, in pixels.
const LETTERS: f64 = 15.0;
/// Margin between panels and around them, in pixels.
const ROOM: f64 = 12.0;
/// The size of the legend's bar, in pixels.
const BAR: (f64, f64) = (240.0, 14.0);

/// Pictures side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panels {
    /// The pictures with their titles.
    pub panels: Vec<(String, Picture)>,
    /// The labels of the lightest and the darkest colour.
    pub legend: Option<[String; 2]>,
    /// The lines below; they are not wrapped.
    pub lines: Vec<String>,
}

impl Panels {
    /// Adds a picture.
    #[must_use]
    pub fn panel(mut self, title: impl Into<String>, picture: Picture) -> Self {
        self.panels.push((title.into(), picture));
        self
    }

    /// Adds a legend of the colours.
    #[must_use]
    pub fn legend(mut self, low: impl Into<String>, high: impl Into<String>) -> Self {
        self.legend = Some([low.into(), high.into()]);
        self
    }

    /// Adds a line below.
    #[must_use]
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(line.into());
        self
    }

    /// Returns width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let sizes = self.panels.iter().map(|(_, picture)| picture.size());
        let width: f64 = sizes.map(|(width, _)| f64::from(width) + ROOM).sum();
        let rows = self.lines.len() as f64 + if self.legend.is_some() { 1.2 } else { 0.0 };
        let below = ROOM + 1.5 * LETTERS * rows;
        ((width + ROOM) as u32, (self.bottom() + below).ceil() as u32)
    }

    /// Returns the lower edge of the pictures.
    fn bottom(&self) -> f64 {
        let heights = self.panels.iter().map(|(_, picture)| picture.size().1);
        2.0 * ROOM + LETTERS + f64::from(heights.max().unwrap_or(0))
    }

    fn style(&self) -> Style {
        let first = self.panels.first();
        first.map_or(Style::default(), |(_, picture)| picture.style)
    }

    /// Returns the panels as an SVG file.
    pub fn to_svg(&self) -> String {
        let (width, height) = self.size();
        let mut markup = Markup::default();
        markup.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".to_owned()),
                ("width", width.to_string()),
                ("height", height.to_string()),
                ("viewBox", format!("0 0 {width} {height}")),
                ("role", "img".to_owned()),
            ],
        );
        let title = self.lines.first().map_or("Curling", String::as_str);
        markup.words("title", &[], title);
        let page = Palette::of(self.style()).page.to_owned();
        let whole = [("width", width.to_string()), ("height", height.to_string())];
        markup.leaf("rect", &[&whole[..], &[("fill", page)]].concat());
        self.pictures(&mut markup);
        self.footer(&mut markup);
        markup.close("svg");
        markup.finish()
    }

    fn pictures(&self, markup: &mut Markup) {
        let mut left = ROOM;
        for (title, picture) in &self.panels {
            let (width, _) = picture.size();
            let middle = left + f64::from(width) / 2.0;
            self.words(markup, (middle, ROOM + LETTERS * 0.8), "middle", title);
            let down = number(1.5 * ROOM + LETTERS);
            let shift = format!("translate({} {down})", number(left));
            markup.open("g", &[("transform", shift)]);
            markup.inside(&picture.to_svg());
            markup.close("g");
            left += f64::from(width) + ROOM;
        }
    }

    fn footer(&self, markup: &mut Markup) {
        let mut baseline = self.bottom() + 1.2 * LETTERS;
        if let Some([low, high]) = &self.legend {
            let middle = f64::from(self.size().0) / 2.0;
            let (left, right) = (middle - BAR.0 / 2.0, middle + BAR.0 / 2.0);
            self.words(markup, (left - 8.0, baseline), "end", low);
            self.words(markup, (right + 8.0, baseline), "start", high);
            self.bar(markup, left, baseline - 0.85 * LETTERS);
            baseline += 1.2 * 1.5 * LETTERS;
        }
        for line in &self.lines {
            self.words(markup, (ROOM, baseline), "start", line);
            baseline += 1.5 * LETTERS;
        }
    }

    fn bar(&self, markup: &mut Markup, left: f64, top: f64) {
        let shades: Vec<_> = heat_map::ramp(self.style()).collect();
        let step = BAR.0 / shades.len() as f64;
        for (place, fill) in shades.into_iter().enumerate() {
            markup.leaf(
                "rect",
                &[
                    ("x", number(left + step * place as f64)),
                    ("y", number(top)),
                    ("width", number(step + 0.3)),
                    ("height", number(BAR.1)),
                    ("fill", fill),
                ],
            );
        }
    }

    fn words(&self, markup: &mut Markup, (x, y): (f64, f64), anchor: &str, words: &str) {
        markup.words(
            "text",
            &[
                ("x", number(x)),
                ("y", number(y)),
                ("font-family", FONTS.to_owned()),
                ("font-size", number(LETTERS)),
                ("text-anchor", anchor.to_owned()),
                ("fill", Palette::of(self.style()).text.to_owned()),
            ],
            words,
        );
    }
}
