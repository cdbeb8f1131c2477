//! Tests of match records: writing, reading, replay, verification.

use super::*;
use crate::match_state::Command;
use crate::setup::ThinkingTime;
use ::arena::clock::Span;
use curling::conditions::Conditions;
use curling::rules::{Phase, Placement};
use curling::{Sweep, Turn, Vector};
use lookahead::Seed;
use proptest::prelude::*;
use std::io::Write as _;
use std::sync::LazyLock;
use std::time::Duration;

/// A match under changed conditions of draws to somewhere near the tee.
pub(crate) fn played(text: &str) -> Record {
    played_with(text, Seed(5).into())
}

/// The same with other dice.
fn played_with(text: &str, dice: Dice) -> Record {
    let conditions = Conditions::legacy()
        .changed(&text.parse().unwrap())
        .unwrap();
    let mut setup = Setup::new(conditions, dice);
    setup.names = ["alpha".to_owned(), "beta".to_owned()];
    setup.time = [ThinkingTime {
        game: Some(Span(Duration::from_secs(219))),
        ..ThinkingTime::default()
    }; 2];
    let mut curling_match = Match::new(setup).unwrap();
    let mut entries = Vec::new();
    while let Some(team) = curling_match.to_act() {
        let aside = [-1.0, -0.5, 0.2, 0.6, 1.1][entries.len() % 5];
        let target = Vector::new(aside, 0.3 - aside);
        let shot = curling_match
            .curling()
            .draw(target, Turn::Clockwise)
            .unwrap();
        let command = match curling_match.game().phase {
            Phase::Placing => Command::Place(Placement::CENTRE_HOUSE),
            _ => Command::Throw(shot),
        };
        let spent = Duration::from_millis(1500);
        entries.push(curling_match.apply(team, command, spent).unwrap().entry);
    }
    Record::of("2026-07-01T10:00:00Z", &curling_match, entries)
}

/// One that is used by many tests.
pub(crate) static TWO_ENDS: LazyLock<Record> =
    LazyLock::new(|| played("ends = 2\nreferee = 'fast'"));

/// One with drawn dice.
static DRAWN: LazyLock<Record> =
    LazyLock::new(|| played_with("ends = 2\nreferee = 'fast'", Dice::draw().unwrap()));

fn written(record: &Record) -> Vec<u8> {
    let mut text = Vec::new();
    let header = Header::new(record.started.clone(), &record.setup);
    let mut writer = Writer::begin(&mut text, &header).unwrap();
    for entry in &record.entries {
        writer.entry(entry).unwrap();
    }
    if let Some(result) = &record.result {
        writer.close(result).unwrap();
        writer.close(result).unwrap();
    }
    text
}

fn complaint(text: impl AsRef<[u8]>) -> String {
    Record::read(text.as_ref()).unwrap_err().to_string()
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let text = written(&TWO_ENDS);
    assert_eq!(Record::read(text.as_slice()).unwrap(), *TWO_ENDS);
    let lines = str::from_utf8(&text).unwrap().lines().count();
    assert_eq!(lines, 1 + 32 + 1);
    assert!(text.starts_with(b"{\"sakiyomi\":\"digital-curling match\",\"version\":1,"));
}

/// A writer that knows how much was written at the last flush.
#[derive(Default)]
struct Pipe {
    text: Vec<u8>,
    handed_on: usize,
}

impl std::io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.handed_on = self.text.len();
        Ok(())
    }
}

#[test]
fn every_line_is_handed_on_at_once() {
    let header = Header::new("", &TWO_ENDS.setup);
    let mut writer = Writer::begin(Pipe::default(), &header).unwrap();
    writer.entry(&TWO_ENDS.entries[0]).unwrap();
    let pipe = writer.into_inner();
    assert_eq!(pipe.handed_on, pipe.text.len());
    assert_eq!(Record::read(pipe.text.as_slice()).unwrap().entries.len(), 1);
}

#[test]
fn a_torn_last_line_is_left_out_and_said() {
    let text = written(&TWO_ENDS);
    let cut = &text[..text.len() - 80]; // into the last entry
    let record = Record::read(cut).unwrap();
    let last = cut.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let (line, at) = (33, last as u64);
    assert_eq!(record.tail, Tail::Torn { line, at });
    assert_eq!((record.entries.len(), record.result), (31, None));
    let open = Record::read(&text[..text.len() - 1]).unwrap();
    assert_eq!((open.tail, open.result), (Tail::Open, TWO_ENDS.result));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let text = String::from_utf8(written(&TWO_ENDS)).unwrap();
    let mut lines: Vec<_> = text.lines().collect();
    lines[3] = "{\"team\":\"team2\"}";
    assert!(complaint(lines.join("\n")).starts_with("line 4: unknown variant `team2`"));
    lines[3] = "{\"team\":\"team0\",\"act\":\"concede\",\"seconds\":1e19}";
    assert!(complaint(lines.join("\n")).contains("s for a shot is out of range"));
    let twice = format!("{text}{{\"team\":\"team0\"}}\n");
    assert!(complaint(&twice).starts_with("line 35: unexpected line after the result"));
    assert!(complaint("").starts_with("line 1: not a match record"));
    assert!(complaint("{\"sakiyomi\":\"game\",\"version\":1}").contains("found `game`"));
    let later = text.replacen("\"version\":1", "\"version\":2", 1);
    assert!(complaint(&later).contains("use a newer one"));
    let long = format!("{text}{}", " ".repeat(2 << 20));
    assert!(complaint(&long).contains("line 35: too long"));
}

#[test]
fn a_match_cut_off_goes_on_in_the_same_file() {
    let text = written(&TWO_ENDS);
    for cut in [80, 1, text.len() / 2] {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&text[..text.len() - cut]).unwrap();
        let (record, mut writer) = resume(file.path()).unwrap();
        let mut curling_match = record.start().unwrap();
        for entry in &record.entries {
            curling_match.replay(entry.clone()).unwrap();
        }
        for entry in &TWO_ENDS.entries[record.entries.len()..] {
            let event = curling_match.replay(entry.clone()).unwrap();
            writer.write_event(&curling_match, &event).unwrap();
        }
        drop(writer);
        assert_eq!(Record::open(file.path()).unwrap(), *TWO_ENDS, "{cut}");
    }
}

#[test]
fn a_replay_has_every_position_and_a_changed_shot_does_not_fit() {
    let steps = TWO_ENDS.replay().unwrap();
    assert_eq!(steps.len(), 32);
    assert_eq!(steps[16].event.before.end, 1);
    assert_eq!(MatchResult::of(&steps[31].after), TWO_ENDS.result);
    let left = steps[31].left.map(|left| left.unwrap().as_secs_f64());
    assert_eq!(left, [219.0 - 16.0 * 1.5; 2]);
    let mut changed = TWO_ENDS.clone();
    let Command::Throw(shot) = &mut changed.entries[5].command else {
        panic!()
    };
    shot.velocity.x += 0.001;
    let error = changed.replay().unwrap_err().to_string();
    assert!(
        error.starts_with("entry 6 of the record is inconsistent: the noise of the shot"),
        "{error}"
    );
}

#[test]
fn whatever_was_changed_by_hand_is_found() {
    let sound = TWO_ENDS.verify().unwrap();
    assert!(sound.holds() && sound.shots == 32, "{sound:?}");
    let mut moved = TWO_ENDS.clone();
    let delivery = moved.entries[3].delivery.as_mut().unwrap();
    let (slot, mut stone) = delivery.stones.iter().next().unwrap();
    stone.at.x += 0.25;
    delivery.stones.put(slot, stone);
    let found = moved.verify().unwrap().differences;
    assert_eq!(
        found[0].to_string(),
        "entry 4 (end 1, shot 4): stone 1 stops 0.250000 m away"
    );
    let mut result = TWO_ENDS.clone();
    result.result.as_mut().unwrap().points = [8, 0];
    let found = result.verify().unwrap().differences;
    assert!(
        found.len() == 1 && found[0].what.contains("8 : 0"),
        "{found:?}"
    );
    let mut dice = TWO_ENDS.clone();
    dice.setup.dice = Seed(6).into();
    let found = dice.verify().unwrap().differences;
    assert!(found[0].what.contains("dice"), "{found:?}");
}

/// The differences of the drawn record, read from its text after a change.
fn differences(change: impl FnOnce(&mut Vec<String>)) -> (DiceCheck, Vec<String>) {
    let text = DRAWN.text().unwrap();
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    let record = Record::read(lines.join("\n").as_bytes()).unwrap();
    let found = record.verify().unwrap();
    assert_eq!(found.holds(), found.differences.is_empty());
    let differences = found.differences.iter().map(ToString::to_string);
    (found.dice, differences.collect())
}

#[test]
fn a_record_of_drawn_dice_is_verified_by_its_revealed_seed() {
    let (dice, found) = differences(|_| {});
    assert_eq!((dice, found), (DiceCheck::Revealed, vec![]));
    assert_eq!(
        Record::read(DRAWN.text().unwrap().as_bytes()).unwrap(),
        *DRAWN
    );
    let first = DRAWN.text().unwrap();
    let again = played_with("ends = 2\nreferee = 'fast'", Dice::draw().unwrap());
    assert_ne!(first.lines().nth(1), again.text().unwrap().lines().nth(1));
}

#[test]
fn every_kind_of_tampering_with_drawn_dice_is_named() {
    let seed = DRAWN.revealed.clone().unwrap();
    let (text, hash) = (seed.text(), seed.commitment().to_string());
    let other = crate::dice::DrawnSeed::draw().unwrap();
    let (other_text, other_hash) = (other.text(), other.commitment().to_string());
    // Another seed; another hash.
    let (dice, found) = differences(|lines| lines[34] = lines[34].replace(&text, &other_text));
    assert_eq!(dice, DiceCheck::Forged);
    let words = format!(
        "forged seed: the revealed seed has the SHA-256 {other_hash}, the hash told at the start is {hash}"
    );
    assert_eq!(found, [words]);
    let (dice, found) = differences(|lines| lines[0] = lines[0].replace(&hash, &other_hash));
    assert_eq!((dice, found.len()), (DiceCheck::Forged, 1));
    // Both, so that they fit each other: the throws do not.
    let (dice, found) = differences(|lines| {
        lines[0] = lines[0].replace(&hash, &other_hash);
        lines[34] = lines[34].replace(&text, &other_text);
    });
    assert_eq!(dice, DiceCheck::Revealed);
    assert_eq!(
        found[0],
        "entry 1 (end 1, shot 1): the dice differ: another shot was thrown"
    );
    // No seed.
    let (dice, found) = differences(|lines| lines.truncate(34));
    assert_eq!(dice, DiceCheck::Hidden);
    assert_eq!(
        found,
        ["the dice cannot be checked: the record has a result but no seed"]
    );
    let (_, found) = differences(|lines| lines.truncate(20));
    assert_eq!(found, ["the dice cannot be checked: the match is not over"]);
    // A match that was stopped, with its seed.
    let (dice, found) = differences(|lines| drop(lines.drain(20..34)));
    assert_eq!((dice, found), (DiceCheck::Revealed, vec![]));
}

#[test]
fn a_changed_throw_is_named_whether_the_seed_is_known_or_not() {
    let changed = |change: &dyn Fn(&mut crate::match_state::Entry), revealed: bool| {
        let mut record = DRAWN.clone();
        change(&mut record.entries[5]);
        let mut text = record.text().unwrap();
        if !revealed {
            let at = text.trim_end().rfind('\n').unwrap();
            text.truncate(at + 1);
        }
        let found = Record::read(text.as_bytes()).unwrap().verify().unwrap();
        let found = found.differences.into_iter();
        let found: Vec<_> = found.filter(|one| one.entry > 0).collect();
        found.first().map(|one| (one.entry, one.what.clone()))
    };
    let asked = |entry: &mut crate::match_state::Entry| {
        let Command::Throw(shot) = &mut entry.command else {
            panic!()
        };
        shot.velocity.x += 0.001;
    };
    let thrown = |entry: &mut crate::match_state::Entry| {
        let shot = entry.delivery.as_mut().unwrap().shot.as_mut().unwrap();
        shot.velocity.y -= 0.5;
    };
    let moved = |entry: &mut crate::match_state::Entry| {
        let stones = &mut entry.delivery.as_mut().unwrap().stones;
        let (slot, mut stone) = stones.iter().next().unwrap();
        stone.at.x += 0.25;
        stones.put(slot, stone);
    };
    for (change, what) in [
        (&asked as &dyn Fn(&mut _), "the dice differ"),
        (&thrown, "the dice differ"),
        (&moved, "m away"),
    ] {
        let (entry, found) = changed(change, true).unwrap();
        assert!(entry == 6 && found.contains(what), "{found}");
    }
    // Without the dice the stones are still checked against the shot that was thrown.
    for change in [&thrown as &dyn Fn(&mut _), &moved] {
        let (entry, found) = changed(change, false).unwrap();
        assert!(entry == 6 && found.contains("stone"), "{found}");
    }
    assert_eq!(changed(&|_| {}, false), None);
}

#[test]
fn a_seed_stands_in_the_last_line_or_nowhere() {
    let text = DRAWN.text().unwrap();
    let last = text.lines().last().unwrap();
    assert!(
        complaint(format!("{text}{last}\n")).contains("line 36: unexpected line after the seed")
    );
    let given = TWO_ENDS.text().unwrap();
    assert!(
        complaint(format!("{given}{last}\n")).contains("a seed is revealed that was never hidden")
    );
    let short = text.replace(last, "{\"seed\":\"12\"}");
    assert!(complaint(short).contains("line 35: expected 64 hexadecimal digits"));
    let torn = Record::read(&text.as_bytes()[..text.len() - 20]).unwrap();
    assert!(matches!(torn.tail, Tail::Torn { line: 35, .. }) && torn.revealed.is_none());
}

#[test]
fn a_match_that_is_over_can_be_gone_on_with_from_an_earlier_shot() {
    let cut = DRAWN.clone().cut(7);
    assert_eq!(cut.setup.dice, Dice::Open(DRAWN.revealed.clone().unwrap()));
    let mut record = Record::read(cut.text().unwrap().as_bytes()).unwrap();
    assert_eq!(record.public_seed(), DRAWN.public_seed());
    let mut curling_match = record.start().unwrap();
    for entry in &record.entries {
        curling_match.replay(entry.clone()).unwrap();
    }
    let next = &DRAWN.entries[7];
    let spent = Duration::from_secs_f64(next.seconds);
    let event = curling_match.apply(next.team, next.command.clone(), spent);
    record.entries.push(event.unwrap().entry);
    assert_eq!(record.entries[7], *next);
    assert!(record.verify().unwrap().holds());
    // One that is not over keeps its secret.
    let text = DRAWN.text().unwrap();
    let lines: Vec<_> = text.lines().take(20).collect();
    let live = Record::read(lines.join("\n").as_bytes()).unwrap().cut(7);
    assert!(!live.setup.dice.is_known());
}

#[test]
fn a_record_of_version_0_1_is_verified_by_the_seed_in_its_first_line() {
    let text = TWO_ENDS.text().unwrap();
    assert!(text.lines().next().unwrap().contains("\"seed\":5"));
    let record = Record::read(text.as_bytes()).unwrap();
    let found = record.verify().unwrap();
    assert!(found.holds() && found.dice == DiceCheck::Given);
}

#[test]
fn the_way_of_a_stone_begins_at_the_hack_and_ends_where_it_lies() {
    let way = TWO_ENDS.trajectory(1, 1, 0.1).unwrap();
    let [path] = &way.paths[..] else { panic!() };
    let (first, last) = (path.points[0], path.points[path.points.len() - 1]);
    assert_eq!((first.0, first.1, first.2), (0.0, 0.0, -36.4));
    let stone = TWO_ENDS.entries[0].delivery.unwrap().stones.get(0).unwrap();
    assert!((stone.at.x - last.1).hypot(stone.at.y - last.2) < 0.01);
    assert!(path.points.len() > 20);
    let error = TWO_ENDS.trajectory(3, 1, 0.1).unwrap_err().to_string();
    assert!(error.contains("no shot 1 in end 3"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read_or_refused(text in "(\\{\"sakiyomi\":\"digital-curling match\",\"version\":1)?[ -~\\n]{0,80}") {
        let _ = Record::read(text.as_bytes());
    }

    #[test]
    fn a_record_that_was_scratched_is_read_or_refused(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let mut text = written(&TWO_ENDS);
        let at = at.index(text.len());
        text[at] = byte;
        text.truncate(cut.index(text.len()).max(at + 1));
        if let Ok(record) = Record::read(text.as_slice()) {
            let _ = record.replay();
            let _ = crate::games::PlayedMatch::from_record(&record);
        }
    }
}

/// A match on ice that changes, with sweeping, until the end.
fn on_changing_ice() -> Record {
    let table = "ends = 1\nfriction_drift = 1.1\nwear = 0.01\nsweeping = true";
    let conditions = Conditions::dc3().changed(&table.parse().unwrap()).unwrap();
    let mut curling_match = Match::new(Setup::new(conditions, Seed(5))).unwrap();
    let mut entries = Vec::new();
    while let Some(team) = curling_match.to_act() {
        let turn = Turn::BOTH[entries.len() % 2];
        let mut shot = curling_match.curling().draw(Vector::ZERO, turn).unwrap();
        shot.sweep = (entries.len() % 3 == 0).then_some(Sweep::full(-10.0, 0.0));
        let event = curling_match.apply(team, Command::Throw(shot), Duration::from_secs(1));
        entries.push(event.unwrap().entry);
    }
    Record::of("", &curling_match, entries)
}

#[test]
fn a_match_on_changing_ice_with_sweeping_is_read_and_verified_again() {
    let record = on_changing_ice();
    let text = record.text().unwrap();
    assert!(
        text.contains("\"sweep\":{") && text.contains("\"changes\":{"),
        "{text}"
    );
    let read = Record::read(text.as_bytes()).unwrap();
    assert_eq!(read, record);
    let found = read.verify().unwrap();
    assert!(found.holds(), "{:?}", found.differences);
    let replayed = read.replay().unwrap();
    let worn = replayed.last().unwrap().after.passages;
    assert!(!worn.is_none());
    let path = read.trajectory(1, 16, 0.1).unwrap();
    let last = path.paths.iter().find(|path| path.stone == 16).unwrap();
    let stopped = replayed
        .last()
        .unwrap()
        .event
        .step
        .unwrap()
        .verdict
        .stones
        .get(15);
    let (_, x, y) = *last.points.last().unwrap();
    let stopped = stopped.unwrap().at;
    assert!(
        (Vector::new(x, y) - stopped).length() < 0.001,
        "{stopped:?} {x} {y}"
    );
    // The same record under conditions without the changes is another match.
    let mut without = read;
    without.setup.conditions.changes.wear = None;
    assert!(!without.verify().unwrap().holds());
}

#[test]
fn records_of_ice_that_does_not_change_say_nothing_of_it() {
    let curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(5))).unwrap();
    let text = Record::of("", &curling_match, Vec::new()).text().unwrap();
    assert!(
        !text.contains("changes") && !text.contains("sweep"),
        "{text}"
    );
}
