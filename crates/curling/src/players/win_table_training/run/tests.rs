//! Tests of training runs with random ends: estimate, interruption, log.

use super::super::log;
use super::*;
use lookahead::Seed;
use rand::RngExt;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn small() -> Plan {
    Plan {
        first: 37,
        per_state: 23,
        ends: 2,
        difference: 2,
        ..Plan::default()
    }
}

/// Returns an end of random points, which depend on the utility: a little on how good two points
/// are, and on every small change of how good one is.
fn toy(scenario: Scenario, utility: EndUtility, number: u64) -> i8 {
    let mut rng = scenario.stream(Seed(5)).stream(number).rng();
    let bold = utility.of(2) > 0.9;
    let odd = (utility.of(1) * 1e4) as u64 % 2 == 1;
    let points = [
        -2,
        -1,
        0,
        1,
        1,
        if odd { 2 } else { 1 },
        if bold { 3 } else { 0 },
    ];
    points[rng.random_range(0..points.len())]
}

fn identity() -> Value {
    json!({ "who": "toy" })
}

/// Returns the estimate after a run from this log, and the log afterwards.
fn run(
    plan: &Plan,
    text: &[u8],
    threads: usize,
    stop_after: u64,
) -> (Result<Estimate, RunError>, Vec<u8>) {
    let log = EndLog::read(text, &identity()).unwrap();
    let mut written = text[..log::complete_length(text)].to_vec();
    if written.is_empty() {
        written.extend(log::heading(&identity()).bytes());
    }
    let (cancel, played) = (Cancel::new(), AtomicU64::new(0));
    let play_end = |scenario, utility, number, cancel: &Cancel| {
        if played.fetch_add(1, Relaxed) >= stop_after {
            cancel.cancel();
            return None;
        }
        Some(toy(scenario, utility, number))
    };
    let mut options = RunOptions {
        threads,
        cancel: &cancel,
        append: &mut |entry| {
            written.extend(entry.line().bytes());
            Ok(())
        },
        progress: &mut |_| {},
    };
    let estimate = play(plan, log, &play_end, &mut options);
    (estimate, written)
}

const FOR_EVER: u64 = u64::MAX;

#[test]
fn the_table_is_the_backward_induction_over_what_was_played() {
    let plan = small();
    let estimate = run(&plan, b"", 1, FOR_EVER).0.unwrap();
    assert_eq!(estimate.points.total(), 37.0);
    assert_eq!(estimate.extra.unwrap().total(), 37.0);
    let extra = estimate.extra.unwrap();
    let hammers: f64 = (1..=8).map(|points| extra.weight(points)).sum();
    let blanks = extra.weight(0);
    assert!(blanks > 0.0);
    assert_eq!(estimate.level(), hammers / (37.0 - blanks));
    // By hand: one end left, one behind, with the hammer.
    let state = |ends_left, difference| State {
        ends_left,
        difference,
    };
    let scores = estimate.states[&state(1, -1)];
    assert_eq!(scores.total(), 23.0);
    let share = |points| scores.weight(points) / 23.0;
    let wins = share(2) + share(3) + share(1) * (1.0 - estimate.level());
    assert!((estimate.table.chance(1, -1, true) - wins).abs() < 1e-12);
    // Two left and level: the team that does not score has the hammer, three behind is played like
    // two.
    let scores = estimate.states[&state(2, 0)];
    let share = |points| scores.weight(points) / 23.0;
    let then = |ahead, hammer| estimate.table.chance(1, ahead, hammer);
    let wins = [-2, -1, 0].map(|points| share(points) * then(points.into(), true));
    let more = [1, 2, 3].map(|points| share(points) * then(points.into(), false));
    let wins: f64 = wins.iter().chain(&more).sum();
    assert!((estimate.table.chance(2, 0, true) - wins).abs() < 1e-12);
    assert_eq!(estimate.table.shape(), plan.shape());
    assert_ne!(estimate.table, estimate.first);
}

#[test]
fn the_smoothed_table_rises_where_few_ends_make_the_table_fall() {
    let few = Plan {
        per_state: 3,
        ..small()
    };
    let estimate = run(&few, b"", 1, FOR_EVER).0.unwrap();
    let Shape {
        ends, difference, ..
    } = few.shape();
    let falls = |table: &WinTable| {
        let reach = difference as i32;
        let states = (1..=ends).flat_map(|left| (-reach..reach).map(move |ahead| (left, ahead)));
        let falls = |&(left, ahead): &(usize, i32)| {
            table.chance(left, ahead + 1, true) < table.chance(left, ahead, true)
        };
        states.filter(falls).count()
    };
    assert!(falls(&estimate.table) > 0);
    assert_eq!(falls(&estimate.smoothed), 0);
    let errors = estimate.errors_of_smoothed(50, Seed(1)).unwrap();
    assert!(errors.of(1, 0) > 0.0);
    // What the rules decide is not smoothed.
    assert_eq!(estimate.smoothed.chance(0, 1, true), 1.0);
    assert_eq!(estimate.smoothed.chance(0, -1, true), 0.0);
}

#[test]
fn a_second_round_is_played_for_the_smoothed_table_of_the_first() {
    let one = run(&small(), b"", 1, FOR_EVER).0.unwrap();
    let two_rounds = Plan {
        rounds: 2,
        ..small()
    };
    let (two, text) = run(&two_rounds, b"", 1, FOR_EVER);
    let two = two.unwrap();
    assert_ne!(two.table, one.table);
    // The bold play of a state depends on what its table says of two points.
    for (state, scores) in &two.states {
        let utility = utility(&one.smoothed, *state, AfterBlank::Keeps);
        let mut expected = EndScores::default();
        for number in 0..two_rounds.per_state {
            expected.count(toy(Scenario::Match(*state), utility, number));
        }
        assert_eq!(*scores, expected, "{state:?}");
    }
    // Another run of the same plan finds every end in the log.
    let (again, more) = run(&two_rounds, &text, 1, 0);
    assert_eq!((again.unwrap(), more.len()), (two, text.len()));
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let plan = Plan {
        rounds: 2,
        ..small()
    };
    let (whole, text) = run(&plan, b"", 1, FOR_EVER);
    let whole = whole.unwrap();
    assert_eq!(run(&plan, b"", 2, FOR_EVER).0.unwrap(), whole);
    for stop in [0, 5, 40, 70, 150] {
        let (stopped, mut half) = run(&plan, b"", 2, stop);
        assert!(matches!(stopped, Err(RunError::Interrupted)), "{stop}");
        // Killed in the middle of a line.
        half.extend_from_slice(b"{\"occasion\":");
        let (resumed, again) = run(&plan, &half, 2, FOR_EVER);
        assert_eq!(resumed.unwrap(), whole);
        assert_eq!(again.len(), text.len());
    }
    for cut in (0..text.len()).step_by(97) {
        assert_eq!(run(&plan, &text[..cut], 1, FOR_EVER).0.unwrap(), whole);
    }
}

#[test]
fn what_is_known_is_not_played_again() {
    let plan = small();
    let (whole, text) = run(&plan, b"", 1, FOR_EVER);
    assert_eq!(run(&plan, &text, 1, 0).0.unwrap(), whole.unwrap());
    // More ends of a state: only they are played, and the batch that was cut short.
    let more = Plan {
        per_state: 33,
        ..plan
    };
    let missing = 10 * 13;
    assert!(run(&more, &text, 1, missing - 1).0.is_err());
    assert!(run(&more, &text, 1, missing).0.is_ok());
}

#[test]
fn more_ends_in_the_first_step_change_what_the_others_are_played_for() {
    let (_, text) = run(&small(), b"", 1, FOR_EVER);
    let plan = Plan {
        first: 50,
        ..small()
    };
    let (anew, _) = run(&plan, b"", 1, FOR_EVER);
    assert_eq!(run(&plan, &text, 1, FOR_EVER).0.unwrap(), anew.unwrap());
}

#[test]
fn without_extra_ends_a_level_match_is_half_a_win() {
    let plan = Plan {
        extra_ends: false,
        ..small()
    };
    let estimate = run(&plan, b"", 1, plan.total()).0.unwrap();
    assert_eq!((estimate.level(), estimate.extra), (0.5, None));
    assert_eq!(estimate.table.chance(0, 0, true), 0.5);
}

#[test]
fn a_state_with_nothing_at_stake_is_not_played() {
    let plan = Plan {
        ends: 1,
        difference: 9,
        ..small()
    };
    let estimate = run(&plan, b"", 1, 2 * 37 + 17 * 23).0.unwrap();
    assert_eq!(estimate.states.len(), 17);
    assert_eq!(estimate.table.chance(1, 9, true), 1.0);
    assert_eq!(estimate.table.chance(1, -9, true), 0.0);
}

#[test]
fn ends_that_cannot_be_logged_stop_the_run() {
    let mut options = RunOptions {
        threads: 2,
        cancel: &Cancel::new(),
        append: &mut |_| Err(io::Error::other("the disk is full")),
        progress: &mut |_| {},
    };
    let estimate = play(
        &small(),
        EndLog::default(),
        &|scenario, utility, number, _| Some(toy(scenario, utility, number)),
        &mut options,
    );
    assert!(
        estimate
            .unwrap_err()
            .to_string()
            .ends_with("the disk is full")
    );
}

#[test]
fn plans_of_nothing_are_refused() {
    for plan in [
        Plan {
            first: 0,
            ..small()
        },
        Plan {
            per_state: 0,
            ..small()
        },
        Plan { ends: 0, ..small() },
        Plan {
            difference: 0,
            ..small()
        },
        Plan {
            ends: 101,
            ..small()
        },
        Plan {
            first: u64::MAX,
            ..small()
        },
    ] {
        assert!(matches!(
            run(&plan, b"", 1, FOR_EVER).0,
            Err(RunError::Plan)
        ));
    }
}

#[test]
fn progress_ends_with_everything_done() {
    let (mut reports, cancel) = (Vec::new(), Cancel::new());
    let mut options = RunOptions {
        threads: 1,
        cancel: &cancel,
        append: &mut |_| Ok(()),
        progress: &mut |progress| reports.push(progress),
    };
    play(
        &small(),
        EndLog::default(),
        &|scenario, utility, number, _| Some(toy(scenario, utility, number)),
        &mut options,
    )
    .unwrap();
    let total = small().total();
    assert_eq!(total, 2 * 37 + 10 * 23);
    assert_eq!(
        *reports.last().unwrap(),
        Progress {
            step: 3,
            done: total,
            total
        }
    );
    assert!(reports.is_sorted_by_key(|progress| progress.done));
}

#[test]
fn standard_errors_are_those_of_shares() {
    let plan = Plan { ends: 1, ..small() };
    let estimate = run(&plan, b"", 1, FOR_EVER).0.unwrap();
    let errors = estimate.errors(2000, Seed(9)).unwrap();
    // The level match is decided by a share of the extra ends with a score.
    let extra = estimate.extra.unwrap();
    let (p, n) = (estimate.level(), 37.0 - extra.weight(0));
    let expected = (p * (1.0 - p) / n).sqrt();
    let found = errors.of(0, 0);
    assert!((found / expected - 1.0).abs() < 0.08, "{found} {expected}");
    // Two ahead, one end left: only two stolen points matter, and not quite.
    let scores = estimate.states[&State {
        ends_left: 1,
        difference: 2,
    }];
    let (q, value) = (scores.weight(-2) / 23.0, 1.0 - estimate.level());
    let expected = (q * (1.0 - q) * value * value / 23.0 + (q * expected).powi(2)).sqrt();
    let found = errors.of(1, 2);
    assert!((found / expected - 1.0).abs() < 0.1, "{found} {expected}");
    assert_eq!(
        (errors.of(0, 1), errors.of(0, -99), errors.of(9, 0)),
        (0.0, 0.0, 0.0)
    );
    assert_eq!(estimate.errors(3, Seed(1)), estimate.errors(3, Seed(1)));
}
