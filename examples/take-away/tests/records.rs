//! Games that were written down: listed, shown, verified, counted and exported by `replay` and
//! `stats`.

mod stage;

use stage::Stage;

const PLAY: &str = "tournament new=expectimax:depth=2 old=expectimax:depth=1 random --games 4 --set largest=15 --records games.jsonl --quiet";

#[test]
fn the_games_of_a_tournament_are_listed_shown_and_verified() {
    let stage = Stage::new();
    stage.say(PLAY);
    let listed = stage.say("replay games.jsonl");
    assert!(listed.contains("12 games of take-away"), "{listed}");
    let one = stage.say("replay games.jsonl --game 2 --positions");
    assert!(
        one.starts_with("game 2 of take-away: old (first) against new (second)"),
        "{one}"
    );
    for words in [
        "players: expectimax:depth=1; ",
        "conditions: largest = 15",
        "start: left ",
    ] {
        assert!(one.contains(words), "no `{words}` in {one}");
    }
    let said = stage.say("replay games.jsonl --verify");
    assert!(
        said.contains("12 games") && said.contains("as the records say"),
        "{said}"
    );
    let json = stage.json("replay games.jsonl --game 3");
    assert_eq!(json["record"]["version"], 2);
    assert_eq!(json["record"]["conditions"]["largest"], 15);
    stage
        .run("replay games.jsonl --game 13")
        .refused(&["1 to 12"]);
}

#[test]
fn a_record_that_was_changed_is_found_out_with_its_place() {
    let stage = Stage::new();
    stage.say(PLAY);
    let text = stage.read("games.jsonl");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[4] = lines[4].replacen("\"action\":\"1\"", "\"action\":\"7\"", 1);
    lines[4] = lines[4].replacen("\"action\":\"2\"", "\"action\":\"7\"", 1);
    lines[4] = lines[4].replacen("\"action\":\"3\"", "\"action\":\"7\"", 1);
    stage.write("forged.jsonl", &(lines.join("\n") + "\n"));
    let ended = stage.run("replay forged.jsonl --verify").ended_with(1);
    assert!(ended.stdout.contains("game 5: move "), "{ended:#?}");
    assert!(ended.stdout.contains("1 of them differ"), "{ended:#?}");
    stage
        .run("replay forged.jsonl --game 1 --verify")
        .succeeded();
}

#[test]
fn records_are_counted_as_the_tournament_was() {
    let stage = Stage::new();
    let said = stage.json(PLAY);
    let counted = stage.json("stats games.jsonl");
    assert_eq!(counted[0]["games"], 12);
    // Times are sums of what was written with fewer digits.
    let without_pace = |mut lines: serde_json::Value| {
        for line in lines.as_array_mut().unwrap() {
            line.as_object_mut().unwrap().remove("pace");
        }
        lines
    };
    assert_eq!(
        without_pace(counted[0]["standings"].clone()),
        without_pace(said["standings"].clone())
    );
    assert!(stage.say("stats games.jsonl").contains("Results by side"));
}

#[test]
fn records_of_the_first_version_take_their_conditions_from_the_file_beside_them() {
    let stage = Stage::new();
    stage.say(PLAY);
    let old: Vec<String> = stage
        .records("games.jsonl")
        .into_iter()
        .map(|record| {
            let mut value = serde_json::to_value(record).unwrap();
            for key in ["version", "conditions", "start", "specs", "key"] {
                value.as_object_mut().unwrap().remove(key);
            }
            value.to_string()
        })
        .collect();
    stage.write("games.jsonl", &(old.join("\n") + "\n"));
    let said = stage.say("replay games.jsonl --verify");
    assert!(said.contains("as the records say"), "{said}");
}

#[test]
fn what_cannot_be_read_or_written_is_refused_by_name() {
    let stage = Stage::new();
    stage.say(PLAY);
    stage
        .run("replay games.jsonl --game 1 --export game.pbn")
        .refused(&["`pbn`", "take-away"]);
    stage.write("empty.jsonl", "");
    stage.run("replay empty.jsonl").refused(&["empty.jsonl"]);
    stage.run("stats nothing.jsonl").refused(&["nothing.jsonl"]);
    let broken = stage
        .read("games.jsonl")
        .replacen("\"moves\"", "\"mvoes\"", 1);
    stage.write("broken.jsonl", &broken);
    stage
        .run("replay broken.jsonl")
        .refused(&["line 1", "moves"]);
}
