//! Boards of a session: source, results, and the file that keeps them.

use super::solve::decoded;
use crate::cli::Common;
use crate::exit::usage;
use crate::show;
use anyhow::Context;
use bridge::hand::shuffled;
use bridge::record::{self, Record, pbn};
use bridge::rules::Cards;
use bridge::table::dealer;
use bridge::{Ascii, Board, Line};
use clap::Args;
use lookahead::Seed;
use operations::bridge::compare::points;
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The default number of boards.
const USUAL: u32 = 4;

/// The source of boards.
#[derive(Args, Debug)]
pub(super) struct Source {
    /// Number of boards [default: 4, or all of the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boards: Option<u32>,
    /// A PBN, LIN or JSON file to take the deals from [default: deals at random]
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
}

impl Source {
    /// Returns the boards. Deal number k does not depend on the number of boards.
    pub(super) fn boards(&self, seed: Seed) -> anyhow::Result<Vec<Board>> {
        let Some(path) = &self.deals else {
            let deal = |number: u32| shuffled(&mut seed.stream(u64::from(number)).rng());
            let all = 1..=self.boards.unwrap_or(USUAL);
            return Ok(all
                .map(|number| Board::numbered(number, deal(number)))
                .collect());
        };
        let most = self.boards.map_or(usize::MAX, |number| number as usize);
        let mut boards = from_file(path)?;
        boards.truncate(most);
        Ok(boards)
    }
}

/// The longest file of boards, in bytes.
const LONGEST: u64 = 4_000_000;

/// Reads a file of boards of bounded length.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let file = std::fs::File::open(path).with_context(cannot)?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    if bytes.len() as u64 > LONGEST {
        let path = path.display();
        return Err(usage(format!("{path} is longer than {LONGEST} bytes")));
    }
    Ok(decoded(bytes))
}

/// Formats a number of boards.
pub(super) fn counted(number: usize) -> String {
    match number {
        1 => "1 board".to_owned(),
        number => format!("{number} boards"),
    }
}

/// Reads all boards of a file; complaints go to standard error.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Record>> {
    let reading = record::read(&text(path)?);
    for complaint in &reading.diagnostics {
        show::note(&format!("{}: {complaint}", path.display()));
    }
    Ok(reading.records)
}

fn from_file(path: &Path) -> anyhow::Result<Vec<Board>> {
    let mut boards = Vec::new();
    for (place, record) in (1..).zip(&read(path)?) {
        let number = record.number.unwrap_or(place);
        match record.deal().and_then(Cards::new) {
            None => show::note(&format!(
                "board {number} is left out: its hands are not known"
            )),
            Some(cards) => boards.push(Board {
                dealer: record
                    .first_caller()
                    .unwrap_or(bridge::table::dealer(number)),
                vulnerability: record
                    .vulnerable()
                    .unwrap_or(bridge::table::vulnerability(number)),
                ..Board::numbered(number, *cards.hands())
            }),
        }
    }
    if boards.is_empty() {
        let path = path.display();
        return Err(usage(format!("{path} has no board with all hands")));
    }
    Ok(boards)
}

/// Prints the result of a board.
pub(super) fn tell(record: &Record, common: &Common) -> anyhow::Result<()> {
    if common.json() {
        return show::print_json(&result_json(record));
    }
    let number = record.number.unwrap_or_default();
    show::print(&format!("Board {number}: {}\n", result(record)))
}

/// Finished boards, optionally written to a file.
pub(super) struct FinishedBoards {
    path: Option<PathBuf>,
    pub(super) records: Vec<Record>,
}

impl FinishedBoards {
    /// Creates an empty list; an existing file is not overwritten.
    pub(super) fn new(path: Option<PathBuf>) -> anyhow::Result<Self> {
        if let Some(path) = path.as_ref().filter(|path| path.exists()) {
            let path = path.display();
            return Err(usage(format!(
                "{path} exists already: remove it or name another file"
            )));
        }
        let records = Vec::new();
        Ok(FinishedBoards { path, records })
    }

    /// Adds a board and writes the file.
    pub(super) fn add(&mut self, record: Record) -> anyhow::Result<()> {
        self.records.push(record);
        let Some(path) = &self.path else {
            return Ok(());
        };
        std::fs::write(path, pbn::write(&self.records))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Points of North-South over all boards.
    pub(super) fn total(&self) -> i32 {
        let points = |record: &Record| points(record).unwrap_or(0);
        self.records.iter().map(points).sum()
    }

    /// Returns the total: `8 boards: N/S +420, E/W -420`.
    pub(super) fn sum(&self) -> String {
        let total = self.total();
        let boards = counted(self.records.len());
        format!("{boards}: N/S {total:+}, E/W {:+}\n", -total)
    }
}

/// Returns the result of a board: `3NT by S, 9 tricks: N/S +400`.
pub fn result(record: &Record) -> String {
    let Some(points) = points(record) else {
        return "not finished".to_owned();
    };
    let Some((agreed, tricks)) = record.final_contract().zip(record.result) else {
        return "passed out".to_owned();
    };
    let needed = i16::from(6 + agreed.contract.bid.level.get());
    let made = match i16::from(tricks) - needed {
        0 => "just made".to_owned(),
        over @ 1.. => format!("{over} over"),
        down => format!("{} down", -down),
    };
    let (side, points) = if points < 0 {
        ("E/W", -points)
    } else {
        ("N/S", points)
    };
    let (contract, declarer) = (Ascii(agreed.contract), agreed.declarer);
    format!("{contract} by {declarer}, {tricks} tricks, {made}: {side} +{points}")
}

/// Returns a board in its JSON form with its result. Unknown hands have no cards.
pub fn result_json(record: &Record) -> Value {
    let points = points(record);
    let agreed = record.final_contract();
    let number = record.number.unwrap_or_default();
    let calls = record.auction.iter().map(|call| Ascii(*call).to_string());
    let cards = record.cards.iter();
    let line = Line {
        number,
        title: String::new(),
        names: record.players.clone(),
        dealer: record.first_caller().unwrap_or(dealer(number)).into(),
        vulnerable: record.vulnerable().unwrap_or_default(),
        deal: Ascii(record.hands.map(Option::unwrap_or_default)).to_string(),
        auction: calls.collect(),
        made_up: false,
        play: cards.map(|(_, card)| Ascii(*card).to_string()).collect(),
        result: record.result,
    };
    let mut told = json!(line);
    told["contract"] = json!(agreed.map(|agreed| Ascii(agreed.contract).to_string()));
    told["declarer"] = json!(agreed.map(|agreed| agreed.declarer.letter()));
    told["points"] = json!(points.map(|points| json!({ "NS": points, "EW": -points })));
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::record::Outcome;

    fn ended(contract: &str, declarer: &str, tricks: u8) -> Record {
        let text = format!(
            "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Declarer \"{declarer}\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n"
        );
        record::read(&text).records.remove(0)
    }

    #[test]
    fn results_are_told_from_the_side_that_wins_points() {
        assert_eq!(
            result(&ended("3NT", "S", 9)),
            "3NT by S, 9 tricks, just made: N/S +400"
        );
        assert_eq!(
            result(&ended("4HX", "N", 8)),
            "4HX by N, 8 tricks, 2 down: E/W +300"
        );
        let over = result(&ended("1C", "W", 9));
        assert_eq!(over, "1C by W, 9 tricks, 2 over: E/W +110");
        let passed = Record {
            contract: Some(Outcome::PassedOut),
            ..Record::default()
        };
        assert_eq!(result(&passed), "passed out");
        assert_eq!(result(&Record::default()), "not finished");
    }
}
