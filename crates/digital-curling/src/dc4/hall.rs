//! All matches of a server, each behind its own lock.
//!
//! Whatever takes longer than a moment (a simulated shot, a line on disk) happens on threads of its
//! own, never on those that talk to the network, and no more shots are simulated at the same time
//! than there are processors. Once begun it is finished even if whoever asked for it has hung up,
//! so a shot is either recorded and shown or never happened.
//!
//! With a folder, every match that was not over goes on when the server starts again; a file that
//! cannot be read is set aside (its name then ends with `.damaged`) and the others go on.

use super::board::{Board, Summary};
use super::fixture::{Done, Fixture, Refused, Watch};
use super::journal::{EXTENSION, Header, Journal, JournalError};
use super::message::{Settings, TeamSettings};
use crate::bout::Act;
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
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, Semaphore};
use tokio::task::AbortHandle;
use uuid::Uuid;

/// A folder that matches cannot be kept in.
#[derive(Debug, thiserror::Error)]
#[error("matches cannot be kept in {folder}: {why}")]
pub struct FolderError {
    folder: PathBuf,
    why: String,
}

/// What the hall is told when it is built.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) referee: Mode,
    pub(crate) seed: Option<Seed>,
    pub(crate) watch: Option<Watch>,
}

/// All matches.
pub(crate) struct Hall {
    plan: Plan,
    base: Curling,
    matches: RwLock<BTreeMap<Uuid, Arc<Listed>>>,
    created: AtomicU64,
    simulations: Arc<Semaphore>,
    /// So that no other server writes into the same folder.
    _lock: Option<File>,
}

/// A match of the hall.
pub(crate) struct Listed {
    owner: String,
    board: Arc<Board>,
    fixture: Arc<AsyncMutex<Fixture>>,
    simulations: Arc<Semaphore>,
    timer: Mutex<Option<AbortHandle>>,
}

/// A thread that should have done something has panicked: a bug of ours.
#[derive(Debug, thiserror::Error)]
#[error("the server has failed")]
pub(crate) struct Failed;

impl Hall {
    /// A hall with the matches of its folder.
    pub(crate) fn open(plan: Plan) -> Result<Self, FolderError> {
        let conditions = Conditions::named("dc4").expect("a platform of ours");
        let base = Curling::new(conditions).expect("the platform's ice can be played on");
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let lock = plan.folder.as_deref().map(locked).transpose()?;
        let hall = Hall {
            base,
            matches: RwLock::default(),
            created: AtomicU64::new(0),
            simulations: Arc::new(Semaphore::new(processors)),
            _lock: lock,
            plan,
        };
        if let Some(folder) = &hall.plan.folder {
            hall.load(folder)?;
        }
        Ok(hall)
    }

    fn load(&self, folder: &Path) -> Result<(), FolderError> {
        let entries = std::fs::read_dir(folder).map_err(|why| wrong(folder, &why))?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|it| it == EXTENSION));
        paths.sort();
        for path in &paths {
            match self.loaded(path) {
                Ok(fixture) if fixture.is_over() => {}
                Ok(fixture) => {
                    tracing::info!("match {} goes on", fixture.id());
                    self.list(fixture);
                }
                Err(error) => set_aside(path, &error),
            }
        }
        // Seeds go on where they were, or nearly so.
        self.created.store(paths.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn loaded(&self, path: &Path) -> Result<Fixture, JournalError> {
        let read = Journal::read(path)?;
        if read.torn {
            tracing::warn!("{}: the last line was torn and is dropped", path.display());
        }
        let watch = self.plan.watch.clone();
        Fixture::load(read, &self.base, watch).map_err(|(line, why)| JournalError::Damaged {
            path: path.to_owned(),
            line,
            why,
        })
    }

    fn list(&self, fixture: Fixture) -> Uuid {
        let id = fixture.id();
        let listed = Listed {
            owner: fixture.owner().to_owned(),
            board: Arc::clone(fixture.board()),
            fixture: Arc::new(AsyncMutex::new(fixture)),
            simulations: Arc::clone(&self.simulations),
            timer: Mutex::default(),
        };
        let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
        matches.insert(id, Arc::new(listed));
        id
    }

    /// A new match.
    pub(crate) async fn create(
        self: &Arc<Self>,
        owner: String,
        settings: Settings,
    ) -> Result<Result<Uuid, Refused>, Failed> {
        let hall = Arc::clone(self);
        let work = move || {
            settings.conditions(hall.plan.referee)?;
            settings.allowance()?;
            let id = Uuid::new_v4();
            let number = hall.created.fetch_add(1, Ordering::Relaxed);
            let seed = match hall.plan.seed {
                Some(seed) => seed.stream(number),
                None => Seed(Uuid::new_v4().as_u64_pair().0),
            };
            let header = Header::new(id, owner, settings, seed);
            let (folder, watch) = (hall.plan.folder.as_deref(), hall.plan.watch.clone());
            Ok(hall.list(Fixture::create(header, folder, watch)?))
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| failed(&error))
    }

    /// A match by its name.
    pub(crate) fn find(&self, id: Uuid) -> Option<Arc<Listed>> {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        matches.get(&id).cloned()
    }

    /// How many matches there are, and how many of them this user asked for that are not over.
    pub(crate) fn count(&self, owner: &str) -> (usize, usize) {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        let theirs = matches
            .values()
            .filter(|listed| listed.owner == owner && !listed.board.summary().over);
        (matches.len(), theirs.count())
    }

    /// The matches that both teams have joined: knowing the name of one that a side is free in
    /// would be enough to take it.
    pub(crate) fn summaries(&self) -> Vec<(Uuid, Summary)> {
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        let all = matches
            .iter()
            .map(|(id, listed)| (*id, listed.board.summary()));
        all.filter(|(_, summary)| summary.teams.is_some()).collect()
    }

    /// A user takes a side of a match.
    pub(crate) async fn join(
        self: &Arc<Self>,
        listed: &Arc<Listed>,
        user: String,
        wish: Team,
        team: TeamSettings,
    ) -> Result<Result<Team, Refused>, Failed> {
        let hall = Arc::clone(self);
        let work = move |fixture: &mut Fixture| {
            fixture.join(&user, wish, team, &hall.base, hall.plan.referee)
        };
        let joined = listed.with(work).await?;
        listed.begin().await?;
        Ok(joined)
    }

    /// Forgets matches that were over long ago, and gives those up that nobody has come to for very
    /// long.
    pub(crate) async fn sweep(&self, linger: Duration, abandon: Duration) {
        let all: Vec<_> = {
            let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
            matches
                .iter()
                .map(|(id, it)| (*id, Arc::clone(it)))
                .collect()
        };
        for (id, listed) in all {
            let old = listed.with(move |fixture| {
                let idle = fixture.touched().elapsed();
                let forgotten = idle > abandon && !fixture.is_over();
                if forgotten && let Err(error) = fixture.abandon() {
                    tracing::warn!("match {id} cannot be given up for good: {error}");
                }
                forgotten || (fixture.is_over() && idle > linger)
            });
            if matches!(old.await, Ok(true)) {
                listed.board.close();
                let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
                matches.remove(&id);
            }
        }
    }
}

impl Listed {
    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The side of a user.
    pub(crate) async fn side_of(&self, user: &str) -> Option<Team> {
        self.fixture.lock().await.side_of(user)
    }

    /// A user does something that arrived at this moment.
    pub(crate) async fn act(
        self: &Arc<Self>,
        user: String,
        act: Act,
        arrival: Instant,
    ) -> Result<Result<Done, Refused>, Failed> {
        let fixture = Arc::clone(&self.fixture).lock_owned().await;
        // Nobody closes it.
        let permit = Arc::clone(&self.simulations).acquire_owned().await;
        let work = move |fixture: &mut Fixture| {
            let done = fixture.act(&user, act, arrival);
            drop(permit);
            done
        };
        self.run(fixture, work).await
    }

    /// Starts the clock if both teams are there.
    pub(crate) async fn begin(self: &Arc<Self>) -> Result<(), Failed> {
        self.with(|fixture| fixture.begin(Instant::now())).await
    }

    /// Does something with the match where it disturbs nobody, and sets the timer anew.
    async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut Fixture) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let fixture = Arc::clone(&self.fixture).lock_owned().await;
        self.run(fixture, work).await
    }

    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        mut fixture: OwnedMutexGuard<Fixture>,
        work: impl FnOnce(&mut Fixture) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let listed = Arc::clone(self);
        let work = move || {
            let done = work(&mut fixture);
            listed.set_timer(fixture.deadline());
            done
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| failed(&error))
    }

    /// Whoever is to act loses when the time is up.
    fn set_timer(self: &Arc<Self>, deadline: Option<(Duration, u64)>) {
        let task = deadline.map(|(wait, turn)| {
            let listed = Arc::downgrade(self);
            let task = async move {
                tokio::time::sleep(wait).await;
                let Some(listed) = listed.upgrade() else {
                    return;
                };
                let done = listed.with(move |fixture| fixture.time_out(turn)).await;
                if let Ok(Err(error)) = done {
                    tracing::error!("a match that was lost by the clock goes on: {error}");
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
    tracing::error!("a thread of the server has failed: {error}");
    Failed
}

fn wrong(folder: &Path, why: &dyn std::fmt::Display) -> FolderError {
    FolderError {
        folder: folder.to_owned(),
        why: why.to_string(),
    }
}

/// Makes the folder this process's own.
fn locked(folder: &Path) -> Result<File, FolderError> {
    std::fs::create_dir_all(folder).map_err(|why| wrong(folder, &why))?;
    let file = File::create(folder.join("lock")).map_err(|why| wrong(folder, &why))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(wrong(
            folder,
            &"another server uses this folder: stop it or choose another folder",
        )),
        Err(std::fs::TryLockError::Error(why)) => Err(wrong(folder, &why)),
    }
}

fn set_aside(path: &Path, error: &JournalError) {
    let aside = path.with_extension(format!("{EXTENSION}.damaged"));
    match std::fs::rename(path, &aside) {
        Ok(()) => tracing::error!("{error}; the file is now {}", aside.display()),
        Err(why) => tracing::error!("{error}; the file cannot be set aside: {why}"),
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
        Journal::create(folder.path(), header).unwrap();
        let bad = folder.path().join("bad.jsonl");
        std::fs::write(&bad, "nonsense\n").unwrap();
        let plan = Plan {
            folder: Some(folder.path().to_owned()),
            ..Plan::default()
        };
        let hall = Hall::open(plan.clone()).unwrap();
        assert!(hall.find(id).is_some());
        assert_eq!(hall.count("a"), (1, 1));
        assert!(!bad.exists() && folder.path().join("bad.jsonl.damaged").exists());
        let second = Hall::open(plan).err().unwrap().to_string();
        assert!(second.contains("another server"), "{second}");
    }
}
