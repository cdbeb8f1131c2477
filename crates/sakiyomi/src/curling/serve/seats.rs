//! Seats of a match in the text protocols or DC3: named players, and clients for the free seats.

use super::super::conditions_args;
use super::{Protocol, Serve};
use crate::exit::usage;
use crate::{show, tables};
use anyhow::Context;
use arena::Contender;
use arena::process::shortened;
use curling::arena_game::Curling;
use digital_curling::contestant::Contestant;
use digital_curling::dc3::server::{Identity, Listeners, Options};
use digital_curling::person::Person;
use digital_curling::plan::Plan;
use digital_curling::platform::{self, PERSON};
use digital_curling::screen::Style;
use digital_curling::text::network::{Account, LoginPolicy};
use digital_curling::text::{Dialect, FirstCommand, NetworkServer, ProtocolOptions};
use lookahead::Cancel;
use std::io::{BufReader, IsTerminal};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// The source of clients for free seats.
enum ClientListener {
    /// No client is expected.
    Closed,
    Text(NetworkServer, Option<Duration>),
    /// DC3: ports are opened for every match.
    Dc3(Options),
}

/// The seats of a series of matches.
pub(super) struct Seats {
    /// The first and the second player, where given.
    players: [Option<Contender>; 2],
    protocol: ProtocolOptions,
    listener: ClientListener,
    /// The server options of dc3, for its log.
    dc3: Option<Options>,
}

impl Seats {
    /// Opens the listener if a seat is free for a client, and prints its address.
    pub(super) fn new(asked: &Serve, plan: &Plan) -> anyhow::Result<Self> {
        let [from_file0, from_file1] = plan.players.clone();
        let players = [
            asked.player0.clone().or(from_file0),
            asked.player1.clone().or(from_file1),
        ];
        let dialect = match asked.protocol {
            Protocol::Legacy => Dialect::Legacy,
            _ => Dialect::Dcp,
        };
        let protocol = ProtocolOptions {
            first: if asked.state_first {
                FirstCommand::State
            } else {
                FirstCommand::Position
            },
            ..ProtocolOptions::of(dialect)
        };
        let curling = conditions_args::curling(plan.conditions.clone())?;
        for player in players
            .iter()
            .flatten()
            .filter(|player| player.spec.name() != PERSON)
        {
            platform::contestant(&curling, player, protocol.first).map_err(usage)?;
        }
        let listener = if players.iter().all(Option::is_some) {
            ClientListener::Closed
        } else {
            open(asked)?
        };
        let dc3 = (asked.protocol == Protocol::Dc3).then(|| dc3_options(asked));
        Ok(Seats {
            players,
            protocol,
            listener,
            dc3: dc3.transpose()?,
        })
    }

    /// Returns the server options of a match of this identity, if it is one on dc3.
    pub(super) fn dc3(&self, identity: &Identity) -> Option<Options> {
        Some(Options {
            identity: Some(identity.clone()),
            ..self.dc3.clone()?
        })
    }

    /// Returns the contestants of a match; where the sides are `swapped`, the second player is team
    /// 0.
    pub(super) fn contestants(
        &self,
        curling: &Curling,
        swapped: bool,
        identity: &Identity,
        cancel: &Cancel,
    ) -> anyhow::Result<[Box<dyn Contestant>; 2]> {
        let [first, second] = &self.players;
        let named = if swapped {
            [second, first]
        } else {
            [first, second]
        };
        let mut seats = [
            self.named(curling, named[0].as_ref())?,
            self.named(curling, named[1].as_ref())?,
        ];
        let wanted = seats.each_ref().map(Option::is_none);
        let mut clients = self.clients(wanted, identity, cancel)?.into_iter();
        for seat in seats.iter_mut().filter(|seat| seat.is_none()) {
            *seat = clients.next();
        }
        let [first, second] = seats;
        let both = first.zip(second).context("a seat stayed empty")?;
        Ok([both.0, both.1])
    }

    fn named(
        &self,
        curling: &Curling,
        player: Option<&Contender>,
    ) -> anyhow::Result<Option<Box<dyn Contestant>>> {
        let Some(player) = player else {
            return Ok(None);
        };
        if player.spec.name() == PERSON {
            let name = Some(player.name()).filter(|_| player.is_named());
            return Ok(Some(person(name.unwrap_or("you"))));
        }
        let curling = curling.clone().with_cache(tables::cache());
        let contestant = platform::contestant(&curling, player, self.protocol.first);
        contestant.map(Some).map_err(usage)
    }

    /// Waits for clients and returns them in the order of the free seats.
    fn clients(
        &self,
        wanted: [bool; 2],
        identity: &Identity,
        cancel: &Cancel,
    ) -> anyhow::Result<Vec<Box<dyn Contestant>>> {
        let free = wanted.iter().filter(|wanted| **wanted).count();
        match &self.listener {
            ClientListener::Closed => Ok(Vec::new()),
            ClientListener::Text(host, patience) => {
                let programs = host
                    .admit(free, &self.protocol, *patience, cancel)
                    .context("cannot accept clients")?;
                Ok(programs
                    .into_iter()
                    .map(|program| Box::new(program) as Box<dyn Contestant>)
                    .collect())
            }
            ClientListener::Dc3(options) => {
                let options = &Options {
                    identity: Some(identity.clone()),
                    ..options.clone()
                };
                let listening = Listeners::open(options)?;
                for (team, address) in listening
                    .addresses()
                    .into_iter()
                    .enumerate()
                    .filter(|(team, _)| wanted[*team])
                {
                    show::note(&format!("waiting for team{team} at {address}"));
                }
                let seats = listening.admit(wanted, options, cancel)?;
                Ok(seats
                    .into_iter()
                    .flatten()
                    .map(|seat| Box::new(seat) as Box<dyn Contestant>)
                    .collect())
            }
        }
    }
}

fn open(asked: &Serve) -> anyhow::Result<ClientListener> {
    if asked.protocol == Protocol::Dc3 {
        return Ok(ClientListener::Dc3(dc3_options(asked)?));
    }
    let accounts = asked
        .users
        .iter()
        .map(|pair| account(pair))
        .collect::<anyhow::Result<_>>()?;
    let policy = LoginPolicy {
        accounts,
        ..LoginPolicy::default()
    };
    let listen = asked.listen.as_deref().unwrap_or("127.0.0.1:9876");
    let host = NetworkServer::bind(listen, policy)
        .with_context(|| format!("cannot listen at {listen}"))?;
    let address = host.address().context("cannot listen")?;
    show::note(&format!("waiting for programs at {address}"));
    Ok(ClientListener::Text(host, asked.wait.map(|span| span.0)))
}

/// Returns the ports, time limits and trajectories of dc3's server.
fn dc3_options(asked: &Serve) -> anyhow::Result<Options> {
    // Released client packages look for a trajectory in every update.
    let usual = || Options {
        trajectory: Some(100),
        ..Options::default()
    };
    let told = asked.conditions.dc3_options().unwrap_or_else(usual);
    let trajectory = asked.trajectory.or(told.trajectory);
    Ok(Options {
        host: host_of(asked.listen.as_deref())?,
        ports: asked.ports.unwrap_or(told.ports),
        patience: asked.wait.map(|span| span.0),
        trajectory: trajectory.filter(|steps| *steps > 0),
        ..told
    })
}

/// Returns the address of dc3's ports; a port in the text is ignored.
fn host_of(listen: Option<&str>) -> anyhow::Result<IpAddr> {
    let Some(text) = listen else {
        return Ok(Options::default().host);
    };
    if let Ok(host) = text.parse::<IpAddr>() {
        return Ok(host);
    }
    let found = text
        .to_socket_addrs()
        .ok()
        .and_then(|mut found| found.next());
    let found: SocketAddr = found.ok_or_else(|| {
        usage(format!(
            "`{text}` is no address: write 127.0.0.1, and the ports with --ports"
        ))
    })?;
    Ok(found.ip())
}

fn account(pair: &str) -> anyhow::Result<Account> {
    let (id, password) = pair
        .split_once(':')
        .ok_or_else(|| usage(format!("`--user {}`: write NAME:PASSWORD", shortened(pair))))?;
    Ok(Account {
        id: id.to_owned(),
        password: password.to_owned(),
    })
}

fn person(name: &str) -> Box<dyn Contestant> {
    let terminal = std::io::stdout().is_terminal();
    let look = Style {
        unicode: terminal,
        colour: terminal,
        ..Style::default()
    };
    let input = BufReader::new(std::io::stdin());
    Box::new(Person::new(name, input, anstream::stdout(), look))
}
