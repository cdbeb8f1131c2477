//! `curling replay --chances`: the chance of winning after every shot of a match.

use crate::cli::Common;
use crate::client::call;
use crate::show;
use anyhow::Context;
use arena::report::{Column, Table, table_text};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Prints the curve of a log, or of one game of a file with several; as JSON, the operation's
/// answer.
pub(super) fn run(text: &str, game: Option<usize>, common: &Common) -> anyhow::Result<ExitCode> {
    let mut log = json!({ "text": text });
    if let Some(game) = game {
        log["game"] = game.into();
        log = call("curling/game", log, common)?;
    }
    let film = call("curling/film", log.clone(), common)?;
    let found = call("curling/chances", log, common)?;
    if common.json() {
        show::print_json(&found)?;
        return Ok(ExitCode::SUCCESS);
    }
    let steps = steps(&film, &found).context("an answer without scenes")?;
    show::print(&table_text(&table(&film, &steps)))?;
    show::print(&turning_points(&film, &found["curve"]))?;
    Ok(ExitCode::SUCCESS)
}

/// A thrown stone and team 0's levelled chance before and after it.
struct Step<'a> {
    end: u64,
    done: &'a Value,
    before: f64,
    after: f64,
}

fn steps<'a>(film: &'a Value, found: &Value) -> Option<Vec<Step<'a>>> {
    let chances = found["curve"]["levelled"].as_array()?;
    let scenes = film["scenes"].as_array()?;
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
    /// Returns the change of the chance for the team that threw.
    fn gain(&self) -> f64 {
        let gain = self.after - self.before;
        if self.done["team"] == 0 { gain } else { -gain }
    }
}

/// Returns the name of a team.
fn name<'f>(film: &'f Value, team: &Value) -> &'f str {
    let team = team.as_u64().unwrap_or(0) as usize;
    film["names"][team].as_str().unwrap_or_default()
}

/// Returns the name of a shot.
fn shot(done: &Value) -> &str {
    done["words"]["en"].as_str().unwrap_or_default()
}

fn table(film: &Value, steps: &[Step<'_>]) -> Table {
    let first = film["names"][0].as_str().unwrap_or("team0");
    let columns = [
        Column::number("end"),
        Column::number("stone"),
        Column::words("team"),
        Column::words("shot"),
        Column::number(format!("{first} wins")),
        Column::number("change for the thrower"),
    ];
    let row = |step: &Step<'_>| {
        vec![
            step.end.to_string(),
            step.done["stone"].to_string(),
            name(film, &step.done["team"]).to_owned(),
            shot(step.done).to_owned(),
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

/// Returns the text of the biggest drops of either team's chance.
fn turning_points(film: &Value, curve: &Value) -> String {
    let drops = curve["drops"].as_array().map_or(&[][..], Vec::as_slice);
    if drops.is_empty() {
        return String::new();
    }
    let lines: String = drops.iter().map(|drop| drop_line(film, drop)).collect();
    format!(
        "\nThe shots that changed it most, and what a team lost by them:\n{lines}\
         \nA measure for comparing shots, by rollouts and a small search, without the usual advantage\n\
         of being about to throw; not fitted to results.\n"
    )
}

fn drop_line(film: &Value, drop: &Value) -> String {
    let scene = &film["scenes"][drop["at"].as_u64().unwrap_or(0) as usize];
    let done = &scene["done"];
    let stone = match &done["stone"] {
        Value::Null => String::new(),
        stone => format!(", stone {stone}"),
    };
    let percent = |key: &str| 100.0 * drop[key].as_f64().unwrap_or(0.0);
    format!(
        "  end {}{stone}, {}: {}; {} {:.0} % -> {:.0} % ({:+.0})\n",
        scene["end"],
        name(film, &done["team"]),
        shot(done),
        name(film, &drop["team"]),
        percent("before"),
        percent("after"),
        -percent("amount"),
    )
}
