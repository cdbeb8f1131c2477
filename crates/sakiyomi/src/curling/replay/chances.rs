//! `curling replay --chances`: the chance of winning after every shot of a match.

use crate::asked::ask;
use crate::cli::Common;
use crate::show;
use anyhow::Context;
use arena::report::{Column, Table, table_text};
use serde_json::{Value, json};
use std::process::ExitCode;

/// How many shots are listed as those that changed the chance most.
const MOST: usize = 5;

/// Prints the curve of a log, or of one game of a file with several; as JSON, the operation's answer.
pub(super) fn run(text: &str, game: Option<usize>, common: &Common) -> anyhow::Result<ExitCode> {
    let mut log = json!({ "text": text });
    if let Some(game) = game {
        log["game"] = game.into();
        log = ask("curling/game", log, common)?;
    }
    let film = ask("curling/film", log.clone(), common)?;
    let found = ask("curling/chances", log, common)?;
    if common.json() {
        show::print_json(&found)?;
        return Ok(ExitCode::SUCCESS);
    }
    let steps = steps(&film, &found).context("an answer without scenes")?;
    show::print(&table_text(&table(&film, &steps)))?;
    show::print(&turning_points(&film, &steps))?;
    Ok(ExitCode::SUCCESS)
}

/// A thrown stone and team 0's chance before and after it.
struct Step<'a> {
    end: u64,
    done: &'a Value,
    before: f64,
    after: f64,
}

fn steps<'a>(film: &'a Value, found: &Value) -> Option<Vec<Step<'a>>> {
    let (scenes, chances) = (film["scenes"].as_array()?, found["chances"].as_array()?);
    let step = |(scene, pair): (&'a Value, &[Value])| {
        Some(Step {
            end: scene["end"].as_u64()?,
            done: scene.get("done").filter(|done| done["stone"].is_u64())?,
            before: pair[0].as_f64()?,
            after: pair[1].as_f64()?,
        })
    };
    let later = scenes.iter().skip(1).zip(chances.windows(2));
    Some(later.filter_map(step).collect())
}

impl Step<'_> {
    /// The change of the chance for the team that threw.
    fn gain(&self) -> f64 {
        let gain = self.after - self.before;
        if self.done["team"] == 0 { gain } else { -gain }
    }

    fn words(&self) -> &str {
        self.done["words"].as_str().unwrap_or_default()
    }

    fn name<'f>(&self, film: &'f Value) -> &'f str {
        let team = self.done["team"].as_u64().unwrap_or(0) as usize;
        film["names"][team].as_str().unwrap_or_default()
    }
}

fn table(film: &Value, steps: &[Step<'_>]) -> Table {
    let first = film["names"][0].as_str().unwrap_or("team0");
    let columns = [
        Column::number("end"),
        Column::number("stone"),
        Column::words("team"),
        Column::words("shot"),
        Column::number(&format!("{first} wins")),
        Column::number("change for the thrower"),
    ];
    let row = |step: &Step<'_>| {
        vec![
            step.end.to_string(),
            step.done["stone"].to_string(),
            step.name(film).to_owned(),
            step.words().to_owned(),
            format!("{:.0} %", 100.0 * step.after),
            format!("{:+.0}", 100.0 * step.gain()),
        ]
    };
    let table = Table::new(
        "Chance of winning after every shot, change in points of per cent",
        columns,
    );
    steps.iter().map(row).fold(table, Table::row)
}

/// The shots that cost or gained most, in their order of size.
fn turning_points(film: &Value, steps: &[Step<'_>]) -> String {
    let mut order: Vec<_> = steps.iter().collect();
    order.sort_by(|a, b| b.gain().abs().total_cmp(&a.gain().abs()));
    let line = |step: &&Step<'_>| {
        format!(
            "  end {}, stone {}, {}: {} ({:+.0})\n",
            step.end,
            step.done["stone"],
            step.name(film),
            step.words(),
            100.0 * step.gain()
        )
    };
    let lines: String = order.iter().take(MOST).map(line).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!(
        "\nThe shots that changed it most, for the thrower:\n{lines}\
         \nA measure for comparing shots, by rollouts and a small search; not fitted to results.\n"
    )
}
