//! A program as a contestant, over its pipes or over a network.
//!
//! It gets the [`server_messages`] and the requests `ISREADY`, on DCP `SETORDER` and `PUTSTONE`,
//! and `GO`. Its first valid answer counts.
//!
//! | the program | result |
//! |---|---|
//! | is silent too long | out of time |
//! | never answers `ISREADY` | started once more with commands that end with a line feed, and a note; if that fails, too, a fault |
//! | exits, floods, disconnects, writes binary data or an endless line | a fault |
//! | sends an invalid command, or one at the wrong moment | a fault with the line; but see below |
//! | prints other lines | a warning; after a thousand such lines to one request a fault. Many programs print their thoughts |
//! | names a player twice in `SETORDER` | a fault: the program takes its players for others |
//! | gives no placement or order of players otherwise | as on DC2: placement 0, players in the given order, and a warning |
//! | chooses a placement that is not allowed | placement 0, and a warning (Mori 2019, appendix on rules) |
//!
//! An answer without a terminator is complete only when nothing has followed it for 20 ms, which
//! are on the program's clock.
//!
//! A legacy program is asked neither for orders nor for placements; the same defaults hold.
//!
//! ```
//! use arena::process::Launch;
//! use digital_curling::text::{ProtocolOptions, Program};
//! use digital_curling::Contestant;
//!
//! let launch: Launch = "engines/Gorgon.exe --level 3".parse()?;
//! assert_eq!(Program::new(launch, ProtocolOptions::default()).name(), "Gorgon");
//! # Ok::<(), arena::process::CommandError>(())
//! ```

use super::commands::{ParseError, ParseErrorKind, Reply, ServerCommand, one_word};
use super::server_messages;
use super::transport::{self, Transport};
use super::{Dialect, ProtocolOptions, Terminator};
use crate::contestant::Contestant;
use crate::match_state::{Command, Event, Match};
use arena::clock::GRACE;
use arena::player::{Fault, Thinking};
use arena::process::{self, Launch, Limits, Process, shortened};
use arena::program::{explain_default_limit, player_fault, startup_fault};
use curling::rules::{Phase, Placement, Spots, Team};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most lines that are ignored before the answer to a request.
const CHATTER: usize = 1000;

/// The time limit for a program to exit.
const LEAVING: Duration = Duration::from_millis(500);

/// A program that plays a team.
pub struct Program {
    name: String,
    protocol: ProtocolOptions,
    launch: Option<Launch>,
    transport: Option<Box<dyn Transport>>,
    /// Whether it is connected over a network, where more messages end a match.
    networked: bool,
    team: Team,
    /// Whether the next position was sent.
    position_sent: bool,
    /// Whether it has sent lines without a request.
    chatty: bool,
    /// Messages for the organiser.
    notes: Vec<String>,
}

/// Programs that were silent until they got lines: the next match begins with lines at once. The
/// key is their command.
static LINE_READERS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The most programs that are remembered.
const MOST_REMEMBERED: usize = 1000;

fn line_readers() -> MutexGuard<'static, BTreeSet<String>> {
    LINE_READERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// A program that is started when its match is prepared, named after its file. The terminator
    /// of its lines is in the options.
    pub fn new(launch: Launch, protocol: ProtocolOptions) -> Self {
        let stem = Path::new(&launch.program).file_stem();
        let name = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Program {
            launch: Some(launch),
            ..Program::unconnected(name, protocol)
        }
    }

    /// A program that has logged in over a network.
    pub fn connected(
        transport: Box<dyn Transport>,
        name: impl Into<String>,
        protocol: ProtocolOptions,
    ) -> Self {
        Program {
            transport: Some(transport),
            networked: true,
            ..Program::unconnected(name.into(), protocol)
        }
    }

    fn unconnected(name: String, protocol: ProtocolOptions) -> Self {
        Program {
            name,
            protocol,
            launch: None,
            transport: None,
            networked: false,
            team: Team::Zero,
            position_sent: false,
            chatty: false,
            notes: Vec::new(),
        }
    }

    /// The program under another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Program {
            name: name.into(),
            ..self
        }
    }

    fn transport(&mut self) -> Result<&mut dyn Transport, Fault> {
        match &mut self.transport {
            Some(transport) => Ok(transport.as_mut()),
            None => Err(Fault::Crashed {
                why: "the match has not begun, or is over".to_owned(),
            }),
        }
    }

    fn send(&mut self, command: &ServerCommand) -> Result<(), Fault> {
        let line = command.write(self.protocol.dialect);
        self.transport()?.send(&line).map_err(player_fault)
    }

    fn send_all(&mut self, commands: impl IntoIterator<Item = ServerCommand>) -> Result<(), Fault> {
        commands
            .into_iter()
            .try_for_each(|command| self.send(&command))
    }

    /// Sends the next position, unless it was sent.
    fn show(&mut self, curling_match: &Match) -> Result<(), Fault> {
        if self.position_sent || curling_match.game().phase != Phase::Throwing {
            return Ok(());
        }
        self.position_sent = true;
        let rules = curling_match.curling().rules();
        let commands = server_messages::position(curling_match.game(), rules, &self.protocol);
        self.send_all(commands)
    }

    /// Sends a request and waits for the answer. An invalid command is returned as an error, for
    /// which some callers have a default.
    fn ask(
        &mut self,
        command: &ServerCommand,
        deadline: Instant,
        thinking: &Thinking,
    ) -> Result<Result<Reply, ParseError>, Fault> {
        if let Some(early) = self.discard_pending(thinking)? {
            return Ok(Ok(early));
        }
        self.send(command)?;
        let expected = expected(command);
        let mut chatter = 0;
        let mut last_ignored = None;
        loop {
            let transport = self.transport()?;
            let line = transport::next_line(transport, deadline, &thinking.cancel, expected);
            let line = line.map_err(|fault| match (fault, &last_ignored) {
                (Fault::OutOfTime { why }, Some(line)) => Fault::OutOfTime {
                    why: format!("{why}; the last it said was `{line}`"),
                },
                (fault, _) => fault,
            })?;
            match Reply::find(&line) {
                // A line end that came late.
                Err(_) if line.trim().is_empty() => continue,
                Ok(Reply::LogOut) => {
                    let why = "logged out during the match".to_owned();
                    return Err(Fault::Crashed { why });
                }
                // A repeated `READYOK`, or not a command.
                Ok(Reply::ReadyOk) if *command != ServerCommand::IsReady => {}
                Err(error) if error.kind == ParseErrorKind::UnknownWord => {}
                answer => return Ok(answer),
            }
            chatter += 1;
            if chatter > CHATTER {
                let why = format!("expected {expected}");
                return Err(transport::unexpected(transport, &line, &why));
            }
            last_ignored = Some(self.ignore_line(&line));
        }
    }

    /// Discards lines sent before a request: an answer given twice must not answer the next one.
    /// But a team may concede at any time. Networked programs send no such lines.
    fn discard_pending(&mut self, thinking: &Thinking) -> Result<Option<Reply>, Fault> {
        if self.networked {
            return Ok(None);
        }
        let now = Instant::now();
        for _ in 0..CHATTER {
            let received = self
                .transport()?
                .receive_by(now, &thinking.cancel, &|_| false);
            match received {
                Ok(line) if Reply::read(&line.text) == Ok(Reply::Concede) => {
                    return Ok(Some(Reply::Concede));
                }
                Ok(line) => drop(self.ignore_line(&line.text)),
                Err(process::Fault::NotText { line, .. }) => drop(self.ignore_line(&line)),
                // Other faults show up at the next request.
                Err(_) => break,
            }
        }
        self.transport()?.discard_partial_line();
        Ok(None)
    }

    /// Sends a request that has a default; none if there is no answer in time.
    fn ask_with_default(
        &mut self,
        command: &ServerCommand,
        thinking: &Thinking,
    ) -> Result<Option<Result<Reply, ParseError>>, Fault> {
        match self.ask(command, deadline(thinking, self.protocol), thinking) {
            Err(Fault::OutOfTime { why }) => {
                tracing::warn!(program = self.name, why, "no answer in time");
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }

    /// A program that prints its thoughts does so at every shot: one warning a match is enough.
    fn ignore_line(&mut self, line: &str) -> String {
        let line = shortened(line);
        if std::mem::replace(&mut self.chatty, true) {
            tracing::debug!(program = self.name, line, "ignored");
        } else {
            tracing::warn!(program = self.name, line, "ignored: not an answer");
        }
        line
    }

    /// The fault of a wrong answer to a request.
    fn no_answer(&mut self, command: &ServerCommand, answer: Result<Reply, ParseError>) -> Fault {
        let expected = expected(command);
        let (line, why) = match answer {
            // It contains a password.
            Ok(Reply::Login(_)) => ("LOGIN ...".to_owned(), format!("expected {expected}")),
            Ok(reply) => (
                reply.write(self.protocol.dialect),
                format!("expected {expected}"),
            ),
            Err(ParseError { line, kind, .. }) => (line, format!("{kind}; expected {expected}")),
        };
        match self.transport() {
            Ok(transport) => transport::unexpected(transport, &line, &why),
            Err(fault) => fault,
        }
    }

    /// Starts the program and waits until it is ready. One that reads lines never sees the end of a
    /// command that ends with NUL: it is started once more, with lines.
    fn start(&mut self, thinking: &Thinking) -> Result<(), Fault> {
        let Some(launch) = self.launch.clone() else {
            return self.await_ready(thinking).map_err(named_unready);
        };
        let key = launch.to_string();
        if line_readers().contains(&key) {
            self.protocol.terminator = Terminator::Lf;
        }
        let first = self.launched(&launch, thinking);
        let silent = match first {
            Err(Fault::OutOfTime { why }) => why,
            other => return other,
        };
        if self.protocol.terminator == Terminator::Lf || thinking.cancel.is_cancelled() {
            return Err(named_unready(Fault::OutOfTime { why: silent }));
        }
        self.protocol.terminator = Terminator::Lf;
        let again = self.launched(&launch, thinking);
        if let Err(fault) = again {
            self.protocol.terminator = Terminator::Nul;
            return Err(match fault {
                Fault::OutOfTime { why } => named_unready(Fault::OutOfTime {
                    why: format!("{silent}; started once more with commands as lines: {why}"),
                }),
                Fault::Interrupted => fault,
                _ => named_unready(Fault::OutOfTime { why: silent }),
            });
        }
        let mut known = line_readers();
        if known.len() < MOST_REMEMBERED {
            known.insert(key);
        }
        drop(known);
        let kind = match self.protocol.dialect {
            Dialect::Legacy => "legacy-lines",
            Dialect::Dcp => "dcp-lines",
        };
        let note = format!(
            "{} did not answer ISREADY ended by NUL: started once more with commands as lines \
             (`{kind}:` does so at once)",
            self.name
        );
        tracing::warn!(program = self.name, "{note}");
        self.notes.push(note);
        Ok(())
    }

    /// Starts a program with the present terminator, and waits until it is ready.
    fn launched(&mut self, launch: &Launch, thinking: &Thinking) -> Result<(), Fault> {
        let lines = self.protocol.terminator.line_end();
        let launch = launch.clone().lines(lines);
        if let Some(before) = self.transport.take() {
            before.finish(Duration::ZERO);
        }
        let process = Process::start(&launch, Limits::default()).map_err(player_fault)?;
        self.transport = Some(Box::new(process));
        self.await_ready(thinking).map_err(|fault| {
            let transport = self.transport.as_mut();
            let has_ended = transport.is_some_and(|transport| transport.has_ended());
            startup_fault(fault, &launch, has_ended)
        })
    }

    fn await_ready(&mut self, thinking: &Thinking) -> Result<(), Fault> {
        let request = ServerCommand::IsReady;
        match self.ask(&request, deadline(thinking, self.protocol), thinking)? {
            Ok(Reply::ReadyOk) => Ok(()),
            Ok(Reply::Concede) => Err(Fault::Resigned),
            answer => Err(self.no_answer(&request, answer)),
        }
    }

    fn introduce(&mut self, curling_match: &Match) -> Result<(), Fault> {
        self.send_all(server_messages::introduction(
            curling_match,
            self.team,
            &self.protocol,
        ))?;
        self.show_unless_ordered(curling_match)
    }

    /// On DCP the position of a fresh end comes after the order of players.
    fn show_unless_ordered(&mut self, curling_match: &Match) -> Result<(), Fault> {
        if self.protocol.dialect == Dialect::Dcp && curling_match.orders_are_due() {
            return Ok(());
        }
        self.show(curling_match)
    }

    fn choose_order(
        &mut self,
        curling_match: &Match,
        thinking: &Thinking,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let players = curling_match.curling().rules().rotation.players();
        let mut order = None;
        if self.protocol.dialect == Dialect::Dcp {
            match self.ask_with_default(&ServerCommand::SetOrder, thinking)? {
                Some(Ok(Reply::Concede)) => return Err(Fault::Resigned),
                Some(Ok(Reply::SetOrder(mut named))) => {
                    // In mixed doubles some programs name four.
                    named.truncate(players);
                    if let Some(twice) = named_twice(&named) {
                        let reply = Reply::SetOrder(named).write(self.protocol.dialect);
                        let why = format!("player {twice} is named twice: name each once");
                        return Err(transport::unexpected(self.transport()?, &reply, &why));
                    }
                    order = Some(named).filter(|named| is_order(named, players));
                }
                Some(answer @ Ok(_)) => {
                    return Err(self.no_answer(&ServerCommand::SetOrder, answer));
                }
                Some(Err(_)) | None => {}
            }
            if order.is_none() {
                tracing::warn!(
                    program = self.name,
                    "no valid order of players: using the given order"
                );
            }
        }
        self.show(curling_match)?;
        Ok(order)
    }

    fn choose_placement(
        &mut self,
        curling_match: &Match,
        thinking: &Thinking,
    ) -> Result<Command, Fault> {
        let mut choice = 0;
        if self.protocol.dialect == Dialect::Dcp {
            match self.ask_with_default(&ServerCommand::PutStone, thinking)? {
                Some(Ok(Reply::Concede)) => return Ok(Command::Concede),
                Some(Ok(Reply::PutStone(number))) => choice = number,
                Some(answer @ Ok(_)) => {
                    return Err(self.no_answer(&ServerCommand::PutStone, answer));
                }
                None => {}
                Some(Err(error)) => {
                    tracing::warn!(program = self.name, %error, "invalid placement: using PUTSTONE 0");
                }
            }
        }
        let choice = placement(curling_match, choice).unwrap_or_else(|| {
            tracing::warn!(
                program = self.name,
                choice,
                "placement not allowed: using PUTSTONE 0"
            );
            placement(curling_match, 0).unwrap_or(Placement::CENTRE_HOUSE)
        });
        Ok(Command::Place(choice))
    }

    fn choose_shot(
        &mut self,
        curling_match: &Match,
        thinking: &Thinking,
    ) -> Result<Command, Fault> {
        self.show(curling_match)?;
        let go = ServerCommand::Go(server_messages::clocks(
            curling_match,
            self.protocol.dialect,
        ));
        let answer = self.ask(&go, deadline(thinking, self.protocol), thinking);
        let patience = self.protocol.patience.0;
        let answer =
            answer.map_err(|fault| explain_default_limit(fault, &thinking.time, patience))?;
        match answer {
            Ok(Reply::BestShot(shot)) => Ok(Command::Throw(shot.into())),
            Ok(Reply::Concede) => Ok(Command::Concede),
            answer => Err(self.no_answer(&go, answer)),
        }
    }

    fn send_event(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        self.send_all(server_messages::shot(curling_match, event, &self.protocol))?;
        if self.networked {
            self.send_all(server_messages::giving_up(curling_match, event))?;
        }
        let Some(step) = event.step else {
            if matches!(event.entry.command, Command::Place(_)) {
                self.position_sent = false;
                return self.show_unless_ordered(curling_match);
            }
            return Ok(());
        };
        // Within an end the position after a shot is the one before the next.
        let doubles = curling_match.curling().rules().doubles.is_some();
        self.position_sent = step.end.is_none() || !(self.protocol.clears_the_house || doubles);
        self.show(curling_match)
    }

    /// Logs the fault that ends a match.
    fn log_fault(&self, fault: &Fault) {
        if !matches!(fault, Fault::Interrupted | Fault::Resigned) {
            tracing::warn!(program = self.name, %fault, "loses its match");
        }
    }
}

impl Contestant for Program {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, _bout: &Match, team: Team, thinking: &Thinking) -> Result<(), Fault> {
        self.team = team;
        (self.position_sent, self.chatty) = (false, false);
        self.start(thinking)
            .inspect_err(|fault| self.log_fault(fault))
    }

    fn begin(&mut self, curling_match: &Match) -> Result<(), Fault> {
        self.introduce(curling_match)
            .inspect_err(|fault| self.log_fault(fault))
    }

    fn order(
        &mut self,
        curling_match: &Match,
        thinking: &Thinking,
    ) -> Result<Option<Vec<u8>>, Fault> {
        self.choose_order(curling_match, thinking)
            .inspect_err(|fault| self.log_fault(fault))
    }

    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault> {
        let command = if curling_match.game().phase == Phase::Placing {
            self.choose_placement(curling_match, thinking)
        } else {
            self.choose_shot(curling_match, thinking)
        };
        command.inspect_err(|fault| self.log_fault(fault))
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn observe(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        self.send_event(curling_match, event)
            .inspect_err(|fault| self.log_fault(fault))
    }

    fn finish(&mut self, curling_match: &Match) {
        let totals = Team::BOTH.map(|team| curling_match.game().total(team));
        let commands = [
            self.networked.then_some(ServerCommand::TotalScore(totals)),
            Some(ServerCommand::GameOver(server_messages::verdict(
                curling_match.game(),
                self.team,
            ))),
            self.networked.then_some(ServerCommand::Disconnect),
        ];
        // The program may be gone; the match is over either way.
        let _ = self.send_all(commands.into_iter().flatten());
        if let Some(transport) = self.transport.take() {
            transport.finish(LEAVING);
        }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("name", &one_word(&self.name))
            .field("habits", &self.protocol)
            .finish_non_exhaustive()
    }
}

/// The fault of a program that was never ready, with the command it did not answer.
fn named_unready(fault: Fault) -> Fault {
    match fault {
        Fault::OutOfTime { why } => Fault::OutOfTime {
            why: format!("ISREADY was not answered with READYOK: {why}"),
        },
        other => other,
    }
}

/// The expected answer to a request.
fn expected(command: &ServerCommand) -> &'static str {
    match command {
        ServerCommand::IsReady => "`READYOK`",
        ServerCommand::SetOrder => "`SETORDER` and the numbers of the players",
        ServerCommand::PutStone => "`PUTSTONE` and a number from 0 to 3",
        _ => "`BESTSHOT vx vy angle` or `CONCEDE`",
    }
}

fn deadline(thinking: &Thinking, protocol: ProtocolOptions) -> Instant {
    let limit = thinking.time.hard_limit();
    Instant::now() + limit.map_or(protocol.patience.0, |limit| limit + GRACE)
}

/// The first player that is named a second time.
fn named_twice(named: &[u8]) -> Option<u8> {
    let mut others = named.iter().enumerate();
    others.find_map(|(at, player)| named[..at].contains(player).then_some(*player))
}

fn is_order(named: &[u8], players: usize) -> bool {
    let all = (0..players as u8).all(|player| named.contains(&player));
    all && named.len() == players
}

/// The placement of a `PUTSTONE` number, if it is allowed now. DC4's rules have the sport's
/// placements, of which 1 is the guard and the first throw.
fn placement(curling_match: &Match, number: u8) -> Option<Placement> {
    let rules = curling_match.curling().rules();
    let choice = match (rules.doubles?.spots, number) {
        (Spots::Dc4(_), 1) => Placement::CENTRE_GUARD,
        _ => Placement::put_stone(number),
    };
    // Some rules replace another power play by a centre placement: that is not allowed, either.
    let placed = curling_match.game().clone().place(rules, choice);
    (placed == Ok(choice)).then_some(choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use curling::conditions::Conditions;
    use lookahead::Seed;

    fn curling_match(platform: &str) -> Match {
        let conditions = Conditions::named(platform).unwrap();
        Match::new(Setup::new(conditions, Seed(1))).unwrap()
    }

    #[test]
    fn a_program_is_called_by_its_file_unless_a_name_is_given() {
        let program = || {
            Program::new(
                Launch::new("/opt/engines/ayumu.exe"),
                ProtocolOptions::default(),
            )
        };
        assert_eq!(program().name(), "ayumu");
        assert_eq!(program().called("Ayumu II").name(), "Ayumu II");
    }

    #[test]
    fn placements_are_numbered_as_on_dc2_and_where_they_differ_as_in_the_sport() {
        let dc2 = curling_match("dc2-mixed-doubles");
        for number in 0..=4 {
            assert_eq!(placement(&dc2, number), Some(Placement::put_stone(number)));
        }
        let dc4 = curling_match("dc4-mixed-doubles");
        let expected = [
            Some(Placement::CENTRE_HOUSE),
            Some(Placement::CENTRE_GUARD),
            Some(Placement::POWER_PLAY_LEFT),
            None,
        ];
        assert_eq!([0, 1, 2, 3].map(|number| placement(&dc4, number)), expected);
        assert_eq!(placement(&curling_match("legacy"), 0), None);
    }

    #[test]
    fn an_order_names_everybody_once() {
        assert!(is_order(&[1, 0], 2));
        for no_order in [&[0, 0][..], &[0], &[0, 2]] {
            assert!(!is_order(no_order, 2));
        }
        assert_eq!(named_twice(&[3, 1, 0, 1]), Some(1));
        assert_eq!(named_twice(&[3, 1, 0, 2]), None);
    }
}
