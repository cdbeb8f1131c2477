//! Tournaments: players of the house against each other, with the table as it grows.

use super::running::Title;
use super::standings::{LabStandings, Table};
use super::{Room, experiments::cores};
use crate::fault::Fault;
use crate::watch::Watch;
use crate::{Nothing, Operation, admission};
use arena::clock::{Span, TimeControl};
use arena::contest::Conditioned;
use arena::tournament::{Fixture, Format, fixtures, play_fixtures};
use arena::{Contender, Contest, Description, GameRecord, Terms};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most players.
const MOST_PLAYERS: usize = 12;
/// The most games of a pairing.
const MOST_GAMES: u64 = 2000;
/// The most games whose records are kept.
const MOST_RECORDS: u64 = 500;
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
            (
                "Lists the games and their players, each with its settings and presets.",
                "ゲームとプレイヤの一覧を、設定とプリセットとともに返します。",
            ),
            move |_: Nothing, _| Ok(games.games()),
        ),
        Operation::quick(
            "lab/check",
            (
                "Checks a player and the conditions of a game.",
                "プレイヤとゲームの条件を検査します。",
            ),
            move |asked: LabCheck, _| check.check(&asked),
        ),
        Operation::long(
            "lab/tournament",
            (
                "Plays a tournament and streams its table.",
                "大会を行い、順位表を随時伝えます。",
            ),
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
    /// Its players with their settings, programs apart.
    players: Vec<Description>,
    /// The strongest of them, as a player text, if one is known.
    strongest: Option<String>,
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
pub(super) struct LabTournament {
    /// The game.
    pub(super) game: String,
    /// The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called TITLE.
    pub(super) players: Vec<String>,
    /// Games of each pairing; both games of a pair have the same start and dice, with sides exchanged.
    pub(super) games: u64,
    /// Where all chance comes from.
    pub(super) seed: u32,
    /// Whether the first player meets all others and they do not meet each other.
    #[serde(default)]
    pub(super) gauntlet: bool,
    /// The conditions of the game, as lines `key = value`.
    #[serde(default)]
    pub(super) conditions: String,
    /// Seconds for each move; whoever takes longer loses.
    #[serde(default)]
    pub(super) per_move: Option<f64>,
    /// Whether the records of the games come with the last table.
    #[serde(default)]
    pub(super) records: bool,
}

impl Room {
    fn games(&self) -> LabGames {
        let games = self.host.contests.iter().map(|contest| LabGame {
            name: contest.name().to_owned(),
            about: contest.about().to_owned(),
            unit: contest
                .duplicate()
                .map(|duplicate| duplicate.unit.to_owned()),
            players: admission::admitted(contest.players()).cloned().collect(),
            strongest: contest.players().strongest().map(ToString::to_string),
        });
        LabGames {
            games: games.collect(),
        }
    }

    /// A game under its conditions.
    fn contest(&self, game: &str, conditions: &str) -> Result<Conditioned<'_>, Fault> {
        let contest = self.host.contests.iter().find(|c| c.name() == game);
        let contest = contest.ok_or_else(|| Fault::wrong_at("game", "there is no such game"))?;
        if conditions.len() > LONGEST {
            return Err(Fault::wrong_at("conditions", "this is too long"));
        }
        let wrong = |why: String| Fault::wrong_at("conditions", why);
        let read = contest.read_conditions(conditions, toml::Table::new());
        let (table, _) = read.map_err(wrong)?;
        Conditioned::new(&**contest, &table).map_err(wrong)
    }

    fn check(&self, asked: &LabCheck) -> Result<LabChecked, Fault> {
        let contest = self.contest(&asked.game, &asked.conditions)?;
        let player = asked.player.as_deref();
        let player = player.map(|text| admission::admit(contest.players(), text));
        let player = player.transpose()?;
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
        if asked.records && total > MOST_RECORDS {
            let why = format!(
                "records are kept of {MOST_RECORDS} games at the most: use `tournament --records`"
            );
            return Err(Fault::wrong_at("records", why));
        }
        let mut table = Table::new(&*contest, &players, total);
        let mut told = Instant::now();
        sitting.tell(0, 0, total);
        watch.progress(0, total);
        watch.partial(&table.told());
        let cancel = watch.cancel();
        let keep = |fixture: &Fixture, record: GameRecord| {
            table.add(fixture, &record);
            if asked.records {
                table.keep(&record);
            }
            let done = table.games();
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
        Ok(table.last(asked, &self.host.version))
    }
}

/// A player that may be asked for, with a name of its own if it has one.
fn contender(contest: &dyn Contest, text: &str) -> Result<Contender, Fault> {
    let read: Contender = text.parse().map_err(Fault::wrong)?;
    let spec = admission::admit(contest.players(), &read.spec.to_string())?;
    if read.is_named() {
        Contender::new(read.name(), spec).map_err(Fault::wrong)
    } else {
        Ok(spec.into())
    }
}

fn players(contest: &dyn Contest, asked: &[String]) -> Result<Vec<Contender>, Fault> {
    if !(2..=MOST_PLAYERS).contains(&asked.len()) {
        let why = format!("a tournament has from 2 to {MOST_PLAYERS} players");
        return Err(Fault::wrong_at("players", why));
    }
    let mut players: Vec<Contender> = Vec::with_capacity(asked.len());
    for (number, text) in asked.iter().enumerate() {
        let place = || Some(format!("players[{number}]"));
        let player = contender(contest, text).map_err(|fault| Fault {
            place: place(),
            ..fault
        })?;
        if players.iter().any(|other| other.name() == player.name()) {
            let why = "this player takes part already: give it other settings, or a name of its own as in `a=random`";
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
