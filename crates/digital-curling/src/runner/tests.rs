//! Tests of the match runner with contestants that misbehave.

use super::*;
use crate::local_player::LocalPlayer;
use crate::setup::Setup;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::rules::{Outcome, Reason};
use curling::{Shot, Turn, Vector};
use lookahead::Seed;

fn curling_match(text: &str) -> Match {
    let conditions = Conditions::dc3().changed(&text.parse().unwrap());
    Match::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
}

fn local(curling: &Curling, spec: &str) -> Box<dyn Contestant> {
    Box::new(LocalPlayer::of(curling, &spec.parse().unwrap()).unwrap())
}

/// A contestant with one fault.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rogue {
    NeverReady,
    ThrowsNaN,
    Panics,
    Concedes,
    BadOrder,
    Deaf,
}

impl Contestant for Rogue {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    fn prepare(&mut self, _: &Match, _: Team, _: &Thinking) -> Result<(), Fault> {
        let why = "no READYOK".to_owned();
        if *self == Rogue::NeverReady {
            Err(Fault::Crashed { why })
        } else {
            Ok(())
        }
    }

    fn order(&mut self, _: &Match, _: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        Ok((*self == Rogue::BadOrder).then(|| vec![0, 0, 0, 0]))
    }

    fn choose(&mut self, _: &Match, _: &Thinking) -> Result<Command, Fault> {
        match self {
            Rogue::Panics => panic!("cannot go on"),
            Rogue::Concedes => Ok(Command::Concede),
            _ => {
                let velocity = Vector::new(f64::NAN, 1.0);
                Ok(Command::Throw(Shot::new(velocity, Turn::Clockwise)))
            }
        }
    }

    fn observe(&mut self, _: &Match, _: &Event) -> Result<(), Fault> {
        let why = "hung up".to_owned();
        if *self == Rogue::Deaf {
            Err(Fault::Crashed { why })
        } else {
            Ok(())
        }
    }
}

fn played(curling_match: &mut Match, contestants: [Box<dyn Contestant>; 2]) -> (Outcome, usize) {
    let mut contestants = contestants;
    let mut seen = 0;
    let watch = &mut |_: &Match, event: Option<&Event>| seen += usize::from(event.is_some());
    play(
        curling_match,
        &mut contestants,
        &Timeouts::default(),
        &Cancel::new(),
        watch,
    )
    .unwrap();
    (curling_match.game().outcome().unwrap(), seen)
}

#[test]
fn two_of_our_own_play_a_match_by_either_rules() {
    for (text, shots) in [
        ("ends = 2\nextra_ends = false\nreferee = 'fast'", 32),
        (
            "platform = 'dc4-mixed-doubles'\nends = 2\nextra_ends = false\nreferee = 'fast'",
            22,
        ),
    ] {
        let mut curling_match = curling_match(text);
        let players = ["draw", "random"].map(|spec| local(curling_match.curling(), spec));
        let (_, seen) = played(&mut curling_match, players);
        assert_eq!(seen, shots);
        assert_eq!(curling_match.name(Team::One), "random");
    }
}

#[test]
fn whoever_goes_wrong_loses_and_the_match_says_why() {
    for (rogue, reason) in [
        (Rogue::NeverReady, Reason::Fault),
        (Rogue::ThrowsNaN, Reason::Fault),
        (Rogue::Panics, Reason::Fault),
        (Rogue::Concedes, Reason::Concession),
        (Rogue::BadOrder, Reason::Fault),
        (Rogue::Deaf, Reason::Fault),
    ] {
        let mut curling_match = curling_match("referee = 'fast'");
        let players: [Box<dyn Contestant>; 2] =
            [local(curling_match.curling(), "draw"), Box::new(rogue)];
        let (outcome, _) = played(&mut curling_match, players);
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Team::Zero), reason),
            "{rogue:?}"
        );
    }
}

#[test]
fn a_fault_names_the_action_as_the_game_writes_it() {
    let mut curling_match = curling_match("referee = 'fast'");
    let mut players: [Box<dyn Contestant>; 2] = [
        local(curling_match.curling(), "draw"),
        Box::new(Rogue::ThrowsNaN),
    ];
    let mut faults = Vec::new();
    let watch = &mut |_: &Match, event: Option<&Event>| {
        if let Some(Command::Fault(fault)) = event.map(|event| &event.entry.command) {
            faults.push(fault.to_string());
        }
    };
    let (timeouts, cancel) = (Timeouts::default(), Cancel::new());
    play(&mut curling_match, &mut players, &timeouts, &cancel, watch).unwrap();
    assert!(
        faults[0].starts_with("illegal action `throw NaN "),
        "{faults:?}"
    );
}

#[test]
fn a_cancelled_match_has_no_result() {
    let mut curling_match = curling_match("");
    let mut players = ["draw", "draw"].map(|spec| local(curling_match.curling(), spec));
    let cancel = Cancel::new();
    cancel.cancel();
    let watch = &mut |_: &Match, _: Option<&Event>| ();
    assert!(
        play(
            &mut curling_match,
            &mut players,
            &Timeouts::default(),
            &cancel,
            watch
        )
        .is_err()
    );
    assert_eq!(curling_match.game().outcome(), None);
}
