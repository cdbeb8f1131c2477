//! Playouts: games played to the end under a policy, and estimates from their results.
//!
//! A playout is the cheapest estimate: no evaluation of unfinished positions, only legal actions
//! and a result. Its quality depends on the policy. [`Random`] moves are fast and crude; [`BestOf`]
//! a few random actions, as the paper "A Learning Method of Evaluation Function" (section 3.3,
//! selective simulation, 選択的シミュレーション) plays them, uses an evaluation without calling it for every
//! action; [`Softmax`] and [`Gaussian`] are the two alternatives that paper leaves for later;
//! [`Epsilon`] mixes any of them with random actions.
//!
//! There are three ways to use many playouts: [`estimate`] one position, [`estimate_each`] of
//! several, and [`flat`] Monte Carlo, the same number of playouts after every action. They run on
//! all threads and give the same result on any number of them.
//!
//! Not here: a tree. Flat Monte Carlo spends as much on a hopeless action as on the best one. Nor
//! are playouts truncated with an evaluation: a playout ends with the game, or with
//! [`TerminalResult::longest`].
//!
//! ```
//! use lookahead::playout::{self, TerminalResult, Random};
//! use lookahead::{Control, Game, Seed, Side};
//!
//! /// Take one or two; taking the last one wins. `true` while Max is to move.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, bool);
//!     type Action = u32;
//!     fn turn(&self, &(_, max): &(u32, bool)) -> Side {
//!         if max { Side::Max } else { Side::Min }
//!     }
//!     fn actions(&self, &(left, _): &(u32, bool), into: &mut Vec<u32>) {
//!         into.extend(1..=left.min(2));
//!     }
//!     fn play(&self, (left, max): &mut (u32, bool), take: u32) {
//!         *left -= take;
//!         *max = !*max;
//!     }
//! }
//!
//! impl TerminalResult for Heap {
//!     fn result(&self, &(_, max): &(u32, bool)) -> f64 {
//!         if max { 0.0 } else { 1.0 }
//!     }
//! }
//!
//! // Of five, take two: three left lose, and do so more often than four even in random play.
//! let analysis = playout::flat(&Heap, &(5, true), &Random, 400, &Control::new(Seed(1)));
//! assert_eq!(analysis.action(), Some(2));
//! assert_eq!(analysis.effort.nodes, 800);
//!
//! // From three, random play wins for the side to move in one line of probability 1/4 (1, 1, 1).
//! let tally = playout::estimate(&Heap, &(3, true), &Random, 4000, &Control::new(Seed(1)));
//! assert!((tally.rate().unwrap() - 0.25).abs() < 0.03);
//! ```

mod flat;
mod policy;
mod tally;

pub use flat::{estimate, estimate_each, flat};
pub use policy::{BestOf, Epsilon, Gaussian, Policy, Random, Selection, SelectionError, Softmax};
pub use tally::Tally;

use crate::game::Game;
use rand_pcg::Pcg64Mcg;

/// A game whose end can be scored.
pub trait TerminalResult: Game {
    /// Returns Max's share of the finished game: 1 for a win, 1/2 for a draw, 0 for a loss,
    /// anything between for other scorings. Called only where [`Game::actions`] lists none.
    fn result(&self, position: &Self::Position) -> f64;

    /// Returns the maximum number of actions of a playout. A playout of that length counts as a
    /// draw, 1/2, as in games with endless cycles. A game that always ends can keep the default of
    /// 10,000.
    fn longest(&self) -> u32 {
        10_000
    }
}

/// A game with an evaluation of actions for policies.
pub trait ActionEvaluation: Game {
    /// Returns the value of `action` for the side to move; larger is better, on any scale (but
    /// [`Softmax`] and [`Gaussian`] relate it to their own setting).
    ///
    /// This is the inner loop of a selective playout: a game should compute it from what the action
    /// changes, without copying the position. NaN ranks as negative infinity: below everything
    /// else.
    fn action_value(&self, position: &Self::Position, action: Self::Action) -> f64;

    /// Passes the value of each of `actions` to `report`, in their order: that of
    /// [`action_value`](Self::action_value).
    ///
    /// The policies call only this method, once per choice. A game overrides it where the actions
    /// of one position share work: the common part is then computed once, outside the position and
    /// without allocation.
    ///
    /// ```
    /// # use lookahead::{Game, Side, Seed};
    /// # use lookahead::playout::{ActionEvaluation, BestOf, Policy};
    /// # struct Digits;
    /// # impl Game for Digits {
    /// #     type Position = Vec<u32>;
    /// #     type Action = u32;
    /// #     fn turn(&self, _: &Vec<u32>) -> Side { Side::Max }
    /// #     fn actions(&self, _: &Vec<u32>, into: &mut Vec<u32>) { into.extend(0..10); }
    /// #     fn play(&self, written: &mut Vec<u32>, digit: u32) { written.push(digit); }
    /// # }
    /// impl ActionEvaluation for Digits {
    ///     fn action_value(&self, written: &Vec<u32>, digit: u32) -> f64 {
    ///         f64::from(written.iter().sum::<u32>() + digit)
    ///     }
    ///     fn action_values(&self, written: &Vec<u32>, digits: &[u32], mut report: impl FnMut(u32, f64)) {
    ///         let sum: u32 = written.iter().sum(); // once for all of them
    ///         digits.iter().for_each(|&digit| report(digit, f64::from(sum + digit)));
    ///     }
    /// }
    /// let greedy = BestOf(usize::MAX);
    /// let chosen = greedy.choose(&Digits, &vec![3, 4], &mut [5, 9, 2], &mut Seed(1).rng());
    /// assert_eq!(chosen, 9);
    /// ```
    fn action_values(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        mut report: impl FnMut(Self::Action, f64),
    ) {
        for &action in actions {
            report(action, self.action_value(position, action));
        }
    }
}

/// Plays `position` to its end and returns the result seen from Max. `scratch` holds the actions
/// of one position at a time; handing in the same vector again saves its allocation.
///
/// ```
/// # use lookahead::{Game, Side, Seed};
/// # use lookahead::playout::{play_out, TerminalResult, Random};
/// # struct Count;
/// # impl Game for Count {
/// #     type Position = u32;
/// #     type Action = u32;
/// #     fn turn(&self, _: &u32) -> Side { Side::Max }
/// #     fn actions(&self, left: &u32, into: &mut Vec<u32>) { into.extend(1..=(*left).min(2)); }
/// #     fn play(&self, left: &mut u32, take: u32) { *left -= take; }
/// # }
/// # impl TerminalResult for Count {
/// #     fn result(&self, _: &u32) -> f64 { 1.0 }
/// # }
/// let mut position = 9;
/// let result = play_out(&Count, &mut position, &Random, &mut Seed(1).rng(), &mut Vec::new());
/// assert_eq!((position, result), (0, 1.0));
/// ```
pub fn play_out<G: TerminalResult, P: Policy<G>>(
    game: &G,
    position: &mut G::Position,
    policy: &P,
    rng: &mut Pcg64Mcg,
    scratch: &mut Vec<G::Action>,
) -> f64 {
    for _ in 0..game.longest() {
        scratch.clear();
        game.actions(position, scratch);
        if scratch.is_empty() {
            return game.result(position);
        }
        let action = policy.choose(game, position, scratch, rng);
        game.play(position, action);
    }
    cut_off(game, position, scratch)
}

/// Returns the result of a playout of maximum length: it may just have ended.
fn cut_off<G: TerminalResult>(
    game: &G,
    position: &G::Position,
    scratch: &mut Vec<G::Action>,
) -> f64 {
    scratch.clear();
    game.actions(position, scratch);
    if scratch.is_empty() {
        game.result(position)
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use crate::test_games::{Heap, HeapPosition, Noughts, NoughtsPosition};
    use crate::{Game, Side};

    /// Two positions, for ever.
    struct Circle;

    impl Game for Circle {
        type Position = bool;
        type Action = ();
        fn turn(&self, _: &bool) -> Side {
            Side::Max
        }
        fn actions(&self, _: &bool, into: &mut Vec<()>) {
            into.push(());
        }
        fn play(&self, position: &mut bool, (): ()) {
            *position = !*position;
        }
    }

    impl TerminalResult for Circle {
        fn result(&self, _: &bool) -> f64 {
            1.0
        }
    }

    /// A heap whose playouts may take three actions only.
    struct Short;

    impl Game for Short {
        type Position = HeapPosition;
        type Action = u32;
        fn turn(&self, position: &HeapPosition) -> Side {
            position.turn
        }
        fn actions(&self, position: &HeapPosition, into: &mut Vec<u32>) {
            into.extend(1..=position.left.min(1));
        }
        fn play(&self, position: &mut HeapPosition, take: u32) {
            Heap.play(position, take);
        }
    }

    impl TerminalResult for Short {
        fn result(&self, position: &HeapPosition) -> f64 {
            Heap::result(position)
        }
        fn longest(&self) -> u32 {
            3
        }
    }

    #[test]
    fn a_playout_ends_at_the_end_and_scores_it() {
        let mut scratch = Vec::new();
        for seed in 0..50 {
            let mut position = NoughtsPosition::default();
            let rng = &mut Seed(seed).rng();
            let result = play_out(&Noughts, &mut position, &Random, rng, &mut scratch);
            assert_eq!(result, position.result());
            let full = (position.taken[0] | position.taken[1]) == 0o777;
            assert!(full || position.winner().is_some());
        }
    }

    #[test]
    fn an_endless_game_is_a_draw() {
        let rng = &mut Seed(0).rng();
        let result = play_out(&Circle, &mut false, &Random, rng, &mut Vec::new());
        assert_eq!(result, 0.5);
    }

    #[test]
    fn a_game_that_ends_on_the_last_allowed_action_is_scored() {
        for (left, expected) in [(2, 0.0), (3, 1.0), (4, 0.5)] {
            let mut position = HeapPosition::new(left);
            let rng = &mut Seed(0).rng();
            let result = play_out(&Short, &mut position, &Random, rng, &mut Vec::new());
            assert_eq!(result, expected, "{left} left");
        }
    }
}
