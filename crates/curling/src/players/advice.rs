//! Advice for people: the few distinct shots of an analysis, in words, with their outcomes.
//!
//! A search returns thousands of targets, a stone's radius apart, all valued for the hammer. A
//! skip asks other questions: which shot to call, what it brings if made, how likely it is made,
//! what a miss costs, what the opponent will reply, and how much better it is than the next best.
//! [`Advice::new`] asks a [`ShotAnalyst`] and answers them:
//!
//! * **Distinct shots.** Candidates of one turn and kind within 0.3 m of a better one are that
//!   shot; so are those of one turn with the same call.
//! * **The intended result** is the result of the exact throw; unless another result, for which the
//!   player has a value, contributes more than twice as much to the value of the shot: then that is
//!   the intended one, and the shot aims beside it for safety. The shot is made if the same stones
//!   are moved and removed and the thrown stone stops within half a metre of its place
//!   ([`Effect::is_as_intended`]); the probability comes from the player's own outcomes, or from
//!   samples where it has none.
//! * **The call** names the intended result: which stones are moved or removed, and where the
//!   thrown one stops ([`ShotCall`]).
//! * **The cost of a miss** is the mean value of the other outcomes less that of the shot.
//! * **The purpose** is the result of the end for which a skip would call the shot ([`Purpose`]).
//!
//! Values are for the team that throws. Nothing is printed or drawn here, and only the player
//! searches.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::advice::Advice;
//! use curling::rules::Game;
//! use curling::Vector;
//! use lookahead::{Control, Limit, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let greedy = curling::lineup::of(curling.clone()).build_analyst(&"greedy".parse()?)?;
//! let mut game = Game::new(curling.rules())?;
//! (game.end, game.shot) = (9, 15); // the last stone of the match, nothing lies there
//! let advice = Advice::new(&*greedy, &curling, &game, &Control::new(Seed(1)), 3)?;
//! let best = &advice.shots[0];
//! assert!(best.words.starts_with("draw to the"));
//! assert!(best.success > 0.5 && best.points.unwrap() > 0.8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod call;
mod effect;
pub mod english;
pub mod japanese;
mod purpose;

pub use super::analyst::{Scale, ShotAnalyst};
pub use call::{Call, Place, ShotCall};
pub use effect::Effect;
pub use purpose::Purpose;
use purpose::Situation;

use super::analyst::{CandidateShot, Execution, side_of};
use super::end_utility::blank_keeps_hammer;
use super::lattice::Kind;
use super::value_model::{Chances, RESULTS};
use crate::arena_game::Curling;
use crate::delivery::crossing;
use crate::notation::StoneName;
use crate::physics::{Mode, Throw};
use crate::rules::{Game, GameError, Phase, Team, score};
use crate::shot::{Shot, Turn};
use crate::stones::{SLOTS, Stones};
use crate::trajectory::{Path, Trajectory, rounded};
use crate::vector::Vector;
use arena::Words;
use arena::player::Fault;
use lookahead::{Bound, Control, Effort, Limit, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// Candidates of one turn and kind within this of a better one are the same shot, in metres.
const SAME: f64 = 0.3;

/// The most candidates whose executions are examined.
const MOST_EXAMINED: usize = 200;

/// Outcomes with a smaller probability are left out.
const RARE: f64 = 0.001;

/// The most outcomes of a shot that was thrown so often that each of them is rare.
const MOST_THROWS: usize = 500;

/// Smaller contributions to a value are ignored.
const LITTLE: f64 = 1e-9;

/// Chances that differ by less than this count as equal.
const EQUAL: f64 = 0.005;
/// Differences from this on are clear.
const CLEAR: f64 = 0.02;

/// A position without advice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AdviceError {
    /// The match is over.
    #[error("the match is over: no shot to choose")]
    Over,
    /// The stones of mixed doubles are not placed.
    #[error("the stones of this end are not placed: no shot to choose yet")]
    NotPlaced,
    /// An impossible position.
    #[error(transparent)]
    Impossible(GameError),
    /// The player has no candidates.
    #[error("the player has no shot in this position")]
    NoShot,
    /// The player could not answer.
    #[error("the player has no answer: {0}")]
    Player(#[from] Fault),
}

/// The advice of a player on a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingAdvice")]
pub struct Advice {
    /// The team that throws; all values are for it.
    pub team: Team,
    /// The slot of its stone.
    pub slot: usize,
    /// Whether it has the hammer.
    pub hammer: bool,
    /// The scale of the values.
    pub scale: Scale,
    /// Whether values include a positional term beside the chance or the points, so that they are
    /// not chances in the strict sense.
    pub adds_position: bool,
    /// Whether the player valued its shots; opening knowledge has no values.
    pub valued: bool,
    /// The distinct shots, best first.
    pub shots: Vec<AdvisedShot>,
    /// The margin of the best shot over the next.
    pub sure: Confidence,
    /// The value of every target, by turn.
    pub maps: Vec<ValueMap>,
    /// The targets as a list, best first.
    #[serde(skip)]
    pub targets: Vec<Target>,
    /// The effort of the search.
    pub effort: Effort,
    /// The ice of the shot, where it differs from that of the conditions, on which all values are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ice: Option<IceNote>,
    /// Sentences on values that were learned for other conditions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Words>,
}

/// The ice of a shot that differs from that of the conditions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingIceNote")]
pub struct IceNote {
    /// The factor on friction, wear apart.
    pub friction: f64,
    /// Whether stones have worn the ice.
    pub worn: bool,
    /// A sentence for readers of the values.
    pub sentence: Words,
}

impl IceNote {
    /// Returns the note for the next shot of a match; none on the ice of the conditions.
    fn of(curling: &Curling, game: &Game) -> Option<Self> {
        let changes = &curling.conditions().changes;
        let friction = changes.friction_of(game.shots_before(curling.rules()));
        let worn = changes.wear.is_some() && !game.passages.is_none();
        (friction != 1.0 || worn).then(|| IceNote {
            friction,
            worn,
            sentence: Words {
                en: english::other_ice(friction, worn),
                ja: japanese::other_ice(friction, worn),
            },
        })
    }
}

/// A distinct shot with its outcomes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingAdvised")]
pub struct AdvisedShot {
    /// The kind of call.
    pub call: Call,
    /// The call with the stones and places it names.
    pub called: ShotCall,
    /// The call as an English sentence, stones numbered by shot.
    pub words: String,
    /// The call as a sentence in both languages, stones named by their handles.
    pub sentence: Words,
    /// The result of the end that the shot is thrown for, where the player's values tell.
    pub purpose: Option<Purpose>,
    /// The purpose in words.
    pub purpose_words: Option<Words>,
    /// The shot.
    pub shot: Shot,
    /// The speed at release, in metres per second.
    pub speed: f64,
    /// The resting place if nothing is in its way, in the house frame.
    pub target: Vector,
    /// Draw or hit.
    pub kind: Kind,
    /// The value.
    pub value: f64,
    /// The bound type of the value; bounds are the hammer's.
    pub bound: Bound,
    /// The standard deviation of the value of a single throw.
    pub spread: f64,
    /// The standard error of the value, where it is an average of samples.
    pub error: Option<f64>,
    /// The number of candidates merged into this shot, itself included.
    pub alike: usize,
    /// A throw with the intended result: mostly the shot itself.
    pub meant: Shot,
    /// The resting place of the thrown stone if the shot is made.
    pub stops: Option<Vector>,
    /// The stones removed if the shot is made.
    pub removed: Vec<StoneName>,
    /// The stones moved if the shot is made.
    pub moved: Vec<StoneName>,
    /// The paths of the stones if the shot is made, the thrown one first.
    pub paths: Vec<Path>,
    /// The outcomes, most probable first; those below one in a thousand are left out.
    pub outcomes: Vec<Outcome>,
    /// The probability that the shot is made: that of the intended result.
    pub success: f64,
    /// The mean value of throws that make the shot, where the player values outcomes.
    pub made: Option<f64>,
    /// The mean value of throws that miss it, where the player values outcomes.
    pub missed: Option<f64>,
    /// The mean number of points lying afterwards, positive for the team that throws; after the
    /// last stone of the end these are its points.
    pub points: Option<f64>,
    /// The probability of each number of points, lowest first.
    pub results: Vec<(i8, f64)>,
    /// The opponent's reply to the most probable outcome.
    pub reply: Option<Reply>,
}

/// An outcome of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingShotOutcome")]
pub struct Outcome {
    /// The probability.
    pub probability: f64,
    /// The resting place of the thrown stone; absent if it leaves play.
    pub stops: Option<Vector>,
    /// The value for the team that throws, where the player has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// The values of all targets of one turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingValueMap")]
pub struct ValueMap {
    /// The turn.
    pub turn: Turn,
    /// The side of a cell, in metres.
    pub side: f64,
    /// x, y and value of targets where a stone would stop.
    pub cells: Vec<(f64, f64, f64)>,
    /// x at the tee line and value of hits.
    pub strip: Vec<(f64, f64)>,
}

/// A reply of the opponent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingReply")]
pub struct Reply {
    /// The kind of call.
    pub call: Call,
    /// The call with the stones and places it names.
    pub called: ShotCall,
    /// The call as an English sentence.
    pub words: String,
    /// The shot.
    pub shot: Shot,
}

/// A target with its value for the team that throws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// x of the resting place.
    pub x: f64,
    /// y of the resting place.
    pub y: f64,
    /// x of a hit at the tee line if nothing is in its way.
    pub at_tee: Option<f64>,
    /// The turn.
    pub turn: Turn,
    /// Draw or hit.
    pub kind: Kind,
    /// The value.
    pub value: f64,
}

/// The margin of the best shot over the next different one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingSureness")]
pub struct Confidence {
    /// The difference of their values; absent if there is no other.
    pub gap: Option<f64>,
    /// The index of the other shot in the list.
    pub next: Option<usize>,
    /// The standard error of the difference, where values are averages of samples.
    pub error: Option<f64>,
    /// The margin as a verdict.
    pub verdict: Verdict,
}

/// The confidence of a player in its best shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingSure")]
pub enum Verdict {
    /// No other shot, or none with a value.
    Alone,
    /// Another shot is as good.
    Equal,
    /// Not significant: less than two standard errors.
    Unsure,
    /// A little better.
    Slight,
    /// Much better.
    Clear,
}

impl Advice {
    /// Asks a player in stages of increasing effort: every answer but the last goes to `interim`.
    /// Stopped early, the best answer so far is returned.
    ///
    /// The last stage is the search of [`Advice::new`] with the remaining time.
    ///
    /// # Errors
    /// If no shot comes next.
    pub fn progressive(
        analyst: &dyn ShotAnalyst,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
        top: usize,
        interim: &dyn Fn(&Advice),
    ) -> Result<Self, AdviceError> {
        let meter = control.start();
        let mut best: Option<Advice> = None;
        for stage in analyst.stages(control.limit) {
            if let Some(earlier) = &best {
                if earlier.effort.stopped == Stop::Done || !meter.poll() {
                    break;
                }
                interim(earlier);
            }
            let spent = Duration::from_secs_f64(meter.seconds());
            let left = control.limit.time.map(|time| time.saturating_sub(spent));
            let time = left.into_iter().chain(stage.time).min();
            let control = control.clone().limit(Limit { time, ..stage });
            match Self::new(analyst, curling, game, &control, top) {
                Ok(better) if best.as_ref().is_none_or(|last| better.is_at_least(last)) => {
                    best = Some(better);
                }
                Err(error) if best.is_none() => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        best.ok_or(AdviceError::NoShot)
    }

    /// Returns whether this answer searched as far as another, or further.
    fn is_at_least(&self, other: &Advice) -> bool {
        let effort = |advice: &Advice| (advice.effort.depth, advice.effort.nodes);
        effort(self) >= effort(other)
    }

    /// Asks a player about a position; `top` is the number of shots.
    ///
    /// # Errors
    /// If no shot comes next.
    pub fn new(
        analyst: &dyn ShotAnalyst,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
        top: usize,
    ) -> Result<Self, AdviceError> {
        let (slot, team) = check(curling, game)?;
        let (candidates, effort) = analyst.candidates(curling, game, control)?;
        if candidates.is_empty() {
            return Err(AdviceError::NoShot);
        }
        let adviser = Adviser {
            analyst,
            curling,
            game,
            slot,
            sign: side_of(slot).sign(),
            scale: Scale::of(analyst.goal(curling, game)),
            seed: control.seed,
        };
        let valued = candidates.iter().any(|one| one.visited);
        let chosen = adviser.distinct(&candidates, top.max(4));
        let mut shots: Vec<_> = chosen.iter().map(|one| adviser.advised(one)).collect();
        let sure = confidence(&shots, adviser.scale, valued);
        shots.truncate(top.max(1));
        let targets: Vec<_> = candidates.iter().map(|one| adviser.target(one)).collect();
        Ok(Advice {
            team,
            slot,
            hammer: slot % 2 == 1,
            scale: adviser.scale,
            adds_position: analyst.adds_position(game),
            valued,
            shots,
            sure,
            maps: adviser.maps(&targets),
            targets,
            effort,
            ice: IceNote::of(curling, game),
            notes: analyst.notes(),
        })
    }
}

/// Returns the slot and the team of the next shot.
fn check(curling: &Curling, game: &Game) -> Result<(usize, Team), AdviceError> {
    match game.phase {
        Phase::Over(_) => return Err(AdviceError::Over),
        Phase::Placing => return Err(AdviceError::NotPlaced),
        Phase::Throwing => {}
    }
    let checked = game.check(curling.rules());
    checked.map_err(AdviceError::Impossible)?;
    let next = game.slot().zip(game.to_throw());
    next.ok_or(AdviceError::NoShot)
}

/// Returns the margin of the first shot over the next different one.
fn confidence(shots: &[AdvisedShot], scale: Scale, valued: bool) -> Confidence {
    let differs = |shot: &AdvisedShot| shot.called != shots[0].called;
    let place = shots.iter().position(differs).filter(|_| valued);
    let Some(place) = place else {
        return Confidence::ALONE;
    };
    let (best, next) = (&shots[0], &shots[place]);
    let gap = best.value - next.value;
    let error = best.error.zip(next.error).map(|(a, b)| libm::hypot(a, b));
    let verdict = match error {
        Some(error) if gap < 2.0 * error => Verdict::Unsure,
        _ if gap < scale.width(EQUAL) => Verdict::Equal,
        _ if gap < scale.width(CLEAR) => Verdict::Slight,
        _ => Verdict::Clear,
    };
    Confidence {
        gap: Some(gap),
        next: Some(place),
        error,
        verdict,
    }
}

impl Confidence {
    const ALONE: Confidence = Confidence {
        gap: None,
        next: None,
        error: None,
        verdict: Verdict::Alone,
    };
}

/// A candidate that is distinct from the better ones.
struct DistinctShot<'a> {
    candidate: &'a CandidateShot,
    executions: Vec<(Execution, Effect)>,
    intended: Intended,
    called: ShotCall,
    alike: usize,
}

/// The intended result of a shot, with a throw that has it.
struct Intended {
    shot: Shot,
    effect: Effect,
}

impl DistinctShot<'_> {
    /// Returns whether another candidate aims so near that it is this shot.
    fn is_near(&self, other: &CandidateShot) -> bool {
        let one = self.candidate;
        one.kind == other.kind
            && one.shot.turn == other.shot.turn
            && (one.target - other.target).length() <= SAME
    }
}

/// The context of an advice: player, position and scale.
struct Adviser<'a> {
    analyst: &'a dyn ShotAnalyst,
    curling: &'a Curling,
    game: &'a Game,
    slot: usize,
    /// 1 if the hammer throws, otherwise -1.
    sign: f64,
    scale: Scale,
    seed: Seed,
}

impl Adviser<'_> {
    /// Returns the best distinct candidates.
    fn distinct<'i>(&self, candidates: &'i [CandidateShot], top: usize) -> Vec<DistinctShot<'i>> {
        let mut chosen: Vec<DistinctShot<'i>> = Vec::new();
        let mut examined = 0;
        for candidate in candidates {
            if let Some(same) = chosen.iter_mut().find(|one| one.is_near(candidate)) {
                same.alike += 1;
                continue;
            }
            if chosen.len() >= top || examined >= MOST_EXAMINED {
                continue;
            }
            examined += 1;
            let executions = self.executions(candidate);
            let intended = self.intended(candidate, &executions);
            let called = ShotCall::of(self.game, &intended.effect);
            let turn = candidate.shot.turn;
            let same = |one: &&mut DistinctShot<'_>| {
                one.called == called && one.candidate.shot.turn == turn
            };
            match chosen.iter_mut().find(same) {
                Some(same) => same.alike += 1,
                None => chosen.push(DistinctShot {
                    candidate,
                    executions,
                    intended,
                    called,
                    alike: 1,
                }),
            }
        }
        chosen
    }

    /// Returns the executions of a candidate with their effects.
    fn executions(&self, candidate: &CandidateShot) -> Vec<(Execution, Effect)> {
        let (curling, game) = (self.curling, self.game);
        let all = self.analyst.executions(curling, game, candidate, self.seed);
        let effect = |execution: Execution| {
            let effect = Effect::of(curling, game, execution.shot.as_ref());
            (execution, effect)
        };
        all.into_iter().map(effect).collect()
    }

    /// Returns the intended result of a candidate.
    fn intended(&self, candidate: &CandidateShot, executions: &[(Execution, Effect)]) -> Intended {
        let effect = Effect::of(self.curling, self.game, Some(&candidate.shot));
        let exact = Intended {
            shot: candidate.shot,
            effect,
        };
        let worst = executions
            .iter()
            .filter_map(|(one, _)| Some(self.sign * one.value?));
        let worst = worst.fold(f64::INFINITY, f64::min);
        let gain = |like: &Effect| -> f64 {
            let alike = executions.iter().filter(|(_, effect)| effect.is_like(like));
            let gains = alike
                .filter_map(|(one, _)| Some(one.probability * (self.sign * one.value? - worst)));
            gains.sum()
        };
        let mut best = (2.0 * gain(&exact.effect) + LITTLE, exact);
        for (execution, effect) in executions {
            if let Some(shot) = execution.shot
                && gain(effect) > best.0
            {
                let effect = effect.clone();
                best = (gain(&effect), Intended { shot, effect });
            }
        }
        best.1
    }

    /// Converts a value for the team that throws.
    fn for_thrower(&self, value: f64) -> f64 {
        self.scale.for_team(value, self.sign)
    }

    /// Returns the advice on a shot.
    fn advised(&self, one: &DistinctShot<'_>) -> AdvisedShot {
        let candidate = one.candidate;
        let tally = self.tally(&one.executions, &one.intended.effect);
        let purpose = self.purpose(&one.executions);
        let intended = &one.intended.effect;
        let points = tally
            .results
            .iter()
            .map(|(points, p)| f64::from(*points) * p);
        AdvisedShot {
            call: one.called.call,
            words: one.called.english(),
            sentence: one.called.words(self.game.lead),
            called: one.called.clone(),
            purpose,
            purpose_words: purpose.map(Purpose::words),
            shot: candidate.shot,
            speed: candidate.shot.velocity.length(),
            target: candidate.target,
            kind: candidate.kind,
            value: self.for_thrower(candidate.value),
            bound: candidate.bound,
            spread: self.scale.width(candidate.spread),
            error: candidate.error.map(|error| self.scale.width(error)),
            alike: one.alike,
            meant: one.intended.shot,
            stops: intended.rest,
            removed: self.named(&intended.removed),
            moved: self.named(&intended.moved),
            paths: self.paths(&one.intended.shot),
            outcomes: self.outcomes(&one.executions),
            success: tally.made.probability,
            made: tally.made.mean().map(|value| self.for_thrower(value)),
            missed: tally.missed.mean().map(|value| self.for_thrower(value)),
            points: (!tally.results.is_empty()).then(|| points.sum()),
            results: tally.results,
            reply: self.reply(one),
        }
    }

    /// Returns the purpose of a shot, where the player's values distinguish the end's results.
    fn purpose(&self, executions: &[(Execution, Effect)]) -> Option<Purpose> {
        let player = self.analyst.jiritsu()?;
        let through = player.outlook(&self.game.stones, self.slot + 1)?;
        let mut after: Chances = [0.0; RESULTS];
        let total: f64 = executions.iter().map(|(one, _)| one.probability).sum();
        for (execution, effect) in executions {
            let chances = player.outlook(&effect.after, self.slot + 1)?;
            for (sum, chance) in after.iter_mut().zip(chances) {
                *sum += execution.probability / total * chance;
            }
        }
        let situation = Situation {
            side: side_of(self.slot),
            utility: player.utility(self.game),
            blank_keeps_hammer: blank_keeps_hammer(self.curling.rules(), self.game),
            ahead: self.leads(),
            last: self.slot + 1 == SLOTS,
        };
        situation.purpose(&after, &through)
    }

    /// Returns whether the team that throws leads the match.
    fn leads(&self) -> bool {
        let [zero, one] = Team::BOTH.map(|team| self.game.total(team));
        match self.game.to_throw() {
            Some(Team::Zero) => zero > one,
            Some(Team::One) => one > zero,
            None => false,
        }
    }

    fn named(&self, slots: &[usize]) -> Vec<StoneName> {
        let named = |&slot: &usize| StoneName::of(slot, self.game.lead);
        slots.iter().map(named).collect()
    }

    /// Returns the paths of the stones that a shot moves.
    fn paths(&self, shot: &Shot) -> Vec<Path> {
        let throw = Throw {
            stones: self.game.stones,
            slot: self.slot,
            shot: *shot,
        };
        let physics = self.curling.physics_of(self.game);
        let filmed = Trajectory::of(&physics, Mode::Fast, &throw, self.game.lead);
        filmed.map_or_else(|_| Vec::new(), |(_, trajectory)| trajectory.paths())
    }

    fn outcomes(&self, executions: &[(Execution, Effect)]) -> Vec<Outcome> {
        let likely = executions.iter().filter(|(one, _)| one.probability >= RARE);
        let mut told: Vec<_> = likely.collect();
        let mut share = 1.0;
        if told.is_empty() && !executions.is_empty() {
            // Throws, all alike: some of them stand for all.
            let step = executions.len().div_ceil(MOST_THROWS);
            told.extend(executions.iter().step_by(step));
            share = executions.len() as f64 / told.len() as f64;
        }
        let outcome = |(one, effect): &(Execution, Effect)| Outcome {
            probability: share * one.probability,
            stops: effect
                .rest
                .map(|at| Vector::new(rounded(at.x), rounded(at.y))),
            value: one.value.map(|value| self.for_thrower(value)),
        };
        told.into_iter().map(outcome).collect()
    }

    /// Returns the targets by turn, for a player that values a whole lattice.
    fn maps(&self, targets: &[Target]) -> Vec<ValueMap> {
        let Some(player) = self.analyst.jiritsu() else {
            return Vec::new();
        };
        let side = player.spacing(self.game);
        Turn::BOTH
            .map(|turn| ValueMap::of(turn, side, targets))
            .into()
    }

    /// Sums the executions of a shot by whether it is made.
    fn tally(&self, executions: &[(Execution, Effect)], intended: &Effect) -> Tally {
        let mut tally = Tally::default();
        for (execution, effect) in executions {
            let part = if effect.is_as_intended(intended) {
                &mut tally.made
            } else {
                &mut tally.missed
            };
            part.add(execution);
            let points = self.points(&effect.after);
            match tally.results.binary_search_by_key(&points, |(p, _)| *p) {
                Ok(place) => tally.results[place].1 += execution.probability,
                Err(place) => tally.results.insert(place, (points, execution.probability)),
            }
        }
        tally
    }

    /// Returns the points of the team that throws if the end stopped there.
    fn points(&self, stones: &Stones) -> i8 {
        let lead = score::points(self.curling.rules(), stones);
        if self.slot.is_multiple_of(2) {
            lead
        } else {
            -lead
        }
    }

    /// Returns the opponent's reply to the most probable outcome, if the end goes on.
    fn reply(&self, one: &DistinctShot<'_>) -> Option<Reply> {
        let candidate = one.candidate;
        if self.slot + 1 >= SLOTS {
            return None;
        }
        let likeliest = match (candidate.outcomes.is_empty(), one.executions.first()) {
            (false, Some((first, _))) => first.shot?, // in order of their probability
            _ => candidate.shot,
        };
        let next = self.curling.after_shot(Mode::Fast, self.game, &likeliest);
        let shot = candidate
            .reply
            .or_else(|| self.analyst.answer(&next, self.seed))?;
        let effect = Effect::of(self.curling, &next, Some(&shot));
        let called = ShotCall::of(&next, &effect);
        Some(Reply {
            call: called.call,
            words: called.english(),
            called,
            shot,
        })
    }

    fn target(&self, candidate: &CandidateShot) -> Target {
        let runs = self.curling.physics().deliveries();
        let crossing = || {
            crossing::over_line(&runs, &candidate.shot, 0.0)
                .ok()
                .flatten()
        };
        let at_tee = match candidate.kind {
            Kind::Hit => crossing().map(|passage| passage.at.x),
            Kind::Draw => None,
        };
        Target {
            x: candidate.target.x,
            y: candidate.target.y,
            at_tee,
            turn: candidate.shot.turn,
            kind: candidate.kind,
            value: self.for_thrower(candidate.value),
        }
    }
}

impl ValueMap {
    fn of(turn: Turn, side: f64, targets: &[Target]) -> Self {
        let short = |value: f64| (value * 1e5).round() / 1e5;
        let of_turn = || targets.iter().filter(move |target| target.turn == turn);
        let draws = of_turn().filter(|target| target.kind == Kind::Draw);
        let hits = of_turn().filter_map(|target| Some((rounded(target.at_tee?), target.value)));
        ValueMap {
            turn,
            side,
            cells: draws
                .map(|target| (rounded(target.x), rounded(target.y), short(target.value)))
                .collect(),
            strip: hits.map(|(at, value)| (at, short(value))).collect(),
        }
    }
}

/// The executions of a shot, made and missed.
#[derive(Default)]
struct Tally {
    made: Part,
    missed: Part,
    results: Vec<(i8, f64)>,
}

/// A part of the executions.
#[derive(Default)]
struct Part {
    probability: f64,
    /// The sum of values weighted by probability, and the probability of executions with a value.
    sum: f64,
    valued: f64,
}

impl Part {
    fn add(&mut self, execution: &Execution) {
        self.probability += execution.probability;
        if let Some(value) = execution.value {
            self.sum += execution.probability * value;
            self.valued += execution.probability;
        }
    }

    fn mean(&self) -> Option<f64> {
        (self.valued > 0.0).then(|| self.sum / self.valued)
    }
}

#[cfg(test)]
mod tests;
