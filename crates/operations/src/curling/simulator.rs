//! Batches of shots and ends: simulation, aiming and scoring, in the notation of curling.

use super::aiming::{Aiming, CurlingAimWay};
use super::batch::{Delivery, settle};
use super::engines;
use super::wire::{CurlingConditions, CurlingGame, CurlingStone};
use crate::{Fault, FaultCode, Operation, TaskHandle};
use curling::Vector;
use curling::arena_game::Curling;
use curling::delivery::aim::Weight;
use curling::notation::stones_of;
use curling::physics::Mode;
use curling::rules::{Game, Phase};
use curling::{Shot, Sweep, Turn};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most shots of one question: positions times shots.
const MOST_SHOTS: usize = 20_000;
/// The most targets or ends of one question.
const MOST: usize = 20_000;
/// Shots simulated in a batch between two checks for cancellation.
const BATCH: usize = 256;

/// The operations of the simulator.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::task(
            "curling/simulate",
            (
                "Simulates every shot in every position: stones afterwards, fouls and points; exact or with the throwers' noise.",
                "すべての局面ですべてのショットをシミュレートし、投球後のストーン、反則、得点を返します（誤差なし、または投者の誤差つき）。",
            ),
            |asked: CurlingSimulated, task| simulate(&asked, task),
        ),
        Operation::quick(
            "curling/aim",
            (
                "Finds the shots that stop at targets or pass them with a given weight.",
                "目標点に止まる、または指定の強さで目標点を通るショットを求めます。",
            ),
            aim,
        ),
        Operation::quick(
            "curling/score",
            (
                "Scores ends as the stones lie.",
                "ストーンの配置からエンドの得点を計算します。",
            ),
            |asked: CurlingScored, task| score(&asked, task),
        ),
    ]
}

/// A batch of shots to simulate.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingSimulated {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// Positions with a shot to come.
    pub games: Vec<CurlingGame>,
    /// Shots, each thrown in every position; positions times shots are at most 20,000.
    pub shots: Vec<Shot>,
    /// The kind of simulation; by default that of the referee.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// The seed of the throwers' noise; without it every shot is thrown exactly.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// The outcomes of a batch of shots.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingSimulation {
    /// For every position, in order, the outcome of every shot, in order.
    pub outcomes: Vec<Vec<CurlingOutcome>>,
}

/// The outcome of a shot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingOutcome {
    /// The shot after noise; none if it was too fast for the thrower and counts as a pass.
    pub shot: Option<Shot>,
    /// The stones that count afterwards.
    pub stones: Vec<CurlingStone>,
    /// Whether a rule about guards put the stones back.
    pub foul: bool,
    /// The score of the end as the stones lie afterwards, positive for team 0.
    pub points: i8,
}

fn no_shot(place: &str) -> Fault {
    Fault::wrong_at(place, "no shot comes next").code(FaultCode::NoShotNext)
}

fn too_many(place: &str, most: usize, what: &str) -> Fault {
    Fault::wrong_at(
        place,
        format!("at most {most} {what} are taken at once: send several batches"),
    )
    .code(FaultCode::TooMany)
    .value("max", most)
}

/// Simulates every shot in every position.
///
/// # Errors
/// If a position or a shot is invalid, with its place.
pub fn simulate(asked: &CurlingSimulated, task: &TaskHandle) -> Result<CurlingSimulation, Fault> {
    if asked.games.len().saturating_mul(asked.shots.len()) > MOST_SHOTS {
        return Err(too_many(
            "shots",
            MOST_SHOTS,
            "shots (positions times shots)",
        ));
    }
    if asked.games.len() > MOST_SHOTS {
        return Err(too_many("games", MOST_SHOTS, "positions"));
    }
    let curling = engines::curling(&asked.conditions)?;
    let mode = asked.mode.unwrap_or(curling.conditions().referee);
    let mut outcomes = Vec::with_capacity(asked.games.len());
    for (index, game) in asked.games.iter().enumerate() {
        let at = |mut fault: Fault| {
            let place = fault
                .place
                .as_deref()
                .and_then(|place| place.strip_prefix("game"));
            fault.place = Some(format!("games[{index}]{}", place.unwrap_or_default()));
            fault
        };
        let game = game
            .to_game(curling.rules())
            .map_err(|why| at(why.into()))?;
        if game.phase != Phase::Throwing {
            return Err(at(no_shot("game.phase")));
        }
        let seed = asked
            .seed
            .map(|seed| Seed(seed.into()).stream(index as u64));
        let simulator = Simulator {
            curling: &curling,
            game: &game,
            mode,
            seed,
        };
        outcomes.push(simulator.all(&asked.shots, task)?);
        task.report(Some((index + 1) as f64 / asked.games.len() as f64), "");
    }
    Ok(CurlingSimulation { outcomes })
}

/// Shots in one position.
struct Simulator<'a> {
    curling: &'a Curling,
    game: &'a Game,
    mode: Mode,
    seed: Option<Seed>,
}

impl Simulator<'_> {
    fn all(&self, shots: &[Shot], task: &TaskHandle) -> Result<Vec<CurlingOutcome>, Fault> {
        let mut outcomes = Vec::with_capacity(shots.len());
        for (batch, shots) in shots.chunks(BATCH).enumerate() {
            task.check()?;
            let first = batch * BATCH;
            let deliveries = shots.iter().enumerate().map(|(index, shot)| Delivery {
                game: self.game,
                stones: &self.game.stones,
                shot,
                seed: self.seed.map(|seed| seed.stream((first + index) as u64)),
            });
            let deliveries: Vec<_> = deliveries.collect();
            let settled = settle(self.curling, self.mode, &deliveries);
            for (index, settled) in settled.into_iter().enumerate() {
                let place = format!("shots[{}]", first + index);
                let settled = settled.map_err(|why| Fault::wrong_at(place, why))?;
                outcomes.push(CurlingOutcome {
                    shot: settled.shot,
                    stones: stones_of(&settled.stones, self.game.lead),
                    foul: settled.foul,
                    points: settled.points,
                });
            }
        }
        Ok(outcomes)
    }
}

/// A batch of targets.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingTargets {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// At most 20,000.
    pub targets: Vec<CurlingTarget>,
    /// The method of aiming; exact by default.
    #[serde(default)]
    pub way: CurlingAimWay,
    /// The match, for ice that changes: the shots are aimed on the ice of its next shot. Without it
    /// the ice is that of the conditions.
    #[serde(default)]
    pub game: Option<CurlingGame>,
}

/// A place to stop at or to pass.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingTarget {
    /// The place.
    pub at: Vector,
    /// The turn of the stone.
    pub turn: Turn,
    /// The weight at the place; by default the stone stops there.
    #[serde(default)]
    pub weight: Option<Weight>,
    /// The sweeping of the stone, where the conditions allow it.
    #[serde(default)]
    pub sweep: Option<Sweep>,
}

/// A shot to a target.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingAim {
    /// The shot, if there is one.
    pub shot: Option<Shot>,
    /// Whether a classic hit would stop before its target.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
    /// The reason why there is no shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Finds the shots to targets.
///
/// # Errors
/// If there are too many targets, or the ice is impossible.
pub fn aim(asked: CurlingTargets, task: &TaskHandle) -> Result<Vec<CurlingAim>, Fault> {
    if asked.targets.len() > MOST {
        return Err(too_many("targets", MOST, "targets"));
    }
    let curling = engines::curling(&asked.conditions)?;
    let game = asked.game.map(|game| game.to_game(curling.rules()));
    let physics = match game.transpose()? {
        Some(game) => curling.physics_of(&game).into_owned(),
        None => curling.physics().clone(),
    };
    let aiming = Aiming::on(asked.way, &physics).map_err(Fault::wrong)?;
    let mut aims = Vec::with_capacity(asked.targets.len());
    for target in asked.targets {
        task.check()?;
        let CurlingTarget {
            at, turn, weight, ..
        } = target;
        let found = match target.sweep {
            None => aiming.shot(at, turn, weight),
            Some(sweep) => aiming
                .swept(at, turn, weight, sweep)
                .map(|shot| (shot, true)),
        };
        aims.push(CurlingAim {
            shot: found.as_ref().ok().map(|(shot, _)| *shot),
            short: found.as_ref().is_ok_and(|(_, arrives)| !arrives),
            why: found.err(),
        });
    }
    Ok(aims)
}

/// A batch of ends to score.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingScored {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// Positions; at most 20,000.
    pub games: Vec<CurlingGame>,
}

/// The scores of ends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingScores {
    /// The score of each end as its stones lie, positive for team 0.
    pub points: Vec<i8>,
}

/// Scores ends.
///
/// # Errors
/// If a position is invalid, with its place.
pub fn score(asked: &CurlingScored, task: &TaskHandle) -> Result<CurlingScores, Fault> {
    if asked.games.len() > MOST {
        return Err(too_many("games", MOST, "positions"));
    }
    let rules = asked.conditions.to_conditions()?.rules;
    let mut points = Vec::with_capacity(asked.games.len());
    for (index, game) in asked.games.iter().enumerate() {
        task.check()?;
        let game = game.to_game(&rules).map_err(|error| {
            let place = format!("games[{index}].{}", error.place);
            Fault::wrong_at(place.trim_end_matches('.'), &error.why)
                .explained_by(FaultCode::InvalidPosition, &error.why)
        })?;
        points.push(game.provisional(&rules));
    }
    Ok(CurlingScores { points })
}

#[cfg(test)]
mod tests {
    use super::super::wire::CurlingPlatform;
    use super::*;
    use crate::Operations;
    use serde_json::{Value, json};

    fn ask(name: &str, input: Value) -> Result<Value, Fault> {
        let operations = Operations::default().with(super::operations());
        let operation = operations.find(name).expect(name);
        operation.run(input, &TaskHandle::idle())
    }

    fn empty(conditions: &CurlingConditions) -> CurlingGame {
        let rules = conditions.to_conditions().unwrap().rules;
        CurlingGame::of(&Game::new(&rules).unwrap(), &rules)
    }

    #[test]
    fn a_draw_that_was_aimed_stops_there_and_scores() {
        for platform in [CurlingPlatform::Paper, CurlingPlatform::Dc3] {
            let conditions = CurlingConditions::usual(platform);
            let targets = json!([
                { "at": { "x": 0.3, "y": 0.2 }, "turn": "cw" },
                { "at": { "x": 0.0, "y": 0.0 }, "turn": "ccw", "weight": { "beyond": 9.0 } },
                { "at": { "x": 0.0, "y": -90.0 }, "turn": "ccw" },
            ]);
            let aims = ask(
                "curling/aim",
                json!({ "conditions": conditions, "targets": targets }),
            );
            let aims = aims.unwrap();
            assert!(aims[2]["shot"].is_null() && aims[2]["why"].is_string());
            let draw = json!([targets[0]]);
            let classic = json!({ "conditions": conditions, "targets": draw, "way": "classic" });
            let classic = ask("curling/aim", classic).unwrap();
            assert!(classic[0]["shot"].is_object() && classic[0]["shot"] != aims[0]["shot"]);
            let shots = json!([aims[0]["shot"], aims[1]["shot"]]);
            let game = empty(&conditions);
            let input = json!({ "conditions": conditions, "games": [game, game], "shots": shots });
            let done = ask("curling/simulate", input).unwrap();
            for outcomes in done["outcomes"].as_array().unwrap() {
                let stone = &outcomes[0]["stones"][0];
                let off = |key: &str, at: f64| (stone[key].as_f64().unwrap() - at).abs();
                assert!(off("x", 0.3) < 0.03 && off("y", 0.2) < 0.03, "{stone}");
                assert_eq!(
                    (&outcomes[0]["points"], &outcomes[1]["points"]),
                    (&json!(1), &json!(0))
                );
                assert_eq!(outcomes[1]["stones"], json!([]));
            }
            let mut lying = serde_json::to_value(&game).unwrap();
            lying["shot"] = json!(1);
            lying["stones"] = done["outcomes"][0][0]["stones"].clone();
            let input = json!({ "conditions": conditions, "games": [game, lying] });
            assert_eq!(
                ask("curling/score", input).unwrap()["points"],
                json!([0, 1])
            );
        }
    }

    #[test]
    fn luck_is_the_seeds_and_does_not_depend_on_the_batch() {
        let conditions = CurlingConditions::usual(CurlingPlatform::Gat);
        let game = empty(&conditions);
        let shot = json!({ "velocity": { "x": 0.0, "y": 29.5 }, "turn": "cw" });
        let many = |count: usize, seed: u32| {
            let shots = vec![shot.clone(); count];
            let input = json!({ "conditions": conditions, "games": [game], "shots": shots, "seed": seed, "mode": "fast" });
            ask("curling/simulate", input).unwrap()["outcomes"][0].clone()
        };
        let (few, all) = (many(3, 1), many(300, 1));
        assert_eq!(few.as_array().unwrap()[..], all.as_array().unwrap()[..3]);
        assert_ne!(many(1, 1), many(1, 2));
    }

    #[test]
    fn too_much_and_nonsense_are_refused_with_their_place() {
        let conditions = CurlingConditions::usual(CurlingPlatform::Paper);
        let game = empty(&conditions);
        let shot = json!({ "velocity": { "x": 0.0, "y": 29.5 }, "turn": "cw" });
        let asked = |games: Value, shots: Value| {
            let input = json!({ "conditions": conditions, "games": games, "shots": shots });
            ask("curling/simulate", input).unwrap_err().place.unwrap()
        };
        let many = |count: usize| json!(vec![shot.clone(); count]);
        assert_eq!(
            asked(json!([game, game]), many(MOST_SHOTS / 2 + 1)),
            "shots"
        );
        let mut late = serde_json::to_value(&game).unwrap();
        late["shot"] = json!(16);
        assert_eq!(asked(json!([game, late]), many(1)), "games[1].shot");
        let fast = json!([shot, { "velocity": { "x": 0.0, "y": 1e300 }, "turn": "cw" }]);
        assert_eq!(asked(json!([game]), fast), "shots[1]");
    }

    #[test]
    fn shots_are_aimed_and_simulated_on_the_ice_of_their_match() {
        let table = "friction_drift = 1.1\nwear = 0.02\nsweeping = true"
            .parse()
            .unwrap();
        let conditions = curling::conditions::Conditions::dc3()
            .changed(&table)
            .unwrap();
        let curling = Curling::new(conditions.clone()).unwrap();
        let mut game = Game::new(curling.rules()).unwrap();
        let draw = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
        game = curling.after_shot(Mode::Exact, &game, &draw);
        game.end = 5;
        game.stones = curling::Stones::none();
        let position = curling::notation::Position::of(&conditions, &game);
        let position = serde_json::to_value(position).unwrap();
        let sweep = json!({ "from": -10.0, "to": 0.0 });
        let target = json!({ "at": { "x": 0.0, "y": 0.0 }, "turn": "cw", "sweep": sweep });
        let asked = json!({
            "conditions": position["conditions"],
            "game": position["game"],
            "targets": [target],
        });
        let aims = ask("curling/aim", asked.clone()).unwrap();
        let shots = json!([aims[0]["shot"], serde_json::to_value(draw).unwrap()]);
        let simulated = json!({
            "conditions": position["conditions"],
            "games": [position["game"]],
            "shots": shots,
        });
        let outcomes = ask("curling/simulate", simulated).unwrap();
        let y = |shot: usize| {
            outcomes["outcomes"][0][shot]["stones"][0]["y"]
                .as_f64()
                .unwrap()
        };
        assert!(y(0).abs() < 0.05, "{outcomes}");
        assert!(y(1) < -0.5, "{outcomes}");
        let mut even = asked;
        even["conditions"]["changes"] = json!(null);
        let refused = ask("curling/aim", even).unwrap();
        let why = refused[0]["why"].as_str().unwrap();
        assert!(why.starts_with("sweeping is not allowed"), "{why}");
    }
}
