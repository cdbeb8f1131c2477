//! The workbench: see, try and understand, in the browser.
//!
//! A web server on this machine with the pages embedded. It knows the games and the lab only as [`Operation`]s: named functions from
//! plain data to plain data, one module a game (`curling`, `blokus`, `bridge`, `lab`). What is long runs as a task that tells how far it is and can be
//! cancelled ([`tasks`]), fairly between clients ([`lanes`]). Nothing of what a person works on is kept here: positions
//! and games live in the page, which sends them whole. Who may ask is decided in one place, [`guard`].
//!
//! Deliberately absent: rules, search, files named by a request, users and sessions.

pub mod blokus;
pub mod bridge;
pub mod curling;
pub mod fault;
pub mod guard;
pub mod lab;
pub mod lanes;
mod live;
mod openapi;
pub mod operation;
mod pages;
mod server;
pub mod tasks;
pub mod watch;

pub use fault::Fault;
pub use operation::{Operation, Operations};
pub use watch::Watch;

use arena::Contest;
use arena::study::Study;
use guard::Guard;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tasks::Tasks;

/// Where the workbench finds things, and what it is.
#[derive(Clone)]
pub struct Settings {
    /// The games that tournaments and experiments can be made of.
    pub contests: Arc<Vec<Box<dyn Contest>>>,
    /// The kinds of experiment.
    pub studies: Arc<Vec<Box<dyn Study>>>,
    /// The folder of the experiments' files.
    pub experiments: PathBuf,
    /// The file of the experiments' results.
    pub store: PathBuf,
    /// The folder of match records that can be watched while they grow.
    pub records: PathBuf,
    /// The version, for reports and the page.
    pub version: String,
}

/// All operations of the workbench.
pub fn operations(settings: &Settings) -> Operations {
    Operations::default()
        .with(curling::operations(settings))
        .with(blokus::operations())
        .with(bridge::operations())
        .with(lab::operations(settings))
}

/// How the workbench is reached.
#[derive(Clone, Debug)]
pub struct Door {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// What everybody must know; without one, only this machine may be listened on.
    pub token: Option<String>,
}

/// A workbench that listens, and is not yet served.
pub struct Workbench {
    listener: std::net::TcpListener,
    guard: Guard,
    tasks: Arc<Tasks>,
    version: String,
}

/// Why a workbench did not start.
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
    /// Listens on the door.
    ///
    /// # Errors
    /// If the address is taken, or open to a network without a token.
    pub fn open(door: &Door, settings: &Settings) -> Result<Self, OpenError> {
        Self::open_with(door, operations(settings), &settings.version)
    }

    /// Listens on the door, for operations of any kind.
    ///
    /// # Errors
    /// As [`Workbench::open`].
    pub fn open_with(
        door: &Door,
        operations: Operations,
        version: &str,
    ) -> Result<Self, OpenError> {
        let loopback = door.listen.ip().is_loopback();
        if !loopback && door.token.is_none() {
            return Err(OpenError::NeedsToken(door.listen));
        }
        let failed = |error| OpenError::Listen {
            address: door.listen,
            error,
        };
        let listener = std::net::TcpListener::bind(door.listen).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let workers = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
        Ok(Workbench {
            listener,
            guard: Guard {
                token: door.token.as_deref().map(Arc::from),
                loopback,
            },
            tasks: Arc::new(Tasks::new(Arc::new(operations), workers)),
            version: version.to_owned(),
        })
    }

    /// The address to open in a browser, with the token if there is one.
    pub fn address(&self) -> String {
        let address = self
            .listener
            .local_addr()
            .map_or_else(|_| String::new(), |address| address.to_string());
        match &self.guard.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Whether it listens on every address of this machine, so that [`Workbench::address`] is no address for others.
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
        server::serve(listener, router, stop).await
    }
}
