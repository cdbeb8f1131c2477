//! Kinds of experiment.
//!
//! A [`Study`] reads the settings of an [`Experiment`] and makes a [`Plan`]: a numbered list of
//! independent tasks with small results, and a way to tell what the results mean. The lab runs the
//! tasks (on threads, on a cluster, in several sittings) and keeps the results; a plan never sees a
//! file, a thread or another task.
//!
//! Games register studies of their own, such as training runs; [`crate::matches::Matches`] comes
//! with the arena. A small study is the example of [`crate::lab`].

use crate::contest::{Contest, PlayError};
use crate::experiment::{Experiment, ExperimentError};
use crate::report::Block;

use lookahead::{Cancel, Seed};
use serde_json::Value;
use std::collections::BTreeMap;

/// A kind of experiment.
pub trait Study: Send + Sync {
    /// The name of the kind, as written in experiment files; also the name of its section.
    fn kind(&self) -> &str;

    /// One line about it.
    fn about(&self) -> &str;

    /// Reads and checks the settings of `experiment`; nothing is started.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        contests: &'a [Box<dyn Contest>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError>;

    /// The outline of `experiment`, for lists of many: that of its [plan](Study::plan), without
    /// what takes long. No player is built and no ice prepared, so of what is wrong with them only
    /// some is noticed.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn outline(
        &self,
        experiment: &Experiment,
        contests: &[Box<dyn Contest>],
    ) -> Result<Outline, ExperimentError> {
        Outline::of(&*self.plan(experiment, contests)?, experiment)
    }
}

/// What a run is known by.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// How many tasks there are.
    pub tasks: u64,
    /// Everything in the settings that the results depend on.
    pub identity: Value,
}

impl Outline {
    /// The outline of a plan.
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub fn of(plan: &dyn Plan, experiment: &Experiment) -> Result<Self, ExperimentError> {
        let identity = match plan.identity() {
            Some(identity) => identity,
            None => experiment.settings()?,
        };
        let tasks = plan.tasks();
        Ok(Outline { tasks, identity })
    }
}

/// The tasks of one experiment and what their results mean.
pub trait Plan: Send + Sync {
    /// How many tasks there are; they are numbered from 0.
    fn tasks(&self) -> u64;

    /// Does one task. The result may depend on `index` and `seed` only; times, which cannot be
    /// repeated, are kept in fields of their own.
    ///
    /// `seed` is that of the whole experiment. Most plans take `seed.stream(index)`; a plan whose
    /// tasks share randomness (the two games of a pair) derives the same stream for them.
    ///
    /// # Errors
    /// If the task cannot be done, or `cancel` was raised before it was.
    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError>;

    /// What the results at hand say, in the order of reading. Some or all may be missing.
    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block>;

    /// What a task is called when they are counted.
    fn unit(&self) -> &'static str {
        "tasks"
    }

    /// Everything in the settings that the results depend on. Words and the paper's numbers can be
    /// left out, so that correcting them does not throw results away. By default the whole section.
    fn identity(&self) -> Option<Value> {
        None
    }
}

/// What a task gives back.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The result; small.
    pub result: Value,
    /// A record to keep beside it, such as that of a game.
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

/// Why a task has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The run was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// It cannot be done, or not now.
    #[error("{why}")]
    Failed {
        /// Why, in words.
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
