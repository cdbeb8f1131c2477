//! Probing: ask what each player would do, and go on only there.
//!
//! Section 5.2 of the abc paper. At a node of a modelled player an [`Oracle`] is asked for the
//! actions he takes; the search continues into those alone, with nothing but the searcher's values.
//! The same part of the tree is met again by the probes of many nodes, but each probe is an
//! ordinary search with all of alpha-beta's cuts, and most of the tree is never entered.
//!
//! Once the oracle has spoken, what remains is a tree of plain maxima (own nodes) and minima (ties,
//! refuted opponents) over the searcher's values, so alpha-beta applies to those as well. The paper
//! does not use this; it pays where ties are many.
//!
//! Nothing is remembered between probes here. What an oracle remembers is its own: the standard one
//! keeps transposition tables if the worlds offer keys, and then what one probe has found out
//! serves the next.

use super::analysis::{Finished, ModelAnalysis, conclude, effort};
use super::{
    Common, Edge, Expected, MAX_PLAYERS, Pick, Players, SEARCHER, Settings, Worlds, Worth,
    depth_of, only, sides_of,
};
use crate::alphabeta::{self, AlphaBeta, Evaluate};
use crate::analysis::Effort;
use crate::control::{Control, Meter};
use crate::game::{Game, Side};

/// What an [`Oracle`] is asked.
pub struct Question<'q, W: Worlds> {
    /// The game.
    pub worlds: &'q W,
    /// The player who decides; never the searcher.
    pub player: usize,
    /// Where he decides. His world can come here.
    pub position: &'q W::Position,
    /// How much deeper the search will look, at least 1.
    pub depth: u32,
    /// The actions, one or more, that exist both in his world and in the searcher's, in the
    /// searcher's order.
    pub options: &'q [W::Action],
    /// An oracle that searches counts its nodes here, and stops when told.
    pub meter: &'q Meter<'q>,
}

/// A model of how the other players decide.
///
/// [`MinimaxOracle`] is the one of the definition. A game may plug in a fast solver, or a player
/// who weighs several worlds at once: such a player's [`Worlds::actions`] are those of any of them,
/// and which are refuted is the oracle's to know.
pub trait Oracle<W: Worlds> {
    /// Appends to `into`, which comes empty, the options that the player would take: all equally
    /// good ones, or one if the oracle breaks ties itself. None if his world is refuted here.
    /// Anything that is not an option is ignored.
    fn choose(&mut self, question: &Question<'_, W>, into: &mut Vec<W::Action>);
}

impl<W: Worlds, O: Oracle<W> + ?Sized> Oracle<W> for &mut O {
    fn choose(&mut self, question: &Question<'_, W>, into: &mut Vec<W::Action>) {
        (**self).choose(question, into);
    }
}

/// Searches `position` for player 0, asking `oracle` what the others do.
///
/// Finds only the searcher's values, so the worths have one entry. Nodes of the effort are
/// positions visited plus whatever the oracle counts.
///
/// # Panics
/// If `worlds` has no player or more than [`MAX_PLAYERS`](super::MAX_PLAYERS), or lets a player
/// decide who does not exist.
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

/// The values that must be exact: those strictly between. Beyond either end a bound will do.
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

    /// What remains open for the next child of a node that has `best` so far.
    fn narrowed(self, pick: Pick, best: Worth) -> Self {
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

    /// Whether a node that has `best` so far is settled.
    fn settles(self, pick: Pick, best: Worth) -> bool {
        match pick {
            Pick::Largest => best.or(i32::MIN) >= self.high,
            Pick::Smallest => best.or(i32::MAX) <= self.low,
            Pick::First => best != Worth::Unreachable,
        }
    }
}

impl<W: Worlds, O: Oracle<W>> Probing<'_, W, O> {
    fn root(&mut self, depth: u32) -> ModelAnalysis<W::Action> {
        self.meter.tick();
        if self.expand(0, self.common.everybody()) || depth == 0 {
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
        let mut value = Worth::Unreachable;
        let mut finished = Vec::new();
        let mut first = None;
        for edge in candidates {
            let nodes = self.meter.nodes();
            let window = Window::FULL;
            let Some(worth) = self.descend(0, depth, edge, window) else {
                break;
            };
            let allowed = permitted.iter().any(|e| e.action == edge.action);
            if allowed && pick.prefers(worth, value) {
                value = worth;
                first = Some(finished.len());
            }
            finished.push(Finished {
                action: edge.action,
                worths: vec![worth],
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

    /// The searcher's value of the position at `ply`, exact inside `window`; nothing if
    /// interrupted. `reach` are the players whose worlds come here.
    fn visit(&mut self, ply: usize, depth: u32, reach: Players, window: Window) -> Option<Worth> {
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
        let mut best = Worth::Unreachable;
        for index in start..self.common.edges.len() {
            let edge = self.common.edges[index];
            let worth = self.descend(ply, depth, edge, window.narrowed(pick, best))?;
            if pick.prefers(worth, best) {
                best = worth;
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
    ) -> Option<Worth> {
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

    /// Strikes out the edges from `start` on that the decider would not take. Returns how to choose
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

    /// Fills `chosen` with those of the decider's options that the oracle says he takes.
    fn ask(&mut self, player: usize, ply: usize, depth: u32, start: usize) {
        self.chosen.clear();
        self.options.clear();
        let edges = &self.common.edges[start..];
        let held = edges.iter().filter(|e| e.holders & only(player) != 0);
        self.options.extend(held.map(|e| e.action));
        if self.options.is_empty() {
            return;
        }
        let question = Question {
            worlds: self.common.worlds,
            player,
            position: self.common.line.at(ply),
            depth,
            options: &self.options,
            meter: self.meter,
        };
        self.oracle.choose(&question, &mut self.chosen);
        self.chosen.retain(|action| self.options.contains(action));
    }

    fn effort(&self, depth: u32) -> Effort {
        effort(self.meter, depth, self.deepest)
    }
}

/// The oracle of the definition: every player plays minimax in his own world, to the depth of the
/// search ([`alphabeta::MAX_DEPTH`] at most), and takes any of the actions that are best there.
///
/// Each player has an [`AlphaBeta`] of his own, so where the worlds offer [keys](Worlds::key) he
/// remembers what earlier questions have shown. That describes one game: for other worlds, take
/// another oracle or [`clear`](Self::clear) this one, unless the keys tell the worlds apart. Panics
/// if some positions of a player's world have a key and others do not.
pub struct MinimaxOracle<W: Worlds> {
    searchers: Vec<AlphaBeta<W::Position, W::Action>>,
    entries: usize,
}

/// Entries of a player's table unless the caller says otherwise: one mebibyte, as an oracle may
/// live no longer than one of many small searches.
const ENTRIES: usize = 1 << 16;

impl<W: Worlds> MinimaxOracle<W> {
    /// An oracle for any question about such worlds, with tables of moderate size.
    pub fn new() -> Self {
        Self::with_entries(ENTRIES)
    }

    /// The same with so many entries in each player's table, of 16 bytes each; 0 for no tables.
    pub fn with_entries(entries: usize) -> Self {
        MinimaxOracle {
            searchers: Vec::new(),
            entries,
        }
    }

    /// Forgets everything, as before the first question.
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
    fn choose(&mut self, question: &Question<'_, W>, into: &mut Vec<W::Action>) {
        let &Question {
            worlds,
            player,
            position,
            options,
            ..
        } = question;
        let keyed = self.entries > 0 && worlds.key(player, position).is_some();
        let entries = if keyed { self.entries } else { 0 };
        let searcher = self.searcher(player);
        searcher.settings.entries = entries;
        // Beyond what can be counted every depth means the same: to the end of the game.
        searcher.settings.exact_depth = question.depth <= u32::from(alphabeta::MAX_DEPTH);
        let depth = question.depth.try_into().unwrap_or(alphabeta::MAX_DEPTH);
        let player_game = PlayerGame::new(worlds, player);
        searcher.ties(&player_game, position, options, depth, question.meter, into);
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

    /// Asked of finished positions too, where nobody decides and any side will do.
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
