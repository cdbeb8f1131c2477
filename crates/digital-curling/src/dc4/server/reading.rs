//! The reading calls: all public facts of a match, without an account.
//!
//! A match is named by its id in the path, or by its name in the query (`by-name`, the newest match
//! of that name); both routes have the same handler. States, shots and the like are also found by
//! ids of their own.

use super::AppState;
use super::handlers::{Answer, NEXT_MATCH, QueryParams, Shared, uuid};
use super::problem::Problem;
use crate::dc4::event_log::EventLog;
use crate::dc4::history::History;
use crate::dc4::reading::ListedMatch;
use crate::dc4::row_id::Table;
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use uuid::Uuid;
use web::Peer;

/// The most ids in the answer of `GET /states`.
const MOST_STATES: usize = 10_000;

pub(super) fn routes() -> Router<Arc<AppState>> {
    let of_match: [(&str, MethodRouter<Arc<AppState>>); 8] = [
        ("score", get(score)),
        ("stone-coordinate/latest", get(latest_stones)),
        ("ends", get(ends)),
        ("latest-state", get(latest_state)),
        ("ends/{end}/states", get(states_of_end)),
        ("ends/{end}/shots", get(shots_of_end)),
        ("ends/{end}/shots/{total}", get(shot_of_end)),
        ("shots/latest", get(latest_shot)),
    ];
    let mut router = Router::new().route("/matches/by-name/latest", get(match_data));
    for (path, handler) in of_match {
        router = router
            .route(&format!("/matches/{{id}}/{path}"), handler.clone())
            .route(&format!("/matches/by-name/{path}"), handler);
    }
    router
        .route("/tournaments", get(tournaments))
        .route("/states", get(state_ids))
        .route("/states/{row}", get(state))
        .route("/shots/{row}", get(shot))
        .route("/shots/by-post-state/{row}", get(shot_before_state))
        .route("/stone_coordinate/{row}", get(stones))
        .route("/scores/{row}", get(score_row))
}

/// The match that a request names, and the other parameters of its path.
pub(super) struct Named {
    event_log: Arc<EventLog>,
    parameters: HashMap<String, String>,
}

/// The parameters of a path, of an admitted request.
async fn parameters(
    parts: &mut Parts,
    shared: &Arc<AppState>,
) -> Result<HashMap<String, String>, Problem> {
    let internal = |why: &dyn std::fmt::Display| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, why.to_string())
    };
    let address = ConnectInfo::<Peer>::from_request_parts(parts, shared).await;
    shared.admit(address.map_err(|why| internal(&why))?)?;
    let path = RawPathParams::from_request_parts(parts, shared).await;
    let path = path.map_err(|why| Problem::malformed(why.body_text()))?;
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(path.iter().map(owned).collect())
}

impl FromRequestParts<Arc<AppState>> for Named {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<AppState>,
    ) -> Result<Self, Problem> {
        let parameters = parameters(parts, shared).await?;
        let found = if let Some(id) = parameters.get("id") {
            let id = uuid(id)?;
            // A standing id may not stand for a match yet.
            shared.registry.await_match(id, false, NEXT_MATCH).await;
            shared.registry.find_log(id).await?
        } else {
            let query = QueryParams::of(&parts.uri)?;
            let name = query.get("match_name")?;
            if name.is_empty() {
                return Err(Problem::malformed("`match_name` is empty in the query"));
            }
            shared.registry.find_named(name).await?
        };
        Ok(Named {
            event_log: found.ok_or_else(Problem::no_such_match)?,
            parameters,
        })
    }
}

impl Named {
    /// A number of the path.
    fn number(&self, name: &str) -> Result<u32, Problem> {
        let text = self.parameters.get(name).map_or("", String::as_str);
        let number = text.parse();
        number.map_err(|_| Problem::malformed(format!("the {name} number must be 0 or more")))
    }

    /// The answer that is read from the history; 404 with these words if there is none.
    fn answer<T: Serialize>(
        &self,
        missing: &str,
        read: impl FnOnce(&History) -> Option<T>,
    ) -> Answer {
        found(self.event_log.read(read), missing)
    }
}

fn found<T: Serialize>(value: Option<T>, missing: &str) -> Answer {
    let value = value.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, missing))?;
    Ok(Json(value).into_response())
}

const NOT_BEGUN: &str = "the match has no states before both teams have joined";
const NO_SHOT: &str = "there is no such shot";

/// `GET /matches/{id}` and `GET /matches/by-name/latest`.
pub(super) async fn match_data(named: Named) -> Answer {
    named.answer("", |history| Some(history.match_data()))
}

async fn score(named: Named) -> Answer {
    named.answer("", |history| Some(history.score()))
}

async fn latest_stones(named: Named) -> Answer {
    named.answer(NOT_BEGUN, History::latest_stones)
}

async fn ends(named: Named) -> Answer {
    named.answer(NOT_BEGUN, History::ends)
}

async fn latest_state(named: Named) -> Answer {
    named.answer(NOT_BEGUN, History::latest_state)
}

async fn states_of_end(named: Named) -> Answer {
    let end = named.number("end")?;
    named.answer("", |history| Some(history.states(end)))
}

async fn shots_of_end(named: Named) -> Answer {
    let end = named.number("end")?;
    named.answer("", |history| Some(history.shots(end)))
}

async fn shot_of_end(named: Named) -> Answer {
    let (end, total) = (named.number("end")?, named.number("total")?);
    named.answer(NO_SHOT, |history| history.shot_in_end(end, total))
}

async fn latest_shot(named: Named) -> Answer {
    named.answer("nothing was thrown yet", History::latest_shot)
}

/// A row that a request names by its own id: its match, its kind and its number. None if there is
/// no such row.
pub(super) struct NamedRow(Option<(Arc<EventLog>, Table, usize)>);

impl FromRequestParts<Arc<AppState>> for NamedRow {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<AppState>,
    ) -> Result<Self, Problem> {
        let parameters = parameters(parts, shared).await?;
        let text = parameters.get("row").map_or("", String::as_str);
        let id = Uuid::parse_str(text);
        let id = id.map_err(|why| Problem::malformed(format!("the id: {why}")))?;
        Ok(NamedRow(shared.registry.find_row(id).await?))
    }
}

impl NamedRow {
    /// The answer that is read from the history, if the row is of this kind.
    fn answer<T: Serialize>(
        self,
        kind: Table,
        missing: &str,
        read: impl FnOnce(&History, usize) -> Option<T>,
    ) -> Answer {
        let row = self.0.filter(|(_, table, _)| *table == kind);
        let value =
            row.and_then(|(event_log, _, number)| event_log.read(|history| read(history, number)));
        found(value, missing)
    }
}

async fn state(row: NamedRow) -> Answer {
    row.answer(Table::State, "there is no such state", History::state)
}

async fn shot(row: NamedRow) -> Answer {
    row.answer(Table::Shot, NO_SHOT, History::shot)
}

async fn shot_before_state(row: NamedRow) -> Answer {
    row.answer(Table::State, NO_SHOT, History::shot)
}

async fn stones(row: NamedRow) -> Answer {
    row.answer(
        Table::StoneCoordinate,
        "there are no such stones",
        History::stones,
    )
}

async fn score_row(row: NamedRow) -> Answer {
    row.answer(Table::Score, "there is no such score", |history, _| {
        Some(history.score())
    })
}

/// A request without parameters in its path.
pub(super) struct Plain;

impl FromRequestParts<Arc<AppState>> for Plain {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<AppState>,
    ) -> Result<Self, Problem> {
        parameters(parts, shared).await.map(|_| Plain)
    }
}

/// `GET /matches`: those of a tournament, or all.
pub(super) async fn list(
    axum::extract::State(shared): Shared,
    _admitted: Plain,
    uri: Uri,
) -> Answer {
    let mut matches = shared.registry.listed();
    if let Ok(name) = QueryParams::of(&uri)?.get("tournament_name") {
        matches.retain(|listed| listed.tournament().name() == name);
        if matches.is_empty() {
            let why = "there is no such tournament, or it has no matches";
            return Err(Problem::new(StatusCode::NOT_FOUND, why));
        }
    }
    Ok(Json(matches).into_response())
}

async fn tournaments(axum::extract::State(shared): Shared, _admitted: Plain) -> Response {
    let matches = shared.registry.listed();
    let all: BTreeSet<_> = matches.iter().map(ListedMatch::tournament).collect();
    Json(all).into_response()
}

/// `GET /states`: the ids of the newest states.
async fn state_ids(axum::extract::State(shared): Shared, _admitted: Plain) -> Answer {
    let mut ids: Vec<Uuid> = Vec::new();
    for listed in shared.registry.listed() {
        if ids.len() >= MOST_STATES {
            break;
        }
        // An archived match may have been dropped meanwhile.
        if let Some(event_log) = shared.registry.find_log(listed.match_id()).await? {
            ids.extend(event_log.read(|history| history.state_ids().rev().collect::<Vec<_>>()));
        }
    }
    ids.truncate(MOST_STATES);
    Ok(Json(ids).into_response())
}
