//! The secret seed of a match that is being recorded, in a file beside the record.
//!
//! A record has only the hash of drawn dice until its match is over. A server that is killed can no
//! longer write the seed: [`reveal_killed`] does so afterwards. The server of a match holds a lock
//! on the file, so that no other one in the same folder reveals the dice of a match that goes on.

use super::{Record, resume};
use crate::dice::{Dice, DrawnSeed};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// The extension of the files.
const EXTENSION: &str = "seed";

/// The longest file that is read, in bytes: 64 digits and line ends.
const MOST_BYTES: u64 = 80;

/// The seed of a match that is being recorded.
#[derive(Debug)]
pub struct KeptSeed {
    path: PathBuf,
    /// The file, locked.
    _file: File,
}

impl KeptSeed {
    /// Keeps the seed of these dice beside a record, readable by its owner alone; none if they are
    /// no secret.
    ///
    /// # Errors
    /// If the file cannot be written, or exists already.
    pub fn beside(record: &Path, dice: &Dice) -> io::Result<Option<Self>> {
        let Some(seed) = dice.secret() else {
            return Ok(None);
        };
        let path = record.with_extension(EXTENSION);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut file = options.open(&path)?;
        // An empty file is no seed: nobody reveals it before it is locked.
        file.lock()?;
        file.write_all(format!("{}\n", seed.text()).as_bytes())?;
        Ok(Some(KeptSeed { path, _file: file }))
    }

    /// Removes the file: the record has the seed.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// Writes the seeds of matches whose servers were killed to their records in a folder, and returns
/// these records. Files of matches that are being played, and others, are left alone.
///
/// # Errors
/// If the folder cannot be read, or a record or a seed cannot be written.
pub fn reveal_killed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut revealed = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_seed = path.extension().is_some_and(|it| it == EXTENSION);
        let record = path.with_extension("jsonl");
        if is_seed && record.is_file() && reveal(&path, &record)? {
            revealed.push(record);
        }
    }
    revealed.sort();
    Ok(revealed)
}

/// Writes a seed to its record; false if it is of a match that is being played, or of another
/// record.
fn reveal(path: &Path, record: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
    if file.try_lock().is_err() {
        return Ok(false);
    }
    let mut text = String::new();
    let seed: Option<DrawnSeed> = match (&file).take(MOST_BYTES).read_to_string(&mut text) {
        Ok(_) => text.trim().parse().ok(),
        Err(_) => None,
    };
    let (Some(seed), Ok(known)) = (seed, Record::open(record)) else {
        return Ok(false);
    };
    if known.revealed.is_none() {
        if known.setup.dice.commitment() != Some(seed.commitment()) {
            return Ok(false);
        }
        let (_, mut writer) = resume(record).map_err(io::Error::other)?;
        writer.reveal(&seed)?;
    }
    std::fs::remove_file(path)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::{Header, Writer};
    use super::*;
    use crate::setup::Setup;
    use curling::conditions::Conditions;

    /// A record that has just begun, with drawn dice.
    fn begun(folder: &Path) -> (PathBuf, Dice) {
        let dice = Dice::Drawn(DrawnSeed::draw().unwrap());
        let setup = Setup::new(Conditions::legacy(), dice.clone());
        let path = folder.join("match.jsonl");
        let file = File::create_new(&path).unwrap();
        Writer::begin(file, &Header::new("now", &setup)).unwrap();
        (path, dice)
    }

    #[test]
    fn the_seed_of_a_killed_match_is_revealed_afterwards_and_of_a_running_one_not() {
        let folder = tempfile::tempdir().unwrap();
        let (path, dice) = begun(folder.path());
        let kept = KeptSeed::beside(&path, &dice).unwrap().unwrap();
        assert!(reveal_killed(folder.path()).unwrap().is_empty());
        assert!(Record::open(&path).unwrap().revealed.is_none());
        drop(kept);
        assert_eq!(
            reveal_killed(folder.path()).unwrap(),
            std::slice::from_ref(&path)
        );
        let record = Record::open(&path).unwrap();
        assert_eq!(record.revealed.as_ref(), dice.secret());
        assert!(!path.with_extension(EXTENSION).exists());
        assert!(reveal_killed(folder.path()).unwrap().is_empty());
    }

    #[test]
    fn a_seed_of_other_dice_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _) = begun(folder.path());
        let other = Dice::Drawn(DrawnSeed::draw().unwrap());
        drop(KeptSeed::beside(&path, &other).unwrap());
        std::fs::write(folder.path().join("x.seed"), "hello").unwrap();
        std::fs::write(folder.path().join("x.jsonl"), "hello").unwrap();
        assert!(reveal_killed(folder.path()).unwrap().is_empty());
        assert!(Record::open(&path).unwrap().revealed.is_none());
        assert!(path.with_extension(EXTENSION).exists());
    }

    #[test]
    fn dice_of_a_given_seed_are_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let dice = Dice::Given(lookahead::Seed(1));
        assert!(KeptSeed::beside(&path, &dice).unwrap().is_none());
        assert!(!path.with_extension(EXTENSION).exists());
    }
}
