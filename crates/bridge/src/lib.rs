//! Contract bridge: rules, double-dummy solver, inference, deal sampling, players and records.
//!
//! Cards, hands, calls and contracts are the types of the crate [`contract_bridge`], re-exported
//! here; this crate adds everything that is done with them.
//!
//! * [`notation`]: text forms of cards, hands, calls and contracts; [`hand`]: points and lengths;
//!   [`table`]: seats, sides, boards.
//! * [`bidding`]: auction and contract; [`play`]: tricks; [`score`]: points, IMPs and matchpoints;
//!   [`view`]: the information of one seat.
//! * [`double_dummy`]: tricks under perfect play with all cards visible.
//! * [`knowledge`]: inferences from calls, leads and signals; [`dealing`]: deals sampled under
//!   them.
//! * [`bidder`]: a natural bidder by the same conventions; [`players`]: the choice of a card.
//! * [`rules`]: one board as a game of the arena; [`lineup`]: its players by name.
//! * [`line`](mod@line): boards and positions as JSON; [`record`]: boards in PBN and LIN files.
//! * [`manager`]: the table manager's protocol; [`words`]: sentences in English and Japanese.
//! * [`problem`]: card-play problems; [`studies`]: experiments.
//!
//! A board from the deal to the score: the bidder calls for all four seats, then each hand plays
//! its highest legal card. The only dependency is `bridge`.
//!
//! ```
//! use bridge::bidder::Bidder;
//! use bridge::knowledge::Conventions;
//! use bridge::rules::Position;
//! use bridge::{Board, Side, hand, notation};
//!
//! let deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
//! let mut position = Position::new(Board::numbered(3, notation::deal(deal)?));
//! let bidder = Bidder::new(&Conventions::standard());
//! while let Some(seat) = position.turn() {
//!     match hand::from_the_top(position.legal_cards()).next() {
//!         Some(card) => position.act(card.into())?,
//!         None => position.act(bidder.call(&position.view(seat)).call.into())?,
//!     }
//! }
//! assert_eq!(position.final_contract().unwrap().contract.to_string(), "3NT");
//! println!("North-South score {}", position.points(Side::NorthSouth).unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bidder;
pub mod bidding;
pub mod dealing;
pub mod double_dummy;
pub mod encoding;
pub mod hand;
pub mod json;
pub mod knowledge;
pub mod line;
pub mod lineup;
pub mod manager;
pub mod notation;
pub mod picture;
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

pub use bidding::{FinalContract, final_contract};
pub use contract_bridge::auction::{Auction, Call, IllegalCall};
pub use contract_bridge::{
    Bid, Card, Contract, Hand, Holding, Level, Penalty, Rank, Seat, Strain, Suit,
};
pub use line::{BoardAtStep, Line, LineError};
pub use notation::{Ascii, NotationError};
pub use play::{IllegalCard, Play, PlayError};
pub use score::{imps, matchpoints};
pub use table::{Board, Side, Vulnerability};
pub use view::View;
pub use words::Words;
