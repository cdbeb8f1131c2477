//! Values of positions without look-ahead, by a player's own evaluation.

use super::super::{Wrong, freely, in_steps};
use super::entries::{Positions, team};
use super::{first_wrong, players, sign_of};
use crate::faults::exception;
use curling::arena_game::Curling;
use curling::players::analyst::{Scale, ShotAnalyst};
use curling::players::evaluation::Objective;
use curling::rules::{Game, Team};
use curling::stones::SLOTS;
use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1};
use pyo3::PyErr;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// The largest lead of a team.
const MOST: i64 = 100;

/// Positions to value, each in its place in the match.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Evaluate<'py> {
    player: String,
    stones: PyReadonlyArrayDyn<'py, f64>,
    slots: PyReadonlyArray1<'py, i64>,
    ends: PyReadonlyArray1<'py, i64>,
    /// The lead of team 0 before the end.
    scores: PyReadonlyArray1<'py, i64>,
    hammers: PyReadonlyArray1<'py, i64>,
    values: PyReadwriteArray1<'py, f64>,
}

impl Evaluate<'_> {
    pub(super) fn run(mut self, py: Python<'_>, curling: &Curling) -> PyResult<&'static str> {
        let slots = (curling.rules().first_slot(), SLOTS);
        let positions = Positions::new(&self.stones, self.slots.as_slice()?, slots)?;
        let (ends, scores) = (self.ends.as_slice()?, self.scores.as_slice()?);
        let hammers = self.hammers.as_slice()?;
        let values = self.values.as_slice_mut()?;
        let analyst = analyst(py, curling, &self.player)?;
        let jiritsu = analyst.jiritsu().ok_or_else(|| {
            let why = "this player has no evaluation of its own: name a `jiritsu`";
            Wrong::argument("player", why)
        })?;
        let mut objectives: HashMap<_, (Objective, Team)> = HashMap::new();
        for (index, key) in ends.iter().zip(scores).zip(hammers).enumerate() {
            if objectives.contains_key(&key) {
                continue;
            }
            let ((&end, &score), &hammer) = key;
            let hammer = team("hammer", &[index], hammer)?;
            let game = begun(curling, index, end, score, hammer)?;
            let objective = jiritsu.objective(jiritsu.utility(&game));
            objectives.insert(key, (objective, hammer));
        }
        let scale = Scale::of(jiritsu.goal());
        let evaluation = jiritsu.tables().evaluation();
        in_steps(py, values.len(), None, |range| {
            let first = range.start;
            first_wrong(
                values[range]
                    .par_iter_mut()
                    .enumerate()
                    .map(|(index, value)| {
                        let index = first + index;
                        let key = ((&ends[index], &scores[index]), &hammers[index]);
                        let (objective, hammer) = &objectives[&key];
                        let stones = positions.read(index)?;
                        let of_hammer = evaluation.value(&stones, positions.slot(index), objective);
                        *value = scale.for_team(of_hammer, sign_of(*hammer));
                        Ok(())
                    }),
            )
        })?;
        Ok(match scale {
            Scale::Chance => "chance",
            Scale::Points => "points",
        })
    }
}

/// Returns a player of ours.
pub(super) fn analyst(
    py: Python<'_>,
    curling: &Curling,
    player: &str,
) -> PyResult<Arc<dyn ShotAnalyst>> {
    let made = freely(py, || {
        let games = &players().games;
        let spec = games.player(&games.curling, player)?;
        players().analyst(curling, &spec)
    })?;
    made.map_err(|fault| exception(&fault))
}

/// Returns the match at the beginning of an end.
fn begun(
    curling: &Curling,
    index: usize,
    end: i64,
    score: i64,
    hammer: Team,
) -> Result<Game, PyErr> {
    let end = u8::try_from(end);
    let end = end.map_err(|_| Wrong::at("end", &[index], "an end has a number from 0 to 255"))?;
    if score.abs() > MOST || (end == 0 && score != 0) {
        let why = format!("a lead of {score} points before end {end} (ends count from 0)");
        return Err(Wrong::at("score", &[index], why).into());
    }
    let game = Game::new(curling.rules()).map_err(|why| Wrong::argument("conditions", why))?;
    let mut game = Game {
        end,
        lead: hammer.other(),
        chooser: game.chooser.map(|_| hammer),
        ..game
    };
    game.scores.ends[0] = score as i8;
    Ok(game)
}
