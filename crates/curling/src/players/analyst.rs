//! The interface of curling players: [`ShotAnalyst`].
//!
//! Every player of curling implements it; the lineup makes players of the arena of them
//! ([`arena::AnalystPlayer`]), and [`advice`](super::advice) explains their analyses. A player must
//! return its shots, best first; the other methods have defaults that fit sampling players, the
//! outcomes of whose shots are sampled.

use super::end_utility::{Goal, MOST};
use super::jiritsu::Jiritsu;
use super::lattice::Kind;
use super::placement::placement;
use crate::arena_game::{Action, Curling};
use crate::delivery::Delivered;
use crate::physics::Glide;
use crate::rules::{Game, Phase, Placement, Rules};
use crate::shot::Shot;
use crate::vector::Vector;
use arena::Words;
use arena::analyst::{Analyst, FromPlayer, PlayerAnalyst};
use arena::game::Game as _;
use arena::player::{Choice, Fault, Player};
use lookahead::analysis::Share;
use lookahead::{Analysis, Bound, Candidate, Control, Effort, Limit, Seed, Side, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The number of sampled executions of a shot where the player has no outcome probabilities.
const SAMPLES: u32 = 400;

/// The divisor of a sampling player's time for its first answer.
const FIRST_STAGE: u32 = 8;

/// A shot that would stop farther than this behind the tee, in metres, is a hit.
const DRAW_LIMIT: f64 = 4.0;

/// Returns the side that throws a slot: the hammer is [`Side::Max`].
pub fn side_of(slot: usize) -> Side {
    if slot.is_multiple_of(2) {
        Side::Min
    } else {
        Side::Max
    }
}

/// Returns the analysis of a single shot without search.
pub fn without_search(shot: Option<Shot>, control: &Control<'_>) -> Analysis<Shot> {
    Analysis {
        candidates: shot
            .into_iter()
            .map(|shot| Candidate::estimate(shot, 0.5))
            .collect(),
        effort: control.start().effort(0, Stop::Done),
    }
}

/// The scale of values, for the team that throws.
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
    /// Returns the scale of a goal.
    pub fn of(goal: Goal) -> Self {
        match goal {
            Goal::Win => Scale::Chance,
            Goal::Points => Scale::Points,
        }
    }

    /// Converts a search value, which is the hammer's from 0 to 1, for the hammer (1) or for the
    /// other team (-1).
    pub fn for_team(self, value: f64, sign: f64) -> f64 {
        let from_half = sign * (value - 0.5);
        match self {
            Scale::Chance => 0.5 + from_half,
            Scale::Points => self.width(from_half),
        }
    }

    /// Converts a difference between two search values.
    pub(super) fn width(self, difference: f64) -> f64 {
        match self {
            Scale::Chance => difference,
            Scale::Points => difference * f64::from(2 * MOST),
        }
    }
}

/// A candidate shot of a player; values are the hammer's.
#[derive(Clone, Debug)]
pub struct CandidateShot {
    /// The shot.
    pub shot: Shot,
    /// The resting place if nothing is in its way.
    pub target: Vector,
    /// Draw or hit.
    pub kind: Kind,
    /// The value.
    pub value: f64,
    /// The bound type of the value.
    pub bound: Bound,
    /// The standard deviation of the value of a single throw.
    pub spread: f64,
    /// The standard error of the value, where it is an average of samples.
    pub error: Option<f64>,
    /// The opponent's reply, where the search has one.
    pub reply: Option<Shot>,
    /// Whether the search has visited it.
    pub visited: bool,
    /// The outcomes by lattice index; empty without a lattice.
    pub outcomes: Vec<Share>,
}

/// An execution of a shot; the value is the hammer's.
#[derive(Clone, Copy, Debug)]
pub struct Execution {
    /// The executed shot; `None` if the player passes.
    pub shot: Option<Shot>,
    /// The probability.
    pub probability: f64,
    /// The value, where the player has one.
    pub value: Option<f64>,
}

/// A player that returns its analysis of shots.
pub trait ShotAnalyst: Send + Sync {
    /// Returns its shots, best first, with values for the hammer; none where no shot comes next.
    ///
    /// # Errors
    /// The fault of a program without an answer.
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault>;

    /// Returns the goal in this position, which is the scale of its values.
    fn goal(&self, curling: &Curling, game: &Game) -> Goal {
        let _ = (curling, game);
        Goal::Points
    }

    /// Returns whether its values include a positional term for well-placed stones beside the
    /// chance or the points.
    fn adds_position(&self, game: &Game) -> bool {
        let _ = game;
        false
    }

    /// Returns sentences for readers of its values: what they were learned for, where that differs
    /// from the match.
    fn notes(&self) -> Vec<Words> {
        Vec::new()
    }

    /// Returns the stages of a progressive answer, the last of which is the limit itself. By
    /// default a first stage takes a part of the time, for a search that samples.
    fn stages(&self, limit: Limit) -> Vec<Limit> {
        let first = limit.time.map(|time| first_stage(limit, time));
        first.into_iter().chain([limit]).collect()
    }

    /// Returns its candidates with the details for explanations.
    ///
    /// # Errors
    /// As [`ShotAnalyst::shots`].
    fn candidates(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<(Vec<CandidateShot>, Effort), Fault> {
        let Analysis { candidates, effort } = self.shots(curling, game, control)?;
        let shots = candidates.iter().map(|one| free_candidate(curling, one));
        Ok((shots.collect(), effort))
    }

    /// Returns the executions of a candidate, most probable first where that is known.
    fn executions(
        &self,
        curling: &Curling,
        game: &Game,
        candidate: &CandidateShot,
        seed: Seed,
    ) -> Vec<Execution> {
        sampled(curling, game, &candidate.shot, seed)
    }

    /// Returns the opponent's best reply in a position by a quick search, if there is one.
    fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let _ = (game, seed);
        None
    }

    /// Returns the placement for an end of mixed doubles.
    fn place(&self, rules: &Rules, game: &Game) -> Placement {
        placement(rules, game)
    }

    /// Returns the lattice search, if the player is one: its evaluation can be shown place by
    /// place.
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
        Box::new(ArenaPlayer(Mutex::new(PlayerAnalyst::new(player))))
    }
}

/// A player of the arena as an analyst with a single shot: a program in another process.
struct ArenaPlayer(Mutex<PlayerAnalyst<Curling>>);

impl ShotAnalyst for ArenaPlayer {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        let Some(seat) = curling.turn(game) else {
            return Ok(without_search(None, control));
        };
        let mut player = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Choice { action, .. } = player.decide(curling, seat, game, control)?;
        legal_shot(curling, game, action).map(|shot| without_search(Some(shot), control))
    }
}

/// Returns the shot of an action.
///
/// # Errors
/// If the action is no shot, or an illegal one.
pub fn legal_shot(curling: &Curling, game: &Game, action: Action) -> Result<Shot, Fault> {
    let illegal = |why: String| Fault::Illegal {
        action: action.to_string(),
        why,
    };
    curling.check(game, &action).map_err(illegal)?;
    match action {
        Action::Throw(shot) => Ok(shot),
        Action::Place(_) => Err(illegal("expected a shot, not a placement".to_owned())),
    }
}

/// Samples executions of a shot by the player to throw.
pub(super) fn sampled(curling: &Curling, game: &Game, shot: &Shot, seed: Seed) -> Vec<Execution> {
    let (skill, rng) = (curling.skill(game), &mut seed.rng());
    let samples = (0..SAMPLES).map(|_| skill.deliver(shot, curling.tee(), rng));
    let execution = |delivered| Execution {
        shot: match delivered {
            Delivered::Thrown(shot) => Some(shot),
            Delivered::Pass => None,
        },
        probability: 1.0 / f64::from(SAMPLES),
        value: None,
    };
    samples.map(execution).collect()
}

/// Returns the limit of the first stage.
fn first_stage(limit: Limit, time: Duration) -> Limit {
    Limit {
        time: Some(time / FIRST_STAGE),
        ..limit
    }
}

/// Returns a candidate without a lattice: its target is the resting place.
fn free_candidate(curling: &Curling, candidate: &Candidate<Shot>) -> CandidateShot {
    let shot = candidate.action;
    let target = curling.physics().released(&shot).rest();
    CandidateShot {
        shot,
        target,
        kind: if target.y > DRAW_LIMIT {
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
