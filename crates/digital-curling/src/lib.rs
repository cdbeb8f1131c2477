//! The Digital Curling platform around the game: a referee that programs of four generations can
//! play under, and the logs they leave.
//!
//! ```text
//! plan (thesis)                      what is to be played, from several sources
//! setup -> bout                      a match as one value: conditions, clocks, dice; anybody may drive it
//! contestant -> table                who sits at it, asked in turn (programs, connections, our own players, a person)
//! text                               the protocols of the legacy platform and of DC2: programs, network server, client
//! dc3                                Digital Curling 3: server, client, configuration, logs
//! dc4                                Digital Curling 4: many matches over HTTP, and a client
//! platform                           matches and tournaments of the arena with programs of the platforms
//! record                             a match written down: JSON lines of our own, `.dcl` of the first two generations
//! games                              whatever was played and written down by anybody, as one kind of value; statistics
//! screen, person                     a match as text in a terminal, and somebody who plays at it
//! ```
//!
//! Physics and rules are those of [`curling`]; clocks, programs and faults those of [`arena`]. What
//! a match is played under is one value ([`Setup`]), whether it came from a file, a command line or
//! a message.
//!
//! What is absent: the command line.

pub mod bout;
pub mod contestant;
pub mod dc3;
pub mod dc4;
pub mod games;
pub mod house;
pub mod person;
pub mod plan;
pub mod platform;
pub mod record;
pub mod screen;
pub mod setup;
pub mod table;
pub mod text;

pub use bout::{Act, Bout, Entry, News, Refusal};
pub use contestant::Contestant;
pub use record::Record;
pub use setup::{Allowance, Setup};
