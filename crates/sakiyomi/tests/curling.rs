//! `sakiyomi curling` from outside: lines in and out, pictures, help.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

/// The legacy platform's draw to the tee, as thrown on an empty sheet.
fn tee_draw() -> Value {
    json!({ "stones": vec![Value::Null; 16], "shot_num": 0, "vec": [-0.990740, -29.559775, 0] })
}

fn command(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    command.args(words.split_whitespace());
    command
}

/// What the program does with an input.
fn ended(words: &str, input: &str) -> Output {
    let mut program = assert_cmd::Command::from_std(command(words));
    program.write_stdin(input).output().unwrap()
}

/// What it says, which must be all right.
#[track_caller]
fn said(words: &str, input: &str) -> String {
    let ended = ended(words, input);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

#[track_caller]
fn answers(words: &str, input: &str) -> Vec<Value> {
    let text = said(words, input);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[track_caller]
fn answer(words: &str, input: &Value) -> Value {
    let mut answers = answers(words, &input.to_string());
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// How far a point is from another.
#[track_caller]
fn distance(stone: &Value, x: f64, y: f64) -> f64 {
    let at = |key: usize, name: &str| {
        let number = stone.get(key).or_else(|| stone.get(name));
        number
            .and_then(Value::as_f64)
            .unwrap_or_else(|| panic!("no stone: {stone}"))
    };
    (at(0, "x") - x).hypot(at(1, "y") - y)
}

/// Many draws, each a little to the side of the last.
fn fan(count: usize) -> String {
    let line = |index: usize| {
        let mut draw = tee_draw();
        draw["vec"][0] = json!(-1.2 + 0.4 * index as f64 / count as f64);
        draw["number"] = json!(index);
        format!("{draw}\n")
    };
    (0..count).map(line).collect()
}

#[test]
fn the_draw_to_the_tee_stops_there() {
    for words in ["", " --mode fast"] {
        let result = answer(&format!("curling simulate{words}"), &tee_draw());
        assert!(
            distance(&result["result"][0], 2.375, 4.88) < 0.01,
            "{result}"
        );
        assert_eq!(result["result"].as_array().unwrap().len(), 16);
        assert_eq!(result["fgz_foul"], false);
    }
}

#[test]
fn fcv1_has_its_own_form() {
    let mut line = json!({
        "stones": vec![Value::Null; 16], "end": 1, "shot_num": 1, "hammer": "team1", "next_team": "team1",
        "shot": { "vx": 0.13172, "vy": 2.39969, "rotation": "ccw" },
    });
    line["stones"][0] = json!({ "x": 1.5, "y": 36.0, "angle": 0.5 });
    let result = answer("curling simulate --model fcv1", &line);
    assert!(
        distance(&result["result"][8], 0.0, 38.405) < 0.02,
        "{result}"
    );
    assert_eq!(result["result"][0], line["stones"][0]);
    assert_eq!(result["end"], 1);
}

#[test]
fn other_fields_are_passed_on_and_an_old_result_is_replaced() {
    let line = r#"{"kind":"a \"b\"","stones":[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],"result":"old","n":1.50,"shot_num":0,"vec":[-0.990740,-29.559775,0],"fgz_foul":7}"#;
    let text = said("curling simulate", line);
    let (head, rest) = line.split_once("\"old\"").unwrap();
    let (middle, _) = rest.split_once('7').unwrap();
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains(middle), "{text}");
    assert!(
        text.ends_with("false}\n") && !text.contains("old"),
        "{text}"
    );
}

#[test]
fn lines_keep_their_order_on_any_number_of_threads() {
    let input = fan(1500);
    let words = "curling simulate --mode fast --noise rectangular:0.145,0.145 --seed 5 --threads";
    let one = said(&format!("{words} 1"), &input);
    let numbers = one
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let numbers: Vec<_> = numbers
        .map(|line| line["number"].as_u64().unwrap())
        .collect();
    assert!(numbers.into_iter().eq(0..1500));
    assert_eq!(one, said(&format!("{words} 3"), &input));
    let other = said(&words.replace("--seed 5 --threads", "--seed 6"), &input);
    assert_ne!(one, other);
}

#[test]
fn noise_tells_the_shot_it_made_and_that_shot_does_the_same_again() {
    let noisy = answer("curling simulate --noise gat:0.145 --seed 3", &tee_draw());
    assert_ne!(noisy["run"], noisy["vec"]);
    assert_eq!(noisy["run"][2], 0);
    let mut again = tee_draw();
    again["vec"] = noisy["run"].clone();
    assert_eq!(
        answer("curling simulate", &again)["result"],
        noisy["result"]
    );
    assert_eq!(answer("curling simulate", &tee_draw()).get("run"), None);
}

#[test]
fn a_bad_line_is_answered_in_its_place() {
    let good = tee_draw();
    let mut late = good.clone();
    late["shot_num"] = json!(16);
    let input = format!("{good}\nnonsense\n\n{late}\r\n{{}}\n{good}");
    let ended = ended("curling simulate", &input);
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let text = String::from_utf8(ended.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!((lines[0], lines[2]), (lines[5], ""));
    for (index, words) in [
        (1, "not JSON"),
        (3, "`shot_num` is 16"),
        (4, "`stones` is missing"),
    ] {
        let error: Value = serde_json::from_str(lines[index]).unwrap();
        assert_eq!(error["line"], index + 1);
        let told = error["error"].as_str().unwrap();
        assert!(
            told.starts_with(&format!("line {}: ", index + 1)) && told.contains(words),
            "{told}"
        );
    }
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(
        told.contains("3 lines have no answer; the first: line 2"),
        "{told}"
    );
}

#[test]
fn a_program_at_the_other_end_gets_its_answer_at_once() {
    let mut child = command("curling simulate --mode fast")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    for number in 0..5 {
        let mut line = tee_draw();
        line["number"] = json!(number);
        // Nothing more is sent before the answer has come: a program that waits for more would wait
        // for ever.
        writeln!(to, "{line}").unwrap();
        let mut answer = String::new();
        from.read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["number"], number);
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}

#[test]
fn no_lines_are_no_error() {
    assert_eq!(said("curling simulate", ""), "");
    assert_eq!(said("curling aim", "\n \n"), "\n\n");
}

#[test]
fn a_trajectory_begins_at_the_hack_and_ends_at_rest() {
    let told = answer("curling simulate --trajectory 0.5", &tee_draw());
    let trajectory = &told["trajectory"];
    assert_eq!(trajectory["seconds_per_frame"], 0.5);
    let frames = trajectory["frames"].as_array().unwrap();
    assert!((5..=8).contains(&frames.len()), "{trajectory}");
    let place = |frame: &Value| json!([frame[0][1], frame[0][2]]);
    assert!(
        distance(&place(&frames[0]), 2.375, 41.28) < 0.02,
        "{trajectory}"
    );
    assert!(
        distance(&place(&frames[5]), 2.375, 4.88) < 0.05,
        "{trajectory}"
    );
    assert!(
        frames
            .iter()
            .flat_map(|f| f.as_array().unwrap())
            .all(|stone| stone[0] == 0)
    );
    let plain = answer("curling simulate --trajectory", &tee_draw());
    assert!((plain["trajectory"]["seconds_per_frame"].as_f64().unwrap() - 0.1).abs() < 1e-9);
}

#[test]
fn slower_ice_stops_a_stone_earlier() {
    let stop = |words: &str| {
        let result = answer(&format!("curling simulate {words}"), &tee_draw());
        result["result"][0][1].as_f64().unwrap()
    };
    let usual = stop("");
    assert!(stop("--friction-scale 1.1") > usual + 2.0);
    assert!((stop("--set friction=13.2101376") - stop("--friction-scale 1.1")).abs() < 1e-3);
}

#[test]
fn the_guard_zone_can_be_switched_off() {
    // A guard on the centre line, and a stone thrown so hard at it by the other team that both
    // leave the sheet.
    let wish = json!({ "fn": "hit", "pos": [2.375, 9.0, 0], "power": 16 });
    let mut line = tee_draw();
    line["stones"][0] = json!([2.375, 9.0]);
    line["shot_num"] = json!(1);
    line["vec"] = answer("curling aim", &wish)["vec"].clone();
    for (words, foul) in [
        ("", true),
        (" --guard-zone 2", true),
        (" --guard-zone 1", false),
        (" --guard-zone none", false),
    ] {
        let result = answer(&format!("curling simulate{words}"), &line);
        assert_eq!(result["fgz_foul"], foul, "{words}: {result}");
        assert_eq!(result["result"][0].is_array(), foul, "{words}: {result}");
    }
}

#[test]
fn a_platform_is_named_alike_everywhere() {
    let wish = json!({ "fn": "draw", "pos": { "x": 0.2, "y": 38.0 }, "rotation": "ccw" });
    let aimed = answer("curling aim --model fcv1", &wish);
    assert_eq!(answer("curling aim --set platform=dc3", &wish), aimed);
    assert_eq!(answer("curling aim --platform dc4", &wish), aimed);
    let stones = vec![Value::Null; 16];
    let line =
        json!({ "stones": stones, "shot_num": 0, "next_team": "team0", "shot": aimed["shot"] });
    let thrown = answer("curling simulate --model fcv1", &line);
    assert_eq!(answer("curling simulate --set platform=dc3", &line), thrown);
    let mended = "curling simulate --model dc2 --repaired";
    let same = "curling simulate --set platform=dc2 --set skewed=false";
    assert_eq!(answer(mended, &tee_draw()), answer(same, &tee_draw()));
}

#[test]
fn wrong_options_are_refused_by_name() {
    for (words, told) in [
        ("simulate --set fricton=12", "`fricton`"),
        ("simulate --set step=1", "step is 1"),
        ("simulate --set friction", "--set friction"),
        ("simulate --set noise=0.1", "--noise"),
        ("simulate --friction-scale 0", "friction is 0"),
        ("simulate --repaired", "--repaired"),
        ("simulate --noise loud", "rectangular:X,Y"),
        ("simulate --guard-zone many", "none"),
        ("simulate --trajectory 0", "seconds"),
        ("score --rules mine", "sport"),
        ("draw --out picture.gif", ".gif"),
    ] {
        let ended = ended(&format!("curling {words}"), "{}");
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{words}: {stderr}");
        assert!(stderr.contains(told), "{words}: {stderr}");
    }
}

#[test]
fn the_classic_draw_is_the_platforms() {
    let aimed = answer(
        "curling aim",
        &json!({ "fn": "draw", "pos": [2.375, 4.88, 0], "id": 4 }),
    );
    let vec: Vec<f64> = serde_json::from_value(aimed["vec"].clone()).unwrap();
    assert!(
        (vec[0] + 0.990740).abs() < 1e-5 && (vec[1] + 29.559775).abs() < 1e-5,
        "{aimed}"
    );
    assert_eq!((&aimed["id"], aimed.get("ret")), (&json!(4), None));
    let hit = json!({ "fn": "hit", "pos": [2.0, 6.0, 1], "power": 8 });
    assert_eq!(answer("curling aim", &hit)["ret"], 1);
    let short = json!({ "fn": "hit", "pos": [2.0, 4.0, 1], "power": 0.5 });
    assert_eq!(answer("curling aim", &short)["ret"], 0);
}

#[test]
fn an_exact_draw_is_on_target_on_slow_ice_too() {
    for (x, y, turn) in [(2.375, 4.88, 0), (1.2, 6.0, 1)] {
        let wish = json!({ "fn": "draw", "pos": [x, y, turn] });
        let aimed = answer("curling aim --form exact --friction-scale 1.2", &wish);
        let mut thrown = tee_draw();
        thrown["vec"] = aimed["vec"].clone();
        let result = answer("curling simulate --mode fast --friction-scale 1.2", &thrown);
        assert!(distance(&result["result"][0], x, y) < 0.02, "{result}");
    }
}

#[test]
fn a_target_in_the_hack_frame_is_reached() {
    for form in ["classic", "exact"] {
        let wish = json!({ "fn": "draw", "pos": { "x": 0.0, "y": 38.405 }, "rotation": "ccw" });
        let aimed = answer(&format!("curling aim --model fcv1 --form {form}"), &wish);
        let thrown = json!({
            "stones": vec![Value::Null; 16], "shot_num": 0, "next_team": "team0", "shot": aimed["shot"],
        });
        let result = answer("curling simulate --model fcv1", &thrown);
        assert!(
            distance(&result["result"][0], 0.0, 38.405) < 0.02,
            "{form}: {result}"
        );
    }
}

#[test]
fn a_saved_position_is_a_line_too() {
    let read = answers("curling conditions --platform dc3 --json", "");
    let platform = &read[0]["conditions"];
    let aimed = answer(
        "curling aim --form exact",
        &json!({ "conditions": platform, "at": { "x": 0.0, "y": 0.0 }, "turn": "cw" }),
    );
    let throwing = json!({ "kind": "throwing" });
    let game =
        json!({ "end": 0, "shot": 0, "hammer": 1, "phase": throwing, "stones": [], "scores": [] });
    let line = json!({ "conditions": platform, "game": game, "shot": aimed["shot"], "note": 7 });
    let after = answer("curling simulate", &line);
    let stone = &after["result"][0];
    assert!(
        stone["x"]
            .as_f64()
            .unwrap()
            .hypot(stone["y"].as_f64().unwrap())
            < 0.1,
        "{after}"
    );
    assert_eq!(
        (&after["fgz_foul"], &after["note"]),
        (&json!(false), &json!(7))
    );
    let mut scored = line;
    scored["game"]["stones"] = after["result"].clone();
    scored["game"]["shot"] = json!(1);
    let scored = answer("curling score", &scored);
    assert_eq!(scored["score"], after["score"]);
    assert_eq!(scored["score"].as_i64().unwrap().abs(), 1);
    let wrong = json!({ "game": { "stones": 3 }, "shot": aimed["shot"] });
    let ended = ended("curling simulate", &wrong.to_string());
    let said = String::from_utf8(ended.stdout).unwrap();
    assert!(said.contains("`game"), "{said}");
}

#[test]
fn points_go_to_the_nearer_team() {
    let mut end = json!({ "stones": vec![Value::Null; 16], "shot_num": 15, "last_thrower": 1 });
    end["stones"][0] = json!([2.375, 5.0]);
    end["stones"][2] = json!([2.0, 5.0]);
    end["stones"][1] = json!([3.5, 5.0]);
    assert_eq!(answer("curling score", &end)["score"], 2);
    end["last_thrower"] = json!(0);
    assert_eq!(answer("curling score", &end)["score"], -2);
    // Between the reach of the legacy platform and that of the others.
    let mut edge = json!({ "stones": vec![Value::Null; 16], "last_thrower": 1 });
    edge["stones"][4] = json!([2.375, 4.88 + 1.978]);
    assert_eq!(answer("curling score", &edge)["score"], 1);
    assert_eq!(answer("curling score --rules dc2", &edge)["score"], 0);
    let mut teams = json!({ "stones": vec![Value::Null; 16] });
    teams["stones"][9] = json!({ "x": 0.1, "y": 38.0 });
    for rules in ["dc3", "sport"] {
        assert_eq!(
            answer(&format!("curling score --rules {rules}"), &teams)["score"],
            -1
        );
    }
}

/// That every tag is closed: enough to know that a program did not stop in the middle.
#[track_caller]
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (inside, _) = tag.split_once('>').expect("a tag ends");
        let name = inside.split_whitespace().next().unwrap();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(
        svg.starts_with("<svg") && open.is_empty(),
        "{open:?} left open"
    );
}

#[test]
fn positions_results_and_shots_are_drawn() {
    let mut line = tee_draw();
    line["stones"][0] = json!([1.0, 7.0]);
    line["shot_num"] = json!(1);
    let position = said("curling draw --view house --style print", &line.to_string());
    assert_well_formed(&position);
    let shot = said(
        "curling draw --shot --view sheet --zone --scale-bar --teams A,B --title Draw",
        &line.to_string(),
    );
    assert_well_formed(&shot);
    assert!(shot.contains("<path") && shot.contains("Draw"), "{shot}");
    let result = answer("curling simulate", &line);
    let drawn = said(
        "curling draw",
        &serde_json::to_string_pretty(&result).unwrap(),
    );
    assert_well_formed(&drawn);
    let team = json!({ "stones": vec![json!({ "x": 0.5, "y": 38.0 }); 1] });
    let refused = ended("curling draw", &team.to_string());
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

#[test]
fn pictures_go_where_they_are_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let shots = path("shots.jsonl");
    std::fs::write(&shots, format!("{}\n{}\n", json!({}), tee_draw())).unwrap();
    for (name, start) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG")] {
        let out = path(name);
        let told = said(
            &format!("curling draw {shots} --line 2 --shot --out {out}"),
            "",
        );
        assert_eq!(told, "");
        assert!(std::fs::read(out).unwrap().starts_with(start), "{name}");
    }
    let png = ended("curling draw --format png", &tee_draw().to_string());
    assert!(png.stdout.starts_with(b"\x89PNG"), "{png:?}");
    for (words, code) in [
        ("--line 3", 2),
        ("--line 1", 1),
        ("--line 2 --model fcv1", 2),
    ] {
        let refused = ended(&format!("curling draw {shots} {words}"), "");
        assert_eq!(refused.status.code(), Some(code), "{words}: {refused:?}");
    }
}

#[test]
fn every_command_explains_itself_with_examples_that_exist() {
    assert!(said("--help", "").contains("curling"));
    let mut examples = 0;
    for name in [
        "",
        "simulate",
        "aim",
        "score",
        "draw",
        "analyse",
        "replay",
        "stats",
        "win-table",
    ] {
        let help = said(&format!("curling {name} --help"), "");
        let (_, shown) = help.split_once("Examples").expect(&help);
        for part in shown.split("sakiyomi ").skip(1) {
            // The help breaks long lines; what belongs to the shell is left out.
            let words = part.split(['<', '>', '|', '#']).next().unwrap();
            let words = words.split("echo").next().unwrap();
            let words = words
                .split("none=")
                .next()
                .unwrap()
                .replace("\\\n", " ")
                .replace("'Double take-out'", "Double");
            let known = ended(&format!("{} --help", words.trim()), "");
            assert!(known.status.success(), "{words}: {known:?}");
            examples += 1;
        }
    }
    assert!(examples >= 12, "{examples} examples found");
    let help = said("curling simulate --help", "");
    for word in [
        "friction",
        "spin_decay",
        "restitution_threshold",
        "12.009216",
        "seconds_per_frame",
    ] {
        assert!(help.contains(word), "{word} in {help}");
    }
}

#[test]
fn completions_and_manual_pages_know_the_game() {
    assert!(said("completions bash", "").contains("curling"));
    let folder = tempfile::tempdir().unwrap();
    said(&format!("man {}", folder.path().display()), "");
    let page = folder.path().join("sakiyomi-curling-simulate.1");
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .contains("trajectory")
    );
}

#[test]
fn the_measurements_of_curling_are_found_by_their_name() {
    let told = said(
        "bench curling-fast-draw-legacy --seconds 0 --json --quiet",
        "",
    );
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told.as_array().unwrap().len(), 1);
    let unknown = ended("bench curlingg --quiet", "");
    let names = String::from_utf8(unknown.stderr).unwrap();
    assert!(names.matches("curling-").count() == 21, "{names}");
}

#[test]
fn a_match_is_played_like_that_of_any_game() {
    let words = "match draw draw:turn=ccw --game curling --games 2 --set ends=2 --set referee=fast --set extra_ends=false --quiet";
    let told = said(words, "");
    assert!(told.contains("draw:turn=ccw"), "{told}");
    let json: Value = serde_json::from_str(&said(&format!("{words} --json"), "")).unwrap();
    assert_eq!(json["game"], "curling");
    let score = &json["result"]["score"];
    let games = ["wins", "draws", "losses"].map(|key| score[key].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), 2, "{json}");
    let bad = ended("match draw draw --game curling --set end=2 --quiet", "");
    assert!(!bad.status.success());
    let why = String::from_utf8(bad.stderr).unwrap();
    assert!(
        why.contains("unknown condition `end` (known: platform"),
        "{why}"
    );
}

#[test]
fn an_experiment_of_ends_is_run_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ends.toml");
    let text = "title = 'Ends'\nabout = ''\nkind = 'curling-ends'\nseed = 1\n[curling-ends]\ngames = 2\n\
                conditions = { referee = 'fast', ends = 2 }\n\
                row = [{ name = 'draws', player = 'draw', against = 'draw' }]\n";
    std::fs::write(&file, text).unwrap();
    let [file, store] =
        [file, folder.path().join("lab.sqlite")].map(|path| path.display().to_string());
    let told = said(&format!("lab run {file} --store {store} --quiet"), "");
    for words in [
        "Win rates",
        "Points an end with the last stone, ends 1 to 5",
        "2 games",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn an_experiment_of_a_win_table_is_run_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let [player, file, store, cache] = ["coarse.toml", "wins.toml", "lab.sqlite", "cache"]
        .map(|name| folder.path().join(name).display().to_string());
    std::fs::write(&player, COARSE).unwrap();
    let text = format!(
        "title = 'Wins'\nabout = ''\nkind = 'curling-win-table'\nseed = 1\n[curling-win-table]\n\
         player = 'jiritsu:file={player}'\npoints = 6\nextra = 2\nper_state = 1\nends_left = 1\ndifference = 1\n"
    );
    std::fs::write(&file, text).unwrap();
    let run = |words: &str| {
        let mut lab = command(&format!("lab {words} {file} --store {store} --quiet"));
        // A report is written into the folder it is asked for in.
        lab.current_dir(folder.path()).env("SAKIYOMI_CACHE", &cache);
        let told = lab.output().unwrap();
        assert!(told.status.success(), "{told:?}");
        String::from_utf8(told.stdout).unwrap()
    };
    let told = run("run --threads 2");
    for words in [
        "The hammer's chance of winning",
        "Absolute differences",
        "The shape of the table",
        "for points",
        "6 blocks of ends",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(run("report"), run("report"));
}

/// A player with few shots, who does not take long.
const COARSE: &str = "\
search = { depth = 1 }
lattice = { columns = 6, rows_in_front = 14, rows_behind = 8, spacing = 0.29, hits = 20, hit_spacing = 0.145 }
protection = { step = 0.29 }
";

/// A folder for a win table, and the command that makes it there.
fn tiny_table(options: &str) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("coarse.toml"), COARSE).unwrap();
    let mut command = command(
        "curling win-table --out wins.toml --player jiritsu:file=coarse.toml --ends-per-state 1 --first 2 --ends 1 --difference 1 --quiet",
    );
    command.args(options.split_whitespace());
    command.current_dir(folder.path());
    command.env("SAKIYOMI_CACHE", folder.path().join("cache"));
    (folder, command)
}

#[test]
fn a_tiny_win_table_is_made_and_made_again_from_its_ends_and_read_by_a_player() {
    let (folder, mut making) = tiny_table("--json --threads 2");
    let made = making.output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let value: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(value["chances"].as_array().unwrap().len(), 2);
    assert_eq!(value["states"].as_array().unwrap().len(), 3);
    let [out, ends] = ["wins.toml", "wins.toml.ends.jsonl"].map(|name| folder.path().join(name));
    let table = std::fs::read_to_string(&out).unwrap();
    // Killed in the middle of the third line: the rest is played again, and comes out the same.
    let text = std::fs::read_to_string(&ends).unwrap();
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 1 + 2 + 3);
    std::fs::write(&ends, lines[..2].concat() + &lines[2][..20]).unwrap();
    assert_eq!(making.output().unwrap().stdout, made.stdout);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), table);
    let mut game = command(
        "match jiritsu:file=coarse.toml,table=wins.toml draw --game curling --games 1 --set ends=1 --set extra_ends=false --quiet",
    );
    game.current_dir(folder.path());
    game.env("SAKIYOMI_CACHE", folder.path().join("cache"));
    let played = game.output().unwrap();
    assert!(played.status.success(), "{played:?}");
}

#[test]
fn a_win_table_beside_the_papers_is_for_people_and_mistakes_are_told() {
    let (folder, mut making) = tiny_table("--set platform=paper");
    let made = making.output().unwrap();
    let text = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(made.status.success(), "{made:?}");
    for words in [
        "1 left (s.e.)",
        "0 left (s.e.)",
        "for points",
        "jiritsu:table=wins.toml",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let ends = folder.path().join("wins.toml.ends.jsonl");
    let good = std::fs::read_to_string(&ends).unwrap();
    let refused = |making: &mut Command| {
        let ended = making.output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        String::from_utf8(ended.stderr).unwrap()
    };
    std::fs::write(&ends, good.replacen("\"points\"", "\"pints\"", 1)).unwrap();
    assert!(refused(&mut making).contains("wins.toml.ends.jsonl: line 2: "));
    std::fs::write(&ends, good.replacen("\"seed\":1", "\"seed\":2", 1)).unwrap();
    assert!(refused(&mut making).contains("log of another run: seed differs"));
    std::fs::remove_file(&ends).unwrap();
    assert!(refused(&mut making).contains("exists already"));
    making.arg("--restart");
    assert!(making.output().unwrap().status.success());
    assert_eq!(std::fs::read_to_string(&ends).unwrap().lines().count(), 6);
    for (words, reason) in [
        ("--player gccs", "only jiritsu"),
        ("--player jiritsu:color=red", "color"),
        ("--set platform=moon", "moon"),
        ("--set nothing", "key=value"),
    ] {
        let words = format!("curling win-table --out x.toml {words}");
        let ended = command(&words).current_dir(folder.path()).output().unwrap();
        let error = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{error}");
        assert!(error.contains(reason), "{words}: {error}");
    }
}

#[test]
fn experience_is_learned_the_same_on_any_number_of_threads_and_read_by_a_player() {
    let (folder, _) = tiny_table("");
    let run = |words: &str| {
        let mut run = command(words);
        run.current_dir(folder.path());
        run.env("SAKIYOMI_CACHE", folder.path().join("cache"));
        run.output().unwrap()
    };
    let learn = "curling learn --player jiritsu:file=coarse.toml --rounds 1 --ends 2 --quiet --out";
    for (name, threads) in [("one.txt", 1), ("two.txt", 2)] {
        let learned = run(&format!("{learn} {name} --threads {threads}"));
        assert!(learned.status.success(), "{learned:?}");
    }
    let [one, two] = ["one.txt", "two.txt"].map(|name| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.replace(name, "OUT")
    });
    assert!(one == two, "two threads learn something else");
    assert!(one.contains("command: sakiyomi curling learn --rounds 1 --ends 2 "));
    let game = |experience: &str| {
        run(&format!(
            "match jiritsu:file=coarse.toml,experience={experience} draw --game curling --games 1 --set ends=1 --set extra_ends=false --quiet"
        ))
    };
    for experience in ["one.txt", "on"] {
        let played = game(experience);
        assert!(played.status.success(), "{played:?}");
    }
    let bad = one.replacen("slot 0", "slit 0", 1);
    std::fs::write(folder.path().join("bad.txt"), bad).unwrap();
    let refused = game("bad.txt");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("line 4: "), "{error}");
    for (words, reason) in [
        ("--ends 1", "--ends"),
        ("--wild 2", "from 0 to 1"),
        ("--player gccs", "only jiritsu"),
        ("--set platform=moon", "moon"),
    ] {
        let refused = run(&format!("curling learn --out x.txt {words}"));
        let error = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{error}");
        assert!(error.contains(reason), "{words}: {error}");
    }
}
