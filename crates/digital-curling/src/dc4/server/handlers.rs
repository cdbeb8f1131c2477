//! The request handlers, one function per route.

use super::AppState;
use super::events::{self, Reader};
use super::problem::Problem;
use crate::dc4::limits::Permit;
use crate::dc4::message::{PLACEMENTS, Settings, ShotMessage, TeamSettings, placement_named};
use crate::dc4::registry::MatchHandle;
use crate::match_state::Command;
use crate::timestamp;
use axum::Json;
use axum::body::Body;
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
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;
use web::input::BodyError;
use web::{AddressBlock, Peer};

/// The time limit for the body of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time that a program of a cup waits for its next match before it has to ask again.
pub(super) const NEXT_MATCH: Duration = Duration::from_secs(25);

pub(super) type Shared = State<Arc<AppState>>;

/// A stream, and of a match that goes on the match and the side of its player.
pub(super) type PlayerStream = (Reader, Option<(Arc<MatchHandle>, Team)>);
pub(crate) type Address = ConnectInfo<Peer>;
pub(crate) type Id = Result<Path<String>, PathRejection>;
pub(crate) type Answer = Result<Response, Problem>;

impl AppState {
    /// Admits a request without authentication.
    pub(crate) fn admit(&self, ConnectInfo(peer): Address) -> Result<AddressBlock, Problem> {
        let block = peer.block();
        let often = self.by_address.take(block, Instant::now());
        often.map_err(|wait| Problem::too_many("too many requests", Some(wait)))?;
        Ok(block)
    }

    /// Authenticates a user. One who is known already is counted by name alone: a flood from the
    /// same address does not concern that user.
    pub(crate) async fn authenticate(
        &self,
        address: Address,
        headers: &HeaderMap,
    ) -> Result<String, Problem> {
        let given = credentials(headers);
        let known = given
            .as_ref()
            .is_some_and(|(name, password)| self.logins.is_cached(name, password));
        if !known {
            self.admit(address)?;
        }
        let (name, password) = given.ok_or_else(Problem::unauthorized)?;
        if !known {
            let logins = Arc::clone(&self.logins);
            logins.verify(address.0.block(), &name, &password).await?;
        }
        let often = self.by_user.take(name.clone(), Instant::now());
        often.map_err(|wait| Problem::too_many("too many requests", Some(wait)))?;
        if self.cup {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.insert(name.clone(), timestamp::now());
        }
        Ok(name)
    }

    /// Refuses what only users of a server without a cup may do.
    fn not_in_a_cup(&self) -> Result<(), Problem> {
        if self.cup {
            let why = "this server plays a cup: its matches are the organiser's";
            return Err(Problem::new(StatusCode::FORBIDDEN, why));
        }
        Ok(())
    }

    /// The match that a player acts in.
    pub(super) fn find(&self, id: Uuid) -> Result<Arc<MatchHandle>, Problem> {
        let found = self.registry.find(id);
        found.ok_or_else(|| {
            if self.registry.is_archived(id) {
                Problem::new(StatusCode::CONFLICT, "the match is over")
            } else {
                Problem::no_such_match()
            }
        })
    }

    /// A permit for a stream of a user or an address.
    pub(crate) fn stream_permit(&self, holder: String) -> Result<Permit<String>, Problem> {
        let permit = self.streams.take(holder);
        permit.ok_or_else(|| Problem::too_many("too many streams", None))
    }

    /// The stream of a player, with the match and the side; of a match in the archive, which knows
    /// no players, the stream of a spectator: who lost the connection in the last shot reads the
    /// result there.
    pub(super) async fn player(&self, id: Uuid, user: &str) -> Result<PlayerStream, Problem> {
        let holder = format!("user {user}");
        if self.registry.find(id).is_none() && self.registry.is_archived(id) {
            return Ok((self.attend(id, holder).await?, None));
        }
        let handle = self.find(id)?;
        let team = handle.side_of(user).await;
        let team = team.ok_or(crate::dc4::session::Refused::NotYours)?;
        let reader = Reader {
            _permit: self.stream_permit(holder)?,
            connection: handle.event_log().connect(team),
        };
        Ok((reader, Some((handle, team))))
    }

    /// The stream of a spectator, also of a match that is over.
    pub(super) async fn spectator(&self, id: Uuid, block: AddressBlock) -> Result<Reader, Problem> {
        self.attend(id, format!("address {block}")).await
    }

    async fn attend(&self, id: Uuid, holder: String) -> Result<Reader, Problem> {
        let event_log = self.registry.find_log(id).await?;
        let event_log = event_log.ok_or_else(Problem::no_such_match)?;
        Ok(Reader {
            _permit: self.stream_permit(holder)?,
            connection: event_log.attend(),
        })
    }

    /// The body of a request, which is limited in size, in time, and in all that waits.
    pub(crate) async fn body(&self, address: Address, body: Body) -> Result<Vec<u8>, Problem> {
        let mut charge = self.input.charge(address.0.block());
        let read = web::input::read(body, self.limits.body, PATIENCE, &mut charge).await;
        read.map_err(|why| {
            let status = match why {
                BodyError::Slow => StatusCode::REQUEST_TIMEOUT,
                BodyError::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
                BodyError::Incomplete => StatusCode::BAD_REQUEST,
                BodyError::Full(_) => StatusCode::TOO_MANY_REQUESTS,
            };
            Problem::new(status, why.to_string())
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

pub(crate) fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|why| Problem::malformed(format!("the body: {why}")))
}

pub(crate) fn in_path(id: Id) -> Result<Uuid, Problem> {
    let Path(id) = id.map_err(|why| Problem::malformed(why.body_text()))?;
    uuid(&id)
}

pub(super) fn uuid(text: &str) -> Result<Uuid, Problem> {
    Uuid::parse_str(text).map_err(|why| Problem::malformed(format!("the match id: {why}")))
}

/// The query parameters of a request.
pub(crate) struct QueryParams(HashMap<String, String>);

impl QueryParams {
    pub(crate) fn of(uri: &Uri) -> Result<Self, Problem> {
        let Query(query) =
            Query::try_from_uri(uri).map_err(|why| Problem::malformed(why.body_text()))?;
        Ok(QueryParams(query))
    }

    pub(crate) fn get(&self, name: &str) -> Result<&str, Problem> {
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
    let user = shared.authenticate(address, &headers).await?;
    shared.not_in_a_cup()?;
    let settings: Settings = json(&shared.body(address, body).await?)?;
    let (all, theirs) = shared.registry.count(&user);
    if all >= shared.limits.matches || theirs >= shared.limits.matches_of_user {
        return Err(Problem::too_many("too many matches", None));
    }
    let id = shared.registry.create(user, settings).await??;
    Ok(Json(id).into_response())
}

/// `DELETE /matches/{id}`.
pub(super) async fn delete(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    id: Id,
) -> Answer {
    let user = shared.authenticate(address, &headers).await?;
    shared.not_in_a_cup()?;
    let handle = shared.find(in_path(id)?)?;
    shared.registry.delete(&handle, user).await??;
    Ok(Json(()).into_response())
}

/// `POST /store-team-config`.
pub(super) async fn join(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    uri: Uri,
    body: Body,
) -> Answer {
    let user = shared.authenticate(address, &headers).await?;
    let team: TeamSettings = json(&shared.body(address, body).await?)?;
    let query = QueryParams::of(&uri)?;
    let id = uuid(query.get("match_id")?)?;
    let preferred = match query.get("expected_match_team_name")? {
        "team0" => Team::Zero,
        "team1" => Team::One,
        _ => {
            return Err(Problem::malformed(
                "expected_match_team_name must be team0 or team1",
            ));
        }
    };
    if !shared.registry.await_match(id, true, NEXT_MATCH).await {
        let why = "no match of yours is due yet: ask again";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let handle = shared.find(id)?;
    let side = shared
        .registry
        .join(&handle, user, preferred, team)
        .await??;
    Ok(Json(side).into_response())
}

/// `GET /matches/{id}/stream`.
pub(super) async fn stream(
    State(shared): Shared,
    address: Address,
    headers: HeaderMap,
    id: Id,
) -> Answer {
    let user = shared.authenticate(address, &headers).await?;
    let (reader, seat) = shared.player(in_path(id)?, &user).await?;
    let response = events::stream(reader, shared.closing.subscribe(), shared.ping);
    if let Some((handle, _)) = seat {
        handle.begin().await?;
    }
    Ok(response)
}

/// `GET /matches/{id}/viewer`.
pub(super) async fn view(State(shared): Shared, address: Address, id: Id) -> Answer {
    let address = shared.admit(address)?;
    let reader = shared.spectator(in_path(id)?, address).await?;
    Ok(events::stream(
        reader,
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
    let body = shared.body(address, body).await?;
    let arrival = Instant::now();
    let user = shared.authenticate(address, &headers).await?;
    let message: ShotMessage = json(&body)?;
    let shot = message.shot().map_err(Problem::malformed)?;
    let id = uuid(QueryParams::of(&uri)?.get("match_id")?)?;
    let handle = shared.find(id)?;
    let done = handle.apply(user, Command::Throw(shot), arrival).await??;
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
    let user = shared.authenticate(address, &headers).await?;
    let id = in_path(id)?;
    let query = QueryParams::of(&uri)?;
    let Some(preferred) = placement_named(query.get("request")?) else {
        let names = PLACEMENTS.map(|(name, _)| name).join(", ");
        return Err(Problem::malformed(format!(
            "request must be one of {names}"
        )));
    };
    let handle = shared.find(id)?;
    let done = handle
        .apply(user, Command::Place(preferred), arrival)
        .await??;
    if done.late {
        let why = "the time is up: the match is lost";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    Ok(Json(()).into_response())
}
