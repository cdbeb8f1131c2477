//! Inferences from the cards played.
//!
//! Each card is interpreted from the observer's view: a spot is high or low among the spots the
//! observer did not see when it was played. A seat's first card of a suit may be a signal; at most
//! one signal is inferred from a card.

use super::belief::Facts;
use super::conventions::{Conventions, Habit, Occasion, Occasions, Shows, SignalRule};
use super::holdings::{ACE, KING, QUEEN, Test};
use super::inference::{Constraint, Inference, Source};
use super::statement::RuleName;
use crate::bidding::FinalContract;
use crate::hand::SPOTS;
use crate::notation::SUITS;
use crate::play::winner;
use crate::table::{Side, after};
use crate::{Auction, Call, Card, Hand, Holding, Rank, Seat, Strain, Suit, View};

/// Interprets every card of the play, in order.
pub(super) fn read(
    view: &View,
    facts: &[Facts; 4],
    conventions: &Conventions,
    into: &mut Vec<Inference>,
) {
    let Some(final_contract) = view.final_contract() else {
        return;
    };
    let mut reader = Reader {
        view,
        facts,
        conventions,
        table: Table::new(view, final_contract),
        into,
    };
    for (index, &(seat, card)) in view.cards.iter().enumerate() {
        let trick = &view.cards[index / 4 * 4..index];
        if !facts[seat as usize].seen {
            reader.card(index, trick, seat, card);
        }
        reader.table.played[seat as usize].insert(card);
    }
}

/// The play up to a card, for one observer.
pub(super) struct Table {
    final_contract: FinalContract,
    trumps: Option<Suit>,
    observer: Seat,
    /// The observer's hand and dummy's.
    seen: Hand,
    observer_hand: Hand,
    dummy: Option<Hand>,
    played: [Hand; 4],
}

impl Table {
    fn new(view: &View, final_contract: FinalContract) -> Self {
        Table {
            final_contract,
            trumps: final_contract.contract.bid.strain.suit(),
            observer: view.seat,
            seen: view.hand | view.dummy.unwrap_or(Hand::EMPTY),
            observer_hand: view.hand,
            dummy: view.dummy,
            played: [Hand::EMPTY; 4],
        }
    }

    /// Returns the table with all cards of a view played.
    pub(super) fn now(view: &View) -> Option<Self> {
        let mut table = Table::new(view, view.final_contract()?);
        for &(seat, card) in &view.cards {
            table.played[seat as usize].insert(card);
        }
        Some(table)
    }

    pub(super) fn notrump(&self) -> bool {
        self.trumps.is_none()
    }

    fn all_played(&self) -> Hand {
        self.played
            .into_iter()
            .fold(Hand::EMPTY, |all, hand| all | hand)
    }

    fn defends(&self, seat: Seat) -> bool {
        Side::from(seat) != Side::from(self.final_contract.declarer)
    }

    /// Returns dummy's remaining cards of a suit; `None` before it is faced.
    fn dummy_left(&self, suit: Suit) -> Option<Holding> {
        let dummy = self.dummy?;
        Some(dummy[suit] - self.played[self.final_contract.dummy() as usize][suit])
    }

    /// Returns the cards of the suit that the observer sees neither in a hand nor on the table.
    fn unseen(&self, suit: Suit) -> Holding {
        Holding::ALL - self.seen[suit] - self.all_played()[suit]
    }

    /// Returns the occasions for a signal of a defender's card, if it is of the suit led. `later`
    /// are the cards of the trick after it.
    pub(super) fn occasions(
        &self,
        trick: &[(Seat, Card)],
        seat: Seat,
        card: Card,
        later: &[(Seat, Card)],
    ) -> Occasions {
        if !self.defends(seat) {
            return Occasions::NONE;
        }
        match trick.first() {
            None if self.gives_ruff(seat, card.suit, later) => Occasion::GivingRuff.into(),
            None => Occasions::NONE,
            Some((_, led)) if led.suit != card.suit => Occasions::NONE,
            Some((leader, _)) if *leader == seat.partner() => {
                if self.beats(trick, seat, card) {
                    Occasions::NONE
                } else {
                    self.third_hand(trick, card.suit)
                }
            }
            // A last hand that wins the trick wants to win it, not to signal.
            Some(_) if trick.len() == 3 && self.beats(trick, seat, card) => Occasions::NONE,
            Some(_) => Occasion::DeclarerLeads.into(),
        }
    }

    fn third_hand(&self, trick: &[(Seat, Card)], suit: Suit) -> Occasions {
        let mut occasions = Occasions::from(Occasion::PartnerLeads);
        let followed = trick
            .iter()
            .any(|(who, card)| *who == self.final_contract.dummy() && card.suit == suit);
        let short = |left: Holding| left.len() + usize::from(followed) <= 1;
        if !self.notrump() && Some(suit) != self.trumps && self.dummy_left(suit).is_some_and(short)
        {
            occasions = occasions.and(Occasion::DummyIsShort);
        }
        let honours = Holding::from_bits_truncate(ACE | KING | QUEEN);
        if (self.unseen(suit) & honours).is_empty() {
            occasions = occasions.and(Occasion::HonoursAreSeen);
        }
        occasions
    }

    fn beats(&self, trick: &[(Seat, Card)], seat: Seat, card: Card) -> bool {
        let mut cards = [(seat, card); 4];
        let length = trick.len().min(3);
        cards[..length].copy_from_slice(&trick[..length]);
        winner(&cards[..=length], self.final_contract.contract.bid.strain) == seat
    }

    /// Returns whether partner is going to ruff this lead, as far as the observer can tell.
    fn gives_ruff(&self, seat: Seat, suit: Suit, later: &[(Seat, Card)]) -> bool {
        let Some(trumps) = self.trumps.filter(|trumps| *trumps != suit) else {
            return false;
        };
        let partner = seat.partner();
        let ruffed = later
            .iter()
            .any(|(who, card)| *who == partner && card.suit == trumps);
        let left = self.observer_hand - self.played[partner as usize];
        ruffed || partner == self.observer && left[suit].is_empty() && !left[trumps].is_empty()
    }

    /// Returns whether a spot is high (or else low) among the spots the observer does not see;
    /// `None` in the middle.
    fn is_high(&self, card: Card) -> Option<bool> {
        let unseen = self.unseen(card.suit).to_bits() & SPOTS;
        let below = (unseen & ((1 << card.rank.get()) - 1)).count_ones();
        let above = (unseen >> (card.rank.get() + 1)).count_ones();
        (below != above).then_some(below > above)
    }

    /// Returns the two suits that suit preference chooses between, lower first.
    pub(super) fn side_suits(&self, led: Suit) -> Option<[Suit; 2]> {
        let mut others = SUITS
            .into_iter()
            .filter(|suit| *suit != led && Some(*suit) != self.trumps);
        // At notrump there are three other suits, and the two are not determined.
        match (others.next(), others.next(), others.next()) {
            (Some(lower), Some(higher), None) => Some([lower, higher]),
            _ => None,
        }
    }
}

/// Returns the first signal that is agreed for one of the occasions.
pub(super) fn agreed_signal(
    conventions: &Conventions,
    occasions: Occasions,
) -> Option<&SignalRule> {
    let mut signals = conventions.signals.iter();
    signals.find(|rule| rule.when.meets(occasions))
}

struct Reader<'a> {
    view: &'a View,
    facts: &'a [Facts; 4],
    conventions: &'a Conventions,
    table: Table,
    into: &'a mut Vec<Inference>,
}

impl Reader<'_> {
    fn card(&mut self, index: usize, trick: &[(Seat, Card)], seat: Seat, card: Card) {
        if index == 0 {
            self.opening_lead(seat, card);
        }
        let rest = self.view.cards.len().min(index / 4 * 4 + 4);
        self.signal(trick, seat, card, index + 1..rest);
        self.habits(trick.is_empty(), seat, card);
    }

    fn infer(
        &mut self,
        seat: Seat,
        rule: &RuleName,
        reliability: f64,
        card: Card,
        constraint: Constraint,
    ) {
        let source = Source::Card(card);
        self.into.push(Inference {
            seat,
            rule: rule.clone(),
            reliability,
            constraint,
            source,
        });
    }

    /// Interprets an opening lead: the card by the holdings it is led from, the suit by the lengths
    /// it is led with.
    fn opening_lead(&mut self, seat: Seat, card: Card) {
        let conventions = self.conventions;
        if Some(card.suit) == self.table.trumps {
            return;
        }
        let notrump = self.table.notrump();
        let table = &conventions.tables[usize::from(notrump)];
        if let Some(reliability) = table.reliability() {
            let test = Test::Lead {
                card: card.rank,
                table: table.clone(),
            };
            self.infer(
                seat,
                &table.name,
                reliability,
                card,
                Constraint::Suit(card.suit, test),
            );
        }
        // Partner's suit is led whatever the own lengths are.
        if has_bid(
            &self.view.auction,
            self.view.dealer,
            seat.partner(),
            card.suit,
        ) {
            return;
        }
        for rule in conventions
            .choices
            .iter()
            .filter(|rule| rule.against.covers(notrump))
        {
            let meaning = rule.meaning(card.suit, self.table.final_contract.contract.bid.strain);
            self.infer(
                seat,
                &rule.name,
                rule.reliability,
                card,
                Constraint::Hand(meaning),
            );
        }
    }

    fn signal(
        &mut self,
        trick: &[(Seat, Card)],
        seat: Seat,
        card: Card,
        later: std::ops::Range<usize>,
    ) {
        let before = self.table.played[seat as usize][card.suit];
        let is_spot = SPOTS >> card.rank.get() & 1 == 1;
        let first = before.is_empty() || trick.is_empty();
        if !is_spot || !first {
            return;
        }
        let occasions = self
            .table
            .occasions(trick, seat, card, &self.view.cards[later]);
        let Some(rule) = agreed_signal(self.conventions, occasions) else {
            return;
        };
        let Some(high) = self.table.is_high(card) else {
            return;
        };
        let short = !self.table.notrump();
        let (suit, test) = match rule.shows {
            Shows::Count => (
                card.suit,
                Test::Parity {
                    odd: !high,
                    before,
                    card: rule.strict.then_some(card.rank),
                },
            ),
            Shows::Attitude => (
                card.suit,
                Test::Liking {
                    likes: high,
                    short,
                    before,
                },
            ),
            Shows::SuitPreference => match self.table.side_suits(card.suit) {
                Some(suits) => (suits[usize::from(high)], Test::Entry),
                None => return,
            },
        };
        self.infer(
            seat,
            &rule.name,
            rule.reliability,
            card,
            Constraint::Suit(suit, test),
        );
    }

    fn habits(&mut self, leads: bool, seat: Seat, card: Card) {
        let conventions = self.conventions;
        for rule in &conventions.habits {
            let test = match rule.habit {
                Habit::BareKing if self.could_bare_king(seat, card) => {
                    let before = self.table.played[seat as usize][card.suit];
                    Some(Test::KingNotBared {
                        card: card.rank,
                        before,
                    })
                }
                Habit::FaceValue { denies } if leads && self.may_be_sequence(seat, card) => {
                    denies.then(|| Test::Without(Rank::new(card.rank.get() + 1)))
                }
                _ => continue,
            };
            let constraint = test.map_or(Constraint::Nothing, |test| {
                Constraint::Suit(card.suit, test)
            });
            self.infer(seat, &rule.name, rule.reliability, card, constraint);
        }
    }

    /// Returns whether the card may have been the only one beside the king, with the ace against
    /// it.
    fn could_bare_king(&self, seat: Seat, card: Card) -> bool {
        let suit = card.suit;
        let facts = &self.facts[seat as usize];
        let king = facts.may[suit].contains(Rank::K) && card.rank < Rank::K;
        let played = self.table.played[seat as usize][suit];
        let others =
            facts.must[suit] - played - Holding::from_rank(card.rank) - Holding::from_rank(Rank::K);
        let gone = self.table.all_played()[suit];
        let partner_has_ace = self.facts[seat.partner() as usize].must[suit].contains(Rank::A);
        king && others.is_empty()
            && !gone.contains(Rank::A)
            && !gone.contains(Rank::K)
            && !partner_has_ace
    }

    /// Returns whether declarer led, from the hidden hand, a card that may belong to a sequence:
    /// the next higher one is not visible.
    fn may_be_sequence(&self, seat: Seat, card: Card) -> bool {
        let above = card.rank.get() + 1;
        let touching = Rank::try_new(above)
            .is_ok_and(|above| self.facts[seat as usize].may[card.suit].contains(above));
        seat == self.table.final_contract.declarer && card.rank.get() >= 9 && touching
    }
}

fn has_bid(auction: &Auction, dealer: Seat, seat: Seat, suit: Suit) -> bool {
    let named = |call: &Call| matches!(call, Call::Bid(bid) if bid.strain == Strain::from(suit));
    auction
        .iter()
        .enumerate()
        .any(|(index, call)| after(dealer, index) == seat && named(call))
}
