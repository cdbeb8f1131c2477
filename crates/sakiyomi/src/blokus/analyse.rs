//! `blokus analyse`: what a player thinks of a position.

use super::diagram::diagram;
use crate::cli::Common;
use crate::fail::usage;
use crate::{interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use arena::report::{Column, Table};
use blokus::record::GameTree;
use blokus::{Colour, Placement, Position, players};
use clap::Args;
use lookahead::{Analysis, Bound, Candidate, Control, Limit};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// Show what a player thinks of a position: its best moves with their values and lines
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyse {
    /// A game record (.blksgf), or a position on one line in quotes [default: the start]
    position: Option<String>,
    /// Look at the position before move N of the record's main line, from 1 [default: after the last]
    #[arg(long = "move", value_name = "N")]
    before: Option<usize>,
    /// Who thinks, with its settings
    #[arg(long, value_name = "PLAYER", default_value = super::DEFAULT_PLAYER)]
    player: PlayerSpec,
    /// How long it may think, such as 500ms or 2s [default: as its settings say]
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 8)]
    top: usize,
}

const EXAMPLES: &str = "\
Values are the chance to win of the side to move, as the player sees it. A position on one line has fourteen rows from the top (x Black, o
White, numbers for free squares), the side to move (b or w) and who placed the single square last (x, o, xo or -).

Examples:
  sakiyomi blokus analyse --player one-ply --top 3
  sakiyomi blokus analyse game.blksgf --move 9 --player alphabeta:time=2s
  sakiyomi blokus analyse '14/14/14/14/4x9/14/14/14/14/9o4/14/14/14/14 b xo' --json";

pub(super) fn run(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    let mut player = players::thinker(&asked.player).map_err(usage)?;
    let position = position(asked.position.as_deref(), asked.before)?;
    let limit = Limit {
        time: asked.time.map(|Span(time)| time),
        ..Limit::default()
    };
    let control = Control::new(common.seed())
        .limit(limit)
        .cancel(interrupt::cancel());
    let analysis = player.think(&position, &control);
    if common.json() {
        show::print_json(&json!({
            "position": position.to_string(),
            "turn": position.turn(),
            "player": asked.player,
            "analysis": first(analysis, asked.top),
        }))?;
    } else {
        show::print(&text(&position, &analysis, asked.top))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn first(mut analysis: Analysis<Placement>, top: usize) -> Analysis<Placement> {
    analysis.candidates.truncate(top);
    analysis
}

/// The position of a record, of a line of text, or the start.
fn position(text: Option<&str>, before: Option<usize>) -> anyhow::Result<Position> {
    let Some(text) = text else {
        return Ok(Position::start());
    };
    if !Path::new(text).exists() && text.contains('/') && text.contains(' ') {
        return text.parse().with_context(|| format!("`{text}`"));
    }
    let read = std::fs::read_to_string(text).with_context(|| format!("cannot read {text}"))?;
    let tree: GameTree = read.parse().with_context(|| text.to_owned())?;
    let nodes: Vec<_> = tree.main_line().collect();
    let mut moves = 0;
    let mut node = nodes[0];
    for &next in &nodes {
        moves += usize::from(
            tree.move_at(next)
                .with_context(|| text.to_owned())?
                .is_some(),
        );
        if before.is_some_and(|before| moves >= before) {
            break;
        }
        node = next;
    }
    if before.is_some_and(|before| before == 0 || before > moves) {
        return Err(usage(format!(
            "{text} has {moves} moves: there is no move {}",
            before.unwrap_or(0)
        )));
    }
    tree.position_at(node).with_context(|| text.to_owned())
}

fn text(position: &Position, analysis: &Analysis<Placement>, top: usize) -> String {
    let mut text = diagram(position, None) + "\n";
    let Some(turn) = position.turn() else {
        return text;
    };
    let columns = [
        Column::words("piece"),
        Column::words("move"),
        Column::number("value"),
        Column::words("how sure"),
        Column::number("looked at"),
        Column::words("expected to follow"),
    ];
    let caption = format!("{turn} to move, {} legal moves", analysis.candidates.len());
    let shown = analysis.candidates.iter().take(top);
    let table = shown.fold(Table::new(&caption, columns), |table, candidate| {
        table.row(row(candidate, turn))
    });
    text += "\n";
    text += &arena::report::table_text(&table);
    let effort = &analysis.effort;
    let depth = if effort.depth > 0 {
        format!("depth {}, ", effort.depth)
    } else {
        String::new()
    };
    text + &format!(
        "\n{depth}{} looked at in {:.2} s\n",
        effort.nodes, effort.seconds
    )
}

fn row(candidate: &Candidate<Placement>, turn: Colour) -> [String; 6] {
    let for_mover = |value: f64| {
        if turn == Colour::Black {
            value
        } else {
            1.0 - value
        }
    };
    let sure = match (candidate.bound, candidate.error) {
        (Bound::Exact, _) => "exact, as far as it looked".to_owned(),
        (Bound::Estimate, Some(error)) => format!("± {:.1} %", 100.0 * error),
        (Bound::Estimate, None) => "an estimate".to_owned(),
        // Bounds are seen from Black.
        (Bound::AtMost, _) if turn == Colour::Black => "at most".to_owned(),
        (Bound::AtLeast, _) if turn == Colour::White => "at most".to_owned(),
        _ => "at least".to_owned(),
    };
    let line = candidate
        .line
        .iter()
        .skip(1)
        .take(2)
        .map(ToString::to_string);
    [
        candidate.action.piece().to_string(),
        candidate.action.to_string(),
        format!("{:.1} %", 100.0 * for_mover(candidate.value)),
        sure,
        candidate.visits.to_string(),
        line.collect::<Vec<_>>().join("  "),
    ]
}
