//! A program of the platforms that is asked what to throw in a position.
//!
//! Every question is a match of its own: the program is started, told the position as one of a
//! match under way, asked for its shot and sent home.

use crate::bout::{Act, Bout};
use crate::contestant::Contestant;
use crate::setup::Setup;
use crate::text::{Habits, Program};
use arena::clock::TimeLeft;
use arena::player::{Fault, Thinking};
use arena::process::Launch;
use curling::Shot;
use curling::arena_game::{Action, Curling};
use curling::players::analyst::{ShotAnalyst, at_once, legal_shot};
use curling::rules::{Game, Team};
use lookahead::{Analysis, Control};

/// A program that speaks a text protocol, to be asked.
pub(super) struct AskedProgram {
    launch: Launch,
    habits: Habits,
}

impl AskedProgram {
    /// A program that is started for every question.
    pub(super) fn new(launch: Launch, habits: Habits) -> Self {
        AskedProgram { launch, habits }
    }

    fn answer(&self, bout: &Bout, team: Team, thinking: &Thinking) -> Result<Act, Fault> {
        let mut program = Program::new(self.launch.clone(), self.habits);
        let mut asked = || {
            program.prepare(bout, team, thinking)?;
            program.begin(bout)?;
            program.choose(bout, thinking)
        };
        let answer = asked();
        program.finish(bout);
        answer
    }
}

impl ShotAnalyst for AskedProgram {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        let Some(team) = game.to_throw() else {
            return Ok(at_once(None, control));
        };
        let setup = Setup::new(curling.conditions().clone(), control.seed);
        let bout = Bout::of(curling.clone(), setup).at(*game);
        let thinking = Thinking {
            time: TimeLeft {
                this_move: control.limit.time,
                ..TimeLeft::default()
            },
            seed: control.seed,
            cancel: control.cancel.clone(),
        };
        match self.answer(&bout, team, &thinking)? {
            Act::Throw(shot) => {
                let shot = legal_shot(curling, game, Action::Throw(shot))?;
                Ok(at_once(Some(shot), control))
            }
            Act::Concede => Err(Fault::Resigned),
            other => Err(Fault::Illegal {
                action: other.to_string(),
                why: "a shot was asked for".to_owned(),
            }),
        }
    }
}
