//! Studies: the kinds of experiment.
//!
//! A [`Study`] reads the settings of an [`Experiment`] and makes a [`Plan`]: a numbered list of
//! independent tasks with small results, and a report on the results. The lab runs the tasks (on
//! threads, on a cluster, in several sessions) and stores the results; a plan is independent of
//! files, threads and other tasks.
//!
//! Games register studies of their own, such as training runs; [`crate::matches::Matches`] is built
//! in. [`crate::lab`] has a small study as its example.

use crate::experiment::{Experiment, ExperimentError};
use crate::playable::{PlayError, PlayableGame};
use crate::report::Block;
use crate::text::Text;

use lookahead::{Cancel, Seed};
use serde_json::Value;
use std::collections::BTreeMap;

/// A kind of experiment.
pub trait Study: Send + Sync {
    /// Returns the name of the kind in experiment files, which is also the name of its section.
    fn kind(&self) -> &str;

    /// Returns a one-line description.
    fn about(&self) -> &str;

    /// Parses and checks the settings of `experiment`, without starting anything.
    ///
    /// # Errors
    /// The fault of the file, with its place.
    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        playables: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError>;

    /// Returns the outline of `experiment`, for lists: that of its [plan](Study::plan), computed
    /// cheaply. No player is built and no ice prepared, so some of their errors are not detected.
    ///
    /// # Errors
    /// The fault of the file, with its place.
    fn outline(
        &self,
        experiment: &Experiment,
        playables: &[Box<dyn PlayableGame>],
    ) -> Result<Outline, ExperimentError> {
        Outline::of(&*self.plan(experiment, playables)?, experiment)
    }
}

/// The size and identity of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Number of tasks.
    pub tasks: u64,
    /// The part of the settings that the results depend on.
    pub identity: Value,
}

impl Outline {
    /// Returns the outline of a plan.
    ///
    /// # Errors
    /// If the settings cannot be parsed.
    pub fn of(plan: &dyn Plan, experiment: &Experiment) -> Result<Self, ExperimentError> {
        let identity = match plan.identity() {
            Some(identity) => identity,
            None => experiment.settings()?,
        };
        let tasks = plan.tasks();
        Ok(Outline { tasks, identity })
    }
}

/// The tasks of one experiment and the report on their results.
pub trait Plan: Send + Sync {
    /// Returns the number of tasks, which are numbered from 0.
    fn tasks(&self) -> u64;

    /// Runs one task. The result may depend on `index` and `seed` only; measured times go into
    /// fields of their own.
    ///
    /// `seed` is that of the whole experiment. Most plans take `seed.stream(index)`; a plan whose
    /// tasks share randomness (the two games of a pair) derives the same stream for them.
    ///
    /// # Errors
    /// If the task fails, or `cancel` was raised before its end.
    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError>;

    /// Returns the report blocks on the results so far. Some or all results may be missing.
    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block>;

    /// Returns the name of the tasks, in the plural.
    fn unit(&self) -> Text {
        ("tasks", "課題").into()
    }

    /// Returns everything in the settings that the results depend on. Descriptions and the paper's
    /// numbers can be omitted, so that correcting them does not discard results. By default the
    /// whole section.
    fn identity(&self) -> Option<Value> {
        None
    }
}

/// The outcome of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The result; small.
    pub result: Value,
    /// A record to store with it, such as that of a game.
    pub record: Option<Value>,
}

impl From<Value> for Outcome {
    fn from(result: Value) -> Self {
        Outcome {
            result,
            record: None,
        }
    }
}

/// An error of a task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The run was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// The task failed.
    #[error("{why}")]
    Failed {
        /// The reason, as a sentence.
        why: String,
    },
}

impl From<PlayError> for TaskError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Interrupted(_) => TaskError::Interrupted,
            PlayError::Spec(why) => TaskError::Failed {
                why: why.to_string(),
            },
        }
    }
}
