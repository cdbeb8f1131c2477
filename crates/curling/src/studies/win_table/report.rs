//! Tables of the report of a win table.

use super::tables::{Cell, EXTRA_ENDS, FOR_POINTS, beside_the_paper, cells, distributions};
use super::{Counted, Schedule, has_extra_ends};
use crate::players::self_play::Scenario;
use crate::players::win_table::{EndScores, State, WinTable};
use crate::players::win_table_training::{BOOTSTRAP_SAMPLES, Estimate, StandardErrors};
use arena::Text;
use arena::report::headings::{ENDS, MEAN};
use arena::report::{Block, Column, Phrase, Table};

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
    let columns = [
        Column::words(("between", "比べるもの")),
        Column::number(("cells", "マス")),
        Column::number(MEAN),
        Column::number(("largest", "最大")),
    ];
    let caption = (
        "Absolute differences, in percentage points",
        "差の絶対値（ポイント）",
    );
    Table::new(caption, columns)
        .named_row(
            (
                "our table and the printed one",
                "実測の勝率表と論文の勝率表",
            ),
            mean_and_most(cells.iter().map(off)),
        )
        .named_row(
            (
                "the same without what the rules decide",
                "同じく、規則だけで決まるマスを除く",
            ),
            mean_and_most(cells.iter().filter(open).map(off)),
        )
        .named_row(
            (
                "the given objective and the table of the ends for points and the extra ends",
                "使った目標と、得点を目標にしたエンドと延長エンドから求めた勝率表",
            ),
            mean_and_most(goals),
        )
}

/// Returns the expected properties of any such table, and whether they hold.
fn shape(estimate: &Estimate, errors: &StandardErrors) -> Table {
    let columns = [
        Column::words(("property", "性質")),
        Column::words(("holds", "成り立つか")),
    ];
    let level = 100.0 * estimate.level();
    let error = 100.0 * errors.of(0, 0);
    let Text { en, ja } = yes(level > 50.0);
    let hammer = (
        format!("{en}: {level:.1} % ({error:.1})"),
        format!("{ja}（{level:.1}%、標準誤差 {error:.1}）"),
    );
    let table = Table::new(("The shape of the table", "勝率表の形"), columns)
        .note((
            "Steps down within their errors are due to the small number of ends.",
            "誤差の範囲内の逆転は、エンド数の不足によるものです。",
        ))
        .row([
            Phrase::from((
                "level after the last end, the hammer wins more than half",
                "最終エンド後に同点なら、後攻の勝率は半分を超える",
            )),
            hammer.into(),
        ]);
    (1..=estimate.played().ends).fold(table, |table, ends_left| {
        let name = (
            format!("{ends_left} left: the more points ahead, the better"),
            format!("残り{ends_left}エンド: 点差が開くほど勝率が高い"),
        );
        table.named_row(name, [climbing(estimate, errors, ends_left)])
    })
}

fn yes(holds: bool) -> Text {
    if holds {
        ("yes", "はい")
    } else {
        ("no", "いいえ")
    }
    .into()
}

/// Describes whether the probabilities grow with the difference: how many steps go down, and the
/// largest of them with its error.
fn climbing(estimate: &Estimate, errors: &StandardErrors, ends_left: usize) -> Phrase {
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
        None => yes(true).into(),
        Some((by, error)) => {
            let (down, all) = (steps.len(), 2 * reach);
            let en = format!("no: {down} of {all} steps down, at most by {by:.1} ({error:.1})");
            let ja =
                format!("いいえ（{all}段のうち{down}段で逆転、最大 {by:.1}、標準誤差 {error:.1}）");
            (en, ja).into()
        }
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
    let columns = [
        Column::words(("played", "プレイしたエンド")),
        Column::number(ENDS),
        Column::number(("of", "予定")),
    ];
    let (spec, source) = (&schedule.spec, &schedule.source);
    let note = (
        format!(
            "Self-play of `{spec}`; objective of the match: {source}. States without stakes are not played."
        ),
        format!(
            "`{spec}`の自己対戦です。試合の目標: {source}。勝敗がすでに決まっている状態では行いません。"
        ),
    );
    let table = Table::new(("Ends", "エンド"), columns).note(note);
    let rows = kinds.iter().zip(planned).enumerate();
    rows.fold(table, |table, (kind, (scores, planned))| {
        let name: Phrase = match kind {
            0 => FOR_POINTS.into(),
            1 => EXTRA_ENDS.into(),
            _ => {
                let left = kind - 1;
                let en = format!("to win with {left} left");
                (en, format!("勝利を目標、残り{left}エンド")).into()
            }
        };
        table.named_row(name, [scores.total().to_string(), planned.to_string()])
    })
}
