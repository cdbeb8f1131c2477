//! The player interface, the same for our own searches, programs in other processes and people.

use crate::clock::TimeLeft;
use crate::game::{Game, Score};
use crate::text::Text;
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};

/// A fault: the reason of a forfeit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// An illegal action, or text that is not an action.
    #[error("illegal action `{action}`: {why}")]
    Illegal {
        /// The action's text.
        action: String,
        /// The reason why it is illegal.
        why: String,
    },
    /// No answer in time.
    #[error("out of time: {why}")]
    OutOfTime {
        /// The limit and by how much it was overstepped.
        why: String,
    },
    /// The player ended, panicked or flooded its output.
    #[error("crashed: {why}")]
    Crashed {
        /// Description of the failure.
        why: String,
    },
    /// A program that could not be started.
    #[error("cannot be started: {why}")]
    CannotStart {
        /// The reason.
        why: String,
    },
    /// A program that ended before its first answer.
    #[error("cannot be started: {why}")]
    NeverAnswered {
        /// The program, its exit status and the last line of its error output.
        why: String,
    },
    /// The player resigned.
    #[error("resigned")]
    Resigned,
    /// The referee stopped the game; the player is not at fault.
    #[error("interrupted")]
    Interrupted,
}

impl Fault {
    /// Returns the kind of fault in a few words.
    pub fn kind(&self) -> Text {
        let words = match self {
            Fault::Illegal { .. } => ("illegal action", "反則の手"),
            Fault::OutOfTime { .. } => ("out of time", "時間切れ"),
            Fault::Crashed { .. } => ("crashed", "異常終了"),
            Fault::CannotStart { .. } => ("cannot be started", "起動できない"),
            Fault::NeverAnswered { .. } => ("ended before its first answer", "応答前に終了"),
            Fault::Resigned => ("resigned", "投了"),
            Fault::Interrupted => ("interrupted", "中断"),
        };
        words.into()
    }
}

/// Time, seed and cancel flag of a player's turn.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The time left.
    pub time: TimeLeft,
    /// Randomness for this move alone.
    pub seed: Seed,
    /// Raised when the answer is no longer needed.
    pub cancel: Cancel,
}

/// A player's answer: the action, and optionally a thought for the record.
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
/// A fault from any of these calls forfeits the game, nothing else.
pub trait Player<G: Game>: Send {
    /// Starts a game at `seat`. The seed of `thinking` is for randomness of the whole game. The
    /// clock does not run yet.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn begin(&mut self, game: &G, seat: usize, thinking: &Thinking) -> Result<(), Fault> {
        let _ = (game, seat, thinking);
        Ok(())
    }

    /// Chooses the action of this player's turn.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault>;

    /// Reports an action of `seat`, which may be this player's; `view` is this player's new view. A
    /// fault after the last move of a game is ignored.
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

    /// Ends the game.
    fn end(&mut self, game: &G, score: &Score) {
        let _ = (game, score);
    }
}

/// The player `random` of every lineup: a [sample](Game::sample) of the legal actions.
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
