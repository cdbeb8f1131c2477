//! What the streams of a match show: the states of the end being played and of the one before, and
//! who is connected.
//!
//! A stream keeps the number of the state it has shown last and reads on from there whenever it
//! hears that there is more; one that is slow misses nothing, and nobody waits for it. Only one
//! that sleeps through a whole end is shown the current end anew, as if it had come back. Players
//! are shown nothing until both are there: that is when the clock starts ([`Board::open`]).
//! Spectators see what there is.

use super::state::State;
use curling::rules::Team;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// A state that was shown, ready to be sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    /// The state as JSON.
    pub(crate) json: Arc<str>,
    /// Whether nothing newer is known.
    pub(crate) latest: bool,
}

/// What a spectator is told of a match without watching it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// What it is called.
    pub match_name: String,
    /// What the teams are called, once both are known.
    pub teams: Option<[String; 2]>,
    /// The end being played, from 0.
    pub end_number: u8,
    /// All points of each team.
    pub score: [u32; 2],
    /// Who has won.
    pub winner_team: Option<Team>,
    /// Whether it is over.
    pub over: bool,
}

#[derive(Debug, Default)]
struct Inner {
    states: VecDeque<(u8, Arc<str>)>,
    /// The number of the first that is kept.
    first: u64,
    connected: [usize; 2],
    summary: Summary,
}

/// What streams read.
#[derive(Debug)]
pub(crate) struct Board {
    inner: Mutex<Inner>,
    news: watch::Sender<News>,
}

/// What a stream is woken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    /// How many states there were.
    pub(crate) count: u64,
    /// Whether players may see them.
    pub(crate) open: bool,
    /// Whether there will never be another.
    pub(crate) closed: bool,
}

impl Board {
    pub(crate) fn new(match_name: String) -> Self {
        let summary = Summary {
            match_name,
            ..Summary::default()
        };
        Board {
            inner: Mutex::new(Inner {
                summary,
                ..Inner::default()
            }),
            news: watch::Sender::default(),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a state.
    pub(crate) fn show(&self, state: &State) {
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
        self.news.send_modify(|news| news.count = count);
    }

    /// Says that the match is over.
    pub(crate) fn finish(&self) {
        self.inner().summary.over = true;
    }

    /// Says who plays.
    pub(crate) fn introduce(&self, teams: [String; 2]) {
        self.inner().summary.teams = Some(teams);
    }

    pub(crate) fn summary(&self) -> Summary {
        self.inner().summary.clone()
    }

    /// Lets players see the states.
    pub(crate) fn open(&self) {
        self.news.send_modify(|news| news.open = true);
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.closed = true);
    }

    /// To be woken by.
    pub(crate) fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// The states that somebody has not seen who has seen `seen` of them, and how many that makes;
    /// the current end for whoever has seen nothing, or too little.
    pub(crate) fn since(&self, seen: Option<u64>) -> (Vec<Shown>, u64) {
        let inner = self.inner();
        let count = inner.first + inner.states.len() as u64;
        let kept = seen.filter(|&seen| seen >= inner.first);
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
        let mut shown: Vec<Shown> = states
            .map(|(_, json)| Shown {
                json: Arc::clone(json),
                latest: !replay,
            })
            .collect();
        if let Some(last) = shown.last_mut() {
            last.latest = true;
        }
        (shown, count)
    }

    /// A player's stream begins; it ends when what is given is dropped.
    pub(crate) fn connect(self: &Arc<Self>, team: Team) -> Connection {
        self.inner().connected[team.index()] += 1;
        Connection {
            board: Arc::clone(self),
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
pub(crate) struct Connection {
    board: Arc<Board>,
    team: Team,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.board.inner().connected[self.team.index()] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bout::Bout;
    use crate::dc4::message::Settings;
    use crate::dc4::state::Narrator;
    use crate::setup::Setup;
    use curling::physics::Mode;
    use lookahead::Seed;

    fn state(end: u8, thrown: u8) -> State {
        let conditions = Settings::standard(8).conditions(Mode::Fast).unwrap();
        let bout = Bout::new(Setup::new(conditions, Seed(1))).unwrap();
        State {
            end,
            thrown: Some(thrown),
            ..Narrator::new(bout.setup()).opening(&bout)
        }
    }

    fn marks(shown: &[Shown]) -> Vec<bool> {
        shown.iter().map(|shown| shown.latest).collect()
    }

    #[test]
    fn whoever_comes_back_is_shown_the_current_end_and_then_what_is_new() {
        let board = Board::new(String::new());
        assert_eq!(board.since(None), (vec![], 0));
        for (end, thrown) in [(0, 15), (0, 16), (1, 0), (1, 1)] {
            board.show(&state(end, thrown));
        }
        let (shown, seen) = board.since(None);
        assert_eq!((marks(&shown), seen), (vec![false, true], 4));
        assert_eq!(board.since(Some(4)).0, vec![]);
        board.show(&state(1, 2));
        board.show(&state(1, 3));
        let (shown, seen) = board.since(Some(4));
        assert_eq!((marks(&shown), seen), (vec![true, true], 6));
    }

    #[test]
    fn old_ends_are_forgotten_and_sleepers_shown_the_current_one() {
        let board = Board::new(String::new());
        for end in 0..4 {
            board.show(&state(end, 0));
            board.show(&state(end, 1));
        }
        assert_eq!(board.inner().states.len(), 4);
        let (shown, seen) = board.since(Some(1));
        assert_eq!((marks(&shown), seen), (vec![false, true], 8));
        assert_eq!(board.since(Some(5)).0.len(), 3);
    }

    #[test]
    fn a_match_begins_when_both_have_a_stream() {
        let board = Arc::new(Board::new(String::new()));
        let zero = board.connect(Team::Zero);
        let again = board.connect(Team::Zero);
        assert!(!board.both_connected());
        let one = board.connect(Team::One);
        drop(zero);
        assert!(board.both_connected());
        drop(one);
        assert!(!board.both_connected());
        drop(again);
    }
}
