//! `sakiyomi blokus gtp` from outside, and programs of others as opponents.

use arena::process::quote;
use serde_json::Value;
use std::process::{Command, Output};

fn sakiyomi() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"))
}

/// What the engine does with an input.
fn engine(words: &str, input: &[u8]) -> Output {
    let mut command = sakiyomi();
    command
        .args(["blokus", "gtp"])
        .args(words.split_whitespace());
    let mut program = assert_cmd::Command::from_std(command);
    program.write_stdin(input).output().unwrap()
}

/// What it says, which must be all right.
#[track_caller]
fn said(words: &str, input: &[u8]) -> String {
    let ended = engine(words, input);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

#[test]
fn commands_are_answered_in_order_until_quit() {
    let input = "# hello\n1 name\r\n\nplay b f9,e10,f10,g10,f11\n2 play b e10,f10\nundo\nundo\nquit\nname\n";
    let expected = "=1 Sakiyomi\n\n= \n\n?2 illegal move\n\n= \n\n? cannot undo\n\n= \n\n";
    assert_eq!(said("", input.as_bytes()), expected);
}

#[test]
fn the_end_of_input_ends_the_engine_after_its_last_answer() {
    assert_eq!(said("", b""), "");
    assert_eq!(said("", b"protocol_version"), "= 2\n\n");
}

#[test]
fn a_flood_and_foreign_bytes_are_refused_and_survived() {
    let mut input = b"7 play b \xff\xfe\n8 ".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\n9 protocol_version\n");
    let expected = "?7 not UTF-8\n\n?8 line too long\n\n=9 2\n\n";
    assert_eq!(said("", &input), expected);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = "g\n".repeat(12);
    let play = |words| said(words, game.as_bytes());
    // Who thinks for a time need not think the same twice.
    assert_eq!(
        play("--player random --seed 3"),
        play("--player random --seed 3")
    );
    assert_ne!(
        play("--player random --seed 3"),
        play("--player random --seed 4")
    );
}

#[test]
fn an_unknown_player_is_wrong_usage() {
    for (words, named) in [
        ("--player nobody", "`nobody`"),
        ("--player random:x=1", "`x`"),
        ("--time soon", "soon"),
    ] {
        let ended = engine(words, b"name\n");
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        let words = String::from_utf8(ended.stderr).unwrap();
        assert!(words.contains(named), "{words}");
        assert!(ended.stdout.is_empty());
    }
}

#[test]
fn the_help_says_that_it_never_resigns() {
    assert!(said("--help", b"").contains("never resigns"));
}

/// The records of a match of a program against `random`.
fn matched(program: &str, more: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("games.jsonl");
    let mut command = sakiyomi();
    command.args(["match", program, "random", "--game", "blokus", "--quiet"]);
    command.args(more).arg("--records").arg(&records);
    let ended = command.output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let text = std::fs::read_to_string(records).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ourselves() -> String {
    let own = assert_cmd::cargo::cargo_bin!("sakiyomi");
    format!(
        "gtp:{} blokus gtp --player random",
        quote(own.to_str().unwrap())
    )
}

#[test]
fn our_engine_plays_whole_games_through_the_protocol() {
    for more in [
        &["--games", "4"][..],
        &[
            "--games",
            "2",
            "--set",
            "opening='pentominoes'",
            "--per-move",
            "2s",
        ],
        &["--games", "2", "--per-game", "30s", "--increment", "1s"],
    ] {
        let games = matched(&ourselves(), more);
        assert_eq!(games.len().to_string(), more[1]);
        for game in &games {
            assert_eq!(
                game["ending"],
                serde_json::json!({ "how": "finished" }),
                "{game}"
            );
        }
        let moves = |game: &Value| game["moves"][0]["action"].clone();
        assert!(
            games.iter().any(|game| moves(game) != moves(&games[0])),
            "{more:?}"
        );
    }
}

#[test]
fn a_match_with_the_engine_repeats_from_its_seed() {
    let actions = || {
        let games = matched(&ourselves(), &["--games", "2", "--seed", "5"]);
        let of = |game: &Value| {
            game["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| m["action"].clone())
                .collect::<Vec<_>>()
        };
        games.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(actions(), actions());
}

/// Answers `genmove` as said, and anything else as it should.
fn script(says: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in genmove) {says};; quit) exit;; *) printf '=\\n\\n';; esac; done"
    );
    format!("gtp:sh -c {}", quote(&script))
}

#[test]
fn programs_that_misbehave_lose_with_the_reason() {
    let no_answer = "`=` or `?`";
    let cases = [
        (script("printf '= resign\\n\\n'"), "resigned", ""),
        (
            script("printf '= pass\\n\\n'"),
            "illegal",
            "passed with legal moves left",
        ),
        (
            script("printf '= rubbish\\n\\n'"),
            "illegal",
            "`rubbish` is not a square",
        ),
        (script("echo rubbish"), "illegal", no_answer),
        (script("printf '= a1\\n\\n'"), "illegal", "must cover"),
        (
            script("printf '? no idea\\n\\n'"),
            "illegal",
            "refused `genmove",
        ),
        (
            script("echo sorry >&2; exit 3"),
            "crashed",
            "exited with code 3: sorry",
        ),
        (script("sleep 9"), "out_of_time", "no output"),
        (script("yes x >&2 & echo =; yes"), "crashed|out_of_time", ""),
        ("gtp:cat".to_owned(), "illegal", no_answer),
    ];
    for (program, kind, words) in cases {
        for game in matched(&program, &["--games", "2", "--per-move", "300ms"]) {
            let fault = &game["ending"]["fault"];
            let found = fault["kind"].as_str().unwrap_or_default();
            assert!(
                kind.split('|').any(|kind| kind == found),
                "{program}: {fault}"
            );
            let why = fault["why"].as_str().unwrap_or_default();
            assert!(why.contains(words), "{program}: {fault}");
            let loser = game["players"][game["ending"]["seat"].as_u64().unwrap() as usize].clone();
            assert_eq!(loser, program);
        }
    }
}

#[test]
fn a_program_is_asked_about_a_position_and_one_that_fails_is_named() {
    let asked = |program: &str| {
        let words = ["blokus", "analyse", "--json", "--player", program];
        sakiyomi().args(words).output().unwrap()
    };
    let answered = asked(&script("printf '= f9,e10,f10,g10,f11\\n\\n'"));
    assert!(answered.status.success(), "{answered:?}");
    let answer: Value = serde_json::from_slice(&answered.stdout).unwrap();
    let candidates = answer["analysis"]["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 1);
    assert_eq!(candidates[0]["action"], "f9,e10,f10,g10,f11");
    for (program, words) in [
        (script("exit 3"), "exited with code 3"),
        (script("printf '= a1\\n\\n'"), "illegal action `a1`"),
        ("gtp:./nobody".to_owned(), "cannot be started"),
    ] {
        let ended = asked(&program);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{said}");
        let named = format!("the player `{program}`");
        assert!(said.contains(&named) && said.contains(words), "{said}");
    }
}

#[test]
fn a_program_that_cannot_be_started_ends_the_match() {
    let ended = sakiyomi()
        .args(["match", "gtp:./nobody", "random", "--game", "blokus"])
        .args(["--games", "2", "--quiet"])
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.contains("cannot start the program of player `gtp:./nobody`"),
        "{said}"
    );
}

#[test]
fn a_program_is_asked_for_with_a_command_line() {
    for (program, words) in [
        ("gtp:", "`gtp:` needs a command line"),
        ("gtp:sh '", "gtp:sh '"),
    ] {
        let ended = sakiyomi()
            .args(["match", program, "random", "--game", "blokus", "--quiet"])
            .output()
            .unwrap();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains(words), "{said}");
    }
    let games = sakiyomi().arg("games").output().unwrap();
    assert!(
        String::from_utf8(games.stdout)
            .unwrap()
            .contains("gtp:COMMAND")
    );
}
