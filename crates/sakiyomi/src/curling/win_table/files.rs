//! Files of a win table: the table, and the ends it was made of.

use super::WinTable;
use crate::exit::usage;
use anyhow::Context;
use curling::players::win_table_training::log::{self, EndLog, Entry};
use serde_json::Value;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The log of played ends, open for appending.
#[derive(Debug)]
pub(super) struct EndLogFile {
    file: File,
    out: PathBuf,
    /// The complete lines found when the file was opened.
    pub(super) known: String,
}

impl EndLogFile {
    /// Opens or creates the file of the ends. An incomplete last line is removed.
    pub(super) fn open(asked: &WinTable, identity: &Value) -> anyhow::Result<Self> {
        let out = &asked.out;
        if out.is_dir() || out.file_name().is_none() {
            let out = out.display();
            return Err(usage(format!("--out {out}: this is a folder, name a file")));
        }
        let path = match &asked.state {
            Some(path) => path.clone(),
            None => beside(out, "ends.jsonl"),
        };
        if out.exists() && !path.exists() && !asked.restart {
            let out = out.display();
            return Err(usage(format!(
                "{out} exists already, and not the ends it was made of: name another file, or replace it with --restart"
            )));
        }
        for folder in [out.parent(), path.parent()].into_iter().flatten() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let (file, text) = opened(&path, asked.restart)?;
        EndLog::read(&text, identity).map_err(|why| {
            let path = path.display();
            usage(format!(
                "{path}: {why}; name another --state, or begin anew with --restart"
            ))
        })?;
        let mut log_file = EndLogFile {
            file,
            out: out.clone(),
            known: String::from_utf8_lossy(&text[..log::complete_length(&text)]).into_owned(),
        };
        let begun = log_file.begin(&text, identity);
        begun.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(log_file)
    }

    fn begin(&mut self, text: &[u8], identity: &Value) -> io::Result<()> {
        let whole = log::complete_length(text);
        self.file.set_len(whole as u64)?;
        if whole == 0 {
            self.file.write_all(log::heading(identity).as_bytes())?;
        }
        Ok(())
    }

    /// Appends some ends.
    pub(super) fn keep(&mut self, entry: &Entry) -> io::Result<()> {
        self.file.write_all(entry.line().as_bytes())
    }

    /// Writes the table atomically.
    pub(super) fn write_table(&self, text: &str) -> anyhow::Result<()> {
        let new = beside(&self.out, "new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.out));
        written.with_context(|| format!("cannot write {}", self.out.display()))
    }
}

/// Opens and locks the file of the ends, and reads it.
fn opened(path: &Path, restart: bool) -> anyhow::Result<(File, Vec<u8>)> {
    let cannot = || format!("cannot open {}", path.display());
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(cannot)?;
    // Where there are no locks there is no protection either.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let path = path.display();
        return Err(usage(format!("{path}: another run is adding to it")));
    }
    let mut text = Vec::new();
    if restart {
        file.set_len(0).with_context(cannot)?;
    } else {
        file.read_to_end(&mut text).with_context(cannot)?;
    }
    Ok((file, text))
}

/// Returns the path with an extension appended.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(".");
    name.push(ending);
    name.into()
}
