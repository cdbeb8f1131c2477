//! `lab`: experiments, their results and what they mean.

use crate::cli::{Chosen, Common, Lab as Asked, LabCommand};
use crate::fail::{INTERRUPTED, TASKS_FAILED, usage};
use crate::registry::Registry;
use crate::show::{self, Progress};
use crate::{interrupt, version};
use anyhow::Context;
use arena::experiment::Experiment;
use arena::lab::{Effort, Lab, LabError, LabProgress, Portion};
use arena::report::{Column, Report, Table};
use arena::store::Store;
use lookahead::Seed;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Everything a command of the lab needs.
struct Room<'a> {
    asked: &'a Asked,
    common: &'a Common,
    lab: Lab<'a>,
}

/// Runs a command of the lab.
pub(crate) fn run(asked: &Asked, common: &Common, registry: &Registry) -> anyhow::Result<ExitCode> {
    let command = format!("{} lab run", registry.name);
    let (studies, contests) = (&registry.studies, &registry.contests);
    let lab = Lab {
        studies,
        contests,
        command,
        version: version(),
    };
    let room = Room { asked, common, lab };
    match &asked.command {
        LabCommand::List => room.list(),
        LabCommand::Run { chosen } => room.run(chosen),
        LabCommand::Report { chosen, out } => room.report(chosen, out.as_deref()),
        LabCommand::Export { chosen } => room.export(chosen),
        LabCommand::RunBlock {
            chosen,
            block,
            size,
            out,
        } => room.run_block(
            chosen,
            Portion {
                number: *block,
                size: *size,
            },
            out,
        ),
        LabCommand::Import { chosen, files } => room.import(chosen, files),
    }
}

impl Room<'_> {
    /// The experiment that was asked for.
    fn experiment(&self, chosen: &Chosen) -> anyhow::Result<Experiment> {
        let path = self.path(&chosen.experiment)?;
        let mut experiment = Experiment::load(&path).map_err(usage)?;
        if chosen.short {
            experiment = experiment.short().map_err(usage)?;
        }
        if let Some(seed) = self.common.seed {
            experiment = experiment.with_seed(Seed(seed));
        }
        self.lab.check(&experiment).map_err(usage)?;
        Ok(experiment)
    }

    /// The file of an experiment named by itself or by its path.
    fn path(&self, name: &str) -> anyhow::Result<PathBuf> {
        if Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "toml")
        {
            return Ok(PathBuf::from(name));
        }
        let path = self.asked.experiments.join(format!("{name}.toml"));
        if path.is_file() {
            return Ok(path);
        }
        let folder = self.asked.experiments.display();
        let files = Experiment::files(&self.asked.experiments).map_err(usage)?;
        let names: Vec<_> = files
            .iter()
            .filter_map(|f| f.file_stem())
            .map(|n| n.to_string_lossy())
            .collect();
        Err(usage(format!(
            "no experiment `{name}` in {folder} (there: {})",
            names.join(", ")
        )))
    }

    fn store(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.asked.store)?)
    }

    fn list(&self) -> anyhow::Result<ExitCode> {
        let store = self
            .asked
            .store
            .is_file()
            .then(|| self.store())
            .transpose()?;
        let mut lines = Vec::new();
        for path in Experiment::files(&self.asked.experiments).map_err(usage)? {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let line = self.line(&path, store.as_ref());
            lines.push(line.unwrap_or_else(|error| [name, "–".into(), format!("! {error:#}")]));
        }
        if self.common.json {
            let json = lines
                .iter()
                .map(|[name, done, title]| json!({ "name": name, "done": done, "title": title }));
            show::print_json(&json.collect::<Vec<_>>())?;
        } else {
            let columns = [
                Column::words("experiment"),
                Column::number("done"),
                Column::words("question"),
            ];
            let table = lines
                .into_iter()
                .fold(Table::new("Experiments", columns), Table::row);
            show::print(&arena::report::table_text(&table))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Name, extent and title of an experiment.
    fn line(&self, path: &Path, store: Option<&Store>) -> anyhow::Result<[String; 3]> {
        let experiment = Experiment::load(path)?;
        self.lab.check(&experiment)?;
        let extent = match store {
            None => "–".to_owned(),
            Some(store) => {
                let facts = self.lab.report(&experiment, store)?.facts;
                format!("{} / {}", facts.done, facts.total)
            }
        };
        Ok([
            experiment.name().to_owned(),
            extent,
            experiment.title().to_owned(),
        ])
    }

    fn run(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let mut store = self.store()?;
        let unit = "tasks";
        let mut progress = Progress::new(unit, self.common.quiet);
        let cancel = interrupt::cancel();
        let mut tell = |p: LabProgress| progress.tell(p.done, p.total, &failed(p.failed));
        let threads = self.common.threads();
        let mut effort = Effort {
            threads,
            cancel: &cancel,
            progress: &mut tell,
        };
        let sitting = self.lab.run(&experiment, &mut store, &mut effort)?;
        progress.finish();
        if !sitting.others.is_empty() && sitting.before == 0 && !self.common.quiet {
            show::note(
                "the experiment has changed since its last run: this is a new run, the old results are kept",
            );
        }
        if cancel.is_cancelled() {
            show::note("interrupted: what is done is kept, and the same command goes on with it");
        }
        for (task, why) in &sitting.failures {
            show::note(&format!("task {task} failed: {why}"));
        }
        self.tell(&self.lab.report(&experiment, &store)?)?;
        Ok(match () {
            () if !sitting.failures.is_empty() => TASKS_FAILED.into(),
            () if !sitting.complete() => INTERRUPTED.into(),
            () => ExitCode::SUCCESS,
        })
    }

    /// Prints a report.
    fn tell(&self, report: &Report) -> anyhow::Result<()> {
        if self.common.json {
            show::print_json(report)
        } else {
            show::print_report(report)
        }
    }

    fn report(&self, chosen: &Chosen, out: Option<&Path>) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let store = Store::open_existing(&self.asked.store).with_context(|| {
            format!("nothing was run yet; `lab run {}` does", experiment.name())
        })?;
        let report = self.lab.report(&experiment, &store)?;
        self.tell(&report)?;
        let folder = Path::new("results").join(experiment.name());
        show::save_report(&report, out.unwrap_or(&folder))?;
        Ok(ExitCode::SUCCESS)
    }

    fn export(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let store = Store::open_existing(&self.asked.store)?;
        let run = self.lab.find(&experiment, &store)?;
        let run =
            run.ok_or_else(|| usage(format!("`{}` has no results yet", experiment.name())))?;
        let mut csv = Vec::new();
        store.write_csv(run, &mut csv)?;
        show::print(&String::from_utf8(csv)?)?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_block(&self, chosen: &Chosen, block: Portion, out: &Path) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let mut progress = Progress::new("tasks", self.common.quiet);
        let cancel = interrupt::cancel();
        let mut tell = |p: LabProgress| progress.tell(p.done, p.total, &failed(p.failed));
        let threads = self.common.threads();
        let mut effort = Effort {
            threads,
            cancel: &cancel,
            progress: &mut tell,
        };
        let done = match self.lab.run_portion(&experiment, block, out, &mut effort) {
            Err(LabError::Interrupted) => {
                show::note("the block was not finished: it leaves no file");
                return Ok(INTERRUPTED.into());
            }
            Err(error @ LabError::NoPortion { .. }) => return Err(usage(error)),
            done => done?,
        };
        progress.finish();
        for (task, why) in &done.failures {
            show::note(&format!("task {task} failed: {why}"));
        }
        show::print(&format!("{}\n", done.path.display()))?;
        Ok(if done.failures.is_empty() {
            ExitCode::SUCCESS
        } else {
            TASKS_FAILED.into()
        })
    }

    fn import(&self, chosen: &Chosen, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let mut store = self.store()?;
        for file in files {
            let imported = self.lab.import(&experiment, &mut store, file)?;
            let (new, known) = (imported.new, imported.known);
            show::print(&format!(
                "{}: {new} new results, {known} known\n",
                file.display()
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn failed(count: u64) -> String {
    if count == 0 {
        String::new()
    } else {
        format!("{count} failed")
    }
}
