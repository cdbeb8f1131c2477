//! The depth-limited tree search of the abc paper: one deal per player over a common tree.
//!
//! Sections 3.3 and 5 of the paper, by [`lookahead::models`]: each of the three deciding players
//! has one deal, evaluates positions by minimax in it, and cannot reach positions that it excludes
//! (`*`). At the depth limit a position has the double-dummy value of the evaluating player's deal.
//! The paper does not describe its evaluation.

use super::decision::ContractScore;
use super::trick_state::TrickState;
use crate::bidding::FinalContract;
use crate::double_dummy::Solver;
use crate::hand::from_the_top;
use crate::table::Side;
use crate::{Card, Hand, Seat};
use lookahead::models::{MinimaxOracle, Settings, Worlds, one_pass, probing};
use lookahead::{Control, Limit, Seed};
use std::cell::RefCell;

/// A search tree over three deals, the searcher's first.
pub(super) struct ModelTree<'a> {
    pub(super) final_contract: &'a FinalContract,
    pub(super) contract_score: &'a ContractScore,
    /// The deciding seats, in the order of the deals.
    pub(super) seats: [Seat; 3],
    /// The cards left in each deal at the root.
    pub(super) deals: [[Hand; 4]; 3],
    pub(super) solver: RefCell<&'a mut Solver>,
    /// Limits and cancellation.
    pub(super) control: Control<'a>,
}

/// A node of the tree: the public part of the play.
#[derive(Clone, Copy)]
pub(super) struct TreePosition {
    state: TrickState,
    /// The cards played since the root.
    played: Hand,
}

/// The search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    OnePass,
    Probing,
}

impl ModelTree<'_> {
    /// Returns the searcher's points at `state`, searched `depth` cards deep, and the number of
    /// nodes.
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
        let decides = self.final_contract.decider(position.state.turn());
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
        // The key depends on the cards of the trick in progress and on their order.
        let trick = trick.fold(Seed(turn + 4 * u64::from(side)), |key, (_, card)| {
            key.stream(16 * card.suit as u64 + u64::from(card.rank.get()))
        });
        Some(trick.stream(position.played.to_bits()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Auction, Vulnerability, final_contract, notation};

    /// Example 2 of the paper after ace and king of diamonds and one more card, with the true
    /// hands.
    fn example(card: &str) -> (FinalContract, ContractScore, TrickState, [Hand; 4]) {
        let auction: Auction = "1H 1S 3H - 4H - - -".parse().unwrap();
        let final_contract = final_contract(&auction, Seat::South).unwrap();
        let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
        let mut hands = notation::deal(deal).unwrap();
        let mut state = TrickState::new(&final_contract);
        for text in ["DA", "D6", "D9", "D3", "DK", "D7", "D2", "D4", card] {
            let card = notation::card(text).unwrap();
            hands[state.turn() as usize].remove(card);
            state.play(card);
        }
        (
            final_contract,
            ContractScore::new(&final_contract, Vulnerability::None),
            state,
            hands,
        )
    }

    #[test]
    fn with_the_truth_in_every_mind_it_is_double_dummy_and_both_walks_agree() {
        let mut solver = Solver::new(1 << 16);
        for (card, points) in [("CA", 50.0), ("D5", 50.0), ("S7", -450.0)] {
            let (final_contract, contract_score, state, hands) = example(card);
            let tree = ModelTree {
                final_contract: &final_contract,
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

    /// Hands with two cards exchanged.
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
    fn a_partner_with_a_wrong_deal_returns_the_wrong_suit_unless_spared_the_guess() {
        let mut solver = Solver::new(1 << 16);
        let points = ["D5", "CA"].map(|card| {
            let (final_contract, contract_score, state, hands) = example(card);
            // East assumes the ace of spades with West and, unless it was played, the ace of clubs
            // with South.
            let mut imagined = exchanged(hands, ["SA", "S5"]);
            if card == "D5" {
                imagined = exchanged(imagined, ["CA", "C6"]);
            }
            let tree = ModelTree {
                final_contract: &final_contract,
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
