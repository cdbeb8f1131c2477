//! Move ordering.
//!
//! A good first card causes a cutoff at once; the order affects nothing but the time. The last
//! hand, if it follows suit, goes by rule: win as cheaply as possible, or play low. All other cards
//! get a score, a sum of weights of a few features of the trick and of the card. The weights are
//! fitted (see `weights.rs`) for the cheapest cutoff, not for the most frequent one.

use super::deck::{
    NOTRUMP, above, all_of, group, heads, lane, lowest, of_suit, over, suit_of, top, winners,
};
use super::moves::Moves;
use super::search::{Search, Trick};
use super::table::{Hints, Owners};
use super::trick_comparison::{beating, beats, best_reply, threat};
use super::weights::{FOLLOWING, NOT_FOLLOWING, ROLE, ROLES};

/// The prospects of a trick in progress: the replies of the hands still to play.
struct Outlook {
    seat: usize,
    /// The strongest reply of the next hand, and of partner if partner plays after it; 0 if there
    /// is none.
    next: u64,
    partner: u64,
    /// Whether the next hand beats the trick so far.
    next_beats: bool,
    /// Whether partner beats the next hand.
    partner_beats_next: bool,
    /// Whether partner beats the trick so far.
    partner_beats: bool,
    /// The kind of [`Goal`] of the side to play.
    goal: usize,
    /// The killer card.
    last: u64,
}

impl Outlook {
    /// Returns the feature index of the trick's prospects after a card, given whether it wins the
    /// trick so far, beats the next hand's and partner's strongest replies.
    fn state<const CARDS: usize>(
        &self,
        trick: &Trick,
        wins: bool,
        beats_next: bool,
        beats_partner: bool,
    ) -> usize {
        let beaten = if wins { !beats_next } else { self.next_beats };
        let partner_best = trick.best_seat == (self.seat + 2) & 3;
        match CARDS {
            3 => number([wins, partner_best, false]),
            2 => number([wins, partner_best, beaten, self.next_beats]),
            _ => {
                let over = if beaten {
                    self.partner_beats_next
                } else if wins {
                    !beats_partner
                } else {
                    self.partner_beats
                };
                let saves = if self.next_beats {
                    self.partner_beats_next
                } else {
                    self.partner_beats
                };
                number([wins, beaten, saves, over])
            }
        }
    }
}

/// A suit from the view of the hand to play.
struct SuitView {
    suit: usize,
    own: u32,
    theirs: u32,
    partner: u32,
    length: usize,
    their_length: usize,
    /// The ranks that beat the trick so far, the next hand, partner.
    wins: u32,
    beats_next: u32,
    beats_partner: u32,
    /// The base index of the weights.
    base: usize,
    /// The score that all its cards have in common.
    score: i32,
}

/// The score of a card that caused a cutoff in a position with the same relevant cards: it comes
/// first.
const MATCHING_HINT: i32 = 10_000;

fn weight(base: usize, index: usize) -> i32 {
    i32::from(ROLES[(base + index) % ROLES.len()])
}

/// Returns the number of cards, at most three.
fn up_to_three(lane: u32) -> usize {
    let second = lane & lane.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    usize::from(lane != 0) + usize::from(second != 0) + usize::from(third != 0)
}

/// Returns a card and the cards of a lane that are lower.
fn below(lane: u32, card: u32) -> u32 {
    lane & !(card - 1)
}

/// Bits as a number, the first one highest.
fn number<const N: usize>(bits: [bool; N]) -> usize {
    bits.iter().fold(0, |all, &bit| 2 * all + usize::from(bit))
}

/// The goal of the side to play: the tricks it needs of those left.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    left: usize,
    /// The kind: one, all, all but one, two, or another number.
    kind: usize,
}

impl Goal {
    pub(super) fn of(seat: usize, target: i32, left: i32) -> Self {
        let needed = if seat & 1 == 0 {
            target
        } else {
            left - target + 1
        };
        let kind = match needed {
            1 => 0,
            _ if needed == left => 1,
            _ if needed == left - 1 => 2,
            2 => 3,
            _ => 4,
        };
        let left = left as usize;
        Goal { left, kind }
    }
}

/// Killer cards: the last card that caused a cutoff, by tricks left, seat and suit led; the fifth
/// suit is for the lead itself.
#[derive(Clone)]
pub(super) struct KillerCards([[[u64; 5]; 4]; 14]);

impl KillerCards {
    pub(super) fn empty() -> Self {
        KillerCards([[[0; 5]; 4]; 14])
    }

    /// Stores a killer card.
    pub(super) fn set(&mut self, trick: &Trick, left: i32, card: u64) {
        self.0[left as usize][trick.turn()][led_or_lead(trick)] = card;
    }

    fn get(&self, trick: &Trick, left: usize) -> u64 {
        self.0[left][trick.turn()][led_or_lead(trick)]
    }
}

fn led_or_lead(trick: &Trick) -> usize {
    if trick.cards == 0 { 4 } else { trick.led }
}

/// The cards that caused cutoffs in similar positions; 0 if unknown.
struct HintedCards {
    matching: u64,
    near: u64,
    last: u64,
}

/// Decodes a hint, the suit and the number of higher cards left, to a card; 0 if there is none.
fn hinted(hint: u8, all: u64) -> u64 {
    if hint == u8::MAX {
        return 0;
    }
    let suit = usize::from(hint >> 4);
    let without = |rest: u32, _| rest & rest.wrapping_sub(1);
    of_suit(top((0..hint & 15).fold(lane(all, suit), without)), suit)
}

impl Search {
    /// Adds the possible leads with their scores.
    pub(super) fn leads(
        &self,
        leader: usize,
        owners: &Owners,
        hints: Hints,
        goal: Goal,
        lost: u64,
        moves: &mut Moves,
    ) {
        let hand = self.hands[leader];
        let heads = heads(hand, self.all & !hand) & !lost;
        let hinted = HintedCards {
            matching: hinted(hints.matching, self.all),
            near: hinted(hints.near, self.all),
            last: self.killers.get(&Trick::led_by(leader), goal.left),
        };
        for suit in (0..4).filter(|&suit| lane(heads, suit) != 0) {
            let base = self.lead_suit(leader, suit, owners);
            let mut rest = lane(heads, suit);
            while rest != 0 {
                let head = top(rest);
                rest ^= head;
                let score = base + self.lead_card(leader, suit, head, goal, &hinted);
                moves.push(of_suit(head, suit), score);
            }
        }
    }

    /// Returns 0 without trumps, 1 for a side suit, 2 for trumps.
    fn kind(&self, suit: usize) -> usize {
        if self.trump == NOTRUMP {
            0
        } else {
            1 + usize::from(suit == self.trump)
        }
    }

    fn history_score(&self, seat: usize, card: u64) -> usize {
        let score = self.history[seat][card.trailing_zeros() as usize];
        (32 - score.leading_zeros()) as usize / 2
    }

    /// Returns the score of leading a suit.
    fn lead_suit(&self, leader: usize, suit: usize, owners: &Owners) -> i32 {
        let base = ROLE * self.kind(suit);
        let seats: [usize; 4] = std::array::from_fn(|n| (leader + n) & 3);
        let [own, lho, partner, rho] = seats.map(|seat| self.length(seat, suit));
        // The owners of the three highest cards, counted from the leader.
        let order = (owners[suit / 2] >> (32 * (suit % 2))) as usize;
        let owner = |n: usize| ((order >> (30 - 2 * n)) + 4 - leader) & 3;
        let before = (self.previous_trick.leader + 4 - leader) & 3;
        let again = usize::from(self.previous_trick.led == suit);
        let mut score = weight(base, 16 * owner(0) + 4 * owner(1) + owner(2))
            + weight(base + 64, 7 * own.min(6) + partner.min(6))
            + weight(base + 113, 5 * lho.min(4) + rho.min(4))
            + weight(base + 224, 4 * again + before);
        if self.trump != NOTRUMP {
            let ruffs = |n: usize| {
                self.length(seats[n], suit) == 0 && self.length(seats[n], self.trump) != 0
            };
            score += weight(base + 138, number([ruffs(1), ruffs(2), ruffs(3)]));
        }
        score
    }

    /// Returns the score of leading a card of a suit.
    fn lead_card(
        &self,
        leader: usize,
        suit: usize,
        head: u32,
        goal: Goal,
        hinted: &HintedCards,
    ) -> i32 {
        let base = ROLE * self.kind(suit);
        let hand = |n: usize| lane(self.hands[(leader + n) & 3], suit);
        let [own, lho, partner, rho] = [hand(0), hand(1), hand(2), hand(3)];
        let alike = group(head, own, lho | partner | rho);
        let theirs = up_to_three(over(lho | rho, head));
        let shape = number([head != alike, below(own, head) == alike, head == top(own)]);
        let overtakes = usize::from(above(partner, head | lho) != 0)
            + usize::from(above(partner, head | lho | rho) != 0);
        let beaten = number([over(lho, head) != 0, above(rho, head | partner) != 0]);
        let card = of_suit(head, suit);
        let first = if card == hinted.matching {
            MATCHING_HINT
        } else {
            0
        };
        first
            + weight(base + 146, 8 * theirs + shape)
            + weight(base + 178, 4 * overtakes + beaten)
            + weight(base + 190, self.history_score(leader, card))
            + weight(base + 204, 4 * goal.kind + theirs)
            + weight(base + 232, usize::from(card == hinted.last))
            + weight(base + 234, usize::from(card == hinted.near))
    }

    /// Returns the legal cards of a trick in progress; of equivalent cards only the highest.
    pub(super) fn replies(&self, trick: &Trick) -> u64 {
        let hand = self.hands[trick.turn()];
        let heads = heads(hand, (self.all & !hand) | trick.best);
        let led = heads & of_suit(0xFFFF, trick.led);
        if led == 0 { heads } else { led }
    }

    /// Adds the replies with their scores.
    pub(super) fn score_replies<const CARDS: usize>(
        &self,
        trick: &Trick,
        replies: u64,
        goal: Goal,
        moves: &mut Moves,
    ) {
        let seat = (trick.leader + CARDS) & 3;
        let others = (self.all & !self.hands[seat]) | trick.best;
        let outlook = self.outlook::<CARDS>(trick, seat, goal);
        if replies & of_suit(0xFFFF, trick.led) != 0 {
            self.score::<CARDS>(trick, &outlook, trick.led, replies, others, moves);
            return;
        }
        let ruffs = replies & all_of(self.trump);
        if ruffs != 0 {
            self.score::<CARDS>(trick, &outlook, self.trump, ruffs, others, moves);
        }
        self.discards::<CARDS>(trick, &outlook, replies & !ruffs, moves);
    }

    /// Returns the first card to try when following suit by rule: the cheapest that wins the trick,
    /// unless partner wins it anyway, else the lowest.
    pub(super) fn by_rule(&self, trick: &Trick, replies: u64) -> u64 {
        let suit = trick.led;
        let threat = threat(&self.hands, trick, self.trump);
        if let Some(threat) = threat.filter(|&card| suit_of(card) == suit) {
            let cheapest = lowest(replies & of_suit(lane(threat, suit) - 1, suit));
            if cheapest != 0 {
                return cheapest;
            }
        }
        lowest(replies)
    }

    /// Adds the cards of a suit with their scores.
    fn score<const CARDS: usize>(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        suit: usize,
        heads: u64,
        others: u64,
        moves: &mut Moves,
    ) {
        let view = self.suit_view::<CARDS>(trick, outlook, suit);
        let mut rest = lane(heads, suit);
        while rest != 0 {
            let head = top(rest);
            rest ^= head;
            let alike = group(head, view.own, lane(others, suit));
            let score = self.reply_card::<CARDS>(trick, outlook, &view, head, alike);
            moves.push(of_suit(head, suit), score);
        }
    }

    /// Adds the discards, of each suit the lowest with its score, the others deferred: a high card
    /// is seldom discarded before a low one.
    fn discards<const CARDS: usize>(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        cards: u64,
        moves: &mut Moves,
    ) {
        let base = ROLE * (NOT_FOLLOWING + 2 * (CARDS - 1));
        let seat = outlook.seat;
        let hand = |n: usize| self.hands[(seat + n) & 3];
        let (own, partner, theirs) = (hand(0), hand(2), hand(1) | hand(3));
        let partner_wins = winners(partner, theirs);
        let common = weight(
            base,
            16 * outlook.goal + outlook.state::<CARDS>(trick, false, false, false),
        );
        let mut rest = cards;
        while rest != 0 {
            let card = lowest(rest);
            let suit = suit_of(card);
            rest &= !of_suit(0xFFFF, suit);
            moves.defer(cards & of_suit(0xFFFF, suit) & !card);
            let head = lane(card, suit);
            let (own, theirs) = (lane(own, suit), lane(theirs, suit));
            let length = |n: usize| self.length((seat + n) & 3, suit);
            let higher = over(theirs, head);
            let winner = higher | over(lane(partner, suit), head) == 0;
            let shape = number([below(own, head) != head, true, over(own, head) == 0]);
            let their_length = length(1) + length(3);
            let score = common
                + weight(
                    base + 140,
                    2 * length(2).min(6) + usize::from(lane(partner_wins, suit) != 0),
                )
                + weight(base + 80, shape)
                + weight(base + 112, 4 * length(0).min(6) + up_to_three(higher))
                + weight(base + 154, self.history_score(seat, card))
                + weight(base + 168, 4 * their_length.min(7) + number([winner, true]))
                + weight(base + 200, usize::from(card == outlook.last));
            moves.push(card, score);
        }
    }

    fn outlook<const CARDS: usize>(&self, trick: &Trick, seat: usize, goal: Goal) -> Outlook {
        let to_come = |n: usize, most: usize| {
            if CARDS < most {
                best_reply(self.hands[(seat + n) & 3], trick.led, self.trump)
            } else {
                0
            }
        };
        let (next, partner) = (to_come(1, 3), to_come(2, 2));
        Outlook {
            seat,
            next,
            partner,
            next_beats: self.beats(next, trick.best),
            partner_beats_next: self.beats(partner, next),
            partner_beats: self.beats(partner, trick.best),
            goal: goal.kind,
            last: self.killers.get(trick, goal.left),
        }
    }

    fn suit_view<const CARDS: usize>(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        suit: usize,
    ) -> SuitView {
        let seat = outlook.seat;
        let hand = |n: usize| lane(self.hands[(seat + n) & 3], suit);
        let length = |n: usize| self.length((seat + n) & 3, suit);
        let place = CARDS - 1;
        let (role, counts) = if suit == trick.led {
            (FOLLOWING, true)
        } else {
            (NOT_FOLLOWING, suit == self.trump)
        };
        let base = ROLE * (role + 2 * place + usize::from(suit == self.trump));
        let (theirs, partner) = (hand(1) | hand(3), hand(2));
        let partner_wins = usize::from(above(partner, theirs) != 0);
        SuitView {
            suit,
            own: hand(0),
            theirs,
            partner,
            length: length(0),
            their_length: length(1) + length(3),
            wins: if counts {
                beating(trick.best, suit, self.trump)
            } else {
                0
            },
            beats_next: beating(outlook.next, suit, self.trump),
            beats_partner: beating(outlook.partner, suit, self.trump),
            base,
            score: weight(base + 140, 2 * length(2).min(6) + partner_wins),
        }
    }

    /// Returns the score of playing a card to a trick.
    fn reply_card<const CARDS: usize>(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        view: &SuitView,
        head: u32,
        alike: u32,
    ) -> i32 {
        let base = view.base;
        let wins = view.wins & head != 0;
        let state = outlook.state::<CARDS>(
            trick,
            wins,
            view.beats_next & head != 0,
            view.beats_partner & head != 0,
        );
        let lower = below(view.own, head) & !alike;
        let lowest = lower == 0;
        let cheapest = wins && lower & view.wins == 0;
        let highest = head == top(view.own);
        let shape = number([wins, cheapest, head != alike, lowest, highest]);
        let higher = up_to_three(over(view.theirs, head));
        let winner = over(view.theirs | view.partner, head) == 0;
        let length = 4 * view.their_length.min(7) + number([winner, lowest]);
        let card = of_suit(head, view.suit);
        view.score
            + weight(base, 16 * outlook.goal + state)
            + weight(base + 80, shape)
            + weight(base + 112, 4 * view.length.min(6) + higher)
            + weight(base + 154, self.history_score(outlook.seat, card))
            + weight(base + 168, length)
            + weight(base + 200, usize::from(card == outlook.last))
    }

    fn beats(&self, card: u64, best: u64) -> bool {
        beats(card, best, self.trump)
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::place;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_hint_is_read_as_the_card_it_was_made_of(all: u64, which: u32) {
            let all = (all & 0x1FFF_1FFF_1FFF_1FFF) | 1;
            let mut card = all;
            for _ in 0..which % all.count_ones() {
                card &= card - 1;
            }
            let card = card & card.wrapping_neg();
            prop_assert_eq!(hinted(place(card, all), all), card);
            prop_assert_eq!(hinted(u8::MAX, all), 0);
        }
    }

    #[test]
    fn a_hint_of_similar_cards_may_be_about_a_card_that_is_gone() {
        assert_eq!(hinted(2 << 4 | 3, 0b111 << 32), 0);
    }

    #[test]
    fn a_stake_is_that_of_the_side_to_play() {
        let kinds = |seat: usize| [1, 2, 3, 4, 5, 6].map(|target| Goal::of(seat, target, 6).kind);
        assert_eq!(kinds(2), [0, 3, 4, 4, 2, 1]);
        assert_eq!(kinds(3), [1, 2, 4, 4, 3, 0]);
    }
}
