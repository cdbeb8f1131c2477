//! `sakiyomi bridge` from outside.

mod program;

use serde_json::Value;
use std::process::Output;

/// What the program does with an input.
fn ended(words: &[&str], input: &str) -> Output {
    program::ended("bridge", words, input)
}

/// What it says, which must be all right.
#[track_caller]
fn said(words: &[&str], input: &str) -> String {
    program::said("bridge", words, input)
}

/// What it complains of, asked for wrongly.
#[track_caller]
fn refused(words: &[&str]) -> String {
    let ended = ended(words, "");
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    String::from_utf8(ended.stderr).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap();
    text.lines().map(read).collect()
}

/// All four suits solid in one hand each: every side takes all tricks in its own suits.
const SOLID: &str = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";
/// North leads his ace or lets East's kings in.
const ENDING: &str =
    r#"{"remaining":"N:A..2. .K.K. .QJ.. .T9..","trump":"NT","leader":"N","id": 1.50}"#;

#[test]
fn questions_are_answered_line_by_line() {
    let input = format!("{{\"pbn\":\"{SOLID}\"}}\n\n{ENDING}\n");
    let text = said(&["solve"], &input);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, ""));
    let table: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(table["tables"]["N"]["S"], 13);
    assert_eq!(table["tables"]["S"]["H"], 0);
    // The leader's side takes everything.
    assert_eq!(table["tables"]["E"]["NT"], 0);
    assert!(
        lines[2].ends_with(r#""id":1.50,"scores":{"SA":1,"D2":0}}"#),
        "{text}"
    );
    let best = said(&["solve", "--best"], ENDING);
    assert!(best.ends_with("\"scores\":{\"SA\":1}}\n"), "{best}");
}

#[test]
fn a_file_is_answered_like_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.jsonl");
    let input = format!("{ENDING}\n").repeat(300);
    std::fs::write(&file, &input).unwrap();
    let text = said(&["solve", file.to_str().unwrap()], "");
    assert_eq!(text.lines().count(), 300);
    assert_eq!(text, said(&["solve", "--threads", "1"], &input));
    let missing = ended(&["solve", "nowhere.jsonl"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("cannot read nowhere.jsonl"));
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let wrong = ENDING.replace("\"N\",", "\"N\",\"to_move\":\"E\",");
    let ended = ended(
        &["solve"],
        &format!("{ENDING}\n{wrong}\nnonsense\n{ENDING}\n"),
    );
    assert_eq!(ended.status.code(), Some(1));
    let lines = objects(&String::from_utf8(ended.stdout).unwrap());
    assert_eq!((&lines[0], &lines[1]["line"]), (&lines[3], &Value::from(2)));
    let error = lines[1]["error"].as_str().unwrap();
    assert!(error.starts_with("line 2: `to_move` is E, but"), "{error}");
    assert_eq!(lines[2]["line"], 3);
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.contains("2 lines have no answer; the first: line 2"),
        "{said}"
    );
}

/// A board in the middle of a play.
fn board() -> String {
    format!(
        "[Board \"7\"]\n[Dealer \"N\"]\n[Deal \"{SOLID}\"]\n[Contract \"7S\"]\n[Declarer \"N\"]\n[Play \"E\"]\nHA D2 C2 S2\n+\n"
    )
}

#[test]
fn boards_of_files_get_a_table_and_the_cards_of_the_play() {
    let text = said(&["solve"], &board());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], format!("Board 7: {SOLID}"));
    assert_eq!(
        lines[1].split_whitespace().collect::<Vec<_>>(),
        ["C", "D", "H", "S", "NT"]
    );
    let north: Vec<_> = lines[2].split_whitespace().collect();
    assert_eq!(north, ["N", "0", "13", "0", "13", "0"]);
    assert!(
        lines[6].starts_with("  7S by N, 4 cards played, N to play: SA 12, SK 12"),
        "{text}"
    );
}

#[test]
fn what_boards_give_as_json_is_answered_alike() {
    let text = said(&["solve", "--json"], &board());
    let found = objects(&text);
    assert_eq!(
        (&found[0]["kind"], &found[0]["board"]),
        (&"table".into(), &7.into())
    );
    assert_eq!(
        (&found[1]["kind"], &found[1]["scores"]["SA"]),
        (&"position".into(), &12.into())
    );
    assert_eq!(said(&["solve"], &text), text);
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let half = "[Board \"3\"]\n[Deal \"N:AKQJT98765432... - - -\"]\n\n";
    let ended = ended(&["solve"], &format!("{half}{}", board()));
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stdout).starts_with("Board 7"));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("board 3: not all hands are known"), "{said}");
}

/// The hands of North and East in an example whose numbers are known.
const SEEN: [&str; 4] = [
    "--hand",
    "N=K4.KQ9.JT876.Q32",
    "--hand",
    "E=QT62.32.92.JT985",
];

#[test]
fn deals_are_counted_and_cards_located_exactly() {
    let asked = |words: &[&str]| said(&[&["deal"], &SEEN[..], words].concat(), "");
    assert_eq!(asked(&["--count"]), "10400600\n");
    let opening = [
        "--points",
        "S=15-17",
        "--balanced",
        "S",
        "--count",
        "--where",
        "SA",
    ];
    let text = asked(&opening);
    assert_eq!(
        text,
        "1338511\nSA  N   0.0000%  E   0.0000%  S  62.3092%  W  37.6908%\n"
    );
    let json = &objects(&asked(&[&opening[..], &["--json"]].concat()))[0];
    assert_eq!(json["layouts"], 1_338_511);
    assert!((json["where"]["SA"]["S"].as_f64().unwrap() - 0.623_092).abs() < 1e-6);
    let all = said(&["deal", "--count", "--where", "SA"], "");
    assert!(
        all.starts_with("53644737765488792839237440000\nSA  N  25.0000%"),
        "{all}"
    );
}

#[test]
fn the_same_seed_gives_the_same_deals() {
    let deals = |words: &[&str]| said(&[&["deal", "--format", "json"], words].concat(), "");
    let ten = deals(&["-n", "10", "--seed", "5"]);
    assert_eq!(ten, deals(&["-n", "10", "--seed", "5", "--threads", "1"]));
    assert!(ten.starts_with(&deals(&["-n", "3", "--seed", "5"])));
    assert_ne!(ten, deals(&["-n", "10", "--seed", "6"]));
    let second = &objects(&ten)[1];
    assert_eq!(
        (&second["number"], &second["dealer"], &second["vulnerable"]),
        (&2.into(), &"E".into(), &"NS".into())
    );
}

#[test]
fn every_deal_is_as_wanted() {
    let words = [
        "deal",
        "-n",
        "20",
        "--json",
        "--hand",
        "N=AK...",
        "--lengths",
        "S=5+.0-3.*.*",
        "--points",
        "S=12+",
    ];
    for deal in objects(&said(&words, "")) {
        let hands = deal["deal"].as_str().unwrap().strip_prefix("N:").unwrap();
        let hands: Vec<Vec<&str>> = hands
            .split(' ')
            .map(|hand| hand.split('.').collect())
            .collect();
        let points = |hand: &[&str]| -> usize {
            let worth = |card: char| " JQKA".find(card).unwrap_or(0);
            hand.concat().chars().map(worth).sum()
        };
        assert!(hands[0][0].starts_with("AK"), "{deal}");
        assert!(
            hands[2][0].len() >= 5 && hands[2][1].len() <= 3 && points(&hands[2]) >= 12,
            "{deal}"
        );
    }
}

#[test]
fn every_format_holds_the_same_deals() {
    let write = |format| {
        said(
            &["deal", "-n", "1100", "--seed", "3", "--format", format],
            "",
        )
    };
    let json = objects(&write("json"));
    let pbn = write("pbn");
    let deals: Vec<_> = pbn
        .lines()
        .filter_map(|line| line.strip_prefix("[Deal \""))
        .collect();
    assert_eq!(deals.len(), 1100);
    for (object, deal) in json.iter().zip(deals) {
        assert_eq!(
            object["deal"].as_str().unwrap(),
            deal.trim_end_matches("\"]")
        );
    }
    assert_eq!(pbn.matches("% PBN").count(), 1);
    assert_eq!(write("lin").matches("md|").count(), 1100);
    let text = write("text");
    assert_eq!(text.lines().count(), 14 * 1100);
    assert!(
        text.starts_with("Board 1, dealer N, nobody vulnerable, points N "),
        "{}",
        &text[..200]
    );
}

#[test]
fn calls_tell_of_hands() {
    let words = [
        "deal",
        "--hand",
        "W=K3.AQ982.743.T65",
        "--auction",
        "S: 1NT P 3NT P P P",
    ];
    let ended = ended(
        &[&words[..], &["--explain", "--count", "--where", "SA"]].concat(),
        "",
    );
    assert!(ended.status.success(), "{ended:?}");
    let (told, meant) = (
        String::from_utf8(ended.stdout).unwrap(),
        String::from_utf8(ended.stderr).unwrap(),
    );
    assert!(
        meant.contains("South's 1NT (opening 1NT): 15-17 points, balanced"),
        "{meant}"
    );
    assert!(told.contains("only their weight is known"), "{told}");
    let chances: Vec<f64> = told
        .split_whitespace()
        .filter_map(|word| word.strip_suffix('%')?.parse().ok())
        .collect();
    let [north, east, south, west] = chances[..] else {
        panic!("{told}")
    };
    assert!(south > north && south > east && west == 0.0, "{told}");
    let deal = said(&[&words[..], &["--format", "pbn"]].concat(), "");
    assert!(
        deal.contains("[Contract \"3NT\"]") && deal.contains("[Auction \"S\"]"),
        "{deal}"
    );
}

#[test]
fn a_rule_that_leaves_no_deal_is_dropped_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strict.toml");
    let rules = "name = \"strict\"\nreliability = 1.0\nedge = 0.0\n\n\
                 [[call]]\nname = \"strong\"\nafter = \"\"\ncall = \"1NT\"\npoints = \"15-17\"\n";
    std::fs::write(&file, rules).unwrap();
    let words = [
        "deal",
        "--auction",
        "S: 1NT",
        "--conventions",
        file.to_str().unwrap(),
    ];
    let weak = ended(&[&words[..], &["--points", "S=0-5"]].concat(), "");
    assert!(weak.status.success(), "{weak:?}");
    let told = String::from_utf8(weak.stderr).unwrap();
    assert!(
        told.contains("dropped: South's 1NT (strong): 15-17 points"),
        "{told}"
    );
    let strong = ended(&words, "");
    assert_eq!(
        (strong.status.code(), strong.stderr.len()),
        (Some(0), 0),
        "{strong:?}"
    );
}

#[test]
fn what_is_wrong_with_a_flag_is_said() {
    for (words, told) in [
        (
            &["--points", "S=17-15"][..],
            "'--points <SEAT=POINTS>': `17-15` goes down",
        ),
        (&["--points", "15"], "a seat and an equals sign come first"),
        (&["--lengths", "S=5.5"], "four suits are wanted"),
        (&["--hand", "N=AK"], "does not have four suits"),
        (
            &["--hand", "N=A...", "--hand", "E=A..."],
            "--hand: SA is there twice",
        ),
        (&["--balanced", "Q"], "`Q` is not a seat"),
        (&["--where", "S1"], "`S1` is not a card"),
        (&["--auction", "S: 1NT 1C"], "call 2, `1C`: Law 27"),
        (
            &["--auction", "S: 1NT", "--conventions", "acol"],
            "--conventions acol: neither standard nor paper nor a file",
        ),
        (&["--explain"], "--auction"),
        (
            &["--points", "N=30+", "--hand", "E=A.AK.."],
            "no deal fits: no possible hand of N satisfies the constraints on it (--points N=30+)",
        ),
        (&["-n", "0"], "0 is not in 1..="),
    ] {
        let error = refused(&[&["deal"], words].concat());
        assert!(error.contains(told), "{error} instead of {told}");
    }
    let ended = ended(&["deal", "--points", "N=15+", "--where", "SA"], "");
    assert_eq!(ended.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&ended.stderr).contains("--where SA: the chances are not known")
    );
}

#[test]
fn deals_can_be_solved_as_they_come() {
    let narrow = [
        "deal",
        "--json",
        "--hand",
        "N=AKQJT98765432...",
        "--hand",
        "E=.AKQJT98765432..",
        "--lengths",
        "S=*.*.13.*",
    ];
    let solved = &objects(&said(&["solve"], &said(&narrow, "")))[0];
    assert_eq!(
        (&solved["deal"], &solved["tables"]["N"]["S"]),
        (&SOLID.into(), &13.into())
    );
}

#[test]
fn a_board_in_json_is_read_wherever_a_file_of_boards_is() {
    let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let board = serde_json::json!({
        "number": 2, "title": "", "names": ["", "", "", ""], "dealer": "S", "vulnerable": "None",
        "deal": deal, "made_up": false, "result": null,
        "auction": ["1H", "1S", "3H", "Pass", "4H", "Pass", "Pass", "Pass"],
        "play": ["DA", "D6", "D9", "D3", "DK", "D7", "D2", "D4"],
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    let at = serde_json::json!({"board": board, "step": 16});
    std::fs::write(&file, at.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let told = said(
        &["analyse", file, "--player", "minimax:deals=4", "--json"],
        "",
    );
    let decision = &objects(&told)[0]["decisions"][0];
    assert_eq!(
        (&decision["seat"], &decision["trick"]),
        (&"W".into(), &3.into())
    );
    let solved = &objects(&said(&["solve"], &board.to_string()))[0];
    assert_eq!(solved["scores"]["CA"], 2);
    std::fs::write(file, board.to_string().replace("\"1S\"", "\"1C\"")).unwrap();
    let wrong = ended(&["analyse", file], "");
    let words = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(words.contains("auction[1]"), "{words}");
}
