//! HTTP server: routes, limits, and the calls of operations.

use crate::guard::{self, Guard};
use crate::scheduler::Client;
use crate::tasks::Tasks;
use crate::{live, pages};
use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router, middleware};
use operations::{Fault, FaultKind, Lane};
use serde_json::{Value, json};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

/// The longest request body, in bytes: a large game record is far below.
const LONGEST_BODY: usize = 4 << 20;

/// A fault as an HTTP response.
pub(crate) struct Refusal(pub(crate) Fault);

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Refusal(fault)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.0.kind {
            FaultKind::Wrong => StatusCode::BAD_REQUEST,
            FaultKind::Forbidden => StatusCode::FORBIDDEN,
            FaultKind::Missing => StatusCode::NOT_FOUND,
            FaultKind::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            FaultKind::Cancelled => StatusCode::CONFLICT,
            FaultKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}

/// The shared state of the server.
struct AppState {
    tasks: Arc<Tasks>,
    version: String,
    openapi: Value,
}

/// Returns the service with its guard.
pub(crate) fn router(tasks: Arc<Tasks>, guard: Guard, version: String) -> Router {
    let openapi = crate::openapi(tasks.operations(), &version);
    let state = Arc::new(AppState {
        tasks,
        version,
        openapi,
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
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(guard, guard::keep))
        .with_state(state)
}

/// Serves until `stop` comes.
pub(crate) async fn serve(
    listener: tokio::net::TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(stop)
        .await
}

type SharedState = State<Arc<AppState>>;

async fn status(State(state): SharedState) -> Json<Value> {
    Json(json!({ "version": state.version }))
}

async fn openapi_document(State(state): SharedState) -> Json<Value> {
    Json(state.openapi.clone())
}

async fn not_found() -> Refusal {
    Refusal(Fault::missing(
        "there is nothing at this address; /api/openapi.json says what there is",
    ))
}

async fn ask(
    State(state): SharedState,
    Extension(client): Extension<Client>,
    Path((area, operation)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if kind.is_none_or(|kind| kind.split(';').next() != Some("application/json")) {
        return Err(Refusal(Fault::wrong(
            "send JSON, with `Content-Type: application/json`",
        )));
    }
    let input = serde_json::from_slice(&body).map_err(|error| {
        Fault::wrong_at(
            format!("line {}, column {}", error.line(), error.column()),
            error,
        )
    })?;
    let name = format!("{area}/{operation}");
    let operation = state.tasks.find_operation(&name)?;
    let request = operation.read(input)?;
    if operation.lane == Lane::Quick {
        let answer = state.tasks.answer(&client, operation, request).await?;
        return Ok(Json(answer).into_response());
    }
    let started = state.tasks.start(&client, operation, request)?;
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
