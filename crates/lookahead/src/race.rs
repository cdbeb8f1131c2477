//! Best-arm selection with common random numbers: successive halving of sampled candidates.
//!
//! Where a candidate's value can only be sampled, most samples should go to the few candidates that
//! may be best. A [`Race`] samples all its arms equally in rounds; after each the worst are dropped
//! (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013). Sample
//! `i` of every arm has the same index, from which the caller derives its random numbers:
//! differences between arms are then paired, and far more accurate than the values ([`Race::gap`]).
//!
//! The samples that choose an arm flatter it. An unbiased value of the chosen arm needs samples
//! with indices, or a seed, that the race has not used.
//!
//! ```
//! use lookahead::race::Race;
//! use lookahead::{Control, Seed};
//! use rand::RngExt;
//!
//! // Arms 0 to 9 win with the chance of a tenth of their number.
//! let wins = |arm: &u32, index: u64| {
//!     let luck: f64 = Seed(1).stream(index).rng().random();
//!     f64::from(u8::from(luck < f64::from(*arm) / 10.0))
//! };
//! let control = Control::new(Seed(1));
//! let meter = control.start();
//! let mut race = Race::new(&wins);
//! race.enter(0..10);
//! for (samples, stay) in [(50, 4), (200, 1)] {
//!     race.sample_up_to(samples, &meter);
//!     race.keep(stay);
//! }
//! assert_eq!(race.arms()[0].arm, 9);
//! ```

use crate::control::Meter;
use rayon::prelude::*;

/// Samples of one arm that are taken at a time, between two looks at the clock.
const BLOCK: u64 = 64;

/// An arm with its samples.
#[derive(Clone, Debug)]
pub struct Arm<A> {
    /// The candidate.
    pub arm: A,
    samples: Vec<f64>,
}

impl<A> Arm<A> {
    /// Returns the number of samples.
    pub fn count(&self) -> u64 {
        self.samples.len() as u64
    }

    /// Returns the mean of the samples; 0 without samples.
    pub fn mean(&self) -> f64 {
        moments(self.samples.iter().copied()).mean
    }

    /// Returns the standard deviation of a single sample.
    pub fn spread(&self) -> f64 {
        moments(self.samples.iter().copied()).variance.sqrt()
    }

    /// Returns the standard error of the mean.
    pub fn error(&self) -> f64 {
        moments(self.samples.iter().copied()).error()
    }

    /// Returns the samples in the order of their indices.
    pub fn samples(&self) -> &[f64] {
        &self.samples
    }
}

/// The difference between two arms over their common samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The mean of the paired differences.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// A set of arms under comparison; higher samples are better.
pub struct Race<'a, A> {
    sample: &'a (dyn Fn(&A, u64) -> f64 + Sync),
    arms: Vec<Arm<A>>,
}

impl<'a, A: Send + Sync> Race<'a, A> {
    /// Creates a race without arms. `sample` returns the sample of an arm with an index; equal
    /// indices share their random numbers.
    pub fn new(sample: &'a (dyn Fn(&A, u64) -> f64 + Sync)) -> Self {
        Race {
            sample,
            arms: Vec::new(),
        }
    }

    /// Adds arms without samples.
    pub fn enter(&mut self, arms: impl IntoIterator<Item = A>) {
        let samples = Vec::new;
        self.arms.extend(arms.into_iter().map(|arm| Arm {
            arm,
            samples: samples(),
        }));
    }

    /// Returns the arms: after sampling, the highest mean first.
    pub fn arms(&self) -> &[Arm<A>] {
        &self.arms
    }

    /// Returns the arms by value.
    pub fn into_arms(self) -> Vec<Arm<A>> {
        self.arms
    }

    /// Samples every arm until it has `count` samples and sorts the arms by their means, ties in
    /// their former order. Every sample is a node of `meter`. Returns whether the round is
    /// complete: an interrupted one adds no samples, and the order stays.
    pub fn sample_up_to(&mut self, count: u64, meter: &Meter<'_>) -> bool {
        let blocks: Vec<(usize, u64, u64)> = self
            .arms
            .iter()
            .enumerate()
            .flat_map(|(place, arm)| blocks_of(place, arm.count(), count))
            .collect();
        let (sample, arms) = (self.sample, &self.arms);
        let drawn: Option<Vec<Vec<f64>>> = blocks
            .par_iter()
            .map(|&(place, from, to)| {
                if !meter.tick_all(to - from) {
                    return None;
                }
                let arm = &arms[place].arm;
                Some((from..to).map(|index| sample(arm, index)).collect())
            })
            .collect();
        let Some(drawn) = drawn else {
            return false;
        };
        for ((place, _, _), samples) in blocks.into_iter().zip(drawn) {
            self.arms[place].samples.extend(samples);
        }
        self.arms.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        true
    }

    /// Drops all but the first `most` arms.
    pub fn keep(&mut self, most: usize) {
        self.arms.truncate(most);
    }

    /// Returns the difference of two arms, by their places, over the samples that both have; `None`
    /// if those are fewer than two.
    pub fn gap(&self, one: usize, other: usize) -> Option<Gap> {
        let (one, other) = (&self.arms[one].samples, &self.arms[other].samples);
        let common = one.len().min(other.len());
        if common < 2 {
            return None;
        }
        let found = moments(one.iter().zip(other).map(|(a, b)| a - b));
        Some(Gap {
            mean: found.mean,
            error: found.error(),
        })
    }
}

/// Returns the blocks of an arm's missing samples: its place, the first index and the end.
fn blocks_of(place: usize, from: u64, to: u64) -> impl Iterator<Item = (usize, u64, u64)> {
    let starts = (from..to).step_by(BLOCK as usize);
    starts.map(move |start| (place, start, (start + BLOCK).min(to)))
}

/// Count, mean and variance of samples.
struct Moments {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn error(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        (self.variance / (self.count - 1.0)).sqrt()
    }
}

fn moments(samples: impl Iterator<Item = f64> + Clone) -> Moments {
    let count = samples.clone().count().max(1) as f64;
    let mean = samples.clone().sum::<f64>() / count;
    let squares: f64 = samples.map(|sample| (sample - mean).powi(2)).sum();
    Moments {
        count,
        mean,
        variance: squares / count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Limit, Seed};
    use rand::RngExt;

    /// An arm wins with the chance of its number in hundredths.
    fn wins(arm: &u32, index: u64) -> f64 {
        let luck: f64 = Seed(9).stream(index).rng().random();
        f64::from(u8::from(luck < f64::from(*arm) / 100.0))
    }

    #[test]
    fn every_arm_has_the_samples_of_its_own_loop() {
        let control = Control::new(Seed(1));
        let mut race = Race::new(&wins);
        race.enter([30, 70]);
        assert!(race.sample_up_to(100, &control.start()));
        race.enter([50]);
        assert!(race.sample_up_to(333, &control.start()));
        for arm in race.arms() {
            let slow: Vec<f64> = (0..333).map(|index| wins(&arm.arm, index)).collect();
            assert_eq!(arm.samples(), slow);
            let mean = slow.iter().sum::<f64>() / 333.0;
            assert!((arm.mean() - mean).abs() < 1e-12);
            let error = (mean * (1.0 - mean) / 332.0).sqrt();
            assert!((arm.error() - error).abs() < 1e-12);
        }
        let order: Vec<u32> = race.arms().iter().map(|arm| arm.arm).collect();
        assert_eq!(order, [70, 50, 30]);
    }

    #[test]
    fn paired_differences_are_more_accurate_than_values() {
        let control = Control::new(Seed(1));
        let mut race = Race::new(&wins);
        race.enter([50, 52]);
        race.sample_up_to(2000, &control.start());
        let gap = race.gap(0, 1).unwrap();
        assert!(gap.mean > 0.0 && gap.mean < 0.04, "{gap:?}");
        assert!(gap.error * 3.0 < race.arms()[0].error(), "{gap:?}");
    }

    #[test]
    fn an_interrupted_round_leaves_everything_as_it_was() {
        let control = Control::new(Seed(1)).limit(Limit::nodes(500));
        let meter = control.start();
        let mut race = Race::new(&wins);
        race.enter([10, 90]);
        assert!(race.sample_up_to(64, &meter));
        assert!(!race.sample_up_to(10_000, &meter));
        assert!(race.arms().iter().all(|arm| arm.count() == 64));
        assert_eq!(race.arms()[0].arm, 90);
    }

    #[test]
    fn the_best_arm_wins_nearly_always() {
        let control = Control::new(Seed(1));
        let found = (0..50).filter(|&game| {
            let luck = move |arm: &u32, index: u64| {
                let luck: f64 = Seed(game).stream(index).rng().random();
                f64::from(u8::from(luck < f64::from(*arm) / 100.0))
            };
            let mut race = Race::new(&luck);
            race.enter((40..60).step_by(2));
            for (count, stay) in [(100, 5), (400, 2), (1600, 1)] {
                race.sample_up_to(count, &control.start());
                race.keep(stay);
            }
            race.arms()[0].arm == 58
        });
        assert!(found.count() >= 45);
    }

    #[test]
    fn arms_without_samples_have_no_gap() {
        let mut race = Race::new(&wins);
        race.enter([1, 2]);
        assert_eq!((race.gap(0, 1), race.arms()[0].mean()), (None, 0.0));
    }
}
