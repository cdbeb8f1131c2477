//! The results store: one `SQLite` file for all runs of all experiments.
//!
//! A *run* is one experiment with one fingerprint, the hash of everything its results depend on. A
//! changed experiment has another fingerprint and so another run; nothing is ever mixed. Results
//! are keyed by run and task and the first one stays, so that working on a task twice (a resumed
//! run, two processes, an imported file) does no harm.
//!
//! Every result is committed when it is saved. The store uses the write-ahead log with `synchronous
//! = NORMAL`: a process killed at any moment loses no committed result; a machine that loses power
//! may lose the last ones and is not left with a broken file. No lock is held between calls.
//!
//! ```
//! use arena::store::{RunKey, Store};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let mut store = Store::open(&folder.path().join("lab.sqlite")).unwrap();
//! let key = RunKey {
//!     experiment: "coins".into(),
//!     variant: "full".into(),
//!     fingerprint: "0123".into(),
//!     settings: "{}".into(),
//!     tasks: 2,
//! };
//! let run = store.begin(&key).unwrap();
//! store.save(run, 1, &serde_json::json!({ "heads": true }).into(), &"0.1.0".into()).unwrap();
//! assert_eq!(store.results(run).unwrap()[&1]["heads"], true);
//! assert_eq!(store.runs(Some("coins")).unwrap()[0].done, 1);
//! ```

mod export;
mod origins;

use crate::origin::Origin;
use crate::study::Outcome;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Application id in the `SQLite` header that identifies our files.
const APPLICATION: i64 = 0x5361_6b69;
/// The version of the tables below.
const SCHEMA: i64 = 1;
/// Time to wait for another process that is writing. Its transactions last milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        experiment TEXT NOT NULL,
        variant TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        settings TEXT NOT NULL,
        tasks INTEGER NOT NULL,
        created INTEGER NOT NULL,
        UNIQUE (experiment, fingerprint)
    );
    CREATE TABLE results (
        run INTEGER NOT NULL REFERENCES runs,
        task INTEGER NOT NULL,
        result TEXT NOT NULL,
        version TEXT NOT NULL,
        finished INTEGER NOT NULL,
        PRIMARY KEY (run, task)
    ) WITHOUT ROWID;
    CREATE TABLE records (
        run INTEGER NOT NULL REFERENCES runs,
        task INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (run, task)
    ) WITHOUT ROWID;
    CREATE TABLE failures (
        run INTEGER NOT NULL REFERENCES runs,
        task INTEGER NOT NULL,
        why TEXT NOT NULL,
        PRIMARY KEY (run, task)
    ) WITHOUT ROWID;
";

/// An open results store.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

/// The identity of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunKey {
    /// The experiment's name.
    pub experiment: String,
    /// `full` or `short`.
    pub variant: String,
    /// Fingerprint of everything the results depend on.
    pub fingerprint: String,
    /// The fingerprinted text, to find out what changed.
    pub settings: String,
    /// Number of tasks.
    pub tasks: u64,
}

/// The id of a run in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunId(i64);

/// A run and its progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    /// The id.
    pub id: RunId,
    /// The identity.
    pub key: RunKey,
    /// Number of tasks with a result.
    pub done: u64,
    /// Time of creation in UTC, as `2016-08-01 12:00`.
    pub created: String,
    /// Time of the first result.
    pub first: Option<String>,
    /// Time of the last result.
    pub last: Option<String>,
    /// The versions of the program that made the results.
    pub versions: Vec<String>,
}

/// An error of a store.
#[derive(Debug, thiserror::Error)]
#[expect(
    missing_docs,
    reason = "the message of each variant says what its fields are"
)]
pub enum StoreError {
    #[error("no results store at {path}", path = path.display())]
    Missing { path: PathBuf },
    #[error("cannot create the folder {path} for the results store: {why}", path = path.display())]
    Folder { path: PathBuf, why: std::io::Error },
    #[error("cannot open {path}: {why}", path = path.display())]
    Unopenable { path: PathBuf, why: String },
    #[error("{path} is not a results store", path = path.display())]
    Foreign { path: PathBuf },
    #[error("{path} has schema version {found}, this program supports version {known}: use another file, or the program that wrote this one", path = path.display())]
    Schema {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    #[error("{path} is read-only", path = path.display())]
    ReadOnly { path: PathBuf },
    #[error("timed out waiting for {path}: locked by another program", path = path.display())]
    Locked { path: PathBuf },
    #[error("{path} is damaged: {why}", path = path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("{path}: {why}", path = path.display())]
    Other { path: PathBuf, why: String },
    #[error("cannot write the export: {0}")]
    Export(#[from] std::io::Error),
}

impl Store {
    /// Opens the store at `path`; creates it and its folder if missing.
    ///
    /// # Errors
    /// If the file at `path` is not a store, or cannot be created or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|why| {
                let path = folder.to_owned();
                StoreError::Folder { path, why }
            })?;
        }
        let blame = |error| blame(path, &error);
        let mut store = Store {
            path: path.to_owned(),
            connection: Connection::open(path).map_err(blame)?,
        };
        store.connection.busy_timeout(PATIENCE).map_err(blame)?;
        store.make_tables().map_err(blame)?;
        store.check()?;
        store.tune().map_err(blame)?;
        Ok(store)
    }

    /// Opens the store at `path`, which must exist.
    ///
    /// # Errors
    /// If the file does not exist, or is not a store.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if path.is_file() {
            return Store::open(path);
        }
        let path = path.to_owned();
        Err(StoreError::Missing { path })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the tables if the file is empty. Of two processes that do so at once, the second
    /// waits for the first and then has nothing to do.
    fn make_tables(&mut self) -> rusqlite::Result<()> {
        if !is_empty(&self.connection)? {
            return Ok(());
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if is_empty(&transaction)? {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", SCHEMA)?;
        }
        transaction.commit()
    }

    fn check(&self) -> Result<(), StoreError> {
        let pragma = |name| -> Result<i64, StoreError> {
            self.connection
                .pragma_query_value(None, name, |row| row.get(0))
                .map_err(|e| blame(&self.path, &e))
        };
        let path = self.path.clone();
        if pragma("application_id")? != APPLICATION {
            return Err(StoreError::Foreign { path });
        }
        match pragma("user_version")? {
            SCHEMA => Ok(()),
            found => Err(StoreError::Schema {
                path,
                found,
                known: SCHEMA,
            }),
        }
    }

    /// Turns on the write-ahead log, a persistent setting of the file. Where it is not available
    /// (some network file systems) the store works without, more slowly.
    fn tune(&self) -> rusqlite::Result<()> {
        let mode: String = self
            .connection
            .pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        if mode != "wal" {
            match self.connection.pragma_update(None, "journal_mode", "wal") {
                // Another process is setting it right now.
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
                other => other?,
            }
        }
        self.connection.pragma_update(None, "synchronous", "normal")
    }

    /// Returns the run with this key; creates it if it is new.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn begin(&mut self, key: &RunKey) -> Result<RunId, StoreError> {
        origins::make_table(&self.connection).map_err(|e| self.blame(&e))?;
        let insert = "INSERT OR IGNORE INTO runs (experiment, variant, fingerprint, settings, tasks, created)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        self.connection
            .execute(
                insert,
                params![
                    key.experiment,
                    key.variant,
                    key.fingerprint,
                    key.settings,
                    key.tasks.cast_signed(),
                    now()
                ],
            )
            .map_err(|e| self.blame(&e))?;
        let run = self.find(&key.experiment, &key.fingerprint)?;
        run.ok_or_else(|| self.damaged("a run just begun is not there"))
    }

    /// Returns the run of an experiment with this fingerprint, if it exists.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn find(&self, experiment: &str, fingerprint: &str) -> Result<Option<RunId>, StoreError> {
        self.connection
            .prepare_cached("SELECT id FROM runs WHERE experiment = ?1 AND fingerprint = ?2")
            .and_then(|mut query| {
                query
                    .query_row([experiment, fingerprint], |row| row.get(0).map(RunId))
                    .optional()
            })
            .map_err(|e| self.blame(&e))
    }

    /// Returns all runs, or those of one experiment, in the order of creation.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn runs(&self, experiment: Option<&str>) -> Result<Vec<RunInfo>, StoreError> {
        let query = "
            SELECT id, experiment, variant, fingerprint, settings, tasks, count(task),
                   strftime('%Y-%m-%d %H:%M', created, 'unixepoch'),
                   strftime('%Y-%m-%d %H:%M', min(finished), 'unixepoch'),
                   strftime('%Y-%m-%d %H:%M', max(finished), 'unixepoch')
            FROM runs LEFT JOIN results ON run = id
            WHERE ?1 IS NULL OR experiment = ?1
            GROUP BY id ORDER BY id";
        let mut runs = self.rows(query, params![experiment], |row| {
            Ok(RunInfo {
                id: RunId(row.get(0)?),
                key: RunKey {
                    experiment: row.get(1)?,
                    variant: row.get(2)?,
                    fingerprint: row.get(3)?,
                    settings: row.get(4)?,
                    tasks: row.get::<_, i64>(5)?.cast_unsigned(),
                },
                done: row.get::<_, i64>(6)?.cast_unsigned(),
                created: row.get(7)?,
                first: row.get(8)?,
                last: row.get(9)?,
                versions: Vec::new(),
            })
        })?;
        for run in &mut runs {
            let query = "SELECT DISTINCT version FROM results WHERE run = ?1 ORDER BY version";
            run.versions = self.rows(query, [run.id.0], |row| row.get(0))?;
        }
        Ok(runs)
    }

    /// Saves the outcome of a task, unless it has one already; returns whether it was new. It is
    /// committed when this returns.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn save(
        &mut self,
        run: RunId,
        task: u64,
        outcome: &Outcome,
        origin: &Origin,
    ) -> Result<bool, StoreError> {
        Ok(self.save_all(run, [(task, outcome)], origin)? == 1)
    }

    /// Saves many outcomes, all or none; returns how many were new.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn save_all<'a>(
        &mut self,
        run: RunId,
        outcomes: impl IntoIterator<Item = (u64, &'a Outcome)>,
        origin: &Origin,
    ) -> Result<usize, StoreError> {
        let path = &self.path;
        insert(&mut self.connection, run, outcomes, origin).map_err(|e| blame(path, &e))
    }

    /// Records the failure of a task that has no result; removed when it gets one.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn fail(&mut self, run: RunId, task: u64, why: &str) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(
                "INSERT OR REPLACE INTO failures (run, task, why) SELECT ?1, ?2, ?3
                 WHERE NOT EXISTS (SELECT 1 FROM results WHERE run = ?1 AND task = ?2)",
            )
            .and_then(|mut insert| insert.execute(params![run.0, task.cast_signed(), why]))
            .map(drop)
            .map_err(|e| self.blame(&e))
    }

    /// Returns the failed tasks without a result, with the reasons.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn failures(&self, run: RunId) -> Result<Vec<(u64, String)>, StoreError> {
        let query = "SELECT task, why FROM failures WHERE run = ?1 ORDER BY task";
        self.rows(query, [run.0], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
        })
    }

    /// Returns the tasks with a result, in order.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn done(&self, run: RunId) -> Result<Vec<u64>, StoreError> {
        let query = "SELECT task FROM results WHERE run = ?1 ORDER BY task";
        self.rows(query, [run.0], |row| row.get(0).map(i64::cast_unsigned))
    }

    /// Returns all results of a run, by task.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn results(&self, run: RunId) -> Result<BTreeMap<u64, Value>, StoreError> {
        let query = "SELECT task, result FROM results WHERE run = ?1 ORDER BY task";
        self.values(run, query)
    }

    /// Returns the stored records of a run, by task.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn records(&self, run: RunId) -> Result<BTreeMap<u64, Value>, StoreError> {
        let query = "SELECT task, record FROM records WHERE run = ?1 ORDER BY task";
        self.values(run, query)
    }

    /// Returns the stored record of a task, if there is one.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn record(&self, run: RunId, task: u64) -> Result<Option<Value>, StoreError> {
        let query = "SELECT record FROM records WHERE run = ?1 AND task = ?2";
        let text: Option<String> = self
            .connection
            .query_row(query, params![run.0, task.cast_signed()], |row| row.get(0))
            .optional()
            .map_err(|e| self.blame(&e))?;
        let read = text.map(|text| serde_json::from_str(&text));
        read.transpose()
            .map_err(|e| self.damaged(&format!("the record of task {task}: {e}")))
    }

    fn values(&self, run: RunId, query: &str) -> Result<BTreeMap<u64, Value>, StoreError> {
        let rows = self.rows(query, [run.0], |row| {
            Ok((
                row.get::<_, i64>(0)?.cast_unsigned(),
                row.get::<_, String>(1)?,
            ))
        })?;
        rows.into_iter()
            .map(|(task, text)| {
                let value = serde_json::from_str(&text)
                    .map_err(|e| self.damaged(&format!("task {task}: {e}")))?;
                Ok((task, value))
            })
            .collect()
    }

    fn rows<T>(
        &self,
        query: &str,
        params: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.connection
            .prepare_cached(query)
            .and_then(|mut query| query.query_map(params, read)?.collect())
            .map_err(|e| self.blame(&e))
    }

    fn blame(&self, error: &rusqlite::Error) -> StoreError {
        blame(&self.path, error)
    }

    fn damaged(&self, why: &str) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            why: why.to_owned(),
        }
    }
}

fn insert<'a>(
    connection: &mut Connection,
    run: RunId,
    outcomes: impl IntoIterator<Item = (u64, &'a Outcome)>,
    origin: &Origin,
) -> rusqlite::Result<usize> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut new = 0;
    {
        let mut result = transaction.prepare_cached(
            "INSERT OR IGNORE INTO results (run, task, result, version, finished) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        let mut record = transaction.prepare_cached(
            "INSERT OR IGNORE INTO records (run, task, record) VALUES (?1, ?2, ?3)",
        )?;
        let mut cured =
            transaction.prepare_cached("DELETE FROM failures WHERE run = ?1 AND task = ?2")?;
        for (task, outcome) in outcomes {
            let task = task.cast_signed();
            let text = outcome.result.to_string();
            new += result.execute(params![run.0, task, text, origin.version, now()])?;
            if let Some(kept) = &outcome.record {
                record.execute(params![run.0, task, kept.to_string()])?;
            }
            cured.execute(params![run.0, task])?;
        }
    }
    origins::count(&transaction, run, origin, new)?;
    transaction.commit()?;
    Ok(new)
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let count = "SELECT count(*) FROM sqlite_schema";
    connection.query_row(count, [], |row| Ok(row.get::<_, i64>(0)? == 0))
}

/// Returns the Unix time in seconds.
fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs().cast_signed())
}

fn blame(path: &Path, error: &rusqlite::Error) -> StoreError {
    let (path, why) = (path.to_owned(), error.to_string());
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, why },
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
        Some(ErrorCode::CannotOpen) => StoreError::Unopenable { path, why },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { path },
        // A value of the wrong type was not written by this module.
        None if matches!(error, rusqlite::Error::InvalidColumnType(..)) => {
            StoreError::Damaged { path, why }
        }
        _ => StoreError::Other { path, why },
    }
}

#[cfg(test)]
mod tests;
