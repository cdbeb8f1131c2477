//! Statistics of game results.
//!
//! A claim that one player is better comes with a number of games, a rate, an interval and a test.
//! Here is one small function for each, so that all tables, pages and commands agree.
//!
//! | question | answer |
//! |---|---|
//! | how often does it win, and how sure is that? | [`WinDrawLoss`], [`Proportion::wilson`], [`Proportion::clopper_pearson`] |
//! | how large is a measured quantity? | [`Sample`], [`Sample::interval`] |
//! | do two rates differ? | [`Proportion::compare`]; from standard errors: [`Estimate::minus`], [`Estimate::test`] |
//! | do two means differ? | [`Sample::welch`] |
//! | did one side win too often for a coin? | [`sign_test`], [`binomial_test`] |
//! | how many Elo is that? | [`EloDifference`] |
//! | how strong is everyone in a tournament? | [`CrossTable`] |
//! | may the match stop now? | [`Sprt`] |
//!
//! # Bad input
//!
//! Nothing here panics, and NaN comes only out of [`rate_of_elo`] of NaN. The rule is the same
//! everywhere:
//!
//! * insufficient data (no games, one sample where a spread is needed, numbers that are not finite)
//!   gives `None`;
//! * invalid settings (a confidence of 120 %, an error rate of 0) are rejected with an error where
//!   they are set, so that everything behind [`Confidence`] and [`Sprt`] is valid.
//!
//! # What it does not do
//!
//! It runs no games, draws no random numbers and prints nothing. It applies no corrections on its
//! own: to test after every game, use [`Sprt`].
//!
//! ```
//! use arena::statistics::{Confidence, EloDifference, Proportion, WinDrawLoss};
//!
//! // 500 games, 310 won, 33 drawn.
//! let score = WinDrawLoss::new(310, 33, 157);
//! assert_eq!(score.rate(), Some(0.653));
//! let rate = score.proportion().unwrap();
//! assert_eq!(rate.wilson(Confidence::P95).to_string(), "0.61–0.69");
//! assert_eq!(EloDifference::wilson(&rate, Confidence::P95).to_string(), "+110 (78–142)");
//!
//! // Is that more than the 0.616 of another table, also from 500 games? Not significantly.
//! let other = Proportion::from_rate(0.616, 500).unwrap();
//! let test = rate.compare(&other);
//! assert!(test.p.greater > 0.1);
//! ```

mod bradley_terry;
mod comparison;
mod distribution;
mod elo;
mod estimate;
mod exact;
mod interval;
mod mean;
mod proportion;
mod sprt;

pub use bradley_terry::{CrossTable, RatingError, Ratings, UnknownPairing};
pub use comparison::{Comparison, PValues};
pub use elo::{EloDifference, elo_of_rate, rate_of_elo};
pub use estimate::Estimate;
pub use exact::{binomial_test, sign_test};
pub use interval::{Confidence, Interval, InvalidConfidence};
pub use mean::Sample;
pub use proportion::{GameResult, InvalidProportion, Proportion, WinDrawLoss};
pub use sprt::{Decision, InvalidSprt, Pairs, Sprt, Verdict};

/// Returns whether `actual` is within `relative` of `expected`; for tests against reference values.
#[cfg(test)]
pub(crate) fn close(actual: f64, expected: f64, relative: f64) -> bool {
    (actual - expected).abs() <= relative * expected.abs()
}
