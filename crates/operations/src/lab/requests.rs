//! Study of requests: every task is an operation on an input of the experiment's file.
//!
//! So a training (`blokus/train`, `curling/learn`, `curling/win-table`) or any other long request
//! is a task like a game: with seeds of its own, on a cluster, resumed, and kept in the store. The
//! numbers of an answer are the task's result; the whole answer is its record, from which the lab
//! exports a field (`lab export NAME --task 0 --field weights`).

use crate::fault::{Fault, FaultKind};
use crate::task_handle::TaskHandle;
use crate::{Games, Host, Operation, Operations, Request, Trust};
use arena::PlayableGame;
use arena::Text;
use arena::experiment::{Experiment, ExperimentError};
use arena::report::{Block, Column, Table};
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::{Cancel, Seed};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use toml::Spanned;

/// The study of kind `requests`.
pub struct RequestsStudy {
    host: Host,
    operations: OnceLock<Operations>,
}

/// The section of an experiment file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// The name of the operation.
    operation: Spanned<String>,
    /// Tasks of each row, each with another seed.
    #[serde(default = "one")]
    seeds: Spanned<u64>,
    /// The place of the seed in the input.
    #[serde(default = "seed")]
    seed_at: String,
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    input: Spanned<Map<String, Value>>,
}

fn one() -> Spanned<u64> {
    Spanned::new(0..0, 1)
}

fn seed() -> String {
    "seed".to_owned()
}

impl RequestsStudy {
    /// Creates the study of the operations of a host's games; files of experiments are its owner's.
    pub(crate) fn new(host: &Host) -> Self {
        RequestsStudy {
            host: Host {
                trust: Trust::Owner,
                solvers: host.solvers.clone(),
                cache: host.cache.clone(),
                ..Host::default()
            },
            operations: OnceLock::new(),
        }
    }

    /// Returns the operations that a task can be.
    fn operations(&self) -> &Operations {
        self.operations.get_or_init(|| {
            let games = Games::of(&self.host);
            Operations::default()
                .with(crate::curling::operations(&self.host, &games))
                .with(crate::blokus::operations(&games))
                .with(crate::bridge::operations(&games))
        })
    }
}

impl Study for RequestsStudy {
    fn kind(&self) -> &'static str {
        "requests"
    }

    fn about(&self) -> &'static str {
        "any operation with several inputs and seeds, such as trainings"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let name = section.operation.get_ref();
        let operation = self.operations().find(name).ok_or_else(|| {
            let why = format!("unknown operation `{name}`; `sakiyomi operations` lists them");
            experiment.error_at(section.operation.span(), why)
        })?;
        if *section.seeds.get_ref() == 0 {
            let why = "a row has one seed or more";
            return Err(experiment.error_at(section.seeds.span(), why));
        }
        let plan = RequestsPlan { operation, section };
        for row in &plan.section.row {
            let read = plan.request(row, experiment.seed());
            read.map_err(|fault| experiment.error_at(row.input.span(), fault.to_string()))?;
        }
        Ok(Box::new(plan))
    }
}

struct RequestsPlan<'a> {
    operation: &'a Operation,
    section: Section,
}

impl RequestsPlan<'_> {
    /// Returns the row of a task and the number of its seed.
    fn row(&self, task: u64) -> Option<(&Row, u64)> {
        let seeds = *self.section.seeds.get_ref();
        let row = self.section.row.get(usize::try_from(task / seeds).ok()?)?;
        Some((row, task % seeds))
    }

    /// Returns the request of a row with a seed, checked.
    fn request(&self, row: &Row, seed: Seed) -> Result<Request, Fault> {
        let mut input = row.input.get_ref().clone();
        put(&mut input, &self.section.seed_at, seed)?;
        self.operation.read(Value::Object(input))
    }
}

/// Puts a seed at a place such as `plan.settings.seed`.
fn put(input: &mut Map<String, Value>, place: &str, seed: Seed) -> Result<(), Fault> {
    let Some((first, rest)) = place.split_once('.') else {
        input.insert(place.to_owned(), seed.0.into());
        return Ok(());
    };
    let inner = input
        .entry(first)
        .or_insert_with(|| Value::Object(Map::new()));
    let inner = inner.as_object_mut();
    let inner = inner.ok_or_else(|| Fault::wrong_at(first, "there is no place for the seed"))?;
    put(inner, rest, seed)
}

impl Plan for RequestsPlan<'_> {
    fn tasks(&self) -> u64 {
        self.section.row.len() as u64 * self.section.seeds.get_ref()
    }

    fn unit(&self) -> Text {
        ("requests", "件").into()
    }

    /// The rows of one number share a seed, so that their differences are not of luck alone.
    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let failed = |why: String| TaskError::Failed { why };
        let (row, number) = self
            .row(index)
            .ok_or_else(|| failed(format!("unknown request {index}")))?;
        let request = self.request(row, seed.stream(number));
        let task = TaskHandle::new(cancel.clone(), |_| {});
        let answer = request.and_then(|request| request.run(&task));
        // Some operations answer early with what they have: that is no result.
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        let answer = answer.map_err(|fault| match fault.kind {
            FaultKind::Cancelled => TaskError::Interrupted,
            _ => failed(fault.to_string()),
        })?;
        Ok(Outcome {
            result: numbers(&answer),
            record: Some(answer),
        })
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let fields: BTreeSet<&String> = results
            .values()
            .filter_map(Value::as_object)
            .flat_map(Map::keys)
            .collect();
        let columns = [Column::words(("row", "行")), Column::number(("seed", "種"))];
        let columns = columns
            .into_iter()
            .chain(fields.iter().map(|field| Column::number(field.as_str())));
        let caption = (
            format!("Answers of {}", self.operation.name),
            format!("{}の回答", self.operation.name),
        );
        let mut table = Table::new(caption, columns);
        for (task, result) in results {
            let Some((row, number)) = self.row(*task) else {
                continue;
            };
            let cells = fields.iter().map(|field| match &result[field.as_str()] {
                Value::Null => String::new(),
                value => value.to_string(),
            });
            table = table.row(
                [row.name.clone(), number.to_string()]
                    .into_iter()
                    .chain(cells),
            );
        }
        vec![Block::Table(table)]
    }
}

/// Returns the numbers and truth values of an answer.
fn numbers(answer: &Value) -> Value {
    let fields = answer.as_object().into_iter().flatten();
    let kept = fields.filter(|(_, value)| value.is_number() || value.is_boolean());
    kept.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const LEARN: &str = "
        title = 'Learn'
        about = ''
        kind = 'requests'
        seed = 1
        [requests]
        operation = 'blokus/train'
        seeds = 2
        seed_at = 'plan.settings.seed'
        [[requests.row]]
        name = 'two'
        input = { plan = { select = 'best-of:2', sims = 2, settings = { updates = 2 } } }
        [[requests.row]]
        name = 'chance'
        input = { plan = { select = 'random', sims = 2, settings = { updates = 2 } } }
    ";

    fn experiment(text: &str) -> Experiment {
        Experiment::parse(Path::new("learn.toml"), text).unwrap()
    }

    #[test]
    fn trainings_with_several_seeds_are_tasks_and_their_weights_records() {
        let study = RequestsStudy::new(&Host::house());
        let plan = study.plan(&experiment(LEARN), &[]).unwrap();
        assert_eq!(plan.tasks(), 4);
        let run = |task| plan.run(task, Seed(1), &Cancel::new()).unwrap();
        let (first, again, other) = (run(0), run(0), run(1));
        assert_eq!(first.result["updates"], 2);
        assert_eq!(first.result["complete"], true);
        let weights = |outcome: &Outcome| outcome.record.as_ref().unwrap()["weights"].clone();
        assert!(
            weights(&first)
                .as_str()
                .unwrap()
                .starts_with("blokus-duo-weights")
        );
        assert_eq!(weights(&first), weights(&again));
        assert_ne!(weights(&first), weights(&other), "the seeds differ");
        let report = plan.report(&BTreeMap::from([(1, other.result)]));
        let Block::Table(table) = &report[0] else {
            panic!("{report:?}")
        };
        let texts: Vec<_> = table.rows[0].iter().map(arena::Phrase::en).collect();
        assert_eq!(texts[..2], ["two", "1"]);
    }

    #[test]
    fn a_cancelled_request_has_no_result() {
        let study = RequestsStudy::new(&Host::house());
        let plan = study.plan(&experiment(LEARN), &[]).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let outcome = plan.run(0, Seed(1), &cancel);
        assert_eq!(outcome, Err(TaskError::Interrupted));
    }

    #[test]
    fn what_does_not_fit_is_found_before_anything_is_run() {
        let study = RequestsStudy::new(&Host::house());
        for (from, to, why) in [
            ("blokus/train", "blokus/win", "11:21: unknown operation"),
            ("seeds = 2", "seeds = 0", "one seed or more"),
            ("sims = 2,", "sim = 2,", "plan.sim"),
            (
                "plan.settings.seed",
                "plan.select.seed",
                "no place for the seed",
            ),
        ] {
            let text = LEARN.replacen(from, to, 1);
            assert_ne!(text, LEARN);
            let Err(error) = study.plan(&experiment(&text), &[]) else {
                panic!("{to}");
            };
            let (error, why) = (error.to_string(), why.trim_start_matches("11:21: "));
            assert!(
                error.starts_with("learn.toml:") && error.contains(why),
                "{error}"
            );
        }
    }
}
