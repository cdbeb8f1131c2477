//! Trainings of the Blokus Duo evaluation: learning curves, and maps of the learned weights.

use super::weights::{self, LabWeights, LabWeightsAsked};
use super::{LabState, library};
use crate::fault::Fault;
use crate::{Nothing, Operation};
use arena::store::Store;
use blokus::features::NAMES;
use blokus::studies::{Point, TrainingResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kind of experiment whose results are curves.
const KIND: &str = "blokus-training";

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 2] {
    let state = Arc::clone(state);
    [
        Operation::quick(
            "lab/training",
            (
                "Lists the learning curves of finished trainings and the available weights.",
                "実行済みの学習の学習曲線と利用できる重みを返します。",
            ),
            move |_: Nothing, _| state.training(),
        ),
        Operation::quick(
            "lab/weights",
            (
                "Returns learned weights as maps of the board.",
                "学習された重みを盤面の地図として返します。",
            ),
            |asked: LabWeightsAsked, _| -> Result<LabWeights, Fault> { weights::of(&asked) },
        ),
    ]
}

/// The trainings and their weights.
#[derive(Debug, Serialize, JsonSchema)]
struct LabTraining {
    /// The kinds of marks that have weights, in the order of all lists.
    kinds: Vec<String>,
    /// The names of the weights that come with the program.
    weights: Vec<String>,
    /// The experiments that train, whether or not they have been run.
    experiments: Vec<String>,
    /// Trainings that have been run.
    curves: Vec<LabCurve>,
}

/// A training.
#[derive(Debug, Serialize, JsonSchema)]
struct LabCurve {
    /// The experiment it is part of.
    experiment: String,
    /// Whether it belongs to the short variant.
    short: bool,
    /// The name in the experiment.
    name: String,
    /// The duration, in seconds.
    seconds: f64,
    /// The points of the curve, from left to right.
    points: Vec<Point>,
}

/// Returns the names of the trainings in an experiment's file.
#[derive(Deserialize)]
struct Section {
    run: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

impl LabState {
    fn training(&self) -> Result<LabTraining, Fault> {
        let library = self.library()?;
        let store = self.results()?;
        let (mut experiments, mut curves) = (Vec::new(), Vec::new());
        for entry in &library.entries {
            let Ok(experiment) = entry.experiment(false) else {
                continue;
            };
            if experiment.kind() != KIND {
                continue;
            }
            experiments.push(entry.name.clone());
            if let Some(store) = &store {
                for short in [false, true] {
                    curves.extend(self.curves(entry, short, store)?);
                }
            }
        }
        Ok(LabTraining {
            kinds: NAMES.map(str::to_owned).to_vec(),
            weights: blokus::weights::SHIPPED.map(str::to_owned).to_vec(),
            experiments,
            curves,
        })
    }

    /// Returns the finished trainings of an experiment; none if its file is invalid.
    fn curves(
        &self,
        entry: &library::Entry,
        short: bool,
        store: &Store,
    ) -> Result<Vec<LabCurve>, Fault> {
        let Ok(experiment) = entry.experiment(short) else {
            return Ok(Vec::new());
        };
        let Ok(key) = self.lab().key(&experiment) else {
            return Ok(Vec::new());
        };
        let Ok(section) = experiment.settings::<Section>() else {
            return Ok(Vec::new());
        };
        let run = store.find(&key.experiment, &key.fingerprint);
        let Some(run) = run.map_err(Fault::failed)? else {
            return Ok(Vec::new());
        };
        let results = store.results(run).map_err(Fault::failed)?;
        let curve = |(task, result): (&u64, &serde_json::Value)| {
            let named = section.run.get(usize::try_from(*task).ok()?)?;
            let trained = TrainingResult::deserialize(result).ok()?;
            Some(LabCurve {
                experiment: entry.name.clone(),
                short,
                name: named.name.clone(),
                seconds: trained.seconds,
                points: trained.points,
            })
        };
        Ok(results.iter().filter_map(curve).collect())
    }
}
