//! Errors of notation, calls, cards and claims in Japanese; their English is their `Display`.

use super::japanese::{called, named, seat};
use crate::play::ImpossibleClaim;
use crate::rules::IllegalAction;
use crate::{Call, IllegalCall, IllegalCard, NotationError, PlayError, Side};
use arena::Phrase;

arena::phrases! {
    NotationError => notation,
    PlayError => play,
    IllegalCard => card,
    IllegalAction => action,
    ImpossibleClaim => claim,
}

/// Returns the phrase of an illegal call.
pub(crate) fn illegal_call(call: Call, error: IllegalCall) -> Phrase {
    IllegalAction::Call { call, error }.into()
}

fn notation(error: &NotationError) -> String {
    match error {
        NotationError::Suit(text) => format!("「{text}」はスート（C、D、H、S）ではありません"),
        NotationError::Strain(text) => {
            format!("「{text}」はデノミネーション（C、D、H、S、NT）ではありません")
        }
        NotationError::Seat(text) => format!("「{text}」は席（N、E、S、W）ではありません"),
        NotationError::Rank(text) => {
            format!("「{text}」はランク（2〜9、T、J、Q、K、A）ではありません")
        }
        NotationError::Card(text) => {
            format!("「{text}」はカードではありません（スートとランク、例: SK）")
        }
        NotationError::Call(text) => {
            format!("「{text}」はコールではありません（Pass、X、XX、またはビッド、例: 3NT）")
        }
        NotationError::Contract(text) => {
            format!("「{text}」はコントラクトではありません（例: 4H、3NTX、6SXX、Pass）")
        }
        NotationError::Hand(text) => format!(
            "ハンド「{text}」は点で区切った4つのスートではありません（例: AK4.QJ.T987.6532）"
        ),
        NotationError::Deal(text) => format!(
            "「{text}」はディールではありません（席、コロン、4つのハンド、例: N:AK4.QJ.T987.6532 …）"
        ),
        NotationError::Twice(card) => format!("{}が2枚あります", named(*card)),
        NotationError::TooMany(who, count) => format!("{}に{count}枚あります", seat(*who)),
    }
}

fn play(error: &PlayError) -> String {
    match error {
        PlayError::Cards(error) => notation(error),
        PlayError::Uneven(n, e, s, w) => {
            format!("ハンドの枚数が揃っていません（北{n}、東{e}、南{s}、西{w}）")
        }
    }
}

fn card(error: &IllegalCard) -> String {
    match error {
        IllegalCard::Over(card) => {
            format!(
                "{}は出せません。すべてのトリックが終わっています",
                named(*card)
            )
        }
        IllegalCard::NotHeld { card, seat: who } => {
            format!(
                "{}は出せません。{}は持っていません",
                named(*card),
                seat(*who)
            )
        }
        IllegalCard::Revoke {
            card,
            seat: who,
            led,
        } => format!(
            "{}は出せません。{}は{}にフォローしなければなりません",
            named(*card),
            seat(*who),
            named(*led)
        ),
    }
}

fn action(error: &IllegalAction) -> String {
    match error {
        IllegalAction::Over(_) => "ボードはすでに終わっています".to_owned(),
        IllegalAction::CardInAuction { card, seat: who } => {
            format!(
                "{}は出せません。{}がコールする番です",
                named(*card),
                seat(*who)
            )
        }
        IllegalAction::CallInPlay { call, seat: who } => format!(
            "{}はコールできません。オークションは終わり、{}がカードを出す番です",
            called(*call),
            seat(*who)
        ),
        IllegalAction::Call { call, error } => {
            format!("{}はコールできません（{}）", called(*call), law(error))
        }
        IllegalAction::Card(error) => card(error),
    }
}

fn law(error: &IllegalCall) -> &'static str {
    match error {
        IllegalCall::InsufficientBid { .. } => "規則第27条: 不十分なビッド",
        IllegalCall::InadmissibleDouble(_) => "規則第36条: 認められないダブルまたはリダブル",
        IllegalCall::AfterFinalPass => "規則第39条: 最後のパスの後のコール",
        _ => "規則違反",
    }
}

fn claim(error: &ImpossibleClaim) -> String {
    let ImpossibleClaim {
        side,
        tricks,
        has,
        left,
    } = error;
    let side = match side {
        Side::NorthSouth => "南北",
        Side::EastWest => "東西",
    };
    format!("{side}が{tricks}トリックで終わることはありません（現在{has}、残り{left}）")
}
