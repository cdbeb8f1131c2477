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
use operations::{FaultKind, Host, Trust};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The most failures of a block that are printed.
const MOST_FAILURES: usize = 5;

/// The longest file of results that is imported, in bytes.
const MOST_RESULTS: u64 = 1 << 30;

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
        LabCommand::Plan { chosen, size } => commands.plan(chosen, *size),
        LabCommand::Run { chosen } => commands.run(chosen),
        LabCommand::Report { chosen, out } => commands.report(chosen, out.as_deref()),
        LabCommand::Export { chosen } => commands.export(chosen),
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

    fn plan(&self, chosen: &Chosen, size: u64) -> anyhow::Result<ExitCode> {
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let size = Some(size);
        let planned = self.state.plan(&LabPlan {
            name,
            short,
            seed,
            size,
        });
        let planned = planned.map_err(refused)?;
        if self.common.json {
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

    fn export(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        self.need_store(chosen)?;
        let LabChosen { name, short, seed } = self.chosen(chosen);
        let form = LabForm::Csv;
        let file = self.state.export(&LabExport {
            name,
            short,
            seed,
            form,
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
        };
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

    fn import(&self, chosen: &Chosen, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
        for path in files {
            let LabChosen { name, short, seed } = self.chosen(chosen);
            let file = path.display().to_string();
            let text = arena::text_file::read_up_to(path, MOST_RESULTS).context(file.clone())?;
            let files = vec![LabFile {
                name: file.clone(),
                text,
            }];
            let imported = self.state.import(&LabImport {
                name,
                short,
                seed,
                files,
            });
            for one in imported.map_err(refused)?.files {
                let (new, known) = (one.new, one.known);
                show::print(&format!("{file}: {new} new results, {known} known\n"))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
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
        missing => missing
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    };
    format!(
        "{name}: {title}\n{done} of {tasks} tasks done; {blocks} blocks of {size}; fingerprint {fingerprint}\nmissing blocks: {missing}\n"
    )
}
