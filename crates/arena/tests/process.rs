//! Tests of hostile programs: whatever they do, the referee continues and no process is left
//! behind.
//!
//! Every test runs under [`bounded`], so that a stalled referee is a failure and not a hang.

#![cfg(unix)]

use arena::process::{Ended, Fault, Launch, Limits, LineEnd, Process, Status, TOKEN_VARIABLE};
use lookahead::Cancel;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any of the tests takes, for machines with much else to do.
const BOUND: Duration = Duration::from_secs(5);
/// The time limit for immediate answers.
const SOON: Duration = Duration::from_secs(3);

fn bounded(test: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let work = thread::spawn(move || {
        test();
        let _ = done.send(());
    });
    match wait.recv_timeout(BOUND) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("stalled for {BOUND:?}"),
        _ => work
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
    }
}

fn sh(script: &str) -> Process {
    start(&Launch::new("sh").arg("-c").arg(script))
}

fn start(launch: &Launch) -> Process {
    Process::start(launch, Limits::default()).unwrap()
}

/// Whether the process runs. A dead one whose parent has not looked yet does not.
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

/// The processes that carry a token, found in the simplest way; none where there is no `/proc`.
fn carriers(token: &str) -> Vec<String> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.parse::<u32>().is_ok())
        .filter(|pid| {
            let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            String::from_utf8_lossy(&environ).contains(token)
        })
        .collect()
}

/// Drops the program and checks that nothing of it stays, not even an entry for its exit code.
fn drop_without_trace(program: Process) {
    let (token, id) = (program.token().to_owned(), program.id());
    drop(program);
    assert_eq!(carriers(&token), [""; 0]);
    assert!(!fs::exists(format!("/proc/{id}")).unwrap(), "a zombie");
}

#[test]
fn lines_go_there_and_back() {
    bounded(|| {
        let mut cat = sh("cat");
        for line in ["hello", "", "先読み", "  blanks  "] {
            cat.send(line).unwrap();
            assert_eq!(cat.receive(SOON).unwrap(), line);
        }
        assert_eq!(cat.try_receive().unwrap(), None);
        drop_without_trace(cat);
    });
}

#[test]
fn several_lines_of_one_write_are_several_lines() {
    bounded(|| {
        let mut program = sh(r"printf 'a\r\nb\n\nc\n'; sleep 1000");
        for line in ["a", "b", "", "c"] {
            assert_eq!(program.receive(SOON).unwrap(), line);
        }
    });
}

#[test]
fn lines_may_end_with_nul_both_ways() {
    bounded(|| {
        let launch = Launch::new("cat").lines(LineEnd::Nul);
        let mut cat = start(&launch);
        cat.send("two\nlines").unwrap();
        cat.send("").unwrap();
        assert_eq!(cat.receive(SOON).unwrap(), "two\nlines");
        assert_eq!(cat.receive(SOON).unwrap(), "");
    });
}

#[test]
fn crlf_is_sent_when_asked_for() {
    bounded(|| {
        let launch = Launch::new("sh")
            .arg("-c")
            .arg("head -c 3 | od -An -c; cat");
        let mut program = start(&launch.lines(LineEnd::CrLf));
        program.send("x").unwrap();
        let shown = program.receive(SOON).unwrap();
        assert_eq!(
            shown.split_whitespace().collect::<Vec<_>>(),
            ["x", "\\r", "\\n"]
        );
    });
}

#[test]
fn a_last_line_without_end_is_received_before_the_exit() {
    bounded(|| {
        let mut program = sh("printf 'first\nlast'");
        assert_eq!(program.receive(SOON).unwrap(), "first");
        assert_eq!(program.receive(SOON).unwrap(), "last");
        assert!(matches!(
            program.receive(SOON),
            Err(Fault::Exited {
                status: Status::Code(0),
                ..
            })
        ));
    });
}

#[test]
fn an_exit_is_reported_with_code_and_last_words_and_stays_reported() {
    bounded(|| {
        let mut program = sh("echo out; echo no book >&2; exit 3");
        assert_eq!(program.receive(SOON).unwrap(), "out");
        let exit = Fault::Exited {
            status: Status::Code(3),
            stderr_tail: "no book\n".into(),
        };
        assert_eq!(program.receive(SOON), Err(exit.clone()));
        assert_eq!(program.try_receive(), Err(exit.clone()));
        assert_eq!(program.send("hello?"), Err(exit));
        assert_eq!(program.status(), Some(Status::Code(3)));
        drop_without_trace(program);
    });
}

#[test]
fn an_exit_without_a_word_is_noticed_at_once() {
    bounded(|| {
        let started = Instant::now();
        let mut program = sh("exit 0");
        assert!(matches!(
            program.receive(Duration::MAX),
            Err(Fault::Exited { .. })
        ));
        assert!(started.elapsed() < Duration::from_secs(1));
    });
}

#[test]
fn death_by_a_signal_differs_from_an_exit() {
    bounded(|| {
        for (name, number) in [("KILL", 9), ("SEGV", 11), ("TERM", 15)] {
            let mut program = sh(&format!("kill -{name} $$; sleep 1000"));
            match program.receive(SOON) {
                Err(Fault::Exited { status, .. }) => assert_eq!(status, Status::Signal(number)),
                other => panic!("{other:?}"),
            }
        }
    });
}

#[test]
fn sending_to_an_exited_program_is_a_fault_and_keeps_its_lines() {
    bounded(|| {
        let mut program = sh("echo answer; exit 4");
        let sent = (0..1000).find_map(|_| {
            thread::sleep(Duration::from_millis(1));
            program.send("anybody?").err()
        });
        match sent {
            Some(Fault::Exited { status, .. }) => assert_eq!(status, Status::Code(4)),
            other => panic!("{other:?}"),
        }
        assert_eq!(program.receive(SOON).unwrap(), "answer");
        assert!(matches!(program.receive(SOON), Err(Fault::Exited { .. })));
    });
}

#[test]
fn silence_is_reported_on_time_and_does_not_end_the_program() {
    bounded(|| {
        let mut program = sh("read line; echo $line; sleep 1000");
        let within = Duration::from_millis(50);
        // On a busy machine one try may be late for reasons that are not ours.
        let late = (0..4).map(|_| {
            let started = Instant::now();
            let fault = program.receive(within).unwrap_err();
            assert!(matches!(fault, Fault::Silent { after } if after >= within));
            started.elapsed().saturating_sub(within)
        });
        let late = late.min().unwrap();
        assert!(late < Duration::from_millis(20), "{late:?}");
        program.send("awake").unwrap();
        assert_eq!(program.receive(SOON).unwrap(), "awake");
        drop_without_trace(program);
    });
}

#[test]
fn a_receiver_can_be_cancelled_from_another_thread() {
    bounded(|| {
        let mut program = sh("sleep 1000");
        let cancel = Cancel::new();
        let flag = cancel.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            flag.cancel();
        });
        let started = Instant::now();
        let fault = program.receive_by(Instant::now() + BOUND, &cancel);
        assert_eq!(fault.unwrap_err(), Fault::Cancelled);
        assert!(started.elapsed() < Duration::from_millis(250));
        assert_eq!(program.status(), None);
    });
}

#[test]
fn endless_lines_are_a_flood() {
    bounded(|| {
        let mut program = sh("yes");
        thread::sleep(Duration::from_millis(200));
        assert!(matches!(
            program.receive(SOON),
            Err(Fault::Flood { lines: 10_001, .. })
        ));
        assert!(program.status().is_some(), "it should be dead by now");
        drop_without_trace(program);
    });
}

#[test]
fn reading_endless_lines_up_to_a_deadline_comes_to_an_end() {
    bounded(|| {
        // Limits that even a receiver without a processor to run on does not reach.
        let limits = Limits {
            max_unread: 1 << 30,
            max_unread_lines: 1 << 30,
            ..Limits::default()
        };
        let launch = Launch::new("sh")
            .arg("-c")
            .arg("while :; do echo thinking; done");
        let mut program = Process::start(&launch, limits).unwrap();
        let deadline = Instant::now() + Duration::from_millis(200);
        let fault = loop {
            if let Err(fault) = program.receive_by(deadline, &Cancel::new()) {
                break fault;
            }
        };
        assert!(Instant::now() < deadline + Duration::from_secs(1));
        assert!(matches!(fault, Fault::Silent { .. }), "{fault:?}");
    });
}

#[test]
fn one_endless_line_is_too_long() {
    bounded(|| {
        let mut program = sh(r"echo ok; tr '\0' a </dev/zero");
        assert_eq!(program.receive(SOON).unwrap(), "ok");
        let limit = Limits::default().max_line;
        assert_eq!(program.receive(SOON), Err(Fault::LineTooLong { limit }));
        drop_without_trace(program);
    });
}

#[test]
fn a_line_that_is_no_text_is_a_fault_and_the_next_line_is_not() {
    bounded(|| {
        let mut program = sh(r"printf 'ab\377c\nfine\n'; sleep 1000");
        assert_eq!(
            program.receive(SOON),
            Err(Fault::NotText {
                line: "ab\u{fffd}c".into(),
                at: 2
            })
        );
        assert_eq!(program.receive(SOON).unwrap(), "fine");
    });
}

#[test]
fn a_program_that_never_reads_is_deaf_and_sending_never_waits() {
    bounded(|| {
        let mut program = sh("sleep 1000");
        let line = "x".repeat(10_000);
        let mut longest = Duration::ZERO;
        let mut sent = 0;
        let fault = loop {
            let started = Instant::now();
            match program.send(&line) {
                Ok(()) => sent += line.len(),
                Err(fault) => break fault,
            }
            longest = longest.max(started.elapsed());
            assert!(sent < 100_000_000);
        };
        assert!(matches!(fault, Fault::InputNotRead { unsent } if unsent > 1_000_000));
        assert!(longest < Duration::from_millis(100), "{longest:?}");
        assert_eq!(program.receive(SOON), Err(fault));
        drop_without_trace(program);
    });
}

#[test]
fn a_program_that_reads_takes_any_amount() {
    bounded(|| {
        let limits = Limits {
            max_line: 200_000,
            ..Limits::default()
        };
        let mut cat = Process::start(&Launch::new("cat"), limits).unwrap();
        let line = "x".repeat(200_000);
        for _ in 0..50 {
            cat.send(&line).unwrap();
            assert_eq!(cat.receive(SOON).unwrap(), line);
        }
    });
}

#[test]
fn closing_the_output_while_living_is_a_fault() {
    bounded(|| {
        let mut program = sh("echo bye; exec >&-; sleep 1000");
        assert_eq!(program.receive(SOON).unwrap(), "bye");
        assert_eq!(program.receive(SOON), Err(Fault::ClosedOutput));
        assert_eq!(program.receive(SOON), Err(Fault::ClosedOutput));
        drop_without_trace(program);
    });
}

#[test]
fn closing_the_input_while_living_is_a_fault_of_sending_only() {
    bounded(|| {
        let mut program = sh("exec <&-; echo talking; sleep 0.5; echo on; sleep 1000");
        assert_eq!(program.receive(SOON).unwrap(), "talking");
        let sent = (0..100).find_map(|_| {
            thread::sleep(Duration::from_millis(1));
            program.send("listen").err()
        });
        assert_eq!(sent, Some(Fault::ClosedInput));
        assert_eq!(program.receive(SOON).unwrap(), "on");
    });
}

#[test]
fn a_flood_of_errors_blocks_no_program_and_is_dropped() {
    bounded(|| {
        let mut program = sh("yes error | head -c 20000000 >&2; echo done; cat");
        assert_eq!(program.receive(BOUND).unwrap(), "done");
        let words = program.stderr_tail();
        assert!(words.len() <= Limits::default().max_stderr_tail);
        assert!(words.contains("error\nerror\n"));
    });
}

#[test]
fn finishing_lets_a_polite_program_say_good_bye() {
    bounded(|| {
        // More than the limit for unread lines: lines after the last request are no flood.
        let program = sh("cat >/dev/null; seq 100000; echo good bye >&2; exit 7");
        assert_eq!(
            program.finish(SOON),
            Ended {
                status: Status::Code(7),
                killed: false,
                stderr_tail: "good bye\n".into()
            }
        );
    });
}

#[test]
fn finishing_ends_a_program_that_ignores_every_hint() {
    bounded(|| {
        let program = sh("trap '' TERM INT HUP; while :; do sleep 1000; done");
        let started = Instant::now();
        let ended = program.finish(Duration::from_millis(100));
        assert!(ended.killed);
        assert_eq!(ended.status, Status::Signal(9));
        assert!(started.elapsed() < Duration::from_secs(1));
    });
}

#[test]
fn lines_written_before_being_killed_can_be_received() {
    bounded(|| {
        let mut program = sh("echo one; echo two; sleep 1000");
        assert_eq!(program.receive(SOON).unwrap(), "one");
        thread::sleep(Duration::from_millis(50));
        program.kill();
        assert_eq!(program.receive(SOON).unwrap(), "two");
        assert!(matches!(
            program.receive(SOON),
            Err(Fault::Exited {
                status: Status::Signal(9),
                ..
            })
        ));
    });
}

#[test]
fn an_exit_is_noticed_though_a_stubborn_child_holds_the_pipes() {
    bounded(|| {
        let mut program = sh("(trap '' TERM HUP; sleep 1000) & echo $!; exit 5");
        let child = program.receive(SOON).unwrap();
        assert!(matches!(
            program.receive(SOON),
            Err(Fault::Exited {
                status: Status::Code(5),
                ..
            })
        ));
        assert!(!runs(&child));
        drop_without_trace(program);
    });
}

/// Starts a script that prints the number of a process it sent astray, and returns both.
#[cfg(target_os = "linux")]
fn astray(script: &str) -> (Process, String) {
    let mut program = sh(script);
    let child = program.receive(SOON).unwrap();
    assert!(
        runs(&child),
        "the test itself is wrong: {child} does not run"
    );
    (program, child)
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_in_a_session_of_its_own_is_found() {
    bounded(|| {
        let (program, child) = astray("setsid sleep 1000 & echo $!; cat");
        drop_without_trace(program);
        assert!(!runs(&child));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_in_a_session_of_its_own_whose_parent_died_is_found() {
    bounded(|| {
        let (program, child) =
            astray("setsid sh -c 'sleep 1000 & echo $!; exit' & wait; exec sleep 1000");
        drop_without_trace(program);
        assert!(!runs(&child));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_threw_away_its_environment_is_found_by_its_parent() {
    bounded(|| {
        let (program, child) = astray("env -i setsid sleep 1000 & sleep 0.05; echo $!; cat");
        drop_without_trace(program);
        assert!(!runs(&child));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_of_a_program_that_marks_programs_itself_is_found() {
    bounded(|| {
        let mark = format!("{TOKEN_VARIABLE}=${TOKEN_VARIABLE},inner");
        let (program, child) = astray(&format!(
            "{mark} setsid sh -c 'sleep 1000 & echo $!; exit' & wait; exec sleep 1000"
        ));
        drop_without_trace(program);
        assert!(!runs(&child));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_outlives_its_program_is_ended_by_finishing() {
    bounded(|| {
        let (program, child) = astray("setsid sleep 1000 >/dev/null 2>&1 & echo $!; cat");
        assert!(!program.finish(SOON).killed);
        assert!(!runs(&child));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn children_that_replace_each_other_are_ended() {
    bounded(|| {
        let mut program = sh("setsid sh -c 'while :; do setsid sleep 0.01; done' & \
             setsid sh -c 'while :; do sleep 0.01 & wait; done' & echo ready; cat");
        assert_eq!(program.receive(SOON).unwrap(), "ready");
        thread::sleep(Duration::from_millis(50));
        drop_without_trace(program);
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_crowd_of_children_is_ended_while_it_grows() {
    bounded(|| {
        let mut program = sh(
            "echo ready; i=0; while [ $i -lt 300 ]; do setsid sleep 1000 & i=$((i+1)); done; cat",
        );
        assert_eq!(program.receive(SOON).unwrap(), "ready");
        thread::sleep(Duration::from_millis(50));
        assert!(carriers(program.token()).len() > 2);
        drop_without_trace(program);
    });
}

#[test]
#[cfg(target_os = "linux")]
fn a_relay_of_short_lived_children_is_ended() {
    bounded(|| {
        // The relay ends with its script, should it win against us.
        let dir = tempfile::tempdir().unwrap();
        let relay = "sleep 0.02; setsid sh \"$0\" & exit";
        fs::write(dir.path().join("relay"), relay).unwrap();
        let program = start(&Launch::new("sh").arg("./relay").dir(dir.path()));
        thread::sleep(Duration::from_millis(100));
        let token = program.token().to_owned();
        drop_without_trace(program);
        thread::sleep(Duration::from_millis(60));
        assert_eq!(carriers(&token), [""; 0]);
    });
}

#[test]
fn a_program_cannot_choose_its_own_token() {
    bounded(|| {
        let launch = Launch::new("sh")
            .arg("-c")
            .arg(format!("echo ${TOKEN_VARIABLE}"));
        let mut program = start(&launch.env(TOKEN_VARIABLE, "mine"));
        let value = program.receive(SOON).unwrap();
        assert!(value.ends_with(program.token()), "{value}");
    });
}

#[test]
fn environment_and_directory_are_those_of_the_launch() {
    bounded(|| {
        let dir = tempfile::tempdir().unwrap();
        let launch = Launch::new("sh").arg("-c").arg("echo $COLOUR; pwd -P");
        let mut program = start(&launch.env("COLOUR", "blue").dir(dir.path()));
        assert_eq!(program.receive(SOON).unwrap(), "blue");
        let there = fs::canonicalize(dir.path()).unwrap();
        assert_eq!(program.receive(SOON).unwrap(), there.to_str().unwrap());
    });
}

#[test]
fn a_relative_program_is_found_from_its_directory() {
    bounded(|| {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/bin/sh", dir.path().join("program")).unwrap();
        let launch = Launch::new("./program")
            .arg("-c")
            .arg("echo here")
            .dir(dir.path());
        assert_eq!(start(&launch).receive(SOON).unwrap(), "here");
    });
}

fn why_not(launch: &Launch) -> String {
    loop {
        let started = Process::start(launch, Limits::default());
        let why = started.expect_err("it should not start").to_string();
        // A program that another test is just starting holds every file we have open, for a moment.
        if !why.contains("Text file busy") {
            return why;
        }
    }
}

#[test]
fn what_cannot_be_started_is_named_with_its_directory_and_the_reason() {
    bounded(|| {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().to_str().unwrap().to_owned();
        let at = |program: &str| why_not(&Launch::new(program).dir(&here));
        fs::write(dir.path().join("plain"), "text").unwrap();
        fs::write(dir.path().join("orphan"), "#!/no/such/shell\n").unwrap();
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(dir.path().join("orphan"), executable).unwrap();

        let cannot = |program: &str| format!("cannot start {program} in {here}: ");
        assert_eq!(
            at("no-such-engine"),
            cannot("no-such-engine") + "not found in PATH"
        );
        assert_eq!(at("./none"), cannot("./none") + "no such file");
        assert_eq!(at("./plain"), cannot("./plain") + "not executable");
        assert_eq!(at("/tmp"), cannot("/tmp") + "is a directory");
        assert_eq!(
            at("./orphan"),
            cannot("./orphan") + "its interpreter was not found"
        );
        assert_eq!(at(""), cannot("") + "no program named");
        assert!(at("a\0b").starts_with("cannot start a\0b in "));
        assert_eq!(
            why_not(&Launch::new("sh").dir("/no/such/place")),
            "cannot start sh in /no/such/place: no such directory"
        );
    });
}

#[test]
fn many_programs_at_once_do_not_disturb_each_other() {
    bounded(|| {
        let mut programs: Vec<Process> = (0..20).map(|_| sh("cat")).collect();
        for (i, program) in programs.iter_mut().enumerate() {
            program.send(&i.to_string()).unwrap();
        }
        programs.remove(7).kill();
        for (i, program) in programs.iter_mut().enumerate() {
            let sent = if i < 7 { i } else { i + 1 };
            assert_eq!(program.receive(SOON).unwrap(), sent.to_string());
        }
    });
}

#[test]
fn a_round_trip_takes_well_under_a_millisecond() {
    bounded(|| {
        let mut cat = start(&Launch::new("cat"));
        let trips = 2000;
        let started = Instant::now();
        for _ in 0..trips {
            cat.send("ping").unwrap();
            assert_eq!(cat.receive(SOON).unwrap(), "ping");
        }
        let per_second = f64::from(trips) / started.elapsed().as_secs_f64();
        eprintln!("{per_second:.0} round trips per second");
        assert!(per_second > 1000.0, "{per_second:.0} per second");
    });
}

/// The variable that turns [`a_killed_referee_takes_its_programs_along`] into that referee.
const REFEREE: &str = "ARENA_TEST_REFEREE";

/// A referee with a program that has a child in a session of its own. Tells their ids, and waits to
/// be killed.
fn be_a_referee() {
    let mut ended = sh("exit 0");
    let _ = ended.receive(SOON);
    drop(ended);
    let mut program = sh("setsid sleep 1000 & echo $!; exec sleep 1000");
    let child = program.receive(SOON).unwrap();
    eprintln!("{} {child}", program.id());
    thread::sleep(10 * BOUND);
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_referee_takes_its_programs_along() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    if std::env::var_os(REFEREE).is_some() {
        return be_a_referee();
    }
    bounded(|| {
        let mut referee = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_referee_takes_its_programs_along"])
            .arg("--nocapture")
            .env(REFEREE, "yes")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(referee.stderr.take().unwrap());
        let ids = output.lines().map_while(Result::ok).find_map(|line| {
            let (program, child) = line.split_once(' ')?;
            program.parse::<u32>().ok()?;
            Some([program.to_owned(), child.to_owned()])
        });
        let ids = ids.expect("the referee tells the ids of its programs");
        assert!(ids.iter().all(|id| runs(id)), "the test itself is wrong");
        referee.kill().unwrap();
        referee.wait().unwrap();
        while ids.iter().any(|id| runs(id)) {
            thread::sleep(Duration::from_millis(5)); // until the bound
        }
    });
}
