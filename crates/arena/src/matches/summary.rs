//! The report blocks of a table of matches.

use super::Row;
use super::tally::{p_value, tally};
use crate::perspective::{
    COMPARED, PAIRS, Perspective, REPEATS, Tally, no_value, number, p_text, significant,
};
use crate::report::{Block, Column, Estimate, Interval, Intervals, Plot, Table};
use std::collections::BTreeMap;

pub(super) fn blocks(rows: &[Row<'_>], games: &[BTreeMap<u64, Perspective>]) -> Vec<Block> {
    let lines: Vec<_> = rows
        .iter()
        .zip(games)
        .map(|(row, games)| Line {
            row,
            played: games.len() as u64,
            tally: tally(games, row.swap, row.playable.duplicate()),
        })
        .collect();
    // With duplicate scoring, the comparison of pairs is the main result.
    let mut blocks: Vec<_> = gains(&lines).map(Block::Table).into_iter().collect();
    blocks.extend([
        Block::Table(rates(&lines)),
        Block::Plot(Plot::Intervals(plot(&lines))),
        Block::Table(details(&lines)),
        Block::Table(sides(&lines)),
    ]);
    blocks.extend(faults(&lines).map(Block::Table));
    blocks.push(Block::Table(players(&lines)));
    blocks.push(Block::Table(times(&lines)));
    blocks
}

struct Line<'a> {
    row: &'a Row<'a>,
    played: u64,
    tally: Tally,
}

impl Line<'_> {
    fn name(&self) -> String {
        self.row.name.clone()
    }

    fn games(&self) -> String {
        let counted = self.tally.distinct();
        if self.played == self.row.games {
            return counted.text();
        }
        let distinct = counted
            .repeats()
            .then(|| format!(", {} distinct", counted.distinct));
        let distinct = distinct.unwrap_or_default();
        format!("{} of {}{distinct}", self.played, self.row.games)
    }
}

/// Returns the table of duplicate gains, where pairs are compared.
fn gains(lines: &[Line<'_>]) -> Option<Table> {
    let gains: Vec<_> = lines
        .iter()
        .filter_map(|line| Some((line, line.tally.gain()?)))
        .collect();
    let unit = gains.first()?.1.unit;
    let heads = [
        "pairs",
        "total",
        "by pair",
        "std. error",
        "95 % interval",
        "t",
        "p",
    ];
    let columns = [Column::words("row")]
        .into_iter()
        .chain(heads.map(Column::number));
    let table = Table::new(&format!("Pairs of games compared, in {unit}"), columns).note(COMPARED);
    Some(gains.iter().fold(table, |table, (line, gain)| {
        table.row([
            line.name(),
            gain.pairs.to_string(),
            format!("{:+}", gain.total.round()),
            gain.mean
                .map_or_else(no_value, |mean| format!("{mean:+.2}")),
            number(gain.error, 2),
            gain.interval.map_or_else(no_value, |i| format!("{i:.2}")),
            number(gain.t, 2),
            p_text(gain.p),
        ])
    }))
}

fn rates(lines: &[Line<'_>]) -> Table {
    let papers = lines.iter().any(|line| line.row.paper.is_some());
    let mut columns = vec![
        Column::words("row"),
        Column::number("games"),
        Column::number("win rate"),
        Column::number("95 % interval"),
        Column::number("std. error"),
    ];
    if papers {
        columns.extend(["paper", "difference", "p"].map(Column::number));
    }
    let mut table =
        Table::new("Win rates", columns).note("A draw counts half. Intervals are Wilson's.");
    if lines.iter().any(|line| line.row.swap) {
        table = table.note(PAIRS).note("The standard error is over pairs.");
    }
    if papers {
        table = table
            .note("p is two-sided: how often chance alone would make a difference this large; by the two-proportion z-test where the paper gives its number of games, else from the standard errors.");
    }
    if lines.iter().any(|line| line.tally.distinct().repeats()) {
        table = table.note(REPEATS);
    }
    for line in lines {
        let tally = &line.tally;
        table.rows.push(vec![
            line.name(),
            line.games(),
            number(tally.rate(), 3),
            tally
                .interval()
                .map_or_else(no_value, |i| format!("{i:.3}")),
            number(tally.error(), 3),
        ]);
        if papers {
            table
                .rows
                .last_mut()
                .expect("just pushed")
                .extend(comparison(line));
        }
    }
    table
}

fn comparison(line: &Line<'_>) -> [String; 3] {
    let Some(paper) = &line.row.paper else {
        return [no_value(), no_value(), no_value()];
    };
    let theirs = match paper.error {
        Some(error) => format!("{:.3} ± {error:.3}", paper.rate),
        None => format!("{:.3}", paper.rate),
    };
    let difference = line.tally.rate().map(|rate| rate - paper.rate);
    let p = p_text(p_value(&line.tally, paper));
    [
        theirs,
        difference.map_or_else(no_value, |d| format!("{d:+.3}")),
        p,
    ]
}

fn details(lines: &[Line<'_>]) -> Table {
    let columns = [
        "won",
        "drawn",
        "lost",
        "mean points",
        "Elo",
        "faults",
        "too long",
    ];
    let columns = columns.map(Column::number);
    let table = Table::new("Results", [Column::words("row")].into_iter().chain(columns))
        .note("Points and faults: the player's, then the opponent's. Elo is the difference of strength that the rate implies, with its 95 % interval.");
    lines.iter().fold(table, |table, line| {
        let tally = &line.tally;
        let [ours, theirs] = tally.points.map(|points| number(points.mean(), 2));
        table.row([
            line.name(),
            tally.score().wins.to_string(),
            tally.score().draws.to_string(),
            tally.score().losses.to_string(),
            format!("{ours} : {theirs}"),
            tally.elo().map_or_else(no_value, |e| e.to_string()),
            format!("{} : {}", tally.faults[0], tally.faults[1]),
            tally.too_long.to_string(),
        ])
    })
}

/// Returns the player's results by side.
fn sides(lines: &[Line<'_>]) -> Table {
    let numbers = ["games", "won", "drawn", "lost", "win rate"].map(Column::number);
    let columns = ["row", "side"]
        .map(Column::words)
        .into_iter()
        .chain(numbers);
    let mut table = Table::new("Results by the player's side", columns);
    for line in lines {
        let names = line.row.playable.side_names();
        let played = names.iter().zip(line.tally.sides());
        for (name, score) in played.filter(|(_, score)| score.games() > 0) {
            let counts = [score.games(), score.wins, score.draws, score.losses];
            let cells = [line.name(), (*name).to_owned()];
            let cells = cells
                .into_iter()
                .chain(counts.map(|count| count.to_string()));
            table = table.row(cells.chain([number(score.rate(), 3)]));
        }
    }
    table
}

/// Returns the table of faults, if there are any.
fn faults(lines: &[Line<'_>]) -> Option<Table> {
    let columns = [
        Column::words("row"),
        Column::words("who"),
        Column::words("what"),
        Column::number("games"),
        Column::words("the first"),
    ];
    let mut table = Table::new("Faults: forfeited games", columns);
    for line in lines {
        for (&(who, what), (games, first)) in &line.tally.forfeits {
            let who = if who == 0 { "player" } else { "opponent" };
            let [who, what] = [who, what].map(str::to_owned);
            table = table.row([line.name(), who, what, games.to_string(), first.clone()]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

fn players(lines: &[Line<'_>]) -> Table {
    let columns = ["row", "player", "against", "sides", "conditions"].map(Column::words);
    lines
        .iter()
        .fold(Table::new("Players", columns), |table, line| {
            let [player, against] = &line.row.players;
            let sides = if line.row.swap { "alternate" } else { "fixed" };
            let conditions = match toml::to_string(&line.row.conditions) {
                Ok(text) if !text.is_empty() => text.lines().collect::<Vec<_>>().join(", "),
                _ => "as usual".to_owned(),
            };
            table.row([
                line.name(),
                player.to_string(),
                against.to_string(),
                sides.to_owned(),
                conditions,
            ])
        })
}

fn times(lines: &[Line<'_>]) -> Table {
    let columns = [
        Column::words("row"),
        Column::number("player, ms a move"),
        Column::number("opponent, ms a move"),
    ];
    lines
        .iter()
        .fold(Table::new("Time", columns).timing(), |table, line| {
            let [ours, theirs] = line.tally.pace().map(|pace| pace.map(|s| s * 1000.0));
            table.row([line.name(), significant(ours), significant(theirs)])
        })
}

fn plot(lines: &[Line<'_>]) -> Intervals {
    let rows = lines.iter().map(|line| Interval {
        label: line.name(),
        ours: line
            .tally
            .rate()
            .map(|rate| Estimate::new(rate, line.tally.interval())),
        paper: line
            .row
            .paper
            .map(|paper| Estimate::new(paper.rate, paper.interval())),
    });
    Intervals::win_rates(rows.collect())
}
