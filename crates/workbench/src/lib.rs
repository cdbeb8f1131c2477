//! Workbench: the operations over HTTP and WebSocket, and the pages.
//!
//! A web server on this machine with the pages embedded. It serves the list of [`operations`] over
//! HTTP and WebSocket: quick ones are answered at once, the others run as tasks with progress and
//! cancellation ([`tasks`]), scheduled fairly between clients ([`scheduler`]). Who may ask is
//! decided in one place, [`guard`].
//!
//! Deliberately absent: rules, search, the operations themselves, files named by a request, users
//! and sessions.

pub mod contest_pages;
pub mod guard;
mod live;
mod openapi;
pub mod pages;
pub mod scheduler;
mod server;
pub mod tasks;

pub use openapi::openapi;

use guard::Guard;
use operations::{Host, Operations};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tasks::Tasks;
use web::{ConnectionLimits, Proxies, ServerOptions, Tls};

/// Connections in all, and of one address.
const CONNECTIONS: (usize, usize) = (2000, 500);

/// The address and the token of the workbench.
#[derive(Clone, Debug)]
pub struct BindOptions {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The access token; without one, only this machine may be listened on.
    pub token: Option<String>,
    /// Certificate and key; without them nothing is encrypted.
    pub tls: Option<Tls>,
    /// The proxies whose word on the addresses of clients is taken.
    pub proxies: Proxies,
}

impl BindOptions {
    /// Without token, encryption and proxies.
    pub fn new(listen: SocketAddr) -> Self {
        BindOptions {
            listen,
            token: None,
            tls: None,
            proxies: Proxies::default(),
        }
    }

    /// Whether other machines can reach it, directly or through a proxy.
    pub fn is_open(&self) -> bool {
        !self.listen.ip().is_loopback() || !self.proxies.is_empty()
    }
}

/// A workbench that listens and is not served yet.
pub struct Workbench {
    listener: std::net::TcpListener,
    guard: Guard,
    tasks: Arc<Tasks>,
    version: String,
    connections: ServerOptions,
}

/// An error of starting the workbench.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Open to a network and unprotected.
    #[error("{0} can be reached from other machines: that needs a token")]
    NeedsToken(SocketAddr),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
}

impl Workbench {
    /// Opens the workbench.
    ///
    /// # Errors
    /// If the address is taken, or open to a network without a token.
    pub fn open(options: &BindOptions, host: &Host) -> Result<Self, OpenError> {
        Self::open_with(options, operations::all(host), &host.version)
    }

    /// Opens a workbench with any operations.
    ///
    /// # Errors
    /// As [`Workbench::open`].
    pub fn open_with(
        options: &BindOptions,
        operations: Operations,
        version: &str,
    ) -> Result<Self, OpenError> {
        if options.is_open() && options.token.is_none() {
            return Err(OpenError::NeedsToken(options.listen));
        }
        let failed = |error| OpenError::Listen {
            address: options.listen,
            error,
        };
        let listener = std::net::TcpListener::bind(options.listen).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let workers = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
        Ok(Workbench {
            listener,
            guard: Guard {
                token: options.token.as_deref().map(Arc::from),
                loopback: !options.is_open(),
            },
            tasks: Arc::new(Tasks::new(Arc::new(operations), workers)),
            version: version.to_owned(),
            connections: ServerOptions {
                limits: ConnectionLimits {
                    total: CONNECTIONS.0,
                    of_address: CONNECTIONS.1,
                    ..ConnectionLimits::default()
                },
                tls: options.tls.clone(),
                proxies: options.proxies.clone(),
                refuse: server::refuse_head,
                ..ServerOptions::default()
            },
        })
    }

    /// Returns the address to open in a browser, with the token if there is one.
    pub fn address(&self) -> String {
        let address = self
            .listener
            .local_addr()
            .map_or_else(|_| String::new(), |address| address.to_string());
        let scheme = match self.connections.tls {
            Some(_) => "https",
            None => "http",
        };
        match &self.guard.token {
            Some(token) => format!("{scheme}://{address}/?token={token}"),
            None => format!("{scheme}://{address}/"),
        }
    }

    /// The most files it holds open at once; connections are files.
    pub fn open_files(&self) -> usize {
        self.connections.open_files()
    }

    /// Whether it listens on every address of this machine, so that [`Workbench::address`] is not
    /// an address for other machines.
    pub fn is_everywhere(&self) -> bool {
        let address = self.listener.local_addr();
        address.is_ok_and(|address| address.ip().is_unspecified())
    }

    /// Serves until `stop` comes; computations under way are then cancelled.
    ///
    /// # Errors
    /// If the network fails.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = server::router(Arc::clone(&self.tasks), self.guard, self.version);
        let tasks = Arc::clone(&self.tasks);
        let stop = async move {
            stop.await;
            tasks.cancel_all();
        };
        web::serve(listener, router, self.connections, stop).await
    }
}
