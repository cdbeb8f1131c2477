//! Learning an evaluation from simulated games.

use crate::Trust;
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use blokus::learn::{ExampleSource, SavedRun, TrainingPlan};
use blokus::players::named_weights;
use blokus::weights::{SHIPPED, Weights, shipped};
use lookahead::learn::{Checkpoint, CurveSegment, LearnError, Linear, Trainer, Update};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A training run, new or resumed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlokusTrainQuestion {
    /// The training plan: `lesson`, `select`, `sims`, `terminal`, `games`, `start`, `gain`,
    /// `settings`; the defaults are the paper's.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub plan: TrainingPlan,
    /// The `checkpoint` of an earlier answer, to resume from; its plan is used then.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub checkpoint: Option<SavedRun>,
}

/// The result of a training run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BlokusTrained {
    /// The number of all updates.
    pub updates: u64,
    /// The number of updates in this run.
    pub new: u64,
    /// Whether all updates of the plan are made.
    pub complete: bool,
    /// The error of the prediction over the last updates.
    pub rmse: f64,
    /// The number of updates in that average.
    pub over: u64,
    /// The weights, as a file of weights has them.
    pub weights: String,
    /// The checkpoint to resume from.
    #[schemars(with = "serde_json::Value")]
    pub checkpoint: SavedRun,
}

/// The time between two partial answers.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// The most updates of a run.
const MOST_UPDATES: u64 = 1_000_000;
/// The most simulations from a position, and games an update.
const MOST_SIMULATIONS: u64 = 100_000;
/// The greatest search depth of games.
const DEEPEST: u32 = 8;

/// Trains until all updates are made; a cancelled task returns the result so far.
pub(super) fn train(
    asked: BlokusTrainQuestion,
    trust: Trust,
    task: &TaskHandle,
) -> Result<BlokusTrained, Fault> {
    let mut training = Training::begin(asked, trust)?;
    let mut sent = Instant::now();
    training.learn(task, &mut |training, _| {
        if sent.elapsed() >= TELL_EVERY {
            task.partial(&training.trained()?);
            sent = Instant::now();
        }
        Ok(())
    })?;
    if task.is_cancelled() && training.checkpoint().done() == 0 {
        return Err(Fault::cancelled());
    }
    training.trained()
}

/// A function that stores an update.
pub type KeepUpdate<'a> = &'a mut dyn FnMut(&Training, &Update) -> Result<(), Fault>;

/// A training run.
pub struct Training {
    /// The training plan.
    pub plan: TrainingPlan,
    /// The number of updates before this run.
    pub before: u64,
    trainer: Trainer<ExampleSource>,
}

impl Training {
    /// Creates a run, new or resumed.
    ///
    /// # Errors
    /// If the plan or the checkpoint is invalid, or above the limits.
    pub fn begin(asked: BlokusTrainQuestion, trust: Trust) -> Result<Self, Fault> {
        let (plan, checkpoint) = if let Some(saved) = asked.checkpoint {
            let wrong = |why| Fault::wrong_at("checkpoint", why);
            let (plan, checkpoint) = saved.checked().map_err(wrong)?.into_parts();
            bounded(&plan, trust)?;
            (plan, checkpoint)
        } else {
            bounded(&asked.plan, trust)?;
            let checkpoint = anew(&asked.plan, trust)?;
            (asked.plan, checkpoint)
        };
        let before = checkpoint.done();
        let trainer = Trainer::resume(plan.example_source(), checkpoint).map_err(Fault::wrong)?;
        let trainer = trainer.groups(plan.objective.options.groups());
        Ok(Training {
            plan,
            before,
            trainer,
        })
    }

    /// Makes updates until all are made or the task is cancelled; each goes to `keep`.
    ///
    /// # Errors
    /// If an update cannot be made or kept.
    pub fn learn(&mut self, task: &TaskHandle, keep: KeepUpdate<'_>) -> Result<(), Fault> {
        let all = self.plan.settings.updates;
        while !task.is_cancelled() {
            let Some(update) = self.trainer.step().map_err(Fault::failed)? else {
                break;
            };
            task.progress(self.checkpoint().done(), all);
            keep(self, &update)?;
        }
        Ok(())
    }

    /// The state after the last update.
    pub fn checkpoint(&self) -> &Checkpoint {
        self.trainer.checkpoint()
    }

    /// Returns the current model.
    pub fn model(&self) -> &Linear {
        self.trainer.model()
    }

    /// The weights so far, with the command that made them.
    ///
    /// # Errors
    /// If the weights do not fit the features.
    pub fn weights(&self, command: String) -> Result<Weights, LearnError> {
        Weights::from_checkpoint(command, self.plan.objective, self.checkpoint())
    }

    /// The checkpoint to resume from.
    pub fn saved(&self) -> SavedRun {
        SavedRun::new(&self.plan, self.checkpoint().clone())
    }

    /// The result of a training run.
    ///
    /// # Errors
    /// If the weights do not fit the features.
    pub fn trained(&self) -> Result<BlokusTrained, Fault> {
        let checkpoint = self.checkpoint();
        let plan = serde_json::to_string(&self.plan).map_err(Fault::failed)?;
        let command = format!("sakiyomi call blokus/train '{{\"plan\":{plan}}}'");
        let last = checkpoint.curve().last();
        Ok(BlokusTrained {
            updates: checkpoint.done(),
            new: checkpoint.done() - self.before,
            complete: checkpoint.is_complete(),
            rmse: last.map_or(0.0, CurveSegment::rmse),
            over: last.map_or(0, |last| last.updates),
            weights: self.weights(command).map_err(Fault::failed)?.to_string(),
            checkpoint: self.saved(),
        })
    }
}

/// Creates a new run, from zeros or from shipped weights; the owner may name a file.
fn anew(plan: &TrainingPlan, trust: Trust) -> Result<Checkpoint, Fault> {
    let wrong = |why: String| Fault::wrong_at("plan.start", why);
    let model = match (plan.start.as_deref(), trust) {
        (None, _) => plan.initial_model(None),
        (Some(name), Trust::Page) => {
            let words = || {
                format!(
                    "unknown weights `{name}`; bundled weights: {}",
                    SHIPPED.join(", ")
                )
            };
            plan.initial_model(Some(shipped(name).ok_or_else(|| wrong(words()))?))
        }
        (Some(name), Trust::Owner) => {
            let known = named_weights(name).map_err(wrong)?;
            plan.initial_model(Some(&known))
        }
    };
    Checkpoint::new(model, plan.settings).map_err(|why| Fault::wrong_at("plan", why))
}

/// Checks the limits for pages.
fn bounded(plan: &TrainingPlan, trust: Trust) -> Result<(), Fault> {
    if trust == Trust::Owner {
        return Ok(());
    }
    let games = plan.games.map_or(0, |played| played.games);
    let depth = plan.games.map_or(0, |played| played.depth);
    for (place, number, most) in [
        ("plan.settings.updates", plan.settings.updates, MOST_UPDATES),
        ("plan.sims", plan.sims, MOST_SIMULATIONS),
        ("plan.games.games", games, MOST_SIMULATIONS),
        ("plan.games.depth", u64::from(depth), u64::from(DEEPEST)),
    ] {
        if number > most {
            let why = (
                format!("at most {most}"),
                format!("{most}以下にしてください"),
            );
            return Err(Fault::because(why).at(place));
        }
    }
    if !(plan.gain.is_finite() && plan.gain > 0.0) {
        let why = ("a gain is more than 0", "利得は0より大きくしてください");
        return Err(Fault::because(why).at("plan.gain"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn asked(input: Value, task: &TaskHandle) -> Result<Value, Fault> {
        let trained = train(serde_json::from_value(input).unwrap(), Trust::Page, task)?;
        Ok(serde_json::to_value(trained).unwrap())
    }

    fn plan(updates: u64) -> Value {
        json!({"sims": 2, "select": "best-of:2", "settings": {"updates": updates, "seed": 3}})
    }

    #[test]
    fn a_stopped_run_goes_on_to_the_weights_of_an_undisturbed_one() {
        let whole = asked(json!({"plan": plan(3)}), &TaskHandle::idle()).unwrap();
        assert_eq!(
            (&whole["updates"], &whole["complete"]),
            (&json!(3), &json!(true))
        );
        let cancel = lookahead::Cancel::new();
        let raise = cancel.clone();
        let task = TaskHandle::new(cancel, move |_| raise.cancel());
        let half = asked(json!({"plan": plan(3)}), &task).unwrap();
        assert_eq!(
            (&half["updates"], &half["complete"]),
            (&json!(1), &json!(false))
        );
        let rest = asked(
            json!({"checkpoint": half["checkpoint"]}),
            &TaskHandle::idle(),
        )
        .unwrap();
        assert_eq!(rest["new"], 2);
        assert_eq!(rest["weights"], whole["weights"]);
    }

    #[test]
    fn what_cannot_be_learned_is_refused_with_its_place() {
        let place = |plan: Value| {
            let fault = asked(json!({ "plan": plan }), &TaskHandle::idle()).unwrap_err();
            fault.place.unwrap_or_default()
        };
        assert_eq!(place(json!({"start": "/etc/passwd"})), "plan.start");
        assert_eq!(place(json!({"sims": 100_001})), "plan.sims");
        assert_eq!(place(json!({"gain": 0.0})), "plan.gain");
        let settings = json!({"settings": {"updates": 1_000_001}});
        assert_eq!(place(settings), "plan.settings.updates");
    }
}
