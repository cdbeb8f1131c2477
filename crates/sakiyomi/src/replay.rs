//! `replay` and `stats`: recorded games of any kind.

use crate::cli::{Common, Replay, Stats};
use crate::client::{refused, task};
use crate::exit::{FAILED, usage};
use crate::registry::Registry;
use crate::{play, show};
use anyhow::Context;
use arena::report::{Column, Table, table_text};
use arena::{Ending, GameRecord, MoveRecord};
use operations::records::{self, RecordsCounted, RecordsExport, RecordsGame, RecordsReplay};
use operations::{Fault, Host, Trust};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Returns the host of a binary, for the owner of the machine.
fn host(registry: &Registry) -> Host {
    Host {
        trust: Trust::Owner,
        ..registry.host.clone()
    }
}

/// Converts a fault into an error that names its file.
fn refused_in(path: &Path, fault: Fault) -> anyhow::Error {
    let message = format!("{}: {}", path.display(), fault.message);
    refused(Fault { message, ..fault })
}

/// Returns the conditions of records of version 1, from the file beside them.
fn older_conditions(path: &Path) -> toml::Table {
    let beside = play::terms_beside(path);
    let read = arena::text_file::read(beside).ok();
    let terms: Option<Value> = read.and_then(|text| serde_json::from_str(&text).ok());
    let conditions = terms.and_then(|mut terms| terms.get_mut("conditions").map(Value::take));
    let table = conditions.and_then(|value| serde_json::from_value(value).ok());
    table.unwrap_or_default()
}

/// Runs `replay`.
pub(crate) fn run(
    asked: &Replay,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let host = host(registry);
    if let Some(out) = &asked.export {
        return export(asked, out, &host);
    }
    let question = RecordsReplay {
        records: crate::input::file(&asked.file)?,
        game: asked.game,
        conditions: Some(older_conditions(&asked.file)),
        positions: asked.positions && asked.game.is_some(),
        verify: asked.verify,
    };
    let games = records::replay(&host, &question, &task(common));
    let games = games.map_err(|fault| refused_in(&asked.file, fault))?;
    if common.json() {
        games.iter().try_for_each(show::print_json)?;
    } else if asked.verify {
        show::print(&verified(&games))?;
    } else if let [game] = games.as_slice() {
        show::print(&game_text(game, &host)?)?;
    } else {
        show::print(&table_text(&list(&games)))?;
    }
    let holds = games.iter().all(|game| game.holds != Some(false));
    Ok(if holds {
        ExitCode::SUCCESS
    } else {
        FAILED.into()
    })
}

/// Returns a table of the games of a file.
fn list(games: &[RecordsGame]) -> Table {
    let columns = [
        Column::number("game"),
        Column::words("first side"),
        Column::words("second side"),
        Column::number("score"),
        Column::number("moves"),
        Column::words("ending"),
    ];
    let records = games.iter().filter_map(|game| game.record.as_ref());
    let game = records.clone().next().map_or("", |record| &record.game);
    let table = Table::new(format!("{} games of {game}", games.len()), columns)
        .note("One of them: --game N.");
    games
        .iter()
        .zip(records)
        .fold(table, |table, (game, record)| {
            let [one, two] = record.players.clone();
            let (score, moves) = (score(record), record.moves.len().to_string());
            table.row([
                game.number.to_string(),
                one,
                two,
                score,
                moves,
                ending(record),
            ])
        })
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

fn game_text(game: &RecordsGame, host: &Host) -> anyhow::Result<String> {
    let Some(record) = &game.record else {
        return Ok(String::new());
    };
    let playable = records::playable(host, record).map_err(refused)?;
    let mut text = header(
        game.number,
        record,
        playable.side_names().map(|name| name.en),
    );
    let line = |at: usize| game.positions.as_ref().and_then(|told| told.get(at));
    let start = line(0).or(record.start.as_ref());
    text.extend(start.map(|start| format!("start: {start}\n")));
    for (at, one) in record.moves.iter().enumerate() {
        let side = playable.sides().get(one.seat).copied().unwrap_or(0);
        text += &move_line(at + 1, one, &record.players[side]);
        text.extend(line(at + 1).map(|position| format!("      {position}\n")));
    }
    let [one, two] = record.seconds;
    let (ending, score) = (ending(record), score(record));
    text.extend([format!("{ending}: {score}; {one:.3} s : {two:.3} s\n")]);
    Ok(text)
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

/// Returns the differences and a summary.
fn verified(games: &[RecordsGame]) -> String {
    let (mut text, mut moves, mut wrong) = (String::new(), 0, 0);
    for (game, found) in games
        .iter()
        .filter_map(|game| Some((game, game.verification.as_ref()?)))
    {
        moves += found.moves;
        wrong += usize::from(!found.holds());
        let differences = found.differences.iter();
        text.extend(differences.map(|why| format!("game {}: {why}\n", game.number)));
    }
    let words = match wrong {
        0 => "everything is as the records say".to_owned(),
        wrong => format!("{wrong} of them differ"),
    };
    let games = games.len();
    text + &format!("{games} games, {moves} moves played again: {words}\n")
}

/// Writes games in the format of the file's extension; several go into numbered files.
fn export(asked: &Replay, out: &Path, host: &Host) -> anyhow::Result<ExitCode> {
    let form = out.extension().and_then(|form| form.to_str());
    let form = form.ok_or_else(|| {
        let out = out.display();
        usage(format!(
            "`{out}`: the ending of the name says the form, as in game.pbn"
        ))
    })?;
    let question = RecordsExport {
        records: crate::input::file(&asked.file)?,
        game: asked.game,
        conditions: Some(older_conditions(&asked.file)),
        form: form.to_owned(),
    };
    let games = records::export(host, &question);
    let games = games.map_err(|fault| refused_in(&asked.file, fault))?;
    for game in &games {
        let file = match games.len() {
            1 => out.to_owned(),
            _ => numbered(out, game.number),
        };
        std::fs::write(&file, &game.text)
            .with_context(|| format!("cannot write {}", file.display()))?;
        show::note(&format!("written: {}", file.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the numbered path of a game, such as `games-3.pbn` for game 3 of `games.pbn`.
fn numbered(out: &Path, number: usize) -> PathBuf {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, form) = (part(out.file_stem()), part(out.extension()));
    out.with_file_name(format!("{stem}-{number}.{form}"))
}

/// Runs `stats`.
pub(crate) fn stats(
    asked: &Stats,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let mut texts = Vec::new();
    for path in &asked.files {
        texts.push(crate::input::file(path)?);
    }
    let counted = records::stats(&host(registry), &RecordsCounted { texts });
    let counted = counted.map_err(|fault| named(&asked.files, fault))?;
    if common.json() {
        show::print_json(&counted)?;
        return Ok(ExitCode::SUCCESS);
    }
    for one in &counted {
        show::print(&format!("{}: {} games\n\n", one.game, one.games.text()))?;
        for table in &one.tables {
            let notes = arena::text::joined(&table.notes, "\n");
            show::print(&format!("{}{notes}\n\n", table_text(table)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Converts a fault into an error that names the file of its text.
fn named(files: &[PathBuf], fault: Fault) -> anyhow::Error {
    let number = fault.place.as_deref().unwrap_or_default();
    let number = number.trim_matches(|c: char| !c.is_ascii_digit()).parse();
    match number.ok().and_then(|number: usize| files.get(number)) {
        Some(file) => refused_in(file, fault),
        None => refused(fault),
    }
}
