//! Pool of solvers, one per thread that works at the same time, each with its transposition table.
//!
//! Solvers are pooled by strain, because table entries hold for all deals with the same trumps.
//! Which solver a thread gets affects the speed only, never a result. Players that share a pool
//! share its tables, which are freed with the last of them. The number of idle solvers is bounded.

use super::Solver;
use crate::Strain;
use crate::notation::STRAINS;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Table entries of one solver: about 40 megabytes.
const ENTRIES: usize = 1 << 20;

/// A pool of solvers. Clones share it.
///
/// ```
/// use bridge::double_dummy::SolverPool;
/// use bridge::{Strain, notation};
///
/// let solvers = SolverPool::new(1 << 10);
/// let deal = notation::deal("N:A... K... Q... J...")?;
/// let tricks = solvers.lend(Strain::Notrump, |solver| solver.table(&deal));
/// assert_eq!((tricks[0][4], solvers.idle()), (1, 1));
/// # Ok::<(), bridge::NotationError>(())
/// ```
#[derive(Clone)]
pub struct SolverPool {
    /// Idle solvers with their strains, the most recently used last.
    idle: Arc<Mutex<Vec<(Strain, Solver)>>>,
    entries: usize,
    /// The maximum number of idle solvers.
    max_idle: usize,
}

impl Default for SolverPool {
    fn default() -> Self {
        SolverPool::new(ENTRIES)
    }
}

impl fmt::Debug for SolverPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverPool")
            .field("idle", &self.idle())
            .finish_non_exhaustive()
    }
}

impl SolverPool {
    /// Creates an empty pool whose solvers have `entries` table entries each. It keeps at most two
    /// idle solvers per processor, or one per strain if that is more.
    pub fn new(entries: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        SolverPool {
            idle: Arc::default(),
            entries,
            max_idle: (2 * processors).max(STRAINS.len()),
        }
    }

    /// Runs `work` with the most recently used idle solver of a strain, or with a new one.
    pub fn lend<T>(&self, strain: Strain, work: impl FnOnce(&mut Solver) -> T) -> T {
        let lent = {
            let mut idle = self.lock();
            let place = idle.iter().rposition(|(known, _)| *known == strain);
            place.map(|place| idle.remove(place).1)
        };
        let mut solver = lent.unwrap_or_else(|| Solver::new(self.entries));
        let result = work(&mut solver);
        let mut idle = self.lock();
        idle.push((strain, solver));
        let surplus = idle.len().saturating_sub(self.max_idle);
        let forgotten: Vec<_> = idle.drain(..surplus).collect();
        // Their memory is freed after the lock is released.
        drop(idle);
        drop(forgotten);
        result
    }

    /// Returns the number of idle solvers.
    pub fn idle(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Strain, Solver)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn a_pool_keeps_as_many_solvers_as_worked_at_once_and_frees_them_with_its_last_handle() {
        let pool = SolverPool::new(1 << 8);
        let deal = notation::deal("N:A... K... Q... J...").unwrap();
        let nested = |solver: &mut Solver| {
            pool.lend(Strain::Clubs, |other| other.table(&deal));
            solver.table(&deal)
        };
        pool.lend(Strain::Clubs, nested);
        pool.lend(Strain::Clubs, |solver| solver.table(&deal));
        assert_eq!(pool.idle(), 2);
        let stocks = Arc::downgrade(&pool.idle);
        let clone = pool.clone();
        drop(pool);
        assert_eq!(clone.idle(), 2);
        drop(clone);
        assert!(stocks.upgrade().is_none());
    }

    #[test]
    fn a_pool_forgets_the_solvers_used_least_lately() {
        let mut pool = SolverPool::new(1 << 8);
        pool.max_idle = 2;
        for strain in STRAINS {
            pool.lend(strain, |_| ());
        }
        let lock = pool.lock();
        let strains: Vec<_> = lock.iter().map(|(strain, _)| *strain).collect();
        assert_eq!(strains, [Strain::Spades, Strain::Notrump]);
    }
}
