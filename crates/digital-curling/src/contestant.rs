//! Who sits at the table of a match: something that can be asked, and told.
//!
//! A program over pipes, a connection over a network, a player of our own and a person are the same
//! to the [table](crate::table). What one of them does wrong is a [`Fault`], and costs it the match
//! and nothing else.

use crate::bout::{Act, Bout, News};
use arena::player::{Fault, Thinking};
use curling::rules::Team;

/// Somebody who plays one team.
pub trait Contestant: Send {
    /// What the team is called, once it is known.
    fn name(&self) -> String;

    /// A match is about to begin, in which it plays `team`. It says when it is ready. Names are not
    /// settled yet.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn prepare(&mut self, bout: &Bout, team: Team, thinking: &Thinking) -> Result<(), Fault>;

    /// The match begins; everything about it is settled.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn begin(&mut self, bout: &Bout) -> Result<(), Fault> {
        let _ = bout;
        Ok(())
    }

    /// In which order its players throw: asked once before the first end, in mixed doubles after
    /// the placement of every end. None: as they are named.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn order(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        let _ = (bout, thinking);
        Ok(None)
    }

    /// It is this team's turn: to place stones if the match is in that
    /// [phase](curling::rules::Phase::Placing), otherwise to throw, or to concede.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn choose(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault>;

    /// Somebody, perhaps this team, did something.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn told(&mut self, bout: &Bout, news: &News) -> Result<(), Fault> {
        let _ = (bout, news);
        Ok(())
    }

    /// The match is over. A fault now changes nothing.
    fn finish(&mut self, bout: &Bout) {
        let _ = bout;
    }
}
