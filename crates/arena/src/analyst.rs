//! A player that can be asked: candidates with values, and a seat at the referee's table.
//!
//! An [`Analyst`] answers what it thinks of a position; [`Seated`] makes a player of it, and
//! [`Asked`] makes an analyst of any player, a program in another process included. So whatever is
//! listed in a [lineup](crate::Lineup) plays and can be asked. A game whose analysts say more than
//! candidates (outcomes, reasons) names a richer trait as the analyst of its lineup.
//!
//! ```
//! use arena::analyst::{Analyst, Seated};
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
//! let _player = Seated::new(Box::new(Heads) as Box<dyn Analyst<Coin>>);
//! ```

use crate::clock::TimeLeft;
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use lookahead::{Analysis, Candidate, Control, Limit, Stop};

/// A player that says what it thinks of a position.
pub trait Analyst<G: Game>: Send {
    /// A new game begins, in which what is remembered of another one must not count.
    fn begin(&mut self) {}

    /// The candidates of the seat to act, best first.
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

    /// The action to play: the best candidate, its value kept as the thought.
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

/// An analyst at the referee's table: it thinks within its share of the time that is left.
#[derive(Clone, Debug)]
pub struct Seated<A: ?Sized> {
    seat: usize,
    analyst: Box<A>,
}

impl<A: ?Sized> Seated<A> {
    /// A player made of an analyst.
    pub fn new(analyst: Box<A>) -> Self {
        Seated { seat: 0, analyst }
    }
}

impl<G: Game, A: Analyst<G> + ?Sized> Player<G> for Seated<A> {
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
    /// The analyst whose one candidate is what the player would play.
    fn from_player(player: Box<dyn Player<G>>) -> Box<Self>;
}

impl<G: Game + 'static> FromPlayer<G> for dyn Analyst<G> {
    fn from_player(player: Box<dyn Player<G>>) -> Box<Self> {
        Box::new(Asked::new(player))
    }
}

/// A player that is asked: every question is a game of its own that ends with the answer.
///
/// The one candidate has no value: a player of the referee's does not tell one.
pub struct Asked<G: Game> {
    player: Box<dyn Player<G>>,
}

impl<G: Game> Asked<G> {
    /// An analyst made of a player.
    pub fn new(player: Box<dyn Player<G>>) -> Self {
        Asked { player }
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

/// Refuses an action that is none of those the game lists, where it lists them.
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

impl<G: Game> Analyst<G> for Asked<G> {
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

/// How far an analyst looks: within its own limit, and as far as `usual` if none is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patience {
    /// Its own limit.
    pub limit: Limit,
    /// The limit where no other one ends the search.
    pub usual: Limit,
    /// Whether a depth alone ends the search. A depth that only bounds a growing tree does not.
    pub depth_ends: bool,
}

impl Patience {
    /// The limits asked for, within its own.
    pub fn apply<'a>(&self, control: &Control<'a>) -> Control<'a> {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let (asked, own) = (control.limit, self.limit);
        let mut limit = Limit {
            depth: least(asked.depth, own.depth),
            nodes: least(asked.nodes, own.nodes),
            time: least(asked.time, own.time),
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
/// A beginner does not misjudge every action; most of them it never sees. What a level notices is
/// the game's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The highest level: everything the player has.
    pub const FULL: Level = Level(10);

    /// All levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its entry in a table of all levels but the highest.
    pub fn of<T: Copy>(self, table: &[T; 9]) -> Option<T> {
        table.get(usize::from(self.0) - 1).copied()
    }
}

impl std::str::FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(level @ 1..=10) => Ok(Level(level)),
            _ => Err("a level is a number from 1, a beginner, to 10".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::{Manner, Sum, SumPosition};
    use lookahead::Seed;
    use std::time::Duration;

    fn asked(manner: Manner) -> Result<Analysis<u32>, Fault> {
        let game = Sum::default();
        let position = game.start(&mut Seed(1).rng());
        let view: SumPosition = game.view(&position, 0);
        let mut analyst = <dyn Analyst<Sum>>::from_player(Box::new(manner));
        analyst.analyse(&game, 0, &view, &Control::new(Seed(1)))
    }

    #[test]
    fn any_player_can_be_asked_and_its_illegal_answer_is_refused() {
        assert_eq!(asked(Manner::Adds(2)).unwrap().action(), Some(2));
        let fault = asked(Manner::Adds(9)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "illegal action `9`: not a legal action here"
        );
        assert_eq!(asked(Manner::Resigns).unwrap_err(), Fault::Resigned);
    }

    #[test]
    fn a_search_without_any_limit_gets_the_usual_one_and_time_overrides_it() {
        let control = Control::new(Seed(1));
        let tree = Patience {
            usual: Limit::nodes(500),
            ..Patience::default()
        };
        assert_eq!(tree.apply(&control).limit, Limit::nodes(500));
        let deep = control.clone().limit(Limit::depth(2));
        assert_eq!(tree.apply(&deep).limit.nodes, Some(500));
        let deepening = Patience {
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
