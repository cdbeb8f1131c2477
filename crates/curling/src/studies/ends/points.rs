//! Distribution of the points of ends.

use super::GameResult;
use arena::Text;
use arena::perspective::{no_value, number};
use arena::report::Column;
use arena::report::headings::{ENDS, MEAN, STD_ERROR};
use arena::statistics::{Proportion, Sample};

/// A value for each class of ends: three or more points, two, one, none, minus one, minus two,
/// minus three or fewer.
pub type Shares = [f64; 7];

/// The names of the classes.
pub const CLASSES: [&str; 7] = ["≥ 3", "2", "1", "0", "-1", "-2", "≤ -3"];

/// The distribution of points of many ends, from the player's perspective: a row of the tables 3
/// and 4 of Kato, Iizuka and Yamamoto (2016).
///
/// ```
/// use curling::studies::Points;
///
/// let mut points = Points::default();
/// [2, 0, -1, 0].into_iter().for_each(|end| points.add(end));
/// assert_eq!(points.shares(), Some([0.0, 25.0, 0.0, 50.0, 25.0, 0.0, 0.0]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    counts: [u64; 7],
    /// The points of each end.
    pub sample: Sample,
}

impl Points {
    /// Counts the first `counted` ends of all games, those with the hammer or those without.
    pub(super) fn of<'a>(
        games: impl IntoIterator<Item = &'a GameResult>,
        counted: usize,
        hammer: bool,
    ) -> Self {
        let mut points = Points::default();
        let ends = games
            .into_iter()
            .flat_map(|result| result.ends.iter().take(counted));
        ends.filter(|end| end.hammer == hammer)
            .for_each(|end| points.add(end.points));
        points
    }

    /// Counts an end with these points for the player; negative if the opponent scored.
    pub fn add(&mut self, points: i8) {
        // From 3 or more, class 0, down to -3 or less, class 6.
        let class = 3 - points.clamp(-3, 3);
        self.counts[class as usize] += 1;
        self.sample.push(f64::from(points));
    }

    /// Returns the columns of a table of ends, after the first ones.
    pub fn columns() -> impl Iterator<Item = Column> {
        let classes = CLASSES.map(|class| Column::number(format!("{class}, %")));
        let variance = Text::from(("variance", "分散"));
        let rest = [MEAN, variance, STD_ERROR, ENDS].map(Column::number);
        classes.into_iter().chain(rest)
    }

    /// Returns the cells of these columns.
    pub fn cells(&self) -> Vec<String> {
        let shares = self.shares().map_or([None; 7], |shares| shares.map(Some));
        let mut cells = shares.map(|share| number(share, 0)).to_vec();
        let mean = self.sample.mean();
        cells.push(mean.map_or_else(no_value, |mean| format!("{mean:+.2}")));
        cells.push(number(self.sample.variance(), 2));
        cells.push(number(self.sample.standard_error(), 2));
        cells.push(self.ends().to_string());
        cells
    }

    /// Returns the number of ends.
    pub fn ends(&self) -> u64 {
        self.sample.count()
    }

    /// Returns the share of each class, in percent; none without ends.
    pub fn shares(&self) -> Option<Shares> {
        let all = self.ends();
        (all > 0).then(|| self.counts.map(|count| 100.0 * count as f64 / all as f64))
    }

    /// Returns the share of ends with at least these points, from 1 to 3.
    pub fn at_least(&self, points: usize) -> Option<Proportion> {
        let classes = self.counts.get(..=3_usize.checked_sub(points)?)?;
        Proportion::new(classes.iter().sum::<u64>() as f64, self.ends()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_put_into_their_classes() {
        let mut points = Points::default();
        for number in [5, 3, 2, 1, 1, 0, -1, -2, -3, -8] {
            points.add(number);
        }
        let shares = [20.0, 10.0, 20.0, 10.0, 10.0, 10.0, 20.0];
        assert_eq!(points.shares(), Some(shares));
        assert!((points.sample.mean().unwrap() + 0.2).abs() < 1e-12);
        let rate = |least| points.at_least(least).unwrap().rate();
        assert_eq!([1, 2, 3].map(rate), [0.5, 0.3, 0.2]);
        assert_eq!(Points::default().shares(), None);
        assert!(Points::default().at_least(1).is_none());
    }
}
