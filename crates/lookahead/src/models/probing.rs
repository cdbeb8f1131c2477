//! Probing search: an oracle predicts each player's action, and only that is searched.
//!
//! Section 5.2 of the abc paper. At a node of a modelled player an [`Oracle`] returns the actions
//! that the player takes; the search continues into those alone, with the searcher's values only.
//! The probes of many nodes visit the same part of the tree again, but each probe is an ordinary
//! search with all of alpha-beta's cuts, and most of the tree is never visited.
//!
//! With the oracle's answers, the rest is a tree of plain maxima (own nodes) and minima (ties,
//! refuted opponents) over the searcher's values, so alpha-beta applies to it as well. The paper
//! does not use this; it pays where ties are many.
//!
//! The search itself keeps nothing between probes. The standard oracle keeps transposition tables
//! if the worlds have keys, so that one probe speeds up the next.

use super::analysis::{Finished, ModelAnalysis, conclude, effort};
use super::{
    Common, Edge, Expected, MAX_PLAYERS, Pick, Players, SEARCHER, Settings, WorldValue, Worlds,
    depth_of, only, sides_of,
};
use crate::alphabeta::{self, AlphaBeta, Evaluate};
use crate::analysis::Effort;
use crate::control::{Control, Meter};
use crate::game::{Game, Side};

/// A request to an [`Oracle`].
pub struct OracleQuery<'q, W: Worlds> {
    /// The game.
    pub worlds: &'q W,
    /// The deciding player; never the searcher.
    pub player: usize,
    /// The position of the decision, which the player's world can reach.
    pub position: &'q W::Position,
    /// Remaining search depth, at least 1.
    pub depth: u32,
    /// The actions, one or more, that exist both in the player's world and in the searcher's, in
    /// the searcher's order.
    pub options: &'q [W::Action],
    /// Node counter and stop condition for an oracle that searches.
    pub meter: &'q Meter<'q>,
}

/// A model of how the other players decide.
///
/// [`MinimaxOracle`] is that of the definition. A game may plug in a fast solver, or a player who
/// weighs several worlds at once: such a player's [`Worlds::actions`] are those of any of them, and
/// the oracle tracks which are refuted.
pub trait Oracle<W: Worlds> {
    /// Appends to `into`, which is empty, the options that the player would take: all equally good
    /// ones, or one if the oracle breaks ties itself. Nothing if the player's world is refuted
    /// here. Actions that are not options are ignored.
    fn choose(&mut self, query: &OracleQuery<'_, W>, into: &mut Vec<W::Action>);
}

impl<W: Worlds, O: Oracle<W> + ?Sized> Oracle<W> for &mut O {
    fn choose(&mut self, query: &OracleQuery<'_, W>, into: &mut Vec<W::Action>) {
        (**self).choose(query, into);
    }
}

/// Searches `position` for player 0, with the other players' actions predicted by `oracle`.
///
/// Finds only the searcher's values, so each list of player values has one entry. Nodes of the
/// effort are positions visited plus whatever the oracle counts.
///
/// # Panics
/// If `worlds` has no player or more than [`MAX_PLAYERS`](super::MAX_PLAYERS), or names a deciding
/// player that does not exist.
pub fn probing<W: Worlds>(
    worlds: &W,
    position: &W::Position,
    oracle: &mut impl Oracle<W>,
    settings: &Settings,
    control: &Control<'_>,
) -> ModelAnalysis<W::Action> {
    let meter = control.start();
    let mut search = Probing {
        common: Common::new(worlds, position),
        oracle,
        expected: Expected::new(),
        options: Vec::new(),
        chosen: Vec::new(),
        settings: *settings,
        meter: &meter,
        deepest: 0,
    };
    search.root(depth_of(&control.limit))
}

struct Probing<'a, W: Worlds, O> {
    common: Common<'a, W>,
    oracle: &'a mut O,
    expected: Expected<W::Action>,
    options: Vec<W::Action>,
    chosen: Vec<W::Action>,
    settings: Settings,
    meter: &'a Meter<'a>,
    deepest: u32,
}

/// The values that must be exact: those strictly between. Beyond either end a bound is enough.
#[derive(Clone, Copy)]
struct Window {
    low: i32,
    high: i32,
}

impl Window {
    const FULL: Window = Window {
        low: i32::MIN,
        high: i32::MAX,
    };

    /// Returns the window for the next child of a node that has `best` so far.
    fn narrowed(self, pick: Pick, best: WorldValue) -> Self {
        match pick {
            Pick::Largest => Window {
                low: self.low.max(best.or(i32::MIN)),
                ..self
            },
            _ => Window {
                high: self.high.min(best.or(i32::MAX)),
                ..self
            },
        }
    }

    /// Returns whether a node that has `best` so far is settled.
    fn settles(self, pick: Pick, best: WorldValue) -> bool {
        match pick {
            Pick::Largest => best.or(i32::MIN) >= self.high,
            Pick::Smallest => best.or(i32::MAX) <= self.low,
            Pick::First => best != WorldValue::Unreachable,
        }
    }
}

impl<W: Worlds, O: Oracle<W>> Probing<'_, W, O> {
    fn root(&mut self, depth: u32) -> ModelAnalysis<W::Action> {
        self.meter.tick();
        if self.expand(0, self.common.all_players()) || depth == 0 {
            let root = vec![self.common.value(0, 0).into()];
            let rest = self.common.unsearched(&self.common.own_actions());
            return conclude(
                Vec::new(),
                rest,
                None,
                Pick::First,
                root,
                self.effort(depth),
            );
        }
        let actions = self.common.own_actions();
        let candidates = self.common.edges.clone();
        let pick = self.permit(0, depth, 0);
        let permitted = std::mem::take(&mut self.common.edges);
        let mut value = WorldValue::Unreachable;
        let mut finished = Vec::new();
        let mut first = None;
        for edge in candidates {
            let nodes = self.meter.nodes();
            let window = Window::FULL;
            let Some(child_value) = self.descend(0, depth, edge, window) else {
                break;
            };
            let allowed = permitted.iter().any(|e| e.action == edge.action);
            if allowed && pick.prefers(child_value, value) {
                value = child_value;
                first = Some(finished.len());
            }
            finished.push(Finished {
                action: edge.action,
                player_values: vec![child_value],
                nodes: self.meter.nodes() - nodes,
                line: [&[edge.action], self.expected.from(1)].concat(),
            });
            let value = value.value().map(f64::from);
            self.meter.report(self.deepest, value);
        }
        let order = Pick::best_for(self.common.sides[self.common.decider(0)]);
        let rest = self.common.unsearched(&actions[finished.len()..]);
        conclude(
            finished,
            rest,
            first,
            order,
            vec![value],
            self.effort(depth),
        )
    }

    /// Returns the searcher's value of the position at `ply`, exact inside `window`; `None` if
    /// interrupted. `reach` are the players whose worlds reach it.
    fn visit(
        &mut self,
        ply: usize,
        depth: u32,
        reach: Players,
        window: Window,
    ) -> Option<WorldValue> {
        if !self.meter.tick() {
            return None;
        }
        self.deepest = self.deepest.max(ply as u32);
        self.expected.clear(ply);
        let start = self.common.edges.len();
        if depth == 0 || self.expand(ply, reach) {
            return Some(self.common.value(0, ply).into());
        }
        let pick = self.permit(ply, depth, start);
        let mut best = WorldValue::Unreachable;
        for index in start..self.common.edges.len() {
            let edge = self.common.edges[index];
            let child_value = self.descend(ply, depth, edge, window.narrowed(pick, best))?;
            if pick.prefers(child_value, best) {
                best = child_value;
                self.expected.take(ply, edge.action);
            }
            if (self.settings.cuts || pick == Pick::First) && window.settles(pick, best) {
                break;
            }
        }
        self.common.edges.truncate(start);
        Some(best)
    }

    fn descend(
        &mut self,
        ply: usize,
        depth: u32,
        edge: Edge<W::Action>,
        window: Window,
    ) -> Option<WorldValue> {
        self.common.line.play(self.common.worlds, ply, edge.action);
        self.visit(ply + 1, depth - 1, edge.holders, window)
    }

    /// Appends the edges of the searcher's world. Returns whether there are none.
    fn expand(&mut self, ply: usize, reach: Players) -> bool {
        let start = self.common.expand(ply, reach);
        let edges = &self.common.edges[start..];
        // The searcher's come first.
        let own = edges.iter().take_while(|e| e.holders & SEARCHER != 0);
        let end = start + own.count();
        self.common.edges.truncate(end);
        start == end
    }

    /// Removes the edges from `start` on that the decider would not take. Returns how to choose
    /// among the rest.
    fn permit(&mut self, ply: usize, depth: u32, start: usize) -> Pick {
        let player = self.common.decider(ply);
        if player == 0 {
            return Pick::Largest;
        }
        self.ask(player, ply, depth, start);
        if self.chosen.is_empty() {
            return self.settings.refuted_pick(self.common.sides[player]);
        }
        let mut kept = start;
        for index in start..self.common.edges.len() {
            let edge = self.common.edges[index];
            if self.chosen.contains(&edge.action) {
                self.common.edges[kept] = edge;
                kept += 1;
            }
        }
        self.common.edges.truncate(kept);
        self.settings.tie_pick()
    }

    /// Fills `chosen` with the decider's options that the oracle predicts.
    fn ask(&mut self, player: usize, ply: usize, depth: u32, start: usize) {
        self.chosen.clear();
        self.options.clear();
        let edges = &self.common.edges[start..];
        let held = edges.iter().filter(|e| e.holders & only(player) != 0);
        self.options.extend(held.map(|e| e.action));
        if self.options.is_empty() {
            return;
        }
        let query = OracleQuery {
            worlds: self.common.worlds,
            player,
            position: self.common.line.at(ply),
            depth,
            options: &self.options,
            meter: self.meter,
        };
        self.oracle.choose(&query, &mut self.chosen);
        self.chosen.retain(|action| self.options.contains(action));
    }

    fn effort(&self, depth: u32) -> Effort {
        effort(self.meter, depth, self.deepest)
    }
}

/// The oracle of the definition: every player plays minimax in their own world, to the depth of the
/// search ([`alphabeta::MAX_DEPTH`] at most), and takes any of the actions that are best there.
///
/// Each player has an [`AlphaBeta`] of their own, so where the worlds have [keys](Worlds::key)
/// results of earlier requests are reused. They describe one game: for other worlds, use another
/// oracle or [`clear`](Self::clear) this one, unless the keys distinguish the worlds. Panics if
/// some positions of a player's world have a key and others do not.
pub struct MinimaxOracle<W: Worlds> {
    searchers: Vec<AlphaBeta<W::Position, W::Action>>,
    entries: usize,
}

/// Default number of entries of a player's table: one mebibyte, as an oracle may live no longer
/// than one of many small searches.
const ENTRIES: usize = 1 << 16;

impl<W: Worlds> MinimaxOracle<W> {
    /// Creates an oracle with tables of moderate size.
    pub fn new() -> Self {
        Self::with_entries(ENTRIES)
    }

    /// Creates an oracle with this number of entries in each player's table, of 16 bytes each; 0
    /// for no tables.
    pub fn with_entries(entries: usize) -> Self {
        MinimaxOracle {
            searchers: Vec::new(),
            entries,
        }
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.searchers.clear();
    }

    fn searcher(&mut self, player: usize) -> &mut AlphaBeta<W::Position, W::Action> {
        while self.searchers.len() <= player {
            self.searchers.push(AlphaBeta::default());
        }
        &mut self.searchers[player]
    }
}

impl<W: Worlds> Default for MinimaxOracle<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Worlds> Oracle<W> for MinimaxOracle<W> {
    fn choose(&mut self, query: &OracleQuery<'_, W>, into: &mut Vec<W::Action>) {
        let &OracleQuery {
            worlds,
            player,
            position,
            options,
            ..
        } = query;
        let keyed = self.entries > 0 && worlds.key(player, position).is_some();
        let entries = if keyed { self.entries } else { 0 };
        let searcher = self.searcher(player);
        searcher.settings.entries = entries;
        // Depths beyond the maximum all mean: to the end of the game.
        searcher.settings.exact_depth = query.depth <= u32::from(alphabeta::MAX_DEPTH);
        let depth = query.depth.try_into().unwrap_or(alphabeta::MAX_DEPTH);
        let player_game = PlayerGame::new(worlds, player);
        searcher.ties(&player_game, position, options, depth, query.meter, into);
    }
}

/// One player's world as a game of two sides.
struct PlayerGame<'a, W> {
    worlds: &'a W,
    player: usize,
    sides: [Side; MAX_PLAYERS],
}

impl<'a, W: Worlds> PlayerGame<'a, W> {
    fn new(worlds: &'a W, player: usize) -> Self {
        PlayerGame {
            worlds,
            player,
            sides: sides_of(worlds),
        }
    }
}

impl<W: Worlds> Game for PlayerGame<'_, W> {
    type Position = W::Position;
    type Action = W::Action;

    /// Returns the side to move; any side for finished positions, which have no decider.
    fn turn(&self, position: &W::Position) -> Side {
        let side = self.sides.get(self.worlds.turn(position));
        side.copied().unwrap_or(Side::Max)
    }

    fn actions(&self, position: &W::Position, into: &mut Vec<W::Action>) {
        self.worlds.actions(self.player, position, into);
    }

    fn play(&self, position: &mut W::Position, action: W::Action) {
        self.worlds.play(position, action);
    }
}

impl<W: Worlds> Evaluate for PlayerGame<'_, W> {
    fn value(&self, position: &W::Position) -> i32 {
        self.worlds.value(self.player, position)
    }

    fn key(&self, position: &W::Position) -> u64 {
        let key = self.worlds.key(self.player, position);
        key.expect("where one position of a player's world has a key, all have")
    }
}
