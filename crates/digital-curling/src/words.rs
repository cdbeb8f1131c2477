//! Errors of logs and conditions in Japanese; their English is their `Display`.
//!
//! Messages of JSON parsers and of the system about files are English inside these sentences.

use crate::dc3;
use crate::dc4::journal::JournalError;
use crate::games::LogError;
use crate::games::dc4client_log::Dc4ClientLogError;
use crate::match_state::{EntryError, Refusal};
use crate::plan::NoSuchPlatform;
use crate::plan::dc2_config::Dc2ConfigError;
use crate::record::dcl::DclError;
use crate::record::{ArenaError, ReadError, ReplayError};
use arena::Phrase;
use arena::replay::FileError;
use curling::conditions::Conditions;
use curling::words::parser;

arena::phrases! {
    LogError => log,
    Dc2ConfigError => dc2_config,
    dc3::config::ConfigError => dc3_config,
    NoSuchPlatform => platform,
    Refusal => refusal,
    EntryError => entry,
    ReplayError => replay,
}

/// Returns the sentence about conditions that cannot be played.
fn unplayable(error: &curling::arena_game::ConditionsError) -> String {
    let why = Phrase::from(error.clone());
    format!("この条件では試合ができません（{}）", why.ja())
}

fn log(error: &LogError) -> String {
    match error {
        LogError::Io(why) => format!("ログを読めません: {why}"),
        LogError::TooLong { most } => format!("{most}バイトを超えるログは読めません"),
        LogError::Unknown => "試合のログではありません。記録は{\"sakiyomi\":…、.dclは[GameInfo]か\
             [0000]、Digital Curling 3・4のログと`match --records`の対局はJSONの行で始まります"
            .to_owned(),
        LogError::Record(error) => record(error),
        LogError::Replay(error) => replay(error),
        LogError::Conditions(error) => unplayable(error),
        LogError::Journal(error) => journal(error),
        LogError::NotPlayed => "この試合は、両チームが揃わず行われませんでした".to_owned(),
        LogError::Dcl(error) => dcl(error),
        LogError::Dc3(error) => dc3_log(error),
        LogError::Dc4Client(error) => dc4client_log(error),
        LogError::Observed(error) => format!("{}行目: {}", error.line, parser(&error.why).ja()),
        LogError::File(error) => arena_file(error),
        LogError::Game { number, why } => format!("{number}番目の対局: {}", arena_game(why)),
        LogError::NoGame { games } => format!("このファイルの対局は1〜{games}です"),
        LogError::Several { games } => {
            format!("このファイルには{games}局あります。1局を選んでください")
        }
    }
}

fn record(error: &ReadError) -> String {
    match error {
        ReadError::Io(why) => format!("記録を読めません: {why}"),
        ReadError::Line { line, why } => format!("{line}行目: {}", why.ja()),
    }
}

fn replay(error: &ReplayError) -> String {
    match error {
        ReplayError::Conditions(error) => unplayable(error),
        ReplayError::Entry { number, why } => {
            format!(
                "記録の{number}番目の投球は前の局面と合いません。{}",
                entry(why)
            )
        }
    }
}

fn entry(error: &EntryError) -> String {
    match error {
        EntryError::Refused(why) => refusal(why),
        EntryError::DiceMismatch => {
            "投球の誤差が記録と違います（シードか条件が違います）".to_owned()
        }
        EntryError::Stones(why) => format!("ありえないストーンの配置です（{why}）"),
        EntryError::NoDelivery => "投球の結果がありません".to_owned(),
    }
}

fn refusal(error: &Refusal) -> String {
    match error {
        Refusal::Over => "試合はすでに終わっています".to_owned(),
        Refusal::NotYourTurn { to_act } => {
            format!("チーム{}の番です", to_act.index())
        }
        Refusal::Impossible(why) => format!("この局面ではできません（{why}）"),
    }
}

fn journal(error: &JournalError) -> String {
    match error {
        JournalError::Unreadable { why, .. } => format!("サーバーの記録を読めません: {why}"),
        JournalError::Damaged { line, why, .. } => {
            format!("サーバーの記録の{line}行目: {}", parser(why).ja())
        }
    }
}

fn dcl(error: &DclError) -> String {
    match error {
        DclError::TooLong { bytes } => {
            format!("{bytes}バイトあり、.dclのログとしては長すぎます")
        }
        DclError::NotALog { .. } => {
            ".dclのログではありません。[GameInfo]も[0000]などの節もありません".to_owned()
        }
    }
}

fn dc3_log(error: &dc3::log::LogError) -> String {
    use dc3::log::LogError;
    match error {
        LogError::File { why, .. } => format!("ログを読めません: {why}"),
        LogError::Line { line, why, .. } => format!("{line}行目: {}", parser(why).ja()),
        LogError::Empty { .. } => "ログに試合がありません（`update`の行がありません）".to_owned(),
    }
}

fn dc4client_log(error: &Dc4ClientLogError) -> String {
    match error {
        Dc4ClientLogError::Line { line, why } => format!("{line}行目: {}", parser(why).ja()),
        Dc4ClientLogError::Empty => "ログに試合の状態がありません".to_owned(),
    }
}

fn arena_file(error: &FileError) -> String {
    match error {
        FileError::Line { line, why } => format!("{line}行目: {}", parser(why).ja()),
        FileError::Version { line, version } => format!(
            "{line}行目: 記録のバージョン{version}には対応していません。新しいSakiyomiを使ってください"
        ),
        FileError::Empty => "ファイルに対局がありません".to_owned(),
    }
}

fn arena_game(error: &ArenaError) -> String {
    match error {
        ArenaError::OtherGame(game) => format!("カーリングではなく{game}の対局です"),
        ArenaError::Conditions(why) => format!("条件に誤りがあります（{why}）"),
        ArenaError::Move {
            number,
            action,
            why,
        } => format!("{number}手目の「{action}」は打てません（{why}）"),
        ArenaError::Score { recorded, replayed } => format!(
            "記録の得点は{} : {}ですが、同じ条件で再現すると{} : {}になります",
            recorded[0], recorded[1], replayed[0], replayed[1]
        ),
    }
}

fn dc2_config(error: &Dc2ConfigError) -> String {
    match error {
        Dc2ConfigError::Syntax {
            line, column, why, ..
        } => format!("{line}行{column}桁: {}", parser(why).ja()),
        Dc2ConfigError::NoSuchMatch { name, known } => {
            format!("試合「{name}」はありません（使えるもの: {known}）")
        }
        Dc2ConfigError::Value { key, why } => format!("「{key}」の値に誤りがあります（{why}）"),
    }
}

fn dc3_config(error: &dc3::config::ConfigError) -> String {
    use dc3::config::ConfigError;
    match error {
        ConfigError::Comment(why) => {
            format!(
                "{}行目: コメント/*が閉じていません。*/を加えてください",
                why.line
            )
        }
        ConfigError::NotJson(why) => format!("設定ファイルがJSONではありません: {why}"),
        ConfigError::Field { path, why } => format!("「{path}」の値に誤りがあります（{why}）"),
        ConfigError::Unsupported(why) => {
            format!("Digital Curling 3では使えません（{why}）")
        }
    }
}

fn platform(error: &NoSuchPlatform) -> String {
    let known = Conditions::NAMES.join(", ");
    format!(
        "プラットフォーム「{}」はありません（使えるもの: {known}）",
        error.0
    )
}

#[cfg(test)]
mod tests {
    use crate::games::Log;
    use crate::plan::{Draft, Source};

    #[test]
    fn reasons_of_logs_and_files_of_conditions_have_japanese() {
        let place = |text: &str| Log::read(text, None).unwrap_err().place();
        let (at, why) = place("hello");
        assert_eq!(at.as_deref(), Some("line 1"));
        assert!(why.ja().starts_with("試合のログではありません"), "{why}");
        let (at, why) = place("{\"sakiyomi\":\"digital-curling match\",\"version\":9}");
        assert_eq!(at.as_deref(), Some("line 1"));
        assert!(why.ja().contains("バージョン9"), "{why}");
        let file = |text: &str| {
            let mut draft = Draft::new("paper").unwrap();
            let source = Source::File("file".to_owned());
            draft.read(&source, text, None).unwrap_err().why
        };
        let why = file("ends = 99");
        assert_eq!(
            why.en(),
            "condition `ends`: a match of 99 ends is not possible: it must be 1 to 32"
        );
        assert_eq!(
            why.ja(),
            "条件「ends」: 99エンドの試合はできません（1〜32エンド）"
        );
        assert!(file("time = 'x'").ja().contains("「time」"));
        assert!(
            file("contest = 'x'")
                .ja()
                .starts_with("大会「x」はありません")
        );
        assert!(file("{").ja().starts_with("1行"));
    }
}
