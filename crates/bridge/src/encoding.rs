//! Encoding of bridge for programs that learn: cards and calls by number, views as one vector.
//!
//! Actions 0 to 51 are the cards, `4 * rank + suit` with ranks from the two (0) to the ace (12) and
//! suits clubs, diamonds, hearts, spades; 52 is Pass, 53 a double, 54 a redouble, and 55 to 89 are
//! the bids from 1C to 7NT, strains clubs, diamonds, hearts, spades, no trump. `OpenSpiel` counts
//! in the same way.
//!
//! A view is a vector of 979 numbers. Seats are counted from the viewing seat clockwise: itself 0,
//! left-hand opponent 1, partner 2, right-hand opponent 3. All values are 0 or 1, but for the
//! tricks, 0 to 13.
//!
//! | from | size | contents |
//! |---|---|---|
//! | 0 | 52 | the cards left in the seat's own hand |
//! | 52 | 52 | the cards left in dummy, once it is faced |
//! | 104 | 4 x 52 | the cards that were played from each hand |
//! | 312 | 4 x 52 | the card of each hand in the current trick |
//! | 520 | 4 | the dealer |
//! | 524 | 2 | whether the own side is vulnerable; the other side |
//! | 526 | 4 | the hand whose call or card is due |
//! | 530 | 1 | whether the viewing seat decides about it |
//! | 531 | 4 x 35 | the bids of each seat |
//! | 671 | 4 x 35 | the bids that each seat has doubled |
//! | 811 | 4 x 35 | the bids that each seat has redoubled |
//! | 951 | 4 | whether each seat has passed before the first bid |
//! | 955 | 3 | whether the last call is a pass; the last two are; the last three |
//! | 958 | 4 | the declarer by the calls so far |
//! | 962 | 7 | the level of the last bid |
//! | 969 | 5 | its strain |
//! | 974 | 3 | undoubled, doubled, redoubled |
//! | 977 | 2 | the tricks of the own side, of the other side |

use crate::bidding::{caller, every_call};
use crate::notation::STRAINS;
use crate::play::winner;
use crate::rules::{Action, Bridge, SeatView};
use crate::table::Side;
use crate::{Bid, Call, Card, Hand, Penalty, Rank, Seat, Suit, View};
use arena::encoding::{ActionSpace, ArrayShape, EncodedAction, Encoding, unknown_action};

/// The name of the encoding.
pub const NAME: &str = "cards";

/// The number of cards, and the number of the first call.
const CARDS: usize = 52;
/// The number of bids.
const BIDS: usize = 35;
/// The calls that are no bids: pass, double, redouble.
const OTHER_CALLS: usize = 3;
/// The number of actions.
const ACTIONS: usize = CARDS + OTHER_CALLS + BIDS;
/// The length of an encoded view.
const LENGTH: usize = 979;

/// The suits by number.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

/// The encoding by cards and calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards;

fn number_of_card(card: Card) -> usize {
    4 * usize::from(card.rank.get() - 2) + card.suit as usize
}

fn card_of_number(number: usize) -> Card {
    Card {
        suit: SUITS[number % 4],
        rank: Rank::new((number / 4 + 2) as u8),
    }
}

/// Returns the number of a bid, from 0.
fn number_of_bid(bid: Bid) -> usize {
    let strain = STRAINS.iter().position(|&strain| strain == bid.strain);
    5 * (usize::from(bid.level.get()) - 1) + strain.expect("five strains")
}

impl Encoding<Bridge> for Cards {
    fn actions(&self) -> ActionSpace {
        ActionSpace::Numbers(ACTIONS)
    }

    fn shape(&self) -> ArrayShape {
        ArrayShape {
            axes: vec![LENGTH],
            low: 0.0,
            high: 13.0,
        }
    }

    fn observe(&self, _game: &Bridge, _seat: usize, seen: &SeatView) -> Vec<f32> {
        let view = &seen.view;
        let mut vector = Vector {
            seat: view.seat,
            values: Vec::with_capacity(LENGTH),
        };
        vector.cards(view);
        vector.table(view);
        vector.auction(view);
        vector.contract(view);
        debug_assert_eq!(vector.values.len(), LENGTH);
        vector.values
    }

    fn decode(&self, action: &EncodedAction) -> Result<Action, String> {
        match action {
            EncodedAction::Number(number @ 0..CARDS) => Ok(card_of_number(*number).into()),
            EncodedAction::Number(number @ CARDS..ACTIONS) => {
                let call = every_call().nth(number - CARDS);
                Ok(call.expect("one of all calls").into())
            }
            _ => Err(unknown_action(action, &self.actions())),
        }
    }

    fn encode(&self, action: &Action) -> Option<EncodedAction> {
        let number = match action {
            Action::Card(card) => number_of_card(*card),
            Action::Call(Call::Pass) => CARDS,
            Action::Call(Call::Double) => CARDS + 1,
            Action::Call(Call::Redouble) => CARDS + 2,
            Action::Call(Call::Bid(bid)) => CARDS + OTHER_CALLS + number_of_bid(*bid),
        };
        Some(EncodedAction::Number(number))
    }
}

/// The vector of a view in the making.
struct Vector {
    seat: Seat,
    values: Vec<f32>,
}

impl Vector {
    /// Returns the place of a seat, counted from the viewing one.
    fn place(&self, seat: Seat) -> usize {
        (seat as usize + 4 - self.seat as usize) % 4
    }

    /// Adds `size` zeros with ones at some places.
    fn marks(&mut self, size: usize, ones: impl IntoIterator<Item = usize>) {
        let from = self.values.len();
        self.values.resize(from + size, 0.0);
        for one in ones {
            self.values[from + one] = 1.0;
        }
    }

    fn flags<const N: usize>(&mut self, flags: [bool; N]) {
        self.values.extend(flags.map(f32::from));
    }

    fn hand(&mut self, hand: Hand) {
        self.marks(CARDS, hand.iter().map(number_of_card));
    }

    fn seat(&mut self, seat: Option<Seat>) {
        let place = seat.map(|seat| self.place(seat));
        self.marks(4, place);
    }

    fn of_seats(&mut self, cards: &[(Seat, Card)]) {
        let placed = cards.iter();
        let placed = placed.map(|(seat, card)| self.place(*seat) * CARDS + number_of_card(*card));
        let ones: Vec<usize> = placed.collect();
        self.marks(4 * CARDS, ones);
    }

    /// Adds hands, cards played and the current trick.
    fn cards(&mut self, view: &View) {
        let played = view.played();
        self.hand(view.hand - played[view.seat as usize]);
        let dummy = view.final_contract().map(|contract| contract.dummy());
        let faced = dummy.and_then(|dummy| Some(view.dummy? - played[dummy as usize]));
        self.hand(faced.unwrap_or(Hand::EMPTY));
        self.of_seats(&view.cards);
        let trick = view.cards.len() / 4 * 4;
        self.of_seats(&view.cards[trick..]);
    }

    /// Adds dealer, vulnerability and whose turn it is.
    fn table(&mut self, view: &View) {
        self.seat(Some(view.dealer));
        let own = Side::from(view.seat);
        let other = Side::from(view.seat.lho());
        self.flags([own, other].map(|side| view.vulnerability.of(side)));
        let calls = caller(&view.auction, view.dealer);
        let due = calls.or_else(|| view.turn());
        let decides = calls.or_else(|| view.decider());
        self.seat(due);
        self.flags([decides == Some(view.seat)]);
    }

    /// Adds bids, doubles and passes.
    fn auction(&mut self, view: &View) {
        let [mut bids, mut doubles, mut redoubles] = [(); 3].map(|()| Vec::new());
        let mut passes = Vec::new();
        let mut last = None;
        let mut since = 0;
        for (number, call) in view.auction.iter().enumerate() {
            let place = self.place(crate::table::after(view.dealer, number));
            since = if *call == Call::Pass { since + 1 } else { 0 };
            let bid = |last: Option<usize>| last.map(|bid| place * BIDS + bid);
            match call {
                Call::Pass if last.is_none() && !passes.contains(&place) => passes.push(place),
                Call::Pass => {}
                Call::Double => doubles.extend(bid(last)),
                Call::Redouble => redoubles.extend(bid(last)),
                Call::Bid(made) => {
                    last = Some(number_of_bid(*made));
                    bids.extend(bid(last));
                }
            }
        }
        for made in [bids, doubles, redoubles] {
            self.marks(4 * BIDS, made);
        }
        self.marks(4, passes);
        self.flags([1, 2, 3].map(|passes| since >= passes));
    }

    /// Adds the contract by the calls so far, and the tricks.
    fn contract(&mut self, view: &View) {
        let found = view.final_contract();
        self.seat(found.map(|found| found.declarer));
        let bid = found.map(|found| number_of_bid(found.contract.bid));
        self.marks(7, bid.map(|bid| bid / 5));
        self.marks(5, bid.map(|bid| bid % 5));
        let penalty = found.map(|found| found.contract.penalty);
        let penalties = [Penalty::Undoubled, Penalty::Doubled, Penalty::Redoubled];
        self.flags(penalties.map(|one| penalty == Some(one)));
        let mut tricks = [0.0; 2];
        if let Some(found) = found {
            for trick in view.cards.chunks_exact(4) {
                let taken_by = winner(trick, found.contract.bid.strain);
                tricks[self.place(taken_by) % 2] += 1.0;
            }
        }
        self.values.extend(tricks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use arena::Game as _;

    #[test]
    fn every_number_is_a_card_or_a_call_in_the_documented_order() {
        for number in 0..ACTIONS {
            let code = EncodedAction::Number(number);
            let action = Cards.decode(&code).unwrap();
            assert_eq!(Cards.encode(&action), Some(code));
        }
        let text = |number| {
            Cards
                .decode(&EncodedAction::Number(number))
                .unwrap()
                .to_string()
        };
        let named = [0, 3, 51, 52, 53, 54, 55, 59, 89].map(text);
        assert_eq!(
            named,
            ["C2", "S2", "SA", "Pass", "X", "XX", "1C", "1NT", "7NT"]
        );
        assert!(Cards.decode(&EncodedAction::Number(90)).is_err());
    }

    /// Returns the places of the ones in a part of a vector.
    fn ones(vector: &[f32], from: usize, size: usize) -> Vec<usize> {
        let part = vector[from..from + size].iter().enumerate();
        part.filter(|(_, value)| **value == 1.0)
            .map(|(place, _)| place)
            .collect()
    }

    #[test]
    fn a_vector_shows_calls_dummy_and_tricks_from_the_seat() {
        let mut position = Position::new(crate::Board::numbered(
            1,
            crate::notation::deal(
                "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
            )
            .unwrap(),
        ));
        let game = Bridge::default();
        // North deals. South declares four hearts, doubled by East.
        for action in "Pass Pass 1H 1S 3H Pass 4H Pass Pass X Pass Pass Pass DA D6 D9 D3".split(' ')
        {
            position.act(action.parse().unwrap()).unwrap();
        }
        let vector = |seat| Cards.observe(&game, seat, &game.view(&position, seat));
        let east = vector(1);
        assert_eq!(east.len(), LENGTH);
        assert_eq!(ones(&east, 0, 52).len(), 12);
        assert_eq!(ones(&east, 52, 52).len(), 12, "dummy without its six");
        assert_eq!(ones(&east, 312, 208).len(), 0, "a new trick");
        assert_eq!(ones(&east, 520, 4), [3], "the dealer sits to the right");
        assert_eq!(
            ones(&east, 526, 5),
            [2],
            "West leads again, and East does not decide"
        );
        assert_eq!(ones(&east, 531, 140).len(), 4);
        assert_eq!(ones(&east, 671, 140), [17], "East has doubled 4H");
        assert_eq!(ones(&east, 951, 4), [0, 3]);
        assert_eq!(ones(&east, 958, 4), [1]);
        assert_eq!(ones(&east, 962, 7), [3]);
        assert_eq!(ones(&east, 969, 5), [2]);
        assert_eq!(ones(&east, 974, 3), [1]);
        assert_eq!(&east[977..], [1.0, 0.0]);
        assert_eq!(&vector(2)[977..], [0.0, 1.0]);
    }
}
