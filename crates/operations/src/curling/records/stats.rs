//! `curling/stats`: many matches counted from their logs.

use crate::Operation;
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use arena::report::Table;
use digital_curling::games::statistics::{Counts, Grouping, Statistics};
use digital_curling::games::{Log, LogError, PlayedMatch};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) fn operation() -> Operation {
    Operation::task(
        "curling/stats",
        (
            "Counts matches from their logs: wins, and points an end with the hammer and without.",
            "試合ログを集計し、勝敗と先攻・後攻別のエンド得点を返します。",
        ),
        |asked: CurlingStatsAsked, task| stats(&asked, task),
    )
}

/// Logs to be counted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingStatsAsked {
    /// The logs.
    pub(crate) logs: Vec<CurlingNamedLog>,
    /// The unit of a table row.
    #[serde(default)]
    pub(crate) by: Grouping,
    /// The number of ends, from the first, that count for the points per end; all by default.
    #[serde(default)]
    pub(crate) ends: Option<u16>,
}

/// A log and what it is called in messages.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingNamedLog {
    /// The name of its file.
    pub(crate) path: String,
    /// The log, as of `curling/film`; all games of a file are counted.
    pub(crate) text: String,
}

/// The counts of many matches.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingCounted {
    /// The counts as data.
    #[serde(flatten)]
    pub counts: Counts,
    /// The statistics as tables.
    pub tables: Vec<Table>,
    /// Ignored parts of logs.
    pub complaints: Vec<CurlingLogRemark>,
    /// Logs that cannot be read, and why.
    pub failed: Vec<CurlingLogRemark>,
}

/// A remark about a log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingLogRemark {
    /// The name of its file.
    pub path: String,
    /// The remark.
    pub why: String,
}

/// A match as far as it is counted, and what was left out of its log.
type Counted = Result<(PlayedMatch, Vec<String>), LogError>;

fn stats(asked: &CurlingStatsAsked, task: &TaskHandle) -> Result<CurlingCounted, Fault> {
    if asked.ends == Some(0) {
        return Err(Fault::because((
            "at least one end must count",
            "集計するエンドは1つ以上にしてください",
        ))
        .at("ends"));
    }
    // In their order, whatever thread read them.
    let read: Vec<_> = asked
        .logs
        .par_iter()
        .flat_map_iter(|log| {
            let matches = if task.check().is_ok() {
                matches(&log.text)
            } else {
                Vec::new()
            };
            matches.into_iter().map(move |counted| (log, counted))
        })
        .collect();
    task.check()?;
    let mut statistics = Statistics::new(asked.by, asked.ends.map(usize::from));
    let (mut complaints, mut failed) = (Vec::new(), Vec::new());
    for (log, counted) in read {
        let remark = |why: String| CurlingLogRemark {
            path: log.path.clone(),
            why,
        };
        match counted {
            Ok((played, left_out)) => {
                statistics.add(&played);
                complaints.extend(left_out.into_iter().map(remark));
            }
            Err(why) => failed.push(remark(why.to_string())),
        }
    }
    Ok(CurlingCounted {
        counts: statistics.counts(),
        tables: statistics.tables().to_vec(),
        complaints,
        failed,
    })
}

/// All matches of a log. Shots are left out: they would fill the memory with thousands of matches.
fn matches(text: &str) -> Vec<Counted> {
    let counted = |log: Result<Log, LogError>| {
        let log = log?;
        let mut played = log.played()?;
        played
            .ends
            .iter_mut()
            .for_each(|end| end.shots = Vec::new());
        Ok((played, log.complaints))
    };
    let logs = Log::all(text).unwrap_or_else(|why| vec![Err(why)]);
    logs.into_iter().map(counted).collect()
}
