//! Origins of the results of a run: how many came from which machine and version.
//!
//! The table is added to a store when a run is begun in it, so that stores of older versions are
//! continued; their earlier results have no origin.

use super::{RunId, Store, StoreError};
use crate::origin::Origin;
use rusqlite::{Connection, params};

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS origins (
        run INTEGER NOT NULL REFERENCES runs,
        version TEXT NOT NULL,
        host TEXT NOT NULL,
        processor TEXT NOT NULL,
        threads INTEGER NOT NULL,
        results INTEGER NOT NULL,
        PRIMARY KEY (run, version, host, processor, threads)
    ) WITHOUT ROWID;
";

pub(super) fn make_table(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)
}

/// Counts new results of an origin whose machine is known.
pub(super) fn count(
    connection: &Connection,
    run: RunId,
    origin: &Origin,
    new: usize,
) -> rusqlite::Result<()> {
    if new == 0 || !origin.has_machine() {
        return Ok(());
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO origins (run, version, host, processor, threads, results)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET results = results + excluded.results",
    )?;
    let Origin {
        version,
        host,
        processor,
        threads,
    } = origin;
    let threads = threads.cast_signed();
    insert
        .execute(params![
            run.0, version, host, processor, threads, new as i64
        ])
        .map(drop)
}

impl Store {
    /// Returns the origins of a run's results with their numbers of results. Results whose machine
    /// was not known are not among them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn origins(&self, run: RunId) -> Result<Vec<(Origin, u64)>, StoreError> {
        let exists = "SELECT count(*) FROM sqlite_schema WHERE name = 'origins'";
        let tables: i64 = self
            .connection
            .query_row(exists, [], |row| row.get(0))
            .map_err(|e| self.blame(&e))?;
        if tables == 0 {
            return Ok(Vec::new());
        }
        let query = "SELECT version, host, processor, threads, results FROM origins
                     WHERE run = ?1 ORDER BY version, host, processor, threads";
        self.rows(query, [run.0], |row| {
            let origin = Origin {
                version: row.get(0)?,
                host: row.get(1)?,
                processor: row.get(2)?,
                threads: row.get::<_, i64>(3)?.cast_unsigned(),
            };
            Ok((origin, row.get::<_, i64>(4)?.cast_unsigned()))
        })
    }
}
