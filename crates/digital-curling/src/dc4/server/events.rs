//! A match as a stream of events.

use crate::dc4::board::{Board, Connection, Shown};
use crate::dc4::limits::Held;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// How many events may wait for a slow reader before its task waits with them.
const WAITING: usize = 8;

/// Somebody who watches, as long as the stream is open.
pub(super) struct Spectator {
    pub(super) board: Arc<Board>,
    /// A player's; such a one sees nothing before both are there.
    pub(super) connection: Option<Connection>,
    pub(super) _held: Held<String>,
}

/// The events of a match from the current end on.
pub(super) fn stream(
    spectator: Spectator,
    closing: watch::Receiver<bool>,
    ping: Duration,
) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(show(spectator, closing, sender));
    let events = ReceiverStream::new(receiver).map(|shown| Ok::<_, Infallible>(event(&shown)));
    let alive = KeepAlive::new().interval(ping).text("ping");
    Sse::new(events).keep_alive(alive).into_response()
}

fn event(shown: &Shown) -> Event {
    let kind = if shown.latest {
        "latest_state_update"
    } else {
        "state_update"
    };
    Event::default().event(kind).data(&*shown.json)
}

async fn show(
    spectator: Spectator,
    mut closing: watch::Receiver<bool>,
    sender: mpsc::Sender<Shown>,
) {
    let mut news = spectator.board.listen();
    let mut seen = None;
    loop {
        let now = *news.borrow_and_update();
        if now.open || spectator.connection.is_none() {
            let (shown, count) = spectator.board.since(seen);
            seen = (count > 0).then_some(count);
            for shown in shown {
                if sender.send(shown).await.is_err() {
                    return;
                }
            }
        }
        if now.closed || *closing.borrow() {
            return;
        }
        tokio::select! {
            changed = news.changed() => if changed.is_err() { return },
            _ = closing.changed() => return,
            () = sender.closed() => return,
        }
    }
}
