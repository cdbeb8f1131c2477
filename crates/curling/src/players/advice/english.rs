//! English sentences for calls and places.

use super::call::{
    Call, Height, Line, NamedStone, Naming, Place, Ring, RingSide, ShotCall, Thrown,
};
use crate::notation::StoneName;

/// Returns the sentence for a shot: "hit Blue 3 and roll to the button".
pub fn shot(shot: &ShotCall, naming: Naming) -> String {
    let on = shot.stone.map(|one| stone(one, naming));
    let on = on.unwrap_or_default();
    match (shot.call, shot.to) {
        (Call::Foul, _) => "guard rule violation: all stones are put back".to_owned(),
        (Call::Through, _) => "throw it through the house".to_owned(),
        (Call::Draw, _) => match shot.thrown {
            Thrown::Stops(Place::Behind) => "heavy draw, stopping behind the house".to_owned(),
            _ => format!("draw to {}", stop(shot)),
        },
        (Call::Guard, _) if shot.stone.is_some() => format!("put up {} for {on}", stop(shot)),
        (Call::Guard, _) => format!("put up {}", stop(shot)),
        (Call::ComeAround, _) => format!("come around {on} to {}", stop(shot)),
        (Call::Freeze, _) => match shot.thrown {
            Thrown::Stops(Place::Button) => format!("freeze to {on} on the button"),
            Thrown::Stops(at @ Place::House { .. }) => format!("freeze to {on} in {}", place(at)),
            thrown => format!("freeze to {on}{}", shooter(thrown)),
        },
        (Call::Raise, Some(to)) => {
            format!("raise {on} {}{}", towards(to), shooter(shot.thrown))
        }
        (Call::Tap, Some(to)) => {
            format!("tap {on} {}{}", towards(to), shooter(shot.thrown))
        }
        (Call::Raise | Call::Tap, None) => format!("push {on}{}", shooter(shot.thrown)),
        (Call::TakeOut | Call::Peel | Call::Double | Call::RunBack, _) => hit(shot, &on, naming),
    }
}

/// Returns the note for a shot on other ice than that of the conditions.
pub fn other_ice(friction: f64, worn: bool) -> String {
    let drift = (friction != 1.0).then(|| {
        let change = (friction - 1.0) * 100.0;
        format!("the friction of this shot is {change:+.1} %")
    });
    let worn = worn.then(|| "stones have worn the ice".to_owned());
    let differs: Vec<_> = drift.into_iter().chain(worn).collect();
    format!(
        "Values, chances and replies are those of the ice of the conditions, but {}.",
        differs.join(", and ")
    )
}

/// Returns the name of a place with its article: "the button", "a tight centre guard".
pub fn place(place: Place) -> String {
    match place {
        Place::Button => "the button".to_owned(),
        Place::Behind => "behind the house".to_owned(),
        Place::House { .. } => format!("the {}", spot(place)),
        Place::Guard { .. } => format!("a {}", spot(place)),
    }
}

/// Returns the name of a place without an article: "button", "tight centre guard".
pub fn spot(place: Place) -> String {
    match place {
        Place::Button => "button".to_owned(),
        Place::Behind => "behind the house".to_owned(),
        Place::House { ring, side } => {
            let ring = match ring {
                Ring::FourFoot => "four-foot",
                Ring::EightFoot => "eight-foot",
                Ring::TwelveFoot => "twelve-foot",
            };
            let side = match side {
                RingSide::Top => "top",
                RingSide::Back => "back",
                RingSide::Left => "left",
                RingSide::Right => "right",
            };
            format!("{side} {ring}")
        }
        Place::Guard { height, line } => {
            let height = match height {
                Height::High => "high ",
                Height::Middle => "",
                Height::Tight => "tight ",
            };
            let line = match line {
                Line::Centre => "centre ",
                Line::LeftCorner => "left corner ",
                Line::RightCorner => "right corner ",
                Line::Between => "",
            };
            format!("{height}{line}guard")
        }
    }
}

fn hit(shot: &ShotCall, on: &str, naming: Naming) -> String {
    let directly = shot.stone.is_some_and(|one| {
        shot.removed
            .iter()
            .chain(&shot.lost)
            .any(|other| *other == one)
    });
    let taken = list(&shot.removed, naming);
    let only_own = shot.removed.iter().all(|stone| stone.own);
    let words = match shot.call {
        Call::RunBack => format!("run back {on} onto {taken}"),
        Call::Double if shot.removed.len() > 2 => format!("triple take-out of {taken}"),
        Call::Double => format!("double take-out of {taken}"),
        Call::Peel => format!("peel {taken}"),
        _ if !directly => format!("hit {on} to take out {taken}"),
        _ if only_own => format!("knock out {taken}"),
        _ => format!("hit {taken}"),
    };
    let simple = shot.call == Call::TakeOut && directly;
    let roll = match shot.thrown {
        Thrown::Out if shot.call == Call::Peel => String::new(),
        Thrown::Out if simple => " and roll out".to_owned(),
        Thrown::Stays if simple => " and stay".to_owned(),
        Thrown::Rolls(to) | Thrown::Stops(to) if simple => format!(" and roll {}", towards(to)),
        thrown => shooter(thrown),
    };
    let lost = match shot.lost.as_slice() {
        [] => String::new(),
        lost => format!(", losing {}", list(lost, naming)),
    };
    words + &roll + &lost
}

/// Returns the name of the place where the thrown stone stops.
fn stop(shot: &ShotCall) -> String {
    match shot.thrown {
        Thrown::Stops(to) | Thrown::Rolls(to) => place(to),
        Thrown::Stays | Thrown::Out => String::new(),
    }
}

/// Returns a place as the end of a movement: "to the button", "behind the house".
fn towards(to: Place) -> String {
    match to {
        Place::Behind => place(to),
        _ => format!("to {}", place(to)),
    }
}

/// Returns the end of a sentence about the thrown stone, which curlers call the shooter.
fn shooter(thrown: Thrown) -> String {
    match thrown {
        Thrown::Out => ", shooter rolls out".to_owned(),
        Thrown::Stays => ", shooter stays".to_owned(),
        Thrown::Stops(to) | Thrown::Rolls(to) => format!(", shooter {}", towards(to)),
    }
}

fn stone(stone: NamedStone, naming: Naming) -> String {
    match naming {
        Naming::ByShot if stone.own => format!("own stone {}", stone.slot + 1),
        Naming::ByShot => format!("stone {}", stone.slot + 1),
        Naming::ByHandle(lead) => {
            let StoneName { team, number } = StoneName::of(stone.slot, lead);
            let colour = if team == 0 { "Blue" } else { "Orange" };
            format!("{colour} {number}")
        }
    }
}

fn list(stones: &[NamedStone], naming: Naming) -> String {
    let names: Vec<_> = stones.iter().map(|&one| stone(one, naming)).collect();
    names.join(" and ")
}
