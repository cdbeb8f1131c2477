//! The HTTP server of Digital Curling 4: routes, authentication and limits.
//!
//! A request is counted ([`limits`](super::limits)), authenticated where the route needs it, and
//! passed to the match registry. An invalid request gets a status between 400 and 499 and a
//! message; no request can stop the server or another match. Requests to other users' matches get
//! `403` or `409`, without details.
//!
//! *The arrival of a shot* is when its last byte was read, before passwords and queues: the
//! server's work is not on the clock, and sending half a request early gains nothing.
//!
//! Reading calls need no account. Besides the protocol there is `GET /matches`, a list for
//! spectators with the hash of every match's seed, and after the match the seed; `DELETE
//! /matches/{id}` for the owner of a match that has not begun; and `Server-Timing` in the answer to
//! a shot, with the simulation time.
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

mod events;
pub(crate) mod handlers;
mod login;
pub(crate) mod problem;
mod reading;
mod socket;

pub use super::registry::FolderError;
pub use super::session::Watch;

use super::limits::{CountLimiter, Limits, RateLimiter};
use super::notice::Notices;
use super::registry::{Registry, RegistryOptions};
use super::session::Hooks;
use super::users::Users;
use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use axum::routing::{delete, get, post};
use curling::physics::Mode;
use login::Logins;
use lookahead::Seed;
use problem::Problem;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::input::InputBudget;
use web::{AddressBlock, Proxies, ServerOptions, Tls};

/// The time for open requests to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// Options of a server.
pub struct Options {
    /// The users.
    pub users: Users,
    /// The limits of users and addresses.
    pub limits: Limits,
    /// Certificate and key; without them nothing is encrypted.
    pub tls: Option<Tls>,
    /// The trusted proxies: their word on the addresses of clients is taken.
    pub proxies: Proxies,
    /// The folder of journals; without it matches end with the server.
    pub data: Option<PathBuf>,
    /// Whether a shot is on disk before the answer, and not only with the operating system.
    pub durable: bool,
    /// The simulation mode: exact, as on the platform, or fast.
    pub referee: Mode,
    /// The seed of the dice of all matches; if none, every match draws its own.
    pub seed: Option<Seed>,
    /// The interval of keep-alives on a silent stream.
    pub ping: Duration,
    /// The time for which the streams of a finished match stay open.
    pub linger: Duration,
    /// The number of finished matches kept for readers: with a folder they are read from there,
    /// without one they are in memory.
    pub finished: usize,
    /// The time without a stream or a request after which a match is abandoned.
    pub abandon: Duration,
    /// The interval at which finished matches are archived and abandoned ones removed.
    pub sweep: Duration,
    /// Whether the matches are those of a cup: users neither make nor delete any, and need not
    /// exist.
    pub(crate) cup: bool,
    /// A callback for every event.
    pub watch: Option<Watch>,
    /// A callback for the server's log.
    pub notices: Option<Notices>,
}

impl Options {
    /// Default options with these users.
    pub fn new(users: Users) -> Self {
        Options {
            users,
            limits: Limits::default(),
            tls: None,
            proxies: Proxies::default(),
            data: None,
            durable: false,
            referee: Mode::Exact,
            seed: None,
            ping: Duration::from_secs(5),
            linger: Duration::from_mins(10),
            finished: 500,
            abandon: Duration::from_hours(24),
            sweep: Duration::from_secs(30),
            cup: false,
            watch: None,
            notices: None,
        }
    }

    /// The files the server may hold open at once, connections being files.
    pub fn open_files(&self) -> usize {
        self.connections().open_files()
    }

    pub(crate) fn connections(&self) -> ServerOptions {
        ServerOptions {
            limits: self.limits.of_connections(),
            tls: self.tls.clone(),
            proxies: self.proxies.clone(),
            // A journal for every match.
            files: self.data.as_ref().map_or(0, |_| self.limits.matches),
            farewell: FAREWELL,
            refuse: |status, why| Problem::new(status, why).into_response(),
        }
    }
}

/// An error that ends the server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There are no users.
    #[error("no users: add --user NAME:PASSWORD or a file of users")]
    NoUsers,
    /// The folder of matches is unusable.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The network failed.
    #[error("the network failed: {0}")]
    Network(#[from] std::io::Error),
}

/// The state shared by all handlers.
pub(crate) struct AppState {
    pub(crate) registry: Arc<Registry>,
    logins: Arc<Logins>,
    limits: Limits,
    input: Arc<InputBudget>,
    by_address: RateLimiter<AddressBlock>,
    by_user: RateLimiter<String>,
    streams: CountLimiter<String>,
    pub(crate) closing: watch::Sender<bool>,
    ping: Duration,
    /// Whether the matches are those of a cup.
    cup: bool,
    /// The time when each user was last seen, in milliseconds since 1970; of a cup.
    seen: Mutex<BTreeMap<String, u64>>,
}

impl AppState {
    pub(crate) fn open(options: Options) -> Result<Self, ServeError> {
        if options.users.is_empty() && !options.cup {
            return Err(ServeError::NoUsers);
        }
        let registry = Registry::open(RegistryOptions {
            folder: options.data,
            durable: options.durable,
            referee: options.referee,
            seed: options.seed,
            hooks: Hooks {
                watch: options.watch,
                notices: options.notices,
            },
            finished: options.finished,
        })?;
        let limits = options.limits;
        Ok(AppState {
            registry: Arc::new(registry),
            logins: Arc::new(Logins::new(options.users, limits.wrong_passwords)),
            input: InputBudget::new(limits.waiting_input, limits.waiting_input / 4),
            by_address: RateLimiter::new(limits.requests, 2.0 * limits.requests),
            by_user: RateLimiter::new(limits.requests, 2.0 * limits.requests),
            streams: CountLimiter::new(limits.streams),
            limits,
            closing: watch::Sender::new(false),
            ping: options.ping,
            cup: options.cup,
            seen: Mutex::default(),
        })
    }

    /// The time when a user was last seen, in milliseconds since 1970.
    pub(crate) fn last_seen(&self, user: &str) -> Option<u64> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(user).copied()
    }
}

/// Serves until `shutdown` is ready, then closes all streams.
///
/// # Errors
/// If there are no users, the folder of matches cannot be used, or the network fails.
pub async fn serve(
    listener: TcpListener,
    options: Options,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let timing = Timing::of(&options);
    let connections = options.connections();
    let state = tokio::task::spawn_blocking(|| AppState::open(options))
        .await
        .map_err(std::io::Error::other)??;
    let state = Arc::new(state);
    serve_with(
        listener,
        state,
        Router::new(),
        connections,
        timing,
        shutdown,
    )
    .await
}

/// The times at which matches leave the registry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    linger: Duration,
    abandon: Duration,
    sweep: Duration,
}

impl Timing {
    pub(crate) fn of(options: &Options) -> Self {
        Timing {
            linger: options.linger,
            abandon: options.abandon,
            sweep: options.sweep,
        }
    }
}

/// Serves an open state, with further routes, until `shutdown` is ready.
pub(crate) async fn serve_with(
    listener: TcpListener,
    state: Arc<AppState>,
    further: Router,
    connections: ServerOptions,
    timing: Timing,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = {
        let state = Arc::clone(&state);
        async move {
            shutdown.await;
            state.closing.send_replace(true);
        }
    };
    let app = routes().with_state(Arc::clone(&state)).merge(further);
    let serving = web::serve(listener, app, connections, stopping);
    let sweeping = async {
        loop {
            tokio::time::sleep(timing.sweep).await;
            state.registry.sweep(timing.linger, timing.abandon).await;
        }
    };
    tokio::select! {
        served = serving => Ok(served?),
        () = sweeping => Ok(()),
    }
}

fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .merge(reading::routes())
        .route("/matches", post(handlers::create).get(reading::list))
        .route(
            "/matches/{id}",
            delete(handlers::delete).get(reading::match_data),
        )
        .route("/store-team-config", post(handlers::join))
        .route("/matches/{id}/stream", get(handlers::stream))
        .route("/matches/{id}/viewer", get(handlers::view))
        .route("/ws", get(socket::open))
        .route("/shots", post(handlers::throw))
        .route("/matches/{id}/end-setup", post(handlers::place))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "unknown path"))
        .method_not_allowed_fallback(async || {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        })
}
