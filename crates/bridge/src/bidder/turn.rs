//! A picture as seen by the one whose turn it is.

use super::picture::{Kind, Picture, Shown};
use crate::notation::{STRAINS, SUITS};
use crate::{Bid, Call, Level, Strain, Suit};

/// The one whose turn it is, and what he may count on.
pub(super) struct Turn<'p> {
    pub(super) picture: &'p Picture,
    /// Counted from the dealer.
    pub(super) me: usize,
    /// The last bid, if any.
    pub(super) last: Option<Bid>,
    /// Who made it.
    pub(super) bidder: usize,
    /// What partner is taken to have at least: a little more than the minimum if he may have much
    /// more.
    pub(super) low: u8,
    /// The same for his maximum: what an invitation hopes for.
    pub(super) high: u8,
}

impl<'p> Turn<'p> {
    pub(super) fn of(picture: &'p Picture) -> Self {
        let me = picture.auction.len() % 4;
        let bid = |call: &Call| matches!(call, Call::Bid(_));
        let last = picture.auction.iter().rposition(bid);
        let (least, most) = picture.shown[(me + 2) % 4].points;
        let width = most.min(least + 10) - least;
        let low = least + if width >= 6 { width / 4 } else { 0 };
        Turn {
            picture,
            me,
            last: last.and_then(|at| match picture.auction[at] {
                Call::Bid(bid) => Some(bid),
                _ => None,
            }),
            bidder: last.map_or(me, |at| at % 4),
            low,
            high: most.min(low + 3),
        }
    }

    fn partner(&self) -> usize {
        (self.me + 2) % 4
    }

    pub(super) fn own(&self) -> &Shown {
        &self.picture.shown[self.me]
    }

    pub(super) fn his(&self) -> &Shown {
        &self.picture.shown[self.partner()]
    }

    /// The middle of what partner has shown.
    pub(super) fn middle(&self) -> u8 {
        let (least, most) = self.his().points;
        let most = most.min(least + 8);
        (least + most).div_ceil(2)
    }

    /// Whether the last bid is the opponents'.
    pub(super) fn contested(&self) -> bool {
        self.last.is_some() && self.bidder % 2 != self.me % 2
    }

    /// Whether partner made the last bid.
    pub(super) fn partner_bid(&self) -> bool {
        self.last.is_some() && self.bidder == self.partner()
    }

    /// The call so many turns ago: 1 is right-hand opponent's.
    pub(super) fn ago(&self, turns: usize) -> Option<Call> {
        let calls = &self.picture.auction;
        calls.len().checked_sub(turns).map(|at| calls[at])
    }

    /// The kind of partner's last call.
    pub(super) fn his_kind(&self) -> Kind {
        self.picture.kinds[self.partner()]
    }

    /// Whether a pass would leave partner's question unanswered. An opponent's call in between
    /// answers for us.
    pub(super) fn forced(&self) -> bool {
        let asked = self.picture.forcing[self.partner()] && self.is_asked();
        asked || (self.must_reach_game() && !self.contested())
    }

    /// Whether partner's question still stands. An artificial bid is no place to play when doubled,
    /// nor is what he doubled when redoubled.
    pub(super) fn is_asked(&self) -> bool {
        match self.ago(1) {
            Some(Call::Double) => self.his_kind() == Kind::Artificial,
            Some(Call::Redouble) => self.his_kind() == Kind::Takeout,
            before => before == Some(Call::Pass),
        }
    }

    /// Whether game was promised and is not reached.
    pub(super) fn must_reach_game(&self) -> bool {
        self.picture.game[self.me % 2] && !self.game_reached()
    }

    /// Whether the last bid is ours and a game.
    pub(super) fn game_reached(&self) -> bool {
        !self.contested() && self.last.is_some_and(is_game)
    }

    /// Whether all was said: the own hand is limited, and partner, who knows it, has passed.
    pub(super) fn is_done(&self) -> bool {
        let (own, his) = (self.own(), self.his());
        let limited = own.acted && own.points.1 - own.points.0 <= 6;
        limited && his.acted && self.contested() && self.ago(2) == Some(Call::Pass)
    }

    /// Whether opponents have shown the suit.
    pub(super) fn theirs(&self, suit: Suit) -> bool {
        [1, 3].into_iter().any(|step| {
            let shown = &self.picture.shown[(self.me + step) % 4];
            shown.bid[suit as usize] || shown.acted && shown.least(suit) >= 5
        })
    }

    /// Whether nobody has bid the suit.
    pub(super) fn unbid(&self, suit: Suit) -> bool {
        let bid = |shown: &Shown| shown.bid[suit as usize];
        !self.picture.shown.iter().any(bid)
    }

    /// The level at which a strain can be named; 8 if it cannot.
    pub(super) fn cheapest(&self, strain: Strain) -> u8 {
        self.last
            .map_or(1, |last| last.level.get() + u8::from(strain <= last.strain))
    }

    /// A bid, if it is legal.
    pub(super) fn bid(&self, level: u8, strain: Strain) -> Option<Call> {
        let possible = level >= self.cheapest(strain) && STRAINS.contains(&strain);
        let level = Level::try_new(level).ok().filter(|_| possible)?;
        Some(Call::Bid(Bid { level, strain }))
    }

    /// Own cards needed for eight trumps with partner; seven if he has shown none.
    pub(super) fn needed(&self, suit: Suit) -> u8 {
        match self.his().least(suit) {
            0 | 1 => 7,
            length => 8u8.saturating_sub(length).max(2),
        }
    }

    /// The suits opponents have shown.
    pub(super) fn their_suits(&self) -> [bool; 4] {
        SUITS.map(|suit| self.theirs(suit))
    }
}

/// The level of game.
pub(super) fn game_level(strain: Strain) -> u8 {
    match strain {
        Strain::Clubs | Strain::Diamonds => 5,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Notrump => 3,
    }
}

pub(super) fn is_game(bid: Bid) -> bool {
    bid.level.get() >= game_level(bid.strain)
}
