//! Solvers for whoever needs one: as many as threads ask at once, each with what it has learned so far.
//!
//! They are shared by all players of the process, one stock for each strain, because what a solver remembers holds for all deals with the same trumps and is
//! never wrong. So it does not matter who gets which, except for speed.

use crate::Strain;
use crate::double_dummy::Solver;
use std::sync::{Mutex, PoisonError};

/// What one solver may remember: about 40 megabytes.
const ENTRIES: usize = 1 << 20;

static IDLE: [Mutex<Vec<Solver>>; 5] = [const { Mutex::new(Vec::new()) }; 5];

/// Lends a solver.
pub(super) fn with_solver<T>(strain: Strain, work: impl FnOnce(&mut Solver) -> T) -> T {
    let stock = &IDLE[strain as usize];
    let idle = || stock.lock().unwrap_or_else(PoisonError::into_inner);
    let lent = idle().pop();
    let mut solver = lent.unwrap_or_else(|| Solver::new(ENTRIES));
    let result = work(&mut solver);
    idle().push(solver);
    result
}
