//! `bridge compare`: two tables that played the same boards, in IMPs.
//!
//! A match of teams over the table manager's protocol is two sessions: the same boards, the teams
//! in each other's seats. Their files are compared here.

use super::boards::{counted, result, text};
use crate::cli::Common;
use crate::client::{refused, task};
use crate::show;
use arena::statistics::Confidence;
use clap::Args;
use operations::bridge::compare::{self, BridgeCompareQuestion, BridgeCompared, BridgeComparison};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare two tables that played the same boards, in IMPs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Compare {
    /// The boards of one table, PBN, LIN or JSON; the result is that of its North-South
    table: PathBuf,
    /// The boards of the other table, where the teams sat in each other's seats
    other: PathBuf,
}

const EXAMPLES: &str = "\
Example: a match of two teams
  sakiyomi bridge serve --seed 7 --boards 8 --teams Us,Them --pbn open.pbn
  sakiyomi bridge serve --seed 7 --boards 8 --teams Them,Us --pbn closed.pbn
  sakiyomi bridge compare open.pbn closed.pbn";

pub(super) fn run(asked: &Compare, common: &Common) -> anyhow::Result<ExitCode> {
    let question = BridgeCompareQuestion {
        table: text(&asked.table)?,
        other: text(&asked.other)?,
    };
    let found = compare::compare(&question, &task(common)).map_err(refused)?;
    for note in &found.notes {
        show::note(note);
    }
    for number in &found.left_out {
        show::note(&format!(
            "board {number} is left out: it was not played at both tables"
        ));
    }
    show::print(&if common.json() {
        serde_json::to_string(&found)? + "\n"
    } else {
        written(&found)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn written(found: &BridgeComparison) -> String {
    let board = |board: &BridgeCompared| {
        let [one, two] = board.records.each_ref().map(result);
        let (number, imps) = (board.board, board.imps);
        format!("Board {number}: {imps:+} IMPs ({one} | {two})\n")
    };
    let each: String = found.boards.iter().map(board).collect();
    each + &sum(found)
}

fn sum(found: &BridgeComparison) -> String {
    let gains = &found.gains;
    let mean = gains
        .estimate()
        .zip(gains.interval(Confidence::P95))
        .map_or_else(String::new, |(mean, interval)| {
            format!(", {mean:.2} a board (95 % interval {interval:.2})")
        });
    let boards = counted(found.boards.len());
    format!("{boards}: {:+} IMPs{mean}\n", found.imps)
}
