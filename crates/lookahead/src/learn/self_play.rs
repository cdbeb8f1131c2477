//! Self-play episodes with targets from simulations.

use super::linear::{Example, Feature, Linear};
use super::trainer::EpisodeSource;
use crate::control::Control;
use crate::game::Game;
use crate::playout::{
    ActionEvaluation, BestOf, Epsilon, Policy, Selection, Tally, TerminalResult, estimate_each,
};
use crate::seed::Seed;
use rand_pcg::Pcg64Mcg;

/// A game that can learn: it evaluates actions by a model and computes the features of a position.
pub trait Learner {
    /// The game with a model.
    type Game: TerminalResult + ActionEvaluation;

    /// Returns the number of weights.
    fn weights(&self) -> usize;

    /// Returns the game with `model` as its evaluation.
    fn game(&self, model: &Linear) -> Self::Game;

    /// Returns a start position, which may be random.
    fn start(&self, rng: &mut Pcg64Mcg) -> <Self::Game as Game>::Position;

    /// Appends the features of `position`, seen from Max. `game` has the current model: the
    /// features may also be those of a position that a search expects after this one.
    fn features(
        &self,
        game: &Self::Game,
        position: &<Self::Game as Game>::Position,
        into: &mut Vec<Feature>,
    );
}

/// The paper's episodes: one game of self-play, every position of it with the winning rate of
/// simulations from there.
///
/// The game is played by one-ply search, with a share of ε random actions; ties are broken at
/// random. Examples are the positions after each action. Simulations follow `selection` with the
/// weights being learned, and run on all threads, the same on any number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlay<P> {
    /// The game that learns.
    pub learner: P,
    /// The policy of the simulations.
    pub selection: Selection,
    /// Simulations per position (100 in the paper); with 0 there are no examples.
    pub playouts: u64,
    /// Whether the finished position, whose result is known, is an example too.
    pub finished: bool,
}

impl<P: Learner> SelfPlay<P> {
    /// Returns the positions of one game, after each action.
    fn play(&self, game: &P::Game, epsilon: f64, seed: Seed) -> Vec<Position<P>> {
        let rng = &mut seed.rng();
        let greedy = BestOf(usize::MAX);
        let player = Epsilon {
            epsilon,
            policy: greedy,
        };
        let mut position = self.learner.start(rng);
        let mut positions = Vec::new();
        let mut actions = Vec::new();
        game.actions(&position, &mut actions);
        while !actions.is_empty() && positions.len() < game.longest() as usize {
            let action = player.choose(game, &position, &mut actions, rng);
            game.play(&mut position, action);
            positions.push(position.clone());
            actions.clear();
            game.actions(&position, &mut actions);
        }
        if actions.is_empty() && !self.finished {
            positions.pop();
        }
        positions
    }

    fn features(&self, game: &P::Game, position: &Position<P>) -> Vec<Feature> {
        let mut features = Vec::new();
        self.learner.features(game, position, &mut features);
        features
    }
}

type Position<P> = <<P as Learner>::Game as Game>::Position;

impl<P> EpisodeSource for SelfPlay<P>
where
    P: Learner,
    P::Game: Sync,
    Position<P>: Sync,
{
    fn weights(&self) -> usize {
        self.learner.weights()
    }

    fn episode(&self, model: &Linear, _index: u64, epsilon: f64, seed: Seed) -> Vec<Example> {
        let game = self.learner.game(model);
        let positions = self.play(&game, epsilon, seed.stream(0));
        let control = Control::new(seed.stream(1));
        let tallies = estimate_each(&game, &positions, &self.selection, self.playouts, &control);
        let judged = positions.iter().zip(&tallies);
        let example = |(position, tally): (_, &Tally)| {
            let features = self.features(&game, position);
            let target = tally.rate()?;
            Some(Example { features, target })
        };
        judged.filter_map(example).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Checkpoint, Settings, Step, Trainer};
    use crate::test_games::{HeapPosition, HeapWith, on_threads};
    use rand::RngExt;

    /// Learns what the remainder of the heap by four is worth to the side that left it.
    #[derive(Clone, Copy)]
    struct Remainders;

    fn remainder(position: &HeapPosition) -> Feature {
        (position.left % 4, -position.turn.sign() as f32)
    }

    impl ActionEvaluation for HeapWith<Linear> {
        fn action_value(&self, position: &HeapPosition, take: u32) -> f64 {
            let after = self.after(position, take);
            position.turn.sign() * self.0.value(&[remainder(&after)])
        }
    }

    impl Learner for Remainders {
        type Game = HeapWith<Linear>;
        fn weights(&self) -> usize {
            4
        }
        fn game(&self, model: &Linear) -> HeapWith<Linear> {
            HeapWith(model.clone())
        }
        fn start(&self, rng: &mut Pcg64Mcg) -> HeapPosition {
            HeapPosition::new(rng.random_range(8..20))
        }
        fn features(&self, _: &HeapWith<Linear>, position: &HeapPosition, into: &mut Vec<Feature>) {
            into.push(remainder(position));
        }
    }

    fn episodes(finished: bool) -> SelfPlay<Remainders> {
        SelfPlay {
            learner: Remainders,
            selection: Selection::BestOf(2),
            playouts: 40,
            finished,
        }
    }

    fn train() -> Checkpoint {
        let settings = Settings {
            updates: 100,
            step: Step {
                rate: 2.0,
                ..Step::default()
            },
            ..Settings::default()
        };
        let mut trainer = Trainer::new(episodes(true), Linear::new(4, 1.0), settings).unwrap();
        trainer.run(&Control::new(Seed(1)), |_, _| {}).unwrap();
        trainer.into_checkpoint()
    }

    #[test]
    fn self_play_finds_the_secret_of_the_heap() {
        let checkpoint = train();
        let weights = &checkpoint.model().weights;
        let others = weights[1..].iter().copied().fold(f64::MIN, f64::max);
        assert!(weights[0] > 1.0 && others < 0.0, "{weights:?}");
        let game = Remainders.game(checkpoint.model());
        for left in (5..30).filter(|left| left % 4 != 0) {
            let position = HeapPosition::new(left);
            let mut actions = vec![1, 2, 3];
            let greedy = BestOf(3).choose(&game, &position, &mut actions, &mut Seed(0).rng());
            assert_eq!(greedy, left % 4, "{left} left");
        }
    }

    #[test]
    fn threads_do_not_matter() {
        assert_eq!(on_threads(1, train), on_threads(3, train));
    }

    #[test]
    fn an_episode_holds_every_position_of_one_game() {
        let model = Linear::new(4, 1.0);
        let all = episodes(true).episode(&model, 0, 1.0, Seed(4));
        let last = all.last().unwrap();
        // Who took the last one has won: the target is the sign of the feature.
        assert_eq!(last.features[0].0, 0);
        assert_eq!(last.target, f64::from(u8::from(last.features[0].1 > 0.0)));
        let sides: Vec<_> = all.iter().map(|e| e.features[0].1).collect();
        assert!(
            sides.is_sorted_by(|a, b| *a == -*b),
            "sides alternate: {sides:?}"
        );
        let unfinished = episodes(false).episode(&model, 0, 1.0, Seed(4));
        assert_eq!(unfinished, all[..all.len() - 1]);
    }

    #[test]
    fn without_simulations_there_is_nothing_to_learn() {
        let mut episodes = episodes(true);
        episodes.playouts = 0;
        assert_eq!(episodes.episode(&Linear::new(4, 1.0), 0, 1.0, Seed(4)), []);
    }
}
