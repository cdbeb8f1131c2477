//! Ensembles: independent trees that share one budget of simulations.
//!
//! Tree `i` runs its share of the simulations with its own random stream, independently of threads
//! and timing. The trees grow in rounds: progress is reported between rounds, and a time-limited
//! search gives every tree its turn even if there are more trees than threads.

use crate::{Effort, Meter, Stop};
use rayon::prelude::*;

/// Maximum number of trees of an ensemble, far above the number of threads.
const MOST_TREES: u32 = 1024;

/// Returns the random streams of an ensemble of `trees`, one for each.
pub(super) fn streams(trees: u32) -> impl Iterator<Item = u64> {
    (0..trees.clamp(1, MOST_TREES)).map(u64::from)
}

/// Simulations of one tree in the first round.
const FIRST_ROUND: u64 = 32;
/// Rounds double up to this many simulations, which keeps the cost of a round's start negligible.
const LONGEST_ROUND: u64 = 4096;

/// A tree that grows by one simulation at a time.
pub(super) trait Grow: Send {
    /// Runs one simulation.
    fn simulate(&mut self);
    /// Returns whether further simulations cannot change the result.
    fn is_solved(&self) -> bool;
    /// Returns the number of simulations so far.
    fn simulations(&self) -> u64;
    /// Returns the current value of the root, for the progress report.
    fn value(&self) -> Option<f64>;
}

/// Grows the trees until `simulations` are spent, the meter stops them or one of them is solved.
pub(super) fn grow<T: Grow>(
    trees: &mut [T],
    simulations: Option<u64>,
    meter: &Meter<'_>,
) -> Effort {
    let shares = Shares::new(simulations, trees.len());
    let (mut done, mut round) = (0, FIRST_ROUND);
    let stop = loop {
        let until = done + round;
        trees.par_iter_mut().enumerate().for_each(|(i, tree)| {
            run(tree, until.min(shares.of(i)).saturating_sub(done), meter);
        });
        meter.report(0, trees.first().and_then(Grow::value));
        done = until;
        round = (round * 2).min(LONGEST_ROUND);
        if trees.iter().any(Grow::is_solved) {
            break Stop::Done;
        }
        if done >= shares.of(0) || !meter.running() {
            break Stop::Nodes;
        }
    };
    Effort {
        nodes: trees.iter().map(Grow::simulations).sum(),
        ..meter.effort(0, stop)
    }
}

fn run<T: Grow>(tree: &mut T, simulations: u64, meter: &Meter<'_>) {
    for _ in 0..simulations {
        if tree.is_solved() || !meter.tick_slow() {
            return;
        }
        tree.simulate();
    }
}

/// Division of a budget: as equally as possible, earlier trees first.
struct Shares {
    each: u64,
    rest: u64,
}

impl Shares {
    fn new(simulations: Option<u64>, trees: usize) -> Self {
        let trees = trees.max(1) as u64;
        simulations.map_or(
            Shares {
                each: u64::MAX,
                rest: 0,
            },
            |all| Shares {
                each: all / trees,
                rest: all % trees,
            },
        )
    }

    fn of(&self, tree: usize) -> u64 {
        self.each + u64::from((tree as u64) < self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancel, Control, Limit, Seed};

    struct Counter {
        made: u64,
        solved_at: u64,
    }

    impl Grow for Counter {
        fn simulate(&mut self) {
            self.made += 1;
        }
        fn is_solved(&self) -> bool {
            self.made >= self.solved_at
        }
        fn simulations(&self) -> u64 {
            self.made
        }
        fn value(&self) -> Option<f64> {
            None
        }
    }

    fn counters(count: usize, solved_at: u64) -> Vec<Counter> {
        let make = |_| Counter { made: 0, solved_at };
        (0..count).map(make).collect()
    }

    fn spend(trees: &mut [Counter], control: &Control<'_>) -> Effort {
        grow(trees, control.limit.nodes, &control.start())
    }

    #[test]
    fn shares_differ_by_one_at_most_and_add_up() {
        for nodes in [0, 1, 3, 4, 10_007] {
            let mut trees = counters(4, u64::MAX);
            let effort = spend(
                &mut trees,
                &Control::new(Seed(0)).limit(Limit::nodes(nodes)),
            );
            let made: Vec<u64> = trees.iter().map(|t| t.made).collect();
            assert_eq!(made.iter().sum::<u64>(), nodes);
            assert!(made[0] - made[3] <= 1);
            assert_eq!((effort.nodes, effort.stopped), (nodes, Stop::Nodes));
        }
    }

    #[test]
    fn a_solved_tree_ends_the_search() {
        let mut trees = counters(2, 100);
        let effort = spend(&mut trees, &Control::new(Seed(0)));
        assert_eq!((effort.nodes, effort.stopped), (200, Stop::Done));
    }

    #[test]
    fn a_cancelled_search_reports_it() {
        let cancel = Cancel::new();
        cancel.cancel();
        let control = Control::new(Seed(0)).cancel(cancel);
        let effort = spend(&mut counters(2, u64::MAX), &control);
        assert_eq!((effort.nodes, effort.stopped), (0, Stop::Cancelled));
    }
}
