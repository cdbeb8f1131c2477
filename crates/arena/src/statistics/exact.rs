//! Exact tests of counts against a known probability.

use super::comparison::PValues;
use super::distribution::Binomial;
use super::proportion::WinDrawLoss;

/// Outcomes as likely as the one seen up to this relative difference count as equally extreme;
/// it only has to absorb rounding (the value is the one R and scipy use).
const TIE: f64 = 1e-7;

/// Exact binomial test of `successes` in `trials` against a success probability of `probability`.
///
/// One-sided p-values are the binomial tails that include the count seen. The two-sided one adds
/// up all counts that are no more likely than it (Fisher's method, as in R's `binom.test`).
/// `None` if there are no trials, more successes than trials, or a probability that is not
/// strictly between 0 and 1.
///
/// ```
/// use arena::statistics::binomial_test;
///
/// // Conover, "Practical nonparametric statistics" (1971): Mendel's 682 of 925 against 3/4.
/// let p = binomial_test(682, 925, 0.75).unwrap();
/// assert_eq!(format!("{:.4}", p.two_sided), "0.3825");
/// assert_eq!(binomial_test(0, 0, 0.5), None);
/// ```
pub fn binomial_test(successes: u64, trials: u64, probability: f64) -> Option<PValues> {
    let valid = trials > 0 && successes <= trials && probability > 0.0 && probability < 1.0;
    // 1 − p must not round to 1 either: failures would then be certain.
    (valid && 1.0 - probability < 1.0).then(|| {
        let law = Binomial {
            trials,
            probability,
        };
        PValues {
            less: law.at_most(successes),
            greater: law.at_least(successes),
            two_sided: two_sided(law, successes),
        }
    })
}

/// Sign test of wins and losses against a fair coin. Draws are ignored; `None` if no game was
/// decided.
///
/// ```
/// use arena::statistics::{WinDrawLoss, sign_test};
///
/// let p = sign_test(&WinDrawLoss::new(60, 123, 40)).unwrap();
/// assert_eq!(format!("{:.4}", p.greater), "0.0284");
/// ```
pub fn sign_test(score: &WinDrawLoss) -> Option<PValues> {
    let decided = score.wins.checked_add(score.losses)?;
    binomial_test(score.wins, decided, 0.5)
}

fn two_sided(law: Binomial, seen: u64) -> f64 {
    let bar = law.ln_mass(seen) + TIE;
    let mean = law.mean();
    let p = if (seen as f64) < mean {
        // Counts above the mean grow less likely: the first that is unlikely enough.
        let start = (mean.ceil() as u64).min(law.trials);
        let other = first(start, law.trials, |k| law.ln_mass(k) <= bar);
        law.at_most(seen) + other.map_or(0.0, |k| law.at_least(k))
    } else if (seen as f64) > mean {
        // Below the mean the same, counted downwards.
        let start = mean.floor() as u64;
        let steps = first(0, start, |down| law.ln_mass(start - down) <= bar);
        law.at_least(seen) + steps.map_or(0.0, |down| law.at_most(start - down))
    } else {
        1.0
    };
    p.min(1.0)
}

/// Returns the first of `low..=high` for which the increasing predicate `holds`.
fn first(low: u64, high: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut low, mut high) = (low, high);
    if !holds(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_exact_test_agrees_with_scipy() {
        // scipy 1.17.1: stats.binomtest(k, n, p, alternative='less'/'greater'/'two-sided')
        let rows = [
            (
                682,
                925,
                0.75,
                0.19600926705388308,
                0.8240891223524226,
                0.3824915595748517,
            ),
            (
                3,
                15,
                0.1,
                0.944444369992464,
                0.18406106910639106,
                0.18406106910639106,
            ),
            (
                60,
                100,
                0.5,
                0.9823998998911476,
                0.028443966820490444,
                0.05688793364098089,
            ),
            (0, 10, 0.5, 0.0009765625, 1.0, 0.001953125),
            (
                7,
                20,
                0.3,
                0.7722717974181608,
                0.3919901877990756,
                0.6294979666766769,
            ),
            (
                2,
                20,
                0.3,
                0.03548313229846864,
                0.9923627402258,
                0.05262794872972706,
            ),
            (
                501000,
                1000000,
                0.5,
                0.9773038320453267,
                0.0228041499326948,
                0.0456082998653896,
            ),
        ];
        for (k, n, probability, less, greater, two_sided) in rows {
            let p = binomial_test(k, n, probability).unwrap();
            assert!(close(p.less, less, 1e-8), "{k} of {n}: {p:?}");
            assert!(close(p.greater, greater, 1e-8), "{k} of {n}: {p:?}");
            assert!(close(p.two_sided, two_sided, 1e-8), "{k} of {n}: {p:?}");
        }
    }

    #[test]
    fn questions_without_an_answer_give_none() {
        assert_eq!(binomial_test(0, 0, 0.5), None);
        assert_eq!(binomial_test(4, 3, 0.5), None);
        for probability in [0.0, 1.0, -0.5, f64::NAN, f64::MIN_POSITIVE] {
            assert_eq!(binomial_test(1, 3, probability), None);
        }
        assert_eq!(sign_test(&WinDrawLoss::new(0, 12, 0)), None);
        assert_eq!(sign_test(&WinDrawLoss::new(u64::MAX, 0, u64::MAX)), None);
    }

    #[test]
    fn very_long_matches_are_answered_too() {
        let p = binomial_test(6_000_000_000, 10_000_000_000, 0.6).unwrap();
        assert!((p.less - 0.5).abs() < 1e-4 && p.two_sided > 0.99);
    }

    proptest! {
        #[test]
        fn p_values_are_probabilities_and_mirror_when_the_sides_swap(
            trials in 1_u64..300, k in 0_u64..300, probability in 0.01..0.99_f64,
        ) {
            let k = k.min(trials);
            let p = binomial_test(k, trials, probability).unwrap();
            let back = binomial_test(trials - k, trials, 1.0 - probability).unwrap();
            for value in [p.less, p.greater, p.two_sided] {
                prop_assert!((0.0..=1.0).contains(&value));
            }
            prop_assert!((p.less - back.greater).abs() < 1e-10);
            prop_assert!((p.two_sided - back.two_sided).abs() < 1e-10);
        }

        #[test]
        fn two_sided_adds_every_count_no_more_likely_than_the_one_seen(
            trials in 1_u64..60, k in 0_u64..60, probability in 0.01..0.99_f64,
        ) {
            let k = k.min(trials);
            let law = Binomial { trials, probability };
            let slow: f64 = (0..=trials)
                .map(|i| law.ln_mass(i))
                .filter(|&mass| mass <= law.ln_mass(k) + TIE)
                .map(libm::exp)
                .sum();
            let p = binomial_test(k, trials, probability).unwrap();
            prop_assert!((p.two_sided - slow.min(1.0)).abs() < 1e-10, "{} {slow}", p.two_sided);
        }
    }
}
