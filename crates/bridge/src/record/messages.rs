//! Messages that the readers of PBN and of LIN share, in English and Japanese.

use super::cursor::excerpt;
use arena::Phrase;

/// Returns the message about a value that is not a number of tricks.
pub(super) fn not_tricks(value: &str) -> Phrase {
    let value = excerpt(value);
    let english = format!("`{value}` is not a number of tricks");
    (english, format!("「{value}」はトリック数ではありません")).into()
}

/// Returns the message about a deal of too many hands.
pub(super) fn too_many_hands() -> Phrase {
    ("expected at most four hands", "ハンドは4つまでです").into()
}

/// Returns the message of an invalid call, after which the auction is not read.
pub(super) fn auction_skipped(fault: &Phrase) -> Phrase {
    fault.map(
        |fault| format!("{fault}; the rest of the auction is skipped"),
        |fault| format!("{fault}。残りのオークションは読み飛ばします"),
    )
}

/// Returns the message of an invalid card, after which the play is not read.
pub(super) fn play_skipped(fault: &Phrase) -> Phrase {
    fault.map(
        |fault| format!("{fault}; the rest of the play is skipped"),
        |fault| format!("{fault}。残りのプレイは読み飛ばします"),
    )
}
