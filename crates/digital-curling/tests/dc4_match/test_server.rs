//! A server in this process, and plain requests to it.

use digital_curling::dc4::client::Server;
use digital_curling::dc4::limits::Limits;
use digital_curling::dc4::server::{Options, serve};
use digital_curling::dc4::users::Users;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that is killed when this is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    runtime: Runtime,
    serving: JoinHandle<()>,
    stop: oneshot::Sender<()>,
    encrypted: bool,
}

/// A file of the certificate for tests.
fn tls_file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/tests/tls");
    folder.join(name)
}

impl TestServer {
    pub(crate) fn open(data: Option<&Path>) -> Self {
        Self::at("127.0.0.1:0".parse().unwrap(), data)
    }

    pub(crate) fn at(address: SocketAddr, data: Option<&Path>) -> Self {
        Self::start(address, data, |_| ())
    }

    /// A server with other options.
    pub(crate) fn with(data: Option<&Path>, change: impl FnOnce(&mut Options)) -> Self {
        Self::start("127.0.0.1:0".parse().unwrap(), data, change)
    }

    /// A server that speaks TLS.
    pub(crate) fn encrypted() -> Self {
        let tls = web::Tls::from_files(&tls_file("cert.pem"), &tls_file("key.pem")).unwrap();
        Self::with(None, |options| options.tls = Some(tls))
    }

    fn start(address: SocketAddr, data: Option<&Path>, change: impl FnOnce(&mut Options)) -> Self {
        let mut users = Users::new();
        for number in 0..3 {
            users
                .add(&format!("user{number}"), &format!("pass{number}"))
                .unwrap();
        }
        let mut options = Options::new(users);
        options.data = data.map(Path::to_owned);
        options.referee = curling::physics::Mode::Fast;
        options.limits = Limits {
            wrong_passwords: 5.0,
            ..Limits::default()
        };
        change(&mut options);
        let encrypted = options.tls.is_some();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (sender, receiver) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = runtime.spawn(async move {
            let listener = tokio::net::TcpListener::bind(address).await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            let stopped = async {
                let _ = stopped.await;
            };
            serve(listener, options, stopped).await.unwrap();
        });
        TestServer {
            address: receiver.recv_timeout(Duration::from_secs(10)).unwrap(),
            runtime,
            serving,
            stop,
            encrypted,
        }
    }

    /// Asks it to stop and waits until it has.
    pub(crate) fn stop(self) {
        self.stop.send(()).unwrap();
        let serving = self.serving;
        let stopped = async { tokio::time::timeout(Duration::from_secs(10), serving).await };
        self.runtime.block_on(stopped).unwrap().unwrap();
    }

    pub(crate) fn user(&self, number: u8) -> Server {
        let scheme = if self.encrypted { "https" } else { "http" };
        let url = format!("{scheme}://{}", self.address);
        let server = Server::new(&url, &format!("user{number}"), &format!("pass{number}"));
        let trusted = self.encrypted.then(|| tls_file("cert.pem"));
        server.trusting(trusted.as_deref()).unwrap()
    }

    /// Sends bytes and returns the status and the text of the response; none if there was none.
    /// With `hang_up` the connection is then closed for writing.
    pub(crate) fn raw(&self, request: &[u8], hang_up: bool) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let patience = Some(Duration::from_secs(5));
        stream.set_read_timeout(patience).unwrap();
        stream.write_all(request).ok()?;
        if hang_up {
            stream.shutdown(std::net::Shutdown::Write).ok()?;
        }
        let mut bytes = Vec::new();
        let _ = stream.take(100_000).read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1)?.parse().ok()?;
        Some((status, text))
    }

    /// Opens a stream without an account; returns it when its head was answered.
    pub(crate) fn open_stream(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        stream
    }

    /// Sends a request with these headers.
    pub(crate) fn ask(&self, line: &str, headers: &str, body: &str) -> (u16, String) {
        let request = format!(
            "{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            body.len()
        );
        self.raw(request.as_bytes(), false).expect("an answer")
    }
}

/// The header of a user.
pub(crate) fn basic(user: &str, password: &str) -> String {
    use base64::Engine as _;
    let pair = format!("{user}:{password}");
    let encoded = base64::engine::general_purpose::STANDARD.encode(pair);
    format!("Authorization: Basic {encoded}\r\n")
}
