//! Curling on a computer: ice, stones, rules and deliveries.
//!
//! * [`physics`]: what a shot does, on the ice of the three Digital Curling platforms, exactly as
//!   their referees or fast as a search needs it.
//! * [`rules`]: what counts: guard zone, scores, hammer, ends, mixed doubles, under each platform's
//!   rules or the sport's.
//! * [`delivery`]: from a target to a shot and back, on any ice; noise and skill of those who
//!   throw.
//! * [`picture`]: positions and shots as SVG (and PNG with the feature `png`).
//!
//! * [`conditions`], [`arena_game`]: a match as the arena's referee sees it, and all it is played
//!   under.
//! * [`players`]: who can be asked what to throw; [`mod@lineup`]: all of them by name, for the
//!   arena.
//! * [`replay`]: the ends of a recorded match; [`studies`]: experiments that only this game has.
//!
//! Everything is a plain value in the house frame ([`frame`]): the tee is the origin. Only players
//! search; no protocol is here.
//!
//! ```
//! use curling::delivery::aim;
//! use curling::physics::{Mode, Parameters, Physics, Throw};
//! use curling::rules::{Rules, guard, score};
//! use curling::{Stones, Turn, Vector};
//!
//! // Slower ice than usual, and still the draw stops on the button.
//! let physics = Physics::new(Parameters::fcv1().with_friction(1.2))?;
//! let sheet = physics.parameters().sheet;
//! let shot = aim::draw(&physics.deliveries(), &sheet, Vector::ZERO, Turn::Clockwise)?;
//! let before = Stones::none();
//! let outcome = physics.throw(Mode::Fast, &Throw { stones: before, slot: 0, shot })?;
//! let verdict = guard::judge(&Rules::dc3(), &before, &outcome.stones, 0);
//! assert_eq!(score::points(&Rules::dc3(), &verdict.stones), 1); // for the team that throws first
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena_game;
pub mod conditions;
pub mod delivery;
pub mod frame;
pub mod lineup;
pub mod notation;
pub mod physics;
pub mod picture;
pub mod players;
pub mod replay;
pub mod rules;
pub mod sheet;
pub mod shot;
pub mod stones;
pub mod studies;
pub mod trajectory;
pub mod vector;

pub use lineup::lineup;
pub use shot::{Shot, Turn};
pub use stones::{Stone, Stones};
pub use vector::Vector;
