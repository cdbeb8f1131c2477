//! Fuzzing on a stable compiler: `fuzz TARGET|all [--seconds 60] [--seed N] [--input FILE]`.
//!
//! `--seconds` is for all targets together. Without `--seed` every run is another one; the seed is
//! printed. With `--input` one text is tried and nothing is caught.

use anyhow::{Context, bail};
use fuzz::driver::{Budget, run};
use fuzz::{TARGETS, Target};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let names = TARGETS.map(|target| target.name).join(", ");
    let usage = format!("write a target or `all`; there are {names}");
    let chosen = arguments.next().context(usage.clone())?;
    let targets: Vec<Target> = TARGETS
        .into_iter()
        .filter(|target| chosen == "all" || chosen == target.name)
        .collect();
    if targets.is_empty() {
        bail!("unknown target `{chosen}`: {usage}");
    }
    let (mut seconds, mut seed, mut input) = (60, None, None);
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .with_context(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--seconds" => seconds = value.parse().context("--seconds")?,
            "--seed" => seed = Some(value.parse::<u64>().context("--seed")?),
            "--input" => input = Some(PathBuf::from(value)),
            _ => bail!("unknown option {option}: there are --seconds, --seed and --input"),
        }
    }
    if let Some(file) = input {
        let text = std::fs::read(&file).with_context(|| file.display().to_string())?;
        for target in targets {
            println!("{}: accepted {}", target.name, (target.run)(&text));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let now = || SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.unwrap_or_else(|| now().map_or(0, |now| now.as_nanos() as u64));
    println!("seed {seed}");
    let share = Duration::from_secs(seconds) / targets.len() as u32;
    run_all(&targets, seed, share)
}

fn run_all(targets: &[Target], seed: u64, share: Duration) -> anyhow::Result<ExitCode> {
    let folder = PathBuf::from("target/fuzz");
    std::panic::set_hook(Box::new(|_| ()));
    let budget = Budget {
        time: share,
        texts: u64::MAX,
    };
    let mut code = ExitCode::SUCCESS;
    for target in targets {
        let outcome = run(*target, seed, budget, &folder).context("target/fuzz")?;
        println!(
            "{:<14} {:>9} texts, {:>8} accepted, slowest {:>7.1} ms",
            target.name,
            outcome.tried,
            outcome.accepted,
            outcome.slowest.as_secs_f64() * 1000.0
        );
        if let Some((file, why)) = outcome.failure {
            println!("{} FAILED: {why}\n  text: {}", target.name, file.display());
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
