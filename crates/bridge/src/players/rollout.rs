//! Rollout of a deal with player models.
//!
//! The deal is played to the end: modelled players take the card that is best on average over their
//! deals, the searcher takes the double-dummy best card of the true deal. The abc paper searches
//! sixteen cards deep instead and evaluates the positions there; with exact values and pessimistic
//! tie-breaks that hides the very errors it looks for, because an error that can be postponed is
//! always pushed beyond the horizon.

use super::decision::ContractScore;
use super::player_model::PlayerModel;
use super::tie_break::{Order, pick};
use super::trick_state::TrickState;
use crate::bidding::FinalContract;
use crate::double_dummy::Solver;
use crate::table::Side;
use crate::{Card, Hand, Seat};
use rand_pcg::Pcg64Mcg;

/// The constants of a rollout.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) final_contract: &'a FinalContract,
    pub(super) contract_score: &'a ContractScore,
    /// The tie-break among equal cards.
    pub(super) order: Order,
}

/// A card by which a modelled player loses tricks double dummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// The deciding seat.
    pub(super) seat: Seat,
    /// The number of the trick, from 1.
    pub(super) trick: u8,
    pub(super) card: Card,
    pub(super) tricks: u8,
}

/// The result of a rollout.
pub(super) struct RolloutResult {
    /// North-South's tricks in the whole deal.
    pub(super) north_south: u8,
    /// The mistakes of modelled players, in order.
    pub(super) mistakes: Vec<Mistake>,
}

/// A deal being played out with player models.
pub(super) struct Rollout<'a> {
    pub(super) context: Context<'a>,
    pub(super) state: TrickState,
    /// The cards left in the true hands.
    pub(super) hands: [Hand; 4],
    /// The models of the players who do not see all hands.
    pub(super) models: Vec<PlayerModel>,
}

impl Rollout<'_> {
    /// Plays a card from the hand to play.
    pub(super) fn play(&mut self, card: Card) {
        let seat = self.state.turn();
        for model in &mut self.models {
            model.observe(&self.state, seat, card);
        }
        self.hands[seat as usize].remove(card);
        self.state.play(card);
    }

    /// Plays to the end.
    pub(super) fn finish(mut self, solver: &mut Solver, rng: &mut Pcg64Mcg) -> RolloutResult {
        let mut mistakes = Vec::new();
        let mut value = self.value(solver);
        while !self.state.is_over() {
            let (card, modelled) = self.choose(solver, rng);
            let (seat, trick) = (self.state.turn(), self.state.number());
            self.play(card);
            if modelled {
                let after = self.value(solver);
                let lost = value.abs_diff(after);
                if lost > 0 {
                    let seat = self.context.final_contract.decider(seat);
                    let tricks = lost;
                    mistakes.push(Mistake {
                        seat,
                        trick,
                        card,
                        tricks,
                    });
                }
                value = after;
            }
        }
        let north_south = self.state.taken(Side::NorthSouth);
        RolloutResult {
            north_south,
            mistakes,
        }
    }

    /// Returns the card to play, and whether a model chose it.
    fn choose(&mut self, solver: &mut Solver, rng: &mut Pcg64Mcg) -> (Card, bool) {
        let turn = self.state.turn();
        let hand = self.hands[turn as usize];
        let legal = self.state.legal(hand);
        if legal.len() == 1 {
            let only = legal.iter().next();
            return (only.expect("one legal card"), false);
        }
        let Context {
            final_contract,
            contract_score,
            order,
        } = self.context;
        let decider = final_contract.decider(turn);
        let model = self.models.iter_mut().find(|model| model.seat == decider);
        let imagined = model.and_then(|model| {
            model.resample(rng);
            model.choose(&self.state, legal, contract_score, order, solver, rng)
        });
        if let Some(card) = imagined {
            return (card, true);
        }
        let (_, best) = solver.best(&self.state.position(self.hands));
        (pick(order, best, hand, &self.state, rng), false)
    }

    /// Returns North-South's double-dummy tricks in the whole deal.
    fn value(&self, solver: &mut Solver) -> u8 {
        let taken = self.state.taken(Side::NorthSouth);
        if self.state.is_over() {
            return taken;
        }
        let position = self.state.position(self.hands);
        let value = solver.value(&position);
        taken
            + match Side::from(position.turn()) {
                Side::NorthSouth => value,
                Side::EastWest => position.tricks_left() - value,
            }
    }
}
