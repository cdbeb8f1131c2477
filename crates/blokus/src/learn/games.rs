//! Lessons from games of the searching player: who wins when both look ahead with what has been
//! learned.
//!
//! Simulations choose among a few random moves and look no further; what their results teach is not
//! quite what alpha-beta needs. Here every example is a position of a game between two searches of
//! a fixed depth, and its target who won that game. One game says little about one position, so an
//! update is made of several games, played on all cores.

use super::{Lesson, share_of};
use crate::players::{Deep, Static};
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

/// How the games are played. They begin with a random pentomino of each colour, so that they
/// differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// How many moves a player looks ahead.
    pub depth: u32,
    /// Games of an update.
    pub games: u64,
}

/// The lessons of such games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Games {
    /// What there is to learn.
    pub lesson: Lesson,
    /// How the games are played.
    pub played: Played,
}

/// A small table: positions repeat within a search of few moves, hardly from one to the next.
const ENTRIES: usize = 1 << 12;

impl Games {
    fn player(&self, game: &Static) -> Deep {
        let limit = Limit::depth(self.played.depth);
        let patience = DefaultLimits {
            limit,
            depth_ends: true,
            ..DefaultLimits::default()
        };
        let settings = Settings {
            entries: ENTRIES,
            ..Settings::default()
        };
        Deep::new(game.clone(), patience, settings)
    }

    /// The positions of one game, from the opening on, and Black's share of it.
    fn game(&self, game: &Static, epsilon: f64, seed: Seed) -> (Vec<Position>, f64) {
        let rng = &mut seed.rng();
        let mut player = self.player(game);
        let mut position = random_opening(rng);
        let mut positions = vec![position.clone()];
        while !position.is_over() {
            let placement = if rng.random_bool(epsilon) {
                position.list()[rng.random_range(0..position.list().len())]
            } else {
                let control = Control::new(seed.stream(positions.len() as u64));
                let analysis = player.look(&position, &control);
                analysis
                    .best()
                    .expect("a move among those there are")
                    .action
            };
            position.play(placement);
            positions.push(position.clone());
        }
        let share = share_of(position.margin(self.lesson.scoring));
        (positions, share)
    }
}

impl EpisodeSource for Games {
    fn weights(&self) -> usize {
        self.lesson.weights()
    }

    fn episode(&self, model: &Linear, _: u64, epsilon: f64, seed: Seed) -> Vec<Example> {
        let duel = self.lesson.game(model);
        let game = Static::new(Arc::clone(&duel.evaluation), self.lesson.scoring);
        let examples = |index: u64| {
            let (positions, target) = self.game(&game, epsilon, seed.stream(index));
            let example = |position: &Position| {
                let mut features = Vec::new();
                self.lesson.features(&duel, position, &mut features);
                Example { features, target }
            };
            positions.iter().map(example).collect::<Vec<_>>()
        };
        let games: Vec<_> = (0..self.played.games)
            .into_par_iter()
            .map(examples)
            .collect();
        games.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Reading;

    fn lessons(depth: u32) -> Games {
        let reading = Reading {
            tempo: true,
            ..Reading::default()
        };
        Games {
            lesson: Lesson {
                reading,
                ..Lesson::default()
            },
            played: Played { depth, games: 3 },
        }
    }

    /// Whoever has covered more squares is ahead.
    fn squares(lessons: &Games) -> Linear {
        let mut model = Linear::new(lessons.weights(), 0.02);
        model.weights[Reading::shared(0)] = 10.0;
        model
    }

    #[test]
    fn an_episode_holds_every_position_of_its_games_with_their_winners() {
        let lessons = lessons(1);
        let examples = lessons.episode(&squares(&lessons), 0, 0.1, Seed(3));
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
            let lessons = lessons(2);
            pool.install(|| lessons.episode(&squares(&lessons), 0, 0.2, Seed(5)))
        };
        assert_eq!(on(1), on(3));
    }

    #[test]
    fn who_looks_further_plays_other_games() {
        let episode = |depth| {
            let lessons = lessons(depth);
            lessons.episode(&squares(&lessons), 0, 0.0, Seed(7))
        };
        assert_ne!(episode(1), episode(2));
    }
}
