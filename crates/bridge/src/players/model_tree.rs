//! The search of the abc paper itself: everybody's deal over one common tree, to a depth in cards.
//!
//! Sections 3.3 and 5 of the paper, by [`lookahead::models`]: each of the three who decide has one
//! deal of his own, values positions by minimax in it, and cannot come to positions that it
//! excludes (`*`). Where the search ends, a position is worth what double dummy says in the deal of
//! whoever asks. The paper does not say what its evaluation was.

use super::decision::ContractScore;
use super::trick_state::TrickState;
use crate::bidding::Agreed;
use crate::double_dummy::Solver;
use crate::hand::from_the_top;
use crate::table::Side;
use crate::{Card, Hand, Seat};
use lookahead::models::{MinimaxOracle, Settings, Worlds, one_pass, probing};
use lookahead::{Control, Limit, Seed};
use std::cell::RefCell;

/// Three deals over one course of play: the searcher's first.
pub(super) struct ModelTree<'a> {
    pub(super) agreed: &'a Agreed,
    pub(super) contract_score: &'a ContractScore,
    /// Who decides, in the order of the deals.
    pub(super) seats: [Seat; 3],
    /// What is left of the hands in each deal where the search begins.
    pub(super) deals: [[Hand; 4]; 3],
    pub(super) solver: RefCell<&'a mut Solver>,
    /// Who may stop it, and when.
    pub(super) control: Control<'a>,
}

/// What everybody sees: how play went on.
#[derive(Clone, Copy)]
pub(super) struct TreePosition {
    state: TrickState,
    /// Cards played since the search began.
    played: Hand,
}

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    OnePass,
    Probing,
}

impl ModelTree<'_> {
    /// The searcher's points where `course` has got to, looking `depth` cards ahead; and the
    /// positions visited.
    pub(super) fn points(&self, state: TrickState, algorithm: Algorithm, depth: u32) -> (f64, u64) {
        let root = TreePosition {
            state,
            played: Hand::EMPTY,
        };
        let limit = Limit {
            depth: Some(depth),
            ..self.control.limit
        };
        let control = self.control.clone().limit(limit);
        let settings = Settings {
            opinions: false,
            ..Settings::default()
        };
        let found = match algorithm {
            Algorithm::OnePass => one_pass(self, &root, &settings, &control),
            Algorithm::Probing => {
                probing(self, &root, &mut MinimaxOracle::new(), &settings, &control)
            }
        };
        let points = found.root.first().and_then(|worth| worth.value());
        let points = points.unwrap_or_else(|| self.value(0, &root));
        (f64::from(points), found.analysis.effort.nodes)
    }

    fn left(&self, player: usize, position: &TreePosition) -> [Hand; 4] {
        self.deals[player].map(|hand| hand - position.played)
    }
}

impl Worlds for ModelTree<'_> {
    type Position = TreePosition;
    type Action = Card;

    fn players(&self) -> usize {
        3
    }

    fn side(&self, player: usize) -> lookahead::Side {
        if Side::from(self.seats[player]) == Side::from(self.seats[0]) {
            lookahead::Side::Max
        } else {
            lookahead::Side::Min
        }
    }

    fn turn(&self, position: &TreePosition) -> usize {
        let decides = self.agreed.decider(position.state.turn());
        let place = self.seats.iter().position(|seat| *seat == decides);
        place.expect("one of three decides")
    }

    fn actions(&self, player: usize, position: &TreePosition, into: &mut Vec<Card>) {
        if position.state.is_over() {
            return;
        }
        let turn = position.state.turn() as usize;
        let held = self.deals[player][turn] - position.played;
        into.extend(from_the_top(position.state.legal(held)));
    }

    fn play(&self, position: &mut TreePosition, card: Card) {
        position.state.play(card);
        position.played.insert(card);
    }

    fn value(&self, player: usize, position: &TreePosition) -> i32 {
        let side = Side::from(self.seats[0]);
        let taken = position.state.taken(side);
        if position.state.is_over() {
            return self.contract_score.points(side, taken);
        }
        let position = position.state.position(self.left(player, position));
        let value = self.solver.borrow_mut().value(&position);
        let more = if Side::from(position.turn()) == side {
            value
        } else {
            position.tricks_left() - value
        };
        self.contract_score.points(side, taken + more)
    }

    fn key(&self, _: usize, position: &TreePosition) -> Option<u64> {
        let side = position.state.taken(Side::NorthSouth);
        let turn = position.state.turn() as u64;
        let trick = position.state.trick();
        // Who played what in the unfinished trick matters, and so does the order of its cards.
        let trick = trick.fold(Seed(turn + 4 * u64::from(side)), |key, (_, card)| {
            key.stream(16 * card.suit as u64 + u64::from(card.rank.get()))
        });
        Some(trick.stream(position.played.to_bits()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Auction, Vulnerability, agreed, notation};

    /// Example 2 of the paper after ace and king of diamonds: West, then South and East, as they
    /// really hold it.
    fn example(card: &str) -> (Agreed, ContractScore, TrickState, [Hand; 4]) {
        let auction: Auction = "1H 1S 3H - 4H - - -".parse().unwrap();
        let agreed = agreed(&auction, Seat::South).unwrap();
        let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
        let mut hands = notation::deal(deal).unwrap();
        let mut state = TrickState::new(&agreed);
        for text in ["DA", "D6", "D9", "D3", "DK", "D7", "D2", "D4", card] {
            let card = notation::card(text).unwrap();
            hands[state.turn() as usize].remove(card);
            state.play(card);
        }
        (
            agreed,
            ContractScore::new(&agreed, Vulnerability::None),
            state,
            hands,
        )
    }

    #[test]
    fn with_the_truth_in_every_mind_it_is_double_dummy_and_both_walks_agree() {
        let mut solver = Solver::new(1 << 16);
        for (card, points) in [("CA", 50.0), ("D5", 50.0), ("S7", -450.0)] {
            let (agreed, contract_score, state, hands) = example(card);
            let tree = ModelTree {
                agreed: &agreed,
                contract_score: &contract_score,
                seats: [Seat::West, Seat::South, Seat::East],
                deals: [hands; 3],
                solver: RefCell::new(&mut solver),
                control: Control::new(Seed(0)),
            };
            for algorithm in [Algorithm::OnePass, Algorithm::Probing] {
                assert_eq!(
                    tree.points(state, algorithm, 3).0,
                    points,
                    "{card} {algorithm:?}"
                );
            }
        }
    }

    /// The same hands with two cards exchanged.
    fn exchanged(mut hands: [Hand; 4], cards: [&str; 2]) -> [Hand; 4] {
        let [one, other] = cards.map(|text| notation::card(text).unwrap());
        for hand in &mut hands {
            match (hand.remove(one), hand.remove(other)) {
                (true, false) => _ = hand.insert(other),
                (false, true) => _ = hand.insert(one),
                _ => {}
            }
        }
        hands
    }

    #[test]
    fn a_partner_with_a_wrong_deal_returns_the_wrong_suit_unless_he_is_spared_the_guess() {
        let mut solver = Solver::new(1 << 16);
        let points = ["D5", "CA"].map(|card| {
            let (agreed, contract_score, state, hands) = example(card);
            // East takes West to hold the ace of spades and, while he has not seen it, South that
            // of clubs.
            let mut imagined = exchanged(hands, ["SA", "S5"]);
            if card == "D5" {
                imagined = exchanged(imagined, ["CA", "C6"]);
            }
            let tree = ModelTree {
                agreed: &agreed,
                contract_score: &contract_score,
                seats: [Seat::West, Seat::South, Seat::East],
                deals: [hands, hands, imagined],
                solver: RefCell::new(&mut solver),
                control: Control::new(Seed(0)),
            };
            tree.points(state, Algorithm::Probing, 4).0
        });
        assert_eq!(points, [-420.0, 50.0]);
    }
}
