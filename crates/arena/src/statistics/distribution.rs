//! Distribution functions and quantiles, as total functions.
//!
//! `statrs` supplies the cumulative functions. Its quantiles of the beta and of Student's
//! distribution are not used: with the large parameters of a long match (from about 10⁵ games) they
//! lose digits or never return. They are found here by halving an interval instead, which takes
//! some sixty evaluations and always ends.
//!
//! Without its `std` feature `statrs` takes logarithms and exponentials from `libm`, so p-values
//! repeat bit for bit on every machine.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::{beta::checked_beta_reg, factorial::ln_binomial};

/// Beyond this many degrees of freedom Student's distribution is taken for the normal one. The
/// difference is below one part in a million of common tail probabilities.
const NORMAL_FREEDOM: f64 = 1e8;

/// Beyond this many trials the binomial tails are taken from the normal distribution: rounding
/// in the logarithms of factorials would cost more than the approximation does.
const EXACT_TRIALS: u64 = 10_000_000;

/// Φ(z).
pub(super) fn normal_below(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// Returns the z with Φ(z) = `p`, for 0 < `p` < 1.
pub(super) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// P(T ≤ t) for Student's T with `freedom` > 0 degrees of freedom.
pub(super) fn student_below(t: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < NORMAL_FREEDOM => student.cdf(t),
        _ => normal_below(t),
    }
}

/// Returns the t with P(T > t) = `tail`, for 0 < `tail` ≤ 1/2.
pub(super) fn student_critical(tail: f64, freedom: f64) -> f64 {
    let mut high = 1.0;
    while student_below(-high, freedom) > tail && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    halve(0.0, high, |t| student_below(-t, freedom) <= tail)
}

/// Returns the x with P(X ≤ x) = `p` for X of the beta distribution with shapes `a`, `b` > 0.
pub(super) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    halve(0.0, 1.0, |x| {
        checked_beta_reg(a, b, x).is_ok_and(|below| below >= p)
    })
}

/// Returns the place between `low` and `high` where the increasing predicate `reached` turns true.
fn halve(mut low: f64, mut high: f64, reached: impl Fn(f64) -> bool) -> f64 {
    // Enough to reach the smallest positive number from 1; nearly always far fewer are needed.
    for _ in 0..1100 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high || high - low <= 1e-15 * high {
            break;
        }
        if reached(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    low + (high - low) / 2.0
}

/// A count of successes in `trials` independent trials, each with `probability` strictly
/// between 0 and 1.
///
/// The tails are sums of the probabilities themselves, outwards from the count until nothing
/// is added any more: of the order of √trials terms, and no digits lost in the middle.
#[derive(Clone, Copy)]
pub(super) struct Binomial {
    pub(super) trials: u64,
    pub(super) probability: f64,
}

impl Binomial {
    pub(super) fn mean(self) -> f64 {
        self.trials as f64 * self.probability
    }

    /// ln P(X = k), for `k` ≤ `trials`.
    pub(super) fn ln_mass(self, k: u64) -> f64 {
        let (hits, misses) = (k as f64, (self.trials - k) as f64);
        ln_binomial(self.trials, k)
            + hits * libm::log(self.probability)
            + misses * libm::log1p(-self.probability)
    }

    /// P(X ≤ k).
    pub(super) fn at_most(self, k: u64) -> f64 {
        if k >= self.trials {
            1.0
        } else if self.trials > EXACT_TRIALS {
            self.normal_at_most(k)
        } else if (k as f64) < self.mean() {
            self.sum_down(k)
        } else {
            1.0 - self.mirrored().sum_down(self.trials - k - 1)
        }
    }

    /// P(X ≥ k).
    pub(super) fn at_least(self, k: u64) -> f64 {
        if k > self.trials {
            0.0
        } else {
            self.mirrored().at_most(self.trials - k)
        }
    }

    /// Returns the count of failures instead of successes.
    fn mirrored(self) -> Binomial {
        Binomial {
            trials: self.trials,
            probability: 1.0 - self.probability,
        }
    }

    /// P(X ≤ k) for `k` at or below the mean, where each term is smaller than the one before.
    fn sum_down(self, k: u64) -> f64 {
        let odds_against = (1.0 - self.probability) / self.probability;
        let mut term = libm::exp(self.ln_mass(k));
        let mut sum = term;
        for i in (1..=k).rev() {
            term *= i as f64 / (self.trials - i + 1) as f64 * odds_against;
            sum += term;
            if term <= sum * 1e-17 {
                break;
            }
        }
        sum.min(1.0)
    }

    fn normal_at_most(self, k: u64) -> f64 {
        let deviation = (self.mean() * (1.0 - self.probability)).sqrt();
        normal_below((k as f64 + 0.5 - self.mean()) / deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::super::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn critical_values_agree_with_scipy_even_for_many_degrees_of_freedom() {
        // scipy 1.17.1: stats.norm.ppf, stats.t.ppf(0.975, df)
        assert!(close(normal_quantile(0.975), 1.959963984540054, 1e-14));
        for (freedom, expected) in [
            (1.0, 12.706204736174694),
            (2.0, 4.302652729749462),
            (17.776, 2.102821310380221),
            (1e5, 1.9599877075346095),
            (1e6, 1.959966356814107),
        ] {
            let t = student_critical(0.025, freedom);
            assert!(close(t, expected, 1e-9), "{freedom}: {t}");
        }
        assert!(close(student_critical(0.025, 1e300), 1.96, 1e-4));
    }

    #[test]
    fn a_tail_of_one_half_is_at_zero() {
        assert!(student_critical(0.5, 3.0).abs() < 1e-12);
    }

    #[test]
    fn binomial_tails_of_a_million_trials_agree_with_scipy_in_the_middle_too() {
        // scipy 1.17.1: stats.binomtest(k, 10**6, 0.5).pvalue
        let coin = Binomial {
            trials: 1_000_000,
            probability: 0.5,
        };
        assert!(close(coin.at_least(501_000), 0.0228041499326948, 1e-8));
        assert!(close(coin.at_most(501_000), 0.9773038320453267, 1e-8));
        assert!(close(coin.at_least(500_100), 0.4211313785258083, 1e-8));
        assert!(close(coin.at_most(500_100), 0.5796507066821627, 1e-8));
    }

    #[test]
    fn absurdly_many_trials_are_answered_at_once() {
        let coin = Binomial {
            trials: u64::MAX,
            probability: 0.5,
        };
        assert!((coin.at_most(u64::MAX / 2) - 0.5).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn binomial_tails_agree_with_adding_every_term(
            trials in 1_u64..60, k in 0_u64..60, probability in 0.01..0.99_f64,
        ) {
            let k = k.min(trials);
            let law = Binomial { trials, probability };
            let mut mass = libm::pow(1.0 - probability, trials as f64);
            let (mut below, mut above) = (0.0, 0.0);
            for i in 0..=trials {
                if i <= k { below += mass; }
                if i >= k { above += mass; }
                mass *= (trials - i) as f64 / (i + 1) as f64 * probability / (1.0 - probability);
            }
            prop_assert!((law.at_most(k) - below).abs() < 1e-11);
            prop_assert!((law.at_least(k) - above).abs() < 1e-11);
        }

        #[test]
        fn beta_quantiles_undo_the_distribution_function(
            a in 0.5..5000.0_f64, b in 0.5..5000.0_f64, p in 0.001..0.999_f64,
        ) {
            let x = beta_quantile(p, a, b);
            prop_assert!((checked_beta_reg(a, b, x).unwrap() - p).abs() < 1e-8);
        }
    }
}
