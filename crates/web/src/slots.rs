//! Slots of connections, counted by address.
//!
//! A connection that waits (it has not sent a whole request head, or is silent between requests)
//! keeps its slot only as long as no other client needs it. When all slots are taken, a new
//! connection takes the place of one that waits, of the address that has the most of them: those
//! that never finished a request first, the oldest first. So an address that opens thousands of
//! connections and drips bytes into them displaces its own.

use crate::address::AddressBlock;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Limits of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Connections in all.
    pub total: usize,
    /// Connections of one address.
    pub of_address: usize,
    /// The time limit for a whole request head: the first, with the TLS handshake, from the moment
    /// of the connection; every other from its first byte.
    pub head: Duration,
    /// The silence after which a connection is closed.
    pub idle: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        ConnectionLimits {
            total: 10_000,
            of_address: 4000,
            head: Duration::from_secs(10),
            idle: Duration::from_mins(1),
        }
    }
}

/// The signal of a connection: its deadline has changed, or its slot was taken away.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    pub(crate) evicted: AtomicBool,
    pub(crate) changed: Notify,
}

/// Connections that wait, oldest first.
type Waiting = BTreeMap<u64, Arc<Signal>>;

#[derive(Default)]
struct Held {
    count: usize,
    /// Connections without a whole request so far.
    fresh: Waiting,
    /// Connections between requests.
    idle: Waiting,
}

#[derive(Default)]
struct Table {
    total: usize,
    next: u64,
    addresses: HashMap<AddressBlock, Held>,
}

impl Table {
    /// Takes the slot of a waiting connection of this address.
    fn evict_from(&mut self, block: AddressBlock) -> bool {
        let Some(held) = self.addresses.get_mut(&block) else {
            return false;
        };
        let Some((_, signal)) = held.fresh.pop_first().or_else(|| held.idle.pop_first()) else {
            return false;
        };
        signal.evicted.store(true, Ordering::Relaxed);
        signal.changed.notify_one();
        self.release(block);
        true
    }

    /// Takes the slot of a waiting connection of the address that has the most of them.
    fn evict(&mut self) -> bool {
        let most = |waiting: fn(&Held) -> &Waiting| {
            let with = self.addresses.iter();
            let with = with.map(|(block, held)| (waiting(held).len(), *block));
            with.max().filter(|(count, _)| *count > 0)
        };
        let found = most(|held| &held.fresh).or_else(|| most(|held| &held.idle));
        found.is_some_and(|(_, block)| self.evict_from(block))
    }

    fn release(&mut self, block: AddressBlock) {
        self.total -= 1;
        if let Some(held) = self.addresses.get_mut(&block) {
            held.count -= 1;
            if held.count == 0 {
                self.addresses.remove(&block);
            }
        }
    }
}

/// The slots of a server.
pub(crate) struct Slots {
    limits: ConnectionLimits,
    table: Mutex<Table>,
}

impl Slots {
    pub(crate) fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Slots {
            limits,
            table: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot; none if all are taken and in use. A `proxy` stands for many clients and has no
    /// limit of its own.
    pub(crate) fn take(self: &Arc<Self>, block: AddressBlock, proxy: bool) -> Option<Slot> {
        let mut table = self.lock();
        let count = table.addresses.get(&block).map_or(0, |held| held.count);
        if !proxy && count >= self.limits.of_address.max(1) && !table.evict_from(block) {
            return None;
        }
        if table.total >= self.limits.total.max(1) && !table.evict() {
            return None;
        }
        table.total += 1;
        table.next += 1;
        let number = table.next;
        let signal = Arc::new(Signal::default());
        let held = table.addresses.entry(block).or_default();
        held.count += 1;
        held.fresh.insert(number, Arc::clone(&signal));
        Some(Slot {
            slots: Arc::clone(self),
            block,
            signal,
            number: Mutex::new(number),
        })
    }

    /// Closes a waiting connection: the system gives no more files.
    pub(crate) fn make_room(&self) {
        self.lock().evict();
    }

    /// The number of slots taken.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> usize {
        self.lock().total
    }
}

/// The slot of a connection.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    block: AddressBlock,
    pub(crate) signal: Arc<Signal>,
    /// The place among the waiting connections.
    number: Mutex<u64>,
}

impl Slot {
    fn number(&self) -> MutexGuard<'_, u64> {
        self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has begun: the slot cannot be taken away.
    pub(crate) fn enter(&self) {
        let mut table = self.slots.lock();
        let number = *self.number();
        if let Some(held) = table.addresses.get_mut(&self.block) {
            held.fresh.remove(&number);
            held.idle.remove(&number);
        }
    }

    /// A request was answered: the slot waits for the next.
    pub(crate) fn leave(&self) {
        let mut table = self.slots.lock();
        if self.signal.evicted.load(Ordering::Relaxed) {
            return;
        }
        table.next += 1;
        let number = table.next;
        *self.number() = number;
        if let Some(held) = table.addresses.get_mut(&self.block) {
            held.idle.insert(number, Arc::clone(&self.signal));
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.enter();
        let mut table = self.slots.lock();
        if !self.signal.evicted.load(Ordering::Relaxed) {
            table.release(self.block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(last: u8) -> AddressBlock {
        AddressBlock::of([192, 0, 2, last].into())
    }

    fn slots(total: usize, of_address: usize) -> Arc<Slots> {
        Slots::new(ConnectionLimits {
            total,
            of_address,
            ..ConnectionLimits::default()
        })
    }

    fn evicted(slot: &Slot) -> bool {
        slot.signal.evicted.load(Ordering::Relaxed)
    }

    #[test]
    fn a_new_client_takes_the_place_of_a_dripping_one() {
        let slots = slots(4, 4);
        let honest = slots.take(block(9), false).unwrap();
        let dripping: Vec<_> = (0..3)
            .map(|_| slots.take(block(1), false).unwrap())
            .collect();
        let new = slots.take(block(2), false).unwrap();
        assert!(evicted(&dripping[0]) && !evicted(&dripping[1]) && !evicted(&honest));
        drop(dripping);
        assert_eq!(slots.taken(), 2);
        drop((new, honest));
        assert_eq!(slots.taken(), 0);
    }

    #[test]
    fn a_connection_with_a_request_keeps_its_slot() {
        let slots = slots(2, 2);
        let busy: Vec<_> = (0..2)
            .map(|_| slots.take(block(1), false).unwrap())
            .collect();
        busy.iter().for_each(Slot::enter);
        assert!(slots.take(block(2), false).is_none());
        busy[1].leave();
        assert!(slots.take(block(2), false).is_some());
        assert!(!evicted(&busy[0]) && evicted(&busy[1]));
        busy[1].leave();
        assert_eq!(slots.taken(), 1);
    }

    #[test]
    fn an_address_with_all_its_connections_displaces_its_own() {
        let slots = slots(10, 2);
        let first = slots.take(block(1), false).unwrap();
        first.enter();
        let second = slots.take(block(1), false).unwrap();
        let third = slots.take(block(1), false).unwrap();
        assert!(evicted(&second) && !evicted(&first));
        third.enter();
        assert!(slots.take(block(1), false).is_none(), "both are in use");
        assert!(slots.take(block(1), true).is_some(), "a proxy has no limit");
        assert!(slots.take(block(2), false).is_some());
    }
}
