//! Players written in Python, in the matches and experiments of the arena and as clients of
//! curling's servers; `sakiyomi/players.py` has what a Python player sees.
//!
//! Players are called from threads of the arena, which enter the interpreter for the call alone.
//! The thread that asked for a match waits outside of it, so that nobody waits for anybody.

use crate::asking::new_host;
use crate::faults::exception;
use crate::games::{Code, bytes, mask, space};
use crate::running::Running;
use arena::embedded::{
    Embedded, EmbeddedAnswer, EmbeddedStart, EmbeddedTurn, EncodedView, MakeEmbedded,
};
use arena::encoding::ActionSpace;
use arena::{Choice, Fault as PlayerFault};
use operations::{EmbeddedGuest, Fault};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(start_with, module)?)
}

/// The most characters of a traceback in a record: its end, which says what happened.
const LONGEST: usize = 4000;

/// Starts an operation on an input in JSON, with players of Python among those of the games: each
/// with its game, its name and a function that returns a seat.
#[pyfunction]
fn start_with(
    py: Python<'_>,
    players: Vec<(String, String, Py<PyAny>)>,
    name: &str,
    input: &str,
) -> PyResult<Running> {
    let guests = players.into_iter().map(|(game, name, seat)| EmbeddedGuest {
        game,
        name,
        make: maker(seat),
    });
    let guests: Vec<EmbeddedGuest> = guests.collect();
    let read = || {
        let mut host = new_host();
        guests.into_iter().try_for_each(|guest| host.embed(guest))?;
        let operations = operations::all(&host);
        let operation = operations.named(name)?;
        let input = serde_json::from_str(input)
            .map_err(|why| Fault::wrong(format!("the input is not JSON: {why}")))?;
        operation.read(input)
    };
    let request = py.detach(read).map_err(|fault| exception(&fault))?;
    Running::start(py, move |task| request.run_caught(task))
}

/// Returns what makes a player of a function that returns a seat.
pub(crate) fn maker(seat: Py<PyAny>) -> MakeEmbedded {
    let seat = Arc::new(seat);
    Arc::new(move || {
        let made = entered(|py| seat.call0(py));
        let encoding = made.as_ref().ok().and_then(|seat| {
            entered(|py| seat.getattr(py, "encoding")?.extract::<Option<String>>(py))
                .ok()
                .flatten()
        });
        Box::new(PythonPlayer {
            seat: made,
            encoding,
        })
    })
}

/// A seat taken by a player written in Python.
struct PythonPlayer {
    /// The seat, or the fault of making it.
    seat: Result<Py<PyAny>, PlayerFault>,
    encoding: Option<String>,
}

/// Calls Python from a thread of the arena; an exception is the player's fault, with its traceback.
fn entered<T>(call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, PlayerFault> {
    let called = Python::try_attach(|py| {
        call(py).map_err(|error| PlayerFault::Crashed {
            why: told(py, &error),
        })
    });
    called.unwrap_or_else(|| {
        Err(PlayerFault::Crashed {
            why: "Python has ended".to_owned(),
        })
    })
}

/// Returns an exception with its traceback.
fn told(py: Python<'_>, error: &PyErr) -> String {
    let traceback = error
        .traceback(py)
        .and_then(|traceback| traceback.format().ok());
    let words = format!("{}{error}", traceback.unwrap_or_default());
    let length = words.chars().count();
    words.chars().skip(length.saturating_sub(LONGEST)).collect()
}

impl PythonPlayer {
    fn call<T>(
        &self,
        call: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<T>,
    ) -> Result<T, PlayerFault> {
        let seat = self.seat.as_ref().map_err(Clone::clone)?;
        entered(|py| call(py, seat))
    }
}

/// Returns an encoded view for Python: the bytes of the array, its axes, the actions, and the mask.
fn view_for<'py>(py: Python<'py>, encoded: &EncodedView) -> PyResult<Bound<'py, PyTuple>> {
    let count = match &encoded.actions {
        ActionSpace::Numbers(count) => *count,
        ActionSpace::Vectors { .. } => 0,
    };
    let parts = (
        bytes(py, &encoded.array),
        &encoded.shape.axes,
        space(&encoded.actions),
        mask(py, count, &encoded.legal),
    );
    parts.into_pyobject(py)
}

/// An answer of a Python player: an action as text, number or vector.
#[derive(FromPyObject)]
enum Answer {
    Text(String),
    Code(Code),
}

impl Embedded for PythonPlayer {
    fn encoding(&self) -> Option<String> {
        self.encoding.clone()
    }

    fn begin(&mut self, start: &EmbeddedStart) -> Result<(), PlayerFault> {
        let EmbeddedStart {
            game,
            seat,
            seats,
            seed,
        } = start;
        self.call(|py, python| {
            let told = (game, *seat, *seats, seed.0);
            python.call_method1(py, "begin", told).map(drop)
        })
    }

    fn choose(&mut self, turn: &EmbeddedTurn) -> Result<Choice<EmbeddedAnswer>, PlayerFault> {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        let time = turn.time;
        let clock = (
            seconds(time.this_move),
            seconds(time.game),
            time.increment.as_secs_f64(),
        );
        let chosen = self.call(|py, python| {
            let encoded = turn.encoded.as_ref().map(|encoded| view_for(py, encoded));
            let told = (
                &turn.view,
                turn.actions.as_ref(),
                encoded.transpose()?,
                clock,
                turn.seed.0,
            );
            let chosen = python.call_method1(py, "choose", told)?;
            chosen.extract::<Option<(Answer, Option<String>)>>(py)
        })?;
        let (answer, thought) = chosen.ok_or(PlayerFault::Resigned)?;
        let action = match answer {
            Answer::Text(text) => EmbeddedAnswer::Action(text),
            Answer::Code(code) => EmbeddedAnswer::Encoded(code.into()),
        };
        let thought = thought.map(|thought| {
            serde_json::from_str(&thought).unwrap_or(serde_json::Value::String(thought))
        });
        Ok(Choice { action, thought })
    }

    fn observe(&mut self, seat: usize, action: &str, view: &str) -> Result<(), PlayerFault> {
        self.call(|py, python| {
            python
                .call_method1(py, "observe", (seat, action, view))
                .map(drop)
        })
    }

    fn observes(&self) -> bool {
        let observes = |py: Python<'_>, seat: &Py<PyAny>| seat.getattr(py, "observes")?.extract(py);
        self.call(observes).unwrap_or(true)
    }

    fn end(&mut self, share: f64, points: [f64; 2]) {
        // The game is over: nobody is told of a fault any more.
        let _ = self.call(|py, python| {
            let told = (share, points[0], points[1]);
            python.call_method1(py, "end", told).map(drop)
        });
    }
}
