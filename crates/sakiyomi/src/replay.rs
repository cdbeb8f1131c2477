//! `replay` and `stats`: games of any kind that `match`, `tournament` or a page wrote down.

use crate::cli::{Common, Replay, Stats};
use crate::fail::{FAILED, usage};
use crate::registry::Registry;
use crate::{play, show};
use anyhow::Context;
use arena::contest::Conditioned;
use arena::report::{Block, Column, Table, table_text};
use arena::seen::number;
use arena::standings::Standings;
use arena::{Ending, GameRecord, MoveRecord};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A file of games.
struct File<'a> {
    path: &'a Path,
    games: Vec<GameRecord>,
}

impl<'a> File<'a> {
    fn open(path: &'a Path) -> anyhow::Result<Self> {
        let text = crate::input::file(path)?;
        if !arena::replay::is_records(&text) {
            return Err(usage(format!(
                "{} has no games of `match --records` or `tournament --records`; logs of curling matches: `curling replay`",
                path.display()
            )));
        }
        let mut games = arena::replay::read(&text)
            .map_err(|why| usage(format!("{}: {why}", path.display())))?;
        let old = older_conditions(path);
        for game in games.iter_mut().filter(|game| game.version < 2) {
            game.conditions.clone_from(&old);
        }
        Ok(File { path, games })
    }

    /// The games asked for, each with its number from 1.
    fn chosen(&self, number: Option<usize>) -> anyhow::Result<Vec<(usize, &GameRecord)>> {
        let all = (1..).zip(&self.games);
        let chosen: Vec<_> = all
            .filter(|(at, _)| number.is_none_or(|number| number == *at))
            .collect();
        if chosen.is_empty() {
            let (path, games) = (self.path.display(), self.games.len());
            return Err(usage(format!(
                "{path} has {games} games: name one from 1 to {games} with --game"
            )));
        }
        Ok(chosen)
    }
}

/// What records of version 1 were played under, which stands in a file beside theirs.
fn older_conditions(path: &Path) -> toml::Table {
    let beside = play::terms_beside(path);
    let read = std::fs::read_to_string(beside).ok();
    let terms: Option<Value> = read.and_then(|text| serde_json::from_str(&text).ok());
    let conditions = terms.and_then(|mut terms| terms.get_mut("conditions").map(Value::take));
    let table = conditions.and_then(|value| serde_json::from_value(value).ok());
    table.unwrap_or_default()
}

/// The game of a record, under its conditions.
fn contest<'a>(registry: &'a Registry, record: &GameRecord) -> anyhow::Result<Conditioned<'a>> {
    let contest = registry.contest(Some(&record.game))?;
    Conditioned::new(contest, &record.conditions)
        .map_err(|why| usage(format!("the conditions of the record: {why}")))
}

/// `replay`.
pub(crate) fn run(
    asked: &Replay,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let file = File::open(&asked.file)?;
    let chosen = file.chosen(asked.game)?;
    if asked.verify {
        return verify(&chosen, common, registry);
    }
    if let Some(out) = &asked.export {
        return export(&chosen, out, registry);
    }
    match chosen.as_slice() {
        [(number, record)] => show_game(*number, record, asked.positions, common, registry)?,
        several if common.json() => {
            for (number, record) in several {
                show::print_json(&json!({ "number": number, "record": record }))?;
            }
        }
        several => show::print(&table_text(&list(several, registry)?))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The games of a file, a line each.
fn list(games: &[(usize, &GameRecord)], registry: &Registry) -> anyhow::Result<Table> {
    let columns = [
        Column::number("game"),
        Column::words("first side"),
        Column::words("second side"),
        Column::number("score"),
        Column::number("moves"),
        Column::words("ending"),
    ];
    let game = &games[0].1.game;
    registry.contest(Some(game))?;
    let table = Table::new(&format!("{} games of {game}", games.len()), columns)
        .note("One of them: --game N.");
    Ok(games.iter().fold(table, |table, (number, record)| {
        let [one, two] = record.players.clone();
        let (score, moves) = (score(record), record.moves.len().to_string());
        table.row([number.to_string(), one, two, score, moves, ending(record)])
    }))
}

fn score(record: &GameRecord) -> String {
    match (&record.ending, record.score.points) {
        (Ending::Forfeit { .. }, _) if record.score.share > 0.5 => "1 : 0".to_owned(),
        (Ending::Forfeit { .. }, _) => "0 : 1".to_owned(),
        (_, [one, two]) => format!("{one} : {two}"),
    }
}

fn ending(record: &GameRecord) -> String {
    match &record.ending {
        Ending::Finished => "finished".to_owned(),
        Ending::TooLong => "stopped for its length".to_owned(),
        Ending::Forfeit { seat, fault } => format!("seat {seat}: {fault}"),
    }
}

fn show_game(
    number: usize,
    record: &GameRecord,
    positions: bool,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<()> {
    let contest = contest(registry, record)?;
    let told = positions.then(|| contest.positions(record)).transpose();
    let told = told.map_err(|why| anyhow::anyhow!("game {number}: {why}"))?;
    if common.json() {
        return show::print_json(&json!({ "number": number, "record": record, "positions": told }));
    }
    let mut text = header(number, record, contest.side_names());
    let line = |at: usize| told.as_ref().and_then(|told| told.get(at));
    let start = line(0).or(record.start.as_ref());
    text.extend(start.map(|start| format!("start: {start}\n")));
    for (at, one) in record.moves.iter().enumerate() {
        let side = contest.sides().get(one.seat).copied().unwrap_or(0);
        text += &move_line(at + 1, one, &record.players[side]);
        text.extend(line(at + 1).map(|position| format!("      {position}\n")));
    }
    let [one, two] = record.seconds;
    let (ending, score) = (ending(record), score(record));
    text.extend([format!("{ending}: {score}; {one:.3} s : {two:.3} s\n")]);
    show::print(&text)
}

fn header(number: usize, record: &GameRecord, sides: [&str; 2]) -> String {
    let [one, two] = &record.players;
    let [first, second] = sides;
    let mut text = format!(
        "game {number} of {}: {one} ({first}) against {two} ({second}), seed {}\n",
        record.game, record.seed
    );
    if let Some([one, two]) = &record.specs {
        text.extend([format!("players: {one}; {two}\n")]);
    }
    if let Ok(conditions) = toml::to_string(&record.conditions)
        && !conditions.is_empty()
    {
        let conditions: Vec<_> = conditions.lines().filter(|line| !line.is_empty()).collect();
        text.extend([format!("conditions: {}\n", conditions.join(", "))]);
    }
    text
}

fn move_line(number: usize, one: &MoveRecord, player: &str) -> String {
    let thought = one.thought.as_ref().map(|thought| match thought {
        Value::String(words) => words.clone(),
        other => other.to_string(),
    });
    let thought = thought.map(|words| format!("  {}", arena::process::shortened(&words)));
    format!(
        "{number:4}. {player}: {}  {:.3} s{}\n",
        one.action,
        one.seconds,
        thought.unwrap_or_default()
    )
}

fn verify(
    games: &[(usize, &GameRecord)],
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let (mut wrong, mut moves) = (0, 0);
    for (number, record) in games {
        let found = contest(registry, record)
            .with_context(|| format!("game {number}"))?
            .verify(record);
        moves += found.moves;
        wrong += usize::from(!found.holds());
        if common.json() {
            let holds = found.holds();
            show::print_json(&json!({ "number": number, "holds": holds, "verification": found }))?;
            continue;
        }
        for difference in &found.differences {
            show::print(&format!("game {number}: {difference}\n"))?;
        }
    }
    if !common.json() {
        let words = match wrong {
            0 => "everything is as the records say".to_owned(),
            wrong => format!("{wrong} of them differ"),
        };
        let games = games.len();
        show::print(&format!(
            "{games} games, {moves} moves played again: {words}\n"
        ))?;
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        FAILED.into()
    })
}

/// Writes games in the form that the ending of the file's name says; several into numbered files.
fn export(
    games: &[(usize, &GameRecord)],
    out: &Path,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let form = out.extension().and_then(|form| form.to_str());
    let form = form.ok_or_else(|| {
        let out = out.display();
        usage(format!(
            "`{out}`: the ending of the name says the form, as in game.pbn"
        ))
    })?;
    for (number, record) in games {
        let text = contest(registry, record)?
            .export(record, form)
            .map_err(|why| usage(format!("game {number}: {why}")))?;
        let file = match games.len() {
            1 => out.to_owned(),
            _ => numbered(out, *number),
        };
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        show::note(&format!("written: {}", file.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// `games.pbn` for game 3: `games-3.pbn`.
fn numbered(out: &Path, number: usize) -> PathBuf {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, form) = (part(out.file_stem()), part(out.extension()));
    out.with_file_name(format!("{stem}-{number}.{form}"))
}

/// `stats`.
pub(crate) fn stats(
    asked: &Stats,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let mut by_game: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
    for path in &asked.files {
        for game in File::open(path)?.games {
            by_game.entry(game.game.clone()).or_default().push(game);
        }
    }
    let mut all = Vec::new();
    for (game, records) in &by_game {
        let contest = registry.contest(Some(game))?;
        let standings = Standings::collect(contest, records);
        if common.json() {
            all.push(summary(game, records, &standings));
            continue;
        }
        let counted = standings.distinct();
        show::print(&format!("{game}: {} games\n\n", counted.text()))?;
        for table in tables(&standings, records) {
            let notes: Vec<_> = table.all_notes().collect();
            show::print(&format!("{}{}\n\n", table_text(&table), notes.join("\n")))?;
        }
    }
    if common.json() {
        show::print_json(&all)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(game: &str, records: &[GameRecord], standings: &Standings) -> Value {
    let counted = standings.distinct();
    json!({
        "game": game,
        "games": counted.games,
        "distinct": counted.distinct,
        "moves": mean(records, |record| record.moves.len() as f64),
        "seconds": mean(records, |record| record.seconds.iter().sum()),
        "standings": standings.standings(),
    })
}

fn tables(standings: &Standings, records: &[GameRecord]) -> Vec<Table> {
    let tables = standings
        .blocks()
        .into_iter()
        .filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
    let columns = [Column::words("by game"), Column::number("mean")];
    let moves = mean(records, |record| record.moves.len() as f64);
    let seconds = mean(records, |record| record.seconds.iter().sum());
    let lengths = Table::new("Length of the games", columns)
        .row(["moves".to_owned(), number(moves, 1)])
        .row(["seconds".to_owned(), number(seconds, 3)]);
    tables.chain([lengths]).collect()
}

fn mean(records: &[GameRecord], of: impl Fn(&GameRecord) -> f64) -> Option<f64> {
    let count = records.len() as f64;
    (count > 0.0).then(|| records.iter().map(of).sum::<f64>() / count)
}
