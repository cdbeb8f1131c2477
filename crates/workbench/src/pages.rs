//! Pages: the built user interface, embedded in the binary (read from the folder in debug builds).

use crate::guard;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true] // without Node there are no pages; the command line needs none
struct Files;

/// Shown when the pages were not built.
const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Sakiyomi</title><h1>The pages are not built</h1>\
<p>This binary was built without them. In the project's folder, <code>make run</code> builds everything and starts the workbench; \
<code>npm --prefix ui ci &amp;&amp; npm --prefix ui run build</code> builds the pages alone.</p><p>The API works: <a href=/api/openapi.json>its description</a>.</p>";

/// Returns a file of the pages; every other address is the page itself, which has its own routes.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        return respond(path, file);
    }
    let is_file = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    if is_file {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    }
    match Files::get("index.html") {
        Some(page) => respond("index.html", page),
        None => (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response(),
    }
}

/// Returns a file of the pages, or the page itself, with the security headers: for servers that
/// show pages without being a workbench.
pub async fn serve_page(uri: Uri) -> Response {
    let mut response = serve(uri).await;
    guard::secure(response.headers_mut());
    response
}

fn respond(path: &str, file: rust_embed::EmbeddedFile) -> Response {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let mut response = file.data.into_owned().into_response();
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(kind.as_ref()) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    // The names of these files contain their fingerprint.
    if path.starts_with("assets/") {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        headers.insert(header::CACHE_CONTROL, forever);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_of_another_server_has_the_security_headers() {
        let page = serve_page(Uri::from_static("/cup")).await;
        assert_eq!(page.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(page.headers()[header::CACHE_CONTROL], "no-store");
        assert!(page.headers().contains_key(header::CONTENT_SECURITY_POLICY));
        let missing = serve_page(Uri::from_static("/assets/missing.js")).await;
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    }
}
