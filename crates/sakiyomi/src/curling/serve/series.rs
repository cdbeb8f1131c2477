//! Series of matches between two seats: play, display, record, count.

use super::seats::Seats;
use super::{Serve, planned};
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use curling::rules::{Outcome, Reason, Team};
use digital_curling::bout::Act;
use digital_curling::plan::Plan;
use digital_curling::record::{Header, Record, Writer, dcl};
use digital_curling::screen::{Live, Look, Scene};
use digital_curling::{Bout, News, table};
use serde_json::{Value, json};
use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) fn run(asked: &Serve, common: &Common) -> anyhow::Result<ExitCode> {
    let dc3 = asked.protocol == super::Protocol::Dc3;
    for (given, option, whose) in [
        (asked.user_file.is_some(), "--users", "dc4"),
        (asked.data.is_some(), "--data", "dc4"),
        (asked.ports.is_some() && !dc3, "--ports", "dc3"),
        (asked.trajectory.is_some() && !dc3, "--trajectory", "dc3"),
        (asked.state_first && dc3, "--state-first", "legacy and dcp"),
        (
            !asked.users.is_empty() && dc3,
            "--user",
            "legacy, dcp and dc4",
        ),
    ] {
        if given {
            return Err(usage(format!("{option} is for {whose} only")));
        }
    }
    let plan = asked.planned.plan(asked.protocol.platform())?;
    planned::warn(&plan);
    let seats = Seats::new(asked, &plan)?;
    let cancel = interrupt::cancel();
    let mut wins = [0_u32; 2];
    let mut told = Vec::new();
    for number in 0..plan.repetitions {
        let swapped = plan.swapped(number);
        let names = ["team0".to_owned(), "team1".to_owned()];
        let mut bout = Bout::new(plan.setup(number, names, common.seed()))?;
        let mut contestants = match seats.taken(bout.curling(), swapped, &cancel) {
            Ok(contestants) => contestants,
            Err(_) if cancel.is_cancelled() => return Ok(INTERRUPTED.into()),
            Err(error) => return Err(error),
        };
        let mut scribe = Scribe::new(asked, number);
        let watch = &mut |bout: &Bout, news: Option<&News>| scribe.hear(bout, news);
        if table::play(&mut bout, &mut contestants, &plan.manners, &cancel, watch).is_err() {
            show::note("interrupted: the match has no result");
            return Ok(INTERRUPTED.into());
        }
        let fault = scribe.finish()?;
        if let Some(winner) = bout.game().outcome().and_then(|outcome| outcome.winner) {
            wins[winner.index() ^ usize::from(swapped)] += 1;
        }
        let result = result(&bout, fault.as_deref());
        if common.json() {
            show::print_json(&result)?;
        } else {
            show::print(&in_words(&bout, number, &plan, fault.as_deref()))?;
        }
        told.push(result);
    }
    if plan.repetitions > 1 {
        let [first, second] = wins;
        let drawn = plan.repetitions - first - second;
        if common.json() {
            show::print_json(&json!({ "matches": told.len(), "wins": wins, "drawn": drawn }))?;
        } else {
            show::print(&format!(
                "{} matches: the first player won {first}, the second {second}, drawn {drawn}\n",
                told.len()
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn result(bout: &Bout, fault: Option<&str>) -> Value {
    let outcome = bout.game().outcome();
    json!({
        "names": bout.setup().names,
        "points": Team::BOTH.map(|team| bout.game().total(team)),
        "winner": outcome.and_then(|outcome| outcome.winner),
        "reason": outcome.map(|outcome| outcome.reason),
        "fault": fault,
        "seconds": Team::BOTH.map(|team| bout.time_used(team).as_secs_f64()),
        "seed": bout.setup().seed,
    })
}

fn in_words(bout: &Bout, number: u32, plan: &Plan, fault: Option<&str>) -> String {
    let [first, second] = &bout.setup().names;
    let [a, b] = Team::BOTH.map(|team| bout.game().total(team));
    let count = if plan.repetitions > 1 {
        format!("match {} of {}: ", number + 1, plan.repetitions)
    } else {
        String::new()
    };
    let why = match bout.game().outcome() {
        Some(Outcome {
            winner: Some(winner),
            reason,
        }) => {
            let how = match reason {
                Reason::Score | Reason::Draw => String::new(),
                Reason::Concession => ", the other gave up".to_owned(),
                Reason::Time => ", the other ran out of time".to_owned(),
                Reason::Fault => format!(", the other's fault: {}", fault.unwrap_or("not known")),
            };
            format!("{} wins{how}", bout.name(winner))
        }
        Some(_) => "drawn".to_owned(),
        None => "not finished".to_owned(),
    };
    format!("{count}{first} {a} - {b} {second}: {why}\n")
}

/// Shows a match and writes it down.
struct Scribe<'a> {
    asked: &'a Serve,
    number: u32,
    live: Option<Live<Box<dyn std::io::Write>>>,
    writer: Option<Writer<File>>,
    path: Option<std::path::PathBuf>,
    /// The first thing that could not be written.
    trouble: Option<anyhow::Error>,
    fault: Option<String>,
}

impl<'a> Scribe<'a> {
    fn new(asked: &'a Serve, number: u32) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let look = Look {
            unicode: terminal,
            colour: terminal,
            ..Look::default()
        };
        let out: Box<dyn std::io::Write> = Box::new(anstream::stdout());
        Scribe {
            asked,
            number,
            live: asked.watch.then(|| Live::new(out, look, terminal)),
            writer: None,
            path: None,
            trouble: None,
            fault: None,
        }
    }

    fn hear(&mut self, bout: &Bout, news: Option<&News>) {
        if let Some(News { entry, .. }) = news
            && let Act::Fault(fault) = &entry.act
        {
            self.fault = Some(fault.to_string());
        }
        let written = self.write(bout, news).and_then(|()| self.show(bout, news));
        if let Err(error) = written {
            self.trouble.get_or_insert(error);
        }
    }

    fn show(&mut self, bout: &Bout, news: Option<&News>) -> anyhow::Result<()> {
        let Some(live) = &mut self.live else {
            return Ok(());
        };
        let scene = news.map_or_else(|| Scene::of(bout), |news| Scene::after(bout, news));
        live.show(&scene).context("cannot show the sheet")
    }

    fn write(&mut self, bout: &Bout, news: Option<&News>) -> anyhow::Result<()> {
        let Some(folder) = &self.asked.log else {
            return Ok(());
        };
        if self.writer.is_none() {
            let (writer, path) = begin(folder, bout, self.number)?;
            (self.writer, self.path) = (Some(writer), Some(path));
        }
        if let (Some(writer), Some(news)) = (&mut self.writer, news) {
            writer
                .follow(bout, news)
                .context("cannot write the record")?;
        }
        Ok(())
    }

    /// The `.dcl` log beside the record, and what went wrong in the match.
    fn finish(self) -> anyhow::Result<Option<String>> {
        if let Some(trouble) = self.trouble {
            return Err(trouble);
        }
        drop(self.writer);
        if let Some(path) = &self.path {
            let record = Record::open(path)?;
            let variant = match self.asked.protocol {
                super::Protocol::Legacy => dcl::Variant::Legacy,
                _ => dcl::Variant::Dc2,
            };
            let text = dcl::write(&record, variant)?;
            let file = path.with_extension("dcl");
            std::fs::write(&file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
            show::note(&format!("log: {} and {}", path.display(), file.display()));
        }
        Ok(self.fault)
    }
}

fn begin(
    folder: &Path,
    bout: &Bout,
    number: u32,
) -> anyhow::Result<(Writer<File>, std::path::PathBuf)> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let name = dcl::file_name(&bout.setup().names, dcl::Variant::Legacy, seconds);
    let name = format!("{number:03}-{}", name.trim_end_matches(".dcl"));
    let path = folder.join(format!("{name}.jsonl"));
    let file =
        File::create_new(&path).with_context(|| format!("cannot make {}", path.display()))?;
    let writer = Writer::begin(file, &Header::new(seconds.to_string(), bout.setup()));
    let writer = writer.with_context(|| format!("cannot write {}", path.display()))?;
    Ok((writer, path))
}
