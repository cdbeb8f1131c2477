//! The tables of Curlit: championships of mixed doubles, recorded shot by shot.
//!
//! Curlit, the results service of the championships, publishes tables of comma-separated values:
//! `Games`, `Ends` and `Stones`, and the names of teams and competitions. A row of `Stones` is the
//! sheet after a shot, in hundredths of a foot: the tee is at (750, 800), the second coordinate
//! grows towards the thrower, stones 1 to 6 belong to one team and 7 to 12 to the other, the placed
//! stone first. `0, 0` is not thrown yet, 4095 is out of play.
//!
//! [`read`] makes an [`ObservedMatch`] of every game. What the tables leave open or contradict is
//! told as a warning with its place, and left out; only a table that lacks a column, or whose rows
//! are no rows, is refused.

mod csv;
mod end;

pub use csv::CsvError;

use super::Ending;
use super::observed::{ObservedEnd, ObservedMatch, ObservedResult};
use csv::Table;
use curling::rules::{MAX_ENDS, Team};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// The scheduled number of ends of mixed doubles.
const ENDS: u8 = 8;

/// The tables of a championship, as the texts of their files.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CurlingTables")]
pub struct Tables {
    /// The table `Games`.
    pub games: String,
    /// The table `Ends`: the points of the ends.
    pub ends: String,
    /// The table `Stones`: the sheet after every shot.
    pub stones: String,
    /// The table `Teams`; without it teams have the letters of their countries.
    #[serde(default)]
    pub teams: Option<String>,
    /// The table `Competition`; without it competitions have numbers.
    #[serde(default)]
    pub competitions: Option<String>,
}

/// The matches of the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The matches, in the order of the games.
    pub matches: Vec<ObservedMatch>,
    /// The competition of each match.
    pub competitions: Vec<String>,
    /// Warnings about what was left out, each with its place.
    pub warnings: Vec<String>,
}

/// The competition, session and number of a game.
type Key = (String, String, String);

/// The number of a team in the tables.
type TeamId = String;

/// A row of `Games`.
struct GameRow {
    line: usize,
    key: Key,
    sheet: String,
    teams: [TeamId; 2],
    countries: [String; 2],
    /// The total points as printed.
    results: [Option<u32>; 2],
    /// The team with the last stone in the first end, as an index of `teams`.
    hammer: Option<usize>,
    /// The winner, as an index of `teams`.
    winner: Option<usize>,
}

/// The shots and points of an end in the tables.
#[derive(Default)]
struct RawEnd {
    /// The points of teams.
    points: HashMap<TeamId, i8>,
    /// The power play: 1 to the right, 2 to the left.
    power_play: Option<u8>,
    /// The shots by their number, in order of play.
    shots: BTreeMap<u8, end::RawShot>,
}

/// The ends of all games.
type RawEnds = HashMap<Key, BTreeMap<u8, RawEnd>>;

/// Reads the tables.
///
/// # Errors
/// If a table lacks a column or is not a table, with its name and line.
pub fn read(tables: &Tables) -> Result<Imported, CsvError> {
    let (mut matches, mut played_in, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let teams = names(
        tables.teams.as_deref(),
        "Teams",
        ["CompetitionID", "TeamID"],
        "Name",
    )?;
    let columns = ["CompetitionID", "CompetitionID"];
    let competitions = names(
        tables.competitions.as_deref(),
        "Competition",
        columns,
        "CompetitionName",
    )?;
    let mut raw = RawEnds::new();
    read_points(&tables.ends, &mut raw, &mut warnings)?;
    end::read_shots(&tables.stones, &mut raw, &mut warnings)?;
    for game in games(&tables.games)? {
        let Some(ends) = raw.remove(&game.key) else {
            warnings.push(format!(
                "Games, line {}: no ends and no stones of this game",
                game.line
            ));
            continue;
        };
        let [name_0, name_1] = [0, 1].map(|index| {
            let key = (game.key.0.clone(), game.teams[index].clone());
            let name = teams.get(&key).unwrap_or(&game.countries[index]);
            super::printable(name)
        });
        let competition = (game.key.0.clone(), game.key.0.clone());
        let competition = competitions.get(&competition);
        let competition = competition.map_or(game.key.0.as_str(), String::as_str);
        let title = title(&game, competition);
        let names = [name_0, name_1];
        match of_game(&game, title, names, &ends, &mut warnings) {
            Ok(played) => {
                matches.push(played);
                played_in.push(super::printable(competition));
            }
            Err(why) => warnings.push(format!("Games, line {}: {why}", game.line)),
        }
    }
    let mut left: Vec<_> = raw.into_keys().collect();
    left.sort();
    for (competition, session, game) in left {
        warnings.push(format!(
            "competition {competition}, session {session}, game {game}: not in the table Games"
        ));
    }
    Ok(Imported {
        matches,
        competitions: played_in,
        warnings,
    })
}

/// The title of a game.
fn title(game: &GameRow, competition: &str) -> String {
    let (_, session, number) = &game.key;
    let place = match game.sheet.as_str() {
        "" => format!("game {number}"),
        sheet => format!("sheet {sheet}"),
    };
    super::printable(&format!("{competition}, session {session}, {place}"))
}

/// The names in a table, by two columns.
fn names(
    text: Option<&str>,
    table: &'static str,
    keys: [&'static str; 2],
    name: &'static str,
) -> Result<HashMap<(String, String), String>, CsvError> {
    let mut names = HashMap::new();
    let Some(text) = text else { return Ok(names) };
    let table = Table::read(table, text)?;
    let [first, second, name] = [
        table.column(keys[0])?,
        table.column(keys[1])?,
        table.column(name)?,
    ];
    for row in &table.rows {
        let key = (row.text(first), row.text(second));
        names.insert(key, row.text(name));
    }
    Ok(names)
}

fn games(text: &str) -> Result<Vec<GameRow>, CsvError> {
    let table = Table::read("Games", text)?;
    let key = key_columns(&table)?;
    let sheet = table.column("Sheet")?;
    let teams = [table.column("TeamID1")?, table.column("TeamID2")?];
    let countries = [table.column("NOC1")?, table.column("NOC2")?];
    let results = [table.column("ResultStr1")?, table.column("ResultStr2")?];
    let [hammer, winner] = [table.column("LSFE")?, table.column("Winner")?];
    // In both columns 1 is the first team, 0 the second.
    let team = |text: String| match text.as_str() {
        "1" => Some(0),
        "0" => Some(1),
        _ => None,
    };
    let rows = table.rows.iter().map(|row| GameRow {
        line: row.line,
        key: key.map(row),
        sheet: row.text(sheet),
        teams: teams.map(|at| row.text(at)),
        countries: countries.map(|at| row.text(at)),
        results: results.map(|at| row.text(at).parse().ok()),
        hammer: team(row.text(hammer)),
        winner: team(row.text(winner)),
    });
    Ok(rows.collect())
}

/// The columns of the key of a game.
struct KeyColumns([usize; 3]);

impl KeyColumns {
    fn map(&self, row: &csv::Row) -> Key {
        let [competition, session, game] = self.0.map(|at| row.text(at));
        (competition, session, game)
    }
}

fn key_columns(table: &Table) -> Result<KeyColumns, CsvError> {
    Ok(KeyColumns([
        table.column("CompetitionID")?,
        table.column("SessionID")?,
        table.column("GameID")?,
    ]))
}

/// Reads the points of the ends.
fn read_points(text: &str, raw: &mut RawEnds, warnings: &mut Vec<String>) -> Result<(), CsvError> {
    let table = Table::read("Ends", text)?;
    let key = key_columns(&table)?;
    let [team, end, result, power_play] = [
        table.column("TeamID")?,
        table.column("EndID")?,
        table.column("Result")?,
        table.column("PowerPlay")?,
    ];
    for row in &table.rows {
        let Some(number) = end_number(&row.text(end)) else {
            warnings.push(format!("Ends, line {}: no number of an end", row.line));
            continue;
        };
        let raw_end = raw.entry(key.map(row)).or_default().entry(number);
        let raw_end = raw_end.or_default();
        match row.text(result).parse() {
            Ok(points @ 0..=8) => {
                raw_end.points.insert(row.text(team), points);
            }
            // An end that was conceded, or not played.
            Ok(9) => {}
            _ => warnings.push(format!("Ends, line {}: no points", row.line)),
        }
        if let Ok(side @ 1..=2) = row.text(power_play).parse() {
            raw_end.power_play = Some(side);
        }
    }
    Ok(())
}

/// The number of an end, from 1.
fn end_number(text: &str) -> Option<u8> {
    text.parse()
        .ok()
        .filter(|number| (1..=MAX_ENDS).contains(number))
}

/// The points of both teams in these ends.
fn totals(ends: &[ObservedEnd]) -> [u32; 2] {
    Team::BOTH.map(|team| {
        let points = ends.iter().filter_map(|end| end.points);
        let own = points.map(|points| team.signed(points).max(0).unsigned_abs());
        own.map(u32::from).sum()
    })
}

/// Makes the match of a game.
fn of_game(
    game: &GameRow,
    title: String,
    mut names: [String; 2],
    raw: &BTreeMap<u8, RawEnd>,
    warnings: &mut Vec<String>,
) -> Result<ObservedMatch, String> {
    let place = |what: &str| format!("Games, line {}: {what}", game.line);
    let index = |team: &TeamId| game.teams.iter().position(|own| own == team);
    let firsts: Vec<_> = raw
        .values()
        .map(|end| end.shots.values().next().and_then(|shot| index(&shot.team)))
        .collect();
    let told = game.hammer.map(|hammer| 1 - hammer);
    let first = firsts.first().copied().flatten().or(told);
    let first = first.ok_or("nobody is known to have thrown first")?;
    if told.is_some_and(|told| told != first) {
        warnings.push(place("LSFE names the team that threw the first stone"));
    }
    // Team 0 is the one that threw first.
    names.rotate_left(first);
    let team = |index: usize| Team::BOTH[index ^ first];
    let mut lead = Team::Zero;
    let mut ends: Vec<ObservedEnd> = Vec::new();
    for ((&number, end), thrower) in raw.iter().zip(&firsts) {
        if usize::from(number) != ends.len() + 1 {
            return Err(format!("end {} is missing", ends.len() + 1));
        }
        lead = thrower.map_or(lead, team);
        let at = |what: &str| format!("Games, line {}, end {number}: {what}", game.line);
        let of = |team: Team| end.points.get(&game.teams[team.index() ^ first]).copied();
        let points = match (of(Team::Zero), of(Team::One)) {
            (Some(own), Some(other)) if own == 0 || other == 0 => Some(own - other),
            (Some(_), Some(_)) => {
                warnings.push(at("both teams have points"));
                None
            }
            _ => None,
        };
        let conceded = end.is_conceded();
        let points = points.filter(|&points| points != 0 || !conceded);
        let (shots, more) = end.shots(lead);
        warnings.extend(more.into_iter().map(|what| at(&what)));
        ends.push(ObservedEnd {
            lead,
            placement: end.placement(),
            points,
            shots,
        });
        lead = match points {
            Some(points) if points > 0 => Team::Zero,
            Some(points) if points < 0 => Team::One,
            _ => lead,
        };
    }
    let totals = totals(&ends);
    let printed = Team::BOTH.map(|team| game.results[team.index() ^ first]);
    if printed != totals.map(Some) && printed.iter().all(Option::is_some) {
        let [a, b] = printed.map(Option::unwrap_or_default);
        let [c, d] = totals;
        warnings.push(place(&format!(
            "the result is {a} : {b}, the ends add up to {c} : {d}"
        )));
    }
    let winner = game.winner.map(team);
    let last = ends.last().ok_or("it has no ends")?;
    let played_out = last.points.is_some() && ends.len() >= usize::from(ENDS);
    let ending = match winner {
        Some(_) if !played_out => Ending::Concession,
        Some(winner) if totals[winner.index()] > totals[winner.other().index()] => Ending::Score,
        _ => Ending::Unknown,
    };
    Ok(ObservedMatch {
        title,
        names,
        length: ENDS,
        ends,
        result: ObservedResult { ending, winner },
    })
}

#[cfg(test)]
mod tests;
