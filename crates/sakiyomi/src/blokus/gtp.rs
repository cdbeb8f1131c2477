//! `blokus gtp`: an engine for other programs, spoken to in the Go Text Protocol on standard input
//! and output.
//!
//! The dialect is that of the common Blokus programs, so that their controllers can play us. A
//! [`request`] is a line taken apart, the [`engine`] answers it; here lines are read and answers
//! written, and nothing else happens. Whatever comes in, an answer in the protocol's form goes out:
//! too long a line, or one that is not UTF-8, is refused like any other mistake. The program ends
//! with its input.
//!
//! Our own matches start such a program as `gtp:COMMAND`; that side of the protocol is in the
//! crates `arena` and `blokus`.

mod budget;
mod engine;
mod files;
mod request;

use crate::cli::Common;
use crate::client::games;
use crate::exit::usage;
use crate::show;
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use clap::Args;
use engine::Engine;
use request::Line;
use std::io::{BufRead, ErrorKind};
use std::process::ExitCode;

/// The longest line, in bytes.
const LONGEST: usize = 64 << 10;

/// Answer Go Text Protocol commands on standard input
///
/// A move takes --time, unless `time_settings` or `time_left` say otherwise. The
/// engine never resigns; it passes when it has no move.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Gtp {
    /// The player that chooses the moves; `games` lists them
    #[arg(long, default_value = super::DEFAULT_PLAYER, value_name = "PLAYER")]
    player: PlayerSpec,
    /// Time for each move, such as 250ms or 1s
    #[arg(long, default_value = "1s", value_name = "TIME")]
    time: Span,
}

const HELP: &str = "\
Colours are b (black, blue) for the first and w (white, green) for the second player; either may play at any time. \
The command list_commands lists all commands.

Examples:
  sakiyomi blokus gtp --time 250ms --seed 7
  printf 'play b f9,e10,f10,g10,f11\\ngenmove w\\nshowboard\\n' | sakiyomi blokus gtp";

pub(super) fn run(asked: &Gtp, common: &Common) -> anyhow::Result<ExitCode> {
    let analyst = games().blokus.build_analyst(&asked.player);
    let mut engine = Engine::new(analyst.map_err(usage)?, common.seed(), asked.time.0);
    let mut input = std::io::stdin().lock();
    while !engine.is_quitting()
        && let Some(line) = read_line(&mut input).context("cannot read standard input")?
    {
        if let Some(answer) = engine.answer(&line) {
            show::print_bytes(answer.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the next line, cut to the longest length; none at the end of the input.
fn read_line(from: &mut impl BufRead) -> std::io::Result<Option<Line>> {
    let mut line = Line::default();
    let mut begun = false;
    loop {
        let part = match from.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            return Ok(begun.then_some(line));
        }
        begun = true;
        let end = part.iter().position(|&byte| byte == b'\n');
        let text = &part[..end.unwrap_or(part.len())];
        let room = LONGEST - line.bytes.len();
        line.cut |= text.len() > room;
        line.bytes.extend_from_slice(&text[..text.len().min(room)]);
        let used = end.map_or(part.len(), |end| end + 1);
        from.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<(usize, bool)> {
        std::iter::from_fn(|| read_line(&mut input).unwrap())
            .map(|line| (line.bytes.len(), line.cut))
            .collect()
    }

    #[test]
    fn lines_are_read_to_their_end_or_the_end_of_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [(0, false)]);
        assert_eq!(lines(b"ab\nc"), [(2, false), (1, false)]);
    }

    #[test]
    fn a_line_far_too_long_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; LONGEST];
        input.extend(b"\n");
        input.extend(vec![b'x'; 10 * LONGEST]);
        input.extend(b"\nquit\n");
        assert_eq!(
            lines(&input),
            [(LONGEST, false), (LONGEST, true), (4, false)]
        );
    }
}
