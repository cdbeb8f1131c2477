//! The programs of this process that run now.
//!
//! A [`Process`](super::Process) ends its program when it is dropped. Who leaves by
//! [`std::process::exit`] drops nothing, and calls [`end_all`] first.

use super::sweep::{self, Token};
use rustix::process::Pid;
use std::sync::{Mutex, PoisonError};

static RUNNING: Mutex<Vec<(Pid, Token)>> = Mutex::new(Vec::new());

fn running<T>(look: impl FnOnce(&mut Vec<(Pid, Token)>) -> T) -> T {
    // The list is whole whatever a thread that held it was doing.
    look(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn began(leader: Pid, token: &Token) {
    running(|all| all.push((leader, token.clone())));
}

pub(super) fn ended(leader: Pid) {
    running(|all| all.retain(|(other, _)| *other != leader));
}

/// Kills every program that this process has started and that still runs, with everything it
/// started. For leaving at once: whoever was talking to them finds them dead.
pub fn end_all() {
    for (leader, token) in running(|all| all.clone()) {
        sweep::end_all(leader, &token);
    }
}
