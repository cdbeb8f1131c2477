//! The Digital Curling platform: a match state machine, the protocols of four generations as server
//! and client, and match logs.
//!
//! ```text
//! plan (dc2_config)                  match plans from several sources: platform, file, command line
//! dice, setup -> match_state         a match as one value: conditions, clocks, dice; commands in, events out
//! contestant -> runner               contestants (programs, connections, local players, persons), asked in turn
//! text                               the protocols of the legacy platform and of DC2: programs, network server, client
//! dc3                                Digital Curling 3: server, client, configuration, logs
//! dc4                                Digital Curling 4: many matches over HTTP, and a client
//! platform                           matches and tournaments of the arena with programs of the platforms
//! cup                                a contest of many matches: pairings, schedule, tables, pages
//! record                             match records: our own JSON lines, `.dcl` of the first two generations
//! games                              recorded matches of any platform as one type; replays, statistics
//! screen, person                     a match as text in a terminal, and a person who plays at it
//! ```
//!
//! Physics and rules are those of [`curling`]; clocks, processes and faults those of [`arena`]. The
//! setup of a match is one value ([`Setup`]), whether it came from a file, the command line or a
//! message.
//!
//! A match between two of our players, recorded, and replayed from its record:
//!
//! ```
//! use curling::conditions::Conditions;
//! use digital_curling::local_player::LocalPlayer;
//! use digital_curling::record::{Header, Record, Writer};
//! use digital_curling::runner::{self, Timeouts};
//! use digital_curling::{Contestant, Event, Match, Setup};
//! use lookahead::{Cancel, Seed};
//!
//! let conditions = Conditions::dc3().changed(&"ends = 1\nreferee = 'fast'".parse()?)?;
//! let mut curling_match = Match::new(Setup::new(conditions, Seed(1)))?;
//! let player = |text: &str| -> Result<Box<dyn Contestant>, Box<dyn std::error::Error>> {
//!     Ok(Box::new(LocalPlayer::of(curling_match.curling(), &text.parse()?)?))
//! };
//! let mut contestants = [player("alpha=draw")?, player("beta=draw:turn=ccw")?];
//!
//! let mut entries = Vec::new();
//! let watch = &mut |_: &Match, event: Option<&Event>| {
//!     entries.extend(event.map(|event| event.entry.clone()));
//! };
//! let (timeouts, cancel) = (Timeouts::default(), Cancel::new());
//! runner::play(&mut curling_match, &mut contestants, &timeouts, &cancel, watch)?;
//! assert!(curling_match.game().outcome().is_some());
//!
//! let mut file = Vec::new();
//! let header = Header::new("2026-07-01T10:00:00Z", curling_match.setup());
//! let mut writer = Writer::begin(&mut file, &header)?;
//! entries.iter().try_for_each(|entry| writer.entry(entry))?;
//!
//! let record = Record::read(file.as_slice())?;
//! assert_eq!(record.setup.names, ["alpha", "beta"]);
//! assert_eq!(record.replay()?.last().unwrap().after, *curling_match.game());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is absent: the command line.

pub mod contestant;
pub mod cup;
pub mod dc3;
pub mod dc4;
pub mod dice;
pub mod games;
pub mod local_player;
pub mod match_state;
pub mod person;
pub mod plan;
pub mod platform;
pub mod record;
pub mod runner;
pub mod screen;
pub mod setup;
pub mod shot_ice;
pub mod text;
pub mod timestamp;
mod words;

pub use contestant::Contestant;
pub use dice::Dice;
pub use match_state::{Command, Entry, Event, Match, Refusal};
pub use record::Record;
pub use setup::{Setup, ThinkingTime};
