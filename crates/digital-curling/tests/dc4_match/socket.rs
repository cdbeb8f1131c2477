//! The streams of a match as WebSockets.

use crate::test_server::{TestServer, basic};
use crate::{options, spec};
use curling::rules::Team;
use digital_curling::dc4::client::play;
use digital_curling::dc4::message::Settings;
use lookahead::Cancel;
use serde_json::Value;
use std::thread;
use std::time::Duration;
use tokio_stream::StreamExt;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use uuid::Uuid;

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn open(
    server: &TestServer,
    id: Uuid,
    team: &str,
    user: Option<u8>,
) -> Result<Socket, Error> {
    let address = server.address;
    let mut request = format!("ws://{address}/ws?match={id}&team={team}").into_client_request()?;
    if let Some(user) = user {
        let header = basic(&format!("user{user}"), &format!("pass{user}"));
        let value = header.trim().strip_prefix("Authorization: ").unwrap();
        request
            .headers_mut()
            .insert("Authorization", value.parse().unwrap());
    }
    Ok(connect_async(request).await?.0)
}

/// The next message with content; none when the socket is closed.
async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(20), socket.next());
        match message.await.expect("a message in time")? {
            Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

#[test]
fn a_match_is_followed_and_opened_by_websockets() {
    let server = TestServer::open(None);
    let id = server
        .user(0)
        .create_match(&Settings::mixed_doubles(1, 0))
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    thread::scope(|scope| {
        for team in Team::BOTH {
            let server = &server;
            scope.spawn(move || {
                let user = server.user(team.index() as u8);
                play(
                    &user,
                    &options(id, team),
                    &spec("draw"),
                    &Cancel::new(),
                    &mut |_| (),
                )
                .unwrap()
            });
        }
        runtime.block_on(async {
            let mut viewer = open(&server, id, "viewer", None).await.unwrap();
            let mut shots = 0;
            while let Some(message) = next(&mut viewer).await {
                assert!(
                    message["type"] == "state_update" || message["type"] == "latest_state_update",
                    "{message}"
                );
                let state = &message["payload"];
                shots += usize::from(
                    !state["last_move"].is_null() && message["type"] == "latest_state_update",
                );
                if !state["winner_team"].is_null() {
                    break;
                }
            }
            assert!(shots >= 1);
            // A late player is told of the last end, and the others of the arrival.
            let mut player = open(&server, id, "team1", Some(1)).await.unwrap();
            let joined = next(&mut viewer).await.unwrap();
            assert_eq!(
                joined,
                serde_json::json!({"type": "presence", "team": "team1", "event": "joined"})
            );
            let mut last = next(&mut player).await.unwrap();
            assert_eq!(last["type"], "state_update");
            while last["type"] == "state_update" {
                last = next(&mut player).await.unwrap();
            }
            assert!(!last["payload"]["winner_team"].is_null());
            assert_eq!(last["payload"]["first_team_name"], "team0");
            drop(player);
            let left = next(&mut viewer).await.unwrap();
            assert_eq!(
                (&left["team"], &left["event"]),
                (&"team1".into(), &"left".into())
            );
            let refused = |result: Result<Socket, Error>| match result {
                Err(Error::Http(response)) => response.status().as_u16(),
                other => panic!("{other:?}"),
            };
            assert_eq!(refused(open(&server, id, "team0", Some(1)).await), 403);
            assert_eq!(refused(open(&server, id, "team0", Some(2)).await), 403);
            assert_eq!(refused(open(&server, id, "team0", None).await), 401);
        });
    });
}
