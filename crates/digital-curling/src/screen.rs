//! The text screen: the house end of the sheet drawn to scale in characters, the score, the clocks.
//!
//! It has the content of Mori's text screen (2019, section 4.5), in 80 columns: a [`View`] is the
//! content of the screen, and [`View::text`] a pure function of it. The thrower looks up the page:
//! their right is right, and the area beyond the tee is above it. A row is as high as a stone is
//! wide, a column half of that. Stones of team 0 are `o`, of team 1 `x`, and the one thrown last is
//! marked.
//!
//! [`moments`] are the views of a recorded match; [`Live`] shows one view after another: in place
//! on a terminal, one below the other in a pipe. What is absent: input, which is for
//! [`Person`](crate::person::Person).
//!
//! ```
//! use curling::conditions::Conditions;
//! use digital_curling::screen::{Style, View};
//! use digital_curling::{Match, Setup};
//! use lookahead::Seed;
//!
//! let curling_match = Match::new(Setup::new(Conditions::legacy(), Seed(1)))?;
//! let text = View::of(&curling_match).text(&Style::default());
//! assert!(text.starts_with("Shot: 1, End: 1/8, Next shot: team0\n"));
//! assert!(text.lines().all(|line| line.chars().count() <= 80));
//! # Ok::<(), curling::arena_game::ConditionsError>(())
//! ```

mod ice;
mod live;
mod moments;
mod panel;
mod view;

pub use live::Live;
pub use moments::{Moment, moments};
pub use view::{LastShot, View};

/// The style of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// ○ × ◎ ※ and box-drawing lines, or ASCII only.
    pub unicode: bool,
    /// Blue for team 0 and orange for team 1, which colour-blind people can tell apart, with
    /// terminal codes.
    pub colour: bool,
    /// The number of rows of the ice, from 12 to 36. With 30 a row is as high as a stone.
    pub rows: usize,
    /// Whether stones have the number of their shot beside them, from 1.
    pub numbers: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            unicode: false,
            colour: false,
            rows: 30,
            numbers: false,
        }
    }
}

/// The widest line that is drawn, in characters.
pub const WIDTH: usize = 80;

impl Style {
    /// The character of a stone.
    fn stone(&self, team: usize, last: bool) -> char {
        match (self.unicode, team, last) {
            (false, 0, false) => 'o',
            (false, _, false) => 'x',
            (false, 0, true) => '@',
            (false, _, true) => '%',
            (true, 0, false) => '○',
            (true, _, false) => '×',
            (true, 0, true) => '◎',
            (true, _, true) => '※',
        }
    }

    /// Text in the colour of a team, if there are colours.
    fn paint(&self, team: usize, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        // Of the palette of 256: blue 33 and orange 208.
        let colour = [33, 208][team.min(1)];
        format!("\x1b[1;38;5;{colour}m{text}\x1b[0m")
    }

    /// Dimmed text, if there are colours.
    fn dim(&self, text: &str) -> String {
        if self.colour {
            format!("\x1b[2m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests;
