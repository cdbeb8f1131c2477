//! The rules: take one to three from a heap with slippery fingers; taking the last one wins.
//!
//! Of the pieces grabbed beyond the first, each falls back onto the heap with probability `slip`.
//! So a grab of three may yield one, two or three: the *outcome* of a move is uncertain, which is
//! where plain minimax breaks. Grabbing one is always safe.
//!
//! No search in here: the rules can be played by hand, and [`Heap::chances`] solves them exactly.

use arena::game::{Game, Score};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// Maximum number of pieces per grab.
pub const MOST: u32 = 3;

/// The conditions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conditions {
    /// Probability that a grabbed piece beyond the first falls back.
    pub slip: f64,
    /// Smallest heap a game may start with.
    pub smallest: u32,
    /// Largest heap a game may start with.
    pub largest: u32,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            slip: 0.2,
            smallest: 12,
            largest: 24,
        }
    }
}

impl Conditions {
    /// Returns the conditions changed by a table.
    ///
    /// # Errors
    /// The unknown or invalid key, as a sentence.
    pub fn changed(&self, table: &toml::Table) -> Result<Self, String> {
        let mut all = toml::Table::try_from(self).map_err(|why| why.to_string())?;
        all.extend(table.clone());
        let changed: Conditions = all
            .try_into()
            // The whole text, not the message alone: that does not name the key.
            .map_err(|why: toml::de::Error| why.to_string().trim_end().replace('\n', " "))?;
        changed.checked()
    }

    fn checked(self) -> Result<Self, String> {
        if !(0.0..=1.0).contains(&self.slip) {
            return Err(format!(
                "slip = {} is out of range: expected 0 to 1",
                self.slip
            ));
        }
        if self.smallest == 0 || self.smallest > self.largest || self.largest > 1000 {
            let (low, high) = (self.smallest, self.largest);
            return Err(format!(
                "invalid heaps of {low} to {high}: expected 1 <= smallest <= largest <= 1000"
            ));
        }
        Ok(self)
    }
}

/// The heap and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Pieces on the heap.
    pub left: u32,
    /// Side 0 or 1.
    pub side: usize,
}

impl Position {
    /// Returns the position after `taken` pieces were taken.
    #[must_use]
    pub fn after(self, taken: u32) -> Self {
        Position {
            left: self.left - taken,
            side: 1 - self.side,
        }
    }
}

/// The game under given conditions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap {
    /// The conditions.
    pub conditions: Conditions,
}

impl Heap {
    /// Returns the probabilities of taking exactly 1, 2 and 3 pieces with a grab of `grab`.
    pub fn taken(&self, grab: u32) -> [f64; MOST as usize] {
        let slip = self.conditions.slip;
        let keep = 1.0 - slip;
        match grab {
            1 => [1.0, 0.0, 0.0],
            2 => [slip, keep, 0.0],
            _ => [slip * slip, 2.0 * slip * keep, keep * keep],
        }
    }

    /// Returns the chance of winning for the side to move, for every heap up to `largest`, by
    /// backward induction: the exact solution.
    pub fn chances(&self, largest: u32) -> Vec<f64> {
        let mut chances = vec![0.0_f64];
        for left in 1..=largest {
            let value = |grab: u32| -> f64 {
                let lose = |taken: u32| 1.0 - chances[(left - taken) as usize];
                let taken = self.taken(grab);
                (1..=grab).map(|t| taken[t as usize - 1] * lose(t)).sum()
            };
            let best = (1..=left.min(MOST)).map(value).fold(0.0, f64::max);
            chances.push(best);
        }
        chances
    }
}

impl Game for Heap {
    type Position = Position;
    type View = Position;
    type Action = u32;

    fn has_dice(&self) -> bool {
        self.conditions.slip > 0.0
    }

    fn variety(&self) -> arena::Text {
        let en = "let fingers slip or heaps differ, as in `--set slip=0.2 --set largest=24`";
        let ja = "条件を `slip = 0.2`、`largest = 24` のようにして、取る数をぶれさせるか山の大きさを変えます";
        (en, ja).into()
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        let Conditions {
            smallest, largest, ..
        } = self.conditions;
        Position {
            left: rng.random_range(smallest..=largest),
            side: 0,
        }
    }

    fn turn(&self, position: &Position) -> Option<usize> {
        (position.left > 0).then_some(position.side)
    }

    fn view(&self, position: &Position, _seat: usize) -> Position {
        *position
    }

    fn actions(&self, view: &Position) -> Option<Vec<u32>> {
        Some((1..=view.left.min(MOST)).collect())
    }

    fn check(&self, position: &Position, &grab: &u32) -> Result<(), String> {
        let most = position.left.min(MOST);
        if (1..=most).contains(&grab) {
            Ok(())
        } else {
            Err(format!("expected 1 to {most}"))
        }
    }

    fn play(&self, position: &mut Position, &grab: &u32, rng: &mut Pcg64Mcg) {
        let kept = (1..grab)
            .filter(|_| !rng.random_bool(self.conditions.slip))
            .count();
        *position = position.after(1 + kept as u32);
    }

    fn score(&self, position: &Position) -> Score {
        let winner = 1 - position.side;
        Score::by_points(if winner == 0 { [1.0, 0.0] } else { [0.0, 1.0] })
    }

    fn write_action(&self, action: &u32) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u32, String> {
        text.trim()
            .parse()
            .map_err(|_| format!("`{text}` is not a number"))
    }

    fn write_start(&self, position: &Position) -> Option<String> {
        Some(position.left.to_string())
    }

    fn read_start(&self, text: &str) -> Result<Position, String> {
        let left = text.trim().parse();
        let left = left.map_err(|_| format!("invalid heap size `{text}`"))?;
        Ok(Position { left, side: 0 })
    }

    fn write_view(&self, view: &Position) -> String {
        format!("left {} slip {}", view.left, self.conditions.slip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;

    fn without_slip() -> Heap {
        Heap {
            conditions: Conditions {
                slip: 0.0,
                ..Conditions::default()
            },
        }
    }

    #[test]
    fn without_slips_the_multiples_of_four_are_lost() {
        for (left, chance) in without_slip().chances(20).into_iter().enumerate() {
            assert_eq!(chance, if left % 4 == 0 { 0.0 } else { 1.0 }, "{left} left");
        }
    }

    #[test]
    fn chances_of_what_comes_away_add_up_and_agree_with_the_dice() {
        let heap = Heap::default();
        let mut rng = Seed(1).rng();
        for grab in 1..=MOST {
            let expected = heap.taken(grab);
            assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mut seen = [0.0; 3];
            for _ in 0..20_000 {
                let mut position = Position { left: 10, side: 0 };
                heap.play(&mut position, &grab, &mut rng);
                seen[(10 - position.left) as usize - 1] += 1.0 / 20_000.0;
            }
            for (seen, expected) in seen.iter().zip(expected) {
                assert!((seen - expected).abs() < 0.02, "{seen} {expected}");
            }
        }
    }

    #[test]
    fn impossible_conditions_are_named() {
        let change = |text: &str| Conditions::default().changed(&text.parse().unwrap());
        assert_eq!(change("slip = 0.5").unwrap().slip, 0.5);
        assert!(change("slip = 2.0").unwrap_err().contains("slip = 2"));
        assert!(change("slipp = 0.1").unwrap_err().contains("slipp"));
        assert!(change("smallest = 30").unwrap_err().contains("30 to 24"));
    }
}
