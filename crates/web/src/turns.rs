//! Fair turns: one holder at a time, keys served in rotation.
//!
//! For work that a stranger can ask for: a client that asks for a thousand turns waits for its own,
//! and another client's first turn is the next.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// A lock that is handed on in rotation over the keys of those who wait.
#[derive(Debug)]
pub struct FairTurns<K: Hash + Eq + Clone> {
    queues: Arc<Mutex<Queues<K>>>,
}

#[derive(Debug)]
struct Queues<K: Hash + Eq + Clone> {
    busy: bool,
    order: VecDeque<K>,
    waiting: HashMap<K, VecDeque<oneshot::Sender<Turn<K>>>>,
}

/// A turn; the next begins when it is dropped.
#[derive(Debug)]
pub struct Turn<K: Hash + Eq + Clone>(Option<Arc<Mutex<Queues<K>>>>);

impl<K: Hash + Eq + Clone> Default for FairTurns<K> {
    fn default() -> Self {
        FairTurns {
            queues: Arc::new(Mutex::new(Queues {
                busy: false,
                order: VecDeque::new(),
                waiting: HashMap::new(),
            })),
        }
    }
}

impl<K: Hash + Eq + Clone> FairTurns<K> {
    /// Waits for a turn; none if `most` of this key wait already.
    pub async fn take(&self, key: K, most: usize) -> Option<Turn<K>> {
        let receiver = {
            let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
            if !queues.busy {
                queues.busy = true;
                return Some(Turn(Some(Arc::clone(&self.queues))));
            }
            queues.push(&key, most)?
        };
        receiver.await.ok()
    }
}

impl<K: Hash + Eq + Clone> Queues<K> {
    fn push(&mut self, key: &K, most: usize) -> Option<oneshot::Receiver<Turn<K>>> {
        let queue = self.waiting.entry(key.clone()).or_default();
        // Those that gave up are gone.
        queue.retain(|sender| !sender.is_closed());
        if queue.len() >= most {
            return None;
        }
        if queue.is_empty() && !self.order.contains(key) {
            self.order.push_back(key.clone());
        }
        let (sender, receiver) = oneshot::channel();
        queue.push_back(sender);
        Some(receiver)
    }

    /// The next in rotation.
    fn next(&mut self) -> Option<oneshot::Sender<Turn<K>>> {
        while let Some(key) = self.order.pop_front() {
            let Some(queue) = self.waiting.get_mut(&key) else {
                continue;
            };
            let next = queue.pop_front();
            if queue.is_empty() {
                self.waiting.remove(&key);
            } else {
                self.order.push_back(key);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

impl<K: Hash + Eq + Clone> Drop for Turn<K> {
    fn drop(&mut self) {
        let Some(queues) = self.0.take() else {
            return;
        };
        loop {
            let next = {
                let mut locked = queues.lock().unwrap_or_else(PoisonError::into_inner);
                let next = locked.next();
                if next.is_none() {
                    locked.busy = false;
                }
                next
            };
            let Some(sender) = next else { return };
            match sender.send(Turn(Some(Arc::clone(&queues)))) {
                Ok(()) => return,
                // It gave up; its turn must not hand on a second time.
                Err(mut refused) => refused.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_flood_of_one_key_delays_another_by_one_turn() {
        let turns = Arc::new(FairTurns::default());
        let order = Arc::new(Mutex::new(Vec::new()));
        let first = turns.take("flood", 100).await.unwrap();
        let mut tasks = Vec::new();
        for key in std::iter::repeat_n("flood", 50).chain(["calm"]) {
            let (own, order) = (Arc::clone(&turns), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let turn = own.take(key, 100).await.unwrap();
                order.lock().unwrap().push(key);
                drop(turn);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap();
        let place = order.iter().position(|key| *key == "calm").unwrap();
        assert!(place <= 1, "served as number {place}");
        assert_eq!(order.len(), 51);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_a_waiter_that_gave_up_holds_nothing() {
        let turns = FairTurns::default();
        let first = turns.take("a", 1).await.unwrap();
        let wait = tokio::time::timeout(Duration::from_millis(5), turns.take("a", 1));
        assert!(wait.await.is_err(), "it waits");
        let second = turns.take("a", 1);
        let mut second = std::pin::pin!(second);
        let early = tokio::time::timeout(Duration::from_millis(5), second.as_mut());
        assert!(early.await.is_err());
        assert!(turns.take("a", 1).await.is_none(), "one waits already");
        drop(first);
        assert!(second.await.is_some());
        assert!(turns.take("b", 0).await.is_some(), "free again");
    }
}
