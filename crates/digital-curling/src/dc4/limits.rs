//! How much anybody may ask of a server: requests a second, wrong passwords, connections, streams,
//! matches.
//!
//! The usual values let two users on one machine play two hundred matches at once and stop a
//! program that runs wild. [`Rates`] counts what happens in time, [`Counts`] what exists at the
//! same time; both forget whoever does nothing, so that strangers cannot fill the memory.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes of the body of a request.
    pub body: usize,
    /// Matches that are not over, of one user.
    pub matches_of_user: usize,
    /// Matches kept at all.
    pub matches: usize,
    /// Streams open at the same time for one user, or for one address that only watches.
    pub streams: usize,
    /// Connections from one address.
    pub connections_of_address: usize,
    /// Connections at all.
    pub connections: usize,
    /// Requests a second of one user or from one address; twice as many may come at once.
    pub requests: f64,
    /// Wrong passwords a minute from one address.
    pub wrong_passwords: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 64 * 1024,
            matches_of_user: 500,
            matches: 2000,
            streams: 1000,
            connections_of_address: 2000,
            connections: 4000,
            requests: 2000.0,
            wrong_passwords: 20.0,
        }
    }
}

/// How many keys are kept before those are forgotten that do nothing.
const MANY: usize = 10_000;

/// How often something happens, for each of many.
#[derive(Debug)]
pub struct Rates<K> {
    a_second: f64,
    at_once: f64,
    full: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> Rates<K> {
    /// So often a second in the long run, and so often at once.
    pub fn new(a_second: f64, at_once: f64) -> Self {
        Rates {
            a_second,
            at_once: at_once.max(1.0),
            full: Mutex::new(HashMap::new()),
        }
    }

    /// It happens once more.
    ///
    /// # Errors
    /// Too often: how long to wait.
    pub fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if full.len() >= MANY {
            full.retain(|_, &mut (level, at)| self.drained(level, at, now) > 0.0);
            if full.len() >= MANY {
                // A crowd: nobody's past can be kept.
                full.clear();
            }
        }
        let (level, at) = full.entry(key).or_insert((0.0, now));
        *level = self.drained(*level, *at, now);
        *at = now;
        if *level + 1.0 > self.at_once {
            let wait = (*level + 1.0 - self.at_once) / self.a_second.max(1e-9);
            return Err(Duration::from_secs_f64(wait.min(3600.0)));
        }
        *level += 1.0;
        Ok(())
    }

    /// Whether it would be too often, without its happening.
    pub fn is_exhausted(&self, key: &K, now: Instant) -> bool {
        let full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        full.get(key)
            .is_some_and(|&(level, at)| self.drained(level, at, now) + 1.0 > self.at_once)
    }

    fn drained(&self, level: f64, at: Instant, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(at).as_secs_f64();
        (level - passed * self.a_second).max(0.0)
    }
}

/// How many of something each of many has.
#[derive(Debug)]
pub struct Counts<K: Hash + Eq + Clone> {
    most: usize,
    held: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Hash + Eq + Clone> Counts<K> {
    /// At most so many each.
    pub fn new(most: usize) -> Self {
        Counts {
            most,
            held: Arc::default(),
        }
    }

    /// One more, until what is given is dropped; nothing if that would be too many.
    pub fn take(&self, key: K) -> Option<Held<K>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Held {
            key,
            held: Arc::clone(&self.held),
        })
    }
}

/// One of something.
#[derive(Debug)]
pub struct Held<K: Hash + Eq + Clone> {
    key: K,
    held: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Hash + Eq + Clone> Drop for Held<K> {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_too_often_waits_and_others_do_not() {
        let rates = Rates::new(2.0, 4.0);
        let now = Instant::now();
        for _ in 0..4 {
            assert!(rates.take("a", now).is_ok());
        }
        let wait = rates.take("a", now).unwrap_err();
        assert!((wait.as_secs_f64() - 0.5).abs() < 1e-6, "{wait:?}");
        assert!(rates.is_exhausted(&"a", now) && !rates.is_exhausted(&"b", now));
        assert!(rates.take("b", now).is_ok());
        assert!(
            rates
                .take("a", now + wait + Duration::from_millis(1))
                .is_ok()
        );
    }

    #[test]
    fn strangers_do_not_fill_the_memory() {
        let rates = Rates::new(1.0, 1.0);
        let now = Instant::now();
        for key in 0..3 * MANY {
            let _ = rates.take(key, now);
        }
        assert!(rates.full.lock().unwrap().len() <= MANY);
    }

    #[test]
    fn what_is_given_back_may_be_taken_again() {
        let counts = Counts::new(1);
        let held = counts.take("a").unwrap();
        assert!(counts.take("a").is_none() && counts.take("b").is_some());
        drop(held);
        assert!(counts.take("a").is_some());
        assert!(counts.held.lock().unwrap().is_empty());
    }
}
