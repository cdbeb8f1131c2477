//! Non-uniform ice: swept, or worn by the stones that have run on it.
//!
//! The platforms play on ice that never changes. Mori's thesis (2019, section 7) names what is
//! missing: ice that changes from shot to shot, ice that changes where stones have run, and
//! sweeping. The size of these effects is not known, so all of them are parameters, with round
//! numbers as defaults, and off by default
//! ([`IceChanges`](crate::conditions::IceChanges)).
//!
//! The first needs only other [`Parameters`](super::Parameters). The others depend on the place: a
//! [`Surface`] multiplies friction and curl there, and shots on it are simulated in time steps in
//! both modes. [`Physics::on`](super::Physics::on) is the ice with a surface; a shot that is not
//! swept, on ice that is not worn, is simulated as on uniform ice.
//!
//! ```
//! use curling::physics::{Mode, Parameters, Physics, Surface, Sweeping, Throw};
//! use curling::{Shot, Stones, Sweep};
//!
//! let surface = Surface { sweeping: Some(Sweeping::default()), wear: None };
//! let physics = Physics::new(Parameters::legacy())?.on(surface)?;
//! let draw = Throw { stones: Stones::none(), slot: 0, shot: Shot::legacy(-0.95, -28.8, 0) };
//! let mut swept = draw;
//! swept.shot.sweep = Some(Sweep::full(-10.0, 0.0)); // the last ten metres before the tee line
//! let short = physics.throw(Mode::Exact, &draw)?.stones.get(0).unwrap().at;
//! let saved = physics.throw(Mode::Exact, &swept)?.stones.get(0).unwrap().at;
//! assert!(saved.y > short.y + 0.5); // sweeping carries it farther
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::parameters::ParameterError;
use crate::passages::Passages;
use crate::shot::Sweep;
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Deviations from uniform ice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surface {
    /// The effect of sweeping; none where it is not allowed.
    pub sweeping: Option<Sweeping>,
    /// The wear by earlier stones.
    pub wear: Option<Wear>,
}

/// The effect of sweeping with full effort on the delivered stone. With less effort it is less in
/// proportion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSweeping")]
#[serde(deny_unknown_fields, default)]
pub struct Sweeping {
    /// Factor on friction, from 0.1 to 10.
    pub friction: f64,
    /// Factor on curl, from 0 to 10.
    pub curl: f64,
}

impl Default for Sweeping {
    /// Returns a tenth off the friction and a third off the curl.
    fn default() -> Self {
        Sweeping {
            friction: 0.9,
            curl: 0.67,
        }
    }
}

impl Sweeping {
    /// Checks the factors.
    ///
    /// # Errors
    /// The first one that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        within(
            "friction",
            self.friction,
            0.1,
            10.0,
            ("between 0.1 and 10", "0.1〜10"),
        )?;
        within("curl", self.curl, 0.0, 10.0, ("between 0 and 10", "0〜10"))
    }
}

/// The change of friction where stones have run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingWearRate")]
#[serde(deny_unknown_fields)]
pub struct WearRate {
    /// Relative change of friction by one passage of a stone, from -1 to 1; negative if running
    /// smooths the ice.
    pub each: f64,
    /// The largest relative change by all passages together, from 0 to 0.9.
    #[serde(default = "most_wear")]
    pub most: f64,
}

/// The default limit of wear: a tenth.
fn most_wear() -> f64 {
    0.1
}

impl WearRate {
    /// Creates a rate with the default limit.
    pub fn new(each: f64) -> Self {
        let most = most_wear();
        WearRate { each, most }
    }

    /// Checks rate and limit.
    ///
    /// # Errors
    /// The first one that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        within("each", self.each, -1.0, 1.0, ("between -1 and 1", "-1〜1"))?;
        within("most", self.most, 0.0, 0.9, ("between 0 and 0.9", "0〜0.9"))
    }
}

/// Worn ice: the stones that have run over each part of it, and their effect on friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wear {
    /// The effect of a passage.
    pub rate: WearRate,
    /// Passages by place.
    pub passages: Passages,
}

impl Wear {
    /// Returns the factor on friction at a place.
    pub fn factor(&self, at: Vector) -> f64 {
        let change = self.rate.each * self.passages.near(at);
        1.0 + change.clamp(-self.rate.most, self.rate.most)
    }
}

fn within(
    name: &'static str,
    value: f64,
    least: f64,
    most: f64,
    must: (&'static str, &'static str),
) -> Result<(), ParameterError> {
    let must = must.into();
    let fine = (least..=most).contains(&value);
    fine.then_some(())
        .ok_or(ParameterError::Impossible { name, value, must })
}

/// The metres within which sweeping gets its full effect at the start of a stretch, and loses it at
/// the end: without steps, a shot that is aimed a little differently stops a little elsewhere.
const RAMP: f64 = 0.5;

/// The largest distance of a swept stretch from the tee, in metres.
const FARTHEST: f64 = 100.0;

impl Sweep {
    /// Checks stretch and effort.
    ///
    /// # Errors
    /// The first number that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        let Sweep { from, to, effort } = *self;
        let metres = ("between -100 and 100 metres", "-100〜100 m");
        within("sweep.from", from, -FARTHEST, FARTHEST, metres)?;
        let after = (
            "at or after sweep.from, at most 100 metres",
            "sweep.from以上、100 m以下",
        );
        within("sweep.to", to, from, FARTHEST, after)?;
        within(
            "sweep.effort",
            effort,
            0.0,
            1.0,
            ("between 0 and 1", "0〜1"),
        )
    }
}

impl Surface {
    /// Checks all values.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.sweeping.map_or(Ok(()), |sweeping| sweeping.check())?;
        self.wear.map_or(Ok(()), |wear| wear.rate.check())
    }

    /// Returns the ice under a stone delivered with this sweeping; none if it is uniform.
    pub(crate) fn under(&self, sweep: Option<Sweep>) -> Option<UnevenIce<'_>> {
        let wear = self.wear.as_ref().filter(|wear| !wear.passages.is_none());
        let swept = self.sweeping.zip(sweep).map(|(full, sweep)| Swept {
            from: sweep.from,
            to: sweep.to,
            friction: 1.0 + sweep.effort * (full.friction - 1.0),
            curl: 1.0 + sweep.effort * (full.curl - 1.0),
        });
        (wear.is_some() || swept.is_some()).then_some(UnevenIce { wear, swept })
    }
}

/// The ice of one throw: worn, or swept before the delivered stone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnevenIce<'a> {
    wear: Option<&'a Wear>,
    swept: Option<Swept>,
}

/// A swept stretch and its factors.
#[derive(Clone, Copy, Debug)]
struct Swept {
    from: f64,
    to: f64,
    friction: f64,
    curl: f64,
}

impl UnevenIce<'_> {
    /// Returns the factors on friction and curl at a place, for the delivered stone or another.
    pub(crate) fn factors(&self, at: Vector, delivered: bool) -> (f64, f64) {
        let worn = self.wear.map_or(1.0, |wear| wear.factor(at));
        match self.swept {
            Some(swept) if delivered && at.y > swept.from && at.y < swept.to => {
                let into = (at.y - swept.from).min(swept.to - at.y);
                let part = (into / RAMP).min(1.0);
                let full = |factor: f64| 1.0 + part * (factor - 1.0);
                (worn * full(swept.friction), full(swept.curl))
            }
            _ => (worn, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passages::{COLUMN, COLUMNS, PassageCounter};
    use crate::physics::{Mode, Parameters, Physics, Throw, ThrowError};
    use crate::stones::Stone;
    use crate::{Shot, Stones, Turn};

    fn draw(physics: &Physics, sweep: Option<Sweep>) -> Throw {
        let fast = if physics.parameters().sheet.delivery > 38.0 {
            2.35
        } else {
            29.0
        };
        let mut shot = Shot::new(Vector::new(-0.03 * fast, fast), Turn::Clockwise);
        shot.sweep = sweep;
        Throw {
            stones: Stones::none(),
            slot: 0,
            shot,
        }
    }

    fn rest(physics: &Physics, mode: Mode, sweep: Option<Sweep>) -> Vector {
        let outcome = physics.throw(mode, &draw(physics, sweep)).unwrap();
        outcome.stones.get(0).unwrap().at
    }

    fn models() -> [Physics; 3] {
        [Parameters::legacy(), Parameters::dc2(), Parameters::fcv1()]
            .map(|p| Physics::new(p).unwrap())
    }

    const LAST: Option<Sweep> = Some(Sweep::full(-10.0, 0.0));

    fn sweeping(friction: f64, curl: f64) -> Surface {
        Surface {
            sweeping: Some(Sweeping { friction, curl }),
            wear: None,
        }
    }

    fn usual() -> Surface {
        let Sweeping { friction, curl } = Sweeping::default();
        sweeping(friction, curl)
    }

    fn worn(rate: WearRate, columns: impl Iterator<Item = f64>) -> Surface {
        let mut passages = Passages::NONE;
        for x in columns {
            let mut counter = PassageCounter::new(&mut passages, &Stones::none());
            for row in 0..450 {
                let at = Vector::new(x, -40.0 + f64::from(row) * 0.1);
                let stone = Stone { at, angle: 0.0 };
                counter.frame(&[(0, stone)].into_iter().collect());
            }
        }
        Surface {
            sweeping: None,
            wear: Some(Wear { rate, passages }),
        }
    }

    #[test]
    fn ice_that_is_even_is_the_usual_ice() {
        for physics in models() {
            let usual = rest(&physics, Mode::Exact, None);
            let neutral = physics.clone().on(sweeping(1.0, 1.0)).unwrap();
            assert_eq!(rest(&neutral, Mode::Exact, LAST), usual, "bit by bit");
            assert!((rest(&neutral, Mode::Fast, LAST) - usual).length() < 0.008);
            // Without an effect of its own the surface does not even slow the simulation down.
            let fresh = physics
                .clone()
                .on(worn(WearRate::new(0.1), std::iter::empty()));
            let fast = rest(&physics, Mode::Fast, None);
            assert_eq!(rest(&fresh.unwrap(), Mode::Fast, None), fast, "bit by bit");
        }
    }

    #[test]
    fn sweeping_carries_a_stone_farther_and_straighter_and_the_more_the_harder() {
        for physics in models() {
            let physics = physics.on(usual()).unwrap();
            for mode in [Mode::Exact, Mode::Fast] {
                let unswept = rest(&physics, mode, None);
                let with = |effort| {
                    let sweep = LAST.map(|sweep| Sweep { effort, ..sweep });
                    rest(&physics, mode, sweep)
                };
                let (half, full) = (with(0.5), with(1.0));
                assert!(full.y > unswept.y + 0.3, "{unswept:?} {full:?}");
                assert!(half.y > unswept.y + 0.1 && half.y < full.y - 0.1);
                // It curls to the right, and less so.
                assert!(full.x < unswept.x, "{unswept:?} {full:?}");
                assert!((with(0.0) - unswept).length() < 0.008);
            }
        }
    }

    #[test]
    fn exact_and_fast_agree_on_worn_and_swept_ice_with_contacts() {
        for physics in models() {
            let rate = WearRate {
                each: 0.03,
                most: 0.2,
            };
            let columns = (0..COLUMNS).step_by(3);
            let wear = worn(rate, columns.map(|column| column as f64 * COLUMN - 2.4)).wear;
            let physics = physics.on(Surface { wear, ..usual() }).unwrap();
            let mut throw = draw(&physics, LAST);
            let alone = rest(&physics, Mode::Exact, LAST);
            for (slot, aside, before) in [(1, 0.1, 3.0), (2, -0.05, 1.5), (3, 0.3, 0.4)] {
                let at = alone - Vector::new(aside, before);
                throw.stones.put(slot, Stone { at, angle: 0.0 });
            }
            throw.shot.velocity = throw.shot.velocity * 1.06;
            let exact = physics.throw(Mode::Exact, &throw).unwrap();
            let fast = physics.throw(Mode::Fast, &throw).unwrap();
            assert!(exact.contacts > 0 && exact.stones.mask() == fast.stones.mask());
            for ((_, a), (_, b)) in exact.stones.iter().zip(fast.stones.iter()) {
                assert!((a.at - b.at).length() < 0.01, "{:?} {:?}", a.at, b.at);
            }
        }
    }

    #[test]
    fn only_the_swept_stretch_and_the_delivered_stone_are_swept() {
        let surface = usual();
        let ice = surface.under(LAST).unwrap();
        assert_eq!(ice.factors(Vector::new(0.0, -5.0), true), (0.9, 0.67));
        assert_eq!(ice.factors(Vector::new(0.0, -5.0), false), (1.0, 1.0));
        assert_eq!(ice.factors(Vector::new(0.0, 0.5), true), (1.0, 1.0));
        let half = ice.factors(Vector::new(0.0, -0.25), true);
        assert!((half.0 - 0.95).abs() < 1e-12 && (half.1 - 0.835).abs() < 1e-12);
        assert!(surface.under(None).is_none());
    }

    #[test]
    fn a_stone_on_a_worn_path_stops_earlier_and_beside_it_does_not() {
        let physics = Physics::new(Parameters::legacy()).unwrap();
        let rate = WearRate {
            each: 0.05,
            most: 0.1,
        };
        let usual = rest(&physics, Mode::Exact, None);
        let beside = physics.clone().on(worn(rate, [1.6].into_iter())).unwrap();
        assert_eq!(rest(&beside, Mode::Exact, None), usual);
        let everywhere = (0..COLUMNS).map(|column| column as f64 * COLUMN - 2.4);
        let on = physics.clone().on(worn(rate, everywhere)).unwrap();
        assert!(rest(&on, Mode::Exact, None).y < usual.y - 0.4);
    }

    #[test]
    fn wear_has_its_limit() {
        let wear = |each, stones: usize| {
            let rate = WearRate { each, most: 0.25 };
            let worn = worn(rate, std::iter::repeat_n(0.125, stones)).wear.unwrap();
            worn.factor(Vector::new(0.125, 1.0))
        };
        for (stones, factor) in [(0, 1.0), (1, 1.1), (2, 1.2), (3, 1.25), (9, 1.25)] {
            assert!((wear(0.1, stones) - factor).abs() < 1e-12);
        }
        assert!((wear(-0.1, 9) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn the_paths_of_all_moving_stones_are_counted_and_nothing_else_changes() {
        for physics in models() {
            let mut throw = draw(&physics, None);
            let at = rest(&physics, Mode::Exact, None) - Vector::new(0.05, 1.0);
            throw.stones.put(1, Stone { at, angle: 0.0 });
            let plain = physics.throw(Mode::Exact, &throw).unwrap();
            let mut passages = Passages::NONE;
            let counted = physics.throw_counting(Mode::Exact, &throw, &mut passages);
            assert_eq!(counted.unwrap(), plain, "bit by bit");
            let hack = physics.parameters().sheet.hack();
            assert_eq!(passages.at(hack + Vector::new(0.0, 0.1)), 1);
            assert_eq!(passages.at(Vector::new(-2.0, 0.0)), 0);
            let struck = plain.stones.get(1).unwrap().at;
            assert!(passages.at(struck) > 0, "{struck:?}");
        }
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let physics = Physics::new(Parameters::legacy()).unwrap();
        let error = physics.clone().on(sweeping(f64::NAN, 1.0)).unwrap_err();
        assert!(error.to_string().starts_with("friction is NaN"), "{error}");
        let error = physics
            .clone()
            .on(worn(WearRate::new(2.0), [0.0].into_iter()));
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("each is 2"), "{error}");
        let refused = |physics: &Physics, sweep| {
            let throw = draw(physics, Some(sweep));
            physics.throw(Mode::Fast, &throw).unwrap_err()
        };
        let sweep = Sweep::full(-10.0, 0.0);
        assert_eq!(refused(&physics, sweep), ThrowError::NoSweeping);
        let physics = physics.on(usual()).unwrap();
        for (sweep, name) in [
            (Sweep::full(0.0, -1.0), "sweep.to"),
            (Sweep::full(f64::NAN, 0.0), "sweep.from"),
            (
                Sweep {
                    effort: 1.1,
                    ..sweep
                },
                "sweep.effort",
            ),
        ] {
            let error = refused(&physics, sweep).to_string();
            assert!(error.starts_with(name), "{error}");
        }
    }
}
