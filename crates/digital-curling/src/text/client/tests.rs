//! Tests of the client of the text protocols against scripted servers.

use super::*;
use curling::{Shot, Turn, Vector};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// A request to a player: its seat, the match, its clock.
type Asked = Arc<Mutex<Vec<(usize, Game, TimeLeft)>>>;

/// Throws straight down the sheet, and remembers what it was asked.
struct Spy {
    seat: usize,
    asked: Asked,
}

impl Player<Curling> for Spy {
    fn begin(&mut self, _: &Curling, seat: usize, _: &Thinking) -> Result<(), Fault> {
        self.seat = seat;
        Ok(())
    }

    fn choose(
        &mut self,
        curling: &Curling,
        game: &Game,
        thinking: &Thinking,
    ) -> Result<Choice<Action>, Fault> {
        assert_eq!(game.check(curling.rules()), Ok(()));
        let mut asked = self.asked.lock().unwrap();
        asked.push((self.seat, *game, thinking.time));
        if game.chooser.is_some() && game.to_throw().is_none() {
            return Ok(Action::Place(Placement::POWER_PLAY_LEFT).into());
        }
        let shot = Shot::new(Vector::new(0.5, 30.0), Turn::CounterClockwise);
        Ok(Action::Throw(shot).into())
    }
}

fn spy(conditions: Conditions) -> (Client, Asked) {
    let asked = Asked::default();
    let share = Arc::clone(&asked);
    let builder = move |_: &Curling| {
        let asked = Arc::clone(&share);
        Ok(Box::new(Spy { seat: 9, asked }) as Box<dyn Player<Curling>>)
    };
    let client = Client::new(conditions, Box::new(builder), Seed(1)).unwrap();
    (client, asked)
}

/// The answers of the client to several commands, written like in C++.
fn answers(client: &mut Client, lines: &[&str]) -> Vec<String> {
    let mut hear = |line: &&str| client.handle(&ServerCommand::read(line).expect(line));
    let replies = lines.iter().filter_map(&mut hear);
    replies.map(|reply| reply.write(Dialect::Dcp)).collect()
}

fn position(stones: &[(usize, f32, f32)]) -> String {
    let mut numbers = [0.0; 32];
    for &(slot, x, y) in stones {
        (numbers[2 * slot], numbers[2 * slot + 1]) = (x, y);
    }
    let written = numbers.map(|number| format!("{number:.6}"));
    format!("POSITION {}", written.join(" "))
}

#[test]
fn a_real_exchange_is_answered_command_by_command() {
    let (mut client, asked) = spy(Conditions::legacy());
    let empty = position(&[]);
    let guard = position(&[(0, 2.375, 9.0)]);
    let said = answers(
        &mut client,
        &[
            "CONNECTED",
            "LOGIN OK",
            "ISREADY",
            "NEWGAME me you",
            &empty,
            "SETSTATE 0 0 8 0",
            "GO 438000 438000",
            "RUNSHOT -0.953603 -33.401688 1",
            &guard,
            "SETSTATE 1 0 8 1",
            "RUNSHOT -0.953603 -33.401688 1",
            &guard,
            "SETSTATE 2 0 8 0",
            "GO 430000 438000",
        ],
    );
    assert_eq!(
        said,
        ["READYOK", "BESTSHOT 0.5 -30 1", "BESTSHOT 0.5 -30 1"]
    );
    let asked = asked.lock().unwrap();
    let (seat, game, time) = &asked[1];
    assert_eq!((*seat, game.shot, game.end), (0, 2, 0));
    assert_eq!(time.game, Some(Duration::from_secs(430)));
    let at = game.stones.get(0).unwrap().at;
    assert!((at.y + 4.12).abs() < 1e-5);
}

#[test]
fn an_end_that_begins_without_an_empty_position_begins_empty() {
    let (mut client, asked) = spy(Conditions::legacy());
    let last = position(&[(3, 2.0, 5.0), (15, 2.375, 4.9)]);
    answers(
        &mut client,
        &[
            "NEWGAME you me",
            "SETSTATE 15 0 2 1",
            "GO 0 1000",
            "RUNSHOT 0 -30 0",
            &last,
            "SETSTATE 0 1 2 1",
            "SCORE -1",
            "GO 0 0",
        ],
    );
    let asked = asked.lock().unwrap();
    let (seat, game, time) = &asked[1];
    assert_eq!((*seat, game.stones.count(), game.lead), (1, 0, Team::One));
    assert_eq!((game.total(Team::One), time.game), (1, None));
    assert_eq!(client.tracker().rules().ends, 2);
    assert_eq!(client.tracker().team(), Some(Team::One));
    assert!(client.is_playing());
    assert_eq!(client.reports(), []);
    client.handle(&ServerCommand::read("GAMEOVER WIN").unwrap());
    assert!(!client.is_playing());
    let report = MatchReport {
        team: Some(Team::One),
        names: ["you".to_owned(), "me".to_owned()],
        points: [0, 1],
        shots: 2,
        verdict: Some(Verdict::Win),
        fault: None,
    };
    assert_eq!(client.reports(), [report]);
}

#[test]
fn mixed_doubles_is_played_as_the_server_announces_it() {
    let (mut client, asked) = spy(Conditions::named("dc2").unwrap());
    let placed = position(&[(0, 1.305, 8.996), (1, 1.155, 5.025)]);
    let said = answers(
        &mut client,
        &[
            "ISREADY",
            "NEWGAME you me",
            "GAMEINFO 1 0 2",
            "PLAYERINFO 0.1 0.2 40 0.1 0.2 40",
            "PUTSTONE",
            "SETORDER",
            "SETSTATE 6 0 8 0",
            &placed,
            "SETSTATE 7 0 8 1",
            &placed,
            "GO 0 0",
        ],
    );
    let expected = [
        "READYOK",
        "PUTSTONE 2",
        "SETORDER 0 1",
        "BESTSHOT 0.5 -30 1",
    ];
    assert_eq!(said, expected);
    let asked = asked.lock().unwrap();
    let (seat, game, _) = &asked[1];
    assert_eq!((*seat, game.chooser), (1, Some(Team::One)));
    assert_eq!(game.power_play_ends, [None, Some(0)]);
}

#[test]
fn a_team_of_four_names_its_players_in_their_order() {
    let (mut client, _) = spy(Conditions::named("dc2").unwrap());
    let said = answers(&mut client, &["NEWGAME a b", "GAMEINFO 0 0", "SETORDER"]);
    assert_eq!(said, ["SETORDER 0 1 2 3"]);
    assert_eq!(answers(&mut client, &["PUTSTONE"]), [""; 0]);
}

#[test]
fn a_player_that_cannot_go_on_concedes() {
    struct Panics;
    impl Player<Curling> for Panics {
        fn choose(&mut self, _: &Curling, _: &Game, _: &Thinking) -> Result<Choice<Action>, Fault> {
            panic!("cannot go on")
        }
    }
    let builder = |_: &Curling| Ok(Box::new(Panics) as Box<dyn Player<Curling>>);
    let mut client = Client::new(Conditions::legacy(), Box::new(builder), Seed(1)).unwrap();
    assert_eq!(
        answers(&mut client, &["NEWGAME a b", "GO 0 0", "GAMEOVER LOSE"]),
        ["CONCEDE"]
    );
    let why = "panicked: cannot go on".to_owned();
    assert_eq!(client.reports()[0].fault, Some(Fault::Crashed { why }));
}

#[test]
fn a_player_that_resigns_concedes_without_a_fault() {
    struct Tired;
    impl Player<Curling> for Tired {
        fn choose(&mut self, _: &Curling, _: &Game, _: &Thinking) -> Result<Choice<Action>, Fault> {
            Err(Fault::Resigned)
        }
    }
    let builder = |_: &Curling| Ok(Box::new(Tired) as Box<dyn Player<Curling>>);
    let mut client = Client::new(Conditions::legacy(), Box::new(builder), Seed(1)).unwrap();
    let said = ["NEWGAME a b", "GO 0 0", "NEWGAME a b"];
    assert_eq!(answers(&mut client, &said), ["CONCEDE"]);
    let [report] = client.reports() else {
        panic!("one match is over");
    };
    assert_eq!((&report.fault, report.verdict), (&None, None));
}

#[test]
fn every_placement_has_a_number() {
    for wish in Placement::FOUR {
        let placement = Placement::put_stone(number(wish));
        assert_eq!(placement.is_power_play(), wish.is_power_play());
        assert_eq!(placement.chooser_leads, wish.chooser_leads);
    }
}

/// A server that has sent everything already, the replies it gets, and the ends that were seen.
fn served(said: &'static [u8], client: &mut Client) -> (Result<(), ServeError>, String, Vec<u8>) {
    let heard = Heard::default();
    let limits = process::Limits::default();
    let ends = process::LineEnd::NulAny;
    let connection = process::Connection::over(said, heard.clone(), ends, limits);
    let mut transport: Box<dyn Transport> = Box::new(connection.unwrap());
    let mut ends = Vec::new();
    let mut watch = |tracker: &MatchTracker| ends.push(tracker.scored());
    let served = serve_with(client, transport.as_mut(), &Cancel::new(), &mut watch);
    transport.finish(Duration::from_secs(5));
    let heard = heard.0.lock().unwrap();
    (served, String::from_utf8_lossy(&heard).into_owned(), ends)
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_loop_takes_any_ends_of_messages_and_passes_over_what_it_does_not_know() {
    let (mut client, _) = spy(Conditions::legacy());
    let said = b"ISREADY\0NEWGAME a b\0\0WEATHER fine\r\nPOSITION 1 2\n\xff\xfe\0SETSTATE 0 0 8 0\0GO 0 0\0SCORE 1\0GAMEOVER DRAW\0DISCONNECT\0GO 0 0\0";
    let (served, heard, ends) = served(said, &mut client);
    served.unwrap();
    assert_eq!(ends, [1]);
    assert_eq!(heard, "READYOK\0BESTSHOT 0.500000 -30.000000 1\0");
}

#[test]
fn a_server_may_leave_between_matches_but_not_during_one() {
    let (mut client, _) = spy(Conditions::legacy());
    assert!(served(b"ISREADY\0", &mut client).0.is_ok());
    let (served, ..) = served(b"NEWGAME a b\0", &mut client);
    let error = served.unwrap_err().to_string();
    assert_eq!(error, "the server closed the connection");
}

/// Commands that a server might say, in any order and with numbers that need not fit.
fn commands() -> impl Strategy<Value = Vec<String>> {
    let stone = (0_usize..16, 0.0_f32..5.0, 0.0_f32..50.0);
    let command = prop_oneof![
        4 => (0..=16, 0..12, 0..12, 0..2)
            .prop_map(|(shot, end, ends, mover)| format!("SETSTATE {shot} {end} {ends} {mover}")),
        3 => prop::collection::vec(stone, 0..6).prop_map(|stones| position(&stones)),
        2 => (-8..=8).prop_map(|points| format!("SCORE {points}")),
        4 => Just("GO 1000 0".to_owned()),
        1 => prop::sample::select(vec!["PUTSTONE", "SETORDER", "ISREADY", "GAMEOVER WIN"])
            .prop_map(str::to_owned),
        1 => (0..2, 0..2, 1..=4).prop_map(|(rule, random, players)| format!("GAMEINFO {rule} {random} {players}")),
    ];
    prop::collection::vec(command, 1..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_a_server_says_the_player_sees_a_match_that_can_be(commands in commands()) {
        let (mut client, _) = spy(Conditions::legacy());
        client.handle(&ServerCommand::read("NEWGAME a b").unwrap());
        for command in commands {
            let reply = client.handle(&ServerCommand::read(&command).unwrap());
            // The spy panics at what cannot be, and then the client gives up.
            prop_assert_ne!(reply, Some(Reply::Concede), "{}", command);
        }
    }
}
