//! Limiters by key: events per second, and the number held at once.
//!
//! [`RateLimiter`] limits events per second, [`CountLimiter`] the number held at once; both forget
//! idle keys, so that strangers cannot fill the memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of keys above which idle ones are removed.
const MAX_KEYS: usize = 10_000;

/// A rate limiter by key: a leaky bucket for each.
#[derive(Debug)]
pub struct RateLimiter<K> {
    per_second: f64,
    burst: f64,
    full: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> RateLimiter<K> {
    /// A limiter of `per_second` events in the long run, with bursts of `burst`.
    pub fn new(per_second: f64, burst: f64) -> Self {
        RateLimiter {
            per_second,
            burst: burst.max(1.0),
            full: Mutex::new(HashMap::new()),
        }
    }

    /// Counts an event.
    ///
    /// # Errors
    /// The time to wait if the limit is reached.
    pub fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if full.len() >= MAX_KEYS && !full.contains_key(&key) {
            self.forget(&mut full, now);
        }
        let (level, at) = full.entry(key).or_insert((0.0, now));
        *level = self.drained(*level, *at, now);
        *at = now;
        if *level + 1.0 > self.burst {
            let wait = (*level + 1.0 - self.burst) / self.per_second.max(1e-9);
            return Err(Duration::from_secs_f64(wait.min(3600.0)));
        }
        *level += 1.0;
        Ok(())
    }

    /// Whether the limit is reached, without counting an event.
    pub fn is_exhausted(&self, key: &K, now: Instant) -> bool {
        self.level(key, now) + 1.0 > self.burst
    }

    /// The events of a key that still count.
    pub fn level(&self, key: &K, now: Instant) -> f64 {
        let full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        full.get(key)
            .map_or(0.0, |&(level, at)| self.drained(level, at, now))
    }

    /// Forgets idle keys, and the emptier half if all are active: a flood of new keys must not
    /// clear the count of an old one.
    fn forget(&self, full: &mut HashMap<K, (f64, Instant)>, now: Instant) {
        full.retain(|_, &mut (level, at)| self.drained(level, at, now) > 0.0);
        if full.len() < MAX_KEYS {
            return;
        }
        let mut levels: Vec<f64> = full
            .values()
            .map(|&(level, at)| self.drained(level, at, now))
            .collect();
        levels.sort_unstable_by(f64::total_cmp);
        let median = levels[levels.len() / 2];
        let mut surplus = full.len() / 2;
        full.retain(|_, &mut (level, at)| {
            let goes = surplus > 0 && self.drained(level, at, now) <= median;
            surplus -= usize::from(goes);
            !goes
        });
    }

    fn drained(&self, level: f64, at: Instant, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(at).as_secs_f64();
        (level - passed * self.per_second).max(0.0)
    }
}

/// A limiter of the number held by each key.
#[derive(Debug)]
pub struct CountLimiter<K: Hash + Eq + Clone> {
    most: usize,
    held: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Hash + Eq + Clone> CountLimiter<K> {
    /// A limiter of `most` per key.
    pub fn new(most: usize) -> Self {
        CountLimiter {
            most,
            held: Arc::default(),
        }
    }

    /// Takes a permit, held until it is dropped; none if the limit is reached.
    pub fn take(&self, key: K) -> Option<Permit<K>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.get(&key).copied().unwrap_or(0);
        if count >= self.most {
            return None;
        }
        held.insert(key.clone(), count + 1);
        Some(Permit {
            key,
            held: Arc::clone(&self.held),
        })
    }
}

/// A permit of a [`CountLimiter`].
#[derive(Debug)]
pub struct Permit<K: Hash + Eq + Clone> {
    key: K,
    held: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Hash + Eq + Clone> Drop for Permit<K> {
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
        let rates = RateLimiter::new(2.0, 4.0);
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
    fn strangers_neither_fill_the_memory_nor_clear_the_count_of_others() {
        let rates = RateLimiter::new(1.0, 3.0);
        let now = Instant::now();
        for _ in 0..3 {
            rates.take(0, now).unwrap();
        }
        for key in 1..3 * MAX_KEYS {
            let _ = rates.take(key, now);
        }
        assert!(rates.full.lock().unwrap().len() <= MAX_KEYS);
        assert!(rates.is_exhausted(&0, now));
    }

    #[test]
    fn what_is_given_back_may_be_taken_again() {
        let counts = CountLimiter::new(1);
        let held = counts.take("a").unwrap();
        assert!(counts.take("a").is_none() && counts.take("b").is_some());
        drop(held);
        assert!(counts.take("a").is_some());
        assert!(counts.held.lock().unwrap().is_empty());
    }
}
