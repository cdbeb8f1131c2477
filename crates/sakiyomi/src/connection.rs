//! TCP connections to servers that may not be listening yet.

use crate::exit::usage;
use crate::show;
use arena::clock::Span;
use digital_curling::dc3::client::{self, ClientError};
use lookahead::Cancel;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// The time that passes before a note says that the server is waited for.
const UNTOLD: Duration = Duration::from_secs(3);

/// Connects to a server. If it does not accept the connection, the attempt is repeated until
/// `patience` is over; after some seconds a note is printed. Returns nothing if the program was
/// interrupted meanwhile.
///
/// # Errors
/// If the address does not exist, or the server does not accept a connection in time.
pub(crate) fn connect(
    address: &str,
    patience: Span,
    cancel: &Cancel,
) -> anyhow::Result<Option<TcpStream>> {
    let resolved = address.to_socket_addrs();
    resolved.map_err(|why| usage(format!("{address}: {why} (write HOST:PORT)")))?;
    let attempt = |patience| match client::connect(address, patience, cancel) {
        Ok(stream) => Ok(Some(stream)),
        Err(ClientError::Cancelled) => Ok(None),
        Err(error) => Err(error),
    };
    let untold = patience.0.min(UNTOLD);
    match attempt(untold) {
        Err(_) if patience.0 > untold => {
            show::note(&format!(
                "waiting up to {patience} for a server at {address}"
            ));
            Ok(attempt(patience.0.saturating_sub(untold))?)
        }
        first => Ok(first?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::time::Instant;

    /// An address of this machine on which no server listens.
    fn free_address() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    }

    #[test]
    fn a_server_that_starts_later_is_reached() {
        let address = free_address();
        let server = std::thread::spawn({
            let address = address.clone();
            move || {
                std::thread::sleep(Duration::from_millis(200));
                TcpListener::bind(address).unwrap().accept().map(drop)
            }
        });
        let patience = Span(Duration::from_secs(20));
        let stream = connect(&address, patience, &Cancel::new()).unwrap();
        assert!(stream.is_some());
        server.join().unwrap().unwrap();
    }

    #[test]
    fn waiting_ends_with_the_patience_or_the_interrupt() {
        let address = free_address();
        let error = connect(&address, Span(Duration::ZERO), &Cancel::new()).unwrap_err();
        assert!(error.to_string().contains(&address), "{error}");
        let begun = Instant::now();
        let patience = Duration::from_millis(150);
        assert!(connect(&address, Span(patience), &Cancel::new()).is_err());
        assert!(begun.elapsed() >= patience);
        let cancel = Cancel::new();
        cancel.cancel();
        let patience = Span(Duration::from_mins(1));
        assert!(connect(&address, patience, &cancel).unwrap().is_none());
    }

    #[test]
    fn an_address_that_is_none_is_refused_at_once() {
        let begun = Instant::now();
        let patience = Span(Duration::from_mins(1));
        let error = connect("localhost", patience, &Cancel::new()).unwrap_err();
        assert!(error.to_string().contains("write HOST:PORT"), "{error}");
        assert!(begun.elapsed() < patience.0);
    }
}
