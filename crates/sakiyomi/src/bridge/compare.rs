//! `bridge compare`: two tables that played the same boards, in IMPs.
//!
//! A match of teams over the table manager's protocol is two sessions: the same boards, the teams in each other's seats. Their files are compared here.

use super::boards::{points, read, result};
use crate::cli::Common;
use crate::fail::usage;
use crate::show;
use arena::statistics::{Confidence, Sample};
use bridge::imps;
use bridge::record::Record;
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare two tables that played the same boards, in IMPs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Compare {
    /// The boards of one table, PBN or LIN; what its North-South gained is told
    table: PathBuf,
    /// The boards of the other table, where the teams sat in each other's seats
    other: PathBuf,
}

const EXAMPLES: &str = "\
Example: a match of two teams
  sakiyomi bridge serve --seed 7 --boards 8 --teams Us,Them --pbn open.pbn
  sakiyomi bridge serve --seed 7 --boards 8 --teams Them,Us --pbn closed.pbn
  sakiyomi bridge compare open.pbn closed.pbn";

/// One board at both tables.
struct Both<'a> {
    records: [&'a Record; 2],
    points: [i32; 2],
}

impl<'a> Both<'a> {
    /// None unless both are over.
    fn new(records: [&'a Record; 2]) -> Option<Self> {
        let points = [points(records[0])?, points(records[1])?];
        Some(Both { records, points })
    }

    /// What North-South of the first table gained.
    fn imps(&self) -> i32 {
        imps(self.points[0] - self.points[1])
    }
}

pub(super) fn run(asked: &Compare, common: &Common) -> anyhow::Result<ExitCode> {
    let (table, other) = (read(&asked.table)?, read(&asked.other)?);
    let both = paired(&table, &other);
    for number in left_out(&both, [&table, &other]) {
        show::note(&format!(
            "board {number} is left out: it was not played at both tables"
        ));
    }
    if both.is_empty() {
        return Err(usage("the files have no board in common that is over"));
    }
    for both in &both {
        let [one, two] = both.records;
        let (number, imps) = (one.number.unwrap_or_default(), both.imps());
        if common.json() {
            show::print_json(&json!({ "board": number, "points": both.points, "imps": imps }))?;
        } else {
            let (one, two) = (result(one), result(two));
            show::print(&format!("Board {number}: {imps:+} IMPs ({one} | {two})\n"))?;
        }
    }
    sum(&both, common)?;
    Ok(ExitCode::SUCCESS)
}

/// The boards that both tables have played, by number and cards.
fn paired<'a>(table: &'a [Record], other: &'a [Record]) -> Vec<Both<'a>> {
    let same = |one: &Record, two: &Record| one.number == two.number && one.hands == two.hands;
    let find = |one: &'a Record| {
        let two = other.iter().find(|two| same(one, two))?;
        Both::new([one, two])
    };
    table.iter().filter_map(find).collect()
}

/// The numbers of the boards of either table that are not compared, in order.
fn left_out(both: &[Both<'_>], tables: [&[Record]; 2]) -> BTreeSet<u32> {
    let compared = |record: &Record| {
        let records = both.iter().flat_map(|both| both.records);
        records.into_iter().any(|known| std::ptr::eq(known, record))
    };
    let all = tables.into_iter().flatten();
    let out = all.filter(|record| !compared(record));
    out.map(|record| record.number.unwrap_or_default())
        .collect()
}

fn sum(both: &[Both<'_>], common: &Common) -> anyhow::Result<()> {
    let gains: Sample = both.iter().map(|both| f64::from(both.imps())).collect();
    let total: i32 = both.iter().map(Both::imps).sum();
    let interval = gains.interval(Confidence::P95);
    if common.json() {
        return show::print_json(&json!({
            "boards": both.len(),
            "imps": total,
            "mean": gains.mean(),
            "error": gains.standard_error(),
            "interval": interval,
        }));
    }
    let mean = gains
        .estimate()
        .zip(interval)
        .map_or_else(String::new, |(mean, interval)| {
            format!(", {mean:.2} a board (95 % interval {interval:.2})")
        });
    show::print(&format!("{} boards: {total:+} IMPs{mean}\n", both.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::record;

    fn played(board: u32, contract: &str, tricks: u8) -> Record {
        let text = format!(
            "[Board \"{board}\"]\n[Declarer \"S\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n"
        );
        record::read(&text).records.remove(0)
    }

    #[test]
    fn only_what_both_have_played_is_compared() {
        let table = [played(1, "3NT", 9), played(2, "4H", 10), played(3, "1C", 7)];
        let other = [played(1, "3NT", 8), played(3, "1C", 7), played(4, "1C", 7)];
        let both = paired(&table, &other);
        let gains: Vec<_> = both.iter().map(Both::imps).collect();
        assert_eq!(gains, [10, 0]);
        assert!(left_out(&both, [&table, &other]).into_iter().eq([2, 4]));
    }
}
