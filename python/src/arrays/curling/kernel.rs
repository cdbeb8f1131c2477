//! Outcome probabilities of a player's candidates, in compressed rows.

use super::super::Wrong;
use super::evaluate::analyst;
use curling::Vector;
use curling::arena_game::Curling;
use curling::players::lattice::{Executed, Kind};
use curling::rules::Team;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// The points of the lattice (place, turn, whether it is a hit, velocity), the candidates among
/// them, and the matrix in compressed rows: offsets, outcomes, probabilities.
pub(super) type Arrays<'py> = (
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<f64>>,
);

/// Returns the probabilities for one thrower of the match.
pub(super) fn of<'py>(
    py: Python<'py>,
    curling: &Curling,
    player: &str,
    team: Team,
    number: usize,
) -> PyResult<Arrays<'py>> {
    let skills = &curling.conditions().teams[team.index()];
    let count = skills.players().len();
    let wrong = || Wrong::argument("number", format!("a team has players 0 to {}", count - 1));
    let skill = skills.players().get(number).ok_or_else(wrong)?;
    let analyst = analyst(py, curling, player)?;
    let none = || Wrong::argument("player", "this player has no lattice: name a `jiritsu`");
    let tables = analyst.jiritsu().ok_or_else(none)?.tables();
    let kernel = tables.kernel(skill);
    let points = tables
        .lattice()
        .executed()
        .iter()
        .map(row)
        .collect::<Vec<_>>();
    let points = PyArray2::from_vec2(py, &points).map_err(|why| Wrong::argument("player", why))?;
    let rows = || kernel.matrix.rows();
    let offsets = rows().scan(0, |end, row| {
        *end += row.outcomes().len() as i64;
        Some(*end)
    });
    let offsets: Vec<i64> = std::iter::once(0).chain(offsets).collect();
    let outcomes: Vec<u32> = rows().flat_map(|row| row.outcomes().to_vec()).collect();
    let chances: Vec<f64> = rows()
        .flat_map(|row| row.probabilities().to_vec())
        .collect();
    Ok((
        points,
        PyArray1::from_slice(py, &kernel.candidates),
        PyArray1::from_vec(py, offsets),
        PyArray1::from_vec(py, outcomes),
        PyArray1::from_vec(py, chances),
    ))
}

/// Returns the numbers of a point; no velocity where no shot reaches it.
fn row(executed: &Executed) -> Vec<f64> {
    let nowhere = Vector::new(f64::NAN, f64::NAN);
    let velocity = executed.shot.map_or(nowhere, |shot| shot.velocity);
    let hit = f64::from(u8::from(executed.kind == Kind::Hit));
    let Executed { target, turn, .. } = executed;
    vec![target.x, target.y, turn.sign(), hit, velocity.x, velocity.y]
}
