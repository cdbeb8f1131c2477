//! The event stream of a match.

use crate::dc4::event_log::{Connection, StateEvent};
use crate::dc4::limits::Permit;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The number of events buffered for a slow reader.
const WAITING: usize = 8;

/// A reader of the event log, while its stream is open.
pub(super) struct Reader {
    pub(super) connection: Connection,
    pub(super) _permit: Permit<String>,
}

/// The events of a match from the current end on.
pub(super) fn stream(reader: Reader, closing: watch::Receiver<bool>, ping: Duration) -> Response {
    let events = ReceiverStream::new(follow(reader, closing));
    let events = events.map(|state_event| Ok::<_, Infallible>(event(&state_event)));
    let alive = KeepAlive::new().interval(ping).text("ping");
    Sse::new(events).keep_alive(alive).into_response()
}

fn event(state_event: &StateEvent) -> Event {
    let kind = state_event.kind();
    Event::default().event(kind).data(&*state_event.json)
}

/// The states of a match from the current end on, until the match or the server is closed.
pub(super) fn follow(reader: Reader, closing: watch::Receiver<bool>) -> mpsc::Receiver<StateEvent> {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(forward(reader, closing, sender));
    receiver
}

async fn forward(
    reader: Reader,
    mut closing: watch::Receiver<bool>,
    sender: mpsc::Sender<StateEvent>,
) {
    let event_log = reader.connection.event_log();
    let mut status = event_log.subscribe();
    let mut sent = None;
    loop {
        let current = *status.borrow_and_update();
        if current.open || !reader.connection.is_player() {
            let (state_event, count) = event_log.since(sent);
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
