//! Learning an evaluation from simulated games.

use crate::fault::Fault;
use crate::watch::Watch;
use blokus::learn::{Plan, Saved, Source};
use blokus::weights::{SHIPPED, Weights, shipped};
use lookahead::learn::{Checkpoint, Stretch, Trainer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A run of learning, from its beginning or from where it was stopped.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusTrainQuestion {
    /// What is learned and how: `lesson`, `select`, `sims`, `terminal`, `games`, `start`, `gain`,
    /// `settings`; what is left out is as in the paper.
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    pub(super) plan: Plan,
    /// The `checkpoint` of an earlier answer, to go on with; its plan counts then.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub(super) checkpoint: Option<Saved>,
}

/// What was learned.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BlokusTrained {
    /// Updates made altogether.
    pub(super) updates: u64,
    /// Updates made now.
    pub(super) new: u64,
    /// Whether all updates of the plan are made: not if it was stopped.
    pub(super) complete: bool,
    /// The error of the prediction over the last updates.
    pub(super) rmse: f64,
    /// How many updates these are.
    pub(super) over: u64,
    /// The weights, as a file of weights has them.
    pub(super) weights: String,
    /// All it takes to go on.
    #[schemars(with = "serde_json::Value")]
    pub(super) checkpoint: Saved,
}

/// How often the weights so far are told.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// The most updates of a run.
const MOST_UPDATES: u64 = 1_000_000;
/// The most simulations from a position, and games an update.
const MOST_SIMULATIONS: u64 = 100_000;
/// The deepest games are searched.
const DEEPEST: u32 = 8;

/// Learns until all updates are made; what was learned is kept when it is stopped.
pub(super) fn train(asked: BlokusTrainQuestion, watch: &Watch) -> Result<BlokusTrained, Fault> {
    let mut run = Run::begin(asked)?;
    let all = run.plan.settings.updates;
    let mut told = Instant::now();
    while !watch.is_cancelled() {
        let step = run.trainer.step().map_err(Fault::failed)?;
        if step.is_none() {
            break;
        }
        watch.progress(run.checkpoint().done(), all);
        if told.elapsed() >= TELL_EVERY {
            watch.partial(&run.trained()?);
            told = Instant::now();
        }
    }
    if watch.is_cancelled() && run.checkpoint().done() == 0 {
        return Err(Fault::cancelled());
    }
    run.trained()
}

/// A run under way.
struct Run {
    plan: Plan,
    trainer: Trainer<Source>,
    /// Updates that were made when it began.
    before: u64,
}

impl Run {
    fn begin(asked: BlokusTrainQuestion) -> Result<Self, Fault> {
        let (plan, checkpoint) = if let Some(saved) = asked.checkpoint {
            let wrong = |why| Fault::wrong_at("checkpoint", why);
            let (plan, checkpoint) = saved.checked().map_err(wrong)?.into_parts();
            bounded(&plan)?;
            (plan, checkpoint)
        } else {
            bounded(&asked.plan)?;
            let checkpoint = anew(&asked.plan)?;
            (asked.plan, checkpoint)
        };
        let before = checkpoint.done();
        let trainer = Trainer::resume(plan.lessons(), checkpoint).map_err(Fault::wrong)?;
        let trainer = trainer.groups(plan.lesson.reading.groups());
        Ok(Run {
            plan,
            trainer,
            before,
        })
    }

    fn checkpoint(&self) -> &Checkpoint {
        self.trainer.checkpoint()
    }

    fn trained(&self) -> Result<BlokusTrained, Fault> {
        let checkpoint = self.checkpoint();
        let plan = serde_json::to_string(&self.plan).map_err(Fault::failed)?;
        let command = format!("sakiyomi call blokus/train '{{\"plan\":{plan}}}'");
        let weights = Weights::from_checkpoint(command, self.plan.lesson, checkpoint);
        let last = checkpoint.curve().last();
        Ok(BlokusTrained {
            updates: checkpoint.done(),
            new: checkpoint.done() - self.before,
            complete: checkpoint.is_complete(),
            rmse: last.map_or(0.0, Stretch::rmse),
            over: last.map_or(0, |last| last.updates),
            weights: weights.map_err(Fault::failed)?.to_string(),
            checkpoint: Saved::new(&self.plan, checkpoint.clone()),
        })
    }
}

/// A run at its beginning, from zeros or from weights that are shipped.
fn anew(plan: &Plan) -> Result<Checkpoint, Fault> {
    let unknown = || {
        let words = format!("the weights that are shipped are {}", SHIPPED.join(", "));
        Fault::wrong_at("plan.start", words)
    };
    let known = plan.start.as_deref();
    let known = known.map(|name| shipped(name).ok_or_else(unknown));
    let model = plan.beginning(known.transpose()?);
    Checkpoint::new(model, plan.settings).map_err(|why| Fault::wrong_at("plan", why))
}

/// Refuses what no machine can bear.
fn bounded(plan: &Plan) -> Result<(), Fault> {
    let games = plan.games.map_or(0, |played| played.games);
    let depth = plan.games.map_or(0, |played| played.depth);
    for (place, number, most) in [
        ("plan.settings.updates", plan.settings.updates, MOST_UPDATES),
        ("plan.sims", plan.sims, MOST_SIMULATIONS),
        ("plan.games.games", games, MOST_SIMULATIONS),
        ("plan.games.depth", u64::from(depth), u64::from(DEEPEST)),
    ] {
        if number > most {
            return Err(Fault::wrong_at(place, format!("at most {most}")));
        }
    }
    if !(plan.gain.is_finite() && plan.gain > 0.0) {
        return Err(Fault::wrong_at("plan.gain", "a gain is more than 0"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn asked(input: Value, watch: &Watch) -> Result<Value, Fault> {
        let trained = train(serde_json::from_value(input).unwrap(), watch)?;
        Ok(serde_json::to_value(trained).unwrap())
    }

    fn plan(updates: u64) -> Value {
        json!({"sims": 2, "select": "best-of:2", "settings": {"updates": updates, "seed": 3}})
    }

    #[test]
    fn a_stopped_run_goes_on_to_the_weights_of_an_undisturbed_one() {
        let whole = asked(json!({"plan": plan(3)}), &Watch::idle()).unwrap();
        assert_eq!(
            (&whole["updates"], &whole["complete"]),
            (&json!(3), &json!(true))
        );
        let cancel = lookahead::Cancel::new();
        let raise = cancel.clone();
        let watch = Watch::new(cancel, move |_| raise.cancel());
        let half = asked(json!({"plan": plan(3)}), &watch).unwrap();
        assert_eq!(
            (&half["updates"], &half["complete"]),
            (&json!(1), &json!(false))
        );
        let rest = asked(json!({"checkpoint": half["checkpoint"]}), &Watch::idle()).unwrap();
        assert_eq!(rest["new"], 2);
        assert_eq!(rest["weights"], whole["weights"]);
    }

    #[test]
    fn what_cannot_be_learned_is_refused_with_its_place() {
        let place = |plan: Value| {
            let fault = asked(json!({ "plan": plan }), &Watch::idle()).unwrap_err();
            fault.place.unwrap_or_default()
        };
        assert_eq!(place(json!({"start": "/etc/passwd"})), "plan.start");
        assert_eq!(place(json!({"sims": 100_001})), "plan.sims");
        assert_eq!(place(json!({"gain": 0.0})), "plan.gain");
        let settings = json!({"settings": {"updates": 1_000_001}});
        assert_eq!(place(settings), "plan.settings.updates");
    }
}
