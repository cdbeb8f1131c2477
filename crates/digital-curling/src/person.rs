//! A person as a contestant, at a text terminal.
//!
//! ```text
//! draw 0.3 -1 cw            a stone that stops 0.3 m right of the tee and 1 m before it
//! hit 4 2 ccw               a stone that hits stone 4, and without it would stop 2 m farther
//! hit 0.3 1.1 2 ccw         a stone through a point; p8 instead of 2 is the first platform's power, 0 to 16
//! velocity 0.12 2.4 cw      a stone with this velocity at release, in m/s to the right and down the sheet
//! through                   a stone thrown away: it touches nothing
//! place centre-house        the placement of an end of mixed doubles
//! concede, help
//! ```
//!
//! Numbers are metres from the tee as the thrower sees it: to the right, and beyond. Stones have
//! their numbers beside them, and a list below the sheet says where they lie. Any pair of a
//! reader and a writer works, so tests and connections can be persons too. Invalid input is
//! explained and asked again; the end of the input is a concession. What is absent: taking a shot
//! back.

mod input;

pub use input::{Input, InputError};

use crate::contestant::Contestant;
use crate::match_state::{Command, Event, Match};
use crate::screen::{Style, View};
use arena::game::Game as _;
use arena::player::{Fault, Thinking};
use curling::arena_game::Action;
use curling::rules::{Phase, Team};
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1000;

/// The most invalid answers before the person concedes.
const MOST_TRIES: usize = 1000;

/// The help text.
const HELP: &str = "\
draw X Y TURN           stop X m right of the tee (left if negative) and Y m beyond it (before it if negative)
hit STONE WEIGHT TURN   hit the stone of this number, shown beside it; without it your stone would stop WEIGHT m farther
hit X Y WEIGHT TURN     throw through a point; p8 instead of metres is the first platform's power, from p0 to p16
velocity VX VY TURN     throw with this velocity, in m/s: to the right, and down the sheet
through                 throw the stone away: it stops before the hog line
place NAME              in mixed doubles: centre-guard, centre-house, power-play-left or power-play-right
concede                 concede the match
help                    show this list
TURN is cw (clockwise, curls to the right) or ccw (counter-clockwise, curls to the left). A shot cannot be taken back.
";

/// A person at a terminal.
pub struct Person<R, W> {
    name: String,
    input: R,
    output: W,
    style: Style,
    team: Team,
}

impl<R, W> Person<R, W>
where
    R: BufRead + Send,
    W: Write + Send,
{
    /// A person of this name, prompted on `output` and answering on `input`: at a terminal
    /// `BufReader::new(std::io::stdin())` and `std::io::stdout()`.
    pub fn new(name: impl Into<String>, input: R, output: W, style: Style) -> Self {
        Person {
            name: name.into(),
            input,
            output,
            style: Style {
                numbers: true,
                ..style
            },
            team: Team::Zero,
        }
    }

    fn print(&mut self, text: &str) -> Result<(), Fault> {
        let written = self.output.write_all(text.as_bytes());
        written
            .and_then(|()| self.output.flush())
            .map_err(|why| terminal_fault(&why))
    }

    /// The next line; none at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Fault> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST);
        let length = limited
            .read_until(b'\n', &mut bytes)
            .map_err(|why| terminal_fault(&why))?;
        if length as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.input
                .skip_until(b'\n')
                .map_err(|why| terminal_fault(&why))?;
            return Ok(Some("too long".to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok((length > 0).then_some(text))
    }

    fn prompt(&self, curling_match: &Match) -> String {
        let game = curling_match.game();
        let what = match game.phase {
            Phase::Placing => "place the stones".to_owned(),
            _ => format!("stone {}", game.shot + 1),
        };
        format!(
            "{} ({}), {what}> ",
            self.name,
            ["o", "x"][self.team.index()]
        )
    }

    /// The command of a line, if it is valid; none for help.
    fn parse(curling_match: &Match, line: &str) -> Result<Option<Command>, String> {
        let input: Input = line.parse().map_err(|why: InputError| why.to_string())?;
        let (curling, game) = (curling_match.curling(), curling_match.game());
        let action = match input {
            Input::Help => return Ok(None),
            Input::Concede => return Ok(Some(Command::Concede)),
            Input::Place(placement) => Action::Place(placement),
            shot => Action::Throw(shot.shot(curling, game)?),
        };
        curling.check(game, &action)?;
        Ok(Some(match action {
            Action::Throw(shot) => Command::Throw(shot),
            Action::Place(placement) => Command::Place(placement),
        }))
    }
}

fn terminal_fault(why: &io::Error) -> Fault {
    Fault::Crashed {
        why: format!("the terminal is gone: {why}"),
    }
}

impl<R, W> Contestant for Person<R, W>
where
    R: BufRead + Send,
    W: Write + Send,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, _: &Match, team: Team, _: &Thinking) -> Result<(), Fault> {
        self.team = team;
        Ok(())
    }

    fn begin(&mut self, curling_match: &Match) -> Result<(), Fault> {
        let view = View::of(curling_match).text(&self.style);
        self.print(&format!("{view}Type `help` for the list of commands.\n"))
    }

    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault> {
        for _ in 0..MOST_TRIES {
            if thinking.cancel.is_cancelled() {
                return Err(Fault::Interrupted);
            }
            let prompt = self.prompt(curling_match);
            self.print(&prompt)?;
            let Some(line) = self.line()? else {
                self.print("\n")?;
                return Ok(Command::Concede);
            };
            if line.is_empty() {
                continue;
            }
            match Self::parse(curling_match, &line) {
                Ok(Some(command)) => return Ok(command),
                Ok(None) => self.print(HELP)?,
                Err(why) => self.print(&format!("{why}\n"))?,
            }
        }
        Ok(Command::Concede)
    }

    fn observe(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        let view = View::after(curling_match, event);
        let (text, list) = (view.text(&self.style), view.stone_list());
        self.print(&format!("\n{text}{list}"))
    }
}

#[cfg(test)]
mod tests;
