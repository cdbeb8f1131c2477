//! A run of learning: everything that decides the weights, and its state when it is stopped.

use super::{Games, Lesson, Played};
use crate::weights::Weights;
use lookahead::Seed;
use lookahead::learn::{
    Checkpoint, EpisodeSource, Example, LearnError, Learner, Linear, SelfPlay, Settings,
};
use lookahead::playout::Selection;
use serde::{Deserialize, Serialize};

/// Everything that decides the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// What is learned.
    pub lesson: Lesson,
    /// How simulations choose.
    pub select: Selection,
    /// Simulations from every position.
    pub sims: u64,
    /// Whether the position at the end of a game is learned too.
    pub terminal: bool,
    /// Games to learn from instead of simulations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Played>,
    /// The weights to begin with, by name; nothing for zeros.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How steeply the chance of winning rises.
    pub gain: f64,
    /// How it is learned.
    pub settings: Settings,
}

impl Default for Plan {
    /// The paper's numbers, with the best of eight.
    fn default() -> Self {
        Plan {
            lesson: Lesson::default(),
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

impl Plan {
    /// Where the examples come from.
    pub fn lessons(&self) -> Source {
        let lesson = self.lesson;
        match self.games {
            Some(played) => Source::Games(Games { lesson, played }),
            None => Source::Simulations(SelfPlay {
                learner: lesson,
                selection: self.select,
                playouts: self.sims,
                finished: self.terminal,
            }),
        }
    }

    /// The weights before the first update: zeros, or those that are known, with the same chances
    /// of winning whatever the gain.
    pub fn beginning(&self, known: Option<&Weights>) -> Linear {
        let mut model = Linear::new(self.lesson.weights(), self.gain);
        if let Some(known) = known {
            let reading = &self.lesson.reading;
            model.weights = reading.translate(&known.model.weights, &known.lesson.reading);
            let scale = known.model.gain / self.gain;
            model.weights.iter_mut().for_each(|weight| *weight *= scale);
        }
        model
    }
}

/// Where the examples of a run come from.
pub enum Source {
    /// Simulations from the positions of games against itself.
    Simulations(SelfPlay<Lesson>),
    /// Games of the searching player.
    Games(Games),
}

impl EpisodeSource for Source {
    fn weights(&self) -> usize {
        match self {
            Source::Simulations(lessons) => lessons.weights(),
            Source::Games(lessons) => lessons.weights(),
        }
    }

    fn episode(&self, model: &Linear, index: u64, epsilon: f64, seed: Seed) -> Vec<Example> {
        match self {
            Source::Simulations(lessons) => lessons.episode(model, index, epsilon, seed),
            Source::Games(lessons) => lessons.episode(model, index, epsilon, seed),
        }
    }
}

/// A run that was stopped: a checkpoint with what it does not know itself of its plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    lesson: Lesson,
    select: Selection,
    sims: u64,
    terminal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<Played>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    checkpoint: Checkpoint,
}

impl Saved {
    /// A run of a plan that has come this far.
    pub fn new(plan: &Plan, checkpoint: Checkpoint) -> Self {
        Saved {
            lesson: plan.lesson,
            select: plan.select,
            sims: plan.sims,
            terminal: plan.terminal,
            games: plan.games,
            start: plan.start.clone(),
            checkpoint,
        }
    }

    /// The run, if its checkpoint has the weights of its lesson.
    ///
    /// # Errors
    /// If it has not.
    pub fn checked(self) -> Result<Self, LearnError> {
        let expected = self.lesson.reading.weights();
        let checkpoint = self.checkpoint.expect(expected)?;
        Ok(Saved { checkpoint, ..self })
    }

    /// The plan and how far it has come.
    pub fn into_parts(self) -> (Plan, Checkpoint) {
        let plan = Plan {
            lesson: self.lesson,
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
