//! The context of a call: the auction state from the perspective of the player to call.

use super::auction_state::{AuctionState, CallKind, ShownHand};
use crate::notation::{STRAINS, SUITS};
use crate::{Bid, Call, Level, Strain, Suit};

/// The player to call, and partner's assumed strength.
pub(super) struct Context<'p> {
    pub(super) state: &'p AuctionState,
    /// Counted from the dealer.
    pub(super) me: usize,
    /// The last bid, if any.
    pub(super) last: Option<Bid>,
    /// The player who made it.
    pub(super) bidder: usize,
    /// The least points assumed of partner: a little more than the minimum if partner may have much
    /// more.
    pub(super) low: u8,
    /// The most points assumed of partner: the hope of an invitation.
    pub(super) high: u8,
}

impl<'p> Context<'p> {
    pub(super) fn of(state: &'p AuctionState) -> Self {
        let me = state.auction.len() % 4;
        let bid = |call: &Call| matches!(call, Call::Bid(_));
        let last = state.auction.iter().rposition(bid);
        let (least, most) = state.shown[(me + 2) % 4].points;
        let width = most.min(least + 10) - least;
        let low = least + if width >= 6 { width / 4 } else { 0 };
        Context {
            state,
            me,
            last: last.and_then(|at| match state.auction[at] {
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

    pub(super) fn own_shown(&self) -> &ShownHand {
        &self.state.shown[self.me]
    }

    pub(super) fn partner_shown(&self) -> &ShownHand {
        &self.state.shown[self.partner()]
    }

    /// Returns the middle of what partner has shown.
    pub(super) fn middle(&self) -> u8 {
        let (least, most) = self.partner_shown().points;
        let most = most.min(least + 8);
        (least + most).div_ceil(2)
    }

    /// Returns whether the last bid is the opponents'.
    pub(super) fn contested(&self) -> bool {
        self.last.is_some() && self.bidder % 2 != self.me % 2
    }

    /// Returns whether partner made the last bid.
    pub(super) fn partner_bid(&self) -> bool {
        self.last.is_some() && self.bidder == self.partner()
    }

    /// Returns the call `turns` turns ago: 1 is right-hand opponent's.
    pub(super) fn ago(&self, turns: usize) -> Option<Call> {
        let calls = &self.state.auction;
        calls.len().checked_sub(turns).map(|at| calls[at])
    }

    /// Returns the kind of partner's last call.
    pub(super) fn partner_kind(&self) -> CallKind {
        self.state.kinds[self.partner()]
    }

    /// Returns whether partner's forcing call is unanswered. An opponent's call in between answers
    /// it.
    pub(super) fn forced(&self) -> bool {
        let forcing = self.state.forcing[self.partner()] && self.is_asked();
        forcing || (self.must_reach_game() && !self.contested())
    }

    /// Returns whether partner's question still stands. An artificial bid is no contract when
    /// doubled, nor is the suit partner doubled when redoubled.
    pub(super) fn is_asked(&self) -> bool {
        match self.ago(1) {
            Some(Call::Double) => self.partner_kind() == CallKind::Artificial,
            Some(Call::Redouble) => self.partner_kind() == CallKind::Takeout,
            before => before == Some(Call::Pass),
        }
    }

    /// Returns whether our side is forced to game and has not reached it.
    pub(super) fn must_reach_game(&self) -> bool {
        self.state.game[self.me % 2] && !self.game_reached()
    }

    /// Returns whether the last bid is ours and a game.
    pub(super) fn game_reached(&self) -> bool {
        !self.contested() && self.last.is_some_and(is_game)
    }

    /// Returns whether our auction is complete: the own hand is limited, and partner, who knows it,
    /// has passed.
    pub(super) fn is_done(&self) -> bool {
        let (own, partner) = (self.own_shown(), self.partner_shown());
        let limited = own.acted && own.points.1 - own.points.0 <= 6;
        limited && partner.acted && self.contested() && self.ago(2) == Some(Call::Pass)
    }

    /// Returns whether opponents have shown the suit.
    pub(super) fn theirs(&self, suit: Suit) -> bool {
        [1, 3].into_iter().any(|step| {
            let shown = &self.state.shown[(self.me + step) % 4];
            shown.bid[suit as usize] || shown.acted && shown.least(suit) >= 5
        })
    }

    /// Returns whether the suit is unbid.
    pub(super) fn unbid(&self, suit: Suit) -> bool {
        let bid = |shown: &ShownHand| shown.bid[suit as usize];
        !self.state.shown.iter().any(bid)
    }

    /// Returns the cheapest level of a strain; 8 if there is none.
    pub(super) fn cheapest(&self, strain: Strain) -> u8 {
        self.last
            .map_or(1, |last| last.level.get() + u8::from(strain <= last.strain))
    }

    /// Returns a bid, if it is legal.
    pub(super) fn bid(&self, level: u8, strain: Strain) -> Option<Call> {
        let possible = level >= self.cheapest(strain) && STRAINS.contains(&strain);
        let level = Level::try_new(level).ok().filter(|_| possible)?;
        Some(Call::Bid(Bid { level, strain }))
    }

    /// Returns the own length needed for eight trumps with partner; seven if partner has shown
    /// none.
    pub(super) fn needed(&self, suit: Suit) -> u8 {
        match self.partner_shown().least(suit) {
            0 | 1 => 7,
            length => 8u8.saturating_sub(length).max(2),
        }
    }

    /// Returns the suits opponents have shown.
    pub(super) fn their_suits(&self) -> [bool; 4] {
        SUITS.map(|suit| self.theirs(suit))
    }
}

/// Returns the level of game.
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
