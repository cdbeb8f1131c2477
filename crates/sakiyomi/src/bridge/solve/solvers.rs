//! As many solvers as somebody needs at once, each kept with what it remembers.

use bridge::double_dummy::Solver;
use std::sync::Mutex;

/// Solvers that wait for work.
#[derive(Default)]
pub(super) struct Solvers {
    idle: Mutex<Vec<Solver>>,
}

impl Solvers {
    /// Lends a solver: the one that was last given back, whose memory is warmest.
    pub(super) fn lend<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let idle = || {
            self.idle
                .lock()
                .expect("nobody fails while holding the list")
        };
        let taken = idle().pop();
        let mut solver = taken.unwrap_or_default();
        let done = work(&mut solver);
        idle().push(solver);
        done
    }
}
