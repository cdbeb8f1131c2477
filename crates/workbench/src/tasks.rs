//! Tasks: started, watched, cancelled, and remembered for a while after they end.
//!
//! A task belongs to the workbench, not to the connection that started it: a page that is loaded
//! again, or whose connection was lost, asks for its task by id and finds it as far as it is.

use crate::scheduler::{Capacity, Client, FairScheduler};
use lookahead::Cancel;
use operations::{
    Fault, FaultKind, Lane, Operation, Operations, Progress, Request, TaskHandle, TaskUpdate,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How many ended tasks are remembered.
const REMEMBERED: usize = 300;
/// How long a quick answer may take.
const QUICK: Duration = Duration::from_secs(20);
/// How long a task may take.
const TASK: Duration = Duration::from_mins(10);

/// The answer to an operation that takes long.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Started {
    /// The task that was started.
    pub task: String,
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It waits for its turn.
    Waiting,
    /// It is computed.
    Running,
    /// Its result is there.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It failed.
    Failed,
}

impl Phase {
    /// Whether nothing more will happen.
    pub fn is_over(self) -> bool {
        !matches!(self, Phase::Waiting | Phase::Running)
    }
}

/// Everything known about a task.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaskState {
    /// Its id.
    pub task: String,
    /// The operation it does.
    pub operation: String,
    /// Where it stands.
    pub phase: Phase,
    /// How far it is.
    pub progress: Progress,
    /// What is known so far, if the operation tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Value>,
    /// Its result. A cancelled task may have one too: what was found until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

struct Task {
    number: u64,
    cancel: Cancel,
    state: watch::Sender<TaskState>,
}

/// All tasks, and who computes them.
pub struct Tasks {
    operations: Arc<Operations>,
    schedulers: HashMap<Lane, FairScheduler>,
    known: Mutex<BTreeMap<String, Arc<Task>>>,
    clock: Deadlines,
}

impl Tasks {
    /// Tasks over these operations, on `workers` threads for each lane but the long one, which has
    /// one.
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

    /// The operations.
    pub fn operations(&self) -> &Operations {
        &self.operations
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Task>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The operation of a name.
    ///
    /// # Errors
    /// If there is no such operation.
    pub fn find_operation(&self, name: &str) -> Result<&Operation, Fault> {
        self.operations.find(name).ok_or_else(|| {
            Fault::missing(format!(
                "there is no operation `{name}`; /api/openapi.json lists them"
            ))
        })
    }

    /// Runs a request and waits for its result.
    ///
    /// # Errors
    /// If too much is waiting, or the operation fails.
    pub async fn answer(
        &self,
        client: &Client,
        operation: &Operation,
        request: Request,
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
            deadlines.set(Instant::now() + QUICK, task.cancel());
            let _ = send.send(run(name, request, &task));
        })?;
        // Dropped with the request: a client that hangs up stops its computation.
        let _stop = StopOnDrop(cancel);
        answer
            .await
            .unwrap_or_else(|_| Err(Fault::failed("the workbench is closing")))
    }

    /// Starts a request as a task.
    ///
    /// # Errors
    /// If too much is waiting.
    pub fn start(
        self: &Arc<Self>,
        client: &Client,
        operation: &Operation,
        request: Request,
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
            forget(&mut tasks);
            tasks.insert(id.clone(), Arc::clone(&task));
            task
        };
        let deadlines = self.clock.clone();
        let queued = self.schedulers[&lane].put(client, move || {
            if lane == Lane::Task {
                deadlines.set(Instant::now() + TASK, task.cancel.clone());
            }
            task.compute(name, request);
        });
        if let Err(fault) = queued {
            self.lock().remove(&id);
            return Err(fault);
        }
        Ok(Started { task: id })
    }

    fn find(&self, id: &str) -> Result<Arc<Task>, Fault> {
        let task = self.lock().get(id).cloned();
        task.ok_or_else(|| Fault::missing("this task is not known, or no longer: start it again"))
    }

    /// How a task stands.
    ///
    /// # Errors
    /// If it is not known.
    pub fn state(&self, id: &str) -> Result<TaskState, Fault> {
        Ok(self.find(id)?.state.borrow().clone())
    }

    /// Every state of a task from now on.
    ///
    /// # Errors
    /// If it is not known.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<TaskState>, Fault> {
        Ok(self.find(id)?.state.subscribe())
    }

    /// Cancels a task; one that has ended stays as it is.
    ///
    /// # Errors
    /// If it is not known.
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

    /// Cancels everything: the workbench closes.
    pub fn cancel_all(&self) {
        for task in self.lock().values() {
            task.cancel.cancel();
        }
    }
}

impl Task {
    fn compute(self: Arc<Self>, name: &str, request: Request) {
        if self.cancel.is_cancelled() {
            return;
        }
        self.state.send_modify(|state| state.phase = Phase::Running);
        let teller = Arc::clone(&self);
        let task = TaskHandle::new(self.cancel.clone(), move |news| {
            teller.state.send_modify(|state| match news {
                TaskUpdate::Progress(progress) => state.progress = progress,
                TaskUpdate::Partial(partial) => state.partial = Some(partial),
            });
        });
        let result = run(name, request, &task);
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

/// Runs a request; a panic is a bug of ours and reported as a fault.
fn run(name: &str, request: Request, task: &TaskHandle) -> Result<Value, Fault> {
    let result = catch_unwind(AssertUnwindSafe(|| request.run(task)));
    result.unwrap_or_else(|panic| {
        let words = arena::referee::panic_message(panic.as_ref());
        tracing::error!(operation = name, "panicked: {words}");
        Err(Fault::failed(format!("a mistake of the program: {words}")))
    })
}

/// Forgets the oldest of the tasks that have ended, if there are many.
fn forget(tasks: &mut BTreeMap<String, Arc<Task>>) {
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

/// Raises flags when their time has come.
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
