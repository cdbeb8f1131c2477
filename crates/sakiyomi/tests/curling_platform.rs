//! The platform from outside: conditions, servers, clients, programs that go wrong, a cup.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Far longer than anything here takes.
const BOUND: Duration = Duration::from_mins(2);

/// A program of the legacy platform in a few words: always draws to the tee.
const DRAWS: &str = "legacy-lines:sh -c 'while read -r word rest; do case $word in ISREADY) echo READYOK;; GO) echo BESTSHOT -0.990740 -29.559775 0;; GAMEOVER) exit;; esac; done'";

fn binary() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("sakiyomi")
}

fn ended(words: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(binary());
    command.args(words).timeout(BOUND).output().unwrap()
}

#[track_caller]
fn said(words: &[&str]) -> String {
    let ended = ended(words);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

/// What it complains about, with its exit code.
fn refused(words: &[&str]) -> (Option<i32>, String) {
    let ended = ended(words);
    let words = String::from_utf8(ended.stderr).unwrap();
    (ended.status.code(), words)
}

/// A program that was started; killed when it is dropped.
struct Running(Child);

impl Running {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(binary());
        command.args(words).stdin(Stdio::null());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(child.spawn().unwrap())
    }

    /// What stands behind `words` in a line of its output.
    fn place(output: impl std::io::Read, words: &str) -> String {
        let mut lines = BufReader::new(output).lines().map(Result::unwrap);
        let line = lines.find(|line| line.contains(words)).unwrap();
        let rest = &line[line.find(words).unwrap() + words.len()..];
        rest.split_whitespace().next().unwrap().to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Our player that always draws, as a client of a server.
fn client(protocol: &'static str, user: &'static str) -> Vec<&'static str> {
    let words = ["curling", "connect", "--json", "--player", "draw"];
    [&words[..], &["--protocol", protocol, "--user", user]].concat()
}

#[test]
fn conditions_say_where_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    std::fs::write(
        &file,
        "platform = 'dc2'\nends = 8\nnoise = 0.1\nflowers = 3\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let words = [
        "curling",
        "conditions",
        "--conditions",
        file,
        "--set",
        "ends=4",
    ];
    let ended = ended(&words);
    let (text, notes) = (
        String::from_utf8(ended.stdout).unwrap(),
        String::from_utf8(ended.stderr).unwrap(),
    );
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("ends").ends_with("command line"), "{text}");
    assert!(line("team 1").ends_with("cup.toml"), "{text}");
    assert!(line("friction").contains("platform dc2"), "{text}");
    assert!(notes.contains("`flowers`"), "{notes}");
    // Written down, it says the same again.
    let again = folder.path().join("again.toml");
    std::fs::write(&again, said(&[&words[..], &["--toml"]].concat())).unwrap();
    let json = |words: &[&str]| -> Value { serde_json::from_str(&said(words)).unwrap() };
    let first = json(&[&words[..], &["--json"]].concat());
    let second = json(&[
        "curling",
        "conditions",
        "--conditions",
        again.to_str().unwrap(),
        "--json",
    ]);
    assert_eq!(first["conditions"], second["conditions"]);
}

/// The file of the DC2 server in a few words.
const DC2: &str = r#"{ "match_default": { "rule_type": "normal", "ends": 1, "extended_end": false, "repetition": 1,
    "player_1": { "type": "local", "path": "one" }, "player_2": { "type": "local", "path": "two" } } }"#;

#[test]
fn conditions_of_every_form_are_taken_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let short = [
        "--set",
        "ends=1",
        "--set",
        "extra_ends=false",
        "--set",
        "referee=fast",
    ];
    let wanted = [
        "curling",
        "conditions",
        "--platform",
        "dc3",
        "--set",
        "noise1=2",
    ];
    let ours = said(&[&wanted[..], &["--toml"]].concat());
    let json: Value = serde_json::from_str(&said(&[&wanted[..], &["--json"]].concat())).unwrap();
    let files = [
        file("ours.toml", &ours),
        file("ours.json", &json["conditions"].to_string()),
        file("dc2.json", DC2),
        file("dc3.json", digital_curling::dc3::config::EXAMPLE),
    ];
    for file in &files {
        let given = [&["--conditions", file.as_str()][..], &short].concat();
        let games = [
            "tournament",
            "draw",
            "draw:turn=ccw",
            "--game",
            "curling",
            "--games",
            "2",
        ];
        let table = said(&[&games[..], &given, &["--quiet", "--json"]].concat());
        assert!(table.contains("standings"), "{table}");
        let told = said(&[&["curling", "conditions", "--json"][..], &given].concat());
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["conditions"]["ends"], 1, "{file}");
        let aimed = [&["curling", "aim"][..], &given].concat();
        let mut aim = assert_cmd::Command::new(binary());
        let hack = told["conditions"]["platform"] == "dc3";
        let wish = if hack {
            r#"{"fn":"draw","pos":{"x":0,"y":38.405},"rotation":"ccw"}"#
        } else {
            r#"{"fn":"draw","pos":[2.375,4.88,0]}"#
        };
        let aimed = aim.args(aimed).write_stdin(wish).output().unwrap();
        assert!(aimed.status.success(), "{file}: {aimed:?}");
    }
}

#[test]
fn the_configuration_of_the_third_platform_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.json");
    std::fs::write(&file, digital_curling::dc3::config::EXAMPLE).unwrap();
    let file = file.to_str().unwrap();
    let text = said(&[
        "curling",
        "conditions",
        "--conditions",
        file,
        "--set",
        "ends=2",
    ]);
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("time of team 0").ends_with("config.json"), "{text}");
    assert!(line("ends").ends_with("command line"), "{text}");
}

#[test]
fn impossible_conditions_are_named() {
    for (set, key) in [
        ("ends=0", "ends"),
        ("noise=-1", "noise"),
        ("flowers=3", "flowers"),
    ] {
        let (code, words) = refused(&["curling", "conditions", "--set", set]);
        assert_eq!(code, Some(2));
        assert!(
            words.contains(key) && words.contains("command line"),
            "{words}"
        );
    }
    let (code, words) = refused(&[
        "curling",
        "serve",
        "--player0",
        "nobody",
        "--player1",
        "draw",
    ]);
    assert!(code == Some(2) && words.contains("nobody"), "{words}");
    let (code, words) = refused(&["curling", "serve", "--protocol", "dc4"]);
    assert!(code == Some(2) && words.contains("--user"), "{words}");
}

#[test]
fn a_match_is_the_same_again_and_leaves_logs_that_can_be_replayed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let words = [
        "curling",
        "serve",
        "--player0",
        "north=draw",
        "--player1",
        "sample",
        "--set",
        "ends=2",
        "--set",
        "referee=fast",
        "--seed",
        "4",
        "--json",
        "--log",
        logs.to_str().unwrap(),
    ];
    let played: Value = serde_json::from_str(&said(&words)).unwrap();
    assert_eq!(played["names"], serde_json::json!(["north", "sample"]));
    assert!(played["seed"].is_u64() && played["seed_sha256"].is_null());
    let again: Value = serde_json::from_str(&said(&words[..13])).unwrap();
    assert_eq!(
        (&played["points"], &played["winner"]),
        (&again["points"], &again["winner"])
    );
    let files = std::fs::read_dir(&logs)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let record = files
        .iter()
        .find(|file| file.extension().unwrap() == "jsonl")
        .unwrap();
    let verified = said(&["curling", "replay", record.to_str().unwrap(), "--verify"]);
    assert!(verified.contains("32 shots"), "{verified}");
    let counted = said(&["curling", "stats", logs.to_str().unwrap()]);
    assert!(
        counted.contains("north") && counted.ends_with("1 match\n"),
        "{counted}"
    );
}

/// A program of the legacy platform that keeps what can be read of its match before every shot, and
/// always draws to the tee.
const SPY: &str = "legacy-lines:sh -c 'while read -r word rest; do case $word in ISREADY) echo READYOK;; GO) cat logs/*.jsonl > seen; echo BESTSHOT -0.990740 -29.559775 0;; GAMEOVER) exit;; esac; done'";

/// Serves a match of two spies in a folder; returns the record, what could be read before the last
/// shot, and both outputs.
fn spied(folder: &Path, more: &[&str]) -> [String; 4] {
    let words = ["curling", "serve", "--protocol", "legacy", "--log", "logs"];
    let rules = ["--set", "ends=1", "--set", "extra_ends=false"];
    let mut command = assert_cmd::Command::new(binary());
    command.args(words).args(rules).args(more).timeout(BOUND);
    let players = ["--player0", SPY, "--player1", SPY];
    let ended = command.args(players).current_dir(folder).output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let mut files = std::fs::read_dir(folder.join("logs")).unwrap();
    let is_record = |path: &std::path::PathBuf| path.extension().unwrap() == "jsonl";
    let record = files.find_map(|file| Some(file.unwrap().path()).filter(is_record));
    let text = std::fs::read_to_string(record.unwrap()).unwrap();
    let seen = std::fs::read_to_string(folder.join("seen")).unwrap();
    let [out, err] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
    [text, seen, out, err]
}

fn json(line: Option<&str>) -> Value {
    serde_json::from_str(line.unwrap()).unwrap()
}

#[test]
fn every_match_has_dice_of_its_own_which_no_program_can_read_before_the_end() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let played = folders.each_ref().map(|folder| {
        let [text, seen, _, err] = spied(folder.path(), &[]);
        let hash = json(text.lines().next())["setup"]["seed"]["sha256"].clone();
        let seed = json(text.lines().last())["seed"].clone();
        let (hash, seed) = (hash.as_str().unwrap(), seed.as_str().unwrap().to_owned());
        assert!(seen.lines().count() == 16 && seen.contains(hash), "{seen}");
        assert!(!seen.contains(&seed));
        let told = [hash, &seed].map(|told| err.find(told).unwrap());
        assert!(told[0] < told[1], "{err}");
        let file = folder.path().join("record.jsonl");
        std::fs::write(&file, &text).unwrap();
        let verify = ["curling", "replay", file.to_str().unwrap(), "--verify"];
        assert_eq!(
            said(&verify),
            "16 shots simulated with the seed whose hash was told at the start: everything is as the record says\n"
        );
        let (first, rest) = seed.split_at(1);
        let forged = format!("{}{rest}", if first == "0" { "1" } else { "0" });
        std::fs::write(&file, text.replace(&seed, &forged)).unwrap();
        let found = ended(&verify);
        assert_eq!(found.status.code(), Some(1));
        let found = String::from_utf8(found.stdout).unwrap();
        assert!(found.starts_with("forged seed: "), "{found}");
        std::fs::write(&file, seen).unwrap();
        assert_eq!(ended(&verify).status.code(), Some(1));
        (seed, json(text.lines().nth(1))["came"].clone())
    });
    // The same shot was asked for.
    assert_ne!(played[0].0, played[1].0);
    assert_ne!(played[0].1, played[1].1);
}

#[test]
fn a_given_seed_repeats_the_match_and_is_told_in_the_first_line() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, two] = folders.map(|folder| spied(folder.path(), &["--seed", "4"]));
    for [text, seen, out, err] in [&one, &two] {
        assert!(out.starts_with("seed 4 is given: "), "{out}");
        assert!(!err.contains("SHA-256"), "{err}");
        let head = json(text.lines().next());
        assert!(head["setup"]["seed"].is_u64(), "{head}");
        assert!(seen.starts_with(text.lines().next().unwrap()));
    }
    let thrown = |text: &str, number| json(text.lines().nth(number))["came"].clone();
    for number in 1..=16 {
        assert_eq!(thrown(&one[0], number), thrown(&two[0], number));
    }
}

#[test]
fn matches_of_programs_draw_their_seed_and_can_be_repeated_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let short = ["--set", "ends=1", "--set", "extra_ends=false", "-q"];
    let played = |name: &str, players: [&str; 2], more: &[&str]| {
        let file = folder.path().join(name);
        let records = ["--records", file.to_str().unwrap(), "--games", "4"];
        let words = ["match", "--game", "curling", "--json"];
        let words = [&words[..], &players, &short, &records, more].concat();
        let result: Value = serde_json::from_str(&said(&words)).unwrap();
        let games = std::fs::read_to_string(&file).unwrap();
        let mut games: Vec<_> = games.lines().map(|line| json(Some(line))).collect();
        games.sort_by_key(|game| game["seed"].as_u64());
        let moves = games.iter().map(|game| {
            let moves = game["moves"].as_array().unwrap();
            let actions: Vec<_> = moves.iter().map(|one| one["action"].clone()).collect();
            (
                game["seed"].as_u64().unwrap(),
                game["score"].clone(),
                actions,
            )
        });
        (result["seed"].as_u64().unwrap(), moves.collect::<Vec<_>>())
    };
    let programs = [DRAWS, "sample"];
    let (first, games) = played("a.jsonl", programs, &[]);
    let (second, others) = played("b.jsonl", programs, &[]);
    assert!(first != second && games != others);
    // No game shares its dice with another.
    assert!(
        games.windows(2).all(|two| two[0].0 != two[1].0),
        "{games:?}"
    );
    let seed = first.to_string();
    let (_, again) = played("c.jsonl", programs, &["--seed", &seed, "--own-dice"]);
    assert_eq!(games, again);
    // What was kept is gone on with, by the seed beside it.
    let (gone_on, all) = played("a.jsonl", programs, &["--resume"]);
    assert_eq!((gone_on, all), (first, games));
    // Among our own nothing is drawn.
    let (ours, pairs) = played("d.jsonl", ["draw", "sample"], &[]);
    assert_eq!((ours, pairs[0].0), (1, pairs[1].0));
}

/// The files and folders in a folder, sorted.
fn inside(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_match_on_dc3_leaves_the_log_of_its_server_and_a_record_becomes_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (logs, gui) = (path("logs"), path("gui"));
    let serve = "curling serve --protocol dc3 --player0 north=draw --player1 sample --log";
    let conditions = "--set ends=1 --set extra_ends=false --set referee=fast --seed 4";
    let mut words: Vec<&str> = serve.split(' ').collect();
    words.push(&logs);
    words.extend(conditions.split(' '));
    let told = said(&words);
    let told = told.lines().last().unwrap();
    let files = inside(Path::new(&logs));
    let [record, log] = &files[..] else {
        panic!("a record and a folder: {files:?}");
    };
    assert!(log.join("game.dcl2").is_file() && log.join("shot_e000s15.json").is_file());
    assert_eq!(inside(log).len(), 17);
    // The same match is counted once, and read from either.
    let counted = said(&["curling", "stats", &logs]);
    assert!(counted.ends_with("1 match\n"), "{counted}");
    let record = record.to_str().unwrap();
    let written = said(&["curling", "replay", record, "--dcl2", &gui]);
    assert_eq!(written, "");
    let [converted] = &inside(Path::new(&gui))[..] else {
        panic!("one folder");
    };
    for log in [record, log.to_str().unwrap(), converted.to_str().unwrap()] {
        let shown = said(&["curling", "replay", log, "--end", "1", "--shot", "16"]);
        let (first, second) = told.split_once(" - ").unwrap();
        let points = |text: &str| text.matches(char::is_numeric).collect::<String>();
        let expected = format!("{} : {}", points(first), points(second));
        assert!(shown.starts_with("north against sample: "), "{shown}");
        assert!(shown.contains(&expected), "{shown}: {told}");
        let counted = said(&["curling", "stats", log]);
        assert!(counted.ends_with("1 match\n"), "{counted}");
    }
    let (code, why) = refused(&["curling", "replay", record, "--dcl2", &path("a.dcl")]);
    assert!(code == Some(2) && why.contains("write --dcl-dc2"), "{why}");
    let old = path("old.dcl");
    let (code, why) = refused(&["curling", "replay", record, "--dcl-dc2", &old]);
    assert!(code == Some(0) && why.contains("written"), "{why}");
}

#[cfg(unix)]
#[test]
fn an_endless_file_ends_with_a_sentence_whoever_reads_it() {
    for words in [
        "curling conditions --conditions /dev/zero",
        "curling draw /dev/zero",
        "curling replay /dev/zero",
        "curling serve --conditions /dev/zero",
        "blokus analyse /dev/zero",
        "bridge compare /dev/zero /dev/zero",
        "bridge solve /dev/zero",
        "replay /dev/zero",
        "match --game blokus alphabeta:weights=/dev/zero random",
        "match --game curling jiritsu:experience=/dev/zero random",
    ] {
        let (code, why) = refused(&words.split(' ').collect::<Vec<_>>());
        assert!(matches!(code, Some(1 | 2)), "{words}: {code:?} {why}");
        let last = why.trim_end().lines().last().unwrap_or_default();
        assert!(last.len() > 20, "{words}: {why}");
    }
}

#[test]
fn contests_are_listed_and_an_unknown_one_is_refused_with_the_list() {
    let help = said(&["curling", "conditions", "--help"]);
    assert!(help.contains("gpw2018-mixed-doubles"), "{help}");
    let (code, why) = refused(&["curling", "conditions", "--set", "contest=gpw1999"]);
    assert!(code == Some(2) && why.contains("known: cig2015"), "{why}");
    let told = said(&[
        "curling",
        "conditions",
        "--set",
        "contest=gpw2018-mixed-doubles",
    ]);
    for words in [
        "0.0725 m across, 0.29 m along",
        "219s",
        "once a match and team",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_program_that_dies_at_once_ends_a_match_with_its_last_words() {
    for kind in ["program", "dcp", "legacy-lines"] {
        let rogue = format!("{kind}:sh -c 'echo no engine >&2; exit 7'");
        let (code, words) = refused(&["match", "--game", "curling", "draw", &rogue, "-q"]);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains("exited with code 7: no engine"), "{words}");
    }
}

#[test]
fn our_players_are_programs_of_the_text_protocols() {
    let program = |player: &str| {
        let binary = arena::process::quote(binary().to_str().unwrap());
        format!("dcp:{binary} curling connect --protocol dcp --player {player}")
    };
    let text = said(&[
        "curling",
        "serve",
        "--player0",
        &program("draw"),
        "--player1",
        &program("sample"),
        "--platform",
        "dc2-mixed-doubles",
        "--set",
        "ends=1",
        "--set",
        "extra_ends=false",
        "--set",
        "referee=fast",
        "--json",
    ]);
    let played: Value = serde_json::from_str(&text).unwrap();
    assert!(
        played["fault"].is_null()
            && ["score", "draw"].contains(&played["reason"].as_str().unwrap()),
        "{played}"
    );
}

#[test]
fn a_program_that_goes_wrong_loses_its_match_and_the_series_goes_on() {
    for (rogue, what) in [
        (
            "legacy-lines:sh -c 'read a; echo READYOK; read a; exit 7'",
            "exited with code 7",
        ),
        (
            "legacy-lines:sh -c 'read a; echo READYOK; while read w r; do case $w in GO) echo BESTSHOT nan 1 0;; esac; done'",
            "nan",
        ),
        ("legacy-lines:sh -c 'read a; yes READYOK'", ""),
        ("legacy-lines:/nowhere", "/nowhere"),
    ] {
        let text = said(&[
            "curling",
            "serve",
            "--player0",
            "draw",
            "--player1",
            rogue,
            "--set",
            "ends=1",
            "--set",
            "referee=fast",
            "--set",
            "repetitions=2",
            "--set",
            "time=20s",
            "--json",
        ]);
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!(lines[0]["winner"], "team0", "{text}");
        assert_eq!(lines[2]["wins"], serde_json::json!([2, 0]), "{text}");
        let fault = lines[0]["fault"].as_str().unwrap_or_default();
        assert!(fault.contains(what), "{what}: {text}");
    }
}

#[test]
fn programs_log_in_over_the_network() {
    let mut server = Running::start(&[
        "curling",
        "serve",
        "--protocol",
        "legacy",
        "--listen",
        "127.0.0.1:0",
        "--user",
        "a:1",
        "--user",
        "b:2",
        "--set",
        "ends=1",
        "--set",
        "referee=fast",
        "--json",
    ]);
    let address = Running::place(server.0.stderr.take().unwrap(), "waiting for programs at ");
    let words = |user: &'static str| client("legacy", user);
    let (code, why) = refused(&[words("a:wrong"), vec![&address]].concat());
    assert!(
        code == Some(1) && why.contains("refuses the login"),
        "{why}"
    );
    let mut one = Running::start(&[words("a:1"), vec![&address]].concat());
    said(&[words("b:2"), vec![&address]].concat());
    assert!(one.0.wait().unwrap().success());
    let told = BufReader::new(server.0.stdout.take().unwrap())
        .lines()
        .next();
    let told: Value = serde_json::from_str(&told.unwrap().unwrap()).unwrap();
    assert!(told["fault"].is_null(), "{told}");
}

#[test]
fn nobody_is_waited_for_longer_than_said_and_options_of_others_are_refused() {
    for protocol in ["legacy", "dc3"] {
        let place = if protocol == "dc3" {
            ["--ports", "0,0"]
        } else {
            ["--listen", "127.0.0.1:0"]
        };
        let words = [
            "curling",
            "serve",
            "--protocol",
            protocol,
            "--player0",
            "draw",
            "--wait",
            "100ms",
        ];
        let (code, why) = refused(&[&words[..], &place[..]].concat());
        assert!(code == Some(1) && why.contains("within"), "{why}");
    }
    for words in [
        "--data x",
        "--ports 0,0",
        "--protocol dc3 --user a:b",
        "--protocol dc4 --wait 1s",
        "--protocol dc4 --user a:b --conditions x.toml",
        "--protocol dc4 --user a:b --set ends=3",
        "--abandon 1h",
    ] {
        let words: Vec<_> = ["curling", "serve"]
            .into_iter()
            .chain(words.split(' '))
            .collect();
        let (code, why) = refused(&words);
        assert!(code == Some(2) && why.contains("for"), "{why}");
    }
}

#[test]
fn digital_curling_3_and_4_are_served_and_played() {
    let mut server = Running::start(&[
        "curling",
        "serve",
        "--protocol",
        "dc3",
        "--ports",
        "0,0",
        "--player0",
        "draw",
        "--set",
        "ends=1",
        "--set",
        "extra_ends=false",
        "--set",
        "referee=fast",
    ]);
    let address = Running::place(server.0.stderr.take().unwrap(), "waiting for team1 at ");
    let told = said(&[
        "curling",
        "connect",
        "--protocol",
        "dc3",
        &address,
        "--player",
        "draw",
        "--json",
    ]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["team"], &told["shots"]),
        (&"team1".into(), &8.into())
    );

    let users = ["--user", "u0:p0", "--user", "u1:p1"];
    let words = [
        "curling",
        "serve",
        "--protocol",
        "dc4",
        "--listen",
        "127.0.0.1:0",
        "--set",
        "referee=fast",
    ];
    let mut server = Running::start(&[&words[..], &users[..]].concat());
    let address = Running::place(server.0.stdout.take().unwrap(), "at http://");
    let url = format!("http://{address}");
    let words = |user: &'static str| client("dc4", user);
    let mut one = Running::start(&[words("u0:p0"), vec![&url, "--new", "1"]].concat());
    let id = Running::place(one.0.stderr.take().unwrap(), "new match: ");
    let told = said(&[words("u1:p1"), vec![&url, "--id", &id, "--team", "team1"]].concat());
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["side"], "team1");
    assert!(one.0.wait().unwrap().success());
    let (code, why) = refused(&[words("u1:wrong"), vec![&url, "--id", &id]].concat());
    assert!(code == Some(1) && why.contains("401"), "{why}");
}

#[test]
fn a_killed_server_goes_on_with_its_matches_when_it_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = |listen: &str| {
        let words = [
            "curling",
            "serve",
            "--protocol",
            "dc4",
            "--listen",
            listen,
            "--data",
            data,
            "--user",
            "u0:p0",
            "--user",
            "u1:p1",
        ];
        let mut server = Running::start(&words);
        let address = Running::place(server.0.stdout.take().unwrap(), "at http://");
        (server, address)
    };
    let (server, address) = serve("127.0.0.1:0");
    let url = format!("http://{address}");
    let words = |user: &'static str| client("dc4", user);
    let mut one = Running::start(&[words("u0:p0"), vec![&url, "--new", "4"]].concat());
    let id = Running::place(one.0.stderr.take().unwrap(), "new match: ");
    let mut two =
        Running::start(&[words("u1:p1"), vec![&url, "--id", &id, "--team", "team1"]].concat());
    let shots = || {
        let files = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().path());
        let texts = files.map(|file| std::fs::read_to_string(file).unwrap_or_default());
        texts
            .map(|text| text.matches("\"throw\"").count())
            .sum::<usize>()
    };
    while shots() < 10 {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(server); // killed, without a word
    let before = shots();
    let (_server, _) = serve(&address);
    let thrown = |client: &mut Running| -> Value {
        let mut lines = BufReader::new(client.0.stdout.take().unwrap()).lines();
        serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
    };
    let told = [thrown(&mut one), thrown(&mut two)];
    let sum: u64 = told
        .iter()
        .map(|told| told["thrown"].as_u64().unwrap())
        .sum();
    assert!(
        before < 64,
        "the match was over before the server was killed"
    );
    // Of each side one may have been recorded whose answer was lost with the server: the other side
    // hears of a shot, and throws, before who threw it has its answer.
    let recorded = shots() as u64;
    assert!((sum..=sum + 2).contains(&recorded), "{recorded}: {told:?}");
    assert_eq!(told[0]["points"], told[1]["points"]);
    // What the server kept is a log like any other.
    let mut journal = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path());
    let journal = journal
        .find(|file| file.extension().is_some_and(|it| it == "jsonl"))
        .unwrap();
    let verified = said(&["curling", "replay", journal.to_str().unwrap(), "--verify"]);
    assert!(
        verified.contains(&format!("{recorded} shots")),
        "{verified}"
    );
    assert!(said(&["curling", "stats", data]).ends_with("1 match\n"));
}

#[test]
fn a_cup_of_players_and_programs_prints_its_tables() {
    let text = said(&[
        "tournament",
        "--game",
        "curling",
        "draw",
        "sample",
        DRAWS,
        "--games",
        "2",
        "--set",
        "platform=legacy",
        "--set",
        "ends=1",
        "--set",
        "referee=fast",
        "-q",
    ]);
    assert!(
        text.contains("Cross table: every game")
            && text.contains("Cross table: points of every game"),
        "{text}"
    );
    assert!(!text.contains("Faults"), "{text}");
    assert!(text.contains('○') && text.contains('×'), "{text}");
}

#[test]
fn a_program_is_asked_about_a_position_and_one_that_dies_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let position = folder.path().join("position.json");
    let at = serde_json::json!({ "stones": vec![Value::Null; 16], "shot_num": 0, "end": 9 });
    std::fs::write(&position, at.to_string()).unwrap();
    let position = position.to_str().unwrap();
    let words = ["curling", "analyse", position, "--json", "--player"];
    let answer: Value = serde_json::from_str(&said(&[&words[..], &[DRAWS]].concat())).unwrap();
    let shots = answer["advice"]["shots"].as_array().unwrap();
    assert_eq!(shots.len(), 1);
    let thrown = shots[0]["shot"]["velocity"]["x"].as_f64().unwrap();
    assert!((thrown + 0.990_740).abs() < 1e-6, "{thrown}");
    let dying = "legacy-lines:sh -c 'exit 3'";
    let (code, why) = refused(&[&words[..], &[dying]].concat());
    assert_eq!(code, Some(1), "{why}");
    assert!(
        why.contains(&format!("the player `{dying}`")) && why.contains("code 3"),
        "{why}"
    );
}

#[test]
fn a_person_plays_at_the_terminal() {
    let mut command = assert_cmd::Command::new(binary());
    command.args([
        "curling",
        "serve",
        "--player0",
        "person",
        "--player1",
        "draw",
        "--set",
        "ends=1",
        "--set",
        "referee=fast",
    ]);
    let ended = command
        .write_stdin("dance\ndraw 0 0 cw\nconcede\n")
        .timeout(BOUND)
        .output()
        .unwrap();
    let text = String::from_utf8(ended.stdout).unwrap();
    assert!(
        ended.status.success() && text.contains("unknown command `dance`"),
        "{text}"
    );
    assert!(
        text.ends_with("you 0 - 0 draw: draw wins, the other gave up\n"),
        "{text}"
    );
}
