//! Contestants: the interface between the match runner and whatever plays a team.
//!
//! A program over pipes, a network connection, a local player and a person at a terminal are the
//! same to the [runner](crate::runner). A [`Fault`] of a contestant costs it the match and nothing
//! else.

use crate::match_state::{Command, Event, Match};
use arena::player::{Fault, Thinking};
use curling::rules::Team;

/// A player of one team.
pub trait Contestant: Send {
    /// The name of the team, once it is known.
    fn name(&self) -> String;

    /// Prepares for a match as `team` and returns when ready. Names are not settled yet.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn prepare(
        &mut self,
        curling_match: &Match,
        team: Team,
        thinking: &Thinking,
    ) -> Result<(), Fault>;

    /// Begins the match; names and conditions are settled.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn begin(&mut self, curling_match: &Match) -> Result<(), Fault> {
        let _ = curling_match;
        Ok(())
    }

    /// The order in which its players throw: asked once before the first end, in mixed doubles
    /// after the placement of every end. None keeps the given order.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn order(
        &mut self,
        curling_match: &Match,
        thinking: &Thinking,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let _ = (curling_match, thinking);
        Ok(None)
    }

    /// Chooses the next command: a placement if the match is in that
    /// [phase](curling::rules::Phase::Placing), otherwise a throw; or a concession.
    ///
    /// # Errors
    /// A fault if it does not answer.
    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault>;

    /// Observes an event of either team.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn observe(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        let _ = (curling_match, event);
        Ok(())
    }

    /// Messages for the organiser since the last call, such as a start that had to be repeated.
    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Ends the match. Faults no longer matter.
    fn finish(&mut self, curling_match: &Match) {
        let _ = curling_match;
    }
}
