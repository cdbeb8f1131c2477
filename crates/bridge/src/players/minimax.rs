//! Monte Carlo over double dummy (perfect-information Monte Carlo): the conventional program.
//!
//! The method of Ginsberg ("GIB: Imperfect information in a computationally challenging game",
//! 2001), section 3.1 of the abc paper: sample deals of the hidden hands, solve each, average the
//! points of the contract over the deals. All players are assumed to see all cards, so guesses are
//! always right, and the information that a card reveals or conceals has no value. Among equal
//! cards a signal is given if one is due, else the natural card is played.
//!
//! Where few enough deals are possible, all are enumerated, with their weights.

use super::CardPlayer;
use super::advice::{Advice, Candidate};
use super::deal_sampler::DealSampler;
use super::decision::{Decision, DecisionError};
use super::reason::Reason;
use super::tally::Tally;
use crate::double_dummy::SolverPool;
use crate::knowledge::{Bidding, Conventions, signal};
use crate::{Card, Hand, View};
use lookahead::{Control, Meter, Stop};
use rayon::prelude::*;

/// The Monte Carlo player.
#[derive(Clone, Debug)]
pub struct Minimax {
    /// The number of deals to average over.
    pub deals: u32,
    /// The conventions by which calls and cards are interpreted and signals given.
    pub conventions: Conventions,
    /// Whether signals are given among equal cards.
    pub signals: bool,
    /// The points a card may be behind the best and still count as equal: less than an overtrick in
    /// ten deals.
    pub equal: f64,
    /// The pool of solvers, which may be shared.
    pub solvers: SolverPool,
}

impl Default for Minimax {
    fn default() -> Self {
        Minimax {
            deals: 60,
            conventions: Conventions::standard(),
            signals: true,
            equal: 3.0,
            solvers: SolverPool::default(),
        }
    }
}

/// The number of deals between checks of the clock. A constant, so that results do not depend on
/// the machine.
const ROUND: usize = 16;

impl CardPlayer for Minimax {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        self.choose_with_progress(view, control, &|_| {})
    }

    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let decision = Decision::of(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.conventions);
        let sampler = DealSampler::of(view, &bidding, &self.conventions)?;
        Ok(self.decide(&decision, &sampler, control, report))
    }
}

impl Minimax {
    /// Chooses a card, with the decision and the deal sampler of the view already built.
    pub(super) fn decide(
        &self,
        decision: &Decision<'_>,
        sampler: &DealSampler,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Advice {
        let cards = decision.cards();
        let meter = control.start();
        let advise = |tally: &Tally| self.advise(decision, sampler, &cards, tally, &meter);
        let progress = |tally: &Tally| report(&advise(tally));
        advise(&self.tally(decision, sampler, &cards, control, &meter, &progress))
    }

    /// Converts a tally to an advice.
    fn advise(
        &self,
        decision: &Decision<'_>,
        sampler: &DealSampler,
        cards: &[Card],
        tally: &Tally,
        meter: &Meter<'_>,
    ) -> Advice {
        let best = tally.best();
        let mut candidates: Vec<Candidate> = cards
            .iter()
            .enumerate()
            .map(|(index, &card)| Candidate {
                double_dummy: Some(tally.card_value(index, best)),
                ..Candidate::bare(card)
            })
            .collect();
        let equal = self.equal_cards(&candidates);
        let (card, reason) = self.break_tie(decision, equal);
        candidates.sort_by(|a, b| {
            let behind = |c: &Candidate| (c.card != card, c.double_dummy.map_or(0.0, |o| o.behind));
            behind(a)
                .partial_cmp(&behind(b))
                .expect("points are numbers")
        });
        let dropped = sampler
            .dropped
            .iter()
            .cloned()
            .map(Reason::DroppedInference);
        Advice {
            seat: decision.turn,
            card,
            candidates,
            reasons: dropped.chain(reason).collect(),
            verdict: None,
            effort: meter.effort(0, Stop::Done),
        }
    }

    fn tally(
        &self,
        decision: &Decision<'_>,
        sampler: &DealSampler,
        cards: &[Card],
        control: &Control<'_>,
        meter: &Meter<'_>,
        report: &dyn Fn(&Tally),
    ) -> Tally {
        if cards.len() == 1 {
            return Tally::new(1, false);
        }
        let deals = self.deals.max(1) as usize;
        let listed = sampler.all_deals(deals);
        let complete = listed.is_some();
        let node_limit = control
            .limit
            .nodes
            .map_or(usize::MAX, |nodes| nodes as usize);
        let available = listed.as_ref().map_or(deals, Vec::len);
        let all = available.min(node_limit);
        let world = |number: usize| {
            if let Some(listed) = &listed {
                return listed.get(number).copied();
            }
            let mut rng = control.seed.stream(number as u64).rng();
            sampler.draw(&mut rng).map(|deal| (deal, 1.0))
        };
        let mut rows: Vec<Option<Row>> = Vec::new();
        for start in (0..all).step_by(ROUND) {
            let solve = |number: usize| {
                let go = meter.poll() && meter.tick_slow();
                let solve = |(deal, weight)| (weight, self.tricks_by_card(decision, &deal, cards));
                go.then(|| world(number).map(solve))
            };
            let round = start..all.min(start + ROUND);
            rows.par_extend(round.into_par_iter().map(solve));
            meter.report(0, None);
            if !meter.running() {
                break;
            }
            if start + ROUND < all {
                report(&tally_of(decision, cards.len(), false, &rows));
            }
        }
        let finished = rows.len() == available && rows.iter().all(Option::is_some);
        tally_of(decision, cards.len(), complete && finished, &rows)
    }

    /// Returns the cards that count as equal to the best.
    pub(super) fn equal_cards(&self, candidates: &[Candidate]) -> Hand {
        let equal = candidates.iter().filter(|candidate| {
            let behind = candidate.double_dummy.map_or(0.0, |value| value.behind);
            behind <= self.equal
        });
        equal.map(|candidate| candidate.card).collect()
    }

    /// Chooses among equal cards: a signal if one is due, else the natural card.
    pub(super) fn break_tie(&self, decision: &Decision<'_>, equal: Hand) -> (Card, Option<Reason>) {
        if self.signals && decision.turn == decision.view.seat {
            let free: Vec<Card> = equal.iter().collect();
            if let Some(card) = signal(decision.view, &self.conventions, &free) {
                return (card, Some(Reason::Signal(card)));
            }
        }
        (decision.natural_of(equal), None)
    }

    /// Returns the double-dummy tricks of each card in a deal.
    fn tricks_by_card(&self, decision: &Decision<'_>, deal: &[Hand; 4], cards: &[Card]) -> Vec<u8> {
        let position = decision.state.position(decision.left(deal));
        let strain = decision.state.strain();
        let tricks = self.solvers.lend(strain, |solver| solver.cards(&position));
        assert!(
            tricks.iter().map(|(card, _)| card).eq(cards),
            "a sampled deal keeps the cards of the hand to play"
        );
        tricks.into_iter().map(|(_, tricks)| tricks).collect()
    }
}

/// The weight of a deal and the tricks of each card; `None` if no deal could be drawn.
type Row = Option<(f64, Vec<u8>)>;

/// Returns the tally of the deals up to the first unfinished one: counting all finished deals would
/// be biased towards quick ones.
fn tally_of(decision: &Decision<'_>, cards: usize, complete: bool, rows: &[Option<Row>]) -> Tally {
    let mut tally = Tally::new(cards, complete);
    for (weight, row) in rows.iter().map_while(Option::as_ref).flatten() {
        tally.add(decision, *weight, row);
    }
    tally
}
