//! Tables that take long to make, kept on disk and in memory.
//!
//! Much of what a player knows depends on nothing but the conditions of the match: which shots
//! there are, how they stray, what protects a stone. Such a table is made once and found again by
//! what it was made of, its *key*. A file that is damaged, of another version or about something
//! else is made again; a disk that cannot be written is no error, only slower. Tables are few in a
//! match, but a person who tries one ice after another makes many: those not used for longest are
//! thrown away, beyond a number in memory and another on disk.
//!
//! ```
//! use curling::players::cache::Cache;
//!
//! let memory = Cache::new(None); // nothing on disk
//! let squares = memory.shared("squares", &3, || vec![0, 1, 4]);
//! let again = memory.shared("squares", &3, || -> Vec<i32> { unreachable!("known already") });
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

/// Changes whenever files of an earlier program should not be read any more.
const VERSION: u32 = 1;

/// How many tables are kept in memory: those of some fifteen kinds of ice and hands.
const REMEMBERED: usize = 60;
/// How many tables are kept on disk; a few hundred megabytes.
const KEPT: usize = 200;

/// The place where tables are kept; in memory only unless a program names one, since this library
/// reads no environment. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    place: Option<Arc<Path>>,
}

/// What a file says.
#[derive(Serialize)]
struct Entry<'a, T> {
    version: u32,
    kind: &'a str,
    /// In full, as JSON: two keys may have the same hash.
    key: &'a str,
    value: &'a T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Found<T> {
    version: u32,
    kind: String,
    key: String,
    value: T,
}

type Name = (TypeId, Option<Arc<Path>>, String, String);

/// Tables in memory, each with the moment it was last used.
#[derive(Default)]
struct Memo {
    tables: BTreeMap<Name, (u64, Arc<dyn Any + Send + Sync>)>,
    moment: u64,
}

impl Memo {
    fn get(&mut self, name: &Name) -> Option<Arc<dyn Any + Send + Sync>> {
        self.moment += 1;
        let (used, table) = self.tables.get_mut(name)?;
        *used = self.moment;
        Some(Arc::clone(table))
    }

    /// Keeps a table, unless somebody else was faster, and gives the one that is kept.
    fn keep(
        &mut self,
        name: Name,
        table: Arc<dyn Any + Send + Sync>,
    ) -> Arc<dyn Any + Send + Sync> {
        if let Some(known) = self.get(&name) {
            return known;
        }
        self.tables.insert(name, (self.moment, Arc::clone(&table)));
        while self.tables.len() > REMEMBERED {
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
    /// A cache in this directory, which need not exist yet; only in memory if there is none.
    pub fn new(place: Option<PathBuf>) -> Self {
        Cache {
            place: place.map(Arc::from),
        }
    }

    /// Where its files are.
    pub fn place(&self) -> Option<&Path> {
        self.place.as_deref()
    }

    /// The table of this kind and key: read from disk, or made and written there.
    pub fn get_or_make<T, K>(&self, kind: &str, key: &K, make: impl FnOnce() -> T) -> T
    where
        T: Serialize + DeserializeOwned,
        K: Serialize,
    {
        let Some((file, key)) = self.file(kind, key) else {
            return make();
        };
        if let Some(value) = read(&file, kind, &key) {
            return value;
        }
        let value = make();
        let entry = Entry {
            version: VERSION,
            kind,
            key: &key,
            value: &value,
        };
        // Whoever cannot write makes the table again next time.
        if write(&file, &entry).is_ok()
            && let Some(place) = &self.place
        {
            let _ = tidy(place, KEPT);
        }
        value
    }

    /// The same, kept in memory as well, as long as it is used now and then.
    pub fn shared<T, K>(&self, kind: &str, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        T: Serialize + DeserializeOwned + Send + Sync + 'static,
        K: Serialize,
    {
        self.remembered(kind, key, || self.get_or_make(kind, key, make))
    }

    /// The table of this kind and key, kept in memory only: one that is made faster than read. Two
    /// threads that ask at the same time may both make it: one that waited for the other could wait
    /// for itself, since making a table may use all threads.
    pub fn remembered<T, K>(&self, kind: &str, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        T: Send + Sync + 'static,
        K: Serialize,
    {
        let Ok(text) = serde_json::to_string(key) else {
            return Arc::new(make());
        };
        let name: Name = (TypeId::of::<T>(), self.place.clone(), kind.to_owned(), text);
        let known = || {
            let mut memo = memo().lock().unwrap_or_else(PoisonError::into_inner);
            memo.get(&name)
        };
        if let Some(value) = known().and_then(|value| value.downcast::<T>().ok()) {
            return value;
        }
        let value = Arc::new(make());
        let mut memo = memo().lock().unwrap_or_else(PoisonError::into_inner);
        let kept = memo.keep(name, Arc::clone(&value) as _);
        kept.downcast().unwrap_or(value)
    }

    /// The file of a table, and the key as it is written there.
    fn file(&self, kind: &str, key: &impl Serialize) -> Option<(PathBuf, String)> {
        let place = self.place.as_ref()?;
        let key = serde_json::to_string(key).ok()?;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let stem: String = kind.chars().map(plain).take(40).collect();
        let hash = fingerprint::of(format!("{VERSION}\n{kind}\n{key}").bytes());
        Some((place.join(format!("{stem}-{hash:016x}.json")), key))
    }
}

fn memo() -> &'static Mutex<Memo> {
    static MEMO: OnceLock<Mutex<Memo>> = OnceLock::new();
    MEMO.get_or_init(Mutex::default)
}

fn read<T: DeserializeOwned>(file: &Path, kind: &str, key: &str) -> Option<T> {
    let bytes = fs::read(file).ok()?;
    let found: Found<T> = serde_json::from_slice(&bytes).ok()?;
    let same = found.version == VERSION && found.kind == kind && found.key == key;
    // Used now: others go before it. Whoever may not say so loses the table a little earlier.
    let _ = fs::File::options()
        .append(true)
        .open(file)
        .and_then(|file| file.set_modified(SystemTime::now()));
    same.then_some(found.value)
}

/// Removes the tables that were not used for longest, if there are many.
fn tidy(place: &Path, kept: usize) -> io::Result<()> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            tables.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    tables.sort();
    let surplus = tables.len().saturating_sub(kept);
    for (_, path) in tables.drain(..surplus) {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Writes beside the file and renames, so that nobody ever reads half a table.
fn write<T: Serialize>(file: &Path, entry: &Entry<'_, T>) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let bytes = serde_json::to_vec(entry)?;
    if let Some(place) = file.parent() {
        fs::create_dir_all(place)?;
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = file.with_extension(format!("{}-{count}.new", process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    /// A directory of its own that is gone afterwards.
    struct Place(PathBuf);

    impl Place {
        fn new() -> Self {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            Place(std::env::temp_dir().join(format!("sakiyomi-cache-{}-{count}", process::id())))
        }

        fn cache(&self) -> Cache {
            Cache::new(Some(self.0.clone()))
        }

        fn files(&self) -> Vec<PathBuf> {
            let entries = fs::read_dir(&self.0).unwrap();
            entries.map(|entry| entry.unwrap().path()).collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_table_is_made_once_and_read_afterwards() {
        let place = Place::new();
        let made = place
            .cache()
            .get_or_make("a b/c", &(1, "x"), || vec![0.1, 0.2]);
        let read = place
            .cache()
            .get_or_make("a b/c", &(1, "x"), || -> Vec<f64> { panic!("it is there") });
        assert_eq!((made, place.files().len()), (read, 1));
        let other = place
            .cache()
            .get_or_make("a b/c", &(2, "x"), Vec::<f64>::new);
        assert_eq!((other, place.files().len()), (vec![], 2));
    }

    #[test]
    fn a_file_about_something_else_is_made_again() {
        let place = Place::new();
        place.cache().get_or_make("t", &1, || 10);
        let (first, _) = place.cache().file("t", &1).unwrap();
        let (second, _) = place.cache().file("t", &2).unwrap();
        fs::copy(first, second).unwrap();
        assert_eq!(place.cache().get_or_make("t", &2, || 20), 20);
        assert_eq!(place.cache().get_or_make("t", &2, || 30), 20);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_no_error() {
        let cache = Cache::new(Some(PathBuf::from("/dev/null/nowhere")));
        assert_eq!(cache.get_or_make("t", &1, || 10), 10);
        assert_eq!(Cache::new(None).get_or_make("t", &1, || 11), 11);
    }

    #[test]
    fn what_is_shared_is_the_same_thing() {
        let place = Place::new();
        let first = place.cache().shared("t", &1, || 10);
        fs::remove_dir_all(&place.0).unwrap();
        let second = place.cache().shared("t", &1, || 20);
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(
            *place.cache().shared("t", &1, || "other type".to_owned()),
            "other type"
        );
    }

    #[test]
    fn on_disk_the_tables_used_last_are_kept() {
        let place = Place::new();
        let cache = place.cache();
        for key in 0..4 {
            cache.get_or_make("t", &key, || key);
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
        cache.get_or_make("t", &0, || -> i32 { panic!("it is there") });
        tidy(&place.0, 2).unwrap();
        let there = |key: i32| cache.file("t", &key).unwrap().0.is_file();
        assert_eq!([0, 1, 2, 3].map(there), [true, false, false, true]);
    }

    #[test]
    fn in_memory_the_tables_used_last_are_kept() {
        let mut memo = Memo::default();
        let name = |key: usize| (TypeId::of::<usize>(), None, "t".to_owned(), key.to_string());
        for key in 0..REMEMBERED {
            memo.keep(name(key), Arc::new(key));
        }
        assert!(memo.get(&name(0)).is_some());
        memo.keep(name(REMEMBERED), Arc::new(REMEMBERED));
        assert!(memo.get(&name(0)).is_some());
        assert!(memo.get(&name(1)).is_none());
        assert_eq!(memo.tables.len(), REMEMBERED);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn garbage_in_a_file_is_made_again(garbage: Vec<u8>, cut in 0_usize..60, truncate: bool) {
            let place = Place::new();
            let table = || vec![1_u32, 2];
            place.cache().get_or_make("t", &7, table);
            let (file, _) = place.cache().file("t", &7).unwrap();
            let whole = fs::read(&file).unwrap();
            let bytes = if truncate { whole[..cut.min(whole.len() - 1)].to_vec() } else { garbage };
            fs::write(&file, bytes).unwrap();
            prop_assert_eq!(place.cache().get_or_make("t", &7, table), table());
            prop_assert_eq!(fs::read(&file).unwrap(), whole);
        }
    }
}
