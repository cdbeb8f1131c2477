//! Client of the text protocols, legacy and DCP, with a player written in Python or a named one.

use crate::arrays::CurlingMatch;
use crate::client_player::ClientPlayer;
use crate::connection::{connect, seconds};
use crate::faults::exception;
use crate::running::Running;
use arena::player;
use arena::process::{Connection, Limits};
use curling::arena_game::Curling;
use curling::lineup;
use curling::rules::Team;
use digital_curling::text::client::{ClientError, MatchReport, MatchTracker, ServeError};
use digital_curling::text::client::{log_in, serve_with};
use digital_curling::text::commands::{Login, Verdict};
use digital_curling::text::{Client, Terminator};
use lookahead::Seed;
use operations::{Fault, TaskHandle};
use pyo3::prelude::*;
use sakiyomi::tables;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(start_text_client, module)?)
}

/// A server that lets programs log in.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct NetworkServer {
    address: String,
    user: String,
    password: String,
    /// The name of the team.
    name: String,
    /// The seconds to wait for a server that does not listen yet, and for its answer to the login.
    patience: f64,
}

/// Starts a client of a network server, or without one on standard input and output; the answer is
/// the reports of its matches. The conditions are those of the given match, as far as the server
/// tells no others.
#[pyfunction]
fn start_text_client(
    py: Python<'_>,
    server: Option<NetworkServer>,
    text: Option<&str>,
    seat: Option<Py<PyAny>>,
    conditions: &CurlingMatch,
    seed: u64,
) -> PyResult<Running> {
    let player = ClientPlayer::new(text, seat)?;
    let patience = server.as_ref().map_or(Ok(Duration::ZERO), |server| {
        seconds("patience", server.patience)
    })?;
    let builder = move |curling: &Curling| {
        player.build(lineup::of(curling.clone().with_cache(tables::cache())))
    };
    let conditions = conditions.conditions().clone();
    let client = py.detach(|| Client::new(conditions, Box::new(builder), Seed(seed)));
    let mut client = client.map_err(|error| exception(&not_built(&error)))?;
    Running::start(py, move |task| {
        match server {
            Some(server) => serve_network(&mut client, &server, patience, task),
            None => serve_pipes(&mut client, task),
        }?;
        reported(&client)
    })
}

fn not_built(error: &ClientError) -> Fault {
    match error {
        ClientError::Player(error) => Fault::wrong_at("player", error),
        ClientError::Conditions(error) => Fault::wrong_at("conditions", error),
    }
}

fn serve_network(
    client: &mut Client,
    server: &NetworkServer,
    patience: Duration,
    task: &TaskHandle,
) -> Result<(), Fault> {
    let stream = connect(&server.address, patience, task)?;
    let line_end = Terminator::Nul.line_end();
    let connection = Connection::tcp(stream, line_end, Limits::default());
    let mut connection = connection.map_err(Fault::failed)?;
    let login = Login {
        id: server.user.clone(),
        password: server.password.clone(),
        name: Some(server.name.clone()),
    };
    let cancel = task.cancel();
    log_in(&mut connection, &login, patience, &cancel)
        .and_then(|()| serve_with(client, &mut connection, &cancel, &mut watch(task)))
        .map_err(|error| interrupted(&error))
}

/// Serves as a program that a server has started.
fn serve_pipes(client: &mut Client, task: &TaskHandle) -> Result<(), Fault> {
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let line_end = Terminator::Nul.line_end();
    let connection = Connection::over(input, output, line_end, Limits::default());
    let mut connection = connection.map_err(Fault::failed)?;
    serve_with(client, &mut connection, &task.cancel(), &mut watch(task))
        .map_err(|error| interrupted(&error))
}

fn watch(task: &TaskHandle) -> impl FnMut(&MatchTracker) {
    |tracker| {
        let points = Team::BOTH.map(|team| tracker.scores().total(team));
        let words = format!("end {}, {} - {}", tracker.scored(), points[0], points[1]);
        task.report(None, words);
    }
}

fn interrupted(error: &ServeError) -> Fault {
    match error {
        ServeError::Interrupted => Fault::cancelled(),
        error => Fault::failed(error),
    }
}

/// Returns the reports of all matches.
///
/// # Errors
/// The first fault of the player.
fn reported(client: &Client) -> Result<Value, Fault> {
    let fault = client
        .reports()
        .iter()
        .find_map(|report| report.fault.as_ref());
    match fault {
        Some(player::Fault::Crashed { why }) => {
            Err(Fault::failed(format!("the player failed: {why}")))
        }
        Some(fault) => Err(Fault::failed(format!("the player failed: {fault}"))),
        None => Ok(client.reports().iter().map(written).collect()),
    }
}

fn written(report: &MatchReport) -> Value {
    let verdict = report.verdict.map(|verdict| match verdict {
        Verdict::Win => "win",
        Verdict::Lose => "loss",
        Verdict::Draw => "draw",
    });
    json!({
        "team": report.team.map(Team::index),
        "names": report.names,
        "points": report.points,
        "shots": report.shots,
        "result": verdict,
    })
}
