//! A seat of a match: the connections on the port of a team until one of them speaks the protocol.
//!
//! Every connection gets `dc`. The first that answers `dc_ok` takes the seat; one that says
//! something else, closes, or stays silent beyond the time limit is dropped. A few are tried at the
//! same time, so that a silent one keeps no other waiting; of too many the oldest goes. A program
//! that leaves before the match begins gives its seat up to the next.

use super::{Identity, ServeError};
use crate::dc3::connection::{Connection, ConnectionFault, Limits};
use crate::dc3::message::{Dc, ToClient, ToServer, VERSION};
use curling::rules::Team;
use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most connections of a port that are tried at the same time.
const MOST_CANDIDATES: usize = 16;

/// The seat of a team.
pub(super) struct Seat {
    team: Team,
    hello: String,
    patience: Duration,
    candidates: VecDeque<Candidate>,
    taken: Option<(Connection, String)>,
    strays: usize,
}

/// A connection that has not answered `dc` yet.
struct Candidate {
    connection: Connection,
    since: Instant,
}

impl Seat {
    /// A free seat; a connection has `patience` to answer.
    pub(super) fn new(team: Team, identity: &Identity, patience: Duration) -> Self {
        let Identity { game_id, date_time } = identity.clone();
        let hello = ToClient::Dc(Dc {
            date_time,
            game_id,
            version: VERSION,
        });
        Seat {
            team,
            hello: hello.write(),
            patience,
            candidates: VecDeque::new(),
            taken: None,
            strays: 0,
        }
    }

    /// The team.
    pub(super) fn team(&self) -> Team {
        self.team
    }

    /// Whether a program has taken it.
    pub(super) fn is_taken(&self) -> bool {
        self.taken.is_some()
    }

    /// The number of connections that were dropped.
    pub(super) fn strays(&self) -> usize {
        self.strays
    }

    /// The program that has taken the seat, with the name of its `dc_ok`.
    pub(super) fn taken(self) -> Option<(Connection, String)> {
        for candidate in self.candidates {
            candidate.connection.abort();
        }
        self.taken
    }

    /// Accepts at most one connection and reads the answers that have arrived. Never waits.
    ///
    /// # Errors
    /// If the port or the system fails.
    pub(super) fn poll(
        &mut self,
        accept: &mut dyn FnMut() -> Result<Option<TcpStream>, ServeError>,
    ) -> Result<(), ServeError> {
        if let Some((connection, name)) = &self.taken {
            if !connection.is_exhausted() {
                return Ok(());
            }
            tracing::warn!(team = %self.team, name, "left before the match: its seat is free again");
            self.taken = None;
        }
        if let Some(stream) = accept()? {
            self.greet(stream)?;
        }
        for candidate in std::mem::take(&mut self.candidates) {
            match self.taken {
                // It may be wanted yet: the program in the seat may leave.
                Some(_) => self.candidates.push_back(candidate),
                None => self.judge(candidate),
            }
        }
        Ok(())
    }

    fn greet(&mut self, stream: TcpStream) -> Result<(), ServeError> {
        let team = self.team;
        let connection = Connection::new(stream, Limits::SERVER);
        let mut connection = connection.map_err(|why| ServeError::Connection { team, why })?;
        if connection.send(&self.hello).is_err() {
            self.drop_stray(connection, "closed the connection");
            return Ok(());
        }
        if self.candidates.len() >= MOST_CANDIDATES
            && let Some(oldest) = self.candidates.pop_front()
        {
            self.drop_stray(oldest.connection, "silent, and others wait");
        }
        self.candidates.push_back(Candidate {
            connection,
            since: Instant::now(),
        });
        Ok(())
    }

    /// Seats a connection, keeps it waiting or drops it.
    fn judge(&mut self, candidate: Candidate) {
        let Candidate { connection, since } = candidate;
        let name = match connection.take_pending() {
            None if since.elapsed() < self.patience => {
                self.candidates.push_back(Candidate { connection, since });
                return;
            }
            None => {
                let silent = ConnectionFault::Silent(self.patience);
                return self.drop_stray(connection, &silent.to_string());
            }
            Some(Err(fault)) => return self.drop_stray(connection, &fault.to_string()),
            Some(Ok(line)) => match ToServer::read(&line) {
                Ok(ToServer::DcOk { name }) => name,
                Ok(_) => return self.drop_stray(connection, "expected dc_ok"),
                Err(why) => return self.drop_stray(connection, &why.to_string()),
            },
        };
        self.taken = Some((connection, name));
    }

    fn drop_stray(&mut self, connection: Connection, why: &str) {
        tracing::warn!(team = %self.team, why, "not seated: no program of Digital Curling 3");
        self.strays += 1;
        connection.abort();
    }
}
