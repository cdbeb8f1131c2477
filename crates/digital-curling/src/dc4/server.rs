//! The server: the calls of the protocol, and nothing of the game.
//!
//! Whoever comes in is counted ([`limits`](super::limits)), asked for a password where the call
//! needs one, and handed to the hall, where the matches are. A request that makes no sense gets a
//! status between 400 and 499 and a sentence; nothing that is sent can stop the server or another
//! match. Other people's matches are `403` or `409`, and say nothing.
//!
//! *The moment a shot arrives* is when its last byte is there, before passwords and queues: nobody
//! pays for the server's work, and sending half a request early gains nothing.
//!
//! Besides the protocol there is `GET /matches`, a list for spectators, and `Server-Timing` in the
//! answer to a shot, which says how long it was simulated.
//!
//! ```no_run
//! use digital_curling::dc4::server::{Options, serve};
//! use digital_curling::dc4::users::Users;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let mut users = Users::new();
//! users.add_pair("user0:pass0")?;
//! users.add_pair("user1:pass1")?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:10000").await?;
//! serve(listener, Options::new(users), async { tokio::signal::ctrl_c().await.unwrap() }).await?;
//! # Ok(())
//! # }
//! ```

mod answer;
mod calls;
mod door;
mod events;

pub use super::fixture::Watch;
pub use super::hall::FolderError;

use super::hall::{Hall, Plan};
use super::limits::{Counts, Limits, Rates};
use super::users::Users;
use answer::Problem;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use curling::physics::Mode;
use door::Door;
use lookahead::Seed;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// How often old matches are looked for.
const SWEEP: Duration = Duration::from_secs(30);

/// How long those who are being answered may finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server is told.
pub struct Options {
    /// Who may play.
    pub users: Users,
    /// How much anybody may ask.
    pub limits: Limits,
    /// Where matches are kept; without it they end with the server.
    pub data: Option<PathBuf>,
    /// How shots are run: exactly, as on the platform, unless somebody is in a hurry.
    pub referee: Mode,
    /// Where the dice of all matches come from; anew every time if not said.
    pub seed: Option<Seed>,
    /// How often a silent stream says that it is alive.
    pub ping: Duration,
    /// How long a match that is over can be looked at.
    pub linger: Duration,
    /// After how long a match that nobody comes to is given up.
    pub abandon: Duration,
    /// Told of everything that happens.
    pub watch: Option<Watch>,
}

impl Options {
    /// The usual server for these users.
    pub fn new(users: Users) -> Self {
        Options {
            users,
            limits: Limits::default(),
            data: None,
            referee: Mode::Exact,
            seed: None,
            ping: Duration::from_secs(5),
            linger: Duration::from_mins(10),
            abandon: Duration::from_hours(24),
            watch: None,
        }
    }
}

/// A server that cannot be.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nobody could play.
    #[error(
        "there are no users, so nobody could play: give --user NAME:PASSWORD or a file of users"
    )]
    NoUsers,
    /// Of the folder of matches.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Of the network.
    #[error("the server cannot go on: {0}")]
    Network(#[from] std::io::Error),
}

/// What all calls share.
pub(crate) struct Reception {
    hall: Arc<Hall>,
    users: Arc<Users>,
    limits: Limits,
    by_address: Rates<IpAddr>,
    by_user: Rates<String>,
    wrong_passwords: Rates<IpAddr>,
    /// So that passwords do not take all processors.
    verifications: Semaphore,
    streams: Counts<String>,
    closing: watch::Sender<bool>,
    ping: Duration,
}

impl Reception {
    fn open(options: Options) -> Result<Self, ServeError> {
        if options.users.is_empty() {
            return Err(ServeError::NoUsers);
        }
        let hall = Hall::open(Plan {
            folder: options.data,
            referee: options.referee,
            seed: options.seed,
            watch: options.watch,
        })?;
        let limits = options.limits;
        Ok(Reception {
            hall: Arc::new(hall),
            users: Arc::new(options.users),
            by_address: Rates::new(limits.requests, 2.0 * limits.requests),
            by_user: Rates::new(limits.requests, 2.0 * limits.requests),
            wrong_passwords: Rates::new(limits.wrong_passwords / 60.0, limits.wrong_passwords),
            verifications: Semaphore::new(1),
            streams: Counts::new(limits.streams),
            limits,
            closing: watch::Sender::new(false),
            ping: options.ping,
        })
    }
}

/// Serves until `shutdown` is ready, then lets everybody go.
///
/// # Errors
/// If there are no users, the folder of matches cannot be used, or the network fails.
pub async fn serve(
    listener: TcpListener,
    options: Options,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let (linger, abandon) = (options.linger, options.abandon);
    let reception = tokio::task::spawn_blocking(|| Reception::open(options))
        .await
        .map_err(std::io::Error::other)??;
    let reception = Arc::new(reception);
    let door = Door::new(listener, &reception.limits);
    let app = routes().with_state(Arc::clone(&reception));
    let mut closing = reception.closing.subscribe();
    let service = app.into_make_service_with_connect_info::<door::From>();
    let serving = axum::serve(door, service).with_graceful_shutdown(async move {
        let _ = closing.wait_for(|&closing| closing).await;
    });
    let sweeping = async {
        loop {
            tokio::time::sleep(SWEEP).await;
            reception.hall.sweep(linger, abandon).await;
        }
    };
    let stopping = async {
        shutdown.await;
        reception.closing.send_replace(true);
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        served = serving => Ok(served?),
        () = stopping => Ok(()),
        () = sweeping => Ok(()),
    }
}

fn routes() -> Router<Arc<Reception>> {
    Router::new()
        .route("/matches", post(calls::create).get(calls::list))
        .route("/store-team-config", post(calls::join))
        .route("/matches/{id}/stream", get(calls::stream))
        .route("/matches/{id}/viewer", get(calls::view))
        .route("/shots", post(calls::throw))
        .route("/matches/{id}/end-setup", post(calls::place))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "there is no such call"))
        .method_not_allowed_fallback(async || {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this call has another method",
            )
        })
}
