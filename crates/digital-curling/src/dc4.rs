//! Digital Curling 4: matches over HTTP with server-sent events, as server and as contestant.
//!
//! ```text
//! message, state   what is sent, and what it means: one place for both sides
//! users, limits    who may come in, and how often
//! journal          a match on disk, line by line
//! board            what the streams of a match show
//! fixture -> hall  one match, and all of them
//! server           the calls of the protocol
//! client           a player of ours on somebody's server
//! ```
//!
//! The released client package for Python plays here unchanged; `tests/dc4client` is the proof.
//! Physics, rules, clocks and dice are those of a [`Bout`](crate::Bout).

pub(crate) mod board;
pub mod client;
pub(crate) mod fixture;
pub(crate) mod hall;
pub mod journal;
pub mod limits;
pub mod message;
pub mod server;
pub mod state;
pub mod users;
