//! A cup being played: its state behind a lock, its journal, its log, and the decisions of its
//! organiser.
//!
//! A decision is written to the journal before it takes effect.

use super::answers::FaultView;
use super::journal::{CupJournal, Line};
use super::kept_log::{KeptLog, LogLine};
use super::plan::{Cup, Doors, EntrantSeat};
use super::result::CupResult;
use super::seats::Seats;
use super::snapshot::Snapshot;
use super::state::{Cores, CupMatch, CupState, Status};
use crate::dc4::journal::Journal;
use crate::dc4::server::AppState;
use crate::match_state::{Command, Event, Match};
use crate::record::Record;
use crate::record::dcl::Variant;
use crate::timestamp;
use arena::Words;
use arena::player::Fault;
use curling::conditions::Conditions;
use curling::rules::Team;
use lookahead::Cancel;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use uuid::Uuid;

/// A callback for a line of the log.
pub type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// Matches as their sessions tell of them: snapshots for pages, events for drivers.
#[derive(Default)]
pub(crate) struct Hub {
    live: Mutex<BTreeMap<Uuid, Live>>,
    /// The number of changes.
    pub(crate) version: watch::Sender<u64>,
}

#[derive(Default)]
struct Live {
    snapshot: Option<Arc<Snapshot>>,
    events: Option<Sender<(Match, Event)>>,
    cancel: Cancel,
}

impl Hub {
    fn live(&self) -> MutexGuard<'_, BTreeMap<Uuid, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an event of a session.
    pub(crate) fn hear(&self, id: Uuid, curling_match: &Match, event: Option<&Event>) {
        let mut all = self.live();
        let live = all.entry(id).or_default();
        live.snapshot = Some(Arc::new(Snapshot::of(curling_match, event)));
        if let (Some(events), Some(event)) = (&live.events, event) {
            // A driver that has ended hears nothing.
            let _ = events.send((curling_match.clone(), event.clone()));
        }
        drop(all);
        self.changed();
    }

    /// Counts a change.
    pub(crate) fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    pub(crate) fn snapshot(&self, id: Uuid) -> Option<Arc<Snapshot>> {
        self.live().get(&id)?.snapshot.clone()
    }

    /// Keeps the snapshot of a match that was read from its journal.
    fn keep(&self, id: Uuid, snapshot: &Arc<Snapshot>) {
        self.live().entry(id).or_default().snapshot = Some(Arc::clone(snapshot));
    }

    /// Sends the events of a match to a driver, which ends when the flag is raised.
    pub(crate) fn attach(&self, id: Uuid, events: Sender<(Match, Event)>) -> Cancel {
        let mut all = self.live();
        let live = all.entry(id).or_default();
        live.events = Some(events);
        live.cancel = Cancel::new();
        live.cancel.clone()
    }

    pub(crate) fn detach(&self, id: Uuid) {
        if let Some(live) = self.live().get_mut(&id) {
            live.events = None;
        }
    }

    pub(crate) fn cancel(&self, id: Uuid) {
        if let Some(live) = self.live().get(&id) {
            live.cancel.cancel();
        }
    }

    pub(crate) fn cancel_all(&self) {
        self.live().values().for_each(|live| live.cancel.cancel());
    }
}

struct Inner {
    state: CupState,
    journal: CupJournal,
    log: KeptLog,
    /// Faults by entrant.
    faults: BTreeMap<usize, Vec<FaultView>>,
}

/// A cup being played.
pub(crate) struct Contest {
    pub(crate) cup: Cup,
    pub(crate) app: Arc<AppState>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) seats: Seats,
    pub(crate) doors: Doors,
    pub(crate) runtime: tokio::runtime::Handle,
    say: Say,
    inner: Mutex<Inner>,
}

/// The reason why a decision of the organiser is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("there is no such match in this cup")]
    NoSuchMatch,
    #[error("{0}")]
    Conflict(String),
    #[error("the decision cannot be recorded: {0}")]
    Storage(#[from] io::Error),
}

/// The parts that a contest is made of.
pub(crate) struct Parts {
    pub(crate) cup: Cup,
    pub(crate) app: Arc<AppState>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) seats: Seats,
    pub(crate) doors: Doors,
    pub(crate) state: CupState,
    pub(crate) journal: CupJournal,
    pub(crate) say: Say,
}

impl Contest {
    pub(crate) fn new(parts: Parts, runtime: tokio::runtime::Handle) -> Self {
        let contest = Contest {
            inner: Mutex::new(Inner {
                state: parts.state,
                journal: parts.journal,
                log: KeptLog::open(&parts.cup.data),
                faults: BTreeMap::new(),
            }),
            cup: parts.cup,
            app: parts.app,
            hub: parts.hub,
            seats: parts.seats,
            doors: parts.doors,
            say: parts.say,
            runtime,
        };
        contest.recall_faults();
        contest
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the state.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&CupState) -> T) -> T {
        read(&self.inner().state)
    }

    /// The match of this id.
    pub(crate) fn find(&self, id: Uuid) -> Option<CupMatch> {
        self.read(|state| state.find(id).cloned())
    }

    /// Writes a line to the journal, and takes it.
    pub(crate) fn decide(&self, line: &Line) -> io::Result<()> {
        let mut inner = self.inner();
        inner.journal.write(line)?;
        let taken = inner.state.take(&self.cup, line);
        drop(inner);
        self.hub.changed();
        taken.map_err(io::Error::other)
    }

    /// Sets the status of a match; not in the journal.
    pub(crate) fn set_status(&self, id: Uuid, status: Status) {
        let mut inner = self.inner();
        if let Ok(found) = inner.state.find_mut(id)
            && !found.is_done()
        {
            found.status = status;
        }
        drop(inner);
        self.hub.changed();
    }

    /// Lets the match of an absent entrant give its cores to others meanwhile.
    pub(crate) fn give_back(&self, id: Uuid) {
        if let Ok(found) = self.inner().state.find_mut(id) {
            found.cores = Cores::GivenBack;
        }
    }

    /// Takes the cores of a match again, as soon as they are free; whether it has them.
    pub(crate) fn take_again(&self, id: Uuid) -> bool {
        self.inner().state.take_again(&self.cup, id)
    }

    /// The names of a match's entrants.
    pub(crate) fn names(&self, one: &CupMatch) -> [String; 2] {
        one.entrants
            .map(|entrant| self.cup.entrants[entrant].name.clone())
    }

    /// A match in a few words: division, round, game, entrants.
    pub(crate) fn title(&self, one: &CupMatch) -> String {
        let [first, second] = self.names(one);
        let division = &self.cup.divisions[one.division].name;
        let (round, game) = (one.round, one.game);
        format!("{division} {round}-{game}: {first} - {second}")
    }

    /// Adds a line to the log.
    pub(crate) fn log(&self, en: impl Into<String>, ja: impl Into<String>) {
        let (en, ja) = (en.into(), ja.into());
        let time = timestamp::written(timestamp::now());
        (self.say)(&format!("{time} {en}"));
        let mut inner = self.inner();
        inner.log.push(LogLine {
            time,
            text: Words { en, ja },
        });
    }

    /// Adds a line about a match to the log.
    pub(crate) fn log_match(&self, one: &CupMatch, en: &str, ja: &str) {
        let title = self.title(one);
        self.log(format!("{title}: {en}"), format!("{title}：{ja}"));
    }

    pub(crate) fn log_lines(&self) -> Vec<LogLine> {
        self.inner().log.lines()
    }

    pub(crate) fn faults(&self, entrant: usize) -> Vec<FaultView> {
        self.inner()
            .faults
            .get(&entrant)
            .cloned()
            .unwrap_or_default()
    }

    /// Remembers what went wrong with an entrant.
    pub(crate) fn add_fault(&self, entrant: usize, text: Words) {
        let time = timestamp::written(timestamp::now());
        let fault = FaultView { time, text };
        self.inner().faults.entry(entrant).or_default().push(fault);
        self.hub.changed();
    }

    /// The faults of the results so far, after a restart.
    fn recall_faults(&self) {
        let mut inner = self.inner();
        let Inner { state, faults, .. } = &mut *inner;
        for one in &state.matches {
            let Some(result) = &one.result else { continue };
            let time = timestamp::written(one.ended.unwrap_or(0));
            let note = result.note.clone();
            let fault = note.map(|text| FaultView { time, text });
            for team in Team::BOTH
                .into_iter()
                .filter(|team| result.is_lost_by(*team))
            {
                let entrant = one.entrants[team.index()];
                faults.entry(entrant).or_default().extend(fault.clone());
            }
        }
    }

    /// The folder of the matches' journals.
    pub(crate) fn matches_folder(cup: &Cup) -> PathBuf {
        cup.data.join("matches")
    }

    /// The journal of a match.
    pub(crate) fn journal_path(&self, id: Uuid) -> PathBuf {
        Journal::path(&Self::matches_folder(&self.cup), id)
    }

    /// The record of a match, if it was begun.
    ///
    /// # Errors
    /// If its journal is damaged.
    pub(crate) fn record(&self, id: Uuid) -> Result<Option<Record>, String> {
        record_at(&self.journal_path(id))
    }

    /// The files of a match that can be downloaded now.
    pub(crate) fn files(&self, one: &CupMatch) -> Vec<&'static str> {
        if !one.is_done() || !self.journal_path(one.id).exists() {
            return Vec::new();
        }
        let conditions = &self.cup.divisions[one.division].plan.conditions;
        match dcl_variant(conditions) {
            Some(_) => vec!["record", "dcl"],
            None => vec!["record"],
        }
    }

    /// The snapshot of a match; of one that was played before a restart it is read from its
    /// journal. Slow then: not for the threads of the network.
    pub(crate) fn snapshot(&self, id: Uuid) -> Option<Arc<Snapshot>> {
        if let Some(snapshot) = self.hub.snapshot(id) {
            return Some(snapshot);
        }
        let record = self.record(id).ok()??;
        let mut curling_match = record.start().ok()?;
        let mut last = None;
        for entry in record.entries {
            last = Some(curling_match.replay(entry).ok()?);
        }
        let snapshot = Arc::new(Snapshot::of(&curling_match, last.as_ref()));
        self.hub.keep(id, &snapshot);
        Some(snapshot)
    }

    /// Ends a match with a result; false if it was over or void already.
    pub(crate) fn finish(&self, one: &CupMatch, result: &CupResult) -> io::Result<bool> {
        let line = Line::Over {
            r#match: one.id,
            at: timestamp::now(),
            result: result.clone(),
        };
        let mut inner = self.inner();
        if inner.state.find(one.id).is_none_or(CupMatch::is_done) {
            return Ok(false);
        }
        inner.journal.write(&line)?;
        let taken = inner.state.take(&self.cup, &line);
        drop(inner);
        taken.map_err(io::Error::other)?;
        let lost = |team: &Team| result.is_lost_by(*team);
        for team in Team::BOTH.into_iter().filter(lost) {
            if let Some(note) = &result.note {
                self.add_fault(one.entrants[team.index()], note.clone());
            }
        }
        let (en, ja) = self.told(one, result);
        self.log_match(one, &en, &ja);
        self.hub.changed();
        Ok(true)
    }

    /// A result in words.
    fn told(&self, one: &CupMatch, result: &CupResult) -> (String, String) {
        let ([a, b], names) = (result.points, self.names(one));
        let (en, ja) = match result.winner {
            Some(winner) => {
                let name = &names[winner.index()];
                (format!("{name} wins"), format!("{name} の勝ち"))
            }
            None if result.is_drawn() => ("drawn".to_owned(), "引き分け".to_owned()),
            None => ("both lose".to_owned(), "両者負け".to_owned()),
        };
        let note = |text: &str| (!text.is_empty()).then(|| format!(" ({text})"));
        let words = result.note.clone().unwrap_or_default();
        (
            format!("{a} - {b}, {en}{}", note(&words.en).unwrap_or_default()),
            format!("{a} - {b}、{ja}{}", note(&words.ja).unwrap_or_default()),
        )
    }

    /// Lets an entrant lose a match that is not over, by the organiser's decision.
    pub(crate) async fn forfeit(&self, id: Uuid, entrant: &str) -> Result<(), Refusal> {
        let one = self.find(id).ok_or(Refusal::NoSuchMatch)?;
        let names = self.names(&one);
        let side = names.iter().position(|name| name == entrant);
        let team = side.map(|side| Team::BOTH[side]).ok_or_else(|| {
            let [first, second] = &names;
            let why = format!("`entrant` must be {first} or {second}");
            Refusal::Conflict(why)
        })?;
        let note = Words {
            en: format!("{entrant} forfeits by decision of the organiser"),
            ja: format!("運営の判断により {entrant} の負け"),
        };
        let mut result = CupResult::forfeit(&[team], note.clone());
        if let Some(snapshot) = self.hub.snapshot(id) {
            result.points = Team::BOTH.map(|team| snapshot.game.total(team));
            result.ends = snapshot.ends();
        }
        if !self.finish(&one, &result)? {
            let why = "the match is over: declare it void first, to play it again";
            return Err(Refusal::Conflict(why.to_owned()));
        }
        self.hub.cancel(id);
        if let Some(handle) = self.app.registry.find(id) {
            let command = Command::Fault(Fault::Crashed { why: note.en });
            // The result stands, whatever becomes of the session.
            let _ = handle
                .apply_of(team, command, std::time::Duration::ZERO)
                .await;
        }
        Ok(())
    }

    /// Declares a match void: it is played again, with fresh dice.
    pub(crate) async fn replay(&self, id: Uuid) -> Result<(), Refusal> {
        let one = self.find(id).ok_or(Refusal::NoSuchMatch)?;
        if one.status == Status::Void {
            return Err(Refusal::Conflict("the match is void already".to_owned()));
        }
        if one.status == Status::Scheduled && one.begun.is_none() {
            let why = "the match has not begun: there is nothing to play again";
            return Err(Refusal::Conflict(why.to_owned()));
        }
        self.decide(&Line::Void {
            r#match: id,
            at: timestamp::now(),
        })?;
        self.log_match(
            &one,
            "void by decision of the organiser, to be played again",
            "運営の判断により無効、再試合",
        );
        self.hub.cancel(id);
        if let Some(handle) = self.app.registry.find(id)
            && !handle.event_log().is_over()
        {
            let _ = handle.abandon().await;
        }
        Ok(())
    }

    /// Pauses the cup, or lets it go on: no further match begins meanwhile.
    pub(crate) fn pause(&self, paused: bool) -> Result<(), Refusal> {
        if self.read(|state| state.paused) == paused {
            return Ok(());
        }
        self.decide(&Line::Paused(paused))?;
        let (en, ja) = if paused {
            (
                "paused: no further match begins",
                "一時停止：新しい試合は始まりません",
            )
        } else {
            ("goes on", "再開")
        };
        self.log(en, ja);
        Ok(())
    }

    /// Whether the program of an entrant is connected; players and commands are started when they
    /// are needed.
    pub(crate) fn is_connected(&self, number: usize) -> bool {
        let entrant = &self.cup.entrants[number];
        if matches!(entrant.seat, EntrantSeat::Player(_)) {
            return true;
        }
        if self.seats.is_waiting(number, entrant) {
            return true;
        }
        let playing = self.read(|state| {
            let playing = |one: &&CupMatch| {
                one.entrants.contains(&number)
                    && matches!(one.status, Status::Waiting | Status::Running)
            };
            let one = state.matches.iter().find(playing)?;
            let side = one.entrants.iter().position(|it| *it == number)?;
            Some((one.id, Team::BOTH[side]))
        });
        playing.is_some_and(|(id, team)| {
            let handle = self.app.registry.find(id);
            handle.is_some_and(|handle| handle.event_log().is_connected(team))
        })
    }
}

/// The variant of `.dcl` that the platform of these conditions has, if it has one.
pub(crate) fn dcl_variant(conditions: &Conditions) -> Option<Variant> {
    match conditions.nearest() {
        "dc2" | "dc2-mixed-doubles" | "dc2-mixed-doubles-unlimited" => Some(Variant::Dc2),
        "legacy" | "gat" | "paper" => Some(Variant::Legacy),
        _ => None,
    }
}

/// The record of a journal, if there is one.
pub(crate) fn record_at(path: &Path) -> Result<Option<Record>, String> {
    if !path.exists() {
        return Ok(None);
    }
    Journal::record(path).map_err(|why| why.to_string())
}
