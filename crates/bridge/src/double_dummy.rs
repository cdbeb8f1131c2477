//! Double dummy: how many tricks each side takes when everybody sees all cards and plays perfectly.
//!
//! A [`Solver`] answers for every legal card, for the best cards only, for a whole deal in all
//! strains, from any point of the play, also in the middle of a trick. It remembers what it found
//! out, by what mattered for it (see `table.rs`), so that the next position along a line of play,
//! and even a similar deal with the same trumps, is answered much faster than the first. Ask it the
//! same kind of thing in a row. Short endings have a search of their own (`ending.rs`), which is
//! over before it would pay to remember anything.
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

mod beating;
mod deck;
mod ending;
mod guards;
mod moves;
#[cfg(feature = "dds")]
pub mod oracle;
mod order;
mod search;
mod solvers;
mod sure;
mod table;
mod tops;
mod waiting;
mod weights;

use crate::hand::{self, from_the_top};
use crate::notation::{self, NotationError, STRAINS};
use crate::play::{self, Play};
use crate::table::{Side, TricksTable, after};
use crate::{Ascii, Card, Hand, Seat, Strain};
use ending::Ending;
use search::{Search, Trick};
pub use solvers::Solvers;

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
        "with so many cards ({trick}) in the trick led by {leader}, {seat} should have {should} left, not {has}"
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

    /// A point of the play that is known to be one.
    pub(crate) fn at(
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

    /// The cards that are worth the same as the next higher one of the same hand: nobody else has a
    /// card between them.
    pub fn alike(&self) -> Hand {
        let alike = self.alike_cards();
        let alike = |card: &Card| alike & bit(*card) != 0;
        self.legal().iter().filter(alike).collect()
    }

    /// The same, as the solver sees cards.
    fn alike_cards(&self) -> u64 {
        let legal = cards(self.legal());
        let others = self.hands.iter().fold(0, |all, hand| all | cards(*hand)) & !legal;
        let played = self.trick.iter().flatten().map(|card| bit(*card));
        let others = played.fold(others, |all, card| all | card);
        legal & !deck::heads(legal, others)
    }
}

/// The solver, with all it remembers.
#[derive(Clone)]
pub struct Solver {
    search: Search,
    ending: Ending,
    last: Option<Answer>,
}

impl Default for Solver {
    /// A solver for whole deals: at most about 50 megabytes.
    fn default() -> Self {
        Self::new(1 << 21)
    }
}

impl Solver {
    /// A solver that remembers at most about `entries` results, of 24 bytes each.
    pub fn new(entries: usize) -> Self {
        Solver {
            search: Search::new(entries),
            ending: Ending::new(),
            last: None,
        }
    }

    /// Forgets everything found out so far. Only to measure: what is remembered is never wrong.
    pub fn forget(&mut self) {
        self.search.table.clear();
        self.last = None;
    }

    /// Positions at the start of a trick looked at so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes + self.ending.nodes
    }

    /// Tricks the side to move takes from the current trick on.
    pub fn value(&mut self, position: &Position) -> u8 {
        let question = self.set(position);
        let value = self.north_south(&question, 0, question.expected);
        self.last = Some(question.answered(value));
        own(position.turn(), value, question.left)
    }

    /// Tricks the side to move takes from the current trick on with every card it may play, highest
    /// cards first, suit by suit from spades.
    pub fn cards(&mut self, position: &Position) -> Vec<(Card, u8)> {
        let mut found = Vec::with_capacity(13);
        self.cards_into(position, &mut found);
        found
    }

    /// The same as [`cards`](Self::cards), in place of what `found` held before: for many positions
    /// in a row.
    pub fn cards_into(&mut self, position: &Position, found: &mut Vec<(Card, u8)>) {
        self.cards_while(position, found, |_| true);
    }

    /// As [`cards_into`](Self::cards_into), card by card: after each one `go_on` is told what has
    /// been found so far and decides whether to go on. Returns whether all cards were solved.
    pub fn cards_while(
        &mut self,
        position: &Position,
        found: &mut Vec<(Card, u8)>,
        mut go_on: impl FnMut(&[(Card, u8)]) -> bool,
    ) -> bool {
        let question = self.set(position);
        let turn = position.turn();
        let alike = position.alike_cards();
        let mut expected = question.expected;
        found.clear();
        for card in from_the_top(position.legal()) {
            let tricks = match found.last() {
                Some(&(_, tricks)) if alike & bit(card) != 0 => tricks,
                _ => {
                    expected = self.north_south(&question, bit(card), expected);
                    own(turn, expected, question.left)
                }
            };
            found.push((card, tricks));
            if !go_on(found) {
                return found.len() == position.legal().len();
            }
        }
        let best = found.iter().map(|(_, tricks)| *tricks).max().unwrap_or(0);
        let value = i32::from(own(turn, i32::from(best), question.left));
        self.last = Some(question.answered(value));
        true
    }

    /// Tricks the side to move takes from the current trick on, and every card with which it does.
    pub fn best(&mut self, position: &Position) -> (u8, Hand) {
        let best = self.value(position);
        let question = self.set(position);
        let alike = position.alike_cards();
        let (mut cards, mut last) = (Hand::EMPTY, false);
        for card in from_the_top(position.legal()) {
            if alike & bit(card) == 0 {
                last = self.reaches(position, &question, card, best);
            }
            if last {
                cards.insert(card);
            }
        }
        (best, cards)
    }

    /// As [`cards_into`](Self::cards_into), but only as exact as somebody needs who wants `wanted`
    /// tricks, which takes half the questions: the best cards have their tricks, a card that still
    /// brings what is wanted has one less than those, any other one less than what is wanted, or
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
    pub fn graded(&mut self, position: &Position, wanted: u8, found: &mut Vec<(Card, u8)>) {
        let best = self.value(position);
        let question = self.set(position);
        let alike = position.alike_cards();
        found.clear();
        for card in from_the_top(position.legal()) {
            let tricks = match found.last() {
                Some(&(_, tricks)) if alike & bit(card) != 0 => tricks,
                _ if self.reaches(position, &question, card, best) => best,
                _ if wanted >= best || self.reaches(position, &question, card, wanted) => best - 1,
                _ => wanted - 1,
            };
            found.push((card, tricks));
        }
    }

    /// Whether the side to move takes at least so many tricks with a card.
    fn reaches(
        &mut self,
        position: &Position,
        question: &Question,
        card: Card,
        tricks: u8,
    ) -> bool {
        let max = Side::from(position.turn()) == Side::NorthSouth;
        let tricks = i32::from(tricks);
        let need = if max {
            tricks
        } else {
            question.left - tricks + 1
        };
        self.ask(question, bit(card), need) == max
    }

    /// The tricks of every declarer in every strain.
    pub fn table(&mut self, hands: &[Hand; 4]) -> TricksTable {
        let left = hands[0].len() as i32;
        let mut tricks = TricksTable::default();
        for (index, strain) in STRAINS.into_iter().enumerate() {
            let mut expected = guess(hands, left);
            // Partners first: their values are nearly always equal.
            for declarer in [Seat::North, Seat::South, Seat::East, Seat::West] {
                let position = Position::at(*hands, strain, declarer.lho(), [None; 3]);
                let question = self.set(&position);
                expected = self.north_south(&question, 0, expected);
                tricks[declarer as usize][index] = own(declarer, expected, left);
            }
        }
        tricks
    }

    /// North-South's tricks after a card, or with none if it is 0, by asking for more or fewer
    /// until both is answered.
    fn north_south(&mut self, question: &Question, card: u64, expected: i32) -> i32 {
        let (mut lower, mut upper) = (0, question.left);
        let mut need = expected.clamp(1, question.left);
        while lower < upper {
            if self.ask(question, card, need) {
                lower = need;
                need += 1;
            } else {
                upper = need - 1;
                need -= 1;
            }
        }
        lower
    }

    /// Whether North-South take so many tricks after a card, or with none if it is 0.
    fn ask(&mut self, question: &Question, card: u64, need: i32) -> bool {
        let Question { trick, left, .. } = question;
        match (*left <= ending::MOST, card) {
            (true, 0) => self.ending.follow(trick, need, *left),
            (true, card) => self.ending.after(trick, card, need, *left),
            (false, 0) => self.search.follow(trick, need, *left).yes,
            (false, card) => self.search.after(trick, card, need, *left).yes,
        }
    }

    fn set(&mut self, position: &Position) -> Question {
        let trump = trump(position.strain);
        let hands = position.hands.map(cards);
        let left = i32::from(position.tricks_left());
        if left <= ending::MOST {
            self.ending.set(hands, trump);
        } else {
            self.search.set(hands, trump);
        }
        let lead = Trick::led_by(position.leader as usize);
        let played = position.trick.iter().flatten();
        let trick = played.fold(lead, |trick, card| trick.with(bit(*card), trump));
        let guess = || guess(&position.hands, left);
        let mut question = Question {
            hands,
            trump,
            trick,
            left,
            expected: 0,
        };
        let last = self.last.as_ref();
        question.expected = last
            .and_then(|last| last.suggests(&question))
            .unwrap_or_else(guess);
        question
    }
}

/// What is asked about: the hands and the trick in progress, how many tricks are left with it, and
/// how many North-South will take probably.
struct Question {
    hands: [u64; 4],
    trump: usize,
    trick: Trick,
    left: i32,
    expected: i32,
}

impl Question {
    fn answered(&self, north_south: i32) -> Answer {
        Answer {
            hands: self.hands,
            trump: self.trump,
            left: self.left,
            north_south,
        }
    }
}

/// What came out last.
#[derive(Clone)]
struct Answer {
    hands: [u64; 4],
    trump: usize,
    left: i32,
    north_south: i32,
}

impl Answer {
    /// North-South's tricks if the question comes from the same deal a little later and all went as
    /// expected.
    fn suggests(&self, question: &Question) -> Option<i32> {
        let all = self.hands.iter().fold(0, |all, hand| all | hand);
        let elsewhere = |seat: usize| question.hands[seat] & all & !self.hands[seat];
        if self.trump != question.trump || (0..4).any(|seat| elsewhere(seat) != 0) {
            return None;
        }
        match self.left - question.left {
            0 => Some(self.north_south),
            // Who leads has taken the trick in between.
            1 => Some(self.north_south - i32::from(question.trick.leader & 1 == 0)),
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
