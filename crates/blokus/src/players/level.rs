//! Weaker play for people: a player that overlooks moves.
//!
//! A beginner does not misjudge every move; most moves he never sees. So a level says how many of
//! the legal moves a player notices, drawn anew every turn; among those it plays as well as it can.
//! The lowest level notices two, the highest all. That weakens every player in the same way,
//! whatever it is made of, and even the strongest becomes beatable: what the best existing program
//! is criticised for is its lowest level.

use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::Level;
use arena::player::Fault;
use lookahead::{Analysis, Control};

/// How many moves each level notices; the highest, all.
const NOTICED: [usize; 9] = [2, 4, 7, 12, 20, 35, 60, 120, 250];

/// How many moves a level notices; all if there is no number.
pub fn notices(level: Level) -> Option<usize> {
    level.of(&NOTICED)
}

/// An analyst at a level.
#[derive(Debug)]
pub struct Levelled<A: ?Sized> {
    /// How much it sees.
    pub level: Level,
    /// The analyst.
    pub analyst: Box<A>,
}

impl<A: Analyst<BlokusDuo> + ?Sized> Analyst<BlokusDuo> for Levelled<A> {
    fn begin(&mut self) {
        self.analyst.begin();
    }

    fn analyse(
        &mut self,
        game: &BlokusDuo,
        seat: usize,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Analysis<Placement>, Fault> {
        let Some(noticed) = notices(self.level) else {
            return self.analyst.analyse(game, seat, position, control);
        };
        let mut seen = position.clone();
        seen.overlook(noticed, &mut control.seed.stream(u64::MAX).rng());
        self.analyst.analyse(game, seat, &seen, control)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OnePly, think};
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::features::Reading;
    use lookahead::Seed;
    use lookahead::learn::Linear;

    #[test]
    fn a_level_notices_as_many_moves_as_it_says() {
        let reading = Reading::default();
        let evaluation = Evaluation::new(&Linear::new(reading.weights(), 0.02), reading);
        for (text, moves) in [("1", 2), ("3", 7), ("9", 250), ("10", 414)] {
            let level = text.parse().unwrap();
            let mut player = Levelled {
                analyst: Box::new(OnePly::new(evaluation.clone().into())),
                level,
            };
            let analysis = think(&mut player, &Position::start(), &Control::new(Seed(1)));
            assert_eq!(analysis.unwrap().candidates.len(), moves);
        }
    }
}
