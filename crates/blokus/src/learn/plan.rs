//! A training run: its parameters, and its state when it is interrupted.

use super::{Objective, SearchedGameSettings, SearchedGames};
use crate::weights::Weights;
use lookahead::Seed;
use lookahead::learn::{
    Checkpoint, EpisodeSource, Example, LearnError, Learner, Linear, SelfPlay, Settings,
};
use lookahead::playout::Selection;
use serde::{Deserialize, Serialize};

/// The parameters of a training run: everything that decides the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingPlan {
    /// The learning objective.
    #[serde(rename = "lesson")]
    pub objective: Objective,
    /// The playout policy.
    pub select: Selection,
    /// The number of simulations from every position.
    pub sims: u64,
    /// Whether the final position of a game is an example too.
    pub terminal: bool,
    /// The settings of searched games to learn from instead of simulations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<SearchedGameSettings>,
    /// The initial weights, by name; zeros if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The slope of the win probability as a function of the value.
    pub gain: f64,
    /// The settings of the training loop.
    pub settings: Settings,
}

impl Default for TrainingPlan {
    /// Returns the paper's parameters, with the best of eight.
    fn default() -> Self {
        TrainingPlan {
            objective: Objective::default(),
            select: Selection::BestOf(8),
            sims: 100,
            terminal: true,
            games: None,
            start: None,
            gain: 0.02,
            settings: Settings {
                seed: Seed(1),
                ..Settings::default()
            },
        }
    }
}

impl TrainingPlan {
    /// Returns the source of the examples.
    pub fn example_source(&self) -> ExampleSource {
        let objective = self.objective;
        match self.games {
            Some(settings) => ExampleSource::SearchedGames(SearchedGames {
                objective,
                settings,
            }),
            None => ExampleSource::Simulations(SelfPlay {
                learner: objective,
                selection: self.select,
                playouts: self.sims,
                finished: self.terminal,
            }),
        }
    }

    /// Returns the model before the first update: zeros, or known weights scaled to the same win
    /// probabilities under the new gain.
    pub fn initial_model(&self, known: Option<&Weights>) -> Linear {
        let mut model = Linear::new(self.objective.weights(), self.gain);
        if let Some(known) = known {
            let options = &self.objective.options;
            model.weights = options.translate(&known.model.weights, &known.objective.options);
            let scale = known.model.gain / self.gain;
            model.weights.iter_mut().for_each(|weight| *weight *= scale);
        }
        model
    }
}

/// The source of the examples of a run.
pub enum ExampleSource {
    /// Simulations from the positions of self-play.
    Simulations(SelfPlay<Objective>),
    /// Games of the searching player.
    SearchedGames(SearchedGames),
}

impl EpisodeSource for ExampleSource {
    fn weights(&self) -> usize {
        match self {
            ExampleSource::Simulations(examples) => examples.weights(),
            ExampleSource::SearchedGames(examples) => examples.weights(),
        }
    }

    fn episode(&self, model: &Linear, index: u64, epsilon: f64, seed: Seed) -> Vec<Example> {
        match self {
            ExampleSource::Simulations(examples) => examples.episode(model, index, epsilon, seed),
            ExampleSource::SearchedGames(examples) => examples.episode(model, index, epsilon, seed),
        }
    }
}

/// An interrupted run: a checkpoint, and the parameters that the checkpoint does not hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRun {
    #[serde(rename = "lesson")]
    objective: Objective,
    select: Selection,
    sims: u64,
    terminal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<SearchedGameSettings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    checkpoint: Checkpoint,
}

impl SavedRun {
    /// Combines a plan and its checkpoint.
    pub fn new(plan: &TrainingPlan, checkpoint: Checkpoint) -> Self {
        SavedRun {
            objective: plan.objective,
            select: plan.select,
            sims: plan.sims,
            terminal: plan.terminal,
            games: plan.games,
            start: plan.start.clone(),
            checkpoint,
        }
    }

    /// Returns the run if its checkpoint has the weights of its objective.
    ///
    /// # Errors
    /// If the number of weights differs.
    pub fn checked(self) -> Result<Self, LearnError> {
        let expected = self.objective.options.weights();
        let checkpoint = self.checkpoint.expect(expected)?;
        Ok(SavedRun { checkpoint, ..self })
    }

    /// Returns the plan and the checkpoint.
    pub fn into_parts(self) -> (TrainingPlan, Checkpoint) {
        let plan = TrainingPlan {
            objective: self.objective,
            select: self.select,
            sims: self.sims,
            terminal: self.terminal,
            games: self.games,
            start: self.start,
            gain: self.checkpoint.model().gain,
            settings: *self.checkpoint.settings(),
        };
        (plan, self.checkpoint)
    }
}
