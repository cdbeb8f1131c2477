//! Double dummy: how many tricks each side takes when everybody sees all cards and plays perfectly.
//!
//! A [`Solver`] answers for every legal card, for the best cards only, for a whole deal in all strains, from any point of the play, also in
//! the middle of a trick. It remembers what it found out, by what mattered for it (see `table.rs`), so that the next position along a line
//! of play, and even a similar deal with the same trumps, is answered much faster than the first. Ask it the same kind of thing in a row.
//!
//! ```
//! use bridge::double_dummy::{Position, Solver};
//! use bridge::{Seat, Strain, notation};
//!
//! // West takes his ace now or later.
//! let hands = notation::deal("N:K.K.. Q.Q.. J.4.. A.5..")?;
//! let position = Position::new(hands, Strain::Notrump, Seat::West, &[])?;
//! let tricks = Solver::default().cards(&position);
//! assert_eq!(tricks, [(notation::card("SA")?, 1), (notation::card("H5")?, 1)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deck;
mod moves;
mod order;
mod search;
mod sure;
mod table;
mod weights;

use crate::hand::{self, from_the_top};
use crate::notation::{self, NotationError, STRAINS};
use crate::play::{self, Play};
use crate::table::{Side, TricksTable, after};
use crate::{Ascii, Card, Hand, Seat, Strain};
use search::{Search, Trick};

/// A point of the play: what is left, and the cards of the current trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    hands: [Hand; 4],
    strain: Strain,
    leader: Seat,
    trick: [Option<Card>; 3],
}

/// Why something is not a point of a play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Too many cards, or one twice.
    #[error(transparent)]
    Cards(#[from] NotationError),
    /// Hands that cannot come from equally large ones.
    #[error(
        "with {trick} cards in the trick led by {leader}, {seat} should have {should} cards left, not {has}"
    )]
    Uneven {
        /// Cards in the trick.
        trick: usize,
        /// Who led.
        leader: Seat,
        /// The hand that does not fit.
        seat: Seat,
        /// How many it should have.
        should: usize,
        /// How many it has.
        has: usize,
    },
    /// More than three cards in the trick.
    #[error("a trick in progress has at most three cards, not {0}")]
    Trick(usize),
    /// A card of the trick that is also in a hand or in the trick twice.
    #[error("{} is in the trick and elsewhere", Ascii(*.0))]
    Twice(Card),
    /// A card that should have followed suit.
    #[error("{seat} still has the suit led but played {}", Ascii(*.card))]
    Revoke {
        /// Who.
        seat: Seat,
        /// What he played.
        card: Card,
    },
    /// Nobody has a card.
    #[error("there are no cards left")]
    Over,
}

impl Position {
    /// A point of the play; `hands` are without the cards of the trick, which `leader` led.
    ///
    /// # Errors
    /// If it cannot be one.
    pub fn new(
        hands: [Hand; 4],
        strain: Strain,
        leader: Seat,
        trick: &[Card],
    ) -> Result<Self, PositionError> {
        notation::check(&hands)?;
        if trick.len() > 3 {
            return Err(PositionError::Trick(trick.len()));
        }
        let mut position = Position {
            hands,
            strain,
            leader,
            trick: [None; 3],
        };
        let turn = after(leader, trick.len());
        let should = hands[turn as usize].len();
        if should == 0 {
            return Err(PositionError::Over);
        }
        for (index, seat) in (0..4).map(|n| (n, after(leader, n))) {
            let should = should - usize::from(index < trick.len());
            let has = hands[seat as usize].len();
            if has != should {
                return Err(PositionError::Uneven {
                    trick: trick.len(),
                    leader,
                    seat,
                    should,
                    has,
                });
            }
        }
        for (index, &card) in trick.iter().enumerate() {
            let everywhere = hands.iter().any(|hand| hand.contains(card));
            if everywhere || trick[..index].contains(&card) {
                return Err(PositionError::Twice(card));
            }
            let seat = after(leader, index);
            let led = trick[0].suit;
            if card.suit != led && !hands[seat as usize][led].is_empty() {
                return Err(PositionError::Revoke { seat, card });
            }
            position.trick[index] = Some(card);
        }
        Ok(position)
    }

    /// Whose card is next.
    pub fn turn(&self) -> Seat {
        after(self.leader, self.cards())
    }

    fn cards(&self) -> usize {
        self.trick.iter().flatten().count()
    }

    /// The cards that may be played.
    pub fn legal(&self) -> Hand {
        let hand = self.hands[self.turn() as usize];
        self.trick[0].map_or(hand, |led| play::following(hand, led.suit))
    }

    /// Tricks not yet finished.
    pub fn tricks_left(&self) -> u8 {
        self.hands[self.turn() as usize].len() as u8
    }

    /// Where a play has got to; nothing if all its cards are played.
    pub fn of(play: &Play) -> Option<Self> {
        let mut trick = [None; 3];
        for (place, (_, card)) in trick.iter_mut().zip(play.trick()) {
            *place = Some(*card);
        }
        let turn = play.turn()?;
        let leader = play.trick().first().map_or(turn, |(seat, _)| *seat);
        Some(Position {
            hands: *play.left(),
            strain: play.strain(),
            leader,
            trick,
        })
    }

    /// The cards that are worth the same as the next higher one of the same hand: nobody else has a card between them.
    pub fn alike(&self) -> Hand {
        let legal = self.legal().to_bits();
        let others = self.hands.iter().fold(0, |all, hand| all | hand.to_bits()) & !legal;
        let played = self.trick.iter().flatten().map(|card| bit(*card));
        let others = played.fold(others, |all, card| all | card);
        let heads = |suit| {
            deck::of_suit(
                deck::heads(deck::lane(legal, suit), deck::lane(others, suit)),
                suit,
            )
        };
        let heads = (0..4).fold(0, |all, suit| all | heads(suit));
        Hand::from_bits_retain(legal & !heads)
    }
}

/// The solver, with all it remembers.
pub struct Solver {
    search: Search,
}

impl Default for Solver {
    /// A solver for whole deals: at most about 80 megabytes.
    fn default() -> Self {
        Self::new(1 << 21)
    }
}

impl Solver {
    /// A solver that remembers at most about `entries` results, of 40 bytes each.
    pub fn new(entries: usize) -> Self {
        Solver {
            search: Search::new(entries),
        }
    }

    /// Forgets everything found out so far. Only to measure: what is remembered is never wrong.
    pub fn forget(&mut self) {
        self.search.table.clear();
    }

    /// Positions at the start of a trick looked at so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Tricks the side to move takes from the current trick on.
    pub fn value(&mut self, position: &Position) -> u8 {
        let trick = self.set(position);
        let left = i32::from(position.tricks_left());
        let value = self.north_south(&trick, left, guess(&position.hands, left));
        own(position.turn(), value, left)
    }

    /// Tricks the side to move takes from the current trick on with every card it may play, highest cards first, suit by suit from spades.
    pub fn cards(&mut self, position: &Position) -> Vec<(Card, u8)> {
        let trick = self.set(position);
        let left = i32::from(position.tricks_left());
        let turn = position.turn();
        let alike = position.alike();
        let mut expected = guess(&position.hands, left);
        let mut found: Vec<(Card, u8)> = Vec::with_capacity(13);
        for card in from_the_top(position.legal()) {
            let tricks = match found.last() {
                Some(&(_, tricks)) if alike.contains(card) => tricks,
                _ => {
                    expected = self.after(&trick, turn, card, left, expected);
                    own(turn, expected, left)
                }
            };
            found.push((card, tricks));
        }
        found
    }

    /// Tricks the side to move takes from the current trick on, and every card with which it does.
    pub fn best(&mut self, position: &Position) -> (u8, Hand) {
        let best = self.value(position);
        let trick = self.set(position);
        let left = i32::from(position.tricks_left());
        let turn = position.turn();
        let alike = position.alike();
        let (mut cards, mut last) = (Hand::EMPTY, false);
        for card in from_the_top(position.legal()) {
            if !alike.contains(card) {
                last = self.reaches(&trick, turn, card, left, best);
            }
            if last {
                cards.insert(card);
            }
        }
        (best, cards)
    }

    /// The tricks of every declarer in every strain.
    pub fn table(&mut self, hands: &[Hand; 4]) -> TricksTable {
        let left = hands[0].len() as i32;
        let mut tricks = TricksTable::default();
        for (index, strain) in STRAINS.into_iter().enumerate() {
            self.search.set(hands.map(Hand::to_bits), trump(strain));
            let mut expected = guess(hands, left);
            // Partners first: their values are nearly always equal.
            for declarer in [Seat::North, Seat::South, Seat::East, Seat::West] {
                let lead = Trick::led_by(declarer.lho() as usize);
                expected = self.north_south(&lead, left, expected);
                tricks[declarer as usize][index] = own(declarer, expected, left);
            }
        }
        tricks
    }

    /// North-South's tricks after a card.
    fn after(&mut self, trick: &Trick, seat: Seat, card: Card, left: i32, expected: i32) -> i32 {
        let bit = bit(card);
        self.search.take(seat as usize, bit);
        let next = trick.with(bit, self.search.trump);
        let value = self.north_south(&next, left, expected);
        self.search.give(seat as usize, bit);
        value
    }

    /// Whether the side of `seat` takes at least `tricks` with a card.
    fn reaches(&mut self, trick: &Trick, seat: Seat, card: Card, left: i32, tricks: u8) -> bool {
        let max = Side::from(seat) == Side::NorthSouth;
        let tricks = i32::from(tricks);
        let need = if max { tricks } else { left - tricks + 1 };
        let bit = bit(card);
        self.search.take(seat as usize, bit);
        let found = self
            .search
            .follow(trick.with(bit, self.search.trump), need, left);
        self.search.give(seat as usize, bit);
        found.yes == max
    }

    /// North-South's tricks, by asking for more or fewer until both is answered.
    fn north_south(&mut self, trick: &Trick, left: i32, expected: i32) -> i32 {
        let (mut lower, mut upper) = (0, left);
        let mut need = expected.clamp(1, left);
        while lower < upper {
            if self.search.follow(*trick, need, left).yes {
                lower = need;
                need += 1;
            } else {
                upper = need - 1;
                need -= 1;
            }
        }
        lower
    }

    fn set(&mut self, position: &Position) -> Trick {
        let trump = trump(position.strain);
        self.search.set(position.hands.map(Hand::to_bits), trump);
        let lead = Trick::led_by(position.leader as usize);
        let cards = position.trick.iter().flatten();
        cards.fold(lead, |trick, card| trick.with(bit(*card), trump))
    }
}

fn trump(strain: Strain) -> usize {
    strain.suit().map_or(deck::NOTRUMP, |suit| suit as usize)
}

fn bit(card: Card) -> u64 {
    Hand::from_iter([card]).to_bits()
}

/// North-South's tricks as those of a seat's side.
fn own(seat: Seat, north_south: i32, left: i32) -> u8 {
    let own = match Side::from(seat) {
        Side::NorthSouth => north_south,
        Side::EastWest => left - north_south,
    };
    own as u8
}

/// Where to begin asking: North-South's share of the high cards.
fn guess(hands: &[Hand; 4], left: i32) -> i32 {
    let points = |seat: usize| i32::from(hand::points(hands[seat]));
    let (ours, theirs) = (points(0) + points(2), points(1) + points(3));
    let all = (ours + theirs).max(1);
    (left * ours + all / 2) / all
}

#[cfg(test)]
mod tests;
