//! Golden shots of the exact simulation, recorded when it agreed with the official simulators: they
//! must be reproduced bit by bit.
//!
//! One JSON object a line in `tests/golden/<model>.jsonl`: `what` it is, the `stones` that lie
//! there by slot (`[slot, x, y]` in the house frame), the `slot` and `velocity` and `turn` of the
//! shot, and the `result` in the same form. After an intended change of the simulation, run
//! `SAKIYOMI_GOLDEN=write cargo test -p curling --test golden` and read the difference.

use curling::physics::{Mode, Parameters, Physics, Throw};
use curling::{Shot, Stones, Turn, Vector};
use serde::{Deserialize, Serialize};
use std::path::Path;

#[derive(Serialize, Deserialize)]
struct Golden {
    what: String,
    stones: Vec<(usize, f64, f64)>,
    slot: usize,
    velocity: (f64, f64),
    turn: Turn,
    #[serde(default)]
    result: Vec<(usize, f64, f64)>,
}

impl Golden {
    fn throw(&self) -> Throw {
        let mut stones = Stones::none();
        for &(slot, x, y) in &self.stones {
            stones.place(slot, Vector::new(x, y));
        }
        let velocity = Vector::new(self.velocity.0, self.velocity.1);
        Throw {
            stones,
            slot: self.slot,
            shot: Shot::new(velocity, self.turn),
        }
    }
}

fn check(name: &str, parameters: Parameters) {
    let physics = Physics::new(parameters).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut golden: Golden = serde_json::from_str(line).unwrap();
        let outcome = physics.throw(Mode::Exact, &golden.throw()).unwrap();
        let stones = outcome.stones.iter();
        let result: Vec<_> = stones.map(|(slot, s)| (slot, s.at.x, s.at.y)).collect();
        if std::env::var("SAKIYOMI_GOLDEN").is_ok_and(|word| word == "write") {
            golden.result = result;
            lines.push(serde_json::to_string(&golden).unwrap());
        } else {
            assert_eq!(result, golden.result, "{name}: {}", golden.what);
        }
    }
    assert!(text.lines().count() >= 20, "{name} has its shots");
    if !lines.is_empty() {
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
    }
}

#[test]
fn legacy_shots_are_what_they_were() {
    check("legacy", Parameters::legacy());
}

#[test]
fn dc2_shots_are_what_they_were() {
    check("dc2", Parameters::dc2());
}

#[test]
fn fcv1_shots_are_what_they_were() {
    check("fcv1", Parameters::fcv1());
}
