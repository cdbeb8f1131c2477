//! Win probability of any position of a match, by one measure.
//!
//! Between two ends the probability is that of the [win table](table_for) of the platform. Within
//! an end, results count with the probability the table gives after them, and two estimates are
//! weighed equally: the value of a small search ([`Ayumu`]) for the team to throw, which flatters
//! that team because later throws follow the [rollout policy](super::rollout_policy); and the mean
//! result of rollouts of the whole end by that policy, which underrates it. At the start of an end
//! the two differ from the table; the difference is subtracted, all of it before the first stone
//! and none after the last, so that the curve does not jump where an end begins.
//!
//! It knows nothing of the strength of the two teams: it is a measure for shots, not for teams.

use super::ayumu::Ayumu;
use super::end::EndPosition;
use super::end_utility::EndUtility;
use super::placement;
use super::win_table::{WinTable, table_for};
use crate::arena_game::Curling;
use crate::rules::{Game, Phase, Rules, Team};
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones};
use lookahead::{Cancel, Control, Limit, Seed};

/// The seed of all samples.
const SEED: Seed = Seed(20_160_301);

/// The number of simulations of the search per rollout.
const SIMULATIONS_PER_ROLLOUT: u32 = 4;

/// The win probability of positions of one match.
pub struct WinProbability<'a> {
    curling: &'a Curling,
    /// The match on ice that does not change, on which searches and rollouts are.
    even: Curling,
    table: &'static WinTable,
    ayumu: Ayumu,
    simulations: u32,
    cancel: Cancel,
    /// The start of an end, and the difference of the table from the estimate there, for the
    /// hammer.
    differences: Vec<(Game, f64)>,
}

impl<'a> WinProbability<'a> {
    /// Creates a measure with this number of simulations per position.
    pub fn new(curling: &'a Curling, simulations: u32, cancel: Cancel) -> Self {
        let even = curling.without_changes();
        WinProbability {
            curling,
            table: table_for(even.conditions()),
            ayumu: Ayumu::new(&even),
            even,
            simulations: simulations.max(1),
            cancel,
            differences: Vec::new(),
        }
    }

    /// Returns team 0's chance of winning.
    pub fn chance(&mut self, game: &Game) -> f64 {
        if let Some(chance) = between_ends(&self.even, game) {
            return chance;
        }
        chance_of(Team::Zero, game, self.hammer_chance(game))
    }

    /// Samples executions of a shot and returns the chance of winning after each, for the team that
    /// throws it.
    pub fn tries(&mut self, game: &Game, shot: &Shot, times: u32) -> Vec<f64> {
        let utility = EndUtility::of_match(self.table, self.even.rules(), game);
        let thrower = game.to_throw().unwrap_or(Team::Zero);
        let mut chances = Vec::new();
        for number in 0..times {
            let rng = &mut SEED.stream(number.into()).rng();
            let position = EndPosition::of(game).tried(self.curling, shot, rng);
            let chance = match position.points {
                Some(points) => utility.of(points),
                None => self.hammer_chance(&position.game),
            };
            chances.push(chance_of(thrower, game, chance));
        }
        chances
    }

    /// Returns the hammer's chance within an end.
    fn hammer_chance(&mut self, game: &Game) -> f64 {
        (self.estimate(game) + self.correction(game)).clamp(0.0, 1.0)
    }

    /// Returns the mean of the two estimates.
    fn estimate(&self, game: &Game) -> f64 {
        f64::midpoint(self.search_estimate(game), self.rollout_estimate(game))
    }

    /// Returns the mean utility of rollouts of the end.
    fn rollout_estimate(&self, game: &Game) -> f64 {
        let utility = EndUtility::of_match(self.table, self.even.rules(), game);
        let times = (self.simulations / SIMULATIONS_PER_ROLLOUT).max(1);
        let once = |number: u32| {
            let rng = &mut SEED.stream(number.into()).rng();
            utility.of(EndPosition::of(game).rollout(&self.even, self.ayumu.shots(), rng))
        };
        (0..times).map(once).sum::<f64>() / f64::from(times)
    }

    /// Returns the hammer's chance by a search.
    fn search_estimate(&self, game: &Game) -> f64 {
        let control = Control::new(SEED)
            .limit(Limit::nodes(self.simulations.into()))
            .cancel(self.cancel.clone());
        let found = self.ayumu.analyse(&self.even, game, &control);
        found.value().unwrap_or(0.5)
    }

    /// Returns the correction of the hammer's chance that makes the end begin at the table's value.
    fn correction(&mut self, game: &Game) -> f64 {
        let rules = self.even.rules();
        let first = rules.first_slot();
        let part = (SLOTS.saturating_sub(usize::from(game.shot))) as f64 / (SLOTS - first) as f64;
        let start = start_of_end(rules, game);
        let known = self.differences.iter().find(|(one, _)| *one == start);
        if let Some((_, difference)) = known {
            return difference * part;
        }
        let table = between_ends(&self.even, &fresh(rules, game)).unwrap_or(0.5);
        let table = if start.lead == Team::One {
            table
        } else {
            1.0 - table
        };
        let difference = table - self.estimate(&start);
        self.differences.push((start, difference));
        difference * part
    }
}

/// Returns the end before its first stone.
fn fresh(rules: &Rules, game: &Game) -> Game {
    Game {
        shot: rules.first_slot() as u8,
        stones: Stones::none(),
        phase: Phase::Throwing,
        ..*game
    }
}

/// Returns the end before its first stone, with the placed stones of mixed doubles.
fn start_of_end(rules: &Rules, game: &Game) -> Game {
    let mut start = fresh(rules, game);
    if let Some(doubles) = rules.doubles {
        let placement = placement::placement(rules, &start);
        start.stones = doubles.set_up(placement);
    }
    start
}

/// Returns the chance of a team from that of the hammer.
fn chance_of(team: Team, game: &Game, hammer: f64) -> f64 {
    if team == game.lead.other() {
        hammer
    } else {
        1.0 - hammer
    }
}

/// Returns team 0's chance of winning before an end, by the table, and after the match, by its
/// result; `None` within an end.
pub fn between_ends(curling: &Curling, game: &Game) -> Option<f64> {
    let rules = curling.rules();
    if let Some(outcome) = game.outcome() {
        return Some(match outcome.winner {
            Some(Team::Zero) => 1.0,
            Some(Team::One) => 0.0,
            None => 0.5,
        });
    }
    if usize::from(game.shot) != rules.first_slot() {
        return None;
    }
    let ends_left = usize::from(rules.ends.saturating_sub(game.end));
    let ahead = i32::from(game.scores.difference());
    let hammer = game.lead == Team::One;
    let table = table_for(curling.conditions());
    Some(table.chance(ends_left, ahead, hammer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::shot::Turn;
    use crate::vector::Vector;

    fn short() -> Curling {
        let mut conditions = Conditions::gat();
        conditions.rules.ends = 2;
        Curling::new(conditions).unwrap()
    }

    #[test]
    fn an_end_begins_where_the_table_says() {
        let curling = short();
        let game = Game::new(curling.rules()).unwrap();
        let table = table_for(curling.conditions()).chance(2, 0, false);
        assert_eq!(between_ends(&curling, &game), Some(table));
        let mut one_thrown = game;
        one_thrown.shot = 1;
        let chance = WinProbability::new(&curling, 300, Cancel::new()).chance(&one_thrown);
        assert!((chance - table).abs() < 0.2, "{chance} and {table}");
    }

    #[test]
    fn stones_on_the_tee_raise_the_chance_of_whose_they_are() {
        let curling = short();
        let mut game = Game::new(curling.rules()).unwrap();
        game.shot = 14;
        let empty = WinProbability::new(&curling, 300, Cancel::new()).chance(&game);
        for slot in [0, 2, 4] {
            game.stones.place(slot, Vector::new(0.3 * slot as f64, 0.2));
        }
        let ahead = WinProbability::new(&curling, 300, Cancel::new()).chance(&game);
        assert!(ahead > empty + 0.1, "{ahead} and {empty}");
    }

    #[test]
    fn a_good_shot_is_worth_more_than_a_stone_thrown_away() {
        let curling = short();
        let mut game = Game::new(curling.rules()).unwrap();
        (game.end, game.shot) = (1, 15);
        game.stones.place(14, Vector::new(1.4, 0.3));
        let mut measure = WinProbability::new(&curling, 100, Cancel::new());
        let mean = |worth: Vec<f64>| worth.iter().sum::<f64>() / worth.len() as f64;
        let draw = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
        let short = curling
            .draw(Vector::new(0.0, -9.0), Turn::Clockwise)
            .unwrap();
        let (good, bad) = (
            measure.tries(&game, &draw, 50),
            measure.tries(&game, &short, 50),
        );
        let (good, bad) = (mean(good), mean(bad));
        assert!(good > bad + 0.4, "{good} and {bad}");
    }
}
