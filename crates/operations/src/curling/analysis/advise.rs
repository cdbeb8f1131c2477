//! Advice of a player on a position: [`advise`].
//!
//! The answer is the game's own [`Advice`]: shots in order with outcomes and paths, and the value
//! of every target. Better answers on the way are reported, and kept if the task is cancelled.

use super::super::engines::{CurlingPlayer, Engines};
use super::super::wire::{CurlingConditions, CurlingGame};
use super::to_throw;
use crate::ask::time;
use crate::{Fault, FaultCode, TaskHandle, Trust};
use curling::players::advice::{Advice, AdviceError};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Instant;

/// The most shots in an answer.
const MOST: usize = 100;

/// A position to analyse.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingAsked {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// The match, with a shot to come.
    pub game: CurlingGame,
    /// The player.
    pub player: CurlingPlayer,
    /// The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's
    /// setting.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The search depth in shots; by default the player's setting.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The number of shots in the answer, 1 to 100; 8 by default.
    #[serde(default = "usual_top")]
    pub top: usize,
    /// The seed of the player's random choices.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

fn usual_top() -> usize {
    8
}

fn usual_seed() -> u64 {
    1
}

impl CurlingAsked {
    fn limit(&self, trust: Trust) -> Result<Limit, Fault> {
        let time = self.seconds.map(|seconds| time(seconds, trust.longest()));
        if self.depth == Some(0) {
            return Err(Fault::wrong_at("depth", "must be at least 1")
                .code(FaultCode::OutOfRange)
                .value("min", 1));
        }
        if !(1..=MOST).contains(&self.top) {
            return Err(Fault::out_of_range("top", (1, MOST), ""));
        }
        Ok(Limit {
            time: time.transpose()?,
            depth: self.depth,
            nodes: None,
        })
    }
}

/// Returns a player's advice.
///
/// # Errors
/// If no shot comes next, the player is forbidden, or a number is out of range.
pub fn advise(asked: &CurlingAsked, engines: &Engines, task: &TaskHandle) -> Result<Advice, Fault> {
    let limit = asked.limit(engines.games.trust)?;
    let (curling, game, _) = to_throw(&asked.conditions, &asked.game)?;
    task.report(None, "");
    let player = asked.player.spec(&engines.games)?;
    let analyst = engines.analyst(&curling, &player)?;
    task.check()?;
    let begun = Instant::now();
    let tell = |progress: &Progress| {
        let spent = begun.elapsed().as_secs_f64();
        let part = limit.time.map(|time| (spent / time.as_secs_f64()).min(1.0));
        task.report(part, format!("{} nodes", progress.nodes));
    };
    let control = Control::new(Seed(asked.seed))
        .limit(limit)
        .cancel(task.cancel())
        .progress(&tell);
    let first = |advice: &Advice| task.partial(advice);
    let advice = Advice::progressive(&*analyst, &curling, &game, &control, asked.top, &first);
    advice.map_err(|why| match why {
        AdviceError::Player(why) => task.no_answer(&player, why),
        why => Fault::wrong_at("game", why),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::{CurlingPlatform, CurlingStone};
    use super::*;
    use curling::players::advice::{Call, Scale};
    use curling::rules::{Game, Team};
    use curling::sheet::RADIUS;

    fn advise(asked: &CurlingAsked, task: &TaskHandle) -> Result<Advice, Fault> {
        let games = crate::Games::of(&crate::Host::default());
        super::advise(asked, &Engines::new(&games), task)
    }

    fn last_stone(player: &str) -> CurlingAsked {
        let conditions = CurlingConditions::usual(CurlingPlatform::Paper);
        let rules = conditions.to_conditions().unwrap().rules;
        let mut game = Game::new(&rules).unwrap();
        (game.end, game.shot) = (9, 15);
        CurlingAsked {
            conditions,
            game: CurlingGame::of(&game, &rules),
            player: CurlingPlayer::Text(player.to_owned()),
            seconds: Some(2.0),
            depth: None,
            top: 4,
            seed: 1,
        }
    }

    #[test]
    fn the_last_stone_into_an_empty_house_is_a_draw_with_a_way() {
        let advice = advise(&last_stone("greedy"), &TaskHandle::idle()).unwrap();
        let best = &advice.shots[0];
        assert_eq!(
            (advice.team, advice.hammer, best.call),
            (Team::One, true, Call::Draw)
        );
        assert_eq!(advice.scale, Scale::Points);
        assert!(best.success > 0.5 && best.value > 0.8, "{best:?}");
        let way = &best.paths[0].points;
        assert!(way[0].1 < -30.0 && way.last().unwrap().1 > -2.0);
        assert!(advice.maps.is_empty());
        let told: f64 = best.outcomes.iter().map(|one| one.probability).sum();
        assert!(
            (told - 1.0).abs() < 1e-9,
            "every throw that was tried is told"
        );
    }

    #[test]
    fn jiritsu_values_every_target() {
        let mut asked = last_stone("jiritsu:depth=1");
        asked.game.stones.push(CurlingStone {
            team: 0,
            number: 8,
            x: 0.0,
            y: 0.3,
            angle: 0.0,
        });
        let advice = advise(&asked, &TaskHandle::idle()).unwrap();
        assert_eq!(advice.scale, Scale::Chance);
        assert_eq!(advice.maps.len(), 2);
        for map in &advice.maps {
            assert!(map.cells.len() > 500 && map.strip.len() > 5);
            assert!(map.cells.iter().all(|cell| (-0.5..=1.5).contains(&cell.2)));
        }
        assert_eq!(advice.maps[0].side, RADIUS);
        let best = &advice.shots[0];
        assert!(!best.removed.is_empty() || best.stops.is_some());
        assert!(best.value >= advice.shots[1].value);
    }

    #[test]
    fn the_strongest_player_values_last_stones_on_a_finer_map() {
        let asked = last_stone("jiritsu:preset=strongest,depth=1");
        let advice = advise(&asked, &TaskHandle::idle()).unwrap();
        assert_eq!(advice.maps[0].side, RADIUS / 2.0);
        assert!(advice.maps[0].cells.len() > 2000);
    }

    #[test]
    fn too_much_is_refused_and_a_cancelled_player_stops() {
        let place = |asked: CurlingAsked| {
            advise(&asked, &TaskHandle::idle())
                .unwrap_err()
                .place
                .unwrap()
        };
        let asked = last_stone("greedy");
        assert_eq!(
            place(CurlingAsked {
                seconds: Some(61.0),
                ..asked.clone()
            }),
            "seconds"
        );
        assert_eq!(
            place(CurlingAsked {
                seconds: Some(f64::NAN),
                ..asked.clone()
            }),
            "seconds"
        );
        assert_eq!(
            place(CurlingAsked {
                top: 0,
                ..asked.clone()
            }),
            "top"
        );
        let mut placing = asked.clone();
        placing.game.phase = super::super::super::wire::CurlingPhase::Placing;
        assert!(place(placing).starts_with("game"));
        let task = TaskHandle::idle();
        task.cancel().cancel();
        assert!(advise(&asked, &task).is_err());
    }
}
