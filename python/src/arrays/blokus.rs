//! Arrays of Blokus Duo: playouts, features, values and boards of many positions.

use super::{Wrong, freely, in_steps};
use blokus::features::{self, KINDS};
use blokus::learn::PlayoutGame;
use blokus::weights::{SHIPPED, shipped};
use blokus::{Colour, FeatureOptions, Line, Position, SQUARES, Scoring, StaticEvaluator, picture};
use lookahead::Seed;
use lookahead::playout::{Selection, play_out};
use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(blokus_picture, module)?)?;
    module.add_function(wrap_pyfunction!(blokus_line, module)?)?;
    module.add_class::<BlokusPositions>()
}

/// Returns a position in its written form as SVG.
#[pyfunction]
fn blokus_picture(line: &str, width: u32) -> PyResult<String> {
    let mut last = None;
    let position = read(line).and_then(|line| {
        line.follow(|_, played| last = played.map(|(_, placement)| placement))
            .map_err(|why| why.to_string())
    });
    let position = position.map_err(|why| Wrong::argument("position", why))?;
    Ok(picture::svg(&position, last, width))
}

/// Returns the JSON of a line's text.
#[pyfunction]
fn blokus_line(text: &str) -> PyResult<String> {
    let line = read(text).map_err(|why| Wrong::argument("line", why))?;
    Ok(serde_json::to_string(&line).expect("plain data can be written"))
}

/// Reads a line: its text, or JSON.
fn read(line: &str) -> Result<Line, String> {
    if line.trim_start().starts_with('{') {
        serde_json::from_str(line).map_err(|why| why.to_string())
    } else {
        line.parse()
            .map_err(|why: blokus::LineError| why.to_string())
    }
}

/// Many positions.
#[pyclass(frozen, module = "sakiyomi._native")]
struct BlokusPositions(Vec<Position>);

#[pymethods]
impl BlokusPositions {
    /// Reads positions in their written form.
    #[new]
    fn new(py: Python<'_>, lines: Vec<String>) -> PyResult<Self> {
        let read = |(index, text): (usize, &String)| {
            let position =
                read(text).and_then(|line| line.position().map_err(|why| why.to_string()));
            position.map_err(|why| Wrong::at("positions", &[index], why))
        };
        let read_all = || lines.iter().enumerate().map(read).collect::<Result<_, _>>();
        Ok(BlokusPositions(freely(py, read_all)??))
    }

    /// Returns the number of features.
    #[staticmethod]
    fn features_each() -> usize {
        FeatureOptions::default().weights()
    }

    /// Plays every position out and writes both sides' points at the end.
    fn play_out(&self, py: Python<'_>, asked: PlayOut<'_>) -> PyResult<()> {
        asked.run(py, &self.0)
    }

    /// Writes the squares of every board: 0 free, 1 Black, 2 White.
    fn boards(&self, py: Python<'_>, mut squares: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        self.write(py, squares.as_slice_mut()?, SQUARES, |position, into| {
            into.fill(0);
            for (place, colour) in [(1, Colour::Black), (2, Colour::White)] {
                let covered = position.covered(colour);
                for square in covered.iter() {
                    into[square.number()] = place;
                }
            }
        })
    }

    /// Writes the counts of the kinds of features, Black's first.
    fn feature_counts(&self, py: Python<'_>, mut into: PyReadwriteArray1<'_, i32>) -> PyResult<()> {
        let options = FeatureOptions::default();
        self.write(py, into.as_slice_mut()?, 2 * KINDS, |position, into| {
            for (colour, into) in Colour::BOTH.into_iter().zip(into.chunks_exact_mut(KINDS)) {
                let counts = features::totals(position, colour, &options);
                into.copy_from_slice(&counts.map(|count| count as i32));
            }
        })
    }

    /// Writes the features that the evaluation weighs, seen from Black.
    fn features(&self, py: Python<'_>, mut into: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let options = FeatureOptions::default();
        self.write(
            py,
            into.as_slice_mut()?,
            options.weights(),
            |position, into| {
                let mut present = Vec::new();
                features::features(position, &options, &mut present);
                into.fill(0.0);
                for &(index, count) in &present {
                    into[index as usize] = count;
                }
            },
        )
    }

    /// Writes Black's chance of winning as the static evaluation sees it.
    fn chances(&self, py: Python<'_>, mut into: PyReadwriteArray1<'_, f64>) -> PyResult<()> {
        static EVALUATOR: OnceLock<StaticEvaluator> = OnceLock::new();
        let evaluator = EVALUATOR.get_or_init(StaticEvaluator::default);
        self.write(py, into.as_slice_mut()?, 1, |position, into| {
            into[0] = evaluator.chance(position);
        })
    }
}

impl BlokusPositions {
    /// Writes `each` numbers a position.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        into: &mut [T],
        each: usize,
        write: impl Fn(&Position, &mut [T]) + Sync,
    ) -> PyResult<()> {
        let write = &write;
        in_steps(py, self.0.len(), None, |range| {
            let rows = into[each * range.start..each * range.end].par_chunks_exact_mut(each);
            let pairs = rows.zip(&self.0[range]);
            pairs.for_each(|(row, position)| write(position, row));
            Ok(())
        })
    }
}

/// Playouts to run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct PlayOut<'py> {
    /// Playouts of each position.
    each: usize,
    policy: String,
    weights: String,
    scoring: String,
    seed: u64,
    /// Called with the playouts done and their number.
    progress: Option<Py<PyAny>>,
    /// Two numbers a playout.
    points: PyReadwriteArray1<'py, i16>,
}

impl PlayOut<'_> {
    fn run(mut self, py: Python<'_>, positions: &[Position]) -> PyResult<()> {
        let policy: Selection = self
            .policy
            .parse()
            .map_err(|why| Wrong::argument("policy", why))?;
        let weights = shipped(&self.weights).ok_or_else(|| {
            let (asked, known) = (&self.weights, SHIPPED.join(", "));
            Wrong::argument(
                "weights",
                format!("no weights `{asked}`: expected one of {known}"),
            )
        })?;
        let scoring = serde_json::Value::from(self.scoring.as_str());
        let scoring: Scoring =
            serde_json::from_value(scoring).map_err(|why| Wrong::argument("scoring", why))?;
        let game = PlayoutGame {
            evaluation: Arc::new(weights.evaluation()),
            scoring,
        };
        let (each, seed, points) = (self.each, Seed(self.seed), self.points.as_slice_mut()?);
        in_steps(
            py,
            positions.len() * each,
            self.progress.as_ref(),
            |range| {
                let first = range.start;
                let results = points[2 * range.start..2 * range.end].par_chunks_exact_mut(2);
                let results = results.enumerate();
                results.for_each_init(Vec::new, |scratch, (index, result)| {
                    let (place, number) = ((first + index) / each, (first + index) % each);
                    let mut position = positions[place].clone();
                    let rng = &mut seed.stream(place as u64).stream(number as u64).rng();
                    play_out(&game, &mut position, &policy, rng, scratch);
                    result.copy_from_slice(&position.points(scoring).map(|points| points as i16));
                });
                Ok(())
            },
        )
    }
}
