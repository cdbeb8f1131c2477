//! Digital Curling 3: its protocol as server and as client, its configuration file, its logs.
//!
//! The platform speaks lines of JSON over TCP, one port for each team. This module can be either
//! side of the conversation:
//!
//! ```text
//! config   a configuration file  ->  Setup, server options;  Setup  ->  what is_ready tells
//! message  lines of text         <-> typed messages
//! state    a match               <-> `state` and `last_move` of a message
//! line     a connection that is read line by line, within bounds
//! server   a Contestant at the other end of a connection, and the two ports to find it at
//! client   a player of our own on somebody else's server
//! log      what the platform's server leaves behind
//! ```
//!
//! Two things are kinder than on the platform, whose server stops when a program does something
//! wrong: here that program loses, the other is told so. And where the platform seeds a generator
//! for every player, the dice are those of the match ([`Setup::seed`](crate::Setup::seed)); the
//! distributions are the same.
//!
//! What is absent: writing the platform's logs, and any rule or physics.

pub mod client;
pub mod config;
pub mod line;
pub mod log;
pub mod message;
pub mod server;
pub mod state;
pub mod trajectory;
