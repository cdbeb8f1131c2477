//! The operations as the page asks them.

use super::operations;
use crate::fault::{Fault, FaultKind};
use crate::games::guest;
use crate::task_handle::TaskHandle;
use crate::{Host, Operations};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ask(name: &str, input: Value) -> Result<Value, Fault> {
    ask_host(&Host::default(), name, input)
}

fn ask_host(host: &Host, name: &str, input: Value) -> Result<Value, Fault> {
    let operations = Operations::default().with(operations(&crate::Games::of(host)));
    let operation = operations.find(name).expect("there is such an operation");
    operation.run(input, &TaskHandle::idle())
}

fn line(moves: &[&str]) -> Value {
    let step = |(number, squares): (usize, &&str)| {
        let colour = ["black", "white"][number % 2];
        json!({"colour": colour, "squares": squares})
    };
    let moves: Vec<_> = moves.iter().enumerate().map(step).collect();
    json!({ "moves": moves })
}

const OPENING: [&str; 2] = ["f7,f8,f9,e10,f10", "j4,k4,l4,j5,j6"];

#[test]
fn the_set_has_all_pieces_and_levels() {
    let set = ask("blokus/set", json!({})).unwrap();
    let pieces = set["pieces"].as_array().unwrap();
    let squares: usize = pieces
        .iter()
        .map(|p| p["squares"].as_array().unwrap().len())
        .sum();
    assert_eq!((pieces.len(), squares), (21, 89));
    assert_eq!(set["starts"], json!([60, 135]));
    assert_eq!(set["levels"][0], json!({"level": 1, "notices": 2}));
    assert_eq!(set["levels"][9], json!({"level": 10, "notices": null}));
}

#[test]
fn a_position_tells_pieces_hands_and_legal_moves() {
    let start = ask("blokus/position", json!({"line": line(&[])})).unwrap();
    let legal = |view: &Value| -> usize {
        let fits = view["legal"].as_array().unwrap().iter();
        fits.map(|f| f["placements"].as_array().unwrap().len())
            .sum()
    };
    assert_eq!((legal(&start), &start["turn"]), (414, &json!("black")));
    let view = ask("blokus/position", json!({"line": line(&OPENING)})).unwrap();
    assert_eq!(view["turn"], "black");
    assert_eq!(view["pieces"][0]["piece"], "L5");
    assert_eq!(view["pieces"][1]["colour"], "white");
    assert_eq!(view["pieces"][0]["squares"], json!([60, 61, 75, 89, 103]));
    let black = &view["black"];
    assert_eq!((&black["placed"], &black["left"]), (&json!(5), &json!(84)));
    assert_eq!(black["hand"].as_array().unwrap().len(), 20);
    assert_eq!(black["stuck"], false);
    // Each legal move is counted on every square it covers.
    let reach: u64 = black["reach"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    let covered: usize = view["legal"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|f| f["placements"].as_array().unwrap())
        .map(|p| p.as_array().unwrap().len())
        .sum();
    assert_eq!(reach, covered as u64);
    let chance = view["chance"].as_f64().unwrap();
    assert!((0.01..0.99).contains(&chance));
}

#[test]
fn what_is_wrong_with_a_line_is_said_with_its_place() {
    let error = ask("blokus/position", json!({"line": line(&["a1"])})).unwrap_err();
    assert_eq!(error.place.as_deref(), Some("moves[0]"));
    assert!(error.message.contains("must cover e10"));
    let many = vec!["e10"; 43];
    for (input, words) in [
        (json!({"line": line(&["pass"])}), "is not a square"),
        (json!({"line": line(&many)}), "at most 42"),
        (json!({"line": {"start": "14/14", "moves": []}}), ""),
        (json!({"line": {"moves": []}, "more": 1}), "unknown field"),
        (json!({}), "missing field"),
    ] {
        let error = ask("blokus/position", input).unwrap_err();
        assert_eq!(error.kind, FaultKind::Wrong);
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn a_game_may_begin_in_another_position() {
    let start = "14/14/14/14/4x9/14/14/14/14/9o4/14/14/14/14 w -";
    let line = json!({"start": start, "moves": []});
    let view = ask("blokus/position", json!({ "line": line })).unwrap();
    assert_eq!(view["turn"], "white");
    assert_eq!(view["pieces"].as_array().unwrap().len(), 2);
}

#[test]
fn the_graph_has_a_point_for_every_position() {
    let graph = ask("blokus/graph", json!({"line": line(&OPENING)})).unwrap();
    assert_eq!(graph["margins"], json!([0, 5, 0]));
    assert_eq!(graph["chances"].as_array().unwrap().len(), 3);
}

#[test]
fn every_reason_against_a_placement_is_told() {
    for (moves, squares, reason, square) in [
        (&[][..], "e10", Value::Null, Value::Null),
        (&[], "a1", json!("misses_start"), json!(60)),
        (&OPENING, "f10", json!("occupied"), json!(61)),
        (&OPENING, "g10", json!("touches_own_edge"), json!(62)),
        (&OPENING, "a1", json!("touches_no_corner"), Value::Null),
        (
            &OPENING,
            "a1,b1,c1,d1,d2",
            json!("already_played"),
            Value::Null,
        ),
    ] {
        let asked = json!({"line": line(moves), "squares": squares});
        let verdict = ask("blokus/explain", asked).unwrap();
        let why = &verdict["why"];
        assert_eq!((&why["reason"], &why["square"]), (&reason, &square));
    }
    let asked = json!({"line": line(&[]), "squares": "a1,c1"});
    let error = ask("blokus/explain", asked).unwrap_err();
    assert_eq!(error.place.as_deref(), Some("squares"));
}

#[test]
fn features_count_as_in_the_worked_example() {
    let asked = json!({"line": line(&OPENING), "weights": "8"});
    let features = ask("blokus/features", asked).unwrap();
    let kinds = features["kinds"].as_array().unwrap();
    let totals = |side: &str| -> Vec<u64> {
        let of = |kind: &Value| kind[side]["total"].as_u64().unwrap();
        kinds.iter().map(of).collect()
    };
    assert_eq!(totals("black"), [5, 5, 11, 0, 10, 14, 14, 28, 15]);
    assert_eq!(totals("white"), [5, 5, 11, 0, 10, 15, 12, 24, 9]);
    // A covered square is what counts most.
    assert!(kinds[0]["shared"].as_f64().unwrap() > 5.0);
    let error = ask(
        "blokus/features",
        json!({"line": line(&[]), "weights": "/etc/passwd"}),
    );
    assert!(error.unwrap_err().message.contains("strong"));
}

#[test]
fn a_reply_is_legal_at_every_level() {
    for level in [1, 10] {
        let asked = json!({"line": line(&OPENING), "level": level, "seconds": 0.1, "seed": 7});
        let reply = ask("blokus/reply", asked).unwrap();
        assert_eq!(reply["colour"], "black");
        let squares = reply["squares"].as_str().unwrap();
        let moves = [OPENING[0], OPENING[1], squares];
        ask("blokus/position", json!({"line": line(&moves)})).unwrap();
        let key = format!("B{} W{}", OPENING[0], OPENING[1]);
        assert_eq!(reply["key"], json!(key));
    }
}

#[test]
fn a_guest_and_any_player_reply_and_give_hints() {
    let squares = "f9,e10,f10,g10,f11";
    let mut host = Host::house();
    let opens = guest("blokus/opens", &format!("play {squares}"));
    host.admit(&opens).unwrap();
    host.admit("blokus/gone=program:false").unwrap();
    let reply = |player: &str| {
        let asked = json!({"line": line(&[]), "player": player, "seconds": 5, "seed": 7});
        ask_host(&host, "blokus/reply", asked)
    };
    let opened = reply("opens").unwrap();
    assert_eq!(
        (&opened["squares"], &opened["chance"]),
        (&json!(squares), &Value::Null)
    );
    assert_eq!(reply("random").unwrap()["colour"], "black");
    let searched = reply("alphabeta:depth=1,width=4").unwrap();
    assert!(searched["chance"].is_number(), "{searched}");
    let refused = reply("program:false").unwrap_err();
    assert_eq!(refused.kind, FaultKind::Forbidden);
    assert_eq!(
        reply("nobody").unwrap_err().place.as_deref(),
        Some("player")
    );
    assert_eq!(reply("gone").unwrap_err().kind, FaultKind::Failed);
    let asked = json!({"line": line(&[]), "player": "opens", "count": 5, "seconds": 5});
    let hints = ask_host(&host, "blokus/hints", asked).unwrap();
    assert_eq!(hints["hints"].as_array().unwrap().len(), 1);
    assert_eq!(hints["hints"][0]["squares"], squares);
}

#[test]
fn questions_for_moves_have_limits() {
    let at = |field: &str, value: Value| {
        let mut asked = json!({"line": line(&[]), "level": 3, "seconds": 0.1, "seed": 1});
        asked[field] = value;
        ask("blokus/reply", asked).unwrap_err().place
    };
    assert_eq!(at("level", json!(0)).as_deref(), Some("level"));
    assert_eq!(at("level", json!(11)).as_deref(), Some("level"));
    assert_eq!(at("seconds", json!(61)).as_deref(), Some("seconds"));
    assert_eq!(at("seconds", json!(-1)).as_deref(), Some("seconds"));
    let asked = json!({"line": line(&[]), "count": 21, "seconds": 1});
    let error = ask("blokus/hints", asked).unwrap_err();
    assert_eq!(error.place.as_deref(), Some("count"));
}

#[test]
fn hints_are_in_order_and_legal() {
    let asked = json!({"line": line(&OPENING), "count": 5, "seconds": 0.5});
    let hints = ask("blokus/hints", asked).unwrap();
    let list = hints["hints"].as_array().unwrap();
    assert_eq!(list.len(), 5);
    let chances: Vec<_> = list.iter().map(|h| h["chance"].as_f64().unwrap()).collect();
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
    assert!(hints["depth"].as_u64().unwrap() >= 1);
    for hint in list {
        let moves = [OPENING[0], OPENING[1], hint["squares"].as_str().unwrap()];
        ask("blokus/position", json!({"line": line(&moves)})).unwrap();
    }
}

#[test]
fn a_cancelled_question_for_hints_ends_at_once() {
    let operations =
        Operations::default().with(operations(&crate::Games::of(&crate::Host::default())));
    let task = TaskHandle::idle();
    task.cancel().cancel();
    let asked = json!({"line": line(&OPENING), "count": 5, "seconds": 60});
    let begun = std::time::Instant::now();
    let _ = operations.find("blokus/hints").unwrap().run(asked, &task);
    assert!(begun.elapsed().as_secs() < 10);
}

const RECORD: &str = "(;GM[Blokus Duo]PB[alpha]PW[beta]EV[a cup]C[played \\[once\\]]
;B[e9,d10,e10,f10,e11];W[i4,h5,i5,j5,i6]C[symmetric so far]
(;B[g6,h6,f7,g7,f8]TE[1];W[f4,g4,e5,f5,e6])
(;B[f8,g8,h8,h9,h10]))";

#[test]
fn a_record_is_read_with_its_variations_and_written_again() {
    let game = ask("blokus/read", json!({ "text": RECORD })).unwrap();
    assert_eq!(
        (&game["black"], &game["white"]),
        (&json!("alpha"), &json!("beta"))
    );
    assert_eq!(
        (&game["comment"], &game["kept"]),
        (&json!("played [once]"), &json!("EV[a cup]"))
    );
    let nodes = game["nodes"].as_array().unwrap();
    let parents: Vec<_> = nodes.iter().map(|n| n["parent"].as_u64()).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(1)]);
    assert_eq!(nodes[1]["comment"], "symmetric so far");
    assert_eq!(nodes[2]["kept"], "TE[1]");
    let written = ask("blokus/write", game.clone()).unwrap();
    assert_eq!(ask("blokus/read", written).unwrap(), game);
}

#[test]
fn pieces_set_up_at_the_beginning_are_a_start() {
    let text = "(;GM[Blokus Duo]AB[e10,e11]AW[j5]PL[W];W[k6,k7])";
    let game = ask("blokus/read", json!({ "text": text })).unwrap();
    let start = game["start"].as_str().unwrap();
    assert!(start.contains(" w "), "{start}");
    let written = ask("blokus/write", game.clone()).unwrap();
    assert_eq!(ask("blokus/read", written).unwrap(), game);
}

#[test]
fn a_malformed_record_is_refused_with_line_and_column() {
    for (text, place) in [
        ("", Some("line 1, column 1")),
        ("nonsense", Some("line 1, column 1")),
        ("(;GM[Go])", Some("line 1, column 6")),
        ("(;GM[Blokus Duo]\n;B[a1])", Some("line 2, column 4")),
        ("(;GM[Blokus Duo]\n;B[e10]\n;W[j5", Some("line 3")),
        (
            "(;GM[Blokus Duo];B[e10];W[j5]AB[f11])",
            Some("line 1, column"),
        ),
        ("(;B[e10]B[f11])", Some("line 1, column")),
    ] {
        let error = ask("blokus/read", json!({ "text": text })).unwrap_err();
        assert_eq!(error.kind, FaultKind::Wrong);
        let found = error.place.as_deref().unwrap_or_default();
        assert!(
            found.starts_with(place.unwrap_or_default()),
            "{text}: {error}"
        );
    }
}

#[test]
fn a_game_that_cannot_be_written_is_refused() {
    let game = |nodes: Value, kept: &str| json!({"black": "", "white": "", "date": "", "result": "", "comment": "", "kept": kept, "nodes": nodes});
    let node = |parent: Value, squares: &str| json!({"parent": parent, "colour": "black", "squares": squares, "comment": "", "kept": ""});
    for (game, place) in [
        (game(json!([node(json!(0), "e10")]), ""), "nodes[0]"),
        (game(json!([node(json!(9), "e10")]), ""), "nodes[0]"),
        (game(json!([node(Value::Null, "a1")]), ""), "nodes[0]"),
        (game(json!([]), "N[x];B[e10"), "kept"),
        (game(json!([]), "N[x])(;N[y]"), "kept"),
        (game(json!([]), "N[x];N[y]"), "kept"),
    ] {
        let error = ask("blokus/write", game).unwrap_err();
        assert_eq!(error.place.as_deref(), Some(place), "{error}");
    }
    // What belongs to the page cannot be smuggled in.
    let written = ask("blokus/write", game(json!([]), "GM[Go]N[x]) junk")).unwrap();
    let text = written["text"].as_str().unwrap();
    assert_eq!(text, "(;GM[Blokus Duo]CA[UTF-8]N[x])\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_text_comes_is_read_or_refused(cuts in proptest::collection::vec((0..RECORD.len(), "[\\[\\]();A-Za-z0-9,\\\\]{0,3}"), 0..4)) {
        let mut text = RECORD.to_owned();
        for (place, put) in cuts {
            let place = place.min(text.len());
            text.replace_range(place..(place + 1).min(text.len()), &put);
        }
        if let Ok(game) = ask("blokus/read", json!({ "text": text })) {
            let written = ask("blokus/write", game.clone()).unwrap();
            prop_assert_eq!(ask("blokus/read", written).unwrap()["nodes"].clone(), game["nodes"].clone());
        }
    }
}
