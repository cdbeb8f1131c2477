//! The server of Digital Curling 3: two ports, one program on each, and a match between them.
//!
//! [`Listeners`] opens the ports and waits for a program on each; one that has taken its seat is a
//! [`RemotePlayer`], a contestant of the [runner]. [`play`] does all of it.
//!
//! A seat is taken by an answer, not by a connection: every connection gets `dc`, and the first
//! that answers `dc_ok` has the seat. Connections that stay silent or say something else (a
//! browser, a scanner of ports, a client of another protocol) are closed, and others may try.
//!
//! On the platform an invalid message stops the server. Here the program loses: the match ends with
//! the other team as the winner, both get `game_result` and `game_over`, and later messages are
//! ignored.
//!
//! ```no_run
//! use curling::conditions::Conditions;
//! use digital_curling::dc3::server::{self, Listeners, Options};
//! use digital_curling::runner::Timeouts;
//! use digital_curling::{Match, Setup};
//! use lookahead::{Cancel, Seed};
//!
//! let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let options = Options::default();
//! let listeners = Listeners::open(&options)?;
//! println!("team 0 at {}, team 1 at {}", listeners.addresses()[0], listeners.addresses()[1]);
//! let cancel = Cancel::new();
//! server::play(&mut curling_match, listeners, &options, &Timeouts::default(), &cancel, &mut |curling_match, _| {
//!     println!("{:?}", curling_match.game().scores);
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod port;
mod remote_player;
mod seat;

pub use super::identity::Identity;
pub use port::Port;
pub use remote_player::RemotePlayer;

use super::config::{self, ConfigError};
use crate::contestant::Contestant;
use crate::match_state::{Event, Match};
use crate::runner::{self, Timeouts};
use curling::rules::Team;
use lookahead::Cancel;
use seat::Seat;
use serde_json::Value;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The interval at which the ports are polled.
const POLL: Duration = Duration::from_millis(5);

/// Addresses and timeouts of the server.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The address to listen at: by default only this machine may connect.
    pub host: IpAddr,
    /// The ports of team 0 and team 1; 0 takes any that is free.
    pub ports: [u16; 2],
    /// The time limit for both connections; none for no limit.
    pub patience: Option<Duration>,
    /// The time limit for `dc_ok`.
    pub timeout_dc_ok: Duration,
    /// The least time between two updates, for spectators.
    pub update_interval: Duration,
    /// Whether updates contain the trajectory, with a frame every this many steps.
    pub trajectory: Option<u32>,
    /// The `game` of `is_ready`, if parts of it are hidden.
    pub shown: Option<Value>,
    /// The identity of the match; by default a new one.
    pub identity: Option<Identity>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            ports: [10000, 10001],
            patience: None,
            timeout_dc_ok: Duration::from_secs(10),
            update_interval: Duration::ZERO,
            trajectory: None,
            shown: None,
            identity: None,
        }
    }
}

/// An error that prevented or ended the match.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A port cannot be opened.
    #[error("cannot open port {port} of {host} for {team}: {why}")]
    Port {
        /// The team.
        team: Team,
        /// The address.
        host: IpAddr,
        /// The port.
        port: u16,
        /// The error of the system.
        why: std::io::Error,
    },
    /// A team did not connect in time.
    #[error("{team} did not connect to {address} within {:.0} s{strays}", .patience.as_secs_f64())]
    NotConnected {
        /// The team.
        team: Team,
        /// The address.
        address: SocketAddr,
        /// The time limit.
        patience: Duration,
        /// The connections that did not answer `dc` with `dc_ok`.
        strays: Strays,
    },
    /// A connection could not be made.
    #[error("the connection of {team} failed: {why}")]
    Connection {
        /// The team.
        team: Team,
        /// The error of the system.
        why: std::io::Error,
    },
    /// The platform does not support the conditions.
    #[error(transparent)]
    Conditions(#[from] ConfigError),
    /// The match was cancelled.
    #[error("the match was cancelled")]
    Cancelled,
}

/// A number of connections that were no programs, as an error mentions it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strays(pub usize);

impl std::fmt::Display for Strays {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => f.write_str(": 1 connection did not answer `dc` with `dc_ok`"),
            more => write!(f, ": {more} connections did not answer `dc` with `dc_ok`"),
        }
    }
}

/// Two open ports.
#[derive(Debug)]
pub struct Listeners {
    listeners: [TcpListener; 2],
    addresses: [SocketAddr; 2],
}

impl Listeners {
    /// Opens the ports.
    ///
    /// # Errors
    /// If one of them is taken or not allowed.
    pub fn open(options: &Options) -> Result<Self, ServeError> {
        let open = |team: Team| {
            let port = options.ports[team.index()];
            let opened = TcpListener::bind((options.host, port)).and_then(|listener| {
                listener.set_nonblocking(true)?;
                let address = listener.local_addr()?;
                Ok((listener, address))
            });
            opened.map_err(|why| ServeError::Port {
                team,
                host: options.host,
                port,
                why,
            })
        };
        let ((first, team0), (second, team1)) = (open(Team::Zero)?, open(Team::One)?);
        Ok(Listeners {
            listeners: [first, second],
            addresses: [team0, team1],
        })
    }

    /// The addresses of team 0 and team 1.
    pub fn addresses(&self) -> [SocketAddr; 2] {
        self.addresses
    }

    /// Waits for a program on each port, and closes the ports.
    ///
    /// # Errors
    /// If a team does not connect in time.
    pub fn accept(
        self,
        options: &Options,
        cancel: &Cancel,
    ) -> Result<[RemotePlayer; 2], ServeError> {
        let [first, second] = self.admit([true; 2], options, cancel)?;
        let both = first.zip(second);
        let (first, second) = both.expect("both were waited for");
        Ok([first, second])
    }

    /// Waits for the `wanted` teams only; the others get none.
    ///
    /// # Errors
    /// If a team does not connect in time.
    pub fn admit(
        self,
        wanted: [bool; 2],
        options: &Options,
        cancel: &Cancel,
    ) -> Result<[Option<RemotePlayer>; 2], ServeError> {
        let started = Instant::now();
        let identity = options.identity.clone().unwrap_or_default();
        let mut seats = Team::BOTH.map(|team| {
            let wanted = wanted[team.index()];
            wanted.then(|| Seat::new(team, &identity, options.timeout_dc_ok))
        });
        let mut were_taken = false;
        loop {
            for seat in seats.iter_mut().flatten() {
                let team = seat.team();
                seat.poll(&mut || self.try_accept(team))?;
            }
            let free = seats.iter().flatten().find(|seat| !seat.is_taken());
            let Some(free) = free else {
                // Looked at twice: that a program has left is known a moment later.
                if were_taken {
                    break;
                }
                were_taken = true;
                std::thread::sleep(POLL);
                continue;
            };
            were_taken = false;
            if cancel.is_cancelled() {
                return Err(ServeError::Cancelled);
            }
            match options.patience {
                Some(patience) if started.elapsed() > patience => {
                    let team = free.team();
                    return Err(ServeError::NotConnected {
                        team,
                        address: self.addresses[team.index()],
                        patience,
                        strays: Strays(free.strays()),
                    });
                }
                _ => std::thread::sleep(POLL),
            }
        }
        Ok(seats.map(|seat| {
            let (connection, name) = seat?.taken()?;
            Some(RemotePlayer::new(connection, name, options.clone()))
        }))
    }

    fn try_accept(&self, team: Team) -> Result<Option<TcpStream>, ServeError> {
        try_accept(&self.listeners[team.index()], team)
    }
}

/// A connection that waits at a listener, if there is one.
fn try_accept(listener: &TcpListener, team: Team) -> Result<Option<TcpStream>, ServeError> {
    match listener.accept() {
        Ok((stream, _)) => Ok(Some(stream)),
        Err(why) => match why.kind() {
            // No connection yet, or one that was closed again.
            ErrorKind::WouldBlock
            | ErrorKind::Interrupted
            | ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionReset => Ok(None),
            _ => Err(ServeError::Connection { team, why }),
        },
    }
}

/// Waits for two programs and plays a match between them. `watch` is called with every event.
///
/// # Errors
/// If no match was played, or it was cancelled; not for faults of a program.
pub fn play(
    curling_match: &mut Match,
    listeners: Listeners,
    options: &Options,
    timeouts: &Timeouts,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&Match, Option<&Event>),
) -> Result<(), ServeError> {
    config::write_game(curling_match.setup())?;
    let seats = listeners.accept(options, cancel)?;
    let mut contestants = seats.map(|seat| Box::new(seat) as Box<dyn Contestant>);
    let played = runner::play(curling_match, &mut contestants, timeouts, cancel, watch);
    played.map_err(|_| ServeError::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use curling::conditions::Conditions;
    use lookahead::Seed;

    fn options() -> Options {
        Options {
            ports: [0, 0],
            patience: Some(Duration::from_millis(30)),
            ..Options::default()
        }
    }

    #[test]
    fn whoever_does_not_come_is_named() {
        let listeners = Listeners::open(&options()).unwrap();
        let address = listeners.addresses()[0];
        let mut client = TcpStream::connect(address).unwrap();
        let hello = b"{\"cmd\":\"dc_ok\",\"name\":\"alpha\"}\n";
        std::io::Write::write_all(&mut client, hello).unwrap();
        let error = listeners.accept(&options(), &Cancel::new()).unwrap_err();
        assert!(error.to_string().contains("team1 did not connect to"));
    }

    #[test]
    fn a_seat_that_only_strays_wanted_stays_free_and_they_are_counted() {
        let options = Options {
            timeout_dc_ok: Duration::from_millis(10),
            ..options()
        };
        let listeners = Listeners::open(&options).unwrap();
        let [team0, _] = listeners.addresses();
        let mut stray = TcpStream::connect(team0).unwrap();
        std::io::Write::write_all(&mut stray, b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let _silent = TcpStream::connect(team0).unwrap();
        let error = listeners
            .admit([true, false], &options, &Cancel::new())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("team0 did not connect") && error.contains("2 connections did not"),
            "{error}"
        );
    }

    #[test]
    fn a_port_that_is_taken_is_named() {
        let taken = Listeners::open(&options()).unwrap();
        let port = taken.addresses()[1].port();
        let options = Options {
            ports: [0, port],
            ..options()
        };
        let error = Listeners::open(&options).unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot open port {port} of 127.0.0.1 for team1")));
    }

    #[test]
    fn conditions_that_cannot_be_told_are_refused_before_anybody_waits() {
        let setup = Setup::new(Conditions::gat(), Seed(1));
        let mut curling_match = Match::new(setup).unwrap();
        let listeners = Listeners::open(&options()).unwrap();
        let watch = &mut |_: &Match, _: Option<&Event>| ();
        let (timeouts, cancel) = (Timeouts::default(), Cancel::new());
        let played = play(
            &mut curling_match,
            listeners,
            &options(),
            &timeouts,
            &cancel,
            watch,
        );
        assert!(matches!(played, Err(ServeError::Conditions(_))));
    }

    #[test]
    fn waiting_can_be_called_off() {
        let cancel = Cancel::new();
        cancel.cancel();
        let listeners = Listeners::open(&options()).unwrap();
        let waited = listeners.accept(&options(), &cancel);
        assert!(matches!(waited, Err(ServeError::Cancelled)));
    }
}
