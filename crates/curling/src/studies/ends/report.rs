//! Tables of the report.

use super::points::Points;
use super::settings::PaperEnds;
use super::{GameResult, Hammer, Row};
use arena::perspective::{Tally, no_value, number, p_text, significant};
use arena::report::{Block, Column, Estimate as Mark, Interval as Bar, Intervals, Plot, Table};
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
const ROLES: [&str; 2] = ["without the last stone", "with the last stone"];

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
    fn name(&self) -> String {
        self.row.name.clone()
    }

    fn games(&self) -> String {
        match self.tally.score().games() {
            played if played == self.row.games => played.to_string(),
            played => format!("{played} of {}", self.row.games),
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
    let mut columns = vec![Column::words("row")];
    let heads = [
        "games",
        "won",
        "drawn",
        "lost",
        "win rate, %",
        "std. error",
        "95 % interval",
    ];
    columns.extend(heads.map(Column::number));
    let papers = lines.iter().any(|line| line.row.paper.is_some());
    if papers {
        columns.extend(["paper, %", "difference", "z", "p"].map(Column::number));
    }
    let table = Table::new("Win rates", columns).note(
        "A draw counts half. Intervals are Wilson's; p is two-sided, from the standard errors.",
    );
    lines.iter().fold(table, |table, line| {
        let score = line.tally.score();
        let mut cells = vec![line.name(), line.games()];
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
        table.row(cells)
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
    let caption = format!("Points an end {}, ends 1 to {counted}", ROLES[role]);
    let mut columns = vec![Column::words("row"), Column::words("whose")];
    columns.extend(Points::columns());
    let mut table = Table::new(&caption, columns)
        .note("From the player's perspective. Shares are of ends with exactly this many points, except the first and the last.");
    for line in lines {
        let points = &line.points[role];
        let mut cells = vec![line.name(), "ours".to_owned()];
        cells.extend(points.cells());
        table = table.row(cells);
        if let Some(paper) = line.paper_ends(role) {
            let error = (paper.variance / paper.ends as f64).sqrt();
            let mut cells = vec![line.name(), "paper".to_owned()];
            cells.extend(paper.shares.map(|share| format!("{share:.0}")));
            cells.push(signed(Some(paper.mean), 2));
            cells.push(number(Some(paper.variance), 2));
            cells.push(number(Some(error), 2));
            cells.push(paper.ends.to_string());
            table = table.row(cells);
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
    let mut columns = vec![Column::words("first"), Column::words("second")];
    columns.extend(["difference, %", "std. error", "z", "p"].map(Column::number));
    let table = Table::new("Win rates compared", columns)
        .note("First minus second, by their standard errors (where all games went one way, those of one more game each way); p is two-sided. No p is corrected for the number of tests.");
    pairs(lines).fold(table, |table, [first, second]| {
        let both = first.rate().zip(second.rate());
        let difference = both.map(|(first, second)| first.minus(&second));
        let test = difference.and_then(|difference| difference.test(0.0));
        table.row([
            first.name(),
            second.name(),
            signed(difference.map(|d| percent(d.value())), 1),
            number(difference.map(|d| percent(d.error())), 1),
            signed(test.map(|test| test.statistic), 2),
            p_text(test.map(|test| test.p.two_sided)),
        ])
    })
}

fn means_compared(lines: &[Line<'_>]) -> Table {
    let mut columns = ["ends", "first", "second"].map(Column::words).to_vec();
    let heads = [
        "difference",
        "t",
        "freedom",
        "p, first lower",
        "p, first higher",
    ];
    columns.extend(heads.map(Column::number));
    let mut table = Table::new("Mean points compared", columns)
        .note("First minus second; Welch's t, each p one-sided.");
    for (role, words) in ROLES.into_iter().enumerate() {
        for [first, second] in pairs(lines) {
            let [a, b] = [first, second].map(|line| &line.points[role].sample);
            let test = a.welch(b);
            let difference = a.mean().zip(b.mean()).map(|(a, b)| a - b);
            table = table.row([
                words.to_owned(),
                first.name(),
                second.name(),
                signed(difference, 2),
                signed(test.map(|test| test.statistic), 2),
                number(test.and_then(|test| test.freedom), 0),
                p_text(test.map(|test| test.p.less)),
                p_text(test.map(|test| test.p.greater)),
            ]);
        }
    }
    table
}

fn shares_compared(lines: &[Line<'_>]) -> Table {
    let mut columns = ["ends", "first", "second"].map(Column::words).to_vec();
    for least in 1..=3 {
        for head in ["difference, %", "z", "p"] {
            columns.push(Column::number(&format!("{least} or more: {head}")));
        }
    }
    let mut table = Table::new(
        "Shares of ends with one, two, three or more points compared",
        columns,
    )
    .note("First minus second; z of two proportions, p two-sided.");
    for (role, words) in ROLES.into_iter().enumerate() {
        for [first, second] in pairs(lines) {
            let mut cells = vec![words.to_owned(), first.name(), second.name()];
            for least in 1..=3 {
                let [a, b] = [first, second].map(|line| line.points[role].at_least(least));
                let test = a.zip(b).map(|(a, b)| a.compare(&b));
                cells.extend(cells_of(test));
            }
            table = table.row(cells);
        }
    }
    table
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
    let columns = ["row", "who", "what"].map(Column::words).into_iter();
    let columns = columns.chain([Column::number("games"), Column::words("the first")]);
    let mut table = Table::new("Games lost by forfeit", columns);
    for line in lines {
        for (&(who, what), (games, first)) in &line.tally.forfeits {
            let who = ["player", "opponent"][who.min(1)];
            let [who, what] = [who, what].map(str::to_owned);
            table = table.row([line.name(), who, what, games.to_string(), first.clone()]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

fn players(lines: &[Line<'_>]) -> Table {
    let columns = [
        "row",
        "player",
        "against",
        "first hammer",
        "conditions",
        "time",
    ];
    let table = Table::new("Players", columns.map(Column::words));
    lines.iter().fold(table, |table, line| {
        let row = line.row;
        let hammer = match row.hammer {
            Hammer::Player => "player",
            Hammer::Opponent => "opponent",
            Hammer::Alternate => "in turn",
        };
        let [player, against] = row.players.each_ref().map(ToString::to_string);
        let conditions = listed(&row.conditions, "as usual");
        let time = toml::Table::try_from(row.terms.time).unwrap_or_default();
        table.row([
            line.name(),
            player,
            against,
            hammer.to_owned(),
            conditions,
            listed(&time, "any"),
        ])
    })
}

/// Formats a table on one line.
fn listed(table: &toml::Table, if_empty: &str) -> String {
    if table.is_empty() {
        return if_empty.to_owned();
    }
    let entries = table.iter().map(|(key, value)| format!("{key} = {value}"));
    entries.collect::<Vec<_>>().join(", ")
}

fn times(lines: &[Line<'_>]) -> Table {
    let columns = ["player, s a move", "opponent, s a move", "paper's player"].map(Column::number);
    let columns = [Column::words("row")].into_iter().chain(columns);
    let table = Table::new("Time", columns)
        .timing()
        .note("Games that ran side by side shared the cores of the machine.");
    lines.iter().fold(table, |table, line| {
        let [ours, theirs] = line.tally.pace();
        let paper = line.row.paper.as_ref().and_then(|paper| paper.seconds);
        table.row([
            line.name(),
            significant(ours),
            significant(theirs),
            significant(paper),
        ])
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
