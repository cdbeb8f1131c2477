//! The referee: plays one game with its dice, clocks and forfeits.
//!
//! Whatever a player does (an illegal action, a late answer, a panic), the game ends with a record
//! of the fault and the other side wins. The referee itself never fails.
//!
//! A fault after the last move does not change the result. A cancelled game has no result, whatever
//! its players answered.

mod match_loop;

pub use match_loop::{RefereedMatch, run_match};

use crate::clock::{Clock, TimeControl};
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use crate::record::{self, Ending, GameRecord, MoveRecord};
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The terms of all games of a match: time limits and maximum length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    /// Time limits.
    pub time: TimeControl,
    /// Maximum number of moves; a longer game is stopped and scored as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<usize>,
}

/// Streams of a game's seed; the players' streams follow at `PLAYERS + seat`.
const START: u64 = 0;
const DICE: u64 = 1;
const PLAYERS: u64 = 2;

/// Plays one game; `players` are in seat order.
///
/// # Errors
/// Only if `cancel` was raised before the game ended.
///
/// # Panics
/// If the number of players is not the number of seats.
pub fn play_game<G: Game>(
    game: &G,
    players: &mut [Box<dyn Player<G> + '_>],
    terms: &Terms,
    seed: Seed,
    cancel: &Cancel,
) -> Result<Played, Interrupted> {
    assert_eq!(players.len(), game.sides().len(), "one player a seat");
    let mut game = InProgress::new(game, players, terms, seed, cancel);
    let ending = run_match(&mut game, cancel)?;
    Ok(game.played(ending))
}

/// The game was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game was interrupted")]
pub struct Interrupted;

/// The result of a game; [`Played::record`] adds the names.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The seed of start position and dice.
    pub seed: Seed,
    /// The start position in the game's notation, where starts differ.
    pub start: Option<String>,
    /// The key that identifies repeated games.
    pub key: String,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The score.
    pub score: Score,
    /// The ending of the game.
    pub ending: Ending,
    /// Time used by each side, in seconds.
    pub seconds: [f64; 2],
}

impl Played {
    /// Returns the record, with the names of game and players.
    pub fn record(self, game: &str, players: [String; 2]) -> GameRecord {
        let Played {
            seed,
            start,
            key,
            moves,
            score,
            ending,
            seconds,
        } = self;
        GameRecord {
            version: record::VERSION,
            game: game.to_owned(),
            players,
            specs: None,
            conditions: toml::Table::new(),
            start,
            seed,
            moves,
            score,
            ending,
            seconds,
            key: Some(key),
        }
    }
}

/// Returns the generators of a game's start and of its dice, for other referees.
pub fn generators(seed: Seed) -> (rand_pcg::Pcg64Mcg, rand_pcg::Pcg64Mcg) {
    (seed.stream(START).rng(), seed.stream(DICE).rng())
}

/// Returns the seed of the player in a seat.
pub fn player_seed(seed: Seed, seat: usize) -> Seed {
    seed.stream(PLAYERS + seat as u64)
}

/// Replays a record's moves; returns every position from the start on.
///
/// # Errors
/// The number of the first move that does not fit, and why.
pub fn replay<G: Game>(
    game: &G,
    seed: Seed,
    moves: &[MoveRecord],
) -> Result<Vec<G::Position>, String> {
    replay_from(game, game.start(&mut generators(seed).0), seed, moves)
}

/// Replays moves from a given start position; the dice come from the seed.
///
/// # Errors
/// The number of the first move that does not fit, and why.
pub fn replay_from<G: Game>(
    game: &G,
    start: G::Position,
    seed: Seed,
    moves: &[MoveRecord],
) -> Result<Vec<G::Position>, String> {
    let mut dice = generators(seed).1;
    let mut positions = vec![start];
    for (number, record) in moves.iter().enumerate() {
        let at_move = |why: String| format!("move {}, `{}`: {why}", number + 1, record.action);
        let mut position = positions[number].clone();
        let action = game.read_action(&record.action).map_err(at_move)?;
        if game.turn(&position) != Some(record.seat) {
            return Err(at_move(format!(
                "it is not the turn of seat {}",
                record.seat
            )));
        }
        game.check(&position, &action).map_err(at_move)?;
        game.play(&mut position, &action, &mut dice);
        positions.push(position);
    }
    Ok(positions)
}

/// A game between players of the arena.
struct InProgress<'a, 'p, G: Game> {
    game: &'a G,
    players: &'a mut [Box<dyn Player<G> + 'p>],
    longest: usize,
    seed: Seed,
    cancel: &'a Cancel,
    start: G::Position,
    position: G::Position,
    dice: rand_pcg::Pcg64Mcg,
    clocks: [Clock; 2],
    moves: Vec<MoveRecord>,
}

impl<'a, 'p, G: Game> InProgress<'a, 'p, G> {
    fn new(
        game: &'a G,
        players: &'a mut [Box<dyn Player<G> + 'p>],
        terms: &Terms,
        seed: Seed,
        cancel: &'a Cancel,
    ) -> Self {
        let (mut rng, dice) = generators(seed);
        let start = game.start(&mut rng);
        InProgress {
            game,
            players,
            longest: terms.longest.unwrap_or(usize::MAX),
            seed,
            cancel,
            position: start.clone(),
            start,
            dice,
            clocks: [Clock::new(terms.time); 2],
            moves: Vec::new(),
        }
    }

    fn thinking(&self, seat: usize, seed: Seed) -> Thinking {
        Thinking {
            time: self.clocks[self.game.sides()[seat]].left(),
            seed,
            cancel: self.cancel.clone(),
        }
    }

    fn score(&self, ending: &Ending) -> Score {
        match ending {
            Ending::Forfeit { seat, .. } => Score::forfeited_by(self.game.sides()[*seat]),
            Ending::Finished | Ending::TooLong => self.game.score(&self.position),
        }
    }

    fn played(self, ending: Ending) -> Played {
        let (game, score) = (self.game, self.score(&ending));
        let seconds = self.clocks.map(|clock| clock.used().as_secs_f64());
        tracing::debug!(
            seed = self.seed.0,
            moves = self.moves.len(),
            ?score,
            ?ending,
            "game over"
        );
        let rolled = game.has_dice() && self.dice != generators(self.seed).1;
        let dice = rolled.then_some(self.seed);
        Played {
            seed: self.seed,
            start: game.write_start(&self.start),
            key: record::key(game, &self.start, &self.moves, dice),
            moves: self.moves,
            score,
            ending,
            seconds,
        }
    }
}

impl<G: Game> RefereedMatch for InProgress<'_, '_, G> {
    type Answer = Choice<G::Action>;
    /// The seat that acted, and its action.
    type Event = (usize, G::Action);

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn turn(&mut self) -> Option<usize> {
        self.game.turn(&self.position)
    }

    fn is_over(&self) -> bool {
        self.game.turn(&self.position).is_none()
    }

    fn is_too_long(&self) -> bool {
        self.moves.len() >= self.longest
    }

    fn prepare(&mut self, seat: usize) -> Result<(), Fault> {
        let thinking = self.thinking(seat, player_seed(self.seed, seat));
        self.players[seat].begin(self.game, seat, &thinking)
    }

    fn ask(&mut self, seat: usize) -> Result<Choice<G::Action>, Fault> {
        let view = self.game.view(&self.position, seat);
        let seed = player_seed(self.seed, seat).stream(self.moves.len() as u64);
        let thinking = self.thinking(seat, seed);
        self.players[seat].choose(self.game, &view, &thinking)
    }

    fn apply(
        &mut self,
        seat: usize,
        answer: Result<Choice<G::Action>, Fault>,
        spent: Duration,
    ) -> Result<Option<Self::Event>, Fault> {
        let game = self.game;
        let late = self.clocks[game.sides()[seat]].charge(spent);
        let Choice { action, thought } = answer?;
        late.map_err(|why| Fault::OutOfTime { why })?;
        let text = game.write_action(&action);
        let illegal = |why: String| Fault::Illegal {
            action: text.clone(),
            why,
        };
        game.check(&self.position, &action).map_err(illegal)?;
        self.moves.push(MoveRecord {
            seat,
            action: text,
            seconds: spent.as_secs_f64(),
            thought,
        });
        game.play(&mut self.position, &action, &mut self.dice);
        Ok(Some((seat, action)))
    }

    fn notify(&mut self, seat: usize, (mover, action): &Self::Event) -> Result<(), Fault> {
        let view = self.game.view(&self.position, seat);
        self.players[seat].observe(self.game, *mover, action, &view)
    }

    fn close(&mut self, seat: usize, ending: &Ending) {
        let score = self.score(ending);
        self.players[seat].end(self.game, &score);
    }
}

/// Returns the message of a panic.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", words.unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Span;
    use crate::test_games::{Sum, SumPosition, TestPlayer};
    use std::time::Duration;

    fn play(players: [TestPlayer; 2], terms: &Terms) -> Played {
        let mut players = players.map(|m| Box::new(m) as Box<dyn Player<Sum>>);
        play_game(
            &Sum::default(),
            &mut players,
            terms,
            Seed(3),
            &Cancel::new(),
        )
        .unwrap()
    }

    /// Returns the seat and the text of a forfeit.
    fn blame(played: &Played) -> (usize, String) {
        match &played.ending {
            Ending::Forfeit { seat, fault } => (*seat, fault.to_string()),
            other => panic!("no forfeit but {other:?}"),
        }
    }

    #[test]
    fn a_game_repeats_from_its_seed_and_replays_from_its_moves() {
        let one = play([TestPlayer::Random, TestPlayer::Random], &Terms::default());
        let two = play([TestPlayer::Random, TestPlayer::Random], &Terms::default());
        let actions = |p: &Played| p.moves.iter().map(|m| m.action.clone()).collect::<Vec<_>>();
        assert_eq!(actions(&one), actions(&two));
        assert_eq!(one.ending, Ending::Finished);
        let positions = replay(&Sum::default(), one.seed, &one.moves).unwrap();
        assert_eq!(positions.len(), one.moves.len() + 1);
        assert_eq!(Sum::default().score(positions.last().unwrap()), one.score);
    }

    #[test]
    fn a_record_that_does_not_fit_is_refused_with_the_move() {
        let mut played = play([TestPlayer::Random, TestPlayer::Random], &Terms::default());
        played.moves[1].action = "7".to_owned();
        let why = replay(&Sum::default(), played.seed, &played.moves).unwrap_err();
        assert_eq!(why, "move 2, `7`: add 1 to 3");
    }

    #[test]
    fn an_illegal_action_loses() {
        let played = play(
            [TestPlayer::Adds(1), TestPlayer::Adds(9)],
            &Terms::default(),
        );
        assert_eq!(
            blame(&played),
            (1, "illegal action `9`: add 1 to 3".to_owned())
        );
        assert_eq!(played.score.share, 1.0);
        assert_eq!(played.moves.len(), 1);
    }

    #[test]
    fn a_panic_loses_the_game_and_nothing_else() {
        let played = play([TestPlayer::Panics, TestPlayer::Adds(1)], &Terms::default());
        assert_eq!(
            blame(&played),
            (0, "crashed: panicked: lost my nerve".to_owned())
        );
        assert_eq!(played.score.share, 0.0);
    }

    #[test]
    fn an_answer_too_late_loses() {
        let time = TimeControl {
            per_move: Some(Span(Duration::from_millis(10))),
            ..TimeControl::default()
        };
        let slow = TestPlayer::Slow(Duration::from_millis(150));
        let played = play(
            [TestPlayer::Adds(1), slow],
            &Terms {
                time,
                longest: None,
            },
        );
        let (seat, words) = blame(&played);
        assert_eq!(seat, 1);
        assert!(words.starts_with("out of time: 0."), "{words}");
        assert!(played.seconds[1] >= 0.15);
    }

    #[test]
    fn resigning_is_losing() {
        let played = play(
            [TestPlayer::Adds(1), TestPlayer::Resigns],
            &Terms::default(),
        );
        assert_eq!(blame(&played), (1, "resigned".to_owned()));
    }

    #[test]
    fn a_game_too_long_is_scored_as_it_stands() {
        let terms = Terms {
            longest: Some(2),
            ..Terms::default()
        };
        let played = play([TestPlayer::Adds(1), TestPlayer::Adds(1)], &terms);
        assert_eq!(played.ending, Ending::TooLong);
        assert_eq!(played.moves.len(), 2);
    }

    #[test]
    fn partners_share_a_side() {
        let game = Sum {
            seats: 4,
            ..Sum::default()
        };
        let players = [
            TestPlayer::Adds(1),
            TestPlayer::Adds(1),
            TestPlayer::Panics,
            TestPlayer::Adds(1),
        ];
        let mut players = players.map(|m| Box::new(m) as Box<dyn Player<Sum>>);
        let played = play_game(
            &game,
            &mut players,
            &Terms::default(),
            Seed(1),
            &Cancel::new(),
        )
        .unwrap();
        assert_eq!(blame(&played).0, 2);
        assert_eq!(played.score.share, 0.0);
    }

    /// A player that answers `says`, after raising the flag if there is one; faults in `observe`
    /// when the game is over.
    struct Moody {
        says: Result<u32, Fault>,
        raises: Option<Cancel>,
    }

    impl Player<Sum> for Moody {
        fn choose(
            &mut self,
            _game: &Sum,
            _view: &SumPosition,
            _thinking: &Thinking,
        ) -> Result<Choice<u32>, Fault> {
            self.raises.iter().for_each(Cancel::cancel);
            self.says.clone().map(Choice::from)
        }

        fn observe(
            &mut self,
            game: &Sum,
            _seat: usize,
            _action: &u32,
            view: &SumPosition,
        ) -> Result<(), Fault> {
            let over = view.sum >= game.goal;
            if over { Err(Fault::Resigned) } else { Ok(()) }
        }
    }

    fn play_moody(
        says: Result<u32, Fault>,
        raises: Option<Cancel>,
        cancel: &Cancel,
    ) -> Result<Played, Interrupted> {
        let moody = Moody { says, raises };
        let mut players: [Box<dyn Player<Sum>>; 2] =
            [Box::new(moody), Box::new(TestPlayer::Adds(1))];
        let terms = Terms::default();
        play_game(&Sum::default(), &mut players, &terms, Seed(3), cancel)
    }

    #[test]
    fn a_fault_after_the_last_move_changes_nothing() {
        let played = play_moody(Ok(3), None, &Cancel::new()).unwrap();
        assert_eq!(played.ending, Ending::Finished);
    }

    #[test]
    fn a_player_that_gives_up_uninterrupted_is_to_blame() {
        let played = play_moody(Err(Fault::Interrupted), None, &Cancel::new()).unwrap();
        let (seat, words) = blame(&played);
        assert_eq!(seat, 0);
        assert!(words.starts_with("crashed: stopped without"), "{words}");
    }

    #[test]
    fn an_answer_given_after_an_interruption_does_not_count() {
        for says in [Ok(3), Ok(9), Err(Fault::Resigned)] {
            let cancel = Cancel::new();
            let result = play_moody(says, Some(cancel.clone()), &cancel);
            assert_eq!(result, Err(Interrupted));
        }
    }

    #[test]
    fn a_cancelled_game_has_no_record() {
        let cancel = Cancel::new();
        cancel.cancel();
        let mut players = [TestPlayer::Random; 2].map(|m| Box::new(m) as Box<dyn Player<Sum>>);
        let result = play_game(
            &Sum::default(),
            &mut players,
            &Terms::default(),
            Seed(1),
            &cancel,
        );
        assert_eq!(result, Err(Interrupted));
    }
}
