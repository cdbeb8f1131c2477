//! The inner search: what a position is worth, searched to a depth with a window.
//!
//! Values in here are seen from the side to move of the position they belong to, and change sign
//! between two positions only if the side to move does. Nothing allocates: the positions of the
//! current line stand in one buffer each, and the actions of all its nodes in one stack.

use super::order::{Choice, History, Killers, narrow, select};
use super::table::{Entry, Table};
use super::{Evaluate, INFINITY, Settings, Width};
use crate::{Bound, Meter, Side};
use std::iter;

/// A limit was reached or the caller cancelled; what was being searched has no value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// The values that make a difference: those strictly between `alpha` and `beta`.
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

    /// A window that only asks whether the value exceeds `alpha`.
    fn above(alpha: i32) -> Self {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Whether some value lies inside.
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window in the eyes of the other side.
    fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a value returned for this window says about the true one.
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

/// A value, and whether proving it touched no horizon.
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

/// Everything a searcher keeps between searches: what it learned, and buffers.
#[derive(Clone, Debug)]
pub(super) struct Memory<P, A> {
    table: Table,
    history: History,
    frames: Vec<Frame<P, A>>,
    /// The untried and tried choices of all nodes of the line, one after the other.
    choices: Vec<Choice<A>>,
    /// Where the game lists its actions.
    actions: Vec<A>,
    /// Where it says what it hopes of them.
    order_hints: Vec<i32>,
    /// What the table was filled with: another width makes other values.
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
    /// Whether anybody asks for [`line_after`](Self::line_after).
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
        // The last search may have been interrupted, or the game may have panicked.
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

    /// The same for values alone: no lines are kept, and the table may answer anywhere.
    pub(super) fn without_lines(self) -> Self {
        Tree {
            lines: false,
            ..self
        }
    }

    /// Puts the root in place. Refutations of another root say little about this one.
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

    /// Makes sure that there is a place for what follows after `ply`.
    fn reach(&mut self, ply: usize) {
        let frames = &mut self.memory.frames;
        if frames.len() == ply + 1 {
            let filler = frames[ply].position.clone();
            frames.push(Frame::new(filler));
        }
    }

    /// Puts what follows after `action` at `ply` into the next ply.
    fn play(&mut self, ply: usize, action: G::Action) {
        let (before, after) = self.memory.frames.split_at_mut(ply + 1);
        let next = &mut after[0];
        next.position.clone_from(&before[ply].position);
        self.game.play(&mut next.position, action);
    }

    /// Searches what follows after `action` at `ply` to `depth`, seen from the side to move at
    /// `ply`. With `test` it is first asked whether the value exceeds `alpha`, and searched again
    /// only if so; but not without a table, which makes the second time cheap.
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

    /// The principal line after `ply`, if the value last considered there was exact.
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

    /// What follows after `action` at `ply`, which is the horizon, seen from the side to move at
    /// `ply`: whose turn it is there is never asked. It is not even played if the game knows
    /// better.
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

    /// One node.
    fn visit(&mut self, ply: usize, depth: u8, window: Window) -> Result<NodeValue, Interrupted> {
        if !self.meter.tick() {
            return Err(Interrupted);
        }
        self.memory.frames[ply].line.clear();
        let key = self.key(ply);
        let mut deepest: Option<Entry> = None;
        for entry in key.into_iter().flat_map(|key| self.memory.table.get(key)) {
            // An open window wants a line as well as a value, and the table has no lines.
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
        // What was left out may be better, but a refutation remains one.
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

    /// The position at `ply`, where the game is over.
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

    /// Pushes the choices at `ply`, where `depth` remains; `remembered` is the place of the one the
    /// table would try. Returns whether some were left out.
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

    /// Tries the choices from `start` on. Returns what the best of them is worth and its place in
    /// the game's list.
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
                // One refutation proves it: whatever was tried before is not part of the proof.
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

    /// Makes `action` and the line after it the line of `ply`.
    fn extend(&mut self, ply: usize, action: G::Action) {
        let (before, after) = self.memory.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0].line);
    }

    /// The choice `tried` refuted the position, those before it did not.
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

/// The static value of a position in the eyes of `side`, kept inside the infinities.
pub(super) fn value_for<G: Evaluate>(game: &G, position: &G::Position, side: Side) -> i32 {
    value_for_side(side, game.value(position))
}

/// A static value in the eyes of `side`, kept inside the infinities.
fn value_for_side(side: Side, value: i32) -> i32 {
    let value = value.clamp(1 - INFINITY, INFINITY - 1);
    match side {
        Side::Max => value,
        Side::Min => -value,
    }
}
