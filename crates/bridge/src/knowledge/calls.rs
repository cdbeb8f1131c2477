//! Interpretation of the calls of an auction.
//!
//! A call is looked up in the rules; the first that fits gives its promise. Calls without a rule
//! mean nothing, and the explanation says so. The promises of one seat must be possible together:
//! otherwise the last one is widened, first in points, then in shape, because calls late in an
//! auction are the least exact.

use super::conventions::{CallRule, Conventions, Promise};
use super::holdings::Quality;
use super::meaning::{Alternative, Meaning};
use super::shapes::{SHAPES, Shapes};
use super::statement::{HandType, Promises, RuleName, Statement, StatementKind};
use super::terms::{Range, SuitBindings};
use crate::table::after;
use crate::{Auction, Bid, Call, Seat, Strain, Suit};
use std::sync::Arc;

/// An interpreted call.
#[derive(Clone, Debug)]
pub(super) struct InterpretedCall {
    pub(super) call: Call,
    pub(super) rule: RuleName,
    pub(super) reliability: f64,
    pub(super) meaning: Arc<Meaning>,
    pub(super) promises: Arc<Promises>,
    pub(super) holdings: Vec<(Suit, Quality)>,
}

/// The interpretation of a whole auction. It does not change during the play, so it is computed
/// once and used for every card.
///
/// ```
/// use bridge::knowledge::{Bidding, Conventions};
/// use bridge::{Auction, Seat};
///
/// let auction: Auction = "1NT - 3NT - - -".parse()?;
/// let bidding = Bidding::of(&auction, Seat::South, &Conventions::standard());
/// let statements = bidding.statements(Seat::South);
/// assert_eq!(statements[0].to_string(), "South's 1NT (opening 1NT): 15-17 points, balanced");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bidding {
    pub(super) seats: [Vec<InterpretedCall>; 4],
    unread: Vec<(Seat, Call)>,
}

impl Bidding {
    /// Interprets an auction.
    pub fn of(auction: &Auction, dealer: Seat, conventions: &Conventions) -> Self {
        let mut bidding = Bidding {
            seats: Default::default(),
            unread: Vec::new(),
        };
        for (index, &call) in auction.iter().enumerate() {
            let seat = after(dealer, index);
            match Situation::of(&auction[..index], call).rule(conventions) {
                Some((rule, bindings)) => bidding.add(seat, call, rule, &bindings),
                // Passes mean nothing so often that reporting each would hide the rest.
                None if call == Call::Pass => {}
                None => bidding.unread.push((seat, call)),
            }
        }
        bidding
    }

    /// Returns the statements of a seat's calls, including those without a meaning.
    pub fn statements(&self, seat: Seat) -> Vec<Statement> {
        let read = self.seats[seat as usize]
            .iter()
            .flat_map(InterpretedCall::statements);
        let read = read.map(|kind| Statement { seat, kind });
        read.chain(self.unread(seat)).collect()
    }

    /// Returns the calls of a seat without a meaning.
    pub(super) fn unread(&self, seat: Seat) -> impl Iterator<Item = Statement> + '_ {
        let own = self.unread.iter().filter(move |(who, _)| *who == seat);
        own.map(move |(_, call)| Statement {
            seat,
            kind: StatementKind::Unread(*call),
        })
    }

    fn add(&mut self, seat: Seat, call: Call, rule: &CallRule, bindings: &SuitBindings) {
        let earlier = &mut self.seats[seat as usize];
        let meaning = rule.meaning(bindings);
        let fit = (0..=40)
            .map(|by| meaning.widened(by))
            .find(|wide| possible(earlier, wide));
        let fit = fit.expect("a promise of anything is possible");
        let promises = Promises {
            widened: fit != meaning,
            ..rule.promises(bindings)
        };
        let holdings = rule.holdings.iter();
        let holdings =
            holdings.filter_map(|(name, quality)| Some((bindings.suit(*name)?, *quality)));
        earlier.push(InterpretedCall {
            call,
            rule: rule.name.clone(),
            reliability: rule.reliability,
            meaning: Arc::new(fit),
            promises: Arc::new(promises),
            holdings: holdings.collect(),
        });
    }
}

impl InterpretedCall {
    fn statements(&self) -> impl Iterator<Item = StatementKind> + '_ {
        let whole = StatementKind::Promise(self.call, self.rule.clone(), self.promises.clone());
        let holding =
            |&(suit, quality)| StatementKind::Holding(self.call, self.rule.clone(), quality, suit);
        std::iter::once(whole).chain(self.holdings.iter().map(holding))
    }
}

/// Returns whether a hand can keep all promises.
fn possible(earlier: &[InterpretedCall], last: &Meaning) -> bool {
    (0..SHAPES.len()).any(|shape| {
        let points = last.points(shape);
        earlier.iter().fold(points, |points, promised| {
            points & promised.meaning.points(shape)
        }) != 0
    })
}

/// A call and the auction before it.
pub(super) struct Situation<'a> {
    /// The calls from the opening on.
    since: &'a [Call],
    call: Call,
    /// The seat that opened, or is to open: 1 is the dealer.
    seat: u8,
    jump: Option<u8>,
    reverse: bool,
    bid: [bool; 4],
}

impl<'a> Situation<'a> {
    pub(super) fn of(before: &'a [Call], call: Call) -> Self {
        let opened = before
            .iter()
            .position(|call| *call != Call::Pass)
            .unwrap_or(before.len());
        let since = &before[opened..];
        let mut bid = [false; 4];
        for suit in bids(since).filter_map(|bid| bid.strain.suit()) {
            bid[suit as usize] = true;
        }
        let jump = match call {
            Call::Bid(bid) => Some(jump(bid, bids(since).last())),
            _ => None,
        };
        Situation {
            since,
            call,
            seat: opened as u8 + 1,
            jump,
            reverse: is_reverse(since, call, jump, bid),
            bid,
        }
    }

    /// Returns the first rule that fits, with the suits of its letters.
    pub(super) fn rule<'c>(
        &self,
        conventions: &'c Conventions,
    ) -> Option<(&'c CallRule, SuitBindings)> {
        let mut rules = conventions.calls.iter();
        rules.find_map(|rule| Some((rule, self.fits(rule)?)))
    }

    fn fits(&self, rule: &CallRule) -> Option<SuitBindings> {
        if rule.seat.is_some_and(|seat| !seat.contains(self.seat))
            || rule.jump.is_some_and(|jump| self.jump != Some(jump))
            || rule.reverse.is_some_and(|reverse| reverse != self.reverse)
        {
            return None;
        }
        let mut bindings = rule.after.iter().filter_map(|pattern| {
            let mut bindings = pattern.matched(self.since)?;
            bindings.bid = self.bid;
            let unbid = |suit: Suit| !self.bid[suit as usize];
            rule.call
                .fits(self.call, &mut bindings, unbid)
                .then_some(bindings)
        });
        bindings.next()
    }
}

fn bids(calls: &[Call]) -> impl Iterator<Item = Bid> + '_ {
    calls.iter().filter_map(|call| match call {
        Call::Bid(bid) => Some(*bid),
        _ => None,
    })
}

/// Returns the number of levels more than needed to name the strain.
fn jump(bid: Bid, last: Option<Bid>) -> u8 {
    let least = last.map_or(1, |last| {
        last.level.get() + u8::from(bid.strain <= last.strain)
    });
    bid.level.get().saturating_sub(least)
}

/// Returns whether a new suit above the caller's first one is bid at the two level, without a jump.
fn is_reverse(since: &[Call], call: Call, jump: Option<u8>, bid: [bool; 4]) -> bool {
    // The caller's own calls are every fourth one, counted back from this one.
    let mut own = (since.len() % 4..since.len()).step_by(4);
    let first = own.find_map(|index| bids(&since[index..=index]).next());
    match (first, call, jump) {
        (Some(first), Call::Bid(new), Some(0)) => {
            let is_new = new.strain.suit().is_some_and(|suit| !bid[suit as usize]);
            let suits = first.strain != Strain::Notrump && is_new;
            suits && new.level.get() == first.level.get() + 1 && new.strain > first.strain
        }
        _ => false,
    }
}

impl CallRule {
    /// Returns the promise, with suits for its letters.
    pub(super) fn meaning(&self, bindings: &SuitBindings) -> Meaning {
        let alternative = |promise: &Promise| Alternative {
            points: promise.points,
            shapes: promise.shapes(bindings),
            weight: promise.weight,
        };
        Meaning {
            alternatives: self.promises.iter().map(alternative).collect(),
            edge: self.edge,
        }
    }

    /// Returns the promise for sentences.
    pub(super) fn promises(&self, bindings: &SuitBindings) -> Promises {
        Promises {
            kinds: self
                .promises
                .iter()
                .map(|alternative| alternative.kind(bindings))
                .collect(),
            widened: false,
        }
    }
}

impl Promise {
    fn shapes(&self, bindings: &SuitBindings) -> Shapes {
        if self.lengths.is_empty() && self.shape.is_none() {
            return Shapes::ALL;
        }
        let lengths: Vec<(Suit, Range)> = self
            .lengths
            .iter()
            .filter_map(|(name, range)| Some((bindings.suit(*name)?, *range)))
            .collect();
        Shapes::of(|shape| {
            lengths
                .iter()
                .all(|(suit, range)| range.contains(shape[*suit as usize]))
                && self
                    .shape
                    .as_ref()
                    .is_none_or(|condition| condition.holds(shape, bindings))
        })
    }

    fn kind(&self, bindings: &SuitBindings) -> HandType {
        let lengths = self.lengths.iter();
        let lengths = lengths.filter_map(|(name, range)| Some((bindings.suit(*name)?, *range)));
        HandType {
            points: self.points,
            lengths: lengths.collect(),
            shape: self.shape.clone().map(|shape| (shape, *bindings)),
        }
    }
}
