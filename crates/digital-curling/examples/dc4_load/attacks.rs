//! Attacks while matches are played, and honest clients beside them.

use crate::http::{Line, connect};
use crate::{Load, percentiles};
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A user who logs in only after the attack, from the attacker's address.
pub(crate) const LATE: (&str, &str) = ("late", "secret");

/// The addresses of dripping clients.
const DRIPPING: [Ipv4Addr; 2] = [Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3)];

/// The address of the client that guesses passwords.
const GUESSING: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);

/// Connections of the client that guesses passwords.
const GUESSERS: usize = 20;

/// The pause between two requests of an honest client.
const PACE: Duration = Duration::from_millis(20);

type Problem = Box<dyn Error + Send + Sync>;

/// The attacks that are under way.
pub(crate) struct Attacks {
    address: SocketAddr,
    load: Load,
    stop: watch::Sender<bool>,
    drips: Vec<JoinHandle<u64>>,
    guesses: Vec<JoinHandle<Result<[usize; 2], Problem>>>,
    honest: Option<JoinHandle<Result<Vec<f64>, Problem>>>,
}

impl Attacks {
    pub(crate) fn start(address: SocketAddr, load: Load) -> Self {
        let stop = watch::Sender::new(false);
        let drips = (0..load.drip)
            .map(|number| tokio::spawn(drip(address, DRIPPING[number % 2], stop.subscribe())));
        let guessers = if load.passwords > 0 { GUESSERS } else { 0 };
        let guesses = (0..guessers)
            .map(|number| tokio::spawn(guess(address, number, load.passwords / GUESSERS)));
        let measured = load.drip + load.passwords > 0;
        Attacks {
            drips: drips.collect(),
            guesses: guesses.collect(),
            honest: measured.then(|| tokio::spawn(honest(address, stop.subscribe()))),
            address,
            load,
            stop,
        }
    }

    /// Waits for the last guess, ends the others, and tells how honest clients fared.
    pub(crate) async fn end(self) -> Result<(), Box<dyn Error>> {
        let mut answers = [0; 2];
        for task in self.guesses {
            let [wrong, refused] = task.await?.map_err(|why| why.to_string())?;
            answers = [answers[0] + wrong, answers[1] + refused];
        }
        self.stop.send_replace(true);
        let mut reconnections = 0;
        for task in self.drips {
            reconnections += task.await?;
        }
        if self.load.drip > 0 {
            let count = self.load.drip;
            println!(
                "{count} dripping connections were closed and opened again {reconnections} times"
            );
        }
        if self.load.passwords > 0 {
            let [wrong, refused] = answers;
            println!("{wrong} wrong passwords got 401, {refused} were refused unread (429)");
            let mut late = Line::open(GUESSING, self.address, Some(LATE)).await?;
            let answer = late.post("/matches", "{").await?;
            if answer.status != 422 {
                return Err(
                    format!("another user of that address is locked out: {answer:?}").into(),
                );
            }
        }
        if let Some(honest) = self.honest {
            let times = honest.await?.map_err(|why| why.to_string())?;
            percentiles("GET /matches, new connection each", times);
        }
        Ok(())
    }
}

/// Holds a connection and drips a head into it; again when it is closed.
async fn drip(address: SocketAddr, from: Ipv4Addr, mut stop: watch::Receiver<bool>) -> u64 {
    let mut reconnections = 0;
    let dripping = async {
        loop {
            if let Ok(mut stream) = connect(from, address).await {
                let mut sent = stream.write_all(b"GET /matches HTTP/1.1\r\nX: ").await;
                while sent.is_ok() {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    sent = stream.write_all(b"x").await;
                }
            }
            reconnections += 1;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        () = dripping => {}
        _ = stop.wait_for(|&stop| stop) => {}
    }
    reconnections
}

/// Sends wrong passwords: for one account, for the other, and for names that do not exist.
async fn guess(address: SocketAddr, number: usize, count: usize) -> Result<[usize; 2], Problem> {
    let mut answers = [0; 2];
    for attempt in 0..count {
        let name = match attempt % 3 {
            0 => "user0".to_owned(),
            1 => "user1".to_owned(),
            _ => format!("invented{number}-{attempt}"),
        };
        let guessed = format!("guess{attempt}");
        let mut line = Line::open(GUESSING, address, Some((&name, &guessed))).await?;
        match line.post("/matches", "{}").await?.status {
            401 => answers[0] += 1,
            429 => answers[1] += 1,
            status => return Err(format!("a wrong password got {status}").into()),
        }
    }
    Ok(answers)
}

/// The milliseconds of honest requests, each on a connection of its own.
async fn honest(address: SocketAddr, stop: watch::Receiver<bool>) -> Result<Vec<f64>, Problem> {
    let mut times = Vec::new();
    while !*stop.borrow() {
        let began = Instant::now();
        let mut line = Line::open(Ipv4Addr::LOCALHOST, address, None).await?;
        let answer = line.ask("GET", "/matches", "").await?;
        if answer.status != 200 {
            return Err(format!("an honest request got {answer:?}").into());
        }
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        tokio::time::sleep(PACE).await;
    }
    Ok(times)
}
