//! Simulation of shots in positions, block by block on all cores.

use super::super::{Wrong, in_steps};
use super::entries::{Positions, Shots, refused, team};
use super::first_wrong;
use curling::Stones;
use curling::arena_game::Curling;
use curling::physics::Mode;
use curling::rules::{Game, Phase, Team};
use curling::stones::SLOTS;
use lookahead::Seed;
use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1};
use operations::curling::batch::{Delivery, Settled, settle_each};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;

/// Shots of a block: as many as the library's own batches give a thread at a time.
const BLOCK: usize = 64;
/// Numbers of the stones of an outcome.
const NUMBERS: usize = 2 * SLOTS;

/// Shots to simulate, and the arrays of their outcomes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Simulate<'py> {
    stones: PyReadonlyArrayDyn<'py, f64>,
    slots: PyReadonlyArray1<'py, i64>,
    shots: PyReadonlyArrayDyn<'py, f64>,
    /// Shots in each position.
    each: usize,
    hammer: i64,
    end: u8,
    mode: Option<String>,
    /// The seed of the throwers' noise.
    seed: Option<u64>,
    /// Called with the shots done and their number.
    progress: Option<Py<PyAny>>,
    stones_after: PyReadwriteArray1<'py, f64>,
    points: PyReadwriteArray1<'py, i8>,
    fouls: PyReadwriteArray1<'py, bool>,
    /// The shots after noise.
    thrown: PyReadwriteArray1<'py, f64>,
}

impl Simulate<'_> {
    pub(super) fn run(mut self, py: Python<'_>, curling: &Curling) -> PyResult<()> {
        let mode = match self.mode.as_deref() {
            None => curling.conditions().referee,
            Some("exact") => Mode::Exact,
            Some("fast") => Mode::Fast,
            Some(other) => {
                let why = format!("unknown mode `{other}`: expected exact or fast");
                return Err(Wrong::argument("mode", why).into());
            }
        };
        let hammer = team("hammer", &[], self.hammer)?;
        let slots = (curling.rules().first_slot(), SLOTS - 1);
        let batch = Batch {
            curling,
            mode,
            seed: self.seed.map(Seed),
            games: games(curling, hammer, self.end)?,
            positions: Positions::new(&self.stones, self.slots.as_slice()?, slots)?,
            shots: Shots::new(&self.shots, self.each)?,
        };
        let (stones, thrown) = (
            self.stones_after.as_slice_mut()?,
            self.thrown.as_slice_mut()?,
        );
        let (points, fouls) = (self.points.as_slice_mut()?, self.fouls.as_slice_mut()?);
        let columns = batch.shots.columns();
        in_steps(py, points.len(), self.progress.as_ref(), |range| {
            let blocks = (
                stones[NUMBERS * range.start..NUMBERS * range.end].par_chunks_mut(NUMBERS * BLOCK),
                thrown[columns * range.start..columns * range.end].par_chunks_mut(columns * BLOCK),
                points[range.clone()].par_chunks_mut(BLOCK),
                fouls[range.clone()].par_chunks_mut(BLOCK),
            );
            let blocks = blocks.into_par_iter().enumerate();
            first_wrong(blocks.map(|(block, (stones, thrown, points, fouls))| {
                let first = range.start + block * BLOCK;
                batch.settle(first..first + points.len(), |index, settled| {
                    write_stones(settled, &mut stones[index * NUMBERS..][..NUMBERS]);
                    let intended = batch.shots.row(first + index);
                    write_shot(settled, intended, &mut thrown[index * columns..][..columns]);
                    (points[index], fouls[index]) = (settled.points, settled.foul);
                })
            }))
        })
    }
}

/// Returns the beginning of each shot of an end.
pub(super) fn games(curling: &Curling, hammer: Team, end: u8) -> PyResult<[Game; SLOTS]> {
    let rules = curling.rules();
    let game = Game::new(rules).map_err(|why| Wrong::argument("conditions", why))?;
    Ok(std::array::from_fn(|slot| Game {
        end,
        shot: slot as u8,
        lead: hammer.other(),
        phase: Phase::Throwing,
        ..game
    }))
}

/// Shots in positions.
struct Batch<'a> {
    curling: &'a Curling,
    mode: Mode,
    seed: Option<Seed>,
    /// The match before each slot.
    games: [Game; SLOTS],
    positions: Positions<'a>,
    shots: Shots<'a>,
}

impl Batch<'_> {
    /// Passes the outcomes of a range of shots to `sink`, each with its place in the range: those
    /// of the first position first.
    fn settle(
        &self,
        range: Range<usize>,
        mut sink: impl FnMut(usize, &Settled),
    ) -> Result<(), Wrong> {
        let each = self.shots.each;
        let (first, last) = (range.start / each, (range.end - 1) / each);
        let mut stones = vec![Stones::none(); last + 1 - first];
        for (position, stones) in (first..).zip(&mut stones) {
            self.positions.read_into(position, stones)?;
        }
        let shots = range.clone().map(|index| self.shots.read(index));
        let shots: Vec<_> = shots.collect::<Result<_, _>>()?;
        let delivery = |(index, shot)| {
            let position = index / each;
            let stream = |seed: Seed| seed.stream(position as u64).stream((index % each) as u64);
            Delivery {
                game: &self.games[self.positions.slot(position)],
                stones: &stones[position - first],
                shot,
                seed: self.seed.map(stream),
            }
        };
        let deliveries: Vec<_> = range.clone().zip(&shots).map(delivery).collect();
        let (mut place, mut wrong) = (0, None);
        settle_each(self.curling, self.mode, &deliveries, |settled| {
            match settled {
                Ok(settled) => sink(place, &settled),
                Err(why) => {
                    let index = range.start + place;
                    wrong.get_or_insert_with(|| refused(&self.positions, &self.shots, index, &why));
                }
            }
            place += 1;
        });
        wrong.map_or(Ok(()), Err)
    }
}

fn write_stones(settled: &Settled, into: &mut [f64]) {
    into.fill(f64::NAN);
    for (slot, stone) in settled.stones.iter() {
        (into[2 * slot], into[2 * slot + 1]) = (stone.at.x, stone.at.y);
    }
}

/// Writes the shot after noise in the form of the intended one; no numbers for a pass.
fn write_shot(settled: &Settled, intended: &[f64], into: &mut [f64]) {
    let Some(shot) = settled.shot else {
        into.fill(f64::NAN);
        return;
    };
    into.copy_from_slice(intended);
    (into[0], into[1]) = (shot.velocity.x, shot.velocity.y);
    if let (Some(into), Some(rate)) = (into.get_mut(3), shot.rate) {
        *into = rate;
    }
}
