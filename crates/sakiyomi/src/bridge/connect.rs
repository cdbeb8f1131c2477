//! `bridge connect`: one of our players as a client of a table manager.

use super::boards;
use super::chair::{Chair, DEFAULT_PLAYER, written};
use super::wire::{Lost, Reader, send};
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use bridge::manager::{ClientMessage, FreeText, Prompt, TableClient};
use bridge::record::Record;
use bridge::rules::Action;
use bridge::{Seat, View, notation};
use clap::Args;
use lookahead::Cancel;
use std::net::{TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Sit down at a table manager's table and play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Connect {
    /// Where the table manager listens
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// The seat to ask for [default: any]
    #[arg(long, value_name = "SEAT", value_parser = |text: &str| notation::seat(text))]
    seat: Option<Seat>,
    /// The name of the team
    #[arg(long, value_name = "NAME", default_value = "Sakiyomi")]
    team: String,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    player: PlayerSpec,
    /// Time for each card
    #[arg(long, value_name = "TIME")]
    per_move: Option<Span>,
    /// How long to wait for the manager to say something
    #[arg(long, value_name = "TIME", default_value = "10m")]
    timeout: Span,
}

const EXAMPLES: &str = "\
The protocol is that of Blue Chip Bridge, version 18, which most bridge programs speak. A player is NAME or NAME:key=value,key=value; `sakiyomi games` lists them.

Examples:
  sakiyomi bridge connect localhost:2000 --seat N --team Us
  sakiyomi bridge connect 192.168.0.7:2000 --seat S --team Us --player minimax:deals=100 --per-move 5s";

pub(super) fn run(asked: &Connect, common: &Common) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::cancel();
    let stream = reach(&asked.address)?;
    let chair = Chair::new(&asked.player, common.seed(), asked.per_move, &cancel)?;
    let guest = TableClient::new(&asked.team, asked.seat);
    let mut visit = Visit::new(stream, guest, chair, asked.timeout.0, cancel.clone())?;
    let stayed = visit.stay(|record: &Record| boards::tell(record, common));
    if stayed.is_err() && cancel.is_cancelled() {
        show::note("stopped in the middle of the session");
        return Ok(INTERRUPTED.into());
    }
    stayed.map(|()| ExitCode::SUCCESS)
}

/// Time-out of the connection.
const KNOCK: Duration = Duration::from_secs(10);

fn reach(address: &str) -> anyhow::Result<TcpStream> {
    let found = address.to_socket_addrs();
    let found = found.map_err(|why| usage(format!("{address}: {why} (write HOST:PORT)")))?;
    let mut last = None;
    for address in found {
        match TcpStream::connect_timeout(&address, KNOCK) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    let why = last.map_or_else(|| "no such place".to_owned(), |error| error.to_string());
    anyhow::bail!("cannot connect to {address}: {why}")
}

/// One client at a table, from sitting down to the end of the session.
pub(super) struct Visit {
    stream: TcpStream,
    reader: Reader,
    guest: TableClient,
    chair: Chair,
    timeout: Duration,
    cancel: Cancel,
}

impl Visit {
    pub(super) fn new(
        stream: TcpStream,
        guest: TableClient,
        chair: Chair,
        timeout: Duration,
        cancel: Cancel,
    ) -> anyhow::Result<Self> {
        let _ = stream.set_nodelay(true);
        let reader = Reader::new(stream.try_clone().context("cannot use the connection")?);
        Ok(Visit {
            stream,
            reader,
            guest,
            chair,
            timeout,
            cancel,
        })
    }

    /// Plays all boards; `tell` hears of each that is over.
    pub(super) fn stay(
        &mut self,
        mut tell: impl FnMut(&Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.say(&self.guest.connect())?;
        let mut told = false;
        loop {
            let until = Some(Instant::now() + self.timeout);
            let line = self
                .reader
                .line(until, &self.cancel)
                .map_err(|why| lost(&why))?;
            let need = self.guest.receive(&line).context("the table manager")?;
            let end = need == Prompt::End;
            self.answer(need)?;
            let over = self.guest.view().is_some_and(is_over);
            if over
                && !told
                && let Some(record) = self.guest.record()
            {
                tell(&record)?;
            }
            told = over;
            if end {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, need: Prompt) -> anyhow::Result<()> {
        let lines = match need {
            Prompt::Wait | Prompt::End => vec![],
            Prompt::Send(line) => vec![line],
            Prompt::Call(view) | Prompt::Card(view) => self.decide(&view)?,
            Prompt::Explain(..) => {
                let words = FreeText::new("natural");
                return send(&self.stream, words.as_str()).map_err(|why| lost(&why));
            }
        };
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn decide(&mut self, view: &View) -> anyhow::Result<Vec<ClientMessage>> {
        let number = self.guest.record().and_then(|record| record.number);
        let action = self.chair.act(number.unwrap_or_default(), view)?;
        let lines = match action {
            Action::Call(call) => self.guest.call(call, None),
            Action::Card(card) => self.guest.play(card),
        };
        lines.with_context(|| format!("our player chose {}", written(action)))
    }

    fn say(&self, line: &ClientMessage) -> anyhow::Result<()> {
        send(&self.stream, &line.to_string()).map_err(|why| lost(&why))
    }
}

/// Whether all calls and cards of a board were made.
fn is_over(view: &View) -> bool {
    view.auction.has_ended() && view.turn().is_none()
}

fn lost(why: &Lost) -> anyhow::Error {
    anyhow::anyhow!("the table manager: {why}")
}
