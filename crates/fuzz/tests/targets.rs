//! Every target on the seed texts and some hundred mutants: fuzzing in seconds instead of hours.

use fuzz::TARGETS;
use fuzz::driver::{Budget, run};
use std::time::Duration;

#[test]
fn every_target_accepts_one_of_its_seeds() {
    for target in TARGETS {
        let accepted = (target.seeds)().iter().any(|seed| (target.run)(seed));
        assert!(accepted, "{}", target.name);
    }
}

#[test]
fn no_target_fails_on_mutants_of_its_seeds() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let budget = Budget {
        time: Duration::from_secs(5),
        texts: 400,
    };
    for target in TARGETS {
        let outcome = run(target, 1, budget, &folder).unwrap();
        assert!(outcome.tried > 0);
        assert_eq!(outcome.failure, None, "{}", target.name);
    }
}
