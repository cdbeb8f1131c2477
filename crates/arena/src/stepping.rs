//! Stepped games: a game that a program around the arena plays action by action.
//!
//! A [`Stepper`] is the object-safe form of one game in progress: actions and views as text, or as
//! numbers and arrays by an [encoding](crate::encoding). Start and dice come from the seed by the
//! streams of the [referee](crate::referee), so that a game stepped with the same actions is the
//! game a match would have recorded. Players of the lineup can take seats and be asked for their
//! actions; clocks, forfeits and pairs are for the referee.

use crate::clock::TimeLeft;
use crate::encoding::{ActionSpace, ArrayShape, EncodedAction, Encoding};
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use crate::record::{self, Ending, GameRecord, MoveRecord};
use crate::referee::{Played, generators, panic_message, player_seed};
use crate::spec::{PlayerSpec, SpecError};
use lookahead::{Cancel, Seed};
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A game in progress, without its types.
pub trait Stepper: Send {
    /// Begins a new game from a seed, and from a start position in the game's notation if one is
    /// given.
    ///
    /// # Errors
    /// If the start cannot be read, or a seated player cannot play.
    fn restart(&mut self, seed: Seed, start: Option<&str>) -> Result<(), StepError>;

    /// Returns the side of every seat.
    fn sides(&self) -> &[usize];

    /// Returns the seat to act, or `None` when the game is over.
    fn turn(&self) -> Option<usize>;

    /// Returns the view of a seat in the game's notation.
    fn view(&self, seat: usize) -> String;

    /// Returns the legal actions of the seat to act; `None` where they cannot be listed.
    fn actions(&self) -> Option<Vec<String>>;

    /// Draws a legal action of the seat to act; `None` if there is none.
    fn sample(&self, seed: Seed) -> Option<String>;

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    /// The reason why it is illegal; the game is unchanged then.
    fn play(&mut self, action: &str) -> Result<(), StepError>;

    /// Returns the score; of a game in progress, the current one.
    fn score(&self) -> Score;

    /// Returns the actions so far.
    fn moves(&self) -> Vec<String>;

    /// Returns the record of the game so far.
    fn record(&self, players: [String; 2]) -> GameRecord;

    /// Returns a game that goes on from here by itself, with the same dice, without players.
    fn copy(&self) -> Box<dyn Stepper>;

    /// Returns the encoded actions; `None` without an encoding.
    fn action_space(&self) -> Option<ActionSpace>;

    /// Returns the shape of an encoded view; `None` without an encoding.
    fn shape(&self) -> Option<ArrayShape>;

    /// Returns the encoded view of a seat; empty without an encoding.
    fn observe(&self, seat: usize) -> Vec<f32>;

    /// Returns the numbers of the legal actions of the seat to act.
    fn legal(&self) -> Vec<usize>;

    /// Returns the text of an encoded action.
    ///
    /// # Errors
    /// A sentence on a code that stands for no action.
    fn decode(&self, action: &EncodedAction) -> Result<String, StepError>;

    /// Returns the code of an action; `None` if the encoding has none for it.
    ///
    /// # Errors
    /// A sentence on the fault of the text.
    fn encode(&self, action: &str) -> Result<Option<EncodedAction>, StepError>;

    /// Seats a player of the lineup from the next [`restart`](Stepper::restart) on, or nobody.
    ///
    /// # Errors
    /// If the player is unknown or invalid.
    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), StepError>;

    /// Returns the action that the seated player of the seat to act chooses; it is not played.
    ///
    /// # Errors
    /// The fault of the player, or that nobody is seated.
    fn choose(&mut self, cancel: &Cancel) -> Result<String, StepError>;
}

/// An error of a stepped game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// An illegal or unreadable action, start or code.
    #[error("{0}")]
    Invalid(String),
    /// The player text has an error.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The seated player has no answer.
    #[error("the player of seat {seat} has no answer: {fault}")]
    Player {
        /// The seat.
        seat: usize,
        /// Its fault.
        fault: Fault,
    },
}

impl From<String> for StepError {
    fn from(why: String) -> Self {
        StepError::Invalid(why)
    }
}

type BuildPlayer<G> = dyn Fn(&PlayerSpec) -> Result<Box<dyn Player<G>>, SpecError> + Send + Sync;

/// What the games of a stepper have in common.
pub(crate) struct Table<G: Game> {
    pub(crate) name: String,
    pub(crate) conditions: toml::Table,
    pub(crate) game: Arc<G>,
    pub(crate) encoding: Option<Arc<dyn Encoding<G>>>,
    pub(crate) build: Box<BuildPlayer<G>>,
}

/// The stepper of a lineup.
pub(crate) struct LineupStepper<G: Game> {
    table: Arc<Table<G>>,
    seated: Vec<Option<Box<dyn Player<G>>>>,
    /// The faults of seated players while they were told of actions, by seat.
    faults: Vec<Option<StepError>>,
    seed: Seed,
    start: G::Position,
    position: G::Position,
    dice: Pcg64Mcg,
    moves: Vec<MoveRecord>,
}

impl<G: Game + 'static> LineupStepper<G> {
    pub(crate) fn new(table: Table<G>) -> Self {
        let seed = Seed(0);
        let (mut rng, dice) = generators(seed);
        let start = table.game.start(&mut rng);
        let seats = table.game.sides().len();
        LineupStepper {
            table: Arc::new(table),
            seated: (0..seats).map(|_| None).collect(),
            faults: vec![None; seats],
            seed,
            position: start.clone(),
            start,
            dice,
            moves: Vec::new(),
        }
    }

    fn game(&self) -> &G {
        &self.table.game
    }

    fn encoding(&self) -> Option<&dyn Encoding<G>> {
        self.table.encoding.as_deref()
    }

    /// Returns the position's view of the seat to act.
    fn acting(&self) -> Option<G::View> {
        let seat = self.game().turn(&self.position)?;
        Some(self.game().view(&self.position, seat))
    }

    fn thinking(seed: Seed, cancel: &Cancel) -> Thinking {
        Thinking {
            time: TimeLeft::default(),
            seed,
            cancel: cancel.clone(),
        }
    }

    fn play_action(&mut self, action: &G::Action) -> Result<(), StepError> {
        let table = Arc::clone(&self.table);
        let game = &*table.game;
        let seat = game.turn(&self.position);
        let seat = seat.ok_or_else(|| "the game is over: no seat to act".to_owned())?;
        game.check(&self.position, action)?;
        game.play(&mut self.position, action, &mut self.dice);
        self.moves.push(MoveRecord {
            seat,
            action: game.write_action(action),
            seconds: 0.0,
            thought: None,
        });
        self.tell(seat, action);
        Ok(())
    }

    /// Tells the seated players of an action, and of the end of the game. The action stands,
    /// whatever they do: a fault is kept until the player is asked.
    fn tell(&mut self, actor: usize, action: &G::Action) {
        let table = Arc::clone(&self.table);
        let game = &*table.game;
        let over = game.turn(&self.position).is_none();
        let score = game.score(&self.position);
        for (seat, player) in seats(&mut self.seated) {
            let view = game.view(&self.position, seat);
            let told = guarded(seat, || player.observe(game, actor, action, &view));
            if over {
                let _ = guarded(seat, || {
                    player.end(game, &score);
                    Ok(())
                });
            } else if let Err(fault) = told {
                self.faults[seat].get_or_insert(fault);
            }
        }
    }
}

/// Returns the taken seats and their players.
fn seats<G: Game>(
    seated: &mut [Option<Box<dyn Player<G>>>],
) -> impl Iterator<Item = (usize, &mut Box<dyn Player<G>>)> {
    let seats = seated.iter_mut().enumerate();
    seats.filter_map(|(seat, player)| Some((seat, player.as_mut()?)))
}

/// Calls the player of a seat; its panic is its fault.
fn guarded<T>(seat: usize, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, StepError> {
    let called = catch_unwind(AssertUnwindSafe(call));
    let called = called.unwrap_or_else(|panic| {
        let why = panic_message(panic.as_ref());
        Err(Fault::Crashed { why })
    });
    called.map_err(|fault| StepError::Player { seat, fault })
}

impl<G: Game + 'static> Stepper for LineupStepper<G> {
    fn restart(&mut self, seed: Seed, start: Option<&str>) -> Result<(), StepError> {
        let table = Arc::clone(&self.table);
        let game = &*table.game;
        let (mut rng, dice) = generators(seed);
        let start = match start {
            Some(text) => game.read_start(text)?,
            None => game.start(&mut rng),
        };
        self.position = start.clone();
        (self.start, self.seed, self.dice) = (start, seed, dice);
        self.moves.clear();
        self.faults.fill(None);
        let cancel = Cancel::new();
        for (seat, player) in seats(&mut self.seated) {
            let thinking = Self::thinking(player_seed(seed, seat), &cancel);
            guarded(seat, || player.begin(game, seat, &thinking))?;
        }
        Ok(())
    }

    fn sides(&self) -> &[usize] {
        self.game().sides()
    }

    fn turn(&self) -> Option<usize> {
        self.game().turn(&self.position)
    }

    fn view(&self, seat: usize) -> String {
        self.game()
            .write_view(&self.game().view(&self.position, seat))
    }

    fn actions(&self) -> Option<Vec<String>> {
        let game = self.game();
        let Some(view) = self.acting() else {
            return Some(Vec::new());
        };
        let actions = game.actions(&view)?;
        Some(actions.iter().map(|one| game.write_action(one)).collect())
    }

    fn sample(&self, seed: Seed) -> Option<String> {
        let action = self.game().sample(&self.acting()?, &mut seed.rng())?;
        Some(self.game().write_action(&action))
    }

    fn play(&mut self, action: &str) -> Result<(), StepError> {
        let action = self.game().read_action(action)?;
        self.play_action(&action)
    }

    fn score(&self) -> Score {
        self.game().score(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|made| made.action.clone()).collect()
    }

    fn record(&self, players: [String; 2]) -> GameRecord {
        let game = self.game();
        let rolled = game.has_dice() && self.dice != generators(self.seed).1;
        let dice = rolled.then_some(self.seed);
        let ending = match game.turn(&self.position) {
            None => Ending::Finished,
            Some(_) => Ending::TooLong,
        };
        let played = Played {
            seed: self.seed,
            start: game.write_start(&self.start),
            key: record::key(game, &self.start, &self.moves, dice),
            moves: self.moves.clone(),
            score: self.score(),
            ending,
            seconds: [0.0; 2],
        };
        GameRecord {
            conditions: self.table.conditions.clone(),
            ..played.record(&self.table.name, players)
        }
    }

    fn copy(&self) -> Box<dyn Stepper> {
        Box::new(LineupStepper {
            table: Arc::clone(&self.table),
            seated: self.seated.iter().map(|_| None).collect(),
            faults: vec![None; self.seated.len()],
            seed: self.seed,
            start: self.start.clone(),
            position: self.position.clone(),
            dice: self.dice.clone(),
            moves: self.moves.clone(),
        })
    }

    fn action_space(&self) -> Option<ActionSpace> {
        self.encoding().map(Encoding::actions)
    }

    fn shape(&self) -> Option<ArrayShape> {
        self.encoding().map(Encoding::shape)
    }

    fn observe(&self, seat: usize) -> Vec<f32> {
        let view = self.game().view(&self.position, seat);
        let observed = self
            .encoding()
            .map(|encoding| encoding.observe(self.game(), seat, &view));
        observed.unwrap_or_default()
    }

    fn legal(&self) -> Vec<usize> {
        match (self.encoding(), self.acting()) {
            (Some(encoding), Some(view)) => encoding.legal(self.game(), &view),
            _ => Vec::new(),
        }
    }

    fn decode(&self, action: &EncodedAction) -> Result<String, StepError> {
        let encoding = self.encoding();
        let encoding = encoding.ok_or_else(|| "this game has no encoding".to_owned())?;
        Ok(self.game().write_action(&encoding.decode(action)?))
    }

    fn encode(&self, action: &str) -> Result<Option<EncodedAction>, StepError> {
        let action = self.game().read_action(action)?;
        Ok(self
            .encoding()
            .and_then(|encoding| encoding.encode(&action)))
    }

    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), StepError> {
        let built = player.map(|spec| (self.table.build)(spec)).transpose()?;
        let number = self.seated.len();
        let place = self.seated.get_mut(seat);
        let place =
            place.ok_or_else(|| format!("there is no seat {seat}: the game has {number}"))?;
        *place = built;
        Ok(())
    }

    fn choose(&mut self, cancel: &Cancel) -> Result<String, StepError> {
        let table = Arc::clone(&self.table);
        let game = &*table.game;
        let seat = game.turn(&self.position);
        let seat = seat.ok_or_else(|| "the game is over: no seat to act".to_owned())?;
        let view = game.view(&self.position, seat);
        let seed = player_seed(self.seed, seat).stream(self.moves.len() as u64);
        let thinking = Self::thinking(seed, cancel);
        if let Some(fault) = &self.faults[seat] {
            return Err(fault.clone());
        }
        let player = self.seated[seat].as_mut();
        let player = player.ok_or_else(|| format!("nobody is seated at seat {seat}"))?;
        let Choice { action, .. } = guarded(seat, || player.choose(game, &view, &thinking))?;
        Ok(game.write_action(&action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::PlayableGame;
    use crate::referee::Terms;
    use crate::test_games::lineup;

    /// Steps a game of the seated players to its end.
    fn stepped(players: [&str; 2], seed: Seed) -> Box<dyn Stepper> {
        let mut stepper = lineup().stepper(None).unwrap();
        for (seat, player) in players.into_iter().enumerate() {
            stepper.sit(seat, Some(&player.parse().unwrap())).unwrap();
        }
        stepper.restart(seed, None).unwrap();
        while stepper.turn().is_some() {
            let action = stepper.choose(&Cancel::new()).unwrap();
            stepper.play(&action).unwrap();
        }
        stepper
    }

    #[test]
    fn a_stepped_game_is_the_game_that_the_referee_plays() {
        let texts = ["random", "adds:n=2"];
        let players = texts.map(|text| text.parse().unwrap());
        let terms = Terms::default();
        let both = [&players[0], &players[1]];
        for seed in (0..20).map(Seed) {
            let played = lineup().play(both, &terms, seed, &Cancel::new()).unwrap();
            let stepper = stepped(texts, seed);
            let record = stepper.record(texts.map(str::to_owned));
            assert_eq!(stepper.score(), played.score);
            let actions = |record: &GameRecord| -> Vec<String> {
                record
                    .moves
                    .iter()
                    .map(|made| made.action.clone())
                    .collect()
            };
            assert_eq!(actions(&record), actions(&played));
            assert_eq!((record.key, record.start), (played.key, played.start));
            assert!(
                lineup()
                    .verify(&stepper.record(texts.map(str::to_owned)))
                    .holds()
            );
        }
    }

    #[test]
    fn a_refused_action_leaves_the_game_as_it_was_and_a_copy_goes_its_own_way() {
        let mut stepper = lineup().stepper(None).unwrap();
        stepper.restart(Seed(1), None).unwrap();
        let before = stepper.view(0);
        assert!(stepper.play("9").is_err() && stepper.play("x").is_err());
        assert_eq!(
            (stepper.view(0), stepper.moves().len()),
            (before.clone(), 0)
        );
        let mut copy = stepper.copy();
        copy.play("1").unwrap();
        assert_eq!((stepper.view(0), copy.moves().len()), (before, 1));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let mut stepper = lineup().stepper(None).unwrap();
        let why = |error: StepError| error.to_string();
        let nobody = stepper.choose(&Cancel::new()).map_err(why);
        assert_eq!(nobody, Err("nobody is seated at seat 0".to_owned()));
        let random = "random".parse().unwrap();
        assert!(why(stepper.sit(7, Some(&random)).unwrap_err()).contains("no seat 7"));
        let unknown = "somebody".parse().unwrap();
        assert!(matches!(
            stepper.sit(0, Some(&unknown)),
            Err(StepError::Spec(_))
        ));
        let code = EncodedAction::Number(1);
        assert!(why(stepper.decode(&code).unwrap_err()).contains("no encoding"));
        assert!(lineup().stepper(Some("planes")).is_err());
    }

    #[test]
    fn a_player_that_panics_is_at_fault_and_nothing_else_ends() {
        let mut stepper = lineup().stepper(None).unwrap();
        stepper.sit(0, Some(&"panics".parse().unwrap())).unwrap();
        stepper.restart(Seed(1), None).unwrap();
        let fault = stepper.choose(&Cancel::new()).unwrap_err();
        assert!(
            matches!(fault, StepError::Player { seat: 0, .. }),
            "{fault}"
        );
        stepper.play("1").unwrap();
    }
}
