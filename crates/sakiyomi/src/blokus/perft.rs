//! `blokus perft`: the number of move sequences from a position.

use crate::cli::Common;
use crate::client::{refused, task};
use crate::exit::INTERRUPTED;
use crate::show;
use blokus::{Line, Position};
use clap::Args;
use operations::FaultKind;
use operations::blokus::count::{self, BlokusPerftQuestion};
use std::process::ExitCode;

/// Count the move sequences of a given length
///
/// The usual test of a move generator: two programs that agree on these numbers agree on the rules.
/// Only sequences of exactly N moves count, in which the colours alternate.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Perft {
    /// Number of moves
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(0..=42))]
    length: u32,
    /// Print the count below every first move
    #[arg(long)]
    divide: bool,
    /// Where a colour has no move, continue with the other as in a game
    #[arg(long)]
    pass: bool,
    /// First position [default: the empty board]
    #[arg(long, value_name = "POSITION")]
    from: Option<Position>,
}

const HELP: &str = "\
From the empty board there are 414, 171,396, 89,204,762 and 44,399,390,862 sequences of 1 to 4 \
moves. The last number takes minutes on all cores; with --pass it is 44,399,423,424, because \
White may already have no move.

POSITION is one line, in quotes: fourteen rows from the top separated by /, x for Black, o for \
White and a number for free squares; then the side to move, b or w; then the sides that placed \
the single square last, x, o, xo or -.

Examples:
  sakiyomi blokus perft 3
  sakiyomi blokus perft 3 --divide | sort -n -k 2
  sakiyomi blokus perft 2 --from '14/14/14/14/4xx8/14/14/14/14/9o4/9o4/14/14/14 b -'";

pub(super) fn run(asked: &Perft, common: &Common) -> anyhow::Result<ExitCode> {
    let line = asked.from.as_ref().map(Line::of).unwrap_or_default();
    let question = BlokusPerftQuestion {
        line,
        length: asked.length,
        divide: asked.divide,
        pass: asked.pass,
    };
    let counted = match count::perft(&question, &task(common)) {
        Ok(counted) => counted,
        Err(fault) if fault.kind == FaultKind::Cancelled => {
            show::note("interrupted");
            return Ok(INTERRUPTED.into());
        }
        Err(fault) => return Err(refused(fault)),
    };
    if common.json {
        show::print_json(&counted)?;
    } else {
        let each = counted.each.iter().filter(|_| asked.divide);
        let each = each.map(|(first, count)| format!("{first} {count}"));
        let lines: Vec<_> = each.chain([counted.sequences.to_string()]).collect();
        show::print(&(lines.join("\n") + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
