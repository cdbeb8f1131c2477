use super::*;
use crate::house::House;
use crate::setup::Setup;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::rules::{Outcome, Reason};
use curling::{Shot, Turn, Vector};
use lookahead::Seed;

fn bout(text: &str) -> Bout {
    let conditions = Conditions::dc3().changed(&text.parse().unwrap());
    Bout::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
}

fn house(curling: &Curling, spec: &str) -> Box<dyn Contestant> {
    Box::new(House::of(curling, &spec.parse().unwrap()).unwrap())
}

/// Somebody who goes wrong in one way.
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

    fn prepare(&mut self, _: &Bout, _: Team, _: &Thinking) -> Result<(), Fault> {
        let why = "no READYOK".to_owned();
        if *self == Rogue::NeverReady {
            Err(Fault::Crashed { why })
        } else {
            Ok(())
        }
    }

    fn order(&mut self, _: &Bout, _: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        Ok((*self == Rogue::BadOrder).then(|| vec![0, 0, 0, 0]))
    }

    fn choose(&mut self, _: &Bout, _: &Thinking) -> Result<Act, Fault> {
        match self {
            Rogue::Panics => panic!("cannot go on"),
            Rogue::Concedes => Ok(Act::Concede),
            _ => {
                let velocity = Vector::new(f64::NAN, 1.0);
                Ok(Act::Throw(Shot::new(velocity, Turn::Clockwise)))
            }
        }
    }

    fn told(&mut self, _: &Bout, _: &News) -> Result<(), Fault> {
        let why = "hung up".to_owned();
        if *self == Rogue::Deaf {
            Err(Fault::Crashed { why })
        } else {
            Ok(())
        }
    }
}

fn played(bout: &mut Bout, contestants: [Box<dyn Contestant>; 2]) -> (Outcome, usize) {
    let mut contestants = contestants;
    let mut seen = 0;
    let watch = &mut |_: &Bout, news: Option<&News>| seen += usize::from(news.is_some());
    play(
        bout,
        &mut contestants,
        &Manners::default(),
        &Cancel::new(),
        watch,
    )
    .unwrap();
    (bout.game().outcome().unwrap(), seen)
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
        let mut bout = bout(text);
        let players = ["draw", "random"].map(|spec| house(bout.curling(), spec));
        let (_, seen) = played(&mut bout, players);
        assert_eq!(seen, shots);
        assert_eq!(bout.name(Team::One), "random");
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
        let mut bout = bout("referee = 'fast'");
        let players: [Box<dyn Contestant>; 2] = [house(bout.curling(), "draw"), Box::new(rogue)];
        let (outcome, _) = played(&mut bout, players);
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Team::Zero), reason),
            "{rogue:?}"
        );
    }
}

#[test]
fn a_fault_names_the_action_as_the_game_writes_it() {
    let mut bout = bout("referee = 'fast'");
    let mut players: [Box<dyn Contestant>; 2] =
        [house(bout.curling(), "draw"), Box::new(Rogue::ThrowsNaN)];
    let mut faults = Vec::new();
    let watch = &mut |_: &Bout, news: Option<&News>| {
        if let Some(Act::Fault(fault)) = news.map(|news| &news.entry.act) {
            faults.push(fault.to_string());
        }
    };
    let (manners, cancel) = (Manners::default(), Cancel::new());
    play(&mut bout, &mut players, &manners, &cancel, watch).unwrap();
    assert!(
        faults[0].starts_with("illegal action `throw NaN "),
        "{faults:?}"
    );
}

#[test]
fn a_cancelled_match_has_no_result() {
    let mut bout = bout("");
    let mut players = ["draw", "draw"].map(|spec| house(bout.curling(), spec));
    let cancel = Cancel::new();
    cancel.cancel();
    let watch = &mut |_: &Bout, _: Option<&News>| ();
    assert!(play(&mut bout, &mut players, &Manners::default(), &cancel, watch).is_err());
    assert_eq!(bout.game().outcome(), None);
}
