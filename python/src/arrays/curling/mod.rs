//! Arrays of curling: simulation, aims, scores, values and outcome probabilities.

mod entries;
mod evaluate;
mod kernel;
mod picture;
mod simulate;

use super::{Wrong, freely, in_steps};
use crate::asking::host;
use crate::faults::exception;
use ::curling::arena_game::Curling;
use ::curling::delivery::aim::Weight;
use ::curling::notation::Conditions;
use ::curling::rules::{Team, score};
use ::curling::{Turn, Vector};
use entries::{Positions, team, turn};
use evaluate::Evaluate;
use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1};
use operations::Games;
use operations::curling::aiming::{Aiming, CurlingAimWay};
use operations::curling::{Engines, engines};
use pyo3::prelude::*;
use rayon::prelude::*;
use simulate::Simulate;
use std::sync::{Arc, OnceLock};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CurlingMatch>()
}

/// Returns the players whose evaluations and tables are asked for.
fn players() -> &'static Arc<Engines> {
    static PLAYERS: OnceLock<Arc<Engines>> = OnceLock::new();
    PLAYERS.get_or_init(|| Engines::new(&Games::of(host())))
}

/// A match under some conditions: its ice, its rules and its throwers.
#[pyclass(frozen, module = "sakiyomi._native")]
pub(crate) struct CurlingMatch(Curling);

impl CurlingMatch {
    /// Returns the conditions.
    pub(crate) fn conditions(&self) -> &::curling::conditions::Conditions {
        self.0.conditions()
    }
}

#[pymethods]
impl CurlingMatch {
    /// Prepares the match of conditions in their written form, as JSON.
    #[new]
    fn new(py: Python<'_>, conditions: &str) -> PyResult<Self> {
        let written: Conditions =
            serde_json::from_str(conditions).map_err(|why| Wrong::argument("conditions", why))?;
        let made = freely(py, || engines::curling(&written))?;
        Ok(CurlingMatch(made.map_err(|fault| exception(&fault))?))
    }

    /// Simulates shots in positions.
    fn simulate(&self, py: Python<'_>, asked: Simulate<'_>) -> PyResult<()> {
        asked.run(py, &self.0)
    }

    /// Aims at targets; a row without numbers where there is no shot.
    fn aim(&self, py: Python<'_>, asked: Aim<'_>) -> PyResult<()> {
        asked.run(py, &self.0)
    }

    /// Scores ends as their stones lie, positive for team 0.
    fn score(
        &self,
        py: Python<'_>,
        stones: PyReadonlyArrayDyn<'_, f64>,
        hammer: i64,
        mut points: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let positions = Positions::all_thrown(&stones)?;
        let (lead, rules) = (team("hammer", &[], hammer)?.other(), self.0.rules());
        let points = points.as_slice_mut()?;
        in_steps(py, positions.len(), None, |range| {
            let first = range.start;
            let ends = points[range].par_iter_mut().enumerate();
            let scored = ends.map(|(index, points)| {
                let stones = positions.read(first + index)?;
                *points = score::points_of_team_zero(rules, &stones, lead);
                Ok(())
            });
            first_wrong(scored)
        })
    }

    /// Values positions by the static evaluation of a player; returns the scale of the values.
    fn evaluate(&self, py: Python<'_>, asked: Evaluate<'_>) -> PyResult<&'static str> {
        asked.run(py, &self.0)
    }

    /// Returns the outcome probabilities of a player's candidates for one thrower.
    fn kernel<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        team: i64,
        number: usize,
    ) -> PyResult<kernel::Arrays<'py>> {
        let team = entries::team("team", &[], team)?;
        kernel::of(py, &self.0, player, team, number)
    }

    /// Returns a position, and optionally the run of a shot, as SVG.
    fn picture(&self, py: Python<'_>, position: &str, asked: picture::Look) -> PyResult<String> {
        freely(py, || asked.draw(&self.0, position))?
    }
}

/// Runs work in parallel and returns its first error by index.
fn first_wrong(work: impl IndexedParallelIterator<Item = Result<(), Wrong>>) -> Result<(), Wrong> {
    let wrong = work
        .enumerate()
        .filter_map(|(index, done)| Some((index, done.err()?)));
    match wrong.min_by_key(|(index, _)| *index) {
        Some((_, wrong)) => Err(wrong),
        None => Ok(()),
    }
}

/// Targets to aim at.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Aim<'py> {
    /// Two numbers a target: metres right of the tee and behind it.
    targets: PyReadonlyArray1<'py, f64>,
    /// One number a target: 1 or -1.
    turns: PyReadonlyArray1<'py, f64>,
    /// The kind of the weights, if any.
    weight: Option<String>,
    /// One number a target, if there are weights; not a number for a draw.
    weights: PyReadonlyArray1<'py, f64>,
    classic: bool,
    /// Three numbers a target.
    shots: PyReadwriteArray1<'py, f64>,
}

impl Aim<'_> {
    fn run(mut self, py: Python<'_>, curling: &Curling) -> PyResult<()> {
        let (targets, turns) = (self.targets.as_slice()?, self.turns.as_slice()?);
        let (weights, kind) = (self.weights.as_slice()?, self.weight.as_deref());
        let weight = |index: usize| match kind {
            Some(kind) if !weights[index].is_nan() => weight(kind, weights[index]).map(Some),
            _ => Ok(None),
        };
        let way = if self.classic {
            CurlingAimWay::Classic
        } else {
            CurlingAimWay::Exact
        };
        let aiming = Aiming::on(way, curling.physics());
        let aiming = aiming.map_err(|why| Wrong::argument("way", why))?;
        let shots = self.shots.as_slice_mut()?;
        in_steps(py, turns.len(), None, |range| {
            let first = range.start;
            let rows = shots[3 * range.start..3 * range.end].par_chunks_exact_mut(3);
            first_wrong(rows.enumerate().map(|(index, row)| {
                let index = first + index;
                let at = Vector::new(targets[2 * index], targets[2 * index + 1]);
                if !at.is_finite() {
                    return Err(Wrong::at(
                        "targets",
                        &[index],
                        "the place is not two finite numbers",
                    ));
                }
                let turn: Turn = turn("turns", &[index], turns[index])?;
                let found = aiming.shot(at, turn, weight(index)?);
                let found = found.map_or([f64::NAN; 3], |(shot, _)| {
                    [shot.velocity.x, shot.velocity.y, turn.sign()]
                });
                row.copy_from_slice(&found);
                Ok(())
            }))
        })
    }
}

fn weight(kind: &str, value: f64) -> Result<Weight, Wrong> {
    Ok(match kind {
        "speed" => Weight::SpeedThere(value),
        "launch" => Weight::LaunchSpeed(value),
        "beyond" => Weight::Beyond(value),
        "power" => Weight::Power(value),
        other => {
            let why = format!("unknown weight `{other}`: expected speed, launch, beyond or power");
            return Err(Wrong::argument("weight", why));
        }
    })
}

/// Returns the sign with which a value of the hammer is one of team 0.
fn sign_of(hammer: Team) -> f64 {
    match hammer {
        Team::Zero => 1.0,
        Team::One => -1.0,
    }
}
