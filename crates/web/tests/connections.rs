//! Connections from outside: deadlines, displaced connections, TLS and proxies, on real sockets.

use axum::Router;
use axum::extract::ConnectInfo;
use axum::response::IntoResponse as _;
use axum::routing::get;
use rustls::pki_types::ServerName;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use web::{ConnectionLimits, Peer, Proxies, ServerOptions, Tls, serve};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that stops when this is dropped.
struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<thread::JoinHandle<()>>,
}

impl Server {
    fn open(options: ServerOptions) -> Self {
        let router = Router::new()
            .route("/", get(async || "hello"))
            .route(
                "/peer",
                get(async |ConnectInfo(peer): ConnectInfo<Peer>| {
                    format!("{} {}", peer.address, peer.secure)
                }),
            )
            .route(
                "/slow",
                get(async || tokio::time::sleep(Duration::from_millis(600)).await),
            );
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let stopped = async {
                    let _ = stopped.await;
                };
                serve(listener, router, options, stopped).await.unwrap();
            });
        });
        Server {
            address,
            stop: Some(stop),
            serving: Some(serving),
        }
    }

    fn with(limits: ConnectionLimits) -> Self {
        Self::open(ServerOptions {
            limits,
            ..ServerOptions::default()
        })
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// A whole request on a connection of its own; the answer, empty if there was none.
    fn ask(&self, path: &str, headers: &str) -> String {
        let mut stream = self.connect();
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
        let _ = stream.write_all(head.as_bytes());
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
        if let Some(serving) = self.serving.take() {
            serving.join().unwrap();
        }
    }
}

/// Sends a head byte by byte, never its end; the time until the connection was closed.
fn drip(mut stream: TcpStream) -> Duration {
    let began = Instant::now();
    stream
        .set_read_timeout(Some(Duration::from_millis(20)))
        .unwrap();
    let bytes = b"GET / HTTP/1.1\r\nHost: x\r\nX: ";
    let endless = bytes.iter().chain(std::iter::repeat(&b'x'));
    for byte in endless {
        if stream.write_all(&[*byte]).is_err() {
            break;
        }
        match stream.read(&mut [0]) {
            Ok(0) => break,
            Err(why) if why.kind() == std::io::ErrorKind::ConnectionReset => break,
            _ => {}
        }
        assert!(began.elapsed() < PATIENCE, "never closed");
    }
    began.elapsed()
}

fn limits(total: usize, head: u64, idle: u64) -> ConnectionLimits {
    ConnectionLimits {
        total,
        of_address: total,
        head: Duration::from_millis(head),
        idle: Duration::from_millis(idle),
    }
}

/// One answer on a connection that stays open.
fn exchange(stream: &mut TcpStream) -> String {
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"hello") {
        let mut part = [0; 256];
        let length = stream.read(&mut part).unwrap();
        assert!(length > 0, "closed");
        answer.extend_from_slice(&part[..length]);
    }
    String::from_utf8(answer).unwrap()
}

#[test]
fn a_dripping_head_has_one_deadline_in_all() {
    let server = Server::with(limits(100, 400, 60_000));
    let took = drip(server.connect());
    assert!(took >= Duration::from_millis(350), "{took:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn a_connection_that_says_nothing_is_closed_too() {
    let server = Server::with(limits(100, 200, 60_000));
    let mut silent = server.connect();
    let began = Instant::now();
    assert_eq!(silent.read(&mut [0]).unwrap_or(0), 0);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn between_requests_silence_may_be_longer_than_a_head() {
    let server = Server::with(limits(100, 200, 60_000));
    let mut stream = server.connect();
    exchange(&mut stream);
    thread::sleep(Duration::from_millis(500));
    assert!(exchange(&mut stream).starts_with("HTTP/1.1 200"));
    // The deadline of the second head begins with its first byte.
    assert!(drip(stream) < Duration::from_secs(5));
}

#[test]
fn a_request_that_takes_longer_than_a_head_is_answered() {
    let server = Server::with(limits(100, 200, 60_000));
    assert!(server.ask("/slow", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn dripping_connections_in_all_slots_give_way_to_requests() {
    let server = Server::with(limits(20, 60_000, 60_000));
    let dripping: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HT").unwrap();
            stream
        })
        .collect();
    for _ in 0..50 {
        assert!(server.ask("/", "").ends_with("hello"));
    }
    drop(dripping);
}

#[test]
fn a_client_with_its_request_under_way_is_not_displaced() {
    let server = Server::with(limits(2, 60_000, 60_000));
    thread::scope(|scope| {
        let slow = scope.spawn(|| server.ask("/slow", ""));
        thread::sleep(Duration::from_millis(100));
        for _ in 0..30 {
            assert!(server.ask("/", "").ends_with("hello"));
        }
        assert!(slow.join().unwrap().starts_with("HTTP/1.1 200"));
    });
}

#[test]
fn a_head_without_end_is_refused() {
    let server = Server::with(limits(20, 60_000, 60_000));
    let long = format!("X: {}\r\n", "x".repeat(100_000));
    let answer = server.ask("/", &long);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
}

#[test]
fn an_oversize_head_is_refused_in_the_form_of_the_server() {
    let server = Server::open(ServerOptions {
        refuse: |status, why| (status, format!("refused: {why}")).into_response(),
        ..ServerOptions::default()
    });
    let many = "X: x\r\n".repeat(120);
    let long = format!("X: {}\r\n", "x".repeat(40_000));
    for (path, fields, status, words) in [
        (format!("/?{}", "x".repeat(9_000)), "", "414", "8 KiB"),
        ("/".to_owned(), many.as_str(), "431", "100 header fields"),
        ("/".to_owned(), long.as_str(), "431", "32 KiB"),
    ] {
        let answer = server.ask(&path, fields);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
        assert!(
            answer.contains("refused: ") && answer.contains(words),
            "{answer}"
        );
    }
    let fits = format!("X: {}\r\n", "x".repeat(20_000));
    assert!(server.ask("/", &fits).starts_with("HTTP/1.1 200"));
}

#[test]
fn addresses_are_taken_from_a_named_proxy_alone() {
    let told = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n";
    let plain = Server::open(ServerOptions::default());
    assert!(plain.ask("/peer", told).ends_with("127.0.0.1 false"));
    let behind = Server::open(ServerOptions {
        proxies: Proxies::new([[127, 0, 0, 1].into()]),
        ..ServerOptions::default()
    });
    assert!(behind.ask("/peer", told).ends_with("198.51.100.7 true"));
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/tls")
        .join(name)
}

#[test]
fn a_certificate_encrypts_and_plain_requests_are_not_answered() {
    let tls = Tls::from_files(&fixture("cert.pem"), &fixture("key.pem")).unwrap();
    let server = Server::open(ServerOptions {
        tls: Some(tls),
        ..ServerOptions::default()
    });
    let mut roots = rustls::RootCertStore::empty();
    for root in web::tls::certificates(&fixture("cert.pem")).unwrap() {
        roots.add(root).unwrap();
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let mut connection = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = server.connect();
    let mut stream = rustls::Stream::new(&mut connection, &mut socket);
    stream
        .write_all(b"GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).unwrap();
    assert!(answer.ends_with("127.0.0.1 true"), "{answer}");
    assert!(!server.ask("/peer", "").contains("200 OK"));
}

#[test]
fn a_handshake_without_end_has_the_deadline_of_a_head() {
    let tls = Tls::from_files(&fixture("cert.pem"), &fixture("key.pem")).unwrap();
    let server = Server::open(ServerOptions {
        tls: Some(tls),
        limits: limits(10, 300, 60_000),
        ..ServerOptions::default()
    });
    let mut stream = server.connect();
    stream.write_all(&[22, 3, 1, 2, 0]).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0);
}

#[test]
fn what_is_wrong_with_tls_files_is_said_with_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing").unwrap();
    let (certificate, key) = (fixture("cert.pem"), fixture("key.pem"));
    for (certificate, key, words) in [
        (&empty, &key, "empty.pem: no certificate"),
        (&PathBuf::from("/dev/zero"), &key, "longer than"),
        (&certificate, &empty, "empty.pem: no private key"),
        (
            &folder.path().join("none"),
            &key,
            "cannot read a certificate",
        ),
        (
            &certificate,
            &fixture("other-key.pem"),
            "cannot be used with",
        ),
    ] {
        let error = Tls::from_files(certificate, key).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_stopped_server_lets_its_requests_finish() {
    let server = Server::with(limits(10, 60_000, 60_000));
    let address = server.address;
    let asking = thread::spawn(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    });
    thread::sleep(Duration::from_millis(200));
    drop(server);
    assert!(asking.join().unwrap().starts_with("HTTP/1.1 200"));
    assert!(TcpStream::connect(address).is_err());
}
