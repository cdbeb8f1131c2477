//! `curling connect`: a built-in player as a client of a match server.

use super::conditions_args::{self, ConditionsArgs};
use super::serve::Protocol;
use crate::cli::Common;
use crate::exit::{FAILED, INTERRUPTED, usage};
use crate::{connection, interrupt, show, tables};
use arena::clock::Span;
use arena::player::Player;
use arena::process::{Connection, Limits};
use arena::{PlayerSpec, SpecError};
use clap::Args;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::Team;
use digital_curling::dc3::client::ClientSession;
use digital_curling::dc4::client::{ClientError, JoinOptions, Server};
use digital_curling::dc4::message::Settings;
use digital_curling::text::client::{ServeError, log_in, serve};
use digital_curling::text::commands::Login;
use digital_curling::text::{Client, Terminator};
use digital_curling::{dc3, dc4};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Play as a client of a match server
#[derive(Args, Debug)]
#[command(after_help = [HOW, conditions_args::KEYS, EXAMPLES].join("\n\n"))]
pub(super) struct Connect {
    /// The server: HOST:PORT, or for dc4 its URL [default for legacy and dcp: standard input and
    /// output]
    server: Option<String>,
    /// The protocol to speak
    #[arg(long, value_enum)]
    protocol: Protocol,
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = "jiritsu")]
    player: PlayerSpec,
    /// Name of the team
    #[arg(long, value_name = "NAME", default_value = "Sakiyomi")]
    name: String,
    /// User name and password
    #[arg(long, value_name = "NAME:PASSWORD")]
    user: Option<String>,
    /// Id of the dc4 match
    #[arg(long = "id", value_name = "UUID", conflicts_with = "new")]
    id: Option<String>,
    /// Create a dc4 match with this many ends, and print its id
    #[arg(long, value_name = "ENDS")]
    new: Option<u32>,
    /// Create a mixed doubles match
    #[arg(long, requires = "new")]
    mixed_doubles: bool,
    /// Preferred side in dc4
    #[arg(long, value_name = "TEAM", default_value = "team0", value_parser = team)]
    team: Team,
    /// Trust the certificates of this PEM file only, for dc4 over https [default: those of the
    /// system]
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// Time to wait for a server that does not listen yet
    #[arg(long, value_name = "TIME", default_value = "30s")]
    patience: Span,
    #[command(flatten)]
    conditions: ConditionsArgs,
}

const HOW: &str = "\
Without a server, legacy and dcp run as a program that a server starts, on standard input and \
output. The ice is the platform's unless --platform, --conditions or --set change it; dc3 and dc4 \
servers send theirs. Passwords and games are sent unencrypted, except by dc4 over https.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling connect --protocol dcp --player jiritsu:depth=1   # in a script a server starts
  sakiyomi curling connect --protocol legacy localhost:9876 --user alpha:secret --player gccs
  sakiyomi curling connect --protocol dc3 localhost:10001 --player jiritsu
  sakiyomi curling connect --protocol dc4 http://localhost:10000 --user user0:pass0 --new 8";

fn team(text: &str) -> Result<Team, String> {
    match text {
        "team0" | "0" => Ok(Team::Zero),
        "team1" | "1" => Ok(Team::One),
        _ => Err("write team0 or team1".to_owned()),
    }
}

pub(super) fn run(asked: &Connect, common: &Common) -> anyhow::Result<ExitCode> {
    let plan = asked.conditions.plan(asked.protocol.platform())?;
    conditions_args::warn(&plan);
    let curling = conditions_args::curling(plan.conditions.clone())?;
    built(&curling, &asked.player).map_err(usage)?;
    match asked.protocol {
        Protocol::Legacy | Protocol::Dcp => by_text(asked, plan.conditions, common),
        Protocol::Dc3 => by_dc3(asked, common),
        Protocol::Dc4 => by_dc4(asked, common),
    }
}

/// Builds a built-in player, with the binary's cache of tables.
fn built(curling: &Curling, player: &PlayerSpec) -> Result<Box<dyn Player<Curling>>, SpecError> {
    lineup::of(curling.clone().with_cache(tables::cache())).build(player)
}

fn by_text(asked: &Connect, conditions: Conditions, common: &Common) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::cancel();
    let player = asked.player.clone();
    let maker = Box::new(move |curling: &Curling| built(curling, &player));
    let mut client = Client::new(conditions, maker, common.seed()).map_err(usage)?;
    let (ends, limits) = (Terminator::Nul.line_end(), Limits::default());
    let played = if let Some(server) = &asked.server {
        let Some(stream) = connection::connect(server, asked.patience, &cancel)? else {
            return Ok(INTERRUPTED.into());
        };
        let mut connection = Connection::tcp(stream, ends, limits)?;
        let (id, password) = asked.user()?;
        let login = Login {
            id,
            password,
            name: Some(asked.name.clone()),
        };
        log_in(&mut connection, &login, asked.patience.0, &cancel)
            .and_then(|()| serve(&mut client, &mut connection, &cancel))
    } else {
        let mut connection = Connection::over(std::io::stdin(), std::io::stdout(), ends, limits)?;
        serve(&mut client, &mut connection, &cancel)
    };
    match played {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ServeError::Interrupted) => Ok(INTERRUPTED.into()),
        Err(error) => Err(error.into()),
    }
}

fn by_dc3(asked: &Connect, common: &Common) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::cancel();
    let server = asked.server()?;
    let Some(stream) = connection::connect(server, asked.patience, &cancel)? else {
        return Ok(INTERRUPTED.into());
    };
    let player = asked.player.clone();
    let build = move |curling: &Curling| built(curling, &player);
    let session = ClientSession::new(asked.name.clone(), build, common.seed(), cancel.clone());
    let report = dc3::client::play(stream, session, None);
    if cancel.is_cancelled() {
        return Ok(INTERRUPTED.into());
    }
    let report = report?;
    for warning in &report.warnings {
        show::note(&format!("warning: {warning}"));
    }
    let points = report
        .game
        .map(|game| Team::BOTH.map(|team| game.total(team)));
    if common.json() {
        show::print_json(
            &json!({ "team": report.team, "names": report.names, "points": points, "shots": report.shots, "result": report.result }),
        )?;
    } else {
        let score = points.map_or_else(String::new, |[a, b]| format!(", {a} - {b}"));
        let team = report
            .team
            .map_or_else(|| "no team".to_owned(), |team| team.to_string());
        show::print(&format!(
            "played as {team}{score}, {} shots\n",
            report.shots
        ))?;
    }
    if let Some(fault) = report.fault {
        show::note(&format!("our player's fault: {fault}"));
        return Ok(FAILED.into());
    }
    Ok(ExitCode::SUCCESS)
}

fn by_dc4(asked: &Connect, common: &Common) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::cancel();
    let (user, password) = asked.user()?;
    let address = asked.server()?;
    let system = || std::env::var_os("SSL_CERT_FILE").filter(|_| address.starts_with("https:"));
    let trusted = asked.tls_ca.clone();
    let trusted = trusted.or_else(|| system().map(PathBuf::from));
    let server = Server::new(address, &user, &password).trusting(trusted.as_deref())?;
    let id = match (&asked.id, asked.new) {
        (Some(id), _) => id
            .parse()
            .map_err(|why| usage(format!("--id {id}: {why}")))?,
        (None, Some(ends)) => {
            let settings = if asked.mixed_doubles {
                Settings::mixed_doubles(ends, 0)
            } else {
                Settings::standard(ends)
            };
            let id = server.create_match(&settings)?;
            show::note(&format!("new match: {id}"));
            id
        }
        (None, None) => {
            return Err(usage(
                "name the match with --id, or create one with --new ENDS",
            ));
        }
    };
    let mut invitation = JoinOptions::new(id, asked.team, &asked.name);
    invitation.patience = asked.patience.0.max(Duration::from_secs(1));
    invitation.seed = common.seed();
    invitation.cache = tables::cache();
    match dc4::client::play(&server, &invitation, &asked.player, &cancel, &mut |_| ()) {
        Ok(report) => {
            let [a, b] = report.score;
            if common.json() {
                show::print_json(
                    &json!({ "side": report.side, "winner": report.winner, "points": report.score, "thrown": report.thrown, "reconnections": report.reconnections }),
                )?;
            } else {
                show::print(&format!(
                    "played as {}, {a} - {b}, {} wins\n",
                    report.side, report.winner
                ))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(ClientError::Cancelled) => Ok(INTERRUPTED.into()),
        Err(error) => Err(error.into()),
    }
}

impl Connect {
    fn server(&self) -> anyhow::Result<&str> {
        self.server
            .as_deref()
            .ok_or_else(|| usage("name the server: HOST:PORT, or its URL for dc4"))
    }

    fn user(&self) -> anyhow::Result<(String, String)> {
        let form = || usage("log in with --user NAME:PASSWORD");
        let pair = self.user.as_deref().ok_or_else(form)?;
        let (name, password) = pair.split_once(':').ok_or_else(form)?;
        Ok((name.to_owned(), password.to_owned()))
    }
}
