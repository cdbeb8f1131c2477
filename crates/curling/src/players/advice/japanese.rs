//! Japanese sentences for calls and places.

use super::call::{
    Call, Height, Line, NamedStone, Naming, Place, Ring, RingSide, ShotCall, Thrown,
};
use crate::notation::StoneName;

/// Returns the sentence for a shot: 「青2をテイクアウトし、8フィート手前に残す」.
pub fn shot(shot: &ShotCall, naming: Naming) -> String {
    let on = shot.stone.map(|one| stone(one, naming));
    let on = on.unwrap_or_default();
    let end = stop(shot);
    match (shot.call, shot.to) {
        (Call::Foul, _) => "ガードに関する反則（ストーンは元の位置に戻る）".to_owned(),
        (Call::Through, _) => "スルー（ハウスを通過させる）".to_owned(),
        (Call::Draw, _) => match shot.thrown {
            Thrown::Stops(Place::Behind) => "ハウスの後ろまで行く長めのドロー".to_owned(),
            _ => format!("{end}へドロー"),
        },
        (Call::Guard, _) if shot.stone.is_some() => format!("{on}を守る{end}"),
        (Call::Guard, _) => end,
        (Call::ComeAround, _) => format!("{on}の裏の{end}へカムアラウンド"),
        (Call::Freeze, _) => match shot.thrown {
            Thrown::Stops(to) => format!("{}で{on}にフリーズ", place(to)),
            thrown => format!("{on}にフリーズ{}", shooter(thrown)),
        },
        (Call::Raise, Some(to)) => format!("{on}を{}へレイズ{}", place(to), beside(shot.thrown)),
        (Call::Tap, Some(to)) => format!("{on}を{}へタップ{}", place(to), beside(shot.thrown)),
        (Call::Raise, None) => format!("{on}をレイズ{}", beside(shot.thrown)),
        (Call::Tap, None) => format!("{on}をタップ{}", beside(shot.thrown)),
        (Call::TakeOut | Call::Peel | Call::Double | Call::RunBack, _) => hit(shot, &on, naming),
    }
}

/// Returns the note for a shot on other ice than that of the conditions.
pub fn other_ice(friction: f64, worn: bool) -> String {
    let change = (friction - 1.0) * 100.0;
    let differs = match (friction != 1.0, worn) {
        (true, true) => {
            format!("このショットの摩擦は {change:+.1} % で、ストーンが通った跡もあります")
        }
        (true, false) => format!("このショットの摩擦は {change:+.1} % です"),
        (false, _) => "実際のアイスにはストーンが通った跡があります".to_owned(),
    };
    format!("評価、確率、相手の応手は条件どおりのアイスで計算しています。{differs}。")
}

/// Returns the name of a place: 「ボタン」, 「8フィート手前」, 「短めのセンターガード」.
pub fn place(place: Place) -> String {
    match place {
        Place::Button => "ボタン".to_owned(),
        Place::Behind => "ハウスの後ろ".to_owned(),
        Place::House { ring, side } => {
            let ring = match ring {
                Ring::FourFoot => "4フィート",
                Ring::EightFoot => "8フィート",
                Ring::TwelveFoot => "12フィート",
            };
            let side = match side {
                RingSide::Top => "手前",
                RingSide::Back => "奥",
                RingSide::Left => "左",
                RingSide::Right => "右",
            };
            format!("{ring}{side}")
        }
        Place::Guard { height, line } => {
            let height = match height {
                Height::High => "長めの",
                Height::Middle => "",
                Height::Tight => "短めの",
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
        Call::TakeOut if directly && shot.thrown == Thrown::Stays => {
            format!("{taken}をヒットアンドステイ")
        }
        Call::RunBack => format!("{on}のランバックで{taken}をテイクアウト"),
        Call::Double if shot.removed.len() > 2 => format!("{taken}をトリプルテイクアウト"),
        Call::Double => format!("{taken}をダブルテイクアウト"),
        Call::Peel => format!("{taken}をピール"),
        _ if !directly => format!("{on}に当てて{taken}をテイクアウト"),
        _ => format!("{taken}をテイクアウト"),
    };
    let rest = match (shot.call, shot.thrown) {
        (Call::Peel, Thrown::Out) => String::new(),
        (Call::TakeOut, Thrown::Stays) if directly => String::new(),
        (_, thrown) => shooter(thrown),
    };
    let lost = match shot.lost.as_slice() {
        [] => String::new(),
        lost => format!("（{}も失う）", list(lost, naming)),
    };
    words + &rest + &lost
}

/// Returns the name of the place where the thrown stone stops.
fn stop(shot: &ShotCall) -> String {
    match shot.thrown {
        Thrown::Stops(to) | Thrown::Rolls(to) => place(to),
        Thrown::Stays | Thrown::Out => String::new(),
    }
}

/// Returns the end of a sentence about the thrown stone, after a noun that takes 「する」.
fn shooter(thrown: Thrown) -> String {
    match thrown {
        Thrown::Out => "し、投げたストーンも外へ出す".to_owned(),
        Thrown::Stays => "し、その場に残す".to_owned(),
        Thrown::Stops(to) | Thrown::Rolls(to) => format!("し、{}に残す", place(to)),
    }
}

/// Returns the end of a sentence about another stone, with the resting place of the thrown one.
fn beside(thrown: Thrown) -> String {
    match thrown {
        Thrown::Out => "し、投げたストーンは外へ出す".to_owned(),
        Thrown::Stays => "し、投げたストーンはその場に残す".to_owned(),
        Thrown::Stops(to) | Thrown::Rolls(to) => {
            format!("し、投げたストーンは{}に残す", place(to))
        }
    }
}

fn stone(stone: NamedStone, naming: Naming) -> String {
    match naming {
        Naming::ByShot if stone.own => format!("味方のストーン{}", stone.slot + 1),
        Naming::ByShot => format!("ストーン{}", stone.slot + 1),
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
