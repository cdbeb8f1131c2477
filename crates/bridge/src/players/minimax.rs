//! Monte Carlo over double dummy: the conventional program.
//!
//! Ginsberg's way ("GIB: Imperfect information in a computationally challenging game", 2001),
//! section 3.1 of the abc paper: deal the hidden hands, solve each deal, average the points of the
//! contract over the deals. Everybody is taken to see all cards, so a card that nobody could tell
//! from another is worth the same, guesses are always right, and nothing is hidden from anybody.
//! Among equals a signal is given if one is due, else the natural card is played.
//!
//! Where so few deals are possible that they can be listed, they are listed, with their weights.

use super::CardPlayer;
use super::advice::{Advice, Candidate};
use super::deal_sampler::DealSampler;
use super::decision::{Decision, NoChoice};
use super::reason::Reason;
use super::tally::Tally;
use crate::double_dummy::SolverPool;
use crate::knowledge::{Bidding, Conventions, signal};
use crate::{Card, Hand, View};
use lookahead::{Control, Meter, Stop};
use rayon::prelude::*;

/// The conventional player.
#[derive(Clone, Debug)]
pub struct Minimax {
    /// Deals to average over.
    pub deals: u32,
    /// How calls and cards are read, and signals given.
    pub conventions: Conventions,
    /// Whether signals are given among equal cards.
    pub signals: bool,
    /// How many points a card may be behind the best and still count as equal: less than an
    /// overtrick in ten deals.
    pub equal: f64,
    /// The solvers it uses, perhaps with others.
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

/// Deals between looks at the clock. A constant: what is computed must not depend on the machine.
const ROUND: usize = 16;

impl CardPlayer for Minimax {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        self.choose_with_progress(view, control, &|_| {})
    }

    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        let decision = Decision::of(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.conventions);
        let sampler = DealSampler::of(view, &bidding, &self.conventions)?;
        Ok(self.decide(&decision, &sampler, control, report))
    }
}

impl Minimax {
    /// The same with the view taken apart and read already.
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

    /// What a tally comes to.
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

    /// The cards that are as good as the best.
    pub(super) fn equal_cards(&self, candidates: &[Candidate]) -> Hand {
        let equal = candidates.iter().filter(|candidate| {
            let behind = candidate.double_dummy.map_or(0.0, |value| value.behind);
            behind <= self.equal
        });
        equal.map(|candidate| candidate.card).collect()
    }

    /// One of several equal cards: a signal if one is due, else the natural one.
    pub(super) fn break_tie(&self, decision: &Decision<'_>, equal: Hand) -> (Card, Option<Reason>) {
        if self.signals && decision.turn == decision.view.seat {
            let free: Vec<Card> = equal.iter().collect();
            if let Some(card) = signal(decision.view, &self.conventions, &free) {
                return (card, Some(Reason::Signal(card)));
            }
        }
        (decision.natural_of(equal), None)
    }

    /// The tricks each card brings in a deal.
    fn tricks_by_card(&self, decision: &Decision<'_>, deal: &[Hand; 4], cards: &[Card]) -> Vec<u8> {
        let position = decision.state.position(decision.left(deal));
        let strain = decision.state.strain();
        let tricks = self.solvers.lend(strain, |solver| solver.cards(&position));
        assert!(
            tricks.iter().map(|(card, _)| card).eq(cards),
            "a deal gives the hand to play its own cards"
        );
        tricks.into_iter().map(|(_, tricks)| tricks).collect()
    }
}

/// A deal with its weight and the tricks of each card; nothing inside if it could not be made.
type Row = Option<(f64, Vec<u8>)>;

/// The tally of the deals up to the first that was not finished: to count whatever was quick would
/// favour quick deals.
fn tally_of(decision: &Decision<'_>, cards: usize, complete: bool, rows: &[Option<Row>]) -> Tally {
    let mut tally = Tally::new(cards, complete);
    for (weight, row) in rows.iter().map_while(Option::as_ref).flatten() {
        tally.add(decision, *weight, row);
    }
    tally
}
