//! Tally of game results.

use serde::{Deserialize, Serialize};

/// Tally of game results seen from Max: counts for display, sums for the statistics.
///
/// A draw is half a win. For games scored otherwise, a result above one half counts as a win and
/// one below as a loss, while [`rate`](Self::rate) and the errors use the results themselves.
///
/// ```
/// use lookahead::playout::Tally;
///
/// let mut tally: Tally = [1.0, 0.5, 0.0, 1.0].into_iter().collect();
/// assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
/// assert_eq!(tally.rate(), Some(0.625));
///
/// tally.merge(&[1.0].into_iter().collect());
/// assert_eq!(tally.games(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games in which Max got more than half.
    pub wins: u64,
    /// Games in which Max got exactly half.
    pub draws: u64,
    /// Games in which Max got less than half.
    pub losses: u64,
    /// The sum of the results.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Tally {
    /// Counts one game.
    pub fn add(&mut self, result: f64) {
        let count = match result {
            r if r > 0.5 => &mut self.wins,
            r if r < 0.5 => &mut self.losses,
            _ => &mut self.draws,
        };
        *count = count.saturating_add(1);
        self.sum += result;
        self.squares += result * result;
    }

    /// Adds the games of another tally to these.
    pub fn merge(&mut self, other: &Tally) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Returns the mean result; `None` without games.
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.sum / self.games() as f64)
    }

    /// Returns the estimated standard deviation of a single result; `None` for fewer than two
    /// games.
    pub fn spread(&self) -> Option<f64> {
        let n = self.games() as f64;
        // Rounding may leave a tiny negative where all results are equal.
        let variance = (self.squares - self.sum * self.sum / n) / (n - 1.0);
        (self.games() > 1).then(|| variance.max(0.0).sqrt())
    }

    /// Returns the standard error of [`rate`](Self::rate); `None` for fewer than two games. It is
    /// zero when all results were equal, which is not meaningful for few games.
    pub fn error(&self) -> Option<f64> {
        Some(self.spread()? / (self.games() as f64).sqrt())
    }
}

impl FromIterator<f64> for Tally {
    fn from_iter<I: IntoIterator<Item = f64>>(results: I) -> Self {
        let mut tally = Tally::default();
        results.into_iter().for_each(|result| tally.add(result));
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns mean and standard deviation by their definitions, in two passes over the results.
    fn by_definition(results: &[f64]) -> (f64, f64) {
        let n = results.len() as f64;
        let mean = results.iter().sum::<f64>() / n;
        let squared: f64 = results.iter().map(|r| (r - mean).powi(2)).sum();
        (mean, (squared / (n - 1.0)).sqrt())
    }

    #[test]
    fn nothing_is_known_without_games() {
        let tally = Tally::default();
        assert_eq!(
            (tally.rate(), tally.spread(), tally.error()),
            (None, None, None)
        );
        let one: Tally = [1.0].into_iter().collect();
        assert_eq!((one.rate(), one.error()), (Some(1.0), None));
    }

    #[test]
    fn draws_are_halves() {
        let tally: Tally = [0.5, 0.5].into_iter().collect();
        assert_eq!(
            (tally.rate(), tally.draws, tally.error()),
            (Some(0.5), 2, Some(0.0))
        );
    }

    #[test]
    fn absurd_counts_do_not_overflow() {
        let mut tally = Tally {
            wins: u64::MAX,
            losses: 3,
            ..Tally::default()
        };
        tally.add(1.0);
        tally.merge(&tally.clone());
        assert_eq!(tally.games(), u64::MAX);
    }

    proptest! {
        #[test]
        fn statistics_agree_with_their_definitions(
            results in prop::collection::vec(0.0..=1.0_f64, 2..40),
        ) {
            let tally: Tally = results.iter().copied().collect();
            let (mean, spread) = by_definition(&results);
            prop_assert!((tally.rate().unwrap() - mean).abs() < 1e-9);
            prop_assert!((tally.spread().unwrap() - spread).abs() < 1e-6);
            let error = spread / (results.len() as f64).sqrt();
            prop_assert!((tally.error().unwrap() - error).abs() < 1e-6);
        }

        #[test]
        fn merged_tallies_are_the_tally_of_all(
            results in prop::collection::vec(0..=2_u8, 0..40), cut in 0..40_usize,
        ) {
            let results: Vec<f64> = results.iter().map(|&r| f64::from(r) / 2.0).collect();
            let (left, right) = results.split_at(cut.min(results.len()));
            let mut merged: Tally = left.iter().copied().collect();
            merged.merge(&right.iter().copied().collect());
            prop_assert_eq!(merged, results.iter().copied().collect());
            let text = serde_json::to_string(&merged).unwrap();
            prop_assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), merged);
        }
    }
}
