//! Records of games of any kind: replay, verification, statistics, export.
//!
//! A text of records has one game a line, as matches and tournaments write them. Records of version
//! 1 have no conditions; the request has them.

use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Host, Operation, Trust};
use arena::GameRecord;
use arena::perspective::{Distinct, number};
use arena::playable::Conditioned;
use arena::replay::Verification;
use arena::report::headings::{MEAN, SECONDS};
use arena::report::{Block, Column, Table};
use arena::standings::{Standing, Standings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest text from a page, in bytes.
const LONGEST: usize = 20_000_000;

/// The operations on records.
pub fn operations(host: &Host) -> [Operation; 3] {
    let host = Arc::new(host.clone());
    let [replayed, counted, exported] = [(); 3].map(|()| Arc::clone(&host));
    [
        Operation::task(
            "records/replay",
            (
                "Reads the games of records, with the position after every move, or verified by the rules.",
                "棋譜から対局を読み込みます。各手の後の局面を返すことも、ルールに照らして検証することもできます。",
            ),
            move |asked: RecordsReplay, task| replay(&replayed, &asked, task),
        ),
        Operation::task(
            "records/stats",
            (
                "Counts games from their records: standings, sides, faults, lengths and times.",
                "棋譜から対局を集計します（順位、先後別、反則、手数、時間）。",
            ),
            move |asked: RecordsCounted, _| stats(&counted, &asked),
        ),
        Operation::task(
            "records/export",
            (
                "Writes games of records in a form that other programs read.",
                "棋譜の対局を、他のプログラムが読める形式で書き出します。",
            ),
            move |asked: RecordsExport, _| export(&exported, &asked),
        ),
    ]
}

/// Conditions of records of version 1, which do not have them.
type OldConditions = Option<BTreeMap<String, Value>>;

/// Games to replay or verify.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsReplay {
    /// The records, one a line.
    pub records: String,
    /// Only this game, counted from 1.
    #[serde(default)]
    pub game: Option<usize>,
    /// The conditions of records of version 1, which do not have them.
    #[serde(default)]
    #[schemars(with = "OldConditions")]
    pub conditions: Option<toml::Table>,
    /// Whether the answer has the position after every move.
    #[serde(default)]
    pub positions: bool,
    /// Whether to replay the moves and answer with the differences instead of the games.
    #[serde(default)]
    pub verify: bool,
}

/// Games to export.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsExport {
    /// The records, one a line.
    pub records: String,
    /// Only this game, counted from 1.
    #[serde(default)]
    pub game: Option<usize>,
    /// The conditions of records of version 1, which do not have them.
    #[serde(default)]
    #[schemars(with = "OldConditions")]
    pub conditions: Option<toml::Table>,
    /// The format, by its file extension: `blksgf`, `pbn`, `dcl`.
    pub form: String,
}

/// Games to count.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsCounted {
    /// Texts of records, one game a line.
    pub texts: Vec<String>,
}

/// A game of a text of records.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordsGame {
    /// The number in the text, from 1.
    pub number: usize,
    /// The record; none with `verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub record: Option<GameRecord>,
    /// The positions from the start on, each on one line, if requested.
    pub positions: Option<Vec<String>>,
    /// Whether the record is correct; none without `verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The number of replayed moves, and the differences; none without `verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
}

/// A game in another format.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordsExported {
    /// The number in the records, from 1.
    pub number: usize,
    /// The text of the file.
    pub text: String,
}

/// The games of one kind in records.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecordsStats {
    /// The game.
    pub game: String,
    /// The number of games.
    #[serde(flatten)]
    pub games: Distinct,
    /// Moves a game.
    pub moves: Option<f64>,
    /// Seconds a game.
    pub seconds: Option<f64>,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// The statistics as tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
}

/// Parses the games of a text.
fn read(host: &Host, text: &str) -> Result<Vec<GameRecord>, Fault> {
    if host.trust == Trust::Page && text.len() > LONGEST {
        let message = format!("a page may send at most {LONGEST} bytes of records");
        return Err(Fault::too_long(message, LONGEST, "bytes"));
    }
    if !arena::replay::is_records(text) {
        return Err(Fault::wrong(
            "no games of `match --records` or `tournament --records`; logs of curling matches: `curling replay`",
        )
        .explained(FaultCode::UnreadableFile));
    }
    arena::replay::read(text).map_err(|why| Fault::wrong(why).explained(FaultCode::UnreadableFile))
}

/// Returns the chosen games of a text, each with its number.
fn chosen(
    host: &Host,
    text: &str,
    game: Option<usize>,
    old: Option<&toml::Table>,
) -> Result<Vec<(usize, GameRecord)>, Fault> {
    let mut games = read(host, text)?;
    if let Some(conditions) = old {
        for game in games.iter_mut().filter(|game| game.version < 2) {
            game.conditions.clone_from(conditions);
        }
    }
    let count = games.len();
    if game.is_some_and(|number| !(1..=count).contains(&number)) {
        let why = format!("there are {count} games: name one from 1 to {count}");
        return Err(Fault::wrong_at("game", why)
            .code(FaultCode::OutOfRange)
            .value("min", 1)
            .value("max", count));
    }
    let all = (1..).zip(games);
    Ok(all
        .filter(|(at, _)| game.is_none_or(|number| number == *at))
        .collect())
}

/// Returns the game of a record, under its conditions.
///
/// # Errors
/// If there is no such game, or its conditions are impossible.
pub fn playable<'a>(host: &'a Host, record: &GameRecord) -> Result<Conditioned<'a>, Fault> {
    let playable = host.playable(&record.game)?;
    let conditions = playable.recorded_conditions(&record.conditions);
    Conditioned::new(playable, &conditions)
        .map_err(|why| Fault::wrong(format!("the conditions of the record: {why}")))
}

/// Replays or verifies games.
///
/// # Errors
/// If the text has no such games, or a game breaks its rules where positions are requested.
pub fn replay(
    host: &Host,
    asked: &RecordsReplay,
    task: &TaskHandle,
) -> Result<Vec<RecordsGame>, Fault> {
    let games = chosen(host, &asked.records, asked.game, asked.conditions.as_ref())?;
    let mut shown = Vec::with_capacity(games.len());
    for (number, record) in games {
        task.check()?;
        let at = |why: String| Fault::failed(format!("game {number}: {why}"));
        let under = || playable(host, &record).map_err(|why| Fault::wrong(at(why.message)));
        let verification = asked
            .verify
            .then(|| under().map(|playable| playable.verify(&record)));
        let verification = verification.transpose()?;
        let positions = asked
            .positions
            .then(|| under()?.positions(&record).map_err(at));
        shown.push(RecordsGame {
            number,
            positions: positions.transpose()?,
            holds: verification.as_ref().map(Verification::holds),
            verification,
            record: (!asked.verify).then_some(record),
        });
    }
    Ok(shown)
}

/// Exports games in a format of other programs.
///
/// # Errors
/// If the text has no such games, or the game has no such format.
pub fn export(host: &Host, asked: &RecordsExport) -> Result<Vec<RecordsExported>, Fault> {
    let games = chosen(host, &asked.records, asked.game, asked.conditions.as_ref())?;
    let write = |(number, record): (usize, GameRecord)| {
        let text = playable(host, &record)?.export(&record, &asked.form);
        let text = text.map_err(|why| Fault::wrong(format!("game {number}: {why}")))?;
        Ok(RecordsExported { number, text })
    };
    games.into_iter().map(write).collect()
}

/// Counts the games of texts, one kind of game after the other.
///
/// # Errors
/// If a text has no games, with its number.
pub fn stats(host: &Host, asked: &RecordsCounted) -> Result<Vec<RecordsStats>, Fault> {
    let mut by_game: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
    for (number, text) in asked.texts.iter().enumerate() {
        let games = read(host, text).map_err(|fault| fault.at(format!("texts[{number}]")));
        for game in games? {
            by_game.entry(game.game.clone()).or_default().push(game);
        }
    }
    let count = |(game, records): (String, Vec<GameRecord>)| {
        let standings = Standings::collect(host.playable(&game)?, &records);
        let mut counted = RecordsStats {
            game,
            games: standings.distinct(),
            moves: mean(&records, |record| record.moves.len() as f64),
            seconds: mean(&records, |record| record.seconds.iter().sum()),
            standings: standings.standings(),
            tables: Vec::new(),
        };
        counted.tables = tables(&standings, &counted);
        Ok(counted)
    };
    by_game.into_iter().map(count).collect()
}

fn tables(standings: &Standings, counted: &RecordsStats) -> Vec<Table> {
    let blocks = standings.blocks().into_iter();
    let tables = blocks.filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let columns = [
        Column::words(("by game", "1局あたり")),
        Column::number(MEAN),
    ];
    let lengths = Table::new(("Length of the games", "対局の長さ"), columns)
        .named_row(("moves", "手数"), [number(counted.moves, 1)])
        .named_row(SECONDS, [number(counted.seconds, 3)]);
    tables.chain([lengths]).collect()
}

fn mean(records: &[GameRecord], of: impl Fn(&GameRecord) -> f64) -> Option<f64> {
    let count = records.len() as f64;
    (count > 0.0).then(|| records.iter().map(of).sum::<f64>() / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operations, lab};
    use serde_json::json;

    fn ask(name: &str, input: Value) -> Result<Value, Fault> {
        let host = Host {
            playables: Arc::new(vec![Box::new(::blokus::lineup())]),
            ..Host::default()
        };
        let operations = Operations::default().with(operations(&host));
        let operations = operations.with(lab::operations(&host));
        let operation = operations.find(name).expect(name);
        operation.run(input, &TaskHandle::idle())
    }

    fn played() -> String {
        let players = ["random", "best-of:n=2"];
        let asked =
            json!({ "game": "blokus", "players": players, "games": 2, "seed": 3, "records": true });
        let table = ask("lab/tournament", asked).unwrap();
        table["records"].as_str().unwrap().to_owned()
    }

    #[test]
    fn games_are_shown_verified_counted_and_written() {
        let records = played();
        let asked = json!({ "records": records, "game": 2, "positions": true });
        let shown = ask("records/replay", asked).unwrap();
        assert_eq!(shown[0]["number"], 2);
        let moves = shown[0]["record"]["moves"].as_array().unwrap().len();
        assert_eq!(shown[0]["positions"].as_array().unwrap().len(), moves + 1);
        let asked = json!({ "records": records, "verify": true });
        let verified = ask("records/replay", asked).unwrap();
        assert_eq!(
            (&verified[0]["holds"], &verified[1]["holds"]),
            (&json!(true), &json!(true))
        );
        assert!(verified[0].get("record").is_none());
        let counted = ask("records/stats", json!({ "texts": [records, records] })).unwrap();
        assert_eq!(
            (&counted[0]["games"], &counted[0]["distinct"]),
            (&json!(4), &json!(2))
        );
        let asked = json!({ "records": records, "game": 1, "form": "blksgf" });
        let written = ask("records/export", asked).unwrap();
        assert!(
            written[0]["text"].as_str().unwrap().starts_with('('),
            "{written}"
        );
    }

    #[test]
    fn what_is_no_record_or_not_there_is_refused() {
        let fault = ask("records/replay", json!({ "records": "hello" })).unwrap_err();
        assert!(fault.message.contains("no games"), "{fault}");
        let fault = ask("records/stats", json!({ "texts": [played(), ""] })).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("texts[1]"));
        let none = json!({ "records": played(), "game": 3 });
        assert_eq!(
            ask("records/replay", none).unwrap_err().place.as_deref(),
            Some("game")
        );
    }
}
