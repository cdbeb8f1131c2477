//! The event log of a match: the history for readers, the states of the current and the previous
//! end ready for streams, and the connected players and spectators.
//!
//! A stream keeps the number of the last state it has sent and continues from there when the log
//! grows; a slow stream misses nothing, and does not block others. Only a stream that lags by a
//! whole end gets the current end from its start, like a new one. Players get no states until both
//! are connected: that is when the clock starts ([`EventLog::open`]). Spectators get all states.

use super::history::{History, Row};
use super::message::TeamSettings;
use curling::rules::Team;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{broadcast, watch};

/// The number of notices of presence buffered for a slow reader; older ones are dropped.
const PRESENCES: usize = 32;

/// A state ready to be sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StateEvent {
    /// The state as JSON.
    pub(crate) json: Arc<str>,
    /// Whether the state is the latest.
    pub(crate) latest: bool,
}

impl StateEvent {
    /// The name of the event.
    pub(crate) fn kind(&self) -> &'static str {
        if self.latest {
            "latest_state_update"
        } else {
            "state_update"
        }
    }
}

/// A notice to the WebSockets of a match: one of them was opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    /// The number of the socket.
    pub(crate) socket: u64,
    /// The team; none of a spectator.
    pub(crate) team: Option<Team>,
    /// Whether the stream was opened.
    pub(crate) joined: bool,
}

#[derive(Debug)]
struct Inner {
    states: VecDeque<(u8, Arc<str>)>,
    /// The number of the first state that is kept.
    first: u64,
    connected: [usize; 2],
    spectators: usize,
    history: History,
}

/// The event log of a match.
#[derive(Debug)]
pub(crate) struct EventLog {
    inner: Mutex<Inner>,
    status: watch::Sender<LogStatus>,
    presence: broadcast::Sender<Presence>,
    sockets: AtomicU64,
}

/// The status of a log, sent to streams when it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogStatus {
    /// The number of states so far.
    pub(crate) count: u64,
    /// Whether players get the states.
    pub(crate) open: bool,
    /// Whether the log is closed.
    pub(crate) closed: bool,
}

impl EventLog {
    pub(crate) fn new(history: History) -> Self {
        EventLog {
            inner: Mutex::new(Inner {
                states: VecDeque::new(),
                first: 0,
                connected: [0; 2],
                spectators: 0,
                history,
            }),
            status: watch::Sender::default(),
            presence: broadcast::Sender::new(PRESENCES),
            sockets: AtomicU64::new(0),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a state.
    pub(crate) fn push(&self, row: Row) {
        let state = &row.state;
        let json: Arc<str> = serde_json::to_string(state)
            .expect("a state can be written")
            .into();
        let mut inner = self.inner();
        inner.states.push_back((state.end, json));
        while let Some((end, _)) = inner.states.front()
            && end.saturating_add(1) < state.end
        {
            inner.states.pop_front();
            inner.first += 1;
        }
        inner.history.rows.push(row);
        let count = inner.first + inner.states.len() as u64;
        drop(inner);
        self.status.send_modify(|status| status.count = count);
    }

    /// Marks the match as over.
    pub(crate) fn finish(&self) {
        self.inner().history.over = true;
    }

    /// Tells the seed of drawn dice: the match is over.
    pub(crate) fn reveal(&self, seed: String) {
        self.inner().history.seed = Some(seed);
    }

    /// Sets the settings of a team that has joined.
    pub(crate) fn set_team(&self, team: Team, settings: TeamSettings) {
        self.inner().history.teams[team.index()] = Some(settings);
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.inner().history.over
    }

    /// Reads the history. The log waits meanwhile: `read` should be quick.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&History) -> T) -> T {
        read(&self.inner().history)
    }

    /// Opens the log for players.
    pub(crate) fn open(&self) {
        self.status.send_modify(|status| status.open = true);
    }

    /// Closes the log: all streams end.
    pub(crate) fn close(&self) {
        self.status.send_modify(|status| status.closed = true);
    }

    /// A receiver of status changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<LogStatus> {
        self.status.subscribe()
    }

    /// The states after the first `sent`, and the number of states so far; the current end if
    /// `sent` is none or no longer kept.
    pub(crate) fn since(&self, sent: Option<u64>) -> (Vec<StateEvent>, u64) {
        let inner = self.inner();
        let count = inner.first + inner.states.len() as u64;
        let kept = sent.filter(|&sent| sent >= inner.first);
        let replay = kept.is_none();
        let from = kept.unwrap_or_else(|| {
            let current = inner.states.back().map(|(end, _)| *end);
            let earlier = inner
                .states
                .iter()
                .take_while(|(end, _)| Some(*end) != current);
            inner.first + earlier.count() as u64
        });
        let skipped = from.min(count) - inner.first;
        let states = inner.states.iter().skip(skipped as usize);
        let mut events: Vec<StateEvent> = states
            .map(|(_, json)| StateEvent {
                json: Arc::clone(json),
                latest: !replay,
            })
            .collect();
        if let Some(last) = events.last_mut() {
            last.latest = true;
        }
        (events, count)
    }

    /// Registers a player's stream, until the returned value is dropped.
    pub(crate) fn connect(self: &Arc<Self>, team: Team) -> Connection {
        self.inner().connected[team.index()] += 1;
        Connection {
            event_log: Arc::clone(self),
            team: Some(team),
        }
    }

    /// Registers a spectator's stream, until the returned value is dropped.
    pub(crate) fn attend(self: &Arc<Self>) -> Connection {
        self.inner().spectators += 1;
        Connection {
            event_log: Arc::clone(self),
            team: None,
        }
    }

    /// Registers a WebSocket and tells the others of it, until the returned value is dropped.
    pub(crate) fn open_socket(self: &Arc<Self>, team: Option<Team>) -> Socket {
        let number = self.sockets.fetch_add(1, Ordering::Relaxed);
        let socket = Socket {
            presences: self.presence.subscribe(),
            event_log: Arc::clone(self),
            number,
            team,
        };
        socket.tell(true);
        socket
    }

    /// Whether any stream is open.
    pub(crate) fn is_attended(&self) -> bool {
        let inner = self.inner();
        inner.spectators > 0 || inner.connected.iter().any(|&count| count > 0)
    }

    /// Whether a player has a stream.
    pub(crate) fn is_connected(&self, team: Team) -> bool {
        self.inner().connected[team.index()] > 0
    }

    /// Whether both players have a stream.
    pub(crate) fn both_connected(&self) -> bool {
        self.inner().connected.iter().all(|&count| count > 0)
    }
}

/// An open stream of a player, or of a spectator, who has no team.
#[derive(Debug)]
pub(crate) struct Connection {
    event_log: Arc<EventLog>,
    team: Option<Team>,
}

impl Connection {
    pub(crate) fn event_log(&self) -> &EventLog {
        &self.event_log
    }

    /// Registers a WebSocket of this connection.
    pub(crate) fn open_socket(&self, team: Option<Team>) -> Socket {
        self.event_log.open_socket(team)
    }

    /// Whether the stream is a player's, who gets no states before both are connected.
    pub(crate) fn is_player(&self) -> bool {
        self.team.is_some()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut inner = self.event_log.inner();
        match self.team {
            Some(team) => inner.connected[team.index()] -= 1,
            None => inner.spectators -= 1,
        }
    }
}

/// An open WebSocket.
#[derive(Debug)]
pub(crate) struct Socket {
    event_log: Arc<EventLog>,
    presences: broadcast::Receiver<Presence>,
    number: u64,
    team: Option<Team>,
}

impl Socket {
    fn tell(&self, joined: bool) {
        // An error means that there is no other socket.
        let _ = self.event_log.presence.send(Presence {
            socket: self.number,
            team: self.team,
            joined,
        });
    }

    /// The next notice about another socket. Waits for ever when there are no more.
    pub(crate) async fn other(&mut self) -> Presence {
        loop {
            match self.presences.recv().await {
                Ok(presence) if presence.socket != self.number => return presence,
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.tell(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dc4::journal::Header;
    use crate::dc4::message::Settings;
    use crate::dc4::state::{State, StateBuilder};
    use crate::match_state::Match;
    use crate::setup::Setup;
    use curling::physics::Mode;
    use lookahead::Seed;

    fn event_log() -> EventLog {
        let id = uuid::Uuid::new_v4();
        let header = Header::new(id, String::new(), Settings::standard(8), Seed(1));
        EventLog::new(History::new(&header))
    }

    fn state(end: u8, thrown: u8) -> Row {
        let conditions = Settings::standard(8).conditions(Mode::Fast).unwrap();
        let curling_match = Match::new(Setup::new(conditions, Seed(1))).unwrap();
        let state = State {
            end,
            thrown: Some(thrown),
            ..StateBuilder::new(curling_match.setup()).opening(&curling_match)
        };
        Row {
            state,
            shot: None,
            at: None,
        }
    }

    fn marks(events: &[StateEvent]) -> Vec<bool> {
        events.iter().map(|events| events.latest).collect()
    }

    #[test]
    fn whoever_comes_back_is_shown_the_current_end_and_then_what_is_new() {
        let event_log = event_log();
        assert_eq!(event_log.since(None), (vec![], 0));
        for (end, thrown) in [(0, 15), (0, 16), (1, 0), (1, 1)] {
            event_log.push(state(end, thrown));
        }
        let (events, sent) = event_log.since(None);
        assert_eq!((marks(&events), sent), (vec![false, true], 4));
        assert_eq!(event_log.since(Some(4)).0, vec![]);
        event_log.push(state(1, 2));
        event_log.push(state(1, 3));
        let (events, sent) = event_log.since(Some(4));
        assert_eq!((marks(&events), sent), (vec![true, true], 6));
    }

    #[test]
    fn old_ends_are_forgotten_and_sleepers_shown_the_current_one() {
        let event_log = event_log();
        for end in 0..4 {
            event_log.push(state(end, 0));
            event_log.push(state(end, 1));
        }
        assert_eq!(event_log.inner().states.len(), 4);
        let (events, sent) = event_log.since(Some(1));
        assert_eq!((marks(&events), sent), (vec![false, true], 8));
        assert_eq!(event_log.since(Some(5)).0.len(), 3);
    }

    #[test]
    fn a_match_begins_when_both_have_a_stream() {
        let event_log = Arc::new(event_log());
        let zero = event_log.connect(Team::Zero);
        let again = event_log.connect(Team::Zero);
        assert!(!event_log.both_connected());
        let one = event_log.connect(Team::One);
        drop(zero);
        assert!(event_log.both_connected());
        drop(one);
        assert!(!event_log.both_connected());
        drop(again);
    }

    #[tokio::test]
    async fn sockets_hear_of_each_other_and_not_of_themselves() {
        let event_log = Arc::new(event_log());
        let mut first = event_log.open_socket(Some(Team::One));
        let second = event_log.open_socket(None);
        let (number, team) = (second.number, None);
        let notice = |joined| Presence {
            socket: number,
            team,
            joined,
        };
        assert_eq!(first.other().await, notice(true));
        drop(second);
        assert_eq!(first.other().await, notice(false));
    }

    #[test]
    fn a_match_is_attended_while_a_stream_is_open() {
        let event_log = Arc::new(event_log());
        assert!(!event_log.is_attended());
        let spectator = event_log.attend();
        assert!(event_log.is_attended() && !spectator.is_player());
        drop(spectator);
        let player = event_log.connect(Team::One);
        assert!(event_log.is_attended() && player.is_player());
        drop(player);
        assert!(!event_log.is_attended());
    }
}
