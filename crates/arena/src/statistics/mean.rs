//! Means of measured quantities, and their comparison.
//!
//! A [`Sample`] keeps count, mean and sum of squared deviations (Welford, "Note on a method for
//! calculating corrected sums of squares and products", 1962) and can be merged with another
//! (Chan, Golub and Le Veque, "Updating formulae and a pairwise algorithm for computing sample
//! variances", 1979), so tasks of an experiment summarise their own results. Merging rounds:
//! merge in the order of the tasks, not of their arrival, and the result repeats exactly.

use super::comparison::Comparison;
use super::estimate::Estimate;
use super::interval::{Confidence, Interval};
use serde::{Deserialize, Serialize};

/// Count, mean and spread of numbers, without the numbers.
///
/// A number that is not finite spoils the sample: from then on all results are `None`.
///
/// ```
/// use arena::statistics::{Confidence, Sample};
///
/// let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
/// assert_eq!(sample.mean(), Some(5.0));
/// assert_eq!(sample.variance(), Some(32.0 / 7.0));
/// assert_eq!(format!("{:.1}", sample.interval(Confidence::P95).unwrap()), "3.2–6.8");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    squares: f64,
}

impl Sample {
    /// Creates an empty sample.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the sample behind a published mean, variance (of the population, that is with n − 1
    /// in the denominator) and count. `None` unless they are finite, the variance is not negative
    /// and there is at least one number.
    pub fn from_summary(mean: f64, variance: f64, count: u64) -> Option<Self> {
        let squares = variance * count.checked_sub(1)? as f64;
        let valid = mean.is_finite() && squares.is_finite() && variance >= 0.0;
        valid.then_some(Sample {
            count,
            mean,
            squares,
        })
    }

    /// Adds a number.
    pub fn push(&mut self, number: f64) {
        self.count = self.count.saturating_add(1);
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// Adds all numbers of another sample.
    pub fn merge(&mut self, other: &Sample) {
        if self.count == 0 || other.count == 0 {
            // Nothing to weigh, and no rounding.
            *self = if self.count == 0 { *other } else { *self };
            return;
        }
        let (ours, theirs) = (self.count as f64, other.count as f64);
        let apart = other.mean - self.mean;
        let all = ours + theirs;
        self.count = self.count.saturating_add(other.count);
        self.mean += apart * theirs / all;
        self.squares += other.squares + apart * apart * ours * theirs / all;
    }

    /// Returns the count of numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; `None` of an empty sample.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0 && self.mean.is_finite()).then_some(self.mean)
    }

    /// Returns the variance of the population estimated from the sample, with n − 1 in the
    /// denominator; `None` of fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        let variance = self.squares / self.count.checked_sub(1)? as f64;
        (variance.is_finite() && variance >= 0.0).then_some(variance)
    }

    /// Returns the square root of [`variance`](Self::variance).
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the standard error of the mean, √(variance / n).
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.count as f64).sqrt())
    }

    /// Returns the mean with its standard error; `None` of fewer than two numbers.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::new(self.mean()?, self.standard_error()?)
    }

    /// Returns the t-interval of the mean: mean ± t · standard error with n − 1 degrees of freedom
    /// (Student, "The probable error of a mean", 1908). `None` of fewer than two numbers.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        let estimate = self.estimate()?;
        let reach = confidence.t(self.freedom()) * estimate.error();
        Some(Interval::around(estimate.value(), reach))
    }

    /// Returns whether the true mean is `hypothesis`: Student's t-test with n − 1 degrees of
    /// freedom.
    ///
    /// `None` of fewer than two numbers, and if all numbers are equal but not to `hypothesis`:
    /// their spread is then unknown, not 0.
    pub fn test(&self, hypothesis: f64) -> Option<Comparison> {
        let estimate = self.estimate()?;
        let difference = Estimate::new(estimate.value() - hypothesis, estimate.error())?;
        Comparison::new(difference, estimate.error(), Some(self.freedom()))
    }

    /// Returns whether the means of two independent samples differ, their variances being unknown
    /// and perhaps unequal: Welch's t-test.
    ///
    /// t = (m₁ − m₂) / √(e₁² + e₂²) with the squared standard errors eᵢ² = sᵢ²/nᵢ, and
    /// (e₁² + e₂²)² / (e₁⁴/(n₁−1) + e₂⁴/(n₂−1)) degrees of freedom (Welch, "The generalization
    /// of Student's problem when several different population variances are involved", 1947).
    /// `None` if a sample has fewer than two numbers, or if none of them varies.
    ///
    /// ```
    /// use arena::statistics::Sample;
    ///
    /// let first = Sample::from_summary(5.3, 1.1, 40).unwrap();
    /// let second = Sample::from_summary(4.9, 2.7, 25).unwrap();
    /// let test = first.welch(&second).unwrap();
    /// assert_eq!(format!("t = {:.3}", test.statistic), "t = 1.087");
    /// assert_eq!(format!("p = {:.3}", test.p.two_sided), "p = 0.284");
    /// ```
    pub fn welch(&self, other: &Sample) -> Option<Comparison> {
        let (first, second) = (self.estimate()?, other.estimate()?);
        let difference = first.minus(&second);
        // Shares of the squared error rather than its fourth powers, which may underflow.
        let total = difference.error();
        let share = |part: Estimate| (part.error() / total) * (part.error() / total);
        let spread = share(first) * share(first) / self.freedom()
            + share(second) * share(second) / other.freedom();
        let freedom = 1.0 / spread;
        freedom.is_finite().then_some(())?;
        Comparison::new(difference, total, Some(freedom))
    }

    fn freedom(&self) -> f64 {
        self.count.saturating_sub(1) as f64
    }
}

impl Extend<f64> for Sample {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, numbers: I) {
        numbers.into_iter().for_each(|number| self.push(number));
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut sample = Sample::new();
        sample.extend(numbers);
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    /// Extra hours of sleep of ten patients with two drugs, from Student (1908); the data set
    /// `sleep` of R, whose manual uses it for both t-tests.
    const DRUG_1: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const DRUG_2: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

    fn sample(numbers: &[f64]) -> Sample {
        numbers.iter().copied().collect()
    }

    #[test]
    fn the_t_interval_agrees_with_scipy() {
        // scipy 1.17.1: np.var(ddof=1), stats.sem, stats.t.interval(0.95, 9, mean, sem)
        let sample = sample(&DRUG_1);
        assert!(close(sample.mean().unwrap(), 0.75, 1e-14));
        assert!(close(sample.variance().unwrap(), 3.2005555555555554, 1e-14));
        let error = sample.standard_error().unwrap();
        assert!(close(error, 0.5657345274557276, 1e-14));
        let interval = sample.interval(Confidence::P95).unwrap();
        assert!(close(interval.low, -0.5297804135262318, 1e-10));
        assert!(close(interval.high, 2.0297804135262316, 1e-10));
    }

    #[test]
    fn welchs_test_agrees_with_scipy_and_with_the_manual_of_r() {
        // scipy 1.17.1: stats.ttest_ind(equal_var=False); R: t = -1.8608, df = 17.776, p = 0.07939
        let test = sample(&DRUG_1).welch(&sample(&DRUG_2)).unwrap();
        assert!(close(test.statistic, -1.8608134674868526, 1e-12));
        assert!(close(test.freedom.unwrap(), 17.776473516178488, 1e-12));
        assert!(close(test.p.two_sided, 0.0793941401873583, 1e-10));
        assert!(close(test.p.less, 0.03969707009367915, 1e-10));
        assert!(close(test.p.greater, 0.9603029299063208, 1e-10));
        let interval = test.interval(Confidence::P95);
        assert!(close(interval.low, -3.3654832307117104, 1e-10));
        assert!(close(interval.high, 0.20548323071171137, 1e-9));
    }

    #[test]
    fn welchs_test_works_from_published_summaries() {
        // scipy 1.17.1: stats.ttest_ind_from_stats(5.3, 1.1**.5, 40, 4.9, 2.7**.5, 25, False)
        let first = Sample::from_summary(5.3, 1.1, 40).unwrap();
        let second = Sample::from_summary(4.9, 2.7, 25).unwrap();
        let test = first.welch(&second).unwrap();
        assert!(close(test.statistic, 1.086651649848321, 1e-12));
        assert!(close(test.p.two_sided, 0.2843484570712172, 1e-10));
    }

    #[test]
    fn too_few_or_unusable_numbers_give_none() {
        assert_eq!(Sample::new().mean(), None);
        assert_eq!(sample(&[1.0]).mean(), Some(1.0));
        assert_eq!(sample(&[1.0]).variance(), None);
        assert_eq!(sample(&[1.0]).interval(Confidence::P95), None);
        for spoiled in [f64::NAN, f64::INFINITY] {
            let spoiled = sample(&[1.0, spoiled, 2.0]);
            assert_eq!((spoiled.mean(), spoiled.variance()), (None, None));
            assert_eq!(spoiled.welch(&sample(&DRUG_1)), None);
        }
        assert_eq!(
            sample(&[f64::MAX, f64::MIN]).interval(Confidence::P95),
            None
        );
        assert_eq!(Sample::from_summary(0.0, -1.0, 5), None);
        assert_eq!(Sample::from_summary(f64::NAN, 1.0, 5), None);
        assert_eq!(Sample::from_summary(0.0, 1.0, 0), None);
    }

    #[test]
    fn a_sample_that_does_not_vary_supports_no_test() {
        let ones = sample(&[1.0; 5]);
        assert_eq!(ones.test(0.0), None);
        assert_eq!(ones.welch(&sample(&[2.0; 5])), None);
        assert_eq!(ones.test(1.0).unwrap().p.two_sided, 1.0);
        assert!(ones.welch(&sample(&DRUG_1)).is_some());
    }

    #[test]
    fn a_large_common_offset_does_not_cost_the_variance() {
        let shifted: Sample = DRUG_1.iter().map(|x| x + 1e9).collect();
        assert!(close(shifted.variance().unwrap(), 3.2005555555555554, 1e-6));
    }

    #[test]
    fn a_sample_survives_json() {
        let sample = sample(&DRUG_2);
        let text = serde_json::to_string(&sample).unwrap();
        assert_eq!(serde_json::from_str::<Sample>(&text).unwrap(), sample);
    }

    #[test]
    fn nonsense_read_from_text_is_answered_with_none() {
        let text = r#"{"count":3,"mean":0.0,"squares":-1.0}"#;
        let sample: Sample = serde_json::from_str(text).unwrap();
        assert_eq!(sample.standard_error(), None);
    }

    fn numbers() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(-100.0..100.0_f64, 2..30)
    }

    proptest! {
        #[test]
        fn one_pass_and_merged_parts_agree_with_two_passes(a in numbers(), b in numbers()) {
            let all: Vec<f64> = a.iter().chain(&b).copied().collect();
            let n = all.len() as f64;
            let mean = all.iter().sum::<f64>() / n;
            let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let mut merged = sample(&a);
            merged.merge(&sample(&b));
            for sample in [sample(&all), merged] {
                prop_assert_eq!(sample.count(), all.len() as u64);
                prop_assert!((sample.mean().unwrap() - mean).abs() < 1e-9);
                prop_assert!((sample.variance().unwrap() - variance).abs() < 1e-8);
            }
        }

        #[test]
        fn merging_with_nothing_changes_nothing(a in numbers()) {
            let (mut left, mut right) = (Sample::new(), sample(&a));
            left.merge(&right);
            right.merge(&Sample::new());
            prop_assert_eq!((left, right), (sample(&a), sample(&a)));
        }

        #[test]
        fn the_interval_holds_the_mean_and_more_confidence_is_wider(a in numbers()) {
            let sample = sample(&a);
            let narrow = sample.interval(Confidence::P90).unwrap();
            let wide = sample.interval(Confidence::P99).unwrap();
            prop_assert!(narrow.contains(sample.mean().unwrap()));
            prop_assert!(wide.low <= narrow.low && narrow.high <= wide.high);
        }

        #[test]
        fn welch_is_the_pooled_test_when_counts_and_variances_are_equal(
            means in (-10.0..10.0_f64, -10.0..10.0_f64), variance in 0.01..50.0_f64, n in 2_u64..500,
        ) {
            let first = Sample::from_summary(means.0, variance, n).unwrap();
            let second = Sample::from_summary(means.1, variance, n).unwrap();
            let test = first.welch(&second).unwrap();
            let pooled = (means.0 - means.1) / (variance * 2.0 / n as f64).sqrt();
            prop_assert!((test.statistic - pooled).abs() < 1e-9 * (1.0 + pooled.abs()));
            prop_assert!(close(test.freedom.unwrap(), 2.0 * (n - 1) as f64, 1e-9));
        }

        #[test]
        fn welch_mirrors_when_the_samples_swap(a in numbers(), b in numbers()) {
            let test = sample(&a).welch(&sample(&b)).unwrap();
            let back = sample(&b).welch(&sample(&a)).unwrap();
            prop_assert_eq!(back.statistic, -test.statistic);
            prop_assert_eq!(back.p, test.p.swapped());
            // Between the smaller sample's and the pooled test's, as Welch shows.
            let freedom = test.freedom.unwrap();
            let (n, m) = (a.len() as f64 - 1.0, b.len() as f64 - 1.0);
            prop_assert!(freedom >= n.min(m) - 1e-9 && freedom <= n + m + 1e-9);
        }
    }
}
