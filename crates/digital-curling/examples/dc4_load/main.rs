//! A load test of the Digital Curling 4 server: many matches at once, attacks, and kills.
//!
//! `dc4_load [--matches 200] [--ends 2] [--think 500] [--durable 0] [--drip 0] [--passwords 0]
//! [--malformed 0] [--kills 0]` starts a server (this program again, as a process of its own),
//! plays the matches with scripted players that wait `think` milliseconds on average before they
//! throw, and watches each match by the streams of both sides and of a spectator. The server
//! records all matches in a folder, as in production; with `--durable 1` on the disk before it
//! answers. Every state must come exactly once and in order on all three.
//!
//! Meanwhile `--drip N` holds N connections open, from two addresses, and drips a request head into
//! each byte by byte; `--passwords N` sends N wrong passwords from one address. Honest clients are
//! measured beside them. Afterwards `--malformed N` sends N malformed requests, each of which must
//! get its status without the server growing, and `--kills N` kills the server N times with SIGKILL
//! in the middle of matches between clients of ours, none of which may lose or double a shot.
//! `dc4_load all` does everything that `docs/results/server.md` tells.

mod attacks;
mod http;
mod kills;
mod load_match;
mod malformed;
mod server_process;

use digital_curling::dc4::server::{Options, serve};
use digital_curling::dc4::users::Users;
use server_process::ServerProcess;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// The parameters of the test.
#[derive(Clone, Copy, Debug)]
struct Load {
    matches: usize,
    ends: u32,
    think: u64,
    durable: usize,
    drip: usize,
    passwords: usize,
    malformed: usize,
    kills: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut load = Load {
        matches: 200,
        ends: 2,
        think: 500,
        durable: 0,
        drip: 0,
        passwords: 0,
        malformed: 0,
        kills: 0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        if option == "all" {
            return run(all(load));
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--serve" => return run(server(value, arguments.collect())),
            "--matches" => load.matches = value.parse()?,
            "--ends" => load.ends = value.parse()?,
            "--think" => load.think = value.parse()?,
            "--durable" => load.durable = value.parse()?,
            "--drip" => load.drip = value.parse()?,
            "--passwords" => load.passwords = value.parse()?,
            "--malformed" => load.malformed = value.parse()?,
            "--kills" => load.kills = value.parse()?,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    run(measured(load))
}

/// Every measurement of `docs/results/server.md`, one after the other.
async fn all(usual: Load) -> Result<(), Box<dyn Error>> {
    let malformed = Load {
        malformed: 10_000,
        ..usual
    };
    let thousand = Load {
        matches: 1000,
        think: 4000,
        ..usual
    };
    let drip = Load {
        drip: 4000,
        ..usual
    };
    let passwords = Load {
        passwords: 10_000,
        ..usual
    };
    let durable = Load {
        durable: 1,
        ..usual
    };
    let kills = Load {
        matches: 2,
        kills: 100,
        ..usual
    };
    for load in [malformed, thousand, drip, passwords, durable, kills] {
        println!("\n{load:?}");
        measured(load).await?;
    }
    Ok(())
}

fn run(work: impl Future<Output = Result<(), Box<dyn Error>>>) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

/// The server: where to listen, and its folder, users and durability.
async fn server(listen: String, rest: Vec<String>) -> Result<(), Box<dyn Error>> {
    let [folder, matches, durable] = rest.as_slice() else {
        return Err("--serve ADDRESS FOLDER MATCHES DURABLE".into());
    };
    let mut users = Users::new();
    let last = matches.parse::<usize>()?.max(1) - 1;
    for number in (0..=last).step_by(200).chain([last]) {
        for (name, password) in load_match::users(number) {
            if !users.contains(&name) {
                users.add(&name, &password)?;
            }
        }
    }
    users.add(attacks::LATE.0, attacks::LATE.1)?;
    let listener = web::bind(&listen).await?;
    println!("{}", listener.local_addr()?);
    let mut options = Options::new(users);
    options.data = Some(PathBuf::from(folder));
    options.durable = durable == "1";
    serve(listener, options, std::future::pending()).await?;
    Ok(())
}

async fn measured(load: Load) -> Result<(), Box<dyn Error>> {
    // Clients are open files, too.
    web::open_files::raise(6 * load.matches + load.drip + 500)?;
    let mut server_process = ServerProcess::open(load)?;
    server_process.say_memory("at the beginning");
    let attacks = attacks::Attacks::start(server_process.address, load);
    let began = Instant::now();
    let mut playing = Vec::new();
    for number in 0..load.matches {
        playing.push(tokio::spawn(load_match::play(
            server_process.address,
            load,
            number,
        )));
    }
    let (mut shots, mut states) = (Vec::new(), 0);
    for (number, playing) in playing.into_iter().enumerate() {
        let played = playing.await?;
        let played = played.map_err(|why| format!("match {number}: {why}"))?;
        states += played.states;
        shots.extend(played.shots);
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{} matches at once, {} shots and {states} states, each sent once and in order to both sides and a spectator, in {seconds:.1} s ({:.0} shots/s)",
        load.matches,
        shots.len(),
        shots.len() as f64 / seconds
    );
    let column = |of: fn(&load_match::Taken) -> f64| shots.iter().map(of).collect::<Vec<_>>();
    percentiles(
        "POST /shots, as the client sees it",
        column(|shot| shot.all),
    );
    percentiles("of which simulation", column(|shot| shot.simulation));
    percentiles(
        "apart from simulation",
        column(|shot| shot.all - shot.simulation),
    );
    percentiles(
        "of which inside the server",
        column(|shot| shot.inside - shot.simulation),
    );
    attacks.end().await?;
    server_process.say_memory("after the matches");
    if load.malformed > 0 {
        malformed::send(&server_process, load.malformed).await?;
    }
    if load.kills > 0 {
        kills::survive(&mut server_process, load.kills).await?;
    }
    Ok(())
}

fn percentiles(what: &str, mut milliseconds: Vec<f64>) {
    milliseconds.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (share * milliseconds.len() as f64) as usize;
        milliseconds[index.min(milliseconds.len() - 1)]
    };
    println!(
        "{what:<36} p50 {:7.2} ms  p90 {:7.2}  p99 {:7.2}  p99.9 {:7.2}  max {:7.2}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
