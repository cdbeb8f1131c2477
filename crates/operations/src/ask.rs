//! A request to a player of any game, in the game's own notation.
//!
//! Games with pages have richer requests of their own; this one needs only a
//! [`PlayableGame`](arena::PlayableGame), so that it works for any registered game.

use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Host, Operation, player_policy};
use arena::playable::{Answer, AskError, Conditioned, GameMoves};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The shortest time, in seconds.
const SHORTEST: f64 = 0.05;

/// The operations on games of any kind.
pub fn operations(host: &Host) -> [Operation; 1] {
    let host = Arc::new(host.clone());
    [Operation::task(
        "arena/ask",
        (
            "Asks a player of any game what it thinks of the position after some moves.",
            "任意のゲームのプレイヤーに、何手か進めた局面での手と評価を尋ねます。",
        ),
        move |asked: ArenaQuestion, task| ask(&host, &asked, task),
    )]
}

/// A request to a player of a game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArenaQuestion {
    /// The game.
    pub game: String,
    /// The conditions that differ from the game's defaults.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub conditions: toml::Table,
    /// The player with its settings, as `name:key=value,key=value`.
    pub player: String,
    /// The start in the game's notation; by default that of the seed.
    #[serde(default)]
    pub start: Option<String>,
    /// The seed of the start, the dice and the player's random choices; 1 by default.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// The moves from the start to the position, in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's
    /// setting.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The greatest search depth in moves; by default the player's setting.
    #[serde(default)]
    pub depth: Option<u32>,
}

fn usual_seed() -> u64 {
    1
}

/// Returns a time in seconds, checked against its range.
///
/// # Errors
/// If it is out of range.
pub(crate) fn time(seconds: f64, longest: f64) -> Result<Duration, Fault> {
    if (SHORTEST..=longest).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(Fault::out_of_range(
        "seconds",
        (SHORTEST, longest),
        "seconds",
    ))
}

/// Returns a player's analysis.
///
/// # Errors
/// If there is no such game, condition or player, the moves do not fit, a number is out of range,
/// or the player has no answer.
pub fn ask(host: &Host, asked: &ArenaQuestion, task: &TaskHandle) -> Result<Answer, Fault> {
    let playable = Conditioned::new(host.playable(&asked.game)?, &asked.conditions)
        .map_err(|why| Fault::wrong_at("conditions", why))?;
    let player = host.trust.player(playable.players(), &asked.player)?;
    let longest = host.trust.longest();
    let time = asked.seconds.map(|s| time(s, longest)).transpose()?;
    if asked.depth == Some(0) {
        return Err(Fault::wrong_at("depth", "must be at least 1")
            .code(FaultCode::OutOfRange)
            .value("min", 1));
    }
    let tell = |progress: &Progress| {
        let part = time.map(|time| (progress.seconds / time.as_secs_f64()).min(1.0));
        task.report(part, format!("{} ▸ {}", progress.depth, progress.nodes));
    };
    let limit = Limit {
        time,
        depth: asked.depth,
        ..Limit::default()
    };
    let moves = GameMoves {
        start: asked.start.as_deref(),
        seed: Seed(asked.seed),
        actions: &asked.moves,
    };
    let control = Control::new(Seed(asked.seed).stream(asked.moves.len() as u64))
        .limit(limit)
        .cancel(task.cancel())
        .progress(&tell);
    let answer = playable.ask(&player, &moves, &control);
    answer.map_err(|error| match error {
        AskError::Spec(error) => player_policy::wrong(error).within("player"),
        AskError::Moves(why) => Fault::wrong_at("moves", why).explained(FaultCode::InvalidMoves),
        AskError::Player(fault) => task.no_answer(&player, fault),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::guest;
    use crate::{FaultKind, Operations};
    use arena::{Game, Lineup, Score};
    use rand_pcg::Pcg64Mcg;
    use serde_json::json;

    /// One pile, from which one or two are taken in turn: a game that nothing else knows.
    struct Pile;

    impl Game for Pile {
        type Position = (u32, usize);
        type View = (u32, usize);
        type Action = u32;

        fn start(&self, _: &mut Pcg64Mcg) -> (u32, usize) {
            (5, 0)
        }
        fn turn(&self, position: &(u32, usize)) -> Option<usize> {
            (position.0 > 0).then_some(position.1)
        }
        fn view(&self, position: &(u32, usize), _: usize) -> (u32, usize) {
            *position
        }
        fn actions(&self, view: &(u32, usize)) -> Option<Vec<u32>> {
            Some((1..=view.0.min(2)).collect())
        }
        fn check(&self, position: &(u32, usize), taken: &u32) -> Result<(), String> {
            let legal = (1..=position.0.min(2)).contains(taken);
            legal.then_some(()).ok_or_else(|| "not there".to_owned())
        }
        fn play(&self, position: &mut (u32, usize), taken: &u32, _: &mut Pcg64Mcg) {
            *position = (position.0 - taken, 1 - position.1);
        }
        fn score(&self, position: &(u32, usize)) -> Score {
            Score::by_points([position.1 as f64, 1.0 - position.1 as f64])
        }
        fn write_action(&self, taken: &u32) -> String {
            taken.to_string()
        }
        fn read_action(&self, text: &str) -> Result<u32, String> {
            text.parse().map_err(|_| "no number".to_owned())
        }
        fn write_view(&self, view: &(u32, usize)) -> String {
            view.0.to_string()
        }
    }

    fn answered(guests: &[String], input: Value) -> Result<Value, Fault> {
        let pile: Lineup<Pile> = Lineup::new("pile", "a pile", Pile);
        let mut host = Host {
            playables: Arc::new(vec![Box::new(pile), Box::new(::blokus::lineup())]),
            ..Host::default()
        };
        for guest in guests {
            host.admit(guest).unwrap();
        }
        let operations = Operations::default().with(operations(&host));
        let operation = operations.find("arena/ask").unwrap();
        operation.run(input, &TaskHandle::idle())
    }

    #[test]
    fn a_game_that_is_only_registered_can_be_asked_about() {
        let asked = json!({ "game": "pile", "player": "random", "moves": ["2", "1"] });
        let answer = answered(&[], asked).unwrap();
        assert_eq!((&answer["seat"], &answer["view"]), (&json!(0), &json!("2")));
        let action = answer["analysis"]["candidates"][0]["action"].as_str();
        assert!(["1", "2"].map(Some).contains(&action), "{answer}");
    }

    #[test]
    fn a_guest_answers_and_one_that_dies_is_named() {
        let guests = [
            guest("pile/one", "play 1"),
            "pile/gone=program:false".to_owned(),
        ];
        let asked = |player: &str| json!({ "game": "pile", "player": player, "moves": ["1"] });
        let answer = answered(&guests, asked("one")).unwrap();
        assert_eq!(answer["analysis"]["candidates"][0]["action"], "1");
        let fault = answered(&guests, asked("gone")).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Failed);
        assert!(fault.message.contains("`gone`"), "{fault}");
    }

    #[test]
    fn the_strong_player_of_a_game_tells_its_candidates_within_a_depth() {
        let asked = json!({ "game": "blokus", "player": "strong", "seconds": 5, "depth": 1 });
        let answer = answered(&[], asked).unwrap();
        let candidates = answer["analysis"]["candidates"].as_array().unwrap();
        assert!(candidates.len() > 1 && candidates[0]["action"].is_string());
        assert_eq!(answer["analysis"]["effort"]["depth"], 1);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (input, place, words) in [
            (
                json!({ "game": "chess", "player": "random" }),
                "game",
                "no game `chess`",
            ),
            (
                json!({ "game": "pile", "player": "best" }),
                "player",
                "no player `best`",
            ),
            (
                json!({ "game": "pile", "player": "program:./bot" }),
                "player",
                "starts a program",
            ),
            (
                json!({ "game": "pile", "player": "random", "moves": ["2", "3"] }),
                "moves",
                "move 2, `3`: not there",
            ),
            (
                json!({ "game": "pile", "player": "random", "moves": ["2", "2", "1"] }),
                "moves",
                "the game is over",
            ),
            (
                json!({ "game": "pile", "player": "random", "conditions": { "size": 9 } }),
                "conditions",
                "unknown condition `size`",
            ),
            (
                json!({ "game": "pile", "player": "random", "seconds": 1e9 }),
                "seconds",
                "0.05",
            ),
        ] {
            let fault = answered(&[], input).unwrap_err();
            assert_eq!(fault.place.as_deref(), Some(place), "{fault}");
            assert!(fault.message.contains(words), "{fault}");
        }
    }
}
