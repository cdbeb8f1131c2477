//! Footer of a picture: team legend, scale bar and caption.

use super::canvas::{Canvas, View};
use super::figures;
use super::markup::{Markup, number};
use super::palette::Palette;
use super::{Colour, FONTS, Picture};
use crate::vector::Vector;

/// The largest number of caption lines.
const MOST_LINES: usize = 12;

/// The lines below the ice, measured before they are drawn: the size of the picture depends on
/// them.
pub(super) struct Footer<'a> {
    picture: &'a Picture,
    /// The size of letters, in millimetres of ice.
    size: f64,
    /// Whether a row with the teams or the scale is needed.
    has_row: bool,
    lines: Vec<String>,
}

impl<'a> Footer<'a> {
    pub(super) fn new(picture: &'a Picture, canvas: &Canvas) -> Self {
        let size = 140.0 * canvas.grain;
        let (_, width, _) = canvas.paper();
        Footer {
            picture,
            size,
            has_row: picture.teams.is_some() || picture.scale_bar,
            lines: wrapped(&picture.caption, (width - 2.0 * size) / size),
        }
    }

    /// Returns its height below the ice.
    pub(super) fn height(&self) -> f64 {
        let rows = self.lines.len() as f64 + if self.has_row { 1.25 } else { 0.0 };
        if rows > 0.0 {
            (1.4 * rows + 0.8) * self.size
        } else {
            0.0
        }
    }

    /// Draws it on its own background: what hangs over the lower edge of the ice is covered.
    pub(super) fn draw(&self, markup: &mut Markup, canvas: &Canvas, palette: &Palette) {
        if self.height() == 0.0 {
            return;
        }
        let (corner, width, height) = canvas.paper();
        let top = corner.y + height;
        markup.leaf(
            "rect",
            &[
                ("x", number(corner.x)),
                ("y", number(top)),
                ("width", number(width)),
                ("height", number(self.height())),
                ("fill", palette.page.to_owned()),
            ],
        );
        let left = corner.x + self.size;
        let mut baseline = top + 1.45 * self.size;
        if self.has_row {
            self.teams(markup, palette, Vector::new(left, baseline));
            let right = corner.x + width - self.size;
            self.scale(markup, palette, Vector::new(right, baseline));
            baseline += 1.25 * 1.4 * self.size;
        }
        for line in &self.lines {
            self.words(markup, palette, Vector::new(left, baseline), "start", line);
            baseline += 1.4 * self.size;
        }
    }

    /// Draws the names of the teams, each after its stone.
    fn teams(&self, markup: &mut Markup, palette: &Palette, mut at: Vector) {
        let Some(names) = &self.picture.teams else {
            return;
        };
        for (colour, name) in [Colour::First, Colour::Second].into_iter().zip(names) {
            let middle = at + Vector::new(0.6, -0.36) * self.size;
            figures::plain(markup, palette, colour, middle, 0.6 * self.size);
            at.x += 1.6 * self.size;
            self.words(markup, palette, at, "start", name);
            at.x += (columns(name) + 1.5) * self.size;
        }
    }

    /// Draws the scale bar, with its length to the left.
    fn scale(&self, markup: &mut Markup, palette: &Palette, right: Vector) {
        if !self.picture.scale_bar {
            return;
        }
        let metres = match self.picture.view {
            View::WholeSheet if self.size > 200.0 => 5.0,
            _ => 1.0,
        };
        let level = right.y - 0.36 * self.size;
        let left = right.x - 1000.0 * metres;
        let (top, bottom) = (
            number(level - 0.3 * self.size),
            number(level + 0.3 * self.size),
        );
        let (start, end, level) = (number(left), number(right.x), number(level));
        markup.leaf(
            "path",
            &[
                (
                    "d",
                    format!("M{start} {top}V{bottom}M{start} {level}H{end}M{end} {top}V{bottom}"),
                ),
                ("fill", "none".to_owned()),
                ("stroke", palette.text.to_owned()),
                ("stroke-width", number(0.1 * self.size)),
            ],
        );
        let before = Vector::new(left - 0.5 * self.size, right.y);
        self.words(markup, palette, before, "end", &format!("{metres} m"));
    }

    fn words(&self, markup: &mut Markup, palette: &Palette, at: Vector, anchor: &str, words: &str) {
        markup.words(
            "text",
            &[
                ("x", number(at.x)),
                ("y", number(at.y)),
                ("font-family", FONTS.to_owned()),
                ("font-size", number(self.size)),
                ("text-anchor", anchor.to_owned()),
                ("fill", palette.text.to_owned()),
            ],
            words,
        );
    }
}

/// Estimates the width of a text, in units of its size. SVG cannot measure, and the reader's font
/// is not known: Latin letters are taken a little wide, everything from Hangul on as square.
fn columns(text: &str) -> f64 {
    text.chars().map(column).sum()
}

fn column(character: char) -> f64 {
    match character {
        '\u{1100}'.. => 1.0,
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | ';' | '\'' | '(' | ')'
        | '1' => 0.42,
        'A'..='Z' | 'm' | 'w' | '@' | '%' => 0.75,
        _ => 0.61,
    }
}

/// Wraps a text into lines: at line ends, at spaces, or within words if there are none, where they
/// are too long.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for piece in paragraph
            .split_inclusive(' ')
            .flat_map(|word| parts(word, room))
        {
            if !line.is_empty() && columns(&line) + columns(piece.trim_end()) > room {
                lines.push(line.trim_end().to_owned());
                line.clear();
            }
            line.push_str(piece);
        }
        lines.push(line.trim_end().to_owned());
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            lines[MOST_LINES - 1].push('…');
            break;
        }
    }
    lines
}

/// Splits a word that is too long for a line, or that is written without spaces between words, as
/// Japanese is.
fn parts(word: &str, room: f64) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut width) = (0, 0.0);
    for (index, character) in word.char_indices() {
        let breaks = column(character) >= 1.0 || width + column(character) > room;
        if breaks && index > start {
            parts.push(&word[start..index]);
            (start, width) = (index, 0.0);
        }
        width += column(character);
    }
    parts.push(&word[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_caption_is_broken_at_spaces() {
        let lines = wrapped("one two three four five six seven", 8.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), "one two three four five six seven");
        assert!(lines.iter().all(|line| columns(line) <= 8.0));
    }

    #[test]
    fn japanese_is_broken_anywhere() {
        let lines = wrapped("カーリングの先読み", 4.0);
        assert_eq!(lines, ["カーリン", "グの先読", "み"]);
    }

    #[test]
    fn a_caption_without_end_is_cut() {
        let lines = wrapped(&"word ".repeat(100_000), 20.0);
        assert_eq!(lines.len(), MOST_LINES);
        assert!(lines[MOST_LINES - 1].ends_with('…'));
        assert_eq!(wrapped("", 20.0).len(), 0);
    }

    proptest! {
        #[test]
        fn wrapping_loses_nothing_but_spaces(text in "[a-z カ&]{0,60}", room in 1.0..20.0_f64) {
            let squeezed = |text: &str| text.replace(' ', "");
            let lines = wrapped(&text, room);
            prop_assume!(lines.len() < MOST_LINES);
            prop_assert_eq!(squeezed(&lines.concat()), squeezed(&text));
        }
    }
}
