//! `curling learn`: training of the value model of ends under any conditions, backwards from the
//! last stone.
//!
//! The operation is `curling/learn`; here are the options and the file.

use super::conditions_args::{self, ConditionsArgs};
use crate::cli::Common;
use crate::client::{counting_task, games, refused};
use crate::exit::{INTERRUPTED, usage};
use crate::show;
use anyhow::Context;
use arena::PlayerSpec;
use clap::Args;
use curling::notation::Conditions;
use curling::players::value_model::training::Plan;
use operations::curling::training::{self, CurlingLearn, CurlingLearned};
use operations::{Fault, FaultKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Train a value model of ends for Jiritsu-kun
///
/// Ends are played to get positions, first by the rollout policy, then by the trained model. From
/// the last stone backwards each position is searched one shot deep, and the outcomes of the best
/// shot are its training target.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Learn {
    /// The file for the model
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of rounds of play and training
    #[arg(long, value_name = "N", default_value_t = Plan::default().rounds, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of ends in a round
    #[arg(long, value_name = "N", default_value_t = Plan::default().ends, value_parser = clap::value_parser!(u64).range(2..))]
    ends: u64,
    /// A model that is corrected by --matches instead of training one
    #[arg(long, value_name = "FILE", requires = "matches", conflicts_with_all = ["rounds", "ends", "wild"])]
    from: Option<PathBuf>,
    /// Matches of the player against itself, by whose results the claims of the model are corrected
    /// [default: 0; some 500 are needed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// Share of random shots in the games, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Plan::default().exploration, value_parser = share)]
    wild: f64,
    /// The player that searches the positions, one shot deep: jiritsu with its settings
    #[arg(long, value_name = "PLAYER", default_value = "jiritsu")]
    player: PlayerSpec,
    #[command(flatten)]
    conditions: ConditionsArgs,
}

const EXAMPLES: &str = "\
The player `jiritsu:experience=FILE` reads FILE. The same seed gives the same file on any number \
of threads. Learned values are valid for the ice and the execution error they were learned with. \
Learning takes some minutes, in proportion to --ends and --rounds.

With --matches the chances that the player claims before each stone, one shot deep, are compared with \
the results of matches against itself, and the file gets a correction for each stone. Play them with \
the player whose claims are read: --player jiritsu:preset=strongest.

Examples:
  sakiyomi curling learn --set noise=0.29 --out unsteady.txt
  sakiyomi match jiritsu:experience=unsteady.txt jiritsu --game curling --set noise=0.29";

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1".to_owned())
}

pub(super) fn run(asked: &Learn, common: &Common) -> anyhow::Result<ExitCode> {
    if asked.out.is_dir() || asked.out.file_name().is_none() {
        let out = asked.out.display();
        return Err(usage(format!("--out {out}: this is a folder, name a file")));
    }
    // Before the work, not after it.
    let folder = asked.out.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let plan = asked.conditions.plan("paper")?;
    conditions_args::warn(&plan);
    let question = CurlingLearn {
        conditions: Conditions::of(&plan.conditions),
        rounds: Some(asked.rounds),
        ends: Some(asked.ends),
        wild: Some(asked.wild),
        from: asked.model()?,
        matches: asked.matches,
        player: Some(asked.player.to_string()),
        seed: common.seed().0,
    };
    let watch = counting_task("steps", common);
    let learned = training::learn(&question, &games(), &watch);
    drop(watch);
    match learned {
        Ok(CurlingLearned { mut model, .. }) => {
            let command = asked.command(common);
            if asked.matches.is_some() {
                model.corrections.source.clone_from(&command);
            }
            if asked.from.is_none() {
                model.command = command;
            }
            fs::write(&asked.out, model.to_string())
                .with_context(|| format!("cannot write {}", asked.out.display()))?;
            show::note(&format!("learned: {}", asked.out.display()));
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) if fault.kind == FaultKind::Cancelled => {
            show::note("interrupted: nothing was written");
            Ok(INTERRUPTED.into())
        }
        Err(fault) => Err(named(fault, &asked.player)),
    }
}

/// Converts a fault into an error that names its option.
pub(super) fn named(fault: Fault, player: &PlayerSpec) -> anyhow::Error {
    if fault.place.as_deref() == Some("player") {
        return usage(format!("--player {player}: {}", fault.message));
    }
    refused(fault)
}

impl Learn {
    /// Reads the model that is corrected.
    fn model(&self) -> anyhow::Result<Option<String>> {
        let read = |path: &PathBuf| {
            let text = arena::text_file::read(path);
            text.with_context(|| format!("cannot read {}", path.display()))
        };
        self.from.as_ref().map(read).transpose()
    }

    /// Returns the command that trains the same model.
    fn command(&self, common: &Common) -> String {
        let quote = |text: &str| arena::process::quote(text);
        let learned = match &self.from {
            Some(path) => format!("--from {}", quote(&path.display().to_string())),
            None => format!(
                "--rounds {} --ends {} --wild {}",
                self.rounds, self.ends, self.wild
            ),
        };
        let seed = common.seed();
        let mut arguments = vec![format!("sakiyomi curling learn {learned} --seed {seed}")];
        arguments.extend(self.matches.map(|matches| format!("--matches {matches}")));
        if self.player.to_string() != "jiritsu" {
            arguments.push(format!("--player {}", quote(&self.player.to_string())));
        }
        arguments.extend(self.conditions.arguments());
        arguments.push(format!("--out {}", quote(&self.out.display().to_string())));
        arguments.join(" ")
    }
}
