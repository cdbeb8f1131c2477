//! Tests of the results store: durability, versions, foreign files.

use super::*;
use serde_json::json;
use tempfile::TempDir;

fn key(fingerprint: &str) -> RunKey {
    RunKey {
        experiment: "coins".to_owned(),
        variant: "full".to_owned(),
        fingerprint: fingerprint.to_owned(),
        settings: "{}".to_owned(),
        tasks: 10,
    }
}

fn fresh() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/down/lab.sqlite");
    (folder, path)
}

#[test]
fn results_survive_closing_and_the_first_one_stays() {
    let (_folder, path) = fresh();
    let run = {
        let mut store = Store::open(&path).unwrap();
        let run = store.begin(&key("a")).unwrap();
        assert!(store.save(run, 3, &json!(1).into(), &"v1".into()).unwrap());
        assert!(!store.save(run, 3, &json!(2).into(), &"v2".into()).unwrap());
        run
    };
    let mut store = Store::open_existing(&path).unwrap();
    assert_eq!(store.begin(&key("a")).unwrap(), run);
    assert_eq!(store.results(run).unwrap(), BTreeMap::from([(3, json!(1))]));
    let info = &store.runs(None).unwrap()[0];
    assert_eq!(
        (info.done, info.versions.as_slice()),
        (1, &["v1".to_owned()][..])
    );
    assert!(info.first.is_some() && info.first == info.last || info.first < info.last);
}

#[test]
fn runs_of_one_experiment_are_kept_apart_by_fingerprint() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path).unwrap();
    let (a, b) = (
        store.begin(&key("a")).unwrap(),
        store.begin(&key("b")).unwrap(),
    );
    store.save(a, 0, &json!("a").into(), &"v".into()).unwrap();
    assert_eq!(store.done(b).unwrap(), [0_u64; 0]);
    assert_eq!(store.runs(Some("coins")).unwrap().len(), 2);
    assert!(store.runs(Some("dice")).unwrap().is_empty());
}

#[test]
fn a_failure_is_forgotten_when_the_task_succeeds() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&key("a")).unwrap();
    store.fail(run, 4, "no bot").unwrap();
    store.fail(run, 4, "still no bot").unwrap();
    assert_eq!(
        store.failures(run).unwrap(),
        [(4, "still no bot".to_owned())]
    );
    store.save(run, 4, &json!(0).into(), &"v".into()).unwrap();
    assert!(store.failures(run).unwrap().is_empty());
}

#[test]
fn a_foreign_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    std::fs::write(
        &text,
        "not a database at all, but long enough to be read as one".repeat(40),
    )
    .unwrap();
    assert!(matches!(
        Store::open(&text),
        Err(StoreError::Foreign { .. })
    ));

    let other = folder.path().join("other.sqlite");
    Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE music (title TEXT)")
        .unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(
        Store::open(&other),
        Err(StoreError::Foreign { .. })
    ));
    assert_eq!(std::fs::read(&other).unwrap(), before);
}

#[test]
fn tables_of_another_version_are_refused() {
    let (_folder, path) = fresh();
    drop(Store::open(&path).unwrap());
    Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("has schema version 99, this program supports version 1: use another file, or the program that wrote this one")
    );
}

#[test]
fn places_where_no_file_can_be_are_clear_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let inside = Store::open(&file.join("lab.sqlite")).unwrap_err();
    assert!(matches!(inside, StoreError::Folder { .. }), "{inside}");
    let on_a_folder = Store::open(folder.path()).unwrap_err();
    assert!(
        matches!(on_a_folder, StoreError::Unopenable { .. }),
        "{on_a_folder}"
    );
    let missing = Store::open_existing(&folder.path().join("none")).unwrap_err();
    assert!(matches!(missing, StoreError::Missing { .. }), "{missing}");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn damage_is_an_error_or_harmless_but_never_a_panic_or_a_wrong_result() {
    let (_folder, path) = fresh();
    {
        let mut store = Store::open(&path).unwrap();
        let run = store.begin(&key("a")).unwrap();
        let outcome = json!({ "share": 0.5, "text": "x".repeat(300) }).into();
        store
            .save_all(run, (0..200).map(|task| (task, &outcome)), &"v".into())
            .unwrap();
    }
    let whole = std::fs::read(&path).unwrap();
    let mut refused = 0;
    for cut in (1..40).map(|k| k * whole.len() / 40) {
        let mut broken = whole[..cut].to_vec();
        if cut % 2 == 0 {
            broken = whole.clone();
            broken[cut..].fill(0xa5);
        }
        std::fs::write(&path, broken).unwrap();
        let read = Store::open(&path).and_then(|store| {
            let run = store.find("coins", "a")?.unwrap_or(RunId(1));
            store.results(run)
        });
        match read {
            Ok(results) => assert!(results.values().all(|r| r["share"] == 0.5)),
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("lab.sqlite"), "{error}");
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn many_connections_write_at_once_and_nothing_is_lost() {
    let (_folder, path) = fresh();
    std::thread::scope(|scope| {
        for worker in 0..4_u64 {
            let path = &path;
            scope.spawn(move || {
                let mut store = Store::open(path).unwrap();
                let run = store.begin(&key("a")).unwrap();
                // Neighbours overlap by half.
                for task in worker * 50..worker * 50 + 100 {
                    store
                        .save(run, task, &json!(task).into(), &"v".into())
                        .unwrap();
                }
            });
        }
    });
    let store = Store::open(&path).unwrap();
    let run = store.find("coins", "a").unwrap().unwrap();
    let expected = (0..250).map(|task| (task, json!(task))).collect();
    assert_eq!(store.results(run).unwrap(), expected);
}

#[test]
fn csv_names_nested_fields_and_quotes_what_needs_it() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&key("a")).unwrap();
    let first = json!({ "points": [1, 2.5], "why": "a \"b\", c" });
    let second = json!({ "share": 1.0, "why": null });
    store.save(run, 0, &first.into(), &"v".into()).unwrap();
    store.save(run, 7, &second.into(), &"v".into()).unwrap();
    let mut text = Vec::new();
    store.write_csv(run, &mut text).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "task,points.0,points.1,share,why\r\n0,1,2.5,,\"a \"\"b\"\", c\"\r\n7,,,1.0,\r\n"
    );
}

#[test]
fn records_are_exported_one_a_line() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&key("a")).unwrap();
    let outcome = Outcome {
        result: json!(1),
        record: Some(json!({ "moves": ["a\nb"] })),
    };
    store.save(run, 5, &outcome, &"v".into()).unwrap();
    let mut text = Vec::new();
    store.write_records(run, &mut text).unwrap();
    assert_eq!(text, b"{\"record\":{\"moves\":[\"a\\nb\"]},\"task\":5}\n");
}
