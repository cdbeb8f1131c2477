//! The event stream of a match.

use crate::dc4::event_log::{EventLog, PlayerStream, StateEvent};
use crate::dc4::limits::Permit;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The number of events buffered for a slow reader.
const WAITING: usize = 8;

/// A reader of the event log, while its stream is open.
pub(super) struct Spectator {
    pub(super) event_log: Arc<EventLog>,
    /// Set for a player, who gets no states before both are connected.
    pub(super) connection: Option<PlayerStream>,
    pub(super) _permit: Permit<String>,
}

/// The events of a match from the current end on.
pub(super) fn stream(
    spectator: Spectator,
    closing: watch::Receiver<bool>,
    ping: Duration,
) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(forward(spectator, closing, sender));
    let events =
        ReceiverStream::new(receiver).map(|state_event| Ok::<_, Infallible>(event(&state_event)));
    let alive = KeepAlive::new().interval(ping).text("ping");
    Sse::new(events).keep_alive(alive).into_response()
}

fn event(state_event: &StateEvent) -> Event {
    let kind = if state_event.latest {
        "latest_state_update"
    } else {
        "state_update"
    };
    Event::default().event(kind).data(&*state_event.json)
}

async fn forward(
    spectator: Spectator,
    mut closing: watch::Receiver<bool>,
    sender: mpsc::Sender<StateEvent>,
) {
    let mut status = spectator.event_log.subscribe();
    let mut sent = None;
    loop {
        let current = *status.borrow_and_update();
        if current.open || spectator.connection.is_none() {
            let (state_event, count) = spectator.event_log.since(sent);
            sent = (count > 0).then_some(count);
            for state_event in state_event {
                if sender.send(state_event).await.is_err() {
                    return;
                }
            }
        }
        if current.closed || *closing.borrow() {
            return;
        }
        tokio::select! {
            changed = status.changed() => if changed.is_err() { return },
            _ = closing.changed() => return,
            () = sender.closed() => return,
        }
    }
}
