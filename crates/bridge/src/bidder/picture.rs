//! What everybody at the table has been told by the calls so far.
//!
//! The rules of the card come first. Calls beyond them are read with the very
//! [offers](super::offers) a bidder of this kind chooses from, so partners understand each other as
//! far as they bid alike; of anybody else's calls at least the suit is believed.

use super::offers::{self, Offer};
use super::turn::Turn;
use crate::knowledge::{Conventions, Reading, Shapes};
use crate::notation::SUITS;
use crate::{Auction, Bid, Call, Strain, Suit};

/// A least and a greatest number.
pub(super) type Span = (u8, u8);

/// All points there are.
pub(super) const ANY: Span = (0, 40);

/// What one player has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) points: Span,
    /// Lengths, clubs first.
    pub(super) lengths: [Span; 4],
    shapes: Shapes,
    /// Suits that were bid and meant.
    pub(super) bid: [bool; 4],
    /// Whether there was any call but a pass.
    pub(super) acted: bool,
    /// Whether the hand was shown as weak with one long suit, which is all there is to say of it.
    pub(super) preempted: bool,
}

impl Shown {
    const NOTHING: Shown = Shown {
        points: ANY,
        lengths: [(0, 13); 4],
        shapes: Shapes::ALL,
        bid: [false; 4],
        acted: false,
        preempted: false,
    };

    /// Takes in a promise. What contradicts everything before replaces it: the last word counts.
    /// What no hand can keep says nothing.
    fn learn(&mut self, points: Span, shapes: &Shapes) {
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

    /// The least number of cards shown of a suit.
    pub(super) fn least(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize].0
    }

    /// Whether two cards or more of every suit are shown.
    pub(super) fn balanced(&self) -> bool {
        self.lengths.iter().all(|length| length.0 >= 2)
    }
}

/// The least and greatest lengths among shapes.
fn hull(shapes: &Shapes) -> [Span; 4] {
    let mut lengths = [(13, 0); 4];
    for shape in shapes.iter() {
        for (span, length) in lengths.iter_mut().zip(shape) {
            *span = (span.0.min(length), span.1.max(length));
        }
    }
    lengths
}

/// What kind of call it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// A pass, or a bid that means its strain.
    #[default]
    Natural,
    /// A bid that means something else.
    Artificial,
    /// A double that asks for a bid.
    Takeout,
    /// A double that does not.
    Penalty,
}

/// A call, understood.
#[derive(Clone, Copy, Debug)]
struct Meant {
    points: Span,
    shapes: Shapes,
    kind: Kind,
    forcing: bool,
}

/// What everybody has shown. Players are counted from the dealer, who is 0.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) auction: Auction,
    pub(super) shown: [Shown; 4],
    /// The kind of everybody's last call.
    pub(super) kinds: [Kind; 4],
    /// Whether everybody's last call asks partner not to pass.
    pub(super) forcing: [bool; 4],
    /// Whether a side has promised to reach game.
    pub(super) game: [bool; 2],
}

impl Picture {
    /// Reads an auction.
    pub(super) fn of(auction: &Auction, conventions: &Conventions) -> Self {
        let mut picture = Picture {
            auction: Auction::new(),
            shown: [Shown::NOTHING; 4],
            kinds: [Kind::Natural; 4],
            forcing: [false; 4],
            game: [false; 2],
        };
        for &call in &**auction {
            picture.add(call, conventions);
        }
        picture
    }

    fn add(&mut self, call: Call, conventions: &Conventions) {
        let me = self.auction.len() % 4;
        let meant = match Reading::of(&self.auction, call, conventions) {
            Some(reading) => self.by_card(call, &reading),
            None => self.by_nature(call),
        };
        let strong = !self.opened() && meant.kind == Kind::Artificial;
        let shown = &mut self.shown[me];
        let first = !shown.acted;
        shown.learn(meant.points, &meant.shapes);
        shown.acted |= call != Call::Pass;
        if let Call::Bid(bid) = call {
            let suit = bid.strain.suit().filter(|_| meant.kind == Kind::Natural);
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

    /// What a rule of the card promises, in its usual ways.
    fn by_card(&self, call: Call, reading: &Reading<'_>) -> Meant {
        let ways = reading.ways();
        // What is promised much stronger hands besides is shown by bidding again.
        let usual = |points: Span| points.0 < ways[0].points.0 + 4;
        let mut counted = ways
            .iter()
            .filter(|way| way.weight > 0.5 && usual(way.points));
        let (mut points, mut shapes) = counted
            .next()
            .map_or((ANY, Shapes::ALL), |way| (way.points, way.shapes));
        for way in counted {
            points = (points.0.min(way.points.0), points.1.max(way.points.1));
            shapes = shapes.or(&way.shapes);
        }
        let lengths = hull(&shapes);
        let kind = self.kind(call, lengths);
        Meant {
            points,
            shapes,
            kind,
            forcing: self.is_forcing(call, points, kind),
        }
    }

    /// The small list of artificial calls, told by what they promise: a suit that is not the one
    /// bid (strong openings, Stayman, transfers, Michaels), and notrump that promises a fit or two
    /// suits (Jacoby, unusual).
    fn kind(&self, call: Call, lengths: [Span; 4]) -> Kind {
        let place = (self.auction.len() + 2) % 4;
        let partner = &self.shown[place];
        let Call::Bid(Bid { strain, .. }) = call else {
            return if call == Call::Double {
                Kind::Takeout
            } else {
                Kind::Natural
            };
        };
        let length = |suit: Suit| lengths[suit as usize].0;
        let artificial = match strain.suit() {
            Some(suit) => length(suit) < 3 && !partner.bid[suit as usize],
            None => SUITS
                .into_iter()
                .any(|suit| length(suit) >= 5 || length(suit) >= 4 && partner.bid[suit as usize]),
        };
        // What answers a question asks none, whatever it denies.
        let asked = partner.acted && self.kinds[place] == Kind::Artificial;
        if artificial && !asked {
            Kind::Artificial
        } else {
            Kind::Natural
        }
    }

    /// The small list of forcing calls: artificial ones, take-out doubles, and new suits without an
    /// upper limit of a player whose partner has bid: answers to an opening by an unpassed hand,
    /// reverses, jump shifts.
    fn is_forcing(&self, call: Call, points: Span, kind: Kind) -> bool {
        let me = self.auction.len() % 4;
        let partner = &self.shown[(me + 2) % 4];
        let Call::Bid(bid) = call else {
            return kind == Kind::Takeout;
        };
        let new = bid
            .strain
            .suit()
            .is_some_and(|suit| !self.shown[me].bid[suit as usize] && !partner.bid[suit as usize]);
        let answers = partner.acted && self.kinds[(me + 2) % 4] != Kind::Artificial;
        let unlimited = points.1 >= 37 && self.shown[me].points.1 > 11;
        kind == Kind::Artificial || new && unlimited && answers
    }

    /// What the offers say of a call that no rule is about; failing that, that suits are suits.
    fn by_nature(&self, call: Call) -> Meant {
        let turn = Turn::of(self);
        let offers = offers::all(&turn);
        let known = turn.own().points;
        // What he has denied before he does not mean now.
        let possible = |offer: &&Offer| offer.shown.0 <= known.1 && offer.shown.1 >= known.0;
        let same = offers.iter().filter(|offer| offer.call == call);
        let same: Vec<&Offer> = same.filter(possible).collect();
        let usual = same.iter().any(|offer| !offer.resort);
        let mut counted = same.iter().filter(|offer| !(usual && offer.resort));
        let Some(first) = counted.next() else {
            return Meant {
                points: ANY,
                shapes: foreign(call, &turn),
                kind: Kind::Natural,
                forcing: false,
            };
        };
        let mut meant = Meant {
            points: first.shown,
            shapes: first.shapes(),
            kind: first.kind,
            forcing: first.forcing,
        };
        for offer in counted {
            let (least, most) = offer.shown;
            meant.points = (meant.points.0.min(least), meant.points.1.max(most));
            meant.shapes = meant.shapes.or(&offer.shapes());
            meant.forcing &= offer.forcing;
        }
        meant
    }
}

/// What a call tells that nobody of this kind would make.
fn foreign(call: Call, turn: &Turn<'_>) -> Shapes {
    match call {
        Call::Bid(bid) => match bid.strain.suit() {
            Some(suit) if !turn.theirs(suit) => {
                let raise = turn.his().least(suit) >= 4;
                Shapes::of(|shape| shape[suit as usize] >= if raise { 3 } else { 4 })
            }
            _ => Shapes::ALL,
        },
        _ => Shapes::ALL,
    }
}
