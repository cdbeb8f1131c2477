//! Mapping of the visible part of the sheet to the paper.

use super::markup::{Attribute, number};
use crate::sheet::Sheet;
use crate::vector::Vector;

/// Between the two tees, in metres: 114 feet (World Curling, The Rules of Curling, R1).
pub(super) const TEE_TO_TEE: f64 = 34.747;
/// From a tee to the hack behind it, in metres: 12 feet.
pub(super) const TEE_TO_HACK: f64 = 3.658;
/// From a tee to the end of the ice behind it, in metres: 18 feet, as Digital Curling 3 has it.
pub(super) const TEE_TO_END: f64 = 5.487;

/// The largest distance from the tee that is drawn, in metres.
const HORIZON: f64 = 100.0;
/// The smallest length of a sheet, in metres.
const SHORTEST: f64 = 0.1;

/// The part of the sheet to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The house and a little in front of it.
    House,
    /// The whole play area: from the hog line to behind the back line.
    #[default]
    PlayArea,
    /// From hack to hack, with both houses.
    WholeSheet,
}

/// The orientation of the sheet on the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// The thrower is below and looks up, as Digital Curling draws it.
    #[default]
    HouseUp,
    /// The thrower is on the left and looks right: for the whole sheet across a page.
    HouseRight,
}

/// The mapping from the house frame in metres to the paper in millimetres of ice; the tee is the
/// origin of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    pub(super) sheet: Sheet,
    orientation: Orientation,
    /// The corner of the visible area with the smallest coordinates, in the house frame.
    low: Vector,
    /// The corner with the largest coordinates.
    high: Vector,
    /// The scale of lines and letters, relative to a picture as wide as the sheet.
    pub(super) grain: f64,
}

impl Canvas {
    pub(super) fn new(sheet: Sheet, view: View, orientation: Orientation) -> Self {
        let sheet = repaired(sheet);
        let side = sheet.width / 2.0 + 0.125;
        let behind = sheet.back.max(sheet.house) + 0.42;
        let (front, behind) = match view {
            View::House => (sheet.house + 0.75, behind),
            View::PlayArea => (sheet.hog + 0.42, behind),
            View::WholeSheet => (
                (TEE_TO_TEE + TEE_TO_END).max(sheet.delivery) + 0.3,
                behind.max(TEE_TO_END + 0.3),
            ),
        };
        let mut canvas = Canvas {
            sheet,
            orientation,
            low: Vector::new(-side, -front),
            high: Vector::new(side, behind),
            grain: 1.0,
        };
        let (_, width, height) = canvas.paper();
        // A wide strip is printed much smaller than a portrait of the same sheet: its lines must
        // scale up, if less than in proportion.
        canvas.grain = width / 5000.0 * (height / width).sqrt().min(1.0);
        canvas
    }

    /// Returns a point of the house frame on the paper.
    pub(super) fn place(&self, at: Vector) -> Vector {
        match self.orientation {
            Orientation::HouseUp => Vector::new(at.x, -at.y) * 1000.0,
            Orientation::HouseRight => Vector::new(at.y, at.x) * 1000.0,
        }
    }

    /// Returns the part of the paper with ice on it: its top left corner, its width and height.
    pub(super) fn paper(&self) -> (Vector, f64, f64) {
        self.rectangle(self.low, self.high)
    }

    /// Returns the rectangle on the paper between two opposite points of the house frame.
    pub(super) fn rectangle(&self, one: Vector, other: Vector) -> (Vector, f64, f64) {
        let (one, other) = (self.place(one), self.place(other));
        let corner = Vector::new(one.x.min(other.x), one.y.min(other.y));
        (corner, (one.x - other.x).abs(), (one.y - other.y).abs())
    }

    /// Returns the SVG attributes of that rectangle.
    pub(super) fn rectangle_attributes(
        &self,
        one: Vector,
        other: Vector,
    ) -> [Attribute<'static>; 4] {
        let (corner, width, height) = self.rectangle(one, other);
        [
            ("x", number(corner.x)),
            ("y", number(corner.y)),
            ("width", number(width)),
            ("height", number(height)),
        ]
    }

    /// Returns whether a disc is visible, at least in part; false if its position is not finite.
    pub(super) fn sees(&self, at: Vector, radius: f64) -> bool {
        drawable(at)
            && (self.low.x - radius..=self.high.x + radius).contains(&at.x)
            && (self.low.y - radius..=self.high.y + radius).contains(&at.y)
    }

    /// Returns the nearest point at least `margin` inside the picture.
    pub(super) fn inside(&self, at: Vector, margin: f64) -> Vector {
        Vector::new(
            at.x.clamp(self.low.x + margin, self.high.x - margin),
            at.y.clamp(self.low.y + margin, self.high.y - margin),
        )
    }

    /// Returns the visible ends of the ice along the sheet: nearest to the thrower first.
    pub(super) fn ends(&self) -> (f64, f64) {
        let near = -(TEE_TO_TEE + TEE_TO_END).max(self.sheet.delivery);
        (self.low.y.max(near), self.high.y.min(TEE_TO_END))
    }

    /// Clips a line at the edges of the picture; a line that leaves and comes back becomes several.
    pub(super) fn cut(&self, points: &[Vector]) -> Vec<Vec<Vector>> {
        let mut pieces: Vec<Vec<Vector>> = Vec::new();
        for pair in points.windows(2) {
            let Some((start, end)) = self.cut_segment(pair[0], pair[1]) else {
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if piece.last() == Some(&start) => piece.push(end),
                _ => pieces.push(vec![start, end]),
            }
        }
        pieces
    }

    /// Returns the visible part of a segment, after Liang and Barsky, "A new concept and method for
    /// line clipping" (1984).
    fn cut_segment(&self, start: Vector, end: Vector) -> Option<(Vector, Vector)> {
        let way = end - start;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (step, room) in [
            (-way.x, start.x - self.low.x),
            (way.x, self.high.x - start.x),
            (-way.y, start.y - self.low.y),
            (way.y, self.high.y - start.y),
        ] {
            if step == 0.0 && room < 0.0 {
                return None;
            } else if step < 0.0 {
                enter = enter.max(room / step);
            } else if step > 0.0 {
                leave = leave.min(room / step);
            }
        }
        let at = |share: f64| match share {
            0.0 => start,
            1.0 => end,
            _ => start + way * share,
        };
        (enter <= leave).then(|| (at(enter), at(leave)))
    }
}

/// Returns whether a point can be drawn at all.
pub(super) fn drawable(at: Vector) -> bool {
    at.is_finite() && at.x.abs() <= HORIZON && at.y.abs() <= HORIZON
}

/// Returns the sheet with every invalid length replaced by that of the standard sheet.
fn repaired(sheet: Sheet) -> Sheet {
    let usual = Sheet::default();
    let or = |length: f64, usual: f64| match length {
        good if (SHORTEST..=HORIZON).contains(&good) => good,
        _ => usual,
    };
    Sheet {
        width: or(sheet.width, usual.width),
        hog: or(sheet.hog, usual.hog),
        back: or(sheet.back, usual.back),
        house: or(sheet.house, usual.house),
        eight_foot: or(sheet.eight_foot, usual.eight_foot),
        four_foot: or(sheet.four_foot, usual.four_foot),
        delivery: or(sheet.delivery, usual.delivery),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn canvas(view: View, orientation: Orientation) -> Canvas {
        Canvas::new(Sheet::DC3, view, orientation)
    }

    #[test]
    fn the_thrower_is_below_and_their_right_is_right() {
        let paper = canvas(View::House, Orientation::HouseUp);
        assert_eq!(paper.place(Vector::ZERO), Vector::ZERO);
        assert!(paper.place(Sheet::DC3.hack()).y > 0.0);
        assert!(paper.place(Vector::new(1.0, 0.0)).x > 0.0);
    }

    #[test]
    fn turned_the_thrower_is_on_the_left_and_their_right_is_below() {
        let paper = canvas(View::House, Orientation::HouseRight);
        assert!(paper.place(Sheet::DC3.hack()).x < 0.0);
        assert!(paper.place(Vector::new(1.0, 0.0)).y > 0.0);
    }

    #[test]
    fn every_view_shows_what_it_promises() {
        let house = canvas(View::House, Orientation::HouseUp);
        let play = canvas(View::PlayArea, Orientation::HouseUp);
        let whole = canvas(View::WholeSheet, Orientation::HouseUp);
        let guard = Vector::new(0.0, -4.0);
        assert!(!house.sees(guard, 0.145) && play.sees(guard, 0.145));
        assert!(!play.sees(Sheet::DC3.hack(), 0.145) && whole.sees(Sheet::DC3.hack(), 0.145));
        for canvas in [house, play, whole] {
            assert!(canvas.sees(Vector::new(2.375, 1.829), 0.0));
            assert!(!canvas.sees(Vector::new(f64::NAN, 0.0), 1.0));
        }
    }

    #[test]
    fn a_line_is_cut_where_it_leaves_the_picture() {
        let paper = canvas(View::House, Orientation::HouseUp);
        let pieces = paper.cut(&[
            Vector::new(0.0, -30.0),
            Vector::new(0.0, 0.0),
            Vector::new(9.0, 0.0),
            Vector::new(9.0, 1.0),
            Vector::new(0.0, 1.0),
        ]);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].len(), 3);
        assert!((pieces[0][0].y - paper.low.y).abs() < 1e-12);
        assert!((pieces[0][2].x - paper.high.x).abs() < 1e-12);
    }

    #[test]
    fn a_sheet_that_is_no_sheet_is_mended() {
        let odd = Sheet {
            width: f64::NAN,
            hog: -1.0,
            house: f64::INFINITY,
            ..Sheet::LEGACY
        };
        let repaired = repaired(odd);
        assert_eq!((repaired.width, repaired.hog), (4.75, 6.401));
        assert_eq!((repaired.house, repaired.back), (1.829, 1.83));
    }

    proptest! {
        #[test]
        fn what_is_left_of_a_cut_line_is_seen(
            points in prop::collection::vec((-9.0..9.0_f64, -9.0..9.0_f64), 0..9)
        ) {
            let paper = canvas(View::House, Orientation::HouseUp);
            let points: Vec<_> = points.into_iter().map(|(x, y)| Vector::new(x, y)).collect();
            for piece in paper.cut(&points) {
                prop_assert!(piece.len() >= 2);
                prop_assert!(piece.iter().all(|&at| paper.sees(at, 1e-9)));
            }
        }
    }
}
