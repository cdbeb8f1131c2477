//! Sessions over real connections, on ports of their own.

use super::*;
use crate::bridge::boards::result;
use bridge::manager::MAX_LINE;
use bridge::record::pbn;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::thread::JoinHandle;

fn asked(words: &[&str]) -> Serve {
    use clap::Parser;
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        serve: Serve,
    }
    let words = ["serve"].iter().chain(words);
    Line::parse_from(words).serve
}

/// Boards of a session.
const BOARDS: usize = 2;

/// A table with these options, at work; what becomes of it.
type Table = JoinHandle<(Ended, Vec<Record>)>;

fn open(words: &[&str]) -> (SocketAddr, Table) {
    // Nothing here takes as long as that, and a test that goes wrong shall end.
    open_for(Duration::from_mins(1), words)
}

fn open_for(wait: Duration, words: &[&str]) -> (SocketAddr, Table) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut asked = asked(words);
    asked.wait = Some(Span(wait));
    let table = std::thread::spawn(move || {
        let mut boards = asked.source.boards(Seed(5)).unwrap();
        boards.truncate(BOARDS);
        let mut records = Vec::new();
        let cancel = Cancel::new();
        let ended = host(listener, boards, &asked, Seed(5), &cancel, |record| {
            records.push(record);
            Ok(())
        });
        (ended.unwrap(), records)
    });
    (address, table)
}

/// One of our players, who comes from outside.
fn client(address: SocketAddr, seat: Seat) -> JoinHandle<anyhow::Result<Vec<Record>>> {
    std::thread::spawn(move || {
        let cancel = Cancel::new();
        let low = lineup().build(&"low".parse()?)?;
        let player = ClientPlayer::new(low, Seed(1), None, &cancel);
        let client = TableClient::new("Us", Some(seat));
        let stream = TcpStream::connect(address)?;
        let mut records = Vec::new();
        let mut session =
            ClientSession::new(stream, client, player, Duration::from_mins(1), cancel)?;
        session.run(|record| {
            records.push(record.clone());
            Ok::<_, SessionError>(())
        })?;
        Ok(records)
    })
}

/// Somebody who says these lines, each after he was told something, and then what he heard.
fn stranger(address: SocketAddr, lines: &str) -> Vec<String> {
    let (mut heard, ears) = spoken(address, lines);
    heard.extend(ears.lines().map_while(Result::ok));
    heard
}

/// The same, still on the line.
fn spoken(address: SocketAddr, lines: &str) -> (Vec<String>, BufReader<TcpStream>) {
    let stream = TcpStream::connect(address).unwrap();
    let (mut mouth, mut ears) = (stream.try_clone().unwrap(), BufReader::new(stream));
    let mut heard = Vec::new();
    for line in lines.split_inclusive('\n') {
        mouth.write_all(line.as_bytes()).unwrap();
        let mut told = String::new();
        let _ = ears.read_line(&mut told);
        heard.push(told.trim_end().to_owned());
    }
    (heard, ears)
}

const CONNECTING: &str = "Connecting \"Odd\" as West using protocol version 18\r\n";
/// Enough to begin the first board.
const READY: &str = "West ready for teams\r\nWest ready to start\r\nWest ready for deal\r\nWest ready for cards\r\n";
const OTHERS: [&str; 6] = ["--seat", "N=low", "--seat", "E=low", "--seat", "S=low"];

#[test]
fn four_clients_from_outside_play_to_the_end_and_all_know_the_result() {
    let (address, table) = open(&[]);
    let guests = Seat::ALL.map(|seat| client(address, seat));
    let (ended, records) = table.join().unwrap();
    assert!(matches!(ended, Ended::Done), "{ended:?}");
    assert_eq!(records.len(), BOARDS);
    for heard in guests {
        let heard = heard.join().unwrap().unwrap();
        let results = |records: &[Record]| -> Vec<_> { records.iter().map(result).collect() };
        assert_eq!(results(&heard), results(&records));
    }
    assert!(records.iter().any(|record| record.cards.len() == 52));
    let text = pbn::write(&records);
    assert_eq!(pbn::read_strict(&text).unwrap().len(), 2);
}

#[test]
fn empty_seats_are_filled_with_our_players() {
    let (address, table) = open(&OTHERS);
    let west = client(address, Seat::West);
    let (ended, records) = table.join().unwrap();
    assert!(matches!(ended, Ended::Done), "{ended:?}");
    assert_eq!((records.len(), west.join().unwrap().unwrap().len()), (2, 2));
}

#[test]
fn garbage_in_the_play_ends_the_session_and_is_explained() {
    let (address, table) = open(&OTHERS);
    let heard = stranger(address, &format!("{CONNECTING}{READY}I fold\r\n"));
    let (ended, records) = table.join().unwrap();
    let Ended::Fault(Seat::West, words) = &ended else {
        panic!("{ended:?}");
    };
    assert!(words.contains("invalid message `I fold`"), "{words}");
    assert!(records.is_empty());
    let last = heard.last().unwrap();
    assert!(
        last.starts_with("Error: invalid message `I fold`"),
        "{heard:?}"
    );
}

#[test]
fn who_hangs_up_in_the_play_has_lost_it() {
    let (address, table) = open(&OTHERS);
    let (heard, ears) = spoken(address, &format!("{CONNECTING}{READY}"));
    assert!(
        heard.last().unwrap().starts_with("West's cards"),
        "{heard:?}"
    );
    drop(ears);
    let (ended, _) = table.join().unwrap();
    assert!(
        matches!(&ended, Ended::Fault(Seat::West, words) if words.contains("hung up")),
        "{ended:?}"
    );
}

#[test]
fn silence_is_noticed_and_blamed_on_the_silent() {
    let mut words = OTHERS.to_vec();
    words.extend(["--timeout", "300ms"]);
    let (address, table) = open(&words);
    let heard = stranger(address, &format!("{CONNECTING}{READY}"));
    let (ended, _) = table.join().unwrap();
    assert!(
        matches!(&ended, Ended::Fault(Seat::West, words) if words.contains("said nothing in time")),
        "{ended:?}"
    );
    assert!(heard.last().unwrap().starts_with("Error: said nothing"));
}

#[test]
fn before_the_first_board_a_fault_costs_only_the_seat() {
    let (address, table) = open(&OTHERS);
    for (lines, words) in [
        ("hello\r\n".to_owned(), "invalid message"),
        ("a".repeat(MAX_LINE + 100), "more than 4096 bytes"),
        (CONNECTING.replace("18", "17"), "version 17"),
        (CONNECTING.replace("West", "South"), "South is taken"),
        (format!("{CONNECTING}West passes\r\n"), "out of turn"),
    ] {
        let heard = stranger(address, &lines);
        assert!(heard.last().unwrap().contains(words), "{heard:?}");
    }
    let west = client(address, Seat::West);
    let (ended, records) = table.join().unwrap();
    assert!(matches!(ended, Ended::Done), "{ended:?}");
    assert_eq!((records.len(), west.join().unwrap().unwrap().len()), (2, 2));
}

#[test]
fn nobody_waits_for_ever_if_he_does_not_want_to() {
    let (_, table) = open_for(Duration::from_millis(100), &["--seat", "N=low"]);
    assert!(matches!(table.join().unwrap().0, Ended::Alone));
}

#[test]
fn seats_and_teams_are_read_or_refused() {
    assert_eq!(filled("N=low:mistakes=0.1").unwrap().0, Seat::North);
    assert!(filled("N").is_err() && filled("Q=low").is_err() && filled("N=").is_err());
    assert_eq!(teams("Us, Them"), Ok(["Us".to_owned(), "Them".to_owned()]));
    assert!(teams("Us").is_err());
}
