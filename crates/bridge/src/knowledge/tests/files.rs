//! Tests of rule files: error messages, and files that extend others.

use super::statements;
use crate::knowledge::{Bidding, Conventions, ConventionsError};
use crate::{Auction, Seat};
use proptest::prelude::*;

fn error(text: &str) -> String {
    Conventions::parse("my.toml", text)
        .map(|_| ())
        .expect_err(text)
        .to_string()
}

#[test]
fn malformed_toml_is_reported_with_line_and_column() {
    let text = "name = \"mine\"\n[[call]]\nname = \"a\nafter = \"\"\n";
    let error = Conventions::parse("my.toml", text).unwrap_err();
    assert!(
        matches!(
            error,
            ConventionsError::Syntax {
                line: 3,
                column: 10,
                ..
            }
        ),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .starts_with("my.toml, line 3, column 10: "),
        "{error}"
    );
}

#[test]
fn what_is_wrong_with_a_call_is_named_by_file_rule_and_key() {
    let call = "[[call]]\nname = \"weak two\"\nafter = \"\"\ncall = \"2M\"\n";
    for (text, expected) in [
        (
            format!("{call}poinst = \"5-11\""),
            "my.toml, call `weak two`: `poinst`: unknown key",
        ),
        (
            format!("{call}points = \"5 to 11\""),
            "my.toml, call `weak two`: `points`: `5 to 11` is not a range (as in 12-21, 5+ or 4)",
        ),
        (
            format!("{call}lengths = {{ Q = 6 }}"),
            "my.toml, call `weak two`: `lengths`: `Q` is not a suit",
        ),
        (
            format!("{call}lengths = {{ x = 6 }}"),
            "my.toml, call `weak two`: `lengths`: names a suit that `after` and `call` do not name",
        ),
        (
            format!("{call}shape = \"y > 2\""),
            "my.toml, call `weak two`: `shape`: names a suit that `after` and `call` do not name",
        ),
        (
            format!("{call}shape = \"M >\""),
            "my.toml, call `weak two`: `shape`: `` is neither a number nor a suit",
        ),
        (
            format!("{call}holdings = {{ M = \"nice\" }}"),
            "my.toml, call `weak two`: `holdings`: `nice` is not good, stopper or honour",
        ),
        (
            format!("{call}reliability = 1.5"),
            "my.toml, call `weak two`: `reliability`: 1.5 is not between 0 and 1",
        ),
        (
            format!("{call}reliability = nan"),
            "my.toml, call `weak two`: `reliability`: NaN is not between 0 and 1",
        ),
        (
            format!("{call}or = [{{ point = 3 }}]"),
            "my.toml, call `weak two`, or number 1: `point`: unknown key",
        ),
        (
            "[[call]]\nafter = \"\"".into(),
            "my.toml, call number 1: `name`: missing key",
        ),
        (
            "[[call]]\nname = \"a\"\nafter = \"1M ??\"".into(),
            "my.toml, call `a`: `after`: `??` is not a call of a pattern (as in -, ?, *, X, XX, 1NT, 2M, nx)",
        ),
    ] {
        assert_eq!(error(&text), expected);
    }
}

#[test]
fn what_is_wrong_with_other_rules_is_named_too() {
    for (text, expected) in [
        (
            "[[lead]]\nname = \"a\"\nlead = \"fifth\"",
            "my.toml, lead `a`: `lead`: `fifth` is not a card (top, second, third, fourth, low, first or a rank)",
        ),
        (
            "[[lead]]\nname = \"a\"\nlead = \"first\"",
            "my.toml, lead `a`: `lead`: `first` needs a `holding`",
        ),
        (
            "[[lead]]\nname = \"a\"\nlead = \"top\"\nholding = \"KX\"",
            "my.toml, lead `a`: `holding`: `KX` is not a list of cards (as in KQ)",
        ),
        (
            "[[choice]]\nname = \"a\"\nshape = \"M > 3\"",
            "my.toml, choice `a`: `shape`: only C, D, H, S, led and trumps are suits here",
        ),
        (
            "[[signal]]\nname = \"a\"\nshows = \"love\"",
            "my.toml, signal `a`: `shows`: `love` is not count, attitude or suit preference",
        ),
        (
            "[[habit]]\nname = \"a\"\nkind = \"luck\"",
            "my.toml, habit `a`: `kind`: `luck` is not bare king, losing play or face value",
        ),
        (
            "[[habit]]\nname = \"a\"\nkind = \"losing play\"\nlambda = -1",
            "my.toml, habit `a`: `lambda`: -1 is not 0 or more",
        ),
        (
            "[model.expert]\noff = \"magic\"",
            "my.toml, model `expert`: `off`: unknown rule `magic`",
        ),
        (
            "base = \"acol\"",
            "my.toml, file: `base`: unknown conventions `acol`, expected standard or paper",
        ),
        (
            "base = \"standard\"\noff = \"magic\"",
            "my.toml, file: `off`: unknown rule `magic` of the base",
        ),
        (
            "off = \"count\"",
            "my.toml, file: `off`: `off` needs a `base`",
        ),
        ("calls = 3", "my.toml, file: `calls`: unknown key"),
        (
            "call = 3",
            "my.toml, file: `call`: expected a list of tables",
        ),
        (
            "name = 3",
            "my.toml, file: `name`: expected text, found integer",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
}

#[test]
fn own_rules_come_first_and_replace_those_of_the_same_name() {
    let text = "base = \"standard\"\noff = \"weak two\"\n[[call]]\nname = \"opening 1NT\"\nafter = \"\"\ncall = \"1NT\"\npoints = \"12-14\"";
    let mine = Conventions::parse("mine", text).unwrap();
    let words = |calls: &str| {
        let auction: Auction = calls.parse().unwrap();
        statements(&Bidding::of(&auction, Seat::North, &mine), Seat::North)
    };
    assert_eq!(words("1NT"), ["North's 1NT (opening 1NT): 12-14 points"]);
    assert_eq!(
        words("2H"),
        ["North's 2H is not in the conventions: no meaning is read from it"]
    );
    assert_eq!(
        words("1S"),
        ["North's 1S (opening 1S): 12-21 points, 5+ spades, spades >= hearts"]
    );
    assert_eq!(
        mine.calls
            .iter()
            .filter(|rule| &*rule.name == "opening 1NT")
            .count(),
        1
    );
}

#[test]
fn files_build_on_files_beside_them_but_not_in_a_circle() {
    let folder = std::env::temp_dir().join(format!("bridge-conventions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("club.toml", "base = \"standard\"\noff = \"attitude\"");
    write("mine.toml", "base = \"club.toml\"\nname = \"mine\"");
    write("circle.toml", "base = \"circle.toml\"");
    write("lost.toml", "base = \"nowhere.toml\"");
    let mine = Conventions::load(&folder.join("mine.toml"));
    let circle = Conventions::load(&folder.join("circle.toml"));
    let lost = Conventions::load(&folder.join("lost.toml"));
    std::fs::remove_dir_all(&folder).unwrap();
    let mine = mine.unwrap();
    assert_eq!((mine.name(), mine.signals.len()), ("mine", 2));
    assert!(circle.unwrap_err().to_string().contains("cyclic bases"));
    assert!(lost.unwrap_err().to_string().contains("nowhere.toml"));
}

#[test]
fn models_change_which_rules_apply_and_how_reliably() {
    let standard = Conventions::standard();
    assert_eq!(
        standard.models().collect::<Vec<_>>(),
        ["expert", "club", "beginner"]
    );
    let beginner = standard.player("beginner").unwrap();
    assert!(
        beginner
            .signals
            .iter()
            .all(|rule| &*rule.name == "count" && rule.reliability == 0.4)
    );
    assert!(beginner.calls.iter().all(|rule| rule.reliability == 0.6));
    assert_eq!(beginner.tables[0].reliability(), Some(0.5));
    let error = standard.player("wizard").unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown player model `wizard` in standard, expected one of: expert, club, beginner"
    );
}

#[test]
fn both_files_of_the_crate_are_read_for_all_models() {
    for conventions in [Conventions::standard(), Conventions::paper()] {
        for model in conventions.models() {
            conventions.player(model).unwrap();
        }
    }
    assert!(Conventions::named("acol").unwrap().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn damaged_files_never_panic(at in 0usize..20_000, with in "[\\PC]{0,3}", length in 0usize..6) {
        let text = include_str!("../../../conventions/paper.toml");
        let mut chars: Vec<char> = text.chars().collect();
        let at = at % chars.len();
        let end = (at + length).min(chars.len());
        chars.splice(at..end, with.chars());
        let _ = Conventions::parse("damaged", &chars.into_iter().collect::<String>());
    }
}
