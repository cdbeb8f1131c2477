//! The alpha-beta player: the learned evaluation with alpha-beta search, as the paper's players of
//! figure 6.
//!
//! Most nodes of a search this wide are leaves. There a move is evaluated without being played
//! ([`EvaluationState::after`]); inner nodes carry their evaluation state. A finished game is worth
//! its margin plus a bonus larger than any evaluation, so a search that reaches the end plays for
//! the win first and then for squares; when the whole rest of the game has been searched, the value
//! is exact.

use crate::evaluation::{Evaluation, EvaluationState};
use crate::learn::side_to_move;
use crate::placement::{PLACEMENTS, Placement};
use crate::position::{Position, Scoring};
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::DefaultLimits;
use arena::player::Fault;
use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
use lookahead::{Analysis, Control, Game, Side};
use std::sync::Arc;

/// A position with its evaluation state.
#[derive(Debug)]
pub struct Node {
    position: Position,
    state: EvaluationState,
}

impl Clone for Node {
    fn clone(&self) -> Self {
        Node {
            position: self.position.clone(),
            state: self.state,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.position.clone_from(&from.position);
        self.state = from.state;
    }
}

/// The game for alpha-beta search.
#[derive(Clone, Debug)]
pub struct AlphaBetaGame {
    evaluation: Arc<Evaluation>,
    scoring: Scoring,
}

/// The value of a win, larger than any evaluation.
const WON: i32 = 500_000_000;
/// The least search depth in moves: it decides the stage whose weights are used.
const AHEAD: u32 = 2;
/// The value of a square of the margin in a finished game.
const SQUARE: i32 = 1_000_000;

impl AlphaBetaGame {
    /// Creates the game with this evaluation, without the weight for having moved last: all leaves
    /// of a search have the same number of moves, so it is the same for all of them.
    pub fn new(evaluation: Arc<Evaluation>, scoring: Scoring) -> Self {
        let evaluation = if evaluation.options().tempo {
            Arc::new(evaluation.without_tempo())
        } else {
            evaluation
        };
        AlphaBetaGame {
            evaluation,
            scoring,
        }
    }

    /// Returns the search node of a position.
    pub fn node(&self, position: &Position) -> Node {
        Node {
            position: position.clone(),
            state: EvaluationState::ahead(&self.evaluation, position, AHEAD),
        }
    }

    /// Returns the value of a finished game.
    fn result(&self, position: &Position) -> i32 {
        let margin = position.margin(self.scoring);
        margin.signum() * WON + margin * SQUARE
    }

    /// Converts a value to Black's win probability.
    fn chance(&self, value: f64) -> f64 {
        match value {
            won if won >= f64::from(WON) => 1.0,
            lost if lost <= -f64::from(WON) => 0.0,
            _ => self.evaluation.chance(value as i32),
        }
    }
}

impl Game for AlphaBetaGame {
    type Position = Node;
    type Action = Placement;

    fn turn(&self, node: &Node) -> Side {
        side_to_move(&node.position)
    }

    fn actions(&self, node: &Node, into: &mut Vec<Placement>) {
        into.extend_from_slice(node.position.list());
    }

    fn play(&self, node: &mut Node, placement: Placement) {
        node.state
            .play(&self.evaluation, &mut node.position, placement);
    }
}

impl Evaluate for AlphaBetaGame {
    fn value(&self, node: &Node) -> i32 {
        if node.position.is_over() {
            self.result(&node.position)
        } else {
            node.state.value(&self.evaluation, &node.position)
        }
    }

    fn value_after(&self, node: &Node, placement: Placement) -> Option<i32> {
        if !node.position.goes_on_after(placement) {
            return None;
        }
        let value = node
            .state
            .after(&self.evaluation, &node.position, placement);
        Some(match self.turn(node) {
            Side::Max => value,
            Side::Min => -value,
        })
    }

    fn key(&self, node: &Node) -> u64 {
        node.position.key()
    }

    fn slot(&self, placement: Placement) -> usize {
        placement.number()
    }

    fn slots(&self) -> usize {
        PLACEMENTS
    }

    fn order_hints(&self, node: &Node, placements: &[Placement], into: &mut Vec<i32>) {
        let value = |&p: &Placement| node.state.after(&self.evaluation, &node.position, p);
        into.extend(placements.iter().map(value));
    }

    fn order_hints_from(&self) -> u8 {
        2
    }
}

/// The player that searches with alpha-beta.
#[derive(Clone, Debug)]
pub struct AlphaBetaPlayer {
    game: AlphaBetaGame,
    patience: DefaultLimits,
    search: AlphaBeta<Node, Placement>,
}

impl AlphaBetaPlayer {
    /// Creates a player with these limits.
    pub fn new(game: AlphaBetaGame, patience: DefaultLimits, settings: Settings) -> Self {
        AlphaBetaPlayer {
            game,
            patience,
            search: AlphaBeta::new(settings),
        }
    }

    /// Analyses a position; candidates have Black's win probability.
    pub fn candidates(
        &mut self,
        position: &Position,
        control: &Control<'_>,
    ) -> Analysis<Placement> {
        let control = self.patience.apply(control);
        let node = self.game.node(position);
        let mut analysis = self.search.search(&self.game, &node, &control);
        for candidate in &mut analysis.candidates {
            candidate.value = self.game.chance(candidate.value);
        }
        analysis
    }
}

impl Analyst<BlokusDuo> for AlphaBetaPlayer {
    fn begin(&mut self) {
        self.search.clear();
    }

    fn analyse(
        &mut self,
        _: &BlokusDuo,
        _: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        Ok(self.candidates(position, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FeatureOptions;
    use lookahead::Seed;
    use lookahead::learn::Linear;
    use proptest::prelude::*;
    use rand::RngExt;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_move_is_worth_what_the_position_after_it_is(seed in any::<u64>()) {
            let options = FeatureOptions::default();
            let rng = &mut Seed(seed).rng();
            let weights = (0..options.weights()).map(|_| rng.random_range(-9.0..9.0)).collect();
            let evaluation = Arc::new(Evaluation::new(&Linear { weights, gain: 0.02 }, options));
            let game = AlphaBetaGame::new(evaluation, Scoring::Basic);
            let mut node = game.node(&Position::start());
            loop {
                let mut moves = Vec::new();
                game.actions(&node, &mut moves);
                if moves.is_empty() {
                    break;
                }
                for _ in 0..3 {
                    let placement = moves[rng.random_range(0..moves.len())];
                    let mut next = node.clone();
                    game.play(&mut next, placement);
                    if let Some(value) = game.value_after(&node, placement) {
                        prop_assert_eq!(value, game.value(&next));
                    }
                    prop_assert_eq!(game.value(&game.node(&next.position)), game.value(&next));
                }
                game.play(&mut node, moves[rng.random_range(0..moves.len())]);
            }
        }
    }

    #[test]
    fn hardly_a_move_of_the_middle_game_must_be_made_to_be_valued() {
        let options = FeatureOptions::default();
        let evaluation = Evaluation::new(&Linear::new(options.weights(), 0.02), options);
        let game = AlphaBetaGame::new(Arc::new(evaluation), Scoring::Basic);
        let rng = &mut Seed(1).rng();
        let (mut known, mut all) = (0, 0);
        for _ in 0..10 {
            let mut position = Position::start();
            for _ in 0..12 {
                let moves: Vec<_> = position.moves().collect();
                let node = game.node(&position);
                known += moves
                    .iter()
                    .filter(|&&m| game.value_after(&node, m).is_some())
                    .count();
                all += moves.len();
                position.play(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(100 * known > 99 * all, "{known} of {all}");
    }
}
