//! Japanese sentences for calls and places.

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
        (Call::Foul, _) => "ガードのルール違反（ストーンは元に戻されます）".to_owned(),
        (Call::Through, _) => "スルー（ハウスを通過させる）".to_owned(),
        (Call::Draw, _) => format!("{end}へドロー"),
        (Call::Guard, _) if shot.stone.is_some() => format!("{on}を守る{end}"),
        (Call::Guard, _) => end,
        (Call::ComeAround, _) => format!("{on}の裏の{end}へカムアラウンド"),
        (Call::Freeze, _) => format!("{on}にフリーズ{}", after(shot.thrown)),
        (Call::Raise, Some(to)) => format!("{on}を{}へレイズ{}", place(to), after(shot.thrown)),
        (Call::Tap, Some(to)) => format!("{on}を{}へタップ{}", place(to), after(shot.thrown)),
        (Call::Raise, None) => format!("{on}をレイズ{}", after(shot.thrown)),
        (Call::Tap, None) => format!("{on}をタップ{}", after(shot.thrown)),
        (Call::TakeOut | Call::Peel | Call::Double | Call::RunBack, _) => hit(shot, &on, naming),
    }
}

/// Returns the name of a place.
pub fn place(place: Place) -> String {
    match place {
        Place::Button => "ボタン".to_owned(),
        Place::Behind => "ハウスの後ろ".to_owned(),
        Place::House { ring, side } => {
            let ring = match ring {
                Ring::FourFoot => "4フット",
                Ring::EightFoot => "8フット",
                Ring::TwelveFoot => "12フット",
            };
            let side = match side {
                RingSide::Top => "トップ",
                RingSide::Back => "バック",
                RingSide::Left => "左の",
                RingSide::Right => "右の",
            };
            format!("{side}{ring}")
        }
        Place::Guard { height, line } => {
            let height = match height {
                Height::High => "ロングの",
                Height::Middle => "",
                Height::Tight => "ショートの",
            };
            let line = match line {
                Line::Centre => "センター",
                Line::LeftCorner => "左コーナー",
                Line::RightCorner => "右コーナー",
                Line::Between => "",
            };
            format!("{height}{line}ガード")
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
    let words = match shot.call {
        Call::RunBack => format!("{on}を{taken}に当てるランバック"),
        Call::Double if shot.removed.len() > 2 => format!("{taken}をトリプルテイクアウト"),
        Call::Double => format!("{taken}をダブルテイクアウト"),
        Call::Peel => format!("{taken}をピール"),
        _ if !directly => format!("{on}に当てて{taken}をテイクアウト"),
        _ => format!("{taken}をテイクアウト"),
    };
    let roll = match shot.thrown {
        Thrown::Out if shot.call == Call::Peel => String::new(),
        Thrown::Out => "、投げた石も外へ".to_owned(),
        Thrown::Stays => "してステイ".to_owned(),
        Thrown::Rolls(to) | Thrown::Stops(to) => format!("、{}へロール", place(to)),
    };
    let lost = match shot.lost.as_slice() {
        [] => String::new(),
        lost => format!("（{}を失う）", list(lost, naming)),
    };
    words + &roll + &lost
}

/// The place where the thrown stone stops.
fn stop(shot: &ShotCall) -> String {
    match shot.thrown {
        Thrown::Stops(to) | Thrown::Rolls(to) => place(to),
        Thrown::Stays | Thrown::Out => String::new(),
    }
}

fn after(thrown: Thrown) -> String {
    match thrown {
        Thrown::Out => "、投げた石は外へ".to_owned(),
        Thrown::Stays => String::new(),
        Thrown::Stops(to) | Thrown::Rolls(to) => format!("、{}に止まる", place(to)),
    }
}

fn stone(stone: NamedStone, naming: Naming) -> String {
    match naming {
        Naming::ByShot if stone.own => format!("味方の{}番の石", stone.slot + 1),
        Naming::ByShot => format!("{}番の石", stone.slot + 1),
        Naming::ByHandle(lead) => {
            let StoneName { team, number } = StoneName::of(stone.slot, lead);
            let colour = if team == 0 { "青" } else { "橙" };
            format!("{colour}{number}")
        }
    }
}

fn list(stones: &[NamedStone], naming: Naming) -> String {
    let names: Vec<_> = stones.iter().map(|&one| stone(one, naming)).collect();
    names.join("と")
}
