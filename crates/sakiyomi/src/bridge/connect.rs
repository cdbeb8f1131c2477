//! `bridge connect`: a built-in player as a client of a table manager.

use super::boards;
use super::client_player::{ClientPlayer, DEFAULT_PLAYER, written};
use super::tcp_lines::{LineError, Reader, send};
use crate::cli::Common;
use crate::exit::INTERRUPTED;
use crate::{connection, interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use bridge::manager::{ClientMessage, FreeText, Prompt, TableClient};
use bridge::record::Record;
use bridge::rules::Action;
use bridge::{Seat, View, notation};
use clap::Args;
use lookahead::Cancel;
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Play as a client of a table manager
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Connect {
    /// Address of the table manager
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// The seat to ask for [default: any]
    #[arg(long, value_name = "SEAT", value_parser = |text: &str| notation::seat(text))]
    seat: Option<Seat>,
    /// The name of the team
    #[arg(long, value_name = "NAME", default_value = "Sakiyomi")]
    team: String,
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    player: PlayerSpec,
    /// Time for each card
    #[arg(long, value_name = "TIME")]
    per_move: Option<Span>,
    /// Time to wait for a table manager that does not listen yet
    #[arg(long, value_name = "TIME", default_value = "30s")]
    patience: Span,
    /// Time to wait for a message of the table manager
    #[arg(long, value_name = "TIME", default_value = "10m")]
    timeout: Span,
}

const EXAMPLES: &str = "\
The protocol is that of Blue Chip Bridge, version 18, which most bridge programs speak. A player is NAME or NAME:key=value,key=value; `sakiyomi games` lists them.

Examples:
  sakiyomi bridge connect localhost:2000 --seat N --team Us
  sakiyomi bridge connect 192.168.0.7:2000 --seat S --team Us \\
    --player minimax:deals=100 --per-move 5s";

pub(super) fn run(asked: &Connect, common: &Common) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::cancel();
    let Some(stream) = connection::connect(&asked.address, asked.patience, &cancel)? else {
        return Ok(INTERRUPTED.into());
    };
    let player = ClientPlayer::new(&asked.player, common.seed(), asked.per_move, &cancel)?;
    let client = TableClient::new(&asked.team, asked.seat);
    let mut session = ClientSession::new(stream, client, player, asked.timeout.0, cancel.clone())?;
    let ended = session.run(|record: &Record| boards::tell(record, common));
    if ended.is_err() && cancel.is_cancelled() {
        show::note("stopped in the middle of the session");
        return Ok(INTERRUPTED.into());
    }
    ended.map(|()| ExitCode::SUCCESS)
}

/// A client of a table manager, from the connection to the end of the session.
pub(super) struct ClientSession {
    stream: TcpStream,
    reader: Reader,
    client: TableClient,
    player: ClientPlayer,
    timeout: Duration,
    cancel: Cancel,
}

impl ClientSession {
    pub(super) fn new(
        stream: TcpStream,
        client: TableClient,
        player: ClientPlayer,
        timeout: Duration,
        cancel: Cancel,
    ) -> anyhow::Result<Self> {
        let _ = stream.set_nodelay(true);
        let reader = Reader::new(stream.try_clone().context("cannot use the connection")?);
        Ok(ClientSession {
            stream,
            reader,
            client,
            player,
            timeout,
            cancel,
        })
    }

    /// Plays all boards; each finished board goes to `tell`.
    pub(super) fn run(
        &mut self,
        mut tell: impl FnMut(&Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.say(&self.client.connect())?;
        let mut told = false;
        loop {
            let until = Some(Instant::now() + self.timeout);
            let line = self
                .reader
                .line(until, &self.cancel)
                .map_err(|why| lost(&why))?;
            let need = self.client.receive(&line).context("the table manager")?;
            let end = need == Prompt::End;
            self.answer(need)?;
            let over = self.client.view().is_some_and(is_over);
            if over
                && !told
                && let Some(record) = self.client.record()
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
        let number = self.client.record().and_then(|record| record.number);
        let action = self.player.act(number.unwrap_or_default(), view)?;
        let lines = match action {
            Action::Call(call) => self.client.call(call, None),
            Action::Card(card) => self.client.play(card),
        };
        lines.with_context(|| format!("our player chose {}", written(action)))
    }

    fn say(&self, line: &ClientMessage) -> anyhow::Result<()> {
        send(&self.stream, &line.to_string()).map_err(|why| lost(&why))
    }
}

/// Returns whether all calls and cards of a board were made.
fn is_over(view: &View) -> bool {
    view.auction.has_ended() && view.turn().is_none()
}

fn lost(why: &LineError) -> anyhow::Error {
    anyhow::anyhow!("the table manager: {why}")
}
