//! Training of the value model by self-play, in rounds.
//!
//! A round has two parts. First ends are played to collect positions: by the [`rollout_policy`] in
//! the first round, afterwards by a search one shot deep with the model of the round before. A
//! share of the shots is random, since a search reaches such positions too. Then, from the last
//! stone backwards, every position is searched one shot deep, and the distribution of results after
//! the best shot is its training target.
//!
//! The utility changes from end to end: points, or a match at some score. Every end and every
//! position has its own random stream, so a seed gives the same model on any number of threads.

use super::super::end_utility::EndUtility;
use super::super::evaluation::features::FEATURES;
use super::super::jiritsu::{Jiritsu, Settings, SettingsError};
use super::super::self_play::{self, Scenario};
use super::super::shots::Shots;
use super::super::win_table::{State, WinTable};
use super::super::{end::EndPosition, rollout_policy};
use super::{Chances, Experience, RESULTS, ValueModel, Weights};
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::Shot;
use crate::stones::SLOTS;
use lookahead::learn::LeastSquares;
use lookahead::{Cancel, Control, Limit, Seed};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::sync::Arc;

/// The amount of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The number of rounds.
    pub rounds: u32,
    /// The number of ends per round.
    pub ends: u64,
    /// The share of random shots, from 0 to 1.
    pub exploration: f64,
    /// The penalty of [`LeastSquares::solve`].
    pub penalty: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            rounds: 3,
            ends: 3000,
            exploration: 0.3,
            penalty: 0.5,
        }
    }
}

/// The progress of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of finished rounds.
    pub round: u32,
    /// The number of finished parts of this round, of [`PARTS`].
    pub part: usize,
}

/// The number of parts of a round: playing, and fitting each slot.
pub const PARTS: usize = SLOTS + 1;

/// A training without a result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainingError {
    /// Invalid settings of the player.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A plan without rounds or ends.
    #[error("nothing to learn from: give at least one round of one end")]
    Nothing,
    /// A cancelled training.
    #[error("cancelled before anything was learned")]
    Cancelled,
}

/// A position with the utility of the end.
struct TrainingPosition {
    game: Game,
    utility: EndUtility,
}

/// The player, conditions and plan of a training.
struct Trainer<'a> {
    curling: &'a Curling,
    shots: Shots,
    table: WinTable,
    settings: Settings,
    plan: Plan,
    cancel: &'a Cancel,
}

/// Trains a value model under the conditions of a match. The experience in `settings` is not
/// used.
///
/// # Errors
/// If a setting is invalid, the plan is empty, or the training was cancelled.
pub fn learn(
    curling: &Curling,
    settings: &Settings,
    plan: &Plan,
    seed: Seed,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress),
) -> Result<ValueModel, TrainingError> {
    if plan.rounds == 0 || plan.ends == 0 {
        return Err(TrainingError::Nothing);
    }
    let trainer = Trainer {
        curling,
        shots: Shots::new(curling),
        table: settings.table_for(curling.conditions()),
        settings: settings.clone(),
        plan: *plan,
        cancel,
    };
    let mut model = None;
    for round in 0..plan.rounds {
        let mut part = |part| progress(Progress { round, part });
        let positions = trainer.play(model.as_ref(), seed.stream(round.into()))?;
        part(1);
        model = Some(trainer.fit_slots(&positions, &mut part)?);
    }
    model.ok_or(TrainingError::Nothing)
}

impl Trainer<'_> {
    /// Returns the player one shot deep with this model.
    fn player(&self, model: &ValueModel) -> Result<Jiritsu, SettingsError> {
        let mut settings = self.settings.clone();
        settings.experience = Experience::Own(Arc::new(model.clone()));
        settings.search.depth = 1;
        Jiritsu::new(self.curling, &settings)
    }

    /// Plays the ends of a round and returns their positions by slot.
    fn play(
        &self,
        model: Option<&ValueModel>,
        seed: Seed,
    ) -> Result<Vec<Vec<TrainingPosition>>, TrainingError> {
        let player = model.map(|model| self.player(model)).transpose()?;
        let ends: Option<Vec<Vec<TrainingPosition>>> = (0..self.plan.ends)
            .into_par_iter()
            .map(|number| self.end(player.as_ref(), number, seed.stream(number)))
            .collect();
        let mut slots: Vec<Vec<TrainingPosition>> = (0..SLOTS).map(|_| Vec::new()).collect();
        for position in ends.ok_or(TrainingError::Cancelled)?.into_iter().flatten() {
            slots[usize::from(position.game.shot)].push(position);
        }
        Ok(slots)
    }

    /// Plays one end and returns its positions; `None` if cancelled.
    fn end(
        &self,
        player: Option<&Jiritsu>,
        number: u64,
        seed: Seed,
    ) -> Option<Vec<TrainingPosition>> {
        let mut rng = seed.rng();
        let scenario = scenario(&mut rng);
        let game = self_play::start(self.curling, scenario, number);
        let utility = match scenario {
            Scenario::Points => EndUtility::points(),
            _ => EndUtility::of_match(&self.table, self.curling.rules(), &game),
        };
        let mut end = EndPosition::of(&game);
        let mut positions = Vec::with_capacity(SLOTS);
        while end.points.is_none() {
            let game = end.game;
            if self.cancel.is_cancelled() {
                return None;
            }
            positions.push(TrainingPosition { game, utility });
            let shot = match player {
                _ if rng.random_bool(self.plan.exploration) => self.random_shot(&game, &mut rng),
                None => rollout_policy::shot(&self.shots, &game, &mut rng),
                Some(player) => {
                    let found = player.search_for(&game, utility, &self.control());
                    player.shot(&game, found.action()?)
                }
            };
            end = end.tried(self.curling, &shot, &mut rng);
        }
        Some(positions)
    }

    /// Returns a random named shot.
    fn random_shot(&self, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
        let mut named_shots = Vec::new();
        self.shots.named_shots(game, &mut named_shots);
        named_shots[rng.random_range(0..named_shots.len())].shot
    }

    fn control(&self) -> Control<'static> {
        let control = Control::new(Seed(0)).limit(Limit::depth(1));
        control.cancel(self.cancel.clone())
    }

    /// Fits the weights of all slots, from the last stone backwards. Two models learn from every
    /// other position each; the result is their mean.
    fn fit_slots(
        &self,
        positions: &[Vec<TrainingPosition>],
        part: &mut impl FnMut(usize),
    ) -> Result<ValueModel, TrainingError> {
        let mut models = [ValueModel::default(), ValueModel::default()];
        for (slot, positions) in positions.iter().enumerate().rev() {
            if !positions.is_empty() {
                let [one, other] = &models;
                let learned = [
                    self.fit(slot, positions.iter().step_by(2), one, other)?,
                    self.fit(slot, positions.iter().skip(1).step_by(2), other, one)?,
                ];
                for (model, weights) in models.iter_mut().zip(learned) {
                    model.set(slot, weights);
                }
            }
            part(PARTS - slot);
        }
        let [one, other] = &models;
        Ok(ValueModel {
            learned_for: Some(self.curling.conditions().clone()),
            ..one.mean(other)
        })
    }

    /// Fits the weights of a model for positions before a slot. The model chooses the shots, and
    /// the other model values their outcomes: its own values are biased upwards for the shots it
    /// chooses.
    fn fit<'b>(
        &self,
        slot: usize,
        positions: impl Iterator<Item = &'b TrainingPosition>,
        model: &ValueModel,
        judge: &ValueModel,
    ) -> Result<Weights, TrainingError> {
        let player = self.player(model)?;
        let positions: Vec<&TrainingPosition> = positions.collect();
        let example = |position: &&TrainingPosition| {
            let (game, utility) = (&position.game, position.utility);
            let target = player.forecast(game, utility, judge, &self.control());
            let prepared = player.tables().evaluation().prepare(&game.stones);
            (prepared.features(slot).0, target)
        };
        let examples: Vec<([f64; FEATURES], Option<Chances>)> =
            positions.par_iter().map(example).collect();
        if self.cancel.is_cancelled() {
            return Err(TrainingError::Cancelled);
        }
        // The same team throws two stones later: its weights are the prior for this slot.
        let mut weights = model
            .before(slot + 2)
            .cloned()
            .unwrap_or_else(Weights::zero);
        let mut fit = LeastSquares::<FEATURES, RESULTS>::new();
        for (features, target) in &examples {
            if let Some(target) = target {
                let prior = weights.sums(features);
                fit.add(
                    features,
                    &std::array::from_fn(|result| target[result] - prior[result]),
                );
            }
        }
        weights.add_fit(&fit.solve(self.plan.penalty));
        Ok(weights)
    }
}

/// Draws the scenario of an end: one in three for points, the others for undecided matches.
fn scenario(rng: &mut Pcg64Mcg) -> Scenario {
    if rng.random_range(0..3) == 0 {
        return Scenario::Points;
    }
    Scenario::Match(State {
        ends_left: rng.random_range(1..9),
        difference: rng.random_range(-3..=3),
    })
}
