//! Monte Carlo over double dummy: the conventional program.
//!
//! Ginsberg's way ("GIB: Imperfect information in a computationally challenging game", 2001),
//! section 3.1 of the abc paper: deal the hidden hands, solve each deal, average the points of the
//! contract over the deals. Everybody is taken to see all cards, so a card that nobody could tell
//! from another is worth the same, guesses are always right, and nothing is hidden from anybody.
//! Among equals a signal is given if one is due, else the natural card is played.
//!
//! Where so few deals are possible that they can be listed, they are listed, with their weights.

use super::Choose;
use super::advice::{Advice, Candidate};
use super::decision::{Decision, NoChoice};
use super::reason::Reason;
use super::sight::Sight;
use super::tally::Tally;
use crate::double_dummy::Solvers;
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
    pub solvers: Solvers,
}

impl Default for Minimax {
    fn default() -> Self {
        Minimax {
            deals: 60,
            conventions: Conventions::standard(),
            signals: true,
            equal: 3.0,
            solvers: Solvers::default(),
        }
    }
}

/// Deals between looks at the clock. A constant: what is computed must not depend on the machine.
const ROUND: usize = 16;

impl Choose for Minimax {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        self.grow(view, control, &|_| {})
    }

    fn grow(
        &self,
        view: &View,
        control: &Control<'_>,
        tell: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        let decision = Decision::of(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.conventions);
        let sight = Sight::of(view, &bidding, &self.conventions)?;
        Ok(self.decide(&decision, &sight, control, tell))
    }
}

impl Minimax {
    /// The same with the view taken apart and read already.
    pub(super) fn decide(
        &self,
        decision: &Decision<'_>,
        sight: &Sight,
        control: &Control<'_>,
        tell: &dyn Fn(&Advice),
    ) -> Advice {
        let cards = decision.cards();
        let meter = control.start();
        let advise = |tally: &Tally| self.advise(decision, sight, &cards, tally, &meter);
        let grown = |tally: &Tally| tell(&advise(tally));
        advise(&self.tally(decision, sight, &cards, control, &meter, &grown))
    }

    /// What a tally comes to.
    fn advise(
        &self,
        decision: &Decision<'_>,
        sight: &Sight,
        cards: &[Card],
        tally: &Tally,
        meter: &Meter<'_>,
    ) -> Advice {
        let best = tally.best();
        let mut candidates: Vec<Candidate> = cards
            .iter()
            .enumerate()
            .map(|(index, &card)| Candidate {
                double_dummy: Some(tally.opinion(index, best)),
                ..Candidate::bare(card)
            })
            .collect();
        let equal = self.equals(&candidates);
        let (card, reason) = self.among(decision, equal);
        candidates.sort_by(|a, b| {
            let behind = |c: &Candidate| (c.card != card, c.double_dummy.map_or(0.0, |o| o.behind));
            behind(a)
                .partial_cmp(&behind(b))
                .expect("points are numbers")
        });
        let given_up = sight.given_up.iter().cloned().map(Reason::GivenUp);
        Advice {
            seat: decision.turn,
            card,
            candidates,
            reasons: given_up.chain(reason).collect(),
            verdict: None,
            effort: meter.effort(0, Stop::Done),
        }
    }

    fn tally(
        &self,
        decision: &Decision<'_>,
        sight: &Sight,
        cards: &[Card],
        control: &Control<'_>,
        meter: &Meter<'_>,
        tell: &dyn Fn(&Tally),
    ) -> Tally {
        if cards.len() == 1 {
            return Tally::new(1, false);
        }
        let deals = self.deals.max(1) as usize;
        let listed = sight.all(deals);
        let complete = listed.is_some();
        let affordable = control
            .limit
            .nodes
            .map_or(usize::MAX, |nodes| nodes as usize);
        let there = listed.as_ref().map_or(deals, Vec::len);
        let all = there.min(affordable);
        let world = |number: usize| {
            if let Some(listed) = &listed {
                return listed.get(number).copied();
            }
            let mut rng = control.seed.stream(number as u64).rng();
            sight.imagine(&mut rng).map(|deal| (deal, 1.0))
        };
        let mut rows: Vec<Option<Row>> = Vec::new();
        for start in (0..all).step_by(ROUND) {
            let solve = |number: usize| {
                let go = meter.poll() && meter.tick_slow();
                let solve = |(deal, weight)| (weight, self.solved(decision, &deal, cards));
                go.then(|| world(number).map(solve))
            };
            let round = start..all.min(start + ROUND);
            rows.par_extend(round.into_par_iter().map(solve));
            meter.report(0, None);
            if !meter.running() {
                break;
            }
            if start + ROUND < all {
                tell(&counted(decision, cards.len(), false, &rows));
            }
        }
        let finished = rows.len() == there && rows.iter().all(Option::is_some);
        counted(decision, cards.len(), complete && finished, &rows)
    }

    /// The cards that are as good as the best.
    pub(super) fn equals(&self, candidates: &[Candidate]) -> Hand {
        let equal = candidates.iter().filter(|candidate| {
            let behind = candidate.double_dummy.map_or(0.0, |opinion| opinion.behind);
            behind <= self.equal
        });
        equal.map(|candidate| candidate.card).collect()
    }

    /// One of several equal cards: a signal if one is due, else the natural one.
    pub(super) fn among(&self, decision: &Decision<'_>, equal: Hand) -> (Card, Option<Reason>) {
        if self.signals && decision.turn == decision.view.seat {
            let free: Vec<Card> = equal.iter().collect();
            if let Some(card) = signal(decision.view, &self.conventions, &free) {
                return (card, Some(Reason::Signal(card)));
            }
        }
        (decision.natural_of(equal), None)
    }

    /// The tricks each card brings in a deal.
    fn solved(&self, decision: &Decision<'_>, deal: &[Hand; 4], cards: &[Card]) -> Vec<u8> {
        let position = decision.course.position(decision.left(deal));
        let strain = decision.course.strain();
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
fn counted(decision: &Decision<'_>, cards: usize, complete: bool, rows: &[Option<Row>]) -> Tally {
    let mut tally = Tally::new(cards, complete);
    for (weight, row) in rows.iter().map_while(Option::as_ref).flatten() {
        tally.add(decision, *weight, row);
    }
    tally
}
