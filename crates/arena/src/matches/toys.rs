//! A small race for tests: two runners, first to reach the goal.

use crate::contest::{Contest, Lineup};
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Runners step 1 or 2 at a time and stand still when they slip.
pub(crate) struct Race {
    slip: f64,
    goal: u32,
}

#[derive(Clone)]
pub(crate) struct Track {
    at: [u32; 2],
    turn: usize,
}

impl Game for Race {
    type Position = Track;
    type View = [u32; 2];
    type Action = u32;

    fn start(&self, rng: &mut Pcg64Mcg) -> Track {
        let handicap = rng.random_range(0..2);
        Track {
            at: [0, handicap],
            turn: 0,
        }
    }

    fn turn(&self, track: &Track) -> Option<usize> {
        track
            .at
            .iter()
            .all(|&at| at < self.goal)
            .then_some(track.turn)
    }

    fn view(&self, track: &Track, _seat: usize) -> [u32; 2] {
        track.at
    }

    fn check(&self, _: &Track, step: &u32) -> Result<(), String> {
        if (1..=2).contains(step) {
            Ok(())
        } else {
            Err("a step is 1 or 2".to_owned())
        }
    }

    fn play(&self, track: &mut Track, step: &u32, rng: &mut Pcg64Mcg) {
        // A longer step slips more easily.
        let slips = rng.random_bool(self.slip * f64::from(*step) / 2.0);
        track.at[track.turn] += if slips { 0 } else { *step };
        track.turn = 1 - track.turn;
    }

    fn score(&self, track: &Track) -> Score {
        Score::by_points(track.at.map(f64::from))
    }

    fn write_action(&self, step: &u32) -> String {
        step.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| "not a number".to_owned())
    }

    fn write_view(&self, view: &[u32; 2]) -> String {
        format!("{} {}", view[0], view[1])
    }
}

/// Steps of one length.
struct Steady(u32);

impl Player<Race> for Steady {
    fn choose(&mut self, _: &Race, _: &[u32; 2], _: &Thinking) -> Result<Choice<u32>, Fault> {
        Ok(self.0.into())
    }
}

/// Steps of random length.
struct Drunk;

impl Player<Race> for Drunk {
    fn choose(
        &mut self,
        _: &Race,
        _: &[u32; 2],
        thinking: &Thinking,
    ) -> Result<Choice<u32>, Fault> {
        Ok(thinking.seed.rng().random_range(1..=2).into())
    }
}

/// The race with its runners: `steady:step=N` (`step=3` is illegal) and `drunk`; condition `slip`.
pub(crate) fn race() -> Box<dyn Contest> {
    let lineup = Lineup::new("race", "first to the goal", Race { slip: 0.3, goal: 6 })
        .conditions(|race, conditions| {
            let mut slip = race.slip;
            for (key, value) in conditions {
                match (key.as_str(), value.as_float()) {
                    ("slip", Some(value)) if (0.0..=1.0).contains(&value) => slip = value,
                    _ => return Err(format!("unknown or impossible condition `{key}`")),
                }
            }
            Ok(Race {
                slip,
                goal: race.goal,
            })
        })
        .player("steady", "steps of one length", |_, settings| {
            Ok(Steady(settings.take("step")?.unwrap_or(1)))
        })
        .player("drunk", "steps of random length", |_, _| Ok(Drunk));
    Box::new(lineup)
}

/// An experiment file about the race.
pub(crate) const FILE: &str = r#"
title = "Do long steps pay when they slip?"
about = "A toy."
paper = "Nobody 2016, table 2"
kind = "matches"
seed = 1

[matches]
game = "race"
games = 12

[[matches.row]]
name = "long | steps"
player = "steady:step=2"
against = "drunk"
paper = { rate = 0.6, error = 0.05, games = 100 }

[[matches.row]]
name = "on <ice>"
player = "drunk"
against = "steady"
conditions = { slip = 0.9 }
swap = false
games = 7
paper = { rate = 0.5, error = 0.1 }

[[matches.row]]
name = "breaks the rules"
player = "steady:step=3"
against = "steady"
games = 3

[short]
games = 2
"#;
