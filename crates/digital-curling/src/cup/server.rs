//! The contest over HTTP: its state for everybody, and decisions for the organiser.
//!
//! | route | answer |
//! |---|---|
//! | `GET /cup/api/state` | divisions, standings, tables, matches |
//! | `GET /cup/api/stream` | server-sent events `state` with the version, whenever it grows |
//! | `GET /cup/api/matches/ID` | a match with its stones and its last shot |
//! | `GET /cup/api/matches/ID/film` | a finished match scene by scene |
//! | `GET /cup/api/matches/ID/run?at=N` | the trajectories of the shot of a scene |
//! | `GET /cup/api/matches/ID/record`, `…/dcl` | files to download |
//! | `GET /cup/api/organiser` | entrants, log; with the organiser's password, as all below |
//! | `POST /cup/api/organiser/pause`, `…/resume` | |
//! | `POST /cup/api/organiser/matches/ID/forfeit` | `{"entrant":"NAME"}` loses |
//! | `POST /cup/api/organiser/matches/ID/replay` | the match is void and played again |
//!
//! Requests are admitted and passwords verified as for the protocol of the same server.

use super::answers::{MatchDetail, OrganiserView, Overview};
use super::contest::{Contest, Refusal, dcl_variant};
use super::file::ORGANISER;
use crate::dc4::server::handlers::{Address, Answer, Id, QueryParams, in_path, json};
use crate::dc4::server::problem::Problem;
use crate::games::{Film, Replay};
use crate::record::dcl;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use curling::trajectory::Trajectory;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use uuid::Uuid;

/// The least time between two events of a stream.
const PACE: Duration = Duration::from_millis(100);

/// The interval of keep-alives on a silent stream.
const PING: Duration = Duration::from_secs(5);

type Shared = State<Arc<Contest>>;

/// The routes of a contest.
pub(crate) fn routes(contest: &Arc<Contest>) -> Router {
    Router::new()
        .route("/cup/api/state", get(state))
        .route("/cup/api/stream", get(stream))
        .route("/cup/api/matches/{id}", get(one_match))
        .route("/cup/api/matches/{id}/film", get(film))
        .route("/cup/api/matches/{id}/run", get(run_of_shot))
        .route("/cup/api/matches/{id}/record", get(record))
        .route("/cup/api/matches/{id}/dcl", get(dcl_log))
        .route("/cup/api/organiser", get(organiser))
        .route("/cup/api/organiser/pause", post(pause))
        .route("/cup/api/organiser/resume", post(resume))
        .route("/cup/api/organiser/matches/{id}/forfeit", post(forfeit))
        .route("/cup/api/organiser/matches/{id}/replay", post(replay))
        .with_state(Arc::clone(contest))
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let status = match &refusal {
            Refusal::NoSuchMatch => StatusCode::NOT_FOUND,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
            Refusal::Storage(_) => StatusCode::INSUFFICIENT_STORAGE,
        };
        Problem::new(status, refusal.to_string())
    }
}

/// JSON that is not kept by browsers.
fn fresh(value: &impl Serialize) -> Response {
    let mut response = Json(value).into_response();
    let never = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, never);
    response
}

/// Runs slow work on a blocking thread.
async fn slowly<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal error of the server",
        )
    })
}

async fn state(State(contest): Shared, address: Address, headers: HeaderMap) -> Answer {
    contest.app.admit(address)?;
    let tag = format!("\"{}\"", *contest.hub.version.borrow());
    let known = headers.get(IF_NONE_MATCH).and_then(|it| it.to_str().ok());
    if known == Some(tag.as_str()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let overview = slowly(move || Overview::live(&contest)).await?;
    let mut response = fresh(&overview);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    Ok(response)
}

async fn stream(State(contest): Shared, address: Address) -> Answer {
    let block = contest.app.admit(address)?;
    let permit = contest.app.stream_permit(format!("address {block}"))?;
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(1);
    let mut version = contest.hub.version.subscribe();
    let mut closing = contest.app.closing.subscribe();
    tokio::spawn(async move {
        let _permit = permit;
        loop {
            let number = *version.borrow_and_update();
            let event = Event::default().event("state");
            let event = event.data(format!("{{\"version\":{number}}}"));
            if *closing.borrow() || sender.send(Ok(event)).await.is_err() {
                return;
            }
            tokio::time::sleep(PACE).await;
            tokio::select! {
                changed = version.changed() => if changed.is_err() { return },
                _ = closing.changed() => return,
                () = sender.closed() => return,
            }
        }
    });
    let alive = KeepAlive::new().interval(PING).text("ping");
    let events = Sse::new(ReceiverStream::new(receiver)).keep_alive(alive);
    Ok(events.into_response())
}

async fn one_match(State(contest): Shared, address: Address, id: Id) -> Answer {
    contest.app.admit(address)?;
    let id = in_path(id)?;
    let found = slowly(move || MatchDetail::of(&contest, id)).await?;
    let found = found.ok_or_else(Problem::no_such_match)?;
    Ok(fresh(&found))
}

/// The text of a match's record, once it is over.
async fn record_text(contest: Arc<Contest>, id: Uuid) -> Result<String, Problem> {
    let one = contest.find(id).ok_or_else(Problem::no_such_match)?;
    if !one.is_done() {
        let why = "the match is not over: its record follows";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let text = slowly(move || -> Result<Option<String>, String> {
        let record = contest.record(id)?;
        record.map(|record| record.text()).transpose()
    });
    let failed = |why: String| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, why);
    let text = text.await?.map_err(failed)?;
    let why = "the match was decided without play: there is no record";
    text.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, why))
}

async fn film(State(contest): Shared, address: Address, id: Id) -> Answer {
    contest.app.admit(address)?;
    let text = record_text(contest, in_path(id)?).await?;
    let film = slowly(move || {
        let replay = Replay::read(&text, None).map_err(|why| why.to_string())?;
        Ok::<_, String>(Film::of(&replay))
    });
    let film = film.await?.map_err(Problem::malformed)?;
    Ok(fresh(&film))
}

async fn run_of_shot(State(contest): Shared, address: Address, id: Id, uri: Uri) -> Answer {
    contest.app.admit(address)?;
    let at = QueryParams::of(&uri)?.get("at")?.parse::<usize>();
    let at = at.map_err(|why| Problem::malformed(format!("`at`: {why}")))?;
    let text = record_text(contest, in_path(id)?).await?;
    let run = slowly(move || {
        let replay = Replay::read(&text, None).ok()?;
        let done = replay.scenes.get(at)?.done.as_ref()?;
        let ice = replay.curling.physics_of(&done.before);
        let mode = replay.curling.conditions().referee;
        let run = Trajectory::of(&ice, mode, &done.throw()?, done.before.lead);
        Some(run.ok()?.1)
    });
    let run = run.await?;
    let missing = || Problem::new(StatusCode::NOT_FOUND, "nothing was thrown there");
    Ok(fresh(&run.ok_or_else(missing)?))
}

/// A file to download.
fn download(name: &str, kind: &'static str, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let attachment = format!("attachment; filename=\"{name}\"");
    if let Ok(attachment) = HeaderValue::from_str(&attachment) {
        headers.insert(CONTENT_DISPOSITION, attachment);
    }
    response
}

async fn record(State(contest): Shared, address: Address, id: Id) -> Answer {
    contest.app.admit(address)?;
    let id = in_path(id)?;
    let text = record_text(contest, id).await?;
    Ok(download(&format!("{id}.jsonl"), "application/jsonl", text))
}

async fn dcl_log(State(contest): Shared, address: Address, id: Id) -> Answer {
    contest.app.admit(address)?;
    let id = in_path(id)?;
    let text = record_text(contest, id).await?;
    let written = slowly(move || {
        let record = crate::Record::read(text.as_bytes()).map_err(|why| why.to_string())?;
        let variant = dcl_variant(&record.setup.conditions)
            .ok_or("the platform of this match has no .dcl logs")?;
        dcl::write(&record, variant).map_err(|why| why.to_string())
    });
    let missing = |why: String| Problem::new(StatusCode::NOT_FOUND, why);
    let text = written.await?.map_err(missing)?;
    Ok(download(
        &format!("{id}.dcl"),
        "text/plain; charset=utf-8",
        text,
    ))
}

/// Admits the organiser alone.
async fn admit_organiser(
    contest: &Contest,
    address: Address,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let user = contest.app.authenticate(address, headers).await?;
    if user != ORGANISER {
        let why = "this is for the organiser";
        return Err(Problem::new(StatusCode::FORBIDDEN, why));
    }
    Ok(())
}

async fn organiser(State(contest): Shared, address: Address, headers: HeaderMap) -> Answer {
    admit_organiser(&contest, address, &headers).await?;
    let view = slowly(move || OrganiserView::of(&contest)).await?;
    Ok(fresh(&view))
}

async fn pause(State(contest): Shared, address: Address, headers: HeaderMap) -> Answer {
    admit_organiser(&contest, address, &headers).await?;
    slowly(move || contest.pause(true)).await??;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn resume(State(contest): Shared, address: Address, headers: HeaderMap) -> Answer {
    admit_organiser(&contest, address, &headers).await?;
    slowly(move || contest.pause(false)).await??;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forfeit {
    entrant: String,
}

async fn forfeit(
    State(contest): Shared,
    address: Address,
    headers: HeaderMap,
    id: Id,
    body: Body,
) -> Answer {
    admit_organiser(&contest, address, &headers).await?;
    let asked: Forfeit = json(&contest.app.body(address, body).await?)?;
    contest.forfeit(in_path(id)?, &asked.entrant).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn replay(State(contest): Shared, address: Address, headers: HeaderMap, id: Id) -> Answer {
    admit_organiser(&contest, address, &headers).await?;
    contest.replay(in_path(id)?).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
