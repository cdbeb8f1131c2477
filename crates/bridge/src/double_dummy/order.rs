//! Which card to try first.
//!
//! A good first card answers the question at once; the order changes nothing but the time. The last hand that follows suit,
//! and the second one without trumps, go by rule: win as cheaply as possible, or play low. Everything else is less clear: those cards get a
//! score, a sum of weights of a few features of the situation and of the card. The weights were fitted (`weights.rs` says how).

use super::beating::{beating, beats, best_reply, threat};
use super::deck::{NOTRUMP, above, group, heads, lane, lowest, of_suit, over, suit_of, top};
use super::moves::Moves;
use super::search::{Search, Trick};
use super::table::{Hints, Owners};
use super::weights::{FOLLOWING, NOT_FOLLOWING, ROLE, ROLES};

/// What those still to play to a trick could do.
struct Outlook {
    seat: usize,
    /// The hardest card of the next hand, and of partner if he plays after it; 0 if there is none.
    next: u64,
    partner: u64,
    /// Whether the next hand beats what lies there.
    anyway: bool,
    /// Whether partner beats the next hand.
    rescues: bool,
    /// Whether partner beats what lies there.
    partner_takes: bool,
}

/// A suit as the hand to play sees it.
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
    /// Where the weights begin.
    base: usize,
    /// What all its cards have in common.
    score: i32,
}

/// What a card gets for having decided a position in which the named cards lay the same: it comes first.
const FITTING: i32 = 10_000;

/// What it gets if only the lengths were the same.
const NEAR: i32 = 800;

/// The bonus, if the card with these higher ones in its suit is the one hinted at.
fn hinted(hint: u8, suit: usize, higher: u32, bonus: i32) -> i32 {
    if usize::from(hint >> 4) == suit && higher.count_ones() == u32::from(hint & 15) {
        bonus
    } else {
        0
    }
}

fn weight(base: usize, index: usize) -> i32 {
    i32::from(ROLES[(base + index) % ROLES.len()])
}

/// How many cards there are, at most three.
fn up_to_three(lane: u32) -> usize {
    let second = lane & lane.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    usize::from(lane != 0) + usize::from(second != 0) + usize::from(third != 0)
}

/// A card and the cards of a lane that are lower.
fn below(lane: u32, card: u32) -> u32 {
    lane & !(card - 1)
}

/// Bits as a number, the first one highest.
fn number<const N: usize>(bits: [bool; N]) -> usize {
    bits.iter().fold(0, |all, &bit| 2 * all + usize::from(bit))
}

impl Search {
    /// The cards that may be led, with their scores.
    pub(super) fn leads(&self, leader: usize, owners: &Owners, hints: Hints, moves: &mut Moves) {
        let hand = self.hands[leader];
        let heads = heads(hand, self.all & !hand);
        for suit in (0..4).filter(|&suit| lane(hand, suit) != 0) {
            let (held, every) = (lane(hand, suit), lane(self.all, suit));
            let base = self.lead_suit(leader, suit, owners);
            let mut rest = lane(heads, suit);
            while rest != 0 {
                let head = top(rest);
                rest ^= head;
                let alike = group(head, held, every & !held);
                let score = base + self.lead_card(leader, suit, head, alike);
                let higher = over(every, head);
                let bonus = hinted(hints.fitting, suit, higher, FITTING)
                    + hinted(hints.near, suit, higher, NEAR);
                moves.push(of_suit(head, suit), score + bonus);
            }
        }
    }

    /// 0 without trumps, 1 for a side suit, 2 for trumps.
    fn kind(&self, suit: usize) -> usize {
        if self.trump == NOTRUMP {
            0
        } else {
            1 + usize::from(suit == self.trump)
        }
    }

    fn fame(&self, seat: usize, card: u64) -> usize {
        let score = self.history[seat][card.trailing_zeros() as usize];
        (32 - score.leading_zeros()) as usize / 2
    }

    /// How promising a suit is to lead.
    fn lead_suit(&self, leader: usize, suit: usize, owners: &Owners) -> i32 {
        let base = ROLE * self.kind(suit);
        let seats: [usize; 4] = std::array::from_fn(|n| (leader + n) & 3);
        let [own, lho, partner, rho] = seats.map(|seat| self.length(seat, suit));
        // Who has the highest card and the next one, counted from the leader; 4 if there is none.
        let order = (owners[suit / 2] >> (32 * (suit % 2))) as usize & 0xFFFF_FFFF;
        let first = ((order >> 30) + 4 - leader) & 3;
        let single = own + lho + partner + rho == 1;
        let second = ((order >> 28 & 3) + 4 - leader) & 3;
        let second = if single { 4 } else { second };
        let mut score = weight(base, 5 * first + second)
            + weight(base + 25, 7 * own.min(6) + partner.min(6))
            + weight(base + 75, 5 * lho.min(4) + rho.min(4));
        if self.trump != NOTRUMP {
            let ruffs = |n: usize| {
                self.length(seats[n], suit) == 0 && self.length(seats[n], self.trump) != 0
            };
            score += weight(base + 100, number([ruffs(1), ruffs(2), ruffs(3)]));
        }
        score
    }

    /// How promising a card of a suit is to lead.
    fn lead_card(&self, leader: usize, suit: usize, head: u32, alike: u32) -> i32 {
        let base = ROLE * self.kind(suit);
        let hand = |n: usize| lane(self.hands[(leader + n) & 3], suit);
        let [own, lho, partner, rho] = [hand(0), hand(1), hand(2), hand(3)];
        let theirs = up_to_three(over(lho | rho, head));
        let shape = number([head != alike, below(own, head) == alike, head == top(own)]);
        let overtakes = usize::from(above(partner, head | lho) != 0)
            + usize::from(above(partner, head | lho | rho) != 0);
        let beaten = number([over(lho, head) != 0, above(rho, head | partner) != 0]);
        weight(base + 110, 8 * theirs + shape)
            + weight(base + 145, 4 * overtakes + beaten)
            + weight(base + 160, self.fame(leader, of_suit(head, suit)))
    }

    /// The cards that may be played to a trick; of cards worth the same only the highest.
    pub(super) fn replies(&self, trick: &Trick) -> u64 {
        let hand = self.hands[trick.turn()];
        let heads = heads(hand, (self.all & !hand) | trick.best);
        let led = heads & of_suit(0xFFFF, trick.led);
        if led == 0 { heads } else { led }
    }

    /// The replies with their scores.
    pub(super) fn score_replies(&self, trick: &Trick, replies: u64, moves: &mut Moves) {
        let seat = trick.turn();
        let others = (self.all & !self.hands[seat]) | trick.best;
        let outlook = self.outlook(trick, seat);
        for suit in (0..4).filter(|&suit| lane(replies, suit) != 0) {
            self.score(trick, &outlook, suit, replies, others, moves);
        }
    }

    /// The first card to try when following suit by rule: as cheaply as the trick can be won, if partner does not win it anyway, else low.
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
    fn score(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        suit: usize,
        heads: u64,
        others: u64,
        moves: &mut Moves,
    ) {
        let view = self.suit_view(trick, outlook, suit);
        let mut rest = lane(heads, suit);
        while rest != 0 {
            let head = top(rest);
            rest ^= head;
            let alike = group(head, view.own, lane(others, suit));
            let score = self.reply_card(trick, outlook, &view, head, alike);
            moves.push(of_suit(head, suit), score);
        }
    }

    fn outlook(&self, trick: &Trick, seat: usize) -> Outlook {
        let to_come = |n: usize, most: usize| {
            if trick.cards < most {
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
            anyway: self.beats(next, trick.best),
            rescues: self.beats(partner, next),
            partner_takes: self.beats(partner, trick.best),
        }
    }

    fn suit_view(&self, trick: &Trick, outlook: &Outlook, suit: usize) -> SuitView {
        let seat = outlook.seat;
        let hand = |n: usize| lane(self.hands[(seat + n) & 3], suit);
        let length = |n: usize| self.length((seat + n) & 3, suit);
        let place = trick.cards - 1;
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
            score: weight(base + 80, 2 * length(2).min(6) + partner_wins),
        }
    }

    /// How promising it is to play a card to a trick.
    fn reply_card(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        view: &SuitView,
        head: u32,
        alike: u32,
    ) -> i32 {
        let base = view.base;
        let wins = view.wins & head != 0;
        let beaten = if wins {
            view.beats_next & head == 0
        } else {
            outlook.anyway
        };
        let partner_best = trick.best_seat == (outlook.seat + 2) & 3;
        let state = match trick.cards {
            3 => number([wins, partner_best, false]),
            2 => number([wins, partner_best, beaten, outlook.anyway]),
            _ => {
                let over = if beaten {
                    outlook.rescues
                } else if wins {
                    view.beats_partner & head == 0
                } else {
                    outlook.partner_takes
                };
                let saves = if outlook.anyway {
                    outlook.rescues
                } else {
                    outlook.partner_takes
                };
                number([wins, beaten, saves, over])
            }
        };
        let lower = below(view.own, head) & !alike;
        let lowest = lower == 0;
        let cheapest = wins && lower & view.wins == 0;
        let highest = head == top(view.own);
        let shape = number([wins, cheapest, head != alike, lowest, highest]);
        let higher = up_to_three(over(view.theirs, head));
        let winner = over(view.theirs | view.partner, head) == 0;
        let length = 4 * view.their_length.min(7) + number([winner, lowest]);
        view.score
            + weight(base, state)
            + weight(base + 16, shape)
            + weight(base + 48, 4 * view.length.min(6) + higher)
            + weight(
                base + 100,
                self.fame(outlook.seat, of_suit(head, view.suit)),
            )
            + weight(base + 120, length)
    }

    fn beats(&self, card: u64, best: u64) -> bool {
        beats(card, best, self.trump)
    }
}
