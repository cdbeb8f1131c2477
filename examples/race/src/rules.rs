//! The rules of the race: add 1, 2 or 3 to a sum in turn; the player who reaches 21 wins.

use arena::game::{Game, Score};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The sum that wins.
pub const GOAL: u32 = 21;

/// The largest number a player may add.
pub const LARGEST: u32 = 3;

/// The sum so far, and the side to add to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The sum.
    pub sum: u32,
    /// Side 0 or 1.
    pub side: usize,
}

impl Position {
    /// The numbers that may be added.
    pub fn steps(self) -> std::ops::RangeInclusive<u32> {
        1..=LARGEST.min(GOAL - self.sum)
    }

    /// Returns the position after a step.
    #[must_use]
    pub fn after(self, step: u32) -> Self {
        Position {
            sum: self.sum + step,
            side: 1 - self.side,
        }
    }
}

/// The game as the referee sees it.
#[derive(Clone, Copy, Debug)]
pub struct Race;

impl Game for Race {
    type Position = Position;
    type View = Position;
    type Action = u32;

    /// Moves are certain, so equal games are counted once.
    fn has_dice(&self) -> bool {
        false
    }

    /// A race begins with a sum of 0 to 9, so that races differ.
    fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        Position {
            sum: rng.random_range(0..10),
            side: 0,
        }
    }

    fn turn(&self, position: &Position) -> Option<usize> {
        (position.sum < GOAL).then_some(position.side)
    }

    /// Nothing is hidden.
    fn view(&self, position: &Position, _seat: usize) -> Position {
        *position
    }

    fn actions(&self, view: &Position) -> Option<Vec<u32>> {
        Some(view.steps().collect())
    }

    fn check(&self, position: &Position, step: &u32) -> Result<(), String> {
        let steps = position.steps();
        if steps.contains(step) {
            Ok(())
        } else {
            Err(format!("add 1 to {}", steps.end()))
        }
    }

    fn play(&self, position: &mut Position, &step: &u32, _dice: &mut Pcg64Mcg) {
        *position = position.after(step);
    }

    /// The player who moved last has reached the goal.
    fn score(&self, position: &Position) -> Score {
        let winner = 1 - position.side;
        Score::by_points(if winner == 0 { [1.0, 0.0] } else { [0.0, 1.0] })
    }

    fn write_action(&self, step: &u32) -> String {
        step.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u32, String> {
        let step = text.trim().parse();
        step.map_err(|_| format!("`{text}` is not a number"))
    }

    fn write_start(&self, position: &Position) -> Option<String> {
        Some(position.sum.to_string())
    }

    fn read_start(&self, text: &str) -> Result<Position, String> {
        let sum = text.trim().parse().ok().filter(|sum| *sum < GOAL);
        let sum = sum.ok_or_else(|| format!("`{text}` is not a sum below {GOAL}"))?;
        Ok(Position { sum, side: 0 })
    }

    fn write_view(&self, view: &Position) -> String {
        format!("sum {}", view.sum)
    }
}
