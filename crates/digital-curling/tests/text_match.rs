//! Whole matches over the text protocols: our server against our client, against small programs,
//! and against programs that misbehave.

use arena::clock::Span;
use arena::player::{Fault, Thinking};
use arena::process::{Connection, Launch, Limits};
use curling::conditions::Conditions;
use curling::rules::{Outcome, Reason, Team};
use digital_curling::local_player::LocalPlayer;
use digital_curling::record::Record;
use digital_curling::runner::{self, Timeouts};
use digital_curling::setup::ThinkingTime;
use digital_curling::text::commands::Login;
use digital_curling::text::network::{LoginPolicy, NetworkServer};
use digital_curling::text::{
    Client, Dialect, FirstCommand, Program, ProtocolOptions, Terminator, client,
};
use digital_curling::{Command, Contestant, Entry, Event, Match, Setup};
use lookahead::{Cancel, Seed};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

fn curling_match(text: &str) -> Match {
    let text = format!("referee = 'fast'\n{text}");
    let conditions = Conditions::legacy().changed(&text.parse().unwrap());
    Match::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
}

/// A match with this time for each team, in milliseconds.
fn timed(text: &str, milliseconds: u64) -> Match {
    let mut setup = curling_match(text).setup().clone();
    setup.time = [ThinkingTime {
        game: Some(Span(Duration::from_millis(milliseconds))),
        ..ThinkingTime::default()
    }; 2];
    Match::new(setup).unwrap()
}

/// Time enough on the slowest machine.
const AMPLE: u64 = 60_000;
/// Time that is waited for in vain.
const SHORT: u64 = 300;

fn timeouts(milliseconds: u64) -> Timeouts {
    let span = Span(Duration::from_millis(milliseconds));
    Timeouts {
        ready: span,
        placing: span,
    }
}

fn play(curling_match: &mut Match, contestants: [Box<dyn Contestant>; 2]) -> (Outcome, Vec<Entry>) {
    play_with(curling_match, contestants, timeouts(AMPLE))
}

fn play_with(
    curling_match: &mut Match,
    contestants: [Box<dyn Contestant>; 2],
    timeouts: Timeouts,
) -> (Outcome, Vec<Entry>) {
    let mut contestants = contestants;
    let mut entries = Vec::new();
    let watch = &mut |_: &Match, event: Option<&Event>| {
        entries.extend(event.map(|event| event.entry.clone()));
    };
    runner::play(
        curling_match,
        &mut contestants,
        &timeouts,
        &Cancel::new(),
        watch,
    )
    .unwrap();
    (curling_match.game().outcome().unwrap(), entries)
}

fn local(curling_match: &Match, spec: &str) -> Box<dyn Contestant> {
    Box::new(LocalPlayer::of(curling_match.curling(), &spec.parse().unwrap()).unwrap())
}

fn lines_to(dialect: Dialect) -> ProtocolOptions {
    ProtocolOptions {
        terminator: Terminator::Lf,
        ..ProtocolOptions::of(dialect)
    }
}

/// A program that is a script for `sh`.
fn script(text: &str, protocol: ProtocolOptions) -> Box<dyn Contestant> {
    let launch = Launch::new("sh").arg("-c").arg(text);
    Box::new(Program::new(launch, protocol).called("script"))
}

/// A script that gives these answers when it is asked, and ends with its match.
fn answering(ready: &str, go: &str) -> String {
    format!(
        "while read -r word rest; do case $word in \
         ISREADY) {ready};; GO) {go};; \
         SETORDER) echo SETORDER 3 2 1 0;; PUTSTONE) echo PUTSTONE 1;; \
         GAMEOVER) exit;; esac; done"
    )
}

const READY: &str = "echo READYOK";
const DRAW: &str = "echo BESTSHOT -0.99074 -29.5598 0";

/// Plays a script as team 0 against a player that draws, by the legacy rules.
fn against_a_draw(text: &str, timeouts: Timeouts, clock: u64) -> (Outcome, Vec<Entry>) {
    let mut curling_match = timed("ends = 1", clock);
    let program = script(text, lines_to(Dialect::Legacy));
    let contestants = [program, local(&curling_match, "draw")];
    play_with(&mut curling_match, contestants, timeouts)
}

fn last_fault(entries: &[Entry]) -> &Fault {
    match &entries.last().unwrap().command {
        Command::Fault(fault) => fault,
        other => panic!("no fault but {other:?}"),
    }
}

/// One of our players connects, logs in and plays until it is disconnected.
fn play_as_client(address: SocketAddr, id: &str, platform: &str, spec: &str) -> Client {
    let stream = TcpStream::connect(address).unwrap();
    let line_end = Terminator::Nul.line_end();
    let mut connection = Connection::tcp(stream, line_end, Limits::default()).unwrap();
    let cancel = Cancel::new();
    let login = Login {
        id: id.to_owned(),
        password: "secret".to_owned(),
        name: Some(format!("{id} of the house")),
    };
    client::log_in(&mut connection, &login, Duration::from_secs(5), &cancel).unwrap();
    let conditions = Conditions::named(platform).unwrap();
    let mut client = Client::of(conditions, &spec.parse().unwrap(), Seed(1)).unwrap();
    client::serve(&mut client, &mut connection, &cancel).unwrap();
    client
}

/// A match of two clients over a network, and their state at its end.
fn over_a_network(
    curling_match: &mut Match,
    protocol: ProtocolOptions,
    platform: &str,
) -> (Vec<Entry>, [Client; 2]) {
    let server = NetworkServer::bind("127.0.0.1:0", LoginPolicy::default()).unwrap();
    let address = server.address().unwrap();
    thread::scope(|scope| {
        let first = scope.spawn(move || play_as_client(address, "a", platform, "sample"));
        let second = scope.spawn(move || play_as_client(address, "b", platform, "draw"));
        let programs = server.accept(&protocol, &Cancel::new()).unwrap();
        let programs = programs.map(|program| Box::new(program) as Box<dyn Contestant>);
        let (_, entries) = play(curling_match, programs);
        (
            entries,
            [first, second].map(|play_as_client| play_as_client.join().unwrap()),
        )
    })
}

#[test]
fn two_clients_play_over_a_network_and_know_the_score() {
    for (text, protocol, shots) in [
        ("ends = 2", ProtocolOptions::default(), 32),
        (
            "ends = 2",
            ProtocolOptions {
                first: FirstCommand::State,
                clears_the_house: false,
                ..ProtocolOptions::default()
            },
            32,
        ),
        (
            "platform = 'dc2'\nends = 1",
            ProtocolOptions::of(Dialect::Dcp),
            18,
        ),
        // Ten throws, a placement and two orders an end.
        (
            "platform = 'dc2-mixed-doubles'\nends = 2",
            ProtocolOptions::of(Dialect::Dcp),
            26,
        ),
    ] {
        let mut curling_match = curling_match(text);
        let (entries, clients) = over_a_network(&mut curling_match, protocol, "legacy");
        assert_eq!(entries.len(), shots, "{text}");
        let outcome = curling_match.game().outcome().unwrap();
        assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
        assert!(curling_match.name(Team::Zero).ends_with("_of_the_house"));
        for client in clients {
            assert_eq!(
                client.tracker().scores(),
                &curling_match.game().scores,
                "{text}"
            );
            assert_eq!(
                client.tracker().rules().ends,
                curling_match.curling().rules().ends
            );
        }
    }
}

#[test]
fn a_program_over_pipes_plays_every_kind_of_match() {
    for (text, dialect, entries) in [
        ("ends = 2", Dialect::Legacy, 32),
        ("platform = 'dc2'\nends = 1", Dialect::Dcp, 17),
        ("platform = 'dc2'\nends = 1", Dialect::Legacy, 16),
        (
            "platform = 'dc2-mixed-doubles'\nends = 1",
            Dialect::Legacy,
            11,
        ),
        // It names four players where there are two: the order is ignored.
        ("platform = 'dc2-mixed-doubles'\nends = 1", Dialect::Dcp, 11),
        (
            "platform = 'dc2-mixed-doubles'\nrules = 'dc4-mixed-doubles'\nends = 1\nextra_ends = false",
            Dialect::Dcp,
            11,
        ),
    ] {
        let mut curling_match = curling_match(text);
        let program = script(&answering(READY, DRAW), lines_to(dialect));
        let contestants = [local(&curling_match, "draw"), program];
        let (outcome, seen) = play(&mut curling_match, contestants);
        assert!(
            matches!(outcome.reason, Reason::Score | Reason::Draw),
            "{text}: {:?}",
            seen.last()
        );
        assert_eq!(seen.len(), entries, "{text}");
    }
}

#[test]
fn what_a_program_is_told_is_in_the_order_of_the_protocol() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("told");
    let text = format!(
        "while read -r word rest; do echo $word >> {}; case $word in ISREADY) {READY};; GO) {DRAW};; \
         SETORDER) echo SETORDER 1 0;; PUTSTONE) echo PUTSTONE 0;; GAMEOVER) exit;; esac; done",
        path.display()
    );
    let told = |text_of_bout: &str, protocol: ProtocolOptions| {
        let mut curling_match = curling_match(text_of_bout);
        let contestants = [local(&curling_match, "draw"), script(&text, protocol)];
        play(&mut curling_match, contestants);
        let told = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let shot = "RUNSHOT POSITION SETSTATE ";
    let pair = format!("{shot}GO {shot}");
    let end = pair.repeat(8);
    let begin = "ISREADY NEWGAME POSITION SETSTATE ";
    let next = "SCORE POSITION SETSTATE ";
    let legacy = told("ends = 2\nnoise = 0", lines_to(Dialect::Legacy));
    // The team that scores throws first: the same draws give the same ends, and the hammer stays
    // with one of the two.
    let gos = format!("GO {shot}{shot}").repeat(8);
    let second = [&end, &gos].map(|second| format!("{begin}{end}{next}{second}SCORE GAMEOVER"));
    assert!(second.contains(&legacy), "{legacy}");

    let dcp = told(
        "platform = 'dc2-mixed-doubles'\nends = 1",
        lines_to(Dialect::Dcp),
    );
    // The score comes before the next end.
    let five = pair.repeat(5);
    let five = five.trim_end_matches("SETSTATE ");
    let expected = format!(
        "ISREADY NEWGAME GAMEINFO PLAYERINFO PUTSTONE SETORDER POSITION SETSTATE {five}SCORE GAMEOVER"
    );
    assert_eq!(dcp, expected);

    let by_the_thesis = ProtocolOptions {
        first: FirstCommand::State,
        ..lines_to(Dialect::Dcp)
    };
    let dcp = told("platform = 'dc2'\nends = 1", by_the_thesis);
    let begin = "ISREADY NEWGAME GAMEINFO PLAYERINFO SETORDER SETSTATE POSITION RUNSHOT SETSTATE POSITION GO ";
    assert!(dcp.starts_with(begin), "{dcp}");
}

#[test]
fn careless_programs_are_understood() {
    for (what, ready, go) in [
        (
            "no ends",
            "printf READYOK",
            "printf 'BESTSHOT -0.99 -29.5 0'",
        ),
        (
            "returns",
            "printf 'READYOK\\r\\n'",
            "printf 'BESTSHOT -0.99 -29.5 0\\r\\n'",
        ),
        (
            "NUL",
            "printf 'READYOK\\0'",
            "printf 'BESTSHOT -0.99 -29.5 0\\0'",
        ),
        ("no blank", READY, "echo BESTSHOT-0.99 -29.5 0"),
        (
            "talks",
            "echo loading; echo READYOK",
            "echo; echo thinking; echo bestshot -0.99 -29.5 0",
        ),
        (
            "in advance",
            "printf 'READYOK\\nBESTSHOT 0 -30 1\\nBESTSHOT 0 -29 1\\n'",
            DRAW,
        ),
    ] {
        let text = answering(ready, go);
        let (outcome, entries) = against_a_draw(&text, timeouts(AMPLE), AMPLE);
        let last = entries.last();
        assert!(
            matches!(outcome.reason, Reason::Score | Reason::Draw),
            "{what}: {last:?}"
        );
        assert_eq!(entries.len(), 16, "{what}");
    }
}

#[test]
fn rogues_lose_their_match_and_the_log_says_why() {
    for (ready, go, why) in [
        ("exit 0", DRAW, "exited with code 0"),
        ("echo BESTSHOT 1 -30 0", DRAW, "expected `READYOK`"),
        (READY, "echo out of ideas >&2; exit 3", ": out of ideas"),
        (READY, "kill -9 $$", "signal 9"),
        // Whether a flood is stopped for its size or for what it says is a matter of how fast it
        // runs.
        (READY, "yes", ""),
        (READY, "yes READYOK", ""),
        (READY, "echo BESTSHOT nan -30 0", "not finite"),
        (READY, "printf 'BESTSHOT 0 -inf 0'", "not finite"),
        (READY, "echo BESTSHOT 0 1e300 0", "not finite"),
        (READY, "echo BESTSHOT 0 -30", "too few arguments"),
        (READY, "echo LOGIN me secret", "`LOGIN ...`"),
        (READY, "echo BESTSHOT 0 -3000 0", "above the limit"),
        (
            READY,
            "echo PUTSTONE 0",
            "expected `BESTSHOT vx vy angle` or `CONCEDE`",
        ),
        (READY, "printf '%010000000d' 1", "line of more than"),
        (
            READY,
            "exec <&-; exec >&-; sleep 100",
            "closed its standard",
        ),
    ] {
        let began = Instant::now();
        let text = answering(ready, go);
        let (outcome, entries) = against_a_draw(&text, timeouts(AMPLE), AMPLE);
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Team::One), Reason::Fault),
            "{go}: {:?}",
            entries.last()
        );
        let said = last_fault(&entries).to_string();
        assert!(said.contains(why), "{go}: {said}");
        assert!(began.elapsed() < Duration::from_millis(AMPLE / 2), "{go}");
    }
}

#[test]
fn whoever_says_nothing_runs_out_of_time_and_whoever_gives_up_has_conceded() {
    for (ready, go, patience, clock, reason) in [
        (READY, "sleep 100", AMPLE, SHORT, Reason::Time),
        (READY, "printf 'BESTSHOT 1 -'", AMPLE, SHORT, Reason::Time),
        (
            READY,
            "printf '\\377\\376\\200\\n'",
            AMPLE,
            SHORT,
            Reason::Time,
        ),
        (READY, "echo CONCEDE", AMPLE, AMPLE, Reason::Concession),
        (READY, "printf conceed", AMPLE, AMPLE, Reason::Concession),
    ] {
        let text = answering(ready, go);
        let (outcome, entries) = against_a_draw(&text, timeouts(patience), clock);
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Team::One), reason),
            "{go}: {entries:?}"
        );
    }
}

#[test]
fn a_program_that_is_never_ready_loses_and_isready_is_named_as_the_cause() {
    let text = answering("sleep 100", DRAW);
    let (outcome, entries) = against_a_draw(&text, timeouts(SHORT), AMPLE);
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::One), Reason::Fault)
    );
    let said = last_fault(&entries).to_string();
    let cause = "out of time: ISREADY was not answered with READYOK: ";
    assert!(said.starts_with(cause), "{said}");
    assert!(!said.contains("once more"), "{said}");
}

#[test]
fn a_program_that_reads_lines_is_started_once_more_with_lines() {
    // It never sees the end of a command that ends with NUL.
    let text = format!("{} # reads lines", answering(READY, DRAW));
    let begun = |patience: u64| {
        let mut curling_match = timed("ends = 1", AMPLE);
        let program = script(&text, ProtocolOptions::default());
        let contestants = [program, local(&curling_match, "draw")];
        let (outcome, entries) = play_with(&mut curling_match, contestants, timeouts(patience));
        assert!(
            matches!(outcome.reason, Reason::Score | Reason::Draw),
            "{:?}",
            entries.last()
        );
        curling_match.notes().to_vec()
    };
    let [note] = &begun(2_000)[..] else {
        panic!("one note");
    };
    let expected = "script did not answer ISREADY ended by NUL: started once more with commands as lines (`legacy-lines:` does so at once)";
    assert_eq!(note, expected);
    // The next match begins with lines, and has nothing to wait for.
    assert_eq!(begun(AMPLE), Vec::<String>::new());
}

#[test]
fn a_program_that_is_silent_with_lines_too_loses_with_both_reasons() {
    let mut curling_match = timed("ends = 1", AMPLE);
    let program = script("sleep 100 # silent", ProtocolOptions::default());
    let contestants = [program, local(&curling_match, "draw")];
    let (outcome, entries) = play_with(&mut curling_match, contestants, timeouts(SHORT));
    assert_eq!(outcome.reason, Reason::Fault);
    let said = last_fault(&entries).to_string();
    assert!(
        said.contains("ISREADY was not answered") && said.contains("started once more"),
        "{said}"
    );
}

#[test]
fn an_order_that_names_a_player_twice_is_refused() {
    let text = answering(READY, DRAW).replace("SETORDER 3 2 1 0", "SETORDER 0 1 1 2");
    let mut curling_match = curling_match("platform = 'dc2'\nends = 1");
    let program = script(&text, lines_to(Dialect::Dcp));
    let contestants = [program, local(&curling_match, "draw")];
    let (outcome, entries) = play(&mut curling_match, contestants);
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Team::One), Reason::Fault)
    );
    let said = last_fault(&entries).to_string();
    let expected = "illegal action `SETORDER 0 1 1 2`: player 1 is named twice: name each once";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn another_power_play_counts_as_the_first_placement() {
    let text = answering(READY, DRAW)
        .replace("PUTSTONE 1", "PUTSTONE 2")
        .replace("SETORDER 3 2 1 0", "SETORDER 1 0");
    for (platform, again) in [("dc2-mixed-doubles", 0), ("dc2-mixed-doubles-unlimited", 2)] {
        let mut curling_match = curling_match(&format!("platform = '{platform}'\nends = 3"));
        let both = [0, 1].map(|_| script(&text, lines_to(Dialect::Dcp)));
        let (_, entries) = play(&mut curling_match, both);
        let mut placed = [None; 2];
        for entry in &entries {
            let Command::Place(placement) = entry.command else {
                continue;
            };
            let before = placed[entry.team.index()].replace(placement);
            let number = if before.is_some() { again } else { 2 };
            let expected = curling::rules::Placement::put_stone(number);
            assert_eq!(placement, expected, "{platform}");
        }
        assert!(placed.iter().any(Option::is_some));
    }
}

#[test]
fn messages_to_a_program_end_with_nul_unless_it_reads_lines() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("told");
    // As the platforms' samples do: one read is one message, and an answer has no end.
    let text = format!(
        "while :; do said=$(dd bs=4096 count=1 2>/dev/null | tee -a {} | tr '\\000' ' '); case $said in \
         'ISREADY '*) printf READYOK;; 'GO '*) printf 'BESTSHOT 0 -30 1';; ''|'GAMEOVER '*) exit;; esac; done",
        path.display()
    );
    let mut curling_match = timed("ends = 1", AMPLE);
    let contestants = [
        script(&text, ProtocolOptions::default()),
        local(&curling_match, "draw"),
    ];
    let (outcome, _) = play(&mut curling_match, contestants);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    let told = std::fs::read_to_string(&path).unwrap();
    assert!(told.starts_with("ISREADY\0NEWGAME script draw\0POSITION 0.000000 "));
    assert!(told.contains("\0SETSTATE 0 0 1 0\0GO 60000 60000\0RUNSHOT "));
    assert!(!told.contains('\n') && told.contains("\0GAMEOVER "));
}

#[test]
fn a_placement_that_is_unreadable_or_never_comes_is_the_first() {
    let text = |place: &str| {
        format!(
            "while read -r word rest; do case $word in ISREADY) {READY};; GO) {DRAW};; \
             SETORDER) echo SETORDER x y;; PUTSTONE) {place};; GAMEOVER) exit;; esac; done"
        )
    };
    let mut curling_match = curling_match("platform = 'dc2-mixed-doubles'\nends = 1");
    let protocol = lines_to(Dialect::Dcp);
    let contestants = [
        local(&curling_match, "draw"),
        script(&text("echo PUTSTONE anywhere"), protocol),
    ];
    let (outcome, entries) = play(&mut curling_match, contestants);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    let first = curling::rules::Placement::put_stone(0);
    assert_eq!(entries[0].command, Command::Place(first));

    let mut curling_match = self::curling_match("platform = 'dc2-mixed-doubles'\nends = 1");
    let contestants = [local(&curling_match, "draw"), script(&text(":"), protocol)];
    let hasty = Timeouts {
        placing: timeouts(SHORT).placing,
        ..timeouts(AMPLE)
    };
    let (outcome, entries) = play_with(&mut curling_match, contestants, hasty);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    assert_eq!(entries[0].command, Command::Place(first));
}

/// A slow contestant: in the pause the other can send another line.
struct Slow(Box<dyn Contestant>);

impl Contestant for Slow {
    fn name(&self) -> String {
        self.0.name()
    }

    fn prepare(
        &mut self,
        curling_match: &Match,
        team: Team,
        thinking: &Thinking,
    ) -> Result<(), Fault> {
        self.0.prepare(curling_match, team, thinking)
    }

    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault> {
        thread::sleep(Duration::from_millis(50));
        self.0.choose(curling_match, thinking)
    }
}

#[test]
fn what_was_said_before_a_question_does_not_answer_it() {
    let text = "while read -r word rest; do case $word in ISREADY) echo READYOK; echo thinking of BESTSHOT;; \
                GO) printf 'talk BESTSHOT -0.990740 -29.559775 0\n'; echo BESTSHOT 0 -20 1;; GAMEOVER) exit;; esac; done";
    let mut curling_match = curling_match("ends = 1");
    let contestants = [
        script(text, lines_to(Dialect::Legacy)),
        Box::new(Slow(local(&curling_match, "draw"))),
    ];
    let (outcome, entries) = play(&mut curling_match, contestants);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    let meant = curling::Shot::legacy(-0.990740, -29.559775, 0);
    let own = entries.iter().filter(|entry| entry.team == Team::Zero);
    for entry in own {
        assert_eq!(entry.command, Command::Throw(meant));
    }
}

/// A client that sends everything at once, and reads until a word comes or the connection ends.
fn heard_until(address: SocketAddr, says: &str, word: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(says.as_bytes()).unwrap();
    let (mut said, mut chunk) = (String::new(), [0; 1000]);
    while !said.contains(word) {
        match stream.read(&mut chunk).unwrap() {
            0 => break,
            read => said += std::str::from_utf8(&chunk[..read]).unwrap(),
        }
    }
    said
}

#[test]
fn whoever_gives_up_or_hangs_up_over_a_network_loses_and_the_other_is_told() {
    for (says, until, reason, named) in [
        (
            "CONCEDE\0",
            "DISCONNECT\0",
            Reason::Concession,
            "CONCEDE quitter\0",
        ),
        ("", "NEWGAME", Reason::Fault, ""),
    ] {
        let server = NetworkServer::bind("127.0.0.1:0", LoginPolicy::default()).unwrap();
        let address = server.address().unwrap();
        let mut curling_match = curling_match("ends = 1");
        let says = format!("LOGIN quitter x\0READYOK\0{says}");
        let stays = "LOGIN stayer x\0READYOK\0BESTSHOT 0 -30 0\0";
        thread::scope(|scope| {
            let quitter = scope.spawn(move || heard_until(address, &says, until));
            let stayer = scope.spawn(move || heard_until(address, stays, "DISCONNECT\0"));
            let programs = server
                .accept(&ProtocolOptions::default(), &Cancel::new())
                .unwrap();
            let programs = programs.map(|program| Box::new(program) as Box<dyn Contestant>);
            let (outcome, _) = play(&mut curling_match, programs);
            let winner = outcome.winner.map(|team| curling_match.name(team));
            assert_eq!((winner, outcome.reason), (Some("stayer"), reason));
            let end = |verdict: &str| {
                format!("\0{named}TOTALSCORE 0 0\0GAMEOVER {verdict}\0DISCONNECT\0")
            };
            let said = stayer.join().unwrap();
            assert!(said.ends_with(&end("WIN")), "{said}");
            let said = quitter.join().unwrap();
            assert!(said.contains(until), "{said}");
            assert!(
                reason == Reason::Fault || said.ends_with(&end("LOSE")),
                "{said}"
            );
        });
    }
}

/// Plays a program of the text protocols whose answer to `GO` is this, on ice that may be swept.
fn swept_by(answer: &str, dialect: Dialect, conditions: &str) -> (Outcome, Record) {
    let mut curling_match = curling_match(&format!(
        "platform = 'dc2'\nends = 1\nnoise = 0\n{conditions}"
    ));
    let text = answering(READY, &format!("echo {answer}"));
    let program = script(&text, lines_to(dialect));
    let contestants = [program, local(&curling_match, "draw:ice=nominal")];
    let (outcome, entries) = play(&mut curling_match, contestants);
    (outcome, Record::of("", &curling_match, entries))
}

#[test]
fn a_program_sweeps_by_a_word_after_its_shot_and_its_stone_goes_farther() {
    const ICE: &str = "sweeping = true\nwear = 0.005";
    const SHORT: &str = "BESTSHOT -0.99074 -29 0";
    let first = |record: &Record| {
        let replayed = record.replay().unwrap();
        let mut steps = replayed.iter().filter_map(|step| step.event.step);
        steps.next().unwrap().verdict.stones.get(0).unwrap().at.y
    };
    for dialect in [Dialect::Dcp, Dialect::Legacy] {
        let (outcome, plain) = swept_by(SHORT, dialect, ICE);
        assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
        let answer = format!("{SHORT} SWEEP -20 0 1");
        let (outcome, swept) = swept_by(&answer, dialect, ICE);
        assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
        assert!(first(&swept) > first(&plain) + 0.3);
        let text = swept.text().unwrap();
        assert!(text.contains(r#""sweep":{"from":-20.0,"to":0.0,"effort":1.0}"#));
        let again = Record::read(text.as_bytes()).unwrap();
        let found = again.verify().unwrap();
        assert!(found.holds(), "{:?}", found.differences);
        // Without the condition the shot is refused.
        let (outcome, _) = swept_by(&answer, dialect, "");
        assert_eq!(outcome.reason, Reason::Fault);
    }
}
