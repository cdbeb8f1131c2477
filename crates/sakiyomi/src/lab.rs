//! `lab`: experiments, their results and what they mean.

use crate::cli::{Chosen, Common, Lab as Asked, LabCommand};
use crate::fail::{INTERRUPTED, TASKS_FAILED, usage};
use crate::registry::Registry;
use crate::show::{self, Progress};
use crate::{interrupt, version};
use arena::experiment::Experiment;
use arena::lab::{Effort, Lab, LabError, LabProgress, Portion};
use arena::process::quote;
use arena::report::{Column, Report, Table};
use arena::store::{Store, StoreError};
use lookahead::Seed;
use operations::Host;
use operations::lab::library::{Entry, LabOrigin, Library, USUAL_FOLDER};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many failures of a block are told one by one.
const MOST_FAILURES: usize = 5;

/// Everything a command of the lab needs.
struct Room<'a> {
    asked: &'a Asked,
    common: &'a Common,
    host: Host,
    lab: Lab<'a>,
}

/// Runs a command of the lab.
pub(crate) fn run(asked: &Asked, common: &Common, registry: &Registry) -> anyhow::Result<ExitCode> {
    let command = format!("{} lab run{}", registry.name, folder_option(asked));
    let (studies, contests) = (&registry.host.studies, &registry.host.contests);
    let lab = Lab {
        studies,
        contests,
        command,
        version: version(),
    };
    let host = Host {
        experiments: asked.experiments.clone(),
        ..registry.host.clone()
    };
    let room = Room {
        asked,
        common,
        host,
        lab,
    };
    match &asked.command {
        LabCommand::List { check } => room.list(*check),
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
        let mut experiment = match file(&chosen.experiment) {
            Some(file) => {
                let whole = Experiment::load(file).map_err(usage)?;
                let short = chosen.short.then(|| whole.short());
                short.unwrap_or(Ok(whole)).map_err(usage)?
            }
            None => self.named(&chosen.experiment, chosen.short)?,
        };
        if let Some(seed) = self.common.seed {
            experiment = experiment.with_seed(Seed(seed));
        }
        self.lab.check(&experiment).map_err(usage)?;
        Ok(experiment)
    }

    fn library(&self) -> anyhow::Result<Library> {
        Library::open(&self.host).map_err(usage)
    }

    /// The experiment of this name in the library.
    fn named(&self, name: &str, short: bool) -> anyhow::Result<Experiment> {
        let library = self.library()?;
        if let Some(entry) = library.find(name) {
            return entry.experiment(short).map_err(usage);
        }
        let place = match library.origin {
            LabOrigin::Folder => library.folder.display().to_string(),
            LabOrigin::BuiltIn => "this program".to_owned(),
        };
        let names: Vec<_> = library.entries.iter().map(|e| e.name.as_str()).collect();
        Err(usage(format!(
            "no experiment `{name}` in {place} (there: {})",
            names.join(", ")
        )))
    }

    fn store(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.asked.store)?)
    }

    /// The store, which must be there already.
    fn results(&self, experiment: &Experiment) -> anyhow::Result<Store> {
        let store = Store::open_existing(&self.asked.store);
        store.map_err(|error| match error {
            StoreError::Missing { .. } => {
                anyhow::anyhow!("{error}: {}", advice(experiment))
            }
            error => error.into(),
        })
    }

    fn list(&self, check: bool) -> anyhow::Result<ExitCode> {
        let store = self
            .asked
            .store
            .is_file()
            .then(|| self.store())
            .transpose()?;
        let mut lines = Vec::new();
        for entry in self.library()?.entries {
            let line = self.line(&entry, check, store.as_ref());
            let wrong = |error| [entry.name.clone(), "–".into(), format!("! {error:#}")];
            lines.push(line.unwrap_or_else(wrong));
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
    fn line(
        &self,
        entry: &Entry,
        check: bool,
        store: Option<&Store>,
    ) -> anyhow::Result<[String; 3]> {
        let experiment = entry.experiment(false).map_err(anyhow::Error::msg)?;
        if check {
            self.lab.check(&experiment)?;
        }
        let extent = match store {
            None => {
                self.lab.key(&experiment)?;
                "–".to_owned()
            }
            Some(store) => {
                let (done, total) = self.lab.extent(&experiment, store)?;
                format!("{done} / {total}")
            }
        };
        Ok([
            experiment.name().to_owned(),
            extent,
            experiment.title().to_owned(),
        ])
    }

    /// Does work on all threads, with progress, until it ends or somebody interrupts.
    fn work<T>(&self, work: impl FnOnce(&mut Effort<'_>) -> T) -> T {
        let mut progress = Progress::new("tasks", self.common.quiet);
        work(&mut Effort {
            threads: self.common.threads(),
            cancel: &interrupt::cancel(),
            progress: &mut |p: LabProgress| progress.tell(p.done, p.failed, p.total),
        })
    }

    fn run(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let mut store = self.store()?;
        let sitting = self.work(|effort| self.lab.run(&experiment, &mut store, effort))?;
        if !sitting.others.is_empty() && sitting.before == 0 && !self.common.quiet {
            show::note(
                "the experiment has changed since its last run: this is a new run, the old results are kept",
            );
        }
        if interrupt::cancel().is_cancelled() {
            show::note("interrupted: what is done is kept, and the same command goes on with it");
        }
        self.tell(&self.lab.report(&experiment, &store)?)?;
        let tried = sitting.before + sitting.new + sitting.failures.len() as u64;
        Ok(match () {
            () if sitting.complete() => ExitCode::SUCCESS,
            () if tried < sitting.total => INTERRUPTED.into(),
            () => TASKS_FAILED.into(),
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
        let store = self.results(&experiment)?;
        let report = self.lab.report(&experiment, &store)?;
        self.tell(&report)?;
        // The quick variant must not take the place of the real report.
        let ending = if chosen.short { "-short" } else { "" };
        let folder = format!("results/{}{ending}", experiment.name());
        show::save_report(&report, out.unwrap_or(Path::new(&folder)))?;
        Ok(ExitCode::SUCCESS)
    }

    fn export(&self, chosen: &Chosen) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let store = self.results(&experiment)?;
        let run = self.lab.find(&experiment, &store)?;
        let run = run.ok_or_else(|| {
            let name = experiment.name();
            usage(format!(
                "`{name}` has no results yet: {}",
                advice(&experiment)
            ))
        })?;
        let mut csv = Vec::new();
        store.write_csv(run, &mut csv)?;
        show::print(&String::from_utf8(csv)?)?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_block(&self, chosen: &Chosen, block: Portion, out: &Path) -> anyhow::Result<ExitCode> {
        let experiment = self.experiment(chosen)?;
        let done = self.work(|effort| self.lab.run_portion(&experiment, block, out, effort));
        let done = match done {
            Err(LabError::Interrupted) => {
                show::note("interrupted: a block leaves a file only when all of it is done");
                return Ok(INTERRUPTED.into());
            }
            Err(error @ LabError::NoPortion { .. }) => return Err(usage(error)),
            done => done?,
        };
        for (task, why) in done.failures.iter().take(MOST_FAILURES) {
            show::note(&format!("task {task} failed: {why}"));
        }
        if let Some(more @ 1..) = done.failures.len().checked_sub(MOST_FAILURES) {
            show::note(&format!("{more} more tasks failed"));
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

/// What to do about missing results.
fn advice(experiment: &Experiment) -> String {
    let short = if experiment.is_short() {
        " --short"
    } else {
        ""
    };
    format!(
        "run it first, with `lab run {}{short}`",
        quote(experiment.name())
    )
}

/// The option that finds the experiment again, with a blank before it; nothing if it is in the usual folder.
fn folder_option(asked: &Asked) -> String {
    let folder = match &asked.command {
        LabCommand::List { .. } => None,
        LabCommand::Run { chosen }
        | LabCommand::Report { chosen, .. }
        | LabCommand::Export { chosen }
        | LabCommand::RunBlock { chosen, .. }
        | LabCommand::Import { chosen, .. } => file(&chosen.experiment).and_then(Path::parent),
    };
    match folder.or(asked.experiments.as_deref()) {
        None => String::new(),
        Some(folder) if folder == USUAL_FOLDER => String::new(),
        Some(folder) if folder.as_os_str().is_empty() => " --experiments .".to_owned(),
        Some(folder) => format!(" --experiments {}", quote(&folder.display().to_string())),
    }
}

/// An experiment that was named by the path of its file.
fn file(experiment: &str) -> Option<&Path> {
    let path = Path::new(experiment);
    let ending = path.extension();
    ending
        .is_some_and(|ending| ending == "toml")
        .then_some(path)
}
