//! Digital Curling 3: protocol (server and client), configuration file and logs.
//!
//! The protocol is lines of JSON over TCP, one port for each team. This module has both sides:
//!
//! ```text
//! config      a configuration file  ->  Setup, server options;  Setup  ->  `game` of is_ready
//! message     lines of text         <-> typed messages
//! state       a match               <-> `state` and `last_move` of a message
//! connection  a TCP connection read line by line, with limits
//! server      a contestant over a connection, and the two ports
//! client      a player of ours on another server
//! log         the logs of the platform's server, read and written
//! identity    the identifier of a match and the time of its set-up
//! trajectory  the paths of the stones in a message
//! ```
//!
//! Two departures from the platform: its server stops at a fault of a program, whereas here that
//! program loses and the other wins. And where the platform seeds a generator for every player, the
//! dice are those of the match ([`Setup::dice`](crate::Setup::dice)); the distributions are the
//! same.
//!
//! What is absent: any rule or physics.

pub mod client;
pub mod config;
pub mod connection;
pub mod identity;
pub mod log;
pub mod message;
pub mod server;
pub mod state;
pub mod trajectory;
