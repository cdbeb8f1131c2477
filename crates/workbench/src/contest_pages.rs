//! The pages of a contest, for the server that plays it: the same files as those of the workbench,
//! at `/cup`, without the workbench's operations.

use crate::pages::serve_page;
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

/// The routes of the pages and of the files they load. Requests to `/cup/api` that have no route of
/// their own are answered with JSON, never with a page.
pub fn routes() -> Router {
    let mut router = Router::new()
        .route("/", get(async || Redirect::to("/cup")))
        .route("/cup/{*rest}", get(page));
    for path in ["/cup", "/assets/{*rest}", "/icon.svg", "/early.js"] {
        router = router.route(path, get(serve_page));
    }
    router
}

async fn page(uri: Uri) -> Response {
    if uri.path().starts_with("/cup/api") {
        let json = [(header::CONTENT_TYPE, "application/json")];
        return (StatusCode::NOT_FOUND, json, r#"{"detail":"unknown path"}"#).into_response();
    }
    serve_page(uri).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unknown_call_is_answered_with_json() {
        let answer = page(Uri::from_static("/cup/api/nonsense")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        let shown = page(Uri::from_static("/cup/match/x")).await;
        assert_ne!(shown.headers()[header::CONTENT_TYPE], "application/json");
    }
}
