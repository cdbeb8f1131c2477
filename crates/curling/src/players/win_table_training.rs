//! Training of a win table by self-play (Kato, Iizuka and Yamamoto 2016, section 3.5).
//!
//! 1. Ends played for points give one distribution of an end's points; ends played for any score at
//!    all give the chance of winning an extra end.
//! 2. Backward induction from the end of the match makes of these a first table.
//! 3. For every number of ends left and every difference, ends are played to win the match by the
//!    first table: a distribution for each state.
//! 4. Backward induction again makes the final table.
//!
//! *Rounds.* In step 3 the paper's players believe the first table, made of ends for points: a team
//! that leads does not know how safe it is. With more rounds ([`Plan::rounds`]) steps 3 and 4 are
//! repeated, for the table of the round before, until play and table fit each other.
//!
//! [`run`] plays the ends, [`log`] stores them so that a run can be resumed, [`estimate`] makes the
//! tables and their standard errors.
//!
//! *Blank extra ends.* The paper only has players "that just want to score". A blank extra end is
//! followed by another with the same hammer, so its utility to the hammer is the chance of winning
//! an extra end. That is not known before; while extra ends are played it is taken to be the
//! hammer's share of the scored ends of step 1. Afterwards blanks are left out: the chance is that
//! of the hammer to be the team that scores. Where a level match is drawn, no extra ends are
//! played, and it is half a win.
//!
//! *States not played.* Larger differences than asked for take the distribution of the largest one.
//! A state in which all results have equal utility is not played and takes that of step 1.

pub mod estimate;
pub mod log;
pub mod run;

pub use estimate::{BOOTSTRAP_SAMPLES, Estimate, StandardErrors};
pub use run::{Plan, PlayEnd, Progress, RunError, RunOptions, play};
