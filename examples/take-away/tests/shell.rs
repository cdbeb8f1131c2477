//! The command line as a guest of the shell: help, completions, manual pages, closed pipes.

mod stage;

use predicates::prelude::*;
use stage::{Stage, finish};
use std::process::Stdio;

const COMMANDS: [&str; 7] = [
    "match",
    "tournament",
    "games",
    "lab",
    "bench",
    "completions",
    "man",
];

#[test]
fn without_arguments_the_help_is_printed() {
    let stage = Stage::new();
    let help = stage.say("");
    assert!(COMMANDS.iter().all(|name| help.contains(name)), "{help}");
    assert!(help.contains("Exit codes: 0 success"), "{help}");
    assert_eq!(help, stage.say("-h"));
    assert!(!help.contains('\x1b'));
}

#[test]
fn every_command_explains_itself_and_gives_an_example_where_it_has_arguments() {
    let stage = Stage::new();
    for name in COMMANDS {
        let help = stage.say(&format!("{name} --help"));
        assert!(help.contains(&format!("Usage: take-away {name}")), "{help}");
        let example = predicate::str::is_match(format!(r"(?s)Examples?[,:].* {name}\b")).unwrap();
        assert!(name == "games" || example.eval(&help), "{help}");
        assert_eq!(help, stage.say(&format!("help {name}")));
    }
    for name in ["list", "run", "report", "export", "run-block", "import"] {
        let help = stage.say(&format!("lab {name} --help"));
        assert!(
            help.contains(&format!("Usage: take-away lab {name}")),
            "{help}"
        );
    }
}

#[test]
fn the_examples_in_the_help_are_commands_that_exist() {
    let stage = Stage::new();
    let mut examples = 0;
    for name in ["match", "tournament", "lab"] {
        let help = stage.say(&format!("{name} --help"));
        for line in help
            .lines()
            .filter_map(|l| l.trim().strip_prefix("sakiyomi "))
        {
            // With `--help` behind it a command line is read up to there and nothing is done.
            let mut command = stage.command("");
            command
                .args(arena::process::split(line).unwrap())
                .arg("--help");
            let known = finish(command);
            assert_eq!(known.code, Some(0), "{line}: {known:#?}");
            examples += 1;
        }
    }
    assert!(examples >= 8, "{examples} examples found");
}

#[test]
fn the_version_is_that_of_the_package() {
    let stage = Stage::new();
    let expected = format!("take-away {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stage.say("--version"), expected);
}

#[test]
fn what_is_unknown_is_refused_by_name() {
    let stage = Stage::new();
    for (command, named) in [
        ("--loud", "'--loud'"),
        ("play", "'play'"),
        ("match random random --loud", "'--loud'"),
        ("lab", "Usage: take-away lab"),
        ("lab burn", "'burn'"),
        ("games --color sometimes", "'sometimes'"),
        ("completions tcl", "'tcl'"),
        ("bench nothing", "`nothing`"),
        ("bench --seconds=-1", "--seconds -1"),
    ] {
        stage.run(command).refused(&[named]);
    }
}

#[test]
fn completions_know_all_commands() {
    let stage = Stage::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = stage.say(&format!("completions {shell}"));
        for word in COMMANDS
            .iter()
            .chain(&["run-block", "gauntlet", "take-away"])
        {
            assert!(script.contains(word), "no `{word}` for {shell}");
        }
        assert!(!script.contains('\x1b'));
    }
}

#[test]
fn every_command_gets_a_manual_page() {
    let stage = Stage::new();
    let said = stage.say("man share/man1");
    assert!(said.contains("share/man1"), "{said}");
    for name in COMMANDS.iter().chain(&["lab-run", "lab-run-block"]) {
        let page = stage.read(&format!("share/man1/take-away-{name}.1"));
        assert!(page.contains(".TH take-away"), "{page}");
    }
    assert!(stage.read("share/man1/take-away.1").contains("tournament"));
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    let stage = Stage::new();
    let mut command = stage.command("completions bash");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn a_measurement_repeats_its_signature() {
    let stage = Stage::new();
    let said = || stage.json("bench playout --seconds 0");
    let (first, second) = (said(), said());
    assert_eq!(first[0]["name"], "playout");
    assert!(first[0]["per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(first[0]["signature"], second[0]["signature"]);
}
