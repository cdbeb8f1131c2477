//! The client of table managers of bridge, with a player written in Python or a named one.

use crate::client_player::ClientPlayer;
use crate::connection::{connect, seconds};
use crate::faults::exception;
use crate::running::Running;
use arena::clock::Span;
use arena::player;
use bridge::lineup::lineup;
use bridge::manager::TableClient;
use bridge::{Seat, notation};
use lookahead::Seed;
use operations::{Fault, TaskHandle};
use pyo3::prelude::*;
use sakiyomi::bridge::{ClientSession, LineError, SessionError, result, result_json};
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(start_bridge_client, module)?)
}

/// A place at a table.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct TablePlace {
    address: String,
    /// The seat; any that is free if there is none.
    seat: Option<String>,
    /// The name of the team.
    team: String,
    /// The seconds for each card.
    per_move: Option<f64>,
    /// The seconds to wait for a table manager that does not listen yet.
    patience: f64,
    /// The seconds to wait for a message.
    timeout: f64,
}

/// The limits of a client.
struct Limits {
    per_move: Option<Span>,
    patience: Duration,
    timeout: Duration,
}

/// Starts a client of a table manager; the answer is its seat, the teams and the boards.
#[pyfunction]
fn start_bridge_client(
    py: Python<'_>,
    place: TablePlace,
    text: Option<&str>,
    player: Option<Py<PyAny>>,
    seed: u64,
) -> PyResult<Running> {
    let player = ClientPlayer::new(text, player)?;
    let seat = place.seat.as_deref().map(notation::seat).transpose();
    let seat = seat.map_err(|why| exception(&Fault::wrong_at("seat", why)))?;
    let per_move = place.per_move.map(|limit| seconds("per_move", limit));
    let limits = Limits {
        per_move: per_move.transpose()?.map(Span),
        patience: seconds("patience", place.patience)?,
        timeout: seconds("timeout", place.timeout)?,
    };
    Running::start(py, move |task| {
        play(&place, seat, &player, Seed(seed), &limits, task)
    })
}

fn play(
    place: &TablePlace,
    seat: Option<Seat>,
    player: &ClientPlayer,
    seed: Seed,
    limits: &Limits,
    task: &TaskHandle,
) -> Result<Value, Fault> {
    let player = player.build(lineup());
    let player = player.map_err(|why| Fault::wrong_at("player", why))?;
    let cancel = task.cancel();
    let player = sakiyomi::bridge::ClientPlayer::new(player, seed, limits.per_move, &cancel);
    let stream = connect(&place.address, limits.patience, task)?;
    let client = TableClient::new(&place.team, seat);
    let session = ClientSession::new(stream, client, player, limits.timeout, cancel);
    let mut session = session.map_err(failed)?;
    let mut boards = Vec::new();
    let played = session.run(|record| {
        boards.push(result_json(record));
        let number = record.number.unwrap_or_default();
        task.report(None, format!("board {number}: {}", result(record)));
        Ok::<_, SessionError>(())
    });
    played.map_err(failed)?;
    Ok(json!({
        "seat": session.client().seat().map(Seat::letter),
        "teams": session.client().teams().each_ref().map(ToString::to_string),
        "boards": boards,
    }))
}

fn failed(error: SessionError) -> Fault {
    match error {
        SessionError::Lost(LineError::Cancelled)
        | SessionError::Player(player::Fault::Interrupted) => Fault::cancelled(),
        SessionError::Player(player::Fault::Crashed { why }) => {
            Fault::failed(format!("the player failed: {why}"))
        }
        error => Fault::failed(error),
    }
}
