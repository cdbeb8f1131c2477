//! The trainer: one episode per update, as many as the settings request.

use super::checkpoint::{Checkpoint, LearnError};
use super::linear::{Episode, Example, Linear};
use super::settings::Settings;
use crate::Effort;
use crate::control::{Control, Stop};
use crate::seed::Seed;
use serde::{Deserialize, Serialize};

/// A source of training episodes.
pub trait EpisodeSource {
    /// Returns the number of weights.
    fn weights(&self) -> usize;

    /// Returns the examples of episode `index`, made with the current model and a share of
    /// `epsilon` random actions. All randomness comes from `seed`, which is unique to the episode;
    /// parallel work inside must not change the result.
    fn episode(&self, model: &Linear, index: u64, epsilon: f64, seed: Seed) -> Vec<Example>;
}

/// The result of one update: a point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// Updates done, this one included.
    pub update: u64,
    /// Number of examples of the episode.
    pub examples: u64,
    /// The share of random actions.
    pub epsilon: f64,
    /// The sum of the squared errors, before the update.
    pub loss: f64,
    /// The root of the mean squared error.
    pub rmse: f64,
    /// The mean absolute error.
    pub mean_error: f64,
    /// For every group of weights, the mean of `|new - old| / |old|` over those whose old weight is
    /// not zero; `None` where all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Option<f64>>,
}

/// A training run.
///
/// The state between two updates is its [`checkpoint`](Self::checkpoint). See the
/// [module](super) for an example.
#[derive(Debug)]
pub struct Trainer<L> {
    episodes: L,
    groups: Vec<Vec<u32>>,
    state: Checkpoint,
    /// Reused buffer.
    episode: Episode,
}

impl<L: EpisodeSource> Trainer<L> {
    /// Creates a run that starts from `model`.
    ///
    /// # Errors
    /// If the settings or the model are invalid, or the model does not match the episodes.
    pub fn new(episodes: L, model: Linear, settings: Settings) -> Result<Self, LearnError> {
        Self::resume(episodes, Checkpoint::new(model, settings)?)
    }

    /// Resumes a run from `checkpoint`.
    ///
    /// # Errors
    /// [`LearnError::Length`] if the number of weights does not match the episodes.
    pub fn resume(episodes: L, checkpoint: Checkpoint) -> Result<Self, LearnError> {
        let length = episodes.weights();
        Ok(Trainer {
            episodes,
            groups: Vec::new(),
            state: checkpoint.expect(length)?,
            episode: Episode::new(length),
        })
    }

    /// Sets groups of weights whose change rates are reported with every update. Indices without a
    /// weight are ignored.
    #[must_use]
    pub fn groups(self, groups: Vec<Vec<u32>>) -> Self {
        Trainer { groups, ..self }
    }

    /// Returns the state after the updates done so far.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.state
    }

    /// Converts the trainer into its state.
    pub fn into_checkpoint(self) -> Checkpoint {
        self.state
    }

    /// Returns the model after the updates done so far.
    pub fn model(&self) -> &Linear {
        self.state.model()
    }

    /// Runs the next update; `None` if all are done.
    ///
    /// # Errors
    /// [`LearnError::Diverged`] if the weights would become infinite or undefined; the state is
    /// then unchanged.
    pub fn step(&mut self) -> Result<Option<Update>, LearnError> {
        if self.state.is_complete() {
            return Ok(None);
        }
        let (settings, index) = (*self.state.settings(), self.state.done());
        let epsilon = settings.epsilon.at(index, settings.updates);
        self.learn(index, epsilon, settings.seed.stream(index));

        let mut model = self.model().clone();
        self.episode.apply(&mut model, &settings.step);
        if !(self.episode.loss().is_finite() && model.weights.iter().all(|w| w.is_finite())) {
            return Err(LearnError::Diverged { index });
        }
        let before = self.state.advance(model, &self.episode, epsilon);
        Ok(Some(self.update(&before, epsilon)))
    }

    /// Runs updates until all are done or `control` stops the run, calling `on_update` after each
    /// with the state to save.
    ///
    /// One update is one node of the limit. The randomness comes from the settings, not from the
    /// control: a run interrupted here and resumed elsewhere is still the same run. An episode
    /// under way is not interrupted.
    ///
    /// # Errors
    /// [`LearnError::Diverged`] as in [`step`](Self::step).
    pub fn run(
        &mut self,
        control: &Control<'_>,
        mut on_update: impl FnMut(&Update, &Checkpoint),
    ) -> Result<Effort, LearnError> {
        let meter = control.start();
        while !self.state.is_complete() && meter.tick_slow() {
            if let Some(update) = self.step()? {
                meter.report(0, None);
                on_update(&update, &self.state);
            }
        }
        Ok(meter.effort(0, Stop::Done))
    }

    /// Sums the examples of an episode, in their order.
    fn learn(&mut self, index: u64, epsilon: f64, seed: Seed) {
        let model = self.state.model();
        self.episode.clear();
        for example in self.episodes.episode(model, index, epsilon, seed) {
            self.episode.add(model, &example.features, example.target);
        }
    }

    fn update(&self, before: &Linear, epsilon: f64) -> Update {
        let rate = |group: &Vec<u32>| change(&before.weights, &self.model().weights, group);
        Update {
            update: self.state.done(),
            examples: self.episode.examples(),
            epsilon,
            loss: self.episode.loss(),
            rmse: self.episode.rmse(),
            mean_error: self.episode.mean_error(),
            changes: self.groups.iter().map(rate).collect(),
        }
    }
}

/// Returns the mean relative change of the weights of a group, without those at zero.
fn change(old: &[f64], new: &[f64], group: &[u32]) -> Option<f64> {
    let pair = |&i: &u32| Some((*old.get(i as usize)?, *new.get(i as usize)?));
    let moved = group.iter().filter_map(pair).filter(|&(old, _)| old != 0.0);
    let (sum, count) = moved.fold((0.0, 0_u64), |(sum, count), (old, new)| {
        (sum + ((new - old) / old).abs(), count + 1)
    });
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Cancel, Limit};
    use crate::learn::{Factor, Schedule, Step};
    use proptest::prelude::*;
    use rand::RngExt;

    const TRUTH: [f64; 6] = [1.5, -2.0, 0.5, 0.0, 3.0, -1.0];

    /// Random features with the targets of a known model, perhaps disturbed.
    #[derive(Clone, Copy, Debug)]
    struct Known {
        noise: f64,
    }

    impl EpisodeSource for Known {
        fn weights(&self) -> usize {
            TRUTH.len()
        }

        fn episode(&self, model: &Linear, _: u64, _: f64, seed: Seed) -> Vec<Example> {
            let truth = Linear {
                weights: TRUTH.to_vec(),
                gain: model.gain,
            };
            let mut rng = seed.rng();
            let mut example = || {
                let x = (0..TRUTH.len() as u32).map(|i| (i, rng.random_range(-1.0..1.0)));
                let features: Vec<_> = x.collect();
                let noise = self.noise * rng.random_range(-1.0..1.0);
                let target = (truth.probability(&features) + noise).clamp(0.0, 1.0);
                Example { features, target }
            };
            (0..20).map(|_| example()).collect()
        }
    }

    fn settings(updates: u64) -> Settings {
        let rate = 2.0;
        Settings {
            updates,
            step: Step {
                rate,
                ..Step::default()
            },
            seed: Seed(9),
            ..Settings::default()
        }
    }

    fn trainer(noise: f64, updates: u64) -> Trainer<Known> {
        let model = Linear::new(TRUTH.len(), 1.0);
        Trainer::new(Known { noise }, model, settings(updates)).unwrap()
    }

    fn everything() -> Control<'static> {
        Control::new(Seed(0))
    }

    fn furthest_from_truth(model: &Linear) -> f64 {
        let off = model.weights.iter().zip(TRUTH).map(|(w, t)| (w - t).abs());
        off.fold(0.0, f64::max)
    }

    #[test]
    fn known_weights_are_recovered() {
        let mut trainer = trainer(0.0, 1500);
        trainer.run(&everything(), |_, _| {}).unwrap();
        let off = furthest_from_truth(trainer.model());
        assert!(off < 1e-3, "{off}: {:?}", trainer.model());
    }

    #[test]
    fn known_weights_are_recovered_through_noise() {
        let mut trainer = trainer(0.1, 3000);
        let mut last = None;
        trainer
            .run(&everything(), |u, _| last = Some(u.rmse))
            .unwrap();
        let off = furthest_from_truth(trainer.model());
        assert!(off < 0.3, "{off}: {:?}", trainer.model());
        // What remains is the noise: uniform on ±0.1 has deviation 0.1 / √3.
        let curve = trainer.checkpoint().curve();
        let remaining = curve.last().unwrap().rmse();
        assert!((remaining - 0.1 / 3_f64.sqrt()).abs() < 0.01, "{remaining}");
        assert!(curve[0].rmse() > 2.0 * remaining);
        assert!(last.unwrap() < curve[0].rmse());
    }

    #[test]
    fn every_reading_of_the_step_learns() {
        for factor in [Factor::Gain, Factor::TwiceGain, Factor::Plain] {
            for average in [false, true] {
                let mut settings = settings(300);
                settings.step = Step {
                    rate: 1.0,
                    factor,
                    average,
                };
                let model = Linear::new(TRUTH.len(), 0.5);
                let mut trainer = Trainer::new(Known { noise: 0.0 }, model, settings).unwrap();
                let mut losses = Vec::new();
                trainer
                    .run(&everything(), |u, _| losses.push(u.loss))
                    .unwrap();
                assert!(losses[299] < 0.9 * losses[0], "{factor:?} {average}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_resumed_run_ends_where_the_uninterrupted_one_does(
            updates in 1..40_u64, stop in 0..45_u64, seed in any::<u64>(), linear in any::<bool>(),
        ) {
            let mut settings = settings(updates);
            settings.seed = Seed(seed);
            if !linear {
                settings.epsilon = Schedule::Exponential { from: 0.9, to: 0.1 };
            }
            let episodes = Known { noise: 0.2 };
            let start = || Trainer::new(episodes, Linear::new(TRUTH.len(), 0.3), settings).unwrap();
            let write = |trainer: &Trainer<Known>| {
                let mut text = Vec::new();
                trainer.checkpoint().write(&mut text).unwrap();
                text
            };

            let mut whole = start();
            let effort = whole.run(&everything(), |_, _| {}).unwrap();
            prop_assert_eq!((effort.nodes, effort.stopped), (updates, Stop::Done));

            let mut first = start();
            let effort = first.run(&everything().limit(Limit::nodes(stop)), |_, _| {}).unwrap();
            prop_assert_eq!(effort.nodes, stop.min(updates));
            let stopped = if stop < updates { Stop::Nodes } else { Stop::Done };
            prop_assert_eq!(effort.stopped, stopped);

            let text = write(&first);
            let mut second = Trainer::resume(episodes, Checkpoint::read(text.as_slice()).unwrap()).unwrap();
            second.run(&everything().seed(Seed(77)), |_, _| {}).unwrap();
            prop_assert_eq!(write(&second), write(&whole));
        }
    }

    #[test]
    fn updates_report_epsilon_from_its_start_to_its_end() {
        let mut seen = Vec::new();
        let mut trainer = trainer(0.0, 20);
        trainer
            .run(&everything(), |u, c| {
                assert_eq!(u.update, c.done());
                seen.push(u.epsilon);
            })
            .unwrap();
        assert_eq!((seen.len(), seen[0], seen[19]), (20, 1.0, 0.05));
        assert!(seen.is_sorted_by(|a, b| a > b));
        assert!(trainer.step().unwrap().is_none());
    }

    #[test]
    fn a_cancelled_run_stops_after_the_update_under_way() {
        let cancel = Cancel::new();
        let mut trainer = trainer(0.0, 1000);
        let effort = trainer
            .run(&everything().cancel(cancel.clone()), |u, _| {
                if u.update == 5 {
                    cancel.cancel();
                }
            })
            .unwrap();
        assert_eq!(effort.stopped, Stop::Cancelled);
        assert_eq!(trainer.checkpoint().done(), 5);
    }

    #[test]
    fn the_curve_covers_every_update_in_at_most_two_hundred_stretches() {
        for (updates, segments) in [(1, 1), (150, 150), (200, 200), (201, 101), (1000, 200)] {
            let mut trainer = trainer(0.0, updates);
            trainer.run(&everything(), |_, _| {}).unwrap();
            let curve = trainer.checkpoint().curve();
            assert_eq!(curve.len(), segments);
            assert_eq!(curve.iter().map(|s| s.updates).sum::<u64>(), updates);
            assert_eq!(curve.iter().map(|s| s.examples).sum::<u64>(), 20 * updates);
        }
    }

    #[test]
    fn change_rates_are_means_over_the_weights_that_are_not_zero() {
        let (old, new) = ([2.0, 0.0, -4.0, 0.0], [3.0, 1.0, -5.0, 0.0]);
        assert_eq!(change(&old, &new, &[0]), Some(0.5));
        assert_eq!(change(&old, &new, &[0, 1, 2, 3, 99]), Some(0.375));
        assert_eq!(change(&old, &new, &[1, 3]), None);
        assert_eq!(change(&old, &new, &[]), None);
    }

    #[test]
    fn change_rates_are_reported_by_group() {
        let mut trainer = trainer(0.0, 2).groups(vec![vec![0, 1], vec![]]);
        let first = trainer.step().unwrap().unwrap();
        assert_eq!(first.changes, [None, None], "all weights were zero");
        let before = trainer.model().clone();
        let second = trainer.step().unwrap().unwrap();
        let expected = change(&before.weights, &trainer.model().weights, &[0, 1]);
        assert!(expected.is_some_and(|c| c > 0.0));
        assert_eq!(second.changes, [expected, None]);
    }

    /// Episodes with NaN.
    struct Broken(Example);

    impl EpisodeSource for Broken {
        fn weights(&self) -> usize {
            1
        }
        fn episode(&self, _: &Linear, _: u64, _: f64, _: Seed) -> Vec<Example> {
            vec![self.0.clone()]
        }
    }

    #[test]
    fn a_broken_lesson_is_an_error_and_changes_nothing() {
        let feature = |x| vec![(0, x)];
        let broken = [
            (feature(f32::NAN), 0.5),
            (feature(f32::INFINITY), 0.5),
            (feature(1.0), f64::NAN),
            (vec![], f64::NAN),
            (vec![], f64::INFINITY),
        ];
        for (features, target) in broken {
            let episodes = Broken(Example { features, target });
            let mut trainer = Trainer::new(episodes, Linear::new(1, 1.0), settings(3)).unwrap();
            let before = trainer.checkpoint().clone();
            let error = trainer.run(&everything(), |_, _| {}).unwrap_err();
            assert!(
                matches!(error, LearnError::Diverged { index: 0 }),
                "{error}"
            );
            assert_eq!(trainer.checkpoint(), &before);
        }
    }

    #[test]
    fn an_empty_episode_is_an_update_that_changes_nothing() {
        struct Empty;
        impl EpisodeSource for Empty {
            fn weights(&self) -> usize {
                1
            }
            fn episode(&self, _: &Linear, _: u64, _: f64, _: Seed) -> Vec<Example> {
                Vec::new()
            }
        }
        let mut trainer = Trainer::new(Empty, Linear::new(1, 1.0), settings(3)).unwrap();
        let update = trainer.step().unwrap().unwrap();
        assert_eq!((update.update, update.examples, update.rmse), (1, 0, 0.0));
        assert_eq!(trainer.model().weights, [0.0]);
    }

    #[test]
    fn a_model_of_other_features_is_refused() {
        let error =
            Trainer::new(Known { noise: 0.0 }, Linear::new(2, 1.0), settings(3)).unwrap_err();
        assert!(
            matches!(
                error,
                LearnError::Length {
                    expected: 6,
                    found: 2
                }
            ),
            "{error}"
        );
    }
}
