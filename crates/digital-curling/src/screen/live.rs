//! Scenes one after another.

use super::{Look, Scene};
use std::io::{self, Write};

/// Shows a match while it is played: redrawn in place on a terminal, appended in a pipe, and only
/// if there is anything new to see.
#[derive(Debug)]
pub struct Live<W> {
    out: W,
    look: Look,
    /// Whether the last scene is drawn over.
    in_place: bool,
    last: String,
}

impl<W: Write> Live<W> {
    /// Shows scenes on `out`, which is a terminal that can move its cursor if `in_place` says so.
    pub fn new(out: W, look: Look, in_place: bool) -> Self {
        Live {
            out,
            look,
            in_place,
            last: String::new(),
        }
    }

    /// Shows a scene.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn show(&mut self, scene: &Scene) -> io::Result<()> {
        let text = scene.text(&self.look);
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

    /// What is written to.
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
            // Whatever stood there before is longer, perhaps.
            drawn += line;
            drawn += "\x1b[K\n";
        }
        drawn += "\x1b[J";
        self.out.write_all(drawn.as_bytes())
    }
}
