//! `bridge serve`: a table manager for four programs.
//!
//! The words are those of [`bridge::manager`]; here are sockets, clocks and consequences. The
//! protocol knows no faults, so what follows from one is ours: before the first board the seat is
//! free again, later the session ends and the side of the client at fault has lost the board.

mod session;
#[cfg(test)]
mod tests;

use super::boards::{FinishedBoards, Source, tell};
use super::client_player::ClientPlayer;
use super::client_session::{ClientSession, SessionError};
use super::lineup;
use crate::cli::Common;
use crate::exit::{FAILED, INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use arena::secrecy::fresh_seed;
use bridge::manager::TableClient;
use bridge::record::Record;
use bridge::{Board, Seat, Side, notation};
use clap::Args;
use lookahead::{Cancel, Seed};
use serde_json::json;
use session::{Ended, Session};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Run a table manager for four programs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Serve {
    /// The port to listen at; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 2000)]
    port: u16,
    /// The address to listen at; 0.0.0.0 for all hosts of the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    #[command(flatten)]
    source: Source,
    /// One of our players in a seat: N=minimax:deals=20
    #[arg(long = "seat", value_name = "SEAT=PLAYER", value_parser = filled)]
    seats: Vec<(Seat, PlayerSpec)>,
    /// The names of our teams, North-South's first
    #[arg(long, value_name = "NAME,NAME", default_value = "Sakiyomi,Sakiyomi", value_parser = teams)]
    teams: [String; 2],
    /// Time for each card of our players
    #[arg(long, value_name = "TIME")]
    per_move: Option<Span>,
    /// Longest silence of a client while the table waits for it
    #[arg(long, value_name = "TIME", default_value = "2m")]
    timeout: Span,
    /// Time to wait until all seats are taken [default: no limit]
    #[arg(long, value_name = "TIME")]
    wait: Option<Span>,
    /// Write the boards into this file as they are over
    #[arg(long, value_name = "FILE")]
    pbn: Option<PathBuf>,
}

const EXAMPLES: &str = "\
The protocol is that of Blue Chip Bridge, version 18. Before the first board, a client that \
disconnects, is silent for longer than --timeout or sends an invalid message loses its seat; \
later its side loses the board, and the session ends with exit code 1.

Deals without --deals are drawn afresh for every session, and the seed is told at the end; --seed N deals the same boards again.

Examples:
  sakiyomi bridge serve --boards 8 --seed 7 --pbn session.pbn
  sakiyomi bridge serve --deals boards.pbn --seat N=minimax --seat S=minimax --teams Us,Them";

fn filled(text: &str) -> Result<(Seat, PlayerSpec), String> {
    let form = || "write a seat and a player, as in N=minimax:deals=20".to_owned();
    let (seat, player) = text.split_once('=').ok_or_else(form)?;
    let seat = notation::seat(seat).map_err(|why| why.to_string())?;
    let player: PlayerSpec = player
        .parse()
        .map_err(|why: arena::SpecError| why.to_string())?;
    Ok((seat, player))
}

fn teams(text: &str) -> Result<[String; 2], String> {
    let form = || "write two names with a comma, North-South's first".to_owned();
    let (first, second) = text.split_once(',').ok_or_else(form)?;
    Ok([first, second].map(|name| name.trim().to_owned()))
}

pub(super) fn run(asked: &Serve, common: &Common) -> anyhow::Result<ExitCode> {
    // Clients that know the deals of an earlier session must not know these.
    let seed = match common.seed_given() {
        Some(seed) => seed,
        None => fresh_seed().context("cannot draw a seed")?,
    };
    let boards = asked.source.boards(seed)?;
    let place = (asked.host.as_str(), asked.port);
    let listener = TcpListener::bind(place)
        .with_context(|| format!("cannot listen at {}:{}", asked.host, asked.port))?;
    let address = listener.local_addr().context("cannot listen")?;
    if !common.quiet() {
        show::note(&format!("waiting for clients at {address}"));
    }
    let mut kept = FinishedBoards::new(asked.pbn.clone())?;
    let cancel = interrupt::cancel();
    let ended = host(listener, boards, asked, seed, &cancel, |record| {
        tell(&record, common)?;
        kept.add(record)
    })?;
    let concluded = conclude(&ended, &kept, common)?;
    if common.seed_given().is_none() {
        show::note(&format!("seed of the deals and of our players: {}", seed.0));
    }
    Ok(concluded)
}

fn conclude(ended: &Ended, kept: &FinishedBoards, common: &Common) -> anyhow::Result<ExitCode> {
    if common.json() {
        let (boards, total) = (kept.records.len(), kept.total());
        let fault = match ended {
            Ended::Fault(seat, words) => {
                let side = Side::from(*seat);
                json!({ "seat": seat.letter(), "side": side, "what": words })
            }
            _ => json!(null),
        };
        let points = json!({ "NS": total, "EW": -total });
        show::print_json(&json!({ "boards": boards, "points": points, "fault": fault }))?;
    } else {
        show::print(&kept.sum())?;
    }
    match ended {
        Ended::Done => Ok(ExitCode::SUCCESS),
        Ended::Interrupted => Ok(INTERRUPTED.into()),
        Ended::Fault(seat, words) => {
            let side = Side::from(*seat);
            show::note(&format!(
                "{words}; {side} lose the board, and the session ends"
            ));
            Ok(FAILED.into())
        }
        Ended::Alone => {
            show::note("time-out: not all seats were taken");
            Ok(FAILED.into())
        }
    }
}

/// Plays all boards with the connected clients; `over` receives each finished board.
fn host(
    listener: TcpListener,
    boards: Vec<Board>,
    asked: &Serve,
    seed: Seed,
    cancel: &Cancel,
    over: impl FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<Ended> {
    let twice = (1..asked.seats.len()).find(|&i| {
        asked.seats[..i]
            .iter()
            .any(|(seat, _)| *seat == asked.seats[i].0)
    });
    if let Some(i) = twice {
        return Err(usage(format!("--seat {} is there twice", asked.seats[i].0)));
    }
    let address = listener.local_addr().context("cannot listen")?;
    let clients = asked.seats.iter().map(|(seat, player)| {
        let seed = seed.stream(u64::MAX).stream(*seat as u64);
        let player = lineup().build(player).map_err(usage)?;
        let player = ClientPlayer::new(player, seed, asked.per_move, cancel);
        let client = TableClient::new(&asked.teams[*seat as usize % 2], Some(*seat));
        let stream = TcpStream::connect(address).context("cannot reach our own table")?;
        let ours = stream.local_addr().context("cannot reach our own table")?;
        Ok((
            ours,
            ClientSession::new(stream, client, player, PATIENT, cancel.clone())?,
        ))
    });
    let clients: Vec<_> = clients.collect::<anyhow::Result<_>>()?;
    let ours = clients.iter().map(|(address, _)| *address).collect();
    let wait = asked.wait.map(|Span(time)| time);
    let session = Session::new(boards, asked.timeout.0, wait, ours)?;
    std::thread::scope(|scope| {
        for (_, mut client) in clients {
            // The session notices a fault of our own players as of any client.
            scope.spawn(move || client.run(|_| Ok::<_, SessionError>(())));
        }
        session.run(listener, cancel, over)
    })
}

/// Time-out of our own players, longer than any client may keep the table waiting.
const PATIENT: Duration = Duration::from_hours(24);
