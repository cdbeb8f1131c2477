//! Opponent-model search: every other player has a model of their own.
//!
//! Plain minimax assumes that all players see what the searcher sees. Here each player decides by a
//! world of their own: their belief about the hidden part of the position, and their evaluation of
//! positions. An opponent with a wrong world errs, and the searcher may play for that error; an
//! ally with a wrong world errs too, and the searcher may prevent it.
//!
//! *Opponent-model search* (Iida, Uiterwijk, van den Herik, Herschberg: *Potential applications of
//! opponent-model search*, 1993 and 1994) has one opponent with another evaluation. The *abc
//! algorithm* (Otawa and Uehara: *abc algorithm*, 2006) extends it to several players, allies among
//! them, who imagine different worlds. There is one common tree. The searcher is player 0, and by
//! section 3.3 of the latter
//!
//! * player `x` values a position by plain minimax in their own world;
//! * the searcher takes the maximum at their own nodes, and at nodes of `x` the value of the action
//!   that is best in *`x`'s* evaluation;
//! * a position that `x`'s world cannot reach has the value `*` for `x`: see [`WorldValue`].
//!
//! Against an opponent whose model is right the searcher never gets less than the minimax value.
//! With an ally there is no such guarantee: their errors cost.
//!
//! What the paper leaves open is in [`Settings`]: which of several equally good actions a player
//! takes ([`Ties`]), and how a player acts whose world is refuted ([`Refuted`]). Where the worlds
//! of searcher and decider disagree about the legal actions, `x` chooses among the actions that
//! exist in both.
//!
//! Two ways of computing the same value (Donkers: *Nosce hostem: searching with opponent models*,
//! 2003; section 5 of the abc paper):
//!
//! * [`one_pass()`] visits every position once and carries the values of all players together;
//! * [`probing()`] asks an [`Oracle`] for the action of `x`, and searches only that. An oracle need
//!   not be a minimax player with one world: it may be a solver, or average over many worlds.
//!
//! On top of them: [`om_search`] for two players with two evaluations, and [`abc()`], which samples
//! worlds, scores every candidate in each, and averages. This module neither samples deals nor
//! infers beliefs: both are the game's, see [`HiddenInformation`].
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
//! // Minimax would show the coin for 3: it assumes that player 1 sees through the hand.
//! assert_eq!(found.analysis.action(), Some(1));
//! assert_eq!(found.analysis.value(), Some(10.0));
//! assert_eq!(found.analysis.candidates[0].line, [1, 0]);
//! // By player 1's own evaluation hiding is worth 0.
//! assert_eq!(found.player_values[0][1].value(), Some(0));
//! ```

mod abc;
mod analysis;
mod one_pass;
mod opponent;
mod probing;
mod world_value;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod test_worlds;

pub use abc::{AbcAnalysis, AbcSettings, Difference, HiddenInformation, abc, abc_growing};
pub use analysis::ModelAnalysis;
pub use one_pass::one_pass;
pub use opponent::{Opponent, TwoEvaluations, om_search};
pub use probing::{MinimaxOracle, Oracle, OracleQuery, probing};
pub use world_value::WorldValue;

use crate::alphabeta::INFINITY;
use crate::analysis::Candidate;
use crate::control::Limit;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// Maximum depth. The search of a longer game stops there as if this were its depth limit.
pub const MAX_DEPTH: u32 = 500;

/// Maximum number of players.
pub const MAX_PLAYERS: usize = 8;

/// A game of several players, each with a world of their own, over one common tree.
///
/// Player 0 is the searcher, whose world counts as the true one. A position is public: the actions
/// played so far. Worlds differ in the actions that exist and in the values of positions.
pub trait Worlds {
    /// The actions played so far. Searches copy positions with [`Clone::clone_from`] into buffers
    /// they keep, so a position that owns memory should implement it without allocating.
    type Position: Clone;
    /// An action of the deciding player.
    type Action: Copy + PartialEq;

    /// Returns the number of players, the searcher included: 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// Returns [`Side::Max`] for the searcher (player 0) and their allies, [`Side::Min`] for
    /// opponents.
    fn side(&self, player: usize) -> Side;

    /// Returns the player who *decides* here, possibly for another one (as for a dummy). May be
    /// called where the game is over; the result is then ignored.
    fn turn(&self, position: &Self::Position) -> usize;

    /// Appends the actions that are possible at `position` in the world of `player`, always in the
    /// same order. Appending none means that in this world `position` ends the game. Called only
    /// for positions that this world can reach.
    fn actions(&self, player: usize, position: &Self::Position, into: &mut Vec<Self::Action>);

    /// Applies `action` to `position`.
    fn play(&self, position: &mut Self::Position, action: Self::Action);

    /// Returns the static value of `position` in the world of `player`, seen from [`Side::Max`]. As
    /// in [`Evaluate::value`](crate::alphabeta::Evaluate::value), values that do not lie between
    /// `-INFINITY` and [`INFINITY`] are moved to the nearer end of that range.
    fn value(&self, player: usize, position: &Self::Position) -> i32;

    /// Returns the key of `position` in the transposition table of a player's oracle; `None`, the
    /// default, disables the table. A player has keys for all positions or for none. They are equal
    /// for equal positions and, as far as 64 bits allow, different for positions whose
    /// continuations in the player's world differ. Players do not share tables, so their keys may
    /// be the same.
    fn key(&self, _player: usize, _position: &Self::Position) -> Option<u64> {
        None
    }
}

/// Tie-breaking of a modelled player between equally good actions.
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

/// Behaviour of a modelled player whose world is refuted: it cannot reach the position, or has none
/// of the actions of the searcher's world there. The paper leaves this open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refuted {
    /// The player learns the searcher's world and decides by the searcher's value: opponents take
    /// the smallest, allies the largest.
    #[default]
    Truth,
    /// The player takes the worst action for the searcher, ally or opponent.
    Worst,
}

/// Settings of opponent-model search. The depth comes from [`Limit::depth`](crate::Limit::depth);
/// there are no iterations, so without a limit the game is searched to its end, or to
/// [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Tie-breaking between equally good actions.
    pub ties: Ties,
    /// Behaviour of a player whose world is refuted.
    pub refuted: Refuted,
    /// Whether to prune what cannot change the result. Off only for comparison.
    pub cuts: bool,
    /// Whether [`one_pass()`] also computes every player's value of every candidate, not only the
    /// searcher's. Costs some of the cuts.
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
    /// Returns how a player of `side` whose world is refuted chooses by the searcher's values.
    fn refuted_pick(&self, side: Side) -> Pick {
        match (self.refuted, side) {
            (Refuted::Truth, Side::Max) => Pick::Largest,
            _ => Pick::Smallest,
        }
    }

    /// Returns how ties are broken by the searcher's values.
    fn tie_pick(&self) -> Pick {
        match self.ties {
            Ties::Worst => Pick::Smallest,
            Ties::First => Pick::First,
        }
    }
}

/// Choice between actions by the searcher's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    Largest,
    Smallest,
    First,
}

impl Pick {
    /// Returns the choice of `side`.
    fn best_for(side: Side) -> Self {
        match side {
            Side::Max => Pick::Largest,
            Side::Min => Pick::Smallest,
        }
    }

    /// Returns whether `new` is preferred to the earlier `old`. `*` is never preferred.
    fn prefers(self, new: WorldValue, old: WorldValue) -> bool {
        match (new, old) {
            (WorldValue::Unreachable, _) => false,
            (WorldValue::Value(_), WorldValue::Unreachable) => true,
            (WorldValue::Value(new), WorldValue::Value(old)) => match self {
                Pick::Largest => new > old,
                Pick::Smallest => new < old,
                Pick::First => false,
            },
        }
    }
}

/// Returns the search depth of a limit.
fn depth_of(limit: &Limit) -> u32 {
    limit.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
}

/// A set of players, as bits.
type Players = u8;

/// The searcher alone.
const SEARCHER: Players = 1;

/// Returns the set of `player` alone.
fn only(player: usize) -> Players {
    1 << player
}

/// Returns the players of a set, in order.
fn each(mut players: Players) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = players.trailing_zeros() as usize;
        players &= players.wrapping_sub(1);
        (next < MAX_PLAYERS).then_some(next)
    })
}

/// Returns the side of each player; the searcher is always Max.
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

/// Shared state of the searches: the worlds, the positions along the current line, and buffers that
/// are kept during a search.
struct Common<'a, W: Worlds> {
    worlds: &'a W,
    /// Side of each player, cached.
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

    fn all_players(&self) -> Players {
        Players::MAX >> (MAX_PLAYERS - self.players)
    }

    /// Returns the player who decides at `ply` of the current line.
    fn decider(&self, ply: usize) -> usize {
        let decider = self.worlds.turn(self.line.at(ply));
        assert!(
            decider < self.players,
            "player {decider} decides, but there are only {}",
            self.players
        );
        decider
    }

    /// Appends the actions at `ply` in the worlds of `players`: those of the lowest player first,
    /// then the new ones of the next. Returns their start index.
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

    /// Returns the root's actions in the searcher's world. To be called when only the root has been
    /// expanded.
    fn own_actions(&self) -> Vec<W::Action> {
        let own = self.edges.iter().filter(|e| e.holders & SEARCHER != 0);
        own.map(|e| e.action).collect()
    }

    /// Returns the candidates of unsearched actions of the root. Without any the position is not
    /// evaluated: a game may have values for finished positions only.
    fn unsearched(&self, actions: &[W::Action]) -> Vec<Candidate<W::Action>> {
        let guess = |&action| Candidate::estimate(action, f64::from(self.value(0, 0)));
        actions.iter().map(guess).collect()
    }

    /// Returns the static value at `ply` for `player`, seen from Max.
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

    /// Plays `action` at `ply`; the new position is that of the next ply.
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

    /// Clears the expected line from `ply` on.
    fn clear(&mut self, ply: usize) {
        while self.0.len() <= ply + 1 {
            self.0.push(Vec::new());
        }
        self.0[ply].clear();
    }

    /// Sets the expected line at `ply` to `action` and the expected line of the next ply.
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
