//! Levels: weaker play for people, by overlooking moves.
//!
//! A beginner does not misjudge every move; most moves they never see. So a level is the number of
//! legal moves that a player notices, drawn anew every turn; among those it plays as well as it
//! can. The lowest level notices two, the highest all. This weakens every player in the same way,
//! whatever it is made of, and even the strongest becomes beatable: the best existing program is
//! criticised for its lowest level.

use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::analyst::Level;
use arena::player::Fault;
use lookahead::{Analysis, Control};

/// The number of moves each level notices; the highest notices all.
const NOTICED: [usize; 9] = [2, 4, 7, 12, 20, 35, 60, 120, 250];

/// Returns the number of moves a level notices; `None` for all.
pub fn moves_noticed(level: Level) -> Option<usize> {
    level.of(&NOTICED)
}

/// An analyst that plays at a level.
#[derive(Debug)]
pub struct Levelled<A: ?Sized> {
    /// The level.
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
        let Some(noticed) = moves_noticed(self.level) else {
            return self.analyst.analyse(game, seat, position, control);
        };
        let mut seen = position.clone();
        seen.keep_random_moves(noticed, &mut control.seed.stream(u64::MAX).rng());
        self.analyst.analyse(game, seat, &seen, control)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OnePly, analyse};
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::features::FeatureOptions;
    use lookahead::Seed;
    use lookahead::learn::Linear;

    #[test]
    fn a_level_notices_as_many_moves_as_it_says() {
        let options = FeatureOptions::default();
        let evaluation = Evaluation::new(&Linear::new(options.weights(), 0.02), options);
        for (text, moves) in [("1", 2), ("3", 7), ("9", 250), ("10", 414)] {
            let level = text.parse().unwrap();
            let mut player = Levelled {
                analyst: Box::new(OnePly::new(evaluation.clone().into())),
                level,
            };
            let analysis = analyse(&mut player, &Position::start(), &Control::new(Seed(1)));
            assert_eq!(analysis.unwrap().candidates.len(), moves);
        }
    }
}
