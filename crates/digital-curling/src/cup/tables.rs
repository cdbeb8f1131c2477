//! The tables of a cup: standings, the cross table of every pairing, and the table of results.
//!
//! The last two are those of the thesis on the platform (Mori 2019, section 5.3): who won against
//! whom, game by game, with the pairings won and lost, and the points of every match with the
//! entrant that threw first.
//!
//! *Order.* By score (a win 1, a draw ½, a bye as if won); then pairings won less pairings lost;
//! then the sum of the opponents' scores; then the difference of points; then the order of the
//! cup file.

use super::plan::Cup;
use super::result::CupResult;
use super::state::{CupMatch, CupState, Status};
use arena::report::{self, Column, Table};
use curling::rules::Team;
use serde::Serialize;
use uuid::Uuid;

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1.
    pub place: usize,
    /// The name of the entrant.
    pub entrant: String,
    /// Matches played.
    pub played: u32,
    /// Matches won.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
    /// Byes.
    pub byes: u32,
    /// Pairings of which all games are over, with more wins than losses.
    pub pairs_won: u32,
    /// Pairings with more losses.
    pub pairs_lost: u32,
    /// Points for it.
    pub points_for: u32,
    /// Points against it.
    pub points_against: u32,
    /// The sum of the scores of its opponents.
    pub opponents: f64,
    /// The score of the entrant.
    pub score: f64,
}

/// The result of a game for one entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
}

impl Mark {
    /// The sign of the thesis's table.
    pub fn sign(self) -> char {
        match self {
            Mark::Win => '○',
            Mark::Loss => '×',
            Mark::Draw => '△',
        }
    }
}

/// The results of every entrant against every other, in the order of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossTable {
    /// The entrants, in the order of the cup file.
    pub entrants: Vec<String>,
    /// A row for each: its results against the entrant of each column; none against itself.
    pub cells: Vec<Vec<Option<Vec<Mark>>>>,
}

/// A line of the table of results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultLine {
    /// The id of the match.
    pub r#match: Uuid,
    /// The entrant that threw first.
    pub first: String,
    /// The other.
    pub second: String,
    /// The points of both entrants.
    pub score: [u16; 2],
}

/// The matches of a division that count, with their results, in the order of play.
fn counted(state: &CupState, division: usize) -> impl Iterator<Item = (&CupMatch, &CupResult)> {
    let of = state
        .matches
        .iter()
        .filter(move |it| it.division == division);
    of.filter(|it| it.status == Status::Over)
        .filter_map(|it| Some((it, it.result.as_ref()?)))
}

/// The mark of a team.
fn mark(result: &CupResult, team: Team) -> Mark {
    if result.is_drawn() {
        Mark::Draw
    } else if result.is_lost_by(team) {
        Mark::Loss
    } else {
        Mark::Win
    }
}

/// The results of an entrant against another, in the order of play.
fn against(state: &CupState, division: usize, entrant: usize, other: usize) -> Vec<Mark> {
    counted(state, division)
        .filter_map(|(one, result)| match one.entrants {
            [a, b] if (a, b) == (entrant, other) => Some(mark(result, Team::Zero)),
            [a, b] if (b, a) == (entrant, other) => Some(mark(result, Team::One)),
            _ => None,
        })
        .collect()
}

/// The scores of the entrants of a division, in its order: a win 1, a draw ½, a bye as if won.
pub fn scores(cup: &Cup, state: &CupState, division: usize) -> Vec<f64> {
    let lines = tallied(cup, state, division);
    lines.into_iter().map(|line| line.score).collect()
}

/// The standings of a division.
pub fn standings(cup: &Cup, state: &CupState, division: usize) -> Vec<Standing> {
    let mut lines = tallied(cup, state, division);
    let scores: Vec<f64> = lines.iter().map(|line| line.score).collect();
    let entrants = &cup.divisions[division].entrants;
    for (line, &entrant) in lines.iter_mut().zip(entrants) {
        for (&other, score) in entrants.iter().zip(&scores) {
            let games = against(state, division, entrant, other);
            line.opponents += if games.is_empty() { 0.0 } else { *score };
        }
    }
    let pairs = |line: &Standing| i64::from(line.pairs_won) - i64::from(line.pairs_lost);
    let points = |line: &Standing| i64::from(line.points_for) - i64::from(line.points_against);
    lines.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(pairs(b).cmp(&pairs(a)))
            .then(b.opponents.total_cmp(&a.opponents))
            .then(points(b).cmp(&points(a)))
    });
    for (place, line) in (1..).zip(&mut lines) {
        line.place = place;
    }
    lines
}

/// The counts of every entrant of a division, in its order.
fn tallied(cup: &Cup, state: &CupState, division: usize) -> Vec<Standing> {
    let plan = &cup.divisions[division];
    let games = f64::from(plan.repetitions);
    let byes = |number: usize| {
        let rounds = state.rounds[division].iter();
        // A bye of a round robin is no advantage: all have one.
        let swiss = plan.format == super::plan::Format::Swiss;
        rounds
            .filter(|round| swiss && round.bye == Some(number))
            .count() as u32
    };
    let line = |(number, &entrant): (usize, &usize)| {
        let mut line = Standing {
            place: 0,
            entrant: cup.entrants[entrant].name.clone(),
            played: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            byes: byes(number),
            pairs_won: 0,
            pairs_lost: 0,
            points_for: 0,
            points_against: 0,
            opponents: 0.0,
            score: 0.0,
        };
        add_matches(&mut line, state, division, entrant);
        add_pairs(&mut line, cup, state, division, entrant);
        let wins = f64::from(line.wins) + f64::from(line.draws) / 2.0;
        line.score = wins + games * f64::from(line.byes);
        line
    };
    plan.entrants.iter().enumerate().map(line).collect()
}

fn add_matches(line: &mut Standing, state: &CupState, division: usize, entrant: usize) {
    for (one, result) in counted(state, division) {
        let Some(side) = one.entrants.iter().position(|it| *it == entrant) else {
            continue;
        };
        line.played += 1;
        match mark(result, Team::BOTH[side]) {
            Mark::Win => line.wins += 1,
            Mark::Loss => line.losses += 1,
            Mark::Draw => line.draws += 1,
        }
        line.points_for += u32::from(result.points[side]);
        line.points_against += u32::from(result.points[1 - side]);
    }
}

/// Counts pairings that are over: those of a round, all games played.
fn add_pairs(line: &mut Standing, cup: &Cup, state: &CupState, division: usize, entrant: usize) {
    let repetitions = cup.divisions[division].repetitions as usize;
    for &other in &cup.divisions[division].entrants {
        let games = against(state, division, entrant, other);
        for pairing in games.chunks_exact(repetitions) {
            let count = |mark: Mark| pairing.iter().filter(|it| **it == mark).count();
            match count(Mark::Win).cmp(&count(Mark::Loss)) {
                std::cmp::Ordering::Greater => line.pairs_won += 1,
                std::cmp::Ordering::Less => line.pairs_lost += 1,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
}

/// The cross table of a division.
pub fn cross_table(cup: &Cup, state: &CupState, division: usize) -> CrossTable {
    let entrants = &cup.divisions[division].entrants;
    let row = |&entrant: &usize| {
        let cell =
            |&other: &usize| (entrant != other).then(|| against(state, division, entrant, other));
        entrants.iter().map(cell).collect()
    };
    CrossTable {
        entrants: entrants
            .iter()
            .map(|&entrant| cup.entrants[entrant].name.clone())
            .collect(),
        cells: entrants.iter().map(row).collect(),
    }
}

/// The table of results of a division.
pub fn results(cup: &Cup, state: &CupState, division: usize) -> Vec<ResultLine> {
    counted(state, division)
        .map(|(one, result)| {
            let [first, second] = one.entrants.map(|it| cup.entrants[it].name.clone());
            ResultLine {
                r#match: one.id,
                first,
                second,
                score: result.points,
            }
        })
        .collect()
}

/// The two tables of a division as text, in English.
pub fn text(cup: &Cup, state: &CupState, division: usize) -> String {
    let cross = report::table_text(&cross_report(cup, state, division));
    let results = report::table_text(&result_report(cup, state, division));
    format!("{cross}\n{results}")
}

/// The cross table with the pairings won and lost.
fn cross_report(cup: &Cup, state: &CupState, division: usize) -> Table {
    let cross = cross_table(cup, state, division);
    let lines = tallied(cup, state, division);
    let mut columns = vec![Column::words("")];
    columns.extend(
        cross
            .entrants
            .iter()
            .map(|name| Column::words(name.clone())),
    );
    columns.push(Column::number(("won", "勝")));
    columns.push(Column::number(("lost", "敗")));
    let title = format!("{}: wins and losses", cup.divisions[division].name);
    let mut table = Table::new(title, columns);
    for ((name, cells), line) in cross.entrants.iter().zip(&cross.cells).zip(&lines) {
        let mut row = vec![name.clone()];
        row.extend(cells.iter().map(|cell| match cell {
            None => "-".to_owned(),
            Some(marks) => marks.iter().map(|mark| mark.sign()).collect(),
        }));
        row.extend([line.pairs_won.to_string(), line.pairs_lost.to_string()]);
        table = table.row(row);
    }
    table
}

/// The points of every match, with the entrant that threw first.
fn result_report(cup: &Cup, state: &CupState, division: usize) -> Table {
    let columns = [
        Column::words(("first", "先手")),
        Column::words(("second", "後手")),
        Column::number(("points", "得点")),
        Column::number(""),
        Column::words(""),
    ];
    let title = format!("{}: points", cup.divisions[division].name);
    let mut table = Table::new(title, columns);
    for (one, result) in counted(state, division) {
        let [first, second] = one.entrants.map(|it| cup.entrants[it].name.clone());
        let [a, b] = result.points.map(|points| points.to_string());
        let note = result
            .note
            .as_ref()
            .map_or_else(String::new, |note| note.en.clone());
        table = table.row([first, second, a, b, note]);
    }
    table
}

#[cfg(test)]
mod tests;
