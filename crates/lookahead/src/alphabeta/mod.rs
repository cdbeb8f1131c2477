//! Iterative-deepening alpha-beta for two sides without chance.
//!
//! Where both sides see everything and nothing is left to luck, minimax is the right answer and
//! this module computes it: to depth 1, 2, 3 and so on until a limit is reached or the whole game
//! has been seen. Each iteration orders the next. The engine also serves as the oracle inside
//! searches that deal with uncertainty, which ask it about many small trees; so a searcher keeps
//! its memory between calls, and a call sets up next to nothing.
//!
//! The value is exactly that of full minimax to the same depth, whatever the table remembers (see
//! [`Settings::exact_depth`] and [`Settings::width`] for the two ways to give that up). The parts
//! are well known:
//!
//! * deep cut-offs, and bounds tighter than the window they were asked for: Knuth and Moore, *An
//!   Analysis of Alpha-Beta Pruning* (1975); Fishburn, *Another Optimization of Alpha-Beta Search*
//!   (1983);
//! * principal variation search: only the first action of a node is searched with an open window,
//!   the others are tested against it: Marsland and Campbell, *Parallel Search of Strongly Ordered
//!   Game Trees* (1982). Where a test fails the action is searched again, so we do this only with a
//!   table to remember the first time;
//! * killers: Akl and Newborn, *The Principal Continuation and the Killer Heuristic* (1977);
//! * the history heuristic: Schaeffer, *The History Heuristic and Alpha-Beta Search Enhancements
//!   in Practice* (1989).
//!
//! We depart from them in three ways. Sides need not alternate: the value changes its sign only
//! where the side to move does. A node with an open window is never answered from the table, so
//! the principal line always reaches the position its value comes from; there are few such nodes
//! (and [`AlphaBeta::ties`], which tells no lines, makes no exception of them).
//! And a result whose proof touched no horizon is marked as complete: it holds for every greater
//! depth, and once the root is complete the search is over.
//!
//! Games with hundreds of actions at every turn spend their time elsewhere than others: nearly all
//! nodes lie at the horizon, where copying and playing a position only to value it costs many times
//! what the value does. A game that can tell the value from the position before says so
//! ([`Evaluate::value_after`]), one that can judge many actions together does so
//! ([`Evaluate::order_hints`]), and [`Settings::width`] leaves out all but the most promising ones.
//!
//! The last of these is the only selective search here, and off by default (there are no
//! reductions, no quiescence, no null move): what a game wants searched deeper or not at all
//! belongs in its actions and its evaluation. There is one thread; search different positions on
//! different threads with a searcher each.
//!
//! ```
//! use lookahead::alphabeta::{AlphaBeta, Evaluate, Settings};
//! use lookahead::{Control, Game, Limit, Seed, Side, Stop};
//!
//! /// Take one or two from a heap; who takes the last one wins. `true` while Max is to move.
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

/// Larger than every value of a position: values lie strictly between `-INFINITY` and `INFINITY`.
pub const INFINITY: i32 = i32::MAX / 2;

/// The deepest iteration. A search that gets there without having seen the whole game stops as if
/// this had been its depth limit.
pub const MAX_DEPTH: u8 = u8::MAX;

/// A game that alpha-beta can search: positions have a static value and a key.
pub trait Evaluate: Game {
    /// Static value seen from [`crate::Side::Max`], of a game that is over as of any other
    /// position. Values outside of `-INFINITY + 1 ..= INFINITY - 1` are moved to the nearer end.
    fn value(&self, position: &Self::Position) -> i32;

    /// What [`value`](Self::value) would say of the position after `action`, exactly, if the game
    /// can tell from `position` without playing it; `None`, the default, if it cannot.
    ///
    /// Asked once for every action that leads to the horizon, which is where most nodes of a
    /// search are: only after `None` is the position copied, played and valued. A hint that is
    /// nearly right belongs in [`order_hint`](Self::order_hint): here it would make the value of a
    /// position depend on how far from the horizon it is.
    fn value_after(&self, _position: &Self::Position, _action: Self::Action) -> Option<i32> {
        None
    }

    /// A key that is equal for equal positions and, as far as 64 bits allow, different for
    /// different ones. Everything that decides the rest of the game is part of it: the side to move
    /// too. Never called if there is no table.
    fn key(&self, position: &Self::Position) -> u64;

    /// A number below [`slots`](Self::slots) under which the history remembers how often `action`
    /// refuted something. Actions may share a slot; a number out of range is not remembered.
    fn slot(&self, _action: Self::Action) -> usize {
        0
    }

    /// How many slots the history has; with 0, the default, there is no history.
    fn slots(&self) -> usize {
        0
    }

    /// A static hint how good `action` is for the side to move: larger is tried earlier. The
    /// history adds up to [`HISTORY_RANGE`] to it or takes as much away, so hints on a larger
    /// scale outweigh experience and hints on a smaller one give way to it.
    fn order_hint(&self, _position: &Self::Position, _action: Self::Action) -> i32 {
        0
    }

    /// Appends the [`order_hint`](Self::order_hint) of every one of `actions`, in their order. The search
    /// asks in this way only; a game overrides it where the actions of a position share work.
    /// Promises that are missing count as 0, those too many are ignored.
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

    /// The least remaining depth at which promises are asked for: by default 1, which is
    /// everywhere. Below it the table, killers and history alone decide the order.
    ///
    /// Where the remaining depth is 1 the actions lead to the horizon. If a promise costs as much
    /// as [`value_after`](Self::value_after), asking for it there is the greater part of the whole
    /// search and saves at most what it costs; then answer 2. The root always asks, and so does a
    /// node that [`Settings::width`] leaves actions out of.
    fn order_hints_from(&self) -> u8 {
        1
    }
}

/// Which candidates at the root get exact values. The others get a bound that shows they are not
/// among them, which is much cheaper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lines {
    /// One best action. Others may be as good: then their bound equals its value.
    #[default]
    Best,
    /// Every action that is as good as the best. After a completed iteration a candidate is one of
    /// them exactly if its value equals that of the first; all others are bounded away from it.
    Ties,
    /// The best so many. If several compete for the last place, some of them. `Top(0)` means
    /// `Top(1)`, which is `Best`.
    Top(usize),
}

/// How many actions of a node are searched, for games too wide to search them all: a beam.
///
/// At an inner node these are the actions of largest [order_hint](Evaluate::order_hint), of equals the
/// first in the game's list. What the search has learned has no say in it, so every position has
/// the same actions whenever it is met, and the value is exactly that of minimax over the tree that
/// is left. At the root the actions are the first in the order of search: by the last iteration
/// if there was one (the iterations before [`least_depth`](Self::least_depth) see them all), by
/// promise otherwise.
///
/// What is left out counts as not better. That may be wrong, so only what is proven without it is
/// taken as complete: a search that ends by itself still has the value of the whole game.
/// One that had to leave something out goes on until its limit, so it should have one.
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
    /// Most actions of the root; 0 for all.
    pub root: u32,
    /// Most actions of every other node; 0 for all.
    pub inner: u32,
    /// The least remaining depth at which actions are left out: nodes nearer to the horizon are
    /// searched in full. With 2, the default, all actions that lead to the horizon are looked at.
    pub least_depth: u8,
}

/// Leaves nothing out.
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
    /// How many actions a node has whose remaining depth is `depth`, if it may have `most`.
    fn at(self, depth: u8, most: u32) -> usize {
        if most == 0 || depth < self.least_depth {
            usize::MAX
        } else {
            most as usize
        }
    }
}

/// How to search, apart from limits and seed, which are the [`Control`]'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Entries of the transposition table, 16 bytes each; 0 for no table, 2²⁸ at most. The memory
    /// is taken when first needed and, where the system allows, only as far as it is touched.
    pub entries: usize,
    /// Half the width of the window that an iteration opens around the value of the previous one
    /// (it is widened until the value fits). Changes the work, never the value. [`Lines::Top`]
    /// uses the upper half only.
    pub aspiration: Option<i32>,
    /// Which candidates get exact values.
    pub lines: Lines,
    /// Whether equally good actions are put in an order drawn from the seed, instead of the game's
    /// order. For an even choice among all that are best, use [`Lines::Ties`] as well: with
    /// [`Lines::Best`] the action that was ahead in an earlier iteration stays ahead.
    pub vary: bool,
    /// Whether the table only answers with results of exactly the depth asked for (or complete
    /// ones). Otherwise it also answers with deeper ones: usually stronger, but then the value is
    /// no longer that of minimax at one depth, and depends on what was searched before.
    pub exact_depth: bool,
    /// Depth of the first iteration. Small trees that are always searched to the end may as well
    /// begin there.
    pub from_depth: u8,
    /// How many actions of a node are searched; `None` for all. The one setting with which a search
    /// may overlook something: the value is that of minimax over the actions that are left.
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

/// A searcher for games with positions `P` and actions `A`, to be kept and asked again.
///
/// It keeps its transposition table and its history from one call to the next. They describe one
/// game with one evaluation: call [`clear`](Self::clear) before searching another, or make the
/// evaluation part of the keys. Apart from that what it remembers changes how long a search takes
/// and which of several best actions it finds first, not what they are worth.
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
    /// A searcher that remembers nothing yet. Allocates nothing yet either.
    pub fn new(settings: Settings) -> Self {
        AlphaBeta {
            settings,
            memory: Memory::default(),
        }
    }

    /// Forgets everything, as before the first search.
    pub fn clear(&mut self) {
        self.memory = Memory::default();
    }
}

impl<P: Clone, A: Copy + PartialEq> AlphaBeta<P, A> {
    /// Searches `position` until a limit of `control` is reached or the whole game has been seen.
    ///
    /// Candidates are best first for the side to move. Those with an exact value carry the line
    /// that leads to the position the value comes from. `visits` are the nodes below an action;
    /// together they are all nodes, as the root itself is not counted.
    ///
    /// A search stopped in the middle of an iteration answers with the previous one, unless with
    /// [`Lines::Best`] the new one has already found an action better than the previous best: then
    /// the actions it got to come first with their new values, and the rest follow as
    /// [`Bound::Estimate`](crate::Bound::Estimate). If not even the first action of the first
    /// iteration was finished, all actions are estimates, with the static value of `position`.
    ///
    /// Actions left out by [`Settings::width`] come last, as estimates too: with what an iteration
    /// that looked at them found, or else the static value of `position`.
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
    /// For a search that asks about many small trees: nodes are counted on its own meter, only
    /// what it asks about is looked at, and there is no report to put together, so nothing is
    /// allocated once the buffers have grown. `options` are legal actions, in the order in which to
    /// try them; a single one is best without a search. Depth 0 means 1. Of the settings, only
    /// `entries`, `exact_depth` and, below the options, `width` play a part.
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
