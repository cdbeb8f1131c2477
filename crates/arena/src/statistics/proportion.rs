//! Proportions, and the score of a match.
//!
//! A draw counts as half a win. Formulas for counts then still apply, but they overstate the
//! spread: of two matches with the same rate the one with more draws varies less. [`WinDrawLoss`]
//! knows the draws and gives the sharper [`WinDrawLoss::standard_error`]; [`Proportion`] knows only
//! successes and trials, and its intervals are on the safe side if some of the successes are
//! halves.

use super::comparison::Comparison;
use super::distribution::beta_quantile;
use super::estimate::Estimate;
use super::interval::{Confidence, Interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The result of a game, seen from one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GameResult {
    /// 0, 1 or 2 half points.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// Returns the result seen by the other player.
    #[must_use]
    pub fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

/// The games of a match, counted by result and seen from one of the players.
///
/// ```
/// use arena::statistics::{GameResult, WinDrawLoss};
///
/// let mut score = WinDrawLoss::new(6, 1, 2);
/// score += GameResult::Draw;
/// assert_eq!(score.rate(), Some(0.7));
/// assert_eq!(score.to_string(), "+6 =2 -2");
/// assert_eq!(score.reversed(), WinDrawLoss::new(2, 2, 6));
/// assert_eq!(WinDrawLoss::default().rate(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    #[serde(default)]
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Creates a score from the games won, drawn and lost.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        WinDrawLoss {
            wins,
            draws,
            losses,
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Wins and half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the score seen by the other player.
    #[must_use]
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss::new(self.losses, self.draws, self.wins)
    }

    /// Points per game; `None` before the first.
    pub fn rate(&self) -> Option<f64> {
        self.proportion().map(|p| p.rate())
    }

    /// Returns the points as successes among the games; `None` before the first game.
    pub fn proportion(&self) -> Option<Proportion> {
        Proportion::new(self.points(), self.games()).ok()
    }

    /// Returns the variance of one game's points, (w + d/4)/n − rate².
    ///
    /// Summed as squared distances from the rate, which cannot come out negative.
    pub(super) fn variance(&self) -> Option<f64> {
        let rate = self.rate()?;
        let part = |games: u64, points: f64| games as f64 * (points - rate) * (points - rate);
        let squares = part(self.losses, 0.0) + part(self.draws, 0.5) + part(self.wins, 1.0);
        Some(squares / self.games() as f64)
    }

    /// Returns the standard error of the rate with draws taken for what they are (three results,
    /// not two): √(((w + d/4)/n − rate²) / n).
    ///
    /// 0 if all games ended alike; the games then say nothing about the spread, and an interval
    /// should come from [`Proportion::wilson`].
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.games() as f64).sqrt())
    }

    /// Returns the rate with [`standard_error`](Self::standard_error).
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::new(self.rate()?, self.standard_error()?)
    }
}

impl Add for WinDrawLoss {
    type Output = WinDrawLoss;

    fn add(self, other: WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

impl AddAssign for WinDrawLoss {
    fn add_assign(&mut self, other: WinDrawLoss) {
        *self = *self + other;
    }
}

impl AddAssign<GameResult> for WinDrawLoss {
    fn add_assign(&mut self, result: GameResult) {
        *self += WinDrawLoss::from(result);
    }
}

impl From<GameResult> for WinDrawLoss {
    fn from(result: GameResult) -> WinDrawLoss {
        match result {
            GameResult::Win => WinDrawLoss::new(1, 0, 0),
            GameResult::Draw => WinDrawLoss::new(0, 1, 0),
            GameResult::Loss => WinDrawLoss::new(0, 0, 1),
        }
    }
}

impl Sum for WinDrawLoss {
    fn sum<I: Iterator<Item = WinDrawLoss>>(scores: I) -> WinDrawLoss {
        scores.fold(WinDrawLoss::default(), Add::add)
    }
}

impl FromIterator<GameResult> for WinDrawLoss {
    fn from_iter<I: IntoIterator<Item = GameResult>>(results: I) -> WinDrawLoss {
        results.into_iter().map(WinDrawLoss::from).sum()
    }
}

impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Successes in a number of trials, at least one. A success may be counted in parts.
///
/// ```
/// use arena::statistics::{Confidence, Proportion};
///
/// let rate = Proportion::new(81.0, 263).unwrap();
/// assert_eq!(format!("{:.3}", rate.wilson(Confidence::P95)), "0.255–0.366");
/// assert_eq!(format!("{:.3}", rate.clopper_pearson(Confidence::P95)), "0.253–0.368");
/// assert!(Proportion::new(0.0, 0).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Proportion {
    successes: f64,
    trials: u64,
}

/// Successes that do not fit the number of trials.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("invalid proportion: {successes} successes in {trials} trials")]
pub struct InvalidProportion {
    /// The successes given.
    pub successes: f64,
    /// The trials given.
    pub trials: u64,
}

#[derive(Deserialize)]
struct Unchecked {
    successes: f64,
    trials: u64,
}

impl TryFrom<Unchecked> for Proportion {
    type Error = InvalidProportion;

    fn try_from(unchecked: Unchecked) -> Result<Self, InvalidProportion> {
        Proportion::new(unchecked.successes, unchecked.trials)
    }
}

impl Proportion {
    /// From 0 to `trials` successes in at least one trial.
    ///
    /// # Errors
    ///
    /// No trials, or successes that are negative, more than the trials, or not a number.
    pub fn new(successes: f64, trials: u64) -> Result<Self, InvalidProportion> {
        if trials > 0 && (0.0..=trials as f64).contains(&successes) {
            Ok(Proportion { successes, trials })
        } else {
            Err(InvalidProportion { successes, trials })
        }
    }

    /// Returns a published rate with the number of games behind it.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), for `rate · trials` successes.
    pub fn from_rate(rate: f64, trials: u64) -> Result<Self, InvalidProportion> {
        Proportion::new(rate * trials as f64, trials)
    }

    /// Returns the number of successes.
    pub fn successes(&self) -> f64 {
        self.successes
    }

    /// Returns the number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Successes per trial.
    pub fn rate(&self) -> f64 {
        self.successes / self.trials as f64
    }

    /// Returns the proportion of failures.
    #[must_use]
    pub fn reversed(&self) -> Proportion {
        Proportion {
            successes: self.trials as f64 - self.successes,
            trials: self.trials,
        }
    }

    /// Returns the binomial standard error √(p (1 − p) / n). With draws among the successes it is
    /// too large; see [`WinDrawLoss::standard_error`].
    pub fn standard_error(&self) -> f64 {
        let p = self.rate();
        (p * (1.0 - p) / self.trials as f64).sqrt()
    }

    /// Returns the rate with [`standard_error`](Self::standard_error).
    pub fn estimate(&self) -> Estimate {
        Estimate::new(self.rate(), self.standard_error())
            .expect("a proportion of at least one trial is finite")
    }

    /// Wilson's interval: the rates from which the seen one is no more than z standard errors
    /// away, the error being that of the supposed rate.
    ///
    /// (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n) (Wilson, "Probable inference, the law
    /// of succession, and statistical inference", 1927). It stays within 0 and 1, has a width
    /// even for 0 of n, and covers close to its confidence on average over rates. The one to use
    /// for tables.
    pub fn wilson(&self, confidence: Confidence) -> Interval {
        let (p, n, z) = (self.rate(), self.trials as f64, confidence.z());
        let shrink = 1.0 + z * z / n;
        let centre = (p + z * z / (2.0 * n)) / shrink;
        let reach = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        self.clamped(Interval::around(centre, reach))
    }

    /// Returns the exact interval of Clopper and Pearson: the rates under which neither so few nor
    /// so many successes are too unlikely.
    ///
    /// From the tail quantile of Beta(k, n − k + 1) to that of Beta(k + 1, n − k) (Clopper and
    /// Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    /// 1934). It covers at least its confidence at any rate, so it is wider than Wilson's. Where
    /// `k` is not whole, the same formula runs smoothly between the intervals of the whole
    /// numbers around it; nothing is then exact, but half successes vary less than whole ones.
    pub fn clopper_pearson(&self, confidence: Confidence) -> Interval {
        let (k, n, tail) = (self.successes, self.trials as f64, confidence.tail());
        self.clamped(Interval {
            low: lower_end(k, n, tail),
            // The upper end is the lower end of the failures, which keeps its digits near 1.
            high: 1.0 - lower_end(n - k, n, tail),
        })
    }

    /// Corrects rounding: the interval contains the rate and ends at 0 and 1.
    fn clamped(&self, interval: Interval) -> Interval {
        let p = self.rate();
        Interval {
            low: if p == 0.0 { 0.0 } else { interval.low.min(p) },
            high: if p == 1.0 { 1.0 } else { interval.high.max(p) },
        }
        .within_unit()
    }

    /// Compares two rates by the z-test with the pooled rate.
    ///
    /// z = (p₁ − p₂) / √(p (1 − p) (1/n₁ + 1/n₂)), p being the rate of both together. The
    /// difference in the result carries the unpooled error √(e₁² + e₂²), for its interval. Needs
    /// some successes and failures, say five of each, in both. If there are draws, comparing
    /// [`WinDrawLoss::estimate`]s by [`Estimate::minus`] and [`Estimate::test`] is sharper.
    ///
    /// ```
    /// use arena::statistics::Proportion;
    ///
    /// let ours = Proportion::new(15.0, 40).unwrap();
    /// let published = Proportion::from_rate(24.0 / 37.0, 37).unwrap();
    /// let test = ours.compare(&published);
    /// assert_eq!(format!("{:.3}", test.p.two_sided), "0.016");
    /// ```
    pub fn compare(&self, other: &Proportion) -> Comparison {
        let (n, m) = (self.trials as f64, other.trials as f64);
        // Failures are counted, not taken from 1 − p, which rounds to 0 for rates close to 1.
        let successes = (self.successes + other.successes) / (n + m);
        let failures = ((n - self.successes) + (m - other.successes)) / (n + m);
        let error = (successes * failures * (1.0 / n + 1.0 / m)).sqrt();
        let difference = self.estimate().minus(&other.estimate());
        // Rates so close to each other that the error underflows do not differ.
        Comparison::new(difference, error.max(f64::MIN_POSITIVE), None)
            .expect("a difference of rates over a positive error is finite")
    }
}

/// Returns the rate at which `k` or more successes in `n` trials have probability `tail`.
fn lower_end(k: f64, n: f64, tail: f64) -> f64 {
    if k <= 0.0 {
        0.0
    } else {
        beta_quantile(tail, k, n - k + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    fn proportion(successes: f64, trials: u64) -> Proportion {
        Proportion::new(successes, trials).unwrap()
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
    /// methods" (1998), table I, gives these to four digits; the rest from statsmodels 0.15.0,
    /// `proportion_confint(method='wilson')`, and scipy 1.17.1, `stats.beta.ppf`.
    #[test]
    fn intervals_agree_with_newcombes_table_and_with_scipy() {
        let rows = [
            (
                81.0,
                263,
                0.2552885198782742,
                0.36620957698280004,
                0.25273674558527126,
                0.36762192260135135,
            ),
            (
                15.0,
                148,
                0.06238639953073628,
                0.16048724172330803,
                0.05784401008344857,
                0.161650490349479,
            ),
            (0.0, 20, 0.0, 0.1611251580528194, 0.0, 0.1684334709830853),
            (
                1.0,
                29,
                0.006113214292762667,
                0.17175521879320294,
                0.000872646883579922,
                0.1776442954887229,
            ),
            (29.0, 29, 0.8830302015002592, 1.0, 0.8805551309304973, 1.0),
            (
                3.5,
                10,
                0.13693056347003546,
                0.6463292764888311,
                0.09269459393815316,
                0.6963205143995117,
            ),
            (
                326.5,
                500,
                0.6102526184389362,
                0.6934143333798289,
                0.6094663989690889,
                0.6947120114907058,
            ),
            (
                501e3,
                1_000_000,
                0.5000200180085154,
                0.5019799743085965,
                0.5000195182590117,
                0.5019804759484658,
            ),
        ];
        for (successes, trials, wilson_low, wilson_high, exact_low, exact_high) in rows {
            let rate = proportion(successes, trials);
            let wilson = rate.wilson(Confidence::P95);
            let exact = rate.clopper_pearson(Confidence::P95);
            assert!(close(wilson.low, wilson_low, 1e-11), "{rate:?} {wilson:?}");
            assert!(
                close(wilson.high, wilson_high, 1e-11),
                "{rate:?} {wilson:?}"
            );
            assert!(close(exact.low, exact_low, 1e-9), "{rate:?} {exact:?}");
            assert!(close(exact.high, exact_high, 1e-9), "{rate:?} {exact:?}");
        }
    }

    #[test]
    fn more_confidence_gives_the_wider_intervals_of_statsmodels() {
        // statsmodels 0.15.0: proportion_confint(81, 263, alpha=0.01, method='wilson' / 'beta')
        let rate = proportion(81.0, 263);
        let wilson = rate.wilson(Confidence::P99);
        assert!(close(wilson.low, 0.24013690268760773, 1e-11));
        assert!(close(wilson.high, 0.38528250231822986, 1e-11));
        let exact = rate.clopper_pearson(Confidence::P99);
        assert!(close(exact.low, 0.2368373581655392, 1e-9));
        assert!(close(exact.high, 0.386258325669745, 1e-9));
    }

    #[test]
    fn the_pooled_test_agrees_with_statsmodels() {
        // statsmodels 0.15.0: proportions_ztest([15, 24], [40, 37], alternative=...)
        let test = proportion(15.0, 40).compare(&proportion(24.0, 37));
        assert!(close(test.statistic, -2.3996363180516243, 1e-12));
        assert!(close(test.p.two_sided, 0.016411367932529286, 1e-10));
        assert!(close(test.p.less, 0.008205683966264643, 1e-10));
        assert!(close(test.p.greater, 0.9917943160337354, 1e-10));
        // proportions_ztest([296, 326], [500, 500])
        let test = proportion(296.0, 500).compare(&proportion(326.0, 500));
        assert!(close(test.p.two_sided, 0.050406117978202554, 1e-10));
    }

    #[test]
    fn equal_certainties_do_not_differ() {
        let test = proportion(5.0, 5).compare(&proportion(8.0, 8));
        assert_eq!((test.statistic, test.p.two_sided), (0.0, 1.0));
    }

    #[test]
    fn rates_a_rounding_error_apart_do_not_differ() {
        for (a, b) in [(5e-324, 0.0), (1.0 - 1e-16, 1.0)] {
            let test = proportion(a, 1).compare(&proportion(b, 1));
            assert!(test.p.two_sided > 0.99, "{test:?}");
        }
    }

    #[test]
    fn draws_narrow_the_standard_error() {
        // By hand: √((60 + 30/4)/100 − 0.75²)/10 and √(0.75 · 0.25 / 100).
        let score = WinDrawLoss::new(60, 30, 10);
        let error = score.standard_error().unwrap();
        assert!(close(error, 0.033541019662496854, 1e-12));
        let binomial = score.proportion().unwrap().standard_error();
        assert!(close(binomial, 0.04330127018922193, 1e-12));
        // Without draws the two agree.
        let decided = WinDrawLoss::new(75, 0, 25);
        assert!(close(decided.standard_error().unwrap(), binomial, 1e-12));
    }

    #[test]
    fn nothing_played_is_no_rate() {
        let score = WinDrawLoss::default();
        assert_eq!(score.rate(), None);
        assert_eq!(score.standard_error(), None);
        assert_eq!(score.estimate(), None);
        assert!(score.proportion().is_none());
    }

    #[test]
    fn impossible_proportions_are_refused_from_code_and_from_text() {
        for (successes, trials) in [(0.0, 0), (-1.0, 3), (4.0, 3), (f64::NAN, 3)] {
            assert!(Proportion::new(successes, trials).is_err());
        }
        assert!(Proportion::from_rate(1.5, 10).is_err());
        let text = r#"{"successes":4.0,"trials":3}"#;
        let refused = serde_json::from_str::<Proportion>(text).unwrap_err();
        assert!(refused.to_string().contains("4 successes in 3 trials"));
    }

    #[test]
    fn counts_too_large_to_add_do_not_overflow() {
        let score = WinDrawLoss::new(u64::MAX, u64::MAX, 1) + WinDrawLoss::new(1, 1, 1);
        assert_eq!(score.games(), u64::MAX);
        assert!(score.rate().is_none_or(|rate| (0.0..=1.0).contains(&rate)));
        let huge = proportion(1e19, u64::MAX);
        assert!(huge.wilson(Confidence::P95).contains(huge.rate()));
        assert!(huge.clopper_pearson(Confidence::P95).contains(huge.rate()));
    }

    #[test]
    fn a_match_is_the_sum_of_its_games() {
        use GameResult::{Draw, Loss, Win};
        let score: WinDrawLoss = [Win, Draw, Loss, Win].into_iter().collect();
        assert_eq!(score, WinDrawLoss::new(2, 1, 1));
        assert_eq!(WinDrawLoss::from(Win.reversed()), WinDrawLoss::from(Loss));
        let text = serde_json::to_string(&score).unwrap();
        assert_eq!(text, r#"{"wins":2,"draws":1,"losses":1}"#);
        let decided: WinDrawLoss = serde_json::from_str(r#"{"wins":2,"losses":1}"#).unwrap();
        assert_eq!(decided, WinDrawLoss::new(2, 0, 1));
    }

    fn proportions() -> impl Strategy<Value = Proportion> {
        (1_u64..3000, 0.0..=1.0_f64).prop_map(|(trials, rate)| {
            let half_points = (rate * 2.0 * trials as f64).round();
            proportion(half_points / 2.0, trials)
        })
    }

    fn confidences() -> impl Strategy<Value = Confidence> {
        (0.01..0.9999_f64).prop_map(|level| Confidence::new(level).unwrap())
    }

    proptest! {
        #[test]
        fn intervals_hold_the_rate_and_stay_between_0_and_1(
            rate in proportions(), confidence in confidences(),
        ) {
            for interval in [rate.wilson(confidence), rate.clopper_pearson(confidence)] {
                prop_assert!(interval.contains(rate.rate()));
                prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
            }
        }

        #[test]
        fn intervals_mirror_when_the_sides_swap(rate in proportions(), confidence in confidences()) {
            let mirror = |i: Interval| Interval { low: 1.0 - i.high, high: 1.0 - i.low };
            let other = rate.reversed();
            for (ours, theirs) in [
                (rate.wilson(confidence), other.wilson(confidence)),
                (rate.clopper_pearson(confidence), other.clopper_pearson(confidence)),
            ] {
                prop_assert!((ours.low - mirror(theirs).low).abs() < 1e-12);
                prop_assert!((ours.high - mirror(theirs).high).abs() < 1e-12);
            }
        }

        #[test]
        fn intervals_shrink_with_more_games_at_the_same_rate(rate in proportions()) {
            let more = proportion(rate.successes * 4.0, rate.trials * 4);
            let c = Confidence::P95;
            prop_assert!(more.wilson(c).width() < rate.wilson(c).width());
            prop_assert!(more.clopper_pearson(c).width() < rate.clopper_pearson(c).width());
        }

        #[test]
        fn the_exact_interval_grows_with_the_successes(rate in proportions()) {
            prop_assume!(rate.successes + 0.5 <= rate.trials as f64);
            let c = Confidence::P95;
            let next = proportion(rate.successes + 0.5, rate.trials).clopper_pearson(c);
            let interval = rate.clopper_pearson(c);
            prop_assert!(interval.low <= next.low && interval.high <= next.high);
        }

        #[test]
        fn comparing_mirrors_when_the_sides_swap(a in proportions(), b in proportions()) {
            let (test, back) = (a.compare(&b), b.compare(&a));
            prop_assert!((test.statistic + back.statistic).abs() < 1e-9);
            prop_assert!((test.p.less - back.p.greater).abs() < 1e-9);
            prop_assert!((test.p.two_sided - back.p.two_sided).abs() < 1e-9);
        }

        #[test]
        fn the_trinomial_error_never_exceeds_the_binomial_one(
            wins in 0_u64..200, draws in 0_u64..200, losses in 0_u64..200,
        ) {
            let score = WinDrawLoss::new(wins, draws, losses);
            prop_assume!(score.games() > 0);
            let binomial = score.proportion().unwrap().standard_error();
            let trinomial = score.standard_error().unwrap();
            prop_assert!(trinomial <= binomial + 1e-12);
            prop_assert!((score.reversed().standard_error().unwrap() - trinomial).abs() < 1e-12);
        }
    }
}
