//! The statistics of one row, and their comparison with a paper's.

use super::settings::Paper;
use crate::game::Duplicate;
use crate::perspective::{Perspective, Tally};
use crate::statistics::{Confidence, Estimate, Interval, Proportion};
use std::collections::BTreeMap;

/// Returns the tally of a row; with `paired`, every two games share a seed and may be compared.
pub(super) fn tally(
    games: &BTreeMap<u64, Perspective>,
    paired: bool,
    duplicate: Option<Duplicate>,
) -> Tally {
    if paired {
        let numbered = games.iter().map(|(&number, game)| ((0, number), game));
        Tally::of_pairs(numbered.map(|(key, game)| (key, game.clone())), duplicate)
    } else {
        games.values().cloned().collect()
    }
}

/// Returns the p-value of the difference from the paper's rate: by the two-proportion z-test if the
/// paper gives its number of games, else from the standard errors.
pub(super) fn p_value(tally: &Tally, paper: &Paper) -> Option<f64> {
    if let Some(games) = paper.games {
        let theirs = Proportion::from_rate(paper.rate, games).ok()?;
        return Some(tally.proportion()?.compare(&theirs).p.two_sided);
    }
    let ours = Estimate::new(tally.rate()?, tally.error()?)?;
    let theirs = Estimate::new(paper.rate, paper.error?)?;
    Some(ours.minus(&theirs).test(0.0)?.p.two_sided)
}

impl Paper {
    /// Returns the 95 % interval of the paper's rate, if its numbers allow one.
    pub(super) fn interval(&self) -> Option<Interval> {
        if let Some(error) = self.error {
            let estimate = Estimate::new(self.rate, error)?;
            return Some(estimate.interval(Confidence::P95).within_unit());
        }
        let proportion = Proportion::from_rate(self.rate, self.games?).ok()?;
        Some(proportion.wilson(Confidence::P95))
    }
}
