//! Series of matches between two seats: play, display, record, count.

use super::seats::Seats;
use super::{Serve, conditions_args};
use crate::cli::Common;
use crate::exit::{INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use curling::rules::{Outcome, Reason, Team};
use digital_curling::dc3::log::{LogWriter, Piece};
use digital_curling::dc3::server::{Identity, Options};
use digital_curling::match_state::Command;
use digital_curling::plan::Plan;
use digital_curling::record::{self, Header, KeptSeed, Record, Writer, dcl};
use digital_curling::screen::{Live, Style, View};
use digital_curling::{Dice, Event, Match, runner};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub(super) fn run(asked: &Serve, common: &Common) -> anyhow::Result<ExitCode> {
    let dc3 = asked.protocol == super::Protocol::Dc3;
    for (given, option, whose) in [
        (asked.user_file.is_some(), "--users", "dc4"),
        (asked.data.is_some(), "--data", "dc4"),
        (asked.abandon.is_some(), "--abandon", "dc4"),
        (asked.finished.is_some(), "--finished", "dc4"),
        (asked.durable, "--durable", "dc4"),
        (!asked.limits.is_empty(), "--limit", "dc4"),
        (asked.network.is_given(), "--tls-cert or --proxy", "dc4"),
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
    let plan = asked.conditions.plan(asked.protocol.platform())?;
    conditions_args::warn(&plan);
    let seats = Seats::new(asked, &plan)?;
    super::tell_given_seed(common)?;
    if let Some(folder) = asked.log.as_deref().filter(|folder| folder.is_dir()) {
        reveal_killed(folder)?;
    }
    let cancel = interrupt::cancel();
    let mut wins = [0_u32; 2];
    let mut results = Vec::new();
    for number in 0..plan.repetitions {
        let swapped = plan.swapped(number);
        let names = ["team0".to_owned(), "team1".to_owned()];
        let dice = Dice::of_match(number.into(), common.seed_given())?;
        let mut curling_match = Match::new(plan.setup(number, names, dice))?;
        if let Some(hash) = curling_match.setup().dice.commitment() {
            show::note(&format!(
                "match {}: SHA-256 of its seed: {hash}",
                number + 1
            ));
        }
        let identity = Identity::new();
        let taken = seats.contestants(curling_match.curling(), swapped, &identity, &cancel);
        let mut contestants = match taken {
            Ok(contestants) => contestants,
            Err(_) if cancel.is_cancelled() => return Ok(INTERRUPTED.into()),
            Err(error) => return Err(error),
        };
        let mut output = MatchOutput::new(asked, &plan, number, seats.dc3(&identity));
        let watch = &mut |curling_match: &Match, event: Option<&Event>| {
            output.observe(curling_match, event);
        };
        if runner::play(
            &mut curling_match,
            &mut contestants,
            &plan.timeouts,
            &cancel,
            watch,
        )
        .is_err()
        {
            output.reveal(&curling_match)?;
            show::note("interrupted: the match has no result");
            return Ok(INTERRUPTED.into());
        }
        let fault = output.finish()?;
        if let Some(seed) = curling_match.setup().dice.secret() {
            show::note(&format!("match {}: its seed: {}", number + 1, seed.text()));
        }
        if let Some(winner) = curling_match
            .game()
            .outcome()
            .and_then(|outcome| outcome.winner)
        {
            wins[winner.index() ^ usize::from(swapped)] += 1;
        }
        let result = result(&curling_match, fault.as_deref());
        if common.json() {
            show::print_json(&result)?;
        } else {
            show::print(&summary(&curling_match, number, &plan, fault.as_deref()))?;
        }
        results.push(result);
    }
    if plan.repetitions > 1 {
        let [first, second] = wins;
        let drawn = plan.repetitions - first - second;
        if common.json() {
            show::print_json(&json!({ "matches": results.len(), "wins": wins, "drawn": drawn }))?;
        } else {
            show::print(&format!(
                "{} matches: the first player won {first}, the second {second}, drawn {drawn}\n",
                results.len()
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn result(curling_match: &Match, fault: Option<&str>) -> Value {
    let outcome = curling_match.game().outcome();
    let dice = &curling_match.setup().dice;
    let seed = match dice.secret() {
        Some(seed) => json!(seed),
        None => json!(dice),
    };
    json!({
        "names": curling_match.setup().names,
        "points": Team::BOTH.map(|team| curling_match.game().total(team)),
        "winner": outcome.and_then(|outcome| outcome.winner),
        "reason": outcome.map(|outcome| outcome.reason),
        "fault": fault,
        "notes": curling_match.notes(),
        "seconds": Team::BOTH.map(|team| curling_match.time_used(team).as_secs_f64()),
        "seed": seed,
        "seed_sha256": dice.commitment(),
    })
}

fn summary(curling_match: &Match, number: u32, plan: &Plan, fault: Option<&str>) -> String {
    let [first, second] = &curling_match.setup().names;
    let [a, b] = Team::BOTH.map(|team| curling_match.game().total(team));
    let count = if plan.repetitions > 1 {
        format!("match {} of {}: ", number + 1, plan.repetitions)
    } else {
        String::new()
    };
    let why = match curling_match.game().outcome() {
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
            format!("{} wins{how}", curling_match.name(winner))
        }
        Some(_) => "drawn".to_owned(),
        None => "not finished".to_owned(),
    };
    format!("{count}{first} {a} - {b} {second}: {why}\n")
}

/// The output of a match: the sheet on the terminal and the log files.
struct MatchOutput<'a> {
    asked: &'a Serve,
    plan: &'a Plan,
    number: u32,
    live: Option<Live<Box<dyn std::io::Write>>>,
    writer: Option<Writer<File>>,
    path: Option<PathBuf>,
    /// The seed of drawn dice beside the record, until the record has it.
    kept_seed: Option<KeptSeed>,
    /// The options of dc3's server, if that is the platform.
    dc3: Option<Options>,
    /// The log of dc3 and its folder.
    dc3_log: Option<(LogWriter, PathBuf)>,
    /// The number of notes that were shown.
    noted: usize,
    /// The first error of writing.
    error: Option<anyhow::Error>,
    fault: Option<String>,
}

impl<'a> MatchOutput<'a> {
    fn new(asked: &'a Serve, plan: &'a Plan, number: u32, dc3: Option<Options>) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let look = Style {
            unicode: terminal,
            colour: terminal,
            ..Style::default()
        };
        let out: Box<dyn std::io::Write> = Box::new(anstream::stdout());
        MatchOutput {
            asked,
            plan,
            number,
            live: asked.watch.then(|| Live::new(out, look, terminal)),
            writer: None,
            path: None,
            kept_seed: None,
            dc3,
            dc3_log: None,
            noted: 0,
            error: None,
            fault: None,
        }
    }

    fn observe(&mut self, curling_match: &Match, event: Option<&Event>) {
        if let Some(Event { entry, .. }) = event
            && let Command::Fault(fault) = &entry.command
        {
            self.fault = Some(fault.to_string());
        }
        for note in &curling_match.notes()[self.noted..] {
            show::note(note);
        }
        self.noted = curling_match.notes().len();
        let written = self
            .write(curling_match, event)
            .and_then(|()| self.show(curling_match, event));
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    fn show(&mut self, curling_match: &Match, event: Option<&Event>) -> anyhow::Result<()> {
        let Some(live) = &mut self.live else {
            return Ok(());
        };
        let scene = event.map_or_else(
            || View::of(curling_match),
            |event| View::after(curling_match, event),
        );
        live.show(&scene).context("cannot show the sheet")?;
        // No clock runs between two turns.
        let since = Instant::now();
        let cancel = interrupt::cancel();
        while since.elapsed() < self.plan.board_delay.0 && !cancel.is_cancelled() {
            let left = self.plan.board_delay.0.saturating_sub(since.elapsed());
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
        Ok(())
    }

    fn write(&mut self, curling_match: &Match, event: Option<&Event>) -> anyhow::Result<()> {
        let Some(folder) = &self.asked.log else {
            return Ok(());
        };
        if self.writer.is_none() {
            let (writer, path) = begin(folder, curling_match, self.number)?;
            self.kept_seed = KeptSeed::beside(&path, &curling_match.setup().dice)
                .with_context(|| format!("cannot keep the seed of {}", path.display()))?;
            if let Some(options) = &self.dc3 {
                let record = path
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned());
                let writer = LogWriter::new(curling_match, options, record)?;
                let folder = folder.join(writer.folder());
                std::fs::create_dir(&folder)
                    .with_context(|| format!("cannot make the folder {}", folder.display()))?;
                self.dc3_log = Some((writer, folder));
            }
            (self.writer, self.path) = (Some(writer), Some(path));
        }
        if let (Some(writer), Some(event)) = (&mut self.writer, event) {
            writer
                .write_event(curling_match, event)
                .context("cannot write the record")?;
        }
        if let (Some((writer, folder)), Some(event)) = (&mut self.dc3_log, event) {
            let left = Team::BOTH.map(|team| curling_match.time_left(team).game);
            for piece in writer.event(event, curling_match.game(), left, now()) {
                append(folder, &piece)?;
            }
        }
        Ok(())
    }

    /// Reveals the seed of a match that was stopped.
    fn reveal(&mut self, curling_match: &Match) -> anyhow::Result<()> {
        let writer = self.writer.as_mut();
        writer
            .map_or(Ok(()), |writer| writer.reveal_dice(curling_match))
            .context("cannot write the record")?;
        self.forget_seed()
    }

    /// Removes the seed beside the record, which has it now.
    fn forget_seed(&mut self) -> anyhow::Result<()> {
        let kept = self.kept_seed.take();
        kept.map_or(Ok(()), KeptSeed::remove)
            .context("cannot remove the seed beside the record")
    }

    /// Writes the `.dcl` log beside the record, and returns the fault of the match.
    fn finish(mut self) -> anyhow::Result<Option<String>> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.forget_seed()?;
        drop(self.writer);
        let Some(path) = &self.path else {
            return Ok(self.fault);
        };
        if let Some((_, folder)) = &self.dc3_log {
            show::note(&format!("log: {} and {}", path.display(), folder.display()));
        } else if self.plan.output_dcl {
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
        } else {
            show::note(&format!("log: {}", path.display()));
        }
        Ok(self.fault)
    }
}

/// Writes the seeds of matches of killed series to their records.
fn reveal_killed(folder: &Path) -> anyhow::Result<()> {
    let revealed = record::reveal_killed(folder)
        .with_context(|| format!("cannot reveal the seeds in {}", folder.display()))?;
    for path in revealed {
        let path = path.display();
        show::note(&format!(
            "its server was stopped, its seed is written: {path}"
        ));
    }
    Ok(())
}

/// Adds a piece to a file of a log.
fn append(folder: &Path, piece: &Piece) -> anyhow::Result<()> {
    let path = folder.join(&piece.file);
    let file = File::options().append(true).create(true).open(&path);
    file.and_then(|mut file| file.write_all(piece.text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn begin(
    folder: &Path,
    curling_match: &Match,
    number: u32,
) -> anyhow::Result<(Writer<File>, PathBuf)> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let seconds = now();
    let name = dcl::file_name(&curling_match.setup().names, dcl::Variant::Legacy, seconds);
    let name = format!("{number:03}-{}", name.trim_end_matches(".dcl"));
    let path = folder.join(format!("{name}.jsonl"));
    let file =
        File::create_new(&path).with_context(|| format!("cannot make {}", path.display()))?;
    let writer = Writer::begin(
        file,
        &Header::new(seconds.to_string(), curling_match.setup()),
    );
    let writer = writer.with_context(|| format!("cannot write {}", path.display()))?;
    Ok((writer, path))
}
