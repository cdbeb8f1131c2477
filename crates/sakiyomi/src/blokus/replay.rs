//! `blokus replay`: a recorded game, move by move, with the chance of winning after every move.

use super::analyse::read;
use super::diagram::diagram;
use crate::cli::Common;
use crate::client::refused;
use crate::show;
use arena::report::{Column, Table, table_text};
use blokus::{Colour, Position};
use clap::Args;
use operations::FileText;
use operations::blokus::replay::{self, BlokusReplay, BlokusReplayed};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show a recorded game move by move, with the chance of winning after every move
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Replay {
    /// The record (.blksgf)
    file: PathBuf,
    /// Draw the board at the end
    #[arg(long)]
    board: bool,
}

const EXAMPLES: &str = "\
The win probability is Black's, by the strongest evaluation without look-ahead; `gain` is its \
change for the side that moved, and `points` are Black's minus White's. `blokus analyse FILE \
--move N` looks ahead.

Examples:
  sakiyomi blokus replay game.blksgf
  sakiyomi blokus replay game.blksgf --json";

pub(super) fn run(asked: &Replay, common: &Common) -> anyhow::Result<ExitCode> {
    let text = read(&asked.file)?;
    let found = replay::replay(&FileText { text });
    let found = found.map_err(|mut fault| {
        fault.message = format!("{}: {fault}", asked.file.display());
        refused(fault)
    })?;
    if common.json() {
        show::print_json(&found)?;
    } else {
        show::print(&written(&found))?;
        if asked.board {
            let position: Position = found.position.parse()?;
            show::print(&(diagram(&position, None) + "\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn written(game: &BlokusReplay) -> String {
    let columns = [
        Column::number("move"),
        Column::words("colour"),
        Column::words("piece"),
        Column::words("squares"),
        Column::number("Black's chance"),
        Column::number("gain"),
        Column::number("points"),
        Column::words("comment"),
    ];
    let name = |name: &str, colour: Colour| match name {
        "" => colour.to_string(),
        name => format!("{name} ({colour})"),
    };
    let (black, white) = (
        name(&game.black, Colour::Black),
        name(&game.white, Colour::White),
    );
    let result = match game.result.as_str() {
        "" => "not finished".to_owned(),
        result => result.to_owned(),
    };
    let caption = format!("{black} – {white}, {result}");
    let mut before = game.chance;
    let table = game
        .moves
        .iter()
        .fold(Table::new(caption, columns), |table, played| {
            let row = row(played, before);
            before = played.chance;
            table.row(row)
        });
    table_text(&table)
}

fn row(played: &BlokusReplayed, before: f64) -> [String; 8] {
    let change = 100.0 * (played.chance - before);
    let gain = match played.colour {
        Colour::Black => change,
        Colour::White => -change,
    };
    [
        played.number.to_string(),
        played.colour.to_string(),
        played.piece.clone(),
        played.squares.clone(),
        format!("{:.1} %", 100.0 * played.chance),
        format!("{gain:+.1}"),
        format!("{:+}", played.margin),
        played
            .comment
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    ]
}
