//! The evaluation with alpha-beta: what the paper's players of figure 6 are.
//!
//! Most nodes of a search this wide lie at the horizon. There a move is valued without being made
//! ([`Outlook::after`]); a position further up carries its outlook with it. A finished game is
//! worth its margin on top of more than any evaluation, so a search that reaches the end plays for
//! the win first and then for squares; when the whole rest of the game has been seen, the value is
//! exact.

use crate::evaluation::{Evaluation, Outlook};
use crate::learn::side;
use crate::placement::{PLACEMENTS, Placement};
use crate::position::{Position, Scoring};
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::DefaultLimits;
use arena::player::Fault;
use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
use lookahead::{Analysis, Control, Game, Side};
use std::sync::Arc;

/// A position with what the evaluation sees in it.
#[derive(Debug)]
pub struct Node {
    position: Position,
    outlook: Outlook,
}

impl Clone for Node {
    fn clone(&self) -> Self {
        Node {
            position: self.position.clone(),
            outlook: self.outlook,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.position.clone_from(&from.position);
        self.outlook = from.outlook;
    }
}

/// The game as alpha-beta sees it.
#[derive(Clone, Debug)]
pub struct Static {
    evaluation: Arc<Evaluation>,
    scoring: Scoring,
}

/// More than any evaluation.
const WON: i32 = 500_000_000;
/// A search looks this many moves ahead at least: it sees the position with the weights of the
/// stage to come.
const AHEAD: u32 = 2;
/// What a square of the margin counts in a finished game.
const SQUARE: i32 = 1_000_000;

impl Static {
    /// The game with this evaluation, except that having moved last is worth nothing: all positions
    /// at the horizon of a search are as many moves away, so that it says the same of all of them.
    pub fn new(evaluation: Arc<Evaluation>, scoring: Scoring) -> Self {
        let evaluation = if evaluation.reading().tempo {
            Arc::new(evaluation.without_tempo())
        } else {
            evaluation
        };
        Static {
            evaluation,
            scoring,
        }
    }

    /// A position as the search wants it.
    pub fn node(&self, position: &Position) -> Node {
        Node {
            position: position.clone(),
            outlook: Outlook::ahead(&self.evaluation, position, AHEAD),
        }
    }

    /// The value of a finished game.
    fn result(&self, position: &Position) -> i32 {
        let margin = position.margin(self.scoring);
        margin.signum() * WON + margin * SQUARE
    }

    /// A value as Black's chance of winning.
    fn chance(&self, value: f64) -> f64 {
        match value {
            won if won >= f64::from(WON) => 1.0,
            lost if lost <= -f64::from(WON) => 0.0,
            _ => self.evaluation.chance(value as i32),
        }
    }
}

impl Game for Static {
    type Position = Node;
    type Action = Placement;

    fn turn(&self, node: &Node) -> Side {
        side(&node.position)
    }

    fn actions(&self, node: &Node, into: &mut Vec<Placement>) {
        into.extend_from_slice(node.position.list());
    }

    fn play(&self, node: &mut Node, placement: Placement) {
        node.outlook
            .play(&self.evaluation, &mut node.position, placement);
    }
}

impl Evaluate for Static {
    fn value(&self, node: &Node) -> i32 {
        if node.position.is_over() {
            self.result(&node.position)
        } else {
            node.outlook.value(&self.evaluation, &node.position)
        }
    }

    fn value_after(&self, node: &Node, placement: Placement) -> Option<i32> {
        if !node.position.goes_on_after(placement) {
            return None;
        }
        let value = node
            .outlook
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
        let value = |&p: &Placement| node.outlook.after(&self.evaluation, &node.position, p);
        into.extend(placements.iter().map(value));
    }

    fn order_hints_from(&self) -> u8 {
        2
    }
}

/// Looks ahead with alpha-beta.
#[derive(Clone, Debug)]
pub struct Deep {
    game: Static,
    patience: DefaultLimits,
    search: AlphaBeta<Node, Placement>,
}

impl Deep {
    /// Looks ahead as far as its patience allows.
    pub fn new(game: Static, patience: DefaultLimits, settings: Settings) -> Self {
        Deep {
            game,
            patience,
            search: AlphaBeta::new(settings),
        }
    }

    /// Its candidates, each with Black's chance of winning.
    pub fn look(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        let control = self.patience.apply(control);
        let node = self.game.node(position);
        let mut analysis = self.search.search(&self.game, &node, &control);
        for candidate in &mut analysis.candidates {
            candidate.value = self.game.chance(candidate.value);
        }
        analysis
    }
}

impl Analyst<BlokusDuo> for Deep {
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
        Ok(self.look(position, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Reading;
    use lookahead::Seed;
    use lookahead::learn::Linear;
    use proptest::prelude::*;
    use rand::RngExt;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_move_is_worth_what_the_position_after_it_is(seed in any::<u64>()) {
            let reading = Reading::default();
            let rng = &mut Seed(seed).rng();
            let weights = (0..reading.weights()).map(|_| rng.random_range(-9.0..9.0)).collect();
            let evaluation = Arc::new(Evaluation::new(&Linear { weights, gain: 0.02 }, reading));
            let game = Static::new(evaluation, Scoring::Basic);
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
        let reading = Reading::default();
        let evaluation = Evaluation::new(&Linear::new(reading.weights(), 0.02), reading);
        let game = Static::new(Arc::new(evaluation), Scoring::Basic);
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
