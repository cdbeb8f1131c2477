//! Matches between players of any game: referee, clocks, tournaments, experiments and statistics.
//!
//! The arena is independent of games and searches. A game crate implements [`game::Game`] for its
//! rules and [`player::Player`] (or [`analyst::Analyst`]) for its players, and combines both into a
//! [`playable::Lineup`]; everything else works on that.
//!
//! | module | contents |
//! |---|---|
//! | [`game`], [`player`], [`analyst`] | interfaces of rules, players, and players that return analyses |
//! | [`playable`] | a game with its named players behind one interface |
//! | [`description`], [`roster`], [`spec`], [`contender`] | descriptions of players and their settings, and the texts that select them |
//! | [`referee`], [`clock`] | one game: dice, clocks, forfeits |
//! | [`tournament`], [`workers`] | many games: pairs with swapped sides and shared seeds, on all cores |
//! | [`record`], [`replay`] | game records: written, replayed, verified |
//! | [`process`], [`program`], [`gtp`] | programs in other processes as players |
//! | [`stepping`], [`encoding`], [`embedded`] | games stepped by, encoded for and played by the program around the arena |
//! | [`secrecy`] | seeds that tell programs nothing about dice and deals |
//! | [`statistics`] | rates, intervals, tests, Elo |
//! | [`text_file`] | bounded reading of files |
//! | [`conformance`] | the test suite that every game passes, and golden playthroughs |
//! | `experiment`, `study`, `matches`, `lab`, `store` | experiments and their results (feature `lab`) |
//! | `perspective`, `standings`, `report` | tables and reports (feature `lab`) |
//!
//! The feature `lab`, on by default, adds experiments, the `SQLite` store and reports. Without it
//! the crate has everything that a bot needs to play.
//!
//! Files, threads, clocks and other processes are allowed here; search and rules are not.
//!
//! # Example
//!
//! A game, a player for it, and a match of twenty games against the built-in random player.
//! Dependencies: `arena`, `lookahead` and `rand_pcg`.
//!
//! ```
//! use arena::tournament::{Format, fixtures, play_fixtures};
//! use arena::{Choice, Contender, Description, Fault, Game, Lineup, Player, Score, Terms, Thinking};
//! use lookahead::{Cancel, Seed};
//! use rand_pcg::Pcg64Mcg;
//! use std::ops::ControlFlow;
//!
//! /// Two sides add 1 or 2 in turn; the side that reaches ten wins.
//! struct Ten;
//!
//! #[derive(Clone, Copy)]
//! struct Position {
//!     sum: u32,
//!     side: usize,
//! }
//!
//! impl Game for Ten {
//!     type Position = Position;
//!     type View = Position;
//!     type Action = u32;
//!
//!     fn start(&self, _: &mut Pcg64Mcg) -> Position {
//!         Position { sum: 0, side: 0 }
//!     }
//!     fn turn(&self, position: &Position) -> Option<usize> {
//!         (position.sum < 10).then_some(position.side)
//!     }
//!     fn view(&self, position: &Position, _seat: usize) -> Position {
//!         *position
//!     }
//!     fn actions(&self, view: &Position) -> Option<Vec<u32>> {
//!         Some((1..=2.min(10 - view.sum)).collect())
//!     }
//!     fn check(&self, position: &Position, step: &u32) -> Result<(), String> {
//!         let legal = (1..=2.min(10 - position.sum)).contains(step);
//!         legal.then_some(()).ok_or_else(|| "expected 1 or 2".to_owned())
//!     }
//!     fn play(&self, position: &mut Position, step: &u32, _: &mut Pcg64Mcg) {
//!         position.sum += step;
//!         position.side = 1 - position.side;
//!     }
//!     fn score(&self, position: &Position) -> Score {
//!         // The side that moved last has won.
//!         Score::by_points(if position.side == 1 { [1.0, 0.0] } else { [0.0, 1.0] })
//!     }
//!     fn write_action(&self, step: &u32) -> String {
//!         step.to_string()
//!     }
//!     fn read_action(&self, text: &str) -> Result<u32, String> {
//!         text.parse().map_err(|_| format!("`{text}` is not a number"))
//!     }
//!     fn write_view(&self, view: &Position) -> String {
//!         format!("sum {}", view.sum)
//!     }
//! }
//!
//! /// Leaves a multiple of three whenever it can.
//! struct Threes;
//!
//! impl Player<Ten> for Threes {
//!     fn choose(&mut self, _: &Ten, view: &Position, _: &Thinking) -> Result<Choice<u32>, Fault> {
//!         Ok(((10 - view.sum) % 3).max(1).into())
//!     }
//! }
//!
//! let about = ("Leaves a multiple of three.", "3の倍数を残します。");
//! let lineup: Lineup<Ten> = Lineup::new("ten", "count to ten", Ten)
//!     .player(Description::new("threes", about), |_, _| Ok(Threes));
//!
//! let players: [Contender; 2] = ["threes".parse()?, "random".parse()?];
//! let games = fixtures(&Format::RoundRobin.pairings(2), 20, Seed(1));
//! let (terms, threads, cancel) = (Terms::default(), 2, Cancel::new());
//! let mut points = [0.0; 2];
//! play_fixtures(&lineup, &players, &games, &terms, threads, &cancel, |fixture, record| {
//!     for side in 0..2 {
//!         points[fixture.players[side]] += record.score.share_of(side);
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(points[0] + points[1], 20.0);
//! assert!(points[0] > 15.0, "{points:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analyst;
pub mod clock;
pub mod conformance;
pub mod contender;
pub mod description;
pub mod embedded;
pub mod encoding;
#[cfg(feature = "lab")]
pub mod experiment;
pub mod fingerprint;
pub mod game;
pub mod gtp;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "lab")]
pub mod matches;
#[cfg(feature = "lab")]
pub mod origin;
#[cfg(feature = "lab")]
pub mod perspective;
pub mod playable;
pub mod player;
pub mod process;
pub mod program;
pub mod record;
pub mod referee;
pub mod replay;
#[cfg(feature = "lab")]
pub mod report;
pub mod roster;
pub mod secrecy;
pub mod spec;
#[cfg(feature = "lab")]
pub mod standings;
pub mod statistics;
pub mod stepping;
#[cfg(feature = "lab")]
pub mod store;
#[cfg(feature = "lab")]
pub mod study;
pub mod text;
pub mod text_file;
pub mod tournament;
pub mod workers;

pub use analyst::{Analyst, AnalystPlayer};
pub use contender::{Contender, ContenderError};
pub use description::{Description, Setting};
pub use game::{Duplicate, Game, Score};
pub use playable::{Lineup, PlayError, PlayableGame};
pub use player::{Choice, Fault, Player, Random, Thinking};
pub use record::{Ending, GameRecord, MoveRecord};
pub use referee::{Terms, play_game};
pub use roster::Roster;
pub use spec::{PlayerSpec, SpecError};
pub use text::{Phrase, Text, Words};

#[cfg(test)]
mod test_games;
