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
use super::history::{History, Row, ShotTaken};
use super::journal::{AppliedEntry, Header, Journal, Line, LoadedJournal, SideEntry};
use super::message::{GameMode, MessageError, Settings, TeamSettings};
use super::notice::{Notice, Notices};
use super::state::StateBuilder;
use crate::dice::{Dice, DrawnSeed, ForgedSeed};
use crate::match_state::{Command, Entry, Event, Match, Refusal};
use crate::record::MatchResult;
use crate::setup::Setup;
use crate::timestamp;
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

/// The callbacks of a match.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    pub(crate) watch: Option<Watch>,
    pub(crate) notices: Option<Notices>,
}

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
    /// Only the owner of a match may do this.
    #[error("this match was created by another user")]
    NotOwner,
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
    /// Whether the command came too late: the match is lost.
    pub(crate) late: bool,
}

/// A match session.
pub(crate) struct Session {
    header: Header,
    sides: [Option<SideEntry>; 2],
    running: Option<RunningMatch>,
    journal: Option<Journal>,
    event_log: Arc<EventLog>,
    hooks: Hooks,
    last_activity: Instant,
    last_command: Instant,
    abandoned: bool,
    /// Whether the journal has the seed of drawn dice.
    revealed: bool,
    /// The sides whose contestants are asked in this process, which measures their time itself.
    driven: [bool; 2],
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
        hooks: Hooks,
    ) -> io::Result<Self> {
        let journal = folder.map(|folder| Journal::create(folder, header.clone(), durable));
        let session = Self::new(header, journal.transpose()?, hooks);
        let settings = session.settings();
        session.tell(|| Notice::Created {
            owner: session.header.owner.clone(),
            name: settings.match_name.clone(),
            mode: settings.game_mode.spelling(),
            ends: settings.standard_end_count,
        });
        Ok(session)
    }

    fn new(header: Header, journal: Option<Journal>, hooks: Hooks) -> Self {
        Session {
            event_log: Arc::new(EventLog::new(History::new(&header))),
            header,
            sides: [None, None],
            running: None,
            journal,
            hooks,
            last_activity: Instant::now(),
            last_command: Instant::now(),
            abandoned: false,
            revealed: false,
            driven: [false; 2],
        }
    }

    /// A new match whose sides are taken from the beginning, under any conditions: one of a cup.
    pub(crate) fn create_seated(
        header: Header,
        sides: [SideEntry; 2],
        setup: Setup,
        base: &Curling,
        storage: (Option<&Path>, bool),
        hooks: Hooks,
    ) -> Result<Self, Refused> {
        let running = RunningMatch::new(base, setup.clone()).map_err(MessageError::Value)?;
        let mut session = Self::create(header, storage.0, storage.1, hooks)?;
        for side in sides {
            session.write(&Line::Side(Box::new(side.clone())))?;
            session.take_side(side);
        }
        session.write(&Line::Setup(Box::new(setup)))?;
        session.start(running, Some(timestamp::now()));
        Ok(session)
    }

    /// Sets the sides whose contestants are asked in this process.
    pub(crate) fn set_driven(&mut self, driven: [bool; 2]) {
        self.driven = driven;
    }

    /// The match, once both teams have joined.
    pub(crate) fn curling_match(&self) -> Option<&Match> {
        self.running.as_ref().map(|running| &running.curling_match)
    }

    /// Applies a command of a team whose contestant is asked in this process, or of the organiser,
    /// with the time it took.
    pub(crate) fn apply_of(
        &mut self,
        team: Team,
        command: Command,
        spent: Duration,
    ) -> Result<Applied, Refused> {
        if self.abandoned || self.running.is_none() {
            return Err(Refused::Conflict("the match is over".to_owned()));
        }
        self.carry_out(team, command, spent)
    }

    /// The session of a journal.
    ///
    /// # Errors
    /// The number of the inconsistent line, and the reason.
    pub(crate) fn load(
        read: LoadedJournal,
        base: &Curling,
        hooks: Hooks,
    ) -> Result<Self, (usize, String)> {
        let mut lines = read.lines;
        let revealed = revealed_in(&lines);
        if let Some(Line::Match(header)) = lines.first_mut() {
            recover_seed(&mut header.dice, revealed, &read.journal).map_err(|why| (1, why))?;
        }
        let mut session = Self::of_lines(lines, base)?;
        session.journal = Some(read.journal);
        session.hooks = hooks;
        session.reveal_when_over();
        session.close_journal();
        if !session.is_over() {
            let shots = session.event_log.read(|history| {
                let shots = history.rows.iter().filter(|row| row.shot.is_some());
                shots.count()
            });
            session.tell(|| Notice::Restored { shots });
            if let (Some(running), Some(watch)) = (&session.running, &session.hooks.watch) {
                watch(session.header.id, &running.curling_match, None);
            }
        }
        Ok(session)
    }

    /// The session of the lines of a journal, which is not written to.
    ///
    /// # Errors
    /// The number of the inconsistent line, and the reason.
    pub(crate) fn of_lines(lines: Vec<Line>, base: &Curling) -> Result<Self, (usize, String)> {
        let revealed = revealed_in(&lines);
        let mut lines = lines.into_iter().enumerate();
        let Some((_, Line::Match(mut header))) = lines.next() else {
            return Err((1, "expected a `match` line".to_owned()));
        };
        if let Some(seed) = revealed.filter(|_| !header.dice.is_known()) {
            let forged = |why: ForgedSeed| (1, why.to_string());
            header.dice.reveal(seed).map_err(forged)?;
        }
        let mut session = Self::new(*header, None, Hooks::default());
        for (index, line) in lines {
            session
                .restore_line(line, base)
                .map_err(|why| (index + 1, why))?;
        }
        if let (true, Some(seed)) = (session.revealed, session.revealed_seed()) {
            session.event_log.reveal(seed.text());
        }
        Ok(session)
    }

    /// Tells the server's log.
    fn tell(&self, notice: impl FnOnce() -> Notice) {
        if let Some(notices) = &self.hooks.notices {
            notices(self.header.id, &notice());
        }
    }

    fn restore_line(&mut self, line: Line, base: &Curling) -> Result<(), String> {
        match line {
            Line::Match(_) => return Err("second `match` line".to_owned()),
            Line::Side(side) => self.take_side(*side),
            Line::Setup(mut setup) => {
                if let Some(seed) = self.header.dice.secret() {
                    let revealed = setup.dice.reveal(seed.clone());
                    revealed.map_err(|why| why.to_string())?;
                }
                self.start(RunningMatch::new(base, *setup)?, None);
            }
            Line::Entry(entry) => self.replay(*entry, None)?,
            Line::Applied(applied) => self.replay(applied.entry, Some(applied.at))?,
            Line::Abandoned => {
                self.abandoned = true;
                self.event_log.finish();
            }
            Line::Seed(_) => self.revealed = true,
        }
        Ok(())
    }

    fn take_side(&mut self, side: SideEntry) {
        self.event_log.set_team(side.team, side.settings.clone());
        let index = side.team.index();
        self.sides[index] = Some(side);
    }

    fn replay(&mut self, entry: Entry, at: Option<u64>) -> Result<(), String> {
        let running = self
            .running
            .as_mut()
            .ok_or("entry before both teams joined")?;
        let event = running
            .curling_match
            .replay(entry)
            .map_err(|why| why.to_string())?;
        self.publish(&event, at);
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

    /// Counts the present as activity if a stream is open.
    pub(crate) fn note_attendance(&mut self) {
        if self.event_log.is_attended() {
            self.last_activity = Instant::now();
        }
    }

    /// The time of the last activity.
    pub(crate) fn last_activity(&self) -> Instant {
        self.last_activity
    }

    /// The time since the last command. Readers of a match that is over do not prolong it.
    pub(crate) fn over_for(&self) -> Duration {
        self.last_command.elapsed()
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
        let notice = Notice::Joined {
            team: side,
            user: user.to_owned(),
            name: taken.settings.team_name.clone(),
        };
        self.take_side(taken);
        self.tell(|| notice);
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
        self.start(running, Some(timestamp::now()));
        Ok(())
    }

    /// Publishes the opening state.
    fn start(&mut self, running: RunningMatch, at: Option<u64>) {
        self.event_log.push(Row {
            state: running.states.opening(&running.curling_match),
            shot: None,
            at,
        });
        if let Some(watch) = &self.hooks.watch {
            watch(self.header.id, &running.curling_match, None);
        }
        self.running = Some(running);
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let journal = self.journal.as_mut();
        let written = journal.map_or(Ok(()), |journal| journal.write(line));
        if let Err(error) = &written {
            let why = error.to_string();
            self.tell(|| Notice::Unwritten { why });
        }
        written
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
            let names = (running.turns == 0).then(|| running.curling_match.setup().names.clone());
            self.last_activity = now;
            self.event_log.open();
            if let Some(names) = names {
                self.tell(|| Notice::Begun { names });
            }
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
        let at = timestamp::now();
        self.write(&Line::Applied(Box::new(AppliedEntry {
            at,
            entry: event.entry.clone(),
        })))?;
        if let Some(running) = &mut self.running {
            running.curling_match = curling_match;
        }
        self.publish(&event, Some(at));
        self.reveal_when_over();
        self.close_journal();
        Ok(Applied {
            simulation,
            late: event.entry.command == Command::TimeOut,
        })
    }

    /// Publishes an event and starts the clock of the team to act.
    fn publish(&mut self, event: &Event, at: Option<u64>) {
        let Some(running) = &mut self.running else {
            return;
        };
        // An order of players changes nothing that a state tells: a client that sees a state twice
        // may throw twice. Of two states the first is that of the shot.
        let silent = matches!(event.entry.command, Command::Order(_));
        let mut shot = ShotTaken::of(&running.curling_match, event);
        let states = running.states.after(&running.curling_match, event);
        for state in states.into_iter().filter(|_| !silent) {
            self.event_log.push(Row {
                state,
                shot: shot.take(),
                at,
            });
        }
        if running.curling_match.to_act().is_none() {
            self.event_log.finish();
        }
        if let Some(watch) = &self.hooks.watch {
            watch(self.header.id, &running.curling_match, Some(event));
        }
        self.last_activity = Instant::now();
        self.last_command = self.last_activity;
        running.since = running.since.map(|_| self.last_activity);
        running.turns += 1;
        self.tell_score(event);
    }

    /// Tells the server's log of the end of an end, and of the match.
    fn tell_score(&self, event: &Event) {
        let Some(running) = &self.running else {
            return;
        };
        let (game, names) = (running.curling_match.game(), || {
            running.curling_match.setup().names.clone()
        });
        if event.step.is_some_and(|step| step.end.is_some()) {
            let [before, total] = [&event.before, game]
                .map(|game| Team::BOTH.map(|team| u32::from(game.total(team))));
            self.tell(|| Notice::EndOver {
                end: u32::from(event.before.end) + 1,
                points: [0, 1].map(|team| total[team] - before[team].min(total[team])),
                names: names(),
                total,
            });
        }
        if let Some(result) = MatchResult::of(game) {
            self.tell(|| Notice::Over {
                names: names(),
                result,
            });
        }
    }

    /// The time left until the team to act loses on time, and the number of the turn.
    pub(crate) fn deadline(&self) -> Option<(Duration, u64)> {
        let running = self.running.as_ref()?;
        let to_act = running.curling_match.to_act()?;
        if self.driven[to_act.index()] {
            return None;
        }
        let left = running.curling_match.time_left(to_act).game?;
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
        self.tell(|| Notice::Abandoned);
        self.close()
    }

    /// Deletes a match that has not begun, for its owner.
    pub(crate) fn delete(&mut self, user: &str) -> Result<(), Refused> {
        if self.header.owner != user {
            return Err(Refused::NotOwner);
        }
        if self.running.is_some() {
            return Err(Refused::Conflict(
                "both teams have joined: the match ends by play or on time".to_owned(),
            ));
        }
        self.close()?;
        self.tell(|| Notice::Deleted);
        Ok(())
    }

    fn close(&mut self) -> io::Result<()> {
        self.abandoned = true;
        self.event_log.finish();
        self.write(&Line::Abandoned)?;
        self.reveal_when_over();
        self.close_journal();
        Ok(())
    }
}

/// Returns the seed that the lines of a journal reveal.
fn revealed_in(lines: &[Line]) -> Option<DrawnSeed> {
    lines.iter().find_map(|line| match line {
        Line::Seed(seed) => Some(seed.clone()),
        _ => None,
    })
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
