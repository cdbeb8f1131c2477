//! Malformed requests, each with the expected status.

use crate::ServerProcess;
use crate::http::Line;
use crate::load_match::users;
use std::error::Error;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

/// Method, path, body, status.
type Case = (&'static str, &'static str, &'static str, u16);

const NOBODY: &str = "/shots?match_id=6f0c7b1e-9d3c-4a52-8a44-0123456789ab";
const SHOT: &str = r#"{"translational_velocity":2.4,"angular_velocity":1.5,"shot_angle":1.57}"#;

const CASES: [Case; 16] = [
    ("POST", "/matches", "", 422),
    ("POST", "/matches", "{", 422),
    ("POST", "/matches", "[[[[[[[[[[[[[[[[[[[[[[", 422),
    ("POST", "/matches", r#"{"game_mode":"ludo"}"#, 422),
    ("POST", "/shots", SHOT, 422),
    ("POST", "/shots?match_id=none", SHOT, 422),
    ("POST", "/shots?match_id=%ff", SHOT, 422),
    ("POST", NOBODY, SHOT, 404),
    (
        "POST",
        NOBODY,
        r#"{"translational_velocity":NaN,"shot_angle":1}"#,
        422,
    ),
    (
        "POST",
        NOBODY,
        r#"{"translational_velocity":1e9,"shot_angle":1}"#,
        422,
    ),
    ("POST", "/store-team-config?match_id=1", "{}", 422),
    ("POST", "/matches/none/end-setup?request=pp_left", "", 422),
    ("GET", "/matches/none/stream", "", 422),
    (
        "GET",
        "/matches/6f0c7b1e-9d3c-4a52-8a44-0123456789ab/viewer",
        "",
        404,
    ),
    ("DELETE", "/matches", "", 405),
    ("GET", "/../../etc/passwd", "", 404),
];

/// The most memory growth of the server in the second half, in MiB.
const GROWTH: f64 = 8.0;

pub(crate) async fn send(
    server_process: &ServerProcess,
    count: usize,
) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let [(name, password), _] = users(0);
    let user = Some((name.as_str(), password.as_str()));
    let mut line = Line::open(Ipv4Addr::LOCALHOST, server_process.address, user).await?;
    let (mut half, mut waits) = (None, 0);
    let mut number = 0;
    while number < count {
        let (method, path, body, status) = CASES[number % CASES.len()];
        let answer = line.ask(method, path, body).await?;
        if answer.status == 429 {
            waits += 1;
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        }
        if answer.status != status || !answer.body.contains("\"detail\"") {
            return Err(format!("{method} {path} {body}: {status} expected, {answer:?}").into());
        }
        number += 1;
        if number == count / 2 {
            half = server_process.memory();
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{count} malformed requests got their statuses in {seconds:.1} s ({waits} rate-limited)"
    );
    server_process.say_memory("after them");
    match (half, server_process.memory()) {
        (Some(half), Some(end)) if end - half > GROWTH => {
            Err(format!("the server grows: {half:.1} MiB half way, {end:.1} MiB now").into())
        }
        _ => Ok(()),
    }
}
