//! Live display of a match.

use super::{Style, View};
use std::io::{self, Write};

/// A live display: redrawn in place on a terminal, appended in a pipe, and only when the view
/// changes.
#[derive(Debug)]
pub struct Live<W> {
    out: W,
    style: Style,
    /// Whether the last view is overwritten.
    in_place: bool,
    last: String,
}

impl<W: Write> Live<W> {
    /// A display on `out`; `in_place` if it is a terminal that can move its cursor.
    pub fn new(out: W, style: Style, in_place: bool) -> Self {
        Live {
            out,
            style,
            in_place,
            last: String::new(),
        }
    }

    /// Shows a view.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn show(&mut self, view: &View) -> io::Result<()> {
        let text = view.text(&self.style);
        if text == self.last {
            return Ok(());
        }
        if self.in_place {
            self.draw_over(&text)?;
        } else {
            if !self.last.is_empty() {
                self.out.write_all(b"\n")?;
            }
            self.out.write_all(text.as_bytes())?;
        }
        self.last = text;
        self.out.flush()
    }

    /// The underlying writer.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn draw_over(&mut self, text: &str) -> io::Result<()> {
        let up = self.last.lines().count();
        let mut drawn = String::new();
        if up > 0 {
            drawn = format!("\x1b[{up}A\r");
        }
        for line in text.lines() {
            // The old line may be longer.
            drawn += line;
            drawn += "\x1b[K\n";
        }
        drawn += "\x1b[J";
        self.out.write_all(drawn.as_bytes())
    }
}
