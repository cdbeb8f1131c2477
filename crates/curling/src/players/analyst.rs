//! A player that can be asked what to throw: [`ShotAnalyst`].
//!
//! Every player of curling is one; the lineup makes players of the arena of them
//! ([`arena::Seated`]), and [`advice`](super::advice) makes sentences of their answers. What a
//! player must say is its shots, best first; what it may say besides has a default that fits
//! players that sample: their shots are tried to see what may come of them.

use super::jiritsu::Jiritsu;
use super::lattice::Kind;
use super::placement::placement;
use super::stakes::{Goal, MOST};
use crate::arena_game::{Action, Curling};
use crate::delivery::Delivered;
use crate::physics::Glide;
use crate::rules::{Game, Phase, Placement, Rules};
use crate::shot::Shot;
use crate::vector::Vector;
use arena::analyst::{Analyst, Asked, FromPlayer};
use arena::game::Game as _;
use arena::player::{Choice, Fault, Player};
use lookahead::analysis::Share;
use lookahead::{Analysis, Bound, Candidate, Control, Effort, Limit, Seed, Side, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a shot is tried where the player does not say what may come of it.
const TRIES: u32 = 400;

/// The part of its time that a sampling player gets for its first answer.
const FIRST: u32 = 8;

/// A shot that would stop this far behind the tee, in metres, is not meant to stop.
const STOPS: f64 = 4.0;

/// The side that throws a slot: the hammer is [`Side::Max`].
pub fn side_of(slot: usize) -> Side {
    if slot.is_multiple_of(2) {
        Side::Min
    } else {
        Side::Max
    }
}

/// An analysis of one shot that was not searched for.
pub fn at_once(shot: Option<Shot>, control: &Control<'_>) -> Analysis<Shot> {
    Analysis {
        candidates: shot
            .into_iter()
            .map(|shot| Candidate::estimate(shot, 0.5))
            .collect(),
        effort: control.start().effort(0, Stop::Done),
    }
}

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
    /// The scale of a goal.
    pub fn of(goal: Goal) -> Self {
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

/// A shot a player thought of; values are the hammer's.
#[derive(Clone, Debug)]
pub struct Idea {
    /// How it is let go.
    pub shot: Shot,
    /// Where it would stop if nothing were in its way.
    pub target: Vector,
    /// To stop, or to hit.
    pub kind: Kind,
    /// What it is worth.
    pub value: f64,
    /// How exact that is.
    pub bound: Bound,
    /// The standard deviation of what a single throw of it is worth.
    pub spread: f64,
    /// The standard error of the value, where it is an average of samples.
    pub error: Option<f64>,
    /// The other team's answer, where the search has one.
    pub reply: Option<Shot>,
    /// Whether the search has looked at it at all.
    pub visited: bool,
    /// What may come of it, by the numbers of a lattice.
    pub outcomes: Vec<Share>,
}

/// Something that may become of a shot when it is tried; the value is the hammer's.
#[derive(Clone, Copy, Debug)]
pub struct Execution {
    /// What is thrown; nothing if the player passes.
    pub shot: Option<Shot>,
    /// How likely it is.
    pub probability: f64,
    /// What it is worth, where the player values it.
    pub value: Option<f64>,
}

/// A player that can be asked for its shots.
pub trait ShotAnalyst: Send + Sync {
    /// Its shots, best first, valued for the hammer; none where there is none to throw.
    ///
    /// # Errors
    /// The fault of a program that has no answer.
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault>;

    /// What it plays for in this position, which its values are in.
    fn goal(&self, curling: &Curling, game: &Game) -> Goal {
        let _ = (curling, game);
        Goal::Points
    }

    /// Whether a value is more than the chance or the points: the worth of stones that lie well,
    /// until the end is over.
    fn adds_position(&self, game: &Game) -> bool {
        let _ = game;
        false
    }

    /// The stages of a growing answer within a limit, the last of which is the limit itself: by
    /// default a first part of the time, for a search that samples.
    fn stages(&self, limit: Limit) -> Vec<Limit> {
        let first = limit.time.map(|time| first(limit, time));
        first.into_iter().chain([limit]).collect()
    }

    /// Its shots with what is needed to explain them.
    ///
    /// # Errors
    /// As [`ShotAnalyst::shots`].
    fn ideas(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<(Vec<Idea>, Effort), Fault> {
        let Analysis { candidates, effort } = self.shots(curling, game, control)?;
        let ideas = candidates.iter().map(|one| free_idea(curling, one));
        Ok((ideas.collect(), effort))
    }

    /// What may become of an idea, likeliest first where that is known.
    fn executions(
        &self,
        curling: &Curling,
        game: &Game,
        idea: &Idea,
        seed: Seed,
    ) -> Vec<Execution> {
        tried(curling, game, &idea.shot, seed)
    }

    /// The other team's best shot in the position after an idea, at a glance.
    fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let _ = (game, seed);
        None
    }

    /// The placement of an end of mixed doubles.
    fn place(&self, rules: &Rules, game: &Game) -> Placement {
        placement(rules, game)
    }

    /// The lattice search itself, whose evaluation can be shown place by place.
    fn jiritsu(&self) -> Option<&Jiritsu> {
        None
    }
}

impl Analyst<Curling> for dyn ShotAnalyst {
    fn analyse(
        &mut self,
        curling: &Curling,
        _: usize,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Action>, Fault> {
        if game.phase == Phase::Placing {
            let placed = Action::Place(self.place(curling.rules(), game));
            return Ok(Analysis {
                candidates: vec![Candidate::estimate(placed, 0.5)],
                effort: control.start().effort(0, Stop::Done),
            });
        }
        let shots = self.shots(curling, game, control)?;
        Ok(shots.map(Action::Throw))
    }

    fn decide(
        &mut self,
        curling: &Curling,
        _: usize,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Choice<Action>, Fault> {
        if game.phase == Phase::Placing {
            return Ok(Action::Place(self.place(curling.rules(), game)).into());
        }
        let shots = self.shots(curling, game, control)?;
        let best = shots.best().ok_or(Fault::Resigned)?;
        Ok(Choice {
            action: Action::Throw(best.action),
            thought: Some(best.value.into()),
        })
    }
}

impl FromPlayer<Curling> for dyn ShotAnalyst {
    fn from_player(player: Box<dyn Player<Curling>>) -> Box<Self> {
        Box::new(AskedPlayer(Mutex::new(Asked::new(player))))
    }
}

/// A player of the arena that is asked for its one shot: a program in another process.
struct AskedPlayer(Mutex<Asked<Curling>>);

impl ShotAnalyst for AskedPlayer {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        let Some(seat) = curling.turn(game) else {
            return Ok(at_once(None, control));
        };
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Choice { action, .. } = asked.decide(curling, seat, game, control)?;
        legal_shot(curling, game, action).map(|shot| at_once(Some(shot), control))
    }
}

/// The shot of an answer to who throws.
///
/// # Errors
/// If it is none, or may not be thrown.
pub fn legal_shot(curling: &Curling, game: &Game, action: Action) -> Result<Shot, Fault> {
    let illegal = |why: String| Fault::Illegal {
        action: action.to_string(),
        why,
    };
    curling.check(game, &action).map_err(illegal)?;
    match action {
        Action::Throw(shot) => Ok(shot),
        Action::Place(_) => Err(illegal("a shot was asked for".to_owned())),
    }
}

/// A shot tried many times by the hand that throws it.
pub(super) fn tried(curling: &Curling, game: &Game, shot: &Shot, seed: Seed) -> Vec<Execution> {
    let (skill, rng) = (curling.skill(game), &mut seed.rng());
    let tried = (0..TRIES).map(|_| skill.deliver(shot, curling.tee(), rng));
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

/// The limit of a first answer.
fn first(limit: Limit, time: Duration) -> Limit {
    Limit {
        time: Some(time / FIRST),
        ..limit
    }
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
