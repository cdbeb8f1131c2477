//! Registry of the running programs of this process.
//!
//! A [`Process`](super::Process) kills its program when it is dropped. [`std::process::exit`] drops
//! nothing, so call [`kill_all`] first. The [watchdog](super::watchdog) is told of every change.

use super::process_tree::{self, Token};
use super::watchdog;
use rustix::process::Pid;
use std::sync::{Mutex, PoisonError};

static RUNNING: Mutex<Vec<(Pid, Token)>> = Mutex::new(Vec::new());

fn running<T>(look: impl FnOnce(&mut Vec<(Pid, Token)>) -> T) -> T {
    // The list stays consistent if a thread panics while holding it.
    look(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn register(leader: Pid, token: &Token) {
    let all = running(|all| {
        all.push((leader, token.clone()));
        all.clone()
    });
    watchdog::started(leader, token, &all);
}

pub(super) fn unregister(leader: Pid, token: &Token) {
    running(|all| all.retain(|(other, _)| *other != leader));
    watchdog::ended(leader, token);
}

/// Kills every running program of this process with its descendants, for an immediate exit. Threads
/// that communicate with them observe their end.
pub fn kill_all() {
    for (leader, token) in running(|all| all.clone()) {
        process_tree::kill_tree(leader, &token);
    }
}
