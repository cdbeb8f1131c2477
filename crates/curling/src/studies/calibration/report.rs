//! Tables and diagrams of the report of calibration.

use super::Row;
use crate::players::calibration::{Claim, Reliability};
use crate::stones::SLOTS;
use arena::report::headings::{DIFFERENCE, STD_ERROR, TOTAL};
use arena::report::{Block, Column, Lines, Phrase, Plot, Series, Table};

/// The number of groups of claims: tenths.
const TENTHS: usize = 10;
/// A group with fewer matches than this is not shown in percent.
const FEW: u64 = 20;

pub(super) fn blocks(rows: &[Row], matches: &[Vec<Vec<Claim>>]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let played = rows
        .iter()
        .zip(matches)
        .filter(|(_, played)| !played.is_empty());
    for (row, played) in played {
        blocks.push(Block::Heading(row.settings.name.clone()));
        blocks.push(Block::Table(by_tenth(row, played)));
        blocks.push(Block::Plot(diagram(row, played)));
        blocks.push(Block::Table(by_stone(row, played)));
    }
    blocks
}

fn tenth(claim: &Claim) -> usize {
    ((claim.chance * TENTHS as f64) as usize).min(TENTHS - 1)
}

fn columns(first: (&'static str, &'static str)) -> [Column; 6] {
    [
        Column::words(first),
        Column::number(("claims", "予測")),
        Column::number(("claimed, %", "予測の平均 (%)")),
        Column::number(("happened, %", "実際 (%)")),
        Column::number(DIFFERENCE),
        Column::number(STD_ERROR),
    ]
}

/// Returns the cells of a group; too few claims give no numbers.
fn cells(found: &Reliability) -> [String; 5] {
    let percent = |number: f64| format!("{:.1}", 100.0 * number);
    let count = found.claims.to_string();
    let Some(error) = found.error.filter(|_| found.claims >= FEW) else {
        return [count, "–".into(), "–".into(), "–".into(), "–".into()];
    };
    [
        count,
        percent(found.claimed),
        percent(found.happened),
        format!("{:+.1}", 100.0 * found.off()),
        percent(error),
    ]
}

fn by_tenth(row: &Row, played: &[Vec<Claim>]) -> Table {
    let caption = (
        "Claimed chances of winning by tenths, before every stone",
        "1投ごとの勝率の予測と結果（10%刻み）",
    );
    let note = (
        format!(
            "{} matches of `{}` against itself. The difference is what happened less what was claimed; standard errors take the claims of a match together.",
            played.len(),
            row.settings.player
        ),
        format!(
            "`{}` どうしの{}試合。差は実際から予測を引いたもので、標準誤差は試合ごとにまとめて求めています。",
            row.settings.player,
            played.len()
        ),
    );
    let table = Table::new(caption, columns(("claim", "予測"))).note(note);
    let table = (0..TENTHS).fold(table, |table, number| {
        let found = Reliability::of(played.iter(), |claim| tenth(claim) == number);
        let width = 100 / TENTHS;
        let name = format!("{}–{} %", width * number, width * (number + 1));
        table.named_row(name, cells(&found))
    });
    table.named_row(TOTAL, cells(&Reliability::of(played.iter(), |_| true)))
}

fn by_stone(row: &Row, played: &[Vec<Claim>]) -> Table {
    let caption = (
        "Claimed chances of winning by the stone of the end",
        "エンドの何投目かによる勝率の予測と結果",
    );
    let first = row.curling.rules().first_slot();
    let table = Table::new(caption, columns(("stone", "投目")));
    (first..SLOTS).fold(table, |table, slot| {
        let found = Reliability::of(played.iter(), |claim| usize::from(claim.slot) == slot);
        table.named_row((slot + 1 - first).to_string(), cells(&found))
    })
}

/// Returns the diagram of reliability: the claims of each tenth against their results.
fn diagram(row: &Row, played: &[Vec<Claim>]) -> Plot {
    let points = (0..TENTHS).filter_map(|number| {
        let found = Reliability::of(played.iter(), |claim| tenth(claim) == number);
        (found.claims >= FEW).then_some((100.0 * found.claimed, 100.0 * found.happened))
    });
    let series = [
        Series {
            name: ("as claimed", "予測どおり").into(),
            points: vec![(0.0, 0.0), (100.0, 100.0)],
        },
        Series {
            name: Phrase::from(row.settings.player.to_string()),
            points: points.collect(),
        },
    ];
    Plot::Lines(Lines {
        title: ("What was claimed and what happened", "予測と結果").into(),
        x: ("claimed, %", "予測 (%)").into(),
        y: ("happened, %", "実際 (%)").into(),
        log: false,
        series: series.into(),
    })
}
