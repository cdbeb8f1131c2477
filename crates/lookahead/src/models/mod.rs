//! Search with a model of every other player.
//!
//! Plain minimax takes everybody to see what the searcher sees. Here each player decides by a
//! world of his own: what he takes the hidden part of the position to be, and how he values what
//! comes of it. An opponent who is wrong errs, and the searcher may play for that error; an ally
//! who is wrong errs too, and the searcher may save him from it.
//!
//! *Opponent-model search* (Iida, Uiterwijk, van den Herik, Herschberg: *Potential applications of
//! opponent-model search*, 1993 and 1994) knows one opponent with another evaluation. The *abc
//! algorithm* (Otawa and Uehara: *abc algorithm*, 2006) extends it to several players, allies among
//! them, who imagine different worlds. Everything happens in one common tree. The searcher is
//! player 0, and by section 3.3 of the latter
//!
//! * player `x` values a position by plain minimax in his own world;
//! * the searcher takes the maximum where he decides himself, and where `x` decides, the value of
//!   the action that is best in *`x`'s* eyes;
//! * a position that `x`'s world cannot come to is worth `*` to `x`: see [`Worth`].
//!
//! Against an opponent whose model is right the searcher never gets less than minimax promises.
//! With an ally there is no such promise: his errors cost.
//!
//! What the paper leaves open is in [`Settings`]: which of several equally good actions a player
//! takes ([`Ties`]), and what he does once his world is refuted ([`Refuted`]). Where the worlds of
//! searcher and decider disagree about what can be played, `x` chooses among the actions that
//! exist in both.
//!
//! Two ways of computing the same value (Donkers: *Nosce hostem: searching with opponent models*,
//! 2003; section 5 of the abc paper):
//!
//! * [`one_pass()`] visits every position once and carries the values of all players together;
//! * [`probing()`] asks an [`Oracle`] what `x` would do, and goes on only there. An oracle need not
//!   be a minimax player with one world: it may be a solver, or average over many worlds.
//!
//! On top of them: [`om_search`] for two players with two evaluations, and [`abc()`], which deals
//! worlds, scores every candidate in each, and averages. This module neither deals nor infers: what
//! a player may believe is the game's business, see [`Imagine`].
//!
//! ```
//! use lookahead::models::{Settings, Worlds, one_pass};
//! use lookahead::{Control, Seed, Side};
//!
//! /// Player 0 hides a coin in the left (0) or right (1) hand, or shows it (2); player 1 then
//! /// points at a hand. Found: 0. Not found: 10. Shown: 3. Player 1 is sure of the left hand.
//! struct Coin;
//!
//! impl Worlds for Coin {
//!     type Position = Vec<u8>;
//!     type Action = u8;
//!     fn players(&self) -> usize {
//!         2
//!     }
//!     fn side(&self, player: usize) -> Side {
//!         if player == 0 { Side::Max } else { Side::Min }
//!     }
//!     fn turn(&self, played: &Vec<u8>) -> usize {
//!         played.len() % 2
//!     }
//!     fn actions(&self, _player: usize, played: &Vec<u8>, into: &mut Vec<u8>) {
//!         match played[..] {
//!             [] => into.extend([0, 1, 2]),
//!             [0 | 1] => into.extend([0, 1]),
//!             _ => {}
//!         }
//!     }
//!     fn play(&self, played: &mut Vec<u8>, action: u8) {
//!         played.push(action);
//!     }
//!     fn value(&self, player: usize, played: &Vec<u8>) -> i32 {
//!         match played[..] {
//!             [2] => 3,
//!             [hidden, pointed] => {
//!                 let hidden = if player == 0 { hidden } else { 0 };
//!                 if hidden == pointed { 0 } else { 10 }
//!             }
//!             _ => 0,
//!         }
//!     }
//! }
//!
//! let found = one_pass(&Coin, &Vec::new(), &Settings::default(), &Control::new(Seed(0)));
//! // Minimax would show the coin for 3: it takes player 1 to see through the hand.
//! assert_eq!(found.analysis.action(), Some(1));
//! assert_eq!(found.analysis.value(), Some(10.0));
//! assert_eq!(found.analysis.candidates[0].line, [1, 0]);
//! // In player 1's own eyes hiding is worth nothing.
//! assert_eq!(found.worths[0][1].value(), Some(0));
//! ```

mod abc;
mod analysis;
mod one_pass;
mod opponent;
mod probing;
mod worth;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod test_worlds;

pub use abc::{AbcAnalysis, AbcSettings, Difference, Imagine, abc, abc_growing};
pub use analysis::ModelAnalysis;
pub use one_pass::one_pass;
pub use opponent::{Opponent, TwoEvaluations, om_search};
pub use probing::{MinimaxOracle, Oracle, Question, probing};
pub use worth::Worth;

use crate::alphabeta::INFINITY;
use crate::analysis::Candidate;
use crate::control::Limit;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// The deepest search. The search of a game that goes on longer stops there as if this had been its
/// depth limit.
pub const MAX_DEPTH: u32 = 500;

/// The most players a search can carry together.
pub const MAX_PLAYERS: usize = 8;

/// A game of several players, each with a world of his own, over one common tree.
///
/// Player 0 is the searcher, and his world is the one the searcher takes for true. A position is
/// what everybody sees: what has been played. What differs between worlds is which actions exist
/// and what a position is worth.
pub trait Worlds {
    /// What has been played. Searches copy positions with [`Clone::clone_from`] into buffers they
    /// keep, so a position that owns memory should implement it without allocating.
    type Position: Clone;
    /// What the player to decide may do.
    type Action: Copy + PartialEq;

    /// How many players there are, the searcher among them: 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// [`Side::Max`] for the searcher (player 0) and his allies, [`Side::Min`] for his opponents.
    fn side(&self, player: usize) -> Side;

    /// The player who *decides* here; he may be deciding for somebody who does not. May be asked
    /// where the game is over, where the answer does not matter.
    fn turn(&self, position: &Self::Position) -> usize;

    /// Appends the actions that are possible at `position` in the world of `player`, always in the
    /// same order. Appending none means that in this world `position` ends the game. Asked only
    /// for positions which that world can come to.
    fn actions(&self, player: usize, position: &Self::Position, into: &mut Vec<Self::Action>);

    /// Changes `position` into what follows after `action`.
    fn play(&self, position: &mut Self::Position, action: Self::Action);

    /// The static value of `position` in the world of `player`, seen from [`Side::Max`]. As in
    /// [`Evaluate::value`](crate::alphabeta::Evaluate::value), values that do not lie between
    /// `-INFINITY` and [`INFINITY`] are moved to the nearer end of that range.
    fn value(&self, player: usize, position: &Self::Position) -> i32;

    /// A key under which a player's oracle may remember what `position` is worth in his world;
    /// none, the default, if nothing shall be remembered. A player has keys for all positions or
    /// for none. They are equal for equal positions and, as far as 64 bits allow, different for
    /// positions from which play in his world goes on differently, whoever decides. Players do not
    /// share what they remember, so their keys may be the same.
    fn key(&self, _player: usize, _position: &Self::Position) -> Option<u64> {
        None
    }
}

/// Which of several actions that are equally good in his own eyes a modelled player takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// The one worst for the searcher, so that nothing is overrated (section 6 of the abc paper).
    /// Allies too.
    #[default]
    Worst,
    /// The first in the order of the searcher's world.
    First,
}

/// What a modelled player does where his world is refuted: it cannot come to the position, or it
/// has none of the actions that the searcher thinks possible there. The paper does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refuted {
    /// He learns the truth, as the searcher sees it, and decides by the searcher's value:
    /// opponents take the smallest, allies the largest.
    #[default]
    Truth,
    /// He takes the worst for the searcher, whoever he is.
    Worst,
}

/// How to search with models. The depth comes from [`Limit::depth`](crate::Limit::depth); there are
/// no iterations, so without a limit the game is searched to its end, or to [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Between equally good actions.
    pub ties: Ties,
    /// Without a world.
    pub refuted: Refuted,
    /// Leave out what cannot change the answer. Off only for comparison.
    pub cuts: bool,
    /// Let [`one_pass()`] also find what every player thinks of every candidate, not only what the
    /// searcher thinks. Costs some of the cuts.
    pub opinions: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            ties: Ties::Worst,
            refuted: Refuted::Truth,
            cuts: true,
            opinions: true,
        }
    }
}

impl Settings {
    /// How a player of `side` whose world is refuted chooses by the searcher's values.
    fn refuted_pick(&self, side: Side) -> Pick {
        match (self.refuted, side) {
            (Refuted::Truth, Side::Max) => Pick::Largest,
            _ => Pick::Smallest,
        }
    }

    /// How ties are broken by the searcher's values.
    fn tie_pick(&self) -> Pick {
        match self.ties {
            Ties::Worst => Pick::Smallest,
            Ties::First => Pick::First,
        }
    }
}

/// Which of several actions is taken, going by the searcher's value of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    Largest,
    Smallest,
    First,
}

impl Pick {
    /// What `side` would take.
    fn best_for(side: Side) -> Self {
        match side {
            Side::Max => Pick::Largest,
            Side::Min => Pick::Smallest,
        }
    }

    /// Whether `new` is taken rather than `old`, which came earlier. `*` is never taken.
    fn prefers(self, new: Worth, old: Worth) -> bool {
        match (new, old) {
            (Worth::Unreachable, _) => false,
            (Worth::Value(_), Worth::Unreachable) => true,
            (Worth::Value(new), Worth::Value(old)) => match self {
                Pick::Largest => new > old,
                Pick::Smallest => new < old,
                Pick::First => false,
            },
        }
    }
}

/// How deep to search.
fn depth_of(limit: &Limit) -> u32 {
    limit.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
}

/// A set of players, as bits.
type Players = u8;

/// The searcher alone.
const SEARCHER: Players = 1;

/// The set of `player` alone.
fn only(player: usize) -> Players {
    1 << player
}

/// The players of a set, in order.
fn each(mut players: Players) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = players.trailing_zeros() as usize;
        players &= players.wrapping_sub(1);
        (next < MAX_PLAYERS).then_some(next)
    })
}

/// The side of each player; the searcher is on his own side whatever the worlds say.
fn sides_of<W: Worlds>(worlds: &W) -> [Side; MAX_PLAYERS] {
    let players = worlds.players();
    std::array::from_fn(|player| match player {
        0 => Side::Max,
        x if x < players => worlds.side(x),
        _ => Side::Min,
    })
}

/// An action with the players in whose worlds it exists.
#[derive(Clone, Copy, Debug)]
struct Edge<A> {
    action: A,
    holders: Players,
}

/// What the searches of this module share: the worlds, the positions along the current line, and
/// buffers that are never given back during a search.
struct Common<'a, W: Worlds> {
    worlds: &'a W,
    /// Side of each player, asked once.
    sides: [Side; MAX_PLAYERS],
    players: usize,
    /// The position at each ply of the current line.
    line: Line<W::Position>,
    /// The edges of all nodes of the current line, the root's first.
    edges: Vec<Edge<W::Action>>,
    /// One player's actions, until they are merged into `edges`.
    actions: Vec<W::Action>,
}

impl<'a, W: Worlds> Common<'a, W> {
    /// # Panics
    /// If the worlds have no player or more than [`MAX_PLAYERS`].
    fn new(worlds: &'a W, position: &W::Position) -> Self {
        let players = worlds.players();
        assert!(
            (1..=MAX_PLAYERS).contains(&players),
            "a search with models takes 1 to {MAX_PLAYERS} players, not {players}"
        );
        Common {
            worlds,
            sides: sides_of(worlds),
            players,
            line: Line(vec![position.clone()]),
            edges: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn everybody(&self) -> Players {
        Players::MAX >> (MAX_PLAYERS - self.players)
    }

    /// The player who decides at `ply` of the current line.
    fn decider(&self, ply: usize) -> usize {
        let decider = self.worlds.turn(self.line.at(ply));
        assert!(
            decider < self.players,
            "player {decider} decides, but there are only {}",
            self.players
        );
        decider
    }

    /// Appends the actions that `players` think possible at `ply`: those of the lowest player
    /// first, then the new ones of the next. Returns where they begin.
    fn expand(&mut self, ply: usize, players: Players) -> usize {
        let start = self.edges.len();
        for player in each(players) {
            self.actions.clear();
            let position = self.line.at(ply);
            self.worlds.actions(player, position, &mut self.actions);
            for &action in &self.actions {
                let known = self.edges[start..].iter_mut().find(|e| e.action == action);
                match known {
                    Some(edge) => edge.holders |= only(player),
                    None => self.edges.push(Edge {
                        action,
                        holders: only(player),
                    }),
                }
            }
        }
        start
    }

    /// The root's actions in the searcher's world. To be called when the root is all that has been
    /// expanded.
    fn own_actions(&self) -> Vec<W::Action> {
        let own = self.edges.iter().filter(|e| e.holders & SEARCHER != 0);
        own.map(|e| e.action).collect()
    }

    /// What can be said of actions of the root that were not searched. If there are none the
    /// position is not valued: a game may know only what its end is worth.
    fn unsearched(&self, actions: &[W::Action]) -> Vec<Candidate<W::Action>> {
        let guess = |&action| Candidate::estimate(action, f64::from(self.value(0, 0)));
        actions.iter().map(guess).collect()
    }

    /// The static value at `ply` for `player`, seen from Max.
    fn value(&self, player: usize, ply: usize) -> i32 {
        let value = self.worlds.value(player, self.line.at(ply));
        value.clamp(1 - INFINITY, INFINITY - 1)
    }
}

/// The positions along the current line, in buffers that are reused.
struct Line<P>(Vec<P>);

impl<P: Clone> Line<P> {
    fn at(&self, ply: usize) -> &P {
        &self.0[ply]
    }

    /// Plays `action` at `ply`; the result is the position at the next ply.
    fn play<W: Worlds<Position = P>>(&mut self, worlds: &W, ply: usize, action: W::Action) {
        if self.0.len() == ply + 1 {
            self.0.push(self.0[ply].clone());
        } else {
            let (before, after) = self.0.split_at_mut(ply + 1);
            after[0].clone_from(&before[ply]);
        }
        worlds.play(&mut self.0[ply + 1], action);
    }
}

/// The line the searcher expects from each ply of the current line.
struct Expected<A>(Vec<Vec<A>>);

impl<A: Copy> Expected<A> {
    fn new() -> Self {
        Expected(Vec::new())
    }

    /// Nothing is expected from `ply` yet.
    fn clear(&mut self, ply: usize) {
        while self.0.len() <= ply + 1 {
            self.0.push(Vec::new());
        }
        self.0[ply].clear();
    }

    /// At `ply`, `action` and then what is expected from the next ply.
    fn take(&mut self, ply: usize, action: A) {
        let (before, after) = self.0.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(action);
        before[ply].extend_from_slice(&after[0]);
    }

    fn from(&self, ply: usize) -> &[A] {
        &self.0[ply]
    }
}
