//! Study of the win probability of a match from every score, by ends of self-play.
//!
//! ```toml
//! [curling-win-table]
//! player = "jiritsu:depth=1"             # optional; only jiritsu accepts the value of an end
//! conditions = { platform = "paper" }    # as of every curling match; optional
//! throws = "fast"                        # or "exact", step by step as the referee; optional
//! table = "wins.toml"                    # the objective; optional: the standard table
//! points = 1000                          # ends for points
//! extra = 1000                           # extra ends
//! per_state = 100                        # ends to win the match, for each state
//! ends_left = 3                          # the states: 1 to this many ends left, and differences
//! difference = 5                         # of at most this many points either way; optional
//! ```
//!
//! A [training run](crate::players::win_table_training) has an order: the objective of the ends of
//! its third step is known after the first. Tasks of an experiment have none, so here the objective
//! is given: the `table`. It also contains the value of a blank extra end. The backward induction
//! is the run's, and so are the dice: with the same seed, the ends for points are those of
//! `sakiyomi curling win-table`. The report contains the difference between the given table and the
//! one computed from the ends for points and the extra ends (the run's first); if it is large, make
//! a table with that command and use it.
//!
//! A task is a few ends of one occasion, one after the other on one thread; there are enough tasks
//! to keep the others busy. A number may be 0: without ends for states, for instance, the table is
//! the run's first, and without ends for points there is none, only the counts.

mod report;
mod settings;
pub mod tables;

use crate::players::cache::Cache;
use crate::players::end_utility::EndUtility;
use crate::players::self_play::{Scenario, SelfPlay};
use crate::players::win_table::{EndScores, Shape, State, TableError, WinTable};
use crate::players::win_table_training::{Estimate, estimate, run};
use crate::rules::{IfLevel, Rules};
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::Block;
use arena::spec::PlayerSpec;
use arena::study::{Outcome, Outline, Plan, Study, TaskError};
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of ends of a task: a quarter of a second at depth 1, some minutes at depth 2.
const BLOCK: u64 = 5;

/// The study of kind `curling-win-table`, with the cache of its player's tables.
#[derive(Clone, Debug, Default)]
pub struct WinTableStudy(pub Cache);

impl Study for WinTableStudy {
    fn kind(&self) -> &'static str {
        "curling-win-table"
    }

    fn about(&self) -> &'static str {
        "curling: the chances of winning a match from every score, by self-play"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _playables: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        Ok(Box::new(settings::plan(experiment, &self.0)?))
    }

    fn outline(
        &self,
        experiment: &Experiment,
        _: &[Box<dyn PlayableGame>],
    ) -> Result<Outline, ExperimentError> {
        settings::outline(experiment)
    }
}

/// The number of ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Amount {
    points: u64,
    extra: u64,
    per_state: u64,
    /// The states.
    played: Shape,
}

/// A block of ends of one occasion.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Task {
    occasion: Scenario,
    utility: EndUtility,
    from: u64,
    count: u64,
}

/// The stored result of a task: the hammer's points in each of its ends.
#[derive(Debug, Serialize, Deserialize)]
struct BlockResult {
    points: Vec<i8>,
}

/// All ends of an experiment.
struct Schedule {
    player: SelfPlay,
    /// The player's specification.
    spec: PlayerSpec,
    amount: Amount,
    /// The objective.
    goal: WinTable,
    /// The source of the objective.
    source: String,
    /// Every occasion with its stakes and its number of ends.
    occasions: Vec<(Scenario, EndUtility, u64)>,
    tasks: Vec<Task>,
    /// The seed of the bootstrap for standard errors.
    seed: Seed,
}

/// The scores of the ends played, by occasion.
type Counted = BTreeMap<Scenario, EndScores>;

fn has_extra_ends(rules: &Rules) -> bool {
    rules.if_level != IfLevel::Draw
}

/// Returns what the results depend on.
fn identity(play: &Value, goal: &WinTable, amount: &Amount) -> Value {
    json!({ "play": play, "goal": goal, "amount": amount })
}

/// Returns the occasions with their number of ends; those without stakes are left out.
fn occasions(
    amount: &Amount,
    goal: &WinTable,
    extra_ends: bool,
) -> Vec<(Scenario, EndUtility, u64)> {
    let after_blank = amount.played.after_blank;
    let blank = estimate::value_of_blank(goal.chance(0, 0, true), after_blank);
    let points = (Scenario::Points, EndUtility::points(), amount.points);
    let extra = (
        Scenario::ExtraEnd,
        EndUtility::any_score(blank),
        if extra_ends { amount.extra } else { 0 },
    );
    let states = amount.played.states().map(|state| {
        let utility = estimate::utility(goal, state, after_blank);
        (Scenario::Match(state), utility, amount.per_state)
    });
    let all = [points, extra].into_iter().chain(states);
    all.filter(|(_, utility, count)| *count > 0 && estimate::has_effect(utility))
        .collect()
}

/// Returns the tasks round by round, so that an interrupted run has treated all occasions alike.
fn tasks(occasions: &[(Scenario, EndUtility, u64)]) -> Vec<Task> {
    let most = occasions.iter().map(|&(_, _, count)| count).max();
    let rounds = (0..most.unwrap_or(0)).step_by(BLOCK as usize);
    let round = |from: u64| {
        let playing = occasions.iter().filter(move |(_, _, count)| from < *count);
        playing.map(move |&(occasion, utility, count)| Task {
            occasion,
            utility,
            from,
            count: BLOCK.min(count - from),
        })
    };
    rounds.flat_map(round).collect()
}

impl Schedule {
    fn task(&self, index: u64) -> Option<&Task> {
        self.tasks.get(usize::try_from(index).ok()?)
    }

    fn counted(&self, results: &BTreeMap<u64, Value>) -> Counted {
        let mut counted = Counted::new();
        for (&index, result) in results {
            if let Some(task) = self.task(index)
                && let Ok(BlockResult { points }) = BlockResult::deserialize(result)
            {
                let scores = counted.entry(task.occasion).or_default();
                for points in points {
                    scores.count(points);
                }
            }
        }
        counted
    }

    /// Returns the estimate from all ends.
    fn estimate(&self, counted: &Counted) -> Result<Estimate, TableError> {
        let of = |occasion| counted.get(&occasion).copied().unwrap_or_default();
        let extra = has_extra_ends(self.player.curling().rules()).then(|| of(Scenario::ExtraEnd));
        let states = counted.iter().filter_map(|(occasion, scores)| {
            let Scenario::Match(state) = occasion else {
                return None;
            };
            Some((*state, *scores))
        });
        let states: BTreeMap<State, EndScores> = states.collect();
        Estimate::new(self.amount.played, of(Scenario::Points), extra, states)
    }
}

impl Plan for Schedule {
    fn tasks(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn unit(&self) -> arena::Text {
        ("blocks of ends", "ブロック").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let task = self.task(index).ok_or_else(|| TaskError::Failed {
            why: format!("block {index} is out of range"),
        })?;
        let end = |number| {
            let (occasion, utility) = (task.occasion, task.utility);
            self.player.end(occasion, utility, seed, number, cancel)
        };
        let numbers = task.from..task.from + task.count;
        let points: Option<Vec<i8>> = run::on_one_thread(|| numbers.map(end).collect());
        let points = points.ok_or(TaskError::Interrupted)?;
        Ok(json!(BlockResult { points }).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        report::blocks(self, &self.counted(results))
    }

    fn identity(&self) -> Option<Value> {
        let play = self.player.nature();
        Some(identity(&play, &self.goal, &self.amount))
    }
}

#[cfg(test)]
mod tests;
