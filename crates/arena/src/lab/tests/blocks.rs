//! Tests of blocks: their files, what is skipped, what an import keeps of their origin.

use super::*;

fn machine(host: &str, processor: &str) -> Machine {
    Machine {
        host: host.to_owned(),
        processor: processor.to_owned(),
    }
}

#[test]
fn blocks_bring_the_same_report_as_one_run() {
    let (whole, pieces) = (Bench::new(), Bench::new());
    let experiment = experiment(FILE);
    whole.finish(&experiment);
    assert_eq!(TaskBlock::count(22, 5), 5);
    for number in (0..5).rev() {
        let block = TaskBlock { number, size: 5 };
        let done = pieces.block(&experiment, block, 100).unwrap();
        let imported = pieces.import(&experiment, &done.text).unwrap();
        assert_eq!((imported.new, imported.known), (done.results, 0));
        let again = pieces.import(&experiment, &done.text).unwrap();
        assert_eq!((again.new, again.known), (0, done.results));
        done.save(&pieces.folder.path().join("out")).unwrap();
    }
    assert_eq!(
        repeatable(&whole.markdown(&experiment)),
        repeatable(&pieces.markdown(&experiment))
    );
    let files = std::fs::read_dir(pieces.folder.path().join("out")).unwrap();
    assert_eq!(files.count(), 5);
}

#[test]
fn blocks_that_do_not_exist_are_refused() {
    let bench = Bench::new();
    for (number, size) in [(5, 5), (0, 0), (u64::MAX, 2)] {
        let error = bench.block(&experiment(FILE), TaskBlock { number, size }, 100);
        assert!(matches!(error, Err(LabError::NoBlock { .. })));
    }
}

#[test]
fn an_interrupted_block_leaves_nothing() {
    let bench = Bench::new();
    let block = TaskBlock {
        number: 0,
        size: 10,
    };
    let error = bench.block(&experiment(FILE), block, 9);
    assert!(matches!(error, Err(LabError::Interrupted)));
}

#[test]
fn a_file_of_something_else_or_cut_off_is_refused_whole() {
    let bench = Bench::new();
    let block = TaskBlock { number: 0, size: 5 };
    let done = bench.block(&squares(9), block, 100).unwrap();
    let path = done.save(&bench.folder.path().join("out")).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text, done.text);
    let error = bench.import(&squares(10), &text).unwrap_err();
    assert!(matches!(error, LabError::OtherRun { .. }), "{error}");
    let beyond = text.replace("\"task\":4", "\"task\":9");
    let twice = text.replace("\"task\":4", "\"task\":3");
    let cut_at_a_line = text.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n";
    for (broken, line) in [
        (String::new(), 1),
        ("hello\n".to_owned(), 1),
        (text[..text.len() - 4].to_owned(), 6),
        (cut_at_a_line, 5),
        (beyond, 6),
        (twice, 6),
    ] {
        let error = bench.import(&squares(9), &broken).unwrap_err().to_string();
        assert!(error.contains(&format!(".jsonl:{line}: ")), "{error}");
    }
    assert!(bench.store().runs(None).unwrap().is_empty());
}

#[test]
fn a_failed_task_is_missing_from_its_block_and_done_later() {
    let mut bench = Bench::new();
    bench.broken = true;
    let done = bench
        .block(&squares(9), TaskBlock { number: 0, size: 9 }, 100)
        .unwrap();
    assert_eq!((done.results, done.failures.len()), (5, 4));
    assert_eq!(bench.import(&squares(9), &done.text).unwrap().new, 5);
    bench.broken = false;
    assert_eq!(bench.finish(&squares(9)).new, 4);
}

#[test]
fn the_head_names_the_block_and_its_machine() {
    let mut bench = Bench::new();
    bench.machine = machine("node-1", "Z80");
    let block = TaskBlock { number: 1, size: 5 };
    let done = bench.block(&squares(9), block, 100).unwrap();
    let head: Value = serde_json::from_str(done.text.lines().next().unwrap()).unwrap();
    for (key, value) in [
        ("experiment", json!("sum")),
        ("version", json!("0.1.0 (abc)")),
        ("host", json!("node-1")),
        ("processor", json!("Z80")),
        ("threads", json!(2)),
        ("block", json!(1)),
        ("size", json!(5)),
        ("results", json!(4)),
    ] {
        assert_eq!(head[key], value, "{key}");
    }
    assert!(head["started"].as_u64().unwrap() > 1_400_000_000);
    assert!(head["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn a_block_is_skipped_only_if_its_file_is_whole() {
    let mut bench = Bench::new();
    let block = TaskBlock { number: 0, size: 5 };
    let folder = bench.folder.path().join("out");
    let complete = |bench: &Bench, block| {
        bench.act(1, 0, &mut |_| {}, |lab, _| {
            lab.complete_block(&squares(9), block, &folder).unwrap()
        })
    };
    assert_eq!(complete(&bench, block), None);
    bench.broken = true;
    bench
        .block(&squares(9), block, 100)
        .unwrap()
        .save(&folder)
        .unwrap();
    assert_eq!(complete(&bench, block), None, "tasks failed");
    bench.broken = false;
    let done = bench.block(&squares(9), block, 100).unwrap();
    let path = done.save(&folder).unwrap();
    assert_eq!(complete(&bench, block), Some(path.clone()));
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in [("\"result\":9", "\"result\":8"), ("{\"task\":4", "{\"ta")] {
        std::fs::write(&path, text.replace(from, to)).unwrap();
        assert_eq!(complete(&bench, block), None, "{to}");
    }
    let other = TaskBlock { number: 0, size: 4 };
    std::fs::write(&path, text).unwrap();
    assert_eq!(complete(&bench, other), None);
}

#[test]
fn a_changed_result_is_found_by_the_checksum_and_files_of_before_have_none() {
    let bench = Bench::new();
    let block = TaskBlock { number: 0, size: 5 };
    let text = bench.block(&squares(9), block, 100).unwrap().text;
    let changed = text.replace("\"result\":9", "\"result\":8");
    let error = bench.import(&squares(9), &changed).unwrap_err().to_string();
    assert!(
        error.contains(".jsonl:1: ") && error.contains("checksum"),
        "{error}"
    );
    let (head, body) = text.split_once('\n').unwrap();
    let mut head: serde_json::Map<_, _> = serde_json::from_str(head).unwrap();
    head.retain(|key, _| {
        ["experiment", "variant", "fingerprint", "version", "results"].contains(&key.as_str())
    });
    let old = format!("{}\n{body}", Value::Object(head));
    assert_eq!(bench.import(&squares(9), &old).unwrap().new, 5);
}

#[test]
fn results_of_several_machines_are_told_apart_in_the_store_and_the_report() {
    let mut bench = Bench::new();
    for (number, host, processor) in [(0, "a", "Z80"), (1, "b", "Z80"), (2, "c", "6502")] {
        bench.machine = machine(host, processor);
        let block = TaskBlock { number, size: 3 };
        let text = bench.block(&squares(9), block, 100).unwrap().text;
        for new in [3, 0] {
            assert_eq!(bench.import(&squares(9), &text).unwrap().new, new);
        }
    }
    let store = bench.store();
    let run = store.runs(None).unwrap()[0].id;
    let origins = store.origins(run).unwrap();
    let hosts: Vec<_> = origins.iter().map(|(o, n)| (o.host.as_str(), *n)).collect();
    assert_eq!(hosts, [("a", 3), ("b", 3), ("c", 3)]);
    let report = bench.markdown(&squares(9));
    assert!(report.contains("> Different processors"), "{report}");
    let machines = "UTC on 6502, 2 threads: 3; 2 × Z80, 2 threads: 6";
    assert!(report.contains(machines), "{report}");
}

#[test]
fn failures_come_with_the_file_and_go_with_a_result() {
    let mut bench = Bench::new();
    bench.broken = true;
    let block = TaskBlock { number: 0, size: 9 };
    let failed = bench.block(&squares(9), block, 100).unwrap();
    bench.import(&squares(9), &failed.text).unwrap();
    assert!(bench.markdown(&squares(9)).contains("> Task 3 failed"));
    bench.broken = false;
    let whole = bench.block(&squares(9), block, 100).unwrap();
    assert_eq!(bench.import(&squares(9), &whole.text).unwrap().new, 4);
    bench.import(&squares(9), &failed.text).unwrap();
    assert!(!bench.markdown(&squares(9)).contains("failed"));
}

proptest! {
    #[test]
    fn missing_blocks_are_those_with_a_task_that_is_not_done(
        tasks in 0..60_u64, size in 1..9_u64, done in prop::collection::btree_set(0..60_u64, 0..60)
    ) {
        let done: Vec<u64> = done.into_iter().filter(|task| *task < tasks).collect();
        let lacks = |block: &u64| {
            (block * size..(block * size + size).min(tasks)).any(|task| !done.contains(&task))
        };
        let expected: Vec<u64> = (0..TaskBlock::count(tasks, size)).filter(lacks).collect();
        prop_assert_eq!(TaskBlock::missing(tasks, size, &done), expected);
    }
}
