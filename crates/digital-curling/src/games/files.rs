//! Log files: search in folders, and reading of their text.

use super::log::{Kind, LogError, kind_of_bytes};
use crate::dc3::log::{self as dc3, GAME_FILE};
use crate::record::{self, dcl};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The length of the start of a file that decides its kind, in bytes.
const GLANCE: u64 = 4096;

/// The depth of the search in folders, and the most logs found.
const DEEPEST: usize = 32;
const MOST_FOUND: usize = 1_000_000;

/// The longest file of arena games, in bytes.
const MOST_ARENA: u64 = 1 << 30;

/// The kind of log of a file or folder; none if it is not a log. Files are recognised by their
/// content, not their name.
///
/// # Errors
/// If it cannot be read.
pub fn kind_of(path: &Path) -> io::Result<Option<Kind>> {
    if path.is_dir() {
        return Ok(path.join(GAME_FILE).is_file().then_some(Kind::Dc3));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(GLANCE).read_to_end(&mut bytes)?;
    Ok(kind_of_bytes(&bytes))
}

/// The text of a log. That of a folder of DC3 is its game file, followed by its shot files, a line
/// each. What is not UTF-8 in a `.dcl` log is written as [`dcl::read`] takes it.
///
/// # Errors
/// If it is not a log, is too long or cannot be read.
pub fn text_of(path: &Path) -> Result<String, LogError> {
    if path.is_dir() {
        return Ok(dc3::text_of(path)?);
    }
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(GLANCE).read_to_end(&mut bytes)?;
    let kind = kind_of_bytes(&bytes).ok_or(LogError::Unknown)?;
    let most = match kind {
        Kind::Arena => MOST_ARENA,
        Kind::Dcl => dcl::MOST_BYTES as u64,
        Kind::Record | Kind::Journal | Kind::Dc3 | Kind::Dc4Client | Kind::Observed => {
            record::MOST_BYTES
        }
    };
    file.take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(LogError::TooLong { most });
    }
    if kind == Kind::Dcl {
        return Ok(dcl::decoded(&bytes));
    }
    let unread = |why| io::Error::new(io::ErrorKind::InvalidData, why);
    Ok(String::from_utf8(bytes).map_err(unread)?)
}

/// The result of a search for logs.
#[derive(Debug, Default)]
pub struct Search {
    /// The logs, in the order of their paths.
    pub logs: Vec<PathBuf>,
    /// The paths that could not be read, and why.
    pub failed: Vec<(PathBuf, io::Error)>,
}

/// The logs among files and in folders, and in folders of folders. A named file is always taken; in
/// folders only logs are, and of a record and a `.dcl` log that differ in their extension only, or
/// of a record and the folder of Digital Curling 3 that names it, just the record: they are one
/// match. Links to folders are not followed.
pub fn find(paths: &[PathBuf]) -> Search {
    let mut search = Search::default();
    for path in paths {
        if path.is_dir() {
            search.folder(path, 0);
        } else {
            search.logs.push(path.clone());
        }
    }
    search
}

impl Search {
    fn folder(&mut self, path: &Path, depth: usize) {
        if path.join(GAME_FILE).is_file() {
            let record = dc3::record_beside(path).filter(|_| depth > 0);
            let recorded = record.is_some_and(|file| is_record(&file));
            self.logs.extend((!recorded).then(|| path.to_owned()));
            return;
        }
        let listed = std::fs::read_dir(path).and_then(|entries| {
            let paths: io::Result<Vec<_>> = entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect();
            paths
        });
        let mut paths = match listed {
            Ok(paths) => paths,
            Err(why) => {
                self.failed.push((path.to_owned(), why));
                return;
            }
        };
        paths.sort();
        for path in paths {
            if self.logs.len() >= MOST_FOUND {
                return;
            }
            self.entry(path, depth);
        }
    }

    fn entry(&mut self, path: PathBuf, depth: usize) {
        let looked = std::fs::symlink_metadata(&path);
        match looked {
            Ok(meta) if meta.is_dir() && depth < DEEPEST => self.folder(&path, depth + 1),
            Ok(meta) if meta.is_file() || (meta.is_symlink() && path.is_file()) => {
                match kind_of(&path) {
                    Ok(Some(Kind::Dcl)) if has_record(&path) => {}
                    Ok(Some(_)) => self.logs.push(path),
                    Ok(None) => {}
                    Err(why) => self.failed.push((path, why)),
                }
            }
            Ok(_) => {}
            Err(why) => self.failed.push((path, why)),
        }
    }
}

/// Whether the record of the same match lies beside a log.
fn has_record(path: &Path) -> bool {
    is_record(&path.with_extension("jsonl"))
}

fn is_record(path: &Path) -> bool {
    matches!(kind_of(path), Ok(Some(Kind::Record)))
}
