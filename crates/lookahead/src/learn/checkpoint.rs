//! Checkpoints: the state of a training run, and its text form.
//!
//! The text is one line of JSON. Every float in it is written with as many digits as it takes to
//! read the same float again, so a resumed run goes on with the same bits.

use super::linear::{Episode, Linear};
use super::settings::Settings;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The version of the text form. It changes when older programs could misread newer text.
pub const FORMAT: u32 = 1;

/// Maximum number of segments of a learning curve.
const SEGMENTS: u64 = 200;

/// An error of learning.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The reader or writer failed.
    #[error("cannot read or write the checkpoint: {0}")]
    Io(io::Error),
    /// The text is not a checkpoint.
    #[error("malformed checkpoint: {0}")]
    Malformed(serde_json::Error),
    /// The text is a checkpoint of another version.
    #[error("unsupported checkpoint format {found}: this program reads format {FORMAT}")]
    Format {
        /// The version.
        found: u32,
    },
    /// A weight is infinite or not a number.
    #[error("weight {index} is not a finite number")]
    Weight {
        /// The index, from 0.
        index: usize,
    },
    /// The number of weights does not match the features.
    #[error("found {found} weights, expected {expected}")]
    Length {
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A setting is invalid.
    #[error("invalid value {value} for {name}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// The value.
        value: f64,
    },
    /// The count of updates disagrees with the settings or with the learning curve.
    #[error("{done} updates done, but {planned} planned and {recorded} on the learning curve")]
    Count {
        /// Updates done, by the checkpoint.
        done: u64,
        /// Updates planned, by its settings.
        planned: u64,
        /// Updates covered by its learning curve.
        recorded: u64,
    },
    /// An episode would have made the weights or the error infinite or undefined. The state is
    /// that before it.
    #[error("episode {index} diverges: the step is too large or the episode invalid")]
    Diverged {
        /// The episode, from 0.
        index: u64,
    },
}

/// A segment of the learning curve: the summed errors of consecutive updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveSegment {
    /// Updates in this segment.
    pub updates: u64,
    /// The number of examples.
    pub examples: u64,
    /// The sum of the squared errors.
    pub squared: f64,
    /// The sum of the absolute errors.
    pub absolute: f64,
    /// The share of random actions at the last of the updates.
    pub epsilon: f64,
}

impl CurveSegment {
    fn add(&mut self, episode: &Episode, epsilon: f64) {
        self.updates += 1;
        self.examples = self.examples.saturating_add(episode.examples());
        self.squared += episode.loss();
        self.absolute += episode.absolute();
        self.epsilon = epsilon;
    }

    /// Returns the root of the mean squared error; 0 without examples.
    pub fn rmse(&self) -> f64 {
        (self.squared / self.examples.max(1) as f64).sqrt()
    }

    /// Returns the mean absolute error; 0 without examples.
    pub fn mean_error(&self) -> f64 {
        self.absolute / self.examples.max(1) as f64
    }
}

/// The complete state of a training run between two updates.
///
/// ```
/// use lookahead::learn::{Checkpoint, Linear, Settings};
///
/// let start = Checkpoint::new(Linear::new(3, 0.02), Settings::default())?;
/// let mut text = Vec::new();
/// start.write(&mut text)?;
/// assert_eq!(Checkpoint::read(text.as_slice())?, start);
/// assert!(Checkpoint::read("{}".as_bytes()).is_err());
/// # Ok::<(), lookahead::learn::LearnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct Checkpoint {
    settings: Settings,
    done: u64,
    model: Linear,
    /// The sum of the weights of the averaged updates; empty before the first of them.
    sum: Vec<f64>,
    curve: Vec<CurveSegment>,
}

/// The serialised form of a checkpoint, unchecked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: u32,
    settings: Settings,
    done: u64,
    gain: f64,
    /// NaN is `null` in JSON.
    weights: Vec<Option<f64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sum: Vec<f64>,
    curve: Vec<CurveSegment>,
}

/// The one field that every version has.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Checkpoint {
    /// Creates the checkpoint of the start of a run.
    ///
    /// # Errors
    /// [`LearnError::Setting`] for invalid settings or an invalid gain, [`LearnError::Weight`] for
    /// a weight that is no finite number.
    pub fn new(model: Linear, settings: Settings) -> Result<Self, LearnError> {
        Checkpoint {
            settings,
            done: 0,
            model,
            sum: Vec::new(),
            curve: Vec::new(),
        }
        .checked()
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// If the reader fails, or the text is no checkpoint, is of another version, or is
    /// inconsistent.
    pub fn read(mut from: impl Read) -> Result<Self, LearnError> {
        let mut text = Vec::new();
        from.read_to_end(&mut text).map_err(LearnError::Io)?;
        // The version is checked first: the rest may differ in another version.
        let head: Head = serde_json::from_slice(&text).map_err(LearnError::Malformed)?;
        known(head.format)?;
        serde_json::from_slice::<Text>(&text)
            .map_err(LearnError::Malformed)?
            .try_into()
    }

    /// Writes the checkpoint as one line of text.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&self, mut to: impl Write) -> Result<(), LearnError> {
        let mut text = serde_json::to_vec(self).map_err(LearnError::Malformed)?;
        text.push(b'\n');
        to.write_all(&text).map_err(LearnError::Io)?;
        to.flush().map_err(LearnError::Io)
    }

    /// Returns the checkpoint if its model has `expected` weights.
    ///
    /// # Errors
    /// [`LearnError::Length`] if not.
    pub fn expect(self, expected: usize) -> Result<Self, LearnError> {
        match self.model.weights.len() {
            found if found == expected => Ok(self),
            found => Err(LearnError::Length { expected, found }),
        }
    }

    /// Returns the settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the number of updates so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Returns whether all updates are done.
    pub fn is_complete(&self) -> bool {
        self.done >= self.settings.updates
    }

    /// Returns the current model.
    pub fn model(&self) -> &Linear {
        &self.model
    }

    /// Returns the result of the run: the model, or the [mean](Settings::mean) of the last models
    /// if the settings request it and there are any yet.
    pub fn result(&self) -> Linear {
        if self.sum.is_empty() {
            return self.model.clone();
        }
        let count = self.done.saturating_sub(self.settings.before_mean());
        Linear {
            weights: self.sum.iter().map(|sum| sum / count as f64).collect(),
            gain: self.model.gain,
        }
    }

    /// Returns the learning curve in at most 200 segments; the last one may be incomplete.
    pub fn curve(&self) -> &[CurveSegment] {
        &self.curve
    }

    /// Records one update, after which the model is `model`; returns the model before it.
    pub(super) fn advance(&mut self, model: Linear, episode: &Episode, epsilon: f64) -> Linear {
        let length = self.settings.updates.div_ceil(SEGMENTS);
        if self.curve.last().is_none_or(|s| s.updates >= length) {
            self.curve.push(CurveSegment::default());
        }
        if let Some(last) = self.curve.last_mut() {
            last.add(episode, epsilon);
        }
        self.done += 1;
        if self.done > self.settings.before_mean() {
            self.sum.resize(model.weights.len(), 0.0);
            let weights = self.sum.iter_mut().zip(&model.weights);
            weights.for_each(|(sum, weight)| *sum += weight);
        }
        std::mem::replace(&mut self.model, model)
    }

    fn checked(self) -> Result<Self, LearnError> {
        self.settings.check()?;
        let value = self.model.gain;
        if !(value.is_finite() && value > 0.0) {
            let name = "gain";
            return Err(LearnError::Setting { name, value });
        }
        let invalid = self.model.weights.iter().position(|w| !w.is_finite());
        if let Some(index) = invalid {
            return Err(LearnError::Weight { index });
        }
        self.counted()?.summed()
    }

    /// Rejects a sum where nothing is averaged yet, or one of another length.
    fn summed(self) -> Result<Self, LearnError> {
        let averaging = self.done > self.settings.before_mean();
        let found = self.sum.len();
        let expected = if averaging {
            self.model.weights.len()
        } else {
            0
        };
        if found == expected {
            return Ok(self);
        }
        Err(LearnError::Length { expected, found })
    }

    /// Rejects an inconsistent count of updates.
    fn counted(self) -> Result<Self, LearnError> {
        let (done, planned) = (self.done, self.settings.updates);
        let lengths = self.curve.iter().map(|s| s.updates);
        let recorded = lengths.fold(0, u64::saturating_add);
        if done <= planned && done == recorded {
            return Ok(self);
        }
        Err(LearnError::Count {
            done,
            planned,
            recorded,
        })
    }
}

fn known(format: u32) -> Result<(), LearnError> {
    match format {
        FORMAT => Ok(()),
        found => Err(LearnError::Format { found }),
    }
}

impl From<Checkpoint> for Text {
    fn from(checkpoint: Checkpoint) -> Self {
        Text {
            format: FORMAT,
            settings: checkpoint.settings,
            done: checkpoint.done,
            gain: checkpoint.model.gain,
            weights: checkpoint.model.weights.into_iter().map(Some).collect(),
            sum: checkpoint.sum,
            curve: checkpoint.curve,
        }
    }
}

impl TryFrom<Text> for Checkpoint {
    type Error = LearnError;

    fn try_from(text: Text) -> Result<Self, LearnError> {
        known(text.format)?;
        let weights = text.weights.into_iter();
        let model = Linear {
            weights: weights.map(|w| w.unwrap_or(f64::NAN)).collect(),
            gain: text.gain,
        };
        Checkpoint {
            settings: text.settings,
            done: text.done,
            model,
            sum: text.sum,
            curve: text.curve,
        }
        .checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{EpisodeSource, Example, Trainer};
    use crate::seed::Seed;
    use proptest::prelude::*;

    fn text(checkpoint: &Checkpoint) -> String {
        let mut bytes = Vec::new();
        checkpoint.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn read(text: &str) -> Result<Checkpoint, LearnError> {
        Checkpoint::read(text.as_bytes())
    }

    /// Returns the state after a few updates of a run of ten.
    fn underway() -> Checkpoint {
        let settings = Settings {
            updates: 10,
            ..Settings::default()
        };
        let mut trainer = Trainer::new(Halves, Linear::new(2, 0.02), settings).unwrap();
        for _ in 0..3 {
            trainer.step().unwrap();
        }
        trainer.checkpoint().clone()
    }

    struct Halves;

    impl EpisodeSource for Halves {
        fn weights(&self) -> usize {
            2
        }
        fn episode(&self, _: &Linear, index: u64, _: f64, _: Seed) -> Vec<Example> {
            let features = vec![(0, 0.1), (1, index as f32)];
            vec![Example {
                features,
                target: 0.3,
            }]
        }
    }

    #[test]
    fn the_text_form_is_pinned() {
        let settings = Settings {
            updates: 3,
            ..Settings::default()
        };
        let model = Linear {
            weights: vec![0.1, -2.0],
            gain: 0.02,
        };
        let checkpoint = Checkpoint::new(model, settings).unwrap();
        let expected = concat!(
            r#"{"format":1,"settings":{"updates":3,"#,
            r#""step":{"rate":0.5,"factor":"gain","average":false},"#,
            r#""epsilon":{"linear":{"from":1.0,"to":0.05}},"seed":0},"#,
            r#""done":0,"gain":0.02,"weights":[0.1,-2.0],"curve":[]}"#,
            "\n"
        );
        assert_eq!(text(&checkpoint), expected);
    }

    #[test]
    fn what_no_run_could_have_reached_is_refused() {
        let good = text(&underway());
        assert!(read(&good).is_ok());
        let weights = good.find("\"weights\":[").unwrap() + "\"weights\":[".len();
        let comma = weights + good[weights..].find(',').unwrap();
        let first_weight = |w: &str| format!("{}{w}{}", &good[..weights], &good[comma..]);
        let cases = [
            (String::new(), "malformed"),
            ("[]".to_owned(), "malformed"),
            (good.replace("\"format\":1", "\"format\":2"), "format 2"),
            (good.replace("\"format\":1", "\"format\":-1"), "malformed"),
            (good.replace("\"done\":3", "\"done\":4"), "4 updates done"),
            (good.replace("\"updates\":10", "\"updates\":2"), "2 planned"),
            (
                good.replace("\"gain\":0.02", "\"gain\":0.0"),
                "invalid value 0 for gain",
            ),
            (good.replace("\"gain\":0.02", "\"gain\":null"), "malformed"),
            (
                good.replace("\"rate\":0.5", "\"rate\":-1"),
                "invalid value -1 for rate",
            ),
            (good.replace("\"done\"", "\"dome\""), "unknown field `dome`"),
            (first_weight("null"), "weight 0 is not a finite number"),
            (first_weight("1e999"), "malformed"),
            (first_weight("\"x\""), "malformed"),
            (good.clone() + "x", "trailing characters"),
        ];
        for (invalid, message) in cases {
            let error = read(&invalid).unwrap_err().to_string();
            assert!(error.contains(message), "{error} for {invalid}");
        }
    }

    #[test]
    fn the_result_is_the_mean_of_the_last_weights_if_asked_for() {
        let run = |mean, stop| {
            let settings = Settings {
                updates: 10,
                mean,
                ..Settings::default()
            };
            let mut trainer = Trainer::new(Halves, Linear::new(2, 1.0), settings).unwrap();
            let mut seen = Vec::new();
            for done in 1..=10 {
                trainer.step().unwrap();
                seen.push(trainer.model().weights.clone());
                if done == stop {
                    let saved = read(&text(trainer.checkpoint())).unwrap();
                    trainer = Trainer::resume(Halves, saved).unwrap();
                }
            }
            (trainer.into_checkpoint().result().weights, seen)
        };
        let (last, seen) = run(0.0, 0);
        assert_eq!(last, seen[9]);
        for stop in [0, 3, 7, 8, 10] {
            let (mean, seen) = run(0.3, stop);
            let expected = (seen[7][1] + seen[8][1] + seen[9][1]) / 3.0;
            assert!((mean[1] - expected).abs() < 1e-12, "{mean:?}");
            assert_ne!(mean[1], seen[9][1]);
        }
        let halfway = text(&underway()).replace("\"curve\"", "\"sum\":[1.0],\"curve\"");
        assert!(read(&halfway).is_err(), "nothing is averaged yet");
    }

    #[test]
    fn another_version_is_named_whatever_else_it_holds() {
        let error = read(r#"{"format":7,"neurons":[1,2]}"#).unwrap_err();
        assert!(matches!(error, LearnError::Format { found: 7 }), "{error}");
    }

    #[test]
    fn weights_that_are_no_numbers_are_refused_at_the_start() {
        for invalid in [f64::NAN, f64::INFINITY] {
            let model = Linear {
                weights: vec![1.0, invalid],
                gain: 1.0,
            };
            let error = Checkpoint::new(model, Settings::default()).unwrap_err();
            assert!(matches!(error, LearnError::Weight { index: 1 }), "{error}");
        }
    }

    #[test]
    fn weights_of_other_features_are_refused() {
        let error = underway().expect(3).unwrap_err();
        assert_eq!(error.to_string(), "found 2 weights, expected 3");
        assert!(underway().expect(2).is_ok());
    }

    #[test]
    fn a_failing_writer_is_an_error() {
        let mut small = [0_u8; 10];
        let error = underway().write(small.as_mut_slice()).unwrap_err();
        assert!(matches!(error, LearnError::Io(_)), "{error}");
    }

    #[test]
    fn serde_checks_as_reading_does() {
        let invalid = text(&underway()).replace("\"done\":3", "\"done\":4");
        assert!(serde_json::from_str::<Checkpoint>(&invalid).is_err());
    }

    proptest! {
        #[test]
        fn weights_come_back_bit_for_bit(
            weights in prop::collection::vec(
                prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO, 0..20,
            ),
            gain in 1e-9..1e9_f64,
            seed in any::<u64>(),
        ) {
            let settings = Settings { seed: Seed(seed), ..Settings::default() };
            let checkpoint = Checkpoint::new(Linear { weights, gain }, settings).unwrap();
            let back = read(&text(&checkpoint)).unwrap();
            let bits = |c: &Checkpoint| c.model.weights.iter().map(|w| w.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&back), bits(&checkpoint));
            prop_assert_eq!(back, checkpoint);
        }

        #[test]
        fn cut_text_is_refused(cut in any::<prop::sample::Index>()) {
            let good = text(&underway());
            // The end of the line is not needed; everything before it is.
            let cut = cut.index(good.len() - 1);
            prop_assert!(Checkpoint::read(&good.as_bytes()[..cut]).is_err());
        }

        #[test]
        fn edited_text_never_panics(
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            digit in any::<bool>(),
        ) {
            let mut bytes = text(&underway()).into_bytes();
            for (at, byte) in edits {
                let at = at.index(bytes.len());
                // Half of the time stay close to what could pass.
                bytes[at] = if digit { b'0' + byte % 10 } else { byte };
            }
            let resumed = Checkpoint::read(bytes.as_slice())
                .and_then(|checkpoint| Trainer::resume(Halves, checkpoint));
            if let Ok(mut trainer) = resumed {
                prop_assert!(trainer.model().weights.iter().all(|w| w.is_finite()));
                let _ = trainer.step();
            }
        }
    }
}
