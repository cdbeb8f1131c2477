//! `sakiyomi blokus train` from outside: what it leaves behind, and that nothing changes it but its
//! options.

use blokus::Weights;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A run of a moment.
const TINY: &str = "--select 2 --updates 6 --sims 4";
/// A run that is still going when somebody looks.
const LONGER: &str = "--select 2 --updates 150 --sims 4";
/// A run that has to be ended.
const ENDLESS: &str = "--select 2 --updates 1000000 --sims 4";

/// A folder with a run in it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }

    fn weights(&self, name: &str) -> Weights {
        self.text(name).parse().unwrap()
    }

    fn curve(&self) -> Vec<Value> {
        let text = self.text("w.curve.jsonl");
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect()
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
        command.args(["blokus", "train"]);
        command.args(words.split_whitespace()).arg("--out");
        command.arg(self.path("w"));
        command
    }

    /// What becomes of a run.
    fn ended(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// What a run says, which must be all right.
    #[track_caller]
    fn run(&self, words: &str) -> Output {
        let ended = self.ended(words);
        assert!(ended.status.success(), "{ended:?}");
        ended
    }

    /// Runs and expects a refusal with these words.
    #[track_caller]
    fn refused(&self, words: &str, code: i32, expected: &str) {
        let ended = self.ended(words);
        assert_eq!(ended.status.code(), Some(code), "{words}: {ended:?}");
        let said = errors(&ended);
        assert!(said.contains(expected), "{said} instead of {expected}");
    }

    /// A run that has made a few updates and is not at its end.
    fn underway(&self, words: &str) -> Child {
        let mut command = self.command(words);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let started = Instant::now();
        let lines = |path: &Path| fs::read_to_string(path).map_or(0, |text| text.lines().count());
        while lines(&self.path("w.curve.jsonl")) < 3 || !self.path("w.checkpoint").exists() {
            assert!(child.try_wait().unwrap().is_none(), "over already");
            assert!(started.elapsed() < Duration::from_mins(1), "no update");
            std::thread::yield_now();
        }
        child
    }
}

fn errors(ended: &Output) -> String {
    String::from_utf8_lossy(&ended.stderr).into_owned()
}

/// The weights and the curve of a longer run that nobody disturbed.
fn undisturbed() -> [String; 2] {
    let place = Place::new();
    place.run(LONGER);
    ["w", "w.curve.jsonl"].map(|name| place.text(name))
}

#[test]
fn a_run_leaves_weights_a_curve_and_snapshots() {
    let place = Place::new();
    let said = place.run(&format!("{TINY} --snapshots 2"));
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("6 updates, rmse 0."), "{said}");

    let weights = place.weights("w");
    assert!(weights.model.weights.iter().any(|&weight| weight != 0.0));
    let command = "sakiyomi blokus train --select 2 --updates 6 --sims 4 --gain 0.02 --rate 0.5 --factor gain \
        --epsilon 1:0.05 --epsilon-schedule linear --scoring basic --fit static --seed 1 --out w";
    assert_eq!(weights.command, command);

    let curve = place.curve();
    let updates: Vec<_> = curve.iter().map(|line| line["update"].as_u64()).collect();
    assert_eq!(updates, (1..=6).map(Some).collect::<Vec<_>>());
    assert_eq!(
        (&curve[0]["epsilon"], &curve[5]["epsilon"]),
        (&1.0.into(), &0.05.into())
    );
    let last = &curve[5];
    assert!(
        last["rmse"].as_f64() >= last["mean_error"].as_f64(),
        "{last}"
    );
    assert!(last["changes"]["score"].as_f64() > Some(0.0), "{last}");
    let shared = last["shared"]["d5"].as_f64().unwrap();
    assert!(
        (shared - weights.model.weights[1772]).abs() < 0.001,
        "{last}"
    );

    assert_eq!(place.text("w.6"), place.text("w"));
    let early = place.weights("w.2");
    assert!(
        early.command.ends_with(" # after 2 updates"),
        "{}",
        early.command
    );
    assert_ne!(early.model, weights.model);
    assert!(!place.path("w.3").exists());
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let run = |words: &str| {
        let place = Place::new();
        place.run(&format!("{TINY} {words}"));
        ["w", "w.curve.jsonl", "w.checkpoint"].map(|name| place.text(name))
    };
    let one = run("--threads 1");
    assert_eq!(one, run("--threads 3 --seed 1"));
    assert_ne!(one, run("--seed 2"));
}

#[test]
fn every_option_changes_what_is_learned() {
    let weights = |words: &str| {
        let place = Place::new();
        place.run(&format!("--updates 4 --sims 2 {words}"));
        place.weights("w").model
    };
    let usual = weights("");
    for option in [
        "--select 1",
        "--select softmax:1",
        "--select gaussian:1",
        "--gain 0.05",
        "--rate 1",
        "--factor plain",
        "--average",
        "--epsilon 0.5:0.05",
        "--epsilon-schedule exponential",
        "--without-terminal",
        "--fit search",
        "--reading path=any",
        "--reading sides=separate,tempo=true",
        "--reading stages=2",
        "--start 1",
        "--mean 0.5",
    ] {
        assert_ne!(weights(option), usual, "{option}");
    }
    assert_eq!(
        weights("--scoring advanced"),
        usual,
        "nobody places all pieces in such games"
    );
}

#[test]
fn games_of_the_searching_player_teach_too_and_a_stopped_run_goes_on() {
    let lessons = "--from-games 1 --games 2 --start 1 --mean 0.5 --epsilon 0.1:0.1 --rate 0.1 --updates 40 \
        --reading numbering=mirrored,tempo=true,stages=3";
    let whole = Place::new();
    whole.run(lessons);
    let weights = whole.weights("w");
    assert_eq!(weights.model.weights.len(), 4 * 1773 + 1);
    assert!(
        weights
            .command
            .contains("train --from-games 1 --games 2 --start 1 "),
        "{}",
        weights.command
    );
    let score = blokus::weights::shared(
        &weights.model,
        &weights.objective.options,
        blokus::Colour::Black,
    )[0];
    assert!(score > 10.0, "begun with the shipped weights: {score}");

    let place = Place::new();
    let mut child = place.underway(lessons);
    child.kill().unwrap();
    child.wait().unwrap();
    place.run(lessons);
    assert_eq!(place.text("w"), whole.text("w"));
    let other = "it has no --select, not --select 2";
    place.refused("--select 2", 2, other);

    for (wrong, words) in [
        ("--from-games 2 --sims 3", "cannot be used with"),
        ("--games 3", "--from-games"),
        (
            "--start 3",
            "--start: unknown weights `3`; bundled weights:",
        ),
        ("--start none.txt", "--start: cannot read none.txt"),
        ("--mean 1.5", "write a share from 0 to 1"),
    ] {
        Place::new().refused(wrong, 2, words);
    }
}

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let place = Place::new();
    let mut child = place.underway(LONGER);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.path("w").exists());
    // Half a line may be left behind.
    let torn = place.text("w.curve.jsonl") + "{\"update\":";
    fs::write(place.path("w.curve.jsonl"), torn).unwrap();

    let said = errors(&place.run(LONGER));
    assert!(
        said.contains("going on after") && said.contains("of 150 updates"),
        "{said}"
    );
    assert_eq!(
        ["w", "w.curve.jsonl"].map(|name| place.text(name)),
        undisturbed()
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_everything_and_no_option_need_be_said_again() {
    let place = Place::new();
    let child = place.underway(LONGER);
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    assert!(
        errors(&ended).contains("the same command goes on"),
        "{ended:?}"
    );
    assert!(!place.path("w").exists());

    let done = place.curve().len();
    let said = errors(&place.run(""));
    assert!(
        said.contains(&format!("going on after {done} of 150 updates")),
        "{said}"
    );
    assert_eq!(
        ["w", "w.curve.jsonl"].map(|name| place.text(name)),
        undisturbed()
    );
}

#[test]
fn two_runs_do_not_write_the_same_files() {
    let place = Place::new();
    let mut child = place.underway(ENDLESS);
    place.refused(ENDLESS, 1, "another run is writing");
    place.refused("--restart", 1, "another run is writing");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(place.path("w.checkpoint").exists());
}

#[test]
fn a_complete_run_writes_its_weights_again() {
    let place = Place::new();
    place.run(TINY);
    let [weights, curve] = ["w", "w.curve.jsonl"].map(|name| place.text(name));
    fs::remove_file(place.path("w")).unwrap();
    let said = errors(&place.run(""));
    assert!(said.contains("all 6 updates are done"), "{said}");
    assert_eq!(
        [place.text("w"), place.text("w.curve.jsonl")],
        [weights, curve]
    );

    fs::write(place.path("w"), "spoilt").unwrap();
    let ended = place.run(&format!("{TINY} --json --quiet"));
    assert_eq!(errors(&ended), "");
    let answer: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!((&answer["updates"], &answer["new"]), (&6.into(), &0.into()));
    place.weights("w");
}

#[test]
fn the_checkpoint_of_another_run_is_refused() {
    let place = Place::new();
    place.run(TINY);
    let kept = place.text("w.checkpoint");
    for (words, expected) in [
        ("--sims 5", "it has --sims 4, not --sims 5;"),
        (
            "--select 3 --seed 2",
            "it has --select 2, not --select 3, it has --seed 1, not --seed 2;",
        ),
        ("--average", "it has no --average, not --average;"),
        (
            "--reading path=any",
            "it has no --reading, not --reading path=any;",
        ),
        ("--updates 7", "begin anew with --restart"),
    ] {
        place.refused(words, 2, expected);
    }
    assert_eq!(place.text("w.checkpoint"), kept);
    let old = place.weights("w");
    place.run(&format!("{TINY} --sims 5 --restart").replace("--sims 4 ", ""));
    assert_ne!(place.weights("w"), old);
    assert_eq!(place.curve().len(), 6);
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let place = Place::new();
    fs::write(place.path("w"), "something else").unwrap();
    place.refused(TINY, 2, "exists already and has no checkpoint");
    for garbage in ["", "nonsense", "{}", "[1]", "\u{0}"] {
        fs::write(place.path("w.checkpoint"), garbage).unwrap();
        place.refused(TINY, 1, "w.checkpoint is no checkpoint of this program");
        assert_eq!(place.text("w.checkpoint"), garbage);
    }
    assert_eq!(place.text("w"), "something else");
    assert!(!place.path("w.curve.jsonl").exists());

    place.run(&format!("{TINY} --restart"));
    let checkpoint = place.text("w.checkpoint");
    for (from, to) in [
        ("\"sims\"", "\"simz\""),
        ("\"format\":1", "\"format\":9"),
        ("\"tempo\":false", "\"tempo\":true"),
    ] {
        fs::write(place.path("w.checkpoint"), checkpoint.replace(from, to)).unwrap();
        place.refused(TINY, 1, "w.checkpoint is no checkpoint of this program");
    }
    fs::remove_file(place.path("w.checkpoint")).unwrap();
    fs::create_dir(place.path("w.checkpoint")).unwrap();
    place.refused(TINY, 1, "cannot read");
}

#[test]
fn places_where_nothing_can_be_written_are_named() {
    let place = Place::new();
    fs::create_dir(place.path("w")).unwrap();
    place.refused(TINY, 2, "this is a folder");
    let file = place.path("file");
    fs::write(&file, "").unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    command
        .args(["blokus", "train", "--out"])
        .arg(file.join("w"));
    let ended = command.output().unwrap();
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    assert!(
        errors(&ended).contains("cannot make the folder"),
        "{ended:?}"
    );
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let place = Place::new();
    for (words, expected) in [
        (
            "--select 0",
            "write a number from 1, softmax:T or gaussian:S",
        ),
        ("--select softmax:hot", "write a number from 1"),
        ("--updates 0", "0 is not in 1.."),
        ("--sims 0", "0 is not in 1.."),
        ("--gain 0", "invalid value 0 for gain"),
        ("--gain nan", "invalid value NaN for gain"),
        ("--rate -1", "unexpected argument"),
        ("--rate inf", "invalid value inf for rate"),
        ("--factor some", "possible values: gain, twice-gain, plain"),
        ("--epsilon 1", "write two shares from 0 to 1"),
        (
            "--epsilon 1:0 --epsilon-schedule exponential",
            "invalid value 0 for epsilon",
        ),
        ("--reading path=some", "expected `all` or `any`"),
        ("--scoring none", "possible values: basic, advanced"),
        ("--fit none", "possible values: static, search"),
        ("--snapshots 0", "0 is not in 1.."),
    ] {
        place.refused(words, 2, expected);
    }
    let mut files = fs::read_dir(place.0.path()).unwrap();
    assert!(files.next().is_none(), "nothing was written");
}

#[test]
fn a_run_without_steps_that_make_sense_says_so_and_keeps_what_it_had() {
    let place = Place::new();
    place.refused(
        &format!("{TINY} --rate 1e308 --factor plain"),
        1,
        "the step is too large",
    );
    assert!(place.path("w.checkpoint").exists());
    assert!(!place.path("w").exists());
}
