//! The listener: connections, limited by address and closed when idle.
//!
//! A stream of events is never idle, since the server itself writes to it every few seconds; a
//! connection on which neither side sends anything is held open for nothing.

use crate::dc4::limits::{CountLimiter, Limits, Permit};
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// The idle time after which a connection is closed.
const SILENCE: Duration = Duration::from_mins(1);

/// The pause when the system cannot accept more connections.
const ACCEPT_RETRY: Duration = Duration::from_millis(200);

/// A listener with limits on connections.
pub(super) struct LimitedListener {
    listener: TcpListener,
    slots: Arc<Semaphore>,
    addresses: CountLimiter<IpAddr>,
}

impl LimitedListener {
    pub(super) fn new(listener: TcpListener, limits: &Limits) -> Self {
        LimitedListener {
            listener,
            slots: Arc::new(Semaphore::new(limits.connections.max(1))),
            addresses: CountLimiter::new(limits.connections_of_address),
        }
    }
}

impl Listener for LimitedListener {
    type Io = LimitedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedStream, SocketAddr) {
        loop {
            let slot = Arc::clone(&self.slots).acquire_owned().await;
            let accepted = self.listener.accept().await;
            let (Ok(slot), Ok((stream, address))) = (slot, accepted) else {
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            };
            // An address with too many connections is closed at once.
            if let Some(permit) = self.addresses.take(address.ip()) {
                let _ = stream.set_nodelay(true);
                let connection = LimitedStream {
                    stream,
                    idle: Box::pin(tokio::time::sleep(SILENCE)),
                    _permit: permit,
                    _slot: slot,
                };
                return (connection, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The address of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) SocketAddr);

impl Connected<IncomingStream<'_, LimitedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Self {
        Peer(*stream.remote_addr())
    }
}

/// A connection with an idle time-out.
pub(super) struct LimitedStream {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    _permit: Permit<IpAddr>,
    _slot: OwnedSemaphorePermit,
}

impl LimitedStream {
    fn reset_idle(&mut self) {
        self.idle.as_mut().reset(Instant::now() + SILENCE);
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.reset_idle();
            return read;
        }
        match self.idle.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.reset_idle();
        }
        written
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
        if written.is_ready() {
            self.reset_idle();
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
