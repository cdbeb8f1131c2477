//! Session of a match or tournament: games to play, games played, standings.

use super::standings::{LabMatch, LabStandings};
use super::tournament::{LabTournament, RISK, players};
use super::{LabState, export, threads};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use crate::{Host, Trust};
use arena::perspective::Distinct;
use arena::playable::Conditioned;
use arena::process::quote;
use arena::report::{Block, Facts, Phrase, Report};
use arena::standings::{Faults, Standings};
use arena::statistics::{Decision, Sprt};
use arena::tournament::{Fixture, Format, TournamentError, fixtures, play_fixtures, with_own_dice};
use arena::{Contender, GameRecord, PlayableGame, Terms};
use lookahead::Seed;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two partial answers.
const PACE: Duration = Duration::from_millis(300);

/// A function that stores the record of a game.
pub type Keep<'a> = &'a mut dyn FnMut(&GameRecord) -> Result<(), Fault>;

/// A match or a tournament that can be played.
pub struct Session<'a> {
    /// The request.
    pub(super) asked: LabTournament,
    /// Warnings about ignored parts of the conditions.
    pub warnings: Vec<String>,
    /// The file of the conditions, for the report.
    pub file: Option<String>,
    host: &'a Host,
    is_match: bool,
    playable: Arc<Conditioned<'a>>,
    players: Arc<[Contender]>,
    terms: Terms,
    test: Option<Sprt>,
    fixtures: Vec<Fixture>,
    standings: Standings,
    records: String,
    interrupted: bool,
}

impl<'a> Session<'a> {
    /// Creates a tournament; the names of its players must differ.
    ///
    /// # Errors
    /// If the request is invalid, or above the limits of the host.
    pub fn new(state: &'a LabState, asked: LabTournament) -> Result<Self, Fault> {
        let session = Self::prepared(state, asked, false)?;
        let players = &session.players;
        for number in 0..players.len() {
            Contender::all_differ(&players[..=number])
                .map_err(|why| Fault::wrong_at(format!("players[{number}]"), why))?;
        }
        Ok(session)
    }

    /// Creates a match of two players.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn of_match(state: &'a LabState, asked: LabTournament) -> Result<Self, Fault> {
        if asked.players.len() != 2 {
            return Err(
                Fault::because(("a match has two players", "対戦のプレイヤーは2つです"))
                    .at("players"),
            );
        }
        Self::prepared(state, asked, true)
    }

    fn prepared(state: &'a LabState, asked: LabTournament, is_match: bool) -> Result<Self, Fault> {
        let host = &state.host;
        if host.trust == Trust::Page {
            asked.bounded()?;
        }
        if asked.games == 0 {
            return Err(
                Fault::because(("play one game or more", "対局数は1以上にしてください"))
                    .at("games"),
            );
        }
        let (playable, warnings) = state.playable(&asked.game, &asked.conditions, &asked.set)?;
        let players = players(host.trust, &*playable, &asked.players)?;
        let format = if asked.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        };
        let seed = Seed(asked.seed);
        let mut fixtures = fixtures(&format.pairings(players.len()), asked.games, seed);
        if asked.own_dice && playable.has_dice() {
            fixtures = with_own_dice(fixtures, seed);
        }
        if host.trust == Trust::Page {
            asked.bounded_records(fixtures.len() as u64)?;
        }
        let mut session = Session {
            terms: asked.terms()?,
            test: asked.test()?,
            standings: Standings::of(&*playable, &players),
            file: None,
            records: String::new(),
            interrupted: false,
            asked,
            warnings,
            host,
            is_match,
            playable: Arc::new(playable),
            players: players.into(),
            fixtures,
        };
        if !session.asked.played.is_empty() {
            let played = arena::replay::read(&session.asked.played);
            session.resume(played.map_err(|why| Fault::wrong_at("played", why))?)?;
        }
        Ok(session)
    }

    /// Returns the game under its conditions.
    pub fn playable(&self) -> &dyn PlayableGame {
        &**self.playable
    }

    /// Returns the limits of time and length.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the number of games with a result.
    pub fn games(&self) -> u64 {
        self.standings.games() as u64
    }

    /// Returns the number of all games.
    pub fn total(&self) -> u64 {
        self.fixtures.len() as u64
    }

    /// Counts games of an earlier run; they are not played again.
    ///
    /// # Errors
    /// If one was played under other conditions.
    pub fn resume(&mut self, mut played: Vec<GameRecord>) -> Result<(), Fault> {
        let conditions = self.playable.conditions();
        let foreign = |game: &GameRecord| {
            game.game != self.playable.name() || (game.version > 1 && game.conditions != conditions)
        };
        if let Some(number) = played.iter().position(foreign) {
            let why = format!("game {} was played under other conditions", number + 1);
            return Err(Fault::wrong_at("played", why));
        }
        for fixture in &self.fixtures {
            let sides = fixture.players.map(|player| &self.players[player]);
            let wanted = |game: &GameRecord| game.seed == fixture.seed && game.is_played_by(sides);
            if let Some(at) = played.iter().position(wanted) {
                self.standings.add(fixture, &played.remove(at));
            }
        }
        Ok(())
    }

    /// Plays the games that have no result, until all are over, the test is decided or the task is
    /// cancelled. Every record goes to `keep`.
    ///
    /// # Errors
    /// If a program cannot be started, or `keep` fails.
    pub fn play(&mut self, task: &TaskHandle, keep: Keep<'_>) -> Result<(), Fault> {
        let missing = self.missing();
        let (playable, players) = (Arc::clone(&self.playable), Arc::clone(&self.players));
        let (terms, threads, cancel) = (self.terms, threads(self.asked.threads)?, task.cancel());
        let (mut failure, mut last) = (None, Instant::now());
        task.progress(self.games(), self.total());
        self.tell(task);
        let deliver = |fixture: &Fixture, record: GameRecord| {
            if let Err(fault) = self.keep(fixture, &record, keep) {
                failure = Some(fault);
                return ControlFlow::Break(());
            }
            task.progress(self.games(), self.total());
            if last.elapsed() > PACE {
                last = Instant::now();
                self.tell(task);
            }
            if self.is_decided(fixture) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let ended = play_fixtures(
            &**playable,
            &players,
            &missing,
            &terms,
            threads,
            &cancel,
            deliver,
        );
        self.interrupted = task.is_cancelled();
        ended.map_err(|error| match error {
            TournamentError::Spec(error) => Fault::wrong(error),
            error @ TournamentError::CannotStart { .. } => Fault::failed(error),
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// Sends a partial answer.
    fn tell(&self, task: &TaskHandle) {
        if self.is_match {
            task.partial(&self.result());
        } else {
            task.partial(&self.so_far());
        }
    }

    /// Returns the games without a result.
    fn missing(&self) -> Vec<Fixture> {
        let missing = |fixture: &&Fixture| !self.standings.has(fixture);
        self.fixtures.iter().filter(missing).copied().collect()
    }

    fn keep(
        &mut self,
        fixture: &Fixture,
        record: &GameRecord,
        keep: &mut dyn FnMut(&GameRecord) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        keep(record)?;
        if self.asked.records {
            self.records += &serde_json::to_string(record).map_err(Fault::failed)?;
            self.records.push('\n');
        }
        self.standings.add(fixture, record);
        Ok(())
    }

    /// Returns whether the sequential test is decided, after a whole pair.
    fn is_decided(&self, last: &Fixture) -> bool {
        let test = self.test.as_ref().filter(|_| last.game % 2 == 1);
        test.is_some_and(|test| self.standings.verdict(test).decision != Decision::Continue)
    }

    /// Returns the result of a match.
    pub fn result(&self) -> LabMatch {
        LabMatch {
            game: self.asked.game.clone(),
            seed: self.asked.seed,
            interrupted: self.interrupted,
            total: self.total(),
            variety: self.variety(),
            result: self.standings.match_result(self.test.as_ref()),
            records: self.kept(),
        }
    }

    /// Returns the table so far, without the lines of the final one.
    pub fn so_far(&self) -> LabStandings {
        LabStandings {
            game: self.asked.game.clone(),
            seed: self.asked.seed,
            interrupted: self.interrupted,
            games: self.standings.distinct(),
            total: self.total(),
            variety: self.variety(),
            standings: self.standings.standings(),
            crossings: self.standings.cross_scores(),
            notes: Vec::new(),
            markdown: None,
            records: None,
        }
    }

    /// Returns the final table.
    pub fn standings(&self) -> LabStandings {
        LabStandings {
            notes: self.standings.notes(),
            markdown: Some(export::one_file(&self.report())),
            records: self.kept(),
            ..self.so_far()
        }
    }

    fn kept(&self) -> Option<String> {
        self.asked.records.then(|| self.records.clone())
    }

    /// Returns the seed if every game has dice of its own.
    pub fn own_dice(&self) -> Option<Seed> {
        self.asked.own_dice.then_some(Seed(self.asked.seed))
    }

    /// Returns advice on varying the start, if games repeat each other.
    fn variety(&self) -> Option<Phrase> {
        let repeats = self.standings.distinct().repeats();
        repeats.then(|| self.playable.variety().into())
    }

    /// Returns the warnings of the result: faults, and games that repeat each other.
    pub fn cautions(&self) -> Vec<String> {
        let faults = self.standings.all_faults().into_iter();
        let faults = faults.filter(|fault| fault.kind != "resigned");
        let mut cautions: Vec<_> = faults.map(|fault| fault_line(&fault)).collect();
        let Distinct { games, distinct } = self.standings.distinct();
        cautions.extend(self.variety().map(|variety| {
            format!("{games} games, {distinct} distinct: the rest repeat them move by move and do not count; to vary them, {variety}")
        }));
        cautions
    }

    /// Returns the report on the games.
    pub fn report(&self) -> Report {
        let (title, blocks, decided) = self.shown();
        let done = self.games();
        Report {
            title,
            about: self.playable.about().into(),
            paper: None,
            facts: Facts {
                command: self.command(),
                variant: "full".to_owned(),
                seed: self.asked.seed,
                versions: vec![self.host.version.clone()],
                done,
                // A test that is decided needs no more games.
                total: if decided { done } else { self.total() },
                unit: ("games", "局").into(),
                ..Facts::default()
            },
            blocks,
        }
    }

    /// Returns the title and blocks of the report.
    fn shown(&self) -> (Phrase, Vec<Block>, bool) {
        if !self.is_match {
            let name = self.playable.name();
            let title = (format!("Tournament: {name}"), format!("大会: {name}"));
            return (title.into(), self.standings.blocks(), false);
        }
        let result = self.standings.match_result(self.test.as_ref());
        let [player, opponent] = &result.players;
        let decided = result.sprt.as_ref();
        let decided = decided.is_some_and(|verdict| verdict.decision != Decision::Continue);
        let title = (
            format!("{player} against {opponent}"),
            format!("{player} 対 {opponent}"),
        );
        (title.into(), self.standings.match_blocks(&result), decided)
    }

    /// Returns the command line that repeats the games.
    fn command(&self) -> String {
        let asked = &self.asked;
        let verb = if self.is_match { "match" } else { "tournament" };
        let mut words = vec![format!("{} {verb} --game {}", self.host.name, asked.game)];
        words.extend(self.players.iter().map(|player| quote(&player.to_string())));
        words.push(format!("--games {} --seed {}", asked.games, asked.seed));
        words.extend(asked.own_dice.then(|| "--own-dice".to_owned()));
        let lines = asked.conditions.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines = lines.filter(|_| self.file.is_none());
        let set = lines.map(|line| {
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            format!("{}={}", key.trim(), value.trim())
        });
        let set = set.chain(asked.set.iter().cloned());
        words.extend(set.map(|set| format!("--set {}", quote(&set))));
        words.extend(
            self.file
                .iter()
                .map(|file| format!("--conditions {}", quote(file))),
        );
        words.extend(self.limits());
        words.extend(asked.gauntlet.then(|| "--gauntlet".to_owned()));
        words.extend(asked.sprt.map(|[low, high]| {
            let risk = asked.risk.unwrap_or(RISK);
            format!("--sprt {low},{high} --risk {risk}")
        }));
        words.join(" ")
    }

    /// Returns the limits of time and length as options.
    fn limits(&self) -> impl Iterator<Item = String> {
        let Terms { time, longest } = self.terms;
        let spans = [
            ("per-move", time.per_move),
            ("per-game", time.per_game),
            ("increment", time.increment),
        ];
        let spans = spans.into_iter();
        let spans = spans.filter_map(|(name, span)| Some(format!("--{name} {}", span?)));
        spans.chain(longest.map(|moves| format!("--longest {moves}")))
    }
}

/// Returns a line on a player's faults of one kind.
fn fault_line(faults: &Faults) -> String {
    let Faults {
        player,
        kind,
        games,
        first,
    } = faults;
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    format!("player `{player}` lost {games} by a fault ({kind}); the first: {first}")
}
