//! `blokus train`: learning an evaluation, with everything kept in files.
//!
//! What a run is ([`plan`]) and what it leaves behind ([`files`]) are apart from the run itself, which is here. The state is saved
//! every few seconds beside the weights; whoever stops a run, in whatever way, gives the same command again and gets the
//! weights that an undisturbed run would have made, bit for bit. The learning is
//! [`lookahead::learn`], what is learned [`blokus::learn`].

mod files;
mod plan;

use super::reading;
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::interrupt;
use crate::show::{self, Progress};
use blokus::learn::{Plan, Saved, Source};
use blokus::players::named_weights;
use blokus::weights::Weights;
use clap::Args;
use files::{Curve, Files};
use lookahead::learn::{Checkpoint, Trainer};
use plan::{Commanded, Wishes};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Learn an evaluation from simulated games
///
/// Plays games against itself. After each, every position is played out many times, each move being the best of a few random ones by
/// what has been learned so far, and the weights are moved so that they predict the results. With --from-games the results are those of games between players that look
/// ahead.
#[derive(Args, Debug)]
#[command(after_help = [FILES, reading::FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Train {
    #[command(flatten)]
    wishes: Wishes,
    /// The file for the weights
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    out: PathBuf,
    /// Keep the weights after every so many updates too
    #[arg(long, value_name = "N", help_heading = "Files", value_parser = clap::value_parser!(u64).range(1..))]
    snapshots: Option<u64>,
    /// Begin anew even if there is a checkpoint
    #[arg(long, help_heading = "Files")]
    restart: bool,
}

const FILES: &str = "\
FILE is written when all updates are done: a text with 14 by 14 numbers for every kind of feature. Beside it there are
  FILE.checkpoint: all it takes to go on, saved every ten seconds and on Ctrl-C
  FILE.curve.jsonl: a line for every update, with the share of random moves (epsilon), the error of the prediction (rmse, \
mean_error), how much the weights of every kind changed, and the weights that all squares share
  FILE.1000, FILE.2000, … with --snapshots 1000: the weights as they were then

The same command goes on where it was stopped. If there is a checkpoint, options that are left out are those of its run; if they say \
something else, that is an error. Where all updates are done, only FILE is written again. The same seed gives the same weights on any number of threads, stopped or not.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi blokus train --select 8 --updates 10000 --out weights/best-of-8.txt
  sakiyomi blokus train --out weights/best-of-8.txt
  sakiyomi blokus train --select softmax:20 --reading path=any,tempo=true --snapshots 1000 --seed 2 --out try.txt
  sakiyomi blokus train --from-games 2 --start 1 --mean 0.4 --epsilon 0.08:0.08 --rate 0.1 --updates 500 --reading tempo=true --out searched.txt
  tail -f try.txt.curve.jsonl";

/// How often the state is saved.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub(super) fn run(asked: &Train, common: &Common) -> anyhow::Result<ExitCode> {
    let mut run = Run::begin(asked, common)?;
    if run.before > 0 && !common.quiet {
        let (done, all) = (run.before, run.plan.settings.updates);
        let place = run.files.checkpoint();
        let words = if done == all {
            format!("all {all} updates are done in")
        } else {
            format!("going on after {done} of {all} updates with")
        };
        show::note(&format!("{words} {}", place.display()));
    }
    run.learn(common)?;
    if run.checkpoint().is_complete() {
        run.conclude(common)
    } else {
        let done = run.checkpoint().done();
        show::note(&format!(
            "interrupted after {done} updates: the same command goes on"
        ));
        Ok(INTERRUPTED.into())
    }
}

/// A run of learning and its files.
struct Run {
    plan: Plan,
    files: Files,
    curve: Curve,
    snapshots: Option<u64>,
    trainer: Trainer<Source>,
    /// Updates that were done when it began.
    before: u64,
}

impl Run {
    /// Opens the files of a run. Nothing is written before it is clear that it can be done.
    fn begin(asked: &Train, common: &Common) -> anyhow::Result<Self> {
        let files = Files::new(&asked.out)?;
        let (plan, checkpoint) = prepare(asked, common, &files)?;
        let mut curve = Curve::open(files.curve(), plan.lesson.reading)?;
        if asked.restart {
            files.forget()?;
        }
        let before = checkpoint.done();
        curve.keep(before)?;
        let trainer = Trainer::resume(plan.lessons(), checkpoint)?;
        let trainer = trainer.groups(plan.lesson.reading.groups());
        Ok(Run {
            plan,
            files,
            curve,
            snapshots: asked.snapshots,
            trainer,
            before,
        })
    }

    fn checkpoint(&self) -> &Checkpoint {
        self.trainer.checkpoint()
    }

    /// Makes updates until all are done or somebody interrupts.
    fn learn(&mut self, common: &Common) -> anyhow::Result<()> {
        let cancel = interrupt::cancel();
        let all = self.plan.settings.updates;
        // In a log the curve says more.
        let quiet = common.quiet || !std::io::stderr().is_terminal();
        let mut progress = Progress::new("updates", quiet);
        progress.tell(self.before, 0, all);
        let mut saved = None;
        while !cancel.is_cancelled() && self.update()? {
            progress.remark(format!("rmse {:.4}", self.rmse()));
            progress.tell(self.checkpoint().done(), 0, all);
            if saved.is_none_or(|saved: Instant| saved.elapsed() >= SAVE_EVERY) {
                self.save()?;
                saved = Some(Instant::now());
            }
        }
        if self.checkpoint().done() > self.before {
            self.save()?;
        }
        Ok(())
    }

    /// Makes the next update, if there is one left, and keeps what there is to keep of it.
    fn update(&mut self) -> anyhow::Result<bool> {
        let update = match self.trainer.step() {
            Ok(None) => return Ok(false),
            Ok(Some(update)) => update,
            Err(why) => {
                self.save()?;
                return Err(why.into());
            }
        };
        self.curve.add(&update, self.trainer.model())?;
        let number = update.update;
        if self.snapshots.is_some_and(|n| number.is_multiple_of(n)) {
            let weights = self.weights()?.to_string();
            files::replace(&self.files.snapshot(number), weights.as_bytes())?;
        }
        Ok(true)
    }

    fn save(&self) -> anyhow::Result<()> {
        let saved = Saved::new(&self.plan, self.checkpoint().clone());
        files::save(&saved, &self.files.checkpoint())
    }

    /// The error of the last updates.
    fn rmse(&self) -> f64 {
        let last = self.checkpoint().curve().last();
        last.map_or(0.0, lookahead::learn::Stretch::rmse)
    }

    /// The weights as they are, with the command that made them.
    fn weights(&self) -> anyhow::Result<Weights> {
        let checkpoint = self.checkpoint();
        let mut command = self.plan.command(&self.files.name());
        if !checkpoint.is_complete() {
            // Still a command line: the rest is a comment to every shell.
            command = format!("{command} # after {} updates", checkpoint.done());
        }
        Ok(Weights::from_checkpoint(
            command,
            self.plan.lesson,
            checkpoint,
        )?)
    }

    /// Writes the weights and says so.
    fn conclude(&self, common: &Common) -> anyhow::Result<ExitCode> {
        let out = self.files.weights();
        files::replace(out, self.weights()?.to_string().as_bytes())?;
        let (updates, rmse) = (self.plan.settings.updates, self.rmse());
        if common.json {
            let new = updates - self.before;
            show::print_json(&json!({ "out": out, "updates": updates, "new": new, "rmse": rmse }))?;
        } else {
            let last = self
                .checkpoint()
                .curve()
                .last()
                .map_or(0, |last| last.updates);
            let out = out.display();
            let over = match last {
                1 => "in the last".to_owned(),
                last => format!("over the last {last}"),
            };
            let made = match updates {
                1 => "1 update".to_owned(),
                updates => format!("{updates} updates"),
            };
            show::print(&format!("{out}: {made}, rmse {rmse:.4} {over}\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Finds out what is to be done, and how much of it is done already.
fn prepare(asked: &Train, common: &Common, files: &Files) -> anyhow::Result<(Plan, Checkpoint)> {
    let out = files.weights();
    if asked.restart || !files.checkpoint().exists() {
        if out.exists() && !asked.restart {
            let out = out.display();
            return Err(usage(format!(
                "{out} exists already and has no checkpoint: name another file, or replace it with --restart"
            )));
        }
        let plan = asked.wishes.plan(&Plan::default(), common);
        let known = plan.start.as_deref().map(named_weights).transpose();
        let known = known.map_err(|why| usage(format!("--start: {why}")))?;
        let model = plan.beginning(known.as_ref());
        let checkpoint = Checkpoint::new(model, plan.settings).map_err(usage)?;
        return Ok((plan, checkpoint));
    }
    let (plan, checkpoint) = files::saved(&files.checkpoint())?.into_parts();
    same(&plan, &asked.wishes.plan(&plan, common), files)?;
    Ok((plan, checkpoint))
}

/// Refuses to go on with a run that is not the one asked for.
fn same(there: &Plan, asked: &Plan, files: &Files) -> anyhow::Result<()> {
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
