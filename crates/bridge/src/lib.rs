//! Contract bridge: cards, auctions, play and scores, double dummy, deals under constraints,
//! records.
//!
//! The values themselves (cards, hands, calls, contracts) are those of the crate
//! [`contract_bridge`], re-exported here; what they do to each other is this crate's.
//!
//! * [`notation`]: how all of it is written in plain text, and read without trust; [`hand`]: what
//!   is counted of one; [`table`]: seats, sides, boards.
//! * [`line`](mod@line): the written form of a board and of a point of it, as JSON.
//! * [`bidder`]: a simple natural bidder, by the rules of [`knowledge`] and beyond them.
//! * [`bidding`]: from a list of calls to a contract; [`score`]: what tricks are worth.
//! * [`play`]: the play of the cards, trick by trick; [`view`]: what one player sees of it.
//! * [`record`]: boards as they were bid and played, in files: PBN and LIN.
//! * [`manager`]: the protocol by which programs meet at a table.
//! * [`players`]: which card to play, taking into account what the others know.
//! * [`rules`]: one board as the arena's referee sees it; [`lineup`]: who can sit down to play it.
//! * [`words`]: sentences of reasons and inferences, in English and Japanese.
//! * [`problem`]: positions with a right card, and a set of them; [`studies`]: experiments with
//!   them.
//! * [`double_dummy`]: how many tricks perfect play takes.
//! * [`knowledge`]: what a player can infer from calls and cards; [`dealing`]: deals that fit what
//!   is known, drawn at random.
//!
//! ```
//! use bridge::{Play, Seat, Strain, notation};
//!
//! let deal = notation::deal("N:A.K.. K.A.. Q.Q.. J.J..")?;
//! let mut play = Play::new(deal, Strain::Notrump, Seat::North)?;
//! for card in ["SA", "SK", "SQ", "SJ"] {
//!     play.play(notation::card(card)?)?;
//! }
//! assert_eq!(play.turn(), Some(Seat::North));
//! assert_eq!(play.tricks(Seat::North.into()), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bidder;
pub mod bidding;
pub mod dealing;
pub mod double_dummy;
pub mod hand;
pub mod knowledge;
pub mod letters;
pub mod line;
pub mod lineup;
pub mod manager;
pub mod notation;
pub mod play;
pub mod players;
pub mod problem;
pub mod record;
pub mod rules;
pub mod score;
#[cfg(feature = "studies")]
pub mod studies;
pub mod table;
pub mod view;
pub mod words;

pub use bidding::{Agreed, agreed};
pub use contract_bridge::auction::{Auction, Call, IllegalCall};
pub use contract_bridge::{
    Bid, Card, Contract, Hand, Holding, Level, Penalty, Rank, Seat, Strain, Suit,
};
pub use line::{At, Line, LineError};
pub use notation::{Ascii, NotationError};
pub use play::{IllegalCard, Play, PlayError};
pub use score::{imps, matchpoints};
pub use table::{Board, Side, Vulnerability};
pub use view::View;
pub use words::Words;
