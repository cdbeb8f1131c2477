//! The accept loop: connections become requests to a router.

use crate::address::AddressBlock;
use crate::connection::{Activity, AnswerBody, ObservedStream};
use crate::open_files;
use crate::proxy::Proxies;
use crate::slots::{ConnectionLimits, Slot, Slots};
use crate::tls::Tls;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::future::ready;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

/// The pause when the system cannot accept more connections.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// The longest address of a request, in bytes.
const LONGEST_ADDRESS: usize = 8 << 10;
/// The longest header fields of a request, in bytes, all together.
const LONGEST_FIELDS: usize = 32 << 10;
/// The most header fields of a request.
const MOST_FIELDS: usize = 100;
/// The most that is read ahead of a handler. Heads up to this length are refused in the server's
/// own form; of longer ones the HTTP library answers with the bare status.
const LONGEST_HEAD: usize = 64 << 10;

/// Open files beside connections: the listener, libraries, standard streams, children's pipes.
const OTHER_FILES: usize = 200;

/// Connections that may wait to be accepted: a flood of them must not fill the queue.
const BACKLOG: u32 = 4096;

/// Listens at an address such as `0.0.0.0:10000` or `localhost:0`.
///
/// # Errors
/// If the address cannot be listened on.
pub async fn bind(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in tokio::net::lookup_host(address).await? {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(why) => failed = why,
        }
    }
    Err(failed)
}

/// Options of served connections.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Limits of connections.
    pub limits: ConnectionLimits,
    /// Certificate and key; without them connections are not encrypted.
    pub tls: Option<Tls>,
    /// The trusted proxies: their word on addresses is taken.
    pub proxies: Proxies,
    /// Files that the handlers may hold open beside the connections.
    pub files: usize,
    /// The time for open requests to finish when the server stops.
    pub farewell: Duration,
    /// The form in which oversize request heads are refused.
    pub refuse: fn(StatusCode, &'static str) -> Response<Body>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        ServerOptions {
            limits: ConnectionLimits::default(),
            tls: None,
            proxies: Proxies::default(),
            files: 0,
            farewell: Duration::from_secs(2),
            refuse: |status, why| (status, why).into_response(),
        }
    }
}

impl ServerOptions {
    /// The files a server may hold open at once.
    pub fn open_files(&self) -> usize {
        self.limits.total + self.files + OTHER_FILES
    }
}

/// State shared by all connections.
struct Shared {
    options: ServerOptions,
    router: Router,
    slots: Arc<Slots>,
}

/// Serves until `shutdown` is ready, then lets open requests finish.
///
/// The limit on open files is raised first. If too few are allowed, a warning is logged and fewer
/// connections are accepted.
///
/// # Errors
/// If the network fails.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut options: ServerOptions,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    if let Err(too_few) = open_files::raise(options.open_files()) {
        let others = options.files + OTHER_FILES;
        let left = too_few
            .allowed
            .saturating_sub(others)
            .max(too_few.allowed / 2);
        tracing::warn!("{too_few}; {left} connections are accepted at once");
        options.limits.total = left;
    }
    let shared = Arc::new(Shared {
        slots: Slots::new(options.limits),
        options,
        router,
    });
    let (closing, closed) = watch::channel(false);
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.as_mut() => break,
        };
        let Ok((stream, sender)) = accepted else {
            // No more files, most likely.
            shared.slots.make_room();
            tokio::time::sleep(ACCEPT_RETRY).await;
            continue;
        };
        let proxy = shared.options.proxies.contains(sender.ip());
        // Without a slot the connection is closed at once.
        if let Some(slot) = shared.slots.take(AddressBlock::of(sender.ip()), proxy) {
            let shared = Arc::clone(&shared);
            tokio::spawn(attend(stream, sender, slot, shared, closed.clone()));
        }
    }
    drop((listener, closed));
    closing.send_replace(true);
    let _ = tokio::time::timeout(shared.options.farewell, closing.closed()).await;
    Ok(())
}

/// Attends to a connection until it ends or has to be closed.
async fn attend(
    stream: TcpStream,
    sender: SocketAddr,
    slot: Slot,
    shared: Arc<Shared>,
    closing: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let activity = Activity::new(slot, shared.options.limits);
    let stream = ObservedStream::new(stream, Arc::clone(&activity));
    let handler = Handler {
        router: TowerToHyperService::new(shared.router.clone()),
        activity: Arc::clone(&activity),
        sender: sender.ip(),
        secure: shared.options.tls.is_some(),
        shared: Arc::clone(&shared),
    };
    let speaking = async {
        match &shared.options.tls {
            None => speak(stream, handler, closing).await,
            Some(tls) => match tls.acceptor().accept(stream).await {
                Ok(stream) => speak(stream, handler, closing).await,
                Err(why) => tracing::debug!("no TLS with {sender}: {why}"),
            },
        }
    };
    tokio::select! {
        () = speaking => {}
        () = activity.expired() => {}
    }
}

/// Speaks HTTP/1.1 on a connection.
async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    handler: Handler,
    mut closing: watch::Receiver<bool>,
) {
    let connection = http1::Builder::new()
        .max_buf_size(LONGEST_HEAD)
        .max_headers(2 * MOST_FIELDS)
        // The deadline of heads is that of the connection's activity.
        .header_read_timeout(None)
        .serve_connection(TokioIo::new(stream), handler)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return note(ended),
        _ = closing.wait_for(|&closing| closing) => connection.as_mut().graceful_shutdown(),
    }
    note(connection.await);
}

fn note(ended: hyper::Result<()>) {
    if let Err(why) = ended {
        tracing::trace!("a connection ended: {why}");
    }
}

/// The router, with the client of a connection.
struct Handler {
    router: TowerToHyperService<Router>,
    activity: Arc<Activity>,
    sender: IpAddr,
    secure: bool,
    shared: Arc<Shared>,
}

impl Service<Request<Incoming>> for Handler {
    type Response = Response<AnswerBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let guard = self.activity.begin();
        if let Some((status, why)) = oversize(request.uri(), request.headers()) {
            let answer = (self.shared.options.refuse)(status, why);
            return Box::pin(ready(Ok(answer.map(|body| AnswerBody::new(body, guard)))));
        }
        let mut request = request.map(Body::new);
        let proxies = &self.shared.options.proxies;
        let peer = proxies.client(self.sender, self.secure, request.headers());
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = self.router.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            let mut guard = guard;
            if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
                guard.upgrade();
            }
            Ok(answer.map(|body| AnswerBody::new(body, guard)))
        })
    }
}

/// The status and the reason of refusing a request head that is too long.
fn oversize(uri: &Uri, fields: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let parts = [uri.path(), uri.query().unwrap_or_default()];
    if parts.map(str::len).iter().sum::<usize>() > LONGEST_ADDRESS {
        let why = "the address of the request is longer than 8 KiB";
        return Some((StatusCode::URI_TOO_LONG, why));
    }
    let lengths = fields
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    if fields.len() > MOST_FIELDS || lengths.sum::<usize>() > LONGEST_FIELDS {
        let why = "the request has more than 100 header fields or more than 32 KiB of them";
        return Some((StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, why));
    }
    None
}
