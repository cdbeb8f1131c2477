//! Which card to try first.
//!
//! A good first card answers the question at once; the order changes nothing but the time. Cards that follow suit are mostly ordered by
//! rule: win as cheaply as possible, or play low. Leads, ruffs, discards and the middle of a trick with trumps are less clear: their cards get a
//! score, a sum of weights of a few features of the situation and of the card. The weights were fitted (`weights.rs` says how).

use super::deck::{NOTRUMP, above, bottom, heads, lane, of_suit, suit_of, tail, top};
use super::moves::Moves;
use super::search::{Search, Trick};
use super::table::Owners;
use super::weights::{FOLLOWING, NOT_FOLLOWING, ROLE, WEIGHTS};

/// What those still to play to a trick could do.
struct Outlook {
    seat: usize,
    /// The hardest card of the next hand, and of partner if he plays after it.
    next: u64,
    partner: u64,
    /// Whether the next hand beats what lies there, and partner that.
    anyway: bool,
    saves: bool,
    partner_best: bool,
}

/// A suit as the hand to play sees it.
struct SuitView {
    suit: usize,
    own: u32,
    theirs: u32,
    partner: u32,
    length: usize,
    their_length: usize,
    partner_length: usize,
    /// Where the weights begin.
    base: usize,
}

fn weight(base: usize, index: usize) -> i32 {
    i32::from(WEIGHTS[base + index])
}

/// How many cards there are, at most three.
fn up_to_three(lane: u32) -> usize {
    let second = lane & lane.wrapping_sub(1);
    let third = second & second.wrapping_sub(1);
    usize::from(lane != 0) + usize::from(second != 0) + usize::from(third != 0)
}

/// Bits as a number, the first one highest.
fn number<const N: usize>(bits: [bool; N]) -> usize {
    bits.iter().fold(0, |all, &bit| 2 * all + usize::from(bit))
}

impl Search {
    /// The cards that may be led; `best` is the place of the one that decided a similar position.
    pub(super) fn leads(&self, leader: usize, all: u64, owners: &Owners, best: u8) -> Moves {
        let mut moves = Moves::default();
        for suit in (0..4).filter(|&suit| lane(self.hands[leader], suit) != 0) {
            let held = lane(self.hands[leader], suit);
            let every = lane(all, suit);
            let others = every & !held;
            let base = self.lead_suit(leader, suit, owners);
            let mut rest = heads(held, others);
            while rest != 0 {
                let head = top(rest);
                rest ^= head;
                let mut score = base + self.lead_card(leader, suit, head, tail(head, held, others));
                if usize::from(best >> 4) == suit {
                    let higher = every & !(2 * head - 1);
                    score += 10_000 * i32::from(higher.count_ones() == u32::from(best & 15));
                }
                moves.push(of_suit(head, suit), score);
            }
        }
        moves
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
    fn lead_card(&self, leader: usize, suit: usize, head: u32, tail: u32) -> i32 {
        let base = ROLE * self.kind(suit);
        let hand = |n: usize| lane(self.hands[(leader + n) & 3], suit);
        let [own, lho, partner, rho] = [hand(0), hand(1), hand(2), hand(3)];
        let theirs = up_to_three(above(lho | rho, head));
        let shape = number([head != tail, tail == bottom(own), head == top(own)]);
        let over = usize::from(above(partner, head | lho) != 0)
            + usize::from(above(partner, head | lho | rho) != 0);
        let beaten = number([above(lho, head) != 0, above(rho, head | partner) != 0]);
        weight(base + 110, 8 * theirs + shape)
            + weight(base + 145, 4 * over + beaten)
            + weight(base + 160, self.fame(leader, of_suit(head, suit)))
    }

    /// The cards that may be played to a trick.
    pub(super) fn replies(&self, trick: &Trick) -> Moves {
        let mut moves = Moves::default();
        let seat = trick.turn();
        let hand = self.hands[seat];
        let others = (self.all() & !hand) | trick.best;
        let led = lane(hand, trick.led);
        if led == 0 {
            let outlook = self.outlook(trick, seat);
            for suit in (0..4).filter(|&suit| lane(hand, suit) != 0) {
                self.score(trick, &outlook, suit, lane(others, suit), &mut moves);
            }
            return moves;
        }
        let heads = heads(led, lane(others, trick.led));
        if heads.is_power_of_two() {
            moves.push(of_suit(heads, trick.led), 0);
        } else if trick.cards == 3 || self.trump == NOTRUMP {
            self.follow_suit(trick, seat, heads, &mut moves);
        } else {
            let outlook = self.outlook(trick, seat);
            self.score(
                trick,
                &outlook,
                trick.led,
                lane(others, trick.led),
                &mut moves,
            );
        }
        moves
    }

    /// Following suit by rule: as cheaply as the trick can be won, if partner does not win it anyway, else low.
    fn follow_suit(&self, trick: &Trick, seat: usize, heads: u32, moves: &mut Moves) {
        let suit = trick.led;
        let mut rest = heads;
        if let Some(threat) = self.threat(trick, seat)
            && suit_of(threat) == suit
        {
            let cheapest = bottom(above(heads, lane(threat, suit)));
            if cheapest != 0 {
                moves.push(of_suit(cheapest, suit), 100);
                rest ^= cheapest;
            }
        }
        while rest != 0 {
            let head = bottom(rest);
            rest ^= head;
            moves.push(of_suit(head, suit), -(head.trailing_zeros() as i32));
        }
    }

    /// The best card of the other side, lying there or still to come, unless partner beats it.
    fn threat(&self, trick: &Trick, seat: usize) -> Option<u64> {
        let next = if trick.cards < 3 {
            self.best_reply(seat + 1, trick.led)
        } else {
            0
        };
        let beats = self.beats(next, trick.best);
        if trick.best_seat == (seat + 2) & 3 {
            return beats.then_some(next);
        }
        let threat = if beats { next } else { trick.best };
        let saved = trick.cards == 1 && self.beats(self.best_reply(seat + 2, trick.led), threat);
        (!saved).then_some(threat)
    }

    /// Adds the cards of a suit with their scores.
    fn score(&self, trick: &Trick, outlook: &Outlook, suit: usize, others: u32, moves: &mut Moves) {
        let view = self.suit_view(trick, outlook.seat, suit);
        let mut rest = heads(view.own, others);
        while rest != 0 {
            let head = top(rest);
            rest ^= head;
            let tail = tail(head, view.own, others);
            let score = self.reply_card(trick, outlook, &view, head, tail);
            moves.push(of_suit(head, suit), score);
        }
    }

    fn outlook(&self, trick: &Trick, seat: usize) -> Outlook {
        let to_come = |n: usize, most: usize| {
            if trick.cards < most {
                self.best_reply(seat + n, trick.led)
            } else {
                0
            }
        };
        let (next, partner) = (to_come(1, 3), to_come(2, 2));
        let anyway = self.beats(next, trick.best);
        let saves = self.beats(partner, if anyway { next } else { trick.best });
        Outlook {
            seat,
            next,
            partner,
            anyway,
            saves,
            partner_best: trick.best_seat == (seat + 2) & 3,
        }
    }

    fn suit_view(&self, trick: &Trick, seat: usize, suit: usize) -> SuitView {
        let hand = |n: usize| lane(self.hands[(seat + n) & 3], suit);
        let length = |n: usize| self.length((seat + n) & 3, suit);
        let place = trick.cards - 1;
        let base = if suit == trick.led {
            ROLE * (FOLLOWING + 2 * place + usize::from(suit == self.trump))
        } else {
            ROLE * (NOT_FOLLOWING + 2 * place + usize::from(suit == self.trump))
        };
        SuitView {
            suit,
            own: hand(0),
            theirs: hand(1) | hand(3),
            partner: hand(2),
            length: length(0),
            their_length: length(1) + length(3),
            partner_length: length(2),
            base,
        }
    }

    /// How promising it is to play a card to a trick.
    fn reply_card(
        &self,
        trick: &Trick,
        outlook: &Outlook,
        view: &SuitView,
        head: u32,
        tail: u32,
    ) -> i32 {
        let &SuitView {
            suit,
            own,
            theirs,
            partner,
            base,
            ..
        } = view;
        let card = of_suit(head, suit);
        let wins = self.beats(card, trick.best) && (suit == trick.led || suit == self.trump);
        let best = if wins { card } else { trick.best };
        let beaten = self.beats(outlook.next, best);
        let state = match trick.cards {
            3 => number([wins, outlook.partner_best, false]),
            2 => number([wins, outlook.partner_best, beaten, outlook.anyway]),
            _ => {
                let over = self.beats(outlook.partner, if beaten { outlook.next } else { best });
                number([wins, beaten, outlook.saves, over])
            }
        };
        let lowest = tail == bottom(own);
        let cheapest = wins && above(own, lane(trick.best, suit)) & (tail - 1) == 0;
        let shape = number([wins, cheapest, head != tail, lowest, head == top(own)]);
        let over = up_to_three(above(theirs, head));
        let partner_wins = usize::from(above(partner, theirs) != 0);
        let winner = above(head, theirs | partner) != 0;
        weight(base, state)
            + weight(base + 16, shape)
            + weight(base + 48, 4 * view.length.min(6) + over)
            + weight(base + 80, 2 * view.partner_length.min(6) + partner_wins)
            + weight(base + 100, self.fame(outlook.seat, card))
            + weight(
                base + 120,
                4 * view.their_length.min(7) + number([winner, lowest]),
            )
    }

    /// The card a hand could play that is hardest to beat: of the suit led, or a trump; 0 if it has neither.
    fn best_reply(&self, seat: usize, led: usize) -> u64 {
        let hand = self.hands[seat & 3];
        let held = lane(hand, led);
        if held != 0 {
            return of_suit(top(held), led);
        }
        if self.trump == NOTRUMP {
            return 0;
        }
        of_suit(top(lane(hand, self.trump)), self.trump)
    }

    /// Whether `card` beats `best`; nothing beats nothing.
    fn beats(&self, card: u64, best: u64) -> bool {
        if card == 0 || best == 0 {
            return card != 0;
        }
        let (suit, other) = (suit_of(card), suit_of(best));
        if suit == other {
            card > best
        } else {
            suit == self.trump
        }
    }
}
