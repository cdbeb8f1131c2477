//! The seed of games in which programs of others play: drawn from the system, so that no program
//! knows the dice from earlier games.
//!
//! Games that are kept may be gone on with; their seed then lies beside their file, for its owner
//! alone.

use crate::cli::Play;
use anyhow::Context;
use arena::secrecy::fresh_seed;
use lookahead::Seed;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// A seed from the system, or that of the games to be gone on with; none if those were played
/// without one.
pub(super) fn drawn(asked: &Play) -> anyhow::Result<Option<Seed>> {
    let Some(records) = &asked.records else {
        return Ok(Some(fresh_seed()?));
    };
    if asked.resume && records.exists() {
        return read(&beside(records));
    }
    Ok(Some(fresh_seed()?))
}

/// Writes the seed of games beside the file of their records, before that is made.
pub(super) fn keep(records: &Path, seed: Seed) -> anyhow::Result<()> {
    let file = beside(records);
    write(&file, seed).with_context(|| format!("cannot make {}", file.display()))
}

fn beside(records: &Path) -> PathBuf {
    let mut name = records.as_os_str().to_owned();
    name.push(".seed");
    name.into()
}

fn read(file: &Path) -> anyhow::Result<Option<Seed>> {
    if !file.exists() {
        return Ok(None);
    }
    let named = || format!("cannot read the seed in {}", file.display());
    let text = std::fs::read_to_string(file).with_context(named)?;
    let seed = text.trim().parse().with_context(named)?;
    Ok(Some(Seed(seed)))
}

fn write(file: &Path, seed: Seed) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let _ = std::fs::remove_file(file); // of games that are gone
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    writeln!(file, "{seed}")
}
