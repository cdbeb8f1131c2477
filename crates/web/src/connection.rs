//! A connection: its activity and the deadline of that activity.
//!
//! While a connection waits for a request, one deadline holds for the whole head, however slowly
//! its bytes arrive: from the moment of the connection for the first, from the first byte for the
//! others, and never later than the end of the allowed silence. While a request is answered only
//! silence ends it: a stream of events is never silent, since the server writes to it every few
//! seconds.

use crate::slots::{ConnectionLimits, Slot};
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// The activity of a connection, shared by its stream and its requests.
pub(crate) struct Activity {
    slot: Slot,
    limits: ConnectionLimits,
    timing: Mutex<Timing>,
}

struct Timing {
    /// Requests that are being answered.
    requests: usize,
    /// Whether a head has begun to arrive.
    begun: bool,
    deadline: Instant,
}

impl Activity {
    pub(crate) fn new(slot: Slot, limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Activity {
            slot,
            limits,
            timing: Mutex::new(Timing {
                requests: 0,
                begun: true,
                deadline: Instant::now() + limits.head,
            }),
        })
    }

    fn timing(&self) -> MutexGuard<'_, Timing> {
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_read(&self) {
        let mut timing = self.timing();
        let now = Instant::now();
        if timing.requests > 0 {
            timing.deadline = now + self.limits.idle;
        } else if !timing.begun {
            timing.begun = true;
            timing.deadline = timing.deadline.min(now + self.limits.head);
            self.slot.signal.changed.notify_one();
        }
    }

    fn has_written(&self) {
        let mut timing = self.timing();
        if timing.requests > 0 {
            timing.deadline = Instant::now() + self.limits.idle;
        }
    }

    /// A request head is complete.
    pub(crate) fn begin(self: &Arc<Self>) -> RequestGuard {
        let mut timing = self.timing();
        timing.requests += 1;
        timing.deadline = Instant::now() + self.limits.idle;
        self.slot.enter();
        RequestGuard(Some(Arc::clone(self)))
    }

    fn end(&self) {
        let mut timing = self.timing();
        timing.requests -= 1;
        if timing.requests == 0 {
            timing.begun = false;
            timing.deadline = Instant::now() + self.limits.idle;
            self.slot.leave();
        }
    }

    /// Waits until the connection has to be closed.
    pub(crate) async fn expired(&self) {
        let signal = &self.slot.signal;
        loop {
            if signal.evicted.load(Ordering::Relaxed) {
                return;
            }
            let deadline = self.timing().deadline;
            if deadline <= Instant::now() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep_until(deadline) => {}
                () = signal.changed.notified() => {}
            }
        }
    }
}

/// A request that is being answered.
pub(crate) struct RequestGuard(Option<Arc<Activity>>);

impl RequestGuard {
    /// Keeps the connection in use for good: it has become a WebSocket.
    pub(crate) fn upgrade(&mut self) {
        self.0 = None;
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        if let Some(activity) = self.0.take() {
            activity.end();
        }
    }
}

/// The body of an answer; its end is the end of the request.
pub(crate) struct AnswerBody {
    body: Body,
    _guard: RequestGuard,
}

impl AnswerBody {
    pub(crate) fn new(body: Body, guard: RequestGuard) -> Self {
        AnswerBody {
            body,
            _guard: guard,
        }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that records activity and holds a slot until it is dropped.
pub(crate) struct ObservedStream {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl ObservedStream {
    pub(crate) fn new(stream: TcpStream, activity: Arc<Activity>) -> Self {
        ObservedStream { stream, activity }
    }
}

impl AsyncRead for ObservedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() && buffer.filled().len() > before {
            self.activity.has_read();
        }
        read
    }
}

impl ObservedStream {
    fn observed<T>(&self, written: Poll<T>) -> Poll<T> {
        if written.is_ready() {
            self.activity.has_written();
        }
        written
    }
}

impl AsyncWrite for ObservedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.observed(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.observed(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
