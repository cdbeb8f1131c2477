//! Text and JSON of a win table.

use super::WinTable;
use crate::cli::Common;
use crate::show;
use arena::report::table_text;
use curling::studies::win_table::tables::{beside_the_paper, distributions};
use operations::curling::training::CurlingChances;
use serde_json::json;

/// Prints a win table.
pub(super) fn print(
    found: &CurlingChances,
    asked: &WinTable,
    common: &Common,
) -> anyhow::Result<()> {
    if common.json {
        let mut printed = json!(found);
        printed["out"] = json!(asked.out);
        return show::print_json(&printed);
    }
    let (estimate, errors) = (&found.estimate, &found.standard_errors);
    let level = format!(
        "Level after the last end, the team with the hammer wins {:.1} % ({:.1}).",
        100.0 * estimate.level(),
        100.0 * errors.of(0, 0)
    );
    show::print(&format!(
        "{}\n{}\n{level}\n{}: what `jiritsu:table={}` reads\n",
        table_text(&beside_the_paper(estimate, errors)),
        table_text(&distributions(
            estimate.points,
            estimate.extra,
            estimate.to_win()
        )),
        asked.out.display(),
        asked.out.display()
    ))
}
