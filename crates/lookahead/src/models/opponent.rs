//! Opponent-model search for two: one tree, two evaluations.
//!
//! Iida, Uiterwijk, van den Herik, Herschberg, 1993 and 1994. The searcher knows the opponent's
//! evaluation, and that the opponent plays minimax with it, to the same depth. This is the case of
//! [`Worlds`] in which both worlds have the same actions, so there is no second algorithm here,
//! only the adapter [`TwoEvaluations`].
//!
//! With a right model the value is never below that of minimax with the searcher's own evaluation:
//! the opponent's action cannot be worse for the searcher than the worst action. With a wrong model
//! there is no guarantee.

use super::analysis::{ModelAnalysis, mirrored};
use super::{Settings, Worlds, one_pass};
use crate::control::{Control, Progress};
use crate::game::{Game, Side};

/// A game with two evaluations, both seen from [`Side::Max`].
///
/// ```
/// use lookahead::models::{Opponent, Settings, om_search};
/// use lookahead::{Control, Game, Seed, Side};
///
/// /// Max picks a branch, Min a leaf. Leaves as (own value, the opponent's value).
/// struct Branches([[(i32, i32); 2]; 2]);
///
/// impl Game for Branches {
///     type Position = Vec<usize>;
///     type Action = usize;
///     fn turn(&self, played: &Vec<usize>) -> Side {
///         if played.is_empty() { Side::Max } else { Side::Min }
///     }
///     fn actions(&self, played: &Vec<usize>, into: &mut Vec<usize>) {
///         if played.len() < 2 {
///             into.extend([0, 1]);
///         }
///     }
///     fn play(&self, played: &mut Vec<usize>, action: usize) {
///         played.push(action);
///     }
/// }
///
/// impl Opponent for Branches {
///     fn own_value(&self, played: &Vec<usize>) -> i32 {
///         self.0[played[0]][played[1]].0
///     }
///     fn model_value(&self, played: &Vec<usize>) -> i32 {
///         self.0[played[0]][played[1]].1
///     }
/// }
///
/// let game = Branches([[(4, 4), (5, 5)], [(5, 3), (2, 6)]]);
/// let control = Control::new(Seed(0));
/// let found = om_search(&game, &Vec::new(), Side::Max, &Settings::default(), &control);
/// // Minimax plays the first branch for 4. In the second the opponent overrates the leaf worth 2.
/// assert_eq!(found.analysis.action(), Some(1));
/// assert_eq!(found.analysis.value(), Some(5.0));
/// assert_eq!(found.analysis.candidates[0].line, [1, 0]);
/// ```
pub trait Opponent: Game {
    /// Returns the static value by the searcher's evaluation.
    fn own_value(&self, position: &Self::Position) -> i32;

    /// Returns the static value by the opponent's evaluation, as the searcher models it.
    fn model_value(&self, position: &Self::Position) -> i32;
}

/// A two-sided game as two worlds that differ in nothing but the evaluation: player 0 is the
/// searcher, player 1 the opponent. Values are seen from the searcher.
#[derive(Clone, Copy, Debug)]
pub struct TwoEvaluations<'a, G> {
    /// The game.
    pub game: &'a G,
    /// The side that searches.
    pub searcher: Side,
}

impl<G: Opponent> Worlds for TwoEvaluations<'_, G> {
    type Position = G::Position;
    type Action = G::Action;

    fn players(&self) -> usize {
        2
    }

    fn side(&self, player: usize) -> Side {
        if player == 0 { Side::Max } else { Side::Min }
    }

    fn turn(&self, position: &G::Position) -> usize {
        usize::from(self.game.turn(position) != self.searcher)
    }

    fn actions(&self, _player: usize, position: &G::Position, into: &mut Vec<G::Action>) {
        self.game.actions(position, into);
    }

    fn play(&self, position: &mut G::Position, action: G::Action) {
        self.game.play(position, action);
    }

    fn value(&self, player: usize, position: &G::Position) -> i32 {
        let value = match player {
            0 => self.game.own_value(position),
            _ => self.game.model_value(position),
        };
        match self.searcher {
            Side::Max => value,
            Side::Min => value.saturating_neg(),
        }
    }
}

/// Searches `position` for `searcher`, who knows the other side's evaluation. Values of the result
/// and of the progress are always seen from [`Side::Max`]; the player values are the searcher's,
/// then the opponent's.
pub fn om_search<G: Opponent>(
    game: &G,
    position: &G::Position,
    searcher: Side,
    settings: &Settings,
    control: &Control<'_>,
) -> ModelAnalysis<G::Action> {
    let searchers = TwoEvaluations { game, searcher };
    if searcher == Side::Max {
        return one_pass(&searchers, position, settings, control);
    }
    let report = |progress: &Progress| {
        control.report(&Progress {
            value: progress.value.map(mirrored),
            ..*progress
        });
    };
    let control = control.clone().progress(&report);
    one_pass(&searchers, position, settings, &control).mirrored()
}
