//! The root: iterations, aspiration windows, and the candidates.
//!
//! Values in here are seen from the side to move, until [`Root::candidates`] turns them around.

use super::tree::{Interrupted, Tree, Window, value_for};
use super::{Evaluate, INFINITY, Lines, MAX_DEPTH, Settings, Width};
use crate::{Bound, Candidate, Seed, Side, Stop};
use rand::seq::SliceRandom;
use std::cmp::{Ordering, Reverse};

/// Widening factor of a failed aspiration window. Each failure repeats the iteration, so few and
/// large steps.
const WIDENING: i32 = 4;

impl Lines {
    /// Returns the number of actions to search with an open window before others can be tested.
    fn open(self) -> usize {
        match self {
            Lines::Best | Lines::Ties => 1,
            Lines::Top(count) => count.max(1),
        }
    }

    /// Returns the value that an action must exceed to get an exact value, given the exact values
    /// so far, best first. `None` as long as every value is needed.
    fn floor(self, found: &[i32]) -> Option<i32> {
        let last = *found.get(self.open() - 1)?;
        Some(if self == Lines::Ties { last - 1 } else { last })
    }
}

/// The result of an iteration for an action.
#[derive(Clone, Debug)]
struct Finding<A> {
    value: i32,
    bound: Bound,
    /// The line after the action; empty unless the value is exact.
    line: Vec<A>,
}

impl<A> Finding<A> {
    /// Exact values first, then bounds, among those that look equal.
    fn standing(&self) -> (Reverse<i32>, bool) {
        (Reverse(self.value), self.bound != Bound::Exact)
    }
}

/// An action of the root.
#[derive(Debug)]
struct RootAction<A> {
    action: A,
    /// The rank among equally good ones.
    rank: usize,
    visits: u64,
    /// From the last completed iteration; before the first, an estimate.
    settled: Finding<A>,
    /// From the running iteration, if already searched.
    fresh: Option<Finding<A>>,
}

/// The actions of the root, in the order in which they are searched.
#[derive(Debug)]
pub(super) struct Root<A> {
    side: Side,
    lines: Lines,
    width: Option<Width>,
    entries: Vec<RootAction<A>>,
    /// The exact values of the running iteration, best first.
    found: Vec<i32>,
    /// Value and rank of the best after the last completed iteration.
    leader: Option<(i32, usize)>,
}

/// The end of a pass over all actions with one window.
enum Pass {
    /// The values lie inside; `complete` if the whole game has been searched.
    Fits { complete: bool },
    /// No action exceeds the window's lower end.
    TooLow,
    /// Some action reaches the window's upper end.
    TooHigh,
}

impl<A: Copy + PartialEq> Root<A> {
    pub(super) fn new<G>(game: &G, position: &G::Position, settings: &Settings, seed: Seed) -> Self
    where
        G: Evaluate<Action = A>,
    {
        let mut actions = Vec::new();
        game.actions(position, &mut actions);
        if settings.vary {
            actions.shuffle(&mut seed.rng());
        }
        let side = game.turn(position);
        let value = value_for(game, position, side);
        let mut root_actions: Vec<_> = actions
            .iter()
            .enumerate()
            .map(|(rank, &action)| RootAction::new(action, rank, value))
            .collect();
        // Where actions are pruned, hints decide which, not the shuffle.
        if !settings.vary || settings.width.is_some() {
            let mut order_hints = Vec::new();
            game.order_hints(position, &actions, &mut order_hints);
            order_hints.resize(actions.len(), 0);
            root_actions.sort_by_key(|c| Reverse(order_hints[c.rank]));
        }
        Root {
            side,
            lines: settings.lines,
            width: settings.width,
            entries: root_actions,
            found: Vec::new(),
            leader: None,
        }
    }

    /// Searches deeper and deeper. Returns the last depth completed, and why it stopped there
    /// unless it was interrupted.
    pub(super) fn deepen<G>(
        &mut self,
        tree: &mut Tree<'_, G>,
        settings: &Settings,
        limit: Option<u32>,
    ) -> (u32, Stop)
    where
        G: Evaluate<Action = A>,
    {
        if self.entries.is_empty() {
            return (0, Stop::Done);
        }
        let deepest = limit.map_or(MAX_DEPTH, |depth| depth.try_into().unwrap_or(MAX_DEPTH));
        let mut reached = 0;
        for depth in settings.from_depth.clamp(1, deepest.max(1))..=deepest {
            let Ok(complete) = self.iterate(tree, depth, settings.aspiration) else {
                self.salvage();
                break;
            };
            self.settle();
            reached = u32::from(depth);
            let value = self.leader.map(|(value, _)| from_max(value, self.side));
            tree.meter.report(reached, value);
            if complete {
                return (reached, Stop::Done);
            }
        }
        (reached, Stop::Depth)
    }

    /// Returns all candidates, best first.
    pub(super) fn candidates(mut self) -> Vec<Candidate<A>> {
        self.entries.sort_by(RootAction::report_order);
        let side = self.side;
        let candidate = |c: RootAction<A>| Candidate {
            bound: bound_from_max(c.settled.bound, side),
            visits: c.visits,
            line: [&[c.action], c.settled.line.as_slice()].concat(),
            ..Candidate::new(c.action, from_max(c.settled.value, side))
        };
        self.entries.into_iter().map(candidate).collect()
    }

    /// Runs one iteration: passes with wider and wider windows until the value fits. Returns
    /// whether the whole game has been searched.
    fn iterate<G>(
        &mut self,
        tree: &mut Tree<'_, G>,
        depth: u8,
        aspiration: Option<i32>,
    ) -> Result<bool, Interrupted>
    where
        G: Evaluate<Action = A>,
    {
        let margin = aspiration.map_or(INFINITY, |margin| margin.max(1));
        // The last of several lines may be worth far less than the first.
        let bottomless = matches!(self.lines, Lines::Top(_));
        let (mut below, mut above) = (if bottomless { INFINITY } else { margin }, margin);
        loop {
            match self.pass(tree, depth, self.window(below, above))? {
                Pass::Fits { complete } => return Ok(complete),
                Pass::TooLow => below = below.saturating_mul(WIDENING),
                Pass::TooHigh => above = above.saturating_mul(WIDENING),
            }
        }
    }

    /// Returns the window from `below` to `above` the value of the last iteration.
    fn window(&self, below: i32, above: i32) -> Window {
        let Some((guess, _)) = self.leader else {
            return Window::FULL;
        };
        let open = |margin| margin >= INFINITY;
        Window {
            alpha: if open(below) {
                -INFINITY
            } else {
                guess.saturating_sub(below).max(-INFINITY)
            },
            beta: if open(above) {
                INFINITY
            } else {
                guess.saturating_add(above).min(INFINITY)
            },
        }
    }

    /// Searches every action once with `window`, as far as the width allows.
    fn pass<G>(
        &mut self,
        tree: &mut Tree<'_, G>,
        depth: u8,
        window: Window,
    ) -> Result<Pass, Interrupted>
    where
        G: Evaluate<Action = A>,
    {
        self.found.clear();
        self.entries.iter_mut().for_each(|c| c.fresh = None);
        let all = self.entries.len();
        let width = (self.width).map_or(all, |width| all.min(width.at(depth, width.root)));
        let mut complete = width == all;
        for place in 0..width {
            let floor = self.lines.floor(&self.found).unwrap_or(window.alpha);
            let narrowed = Window {
                alpha: floor,
                ..window
            };
            let test = place >= self.lines.open();
            let root_action = &mut self.entries[place];
            complete &= root_action.search(tree, depth, narrowed, test)?;
            if self.register(place) {
                return Ok(Pass::TooHigh);
            }
        }
        Ok(if self.found.is_empty() {
            Pass::TooLow
        } else {
            Pass::Fits { complete }
        })
    }

    /// Records the new result of the root action at `place`. One that exceeds the window moves to
    /// the front, to be searched first with the wider one; returns whether that was so.
    fn register(&mut self, place: usize) -> bool {
        match &self.entries[place].fresh {
            Some(Finding {
                value,
                bound: Bound::Exact,
                ..
            }) => {
                let better = self.found.partition_point(|found| found >= value);
                self.found.insert(better, *value);
                false
            }
            Some(Finding {
                bound: Bound::AtLeast,
                ..
            }) => {
                self.entries[..=place].rotate_right(1);
                true
            }
            _ => false,
        }
    }

    /// Adopts a complete iteration: its results and order. Results of pruned actions are outdated
    /// and stay behind.
    fn settle(&mut self) {
        self.adopt();
        let left_out = |c: &RootAction<A>| c.settled.bound == Bound::Estimate;
        (self.entries).sort_by_key(|c| (left_out(c), c.settled.standing()));
        self.leader = self.entries.first().map(|c| (c.settled.value, c.rank));
    }

    /// Adopts an interrupted iteration, if its results are usable.
    fn salvage(&mut self) {
        if self.is_worth_salvaging() {
            self.adopt();
        }
    }

    /// Adopts the results of the iteration; those of other actions become estimates.
    fn adopt(&mut self) {
        for root_action in &mut self.entries {
            match root_action.fresh.take() {
                Some(fresh) => root_action.settled = fresh,
                None => root_action.settled.bound = Bound::Estimate,
            }
        }
    }

    /// Returns whether an interrupted iteration is usable. If the first action, the previous best
    /// or one that has beaten it, has a value, then the best action with a value is a sound choice;
    /// it matters if it differs from before. Ties and further lines are not known before the
    /// iteration is complete; then the previous one is better, if there was one.
    fn is_worth_salvaging(&self) -> bool {
        let exact = |c: &&RootAction<A>| matches!(&c.fresh, Some(f) if f.bound == Bound::Exact);
        let best = (self.entries.iter().filter(exact))
            .min_by_key(|c| c.fresh.as_ref().map(Finding::standing));
        let Some(best) = best.filter(|_| self.entries.first().is_some_and(|c| exact(&c))) else {
            return false;
        };
        let one_line = self.lines != Lines::Ties && self.lines.open() == 1;
        (self.leader).is_none_or(|(_, rank)| one_line && rank != best.rank)
    }
}

impl<A: Copy> RootAction<A> {
    /// Creates an unsearched action with the static value of the position.
    fn new(action: A, rank: usize, value: i32) -> Self {
        RootAction {
            action,
            rank,
            visits: 0,
            settled: Finding {
                value,
                bound: Bound::Estimate,
                line: Vec::new(),
            },
            fresh: None,
        }
    }

    /// Searches the action. Returns whether its subtree has been searched completely.
    fn search<G>(
        &mut self,
        tree: &mut Tree<'_, G>,
        depth: u8,
        window: Window,
        test: bool,
    ) -> Result<bool, Interrupted>
    where
        G: Evaluate<Action = A>,
    {
        let before = tree.meter.nodes();
        let seen = tree.search_action(0, self.action, depth - 1, window, test);
        self.visits += tree.meter.nodes() - before;
        let seen = seen?;
        let bound = window.bound(seen.value);
        self.fresh = Some(Finding {
            value: seen.value,
            bound,
            line: match bound {
                Bound::Exact => tree.line_after(0).to_vec(),
                _ => Vec::new(),
            },
        });
        Ok(seen.complete)
    }

    /// Best first, estimates last. Equally good actions go by rank; bounds and estimates that look
    /// equal stay in the order in which they were searched.
    fn report_order(&self, other: &Self) -> Ordering {
        let key = |c: &Self| {
            let Finding { bound, .. } = c.settled;
            let rank = if bound == Bound::Exact { c.rank } else { 0 };
            (bound == Bound::Estimate, c.settled.standing(), rank)
        };
        key(self).cmp(&key(other))
    }
}

/// Appends to `into` those of `options` that are best when searched to `depth`.
pub(super) fn ties<G: Evaluate>(
    tree: &mut Tree<'_, G>,
    options: &[G::Action],
    depth: u8,
    into: &mut Vec<G::Action>,
) -> Result<(), Interrupted> {
    let start = into.len();
    let mut best = 1 - INFINITY;
    for (place, &option) in options.iter().enumerate() {
        let window = Window {
            alpha: best - 1, // just below, so that an equal value is exact
            beta: INFINITY,
        };
        let value = tree
            .search_action(0, option, depth - 1, window, place > 0)?
            .value;
        if value > best {
            best = value;
            into.truncate(start);
        }
        if value == best {
            into.push(option);
        }
    }
    Ok(())
}

/// Returns a value seen from `side`, seen from Max. Turned around as an integer: there is no `-0`.
fn from_max(value: i32, side: Side) -> f64 {
    f64::from(match side {
        Side::Max => value,
        Side::Min => -value,
    })
}

/// Returns a bound seen from `side`, seen from Max.
fn bound_from_max(bound: Bound, side: Side) -> Bound {
    match (bound, side) {
        (Bound::AtMost, Side::Min) => Bound::AtLeast,
        (Bound::AtLeast, Side::Min) => Bound::AtMost,
        _ => bound,
    }
}
