//! Tests of the dice: commitment and revelation, and attempts to predict throws.

use super::*;
use crate::match_state::{Command, Match};
use crate::record::{Header, Record, Writer};
use crate::setup::Setup;
use curling::conditions::Conditions;
use curling::delivery::Delivered;
use curling::rules::Team;
use curling::{Shot, Turn, Vector};
use proptest::prelude::*;
use std::time::Duration;

fn setup(dice: Dice) -> Setup {
    let conditions = Conditions::named("dc4").unwrap();
    let short = "ends = 2\nextra_ends = false\nreferee = 'fast'";
    Setup::new(conditions.changed(&short.parse().unwrap()).unwrap(), dice)
}

fn seed_of_numbers() -> DrawnSeed {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(0..).for_each(|(byte, n)| *byte = n);
    DrawnSeed(bytes)
}

/// Speed and angle of a shot.
fn polar(shot: &Shot) -> [f64; 2] {
    let Vector { x, y } = shot.velocity;
    [x.hypot(y), y.atan2(x)]
}

fn shot(speed: f64, angle: f64) -> Shot {
    let velocity = Vector::new(speed * angle.cos(), speed * angle.sin());
    Shot::new(velocity, Turn::Clockwise)
}

/// What a cheat reads before it throws: the records of earlier matches, and that of this match so
/// far, as files.
struct Read<'a> {
    earlier: &'a [String],
    live: &'a str,
}

/// A way to foretell the noise of the next throw, in speed and angle.
type Attack = fn(&Read<'_>) -> Option<[f64; 2]>;

/// The noise of a record's throw of this number.
fn noise(record: &Record, number: usize) -> Option<[f64; 2]> {
    let entry = record.entries.get(number)?;
    let Command::Throw(asked) = &entry.command else {
        return None;
    };
    let (asked, thrown) = (polar(asked), polar(&entry.delivery?.shot?));
    Some([thrown[0] - asked[0], thrown[1] - asked[1]])
}

/// The noise of the same throw in the last match.
fn noise_of_the_last_match(read: &Read<'_>) -> Option<[f64; 2]> {
    let live = Record::read(read.live.as_bytes()).unwrap();
    let last = Record::read(read.earlier.last()?.as_bytes()).unwrap();
    noise(&last, live.entries.len())
}

/// The noise of the throw before.
fn noise_of_the_last_throw(read: &Read<'_>) -> Option<[f64; 2]> {
    let live = Record::read(read.live.as_bytes()).unwrap();
    noise(&live, live.entries.len().checked_sub(1)?)
}

/// The throw of the match so far, gone on with: a trial throw with these dice.
fn trial_throw(live: &Record, dice: Dice) -> Option<[f64; 2]> {
    let mut copy = Match::new(setup(dice)).unwrap();
    for entry in &live.entries {
        copy.replay(entry.clone()).ok()?;
    }
    let (team, trial) = (copy.to_act()?, shot(2.4, 1.57));
    let thrown = copy.apply(team, Command::Throw(trial), Duration::ZERO);
    let (asked, thrown) = (polar(&trial), polar(&thrown.ok()?.entry.delivery?.shot?));
    Some([thrown[0] - asked[0], thrown[1] - asked[1]])
}

/// The seed in the record of the match itself.
fn seed_of_this_match(read: &Read<'_>) -> Option<[f64; 2]> {
    let live = Record::read(read.live.as_bytes()).unwrap();
    trial_throw(&live, live.setup.dice.clone())
}

/// The generators of the last match, whose seed was revealed: for drawn dice without the check
/// that they fit the throws so far.
fn generators_of_the_last_match(read: &Read<'_>) -> Option<[f64; 2]> {
    let live = Record::read(read.live.as_bytes()).unwrap();
    let last = Record::read(read.earlier.last()?.as_bytes()).unwrap();
    let mut generators = last.setup.dice.generators();
    let (start, asked) = (live.start().unwrap(), shot(2.4, 1.57));
    let skill = *start.curling().skill(start.game()); // all players are alike
    let mut deliver =
        || generators.throw(|dice| skill.deliver(&asked, start.curling().tee(), dice));
    for _ in &live.entries {
        let _ = deliver();
    }
    let Delivered::Thrown(thrown) = deliver()? else {
        return None;
    };
    let (asked, thrown) = (polar(&asked), polar(&thrown));
    Some([thrown[0] - asked[0], thrown[1] - asked[1]])
}

/// The hash told at the start, taken for the seed.
fn hash_as_seed(read: &Read<'_>) -> Option<[f64; 2]> {
    let live = Record::read(read.live.as_bytes()).unwrap();
    let hash = live.setup.dice.commitment()?;
    let seed: DrawnSeed = hash.to_string().parse().unwrap();
    trial_throw(&live, Dice::Open(seed))
}

/// Plays a match with these dice in which every throw is aimed so that the foretold noise brings it
/// to one and the same shot; returns the record and how often that worked.
fn attacked(dice: Dice, earlier: &[String], attack: Attack) -> (String, usize) {
    let wished = [2.4, 1.57];
    let mut curling_match = Match::new(setup(dice)).unwrap();
    let header = Header::new("", curling_match.setup());
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut writer = Writer::begin(file.reopen().unwrap(), &header).unwrap();
    let text = || std::fs::read_to_string(file.path()).unwrap();
    let mut cancelled = 0;
    while let Some(team) = curling_match.to_act() {
        let live = &text();
        let foretold = attack(&Read { earlier, live }).unwrap_or_default();
        let asked = shot(wished[0] - foretold[0], wished[1] - foretold[1]);
        let event = curling_match
            .apply(team, Command::Throw(asked), Duration::ZERO)
            .unwrap();
        let thrown = polar(&event.entry.delivery.unwrap().shot.unwrap());
        let off = thrown.iter().zip(wished).map(|(a, b)| (a - b).abs());
        cancelled += usize::from(off.fold(0.0, f64::max) < 1e-6);
        writer.write_event(&curling_match, &event).unwrap();
    }
    let record = Record::open(file.path()).unwrap();
    assert!(record.verify().unwrap().holds());
    (text(), cancelled)
}

const ATTACKS: [(&str, Attack); 5] = [
    ("noise of the last match", noise_of_the_last_match),
    ("noise of the last throw", noise_of_the_last_throw),
    ("seed of this match", seed_of_this_match),
    ("generators of the last match", generators_of_the_last_match),
    ("hash as seed", hash_as_seed),
];

#[test]
fn a_client_that_knows_all_earlier_matches_cannot_foretell_a_throw() {
    let (first, _) = attacked(Dice::draw().unwrap(), &[], |_| None);
    for (name, attack) in ATTACKS {
        let (_, cancelled) = attacked(Dice::draw().unwrap(), std::slice::from_ref(&first), attack);
        assert_eq!(cancelled, 0, "{name}");
    }
}

#[test]
fn the_same_attacks_work_where_a_seed_is_given_twice() {
    let given = || Dice::Given(Seed(1));
    let (first, blind) = attacked(given(), &[], |_| None);
    assert_eq!(blind, 0);
    for (name, attack) in [ATTACKS[0], ATTACKS[2], ATTACKS[3]] {
        let (_, cancelled) = attacked(given(), std::slice::from_ref(&first), attack);
        assert_eq!(cancelled, 32, "{name}");
    }
    // A drawn seed that were used twice would be open to them as well.
    let twice = Dice::draw().unwrap();
    let (first, _) = attacked(twice.clone(), &[], |_| None);
    for (name, attack) in [ATTACKS[0], ATTACKS[3]] {
        let (_, cancelled) = attacked(twice.clone(), std::slice::from_ref(&first), attack);
        assert_eq!(cancelled, 32, "{name}");
    }
}

#[test]
fn a_record_does_not_tell_a_drawn_seed_until_the_match_is_over() {
    let seed = DrawnSeed::draw().unwrap();
    let mut curling_match = Match::new(setup(Dice::Drawn(seed.clone()))).unwrap();
    let header = Header::new("", curling_match.setup());
    let mut file = Vec::new();
    let mut writer = Writer::begin(&mut file, &header).unwrap();
    let mut live = Vec::new();
    while let Some(team) = curling_match.to_act() {
        let throw = Command::Throw(shot(2.4, 1.57));
        let event = curling_match.apply(team, throw, Duration::ZERO).unwrap();
        writer.write_event(&curling_match, &event).unwrap();
        live.push(format!("{event:?} {curling_match:?}"));
    }
    let text = String::from_utf8(file).unwrap();
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, format!("{{\"seed\":\"{}\"}}", seed.text()));
    assert!(before.contains(&seed.commitment().to_string()));
    for told in live.iter().map(String::as_str).chain([before]) {
        assert!(!told.contains(&seed.text()));
    }
    let record = Record::read(before.as_bytes()).unwrap();
    assert_eq!(record.setup.dice, Dice::Committed(seed.commitment()));
    assert_eq!(record.public_seed(), None);
    assert_eq!(record.replay().unwrap().len(), 32);
    let record = Record::read(text.as_bytes()).unwrap();
    assert_eq!(record.public_seed(), Some(seed.text()));
    assert_eq!(record.text().unwrap(), text);
}

#[test]
fn a_match_read_before_its_end_is_replayed_and_not_gone_on_with() {
    let mut curling_match = Match::new(setup(Dice::draw().unwrap())).unwrap();
    let throw = || Command::Throw(shot(2.4, 1.57));
    let team = curling_match.to_act().unwrap();
    let event = curling_match.apply(team, throw(), Duration::from_secs(3));
    let hash = curling_match.setup().dice.commitment().unwrap();
    let mut reader = Match::new(setup(Dice::Committed(hash))).unwrap();
    reader.replay(event.unwrap().entry).unwrap();
    assert_eq!(reader.game(), curling_match.game());
    let (team, used) = (reader.to_act().unwrap(), reader.time_used(Team::One));
    let refused = reader.apply(team, throw(), Duration::from_secs(3));
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("secret until the match is over"),
        "{refused}"
    );
    assert_eq!(reader.time_used(Team::One), used);
    assert!(reader.apply(team, Command::Concede, Duration::ZERO).is_ok());
}

#[test]
fn the_hash_is_that_of_the_seeds_text() {
    let seed = seed_of_numbers();
    let text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    assert_eq!(seed.text(), text);
    // By sha256sum.
    let hash = "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b";
    assert_eq!(seed.commitment().to_string(), hash);
    assert!(!format!("{:?}", Dice::Drawn(seed)).contains(text));
}

#[test]
fn throws_and_players_are_derived_as_records_of_today_need_it() {
    // By another program's SHA-256.
    let seed = seed_of_numbers();
    for (number, state) in [
        (0, 0x9b33c98d3dcdcf66136cb608fcb3faa8_u128),
        (1, 0xf42e8dc8e6c29a06bd7bd4fe55033905),
    ] {
        let derived = seed.derived(Purpose::Throw, number);
        assert_eq!(derived[..16], state.to_be_bytes());
    }
    let mut generators = Dice::Drawn(seed.clone()).generators();
    generators.throw(|_| ()).unwrap();
    let state = 0xf42e8dc8e6c29a06bd7bd4fe55033905_u128.to_be_bytes();
    let second = generators.throw(|dice| dice.clone()).unwrap();
    assert_eq!(second, Pcg64Mcg::from_seed(state));
    let player = Dice::Open(seed).player_seed(1);
    assert_eq!(player, Seed(7646621256981698226));
}

#[test]
fn dice_are_written_without_their_secret_and_read_again() {
    let seed = DrawnSeed::draw().unwrap();
    let hash = seed.commitment();
    for (dice, text) in [
        (Dice::Given(Seed(u64::MAX)), u64::MAX.to_string()),
        (Dice::Open(seed.clone()), format!("\"{}\"", seed.text())),
        (Dice::Committed(hash), format!("{{\"sha256\":\"{hash}\"}}")),
    ] {
        assert_eq!(serde_json::to_string(&dice).unwrap(), text);
        assert_eq!(serde_json::from_str::<Dice>(&text).unwrap(), dice);
    }
    let told = serde_json::to_string(&Dice::Drawn(seed.clone())).unwrap();
    let mut read: Dice = serde_json::from_str(&told).unwrap();
    assert_eq!(read, Dice::Committed(hash));
    let other = DrawnSeed::draw().unwrap();
    let forged = read.reveal(other.clone()).unwrap_err();
    assert_eq!((forged.told, forged.found), (hash, other.commitment()));
    read.reveal(seed.clone()).unwrap();
    assert_eq!(read, Dice::Drawn(seed));
}

#[test]
fn what_is_no_seed_is_refused_in_words() {
    for (text, words) in [
        ("-1", "a seed"),
        ("1.5", "a seed"),
        ("null", "a seed"),
        ("[]", "a seed"),
        ("\"12\"", "64 hexadecimal digits, found 2"),
        ("{}", "missing field `sha256`"),
        ("{\"sha256\":7}", "expected a string"),
        ("{\"sha256\":\"zz\"}", "64 hexadecimal digits"),
        ("{\"md5\":\"\"}", "expected `sha256` once, found `md5`"),
    ] {
        let error = serde_json::from_str::<Dice>(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_a_seed_or_refused(text in "\\PC{0,70}|[0-9a-fA-F]{60,68}") {
        match text.parse::<DrawnSeed>() {
            Ok(seed) => prop_assert_eq!(seed.text(), text.to_lowercase()),
            Err(why) => prop_assert!(why.contains("64 hexadecimal digits")),
        }
    }
}
