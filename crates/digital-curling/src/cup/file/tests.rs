//! Valid and malformed cup files.

use super::*;
use crate::cup::tests::SMALL;

fn read_text(text: &str) -> Result<Cup, CupFileError> {
    of_text(text, "cup.toml", Path::new("folder"))
}

#[test]
fn a_small_cup_is_read() {
    let cup = read_text(SMALL).unwrap();
    assert_eq!(cup.title, "Small Cup");
    assert_eq!(cup.data, Path::new("folder/data"));
    let division = &cup.divisions[0];
    assert_eq!((division.rounds, division.repetitions), (3, 2));
    assert_eq!(division.entrants, [0, 1, 2, 3]);
    assert_eq!(cup.entrants[1].name, "beta");
    assert!(cup.warnings.is_empty());
}

#[test]
fn a_file_without_numbers_has_those_of_the_format() {
    let swiss = SMALL.replace("repetitions = 2", "format = 'swiss'");
    let division = &read_text(&swiss).unwrap().divisions[0];
    assert_eq!((division.rounds, division.repetitions), (2, 2));
    let start = SMALL.replace("cores = 2", "start = 2026-11-18T13:00:00+09:00");
    let cup = read_text(&start).unwrap();
    assert_eq!(
        cup.divisions[0].start,
        timestamp::read("2026-11-18T04:00:00Z")
    );
}

/// A cup file with one line replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    SMALL.replacen(from, to, 1)
}

/// A line of the small cup, what takes its place, the line of the error, and words of the error.
const WRONG: [(&str, &str, usize, &str); 30] = [
    ("title = \"Small Cup\"", "title = 7", 2, "expected a string"),
    (
        "title = \"Small Cup\"",
        "titel = 'x'",
        2,
        "unknown field `titel`",
    ),
    ("title = \"Small Cup\"", "title = ' '", 2, "`title`"),
    ("cores = 2", "cores = 0", 4, "`cores`"),
    ("cores = 2", "start = 2026-11-18", 4, "`start` needs a date"),
    ("cores = 2", "wait = 'soon'", 4, "`wait`: unknown unit"),
    (
        "name = \"standard\"",
        "name = ''",
        7,
        "`name` of a division",
    ),
    ("repetitions = 2", "repetitions = 0", 8, "`repetitions`"),
    (
        "repetitions = 2",
        "rounds = 3",
        8,
        "`rounds` is for the Swiss format",
    ),
    ("repetitions = 2", "format = 'knockout'", 8, "knockout"),
    ("ends = 1", "ends = 0", 9, "`conditions` of `standard`"),
    ("ends = 1", "endz = 1", 9, "endz"),
    ("ends = 1", "swap = true", 9, "`swap`"),
    ("platform = \"dc2\", ", "", 9, "platform or a contest"),
    ("platform = \"dc2\"", "platform = \"dc9\"", 9, "dc9"),
    (
        "name = \"beta\"",
        "name = \"alpha\"",
        16,
        "second entrant `alpha`",
    ),
    ("player = \"random\"", "player = \"nobody\"", 20, "nobody"),
    (
        "player = \"random\"",
        "player = \"draw:turn=up\"",
        20,
        "turn",
    ),
    (
        "player = \"random\"",
        "division = 'women'",
        20,
        "write `player`",
    ),
    (
        "player = \"random\"",
        "player = \"random\"\ndivision = 'women'",
        22,
        "unknown `division` `women` (known: standard)",
    ),
    (
        "player = \"random\"",
        "player = \"random\"\ndivision = []",
        22,
        "`division` names none",
    ),
    (
        "player = \"random\"",
        "protocol = 'dc5'",
        21,
        "unknown `protocol` `dc5`",
    ),
    (
        "player = \"random\"",
        "protocol = 'dc4'",
        21,
        "`account` is missing",
    ),
    (
        "player = \"random\"",
        "protocol = 'dc3'",
        21,
        "`port` is missing",
    ),
    (
        "player = \"random\"",
        "protocol = 'dcp'\naccount = 'organiser'",
        22,
        "the organiser's",
    ),
    (
        "player = \"random\"",
        "protocol = 'dcp'\naccount = 'c'",
        20,
        "needs a clock",
    ),
    (
        "player = \"random\"",
        "protocol = 'dc4'\naccount = 'c'",
        20,
        "Digital Curling 4 cannot tell",
    ),
    (
        "player = \"random\"",
        "protocol = 'dc3'\nport = 1",
        20,
        "Digital Curling 3",
    ),
    (
        "player = \"random\"",
        "player = \"random\"\nport = 3",
        22,
        "`port`",
    ),
    (
        "player = \"random\"",
        "player = \"random\"\ncores = 9",
        22,
        "`cores`",
    ),
];

#[test]
fn what_is_wrong_is_named_by_line_and_key() {
    for (from, to, line, words) in WRONG {
        let error = read_text(&changed(from, to)).expect_err(to);
        assert_eq!(error.line, Some(line), "{to}: {error}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("cup.toml:{line}: ")), "{text}");
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn nonsense_is_an_error_and_never_a_panic() {
    for text in [
        "",
        "[[division]]",
        "title = 'x'\ndata = 'd'\ndivision = []\nentrant = []",
        "title = 'x'\ndata = 'd'\ndivision = 3\nentrant = []",
        "\u{0}",
        "title = 'x",
        "[[entrant]]\nname = 'a'\nplayer = ''",
    ] {
        assert!(read_text(text).is_err(), "{text:?}");
    }
    let missing = read(Path::new("no/such/cup.toml")).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("no/such/cup.toml: cannot be read")
    );
}

#[test]
fn programs_of_two_generations_meet_under_the_rules_of_the_newer_with_a_warning() {
    let text = SMALL
        .replace(
            "platform = \"dc2\"",
            "platform = \"dc4\", time = '60s', extra_end_time = '30s'",
        )
        .replace(", rules = { rota = \"alone\" }", "")
        .replacen("player = \"draw\"", "protocol = 'dc4'\naccount = 'a'", 1)
        .replacen("player = \"random\"", "protocol = 'dc3'\nport = 0", 1);
    let cup = read_text(&text).unwrap();
    assert_eq!(cup.warnings.len(), 1);
    assert!(
        cup.warnings[0].contains("entrant `gamma`"),
        "{:?}",
        cup.warnings
    );
    assert_ne!(cup.standing_id(0, 0), cup.standing_id(0, 1));
    let no_tick = text.replace(
        "platform = \"dc4\"",
        "platform = \"dc4\", rules = \"dc4-no-tick\"",
    );
    assert!(
        read_text(&no_tick)
            .unwrap_err()
            .why
            .contains("Digital Curling 3")
    );
}

#[test]
fn a_text_program_in_a_division_of_another_platform_is_warned_of() {
    let dcp = |text: &str| text.replacen("player = \"draw\"", "player = 'dcp:sh -c cat'", 1);
    assert!(read_text(&dcp(SMALL)).unwrap().warnings.is_empty());
    let newer = SMALL
        .replace("platform = \"dc2\"", "platform = \"dc4\", time = '60s'")
        .replace(", rules = { rota = \"alone\" }", "");
    assert!(read_text(&newer).unwrap().warnings.is_empty());
    let network = newer.replacen("player = \"draw\"", "protocol = 'legacy'\naccount = 'a'", 1);
    for (text, protocol) in [(dcp(&newer), "DCP"), (network, "the legacy protocol")] {
        let cup = read_text(&text).unwrap();
        let start = "division `standard`: ";
        let words = format!("{start}{protocol} cannot tell the ice and the rules: ");
        assert_eq!(cup.warnings.len(), 1, "{:?}", cup.warnings);
        assert!(cup.warnings[0].contains(&words), "{:?}", cup.warnings);
    }
}
