//! A pool of solvers: as many as threads ask for at once, each with what it has learned so far.
//!
//! There is one stock for each strain, because what a solver remembers holds for all deals with the
//! same trumps and is never wrong. So it does not matter who gets which solver, except for speed.
//! Players that share a pool share its memory; it is freed with the last of them. Of the solvers
//! that wait for work a pool keeps a bounded number.

use super::Solver;
use crate::Strain;
use crate::notation::STRAINS;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Results one solver remembers: about 40 megabytes.
const ENTRIES: usize = 1 << 20;

/// A pool of solvers. Clones share it.
///
/// ```
/// use bridge::double_dummy::Solvers;
/// use bridge::{Strain, notation};
///
/// let solvers = Solvers::new(1 << 10);
/// let deal = notation::deal("N:A... K... Q... J...")?;
/// let tricks = solvers.lend(Strain::Notrump, |solver| solver.table(&deal));
/// assert_eq!((tricks[0][4], solvers.idle()), (1, 1));
/// # Ok::<(), bridge::NotationError>(())
/// ```
#[derive(Clone)]
pub struct Solvers {
    /// Solvers that wait for work, with their strains, the one used last at the end.
    idle: Arc<Mutex<Vec<(Strain, Solver)>>>,
    entries: usize,
    /// The most that wait.
    most: usize,
}

impl Default for Solvers {
    fn default() -> Self {
        Solvers::new(ENTRIES)
    }
}

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solvers")
            .field("idle", &self.idle())
            .finish_non_exhaustive()
    }
}

impl Solvers {
    /// An empty pool whose solvers remember so many results each. Two for every processor wait for
    /// work at the most, and one for every strain at least.
    pub fn new(entries: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Solvers {
            idle: Arc::default(),
            entries,
            most: (2 * processors).max(STRAINS.len()),
        }
    }

    /// Lends the solver of a strain that was given back last, whose memory is warmest, or a new
    /// one.
    pub fn lend<T>(&self, strain: Strain, work: impl FnOnce(&mut Solver) -> T) -> T {
        let lent = {
            let mut idle = self.waiting();
            let place = idle.iter().rposition(|(known, _)| *known == strain);
            place.map(|place| idle.remove(place).1)
        };
        let mut solver = lent.unwrap_or_else(|| Solver::new(self.entries));
        let result = work(&mut solver);
        let mut idle = self.waiting();
        idle.push((strain, solver));
        let surplus = idle.len().saturating_sub(self.most);
        let forgotten: Vec<_> = idle.drain(..surplus).collect();
        // Their memory is freed when nobody waits for the lock.
        drop(idle);
        drop(forgotten);
        result
    }

    /// The number of solvers that wait for work.
    pub fn idle(&self) -> usize {
        self.waiting().len()
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(Strain, Solver)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn a_pool_keeps_as_many_solvers_as_worked_at_once_and_frees_them_with_its_last_handle() {
        let solvers = Solvers::new(1 << 8);
        let deal = notation::deal("N:A... K... Q... J...").unwrap();
        let nested = |solver: &mut Solver| {
            solvers.lend(Strain::Clubs, |other| other.table(&deal));
            solver.table(&deal)
        };
        solvers.lend(Strain::Clubs, nested);
        solvers.lend(Strain::Clubs, |solver| solver.table(&deal));
        assert_eq!(solvers.idle(), 2);
        let stocks = Arc::downgrade(&solvers.idle);
        let clone = solvers.clone();
        drop(solvers);
        assert_eq!(clone.idle(), 2);
        drop(clone);
        assert!(stocks.upgrade().is_none());
    }

    #[test]
    fn a_pool_forgets_the_solvers_used_least_lately() {
        let mut solvers = Solvers::new(1 << 8);
        solvers.most = 2;
        for strain in STRAINS {
            solvers.lend(strain, |_| ());
        }
        let waiting = solvers.waiting();
        let strains: Vec<_> = waiting.iter().map(|(strain, _)| *strain).collect();
        assert_eq!(strains, [Strain::Spades, Strain::Notrump]);
    }
}
