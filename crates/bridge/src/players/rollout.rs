//! The rest of a deal, played by everybody as he thinks best.
//!
//! What follows a card is played to the end: every other player takes the card that is best in the
//! deals he imagines, and the searcher, who takes the deal for true, the card that is best in it.
//! The abc paper searches sixteen cards deep instead and values what it finds there; with exact
//! values and ties broken for the worst that hides the very errors it looks for, because an error
//! that can wait is always put off beyond the horizon.

use super::decision::ContractScore;
use super::player_model::PlayerModel;
use super::tie_break::{Order, pick};
use super::trick_state::TrickState;
use crate::bidding::Agreed;
use crate::double_dummy::Solver;
use crate::table::Side;
use crate::{Card, Hand, Seat};
use rand_pcg::Pcg64Mcg;

/// What does not change during a play.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) agreed: &'a Agreed,
    pub(super) contract_score: &'a ContractScore,
    /// Which of equal cards is taken.
    pub(super) order: Order,
}

/// Somebody lost tricks by a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// Who decided.
    pub(super) seat: Seat,
    /// In which trick, from 1.
    pub(super) trick: u8,
    pub(super) card: Card,
    pub(super) tricks: u8,
}

/// How a play went.
pub(super) struct Played {
    /// Tricks of North-South in the whole deal.
    pub(super) north_south: u8,
    /// In the order they happened; without those of players who see the deal.
    pub(super) slips: Vec<Slip>,
}

/// A deal being played out.
pub(super) struct Rollout<'a> {
    pub(super) context: Context<'a>,
    pub(super) state: TrickState,
    /// What is left of the hands that are taken for true.
    pub(super) hands: [Hand; 4],
    /// Those who do not see all hands.
    pub(super) models: Vec<PlayerModel>,
}

impl Rollout<'_> {
    /// Plays a card from the hand whose turn it is.
    pub(super) fn play(&mut self, card: Card) {
        let seat = self.state.turn();
        for model in &mut self.models {
            model.observe(&self.state, seat, card);
        }
        self.hands[seat as usize].remove(card);
        self.state.play(card);
    }

    /// Plays to the end.
    pub(super) fn finish(mut self, solver: &mut Solver, rng: &mut Pcg64Mcg) -> Played {
        let mut slips = Vec::new();
        let mut value = self.value(solver);
        while !self.state.is_over() {
            let (card, modelled) = self.choose(solver, rng);
            let (seat, trick) = (self.state.turn(), self.state.number());
            self.play(card);
            if modelled {
                let after = self.value(solver);
                let lost = value.abs_diff(after);
                if lost > 0 {
                    let seat = self.context.agreed.decider(seat);
                    let tricks = lost;
                    slips.push(Slip {
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
        Played { north_south, slips }
    }

    /// The card that is played now, and whether it might be a mistake.
    fn choose(&mut self, solver: &mut Solver, rng: &mut Pcg64Mcg) -> (Card, bool) {
        let turn = self.state.turn();
        let hand = self.hands[turn as usize];
        let legal = self.state.legal(hand);
        if legal.len() == 1 {
            let only = legal.iter().next();
            return (only.expect("it is there"), false);
        }
        let Context {
            agreed,
            contract_score,
            order,
        } = self.context;
        let decider = agreed.decider(turn);
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

    /// Tricks of North-South if everybody saw all cards from here on.
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
