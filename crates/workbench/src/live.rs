//! WebSocket of task updates.
//!
//! A page sends `{"watch": "<task>"}` and receives the task's state now and at every change until
//! it ends; `{"leave": "<task>"}` ends the subscription earlier. Fast changes are merged: a state
//! is complete, so only the latest counts.

use crate::tasks::{TaskState, Tasks};
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use operations::Fault;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// The shortest time between two states of a task.
const PACE: Duration = Duration::from_millis(60);
/// The most tasks that a page may watch at once.
const WATCHED: usize = 100;
/// The interval of pings to a page.
const PING: Duration = Duration::from_secs(20);
/// The silence after which a page is gone.
const SILENCE: Duration = Duration::from_mins(1);
/// The longest message of a page, in bytes.
pub(crate) const LONGEST: usize = 4096;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ClientMessage {
    Watch(String),
    Leave(String),
}

/// Serves the socket of a page until it closes.
pub(crate) async fn serve(mut socket: WebSocket, tasks: Arc<Tasks>) {
    let (send, mut updates) = mpsc::channel::<String>(16);
    let mut watched = Watched::default();
    let mut ping = tokio::time::interval(PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            _ = ping.tick() => {
                let gone = heard.elapsed() > SILENCE;
                if gone || send_to(&mut socket, Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    heard = Instant::now();
                    if let Err(fault) = handle(&text, &tasks, &send, &mut watched) {
                        let answer = json!({ "fault": fault, "about": text.as_str() }).to_string();
                        if send_to(&mut socket, Message::Text(answer.into())).await.is_err() {
                            return;
                        }
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {
                    heard = Instant::now();
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            Some(text) = updates.recv() => {
                if send_to(&mut socket, Message::Text(text.into())).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Sends a message; a page that does not read it in time is gone.
async fn send_to(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    let sent = tokio::time::timeout(SILENCE, socket.send(message)).await;
    sent.map_err(|_| Gone)?.map_err(|_| Gone)
}

/// A page that is gone.
struct Gone;

/// Subscriptions of a page to tasks; dropping them ends the forwarding.
#[derive(Default)]
struct Watched(HashMap<String, AbortHandle>);

impl Drop for Watched {
    fn drop(&mut self) {
        for forwarder in self.0.values() {
            forwarder.abort();
        }
    }
}

fn handle(
    text: &str,
    tasks: &Tasks,
    send: &mpsc::Sender<String>,
    watched: &mut Watched,
) -> Result<(), Fault> {
    match serde_json::from_str(text).map_err(Fault::wrong)? {
        ClientMessage::Leave(id) => {
            if let Some(forwarder) = watched.0.remove(&id) {
                forwarder.abort();
            }
        }
        ClientMessage::Watch(id) => {
            watched.0.retain(|_, forwarder| !forwarder.is_finished());
            if watched.0.len() >= WATCHED {
                return Err(Fault::too_much(format!(
                    "no more than {WATCHED} tasks can be watched at once"
                )));
            }
            let states = tasks.watch(&id)?;
            let forwarder = tokio::spawn(forward(states, send.clone()));
            if let Some(before) = watched.0.insert(id, forwarder.abort_handle()) {
                before.abort();
            }
        }
    }
    Ok(())
}

/// Forwards a task's state now and at every change until the task ends.
async fn forward(mut states: watch::Receiver<TaskState>, send: mpsc::Sender<String>) {
    loop {
        let (text, over) = {
            let state = states.borrow_and_update();
            (
                serde_json::to_string(&*state).unwrap_or_default(),
                state.phase.is_over(),
            )
        };
        if send.send(text).await.is_err() || over {
            return;
        }
        tokio::time::sleep(PACE).await;
        if states.changed().await.is_err() {
            return;
        }
    }
}
