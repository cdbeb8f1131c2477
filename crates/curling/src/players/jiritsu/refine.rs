//! Aims between the points of the lattice.
//!
//! The paper's candidates lie a stone's radius apart, as far as its hands stray, and the best aim
//! mostly lies between them. To look for it there takes no simulation: a shot aimed between the
//! points becomes, once thrown, one of the same executed shots as any other, and what these are
//! worth the search has found already. Only the probabilities are new ([`Rows`]). So the best
//! candidates are moved about, half a spacing at first and then less, for as long as that helps.
//!
//! What an executed shot is worth is not made any finer, so the gain is that of aiming well over a
//! landscape of steps.

use super::super::kernel::Rows;
use super::super::lattice::{Executed, Kind};
use super::Kit;
use crate::rules::Game;
use crate::vector::Vector;
use lookahead::analysis::Share;
use lookahead::{Analysis, Bound, Candidate, Side};
use rayon::prelude::*;

/// How often the step is halved after half a spacing: down to an eighth.
const HALVINGS: u32 = 2;

/// No aim is moved more often than this, which keeps it near the candidate it was.
const MOVES: u32 = 4;

/// An aim is only judged if so much of what may come of it has been valued: in a deep, narrowed
/// search not all has.
const KNOWN: f64 = 0.98;

/// Moves the `best` first candidates to better aims where there are any; the others stay where they
/// are. The outcomes of all searched candidates must be there.
pub(super) fn refine(
    kit: &Kit,
    game: &Game,
    side: Side,
    best: usize,
    found: &mut Analysis<Executed>,
) {
    let skill = kit.curling().skill(game);
    let refiner = Refiner {
        kit,
        side,
        rows: Rows::new(kit.curling(), kit.lattice(), skill, true),
        values: values(kit, found),
    };
    let best = best.min(found.candidates.len());
    let first = &mut found.candidates[..best];
    first
        .par_iter_mut()
        .for_each(|candidate| refiner.improve(candidate));
    let merit = |candidate: &Candidate<Executed>| side.sign() * candidate.value;
    // They only got better, so they are still ahead of the rest.
    first.sort_by(|a, b| merit(b).total_cmp(&merit(a)));
}

/// What the executed shots are worth by the deepest pass; not a number where that has not looked.
fn values(kit: &Kit, found: &Analysis<Executed>) -> Vec<f64> {
    let mut values = vec![f64::NAN; kit.lattice().executed().len()];
    let searched = found.candidates.iter();
    let searched = searched.filter(|candidate| candidate.bound == Bound::Exact);
    for share in searched.flat_map(|candidate| &candidate.outcomes) {
        values[share.outcome] = share.value;
    }
    values
}

struct Refiner<'a> {
    kit: &'a Kit,
    side: Side,
    rows: Rows<'a>,
    values: Vec<f64>,
}

impl Refiner<'_> {
    /// Moves a candidate uphill.
    fn improve(&self, candidate: &mut Candidate<Executed>) {
        if candidate.bound != Bound::Exact {
            return;
        }
        let settings = self.kit.lattice().settings();
        let (spacing, ways) = match candidate.action.kind {
            Kind::Draw => (settings.spacing, &WAYS[..]),
            Kind::Hit => (settings.hit_spacing, &WAYS[..2]),
        };
        let (mut step, mut halvings) = (spacing / 2.0, 0);
        for _ in 0..MOVES {
            while !self.moved(candidate, ways, step) {
                if halvings == HALVINGS {
                    return;
                }
                (step, halvings) = (step / 2.0, halvings + 1);
            }
        }
    }

    /// Takes the best of the steps in these ways, if it is one uphill.
    fn moved(&self, candidate: &mut Candidate<Executed>, ways: &[Vector], step: f64) -> bool {
        let from = candidate.action;
        let aims = ways.iter().map(|&way| from.target + way * step);
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

    /// A shot like another one, aimed elsewhere; nothing if it cannot be thrown or too little is
    /// known of it.
    fn valued(&self, like: &Executed, target: Vector) -> Option<Valued> {
        let shot = self.kit.curling().draw(target, like.turn).ok()?;
        let row = self.rows.of(&shot, like.kind)?;
        let total: f64 = row.iter().map(|(_, weight)| weight).sum();
        let seen = row
            .iter()
            .filter(|(outcome, _)| !self.values[*outcome].is_nan());
        let known: f64 = seen.clone().map(|(_, weight)| weight).sum();
        if known < KNOWN * total {
            return None;
        }
        let share = |&(outcome, weight): &(usize, f64)| Share {
            outcome,
            probability: weight / known,
            value: self.values[outcome],
        };
        let mut outcomes: Vec<_> = seen.map(share).collect();
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
const WAYS: [Vector; 4] = [
    Vector::new(1.0, 0.0),
    Vector::new(-1.0, 0.0),
    Vector::new(0.0, 1.0),
    Vector::new(0.0, -1.0),
];

/// An aim and what it is worth.
struct Valued {
    aim: Executed,
    value: f64,
    spread: f64,
    outcomes: Vec<Share>,
}
