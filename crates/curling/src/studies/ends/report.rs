//! Tables of the report.

use super::points::Points;
use super::settings::PaperEnds;
use super::{GameResult, Hammer, Row};
use arena::Text;
use arena::perspective::{Tally, no_value, number, p_text, significant};
use arena::report::headings::{
    AGAINST, CONDITIONS, DIFFERENCE, DIFFERENCE_PERCENT, DRAWN, ENDS, FAULT, FIRST_FAULT, GAMES,
    INTERVAL, LOST, OPPONENT, PLAYER, PLAYERS, ROW, STD_ERROR, TIME, USUAL_CONDITIONS, WHO,
    WIN_RATE_PERCENT, WIN_RATES, WON,
};
use arena::report::{
    Block, Column, Estimate as Mark, Interval as Bar, Intervals, Phrase, Plot, Table,
};
use arena::statistics::{Comparison, Confidence, Estimate};
use std::collections::BTreeMap;

/// A row with its counts.
struct Line<'a> {
    row: &'a Row<'a>,
    tally: Tally,
    /// The ends without the hammer, and those with it.
    points: [Points; 2],
}

/// The roles of the player in a table of ends.
const ROLES: [Text; 2] = [
    Text {
        en: "without the last stone",
        ja: "先攻",
    },
    Text {
        en: "with the last stone",
        ja: "後攻",
    },
];

/// The headings of two rows that are compared.
const COMPARED: [Text; 2] = [
    Text {
        en: "first",
        ja: "A",
    },
    Text {
        en: "second",
        ja: "B",
    },
];

pub(super) fn blocks(
    rows: &[Row<'_>],
    games: &[BTreeMap<u64, GameResult>],
    counted: usize,
) -> Vec<Block> {
    let lines: Vec<_> = rows
        .iter()
        .zip(games)
        .map(|(row, games)| Line {
            row,
            tally: tally(row, games),
            points: [false, true].map(|hammer| Points::of(games.values(), counted, hammer)),
        })
        .collect();
    let mut blocks = vec![
        Block::Table(rates(&lines)),
        Block::Plot(Plot::Intervals(plot(&lines))),
        Block::Table(ends(&lines, counted, 0)),
        Block::Table(ends(&lines, counted, 1)),
    ];
    if lines.len() > 1 {
        let tests = [
            rates_compared(&lines),
            means_compared(&lines),
            shares_compared(&lines),
        ];
        blocks.extend(tests.map(Block::Table));
    }
    blocks.extend(faults(&lines).map(Block::Table));
    blocks.push(Block::Table(players(&lines)));
    blocks.push(Block::Table(times(&lines)));
    blocks
}

fn tally(row: &Row<'_>, games: &BTreeMap<u64, GameResult>) -> Tally {
    let seen = games
        .iter()
        .map(|(&game, result)| ((0, game), result.game.clone()));
    if row.paired() {
        Tally::of_pairs(seen, None)
    } else {
        seen.map(|(_, seen)| seen).collect()
    }
}

impl Line<'_> {
    fn name(&self) -> Phrase {
        self.row.name.clone()
    }

    fn games(&self) -> Phrase {
        let games = self.row.games;
        match self.tally.score().games() {
            played if played == games => played.to_string().into(),
            played => (
                format!("{played} of {games}"),
                format!("{played} / {games}"),
            )
                .into(),
        }
    }

    /// Returns the win rate with its standard error, for tests. Where all games went one way the
    /// error would be zero, as if no other result were possible: there it is that of one more game
    /// won and one more lost.
    fn rate(&self) -> Option<Estimate> {
        let (rate, error) = (self.tally.rate()?, self.tally.error()?);
        let games = self.tally.score().games() as f64;
        let guarded = (rate * games + 1.0) / (games + 2.0);
        let least = (guarded * (1.0 - guarded) / (games + 2.0)).sqrt();
        Estimate::new(rate, if error > 0.0 { error } else { least })
    }

    fn paper_rate(&self) -> Option<Estimate> {
        let paper = self.row.paper.as_ref()?;
        Estimate::new(paper.rate, paper.error?)
    }

    fn paper_ends(&self, role: usize) -> Option<&PaperEnds> {
        let paper = self.row.paper.as_ref()?;
        [&paper.lead, &paper.hammer][role].as_ref()
    }
}

/// Converts a share to percent.
fn percent(share: f64) -> f64 {
    100.0 * share
}

fn rates(lines: &[Line<'_>]) -> Table {
    let mut columns = vec![Column::words(ROW)];
    let heads = [
        GAMES,
        WON,
        DRAWN,
        LOST,
        WIN_RATE_PERCENT,
        STD_ERROR,
        INTERVAL,
    ];
    columns.extend(heads.map(Column::number));
    let papers = lines.iter().any(|line| line.row.paper.is_some());
    if papers {
        columns.push(Column::number(("paper, %", "論文 (%)")).from_paper());
        columns.push(Column::number(DIFFERENCE));
        columns.extend(["z", "p"].map(Column::number));
    }
    let table = Table::new(WIN_RATES, columns).note((
        "A draw counts half. Intervals are Wilson's; p is two-sided, from the standard errors.",
        "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、pは標準誤差による両側検定の値です。",
    ));
    lines.iter().fold(table, |table, line| {
        let score = line.tally.score();
        let mut cells = Vec::new();
        cells.extend([score.wins, score.draws, score.losses].map(|games| games.to_string()));
        cells.push(number(line.tally.rate().map(percent), 1));
        cells.push(number(line.tally.error().map(percent), 1));
        let interval = line.tally.interval();
        cells.push(interval.map_or_else(no_value, |i| {
            format!("{:.1}–{:.1}", percent(i.low), percent(i.high))
        }));
        if papers {
            cells.extend(beside_the_paper(line));
        }
        let cells = cells.into_iter().map(Phrase::from);
        table.row([line.name(), line.games()].into_iter().chain(cells))
    })
}

/// Returns the paper's rate, our difference, z and p.
fn beside_the_paper(line: &Line<'_>) -> [String; 4] {
    let Some(paper) = &line.row.paper else {
        return std::array::from_fn(|_| no_value());
    };
    let error = paper
        .error
        .map_or_else(String::new, |error| format!(" ± {:.1}", percent(error)));
    let difference = line.tally.rate().map(|rate| percent(rate - paper.rate));
    let test = line.rate().zip(line.paper_rate());
    let test = test.and_then(|(ours, theirs)| ours.minus(&theirs).test(0.0));
    [
        format!("{:.1}{error}", percent(paper.rate)),
        signed(difference, 1),
        signed(test.map(|test| test.statistic), 2),
        p_text(test.map(|test| test.p.two_sided)),
    ]
}

fn signed(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(no_value, |value| format!("{value:+.digits$}"))
}

/// Returns table 3 or 4 of the paper.
fn ends(lines: &[Line<'_>], counted: usize, role: usize) -> Table {
    let Text { en, ja } = ROLES[role];
    let caption = (
        format!("Points an end {en}, ends 1 to {counted}"),
        format!("{ja}のエンドの得点（第1〜{counted}エンド）"),
    );
    let mut columns = vec![Column::words(ROW), Column::words(("whose", "出典"))];
    columns.extend(Points::columns());
    let mut table = Table::new(caption, columns).note((
        "From the player's perspective. Shares are of ends with exactly this many points, except the first and the last.",
        "プレイヤーから見た値です。両端以外は、得点がちょうどその値のエンドの割合です。",
    ));
    let row = |line: &Line<'_>, whose: (&str, &str), cells: Vec<String>| {
        let first = [line.name(), whose.into()].into_iter();
        first
            .chain(cells.into_iter().map(Phrase::from))
            .collect::<Vec<_>>()
    };
    for line in lines {
        let points = &line.points[role];
        table = table.row(row(line, ("ours", "実測"), points.cells()));
        if let Some(paper) = line.paper_ends(role) {
            let error = (paper.variance / paper.ends as f64).sqrt();
            let mut cells = paper.shares.map(|share| format!("{share:.0}")).to_vec();
            cells.push(signed(Some(paper.mean), 2));
            cells.push(number(Some(paper.variance), 2));
            cells.push(number(Some(error), 2));
            cells.push(paper.ends.to_string());
            table = table.row(row(line, ("paper", "論文"), cells)).from_paper();
        }
    }
    table
}

/// Returns every pair of rows, in their order.
fn pairs<'a>(lines: &'a [Line<'a>]) -> impl Iterator<Item = [&'a Line<'a>; 2]> {
    let numbered = lines.iter().enumerate();
    numbered.flat_map(|(index, first)| lines[index + 1..].iter().map(move |second| [first, second]))
}

fn rates_compared(lines: &[Line<'_>]) -> Table {
    let mut columns = COMPARED.map(Column::words).to_vec();
    columns.extend([DIFFERENCE_PERCENT, STD_ERROR].map(Column::number));
    columns.extend(["z", "p"].map(Column::number));
    let caption = ("Win rates compared", "勝率の比較");
    let table = Table::new(caption, columns).note((
        "First minus second, by their standard errors (where all games went one way, those of one more game each way); p is two-sided. No p is corrected for the number of tests.",
        "AからBを引いた差と標準誤差です（全対局が一方の勝ちの場合は、両方に1局ずつ加えた標準誤差）。pは両側検定で、検定の数による補正はしていません。",
    ));
    pairs(lines).fold(table, |table, [first, second]| {
        let both = first.rate().zip(second.rate());
        let difference = both.map(|(first, second)| first.minus(&second));
        let test = difference.and_then(|difference| difference.test(0.0));
        let cells = [
            signed(difference.map(|d| percent(d.value())), 1),
            number(difference.map(|d| percent(d.error())), 1),
            signed(test.map(|test| test.statistic), 2),
            p_text(test.map(|test| test.p.two_sided)),
        ];
        let names = [first.name(), second.name()].into_iter();
        table.row(names.chain(cells.map(Phrase::from)))
    })
}

fn means_compared(lines: &[Line<'_>]) -> Table {
    let mut columns = compared_columns();
    columns.extend([
        Column::number(DIFFERENCE),
        Column::number("t"),
        Column::number(("freedom", "自由度")),
        Column::number(("p, first lower", "p（Aが低い）")),
        Column::number(("p, first higher", "p（Aが高い）")),
    ]);
    let caption = ("Mean points compared", "平均得点の比較");
    let mut table = Table::new(caption, columns).note((
        "First minus second; Welch's t, each p one-sided.",
        "AからBを引いた差です。Welchのt検定で、pはそれぞれ片側です。",
    ));
    for (role, words) in ROLES.into_iter().enumerate() {
        for [first, second] in pairs(lines) {
            let [a, b] = [first, second].map(|line| &line.points[role].sample);
            let test = a.welch(b);
            let difference = a.mean().zip(b.mean()).map(|(a, b)| a - b);
            let cells = [
                signed(difference, 2),
                signed(test.map(|test| test.statistic), 2),
                number(test.and_then(|test| test.freedom), 0),
                p_text(test.map(|test| test.p.less)),
                p_text(test.map(|test| test.p.greater)),
            ];
            let names = [words.into(), first.name(), second.name()].into_iter();
            table = table.row(names.chain(cells.map(Phrase::from)));
        }
    }
    table
}

fn shares_compared(lines: &[Line<'_>]) -> Table {
    let mut columns = compared_columns();
    for least in 1..=3 {
        let heads = [DIFFERENCE_PERCENT, ("z", "z").into(), ("p", "p").into()];
        for Text { en, ja } in heads {
            let head = (
                format!("{least} or more: {en}"),
                format!("{least}点以上: {ja}"),
            );
            columns.push(Column::number(head));
        }
    }
    let caption = (
        "Shares of ends with one, two, three or more points compared",
        "1・2・3点以上のエンドの割合の比較",
    );
    let mut table = Table::new(caption, columns).note((
        "First minus second; z of two proportions, p two-sided.",
        "AからBを引いた差です。2つの比率のz検定で、pは両側です。",
    ));
    for (role, words) in ROLES.into_iter().enumerate() {
        for [first, second] in pairs(lines) {
            let mut cells = vec![words.into(), first.name(), second.name()];
            for least in 1..=3 {
                let [a, b] = [first, second].map(|line| line.points[role].at_least(least));
                let test = a.zip(b).map(|(a, b)| a.compare(&b));
                cells.extend(cells_of(test).map(Phrase::from));
            }
            table = table.row(cells);
        }
    }
    table
}

/// Returns the columns that name the ends and the two rows of a comparison.
fn compared_columns() -> Vec<Column> {
    let [first, second] = COMPARED;
    [ENDS, first, second].map(Column::words).to_vec()
}

/// Returns difference in percent, z and p of a test of shares.
fn cells_of(test: Option<Comparison>) -> [String; 3] {
    [
        signed(test.map(|test| percent(test.difference.value())), 1),
        signed(test.map(|test| test.statistic), 2),
        p_text(test.map(|test| test.p.two_sided)),
    ]
}

/// Returns the table of games that were not decided on the ice, if there were any.
fn faults(lines: &[Line<'_>]) -> Option<Table> {
    let columns = [ROW, WHO, FAULT].map(Column::words).into_iter();
    let columns = columns.chain([Column::number(GAMES), Column::words(FIRST_FAULT)]);
    let caption = ("Games lost by forfeit", "反則負けの試合");
    let mut table = Table::new(caption, columns);
    for line in lines {
        for (&(who, what), (games, first)) in &line.tally.forfeits {
            let who = [PLAYER, OPPONENT][who.min(1)];
            let cells = [
                who.into(),
                what.into(),
                games.to_string().into(),
                Phrase::from(first),
            ];
            table = table.named_row(line.name(), cells);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

fn players(lines: &[Line<'_>]) -> Table {
    let hammer = Text::from(("first hammer", "第1エンドの後攻"));
    let time = Text::from(("time", "持ち時間"));
    let columns = [ROW, PLAYER, AGAINST, hammer, CONDITIONS, time];
    let table = Table::new(PLAYERS, columns.map(Column::words)).aside();
    lines.iter().fold(table, |table, line| {
        let row = line.row;
        let hammer = match row.hammer {
            Hammer::Player => PLAYER,
            Hammer::Opponent => OPPONENT,
            Hammer::Alternate => ("in turn", "交互").into(),
        };
        let [player, against] = row.players.each_ref().map(ToString::to_string);
        let conditions = listed(&row.conditions, USUAL_CONDITIONS);
        let time = toml::Table::try_from(row.terms.time).unwrap_or_default();
        let time = listed(&time, ("any", "制限なし").into());
        let cells = [
            player.into(),
            against.into(),
            hammer.into(),
            conditions,
            time,
        ];
        table.named_row(line.name(), cells)
    })
}

/// Formats a table on one line.
fn listed(table: &toml::Table, if_empty: Text) -> Phrase {
    if table.is_empty() {
        return if_empty.into();
    }
    let entries = table.iter().map(|(key, value)| format!("{key} = {value}"));
    entries.collect::<Vec<_>>().join(", ").into()
}

fn times(lines: &[Line<'_>]) -> Table {
    let columns = [
        Column::words(ROW),
        Column::number(("player, s a move", "プレイヤー 1手 (秒)")),
        Column::number(("opponent, s a move", "相手 1手 (秒)")),
        Column::number(("paper's player", "論文のプレイヤー")).from_paper(),
    ];
    let table = Table::new(TIME, columns).timing().note((
        "Games that ran side by side shared the cores of the machine.",
        "並行して行った対局は計算機のコアを共有しています。",
    ));
    lines.iter().fold(table, |table, line| {
        let [ours, theirs] = line.tally.pace();
        let paper = line.row.paper.as_ref().and_then(|paper| paper.seconds);
        table.named_row(line.name(), [ours, theirs, paper].map(significant))
    })
}

fn plot(lines: &[Line<'_>]) -> Intervals {
    let rows = lines.iter().map(|line| Bar {
        label: line.name(),
        ours: line
            .tally
            .rate()
            .map(|rate| Mark::new(rate, line.tally.interval())),
        paper: line.row.paper.as_ref().map(|paper| {
            let interval = line
                .paper_rate()
                .map(|rate| rate.interval(Confidence::P95).within_unit());
            Mark::new(paper.rate, interval)
        }),
    });
    Intervals::win_rates(rows.collect())
}
