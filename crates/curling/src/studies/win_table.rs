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
//! A [season] has an order: the objective of the ends of its third step is known after the first.
//! Tasks of an experiment have none, so here the objective is given: the `table`. It also contains
//! the value of a blank extra end. The backward induction is the season's, and so are the dice:
//! with the same seed, the ends for points are those of `sakiyomi curling win-table`. The report
//! contains the difference between the given table and the one computed from the ends for points
//! and the extra ends (the season's first); if it is large, make a table with that command and use
//! it.
//!
//! A task is a few ends of one occasion, one after the other on one thread; there are enough tasks
//! to keep the others busy. A number may be 0: without ends for states, for instance, the table is
//! the season's first, and without ends for points there is none, only the counts.

mod report;
mod settings;
pub mod tables;

use crate::players::cache::Cache;
use crate::players::self_play::season::{self, Season};
use crate::players::self_play::{Occasion, SelfPlay};
use crate::players::stakes::Stakes;
use crate::players::win_table::{self, EndScores, Shape, State, TableError};
use crate::rules::{IfLevel, Rules};
use arena::contest::Contest;
use arena::experiment::{Experiment, ExperimentError};
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
pub struct WinTable(pub Cache);

impl Study for WinTable {
    fn kind(&self) -> &'static str {
        "curling-win-table"
    }

    fn about(&self) -> &'static str {
        "curling: the chances of winning a match from every score, by self-play"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _contests: &'a [Box<dyn Contest>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        Ok(Box::new(settings::plan(experiment, &self.0)?))
    }

    fn outline(
        &self,
        experiment: &Experiment,
        _: &[Box<dyn Contest>],
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
    occasion: Occasion,
    stakes: Stakes,
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
    goal: win_table::WinTable,
    /// The source of the objective.
    source: String,
    /// Every occasion with its stakes and its number of ends.
    occasions: Vec<(Occasion, Stakes, u64)>,
    tasks: Vec<Task>,
    /// The seed of the bootstrap for standard errors.
    seed: Seed,
}

/// The scores of the ends played, by occasion.
type Counted = BTreeMap<Occasion, EndScores>;

fn has_extra_ends(rules: &Rules) -> bool {
    rules.if_level != IfLevel::Draw
}

/// Returns what the results depend on.
fn identity(play: &Value, goal: &win_table::WinTable, amount: &Amount) -> Value {
    json!({ "play": play, "goal": goal, "amount": amount })
}

/// Returns the occasions with their number of ends; those without stakes are left out.
fn occasions(
    amount: &Amount,
    goal: &win_table::WinTable,
    extra_ends: bool,
) -> Vec<(Occasion, Stakes, u64)> {
    let blank = goal.chance(0, 0, true);
    let points = (Occasion::Points, Stakes::points(), amount.points);
    let extra = (
        Occasion::ExtraEnd,
        Stakes::any_score(blank),
        if extra_ends { amount.extra } else { 0 },
    );
    let states = amount.played.states().map(|state| {
        let stakes = season::stakes(goal, state);
        (Occasion::Match(state), stakes, amount.per_state)
    });
    let all = [points, extra].into_iter().chain(states);
    all.filter(|(_, stakes, count)| *count > 0 && season::matters(stakes))
        .collect()
}

/// Returns the tasks round by round, so that an interrupted run has treated all occasions alike.
fn tasks(occasions: &[(Occasion, Stakes, u64)]) -> Vec<Task> {
    let most = occasions.iter().map(|&(_, _, count)| count).max();
    let rounds = (0..most.unwrap_or(0)).step_by(BLOCK as usize);
    let round = |from: u64| {
        let playing = occasions.iter().filter(move |(_, _, count)| from < *count);
        playing.map(move |&(occasion, stakes, count)| Task {
            occasion,
            stakes,
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
    fn season(&self, counted: &Counted) -> Result<Season, TableError> {
        let of = |occasion| counted.get(&occasion).copied().unwrap_or_default();
        let extra = has_extra_ends(self.player.curling().rules()).then(|| of(Occasion::ExtraEnd));
        let states = counted.iter().filter_map(|(occasion, scores)| {
            let Occasion::Match(state) = occasion else {
                return None;
            };
            Some((*state, *scores))
        });
        let states: BTreeMap<State, EndScores> = states.collect();
        Season::new(self.amount.played, of(Occasion::Points), extra, states)
    }
}

impl Plan for Schedule {
    fn tasks(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn unit(&self) -> &'static str {
        "blocks of ends"
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let task = self.task(index).ok_or_else(|| TaskError::Failed {
            why: format!("block {index} is out of range"),
        })?;
        let end = |number| {
            let (occasion, stakes) = (task.occasion, task.stakes);
            self.player.end(occasion, stakes, seed, number, cancel)
        };
        let numbers = task.from..task.from + task.count;
        let points: Option<Vec<i8>> = season::alone(|| numbers.map(end).collect());
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
