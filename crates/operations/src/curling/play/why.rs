//! "Why not?": a shot of a match beside what a player would have thrown.
//!
//! Two things decide what becomes of a shot: which one is called, and how it comes out. Both shots
//! are therefore tried many times by the same hand with the same luck, and measured by the same
//! [yardstick](crate::curling::records): the difference of their means is what the choice cost.
//! Luck is the actual result, measured in the same way, minus the mean of the shot thrown.

use super::CurlingAnswerAsked;
use super::opponent::CurlingOpponent;
use crate::curling::engines::Engines;
use crate::curling::records::{replayed, run, scene_at};
use crate::curling::wire::{CurlingStone, CurlingTrajectory, stones_of, word};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use arena::Words;
use curling::Shot;
use curling::arena_game::Curling;
use curling::delivery::Delivered;
use curling::physics::Throw;
use curling::players::advice::{Advice, AdviceError, AdvisedShot, Effect, ShotCall};
use curling::players::win_probability::WinProbability;
use curling::rules::Game;
use digital_curling::games::replay::TeamAction;
use lookahead::{Control, Limit, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of trials of a shot, and of the simulations that value each result.
const TRIES: u32 = 60;
const SIMULATIONS: u32 = 150;
/// Fewer are enough to see how often it is made.
const THROWS: u32 = 100;
/// The seed of the execution errors.
const LUCK: Seed = Seed(7);

/// A shot to be asked about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingWhyAsked {
    /// The match.
    pub(crate) text: String,
    /// The scene after the shot, from 1.
    pub(crate) at: usize,
    /// The player, one that values shots: `jiritsu`, `krucb`, `ayumu`, `gccs` or `greedy`.
    pub(crate) player: CurlingOpponent,
}

/// A shot beside others. All chances are of the team that threw.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingWhy {
    /// The team that threw.
    pub(crate) team: u8,
    /// The shot that was called.
    pub(crate) called: CurlingJudged,
    /// The player's candidates, best first by its own values.
    pub(crate) instead: Vec<CurlingJudged>,
    /// The chance of winning after what really happened.
    pub(crate) came: f64,
    /// The number of trials behind the means.
    pub(crate) tries: u32,
    /// The scale of the player's own values: `chance` or `points`.
    pub(crate) scale: String,
}

/// A shot, judged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingJudged {
    /// The skip's call, such as `take-out`.
    pub(crate) call: String,
    /// The call as a sentence, stones numbered by shot.
    pub(crate) words: Words,
    /// The shot at release.
    pub(crate) shot: Shot,
    /// The mean chance of winning when it is tried.
    pub(crate) chance: f64,
    /// By how much it is better than the one called, and the standard error of that.
    pub(crate) gain: f64,
    /// See `gain`.
    pub(crate) error: f64,
    /// The probability that the shot is made.
    pub(crate) success: f64,
    /// The player's own value of the shot, if it was a candidate.
    pub(crate) value: Option<f64>,
    /// The trajectories of all stones.
    pub(crate) run: CurlingTrajectory,
}

/// Shots that a player thinks of, best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingSuggestions {
    /// The shots.
    pub(crate) shots: Vec<CurlingSuggestion>,
    /// The scale of the values: `chance` or `points`.
    pub(crate) scale: String,
}

/// A shot that a player thinks of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingSuggestion {
    /// The skip's call, such as `take-out`.
    pub(crate) call: String,
    /// The call as a sentence, stones numbered by shot.
    pub(crate) words: Words,
    /// The shot at release.
    pub(crate) shot: Shot,
    /// The player's value for the team that throws.
    pub(crate) value: f64,
    /// The probability that the shot is made.
    pub(crate) success: f64,
    /// The trajectories of all stones.
    pub(crate) run: CurlingTrajectory,
    /// The stones afterwards.
    pub(crate) stones: Vec<CurlingStone>,
}

/// Asks a player what it would throw next.
///
/// # Errors
/// If no shot comes next, or there is no such player.
pub(crate) fn suggest(
    asked: &CurlingAnswerAsked,
    engines: &Engines,
    task: &TaskHandle,
) -> Result<CurlingSuggestions, Fault> {
    let replay = replayed(&asked.text)?;
    let (curling, game) = (&replay.curling, &replay.last().game);
    let advice = advised(curling, game, &asked.player, engines, task)?;
    let slot = game.slot().unwrap_or(0);
    let shot = |one: &AdvisedShot| -> Result<CurlingSuggestion, Fault> {
        let throw = Throw {
            stones: game.stones,
            slot,
            shot: one.shot,
        };
        let effect = Effect::of(curling, game, Some(&one.shot));
        Ok(CurlingSuggestion {
            call: word(&one.call),
            words: one.called.numbered(),
            shot: one.shot,
            value: one.value,
            success: one.success,
            run: run(curling, &throw, game)?,
            stones: stones_of(&effect.after, game.lead),
        })
    };
    let shots: Result<_, _> = advice.shots.iter().map(shot).collect();
    Ok(CurlingSuggestions {
        shots: shots?,
        scale: word(&advice.scale),
    })
}

/// Returns a player's analysis of a position.
fn advised(
    curling: &Curling,
    game: &Game,
    player: &CurlingOpponent,
    engines: &Engines,
    task: &TaskHandle,
) -> Result<Advice, Fault> {
    task.report(Some(0.05), player.to_string());
    let analyst = engines.analyst(curling, &player.spec(&engines.games)?)?;
    task.check()?;
    let control = Control::new(LUCK)
        .limit(Limit::time(player.time()?))
        .cancel(task.cancel());
    let advice = Advice::new(&*analyst, curling, game, &control, 3);
    let advice = advice.map_err(|why| match why {
        AdviceError::Player(why) => task.no_answer(player, why),
        why => Fault::wrong(why),
    })?;
    task.check()?;
    Ok(advice)
}

/// Compares a shot with what a player would have thrown.
///
/// # Errors
/// If there was no such shot, or no such player.
pub(crate) fn why(
    asked: &CurlingWhyAsked,
    engines: &Engines,
    task: &TaskHandle,
) -> Result<CurlingWhy, Fault> {
    let replay = replayed(&asked.text)?;
    let scene = scene_at(&replay, asked.at)?;
    let shot = scene.done.as_ref().and_then(|done| match &done.action {
        TeamAction::Throw(thrown) => Some((done, thrown.asked.or(thrown.thrown)?)),
        _ => None,
    });
    let none = || {
        let why = (
            "there is no shot to ask about",
            "ここには調べるショットがありません",
        );
        Fault::because(why).at("at")
    };
    let (done, called) = shot.ok_or_else(none)?;
    let (curling, game) = (&replay.curling, &done.before);
    let advice = advised(curling, game, &asked.player, engines, task)?;
    let mut judge = Judge {
        curling,
        game,
        measure: WinProbability::new(curling, SIMULATIONS, task.cancel()),
        called: Vec::new(),
    };
    judge.called = judge.measure.tries(game, &called, TRIES);
    let near = nearest(&advice, curling, &called);
    let called = judge.judged(&called, near)?;
    let mut instead = Vec::new();
    for (number, one) in advice.shots.iter().enumerate() {
        task.check()?;
        task.report(Some(0.6 + 0.1 * number as f64), one.words.clone());
        instead.push(judge.advised(one)?);
    }
    let zero = judge.measure.chance(&scene.game);
    Ok(CurlingWhy {
        team: done.team.index() as u8,
        called,
        instead,
        came: if done.team.index() == 0 {
            zero
        } else {
            1.0 - zero
        },
        tries: TRIES,
        scale: word(&advice.scale),
    })
}

/// Returns the player's value of the target nearest to a shot's, if it is near.
fn nearest(advice: &Advice, curling: &Curling, shot: &Shot) -> Option<f64> {
    use curling::physics::Glide as _;
    let rest = curling.physics().released(shot).rest();
    let same = advice.targets.iter().filter(|one| one.turn == shot.turn);
    let off = |x: f64, y: f64| (x - rest.x).hypot(y - rest.y);
    let best = same.min_by(|a, b| off(a.x, a.y).total_cmp(&off(b.x, b.y)))?;
    (advice.valued && off(best.x, best.y) < 0.4).then_some(best.value)
}

struct Judge<'a> {
    curling: &'a Curling,
    game: &'a Game,
    measure: WinProbability<'a>,
    /// The result of every trial of the shot that was called.
    called: Vec<f64>,
}

impl Judge<'_> {
    fn advised(&mut self, one: &AdvisedShot) -> Result<CurlingJudged, Fault> {
        let judged = self.judged(&one.shot, Some(one.value))?;
        Ok(CurlingJudged {
            call: word(&one.call),
            words: one.called.numbered(),
            success: one.success,
            ..judged
        })
    }

    fn judged(&mut self, shot: &Shot, value: Option<f64>) -> Result<CurlingJudged, Fault> {
        let tries = self.measure.tries(self.game, shot, TRIES);
        let count = tries.len().max(1) as f64;
        let chance = tries.iter().sum::<f64>() / count;
        let gains: Vec<f64> = tries.iter().zip(&self.called).map(|(a, b)| a - b).collect();
        let gain = gains.iter().sum::<f64>() / count;
        let squares: f64 = gains.iter().map(|one| (one - gain).powi(2)).sum();
        let meant = Effect::of(self.curling, self.game, Some(shot));
        let called = ShotCall::of(self.game, &meant);
        let throw = Throw {
            stones: self.game.stones,
            slot: self.game.slot().unwrap_or(0),
            shot: *shot,
        };
        Ok(CurlingJudged {
            call: word(&called.call),
            words: called.numbered(),
            shot: *shot,
            chance,
            gain,
            error: (squares / count / count).sqrt(),
            success: self.success(shot, &meant),
            value,
            run: run(self.curling, &throw, self.game)?,
        })
    }

    /// Returns the probability that a shot is made.
    fn success(&self, shot: &Shot, meant: &Effect) -> f64 {
        let (skill, rng) = (self.curling.skill(self.game), &mut LUCK.rng());
        let made = (0..THROWS).filter(|_| {
            let thrown = match skill.deliver(shot, self.curling.tee(), rng) {
                Delivered::Thrown(shot) => Some(shot),
                Delivered::Pass => None,
            };
            Effect::of(self.curling, self.game, thrown.as_ref()).is_as_intended(meant)
        });
        made.count() as f64 / f64::from(THROWS)
    }
}
