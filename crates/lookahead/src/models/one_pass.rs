//! One-pass search: one traversal of the common tree with the values of all players.
//!
//! Section 5.1 of the abc paper (table 1) skips a position only if *for each player* either their
//! own alpha-beta condition cuts or the position is `*` for them. This module tracks which player
//! needs which value, a finer form of the same rule:
//!
//! * A modelled player `x` has a *window* at each node: their value must be exact inside it, and
//!   otherwise only be on the right side of it. Windows narrow as in alpha-beta. Once the value is
//!   settled, `x` is *asleep* for the other children.
//! * The searcher needs the choice of `x` at each of `x`'s own nodes, whatever the value of that
//!   node for `x`: there `x` is woken, with a window open at the top, and closed just below the
//!   best choice so far, so that ties are never lost.
//! * That bound is also a *veto*. If a deeper position is worse for `x` than their best choice so
//!   far, `x` avoids it, and the searcher's value of it is no longer needed. A veto holds through
//!   nodes where the other side decides (a worse child makes the node worse) and through `x`'s own
//!   nodes; below a node where a partner of `x` decides it does not, because the partner chooses by
//!   another evaluation. Nor does it hold below an own node with an action that exists for `x` but
//!   not for the searcher: `x` may rely on an action that cannot happen.
//! * A child that no player needs is skipped.
//!
//! No bound ever comes from the searcher's own values: they do not limit the choices of others.
//!
//! Inside this file every value is oriented so that larger is better for its player. An own-side
//! node then maximises and the other side's minimises, for opponents and allies alike.

use super::analysis::{Finished, ModelAnalysis, conclude, effort};
use super::world_value::turned;
use super::{
    Common, Edge, Expected, MAX_PLAYERS, Pick, Players, SEARCHER, Settings, WorldValue, Worlds,
    depth_of, each, only,
};
use crate::analysis::Effort;
use crate::control::{Control, Meter};
use crate::game::Side;

/// The values of a position for every player; `*` also for a player whose value is not needed.
type Answer = [WorldValue; MAX_PLAYERS];

/// Searches `position` for player 0 and computes the values of all players in one pass.
///
/// With or without cuts, the searcher's value of every candidate is exact, and the same as that of
/// [`probing()`](super::probing()) with its standard oracle. Nodes of the effort are positions
/// visited.
///
/// # Panics
/// If `worlds` has no player or more than [`MAX_PLAYERS`], or names a deciding player that does not
/// exist.
pub fn one_pass<W: Worlds>(
    worlds: &W,
    position: &W::Position,
    settings: &Settings,
    control: &Control<'_>,
) -> ModelAnalysis<W::Action> {
    let meter = control.start();
    let mut search = OnePass {
        common: Common::new(worlds, position),
        expected: Expected::new(),
        settings: *settings,
        meter: &meter,
        deepest: 0,
    };
    search.root(depth_of(&control.limit))
}

/// The values of a node that its ancestors need.
#[derive(Clone, Copy)]
struct Ask {
    /// Players whose worlds can reach the node.
    reach: Players,
    /// Players whose value is needed.
    awake: Players,
    /// A value up to this need not be exact: any bound that is not above is enough.
    low: [i32; MAX_PLAYERS],
    /// A value from this on need not be exact: any bound that is not below is enough.
    high: [i32; MAX_PLAYERS],
    /// If the node's value is less than this for the player, they avoid it.
    veto: [i32; MAX_PLAYERS],
}

impl Ask {
    fn everything(reach: Players, awake: Players) -> Self {
        Ask {
            reach,
            awake,
            low: [i32::MIN; MAX_PLAYERS],
            high: [i32::MAX; MAX_PLAYERS],
            veto: [i32::MIN; MAX_PLAYERS],
        }
    }

    fn for_searcher(&self) -> bool {
        self.awake & SEARCHER != 0
    }

    /// Players whose actions matter at the node. While the searcher's value is needed, a sleeping
    /// player may be woken further down, if their world reaches that far.
    fn concerned(&self) -> Players {
        if self.for_searcher() {
            self.reach
        } else {
            self.awake
        }
    }
}

struct OnePass<'a, W: Worlds> {
    common: Common<'a, W>,
    expected: Expected<W::Action>,
    settings: Settings,
    meter: &'a Meter<'a>,
    deepest: u32,
}

impl<W: Worlds> OnePass<'_, W> {
    fn root(&mut self, depth: u32) -> ModelAnalysis<W::Action> {
        let all_players = self.common.all_players();
        let requested = if self.settings.opinions {
            all_players
        } else {
            SEARCHER
        };
        let ask = Ask::everything(all_players, requested);
        self.meter.tick();
        let mut node = self.open(0, ask, true);
        let actions = self.common.own_actions();
        if depth == 0 {
            let root = self.shown(&self.leaf(0, requested));
            let rest = self.common.unsearched(&actions);
            return conclude(Vec::new(), rest, None, Pick::First, root, self.effort(0));
        }
        let mut finished = Vec::new();
        let mut first = None;
        for index in 0..self.common.edges.len() {
            let edge = self.common.edges[index];
            let nodes = self.meter.nodes();
            let Some(taken) = self.descend(&mut node, edge, 0, depth) else {
                break;
            };
            if edge.holders & SEARCHER == 0 {
                continue;
            }
            if taken.by_decider {
                first = Some(finished.len());
            }
            finished.push(Finished {
                action: edge.action,
                player_values: self.shown(&taken.answer),
                nodes: self.meter.nodes() - nodes,
                line: [&[edge.action], self.expected.from(1)].concat(),
            });
            let value = node.searcher.value().map(f64::from);
            self.meter.report(self.deepest, value);
        }
        let order = Pick::best_for(self.common.sides[node.decider]);
        let root = self.shown(&node.answer());
        let rest = self.common.unsearched(&actions[finished.len()..]);
        conclude(finished, rest, first, order, root, self.effort(depth))
    }

    /// Returns the values of the requested players, seen from Max.
    fn shown(&self, answer: &Answer) -> Vec<WorldValue> {
        let players = if self.settings.opinions {
            self.common.players
        } else {
            1
        };
        (0..players)
            .map(|x| answer[x].map(|value| turned(self.common.sides[x], value)))
            .collect()
    }

    fn effort(&self, depth: u32) -> Effort {
        effort(self.meter, depth, self.deepest)
    }

    /// Expands the position at `ply` and settles the players without an action there.
    fn open(&mut self, ply: usize, ask: Ask, exact: bool) -> Node {
        let start = self.common.expand(ply, ask.concerned());
        let edges = &self.common.edges[start..];
        // There is no decider where the game is over for all.
        let decider = if edges.is_empty() {
            0
        } else {
            self.common.decider(ply)
        };
        let mut node = Node::new(ask, decider, self.common.sides, edges, &self.settings);
        node.exact = exact || !self.settings.cuts;
        let ended = ask.awake & !edges.iter().fold(0, |all, edge| all | edge.holders);
        node.end(ended, &self.leaf(ply, ended));
        node
    }

    /// Returns the static values for `players`.
    fn leaf(&self, ply: usize, players: Players) -> Answer {
        let mut answer = Answer::default();
        for x in each(players) {
            answer[x] = turned(self.common.sides[x], self.common.value(x, ply)).into();
        }
        answer
    }

    /// Returns the values of the position at `ply`, searched to `depth`; `None` if interrupted.
    fn visit(&mut self, ply: usize, depth: u32, ask: Ask) -> Option<Answer> {
        if !self.meter.tick() {
            return None;
        }
        self.deepest = self.deepest.max(ply as u32);
        self.expected.clear(ply);
        if depth == 0 {
            return Some(self.leaf(ply, ask.awake));
        }
        let start = self.common.edges.len();
        let mut node = self.open(ply, ask, false);
        for index in start..self.common.edges.len() {
            if node.wanting == 0 {
                break;
            }
            let edge = self.common.edges[index];
            self.descend(&mut node, edge, ply, depth)?;
        }
        self.common.edges.truncate(start);
        Some(node.answer())
    }

    /// Searches the child behind `edge` as far as any player needs it; `None` if interrupted.
    fn descend(
        &mut self,
        node: &mut Node,
        edge: Edge<W::Action>,
        ply: usize,
        depth: u32,
    ) -> Option<Taken> {
        let Some(ask) = node.ask(edge.holders) else {
            return Some(Taken::default());
        };
        self.common.line.play(self.common.worlds, ply, edge.action);
        let answer = self.visit(ply + 1, depth - 1, ask)?;
        let by_decider = node.learn(&ask, &answer);
        if by_decider {
            self.expected.take(ply, edge.action);
        }
        Some(Taken { answer, by_decider })
    }
}

/// The values of a child, and whether it is the decider's choice so far.
#[derive(Default)]
struct Taken {
    answer: Answer,
    by_decider: bool,
}

/// Rule by which the searcher's value of a node follows from its children.
#[derive(Clone, Copy)]
enum Rule {
    /// By the searcher's values alone: an own node, or a decider whose world is refuted.
    Searcher(Pick),
    /// The best action by the decider's own evaluation among those that exist in both worlds, ties
    /// by the searcher's values.
    Decider(Pick),
}

/// A node in progress.
struct Node {
    ask: Ask,
    decider: usize,
    sides: [Side; MAX_PLAYERS],
    rule: Rule,
    /// Whether the decider's own vetoes from above still hold below: all their actions can happen.
    whole: bool,
    /// All children must be exact for all players.
    exact: bool,
    /// Players that still need children.
    wanting: Players,
    /// Values so far of the modelled players.
    best: Answer,
    /// The decider's value of their choice so far.
    picked: WorldValue,
    /// The searcher's value of the decider's choice so far.
    searcher: WorldValue,
    vetoed: bool,
}

impl Node {
    fn new<A>(
        ask: Ask,
        decider: usize,
        sides: [Side; MAX_PLAYERS],
        edges: &[Edge<A>],
        settings: &Settings,
    ) -> Self {
        let both = SEARCHER | only(decider);
        let common = edges.iter().any(|e| e.holders & both == both);
        let rule = match decider {
            0 => Rule::Searcher(Pick::Largest),
            _ if common => Rule::Decider(settings.tie_pick()),
            _ => Rule::Searcher(settings.refuted_pick(sides[decider])),
        };
        Node {
            ask,
            decider,
            sides,
            rule,
            whole: edges.iter().all(|e| e.holders & both != only(decider)),
            exact: false,
            wanting: ask.awake,
            best: Answer::default(),
            picked: WorldValue::Unreachable,
            searcher: WorldValue::Unreachable,
            vetoed: false,
        }
    }

    /// Returns whether the decider is on `player`'s side, so that `player` expects their own best.
    fn friendly_to(&self, player: usize) -> bool {
        self.sides[self.decider] == self.sides[player]
    }

    /// Settles the players whose game ends here.
    fn end(&mut self, ended: Players, values: &Answer) {
        self.wanting &= !ended;
        for x in each(ended) {
            if x == 0 {
                self.searcher = values[0];
            } else {
                self.best[x] = values[x];
            }
        }
        self.check_vetoes();
    }

    /// Returns the values needed of a child whose action exists for `holders`; `None` if no player
    /// needs it.
    fn ask(&self, holders: Players) -> Option<Ask> {
        let mut child = self.ask;
        child.reach &= holders;
        child.awake = self.wanting & holders;
        let picks = matches!(self.rule, Rule::Decider(_));
        if picks && !self.exact && holders & only(self.decider) == 0 {
            child.awake &= !SEARCHER; // the decider cannot choose an action outside their world
        }
        if child.for_searcher() && picks {
            child.awake |= only(self.decider) & holders;
        }
        if child.awake == 0 {
            return None;
        }
        if !self.exact {
            each(child.reach & !SEARCHER).for_each(|x| self.narrow(x, &mut child));
        }
        Some(child)
    }

    /// Narrows the window of `x` for a child.
    fn narrow(&self, x: usize, child: &mut Ask) {
        if x == self.decider && child.for_searcher() {
            // The choice must be known: no bound from above, and from below only choices count.
            let veto = if self.whole { child.veto[x] } else { i32::MIN };
            let least = self.picked.or(i32::MIN).max(veto);
            child.low[x] = least.saturating_sub(1);
            child.high[x] = i32::MAX;
            child.veto[x] = least;
        } else if self.friendly_to(x) {
            child.low[x] = child.low[x].max(self.best[x].or(i32::MIN));
            child.veto[x] = i32::MIN;
        } else {
            child.high[x] = child.high[x].min(self.best[x].or(i32::MAX));
        }
    }

    /// Adds a child that was searched for `child`. Returns whether it is the decider's choice so
    /// far.
    fn learn(&mut self, child: &Ask, answer: &Answer) -> bool {
        for x in each(child.awake & self.ask.awake & !SEARCHER) {
            if self.friendly_to(x) {
                self.best[x] = self.best[x].max(answer[x]);
            } else {
                self.best[x] = self.best[x].min(answer[x]);
            }
            if !self.exact && self.settles(x) {
                self.wanting &= !only(x);
            }
        }
        self.check_vetoes();
        child.for_searcher() && !self.vetoed && self.pick(answer)
    }

    /// Returns whether further children cannot bring the value of `x` back into its window.
    fn settles(&self, x: usize) -> bool {
        self.best[x].value().is_some_and(|best| {
            if self.friendly_to(x) {
                best >= self.ask.high[x]
            } else {
                best <= self.ask.low[x]
            }
        })
    }

    /// Drops the searcher's value once a player has found the node worse than an alternative.
    fn check_vetoes(&mut self) {
        let objects = |x| !self.friendly_to(x) && self.best[x].or(i32::MAX) < self.ask.veto[x];
        if each(self.ask.awake & !SEARCHER).any(objects) {
            self.vetoed = true;
            self.wanting &= !SEARCHER;
        }
    }

    /// Returns whether the decider prefers this child to those before.
    fn pick(&mut self, answer: &Answer) -> bool {
        let taken = match self.rule {
            Rule::Searcher(pick) => pick.prefers(answer[0], self.searcher),
            Rule::Decider(tie) => {
                let (new, old) = (answer[self.decider], self.picked);
                let better = Pick::Largest.prefers(new, old);
                better
                    || (new == old
                        && new != WorldValue::Unreachable
                        && tie.prefers(answer[0], self.searcher))
            }
        };
        if taken {
            self.searcher = answer[0];
            self.picked = answer[self.decider];
        }
        taken
    }

    /// Returns the values of the node for the requested players.
    fn answer(&self) -> Answer {
        let mut answer = self.best;
        answer[0] = if self.vetoed {
            WorldValue::Unreachable
        } else {
            self.searcher
        };
        answer
    }
}
