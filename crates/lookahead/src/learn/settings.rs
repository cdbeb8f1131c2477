//! Settings of a training run.

use super::LearnError;
use crate::seed::Seed;
use serde::{Deserialize, Serialize};

/// The constant factor of an update, besides the rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Factor {
    /// The gain `a`: the constant 2 of the gradient is taken into the rate.
    #[default]
    Gain,
    /// `2a`: the true gradient of the loss.
    TwiceGain,
    /// None: the gain is taken into the rate as well. With a small gain the step is many times
    /// larger than the gradient says.
    Plain,
}

/// The length of a step along the direction of an [`Episode`](super::Episode).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// The learning rate.
    pub rate: f64,
    /// The constant factor.
    pub factor: Factor,
    /// Whether the sum is divided by the number of examples, so that long episodes do not weigh
    /// more.
    pub average: bool,
}

impl Default for Step {
    /// Returns the paper's rate 0.5 (section 4), with the gain, not averaged.
    fn default() -> Self {
        Step {
            rate: 0.5,
            factor: Factor::Gain,
            average: false,
        }
    }
}

impl Step {
    /// Returns the factor of the sum of an episode with this number of examples.
    pub fn scale(&self, gain: f64, examples: u64) -> f64 {
        let factor = match self.factor {
            Factor::Gain => gain,
            Factor::TwiceGain => 2.0 * gain,
            Factor::Plain => 1.0,
        };
        let share = if self.average { examples.max(1) } else { 1 };
        self.rate * factor / share as f64
    }
}

/// Schedule of the share of random actions: exactly `from` at the first update and `to` at the
/// last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Schedule {
    /// Linear in the updates.
    Linear {
        /// At the first update.
        from: f64,
        /// At the last update.
        to: f64,
    },
    /// Exponential in the updates; both ends above zero.
    Exponential {
        /// At the first update.
        from: f64,
        /// At the last update.
        to: f64,
    },
}

impl Default for Schedule {
    /// From always random to one action in twenty.
    fn default() -> Self {
        Schedule::Linear {
            from: 1.0,
            to: 0.05,
        }
    }
}

impl Schedule {
    /// Returns the value at update `index` (from 0) of a run of `updates`; beyond the end, that of
    /// the end.
    ///
    /// ```
    /// use lookahead::learn::Schedule;
    ///
    /// let schedule = Schedule::Linear { from: 1.0, to: 0.5 };
    /// assert_eq!([0, 50, 100, 200].map(|i| schedule.at(i, 101)), [1.0, 0.75, 0.5, 0.5]);
    /// ```
    pub fn at(&self, index: u64, updates: u64) -> f64 {
        let last = updates.saturating_sub(1);
        let done = index.min(last) as f64 / last.max(1) as f64;
        match *self {
            Schedule::Linear { from, to } => from * (1.0 - done) + to * done,
            Schedule::Exponential { from, to } => libm::pow(from, 1.0 - done) * libm::pow(to, done),
        }
    }

    /// Rejects ends that are not probabilities.
    fn check(&self) -> Result<(), LearnError> {
        let (ends, zero) = match *self {
            Schedule::Linear { from, to } => ([from, to], true),
            Schedule::Exponential { from, to } => ([from, to], false),
        };
        let fits = |&&x: &&f64| (0.0..=1.0).contains(&x) && (zero || x > 0.0);
        match ends.iter().find(|x| !fits(x)) {
            Some(&value) => Err(LearnError::Setting {
                name: "epsilon",
                value,
            }),
            None => Ok(()),
        }
    }
}

/// The settings of a run, besides its episodes and initial weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Number of episodes.
    pub updates: u64,
    /// The step after each episode.
    pub step: Step,
    /// The share of random actions.
    pub epsilon: Schedule,
    /// Seed of all randomness of the run.
    pub seed: Seed,
    /// The share of the updates, counted from the end, over which the weights are averaged for the
    /// [result](super::Checkpoint::result): noise of single episodes cancels. 0 for the last
    /// weights as they are.
    #[serde(skip_serializing_if = "is_zero")]
    pub mean: f64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

impl Default for Settings {
    /// Returns the paper's 10,000 updates (section 4).
    fn default() -> Self {
        Settings {
            updates: 10_000,
            step: Step::default(),
            epsilon: Schedule::default(),
            seed: Seed::default(),
            mean: 0.0,
        }
    }
}

impl Settings {
    /// Rejects invalid numbers.
    pub(super) fn check(&self) -> Result<(), LearnError> {
        self.epsilon.check()?;
        let invalid = |name, value| Err(LearnError::Setting { name, value });
        match (self.step.rate, self.mean) {
            (rate, _) if !(rate.is_finite() && rate >= 0.0) => invalid("rate", rate),
            (_, mean) if !(0.0..=1.0).contains(&mean) => invalid("mean", mean),
            _ => Ok(()),
        }
    }

    /// Returns the number of updates before those whose weights are averaged.
    pub(super) fn before_mean(&self) -> u64 {
        let averaged = (self.updates as f64 * self.mean).round() as u64;
        self.updates.saturating_sub(averaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(from: f64, to: f64) -> [Schedule; 2] {
        [
            Schedule::Linear { from, to },
            Schedule::Exponential { from, to },
        ]
    }

    #[test]
    fn the_factor_scales_the_step() {
        let step = |factor, average| Step {
            rate: 0.5,
            factor,
            average,
        };
        assert_eq!(step(Factor::Gain, false).scale(0.02, 30), 0.01);
        assert_eq!(step(Factor::TwiceGain, false).scale(0.02, 30), 0.02);
        assert_eq!(step(Factor::Plain, false).scale(0.02, 30), 0.5);
        assert_eq!(step(Factor::Plain, true).scale(0.02, 25), 0.02);
        assert_eq!(step(Factor::Plain, true).scale(0.02, 0), 0.5);
    }

    #[test]
    fn an_exponential_schedule_falls_by_the_same_factor() {
        let schedule = Schedule::Exponential {
            from: 1.0,
            to: 0.01,
        };
        assert!((schedule.at(50, 101) - 0.1).abs() < 1e-12);
        assert!((schedule.at(25, 101) - 0.1_f64.sqrt()).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_schedule_starts_and_ends_where_it_should(
            from in 0.01..=1.0_f64, to in 0.01..=1.0_f64, updates in 2..5000_u64, at in 0..6000_u64,
        ) {
            for schedule in both(from, to) {
                prop_assert_eq!(schedule.at(0, updates), from);
                prop_assert_eq!(schedule.at(updates - 1, updates), to);
                prop_assert_eq!(schedule.at(updates + 7, updates), to);
                let (here, next) = (schedule.at(at, updates), schedule.at(at + 1, updates));
                prop_assert!((0.0..=1.0).contains(&here));
                prop_assert!((next - here) * (to - from) >= -1e-15);
                prop_assert_eq!(schedule.at(at, 1), from);
                prop_assert_eq!(schedule.at(at, 0), from);
            }
        }
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let with = |epsilon, rate| {
            let step = Step {
                rate,
                ..Step::default()
            };
            Settings {
                step,
                epsilon,
                ..Settings::default()
            }
        };
        for invalid in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            for schedule in both(0.5, invalid).into_iter().chain(both(invalid, 0.5)) {
                assert!(with(schedule, 0.5).check().is_err(), "{schedule:?}");
            }
        }
        assert!(
            with(Schedule::Linear { from: 1.0, to: 0.0 }, 0.0)
                .check()
                .is_ok()
        );
        assert!(
            with(Schedule::Exponential { from: 1.0, to: 0.0 }, 0.5)
                .check()
                .is_err()
        );
        for rate in [-1.0, f64::NAN, f64::INFINITY] {
            let error = with(Schedule::default(), rate).check().unwrap_err();
            assert!(error.to_string().ends_with("for rate"), "{error}");
        }
        for mean in [-0.1, 1.1, f64::NAN] {
            let settings = Settings {
                mean,
                ..Settings::default()
            };
            let error = settings.check().unwrap_err().to_string();
            assert!(error.ends_with("for mean"), "{error}");
        }
    }

    #[test]
    fn settings_are_read_from_partial_text() {
        let text = r#"{"updates":7,"step":{"factor":"twice_gain"},"epsilon":{"exponential":{"from":1,"to":0.1}}}"#;
        let settings: Settings = serde_json::from_str(text).unwrap();
        assert_eq!((settings.updates, settings.step.rate), (7, 0.5));
        assert_eq!(settings.step.factor, Factor::TwiceGain);
        assert_eq!(
            settings.epsilon,
            Schedule::Exponential { from: 1.0, to: 0.1 }
        );
        assert!(serde_json::from_str::<Settings>(r#"{"update":7}"#).is_err());
    }
}
