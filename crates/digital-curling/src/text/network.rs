//! The old network server: two programs connect, log in and play.
//!
//! ```text
//! CONNECTED   ->
//!             <-  LOGIN id password [name]
//! LOGIN OK    ->                              or LOGIN NG, and another try
//! ```
//!
//! From then on the two are [`Program`]s like any other, but that every message ends with NUL and a
//! match ends with `TOTALSCORE`, `GAMEOVER` and `DISCONNECT`. Team 0 is whoever logged in first.
//!
//! Strangers cost little: whoever waits at the door is counted, is cut off after a while, and
//! cannot write more than a line. There is no encryption, and a password that travels like this
//! should open nothing else.
//!
//! ```no_run
//! use digital_curling::text::network::{Door, Host, PORT};
//! use digital_curling::text::Habits;
//! use lookahead::Cancel;
//!
//! let host = Host::bind(("0.0.0.0", PORT), Door::default())?;
//! let players = host.welcome(&Habits::default(), &Cancel::new())?;
//! # Ok::<(), std::io::Error>(())
//! ```

use super::program::Program;
use super::words::{Call, Login, Reply};
use super::{Dialect, Habits, Terminator};
use arena::clock::Span;
use arena::process::{Connection, Limits, shortened};
use lookahead::Cancel;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Where the old server listened.
pub const PORT: u16 = 9876;

/// How often the door is looked at.
const POLL: Duration = Duration::from_millis(10);

/// Who may come in, and how much strangers may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Door {
    /// Who may log in; anybody if there is none.
    pub accounts: Vec<Account>,
    /// How often a login may be tried over one connection.
    pub tries: u32,
    /// How long a login may take.
    pub patience: Span,
    /// How many connections may be logging in at once; further ones are closed.
    pub most_waiting: usize,
}

impl Default for Door {
    fn default() -> Self {
        Door {
            accounts: Vec::new(),
            tries: 3,
            patience: Span(Duration::from_secs(30)),
            most_waiting: 16,
        }
    }
}

/// Somebody who may log in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Its name.
    pub id: String,
    /// Its password.
    pub password: String,
}

/// Without the password.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Door {
    fn admits(&self, login: &Login) -> bool {
        let same = |account: &Account| {
            // A password is compared whole, so that the time it takes says nothing about it.
            let differences = account.password.bytes().zip(login.password.bytes());
            let differences = differences.fold(0, |all, (a, b)| all | (a ^ b));
            let length = account.password.len() == login.password.len();
            account.id == login.id && length && differences == 0
        };
        self.accounts.is_empty() || self.accounts.iter().any(same)
    }
}

/// A server waiting for two programs.
#[derive(Debug)]
pub struct Host {
    listener: TcpListener,
    door: Door,
}

/// Somebody who has logged in and waits for the other.
struct Guest {
    connection: Connection,
    login: Login,
}

impl Host {
    /// Listens at an address.
    ///
    /// # Errors
    /// If it cannot: mostly because somebody else does.
    pub fn bind(address: impl ToSocketAddrs, door: Door) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Host { listener, door })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the operating system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until two programs have logged in. Who hangs up while waiting for the other is
    /// forgotten, and so is who is still logging in then.
    ///
    /// # Errors
    /// If nobody can connect any more, or [`ErrorKind::Interrupted`] if `cancel` is raised.
    pub fn welcome(&self, habits: &Habits, cancel: &Cancel) -> io::Result<[Program; 2]> {
        let both = self.admit(2, habits, None, cancel)?.try_into();
        Ok(both.unwrap_or_else(|_| unreachable!("two were waited for")))
    }

    /// The same for as many as there are free seats, two at most, if they come within `patience`.
    ///
    /// # Errors
    /// As for [`welcome`](Self::welcome), and [`ErrorKind::TimedOut`] if not enough came.
    pub fn admit(
        &self,
        wanted: usize,
        habits: &Habits,
        patience: Option<Duration>,
        cancel: &Cancel,
    ) -> io::Result<Vec<Program>> {
        let habits = Habits {
            terminator: Terminator::Nul,
            ..*habits
        };
        // Those who are logging in stop when nobody waits for them.
        let closing = Cancel::new();
        let _closes = Closes(closing.clone());
        let (sender, guests) = channel();
        let began = Instant::now();
        let mut lobby = Lobby {
            waiting: 0,
            wanted,
            seated: Vec::new(),
        };
        while !cancel.is_cancelled() {
            self.let_in(&mut lobby, &sender, &closing)?;
            lobby.seat(&guests, &self.door);
            if lobby.seated.len() == wanted {
                let guests = lobby.seated.into_iter();
                return Ok(guests.map(|guest| guest.program(&habits)).collect());
            }
            if let Some(patience) = patience.filter(|patience| began.elapsed() > *patience) {
                let missing = wanted - lobby.seated.len();
                let seconds = patience.as_secs_f64();
                let why = format!("{missing} did not log in within {seconds:.0} s");
                return Err(io::Error::new(ErrorKind::TimedOut, why));
            }
            thread::sleep(POLL);
        }
        Err(ErrorKind::Interrupted.into())
    }

    /// Takes in everybody at the door.
    fn let_in(
        &self,
        lobby: &mut Lobby,
        sender: &Sender<Option<Guest>>,
        cancel: &Cancel,
    ) -> io::Result<()> {
        loop {
            let (stream, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                // Whoever was at the door has left it again.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if lobby.waiting >= self.door.most_waiting {
                tracing::warn!(%address, "turned away: too many are logging in");
                continue;
            }
            let (door, sender, cancel) = (self.door.clone(), sender.clone(), cancel.clone());
            let greeting = move || {
                let guest = greeted(stream, &door, &cancel);
                if guest.is_none() {
                    tracing::warn!(%address, "did not log in");
                }
                // Nobody may be waiting any more.
                let _ = sender.send(guest);
            };
            thread::Builder::new()
                .name("login".to_owned())
                .spawn(greeting)?;
            lobby.waiting += 1;
        }
    }
}

/// Raises a flag when it goes out of sight.
struct Closes(Cancel);

impl Drop for Closes {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

struct Lobby {
    /// How many are logging in.
    waiting: usize,
    /// How many seats are free.
    wanted: usize,
    seated: Vec<Guest>,
}

impl Lobby {
    /// Seats those who have logged in, as many as are wanted.
    fn seat(&mut self, guests: &Receiver<Option<Guest>>, door: &Door) {
        self.seated.retain(|guest| !guest.connection.is_over());
        for guest in guests.try_iter() {
            self.waiting -= 1;
            let Some(mut guest) = guest else { continue };
            let known = |seated: &Guest| seated.login.id == guest.login.id;
            let twice = !door.accounts.is_empty() && self.seated.iter().any(known);
            let accepted = !twice && self.seated.len() < self.wanted;
            let answer = Call::Login { accepted }.write(Dialect::Legacy);
            // If it has hung up, that is found out when it is first asked something.
            let _ = guest.connection.send(&answer);
            if accepted {
                self.seated.push(guest);
            } else {
                guest.connection.finish(Duration::from_millis(100));
            }
        }
    }
}

impl Guest {
    fn program(self, habits: &Habits) -> Program {
        let name = self.login.name.unwrap_or(self.login.id);
        Program::connected(Box::new(self.connection), shortened(&name), *habits)
    }
}

/// Somebody whose login is right; whether there is room is for the lobby to say.
fn greeted(stream: TcpStream, door: &Door, cancel: &Cancel) -> Option<Guest> {
    stream.set_nonblocking(false).ok()?;
    let line_end = Terminator::Nul.line_end();
    let mut connection = Connection::tcp(stream, line_end, Limits::default()).ok()?;
    let say = |connection: &mut Connection, call: Call| {
        connection.send(&call.write(Dialect::Legacy)).ok()
    };
    say(&mut connection, Call::Connected)?;
    let deadline = Instant::now() + door.patience.0;
    for _ in 0..door.tries {
        let whole = |text: &str| matches!(Reply::read(text), Ok(Reply::Login(_)));
        let line = connection.receive_whole(deadline, cancel, &whole).ok()?;
        match Reply::read(&line.text) {
            Ok(Reply::Login(login)) if door.admits(&login) => {
                return Some(Guest { connection, login });
            }
            Ok(Reply::LogOut) => return None,
            _ => say(&mut connection, Call::Login { accepted: false })?,
        }
    }
    connection.finish(Duration::from_millis(100));
    None
}

#[cfg(test)]
mod tests;
