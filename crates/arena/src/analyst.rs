//! Analysts: players that answer with candidates and their values, and the adapters between analyst
//! and player.
//!
//! An [`Analyst`] analyses a position; [`AnalystPlayer`] makes a player of it, and
//! [`PlayerAnalyst`] makes an analyst of any player, a program in another process included. So
//! every entry of a [lineup](crate::Lineup) both plays and analyses. A game whose analysts return
//! more than candidates (outcomes, reasons) names a richer trait as the analyst of its lineup.
//!
//! ```
//! use arena::analyst::{Analyst, AnalystPlayer};
//! use arena::player::Fault;
//! use lookahead::{Analysis, Candidate, Control, Effort};
//! # use arena::{Game, Score};
//! # use rand_pcg::Pcg64Mcg;
//! # struct Coin;
//! # impl Game for Coin {
//! #     type Position = bool;
//! #     type View = ();
//! #     type Action = bool;
//! #     fn start(&self, _: &mut Pcg64Mcg) -> bool { false }
//! #     fn turn(&self, over: &bool) -> Option<usize> { (!over).then_some(0) }
//! #     fn view(&self, _: &bool, _: usize) {}
//! #     fn actions(&self, (): &()) -> Option<Vec<bool>> { Some(vec![false, true]) }
//! #     fn check(&self, _: &bool, _: &bool) -> Result<(), String> { Ok(()) }
//! #     fn play(&self, over: &mut bool, _: &bool, _: &mut Pcg64Mcg) { *over = true }
//! #     fn score(&self, _: &bool) -> Score { Score::by_points([1.0, 0.0]) }
//! #     fn write_action(&self, heads: &bool) -> String { heads.to_string() }
//! #     fn read_action(&self, text: &str) -> Result<bool, String> { text.parse().map_err(|_| text.into()) }
//! #     fn write_view(&self, (): &()) -> String { String::new() }
//! # }
//! struct Heads;
//!
//! impl Analyst<Coin> for Heads {
//!     fn analyse(
//!         &mut self,
//!         _: &Coin,
//!         _: usize,
//!         (): &(),
//!         _: &Control<'_>,
//!     ) -> Result<Analysis<bool>, Fault> {
//!         let candidates = vec![Candidate::new(true, 0.9), Candidate::new(false, 0.1)];
//!         Ok(Analysis { candidates, effort: Effort::default() })
//!     }
//! }
//!
//! let _player = AnalystPlayer::new(Box::new(Heads) as Box<dyn Analyst<Coin>>);
//! ```

use crate::clock::TimeLeft;
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use lookahead::{Analysis, Candidate, Control, Limit, Stop};

/// A player that analyses positions.
pub trait Analyst<G: Game>: Send {
    /// Starts a new game: memories of earlier games are discarded.
    fn begin(&mut self) {}

    /// Returns the candidates of the seat to act, best first.
    ///
    /// # Errors
    /// A fault if there is no answer.
    fn analyse(
        &mut self,
        game: &G,
        seat: usize,
        view: &G::View,
        control: &Control<'_>,
    ) -> Result<Analysis<G::Action>, Fault>;

    /// Returns the action to play: the best candidate, its value kept as the thought.
    ///
    /// # Errors
    /// A fault if there is no answer, [`Fault::Resigned`] if there is nothing to choose from.
    fn decide(
        &mut self,
        game: &G,
        seat: usize,
        view: &G::View,
        control: &Control<'_>,
    ) -> Result<Choice<G::Action>, Fault> {
        let analysis = self.analyse(game, seat, view, control)?;
        let best = analysis.candidates.into_iter().next();
        let best = best.ok_or(Fault::Resigned)?;
        Ok(Choice {
            action: best.action,
            thought: Some(best.value.into()),
        })
    }
}

/// An analyst as a player of the referee: it searches within its share of the time left.
#[derive(Clone, Debug)]
pub struct AnalystPlayer<A: ?Sized> {
    seat: usize,
    analyst: Box<A>,
}

impl<A: ?Sized> AnalystPlayer<A> {
    /// Wraps an analyst.
    pub fn new(analyst: Box<A>) -> Self {
        AnalystPlayer { seat: 0, analyst }
    }
}

impl<G: Game, A: Analyst<G> + ?Sized> Player<G> for AnalystPlayer<A> {
    fn begin(&mut self, _: &G, seat: usize, _: &Thinking) -> Result<(), Fault> {
        self.seat = seat;
        self.analyst.begin();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault> {
        let limit = Limit {
            time: thinking.time.allot(game.moves_to_come(view)),
            ..Limit::default()
        };
        let control = Control::new(thinking.seed)
            .limit(limit)
            .cancel(thinking.cancel.clone());
        self.analyst.decide(game, self.seat, view, &control)
    }
}

/// An analyst of a game that can be made of any player.
pub trait FromPlayer<G: Game> {
    /// Returns the analyst whose one candidate is the player's move.
    fn from_player(player: Box<dyn Player<G>>) -> Box<Self>;
}

impl<G: Game + 'static> FromPlayer<G> for dyn Analyst<G> {
    fn from_player(player: Box<dyn Player<G>>) -> Box<Self> {
        Box::new(PlayerAnalyst::new(player))
    }
}

/// A player as an analyst: every request is a game of its own that ends with the answer.
///
/// The one candidate has no value: the [`Player`] interface reports none.
pub struct PlayerAnalyst<G: Game> {
    player: Box<dyn Player<G>>,
}

impl<G: Game> PlayerAnalyst<G> {
    /// Wraps a player.
    pub fn new(player: Box<dyn Player<G>>) -> Self {
        PlayerAnalyst { player }
    }

    fn answer(
        &mut self,
        game: &G,
        seat: usize,
        view: &G::View,
        control: &Control<'_>,
    ) -> Result<Choice<G::Action>, Fault> {
        let thinking = Thinking {
            time: TimeLeft {
                this_move: control.limit.time,
                ..TimeLeft::default()
            },
            seed: control.seed,
            cancel: control.cancel.clone(),
        };
        let begun = self.player.begin(game, seat, &thinking);
        let answer = begun.and_then(|()| self.player.choose(game, view, &thinking));
        self.player.end(game, &Score::by_points([0.0; 2]));
        let choice = answer?;
        legal(game, view, &choice.action)?;
        Ok(choice)
    }
}

/// Rejects an action that the game does not list, where the game lists actions.
fn legal<G: Game>(game: &G, view: &G::View, action: &G::Action) -> Result<(), Fault> {
    let text = game.write_action(action);
    let listed = game.actions(view);
    let known = |actions: &Vec<G::Action>| actions.iter().any(|a| game.write_action(a) == text);
    if listed.as_ref().is_none_or(known) {
        return Ok(());
    }
    let why = "not a legal action here".to_owned();
    Err(Fault::Illegal { action: text, why })
}

impl<G: Game> Analyst<G> for PlayerAnalyst<G> {
    fn analyse(
        &mut self,
        game: &G,
        seat: usize,
        view: &G::View,
        control: &Control<'_>,
    ) -> Result<Analysis<G::Action>, Fault> {
        let meter = control.start();
        let Choice { action, .. } = self.answer(game, seat, view, control)?;
        Ok(Analysis {
            candidates: vec![Candidate::estimate(action, 0.5)],
            effort: meter.effort(0, Stop::Done),
        })
    }

    fn decide(
        &mut self,
        game: &G,
        seat: usize,
        view: &G::View,
        control: &Control<'_>,
    ) -> Result<Choice<G::Action>, Fault> {
        self.answer(game, seat, view, control)
    }
}

/// An analyst's own search limit, and the default for requests without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DefaultLimits {
    /// The analyst's own limit; a request cannot exceed it.
    pub limit: Limit,
    /// The default where no other limit ends the search.
    pub usual: Limit,
    /// Whether a depth alone ends the search. A depth that only bounds a growing tree does not.
    pub depth_ends: bool,
}

impl DefaultLimits {
    /// Returns the control with its limits cut to the analyst's own, and the default filled in.
    pub fn apply<'a>(&self, control: &Control<'a>) -> Control<'a> {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let (analyse_with, own) = (control.limit, self.limit);
        let mut limit = Limit {
            depth: least(analyse_with.depth, own.depth),
            nodes: least(analyse_with.nodes, own.nodes),
            time: least(analyse_with.time, own.time),
        };
        let ends = limit.nodes.is_some()
            || limit.time.is_some()
            || (self.depth_ends && limit.depth.is_some());
        if !ends {
            limit.nodes = self.usual.nodes;
        }
        control.clone().limit(limit)
    }
}

/// The strength of a player that overlooks actions, from 1, a beginner, to 10, which misses
/// nothing.
///
/// A beginner does not misjudge every action; it overlooks most of them. Each game defines what a
/// level notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The highest level: the player's full strength.
    pub const FULL: Level = Level(10);

    /// Returns all levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// Returns the number of the level, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the level's entry in a table of all levels but the highest.
    pub fn of<T: Copy>(self, table: &[T; 9]) -> Option<T> {
        table.get(usize::from(self.0) - 1).copied()
    }
}

impl std::str::FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(level @ 1..=10) => Ok(Level(level)),
            _ => Err("expected a level from 1 (beginner) to 10".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::{Sum, SumPosition, TestPlayer};
    use lookahead::Seed;
    use std::time::Duration;

    fn analyse_with(player: TestPlayer) -> Result<Analysis<u32>, Fault> {
        let game = Sum::default();
        let position = game.start(&mut Seed(1).rng());
        let view: SumPosition = game.view(&position, 0);
        let mut analyst = <dyn Analyst<Sum>>::from_player(Box::new(player));
        analyst.analyse(&game, 0, &view, &Control::new(Seed(1)))
    }

    #[test]
    fn any_player_can_be_asked_and_its_illegal_answer_is_refused() {
        assert_eq!(analyse_with(TestPlayer::Adds(2)).unwrap().action(), Some(2));
        let fault = analyse_with(TestPlayer::Adds(9)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "illegal action `9`: not a legal action here"
        );
        assert_eq!(
            analyse_with(TestPlayer::Resigns).unwrap_err(),
            Fault::Resigned
        );
    }

    #[test]
    fn a_search_without_any_limit_gets_the_usual_one_and_time_overrides_it() {
        let control = Control::new(Seed(1));
        let tree = DefaultLimits {
            usual: Limit::nodes(500),
            ..DefaultLimits::default()
        };
        assert_eq!(tree.apply(&control).limit, Limit::nodes(500));
        let deep = control.clone().limit(Limit::depth(2));
        assert_eq!(tree.apply(&deep).limit.nodes, Some(500));
        let deepening = DefaultLimits {
            depth_ends: true,
            ..tree
        };
        assert_eq!(deepening.apply(&deep).limit, Limit::depth(2));
        let timed = control.limit(Limit::time(Duration::from_secs(1)));
        assert_eq!(tree.apply(&timed).limit, timed.limit);
    }

    #[test]
    fn other_texts_are_no_levels() {
        for text in ["0", "11", "", "-1", "easy", "1.5"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
        let third: Level = "3".parse().unwrap();
        assert_eq!(third.of(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), Some(3));
        assert_eq!(Level::FULL.of(&[0; 9]), None);
    }
}
