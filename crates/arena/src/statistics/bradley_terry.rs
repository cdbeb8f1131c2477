//! Bradley–Terry ratings of a tournament.
//!
//! The model of Zermelo ("Die Berechnung der Turnier-Ergebnisse als ein Maximumproblem der
//! Wahrscheinlichkeitsrechnung", 1929) and of Bradley and Terry ("Rank analysis of incomplete block
//! designs", 1952): the points player i expects against j depend only on the difference of their
//! ratings, as in [`rate_of_elo`](super::rate_of_elo). A draw counts as half a win and half a loss.
//! The ratings are those under which the results of the whole cross table are most likely, so
//! beating strong players counts for more than beating weak ones, and it does not matter in which
//! order the games were played.
//!
//! The likelihood is concave and smooth, so Newton's method finds its maximum in a few steps; the
//! matrix of second derivatives it needs is also the Fisher information that gives the standard
//! errors. (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004, is the slow, safe
//! alternative; the tests use it to check the result.)
//!
//! It does not model the advantage of moving first: play each pairing from both sides.

use super::estimate::Estimate;
use super::proportion::WinDrawLoss;
use serde::Serialize;

/// Elo per unit of natural log odds.
const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method needs a handful of steps; this many mean that there is nothing to find.
const MAX_STEPS: usize = 200;

/// Newton's method has converged when no rating moves by more than this, in natural log odds.
const ARRIVED: f64 = 1e-11;

/// An error of the rating computation.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// A prior that is negative or not a number.
    #[error("invalid prior of {0} draws: expected a finite number of at least 0")]
    InvalidPrior(f64),
    /// Without a prior, some players never took a point from the others (or never met them), so the
    /// maximum is at infinity. Any positive prior helps.
    #[error("some players took no points from the others, so their ratings have no bound")]
    Unbounded,
}

/// A player number that is not in the table, or a player against itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing of players {first} and {second} in a table of {players} players")]
pub struct UnknownPairing {
    /// The first player given.
    pub first: usize,
    /// The second player given.
    pub second: usize,
    /// The number of players.
    pub players: usize,
}

/// Cross table: the score of every player against every other.
///
/// ```
/// use arena::statistics::{CrossTable, WinDrawLoss};
///
/// let mut table = CrossTable::new(3);
/// table.record(0, 1, WinDrawLoss::new(30, 10, 10))?;
/// table.record(1, 2, WinDrawLoss::new(30, 10, 10))?;
/// table.record(0, 2, WinDrawLoss::new(40, 5, 5))?;
/// let ratings = table.ratings(CrossTable::PRIOR)?;
/// assert!(ratings.players[0].value() > ratings.players[1].value());
/// assert!(ratings.players.iter().map(|r| r.value()).sum::<f64>().abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    /// Row by row; the score of the row's player against the column's.
    scores: Vec<Vec<WinDrawLoss>>,
}

impl CrossTable {
    /// The usual prior of [`ratings`](Self::ratings): half a draw between each two players.
    pub const PRIOR: f64 = 0.5;

    /// Creates an empty table.
    pub fn new(players: usize) -> Self {
        CrossTable {
            scores: vec![vec![WinDrawLoss::default(); players]; players],
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.scores.len()
    }

    /// Adds games between two players, `score` seen from `first`.
    ///
    /// # Errors
    ///
    /// A player who is not in the table, or twice the same.
    pub fn record(
        &mut self,
        first: usize,
        second: usize,
        score: WinDrawLoss,
    ) -> Result<(), UnknownPairing> {
        let players = self.players();
        if first == second || first >= players || second >= players {
            return Err(UnknownPairing {
                first,
                second,
                players,
            });
        }
        self.scores[first][second] += score;
        self.scores[second][first] += score.reversed();
        Ok(())
    }

    /// Returns the score between two players, seen from `first`; empty if there is no such pairing.
    pub fn score(&self, first: usize, second: usize) -> WinDrawLoss {
        let row = self.scores.get(first);
        row.and_then(|row| row.get(second))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the score of a player over all games.
    pub fn total(&self, player: usize) -> WinDrawLoss {
        let row = self.scores.get(player).into_iter().flatten();
        row.copied().sum()
    }

    /// Returns the maximum-likelihood ratings, with mean 0.
    ///
    /// `prior` is a number of draws that every two players are taken to have played besides their
    /// games. Without it a player who won every game would be infinitely strong, and so would a
    /// group that never lost to the rest; with [`PRIOR`](Self::PRIOR) ratings are always finite and
    /// drawn a little towards the mean. It weighs little once pairings have ten games or more; in a
    /// large field with few games per player choose a smaller one.
    ///
    /// # Errors
    ///
    /// A prior that is negative or not finite; no prior although some ratings have no bound.
    pub fn ratings(&self, prior: f64) -> Result<Ratings, RatingError> {
        if !(prior.is_finite() && prior >= 0.0) {
            return Err(RatingError::InvalidPrior(prior));
        }
        let model = Model::new(self, prior);
        if !model.is_bounded() {
            return Err(RatingError::Unbounded);
        }
        model.climb().ok_or(RatingError::Unbounded)
    }
}

/// Result of [`CrossTable::ratings`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// Elo of each player in the order of the table, with its standard error relative to the mean
    /// of all.
    pub players: Vec<Estimate>,
    /// Covariances of the ratings, in Elo².
    #[serde(skip)]
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns the rating difference of `first` and `second`. Ratings are correlated, so the error
    /// is not that of [`Estimate::minus`]. `None` if there is no such player.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let value = self.players.get(first)?.value() - self.players.get(second)?.value();
        let c = &self.covariance;
        let variance = c[first][first] + c[second][second] - 2.0 * c[first][second];
        Estimate::new(value, variance.max(0.0).sqrt())
    }
}

/// Games and points as real numbers, the prior included.
struct Model {
    games: Vec<Vec<f64>>,
    points: Vec<Vec<f64>>,
}

impl Model {
    fn new(table: &CrossTable, prior: f64) -> Self {
        let of = |value: &dyn Fn(WinDrawLoss) -> f64, prior: f64| -> Vec<Vec<f64>> {
            let n = table.players();
            let cell = |i, j| {
                if i == j {
                    0.0
                } else {
                    value(table.score(i, j)) + prior
                }
            };
            (0..n)
                .map(|i| (0..n).map(|j| cell(i, j)).collect())
                .collect()
        };
        Model {
            games: of(&|score| score.points() + score.reversed().points(), prior),
            points: of(&|score| score.points(), prior / 2.0),
        }
    }

    fn players(&self) -> usize {
        self.games.len()
    }

    /// Returns whether the likelihood has a maximum: from each player a chain of points taken leads
    /// to every other (Ford, "Solution of a ranking problem from binary comparisons", 1957).
    fn is_bounded(&self) -> bool {
        self.reaches_all(|i, j| self.points[i][j] > 0.0)
            && self.reaches_all(|i, j| self.points[j][i] > 0.0)
    }

    fn reaches_all(&self, edge: impl Fn(usize, usize) -> bool) -> bool {
        let mut seen = vec![false; self.players()];
        let mut open: Vec<usize> = (0..self.players().min(1)).collect();
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                open.extend((0..self.players()).filter(|&j| !seen[j] && edge(i, j)));
            }
        }
        seen.into_iter().all(|reached| reached)
    }

    /// Newton's method from equal ratings. A step is halved until it climbs, which a concave
    /// function allows sooner or later.
    fn climb(&self) -> Option<Ratings> {
        let mut at = vec![0.0; self.players()];
        for _ in 0..MAX_STEPS {
            let inverse = inverse(&self.information(&at))?;
            let mut step = product(&inverse, &self.gradient(&at));
            // Less a little rounding: close to the top everything is equally high.
            let here = self.log_likelihood(&at) * (1.0 + 1e-14);
            let mut next = sum(&at, &step);
            while self.log_likelihood(&next) < here && longest(&step) > ARRIVED {
                step = step.iter().map(|x| x / 2.0).collect();
                next = sum(&at, &step);
            }
            at = next;
            if longest(&step) <= ARRIVED {
                return self.summary(&at);
            }
        }
        None
    }

    /// Σ points · ln(expected rate), over every ordered pair.
    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let n = self.players();
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        pairs
            .map(|(i, j)| self.points[i][j] * ln_rate(at[i] - at[j]))
            .sum()
    }

    /// Points made beyond those expected: points · (1 − rate) − opponent's points · rate, which
    /// unlike points − games · rate loses no digits in lopsided pairings.
    fn gradient(&self, at: &[f64]) -> Vec<f64> {
        let n = self.players();
        let surplus = |i: usize, j: usize| {
            self.points[i][j] * rate(at[j] - at[i]) - self.points[j][i] * rate(at[i] - at[j])
        };
        (0..n)
            .map(|i| (0..n).map(|j| surplus(i, j)).sum())
            .collect()
    }

    /// Returns the Fisher information plus 1/n everywhere.
    ///
    /// Only differences of ratings matter, so the information itself has no inverse: moving all
    /// players together changes nothing. The constant gives that direction, and no other, a weight
    /// of 1, which keeps the mean where it is and is taken off again in [`summary`](Self::summary).
    fn information(&self, at: &[f64]) -> Vec<Vec<f64>> {
        let n = self.players();
        let mut matrix = vec![vec![1.0 / n as f64; n]; n];
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                let weight = self.games[i][j] * rate(at[i] - at[j]) * rate(at[j] - at[i]);
                matrix[i][i] += weight;
                matrix[i][j] -= weight;
            }
        }
        matrix
    }

    fn summary(&self, at: &[f64]) -> Option<Ratings> {
        let n = self.players() as f64;
        let mean = at.iter().sum::<f64>() / n;
        let mut covariance = inverse(&self.information(at))?;
        for entry in covariance.iter_mut().flatten() {
            *entry = (*entry - 1.0 / n) * ELO_PER_LOG_ODDS * ELO_PER_LOG_ODDS;
        }
        let player = |(i, x): (usize, &f64)| {
            Estimate::new(
                (x - mean) * ELO_PER_LOG_ODDS,
                covariance[i][i].max(0.0).sqrt(),
            )
        };
        Some(Ratings {
            players: at.iter().enumerate().map(player).collect::<Option<_>>()?,
            covariance,
        })
    }
}

/// Returns the points expected per game of a player better by `log_odds`.
fn rate(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// ln of [`rate`], without overflow.
fn ln_rate(log_odds: f64) -> f64 {
    log_odds.min(0.0) - libm::log1p(libm::exp(-log_odds.abs()))
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest, x| longest.max(x.abs()))
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(dot).collect()
}

/// Returns the inverse of a symmetric positive definite matrix, by elimination (which needs no
/// exchange of rows for such a matrix). `None` if it is not one.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for k in 0..n {
        let pivot = left[k][k];
        if !(pivot.is_finite() && pivot > 0.0) {
            return None;
        }
        for entry in left[k].iter_mut().chain(&mut right[k]) {
            *entry /= pivot;
        }
        let (left_k, right_k) = (left[k].clone(), right[k].clone());
        for i in (0..n).filter(|&i| i != k) {
            let factor = left[i][k];
            let rows = left[i].iter_mut().zip(&left_k);
            for (entry, other) in rows.chain(right[i].iter_mut().zip(&right_k)) {
                *entry -= factor * other;
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::super::{close, elo_of_rate};
    use super::*;
    use proptest::prelude::*;

    /// Games won by the row's team against the column's: Agresti, "Categorical data analysis"
    /// (2nd ed. 2002), table 10.10, baseball 1987.
    const BASEBALL: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    fn baseball() -> CrossTable {
        let mut table = CrossTable::new(7);
        for (i, row) in BASEBALL.iter().enumerate() {
            for (j, &wins) in row.iter().enumerate().take(i) {
                let score = WinDrawLoss::new(wins, 0, BASEBALL[j][i]);
                table.record(i, j, score).unwrap();
            }
        }
        table
    }

    #[test]
    fn ratings_agree_with_agresti_and_with_statsmodels() {
        let ratings = baseball().ratings(0.0).unwrap();
        // Agresti's estimates against the last team: 1.581, 1.436, 1.294, 1.248, 1.108, 0.684 in
        // log odds; the digits and the errors from statsmodels 0.15.0, GLM(family=Binomial()).
        let published = [
            1.58135588, 1.43640843, 1.29448512, 1.24761785, 1.10769771, 0.68385277,
        ];
        let errors = [
            0.34325598, 0.33956851, 0.3366694, 0.33586092, 0.33387821, 0.33187667,
        ];
        for (i, (value, error)) in published.into_iter().zip(errors).enumerate() {
            let difference = ratings.difference(i, 6).unwrap();
            assert!(close(difference.value() / ELO_PER_LOG_ODDS, value, 1e-7));
            assert!(close(difference.error() / ELO_PER_LOG_ODDS, error, 1e-7));
        }
        // The same fit with the mean at 0: covariance A C A' with A = I - 1/7.
        let centred = [
            (92.27078595587953, 36.03245359715398),
            (67.09083577032821, 35.46562673309377),
            (42.436231980448305, 35.10168136321107),
            (34.29455175972255, 35.02215811670207),
            (9.987933917287911, 34.903217616566394),
            (-63.641472875816724, 35.61984655819465),
            (-182.43886650784955, 40.382836963678194),
        ];
        for (player, (value, error)) in ratings.players.iter().zip(centred) {
            assert!(close(player.value(), value, 1e-8), "{player}");
            assert!(close(player.error(), error, 1e-8), "{player}");
        }
    }

    #[test]
    fn two_players_differ_by_the_result_of_their_match() {
        let mut table = CrossTable::new(2);
        table.record(0, 1, WinDrawLoss::new(60, 30, 10)).unwrap();
        let difference = table.ratings(0.0).unwrap().difference(0, 1).unwrap();
        assert!(close(difference.value(), elo_of_rate(0.75).unwrap(), 1e-9));
        // The information of 100 games at 3/4: 100 · 3/4 · 1/4.
        let error = ELO_PER_LOG_ODDS / 18.75_f64.sqrt();
        assert!(close(difference.error(), error, 1e-9));
    }

    #[test]
    fn an_undefeated_player_needs_a_prior() {
        let mut table = CrossTable::new(3);
        table.record(0, 1, WinDrawLoss::new(10, 0, 0)).unwrap();
        table.record(0, 2, WinDrawLoss::new(10, 0, 0)).unwrap();
        table.record(1, 2, WinDrawLoss::new(5, 0, 5)).unwrap();
        assert_eq!(table.ratings(0.0), Err(RatingError::Unbounded));
        let ratings = table.ratings(CrossTable::PRIOR).unwrap();
        let best = ratings.players[0].value();
        assert!(best > 200.0 && best < 1000.0, "{best}");
        assert!(close(
            ratings.players[1].value(),
            ratings.players[2].value(),
            1e-9
        ));
        // A weaker prior leaves the undefeated player further away.
        assert!(table.ratings(0.01).unwrap().players[0].value() > best);
    }

    #[test]
    fn players_who_never_met_are_compared_through_others() {
        let mut table = CrossTable::new(3);
        table.record(0, 1, WinDrawLoss::new(3, 0, 1)).unwrap();
        table.record(1, 2, WinDrawLoss::new(3, 0, 1)).unwrap();
        let ratings = table.ratings(0.0).unwrap();
        let expected = 2.0 * elo_of_rate(0.75).unwrap();
        assert!(close(
            ratings.difference(0, 2).unwrap().value(),
            expected,
            1e-9
        ));
        let direct = ratings.difference(0, 1).unwrap().error();
        assert!(ratings.difference(0, 2).unwrap().error() > direct);
    }

    #[test]
    fn small_or_odd_tables_are_answered() {
        assert_eq!(CrossTable::new(0).ratings(0.5).unwrap().players, []);
        let one = CrossTable::new(1).ratings(0.5).unwrap();
        assert_eq!(one.players[0].value(), 0.0);
        assert_eq!(CrossTable::new(2).ratings(0.0), Err(RatingError::Unbounded));
        let unplayed = CrossTable::new(2).ratings(0.5).unwrap();
        assert_eq!(unplayed.difference(0, 2), None);
    }

    #[test]
    fn bad_pairings_and_priors_are_refused() {
        let mut table = CrossTable::new(2);
        assert!(table.record(0, 2, WinDrawLoss::default()).is_err());
        assert!(table.record(1, 1, WinDrawLoss::default()).is_err());
        assert!(matches!(
            table.ratings(-1.0),
            Err(RatingError::InvalidPrior(_))
        ));
        assert!(matches!(
            table.ratings(f64::NAN),
            Err(RatingError::InvalidPrior(_))
        ));
        assert_eq!(table.score(7, 0), WinDrawLoss::default());
        assert_eq!(table.total(7), WinDrawLoss::default());
    }

    #[test]
    fn lopsided_results_and_huge_counts_still_converge() {
        let mut table = CrossTable::new(4);
        table
            .record(0, 1, WinDrawLoss::new(1_000_000, 0, 1))
            .unwrap();
        table
            .record(1, 2, WinDrawLoss::new(1_000_000, 0, 1))
            .unwrap();
        table
            .record(2, 3, WinDrawLoss::new(1, 0, 1_000_000))
            .unwrap();
        let ratings = table.ratings(0.0).unwrap();
        let expected = 400.0 * 6.0;
        assert!(close(
            ratings.difference(0, 1).unwrap().value(),
            expected,
            1e-6
        ));
        assert!(close(
            ratings.difference(3, 2).unwrap().value(),
            expected,
            1e-6
        ));
    }

    /// Returns the ratings by the slow reference method, Hunter's minorise-maximise iteration.
    fn by_mm(table: &CrossTable, prior: f64) -> Vec<f64> {
        let model = Model::new(table, prior);
        let n = model.players();
        let mut strength = vec![1.0_f64; n];
        for _ in 0..20_000 {
            let old = strength.clone();
            for i in 0..n {
                let points: f64 = model.points[i].iter().sum();
                let spread: f64 = (0..n)
                    .filter(|&j| j != i)
                    .map(|j| model.games[i][j] / (old[i] + old[j]))
                    .sum();
                strength[i] = points / spread;
            }
            let mean = strength.iter().map(|&x| libm::log(x)).sum::<f64>() / n as f64;
            for x in &mut strength {
                *x /= libm::exp(mean);
            }
        }
        strength
            .iter()
            .map(|&x| libm::log(x) * ELO_PER_LOG_ODDS)
            .collect()
    }

    fn tables() -> impl Strategy<Value = CrossTable> {
        (2_usize..5).prop_flat_map(|players| {
            let score =
                (0_u64..12, 0_u64..5, 0_u64..12).prop_map(|(w, d, l)| WinDrawLoss::new(w, d, l));
            prop::collection::vec(score, players * players).prop_map(move |scores| {
                let mut table = CrossTable::new(players);
                for i in 0..players {
                    for j in 0..i {
                        table.record(i, j, scores[i * players + j]).unwrap();
                    }
                }
                table
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn newton_finds_what_minorising_and_maximising_finds(table in tables()) {
            let ratings = table.ratings(0.5).unwrap();
            for (fast, slow) in ratings.players.iter().zip(by_mm(&table, 0.5)) {
                prop_assert!((fast.value() - slow).abs() < 1e-4, "{fast} {slow}");
            }
        }

        #[test]
        fn the_expected_points_are_the_points_made_and_the_mean_is_zero(table in tables()) {
            let ratings = table.ratings(0.5).unwrap();
            let model = Model::new(&table, 0.5);
            let at: Vec<f64> =
                ratings.players.iter().map(|p| p.value() / ELO_PER_LOG_ODDS).collect();
            prop_assert!(longest(&model.gradient(&at)) < 1e-8);
            prop_assert!(ratings.players.iter().map(Estimate::value).sum::<f64>().abs() < 1e-8);
        }

        #[test]
        fn four_times_the_games_halve_the_errors(table in tables()) {
            let mut more = table.clone();
            for score in more.scores.iter_mut().flatten() {
                *score = (0..4).map(|_| *score).sum();
            }
            let (few, many) = (table.ratings(0.5).unwrap(), more.ratings(2.0).unwrap());
            for (few, many) in few.players.iter().zip(&many.players) {
                prop_assert!((few.value() - many.value()).abs() < 1e-6);
                prop_assert!(close(many.error(), few.error() / 2.0, 1e-6));
            }
        }
    }
}
