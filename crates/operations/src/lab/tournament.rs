//! Matches and tournaments: input, limits, and the operations over a [`Session`].

use super::LabState;
use super::running::Title;
use super::session::Session;
use super::standings::{LabMatch, LabStandings};
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Nothing, Operation, Trust, player_policy};
use arena::clock::{Span, TimeControl};
use arena::playable::Conditioned;
use arena::statistics::Sprt;
use arena::{Contender, Description, PlayableGame, Terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The most players of a page's tournament.
const MOST_PLAYERS: usize = 12;
/// The most games of a pairing that a page may ask for.
const MOST_GAMES: u64 = 2000;
/// The most games whose records a page is sent.
const MOST_RECORDS: u64 = 500;
/// The longest text of conditions, and of records, from a page.
const LONGEST: usize = 4000;
const LONGEST_RECORDS: usize = 20_000_000;
/// The longest time of a move for a page, in seconds.
const SLOWEST: f64 = 60.0;
/// The default error probability of a sequential test.
pub(super) const RISK: f64 = 0.05;

pub(super) fn operations(state: &Arc<LabState>) -> [Operation; 4] {
    let [games, check, matched, play] = [(); 4].map(|()| Arc::clone(state));
    [
        Operation::quick(
            "lab/players",
            (
                "Lists the games and their players, each with its settings and presets.",
                "ゲームとプレイヤーの一覧を、設定とプリセットとともに返します。",
            ),
            move |_: Nothing, _| Ok(games.games()),
        ),
        Operation::quick(
            "lab/check",
            (
                "Checks a player and the conditions of a game.",
                "プレイヤーとゲームの条件を検査します。",
            ),
            move |asked: LabCheck, _| check.check(&asked),
        ),
        Operation::long(
            "lab/match",
            (
                "Plays a match of two players, until a sequential test is decided if one is asked for.",
                "2つのプレイヤーの対戦を行います。逐次検定を指定すると、判定がつくまで続けます。",
            ),
            move |asked: LabTournament, task: &TaskHandle| matched.run_match(asked, task),
        ),
        Operation::long(
            "lab/tournament",
            (
                "Plays a tournament and streams its table.",
                "大会を行い、順位表を随時返します。",
            ),
            move |asked: LabTournament, task: &TaskHandle| play.run_tournament(asked, task),
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
    /// The name.
    name: String,
    /// A sentence about the game.
    about: String,
    /// The unit in which the two games of a pair are compared, if they are.
    unit: Option<String>,
    /// The players with their settings, without programs.
    players: Vec<Description>,
    /// The strongest of them, as a player text, if one is known.
    strongest: Option<String>,
}

/// A player and conditions to check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LabCheck {
    /// The game.
    game: String,
    /// The conditions, as lines `key = value`.
    #[serde(default)]
    conditions: String,
    /// The player, as `name:key=value,key=value`; empty to check the conditions alone.
    #[serde(default)]
    player: Option<String>,
}

/// The answer to a check.
#[derive(Debug, Serialize, JsonSchema)]
struct LabChecked {
    /// The player as results will name it.
    player: Option<String>,
}

/// A match or a tournament to play.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabTournament {
    /// The game.
    pub game: String,
    /// The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called TITLE.
    pub players: Vec<String>,
    /// Games of each pairing; both games of a pair have the same start and dice, with sides
    /// exchanged.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Whether every game has dice of its own, instead of sharing them with the other game of its
    /// pair and the other pairings. In a game without dice nothing changes.
    #[serde(default)]
    pub own_dice: bool,
    /// Whether the first player meets all others and they do not meet each other.
    #[serde(default)]
    pub gauntlet: bool,
    /// The conditions of the game: lines `key = value`, or another text that the game reads.
    #[serde(default)]
    pub conditions: String,
    /// Changes to the conditions, each `key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Seconds for each move; a player that takes longer loses.
    #[serde(default)]
    pub per_move: Option<f64>,
    /// Seconds for each side in a game.
    #[serde(default)]
    pub per_game: Option<f64>,
    /// Seconds gained after each move.
    #[serde(default)]
    pub increment: Option<f64>,
    /// The number of moves after which a game is stopped and scored as it stands.
    #[serde(default)]
    pub longest: Option<usize>,
    /// The number of threads; by default the number of cores.
    #[serde(default)]
    pub threads: Option<u16>,
    /// Two Elo differences, the smaller first: a match of two ends as soon as it is decided which
    /// of them holds.
    #[serde(default)]
    pub sprt: Option<[f64; 2]>,
    /// The error probability of that sequential test; 0.05 by default.
    #[serde(default)]
    pub risk: Option<f64>,
    /// Whether the records of the games come with the result.
    #[serde(default)]
    pub records: bool,
    /// Records of earlier games, one a line: they count and are not played again.
    #[serde(default)]
    pub played: String,
}

impl LabTournament {
    /// Checks the limits for pages.
    pub(super) fn bounded(&self) -> Result<(), Fault> {
        let most = |place, most: f64, value: f64, what: &str| {
            let why = || format!("a page may ask for {what} at most");
            (value <= most).then_some(()).ok_or_else(|| {
                Fault::wrong_at(place, why())
                    .code(FaultCode::OutOfRange)
                    .value("max", most)
            })
        };
        let games = format!("{MOST_GAMES} games a pairing");
        most("games", MOST_GAMES as f64, self.games as f64, &games)?;
        let players = format!("{MOST_PLAYERS} players");
        most(
            "players",
            MOST_PLAYERS as f64,
            self.players.len() as f64,
            &players,
        )?;
        for (place, seconds) in self.spans() {
            let seconds = seconds.unwrap_or_default();
            most(place, SLOWEST, seconds, &format!("{SLOWEST} seconds"))?;
        }
        let texts = [
            ("conditions", &self.conditions, LONGEST),
            ("played", &self.played, LONGEST_RECORDS),
        ];
        for (place, text, longest) in texts {
            if text.len() > longest {
                let why = format!("a page may send {longest} bytes at most");
                return Err(Fault::wrong_at(place, why).longer_than(longest, "bytes"));
            }
        }
        Ok(())
    }

    /// Checks the limit of records for pages.
    pub(super) fn bounded_records(&self, total: u64) -> Result<(), Fault> {
        if !self.records || total <= MOST_RECORDS {
            return Ok(());
        }
        let why = format!(
            "records are kept of {MOST_RECORDS} games at the most: use `tournament --records`"
        );
        Err(Fault::wrong_at("records", why))
    }

    fn spans(&self) -> [(&'static str, Option<f64>); 3] {
        [
            ("per_move", self.per_move),
            ("per_game", self.per_game),
            ("increment", self.increment),
        ]
    }

    /// The limits of time and length.
    pub(super) fn terms(&self) -> Result<Terms, Fault> {
        let span = |(place, seconds): (&str, Option<f64>)| {
            let span = |seconds: f64| {
                let time = Duration::try_from_secs_f64(seconds).ok();
                let time = time.filter(|time| *time >= Duration::from_millis(1));
                let why = || {
                    let why = (
                        "give 0.001 seconds or more, or no limit",
                        "0.001秒以上にするか、制限なしにしてください",
                    );
                    Fault::because(why).at(place)
                };
                time.map(Span).ok_or_else(why)
            };
            seconds.map(span).transpose()
        };
        let [per_move, per_game, increment] = self.spans().map(span);
        let time = TimeControl {
            per_move: per_move?,
            per_game: per_game?,
            increment: increment?,
        };
        let longest = self.longest;
        Ok(Terms { time, longest })
    }

    /// Returns the sequential test, if requested.
    pub(super) fn test(&self) -> Result<Option<Sprt>, Fault> {
        let Some([low, high]) = self.sprt else {
            return Ok(None);
        };
        if self.players.len() != 2 {
            return Err(Fault::because((
                "a sequential test needs two players",
                "逐次検定にはプレイヤーが2つ必要です",
            ))
            .at("sprt"));
        }
        let risk = self.risk.unwrap_or(RISK);
        let test = Sprt::new(low, high, risk, risk);
        test.map(Some).map_err(|why| Fault::wrong_at("sprt", why))
    }
}

impl LabState {
    fn games(&self) -> LabGames {
        let games = self.host.playables.iter().map(|playable| LabGame {
            name: playable.name().to_owned(),
            about: playable.about().to_owned(),
            unit: playable
                .duplicate()
                .map(|duplicate| duplicate.unit.to_owned()),
            players: player_policy::admitted(playable.players())
                .cloned()
                .collect(),
            strongest: playable.players().strongest().map(ToString::to_string),
        });
        LabGames {
            games: games.collect(),
        }
    }

    /// Returns a game under its conditions, and warnings about ignored parts of their text.
    pub(super) fn playable(
        &self,
        game: &str,
        conditions: &str,
        set: &[String],
    ) -> Result<(Conditioned<'_>, Vec<String>), Fault> {
        let changes =
            arena::playable::parse_changes(set).map_err(|why| Fault::wrong_at("set", why))?;
        self.host.conditioned(game, conditions, changes)
    }

    fn check(&self, asked: &LabCheck) -> Result<LabChecked, Fault> {
        if asked.conditions.len() > LONGEST {
            let why = format!("conditions have at most {LONGEST} bytes");
            return Err(Fault::wrong_at("conditions", why).longer_than(LONGEST, "bytes"));
        }
        let (playable, _) = self.playable(&asked.game, &asked.conditions, &[])?;
        let player = asked.player.as_deref();
        let player = player.map(|text| player_policy::admit(playable.players(), text));
        let player = player.transpose()?;
        Ok(LabChecked {
            player: player.map(|player| player.to_string()),
        })
    }

    fn run_match(&self, asked: LabTournament, task: &TaskHandle) -> Result<LabMatch, Fault> {
        let mut session = Session::of_match(self, asked)?;
        self.play(&mut session, task)?;
        Ok(session.result())
    }

    fn run_tournament(
        &self,
        asked: LabTournament,
        task: &TaskHandle,
    ) -> Result<LabStandings, Fault> {
        let mut session = Session::new(self, asked)?;
        self.play(&mut session, task)?;
        Ok(session.standings())
    }

    /// Plays a session that pages see under the name of its game.
    fn play(&self, session: &mut Session<'_>, task: &TaskHandle) -> Result<(), Fault> {
        let title = Title {
            name: session.asked.game.clone(),
            short: false,
            tournament: true,
        };
        let sitting = self.running.begin(title, task.cancel());
        let sitting = sitting.ok_or_else(|| {
            Fault::wrong("a tournament of this game is running already")
                .code(FaultCode::AlreadyRunning)
                .value("what", "tournament")
        })?;
        let (mut done, total) = (session.games(), session.total());
        sitting.tell(done, 0, total);
        session.play(task, &mut |_| {
            done += 1;
            sitting.tell(done, 0, total);
            Ok(())
        })
    }
}

/// Returns the players of a request, if the client may use them.
pub(super) fn players(
    trust: Trust,
    playable: &dyn PlayableGame,
    asked: &[String],
) -> Result<Vec<Contender>, Fault> {
    if asked.len() < 2 {
        let why = "name two players or more";
        return Err(Fault::wrong_at("players", why));
    }
    let player = |(number, text): (usize, &String)| {
        let player = trust.contender(playable.players(), text);
        player.map_err(|fault| fault.at(format!("players[{number}]")))
    };
    asked.iter().enumerate().map(player).collect()
}
