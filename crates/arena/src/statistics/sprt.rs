//! The sequential probability ratio test, which decides when a match may stop.
//!
//! Looking at a p-value after every game and stopping at the first good one finds differences
//! that are not there. Wald's test ("Sequential tests of statistical hypotheses", 1945) may be
//! looked at after every game: it follows the logarithm of how much more likely the results are if
//! the player is `elo1` better than if it is `elo0` better, and stops when that leaves
//! [ln(β / (1 − α)), ln((1 − β) / α)]. Clear differences end early, and on average it needs about
//! half the games of a test of fixed length.
//!
//! The frequency of draws is not known beforehand. The *generalised* test takes the most likely one
//! under each hypothesis (Li, Liu and Ying, "Generalized sequential probability ratio test for
//! separate families of hypotheses", 2014). For results of known values aᵢ seen with frequencies
//! fᵢ, the most likely distribution with expectation s is pᵢ = fᵢ / (1 + x (aᵢ − s)), x being such
//! that the expectation is indeed s (Van den Bergh, "The generalized maximum likelihood ratio for
//! the expectation value of a distribution"). That holds for single games, whose three results are
//! worth 0, ½ and 1, and for [`Pairs`] of games with sides swapped, whose five are worth 0, ¼, ½, ¾
//! and 1 per game. Pairs cancel the advantage of a side or of an opening, so they need fewer games
//! wherever there is one, and single games would be wrong to count as independent.
//!
//! Results not yet seen are counted as a thousandth of one, so that the first games of a match, all
//! ending alike, have a meaning. Many programs use the normal approximation
//! [`Sprt::normal_llr`] instead. It is close to ours in long tests, but in short tests of large
//! differences a few equal games at the beginning make its variance too small, and it stops too
//! soon. Of 4000 simulated matches with α = β = 5 %, looked at after every game, this many went
//! wrong under H0 and H1:
//!
//! | H0, H1 | draws | likelihood ratio | normal approximation |
//! |---|---|---|---|
//! | 0, 20 Elo | 30 % | 5.1 %, 4.4 % | 5.4 %, 4.5 % |
//! | 0, 60 Elo | 50 % | 5.4 %, 4.5 % | 7.8 %, 7.3 % |
//! | 0, 100 Elo | none | 4.7 %, 4.5 % | 8.9 %, 5.0 % |
//! | 0, 100 Elo | 60 % | 4.6 %, 5.6 % | 7.9 %, 10.6 % |

use super::elo::rate_of_elo;
use super::estimate::Estimate;
use super::interval::Interval;
use super::proportion::{GameResult, WinDrawLoss};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign};

/// Count of a result that never occurred; Van den Bergh's choice.
const UNSEEN: f64 = 1e-3;

/// A test of "at least `elo1` better" (H1) against "at most `elo0` better" (H0).
///
/// ```
/// use arena::statistics::{Decision, WinDrawLoss, Sprt};
///
/// let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05)?;
/// assert_eq!(sprt.trinomial(&WinDrawLoss::new(12, 3, 8)).decision, Decision::Continue);
/// let verdict = sprt.trinomial(&WinDrawLoss::new(560, 200, 440));
/// assert_eq!(verdict.decision, Decision::AcceptH1);
/// assert_eq!(format!("{:.2} in {}", verdict.llr, verdict.bounds), "5.91 in -2.94 to 2.94");
/// # Ok::<(), arena::statistics::InvalidSprt>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    elo0: f64,
    elo1: f64,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// An error in the settings of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum InvalidSprt {
    /// The hypotheses must differ, and be differences a player can have.
    #[error(
        "invalid hypotheses elo0 = {elo0}, elo1 = {elo1}: expected elo0 below elo1, both in the range of ratings"
    )]
    Hypotheses {
        /// The Elo difference of H0.
        elo0: f64,
        /// The Elo difference of H1.
        elo1: f64,
    },
    /// The error probabilities must be positive, and a coin must not do better.
    #[error(
        "invalid error rates alpha = {alpha}, beta = {beta}: expected positive numbers that sum to less than 1"
    )]
    Errors {
        /// The probability of accepting H1 although H0 is true.
        alpha: f64,
        /// The probability of accepting H0 although H1 is true.
        beta: f64,
    },
}

impl TryFrom<Unchecked> for Sprt {
    type Error = InvalidSprt;

    fn try_from(unchecked: Unchecked) -> Result<Self, InvalidSprt> {
        let Unchecked {
            elo0,
            elo1,
            alpha,
            beta,
        } = unchecked;
        Sprt::new(elo0, elo1, alpha, beta)
    }
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SprtDecision")]
pub enum Decision {
    /// The games do not decide it yet.
    Continue,
    /// Stop: the player is not `elo1` better.
    #[serde(rename = "accept_h0")]
    AcceptH0,
    /// Stop: the player is more than `elo0` better.
    #[serde(rename = "accept_h1")]
    AcceptH1,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SprtVerdict")]
pub struct Verdict {
    /// The log likelihood ratio: positive speaks for H1.
    pub llr: f64,
    /// The bounds at which the test ends: H0 is accepted at the lower one, H1 at the upper.
    pub bounds: Interval,
    /// The decision.
    pub decision: Decision,
}

impl Sprt {
    /// H0 and H1 as Elo differences; `alpha`, the probability of accepting H1 if H0 holds, and
    /// `beta`, that of accepting H0 if H1 holds. They are nominal: Wald's bounds neglect that the
    /// last game oversteps them, which mostly makes the true probabilities smaller.
    ///
    /// # Errors
    ///
    /// Hypotheses that are not in order or beyond all ratings; error probabilities that are
    /// not positive or sum to one or more.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, InvalidSprt> {
        let (s0, s1) = (rate_of_elo(elo0), rate_of_elo(elo1));
        if !(0.0 < s0 && s0 < s1 && s1 < 1.0) {
            return Err(InvalidSprt::Hypotheses { elo0, elo1 });
        }
        let sprt = Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        };
        // Probabilities too small to leave a finite bound are refused too.
        let bounds = sprt.bounds();
        if alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 && bounds.width().is_finite() {
            Ok(sprt)
        } else {
            Err(InvalidSprt::Errors { alpha, beta })
        }
    }

    /// Returns the Elo differences of H0 and H1.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> Interval {
        Interval {
            low: libm::log(self.beta) - libm::log1p(-self.alpha),
            high: libm::log1p(-self.beta) - libm::log(self.alpha),
        }
    }

    /// Returns the verdict on independent games.
    pub fn trinomial(&self, score: &WinDrawLoss) -> Verdict {
        self.verdict([score.losses, score.draws, score.wins])
    }

    /// Returns the verdict on pairs of games.
    pub fn pentanomial(&self, pairs: &Pairs) -> Verdict {
        self.verdict(pairs.0)
    }

    fn verdict<const N: usize>(&self, counts: [u64; N]) -> Verdict {
        let (llr, bounds) = (self.llr(counts), self.bounds());
        let decision = if llr >= bounds.high {
            Decision::AcceptH1
        } else if llr <= bounds.low {
            Decision::AcceptH0
        } else {
            Decision::Continue
        };
        Verdict {
            llr,
            bounds,
            decision,
        }
    }

    /// Σ countᵢ ln(pᵢ under H1 / pᵢ under H0), the results being worth 0 to 1 in equal steps.
    fn llr<const N: usize>(&self, counts: [u64; N]) -> f64 {
        if counts == [0; N] {
            return 0.0;
        }
        let results: [(f64, f64); N] = std::array::from_fn(|i| {
            let worth = i as f64 / (N - 1) as f64;
            (worth, (counts[i] as f64).max(UNSEEN))
        });
        let (s0, s1) = (rate_of_elo(self.elo0), rate_of_elo(self.elo1));
        let (x0, x1) = (tilt(&results, s0), tilt(&results, s1));
        results
            .iter()
            .map(|(a, count)| count * (libm::log1p(x0 * (a - s0)) - libm::log1p(x1 * (a - s1))))
            .sum()
    }

    /// Returns the normal approximation n (s₁ − s₀) (2m − s₀ − s₁) / 2v of the log likelihood
    /// ratio, of `n` results with mean `m` and variance `v` per result (Van den Bergh, "A practical
    /// introduction to the GSPRT"; sᵢ is the rate of eloᵢ). For comparing with programs that use
    /// it, and for results with more values than five. `None` if the variance is not positive.
    ///
    /// ```
    /// use arena::statistics::{WinDrawLoss, Sprt};
    ///
    /// let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05)?;
    /// let llr = sprt.normal_llr(0.55, 0.2058, 1200).unwrap();
    /// assert!((llr - sprt.trinomial(&WinDrawLoss::new(560, 200, 440)).llr).abs() < 0.2);
    /// # Ok::<(), arena::statistics::InvalidSprt>(())
    /// ```
    pub fn normal_llr(&self, mean: f64, variance: f64, n: u64) -> Option<f64> {
        let (s0, s1) = (rate_of_elo(self.elo0), rate_of_elo(self.elo1));
        let llr = n as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        (variance > 0.0 && llr.is_finite()).then_some(llr)
    }
}

/// Returns the x for which Σ fᵢ (aᵢ − s) / (1 + x (aᵢ − s)) = 0, found by halving: the sum falls
/// from ∞ to −∞ between the x at which one of the denominators is 0.
fn tilt(results: &[(f64, f64)], s: f64) -> f64 {
    let excess = |x: f64| {
        let term = |&(a, count): &(f64, f64)| count * (a - s) / (1.0 + x * (a - s));
        results.iter().map(term).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    // Double precision is reached after some fifty.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Pairs of games, the sides swapped in the second, counted by the points one of the players
/// made in both: 0, ½, 1, 1½, 2.
///
/// ```
/// use arena::statistics::{GameResult, Pairs};
///
/// let mut pairs = Pairs::default();
/// pairs.record(GameResult::Win, GameResult::Draw);
/// pairs.record(GameResult::Win, GameResult::Loss);
/// assert_eq!(pairs, Pairs([0, 0, 1, 1, 0]));
/// assert_eq!(pairs.rate(), Some(0.625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Adds a pair of games, both seen from the same player.
    pub fn record(&mut self, first: GameResult, second: GameResult) {
        let count = &mut self.0[first.half_points() + second.half_points()];
        *count = count.saturating_add(1);
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Returns the pairs seen by the other player.
    #[must_use]
    pub fn reversed(mut self) -> Pairs {
        self.0.reverse();
        self
    }

    /// Points per game; `None` before the first pair.
    pub fn rate(&self) -> Option<f64> {
        self.estimate().map(|e| e.value())
    }

    /// Points per game with the standard error of pairs, √(variance of a pair's mean / pairs).
    /// `None` before the first pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let weighted = |value: &dyn Fn(f64) -> f64| -> f64 {
            let terms = self.0.iter().enumerate();
            terms.map(|(i, &n)| n as f64 * value(i as f64 / 4.0)).sum()
        };
        // Not `count`, which stops at the largest integer.
        let pairs = weighted(&|_| 1.0);
        let mean = weighted(&|a| a) / pairs;
        let variance = weighted(&|a| (a - mean) * (a - mean)) / pairs;
        Estimate::new(mean, (variance / pairs).sqrt())
    }
}

impl Add for Pairs {
    type Output = Pairs;

    fn add(self, other: Pairs) -> Pairs {
        Pairs(std::array::from_fn(|i| {
            self.0[i].saturating_add(other.0[i])
        }))
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use lookahead::Seed;
    use proptest::prelude::*;
    use rand::RngExt;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    /// A test published by a public instance of fishtest: 256 games in pairs, H1 at 2.716 Elo. It
    /// printed −0.53772 for the likelihood ratio and −0.55961 for the normal approximation; H1 is
    /// given to four digits only.
    #[test]
    fn ratios_agree_with_a_published_test() {
        let pairs = Pairs([13, 37, 50, 25, 3]);
        let sprt = sprt(0.0, 2.716);
        let verdict = sprt.pentanomial(&pairs);
        assert!(close(verdict.llr, -0.53772, 3e-4), "{}", verdict.llr);
        assert!(close(verdict.bounds.high, 2.9444, 1e-4));
        assert_eq!(verdict.decision, Decision::Continue);
        let estimate = pairs.estimate().unwrap();
        assert!(close(estimate.value(), 0.4375, 1e-12));
        let variance = estimate.error() * estimate.error() * 128.0;
        assert!(close(variance, 0.0576171875, 1e-12));
        let llr = sprt.normal_llr(0.4375, variance, 128).unwrap();
        assert!(close(llr, -0.55961, 3e-4), "{llr}");
    }

    #[test]
    fn ratios_agree_with_a_general_optimiser() {
        // scipy 1.17.1: both likelihoods maximised by optimize.minimize(method='SLSQP') under
        // the constraints on sum and expectation.
        let verdict = sprt(0.0, 20.0).trinomial(&WinDrawLoss::new(560, 200, 440));
        assert!(
            close(verdict.llr, 5.90810641711505, 1e-6),
            "{}",
            verdict.llr
        );
        let verdict = sprt(-10.0, 40.0).trinomial(&WinDrawLoss::new(45, 10, 30));
        assert!(
            close(verdict.llr, 1.8507977743502408, 1e-6),
            "{}",
            verdict.llr
        );
        let verdict = sprt(0.0, 2.716).pentanomial(&Pairs([13, 37, 50, 25, 3]));
        assert!(
            close(verdict.llr, -0.5377667784615596, 1e-6),
            "{}",
            verdict.llr
        );
    }

    #[test]
    fn without_draws_it_is_walds_test_of_a_coin() {
        let sprt = sprt(0.0, 100.0);
        let (s0, s1) = (0.5, rate_of_elo(100.0));
        let wald = 12.0 * libm::log(s1 / s0) + 7.0 * libm::log((1.0 - s1) / (1.0 - s0));
        let llr = sprt.trinomial(&WinDrawLoss::new(12, 0, 7)).llr;
        assert!((llr - wald).abs() < 0.01, "{llr} {wald}");
    }

    #[test]
    fn the_first_games_do_not_decide() {
        let sprt = sprt(0.0, 50.0);
        let continues = |score| sprt.trinomial(&score).decision == Decision::Continue;
        assert_eq!(sprt.trinomial(&WinDrawLoss::default()).llr, 0.0);
        assert!(continues(WinDrawLoss::default()));
        for games in 1..10 {
            assert!(continues(WinDrawLoss::new(games, 0, 0)));
            assert!(continues(WinDrawLoss::new(0, games, 0)));
            assert!(continues(WinDrawLoss::new(0, 0, games)));
        }
        // But a long run does.
        let decision = |score| sprt.trinomial(&score).decision;
        assert_eq!(decision(WinDrawLoss::new(60, 0, 0)), Decision::AcceptH1);
        assert_eq!(decision(WinDrawLoss::new(0, 60, 0)), Decision::AcceptH0);
        assert_eq!(decision(WinDrawLoss::new(0, 0, 60)), Decision::AcceptH0);
    }

    #[test]
    fn settings_that_make_no_sense_are_refused_from_code_and_from_text() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, 1e9)] {
            let refused = Sprt::new(elo0, elo1, 0.05, 0.05);
            assert!(matches!(refused, Err(InvalidSprt::Hypotheses { .. })));
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.1)] {
            let refused = Sprt::new(0.0, 5.0, alpha, beta);
            assert!(matches!(refused, Err(InvalidSprt::Errors { .. })));
        }
        let short: Sprt = serde_json::from_str(r#"{"elo0":0,"elo1":20}"#).unwrap();
        assert_eq!(short, sprt(0.0, 20.0));
        assert!(serde_json::from_str::<Sprt>(r#"{"elo0":20,"elo1":0}"#).is_err());
    }

    #[test]
    fn a_verdict_reads_well_in_json() {
        let verdict = sprt(0.0, 50.0).trinomial(&WinDrawLoss::new(60, 0, 0));
        let text = serde_json::to_string(&verdict).unwrap();
        assert!(text.ends_with(r#""decision":"accept_h1"}"#), "{text}");
        assert_eq!(serde_json::from_str::<Verdict>(&text).unwrap(), verdict);
    }

    #[test]
    fn enormous_counts_overflow_nothing() {
        let verdict = sprt(0.0, 5.0).trinomial(&WinDrawLoss::new(u64::MAX, u64::MAX, u64::MAX));
        assert!(verdict.llr.is_finite());
        assert_eq!(verdict.decision, Decision::AcceptH0);
        let pairs = Pairs([u64::MAX; 5]);
        assert_eq!(pairs.count(), u64::MAX);
        assert_eq!(pairs.rate(), Some(0.5));
        assert_eq!(Pairs::default().rate(), None);
    }

    /// A pairing with an advantage for the side that moves first.
    #[derive(Clone, Copy)]
    struct Pairing {
        /// Points per game of our player, over both sides.
        rate: f64,
        draws: f64,
        /// The gain in rate by moving first.
        first: f64,
    }

    impl Pairing {
        fn play(self, moves_first: bool, rng: &mut impl rand::Rng) -> GameResult {
            let side = if moves_first { self.first } else { -self.first };
            let wins = self.rate + side - self.draws / 2.0;
            let draw = rng.random::<f64>();
            if draw < wins {
                GameResult::Win
            } else if draw < wins + self.draws {
                GameResult::Draw
            } else {
                GameResult::Loss
            }
        }

        fn pair(self, rng: &mut impl rand::Rng) -> (GameResult, GameResult) {
            (self.play(true, rng), self.play(false, rng))
        }
    }

    /// Returns the share of `runs` matches in which H1 is accepted, and the mean number of games.
    fn simulate(
        runs: u64,
        pairing: Pairing,
        mut verdict: impl FnMut(&WinDrawLoss, &Pairs) -> Decision,
    ) -> (f64, f64) {
        let (mut accepted, mut games) = (0, 0);
        for run in 0..runs {
            let mut rng = Seed(2024).stream(run).rng();
            let (mut score, mut pairs) = (WinDrawLoss::default(), Pairs::default());
            let decision = loop {
                for _ in 0..2 {
                    let (first, second) = pairing.pair(&mut rng);
                    score += first;
                    score += second;
                    pairs.record(first, second);
                }
                match verdict(&score, &pairs) {
                    Decision::Continue => {}
                    decision => break decision,
                }
            };
            accepted += u64::from(decision == Decision::AcceptH1);
            games += score.games();
        }
        (accepted as f64 / runs as f64, games as f64 / runs as f64)
    }

    const RUNS: u64 = 600;
    /// Three standard errors of a rate of 5 % in that many runs.
    const SLACK: f64 = 0.027;

    fn pairing(elo: f64, draws: f64, first: f64) -> Pairing {
        Pairing {
            rate: rate_of_elo(elo),
            draws,
            first,
        }
    }

    #[test]
    fn single_games_keep_the_promised_error_rates() {
        let sprt = sprt(0.0, 60.0);
        let test = |score: &WinDrawLoss, _: &Pairs| sprt.trinomial(score).decision;
        for draws in [0.0, 0.5] {
            let (wrong, _) = simulate(RUNS, pairing(0.0, draws, 0.0), test);
            assert!(
                wrong <= 0.05 + SLACK,
                "H1 accepted in {wrong} of the runs under H0"
            );
            let (right, _) = simulate(RUNS, pairing(60.0, draws, 0.0), test);
            assert!(
                right >= 0.95 - SLACK,
                "H1 accepted in {right} of the runs under H1"
            );
        }
    }

    #[test]
    fn pairs_keep_the_promised_error_rates_and_need_fewer_games_where_a_side_is_better() {
        let sprt = sprt(0.0, 60.0);
        let by_pair = |_: &WinDrawLoss, pairs: &Pairs| sprt.pentanomial(pairs).decision;
        let by_game = |score: &WinDrawLoss, _: &Pairs| sprt.trinomial(score).decision;
        let (wrong, games) = simulate(RUNS, pairing(0.0, 0.2, 0.25), by_pair);
        assert!(
            wrong <= 0.05 + SLACK,
            "H1 accepted in {wrong} of the runs under H0"
        );
        let (right, _) = simulate(RUNS, pairing(60.0, 0.2, 0.25), by_pair);
        assert!(
            right >= 0.95 - SLACK,
            "H1 accepted in {right} of the runs under H1"
        );
        let (_, single) = simulate(RUNS, pairing(0.0, 0.2, 0.25), by_game);
        assert!(
            games < 0.85 * single,
            "{games} games in pairs, {single} single"
        );
    }

    #[test]
    fn between_the_hypotheses_either_may_be_accepted() {
        let sprt = sprt(0.0, 60.0);
        let test = |score: &WinDrawLoss, _: &Pairs| sprt.trinomial(score).decision;
        let (accepted, _) = simulate(RUNS, pairing(30.0, 0.3, 0.0), test);
        assert!((0.4..0.6).contains(&accepted), "{accepted}");
    }

    proptest! {
        #[test]
        fn swapping_sides_and_hypotheses_turns_the_ratio_around(
            counts in prop::array::uniform5(0_u64..200), elo0 in -80.0..80.0_f64, gap in 1.0..80.0_f64,
        ) {
            let pairs = Pairs(counts);
            let here = sprt(elo0, elo0 + gap).pentanomial(&pairs).llr;
            let there = sprt(-elo0 - gap, -elo0).pentanomial(&pairs.reversed()).llr;
            prop_assert!((here + there).abs() < 1e-6 * (1.0 + here.abs()), "{here} {there}");
        }

        #[test]
        fn the_most_likely_distributions_are_distributions_with_the_right_mean(
            counts in prop::array::uniform5(0_u64..200), elo in -300.0..300.0_f64,
        ) {
            let s = rate_of_elo(elo);
            let results: Vec<(f64, f64)> = counts
                .iter()
                .enumerate()
                .map(|(i, &n)| (i as f64 / 4.0, (n as f64).max(UNSEEN)))
                .collect();
            let total: f64 = results.iter().map(|r| r.1).sum();
            let x = tilt(&results, s);
            let p = |&(a, count): &(f64, f64)| count / total / (1.0 + x * (a - s));
            prop_assert!((results.iter().map(p).sum::<f64>() - 1.0).abs() < 1e-6);
            let mean: f64 = results.iter().map(|r| p(r) * r.0).sum();
            prop_assert!((mean - s).abs() < 1e-6);
        }

        #[test]
        fn a_win_more_speaks_for_h1(
            wins in 1_u64..200, draws in 1_u64..200, losses in 1_u64..200, gap in 1.0..80.0_f64,
        ) {
            let sprt = sprt(0.0, gap);
            let before = sprt.trinomial(&WinDrawLoss::new(wins, draws, losses)).llr;
            // In place of a loss: one more win alone may also show less spread.
            let after = sprt.trinomial(&WinDrawLoss::new(wins + 1, draws, losses - 1)).llr;
            prop_assert!(losses == 1 || after > before, "{before} {after}");
        }

        #[test]
        fn the_normal_approximation_is_close_for_many_results_and_near_hypotheses(
            wins in 200_u64..400, draws in 200_u64..400, losses in 200_u64..400,
        ) {
            let score = WinDrawLoss::new(wins, draws, losses);
            let sprt = sprt(0.0, 5.0);
            let exact = sprt.trinomial(&score).llr;
            let normal = sprt
                .normal_llr(score.rate().unwrap(), score.variance().unwrap(), score.games())
                .unwrap();
            prop_assert!((exact - normal).abs() < 0.1 + 0.1 * normal.abs(), "{exact} {normal}");
        }
    }
}
