//! `blokus analyse`: the moves of a position, valued by a player.

use super::diagram::diagram;
use crate::cli::Common;
use crate::client::games;
use crate::client::{refused, task, task_with};
use crate::exit::{INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use arena::report::{Column, Table};
use blokus::record::GameTree;
use blokus::static_evaluator::chance_for;
use blokus::{Colour, Line, Placement, Position};
use clap::Args;
use lookahead::{Analysis, Bound, Candidate};
use operations::blokus::advice::{self, BlokusHintsQuestion};
use operations::blokus::analyse::{self, BlokusAnalyseQuestion};
use serde_json::Value;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Show a player's analysis of a position: the best moves with their values and lines
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyse {
    /// A game record (.blksgf), a position on one line in quotes, or a line of moves such as 'Be10
    /// Wj5' [default: the start]
    position: Option<String>,
    /// Analyse the position before move N of the record's main line, from 1 [default: after the
    /// last]
    #[arg(long = "move", value_name = "N")]
    before: Option<usize>,
    /// The player with its settings
    #[arg(long, value_name = "PLAYER", default_value = super::DEFAULT_PLAYER)]
    player: PlayerSpec,
    /// Time limit, such as 500ms or 2s [default: the player's setting]
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,
    /// Number of moves to show
    #[arg(long, value_name = "N", default_value_t = 8)]
    top: usize,
    /// Search each of the best moves by itself, all equally deep, deeper every round: a comparable
    /// value for each
    #[arg(long)]
    deepen: bool,
    /// Show every better answer as it is found; values moves as --deepen does
    #[arg(long)]
    watch: bool,
}

const EXAMPLES: &str = "\
Values are the win probability of the side to move by the player's own estimate. A position on \
one line has fourteen rows from the top (x Black, o White, numbers for free squares), the side to \
move (b or w) and the sides that placed the single square last (x, o, xo or -).

Examples:
  sakiyomi blokus analyse --player one-ply --top 3
  sakiyomi blokus analyse game.blksgf --move 9 --player alphabeta:time=2s
  sakiyomi blokus analyse game.blksgf --watch --time 10s
  sakiyomi blokus analyse '14/14/14/14/4x9/14/14/14/14/9o4/14/14/14/14 b xo' --json";

pub(super) fn run(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    if asked.deepen || asked.watch {
        return deepened(asked, common);
    }
    let line = line(asked.position.as_deref(), asked.before)?;
    let question = BlokusAnalyseQuestion {
        line: line.clone(),
        player: asked.player.to_string(),
        seconds: asked.time.map(|Span(time)| time.as_secs_f64()),
        top: if common.json() { asked.top } else { usize::MAX },
        seed: common.seed().0,
    };
    let watch = task(common);
    let found = analyse::analyse(&question, &games(), &watch).map_err(refused)?;
    drop(watch);
    if common.json() {
        show::print_json(&found)?;
    } else {
        let position = line.position().map_err(usage)?;
        show::print(&text(&position, &found.analysis, asked.top))?;
    }
    Ok(ended())
}

/// Returns the exit code: success, or interrupted with an answer.
fn ended() -> ExitCode {
    if interrupt::cancel().is_cancelled() {
        INTERRUPTED.into()
    } else {
        ExitCode::SUCCESS
    }
}

/// The default time of --deepen.
const USUAL: Duration = Duration::from_secs(3);

/// Prints the best moves, each searched by itself.
fn deepened(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    let question = BlokusHintsQuestion {
        line: line(asked.position.as_deref(), asked.before)?,
        count: asked.top,
        seconds: asked.time.map_or(USUAL, |Span(time)| time).as_secs_f64(),
        player: Some(asked.player.to_string()),
    };
    let (shows, json) = (asked.watch, common.json());
    let watch = task_with(common.quiet() || shows, move |partial| {
        if shows {
            let _ = told(partial, json);
        }
    });
    let found = advice::hints(&question, &games(), &watch).map_err(refused)?;
    drop(watch);
    // The last of the answers that were watched is the answer.
    if !asked.watch {
        told(&serde_json::to_value(found)?, json)?;
    }
    Ok(ended())
}

/// Prints hints as a table, or as a line of JSON.
fn told(hints: &Value, json: bool) -> anyhow::Result<()> {
    if json {
        return show::print_json(hints);
    }
    let columns = [
        Column::words("piece"),
        Column::words("move"),
        Column::number("value"),
        Column::words("expected to follow"),
    ];
    let caption = format!("{} moves deep", hints["depth"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |hint: &Value| {
        let follow = hint["follow"].as_array().into_iter().flatten();
        [
            text(&hint["piece"]),
            text(&hint["squares"]),
            format!(
                "{:.1} %",
                100.0 * hint["chance"].as_f64().unwrap_or_default()
            ),
            follow.map(text).collect::<Vec<_>>().join("  "),
        ]
    };
    let rows = hints["hints"].as_array().into_iter().flatten().map(row);
    let table = rows.fold(Table::new(caption, columns), Table::row);
    show::print(&(arena::report::table_text(&table) + "\n"))
}

/// Returns the line to a position: that of a record, of a text, or the start.
pub(super) fn line(text: Option<&str>, before: Option<usize>) -> anyhow::Result<Line> {
    let Some(text) = text else {
        return Ok(Line::default());
    };
    if !Path::new(text).exists() && is_line(text) {
        let line: Line = text
            .parse()
            .map_err(|why| usage(format!("`{text}`: {why}")))?;
        line.position()
            .map_err(|why| usage(format!("`{text}`: {why}")))?;
        return Ok(line);
    }
    let tree: GameTree = read(Path::new(text))?
        .parse()
        .with_context(|| text.to_owned())?;
    let position = tree
        .before_move(before)
        .map_err(|why| usage(format!("{text}: {why}")))?;
    Ok(Line::of(&position))
}

/// Returns whether a text is a position or a line of moves, not a file name.
fn is_line(text: &str) -> bool {
    let is_move = |word: &str| {
        let squares = word.strip_prefix(['B', 'W']);
        squares.is_some_and(|squares| squares.parse::<Placement>().is_ok())
    };
    let mut words = text.split_whitespace();
    (text.contains('/') && text.contains(' ')) || words.next().is_some_and(is_move)
}

/// The longest record, in bytes.
const LONGEST: u64 = 4_000_000;

/// Reads a record of bounded length.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    use std::io::Read;
    let cannot = || format!("cannot read {}", path.display());
    let mut text = String::new();
    let file = std::fs::File::open(path).with_context(cannot)?;
    file.take(LONGEST + 1)
        .read_to_string(&mut text)
        .with_context(cannot)?;
    if text.len() as u64 > LONGEST {
        return Err(usage(format!("{}: too long for a game", path.display())));
    }
    Ok(text)
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
    let caption = format!("{turn} to move, {} legal moves", position.moves().len());
    let shown = analysis.candidates.iter().take(top);
    let table = shown.fold(Table::new(caption, columns), |table, candidate| {
        table.row(row(candidate, turn, analysis.is_valued()))
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

fn row(candidate: &Candidate<Placement>, turn: Colour, valued: bool) -> [String; 6] {
    let sure = match (candidate.bound, candidate.error) {
        _ if !valued => "not valued".to_owned(),
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
        if valued {
            format!("{:.1} %", 100.0 * chance_for(turn, candidate.value))
        } else {
            "–".to_owned()
        },
        sure,
        candidate.visits.to_string(),
        line.collect::<Vec<_>>().join("  "),
    ]
}
