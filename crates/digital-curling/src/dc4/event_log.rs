//! The event log of a match for its streams: the states of the current and the previous end, and
//! the connected players.
//!
//! A stream keeps the number of the last state it has sent and continues from there when the log
//! grows; a slow stream misses nothing, and does not block others. Only a stream that lags by a
//! whole end gets the current end from its start, like a new one. Players get no states until both
//! are connected: that is when the clock starts ([`EventLog::open`]). Spectators get all states.

use super::state::State;
use crate::dice::{Commitment, Dice};
use curling::rules::Team;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// A state ready to be sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StateEvent {
    /// The state as JSON.
    pub(crate) json: Arc<str>,
    /// Whether it is the latest state.
    pub(crate) latest: bool,
}

/// The summary of a match, for the list of matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// The name of the match.
    pub match_name: String,
    /// The names of the teams, once both are known.
    pub teams: Option<[String; 2]>,
    /// The end being played, from 0.
    pub end_number: u8,
    /// The total points of each team.
    pub score: [u32; 2],
    /// The winner.
    pub winner_team: Option<Team>,
    /// Whether the match is over.
    pub over: bool,
    /// The hash of the seed, if the dice were drawn.
    pub seed_sha256: Option<Commitment>,
    /// The seed: if it was given, or if the match is over.
    pub seed: Option<String>,
}

#[derive(Debug, Default)]
struct Inner {
    states: VecDeque<(u8, Arc<str>)>,
    /// The number of the first state that is kept.
    first: u64,
    connected: [usize; 2],
    summary: Summary,
}

/// The event log of a match.
#[derive(Debug)]
pub(crate) struct EventLog {
    inner: Mutex<Inner>,
    status: watch::Sender<LogStatus>,
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
    pub(crate) fn new(match_name: String) -> Self {
        let summary = Summary {
            match_name,
            ..Summary::default()
        };
        EventLog {
            inner: Mutex::new(Inner {
                summary,
                ..Inner::default()
            }),
            status: watch::Sender::default(),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a state.
    pub(crate) fn push(&self, state: &State) {
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
        inner.summary.end_number = state.end;
        inner.summary.score = Team::BOTH.map(|team| state.total(team));
        inner.summary.winner_team = state.winner;
        let count = inner.first + inner.states.len() as u64;
        drop(inner);
        self.status.send_modify(|status| status.count = count);
    }

    /// Marks the match as over.
    pub(crate) fn finish(&self) {
        self.inner().summary.over = true;
    }

    /// Tells the hash of drawn dice, or a given seed.
    pub(crate) fn set_dice(&self, dice: &Dice) {
        let mut inner = self.inner();
        inner.summary.seed_sha256 = dice.commitment();
        inner.summary.seed = dice.given().map(|seed| seed.to_string());
    }

    /// Tells the seed of drawn dice: the match is over.
    pub(crate) fn reveal(&self, seed: String) {
        self.inner().summary.seed = Some(seed);
    }

    /// Sets the names of the teams.
    pub(crate) fn set_teams(&self, teams: [String; 2]) {
        self.inner().summary.teams = Some(teams);
    }

    pub(crate) fn summary(&self) -> Summary {
        self.inner().summary.clone()
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
    pub(crate) fn connect(self: &Arc<Self>, team: Team) -> PlayerStream {
        self.inner().connected[team.index()] += 1;
        PlayerStream {
            event_log: Arc::clone(self),
            team,
        }
    }

    /// Whether both players have a stream.
    pub(crate) fn both_connected(&self) -> bool {
        self.inner().connected.iter().all(|&count| count > 0)
    }
}

/// A player's stream.
#[derive(Debug)]
pub(crate) struct PlayerStream {
    event_log: Arc<EventLog>,
    team: Team,
}

impl Drop for PlayerStream {
    fn drop(&mut self) {
        self.event_log.inner().connected[self.team.index()] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dc4::message::Settings;
    use crate::dc4::state::StateBuilder;
    use crate::match_state::Match;
    use crate::setup::Setup;
    use curling::physics::Mode;
    use lookahead::Seed;

    fn state(end: u8, thrown: u8) -> State {
        let conditions = Settings::standard(8).conditions(Mode::Fast).unwrap();
        let curling_match = Match::new(Setup::new(conditions, Seed(1))).unwrap();
        State {
            end,
            thrown: Some(thrown),
            ..StateBuilder::new(curling_match.setup()).opening(&curling_match)
        }
    }

    fn marks(events: &[StateEvent]) -> Vec<bool> {
        events.iter().map(|events| events.latest).collect()
    }

    #[test]
    fn whoever_comes_back_is_shown_the_current_end_and_then_what_is_new() {
        let event_log = EventLog::new(String::new());
        assert_eq!(event_log.since(None), (vec![], 0));
        for (end, thrown) in [(0, 15), (0, 16), (1, 0), (1, 1)] {
            event_log.push(&state(end, thrown));
        }
        let (events, sent) = event_log.since(None);
        assert_eq!((marks(&events), sent), (vec![false, true], 4));
        assert_eq!(event_log.since(Some(4)).0, vec![]);
        event_log.push(&state(1, 2));
        event_log.push(&state(1, 3));
        let (events, sent) = event_log.since(Some(4));
        assert_eq!((marks(&events), sent), (vec![true, true], 6));
    }

    #[test]
    fn old_ends_are_forgotten_and_sleepers_shown_the_current_one() {
        let event_log = EventLog::new(String::new());
        for end in 0..4 {
            event_log.push(&state(end, 0));
            event_log.push(&state(end, 1));
        }
        assert_eq!(event_log.inner().states.len(), 4);
        let (events, sent) = event_log.since(Some(1));
        assert_eq!((marks(&events), sent), (vec![false, true], 8));
        assert_eq!(event_log.since(Some(5)).0.len(), 3);
    }

    #[test]
    fn a_match_begins_when_both_have_a_stream() {
        let event_log = Arc::new(EventLog::new(String::new()));
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
}
