//! Candidate calls beyond the conventions: judgement as rules made for the situation.
//!
//! Points needed are counted from what partner has shown: 25 together are game, 33 a small slam, 37
//! a grand slam. The meaning of a candidate depends only on public information, so partner can
//! interpret it; the hands that choose it may depend on more. Candidates come in order: the first
//! that fits is chosen.

use super::auction_state::{ANY, CallKind, Span};
use super::context::Context;
use super::hand_evaluation::{EvaluatedHand, Purpose};
use super::reason::Judgement;
use super::{competition, contract, fallback, responses};
use crate::knowledge::Shapes;
use crate::{Call, Suit};

/// A test of the bidder's own hand that the others cannot see.
type Private = Box<dyn Fn(&EvaluatedHand) -> bool>;

/// A candidate call and the hands that make it.
pub(super) struct Candidate {
    pub(super) call: Call,
    /// The points it shows.
    pub(super) shown: Span,
    /// The points it needs, which may be more than it shows.
    points: Span,
    purpose: Purpose,
    lengths: [Span; 4],
    balanced: bool,
    /// Suits that have to be stopped.
    stopped: [bool; 4],
    /// The private test.
    private: Option<Private>,
    pub(super) kind: CallKind,
    pub(super) forcing: bool,
    /// Whether it is made only if nothing else fits.
    pub(super) fallback: bool,
    pub(super) why: Judgement,
}

impl Candidate {
    pub(super) fn new(call: Call, why: Judgement) -> Self {
        Candidate {
            call,
            shown: ANY,
            points: ANY,
            purpose: Purpose::Cards,
            lengths: [(0, 13); 4],
            balanced: false,
            stopped: [false; 4],
            private: None,
            kind: CallKind::Natural,
            forcing: false,
            fallback: false,
            why,
        }
    }

    /// Requires and shows points, counted for a purpose.
    pub(super) fn points(mut self, least: u8, most: u8, purpose: Purpose) -> Self {
        self.points = (least, most.max(least));
        self.shown = self.points;
        self.purpose = purpose;
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

    /// Limits the points shown, although hands with more may have no better call.
    pub(super) fn limits(mut self, most: u8) -> Self {
        self.shown.1 = most.max(self.shown.0);
        self.points.1 = ANY.1;
        self
    }

    /// Adds a private test.
    pub(super) fn only(mut self, test: impl Fn(&EvaluatedHand) -> bool + 'static) -> Self {
        self.private = Some(match self.private.take() {
            Some(other) => Box::new(move |held| other(held) && test(held)),
            None => Box::new(test),
        });
        self
    }

    pub(super) fn kind(mut self, kind: CallKind) -> Self {
        self.kind = kind;
        self
    }

    pub(super) fn forcing(mut self) -> Self {
        self.forcing = true;
        self
    }

    pub(super) fn fallback(mut self) -> Self {
        self.fallback = true;
        self
    }

    /// Returns the shapes it shows.
    pub(super) fn shapes(&self) -> Shapes {
        let balanced = |shape| !self.balanced || crate::hand::is_balanced(shape);
        Shapes::of(|shape| self.long(shape) && balanced(shape))
    }

    fn long(&self, lengths: [u8; 4]) -> bool {
        let fits = |(length, span): (u8, &Span)| (span.0..=span.1).contains(&length);
        lengths.into_iter().zip(&self.lengths).all(fits)
    }

    /// Returns whether a hand fits.
    pub(super) fn fits(&self, held: &EvaluatedHand) -> bool {
        let points = held.points_for(self.purpose);
        let mut suits = crate::notation::SUITS.into_iter();
        (self.points.0..=self.points.1).contains(&points)
            && self.long(held.lengths)
            && (!self.balanced || held.balanced)
            && suits.all(|suit| !self.stopped[suit as usize] || held.stops(suit))
            && self.private.as_ref().is_none_or(|test| test(held))
    }
}

/// Returns all candidates, best first. Before the opening there are none beyond the conventions.
pub(super) fn all(context: &Context<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(48);
    if context.last.is_none() {
        candidates.push(Candidate::new(Call::Pass, Judgement::NoOpening));
        return candidates;
    }
    if !responses::question(context, &mut candidates) {
        bids(context, &mut candidates);
    }
    let forced = context.forced();
    if !forced {
        candidates.push(pass(context));
    }
    let low = context.last.is_some_and(|bid| bid.level.get() <= 2);
    if forced || context.partner_bid() && low {
        fallback::all(context, &mut candidates);
    }
    candidates
}

/// Returns a pass, unless there are points for more.
fn pass(context: &Context<'_>) -> Candidate {
    let (own, partner) = (context.own_shown(), context.partner_shown());
    let candidate = Candidate::new(Call::Pass, Judgement::NothingMore);
    let answers = partner.acted && !own.acted && !partner.preempted && partner.points.0 >= 10;
    let waits = own.preempted || partner.preempted || context.game_reached() || !partner.acted;
    if answers && context.contested() {
        candidate.limits(10).only(|held| held.points <= 11)
    } else if !own.acted && !partner.acted {
        candidate.limits(17)
    } else if waits {
        candidate
    } else {
        let enough = contract::enough_for_game(context);
        let last = context.last.is_some_and(|bid| bid.level.get() >= 3);
        let contested = context.contested() || last;
        let candidate = candidate.limits(enough.saturating_sub(1));
        candidate.only(move |held| contested || held.points < enough)
    }
}

fn bids(context: &Context<'_>, candidates: &mut Vec<Candidate>) {
    let (own, partner) = (context.own_shown(), context.partner_shown());
    if own.preempted && !context.forced() {
        return;
    }
    if !own.acted && !partner.acted {
        return competition::enter(context, candidates);
    }
    if competition::over_double(context, candidates) {
        return;
    }
    contract::slams(context, candidates);
    if context.game_reached() {
        return contract::corrections(context, candidates);
    }
    if context.is_done() {
        return competition::bids(context, candidates);
    }
    competition::doubles(context, candidates);
    contract::major_games(context, candidates);
    contract::explorations(context, candidates);
    contract::games(context, candidates);
    contract::invitations(context, candidates);
    competition::after_double(context, candidates);
    if context.contested() {
        competition::bids(context, candidates);
        competition::values(context, 26, candidates);
    } else if !context.forced() {
        contract::raised_preempt(context, candidates);
        contract::retreats(context, candidates);
    }
}
