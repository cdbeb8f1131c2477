//! The archive of a server: matches that are over, for readers.
//!
//! With a folder a match is only listed here, and read from its journal when a reader asks; without
//! one it stays in memory. Either way the newest are kept, up to a number.

use super::event_log::EventLog;
use super::journal::Journal;
use super::reading::ListedMatch;
use super::session::Session;
use curling::arena_game::Curling;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// The number of matches read from their journals that stay in memory.
const OPENED: usize = 16;

/// The archive.
pub(crate) struct Archive {
    folder: Option<PathBuf>,
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    finished: BTreeMap<Uuid, Finished>,
    /// The creation times and ids.
    order: BTreeSet<(u64, Uuid)>,
    /// The matches read last.
    opened: VecDeque<(Uuid, Arc<EventLog>)>,
}

struct Finished {
    listed: ListedMatch,
    /// The match itself where there is no journal.
    event_log: Option<Arc<EventLog>>,
}

impl Archive {
    /// Creates an archive of at most this many matches, with journals in `folder`.
    pub(crate) fn new(folder: Option<PathBuf>, most: usize) -> Self {
        Archive {
            folder,
            most,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match that is over, unless it never had both teams.
    pub(crate) fn add(&self, event_log: &Arc<EventLog>) {
        let listed = event_log.read(|history| history.is_full().then(|| history.listed()));
        let Some(listed) = listed else { return };
        let (created, id) = (listed.created(), listed.match_id());
        let finished = Finished {
            listed,
            event_log: self.folder.is_none().then(|| Arc::clone(event_log)),
        };
        let mut kept = self.kept();
        kept.order.insert((created, id));
        kept.finished.insert(id, finished);
        while kept.order.len() > self.most {
            if let Some((_, oldest)) = kept.order.pop_first() {
                kept.finished.remove(&oldest);
            }
        }
    }

    pub(crate) fn contains(&self, id: Uuid) -> bool {
        self.kept().finished.contains_key(&id)
    }

    /// The ids in a range.
    pub(crate) fn ids(&self, range: RangeInclusive<Uuid>) -> Vec<Uuid> {
        let kept = self.kept();
        kept.finished.range(range).map(|(id, _)| *id).collect()
    }

    /// The matches that fit, in no order.
    pub(crate) fn listed(&self, fits: impl Fn(&ListedMatch) -> bool) -> Vec<ListedMatch> {
        let kept = self.kept();
        let all = kept.finished.values().map(|finished| &finished.listed);
        all.filter(|listed| fits(listed)).cloned().collect()
    }

    /// Returns the match with this id. Reads a journal: not for the threads of the network.
    pub(crate) fn open(&self, id: Uuid, base: &Curling) -> Option<Arc<EventLog>> {
        {
            let kept = self.kept();
            let finished = kept.finished.get(&id)?;
            if let Some(event_log) = &finished.event_log {
                return Some(Arc::clone(event_log));
            }
            if let Some((_, event_log)) = kept.opened.iter().find(|(opened, _)| *opened == id) {
                return Some(Arc::clone(event_log));
            }
        }
        let path = Journal::path(self.folder.as_deref()?, id);
        let lines = Journal::lines(&path).map_err(|why| tracing::warn!("{why}"));
        let session = Session::of_lines(lines.ok()?, base);
        let session = session
            .map_err(|(line, why)| tracing::warn!("line {line} of {}: {why}", path.display()))
            .ok()?;
        let event_log = Arc::clone(session.event_log());
        event_log.close();
        let mut kept = self.kept();
        kept.opened.push_back((id, Arc::clone(&event_log)));
        if kept.opened.len() > OPENED {
            kept.opened.pop_front();
        }
        Some(event_log)
    }
}
