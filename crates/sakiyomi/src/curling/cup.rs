//! `curling cup`: a whole contest by one file.

use crate::cli::Common;
use crate::exit::{INTERRUPTED, usage};
use crate::network::{Network, raise_open_files};
use crate::{interrupt, show, tables};
use clap::Args;
use digital_curling::cup::{self, Cup, CupError, CupState, Overview, RunOptions, file};
use digital_curling::timestamp;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The open files of a contest's server: connections and journals.
const OPEN_FILES: usize = 12_000;

/// Play a whole contest: entrants, divisions, schedule, tables, pages
#[derive(Args, Debug)]
#[command(after_help = [FILE, RESULTS, EXAMPLES].join("\n\n"))]
pub(super) struct CupArgs {
    /// The cup file, TOML
    file: PathBuf,
    #[command(flatten)]
    shown: Shown,
    /// The address of pages and dc4 [default: `listen` of the file]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// Go on serving the pages when all matches are over, until Ctrl-C
    #[arg(long)]
    stay: bool,
    #[command(flatten)]
    network: Network,
}

/// A view of the cup that is shown instead of playing.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Shown {
    /// Show divisions, conditions and schedule, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Show the entrants and where each of them connects, and play nothing
    #[arg(long)]
    entrants: bool,
    /// Show the tables so far, and play nothing
    #[arg(long)]
    results: bool,
}

const FILE: &str = "\
The cup file has `title`, `data` (the folder of its journals, beside the file) and optionally `listen`, `text_listen` and `dc3_listen` (addresses), `users` (a file by `curling password`), `organiser` (the hash by \
`curling password organiser`), `wait` (for an entrant that is not connected, default 2m), `cores`, `network_games` and `start`; then for each division a [[division]] with `name`, `format` (round-robin or swiss), `rounds` (of swiss), `repetitions` (default 2, sides swapped), `start` and \
`conditions` (a table with platform or contest, or a file); and for each entrant an [[entrant]] with `name`, `division` (default all), `cores` and either `player` (as of `curling serve`) or `protocol` (legacy, dcp or dc4 with `account`, dc3 with `port`).";

const RESULTS: &str = "\
At the end come two tables for each division: who won against whom, and the points of every match with the entrant that threw first. A line on standard error tells of everything that happens. A cup that was stopped or killed at any moment goes on \
where it was when it is started again with the same file; every match counts once.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling cup cup.toml --dry-run
  sakiyomi curling cup cup.toml --entrants                     # what to tell them: addresses, accounts, ids
  sakiyomi curling cup cup.toml --listen 0.0.0.0:10000 --stay  # pages at http://…:10000/cup
  sakiyomi curling cup cup.toml --results --json";

pub(super) fn run(asked: &CupArgs, common: &Common) -> anyhow::Result<ExitCode> {
    if common.seed_given().is_some() {
        return Err(usage(
            "--seed is not for a cup: every match draws its dice from the system",
        ));
    }
    let mut cup = file::read(&asked.file).map_err(usage)?;
    if let Some(listen) = &asked.listen {
        cup.listen = Some(listen.clone());
    }
    if asked.shown.entrants {
        return print_entrants(&cup, common);
    }
    if asked.shown.dry_run || asked.shown.results {
        let state = cup::peek(&cup).map_err(wrong)?;
        if common.json() {
            show::print_json(&Overview::of(&cup, &state))?;
        } else if asked.shown.results {
            show::print(&state.tables(&cup))?;
        } else {
            show::print(&schedule(&cup, &state))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    play(asked, &cup, common)
}

/// A file or folder that contradicts the cup is an error of usage.
fn wrong(error: CupError) -> anyhow::Error {
    match error {
        CupError::System(_) | CupError::Serve(_) => error.into(),
        other => usage(other),
    }
}

fn play(asked: &CupArgs, cup: &Cup, common: &Common) -> anyhow::Result<ExitCode> {
    raise_open_files(OPEN_FILES);
    let quiet = common.quiet();
    let options = RunOptions {
        tls: asked.network.tls()?,
        proxies: asked.network.proxies(),
        pages: workbench::contest_pages::routes(),
        stay: asked.stay,
        cache: tables::cache(),
        say: Arc::new(move |line| {
            // A reader that went away does not stop a cup.
            let written = (!quiet).then(|| writeln!(anstream::stderr(), "{line}"));
            drop(written);
        }),
        cancel: interrupt::cancel(),
    };
    let finish = cup::run(cup.clone(), &options).map_err(wrong)?;
    if common.json() {
        show::print_json(&Overview::of(cup, &finish.state))?;
    } else {
        show::print(&finish.state.tables(cup))?;
    }
    if finish.over {
        return Ok(ExitCode::SUCCESS);
    }
    show::note("stopped: start it again with the same file to go on");
    Ok(INTERRUPTED.into())
}

fn print_entrants(cup: &Cup, common: &Common) -> anyhow::Result<ExitCode> {
    let doors = cup.entrants.iter().enumerate();
    let doors = doors.map(|(number, entrant)| (entrant.name.as_str(), cup.door(number)));
    if common.json() {
        let doors: Vec<_> = doors
            .map(|(name, door)| serde_json::json!({ "name": name, "door": door }))
            .collect();
        show::print_json(&doors)?;
    } else {
        let lines = doors.fold(String::new(), |mut lines, (name, door)| {
            let _ = writeln!(lines, "{name}: {}", door.en);
            lines
        });
        show::print(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Divisions, conditions and schedule.
fn schedule(cup: &Cup, state: &CupState) -> String {
    let mut text = format!("{}\n", cup.title);
    for (number, division) in cup.divisions.iter().enumerate() {
        let start = division.start.map_or_else(String::new, |start| {
            format!(", from {}", timestamp::written(start))
        });
        let _ = writeln!(
            text,
            "\n{}: {}, rounds: {}, games of a pairing: {}, ends: {}, {}{start}",
            division.name,
            division.format,
            division.rounds,
            division.repetitions,
            division.plan.conditions.rules.ends,
            division.summary().en,
        );
        for one in state.matches.iter().filter(|it| it.division == number) {
            let [first, second] = one.entrants.map(|it| &cup.entrants[it].name);
            let (round, game) = (one.round, one.game);
            let _ = writeln!(text, "  round {round}, game {game}: {first} - {second}");
        }
        let later = division
            .rounds
            .saturating_sub(state.rounds[number].len() as u32);
        if later > 0 {
            let _ = writeln!(text, "  {later} rounds follow from the results");
        }
    }
    let cores = cup.cores;
    let _ = writeln!(
        text,
        "\nmatches at once: up to {cores}, one for each core of this machine that is free for entrants"
    );
    text
}
