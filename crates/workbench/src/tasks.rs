//! Tasks: start, state, cancellation, and results for a while after the end.
//!
//! A task belongs to the workbench, not to the connection that started it: a page that is loaded
//! again, or whose connection was lost, finds its task by id.

use crate::scheduler::{Capacity, Client, FairScheduler};
use lookahead::Cancel;
use operations::{
    Fault, FaultCode, FaultKind, Lane, Operation, Operations, Progress, Request, TaskHandle,
    TaskUpdate,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// The most ended tasks that are kept.
const REMEMBERED: usize = 300;
/// The time limit of a quick answer.
const QUICK: Duration = Duration::from_secs(20);
/// The time limit of a task.
const TASK: Duration = Duration::from_mins(10);

/// The answer to an operation that takes long.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Started {
    /// The task that was started.
    pub task: String,
}

/// The phase of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The task waits in the queue.
    Waiting,
    /// The task is running.
    Running,
    /// The task has a result.
    Done,
    /// The task was cancelled.
    Cancelled,
    /// The task failed.
    Failed,
}

impl Phase {
    /// Whether the task has ended.
    pub fn is_over(self) -> bool {
        !matches!(self, Phase::Waiting | Phase::Running)
    }
}

/// The state of a task.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaskState {
    /// The id.
    pub task: String,
    /// The operation.
    pub operation: String,
    /// The phase.
    pub phase: Phase,
    /// The progress.
    pub progress: Progress,
    /// The latest partial answer, if the operation sends any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Value>,
    /// The result. A cancelled task may have one too: the best answer until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The fault of a failed task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

struct Task {
    number: u64,
    cancel: Cancel,
    state: watch::Sender<TaskState>,
}

/// The tasks and their schedulers.
pub struct Tasks {
    operations: Arc<Operations>,
    schedulers: HashMap<Lane, FairScheduler>,
    known: Mutex<BTreeMap<String, Arc<Task>>>,
    clock: Deadlines,
}

impl Tasks {
    /// Creates the tasks over these operations, on `workers` threads for each lane but the long
    /// one, which has one.
    pub fn new(operations: Arc<Operations>, workers: usize) -> Self {
        let capacity = Capacity {
            client: 64,
            total: 1000,
        };
        let schedulers = [
            (Lane::Quick, "quick", workers),
            (Lane::Task, "task", workers),
            (Lane::Long, "long", 1),
        ];
        let schedulers = schedulers
            .map(|(lane, name, workers)| (lane, FairScheduler::new(name, workers, capacity)));
        Tasks {
            operations,
            schedulers: schedulers.into(),
            known: Mutex::default(),
            clock: Deadlines::start(),
        }
    }

    /// Returns the operations.
    pub fn operations(&self) -> &Operations {
        &self.operations
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Task>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the operation of a name.
    ///
    /// # Errors
    /// If there is no such operation.
    pub fn find_operation(&self, name: &str) -> Result<&Operation, Fault> {
        self.operations.find(name).ok_or_else(|| {
            Fault::missing(format!(
                "there is no operation `{name}`; /api/openapi.json lists them"
            ))
            .code(FaultCode::UnknownOperation)
            .value("name", name)
        })
    }

    /// Runs a request and waits for its result. `held` is dropped when the request is done.
    ///
    /// # Errors
    /// If too many requests are waiting, or the operation fails.
    pub async fn answer(
        &self,
        client: &Client,
        operation: &Operation,
        request: Request,
        held: impl Send + 'static,
    ) -> Result<Value, Fault> {
        let (lane, name) = (operation.lane, operation.name);
        let (send, answer) = oneshot::channel();
        let cancel = Cancel::new();
        let task = TaskHandle::new(cancel.clone(), |_| {});
        let deadlines = self.clock.clone();
        self.schedulers[&lane].put(client, move || {
            // The connection is gone, and no client waits for the answer.
            if send.is_closed() {
                return;
            }
            let begun = Instant::now();
            deadlines.set(begun + QUICK, task.cancel());
            let answer = within(QUICK, begun, run(name, request, &task));
            drop(held);
            let _ = send.send(answer);
        })?;
        // Dropped with the request: a client that hangs up stops its computation.
        let _stop = StopOnDrop(cancel);
        answer.await.unwrap_or_else(|_| Err(closing()))
    }

    /// Starts a request as a task. `held` is dropped when the request is done.
    ///
    /// # Errors
    /// If too many requests are waiting.
    pub fn start(
        self: &Arc<Self>,
        client: &Client,
        operation: &Operation,
        request: Request,
        held: impl Send + 'static,
    ) -> Result<Started, Fault> {
        let (lane, name) = (operation.lane, operation.name);
        let id = uuid::Uuid::new_v4().simple().to_string();
        let state = TaskState {
            task: id.clone(),
            operation: name.to_owned(),
            phase: Phase::Waiting,
            progress: Progress::default(),
            partial: None,
            result: None,
            fault: None,
        };
        let task = {
            let mut tasks = self.lock();
            let number = tasks
                .values()
                .map(|task| task.number + 1)
                .max()
                .unwrap_or(0);
            let task = Arc::new(Task {
                number,
                cancel: Cancel::new(),
                state: watch::Sender::new(state),
            });
            remove_old(&mut tasks);
            tasks.insert(id.clone(), Arc::clone(&task));
            task
        };
        let deadlines = self.clock.clone();
        let queued = self.schedulers[&lane].put(client, move || {
            let limit = (lane == Lane::Task).then_some(TASK);
            if let Some(limit) = limit {
                deadlines.set(Instant::now() + limit, task.cancel.clone());
            }
            task.compute(name, request, limit);
            drop(held);
        });
        if let Err(fault) = queued {
            self.lock().remove(&id);
            return Err(fault);
        }
        Ok(Started { task: id })
    }

    fn find(&self, id: &str) -> Result<Arc<Task>, Fault> {
        let task = self.lock().get(id).cloned();
        task.ok_or_else(|| {
            Fault::missing("there is no such task, or no longer: start it again")
                .code(FaultCode::UnknownTask)
        })
    }

    /// Returns the state of a task.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn state(&self, id: &str) -> Result<TaskState, Fault> {
        Ok(self.find(id)?.state.borrow().clone())
    }

    /// Returns a receiver of the task's states.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<TaskState>, Fault> {
        Ok(self.find(id)?.state.subscribe())
    }

    /// Cancels a task; an ended task stays unchanged.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn cancel(&self, id: &str) -> Result<(), Fault> {
        let task = self.find(id)?;
        task.cancel.cancel();
        task.state.send_if_modified(|state| {
            let waiting = state.phase == Phase::Waiting;
            if waiting {
                state.phase = Phase::Cancelled;
            }
            waiting
        });
        Ok(())
    }

    /// Cancels all tasks, before the workbench closes.
    pub fn cancel_all(&self) {
        for task in self.lock().values() {
            task.cancel.cancel();
        }
    }
}

impl Task {
    fn compute(self: Arc<Self>, name: &str, request: Request, limit: Option<Duration>) {
        if self.cancel.is_cancelled() {
            return;
        }
        self.state.send_modify(|state| state.phase = Phase::Running);
        let sender = Arc::clone(&self);
        let task = TaskHandle::new(self.cancel.clone(), move |update| {
            sender.state.send_modify(|state| match update {
                TaskUpdate::Progress(progress) => state.progress = progress,
                TaskUpdate::Partial(partial) => state.partial = Some(partial),
            });
        });
        let begun = Instant::now();
        let mut result = run(name, request, &task);
        if let Some(limit) = limit {
            result = within(limit, begun, result);
        }
        self.state.send_modify(|state| {
            state.phase = match &result {
                Ok(_) if !self.cancel.is_cancelled() => Phase::Done,
                Err(fault) if fault.kind != FaultKind::Cancelled => Phase::Failed,
                _ => Phase::Cancelled,
            };
            match result {
                Ok(result) => (state.result, state.partial) = (Some(result), None),
                Err(fault) => state.fault = (fault.kind != FaultKind::Cancelled).then_some(fault),
            }
        });
    }
}

fn closing() -> Fault {
    Fault::failed("the workbench is closing").code(FaultCode::Closing)
}

/// Returns the result of a request that began at `begun`, as a time-out if the request was
/// cancelled at its time limit.
fn within(limit: Duration, begun: Instant, result: Result<Value, Fault>) -> Result<Value, Fault> {
    result.map_err(|fault| match fault.kind {
        FaultKind::Cancelled if begun.elapsed() >= limit => Fault::timed_out(limit),
        _ => fault,
    })
}

/// Runs a request; a panic is reported as an internal error.
fn run(name: &str, request: Request, task: &TaskHandle) -> Result<Value, Fault> {
    let result = request.run_caught(task);
    if let Err(fault) = &result
        && fault.code == Some(FaultCode::InternalError)
    {
        tracing::error!(operation = name, "{fault}");
    }
    result
}

/// Removes the oldest ended tasks, if there are many.
fn remove_old(tasks: &mut BTreeMap<String, Arc<Task>>) {
    let over = tasks
        .iter()
        .filter(|(_, task)| task.state.borrow().phase.is_over());
    let mut over: Vec<_> = over.map(|(id, task)| (task.number, id.clone())).collect();
    over.sort_unstable();
    let surplus = over.len().saturating_sub(REMEMBERED);
    for (_, id) in over.drain(..surplus) {
        tasks.remove(&id);
    }
}

struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A thread that cancels requests at their deadlines.
#[derive(Clone)]
struct Deadlines(std::sync::mpsc::Sender<(Instant, Cancel)>);

impl Deadlines {
    fn start() -> Self {
        let (send, receive) = std::sync::mpsc::channel::<(Instant, Cancel)>();
        std::thread::spawn(move || {
            let mut pending: Vec<(Instant, Cancel)> = Vec::new();
            loop {
                match receive.recv_timeout(Duration::from_millis(200)) {
                    Ok(deadline) => pending.push(deadline),
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return,
                }
                let now = Instant::now();
                pending.retain(|(time, cancel)| {
                    if *time <= now {
                        cancel.cancel();
                    }
                    *time > now
                });
            }
        });
        Deadlines(send)
    }

    fn set(&self, time: Instant, cancel: Cancel) {
        let _ = self.0.send((time, cancel));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_cancelled_at_its_limit_has_timed_out_and_any_other_was_cancelled() {
        let cancelled = || Err(Fault::cancelled());
        let begun = Instant::now();
        let late = within(Duration::ZERO, begun, cancelled()).unwrap_err();
        assert_eq!(late.code, Some(FaultCode::TimedOut));
        assert_eq!(late.values["seconds"], "0");
        let early = within(Duration::from_mins(10), begun, cancelled()).unwrap_err();
        assert_eq!(early, Fault::cancelled());
        let failed = within(Duration::ZERO, begun, Err(Fault::failed("no"))).unwrap_err();
        assert_eq!(failed, Fault::failed("no"));
    }
}
