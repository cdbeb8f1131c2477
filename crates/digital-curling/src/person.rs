//! A person at the table, who is asked by text and answers by text.
//!
//! ```text
//! draw 0.3 -1 cw            a stone that stops 0.3 m right of the tee and 1 m before it
//! hit 4 2 ccw               a stone that hits stone 4, and without it would stop 2 m farther
//! hit 0.3 1.1 2 ccw         the same through a place; p8 instead of 2 is the first platform's power, 0 to 16
//! velocity 0.12 2.4 cw      a stone let go so, in m/s to the right and down the sheet
//! through                   a stone that touches nothing
//! place centre-house        where the stones of an end of mixed doubles go
//! concede, help
//! ```
//!
//! Numbers are metres from the tee as the thrower sees it: to the right, and beyond. Any pair of a
//! reader and a writer will do, so tests and connections can be persons too. What makes no sense is
//! explained and asked again; the end of the input is a concession. What is absent: taking a shot
//! back.

mod wish;

pub use wish::{Wish, WishError};

use crate::bout::{Act, Bout, News};
use crate::contestant::Contestant;
use crate::screen::{Look, Scene};
use arena::game::Game as _;
use arena::player::{Fault, Thinking};
use curling::arena_game::Action;
use curling::rules::{Phase, Team};
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1000;

/// So many answers that make no sense are enough.
const MOST_TRIES: usize = 1000;

/// What may be said.
const HELP: &str = "\
draw X Y TURN           stop X m right of the tee (left if negative) and Y m beyond it (before it if negative)
hit STONE WEIGHT TURN   hit a stone, which is numbered by its shot; without it the stone would stop WEIGHT m farther
hit X Y WEIGHT TURN     the same through a place; p8 instead of metres is the first platform's power, from p0 to p16
velocity VX VY TURN     let go so, in m/s: to the right, and down the sheet
through                 throw a stone that touches nothing: it stops before the hog line
place NAME              in mixed doubles: centre-guard, centre-house, power-play-left or power-play-right
concede                 give up
help                    this
TURN is cw (clockwise, curls to the right) or ccw (counter-clockwise, curls to the left). A shot cannot be taken back.
";

/// Somebody at a terminal.
pub struct Person<R, W> {
    name: String,
    input: R,
    output: W,
    look: Look,
    team: Team,
}

impl<R, W> Person<R, W>
where
    R: BufRead + Send,
    W: Write + Send,
{
    /// Somebody of this name, who is asked on `output` and answers on `input`: at a terminal
    /// `BufReader::new(std::io::stdin())` and `std::io::stdout()`.
    pub fn new(name: impl Into<String>, input: R, output: W, look: Look) -> Self {
        Person {
            name: name.into(),
            input,
            output,
            look,
            team: Team::Zero,
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Fault> {
        let said = self.output.write_all(text.as_bytes());
        said.and_then(|()| self.output.flush())
            .map_err(|why| gone(&why))
    }

    /// The next line; nothing at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Fault> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST);
        let length = limited
            .read_until(b'\n', &mut bytes)
            .map_err(|why| gone(&why))?;
        if length as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').map_err(|why| gone(&why))?;
            return Ok(Some("too long".to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok((length > 0).then_some(text))
    }

    fn prompt(&self, bout: &Bout) -> String {
        let game = bout.game();
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

    /// What a line asks for, if it can be done.
    fn understood(bout: &Bout, line: &str) -> Result<Option<Act>, String> {
        let wish: Wish = line.parse().map_err(|why: WishError| why.to_string())?;
        let (curling, game) = (bout.curling(), bout.game());
        let action = match wish {
            Wish::Help => return Ok(None),
            Wish::Concede => return Ok(Some(Act::Concede)),
            Wish::Place(placement) => Action::Place(placement),
            shot => Action::Throw(shot.shot(curling, game)?),
        };
        curling.check(game, &action)?;
        Ok(Some(match action {
            Action::Throw(shot) => Act::Throw(shot),
            Action::Place(placement) => Act::Place(placement),
        }))
    }
}

fn gone(why: &io::Error) -> Fault {
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

    fn prepare(&mut self, _: &Bout, team: Team, _: &Thinking) -> Result<(), Fault> {
        self.team = team;
        Ok(())
    }

    fn begin(&mut self, bout: &Bout) -> Result<(), Fault> {
        let scene = Scene::of(bout).text(&self.look);
        self.say(&format!("{scene}Say `help` to see what you can do.\n"))
    }

    fn choose(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        for _ in 0..MOST_TRIES {
            if thinking.cancel.is_cancelled() {
                return Err(Fault::Interrupted);
            }
            let prompt = self.prompt(bout);
            self.say(&prompt)?;
            let Some(line) = self.line()? else {
                self.say("\n")?;
                return Ok(Act::Concede);
            };
            if line.is_empty() {
                continue;
            }
            match Self::understood(bout, &line) {
                Ok(Some(act)) => return Ok(act),
                Ok(None) => self.say(HELP)?,
                Err(why) => self.say(&format!("{why}\n"))?,
            }
        }
        Ok(Act::Concede)
    }

    fn told(&mut self, bout: &Bout, news: &News) -> Result<(), Fault> {
        let scene = Scene::after(bout, news);
        let text = scene.text(&self.look);
        self.say(&format!("\n{text}"))
    }
}

#[cfg(test)]
mod tests;
