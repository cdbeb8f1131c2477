//! The program run from outside, with something on standard input.

use std::process::Output;

/// What the commands of a game do with an input.
pub(crate) fn ended(game: &str, words: &[&str], input: &str) -> Output {
    let mut program = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("sakiyomi"));
    program
        .arg(game)
        .args(words)
        .write_stdin(input)
        .output()
        .unwrap()
}

/// What it says, which must be all right.
#[track_caller]
pub(crate) fn said(game: &str, words: &[&str], input: &str) -> String {
    let ended = ended(game, words, input);
    assert!(ended.status.success(), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}
