//! `curling win-table`: the win probability at every score, found by self-play.
//!
//! The operation is `curling/win-table`; here are the options, the files ([`files`]) and the words
//! ([`words`]).

mod files;
mod words;

use super::learn::named;
use super::planned::{self, Planned};
use crate::asked::{games, watch_counted};
use crate::cli::Common;
use crate::fail::INTERRUPTED;
use crate::show;
use arena::PlayerSpec;
use clap::Args;
use curling::notation::Conditions;
use curling::players::self_play::season::Plan;
use files::Book;
use operations::curling::training::{self, CurlingWinTable};
use std::path::PathBuf;
use std::process::ExitCode;

/// Find the chances of winning a match from every score, by self-play
///
/// Jiritsu-kun plays ends against itself: first for points, and extra ends for any point; from
/// these a first table is made. Then, for every number of ends left and every difference, ends to
/// win the match as that table sees it; from these the table.
#[derive(Args, Debug)]
#[command(after_help = [FILES, EXAMPLES].join("\n\n"))]
pub(super) struct WinTable {
    /// The file for the table
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    out: PathBuf,
    /// The file for the ends that were played [default: the table's, with .ends.jsonl behind it]
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    state: Option<PathBuf>,
    /// Begin anew even if there are ends that were played
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
    /// How many shots the player looks ahead [default: 1, or the player's own]
    #[arg(long, value_name = "N", help_heading = "Play", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Run the throws step by step, as the referee does
    #[arg(long, help_heading = "Play")]
    exact: bool,
    #[command(flatten)]
    planned: Planned,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Amount")]
struct Amount {
    /// Ends for points, and as many extra ends [default: 4000; short: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    /// Ends for each number of ends left and each difference [default: 500; short: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ends_per_state: Option<u64>,
    /// The most ends left [default: those of a match]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    ends: Option<u8>,
    /// The largest difference that is played; a larger one counts as this
    #[arg(long, value_name = "POINTS", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    difference: u8,
    /// A table in a minute or two, with few ends
    #[arg(long)]
    short: bool,
}

const FILES: &str = "\
FILE is what `jiritsu:table=FILE` reads. Ends are kept as they are played; the same command goes on where it was stopped, and one with more --ends-per-state \
uses those that are there. With another --first the ends of the states are played again, because what they are played for has changed. The same seed gives the same \
table on any number of threads, stopped or not. A standard error is that of drawing the ends again from those that were played.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling win-table --short --out wins.toml
  sakiyomi curling win-table --set platform=dc3 --ends-per-state 200 --out wins-dc3.toml
  sakiyomi match jiritsu:table=wins.toml jiritsu --game curling";

pub(super) fn run(asked: &WinTable, common: &Common) -> anyhow::Result<ExitCode> {
    let mut question = asked.question(common)?;
    let refuse = |fault| named(fault, &asked.player);
    let player = question.self_play(&games()).map_err(refuse)?;
    let mut book = Book::open(asked, &player.identity(common.seed()))?;
    question.played = std::mem::take(&mut book.known);
    let watch = watch_counted("ends", common);
    let found = training::win_table(&question, &player, &watch, &mut |entry| book.keep(entry));
    drop(watch);
    let Some(found) = found.map_err(refuse)? else {
        show::note("interrupted: what was played is kept, and the same command goes on");
        return Ok(INTERRUPTED.into());
    };
    let command = asked.command(common, &question.plan(&player));
    let version = crate::version();
    book.write_table(&found.file(&format!("{command}\n# sakiyomi {version}")))?;
    words::tell(&found, asked, common)?;
    for warning in &found.warnings {
        show::note(&format!("warning: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}

impl WinTable {
    /// The options as the operation takes them.
    fn question(&self, common: &Common) -> anyhow::Result<CurlingWinTable> {
        let plan = self.planned.plan("paper")?;
        planned::warn(&plan);
        let amount = &self.amount;
        Ok(CurlingWinTable {
            conditions: Conditions::of(&plan.conditions),
            first: amount.first,
            ends_per_state: amount.ends_per_state,
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

    /// The command that makes the same table.
    fn command(&self, common: &Common, plan: &Plan) -> String {
        let quote = |text: &str| arena::process::quote(text);
        let mut words = vec![format!(
            "sakiyomi curling win-table --first {} --ends-per-state {} --ends {} --difference {} --seed {}",
            plan.first,
            plan.per_state,
            plan.ends,
            plan.difference,
            common.seed()
        )];
        words.push(format!("--player {}", quote(&self.player.to_string())));
        words.extend(self.depth.map(|depth| format!("--depth {depth}")));
        words.extend(self.exact.then(|| "--exact".to_owned()));
        words.extend(self.planned.words());
        words.push(format!("--out {}", quote(&self.out.display().to_string())));
        words.join(" ")
    }
}
