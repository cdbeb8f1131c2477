//! Training examples from games of the searching player.
//!
//! Simulations choose among a few random moves without look-ahead, so their results are not quite
//! what alpha-beta needs. Here every example is a position of a game between two searches of a
//! fixed depth, and its target is the winner of that game. One game says little about one position,
//! so an update uses several games, played on all cores.

use super::{Objective, share_of};
use crate::players::{AlphaBetaGame, AlphaBetaPlayer};
use crate::position::Position;
use crate::rules::random_opening;
use arena::analyst::DefaultLimits;
use lookahead::alphabeta::Settings;
use lookahead::learn::{EpisodeSource, Example, Learner, Linear};
use lookahead::{Control, Limit, Seed};
use rand::RngExt;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Settings of the games. They begin with a random pentomino of each colour, so that they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedGameSettings {
    /// The search depth in moves.
    pub depth: u32,
    /// The number of games per update.
    pub games: u64,
}

/// The source of examples from such games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchedGames {
    /// The learning objective.
    pub objective: Objective,
    /// The settings of the games.
    pub settings: SearchedGameSettings,
}

/// The size of the transposition table. It is small: positions repeat within a shallow search,
/// hardly from one search to the next.
const ENTRIES: usize = 1 << 12;

impl SearchedGames {
    fn player(&self, game: &AlphaBetaGame) -> AlphaBetaPlayer {
        let limit = Limit::depth(self.settings.depth);
        let patience = DefaultLimits {
            limit,
            depth_ends: true,
            ..DefaultLimits::default()
        };
        let settings = Settings {
            entries: ENTRIES,
            ..Settings::default()
        };
        AlphaBetaPlayer::new(game.clone(), patience, settings)
    }

    /// Returns the positions of one game, from the opening on, and Black's result.
    fn game(&self, game: &AlphaBetaGame, epsilon: f64, seed: Seed) -> (Vec<Position>, f64) {
        let rng = &mut seed.rng();
        let mut player = self.player(game);
        let mut position = random_opening(rng);
        let mut positions = vec![position.clone()];
        while !position.is_over() {
            let placement = if rng.random_bool(epsilon) {
                position.list()[rng.random_range(0..position.list().len())]
            } else {
                let control = Control::new(seed.stream(positions.len() as u64));
                let analysis = player.candidates(&position, &control);
                analysis
                    .best()
                    .expect("a move among those there are")
                    .action
            };
            position.play(placement);
            positions.push(position.clone());
        }
        let share = share_of(position.margin(self.objective.scoring));
        (positions, share)
    }
}

impl EpisodeSource for SearchedGames {
    fn weights(&self) -> usize {
        self.objective.weights()
    }

    fn episode(&self, model: &Linear, _: u64, epsilon: f64, seed: Seed) -> Vec<Example> {
        let playouts = self.objective.game(model);
        let game = AlphaBetaGame::new(Arc::clone(&playouts.evaluation), self.objective.scoring);
        let examples = |index: u64| {
            let (positions, target) = self.game(&game, epsilon, seed.stream(index));
            let example = |position: &Position| {
                let mut features = Vec::new();
                self.objective.features(&playouts, position, &mut features);
                Example { features, target }
            };
            positions.iter().map(example).collect::<Vec<_>>()
        };
        let games: Vec<_> = (0..self.settings.games)
            .into_par_iter()
            .map(examples)
            .collect();
        games.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FeatureOptions;

    fn examples(depth: u32) -> SearchedGames {
        let options = FeatureOptions {
            tempo: true,
            ..FeatureOptions::default()
        };
        SearchedGames {
            objective: Objective {
                options,
                ..Objective::default()
            },
            settings: SearchedGameSettings { depth, games: 3 },
        }
    }

    /// Weights by which the player with more covered squares is ahead.
    fn squares(examples: &SearchedGames) -> Linear {
        let mut model = Linear::new(examples.weights(), 0.02);
        model.weights[FeatureOptions::shared(0)] = 10.0;
        model
    }

    #[test]
    fn an_episode_holds_every_position_of_its_games_with_their_winners() {
        let examples = examples(1);
        let examples = examples.episode(&squares(&examples), 0, 0.1, Seed(3));
        // The tempo feature says who moved last, and the first example of a game comes after
        // White's opening.
        let tempo = |example: &Example| example.features.last().copied();
        assert_eq!(tempo(&examples[0]), Some((1773, -1.0)));
        assert!(examples.len() > 3 * 20, "{}", examples.len());
        let mut results: Vec<_> = examples.iter().map(|example| example.target).collect();
        results.dedup();
        assert!(results.len() <= 3, "{results:?}");
        assert!(
            results
                .iter()
                .all(|result| [0.0, 0.5, 1.0].contains(result))
        );
    }

    #[test]
    fn threads_do_not_matter() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let examples = examples(2);
            pool.install(|| examples.episode(&squares(&examples), 0, 0.2, Seed(5)))
        };
        assert_eq!(on(1), on(3));
    }

    #[test]
    fn who_looks_further_plays_other_games() {
        let episode = |depth| {
            let examples = examples(depth);
            examples.episode(&squares(&examples), 0, 0.0, Seed(7))
        };
        assert_ne!(episode(1), episode(2));
    }
}
