//! Tournaments: players of the house against each other, with the table as it grows.

use super::report::{LabBlock, LabEstimate};
use super::running::Title;
use super::{LabNothing, Room, admission, experiments::cores, export};
use crate::fault::Fault;
use crate::operation::Operation;
use crate::watch::Watch;
use arena::clock::{Span, TimeControl};
use arena::contest::Conditioned;
use arena::report::{Facts, Report};
use arena::seen::{Seen, Tally};
use arena::standings::{Standing, Standings};
use arena::statistics::Interval;
use arena::tournament::{Fixture, Format, fixtures, play_fixtures};
use arena::{Contest, GameRecord, PlayerSpec, Terms};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most players.
const MOST_PLAYERS: usize = 12;
/// The most games of a pairing.
const MOST_GAMES: u64 = 2000;
/// The longest text of conditions.
const LONGEST: usize = 4000;
/// The longest a move may take, in seconds.
const SLOWEST: f64 = 60.0;
/// The table is told so often at most.
const PACE: Duration = Duration::from_millis(300);

pub(super) fn operations(room: &Arc<Room>) -> [Operation; 3] {
    let [games, check, play] = [(); 3].map(|()| Arc::clone(room));
    [
        Operation::quick(
            "lab/players",
            "The games with the players that can be asked for.",
            move |_: LabNothing, _| Ok(games.games()),
        ),
        Operation::quick(
            "lab/check",
            "Whether a player and the conditions of a game make sense.",
            move |asked: LabCheck, _| check.check(&asked),
        ),
        Operation::long(
            "lab/tournament",
            "Plays a tournament and tells its table as it grows.",
            move |asked: LabTournament, watch: &Watch| play.play(&asked, watch),
        ),
    ]
}

/// The games.
#[derive(Debug, Serialize, JsonSchema)]
struct LabGames {
    /// Each with its players.
    games: Vec<LabGame>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct LabGame {
    /// Its name.
    name: String,
    /// A line about it.
    about: String,
    /// What the two games of a pair are compared in, if they are.
    unit: Option<String>,
    /// The players of the house.
    players: Vec<LabPlayer>,
}

/// A player.
#[derive(Debug, Serialize, JsonSchema)]
struct LabPlayer {
    /// Its name.
    name: String,
    /// A line about it and its settings.
    about: String,
}

/// A player to be checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabCheck {
    /// The game.
    game: String,
    /// Its conditions, as lines `key = value`.
    #[serde(default)]
    conditions: String,
    /// The player, as `name:key=value,key=value`; nothing to check the conditions alone.
    #[serde(default)]
    player: Option<String>,
}

/// What was checked.
#[derive(Debug, Serialize, JsonSchema)]
struct LabChecked {
    /// The player as it will be named.
    player: Option<String>,
}

/// A tournament to be played.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabTournament {
    /// The game.
    game: String,
    /// The players, as `name:key=value,key=value`.
    players: Vec<String>,
    /// Games of each pairing; both games of a pair have the same start and dice, with sides exchanged.
    games: u64,
    /// Where all chance comes from.
    seed: u32,
    /// Whether the first player meets all others and they do not meet each other.
    #[serde(default)]
    gauntlet: bool,
    /// The conditions of the game, as lines `key = value`.
    #[serde(default)]
    conditions: String,
    /// Seconds for each move; whoever takes longer loses.
    #[serde(default)]
    per_move: Option<f64>,
}

/// The table of a tournament.
#[derive(Debug, Serialize, JsonSchema)]
struct LabStandings {
    /// Games played.
    games: u64,
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
}

/// A player's line.
#[derive(Debug, Serialize, JsonSchema)]
struct LabStanding {
    /// The player.
    player: String,
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
            elo: line.elo.map(|(elo, _)| elo),
            elo_error: line.elo.map(|(_, error)| error),
            faults: line.faults,
            pace: line.pace,
            gain,
        }
    }
}

/// The games so far.
struct Table<'a> {
    contest: &'a dyn Contest,
    names: Vec<String>,
    standings: Standings,
    /// By pairing and number, seen from the first of the two players.
    games: BTreeMap<(usize, u64), ([usize; 2], Seen)>,
    total: u64,
}

impl<'a> Table<'a> {
    fn new(contest: &'a dyn Contest, players: &[PlayerSpec], total: u64) -> Self {
        let standings = Standings::new(players, contest.sides());
        Table {
            contest,
            names: players.iter().map(ToString::to_string).collect(),
            standings: standings.duplicate(contest.duplicate()),
            games: BTreeMap::new(),
            total,
        }
    }

    fn add(&mut self, fixture: &Fixture, record: &GameRecord) {
        self.standings.add(fixture, record);
        let [on0, on1] = fixture.players;
        let seen = Seen::new(record, usize::from(on0 > on1), self.contest.sides());
        let players = [on0.min(on1), on0.max(on1)];
        self.games
            .insert((fixture.pairing, fixture.game), (players, seen));
    }

    /// What one scored against another.
    fn crossing(&self, one: usize, other: usize) -> Option<LabScore> {
        let meetings = self.games.iter().filter(|(_, (players, _))| {
            one != other && players.contains(&one) && players.contains(&other)
        });
        let seen = meetings.map(|(number, (players, seen))| {
            let own = if players[0] == one {
                seen.clone()
            } else {
                seen.reversed()
            };
            (*number, own)
        });
        let tally = Tally::of_pairs(seen, None);
        let score = tally.score();
        (score.games() > 0).then(|| LabScore {
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            rate: estimate(tally.rate(), tally.interval()),
        })
    }

    fn told(&self) -> LabStandings {
        let lines = self.standings.standings();
        let order: Vec<_> = lines
            .iter()
            .filter_map(|line| self.names.iter().position(|name| *name == line.player))
            .collect();
        let row = |&one: &usize| {
            let cells = order.iter().map(|&other| self.crossing(one, other));
            cells.collect()
        };
        LabStandings {
            games: self.games.len() as u64,
            total: self.total,
            crossings: order.iter().map(row).collect(),
            lines: lines.into_iter().map(LabStanding::of).collect(),
            notes: Vec::new(),
            markdown: None,
        }
    }

    /// The table with everything that is told at the end only.
    fn last(&self, asked: &LabTournament, version: &str) -> LabStandings {
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
                done: self.games.len() as u64,
                total: self.total,
                unit: "games".to_owned(),
                ..Facts::default()
            },
            blocks: blocks.clone(),
        };
        // The standings and the crossings are told as numbers already.
        let notes = blocks.into_iter().map(LabBlock::of).filter(|block| {
            matches!(block, LabBlock::Table { caption, .. } if caption.starts_with("Faults") || caption == "The cup: every game")
        });
        LabStandings {
            notes: notes.collect(),
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

impl Room {
    fn games(&self) -> LabGames {
        let games = self.settings.contests.iter().map(|contest| LabGame {
            name: contest.name().to_owned(),
            about: contest.about().to_owned(),
            unit: contest
                .duplicate()
                .map(|duplicate| duplicate.unit.to_owned()),
            players: admission::house(&**contest)
                .into_iter()
                .map(|(name, about)| LabPlayer { name, about })
                .collect(),
        });
        LabGames {
            games: games.collect(),
        }
    }

    /// A game under its conditions.
    fn contest(&self, game: &str, conditions: &str) -> Result<Conditioned<'_>, Fault> {
        let contest = self.settings.contests.iter().find(|c| c.name() == game);
        let contest = contest.ok_or_else(|| Fault::wrong_at("game", "there is no such game"))?;
        if conditions.len() > LONGEST {
            return Err(Fault::wrong_at("conditions", "this is too long"));
        }
        let wrong = |why: String| Fault::wrong_at("conditions", why);
        let table: toml::Table = conditions
            .parse()
            .map_err(|why: toml::de::Error| wrong(why.message().to_owned()))?;
        Conditioned::new(&**contest, &table).map_err(wrong)
    }

    fn check(&self, asked: &LabCheck) -> Result<LabChecked, Fault> {
        let contest = self.contest(&asked.game, &asked.conditions)?;
        let player = asked.player.as_deref();
        let player = player.map(|text| seated(&*contest, text)).transpose()?;
        Ok(LabChecked {
            player: player.map(|player| player.to_string()),
        })
    }

    fn play(&self, asked: &LabTournament, watch: &Watch) -> Result<LabStandings, Fault> {
        let contest = self.contest(&asked.game, &asked.conditions)?;
        let players = players(&*contest, &asked.players)?;
        let terms = terms(asked)?;
        if !(1..=MOST_GAMES).contains(&asked.games) {
            let why = format!("play from 1 to {MOST_GAMES} games a pairing");
            return Err(Fault::wrong_at("games", why));
        }
        let format = if asked.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        };
        let pairings = format.pairings(players.len());
        let games = fixtures(&pairings, asked.games, Seed(u64::from(asked.seed)));
        let title = Title {
            name: asked.game.clone(),
            short: false,
            tournament: true,
        };
        let sitting = self.running.begin(title, watch.cancel());
        let sitting = sitting
            .ok_or_else(|| Fault::wrong("a tournament of this game is under way already"))?;
        let total = games.len() as u64;
        let mut table = Table::new(&*contest, &players, total);
        let mut told = Instant::now();
        sitting.tell(0, 0, total);
        watch.progress(0, total);
        watch.partial(&table.told());
        let cancel = watch.cancel();
        let keep = |fixture: &Fixture, record: GameRecord| {
            table.add(fixture, &record);
            let done = table.games.len() as u64;
            sitting.tell(done, 0, total);
            watch.progress(done, total);
            if told.elapsed() > PACE {
                told = Instant::now();
                watch.partial(&table.told());
            }
            ControlFlow::Continue(())
        };
        play_fixtures(&*contest, &players, &games, &terms, cores(), &cancel, keep)
            .map_err(Fault::wrong)?;
        Ok(table.last(asked, &self.settings.version))
    }
}

/// A player who may be asked for and whose settings make sense.
fn seated(contest: &dyn Contest, text: &str) -> Result<PlayerSpec, Fault> {
    let player = admission::admit(contest, text)?;
    contest.check(&player).map_err(Fault::wrong)?;
    Ok(player)
}

fn players(contest: &dyn Contest, asked: &[String]) -> Result<Vec<PlayerSpec>, Fault> {
    if !(2..=MOST_PLAYERS).contains(&asked.len()) {
        let why = format!("a tournament has from 2 to {MOST_PLAYERS} players");
        return Err(Fault::wrong_at("players", why));
    }
    let mut players = Vec::with_capacity(asked.len());
    for (number, text) in asked.iter().enumerate() {
        let place = || Some(format!("players[{number}]"));
        let player = seated(contest, text).map_err(|fault| Fault {
            place: place(),
            ..fault
        })?;
        if players.contains(&player) {
            let why = "this player takes part already: give it other settings";
            return Err(Fault::wrong_at(format!("players[{number}]"), why));
        }
        players.push(player);
    }
    Ok(players)
}

fn terms(asked: &LabTournament) -> Result<Terms, Fault> {
    let Some(seconds) = asked.per_move else {
        return Ok(Terms::default());
    };
    if !(0.001..=SLOWEST).contains(&seconds) {
        let why = format!("give from 0.001 to {SLOWEST} seconds for a move, or no limit");
        return Err(Fault::wrong_at("per_move", why));
    }
    let per_move = Some(Span(Duration::from_secs_f64(seconds)));
    let time = TimeControl {
        per_move,
        ..TimeControl::default()
    };
    Ok(Terms {
        time,
        ..Terms::default()
    })
}
