//! The port of one program for many matches, one after the other: between matches a program may
//! connect, say `dc_ok` and wait.

use super::seat::Seat;
use super::{Options, RemotePlayer, ServeError, try_accept};
use curling::rules::Team;
use serde_json::Value;
use std::net::{SocketAddr, TcpListener};

/// An open port with a seat for one program.
pub struct Port {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    seat: Seat,
}

impl Port {
    /// Opens a port at the host of the options; 0 takes any that is free.
    ///
    /// # Errors
    /// If it is taken or not allowed.
    pub fn open(port: u16, options: &Options) -> Result<Self, ServeError> {
        let opened = TcpListener::bind((options.host, port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        });
        let (listener, address) = opened.map_err(|why| ServeError::Port {
            team: Team::Zero,
            host: options.host,
            port,
            why,
        })?;
        Ok(Port {
            listener,
            address,
            seat: free_seat(options),
            options: options.clone(),
        })
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Greets connections and reads their answers; whether a program has taken the seat. Never
    /// waits.
    ///
    /// # Errors
    /// If the port or the system fails.
    pub fn poll(&mut self) -> Result<bool, ServeError> {
        let listener = &self.listener;
        self.seat.poll(&mut || try_accept(listener, Team::Zero))?;
        Ok(self.seat.is_taken())
    }

    /// The program that has taken the seat, which is free again; `shown` is the `game` it is told,
    /// if that is not the one of the match.
    pub fn take(&mut self, shown: Option<Value>) -> Option<RemotePlayer> {
        if !self.seat.is_taken() {
            return None;
        }
        let seat = std::mem::replace(&mut self.seat, free_seat(&self.options));
        let (connection, name) = seat.taken()?;
        let options = Options {
            shown,
            ..self.options.clone()
        };
        Some(RemotePlayer::new(connection, name, options))
    }
}

fn free_seat(options: &Options) -> Seat {
    let identity = options.identity.clone().unwrap_or_default();
    Seat::new(Team::Zero, &identity, options.timeout_dc_ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpStream;
    use std::time::{Duration, Instant};

    fn waits(port: &mut Port) -> bool {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(5) {
            if port.poll().unwrap() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    #[test]
    fn a_program_waits_between_matches_and_the_next_may_follow() {
        let mut port = Port::open(0, &Options::default()).unwrap();
        assert!(!port.poll().unwrap() && port.take(None).is_none());
        for _ in 0..2 {
            let mut client = TcpStream::connect(port.address()).unwrap();
            client
                .write_all(b"{\"cmd\":\"dc_ok\",\"name\":\"alpha\"}\n")
                .unwrap();
            assert!(waits(&mut port));
            let mut greeting = String::new();
            BufReader::new(client).read_line(&mut greeting).unwrap();
            assert!(greeting.contains("\"cmd\":\"dc\""), "{greeting}");
            assert!(port.take(None).is_some());
            assert!(!port.poll().unwrap());
        }
    }
}
