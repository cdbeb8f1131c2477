//! The waiting room of a contest: programs log in with their accounts and wait for a match.
//!
//! A program that logs in again takes the place of its earlier connection, which a broken network
//! may have left behind.

use super::{CancelOnDrop, LoggedInClient, LoginPolicy, ServerCommand, authenticate};
use crate::text::commands::Login;
use crate::text::{Dialect, Program, ProtocolOptions, Terminator};
use lookahead::Cancel;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Decides whether an account and a password are right. It may be slow.
pub type Admission = Arc<dyn Fn(&str, &str) -> bool + Send + Sync>;

/// The delay of the answer to a wrong password.
const WRONG: Duration = Duration::from_secs(1);

/// The time for a connection to close.
const LEAVING: Duration = Duration::from_millis(100);

/// A listener, and the programs that have logged in.
pub struct WaitingRoom {
    listener: TcpListener,
    admission: Admission,
    sender: Sender<Option<LoggedInClient>>,
    clients: Receiver<Option<LoggedInClient>>,
    /// The number of pending logins.
    pending: usize,
    logged_in: Vec<LoggedInClient>,
    closing: CancelOnDrop,
}

impl WaitingRoom {
    /// Listens at an address.
    ///
    /// # Errors
    /// If the address cannot be bound, mostly because it is in use.
    pub fn bind(address: impl ToSocketAddrs, admission: Admission) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let (sender, clients) = channel();
        Ok(WaitingRoom {
            listener,
            admission,
            sender,
            clients,
            pending: 0,
            logged_in: Vec::new(),
            closing: CancelOnDrop(Cancel::new()),
        })
    }

    /// The address of the listener.
    ///
    /// # Errors
    /// If the operating system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Accepts connections and seats those that have logged in. Never waits.
    ///
    /// # Errors
    /// If the listener fails.
    pub fn poll(&mut self) -> io::Result<()> {
        self.accept()?;
        self.logged_in.retain(|client| !client.connection.is_over());
        for client in self.clients.try_iter().collect::<Vec<_>>() {
            self.pending -= 1;
            self.seat(client);
        }
        Ok(())
    }

    fn accept(&mut self) -> io::Result<()> {
        let policy = LoginPolicy::default();
        loop {
            let (stream, address) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock => return Ok(()),
                    // The client has disconnected again.
                    ErrorKind::ConnectionAborted | ErrorKind::Interrupted => continue,
                    _ => return Err(error),
                },
            };
            if self.pending >= policy.most_waiting {
                tracing::warn!(%address, "closed: too many pending logins");
                continue;
            }
            let (sender, admission) = (self.sender.clone(), Arc::clone(&self.admission));
            let (policy, cancel) = (policy.clone(), self.closing.0.clone());
            let login = move || {
                let admits = |login: &Login| {
                    let right = admission(&login.id, &login.password);
                    if !right {
                        thread::sleep(WRONG);
                    }
                    right
                };
                // The receiver may be gone.
                let _ = sender.send(authenticate(stream, &policy, &admits, &cancel));
            };
            thread::Builder::new()
                .name("login".to_owned())
                .spawn(login)?;
            self.pending += 1;
        }
    }

    /// Seats a client, in the place of its earlier connection.
    fn seat(&mut self, client: Option<LoggedInClient>) {
        let Some(mut client) = client else { return };
        let earlier = |known: &LoggedInClient| known.login.id == client.login.id;
        if let Some(at) = self.logged_in.iter().position(earlier) {
            self.logged_in.swap_remove(at).connection.finish(LEAVING);
        }
        let answer = ServerCommand::Login { accepted: true }.write(Dialect::Legacy);
        // A closed connection is noticed at the first request.
        let _ = client.connection.send(&answer);
        self.logged_in.push(client);
    }

    /// Whether a program with this account waits.
    pub fn has(&self, account: &str) -> bool {
        let waits =
            |client: &LoggedInClient| client.login.id == account && !client.connection.is_over();
        self.logged_in.iter().any(waits)
    }

    /// The program that waits with this account, which leaves the room.
    pub fn take(&mut self, account: &str, protocol: &ProtocolOptions) -> Option<Program> {
        let theirs = |client: &LoggedInClient| client.login.id == account;
        let at = self.logged_in.iter().position(theirs)?;
        let client = self.logged_in.swap_remove(at);
        let protocol = ProtocolOptions {
            terminator: Terminator::Nul,
            ..*protocol
        };
        Some(client.program(&protocol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::Instant;

    fn polled(room: &mut WaitingRoom, until: impl Fn(&WaitingRoom) -> bool) {
        let began = Instant::now();
        while !until(room) {
            assert!(began.elapsed() < Duration::from_secs(10), "nothing came");
            room.poll().unwrap();
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn room() -> WaitingRoom {
        let admission: Admission = Arc::new(|account, password| (account, password) == ("a", "b"));
        WaitingRoom::bind("127.0.0.1:0", admission).unwrap()
    }

    fn log_in(room: &WaitingRoom, login: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(room.address().unwrap()).unwrap();
        stream.write_all(login).unwrap();
        stream
    }

    #[test]
    fn a_program_waits_under_its_account_until_a_match_takes_it() {
        let mut room = room();
        let _first = log_in(&room, b"LOGIN a b\0");
        polled(&mut room, |room| room.has("a"));
        assert!(!room.has("b"));
        let protocol = ProtocolOptions::default();
        assert!(room.take("a", &protocol).is_some());
        assert!(!room.has("a") && room.take("a", &protocol).is_none());
    }

    #[test]
    fn a_second_login_takes_the_place_of_the_first() {
        let mut room = room();
        let mut first = log_in(&room, b"LOGIN a b\0");
        polled(&mut room, |room| room.has("a"));
        let _second = log_in(&room, b"LOGIN a b\0");
        polled(&mut room, |room| room.pending > 0);
        polled(&mut room, |room| room.pending == 0);
        assert!(room.has("a") && room.logged_in.len() == 1);
        let mut heard = Vec::new();
        first.read_to_end(&mut heard).unwrap();
        assert!(heard.starts_with(b"CONNECTED"));
    }

    #[test]
    fn a_wrong_password_waits_in_vain() {
        let mut room = room();
        let mut stream = log_in(&room, b"LOGIN a guess\0LOGIN a guess\0LOGIN a guess\0");
        polled(&mut room, |room| room.pending > 0);
        polled(&mut room, |room| room.pending == 0);
        assert!(!room.has("a"));
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        assert!(String::from_utf8_lossy(&heard).contains("LOGIN NG"));
    }
}
