//! The seats of a cup's entrants: players and programs that are started for a match, and the doors
//! at which programs connect and wait for theirs.

use super::plan::{Cup, Doors, Entrant, EntrantSeat, NetworkSeat};
use crate::contestant::Contestant;
use crate::dc3::config::write_nearest_game;
use crate::dc3::server::{Options, Port, ServeError};
use crate::dc4::users::Users;
use crate::match_state::Match;
use crate::platform;
use crate::text::network::{Admission, WaitingRoom};
use crate::text::{Dialect, FirstCommand, ProtocolOptions};
use arena::SpecError;
use curling::players::cache::Cache;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One frame of a trajectory every so many steps: released client packages of Digital Curling 3
/// look for a trajectory in every update.
const TRAJECTORY: u32 = 100;

/// A door that cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// A port of Digital Curling 3.
    #[error("entrant `{entrant}`: {why}")]
    Dc3 {
        /// The entrant.
        entrant: String,
        /// The reason.
        why: ServeError,
    },
    /// The port of the text protocols.
    #[error("cannot listen at {address} for legacy and dcp: {why}")]
    Text {
        /// The address.
        address: String,
        /// The error of the system.
        why: io::Error,
    },
}

/// The seats.
pub(crate) struct Seats {
    dc3: BTreeMap<usize, Mutex<Port>>,
    text: Option<Mutex<WaitingRoom>>,
    cache: Cache,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seats {
    /// Opens the doors of all network entrants, except the web server.
    pub(crate) fn open(cup: &Cup, users: &Arc<Users>, cache: Cache) -> Result<Self, DoorError> {
        let options = Options {
            host: cup.dc3_host,
            trajectory: Some(TRAJECTORY),
            ..Options::default()
        };
        let mut dc3 = BTreeMap::new();
        for (number, entrant) in cup.entrants.iter().enumerate() {
            if let Some(NetworkSeat::Dc3 { port }) = entrant.network() {
                let port = Port::open(*port, &options).map_err(|why| DoorError::Dc3 {
                    entrant: entrant.name.clone(),
                    why,
                })?;
                dc3.insert(number, Mutex::new(port));
            }
        }
        let text = cup.has_text_logins().then(|| waiting_room(cup, users));
        Ok(Seats {
            dc3,
            text: text.transpose()?.map(Mutex::new),
            cache,
        })
    }

    /// The addresses of the doors; that of the web server is known elsewhere.
    pub(crate) fn doors(&self, web: Option<SocketAddr>) -> Doors {
        let text = self
            .text
            .as_ref()
            .and_then(|room| lock(room).address().ok());
        let dc3 = self
            .dc3
            .iter()
            .map(|(number, port)| (*number, lock(port).address()));
        Doors {
            web,
            text,
            dc3: dc3.collect(),
        }
    }

    /// Greets whoever has connected. Never waits.
    pub(crate) fn poll(&self) {
        for port in self.dc3.values() {
            if let Err(why) = lock(port).poll() {
                tracing::warn!("{why}");
            }
        }
        if let Some(room) = &self.text
            && let Err(why) = lock(room).poll()
        {
            tracing::warn!("the port of the text protocols: {why}");
        }
    }

    /// Whether the program of a network entrant is connected and waits for a match; not of Digital
    /// Curling 4, whose programs connect to a match.
    pub(crate) fn is_waiting(&self, number: usize, entrant: &Entrant) -> bool {
        match entrant.network() {
            Some(NetworkSeat::Dc3 { .. }) => {
                let port = self.dc3.get(&number);
                port.is_some_and(|port| lock(port).poll().unwrap_or(false))
            }
            Some(NetworkSeat::Legacy { account } | NetworkSeat::Dcp { account }) => {
                let room = self.text.as_ref();
                room.is_some_and(|room| lock(room).has(account))
            }
            Some(NetworkSeat::Dc4 { .. }) | None => false,
        }
    }

    /// The contestant of an entrant; none if its program is not connected, or speaks Digital
    /// Curling 4.
    ///
    /// # Errors
    /// If a player cannot be built.
    pub(crate) fn contestant(
        &self,
        number: usize,
        entrant: &Entrant,
        curling_match: &Match,
    ) -> Result<Option<Box<dyn Contestant>>, SpecError> {
        match &entrant.seat {
            EntrantSeat::Player(player) => {
                let curling = curling_match.curling().clone();
                let curling = curling.with_cache(self.cache.clone());
                platform::contestant(&curling, player, FirstCommand::Position).map(Some)
            }
            EntrantSeat::Network(seat) => Ok(self.connected(number, seat, curling_match)),
        }
    }

    fn connected(
        &self,
        number: usize,
        seat: &NetworkSeat,
        curling_match: &Match,
    ) -> Option<Box<dyn Contestant>> {
        let by_text = |account: &str, dialect: Dialect| {
            let room = self.text.as_ref()?;
            let program = lock(room).take(account, &ProtocolOptions::of(dialect))?;
            Some(Box::new(program) as Box<dyn Contestant>)
        };
        match seat {
            NetworkSeat::Dc3 { .. } => {
                let shown = write_nearest_game(curling_match.setup()).ok();
                let shown = shown.map(|(game, _)| game);
                let program = lock(self.dc3.get(&number)?).take(shown)?;
                Some(Box::new(program))
            }
            NetworkSeat::Legacy { account } => by_text(account, Dialect::Legacy),
            NetworkSeat::Dcp { account } => by_text(account, Dialect::Dcp),
            NetworkSeat::Dc4 { .. } => None,
        }
    }
}

/// The waiting room of the text protocols; passwords are verified one at a time.
fn waiting_room(cup: &Cup, users: &Arc<Users>) -> Result<WaitingRoom, DoorError> {
    let seats = cup.entrants.iter().filter_map(Entrant::network);
    let seats = seats.filter(|seat| !matches!(seat, NetworkSeat::Dc4 { .. }));
    let accounts: Vec<String> = seats
        .filter_map(|seat| Some(seat.account()?.to_owned()))
        .collect();
    let (users, turn) = (Arc::clone(users), Mutex::new(()));
    let admission: Admission = Arc::new(move |account, password| {
        let _turn = lock(&turn);
        users.verify(account, password) && accounts.iter().any(|known| known == account)
    });
    WaitingRoom::bind(&*cup.text_listen, admission).map_err(|why| DoorError::Text {
        address: cup.text_listen.clone(),
        why,
    })
}
