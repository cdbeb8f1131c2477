//! Tests of match sessions: joining, throwing, clocks, restarts.

use super::*;
use curling::conditions::Conditions;
use curling::rules::Placement;
use curling::{Shot, Turn, Vector};
use lookahead::Seed;
use std::sync::OnceLock;

fn base() -> &'static Curling {
    static BASE: OnceLock<Curling> = OnceLock::new();
    BASE.get_or_init(|| Curling::new(Conditions::named("dc4").unwrap()).unwrap())
}

fn session(settings: Settings, folder: Option<&Path>) -> Session {
    session_with(settings, folder, Seed(4).into())
}

fn session_with(settings: Settings, folder: Option<&Path>, dice: Dice) -> Session {
    let header = Header::new(Uuid::new_v4(), "user0".to_owned(), settings, dice);
    Session::create(header, folder, false, Hooks::default()).unwrap()
}

fn join(session: &mut Session, user: &str, preferred: Team) -> Result<Team, Refused> {
    let team = TeamSettings::usual(user, GameMode::MixedDoubles);
    session.join(user, preferred, team, base(), Mode::Fast)
}

/// With both teams there and the clock running.
fn begun(settings: Settings, folder: Option<&Path>) -> Session {
    begun_with(settings, folder, Seed(4).into())
}

fn begun_with(settings: Settings, folder: Option<&Path>, dice: Dice) -> Session {
    let mut session = session_with(settings, folder, dice);
    join(&mut session, "user0", Team::Zero).unwrap();
    join(&mut session, "user1", Team::One).unwrap();
    connected(&mut session);
    session
}

fn connected(session: &mut Session) {
    let event_log = Arc::clone(session.event_log());
    let _both = Team::BOTH.map(|team| event_log.connect(team));
    session.begin(Instant::now());
}

fn throw() -> Command {
    let velocity = Vector::new(0.0, 2.4);
    Command::Throw(Shot::new(velocity, Turn::Clockwise))
}

fn thrown(session: &mut Session, user: &str) -> Result<Applied, Refused> {
    session.apply(user, throw(), Instant::now())
}

#[test]
fn sides_are_given_in_order_of_coming_and_kept() {
    let mut session = session(Settings::standard(1), None);
    assert_eq!(join(&mut session, "a", Team::One).unwrap(), Team::One);
    assert_eq!(join(&mut session, "b", Team::One).unwrap(), Team::Zero);
    assert_eq!(join(&mut session, "a", Team::Zero).unwrap(), Team::One);
    let third = join(&mut session, "c", Team::Zero);
    assert!(matches!(third, Err(Refused::Conflict(_))));
}

#[test]
fn nobody_throws_before_both_are_there_and_only_who_is_next_after() {
    let mut session = session(Settings::standard(1), None);
    join(&mut session, "user0", Team::Zero).unwrap();
    assert!(thrown(&mut session, "user0").is_err());
    join(&mut session, "user1", Team::One).unwrap();
    assert!(thrown(&mut session, "user0").is_err());
    session.begin(Instant::now()); // nobody has a stream
    assert!(thrown(&mut session, "user0").is_err());
    connected(&mut session);
    assert!(thrown(&mut session, "user1").is_err());
    assert!(thrown(&mut session, "user0").is_ok());
    let again = thrown(&mut session, "user0").unwrap_err().to_string();
    assert_eq!(again, "it is not your turn");
    let stranger = thrown(&mut session, "user2");
    assert!(matches!(stranger, Err(Refused::NotYours)));
    let place = Command::Place(Placement::CENTRE_HOUSE);
    let placed = session.apply("user1", place, Instant::now());
    assert!(matches!(placed, Err(Refused::NotDoubles)));
}

#[test]
fn the_clock_is_read_when_an_answer_arrives() {
    let mut settings = Settings::standard(1);
    settings.time_limit = 1.0;
    let mut session = begun(settings, None);
    let (wait, turn) = session.deadline().unwrap();
    assert!(wait > Duration::from_millis(1500), "{wait:?}");
    let late = Instant::now() + Duration::from_secs(2);
    let done = session.apply("user0", throw(), late).unwrap();
    assert!(done.late && session.is_over());
    assert!(session.deadline().is_none());
    assert!(session.time_out(turn).is_ok()); // nothing to do any more
    assert!(thrown(&mut session, "user1").is_err());
    assert_eq!(session.event_log().read(History::winner), Some(Team::One));
}

#[test]
fn who_says_nothing_loses_unless_something_was_said_meanwhile() {
    let mut session = begun(Settings::standard(1), None);
    let (_, turn) = session.deadline().unwrap();
    thrown(&mut session, "user0").unwrap();
    session.time_out(turn).unwrap();
    assert!(!session.is_over());
    session.time_out(turn + 1).unwrap();
    assert_eq!(session.event_log().read(History::winner), Some(Team::Zero));
}

#[test]
fn the_journal_of_a_match_that_is_over_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun(Settings::standard(1), Some(folder.path()));
    let (_, turn) = session.deadline().unwrap();
    assert!(session.journal.is_some());
    session.time_out(turn).unwrap();
    assert!(session.is_over() && session.journal.is_none());
    let path = Journal::path(folder.path(), session.id());
    let again = Session::load(Journal::read(&path).unwrap(), base(), Hooks::default()).unwrap();
    assert!(again.is_over() && again.journal.is_none());
}

#[test]
fn a_match_read_from_disk_shows_the_same_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun(Settings::mixed_doubles(2, 1), Some(folder.path()));
    let place = Command::Place(Placement::POWER_PLAY_LEFT);
    session.apply("user1", place, Instant::now()).unwrap();
    thrown(&mut session, "user0").unwrap();
    let path = Journal::path(folder.path(), session.id());
    let shown = session.event_log().since(None).0;
    drop(session);
    let mut again = Session::load(Journal::read(&path).unwrap(), base(), Hooks::default()).unwrap();
    assert_eq!(again.event_log().since(None).0, shown);
    assert_eq!(again.side_of("user1"), Some(Team::One));
    assert!(again.deadline().is_none()); // until both are there again
    thrown(&mut again, "user1").unwrap();
    connected(&mut again);
    assert!(again.deadline().is_some());
    thrown(&mut again, "user0").unwrap();
    again.abandon().unwrap();
    let given_up = Session::load(Journal::read(&path).unwrap(), base(), Hooks::default()).unwrap();
    assert!(given_up.is_over());
}

#[test]
fn lines_that_do_not_fit_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun(Settings::standard(1), Some(folder.path()));
    thrown(&mut session, "user0").unwrap();
    let path = Journal::path(folder.path(), session.id());
    let text = std::fs::read_to_string(&path).unwrap();
    let forged = text.replace("\"seed\":4", "\"seed\":5");
    std::fs::write(&path, forged).unwrap();
    let loaded = Session::load(Journal::read(&path).unwrap(), base(), Hooks::default());
    let (line, why) = loaded.err().unwrap();
    assert_eq!(line, 5);
    assert!(why.contains("seed"), "{why}");
}

#[test]
fn whoever_watches_is_told_of_the_beginning_and_of_every_shot() {
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut session = session(Settings::standard(1), None);
    let sink = Arc::clone(&told);
    session.hooks.watch = Some(Arc::new(
        move |_, curling_match: &Match, event: Option<&Event>| {
            let told = (curling_match.game().shot, event.is_some());
            sink.lock().unwrap().push(told);
        },
    ));
    join(&mut session, "user0", Team::Zero).unwrap();
    join(&mut session, "user1", Team::One).unwrap();
    connected(&mut session);
    thrown(&mut session, "user0").unwrap();
    assert_eq!(*told.lock().unwrap(), [(0, false), (1, true)]);
}

#[test]
fn what_cannot_be_recorded_has_not_happened() {
    // A file that is open for reading only cannot be written to.
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun(Settings::standard(1), Some(folder.path()));
    let path = Journal::path(folder.path(), session.id());
    let before = (
        session.event_log().since(None),
        std::fs::read(&path).unwrap(),
    );
    let sound = session.journal.replace(Journal::read_only(&path));
    assert!(matches!(
        thrown(&mut session, "user0"),
        Err(Refused::Storage(_))
    ));
    assert_eq!(session.event_log().since(None), before.0);
    assert_eq!(std::fs::read(&path).unwrap(), before.1);
    session.journal = sound;
    assert!(thrown(&mut session, "user0").is_ok());
}

/// Everything that can be read of a match: its journal, its states and its line in the list.
fn told(session: &Session, path: &Path) -> String {
    let states = session.event_log().since(Some(0)).0;
    let states: Vec<_> = states.iter().map(|state| state.json.to_string()).collect();
    let summary = serde_json::to_string(&session.event_log().read(History::summary)).unwrap();
    let journal = std::fs::read_to_string(path).unwrap();
    [journal, states.concat(), summary].concat()
}

fn thrown_by_turns(session: &mut Session, shots: usize) {
    for shot in 0..shots {
        thrown(session, ["user0", "user1"][shot % 2]).unwrap();
    }
}

#[test]
fn a_drawn_seed_is_told_by_its_hash_and_itself_when_the_match_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let dice = Dice::draw().unwrap();
    let seed = dice.secret().unwrap().clone();
    let mut session = begun_with(Settings::standard(1), Some(folder.path()), dice);
    let path = Journal::path(folder.path(), session.id());
    thrown_by_turns(&mut session, 15);
    let hash = seed.commitment().to_string();
    let live = told(&session, &path);
    assert!(live.contains(&hash) && !live.contains(&seed.text()));
    let summary = session.event_log().read(History::summary);
    assert_eq!(summary.seed_sha256, Some(seed.commitment()));
    assert_eq!(summary.seed, None);
    assert_eq!(session.revealed_seed(), None);
    let record = Journal::record(&path).unwrap().unwrap();
    assert_eq!((record.public_seed(), record.entries.len()), (None, 15));
    assert!(path.with_extension("seed").exists());
    thrown(&mut session, "user1").unwrap();
    if !session.is_over() {
        session.abandon().unwrap(); // level: an extra end
    }
    let journal = std::fs::read_to_string(&path).unwrap();
    let last = journal.lines().last().unwrap();
    assert_eq!(last, format!("{{\"seed\":\"{}\"}}", seed.text()));
    assert_eq!(session.revealed_seed(), Some(&seed));
    let summary = session.event_log().read(History::summary);
    assert_eq!(summary.seed, Some(seed.text()));
    assert!(!path.with_extension("seed").exists());
    let record = Journal::record(&path).unwrap().unwrap();
    assert!(record.verify().unwrap().holds());
    assert_eq!(record.public_seed(), Some(seed.text()));
}

#[test]
fn a_killed_server_goes_on_with_the_same_dice() {
    let folder = tempfile::tempdir().unwrap();
    let dice = Dice::draw().unwrap();
    let seed = dice.secret().unwrap().clone();
    let mut whole = begun_with(Settings::standard(1), None, dice.clone());
    thrown_by_turns(&mut whole, 6);
    let states = |session: &Session| {
        let stones = |state: &crate::dc4::event_log::StateEvent| {
            let state: serde_json::Value = serde_json::from_str(&state.json).unwrap();
            state["stone_coordinate"].clone()
        };
        let states = session.event_log().since(Some(0)).0;
        states.iter().map(stones).collect::<Vec<_>>()
    };
    let mut session = begun_with(Settings::standard(1), Some(folder.path()), dice);
    let path = Journal::path(folder.path(), session.id());
    thrown_by_turns(&mut session, 4);
    drop(session);
    let load = || Session::load(Journal::read(&path).unwrap(), base(), Hooks::default());
    let mut again = load().unwrap();
    thrown_by_turns(&mut again, 2);
    assert_eq!(states(&again), states(&whole));
    assert_eq!(again.revealed_seed(), None);
    // Killed after the match was over and before the seed was written.
    let file = path.with_extension("seed");
    again.abandon().unwrap();
    let journal = std::fs::read_to_string(&path).unwrap();
    let (unrevealed, _) = journal.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&path, format!("{unrevealed}\n")).unwrap();
    std::fs::write(&file, seed.text()).unwrap();
    assert_eq!(load().unwrap().revealed_seed(), Some(&seed));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), journal);
    assert!(!file.exists());
    assert_eq!(load().unwrap().revealed_seed(), Some(&seed));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), journal);
}

#[test]
fn a_journal_without_its_seed_or_with_another_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun_with(
        Settings::standard(1),
        Some(folder.path()),
        Dice::draw().unwrap(),
    );
    thrown_by_turns(&mut session, 2);
    let path = Journal::path(folder.path(), session.id());
    drop(session);
    let load = || Session::load(Journal::read(&path).unwrap(), base(), Hooks::default());
    let file = path.with_extension("seed");
    std::fs::write(&file, DrawnSeed::draw().unwrap().text()).unwrap();
    let (line, why) = load().err().unwrap();
    assert!(
        line == 1 && why.contains("the hash told at the start"),
        "{why}"
    );
    std::fs::remove_file(&file).unwrap();
    let (line, why) = load().err().unwrap();
    assert!(line == 1 && why.contains(".seed"), "{why}");
}

#[test]
fn a_hash_changed_after_the_match_was_created_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let dice = Dice::draw().unwrap();
    let hash = dice.commitment().unwrap().to_string();
    let mut session = begun_with(Settings::standard(1), Some(folder.path()), dice);
    thrown_by_turns(&mut session, 2);
    session.abandon().unwrap();
    let path = Journal::path(folder.path(), session.id());
    let text = std::fs::read_to_string(&path).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let other = DrawnSeed::draw().unwrap().commitment().to_string();
    std::fs::write(&path, format!("{}\n{rest}", first.replace(&hash, &other))).unwrap();
    let found = Journal::record(&path).unwrap().unwrap().verify().unwrap();
    assert_eq!(found.dice, crate::record::DiceCheck::Forged);
}

#[test]
fn the_log_of_the_server_tells_a_match_line_by_line() {
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let notices: Notices = Arc::new(move |_, notice: &Notice| {
        sink.lock().unwrap().push(notice.to_string());
    });
    let hooks = Hooks {
        notices: Some(notices),
        ..Hooks::default()
    };
    let settings = Settings {
        match_name: "final".to_owned(),
        ..Settings::standard(1)
    };
    let header = Header::new(Uuid::new_v4(), "user0".to_owned(), settings, Seed(4));
    let mut session = Session::create(header, None, false, hooks).unwrap();
    join(&mut session, "user0", Team::Zero).unwrap();
    join(&mut session, "user1", Team::One).unwrap();
    connected(&mut session);
    for number in 0..16 {
        thrown(&mut session, ["user0", "user1"][number % 2]).unwrap();
    }
    let told = told.lock().unwrap().clone();
    assert_eq!(told[0], "user0 creates \"final\", standard, ends: 1");
    assert_eq!(told[1], "user0 takes team0 as user0");
    assert_eq!(told[2], "user1 takes team1 as user1");
    assert_eq!(told[3], "user0 against user1 begins");
    assert!(told[4].starts_with("end 1: "), "{told:?}");
    assert!(told.len() == 5 || told[5].starts_with("over: "), "{told:?}");
}

#[test]
fn only_the_owner_deletes_a_match_and_only_before_it_begins() {
    let mut open = session(Settings::standard(1), None);
    join(&mut open, "user1", Team::One).unwrap();
    assert!(matches!(open.delete("user1"), Err(Refused::NotOwner)));
    open.delete("user0").unwrap();
    assert!(open.is_over() && open.event_log().is_over());
    assert!(join(&mut open, "user0", Team::Zero).is_err());
    let mut running = begun(Settings::standard(1), None);
    assert!(matches!(running.delete("user0"), Err(Refused::Conflict(_))));
    assert!(!running.is_over());
}

#[test]
fn the_history_has_every_state_with_its_time_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = begun(Settings::mixed_doubles(1, 1), Some(folder.path()));
    let place = Command::Place(Placement::CENTRE_GUARD);
    session.apply("user1", place, Instant::now()).unwrap();
    for number in 0..10 {
        thrown(&mut session, ["user1", "user0"][number % 2]).unwrap();
    }
    let all = |session: &Session| {
        session.event_log().read(|history| {
            let states = (0..history.rows.len()).map(|n| history.state(n).unwrap());
            let mut states = serde_json::to_value(states.collect::<Vec<_>>()).unwrap();
            // The beginning has no line of its own with a time.
            assert!(states[1]["created_at"].is_string());
            states[0]["created_at"] = serde_json::Value::Null;
            (states, serde_json::to_value(history.match_data()).unwrap())
        })
    };
    let path = Journal::path(folder.path(), session.id());
    let again = Session::of_lines(Journal::lines(&path).unwrap(), base()).unwrap();
    assert_eq!(all(&session), all(&again));
}
