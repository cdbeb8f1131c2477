//! What is written of a season: the table's file, and tables for people and for machines.

use super::WinTable;
use crate::cli::Common;
use crate::show;
use crate::version;
use arena::report::{Column, Table, table_text};
use curling::players::self_play::season::{Errors, Season};
use curling::players::stakes::MOST;
use curling::players::win_table::{self, EndScores, PRINTED};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// How many times ends are drawn again for the standard errors.
pub(super) const DRAWN_AGAIN: u32 = 400;

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
        table_text(&first_table(season, errors)),
        table_text(&distributions(season)),
        asked.out.display(),
        asked.out.display()
    ))
}

/// Table 1 of the paper, ours beside it.
fn first_table(season: &Season, errors: &Errors) -> Table {
    let left = |column: usize| 3 - column;
    let shown: Vec<usize> = (0..4)
        .filter(|&column| left(column) <= season.plan().ends)
        .collect();
    let columns = shown.iter().flat_map(|&column| {
        let title = format!("{} left (s.e.)", left(column));
        [Column::number(&title), Column::number("paper")]
    });
    let columns = std::iter::once(Column::number("ahead")).chain(columns);
    let caption = "The hammer's chance of winning in percent, beside table 1 of Kato, Iizuka and Yamamoto (2016)";
    PRINTED.iter().fold(
        Table::new(caption, columns),
        |table, (difference, paper)| {
            let cells = shown.iter().flat_map(|&column| {
                let chance = 100.0 * season.table.chance(left(column), *difference, true);
                let error = 100.0 * errors.of(left(column), *difference);
                [
                    format!("{chance:.1} ({error:.1})"),
                    paper[column].to_string(),
                ]
            });
            table.row(std::iter::once(format!("{difference:+}")).chain(cells))
        },
    )
}

/// What ends gave, by what they were played for.
fn distributions(season: &Season) -> Table {
    let mut to_win = EndScores::default();
    for scores in season.states.values() {
        for points in -MOST..=MOST {
            (0..scores.weight(points) as u64).for_each(|_| to_win.count(points));
        }
    }
    let mut kinds = vec![("for points", season.points)];
    kinds.extend(season.extra.map(|extra| ("extra ends", extra)));
    kinds.push(("to win, all states", to_win));
    let columns = kinds.iter().map(|(title, _)| Column::number(title));
    let columns = std::iter::once(Column::words("hammer's points")).chain(columns);
    let seen = |points: &i8| kinds.iter().any(|(_, scores)| scores.weight(*points) > 0.0);
    let cells = |name: String, cell: &dyn Fn(&EndScores) -> String| {
        let cells = kinds.iter().map(|(_, scores)| cell(scores));
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    };
    let share = |scores: &EndScores, points: i8| {
        let share = scores.weight(points) / scores.total().max(1.0);
        format!("{:.1} %", 100.0 * share)
    };
    (-MOST..=MOST)
        .rev()
        .filter(seen)
        .fold(
            Table::new("The points of an end", columns),
            |table, points| {
                table.row(cells(format!("{points:+}"), &|scores| {
                    share(scores, points)
                }))
            },
        )
        .row(cells("mean".to_owned(), &|scores| {
            format!("{:+.2}", scores.mean())
        }))
        .row(cells("ends".to_owned(), &|scores| {
            scores.total().to_string()
        }))
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
