//! Tests of the lineup: whole boards, settings, partnerships, time.

use super::partnership::CallPolicy;
use super::*;
use crate::players::{Advice, CardPlayer, DecisionError};
use crate::rules::{Action, SeatView};
use crate::{Seat, View, notation};
use arena::clock::TimeLeft;
use arena::player::{Player, Thinking};
use arena::{Ending, GameRecord, PlayableGame, Terms};
use lookahead::{Cancel, Control, Seed};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn played(players: [&str; 2], seed: u64) -> GameRecord {
    let players = players.map(spec);
    let sides = [&players[0], &players[1]];
    lineup()
        .play(sides, &Terms::default(), Seed(seed), &Cancel::new())
        .unwrap()
}

#[test]
fn every_player_plays_a_board_to_its_end_and_again_the_same() {
    for player in [
        "minimax:deals=3",
        "minimax:deals=2,signals=off,conventions=paper,mistakes=0.3",
        "low:defends=minimax:deals=2;signals=off",
        "low:partner=random:mistakes=0.5",
        "low:defends=hybrid:deals=2;models=2;imagined=1",
        "low:declares=abc:deals=1;imagined=1;sure=0",
        "random",
    ] {
        let record = played([player, "low"], 3);
        assert_eq!(record.ending, Ending::Finished, "{player}");
        let again = played([player, "low"], 3);
        let actions = |record: &GameRecord| -> Vec<_> {
            record.moves.iter().map(|m| m.action.clone()).collect()
        };
        assert_eq!(actions(&record), actions(&again), "{player}");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused_with_a_reason() {
    for (player, words) in [
        ("nobody", "there is no player `nobody`"),
        ("minimax:deals=0", "a whole number from 1"),
        ("minimax:signals=maybe", "write on or off"),
        ("minimax:mistakes=1.5", "a number from 0 to 1"),
        ("minimax:mistakes=x", "a number from 0 to 1"),
        (
            "minimax:conventions=./none",
            "there is no such file, and it is none of standard, paper",
        ),
        ("low:deals=3", "no setting `deals`"),
        ("low:partner=nobody", "there is no player `nobody`"),
        ("low:partner=low:deals=3", "no setting `deals`"),
        (
            "low:defends=minimax:dels=3",
            "no setting `dels` (did you mean `deals`?",
        ),
        ("low:defends=minimax:mistakes=0.1", "no setting `mistakes`"),
        ("low:partner=low:partner=low", "no setting `partner`"),
        ("low:partner=abc:imagined=0", "setting `imagined=0`"),
        ("abc:preset=strongest", "write one of quick"),
    ] {
        let error = lineup().check(&spec(player)).expect_err(player).to_string();
        assert!(error.contains(words), "{player}: {error}");
    }
    assert!(seat_player(&spec("minimax:defends=low")).is_ok());
    assert!(seat_player(&spec("minimax:partner=low")).is_err());
}

/// Returns the view of West on lead against 4H.
fn on_lead() -> View {
    View {
        seat: Seat::West,
        dealer: Seat::South,
        vulnerability: crate::Vulnerability::None,
        hand: notation::hand("J9875.65.AK5.A74").unwrap(),
        dummy: None,
        auction: "1H 1S 3H - 4H - - -".parse().unwrap(),
        cards: Vec::new(),
    }
}

fn card(text: &str) -> Action {
    Action::Card(notation::card(text).unwrap())
}

#[test]
fn partners_may_differ_and_so_may_declaring_and_defending() {
    let unequal = spec("random:partner=low");
    let mut player = lineup().build(&unequal).unwrap();
    let game = lineup().game().clone();
    let ask = |player: &mut Box<dyn Player<_>>, view: &View, seed: u64| {
        let thinking = Thinking {
            time: TimeLeft::default(),
            seed: Seed(seed),
            cancel: Cancel::new(),
        };
        let view = view.clone();
        let seen = SeatView { number: 1, view };
        player.choose(&game, &seen, &thinking).unwrap().action
    };
    // West has the second seat of the side: always low.
    assert!((0..9).all(|seed| ask(&mut player, &on_lead(), seed) == card("S5")));
    let mut swapped = lineup().build(&spec("low:partner=random")).unwrap();
    assert!((0..9).any(|seed| ask(&mut swapped, &on_lead(), seed) != card("S5")));
    let defends = seat_player(&spec("random:defends=low")).unwrap();
    let control = |seed| Control::new(Seed(seed));
    let low = |player: &SeatPlayer, seed| {
        player.act(&on_lead(), &control(seed)).unwrap().action == card("S5")
    };
    assert!((0..9).all(|seed| low(&defends, seed)));
    let declares = seat_player(&spec("random:declares=low")).unwrap();
    assert!((0..9).any(|seed| !low(&declares, seed)));
}

#[test]
fn mistakes_are_as_frequent_as_was_asked_for() {
    let careless = seat_player(&spec("low:mistakes=0.25")).unwrap();
    let errors = (0..2000).filter(|&seed| {
        let choice = careless.act(&on_lead(), &Control::new(Seed(seed))).unwrap();
        choice.action != card("S5")
    });
    // A random card is the low one in one of thirteen cases.
    let share = errors.count() as f64 / 2000.0;
    assert!((share - 0.25 * 12.0 / 13.0).abs() < 0.04, "{share}");
}

#[test]
fn thoughts_are_kept_with_the_moves() {
    let record = played(["minimax:deals=3", "minimax:deals=3"], 5);
    let thoughts: Vec<&Value> = record
        .moves
        .iter()
        .filter_map(|m| m.thought.as_ref())
        .collect();
    assert!(thoughts[0]["why"]["ja"].is_string());
    let card = thoughts.iter().find(|t| t["card"].is_string()).unwrap();
    let first = &card["candidates"][0];
    assert_eq!(first["card"], card["card"]);
    assert!(first["double_dummy"]["points"].is_number(), "{card}");
    // The last trick has no decision.
    assert!(
        record
            .moves
            .iter()
            .rev()
            .take(4)
            .all(|m| m.thought.is_none())
    );
}

/// A player of low cards that records its time limits.
#[derive(Default)]
struct Timed(Mutex<Vec<Option<Duration>>>);

impl CardPlayer for Timed {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        self.0.lock().unwrap().push(control.limit.time);
        seat_player(&spec("low")).unwrap().advise(view, control)
    }
}

#[test]
fn the_time_of_a_side_is_divided_among_its_cards() {
    let timed = Arc::new(Timed::default());
    let player: Arc<dyn CardPlayer> = timed.clone();
    let player = SeatPlayer::new(
        CallPolicy::Natural,
        default_conventions(),
        player.clone(),
        player,
    );
    let partners: Box<dyn BoardAnalyst> = Box::new(Partners::new([player.clone(), player]));
    let mut seated = arena::AnalystPlayer::new(partners);
    let mut ask = |time: TimeLeft| {
        let (seed, cancel) = (Seed(1), Cancel::new());
        let thinking = Thinking { time, seed, cancel };
        let view = on_lead();
        let choice = seated.choose(&Bridge::default(), &SeatView { number: 1, view }, &thinking);
        assert!(choice.is_ok());
    };
    ask(TimeLeft::default());
    ask(TimeLeft {
        game: Some(Duration::from_secs(26)),
        ..TimeLeft::default()
    });
    let times = timed.0.lock().unwrap().clone();
    let [None, Some(time)] = times[..] else {
        panic!("{times:?}");
    };
    // 26 cards, 26 seconds, and a little to spare.
    assert!((0.9..1.0).contains(&time.as_secs_f64()), "{time:?}");
}

#[test]
fn every_described_setting_is_read_and_every_player_is_built_with_it() {
    let lineup = lineup();
    assert_eq!(
        lineup.players().strongest(),
        Some(&spec("hybrid:preset=strongest"))
    );
    let ours = lineup.players().iter().filter(|player| !player.is_program);
    let ours: Vec<_> = ours.collect();
    assert!(
        ours.iter()
            .map(|p| &p.name)
            .eq(roster().iter().map(|p| &p.name))
    );
    for player in ours {
        for text in player.variants() {
            assert!(lineup.build(&spec(&text)).is_ok(), "{text}");
        }
        for role in ["declares", "defends", "partner"] {
            let text = format!("low:{role}={}", player.name);
            assert!(lineup.build(&spec(&text)).is_ok(), "{text}");
        }
    }
    assert!(
        lineup
            .build(&spec("low:partner=hybrid:preset=quick;deals=3"))
            .is_ok()
    );
}

#[test]
fn defaults_are_described_as_they_are() {
    let default = |name: &str, key: &str| {
        let player = roster().find(name).unwrap();
        player.find(key).unwrap().default.clone().unwrap()
    };
    assert_eq!(default("minimax", "deals"), "60");
    assert_eq!(default("hybrid", "models"), "48");
    assert_eq!(default("abc", "sure"), "3");
}

#[test]
fn settings_of_models_are_read_and_checked() {
    let read = |text: &str| seat_player(&text.parse().unwrap()).map(drop);
    for text in [
        "abc:deals=4,imagined=2,beliefs=2,sure=0,order=random,repair=off,others=paper",
        "abc:probing=3",
        "abc:one-pass=2",
        "hybrid:deals=10,models=8,imagined=1,gain=0,errors=2.5,signals=off",
    ] {
        assert_eq!(read(text), Ok(()), "{text}");
    }
    for (text, words) in [
        ("abc:sure=-1", "a number from 0"),
        ("abc:order=low", "natural or random"),
        ("abc:imagined=0", "a whole number from 1"),
        ("hybrid:gain=nan", "a number from 0"),
        ("abc:models=3", "no setting `models`"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
