//! The result of opponent-model search.

use super::{Pick, WorldValue};
#[cfg(doc)]
use crate::Bound;
use crate::analysis::{Analysis, Candidate, Effort};
use crate::control::{Meter, Stop};
use serde::{Deserialize, Serialize};

/// An [`Analysis`] with every player's value of each candidate.
///
/// Where a search found only the searcher's own values, each list of player values has one entry.
/// An interrupted search lists unfinished candidates after the others, as [`Bound::Estimate`] with
/// the static value of the position and no player values; `root` covers only those that were
/// finished, and is `*` if none was. At depth 0 `root` is static too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelAnalysis<A> {
    /// The actions of the searcher's world with the searcher's values, best first. If another
    /// player decides here, their expected action comes first. The line of a candidate is the line
    /// that the searcher expects.
    pub analysis: Analysis<A>,
    /// For each candidate of `analysis`, its value to player 0, 1 and so on.
    #[serde(rename = "worths")]
    pub player_values: Vec<Vec<WorldValue>>,
    /// The value of the position itself to player 0, 1 and so on.
    pub root: Vec<WorldValue>,
}

/// A finished action at the root.
pub(super) struct Finished<A> {
    pub(super) action: A,
    pub(super) player_values: Vec<WorldValue>,
    pub(super) nodes: u64,
    pub(super) line: Vec<A>,
}

impl<A: Copy> Finished<A> {
    fn split(self) -> (Candidate<A>, Vec<WorldValue>) {
        let value = self.player_values.first().copied().unwrap_or_default();
        let candidate = Candidate {
            visits: self.nodes,
            line: self.line,
            ..Candidate::new(self.action, f64::from(value.or(0)))
        };
        (candidate, self.player_values)
    }
}

/// Builds the result: the finished actions sorted by `order` (of the searcher's values) with number
/// `first` in front, then the unfinished ones, and the values of the position itself.
pub(super) fn conclude<A: Copy>(
    finished: Vec<Finished<A>>,
    unfinished: Vec<Candidate<A>>,
    first: Option<usize>,
    order: Pick,
    root: Vec<WorldValue>,
    effort: Effort,
) -> ModelAnalysis<A> {
    let mut rows: Vec<_> = finished.into_iter().enumerate().collect();
    rows.sort_by_key(|(index, row)| {
        let value = i64::from(row.player_values.first().copied().unwrap_or_default().or(0));
        let rank = if order == Pick::Largest {
            -value
        } else {
            value
        };
        (Some(*index) != first, rank)
    });
    let finished = rows.into_iter().map(|(_, row)| row.split());
    let all = finished.chain(unfinished.into_iter().map(|c| (c, Vec::new())));
    let (candidates, player_values) = all.unzip();
    ModelAnalysis {
        analysis: Analysis { candidates, effort },
        player_values,
        root,
    }
}

/// Returns the cost of a search to `depth` that reached `deepest`. An interrupted search has
/// completed no depth.
pub(super) fn effort(meter: &Meter<'_>, depth: u32, deepest: u32) -> Effort {
    let complete = if meter.running() { deepest } else { 0 };
    let stop = if deepest < depth {
        Stop::Done
    } else {
        Stop::Depth
    };
    meter.effort(complete, stop)
}

/// Returns a value seen from the other side; never -0.
pub(super) fn mirrored(value: f64) -> f64 {
    0.0 - value
}

impl<A> ModelAnalysis<A> {
    /// Returns the analysis from the other side: every value negated, the order kept.
    #[must_use]
    pub(super) fn mirrored(mut self) -> Self {
        for candidate in &mut self.analysis.candidates {
            candidate.value = mirrored(candidate.value);
        }
        for value in self
            .player_values
            .iter_mut()
            .flatten()
            .chain(&mut self.root)
        {
            *value = value.map(i32::saturating_neg);
        }
        self
    }
}
