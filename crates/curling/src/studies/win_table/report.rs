//! Tables of the report of a win table.

use super::tables::{Cell, beside_the_paper, cells, distributions};
use super::{Counted, Schedule, has_extra_ends};
use crate::players::self_play::Scenario;
use crate::players::win_table::{EndScores, State, WinTable};
use crate::players::win_table_training::{BOOTSTRAP_SAMPLES, Estimate, StandardErrors};
use arena::report::{Block, Column, Table};

pub(super) fn blocks(schedule: &Schedule, counted: &Counted) -> Vec<Block> {
    let mut tables = Vec::new();
    if let Ok(estimate) = schedule.estimate(counted)
        && let Ok(errors) = estimate.errors(BOOTSTRAP_SAMPLES, schedule.seed)
    {
        tables.push(beside_the_paper(&estimate, &errors));
        tables.push(distance(&estimate, &errors, &schedule.goal));
        tables.push(shape(&estimate, &errors));
    }
    let kinds = by_kind(schedule, counted);
    tables.push(points(schedule, &kinds));
    tables.push(ends(schedule, &kinds));
    tables.into_iter().map(Block::Table).collect()
}

fn mean_and_most(off: impl IntoIterator<Item = f64>) -> [String; 3] {
    let off: Vec<f64> = off.into_iter().map(f64::abs).collect();
    let mean = off.iter().sum::<f64>() / off.len().max(1) as f64;
    let most = off.iter().copied().fold(0.0, f64::max);
    [
        off.len().to_string(),
        format!("{mean:.1}"),
        format!("{most:.1}"),
    ]
}

/// Returns the differences between our table and the printed one, and between the given objective
/// and the computed one.
fn distance(estimate: &Estimate, errors: &StandardErrors, goal: &WinTable) -> Table {
    let rows = cells(estimate, errors);
    let cells: Vec<(i32, Cell)> = rows
        .into_iter()
        .flat_map(|(difference, cells)| cells.into_iter().map(move |cell| (difference, cell)))
        .collect();
    let off = |(_, cell): &(i32, Cell)| cell.ours - cell.paper;
    // After the last end only a level match is undecided.
    let open = |(difference, cell): &&(i32, Cell)| cell.ends_left > 0 || *difference == 0;
    let after = |state: State| State {
        ends_left: state.ends_left - 1,
        ..state
    };
    let goals = estimate.played().states().map(after).map(|state| {
        let chance = |table: &WinTable| table.chance(state.ends_left, state.difference, true);
        100.0 * (chance(goal) - chance(&estimate.first))
    });
    let columns = ["cells", "mean", "largest"].map(Column::number);
    let columns = std::iter::once(Column::words("between")).chain(columns);
    let row = |name: &str, numbers: [String; 3]| std::iter::once(name.to_owned()).chain(numbers);
    Table::new("Absolute differences, in percentage points", columns)
        .row(row(
            "our table and the printed one",
            mean_and_most(cells.iter().map(off)),
        ))
        .row(row(
            "the same without what the rules decide",
            mean_and_most(cells.iter().filter(open).map(off)),
        ))
        .row(row(
            "the given objective and the table of the ends for points and the extra ends",
            mean_and_most(goals),
        ))
}

/// Returns the expected properties of any such table, and whether they hold.
fn shape(estimate: &Estimate, errors: &StandardErrors) -> Table {
    let columns = ["property", "holds"].map(Column::words);
    let level = 100.0 * estimate.level();
    let error = 100.0 * errors.of(0, 0);
    let hammer = format!("{}: {level:.1} % ({error:.1})", yes(level > 50.0));
    let table = Table::new("The shape of the table", columns)
        .note("Steps down within their errors are due to the small number of ends.")
        .row([
            "level after the last end, the hammer wins more than half".to_owned(),
            hammer,
        ]);
    (1..=estimate.played().ends).fold(table, |table, ends_left| {
        let name = format!("{ends_left} left: the more points ahead, the better");
        table.row([name, climbing(estimate, errors, ends_left)])
    })
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// Describes whether the probabilities grow with the difference: how many steps go down, and the
/// largest of them with its error.
fn climbing(estimate: &Estimate, errors: &StandardErrors, ends_left: usize) -> String {
    let reach = estimate.played().difference as i32;
    let down = |difference: i32| {
        let chance = |ahead| 100.0 * estimate.table.chance(ends_left, ahead, true);
        let error = |ahead| 100.0 * errors.of(ends_left, ahead);
        let by = chance(difference) - chance(difference + 1);
        (by, libm::hypot(error(difference), error(difference + 1)))
    };
    // Differences by the order of summation are ignored.
    let steps = (-reach..reach).map(down).filter(|(by, _)| *by > 1e-9);
    let steps: Vec<(f64, f64)> = steps.collect();
    match steps.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        None => "yes".to_owned(),
        Some((by, error)) => format!(
            "no: {} of {} steps down, at most by {by:.1} ({error:.1})",
            steps.len(),
            2 * reach
        ),
    }
}

/// Returns the kind of an occasion: 0 for points, 1 for extra ends, then by ends left.
fn kind(occasion: Scenario) -> usize {
    match occasion {
        Scenario::Points => 0,
        Scenario::ExtraEnd => 1,
        Scenario::Match(state) => 1 + state.ends_left,
    }
}

/// Returns the counts by kind of occasion.
fn by_kind(schedule: &Schedule, counted: &Counted) -> Vec<EndScores> {
    let mut kinds = vec![EndScores::default(); 2 + schedule.amount.played.ends];
    for (&occasion, scores) in counted {
        kinds[kind(occasion)].add(scores);
    }
    kinds
}

fn points(schedule: &Schedule, kinds: &[EndScores]) -> Table {
    let mut to_win = EndScores::default();
    kinds[2..].iter().for_each(|scores| to_win.add(scores));
    let extra = has_extra_ends(schedule.player.curling().rules()).then_some(kinds[1]);
    distributions(kinds[0], extra, to_win)
}

/// Returns the number of ends by occasion, and the player.
fn ends(schedule: &Schedule, kinds: &[EndScores]) -> Table {
    let mut planned = vec![0; kinds.len()];
    for &(occasion, _, count) in &schedule.occasions {
        planned[kind(occasion)] += count;
    }
    let columns = ["ends", "of"].map(Column::number);
    let columns = std::iter::once(Column::words("played")).chain(columns);
    let note = format!(
        "Self-play of `{}`; objective of the match: {}. States without stakes are not played.",
        schedule.spec, schedule.source
    );
    let table = Table::new("Ends", columns).note(&note);
    let rows = kinds.iter().zip(planned).enumerate();
    rows.fold(table, |table, (kind, (scores, planned))| {
        let name = match kind {
            0 => "for points".to_owned(),
            1 => "extra ends".to_owned(),
            _ => format!("to win with {} left", kind - 1),
        };
        table.row([name, scores.total().to_string(), planned.to_string()])
    })
}
