//! The auction state: what each player has shown by the calls so far.
//!
//! Conventions come first. Calls beyond them are interpreted with the same
//! [candidates](super::candidates) that the bidder chooses from, so partners understand each other
//! as far as they bid alike; of other calls at least the suit is believed.

use super::candidates::{self, Candidate};
use super::context::Context;
use crate::knowledge::{Conventions, Interpretation, Shapes};
use crate::notation::SUITS;
use crate::{Auction, Bid, Call, Strain, Suit};

/// A minimum and a maximum.
pub(super) type Span = (u8, u8);

/// Any number of points.
pub(super) const ANY: Span = (0, 40);

/// The hand that one player has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownHand {
    pub(super) points: Span,
    /// Lengths, clubs first.
    pub(super) lengths: [Span; 4],
    shapes: Shapes,
    /// Suits that were bid naturally.
    pub(super) bid: [bool; 4],
    /// Whether there was any call but a pass.
    pub(super) acted: bool,
    /// Whether the player has pre-empted: a weak hand with one long suit, fully described.
    pub(super) preempted: bool,
}

impl ShownHand {
    const NOTHING: ShownHand = ShownHand {
        points: ANY,
        lengths: [(0, 13); 4],
        shapes: Shapes::ALL,
        bid: [false; 4],
        acted: false,
        preempted: false,
    };

    /// Adds a promise. A promise that contradicts the earlier ones replaces them; an impossible one
    /// is ignored.
    fn narrow(&mut self, points: Span, shapes: &Shapes) {
        if shapes.iter().next().is_none() {
            return;
        }
        let both = (self.points.0.max(points.0), self.points.1.min(points.1));
        self.points = if both.0 <= both.1 { both } else { points };
        let both = self.shapes.and(shapes);
        self.shapes = if both.iter().next().is_some() {
            both
        } else {
            *shapes
        };
        self.lengths = hull(&self.shapes);
    }

    /// Returns the minimum length shown in a suit.
    pub(super) fn least(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize].0
    }

    /// Returns whether at least two cards of every suit are shown.
    pub(super) fn balanced(&self) -> bool {
        self.lengths.iter().all(|length| length.0 >= 2)
    }
}

/// Returns the minimum and maximum lengths of shapes.
fn hull(shapes: &Shapes) -> [Span; 4] {
    let mut lengths = [(13, 0); 4];
    for shape in shapes.iter() {
        for (span, length) in lengths.iter_mut().zip(shape) {
            *span = (span.0.min(length), span.1.max(length));
        }
    }
    lengths
}

/// The kind of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CallKind {
    /// A pass, or a bid of its strain.
    #[default]
    Natural,
    /// An artificial bid.
    Artificial,
    /// A take-out double.
    Takeout,
    /// A penalty double.
    Penalty,
}

/// The interpretation of a call.
#[derive(Clone, Copy, Debug)]
struct CallMeaning {
    points: Span,
    shapes: Shapes,
    kind: CallKind,
    forcing: bool,
}

/// The state of an auction. Players are counted from the dealer, who is 0.
#[derive(Clone, Debug)]
pub(super) struct AuctionState {
    pub(super) auction: Auction,
    pub(super) shown: [ShownHand; 4],
    /// The kind of each player's last call.
    pub(super) kinds: [CallKind; 4],
    /// Whether each player's last call is forcing.
    pub(super) forcing: [bool; 4],
    /// Whether a side is forced to game.
    pub(super) game: [bool; 2],
}

impl AuctionState {
    /// Reads an auction.
    pub(super) fn of(auction: &Auction, conventions: &Conventions) -> Self {
        let mut state = AuctionState {
            auction: Auction::new(),
            shown: [ShownHand::NOTHING; 4],
            kinds: [CallKind::Natural; 4],
            forcing: [false; 4],
            game: [false; 2],
        };
        for &call in &**auction {
            state.add(call, conventions);
        }
        state
    }

    fn add(&mut self, call: Call, conventions: &Conventions) {
        let me = self.auction.len() % 4;
        let meant = match Interpretation::of(&self.auction, call, conventions) {
            Some(interpretation) => self.by_card(call, &interpretation),
            None => self.by_nature(call),
        };
        let strong = !self.opened() && meant.kind == CallKind::Artificial;
        let shown = &mut self.shown[me];
        let first = !shown.acted;
        shown.narrow(meant.points, &meant.shapes);
        shown.acted |= call != Call::Pass;
        if let Call::Bid(bid) = call {
            let suit = bid
                .strain
                .suit()
                .filter(|_| meant.kind == CallKind::Natural);
            if let Some(suit) = suit.filter(|suit| shown.least(*suit) >= 3) {
                shown.bid[suit as usize] = true;
                let weak = shown.points.1 <= 11 && shown.points.0 <= 5 && shown.least(suit) >= 6;
                shown.preempted |= first && weak;
            }
            // Two notrump after a strong artificial opening limits it.
            let limited = bid == Bid::new(2, Strain::Notrump) && shown.points.0 >= 22;
            self.game[me % 2] = (self.game[me % 2] && !limited) || strong;
        }
        self.kinds[me] = meant.kind;
        self.forcing[me] = meant.forcing;
        self.auction.push(call);
        let together = self.shown[me].points.0 + self.shown[(me + 2) % 4].points.0;
        self.game[me % 2] |= together >= 25;
    }

    fn opened(&self) -> bool {
        self.shown.iter().any(|shown| shown.acted)
    }

    /// Interprets a call by a convention, in its usual meanings.
    fn by_card(&self, call: Call, interpretation: &Interpretation<'_>) -> CallMeaning {
        let alternatives = interpretation.alternatives();
        // Alternatives with much stronger hands are shown by bidding again.
        let usual = |points: Span| points.0 < alternatives[0].points.0 + 4;
        let mut counted = alternatives
            .iter()
            .filter(|alternative| alternative.weight > 0.5 && usual(alternative.points));
        let (mut points, mut shapes) = counted.next().map_or((ANY, Shapes::ALL), |alternative| {
            (alternative.points, alternative.shapes)
        });
        for alternative in counted {
            points = (
                points.0.min(alternative.points.0),
                points.1.max(alternative.points.1),
            );
            shapes = shapes.or(&alternative.shapes);
        }
        let lengths = hull(&shapes);
        let kind = self.kind(call, lengths);
        CallMeaning {
            points,
            shapes,
            kind,
            forcing: self.is_forcing(call, points, kind),
        }
    }

    /// Returns the kind of a call. Artificial calls are recognised by what they promise: a suit
    /// that is not the one bid (strong openings, Stayman, transfers, Michaels), and notrump that
    /// promises a fit or two suits (Jacoby, unusual).
    fn kind(&self, call: Call, lengths: [Span; 4]) -> CallKind {
        let place = (self.auction.len() + 2) % 4;
        let partner = &self.shown[place];
        let Call::Bid(Bid { strain, .. }) = call else {
            return if call == Call::Double {
                CallKind::Takeout
            } else {
                CallKind::Natural
            };
        };
        let length = |suit: Suit| lengths[suit as usize].0;
        let artificial = match strain.suit() {
            Some(suit) => length(suit) < 3 && !partner.bid[suit as usize],
            None => SUITS
                .into_iter()
                .any(|suit| length(suit) >= 5 || length(suit) >= 4 && partner.bid[suit as usize]),
        };
        // A response is not a question, whatever it denies.
        let is_response = partner.acted && self.kinds[place] == CallKind::Artificial;
        if artificial && !is_response {
            CallKind::Artificial
        } else {
            CallKind::Natural
        }
    }

    /// Returns whether a call is forcing: artificial calls, take-out doubles, and new suits without
    /// an upper limit by a player whose partner has bid (responses to an opening by an unpassed
    /// hand, reverses, jump shifts).
    fn is_forcing(&self, call: Call, points: Span, kind: CallKind) -> bool {
        let me = self.auction.len() % 4;
        let partner = &self.shown[(me + 2) % 4];
        let Call::Bid(bid) = call else {
            return kind == CallKind::Takeout;
        };
        let new = bid
            .strain
            .suit()
            .is_some_and(|suit| !self.shown[me].bid[suit as usize] && !partner.bid[suit as usize]);
        let answers = partner.acted && self.kinds[(me + 2) % 4] != CallKind::Artificial;
        let unlimited = points.1 >= 37 && self.shown[me].points.1 > 11;
        kind == CallKind::Artificial || new && unlimited && answers
    }

    /// Interprets a call without a convention by the candidates; failing that, suits are natural.
    fn by_nature(&self, call: Call) -> CallMeaning {
        let context = Context::of(self);
        let candidates = candidates::all(&context);
        let known = context.own_shown().points;
        // What the player has denied before is not meant now.
        let possible =
            |candidate: &&Candidate| candidate.shown.0 <= known.1 && candidate.shown.1 >= known.0;
        let same = candidates.iter().filter(|candidate| candidate.call == call);
        let same: Vec<&Candidate> = same.filter(possible).collect();
        let usual = same.iter().any(|candidate| !candidate.fallback);
        let mut counted = same
            .iter()
            .filter(|candidate| !(usual && candidate.fallback));
        let Some(first) = counted.next() else {
            return CallMeaning {
                points: ANY,
                shapes: foreign(call, &context),
                kind: CallKind::Natural,
                forcing: false,
            };
        };
        let mut meant = CallMeaning {
            points: first.shown,
            shapes: first.shapes(),
            kind: first.kind,
            forcing: first.forcing,
        };
        for candidate in counted {
            let (least, most) = candidate.shown;
            meant.points = (meant.points.0.min(least), meant.points.1.max(most));
            meant.shapes = meant.shapes.or(&candidate.shapes());
            meant.forcing &= candidate.forcing;
        }
        meant
    }
}

/// Interprets a call that this bidder would never make.
fn foreign(call: Call, context: &Context<'_>) -> Shapes {
    match call {
        Call::Bid(bid) => match bid.strain.suit() {
            Some(suit) if !context.theirs(suit) => {
                let raise = context.partner_shown().least(suit) >= 4;
                Shapes::of(|shape| shape[suit as usize] >= if raise { 3 } else { 4 })
            }
            _ => Shapes::ALL,
        },
        _ => Shapes::ALL,
    }
}
