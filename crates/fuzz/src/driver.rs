//! The driver: mutants of the seeds, until the time is up or a target fails.
//!
//! Not guided by coverage. Mutants that a target accepts join the texts that are mutated, so that
//! changes add up without leaving the language. The text under test is on disk before it is tried,
//! so that it is known even if the process dies of it.

use crate::Target;
use crate::mutation::mutated;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most accepted mutants that are kept.
const KEPT: usize = 500;

/// The time for one text, after which the target hangs.
const HANG: Duration = Duration::from_secs(20);

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Texts tried.
    pub tried: u64,
    /// Texts accepted.
    pub accepted: u64,
    /// The longest time of one text.
    pub slowest: Duration,
    /// The file of the text that failed, and the message.
    pub failure: Option<(PathBuf, String)>,
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The time.
    pub time: Duration,
    /// The number of texts.
    pub texts: u64,
}

/// Runs a target on mutants of its seeds. Texts that fail are kept in `folder`.
///
/// # Errors
/// If the folder cannot be written.
pub fn run(target: Target, seed: u64, budget: Budget, folder: &Path) -> io::Result<Outcome> {
    fs::create_dir_all(folder)?;
    let current = folder.join(format!("{}.current", target.name));
    let file = fs::File::create(&current)?;
    let mut texts = (target.seeds)();
    let seeds = texts.len();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (began, clock) = (Instant::now(), HangDetector::start(target.name, &current));
    let mut outcome = Outcome {
        tried: 0,
        accepted: 0,
        slowest: Duration::ZERO,
        failure: None,
    };
    while began.elapsed() < budget.time && outcome.tried < budget.texts {
        let number = outcome.tried as usize;
        let text = match texts.get(number) {
            Some(seed) if number < seeds => seed.clone(),
            _ => mutated(&texts, &mut rng),
        };
        // Neither closed nor emptied in between: file systems then wait for the disk.
        file.write_all_at(&text, 0)?;
        file.set_len(text.len() as u64)?;
        let started = Instant::now();
        clock.set(Some(began.elapsed()));
        let done = catch_unwind(AssertUnwindSafe(|| (target.run)(&text)));
        clock.set(None);
        outcome.slowest = outcome.slowest.max(started.elapsed());
        outcome.tried += 1;
        match done {
            Ok(true) => {
                outcome.accepted += 1;
                if texts.len() < seeds + KEPT {
                    texts.push(text);
                } else {
                    let place = seeds + rng.random_range(0..KEPT);
                    texts[place] = text;
                }
            }
            Ok(false) => {}
            Err(panic) => {
                let kept = folder.join(format!("{}-{seed}-{number}.failed", target.name));
                fs::rename(&current, &kept)?;
                outcome.failure = Some((kept, message(panic.as_ref())));
                return Ok(outcome);
            }
        }
    }
    fs::remove_file(&current)?;
    Ok(outcome)
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panicked").to_owned()
}

/// Ends the process if one text takes too long.
struct HangDetector {
    /// Milliseconds since the beginning at which the text was begun, plus one; 0 for none.
    begun: Arc<AtomicU64>,
}

impl HangDetector {
    fn start(name: &'static str, current: &Path) -> Self {
        let begun = Arc::new(AtomicU64::new(0));
        let (seen, current, began) = (Arc::downgrade(&begun), current.to_owned(), Instant::now());
        std::thread::spawn(move || {
            while let Some(begun) = seen.upgrade() {
                let at = begun.load(Ordering::Relaxed);
                let now = began.elapsed().as_millis() as u64;
                if at > 0 && now > at + HANG.as_millis() as u64 {
                    eprintln!("{name} hangs on {}", current.display());
                    std::process::exit(1);
                }
                drop(begun);
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        HangDetector { begun }
    }

    fn set(&self, at: Option<Duration>) {
        let at = at.map_or(0, |at| at.as_millis() as u64 + 1);
        self.begun.store(at, Ordering::Relaxed);
    }
}
