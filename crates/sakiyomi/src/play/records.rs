//! Record file of a match or tournament, one game a line, and resuming from it.
//!
//! A small file beside it has the conditions and time limits: games of different conditions are
//! never counted together.

use crate::exit::usage;
use crate::show;
use anyhow::Context;
use arena::GameRecord;
use arena::referee::Terms;
use arena::text_file;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The longest file of games that is continued, in bytes.
const MOST_RECORDS: u64 = 1 << 30;

/// A file of records.
pub(super) struct Records(BufWriter<File>);

impl Records {
    /// Creates a file; a file of that name must not exist.
    pub(super) fn create(path: &Path, terms: &Value) -> anyhow::Result<Self> {
        if path.exists() {
            let path = path.display();
            return Err(usage(format!(
                "{path} exists already: go on with --resume, remove it or name another file"
            )));
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
        let beside = terms_beside(path);
        std::fs::write(&beside, format!("{terms}\n"))
            .with_context(|| format!("cannot make {}", beside.display()))?;
        Ok(Records(BufWriter::new(file)))
    }

    /// Opens a file with the games in it, or creates a new one.
    pub(super) fn resume(path: &Path, terms: &Value) -> anyhow::Result<(Self, EarlierGames)> {
        if !path.exists() {
            return Ok((Self::create(path, terms)?, EarlierGames::default()));
        }
        let beside = terms_beside(path);
        let then = text_file::read(&beside)
            .map_err(|why| usage(format!("cannot read {}: {why}", beside.display())))?;
        if serde_json::from_str::<Value>(&then).ok().as_ref() != Some(terms) {
            return Err(usage(format!(
                "{} was played under other conditions or times ({}): give the same, or name another file",
                path.display(),
                then.trim()
            )));
        }
        let text = text_file::read_up_to(path, MOST_RECORDS)
            .map_err(|why| usage(format!("cannot read {}: {why}", path.display())))?;
        let kept = EarlierGames::read(&text, path)?;
        let mut file = OpenOptions::new().write(true).truncate(true).open(path);
        if let Ok(file) = &mut file {
            // Without a torn last line.
            let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
            file.write_all(whole.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok((Records(BufWriter::new(file)), kept))
    }

    /// Appends a game.
    pub(super) fn keep(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.0, record).context("cannot keep a record")?;
        self.0
            .write_all(b"\n")
            .and_then(|()| self.0.flush())
            .context("cannot keep a record")
    }
}

/// Returns the path of the file of conditions and time limits beside a file of records.
pub(crate) fn terms_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".terms");
    name.into()
}

/// Returns the conditions and time limits of games, for comparison.
pub(super) fn terms(game: &str, conditions: &toml::Table, terms: &Terms) -> anyhow::Result<Value> {
    let conditions = serde_json::to_value(conditions)?;
    Ok(json!({ "game": game, "conditions": conditions, "terms": terms }))
}

/// The games of an earlier run.
#[derive(Default)]
pub(super) struct EarlierGames(pub(super) Vec<GameRecord>);

impl EarlierGames {
    fn read(text: &str, path: &Path) -> anyhow::Result<Self> {
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if whole.len() < text.len() {
            show::note(&format!(
                "{}: the last line is torn; its game is played again",
                path.display()
            ));
        }
        if whole.is_empty() {
            return Ok(EarlierGames::default());
        }
        let games = arena::replay::read(whole);
        let games = games.map_err(|why| usage(format!("{}, {why}", path.display())))?;
        Ok(EarlierGames(games))
    }
}
