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
    /// The seed.
    pub seed: u64,
    /// Whether the tournament was stopped early.
    pub interrupted: bool,
    /// The games played; the standings and crossings count those that differ.
    #[serde(flatten)]
    pub games: Distinct,
    /// Games to be played.
    pub total: u64,
    /// Advice on varying the start, if games repeat each other.
    pub variety: Option<Phrase>,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// The score of each player against each other, in the order of the standings.
    pub crossings: Vec<Vec<Option<CrossScore>>>,
    /// Results by side, the cross table, and games lost by faults; in the final table only.
    pub notes: Vec<Table>,
    /// The report as a file; in the final table only.
    pub markdown: Option<String>,
    /// The records of the games, a line of JSON each; in the final table only, if requested.
    pub records: Option<String>,
}

/// The result of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabMatch {
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// Whether the match was stopped early.
    pub interrupted: bool,
    /// Games to be played, unless a test is decided before.
    pub total: u64,
    /// Advice on varying the start, if games repeat each other.
    pub variety: Option<Phrase>,
    /// The result, seen from the first player.
    pub result: MatchResult,
    /// The records of the games, a line of JSON each, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
}
