//! `blokus perft`: how many sequences of moves there are.

use crate::cli::Common;
use crate::fail::INTERRUPTED;
use crate::interrupt;
use crate::show::{self, Progress};
use blokus::perft::{self, Turns};
use blokus::{Placement, Position};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Count the sequences of so many moves
///
/// The usual test of a move generator: two programs that agree on these numbers agree on the rules. Only sequences of exactly
/// N moves count, in which the colours alternate.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Perft {
    /// How many moves
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(0..=42))]
    length: u32,
    /// Count below every first move
    #[arg(long)]
    divide: bool,
    /// Where a colour has no move, go on with the other as in a game
    #[arg(long)]
    pass: bool,
    /// Where to begin [default: the empty board]
    #[arg(long, value_name = "POSITION")]
    from: Option<Position>,
}

const HELP: &str = "\
From the empty board there are 414, 171,396, 89,204,762 and 44,399,390,862 sequences of 1 to 4 moves. The last number takes \
minutes on all cores; with --pass it is 44,399,423,424, because White can be shut in as early as that.

POSITION is written on one line, in quotes: fourteen rows from the top separated by /, x for Black, o for White and a number for \
free squares; then the side to move, b or w; then who placed the single square last, x, o, xo or -.

Examples:
  sakiyomi blokus perft 3
  sakiyomi blokus perft 3 --divide | sort -n -k 2
  sakiyomi blokus perft 2 --from '14/14/14/14/4xx8/14/14/14/14/9o4/9o4/14/14/14 b -'";

/// Nobody needs to hear of what takes less than this.
const LONG: Duration = Duration::from_secs(1);

pub(super) fn run(asked: &Perft, common: &Common) -> anyhow::Result<ExitCode> {
    let position = asked.from.clone().unwrap_or_default();
    let started = Instant::now();
    let Some(each) = count(&position, asked, common) else {
        show::note("interrupted");
        return Ok(INTERRUPTED.into());
    };
    let sum = match asked.length {
        0 => 1,
        _ => each.iter().map(|(_, count)| count).sum(),
    };
    let each = if asked.divide { &each[..] } else { &[] };
    if common.json {
        let mut answer = json!({ "length": asked.length, "sequences": sum });
        answer["seconds"] = json!(started.elapsed().as_secs_f64());
        if asked.divide {
            let below = each.iter().map(|(m, count)| (m.to_string(), json!(count)));
            answer["below"] = Value::Object(below.collect());
        }
        show::print_json(&answer)?;
    } else {
        let mut text = String::new();
        for (placement, count) in each {
            let _ = writeln!(text, "{placement} {count}");
        }
        show::print(&format!("{text}{sum}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts below every first move, with progress if it takes long.
fn count(position: &Position, asked: &Perft, common: &Common) -> Option<Vec<(Placement, u64)>> {
    let turns = if asked.pass {
        Turns::Pass
    } else {
        Turns::Alternate
    };
    let total = position.moves().len() as u64;
    let (started, quiet) = (Instant::now(), common.quiet);
    let progress: Mutex<(u64, Option<Progress>)> = Mutex::default();
    perft::divide(position, asked.length, turns, &interrupt::cancel(), || {
        let Ok(mut told) = progress.lock() else {
            return;
        };
        let (done, progress) = &mut *told;
        *done += 1;
        if started.elapsed() >= LONG && (progress.is_some() || *done < total) {
            let progress = progress.get_or_insert_with(|| Progress::new("first moves", quiet));
            progress.tell(*done, 0, total);
        }
    })
}
