//! Which card to play, and why.
//!
//! * [`Minimax`] deals the hidden hands many times, solves each deal double dummy and takes the
//!   card with the best average: the conventional program, which takes everybody else to see all
//!   cards.
//! * [`Abc`] gives every other player a mind of his own (Otawa and Uehara, "abc algorithm", 2006):
//!   in each deal he knows only what he would see there, believes what the card to be played makes
//!   him believe, and errs accordingly. What a card tells is then part of what it is worth.
//! * [`Hybrid`] is the first, and asks the second where that has nothing to lose or much to gain
//!   (section 7 of the paper).
//! * [`Baseline`] plays natural cards, or any: a baseline.
//!
//! All of them answer with an [`Advice`]: the card, what each card is worth to whom, and the
//! reasons as values. They look at nothing but a [`View`], read it by the rules of
//! [`Conventions`](crate::knowledge::Conventions), and decide cards only; calls are the
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
pub use advice::{Advice, Candidate, CardValue, Slips, WorstCard};
pub use baseline::Baseline;
pub use decision::NoChoice;
pub use hybrid::Hybrid;
pub use minimax::Minimax;
pub use reason::{Grounds, Reason, Rule, Verdict};
pub use tie_break::Order;

use crate::View;
use lookahead::Control;

/// Somebody who plays cards.
pub trait CardPlayer: Send + Sync {
    /// The card to play, from the hand whose turn it is: the looker's own, or dummy's if he
    /// declares.
    ///
    /// The same view, seed and limits of depth and nodes give the same answer on any number of
    /// threads. However short the time, there is an answer.
    ///
    /// # Errors
    /// If there is nothing to decide for this seat now, or the view cannot be true.
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice>;

    /// The card as [`choose`](CardPlayer::choose) finds it; every better answer on the way is told.
    ///
    /// # Errors
    /// As [`choose`](CardPlayer::choose).
    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        let _ = report;
        self.choose(view, control)
    }
}
