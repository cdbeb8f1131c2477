//! The rest of an end as a game tree: positions, outcomes of shots, values.

use super::super::analyst;
use super::super::broadphase::Landing;
use super::super::evaluation::{Objective, PreparedPosition};
use super::super::kernel::Kernel;
use super::super::outcome_reuse::{Changes, Effect, OutcomeReuse};
use super::MatchTables;
use crate::rules::{Game, guard};
use crate::stones::{SLOTS, Stones};
use lookahead::Side;
use lookahead::expectimax::{Choices, OutcomeValues, Stochastic};

/// A position within an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) stones: Stones,
    /// The slot to be thrown next; 16 when the end is over.
    pub(super) slot: usize,
}

impl Node {
    pub(super) fn new(stones: &Stones, slot: usize) -> Self {
        Node {
            stones: *stones,
            slot,
        }
    }
}

/// The rest of an end from one position on.
pub(super) struct End<'a> {
    tables: &'a MatchTables,
    reuse: OutcomeReuse<'a>,
    kernels: [&'a Kernel; SLOTS],
    objective: Objective,
    /// For every shot that moves stones of the base position, the position after the opponent
    /// throws it there.
    replies: Vec<Option<Box<PreparedPosition<'a>>>>,
    /// Guard rules apply to shots before this slot.
    guard_rules_until: usize,
    /// Candidates of one turn and kind nearer than this are alike, in metres.
    separation: f64,
}

impl<'a> End<'a> {
    pub(super) fn new(
        tables: &'a MatchTables,
        game: &Game,
        slot: usize,
        objective: Objective,
        separation: f64,
    ) -> Self {
        let rules = tables.curling().rules();
        let deliveries = rules.guard.deliveries.max(rules.tick.deliveries);
        let (curling, lattice, broadphase) =
            (tables.curling(), tables.lattice(), tables.broadphase());
        let reuse = OutcomeReuse::new(curling, lattice, broadphase, &game.stones, slot);
        End {
            tables,
            replies: replies(tables, &reuse, slot + 1),
            reuse,
            kernels: tables.kernels(game),
            objective,
            guard_rules_until: rules.first_slot() + usize::from(deliveries),
            separation,
        }
    }

    /// Returns the effect of a shot under the rules.
    #[inline]
    fn effect(&self, node: &Node, changes: &Changes, shot: u32) -> Effect {
        let effect = self.reuse.effect(shot, &node.stones, changes, node.slot);
        if node.slot >= self.guard_rules_until {
            return effect;
        }
        let after = match &effect {
            Effect::Lands(_) => return effect,
            Effect::Repeats => &self.reuse.repeated(shot, &node.stones, node.slot),
            Effect::Moves(after) => after,
        };
        let rules = self.tables.curling().rules();
        match guard::judge(rules, &node.stones, after, node.slot).foul {
            Some(_) => Effect::Lands(Landing::Out),
            None => effect,
        }
    }
}

impl Stochastic for End<'_> {
    type Position = Node;
    type Action = u32;

    fn turn(&self, node: &Node) -> Side {
        analyst::side_of(node.slot)
    }

    fn choices<'a>(&'a self, node: &Node, _ply: u32) -> Option<Choices<'a, u32>> {
        let kernel = *self.kernels.get(node.slot)?;
        let choices = Choices::new(&kernel.candidates[..], &kernel.matrix);
        Some(choices.expect("a row for each candidate"))
    }

    fn outcome(&self, node: &Node, outcome: usize) -> Node {
        let changes = self.reuse.changes(&node.stones);
        let mut stones = node.stones;
        match self.effect(node, &changes, outcome as u32) {
            Effect::Lands(Landing::At(place)) => stones.place(node.slot, place),
            Effect::Lands(Landing::Out) => {}
            Effect::Repeats => {
                stones = self.reuse.repeated(outcome as u32, &node.stones, node.slot);
            }
            Effect::Moves(after) => stones = after,
        }
        Node::new(&stones, node.slot + 1)
    }

    fn value(&self, node: &Node) -> f64 {
        let evaluation = self.tables.evaluation();
        evaluation.value(&node.stones, node.slot, &self.objective)
    }

    fn evaluate_outcomes(
        &self,
        node: &Node,
        outcomes: &[u32],
        values: &mut [f64],
    ) -> Option<OutcomeValues> {
        let changes = self.reuse.changes(&node.stones);
        let evaluation = self.tables.evaluation();
        let prepared = evaluation.prepare(&node.stones);
        let next = node.slot + 1;
        // A reply to a shot that touched nothing: nearly all of the search.
        let added = changes.added(self.reuse.stones());
        let added = added.filter(|(slot, _)| *slot + 1 == node.slot);
        let unchanged = prepared.value(next, &self.objective);
        // Draws of both turns to one target have equal outcomes; the indices of the second turn run
        // in the order of the first.
        let half = values.len() / 2;
        let mut landed = vec![f64::NAN; values.len() - half];
        let mut positions = 1;
        for &shot in outcomes {
            let index = shot as usize;
            values[index] = match self.effect(node, &changes, shot) {
                Effect::Lands(Landing::Out) => unchanged,
                Effect::Lands(Landing::At(place)) => {
                    let known = &mut landed[index % half];
                    if known.is_nan() {
                        *known = prepared.value_with(node.slot, place, &self.objective);
                        positions += 1;
                    }
                    *known
                }
                Effect::Repeats => {
                    positions += 1;
                    let reply = added.zip(self.replies[index].as_deref());
                    if let Some(((slot, place), reply)) = reply {
                        reply.value_with_stone(slot, place, next, &self.objective)
                    } else {
                        let after = self.reuse.repeated(shot, &node.stones, node.slot);
                        evaluation.value(&after, next, &self.objective)
                    }
                }
                Effect::Moves(after) => {
                    positions += 1;
                    evaluation.value(&after, next, &self.objective)
                }
            };
        }
        let over = next >= SLOTS;
        Some(OutcomeValues { positions, over })
    }

    fn alike(&self, one: u32, other: u32) -> bool {
        let [one, other] =
            [one, other].map(|shot| &self.tables.lattice().executed()[shot as usize]);
        let near = (one.target - other.target).length() < self.separation;
        (one.turn, one.kind) == (other.turn, other.kind) && near
    }

    fn key(&self, node: &Node) -> Option<u64> {
        Some(hash(&node.stones))
    }
}

/// Returns the position after every shot that moves stones, thrown with the stone of this slot.
fn replies<'a>(
    tables: &'a MatchTables,
    reuse: &OutcomeReuse<'_>,
    slot: usize,
) -> Vec<Option<Box<PreparedPosition<'a>>>> {
    let mut replies = vec![None; tables.lattice().executed().len()];
    if slot < SLOTS {
        for shot in reuse.hits() {
            let after = reuse.repeated(shot, reuse.stones(), slot);
            replies[shot as usize] = Some(Box::new(tables.evaluation().prepare(&after)));
        }
    }
    replies
}

/// Returns a hash of the places of the stones.
fn hash(stones: &Stones) -> u64 {
    let mix = |hash: u64, bits: u64| {
        let mixed = (hash ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    };
    stones
        .iter()
        .fold(stones.mask().into(), |hash, (_, stone)| {
            mix(mix(hash, stone.at.x.to_bits()), stone.at.y.to_bits())
        })
}
