//! What is written of a season: the table's file, and what is said to people and to machines.

use super::WinTable;
use crate::cli::Common;
use crate::show;
use crate::version;
use arena::report::table_text;
use curling::players::self_play::season::{Errors, Season};
use curling::players::win_table;
use curling::studies::win_table::tables::{beside_the_paper, distributions};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A table's file: TOML, a line for each number of ends left, with a word about where it comes from.
pub(super) fn file(season: &Season, command: &str) -> String {
    let mut text = format!(
        "# The chance of the team with the hammer to win: a row for 0, 1, 2 ... ends left, each from the most points behind to the most ahead.\n\
         # {command}\n# sakiyomi {}\nchances = [\n",
        version()
    );
    for row in chances(&season.table) {
        // More digits would be noise.
        let row: Vec<_> = row.iter().map(|chance| format!("{chance:.5}")).collect();
        let _ = writeln!(text, "  [{}],", row.join(", "));
    }
    text + "]\n"
}

fn chances(table: &win_table::WinTable) -> Vec<Vec<f64>> {
    let shape = table.shape();
    let reach = shape.difference as i32;
    let row = |left| (-reach..=reach).map(move |difference| table.chance(left, difference, true));
    (0..=shape.ends).map(|left| row(left).collect()).collect()
}

/// Says what came of it.
pub(super) fn tell(
    season: &Season,
    errors: &Errors,
    asked: &WinTable,
    common: &Common,
) -> anyhow::Result<()> {
    if common.json {
        return show::print_json(&machine(season, errors, asked));
    }
    let level = format!(
        "Level after the last end, the team with the hammer wins {:.1} % ({:.1}).",
        100.0 * season.level(),
        100.0 * errors.of(0, 0)
    );
    show::print(&format!(
        "{}\n{}\n{level}\n{}: what `jiritsu:table={}` reads\n",
        table_text(&beside_the_paper(season, errors)),
        table_text(&distributions(season.points, season.extra, season.to_win())),
        asked.out.display(),
        asked.out.display()
    ))
}

fn machine(season: &Season, errors: &Errors, asked: &WinTable) -> Value {
    let states = season.states.iter().map(|(state, scores)| {
        json!({ "ends_left": state.ends_left, "difference": state.difference, "scores": scores })
    });
    json!({
        "out": asked.out,
        "level": season.level(),
        "chances": chances(&season.table),
        "errors": errors.rows(),
        "first_chances": chances(&season.first),
        "points": season.points,
        "extra": season.extra,
        "states": states.collect::<Vec<_>>(),
    })
}
