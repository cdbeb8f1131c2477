//! Tests of the network server of the legacy platform: logins and seats.

use super::*;
use crate::contestant::Contestant;
use crate::text::client::{self, ServeError};
use std::io::{Read, Write};

fn server(policy: LoginPolicy) -> NetworkServer {
    NetworkServer::bind("127.0.0.1:0", policy).unwrap()
}

fn policy(accounts: &[(&str, &str)]) -> LoginPolicy {
    let account = |&(id, password): &(&str, &str)| Account {
        id: id.to_owned(),
        password: password.to_owned(),
    };
    LoginPolicy {
        accounts: accounts.iter().map(account).collect(),
        ..LoginPolicy::default()
    }
}

fn connect(address: SocketAddr) -> Connection {
    let stream = TcpStream::connect(address).unwrap();
    Connection::tcp(stream, Terminator::Nul.line_end(), Limits::default()).unwrap()
}

/// Logs in and returns the connection.
fn log_in(address: SocketAddr, id: &str, password: &str) -> Result<Connection, ServeError> {
    let mut connection = connect(address);
    let login = Login {
        id: id.to_owned(),
        password: password.to_owned(),
        name: None,
    };
    let patience = Duration::from_secs(5);
    client::log_in(&mut connection, &login, patience, &Cancel::new())?;
    Ok(connection)
}

/// The names of the accepted programs while `strangers` runs. If it panics, the server is
/// cancelled.
fn welcomed(policy: LoginPolicy, strangers: impl FnOnce(SocketAddr) + Send) -> [String; 2] {
    let server = server(policy);
    let address = server.address().unwrap();
    let cancel = Cancel::new();
    let done = CancelOnDrop(cancel.clone());
    thread::scope(|scope| {
        let strangers = scope.spawn(move || {
            let _done = done;
            strangers(address);
        });
        let programs = server.accept(&ProtocolOptions::default(), &cancel).unwrap();
        strangers.join().unwrap();
        programs.map(|program| program.name())
    })
}

#[test]
fn without_accounts_anybody_may_play() {
    let names = welcomed(LoginPolicy::default(), |address| {
        let first = log_in(address, "me", "x").unwrap();
        let second = log_in(address, "me", "y").unwrap();
        drop((first, second));
    });
    assert_eq!(names, ["me", "me"]);
}

#[test]
fn with_accounts_a_wrong_password_is_refused_and_nobody_sits_twice() {
    let accounts = [("a", "secret"), ("b", "hidden")];
    let names = welcomed(policy(&accounts), move |address| {
        for (id, password) in [("a", "hidden"), ("c", "secret"), ("a", "secre")] {
            let refused = log_in(address, id, password);
            assert!(matches!(refused, Err(ServeError::Refused { .. })), "{id}");
        }
        let first = log_in(address, "b", "hidden").unwrap();
        assert!(log_in(address, "b", "hidden").is_err());
        let second = log_in(address, "a", "secret").unwrap();
        drop((first, second));
    });
    assert_eq!(names, ["b", "a"]);
}

#[test]
fn after_too_many_tries_the_door_is_closed() {
    let accounts = [("a", "1"), ("b", "2")];
    welcomed(policy(&accounts), move |address| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"LOGIN a 2\0nonsense\0LOGIN a 3\0")
            .unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert_eq!(said, "CONNECTED\0LOGIN NG\0LOGIN NG\0LOGIN NG\0");
        let both = [("a", "1"), ("b", "2")].map(|(id, password)| log_in(address, id, password));
        assert!(both.iter().all(Result::is_ok));
    });
}

#[test]
fn whoever_leaves_while_waiting_is_not_waited_for() {
    let names = welcomed(LoginPolicy::default(), |address| {
        drop(log_in(address, "gone", "x").unwrap());
        thread::sleep(Duration::from_millis(100));
        let both = ["a", "b"].map(|id| log_in(address, id, "x").unwrap());
        drop(both);
    });
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn a_crowd_at_the_door_is_turned_away_and_the_slow_are_cut_off() {
    let policy = LoginPolicy {
        most_waiting: 2,
        patience: Span(Duration::from_millis(200)),
        ..LoginPolicy::default()
    };
    let names = welcomed(policy, |address| {
        let crowd: Vec<_> = (0..5)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let greetings = crowd.into_iter().map(|mut stream| {
            let mut said = String::new();
            let _ = stream.read_to_string(&mut said);
            said
        });
        let authenticate = greetings.filter(|said| said == "CONNECTED\0").count();
        assert_eq!(authenticate, 2);
        // The server polls its listener.
        thread::sleep(10 * POLL);
        let both = ["a", "b"].map(|id| log_in(address, id, "x").unwrap());
        drop(both);
    });
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn a_host_that_is_called_off_waits_no_longer() {
    let cancel = Cancel::new();
    cancel.cancel();
    let waited = server(LoginPolicy::default()).accept(&ProtocolOptions::default(), &cancel);
    assert_eq!(waited.unwrap_err().kind(), ErrorKind::Interrupted);
}

#[test]
fn passwords_are_not_shown() {
    assert!(!format!("{:?}", policy(&[("a", "secret")])).contains("secret"));
}
