//! The match as text: the house end of the sheet drawn to scale in characters, the score, the
//! clocks.
//!
//! What the text screen of Mori (2019, section 4.5) shows, in a form that fits a terminal of 80
//! columns: a [`Scene`] is everything that is to be seen, and [`Scene::text`] a pure function of
//! it. The thrower looks up the page: his right is right, and what lies beyond the tee is above it.
//! A row is as high as a stone is wide, a column half of that. Stones of team 0 are `o`, of team 1
//! `x`, and the one thrown last is marked.
//!
//! [`moments`] are the scenes of a match that was played; [`Live`] shows one scene after another:
//! in place on a terminal, one below the other in a pipe. What is absent: keys. Whoever wants to
//! play at this screen is a [`Person`](crate::person::Person).
//!
//! ```
//! use curling::conditions::Conditions;
//! use digital_curling::screen::{Look, Scene};
//! use digital_curling::{Bout, Setup};
//! use lookahead::Seed;
//!
//! let bout = Bout::new(Setup::new(Conditions::legacy(), Seed(1)))?;
//! let text = Scene::of(&bout).text(&Look::default());
//! assert!(text.starts_with("Shot: 1, End: 1/8, Next shot: team0\n"));
//! assert!(text.lines().all(|line| line.chars().count() <= 80));
//! # Ok::<(), curling::arena_game::ConditionsError>(())
//! ```

mod ice;
mod live;
mod moments;
mod panel;
mod scene;

pub use live::Live;
pub use moments::{Moment, moments};
pub use scene::{Last, Scene};

/// How a scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// ○ × ◎ ※ and lines of lines, or nothing but ASCII.
    pub unicode: bool,
    /// Blue for team 0 and orange for team 1, which everybody can tell apart, with the codes of a
    /// terminal.
    pub colour: bool,
    /// How many rows the ice has, from 12 to 36. With 30 a row is as high as a stone.
    pub rows: usize,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            unicode: false,
            colour: false,
            rows: 30,
        }
    }
}

/// The widest line that is drawn, in characters.
pub const WIDTH: usize = 80;

impl Look {
    /// What a stone of a team looks like.
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

    /// Text that stays in the background, if there are colours.
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
