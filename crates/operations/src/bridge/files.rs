//! Boards in files: PBN, LIN and JSON.
//!
//! Skipped parts of a file are reported with line and column. A board that cannot be shown (not all
//! hands, or an ending of fewer than thirteen cards) is left out with a note.

use super::wire::BridgeBoard;
use crate::FileText;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use arena::Phrase;
use bridge::record::{self, Diagnostic, lin, pbn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The boards of a text.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeBoards {
    /// The boards, in order.
    pub boards: Vec<BridgeBoard>,
    /// Complaints about skipped or invalid parts, with their places in the text.
    pub complaints: Vec<Diagnostic>,
    /// Boards that are left out or end early, and why.
    pub notes: Vec<String>,
    /// The same notes in Japanese.
    pub notes_ja: Vec<String>,
}

/// The most boards and complaints in an answer.
const MOST: usize = 200;
/// The longest text that is read.
const LONGEST: usize = 4_000_000;

/// Checks the length of a text.
pub(super) fn bounded(text: &str) -> Result<(), Fault> {
    if text.len() > LONGEST {
        return Err(Fault::too_long(
            format!("a text of boards has at most {LONGEST} bytes"),
            LONGEST,
            "bytes",
        ));
    }
    Ok(())
}

/// Reads the boards of a text.
pub(super) fn read(asked: &FileText, _: &TaskHandle) -> Result<BridgeBoards, Fault> {
    bounded(&asked.text)?;
    if asked.text.trim().is_empty() {
        return Err(Fault::wrong("the text is empty").code(FaultCode::Empty));
    }
    let mut reading = record::read(&asked.text);
    let (mut boards, mut notes) = (Vec::new(), Vec::<Phrase>::new());
    for (place, record) in (1..).zip(&reading.records) {
        match BridgeBoard::of_record(record, place) {
            Ok((board, illegal)) => {
                boards.push(board);
                notes.extend(illegal);
            }
            Err(why) => notes.push(why),
        }
    }
    if boards.is_empty() {
        return Err(nothing(reading.diagnostics.first(), notes.first()));
    }
    if boards.len() > MOST {
        let left = boards.len() - MOST;
        let english = format!("only the first {MOST} boards are shown, {left} are left out");
        let japanese = format!("最初の{MOST}ボードだけを表示します（残り{left}ボード）");
        notes.insert(0, (english, japanese).into());
        boards.truncate(MOST);
    }
    reading.diagnostics.truncate(MOST);
    notes.truncate(MOST);
    Ok(BridgeBoards {
        boards,
        complaints: reading.diagnostics,
        notes: notes.iter().map(|note| note.en().to_owned()).collect(),
        notes_ja: notes.iter().map(|note| note.ja().to_owned()).collect(),
    })
}

/// Returns the fault of a text without boards.
fn nothing(complaint: Option<&Diagnostic>, note: Option<&Phrase>) -> Fault {
    let (place, why) = match (complaint, note) {
        (Some(first), _) => {
            let place = format!("line {}, column {}", first.line, first.column);
            let why = Phrase::from((&*first.message, &*first.japanese));
            (Some(place), why)
        }
        (None, Some(note)) => (None, note.clone()),
        (None, None) => (Some("line 1, column 1".to_owned()), no_board()),
    };
    let fault = Fault::wrong(&why).explained_by(FaultCode::UnreadableFile, &why);
    Fault { place, ..fault }
}

fn no_board() -> Phrase {
    let english = "no board is found: a PBN text has lines like [Deal \"N:...\"], a LIN text has \
                   md|...|, a board in JSON has \"deal\"";
    let japanese = "ボードがありません。PBNには[Deal \"N:...\"]のような行、LINにはmd|...|、\
                    JSONのボードには\"deal\"があります";
    (english, japanese).into()
}

/// The format of written boards.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BridgeFormat {
    /// Portable Bridge Notation.
    Pbn,
    /// LIN.
    Lin,
    /// The boards as JSON, one a line: nothing is lost.
    Json,
}

/// Boards to write.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeToWrite {
    /// The boards.
    pub boards: Vec<BridgeBoard>,
    /// The format.
    pub format: BridgeFormat,
}

/// Writes boards.
pub(super) fn write(asked: &BridgeToWrite, _: &TaskHandle) -> Result<FileText, Fault> {
    if asked.boards.len() > MOST {
        return Err(Fault::too_much(format!("at most {MOST} boards at a time"))
            .code(FaultCode::TooMany)
            .value("max", MOST));
    }
    let records = || {
        let boards = asked.boards.iter().enumerate();
        let record = |(index, board): (usize, &BridgeBoard)| {
            let below = format!("boards[{index}].");
            Ok(board.record().map_err(|why| why.below(&below))?)
        };
        boards.map(record).collect::<Result<Vec<_>, Fault>>()
    };
    let text = match asked.format {
        BridgeFormat::Pbn => pbn::write(&records()?),
        BridgeFormat::Lin => lin::write(&records()?),
        BridgeFormat::Json => asked.boards.iter().map(line).collect(),
    };
    Ok(FileText { text })
}

/// A board on a line.
fn line(board: &BridgeBoard) -> String {
    serde_json::to_string(board).map_or_else(|_| String::new(), |text| text + "\n")
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Result<BridgeBoards, Fault> {
        let text = text.to_owned();
        read(&FileText { text }, &TaskHandle::idle())
    }

    #[test]
    fn boards_survive_being_written_in_every_format() {
        for format in [BridgeFormat::Pbn, BridgeFormat::Lin, BridgeFormat::Json] {
            let boards = vec![example()];
            let written = write(&BridgeToWrite { boards, format }, &TaskHandle::idle()).unwrap();
            let found = text(&written.text).unwrap();
            assert!(found.complaints.is_empty(), "{:?}", found.complaints);
            let board = &found.boards[0];
            assert_eq!(board.deal, example().deal);
            assert_eq!(board.auction, example().auction);
            assert_eq!(board.play, example().play);
        }
    }

    #[test]
    fn malformed_texts_are_refused_with_line_and_column() {
        let fault = text("[Deal \"N:AKQ.x.. - - -\"]").unwrap_err();
        assert!(fault.place.unwrap().starts_with("line 1, column "));
        let fault = text("hello").unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("line 1, column 1"));
        assert!(text(" \n").is_err());
        let ending = text("[Deal \"N:A.K.. K.A.. Q.Q.. J.J..\"]").unwrap_err();
        assert!(ending.message.contains("52 cards"), "{ending}");
        assert!(ending.values["why_ja"].contains("52枚"), "{ending:?}");
    }

    #[test]
    fn what_is_against_the_laws_ends_the_play_and_is_told() {
        let mut board = example();
        board.play.truncate(4);
        let boards = vec![board];
        let format = BridgeFormat::Pbn;
        let written = write(&BridgeToWrite { boards, format }, &TaskHandle::idle()).unwrap();
        let broken = written.text.replace("DA D6 D9 D3", "DA D6 C5 D3");
        assert_ne!(broken, written.text);
        let found = text(&broken).unwrap();
        assert_eq!(found.complaints.len(), 1);
        assert_eq!(found.boards[0].play.len(), 2);
        let japanese = &found.complaints[0].japanese;
        assert_eq!(
            japanese,
            "♣5は出せません。東は♦Aにフォローしなければなりません。残りのプレイは読み飛ばします"
        );
    }

    proptest! {
        #[test]
        fn nothing_that_is_pasted_breaks_the_reader(garbage in "[\\[\\]|\"NESW:.AKQJT2-9a-z \n]{0,200}") {
            let _ = text(&garbage);
            let _ = text(&format!("[Deal \"{}\"]\n{garbage}", example().deal));
        }
    }
}
