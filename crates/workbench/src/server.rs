//! HTTP server: routes, limits, and the calls of operations.

use crate::guard::{self, Guard};
use crate::scheduler::Client;
use crate::tasks::Tasks;
use crate::{live, pages};
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router, middleware};
use operations::{Fault, FaultKind, Lane};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::CompressionLayer;
use web::Peer;
use web::input::{BodyError, Charge, InputBudget, json_tree_size};

/// The longest request body, in bytes: a large game record is far below.
const LONGEST_BODY: usize = 4 << 20;
/// The time limit for the body of a request.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most memory the input of one request may take, in bytes.
const LARGEST_INPUT: usize = 24 << 20;
/// The most memory all waiting input may take, in bytes, and a third of it for one address.
const WAITING_INPUT: usize = 96 << 20;

/// A fault as an HTTP response.
pub(crate) struct Refusal {
    status: StatusCode,
    fault: Fault,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let status = match fault.kind {
            FaultKind::Wrong => StatusCode::BAD_REQUEST,
            FaultKind::Forbidden => StatusCode::FORBIDDEN,
            FaultKind::Missing => StatusCode::NOT_FOUND,
            FaultKind::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            FaultKind::Cancelled => StatusCode::CONFLICT,
            FaultKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal { status, fault }
    }
}

impl From<BodyError> for Refusal {
    fn from(why: BodyError) -> Self {
        let (status, fault) = match why {
            BodyError::TooLong { .. } => return Refusal::too_large(why),
            BodyError::Slow => (StatusCode::REQUEST_TIMEOUT, Fault::wrong(why)),
            BodyError::Incomplete => (StatusCode::BAD_REQUEST, Fault::wrong(why)),
            BodyError::Full(_) => return Refusal::from(Fault::too_much(why.to_string())),
        };
        Refusal { status, fault }
    }
}

impl Refusal {
    fn too_large(why: impl std::fmt::Display) -> Self {
        Refusal {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            fault: Fault::wrong(why),
        }
    }
}

/// Refuses a request head, in the form of every refusal.
pub(crate) fn refuse_head(status: StatusCode, why: &'static str) -> Response {
    let fault = Fault::wrong(why);
    Refusal { status, fault }.into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.fault)).into_response()
    }
}

/// The shared state of the server.
struct AppState {
    tasks: Arc<Tasks>,
    version: String,
    openapi: Value,
    input: Arc<InputBudget>,
}

/// Returns the service with its guard.
pub(crate) fn router(tasks: Arc<Tasks>, guard: Guard, version: String) -> Router {
    let openapi = crate::openapi(tasks.operations(), &version);
    let state = Arc::new(AppState {
        tasks,
        version,
        openapi,
        input: InputBudget::new(WAITING_INPUT, WAITING_INPUT / 3),
    });
    let api = Router::new()
        .route("/status", get(status))
        .route("/openapi.json", get(openapi_document))
        .route("/live", any(open_live))
        .route("/tasks/{id}", get(task_state).delete(cancel_task))
        .route("/{area}/{operation}", post(ask))
        .fallback(not_found);
    Router::new()
        .nest("/api", api)
        .fallback(get(pages::serve))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(guard, guard::keep))
        .with_state(state)
}

type SharedState = State<Arc<AppState>>;

async fn status(State(state): SharedState) -> Json<Value> {
    Json(json!({ "version": state.version }))
}

async fn openapi_document(State(state): SharedState) -> Json<Value> {
    Json(state.openapi.clone())
}

async fn not_found() -> Refusal {
    Refusal::from(Fault::missing(
        "there is nothing at this address; /api/openapi.json says what there is",
    ))
}

/// The body of a request as JSON, charged for the memory it takes.
async fn input(body: Body, charge: &mut Charge) -> Result<Value, Refusal> {
    let body = web::input::read(body, LONGEST_BODY, PATIENCE, charge).await?;
    let tree = json_tree_size(&body);
    if body.len() + tree > LARGEST_INPUT {
        return Err(Refusal::too_large("the body holds too many values"));
    }
    charge.grow(tree).map_err(BodyError::from)?;
    let read = serde_json::from_slice(&body).map_err(|error| {
        Fault::wrong_at(
            format!("line {}, column {}", error.line(), error.column()),
            error,
        )
    });
    Ok(read?)
}

async fn ask(
    State(state): SharedState,
    Extension(client): Extension<Client>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path((area, operation)): Path<(String, String)>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if kind.is_none_or(|kind| kind.split(';').next() != Some("application/json")) {
        return Err(Refusal::from(Fault::wrong(
            "send JSON, with `Content-Type: application/json`",
        )));
    }
    let mut charge = state.input.charge(peer.block());
    let input = input(body, &mut charge).await?;
    let name = format!("{area}/{operation}");
    let operation = state.tasks.find_operation(&name)?;
    let request = operation.read(input)?;
    if operation.lane == Lane::Quick {
        let answer = state
            .tasks
            .answer(&client, operation, request, charge)
            .await?;
        return Ok(Json(answer).into_response());
    }
    let started = state.tasks.start(&client, operation, request, charge)?;
    Ok((StatusCode::ACCEPTED, Json(started)).into_response())
}

async fn task_state(
    State(state): SharedState,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    Ok(Json(state.tasks.state(&id)?).into_response())
}

async fn cancel_task(
    State(state): SharedState,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    state.tasks.cancel(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn open_live(State(state): SharedState, upgrade: WebSocketUpgrade) -> Response {
    let tasks = Arc::clone(&state.tasks);
    let upgrade = upgrade.max_message_size(live::LONGEST);
    upgrade.on_upgrade(move |socket| live::serve(socket, tasks))
}
