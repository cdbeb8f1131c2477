//! Fair scheduler: a queue per client, served in turn by few workers.
//!
//! Every client has a queue of its own in a lane, and the workers serve the queues in turn, so that
//! a client with a thousand requests delays only itself. A queue has a limited length.

use operations::{Fault, FaultCode};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The client of a request: an address, and on this machine also the name of the page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Client(pub String);

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queues {
    /// The clients with waiting jobs, in the order of service.
    turns: VecDeque<Client>,
    waiting: HashMap<Client, VecDeque<Job>>,
    total: usize,
    closed: bool,
}

struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job in turn; none when the lane is closed.
    fn next(&self) -> Option<Job> {
        let mut queues = self.lock();
        loop {
            if queues.closed {
                return None;
            }
            if let Some(job) = queues.take() {
                return Some(job);
            }
            queues = self
                .changed
                .wait(queues)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Queues {
    fn take(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let jobs = self.waiting.get_mut(&client)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.total -= 1;
        job
    }

    fn put(&mut self, client: &Client, job: Job) {
        let jobs = self.waiting.entry(client.clone()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client.clone());
        }
        jobs.push_back(job);
        self.total += 1;
    }
}

/// The limits of waiting jobs in a lane.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The limit of one client.
    pub client: usize,
    /// The limit of all clients.
    pub total: usize,
}

/// A fair queue with its workers.
pub struct FairScheduler {
    shared: Arc<Shared>,
    capacity: Capacity,
}

impl FairScheduler {
    /// Creates a lane with `workers` threads called `name`.
    ///
    /// # Panics
    /// If a thread cannot be started.
    pub fn new(name: &str, workers: usize, capacity: Capacity) -> Self {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            changed: Condvar::new(),
        });
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            let work = move || {
                while let Some(job) = shared.next() {
                    job();
                }
            };
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            thread.spawn(work).expect("a thread for the workbench");
        }
        FairScheduler { shared, capacity }
    }

    /// Puts a job in a client's queue. The job must not panic.
    ///
    /// # Errors
    /// If too many jobs are waiting.
    pub fn put(&self, client: &Client, job: impl FnOnce() + Send + 'static) -> Result<(), Fault> {
        let mut queues = self.shared.lock();
        let own = queues.waiting.get(client).map_or(0, VecDeque::len);
        if own >= self.capacity.client {
            return Err(Fault::too_much(format!(
                "{own} requests of this client are waiting: wait for some of them, or cancel them"
            ))
            .code(FaultCode::QueueFull)
            .value("waiting", own));
        }
        if queues.total >= self.capacity.total {
            return Err(Fault::too_much(
                "the workbench has too many requests waiting: try again later",
            )
            .code(FaultCode::ServerBusy));
        }
        queues.put(client, Box::new(job));
        self.shared.changed.notify_one();
        Ok(())
    }
}

impl Drop for FairScheduler {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const ROOM: Capacity = Capacity {
        client: 100,
        total: 150,
    };

    fn client(name: &str) -> Client {
        Client(name.to_owned())
    }

    #[test]
    fn a_flood_of_one_client_does_not_delay_another() {
        let lane = FairScheduler::new("test", 1, ROOM);
        let (gate, opened) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        // The only worker is held until everything is queued.
        lane.put(&client("flood"), move || opened.recv().unwrap())
            .unwrap();
        for number in 0..50 {
            let done = done.clone();
            lane.put(&client("flood"), move || {
                done.send(("flood", number)).unwrap();
            })
            .unwrap();
        }
        lane.put(&client("calm"), move || done.send(("calm", 0)).unwrap())
            .unwrap();
        gate.send(()).unwrap();
        let order: Vec<_> = order.iter().collect();
        let place = order.iter().position(|(name, _)| *name == "calm").unwrap();
        assert!(place <= 1, "served as number {place}");
        assert_eq!(order.len(), 51);
        let flood: Vec<_> = order
            .iter()
            .filter(|(name, _)| *name == "flood")
            .map(|(_, number)| *number)
            .collect();
        assert!(flood.is_sorted(), "{flood:?}");
    }

    #[test]
    fn a_full_queue_refuses() {
        let lane = FairScheduler::new(
            "test",
            0,
            Capacity {
                client: 2,
                total: 3,
            },
        );
        for _ in 0..2 {
            lane.put(&client("a"), || {}).unwrap();
        }
        assert!(
            lane.put(&client("a"), || {})
                .unwrap_err()
                .message
                .contains("2 requests of this client")
        );
        lane.put(&client("b"), || {}).unwrap();
        assert!(
            lane.put(&client("c"), || {})
                .unwrap_err()
                .message
                .contains("too many requests waiting")
        );
    }
}
