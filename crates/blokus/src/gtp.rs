//! Players over the Go Text Protocol: external programs.
//!
//! The dialect is that of the common Blokus programs: `set_game Blokus Duo`, then `play` and
//! `genmove` with `b` for the first and `w` for the second player, moves as lists of squares, and
//! no command when a colour has no move. The pieces on the board at the start of a game are sent to
//! the program first, colours alternating as long as both have pieces.
//!
//! The engine that *answers* this protocol is a command of the binary; the connection and the
//! handling of a program that hangs, crashes or floods belong to the arena ([`arena::gtp`]).
//!
//! ```
//! use arena::PlayableGame;
//!
//! let lineup = blokus::lineup();
//! assert!(lineup.check(&"gtp:pentobi-gtp --game duo --nobook --level 1 --quiet".parse()?).is_ok());
//! assert!(lineup.check(&"gtp:".parse()?).is_err());
//! # Ok::<(), arena::SpecError>(())
//! ```

use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::game::{Game, Score};
use arena::gtp::Connection;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::process::{Launch, shortened};

/// The commands that set up an empty board of this game.
const SETUP: [&str; 2] = ["set_game Blokus Duo", "clear_board"];

/// A program that plays one colour.
#[derive(Debug)]
pub struct GtpPlayer {
    launch: Launch,
    colour: Colour,
    connection: Option<Connection>,
    /// Whether the start position has been sent to the program.
    informed: bool,
}

impl GtpPlayer {
    /// Creates a player whose program is started when its game begins.
    pub fn new(launch: Launch) -> Self {
        GtpPlayer {
            launch,
            colour: Colour::Black,
            connection: None,
            informed: false,
        }
    }

    fn connection(&mut self) -> Result<&mut Connection, Fault> {
        self.connection.as_mut().ok_or_else(|| Fault::Crashed {
            why: "the game has not begun".to_owned(),
        })
    }

    fn send_move(&mut self, colour: Colour, placement: Placement) -> Result<(), Fault> {
        let command = format!("play {} {placement}", name(colour));
        self.connection()?.notify(&command)
    }

    /// Sends all pieces on the board to the program if that has not been done. Returns whether it
    /// was needed.
    fn inform(&mut self, position: &Position) -> Result<bool, Fault> {
        if self.informed {
            return Ok(false);
        }
        for (colour, placement) in in_turns(position) {
            self.send_move(colour, placement)?;
        }
        self.informed = true;
        Ok(true)
    }
}

/// Returns the name of a colour in the protocol.
fn name(colour: Colour) -> char {
    colour.letter().to_ascii_lowercase()
}

/// Returns the pieces on the board, colours alternating as long as both have any.
fn in_turns(position: &Position) -> Vec<(Colour, Placement)> {
    let [black, white] = Colour::BOTH.map(|colour| position.placements(colour));
    let longest = black.len().max(white.len());
    let of = |colour, pieces: &[Placement], turn: usize| pieces.get(turn).map(|&p| (colour, p));
    let turn = |turn| {
        let both = [
            of(Colour::Black, &black, turn),
            of(Colour::White, &white, turn),
        ];
        both.into_iter().flatten()
    };
    (0..longest).flat_map(turn).collect()
}

impl Player<BlokusDuo> for GtpPlayer {
    fn begin(&mut self, _: &BlokusDuo, seat: usize, thinking: &Thinking) -> Result<(), Fault> {
        self.colour = Colour::BOTH[seat];
        self.informed = false;
        self.connection = Some(Connection::open(&self.launch, &SETUP, thinking)?);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &BlokusDuo,
        view: &Position,
        thinking: &Thinking,
    ) -> Result<Choice<Placement>, Fault> {
        self.inform(view)?;
        let colour = name(self.colour).to_string();
        let connection = self.connection()?;
        connection.send_time_left(&colour, &thinking.time)?;
        let answer = connection.request(&format!("genmove {colour}"), thinking)?;
        read(game, &answer).map(Choice::from)
    }

    fn observe(
        &mut self,
        _: &BlokusDuo,
        seat: usize,
        &placement: &Placement,
        view: &Position,
    ) -> Result<(), Fault> {
        // The program knows its own moves, and a start position sent now includes the move.
        let mover = Colour::BOTH[seat];
        if mover == self.colour || self.inform(view)? {
            return Ok(());
        }
        self.send_move(mover, placement)
    }

    fn end(&mut self, _: &BlokusDuo, _: &Score) {
        if let Some(connection) = self.connection.take() {
            connection.close();
        }
    }
}

/// Reads the answer to `genmove`.
fn read(game: &BlokusDuo, answer: &str) -> Result<Placement, Fault> {
    let illegal = |why: String| Fault::Illegal {
        action: shortened(answer),
        why: shortened(&why),
    };
    match answer.to_ascii_lowercase().as_str() {
        "resign" => Err(Fault::Resigned),
        "pass" => Err(illegal("passed with legal moves left".to_owned())),
        _ => game.read_action(answer).map_err(illegal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lineup;
    use arena::process::quote;
    use arena::record::{Ending, GameRecord};
    use arena::{PlayableGame, Terms};
    use lookahead::{Cancel, Seed};

    /// Plays `sh` with a script that answers `genmove` as given and everything else correctly.
    fn play(says: &str, conditions: &str) -> GameRecord {
        let script = format!(
            "while read -r word rest; do heard=\"$heard/$word $rest\"; case $word in \
             genmove) {says};; quit) exit;; *) printf '=\\n\\n';; esac; done"
        );
        let program = format!("gtp:sh -c {}", quote(&script));
        let game = lineup()
            .with_conditions(&toml::from_str(conditions).unwrap())
            .unwrap();
        let terms: Terms = toml::from_str("time = { per_move = '300ms' }").unwrap();
        let players = [&program.parse().unwrap(), &"random".parse().unwrap()];
        game.play(players, &terms, Seed(3), &Cancel::new()).unwrap()
    }

    fn fault(record: &GameRecord) -> String {
        match &record.ending {
            Ending::Forfeit { seat: 0, fault } => fault.to_string(),
            other => panic!("no forfeit of the program but {other:?}"),
        }
    }

    #[test]
    fn every_wrong_answer_loses_in_its_own_words() {
        let cases = [
            ("printf '= resign\\n\\n'", "resigned"),
            (
                "printf '= PASS\\n\\n'",
                "illegal action `PASS`: passed with legal moves left",
            ),
            (
                "printf '= q1\\n\\n'",
                "illegal action `q1`: `q1` is not a square",
            ),
            (
                "printf '= a1\\n\\n'",
                "illegal action `a1`: Black's first piece must cover e10",
            ),
            (
                "printf '= e10\\nf10\\n\\n'",
                "illegal action `e10 f10`: `e10 f10` is not a square",
            ),
            ("printf '=\\n\\n'", "illegal action ``: `` is not a square"),
            (
                "printf '? too hard\\n\\n'",
                "illegal action `? too hard`: refused `genmove b`",
            ),
            ("exit 7", "crashed: exited with code 7"),
            ("sleep 9", "out of time: no output for"),
        ];
        for (says, words) in cases {
            let error = fault(&play(says, "scoring = 'basic'"));
            assert!(error.starts_with(words), "{says}: {error}");
        }
    }

    #[test]
    fn a_program_hears_of_the_opening_and_of_the_opponents_moves() {
        let record = play(
            "case $heard in *genmove*genmove*) printf '? %s\\n\\n' \"$heard\";; *) printf '= e10\\n\\n';; esac",
            "scoring = 'basic'",
        );
        let reply = &record.moves[1].action;
        let heard = "/list_commands /set_game Blokus Duo/clear_board /genmove b";
        let error = format!("illegal action `? {heard}/play w {reply}/genmove b`");
        assert!(fault(&record).starts_with(&error), "{}", fault(&record));
    }

    #[test]
    fn what_lies_on_the_board_is_played_first_in_turns() {
        let record = play("printf '? %s\\n\\n' \"$heard\"", "opening = 'pentominoes'");
        let error = fault(&record);
        let (_, plays) = error.split_once("clear_board /").unwrap();
        let words: Vec<_> = plays.split(['/', ' ']).collect();
        assert_eq!(
            [words[0], words[1], words[3], words[4]],
            ["play", "b", "play", "w"]
        );
        assert!(
            words[2].parse::<Placement>().unwrap().size() == 5,
            "{error}"
        );
        assert_eq!(words[6], "genmove");
    }

    #[test]
    fn any_position_can_be_played_from_the_empty_board() {
        let mut position = Position::start();
        loop {
            let Some(first) = position.moves().next() else {
                break;
            };
            position.play(first);
            let mut again = Position::start();
            for (colour, placement) in in_turns(&position) {
                assert_eq!(again.check(colour, placement), Ok(()));
                again.play_as(colour, placement);
            }
            assert_eq!(again.occupied(), position.occupied());
        }
    }
}
