//! Golden playthroughs: one game with the position after every move, kept as text.
//!
//! A file holds the seed, every action, and the position after it. The test replays the *actions of
//! the file* and compares everything else, so it detects a change of rules, physics or scores and
//! is independent of the players. After an intended change the file is regenerated, and its diff
//! reviewed.
//!
//! ```text
//! # Words about the file.
//! seed 7
//!
//! start
//!   …the position, in as many lines as it takes
//!
//! 1. seat 0: 3
//!   …the position after it
//!   points 0 : 0
//! ```

use super::first_difference;
use crate::game::Game;
use crate::player::Player;
use crate::record::{Ending, MoveRecord};
use crate::referee::{Terms, play_game, replay};
use lookahead::{Cancel, Seed};
use std::path::Path;

/// A golden playthrough: the game, its file and its text form.
pub struct Golden<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The file.
    pub path: &'a Path,
    /// Comment at the top of the file: what it is, and the command that writes it.
    pub about: &'a str,
    /// Readable text of a position, in one or several lines.
    pub show: fn(&G::Position) -> String,
}

impl<G: Game> Golden<'_, G> {
    /// Replays the actions of the file and compares everything.
    ///
    /// # Errors
    /// An error in the file, or the first line that differs.
    pub fn check(&self) -> Result<(), String> {
        let place = self.path.display();
        let kept = std::fs::read_to_string(self.path).map_err(|why| format!("{place}: {why}"))?;
        // A checkout may have changed the ends of lines.
        let kept = kept.replace("\r\n", "\n");
        let (seed, moves) = read(&kept).map_err(|why| format!("{place}: {why}"))?;
        let found = self
            .text(seed, &moves)
            .map_err(|why| format!("{place}: {why}"))?;
        let [kept, found] = [&kept, &found].map(|text| text.lines().collect::<Vec<_>>());
        let Some(number) = first_difference(&kept, &found) else {
            return Ok(());
        };
        let line = |lines: &[&str]| lines.get(number).copied().unwrap_or_default().to_owned();
        let (kept, found, number) = (line(&kept), line(&found), number + 1);
        Err(format!(
            "{place}:{number}: expected `{kept}`, found `{found}`"
        ))
    }

    /// Plays a new game and writes the file.
    ///
    /// # Errors
    /// If a player committed a fault, or the file cannot be written.
    pub fn write(&self, seed: Seed, players: &mut [Box<dyn Player<G> + '_>]) -> Result<(), String> {
        let played = play_game(self.game, players, &Terms::default(), seed, &Cancel::new());
        let played = played.map_err(|why| why.to_string())?;
        if played.ending != Ending::Finished {
            return Err(format!(
                "the game did not finish by the rules: {:?}",
                played.ending
            ));
        }
        let text = self.text(seed, &played.moves)?;
        std::fs::write(self.path, text).map_err(|why| format!("{}: {why}", self.path.display()))
    }

    /// Returns the text of the game with these moves.
    fn text(&self, seed: Seed, moves: &[MoveRecord]) -> Result<String, String> {
        let positions = replay(self.game, seed, moves)?;
        let about = self
            .about
            .lines()
            .map(|line| format!("# {}\n", line.trim()));
        let start = format!("seed {seed}\n\nstart\n{}", self.block(&positions[0]));
        let played = moves.iter().zip(&positions[1..]).enumerate();
        let played = played.map(|(number, (MoveRecord { seat, action, .. }, position))| {
            let (number, after) = (number + 1, self.block(position));
            format!("\n{number}. seat {seat}: {action}\n{after}")
        });
        let text: String = about.chain([start]).chain(played).collect();
        let last = positions
            .last()
            .filter(|last| self.game.turn(last).is_none());
        let last = last.ok_or("the moves do not end the game")?;
        let share = self.game.score(last).share;
        Ok(text + &format!("\nend: side 0 gets {share}, side 1 {}\n", 1.0 - share))
    }

    /// Returns the text of a position and its points, indented.
    fn block(&self, position: &G::Position) -> String {
        let [one, two] = self.game.score(position).points;
        let shown = (self.show)(position) + &format!("\npoints {one} : {two}");
        let lines = shown.lines().map(|line| format!("  {line}"));
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }
}

/// Reads the seed and the moves of a file.
fn read(text: &str) -> Result<(Seed, Vec<MoveRecord>), String> {
    let seed = text.lines().find_map(|line| line.strip_prefix("seed "));
    let seed = seed.and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or("no line `seed N`")?;
    Ok((Seed(seed), text.lines().filter_map(moved).collect()))
}

/// Reads the move of a line `3. seat 0: ACTION`.
fn moved(line: &str) -> Option<MoveRecord> {
    let (number, rest) = line.split_once(". seat ")?;
    let (seat, action) = rest.split_once(": ")?;
    number.parse::<usize>().ok()?;
    Some(MoveRecord {
        seat: seat.parse().ok()?,
        action: action.to_owned(),
        seconds: 0.0,
        thought: None,
    })
}
