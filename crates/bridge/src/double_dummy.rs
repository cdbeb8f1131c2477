//! Double-dummy solver: the tricks of each side under perfect play with all cards visible.
//!
//! A [`Solver`] solves for every legal card, for the best cards only, or for a whole deal in all
//! strains, from any point of the play, also in the middle of a trick. Its transposition table
//! stores results by the ranks they depend on (see `table.rs`), so that the next position along a
//! line of play, and even a similar deal with the same trumps, is solved much faster than the
//! first. Consecutive queries should therefore be similar. Short endings have a search of their own
//! (`ending.rs`), which ends before a transposition table pays off.
//!
//! ```
//! use bridge::double_dummy::{Position, Solver};
//! use bridge::{Seat, Strain, notation};
//!
//! // West takes the ace now or later.
//! let hands = notation::deal("N:K.K.. Q.Q.. J.4.. A.5..")?;
//! let position = Position::new(hands, Strain::Notrump, Seat::West, &[])?;
//! let tricks = Solver::default().cards(&position);
//! assert_eq!(tricks, [(notation::card("SA")?, 1), (notation::card("H5")?, 1)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod deck;
mod ending;
mod later_tricks;
mod moves;
#[cfg(feature = "dds")]
pub mod oracle;
mod order;
mod protected_honours;
mod quick_tricks;
mod search;
mod solver_pool;
mod table;
mod trick_comparison;
mod weights;

use crate::hand::{self, from_the_top};
use crate::notation::{self, NotationError, STRAINS};
use crate::play::{self, Play};
use crate::table::{Side, TricksTable, after};
use crate::{Ascii, Card, Hand, Seat, Strain};
use ending::Ending;
use search::{Search, Trick};
pub use solver_pool::SolverPool;

/// A position: the cards left in each hand, and those of the current trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    hands: [Hand; 4],
    strain: Strain,
    leader: Seat,
    trick: [Option<Card>; 3],
}

/// Reasons why a position is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A hand has too many cards, or a card occurs twice.
    #[error(transparent)]
    Cards(#[from] NotationError),
    /// The hands do not have matching sizes.
    #[error(
        "hand of {seat}: expected {should} left, found {has} (cards in the trick led by {leader}: {trick})"
    )]
    Uneven {
        /// Cards in the trick.
        trick: usize,
        /// The leader of the trick.
        leader: Seat,
        /// The hand of the wrong size.
        seat: Seat,
        /// The expected number of cards.
        should: usize,
        /// The number of cards.
        has: usize,
    },
    /// More than three cards in the trick.
    #[error("a trick in progress has at most three cards, not {0}")]
    Trick(usize),
    /// A card of the trick is also in a hand, or twice in the trick.
    #[error("card {} of the trick occurs twice", Ascii(*.0))]
    Twice(Card),
    /// A card of the trick does not follow suit.
    #[error("{seat} revoked with {}: a card of the suit led is left", Ascii(*.card))]
    Revoke {
        /// The seat that revoked.
        seat: Seat,
        /// The card played.
        card: Card,
    },
    /// All hands are empty.
    #[error("no cards left")]
    Over,
}

impl Position {
    /// Creates the position with these hands, which exclude the cards of the trick that `leader`
    /// led.
    ///
    /// # Errors
    /// If the position is invalid.
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

    /// Returns a position that is known to be valid.
    pub(crate) fn new_unchecked(
        hands: [Hand; 4],
        strain: Strain,
        leader: Seat,
        trick: [Option<Card>; 3],
    ) -> Self {
        Position {
            hands,
            strain,
            leader,
            trick,
        }
    }

    /// Returns the seat to play.
    pub fn turn(&self) -> Seat {
        after(self.leader, self.cards())
    }

    fn cards(&self) -> usize {
        self.trick.iter().flatten().count()
    }

    /// Returns the legal cards.
    pub fn legal(&self) -> Hand {
        let hand = self.hands[self.turn() as usize];
        self.trick[0].map_or(hand, |led| play::following(hand, led.suit))
    }

    /// Returns the number of tricks left, the current one included.
    pub fn tricks_left(&self) -> u8 {
        self.hands[self.turn() as usize].len() as u8
    }

    /// Returns the current position of a play; `None` if all cards are played.
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

    /// Returns the legal cards that are equivalent to the next higher card of the same hand: no
    /// other hand has a card between them.
    pub fn equivalent(&self) -> Hand {
        let equivalent = self.equivalent_bits();
        let equivalent = |card: &Card| equivalent & bit(*card) != 0;
        self.legal().iter().filter(equivalent).collect()
    }

    /// Returns the equivalent cards as bits of `deck.rs`.
    fn equivalent_bits(&self) -> u64 {
        let legal = cards(self.legal());
        let others = self.hands.iter().fold(0, |all, hand| all | cards(*hand)) & !legal;
        let played = self.trick.iter().flatten().map(|card| bit(*card));
        let others = played.fold(others, |all, card| all | card);
        legal & !deck::heads(legal, others)
    }
}

/// A double-dummy solver with its transposition table.
#[derive(Clone)]
pub struct Solver {
    search: Search,
    ending: Ending,
    last: Option<LastResult>,
}

impl Default for Solver {
    /// Returns a solver for whole deals, of at most about 50 megabytes.
    fn default() -> Self {
        Self::new(1 << 21)
    }
}

impl Solver {
    /// Creates a solver with at most about `entries` table entries, of 24 bytes each.
    pub fn new(entries: usize) -> Self {
        Solver {
            search: Search::new(entries),
            ending: Ending::new(),
            last: None,
        }
    }

    /// Clears the transposition table. Only for measurements: its entries are always valid.
    pub fn forget(&mut self) {
        self.search.table.clear();
        self.last = None;
    }

    /// Returns the number of nodes so far, counted at the start of a trick.
    pub fn nodes(&self) -> u64 {
        self.search.nodes + self.ending.nodes
    }

    /// Returns the tricks of the side to move, the current trick included.
    pub fn value(&mut self, position: &Position) -> u8 {
        let query = self.load(position);
        let value = self.north_south(&query, 0, query.expected);
        self.last = Some(query.result(value));
        tricks_of(position.turn(), value, query.left)
    }

    /// Returns the tricks of the side to move, the current trick included, for every legal card,
    /// suit by suit from spades, highest cards first.
    pub fn cards(&mut self, position: &Position) -> Vec<(Card, u8)> {
        let mut found = Vec::with_capacity(13);
        self.cards_into(position, &mut found);
        found
    }

    /// Writes the result of [`cards`](Self::cards) to `found`, which saves allocations.
    pub fn cards_into(&mut self, position: &Position, found: &mut Vec<(Card, u8)>) {
        self.cards_while(position, found, |_| true);
    }

    /// Solves card by card as [`cards_into`](Self::cards_into): `go_on` gets the results so far
    /// after each card and decides whether to continue. Returns whether all cards were solved.
    pub fn cards_while(
        &mut self,
        position: &Position,
        found: &mut Vec<(Card, u8)>,
        mut go_on: impl FnMut(&[(Card, u8)]) -> bool,
    ) -> bool {
        let query = self.load(position);
        let turn = position.turn();
        let equivalent = position.equivalent_bits();
        let mut expected = query.expected;
        found.clear();
        for card in from_the_top(position.legal()) {
            let tricks = match found.last() {
                Some(&(_, tricks)) if equivalent & bit(card) != 0 => tricks,
                _ => {
                    expected = self.north_south(&query, bit(card), expected);
                    tricks_of(turn, expected, query.left)
                }
            };
            found.push((card, tricks));
            if !go_on(found) {
                return found.len() == position.legal().len();
            }
        }
        let best = found.iter().map(|(_, tricks)| *tricks).max().unwrap_or(0);
        let value = i32::from(tricks_of(turn, i32::from(best), query.left));
        self.last = Some(query.result(value));
        true
    }

    /// Returns the tricks of the side to move, the current trick included, and every card that
    /// achieves them.
    pub fn best(&mut self, position: &Position) -> (u8, Hand) {
        let best = self.value(position);
        let query = self.load(position);
        let equivalent = position.equivalent_bits();
        let (mut cards, mut last) = (Hand::EMPTY, false);
        for card in from_the_top(position.legal()) {
            if equivalent & bit(card) == 0 {
                last = self.reaches(position, &query, card, best);
            }
            if last {
                cards.insert(card);
            }
        }
        (best, cards)
    }

    /// Grades the legal cards by a target of tricks, which takes half the searches of
    /// [`cards_into`](Self::cards_into): the best cards have their exact tricks, a card that still
    /// reaches the target has one less than those, any other card has one less than the target, or
    /// than the best if that is fewer.
    ///
    /// ```
    /// use bridge::double_dummy::{Position, Solver};
    /// use bridge::{Seat, Strain, notation};
    ///
    /// // The ace drops the king and the two is high; a spade keeps the ace; the two of hearts gives both away.
    /// let hands = notation::deal("N:AK.K.. 43.4.. QJ.3.. 8.A2..")?;
    /// let position = Position::new(hands, Strain::Notrump, Seat::West, &[])?;
    /// let mut found = Vec::new();
    /// Solver::default().graded(&position, 1, &mut found);
    /// assert_eq!(found.iter().map(|(_, tricks)| *tricks).collect::<Vec<_>>(), [1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn graded(&mut self, position: &Position, target: u8, found: &mut Vec<(Card, u8)>) {
        let best = self.value(position);
        let query = self.load(position);
        let equivalent = position.equivalent_bits();
        found.clear();
        for card in from_the_top(position.legal()) {
            let tricks = match found.last() {
                Some(&(_, tricks)) if equivalent & bit(card) != 0 => tricks,
                _ if self.reaches(position, &query, card, best) => best,
                _ if target >= best || self.reaches(position, &query, card, target) => best - 1,
                _ => target - 1,
            };
            found.push((card, tricks));
        }
    }

    /// Returns whether the side to move takes at least `tricks` with a card.
    fn reaches(&mut self, position: &Position, query: &Query, card: Card, tricks: u8) -> bool {
        let max = Side::from(position.turn()) == Side::NorthSouth;
        let tricks = i32::from(tricks);
        let target = if max { tricks } else { query.left - tricks + 1 };
        self.test(query, bit(card), target) == max
    }

    /// Returns the tricks of every declarer in every strain.
    pub fn table(&mut self, hands: &[Hand; 4]) -> TricksTable {
        let left = hands[0].len() as i32;
        let mut tricks = TricksTable::default();
        for (index, strain) in STRAINS.into_iter().enumerate() {
            let mut expected = initial_guess(hands, left);
            // Partners first: their values are nearly always equal.
            for declarer in [Seat::North, Seat::South, Seat::East, Seat::West] {
                let position = Position::new_unchecked(*hands, strain, declarer.lho(), [None; 3]);
                let query = self.load(&position);
                expected = self.north_south(&query, 0, expected);
                tricks[declarer as usize][index] = tricks_of(declarer, expected, left);
            }
        }
        tricks
    }

    /// Returns North-South's tricks after a card, or in the position itself if it is 0, by
    /// zero-window searches that move the target up or down until both bounds meet.
    fn north_south(&mut self, query: &Query, card: u64, expected: i32) -> i32 {
        let (mut lower, mut upper) = (0, query.left);
        let mut target = expected.clamp(1, query.left);
        while lower < upper {
            if self.test(query, card, target) {
                lower = target;
                target += 1;
            } else {
                upper = target - 1;
                target -= 1;
            }
        }
        lower
    }

    /// Returns whether North-South reach the target after a card, or in the position itself if it
    /// is 0.
    fn test(&mut self, query: &Query, card: u64, target: i32) -> bool {
        let Query { trick, left, .. } = query;
        match (*left <= ending::MAX_TRICKS, card) {
            (true, 0) => self.ending.follow(trick, target, *left),
            (true, card) => self.ending.after_card(trick, card, target, *left),
            (false, 0) => self.search.follow(trick, target, *left).reached,
            (false, card) => self.search.after_card(trick, card, target, *left).reached,
        }
    }

    fn load(&mut self, position: &Position) -> Query {
        let trump = trump(position.strain);
        let hands = position.hands.map(cards);
        let left = i32::from(position.tricks_left());
        if left <= ending::MAX_TRICKS {
            self.ending.load(hands, trump);
        } else {
            self.search.load(hands, trump);
        }
        let lead = Trick::led_by(position.leader as usize);
        let played = position.trick.iter().flatten();
        let trick = played.fold(lead, |trick, card| trick.with(bit(*card), trump));
        let guess = || initial_guess(&position.hands, left);
        let mut query = Query {
            hands,
            trump,
            trick,
            left,
            expected: 0,
        };
        let last = self.last.as_ref();
        query.expected = last
            .and_then(|last| last.predicts(&query))
            .unwrap_or_else(guess);
        query
    }
}

/// A query: the hands, the trick in progress, the tricks left with it, and North-South's expected
/// tricks.
struct Query {
    hands: [u64; 4],
    trump: usize,
    trick: Trick,
    left: i32,
    expected: i32,
}

impl Query {
    fn result(&self, north_south: i32) -> LastResult {
        LastResult {
            hands: self.hands,
            trump: self.trump,
            left: self.left,
            north_south,
        }
    }
}

/// The result of the last query.
#[derive(Clone)]
struct LastResult {
    hands: [u64; 4],
    trump: usize,
    left: i32,
    north_south: i32,
}

impl LastResult {
    /// Returns North-South's expected tricks if the query is from the same deal, at most one trick
    /// later.
    fn predicts(&self, query: &Query) -> Option<i32> {
        let all = self.hands.iter().fold(0, |all, hand| all | hand);
        let elsewhere = |seat: usize| query.hands[seat] & all & !self.hands[seat];
        if self.trump != query.trump || (0..4).any(|seat| elsewhere(seat) != 0) {
            return None;
        }
        match self.left - query.left {
            0 => Some(self.north_south),
            // The leader has won the trick in between.
            1 => Some(self.north_south - i32::from(query.trick.leader & 1 == 0)),
            _ => None,
        }
    }
}

fn trump(strain: Strain) -> usize {
    strain.suit().map_or(deck::NOTRUMP, |suit| suit as usize)
}

fn cards(hand: Hand) -> u64 {
    deck::from_bits(hand.to_bits())
}

fn bit(card: Card) -> u64 {
    1 << (16 * card.suit as u32 + 14 - u32::from(card.rank.get()))
}

/// Converts North-South's tricks to those of a seat's side.
fn tricks_of(seat: Seat, north_south: i32, left: i32) -> u8 {
    let own = match Side::from(seat) {
        Side::NorthSouth => north_south,
        Side::EastWest => left - north_south,
    };
    own as u8
}

/// Returns the first target of a search: North-South's share of the high-card points.
fn initial_guess(hands: &[Hand; 4], left: i32) -> i32 {
    let points = |seat: usize| i32::from(hand::points(hands[seat]));
    let (ours, theirs) = (points(0) + points(2), points(1) + points(3));
    let all = (ours + theirs).max(1);
    (left * ours + all / 2) / all
}

#[cfg(test)]
mod tests;
