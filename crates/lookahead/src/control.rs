//! Search limits, cancellation and progress.
//!
//! A caller passes one [`Control`] to every search; the search counts with a [`Meter`] on it.
//! Limits by depth and by nodes give the same answer on every machine and any number of threads. A
//! time limit or cancellation cannot; the [`Stop`] in the result tells which one ended the search.
//!
//! The meaning of the limits depends on the search:
//!
//! | search | a node is | a depth limit bounds | without a limit it ends |
//! |---|---|---|---|
//! | [`alphabeta`] | a visit to a position below the root | the deepest iteration | with the game, or at [`alphabeta::MAX_DEPTH`] |
//! | [`expectimax`] | a valuation of a position below the root | the deepest iteration | with the game, or at [`expectimax::MAX_DEPTH`] |
//! | [`models`] over trees | a visit to a position, the root included, and whatever an oracle counts | the one tree searched | with the game, or at [`models::MAX_DEPTH`] |
//! | [`models::abc()`] | one score | nothing | with the last deal asked for |
//! | [`playout`] | a playout | nothing | with the last playout asked for |
//! | [`race`] | a sample | nothing | with the last round asked for |
//! | [`mcts`] | a simulation | the tree, not the playouts; 0 means 1 | when the root is proven ([`mcts::Uct`]), else never |
//! | [`learn`] | an update | nothing | with the last update of the settings |
//!
//! This is the only module of the crate that reads a clock.

use crate::seed::Seed;
#[cfg(doc)]
use crate::{alphabeta, expectimax, learn, mcts, models, playout, race};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A search limit. Every part is optional; without any, a search ends when it is complete, which
/// may be never: see the [table](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limit {
    /// Maximum depth in actions. At 0 nothing is searched (but see the [table](self)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Maximum number of nodes (positions, playouts, simulations; see the [table](self)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Maximum time; written in seconds.
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
}

impl Limit {
    /// Returns a limit by depth alone.
    pub fn depth(depth: u32) -> Self {
        Limit {
            depth: Some(depth),
            ..Limit::default()
        }
    }

    /// Returns a limit by nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Limit {
            nodes: Some(nodes),
            ..Limit::default()
        }
    }

    /// Returns a limit by time alone.
    pub fn time(time: Duration) -> Self {
        Limit {
            time: Some(time),
            ..Limit::default()
        }
    }
}

/// Serialisation of a duration as seconds, as in all text forms.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    #[expect(clippy::ref_option, reason = "the form serde asks for")]
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(serde::de::Error::custom)
    }
}

/// A flag that stops a search from another thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Creates a flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: every search that holds a clone stops soon.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The search was complete: the whole tree, or every requested sample.
    #[default]
    Done,
    /// The depth limit.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The caller cancelled it.
    Cancelled,
}

impl Stop {
    const INTERRUPTIONS: [Stop; 3] = [Stop::Nodes, Stop::Time, Stop::Cancelled];
}

/// Progress of a running search, reported between iterations or batches of samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Depth completed so far; 0 where depth has no meaning. A search without iterations reports
    /// the depth it has reached.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// Value of the best candidate so far, seen from Max; unknown where there are no candidates.
    pub value: Option<f64>,
}

/// The caller's parameters of a search besides the position: seed, limit, cancellation, progress.
///
/// ```
/// use lookahead::{Control, Limit, Seed};
///
/// let report = |p: &lookahead::Progress| println!("depth {} nodes {}", p.depth, p.nodes);
/// let control = Control::new(Seed(1)).limit(Limit::nodes(10_000)).progress(&report);
/// assert_eq!(control.limit.nodes, Some(10_000));
/// ```
#[derive(Clone)]
pub struct Control<'a> {
    /// Seed of the search's randomness. A deterministic search ignores it.
    pub seed: Seed,
    /// The limit.
    pub limit: Limit,
    /// The flag that stops the search early.
    pub cancel: Cancel,
    progress: &'a (dyn Fn(&Progress) + Sync),
}

impl Control<'static> {
    /// Creates a control without limit, cancellation or progress callback.
    pub fn new(seed: Seed) -> Self {
        Control {
            seed,
            limit: Limit::default(),
            cancel: Cancel::new(),
            progress: &|_| {},
        }
    }
}

impl Control<'_> {
    /// Sets the limit.
    #[must_use]
    pub fn limit(self, limit: Limit) -> Self {
        Control { limit, ..self }
    }

    /// Sets the cancel flag.
    #[must_use]
    pub fn cancel(self, cancel: Cancel) -> Self {
        Control { cancel, ..self }
    }

    /// Sets the progress callback.
    #[must_use]
    pub fn progress(self, progress: &(dyn Fn(&Progress) + Sync)) -> Control<'_> {
        Control {
            seed: self.seed,
            limit: self.limit,
            cancel: self.cancel,
            progress,
        }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(self, seed: Seed) -> Self {
        Control { seed, ..self }
    }

    /// Forwards a progress report.
    pub(crate) fn report(&self, progress: &Progress) {
        (self.progress)(progress);
    }

    /// Starts the clock and the node count.
    pub fn start(&self) -> Meter<'_> {
        Meter {
            control: self,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            stop: AtomicU8::new(0),
            reported: AtomicU64::new(0),
            latest: Mutex::default(),
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("seed", &self.seed)
            .field("limit", &self.limit)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// Number of nodes between two polls of the clock and the cancel flag by a [`Meter`].
const POLL_EVERY: u64 = 256;

/// Time without progress after which a search is reported as running, in milliseconds.
const HEARTBEAT: u64 = 200;

/// Node counter and stop condition of a running search. Any number of threads may share one.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control<'a>,
    started: Instant,
    nodes: AtomicU64,
    /// 0 while running, else 1 + an index of [`Stop::INTERRUPTIONS`].
    stop: AtomicU8,
    /// Time of the last report, in milliseconds from the start.
    reported: AtomicU64,
    /// Depth and value of the last report.
    latest: Mutex<(u32, Option<f64>)>,
}

impl Meter<'_> {
    /// Counts one node. Returns whether the search may continue.
    ///
    /// Exactly [`Limit::nodes`] nodes are admitted, on any number of threads. For cheap nodes; a
    /// search whose nodes take more than a few microseconds calls [`tick_slow`](Self::tick_slow).
    pub fn tick(&self) -> bool {
        let n = self.nodes.fetch_add(1, Relaxed);
        let go_on = if n.is_multiple_of(POLL_EVERY) {
            self.look(n)
        } else {
            self.within(n)
        };
        self.counted(go_on)
    }

    /// Counts one slow node, and polls the clock and the cancel flag every time.
    pub fn tick_slow(&self) -> bool {
        let n = self.nodes.fetch_add(1, Relaxed);
        self.counted(self.look(n))
    }

    /// Counts a batch of nodes, and polls the clock and the cancel flag. The batch is refused if it
    /// exceeds the limit: then none of its nodes is counted, and a part of the limit may remain
    /// unused.
    pub fn tick_all(&self, count: u64) -> bool {
        let n = self.nodes.fetch_add(count, Relaxed);
        let go_on = self.look((n + count).saturating_sub(1));
        if !go_on {
            self.nodes.fetch_sub(count, Relaxed);
        }
        go_on
    }

    /// Takes a refused node out of the count again.
    fn counted(&self, go_on: bool) -> bool {
        if !go_on {
            self.nodes.fetch_sub(1, Relaxed);
        }
        go_on
    }

    /// Returns whether the search may continue, without counting.
    pub fn running(&self) -> bool {
        self.stop.load(Relaxed) == 0
    }

    /// Polls clock and cancel flag without counting. Returns whether the search may continue.
    pub fn poll(&self) -> bool {
        self.look(self.nodes().saturating_sub(1)) && self.running()
    }

    /// Returns the number of nodes so far, without refused ones.
    pub fn nodes(&self) -> u64 {
        let counted = self.nodes.load(Relaxed);
        self.control
            .limit
            .nodes
            .map_or(counted, |limit| counted.min(limit))
    }

    /// Returns the seconds so far.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the reason of the interruption, if the search was interrupted.
    pub fn interruption(&self) -> Option<Stop> {
        match self.stop.load(Relaxed) {
            0 => None,
            code => Some(Stop::INTERRUPTIONS[usize::from(code) - 1]),
        }
    }

    /// Reports progress to the caller: the depth completed and the value of the best candidate.
    /// Between two reports the meter repeats the last one with the nodes and seconds of the
    /// moment, some times a second.
    pub fn report(&self, depth: u32, value: Option<f64>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = (depth, value);
        self.reported.store(self.milliseconds(), Relaxed);
        self.control.report(&Progress {
            depth,
            nodes: self.nodes(),
            seconds: self.seconds(),
            value,
        });
    }

    fn milliseconds(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Repeats the last report if it is old, from one of several threads.
    fn heartbeat(&self) {
        let (now, last) = (self.milliseconds(), self.reported.load(Relaxed));
        if now.saturating_sub(last) < HEARTBEAT {
            return;
        }
        let mine = self
            .reported
            .compare_exchange(last, now, Relaxed, Relaxed)
            .is_ok();
        if mine {
            let (depth, value) = *self.latest.lock().unwrap_or_else(PoisonError::into_inner);
            self.control.report(&Progress {
                depth,
                nodes: self.nodes(),
                seconds: self.seconds(),
                value,
            });
        }
    }

    /// Returns the cost of the search: `depth` was completed; `otherwise` is the reason of the stop
    /// if there was no interruption.
    pub fn effort(&self, depth: u32, otherwise: Stop) -> crate::Effort {
        crate::Effort {
            depth,
            nodes: self.nodes(),
            seconds: self.seconds(),
            stopped: self.interruption().unwrap_or(otherwise),
        }
    }

    /// Returns whether node number `n` may be visited. One within the limit may, even if a later
    /// one was refused meanwhile on another thread: so the limit is always used up.
    fn within(&self, n: u64) -> bool {
        let refused = self.control.limit.nodes.is_some_and(|limit| n >= limit);
        if refused {
            self.interrupt(0);
        }
        !refused && self.interruption().is_none_or(|stop| stop == Stop::Nodes)
    }

    fn look(&self, n: u64) -> bool {
        if self
            .control
            .limit
            .time
            .is_some_and(|limit| self.started.elapsed() >= limit)
        {
            self.interrupt(1);
        }
        if self.control.cancel.is_cancelled() {
            self.interrupt(2);
        }
        self.heartbeat();
        self.within(n)
    }

    /// The first interruption stays the reason.
    fn interrupt(&self, index: u8) {
        let _ = self.stop.compare_exchange(0, index + 1, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_kept_to_the_node() {
        let control = Control::new(Seed(0)).limit(Limit::nodes(1000));
        let meter = control.start();
        assert_eq!((0..5000).filter(|_| meter.tick()).count(), 1000);
        assert_eq!(meter.nodes(), 1000);
        assert_eq!(meter.interruption(), Some(Stop::Nodes));
    }

    #[test]
    fn a_search_without_news_is_reported_as_running() {
        let reports = Mutex::new(Vec::new());
        let report = |progress: &Progress| reports.lock().unwrap().push(*progress);
        let limit = Limit::time(Duration::from_millis(5 * HEARTBEAT / 2));
        let control = Control::new(Seed(0)).limit(limit).progress(&report);
        let meter = control.start();
        meter.report(3, Some(0.25));
        while meter.tick_slow() {}
        let reports = reports.into_inner().unwrap();
        assert_eq!(reports.len(), 3, "the report, then every {HEARTBEAT} ms");
        let last = reports[2];
        assert_eq!((last.depth, last.value), (3, Some(0.25)));
        assert!(last.nodes > reports[1].nodes && last.seconds > reports[1].seconds);
    }

    #[test]
    fn nodes_counted_together_are_let_pass_or_refused_together() {
        let control = Control::new(Seed(0)).limit(Limit::nodes(10));
        let meter = control.start();
        assert!(meter.tick_all(6) && meter.tick_all(4) && !meter.tick_all(1));
        assert_eq!(meter.nodes(), 10);
        let meter = control.start();
        assert!(meter.tick_all(6) && !meter.tick_all(5));
        assert_eq!(
            (meter.nodes(), meter.interruption()),
            (6, Some(Stop::Nodes))
        );
    }

    #[test]
    fn a_refusal_does_not_touch_earlier_nodes_still_being_looked_at() {
        let control = Control::new(Seed(0)).limit(Limit::nodes(10));
        let meter = control.start();
        assert!(!meter.within(10));
        assert!(meter.within(9), "counted before, looked at after");
        assert!(!meter.poll() && !meter.running());
    }

    #[test]
    fn threads_together_use_up_a_node_limit() {
        let control = Control::new(Seed(0)).limit(Limit::nodes(300));
        for _ in 0..200 {
            let meter = control.start();
            let visit = || (0..300).filter(|_| meter.tick_slow()).count();
            let (a, b) = rayon::join(visit, visit);
            assert_eq!((a + b, meter.nodes()), (300, 300));
        }
    }

    #[test]
    fn a_time_limit_of_nothing_stops_at_once() {
        let control = Control::new(Seed(0)).limit(Limit::time(Duration::ZERO));
        let meter = control.start();
        assert!(!meter.tick());
        assert_eq!(meter.effort(0, Stop::Done).stopped, Stop::Time);
    }

    #[test]
    fn cancelling_a_clone_stops_the_search() {
        let cancel = Cancel::new();
        let control = Control::new(Seed(0)).cancel(cancel.clone());
        let meter = control.start();
        assert!(meter.tick_slow());
        cancel.cancel();
        assert!(!meter.tick_slow());
        assert_eq!(meter.interruption(), Some(Stop::Cancelled));
        assert_eq!(meter.nodes(), 1, "a refused node does not count");
    }

    #[test]
    fn limits_are_read_from_partial_text() {
        let limit: Limit = serde_json::from_str(r#"{"depth":3}"#).unwrap();
        assert_eq!(limit, Limit::depth(3));
        assert!(serde_json::from_str::<Limit>(r#"{"depht":3}"#).is_err());
        let limit = Limit::time(Duration::from_millis(1500));
        let text = serde_json::to_string(&limit).unwrap();
        assert_eq!(text, r#"{"time":1.5}"#);
        assert_eq!(serde_json::from_str::<Limit>(&text).unwrap(), limit);
        assert!(serde_json::from_str::<Limit>(r#"{"time":-1}"#).is_err());
    }
}
