//! Elo differences.
//!
//! The logistic scale: a player 400 Elo better scores ten points for each of the other's (Elo,
//! "The rating of chessplayers, past and present", 1978, ch. 8). A draw is half a point. Error bars
//! are the images of the ends of an interval of the rate, so they are longer on the far side and
//! infinite where a player won every game.

use super::interval::{Confidence, Interval};
use super::proportion::{Proportion, WinDrawLoss};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Returns the points per game expected of a player who is `elo` better: 1 / (1 + 10^(−elo/400)).
///
/// ```
/// use arena::statistics::rate_of_elo;
///
/// assert_eq!(rate_of_elo(0.0), 0.5);
/// assert!((rate_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
/// ```
pub fn rate_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// Returns the Elo difference at which `rate` points per game are expected: 400 log₁₀(r / (1 − r)).
///
/// Infinite at 0 and 1; `None` outside of them.
///
/// ```
/// use arena::statistics::elo_of_rate;
///
/// assert!((elo_of_rate(0.64).unwrap() - 99.95).abs() < 0.01);
/// assert_eq!(elo_of_rate(1.0), Some(f64::INFINITY));
/// assert_eq!(elo_of_rate(64.0), None);
/// ```
pub fn elo_of_rate(rate: f64) -> Option<f64> {
    (0.0..=1.0).contains(&rate).then(|| unchecked_elo(rate))
}

/// For rates known to lie between 0 and 1.
fn unchecked_elo(rate: f64) -> f64 {
    400.0 * (libm::log10(rate) - libm::log10(1.0 - rate))
}

/// Elo difference with its confidence interval.
///
/// ```
/// use arena::statistics::{Confidence, EloDifference, WinDrawLoss};
///
/// let score = WinDrawLoss::new(60, 30, 10);
/// let elo = EloDifference::trinomial(&score, Confidence::P95).unwrap();
/// assert_eq!(elo.to_string(), "+191 (134–258)");
///
/// let clean_sweep = WinDrawLoss::new(10, 0, 0).proportion().unwrap();
/// let elo = EloDifference::wilson(&clean_sweep, Confidence::P95);
/// assert_eq!(elo.difference, None);
/// assert_eq!(elo.to_string(), "≥ 166");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EloDifference {
    /// The most likely difference; `None` if every game or none was won, where only a bound can
    /// be given.
    pub difference: Option<f64>,
    /// The error bars; infinite on the side where every game was won or lost.
    pub interval: Interval,
}

impl EloDifference {
    /// With the error bars of [`Proportion::wilson`]: sensible from the first game, and on the
    /// safe side if there are draws.
    pub fn wilson(rate: &Proportion, confidence: Confidence) -> Self {
        Self::between(rate.rate(), rate.wilson(confidence))
    }

    /// With error bars rate ± z standard errors, draws taken for what they are
    /// ([`WinDrawLoss::standard_error`]): narrower than Wilson's, for many games.
    ///
    /// `None` if all games ended alike: they then say nothing about the spread.
    pub fn trinomial(score: &WinDrawLoss, confidence: Confidence) -> Option<Self> {
        let estimate = score.estimate().filter(|e| e.error() > 0.0)?;
        let interval = estimate.interval(confidence).within_unit();
        Some(Self::between(estimate.value(), interval))
    }

    fn between(rate: f64, rates: Interval) -> Self {
        EloDifference {
            difference: elo_of_rate(rate).filter(|elo| elo.is_finite()),
            interval: rates.map(unchecked_elo),
        }
    }
}

impl fmt::Display for EloDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        match self.difference {
            Some(difference) => {
                write!(f, "{difference:+.digits$} ({:.digits$})", self.interval)
            }
            None => write!(f, "{:.digits$}", self.interval),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn differences_and_error_bars_agree_with_an_independent_computation() {
        // Python 3.11: -400*math.log10(1/p-1) of the ends of statsmodels' Wilson interval, and of
        // 0.75 -+ 1.96 * 0.0335.
        let wilson = WinDrawLoss::new(60, 30, 10).proportion().unwrap();
        let wilson = EloDifference::wilson(&wilson, Confidence::P95);
        assert!(close(wilson.difference.unwrap(), 190.848501887865, 1e-12));
        assert!(close(wilson.interval.low, 112.87409243307236, 1e-10));
        assert!(close(wilson.interval.high, 268.82291134265756, 1e-10));
        let trinomial = EloDifference::trinomial(&WinDrawLoss::new(60, 30, 10), Confidence::P95);
        let interval = trinomial.unwrap().interval;
        assert!(close(interval.low, 134.35727022740497, 1e-10));
        assert!(close(interval.high, 258.44734117044135, 1e-10));
    }

    #[test]
    fn a_clean_sweep_has_only_a_bound() {
        let nothing = WinDrawLoss::new(0, 0, 10).proportion().unwrap();
        let elo = EloDifference::wilson(&nothing, Confidence::P95);
        assert_eq!(elo.difference, None);
        assert_eq!(elo.interval.low, f64::NEG_INFINITY);
        assert_eq!(elo.to_string(), "≤ -166");
        let text = serde_json::to_string(&elo).unwrap();
        assert_eq!(serde_json::from_str::<EloDifference>(&text).unwrap(), elo);
        assert_eq!(
            EloDifference::trinomial(&WinDrawLoss::new(0, 0, 10), Confidence::P95),
            None
        );
        assert_eq!(
            EloDifference::trinomial(&WinDrawLoss::new(0, 9, 0), Confidence::P95),
            None
        );
        assert_eq!(
            EloDifference::trinomial(&WinDrawLoss::default(), Confidence::P95),
            None
        );
    }

    #[test]
    fn error_bars_across_zero_read_without_a_double_sign() {
        let elo = EloDifference::trinomial(&WinDrawLoss::new(50, 10, 48), Confidence::P95).unwrap();
        assert_eq!(elo.to_string(), "+6 (-56 to 70)");
    }

    proptest! {
        #[test]
        fn elo_and_rate_undo_each_other(elo in -1500.0..1500.0_f64) {
            prop_assert!((elo_of_rate(rate_of_elo(elo)).unwrap() - elo).abs() < 1e-6);
            prop_assert!((rate_of_elo(elo) + rate_of_elo(-elo) - 1.0).abs() < 1e-14);
        }

        #[test]
        fn error_bars_hold_the_difference_and_mirror_when_the_sides_swap(
            wins in 0_u64..500, draws in 0_u64..500, losses in 0_u64..500,
        ) {
            let score = WinDrawLoss::new(wins, draws, losses);
            prop_assume!(score.games() > 0);
            let of = |score: WinDrawLoss| {
                let rate = score.proportion().unwrap();
                [
                    Some(EloDifference::wilson(&rate, Confidence::P95)),
                    EloDifference::trinomial(&score, Confidence::P95),
                ]
            };
            for (ours, theirs) in of(score).into_iter().zip(of(score.reversed())) {
                let (Some(ours), Some(theirs)) = (ours, theirs) else {
                    prop_assert!(ours.is_none() && theirs.is_none());
                    continue;
                };
                prop_assert!(!ours.interval.low.is_nan() && !ours.interval.high.is_nan());
                prop_assert!(ours.difference.is_none_or(|d| ours.interval.contains(d)));
                let apart = ours.interval.low + theirs.interval.high;
                prop_assert!(apart.abs() < 1e-6 || apart.is_nan(), "{ours:?} {theirs:?}");
            }
        }
    }
}
