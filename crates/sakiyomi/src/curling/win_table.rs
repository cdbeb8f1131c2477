//! `curling win-table`: the chances of winning a match from every score, found by self-play.
//!
//! Everything that counts is in [`curling::players::self_play`]; here are the options, the files ([`files`]) and the words ([`words`]).

mod files;
mod words;

use super::planned::Planned;
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::interrupt;
use crate::show::{self, Progress};
use arena::PlayerSpec;
use clap::Args;
use curling::physics::Mode;
use curling::players::jiritsu::Settings;
use curling::players::self_play::season::{self, Effort, Plan, Season, SeasonError};
use curling::players::self_play::{self, SelfPlay};
use curling::rules::IfLevel;
use files::Book;
use lookahead::Cancel;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find the chances of winning a match from every score, by self-play
///
/// Jiritsu-kun plays ends against itself: first for points, and extra ends for any point; from these a first table is made. Then, for every number of ends left and
/// every difference, ends to win the match as that table sees it; from these the table.
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
    let player = player(asked)?;
    let plan = asked.amount.plan(&player);
    let mut book = Book::open(asked, &player.identity(common.seed()))?;
    match play(&player, &plan, &mut book, common) {
        Ok(season) => {
            let errors = season.errors(season::DRAWN_AGAIN, common.seed())?;
            let text = words::file(&season, &asked.command(common, &plan));
            book.write_table(&text)?;
            words::tell(&season, &errors, asked, common)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(SeasonError::Interrupted) => {
            show::note("interrupted: what was played is kept, and the same command goes on");
            Ok(INTERRUPTED.into())
        }
        Err(error @ SeasonError::Plan) => Err(usage(error)),
        Err(error) => Err(error.into()),
    }
}

fn play(
    player: &SelfPlay,
    plan: &Plan,
    book: &mut Book,
    common: &Common,
) -> Result<Season, SeasonError> {
    let seed = common.seed();
    let mut bar = Progress::new("ends", common.quiet);
    let known = std::mem::take(&mut book.known);
    let mut effort = Effort {
        threads: common.threads(),
        cancel: &interrupt::cancel(),
        keep: &mut |entry| book.keep(entry),
        progress: &mut |at: season::Progress| {
            bar.remark(format!("step {}", at.step));
            bar.tell(at.done, 0, at.total);
        },
    };
    let end = |occasion, stakes, number, cancel: &Cancel| {
        player.end(occasion, stakes, seed, number, cancel)
    };
    season::play(plan, known, &end, &mut effort)
}

/// Who plays, under which conditions.
fn player(asked: &WinTable) -> anyhow::Result<SelfPlay> {
    let curling = asked.planned.curling("paper")?;
    let mode = if asked.exact { Mode::Exact } else { Mode::Fast };
    let settings = settings(&asked.player, asked.depth)?;
    SelfPlay::new(&curling, &settings, mode).map_err(usage)
}

fn settings(spec: &PlayerSpec, depth: Option<u32>) -> anyhow::Result<Settings> {
    let wrong = |why| usage(format!("--player {spec}: {why}"));
    let mut settings = self_play::settings_of(spec).map_err(wrong)?;
    settings.search.depth = depth.unwrap_or(settings.search.depth);
    Ok(settings)
}

impl Amount {
    fn plan(&self, player: &SelfPlay) -> Plan {
        let rules = player.curling().rules();
        let usual = if self.short {
            Plan {
                first: 300,
                per_state: 10,
                ..Plan::default()
            }
        } else {
            Plan::default()
        };
        Plan {
            first: self.first.unwrap_or(usual.first),
            per_state: self.ends_per_state.unwrap_or(usual.per_state),
            ends: self.ends.unwrap_or(rules.ends).into(),
            difference: self.difference.into(),
            extra_ends: rules.if_level != IfLevel::Draw,
        }
    }
}

impl WinTable {
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
