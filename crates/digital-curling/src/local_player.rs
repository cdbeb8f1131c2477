//! Local players: players of the arena as contestants of a match.

use crate::contestant::Contestant;
use crate::match_state::{Command, Event, Match};
use arena::game::{Game as _, Score};
use arena::player::{Choice, Fault, Player, Thinking};
use arena::{Contender, SpecError};
use curling::arena_game::{Action, Curling};
use curling::lineup;
use curling::rules::Team;

/// A player of the arena, under a name.
pub struct LocalPlayer {
    name: String,
    player: Box<dyn Player<Curling>>,
}

impl LocalPlayer {
    /// Builds one of our own players, under the contender's name.
    ///
    /// # Errors
    /// If the player is unknown.
    pub fn of(curling: &Curling, contender: &Contender) -> Result<Self, SpecError> {
        let player = lineup::of(curling.clone()).build(&contender.spec)?;
        Ok(LocalPlayer::new(contender.name(), player))
    }

    /// A player under this name.
    pub fn new(name: impl Into<String>, player: Box<dyn Player<Curling>>) -> Self {
        LocalPlayer {
            name: name.into(),
            player,
        }
    }
}

impl Contestant for LocalPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(
        &mut self,
        curling_match: &Match,
        team: Team,
        thinking: &Thinking,
    ) -> Result<(), Fault> {
        self.player
            .begin(curling_match.curling(), team.index(), thinking)
    }

    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault> {
        let answer = self
            .player
            .choose(curling_match.curling(), curling_match.game(), thinking);
        match answer {
            Ok(Choice { action, .. }) => Ok(match action {
                Action::Throw(shot) => Command::Throw(shot),
                Action::Place(placement) => Command::Place(placement),
            }),
            Err(Fault::Resigned) => Ok(Command::Concede),
            Err(fault) => Err(fault),
        }
    }

    fn observe(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        let action = match &event.entry.command {
            Command::Throw(shot) => Action::Throw(*shot),
            Command::Place(placement) => Action::Place(*placement),
            _ => return Ok(()),
        };
        let seat = event.entry.team.index();
        self.player
            .observe(curling_match.curling(), seat, &action, curling_match.game())
    }

    fn finish(&mut self, curling_match: &Match) {
        let score: Score = curling_match.curling().score(curling_match.game());
        self.player.end(curling_match.curling(), &score);
    }
}
