//! The match registry: all matches of a server, each behind its own lock.
//!
//! Slow work (a simulated shot, a line on disk) runs on blocking threads, never on those of the
//! network, and no more shots are simulated at once than there are processors. Once begun it is
//! finished even if the client has disconnected, so a shot is either recorded and published or
//! never happened.
//!
//! With a folder, every match that was not over goes on when the server starts again; a file that
//! cannot be read is set aside (its name then ends with `.damaged`) and the others go on. Matches
//! that are over go to the [archive](super::archive).

use super::archive::Archive;
use super::event_log::EventLog;
use super::history::History;
use super::journal::{EXTENSION, Header, Journal, JournalError, SideEntry};
use super::message::{Settings, TeamSettings};
use super::reading::ListedMatch;
use super::row_id::{self, Table};
use super::session::{Applied, Hooks, Refused, Session};
use crate::dice::Dice;
use crate::match_state::{Command, Match};
use crate::setup::Setup;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::physics::Mode;
use curling::rules::Team;
use lookahead::Seed;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, Semaphore, watch};
use tokio::task::AbortHandle;
use uuid::Uuid;

/// An unusable folder of matches.
#[derive(Debug, thiserror::Error)]
#[error("cannot store matches in {folder}: {why}")]
pub struct FolderError {
    folder: PathBuf,
    why: String,
}

/// Options of the registry.
#[derive(Clone, Default)]
pub(crate) struct RegistryOptions {
    pub(crate) folder: Option<PathBuf>,
    /// Whether journals are flushed to the disk line by line.
    pub(crate) durable: bool,
    pub(crate) referee: Mode,
    pub(crate) seed: Option<Seed>,
    pub(crate) hooks: Hooks,
    /// The number of finished matches kept for readers.
    pub(crate) finished: usize,
}

/// The registry of matches.
pub(crate) struct Registry {
    options: RegistryOptions,
    base: Curling,
    matches: RwLock<BTreeMap<Uuid, Arc<MatchHandle>>>,
    archive: Archive,
    /// Limits the processors used for reading the archive.
    readers: Semaphore,
    created: AtomicU64,
    simulations: Arc<Semaphore>,
    /// Standing ids, each with the match it stands for at present, if there is one.
    standing: watch::Sender<BTreeMap<Uuid, Option<Uuid>>>,
    /// The lock that keeps other servers out of the folder.
    _lock: Option<File>,
}

/// A registered match.
pub(crate) struct MatchHandle {
    owner: String,
    event_log: Arc<EventLog>,
    session: Arc<AsyncMutex<Session>>,
    simulations: Arc<Semaphore>,
    timer: Mutex<Option<AbortHandle>>,
}

/// A worker thread has panicked: a bug of ours.
#[derive(Debug, thiserror::Error)]
#[error("internal error of the server")]
pub(crate) struct Failed;

impl Registry {
    /// A registry with the matches of its folder.
    pub(crate) fn open(options: RegistryOptions) -> Result<Self, FolderError> {
        let conditions = Conditions::named("dc4").expect("a platform of ours");
        let base = Curling::new(conditions).expect("the platform's ice can be played on");
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let lock = options.folder.as_deref().map(locked).transpose()?;
        let registry = Registry {
            base,
            matches: RwLock::default(),
            archive: Archive::new(options.folder.clone(), options.finished),
            readers: Semaphore::new(1),
            created: AtomicU64::new(0),
            simulations: Arc::new(Semaphore::new(processors)),
            standing: watch::Sender::default(),
            _lock: lock,
            options,
        };
        if let Some(folder) = &registry.options.folder {
            registry.load(folder)?;
        }
        Ok(registry)
    }

    fn load(&self, folder: &Path) -> Result<(), FolderError> {
        let entries = std::fs::read_dir(folder).map_err(|why| wrong(folder, &why))?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == EXTENSION));
        paths.sort();
        for path in &paths {
            match self.loaded(path) {
                Ok(session) if session.is_over() => self.archive.add(session.event_log()),
                Ok(session) => {
                    tracing::info!("match {} goes on", session.id());
                    self.list(session);
                }
                Err(error) => set_aside(path, &error),
            }
        }
        // Seeds go on where they were, or nearly so.
        self.created.store(paths.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn loaded(&self, path: &Path) -> Result<Session, JournalError> {
        let mut read = Journal::read(path)?;
        read.journal.set_durable(self.options.durable);
        if read.torn {
            tracing::warn!("{}: torn last line dropped", path.display());
        }
        let hooks = self.options.hooks.clone();
        Session::load(read, &self.base, hooks).map_err(|(line, why)| JournalError::Damaged {
            path: path.to_owned(),
            line,
            why,
        })
    }

    fn list(&self, session: Session) -> Uuid {
        let id = session.id();
        let handle = MatchHandle {
            owner: session.owner().to_owned(),
            event_log: Arc::clone(session.event_log()),
            session: Arc::new(AsyncMutex::new(session)),
            simulations: Arc::clone(&self.simulations),
            timer: Mutex::default(),
        };
        let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
        matches.insert(id, Arc::new(handle));
        id
    }

    /// Creates a match.
    pub(crate) async fn create(
        self: &Arc<Self>,
        owner: String,
        settings: Settings,
    ) -> Result<Result<Uuid, Refused>, Failed> {
        let registry = Arc::clone(self);
        let work = move || {
            settings.conditions(registry.options.referee)?;
            settings.thinking_time()?;
            let id = Uuid::new_v4();
            let number = registry.created.fetch_add(1, Ordering::Relaxed);
            let dice = Dice::of_match(number, registry.options.seed)?;
            if let Some(hash) = dice.commitment() {
                tracing::info!("match {id} of {owner}; SHA-256 of its seed: {hash}");
            } else {
                tracing::info!("match {id} of {owner}, with a given seed");
            }
            let header = Header::new(id, owner, settings, dice);
            let (folder, hooks) = (
                registry.options.folder.as_deref(),
                registry.options.hooks.clone(),
            );
            let durable = registry.options.durable;
            Ok(registry.list(Session::create(header, folder, durable, hooks)?))
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| failed(&error))
    }

    /// Creates a match whose sides are taken from the beginning, or finds the one of this id that a
    /// killed server left.
    pub(crate) fn seat(
        &self,
        header: Header,
        sides: [SideEntry; 2],
        setup: Setup,
    ) -> Result<Arc<MatchHandle>, Refused> {
        let id = header.id;
        if self.archive.contains(id) {
            return Err(Refused::Conflict("the match is over".to_owned()));
        }
        if let Some(handle) = self.find(id) {
            let session = handle.session.blocking_lock();
            if session.curling_match().is_some() {
                drop(session);
                return Ok(handle);
            }
            // Killed before the setup was written: nothing was played.
            drop(session);
            self.remove(id, &handle);
        }
        let folder = self.options.folder.as_deref();
        if let Some(folder) = folder {
            Journal::discard(folder, id)?;
        }
        let storage = (folder, self.options.durable);
        let hooks = self.options.hooks.clone();
        self.list(Session::create_seated(
            header, sides, setup, &self.base, storage, hooks,
        )?);
        let handle = self.find(id);
        handle.ok_or_else(|| Refused::Conflict("the match was removed".to_owned()))
    }

    /// Makes a standing id stand for this match, or for none at present.
    pub(crate) fn set_standing(&self, standing: Uuid, id: Option<Uuid>) {
        self.standing.send_modify(|all| {
            // A match that is over stays readable until the next one.
            let before = all.get(&standing).copied().flatten();
            all.insert(standing, id.or(before));
        });
    }

    /// The match that an id stands for: that of a standing id, or itself.
    fn resolved(&self, id: Uuid) -> Uuid {
        let standing = self.standing.borrow();
        standing.get(&id).copied().flatten().unwrap_or(id)
    }

    /// Waits until a standing id stands for a match, for a player one that is not over; at most
    /// this long. Other ids do not wait.
    pub(crate) async fn await_match(&self, id: Uuid, player: bool, patience: Duration) -> bool {
        let mut standing = self.standing.subscribe();
        let waiting = standing.wait_for(|all| match all.get(&id) {
            None => true,
            Some(present) => present.is_some_and(|id| !player || self.is_open(id)),
        });
        tokio::time::timeout(patience, waiting).await.is_ok()
    }

    fn is_open(&self, id: Uuid) -> bool {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        matches
            .get(&id)
            .is_some_and(|handle| !handle.event_log.is_over())
    }

    /// The match with this id.
    pub(crate) fn find(&self, id: Uuid) -> Option<Arc<MatchHandle>> {
        let id = self.resolved(id);
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        matches.get(&id).cloned()
    }

    /// The log of the match with this id, also of one that is over.
    pub(crate) async fn find_log(
        self: &Arc<Self>,
        id: Uuid,
    ) -> Result<Option<Arc<EventLog>>, Failed> {
        let id = self.resolved(id);
        if let Some(handle) = self.find(id) {
            return Ok(Some(Arc::clone(handle.event_log())));
        }
        if !self.archive.contains(id) {
            return Ok(None);
        }
        let _turn = self.readers.acquire().await;
        let registry = Arc::clone(self);
        tokio::task::spawn_blocking(move || registry.archive.open(id, &registry.base))
            .await
            .map_err(|error| failed(&error))
    }

    /// The log of the newest match with this name. It need not have both teams.
    pub(crate) async fn find_named(
        self: &Arc<Self>,
        name: &str,
    ) -> Result<Option<Arc<EventLog>>, Failed> {
        let mut all = self.archive.listed(|listed| listed.name() == name);
        all.extend(self.running(|listed| listed.name() == name));
        all.sort_by_key(ListedMatch::newest_first);
        match all.first() {
            Some(newest) => self.find_log(newest.match_id()).await,
            None => Ok(None),
        }
    }

    /// The match of a row that a reading call names, the kind of row, and its number.
    pub(crate) async fn find_row(
        self: &Arc<Self>,
        row: Uuid,
    ) -> Result<Option<(Arc<EventLog>, Table, usize)>, Failed> {
        let Some((table, number)) = row_id::row_of(row) else {
            return Ok(None);
        };
        let range = row_id::matches_of(row);
        let mut ids: Vec<Uuid> = {
            let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
            matches.range(range.clone()).map(|(id, _)| *id).collect()
        };
        ids.extend(self.archive.ids(range));
        let own = |id: &Uuid| row_id::row_id(*id, table, number) == row;
        let Some(id) = ids.into_iter().find(own) else {
            return Ok(None);
        };
        let found = self.find_log(id).await?;
        Ok(found.map(|event_log| (event_log, table, number)))
    }

    /// Whether the match is over and in the archive.
    pub(crate) fn is_archived(&self, id: Uuid) -> bool {
        self.archive.contains(self.resolved(id))
    }

    /// The number of matches, and the number of unfinished ones created by this user.
    pub(crate) fn count(&self, owner: &str) -> (usize, usize) {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        let theirs = matches
            .values()
            .filter(|handle| handle.owner == owner && !handle.event_log.is_over());
        (matches.len(), theirs.count())
    }

    /// The matches that both teams have joined, the newest first. Others are not listed: their id
    /// would be enough to take a free side.
    pub(crate) fn listed(&self) -> Vec<ListedMatch> {
        let mut all = self.archive.listed(|_| true);
        all.extend(self.running(ListedMatch::is_full));
        all.sort_by_key(ListedMatch::newest_first);
        all
    }

    /// The matches that fit and are not in the archive yet.
    fn running(&self, fits: impl Fn(&ListedMatch) -> bool) -> Vec<ListedMatch> {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        let logs = matches.values().map(|handle| handle.event_log());
        logs.map(|event_log| event_log.read(History::listed))
            .filter(|listed| fits(listed) && !self.archive.contains(listed.match_id()))
            .collect()
    }

    /// Deletes a match that has not begun, for its owner.
    pub(crate) async fn delete(
        &self,
        handle: &Arc<MatchHandle>,
        user: String,
    ) -> Result<Result<(), Refused>, Failed> {
        let work = move |session: &mut Session| session.delete(&user).map(|()| session.id());
        Ok(handle.with(work).await?.map(|id| self.remove(id, handle)))
    }

    fn remove(&self, id: Uuid, handle: &MatchHandle) {
        handle.event_log.close();
        let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
        matches.remove(&id);
    }

    /// Joins a user to a match.
    pub(crate) async fn join(
        self: &Arc<Self>,
        handle: &Arc<MatchHandle>,
        user: String,
        preferred: Team,
        team: TeamSettings,
    ) -> Result<Result<Team, Refused>, Failed> {
        let registry = Arc::clone(self);
        let work = move |session: &mut Session| {
            session.join(
                &user,
                preferred,
                team,
                &registry.base,
                registry.options.referee,
            )
        };
        let joined = handle.with(work).await?;
        handle.begin().await?;
        Ok(joined)
    }

    /// Archives matches that were over for `linger`, and abandons those that had no stream and no
    /// request for `abandon`.
    pub(crate) async fn sweep(&self, linger: Duration, abandon: Duration) {
        let all: Vec<_> = {
            let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
            matches
                .iter()
                .map(|(id, it)| (*id, Arc::clone(it)))
                .collect()
        };
        for (id, handle) in all {
            let old = handle.with(move |session| {
                session.note_attendance();
                let idle = session.last_activity().elapsed();
                let forgotten = idle > abandon && !session.is_over();
                if forgotten && let Err(error) = session.abandon() {
                    tracing::warn!("match {id} cannot be recorded as abandoned: {error}");
                }
                forgotten || (session.is_over() && session.over_for() > linger)
            });
            if matches!(old.await, Ok(true)) {
                self.archive.add(&handle.event_log);
                self.remove(id, &handle);
            }
        }
    }
}

impl MatchHandle {
    pub(crate) fn event_log(&self) -> &Arc<EventLog> {
        &self.event_log
    }

    /// The side of a user.
    pub(crate) async fn side_of(&self, user: &str) -> Option<Team> {
        self.session.lock().await.side_of(user)
    }

    /// Applies a command of a user; `arrival` is when its request arrived.
    pub(crate) async fn apply(
        self: &Arc<Self>,
        user: String,
        command: Command,
        arrival: Instant,
    ) -> Result<Result<Applied, Refused>, Failed> {
        let session = Arc::clone(&self.session).lock_owned().await;
        // The semaphore is never closed.
        let permit = Arc::clone(&self.simulations).acquire_owned().await;
        let work = move |session: &mut Session| {
            let done = session.apply(&user, command, arrival);
            drop(permit);
            done
        };
        self.run(session, work).await
    }

    /// Applies a command of a team that is asked in this process, or of the organiser.
    pub(crate) async fn apply_of(
        self: &Arc<Self>,
        team: Team,
        command: Command,
        spent: Duration,
    ) -> Result<Result<Applied, Refused>, Failed> {
        let session = Arc::clone(&self.session).lock_owned().await;
        // The semaphore is never closed.
        let permit = Arc::clone(&self.simulations).acquire_owned().await;
        let work = move |session: &mut Session| {
            let done = session.apply_of(team, command, spent);
            drop(permit);
            done
        };
        self.run(session, work).await
    }

    /// Sets the sides that are asked in this process, and returns the match.
    pub(crate) async fn drive(
        self: &Arc<Self>,
        driven: [bool; 2],
    ) -> Result<Option<Match>, Failed> {
        self.with(move |session| {
            session.set_driven(driven);
            session.curling_match().cloned()
        })
        .await
    }

    /// Abandons the match.
    pub(crate) async fn abandon(self: &Arc<Self>) -> Result<std::io::Result<()>, Failed> {
        self.with(Session::abandon).await
    }

    /// Starts the clock if both teams are connected.
    pub(crate) async fn begin(self: &Arc<Self>) -> Result<(), Failed> {
        self.with(|session| session.begin(Instant::now())).await
    }

    /// Runs work on the session on a blocking thread, and resets the timer.
    async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Session) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let session = Arc::clone(&self.session).lock_owned().await;
        self.run(session, work).await
    }

    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        mut session: OwnedMutexGuard<Session>,
        work: impl FnOnce(&mut Session) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let handle = Arc::clone(self);
        let work = move || {
            let done = work(&mut session);
            handle.set_timer(session.deadline());
            done
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| failed(&error))
    }

    /// Sets the timer after which the team to act loses on time.
    fn set_timer(self: &Arc<Self>, deadline: Option<(Duration, u64)>) {
        let task = deadline.map(|(wait, turn)| {
            let handle = Arc::downgrade(self);
            let task = async move {
                tokio::time::sleep(wait).await;
                let Some(handle) = handle.upgrade() else {
                    return;
                };
                let done = handle.with(move |session| session.time_out(turn)).await;
                if let Ok(Err(error)) = done {
                    tracing::error!("a loss on time could not be recorded: {error}");
                }
            };
            tokio::spawn(task).abort_handle()
        });
        let mut timer = self.timer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = std::mem::replace(&mut *timer, task) {
            before.abort();
        }
    }
}

fn failed(error: &tokio::task::JoinError) -> Failed {
    tracing::error!("a worker thread has panicked: {error}");
    Failed
}

fn wrong(folder: &Path, why: &dyn std::fmt::Display) -> FolderError {
    FolderError {
        folder: folder.to_owned(),
        why: why.to_string(),
    }
}

/// Locks the folder for this process.
fn locked(folder: &Path) -> Result<File, FolderError> {
    std::fs::create_dir_all(folder).map_err(|why| wrong(folder, &why))?;
    let file = File::create(folder.join("lock")).map_err(|why| wrong(folder, &why))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(wrong(
            folder,
            &"the folder is in use by another server: stop it or choose another folder",
        )),
        Err(std::fs::TryLockError::Error(why)) => Err(wrong(folder, &why)),
    }
}

fn set_aside(path: &Path, error: &JournalError) {
    let aside = path.with_extension(format!("{EXTENSION}.damaged"));
    match std::fs::rename(path, &aside) {
        Ok(()) => tracing::error!("{error}; the file is now {}", aside.display()),
        Err(why) => tracing::error!("{error}; the file cannot be renamed: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_set_aside_and_the_others_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header::new(
            Uuid::new_v4(),
            "a".to_owned(),
            Settings::standard(1),
            Seed(1),
        );
        let id = header.id;
        Journal::create(folder.path(), header, false).unwrap();
        let bad = folder.path().join("bad.jsonl");
        std::fs::write(&bad, "nonsense\n").unwrap();
        let options = RegistryOptions {
            folder: Some(folder.path().to_owned()),
            ..RegistryOptions::default()
        };
        let registry = Registry::open(options.clone()).unwrap();
        assert!(registry.find(id).is_some());
        assert_eq!(registry.count("a"), (1, 1));
        assert!(!bad.exists() && folder.path().join("bad.jsonl.damaged").exists());
        let second = Registry::open(options).err().unwrap().to_string();
        assert!(second.contains("another server"), "{second}");
    }

    fn side(team: Team) -> SideEntry {
        let name = team.to_string();
        let settings = TeamSettings::usual(&name, crate::dc4::message::GameMode::Standard);
        SideEntry {
            team,
            user: name,
            settings,
        }
    }

    fn seated(registry: &Registry, id: Uuid) -> Result<Arc<MatchHandle>, Refused> {
        let dice = Dice::draw().unwrap();
        let settings = Settings::standard(1);
        let conditions = Conditions::named("dc2").unwrap();
        let header = Header::new(id, "cup".to_owned(), settings, dice.clone());
        registry.seat(header, Team::BOTH.map(side), Setup::new(conditions, dice))
    }

    #[test]
    fn a_match_that_a_kill_left_half_made_is_seated_again_and_a_whole_one_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let options = RegistryOptions {
            folder: Some(folder.path().to_owned()),
            ..RegistryOptions::default()
        };
        let [seed_only, header_only, whole] = [(); 3].map(|()| Uuid::new_v4());
        let registry = Registry::open(options.clone()).unwrap();
        seated(&registry, whole).unwrap();
        drop(registry);
        let seed = folder.path().join(format!("{seed_only}.seed"));
        std::fs::write(&seed, "left over").unwrap();
        let dice = Dice::draw().unwrap();
        let header = Header::new(header_only, "cup".to_owned(), Settings::standard(1), dice);
        Journal::create(folder.path(), header, false).unwrap();
        let journal = Journal::path(folder.path(), whole);
        let before = std::fs::read(&journal).unwrap();
        let registry = Registry::open(options).unwrap();
        for id in [seed_only, header_only, whole] {
            let handle = seated(&registry, id).unwrap();
            assert!(handle.session.blocking_lock().curling_match().is_some());
        }
        assert_eq!(std::fs::read(&journal).unwrap(), before);
    }

    #[tokio::test]
    async fn a_standing_id_stands_for_the_present_match_and_may_be_awaited() {
        let registry = Arc::new(Registry::open(RegistryOptions::default()).unwrap());
        let (standing, id, short) = (Uuid::new_v4(), Uuid::new_v4(), Duration::from_millis(5));
        assert!(registry.await_match(standing, true, short).await);
        registry.set_standing(standing, None);
        assert!(!registry.await_match(standing, true, short).await);
        let seating = Arc::clone(&registry);
        let seat = move || seated(&seating, id).map(drop);
        tokio::task::spawn_blocking(seat).await.unwrap().unwrap();
        let setting = Arc::clone(&registry);
        let awaiting = registry.await_match(standing, true, Duration::from_secs(10));
        let (came, ()) = tokio::join!(awaiting, async { setting.set_standing(standing, Some(id)) });
        assert!(came);
        let handle = registry.find(standing).unwrap();
        handle.abandon().await.unwrap().unwrap();
        assert!(!registry.await_match(standing, true, short).await);
        assert!(registry.await_match(standing, false, short).await);
    }

    /// The dice of the first matches of a new server.
    async fn dice(seed: Option<Seed>) -> Vec<Dice> {
        let folder = tempfile::tempdir().unwrap();
        let options = RegistryOptions {
            folder: Some(folder.path().to_owned()),
            seed,
            ..RegistryOptions::default()
        };
        let registry = Arc::new(Registry::open(options).unwrap());
        let mut dice = Vec::new();
        for _ in 0..2 {
            let id = registry.create("a".to_owned(), Settings::standard(1)).await;
            let path = Journal::path(folder.path(), id.unwrap().unwrap());
            let text = std::fs::read_to_string(path).unwrap();
            let line: serde_json::Value = serde_json::from_str(&text).unwrap();
            dice.push(serde_json::from_value(line["match"]["seed"].clone()).unwrap());
        }
        dice
    }

    #[tokio::test]
    async fn every_match_of_every_server_has_its_own_dice_unless_a_seed_is_given() {
        let drawn = [dice(None).await, dice(None).await].concat();
        for (one, number) in drawn.iter().zip(1..) {
            assert!(one.commitment().is_some() && !drawn[number..].contains(one));
        }
        let given = dice(Some(Seed(7))).await;
        assert_eq!(given, dice(Some(Seed(7))).await);
        assert_eq!(given, [0, 1].map(|number| Seed(7).stream(number).into()));
    }
}
