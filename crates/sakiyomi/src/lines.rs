//! JSON lines on standard input and output: line n of the output answers line n of the input.
//!
//! Two kinds of caller are served. A file of a million positions wants large blocks on all cores; a
//! program at the other end of a pipe sends one line and waits for its answer. So a thread reads as
//! fast as it can, and a block consists of the complete lines that have arrived when the previous
//! block is answered, up to a limit: no line waits for later ones. A line that cannot be answered
//! gets an object with `error` and `line`; an empty line gets an empty line.

use crate::exit::{FAILED, usage};
use crate::show;
use anyhow::Context;
use operations::json_lines::Responder;
use rayon::prelude::*;
use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};

/// The size of a chunk, in bytes.
const READING: usize = 256 << 10;
/// The most waiting chunks: back pressure on a fast sender.
const WAITING: usize = 32;
/// The longest line, in bytes.
const LONGEST: usize = 1 << 20;
/// The most lines that a thread answers in a row.
const ROW: usize = 64;

/// Answers standard input on standard output until it ends.
pub(crate) fn run(answers: &impl Responder) -> anyhow::Result<ExitCode> {
    run_from(std::io::stdin(), "standard input", answers)
}

/// Answers a file on standard output; without one, standard input.
pub(crate) fn run_file(path: Option<&Path>, answers: &impl Responder) -> anyhow::Result<ExitCode> {
    let Some(path) = path else {
        return run(answers);
    };
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    run_from(file, &name, answers)
}

/// Answers the lines of a reader on standard output; `name` is for errors.
pub(crate) fn run_from(
    from: impl Read + Send + 'static,
    name: &str,
    answers: &impl Responder,
) -> anyhow::Result<ExitCode> {
    let mut buffer = LineBuffer::default();
    let readings = readings(from);
    let cannot = || format!("cannot read {name}");
    while let Ok(first) = readings.recv() {
        buffer.take(&first.with_context(cannot)?);
        while buffer.waiting() < answers.block()
            && let Ok(next) = readings.try_recv()
        {
            buffer.take(&next.with_context(cannot)?);
        }
        buffer.check(name)?;
        buffer.answer(answers, &mut show::print_bytes)?;
    }
    buffer.finish(answers, &mut show::print_bytes)?;
    Ok(buffer.failures.verdict())
}

/// Returns the chunks of a reader as they arrive.
fn readings(mut from: impl Read + Send + 'static) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let mut buffer = vec![0; READING];
        loop {
            let reading = match from.read(&mut buffer) {
                Ok(0) => return,
                Ok(count) => Ok(buffer[..count].to_vec()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let last = reading.is_err();
            if sender.send(reading).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// Lines that could not be answered.
#[derive(Default)]
struct Failures {
    count: u64,
    first: Option<String>,
}

impl Failures {
    fn add(&mut self, words: String) {
        self.count += 1;
        self.first.get_or_insert(words);
    }

    fn join(&mut self, later: Failures) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }

    /// Prints the number of failures and returns the exit code.
    fn verdict(&self) -> ExitCode {
        let Some(first) = &self.first else {
            return ExitCode::SUCCESS;
        };
        match self.count {
            1 => show::note(&format!("1 line has no answer: {first}")),
            count => show::note(&format!("{count} lines have no answer; the first: {first}")),
        }
        FAILED.into()
    }
}

/// A buffer of lines to answer.
#[derive(Default)]
struct LineBuffer {
    /// Complete lines, then perhaps the beginning of one.
    buffer: Vec<u8>,
    /// The length of the complete lines.
    whole: usize,
    /// Lines answered so far.
    answered: u64,
    /// Bytes of the incomplete line that were left out.
    left_out: u64,
    failures: Failures,
}

impl LineBuffer {
    fn waiting(&self) -> usize {
        self.buffer.len()
    }

    /// Adds a chunk. Of a line that is too long, only one byte more than allowed is kept.
    fn take(&mut self, mut reading: &[u8]) {
        if let Some(last) = reading.iter().rposition(|&byte| byte == b'\n') {
            let (lines, rest) = reading.split_at(last + 1);
            let end = lines.iter().position(|&byte| byte == b'\n').unwrap_or(last);
            self.begin(&lines[..end]);
            self.buffer.extend_from_slice(&lines[end..]);
            self.whole = self.buffer.len();
            self.left_out = 0;
            reading = rest;
        }
        self.begin(reading);
    }

    /// Extends the incomplete line.
    fn begin(&mut self, part: &[u8]) {
        let room = (LONGEST + 1).saturating_sub(self.buffer.len() - self.whole);
        let kept = part.len().min(room);
        self.buffer.extend_from_slice(&part[..kept]);
        self.left_out += (part.len() - kept) as u64;
    }

    /// Refuses a line that does not end, as that of a device.
    fn check(&self, name: &str) -> anyhow::Result<()> {
        if self.left_out <= crate::input::LONGEST {
            return Ok(());
        }
        let most = crate::input::LONGEST;
        Err(usage(format!("{name}: a line is longer than {most} bytes")))
    }

    /// Answers all complete lines.
    fn answer(
        &mut self,
        answers: &impl Responder,
        out: &mut impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let lines = split(&self.buffer[..self.whole]);
        let first = self.answered;
        self.answered += lines.len() as u64;
        let width = lines.len().div_ceil(8).clamp(1, ROW);
        let to = |(number, row): (usize, &[&[u8]])| {
            Responses::to(answers, first + (number * width) as u64, row)
        };
        let rows: Vec<Responses> = if lines.len() == 1 {
            lines.chunks(width).enumerate().map(to).collect() // too little work for threads
        } else {
            lines.par_chunks(width).enumerate().map(to).collect()
        };
        for row in rows {
            out(&row.text)?;
            self.failures.join(row.failures);
        }
        self.buffer.drain(..self.whole);
        self.whole = 0;
        Ok(())
    }

    /// Answers a last line without an end of line.
    fn finish(
        &mut self,
        answers: &impl Responder,
        out: &mut impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if self.buffer.len() > self.whole {
            self.take(b"\n");
        }
        self.answer(answers, out)
    }
}

/// The lines of a text that ends with the end of a line.
fn split(mut text: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(text.len() / 128);
    while !text.is_empty() {
        let mut rest = text;
        // Reading from memory does not fail.
        let length = rest.skip_until(b'\n').unwrap_or(text.len());
        lines.push(&text[..length - 1]);
        text = rest;
    }
    lines
}

/// The answers to some lines.
struct Responses {
    text: Vec<u8>,
    failures: Failures,
}

impl Responses {
    fn to(answers: &impl Responder, first: u64, lines: &[&[u8]]) -> Self {
        let mut all = Responses {
            text: Vec::with_capacity(lines.iter().map(|line| 2 * line.len() + 2).sum()),
            failures: Failures::default(),
        };
        let read: Vec<_> = lines.iter().map(|line| read(line)).collect();
        let asked = (first..).zip(&read).filter_map(|(index, line)| match line {
            Ok(line) if !line.is_empty() => Some((index, *line)),
            _ => None,
        });
        let asked: Vec<_> = asked.collect();
        let mut answered = answers.answer_all(&asked).into_iter();
        for (index, line) in (first..).zip(read) {
            let answer = match line {
                Ok("") => Ok(Vec::new()),
                Ok(_) => answered
                    .next()
                    .unwrap_or_else(|| Err("no answer".to_owned())),
                Err(words) => Err(words),
            };
            all.add(index, answer);
        }
        all
    }

    fn add(&mut self, index: u64, answer: Result<Vec<u8>, String>) {
        match answer {
            Ok(text) => self.text.extend_from_slice(&text),
            Err(words) => {
                let words = format!("line {}: {words}", index + 1);
                let error = serde_json::json!({ "error": words, "line": index + 1 });
                self.text.extend_from_slice(error.to_string().as_bytes());
                self.failures.add(words);
            }
        }
        self.text.push(b'\n');
    }
}

/// A line as text, without blanks around it.
fn read(line: &[u8]) -> Result<&str, String> {
    if line.len() > LONGEST {
        return Err(format!("longer than {LONGEST} bytes"));
    }
    let line = str::from_utf8(line).map_err(|_| "not UTF-8".to_owned())?;
    Ok(line.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says a line again with its index, and does not like the letter x.
    struct Echo;

    impl Responder for Echo {
        fn answer(&self, index: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
            out.extend_from_slice(format!("{index}:{line}").as_bytes());
            if line.contains('x') {
                return Err("an x".to_owned());
            }
            Ok(())
        }
    }

    /// The answers to input that comes in these pieces.
    fn said(pieces: &[&[u8]]) -> (String, u64) {
        let mut buffer = LineBuffer::default();
        let mut text = Vec::new();
        let mut out = |bytes: &[u8]| {
            text.extend_from_slice(bytes);
            Ok(())
        };
        for piece in pieces {
            buffer.take(piece);
            buffer.answer(&Echo, &mut out).unwrap();
        }
        buffer.finish(&Echo, &mut out).unwrap();
        (String::from_utf8(text).unwrap(), buffer.failures.count)
    }

    #[test]
    fn every_line_has_its_answer_however_the_input_is_cut() {
        let text = b"a\n\nbx\r\n  c \nlast";
        let whole = said(&[text]);
        assert_eq!(
            whole,
            (
                "0:a\n\n{\"error\":\"line 3: an x\",\"line\":3}\n3:c\n4:last\n".to_owned(),
                1
            )
        );
        for cut in 0..text.len() {
            assert_eq!(said(&[&text[..cut], &text[cut..]]), whole, "cut at {cut}");
        }
        let bytes: Vec<_> = text.chunks(1).collect();
        assert_eq!(said(&bytes), whole);
    }

    #[test]
    fn thousands_of_lines_keep_their_order() {
        let lines: Vec<_> = (0..5000).map(|i| format!("{i}")).collect();
        let answers: Vec<_> = (0..5000).map(|i| format!("{i}:{i}")).collect();
        let (text, failures) = said(&[lines.join("\n").as_bytes()]);
        assert_eq!(
            (text.lines().collect::<Vec<_>>(), failures),
            (answers.iter().map(String::as_str).collect(), 0)
        );
        assert_eq!(said(&[]), (String::new(), 0));
    }

    #[test]
    fn an_endless_line_takes_no_endless_memory() {
        let mut buffer = LineBuffer::default();
        for _ in 0..100 {
            buffer.take(&vec![b'a'; 100_000]);
        }
        assert!(buffer.waiting() <= LONGEST + 1);
        let piece = vec![b'a'; LONGEST];
        let (text, failures) = said(&[b"1\n", &piece, &piece, b"aa\n2\n", b"\xff\n"]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!((lines[0], lines[2], failures), ("0:1", "2:2", 2), "{text}");
        assert!(lines[1].contains("line 2: longer than"), "{text}");
        assert!(lines[3].contains("line 4: not UTF-8"), "{text}");
    }
}
