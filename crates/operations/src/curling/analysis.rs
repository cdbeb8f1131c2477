//! Analysis of a position: legality, candidate shots, outcomes.

pub(super) mod advise;
mod check;
pub(super) mod measure;
mod terms;
mod throw;

use super::engines::{self, Engines};
use super::wire::{CurlingConditions, CurlingGame};
use crate::{Fault, FaultCode, Operation};
use curling::arena_game::Curling;
use curling::rules::{Game, Phase};
use std::sync::Arc;

/// The operations on positions.
pub(super) fn operations(engines: &Arc<Engines>) -> Vec<Operation> {
    let [advising, measuring, evaluating] = [(); 3].map(|()| Arc::clone(engines));
    vec![
        Operation::quick(
            "curling/check",
            (
                "Checks a position: whose turn it is, what the end would score now, and what is wrong with it.",
                "局面を検査し、次に投げるチーム、現時点の得点、問題点を返します。",
            ),
            check::check,
        ),
        Operation::quick(
            "curling/throw",
            (
                "Simulates one shot, exact or with the thrower's noise, with the trajectories of all stones.",
                "一投をシミュレートし（誤差なし、または投者の誤差つき）、全ストーンの軌跡を返します。",
            ),
            throw::throw,
        ),
        Operation::quick(
            "curling/cloud",
            (
                "Simulates a shot many times with the thrower's noise: where the stones come to rest.",
                "投者の誤差つきで何度も投げ、ストーンの停止位置の分布を返します。",
            ),
            throw::cloud,
        ),
        Operation::task(
            "curling/advise",
            (
                "Asks a player what to throw: candidates with values, outcomes and paths, and the value of every target.",
                "どのショットを投げるべきかをプレイヤーに尋ね、候補の評価値・結果・軌跡と各目標点の値を返します。",
            ),
            move |asked, task| advise::advise(&asked, &advising, task),
        ),
        Operation::task(
            "curling/measure",
            (
                "Measures shots of any players by one yardstick: the same throws, valued by the strongest player.",
                "どのプレイヤーのショットも同じ尺度で測ります。同じ誤差で投げ、最強のプレイヤーが評価します。",
            ),
            move |asked, task| measure::measure(&asked, &measuring, task),
        ),
        Operation::task(
            "curling/terms",
            (
                "Evaluates a stone at every place by Jiritsu-kun's terms J, T, D and their product.",
                "じりつくんの評価項 J・T・D とその積を、各地点のストーンについて計算します。",
            ),
            move |asked, task| terms::terms(asked, &evaluating, task),
        ),
    ]
}

/// Returns a position with a shot to come, and the slot of its stone.
fn to_throw(
    conditions: &CurlingConditions,
    game: &CurlingGame,
) -> Result<(Curling, Game, usize), Fault> {
    let curling = engines::curling(conditions)?;
    let game = game.to_game(curling.rules())?;
    let slot = match game.phase {
        Phase::Over(_) => {
            let over = Fault::wrong_at("game.phase", "the match is over");
            return Err(over.code(FaultCode::GameOver));
        }
        Phase::Placing => {
            let message = "the stones of this end have to be placed first";
            return Err(Fault::wrong_at("game.phase", message).code(FaultCode::StonesNotPlaced));
        }
        Phase::Throwing => game.slot(),
    };
    let none = || Fault::wrong_at("game.shot", "no shot comes next").code(FaultCode::NoShotNext);
    let slot = slot.ok_or_else(none)?;
    Ok((curling, game, slot))
}

#[cfg(test)]
mod tests {
    use super::super::wire::CurlingPlatform;
    use super::*;
    use crate::{Operations, TaskHandle};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn position() -> Value {
        let conditions = CurlingConditions::usual(CurlingPlatform::Paper);
        let rules = conditions.to_conditions().unwrap().rules;
        let game = CurlingGame::of(&Game::new(&rules).unwrap(), &rules);
        json!({ "conditions": conditions, "game": game })
    }

    fn ask(name: &str, input: Value) -> Result<Value, Fault> {
        let operations = Operations::default().with(super::operations(&Engines::new(
            &crate::Games::of(&crate::Host::default()),
        )));
        operations
            .find(name)
            .expect(name)
            .run(input, &TaskHandle::idle())
    }

    #[test]
    fn a_position_that_is_sent_is_answered_and_a_misspelt_one_refused() {
        let said = ask("curling/check", position()).unwrap();
        assert_eq!(
            (&said["thrower"], &said["problems"]),
            (&json!(0), &json!([]))
        );
        for (pointer, key) in [("", "stone"), ("/conditions", "wind"), ("/game", "winner")] {
            let mut input = position();
            input.pointer_mut(pointer).unwrap()[key] = json!(1);
            let refused = ask("curling/check", input).unwrap_err();
            assert!(refused.message.contains(key), "{refused}");
        }
        let shot = json!({ "velocity": { "x": 0.1, "y": 1e300 }, "turn": "cw" });
        let mut input = position();
        input["shot"] = shot;
        assert!(ask("curling/throw", input.clone()).is_err());
        input["shot"]["turn"] = json!("left");
        assert!(ask("curling/throw", input).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn whatever_is_thrown_is_answered_or_refused(vx in -60.0_f64..60.0, vy in -60.0_f64..60.0, seed: Option<u32>, x in -3.0_f64..3.0, y in -8.0_f64..3.0) {
            let mut input = position();
            input["shot"] = json!({ "velocity": { "x": vx, "y": vy }, "turn": "ccw" });
            input["seed"] = json!(seed);
            input["game"]["shot"] = json!(1);
            input["game"]["stones"] = json!([{ "team": 0, "number": 1, "x": x, "y": y }]);
            if let Ok(thrown) = ask("curling/throw", input) {
                prop_assert!(thrown["trajectory"]["frames"].as_u64().unwrap() < 600);
            }
        }
    }
}
