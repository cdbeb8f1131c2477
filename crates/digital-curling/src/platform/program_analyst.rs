//! Programs of the platforms as analysts of a position.
//!
//! Every question is a match of its own: the program is started, gets the position as that of a
//! match in progress, is asked for its shot and stopped.

use crate::contestant::Contestant;
use crate::match_state::{Command, Match};
use crate::setup::Setup;
use crate::text::{Program, ProtocolOptions};
use arena::clock::TimeLeft;
use arena::player::{Fault, Thinking};
use arena::process::Launch;
use curling::Shot;
use curling::arena_game::{Action, Curling};
use curling::players::analyst::{ShotAnalyst, legal_shot, without_search};
use curling::rules::{Game, Team};
use lookahead::{Analysis, Control};

/// An analyst that runs a program with a text protocol.
pub(super) struct ProgramAnalyst {
    launch: Launch,
    protocol: ProtocolOptions,
}

impl ProgramAnalyst {
    /// An analyst that starts the program for every question.
    pub(super) fn new(launch: Launch, protocol: ProtocolOptions) -> Self {
        ProgramAnalyst { launch, protocol }
    }

    fn answer(
        &self,
        curling_match: &Match,
        team: Team,
        thinking: &Thinking,
    ) -> Result<Command, Fault> {
        let mut program = Program::new(self.launch.clone(), self.protocol);
        let mut ask = || {
            program.prepare(curling_match, team, thinking)?;
            program.begin(curling_match)?;
            program.choose(curling_match, thinking)
        };
        let answer = ask();
        program.finish(curling_match);
        answer
    }
}

impl ShotAnalyst for ProgramAnalyst {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        let Some(team) = game.to_throw() else {
            return Ok(without_search(None, control));
        };
        let setup = Setup::new(curling.conditions().clone(), control.seed);
        let curling_match = Match::with_curling(curling.clone(), setup).at(*game);
        let thinking = Thinking {
            time: TimeLeft {
                this_move: control.limit.time,
                ..TimeLeft::default()
            },
            seed: control.seed,
            cancel: control.cancel.clone(),
        };
        match self.answer(&curling_match, team, &thinking)? {
            Command::Throw(shot) => {
                let shot = legal_shot(curling, game, Action::Throw(shot))?;
                Ok(without_search(Some(shot), control))
            }
            Command::Concede => Err(Fault::Resigned),
            other => Err(Fault::Illegal {
                action: other.to_string(),
                why: "expected a shot".to_owned(),
            }),
        }
    }
}
