//! A player of our own at the table.

use crate::bout::{Act, Bout, News};
use crate::contestant::Contestant;
use arena::game::{Game as _, Score};
use arena::player::{Choice, Fault, Player, Thinking};
use arena::{Contender, SpecError};
use curling::arena_game::{Action, Curling};
use curling::lineup;
use curling::rules::Team;

/// A player of the arena.
pub struct House {
    name: String,
    player: Box<dyn Player<Curling>>,
}

impl House {
    /// One of our own players, under the contender's name.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn of(curling: &Curling, contender: &Contender) -> Result<Self, SpecError> {
        let player = lineup::of(curling.clone()).build(&contender.spec)?;
        Ok(House::new(contender.name(), player))
    }

    /// A player that is called so.
    pub fn new(name: impl Into<String>, player: Box<dyn Player<Curling>>) -> Self {
        House {
            name: name.into(),
            player,
        }
    }
}

impl Contestant for House {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, bout: &Bout, team: Team, thinking: &Thinking) -> Result<(), Fault> {
        self.player.begin(bout.curling(), team.index(), thinking)
    }

    fn choose(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        let answer = self.player.choose(bout.curling(), bout.game(), thinking);
        match answer {
            Ok(Choice { action, .. }) => Ok(match action {
                Action::Throw(shot) => Act::Throw(shot),
                Action::Place(wish) => Act::Place(wish),
            }),
            Err(Fault::Resigned) => Ok(Act::Concede),
            Err(fault) => Err(fault),
        }
    }

    fn told(&mut self, bout: &Bout, news: &News) -> Result<(), Fault> {
        let action = match &news.entry.act {
            Act::Throw(shot) => Action::Throw(*shot),
            Act::Place(wish) => Action::Place(*wish),
            _ => return Ok(()),
        };
        let seat = news.entry.team.index();
        self.player
            .observe(bout.curling(), seat, &action, bout.game())
    }

    fn finish(&mut self, bout: &Bout) {
        let score: Score = bout.curling().score(bout.game());
        self.player.end(bout.curling(), &score);
    }
}
