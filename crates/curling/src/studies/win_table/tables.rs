//! Tables of a run's results, for the experiment and for the command that plays a whole estimate.

use crate::players::end_utility::MOST;
use crate::players::win_table::{EndScores, PRINTED};
use crate::players::win_table_training::{Estimate, StandardErrors, estimate};
use arena::Text;
use arena::perspective::no_value;
use arena::report::headings::{ENDS, MEAN, PAPER};
use arena::report::{Column, Phrase, Table};

/// The standard deviation of rounding to whole percents.
const ROUNDING: f64 = 0.288_675_134_594_812_9; // √(1/12)

/// Name of the ends that are played for points.
pub(super) const FOR_POINTS: Text = Text {
    en: "for points",
    ja: "得点を目標",
};

/// Name of the extra ends.
pub(super) const EXTRA_ENDS: Text = Text {
    en: "extra ends",
    ja: "延長エンド",
};

/// A printed cell of the paper and ours, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) ends_left: usize,
    pub(super) ours: f64,
    pub(super) error: f64,
    pub(super) paper: f64,
}

impl Cell {
    fn new(
        estimate: &Estimate,
        errors: &StandardErrors,
        column: usize,
        row: &(i32, [f64; 4]),
    ) -> Self {
        let (difference, paper) = row;
        let ends_left = 3 - column;
        Cell {
            ends_left,
            ours: 100.0 * estimate.table.chance(ends_left, *difference, true),
            error: 100.0 * errors.of(ends_left, *difference),
            paper: paper[column],
        }
    }

    /// Returns the difference to the paper in standard errors; none where ours has no error, apart
    /// from summation.
    fn z(&self) -> Option<f64> {
        let error = libm::hypot(self.error, ROUNDING);
        (self.error > 1e-9).then(|| (self.ours - self.paper) / error)
    }
}

/// Returns every printed cell that the estimate covers, row by row.
pub(super) fn cells(estimate: &Estimate, errors: &StandardErrors) -> Vec<(i32, Vec<Cell>)> {
    let reached = |column: &usize| 3 - column <= estimate.played().ends;
    let row = |row: &(i32, [f64; 4])| {
        let cells = (0..4).filter(reached);
        let cells = cells.map(|column| Cell::new(estimate, errors, column, row));
        (row.0, cells.collect())
    };
    PRINTED.iter().map(row).collect()
}

/// Returns table 1 of the paper beside ours.
pub fn beside_the_paper(estimate: &Estimate, errors: &StandardErrors) -> Table {
    let rows = cells(estimate, errors);
    let columns = rows[0].1.iter().flat_map(|cell| {
        let left = cell.ends_left;
        let title = (
            format!("{left} left (s.e.)"),
            format!("残り{left}（標準誤差）"),
        );
        [
            Column::number(title),
            Column::number(PAPER).from_paper(),
            Column::number("z"),
        ]
    });
    let columns = std::iter::once(Column::number(("ahead", "点差"))).chain(columns);
    let caption = (
        "The hammer's chance of winning in percent, beside table 1 of Kato, Iizuka and Yamamoto (2016)",
        "後攻の勝率（%）と、Kato, Iizuka, Yamamoto (2016) の表1",
    );
    let table = Table::new(caption, columns).note((
        "Standard errors are ours alone, of ends drawn again from those that were played; z adds the paper's rounding. The paper does not say how many ends it \
         counted. Near 0 and 100 %, where hardly an end of a state went the other way, errors say too little and z too much; where none did there is no z.",
        "標準誤差は実測値だけのもので、行ったエンドの再標本化によります。zには論文の丸め誤差も加えています。論文にはエンド数の記載がありません。\
         0%や100%の近くでは逆の結果のエンドがほとんどないため、標準誤差は過小に、zは過大になります。一つもない場合、zはありません。",
    ));
    rows.iter().fold(table, |table, (difference, cells)| {
        let texts = cells.iter().flat_map(|cell| {
            [
                format!("{:.1} ({:.1})", cell.ours, cell.error),
                cell.paper.to_string(),
                cell.z().map_or_else(no_value, |z| format!("{z:+.1}")),
            ]
        });
        table.row(std::iter::once(format!("{difference:+}")).chain(texts))
    })
}

/// Returns the points of ends by occasion: points, extra ends where there are any, the match from
/// all states together.
pub fn distributions(points: EndScores, extra: Option<EndScores>, to_win: EndScores) -> Table {
    let mut kinds = vec![(FOR_POINTS, points)];
    kinds.extend(extra.map(|extra| (EXTRA_ENDS, extra)));
    kinds.push((
        ("to win, all states", "勝利を目標（全状態）").into(),
        to_win,
    ));
    let columns = kinds.iter().map(|(title, _)| Column::number(*title));
    let first = Column::words(("hammer's points", "後攻の得点"));
    let columns = std::iter::once(first).chain(columns);
    let seen = |points: &i8| kinds.iter().any(|(_, scores)| scores.weight(*points) > 0.0);
    let row = |name: Phrase, cell: &dyn Fn(&EndScores) -> String| {
        let cells = kinds.iter().map(|(_, scores)| match scores.total() {
            0.0 => no_value().into(),
            _ => cell(scores).into(),
        });
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    };
    let table = Table::new(("The points of an end", "エンドの得点"), columns);
    let results = (-MOST..=MOST).rev().filter(seen);
    let table = results.fold(table, |table, points| {
        let share = |scores: &EndScores| 100.0 * scores.weight(points) / scores.total();
        let cell = |scores: &EndScores| format!("{:.1} %", share(scores));
        table.row(row(format!("{points:+}").into(), &cell))
    });
    table
        .row(row(MEAN.into(), &|scores| format!("{:+.2}", scores.mean())))
        .row(row(
            (
                "scores by the hammer (s.e.)",
                "得点のうち後攻の割合（標準誤差）",
            )
                .into(),
            &hammers,
        ))
        .row(row(ENDS.into(), &|scores| scores.total().to_string()))
}

/// Returns the hammer's share of the ends with a score, with its standard error.
fn hammers(scores: &EndScores) -> String {
    let scored = scores.total() - scores.weight(0);
    estimate::hammer_share(scores).map_or_else(no_value, |share| {
        let error = libm::sqrt(share * (1.0 - share) / scored);
        format!("{:.1} % ({:.1})", 100.0 * share, 100.0 * error)
    })
}
