//! The calls, one function each.

use super::Reception;
use super::answer::Problem;
use super::door::From as Caller;
use super::events::{self, Spectator};
use crate::bout::Act;
use crate::dc4::hall::Listed;
use crate::dc4::message::{Settings, ShotMessage, TeamSettings, WISHES, wish_named};
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use curling::rules::Team;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long the body of a request may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

type Shared = State<Arc<Reception>>;
type Address = ConnectInfo<Caller>;
type Id = Result<Path<String>, PathRejection>;
type Answer = Result<Response, Problem>;

impl Reception {
    /// Lets a request in that needs no password.
    fn admit(&self, ConnectInfo(Caller(address)): Address) -> Result<IpAddr, Problem> {
        let address = address.ip();
        let often = self.by_address.take(address, Instant::now());
        often.map_err(|wait| Problem::too_many("too many requests", Some(wait)))?;
        Ok(address)
    }

    /// Lets a user in.
    async fn recognise(&self, address: Address, headers: &HeaderMap) -> Result<String, Problem> {
        let address = self.admit(address)?;
        let (name, password) = credentials(headers).ok_or_else(Problem::unauthorized)?;
        if !self.users.remembers(&name, &password) {
            self.verify(address, &name, &password).await?;
        }
        let often = self.by_user.take(name.clone(), Instant::now());
        often.map_err(|wait| Problem::too_many("too many requests", Some(wait)))?;
        Ok(name)
    }

    async fn verify(&self, address: IpAddr, name: &str, password: &str) -> Result<(), Problem> {
        let _turn = self.verifications.acquire().await;
        if self.users.remembers(name, password) {
            return Ok(()); // meanwhile
        }
        if self.wrong_passwords.is_exhausted(&address, Instant::now()) {
            return Err(Problem::too_many(
                "too many wrong passwords",
                Some(Duration::from_mins(1)),
            ));
        }
        let (users, tried) = (
            Arc::clone(&self.users),
            (name.to_owned(), password.to_owned()),
        );
        let verified = tokio::task::spawn_blocking(move || users.verify(&tried.0, &tried.1));
        if verified.await.unwrap_or(false) {
            return Ok(());
        }
        let _ = self.wrong_passwords.take(address, Instant::now());
        Err(Problem::unauthorized())
    }

    fn find(&self, id: Uuid) -> Result<Arc<Listed>, Problem> {
        self.hall.find(id).ok_or_else(Problem::no_such_match)
    }

    /// The body of a request, which is limited in size and in time.
    async fn body(&self, body: Body) -> Result<Vec<u8>, Problem> {
        let read = tokio::time::timeout(PATIENCE, to_bytes(body, self.limits.body)).await;
        let read =
            read.map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body does not come"))?;
        read.map(|bytes| bytes.to_vec()).map_err(|_| {
            let most = self.limits.body;
            let why = format!("the body is broken or longer than {most} bytes");
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, why)
        })
    }
}

/// Name and password of HTTP Basic authentication.
fn credentials(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, encoded) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") || encoded.len() > 1000 {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (name, password) = decoded.split_once(':')?;
    Some((name.to_owned(), password.to_owned()))
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|why| Problem::malformed(format!("the body: {why}")))
}

fn in_path(id: Id) -> Result<Uuid, Problem> {
    let Path(id) = id.map_err(|why| Problem::malformed(why.body_text()))?;
    uuid(&id)
}

fn uuid(text: &str) -> Result<Uuid, Problem> {
    Uuid::parse_str(text).map_err(|why| Problem::malformed(format!("the match id: {why}")))
}

/// What stands behind the question mark.
struct Asked(HashMap<String, String>);

impl Asked {
    fn of(uri: &Uri) -> Result<Self, Problem> {
        let Query(asked) =
            Query::try_from_uri(uri).map_err(|why| Problem::malformed(why.body_text()))?;
        Ok(Asked(asked))
    }

    fn get(&self, name: &str) -> Result<&str, Problem> {
        let value = self.0.get(name).map(String::as_str);
        value.ok_or_else(|| Problem::malformed(format!("`{name}` is missing in the query")))
    }
}

/// `POST /matches`.
pub(super) async fn create(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let user = shared.recognise(address, &headers).await?;
    let settings: Settings = json(&shared.body(body).await?)?;
    let (all, theirs) = shared.hall.count(&user);
    if all >= shared.limits.matches || theirs >= shared.limits.matches_of_user {
        return Err(Problem::too_many("too many matches", None));
    }
    let id = shared.hall.create(user, settings).await??;
    Ok(Json(id).into_response())
}

/// `GET /matches`.
pub(super) async fn list(State(shared): Shared, address: Address) -> Answer {
    shared.admit(address)?;
    let matches = shared.hall.summaries().into_iter().map(|(id, summary)| {
        let mut told = serde_json::to_value(summary).unwrap_or_default();
        told["match_id"] = id.to_string().into();
        told
    });
    Ok(Json(matches.collect::<Vec<_>>()).into_response())
}

/// `POST /store-team-config`.
pub(super) async fn join(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    uri: Uri,
    body: Body,
) -> Answer {
    let user = shared.recognise(address, &headers).await?;
    let team: TeamSettings = json(&shared.body(body).await?)?;
    let asked = Asked::of(&uri)?;
    let id = uuid(asked.get("match_id")?)?;
    let wish = match asked.get("expected_match_team_name")? {
        "team0" => Team::Zero,
        "team1" => Team::One,
        _ => {
            return Err(Problem::malformed(
                "expected_match_team_name must be team0 or team1",
            ));
        }
    };
    let listed = shared.find(id)?;
    let side = shared.hall.join(&listed, user, wish, team).await??;
    Ok(Json(side).into_response())
}

/// `GET /matches/{id}/stream`.
pub(super) async fn stream(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    id: Id,
) -> Answer {
    let user = shared.recognise(address, &headers).await?;
    let listed = shared.find(in_path(id)?)?;
    let Some(team) = listed.side_of(&user).await else {
        return Err(crate::dc4::fixture::Refused::NotYours.into());
    };
    let held = shared.streams.take(format!("user {user}"));
    let held = held.ok_or_else(|| Problem::too_many("too many streams", None))?;
    let board = Arc::clone(listed.board());
    let spectator = Spectator {
        connection: Some(board.connect(team)),
        board,
        _held: held,
    };
    let response = events::stream(spectator, shared.closing.subscribe(), shared.ping);
    listed.begin().await?;
    Ok(response)
}

/// `GET /matches/{id}/viewer`.
pub(super) async fn view(State(shared): Shared, address: Address, id: Id) -> Answer {
    let address = shared.admit(address)?;
    let listed = shared.find(in_path(id)?)?;
    let held = shared.streams.take(format!("address {address}"));
    let spectator = Spectator {
        board: Arc::clone(listed.board()),
        connection: None,
        _held: held.ok_or_else(|| Problem::too_many("too many streams", None))?,
    };
    Ok(events::stream(
        spectator,
        shared.closing.subscribe(),
        shared.ping,
    ))
}

/// `POST /shots`.
pub(super) async fn throw(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    uri: Uri,
    body: Body,
) -> Answer {
    let body = shared.body(body).await?;
    let arrival = Instant::now();
    let user = shared.recognise(address, &headers).await?;
    let message: ShotMessage = json(&body)?;
    let shot = message.shot().map_err(Problem::malformed)?;
    let id = uuid(Asked::of(&uri)?.get("match_id")?)?;
    let listed = shared.find(id)?;
    let done = listed.act(user, Act::Throw(shot), arrival).await??;
    if done.late {
        let why = "the time is up: the match is lost";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let timing = format!(
        "sim;dur={:.3}, all;dur={:.3}",
        milliseconds(done.simulation),
        milliseconds(arrival.elapsed())
    );
    let mut response = Json(()).into_response();
    if let Ok(timing) = HeaderValue::from_str(&timing) {
        let name = HeaderName::from_static("server-timing");
        response.headers_mut().insert(name, timing);
    }
    Ok(response)
}

/// `POST /matches/{id}/end-setup`.
pub(super) async fn place(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    id: Id,
    uri: Uri,
) -> Answer {
    let arrival = Instant::now();
    let user = shared.recognise(address, &headers).await?;
    let id = in_path(id)?;
    let asked = Asked::of(&uri)?;
    let Some(wish) = wish_named(asked.get("request")?) else {
        let names = WISHES.map(|(name, _)| name).join(", ");
        return Err(Problem::malformed(format!(
            "request must be one of {names}"
        )));
    };
    let listed = shared.find(id)?;
    let done = listed.act(user, Act::Place(wish), arrival).await??;
    if done.late {
        let why = "the time is up: the match is lost";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    Ok(Json(()).into_response())
}
