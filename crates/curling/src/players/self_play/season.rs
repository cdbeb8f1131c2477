//! From self-play to a win table (Kato, Iizuka and Yamamoto 2016, section 3.5).
//!
//! 1. Ends played for points give one distribution of an end's points; ends played for any point at
//!    all give the chance of winning an extra end.
//! 2. Working backwards from the end of the match makes of these a first table.
//! 3. For every number of ends left and every difference, ends are played to win the match as the
//!    first table sees it: a distribution for each state.
//! 4. Working backwards again makes the table.
//!
//! *Blank extra ends.* The paper only has players "that just want to score". A blank extra end is
//! followed by another with the same hammer, so it is worth to the hammer what an extra end is
//! worth. That is not known before, so while extra ends are played it is the hammer's share of the
//! ends of step 1 in which somebody scored. Afterwards blanks are left out: the chance is that of
//! the hammer to be the one who scores. Where a level match is drawn, no extra ends are played, and
//! it is half a win.
//!
//! *States not played.* Larger differences than asked for take the distribution of the largest one.
//! A state in which all results come to the same is not played and takes that of step 1.
//!
//! The result depends on the plan and on who plays, not on threads or interruptions: each end has
//! its own dice, and ends of the [`ledger`](super::ledger) are not played again.
//!
//! ```
//! use curling::players::self_play::ledger::Ledger;
//! use curling::players::self_play::season::{Effort, Plan, play};
//! use lookahead::Cancel;
//!
//! // Hammers who score one point whatever happens.
//! let plan = Plan { first: 10, per_state: 2, ends: 3, ..Plan::default() };
//! let mut effort = Effort { threads: 1, cancel: &Cancel::new(), keep: &mut |_| Ok(()), progress: &mut |_| {} };
//! let season = play(&plan, Ledger::default(), &|_, _, _, _| Some(1), &mut effort)?;
//! assert_eq!(season.level(), 1.0);
//! assert_eq!(season.table.chance(1, -1, true), 0.0); // level, and the other team has the hammer of the extra end
//! # Ok::<(), curling::players::self_play::season::SeasonError>(())
//! ```

mod reckoning;

pub use reckoning::{DRAWN_AGAIN, Errors, Season};
pub(crate) use reckoning::{matters, scoring, stakes};

use super::Occasion;
use super::ledger::{Entry, Ledger, mark};
use crate::players::stakes::Stakes;
use crate::players::win_table::{EndScores, Shape, State, TableError, WinTable};
use arena::workers::run_unordered;
use lookahead::Cancel;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

/// Ends that are played in a row and kept together: half a second of work or so.
const ROW: u64 = 10;
/// More ends than this of one occasion are a mistake.
const MANY: u64 = 100_000_000;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Ends for points, and as many extra ends.
    pub first: u64,
    /// Ends for each state.
    pub per_state: u64,
    /// The most ends left.
    pub ends: usize,
    /// The largest difference that is played.
    pub difference: usize,
    /// Whether a level match goes on.
    pub extra_ends: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            first: 4000,
            per_state: 500,
            ends: 10,
            difference: 5,
            extra_ends: true,
        }
    }
}

impl Plan {
    /// The most ends left and the largest difference.
    pub fn played(&self) -> Shape {
        Shape {
            ends: self.ends,
            difference: self.difference,
        }
    }

    /// How much the table covers: at least as much as a table usually does.
    pub fn shape(&self) -> Shape {
        reckoning::covered(self.played())
    }

    /// All states that are played.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        self.played().states()
    }

    /// How many ends there are to play.
    pub fn total(&self) -> u64 {
        let before = if self.extra_ends { 2 } else { 1 };
        before * self.first + self.states().count() as u64 * self.per_state
    }

    fn check(&self) -> Result<(), SeasonError> {
        let counts = [self.first, self.per_state];
        let sizes = [self.ends, self.difference];
        let sound = counts.iter().all(|count| (1..=MANY).contains(count))
            && sizes.iter().all(|size| (1..=100).contains(size));
        if sound {
            Ok(())
        } else {
            Err(SeasonError::Plan)
        }
    }
}

/// A season that came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum SeasonError {
    /// Numbers that make no season.
    #[error(
        "a season needs 1 to {MANY} ends of each kind, 1 to 100 ends left and differences up to 1 to 100"
    )]
    Plan,
    /// Somebody asked to stop; what was played has been kept.
    #[error("interrupted")]
    Interrupted,
    /// Ends could not be kept.
    #[error("what was played cannot be kept: {0}")]
    Keep(#[from] io::Error),
    /// The ends make no table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// How far a season is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What the ends are played for at the moment: the step of the paper, 1 or 3.
    pub step: u8,
    /// Ends played, those of earlier sittings included.
    pub done: u64,
    /// Ends to be played in all.
    pub total: u64,
}

/// With what means a season is played, and who is told.
pub struct Effort<'a> {
    /// How many ends at a time. Each is played on one thread.
    pub threads: usize,
    /// Stops it.
    pub cancel: &'a Cancel,
    /// Is given what has been played, to be kept.
    pub keep: &'a mut dyn FnMut(&Entry) -> io::Result<()>,
    /// Is told how far it is.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Plays an end: why, for what, its number, and whether to stop. Gives the hammer's points, or
/// nothing if it was stopped.
pub type PlayEnd<'a> = &'a (dyn Fn(Occasion, Stakes, u64, &Cancel) -> Option<i8> + Sync);

/// Plays what is not known yet and makes the table.
///
/// # Errors
/// If the plan makes no sense, somebody interrupts, or ends cannot be kept.
pub fn play(
    plan: &Plan,
    known: Ledger,
    play_end: PlayEnd<'_>,
    effort: &mut Effort<'_>,
) -> Result<Season, SeasonError> {
    plan.check()?;
    let mut rounds = Rounds {
        ledger: known,
        play_end,
        effort,
        at: Progress {
            step: 1,
            done: 0,
            total: plan.total(),
        },
    };
    let points = rounds.one(Occasion::Points, Stakes::points(), plan.first)?;
    let guess = scoring(&points).unwrap_or(0.5);
    let extra = if plan.extra_ends {
        let stakes = Stakes::any_score(guess);
        Some(rounds.one(Occasion::ExtraEnd, stakes, plan.first)?)
    } else {
        None
    };
    let first = reckoning::first(plan.played(), &points, extra.as_ref())?;
    rounds.at.step = 3;
    let states = rounds.states(plan, &first)?;
    Ok(Season::new(plan.played(), points, extra, states)?)
}

/// Some ends of one occasion.
#[derive(Clone, Copy)]
struct Row {
    occasion: Occasion,
    stakes: Stakes,
    from: u64,
    count: u64,
}

struct Rounds<'a, 'b> {
    ledger: Ledger,
    play_end: PlayEnd<'a>,
    effort: &'a mut Effort<'b>,
    at: Progress,
}

impl Rounds<'_, '_> {
    fn one(
        &mut self,
        occasion: Occasion,
        stakes: Stakes,
        count: u64,
    ) -> Result<EndScores, SeasonError> {
        let rows = rows(occasion, stakes, count);
        self.play(&rows)?;
        Ok(self.counted(&rows))
    }

    /// Step 3.
    fn states(
        &mut self,
        plan: &Plan,
        table: &WinTable,
    ) -> Result<BTreeMap<State, EndScores>, SeasonError> {
        let all = plan.states().map(|state| (state, stakes(table, state)));
        let (some, none): (Vec<_>, Vec<_>) = all.partition(|(_, stakes)| matters(stakes));
        self.at.total -= none.len() as u64 * plan.per_state;
        let of = |&(state, stakes): &(State, Stakes)| {
            (state, rows(Occasion::Match(state), stakes, plan.per_state))
        };
        let states: Vec<_> = some.iter().map(of).collect();
        let rows: Vec<_> = states.iter().flat_map(|(_, rows)| rows).copied().collect();
        self.play(&rows)?;
        let counted = states
            .iter()
            .map(|(state, rows)| (*state, self.counted(rows)));
        Ok(counted.collect())
    }

    /// Plays those of these ends that are not known.
    fn play(&mut self, rows: &[Row]) -> Result<(), SeasonError> {
        let known = |row: &Row| self.known(row).is_some();
        let tasks = (0..).zip(rows).filter(|(_, row)| !known(row));
        let tasks: Vec<u64> = tasks.map(|(index, _)| index).collect();
        let ends = |rows: &mut dyn Iterator<Item = &Row>| rows.map(|row| row.count).sum::<u64>();
        let missing = ends(&mut tasks.iter().map(|&task| &rows[task as usize]));
        self.at.done += ends(&mut rows.iter()) - missing;
        (self.effort.progress)(self.at);
        let (play_end, cancel) = (self.play_end, self.effort.cancel);
        let (mut trouble, mut left) = (None, tasks.len());
        let work = |task: u64| alone(|| rows[task as usize].play(play_end, cancel));
        run_unordered(&tasks, self.effort.threads, cancel, work, |task, points| {
            let Some(points) = points else {
                return ControlFlow::Break(());
            };
            left -= 1;
            let kept = self.keep(&rows[task as usize], points);
            trouble = kept.err();
            match trouble {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            }
        });
        match trouble {
            Some(error) => Err(error.into()),
            None if left > 0 => Err(SeasonError::Interrupted),
            None => Ok(()),
        }
    }

    fn keep(&mut self, row: &Row, points: Vec<i8>) -> io::Result<()> {
        let entry = Entry {
            occasion: row.occasion,
            mark: mark(&row.stakes),
            from: row.from,
            points,
        };
        (self.effort.keep)(&entry)?;
        self.ledger.add(entry);
        self.at.done += row.count;
        (self.effort.progress)(self.at);
        Ok(())
    }

    fn known(&self, row: &Row) -> Option<&[i8]> {
        let mark = mark(&row.stakes);
        self.ledger
            .find(row.occasion, mark, row.from, row.count as usize)
    }

    fn counted(&self, rows: &[Row]) -> EndScores {
        let mut scores = EndScores::default();
        let points = rows.iter().filter_map(|row| self.known(row)).flatten();
        points.for_each(|&points| scores.count(points));
        scores
    }
}

impl Row {
    fn play(&self, play_end: PlayEnd<'_>, cancel: &Cancel) -> Option<Vec<i8>> {
        let numbers = self.from..self.from + self.count;
        numbers
            .map(|number| play_end(self.occasion, self.stakes, number, cancel))
            .collect()
    }
}

fn rows(occasion: Occasion, stakes: Stakes, count: u64) -> Vec<Row> {
    let row = |from: u64| Row {
        occasion,
        stakes,
        from,
        count: ROW.min(count - from),
    };
    (0..count).step_by(ROW as usize).map(row).collect()
}

thread_local! {
    static ALONE: Option<ThreadPool> = ThreadPoolBuilder::new().num_threads(1).build().ok();
}

/// Does something that would use all cores on one: there are ends enough to keep the others busy,
/// and sharing a shot among cores costs more than it gains.
pub(crate) fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    ALONE.with(|pool| match pool {
        Some(pool) => pool.install(work),
        None => work(),
    })
}

#[cfg(test)]
mod tests;
