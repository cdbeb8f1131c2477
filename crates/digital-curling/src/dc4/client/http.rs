//! The HTTP requests of the client, one function each.

use crate::dc4::message::{Settings, ShotMessage, TeamSettings};
use crate::dc4::state::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use curling::rules::Team;
use serde::de::DeserializeOwned;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};
use uuid::Uuid;

/// The time limit of a request.
const ANSWER: Duration = Duration::from_secs(20);

/// The longest silence of a stream: the platform's own server sends a keep-alive every 30 s.
const SILENCE: Duration = Duration::from_secs(45);

/// The longest event that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A failed request.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The server refused.
    #[error("the server answers {status}: {detail}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The message.
        detail: String,
    },
    /// The server cannot be reached, or closed the connection.
    #[error("cannot reach the server: {0}")]
    Network(String),
    /// An answer that is not of the protocol.
    #[error("malformed answer from the server: {0}")]
    Malformed(String),
}

impl CallError {
    /// Whether a retry may help.
    pub fn is_transient(&self) -> bool {
        match self {
            CallError::Network(_) => true,
            CallError::Refused { status, .. } => *status == 429 || *status >= 500,
            CallError::Malformed(_) => false,
        }
    }
}

impl From<ureq::Error> for CallError {
    fn from(error: ureq::Error) -> Self {
        CallError::Network(error.to_string())
    }
}

/// A server, with our credentials.
#[derive(Clone, Debug)]
pub struct Server {
    agent: ureq::Agent,
    url: String,
    authorization: String,
}

/// Paths of the trusted certificates on common systems.
const SYSTEM_CERTIFICATES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
    "/etc/ssl/ca-bundle.pem",
];

/// Certificates that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] web::TlsError),
    /// The system has none.
    #[error(
        "no certificates of the system to check the server with: name a file with SSL_CERT_FILE, or the server's own certificate with --tls-ca"
    )]
    NoSystem,
}

impl Server {
    /// The server at an address such as `http://127.0.0.1:10000`.
    pub fn new(url: &str, user: &str, password: &str) -> Self {
        let encoded = STANDARD.encode(format!("{user}:{password}"));
        Server {
            agent: agent::<&[u8]>(&[]),
            url: url.trim_end_matches('/').to_owned(),
            authorization: format!("Basic {encoded}"),
        }
    }

    /// Returns the client over TLS, if the address begins with `https`: trusting the certificates
    /// of a file, or those of the system.
    ///
    /// # Errors
    /// If there are no certificates.
    pub fn trusting(mut self, file: Option<&Path>) -> Result<Self, TrustError> {
        if !self.url.starts_with("https:") && file.is_none() {
            return Ok(self);
        }
        let mut known = SYSTEM_CERTIFICATES.iter().map(PathBuf::from);
        let found = file.map(Path::to_owned);
        let found = found.or_else(|| known.find(|path| path.exists()));
        let roots = web::tls::certificates(&found.ok_or(TrustError::NoSystem)?)?;
        self.agent = agent(&roots);
        Ok(self)
    }

    /// Creates a match.
    ///
    /// # Errors
    /// If the server refuses.
    pub fn create_match(&self, settings: &Settings) -> Result<Uuid, CallError> {
        let body = serde_json::to_vec(settings).expect("settings can be written");
        self.post("/matches", &body)
    }

    /// Joins a match, if possible on the preferred side; returns our side.
    ///
    /// # Errors
    /// If the match does not exist, or has no free side.
    pub fn join(&self, id: Uuid, preferred: Team, team: &TeamSettings) -> Result<Team, CallError> {
        let body = serde_json::to_vec(team).expect("settings can be written");
        let path = format!("/store-team-config?match_id={id}&expected_match_team_name={preferred}");
        self.post(&path, &body)
    }

    /// Throws a stone.
    ///
    /// # Errors
    /// If it is not our turn, or the shot is invalid.
    pub fn throw(&self, id: Uuid, shot: &ShotMessage) -> Result<(), CallError> {
        let body = serde_json::to_vec(shot).expect("a shot can be written");
        self.post::<serde_json::Value>(&format!("/shots?match_id={id}"), &body)?;
        Ok(())
    }

    /// Places the stones of an end, by the name of the placement.
    ///
    /// # Errors
    /// If the other team chooses the placement.
    pub fn place(&self, id: Uuid, placement: &str) -> Result<(), CallError> {
        let path = format!("/matches/{id}/end-setup?request={placement}");
        self.post::<serde_json::Value>(&path, b"")?;
        Ok(())
    }

    /// Opens our stream of a match.
    ///
    /// # Errors
    /// If we do not play in it.
    pub fn stream(&self, id: Uuid) -> Result<Events, CallError> {
        let url = format!("{}/matches/{id}/stream", self.url);
        let request = self.agent.get(url).header("Accept", "text/event-stream");
        let response = request
            .header("Authorization", &self.authorization)
            .call()?;
        let status = response.status().as_u16();
        let mut body = response.into_body();
        if status != 200 {
            let detail = body.read_to_string().unwrap_or_default();
            return Err(refused(status, &detail));
        }
        Ok(Events::new(body.into_reader()))
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &[u8]) -> Result<T, CallError> {
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request
            .config()
            .timeout_global(Some(ANSWER))
            .build()
            .header("Content-Type", "application/json")
            .header("Authorization", &self.authorization);
        let mut response = request.send(body)?;
        let text = response.body_mut().read_to_string()?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(refused(status, &text));
        }
        serde_json::from_str(&text).map_err(|why| CallError::Malformed(why.to_string()))
    }
}

/// An agent that trusts these certificates.
fn agent<T: AsRef<[u8]>>(roots: &[T]) -> ureq::Agent {
    let roots: Vec<_> = roots
        .iter()
        .map(|root| Certificate::from_der(root.as_ref()).to_owned())
        .collect();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .root_certs(RootCerts::new_with_certs(&roots))
        .unversioned_rustls_crypto_provider(provider)
        .build();
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_per_read(Some(SILENCE))
        .tls_config(tls)
        .build()
        .new_agent()
}

fn refused(status: u16, text: &str) -> CallError {
    let json: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let detail = json.and_then(|json| json.get("detail")?.as_str().map(str::to_owned));
    CallError::Refused {
        status,
        detail: detail.unwrap_or_else(|| text.chars().take(200).collect()),
    }
}

/// The event stream of a match.
pub struct Events {
    lines: BufReader<Box<dyn Read + Send>>,
}

/// An event of the stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The latest state.
    Latest(State),
    /// An earlier state.
    Earlier(State),
    /// A keep-alive, or an unknown event.
    Other,
}

impl Events {
    /// The events in a stream of bytes.
    pub fn new(bytes: impl Read + Send + 'static) -> Self {
        Events {
            lines: BufReader::new(Box::new(bytes)),
        }
    }

    /// Waits for the next event.
    ///
    /// # Errors
    /// If the stream has ended, was silent for too long, or is malformed.
    pub fn next_event(&mut self) -> Result<Event, CallError> {
        let (mut kind, mut data) = (String::new(), String::new());
        loop {
            let line = self.line()?;
            match line.split_once(':') {
                _ if line.is_empty() => return read(&kind, &data),
                Some(("event", value)) => value.trim().clone_into(&mut kind),
                Some(("data", value)) => {
                    data.push_str(value.strip_prefix(' ').unwrap_or(value));
                }
                _ => {}
            }
            if data.len() > LONGEST {
                return Err(CallError::Malformed("event too long".to_owned()));
            }
        }
    }

    fn line(&mut self) -> Result<String, CallError> {
        let mut line = Vec::new();
        let lines = &mut self.lines;
        let read = lines.take(LONGEST as u64).read_until(b'\n', &mut line);
        read.map_err(|why| CallError::Network(why.to_string()))?;
        if line.pop() != Some(b'\n') {
            return Err(CallError::Network("the stream has ended".to_owned()));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        String::from_utf8(line).map_err(|why| CallError::Malformed(why.to_string()))
    }
}

fn read(kind: &str, data: &str) -> Result<Event, CallError> {
    let state = || serde_json::from_str(data).map_err(|why| CallError::Malformed(why.to_string()));
    match kind {
        "latest_state_update" => Ok(Event::Latest(state()?)),
        "state_update" => Ok(Event::Earlier(state()?)),
        _ => Ok(Event::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> Events {
        Events::new(std::io::Cursor::new(text.as_bytes().to_vec()))
    }

    #[test]
    fn pings_and_strange_events_are_no_states() {
        let mut events = events(": ping\n\nevent: weather\r\ndata: {}\r\n\r\n");
        assert_eq!(events.next_event().unwrap(), Event::Other);
        assert_eq!(events.next_event().unwrap(), Event::Other);
        let ended = events.next_event().unwrap_err();
        assert!(ended.is_transient(), "{ended}");
    }

    #[test]
    fn a_state_that_is_none_is_nonsense() {
        let mut events = events("event: latest_state_update\ndata: {}\n\n");
        assert!(matches!(events.next_event(), Err(CallError::Malformed(_))));
    }

    #[test]
    fn a_refusal_gives_the_servers_own_words() {
        let refusal = refused(409, r#"{"detail":"it is not your turn"}"#);
        let words = "the server answers 409: it is not your turn";
        assert_eq!(refusal.to_string(), words);
        assert!(!refusal.is_transient() && refused(502, "<html>").is_transient());
    }
}
