//! Digital Curling 4: matches over HTTP with server-sent events or WebSockets, as server and as
//! client.
//!
//! ```text
//! message, state         requests and states, shared by server and client
//! users, limits          accounts, and limits on requests
//! journal, seed_file     a match on disk, line by line, and the secret seed of its dice
//! history -> reading     every state of a match, and the answers of reading calls (row_id: ids)
//! event_log              the history, and the states that streams read
//! notice                 events of matches, for the log of a server
//! session -> registry    one match, and all of them; archive: those that are over
//! server                 the HTTP routes
//! client                 a player of ours on another server
//! ```
//!
//! The released client package for Python plays here unchanged; `tests/dc4client` is the proof.
//! Physics, rules, clocks and dice are those of [`Match`](crate::Match).

pub(crate) mod archive;
pub mod client;
pub(crate) mod event_log;
pub(crate) mod history;
pub mod journal;
pub mod limits;
pub mod message;
pub mod notice;
pub(crate) mod reading;
pub(crate) mod registry;
pub(crate) mod row_id;
pub(crate) mod seed_file;
pub mod server;
pub(crate) mod session;
pub mod state;
pub mod users;
