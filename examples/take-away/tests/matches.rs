//! Matches and tournaments from the command line: results, records, conditions, and what is
//! refused.

mod stage;

use arena::game::{Game, Score};
use arena::referee::replay;
use arena::{Ending, GameRecord};
use serde_json::{Value, json};
use stage::{Stage, finish, timeless, without_times};
use take_away::rules::{Conditions, Heap};

const ESCAPE: char = '\x1b';

/// Won, drawn and lost games of a `score` in JSON.
fn games(score: &Value) -> u64 {
    let count = |what: &str| score[what].as_u64().unwrap();
    count("wins") + count("draws") + count("losses")
}

#[test]
fn a_match_tells_its_result_and_how_to_repeat_it() {
    let stage = Stage::new();
    let ended = stage.run("match perfect random --games 30").succeeded();
    for words in [
        "perfect against random",
        "Result, seen from the first player",
        "won, drawn, lost",
        "Repeat it with: take-away match --game take-away perfect random --games 30 --seed 1",
        "Extent: 30 games",
    ] {
        assert!(ended.stdout.contains(words), "no `{words}` in {ended:#?}");
    }
    assert!(ended.stderr.contains("30/30 games"), "{ended:#?}");
    assert_eq!(stage.names(), [""; 0], "a match leaves no files unasked");
}

#[test]
fn a_quiet_match_says_nothing_beside_its_result() {
    let ended = Stage::new().run("match perfect random -q").succeeded();
    assert_eq!(ended.stderr, "");
}

#[test]
fn a_pipe_gets_plain_text_and_colours_only_when_they_are_asked_for() {
    let stage = Stage::new();
    for command in [
        "match perfect random --games 4",
        "tournament perfect random alphabeta --games 2",
        "games",
    ] {
        let plain = stage.run(command).succeeded();
        assert!(!plain.stdout.contains(ESCAPE), "{plain:#?}");
        assert!(!plain.stderr.contains(ESCAPE), "{plain:#?}");
        let coloured = stage.say(&format!("{command} --color always"));
        assert!(coloured.contains(ESCAPE), "{coloured}");
        let never = stage.say(&format!("{command} --color never"));
        assert_eq!(without_times(&never), without_times(&plain.stdout));
    }
    let json = stage.say("match perfect random --games 4 --json --color always");
    assert!(!json.contains(ESCAPE), "{json}");
}

#[test]
fn the_json_of_a_match_has_everything_a_script_needs() {
    let said = Stage::new().json("match perfect random --games 40 --seed 9");
    assert_eq!(said["game"], "take-away");
    assert_eq!(said["seed"], 9);
    assert_eq!(said["interrupted"], false);
    let result = &said["result"];
    assert_eq!(result["players"], json!(["perfect", "random"]));
    assert_eq!(games(&result["score"]), 40);
    assert_eq!(result["faults"], json!([0, 0]));
    let number = |value: &Value| value.as_f64().unwrap();
    let rate = number(&result["rate"]);
    let wins = number(&result["score"]["wins"]);
    assert_eq!(rate, wins / 40.0);
    let interval = &result["interval"];
    assert!(number(&interval["low"]) < rate && rate < number(&interval["high"]));
    assert!(number(&result["elo"]["difference"]) > 0.0);
    assert!((0.0..0.05).contains(&number(&result["p"])));
    assert!(result.get("sprt").is_none(), "nobody asked for a test");
}

#[test]
fn the_number_of_threads_shows_in_no_result() {
    let stage = Stage::new();
    let command = "match expectimax:depth=2 random --games 31 --seed 3";
    let one = stage.json(&format!("{command} --threads 1 --records one.jsonl"));
    let two = stage.json(&format!("{command} --threads 2 --records two.jsonl"));
    assert_eq!(one, two);
    let games = |name| -> Vec<_> { stage.records(name).into_iter().map(timeless).collect() };
    assert_eq!(games("one.jsonl").len(), 31);
    assert_eq!(games("one.jsonl"), games("two.jsonl"));

    let command = "tournament random alphabeta expectimax:depth=2 perfect --games 6";
    let one = stage.say(&format!("{command} --threads 1"));
    let two = stage.say(&format!("{command} --threads 2"));
    assert!(one.contains("Cross table"));
    assert_eq!(without_times(&one), without_times(&two));
}

#[test]
fn the_seed_decides() {
    let stage = Stage::new();
    let score = |seed: u32| {
        let said = stage.json(&format!("match alphabeta random --games 100 --seed {seed}"));
        said["result"]["score"].clone()
    };
    assert_eq!(score(1), score(1));
    let scores: Vec<_> = (1..5).map(score).collect();
    assert!(scores.iter().any(|s| *s != scores[0]), "{scores:?}");
}

#[test]
fn records_replay_move_by_move_to_the_same_score() {
    let stage = Stage::new();
    let command = "match expectimax:depth=3 random --games 24 --set slip=0.4 --set largest=15";
    let said = stage.json(&format!("{command} --records deep/down/games.jsonl"));
    let heap = Heap {
        conditions: Conditions {
            slip: 0.4,
            largest: 15,
            ..Conditions::default()
        },
    };
    let records = stage.records("deep/down/games.jsonl");
    for record in &records {
        let positions = replay(&heap, record.seed, &record.moves).unwrap();
        let last = positions.last().unwrap();
        assert_eq!(heap.turn(last), None, "over: {record:?}");
        assert_eq!(heap.score(last), record.score);
        assert_eq!(record.ending, Ending::Finished);
        assert_eq!(record.game, "take-away");
    }
    let won = |record: &&GameRecord| {
        let side = usize::from(record.players[1].starts_with("expectimax"));
        record.score.share_of(side) == 1.0
    };
    let wins = records.iter().filter(won).count();
    assert_eq!(said["result"]["score"]["wins"], wins);
    let thoughts = records.iter().flat_map(|record| &record.moves);
    assert!(thoughts.into_iter().any(|m| m.thought.is_some()));
}

#[test]
fn the_games_of_a_pair_share_their_seed_and_swap_sides() {
    let stage = Stage::new();
    stage.say("match perfect random --games 7 --records games.jsonl");
    let records = stage.records("games.jsonl");
    assert_eq!(records.len(), 7);
    for pair in records.chunks_exact(2) {
        assert_eq!(pair[0].seed, pair[1].seed);
        assert_eq!(pair[0].players, ["perfect", "random"]);
        assert_eq!(pair[1].players, ["random", "perfect"]);
    }
    let seeds: std::collections::HashSet<_> = records.iter().map(|r| r.seed).collect();
    assert_eq!(seeds.len(), 4, "every pair has a seed of its own");
}

#[test]
fn conditions_come_from_a_file_and_single_ones_win_over_it() {
    let stage = Stage::new();
    stage.write("tiny.toml", "smallest = 1\nlargest = 1 # one grab\n");
    let moves = |extra: &str, name: &str| -> Vec<usize> {
        let command = format!("match random random --games 6 --conditions tiny.toml {extra}");
        stage.say(&format!("{command} --records {name}"));
        stage.records(name).iter().map(|r| r.moves.len()).collect()
    };
    assert_eq!(moves("", "tiny.jsonl"), [1; 6]);
    let long = moves("--set largest=40 --set smallest=40", "long.jsonl");
    assert!(long.iter().all(|&moves| moves >= 14), "{long:?}");
}

#[test]
fn a_game_cut_short_is_scored_as_it_stands() {
    let stage = Stage::new();
    stage.say("match perfect perfect --games 2 --longest 3 --records games.jsonl");
    for record in stage.records("games.jsonl") {
        assert_eq!(record.ending, Ending::TooLong);
        assert_eq!(record.moves.len(), 3);
        assert_eq!(record.score, Score::by_points([1.0, 0.0]));
    }
}

#[test]
fn the_sequential_test_stops_a_match_that_is_decided() {
    let stage = Stage::new();
    let command = "match perfect random --games 100000 --sprt 0,50";
    let said = stage.json(&format!("{command} --threads 1"));
    let result = &said["result"];
    assert_eq!(result["sprt"]["decision"], "accept_h1", "{result}");
    let played = games(&result["score"]);
    assert!(played.is_multiple_of(2) && played < 1000, "{played} games");
    assert_eq!(said, stage.json(&format!("{command} --threads 2")));

    let text = stage.say(command);
    assert!(text.contains("H1 accepted"), "{text}");
    assert!(!text.contains("not complete"), "it is: {text}");
    let other_way = stage.json("match random perfect --games 100000 --sprt 0,50 --risk 0.01");
    assert_eq!(other_way["result"]["sprt"]["decision"], "accept_h0");
}

#[test]
fn the_sequential_test_may_stay_undecided() {
    let text = Stage::new().say("match perfect random --games 2 --sprt=-5,5");
    assert!(text.contains("undecided"), "{text}");
}

#[test]
fn games_that_repeat_each_other_count_once_and_the_way_out_is_told() {
    let stage = Stage::new();
    let words =
        "match a=perfect b=perfect --games 40 --set slip=0 --set smallest=13 --set largest=13";
    let ended = stage.run(&format!("{words} --json --quiet")).succeeded();
    let result = &ended.json()["result"];
    assert_eq!(
        (&result["games"], &result["distinct"]),
        (&40.into(), &2.into())
    );
    assert_eq!(result["score"]["wins"], 1, "{result}");
    assert!(
        result["p"].is_null(),
        "one drawn pair says nothing: {result}"
    );
    assert_eq!(result["sides"][0]["side"], "first");
    assert!(ended.stderr.contains("40 games, 2 distinct"), "{ended:#?}");
    assert!(ended.stderr.contains("--set slip=0.2"), "{ended:#?}");
    assert!(stage.say(words).contains("40, 2 distinct"));
}

#[test]
fn a_tournament_gives_every_point_of_every_game_to_somebody() {
    let said = Stage::new().json("tournament random alphabeta perfect --games 10");
    assert_eq!(said["games"], 30);
    let table = said["standings"].as_array().unwrap();
    let rates: Vec<f64> = table.iter().map(|s| s["rate"].as_f64().unwrap()).collect();
    assert!(rates.is_sorted_by(|a, b| a >= b), "best first: {rates:?}");
    assert!((rates.iter().sum::<f64>() - 1.5).abs() < 1e-9, "{rates:?}");
    for line in table {
        assert_eq!(games(&line["score"]), 20, "{line}");
        assert_eq!(line["faults"], 0);
        assert_eq!(line["elo"].as_array().unwrap().len(), 2);
    }
    assert_eq!(table[2]["player"], "random");
}

#[test]
fn in_a_gauntlet_only_the_first_meets_everybody() {
    let said = Stage::new().json("tournament random alphabeta perfect --games 4 --gauntlet");
    assert_eq!(said["games"], 8);
    for line in said["standings"].as_array().unwrap() {
        let expected = if line["player"] == "random" { 8 } else { 4 };
        assert_eq!(games(&line["score"]), expected, "{line}");
    }
}

#[test]
fn the_command_in_a_report_repeats_it() {
    let stage = Stage::new();
    stage.write("wet fingers.toml", "slip = 0.7\n");
    let mut command = stage.command(
        "match expectimax:depth=2 random --games 20 --seed 5 --set largest=14 --longest 40 --sprt 0,400 --report first",
    );
    command.args(["--conditions", "wet fingers.toml"]);
    let first = finish(command).succeeded().stdout;
    let report = stage.read("first/report.md");
    let line = report
        .lines()
        .find_map(|line| line.strip_prefix("    take-away "));
    let again = format!("exec \"$0\" {}", line.unwrap());
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(again);
    shell.arg(assert_cmd::cargo::cargo_bin!("take-away"));
    shell.current_dir(stage.path(""));
    let second = finish(shell).succeeded().stdout;
    assert_eq!(without_times(&second), without_times(&first));
}

#[test]
fn a_report_is_written_where_it_was_asked_for() {
    let stage = Stage::new();
    let command = "tournament random alphabeta perfect --games 2 --report out/here";
    let ended = stage.run(command).succeeded();
    assert!(ended.stderr.contains("out/here/index.html"), "{ended:#?}");
    let page = stage.read("out/here/index.html");
    assert!(page.contains("Tournament: take-away") && page.contains("<svg"));
    assert!(
        stage
            .read("out/here/report.md")
            .starts_with("# Tournament: take-away\n")
    );
    assert!(stage.read("out/here/report-1.svg").contains("<svg"));
}

#[test]
fn the_games_are_listed_with_their_players() {
    let stage = Stage::new();
    let text = stage.say("games");
    let said = stage.json("games");
    assert_eq!(said[0]["name"], "take-away");
    let players = said[0]["players"].as_array().unwrap();
    let names: Vec<_> = players
        .iter()
        .map(|p| p["name"].as_str().unwrap())
        .collect();
    let all = ["random", "alphabeta", "expectimax", "perfect", "program"];
    assert_eq!(names, all);
    assert!(all.iter().all(|name| text.contains(name)), "{text}");
    assert!(text.contains("program:COMMAND") && text.contains("The strongest: perfect"));
    assert_eq!(players[4]["is_program"], true);
    assert_eq!(players[1]["settings"][0]["kind"]["type"], "integer");
}

#[test]
fn a_player_is_shown_with_its_settings() {
    let stage = Stage::new();
    let text = stage.say("games take-away alphabeta");
    assert!(
        text.contains("depth: a whole number from 1 to 64 (moves); default 4"),
        "{text}"
    );
    let said = stage.json("games take-away alphabeta");
    assert_eq!(said["settings"][0]["default"], "4");
    assert_eq!(said["about"]["ja"], "取りこぼしを想定しません。");
}

#[test]
fn what_makes_no_sense_is_refused_by_name_before_anything_is_played() {
    let stage = Stage::new();
    stage.write("broken.toml", "slip = = 1\n");
    stage.write("unknown.toml", "slippery = 1\n");
    let before = stage.names();
    for (command, names) in [
        ("match nobody random", &["`nobody`", "expectimax"][..]),
        ("match random:depth=3 random", &["`random`", "`depth`"]),
        ("match random alphabeta:dpeth=3", &["`dpeth`", "depth"]),
        ("match alphabeta:depth=deep random", &["depth=deep"]),
        (
            "match alphabeta:depth=1,depth=2 random",
            &["`depth`", "twice"],
        ),
        ("match random program:", &["program:"]),
        ("match random program:sh'", &["program:sh'"]),
        ("match random", &["<OPPONENT>"]),
        (
            "match random random --game chess",
            &["`chess`", "take-away"],
        ),
        ("match random random --games 0", &["--games", "'0'"]),
        ("match random random --games some", &["--games", "'some'"]),
        ("match random random --threads 0", &["--threads", "'0'"]),
        ("match random random --seed -1", &["-1"]),
        ("match random random --set slip", &["--set slip"]),
        ("match random random --set slip=2", &["slip = 2"]),
        ("match random random --set slip=wet", &["slip", "\"wet\""]),
        ("match random random --set slpi=0", &["`slpi`", "`slip`"]),
        ("match random random --set smallest=30", &["30 to 24"]),
        ("match random random --conditions none.toml", &["none.toml"]),
        (
            "match random random --conditions broken.toml",
            &["broken.toml"],
        ),
        (
            "match random random --conditions unknown.toml",
            &["`slippery`"],
        ),
        ("match random random --per-move 3x", &["--per-move", "3x"]),
        ("match random random --increment 1s", &["--per-game"]),
        ("match random random --sprt 5,0", &["--sprt", "5,0"]),
        ("match random random --sprt 0,5 --risk 0.9", &["0.9"]),
        ("tournament random", &["<PLAYER>"]),
        (
            "tournament random perfect random",
            &["`random`", "duplicate"],
        ),
        ("tournament random nobody", &["`nobody`"]),
    ] {
        stage
            .run(&format!("{command} --records new.jsonl"))
            .refused(names);
        assert_eq!(stage.names(), before, "{command} left something behind");
    }
}

#[test]
fn records_of_earlier_games_are_never_overwritten() {
    let stage = Stage::new();
    stage.write("games.jsonl", "precious\n");
    stage
        .run("match random random --records games.jsonl")
        .refused(&["games.jsonl", "exists"]);
    assert_eq!(stage.read("games.jsonl"), "precious\n");
}

#[test]
fn records_that_cannot_be_kept_are_a_failure_and_not_a_mistake_of_usage() {
    let stage = Stage::new();
    stage.write("file", "");
    let ended = stage.run("match random random --records file/games.jsonl");
    let ended = ended.ended_with(1);
    assert!(ended.stderr.contains("file"), "{ended:#?}");
    assert_eq!(ended.stdout, "");
}

#[test]
fn a_tournament_goes_on_where_its_records_end() {
    let stage = Stage::new();
    let words = "tournament random perfect alphabeta --games 4 --set slip=0.3";
    let whole = stage
        .run(&format!("{words} --records whole.jsonl"))
        .succeeded();
    let lines = stage.read("whole.jsonl");
    // Five games, and a sixth that was being written when the lights went out.
    let kept: Vec<_> = lines.split_inclusive('\n').collect();
    stage.write(
        "cut.jsonl",
        &format!("{}{}", kept[..5].concat(), &kept[5][..20]),
    );
    stage.write("cut.jsonl.terms", &stage.read("whole.jsonl.terms"));
    let resumed = stage
        .run(&format!("{words} --records cut.jsonl --resume"))
        .succeeded();
    assert!(resumed.stderr.contains("torn"), "{resumed:#?}");
    let records = |name: &str| -> Vec<_> {
        let records = stage.records(name).into_iter();
        records.map(timeless).collect()
    };
    assert_eq!(records("cut.jsonl"), records("whole.jsonl"));
    let table = |said: &str| {
        said[said.find("Cross table: every game").unwrap()..said.find("Time").unwrap()].to_owned()
    };
    assert_eq!(table(&resumed.stdout), table(&whole.stdout));
    let other = stage.run(
        "tournament random perfect alphabeta --games 4 --set slip=0.4 --records cut.jsonl --resume",
    );
    assert!(other.stderr.contains("other conditions"), "{other:#?}");
}
