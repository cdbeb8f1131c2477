//! `curling serve`: a match server for the programs of four generations.
//!
//! The protocols are [`digital_curling`]'s; here are their options. Legacy, DCP and DC3 play one
//! series of matches between two seats ([`series`]); DC4 serves the matches that its users create,
//! many at once, until it is stopped ([`dc4`]).

mod dc4;
mod logbook;
mod seats;
mod series;

use super::conditions_args::{self, ConditionsArgs};
use crate::cli::Common;
use crate::network::Network;
use arena::Contender;
use arena::clock::Span;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// The protocol of a server or a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Protocol {
    /// The legacy platform's text commands
    Legacy,
    /// DCP, the text commands of DC2
    Dcp,
    /// Digital Curling 3: JSON lines over TCP
    Dc3,
    /// Digital Curling 4: HTTP and server-sent events
    Dc4,
}

impl Protocol {
    /// Returns the platform whose conditions are the default.
    pub(super) fn platform(self) -> &'static str {
        match self {
            Protocol::Legacy => "legacy",
            Protocol::Dcp => "dc2",
            Protocol::Dc3 => "dc3",
            Protocol::Dc4 => "dc4",
        }
    }
}

/// Run a server of Digital Curling matches
#[derive(Args, Debug)]
#[command(after_help = [SEATS, MATCHES, DICE, conditions_args::KEYS, EXAMPLES].join("\n\n"))]
pub(super) struct Serve {
    /// The protocol to speak
    #[arg(long, value_enum, default_value_t = Protocol::Dcp)]
    protocol: Protocol,
    #[command(flatten)]
    conditions: ConditionsArgs,
    /// The player of team 0: a built-in player, `legacy:COMMAND`, `dcp:COMMAND` or `person`
    /// [default: a client that connects]
    #[arg(long, value_name = "[NAME=]PLAYER")]
    player0: Option<Contender>,
    /// The player of team 1
    #[arg(long, value_name = "[NAME=]PLAYER")]
    player1: Option<Contender>,
    /// The address to listen on [default: 127.0.0.1:9876 for legacy and dcp, 127.0.0.1:10000 for
    /// dc4]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// The ports of team 0 and team 1 of dc3; 0 for any that is free [default: those of the file,
    /// or 10000,10001]
    #[arg(long, value_name = "PORT,PORT", value_parser = ports)]
    ports: Option<[u16; 2]>,
    /// A user who may log in; repeatable. Legacy and dcp accept any client if there is none
    #[arg(long = "user", value_name = "NAME:PASSWORD")]
    users: Vec<String>,
    /// A file of dc4's users with hashed passwords, made by `curling password`
    #[arg(long = "users", value_name = "FILE")]
    user_file: Option<PathBuf>,
    /// Keep dc4's matches in this folder; they continue after a restart
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Time without a connection or request after which a match of dc4 is given up [default: 24h]
    #[arg(long, value_name = "TIME")]
    abandon: Option<Span>,
    /// The number of finished matches of dc4 that can be read, from --data or else from memory
    /// [default: 500]
    #[arg(long, value_name = "COUNT")]
    finished: Option<usize>,
    /// Flush every shot of dc4 to the disk before answering it: a power failure loses none; slower
    #[arg(long, requires = "data")]
    durable: bool,
    /// A limit of dc4, such as `matches_of_user=1000`; repeatable
    #[arg(long = "limit", value_name = "NAME=NUMBER")]
    limits: Vec<String>,
    #[command(flatten)]
    network: Network,
    /// Time to wait for a client [default: unlimited]
    #[arg(long, value_name = "TIME")]
    wait: Option<Span>,
    /// Show the sheet during the match; of dc4, one match after the other
    #[arg(long)]
    watch: bool,
    /// Write a record and a log of every match into this folder: .dcl, or for dc3 a folder with
    /// game.dcl2, in the form of the official server
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Send SETSTATE before POSITION, as the thesis has it
    #[arg(long)]
    state_first: bool,
    /// Send trajectories to dc3's programs, one frame every N steps; 0 for none [default: as
    /// the file says, or 100]
    #[arg(long, value_name = "STEPS")]
    trajectory: Option<u32>,
}

const MATCHES: &str = "\
Users of dc4 create matches with their own settings; of the conditions, only referee=exact|fast \
applies to the server. Standard error has a line for every match that is created, joined, \
started, finished, deleted or abandoned, and for every end.";

const SEATS: &str = "\
A seat of legacy, dcp or dc3 is taken by --player0 or --player1, by the file of conditions, or by \
a client. A program that crashes, hangs, floods its output or sends an invalid command loses that \
match; the series goes on. NAME=PLAYER sets a player's name on the screen, in records and in \
logs. Commands to programs end with NUL; a program that does not answer ISREADY is restarted once \
with lines instead, and legacy-lines:COMMAND or dcp-lines:COMMAND uses lines from the start.";

const DICE: &str = "\
Dice: every match draws a fresh seed from the system. Its SHA-256 is published when the match \
begins, in the record and on standard error (dc4: in the journal and in GET /matches), the seed \
itself when the match is over; `curling replay --verify` checks both and every throw. With --seed \
N the dice repeat and can be predicted; the first line of the output says so.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling serve --player0 dcp:./SampleAI --player1 jiritsu:depth=1 --set time=219s --watch
  sakiyomi curling serve --player0 old=jiritsu --player1 new=jiritsu:preset=strongest --log logs
  sakiyomi curling serve --conditions server_config.json --match match_mix --log logs
  sakiyomi curling serve --protocol legacy --listen 0.0.0.0:9876 \\
    --user alpha:secret --user beta:other
  sakiyomi curling serve --protocol dc3 --player0 jiritsu --ports 10000,10001
  sakiyomi curling serve --protocol dc4 --user user0:pass0 --user user1:pass1 \\
    --data matches --log logs
  sakiyomi curling serve --protocol dc4 --listen 0.0.0.0:10000 --users users --data matches \\
    --tls-cert cert.pem --tls-key key.pem
  sakiyomi curling serve --player0 person --player1 sample --set ends=2";

fn ports(text: &str) -> Result<[u16; 2], String> {
    let form = || "write two ports with a comma, as in 10000,10001".to_owned();
    let (first, second) = text.split_once(',').ok_or_else(form)?;
    let port = |text: &str| text.trim().parse::<u16>().map_err(|_| form());
    Ok([port(first)?, port(second)?])
}

/// Says in the first line of the output that the dice are no secret.
fn tell_given_seed(common: &Common) -> anyhow::Result<()> {
    match common.seed_given() {
        // In JSON every match has its seed, a number if it was given.
        Some(seed) if !common.json() => crate::show::print(&format!(
            "seed {seed} is given: the dice repeat, and can be foretold\n"
        )),
        _ => Ok(()),
    }
}

pub(super) fn run(asked: &Serve, common: &Common) -> anyhow::Result<ExitCode> {
    match asked.protocol {
        Protocol::Dc4 => dc4::run(asked, common),
        _ => series::run(asked, common),
    }
}
