//! Whole boards from outside: matches in IMPs, boards in the terminal, a table over TCP.

mod program;

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

#[track_caller]
fn said(words: &[&str], input: &str) -> String {
    program::said("bridge", words, input)
}

fn objects(text: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap();
    text.lines().map(read).collect()
}

const PROGRAMS: [&str; 8] = [
    "--north", "low", "--east", "low", "--south", "low", "--west", "random",
];

#[test]
fn a_match_counts_imps_by_board() {
    let words = [
        "low", "random", "--game", "bridge", "--games", "9", "--json", "-q",
    ];
    let text = program::said("match", &words, "");
    let result = &objects(&text)[0]["result"];
    let gain = &result["gain"];
    assert_eq!((&gain["unit"], &gain["pairs"]), (&"IMPs".into(), &4.into()));
    assert!(gain["mean"].as_f64().unwrap() > 0.0, "{gain}");
    assert_eq!(result["score"]["losses"], 0, "{result}");
    let given = "auction='1NT - 3NT - - -'";
    let more = ["--set", "dealer='S'", "--set", given];
    let words: Vec<_> = words.into_iter().chain(more).collect();
    program::said("match", &words, "");
}

#[test]
fn programs_play_boards_without_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("played.pbn");
    let file = file.to_str().unwrap();
    let words = [&["play", "--boards", "2", "--pbn", file], &PROGRAMS[..]].concat();
    let text = said(&words, "");
    assert!(
        text.contains("Board 2: ") && text.contains("2 boards: N/S"),
        "{text}"
    );
    // The file has what was played, and its deals can be played again.
    let solved = said(&["solve", file, "--json"], "");
    let again = [&["play", "--deals", file, "--json"], &PROGRAMS[..]].concat();
    let again = objects(&said(&again, ""));
    assert_eq!(again.len(), 3);
    for (board, solved) in again.iter().zip(objects(&solved)) {
        assert_eq!(
            (&board["deal"], &board["number"]),
            (&solved["pbn"], &solved["board"])
        );
    }
    let refused = program::ended("bridge", &words, "");
    assert_eq!(refused.status.code(), Some(2), "the file is there already");
}

#[test]
fn a_person_is_asked_told_why_not_and_may_leave() {
    let others = ["--north", "low", "--east", "low", "--west", "low"];
    let words = [&["play", "--boards", "3", "--hints", "low"], &others[..]].concat();
    let text = said(&words, "help\nhint\n9c\nsk\n7nt\npass\nhand\nquit\n");
    for expected in [
        "Board 1, dealer North, nobody vulnerable\nYou are South: S ",
        "South, your call: A call is pass",
        "`9c` is neither a call",
        "SK is a card, and a call is due",
        "7NTX by South; West leads.",
        "dummy's card: ",
        "Board 1: not finished",
        "1 board: N/S +0, E/W +0",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let over = said(&["play"], "");
    assert!(
        over.contains("1 board:"),
        "the end of the input is the end: {over}"
    );
}

#[test]
fn a_person_who_types_any_card_until_one_is_taken_comes_to_the_end() {
    let suits = ["s", "h", "d", "c"].iter();
    let deck = suits.flat_map(|suit| {
        "AKQJT98765432"
            .chars()
            .map(move |rank| format!("{suit}{rank}\n"))
    });
    let deck: String = deck.collect();
    // At least one card of the deck can be played whenever it is gone through; declarer plays 26.
    let input = "pass\n".repeat(8) + &deck.repeat(26);
    let others = ["--north", "low", "--east", "low", "--west", "low"];
    let words = [&["play", "--boards", "1"], &others[..]].concat();
    let text = said(&words, &input);
    assert!(text.contains("takes the trick (N/S "), "{text}");
    assert!(
        text.contains("cannot be played: suit must be followed to"),
        "{text}"
    );
    assert!(!text.contains("not finished"), "{text}");
}

#[test]
fn a_table_is_served_and_sat_down_at() {
    let program = assert_cmd::cargo::cargo_bin!("sakiyomi");
    let serve = [
        "bridge", "serve", "--port", "0", "--boards", "1", "--seat", "N=low",
    ];
    let more = [
        "--seat", "E=low", "--seat", "S=low", "--teams", "Us,Them", "--wait", "1m",
    ];
    let mut table = Command::new(program)
        .args(serve)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(table.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap();
    let taken = program::ended("bridge", &["connect", address, "--seat", "N"], "");
    assert_eq!(taken.status.code(), Some(1));
    let words = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert!(
        words.contains("not seated: Error: North is taken"),
        "{words}"
    );
    let heard = said(
        &["connect", address, "--player", "low", "--team", "Them"],
        "",
    );
    let mut last = String::new();
    errors.read_to_string(&mut last).unwrap();
    let ended = table.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let seed = last.trim().rsplit(' ').next().unwrap();
    assert!(last.contains("seed of the deals"), "{last}");
    assert!(
        seed.parse::<u64>().unwrap() > 1,
        "deals are drawn afresh: {seed}"
    );
    let told = String::from_utf8(ended.stdout).unwrap();
    assert!(
        told.starts_with(&heard) && heard.starts_with("Board 1: "),
        "{told}{heard}"
    );
}

#[test]
fn a_missing_server_is_an_error_with_its_address() {
    let gone = program::ended(
        "bridge",
        &["connect", "127.0.0.1:1", "--patience", "1s"],
        "",
    );
    assert_eq!(gone.status.code(), Some(1));
    let words = String::from_utf8_lossy(&gone.stderr).into_owned();
    assert!(words.contains("cannot connect to 127.0.0.1:1"), "{words}");
    for wrong in [
        &["connect", "nowhere"][..],
        &["connect", "127.0.0.1:1", "--seat", "Q"],
        &["serve", "--seat", "N"],
        &["play", "--south", "nobody"],
        &["play", "--json"],
    ] {
        let ended = program::ended("bridge", wrong, "");
        assert_eq!(ended.status.code(), Some(2), "{wrong:?} {ended:?}");
    }
}

#[test]
fn two_tables_with_the_same_boards_are_compared_in_imps() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let seat = |players: [&str; 2], pbn: &str| {
        let [ours, theirs] = players;
        let seats = [
            ("--north", ours),
            ("--south", ours),
            ("--east", theirs),
            ("--west", theirs),
        ];
        let seats: Vec<_> = seats.iter().flat_map(|(seat, who)| [*seat, *who]).collect();
        said(
            &[&["play", "--boards", "3", "--pbn", pbn], &seats[..]].concat(),
            "",
        );
    };
    let (open, closed) = (file("open.pbn"), file("closed.pbn"));
    seat(["low", "random"], &open);
    seat(["random", "low"], &closed);
    let found = &objects(&said(&["compare", &open, &closed, "--json"], ""))[0];
    assert_eq!(found["boards"].as_array().unwrap().len(), 3, "{found}");
    assert!(found["imps"].as_i64().unwrap() > 0, "{found}");
    let text = said(&["compare", &closed, &open], "");
    assert!(
        text.contains("3 boards: -") && text.contains(" a board (95 % interval "),
        "{text}"
    );
    let none = program::ended("bridge", &["compare", &open, "/dev/null"], "");
    assert_eq!(none.status.code(), Some(2), "{none:?}");
}

/// The worked examples of the abc paper.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridge/problems/paper.pbn");

#[test]
fn a_decision_is_analysed_over_deals_or_in_the_very_deal() {
    let player = "abc:deals=3,imagined=2,conventions=paper";
    let words = [
        "analyse", EXAMPLES, "--board", "2", "--seat", "W", "--player", player,
    ];
    let text = said(&words, "");
    assert!(text.contains("What West can tell:"), "{text}");
    assert!(text.contains("is the card."), "{text}");
    let open = [&words[..], &["--open", "--json"]].concat();
    let answer = &objects(&said(&open, ""))[0]["decisions"][0];
    let candidates = answer["advice"]["candidates"].as_array().unwrap();
    assert!(candidates.iter().any(|candidate| candidate["card"] == "CA"));
    let plain = [&words[..7], &["minimax", "--open"]].concat();
    let ended = program::ended("bridge", &plain, "");
    let error = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2));
    assert!(error.contains("truth"), "{error}");
}

#[test]
fn a_verdict_says_what_is_played_and_an_answer_is_seen_to_grow() {
    let player = "hybrid:deals=40,models=20,imagined=2";
    let words = [
        "analyse",
        EXAMPLES,
        "--board",
        "2",
        "--player",
        player,
        "--verdict",
        "--watch",
    ];
    let ended = program::ended("bridge", &words, "");
    assert!(ended.status.success(), "{ended:?}");
    let (text, grown) = (
        String::from_utf8(ended.stdout).unwrap(),
        String::from_utf8(ended.stderr).unwrap(),
    );
    assert!(
        text.contains("All cards were compared with models"),
        "{text}"
    );
    let grown: Vec<_> = grown.lines().filter(|l| l.contains("so far")).collect();
    assert!(grown.len() >= 3, "{grown:?}");
    assert!(grown[0].contains("in 16 deals"), "{grown:?}");
    let json = [&words[..7], &["--json"]].concat();
    let found = &objects(&said(&json, ""))[0];
    let verdict = &found["decisions"][0]["advice"]["verdict"];
    assert!(verdict["grounds"].is_string(), "{found}");
    assert_eq!(found["decisions"][0]["seat"], "W");
}

#[test]
fn why_a_seat_has_nothing_to_decide_is_said() {
    let words = ["analyse", EXAMPLES, "--board", "2", "--seat", "N"];
    let ended = program::ended("bridge", &words, "");
    assert_eq!(ended.status.code(), Some(2));
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(error.contains("North is dummy"), "{error}");
}
