//! Players that can be asked for more than their shot: those that value several.

use super::super::ayumu::Ayumu;
use super::super::draw::Draw;
use super::super::gccs::{self, Gccs};
use super::super::greedy::Greedy;
use super::super::jiritsu::Jiritsu;
use super::super::krucb::KrUcb;
use super::super::lattice::{Executed, Kind};
use super::super::random::Random;
use super::super::roster;
use super::super::sample::Sample;
use super::super::stakes::{Goal, MOST};
use crate::contest::Curling;
use crate::delivery::Delivered;
use crate::physics::Glide;
use crate::rules::Game;
use crate::shot::Shot;
use crate::vector::Vector;
use arena::PlayerSpec;
use arena::spec::SpecError;
use lookahead::analysis::Share;
use lookahead::{Analysis, Bound, Candidate, Control, Effort, Limit, Seed};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How often a shot is tried where the player does not say what may come of it.
const TRIES: u32 = 400;

/// The part of its time that a sampling player gets for its first answer.
const FIRST: u32 = 8;
/// No more stages than this for a search that deepens.
const DEEPEST: u32 = 8;

/// A shot that would stop this far behind the tee, in metres, is not meant to stop.
const STOPS: f64 = 4.0;

/// What values are in, seen from the team that throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingScale")]
pub enum Scale {
    /// The chance of winning the match, from 0 to 1.
    Chance,
    /// Points of the end.
    Points,
}

impl Scale {
    fn of(goal: Goal) -> Self {
        match goal {
            Goal::Win => Scale::Chance,
            Goal::Points => Scale::Points,
        }
    }

    /// A value of the hammer's, as a search has it, for the hammer (1) or for the other team (-1).
    pub(super) fn seen(self, value: f64, sign: f64) -> f64 {
        let from_half = sign * (value - 0.5);
        match self {
            Scale::Chance => 0.5 + from_half,
            Scale::Points => self.width(from_half),
        }
    }

    /// A difference between two values.
    pub(super) fn width(self, difference: f64) -> f64 {
        match self {
            Scale::Chance => difference,
            Scale::Points => difference * f64::from(2 * MOST),
        }
    }
}

/// A player that can be asked for its shots. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Mind {
    /// [`Jiritsu`].
    Jiritsu(Jiritsu),
    /// [`Ayumu`].
    Ayumu(Ayumu),
    /// [`Gccs`].
    Gccs(Gccs),
    /// [`KrUcb`].
    KrUcb(KrUcb),
    /// [`Greedy`].
    Greedy(Greedy),
    /// [`Sample`], which values nothing.
    Sample(Sample),
    /// [`Random`], which values nothing.
    Random(Random),
    /// [`Draw`], which values nothing.
    Draw(Draw),
}

/// A shot a player thought of; values are the hammer's.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    pub(super) shot: Shot,
    pub(super) target: Vector,
    pub(super) kind: Kind,
    pub(super) value: f64,
    pub(super) bound: Bound,
    pub(super) spread: f64,
    pub(super) error: Option<f64>,
    pub(super) reply: Option<Shot>,
    /// Whether the search has looked at it at all.
    pub(super) visited: bool,
    pub(super) outcomes: Vec<Share>,
}

/// Something that may become of a shot when it is tried; the value is the hammer's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Execution {
    /// What is thrown; nothing if the player passes.
    pub(super) shot: Option<Shot>,
    pub(super) probability: f64,
    pub(super) value: Option<f64>,
}

impl Mind {
    /// The player of this name with its settings.
    ///
    /// # Errors
    /// If there is none, or a setting makes no sense.
    ///
    /// # Panics
    /// If a player of the [roster] is not known here, which a test prevents.
    pub fn new(curling: &Curling, spec: &PlayerSpec) -> Result<Self, SpecError> {
        let mut given = roster().settings(spec)?;
        let mind = match spec.name() {
            "jiritsu" => Mind::Jiritsu(Jiritsu::from_settings(curling, &mut given)?),
            "krucb" => Mind::KrUcb(KrUcb::from_settings(curling, &mut given)?),
            "ayumu" => Mind::Ayumu(Ayumu::from_settings(curling, &mut given)?),
            "gccs" => Mind::Gccs(Gccs::from_settings(curling, &mut given)?),
            "greedy" => Mind::Greedy(Greedy::from_settings(curling, &mut given)?),
            "sample" => Mind::Sample(Sample::from_settings(curling, &mut given)?),
            "random" => Mind::Random(Random::from_settings(curling, &mut given)?),
            "draw" => Mind::Draw(Draw::from_settings(curling, &mut given)?),
            name => unreachable!("`{name}` is described and cannot be asked"),
        };
        given.finish();
        Ok(mind)
    }

    /// What its values of shots in this position are in.
    pub fn scale(&self, curling: &Curling, game: &Game) -> Scale {
        Scale::of(match self {
            Mind::Jiritsu(player) => player.goal(),
            Mind::Ayumu(player) => player.goal,
            Mind::KrUcb(player) => player.goal,
            Mind::Gccs(_) => gccs::goal(curling.rules(), game),
            Mind::Greedy(_) | Mind::Sample(_) | Mind::Random(_) | Mind::Draw(_) => Goal::Points,
        })
    }

    /// Whether a value is more than the chance or the points: the worth of stones that lie well, until the end is over.
    pub fn adds_position(&self, game: &Game) -> bool {
        matches!(self, Mind::Jiritsu(_)) && game.slot().is_some_and(|slot| slot < 15)
    }

    /// The stages of a growing answer within a limit, the last of which is the limit itself: one
    /// shot deeper each for a search that deepens, a first part of the time for one that samples.
    pub(super) fn stages(&self, limit: Limit) -> Vec<Limit> {
        let mut stages: Vec<Limit> = match self {
            Mind::Jiritsu(player) => {
                let deepest = limit.depth.unwrap_or_else(|| player.depth());
                let depth = |depth| Limit {
                    depth: Some(depth),
                    ..limit
                };
                (1..deepest.min(DEEPEST)).map(depth).collect()
            }
            _ => limit
                .time
                .into_iter()
                .map(|time| first(limit, time))
                .collect(),
        };
        stages.push(limit);
        stages
    }

    /// All it thought of, best first.
    pub(super) fn ideas(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> (Vec<Idea>, Effort) {
        let found = match self {
            Mind::Jiritsu(player) => return lattice_ideas(player, game, control),
            Mind::Ayumu(player) => player.analyse(curling, game, control),
            Mind::Gccs(player) => player.analyse(curling, game, control),
            Mind::KrUcb(player) => player.analyse(curling, game, control),
            Mind::Greedy(player) => player.analyse(curling, game, control),
            Mind::Sample(player) => player.analyse(curling, game, control),
            Mind::Random(player) => player.analyse(curling, game, control),
            Mind::Draw(player) => player.analyse(curling, game, control),
        };
        let Analysis { candidates, effort } = found;
        let ideas = candidates.iter().map(|one| free_idea(curling, one));
        (ideas.collect(), effort)
    }

    /// What may become of an idea.
    pub(super) fn executions(
        &self,
        curling: &Curling,
        game: &Game,
        idea: &Idea,
        seed: Seed,
    ) -> Vec<Execution> {
        if let (Mind::Jiritsu(player), false) = (self, idea.outcomes.is_empty()) {
            let execution = |share: &Share| Execution {
                shot: Some(player.shot(game, share.outcome as u32)),
                probability: share.probability,
                value: Some(share.value),
            };
            return idea.outcomes.iter().map(execution).collect();
        }
        let (skill, rng) = (curling.skill(game), &mut seed.rng());
        let tried = (0..TRIES).map(|_| skill.deliver(&idea.shot, curling.tee(), rng));
        let execution = |delivered| Execution {
            shot: match delivered {
                Delivered::Thrown(shot) => Some(shot),
                Delivered::Pass => None,
            },
            probability: 1.0 / f64::from(TRIES),
            value: None,
        };
        tried.map(execution).collect()
    }

    /// The other team's best shot in the position after an idea, at a glance.
    pub(super) fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let Mind::Jiritsu(player) = self else {
            return None;
        };
        let control = Control::new(seed).limit(Limit::depth(1));
        player.analyse(game, &control).action()
    }
}

/// The limit of a first answer.
fn first(limit: Limit, time: Duration) -> Limit {
    Limit {
        time: Some(time / FIRST),
        ..limit
    }
}

fn lattice_ideas(player: &Jiritsu, game: &Game, control: &Control<'_>) -> (Vec<Idea>, Effort) {
    let found = player.study(game, control);
    let idea = |candidate: Candidate<Executed>| Idea {
        shot: candidate.action.thrown(),
        target: candidate.action.target,
        kind: candidate.action.kind,
        value: candidate.value,
        bound: candidate.bound,
        spread: candidate.spread,
        error: candidate.error,
        reply: candidate.line.get(1).map(Executed::thrown),
        visited: candidate.visits > 0,
        outcomes: candidate.outcomes,
    };
    (
        found.candidates.into_iter().map(idea).collect(),
        found.effort,
    )
}

/// A shot that was not chosen from a lattice aims at where it would stop.
fn free_idea(curling: &Curling, candidate: &Candidate<Shot>) -> Idea {
    let shot = candidate.action;
    let target = curling.physics().released(&shot).rest();
    Idea {
        shot,
        target,
        kind: if target.y > STOPS {
            Kind::Hit
        } else {
            Kind::Draw
        },
        value: candidate.value,
        bound: candidate.bound,
        spread: candidate.spread,
        error: candidate.error,
        reply: candidate.line.get(1).copied(),
        visited: candidate.visits > 0,
        outcomes: Vec::new(),
    }
}
