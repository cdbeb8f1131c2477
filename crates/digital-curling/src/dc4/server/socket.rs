//! The stream of a match as a WebSocket: `GET /ws?match=ID&team=team0|team1|viewer`.
//!
//! A message is `{"type": "state_update" | "latest_state_update", "payload": STATE}`, or a notice
//! that another socket was opened or closed, `{"type": "presence", "team": …, "event": "joined" |
//! "left"}`. Players log in as everywhere. Messages of clients are read and ignored.

use super::events;
use super::handlers::{Address, Answer, QueryParams, Shared, uuid};
use super::problem::Problem;
use crate::dc4::event_log::{Presence, Socket, StateEvent};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::IntoResponse;
use curling::rules::Team;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest message of a client, in bytes.
const MOST_BYTES: usize = 4096;

/// The longest time for a message to be sent.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn open(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer {
    let query = QueryParams::of(&uri)?;
    let id = uuid(query.get("match")?)?;
    let (reader, seat) = match query.get("team")? {
        "viewer" => {
            let address = shared.admit(address)?;
            (shared.spectator(id, address).await?, None)
        }
        side @ ("team0" | "team1") => {
            let user = shared.authenticate(address, &headers).await?;
            let (reader, seat) = shared.player(id, &user).await?;
            if let Some((_, team)) = &seat
                && team.to_string() != side
            {
                return Err(Problem::new(
                    StatusCode::FORBIDDEN,
                    format!("you play {team} in this match"),
                ));
            }
            (reader, seat)
        }
        _ => {
            return Err(Problem::malformed("team must be team0, team1 or viewer"));
        }
    };
    let upgrade = upgrade.map_err(|why| {
        let why = format!("this address is for WebSockets: {}", why.body_text());
        Problem::new(StatusCode::UPGRADE_REQUIRED, why)
    })?;
    let team = seat.as_ref().map(|(_, team)| *team);
    if let Some((handle, _)) = seat {
        handle.begin().await?;
    }
    let (closing, ping) = (shared.closing.subscribe(), shared.ping);
    let response = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .on_upgrade(move |socket| async move {
            let presence = reader.connection.open_socket(team);
            let events = events::follow(reader, closing);
            serve(socket, presence, events, ping).await;
        });
    Ok(response.into_response())
}

/// Sends states and notices until either side closes the socket.
async fn serve(
    mut socket: WebSocket,
    mut presence: Socket,
    mut events: mpsc::Receiver<StateEvent>,
    ping: Duration,
) {
    let mut pings = tokio::time::interval(ping);
    loop {
        let message = tokio::select! {
            event = events.recv() => match event {
                Some(event) => Message::text(state(&event)),
                None => break,
            },
            other = presence.other() => Message::text(notice(&other)),
            _ = pings.tick() => Message::Ping(Vec::new().into()),
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
    let _ = tokio::time::timeout(PATIENCE, socket.send(Message::Close(None))).await;
}

fn state(event: &StateEvent) -> String {
    let (kind, json) = (event.kind(), &event.json);
    format!(r#"{{"type":"{kind}","payload":{json}}}"#)
}

fn notice(presence: &Presence) -> String {
    let team = presence
        .team
        .map_or_else(|| "viewer".to_owned(), |team: Team| team.to_string());
    let event = if presence.joined { "joined" } else { "left" };
    format!(r#"{{"type":"presence","team":"{team}","event":"{event}"}}"#)
}
