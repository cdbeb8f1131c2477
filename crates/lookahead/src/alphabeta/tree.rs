//! The inner search of a position to a depth with a window.
//!
//! Values in here are seen from the side to move of the position they belong to, and change sign
//! between two positions only if the side to move does. Nothing allocates: each position of the
//! current line has its buffer, and the actions of all its nodes share one stack.

use super::order::{Choice, History, Killers, narrow, select};
use super::table::{Entry, Table};
use super::{Evaluate, INFINITY, Settings, Width};
use crate::{Bound, Meter, Side};
use std::iter;

/// The search was interrupted by a limit or the caller; the current node has no value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// Search window: the values strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window {
        alpha: -INFINITY,
        beta: INFINITY,
    };

    /// Returns the null window above `alpha`.
    fn above(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Returns whether some value lies inside.
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns the window from the other side's view.
    fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns the bound that a value returned for this window gives.
    pub(super) fn bound(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::AtLeast
        } else if value <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

/// The value of a node, and whether it is independent of the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeValue {
    pub(super) value: i32,
    pub(super) complete: bool,
}

/// One ply of the line being searched.
#[derive(Clone, Debug)]
struct Frame<P, A> {
    position: P,
    side: Side,
    killers: Killers<A>,
    /// The principal line from here, while the value of this ply is exact.
    line: Vec<A>,
}

impl<P, A> Frame<P, A> {
    fn new(position: P) -> Self {
        Frame {
            position,
            side: Side::Max,
            killers: Killers::default(),
            line: Vec::new(),
        }
    }
}

/// State that a searcher keeps between searches: table, history and buffers.
#[derive(Clone, Debug)]
pub(super) struct Memory<P, A> {
    table: Table,
    history: History,
    frames: Vec<Frame<P, A>>,
    /// The untried and tried choices of all nodes of the line, one after the other.
    choices: Vec<Choice<A>>,
    /// Buffer of the game's actions.
    actions: Vec<A>,
    /// Buffer of order hints.
    order_hints: Vec<i32>,
    /// The beam width of the table's values: another width gives other values.
    width: Option<Width>,
}

impl<P, A> Default for Memory<P, A> {
    fn default() -> Self {
        Memory {
            table: Table::default(),
            history: History::default(),
            frames: Vec::new(),
            choices: Vec::new(),
            actions: Vec::new(),
            order_hints: Vec::new(),
            width: None,
        }
    }
}

/// A running search.
pub(super) struct Tree<'a, G: Evaluate> {
    game: &'a G,
    pub(super) meter: &'a Meter<'a>,
    exact_depth: bool,
    width: Option<Width>,
    /// Whether [`line_after`](Self::line_after) is needed.
    lines: bool,
    memory: &'a mut Memory<G::Position, G::Action>,
}

impl<'a, G: Evaluate> Tree<'a, G> {
    pub(super) fn new(
        game: &'a G,
        meter: &'a Meter<'a>,
        settings: &Settings,
        memory: &'a mut Memory<G::Position, G::Action>,
    ) -> Self {
        if memory.width != settings.width {
            memory.width = settings.width;
            memory.table = Table::default();
        }
        memory.table.begin(settings.entries);
        memory.history.begin(game.slots());
        // The previous search may have been interrupted, or the game may have panicked.
        memory.choices.clear();
        Tree {
            game,
            meter,
            exact_depth: settings.exact_depth,
            width: settings.width,
            lines: true,
            memory,
        }
    }

    /// Disables lines: only values are computed, and the table is used everywhere.
    pub(super) fn without_lines(self) -> Self {
        Tree {
            lines: false,
            ..self
        }
    }

    /// Sets the root position and clears the killers of the previous root.
    pub(super) fn set_root(&mut self, root: &G::Position) {
        let frames = &mut self.memory.frames;
        match frames.first_mut() {
            Some(frame) => frame.position.clone_from(root),
            None => frames.push(Frame::new(root.clone())),
        }
        frames[0].side = self.game.turn(root);
        for frame in frames {
            frame.killers = Killers::default();
        }
    }

    /// Ensures that there is a frame after `ply`.
    fn reach(&mut self, ply: usize) {
        let frames = &mut self.memory.frames;
        if frames.len() == ply + 1 {
            let filler = frames[ply].position.clone();
            frames.push(Frame::new(filler));
        }
    }

    /// Plays `action` at `ply` into the next frame.
    fn play(&mut self, ply: usize, action: G::Action) {
        let (before, after) = self.memory.frames.split_at_mut(ply + 1);
        let next = &mut after[0];
        next.position.clone_from(&before[ply].position);
        self.game.play(&mut next.position, action);
    }

    /// Searches the position after `action` at `ply` to `depth`, seen from the side to move at
    /// `ply`. With `test` a null-window search comes first, and a full one only if it exceeds
    /// `alpha`; but not without a table, which makes the second search cheap.
    pub(super) fn search_action(
        &mut self,
        ply: usize,
        action: G::Action,
        depth: u8,
        window: Window,
        test: bool,
    ) -> Result<NodeValue, Interrupted> {
        self.reach(ply);
        if depth == 0 {
            return self.evaluate_leaf(ply, action);
        }
        self.play(ply, action);
        let next = &mut self.memory.frames[ply + 1];
        next.side = self.game.turn(&next.position);
        if test && !self.memory.table.is_absent() {
            let seen = self.follow(ply, depth, Window::above(window.alpha))?;
            if window.bound(seen.value) != Bound::Exact {
                return Ok(seen);
            }
        }
        self.follow(ply, depth, window)
    }

    /// Returns the principal line after `ply`, if its last value was exact.
    pub(super) fn line_after(&self, ply: usize) -> &[G::Action] {
        &self.memory.frames[ply + 1].line
    }

    fn follow(&mut self, ply: usize, depth: u8, window: Window) -> Result<NodeValue, Interrupted> {
        let frames = &self.memory.frames;
        if frames[ply].side == frames[ply + 1].side {
            return self.visit(ply + 1, depth, window);
        }
        let seen = self.visit(ply + 1, depth, window.flipped())?;
        Ok(NodeValue {
            value: -seen.value,
            ..seen
        })
    }

    /// Evaluates the position after `action` at `ply`, at the horizon, seen from the side to move
    /// at `ply`. The action is not played if the game has its value.
    fn evaluate_leaf(&mut self, ply: usize, action: G::Action) -> Result<NodeValue, Interrupted> {
        if !self.meter.tick() {
            return Err(Interrupted);
        }
        self.memory.frames[ply + 1].line.clear();
        let Frame { position, side, .. } = &self.memory.frames[ply];
        let (known, side) = (self.game.value_after(position, action), *side);
        let value = if let Some(value) = known {
            value_for_side(side, value)
        } else {
            self.play(ply, action);
            value_for(self.game, &self.memory.frames[ply + 1].position, side)
        };
        Ok(NodeValue {
            value,
            complete: false,
        })
    }

    /// Searches one node.
    fn visit(&mut self, ply: usize, depth: u8, window: Window) -> Result<NodeValue, Interrupted> {
        if !self.meter.tick() {
            return Err(Interrupted);
        }
        self.memory.frames[ply].line.clear();
        let key = self.key(ply);
        let mut deepest: Option<Entry> = None;
        for entry in key.into_iter().flat_map(|key| self.memory.table.get(key)) {
            // An open window needs a line as well as a value, and the table has no lines.
            let suffices = !(self.lines && window.is_open());
            if suffices && let Some(seen) = entry.answer(depth, window, self.exact_depth) {
                return Ok(seen);
            }
            deepest = deepest.filter(|d| d.depth > entry.depth).or(Some(entry));
        }
        let start = self.memory.choices.len();
        let narrowed = self.expand(ply, depth, deepest.map(|entry| entry.best));
        if self.memory.choices.len() == start {
            return Ok(self.ended(ply));
        }
        let (mut seen, best) = self.compare(ply, depth, window, start)?;
        // Pruned actions may be better, but a refutation remains one.
        seen.complete &= !narrowed || seen.value >= window.beta;
        self.memory.choices.truncate(start);
        if let Some(key) = key {
            let entry = Entry {
                value: seen.value,
                bound: window.bound(seen.value),
                depth,
                complete: seen.complete,
                best: u16::try_from(best).unwrap_or(u16::MAX),
            };
            self.memory.table.put(key, entry);
        }
        Ok(seen)
    }

    /// Returns the value of the finished position at `ply`.
    fn ended(&self, ply: usize) -> NodeValue {
        let frame = &self.memory.frames[ply];
        NodeValue {
            value: value_for(self.game, &frame.position, frame.side),
            complete: true,
        }
    }

    fn key(&self, ply: usize) -> Option<u64> {
        if self.memory.table.is_absent() {
            return None;
        }
        Some(self.game.key(&self.memory.frames[ply].position))
    }

    /// Pushes the choices at `ply` with remaining depth `depth`; `remembered` is the index of the
    /// table move. Returns whether some were pruned.
    fn expand(&mut self, ply: usize, depth: u8, remembered: Option<u16>) -> bool {
        let (game, memory) = (self.game, &mut *self.memory);
        let Frame {
            position,
            side,
            killers,
            ..
        } = &memory.frames[ply];
        memory.actions.clear();
        game.actions(position, &mut memory.actions);
        let width = (self.width).map_or(usize::MAX, |width| width.at(depth, width.inner));
        let narrowed = memory.actions.len() > width;
        memory.order_hints.clear();
        if narrowed || depth >= game.order_hints_from() {
            game.order_hints(position, &memory.actions, &mut memory.order_hints);
        }
        let order_hints = memory.order_hints.iter().copied().chain(iter::repeat(0));
        let start = memory.choices.len();
        let listed = (0u32..).zip(&memory.actions).zip(order_hints);
        memory.choices.extend(listed.map(Choice::hinted));
        if narrowed {
            narrow(&mut memory.choices, start, width);
        }
        for choice in &mut memory.choices[start..] {
            let past = || memory.history.score(*side, game.slot(choice.action));
            let hopes = || choice.score + i64::from(past());
            let is_remembered = remembered.map(u32::from) == Some(choice.index);
            choice.score = killers.rate(choice.action, is_remembered, hopes);
        }
        narrowed
    }

    /// Searches the choices from `start` on. Returns the value of the best and its index in the
    /// game's list.
    fn compare(
        &mut self,
        ply: usize,
        depth: u8,
        window: Window,
        start: usize,
    ) -> Result<(NodeValue, u32), Interrupted> {
        let Window { mut alpha, beta } = window;
        let (mut best, mut complete, mut place) = (-INFINITY, true, 0);
        for tried in 0..self.memory.choices.len() - start {
            let choice = select(&mut self.memory.choices[start..], tried);
            let (action, window) = (choice.action, Window { alpha, beta });
            let seen = self.search_action(ply, action, depth - 1, window, tried > 0)?;
            if seen.value >= beta {
                self.learn(ply, depth, start, tried);
                // One refutation proves it: actions tried before are not part of the proof.
                return Ok((seen, choice.index));
            }
            complete &= seen.complete;
            if seen.value > best {
                (best, place) = (seen.value, choice.index);
            }
            if seen.value > alpha {
                alpha = seen.value;
                if self.lines {
                    self.extend(ply, action);
                }
            }
        }
        let value = best;
        Ok((NodeValue { value, complete }, place))
    }

    /// Sets the line of `ply` to `action` and the line after it.
    fn extend(&mut self, ply: usize, action: G::Action) {
        let (before, after) = self.memory.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0].line);
    }

    /// Updates killers and history: choice `tried` was the refutation, those before it were not.
    fn learn(&mut self, ply: usize, depth: u8, start: usize, tried: usize) {
        let memory = &mut *self.memory;
        let frame = &mut memory.frames[ply];
        let choices = &memory.choices[start..];
        frame.killers.add(choices[tried].action);
        if memory.history.is_absent() {
            return;
        }
        let slot = |choice: &Choice<G::Action>| self.game.slot(choice.action);
        memory
            .history
            .reward(frame.side, slot(&choices[tried]), depth);
        for choice in &choices[..tried] {
            memory.history.blame(frame.side, slot(choice), depth);
        }
    }
}

/// Returns the static value of a position seen from `side`, clamped inside the infinities.
pub(super) fn value_for<G: Evaluate>(game: &G, position: &G::Position, side: Side) -> i32 {
    value_for_side(side, game.value(position))
}

/// Returns a static value seen from `side`, clamped inside the infinities.
fn value_for_side(side: Side, value: i32) -> i32 {
    let value = value.clamp(1 - INFINITY, INFINITY - 1);
    match side {
        Side::Max => value,
        Side::Min => -value,
    }
}
