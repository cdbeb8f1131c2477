//! Model of another player: a handful of deals the modelled player considers possible, and the card
//! chosen by them.
//!
//! The abc paper gives every modelled player one deal, which makes the player certain, and usually
//! wrong. With several deals, and the card with the best average over them, the modelled player is
//! a small Monte Carlo player. The paper's single deal remains available as a setting.
//!
//! A card played refutes the deals in which the hand does not hold it. Small cards would refute
//! nearly all of them, so those are exchanged instead (*repair*): the assumed holding of a suit
//! then keeps its length and honours, and its small cards are those actually played. The authors
//! treated all cards below the ten as one card; here a nine stays a nine.

use super::deal_sampler::DealSampler;
use super::decision::ContractScore;
use super::tie_break::{Order, pick};
use super::trick_state::TrickState;
use crate::double_dummy::Solver;
use crate::hand::SPOTS;
use crate::knowledge::{Bidding, Conventions};
use crate::table::Side;
use crate::{Card, Hand, Holding, Rank, Seat, View};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The model of one player.
#[derive(Clone, Debug)]
pub(super) struct PlayerModel {
    /// The player's seat.
    pub(super) seat: Seat,
    /// The cards left in every hand, in each deal not refuted yet.
    worlds: Vec<[Hand; 4]>,
    /// Whether small cards are exchanged instead of refuting a deal.
    repair: bool,
    /// The source of new deals when all are refuted; `None` to play on without deals.
    resampling: Option<Resampling>,
}

/// A source of new deals: the modelled player's view and its interpretation, updated as the play
/// goes on.
#[derive(Clone, Debug)]
pub(super) struct Resampling {
    /// The view so far.
    pub(super) view: View,
    pub(super) interpretation: Arc<Interpretation>,
    /// The number of deals drawn at a time.
    pub(super) count: usize,
}

/// The interpretation of calls and cards by a player.
#[derive(Debug)]
pub(super) struct Interpretation {
    pub(super) bidding: Bidding,
    pub(super) conventions: Conventions,
}

impl Interpretation {
    /// Returns the deal sampler of a view; `None` if no deal is consistent with it.
    pub(super) fn sampler(&self, view: &View) -> Option<DealSampler> {
        DealSampler::of(view, &self.bidding, &self.conventions).ok()
    }
}

impl Resampling {
    /// Draws deals consistent with the view so far, without the cards played.
    fn deal(&self, rng: &mut Pcg64Mcg) -> Vec<[Hand; 4]> {
        let Some(sampler) = self.interpretation.sampler(&self.view) else {
            return Vec::new();
        };
        let played = self.view.played();
        let deals = (0..self.count).filter_map(|_| sampler.draw(rng));
        let left = |deal: [Hand; 4]| std::array::from_fn(|seat| deal[seat] - played[seat]);
        deals.map(left).collect()
    }
}

impl PlayerModel {
    pub(super) fn new(seat: Seat, worlds: Vec<[Hand; 4]>, repair: bool) -> Self {
        PlayerModel {
            seat,
            worlds,
            repair,
            resampling: None,
        }
    }

    /// Returns the model with a source of new deals.
    pub(super) fn with_resampling(self, resampling: Resampling) -> Self {
        PlayerModel {
            resampling: Some(resampling),
            ..self
        }
    }

    /// Returns the deals not refuted yet, without the cards played.
    pub(super) fn worlds(&self) -> &[[Hand; 4]] {
        &self.worlds
    }

    /// Updates the deals by a card that is about to be played from the hand of `seat`.
    pub(super) fn observe(&mut self, state: &TrickState, seat: Seat, card: Card) {
        let repair = self.repair;
        self.worlds
            .retain_mut(|hands| remove_card(hands, state, seat, card, repair));
        if let Some(resampling) = &mut self.resampling {
            resampling.view.cards.push((seat, card));
        }
    }

    /// Draws new deals if all are refuted.
    pub(super) fn resample(&mut self, rng: &mut Pcg64Mcg) {
        if let (true, Some(resampling)) = (self.worlds.is_empty(), &self.resampling) {
            self.worlds = resampling.deal(rng);
        }
    }

    /// Returns the card with the best average of points over the deals; `None` if all are refuted.
    /// Cards are graded in each deal as best, less than best, or costing the contract; finer
    /// differences do not count.
    pub(super) fn choose(
        &self,
        state: &TrickState,
        legal: Hand,
        contract_score: &ContractScore,
        order: Order,
        solver: &mut Solver,
        rng: &mut Pcg64Mcg,
    ) -> Option<Card> {
        let hand = self.worlds.first()?[state.turn() as usize];
        if legal.len() == 1 {
            return legal.iter().next();
        }
        let side = Side::from(state.turn());
        let taken = state.taken(side);
        let target = contract_score.target(side).saturating_sub(taken);
        let mut sums: Vec<(Card, i32)> = Vec::with_capacity(13);
        let mut tricks = Vec::with_capacity(13);
        for hands in &self.worlds {
            solver.graded(&state.position(*hands), target, &mut tricks);
            for (index, &(card, more)) in tricks.iter().enumerate() {
                let points = contract_score.points(side, taken + more);
                match sums.get_mut(index) {
                    Some((same, sum)) if *same == card => *sum += points,
                    _ => sums.push((card, points)),
                }
            }
        }
        let best = sums.iter().map(|(_, sum)| *sum).max()?;
        let equal = sums.iter().filter(|(_, sum)| *sum == best);
        let equal: Hand = equal.map(|(card, _)| *card).collect();
        Some(pick(order, equal & legal, hand, state, rng))
    }
}

/// Removes a card from a deal; returns false if the card refutes the deal.
fn remove_card(
    hands: &mut [Hand; 4],
    state: &TrickState,
    seat: Seat,
    card: Card,
    repair: bool,
) -> bool {
    let hand = hands[seat as usize];
    let revokes = |led| card.suit != led && !hand[led].is_empty();
    if state.led().is_some_and(revokes) {
        return false;
    }
    let holds = hand.contains(card) || repair && exchange_spot_card(hands, seat, card);
    hands[seat as usize].remove(card);
    holds
}

/// Gives `seat` a small card of another hand in exchange for its nearest small card of the suit.
/// Returns false if it has none.
fn exchange_spot_card(hands: &mut [Hand; 4], seat: Seat, card: Card) -> bool {
    let spots = hands[seat as usize][card.suit] & Holding::from_bits_truncate(SPOTS);
    let distance = |rank: &Rank| rank.get().abs_diff(card.rank.get());
    let Some(rank) = spots.iter().min_by_key(distance) else {
        return false;
    };
    card.rank.get() <= 9 && swap_cards(hands, seat, card, Card { rank, ..card })
}

/// Gives `seat` a card of another hand in exchange for `given`. Returns false if no hand has it.
pub(super) fn swap_cards(hands: &mut [Hand; 4], seat: Seat, card: Card, given: Card) -> bool {
    let holder = hands.iter().position(|hand| hand.contains(card));
    if let Some(holder) = holder {
        hands[holder].remove(card);
        hands[holder].insert(given);
        hands[seat as usize].remove(given);
        hands[seat as usize].insert(card);
    }
    holder.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Auction, Vulnerability, final_contract, notation};
    use lookahead::Seed;

    fn state() -> (TrickState, ContractScore) {
        let auction: Auction = "3NT - - -".parse().unwrap();
        let final_contract = final_contract(&auction, Seat::South).unwrap();
        (
            TrickState::new(&final_contract),
            ContractScore::new(&final_contract, Vulnerability::None),
        )
    }

    fn card(text: &str) -> Card {
        notation::card(text).unwrap()
    }

    #[test]
    fn small_cards_are_exchanged_and_honours_refute() {
        let (state, _) = state();
        let world = notation::deal("N:K.4.. Q.3.. J9... A82...").unwrap();
        let model = |repair| PlayerModel::new(Seat::North, vec![world], repair);
        let mut repaired = model(true);
        repaired.observe(&state, Seat::West, card("S9"));
        let after = notation::deal("N:K.4.. Q.3.. J8... A2...").unwrap();
        assert_eq!(repaired.worlds(), [after]);
        let mut strict = model(false);
        strict.observe(&state, Seat::West, card("S9"));
        assert!(strict.worlds().is_empty());
        let mut honour = model(true);
        honour.observe(&state, Seat::West, card("SJ"));
        assert!(honour.worlds().is_empty());
        // Nothing small to give for it.
        let mut other = model(true);
        other.observe(&state, Seat::West, card("H3"));
        assert!(other.worlds().is_empty());
    }

    #[test]
    fn a_model_without_deals_samples_new_ones_from_its_view() {
        let hands = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
        let hands = notation::deal(hands).unwrap();
        let (mut state, _) = state();
        let conventions = Conventions::standard();
        let auction: Auction = "1NT - 3NT - - -".parse().unwrap();
        let interpretation = Interpretation {
            bidding: Bidding::of(&auction, Seat::South, &conventions),
            conventions,
        };
        let view = View {
            seat: Seat::South,
            dealer: Seat::South,
            vulnerability: Vulnerability::None,
            hand: hands[Seat::South as usize],
            dummy: Some(hands[Seat::North as usize]),
            auction,
            cards: Vec::new(),
        };
        let resampling = Resampling {
            view,
            interpretation: Arc::new(interpretation),
            count: 5,
        };
        let mut model = PlayerModel::new(Seat::South, Vec::new(), true).with_resampling(resampling);
        for text in ["S5", "S3", "SQ"] {
            model.observe(&state, state.turn(), card(text));
            state.play(card(text));
        }
        let rng = &mut Seed(1).rng();
        model.resample(rng);
        assert_eq!(model.worlds().len(), 5);
        for world in model.worlds() {
            assert_eq!(world.map(Hand::len), [12, 12, 13, 12]);
            assert_eq!(world[Seat::South as usize], hands[Seat::South as usize]);
        }
        let before = model.worlds().to_vec();
        model.resample(rng);
        assert_eq!(model.worlds(), before, "what is possible is kept");
    }

    #[test]
    fn who_follows_was_not_void() {
        let (mut state, _) = state();
        state.play(card("SA"));
        let world = notation::deal("N:K.4.. Q.3.. J.2.. .65..").unwrap();
        let mut model = PlayerModel::new(Seat::West, vec![world], true);
        model.observe(&state, Seat::North, card("H4"));
        assert!(model.worlds().is_empty());
    }

    #[test]
    fn the_card_is_the_best_on_average_over_deals() {
        // South is in three notrump, has seven tricks, needs the last two, and has led a heart to
        // the ace and queen in dummy.
        let (mut state, contract_score) = state();
        let lost = std::iter::repeat_n("DA D2 D3 D4", 4);
        let won = std::iter::once("D2 D3 D4 DA").chain(std::iter::repeat_n("DA D2 D3 D4", 6));
        for text in lost.chain(won).chain(["H2 H5"]) {
            text.split(' ').for_each(|text| state.play(card(text)));
        }
        assert_eq!((state.turn(), state.number()), (Seat::North, 12));
        // The finesse works, or the king drops.
        let finesse = notation::deal("N:.AQ.. .J4.. .3.. .K..").unwrap();
        let drop = notation::deal("N:.AQ.. .K.2. .3.. .J..").unwrap();
        let chosen = |worlds: Vec<[Hand; 4]>| {
            let legal = worlds[0][Seat::North as usize];
            let model = PlayerModel::new(Seat::South, worlds, true);
            let (solver, rng) = (&mut Solver::new(1 << 10), &mut Seed(1).rng());
            model.choose(&state, legal, &contract_score, Order::Natural, solver, rng)
        };
        assert_eq!(chosen(vec![finesse, drop, finesse]), Some(card("HQ")));
        assert_eq!(chosen(vec![drop, drop, finesse]), Some(card("HA")));
    }
}
