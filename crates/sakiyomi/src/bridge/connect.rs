//! `bridge connect`: a built-in player as a client of a table manager.

use super::boards;
use super::client_player::{ClientPlayer, DEFAULT_PLAYER};
use super::client_session::ClientSession;
use super::lineup;
use crate::cli::Common;
use crate::exit::{INTERRUPTED, usage};
use crate::{connection, interrupt, show};
use arena::PlayerSpec;
use arena::clock::Span;
use bridge::manager::TableClient;
use bridge::record::Record;
use bridge::{Seat, notation};
use clap::Args;
use std::process::ExitCode;

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
    let player = lineup().build(&asked.player).map_err(usage)?;
    let player = ClientPlayer::new(player, common.seed(), asked.per_move, &cancel);
    let client = TableClient::new(&asked.team, asked.seat);
    let mut session = ClientSession::new(stream, client, player, asked.timeout.0, cancel.clone())?;
    let ended = session.run(|record: &Record| boards::tell(record, common));
    if ended.is_err() && cancel.is_cancelled() {
        show::note("stopped in the middle of the session");
        return Ok(INTERRUPTED.into());
    }
    ended.map(|()| ExitCode::SUCCESS)
}
