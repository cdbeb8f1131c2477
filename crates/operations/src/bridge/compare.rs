//! Comparison of two tables that played the same boards, in IMPs.

use super::files;
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use arena::statistics::{Confidence, Sample};
use bridge::record::{self, Outcome, Record};
use bridge::{Ascii, Side, imps};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The boards of two tables.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeCompareQuestion {
    /// The boards of one table, PBN, LIN or JSON; the gains are those of its North-South.
    pub table: String,
    /// The boards of the other table, where the teams sat in each other's seats.
    pub other: String,
}

/// The comparison of two tables.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BridgeComparison {
    /// The boards that both tables have finished.
    pub boards: Vec<BridgeCompared>,
    /// The numbers of the other boards.
    pub left_out: Vec<u32>,
    /// Complaints about the texts, and boards recorded more than once.
    pub notes: Vec<String>,
    /// The IMPs of the first table's North-South over all boards.
    pub imps: i32,
    /// The IMPs a board.
    pub mean: Option<f64>,
    /// The standard error of the IMPs a board; none with fewer than two boards.
    pub error: Option<f64>,
    /// The 95 % interval of the IMPs a board, from and to.
    pub interval: Option<[f64; 2]>,
    /// The gains board by board.
    #[serde(skip)]
    pub gains: Sample,
}

/// A board at both tables.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BridgeCompared {
    /// The number of the board.
    pub board: u32,
    /// Points of North-South at both tables.
    pub points: [i32; 2],
    /// IMPs of the first table's North-South.
    pub imps: i32,
    /// The results at both tables.
    pub results: [BridgeOutcome; 2],
    /// The records.
    #[serde(skip)]
    pub records: Box<[Record; 2]>,
}

/// The result of a board; passed out if there is no contract.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BridgeOutcome {
    /// The contract, as in `3NT`.
    pub contract: Option<String>,
    /// The declarer.
    pub declarer: Option<bridge::json::SeatLetter>,
    /// Declarer's tricks.
    pub tricks: Option<u8>,
}

/// Points of North-South, if a board is over.
pub fn points(record: &Record) -> Option<i32> {
    match record.contract {
        _ if record.ongoing => None,
        Some(Outcome::PassedOut) => Some(0),
        _ => record.points(Side::NorthSouth),
    }
}

fn outcome(record: &Record) -> BridgeOutcome {
    let agreed = record.final_contract();
    BridgeOutcome {
        contract: agreed.map(|agreed| Ascii(agreed.contract).to_string()),
        declarer: agreed.map(|agreed| agreed.declarer.into()),
        tricks: record.result,
    }
}

/// Compares the boards.
///
/// # Errors
/// If the texts are too long or have no finished board in common.
pub fn compare(asked: &BridgeCompareQuestion, _: &TaskHandle) -> Result<BridgeComparison, Fault> {
    let mut notes = Vec::new();
    let mut read = |name: &str, text: &str| {
        files::bounded(text)?;
        let reading = record::read(text);
        notes.extend(
            reading
                .diagnostics
                .iter()
                .map(|why| format!("{name}: {why}")),
        );
        let (records, twice) = first_of_each(reading.records);
        notes.extend(twice.into_iter().map(|(board, count)| {
            format!("{name}: board {board} is recorded {count} times: the first is taken")
        }));
        Ok::<_, Fault>(records)
    };
    let (table, other) = (read("table", &asked.table)?, read("other", &asked.other)?);
    let boards = paired(&table, &other);
    if boards.is_empty() {
        return Err(Fault::because((
            "the files have no board in common that is over",
            "2つのファイルに共通の、終わったボードがありません",
        )));
    }
    let gains: Sample = boards.iter().map(|board| f64::from(board.imps)).collect();
    let interval = gains.interval(Confidence::P95);
    Ok(BridgeComparison {
        left_out: left_out(&boards, [&table, &other]),
        notes,
        imps: boards.iter().map(|board| board.imps).sum(),
        mean: gains.mean(),
        error: gains.standard_error(),
        interval: interval.map(|interval| [interval.low, interval.high]),
        gains,
        boards,
    })
}

/// The first record of every board, and the numbers of those that had more, with their count.
fn first_of_each(records: Vec<Record>) -> (Vec<Record>, Vec<(u32, usize)>) {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for record in records {
        let count = counts.entry(number(&record)).or_default();
        *count += 1;
        if *count == 1 || record.number.is_none() {
            kept.push(record);
        }
    }
    let unnumbered = number(&Record::default());
    let twice = counts.into_iter();
    let twice = twice.filter(|&(board, count)| count > 1 && board != unnumbered);
    (kept, twice.collect())
}

fn number(record: &Record) -> u32 {
    record.number.unwrap_or_default()
}

/// The boards that both tables have finished, by number and cards.
fn paired(table: &[Record], other: &[Record]) -> Vec<BridgeCompared> {
    let same = |one: &Record, two: &Record| one.number == two.number && one.hands == two.hands;
    let find = |one: &Record| {
        let two = other.iter().find(|two| same(one, two))?;
        let points = [points(one)?, points(two)?];
        Some(BridgeCompared {
            board: number(one),
            points,
            imps: imps(points[0] - points[1]),
            results: [outcome(one), outcome(two)],
            records: Box::new([one.clone(), two.clone()]),
        })
    };
    table.iter().filter_map(find).collect()
}

/// The numbers of the boards of either table that are not compared, in order.
fn left_out(boards: &[BridgeCompared], tables: [&[Record]; 2]) -> Vec<u32> {
    let compared: BTreeSet<_> = boards.iter().map(|board| board.board).collect();
    let all = tables.into_iter().flatten().map(number);
    let out: BTreeSet<_> = all.filter(|number| !compared.contains(number)).collect();
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(boards: &[(u32, &str, u8)]) -> String {
        let board = |(board, contract, tricks): &(u32, &str, u8)| {
            format!(
                "[Board \"{board}\"]\n[Declarer \"S\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n\n"
            )
        };
        boards.iter().map(board).collect()
    }

    fn compared(table: &[(u32, &str, u8)], other: &[(u32, &str, u8)]) -> BridgeComparison {
        let (table, other) = (played(table), played(other));
        compare(&BridgeCompareQuestion { table, other }, &TaskHandle::idle()).unwrap()
    }

    #[test]
    fn only_what_both_have_played_is_compared() {
        let table = [(1, "3NT", 9), (2, "4H", 10), (3, "1C", 7)];
        let other = [(1, "3NT", 8), (3, "1C", 7), (4, "1C", 7)];
        let found = compared(&table, &other);
        let gains: Vec<_> = found.boards.iter().map(|board| board.imps).collect();
        assert_eq!((gains, found.imps), (vec![10, 0], 10));
        assert_eq!(found.left_out, [2, 4]);
        assert_eq!(found.boards[0].results[1].tricks, Some(8));
    }

    #[test]
    fn a_board_that_is_there_twice_is_named() {
        let table = [(1, "3NT", 9), (1, "4H", 10)];
        let found = compared(&table, &[(1, "3NT", 8)]);
        assert_eq!(found.boards.len(), 1);
        assert_eq!(
            found.notes,
            ["table: board 1 is recorded 2 times: the first is taken"]
        );
    }

    #[test]
    fn nothing_in_common_is_refused() {
        let (table, other) = (played(&[(1, "1C", 7)]), played(&[(2, "1C", 7)]));
        let fault = compare(&BridgeCompareQuestion { table, other }, &TaskHandle::idle());
        assert!(fault.unwrap_err().message.contains("in common"));
    }
}
