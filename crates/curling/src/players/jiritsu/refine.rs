//! Refinement of the best candidates: hill climbing between the points of the lattice.
//!
//! The paper's candidates lie a stone's radius apart, about one standard deviation of its noise,
//! and the best aim mostly lies between them. Evaluating such an aim takes no simulation: its
//! outcomes are the executed shots of the same lattice, whose values the search already has. Only
//! the probabilities are new ([`OutcomeModel`]). The best candidates are moved by half a spacing,
//! then by smaller steps, as long as their value improves.
//!
//! The values of the executed shots are not refined, so the gain is that of a better aim over a
//! piecewise constant value.

use super::super::kernel::OutcomeModel;
use super::super::lattice::{Executed, Kind};
use super::MatchTables;
use crate::rules::Game;
use crate::vector::Vector;
use lookahead::analysis::Share;
use lookahead::{Analysis, Bound, Candidate, Side};
use rayon::prelude::*;

/// The number of times the step is halved after half a spacing: down to an eighth.
const HALVINGS: u32 = 2;

/// The most moves of one aim, which keeps it near its candidate.
const MOVES: u32 = 4;

/// The least share of an aim's outcomes, by probability, that must have a value: a deep, narrowed
/// search does not evaluate all.
const LEAST_KNOWN: f64 = 0.98;

/// Moves the first `best` candidates to better aims; the others stay unchanged. All searched
/// candidates must have their outcomes.
pub(super) fn refine(
    tables: &MatchTables,
    game: &Game,
    side: Side,
    best: usize,
    found: &mut Analysis<Executed>,
) {
    let skill = tables.curling().skill(game);
    let refiner = Refiner {
        tables,
        side,
        model: OutcomeModel::new(tables.curling(), tables.lattice(), skill, true),
        values: values(tables, found),
    };
    let best = best.min(found.candidates.len());
    let first = &mut found.candidates[..best];
    first
        .par_iter_mut()
        .for_each(|candidate| refiner.improve(candidate));
    let merit = |candidate: &Candidate<Executed>| side.sign() * candidate.value;
    // Values only improved, so these are still ahead of the rest.
    first.sort_by(|a, b| merit(b).total_cmp(&merit(a)));
}

/// Returns the values of the executed shots from the deepest pass; NaN where it has none.
fn values(tables: &MatchTables, found: &Analysis<Executed>) -> Vec<f64> {
    let mut values = vec![f64::NAN; tables.lattice().executed().len()];
    let searched = found.candidates.iter();
    let searched = searched.filter(|candidate| candidate.bound == Bound::Exact);
    for share in searched.flat_map(|candidate| &candidate.outcomes) {
        values[share.outcome] = share.value;
    }
    values
}

struct Refiner<'a> {
    tables: &'a MatchTables,
    side: Side,
    model: OutcomeModel<'a>,
    values: Vec<f64>,
}

impl Refiner<'_> {
    /// Moves a candidate uphill.
    fn improve(&self, candidate: &mut Candidate<Executed>) {
        if candidate.bound != Bound::Exact {
            return;
        }
        let settings = self.tables.lattice().settings();
        let (spacing, directions) = match candidate.action.kind {
            Kind::Draw => (settings.spacing, &DIRECTIONS[..]),
            Kind::Hit => (settings.hit_spacing, &DIRECTIONS[..2]),
        };
        let (mut step, mut halvings) = (spacing / 2.0, 0);
        for _ in 0..MOVES {
            while !self.moved(candidate, directions, step) {
                if halvings == HALVINGS {
                    return;
                }
                (step, halvings) = (step / 2.0, halvings + 1);
            }
        }
    }

    /// Takes the best of the steps in these directions if it improves the value; returns whether it
    /// did.
    fn moved(&self, candidate: &mut Candidate<Executed>, directions: &[Vector], step: f64) -> bool {
        let from = candidate.action;
        let aims = directions
            .iter()
            .map(|&direction| from.target + direction * step);
        let mut best: Option<Valued> = None;
        for valued in aims.filter_map(|target| self.valued(&from, target)) {
            let least = best.as_ref().map_or(candidate.value, |best| best.value);
            if self.side.sign() * (valued.value - least) > 0.0 {
                best = Some(valued);
            }
        }
        let Some(best) = best else {
            return false;
        };
        candidate.action = best.aim;
        candidate.value = best.value;
        candidate.spread = best.spread;
        candidate.visits = best.outcomes.len() as u64;
        candidate.line[0] = best.aim;
        candidate.outcomes = best.outcomes;
        true
    }

    /// Returns the value of a shot of this turn and kind aimed elsewhere; `None` if it cannot be
    /// thrown or too few of its outcomes have a value.
    fn valued(&self, like: &Executed, target: Vector) -> Option<Valued> {
        let shot = self.tables.curling().draw(target, like.turn).ok()?;
        let row = self.model.of(&shot, like.kind)?;
        let total: f64 = row.iter().map(|(_, weight)| weight).sum();
        let evaluated = row
            .iter()
            .filter(|(outcome, _)| !self.values[*outcome].is_nan());
        let known: f64 = evaluated.clone().map(|(_, weight)| weight).sum();
        if known < LEAST_KNOWN * total {
            return None;
        }
        let share = |&(outcome, weight): &(usize, f64)| Share {
            outcome,
            probability: weight / known,
            value: self.values[outcome],
        };
        let mut outcomes: Vec<_> = evaluated.map(share).collect();
        let value: f64 = outcomes.iter().map(|s| s.probability * s.value).sum();
        let off = |share: &Share| share.probability * (share.value - value).powi(2);
        let variance: f64 = outcomes.iter().map(off).sum();
        outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Some(Valued {
            aim: Executed {
                target,
                shot: Some(shot),
                ..*like
            },
            value,
            spread: variance.sqrt(),
            outcomes,
        })
    }
}

/// To the right, to the left, down the sheet and up.
const DIRECTIONS: [Vector; 4] = [
    Vector::new(1.0, 0.0),
    Vector::new(-1.0, 0.0),
    Vector::new(0.0, 1.0),
    Vector::new(0.0, -1.0),
];

/// An aim with its value.
struct Valued {
    aim: Executed,
    value: f64,
    spread: f64,
    outcomes: Vec<Share>,
}
