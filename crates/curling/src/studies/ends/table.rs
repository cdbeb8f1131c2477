//! Ends counted: how often they gave how many points.

use super::{End, Told};
use arena::statistics::{Proportion, Sample};

/// Something for each class of ends: three or more points, two, one, none, minus one, minus two, minus three or fewer.
pub(super) type Shares = [f64; 7];

/// What the classes are called.
pub(super) const CLASSES: [&str; 7] = ["≥ 3", "2", "1", "0", "-1", "-2", "≤ -3"];

/// Many ends, seen from the player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Points {
    counts: [u64; 7],
    /// The points of each end.
    pub(super) sample: Sample,
}

impl Points {
    /// The first `counted` ends of all games that the player had the last stone in, or not.
    pub(super) fn of<'a>(
        games: impl IntoIterator<Item = &'a Told>,
        counted: usize,
        hammer: bool,
    ) -> Self {
        let mut points = Points::default();
        let ends = games
            .into_iter()
            .flat_map(|told| told.ends.iter().take(counted));
        ends.filter(|end| end.hammer == hammer)
            .for_each(|end| points.add(*end));
        points
    }

    fn add(&mut self, end: End) {
        // From 3 or more, class 0, down to -3 or less, class 6.
        let class = 3 - end.points.clamp(-3, 3);
        self.counts[class as usize] += 1;
        self.sample.push(f64::from(end.points));
    }

    /// How many.
    pub(super) fn ends(&self) -> u64 {
        self.sample.count()
    }

    /// The share of each class, in percent; none of no ends.
    pub(super) fn shares(&self) -> Option<Shares> {
        let all = self.ends();
        (all > 0).then(|| self.counts.map(|count| 100.0 * count as f64 / all as f64))
    }

    /// The share of ends with so many points or more, from 1 to 3.
    pub(super) fn at_least(&self, points: usize) -> Option<Proportion> {
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
            points.add(End {
                hammer: true,
                points: number,
            });
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
