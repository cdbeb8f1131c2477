//! Games played step by step, as `sakiyomi/games.py` presents them.

use crate::asking::host;
use crate::faults::exception;
use crate::running::Running;
use arena::encoding::{ActionSpace, EncodedAction};
use arena::stepping::{StepError, Stepper};
use lookahead::Seed;
use operations::Fault;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encodings, module)?)?;
    module.add_class::<SteppedGame>()
}

/// Returns the names of a game's encodings, the usual one first.
#[pyfunction]
fn encodings(game: &str) -> PyResult<Vec<&'static str>> {
    let playable = host().playable(game);
    Ok(playable.map_err(|fault| exception(&fault))?.encodings())
}

/// Returns the exception of a step that was not made.
fn refused(error: &StepError) -> PyErr {
    exception(&fault(error))
}

fn fault(error: &StepError) -> Fault {
    match error {
        StepError::Invalid(why) => Fault::wrong_at("action", why),
        StepError::Spec(why) => Fault::wrong_at("player", why),
        StepError::Player { .. } => Fault::failed(error),
    }
}

/// Returns little-endian bytes, as numpy reads them.
pub(crate) fn bytes<'py>(py: Python<'py>, values: &[f32]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    PyBytes::new(py, &bytes)
}

/// Returns a byte for every number, 1 for the legal ones.
pub(crate) fn mask<'py>(py: Python<'py>, count: usize, legal: &[usize]) -> Bound<'py, PyBytes> {
    let mut mask = vec![0; count];
    for &number in legal {
        mask[number] = 1;
    }
    PyBytes::new(py, &mask)
}

/// An action in the encoding of a game.
#[derive(FromPyObject)]
pub(crate) enum Code {
    Number(usize),
    Vector(Vec<f64>),
}

impl From<Code> for EncodedAction {
    fn from(code: Code) -> Self {
        match code {
            Code::Number(number) => EncodedAction::Number(number),
            Code::Vector(vector) => EncodedAction::Vector(vector),
        }
    }
}

/// The axes of an array, its smallest and its largest value.
type Shape = (Vec<usize>, f32, f32);

/// The actions of an encoding: their number, or the corners of the vectors.
pub(crate) type Space = (Option<usize>, Option<(Vec<f32>, Vec<f32>)>);

pub(crate) fn space(actions: &ActionSpace) -> Space {
    match actions {
        ActionSpace::Numbers(count) => (Some(*count), None),
        ActionSpace::Vectors { low, high } => (None, Some((low.clone(), high.clone()))),
    }
}

/// A game in progress.
#[pyclass(frozen, module = "sakiyomi._native")]
struct SteppedGame(Arc<Mutex<Box<dyn Stepper>>>);

impl SteppedGame {
    /// Calls the game with the interpreter free: another thread may be thinking in it. A panic is
    /// an internal error.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Box<dyn Stepper>) -> T + Send,
    ) -> PyResult<T> {
        let called = py.detach(|| Fault::caught(|| Ok(call(&mut lock(&self.0)))));
        called.map_err(|fault| exception(&fault))
    }
}

fn lock(game: &Mutex<Box<dyn Stepper>>) -> MutexGuard<'_, Box<dyn Stepper>> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl SteppedGame {
    /// Creates a game under conditions: a text that the game reads, and changes as JSON.
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        conditions: &str,
        changes: &str,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let stepper = py.detach(|| {
            let wrong = |why: String| Fault::wrong_at("conditions", why);
            let changes: Value =
                serde_json::from_str(changes).map_err(|why| wrong(why.to_string()))?;
            let changes = toml::Table::try_from(changes).map_err(|why| wrong(why.to_string()))?;
            let (playable, _) = host().conditioned(game, conditions, changes)?;
            let stepper = playable.stepper(encoding);
            stepper.map_err(|why| Fault::wrong_at("encoding", why))
        });
        let stepper = stepper.map_err(|fault| exception(&fault))?;
        Ok(SteppedGame(Arc::new(Mutex::new(stepper))))
    }

    fn restart(&self, py: Python<'_>, seed: u64, start: Option<&str>) -> PyResult<()> {
        let begun = self.with(py, |game| game.restart(Seed(seed), start))?;
        begun.map_err(|error| refused(&error))
    }

    fn sides(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |game| game.sides().to_vec())
    }

    fn turn(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        self.with(py, |game| game.turn())
    }

    fn view(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        let view = self.with(py, |game| {
            let seats = game.sides().len();
            (seat < seats).then(|| game.view(seat)).ok_or(seats)
        })?;
        view.map_err(|seats| no_seat(seat, seats))
    }

    fn actions(&self, py: Python<'_>) -> PyResult<Option<Vec<String>>> {
        self.with(py, |game| game.actions())
    }

    fn sample(&self, py: Python<'_>, seed: u64) -> PyResult<Option<String>> {
        self.with(py, |game| game.sample(Seed(seed)))
    }

    fn play(&self, py: Python<'_>, action: &str) -> PyResult<()> {
        let played = self.with(py, |game| game.play(action))?;
        played.map_err(|error| refused(&error))
    }

    /// Returns the share of side 0 and the points of both sides.
    fn score(&self, py: Python<'_>) -> PyResult<(f64, [f64; 2])> {
        let score = self.with(py, |game| game.score())?;
        Ok((score.share, score.points))
    }

    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| game.moves())
    }

    /// Returns the record of the game so far, as JSON.
    fn record(&self, py: Python<'_>, players: [String; 2]) -> PyResult<String> {
        let record = self.with(py, |game| game.record(players))?;
        Ok(serde_json::to_string(&record).expect("a record is plain data"))
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = self.with(py, |game| game.copy())?;
        Ok(SteppedGame(Arc::new(Mutex::new(copy))))
    }

    /// Returns the actions of the encoding; none without one.
    fn space(&self, py: Python<'_>) -> PyResult<Option<Space>> {
        let actions = self.with(py, |game| game.action_space())?;
        Ok(actions.as_ref().map(space))
    }

    /// Returns the axes, the smallest and the largest value of an encoded view.
    fn shape(&self, py: Python<'_>) -> PyResult<Option<Shape>> {
        let shape = self.with(py, |game| game.shape())?;
        Ok(shape.map(|shape| (shape.axes, shape.low, shape.high)))
    }

    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let observed = self.with(py, |game| {
            let seats = game.sides().len();
            (seat < seats).then(|| game.observe(seat)).ok_or(seats)
        })?;
        let observed = observed.map_err(|seats| no_seat(seat, seats))?;
        Ok(bytes(py, &observed))
    }

    /// Returns a byte for every numbered action, 1 where it is legal.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (count, legal) = self.with(py, |game| {
            let count = match game.action_space() {
                Some(ActionSpace::Numbers(count)) => count,
                _ => 0,
            };
            (count, if count > 0 { game.legal() } else { Vec::new() })
        })?;
        Ok(mask(py, count, &legal))
    }

    /// Returns the numbers of the legal actions.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |game| game.legal())
    }

    fn decode(&self, py: Python<'_>, action: Code) -> PyResult<String> {
        let text = self.with(py, |game| game.decode(&action.into()))?;
        text.map_err(|error| refused(&error))
    }

    /// Returns the number or the vector of an action, if it has one.
    fn encode<'py>(&self, py: Python<'py>, action: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let code = self.with(py, |game| game.encode(action))?;
        match code.map_err(|error| refused(&error))? {
            None => Ok(None),
            Some(EncodedAction::Number(number)) => Ok(Some(number.into_pyobject(py)?.into_any())),
            Some(EncodedAction::Vector(vector)) => Ok(Some(vector.into_pyobject(py)?.into_any())),
        }
    }

    fn sit(&self, py: Python<'_>, seat: usize, player: Option<&str>) -> PyResult<()> {
        let player = player.map(str::parse).transpose();
        let player = player.map_err(|why| exception(&Fault::wrong_at("player", why)))?;
        let seated = self.with(py, |game| game.sit(seat, player.as_ref()))?;
        seated.map_err(|error| refused(&error))
    }

    /// Starts the thinking of the seated player whose turn it is; the answer is an action.
    fn choose(&self, py: Python<'_>) -> PyResult<Running> {
        let game = Arc::clone(&self.0);
        Running::start(py, move |task| {
            let chosen = Fault::caught(|| Ok(lock(&game).choose(&task.cancel())))?;
            task.check()?;
            chosen.map(Value::String).map_err(|error| fault(&error))
        })
    }
}

fn no_seat(seat: usize, seats: usize) -> PyErr {
    exception(&Fault::wrong_at(
        "seat",
        format!("there is no seat {seat}: the game has {seats}"),
    ))
}
