//! The network server of the legacy platform: two programs connect, log in and play.
//!
//! ```text
//! CONNECTED   ->
//!             <-  LOGIN id password [name]
//! LOGIN OK    ->                              or LOGIN NG, and another attempt
//! ```
//!
//! From then on the two are [`Program`]s, except that every message ends with NUL and a match ends
//! with `TOTALSCORE`, `GAMEOVER` and `DISCONNECT`. Team 0 is the one that logged in first.
//!
//! A [`WaitingRoom`] is the same for many matches: programs log in and wait, each under its
//! account, until a match takes them.
//!
//! Unknown clients cost little: pending logins are limited in number, time and length. There is no
//! encryption, so a password used here should not be used elsewhere.
//!
//! ```no_run
//! use digital_curling::text::network::{LoginPolicy, NetworkServer, PORT};
//! use digital_curling::text::ProtocolOptions;
//! use lookahead::Cancel;
//!
//! let server = NetworkServer::bind(("0.0.0.0", PORT), LoginPolicy::default())?;
//! let players = server.accept(&ProtocolOptions::default(), &Cancel::new())?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod waiting_room;

pub use waiting_room::{Admission, WaitingRoom};

use super::commands::{Login, Reply, ServerCommand};
use super::program::Program;
use super::{Dialect, ProtocolOptions, Terminator};
use arena::clock::Span;
use arena::process::{Connection, Limits, shortened};
use lookahead::Cancel;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The port of the legacy server.
pub const PORT: u16 = 9876;

/// The interval at which the listener is polled.
const POLL: Duration = Duration::from_millis(10);

/// The policy of logins: accounts and limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LoginPolicy {
    /// The accounts; empty to accept any login.
    pub accounts: Vec<Account>,
    /// The most login attempts over one connection.
    pub tries: u32,
    /// The time limit of a login.
    pub patience: Span,
    /// The most pending logins; further connections are closed.
    pub most_waiting: usize,
}

impl Default for LoginPolicy {
    fn default() -> Self {
        LoginPolicy {
            accounts: Vec::new(),
            tries: 3,
            patience: Span(Duration::from_secs(30)),
            most_waiting: 16,
        }
    }
}

/// An account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// The name.
    pub id: String,
    /// The password.
    pub password: String,
}

/// Omits the password.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl LoginPolicy {
    fn admits(&self, login: &Login) -> bool {
        let same = |account: &Account| {
            // The comparison takes constant time, so that it reveals nothing about the password.
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
pub struct NetworkServer {
    listener: TcpListener,
    policy: LoginPolicy,
}

/// A client that has logged in and waits for the other.
struct LoggedInClient {
    connection: Connection,
    login: Login,
}

impl NetworkServer {
    /// Listens at an address.
    ///
    /// # Errors
    /// If the address cannot be bound, mostly because it is in use.
    pub fn bind(address: impl ToSocketAddrs, policy: LoginPolicy) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(NetworkServer { listener, policy })
    }

    /// The address of the server.
    ///
    /// # Errors
    /// If the operating system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until two programs have logged in. A client that disconnects while waiting is dropped,
    /// and so are logins still pending then.
    ///
    /// # Errors
    /// If the listener fails, or [`ErrorKind::Interrupted`] if `cancel` is raised.
    pub fn accept(&self, protocol: &ProtocolOptions, cancel: &Cancel) -> io::Result<[Program; 2]> {
        let both = self.admit(2, protocol, None, cancel)?.try_into();
        Ok(both.unwrap_or_else(|_| unreachable!("two were waited for")))
    }

    /// Waits until `wanted` programs, two at most, have logged in within `patience`.
    ///
    /// # Errors
    /// As for [`accept`](Self::accept), and [`ErrorKind::TimedOut`] if too few logged in.
    pub fn admit(
        &self,
        wanted: usize,
        protocol: &ProtocolOptions,
        patience: Option<Duration>,
        cancel: &Cancel,
    ) -> io::Result<Vec<Program>> {
        let protocol = ProtocolOptions {
            terminator: Terminator::Nul,
            ..*protocol
        };
        // Pending logins are cancelled on return.
        let closing = Cancel::new();
        let _closes = CancelOnDrop(closing.clone());
        let (sender, clients) = channel();
        let began = Instant::now();
        let mut lobby = Lobby {
            waiting: 0,
            wanted,
            logged_in: Vec::new(),
        };
        while !cancel.is_cancelled() {
            self.accept_pending(&mut lobby, &sender, &closing)?;
            lobby.seat(&clients, &self.policy);
            if lobby.logged_in.len() == wanted {
                let clients = lobby.logged_in.into_iter();
                return Ok(clients.map(|client| client.program(&protocol)).collect());
            }
            if let Some(patience) = patience.filter(|patience| began.elapsed() > *patience) {
                let missing = wanted - lobby.logged_in.len();
                let seconds = patience.as_secs_f64();
                let why = format!("{missing} did not log in within {seconds:.0} s");
                return Err(io::Error::new(ErrorKind::TimedOut, why));
            }
            thread::sleep(POLL);
        }
        Err(ErrorKind::Interrupted.into())
    }

    /// Accepts all pending connections.
    fn accept_pending(
        &self,
        lobby: &mut Lobby,
        sender: &Sender<Option<LoggedInClient>>,
        cancel: &Cancel,
    ) -> io::Result<()> {
        loop {
            let (stream, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                // The client has disconnected again.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if lobby.waiting >= self.policy.most_waiting {
                tracing::warn!(%address, "closed: too many pending logins");
                continue;
            }
            let (policy, sender, cancel) = (self.policy.clone(), sender.clone(), cancel.clone());
            let greeting = move || {
                let admits = |login: &Login| policy.admits(login);
                let client = authenticate(stream, &policy, &admits, &cancel);
                if client.is_none() {
                    tracing::warn!(%address, "did not log in");
                }
                // The receiver may be gone.
                let _ = sender.send(client);
            };
            thread::Builder::new()
                .name("login".to_owned())
                .spawn(greeting)?;
            lobby.waiting += 1;
        }
    }
}

/// Cancels when dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

struct Lobby {
    /// The number of pending logins.
    waiting: usize,
    /// The number of free seats.
    wanted: usize,
    logged_in: Vec<LoggedInClient>,
}

impl Lobby {
    /// Accepts clients that have logged in, as many as are wanted.
    fn seat(&mut self, clients: &Receiver<Option<LoggedInClient>>, policy: &LoginPolicy) {
        self.logged_in.retain(|client| !client.connection.is_over());
        for client in clients.try_iter() {
            self.waiting -= 1;
            let Some(mut client) = client else { continue };
            let known = |logged_in: &LoggedInClient| logged_in.login.id == client.login.id;
            let twice = !policy.accounts.is_empty() && self.logged_in.iter().any(known);
            let accepted = !twice && self.logged_in.len() < self.wanted;
            let answer = ServerCommand::Login { accepted }.write(Dialect::Legacy);
            // A closed connection is noticed at the first request.
            let _ = client.connection.send(&answer);
            if accepted {
                self.logged_in.push(client);
            } else {
                client.connection.finish(Duration::from_millis(100));
            }
        }
    }
}

impl LoggedInClient {
    fn program(self, protocol: &ProtocolOptions) -> Program {
        let name = self.login.name.unwrap_or(self.login.id);
        Program::connected(Box::new(self.connection), shortened(&name), *protocol)
    }
}

/// Authenticates a client; whether there is a free seat is decided by the lobby.
fn authenticate(
    stream: TcpStream,
    policy: &LoginPolicy,
    admits: &dyn Fn(&Login) -> bool,
    cancel: &Cancel,
) -> Option<LoggedInClient> {
    stream.set_nonblocking(false).ok()?;
    let line_end = Terminator::Nul.line_end();
    let mut connection = Connection::tcp(stream, line_end, Limits::default()).ok()?;
    let say = |connection: &mut Connection, command: ServerCommand| {
        connection.send(&command.write(Dialect::Legacy)).ok()
    };
    say(&mut connection, ServerCommand::Connected)?;
    let deadline = Instant::now() + policy.patience.0;
    for _ in 0..policy.tries {
        let whole = |text: &str| matches!(Reply::read(text), Ok(Reply::Login(_)));
        let line = connection.receive_whole(deadline, cancel, &whole).ok()?;
        match Reply::read(&line.text) {
            Ok(Reply::Login(login)) if admits(&login) => {
                return Some(LoggedInClient { connection, login });
            }
            Ok(Reply::LogOut) => return None,
            _ => say(&mut connection, ServerCommand::Login { accepted: false })?,
        }
    }
    connection.finish(Duration::from_millis(100));
    None
}

#[cfg(test)]
mod tests;
