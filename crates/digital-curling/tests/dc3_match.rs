//! Whole matches over Digital Curling 3's protocol: our clients on our server, and misbehaving
//! clients.

use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::{Outcome, Reason, Team};
use digital_curling::dc3::client::{self, ClientError, ClientSession, MatchReport};
use digital_curling::dc3::message::{self, ToClient, ToServer};
use digital_curling::dc3::server::{self, Listeners, Options};
use digital_curling::record::Record;
use digital_curling::runner::Timeouts;
use digital_curling::{Command, Event, Match, Setup};
use lookahead::{Cancel, Seed};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

fn setup(text: &str) -> Setup {
    let conditions = Conditions::dc3().changed(&text.parse().unwrap());
    Setup::new(conditions.unwrap(), Seed(3))
}

fn options() -> Options {
    Options {
        ports: [0, 0],
        patience: Some(PATIENCE),
        ..Options::default()
    }
}

/// One of our clients, playing in a thread.
fn session(address: SocketAddr, spec: &str) -> JoinHandle<Result<MatchReport, ClientError>> {
    let name = spec.to_owned();
    let player = spec.parse().unwrap();
    let cancel = Cancel::new();
    spawn(move || {
        let build = move |curling: &Curling| lineup::of(curling.clone()).build(&player);
        let stream = client::connect(&address.to_string(), PATIENCE, &cancel)?;
        let session = ClientSession::new(name, build, Seed(8), cancel);
        client::play(stream, session, Some(PATIENCE))
    })
}

/// Plays a match on our server; `sit` gets the addresses before clients are awaited.
fn served<T>(
    setup: Setup,
    options: &Options,
    sit: impl FnOnce([SocketAddr; 2]) -> T,
) -> (Match, Vec<Event>, T) {
    let mut curling_match = Match::new(setup).unwrap();
    let listeners = Listeners::open(options).unwrap();
    let seated = sit(listeners.addresses());
    let mut all = Vec::new();
    let watch = &mut |_: &Match, event: Option<&Event>| all.extend(event.cloned());
    let timeouts = Timeouts::default();
    let cancel = Cancel::new();
    server::play(
        &mut curling_match,
        listeners,
        options,
        &timeouts,
        &cancel,
        watch,
    )
    .unwrap();
    (curling_match, all, seated)
}

#[test]
fn two_of_our_own_play_a_match_and_both_see_it_as_the_server_does() {
    let setup = setup("ends = 2\nreferee = 'fast'");
    let (curling_match, event, guests) = served(setup, &options(), |at| {
        [session(at[0], "draw"), session(at[1], "draw:turn=ccw")]
    });
    assert!(event.len() >= 34);
    assert_eq!(
        [
            curling_match.name(Team::Zero),
            curling_match.name(Team::One)
        ],
        ["draw", "draw:turn=ccw"]
    );
    let outcome = curling_match.game().outcome().unwrap();
    for (team, session) in Team::BOTH.into_iter().zip(guests) {
        let report = session.join().unwrap().unwrap();
        assert_eq!((report.team, report.fault), (Some(team), None));
        let result = report.result.unwrap();
        assert_eq!(
            (result.winner, result.reason),
            (outcome.winner, message::Reason::Score)
        );
        let game = report.game.unwrap();
        assert_eq!(
            (game.scores, game.end),
            (curling_match.game().scores, curling_match.game().end)
        );
    }
}

#[test]
fn the_way_of_the_stones_is_shown_to_those_who_look() {
    let mut setup = setup("ends = 1\nextra_ends = false");
    setup.conditions.teams = [curling::delivery::TeamSkills::default(); 2];
    let options = Options {
        trajectory: Some(100),
        update_interval: Duration::from_millis(2),
        ..options()
    };
    let (curling_match, _, (lines, other)) = served(setup, &options, |at| {
        (spawn(move || watcher(at[0])), session(at[1], "draw"))
    });
    other.join().unwrap().unwrap();
    let lines = lines.join().unwrap();
    let shown = lines
        .iter()
        .filter_map(|line| match ToClient::read(line).unwrap() {
            ToClient::Update(update) => update.last_move?.trajectory,
            _ => None,
        });
    let shown: Vec<_> = shown.collect();
    assert_eq!(shown.len(), 16);
    assert!(shown.iter().all(|way| way.frames.len() > 100));
    assert_eq!(lines.last().unwrap(), r#"{"cmd":"game_over"}"#);
    assert!(curling_match.game().outcome().is_some());
}

/// A minimal foreign program: draws whenever it is its turn. Returns the lines it received.
fn watcher(at: SocketAddr) -> Vec<String> {
    let mut stream = TcpStream::connect(at).unwrap();
    let heard = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    for line in heard.lines() {
        let line = line.unwrap();
        let answer = if line.contains(r#""cmd":"dc""#) {
            r#"{"cmd":"dc_ok","name":"plain","extra":[1,2]}"#
        } else if line.contains(r#""cmd":"is_ready""#) {
            r#"{"cmd":"ready_ok","player_order":[3,1,0,2]}"#
        } else if line.contains(r#""next_team":"team0""#) {
            r#"{"cmd":"move","move":{"type":"shot","velocity":{"x":0.1317,"y":2.3997},"rotation":"ccw"}}"#
        } else {
            ""
        };
        lines.push(line);
        if !answer.is_empty() {
            stream
                .write_all(format!("{answer}\r\n").as_bytes())
                .unwrap();
        }
    }
    lines
}

const HELLO: &str = "{\"cmd\":\"dc_ok\",\"name\":\"rogue\"}\n";
const READY: &str = "{\"cmd\":\"ready_ok\",\"player_order\":[0,1,2,3]}\n";
const SHOT: &str = "{\"cmd\":\"move\",\"move\":{\"type\":\"shot\",\"velocity\":{\"x\":0.1,\"y\":2.4},\"rotation\":\"ccw\"}}\n";

/// A client that sends the first of these messages after the first line it receives, and so on;
/// then disconnects, or stays silent.
fn rogue(at: SocketAddr, says: Vec<Vec<u8>>, hangs_up: bool) -> Vec<String> {
    let mut stream = TcpStream::connect(at).unwrap();
    let mut heard = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    let mut says = says.into_iter();
    loop {
        let mut line = String::new();
        if heard.read_line(&mut line).unwrap_or(0) == 0 {
            return lines;
        }
        lines.push(line);
        match says.next() {
            // The server may have closed the connection in the middle of it.
            Some(said) => drop(stream.write_all(&said)),
            None if hangs_up => return lines,
            None => {}
        }
    }
}

fn said(lines: &[&str]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}

/// A rogue as team 1 against one of our own.
fn against(
    says: Vec<Vec<u8>>,
    hangs_up: bool,
    setup: Setup,
) -> (Outcome, Command, MatchReport, Vec<String>) {
    let (curling_match, event, (session, rogue)) = served(setup, &options(), |at| {
        let rogue = spawn(move || rogue(at[1], says, hangs_up));
        (session(at[0], "draw"), rogue)
    });
    let report = session.join().unwrap().unwrap();
    let last = event.last().unwrap().entry.command.clone();
    let heard = rogue.join().unwrap();
    (curling_match.game().outcome().unwrap(), last, report, heard)
}

#[test]
fn whoever_does_what_it_should_not_loses_and_the_other_is_told() {
    let huge = vec![b'x'; 10_000_000];
    let bad_order = "{\"cmd\":\"ready_ok\",\"player_order\":[0,1,2,2]}\n";
    let infinite = SHOT.replace("2.4", "1e999");
    let twice = SHOT.repeat(2);
    // In one go, so that it has arrived before the first throw.
    let early = format!("{READY}{SHOT}");
    let flood = format!("{READY}{}", "{}\n".repeat(50_000));
    for (what, says, hangs_up, words) in [
        (
            "garbage",
            said(&[HELLO, "hello\n"]),
            false,
            "is not a JSON object",
        ),
        (
            "no text",
            vec![HELLO.into(), b"\xff\xff\n".to_vec()],
            false,
            "not UTF-8",
        ),
        (
            "wrong command",
            said(&[HELLO, HELLO]),
            false,
            "expected ready_ok",
        ),
        (
            "bad order",
            said(&[HELLO, bad_order]),
            false,
            "player_order",
        ),
        ("gone at once", said(&[HELLO]), true, "closed"),
        (
            "out of turn",
            said(&[HELLO, &early]),
            false,
            "sent out of turn",
        ),
        (
            "infinite",
            said(&[HELLO, READY, "", "", &infinite]),
            false,
            "out of range",
        ),
        (
            "two at once",
            said(&[HELLO, READY, "", "", &twice]),
            false,
            "sent out of turn",
        ),
        ("flood", said(&[HELLO, &flood]), false, "out of turn"),
        (
            "huge line",
            vec![HELLO.into(), huge],
            false,
            "more than 65536 bytes",
        ),
        (
            "dead in the middle",
            said(&[HELLO, READY, "", "", SHOT, ""]),
            true,
            "closed",
        ),
    ] {
        let mut setup = setup("ends = 1\nreferee = 'fast'");
        setup.time[1].game = Some("20s".parse().unwrap());
        let (outcome, last, report, _) = against(says, hangs_up, setup);
        assert_eq!(outcome.winner, Some(Team::Zero), "{what}");
        let why = format!("{last:?}");
        assert!(why.contains(words), "{what}: {why}");
        let result = report.result.expect(what);
        assert_eq!(result.winner, Some(Team::Zero), "{what}");
    }
}

#[test]
fn a_rogue_that_still_listens_hears_that_it_lost() {
    let says = said(&[HELLO, READY, "", "", "{\"cmd\":\"sing\"}\n"]);
    let setup = setup("ends = 1\nreferee = 'fast'");
    let (outcome, _, _, heard) = against(says, false, setup);
    assert_eq!(outcome.reason, Reason::Fault);
    let count = heard.len();
    assert!(heard[count - 2].contains(r#""game_result":{"reason":"concede","winner":"team0"}"#));
    assert_eq!(heard[count - 1], "{\"cmd\":\"game_over\"}\n");
}

#[test]
fn time_runs_out_for_somebody_who_never_moves() {
    let mut setup = setup("ends = 1\nreferee = 'fast'");
    setup.time[1].game = Some("200ms".parse().unwrap());
    let (outcome, _, report, _) = against(said(&[HELLO, READY]), false, setup);
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::Zero), Reason::Time)
    );
    assert_eq!(report.result.unwrap().reason, message::Reason::TimeLimit);
}

#[test]
fn a_seat_is_for_a_program_that_answers_whatever_else_connects_before_it() {
    let options = Options {
        timeout_dc_ok: Duration::from_millis(500),
        ..options()
    };
    let setup = setup("ends = 1\nreferee = 'fast'");
    let mut strays = Vec::new();
    let (curling_match, _, players) = served(setup, &options, |at| {
        for address in at {
            // More silent connections than are tried at the same time.
            strays.extend((0..20).map(|_| TcpStream::connect(address).unwrap()));
            for bytes in [
                &b"\xff\xfe\x00garbage\n"[..],
                b"GET / HTTP/1.1\r\nHost: here\r\n\r\n",
                b"{\"cmd\":\"ready_ok\",\"player_order\":[0,1,2,3]}\n",
                b"{\"cmd\":\"dc_ok\"",
            ] {
                let mut stray = TcpStream::connect(address).unwrap();
                stray.write_all(bytes).unwrap();
                strays.push(stray);
            }
            // One that is gone again.
            drop(TcpStream::connect(address).unwrap());
        }
        [session(at[0], "draw"), session(at[1], "draw:turn=ccw")]
    });
    let outcome = curling_match.game().outcome().unwrap();
    assert_eq!(outcome.reason, Reason::Score);
    for player in players {
        let report = player.join().unwrap().unwrap();
        assert_eq!(report.result.unwrap().winner, outcome.winner);
    }
}

#[test]
fn a_program_that_leaves_before_the_match_gives_its_seat_up() {
    let setup = setup("ends = 1\nreferee = 'fast'");
    let (curling_match, _, players) = served(setup, &options(), |at| {
        spawn(move || {
            let mut early = TcpStream::connect(at[0]).unwrap();
            early.write_all(HELLO.as_bytes()).unwrap();
            let mut line = String::new();
            let read = BufReader::new(early).read_line(&mut line);
            assert!(read.unwrap() > 0, "it gets dc, and hangs up");
            [session(at[0], "draw"), session(at[1], "draw")].map(|player| player.join().unwrap())
        })
    });
    assert_eq!(curling_match.name(Team::Zero), "draw");
    assert_eq!(
        curling_match.game().outcome().unwrap().reason,
        Reason::Score
    );
    for report in players.join().unwrap() {
        assert!(report.unwrap().result.is_some());
    }
}

#[test]
fn a_concession_ends_the_match() {
    let concede = "{\"cmd\":\"move\",\"move\":{\"type\":\"concede\"}}\n";
    let setup = setup("ends = 1\nreferee = 'fast'");
    let says = said(&[HELLO, READY, "", "", concede, SHOT, SHOT]);
    let (outcome, last, report, _) = against(says, false, setup);
    assert_eq!(
        (outcome.reason, last),
        (Reason::Concession, Command::Concede)
    );
    let result = report.result.unwrap();
    assert_eq!(result.reason, message::Reason::Concede);
}

/// A server that follows a script, and the answers that the program in front of it gave where the
/// script has one.
fn scripted(script: &str) -> (SocketAddr, JoinHandle<Vec<[String; 2]>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let script = script.to_owned();
    let playing = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut heard = BufReader::new(stream.try_clone().unwrap());
        let mut answers = Vec::new();
        for line in script.lines() {
            if let Some(said) = line.strip_prefix("S ") {
                stream.write_all(format!("{said}\n").as_bytes()).unwrap();
            } else if let Some(expected) = line.strip_prefix("C ") {
                let mut answer = String::new();
                heard.read_line(&mut answer).unwrap();
                answers.push([expected.to_owned(), answer.trim_end().to_owned()]);
            }
        }
        answers
    });
    (address, playing)
}

#[test]
fn the_conversation_of_the_published_protocol_goes_as_it_should() {
    let (address, server) = scripted(include_str!("data/dc3-dialogue.txt"));
    let report = session(address, "draw:turn=ccw").join().unwrap().unwrap();
    for answer in server.join().unwrap() {
        match answer.each_ref().map(|line| ToServer::read(line).unwrap()) {
            [
                ToServer::Move { r#move: expected },
                ToServer::Move { r#move: said },
            ] => {
                let [expected, said] = [expected, said].map(|done| done.shot().unwrap());
                assert_eq!(expected.turn, said.turn);
                // The platform's own aim at the tee is a few millimetres off.
                let difference = (expected.velocity - said.velocity).length();
                assert!(difference < 2e-3, "{answer:?}");
            }
            _ => assert_eq!(answer[0], answer[1]),
        }
    }
    let result = report.result.unwrap();
    assert_eq!(
        (result.winner, result.reason),
        (Some(Team::Zero), message::Reason::Concede)
    );
    assert_eq!(report.names.unwrap(), ["alpha", "beta"]);
    let game = report.game.unwrap();
    assert_eq!((game.shot, game.stones.count()), (4, 3));
    assert_eq!((report.shots, report.warnings.len()), (2, 0));
}

/// A program that draws in its turn, with this sweeping in every `move`. Returns the lines that it
/// received.
fn sweeper(at: SocketAddr, sweep: &'static str) -> JoinHandle<Vec<String>> {
    spawn(move || {
        let mut stream = TcpStream::connect(at).unwrap();
        let heard = BufReader::new(stream.try_clone().unwrap());
        let mut lines = Vec::new();
        for line in heard.lines() {
            let line = line.unwrap();
            let answer = if line.contains(r#""cmd":"dc""#) {
                HELLO.to_owned()
            } else if line.contains(r#""cmd":"is_ready""#) {
                READY.to_owned()
            } else if line.contains(r#""next_team":"team0""#) {
                format!(
                    r#"{{"cmd":"move","move":{{"type":"shot"{sweep},"velocity":{{"x":0.1317,"y":2.35}},"rotation":"ccw"}}}}{}"#,
                    "\n"
                )
            } else {
                String::new()
            };
            lines.push(line);
            stream.write_all(answer.as_bytes()).unwrap();
        }
        lines
    })
}

/// A match of a program that sweeps or not against one of our own: the match, its record, the
/// lines that the program received, and the report of ours.
fn swept_match(conditions: &str, sweep: &'static str) -> (Match, Record, Vec<String>, MatchReport) {
    let text = format!("ends = 1\nextra_ends = false\nnoise = 0\nreferee = 'fast'\n{conditions}");
    let (curling_match, events, (program, ours)) = served(setup(&text), &options(), |at| {
        (sweeper(at[0], sweep), session(at[1], "draw"))
    });
    let entries = events.into_iter().map(|event| event.entry).collect();
    let record = Record::of("", &curling_match, entries);
    let (lines, report) = (program.join().unwrap(), ours.join().unwrap().unwrap());
    (curling_match, record, lines, report)
}

/// How far the first stone ran, from the record.
fn first_stop(record: &Record) -> f64 {
    let replayed = record.replay().unwrap();
    let first = replayed
        .iter()
        .find(|step| matches!(step.event.entry.command, Command::Throw(_)));
    let step = first.unwrap().event.step.unwrap();
    step.verdict.stones.get(0).unwrap().at.y
}

#[test]
fn a_program_sweeps_and_its_stone_goes_farther() {
    const ICE: &str = "sweeping = true\nfriction_drift = 1.05\nwear = 0.01";
    const SWEEP: &str = r#","sweep":{"from":-20,"to":0,"effort":1}"#;
    let (plain, plain_record, ..) = swept_match(ICE, "");
    let (swept, record, lines, report) = swept_match(ICE, SWEEP);
    assert_eq!(plain.game().outcome().unwrap().reason, Reason::Score);
    assert_eq!(swept.game().outcome().unwrap().reason, Reason::Score);
    assert_eq!(report.fault, None);
    let (near, far) = (first_stop(&plain_record), first_stop(&record));
    assert!(far > near + 0.3, "{far} {near}");
    let text = record.text().unwrap();
    assert!(text.contains(r#""sweep":{"from":-20.0,"to":0.0,"effort":1.0}"#));
    let again = Record::read(text.as_bytes()).unwrap();
    let found = again.verify().unwrap();
    assert!(found.holds(), "{:?}", found.differences);
    // The program is told the changes, and the ice of every shot; the sweeping of the last one.
    let ready = lines.iter().find(|line| line.contains("is_ready")).unwrap();
    assert!(ready.contains(r#""ice_changes":{"drift":"#), "{ready}");
    let told = lines
        .iter()
        .filter_map(|line| match ToClient::read(line).unwrap() {
            ToClient::Update(update) => Some(*update),
            _ => None,
        });
    let told: Vec<_> = told.collect();
    assert_eq!(told.len(), 17);
    let friction = |shot: usize| told[shot].ice.as_ref().unwrap().friction;
    assert_eq!(friction(0), 1.0);
    assert!((friction(15) - 1.05).abs() < 1e-9, "{}", friction(15));
    let worn = told[15].ice.as_ref().unwrap().passages.unwrap();
    let replayed = again.replay().unwrap();
    let mut throws = replayed.iter().filter(|step| step.event.step.is_some());
    assert_eq!(worn, throws.nth(15).unwrap().event.before.passages);
    assert_eq!(told[16].ice, None, "no shot comes next");
    let last = told[1].last_move.as_ref().unwrap().actual_move.shot();
    assert!(last.unwrap().sweep.is_some());
}

#[test]
fn programs_hear_of_the_ice_only_where_it_changes() {
    let (_, record, lines, _) = swept_match("", "");
    assert_eq!(lines.len(), 3 + 17 + 1);
    for line in &lines {
        assert!(!line.contains("\"ice") && !line.contains("sweep"), "{line}");
    }
    let first = lines.iter().find(|line| line.contains("update")).unwrap();
    assert!(first.starts_with(r#"{"cmd":"update","last_move":null,"next_team":"team0","state":{"#));
    assert!(!record.text().unwrap().contains("sweep"));
    // Where sweeping is not allowed, a move that sweeps is refused by its name.
    let (refused, ..) = swept_match("", r#","sweep":{"from":-20,"to":0,"effort":1}"#);
    assert_eq!(refused.game().outcome().unwrap().reason, Reason::Fault);
}
