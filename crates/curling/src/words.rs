//! Errors of conditions, positions and shots in Japanese; their English is their `Display`.

use crate::arena_game::ConditionsError;
use crate::delivery::AimError;
use crate::delivery::noise::NoiseError;
use crate::delivery::skill::SkillError;
use crate::notation::NotationError;
use crate::physics::{ParameterError, ThrowError};
use crate::rules::doubles::UnknownSpot;
use crate::rules::{GameError, MAX_ENDS, RulesError};
use crate::shot::UnknownTurn;
use crate::stones::SLOTS;
use arena::Phrase;

arena::phrases! {
    ParameterError => parameter,
    NoiseError => noise,
    SkillError => skill,
    RulesError => rules,
    GameError => game,
    UnknownSpot => spot,
    UnknownTurn => turn,
    AimError => aim,
    ThrowError => throw,
    NotationError => notation,
    ConditionsError => conditions,
}

/// Returns the phrase of a number out of range.
pub(crate) fn out_of_range(value: impl std::fmt::Display, low: f64, high: f64) -> Phrase {
    let english = format!("{value} is out of range: expected {low} to {high}");
    let japanese = format!("{value}は範囲外です（{low}〜{high}）");
    (english, japanese).into()
}

/// Returns the phrase of an error that a parser of JSON or TOML reports: its own words are English.
pub fn parser(error: impl std::fmt::Display) -> Phrase {
    let japanese = format!("形式に誤りがあります: {error}");
    (error.to_string(), japanese).into()
}

fn parameter(error: &ParameterError) -> String {
    match error {
        ParameterError::Impossible { name, value, must } => {
            format!("{name}の値{value}は使えません（{}）", must.ja)
        }
        ParameterError::Unknown { name, known } => {
            format!("このアイスに「{name}」という値はありません（使えるもの: {known}）")
        }
    }
}

fn noise(error: &NoiseError) -> String {
    let NoiseError { what, value, must } = error;
    format!("{}の値{value}は使えません（{}）", what.ja, must.ja)
}

fn skill(error: &SkillError) -> String {
    match error {
        SkillError::Number(error) => noise(error),
        SkillError::NobodyFirst => {
            "チームには選手が1人以上必要です（ほかの選手は1人目と同じになります）".to_owned()
        }
        SkillError::TooMany(count) => {
            format!("チームの選手は4人までです（{count}人あります）")
        }
    }
}

fn rules(error: &RulesError) -> String {
    match error {
        RulesError::Ends(ends) => {
            format!("{ends}エンドの試合はできません（1〜{MAX_ENDS}エンド）")
        }
        RulesError::Rotation => {
            "`rota = \"doubles\"`はミックスダブルスに必要で、ほかの種目では使えません".to_owned()
        }
    }
}

fn game(error: &GameError) -> String {
    match error {
        GameError::Over => "試合はすでに終わっています".to_owned(),
        GameError::NotPlaced => "このエンドのストーンがまだ配置されていません".to_owned(),
        GameError::NothingToPlace => "今は配置するストーンがありません".to_owned(),
        GameError::NotOffered => "このルールではその配置を選べません".to_owned(),
        GameError::PowerPlayUsed { team, end } => format!(
            "チーム{}は第{}エンドでパワープレーを使用済みです",
            team.index(),
            u16::from(*end) + 1
        ),
        GameError::PowerPlayInExtraEnd => "延長エンドではパワープレーを使えません".to_owned(),
        GameError::FromNowhere { slot } => format!(
            "{}番目のストーンは、シートの上になく、投げられてもいません",
            slot + 1
        ),
        GameError::NothingToWaive => "取り消せる反則がありません".to_owned(),
        GameError::BadOrder { players } => {
            format!("投球順では{players}人の選手を1回ずつ指定してください（0から数えます）")
        }
        GameError::TooLate => "投球順はもう変えられません".to_owned(),
        GameError::Impossible { what } => format!("ありえない局面です（{}）", what.ja),
    }
}

fn spot(error: &UnknownSpot) -> String {
    format!("ガードの位置{}は範囲外です（0〜5）", error.0)
}

fn turn(error: &UnknownTurn) -> String {
    format!(
        "回転「{}」はcw（右回り）かccw（左回り）で書いてください",
        error.0
    )
}

fn aim(error: &AimError) -> String {
    match error {
        AimError::NotFinite { .. } => "有限の数を指定してください".to_owned(),
        AimError::Behind { x, y, hack } => {
            format!("目標（{x}, {y}）はハック（y = {hack}）より前にありません")
        }
        AimError::Negative { value, .. } => format!("{value}は負の数です。0以上にしてください"),
        AimError::TooShort { short } => {
            format!("このウェイトでは、ストーンは目標の{short:.3} m手前で止まります")
        }
        AimError::TooFast { speed, limit } => {
            format!("{speed} m/s以上の速さが必要ですが、上限は{limit} m/sです")
        }
        AimError::NoShot { miss } => {
            format!("ショットが見つかりません。最良のものでも目標から{miss} m外れます")
        }
    }
}

fn throw(error: &ThrowError) -> String {
    match error {
        ThrowError::NoSuchSlot(slot) => {
            format!("ストーンの番号{slot}は範囲外です（0〜{}）", SLOTS - 1)
        }
        ThrowError::NotFinite { .. } => "有限の数ではない値があります".to_owned(),
        ThrowError::TooFast { speed, limit } => {
            format!("速さ{speed} m/sは上限の{limit} m/sを超えています")
        }
        ThrowError::TurnsTooFast { rate, limit } => {
            format!("回転{rate} rad/sは上限の{limit} rad/sを超えています")
        }
        ThrowError::NoSweeping => "この条件ではスイープできません".to_owned(),
        ThrowError::Sweep(error) => parameter(error),
        ThrowError::FarOff { x, y, limit, .. } => {
            format!("（{x}, {y}）のストーンはティーから{limit} mより遠くにあります")
        }
    }
}

fn notation(error: &NotationError) -> String {
    match error.place.as_str() {
        "" => error.why.ja().to_owned(),
        place => format!("`{place}`: {}", error.why.ja()),
    }
}

fn conditions(error: &ConditionsError) -> String {
    match error {
        ConditionsError::Rules(error) => rules(error),
        ConditionsError::Ice(error) => parameter(error),
        ConditionsError::Unreachable(error) => {
            format!("このアイスではティーに届きません（{}）", aim(error))
        }
        ConditionsError::Changes(error) => notation(error),
    }
}

#[cfg(test)]
mod tests {
    use crate::conditions::Conditions;
    use crate::notation::{Platform, Position};
    use crate::rules::{Game, Rules};

    #[test]
    fn reasons_of_positions_and_conditions_have_japanese() {
        let rules = Rules::legacy();
        let game = Game::new(&rules).unwrap();
        let mut position = Position::of(&Conditions::paper(), &game);
        position.game.hammer = 2;
        let error = position.to_parts().unwrap_err();
        assert_eq!(error.why.en(), "team 2 is out of range: expected 0 or 1");
        assert_eq!(error.why.ja(), "チーム2は範囲外です（0か1）");
        let mut usual = crate::notation::Conditions::usual(Platform::Dc3);
        usual.friction = 9.0;
        let error = usual.to_conditions().unwrap_err();
        assert_eq!(error.why.ja(), "9は範囲外です（0.2〜3）");
        usual.friction = 1.0;
        usual.ends = 99;
        let error = usual.to_conditions().unwrap_err();
        assert_eq!(error.why.ja(), "99エンドの試合はできません（1〜32エンド）");
    }

    #[test]
    fn reasons_of_overrides_have_japanese() {
        for (text, japanese) in [
            (
                "friction = -1",
                "条件「friction」: frictionの値-1は使えません（0.1〜200.0）",
            ),
            (
                "ends = 0",
                "条件「ends」: 0エンドの試合はできません（1〜32エンド）",
            ),
            ("wear = 2", "条件「wear」: 2は範囲外です（-1〜1）"),
            (
                "extra_ends = 3",
                "条件「extra_ends」: trueかfalseで書いてください",
            ),
        ] {
            let table = text.parse().unwrap();
            let error = Conditions::paper().changed(&table).unwrap_err();
            assert_eq!(error.ja(), japanese, "{error}");
        }
    }
}
