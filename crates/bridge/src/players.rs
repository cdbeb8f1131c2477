//! Card players: choice of a card, with the value of every candidate and reasons.
//!
//! * [`Minimax`] samples deals of the hidden hands, solves each double dummy and takes the card
//!   with the best average: the conventional program, which assumes that all players see all cards.
//! * [`Abc`] models every other player (Otawa and Uehara, "abc algorithm", 2006): in each deal a
//!   modelled player knows only what their seat would see, draws inferences from the card to be
//!   played, and errs accordingly. The information that a card reveals is then part of its value.
//! * [`Hybrid`] plays like the first, and uses the second among equal cards and where there is
//!   little chance (section 7 of the paper).
//! * [`Baseline`] plays natural or random cards without search.
//!
//! All return an [`Advice`]: the card, the value of each candidate by each method, and the reasons
//! as values. They see only a [`View`], interpret it by
//! [`Conventions`](crate::knowledge::Conventions), and choose cards only; calls are the
//! [`bidder`](crate::bidder)'s. The declarer's view serves for dummy's cards as well.
//!
//! ```
//! use bridge::players::{CardPlayer, Minimax};
//! use bridge::{Board, Play, Seat, Strain, View, Vulnerability, notation};
//! use lookahead::{Control, Seed};
//!
//! // West has the ace of clubs and a trick in diamonds; only one of them can wait.
//! let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
//! let (dealer, vulnerability) = (Seat::South, Vulnerability::None);
//! let board = Board { number: 1, dealer, vulnerability, hands: notation::deal(deal)? };
//! let mut play = Play::new(board.hands, Strain::Hearts, Seat::West)?;
//! for card in ["DA", "D6", "D9", "D3", "DK", "D7", "D2", "D4"] {
//!     play.play(notation::card(card)?)?;
//! }
//! let view = View::of(&board, &"1H 1S 3H - 4H - - -".parse()?, &play, Seat::West);
//! let player = Minimax { deals: 10, ..Minimax::default() };
//! let advice = player.choose(&view, &Control::new(Seed(1)))?;
//! assert_eq!(advice.seat, Seat::West);
//! assert!(["CA", "D5"].contains(&advice.card_text().as_str()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abc;
mod advice;
mod baseline;
mod coupled_sampling;
mod deal_sampler;
mod decision;
mod hybrid;
mod minimax;
mod model_tree;
mod player_model;
mod reason;
mod rollout;
mod tally;
#[cfg(test)]
mod tests;
mod tie_break;
mod trick_state;

pub use crate::words::Words;
pub use abc::{Abc, Method};
pub use advice::{Advice, Candidate, CardValue, Mistakes, WorstCard};
pub use baseline::Baseline;
pub use decision::DecisionError;
pub use hybrid::Hybrid;
pub use minimax::Minimax;
pub use reason::{Grounds, Reason, Rule, Verdict};
pub use tie_break::Order;

use crate::View;
use lookahead::Control;

/// A player of cards.
pub trait CardPlayer: Send + Sync {
    /// Chooses a card of the hand to play: that of the viewing seat, or dummy's if that seat
    /// declares.
    ///
    /// The same view, seed and limits of depth and nodes give the same answer on any number of
    /// threads. However short the time limit, a card is returned.
    ///
    /// # Errors
    /// If this seat has no card to choose now, or the view is inconsistent.
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError>;

    /// Chooses a card as [`choose`](CardPlayer::choose), and passes every intermediate answer to
    /// `report`.
    ///
    /// # Errors
    /// As [`choose`](CardPlayer::choose).
    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let _ = report;
        self.choose(view, control)
    }
}
