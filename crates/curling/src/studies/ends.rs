//! Study of matches and of the points by end, with the hammer and without.
//!
//! ```toml
//! [curling-ends]
//! games = 100                                  # a row, unless the row says otherwise
//! conditions = { platform = "paper" }          # as of every curling match; optional
//! terms = { time = { per_game = "1440s" } }    # optional
//! hammer = "player"                            # who has the last stone of the first end: player, opponent or alternate
//! counted = 5                                  # the ends of a match that the tables of ends count, from the first
//! records = false                              # keep the records of all games
//!
//! [[curling-ends.row]]
//! name = "depth 2"
//! name_ja = "深さ2"                              # for Japanese pages; optional
//! player = "jiritsu:depth=2"
//! against = "gccs"
//! games = 50                                   # optional, as are conditions, terms and hammer; `against` can be said once for all rows
//! # What a paper has, all of it optional but the rate; shares are of 3 or more, 2, 1, 0, -1, -2, -3 or fewer points, in percent.
//! paper = { rate = 0.823, error = 0.037, seconds = 13.88, lead = { shares = [0, 4, 15, 6, 50, 18, 5], mean = -0.79, variance = 1.77, ends = 235 } }
//! ```
//!
//! A task is one game. Its record is [replayed](crate::replay) to find the ends. Every row has its
//! own dice, because the tests between rows are those of independent samples; where the hammer
//! alternates, games `2k` and `2k + 1` share their dice. Later ends than `counted` are left out as
//! in the paper, where a player far ahead no longer played for points.
//!
//! *Departures.* The paper's clock gives 144 s for each extra end, which a game clock cannot
//! express; give it a little more instead. Its tables 3 and 4 are headed "3 or more, 2 or more, 1
//! or more, 0, ...", but the shares in a column add up to 94 to 99 %: they can only be of exactly
//! two points, exactly one and so on, and so are ours. The tests are of one or more, two or more,
//! three or more, as in its text.
//!
//! Games run side by side on as many threads as the lab is given. A player that uses all cores by
//! itself then shares them with its neighbours: for times that mean something, and for players on a
//! clock, run it with `--threads 1`.

mod points;
mod report;
mod settings;

pub use points::{CLASSES, Points, Shares};

use crate::arena_game::Curling;
use crate::replay;
use crate::rules::Team;
use arena::experiment::{Experiment, ExperimentError};
use arena::perspective::Perspective;
use arena::playable::{Conditioned, PlayableGame};
use arena::referee::Terms;
use arena::report::{Block, Phrase};
use arena::spec::PlayerSpec;
use arena::study::{Outcome, Outline, Plan, Study, TaskError};
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use settings::Paper;
use std::collections::BTreeMap;
use std::ops::Deref;

/// The study of kind `curling-ends`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndsStudy;

impl Study for EndsStudy {
    fn kind(&self) -> &'static str {
        "curling-ends"
    }

    fn about(&self) -> &'static str {
        "curling matches: win rates, and points by end with the hammer and without"
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

/// The owner of the hammer in the first end (in mixed doubles: the first chooser).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hammer {
    /// The player under test.
    #[default]
    Player,
    /// The opponent.
    Opponent,
    /// First the player, then the opponent, with the same dice, and so on.
    Alternate,
}

/// The settings of a row of the tables.
struct RowSettings {
    name: Phrase,
    players: [PlayerSpec; 2],
    games: u64,
    hammer: Hammer,
    terms: Terms,
    conditions: toml::Table,
    paper: Option<Paper>,
}

/// A row of the tables, with its game.
struct Row<'a> {
    settings: RowSettings,
    playable: Conditioned<'a>,
    /// The game for replays.
    curling: Curling,
}

impl Deref for Row<'_> {
    type Target = RowSettings;

    fn deref(&self) -> &RowSettings {
        &self.settings
    }
}

impl Row<'_> {
    /// Returns the team of the player in a game. Team 1 throws last in the first end.
    fn team(&self, game: u64) -> Team {
        match self.hammer {
            Hammer::Player => Team::One,
            Hammer::Alternate if game.is_multiple_of(2) => Team::One,
            Hammer::Opponent | Hammer::Alternate => Team::Zero,
        }
    }

    fn paired(&self) -> bool {
        self.hammer == Hammer::Alternate
    }

    fn play(&self, game: u64, seed: Seed, cancel: &Cancel) -> Result<PlayedGame, TaskError> {
        let team = self.team(game);
        let [player, against] = &self.players;
        let sides = match team {
            Team::Zero => [player, against],
            Team::One => [against, player],
        };
        let seed = seed.stream(if self.paired() { game / 2 } else { game });
        let record = self.playable.play(sides, &self.terms, seed, cancel)?;
        let ends = replay::ends(&self.curling, &record).map_err(|why| failed(&why))?;
        let seen = |end: &replay::EndResult| End {
            hammer: end.hammer() == team,
            points: end.points_of(team),
        };
        let result = GameResult {
            game: Perspective::new(&record, team.index(), self.playable.sides()),
            ends: ends.iter().map(seen).collect(),
        };
        let record = json!(record);
        Ok(PlayedGame { result, record })
    }
}

fn failed(why: &impl ToString) -> TaskError {
    TaskError::Failed {
        why: why.to_string(),
    }
}

struct PlayedGame {
    result: GameResult,
    record: Value,
}

/// The stored result of a game, from the player's perspective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GameResult {
    #[serde(flatten)]
    game: Perspective,
    /// The ends in their order.
    ends: Vec<End>,
}

/// An end, from the player's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct End {
    /// Whether the player had the last stone.
    hammer: bool,
    /// The points; negative if the opponent scored.
    points: i8,
}

/// The games of all rows.
struct Schedule<'a> {
    rows: Vec<Row<'a>>,
    /// Row and game of every task: round by round, so that an interrupted run has treated all rows
    /// alike.
    tasks: Vec<(usize, u64)>,
    counted: usize,
    records: bool,
}

impl<'a> Schedule<'a> {
    fn new(rows: Vec<Row<'a>>, counted: usize, records: bool) -> Self {
        let rounds = rows.iter().map(|row| row.games).max().unwrap_or(0);
        let tasks = (0..rounds).flat_map(|game| {
            let playing = rows.iter().enumerate();
            playing.filter_map(move |(row, line)| (game < line.games).then_some((row, game)))
        });
        Schedule {
            tasks: tasks.collect(),
            rows,
            counted,
            records,
        }
    }

    fn task(&self, index: u64) -> Option<(usize, u64)> {
        self.tasks.get(usize::try_from(index).ok()?).copied()
    }
}

impl Plan for Schedule<'_> {
    fn tasks(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn unit(&self) -> arena::Text {
        ("games", "局").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let task = self.task(index);
        let (row, game) = task.ok_or_else(|| failed(&format!("game {index} is out of range")))?;
        let played = self.rows[row].play(game, seed.stream(row as u64), cancel)?;
        Ok(Outcome {
            result: json!(played.result),
            record: self.records.then_some(played.record),
        })
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let mut games = vec![BTreeMap::new(); self.rows.len()];
        for (&index, result) in results {
            if let Some((row, game)) = self.task(index)
                && let Ok(result) = GameResult::deserialize(result)
            {
                games[row].insert(game, result);
            }
        }
        report::blocks(&self.rows, &games, self.counted)
    }

    fn identity(&self) -> Option<Value> {
        Some(identity(self.rows.iter().map(|row| &row.settings)))
    }
}

/// Returns what the results depend on. The ends that are counted, and the paper's numbers, can
/// change without playing the games again.
fn identity<'r>(rows: impl Iterator<Item = &'r RowSettings>) -> Value {
    let row = |row: &RowSettings| {
        json!({
            "players": row.players,
            "games": row.games,
            "hammer": row.hammer,
            "terms": row.terms,
            "conditions": row.conditions,
        })
    };
    rows.map(row).collect()
}

#[cfg(test)]
mod tests;
