//! The end as the search sees it: positions, what may come of a shot, what that is worth.

use super::super::analyst;
use super::super::echo::{Changes, Echo, Effect};
use super::super::evaluation::{Appraisal, Ground};
use super::super::kernel::Kernel;
use super::super::reach::Landing;
use super::Kit;
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
    kit: &'a Kit,
    echo: Echo<'a>,
    kernels: [&'a Kernel; SLOTS],
    appraisal: Appraisal,
    /// For every shot that moves stones of the first position, what that leaves when the other team
    /// throws it.
    replies: Vec<Option<Box<Ground<'a>>>>,
    /// Shots before this slot may break a rule about guards.
    bound_until: usize,
    /// Candidates of one turn and kind nearer than this are alike, in metres.
    apart: f64,
}

impl<'a> End<'a> {
    pub(super) fn new(
        kit: &'a Kit,
        game: &Game,
        slot: usize,
        appraisal: Appraisal,
        apart: f64,
    ) -> Self {
        let rules = kit.curling().rules();
        let bound = rules.guard.deliveries.max(rules.tick.deliveries);
        let (curling, lattice, reach) = (kit.curling(), kit.lattice(), kit.reach());
        let echo = Echo::new(curling, lattice, reach, &game.stones, slot);
        End {
            kit,
            replies: replies(kit, &echo, slot + 1),
            echo,
            kernels: kit.kernels(game),
            appraisal,
            bound_until: rules.first_slot() + usize::from(bound),
            apart,
        }
    }

    /// What a shot does, by the rules.
    #[inline]
    fn effect(&self, node: &Node, changes: &Changes, shot: u32) -> Effect {
        let effect = self.echo.effect(shot, &node.stones, changes, node.slot);
        if node.slot >= self.bound_until {
            return effect;
        }
        let after = match &effect {
            Effect::Lands(_) => return effect,
            Effect::Repeats => &self.echo.repeated(shot, &node.stones, node.slot),
            Effect::Moves(after) => after,
        };
        let rules = self.kit.curling().rules();
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
        let changes = self.echo.changes(&node.stones);
        let mut stones = node.stones;
        match self.effect(node, &changes, outcome as u32) {
            Effect::Lands(Landing::At(place)) => stones.place(node.slot, place),
            Effect::Lands(Landing::Out) => {}
            Effect::Repeats => {
                stones = self.echo.repeated(outcome as u32, &node.stones, node.slot);
            }
            Effect::Moves(after) => stones = after,
        }
        Node::new(&stones, node.slot + 1)
    }

    fn value(&self, node: &Node) -> f64 {
        let evaluation = self.kit.evaluation();
        evaluation.value(&node.stones, node.slot, &self.appraisal)
    }

    fn evaluate_outcomes(
        &self,
        node: &Node,
        outcomes: &[u32],
        values: &mut [f64],
    ) -> Option<OutcomeValues> {
        let changes = self.echo.changes(&node.stones);
        let evaluation = self.kit.evaluation();
        let ground = evaluation.ground(&node.stones);
        let next = node.slot + 1;
        // A reply to a stone that touched nothing: nearly all of the search.
        let added = changes.added(self.echo.stones());
        let added = added.filter(|(slot, _)| *slot + 1 == node.slot);
        let nothing = ground.without(next, &self.appraisal);
        // Draws of both turns to one target come to the same; the second turn's are numbered in the
        // order of the first's.
        let half = values.len() / 2;
        let mut landed = vec![f64::NAN; values.len() - half];
        let mut positions = 1;
        for &shot in outcomes {
            let index = shot as usize;
            values[index] = match self.effect(node, &changes, shot) {
                Effect::Lands(Landing::Out) => nothing,
                Effect::Lands(Landing::At(place)) => {
                    let known = &mut landed[index % half];
                    if known.is_nan() {
                        *known = ground.with(node.slot, place, &self.appraisal);
                        positions += 1;
                    }
                    *known
                }
                Effect::Repeats => {
                    positions += 1;
                    let reply = added.zip(self.replies[index].as_deref());
                    if let Some(((slot, place), reply)) = reply {
                        reply.with_stone(slot, place, next, &self.appraisal)
                    } else {
                        let after = self.echo.repeated(shot, &node.stones, node.slot);
                        evaluation.value(&after, next, &self.appraisal)
                    }
                }
                Effect::Moves(after) => {
                    positions += 1;
                    evaluation.value(&after, next, &self.appraisal)
                }
            };
        }
        let over = next >= SLOTS;
        Some(OutcomeValues { positions, over })
    }

    fn alike(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|shot| &self.kit.lattice().executed()[shot as usize]);
        let near = |apart: f64| (one.target - other.target).length() < apart;
        (one.turn, one.kind) == (other.turn, other.kind) && near(self.apart)
    }

    fn key(&self, node: &Node) -> Option<u64> {
        Some(hash(&node.stones))
    }
}

/// What every shot that moves stones leaves when it is thrown with the stone of this slot.
fn replies<'a>(kit: &'a Kit, echo: &Echo<'_>, slot: usize) -> Vec<Option<Box<Ground<'a>>>> {
    let mut replies = vec![None; kit.lattice().executed().len()];
    if slot < SLOTS {
        for shot in echo.hits() {
            let after = echo.repeated(shot, echo.stones(), slot);
            replies[shot as usize] = Some(Box::new(kit.evaluation().ground(&after)));
        }
    }
    replies
}

/// A number that positions with equal stones share, and hardly any others.
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
