//! English sentences for calls and places.

use super::call::{
    Call, Height, Line, NamedStone, Naming, Place, Ring, RingSide, ShotCall, Thrown,
};
use crate::notation::StoneName;

/// Returns the sentence of a call.
pub fn shot(shot: &ShotCall, naming: Naming) -> String {
    let on = shot.stone.map(|one| stone(one, naming));
    let on = on.unwrap_or_default();
    let end = stop(shot);
    match (shot.call, shot.to) {
        (Call::Foul, _) => "against the rule about guards: everything is put back".to_owned(),
        (Call::Through, _) => "throw it through the house".to_owned(),
        (Call::Draw, _) => format!("draw to {end}"),
        (Call::Guard, _) if shot.stone.is_some() => format!("{end} for {on}"),
        (Call::Guard, _) => end,
        (Call::ComeAround, _) => format!("come around {on} to {end}"),
        (Call::Freeze, _) => match shot.thrown {
            Thrown::Stops(at @ (Place::Button | Place::House { .. })) => {
                format!("freeze to {on} on {}", place(at))
            }
            thrown => format!("freeze to {on}, {}", whereabouts(thrown)),
        },
        (Call::Raise, Some(to)) => {
            format!("raise {on} to {}, {}", place(to), whereabouts(shot.thrown))
        }
        (Call::Tap, Some(to)) => {
            format!("tap {on} to {}, {}", place(to), whereabouts(shot.thrown))
        }
        (Call::Raise | Call::Tap, None) => format!("push {on}, {}", whereabouts(shot.thrown)),
        (Call::TakeOut | Call::Peel | Call::Double | Call::RunBack, _) => hit(shot, &on, naming),
    }
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
        _ if !directly => format!("take out {taken} off {on}"),
        _ if only_own => format!("knock out {taken}"),
        _ => format!("take out {taken}"),
    };
    let roll = match shot.thrown {
        Thrown::Out if shot.call == Call::Peel => String::new(),
        Thrown::Out => ", rolling out".to_owned(),
        Thrown::Stays => " and stay".to_owned(),
        Thrown::Rolls(to) | Thrown::Stops(to) => format!(" and roll to {}", place(to)),
    };
    let lost = match shot.lost.as_slice() {
        [] => String::new(),
        lost => format!(", losing {}", list(lost, naming)),
    };
    words + &roll + &lost
}

/// Returns the place where the thrown stone stops.
fn stop(shot: &ShotCall) -> String {
    match shot.thrown {
        Thrown::Stops(to) | Thrown::Rolls(to) => place(to),
        Thrown::Stays | Thrown::Out => String::new(),
    }
}

fn whereabouts(thrown: Thrown) -> String {
    match thrown {
        Thrown::Out => "rolling out".to_owned(),
        Thrown::Stays => "staying there".to_owned(),
        Thrown::Stops(Place::Behind) | Thrown::Rolls(Place::Behind) => {
            "stopping behind the house".to_owned()
        }
        Thrown::Stops(to) | Thrown::Rolls(to) => format!("stopping at {}", place(to)),
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
