//! Hostile programs in a tournament: they lose their own games, no others, in bounded time, and no
//! process is left behind.

#![cfg(target_os = "linux")]

mod stage;

use arena::process::quote;
use arena::{Ending, GameRecord};
use rustix::process::{Pid, Signal, kill_process};
use stage::{Ended, Stage, finish, launch, timeless, until};
use std::collections::BTreeMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A good player in a few words: always takes one.
const GOOD: &str = "while read -r word rest; do case $word in sakiyomi) echo ready;; go) echo play 1;; end) exit;; esac; done";

/// What all processes of a test carry in their environment, so that those that stay are found.
struct Mark(String);

impl Mark {
    fn new(test: &str) -> Self {
        Mark(format!("STAGE_MARK={test}-{}", std::process::id()))
    }

    fn carriers(&self) -> Vec<Pid> {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let pids =
            entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
        pids.filter(|pid| self.is_on(*pid)).collect()
    }

    fn is_on(&self, pid: Pid) -> bool {
        let environ = fs::read(format!("/proc/{}/environ", pid.as_raw_pid())).unwrap_or_default();
        environ
            .split(|&byte| byte == 0)
            .any(|entry| entry == self.0.as_bytes())
    }

    /// Runs the program with the mark on it and everything it starts.
    fn run(&self, stage: &Stage, players: &[String], words: &str) -> Ended {
        let mut command = stage.command(words);
        let (name, value) = self.0.split_once('=').unwrap();
        command.args(players).env(name, value);
        finish(command)
    }

    /// After a moment: the watchdog of a referee that has ended needs it to see that there is
    /// nothing left to do, and so do programs it has just killed.
    #[track_caller]
    fn assert_nobody_stays(&self) {
        let latest = Instant::now() + Duration::from_secs(20);
        while !self.carriers().is_empty() && Instant::now() < latest {
            sleep(Duration::from_millis(50));
        }
        let name = |pid: &Pid| {
            let path = format!("/proc/{}/cmdline", pid.as_raw_pid());
            fs::read_to_string(path)
                .unwrap_or_default()
                .replace('\0', " ")
        };
        let names: Vec<_> = self.carriers().iter().map(name).collect();
        assert!(names.is_empty(), "left behind: {names:?}");
    }
}

impl Drop for Mark {
    /// A failed test leaves nothing behind either.
    fn drop(&mut self) {
        for pid in self.carriers() {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

fn program(script: &str) -> String {
    format!("program:sh -c {}", quote(script))
}

/// By name: a script and the faults it may be blamed for.
fn hostiles() -> BTreeMap<&'static str, (String, &'static [&'static str])> {
    let ready = |then: &str| format!("read hello; echo ready; {then}");
    BTreeMap::from([
        (
            "endless",
            (
                "exec yes".into(),
                &["illegal action `y`: expected `ready`", "crashed: wrote"][..],
            ),
        ),
        (
            "flood",
            (ready("exec yes info"), &["crashed: wrote", "out of time"]),
        ),
        (
            "long line",
            (
                ready("exec tr '\\0' a </dev/zero"),
                &["crashed: wrote a line"],
            ),
        ),
        (
            "mute",
            ("exec sleep 1000".into(), &["out of time: no output"]),
        ),
        (
            "pensive",
            (ready("exec sleep 1000"), &["out of time: no output"]),
        ),
        ("gone", (ready("exit 3"), &["crashed: exited with code 3"])),
        ("dying", (ready("echo alas >&2; kill -9 $$"), &["alas"])),
        (
            "fork",
            (
                ready("sleep 1000 & exit 4"),
                &["crashed: exited with code 4"],
            ),
        ),
        (
            "forks",
            (
                ready("for i in 1 2 3 4; do sleep 1000 & done; wait"),
                &["out of time"],
            ),
        ),
        (
            "session",
            (
                ready("setsid sleep 1000 & exit 5"),
                &["crashed: exited with code 5"],
            ),
        ),
        (
            "liar",
            (
                ready("read view; read go; echo play 9; exec sleep 1000"),
                &["illegal action `9`"],
            ),
        ),
        (
            "noise",
            (
                ready("exec head -c 1000000 /dev/urandom"),
                &["illegal action", "crashed"],
            ),
        ),
    ])
}

fn players(record: &GameRecord, hostile: &[String]) -> [bool; 2] {
    [0, 1].map(|side| hostile.contains(&record.players[side]))
}

#[test]
fn a_tournament_with_every_kind_of_hostile_program_completes() {
    let (stage, mark) = (Stage::new(), Mark::new("gauntlet"));
    let cases = hostiles();
    let hostile: Vec<String> = cases.values().map(|(script, _)| program(script)).collect();
    let mut field = vec!["perfect".to_owned()];
    field.extend(hostile.iter().cloned());
    // Waiting for the silent ones takes most of the time, and they can be waited for together.
    let words = "tournament --gauntlet --games 2 --per-move 1s --threads 16 --records games.jsonl";
    let started = Instant::now();
    let ended = mark.run(&stage, &field, words).succeeded();
    assert!(
        started.elapsed() < Duration::from_secs(90),
        "{:?}",
        started.elapsed()
    );
    mark.assert_nobody_stays();

    let records = stage.records("games.jsonl");
    assert_eq!(records.len(), 2 * hostile.len());
    for (name, (script, words)) in cases {
        let player = program(&script);
        for record in records.iter().filter(|r| r.players.contains(&player)) {
            let side = usize::from(record.players[1] == player);
            let Ending::Forfeit { seat, fault } = &record.ending else {
                panic!("{name} did not forfeit: {record:?}");
            };
            assert_eq!((*seat, record.score.share_of(side)), (side, 0.0), "{name}");
            let said = fault.to_string();
            assert!(words.iter().any(|w| said.contains(w)), "{name}: {said}");
        }
    }
    for words in [
        "Faults: forfeited games",
        "exited with code 3",
        "out of time",
    ] {
        assert!(ended.stdout.contains(words), "no `{words}` in {ended:#?}");
    }
}

#[test]
fn games_among_the_others_are_as_if_the_hostile_were_not_there() {
    let (stage, mark) = (Stage::new(), Mark::new("others"));
    let friends = ["perfect", "expectimax:depth=2", "random"].map(str::to_owned);
    let hostile = [
        program("exec yes"),
        program("read hello; echo ready; sleep 1000 & exit 4"),
    ];
    let field: Vec<String> = friends.iter().chain(&hostile).cloned().collect();
    let words = "tournament --games 4 --per-move 5s --threads 2 --seed 1";
    let with = mark
        .run(&stage, &field, &format!("{words} --records with.jsonl"))
        .succeeded();
    mark.run(
        &stage,
        &friends,
        &format!("{words} --records without.jsonl"),
    )
    .succeeded();
    mark.assert_nobody_stays();

    let among_friends = |name| -> Vec<GameRecord> {
        let records = stage.records(name).into_iter();
        let friendly = records.filter(|r| players(r, &hostile) == [false; 2]);
        friendly.map(timeless).collect()
    };
    assert_eq!(among_friends("without.jsonl").len(), 12);
    assert_eq!(among_friends("with.jsonl"), among_friends("without.jsonl"));
    // Whoever begins is blamed first when two programs are at fault, so a hostile one may win
    // against another.
    for record in stage.records("with.jsonl") {
        if let [a, b] = players(&record, &hostile)
            && a != b
        {
            assert_eq!(record.score.share_of(usize::from(b)), 0.0, "{record:?}");
        }
    }
    assert!(with.stdout.contains("exited with code 4"), "{with:#?}");
}

#[test]
fn a_good_program_plays_to_the_end_though_it_leaves_children() {
    let (stage, mark) = (Stage::new(), Mark::new("children"));
    let children = "sleep 1000 & setsid sleep 1000 & (setsid sh -c 'sleep 1000 & wait' &)";
    let good = program(&format!("{children}; {GOOD}"));
    let words = "match --games 4 --per-move 5s --records games.jsonl random";
    let ended = mark.run(&stage, &[good], words).succeeded();
    mark.assert_nobody_stays();
    for record in stage.records("games.jsonl") {
        assert_eq!(record.ending, Ending::Finished, "{ended:#?}");
        let seat = usize::from(record.players[0] == "random");
        let own = record.moves.iter().filter(|m| m.seat == seat);
        assert!(own.into_iter().all(|m| m.action == "1"), "{record:?}");
    }
}

#[test]
fn a_program_that_is_not_there_ends_the_match_with_its_name() {
    let stage = Stage::new();
    for words in [
        "match random bot=program:./nobody --games 2 --records games.jsonl",
        "tournament random perfect bot=program:./nobody --games 2 --quiet",
    ] {
        let ended = stage.run(words).ended_with(1);
        let said = &ended.stderr;
        assert!(said.contains("player `bot`: ./nobody in "), "{said}");
        assert!(said.contains("check the command"), "{said}");
    }
    assert!(stage.records("games.jsonl").is_empty());
}

#[test]
fn faults_are_told_on_standard_error_even_when_quiet() {
    let stage = Stage::new();
    let script = "read hello; echo ready; while read -r word rest; do case $word in go) echo play 9;; end) exit;; esac; done";
    let rogue = format!("rogue={}", program(script));
    let words = "match random --games 4 --quiet --json";
    let ended = Mark::new("quiet").run(&stage, &[rogue], words).succeeded();
    let said = &ended.stderr;
    let words = "player `rogue` lost 4 games by a fault (illegal action)";
    assert_eq!(said.matches(words).count(), 1, "{said}");
}

/// A match against a program that does `script`, interrupted once it is awake.
fn interrupted(test: &str, script: &str, signals: usize) {
    let (stage, mark) = (Stage::new(), Mark::new(test));
    let (name, value) = mark.0.split_once('=').unwrap();
    let mut command = stage.command("match random --games 100 --threads 1");
    command.arg(program(script)).env(name, value);
    let run = launch(command);
    until("the program is awake", || stage.path("awake").exists());
    let started = Instant::now();
    for _ in 0..signals {
        run.signal(Signal::INT);
    }
    let ended = run.wait().ended_with(130);
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "nobody waits for it"
    );
    assert!(
        signals > 1 || ended.stdout.contains("0 of 100 games"),
        "nobody is to blame: {ended:#?}"
    );
    mark.assert_nobody_stays();
}

#[test]
fn an_interrupted_match_leaves_no_program_behind() {
    let script = "setsid sleep 1000 & read hello; echo ready; touch awake; exec sleep 1000";
    interrupted("thinking", script, 1);
}

#[test]
fn a_program_that_never_gets_ready_can_be_interrupted() {
    interrupted("waking", "touch awake; exec sleep 1000", 1);
}

#[test]
fn leaving_at_once_leaves_no_program_behind_either() {
    let script = "setsid sleep 1000 & read hello; echo ready; touch awake; exec sleep 1000";
    interrupted("twice", script, 2);
}
