//! `lab`: experiments, their results and reports.

use crate::cli::{Chosen, Common, Lab as Asked, LabCommand};
use crate::client::{counting_task, refused};
use crate::exit::{INTERRUPTED, TASKS_FAILED};
use crate::registry::Registry;
use crate::{interrupt, show};
use anyhow::{Context, bail};
use arena::process::quote;
use arena::report::{Column, Report, Table, table_text};
use operations::lab::{
    LabBlockRun, LabChosen, LabExperiment, LabExport, LabFile, LabForm, LabImport, LabPlan,
    LabPlanned, LabReport, LabRun, LabState,
};
use operations::{FaultKind, Host, TaskHandle, Trust};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The most failures of a block that are printed.
const MOST_FAILURES: usize = 5;

/// The state of a lab command.
struct Commands<'a> {
    asked: &'a Asked,
    common: &'a Common,
    state: LabState,
}

/// Runs a command of the lab.
pub(crate) fn run(asked: &Asked, common: &Common, registry: &Registry) -> anyhow::Result<ExitCode> {
    let state = LabState::new(Host {
        experiments: asked.experiments.clone(),
        store: asked.store.clone(),
        trust: Trust::Owner,
        ..registry.host.clone()
    });
    let commands = Commands {
        asked,
        common,
        state,
    };
    if let Some(chosen) = asked.command.chosen() {
        commands.warn(chosen);
    }
    match &asked.command {
        LabCommand::List { check } => commands.list(*check),
        LabCommand::Plan {
            chosen,
            size,
            missing,
        } => commands.plan(chosen, *size, *missing),
        LabCommand::Run { chosen } => commands.run(chosen),
        LabCommand::Report { chosen, out } => commands.report(chosen, out.as_deref()),
        LabCommand::Export {
            chosen,
            records,
            task,
            field,
        } => {
            let form = if *records || task.is_some() {
                LabForm::Records
            } else {
                LabForm::Csv
            };
            commands.export(chosen, form, *task, field.clone())
        }
        LabCommand::RunBlock {
            chosen,
            block,
            size,
            out,
        } => commands.run_block(chosen, (*block, *size), out),
        LabCommand::Import { chosen, files } => commands.import(chosen, files),
    }
}

impl Commands<'_> {
    fn chosen(&self, chosen: &Chosen) -> LabChosen {
        LabChosen {
            name: chosen.experiment.clone(),
            short: chosen.short,
            seed: self.common.seed,
        }
    }

    /// Prints a warning for each former name of a setting in the experiment's file. Errors in the
    /// file are those of the command itself.
    fn warn(&self, chosen: &Chosen) {
        let warnings = self.state.former_names(&self.chosen(chosen));
        for warning in warnings.unwrap_or_default() {
            show::note(&format!("warning: {warning}"));
        }
    }

    fn threads(&self) -> Option<u16> {
        u16::try_from(self.common.threads()).ok()
    }

    /// Returns an error if there are no results yet.
    fn need_store(&self, chosen: &Chosen) -> anyhow::Result<()> {
        let store = &self.asked.store;
        if store.is_file() {
            return Ok(());
        }
        let short = if chosen.short { " --short" } else { "" };
        let (store, name) = (store.display(), quote(&chosen.experiment));
        bail!("there are no results in {store}: run it first, with `lab run {name}{short}`")
    }

    fn list(&self, check: bool) -> anyhow::Result<ExitCode> {
        let list = self.state.list(check).map_err(refused)?;
        let has_store = self.asked.store.is_file();
        let line = |one: &LabExperiment| {
            let extent = one.full.filter(|_| has_store && one.trouble.is_none());
            let extent = extent.map(|extent| format!("{} / {}", extent.done, extent.total));
            let title = one.trouble.as_ref().map(|trouble| format!("! {trouble}"));
            let title = title.unwrap_or_else(|| one.title.to_string());
            [
                one.name.clone(),
                extent.unwrap_or_else(|| "–".into()),
                title,
            ]
        };
        if self.common.json {
            let whole = list.experiments.iter().map(|one| {
                let [_, done, title] = line(one);
                let mut whole = json!(one);
                (whole["done"], whole["title"]) = (done.into(), title.into());
                whole["about"] = one.about.en().into();
                whole
            });
            show::print_json(&whole.collect::<Vec<Value>>())?;
        } else {
            let columns = [
                Column::words("experiment"),
                Column::number("done"),
                Column::words("question"),
            ];
            let lines = list.experiments.iter().map(line);
            let table = lines.fold(Table::new("Experiments", columns), Table::row);
            show::print(&table_text(&table))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, chosen: &Chosen, size: u64, missing: bool) -> anyhow::Result<ExitCode> {
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let size = Some(size);
        let planned = self.state.plan(&LabPlan {
            name,
            short,
            seed,
            size,
            places: None,
        });
        let planned = planned.map_err(refused)?;
        if missing {
            show::print(&format!("{}\n", ranges(&planned.missing)))?;
        } else if self.common.json {
            show::print_json(&planned)?;
        } else {
            show::print(&plan_text(&planned))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn run(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        let chosen = self.chosen(chosen);
        let watch = counting_task("tasks", self.common);
        let sitting = self.state.run(
            &LabRun {
                name: chosen.name.clone(),
                short: chosen.short,
                seed: chosen.seed,
                threads: self.threads(),
            },
            &watch,
        );
        drop(watch);
        let sitting = sitting.map_err(refused)?;
        if sitting.changed && !self.common.quiet {
            show::note(
                "the experiment has changed since its last run: this is a new run, the old results are kept",
            );
        }
        if interrupt::cancel().is_cancelled() {
            show::note("interrupted: what is done is kept, and the same command goes on with it");
        }
        self.tell(self.state.report(&chosen).map_err(refused)?)?;
        Ok(match () {
            () if sitting.complete() => ExitCode::SUCCESS,
            () if sitting.before + sitting.new + sitting.failed < sitting.total => {
                INTERRUPTED.into()
            }
            () => TASKS_FAILED.into(),
        })
    }

    /// Prints a report and returns it.
    fn tell(&self, report: Report) -> anyhow::Result<Report> {
        if self.common.json {
            let told = LabReport::of(report);
            show::print_json(&told)?;
            return Ok(told.report);
        }
        show::print_report(&report)?;
        Ok(report)
    }

    fn report(&self, chosen: &Chosen, out: Option<&Path>) -> anyhow::Result<ExitCode> {
        let asked = self.chosen(chosen);
        let plan = LabPlan {
            name: asked.name.clone(),
            short: asked.short,
            seed: asked.seed,
            size: None,
            places: None,
        };
        let name = self.state.plan(&plan).map_err(refused)?.name;
        self.need_store(chosen)?;
        let report = self.tell(self.state.report(&asked).map_err(refused)?)?;
        // The quick variant must not take the place of the real report.
        let ending = if chosen.short { "-short" } else { "" };
        let folder = format!("results/{name}{ending}");
        show::save_report(&report, out.unwrap_or(Path::new(&folder)))?;
        Ok(ExitCode::SUCCESS)
    }

    fn export(
        &self,
        chosen: &Chosen,
        form: LabForm,
        task: Option<u64>,
        field: Option<String>,
    ) -> anyhow::Result<ExitCode> {
        self.need_store(chosen)?;
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let file = self.state.export(&LabExport {
            name,
            short,
            seed,
            form,
            task,
            field,
        });
        show::print(&file.map_err(refused)?.text)?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_block(
        &self,
        chosen: &Chosen,
        (block, size): (u64, u64),
        out: &Path,
    ) -> anyhow::Result<ExitCode> {
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let asked = LabBlockRun {
            name,
            short,
            seed,
            block,
            size: Some(size),
            threads: self.threads(),
            file: None,
            expected: None,
        };
        let complete = self.state.complete_block(&asked, out);
        if let Some(path) = complete.map_err(refused)? {
            show::note("this block is complete: it is not run again");
            show::print(&format!("{}\n", path.display()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let watch = counting_task("tasks", self.common);
        let done = self.state.run_block(&asked, &watch);
        drop(watch);
        let done = match done {
            Err(fault) if fault.kind == FaultKind::Cancelled => {
                show::note("interrupted: a block leaves a file only when all of it is done");
                return Ok(INTERRUPTED.into());
            }
            done => done.map_err(refused)?,
        };
        for (task, why) in done.failures.iter().take(MOST_FAILURES) {
            show::note(&format!("task {task} failed: {why}"));
        }
        if let Some(more @ 1..) = done.failures.len().checked_sub(MOST_FAILURES) {
            show::note(&format!("{more} more tasks failed"));
        }
        show::print(&format!("{}\n", done.save(out)?.display()))?;
        Ok(if done.failures.is_empty() {
            ExitCode::SUCCESS
        } else {
            TASKS_FAILED.into()
        })
    }

    /// Imports files one by one, so that only one is in memory; a file that cannot be used is named
    /// and the others are imported.
    fn import(&self, chosen: &Chosen, paths: &[PathBuf]) -> anyhow::Result<ExitCode> {
        let prefix = self.state.block_prefix(&self.chosen(chosen));
        let files = block_files(paths, &prefix.map_err(refused)?)?;
        let mut bad = 0;
        for path in &files {
            if interrupt::cancel().is_cancelled() {
                show::note("interrupted: the files so far are imported");
                return Ok(INTERRUPTED.into());
            }
            match self.import_file(chosen, path) {
                Ok(said) => show::print(&format!("{}: {said}\n", path.display()))?,
                Err(ImportError::File(why)) => {
                    show::note(&format!("error: {why}"));
                    bad += 1;
                }
                Err(ImportError::All(error)) => return Err(error),
            }
        }
        if bad > 0 {
            bail!("{bad} of {} files were not imported", files.len());
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Imports a file and returns what was new.
    fn import_file(&self, chosen: &Chosen, path: &Path) -> Result<String, ImportError> {
        let file = path.display().to_string();
        let text = arena::text_file::read_up_to(path, arena::lab::LONGEST);
        let text = text.map_err(|why| ImportError::File(format!("{file}: {why}")))?;
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let files = vec![LabFile { name: file, text }];
        let imported = self.state.import(
            &LabImport {
                name,
                short,
                seed,
                files,
                places: None,
            },
            &TaskHandle::idle(),
        );
        let imported = imported.map_err(|fault| ImportError::All(refused(fault)))?;
        let mut said = String::new();
        for one in imported.files {
            if let Some(why) = one.refused {
                return Err(ImportError::File(why));
            }
            said = format!("{} new results, {} known", one.new, one.known);
        }
        Ok(said)
    }
}

/// An error of importing a file.
enum ImportError {
    /// The file cannot be used.
    File(String),
    /// No file can be imported.
    All(anyhow::Error),
}

/// Returns the named files, and of named folders the block files whose names begin with `prefix`,
/// sorted.
fn block_files(paths: &[PathBuf], prefix: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let context = || format!("cannot read the folder {}", path.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).with_context(context)? {
            let name = entry.with_context(context)?.file_name();
            let wanted = name.to_str().is_some_and(|name| {
                name.starts_with(prefix)
                    && Path::new(name).extension().is_some_and(|e| e == "jsonl")
            });
            if wanted {
                found.push(path.join(name));
            }
        }
        if found.is_empty() {
            let path = path.display();
            bail!("{path} has no block of this experiment as it is now (files {prefix}*.jsonl)");
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Returns sorted numbers as ranges, in the form in which schedulers take the jobs of an array:
/// `0-3,7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    texts.collect::<Vec<_>>().join(",")
}

/// Returns a plan as text.
fn plan_text(plan: &LabPlanned) -> String {
    let LabPlanned {
        name,
        title,
        fingerprint,
        tasks,
        done,
        size,
        blocks,
        missing,
        ..
    } = plan;
    let missing = match missing.as_slice() {
        [] => "none".to_owned(),
        missing => ranges(missing),
    };
    format!(
        "{name}: {title}\n{done} of {tasks} tasks done; {blocks} blocks of {size}; fingerprint {fingerprint}\nmissing blocks: {missing}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn missing_blocks_are_written_as_ranges() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[0, 1, 2, 7, 9, 10]), "0-2,7,9-10");
    }
}
