//! `curling replay`: a recorded match, shot by shot.

mod chances;

use crate::cli::Common;
use crate::client::answer;
use crate::exit::{FAILED, INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use arena::clock::Span;
use clap::Args;
use digital_curling::games;
use digital_curling::record::dcl::Variant;
use digital_curling::record::{DiceCheck, Trajectory, Verification};
use digital_curling::screen::{Live, Moment, Style};
use operations::curling::{
    CurlingDc3Log, CurlingGames, CurlingLogFile, CurlingReplay, CurlingVerified,
};
use serde_json::json;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Show a recorded match, shot by shot
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Replay {
    /// The log: a Sakiyomi record, .dcl, a Digital Curling 3 log, or games of `match --records`
    file: PathBuf,
    /// Number of the game in a file with several, from 1
    #[arg(long, value_name = "N", value_parser = crate::cli::game_number)]
    game: Option<usize>,
    /// Only this end, from 1
    #[arg(long, value_name = "E", value_parser = clap::value_parser!(u32).range(1..))]
    end: Option<u32>,
    /// Only the position after this stone, from 1; 0 is before the first
    #[arg(long, value_name = "S", requires = "end")]
    shot: Option<u32>,
    /// Animate the match: one position after another, in place on a terminal
    #[arg(long)]
    play: bool,
    /// Time between two positions of the animation
    #[arg(long, value_name = "TIME", default_value = "500ms", requires = "play")]
    delay: Span,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    work: Work,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Look")]
struct LookArgs {
    /// Use ASCII only: stones are o and x, the last one @ or %
    #[arg(long)]
    ascii: bool,
    /// Rows of the sheet; with 30 a row is as high as a stone. --play needs a terminal with two
    /// more
    #[arg(long, value_name = "ROWS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(12..=36))]
    rows: u16,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Instead of showing it (all but --chances: records of ours)")]
#[group(multiple = false)]
struct Work {
    /// Simulate every shot again and print where the record differs; the seed must have the hash
    /// told at the start
    #[arg(long)]
    verify: bool,
    /// Estimate each team's chance of winning after every shot, and list the shots that changed it
    /// most; works with any log
    #[arg(long)]
    chances: bool,
    /// Print the paths of all stones of a shot as JSON; end and stone from 1, as in 2.16
    #[arg(long, value_name = "E.S", value_parser = end_and_shot)]
    trajectory: Option<(u32, u32)>,
    /// Write the match as a .dcl log into this file, or under its default name into this folder
    #[arg(long, value_name = "OUT")]
    dcl: Option<PathBuf>,
    /// Write DC2's variant of .dcl into this file, or under its default name into this folder
    #[arg(long, value_name = "OUT")]
    dcl_dc2: Option<PathBuf>,
    /// Write it as the log of a Digital Curling 3 server (game.dcl2 and a file a shot), into a
    /// folder of the default name inside this one
    #[arg(long, value_name = "DIR")]
    dcl2: Option<PathBuf>,
}

const FORMS: &str = "\
With --json the match is one object. Its `moments` are the positions, each with `end` and `shot` \
as above and `scene` with stones in the house frame (metres; the tee is the origin, x to the \
thrower's right, y down the sheet). A path of --trajectory is a list of [seconds, x, y] in the \
same frame. --verify exits with code 1 if anything differs.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling replay match.jsonl | less
  sakiyomi curling replay match.dcl --end 3 --shot 16
  sakiyomi curling replay match.jsonl --play --delay 300ms
  sakiyomi curling replay match.jsonl --verify
  sakiyomi curling replay match.jsonl --chances
  sakiyomi curling replay games.jsonl --game 3 --chances
  sakiyomi curling replay match.jsonl --trajectory 2.16 > paths.json
  sakiyomi curling replay match.jsonl --dcl logs/
  sakiyomi curling replay match.jsonl --dcl2 logs/
  sakiyomi curling replay games.jsonl --game 3";

fn end_and_shot(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "write end and stone, counted from 1, as in 2.16".to_owned();
    let (end, shot) = text.split_once('.').ok_or_else(wrong)?;
    match (end.parse(), shot.parse()) {
        (Ok(end), Ok(shot)) if end > 0 && shot > 0 => Ok((end, shot)),
        _ => Err(wrong()),
    }
}

pub(super) fn run(asked: &Replay, common: &Common) -> anyhow::Result<ExitCode> {
    let named = || asked.file.display().to_string();
    let text = games::text_of(&asked.file).with_context(named)?;
    replay(asked, &text, common).with_context(named)
}

fn replay(asked: &Replay, text: &str, common: &Common) -> anyhow::Result<ExitCode> {
    let work = &asked.work;
    if work.verify {
        return verified(asked, text, common);
    }
    if let Some((end, shot)) = work.trajectory {
        let input = json!({ "text": text, "game": asked.game, "end": end, "shot": shot });
        let trajectory: Trajectory = answer("curling/trajectory", input, common)?;
        show::print_json(&trajectory)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (out, variant) in [(&work.dcl, Variant::Legacy), (&work.dcl_dc2, Variant::Dc2)] {
        if let Some(out) = out {
            return converted(asked, text, out, variant, common);
        }
    }
    if let Some(out) = &work.dcl2 {
        return written_as_dc3(asked, text, out, common);
    }
    if asked.game.is_none() && several(text, common)? {
        return Ok(ExitCode::SUCCESS);
    }
    if work.chances {
        return chances::run(text, asked.game, common);
    }
    let input = json!({ "text": text, "game": asked.game, "end": asked.end, "shot": asked.shot });
    let replay: CurlingReplay = answer("curling/replay", input, common)?;
    for complaint in &replay.complaints {
        show::note(&format!("{}: {complaint}", asked.file.display()));
    }
    if common.json() {
        show::print_json(&replay)?;
        return Ok(ExitCode::SUCCESS);
    }
    show::print(&header(&replay))?;
    if asked.play {
        return film(asked, &replay.moments);
    }
    let look = asked.look.look(true);
    for moment in &replay.moments {
        show::print(&format!("\n{}", moment.scene.text(&look)))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl LookArgs {
    fn look(&self, colour: bool) -> Style {
        Style {
            unicode: !self.ascii,
            colour,
            rows: self.rows.into(),
            ..Style::default()
        }
    }
}

/// Lists the games of a file with several; returns false if it has one.
fn several(text: &str, common: &Common) -> anyhow::Result<bool> {
    let CurlingGames { games } = answer("curling/games", json!({ "text": text }), common)?;
    if games.len() < 2 {
        return Ok(false);
    }
    let count = games.len();
    if common.json() {
        show::print_json(&CurlingGames { games })?;
    } else {
        for (game, number) in games.iter().zip(1..) {
            let ([one, two], [a, b]) = (&game.names, game.points);
            show::print(&format!("{number:4}. {one} against {two}: {a} : {b}\n"))?;
        }
    }
    show::note(&format!("{count} games: show one of them with --game N"));
    Ok(true)
}

fn verified(asked: &Replay, text: &str, common: &Common) -> anyhow::Result<ExitCode> {
    let input = json!({ "text": text, "game": asked.game });
    let found: CurlingVerified = answer("curling/verify", input, common)?;
    let Verification {
        shots,
        dice,
        differences,
    } = &found.verification;
    if common.json() {
        show::print_json(&found)?;
    } else {
        for difference in differences {
            show::print(&format!("{difference}\n"))?;
        }
        let words = match differences.len() {
            0 => "everything is as the record says".to_owned(),
            1 => "1 difference".to_owned(),
            many => format!("{many} differences"),
        };
        let with = match dice {
            DiceCheck::Given => "",
            DiceCheck::Revealed => " with the seed whose hash was told at the start",
            DiceCheck::Forged | DiceCheck::Hidden => " without the dice",
        };
        show::print(&format!("{shots} shots simulated{with}: {words}\n"))?;
    }
    Ok(if found.holds {
        ExitCode::SUCCESS
    } else {
        FAILED.into()
    })
}

/// Writes a record as a `.dcl` log into a file or a folder.
fn converted(
    asked: &Replay,
    text: &str,
    out: &Path,
    variant: Variant,
    common: &Common,
) -> anyhow::Result<ExitCode> {
    let seconds = last_written(&asked.file);
    let input = json!({ "text": text, "game": asked.game, "variant": variant, "seconds": seconds });
    let log: CurlingLogFile = answer("curling/dcl", input, common)?;
    let out = if out.is_dir() {
        out.join(&log.name)
    } else {
        out.to_owned()
    };
    std::fs::write(&out, log.text).with_context(|| format!("cannot write {}", out.display()))?;
    show::note(&format!("written: {}", out.display()));
    Ok(ExitCode::SUCCESS)
}

/// The time when a record was last written to, in seconds since 1970: the end of the match.
fn last_written(record: &Path) -> u64 {
    let modified = std::fs::metadata(record).and_then(|file| file.modified());
    let since = modified.map(|time| time.duration_since(UNIX_EPOCH).unwrap_or_default());
    since.map_or(0, |since| since.as_secs())
}

/// Writes a record as the log of Digital Curling 3's server, a folder of files.
fn written_as_dc3(
    asked: &Replay,
    text: &str,
    out: &Path,
    common: &Common,
) -> anyhow::Result<ExitCode> {
    let of_dc2 = out.extension().is_some_and(|ending| ending == "dcl");
    if out.is_file() || of_dc2 {
        let file = out.display();
        return Err(usage(format!(
            "--dcl2 writes the log of Digital Curling 3 into a folder, and {file} is a file: for DC2's .dcl write --dcl-dc2 {file}"
        )));
    }
    let seconds = last_written(&asked.file);
    let input = json!({ "text": text, "game": asked.game, "seconds": seconds });
    let log: CurlingDc3Log = answer("curling/dc3-log", input, common)?;
    let folder = out.join(&log.name);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for file in &log.files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    show::note(&format!("written: {}", folder.display()));
    Ok(ExitCode::SUCCESS)
}

/// Returns a line on the whole match.
fn header(played: &CurlingReplay) -> String {
    let [first, second] = played.names.each_ref().map(|name| match name.as_str() {
        "" => "(no name)",
        name => name,
    });
    let [a, b] = played.points;
    let ends = played.ends;
    let result = match played.winner {
        Some(team) => format!("{} wins {}", [first, second][team.index()], played.ending),
        None => played.ending.to_string(),
    };
    format!("{first} against {second}: {a} : {b} after {ends} ends, {result}\n")
}

fn film(asked: &Replay, chosen: &[Moment]) -> anyhow::Result<ExitCode> {
    let out = std::io::stdout();
    let colour = anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never;
    let in_place = out.is_terminal();
    let mut live = Live::new(out, asked.look.look(colour), in_place);
    let cancel = interrupt::cancel();
    for moment in chosen {
        let shown = live.show(&moment.scene);
        match shown {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => break,
            other => other.context("cannot write to standard output")?,
        }
        let since = Instant::now();
        while since.elapsed() < asked.delay.0 {
            if cancel.is_cancelled() {
                return Ok(INTERRUPTED.into());
            }
            let left = asked.delay.0.saturating_sub(since.elapsed());
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    }
    Ok(ExitCode::SUCCESS)
}
