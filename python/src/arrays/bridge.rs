//! Arrays of bridge: double-dummy tables, positions of the play, deals under constraints.

use super::{Wrong, freely, in_steps};
use crate::faults::exception;
use bridge::Ascii;
use bridge::double_dummy::SolverPool;
use bridge::picture;
use numpy::PyReadwriteArray1;
use operations::Fault;
use operations::bridge::deal::{BridgeWishes, Dealer};
use operations::bridge::solve::{self, Answer, BridgeSolution, BridgeToSolve, Question};
use operations::bridge::wire::BridgeAt;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::OnceLock;

/// Deals drawn between two looks for Ctrl-C.
const DEALT: usize = 1 << 12;
/// Strains times seats.
const TABLE: usize = 20;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bridge_tables, module)?)?;
    module.add_function(wrap_pyfunction!(bridge_solve, module)?)?;
    module.add_function(wrap_pyfunction!(bridge_deal, module)?)?;
    module.add_function(wrap_pyfunction!(bridge_diagram, module)?)
}

/// Returns the solvers of all batches.
fn solvers() -> &'static SolverPool {
    static SOLVERS: OnceLock<SolverPool> = OnceLock::new();
    SOLVERS.get_or_init(solve::pool)
}

/// Solves deals: tricks of every declarer (N, E, S, W) in every strain (C, D, H, S, NT).
#[pyfunction]
fn bridge_tables(
    py: Python<'_>,
    deals: Vec<String>,
    progress: Option<Py<PyAny>>,
    mut tricks: PyReadwriteArray1<'_, u8>,
) -> PyResult<()> {
    let read = |(index, pbn): (usize, String)| {
        let question = BridgeToSolve {
            pbn: Some(pbn),
            ..BridgeToSolve::default()
        };
        let read = question.read();
        read.map_err(|why| Wrong::at("deals", &[index], why))
    };
    let questions: Vec<_> = deals
        .into_iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, _>>()?;
    let tricks = tricks.as_slice_mut()?;
    in_steps(py, questions.len(), progress.as_ref(), |range| {
        let tables = tricks[TABLE * range.start..TABLE * range.end].par_chunks_exact_mut(TABLE);
        tables.zip(&questions[range]).for_each(|(into, question)| {
            if let Answer::Table(table) = question.answer(false, solvers()) {
                into.copy_from_slice(table.as_flattened());
            }
        });
        Ok(())
    })
}

/// Solves deals and points of the play, given and answered in JSON.
#[pyfunction]
fn bridge_solve(
    py: Python<'_>,
    questions: Vec<String>,
    best: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let read = |(index, text): (usize, String)| {
        let wrong = |why: String| Wrong::at("positions", &[index], why);
        let question: BridgeToSolve =
            serde_json::from_str(&text).map_err(|why| wrong(why.to_string()))?;
        question.read().map_err(wrong)
    };
    let questions: Vec<Question> = questions
        .into_iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, Wrong>>()?;
    let mut answers = Vec::with_capacity(questions.len());
    in_steps(py, questions.len(), progress.as_ref(), |range| {
        answers.par_extend(questions[range].par_iter().map(|question| {
            let answer = BridgeSolution::from(question.answer(best, solvers()));
            serde_json::to_string(&answer).expect("plain data can be written")
        }));
        Ok(())
    })?;
    Ok(answers)
}

/// Draws deals under constraints in JSON, and returns them in PBN.
#[pyfunction]
fn bridge_deal(
    py: Python<'_>,
    count: usize,
    wishes: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let asked: BridgeWishes =
        serde_json::from_str(wishes).map_err(|why| Wrong::argument("constraints", why))?;
    let numbered = |index: usize| u32::try_from(index).ok()?.checked_add(asked.number.max(1));
    if count > 0 && numbered(count - 1).is_none() {
        let why = format!("boards are numbered up to {}", u32::MAX);
        return Err(Wrong::argument("number", why).into());
    }
    let dealer = freely(py, || Dealer::new(&asked))?.map_err(|fault| exception(&fault))?;
    let mut deals = Vec::new();
    for first in (0..count).step_by(DEALT) {
        let numbers = first..count.min(first + DEALT);
        let drawn: Result<Vec<_>, Fault> = freely(py, || {
            let numbers = numbers.into_par_iter().filter_map(numbered);
            let hands = numbers.map(|number| dealer.hands(number));
            hands.map(|hands| Ok(Ascii(hands?).to_string())).collect()
        })?;
        deals.extend(drawn.map_err(|fault| exception(&fault))?);
        py.check_signals()?;
        if let Some(progress) = &progress {
            progress.call1(py, (deals.len(), count))?;
        }
    }
    Ok(deals)
}

/// Returns the diagram of a board at a step, in JSON, as HTML.
#[pyfunction]
fn bridge_diagram(board: &str) -> PyResult<String> {
    let at: BridgeAt = serde_json::from_str(board).map_err(|why| Wrong::argument("board", why))?;
    let position = at.position().map_err(|why| exception(&Fault::from(why)))?;
    Ok(picture::html(&position, &at.board))
}
