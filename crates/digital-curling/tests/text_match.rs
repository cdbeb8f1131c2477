//! Whole matches over the text protocols: our server against our client, against small programs,
//! and against programs that misbehave.

use arena::clock::Span;
use arena::player::{Fault, Thinking};
use arena::process::{Connection, Launch, Limits};
use curling::conditions::Conditions;
use curling::rules::{Outcome, Reason, Team};
use digital_curling::house::House;
use digital_curling::setup::Allowance;
use digital_curling::table::{self, Manners};
use digital_curling::text::network::{Door, Host};
use digital_curling::text::words::Login;
use digital_curling::text::{Client, Dialect, First, Habits, Program, Terminator, client};
use digital_curling::{Act, Bout, Contestant, Entry, News, Setup};
use lookahead::{Cancel, Seed};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

fn bout(text: &str) -> Bout {
    let text = format!("referee = 'fast'\n{text}");
    let conditions = Conditions::legacy().changed(&text.parse().unwrap());
    Bout::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
}

/// The same with so many milliseconds for each team.
fn timed(text: &str, milliseconds: u64) -> Bout {
    let mut setup = bout(text).setup().clone();
    setup.time = [Allowance {
        game: Some(Span(Duration::from_millis(milliseconds))),
        ..Allowance::default()
    }; 2];
    Bout::new(setup).unwrap()
}

/// Time enough on the slowest machine.
const AMPLE: u64 = 60_000;
/// Time that is waited for in vain.
const SHORT: u64 = 300;

fn manners(milliseconds: u64) -> Manners {
    let span = Span(Duration::from_millis(milliseconds));
    Manners {
        ready: span,
        placing: span,
    }
}

fn play(bout: &mut Bout, contestants: [Box<dyn Contestant>; 2]) -> (Outcome, Vec<Entry>) {
    play_with(bout, contestants, manners(AMPLE))
}

fn play_with(
    bout: &mut Bout,
    contestants: [Box<dyn Contestant>; 2],
    manners: Manners,
) -> (Outcome, Vec<Entry>) {
    let mut contestants = contestants;
    let mut entries = Vec::new();
    let watch = &mut |_: &Bout, news: Option<&News>| {
        entries.extend(news.map(|news| news.entry.clone()));
    };
    table::play(bout, &mut contestants, &manners, &Cancel::new(), watch).unwrap();
    (bout.game().outcome().unwrap(), entries)
}

fn house(bout: &Bout, spec: &str) -> Box<dyn Contestant> {
    Box::new(House::of(bout.curling(), &spec.parse().unwrap()).unwrap())
}

fn lines_to(dialect: Dialect) -> Habits {
    Habits {
        terminator: Terminator::Lf,
        ..Habits::of(dialect)
    }
}

/// A program that is a script for `sh`.
fn script(text: &str, habits: Habits) -> Box<dyn Contestant> {
    let launch = Launch::new("sh").arg("-c").arg(text);
    Box::new(Program::new(launch, habits).called("script"))
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
fn against_a_draw(text: &str, manners: Manners, clock: u64) -> (Outcome, Vec<Entry>) {
    let mut bout = timed("ends = 1", clock);
    let program = script(text, lines_to(Dialect::Legacy));
    let contestants = [program, house(&bout, "draw")];
    play_with(&mut bout, contestants, manners)
}

fn last_fault(entries: &[Entry]) -> &Fault {
    match &entries.last().unwrap().act {
        Act::Fault(fault) => fault,
        other => panic!("no fault but {other:?}"),
    }
}

/// A player of the house connects, logs in and plays until it is sent away.
fn guest(address: SocketAddr, id: &str, platform: &str, spec: &str) -> Client {
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

/// A match of two clients over a network, and what they know at its end.
fn over_a_network(bout: &mut Bout, habits: Habits, platform: &str) -> (Vec<Entry>, [Client; 2]) {
    let host = Host::bind("127.0.0.1:0", Door::default()).unwrap();
    let address = host.address().unwrap();
    thread::scope(|scope| {
        let first = scope.spawn(move || guest(address, "a", platform, "sample"));
        let second = scope.spawn(move || guest(address, "b", platform, "draw"));
        let programs = host.welcome(&habits, &Cancel::new()).unwrap();
        let programs = programs.map(|program| Box::new(program) as Box<dyn Contestant>);
        let (_, entries) = play(bout, programs);
        (entries, [first, second].map(|guest| guest.join().unwrap()))
    })
}

#[test]
fn two_clients_play_over_a_network_and_know_the_score() {
    for (text, habits, shots) in [
        ("ends = 2", Habits::default(), 32),
        (
            "ends = 2",
            Habits {
                first: First::State,
                clears_the_house: false,
                ..Habits::default()
            },
            32,
        ),
        ("platform = 'dc2'\nends = 1", Habits::of(Dialect::Dcp), 18),
        // Ten throws, a placement and two orders an end.
        (
            "platform = 'dc2-mixed-doubles'\nends = 2",
            Habits::of(Dialect::Dcp),
            26,
        ),
    ] {
        let mut bout = bout(text);
        let (entries, clients) = over_a_network(&mut bout, habits, "legacy");
        assert_eq!(entries.len(), shots, "{text}");
        let outcome = bout.game().outcome().unwrap();
        assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
        assert!(bout.name(Team::Zero).ends_with("_of_the_house"));
        for client in clients {
            assert_eq!(client.follower().scores(), &bout.game().scores, "{text}");
            assert_eq!(client.follower().rules().ends, bout.curling().rules().ends);
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
        // It names four players where there are two: nobody can say what it means.
        ("platform = 'dc2-mixed-doubles'\nends = 1", Dialect::Dcp, 11),
        (
            "platform = 'dc2-mixed-doubles'\nrules = 'dc4-mixed-doubles'\nends = 1\nextra_ends = false",
            Dialect::Dcp,
            11,
        ),
    ] {
        let mut bout = bout(text);
        let program = script(&answering(READY, DRAW), lines_to(dialect));
        let contestants = [house(&bout, "draw"), program];
        let (outcome, seen) = play(&mut bout, contestants);
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
    let told = |text_of_bout: &str, habits: Habits| {
        let mut bout = bout(text_of_bout);
        let contestants = [house(&bout, "draw"), script(&text, habits)];
        play(&mut bout, contestants);
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
    // Whoever scores throws first: the same draws give the same ends, and the hammer stays with one
    // of the two.
    let gos = format!("GO {shot}{shot}").repeat(8);
    let second = [&end, &gos].map(|second| format!("{begin}{end}{next}{second}SCORE GAMEOVER"));
    assert!(second.contains(&legacy), "{legacy}");

    let dcp = told(
        "platform = 'dc2-mixed-doubles'\nends = 1",
        lines_to(Dialect::Dcp),
    );
    // The score comes before anything is said of the next end.
    let five = pair.repeat(5);
    let five = five.trim_end_matches("SETSTATE ");
    let expected = format!(
        "ISREADY NEWGAME GAMEINFO PLAYERINFO PUTSTONE SETORDER POSITION SETSTATE {five}SCORE GAMEOVER"
    );
    assert_eq!(dcp, expected);

    let by_the_thesis = Habits {
        first: First::State,
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
        let (outcome, entries) = against_a_draw(&text, manners(AMPLE), AMPLE);
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
        (READY, "echo BESTSHOT 0 -30", "something is missing"),
        (READY, "echo LOGIN me secret", "`LOGIN ...`"),
        (READY, "echo BESTSHOT 0 -3000 0", "not curling"),
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
        let (outcome, entries) = against_a_draw(&text, manners(AMPLE), AMPLE);
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
        ("sleep 100", DRAW, SHORT, AMPLE, Reason::Time),
        (READY, "echo CONCEDE", AMPLE, AMPLE, Reason::Concession),
        (READY, "printf conceed", AMPLE, AMPLE, Reason::Concession),
    ] {
        let text = answering(ready, go);
        let (outcome, entries) = against_a_draw(&text, manners(patience), clock);
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Team::One), reason),
            "{go}: {entries:?}"
        );
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
    let mut bout = timed("ends = 1", AMPLE);
    let contestants = [script(&text, Habits::default()), house(&bout, "draw")];
    let (outcome, _) = play(&mut bout, contestants);
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
    let mut bout = bout("platform = 'dc2-mixed-doubles'\nends = 1");
    let habits = lines_to(Dialect::Dcp);
    let contestants = [
        house(&bout, "draw"),
        script(&text("echo PUTSTONE anywhere"), habits),
    ];
    let (outcome, entries) = play(&mut bout, contestants);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    let first = curling::rules::Placement::put_stone(0);
    assert_eq!(entries[0].act, Act::Place(first));

    let mut bout = self::bout("platform = 'dc2-mixed-doubles'\nends = 1");
    let contestants = [house(&bout, "draw"), script(&text(":"), habits)];
    let hasty = Manners {
        placing: manners(SHORT).placing,
        ..manners(AMPLE)
    };
    let (outcome, entries) = play_with(&mut bout, contestants, hasty);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    assert_eq!(entries[0].act, Act::Place(first));
}

/// Somebody who takes a moment, in which the other can say something once more.
struct Slow(Box<dyn Contestant>);

impl Contestant for Slow {
    fn name(&self) -> String {
        self.0.name()
    }

    fn prepare(&mut self, bout: &Bout, team: Team, thinking: &Thinking) -> Result<(), Fault> {
        self.0.prepare(bout, team, thinking)
    }

    fn choose(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        thread::sleep(Duration::from_millis(50));
        self.0.choose(bout, thinking)
    }
}

#[test]
fn what_was_said_before_a_question_does_not_answer_it() {
    let text = "while read -r word rest; do case $word in ISREADY) echo READYOK; echo thinking of BESTSHOT;; \
                GO) printf 'talk BESTSHOT -0.990740 -29.559775 0\n'; echo BESTSHOT 0 -20 1;; GAMEOVER) exit;; esac; done";
    let mut bout = bout("ends = 1");
    let contestants = [
        script(text, lines_to(Dialect::Legacy)),
        Box::new(Slow(house(&bout, "draw"))),
    ];
    let (outcome, entries) = play(&mut bout, contestants);
    assert!(matches!(outcome.reason, Reason::Score | Reason::Draw));
    let meant = curling::Shot::legacy(-0.990740, -29.559775, 0);
    let own = entries.iter().filter(|entry| entry.team == Team::Zero);
    for entry in own {
        assert_eq!(entry.act, Act::Throw(meant));
    }
}

/// Somebody at a network server who says everything at once, and listens until a word comes or the
/// connection ends.
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
        let host = Host::bind("127.0.0.1:0", Door::default()).unwrap();
        let address = host.address().unwrap();
        let mut bout = bout("ends = 1");
        let says = format!("LOGIN quitter x\0READYOK\0{says}");
        let stays = "LOGIN stayer x\0READYOK\0BESTSHOT 0 -30 0\0";
        thread::scope(|scope| {
            let quitter = scope.spawn(move || heard_until(address, &says, until));
            let stayer = scope.spawn(move || heard_until(address, stays, "DISCONNECT\0"));
            let programs = host.welcome(&Habits::default(), &Cancel::new()).unwrap();
            let programs = programs.map(|program| Box::new(program) as Box<dyn Contestant>);
            let (outcome, _) = play(&mut bout, programs);
            let winner = outcome.winner.map(|team| bout.name(team));
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
