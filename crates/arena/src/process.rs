//! Child processes with line-based communication, safe against misbehaving programs.
//!
//! Programs hang, crash, flood their output, stop reading and leave children behind. Whatever a
//! program does, the referee that holds a [`Process`] keeps running:
//!
//! * [`send`](Process::send) never waits and [`receive`](Process::receive) never waits past its
//!   deadline: separate threads read and write the pipes;
//! * unread and unsent data is bounded by [`Limits`], and exceeding a limit is a [`Fault`];
//! * a dead program's last lines are received first, then its exit status and the [tail of its
//!   standard error](Process::stderr_tail);
//! * when the [`Process`] is dropped, the program and its descendants are killed and waited for,
//!   and when the referee itself is killed, a watchdog kills them.
//!
//! A program runs in a process group of its own, with our environment, its own additions and the
//! variable [`TOKEN_VARIABLE`], by which descendants that left the group are found (Linux only).
//! That protects against careless programs, not against malicious ones: there is no sandbox, no
//! limit of memory or processor time, and a process that hides on purpose may survive. Protocols
//! are not part of this module: lines are plain text.
//!
//! A peer that already runs, at the other end of a network connection, is a [`Connection`]: the
//! same guarantees, without a process to kill.
//!
//! Unix only, and with it the crate.
//!
//! ```
//! use arena::process::{Fault, Launch, Limits, Process, Status};
//! use std::time::Duration;
//!
//! let launch: Launch = "sh -c 'read name; echo hello $name; echo cannot go on >&2; exit 3'".parse()?;
//! let mut program = Process::start(&launch, Limits::default())?;
//! program.send("referee")?;
//! assert_eq!(program.receive(Duration::from_secs(5))?, "hello referee");
//!
//! let fault = program.receive(Duration::from_secs(5)).unwrap_err();
//! assert_eq!(fault.to_string(), "exited with code 3: cannot go on");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod connection;
mod fault;
mod inbox;
mod launch;
mod outbox;
mod paced_writer;
mod process_tree;
mod running;
mod stderr_tail;
mod watchdog;

pub use connection::Connection;
pub use fault::{Fault, Status, shortened};
pub use launch::{CommandError, Launch, LineEnd, quote, split};
pub use process_tree::TOKEN_VARIABLE;
pub use running::kill_all;

use inbox::{Inbox, RawLine};
use lookahead::Cancel;
use outbox::Outbox;
use paced_writer::PacedWriter;
use process_tree::Token;
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use stderr_tail::StderrTail;

/// Maximum delay between threads that observe the end of a program: the end of its output, its
/// exit, the end of its standard error.
const SETTLE: Duration = Duration::from_millis(100);

/// Time to wait for a killed program before a background thread takes over.
const DYING: Duration = Duration::from_secs(1);

/// Buffer limits of a program's output and input, in bytes unless stated otherwise. The defaults
/// are far above the needs of a sane protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum length of a line of output.
    pub max_line: usize,
    /// Maximum output not yet received.
    pub max_unread: usize,
    /// Maximum output not yet received, in lines.
    pub max_unread_lines: usize,
    /// Maximum input not yet read by the program, beyond what the pipe itself holds.
    pub max_unsent: usize,
    /// Number of bytes of standard error that are kept.
    #[serde(rename = "max_last_words")]
    pub max_stderr_tail: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_line: 64 << 10,
            max_unread: 1 << 20,
            max_unread_lines: 10_000,
            max_unsent: 1 << 20,
            max_stderr_tail: 8 << 10,
        }
    }
}

/// A line and its time of arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end.
    pub text: String,
    /// Time at which it was read from the program, however late the referee receives it.
    pub at: Instant,
}

/// Result of [`finish`](Process::finish).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Exit status.
    pub status: Status,
    /// Whether the program had to be killed after the grace period.
    pub killed: bool,
    /// The tail of the standard error.
    #[serde(rename = "last_words")]
    pub stderr_tail: String,
}

/// A running program. Dropping it kills the program and its descendants.
pub struct Process {
    command: String,
    lines: LineEnd,
    limits: Limits,
    leader: Pid,
    token: Token,
    /// `None` once the exit status was collected.
    child: Option<Child>,
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    stderr_tail: Arc<StderrTail>,
    /// A final fault, which every later call returns.
    fault: Option<Fault>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// [`Fault::CannotStart`], which names the program, the directory and the reason.
    pub fn start(launch: &Launch, limits: Limits) -> Result<Self, Fault> {
        let token = Token::new();
        let cannot = |error: io::Error| cannot_start(launch, &error);
        let child = command(launch, &token).spawn().map_err(cannot)?;
        let mut process = Process {
            command: launch.to_string(),
            lines: launch.lines,
            limits,
            leader: Pid::from_child(&child),
            token,
            child: Some(child),
            inbox: Arc::new(Inbox::new(limits, launch.lines)),
            outbox: Arc::default(),
            stderr_tail: Arc::new(StderrTail::new(limits.max_stderr_tail)),
            fault: None,
        };
        running::register(process.leader, &process.token);
        process.start_threads().map_err(cannot)?;
        Ok(process)
    }

    /// Starts the I/O threads. They are never joined: each ends with its pipe or process, and an
    /// escaped process may hold a pipe open indefinitely.
    fn start_threads(&mut self) -> io::Result<()> {
        let leader = self.leader;
        let inbox = Arc::clone(&self.inbox);
        spawn("program exit", move || inbox.note_exit(await_exit(leader)))?;
        let child = self.child.as_mut();
        let pipes = child.map(|c| (c.stdin.take(), c.stdout.take(), c.stderr.take()));
        if let Some((Some(stdin), Some(stdout), Some(stderr))) = pipes {
            let inbox = Arc::clone(&self.inbox);
            spawn("program output", move || inbox.fill(stdout))?;
            let stderr_tail = Arc::clone(&self.stderr_tail);
            spawn("program errors", move || stderr_tail.listen(stderr))?;
            let (outbox, lines) = (Arc::clone(&self.outbox), self.lines);
            spawn("program input", move || match lines {
                LineEnd::NulAny => outbox.drain(PacedWriter::new(stdin, 0)),
                _ => outbox.drain(stdin),
            })?;
        }
        Ok(())
    }

    /// Sends a line; the line end is added. Never waits for the program to read it.
    ///
    /// The text is not checked: if it contains line ends, the program reads several lines.
    ///
    /// # Errors
    ///
    /// [`Fault::InputNotRead`] if too much input is unread: the program is killed.
    /// [`Fault::ClosedInput`] or [`Fault::Exited`] if it will never read again; its earlier output
    /// can still be received.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.outbox
            .push(line, self.lines, self.limits.max_unsent)
            .map_err(|fault| match fault {
                // The pipe of a dead program breaks too, a moment before its exit is noticed.
                Fault::ClosedInput => match self.inbox.wait_exit(SETTLE) {
                    Some(status) => self.exited(status),
                    None => fault,
                },
                fault => self.conclude(fault),
            })
    }

    /// Receives the next line, waiting at most `within`.
    ///
    /// # Errors
    ///
    /// [`Fault::Silent`] if no line arrived in time; the program continues. [`Fault::NotText`] for
    /// a line that is not UTF-8; the next one can be received. After any other fault the program
    /// has been killed, and every further call returns the same fault.
    pub fn receive(&mut self, within: Duration) -> Result<String, Fault> {
        // A deadline that overflows is no deadline.
        let deadline = Instant::now().checked_add(within);
        let line = self.next(deadline, &Cancel::new(), &|_| false)?;
        Ok(line.text)
    }

    /// Receives the next line if it arrives by `deadline` and before `cancel` is raised.
    ///
    /// Only a line that *arrived* by the deadline counts, even if it is received later: a slow
    /// referee does not shorten a program's time, and reading line after line up to one deadline
    /// ends even if the program never stops writing.
    ///
    /// # Errors
    ///
    /// As [`receive`](Self::receive), and [`Fault::Cancelled`], after which the program continues.
    pub fn receive_by(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Line, Fault> {
        self.next(Some(deadline), cancel, &|_| false)
    }

    /// Like [`receive_by`](Self::receive_by) for a program that may omit line ends: unterminated
    /// output counts as a line if `whole` accepts it and nothing has followed for 20 ms.
    ///
    /// # Errors
    ///
    /// As [`receive_by`](Self::receive_by).
    pub fn receive_whole(
        &mut self,
        deadline: Instant,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, Fault> {
        self.next(Some(deadline), cancel, whole)
    }

    /// Returns the output after the last line end, lossily decoded as UTF-8.
    pub fn partial_line(&self) -> String {
        String::from_utf8_lossy(&self.inbox.partial_line()).into_owned()
    }

    /// Receives the next line if it has already arrived.
    ///
    /// # Errors
    ///
    /// As [`receive`](Self::receive), but silence is no fault.
    pub fn try_receive(&mut self) -> Result<Option<Line>, Fault> {
        match self.next(Some(Instant::now()), &Cancel::new(), &|_| false) {
            Err(Fault::Silent { .. }) => Ok(None),
            line => line.map(Some),
        }
    }

    fn next(
        &mut self,
        deadline: Option<Instant>,
        cancel: &Cancel,
        whole: &dyn Fn(&str) -> bool,
    ) -> Result<Line, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let whole = |bytes: &[u8]| whole(&String::from_utf8_lossy(bytes));
        match self.inbox.next(deadline, cancel, &whole) {
            Ok(raw) => text(raw),
            Err(fault) => Err(self.conclude(fault)),
        }
    }

    /// Kills the program after a final fault, and adds the exit status and standard error to the
    /// fault.
    fn conclude(&mut self, fault: Fault) -> Fault {
        if !fault.is_final() {
            return fault;
        }
        let fault = match fault {
            Fault::Exited { status, .. } => self.exited(status),
            other => other,
        };
        self.kill();
        self.fault = Some(fault.clone());
        fault
    }

    /// Returns the fault of an exit. A child of the dead program may hold its standard error open,
    /// so descendants are killed first.
    fn exited(&mut self, status: Status) -> Fault {
        self.kill();
        Fault::Exited {
            status,
            stderr_tail: self.stderr_tail(),
        }
    }

    /// Returns the tail of the program's standard error, lossily decoded as UTF-8.
    pub fn stderr_tail(&self) -> String {
        if self.child.is_none() {
            self.stderr_tail.settle(SETTLE);
        }
        self.stderr_tail.text()
    }

    /// Discards the output after the last line end.
    pub fn discard_partial_line(&mut self) {
        self.inbox.discard_partial_line();
    }

    /// Returns the exit status, if the program has ended.
    pub fn status(&self) -> Option<Status> {
        self.inbox.status()
    }

    /// Returns whether the program has ended by itself and all its output has been received.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.try_receive(), Err(Fault::Exited { .. }))
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.leader.as_raw_pid().cast_unsigned()
    }

    /// Returns the token that marks this program's descendants; see [`TOKEN_VARIABLE`].
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Shuts the program down: it may read what was sent, then its standard input is closed and it
    /// has `grace` to end. Further output is discarded. Then it is killed, and its descendants in
    /// any case.
    pub fn finish(mut self, grace: Duration) -> Ended {
        self.inbox.discard();
        self.outbox.close();
        let status = self.inbox.wait_exit(grace);
        self.kill();
        Ended {
            status: self.status().unwrap_or(Status::Unknown),
            killed: status.is_none(),
            stderr_tail: self.stderr_tail(),
        }
    }

    /// Kills the program and its descendants. Earlier output can still be received.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        process_tree::kill_tree(self.leader, &self.token);
        // It may have left its own group, and descendants are found on Linux only.
        let _ = child.kill();
        // From here on its process id may be reused.
        running::unregister(self.leader, &self.token);
        // Not before: the end of its input could make it exit, and its children are found through
        // it.
        self.outbox.close();
        self.reap(child);
    }

    /// Collects the exit status. A killed process that does not die hangs in the operating system;
    /// then a background thread waits for it.
    fn reap(&self, mut child: Child) {
        let started = Instant::now();
        while started.elapsed() < DYING {
            match child.try_wait() {
                Ok(Some(status)) => return self.inbox.note_exit(status.into()),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(_) => return self.inbox.note_exit(Status::Unknown),
            }
        }
        tracing::warn!(command = self.command, "killed program has not exited");
        let inbox = Arc::clone(&self.inbox);
        let _ = spawn("program reaper", move || {
            inbox.note_exit(child.wait().map_or(Status::Unknown, Status::from));
        });
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process")
            .field("command", &self.command)
            .field("id", &self.id())
            .field("status", &self.status())
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

fn command(launch: &Launch, token: &Token) -> Command {
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .envs(launch.env.iter().map(|(name, value)| (name, value)))
        .env(TOKEN_VARIABLE, token.value())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(dir) = &launch.dir {
        command.current_dir(dir);
    }
    command
}

/// Returns the fault of a failed start. The operating system reports "no such file" for a missing
/// program, a missing directory and a missing interpreter of a script alike.
fn cannot_start(launch: &Launch, error: &io::Error) -> Fault {
    let dir = launch.folder();
    let by_path = launch.program.contains('/');
    let file = dir.join(&launch.program);
    let reason = match error.kind() {
        _ if launch.program.is_empty() => "no program named".into(),
        _ if !dir.is_dir() => "no such directory".into(),
        io::ErrorKind::NotFound if !by_path => "not found in PATH".into(),
        io::ErrorKind::NotFound if file.exists() => "its interpreter was not found".into(),
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied if by_path && file.is_dir() => "is a directory".into(),
        io::ErrorKind::PermissionDenied if by_path && file.is_file() => "not executable".into(),
        _ => error.to_string(),
    };
    Fault::CannotStart {
        program: launch.program.clone(),
        dir,
        reason,
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.into())
        .spawn(work)
        .map(drop)
}

/// Waits until the program is dead without collecting its exit status: until that is collected, the
/// ids of the process and its group cannot be reused.
fn await_exit(leader: Pid) -> Status {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    loop {
        match waitid(WaitId::Pid(leader), options) {
            Ok(Some(status)) => {
                return Status::new(status.exit_status(), status.terminating_signal());
            }
            Ok(None) | Err(Errno::INTR) => {}
            Err(_) => return Status::Unknown,
        }
    }
}

fn text(raw: RawLine) -> Result<Line, Fault> {
    match String::from_utf8(raw.bytes) {
        Ok(text) => Ok(Line { text, at: raw.at }),
        Err(error) => Err(Fault::NotText {
            at: error.utf8_error().valid_up_to(),
            line: String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each thread holds a reference to the buffer it serves.
    fn threads_end(program: Process) -> bool {
        let inbox = Arc::downgrade(&program.inbox);
        let outbox = Arc::downgrade(&program.outbox);
        let stderr_tail = Arc::downgrade(&program.stderr_tail);
        drop(program);
        (0..2000).any(|_| {
            thread::sleep(Duration::from_millis(1));
            inbox.strong_count() + outbox.strong_count() + stderr_tail.strong_count() == 0
        })
    }

    fn sh(script: &str) -> Process {
        let launch = Launch::new("sh").arg("-c").arg(script);
        Process::start(&launch, Limits::default()).unwrap()
    }

    #[test]
    fn no_thread_outlives_its_program() {
        assert!(threads_end(sh("cat")));
        assert!(threads_end(sh("exit 1")));
        assert!(threads_end(sh("yes | tee /dev/stderr")));
    }

    #[test]
    fn no_thread_outlives_a_program_that_never_reads() {
        let mut deaf = sh("sleep 1000");
        deaf.send(&"x".repeat(500_000)).unwrap();
        assert!(threads_end(deaf));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn no_thread_outlives_a_program_whose_child_holds_the_pipes() {
        let mut program = sh("setsid sleep 1000 & echo ready");
        program.receive(Duration::from_secs(3)).unwrap();
        assert!(threads_end(program));
    }

    #[test]
    fn limits_are_read_from_partial_text() {
        let limits: Limits = serde_json::from_str(r#"{"max_line":100}"#).unwrap();
        assert_eq!(limits.max_line, 100);
        assert_eq!(limits.max_unread, Limits::default().max_unread);
        assert!(serde_json::from_str::<Limits>(r#"{"max_lines":100}"#).is_err());
    }
}
