//! Clients of match servers of Digital Curling 3 and 4, with players written in Python or named
//! ones.

use crate::client_player::ClientPlayer;
use crate::connection::{connect, seconds};
use crate::faults::exception;
use crate::running::Running;
use curling::arena_game::Curling;
use curling::lineup;
use curling::rules::Team;
use digital_curling::dc3;
use digital_curling::dc4::client::{ClientError, JoinOptions, Server, play_with};
use digital_curling::dc4::message::Settings;
use digital_curling::dc4::state::State;
use lookahead::Seed;
use operations::{Fault, TaskHandle};
use pyo3::prelude::*;
use sakiyomi::tables;
use serde_json::{Value, json};
use std::path::PathBuf;
use uuid::Uuid;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(start_curling_client, module)?)?;
    module.add_function(wrap_pyfunction!(start_dc3_client, module)?)?;
    module.add_function(wrap_pyfunction!(create_curling_match, module)?)
}

/// A server, an account on it, and the certificates to trust.
type Account = (String, String, String, Option<PathBuf>);

fn server((url, user, password, tls_ca): Account) -> Result<Server, Fault> {
    let server = Server::new(&url, &user, &password);
    server
        .trusting(tls_ca.as_deref())
        .map_err(|why| Fault::wrong_at("tls_ca", why))
}

/// Starts a client that plays a match to its end; the answer is the report of the match. The player
/// is a player text, or a function that returns a seat.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "called by one function of the package"
)]
fn start_curling_client(
    py: Python<'_>,
    account: Account,
    id: &str,
    text: Option<&str>,
    seat: Option<Py<PyAny>>,
    team: usize,
    name: &str,
    seed: u64,
) -> PyResult<Running> {
    let player = ClientPlayer::new(text, seat)?;
    let wrong = |place: &str, why: String| exception(&Fault::wrong_at(place, why));
    let id: Uuid = id
        .parse()
        .map_err(|why| wrong("match", format!("{id}: {why}")))?;
    let side = Team::BOTH.get(team).copied();
    let side = side.ok_or_else(|| wrong("team", format!("there is no team {team}: 0 or 1")))?;
    let server = server(account).map_err(|fault| exception(&fault))?;
    let mut options = JoinOptions::new(id, side, name);
    options.seed = Seed(seed);
    options.cache = tables::cache();
    Running::start(py, move |task| play(&server, &options, &player, task))
}

fn play(
    server: &Server,
    options: &JoinOptions,
    player: &ClientPlayer,
    task: &TaskHandle,
) -> Result<Value, Fault> {
    let build = |curling: &Curling| player.build(lineup::of(curling.clone()));
    let mut watch = |state: &State| {
        let points = Team::BOTH.map(|team| state.total(team));
        let words = format!("end {}, {} - {}", state.end + 1, points[0], points[1]);
        task.report(None, words);
    };
    let played = play_with(server, options, &build, &task.cancel(), &mut watch);
    let report = played.map_err(|error| match error {
        ClientError::Cancelled => Fault::cancelled(),
        error => Fault::failed(error),
    })?;
    Ok(json!({
        "side": report.side,
        "winner": report.winner,
        "points": report.score,
        "thrown": report.thrown,
        "reconnections": report.reconnections,
    }))
}

/// Starts a client of a server of Digital Curling 3; the answer is the report of the match.
#[pyfunction]
fn start_dc3_client(
    py: Python<'_>,
    address: String,
    text: Option<&str>,
    seat: Option<Py<PyAny>>,
    name: String,
    seed: u64,
    patience: f64,
) -> PyResult<Running> {
    let player = ClientPlayer::new(text, seat)?;
    let patience = seconds("patience", patience)?;
    Running::start(py, move |task| {
        let stream = connect(&address, patience, task)?;
        let build = move |curling: &Curling| {
            player.build(lineup::of(curling.clone().with_cache(tables::cache())))
        };
        let session = dc3::client::ClientSession::new(name, build, Seed(seed), task.cancel());
        let report = dc3::client::play(stream, session, None).map_err(dc3_fault)?;
        if let Some(fault) = report.fault {
            return Err(Fault::failed(format!("the player failed: {fault}")));
        }
        let points = report
            .game
            .map(|game| Team::BOTH.map(|team| game.total(team)));
        Ok(json!({
            "team": report.team,
            "names": report.names,
            "points": points,
            "shots": report.shots,
            "result": report.result,
            "warnings": report.warnings,
        }))
    })
}

fn dc3_fault(error: dc3::client::ClientError) -> Fault {
    match error {
        dc3::client::ClientError::Cancelled => Fault::cancelled(),
        error => Fault::failed(error),
    }
}

/// Creates a match on a server and returns its id.
#[pyfunction]
fn create_curling_match(
    py: Python<'_>,
    account: Account,
    ends: u32,
    mixed_doubles: bool,
) -> PyResult<String> {
    let created = py.detach(|| {
        let settings = if mixed_doubles {
            Settings::mixed_doubles(ends, 0)
        } else {
            Settings::standard(ends)
        };
        server(account)?
            .create_match(&settings)
            .map_err(Fault::failed)
    });
    let id = created.map_err(|fault| exception(&fault))?;
    Ok(id.to_string())
}
