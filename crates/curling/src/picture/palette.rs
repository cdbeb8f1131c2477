//! The colours of a picture.
//!
//! Red and yellow as in the sport. What separates the teams for colour-blind readers, and on a
//! photocopy, is not the hue: the first team is dark with light numbers, the second light with dark
//! numbers and a ring around them, and the path of the first has a light edge, that of the second a
//! dark one.

use super::Colour;

/// The colour scheme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Muted colours, for screens.
    #[default]
    Screen,
    /// Shades of grey only, for print.
    Print,
}

/// The colours of one team.
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    /// The handle of a stone, and the core of a path.
    pub(super) fill: &'static str,
    /// Numbers on the handle, and the ring of the second team.
    pub(super) ink: &'static str,
    /// The casing of a path, so that it stands out from any ring.
    pub(super) casing: &'static str,
    /// Outlines of ghosts and removed stones.
    pub(super) outline: &'static str,
}

/// The colours of a style.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    pub(super) page: &'static str,
    pub(super) ice: &'static str,
    pub(super) guard_zone: &'static str,
    pub(super) twelve_foot: &'static str,
    pub(super) eight_foot: &'static str,
    pub(super) four_foot: &'static str,
    pub(super) ring: &'static str,
    pub(super) line: &'static str,
    pub(super) hog_line: &'static str,
    pub(super) text: &'static str,
    pub(super) granite: &'static str,
    pub(super) edge: &'static str,
    first: Team,
    second: Team,
}

const SCREEN: Palette = Palette {
    page: "#ffffff",
    ice: "#f3f7fa",
    guard_zone: "#e7efe2",
    twelve_foot: "#a8c8e6",
    eight_foot: "#fcfdfe",
    four_foot: "#ebb0aa",
    ring: "#8fa3b5",
    line: "#93a1ae",
    hog_line: "#b5605c",
    text: "#1d2730",
    granite: "#a3a9ae",
    edge: "#3f464d",
    first: Team {
        fill: "#c3242d",
        ink: "#ffffff",
        casing: "#ffffff",
        outline: "#a91922",
    },
    second: Team {
        fill: "#f7cb1c",
        ink: "#26200a",
        casing: "#57480c",
        outline: "#7d6205",
    },
};

const PRINT: Palette = Palette {
    page: "#ffffff",
    ice: "#ffffff",
    guard_zone: "#f1f1f1",
    twelve_foot: "#dcdcdc",
    eight_foot: "#ffffff",
    four_foot: "#c9c9c9",
    ring: "#8a8a8a",
    line: "#8a8a8a",
    hog_line: "#555555",
    text: "#000000",
    granite: "#a8a8a8",
    edge: "#1a1a1a",
    first: Team {
        fill: "#2b2b2b",
        ink: "#ffffff",
        casing: "#ffffff",
        outline: "#2b2b2b",
    },
    second: Team {
        fill: "#ffffff",
        ink: "#000000",
        casing: "#2b2b2b",
        outline: "#2b2b2b",
    },
};

impl Palette {
    pub(super) fn of(style: Style) -> &'static Palette {
        match style {
            Style::Screen => &SCREEN,
            Style::Print => &PRINT,
        }
    }

    pub(super) fn team(&self, colour: Colour) -> &Team {
        match colour {
            Colour::First => &self.first,
            Colour::Second => &self.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, near enough: 0 for black, 1 for white.
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let byte = u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
            (f64::from(byte) / 255.0).powf(2.2)
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    /// Returns the contrast of two colours as the Web Content Accessibility Guidelines define it.
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn the_teams_differ_without_colour() {
        for style in [Style::Screen, Style::Print] {
            let palette = Palette::of(style);
            assert!(contrast(palette.first.fill, palette.second.fill) > 3.0);
        }
    }

    #[test]
    fn numbers_can_be_read_on_their_stones() {
        for style in [Style::Screen, Style::Print] {
            let palette = Palette::of(style);
            for team in [&palette.first, &palette.second] {
                assert!(contrast(team.fill, team.ink) > 4.5);
                assert!(contrast(team.outline, "#ffffff") > 4.5);
            }
            assert!(contrast(palette.text, palette.page) > 7.0);
        }
    }
}
