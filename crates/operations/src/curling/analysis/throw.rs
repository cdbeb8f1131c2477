//! Shots thrown in a position: once for its trajectory, or many times for its scatter.

use super::super::wire::{
    CurlingConditions, CurlingGame, CurlingPath, CurlingStone, CurlingTrajectory, stones_of,
};
use super::to_throw;
use crate::{Fault, TaskHandle};
use curling::arena_game::Curling;
use curling::delivery::Delivered;
use curling::physics::{Mode, Throw};
use curling::rules::{Game, Team, guard, score};
use curling::{Shot, Stones};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most throws of a cloud.
const MOST: u32 = 500;

/// A shot to simulate.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingThrow {
    /// The conditions of the match.
    conditions: CurlingConditions,
    /// The match, with a shot to come.
    game: CurlingGame,
    /// The intended shot.
    shot: Shot,
    /// The seed of the noise; without it the shot is thrown exactly.
    #[serde(default)]
    seed: Option<u32>,
}

/// The result of a shot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingThrown {
    /// The shot after noise; none if it was too fast for the thrower and counts as a pass.
    shot: Option<Shot>,
    /// The trajectories.
    trajectory: CurlingTrajectory,
    /// The trajectories as polylines.
    paths: Vec<CurlingPath>,
    /// Whether the shot violates a guard rule, so that the stones are put back.
    foul: bool,
    /// The stones that count afterwards, also if this was the last shot of the end.
    stones: Vec<CurlingStone>,
    /// The score of the end as the stones lie afterwards, positive for the team that threw.
    points: i8,
    /// Whether the end is over.
    ends: bool,
    /// The match afterwards.
    game: CurlingGame,
}

/// Simulates a shot with its trajectories.
pub(super) fn throw(asked: CurlingThrow, _: &TaskHandle) -> Result<CurlingThrown, Fault> {
    let CurlingThrow {
        conditions,
        game,
        shot,
        seed,
    } = asked;
    let (curling, game, slot) = to_throw(&conditions, &game)?;
    let delivered = match seed {
        None => exactly(&curling, &game, &shot),
        Some(seed) => deliver(&curling, &game, &shot, Seed(seed.into())),
    };
    let nothing = CurlingTrajectory {
        seconds: 1.0,
        frames: 1,
        tracks: Vec::new(),
    };
    let (ran, trajectory) = match delivered {
        None => (game.stones, nothing),
        Some(shot) => {
            let throw = Throw {
                stones: game.stones,
                slot,
                shot,
            };
            let mode = curling.conditions().referee;
            let physics = curling.physics_of(&game);
            let filmed = CurlingTrajectory::of(&physics, mode, &throw, game.lead);
            filmed.map_err(|why| Fault::because(why).at("shot"))?
        }
    };
    let mut next = game;
    let step = next.apply(curling.rules(), &ran);
    let step = step.map_err(|why| Fault::because(why).at("game"))?;
    next.passages = curling.passages_after(&game, delivered.as_ref());
    let stones = step.verdict.stones;
    Ok(CurlingThrown {
        shot: delivered,
        paths: trajectory.paths(),
        trajectory,
        foul: step.verdict.foul.is_some(),
        stones: stones_of(&stones, game.lead),
        points: points(&curling, &stones, game.lead, step.team),
        ends: step.end.is_some(),
        game: CurlingGame::of(&next, curling.rules()),
    })
}

/// A shot to simulate many times.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingMany {
    /// The conditions of the match.
    conditions: CurlingConditions,
    /// The match, with a shot to come.
    game: CurlingGame,
    /// The intended shot.
    shot: Shot,
    /// The number of throws, 1 to 500.
    count: u32,
    /// The seed of the noise.
    seed: u32,
}

/// The scatter of a shot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingCloud {
    /// The result of each throw.
    throws: Vec<CurlingFall>,
    /// The count of each score, lowest first, positive for the team that throws.
    results: Vec<(i8, u32)>,
    /// The number of guard-rule violations.
    fouls: u32,
}

/// The result of one throw of a cloud.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingFall {
    /// The stones that moved, and the thrown one unless it left play.
    stones: Vec<CurlingStone>,
    /// The score of the end as the stones lie then, positive for the team that throws.
    points: i8,
}

/// Simulates a shot many times with the thrower's noise.
pub(super) fn cloud(asked: CurlingMany, task: &TaskHandle) -> Result<CurlingCloud, Fault> {
    let CurlingMany {
        conditions,
        game,
        shot,
        count,
        seed,
    } = asked;
    if !(1..=MOST).contains(&count) {
        return Err(Fault::out_of_range("count", (1, MOST), ""));
    }
    let (curling, game, slot) = to_throw(&conditions, &game)?;
    let physics = curling.physics_of(&game);
    let team = game.to_throw().unwrap_or(Team::Zero);
    let (mut results, mut fouls) = (BTreeMap::new(), 0);
    let mut throws = Vec::with_capacity(count as usize);
    for index in 0..count {
        task.check()?;
        let seed = Seed(seed.into()).stream(index.into());
        let ran = match deliver(&curling, &game, &shot, seed) {
            None => game.stones,
            Some(shot) => {
                let stones = game.stones;
                let throw = Throw { stones, slot, shot };
                let outcome = physics.throw(Mode::Fast, &throw);
                outcome
                    .map_err(|why| Fault::because(why).at("shot"))?
                    .stones
            }
        };
        let verdict = guard::judge(curling.rules(), &game.stones, &ran, slot);
        let points = points(&curling, &verdict.stones, game.lead, team);
        *results.entry(points).or_default() += 1;
        fouls += u32::from(verdict.foul.is_some());
        let moved = verdict
            .stones
            .iter()
            .filter(|(slot, stone)| game.stones.get(*slot).is_none_or(|lay| lay.at != stone.at));
        let moved: Stones = moved.collect();
        throws.push(CurlingFall {
            stones: stones_of(&moved, game.lead),
            points,
        });
    }
    Ok(CurlingCloud {
        throws,
        results: results.into_iter().collect(),
        fouls,
    })
}

/// Returns the shot without noise; none if it is too fast for the thrower.
fn exactly(curling: &Curling, game: &Game, meant: &Shot) -> Option<Shot> {
    let skill = curling.skill(game);
    let tried = skill.attempted(meant)?;
    Some(skill.noise().perturbed(&tried, curling.tee(), [0.0; 2]))
}

fn deliver(curling: &Curling, game: &Game, meant: &Shot, seed: Seed) -> Option<Shot> {
    let delivered = curling
        .skill(game)
        .deliver(meant, curling.tee(), &mut seed.rng());
    match delivered {
        Delivered::Thrown(shot) => Some(shot),
        Delivered::Pass => None,
    }
}

/// Returns the score of the end as the stones lie, positive for `team`.
fn points(curling: &Curling, stones: &Stones, lead: Team, team: Team) -> i8 {
    team.signed(score::points_of_team_zero(curling.rules(), stones, lead))
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::CurlingPlatform;
    use super::*;
    use curling::{Turn, Vector};

    fn scene(platform: CurlingPlatform) -> (CurlingConditions, CurlingGame, Shot) {
        let conditions = CurlingConditions::usual(platform);
        let curling = conditions.curling().unwrap();
        let mut game = Game::new(curling.rules()).unwrap();
        game.shot = 15;
        let shot = curling
            .draw(Vector::new(0.3, 0.2), Turn::Clockwise)
            .unwrap();
        let game = CurlingGame::of(&game, curling.rules());
        (conditions, game, shot)
    }

    #[test]
    fn an_exact_draw_stops_where_it_was_aimed_and_ends_the_end() {
        for platform in [CurlingPlatform::Paper, CurlingPlatform::Dc3] {
            let (conditions, game, shot) = scene(platform);
            let thrown = throw(
                CurlingThrow {
                    conditions,
                    game,
                    shot,
                    seed: None,
                },
                &TaskHandle::idle(),
            );
            let thrown = thrown.unwrap();
            assert_eq!((thrown.points, thrown.ends, thrown.foul), (1, true, false));
            assert_eq!(
                (thrown.game.end, thrown.game.scores.as_slice()),
                (1, &[-1][..])
            );
            let stone = thrown.stones[0];
            assert!(
                (stone.x - 0.3).abs() < 0.03 && (stone.y - 0.2).abs() < 0.03,
                "{stone:?}"
            );
            assert_eq!((stone.team, stone.number), (1, 8));
        }
    }

    #[test]
    fn luck_scatters_and_is_the_same_for_the_same_seed() {
        let (conditions, game, shot) = scene(CurlingPlatform::Paper);
        let many = |seed| {
            let asked = CurlingMany {
                conditions: conditions.clone(),
                game: game.clone(),
                shot,
                count: 60,
                seed,
            };
            cloud(asked, &TaskHandle::idle()).unwrap()
        };
        let one = many(1);
        assert_eq!(one.throws.len(), 60);
        assert_eq!(one.results.iter().map(|(_, count)| count).sum::<u32>(), 60);
        let xs = |cloud: &CurlingCloud| -> Vec<_> {
            cloud
                .throws
                .iter()
                .filter_map(|fall| Some(fall.stones.first()?.x))
                .collect()
        };
        assert_eq!(xs(&one), xs(&many(1)));
        assert_ne!(xs(&one), xs(&many(2)));
        let (low, high) = xs(&one)
            .iter()
            .fold((9.0_f64, -9.0_f64), |(a, b), x| (a.min(*x), b.max(*x)));
        assert!(high - low > 0.2 && high - low < 1.5, "{low} {high}");
    }

    #[test]
    fn nobody_throws_faster_than_he_can_even_without_luck() {
        let (mut conditions, game, mut shot) = scene(CurlingPlatform::Dc3);
        conditions.teams.1.players[0].max_weight = Some(2.0);
        shot.velocity.y = 3.5;
        let asked = CurlingThrow {
            conditions,
            game,
            shot,
            seed: None,
        };
        let thrown = throw(asked, &TaskHandle::idle()).unwrap().shot.unwrap();
        assert!((thrown.velocity.length() - 2.0).abs() < 1e-6, "{thrown:?}");
    }

    #[test]
    fn nonsense_is_refused() {
        let (conditions, game, mut shot) = scene(CurlingPlatform::Gat);
        let many = |count, shot, game: CurlingGame| {
            let asked = CurlingMany {
                conditions: conditions.clone(),
                game,
                shot,
                count,
                seed: 1,
            };
            cloud(asked, &TaskHandle::idle())
        };
        assert_eq!(
            many(0, shot, game.clone()).unwrap_err().place.unwrap(),
            "count"
        );
        assert_eq!(
            many(501, shot, game.clone()).unwrap_err().place.unwrap(),
            "count"
        );
        shot.velocity.y = 50.0; // too fast for the contest: a pass
        let passed = many(3, shot, game).unwrap();
        assert!(passed.throws.iter().all(|fall| fall.stones.is_empty()));
    }
}
