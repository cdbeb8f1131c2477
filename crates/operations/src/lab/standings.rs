//! Standings of matches and tournaments, as tables.

use arena::perspective::Distinct;
use arena::report::{Phrase, Table};
use arena::standings::{CrossScore, MatchResult, Standing};
use schemars::JsonSchema;
use serde::Serialize;

/// The table of a tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabStandings {
    /// The game.
    pub game: String,
    /// Where all chance comes from.
    pub seed: u64,
    /// Whether it was stopped before all games were over.
    pub interrupted: bool,
    /// The games played; the standings and crossings count those that differ.
    #[serde(flatten)]
    pub games: Distinct,
    /// Games to be played.
    pub total: u64,
    /// How to let games differ, if some repeat others.
    pub variety: Option<Phrase>,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// What the player of a line scored against that of another, in the order of the standings.
    pub crossings: Vec<Vec<Option<CrossScore>>>,
    /// Results by side, the games of a cup, games lost otherwise than on the board; with the last
    /// table only.
    pub notes: Vec<Table>,
    /// The report as a file; with the last table only.
    pub markdown: Option<String>,
    /// The records of the games played, a line of JSON each; with the last table only, and if they
    /// were asked for.
    pub records: Option<String>,
}

/// What a match has come to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabMatch {
    /// The game.
    pub game: String,
    /// Where all chance comes from.
    pub seed: u64,
    /// Whether it was stopped before it was over.
    pub interrupted: bool,
    /// Games to be played, unless a test is decided before.
    pub total: u64,
    /// How to let games differ, if some repeat others.
    pub variety: Option<Phrase>,
    /// The result, seen from the first player.
    pub result: MatchResult,
    /// The records of the games played, a line of JSON each, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
}
