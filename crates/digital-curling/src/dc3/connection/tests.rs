//! Tests of line connections: sizes, times, and peers that misbehave.

use super::*;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;

fn limits() -> Limits {
    Limits {
        line: 1000,
        unread: 4,
        writing: Duration::from_millis(200),
    }
}

/// A line and the other end of it.
fn connected() -> (Connection, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (near, _) = listener.accept().unwrap();
    (Connection::new(near, limits()).unwrap(), far)
}

fn next(line: &Connection) -> Result<String, ConnectionFault> {
    let deadline = Instant::now() + Duration::from_secs(5);
    line.next(Some(deadline), &Cancel::new())
}

#[test]
fn lines_come_in_order_and_empty_ones_are_overlooked() {
    let (line, mut far) = connected();
    far.write_all(b"one\r\n\r\n\ntw").unwrap();
    assert_eq!(next(&line).unwrap(), "one");
    assert_eq!(line.take_pending(), None);
    far.write_all(b"o\nthree").unwrap();
    assert_eq!(next(&line).unwrap(), "two");
    drop(far);
    assert_eq!(next(&line), Err(ConnectionFault::Closed));
}

#[test]
fn silence_ends_at_the_deadline_and_cancelling_at_once() {
    let (line, _far) = connected();
    let soon = Instant::now() + Duration::from_millis(30);
    let silent = line.next(Some(soon), &Cancel::new());
    assert!(matches!(silent, Err(ConnectionFault::Silent(_))));
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(line.next(None, &cancel), Err(ConnectionFault::Cancelled));
}

#[test]
fn too_much_is_the_end_of_it_but_the_last_words_still_arrive() {
    let flood = "line\n".repeat(10_000);
    let endless = "x".repeat(10_000_000);
    for (sent, heard, fault) in [
        (flood, 4, ConnectionFault::Flood(4)),
        (endless, 0, ConnectionFault::TooLong(1000)),
    ] {
        let (mut line, far) = connected();
        let mut writing = far.try_clone().unwrap();
        let writer = std::thread::spawn(move || {
            let _ = writing.write_all(sent.as_bytes());
            let _ = writing.shutdown(Shutdown::Write);
        });
        let mut lines = 0;
        let end = loop {
            match next(&line) {
                Ok(_) => lines += 1,
                Err(end) => break end,
            }
        };
        assert!(lines >= heard);
        assert_eq!(end, fault);
        line.send("goodbye").unwrap();
        drop(line);
        let mut last = String::new();
        BufReader::new(far).read_line(&mut last).unwrap();
        assert_eq!(last, "goodbye\n");
        writer.join().unwrap();
    }
}

#[test]
fn bytes_that_are_no_text_are_one_bad_line() {
    let (line, mut far) = connected();
    far.write_all(b"\xff\xfe\nfine\n").unwrap();
    assert_eq!(next(&line), Err(ConnectionFault::NotText));
    assert_eq!(next(&line).unwrap(), "fine");
}

#[test]
fn somebody_who_never_reads_holds_nobody_up_for_long() {
    let (mut line, _far) = connected();
    let long = "x".repeat(32 * 1024 * 1024);
    assert_eq!(line.send(&long), Err(ConnectionFault::NotRead));
    let asked = Instant::now();
    assert_eq!(line.send("more"), Err(ConnectionFault::NotRead));
    assert!(asked.elapsed() < Duration::from_millis(100));
}
