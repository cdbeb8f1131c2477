//! `bridge solve`: double-dummy tricks of deals and positions.
//!
//! The format of the input is recognised by its beginning: JSON lines are answered line by line as
//! they come ([`operations::bridge::json_lines`]), PBN and LIN are read to the end and answered
//! board by board (`boards`).

mod boards;

use crate::cli::Common;
use crate::exit::usage;
use crate::input::LONGEST;
use crate::lines;
use anyhow::Context;
use clap::Args;
use operations::bridge::json_lines::SolveLines;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the tricks of deals and of cards, double dummy
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Solve {
    /// JSON lines, PBN or LIN, recognised by content [default: standard input]
    file: Option<PathBuf>,
    /// Show only the cards that take the most tricks
    #[arg(long)]
    best: bool,
}

const FORMS: &str = "\
JSON lines: each line is an object, and the same object is written with the answer. The forms are
  a deal: {\"kind\":\"table\",\"pbn\":\"N:…\"} gets `tables`, the tricks of every declarer in \
every strain: {\"N\":{\"C\":2,\"D\":5,\"H\":5,\"S\":3,\"NT\":2},\"E\":…}
  a point of the play: \
{\"kind\":\"position\",\"remaining\":\"N:…\",\"trump\":\"S\",\"leader\":\"W\",\"current_trick\":[\"H6\",\"H2\"],\"to_move\":\"E\"} \
gets `scores`, for every legal card the tricks of its side from the current trick on: \
{\"HK\":5,…}. The hands are without the cards of the current trick, which `leader` led; `trump` \
is C, D, H, S or NT. One of `leader` and `to_move` is enough; `kind` and an empty \
`current_trick` are optional
  a board as the pages and `bridge deal --json` write it: \
{\"number\":1,\"dealer\":\"N\",\"vulnerable\":\"None\",\"deal\":\"N:…\",\"auction\":[\"1NT\",…],\"play\":[\"SK\",…]} \
gets `tables`, and `scores` during the play
Other fields are copied. An invalid line is answered with {\"error\":…,\"line\":n}, and the exit \
code is then 1; an empty line is answered with an empty line.

PBN and LIN: for every board the tricks of every declarer in every strain and, at a point of the \
play, of every card; with --json as objects of the forms above. Problems of the file are reported \
on standard error.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi bridge solve boards.pbn
  sakiyomi bridge solve deals.jsonl > solved.jsonl
  echo '{\"pbn\":\"N:9754.AKT.832.J86 JT3.84.T6.KQT732 62.QJ76.KQ94.954 AKQ8.9532.AJ75.A\"}' \\
    | sakiyomi bridge solve
  echo '{\"remaining\":\"N:A.2.. K.3.. Q.4.. .5.6.\",\"trump\":\"NT\",\"leader\":\"N\"}' \\
    | sakiyomi bridge solve --best";

pub(super) fn run(asked: &Solve, common: &Common) -> anyhow::Result<ExitCode> {
    match &asked.file {
        None => solve(std::io::stdin(), "standard input", asked, common),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            solve(file, &name, asked, common)
        }
    }
}

fn solve(
    mut from: impl Read + Send + 'static,
    name: &str,
    asked: &Solve,
    common: &Common,
) -> anyhow::Result<ExitCode> {
    let cannot = || format!("cannot read {name}");
    let start = beginning(&mut from).with_context(cannot)?;
    let record = is_record(&start);
    let all = Cursor::new(start).chain(from);
    if record {
        let mut bytes = Vec::new();
        let mut limited = all.take(LONGEST + 1);
        limited.read_to_end(&mut bytes).with_context(cannot)?;
        if bytes.len() as u64 > LONGEST {
            return Err(usage(format!("{name} is longer than {LONGEST} bytes")));
        }
        return boards::run(&decoded(bytes), asked.best, common.json());
    }
    lines::run_from(InPieces(all), name, &SolveLines::new(asked.best))
}

/// Bytes after the first blank ones that tell what a text is.
const TELLING: usize = 4;

/// The most that is read to tell a kind, in bytes: a file may begin with blank lines.
const MOST_BLANK: usize = 1 << 20;

/// Reads just enough to recognise the format: a program may wait for the answer to its first
/// line.
fn beginning(from: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut buffer = [0; 4096];
    while start.trim_ascii_start().len() < TELLING && start.len() < MOST_BLANK {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => start.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

/// Whether a text that begins like this is PBN or LIN. A comment of PBN begins with a brace like an
/// object, but not like one of JSON.
fn is_record(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    match start.trim_ascii_start() {
        [b'[', next, ..] => next.is_ascii_alphabetic(),
        [b'%' | b';', ..] => true,
        [b'{', rest @ ..] => !matches!(rest.trim_ascii_start().first(), None | Some(b'"' | b'}')),
        [first, second, b'|', ..] => first.is_ascii_alphabetic() && second.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Bytes as text: UTF-8, or else Latin-1, which old files of both formats are in.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// Reads little at a time: each line is a lot of work, and answers should come out as they are
/// found.
struct InPieces<R>(R);

impl<R: Read> Read for InPieces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = buffer.len().min(4096);
        self.0.read(&mut buffer[..size])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_recognised_by_how_they_begin() {
        for record in [
            "[Event \"\"]",
            "% PBN 2.1",
            "\n ; words",
            "{A comment}",
            "pn|a,b,c,d|",
            "\u{feff}[Board",
        ] {
            assert!(is_record(record.as_bytes()), "{record}");
        }
        for lines in [
            "{\"pbn\":1}",
            " { \"pbn\":1}",
            "{}",
            "nonsense",
            "",
            "[1]",
            "{",
        ] {
            assert!(!is_record(lines.as_bytes()), "{lines}");
        }
    }

    #[test]
    fn no_more_is_read_than_needed() {
        let mut from = b"\n\n {\"".chain(&b"rest"[..]);
        assert_eq!(beginning(&mut from).unwrap(), b"\n\n {\"rest");
        let mut from = b"{\"a\"}\n".chain(&b"rest"[..]);
        assert_eq!(beginning(&mut from).unwrap(), b"{\"a\"}\n");
        assert_eq!(decoded(b"\xe9".to_vec()), "é");
    }
}
