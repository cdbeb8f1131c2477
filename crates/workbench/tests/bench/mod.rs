//! A workbench with a few operations of its own, and a client that may be rude.

use operations::{Operation, Operations, TaskHandle};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{self, Message};
use workbench::{BindOptions, Workbench};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Number {
    number: u64,
}

/// A number with a text that takes room.
#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Held {
    number: u64,
    note: String,
}

/// Operations that stand for all others.
fn operations() -> Operations {
    let count = |input: Number, task: &TaskHandle| {
        for step in 1..=input.number {
            task.check()?;
            std::thread::sleep(Duration::from_millis(10));
            task.progress(step, input.number);
        }
        Ok(input)
    };
    Operations::default().with([
        Operation::quick(
            "test/double",
            ("Doubles a number.", "数を二倍にします。"),
            |input: Number, _| {
                Ok(Number {
                    number: input.number * 2,
                })
            },
        ),
        Operation::quick(
            "test/panic",
            ("Fails badly.", "失敗します。"),
            |input: Number, _| -> Result<Number, operations::Fault> { panic!("{}", input.number) },
        ),
        Operation::task(
            "test/hold",
            ("Holds a text for a while.", "文字列をしばらく保持します。"),
            |input: Held, _| {
                std::thread::sleep(Duration::from_millis(10 * input.number));
                Ok(Number {
                    number: input.note.len() as u64,
                })
            },
        ),
        Operation::task(
            "test/count",
            ("Counts slowly.", "ゆっくり数えます。"),
            count,
        ),
    ])
}

/// A workbench that is served while this lives.
pub(crate) struct Bench {
    address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
}

impl Bench {
    pub(crate) fn open() -> Self {
        Self::open_with(None)
    }

    pub(crate) fn open_with(token: Option<&str>) -> Self {
        let door = BindOptions {
            token: token.map(str::to_owned),
            ..BindOptions::new(([127, 0, 0, 1], 0).into())
        };
        let bench = Workbench::open_with(&door, operations(), "test").unwrap();
        let address = bench.address();
        let address = address
            .trim_start_matches("http://")
            .split('/')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let stop = async move {
                    let _ = stopped.await;
                };
                tokio::select! {
                    served = bench.serve(std::future::pending()) => served.unwrap(),
                    () = stop => {}
                }
            });
            runtime.shutdown_background();
        });
        Bench {
            address,
            stop: Some(stop),
        }
    }

    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    pub(crate) fn raw(&self, line: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
        self.raw_to(&self.host(), line, headers, body)
    }

    /// Sends a request as it is and reads the answer until the connection ends (or turns into a web
    /// socket).
    pub(crate) fn raw_to(&self, host: &str, line: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        let upgrades = headers.iter().any(|header| header.starts_with("upgrade"));
        let close = if upgrades {
            ""
        } else {
            "connection: close\r\n"
        };
        let mut request = format!(
            "{line} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n{close}",
            body.len()
        );
        for header in headers {
            request += header;
            request += "\r\n";
        }
        request += "\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        // A server that refuses a long body stops reading it.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while let Ok(length @ 1..) = stream.read(&mut part) {
            answer.extend_from_slice(&part[..length]);
            if upgrades && answer.windows(4).any(|end| end == b"\r\n\r\n") {
                break;
            }
        }
        answer
    }

    fn send(&self, client: &str, line: &str, body: &[u8]) -> (u16, Value) {
        let client = format!("x-sakiyomi-client: {client}");
        let answer = self.raw(line, &["content-type: application/json", &client], body);
        let words = text(&answer);
        let body = words.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (
            status(&answer),
            serde_json::from_str(body).unwrap_or_default(),
        )
    }

    pub(crate) fn ask(&self, operation: &str, input: &Value) -> (u16, Value) {
        self.send(
            "test",
            &format!("POST /api/{operation}"),
            input.to_string().as_bytes(),
        )
    }

    pub(crate) fn start_as(
        &self,
        client: &str,
        operation: &str,
        input: &Value,
    ) -> Result<String, (u16, Value)> {
        let (code, answer) = self.send(
            client,
            &format!("POST /api/{operation}"),
            input.to_string().as_bytes(),
        );
        match answer["task"].as_str() {
            Some(id) if code == 202 => Ok(id.to_owned()),
            _ => Err((code, answer)),
        }
    }

    pub(crate) fn start(&self, operation: &str, input: &Value) -> String {
        self.start_as("test", operation, input).unwrap()
    }

    pub(crate) fn state(&self, id: &str) -> Value {
        self.send("test", &format!("GET /api/tasks/{id}"), b"").1
    }

    /// The state of a task when it has ended.
    pub(crate) fn wait(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let state = self.state(id);
            if !["waiting", "running"].contains(&state["phase"].as_str().unwrap()) {
                return state;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "{state}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn delete(&self, path: &str) -> u16 {
        self.send("test", &format!("DELETE {path}"), b"").0
    }

    pub(crate) fn live(&self) -> Live {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let address = format!("ws://{}/api/live", self.host());
        Live(tungstenite::client(address, stream).unwrap().0)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
    }
}

/// A page's web socket.
pub(crate) struct Live(tungstenite::WebSocket<TcpStream>);

impl Live {
    pub(crate) fn say(&mut self, words: &str) {
        self.0.send(Message::text(words)).unwrap();
    }

    pub(crate) fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(words) = self.0.read().unwrap() {
                return serde_json::from_str(&words).unwrap();
            }
        }
    }
}

/// The code of an answer.
pub(crate) fn status(answer: &[u8]) -> u16 {
    text(answer)
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok())
        .unwrap_or(0)
}

/// An answer as text.
pub(crate) fn text(answer: &[u8]) -> String {
    String::from_utf8_lossy(answer).into_owned()
}
