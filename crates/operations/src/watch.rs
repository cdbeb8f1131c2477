//! What a computation has of its asker: who may stop it, and whom it tells.

use crate::fault::Fault;
use lookahead::Cancel;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How far a computation is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Progress {
    /// The part that is done, from 0 to 1; nothing if it cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<f64>,
    /// What is being done, in few words or numbers that need no translation ("120 / 400").
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    pub words: String,
    /// The tasks it consists of, if they are counted.
    #[serde(skip)]
    pub count: Option<Count>,
}

/// Tasks of a computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Tasks with a result.
    pub done: u64,
    /// Tasks that failed.
    pub failed: u64,
    /// All tasks.
    pub total: u64,
}

/// News of a computation.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It has come this far.
    Progress(Progress),
    /// What is known so far, in the form of the result or a part of it.
    Partial(Value),
}

type Tell = Arc<dyn Fn(News) + Send + Sync>;

/// Handed to every computation.
#[derive(Clone)]
pub struct Watch {
    cancel: Cancel,
    tell: Arc<Mutex<Tell>>,
}

impl Watch {
    /// A watch that tells its news to `tell` and stops when `cancel` is raised.
    pub fn new(cancel: Cancel, tell: impl Fn(News) + Send + Sync + 'static) -> Self {
        let tell: Tell = Arc::new(tell);
        Watch {
            cancel,
            tell: Arc::new(Mutex::new(tell)),
        }
    }

    /// A watch nobody holds: for tests and quick answers.
    pub fn idle() -> Self {
        Watch::new(Cancel::new(), |_| {})
    }

    /// The flag to hand to searches.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Whether to give up.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Gives up if somebody asked for it.
    ///
    /// # Errors
    /// If the computation was cancelled.
    pub fn check(&self) -> Result<(), Fault> {
        if self.is_cancelled() {
            return Err(Fault::cancelled());
        }
        Ok(())
    }

    /// Why a player has no answer: it was stopped, or what is said.
    pub(crate) fn no_answer(&self, player: impl fmt::Display, why: impl fmt::Display) -> Fault {
        let failed = || Fault::failed(format!("the player `{player}` has no answer: {why}"));
        self.check().err().unwrap_or_else(failed)
    }

    /// Tells how far the computation is: `done` of `total`.
    pub fn progress(&self, done: u64, total: u64) {
        self.count(Count {
            done,
            failed: 0,
            total,
        });
    }

    /// Tells how far the computation is, some of whose tasks may have failed.
    pub fn count(&self, count: Count) {
        let (worked, total) = (count.done + count.failed, count.total);
        self.tell(News::Progress(Progress {
            part: (total > 0).then(|| (worked as f64 / total as f64).clamp(0.0, 1.0)),
            words: format!("{worked} / {total}"),
            count: Some(count),
        }));
    }

    /// Tells the part that is done (0 to 1, if known) and what is being done.
    pub fn say(&self, part: Option<f64>, words: impl Into<String>) {
        self.tell(News::Progress(Progress {
            part,
            words: words.into(),
            count: None,
        }));
    }

    /// Tells what is known so far.
    pub fn partial(&self, result: &impl Serialize) {
        if let Ok(result) = serde_json::to_value(result) {
            self.tell(News::Partial(result));
        }
    }

    fn tell(&self, news: News) {
        let tell = Arc::clone(&self.tell.lock().unwrap_or_else(PoisonError::into_inner));
        tell(news);
    }
}
