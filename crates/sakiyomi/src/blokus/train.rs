//! `blokus train`: learning an evaluation, with everything kept in files.
//!
//! Here are the [`plan`] of a run and its [`files`]; the run itself is the operation's. The state
//! is saved every few seconds beside the weights: after an interrupt the same command resumes, and
//! the weights are those of an uninterrupted run, bit for bit. The training is
//! [`lookahead::learn`], the model [`blokus::learn`].

mod files;
mod plan;

use super::reading;
use crate::cli::Common;
use crate::client::{counting_task_with, refused};
use crate::exit::{INTERRUPTED, usage};
use crate::show;
use blokus::learn::{SavedRun, TrainingPlan};
use blokus::weights::Weights;
use clap::Args;
use files::{Curve, Files};
use operations::blokus::train::{BlokusTrainQuestion, BlokusTrained, Training};
use operations::{Fault, Trust};
use plan::{AsCommand, PlanArgs};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Learn an evaluation from simulated games
///
/// The player plays games against itself. After each game every position is played out many times,
/// every move being the best of a few random ones by the weights so far, and the weights are fitted
/// to the results. With --from-games the results are those of games between players that search.
#[derive(Args, Debug)]
#[command(after_help = [FILES, reading::FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Train {
    #[command(flatten)]
    plan: PlanArgs,
    /// The file for the weights
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    out: PathBuf,
    /// Also write the weights after every N updates
    #[arg(long, value_name = "N", help_heading = "Files", value_parser = clap::value_parser!(u64).range(1..))]
    snapshots: Option<u64>,
    /// Start over even if there is a checkpoint
    #[arg(long, help_heading = "Files")]
    restart: bool,
}

const FILES: &str = "\
FILE is written when all updates are done: a text with 14 by 14 numbers for every kind of \
feature. Next to it are
  FILE.checkpoint: the state of the run, saved every ten seconds and on Ctrl-C
  FILE.curve.jsonl: a line for every update, with the share of random moves (epsilon), the \
error of the prediction (rmse, mean_error), the change of the weights of every kind, and the \
weights shared by all squares
  FILE.1000, FILE.2000, … with --snapshots 1000: the weights after that many updates

The same command resumes a stopped run. If there is a checkpoint, omitted options have the values \
of its run, and other values are an error. When all updates are done, only FILE is written again. \
The same seed gives the same weights on any number of threads, interrupted or not.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi blokus train --select 8 --updates 10000 --out weights/best-of-8.txt
  sakiyomi blokus train --out weights/best-of-8.txt
  sakiyomi blokus train --select softmax:20 --reading path=any,tempo=true \\
    --snapshots 1000 --seed 2 --out try.txt
  sakiyomi blokus train --from-games 2 --start 1 --mean 0.4 --epsilon 0.08:0.08 \\
    --rate 0.1 --updates 500 --reading tempo=true --out searched.txt
  tail -f try.txt.curve.jsonl";

/// The time between two checkpoints.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(super) fn run(asked: &Train, common: &Common) -> anyhow::Result<ExitCode> {
    let mut run = Run::begin(asked, common)?;
    let (before, all) = (run.training.before, run.training.plan.settings.updates);
    if before > 0 && !common.quiet {
        let words = if before == all {
            format!("all {all} updates are done in")
        } else {
            format!("going on after {before} of {all} updates with")
        };
        let place = run.files.checkpoint();
        show::note(&format!("{words} {}", place.display()));
    }
    run.learn(common)?;
    if run.training.checkpoint().is_complete() {
        return run.conclude(common);
    }
    let done = run.training.checkpoint().done();
    show::note(&format!(
        "interrupted after {done} updates: the same command goes on"
    ));
    Ok(INTERRUPTED.into())
}

/// The operation's answer, with the file of the weights.
#[derive(Serialize)]
struct Trained<'a> {
    out: &'a Path,
    #[serde(flatten)]
    trained: BlokusTrained,
}

/// A training run and its files.
struct Run {
    training: Training,
    files: Files,
    curve: Curve,
    snapshots: Option<u64>,
}

impl Run {
    /// Opens the files of a run; nothing is written before all checks have passed.
    fn begin(asked: &Train, common: &Common) -> anyhow::Result<Self> {
        let files = Files::new(&asked.out)?;
        let question = prepare(asked, common, &files)?;
        let training = Training::begin(question, Trust::Owner);
        let training = training.map_err(|fault| match fault.place.as_deref() {
            Some("plan.start") => usage(format!("--start: {}", fault.message)),
            _ => refused(fault),
        })?;
        let mut curve = Curve::open(files.curve(), training.plan.objective.options)?;
        if asked.restart {
            files.forget()?;
        }
        curve.keep(training.before)?;
        Ok(Run {
            training,
            files,
            curve,
            snapshots: asked.snapshots,
        })
    }

    /// Makes updates until all are made or the run is interrupted, and writes curve, snapshots and
    /// checkpoints.
    fn learn(&mut self, common: &Common) -> anyhow::Result<()> {
        let Run {
            training,
            files,
            curve,
            snapshots,
        } = self;
        // In a log the curve says more.
        let quiet = common.quiet || !std::io::stderr().is_terminal();
        let watch = counting_task_with("updates", quiet);
        let mut saved: Option<Instant> = None;
        let learned = training.learn(&watch, &mut |training, update| {
            let mut keep = || {
                curve.add(update, training.model())?;
                if snapshots.is_some_and(|every| update.update.is_multiple_of(every)) {
                    let weights = weights(training, files)?.to_string();
                    files::replace(&files.snapshot(update.update), weights.as_bytes())?;
                }
                if saved.is_none_or(|saved| saved.elapsed() >= SAVE_EVERY) {
                    files::save(&training.saved(), &files.checkpoint())?;
                    saved = Some(Instant::now());
                }
                anyhow::Ok(())
            };
            keep().map_err(|why| Fault::failed(format!("{why:#}")))
        });
        drop(watch);
        if learned.is_err() || training.checkpoint().done() > training.before {
            files::save(&training.saved(), &files.checkpoint())?;
        }
        learned.map_err(refused)
    }

    /// Writes the weights and prints the result.
    fn conclude(&self, common: &Common) -> anyhow::Result<ExitCode> {
        let out = self.files.weights();
        let weights = weights(&self.training, &self.files)?;
        files::replace(out, weights.to_string().as_bytes())?;
        let trained = self.training.trained().map_err(refused)?;
        let (updates, rmse) = (trained.updates, trained.rmse);
        if common.json {
            show::print_json(&Trained { out, trained })?;
            return Ok(ExitCode::SUCCESS);
        }
        let over = match trained.over {
            1 => "in the last".to_owned(),
            last => format!("over the last {last}"),
        };
        let made = match updates {
            1 => "1 update".to_owned(),
            updates => format!("{updates} updates"),
        };
        let out = out.display();
        show::print(&format!("{out}: {made}, rmse {rmse:.4} {over}\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the current weights, with the command that made them.
fn weights(training: &Training, files: &Files) -> anyhow::Result<Weights> {
    let checkpoint = training.checkpoint();
    let mut command = training.plan.command(&files.name());
    if !checkpoint.is_complete() {
        // Still a command line: the rest is a comment to every shell.
        command = format!("{command} # after {} updates", checkpoint.done());
    }
    Ok(training.weights(command)?)
}

/// Returns the plan of a new run, or plan and checkpoint of an earlier one.
fn prepare(asked: &Train, common: &Common, files: &Files) -> anyhow::Result<BlokusTrainQuestion> {
    let out = files.weights();
    if asked.restart || !files.checkpoint().exists() {
        if out.exists() && !asked.restart {
            let out = out.display();
            return Err(usage(format!(
                "{out} exists already and has no checkpoint: name another file, or replace it with --restart"
            )));
        }
        let plan = asked.plan.plan(&TrainingPlan::default(), common);
        return Ok(BlokusTrainQuestion {
            plan,
            checkpoint: None,
        });
    }
    let saved = files::saved(&files.checkpoint())?;
    let (plan, checkpoint) = saved.into_parts();
    same(&plan, &asked.plan.plan(&plan, common), files)?;
    Ok(BlokusTrainQuestion {
        checkpoint: Some(SavedRun::new(&plan, checkpoint)),
        plan,
    })
}

/// Checks that the options match the plan of the checkpoint.
fn same(there: &TrainingPlan, asked: &TrainingPlan, files: &Files) -> anyhow::Result<()> {
    let differences = there.differences(asked);
    if differences.is_empty() {
        return Ok(());
    }
    Err(usage(format!(
        "{} is of another run: {}; ask for the same, name another --out, or begin anew with --restart",
        files.checkpoint().display(),
        differences.join(", ")
    )))
}
