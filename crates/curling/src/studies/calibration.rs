//! Study of calibration: what a player claims before each stone, against what happens.
//!
//! ```toml
//! [curling-calibration]
//! matches = 300                                  # a row, unless the row says otherwise
//! player = "jiritsu:depth=1,preset=strongest"    # for all rows, unless a row has its own
//! conditions = { platform = "dc4" }              # as of every curling match; optional
//!
//! [[curling-calibration.row]]
//! name = "Digital Curling 4"
//! name_ja = "デジタルカーリング4"                  # for Japanese pages; optional
//! matches = 100                                  # optional, as are player and conditions
//! ```
//!
//! A task is one match of the player against itself, with throws in fast mode. Its result are the
//! [claims](crate::players::calibration::Claim): for every shot the chance of winning that the
//! player gave itself, and how the match ended for it. The report compares their means by tenths of
//! the claim and by stones of the end; standard errors take the claims of a match together.
//! Players need a fixed depth or number of simulations, and a chance of winning as their goal.

mod report;
mod settings;

use crate::arena_game::Curling;
use crate::physics::Mode;
use crate::players::analyst::ShotAnalyst;
use crate::players::cache::Cache;
use crate::players::calibration::{Claim, claims_of_match};
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::{Block, Phrase};
use arena::spec::PlayerSpec;
use arena::study::{Outcome, Outline, Plan, Study, TaskError};
use lookahead::{Cancel, Limit, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The study of kind `curling-calibration`, with the cache of its players' tables.
#[derive(Clone, Debug, Default)]
pub struct CalibrationStudy(pub Cache);

impl Study for CalibrationStudy {
    fn kind(&self) -> &'static str {
        "curling-calibration"
    }

    fn about(&self) -> &'static str {
        "curling: the chances that a player claims before each stone, and what happens"
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

/// The settings of a row of the tables.
struct RowSettings {
    name: Phrase,
    player: PlayerSpec,
    matches: u64,
    conditions: toml::Table,
}

/// A row of the tables, with its player.
struct Row {
    settings: RowSettings,
    curling: Curling,
    player: Box<dyn ShotAnalyst>,
}

/// The stored result of a task: the claims of a match.
#[derive(Debug, Serialize, Deserialize)]
struct MatchResult {
    claims: Vec<Claim>,
}

/// All matches of an experiment.
struct Schedule {
    rows: Vec<Row>,
    /// Row and match of every task: round by round, so that an interrupted run has treated all rows
    /// alike.
    tasks: Vec<(usize, u64)>,
}

/// Returns row and match of every task.
fn tasks(matches: &[u64]) -> Vec<(usize, u64)> {
    let rounds = matches.iter().copied().max().unwrap_or(0);
    let round = |number: u64| {
        let rows = matches.iter().enumerate();
        rows.filter_map(move |(row, count)| (number < *count).then_some((row, number)))
    };
    (0..rounds).flat_map(round).collect()
}

/// Returns what the results depend on.
fn identity<'r>(rows: impl Iterator<Item = &'r RowSettings>) -> Value {
    let row = |row: &RowSettings| {
        json!({
            "player": row.player,
            "matches": row.matches,
            "conditions": row.conditions,
        })
    };
    rows.map(row).collect()
}

impl Schedule {
    fn task(&self, index: u64) -> Option<(usize, u64)> {
        self.tasks.get(usize::try_from(index).ok()?).copied()
    }
}

impl Plan for Schedule {
    fn tasks(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn unit(&self) -> arena::Text {
        ("matches", "試合").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let failed = |why: String| TaskError::Failed { why };
        let task = self.task(index);
        let (row, number) = task.ok_or_else(|| failed(format!("match {index} is out of range")))?;
        let Row {
            curling, player, ..
        } = &self.rows[row];
        let seed = seed.stream(row as u64).stream(number);
        let way = (Mode::Fast, Limit::default());
        let claims = claims_of_match(curling, &**player, way, seed, cancel);
        let claims = claims.map_err(|why| failed(why.to_string()))?;
        let claims = claims.ok_or(TaskError::Interrupted)?;
        Ok(json!(MatchResult { claims }).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let mut matches: Vec<Vec<Vec<Claim>>> = self.rows.iter().map(|_| Vec::new()).collect();
        for (&index, result) in results {
            if let Some((row, _)) = self.task(index)
                && let Ok(MatchResult { claims }) = MatchResult::deserialize(result)
            {
                matches[row].push(claims);
            }
        }
        report::blocks(&self.rows, &matches)
    }

    fn identity(&self) -> Option<Value> {
        Some(identity(self.rows.iter().map(|row| &row.settings)))
    }
}

#[cfg(test)]
mod tests;
