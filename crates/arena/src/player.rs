//! Who plays: our own search, a program in another process, a person. All the same to the referee.

use crate::clock::TimeLeft;
use crate::game::{Game, Score};
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};

/// Why a player lost a game that it did not lose on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// It tried something the rules forbid, or said something that is no action.
    #[error("illegal action `{action}`: {why}")]
    Illegal {
        /// What it said.
        action: String,
        /// What is wrong with it.
        why: String,
    },
    /// It did not answer in time.
    #[error("out of time: {why}")]
    OutOfTime {
        /// Which limit, and by how much.
        why: String,
    },
    /// It ended, panicked or flooded its output.
    #[error("crashed: {why}")]
    Crashed {
        /// What was seen.
        why: String,
    },
    /// It is a program that could not be started.
    #[error("cannot be started: {why}")]
    CannotStart {
        /// What stood in the way.
        why: String,
    },
    /// It is a program that ended before its first answer.
    #[error("cannot be started: {why}")]
    NeverAnswered {
        /// The program, its exit status and the last line of its error output.
        why: String,
    },
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// The referee stopped the game for a reason of its own; nobody is to blame.
    #[error("interrupted")]
    Interrupted,
}

impl Fault {
    /// The kind of fault in a word or two.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Illegal { .. } => "illegal action",
            Fault::OutOfTime { .. } => "out of time",
            Fault::Crashed { .. } => "crashed",
            Fault::CannotStart { .. } => "cannot be started",
            Fault::NeverAnswered { .. } => "ended before its first answer",
            Fault::Resigned => "resigned",
            Fault::Interrupted => "interrupted",
        }
    }
}

/// What a player is given besides the view when it must act.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The time it may use.
    pub time: TimeLeft,
    /// Randomness for this move alone.
    pub seed: Seed,
    /// Raised when nobody waits for the answer any more.
    pub cancel: Cancel,
}

/// An answer: the action and, if the player wants it kept with the record, what it thought.
#[derive(Clone, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// Kept with the move in the record: a value, an analysis.
    pub thought: Option<serde_json::Value>,
}

impl<A> From<A> for Choice<A> {
    fn from(action: A) -> Self {
        Choice {
            action,
            thought: None,
        }
    }
}

/// A player of one seat of a game.
///
/// A fault from any of these calls costs the player the game, nothing else.
pub trait Player<G: Game>: Send {
    /// A game begins; the player sits at `seat`. The seed of `thinking` is for randomness of the
    /// whole game. The clock does not run yet.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn begin(&mut self, game: &G, seat: usize, thinking: &Thinking) -> Result<(), Fault> {
        let _ = (game, seat, thinking);
        Ok(())
    }

    /// It is this player's turn.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault>;

    /// Somebody (`seat`, perhaps this player) acted; `view` is what this player sees now. A fault
    /// after the last move of a game is overlooked.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn observe(
        &mut self,
        game: &G,
        seat: usize,
        action: &G::Action,
        view: &G::View,
    ) -> Result<(), Fault> {
        let _ = (game, seat, action, view);
        Ok(())
    }

    /// The game is over.
    fn end(&mut self, game: &G, score: &Score) {
        let _ = (game, score);
    }
}

/// The player `random` of every lineup: any [sample](Game::sample) of the legal actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault> {
        let action = game.sample(view, &mut thinking.seed.rng());
        action.map(Choice::from).ok_or(Fault::Resigned)
    }
}
