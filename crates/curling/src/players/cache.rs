//! Cache of computed tables, on disk and in memory.
//!
//! Many tables of a player depend only on the conditions of the match: the lattice of shots, the
//! outcome probabilities, the protection of stones. Such a table is computed once and found again
//! by its *key*, the values it was computed from. A file that is damaged, of another version or of
//! another key is computed again; a disk that cannot be written is no error, only slower. A match
//! needs few tables, but many kinds of ice need many: beyond a limit in memory and one on disk, the
//! least recently used are evicted.
//!
//! ```
//! use curling::players::cache::Cache;
//!
//! let memory = Cache::new(None); // nothing on disk
//! let squares = memory.shared("squares", &3, || vec![0, 1, 4]);
//! let again = memory.shared("squares", &3, || -> Vec<i32> { unreachable!("cached") });
//! assert_eq!(squares, again);
//! ```

use arena::fingerprint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;
use std::{fs, io, process};

/// The version of the files; those of other versions are not read.
const VERSION: u32 = 1;

/// The most tables in memory: those of some fifteen kinds of ice and skill.
const MEMORY_LIMIT: usize = 60;
/// The most tables on disk: a few hundred megabytes.
const DISK_LIMIT: usize = 200;

/// A cache of tables; in memory only unless a program names a directory, since this library reads
/// no environment. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    directory: Option<Arc<Path>>,
}

/// The contents of a file.
#[derive(Serialize)]
struct Entry<'a, T> {
    version: u32,
    kind: &'a str,
    /// The whole key as JSON: two keys may have the same hash.
    key: &'a str,
    value: &'a T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadEntry<T> {
    version: u32,
    kind: String,
    key: String,
    value: T,
}

type Name = (TypeId, Option<Arc<Path>>, String, String);

/// The tables in memory, each with the time of its last use.
#[derive(Default)]
struct Memo {
    tables: BTreeMap<Name, (u64, Arc<dyn Any + Send + Sync>)>,
    clock: u64,
}

impl Memo {
    fn get(&mut self, name: &Name) -> Option<Arc<dyn Any + Send + Sync>> {
        self.clock += 1;
        let (used, table) = self.tables.get_mut(name)?;
        *used = self.clock;
        Some(Arc::clone(table))
    }

    /// Inserts a table unless another thread was faster, and returns the cached one.
    fn insert(
        &mut self,
        name: Name,
        table: Arc<dyn Any + Send + Sync>,
    ) -> Arc<dyn Any + Send + Sync> {
        if let Some(known) = self.get(&name) {
            return known;
        }
        self.tables.insert(name, (self.clock, Arc::clone(&table)));
        while self.tables.len() > MEMORY_LIMIT {
            let oldest = self.tables.iter().min_by_key(|(_, (used, _))| *used);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else {
                break;
            };
            self.tables.remove(&name);
        }
        table
    }
}

impl Cache {
    /// Creates a cache in this directory, which need not exist yet; in memory only if `None`.
    pub fn new(directory: Option<PathBuf>) -> Self {
        Cache {
            directory: directory.map(Arc::from),
        }
    }

    /// Returns the directory of its files.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// Returns the table of this kind and key: read from disk, or computed and written there.
    pub fn get_or_compute<T, K>(&self, kind: &str, key: &K, compute: impl FnOnce() -> T) -> T
    where
        T: Serialize + DeserializeOwned,
        K: Serialize,
    {
        let Some((file, key)) = self.file(kind, key) else {
            return compute();
        };
        if let Some(value) = read(&file, kind, &key) {
            return value;
        }
        let value = compute();
        let entry = Entry {
            version: VERSION,
            kind,
            key: &key,
            value: &value,
        };
        // A table that cannot be written is computed again next time.
        if write(&file, &entry).is_ok()
            && let Some(directory) = &self.directory
        {
            let _ = evict(directory, DISK_LIMIT);
        }
        value
    }

    /// Returns the table of this kind and key from memory, else as
    /// [`get_or_compute`](Self::get_or_compute).
    pub fn shared<T, K>(&self, kind: &str, key: &K, compute: impl FnOnce() -> T) -> Arc<T>
    where
        T: Serialize + DeserializeOwned + Send + Sync + 'static,
        K: Serialize,
    {
        self.in_memory(kind, key, || self.get_or_compute(kind, key, compute))
    }

    /// Returns the table of this kind and key, cached in memory only: for one that is computed
    /// faster than read. Two threads may compute it at the same time: one waiting for the other
    /// could deadlock, since computing a table may use all threads.
    pub fn in_memory<T, K>(&self, kind: &str, key: &K, compute: impl FnOnce() -> T) -> Arc<T>
    where
        T: Send + Sync + 'static,
        K: Serialize,
    {
        let Ok(text) = serde_json::to_string(key) else {
            return Arc::new(compute());
        };
        let name: Name = (
            TypeId::of::<T>(),
            self.directory.clone(),
            kind.to_owned(),
            text,
        );
        let cached = || {
            let mut memo = memo().lock().unwrap_or_else(PoisonError::into_inner);
            memo.get(&name)
        };
        if let Some(value) = cached().and_then(|value| value.downcast::<T>().ok()) {
            return value;
        }
        let value = Arc::new(compute());
        let mut memo = memo().lock().unwrap_or_else(PoisonError::into_inner);
        let cached = memo.insert(name, Arc::clone(&value) as _);
        cached.downcast().unwrap_or(value)
    }

    /// Returns the file of a table, and the key as it is written there.
    fn file(&self, kind: &str, key: &impl Serialize) -> Option<(PathBuf, String)> {
        let directory = self.directory.as_ref()?;
        let key = serde_json::to_string(key).ok()?;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let stem: String = kind.chars().map(plain).take(40).collect();
        let hash = fingerprint::of(format!("{VERSION}\n{kind}\n{key}").bytes());
        Some((directory.join(format!("{stem}-{hash:016x}.json")), key))
    }
}

fn memo() -> &'static Mutex<Memo> {
    static MEMO: OnceLock<Mutex<Memo>> = OnceLock::new();
    MEMO.get_or_init(Mutex::default)
}

fn read<T: DeserializeOwned>(file: &Path, kind: &str, key: &str) -> Option<T> {
    let bytes = fs::read(file).ok()?;
    let found: ReadEntry<T> = serde_json::from_slice(&bytes).ok()?;
    let same = found.version == VERSION && found.kind == kind && found.key == key;
    // Marks the file as recently used. Without permission the table is evicted earlier.
    let _ = fs::File::options()
        .append(true)
        .open(file)
        .and_then(|file| file.set_modified(SystemTime::now()));
    same.then_some(found.value)
}

/// Removes the least recently used tables beyond the limit.
fn evict(directory: &Path, limit: usize) -> io::Result<()> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            tables.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    tables.sort();
    let surplus = tables.len().saturating_sub(limit);
    for (_, path) in tables.drain(..surplus) {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Writes to a temporary file and renames it, so that no partial table is ever read.
fn write<T: Serialize>(file: &Path, entry: &Entry<'_, T>) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let bytes = serde_json::to_vec(entry)?;
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let temporary = file.with_extension(format!("{}-{count}.new", process::id()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, file));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    /// A temporary directory.
    struct Directory(PathBuf);

    impl Directory {
        fn new() -> Self {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            Directory(
                std::env::temp_dir().join(format!("sakiyomi-cache-{}-{count}", process::id())),
            )
        }

        fn cache(&self) -> Cache {
            Cache::new(Some(self.0.clone()))
        }

        fn files(&self) -> Vec<PathBuf> {
            let entries = fs::read_dir(&self.0).unwrap();
            entries.map(|entry| entry.unwrap().path()).collect()
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_table_is_made_once_and_read_afterwards() {
        let directory = Directory::new();
        let made = directory
            .cache()
            .get_or_compute("a b/c", &(1, "x"), || vec![0.1, 0.2]);
        let read = directory
            .cache()
            .get_or_compute("a b/c", &(1, "x"), || -> Vec<f64> { panic!("it is there") });
        assert_eq!((made, directory.files().len()), (read, 1));
        let other = directory
            .cache()
            .get_or_compute("a b/c", &(2, "x"), Vec::<f64>::new);
        assert_eq!((other, directory.files().len()), (vec![], 2));
    }

    #[test]
    fn a_file_about_something_else_is_made_again() {
        let directory = Directory::new();
        directory.cache().get_or_compute("t", &1, || 10);
        let (first, _) = directory.cache().file("t", &1).unwrap();
        let (second, _) = directory.cache().file("t", &2).unwrap();
        fs::copy(first, second).unwrap();
        assert_eq!(directory.cache().get_or_compute("t", &2, || 20), 20);
        assert_eq!(directory.cache().get_or_compute("t", &2, || 30), 20);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_no_error() {
        let cache = Cache::new(Some(PathBuf::from("/dev/null/nowhere")));
        assert_eq!(cache.get_or_compute("t", &1, || 10), 10);
        assert_eq!(Cache::new(None).get_or_compute("t", &1, || 11), 11);
    }

    #[test]
    fn what_is_shared_is_the_same_thing() {
        let directory = Directory::new();
        let first = directory.cache().shared("t", &1, || 10);
        fs::remove_dir_all(&directory.0).unwrap();
        let second = directory.cache().shared("t", &1, || 20);
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(
            *directory
                .cache()
                .shared("t", &1, || "other type".to_owned()),
            "other type"
        );
    }

    #[test]
    fn on_disk_the_tables_used_last_are_kept() {
        let directory = Directory::new();
        let cache = directory.cache();
        for key in 0..4 {
            cache.get_or_compute("t", &key, || key);
        }
        let ago = |key: i32, seconds| {
            let (file, _) = cache.file("t", &key).unwrap();
            let file = fs::File::options().append(true).open(file).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
                .unwrap();
        };
        for (key, seconds) in [(0, 40), (1, 30), (2, 20), (3, 10)] {
            ago(key, seconds);
        }
        cache.get_or_compute("t", &0, || -> i32 { panic!("it is there") });
        evict(&directory.0, 2).unwrap();
        let there = |key: i32| cache.file("t", &key).unwrap().0.is_file();
        assert_eq!([0, 1, 2, 3].map(there), [true, false, false, true]);
    }

    #[test]
    fn in_memory_the_tables_used_last_are_kept() {
        let mut memo = Memo::default();
        let name = |key: usize| (TypeId::of::<usize>(), None, "t".to_owned(), key.to_string());
        for key in 0..MEMORY_LIMIT {
            memo.insert(name(key), Arc::new(key));
        }
        assert!(memo.get(&name(0)).is_some());
        memo.insert(name(MEMORY_LIMIT), Arc::new(MEMORY_LIMIT));
        assert!(memo.get(&name(0)).is_some());
        assert!(memo.get(&name(1)).is_none());
        assert_eq!(memo.tables.len(), MEMORY_LIMIT);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn garbage_in_a_file_is_made_again(garbage: Vec<u8>, cut in 0_usize..60, truncate: bool) {
            let directory = Directory::new();
            let table = || vec![1_u32, 2];
            directory.cache().get_or_compute("t", &7, table);
            let (file, _) = directory.cache().file("t", &7).unwrap();
            let whole = fs::read(&file).unwrap();
            let bytes = if truncate { whole[..cut.min(whole.len() - 1)].to_vec() } else { garbage };
            fs::write(&file, bytes).unwrap();
            prop_assert_eq!(directory.cache().get_or_compute("t", &7, table), table());
            prop_assert_eq!(fs::read(&file).unwrap(), whole);
        }
    }
}
