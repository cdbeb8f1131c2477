//! What an analysis means to a person: the few shots that differ, in words, with what may come of
//! them.
//!
//! A search answers with thousands of targets, a stone's radius apart, all valued from the hammer's
//! side. Somebody who stands on the ice asks other questions: what is the shot, what comes of it if
//! it is made, how likely is that, what does a miss cost, what will the other team do, and how much
//! better is it than the next best. [`Advice::new`] asks a [`ShotAnalyst`] and answers them:
//!
//! * **Shots that differ.** Candidates of one turn and kind within 0.3 m of a better one are that
//!   shot; so are those of one turn with the same call.
//! * **The intended result** is what the shot does when it is thrown exactly; unless another
//!   result, of which the player knows the worth, contributes more than twice as much to its value:
//!   then the shot is meant for that, and aims beside it for safety. It is reached if the same
//!   stones are moved and removed and the thrown stone stops within half a metre of its place
//!   ([`Effect::is_as_meant`]); how likely that is comes from the player's own probabilities, or
//!   from trying it where it has none.
//! * **The call** says what the intended result is: which stones are moved or removed, and where
//!   the thrown one stops ([`ShotCall`]).
//! * **The cost of a miss** is the mean value of the other outcomes less that of the shot.
//!
//! Values are for the team that throws. Nothing is printed or drawn here, and no game is searched
//! but by the player.
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

pub use super::analyst::{Scale, ShotAnalyst};
pub use call::{Call, Place, ShotCall};
pub use effect::Effect;

use super::analyst::{Execution, Idea, side_of};
use super::lattice::Kind;
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

/// No more candidates than this are looked at closely.
const MOST_LOOKED_AT: usize = 200;

/// An outcome that is less likely than this is not told.
const RARE: f64 = 0.001;

/// What contributes less than this to a value does not count.
const LITTLE: f64 = 1e-9;

/// Chances that differ by less than this are as good as equal.
const EQUAL: f64 = 0.005;
/// From this on a difference is clear.
const CLEAR: f64 = 0.02;

/// Why there is nothing to say.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AdviceError {
    /// The match is over.
    #[error("the match is over: there is no shot to choose")]
    Over,
    /// Stones have to be placed first.
    #[error("the stones of this end have not been placed: there is no shot to choose yet")]
    NotPlaced,
    /// No such position.
    #[error(transparent)]
    Impossible(GameError),
    /// The player has nothing to offer.
    #[error("no shot can be thrown here")]
    NoShot,
    /// The player could not answer.
    #[error("the player has no answer: {0}")]
    Player(#[from] Fault),
}

/// A position as a player sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingAdvice")]
pub struct Advice {
    /// The team that throws; all values are its.
    pub team: Team,
    /// The slot of its stone.
    pub slot: usize,
    /// Whether it throws last in the end.
    pub hammer: bool,
    /// What values are in.
    pub scale: Scale,
    /// Whether a value counts stones that lie well beside the chance or the points, so that it is
    /// no chance in the strict sense.
    pub adds_position: bool,
    /// Whether the player valued its shots; opening knowledge does not.
    pub valued: bool,
    /// Shots that differ, best first.
    pub shots: Vec<Advised>,
    /// How much the best is better than the next.
    pub sure: Sure,
    /// The value of every target, by turn.
    pub maps: Vec<ValueMap>,
    /// The same as a list, best first.
    #[serde(skip)]
    pub targets: Vec<Target>,
    /// What the search cost.
    pub effort: Effort,
}

/// A shot that may be called.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingAdvised")]
pub struct Advised {
    /// What a skip would call it.
    pub call: Call,
    /// The call with the stones and places it names.
    pub called: ShotCall,
    /// The same in an English sentence, stones numbered by shot.
    pub words: String,
    /// The same in both languages, stones named by their handles.
    pub sentence: Words,
    /// How it is let go.
    pub shot: Shot,
    /// Its speed at that moment, in metres a second.
    pub speed: f64,
    /// Where it would stop if nothing were in its way, in the house frame.
    pub target: Vector,
    /// To stop, or to hit.
    pub kind: Kind,
    /// What it is worth.
    pub value: f64,
    /// How exact that is; bounds are the hammer's.
    pub bound: Bound,
    /// The standard deviation of what a single throw of it is worth.
    pub spread: f64,
    /// The standard error of the value, where it is an average of samples.
    pub error: Option<f64>,
    /// How many candidates were taken for the same shot, this one included.
    pub alike: usize,
    /// A throw that makes it: mostly the shot itself.
    pub meant: Shot,
    /// Where the thrown stone stops if the shot is made.
    pub stops: Option<Vector>,
    /// The stones that are gone then.
    pub removed: Vec<StoneName>,
    /// The stones that are moved.
    pub moved: Vec<StoneName>,
    /// The ways of the stones then, the thrown one first.
    pub paths: Vec<Path>,
    /// What may come of it, most probable first; less than one in a thousand is left out.
    pub outcomes: Vec<Outcome>,
    /// How likely it is made: the probability of the intended result.
    pub success: f64,
    /// The mean value of throws that make it, and that miss, where the player values them.
    pub made: Option<f64>,
    /// See `made`.
    pub missed: Option<f64>,
    /// The points it leaves lying on average, positive for the team that throws; after the last
    /// stone of the end these are its points.
    pub points: Option<f64>,
    /// How likely each number of points is, lowest first.
    pub results: Vec<(i8, f64)>,
    /// What the other team answers to the most likely outcome.
    pub reply: Option<Reply>,
}

/// Something that may come of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingShotOutcome")]
pub struct Outcome {
    /// How likely it is.
    pub probability: f64,
    /// Where the thrown stone stops; nothing if it leaves the sheet.
    pub stops: Option<Vector>,
    /// What it is worth to the team that throws, where the player values it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// The value of every target for one way to turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingValueMap")]
pub struct ValueMap {
    /// The way to turn.
    pub turn: Turn,
    /// The side of a cell, in metres.
    pub side: f64,
    /// x, y and value of targets where a stone would stop.
    pub cells: Vec<(f64, f64, f64)>,
    /// Hits: where they would cross the tee line, and their value.
    pub strip: Vec<(f64, f64)>,
}

/// An answer of the other team.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingReply")]
pub struct Reply {
    /// What its skip would call it.
    pub call: Call,
    /// The call with the stones and places it names.
    pub called: ShotCall,
    /// The same in an English sentence.
    pub words: String,
    /// How it is let go.
    pub shot: Shot,
}

/// A target and what it is worth to the team that throws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where a stone would stop.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Where a hit crosses the tee line if nothing is in its way.
    pub at_tee: Option<f64>,
    /// The way it turns.
    pub turn: Turn,
    /// To stop, or to hit.
    pub kind: Kind,
    /// What it is worth.
    pub value: f64,
}

/// How much better the best shot is than the next different one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingSureness")]
pub struct Sure {
    /// By how much, in the values' scale; nothing if there is no other.
    pub gap: Option<f64>,
    /// The place of that other shot in the list.
    pub next: Option<usize>,
    /// The standard error of that, where values are averages of samples.
    pub error: Option<f64>,
    /// In a word.
    pub verdict: Verdict,
}

/// How sure a player is of its best shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingSure")]
pub enum Verdict {
    /// There is no other, or none was valued.
    Alone,
    /// Another is as good.
    Equal,
    /// The difference may be luck of the sampling: less than two standard errors.
    Unsure,
    /// A little better.
    Slight,
    /// Much better.
    Clear,
}

impl Advice {
    /// Asks a player with growing effort: every answer but the last goes to `first`, then a better
    /// one is sought. Stopped early, the best answer so far is returned.
    ///
    /// The last stage is the same search as [`Advice::new`] with what is left of the time.
    ///
    /// # Errors
    /// If no shot comes next.
    pub fn growing(
        analyst: &dyn ShotAnalyst,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
        top: usize,
        first: &dyn Fn(&Advice),
    ) -> Result<Self, AdviceError> {
        let meter = control.start();
        let mut best: Option<Advice> = None;
        for stage in analyst.stages(control.limit) {
            if let Some(earlier) = &best {
                if earlier.effort.stopped == Stop::Done || !meter.poll() {
                    break;
                }
                first(earlier);
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

    /// Whether this answer looked as far as another, or further.
    fn is_at_least(&self, other: &Advice) -> bool {
        let effort = |advice: &Advice| (advice.effort.depth, advice.effort.nodes);
        effort(self) >= effort(other)
    }

    /// Asks a player about a position, for so many shots.
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
        let (ideas, effort) = analyst.ideas(curling, game, control)?;
        if ideas.is_empty() {
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
        let valued = ideas.iter().any(|idea| idea.visited);
        let chosen = adviser.distinct(&ideas, top.max(4));
        let mut shots: Vec<_> = chosen.iter().map(|one| adviser.advised(one)).collect();
        let sure = sureness(&shots, adviser.scale, valued);
        shots.truncate(top.max(1));
        let targets: Vec<_> = ideas.iter().map(|idea| adviser.target(idea)).collect();
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
        })
    }
}

/// The slot and the team of the shot that comes next.
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

/// How much the first shot is better than the second.
fn sureness(shots: &[Advised], scale: Scale, valued: bool) -> Sure {
    let differs = |shot: &Advised| shot.called != shots[0].called;
    let place = shots.iter().position(differs).filter(|_| valued);
    let Some(place) = place else {
        return Sure::ALONE;
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
    Sure {
        gap: Some(gap),
        next: Some(place),
        error,
        verdict,
    }
}

impl Sure {
    const ALONE: Sure = Sure {
        gap: None,
        next: None,
        error: None,
        verdict: Verdict::Alone,
    };
}

/// An idea that is not one of those before it.
struct Distinct<'a> {
    idea: &'a Idea,
    executions: Vec<(Execution, Effect)>,
    meant: Meant,
    called: ShotCall,
    alike: usize,
}

/// What a shot is meant to do.
struct Meant {
    shot: Shot,
    effect: Effect,
}

impl Distinct<'_> {
    /// Whether an idea aims so near that it is this shot.
    fn is_near(&self, idea: &Idea) -> bool {
        let one = self.idea;
        one.kind == idea.kind
            && one.shot.turn == idea.shot.turn
            && (one.target - idea.target).length() <= SAME
    }
}

/// Who makes advice of the ideas of a player.
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
    /// The best ideas that differ.
    fn distinct<'i>(&self, ideas: &'i [Idea], top: usize) -> Vec<Distinct<'i>> {
        let mut chosen: Vec<Distinct<'i>> = Vec::new();
        let mut looked_at = 0;
        for idea in ideas {
            if let Some(same) = chosen.iter_mut().find(|one| one.is_near(idea)) {
                same.alike += 1;
                continue;
            }
            if chosen.len() >= top || looked_at >= MOST_LOOKED_AT {
                continue;
            }
            looked_at += 1;
            let executions = self.executions(idea);
            let meant = self.meant(idea, &executions);
            let called = ShotCall::of(self.game, &meant.effect);
            let turn = idea.shot.turn;
            let same = |one: &&mut Distinct<'_>| one.called == called && one.idea.shot.turn == turn;
            match chosen.iter_mut().find(same) {
                Some(same) => same.alike += 1,
                None => chosen.push(Distinct {
                    idea,
                    executions,
                    meant,
                    called,
                    alike: 1,
                }),
            }
        }
        chosen
    }

    /// What may become of an idea, each with what it does.
    fn executions(&self, idea: &Idea) -> Vec<(Execution, Effect)> {
        let (curling, game) = (self.curling, self.game);
        let all = self.analyst.executions(curling, game, idea, self.seed);
        let effect = |execution: Execution| {
            let effect = Effect::of(curling, game, execution.shot.as_ref());
            (execution, effect)
        };
        all.into_iter().map(effect).collect()
    }

    /// What an idea is meant to do.
    fn meant(&self, idea: &Idea, executions: &[(Execution, Effect)]) -> Meant {
        let effect = Effect::of(self.curling, self.game, Some(&idea.shot));
        let exactly = Meant {
            shot: idea.shot,
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
        let mut best = (2.0 * gain(&exactly.effect) + LITTLE, exactly);
        for (execution, effect) in executions {
            if let Some(shot) = execution.shot
                && gain(effect) > best.0
            {
                let effect = effect.clone();
                best = (gain(&effect), Meant { shot, effect });
            }
        }
        best.1
    }

    /// A value for the team that throws.
    fn seen(&self, value: f64) -> f64 {
        self.scale.seen(value, self.sign)
    }

    /// All there is to say of a shot.
    fn advised(&self, one: &Distinct<'_>) -> Advised {
        let idea = one.idea;
        let tally = self.tally(&one.executions, &one.meant.effect);
        let meant = &one.meant.effect;
        let points = tally
            .results
            .iter()
            .map(|(points, p)| f64::from(*points) * p);
        Advised {
            call: one.called.call,
            words: one.called.english(),
            sentence: one.called.words(self.game.lead),
            called: one.called.clone(),
            shot: idea.shot,
            speed: idea.shot.velocity.length(),
            target: idea.target,
            kind: idea.kind,
            value: self.seen(idea.value),
            bound: idea.bound,
            spread: self.scale.width(idea.spread),
            error: idea.error.map(|error| self.scale.width(error)),
            alike: one.alike,
            meant: one.meant.shot,
            stops: meant.rest,
            removed: self.named(&meant.removed),
            moved: self.named(&meant.moved),
            paths: self.paths(&one.meant.shot),
            outcomes: self.outcomes(&one.executions),
            success: tally.made.probability,
            made: tally.made.mean().map(|value| self.seen(value)),
            missed: tally.missed.mean().map(|value| self.seen(value)),
            points: (!tally.results.is_empty()).then(|| points.sum()),
            results: tally.results,
            reply: self.reply(one),
        }
    }

    fn named(&self, slots: &[usize]) -> Vec<StoneName> {
        let named = |&slot: &usize| StoneName::of(slot, self.game.lead);
        slots.iter().map(named).collect()
    }

    /// The ways of the stones that a shot moves.
    fn paths(&self, shot: &Shot) -> Vec<Path> {
        let throw = Throw {
            stones: self.game.stones,
            slot: self.slot,
            shot: *shot,
        };
        let filmed = Trajectory::of(self.curling.physics(), Mode::Fast, &throw, self.game.lead);
        filmed.map_or_else(|_| Vec::new(), |(_, trajectory)| trajectory.paths())
    }

    fn outcomes(&self, executions: &[(Execution, Effect)]) -> Vec<Outcome> {
        let likely = executions.iter().filter(|(one, _)| one.probability >= RARE);
        let outcome = |(one, effect): &(Execution, Effect)| Outcome {
            probability: one.probability,
            stops: effect
                .rest
                .map(|at| Vector::new(rounded(at.x), rounded(at.y))),
            value: one.value.map(|value| self.seen(value)),
        };
        likely.map(outcome).collect()
    }

    /// The targets by turn, for a player that values all of a lattice.
    fn maps(&self, targets: &[Target]) -> Vec<ValueMap> {
        let Some(player) = self.analyst.jiritsu() else {
            return Vec::new();
        };
        let side = player.spacing(self.game);
        Turn::BOTH
            .map(|turn| ValueMap::of(turn, side, targets))
            .into()
    }

    /// Sorts what may come of a shot.
    fn tally(&self, executions: &[(Execution, Effect)], meant: &Effect) -> Tally {
        let mut tally = Tally::default();
        for (execution, effect) in executions {
            let part = if effect.is_as_meant(meant) {
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

    /// The points of the team that throws if the end stopped there.
    fn points(&self, stones: &Stones) -> i8 {
        let lead = score::points(self.curling.rules(), stones);
        if self.slot.is_multiple_of(2) {
            lead
        } else {
            -lead
        }
    }

    /// What the other team answers to the likeliest outcome, if the end goes on.
    fn reply(&self, one: &Distinct<'_>) -> Option<Reply> {
        let idea = one.idea;
        if self.slot + 1 >= SLOTS {
            return None;
        }
        let likeliest = match (idea.outcomes.is_empty(), one.executions.first()) {
            (false, Some((first, _))) => first.shot?, // in order of their probability
            _ => idea.shot,
        };
        let next = self.curling.after_shot(Mode::Fast, self.game, &likeliest);
        let shot = idea
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

    fn target(&self, idea: &Idea) -> Target {
        let runs = self.curling.physics().deliveries();
        let crossing = || crossing::over_line(&runs, &idea.shot, 0.0).ok().flatten();
        let at_tee = match idea.kind {
            Kind::Hit => crossing().map(|passage| passage.at.x),
            Kind::Draw => None,
        };
        Target {
            x: idea.target.x,
            y: idea.target.y,
            at_tee,
            turn: idea.shot.turn,
            kind: idea.kind,
            value: self.seen(idea.value),
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

/// Outcomes of a shot, made and missed.
#[derive(Default)]
struct Tally {
    made: Part,
    missed: Part,
    results: Vec<(i8, f64)>,
}

/// Some outcomes.
#[derive(Default)]
struct Part {
    probability: f64,
    /// The sum of values by probability, and the probability of those that have one.
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
