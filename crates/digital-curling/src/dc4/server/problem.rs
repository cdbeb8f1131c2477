//! Error responses: a status and `{"detail": "..."}`.

use crate::dc4::message::MessageError;
use crate::dc4::registry::Failed;
use crate::dc4::session::Refused;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::time::Duration;

/// An error response.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    wait: Option<Duration>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Problem {
            status,
            detail: detail.into(),
            wait: None,
        }
    }

    /// The status.
    #[cfg(test)]
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Wrong or missing password. The text is the one that the released client expects.
    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Invalid credentials")
    }

    pub(crate) fn malformed(why: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, why.to_string())
    }

    pub(crate) fn no_such_match() -> Self {
        Self::new(StatusCode::NOT_FOUND, "match not found")
    }

    pub(crate) fn too_many(what: &str, wait: Option<Duration>) -> Self {
        Problem {
            wait,
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, what)
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let status = match &refused {
            Refused::NotYours | Refused::NotOwner => StatusCode::FORBIDDEN,
            Refused::Conflict(_) => StatusCode::CONFLICT,
            Refused::NotDoubles | Refused::Message(MessageError::Pairing(_)) => {
                StatusCode::BAD_REQUEST
            }
            Refused::Message(MessageError::Value(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            Refused::Storage(error) => {
                tracing::error!("a match cannot be recorded: {error}");
                StatusCode::INSUFFICIENT_STORAGE
            }
        };
        Problem::new(status, refused.to_string())
    }
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, failed.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::UNAUTHORIZED {
            let realm = HeaderValue::from_static("Basic realm=\"Digital Curling\"");
            headers.insert(WWW_AUTHENTICATE, realm);
        }
        if let Some(wait) = self.wait {
            let seconds = wait.as_secs_f64().ceil().max(1.0) as u64;
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        let body = serde_json::json!({ "detail": self.detail }).to_string();
        (self.status, headers, body).into_response()
    }
}
