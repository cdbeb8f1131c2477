//! A small game with correct and faulty players, for the tests of this crate.

use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use crate::{Description, Lineup, PlayableGame, Setting};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::Duration;

/// Sides add 1 to 3 to a sum in turn, and a die adds one more with probability `die`; the side that
/// reaches `goal` wins. With four seats the sides are partnerships.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    pub(crate) goal: u32,
    pub(crate) seats: usize,
    pub(crate) die: f64,
}

impl Default for Sum {
    fn default() -> Self {
        Sum {
            goal: 12,
            seats: 2,
            die: 0.5,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SumPosition {
    pub(crate) sum: u32,
    pub(crate) turn: usize,
}

impl Game for Sum {
    type Position = SumPosition;
    type View = SumPosition;
    type Action = u32;

    fn sides(&self) -> &[usize] {
        &[0, 1, 0, 1][..self.seats]
    }

    fn has_dice(&self) -> bool {
        self.die > 0.0
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> SumPosition {
        SumPosition {
            sum: rng.random_range(0..4),
            turn: 0,
        }
    }

    fn turn(&self, position: &SumPosition) -> Option<usize> {
        (position.sum < self.goal).then_some(position.turn)
    }

    fn view(&self, position: &SumPosition, _seat: usize) -> SumPosition {
        *position
    }

    fn actions(&self, _view: &SumPosition) -> Option<Vec<u32>> {
        Some(vec![1, 2, 3])
    }

    fn check(&self, _position: &SumPosition, action: &u32) -> Result<(), String> {
        if (1..=3).contains(action) {
            Ok(())
        } else {
            Err("add 1 to 3".to_owned())
        }
    }

    fn play(&self, position: &mut SumPosition, action: &u32, rng: &mut Pcg64Mcg) {
        position.sum += action + u32::from(rng.random_bool(self.die));
        position.turn = (position.turn + 1) % self.seats;
    }

    fn score(&self, position: &SumPosition) -> Score {
        let last = (position.turn + self.seats - 1) % self.seats;
        let mut points = [0.0; 2];
        points[self.sides()[last]] = f64::from(position.sum);
        Score::by_points(points)
    }

    fn write_action(&self, action: &u32) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u32, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is not a number"))
    }

    fn write_start(&self, position: &SumPosition) -> Option<String> {
        Some(position.sum.to_string())
    }

    fn read_start(&self, text: &str) -> Result<SumPosition, String> {
        let sum = self.read_action(text)?;
        Ok(SumPosition { sum, turn: 0 })
    }

    fn write_view(&self, view: &SumPosition) -> String {
        format!("sum {} goal {}", view.sum, self.goal)
    }
}

/// A test player by its behaviour.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TestPlayer {
    /// Always adds this much.
    Adds(u32),
    /// Adds at random.
    Random,
    /// Panics on its turn.
    Panics,
    /// Answers after this time.
    Slow(Duration),
    /// Resigns.
    Resigns,
}

impl Player<Sum> for TestPlayer {
    fn choose(
        &mut self,
        _game: &Sum,
        _view: &SumPosition,
        thinking: &Thinking,
    ) -> Result<Choice<u32>, Fault> {
        match *self {
            TestPlayer::Adds(n) => Ok(n.into()),
            TestPlayer::Random => Ok(thinking.seed.rng().random_range(1..=3).into()),
            TestPlayer::Panics => panic!("lost my nerve"),
            TestPlayer::Slow(time) => {
                std::thread::sleep(time);
                Ok(1.into())
            }
            TestPlayer::Resigns => Err(Fault::Resigned),
        }
    }
}

/// Returns the test game with its players by name; condition `die`.
pub(crate) fn lineup() -> Lineup<Sum> {
    Lineup::new("sum", "add up to a goal", Sum::default())
        .conditions(|sum, conditions| {
            let mut die = sum.die;
            for (key, value) in conditions {
                match (key.as_str(), value.as_float()) {
                    ("die", Some(value)) if (0.0..=1.0).contains(&value) => die = value,
                    _ => return Err(format!("unknown or impossible condition `{key}`")),
                }
            }
            Ok(Sum { die, ..*sum })
        })
        .player(
            Description::new(
                "adds",
                ("Always adds the same.", "いつも同じ数を足します。"),
            )
            .setting(Setting::integer("n", 1..=9, ("The number.", "足す数。")).default(1)),
            |_, settings| Ok(TestPlayer::Adds(settings.value("n")?)),
        )
        .player(
            Description::new("panics", ("Panics.", "パニックを起こします。")),
            |_, _| Ok(TestPlayer::Panics),
        )
}

/// Returns the games of a lab with the test game alone.
pub(crate) fn playables() -> [Box<dyn PlayableGame>; 1] {
    [Box::new(lineup())]
}

/// An experiment file about the game.
pub(crate) const FILE: &str = r#"
title = "Do long steps pay when the die helps?"
about = "A toy."
paper = "Nobody 2016, table 2"
kind = "matches"
seed = 1

[matches]
game = "sum"
games = 12

[[matches.row]]
name = "long | steps"
player = "adds:n=2"
against = "random"
paper = { rate = 0.6, error = 0.05, games = 100 }

[[matches.row]]
name = "with a <kind> die"
player = "random"
against = "adds"
conditions = { die = 0.9 }
swap = false
games = 7
paper = { rate = 0.5, error = 0.1 }

[[matches.row]]
name = "breaks the rules"
player = "adds:n=9"
against = "adds"
games = 3

[short]
games = 2
"#;
