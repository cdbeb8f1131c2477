//! The way in: connections, counted by address, and shown out when they say nothing for too long.
//!
//! A stream of events is never silent, since the server itself writes to it every few seconds; a
//! connection on which neither side says anything is one that somebody keeps open for nothing.

use crate::dc4::limits::{Counts, Held, Limits};
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

/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_mins(1);

/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(200);

/// Lets connections in.
pub(super) struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    addresses: Counts<IpAddr>,
}

impl Door {
    pub(super) fn new(listener: TcpListener, limits: &Limits) -> Self {
        Door {
            listener,
            places: Arc::new(Semaphore::new(limits.connections.max(1))),
            addresses: Counts::new(limits.connections_of_address),
        }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let accepted = self.listener.accept().await;
            let (Ok(place), Ok((stream, address))) = (place, accepted) else {
                tokio::time::sleep(BREATH).await;
                continue;
            };
            // Whoever has too many is hung up on.
            if let Some(held) = self.addresses.take(address.ip()) {
                let _ = stream.set_nodelay(true);
                let guest = Guest {
                    stream,
                    bell: Box::pin(tokio::time::sleep(SILENCE)),
                    _held: held,
                    _place: place,
                };
                return (guest, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Where a request came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct From(pub(super) SocketAddr);

impl Connected<IncomingStream<'_, Door>> for From {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        From(*stream.remote_addr())
    }
}

/// A connection.
pub(super) struct Guest {
    stream: TcpStream,
    bell: Pin<Box<Sleep>>,
    _held: Held<IpAddr>,
    _place: OwnedSemaphorePermit,
}

impl Guest {
    fn heard(&mut self) {
        self.bell.as_mut().reset(Instant::now() + SILENCE);
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.heard();
            return read;
        }
        match self.bell.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.heard();
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
            self.heard();
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
