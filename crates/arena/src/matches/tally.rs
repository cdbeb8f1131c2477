//! The numbers of one row, and how they compare with a paper's.

use super::settings::Paper;
use crate::seen::{Seen, Tally};
use crate::statistics::{Confidence, Estimate, Interval, Proportion, Sample};
use std::collections::BTreeMap;

/// A row's games, counted.
#[derive(Clone, Debug)]
pub(super) struct RowTally {
    pub(super) games: Tally,
    /// The player's shares by game, or by pair where the games of a pair share a seed: those are not independent.
    shares: Sample,
}

impl RowTally {
    pub(super) fn of(games: &BTreeMap<u64, Seen>, paired: bool) -> Self {
        RowTally {
            games: games.values().cloned().collect(),
            shares: shares(games, paired),
        }
    }

    /// The standard error of the rate.
    pub(super) fn error(&self) -> Option<f64> {
        self.shares.standard_error()
    }

    /// How surprising the difference from the paper's rate is if there is none: by the two-proportion z-test if the paper
    /// gives its number of games, else from the standard errors.
    pub(super) fn p_value(&self, paper: &Paper) -> Option<f64> {
        if let Some(games) = paper.games {
            let theirs = Proportion::from_rate(paper.rate, games).ok()?;
            let ours = self.games.score().proportion()?;
            return Some(ours.compare(&theirs).p.two_sided);
        }
        let ours = Estimate::new(self.games.rate()?, self.error()?)?;
        let theirs = Estimate::new(paper.rate, paper.error?)?;
        Some(ours.minus(&theirs).test(0.0)?.p.two_sided)
    }
}

impl Paper {
    /// The 95 % interval of the paper's rate, as far as its numbers give one.
    pub(super) fn interval(&self) -> Option<Interval> {
        if let Some(error) = self.error {
            let estimate = Estimate::new(self.rate, error)?;
            return Some(estimate.interval(Confidence::P95).within_unit());
        }
        let proportion = Proportion::from_rate(self.rate, self.games?).ok()?;
        Some(proportion.wilson(Confidence::P95))
    }
}

fn shares(games: &BTreeMap<u64, Seen>, paired: bool) -> Sample {
    if !paired {
        return games.values().map(|game| game.share).collect();
    }
    let pairs = games.iter().filter(|(number, _)| *number % 2 == 0);
    let pairs = pairs.filter_map(|(number, first)| {
        Some(f64::midpoint(first.share, games.get(&(number + 1))?.share))
    });
    pairs.collect()
}
