//! Run of a win-table training: the plan, the ends still to be played, progress and interruption.
//!
//! The result depends on the plan and on the player, not on threads or interruptions: each end has
//! its own random stream, and ends of the [`log`](super::log) are not played again.
//!
//! ```
//! use curling::players::win_table_training::log::EndLog;
//! use curling::players::win_table_training::{Plan, RunOptions, play};
//! use lookahead::Cancel;
//!
//! // Hammers who score one point in every end.
//! let plan = Plan { first: 10, per_state: 2, ends: 3, ..Plan::default() };
//! let mut options = RunOptions { threads: 1, cancel: &Cancel::new(), append: &mut |_| Ok(()), progress: &mut |_| {} };
//! let estimate = play(&plan, EndLog::default(), &|_, _, _, _| Some(1), &mut options)?;
//! assert_eq!(estimate.level(), 1.0);
//! assert_eq!(estimate.table.chance(1, -1, true), 0.0); // level, and the other team has the hammer of the extra end
//! # Ok::<(), curling::players::win_table_training::RunError>(())
//! ```

use super::estimate::{self, Estimate, extra_end_chance, has_effect, utility, value_of_blank};
use super::log::{EndLog, Entry, UtilityFingerprint};
use crate::players::end_utility::EndUtility;
use crate::players::self_play::Scenario;
use crate::players::win_table::{AfterBlank, EndScores, Shape, State, TableError, WinTable};
use arena::workers::run_unordered;
use lookahead::Cancel;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

/// The number of ends in a batch, one entry of the log: about half a second of work.
const BATCH: u64 = 10;
/// The most ends of one scenario.
const MOST_ENDS: u64 = 100_000_000;

/// The amount of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of ends for points, and of extra ends.
    pub first: u64,
    /// The number of ends for each state, in each round.
    pub per_state: u64,
    /// The rounds of ends to win: those of the first, which is the paper's, are played for the
    /// first table, those of every other for the smoothed table of the round before it.
    pub rounds: u32,
    /// The most ends left.
    pub ends: usize,
    /// The largest difference that is played.
    pub difference: usize,
    /// Whether a level match goes on.
    pub extra_ends: bool,
    /// The hammer after a blank end.
    pub after_blank: AfterBlank,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            first: 4000,
            per_state: 500,
            rounds: 1,
            ends: 10,
            difference: 5,
            extra_ends: true,
            after_blank: AfterBlank::Keeps,
        }
    }
}

impl Plan {
    /// Returns the range of states that are played.
    pub fn played(&self) -> Shape {
        Shape {
            ends: self.ends,
            difference: self.difference,
            after_blank: self.after_blank,
        }
    }

    /// Returns the range of the table: at least that of a default table.
    pub fn shape(&self) -> Shape {
        estimate::covered(self.played())
    }

    /// Returns all states that are played.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        self.played().states()
    }

    /// Returns the number of ends to play.
    pub fn total(&self) -> u64 {
        let kinds = if self.extra_ends { 2 } else { 1 };
        kinds * self.first + u64::from(self.rounds) * self.states().count() as u64 * self.per_state
    }

    fn check(&self) -> Result<(), RunError> {
        let counts = [self.first, self.per_state];
        let sizes = [self.ends, self.difference, self.rounds as usize];
        let valid = counts.iter().all(|count| (1..=MOST_ENDS).contains(count))
            && sizes.iter().all(|size| (1..=100).contains(size));
        if valid { Ok(()) } else { Err(RunError::Plan) }
    }
}

/// A run without a result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An invalid plan.
    #[error(
        "invalid plan: give 1 to {MOST_ENDS} ends of each kind, 1 to 100 ends left, a largest difference of 1 to 100 and 1 to 100 rounds"
    )]
    Plan,
    /// A cancelled run; the ends played so far are in the log.
    #[error("interrupted")]
    Interrupted,
    /// A failure to write the log.
    #[error("cannot write the played ends: {0}")]
    Log(#[from] io::Error),
    /// An invalid table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current step of the paper, 1 or 3.
    pub step: u8,
    /// The number of ends played, those of earlier runs included.
    pub done: u64,
    /// The number of ends to be played in all.
    pub total: u64,
}

/// Threads, cancellation, log and progress of a run.
pub struct RunOptions<'a> {
    /// The number of ends played at a time, each on one thread.
    pub threads: usize,
    /// Cancels the run.
    pub cancel: &'a Cancel,
    /// Appends an entry to the log.
    pub append: &'a mut dyn FnMut(&Entry) -> io::Result<()>,
    /// Receives the progress.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Plays an end of a scenario with these utilities and this number. Returns the hammer's points;
/// `None` if cancelled.
pub type PlayEnd<'a> = &'a (dyn Fn(Scenario, EndUtility, u64, &Cancel) -> Option<i8> + Sync);

/// Plays the ends that are not in the log and estimates the table.
///
/// # Errors
/// If the plan is invalid, the run is cancelled, or the log cannot be written.
pub fn play(
    plan: &Plan,
    log: EndLog,
    play_end: PlayEnd<'_>,
    options: &mut RunOptions<'_>,
) -> Result<Estimate, RunError> {
    plan.check()?;
    let mut run = Run {
        log,
        play_end,
        options,
        progress: Progress {
            step: 1,
            done: 0,
            total: plan.total(),
        },
    };
    let points = run.scenario(Scenario::Points, EndUtility::points(), plan.first)?;
    let again = extra_end_chance(&points, plan.after_blank).unwrap_or(0.5);
    let blank = value_of_blank(again, plan.after_blank);
    let extra = if plan.extra_ends {
        let utility = EndUtility::any_score(blank);
        Some(run.scenario(Scenario::ExtraEnd, utility, plan.first)?)
    } else {
        None
    };
    let first = estimate::first_table(plan.played(), &points, extra.as_ref())?;
    run.progress.step = 3;
    let states = run.states(plan, &first)?;
    let mut estimate = Estimate::new(plan.played(), points, extra, states)?;
    for _ in 1..plan.rounds {
        let states = run.states(plan, &estimate.smoothed)?;
        estimate = Estimate::new(plan.played(), points, extra, states)?;
    }
    Ok(estimate)
}

/// Consecutive ends of one scenario.
#[derive(Clone, Copy)]
struct Batch {
    scenario: Scenario,
    utility: EndUtility,
    from: u64,
    count: u64,
}

/// A run in progress.
struct Run<'a, 'b> {
    log: EndLog,
    play_end: PlayEnd<'a>,
    options: &'a mut RunOptions<'b>,
    progress: Progress,
}

impl Run<'_, '_> {
    /// Plays the ends of one scenario and returns their distribution.
    fn scenario(
        &mut self,
        scenario: Scenario,
        utility: EndUtility,
        count: u64,
    ) -> Result<EndScores, RunError> {
        let batches = batches(scenario, utility, count);
        self.play(&batches)?;
        Ok(self.counted(&batches))
    }

    /// Step 3: plays the ends of all states and returns their distributions.
    fn states(
        &mut self,
        plan: &Plan,
        table: &WinTable,
    ) -> Result<BTreeMap<State, EndScores>, RunError> {
        let all = plan
            .states()
            .map(|state| (state, utility(table, state, plan.after_blank)));
        let (some, none): (Vec<_>, Vec<_>) = all.partition(|(_, utility)| has_effect(utility));
        self.progress.total -= none.len() as u64 * plan.per_state;
        let of = |&(state, utility): &(State, EndUtility)| {
            let batches = batches(Scenario::Match(state), utility, plan.per_state);
            (state, batches)
        };
        let states: Vec<_> = some.iter().map(of).collect();
        let all: Vec<_> = states
            .iter()
            .flat_map(|(_, batches)| batches)
            .copied()
            .collect();
        self.play(&all)?;
        let counted = states
            .iter()
            .map(|(state, batches)| (*state, self.counted(batches)));
        Ok(counted.collect())
    }

    /// Plays the batches that are not in the log.
    fn play(&mut self, batches: &[Batch]) -> Result<(), RunError> {
        let logged = |batch: &Batch| self.logged(batch).is_some();
        let tasks = (0..).zip(batches).filter(|(_, batch)| !logged(batch));
        let tasks: Vec<u64> = tasks.map(|(index, _)| index).collect();
        let ends = |batches: &mut dyn Iterator<Item = &Batch>| {
            batches.map(|batch| batch.count).sum::<u64>()
        };
        let missing = ends(&mut tasks.iter().map(|&task| &batches[task as usize]));
        self.progress.done += ends(&mut batches.iter()) - missing;
        (self.options.progress)(self.progress);
        let (play_end, cancel) = (self.play_end, self.options.cancel);
        let (mut error, mut left) = (None, tasks.len());
        let work = |task: u64| on_one_thread(|| batches[task as usize].play(play_end, cancel));
        run_unordered(
            &tasks,
            self.options.threads,
            cancel,
            work,
            |task, points| {
                let Some(points) = points else {
                    return ControlFlow::Break(());
                };
                left -= 1;
                error = self.append(&batches[task as usize], points).err();
                match error {
                    None => ControlFlow::Continue(()),
                    Some(_) => ControlFlow::Break(()),
                }
            },
        );
        match error {
            Some(error) => Err(error.into()),
            None if left > 0 => Err(RunError::Interrupted),
            None => Ok(()),
        }
    }

    fn append(&mut self, batch: &Batch, points: Vec<i8>) -> io::Result<()> {
        let entry = Entry {
            scenario: batch.scenario,
            utility: UtilityFingerprint::of(&batch.utility),
            from: batch.from,
            points,
        };
        (self.options.append)(&entry)?;
        self.log.add(entry);
        self.progress.done += batch.count;
        (self.options.progress)(self.progress);
        Ok(())
    }

    /// Returns the points of a batch, if it is in the log.
    fn logged(&self, batch: &Batch) -> Option<&[i8]> {
        let utility = UtilityFingerprint::of(&batch.utility);
        self.log
            .find(batch.scenario, utility, batch.from, batch.count as usize)
    }

    fn counted(&self, batches: &[Batch]) -> EndScores {
        let mut scores = EndScores::default();
        let points = batches
            .iter()
            .filter_map(|batch| self.logged(batch))
            .flatten();
        points.for_each(|&points| scores.count(points));
        scores
    }
}

impl Batch {
    fn play(&self, play_end: PlayEnd<'_>, cancel: &Cancel) -> Option<Vec<i8>> {
        let numbers = self.from..self.from + self.count;
        numbers
            .map(|number| play_end(self.scenario, self.utility, number, cancel))
            .collect()
    }
}

fn batches(scenario: Scenario, utility: EndUtility, count: u64) -> Vec<Batch> {
    let batch = |from: u64| Batch {
        scenario,
        utility,
        from,
        count: BATCH.min(count - from),
    };
    (0..count).step_by(BATCH as usize).map(batch).collect()
}

thread_local! {
    static SINGLE: Option<ThreadPool> = ThreadPoolBuilder::new().num_threads(1).build().ok();
}

/// Runs work that would use all cores on one: other ends keep the others busy, and parallelising a
/// single shot costs more than it gains.
pub(crate) fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    SINGLE.with(|pool| match pool {
        Some(pool) => pool.install(work),
        None => work(),
    })
}

#[cfg(test)]
mod tests;
