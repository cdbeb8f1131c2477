//! The file of a secret seed: beside the journal of a match, readable by its owner alone.
//!
//! A journal may be followed or downloaded while its match is played, so it has only the hash of
//! drawn dice. A server that was killed finds the seed here and goes on with the same dice. When
//! the match is over the seed is written to the journal, and the file is removed.

use crate::dice::DrawnSeed;
use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// The extension of seed files.
const EXTENSION: &str = "seed";

/// The longest file that is read, in bytes: 64 digits and line ends.
const MOST_BYTES: u64 = 80;

/// The seed file of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeedFile(PathBuf);

impl SeedFile {
    /// The file beside this journal.
    pub(crate) fn beside(journal: &Path) -> Self {
        SeedFile(journal.with_extension(EXTENSION))
    }

    /// Writes the seed to a new file; to the disk, if it must be durable.
    ///
    /// # Errors
    /// If it cannot be written, or exists already.
    pub(crate) fn create(&self, seed: &DrawnSeed, durable: bool) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut file = options.open(&self.0)?;
        let written = file.write_all(format!("{}\n", seed.text()).as_bytes());
        let written = written.and_then(|()| if durable { file.sync_all() } else { Ok(()) });
        if written.is_err() {
            self.remove();
        }
        written
    }

    /// Reads the seed.
    ///
    /// # Errors
    /// If the file cannot be read or holds no seed, in words that name it.
    pub(crate) fn read(&self) -> Result<DrawnSeed, String> {
        let named = |why: &dyn std::fmt::Display| {
            format!("cannot read the seed in {}: {why}", self.0.display())
        };
        let file = std::fs::File::open(&self.0).map_err(|why| named(&why))?;
        let mut text = String::new();
        let read = file.take(MOST_BYTES).read_to_string(&mut text);
        read.map_err(|why| named(&why))?;
        text.trim().parse().map_err(|why: String| named(&why))
    }

    /// Removes the file, if it is there.
    pub(crate) fn remove(&self) {
        match std::fs::remove_file(&self.0) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                tracing::warn!("cannot remove {}: {why}", self.0.display());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_seed_is_kept_for_its_owner_alone_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = SeedFile::beside(&folder.path().join("match.jsonl"));
        let seed = DrawnSeed::draw().unwrap();
        file.create(&seed, false).unwrap();
        let path = folder.path().join("match.seed");
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(file.read().unwrap(), seed);
        assert!(file.create(&seed, false).is_err());
        file.remove();
        file.remove();
        assert!(!path.exists());
    }

    #[test]
    fn a_file_without_a_seed_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = SeedFile::beside(&folder.path().join("match.jsonl"));
        assert!(file.read().unwrap_err().contains("match.seed"));
        for text in [
            "",
            "hello",
            &"0".repeat(63),
            &"g".repeat(64),
            &"0".repeat(200),
        ] {
            std::fs::write(folder.path().join("match.seed"), text).unwrap();
            let error = file.read().unwrap_err();
            assert!(error.contains("64 hexadecimal digits"), "{error}");
        }
        std::fs::write(folder.path().join("match.seed"), b"\xff\xfe").unwrap();
        assert!(file.read().is_err());
    }
}
