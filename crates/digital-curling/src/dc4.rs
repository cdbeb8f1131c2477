//! Digital Curling 4: matches over HTTP with server-sent events, as server and as client.
//!
//! ```text
//! message, state       requests and states, shared by server and client
//! users, limits        accounts, and limits on requests
//! journal, seed_file   a match on disk, line by line, and the secret seed of its dice
//! event_log            the states that streams read
//! session -> registry  one match, and all of them
//! server               the HTTP routes
//! client               a player of ours on another server
//! ```
//!
//! The released client package for Python plays here unchanged; `tests/dc4client` is the proof.
//! Physics, rules, clocks and dice are those of [`Match`](crate::Match).

pub mod client;
pub(crate) mod event_log;
pub mod journal;
pub mod limits;
pub mod message;
pub(crate) mod registry;
pub(crate) mod seed_file;
pub mod server;
pub(crate) mod session;
pub mod state;
pub mod users;
