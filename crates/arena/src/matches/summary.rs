//! The report blocks of a table of matches.

use super::Row;
use super::tally::{p_value, tally};
use crate::perspective::{
    COMPARED, PAIRS, Perspective, REPEATS, Tally, no_value, number, p_text, significant,
};
use crate::report::headings::{
    AGAINST, BY_PAIR, CONDITIONS, DIFFERENCE, DRAWN, FAULT, FAULTS, FIRST_FAULT, FORFEITS, GAMES,
    INTERVAL, LOST, OPPONENT, PAIRS as PAIR_COUNT, PAPER, PLAYER, PLAYERS, ROW, SIDE, STD_ERROR,
    TIME, TOTAL, USUAL_CONDITIONS, WHO, WIN_RATE, WIN_RATES, WON, compared_pairs,
};
use crate::report::{Block, Column, Estimate, Interval, Intervals, Phrase, Plot, Table};
use crate::text::Text;
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
    fn name(&self) -> Phrase {
        self.row.name.clone()
    }

    fn games(&self) -> Phrase {
        let counted = self.tally.distinct();
        if self.played == self.row.games {
            return counted.text();
        }
        let (played, games) = (self.played, self.row.games);
        let (en, ja) = (
            format!("{played} of {games}"),
            format!("{played} / {games}"),
        );
        if !counted.repeats() {
            return (en, ja).into();
        }
        let distinct = counted.distinct;
        let (en, ja) = (
            format!("{en}, {distinct} distinct"),
            format!("{ja}（異なる{distinct}局）"),
        );
        (en, ja).into()
    }
}

/// Returns the table of duplicate gains, where pairs are compared.
fn gains(lines: &[Line<'_>]) -> Option<Table> {
    let gains: Vec<_> = lines
        .iter()
        .filter_map(|line| Some((line, line.tally.gain()?)))
        .collect();
    let unit = gains.first()?.1.unit;
    let heads = [PAIR_COUNT, TOTAL, BY_PAIR, STD_ERROR, INTERVAL];
    let columns = [Column::words(ROW)].into_iter();
    let columns = columns.chain(heads.map(Column::number));
    let columns = columns.chain(["t", "p"].map(Column::number));
    let table = Table::new(compared_pairs(unit), columns).note(COMPARED);
    Some(gains.iter().fold(table, |table, (line, gain)| {
        let cells = [
            gain.pairs.to_string(),
            format!("{:+}", gain.total.round()),
            gain.mean
                .map_or_else(no_value, |mean| format!("{mean:+.2}")),
            number(gain.error, 2),
            gain.interval.map_or_else(no_value, |i| format!("{i:.2}")),
            number(gain.t, 2),
            p_text(gain.p),
        ];
        table.named_row(line.name(), cells)
    }))
}

fn rates(lines: &[Line<'_>]) -> Table {
    let papers = lines.iter().any(|line| line.row.paper.is_some());
    let mut columns = vec![
        Column::words(ROW),
        Column::number(GAMES),
        Column::number(WIN_RATE),
        Column::number(INTERVAL),
        Column::number(STD_ERROR),
    ];
    if papers {
        columns.extend([
            Column::number(PAPER).from_paper(),
            Column::number(DIFFERENCE),
            Column::number("p"),
        ]);
    }
    let mut table = Table::new(WIN_RATES, columns).note((
        "A draw counts half. Intervals are Wilson's.",
        "引き分けは0.5勝と数えます。区間はWilsonの信頼区間です。",
    ));
    if lines.iter().any(|line| line.row.swap) {
        table = table.note(PAIRS).note((
            "The standard error is over pairs.",
            "標準誤差は2局1組について求めています。",
        ));
    }
    if papers {
        table = table.note((
            "p is two-sided: how often chance alone would make a difference this large; by the two-proportion z-test where the paper gives its number of games, else from the standard errors.",
            "pは両側検定で、偶然だけでこれほどの差が生じる確率です。論文に対局数があれば2つの比率のz検定、なければ標準誤差によります。",
        ));
    }
    if lines.iter().any(|line| line.tally.distinct().repeats()) {
        table = table.note(REPEATS);
    }
    for line in lines {
        let tally = &line.tally;
        let interval = tally.interval();
        let mut cells = vec![
            number(tally.rate(), 3),
            interval.map_or_else(no_value, |i| format!("{i:.3}")),
            number(tally.error(), 3),
        ];
        if papers {
            cells.extend(comparison(line));
        }
        let cells = cells.into_iter().map(Phrase::from);
        table = table.row([line.name(), line.games()].into_iter().chain(cells));
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
        Column::words(ROW),
        Column::number(WON),
        Column::number(DRAWN),
        Column::number(LOST),
        Column::number(("mean points", "平均得点")),
        Column::number("Elo"),
        Column::number(FAULTS),
        Column::number(("too long", "打ち切り")),
    ];
    let table = Table::new(("Results", "結果"), columns).note((
        "Points and faults: the player's, then the opponent's. Elo is the difference of strength that the rate implies, with its 95 % interval.",
        "得点と反則はプレイヤー、相手の順です。Eloは勝率に相当する強さの差とその95%信頼区間です。",
    ));
    lines.iter().fold(table, |table, line| {
        let tally = &line.tally;
        let [ours, theirs] = tally.points.map(|points| number(points.mean(), 2));
        let cells = [
            tally.score().wins.to_string(),
            tally.score().draws.to_string(),
            tally.score().losses.to_string(),
            format!("{ours} : {theirs}"),
            tally.elo().map_or_else(no_value, |e| e.to_string()),
            format!("{} : {}", tally.faults[0], tally.faults[1]),
            tally.too_long.to_string(),
        ];
        table.named_row(line.name(), cells)
    })
}

/// Returns the player's results by side.
fn sides(lines: &[Line<'_>]) -> Table {
    let numbers = [GAMES, WON, DRAWN, LOST, WIN_RATE].map(Column::number);
    let columns = [ROW, SIDE].map(Column::words).into_iter().chain(numbers);
    let caption = ("Results by the player's side", "プレイヤーの先後別の結果");
    let mut table = Table::new(caption, columns);
    for line in lines {
        let names = line.row.playable.side_names();
        let played = names.iter().zip(line.tally.sides());
        for (name, score) in played.filter(|(_, score)| score.games() > 0) {
            let counts = [score.games(), score.wins, score.draws, score.losses];
            let counts = counts.map(|count| Phrase::from(count.to_string()));
            let cells = [Phrase::from(*name)].into_iter().chain(counts);
            let rate = Phrase::from(number(score.rate(), 3));
            table = table.named_row(line.name(), cells.chain([rate]));
        }
    }
    table
}

/// Returns the table of faults, if there are any.
fn faults(lines: &[Line<'_>]) -> Option<Table> {
    let columns = [
        Column::words(ROW),
        Column::words(WHO),
        Column::words(FAULT),
        Column::number(GAMES),
        Column::words(FIRST_FAULT),
    ];
    let mut table = Table::new(FORFEITS, columns);
    for line in lines {
        for (&(who, what), (games, first)) in &line.tally.forfeits {
            let who = if who == 0 { PLAYER } else { OPPONENT };
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
    let sides = Text::from(("sides", "先後"));
    let columns = [ROW, PLAYER, AGAINST, sides, CONDITIONS].map(Column::words);
    let table = Table::new(PLAYERS, columns).aside();
    lines.iter().fold(table, |table, line| {
        let [player, against] = line.row.players.each_ref().map(ToString::to_string);
        let sides = if line.row.swap {
            ("alternate", "交互")
        } else {
            ("fixed", "固定")
        };
        let conditions: Phrase = match toml::to_string(&line.row.conditions) {
            Ok(text) if !text.is_empty() => text.lines().collect::<Vec<_>>().join(", ").into(),
            _ => USUAL_CONDITIONS.into(),
        };
        let cells = [player.into(), against.into(), sides.into(), conditions];
        table.named_row(line.name(), cells)
    })
}

fn times(lines: &[Line<'_>]) -> Table {
    let columns = [
        Column::words(ROW),
        Column::number(("player, ms a move", "プレイヤー 1手 (ms)")),
        Column::number(("opponent, ms a move", "相手 1手 (ms)")),
    ];
    lines
        .iter()
        .fold(Table::new(TIME, columns).timing(), |table, line| {
            let pace = line.tally.pace().map(|pace| pace.map(|s| s * 1000.0));
            table.named_row(line.name(), pace.map(significant))
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
