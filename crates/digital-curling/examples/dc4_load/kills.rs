//! SIGKILL in the middle of matches: no shot may be lost or doubled.

use crate::load_match::users;
use crate::server_process::ServerProcess;
use arena::PlayerSpec;
use curling::rules::Team;
use digital_curling::dc4::client::{CallError, ClientError, JoinOptions, Report, Server, play};
use digital_curling::dc4::journal::Journal;
use digital_curling::dc4::message::Settings;
use digital_curling::match_state::Command;
use lookahead::Cancel;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use uuid::Uuid;

/// Matches that are played at once.
const MATCHES: usize = 4;

/// The pause between two kills.
const PACE: Duration = Duration::from_millis(400);

type Problem = Box<dyn Error + Send + Sync>;

/// Kills the server `count` times, and checks every match that was played meanwhile.
pub(crate) async fn survive(
    server: &mut ServerProcess,
    count: usize,
) -> Result<(), Box<dyn Error>> {
    let (done, url) = (
        Arc::new(AtomicBool::new(false)),
        format!("http://{}", server.address),
    );
    let tables: Vec<_> = (0..MATCHES)
        .map(|number| {
            let (done, url, folder) = (Arc::clone(&done), url.clone(), server.folder.clone());
            thread::spawn(move || {
                let mut totals = [0; 3];
                while !done.load(Ordering::Relaxed) {
                    let [shots, reconnections] = one_match(&url, &folder, number as u64)?;
                    totals = [totals[0] + 1, totals[1] + shots, totals[2] + reconnections];
                }
                Ok::<_, Problem>(totals)
            })
        })
        .collect();
    for _ in 0..count {
        tokio::time::sleep(PACE).await;
        server.restart()?;
    }
    done.store(true, Ordering::Relaxed);
    let mut totals = [0; 3];
    for table in tables {
        let own = table.join().map_err(|_| "a player has panicked")?;
        let own = own.map_err(|why| why.to_string())?;
        totals = [0, 1, 2].map(|part| totals[part] + own[part]);
    }
    let [matches, shots, reconnections] = totals;
    println!(
        "{count} times SIGKILL: {matches} matches with {shots} shots ended as if nothing had happened ({reconnections} reconnections)"
    );
    Ok(())
}

/// Shots and reconnections of a match between two clients of ours.
fn one_match(url: &str, folder: &Path, number: u64) -> Result<[usize; 2], Problem> {
    let [zero, one] = users(0).map(|(name, password)| Server::new(url, &name, &password));
    let id = patiently(|| zero.create_match(&Settings::standard(1)))?;
    let other = thread::spawn(move || side(&one, id, Team::One, number));
    let first = side(&zero, id, Team::Zero, number)?;
    let second = other.join().map_err(|_| "a player has panicked")??;
    if let (Some(first), Some(second)) = (&first, &second)
        && (first.winner, first.score) != (second.winner, second.score)
    {
        return Err(format!("match {id}: the sides saw different results").into());
    }
    let record = Journal::record(&Journal::path(folder, id))?.ok_or("a match without teams")?;
    record.replay()?;
    let thrown = |entry: &&digital_curling::Entry| matches!(entry.command, Command::Throw(_));
    let shots = record.entries.iter().filter(thrown).count();
    let ends = shots / 16;
    if shots != 16 * ends || ends == 0 || record.result.is_none() {
        return Err(format!("match {id}: {shots} shots are recorded").into());
    }
    let reports = [first, second].into_iter().flatten();
    Ok([shots, reports.map(|report| report.reconnections).sum()])
}

/// The report of a side; none if the server was killed right after the last shot, and knows the
/// match no more: its journal then tells.
fn side(server: &Server, id: Uuid, team: Team, number: u64) -> Result<Option<Report>, Problem> {
    let options = JoinOptions {
        patience: Duration::from_mins(1),
        seed: lookahead::Seed(number),
        ..JoinOptions::new(id, team, &team.to_string())
    };
    let player: PlayerSpec = "random".parse()?;
    match play(server, &options, &player, &Cancel::new(), &mut |_| ()) {
        Err(ClientError::Call(CallError::Refused { status: 404, .. })) => Ok(None),
        played => Ok(Some(played?)),
    }
}

/// Asks again while the server is down.
fn patiently<T>(ask: impl Fn() -> Result<T, CallError>) -> Result<T, Problem> {
    let mut attempts = 0;
    loop {
        match ask() {
            Err(why) if why.is_transient() && attempts < 600 => {
                attempts += 1;
                thread::sleep(Duration::from_millis(100));
            }
            done => return Ok(done?),
        }
    }
}
