//! `curling learn`: training of the value model of ends under any conditions, backwards from the
//! last stone.
//!
//! The operation is `curling/learn`; here are the options, the file and the words.

use super::planned::{self, Planned};
use crate::asked::{games, refused, watch_counted};
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::show;
use anyhow::Context;
use arena::PlayerSpec;
use clap::Args;
use curling::notation::Conditions;
use curling::players::experience::lessons::Plan;
use operations::curling::training::{self, CurlingLearn, CurlingLearned};
use operations::{Fault, FaultKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Learn how ends turn out, for Jiritsu-kun to value positions by
///
/// Ends are played to have positions, first by habit, then by what was learned. From the last stone
/// backwards each position is looked at one shot deep, and what may come of the best shot is what
/// is learned of it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Learn {
    /// The file for what is learned
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often ends are played and learned from
    #[arg(long, value_name = "N", default_value_t = Plan::default().rounds, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Ends of a round
    #[arg(long, value_name = "N", default_value_t = Plan::default().ends, value_parser = clap::value_parser!(u64).range(2..))]
    ends: u64,
    /// Share of random shots during training, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Plan::default().wild, value_parser = share)]
    wild: f64,
    /// The player who looks at the positions, one shot deep: jiritsu with its settings
    #[arg(long, value_name = "PLAYER", default_value = "jiritsu")]
    player: PlayerSpec,
    #[command(flatten)]
    planned: Planned,
}

const EXAMPLES: &str = "\
FILE is what `jiritsu:experience=FILE` reads. The same seed gives the same experience on any number of threads. What is learned holds for the ice and the hands it was learned with; \
learning takes some minutes, in proportion to --ends and --rounds.

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
    let plan = asked.planned.plan("paper")?;
    planned::warn(&plan);
    let question = CurlingLearn {
        conditions: Conditions::of(&plan.conditions),
        rounds: Some(asked.rounds),
        ends: Some(asked.ends),
        wild: Some(asked.wild),
        player: Some(asked.player.to_string()),
        seed: common.seed().0,
    };
    let watch = watch_counted("steps", common);
    let learned = training::learn(&question, &games(), &watch);
    drop(watch);
    match learned {
        Ok(CurlingLearned { mut experience, .. }) => {
            experience.command = asked.command(common);
            fs::write(&asked.out, experience.to_string())
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

/// A fault with the option it is about.
pub(super) fn named(fault: Fault, player: &PlayerSpec) -> anyhow::Error {
    if fault.place.as_deref() == Some("player") {
        return usage(format!("--player {player}: {}", fault.message));
    }
    refused(fault)
}

impl Learn {
    /// The command that learns the same.
    fn command(&self, common: &Common) -> String {
        let quote = |text: &str| arena::process::quote(text);
        let mut words = vec![format!(
            "sakiyomi curling learn --rounds {} --ends {} --wild {} --seed {}",
            self.rounds,
            self.ends,
            self.wild,
            common.seed()
        )];
        if self.player.to_string() != "jiritsu" {
            words.push(format!("--player {}", quote(&self.player.to_string())));
        }
        words.extend(self.planned.words());
        words.push(format!("--out {}", quote(&self.out.display().to_string())));
        words.join(" ")
    }
}
