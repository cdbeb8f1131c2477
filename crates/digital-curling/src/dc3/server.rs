//! A server of Digital Curling 3: two ports, a program at each, and a match between them.
//!
//! [`Listening`] opens the ports and waits for one connection on each; what has connected is a
//! [`Seat`], and sits at the [table] like anybody else. [`play`] does all of it.
//!
//! On the platform a program that says something wrong stops the server. Here it loses: the match
//! ends with the other as the winner, both are told (`game_result`, `game_over`), and whatever is
//! said after that is overlooked.
//!
//! ```no_run
//! use curling::conditions::Conditions;
//! use digital_curling::dc3::server::{self, Listening, Options};
//! use digital_curling::table::Manners;
//! use digital_curling::{Bout, Setup};
//! use lookahead::{Cancel, Seed};
//!
//! let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let options = Options::default();
//! let listening = Listening::open(&options)?;
//! println!("team 0 at {}, team 1 at {}", listening.addresses()[0], listening.addresses()[1]);
//! let cancel = Cancel::new();
//! server::play(&mut bout, listening, &options, &Manners::default(), &cancel, &mut |bout, _| {
//!     println!("{:?}", bout.game().scores);
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod seat;

pub use seat::{Identity, Seat};

use super::config::{self, ConfigError};
use super::line::{Limits, Line};
use crate::bout::{Bout, News};
use crate::contestant::Contestant;
use crate::table::{self, Manners};
use curling::rules::Team;
use lookahead::Cancel;
use serde_json::Value;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How often the ports are looked at while nobody has come.
const POLL: Duration = Duration::from_millis(5);

/// Where and how to listen.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The address to listen at: by default only this machine may connect.
    pub host: IpAddr,
    /// The ports of team 0 and team 1; 0 takes any that is free.
    pub ports: [u16; 2],
    /// How long both may take to connect; for ever if not said.
    pub patience: Option<Duration>,
    /// How long a program may take to say hello.
    pub timeout_dc_ok: Duration,
    /// At least so long between two updates, for people who watch.
    pub update_interval: Duration,
    /// Whether updates show the way of the stones, with a frame every so many steps.
    pub trajectory: Option<u32>,
    /// What `is_ready` tells of the match instead of everything.
    pub shown: Option<Value>,
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
        }
    }
}

/// Why there was no match, or none that came to an end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A port cannot be opened.
    #[error("port {port} of {host} for {team} cannot be opened: {why}")]
    Port {
        /// Whose.
        team: Team,
        /// The address.
        host: IpAddr,
        /// Which.
        port: u16,
        /// What the system says.
        why: std::io::Error,
    },
    /// Somebody did not come.
    #[error("nobody connected for {team} at {address} within {:.0} s", .patience.as_secs_f64())]
    NobodyCame {
        /// Who.
        team: Team,
        /// Where it was waited for.
        address: SocketAddr,
        /// How long.
        patience: Duration,
    },
    /// A connection could not be made.
    #[error("the connection of {team} failed: {why}")]
    Connection {
        /// Whose.
        team: Team,
        /// What the system says.
        why: std::io::Error,
    },
    /// The platform has no word for the conditions.
    #[error(transparent)]
    Conditions(#[from] ConfigError),
    /// It was called off.
    #[error("the match was called off")]
    Cancelled,
}

/// Two open ports.
#[derive(Debug)]
pub struct Listening {
    listeners: [TcpListener; 2],
    addresses: [SocketAddr; 2],
}

impl Listening {
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
        Ok(Listening {
            listeners: [first, second],
            addresses: [team0, team1],
        })
    }

    /// Where team 0 and team 1 connect.
    pub fn addresses(&self) -> [SocketAddr; 2] {
        self.addresses
    }

    /// Waits for one connection on each port, and closes the ports.
    ///
    /// # Errors
    /// If somebody does not come in time.
    pub fn accept(self, options: &Options, cancel: &Cancel) -> Result<[Seat; 2], ServeError> {
        let [first, second] = self.admit([true; 2], options, cancel)?;
        let both = first.zip(second);
        let (first, second) = both.expect("both were waited for");
        Ok([first, second])
    }

    /// The same for those teams only that are `wanted`; the others have no connection.
    ///
    /// # Errors
    /// If somebody does not come in time.
    pub fn admit(
        self,
        wanted: [bool; 2],
        options: &Options,
        cancel: &Cancel,
    ) -> Result<[Option<Seat>; 2], ServeError> {
        let started = Instant::now();
        let mut arrived = [None, None];
        let missing = |arrived: &[Option<TcpStream>; 2]| {
            let is_missing = |team: &Team| wanted[team.index()] && arrived[team.index()].is_none();
            Team::BOTH.into_iter().find(is_missing)
        };
        while let Some(team) = missing(&arrived) {
            if cancel.is_cancelled() {
                return Err(ServeError::Cancelled);
            }
            for team in Team::BOTH.into_iter().filter(|team| wanted[team.index()]) {
                let place = &mut arrived[team.index()];
                if place.is_none() {
                    *place = self.look(team)?;
                }
            }
            match options.patience {
                Some(patience) if started.elapsed() > patience => {
                    let address = self.addresses[team.index()];
                    return Err(ServeError::NobodyCame {
                        team,
                        address,
                        patience,
                    });
                }
                _ => std::thread::sleep(POLL),
            }
        }
        let identity = Identity::new();
        let seat = |team: Team, stream: Option<TcpStream>| {
            let line = stream.map(|stream| Line::new(stream, Limits::SERVER));
            let line = line.transpose();
            let line = line.map_err(|why| ServeError::Connection { team, why })?;
            let seat = |line| Seat::new(line, identity.clone(), options.clone());
            Ok::<_, ServeError>(line.map(seat))
        };
        let [first, second] = arrived;
        Ok([seat(Team::Zero, first)?, seat(Team::One, second)?])
    }

    fn look(&self, team: Team) -> Result<Option<TcpStream>, ServeError> {
        match self.listeners[team.index()].accept() {
            Ok((stream, _)) => Ok(Some(stream)),
            Err(why) => match why.kind() {
                // Nobody yet, or somebody who went away again.
                ErrorKind::WouldBlock
                | ErrorKind::Interrupted
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionReset => Ok(None),
                _ => Err(ServeError::Connection { team, why }),
            },
        }
    }
}

/// Waits for two programs and plays a match between them. `watch` sees everything that happens.
///
/// # Errors
/// If there was no match, or it was called off; not if a program does something wrong.
pub fn play(
    bout: &mut Bout,
    listening: Listening,
    options: &Options,
    manners: &Manners,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&Bout, Option<&News>),
) -> Result<(), ServeError> {
    config::game(bout.setup())?;
    let seats = listening.accept(options, cancel)?;
    let mut contestants = seats.map(|seat| Box::new(seat) as Box<dyn Contestant>);
    let played = table::play(bout, &mut contestants, manners, cancel, watch);
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
        let listening = Listening::open(&options()).unwrap();
        let address = listening.addresses()[0];
        let _somebody = TcpStream::connect(address).unwrap();
        let error = listening.accept(&options(), &Cancel::new()).unwrap_err();
        assert!(error.to_string().contains("nobody connected for team1"));
    }

    #[test]
    fn a_port_that_is_taken_is_named() {
        let taken = Listening::open(&options()).unwrap();
        let port = taken.addresses()[1].port();
        let options = Options {
            ports: [0, port],
            ..options()
        };
        let error = Listening::open(&options).unwrap_err().to_string();
        assert!(error.starts_with(&format!("port {port} of 127.0.0.1 for team1")));
    }

    #[test]
    fn conditions_that_cannot_be_told_are_refused_before_anybody_waits() {
        let setup = Setup::new(Conditions::gat(), Seed(1));
        let mut bout = Bout::new(setup).unwrap();
        let listening = Listening::open(&options()).unwrap();
        let watch = &mut |_: &Bout, _: Option<&News>| ();
        let (manners, cancel) = (Manners::default(), Cancel::new());
        let played = play(&mut bout, listening, &options(), &manners, &cancel, watch);
        assert!(matches!(played, Err(ServeError::Conditions(_))));
    }

    #[test]
    fn waiting_can_be_called_off() {
        let cancel = Cancel::new();
        cancel.cancel();
        let listening = Listening::open(&options()).unwrap();
        let waited = listening.accept(&options(), &cancel);
        assert!(matches!(waited, Err(ServeError::Cancelled)));
    }
}
