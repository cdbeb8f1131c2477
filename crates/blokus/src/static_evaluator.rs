//! Win probability without look-ahead, for a position and along a game.
//!
//! Used for the graph of a game, and as the first answer of every analysis. The evaluation is the
//! strongest bundled one; a finished game has its result as value.

use crate::colour::Colour;
use crate::evaluation::Evaluation;
use crate::placement::Placement;
use crate::position::{Position, Scoring};
use crate::weights::shipped;

/// The weights of the strongest player.
const STRONGEST: &str = "strong";

/// Evaluates positions without look-ahead.
#[derive(Clone, Debug)]
pub struct StaticEvaluator {
    evaluation: Evaluation,
}

/// A position of a game, with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The move that led there; `None` at the start.
    pub played: Option<(Colour, Placement)>,
    /// Black's win probability.
    pub chance: f64,
    /// Black's points minus White's.
    pub margin: i32,
}

impl Default for StaticEvaluator {
    /// Returns the evaluator with the strongest evaluation.
    fn default() -> Self {
        let weights = shipped(STRONGEST).expect("the strongest weights are shipped");
        StaticEvaluator::new(weights.evaluation())
    }
}

impl StaticEvaluator {
    /// Creates an evaluator with this evaluation.
    pub fn new(evaluation: Evaluation) -> Self {
        StaticEvaluator { evaluation }
    }

    /// Returns Black's win probability, 0 to 1; the result when the game is over.
    pub fn chance(&self, position: &Position) -> f64 {
        if position.is_over() {
            return f64::midpoint(1.0, f64::from(position.margin(Scoring::Advanced).signum()));
        }
        self.evaluation.chance(self.evaluation.value(position))
    }

    /// Returns a colour's win probability.
    pub fn chance_of(&self, colour: Colour, position: &Position) -> f64 {
        chance_for(colour, self.chance(position))
    }

    /// Returns the value of a position after a move.
    pub fn step(&self, position: &Position, played: Option<(Colour, Placement)>) -> Step {
        Step {
            played,
            chance: self.chance(position),
            margin: position.margin(Scoring::Advanced),
        }
    }
}

/// Converts Black's win probability to that of a colour.
pub fn chance_for(colour: Colour, chance: f64) -> f64 {
    match colour {
        Colour::Black => chance,
        Colour::White => 1.0 - chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;

    #[test]
    fn chances_of_both_sides_are_one_and_a_finished_game_is_its_result() {
        let evaluator = StaticEvaluator::default();
        let mut position = Position::start();
        loop {
            let [black, white] = Colour::BOTH.map(|colour| evaluator.chance_of(colour, &position));
            assert!((black + white - 1.0).abs() < 1e-12);
            let Some(next) = position.moves().next() else {
                break;
            };
            position.play(next);
        }
        let margin = position.margin(Scoring::Advanced);
        let result = f64::midpoint(1.0, f64::from(margin.signum()));
        assert!((evaluator.chance(&position) - result).abs() < 1e-12);
    }

    #[test]
    fn a_step_knows_its_move_and_margin() {
        let line: Line = "Bf7,f8,f9,e10,f10 Wj5".parse().unwrap();
        let evaluator = StaticEvaluator::default();
        let mut steps = Vec::new();
        line.follow(|position, played| steps.push(evaluator.step(position, played)))
            .unwrap();
        let margins: Vec<_> = steps.iter().map(|step| step.margin).collect();
        assert_eq!(margins, [0, 5, 4]);
        assert_eq!(
            steps[2].played.map(|(colour, _)| colour),
            Some(Colour::White)
        );
    }
}
