//! Embedded players: players written in the language of a program around the arena.
//!
//! An [`Embedded`] player lives in our own process and knows no type of a game: it is told views as
//! text, and as arrays where it names an [encoding](crate::encoding), and answers with an action in
//! either form. [`PlayableGame::embed`](crate::PlayableGame::embed) adds it to the players of a
//! game under a name, which is then played, analysed and tabulated like any other. Its faults are
//! those of any player; it cannot be cut off, and loses when it answers too late.

use crate::clock::TimeLeft;
use crate::encoding::{ActionSpace, ArrayShape, EncodedAction, Encoding, Encodings};
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use crate::process::shortened;
use crate::secrecy::told_seed;
use lookahead::{Cancel, Seed};
use std::sync::Arc;

/// The start of a game, as an embedded player is told.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedStart {
    /// The name of the game.
    pub game: String,
    /// The seat of the player.
    pub seat: usize,
    /// The number of seats.
    pub seats: usize,
    /// The seed for randomness of the whole game; dice and deals cannot be computed from it.
    pub seed: Seed,
}

/// The view of a turn in an encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodedView {
    /// The array.
    pub array: Vec<f32>,
    /// The shape of the array.
    pub shape: ArrayShape,
    /// All encoded actions.
    pub actions: ActionSpace,
    /// The numbers of the legal actions; none where actions are vectors.
    pub legal: Vec<usize>,
}

/// A turn of an embedded player.
#[derive(Clone, Debug)]
pub struct EmbeddedTurn {
    /// The view in the game's notation.
    pub view: String,
    /// The legal actions; `None` where they cannot be listed.
    pub actions: Option<Vec<String>>,
    /// The view in the player's encoding, if it names one.
    pub encoded: Option<EncodedView>,
    /// The time left.
    pub time: TimeLeft,
    /// The seed for randomness of this move alone.
    pub seed: Seed,
    /// Raised when the answer is no longer needed.
    pub cancel: Cancel,
}

/// An answer of an embedded player.
#[derive(Clone, Debug, PartialEq)]
pub enum EmbeddedAnswer {
    /// An action in the game's notation.
    Action(String),
    /// An action in the player's encoding.
    Encoded(EncodedAction),
}

/// A player that knows a game as text and arrays alone.
pub trait Embedded: Send {
    /// Returns the name of the encoding in which it sees and answers; `None` for text alone.
    fn encoding(&self) -> Option<String> {
        None
    }

    /// Starts a game.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn begin(&mut self, start: &EmbeddedStart) -> Result<(), Fault>;

    /// Chooses an action, optionally with a thought for the record.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn choose(&mut self, turn: &EmbeddedTurn) -> Result<Choice<EmbeddedAnswer>, Fault>;

    /// Reports an action of a seat, and the view after it.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn observe(&mut self, seat: usize, action: &str, view: &str) -> Result<(), Fault>;

    /// Whether actions of the seats are to be reported.
    fn observes(&self) -> bool {
        true
    }

    /// Ends the game with the share of the player's side, and the points of its side and the other.
    fn end(&mut self, share: f64, points: [f64; 2]);
}

/// Returns a new player for a seat.
pub type MakeEmbedded = Arc<dyn Fn() -> Box<dyn Embedded> + Send + Sync>;

/// An embedded player in a seat of a game.
pub(crate) struct EmbeddedPlayer<G: Game> {
    name: String,
    embedded: Box<dyn Embedded>,
    encodings: Arc<Encodings<G>>,
    encoding: Option<Arc<dyn Encoding<G>>>,
    seat: usize,
}

impl<G: Game> EmbeddedPlayer<G> {
    /// Seats a player in the game called `name`.
    pub(crate) fn new(
        name: &str,
        embedded: Box<dyn Embedded>,
        encodings: Arc<Encodings<G>>,
    ) -> Self {
        EmbeddedPlayer {
            name: name.to_owned(),
            embedded,
            encodings,
            encoding: None,
            seat: 0,
        }
    }

    fn action(&self, game: &G, answer: &EmbeddedAnswer) -> Result<G::Action, Fault> {
        let illegal = |action: &str, why: &str| Fault::Illegal {
            action: shortened(action),
            why: shortened(why),
        };
        match answer {
            EmbeddedAnswer::Action(text) => {
                let read = game.read_action(text);
                read.map_err(|why| illegal(text, &why))
            }
            EmbeddedAnswer::Encoded(code) => {
                let text = match code {
                    EncodedAction::Number(number) => number.to_string(),
                    EncodedAction::Vector(vector) => format!("{vector:?}"),
                };
                let encoding = self.encoding.as_ref();
                let why = "the player names no encoding, so actions are texts";
                let encoding = encoding.ok_or_else(|| illegal(&text, why))?;
                encoding.decode(code).map_err(|why| illegal(&text, &why))
            }
        }
    }
}

impl<G: Game> Player<G> for EmbeddedPlayer<G> {
    fn begin(&mut self, game: &G, seat: usize, thinking: &Thinking) -> Result<(), Fault> {
        self.seat = seat;
        let encoding = self.embedded.encoding();
        if let Some(name) = encoding.filter(|_| self.encoding.is_none()) {
            let made = self.encodings.make(game, &name);
            self.encoding = Some(made.map_err(|why| Fault::Crashed { why })?);
        }
        self.embedded.begin(&EmbeddedStart {
            game: self.name.clone(),
            seat,
            seats: game.sides().len(),
            seed: told_seed(thinking.seed),
        })
    }

    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault> {
        let actions = game.actions(view);
        let encoded = self.encoding.as_ref().map(|encoding| EncodedView {
            array: encoding.observe(game, self.seat, view),
            shape: encoding.shape(),
            actions: encoding.actions(),
            legal: encoding.legal(game, view),
        });
        let write =
            |actions: Vec<G::Action>| actions.iter().map(|a| game.write_action(a)).collect();
        let Choice { action, thought } = self.embedded.choose(&EmbeddedTurn {
            view: game.write_view(view),
            actions: actions.map(write),
            encoded,
            time: thinking.time,
            seed: told_seed(thinking.seed),
            cancel: thinking.cancel.clone(),
        })?;
        let action = self.action(game, &action)?;
        Ok(Choice { action, thought })
    }

    fn observe(
        &mut self,
        game: &G,
        seat: usize,
        action: &G::Action,
        view: &G::View,
    ) -> Result<(), Fault> {
        if !self.embedded.observes() {
            return Ok(());
        }
        let (action, view) = (game.write_action(action), game.write_view(view));
        self.embedded.observe(seat, &action, &view)
    }

    fn end(&mut self, game: &G, score: &Score) {
        let side = game.sides()[self.seat];
        let points = [score.points[side], score.points[1 - side]];
        self.embedded.end(score.share_of(side), points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::PlayableGame;
    use crate::record::Ending;
    use crate::referee::Terms;
    use crate::test_games::lineup;
    use crate::{GameRecord, PlayerSpec};
    use std::sync::Mutex;

    /// A player that gives one answer, and writes down what it is told.
    struct Scribe {
        answer: EmbeddedAnswer,
        told: Arc<Mutex<Vec<String>>>,
    }

    impl Scribe {
        fn write(&self, words: String) {
            self.told.lock().unwrap().push(words);
        }
    }

    impl Embedded for Scribe {
        fn begin(&mut self, start: &EmbeddedStart) -> Result<(), Fault> {
            self.write(format!("{} {} of {}", start.game, start.seat, start.seats));
            Ok(())
        }
        fn choose(&mut self, turn: &EmbeddedTurn) -> Result<Choice<EmbeddedAnswer>, Fault> {
            self.write(format!("{} {:?}", turn.view, turn.actions));
            Ok(self.answer.clone().into())
        }
        fn observe(&mut self, seat: usize, action: &str, _: &str) -> Result<(), Fault> {
            self.write(format!("{seat} played {action}"));
            Ok(())
        }
        fn end(&mut self, share: f64, _: [f64; 2]) {
            self.write(format!("end {share}"));
        }
    }

    fn played(answer: EmbeddedAnswer) -> (GameRecord, Vec<String>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let make = {
            let told = Arc::clone(&told);
            move || -> Box<dyn Embedded> {
                let (answer, told) = (answer.clone(), Arc::clone(&told));
                Box::new(Scribe { answer, told })
            }
        };
        let mut game = lineup();
        game.embed("scribe", Arc::new(make)).unwrap();
        let players: [PlayerSpec; 2] = ["scribe", "adds:n=1"].map(|text| text.parse().unwrap());
        let both = [&players[0], &players[1]];
        let record = game
            .play(both, &Terms::default(), Seed(1), &Cancel::new())
            .unwrap();
        let told = told.lock().unwrap().clone();
        (record, told)
    }

    #[test]
    fn an_embedded_player_plays_a_whole_game_and_is_told_everything() {
        let (record, told) = played(EmbeddedAnswer::Action("3".to_owned()));
        assert_eq!(record.ending, Ending::Finished);
        assert_eq!(record.moves[0].action, "3");
        assert_eq!(told[0], "sum 0 of 2");
        assert!(told[1].ends_with(r#"Some(["1", "2", "3"])"#), "{}", told[1]);
        assert_eq!(&told[2..4], ["0 played 3", "1 played 1"]);
        assert!(told.last().unwrap().starts_with("end "), "{told:?}");
    }

    #[test]
    fn an_answer_that_is_no_action_is_the_players_fault() {
        let number = EmbeddedAnswer::Encoded(EncodedAction::Number(0));
        for (answer, words) in [
            (EmbeddedAnswer::Action("7".to_owned()), "add 1 to 3"),
            (EmbeddedAnswer::Action("x".to_owned()), "not a number"),
            (number, "names no encoding"),
        ] {
            let (record, _) = played(answer);
            match record.ending {
                Ending::Forfeit { seat: 0, fault } => {
                    assert!(fault.to_string().contains(words), "{fault}");
                }
                other => panic!("no forfeit of the player but {other:?}"),
            }
        }
    }

    #[test]
    fn a_name_that_is_taken_is_refused() {
        let mut game = lineup();
        let make: MakeEmbedded = Arc::new(|| panic!("not built"));
        assert!(game.embed("adds", Arc::clone(&make)).is_err());
        assert!(game.embed("a:b", make).is_err());
    }
}
