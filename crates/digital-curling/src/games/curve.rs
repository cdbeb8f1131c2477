//! The win-probability curve of a match: estimates without the tempo advantage, and the biggest
//! drops.
//!
//! An estimate within an end flatters the team to throw. What a thrower usually loses by having
//! thrown, the *tempo*, is measured in the match itself and taken out of the curve; only then do
//! the steps of the curve compare shots.
//!
//! ```
//! use digital_curling::games::curve::Curve;
//!
//! let empty = Curve::of(&[], &[]);
//! assert!(empty.levelled.is_empty() && empty.drops.is_empty());
//! ```

use super::film::{ActionKind, FilmScene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The fewest throws within ends from which the tempo of a match is measured.
const ENOUGH_THROWS: usize = 6;
/// The least change of a chance that is listed as a drop.
const LEAST_DROP: f64 = 0.08;
/// The most drops that are listed.
const MOST_DROPS: usize = 8;

/// The chance-of-winning curve of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingCurve")]
pub struct Curve {
    /// Team 0's chance after every scene without the advantage of being about to throw; nothing
    /// where it is not known yet.
    pub levelled: Vec<Option<f64>>,
    /// The biggest drops of either team's levelled chance, biggest first.
    pub drops: Vec<Drop>,
}

/// A drop of a team's chance of winning by one action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingDrop")]
pub struct Drop {
    /// The scene after the action.
    pub at: usize,
    /// The team whose chance has dropped.
    pub team: u8,
    /// The chance before.
    pub before: f64,
    /// The chance after.
    pub after: f64,
    /// The loss.
    pub amount: f64,
}

impl Curve {
    /// The curve of a match from the estimates of team 0's chance after every scene.
    pub fn of(scenes: &[FilmScene], estimates: &[Option<f64>]) -> Self {
        let half = tempo(scenes, estimates) / 2.0;
        let both = scenes.iter().zip(estimates);
        let levelled: Vec<_> = both
            .map(|(scene, estimate)| estimate.map(|estimate| level(scene, estimate, half)))
            .collect();
        let drops = drops(scenes, &levelled, MOST_DROPS);
        Curve { levelled, drops }
    }
}

/// The usual loss of a thrower by having thrown: the median over the throws within ends, 0 if
/// there are few.
fn tempo(scenes: &[FilmScene], estimates: &[Option<f64>]) -> f64 {
    let mut losses: Vec<f64> = steps(scenes, estimates)
        .filter_map(|step| step.thrower_loss())
        .collect();
    if losses.len() < ENOUGH_THROWS {
        return 0.0;
    }
    losses.sort_by(f64::total_cmp);
    let middle = losses.len() / 2;
    let below = losses[middle - usize::from(losses.len().is_multiple_of(2))];
    f64::midpoint(below, losses[middle]).max(0.0)
}

/// An estimate without the tempo, half of which is in the estimate before a throw and half, for
/// the other team, in the one after it. Between ends estimates are exact and stay; near 0 and 1
/// there is no room for the advantage.
fn level(scene: &FilmScene, estimate: f64, half: f64) -> f64 {
    let by = half.min(estimate).min(1.0 - estimate);
    match scene.next {
        _ if scene.chance.is_some() => estimate,
        None => estimate,
        Some(0) => estimate - by,
        Some(_) => estimate + by,
    }
}

/// The biggest drops, biggest first.
fn drops(scenes: &[FilmScene], chances: &[Option<f64>], most: usize) -> Vec<Drop> {
    let mut drops: Vec<_> = steps(scenes, chances)
        .filter_map(|step| step.drop())
        .collect();
    drops.sort_by(|a, b| b.amount.total_cmp(&a.amount));
    drops.truncate(most);
    drops
}

/// Two scenes in a row, and team 0's chance in both.
struct Step<'a> {
    at: usize,
    scenes: [&'a FilmScene; 2],
    before: f64,
    after: f64,
}

/// The steps of which both chances are known.
fn steps<'a>(
    scenes: &'a [FilmScene],
    chances: &'a [Option<f64>],
) -> impl Iterator<Item = Step<'a>> {
    let pairs = scenes.windows(2).zip(chances.windows(2)).enumerate();
    pairs.filter_map(|(index, (scenes, chances))| {
        Some(Step {
            at: index + 1,
            scenes: [&scenes[0], &scenes[1]],
            before: chances[0]?,
            after: chances[1]?,
        })
    })
}

impl Step<'_> {
    /// The loss of the thrower, if this is a throw within an end.
    fn thrower_loss(&self) -> Option<f64> {
        let done = self.scenes[1].done.as_ref()?;
        let within = self.scenes.iter().all(|scene| scene.chance.is_none());
        let loss = self.before - self.after;
        (done.what == ActionKind::Throw && within).then_some(if done.team == 0 {
            loss
        } else {
            -loss
        })
    }

    /// The drop, if an action has changed the chance enough.
    fn drop(&self) -> Option<Drop> {
        self.scenes[1].done.as_ref()?;
        let amount = (self.after - self.before).abs();
        if amount < LEAST_DROP {
            return None;
        }
        let team = u8::from(self.after > self.before);
        let for_team = |chance: f64| if team == 0 { chance } else { 1.0 - chance };
        Some(Drop {
            at: self.at,
            team,
            before: for_team(self.before),
            after: for_team(self.after),
            amount,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::film::FilmAction;
    use super::*;

    fn scene(thrower: Option<u8>, next: Option<u8>, chance: Option<f64>) -> FilmScene {
        let done = |team| FilmAction {
            team,
            ..FilmAction::default()
        };
        FilmScene {
            end: 1,
            hammer: 1,
            stones: Vec::new(),
            points: [0; 2],
            finished: 0,
            next,
            placing: false,
            slot: None,
            done: thrower.map(done),
            chance,
            left: [None; 2],
        }
    }

    /// The last stones of one end and some of the next.
    fn film() -> Vec<FilmScene> {
        let throws = [(0, Some(1)), (1, Some(0)), (0, Some(1)), (1, None)];
        let throws = throws.map(|(thrower, next)| scene(Some(thrower), next, None));
        let first = scene(None, Some(0), None);
        std::iter::once(first).chain(throws).collect()
    }

    fn teams(drops: &[Drop]) -> Vec<(usize, u8)> {
        drops.iter().map(|drop| (drop.at, drop.team)).collect()
    }

    #[test]
    fn drops_are_of_the_team_whose_chance_has_dropped_biggest_first() {
        let chances = [0.5, 0.3, 0.45, 0.44, 0.0].map(Some);
        let found = Curve::of(&film(), &chances).drops;
        assert_eq!(teams(&found), [(4, 0), (1, 0), (2, 1)]);
        assert!((found[2].amount - 0.15).abs() < 1e-9);
        assert!((found[2].before - found[2].after - 0.15).abs() < 1e-9);
    }

    #[test]
    fn drops_need_an_action_and_both_chances_and_are_few() {
        let gaps = [Some(0.5), None, Some(0.1), None, Some(0.0)];
        assert_eq!(drops(&film(), &gaps, 8), []);
        let wild = [0.9, 0.1, 0.9, 0.1, 0.9].map(Some);
        assert_eq!(drops(&film(), &wild, 2).len(), 2);
        let silent = vec![scene(None, Some(0), None); 5];
        assert_eq!(drops(&silent, &wild, 8), []);
    }

    const TRUTH: [f64; 10] = [0.5, 0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3, 0.3, 0.25];

    /// An end of eight throws whose estimates flatter the team to throw by 5 %: team 0 throws away
    /// 20 % with its third stone.
    fn end() -> (Vec<FilmScene>, Vec<Option<f64>>) {
        let throw = |index: u8| scene(Some(index % 2), Some((index + 1) % 2), None);
        let mut scenes = vec![scene(None, Some(0), Some(0.5))];
        scenes.extend((0..8).map(throw));
        scenes.push(scene(Some(0), Some(1), Some(0.25)));
        let flattered = |(scene, truth): (&FilmScene, f64)| {
            let by = if scene.next == Some(0) { 0.05 } else { -0.05 };
            Some(scene.chance.unwrap_or(truth + by))
        };
        let estimates = scenes.iter().zip(TRUTH).map(flattered).collect();
        (scenes, estimates)
    }

    #[test]
    fn the_usual_loss_of_the_thrower_is_taken_out_of_the_curve_and_of_the_drops() {
        let (scenes, estimates) = end();
        assert!((tempo(&scenes, &estimates) - 0.1).abs() < 1e-9);
        assert!(drops(&scenes, &estimates, 8).len() > 1);
        let curve = Curve::of(&scenes, &estimates);
        for (levelled, truth) in curve.levelled.iter().zip(TRUTH) {
            assert!((levelled.unwrap() - truth).abs() < 1e-9);
        }
        assert_eq!(teams(&curve.drops), [(5, 0)]);
    }

    #[test]
    fn what_is_exact_unknown_or_decided_stays_and_few_throws_have_no_tempo() {
        let (scenes, mut estimates) = end();
        let levelled = Curve::of(&scenes, &estimates).levelled;
        assert_eq!((levelled[0], levelled[9]), (Some(0.5), Some(0.25)));
        (estimates[2], estimates[4]) = (None, Some(1.0));
        let levelled = Curve::of(&scenes, &estimates).levelled;
        assert_eq!((levelled[2], levelled[4]), (None, Some(1.0)));
        let few = [0.9, 0.1, 0.9, 0.1, 0.9].map(Some);
        assert_eq!(Curve::of(&film(), &few).levelled, few);
    }
}
