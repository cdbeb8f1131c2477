//! The logbook of many matches at once: one of them is shown, all of them are written down.

use anyhow::Context;
use digital_curling::record::{self, Header, Record, Writer, dcl};
use digital_curling::screen::{Live, Style, View};
use digital_curling::{Event, Match, timestamp};
use std::collections::HashMap;
use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The logbook of a server.
pub(super) struct Logbook {
    live: Option<Live<Box<dyn std::io::Write + Send>>>,
    /// The match that is shown, until it is over.
    shown: Option<Uuid>,
    folder: Option<PathBuf>,
    /// The records of the matches that are not over.
    writers: HashMap<Uuid, Writer<File>>,
}

impl Logbook {
    pub(super) fn new(watch: bool, folder: Option<PathBuf>) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let style = Style {
            unicode: terminal,
            colour: terminal,
            ..Style::default()
        };
        let out: Box<dyn std::io::Write + Send> = Box::new(anstream::stdout());
        Logbook {
            live: watch.then(|| Live::new(out, style, terminal)),
            shown: None,
            folder,
            writers: HashMap::new(),
        }
    }

    /// Takes an event of a match; none when it begins or goes on.
    pub(super) fn hear(
        &mut self,
        id: Uuid,
        curling_match: &Match,
        event: Option<&Event>,
    ) -> anyhow::Result<()> {
        let over = curling_match.game().outcome().is_some();
        let shown = self.show(id, curling_match, event, over);
        self.write(id, curling_match, event, over)?;
        shown
    }

    fn show(
        &mut self,
        id: Uuid,
        curling_match: &Match,
        event: Option<&Event>,
        over: bool,
    ) -> anyhow::Result<()> {
        let Some(live) = &mut self.live else {
            return Ok(());
        };
        if *self.shown.get_or_insert(id) != id {
            return Ok(());
        }
        if over {
            self.shown = None;
        }
        let view = event.map_or_else(
            || View::of(curling_match),
            |event| View::after(curling_match, event),
        );
        live.show(&view).context("cannot show the sheet")
    }

    fn write(
        &mut self,
        id: Uuid,
        curling_match: &Match,
        event: Option<&Event>,
        over: bool,
    ) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let path = folder.join(format!("{id}.jsonl"));
        let Some(event) = event else {
            let writer = begin(folder, &path, curling_match)?;
            self.writers.insert(id, writer);
            return Ok(());
        };
        let Some(writer) = self.writers.get_mut(&id) else {
            return Ok(()); // it could not be begun, and that was told
        };
        let written = writer.write_event(curling_match, event);
        if over || written.is_err() {
            self.writers.remove(&id);
        }
        written.with_context(|| format!("cannot write {}", path.display()))?;
        if over {
            let text = dcl::write(&Record::open(&path)?, dcl::Variant::Dc2)?;
            let file = path.with_extension("dcl");
            std::fs::write(&file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }
}

/// The record of a match that begins, or of one that goes on after a restart.
fn begin(folder: &Path, path: &Path, curling_match: &Match) -> anyhow::Result<Writer<File>> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    if path.exists() {
        let (record, writer) =
            record::resume(path).with_context(|| format!("cannot continue {}", path.display()))?;
        let last = record.replay()?.last().map(|step| step.after);
        if last.is_some_and(|last| last != *curling_match.game()) {
            anyhow::bail!(
                "its record lacks the last shots: only its journal in --data is complete"
            );
        }
        return Ok(writer);
    }
    let started = curling_match.game();
    if started.end > 0 || started.shot > curling_match.curling().rules().first_slot() as u8 {
        anyhow::bail!("began without --log: only its journal in --data is complete");
    }
    let file = File::create_new(path).with_context(|| format!("cannot make {}", path.display()))?;
    let header = Header::new(timestamp::written(timestamp::now()), curling_match.setup());
    Writer::begin(file, &header).with_context(|| format!("cannot write {}", path.display()))
}
