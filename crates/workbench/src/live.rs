//! WebSocket of task updates.
//!
//! The page says `{"watch": "<task>"}`, and is told the task's state now and at every change until
//! it ends; `{"leave": "<task>"}` ends it earlier. Changes that come faster than some per second
//! are drawn together: a state is whole, so only the latest counts.

use crate::tasks::{TaskState, Tasks};
use axum::extract::ws::{Message, WebSocket};
use operations::Fault;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

/// The shortest time between two states of a task that are told.
const PACE: Duration = Duration::from_millis(60);
/// How many tasks one page may watch at once.
const WATCHED: usize = 100;
/// A page says at most this much at once.
pub(crate) const LONGEST: usize = 4096;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    Watch(String),
    Leave(String),
}

/// Talks to a page until it goes.
pub(crate) async fn talk(mut socket: WebSocket, tasks: Arc<Tasks>) {
    let (send, mut news) = mpsc::channel::<String>(16);
    let mut watched = Watched::default();
    loop {
        tokio::select! {
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    if let Err(fault) = obey(&text, &tasks, &send, &mut watched) {
                        let words = json!({ "fault": fault, "about": text.as_str() }).to_string();
                        if socket.send(Message::Text(words.into())).await.is_err() {
                            return;
                        }
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            Some(words) = news.recv() => {
                if socket.send(Message::Text(words.into())).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Subscriptions of a page to tasks; dropping them ends the forwarding.
#[derive(Default)]
struct Watched(HashMap<String, AbortHandle>);

impl Drop for Watched {
    fn drop(&mut self) {
        for teller in self.0.values() {
            teller.abort();
        }
    }
}

fn obey(
    text: &str,
    tasks: &Tasks,
    send: &mpsc::Sender<String>,
    watched: &mut Watched,
) -> Result<(), Fault> {
    match serde_json::from_str(text).map_err(Fault::wrong)? {
        Said::Leave(id) => {
            if let Some(teller) = watched.0.remove(&id) {
                teller.abort();
            }
        }
        Said::Watch(id) => {
            watched.0.retain(|_, teller| !teller.is_finished());
            if watched.0.len() >= WATCHED {
                return Err(Fault::too_much(format!(
                    "no more than {WATCHED} tasks can be watched at once"
                )));
            }
            let states = tasks.watch(&id)?;
            let teller = tokio::spawn(tell(states, send.clone()));
            if let Some(before) = watched.0.insert(id, teller.abort_handle()) {
                before.abort();
            }
        }
    }
    Ok(())
}

/// Tells a task's state now and at every change until it ends.
async fn tell(mut states: watch::Receiver<TaskState>, send: mpsc::Sender<String>) {
    loop {
        let (words, over) = {
            let state = states.borrow_and_update();
            (
                serde_json::to_string(&*state).unwrap_or_default(),
                state.phase.is_over(),
            )
        };
        if send.send(words).await.is_err() || over {
            return;
        }
        tokio::time::sleep(PACE).await;
        if states.changed().await.is_err() {
            return;
        }
    }
}
