//! The driver of a match: it waits for the entrants, and asks those that are no clients of Digital
//! Curling 4 for their commands, as contestants of the match's session.
//!
//! The session owns match, clocks, dice and journal. A driver may attach to a session in its
//! middle, after a restart: contestants are prepared and begin with the position as it is. Their
//! time is measured here, around each request, as the [runner](crate::runner) does; a client of
//! Digital Curling 4 has the clock of the session.

use super::contest::Contest;
use super::result::{CupResult, ends, fault_note};
use super::state::{CupMatch, Status};
use crate::contestant::Contestant;
use crate::dc4::event_log::Connection;
use crate::dc4::journal::{Header, SideEntry};
use crate::dc4::message::TeamSettings;
use crate::dc4::registry::MatchHandle;
use crate::dc4::session::Refused;
use crate::dice::Dice;
use crate::match_state::{Command, Event, Match};
use arena::Words;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Thinking};
use curling::rules::{Phase, Team};
use lookahead::Cancel;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The interval at which absent entrants, events and cancellation are looked for.
const POLL: Duration = Duration::from_millis(20);

/// The time for which a match keeps its cores while an entrant is absent: a program that has just
/// played needs a moment to connect again.
const GRACE: Duration = Duration::from_secs(2);

/// The pause before a command that could not be recorded is tried again.
const FULL_DISK: Duration = Duration::from_secs(2);

/// Why a match stopped before it was over.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stopped {
    /// A cancellation: the cup stops, or the organiser has decided.
    #[error("stopped")]
    Cancelled,
    /// The session cannot be used.
    #[error("{0}")]
    Session(#[from] Refused),
    /// A bug of ours.
    #[error("internal error")]
    Failed(#[from] crate::dc4::registry::Failed),
    /// A result cannot be written.
    #[error("cannot be recorded: {0}")]
    Storage(#[from] io::Error),
}

/// A match with its contestants.
struct Driver<'a> {
    contest: &'a Contest,
    one: &'a CupMatch,
    handle: Arc<MatchHandle>,
    current: Match,
    last: Option<Event>,
    /// None for a client of Digital Curling 4.
    contestants: [Option<Box<dyn Contestant>>; 2],
    events: Receiver<(Match, Event)>,
    cancel: Cancel,
    /// The number of requests so far: the stream of every player's seed.
    requests: u64,
    /// The last end whose orders of players were asked for.
    ordered: Option<u8>,
    /// Whether the clock runs.
    begun: bool,
}

/// Plays a match of a cup to its end, from wherever it is.
///
/// # Errors
/// If it was stopped before.
pub(crate) fn play(contest: &Contest, one: &CupMatch) -> Result<(), Stopped> {
    let (sender, events) = channel();
    let cancel = contest.hub.attach(one.id, sender);
    let played = attend(contest, one, events, cancel);
    contest.hub.detach(one.id);
    played
}

fn attend(
    contest: &Contest,
    one: &CupMatch,
    events: Receiver<(Match, Event)>,
    cancel: Cancel,
) -> Result<(), Stopped> {
    let handle = session(contest, one)?;
    let remote = one
        .entrants
        .map(|entrant| contest.cup.entrants[entrant].is_dc4());
    let driving = handle.drive(remote.map(|remote| !remote));
    let current = contest.runtime.block_on(driving)?;
    let current = current.ok_or_else(|| Refused::Conflict("the match has no setup".to_owned()))?;
    for (team, _) in Team::BOTH
        .into_iter()
        .zip(remote)
        .filter(|(_, remote)| *remote)
    {
        let standing = contest
            .cup
            .standing_id(one.division, one.entrants[team.index()]);
        contest.app.registry.set_standing(standing, Some(one.id));
    }
    let mut driver = Driver {
        requests: u64::from(current.game().end) * 1000 + u64::from(current.game().shot) * 10,
        contest,
        one,
        handle,
        current,
        last: None,
        contestants: [None, None],
        events,
        cancel,
        ordered: None,
        begun: false,
    };
    driver.run()
}

/// The user of a side that is asked in this process. No account has a colon.
fn seat_user(name: &str) -> String {
    format!("entrant:{name}")
}

/// The session of a match: a new one, or the one that a killed cup left.
fn session(contest: &Contest, one: &CupMatch) -> Result<Arc<MatchHandle>, Stopped> {
    let division = &contest.cup.divisions[one.division];
    let names = contest.names(one);
    let settings = division.settings(&contest.cup.title, contest.title(one));
    let dice = Dice::draw()?;
    let header = Header::new(
        one.id,
        super::file::ORGANISER.to_owned(),
        settings,
        dice.clone(),
    );
    let setup = division.setup(names.clone(), dice);
    let side = |team: Team| {
        let entrant = &contest.cup.entrants[one.entrants[team.index()]];
        let account = entrant.network().and_then(|seat| seat.account());
        let user = account.filter(|_| entrant.is_dc4());
        SideEntry {
            team,
            user: user.map_or_else(|| seat_user(&entrant.name), str::to_owned),
            settings: TeamSettings::usual(&entrant.name, division.mode()),
        }
    };
    Ok(contest
        .app
        .registry
        .seat(header, Team::BOTH.map(side), setup)?)
}

impl Driver<'_> {
    fn run(&mut self) -> Result<(), Stopped> {
        let played = self.play_on();
        let decided = self
            .contest
            .find(self.one.id)
            .is_some_and(|now| now.is_done());
        // A cup that stops only for now lets its programs go without a result.
        if decided || played.is_ok() {
            for contestant in self.contestants.iter_mut().flatten() {
                contestant.finish(&self.current);
            }
        }
        played?;
        self.settle()
    }

    fn play_on(&mut self) -> Result<(), Stopped> {
        if self.current.to_act().is_none() || !self.gather()? {
            return Ok(());
        }
        let _connections = self.begin()?;
        self.contest.set_status(self.one.id, Status::Running);
        while self.current.to_act().is_some() {
            self.step()?;
        }
        Ok(())
    }

    /// Writes the result, unless the organiser has decided meanwhile.
    fn settle(&self) -> Result<(), Stopped> {
        if let Some(mut result) = CupResult::of(&self.current) {
            result.note = self
                .last
                .as_ref()
                .and_then(|event| fault_note(self.current.name(event.entry.team), event));
            self.contest.finish(self.one, &result)?;
        }
        Ok(())
    }

    fn check_cancel(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        Ok(())
    }

    /// Waits until both entrants are there. Whether the match can be played: one that is absent for
    /// too long forfeits. Meanwhile other matches have its cores.
    fn gather(&mut self) -> Result<bool, Stopped> {
        let patience = self.contest.cup.wait.0;
        let mut began = Instant::now();
        let (mut told, mut given_back) = (false, false);
        loop {
            self.check_cancel()?;
            let absent = self.absent()?;
            if absent.is_empty() {
                if !given_back || self.contest.take_again(self.one.id) {
                    return Ok(true);
                }
                // It waits for cores, not for entrants.
                began = Instant::now();
                std::thread::sleep(POLL);
                continue;
            }
            if !std::mem::replace(&mut told, true) {
                self.tell_waiting(&absent);
            }
            if began.elapsed() > GRACE {
                self.contest.give_back(self.one.id);
                given_back = true;
            }
            if began.elapsed() > patience {
                self.forfeit_absent(&absent)?;
                return Ok(false);
            }
            std::thread::sleep(POLL);
        }
    }

    fn tell_waiting(&self, absent: &[Team]) {
        let names: Vec<_> = absent.iter().map(|team| self.current.name(*team)).collect();
        let names = names.join(", ");
        let en = format!("waits for {names}");
        self.contest
            .log_match(self.one, &en, &format!("{names} を待っています"));
    }

    /// The teams that are not there yet; seats those that are.
    fn absent(&mut self) -> Result<Vec<Team>, Stopped> {
        let mut absent = Vec::new();
        for team in Team::BOTH {
            let number = self.one.entrants[team.index()];
            let entrant = &self.contest.cup.entrants[number];
            let there = if entrant.is_dc4() {
                self.handle.event_log().is_connected(team)
            } else if self.contestants[team.index()].is_some() {
                true
            } else {
                let seats = &self.contest.seats;
                let contestant = seats.contestant(number, entrant, &self.current);
                match contestant {
                    Ok(contestant) => self.contestants[team.index()] = contestant,
                    Err(why) => {
                        let why = why.to_string();
                        self.apply(
                            team,
                            &Command::Fault(Fault::CannotStart { why }),
                            Duration::ZERO,
                        )?;
                        return Ok(Vec::new());
                    }
                }
                self.contestants[team.index()].is_some()
            };
            if !there {
                absent.push(team);
            }
        }
        Ok(absent)
    }

    /// Lets absent teams forfeit: the result first, the session then.
    fn forfeit_absent(&mut self, absent: &[Team]) -> Result<(), Stopped> {
        let names: Vec<_> = absent.iter().map(|team| self.current.name(*team)).collect();
        let names = names.join(", ");
        let wait = self.contest.cup.wait;
        let note = Words {
            en: format!("{names}: not connected within {wait}"),
            ja: format!("{names}：{wait} 以内に接続せず"),
        };
        let mut result = CupResult::forfeit(absent, note.clone());
        let (rules, game) = (self.current.curling().rules(), self.current.game());
        result.points = Team::BOTH.map(|team| game.total(team));
        result.ends = ends(rules, game);
        self.contest.finish(self.one, &result)?;
        let command = Command::Fault(Fault::Crashed { why: note.en });
        match absent {
            [team] => self.apply(*team, &command, Duration::ZERO)?,
            _ => {
                let _ = self.contest.runtime.block_on(self.handle.abandon())?;
            }
        }
        Ok(())
    }

    /// Prepares the contestants, and starts the clock.
    fn begin(&mut self) -> Result<Vec<Connection>, Stopped> {
        let ready = self.contest.cup.divisions[self.one.division]
            .plan
            .timeouts
            .ready;
        for team in Team::BOTH {
            let thinking = self.thinking(team, within(ready));
            let Some(contestant) = &mut self.contestants[team.index()] else {
                continue;
            };
            let prepared = contestant.prepare(&self.current, team, &thinking);
            let notes = contestant.notes();
            for note in &notes {
                self.contest.log_match(self.one, note, note);
            }
            if let Err(fault) = prepared {
                self.fault(team, fault)?;
                return Ok(Vec::new());
            }
        }
        for team in Team::BOTH {
            let Some(contestant) = &mut self.contestants[team.index()] else {
                continue;
            };
            if let Err(fault) = contestant.begin(&self.current) {
                self.fault(team, fault)?;
                return Ok(Vec::new());
            }
        }
        // Before a client can throw.
        self.ask_due_orders()?;
        let ours = |team: &Team| self.contestants[team.index()].is_some();
        let event_log = self.handle.event_log();
        let ours = Team::BOTH.into_iter().filter(ours);
        let connections: Vec<_> = ours.map(|team| event_log.connect(team)).collect();
        self.contest.runtime.block_on(self.handle.begin())?;
        self.await_start()?;
        self.begun = true;
        let fresh = self.one.begun.is_none();
        let (en, ja) = if fresh {
            ("begins", "開始")
        } else {
            ("goes on", "続行")
        };
        self.contest.log_match(self.one, en, ja);
        Ok(connections)
    }

    /// Waits until the clock runs: a client that was there may have gone while the other got ready.
    fn await_start(&mut self) -> Result<(), Stopped> {
        let began = Instant::now();
        while !self.handle.event_log().subscribe().borrow().open {
            self.check_cancel()?;
            if began.elapsed() > self.contest.cup.wait.0 {
                let gone = |team: &Team| !self.handle.event_log().is_connected(*team);
                let absent: Vec<_> = Team::BOTH.into_iter().filter(gone).collect();
                return self.forfeit_absent(&absent);
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Asks the team to act, or waits for a client.
    fn step(&mut self) -> Result<(), Stopped> {
        self.check_cancel()?;
        let Some(team) = self.current.to_act() else {
            return Ok(());
        };
        if self.ask_due_orders()? {
            return Ok(());
        }
        if self.contestants[team.index()].is_some() {
            return self.ask(team);
        }
        if let Ok((after, event)) = self.events.recv_timeout(POLL) {
            self.observe(after, event)?;
        }
        Ok(())
    }

    fn ask(&mut self, team: Team) -> Result<(), Stopped> {
        let placing = self.current.game().phase == Phase::Placing;
        let timeouts = self.contest.cup.divisions[self.one.division].plan.timeouts;
        let clock = self.current.time_left(team);
        let time = TimeLeft {
            this_move: if placing {
                Some(timeouts.placing.0)
            } else {
                clock.this_move
            },
            ..clock
        };
        let thinking = self.thinking(team, time);
        let Some(contestant) = &mut self.contestants[team.index()] else {
            return Ok(());
        };
        let began = Instant::now();
        let answer = contestant.choose(&self.current, &thinking);
        let spent = if placing {
            Duration::ZERO
        } else {
            began.elapsed()
        };
        match answer {
            Ok(command) => self.apply(team, &command, spent),
            Err(fault) => self.fault(team, fault),
        }
    }

    /// Asks for the orders of players if they are due; whether they were.
    fn ask_due_orders(&mut self) -> Result<bool, Stopped> {
        let end = self.current.game().end;
        if !self.current.orders_are_due() || self.ordered == Some(end) {
            return Ok(false);
        }
        self.ordered = Some(end);
        self.ask_orders()?;
        Ok(true)
    }

    /// Asks the contestants for the order of their players, team 0 first.
    fn ask_orders(&mut self) -> Result<(), Stopped> {
        let placing = self.contest.cup.divisions[self.one.division]
            .plan
            .timeouts
            .placing;
        for team in Team::BOTH {
            let thinking = self.thinking(team, within(placing));
            let Some(contestant) = &mut self.contestants[team.index()] else {
                continue;
            };
            match contestant.order(&self.current, &thinking) {
                Ok(None) => {}
                Ok(Some(order)) => self.apply(team, &Command::Order(order), Duration::ZERO)?,
                Err(fault) => return self.fault(team, fault),
            }
        }
        Ok(())
    }

    fn thinking(&mut self, team: Team, time: TimeLeft) -> Thinking {
        self.requests += 1;
        let seed = self.current.setup().dice.player_seed(team.index());
        Thinking {
            time,
            seed: seed.stream(self.requests),
            cancel: self.cancel.clone(),
        }
    }

    /// Lets a team lose by its fault.
    fn fault(&mut self, team: Team, fault: Fault) -> Result<(), Stopped> {
        let command = match fault {
            Fault::Interrupted => return Err(Stopped::Cancelled),
            Fault::Resigned => Command::Concede,
            // Before the match no clock has run: the record keeps the cause.
            Fault::OutOfTime { .. } if self.begun => Command::TimeOut,
            fault => Command::Fault(fault),
        };
        self.apply(team, &command, Duration::ZERO)
    }

    /// Applies a command to the session, and tells the contestants. A command that is refused is a
    /// fault; one that cannot be recorded is tried again.
    fn apply(&mut self, team: Team, command: &Command, spent: Duration) -> Result<(), Stopped> {
        let said = command.to_string();
        loop {
            let applying = self.handle.apply_of(team, command.clone(), spent);
            match self.contest.runtime.block_on(applying)? {
                Ok(_) => return self.observe_all(),
                Err(Refused::Storage(why)) => {
                    let en = format!("a command cannot be recorded, and is tried again: {why}");
                    let ja = format!("記録できないため再試行します：{why}");
                    self.contest.log_match(self.one, &en, &ja);
                    self.check_cancel()?;
                    std::thread::sleep(FULL_DISK);
                }
                Err(refused) => {
                    self.observe_all()?;
                    // The organiser may have ended it, or the clock.
                    self.check_cancel()?;
                    if self.current.to_act().is_none() {
                        return Ok(());
                    }
                    if matches!(
                        command,
                        Command::Fault(_) | Command::TimeOut | Command::Concede
                    ) {
                        return Err(refused.into());
                    }
                    // A client may throw while the other's order is asked for: the given one stays.
                    if matches!(command, Command::Order(_)) && !self.current.orders_are_due() {
                        return Ok(());
                    }
                    let why = refused.to_string();
                    let fault = Fault::Illegal { action: said, why };
                    return self.apply(team, &Command::Fault(fault), Duration::ZERO);
                }
            }
        }
    }

    fn observe_all(&mut self) -> Result<(), Stopped> {
        while let Ok((after, event)) = self.events.try_recv() {
            self.observe(after, event)?;
        }
        Ok(())
    }

    fn observe(&mut self, after: Match, event: Event) -> Result<(), Stopped> {
        self.current = after;
        let mut faults = Vec::new();
        for (team, contestant) in Team::BOTH.into_iter().zip(&mut self.contestants) {
            let Some(contestant) = contestant else {
                continue;
            };
            if let Err(fault) = contestant.observe(&self.current, &event) {
                faults.push((team, fault));
            }
        }
        self.last = Some(event);
        // After the last stone a fault no longer matters.
        match faults.into_iter().next() {
            Some((team, fault)) if self.current.to_act().is_some() => self.fault(team, fault),
            _ => Ok(()),
        }
    }
}

/// A time limit that is not on a clock.
fn within(span: Span) -> TimeLeft {
    TimeLeft {
        this_move: Some(span.0),
        ..TimeLeft::default()
    }
}
