//! Curling: ice, stones, rules, deliveries and players.
//!
//! The crate simulates the game on the ice of the three Digital Curling platforms, bit by bit as
//! their referees or fast as a search needs it, under the rules of each platform or of the sport.
//!
//! # A shot from target to score
//!
//! A delivery takes four steps, each a module: aim at a target, add the player's execution error,
//! simulate the motion, apply the rules. Dependencies: `curling` and `rand_pcg`.
//!
//! ```
//! use curling::arena_game::Curling;
//! use curling::conditions::Conditions;
//! use curling::delivery::Delivered;
//! use curling::physics::{Mode, Throw};
//! use curling::rules::{Game, Team};
//! use curling::{Turn, Vector};
//! use rand_pcg::Pcg64Mcg;
//!
//! // Digital Curling 3: its ice, its rules, its default players.
//! let curling = Curling::new(Conditions::dc3())?;
//! let mut game = Game::new(curling.rules())?;
//! let mut rng = Pcg64Mcg::new(42);
//!
//! // 1. Aim: a draw to the button with clockwise rotation.
//! let intended = curling.draw(Vector::ZERO, Turn::Clockwise)?;
//! // 2. Execution error of the player whose turn it is.
//! let skill = curling.skill(&game);
//! let Delivered::Thrown(actual) = skill.deliver(&intended, curling.tee(), &mut rng) else {
//!     unreachable!("a draw is below the maximum weight");
//! };
//! // 3. Physics: where do the stones come to rest?
//! let slot = game.slot().expect("the first stone of the match");
//! let throw = Throw { stones: game.stones, slot, shot: actual };
//! let outcome = curling.physics().throw(Mode::Exact, &throw)?;
//! // 4. Rules: free guard zone, score, whose turn is next.
//! game.apply(curling.rules(), &outcome.stones)?;
//!
//! let stone = game.stones.get(slot).expect("in play");
//! assert!(stone.at.length() > 0.001); // not exactly on the button …
//! assert!(stone.at.length() < 1.83); // … but in the house
//! assert_eq!(game.provisional(curling.rules()), 1); // team 0 would score one point
//! assert_eq!(game.to_throw(), Some(Team::One));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Curling::after_attempt`](arena_game::Curling::after_attempt) does the last three steps in one
//! call.
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`frame`], [`sheet`], [`stones`], [`shot`], [`passages`], [`vector`] | plain values in metres; the tee is the origin |
//! | [`physics`] | motion and collisions of stones, exact or fast |
//! | [`rules`] | free guard zone, score, hammer, ends, mixed doubles |
//! | [`delivery`] | aiming on any ice; execution error and skill |
//! | [`conditions`], [`notation`] | everything that defines a match, and its written form |
//! | [`arena_game`] | a match as a game of the arena; [`mod@lineup`]: the players by name |
//! | [`players`] | searches and evaluations that choose shots |
//! | [`trajectory`], [`picture`] | paths of stones; SVG (and PNG with the feature `png`) |
//! | [`replay`], [`studies`] | the ends of recorded matches; experiments specific to curling |
//! | [`words`] | errors in Japanese |
//!
//! Only players search. Network protocols and log files are in the crate `digital-curling`.

pub mod arena_game;
pub mod conditions;
pub mod delivery;
pub mod encoding;
pub mod frame;
pub mod lineup;
pub mod notation;
pub mod passages;
pub mod physics;
pub mod picture;
pub mod players;
pub mod replay;
pub mod rules;
pub mod sheet;
pub mod shot;
pub mod stones;
#[cfg(feature = "studies")]
pub mod studies;
pub mod trajectory;
pub mod vector;
pub mod words;

pub use lineup::lineup;
pub use passages::Passages;
pub use shot::{Shot, Sweep, Turn};
pub use stones::{Stone, Stones};
pub use vector::Vector;
