//! Tests of the commands of the text protocols, read and written.

use super::*;
use proptest::prelude::*;

fn reply(line: &str) -> Reply {
    Reply::read(line).unwrap()
}

fn kind(line: &str) -> ParseErrorKind {
    Reply::read(line).unwrap_err().kind
}

#[test]
fn a_command_may_be_written_carelessly() {
    let velocity = Velocity {
        x: -0.99,
        y: -29.5,
        angle: 1,
    };
    let sweep = None;
    let shot = Reply::BestShot(BestShot { velocity, sweep });
    for line in [
        "BESTSHOT -0.99 -29.5 1",
        "BESTSHOT-0.99 -29.5 1",
        "  bestshot\t-.99   -2.95e1 1.0 \r\n",
        "BestShot -0.990000 -29.500000 1\0",
    ] {
        assert_eq!(reply(line), shot, "{line:?}");
    }
    assert_eq!(reply("CONCEED"), Reply::Concede);
    assert_eq!(reply("SETORDER 3 2 1 0"), Reply::SetOrder(vec![3, 2, 1, 0]));
    assert_eq!(reply("putstone2"), Reply::PutStone(2));
    let over = ServerCommand::read("gameover lose").unwrap();
    assert_eq!(over, ServerCommand::GameOver(Verdict::Lose));
}

#[test]
fn a_shot_may_be_followed_by_its_sweeping() {
    let swept = |line: &str| match reply(line) {
        Reply::BestShot(shot) => Shot::from(shot).sweep,
        other => panic!("{other:?}"),
    };
    let full = Some(Sweep::full(-10.5, 0.0));
    for line in [
        "BESTSHOT -0.99 -29.5 1 SWEEP -10.5 0 1",
        "bestshot-0.99 -29.5 1 sweep -10.5 0\r\n",
    ] {
        assert_eq!(swept(line), full, "{line:?}");
    }
    assert_eq!(swept("BESTSHOT -0.99 -29.5 1"), None);
    let line = "BESTSHOT -0.99 -29.5 1 SWEEP -10.5 0 0.25";
    assert_eq!(reply(line).write(Dialect::Dcp), line);
    for (line, kind_of_it) in [
        ("BESTSHOT 1 -30 0 SWEEP -10", ParseErrorKind::TooFew),
        ("BESTSHOT 1 -30 0 SWE", ParseErrorKind::TooFew),
        ("BESTSHOT 1 -30 0 BRUSH -10 0", ParseErrorKind::TooMany),
        ("BESTSHOT 1 -30 0 SWEEP -10 0 1 1", ParseErrorKind::TooMany),
        ("BESTSHOT 1 -30 0 SWEEP -10 nan", ParseErrorKind::NotFinite),
    ] {
        assert_eq!(kind(line), kind_of_it, "{line}");
    }
    // Without a terminator, what has begun may go on.
    assert!(!Reply::is_whole("BESTSHOT 1 -30 0 SWE"));
    assert!(!Reply::is_whole("BESTSHOT 1 -30 0 SWEEP -10"));
    assert!(Reply::is_whole("BESTSHOT 1 -30 0 SWEEP -10 0"));
}

#[test]
fn what_means_nothing_is_refused_by_its_kind() {
    assert_eq!(kind(""), ParseErrorKind::UnknownWord);
    assert_eq!(kind("READYOKBESTSHOT 1 2 0"), ParseErrorKind::UnknownWord);
    assert_eq!(kind("BESTSHOT 1 -30"), ParseErrorKind::TooFew);
    assert_eq!(kind("BESTSHOT 1 -30 0 0"), ParseErrorKind::TooMany);
    assert_eq!(kind("READYOK now"), ParseErrorKind::TooMany);
    for number in ["nan", "-inf", "infinity", "1e39"] {
        let line = format!("BESTSHOT 0 {number} 1");
        assert_eq!(kind(&line), ParseErrorKind::NotFinite);
    }
    let no_number = ParseErrorKind::NoNumber("fast".to_owned());
    assert_eq!(kind("BESTSHOT 0 fast 1"), no_number);
    let meaningless = |what: &str| ParseErrorKind::Meaningless(what.to_owned());
    assert_eq!(kind("BESTSHOT 0 -30 2"), meaningless("2"));
    assert_eq!(kind("PUTSTONE -1"), meaningless("-1"));
    assert_eq!(kind("SETORDER 0.5"), meaningless("0.5"));
    assert!(ServerCommand::read("POSITION 1 2 3").is_err());
    assert!(ServerCommand::read("SETSTATE 17 0 8 0").is_err());
    assert!(ServerCommand::read("SETSTATE 0 0 8 2").is_err());
    assert!(ServerCommand::read("SCORE 9").is_err());
}

#[test]
fn an_error_quotes_a_long_line_shortened_and_a_password_never() {
    let long = format!("BESTSHOT {}", "9".repeat(100_000));
    let said = Reply::read(&long).unwrap_err().to_string();
    assert!(said.len() < 500 && said.contains("expected `BESTSHOT vx vy angle`"));
    let said = Reply::read("LOGIN secret").unwrap_err().to_string();
    assert!(!said.contains("secret"));
    let login = format!("{:?}", reply("LOGIN me secret"));
    assert!(login.contains("me") && !login.contains("secret"));
}

#[test]
fn what_could_still_go_on_is_not_whole() {
    for whole in [
        "READYOK",
        "BESTSHOT 1 -30 0",
        "CONCEDE",
        "BESTSHOT nan nan 0",
    ] {
        assert!(Reply::is_whole(whole), "{whole}");
    }
    for part in [
        "",
        "READY",
        "BESTSHOT 1 -30",
        "BESTSHOT 1 -",
        "PUTSTONE",
        "SETORDER",
    ] {
        assert!(!Reply::is_whole(part), "{part}");
    }
}

#[test]
fn what_servers_of_the_field_say_is_understood() {
    let stones = ["0.000000"; 32].join(" ");
    let position = ServerCommand::read(&format!("POSITION {stones} ")).unwrap();
    let ServerCommand::Position(points) = position else {
        panic!("{position:?}");
    };
    assert_eq!(points.stones(), Stones::none());
    assert_eq!(
        ServerCommand::read("SETSTATE 1 0 8 1")
            .unwrap()
            .write(Dialect::Legacy),
        "SETSTATE 1 0 8 1"
    );
    let info = GameInfo {
        doubles: false,
        polar: true,
        players: None,
    };
    assert_eq!(
        ServerCommand::read("GAMEINFO 0 1").unwrap(),
        ServerCommand::GameInfo(info)
    );
    assert_eq!(
        ServerCommand::read("PLAYERINFO").unwrap(),
        ServerCommand::PlayerInfo(Vec::new())
    );
    assert_eq!(
        ServerCommand::read("RANDOMSIZE 0.1 0.2").unwrap(),
        ServerCommand::RandomSize([0.1, 0.2])
    );
    assert_eq!(
        ServerCommand::read("GO 438000 0").unwrap(),
        ServerCommand::Go([438_000, 0])
    );
    assert_eq!(
        ServerCommand::read("LOGIN ok").unwrap(),
        ServerCommand::Login { accepted: true }
    );
}

#[test]
fn names_are_written_as_one_word() {
    let command = ServerCommand::NewGame {
        first: "Deep Thought".to_owned(),
        second: " ".to_owned(),
    };
    assert_eq!(
        command.write(Dialect::Legacy),
        "NEWGAME Deep_Thought nameless"
    );
}

#[test]
fn stones_come_back_from_their_coordinates() {
    let mut stones = Stones::none();
    stones.place(3, Vector::from(LegacyPoint::new(2.25, 5.5)));
    stones.place(15, Vector::from(LegacyPoint::new(1.0, 8.75)));
    for dialect in [Dialect::Legacy, Dialect::Dcp] {
        let line = ServerCommand::Position(Points::from(&stones)).write(dialect);
        let Ok(ServerCommand::Position(points)) = ServerCommand::read(&line) else {
            panic!("{line}");
        };
        assert_eq!(points.stones(), stones);
    }
}

fn number() -> impl Strategy<Value = f32> {
    (-50.0_f32..50.0).prop_map(|number| (number * 100.0).round() / 100.0)
}

fn velocity() -> impl Strategy<Value = Velocity> {
    (number(), number(), 0_u8..2).prop_map(|(x, y, angle)| Velocity { x, y, angle })
}

fn sweep() -> impl Strategy<Value = Sweep> {
    // Numbers that single precision has exactly.
    let quarter = || (-120_i8..40).prop_map(|number| f64::from(number) / 4.0);
    (quarter(), quarter(), 0_u8..5).prop_map(|(from, to, effort)| Sweep {
        from,
        to,
        effort: f64::from(effort) / 4.0,
    })
}

fn a_word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9_.-]{1,12}"
}

fn commands() -> impl Strategy<Value = ServerCommand> {
    let team = prop::sample::select(Team::BOTH.to_vec());
    prop_oneof![
        prop::sample::select(vec![
            ServerCommand::Connected,
            ServerCommand::IsReady,
            ServerCommand::Disconnect,
            ServerCommand::SetOrder,
            ServerCommand::PutStone,
            ServerCommand::GameOver(Verdict::Win),
            ServerCommand::GameOver(Verdict::Draw),
            ServerCommand::Login { accepted: false },
        ]),
        (a_word(), a_word()).prop_map(|(first, second)| ServerCommand::NewGame { first, second }),
        prop::array::uniform32(number()).prop_map(|numbers| ServerCommand::Position(Points(
            std::array::from_fn(|i| LegacyPoint::new(numbers[2 * i], numbers[2 * i + 1]))
        ))),
        (0_u8..=16, any::<u8>(), any::<u8>(), team).prop_map(|(shot, end, ends, mover)| {
            ServerCommand::SetState(State {
                shot,
                end,
                ends,
                mover,
            })
        }),
        prop::array::uniform2(0_u64..1 << 50).prop_map(ServerCommand::Go),
        velocity().prop_map(ServerCommand::RunShot),
        (-8_i8..=8).prop_map(ServerCommand::Score),
        any::<[u16; 2]>().prop_map(ServerCommand::TotalScore),
        a_word().prop_map(ServerCommand::TimeOut),
        a_word().prop_map(ServerCommand::Concede),
        (any::<bool>(), any::<bool>(), prop::option::of(1_u8..=4)).prop_map(
            |(doubles, polar, players)| ServerCommand::GameInfo(GameInfo {
                doubles,
                polar,
                players
            })
        ),
        prop::collection::vec(prop::array::uniform3(number()), 0..=4)
            .prop_map(ServerCommand::PlayerInfo),
        prop::array::uniform2(number()).prop_map(ServerCommand::RandomSize),
    ]
}

fn replies() -> impl Strategy<Value = Reply> {
    prop_oneof![
        prop::sample::select(vec![Reply::ReadyOk, Reply::Concede, Reply::LogOut]),
        (velocity(), proptest::option::of(sweep()))
            .prop_map(|(velocity, sweep)| Reply::BestShot(BestShot { velocity, sweep })),
        prop::collection::vec(any::<u8>(), 1..=4).prop_map(Reply::SetOrder),
        any::<u8>().prop_map(Reply::PutStone),
        (a_word(), a_word(), prop::option::of(a_word()))
            .prop_map(|(id, password, name)| { Reply::Login(Login { id, password, name }) }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(command in commands(), reply in replies()) {
        for dialect in [Dialect::Legacy, Dialect::Dcp] {
            prop_assert_eq!(ServerCommand::read(&command.write(dialect)).unwrap(), command.clone());
            prop_assert_eq!(Reply::read(&reply.write(dialect)).unwrap(), reply.clone());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "((?i:BESTSHOT|POSITION|SETSTATE|GO|SETORDER|PLAYERINFO|GAMEINFO|LOGIN|SCORE|NEWGAME) ?)?[-0-9eE+. naif\\PC]{0,60}"
    ) {
        let _ = (ServerCommand::read(&text), Reply::read(&text), Reply::is_whole(&text));
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (ServerCommand::read(&text), Reply::read(&text));
    }
}

#[test]
fn an_answer_is_found_behind_what_was_said_before_it() {
    let shot = Reply::read("BESTSHOT -0.5 -30 1").unwrap();
    for line in [
        "BESTSHOT -0.5 -30 1",
        "角度は74度 bestshot -0.5 -30 1",
        "BESTSHOT 1 -20 0BESTSHOT -0.5 -30 1",
    ] {
        assert_eq!(Reply::find(line), Ok(shot.clone()), "{line}");
        assert!(Reply::is_whole(line), "{line}");
    }
    for line in [
        "I shall not CONCEDE",
        "thinking of BESTSHOT",
        "BESTSHOT 1 2",
    ] {
        assert!(Reply::find(line).is_err(), "{line}");
        assert!(!Reply::is_whole(line), "{line}");
    }
}
