//! Session of one table: connections, waiting, and the consequences of faults.

use super::super::tcp_lines::{LineError, Reader, send};
use crate::show;
use anyhow::Context;
use bridge::manager::{Effect, ManagerMessage, TableManager};
use bridge::record::Record;
use bridge::{Board, Seat};
use lookahead::Cancel;
use std::collections::BTreeMap;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// The time between two looks at the clocks while no line arrives.
const TICK: Duration = Duration::from_millis(50);
/// Connections at the same time; those beyond are turned away.
const MOST: usize = 16;

/// The ending of a session.
#[derive(Debug)]
pub(super) enum Ended {
    /// All boards are over.
    Done,
    /// A client was at fault.
    Fault(Seat, String),
    /// Not all seats were taken in time.
    Alone,
    /// The session was interrupted.
    Interrupted,
}

/// An event of a connection.
enum Event {
    New(TcpStream),
    Heard(u64, Result<String, LineError>),
}

/// A connected client.
struct Client {
    stream: TcpStream,
    /// Whether it is one of our own players.
    ours: bool,
    /// The seat, if it has one.
    seat: Option<Seat>,
    /// The time of the last message in either direction.
    since: Instant,
}

pub(super) struct Session {
    host: TableManager,
    timeout: Duration,
    /// The time that seats may stay empty.
    wait: Option<Duration>,
    /// The addresses of our own players, which are seated first.
    ours: Vec<SocketAddr>,
    /// First lines of others who have to wait for that.
    held: Vec<(u64, String)>,
    clients: BTreeMap<u64, Client>,
    /// The number of connections so far.
    visitors: u64,
}

impl Session {
    pub(super) fn new(
        boards: Vec<Board>,
        timeout: Duration,
        wait: Option<Duration>,
        ours: Vec<SocketAddr>,
    ) -> anyhow::Result<Self> {
        Ok(Session {
            host: TableManager::new(boards)?.playing("IMP"),
            timeout,
            wait,
            ours,
            held: Vec::new(),
            clients: BTreeMap::new(),
            visitors: 0,
        })
    }

    /// Plays until the session ends.
    pub(super) fn run(
        mut self,
        listener: TcpListener,
        cancel: &Cancel,
        mut over: impl FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Ended> {
        let (sender, events) = channel();
        // Raised when the session is over, whatever the reason: the threads below end then.
        let done = Cancel::new();
        std::thread::scope(|scope| {
            let _raise = Raise(&done);
            accept(scope, listener, &sender, &done)?;
            let started = Instant::now();
            loop {
                let ended = match next(&events) {
                    Some(Event::New(stream)) => {
                        self.welcome(stream, scope, &sender, &done);
                        None
                    }
                    Some(Event::Heard(id, Ok(line))) => self.hear(id, &line, &mut over)?,
                    Some(Event::Heard(id, Err(lost))) => self.lose(id, &lost.to_string()),
                    None => None,
                };
                let ended = ended.or_else(|| self.look_at_clocks(started));
                let stopped = cancel.is_cancelled().then_some(Ended::Interrupted);
                if let Some(ended) = ended.or(stopped) {
                    self.close(&ended);
                    return Ok(ended);
                }
            }
        })
    }

    fn welcome<'s>(
        &mut self,
        stream: TcpStream,
        scope: &'s std::thread::Scope<'s, '_>,
        sender: &Sender<Event>,
        done: &'s Cancel,
    ) {
        let _ = stream.set_nodelay(true);
        let peer = stream.peer_addr().ok();
        let ours = peer.is_some_and(|peer| self.ours.contains(&peer));
        if self.clients.len() >= MOST && !ours {
            let _ = send(&stream, "Error: too many connections");
            return;
        }
        let Ok(ear) = stream.try_clone() else {
            return;
        };
        let id = self.visitors;
        self.visitors += 1;
        let client = Client {
            ours,
            stream,
            seat: None,
            since: Instant::now(),
        };
        self.clients.insert(id, client);
        let sender = sender.clone();
        scope.spawn(move || listen(id, ear, &sender, done));
    }

    /// Handles a line of a client.
    fn hear(
        &mut self,
        id: u64,
        line: &str,
        over: &mut impl FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Ended>> {
        let complete = self.ours_are_seated();
        let Some(client) = self.clients.get_mut(&id) else {
            return Ok(None); // sent away before this was heard
        };
        if line.is_empty() {
            return Ok(None); // means nothing, and does not stop the clock
        }
        client.since = Instant::now();
        if !complete && !client.ours {
            self.held.push((id, line.to_owned()));
            return Ok(None);
        }
        let mut ended = self.heard(id, line, over)?;
        if !complete && self.ours_are_seated() {
            for (id, line) in std::mem::take(&mut self.held) {
                let then = self.hear(id, &line, over)?;
                ended = ended.or(then);
            }
        }
        Ok(ended)
    }

    fn ours_are_seated(&self) -> bool {
        let seated = self.clients.values().filter(|c| c.ours && c.seat.is_some());
        seated.count() == self.ours.len()
    }

    fn heard(
        &mut self,
        id: u64,
        line: &str,
        over: &mut impl FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Ended>> {
        let Some(client) = self.clients.get_mut(&id) else {
            return Ok(None);
        };
        let heard = match client.seat {
            Some(seat) => {
                let heard = self.host.receive(seat, line);
                heard.map_err(|fault| fault.reason.to_string())
            }
            None => match self.host.connect(line) {
                Ok((seat, effects)) => {
                    client.seat = Some(seat);
                    Ok(effects)
                }
                Err(refusal) => Err(refusal.to_string()),
            },
        };
        match heard {
            Ok(effects) => self.follow(effects, over),
            Err(words) => Ok(self.lose(id, &words)),
        }
    }

    /// Sends the messages that follow from a line.
    fn follow(
        &mut self,
        effects: Vec<Effect>,
        over: &mut impl FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Ended>> {
        let mut lost = None;
        for effect in effects {
            match effect {
                Effect::Send(seat, told) => lost = lost.or(self.tell(seat, &told)),
                Effect::Over(record) => over(*record)?,
                Effect::Called(_) | Effect::Played(..) => {}
                Effect::End => return Ok(Some(Ended::Done)),
            }
        }
        Ok(lost.and_then(|(id, words)| self.lose(id, &words)))
    }

    /// Sends a message to a seat; returns the client and the error if that fails.
    fn tell(&mut self, seat: Seat, told: &ManagerMessage) -> Option<(u64, String)> {
        let mut sitting = self.clients.iter_mut();
        let (id, client) = sitting.find(|(_, client)| client.seat == Some(seat))?;
        client.since = Instant::now();
        let sent = send(&client.stream, &told.to_string());
        sent.err().map(|lost| (*id, lost.to_string()))
    }

    /// Whether the first board has begun.
    fn has_begun(&self) -> bool {
        self.host.record().is_some() || self.host.boards_over() > 0
    }

    /// Disconnects a client with an explanation. From the first board on that ends the session.
    fn lose(&mut self, id: u64, words: &str) -> Option<Ended> {
        let client = self.clients.remove(&id)?;
        let error = if words.starts_with("Error") {
            words.to_owned()
        } else {
            format!("Error: {words}")
        };
        // He may well be gone.
        let _ = send(&client.stream, &error);
        let _ = client.stream.shutdown(Shutdown::Both);
        let Some(seat) = client.seat else {
            show::note(&format!("turned away: {words}"));
            return None;
        };
        let blame = format!("{seat} {words}");
        if self.has_begun() || client.ours {
            return Some(Ended::Fault(seat, blame));
        }
        show::note(&format!("{blame}: the seat is free again"));
        self.host.vacate(seat);
        None
    }

    /// Disconnects a client that keeps the table waiting for too long.
    fn look_at_clocks(&mut self, started: Instant) -> Option<Ended> {
        let late = |client: &Client| client.since.elapsed() > self.timeout;
        let due = |client: &Client| match client.seat {
            Some(seat) => self.host.due(seat),
            None => Some("`Connecting`".to_owned()),
        };
        let found = self.clients.iter().find_map(|(id, client)| {
            let due = due(client).filter(|_| late(client))?;
            Some((*id, format!("said nothing in time: expected {due}")))
        });
        if let Some((id, words)) = found {
            return self.lose(id, &words);
        }
        let alone = self.wait.is_some_and(|wait| started.elapsed() > wait);
        (alone && !self.has_begun()).then_some(Ended::Alone)
    }

    /// Disconnects all clients.
    fn close(&mut self, ended: &Ended) {
        for client in self.clients.values() {
            if !matches!(ended, Ended::Done) {
                let _ = send(&client.stream, &ManagerMessage::EndOfSession.to_string());
            }
            // What was said last shall still arrive.
            let _ = client.stream.shutdown(Shutdown::Write);
        }
    }
}

/// Raises a flag at the end of its life, also if that comes early.
struct Raise<'a>(&'a Cancel);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Returns the next event; none after a while.
fn next(events: &Receiver<Event>) -> Option<Event> {
    // It is never disconnected: the session has a sender itself.
    events.recv_timeout(TICK).ok()
}

/// Accepts connections until the session is over.
fn accept<'s>(
    scope: &'s std::thread::Scope<'s, '_>,
    listener: TcpListener,
    sender: &Sender<Event>,
    done: &'s Cancel,
) -> anyhow::Result<()> {
    // Wakes the listener, which would otherwise wait for one more client.
    listener.set_nonblocking(true).context("cannot listen")?;
    let sender = sender.clone();
    scope.spawn(move || {
        while !done.is_cancelled() {
            match listener.accept() {
                Ok((stream, _)) if stream.set_nonblocking(false).is_ok() => {
                    let _ = sender.send(Event::New(stream));
                }
                _ => std::thread::sleep(TICK / 5),
            }
        }
    });
    Ok(())
}

/// Reads the lines of a client until it disconnects or the session is over.
fn listen(id: u64, stream: TcpStream, sender: &Sender<Event>, done: &Cancel) {
    let mut reader = Reader::new(stream);
    loop {
        let heard = reader.line(None, done);
        let last = heard.is_err();
        if sender.send(Event::Heard(id, heard)).is_err() || last {
            return;
        }
    }
}
