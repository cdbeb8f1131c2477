//! A match session: one match on the server with its users, journal, event log and clock.
//!
//! A plain value without tasks or sockets, behind a lock of the [`registry`](super::registry). A
//! command is written to the [journal](super::journal) first and to the [event
//! log](super::event_log) then, so nothing is published that could be lost. If it cannot be
//! written, it is not applied.
//!
//! *The clock* of the team to act runs from the publication of the previous state to the arrival of
//! its answer, and for the first time from the moment both teams are connected. After a restart of
//! the server it waits for both again. Choosing the placement of an end takes the same clock, so no
//! team can block a match for ever.
//!
//! *The seed* of drawn dice is secret until the match is over; before that only its hash is told.

use super::event_log::EventLog;
use super::journal::{Header, Journal, Line, LoadedJournal, SideEntry};
use super::message::{GameMode, MessageError, Settings, TeamSettings};
use super::state::StateBuilder;
use crate::dice::{Dice, DrawnSeed};
use crate::match_state::{Command, Entry, Event, Match, Refusal};
use crate::setup::Setup;
use arena::clock::GRACE;
use curling::arena_game::Curling;
use curling::physics::Mode;
use curling::rules::Team;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// A callback for every event of a match; without an event when a match is about to begin or was
/// loaded from disk. It is called under the lock of the match: it should be quick.
pub type Watch = Arc<dyn Fn(Uuid, &Match, Option<&Event>) + Send + Sync>;

/// The delay after a clock has run out before a silent team loses. An answer that arrived in time
/// may still wait in a queue.
const SLACK: Duration = Duration::from_millis(500);

/// The retry interval if a loss on time could not be recorded.
const OVERDUE: Duration = Duration::from_secs(5);

/// The reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The user does not play in this match.
    #[error("you do not play in this match")]
    NotYours,
    /// Not possible now.
    #[error("{0}")]
    Conflict(String),
    /// Not possible in a standard match.
    #[error("a standard match has no end set-up")]
    NotDoubles,
    /// An invalid message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The journal cannot be written.
    #[error("the match cannot be recorded")]
    Storage(#[from] io::Error),
}

/// A command that was applied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Applied {
    /// The simulation time of the shot.
    pub(crate) simulation: Duration,
    /// Whether it came too late: the match is lost.
    pub(crate) late: bool,
}

/// A match session.
pub(crate) struct Session {
    header: Header,
    sides: [Option<SideEntry>; 2],
    running: Option<RunningMatch>,
    journal: Option<Journal>,
    event_log: Arc<EventLog>,
    watch: Option<Watch>,
    last_activity: Instant,
    abandoned: bool,
    /// Whether the journal has the seed of drawn dice.
    revealed: bool,
}

/// The match, once both teams have joined.
struct RunningMatch {
    curling_match: Match,
    states: StateBuilder,
    /// The start of the running clock, that of the team to act.
    since: Option<Instant>,
    /// The number of commands applied.
    turns: u64,
}

impl RunningMatch {
    fn new(base: &Curling, setup: Setup) -> Result<Self, String> {
        let curling = base.under(setup.conditions.clone());
        let states = StateBuilder::new(&setup);
        Ok(RunningMatch {
            curling_match: Match::with_curling(curling.map_err(|why| why.to_string())?, setup),
            states,
            since: None,
            turns: 0,
        })
    }
}

impl Session {
    /// A new match without teams.
    pub(crate) fn create(
        header: Header,
        folder: Option<&Path>,
        durable: bool,
        watch: Option<Watch>,
    ) -> io::Result<Self> {
        let journal = folder.map(|folder| Journal::create(folder, header.clone(), durable));
        Ok(Self::new(header, journal.transpose()?, watch))
    }

    fn new(header: Header, journal: Option<Journal>, watch: Option<Watch>) -> Self {
        let event_log = EventLog::new(header.settings.match_name.clone());
        event_log.set_dice(&header.dice);
        Session {
            event_log: Arc::new(event_log),
            header,
            sides: [None, None],
            running: None,
            journal,
            watch,
            last_activity: Instant::now(),
            abandoned: false,
            revealed: false,
        }
    }

    /// The session of a journal.
    ///
    /// # Errors
    /// The number of the inconsistent line, and the reason.
    pub(crate) fn load(
        read: LoadedJournal,
        base: &Curling,
        watch: Option<Watch>,
    ) -> Result<Self, (usize, String)> {
        let revealed = read.lines.iter().find_map(|line| match line {
            Line::Seed(seed) => Some(seed.clone()),
            _ => None,
        });
        let mut lines = read.lines.into_iter().enumerate();
        let Some((_, Line::Match(mut header))) = lines.next() else {
            return Err((1, "expected a `match` line".to_owned()));
        };
        recover_seed(&mut header.dice, revealed, &read.journal).map_err(|why| (1, why))?;
        let mut session = Self::new(*header, Some(read.journal), None);
        for (index, line) in lines {
            session
                .restore_line(line, base)
                .map_err(|why| (index + 1, why))?;
        }
        session.reveal_when_over();
        session.close_journal();
        session.watch = watch;
        if let (Some(running), Some(watch), false) =
            (&session.running, &session.watch, session.is_over())
        {
            watch(session.header.id, &running.curling_match, None);
        }
        Ok(session)
    }

    fn restore_line(&mut self, line: Line, base: &Curling) -> Result<(), String> {
        match line {
            Line::Match(_) => return Err("second `match` line".to_owned()),
            Line::Side(side) => {
                let index = side.team.index();
                self.sides[index] = Some(*side);
            }
            Line::Setup(mut setup) => {
                if let Some(seed) = self.header.dice.secret() {
                    setup
                        .dice
                        .reveal(seed.clone())
                        .map_err(|why| why.to_string())?;
                }
                self.start(RunningMatch::new(base, *setup)?);
            }
            Line::Entry(entry) => self.replay(*entry)?,
            Line::Abandoned => self.abandoned = true,
            Line::Seed(_) => self.revealed = true,
        }
        Ok(())
    }

    fn replay(&mut self, entry: Entry) -> Result<(), String> {
        let running = self
            .running
            .as_mut()
            .ok_or("entry before both teams joined")?;
        let event = running
            .curling_match
            .replay(entry)
            .map_err(|why| why.to_string())?;
        self.publish(&event);
        Ok(())
    }

    pub(crate) fn id(&self) -> Uuid {
        self.header.id
    }

    pub(crate) fn owner(&self) -> &str {
        &self.header.owner
    }

    fn settings(&self) -> &Settings {
        &self.header.settings
    }

    pub(crate) fn event_log(&self) -> &Arc<EventLog> {
        &self.event_log
    }

    /// The time of the last activity.
    pub(crate) fn last_activity(&self) -> Instant {
        self.last_activity
    }

    /// Whether the match is over or abandoned.
    pub(crate) fn is_over(&self) -> bool {
        let decided = |running: &RunningMatch| running.curling_match.to_act().is_none();
        self.abandoned || self.running.as_ref().is_some_and(decided)
    }

    /// The seed of drawn dice, once the match is over.
    pub(crate) fn revealed_seed(&self) -> Option<&DrawnSeed> {
        self.header.dice.secret().filter(|_| self.is_over())
    }

    /// Reveals the seed of drawn dice, if the match is over.
    fn reveal_when_over(&mut self) {
        let Some(seed) = self.revealed_seed().cloned() else {
            return;
        };
        self.event_log.reveal(seed.text());
        if std::mem::replace(&mut self.revealed, true) {
            return;
        }
        let id = self.header.id;
        tracing::info!("match {id} is over; its seed: {}", seed.text());
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.reveal(seed)
        {
            // The result stands, and the seed is revealed when the server starts again.
            tracing::error!("the seed of match {id} cannot be recorded: {error}");
        }
    }

    /// The side of a user.
    pub(crate) fn side_of(&self, user: &str) -> Option<Team> {
        let is_theirs = |team: &Team| {
            let side = &self.sides[team.index()];
            side.as_ref().is_some_and(|side| side.user == user)
        };
        Team::BOTH.into_iter().find(is_theirs)
    }

    /// Gives a user a side, if possible the preferred one. A user who has a side keeps it, and may
    /// change the team's settings until the other team has joined.
    pub(crate) fn join(
        &mut self,
        user: &str,
        preferred: Team,
        team: TeamSettings,
        base: &Curling,
        referee: Mode,
    ) -> Result<Team, Refused> {
        team.hands(self.settings().game_mode)?;
        let free = |team: &Team| self.sides[team.index()].is_none();
        let own = self.side_of(user);
        let side = own
            .or_else(|| [preferred, preferred.other()].into_iter().find(free))
            .ok_or_else(|| Refused::Conflict("both sides of this match are taken".to_owned()))?;
        if self.is_over() && own.is_none() {
            return Err(Refused::Conflict("the match is over".to_owned()));
        }
        if self.running.is_some() {
            return Ok(side);
        }
        let taken = SideEntry {
            team: side,
            user: user.to_owned(),
            settings: team,
        };
        self.write(&Line::Side(Box::new(taken.clone())))?;
        self.sides[side.index()] = Some(taken);
        self.last_activity = Instant::now();
        self.start_when_full(base, referee)?;
        Ok(side)
    }

    /// Starts the match, once both sides are taken.
    fn start_when_full(&mut self, base: &Curling, referee: Mode) -> Result<(), Refused> {
        let [Some(zero), Some(one)] = &self.sides else {
            return Ok(());
        };
        let settings = self.settings();
        let mode = settings.game_mode;
        let mut setup = Setup::new(settings.conditions(referee)?, self.header.dice.clone());
        setup.conditions.teams = [zero.settings.hands(mode)?, one.settings.hands(mode)?];
        setup.time = [settings.thinking_time()?; 2];
        setup.names = [zero, one].map(|side| side.settings.team_name.clone());
        let running = RunningMatch::new(base, setup.clone()).map_err(MessageError::Value)?;
        self.write(&Line::Setup(Box::new(setup)))?;
        self.start(running);
        Ok(())
    }

    /// Publishes the opening state.
    fn start(&mut self, running: RunningMatch) {
        self.event_log
            .set_teams(running.curling_match.setup().names.clone());
        self.event_log
            .push(&running.states.opening(&running.curling_match));
        if let Some(watch) = &self.watch {
            watch(self.header.id, &running.curling_match, None);
        }
        self.running = Some(running);
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let journal = self.journal.as_mut();
        journal.map_or(Ok(()), |journal| journal.write(line))
    }

    /// Closes the journal of a match that is over: nothing more is written.
    fn close_journal(&mut self) {
        if self.is_over() {
            self.journal = None;
        }
    }

    /// Starts the clock if both teams are connected.
    pub(crate) fn begin(&mut self, now: Instant) {
        let Some(running) = &mut self.running else {
            return;
        };
        if running.since.is_none() && self.event_log.both_connected() {
            running.since = Some(now);
            self.last_activity = now;
            self.event_log.open();
        }
    }

    /// Applies a command of a user; `arrival` is when its request arrived.
    pub(crate) fn apply(
        &mut self,
        user: &str,
        command: Command,
        arrival: Instant,
    ) -> Result<Applied, Refused> {
        let team = self.side_of(user).ok_or(Refused::NotYours)?;
        if matches!(command, Command::Place(_)) && self.settings().game_mode == GameMode::Standard {
            return Err(Refused::NotDoubles);
        }
        let waiting = || {
            Refused::Conflict("the match has not begun: both teams must send their configuration and open their streams".to_owned())
        };
        if self.abandoned {
            return Err(Refused::Conflict("the match was abandoned".to_owned()));
        }
        let running = self.running.as_ref().ok_or_else(waiting)?;
        if running.since.is_none() && running.turns == 0 {
            return Err(waiting());
        }
        let spent = running.since.map_or(Duration::ZERO, |since| {
            arrival.saturating_duration_since(since)
        });
        self.carry_out(team, command, spent)
    }

    fn carry_out(
        &mut self,
        team: Team,
        command: Command,
        spent: Duration,
    ) -> Result<Applied, Refused> {
        let running = self.running.as_ref().expect("both teams have joined");
        let mut curling_match = running.curling_match.clone();
        let began = Instant::now();
        let event = curling_match
            .apply(team, command, spent)
            .map_err(|refusal| {
                Refused::Conflict(match refusal {
                    Refusal::NotYourTurn { .. } => "it is not your turn".to_owned(),
                    other => other.to_string(),
                })
            })?;
        let simulation = began.elapsed();
        self.write(&Line::Entry(Box::new(event.entry.clone())))?;
        if let Some(running) = &mut self.running {
            running.curling_match = curling_match;
        }
        self.publish(&event);
        self.reveal_when_over();
        self.close_journal();
        Ok(Applied {
            simulation,
            late: event.entry.command == Command::TimeOut,
        })
    }

    /// Publishes an event and starts the clock of the team to act.
    fn publish(&mut self, event: &Event) {
        let Some(running) = &mut self.running else {
            return;
        };
        for state in running.states.after(&running.curling_match, event) {
            self.event_log.push(&state);
        }
        if running.curling_match.to_act().is_none() {
            self.event_log.finish();
        }
        if let Some(watch) = &self.watch {
            watch(self.header.id, &running.curling_match, Some(event));
        }
        self.last_activity = Instant::now();
        running.since = running.since.map(|_| self.last_activity);
        running.turns += 1;
    }

    /// The time left until the team to act loses on time, and the number of the turn.
    pub(crate) fn deadline(&self) -> Option<(Duration, u64)> {
        let running = self.running.as_ref()?;
        let left = running
            .curling_match
            .time_left(running.curling_match.to_act()?)
            .game?;
        let wait = (left + GRACE + SLACK).checked_sub(running.since?.elapsed());
        Some((wait.unwrap_or(OVERDUE), running.turns))
    }

    /// Makes the team to act lose on time, unless the turn has changed.
    pub(crate) fn time_out(&mut self, turn: u64) -> Result<(), Refused> {
        let Some(running) = &self.running else {
            return Ok(());
        };
        match (running.curling_match.to_act(), running.since) {
            (Some(team), Some(since)) if running.turns == turn => {
                self.carry_out(team, Command::TimeOut, since.elapsed())?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Abandons the match.
    pub(crate) fn abandon(&mut self) -> io::Result<()> {
        self.abandoned = true;
        self.event_log.finish();
        self.write(&Line::Abandoned)?;
        self.reveal_when_over();
        self.close_journal();
        Ok(())
    }
}

/// Finds the seed of drawn dice: in the journal of a match that is over, otherwise in its file.
fn recover_seed(
    dice: &mut Dice,
    revealed: Option<DrawnSeed>,
    journal: &Journal,
) -> Result<(), String> {
    if dice.is_known() {
        return Ok(());
    }
    let seed = revealed.map_or_else(|| journal.secret_seed(), Ok)?;
    dice.reveal(seed).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests;
