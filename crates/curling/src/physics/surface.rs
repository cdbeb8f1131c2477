//! Non-uniform ice: swept, or worn by the stones that have run on it.
//!
//! The platforms play on ice that never changes. Mori's thesis (2019, section 7) names what is
//! missing: ice that changes from shot to shot, ice that changes where stones have run, and
//! sweeping. The size of these effects is not known, so all of them are parameters here, with round
//! numbers as defaults, and off by default.
//!
//! The first needs only other [`Parameters`](super::Parameters): a [`Weather`] gives the friction
//! of every shot. The others depend on the place: a [`Surface`] multiplies friction and curl there,
//! and shots on it are simulated in time steps in both modes.
//!
//! ```
//! use curling::physics::{Mode, Parameters, Physics, Surface, Sweep, Throw};
//! use curling::{Shot, Stones};
//!
//! let physics = Physics::new(Parameters::legacy())?;
//! let draw = Throw { stones: Stones::none(), slot: 0, shot: Shot::legacy(-0.95, -28.8, 0) };
//! let swept = Surface { sweep: Some(Sweep::default()), ..Surface::default() };
//! let short = physics.throw(Mode::Exact, &draw)?.stones.get(0).unwrap().at;
//! let saved = physics.throw_on(Mode::Exact, &draw, &swept)?.stones.get(0).unwrap().at;
//! assert!(saved.y > short.y + 0.5); // sweeping carries it farther
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::parameters::ParameterError;
use crate::vector::Vector;
use serde::{Deserialize, Serialize};

/// Deviations from uniform ice, from place to place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Surface {
    /// The sweeping of the delivered stone.
    pub sweep: Option<Sweep>,
    /// The wear by earlier stones.
    pub wear: Option<Wear>,
}

/// A stretch of the delivered stone's path on which it is swept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sweep {
    /// The start of sweeping: y in the house frame, in metres.
    pub from: f64,
    /// The end of sweeping.
    pub to: f64,
    /// Factor on friction.
    pub friction: f64,
    /// Factor on curl.
    pub curl: f64,
}

impl Default for Sweep {
    /// Returns the last ten metres before the tee line, a tenth off the friction and a third off
    /// the curl.
    fn default() -> Self {
        Sweep {
            from: -10.0,
            to: 0.0,
            friction: 0.9,
            curl: 0.67,
        }
    }
}

/// Number of stones that have run over each part of the sheet, and their effect on friction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wear {
    /// Relative change of friction by one passage; negative if running smooths the ice.
    pub each: f64,
    /// The largest change by all passages together.
    pub most: f64,
    /// Passages by row and column.
    passages: Vec<[u16; COLUMNS]>,
}

/// The grid of the worn part of the sheet: rows a metre long, from the hack to behind the house, of
/// columns a quarter of a metre wide.
const COLUMNS: usize = 20;
const ROWS: usize = 46;
const ROW: f64 = 1.0;
const COLUMN: f64 = 0.25;
/// The y of the first row's near edge.
const FIRST: f64 = -42.0;

impl Wear {
    /// Creates fresh ice that changes by this fraction with each passage, up to a limit.
    pub fn new(each: f64, most: f64) -> Self {
        Wear {
            each,
            most,
            passages: vec![[0; COLUMNS]; ROWS],
        }
    }

    /// Records a stone's path, given as points that lie near each other. A cell of the sheet counts
    /// once for each time the path enters it.
    pub fn record_path(&mut self, path: impl IntoIterator<Item = Vector>) {
        let mut last = None;
        for point in path {
            let place = place(point);
            if place != last
                && let Some((row, column)) = place
            {
                let passages = &mut self.passages[row][column];
                *passages = passages.saturating_add(1);
            }
            last = place;
        }
    }

    /// Returns the factor on friction at a place.
    pub fn factor(&self, at: Vector) -> f64 {
        let passages =
            place(at).and_then(|(row, column)| Some(*self.passages.get(row)?.get(column)?));
        let change = self.each * f64::from(passages.unwrap_or(0));
        1.0 + change.clamp(-self.most, self.most)
    }
}

fn place(at: Vector) -> Option<(usize, usize)> {
    let row = ((at.y - FIRST) / ROW).floor();
    let column = (at.x / COLUMN).floor() + (COLUMNS / 2) as f64;
    let inside = (0.0..ROWS as f64).contains(&row) && (0.0..COLUMNS as f64).contains(&column);
    inside.then_some((row as usize, column as usize))
}

impl Surface {
    /// Returns whether the ice is the same everywhere.
    pub fn is_uniform(&self) -> bool {
        self.sweep.is_none() && self.wear.is_none()
    }

    /// Returns the factors on friction and curl at a place, for the delivered stone or another.
    pub(crate) fn factors(&self, at: Vector, delivered: bool) -> (f64, f64) {
        let worn = self.wear.as_ref().map_or(1.0, |wear| wear.factor(at));
        match self.sweep {
            Some(sweep) if delivered && at.y >= sweep.from && at.y < sweep.to => {
                (worn * sweep.friction, sweep.curl)
            }
            _ => (worn, 1.0),
        }
    }

    /// Checks all values.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        let within = |name, value: f64, least: f64, most: f64, must| {
            let fine = (least..=most).contains(&value);
            fine.then_some(())
                .ok_or(ParameterError::Impossible { name, value, must })
        };
        if let Some(Sweep {
            from,
            to,
            friction,
            curl,
        }) = self.sweep
        {
            within(
                "sweep.from",
                from,
                -100.0,
                100.0,
                "between -100 and 100 metres",
            )?;
            within(
                "sweep.to",
                to,
                from,
                100.0,
                "at or after sweep.from, at most 100 metres",
            )?;
            within("sweep.friction", friction, 0.1, 10.0, "between 0.1 and 10")?;
            within("sweep.curl", curl, 0.0, 10.0, "between 0 and 10")?;
        }
        if let Some(wear) = &self.wear {
            within("wear.each", wear.each, -1.0, 1.0, "between -1 and 1")?;
            within("wear.most", wear.most, 0.0, 0.9, "between 0 and 0.9")?;
            within(
                "wear.passages",
                wear.passages.len() as f64,
                ROWS as f64,
                ROWS as f64,
                "46 rows",
            )?;
        }
        Ok(())
    }
}

/// Friction that changes from shot to shot: a factor for every shot of a match, counted from the
/// first stone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weather {
    /// The factors in the order of the shots; after the last of them the ice stays as it is.
    pub friction: Vec<f64>,
}

impl Weather {
    /// Creates weather that goes linearly from one factor to another within this many shots.
    pub fn drifting(from: f64, to: f64, shots: usize) -> Self {
        let steps = shots.saturating_sub(1).max(1) as f64;
        let factor = |shot: usize| from + (to - from) * shot as f64 / steps;
        Weather {
            friction: (0..shots).map(factor).collect(),
        }
    }

    /// Returns the factor on friction for the shot of this number in the match; 1 if none is set.
    pub fn friction_of(&self, shot: usize) -> f64 {
        let last = self.friction.last().copied();
        self.friction.get(shot).copied().or(last).unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Mode, Parameters, Physics, Throw};
    use crate::{Shot, Stones, Turn};

    fn rest(physics: &Physics, mode: Mode, surface: &Surface) -> Vector {
        let fast = if physics.parameters().sheet.delivery > 38.0 {
            2.35
        } else {
            29.0
        };
        let throw = Throw {
            stones: Stones::none(),
            slot: 0,
            shot: Shot::new(Vector::new(-0.03 * fast, fast), Turn::Clockwise),
        };
        let outcome = physics.throw_on(mode, &throw, surface).unwrap();
        outcome.stones.get(0).unwrap().at
    }

    fn models() -> [Physics; 3] {
        [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()]
            .map(|p| Physics::new(p).unwrap())
    }

    #[test]
    fn ice_that_is_even_is_the_usual_ice() {
        let neutral = Surface {
            sweep: Some(Sweep {
                friction: 1.0,
                curl: 1.0,
                ..Sweep::default()
            }),
            wear: Some(Wear::new(0.1, 0.5)),
        };
        for physics in models() {
            let usual = rest(&physics, Mode::Exact, &Surface::default());
            assert_eq!(rest(&physics, Mode::Exact, &neutral), usual, "bit by bit");
            let fast = rest(&physics, Mode::Fast, &neutral);
            assert!((fast - usual).length() < 0.008);
        }
    }

    #[test]
    fn sweeping_carries_a_stone_farther_and_straighter() {
        for physics in models() {
            for mode in [Mode::Exact, Mode::Fast] {
                let swept = Surface {
                    sweep: Some(Sweep::default()),
                    wear: None,
                };
                let (usual, swept) = (
                    rest(&physics, mode, &Surface::default()),
                    rest(&physics, mode, &swept),
                );
                assert!(swept.y > usual.y + 0.3, "{usual:?} {swept:?}");
                assert!(
                    swept.x < usual.x,
                    "it curls to the right, and less so: {usual:?} {swept:?}"
                );
            }
        }
    }

    #[test]
    fn only_the_swept_stretch_and_the_delivered_stone_are_swept() {
        let surface = Surface {
            sweep: Some(Sweep::default()),
            wear: None,
        };
        assert_eq!(surface.factors(Vector::new(0.0, -5.0), true), (0.9, 0.67));
        assert_eq!(surface.factors(Vector::new(0.0, -5.0), false), (1.0, 1.0));
        assert_eq!(surface.factors(Vector::new(0.0, 0.5), true), (1.0, 1.0));
    }

    #[test]
    fn a_stone_on_a_worn_path_stops_earlier_and_beside_it_does_not() {
        let physics = Physics::new(Parameters::legacy()).unwrap();
        let mut wear = Wear::new(0.02, 0.1);
        let path = |x: f64| (0..4500).map(move |i| Vector::new(x, -40.0 + f64::from(i) * 0.01));
        wear.record_path(path(1.6));
        let beside = Surface {
            sweep: None,
            wear: Some(wear.clone()),
        };
        let usual = rest(&physics, Mode::Exact, &Surface::default());
        assert_eq!(rest(&physics, Mode::Exact, &beside), usual);
        for column in -10..10 {
            wear.record_path(path(f64::from(column) * COLUMN + 0.1));
        }
        let on = Surface {
            sweep: None,
            wear: Some(wear),
        };
        assert!(rest(&physics, Mode::Exact, &on).y < usual.y - 0.4);
    }

    #[test]
    fn wear_has_its_limit_and_counts_a_passage_once() {
        let mut wear = Wear::new(0.1, 0.25);
        let spot = Vector::new(0.1, 0.5);
        for passages in 1..6 {
            wear.record_path([spot, Vector::new(0.11, 0.51), Vector::new(0.12, 0.52)]);
            assert!(
                (wear.factor(spot) - (1.0 + (0.1 * f64::from(passages)).min(0.25))).abs() < 1e-12
            );
        }
        assert_eq!(wear.factor(Vector::new(99.0, f64::NAN)), 1.0);
    }

    #[test]
    fn weather_stays_as_it_was_last() {
        let weather = Weather::drifting(1.0, 1.2, 3);
        let factors = [0, 1, 2, 3, 99].map(|shot| weather.friction_of(shot));
        assert_eq!(factors, [1.0, 1.1, 1.2, 1.2, 1.2]);
        assert_eq!(Weather::default().friction_of(7), 1.0);
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let invalid = Surface {
            sweep: Some(Sweep {
                friction: f64::NAN,
                ..Sweep::default()
            }),
            wear: None,
        };
        assert!(
            invalid
                .check()
                .unwrap_err()
                .to_string()
                .starts_with("sweep.friction")
        );
        let invalid = Surface {
            sweep: None,
            wear: Some(Wear {
                passages: Vec::new(),
                ..Wear::new(0.1, 0.1)
            }),
        };
        assert!(
            invalid
                .check()
                .unwrap_err()
                .to_string()
                .starts_with("wear.passages")
        );
    }
}
