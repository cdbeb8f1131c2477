//! Calls beyond the card, with what they mean: sound judgement as rules that are made up on the
//! spot.
//!
//! Points needed are counted from what partner has shown: 25 together are game, 33 a small slam, 37
//! a grand slam. An offer's meaning depends only on what everybody knows, so partner can read it;
//! which hands take it may depend on more. Offers come in order: the first that fits is the one.

use super::held::{Held, Worth};
use super::picture::{ANY, Kind, Span};
use super::turn::Turn;
use super::why::Thought;
use super::{answer, compete, contract, resort};
use crate::knowledge::Shapes;
use crate::{Call, Suit};

/// A test of what nobody else can see.
type Private = Box<dyn Fn(&Held) -> bool>;

/// A call and the hands that make it.
pub(super) struct Offer {
    pub(super) call: Call,
    /// The points it shows.
    pub(super) shown: Span,
    /// The points it needs, which may be more than it shows.
    points: Span,
    worth: Worth,
    lengths: [Span; 4],
    balanced: bool,
    /// Suits that have to be stopped.
    stopped: [bool; 4],
    /// What only the bidder knows.
    private: Option<Private>,
    pub(super) kind: Kind,
    pub(super) forcing: bool,
    /// Only if nothing else fits.
    pub(super) resort: bool,
    pub(super) why: Thought,
}

impl Offer {
    pub(super) fn new(call: Call, why: Thought) -> Self {
        Offer {
            call,
            shown: ANY,
            points: ANY,
            worth: Worth::Cards,
            lengths: [(0, 13); 4],
            balanced: false,
            stopped: [false; 4],
            private: None,
            kind: Kind::Natural,
            forcing: false,
            resort: false,
            why,
        }
    }

    /// So many points, counted for a purpose.
    pub(super) fn points(mut self, least: u8, most: u8, worth: Worth) -> Self {
        self.points = (least, most.max(least));
        self.shown = self.points;
        self.worth = worth;
        self
    }

    pub(super) fn at_least(mut self, suit: Suit, length: u8) -> Self {
        let span = &mut self.lengths[suit as usize];
        span.0 = span.0.max(length);
        self
    }

    pub(super) fn at_most(mut self, suit: Suit, length: u8) -> Self {
        let span = &mut self.lengths[suit as usize];
        span.1 = span.1.min(length);
        self
    }

    pub(super) fn balanced(mut self) -> Self {
        self.balanced = true;
        self
    }

    pub(super) fn stopped(mut self, suits: [bool; 4]) -> Self {
        self.stopped = suits;
        self
    }

    /// Shows not more than so many points, although hands with more may have no better call.
    pub(super) fn limits(mut self, most: u8) -> Self {
        self.shown.1 = most.max(self.shown.0);
        self.points.1 = ANY.1;
        self
    }

    /// Only with hands that pass a test besides.
    pub(super) fn only(mut self, test: impl Fn(&Held) -> bool + 'static) -> Self {
        self.private = Some(match self.private.take() {
            Some(other) => Box::new(move |held| other(held) && test(held)),
            None => Box::new(test),
        });
        self
    }

    pub(super) fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    pub(super) fn forcing(mut self) -> Self {
        self.forcing = true;
        self
    }

    pub(super) fn resort(mut self) -> Self {
        self.resort = true;
        self
    }

    /// The shapes it shows.
    pub(super) fn shapes(&self) -> Shapes {
        let balanced = |shape| !self.balanced || crate::hand::is_balanced(shape);
        Shapes::of(|shape| self.long(shape) && balanced(shape))
    }

    fn long(&self, lengths: [u8; 4]) -> bool {
        let fits = |(length, span): (u8, &Span)| (span.0..=span.1).contains(&length);
        lengths.into_iter().zip(&self.lengths).all(fits)
    }

    /// Whether a hand takes it.
    pub(super) fn fits(&self, held: &Held) -> bool {
        let worth = held.worth(self.worth);
        let mut suits = crate::notation::SUITS.into_iter();
        (self.points.0..=self.points.1).contains(&worth)
            && self.long(held.lengths)
            && (!self.balanced || held.balanced)
            && suits.all(|suit| !self.stopped[suit as usize] || held.stops(suit))
            && self.private.as_ref().is_none_or(|test| test(held))
    }
}

/// Everything that may be thought of, best first. Before anybody has opened there is nothing beyond
/// the card.
pub(super) fn all(turn: &Turn<'_>) -> Vec<Offer> {
    let mut offers = Vec::with_capacity(48);
    if turn.last.is_none() {
        offers.push(Offer::new(Call::Pass, Thought::NoOpening));
        return offers;
    }
    if !answer::question(turn, &mut offers) {
        bids(turn, &mut offers);
    }
    let forced = turn.forced();
    if !forced {
        offers.push(pass(turn));
    }
    let low = turn.last.is_some_and(|bid| bid.level.get() <= 2);
    if forced || turn.partner_bid() && low {
        resort::all(turn, &mut offers);
    }
    offers
}

/// A pass, unless there are points for more.
fn pass(turn: &Turn<'_>) -> Offer {
    let (own, his) = (turn.own(), turn.his());
    let offer = Offer::new(Call::Pass, Thought::NothingMore);
    let answers = his.acted && !own.acted && !his.preempted && his.points.0 >= 10;
    let waits = own.preempted || his.preempted || turn.game_reached() || !his.acted;
    if answers && turn.contested() {
        offer.limits(10).only(|held| held.points <= 11)
    } else if !own.acted && !his.acted {
        offer.limits(17)
    } else if waits {
        offer
    } else {
        let enough = contract::enough_for_game(turn);
        let last = turn.last.is_some_and(|bid| bid.level.get() >= 3);
        let contested = turn.contested() || last;
        let offer = offer.limits(enough.saturating_sub(1));
        offer.only(move |held| contested || held.points < enough)
    }
}

fn bids(turn: &Turn<'_>, offers: &mut Vec<Offer>) {
    let (own, his) = (turn.own(), turn.his());
    if own.preempted && !turn.forced() {
        return;
    }
    if !own.acted && !his.acted {
        return compete::enter(turn, offers);
    }
    if compete::over_double(turn, offers) {
        return;
    }
    contract::slams(turn, offers);
    if turn.game_reached() {
        return contract::corrections(turn, offers);
    }
    if turn.is_done() {
        return compete::bids(turn, offers);
    }
    compete::doubles(turn, offers);
    contract::major_games(turn, offers);
    contract::explorations(turn, offers);
    contract::games(turn, offers);
    contract::invitations(turn, offers);
    compete::after_double(turn, offers);
    if turn.contested() {
        compete::bids(turn, offers);
        compete::values(turn, 26, offers);
    } else if !turn.forced() {
        contract::raised_preempt(turn, offers);
        contract::retreats(turn, offers);
    }
}
