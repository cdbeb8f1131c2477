//! Iterative-deepening alpha-beta for two sides without chance.
//!
//! For games of perfect information without chance, this module computes the minimax value: to
//! depth 1, 2, 3 and so on until a limit is reached or the whole game has been searched. Each
//! iteration orders the next. The engine also serves as the oracle inside searches under
//! uncertainty, which search many small trees; so a searcher keeps its tables between calls, and
//! the overhead of a call is small.
//!
//! The value is exactly that of full minimax to the same depth, whatever the table contains (see
//! [`Settings::exact_depth`] and [`Settings::width`] for the two exceptions). The parts are well
//! known:
//!
//! * deep cut-offs, and bounds tighter than the window they were asked for: Knuth and Moore, *An
//!   Analysis of Alpha-Beta Pruning* (1975); Fishburn, *Another Optimization of Alpha-Beta Search*
//!   (1983);
//! * principal variation search: only the first action of a node is searched with an open window,
//!   the others are tested against it: Marsland and Campbell, *Parallel Search of Strongly Ordered
//!   Game Trees* (1982). An action whose test fails is searched again, so this is done only with a
//!   transposition table;
//! * killers: Akl and Newborn, *The Principal Continuation and the Killer Heuristic* (1977);
//! * the history heuristic: Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements
//!   in Practice* (1989).
//!
//! There are three differences. Sides need not alternate: the value changes its sign only where the
//! side to move does. A node with an open window is never answered from the table, so the principal
//! line always reaches the position its value comes from; there are few such nodes (and
//! [`AlphaBeta::ties`], which returns no lines, makes no exception of them). And a result that does
//! not depend on the horizon is marked as complete: it holds for every greater depth, and once the
//! root is complete the search is over.
//!
//! In games with hundreds of actions per turn nearly all nodes lie at the horizon, where copying
//! and playing a position only to evaluate it costs many times the evaluation. A game may evaluate
//! an action without playing it ([`Evaluate::value_after`]) and rate many actions together
//! ([`Evaluate::order_hints`]), and [`Settings::width`] prunes all but the most promising ones.
//!
//! The last of these is the only selective search here, and off by default (there are no
//! reductions, no quiescence, no null move): extensions and pruning by game knowledge belong in the
//! game's actions and evaluation. The search is single-threaded; search different positions on
//! different threads with a searcher each.
//!
//! ```
//! use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
//! use lookahead::{Control, Game, Limit, Seed, Side, Stop};
//!
//! /// Take one or two from a heap; taking the last one wins. `true` while Max is to move.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, bool);
//!     type Action = u32;
//!     fn turn(&self, &(_, max): &(u32, bool)) -> Side {
//!         if max { Side::Max } else { Side::Min }
//!     }
//!     fn actions(&self, &(left, _): &(u32, bool), into: &mut Vec<u32>) {
//!         into.extend(1..=left.min(2));
//!     }
//!     fn play(&self, (left, max): &mut (u32, bool), take: u32) {
//!         *left -= take;
//!         *max = !*max;
//!     }
//! }
//!
//! impl Evaluate for Heap {
//!     fn value(&self, &(left, max): &(u32, bool)) -> i32 {
//!         match (left, max) {
//!             (0, true) => -1,
//!             (0, false) => 1,
//!             _ => 0,
//!         }
//!     }
//!     fn key(&self, &(left, max): &(u32, bool)) -> u64 {
//!         u64::from(left) << 1 | u64::from(max)
//!     }
//! }
//!
//! let mut searcher = AlphaBeta::new(Settings::default());
//! let control = Control::new(Seed(0)).limit(Limit::depth(20));
//! let analysis = searcher.search(&Heap, &(8, true), &control);
//! assert_eq!(analysis.action(), Some(2)); // leaves a multiple of three
//! assert_eq!(analysis.value(), Some(1.0));
//! assert_eq!(analysis.effort.stopped, Stop::Done);
//! ```

mod order;
mod root;
mod table;
#[cfg(test)]
mod test_games;
#[cfg(test)]
mod tests;
mod tree;

use crate::{Analysis, Control, Game, Meter};
use root::Root;
use serde::{Deserialize, Serialize};
use tree::{Memory, Tree};

pub use order::HISTORY_RANGE;

/// Upper bound of values: they lie strictly between `-INFINITY` and `INFINITY`.
pub const INFINITY: i32 = i32::MAX / 2;

/// Maximum depth of an iteration. A search that reaches it stops as if this were its depth limit.
pub const MAX_DEPTH: u8 = u8::MAX;

/// A game for alpha-beta: positions have a static value and a key.
pub trait Evaluate: Game {
    /// Returns the static value seen from [`crate::Side::Max`], also of finished positions. Values
    /// outside of `-INFINITY + 1 ..= INFINITY - 1` are clamped.
    fn value(&self, position: &Self::Position) -> i32;

    /// Returns the exact [`value`](Self::value) of the position after `action`, if the game can
    /// compute it from `position` without playing; `None`, the default, if it cannot.
    ///
    /// Called once for every action that leads to the horizon, where most nodes of a search are:
    /// only after `None` is the position copied, played and evaluated. An approximation belongs in
    /// [`order_hint`](Self::order_hint): here it would make the value of a position depend on its
    /// distance from the horizon.
    fn value_after(&self, _position: &Self::Position, _action: Self::Action) -> Option<i32> {
        None
    }

    /// Returns a key that is equal for equal positions and, as far as 64 bits allow, different for
    /// different ones. It covers everything that affects the rest of the game, the side to move
    /// included. Never called without a table.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns the history slot of `action`, below [`slots`](Self::slots). Actions may share a
    /// slot; a slot out of range is ignored.
    fn slot(&self, _action: Self::Action) -> usize {
        0
    }

    /// Returns the number of history slots; with 0, the default, there is no history.
    fn slots(&self) -> usize {
        0
    }

    /// Returns a static move-ordering hint for `action`: larger is searched earlier. The history
    /// adds or subtracts up to [`HISTORY_RANGE`], so hints on a larger scale outweigh it and hints
    /// on a smaller scale yield to it.
    fn order_hint(&self, _position: &Self::Position, _action: Self::Action) -> i32 {
        0
    }

    /// Appends the [`order_hint`](Self::order_hint) of every one of `actions`, in their order. The
    /// search calls only this method; a game overrides it where the actions of a position share
    /// work. Missing hints count as 0, surplus ones are ignored.
    fn order_hints(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        into: &mut Vec<i32>,
    ) {
        into.extend(
            actions
                .iter()
                .map(|&action| self.order_hint(position, action)),
        );
    }

    /// Returns the least remaining depth at which hints are used: by default 1, which is
    /// everywhere. Below it the table, killers and history alone decide the order.
    ///
    /// At remaining depth 1 the actions lead to the horizon. If a hint costs as much as
    /// [`value_after`](Self::value_after), computing it there takes the greater part of the whole
    /// search and saves at most what it costs; then return 2. The root always uses hints, and so
    /// does a node pruned by [`Settings::width`].
    fn order_hints_from(&self) -> u8 {
        1
    }
}

/// The candidates at the root that get exact values. The others get a bound that excludes them,
/// which is much cheaper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lines {
    /// One best action. Others may be equally good: then their bound equals its value.
    #[default]
    Best,
    /// All equally good best actions. After a completed iteration a candidate is one of them
    /// exactly if its value equals that of the first; all others are bounded away from it.
    Ties,
    /// The best `n`; of several for the last place, some. `Top(0)` means `Top(1)`, which is `Best`.
    Top(usize),
}

/// Beam width: the number of actions searched per node, for games too wide to search them all.
///
/// At an inner node these are the actions of largest [order hint](Evaluate::order_hint), ties in
/// the game's order. History has no influence, so every position always has the same actions, and
/// the value is exactly that of minimax over the pruned tree; only where a shallower iteration has
/// proven the value of a position to the end of the game, that value is used. At the root the
/// actions are the first in the order of search: by the last iteration if there was one (the
/// iterations before [`least_depth`](Self::least_depth) search them all), by hint otherwise.
///
/// Pruned actions count as not better. That may be wrong, so only results proven without it are
/// complete: a search that ends by itself still has the value of the whole game. A search that has
/// pruned continues until its limit, so it should have one.
///
/// ```
/// use lookahead::alphabeta::{AlphaBeta, Settings, Width};
/// use lookahead::random_tree::{Node, RandomTree};
/// use lookahead::{Bound, Control, Limit, Seed};
///
/// let tree = RandomTree { seed: Seed(4), branching: 300, depth: 9, width: u64::MAX, spread: 100 };
/// let width = Width { root: 10, inner: 5, least_depth: 2 };
/// let settings = Settings { width: Some(width), ..Settings::default() };
/// let control = Control::new(Seed(1)).limit(Limit::depth(5));
/// let analysis = AlphaBeta::new(settings).search(&tree, &Node::default(), &control);
/// assert_eq!(analysis.effort.depth, 5);
/// let searched = analysis.candidates.iter().filter(|c| c.bound != Bound::Estimate);
/// assert_eq!(searched.count(), 10); // the ten that looked best at depth 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Width {
    /// Maximum number of actions of the root; 0 for all.
    pub root: u32,
    /// Maximum number of actions of every other node; 0 for all.
    pub inner: u32,
    /// The least remaining depth at which actions are pruned: nodes nearer to the horizon are
    /// searched in full. With 2, the default, all actions that lead to the horizon are evaluated.
    pub least_depth: u8,
}

/// No pruning.
impl Default for Width {
    fn default() -> Self {
        Width {
            root: 0,
            inner: 0,
            least_depth: 2,
        }
    }
}

impl Width {
    /// Returns the number of actions of a node with remaining depth `depth` and maximum `most`.
    fn at(self, depth: u8, most: u32) -> usize {
        if most == 0 || depth < self.least_depth {
            usize::MAX
        } else {
            most as usize
        }
    }
}

/// Settings of the search, besides limits and seed, which are in [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Entries of the transposition table, 16 bytes each; 0 for no table, 2²⁸ at most. The memory
    /// is allocated when first needed and, where the system allows, only as far as it is used.
    pub entries: usize,
    /// Half the width of the window that an iteration opens around the value of the previous one
    /// (it is widened until the value fits). Changes the work, never the value. [`Lines::Top`]
    /// uses the upper half only.
    pub aspiration: Option<i32>,
    /// The candidates with exact values.
    pub lines: Lines,
    /// Whether equally good actions are shuffled by the seed, instead of staying in the game's
    /// order. For an even choice among all best actions, use [`Lines::Ties`] as well: with
    /// [`Lines::Best`] the action that was ahead in an earlier iteration stays ahead.
    pub vary: bool,
    /// Whether the table only returns results of exactly the requested depth (or complete ones).
    /// Otherwise it also returns deeper ones: usually stronger, but then the value is no longer
    /// that of minimax at one depth, and depends on what was searched before.
    pub exact_depth: bool,
    /// Depth of the first iteration. Small trees that are always searched to the end may as well
    /// begin there.
    pub from_depth: u8,
    /// Beam width; `None` searches all actions. The only setting that may miss the minimax value:
    /// the value is that of minimax over the remaining actions.
    pub width: Option<Width>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            entries: 1 << 20,
            aspiration: None,
            lines: Lines::default(),
            vary: false,
            exact_depth: true,
            from_depth: 1,
            width: None,
        }
    }
}

/// A reusable searcher for games with positions `P` and actions `A`.
///
/// Transposition table and history are kept between calls. They describe one game with one
/// evaluation: call [`clear`](Self::clear) before searching another, or make the evaluation part of
/// the keys. Apart from that they affect the time of a search and which of several best actions it
/// finds first, not their values.
#[derive(Clone, Debug)]
pub struct AlphaBeta<P, A> {
    /// May be changed between searches; a different table size or width empties the table.
    pub settings: Settings,
    memory: Memory<P, A>,
}

impl<P, A> Default for AlphaBeta<P, A> {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl<P, A> AlphaBeta<P, A> {
    /// Creates a searcher with empty tables. Does not allocate.
    pub fn new(settings: Settings) -> Self {
        AlphaBeta {
            settings,
            memory: Memory::default(),
        }
    }

    /// Clears table and history.
    pub fn clear(&mut self) {
        self.memory = Memory::default();
    }
}

impl<P: Clone, A: Copy + PartialEq> AlphaBeta<P, A> {
    /// Searches `position` until a limit of `control` is reached or the whole game has been
    /// searched.
    ///
    /// Candidates are best first for the side to move. Those with an exact value carry the line
    /// that leads to the position the value comes from. `visits` are the nodes below an action;
    /// together they are all nodes, as the root itself is not counted.
    ///
    /// A search stopped in the middle of an iteration returns the previous one, unless with
    /// [`Lines::Best`] the new one has already found an action better than the previous best: then
    /// the actions searched so far come first with their new values, and the rest follow as
    /// [`Bound::Estimate`](crate::Bound::Estimate). If not even the first action of the first
    /// iteration was finished, all actions are estimates, with the static value of `position`.
    ///
    /// Actions pruned by [`Settings::width`] come last, as estimates too: with the value of an
    /// earlier iteration that searched them, or else the static value of `position`.
    pub fn search<G>(&mut self, game: &G, position: &P, control: &Control<'_>) -> Analysis<A>
    where
        G: Evaluate<Position = P, Action = A>,
    {
        let meter = control.start();
        let mut root = Root::new(game, position, &self.settings, control.seed);
        let mut tree = Tree::new(game, &meter, &self.settings, &mut self.memory);
        tree.set_root(position);
        let (depth, stop) = root.deepen(&mut tree, &self.settings, control.limit.depth);
        Analysis {
            candidates: root.candidates(),
            effort: meter.effort(depth, stop),
        }
    }

    /// Appends to `into` the best of `options` for the side to move, all of them if several are
    /// equally good, searched to `depth` at once. Appends nothing if `meter` stops it.
    ///
    /// For a search over many small trees: nodes are counted on the caller's meter, only `options`
    /// are searched, and there is no report, so nothing is allocated once the buffers have grown.
    /// `options` are legal actions, in the order in which to try them; a single one is best without
    /// a search. Depth 0 means 1. Of the settings, only `entries`, `exact_depth` and, below the
    /// options, `width` apply.
    pub fn ties<G>(
        &mut self,
        game: &G,
        position: &P,
        options: &[A],
        depth: u8,
        meter: &Meter<'_>,
        into: &mut Vec<A>,
    ) where
        G: Evaluate<Position = P, Action = A>,
    {
        if options.len() < 2 {
            into.extend(options);
            return;
        }
        let start = into.len();
        let mut tree = Tree::new(game, meter, &self.settings, &mut self.memory).without_lines();
        tree.set_root(position);
        if root::ties(&mut tree, options, depth.max(1), into).is_err() {
            into.truncate(start);
        }
    }
}
