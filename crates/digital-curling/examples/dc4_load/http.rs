//! A minimal HTTP client for scripted players, over one connection.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// A persistent connection.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
    authorization: String,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) timing: String,
    chunked: bool,
}

/// A connection from an address of this machine: clients of one address share its limits.
pub(crate) async fn connect(from: Ipv4Addr, address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Line {
    pub(crate) async fn open(
        from: Ipv4Addr,
        address: SocketAddr,
        user: Option<(&str, &str)>,
    ) -> io::Result<Self> {
        let stream = connect(from, address).await?;
        let authorization = user.map_or(String::new(), |(name, password)| {
            let encoded = STANDARD.encode(format!("{name}:{password}"));
            format!("Authorization: Basic {encoded}\r\n")
        });
        Ok(Line {
            stream: BufReader::new(stream),
            authorization,
        })
    }

    pub(crate) async fn post(&mut self, path: &str, body: &str) -> io::Result<Answer> {
        self.ask("POST", path, body).await
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\n{}Content-Length: {}\r\n\r\n{body}",
            self.authorization,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.answer().await
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        let first = self.text_line().await?;
        let status = first
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut answer = Answer {
            status: status.ok_or_else(|| io::Error::other(format!("no answer: {first}")))?,
            body: String::new(),
            timing: String::new(),
            chunked: false,
        };
        let mut length = 0;
        loop {
            let line = self.text_line().await?;
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(": ") else {
                continue;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(io::Error::other)?,
                "transfer-encoding" => answer.chunked = true,
                "server-timing" => value.clone_into(&mut answer.timing),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        answer.body = String::from_utf8(body).map_err(io::Error::other)?;
        Ok(answer)
    }

    /// Opens a stream of events.
    pub(crate) async fn events(mut self, path: &str) -> io::Result<Events> {
        let answer = self.ask("GET", path, "").await?;
        if answer.status != 200 || !answer.chunked {
            return Err(io::Error::other(format!("no stream: {answer:?}")));
        }
        Ok(Events {
            line: self,
            text: String::new(),
        })
    }

    async fn text_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}

/// A stream of events.
pub(crate) struct Events {
    line: Line,
    text: String,
}

impl Events {
    /// The kind and the data of the next event that has any.
    pub(crate) async fn next(&mut self) -> io::Result<(String, String)> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let field = |name: &str| {
                    let mut lines = event.lines();
                    lines.find_map(|line| line.strip_prefix(name).map(|it| it.trim().to_owned()))
                };
                if let (Some(kind), Some(data)) = (field("event:"), field("data:")) {
                    return Ok((kind, data));
                }
                continue;
            }
            let size = self.line.text_line().await?;
            let size = usize::from_str_radix(&size, 16).map_err(io::Error::other)?;
            let mut chunk = vec![0; size + 2];
            self.line.stream.read_exact(&mut chunk).await?;
            let chunk = std::str::from_utf8(&chunk[..size]).map_err(io::Error::other)?;
            self.text.push_str(chunk);
        }
    }
}
