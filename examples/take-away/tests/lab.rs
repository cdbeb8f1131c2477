//! Experiments from the command line: run, report, export, in blocks, short, from another seed,
//! changed.

mod stage;

use stage::{Stage, files, without_seconds, without_times};

/// Two rows of 30 games, 8 in the short variant.
const HEAP: &str = r#"
title = "Does it help to look ahead?"
about = "A small question for a test."
paper = "Nobody 1999, table 1"
kind = "matches"
seed = 1

[matches]
game = "take-away"
games = 30
conditions = { slip = 0.3 }

[[matches.row]]
name = "two plies"
player = "expectimax:depth=2"
against = "random"
paper = { rate = 0.8, games = 100 }

[[matches.row]]
name = "all plies"
player = "perfect"
against = "random"

[short]
games = 4
"#;

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("experiments/heap.toml", HEAP);
    stage
}

#[test]
fn experiments_are_listed_with_what_is_done_of_each() {
    let stage = stage();
    stage.write("experiments/readme.txt", "not one");
    stage.write(
        "experiments/wrong.toml",
        &HEAP.replace("perfect", "prefect"),
    );
    let done = |name: &str| {
        let list = stage.json("lab list");
        let line = list
            .as_array()
            .unwrap()
            .iter()
            .find(|line| line["name"] == name);
        let line = line.unwrap_or_else(|| panic!("no {name} in {list}"));
        (
            line["done"].clone(),
            line["title"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(
        done("heap"),
        ("–".into(), "Does it help to look ahead?".into())
    );
    assert!(done("wrong").1.contains("`prefect`"), "{:?}", done("wrong"));
    assert!(!stage.path("results").exists(), "looking makes no store");
    stage.say("lab run heap --short");
    assert_eq!(done("heap").0, "0 / 60", "the short variant is another");
    stage.say("lab run heap");
    assert_eq!(done("heap").0, "60 / 60");
    let text = stage.say("lab list");
    assert!(
        text.contains("60 / 60") && !text.contains("readme"),
        "{text}"
    );
}

#[test]
fn a_run_prints_its_report_and_running_again_changes_nothing() {
    let stage = stage();
    let first = stage.run("lab run heap").succeeded();
    assert!(first.stderr.contains("60/60 tasks"), "{first:#?}");
    for words in [
        "Does it help to look ahead?",
        "Compared with Nobody 1999, table 1.",
        "two plies",
        "95 % interval",
        "Repeat it with: take-away lab run heap",
        "Extent: 60 games",
    ] {
        assert!(first.stdout.contains(words), "no `{words}` in {first:#?}");
    }
    assert!(!first.stdout.contains('\x1b'), "{first:#?}");
    let again = stage.run("lab run heap").succeeded();
    assert_eq!(again.stdout, first.stdout, "measured times are kept too");
    assert_eq!(again.stderr, "", "there was nothing to do");
    assert!(stage.say("lab run heap --color always").contains('\x1b'));
}

#[test]
fn the_number_of_threads_shows_in_no_result() {
    let stage = stage();
    let run = |threads: u32| {
        let store = format!("--store {threads}.sqlite");
        let said = stage.say(&format!("lab run heap --threads {threads} {store}"));
        (
            without_times(&said),
            stage.say(&format!("lab export heap {store}")),
        )
    };
    let ((text1, csv1), (text2, csv2)) = (run(1), run(2));
    assert_eq!(text1, text2);
    assert_eq!(without_seconds(&csv1), without_seconds(&csv2));
}

#[test]
fn a_report_goes_to_the_terminal_and_into_a_folder() {
    let stage = stage();
    let ran = stage.say("lab run heap");
    let ended = stage.run("lab report heap").succeeded();
    assert_eq!(ended.stdout, ran);
    assert!(
        ended.stderr.contains("results/heap/index.html"),
        "{ended:#?}"
    );
    stage.say("lab report heap --out elsewhere");
    for folder in ["results/heap", "elsewhere"] {
        assert!(
            stage
                .read(&format!("{folder}/index.html"))
                .contains("two plies")
        );
        assert!(
            stage
                .read(&format!("{folder}/report.md"))
                .contains("| two plies |")
        );
        assert!(
            stage
                .read(&format!("{folder}/report-1.svg"))
                .contains("<svg")
        );
    }
}

#[test]
fn the_json_of_a_report_has_facts_and_tables() {
    let stage = stage();
    let said = stage.json("lab run heap");
    assert_eq!(said["title"], "Does it help to look ahead?");
    let facts = &said["facts"];
    assert_eq!((&facts["done"], &facts["total"]), (&60.into(), &60.into()));
    assert_eq!(
        (&facts["seed"], &facts["variant"]),
        (&1.into(), &"full".into())
    );
    assert_eq!(facts["fingerprint"].as_str().unwrap().len(), 16);
    let blocks = said["blocks"].as_array().unwrap();
    let tables = blocks.iter().filter_map(|block| block.get("table"));
    let captions: Vec<_> = tables.map(|table| table["caption"]["en"].clone()).collect();
    assert_eq!(
        captions,
        [
            "Win rates",
            "Results",
            "Results by the player's side",
            "Players",
            "Time"
        ]
    );
}

#[test]
fn nothing_was_run_yet_is_said_and_makes_no_store() {
    let stage = stage();
    for command in ["report", "export"] {
        let ended = stage.run(&format!("lab {command} heap")).ended_with(1);
        assert!(ended.stderr.contains("results/lab.sqlite"), "{ended:#?}");
        assert_eq!(ended.stdout, "");
    }
    assert!(!stage.path("results").exists());
    stage.say("lab run heap --short");
    stage.run("lab export heap").refused(&["`heap`"]);
}

#[test]
fn an_export_has_a_line_for_every_game() {
    let stage = stage();
    stage.say("lab run heap");
    let csv = stage.say("lab export heap");
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 61);
    assert_eq!(rows[0][0], "task");
    let column = |name: &str| rows[0].iter().position(|title| *title == name).unwrap();
    let (share, side) = (column("share"), column("side"));
    for (task, row) in rows[1..].iter().enumerate() {
        assert_eq!(row.len(), rows[0].len());
        assert_eq!(row[0], task.to_string());
        assert!(["0.0", "1.0"].contains(&row[share]), "{row:?}");
        assert_eq!(row[side], (task % 2).to_string(), "sides alternate");
    }
}

#[test]
fn blocks_of_a_cluster_make_the_same_result_as_one_run() {
    let stage = stage();
    let expected = stage.say("lab run heap --store whole.sqlite");
    for block in 0..3 {
        let ended = stage.run(&format!(
            "lab run-block heap {block} --size 25 --out blocks"
        ));
        let written = ended.succeeded().stdout;
        assert!(stage.path(written.trim_end()).is_file(), "{written}");
    }
    assert!(!stage.path("results").exists(), "a block needs no store");
    let blocks = files(&stage.path("blocks"), "jsonl");
    assert_eq!(blocks.len(), 3);
    for block in blocks.iter().rev() {
        let said = stage.say(&format!("lab import heap {}", block.display()));
        let new = if block.ends_with(blocks[2].file_name().unwrap()) {
            10
        } else {
            25
        };
        assert!(
            said.ends_with(&format!(": {new} new results, 0 known\n")),
            "{said}"
        );
    }
    let ended = stage.run("lab run heap").succeeded();
    assert_eq!(ended.stderr, "", "nothing is left to do");
    assert_eq!(without_times(&ended.stdout), without_times(&expected));
    let again = stage.say(&format!("lab import heap {}", blocks[0].display()));
    assert!(again.ends_with(": 0 new results, 25 known\n"), "{again}");
}

#[test]
fn a_block_file_that_is_cut_off_or_of_something_else_is_refused_as_a_whole() {
    let stage = stage();
    let file = stage.say("lab run-block heap 1 --size 10 --out blocks");
    let text = stage.read(file.trim_end());
    let cut: Vec<_> = text.lines().take(8).collect();
    stage.write("cut.jsonl", &cut.join("\n"));
    let half = &text[..text.len() - 20];
    stage.write("half.jsonl", half);
    stage.write("letter.jsonl", "Dear all,\n");
    for name in ["cut.jsonl", "half.jsonl", "letter.jsonl", "none.jsonl"] {
        let ended = stage.run(&format!("lab import heap {name}")).ended_with(1);
        assert!(ended.stderr.contains(name), "{ended:#?}");
    }
    let other = format!("lab import heap {} --seed 2", file.trim_end());
    let ended = stage.run(&other).ended_with(1);
    assert!(ended.stderr.contains("holds results of heap"), "{ended:#?}");
    assert_eq!(stage.json("lab list")[0]["done"], "0 / 60");
    stage
        .run("lab run-block heap 6 --size 10")
        .refused(&["block 6"]);
}

#[test]
fn a_block_that_is_there_is_not_run_again_unless_it_is_damaged() {
    let stage = stage();
    let words = "lab run-block heap 1 --size 10 --out blocks";
    let file = stage.say(words);
    let text = stage.read(file.trim_end());
    let again = stage.run(words).succeeded();
    assert_eq!(again.stdout, file);
    assert!(again.stderr.contains("is not run again"), "{again:#?}");
    assert_eq!(stage.read(file.trim_end()), text);
    stage.write(file.trim_end(), &text[..text.len() - 20]);
    stage.say(words);
    let results = |text: &str| text.lines().skip(1).count();
    assert_eq!(results(&stage.read(file.trim_end())), results(&text));
}

#[test]
fn a_folder_of_blocks_is_imported_and_a_damaged_one_named() {
    let stage = stage();
    assert_eq!(stage.say("lab plan heap --size 10 --missing"), "0-5\n");
    let run = |block: u64| {
        stage.say(&format!(
            "lab run-block heap {block} --size 10 --out blocks"
        ))
    };
    let damaged = [0, 2, 5].map(run)[0].trim_end().to_owned();
    stage.say("lab run-block heap 0 --size 10 --out blocks --seed 2");
    stage.write("blocks/notes.txt", "mine");
    let text = stage.read(&damaged);
    stage.say("lab import heap blocks --store whole.sqlite");
    stage.write(&damaged, &text.replace("\"share\":", "\"hsare\":"));
    let ended = stage.run("lab import heap blocks").ended_with(1);
    assert!(
        ended.stderr.contains(&format!("{damaged}:1: ")),
        "{ended:#?}"
    );
    assert_eq!(ended.stdout.matches("10 new results").count(), 2);
    let nothing = stage.run("lab import heap results").ended_with(1);
    assert!(nothing.stderr.contains("no block"), "{nothing:#?}");
}

#[test]
fn the_short_variant_is_a_run_of_its_own() {
    let stage = stage();
    let short = stage.say("lab run heap --short");
    assert!(short.contains("! This is the short variant"), "{short}");
    assert!(short.contains("Repeat it with: take-away lab run heap --short"));
    assert!(short.contains("Extent: 8 games"), "{short}");
    let full = stage.say("lab run heap");
    assert!(full.contains("Extent: 60 games"), "{full}");
    assert_eq!(stage.say("lab report heap --short"), short);

    let no_short = HEAP.split("[short]").next().unwrap();
    stage.write("experiments/long.toml", no_short);
    stage
        .run("lab run long --short")
        .refused(&["`long`", "[short]"]);
}

#[test]
fn another_seed_is_a_run_of_its_own_and_named_in_the_report() {
    let stage = stage();
    let one = stage.say("lab run heap");
    let seven = stage.say("lab run heap --seed 7");
    assert!(seven.contains("Repeat it with: take-away lab run heap --seed 7"));
    assert!(seven.contains("Seed: 7"), "{seven}");
    assert_eq!(stage.say("lab run heap"), one);
    assert_eq!(stage.say("lab report heap --seed 7"), seven);
    let results = |seed: u32| stage.say(&format!("lab export heap --seed {seed}"));
    let (one, seven) = (results(1), results(7));
    assert_ne!(without_seconds(&one), without_seconds(&seven));
}

#[test]
fn a_changed_experiment_is_a_new_run_and_the_old_one_is_kept() {
    let stage = stage();
    let before = stage.say("lab run heap");
    stage.write(
        "experiments/heap.toml",
        &HEAP.replace("slip = 0.3", "slip = 0.1"),
    );
    let changed = stage.run("lab run heap").succeeded();
    assert!(
        changed.stderr.contains("the experiment has changed"),
        "{changed:#?}"
    );
    assert!(changed.stderr.contains("60/60 tasks"), "{changed:#?}");
    stage.write("experiments/heap.toml", HEAP);
    let back = stage.run("lab run heap").succeeded();
    assert_eq!((back.stdout, back.stderr), (before, String::new()));
}

#[test]
fn other_words_in_the_file_are_the_same_run() {
    let stage = stage();
    stage.say("lab run heap");
    stage.write(
        "experiments/heap.toml",
        &HEAP.replace("look ahead?", "read ahead?"),
    );
    let ended = stage.run("lab run heap").succeeded();
    assert!(ended.stdout.starts_with("Does it help to read ahead?"));
    assert_eq!(ended.stderr, "", "nothing was played again");
}

#[test]
fn an_experiment_may_be_named_by_its_path() {
    let stage = stage();
    stage.write("else/where.toml", HEAP);
    let said = stage.say("lab run else/where.toml --short");
    assert!(
        said.contains("lab run --experiments else where --short"),
        "{said}"
    );
}

#[test]
fn mistakes_in_experiments_are_refused_with_their_place() {
    let stage = stage();
    for (name, from, to, named) in [
        (
            "player",
            "perfect",
            "prefect",
            "player.toml:21:10: there is no player `prefect`",
        ),
        (
            "game",
            "take-away",
            "chess",
            "game.toml:9:8: unknown game `chess`",
        ),
        (
            "key",
            "seed = 1",
            "sede = 1",
            "key.toml:6:1: unknown field `sede`",
        ),
        ("kind", "matches", "catches", "`catches`"),
        ("condition", "slip = 0.3", "slip = 3", "slip = 3"),
        (
            "none",
            "games = 30",
            "games = 0",
            "`games` = 0 is out of range: expected 1",
        ),
        ("short", "games = 4", "gmaes = 4", "`gmaes`"),
        ("toml", "seed = 1", "seed = = 1", "toml.toml:6:"),
    ] {
        assert!(HEAP.contains(from));
        stage.write(&format!("experiments/{name}.toml"), &HEAP.replace(from, to));
        stage.run(&format!("lab run {name}")).refused(&[named]);
    }
    stage.run("lab run nobody").refused(&["`nobody`", "heap"]);
    stage
        .run("lab run no/where.toml")
        .refused(&["no/where.toml"]);
    stage
        .run("lab list --experiments nowhere")
        .refused(&["nowhere"]);
    assert!(!stage.path("results").exists(), "nothing was begun");
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let stage = stage();
    let letter = "Dear all, ".repeat(100);
    stage.write("letter.txt", &letter);
    let ended = stage.run("lab run heap --store letter.txt").ended_with(1);
    assert!(
        ended.stderr.contains("letter.txt is not a results store"),
        "{ended:#?}"
    );
    assert_eq!(stage.read("letter.txt"), letter);
}
