//! How a search values positions: what the end is played for and, where there is any, experience.
//!
//! Experience knows for every stone of the end how the chance of each result goes with the
//! [signs](super::signs) of a position, and these chances are sums. So what is at stake can be put
//! into the weights beforehand, once for a search: a position then costs one sum, as with the
//! paper's evaluation, however many results there are.

use super::super::experience::{Experience, LEAST, RESULTS, Weights};
use super::super::stakes::Stakes;
use super::signs::{HOUSE, OF_TEAM, SCORES, Standing, ZONES, score_index};
use crate::stones::SLOTS;

/// What the end is played for, and what experience makes of it.
#[derive(Clone, Debug)]
pub struct Appraisal {
    stakes: Stakes,
    learned: Vec<Option<Learned>>,
}

impl Appraisal {
    /// The paper's way.
    pub fn new(stakes: Stakes) -> Self {
        Appraisal {
            stakes,
            learned: Vec::new(),
        }
    }

    /// With experience, for the slots it has.
    pub fn experienced(stakes: Stakes, experience: &Experience) -> Self {
        let learned = (0..SLOTS)
            .map(|slot| experience.before(slot))
            .map(|weights| weights.map(|weights| Learned::new(&stakes, weights)))
            .collect();
        Appraisal { stakes, learned }
    }

    /// What the end is played for.
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// What is known of positions before a slot is thrown.
    #[inline]
    pub(super) fn learned(&self, next: usize) -> Option<&Learned> {
        self.learned.get(next)?.as_ref()
    }
}

/// What the stones of a team are worth by experience, for given stakes. See [`super::signs`] for
/// the letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TeamWorth {
    pub(super) k: f64,
    pub(super) h: f64,
    pub(super) ktd: f64,
    pub(super) htd: f64,
    /// Nought outside the house.
    pub(super) t: [f64; ZONES],
    /// The same.
    pub(super) kt: [f64; ZONES],
    pub(super) zones: [f64; ZONES],
}

impl TeamWorth {
    fn new(of_team: &[f64]) -> Self {
        let in_house =
            |weight: f64| std::array::from_fn(|zone| if zone < HOUSE { weight } else { 0.0 });
        TeamWorth {
            k: of_team[0],
            h: of_team[1],
            ktd: of_team[2],
            htd: of_team[3],
            t: in_house(of_team[4]),
            kt: in_house(of_team[5]),
            zones: std::array::from_fn(|zone| of_team.get(6 + zone).copied().unwrap_or(0.0)),
        }
    }
}

/// What a position before one slot is worth by experience, for given stakes.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    now: [f64; SCORES],
    threatened: [f64; SCORES],
    pub(super) teams: [TeamWorth; 2],
}

impl Learned {
    fn new(stakes: &Stakes, weights: &Weights) -> Self {
        // At least so many points: each adds what it is worth more than one less.
        let step = |result: usize| {
            let points = LEAST + result as i8;
            stakes.of(points) - stakes.of(points - 1)
        };
        let steps: [f64; RESULTS] = std::array::from_fn(step);
        let together =
            |sign: &[f64; RESULTS]| -> f64 { sign.iter().zip(steps).map(|(w, s)| w * s).sum() };
        let all: Vec<f64> = weights.signs.iter().map(together).collect();
        let (scores, stones) = all.split_at(2 * SCORES);
        let base = stakes.of(LEAST - 1);
        Learned {
            now: std::array::from_fn(|index| base + scores[index]),
            threatened: std::array::from_fn(|index| scores[SCORES + index]),
            teams: [0, 1].map(|team| TeamWorth::new(&stones[team * OF_TEAM..][..OF_TEAM])),
        }
    }

    /// The worth of a position with this score, whose stones add so much. It may be a little beyond
    /// the worst or the best result: a sum knows no bounds, and cut off there positions would look
    /// equal that are not.
    #[inline]
    pub(super) fn value(&self, standing: Standing, stones: f64) -> f64 {
        let now = self.now[score_index(standing.now)];
        now + self.threatened[score_index(standing.threatened)] + stones
    }
}
