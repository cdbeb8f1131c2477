//! A load test of the Digital Curling 4 server: many matches at once, lost states and response
//! times.
//!
//! `dc4_load [--matches 200] [--ends 2] [--think 500] [--malformed 0]` starts a server (this
//! program again, as a process of its own), plays the matches with scripted players that wait
//! `think` milliseconds on average before they throw, and watches each match by the streams of both
//! sides and of a spectator. The server records all matches in a folder, as in production. Every
//! state must come exactly once and in order on all three. With `--malformed N`, N malformed
//! requests follow; each must get its status, and the memory of the server must not grow.

mod http;
mod load_match;
mod malformed;

use digital_curling::dc4::server::{Options, serve};
use digital_curling::dc4::users::Users;
use std::error::Error;
use std::io::BufRead;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The parameters of the test.
#[derive(Clone, Copy, Debug)]
struct Load {
    matches: usize,
    ends: u32,
    think: u64,
    malformed: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut load = Load {
        matches: 200,
        ends: 2,
        think: 500,
        malformed: 0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--serve" => return run(server(value.into())),
            "--matches" => load.matches = value.parse()?,
            "--ends" => load.ends = value.parse()?,
            "--think" => load.think = value.parse()?,
            "--malformed" => load.malformed = value.parse()?,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    run(measured(load))
}

fn run(work: impl Future<Output = Result<(), Box<dyn Error>>>) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work)
}

async fn server(folder: PathBuf) -> Result<(), Box<dyn Error>> {
    let mut users = Users::new();
    for (name, password) in load_match::USERS {
        users.add(name, password)?;
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let mut options = Options::new(users);
    options.data = Some(folder);
    serve(listener, options, std::future::pending()).await?;
    Ok(())
}

/// A server process that ends with this program, and its data folder.
struct ServerProcess {
    process: Child,
    folder: PathBuf,
    address: SocketAddr,
}

impl ServerProcess {
    fn open() -> Result<Self, Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("dc4_load-{}", std::process::id()));
        let mut process = Command::new(std::env::current_exe()?)
            .arg("--serve")
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        std::io::BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse()?;
        Ok(ServerProcess {
            process,
            folder,
            address,
        })
    }

    /// Its memory in MiB; none where the system does not report it.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes / 1024.0)
    }

    fn say_memory(&self, when: &str) {
        if let Some(memory) = self.memory() {
            println!("memory of the server {when}: {memory:.1} MiB");
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn measured(load: Load) -> Result<(), Box<dyn Error>> {
    let server_process = ServerProcess::open()?;
    server_process.say_memory("at the beginning");
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
    server_process.say_memory("after the matches");
    if load.malformed > 0 {
        malformed::send(&server_process, load.malformed).await?;
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
