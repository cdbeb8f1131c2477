//! One measure for shots of any player: the same throws, valued by the same player.
//!
//! Players value shots on scales of their own: points lying, simulated ends, learned chances. Side
//! by side such numbers cannot be compared. Here every shot is thrown with the thrower's execution
//! errors and the same random numbers, and what lies afterwards is valued for the match by one
//! player, the strongest: by its learned chances, and by the score after the last stone of an end.
//!
//! The measure looks no further than that player's evaluation, so that thousands of throws fit into
//! a moment. Nothing is searched here.

use super::analyst::{Scale, side_of};
use super::jiritsu::Jiritsu;
use crate::arena_game::Curling;
use crate::delivery::Delivered;
use crate::physics::{Mode, Throw};
use crate::rules::{Game, guard};
use crate::shot::Shot;
use crate::stones::Stones;
use lookahead::Seed;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

/// A shot by one measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingMeasuredShot")]
pub struct Measure {
    /// The mean chance of winning after the shot, for the team that throws.
    pub chance: f64,
    /// The standard error of the chance.
    pub error: f64,
    /// The standard error of the difference to the best of the shots, from the same throws.
    pub gap_error: f64,
}

/// Measures shots in one position.
pub struct Yardstick<'a> {
    player: &'a Jiritsu,
    curling: &'a Curling,
    game: &'a Game,
    slot: usize,
}

impl<'a> Yardstick<'a> {
    /// Creates the measure of a player's values; `None` if no shot comes next.
    pub fn new(player: &'a Jiritsu, curling: &'a Curling, game: &'a Game) -> Option<Self> {
        Some(Yardstick {
            player,
            curling,
            game,
            slot: game.slot()?,
        })
    }

    /// Returns the measures of shots, by this many throws of each.
    pub fn measure(&self, shots: &[Shot], throws: u32, seed: Seed) -> Vec<Measure> {
        let chances: Vec<Vec<f64>> = shots
            .par_iter()
            .map(|shot| self.chances(shot, throws, seed))
            .collect();
        let best = chances.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        let measure = |own: &Vec<f64>| {
            let gaps = best.into_iter().flatten().zip(own).map(|(a, b)| a - b);
            Measure {
                chance: mean(own),
                error: standard_error(own),
                gap_error: standard_error(&gaps.collect::<Vec<_>>()),
            }
        };
        chances.iter().map(measure).collect()
    }

    /// Returns the chance after each throw of a shot. Throws of one index have the same errors.
    fn chances(&self, shot: &Shot, throws: u32, seed: Seed) -> Vec<f64> {
        let physics = self.curling.physics_of(self.game);
        let skill = self.curling.skill(self.game);
        let objective = self.player.objective(self.player.utility(self.game));
        let evaluation = self.player.tables().evaluation();
        let once = |index: u32| {
            let rng = &mut seed.stream(index.into()).rng();
            let stones = match skill.deliver(shot, self.curling.tee(), rng) {
                Delivered::Thrown(shot) => self.settled(&physics, shot),
                Delivered::Pass => self.game.stones,
            };
            let hammers = evaluation
                .prepare(&stones)
                .value(self.slot + 1, &objective)
                .clamp(0.0, 1.0);
            Scale::Chance.for_team(hammers, side_of(self.slot).sign())
        };
        (0..throws).map(once).collect()
    }

    /// Returns the stones after exactly this shot, by the rules; a shot that cannot be simulated
    /// counts as not thrown.
    fn settled(&self, physics: &crate::physics::Physics, shot: Shot) -> Stones {
        let throw = Throw {
            stones: self.game.stones,
            slot: self.slot,
            shot,
        };
        let Ok(outcome) = physics.throw(Mode::Fast, &throw) else {
            return self.game.stones;
        };
        let judged = guard::judge(
            self.curling.rules(),
            &self.game.stones,
            &outcome.stones,
            self.slot,
        );
        judged.stones
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the standard error of the mean.
fn standard_error(values: &[f64]) -> f64 {
    let (mean, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    libm::sqrt(squares / (count - 1.0).max(1.0) / count.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::players::jiritsu::Settings;
    use crate::vector::Vector;

    fn player(curling: &Curling) -> Jiritsu {
        let mut settings = Settings::coarse();
        settings.set_strongest();
        settings.lattice = Settings::coarse().lattice;
        settings.search.last_stone_resolution = 1;
        Jiritsu::new(curling, &settings).unwrap()
    }

    /// Returns a level match before a shot of its last end, with one stone of the other team.
    fn game(curling: &Curling, shot: u8, at: Vector) -> Game {
        let mut game = Game::new(curling.rules()).unwrap();
        (game.end, game.shot) = (curling.rules().ends - 1, shot);
        game.stones.place(usize::from(shot) - 1, at);
        game
    }

    #[test]
    fn a_last_stone_is_measured_by_how_often_it_wins() {
        let curling = Curling::new(Conditions::legacy()).unwrap();
        let player = player(&curling);
        let game = game(&curling, 15, Vector::new(0.0, 0.25));
        let turn = crate::shot::Turn::Clockwise;
        let button = curling.draw(Vector::new(-0.05, -0.1), turn).unwrap();
        let guard = curling.draw(Vector::new(0.0, -3.0), turn).unwrap();
        let yardstick = Yardstick::new(&player, &curling, &game).unwrap();
        let measured = yardstick.measure(&[button, guard], 500, Seed(3));
        // By the referee's own way, with other throws.
        let won = |shot: &Shot| {
            let wins = (0..500).filter(|number| {
                let rng = &mut Seed(4).stream(*number).rng();
                let after = curling.after_attempt(Mode::Fast, &game, shot, rng);
                after.scores.difference() < 0
            });
            wins.count() as f64 / 500.0
        };
        for (shot, measured) in [button, guard].iter().zip(&measured) {
            let off = (measured.chance - won(shot)).abs();
            assert!(off < 4.5 * 0.0224, "{} {}", measured.chance, won(shot));
        }
        assert!(measured[0].chance > measured[1].chance + 0.3);
        assert_eq!(measured[0].gap_error, 0.0);
        assert!(measured[1].gap_error > 0.0);
        // The same seed, the same measure, in whatever company.
        assert_eq!(yardstick.measure(&[button], 500, Seed(3))[0], measured[0]);
    }

    #[test]
    fn an_earlier_shot_is_measured_for_the_team_that_throws() {
        let curling = Curling::new(Conditions::legacy()).unwrap();
        let player = player(&curling);
        // Stone 15 is the lead's; a stone of the hammer lies on the button.
        let game = game(&curling, 14, Vector::new(0.0, 0.0));
        let turn = crate::shot::Turn::Clockwise;
        let draw = curling.draw(Vector::new(0.4, 0.3), turn).unwrap();
        let away = curling.draw(Vector::new(2.0, -4.0), turn).unwrap();
        let yardstick = Yardstick::new(&player, &curling, &game).unwrap();
        let measured = yardstick.measure(&[draw, away], 200, Seed(1));
        assert!(measured.iter().all(|one| (0.0..=1.0).contains(&one.chance)));
        assert!(measured[1].chance < 0.2, "{measured:?}");
        let over = Game {
            phase: crate::rules::Phase::Placing,
            ..game
        };
        assert!(Yardstick::new(&player, &curling, &over).is_none());
    }
}
