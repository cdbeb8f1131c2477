//! The built-in kind of experiment: a table of matches.
//!
//! Each row is a player against an opponent over a number of games; the report has the win rate,
//! its interval and the paper's value:
//!
//! ```toml
//! [matches]
//! game = "take-away"
//! games = 100                                          # a row, unless the row says otherwise
//! conditions = { slip = 0.2 }                          # of the game; optional
//! terms = { time = { per_move = "1s" }, longest = 500 } # optional
//! records = false                                      # keep the records of all games
//!
//! [[matches.row]]
//! name = "depth 2"
//! name_ja = "深さ2"                                      # for Japanese pages; optional
//! player = "search:depth=2"
//! against = "random"
//! swap = true                                          # change sides every game
//! games = 50                                           # optional, as are conditions and terms
//! paper = { rate = 0.823, error = 0.037, games = 100 } # optional, as is each but the rate
//! ```
//!
//! A player may have a name of its own, as in `player = "new=search:depth=2"`, which the tables
//! then use.
//!
//! A task is one game. With `swap`, games `2k` and `2k + 1` are a pair: the same seed, sides
//! exchanged; without, the player always has side 0 and every game its own seed. Game `k` has the
//! same seed in all rows, so all players face the same openings and dice. Tasks go round by round
//! through the rows, so that a run cut short has treated all rows alike.

mod settings;
mod summary;
mod tally;

use crate::contender::Contender;
use crate::experiment::{Experiment, ExperimentError};
use crate::perspective::{Perspective, RepeatFilter};
use crate::playable::{Conditioned, PlayableGame};
use crate::record::GameRecord;
use crate::referee::Terms;
use crate::report::Block;
use crate::study::{Outcome, Outline, Plan, Study, TaskError};
use crate::text::{Phrase, Text};
use lookahead::{Cancel, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use settings::Paper;
use std::collections::BTreeMap;
use std::ops::Deref;

/// The study of kind `matches`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Matches;

impl Study for Matches {
    fn kind(&self) -> &'static str {
        "matches"
    }

    fn about(&self) -> &'static str {
        "players against opponents: win rates beside those of a paper"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        playables: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        Ok(Box::new(settings::plan(experiment, playables)?))
    }

    fn outline(
        &self,
        experiment: &Experiment,
        playables: &[Box<dyn PlayableGame>],
    ) -> Result<Outline, ExperimentError> {
        settings::outline(experiment, playables)
    }
}

/// The settings of one row of the table.
struct RowSettings {
    name: Phrase,
    players: [Contender; 2],
    swap: bool,
    games: u64,
    terms: Terms,
    conditions: toml::Table,
    paper: Option<Paper>,
}

/// One row of the table with its game.
struct Row<'a> {
    settings: RowSettings,
    playable: Conditioned<'a>,
}

impl Deref for Row<'_> {
    type Target = RowSettings;

    fn deref(&self) -> &RowSettings {
        &self.settings
    }
}

impl Row<'_> {
    /// Returns the player's side in a game.
    fn side(&self, game: u64) -> usize {
        usize::from(self.swap && game % 2 == 1)
    }

    fn seed(&self, game: u64, seed: Seed) -> Seed {
        seed.stream(if self.swap { game / 2 } else { game })
    }

    fn play(&self, game: u64, seed: Seed, cancel: &Cancel) -> Result<GameRecord, TaskError> {
        let [player, against] = &self.players;
        let sides = match self.side(game) {
            0 => [player, against],
            _ => [against, player],
        };
        let seed = self.seed(game, seed);
        let specs = sides.map(|player| &player.spec);
        let record = self.playable.play(specs, &self.terms, seed, cancel)?;
        let record = record.with_players(sides);
        match record.not_started(self.playable.sides()) {
            None => Ok(record),
            Some((side, why)) => Err(TaskError::Failed {
                why: format!(
                    "cannot start the program of player `{}`: {why}",
                    record.players[side]
                ),
            }),
        }
    }
}

/// The games of all rows.
struct Fixtures<'a> {
    rows: Vec<Row<'a>>,
    /// Row and game of every task.
    tasks: Vec<(u32, u32)>,
    game: String,
    records: bool,
}

impl<'a> Fixtures<'a> {
    fn new(game: String, rows: Vec<Row<'a>>, records: bool) -> Self {
        let rounds = rows
            .iter()
            .map(|row| row.games.div_ceil(2))
            .max()
            .unwrap_or(0);
        let tasks = (0..rounds)
            .flat_map(|round| {
                rows.iter().enumerate().flat_map(move |(number, row)| {
                    (2 * round..(2 * round + 2).min(row.games))
                        .map(move |game| (number as u32, game as u32))
                })
            })
            .collect();
        Fixtures {
            rows,
            tasks,
            game,
            records,
        }
    }

    fn fixture(&self, index: u64) -> Option<(usize, u64)> {
        let &(row, game) = self.tasks.get(usize::try_from(index).ok()?)?;
        Some((row as usize, u64::from(game)))
    }
}

/// Waiting players are released when the plan ends.
impl Drop for Fixtures<'_> {
    fn drop(&mut self) {
        self.rows
            .iter()
            .for_each(|row| row.playable.release_players());
    }
}

impl Plan for Fixtures<'_> {
    fn tasks(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn unit(&self) -> Text {
        ("games", "局").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let (row, number) = self.fixture(index).ok_or_else(|| TaskError::Failed {
            why: format!("no game {index} in this table"),
        })?;
        let row = &self.rows[row];
        let record = row.play(number, seed, cancel)?;
        let game = Perspective::new(&record, row.side(number), row.playable.sides());
        Ok(Outcome {
            result: json!(game),
            record: self.records.then(|| json!(record)),
        })
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let mut games = vec![BTreeMap::new(); self.rows.len()];
        let mut known = vec![RepeatFilter::default(); self.rows.len()];
        for (&index, result) in results {
            if let Some((row, number)) = self.fixture(index)
                && let Ok(mut game) = Perspective::deserialize(result)
            {
                known[row].mark(&mut game);
                games[row].insert(number, game);
            }
        }
        summary::blocks(&self.rows, &games)
    }

    fn identity(&self) -> Option<Value> {
        let rows = self.rows.iter().map(|row| &row.settings);
        Some(identity(&self.game, rows))
    }
}

/// Returns the settings that the results of a table depend on.
fn identity<'r>(game: &str, rows: impl Iterator<Item = &'r RowSettings>) -> Value {
    let row = |row: &RowSettings| {
        json!({
            "players": row.players.each_ref().map(|player| &player.spec),
            "swap": row.swap,
            "games": row.games,
            "terms": row.terms,
            "conditions": row.conditions,
        })
    };
    let rows: Vec<_> = rows.map(row).collect();
    json!({ "game": game, "rows": rows })
}

#[cfg(test)]
mod tests;
