//! `curling win-table`: the win probability at every score, found by self-play.
//!
//! The operation is `curling/win-table`; here are the options, the files ([`files`]) and the output
//! ([`output`]).

mod files;
mod output;

use super::conditions_args::{self, ConditionsArgs};
use super::learn::named;
use crate::cli::Common;
use crate::client::{counting_task, games};
use crate::exit::INTERRUPTED;
use crate::show;
use arena::PlayerSpec;
use clap::Args;
use curling::notation::Conditions;
use curling::players::win_table_training::Plan;
use files::EndLogFile;
use operations::curling::training::{self, CurlingWinTable};
use std::path::PathBuf;
use std::process::ExitCode;

/// Estimate the chance of winning a match from every score, by self-play
///
/// Jiritsu-kun plays ends against itself: ends for points, and extra ends for any point. They give
/// a first table. Then, for every number of ends left and every difference, it plays ends to win
/// the match by that table. They give the table.
#[derive(Args, Debug)]
#[command(after_help = [FILES, EXAMPLES].join("\n\n"))]
pub(super) struct WinTable {
    /// The file for the table
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    out: PathBuf,
    /// The file for the ends played [default: the table's name with .ends.jsonl]
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    state: Option<PathBuf>,
    /// Start over, discarding the ends played so far
    #[arg(long, help_heading = "Files")]
    restart: bool,
    #[command(flatten)]
    amount: Amount,
    /// The player: jiritsu with its settings
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "jiritsu",
        help_heading = "Play"
    )]
    player: PlayerSpec,
    /// Search depth in shots [default: 1, or the player's own]
    #[arg(long, value_name = "N", help_heading = "Play", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Simulate shots step by step, as the referee does
    #[arg(long, help_heading = "Play")]
    exact: bool,
    #[command(flatten)]
    conditions: ConditionsArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Amount")]
struct Amount {
    /// Ends for points, and as many extra ends [default: 4000; short: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    /// Ends for each number of ends left and each difference, in each round [default: 500; short:
    /// 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ends_per_state: Option<u64>,
    /// Rounds of ends to win, each played for the table of the round before it; the paper has one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// The most ends left [default: those of a match]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    ends: Option<u8>,
    /// The largest difference that is played; a larger one counts as this
    #[arg(long, value_name = "POINTS", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    difference: u8,
    /// Use few ends, for a rough table in a minute or two
    #[arg(long)]
    short: bool,
}

const FILES: &str = "\
The player `jiritsu:table=FILE` reads FILE. Ends are stored as they are played: the same command \
resumes a stopped run, and one with more --ends-per-state reuses the stored ends. With another \
--first, or in rounds after the first with another --ends-per-state, the ends of the states are \
played again, because they are played for another table. The \
same seed gives the same table on any number of threads, interrupted or not. Standard errors are \
bootstrapped from the ends played.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling win-table --short --out wins.toml
  sakiyomi curling win-table --set platform=dc3 --ends-per-state 200 --out wins-dc3.toml
  sakiyomi match jiritsu:table=wins.toml jiritsu --game curling";

pub(super) fn run(asked: &WinTable, common: &Common) -> anyhow::Result<ExitCode> {
    let mut question = asked.question(common)?;
    let refuse = |fault| named(fault, &asked.player);
    let player = question.self_play(&games()).map_err(refuse)?;
    let mut log_file = EndLogFile::open(asked, &player.identity(common.seed()))?;
    question.played = std::mem::take(&mut log_file.known);
    let watch = counting_task("ends", common);
    let found = training::win_table(&question, &player, &watch, &mut |entry| {
        log_file.keep(entry)
    });
    drop(watch);
    let Some(found) = found.map_err(refuse)? else {
        show::note("interrupted: what was played is kept, and the same command goes on");
        return Ok(INTERRUPTED.into());
    };
    let command = asked.command(common, &question.plan(&player));
    let version = crate::version();
    log_file.write_table(&found.file(&format!("{command}\n# sakiyomi {version}")))?;
    output::print(&found, asked, common)?;
    for warning in &found.warnings {
        show::note(&format!("warning: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}

impl WinTable {
    /// Returns the options as the input of the operation.
    fn question(&self, common: &Common) -> anyhow::Result<CurlingWinTable> {
        let plan = self.conditions.plan("paper")?;
        conditions_args::warn(&plan);
        let amount = &self.amount;
        Ok(CurlingWinTable {
            conditions: Conditions::of(&plan.conditions),
            first: amount.first,
            ends_per_state: amount.ends_per_state,
            rounds: Some(amount.rounds),
            ends: amount.ends,
            difference: Some(amount.difference),
            short: amount.short,
            player: Some(self.player.to_string()),
            depth: self.depth,
            exact: self.exact,
            seed: common.seed().0,
            threads: u16::try_from(common.threads()).ok(),
            played: String::new(),
        })
    }

    /// Returns the command that makes the same table.
    fn command(&self, common: &Common, plan: &Plan) -> String {
        let quote = |text: &str| arena::process::quote(text);
        let mut arguments = vec![format!(
            "sakiyomi curling win-table --first {} --ends-per-state {} --rounds {} --ends {} --difference {} --seed {}",
            plan.first,
            plan.per_state,
            plan.rounds,
            plan.ends,
            plan.difference,
            common.seed()
        )];
        arguments.push(format!("--player {}", quote(&self.player.to_string())));
        arguments.extend(self.depth.map(|depth| format!("--depth {depth}")));
        arguments.extend(self.exact.then(|| "--exact".to_owned()));
        arguments.extend(self.conditions.arguments());
        arguments.push(format!("--out {}", quote(&self.out.display().to_string())));
        arguments.join(" ")
    }
}
