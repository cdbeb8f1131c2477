//! Boards from texts and back: PBN and LIN.
//!
//! Reading forgives what the formats' reader forgives; everything it skipped is told with line and column. A board that cannot be shown (not all
//! hands, or an ending of fewer than thirteen cards) is left out and told too.

use super::wire::BridgeBoard;
use crate::FileText;
use crate::fault::Fault;
use crate::watch::Watch;
use bridge::record::{self, Outcome, Record, Tag, lin, pbn};
use bridge::rules::{Action, Position};
use bridge::{Hand, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found in a text.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeBoards {
    /// The boards, in order.
    pub boards: Vec<BridgeBoard>,
    /// What was skipped or cannot be right.
    pub complaints: Vec<BridgeComplaint>,
}

/// Something in a text that was not understood or cannot be right.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct BridgeComplaint {
    /// Its line, from 1, if it is known.
    pub line: Option<u32>,
    /// Its column, from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl BridgeComplaint {
    fn of_board(number: u32, why: impl std::fmt::Display) -> Self {
        BridgeComplaint {
            line: None,
            column: None,
            message: format!("board {number}: {why}"),
        }
    }
}

/// More boards are not shown, and more complaints not told.
const MOST: usize = 200;
/// The longest text that is read.
const LONGEST: usize = 4_000_000;

/// Refuses a text that is too long to be read.
pub(super) fn bounded(text: &str) -> Result<(), Fault> {
    if text.len() > LONGEST {
        return Err(Fault::too_much("this text is too long"));
    }
    Ok(())
}

/// Reads the boards of a text.
pub(super) fn read(asked: &FileText, _: &Watch) -> Result<BridgeBoards, Fault> {
    bounded(&asked.text)?;
    if asked.text.trim().is_empty() {
        return Err(Fault::wrong("there is nothing to read"));
    }
    let reading = record::read(&asked.text);
    let mut complaints: Vec<_> = reading
        .complaints
        .iter()
        .map(|complaint| BridgeComplaint {
            line: Some(complaint.line as u32),
            column: Some(complaint.column as u32),
            message: complaint.message.clone(),
        })
        .collect();
    let first = reading.complaints.first().cloned();
    let mut boards = Vec::new();
    for (place, record) in (1..).zip(&reading.records) {
        match board(record, place) {
            Ok((board, more)) => {
                boards.push(board);
                complaints.extend(more);
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    if boards.len() > MOST {
        let left = boards.len() - MOST;
        let message = format!("only the first {MOST} boards are shown, {left} are left out");
        complaints.push(BridgeComplaint {
            line: None,
            column: None,
            message,
        });
        boards.truncate(MOST);
    }
    complaints.truncate(MOST);
    if !boards.is_empty() {
        return Ok(BridgeBoards { boards, complaints });
    }
    Err(match (first, complaints.into_iter().next()) {
        (Some(first), _) => Fault::wrong_at(
            format!("line {}, column {}", first.line, first.column),
            first.message,
        ),
        (None, Some(complaint)) => Fault::wrong(complaint.message),
        (None, None) => Fault::wrong_at(
            "line 1, column 1",
            "no board is found: a PBN text has lines like [Deal \"N:...\"], a LIN text has md|...|",
        ),
    })
}

/// The board of a record, with what had to be left out of it.
fn board(
    record: &Record,
    place: u32,
) -> Result<(BridgeBoard, Option<BridgeComplaint>), BridgeComplaint> {
    let number = record.number.unwrap_or(place);
    let deal = record.deal().filter(|deal| deal.map(Hand::len) == [13; 4]);
    let deal = deal.ok_or_else(|| {
        BridgeComplaint::of_board(number, "it is left out, because not all 52 cards are known")
    })?;
    let start = bridge::Board {
        number,
        dealer: record.first_caller().unwrap_or(table::dealer(number)),
        vulnerability: record.vulnerable().unwrap_or_default(),
        hands: deal,
    };
    let called = bridge::agreed(&record.auction, start.dealer);
    let fits = record.auction.has_ended() && called == record.agreed();
    let known = record.contract.is_some() || record.agreed().is_some();
    let made_up = known
        && !fits
        && !(record.contract == Some(Outcome::PassedOut) && record.auction.has_ended());
    let auction = match record.shortest_auction().filter(|_| made_up) {
        Some(auction) => auction,
        None => record.auction.clone(),
    };
    let mut position = Position::new(start);
    let mut complaint = None;
    let calls = auction.iter().map(|call| Action::Call(*call));
    let cards = record.cards.iter().map(|(_, card)| Action::Card(*card));
    for action in calls.chain(cards) {
        if let Err(why) = position.act(action) {
            complaint = Some(BridgeComplaint::of_board(number, why));
            break;
        }
    }
    let event = record.tag("Event").unwrap_or_default();
    let shown = BridgeBoard {
        title: shortened(event.trim_matches(['?', '#', ' '])),
        names: record
            .players
            .each_ref()
            .map(|name| shortened(name.trim_matches(['?', '#', ' ']))),
        made_up: made_up && !auction.is_empty(),
        result: record.tricks(),
        ..BridgeBoard::of(&position)
    };
    Ok((shown, complaint))
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

/// How boards are to be written.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BridgeFormat {
    /// Portable Bridge Notation.
    Pbn,
    /// LIN.
    Lin,
}

/// Boards to be written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeToWrite {
    /// The boards.
    pub boards: Vec<BridgeBoard>,
    /// The format.
    pub format: BridgeFormat,
}

/// Writes boards.
pub(super) fn write(asked: &BridgeToWrite, _: &Watch) -> Result<FileText, Fault> {
    if asked.boards.len() > MOST {
        return Err(Fault::too_much(format!("at most {MOST} boards at a time")));
    }
    let records: Vec<Record> = asked.boards.iter().map(record).collect::<Result<_, _>>()?;
    let text = match asked.format {
        BridgeFormat::Pbn => pbn::write(&records),
        BridgeFormat::Lin => lin::write(&records),
    };
    Ok(FileText { text })
}

fn record(board: &BridgeBoard) -> Result<Record, Fault> {
    let mut record = board.after(board.steps())?.record();
    record.number = (board.number > 0).then_some(board.number);
    record.players.clone_from(&board.names);
    record.result = record
        .result
        .or(board.result.filter(|tricks| *tricks <= 13));
    if !board.title.is_empty() {
        record.tags.push(Tag::new("Event", board.title.clone()));
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::super::wire::BridgeSeat;
    use super::super::wire::tests::example;
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Result<BridgeBoards, Fault> {
        let text = text.to_owned();
        read(&FileText { text }, &Watch::idle())
    }

    #[test]
    fn boards_survive_being_written_in_both_formats() {
        for format in [BridgeFormat::Pbn, BridgeFormat::Lin] {
            let boards = vec![example()];
            let written = write(&BridgeToWrite { boards, format }, &Watch::idle()).unwrap();
            let found = text(&written.text).unwrap();
            assert!(found.complaints.is_empty(), "{:?}", found.complaints);
            let board = &found.boards[0];
            assert_eq!(board.deal, example().deal);
            assert_eq!(board.auction, example().auction);
            assert_eq!(board.play, example().play);
        }
    }

    #[test]
    fn a_contract_without_calls_gets_calls() {
        let deal = example().deal;
        let found = text(&format!(
            "[Board \"1\"]\n[Dealer \"N\"]\n[Deal \"{deal}\"]\n[Declarer \"S\"]\n[Contract \"4H\"]\n[Result \"9\"]\n"
        ));
        let found = found.unwrap();
        let board = &found.boards[0];
        assert_eq!(board.auction.join(" "), "Pass Pass 4H Pass Pass Pass");
        assert!(board.made_up);
        assert_eq!((board.result, board.dealer), (Some(9), BridgeSeat::N));
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
    }

    #[test]
    fn what_is_against_the_laws_ends_the_play_and_is_told() {
        let mut board = example();
        board.play.truncate(4);
        let boards = vec![board];
        let format = BridgeFormat::Pbn;
        let written = write(&BridgeToWrite { boards, format }, &Watch::idle()).unwrap();
        let broken = written.text.replace("DA D6 D9 D3", "DA D6 C5 D3");
        assert_ne!(broken, written.text);
        let found = text(&broken).unwrap();
        assert!(found.complaints[0].line.is_some());
        assert_eq!(found.boards[0].play.len(), 2);
    }

    proptest! {
        #[test]
        fn nothing_that_is_pasted_breaks_the_reader(garbage in "[\\[\\]|\"NESW:.AKQJT2-9a-z \n]{0,200}") {
            let _ = text(&garbage);
            let _ = text(&format!("[Deal \"{}\"]\n{garbage}", example().deal));
        }
    }
}
