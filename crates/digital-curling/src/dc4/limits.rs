//! Limits of a server: rates of requests and wrong passwords, numbers of connections, streams and
//! matches.
//!
//! The defaults let a room of users on one address play several hundred matches at once and stop a
//! runaway program. An address is an IPv4 address or an IPv6 network of 2⁶⁴ addresses
//! ([`web::AddressBlock`]).

pub use web::{CountLimiter, Permit, RateLimiter};

use serde::{Deserialize, Serialize};
use std::time::Duration;
use web::ConnectionLimits;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// Unfinished matches of one user.
    pub matches_of_user: usize,
    /// Matches in all.
    pub matches: usize,
    /// Open streams of one user, or of one address for spectators.
    pub streams: usize,
    /// Connections from one address.
    pub connections_of_address: usize,
    /// Connections in all.
    pub connections: usize,
    /// Requests per second of one user or one address; bursts of twice as many are allowed.
    pub requests: f64,
    /// Wrong passwords per minute for one account from one address.
    pub wrong_passwords: f64,
    /// Seconds for a whole request head, however slowly it arrives.
    pub head_seconds: u32,
    /// Seconds of silence after which a connection is closed.
    pub idle_seconds: u32,
    /// Bytes of request bodies that may wait at once, a quarter of them from one address.
    pub waiting_input: usize,
}

impl Limits {
    /// The limits of connections.
    pub fn of_connections(&self) -> ConnectionLimits {
        ConnectionLimits {
            total: self.connections,
            of_address: self.connections_of_address,
            head: Duration::from_secs(self.head_seconds.into()),
            idle: Duration::from_secs(self.idle_seconds.into()),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 64 * 1024,
            matches_of_user: 500,
            matches: 2000,
            streams: 1000,
            connections_of_address: 4000,
            connections: 10_000,
            requests: 2000.0,
            wrong_passwords: 20.0,
            head_seconds: 10,
            idle_seconds: 60,
            waiting_input: 32 << 20,
        }
    }
}
