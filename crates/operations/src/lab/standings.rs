//! The table of a tournament as the page is told it: places, crossings, and the report at the end.

use super::export;
use super::report::{LabBlock, LabEstimate};
use super::tournament::LabTournament;
use arena::report::{Facts, Report};
use arena::standings::{SideScore, Standing, Standings};
use arena::statistics::Interval;
use arena::tournament::Fixture;
use arena::{Contender, Contest, GameRecord};
use schemars::JsonSchema;
use serde::Serialize;

/// The table of a tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LabStandings {
    /// Games played.
    games: u64,
    /// Games that differ from each other; the lines and crossings count these.
    distinct: u64,
    /// How to let games differ, if some repeat others.
    variety: Option<String>,
    /// Games to be played.
    total: u64,
    /// The players, best first.
    lines: Vec<LabStanding>,
    /// What the player of a line scored against that of another, in the order of the lines.
    crossings: Vec<Vec<Option<LabScore>>>,
    /// Games that were lost otherwise than on the board, and the like.
    notes: Vec<LabBlock>,
    /// The report as a file; with the last table only.
    markdown: Option<String>,
    /// The records of all games, a line of JSON each; with the last table only, and if they were asked for.
    records: Option<String>,
}

/// A player's line.
#[derive(Debug, Serialize, JsonSchema)]
struct LabStanding {
    /// The player's name.
    player: String,
    /// The player, as it was asked for.
    spec: String,
    /// Its results by side.
    sides: Vec<LabSide>,
    /// Its games.
    score: LabScore,
    /// Its Elo relative to the mean of the field.
    elo: Option<f64>,
    /// The standard error of that.
    elo_error: Option<f64>,
    /// Games it forfeited.
    faults: u64,
    /// Seconds a move.
    pace: Option<f64>,
    /// What its pairs of games brought, where they are compared.
    gain: Option<LabGain>,
}

/// A player's results on one side.
#[derive(Debug, Serialize, JsonSchema)]
struct LabSide {
    /// What the side is called.
    side: String,
    /// Won.
    wins: u64,
    /// Drawn.
    draws: u64,
    /// Lost.
    losses: u64,
}

/// Games won, drawn and lost.
#[derive(Debug, Serialize, JsonSchema)]
struct LabScore {
    /// Won.
    wins: u64,
    /// Drawn.
    draws: u64,
    /// Lost.
    losses: u64,
    /// The win rate, a draw counting half, with Wilson's 95 % interval.
    rate: Option<LabEstimate>,
}

/// What pairs of games brought.
#[derive(Debug, Serialize, JsonSchema)]
struct LabGain {
    /// What is counted.
    unit: String,
    /// Complete pairs.
    pairs: u64,
    /// All of it.
    total: f64,
    /// By pair, with Student's 95 % interval.
    mean: Option<LabEstimate>,
}

fn estimate(value: Option<f64>, interval: Option<Interval>) -> Option<LabEstimate> {
    let (value, interval) = value.zip(interval)?;
    let (low, high) = (interval.low, interval.high);
    let finite = [value, low, high].iter().all(|number| number.is_finite());
    finite.then_some(LabEstimate { value, low, high })
}

impl LabStanding {
    fn of(line: Standing) -> Self {
        let gain = line.gain.map(|gain| LabGain {
            unit: gain.unit.to_owned(),
            pairs: gain.pairs,
            total: gain.total,
            mean: estimate(gain.mean, gain.interval),
        });
        LabStanding {
            score: LabScore {
                wins: line.score.wins,
                draws: line.score.draws,
                losses: line.score.losses,
                rate: estimate(line.rate, line.interval),
            },
            player: line.player,
            spec: line.spec,
            sides: line.sides.iter().map(LabSide::of).collect(),
            elo: line.elo.map(|(elo, _)| elo),
            elo_error: line.elo.map(|(_, error)| error),
            faults: line.faults,
            pace: line.pace,
            gain,
        }
    }
}

impl LabSide {
    fn of(line: &SideScore) -> Self {
        LabSide {
            side: line.side.to_owned(),
            wins: line.score.wins,
            draws: line.score.draws,
            losses: line.score.losses,
        }
    }
}

/// The games so far.
pub(super) struct Table<'a> {
    contest: &'a dyn Contest,
    names: Vec<String>,
    standings: Standings,
    /// The records, a line each, if they are kept.
    records: String,
    total: u64,
}

impl<'a> Table<'a> {
    pub(super) fn new(contest: &'a dyn Contest, players: &[Contender], total: u64) -> Self {
        Table {
            contest,
            names: players
                .iter()
                .map(|player| player.name().to_owned())
                .collect(),
            standings: Standings::of(contest, players),
            records: String::new(),
            total,
        }
    }

    /// Keeps the record of a game.
    pub(super) fn keep(&mut self, record: &GameRecord) {
        if let Ok(line) = serde_json::to_string(record) {
            self.records += &line;
            self.records.push('\n');
        }
    }

    pub(super) fn add(&mut self, fixture: &Fixture, record: &GameRecord) {
        self.standings.add(fixture, record);
    }

    /// How many games there are.
    pub(super) fn games(&self) -> u64 {
        self.standings.games() as u64
    }

    /// What one scored against another.
    fn crossing(&self, one: usize, other: usize) -> Option<LabScore> {
        let tally = self.standings.tally(one, Some(other));
        let score = tally.score();
        (one != other && score.games() > 0).then(|| LabScore {
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            rate: estimate(tally.rate(), tally.interval()),
        })
    }

    pub(super) fn told(&self) -> LabStandings {
        let lines = self.standings.standings();
        let order: Vec<_> = lines
            .iter()
            .filter_map(|line| self.names.iter().position(|name| *name == line.player))
            .collect();
        let row = |&one: &usize| {
            let cells = order.iter().map(|&other| self.crossing(one, other));
            cells.collect()
        };
        let counted = self.standings.distinct();
        let variety = || self.contest.variety().to_owned();
        LabStandings {
            games: counted.games,
            distinct: counted.distinct,
            variety: counted.repeats().then(variety),
            total: self.total,
            crossings: order.iter().map(row).collect(),
            lines: lines.into_iter().map(LabStanding::of).collect(),
            notes: Vec::new(),
            markdown: None,
            records: None,
        }
    }

    /// The table with everything that is told at the end only.
    pub(super) fn last(&self, asked: &LabTournament, version: &str) -> LabStandings {
        let blocks = self.standings.blocks();
        let report = Report {
            title: format!("Tournament: {}", self.contest.name()),
            about: self.contest.about().to_owned(),
            paper: None,
            facts: Facts {
                command: command(asked),
                variant: "full".to_owned(),
                seed: u64::from(asked.seed),
                versions: vec![version.to_owned()],
                done: self.games(),
                total: self.total,
                unit: "games".to_owned(),
                ..Facts::default()
            },
            blocks: blocks.clone(),
        };
        // The standings and the crossings are told as numbers already.
        let notes = blocks.into_iter().map(LabBlock::of).filter(|block| {
            matches!(block, LabBlock::Table { caption, .. } if caption.starts_with("Faults") || caption == "The cup: every game" || caption == "Results by side")
        });
        LabStandings {
            notes: notes.collect(),
            records: asked.records.then(|| self.records.clone()),
            markdown: Some(export::one_file(&report)),
            ..self.told()
        }
    }
}

/// The command line that repeats a tournament.
fn command(asked: &LabTournament) -> String {
    use arena::process::quote;
    let mut words = vec![format!("sakiyomi tournament --game {}", asked.game)];
    words.extend(asked.players.iter().map(|player| quote(player)));
    words.push(format!("--games {} --seed {}", asked.games, asked.seed));
    let lines = asked.conditions.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.extend(lines.map(|line| {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        format!(
            "--set {}",
            quote(&format!("{}={}", key.trim(), value.trim()))
        )
    }));
    words.extend(
        asked
            .per_move
            .map(|seconds| format!("--per-move {seconds}s")),
    );
    words.extend(asked.gauntlet.then(|| "--gauntlet".to_owned()));
    words.join(" ")
}
