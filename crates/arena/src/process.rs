//! A program in another process, spoken to line by line.
//!
//! Contestants bring programs, and programs hang, crash, talk without end, forget to read, leave
//! children behind. Whatever one of them does, the referee that holds a [`Process`] goes on:
//!
//! * [`send`](Process::send) never waits and [`receive`](Process::receive) never waits past its
//!   deadline: threads of their own read and write the pipes;
//! * what waits unread or unsent is bounded by [`Limits`], and passing a limit is a [`Fault`];
//! * a dead program's last lines are received first, then how it died and its
//!   [last words](Process::last_words);
//! * when the [`Process`] is dropped, the program and what it started are killed and waited for.
//!
//! A program runs in a process group of its own, with our environment, its own additions and the
//! variable [`TOKEN_VARIABLE`], by which descendants that left the group are found again (Linux
//! only). That holds against carelessness, not against malice: there is no sandbox here, no limit
//! of memory or processor time, and a process that hides on purpose may stay. Nor is there a
//! protocol: lines are text without meaning.
//!
//! Somebody who is there already, at the other end of a network, is a [`Connection`]: the same
//! promises, but nobody to kill.
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
//! assert_eq!(fault.to_string(), "exited with code 3, saying: cannot go on");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod connection;
mod fault;
mod inbox;
mod last_words;
mod launch;
mod outbox;
mod paced;
mod running;
mod sweep;

pub use connection::Connection;
pub use fault::{Fault, Status, shortened};
pub use launch::{CommandError, Launch, LineEnd, quote, split};
pub use running::end_all;
pub use sweep::TOKEN_VARIABLE;

use inbox::{Inbox, Raw};
use last_words::LastWords;
use lookahead::Cancel;
use outbox::Outbox;
use paced::Paced;
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use sweep::Token;

/// How long two threads that notice the same event may lie apart: the end of a program's output,
/// its death, the end of its last words.
const SETTLE: Duration = Duration::from_millis(100);

/// How long a killed program may take to die before somebody else waits for it.
const DYING: Duration = Duration::from_secs(1);

/// How much of a program's talk is held for those who do not listen, in bytes unless said
/// otherwise. The defaults are far above what a sane protocol needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest line it may write.
    pub max_line: usize,
    /// Most it may have written that was not yet received.
    pub max_unread: usize,
    /// The same in lines.
    pub max_unread_lines: usize,
    /// Most that may have been sent and not yet read, beyond what the pipe itself holds.
    pub max_unsent: usize,
    /// How much of its standard error is kept.
    pub max_last_words: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_line: 64 << 10,
            max_unread: 1 << 20,
            max_unread_lines: 10_000,
            max_unsent: 1 << 20,
            max_last_words: 8 << 10,
        }
    }
}

/// A line and when it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end.
    pub text: String,
    /// When it was read from the program, however late the referee asked for it.
    pub at: Instant,
}

/// How a program ended when it was told to [`finish`](Process::finish).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// How it ended.
    pub status: Status,
    /// It did not end by itself in the time it was given.
    pub killed: bool,
    /// The tail of its standard error.
    pub last_words: String,
}

/// A running program. Dropping it kills the program and what it started.
pub struct Process {
    command: String,
    lines: LineEnd,
    limits: Limits,
    leader: Pid,
    token: Token,
    /// `None` once it was waited for.
    child: Option<Child>,
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    last_words: Arc<LastWords>,
    /// A final fault, after which there is nothing to say but the same again.
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
            last_words: Arc::new(LastWords::new(limits.max_last_words)),
            fault: None,
        };
        running::began(process.leader, &process.token);
        process.start_threads().map_err(cannot)?;
        Ok(process)
    }

    /// None of the threads is ever waited for: each ends with the pipe or the process it serves,
    /// and a process that escaped may hold a pipe for as long as it likes.
    fn start_threads(&mut self) -> io::Result<()> {
        let leader = self.leader;
        let inbox = Arc::clone(&self.inbox);
        spawn("program exit", move || inbox.note_exit(await_exit(leader)))?;
        let child = self.child.as_mut();
        let pipes = child.map(|c| (c.stdin.take(), c.stdout.take(), c.stderr.take()));
        if let Some((Some(stdin), Some(stdout), Some(stderr))) = pipes {
            let inbox = Arc::clone(&self.inbox);
            spawn("program output", move || inbox.fill(stdout))?;
            let last_words = Arc::clone(&self.last_words);
            spawn("program errors", move || last_words.listen(stderr))?;
            let (outbox, lines) = (Arc::clone(&self.outbox), self.lines);
            spawn("program input", move || match lines {
                LineEnd::NulAny => outbox.pour(Paced::new(stdin, 0)),
                _ => outbox.pour(stdin),
            })?;
        }
        Ok(())
    }

    /// Sends a line; its end is added. Never waits for the program to read it.
    ///
    /// The text is not looked at: if it has line ends in it, the program reads several lines.
    ///
    /// # Errors
    ///
    /// [`Fault::Deaf`] if too much waits to be read: the program is killed.
    /// [`Fault::ClosedInput`] or [`Fault::Exited`] if it will never read again; what it wrote
    /// before can still be received.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.outbox
            .push(line, self.lines, self.limits.max_unsent)
            .map_err(|fault| match fault {
                // The pipe of a dead program breaks as well, a moment before we know of its death.
                Fault::ClosedInput => match self.inbox.wait_exit(SETTLE) {
                    Some(status) => self.exited(status),
                    None => fault,
                },
                fault => self.conclude(fault),
            })
    }

    /// Receives the next line, waiting for it at most as long as said.
    ///
    /// # Errors
    ///
    /// [`Fault::Silent`] if no line came in time; the program goes on. [`Fault::NotText`] for a
    /// line that is not UTF-8; the next one can be received. After any other fault the program has
    /// been killed, and every further call returns the same fault.
    pub fn receive(&mut self, within: Duration) -> Result<String, Fault> {
        // A time too far away to be written down is no deadline at all.
        let deadline = Instant::now().checked_add(within);
        let line = self.next(deadline, &Cancel::new(), &|_| false)?;
        Ok(line.text)
    }

    /// Receives the next line if it comes by `deadline` and before `cancel` is raised.
    ///
    /// Only a line that *arrived* by the deadline counts, even if it is asked for later: a slow
    /// referee takes nothing from a program's time, and reading line after line up to one deadline
    /// comes to an end though the program never stops talking.
    ///
    /// # Errors
    ///
    /// As [`receive`](Self::receive), and [`Fault::Cancelled`], after which the program goes on.
    pub fn receive_by(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Line, Fault> {
        self.next(Some(deadline), cancel, &|_| false)
    }

    /// The same for a program that may leave out the ends of its lines: what it wrote last counts
    /// as a line if `whole` says so of it and nothing has followed for 20 ms.
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

    /// What it wrote after the last line end, with replacement characters for what is not UTF-8.
    pub fn unfinished(&self) -> String {
        String::from_utf8_lossy(&self.inbox.unfinished()).into_owned()
    }

    /// Receives the next line if it is already there.
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

    /// Ends a program with a final fault, and completes the fault with what is known only then.
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

    /// A child of the dead program may hold its standard error open, hence the killing first.
    fn exited(&mut self, status: Status) -> Fault {
        self.kill();
        Fault::Exited {
            status,
            last_words: self.last_words(),
        }
    }

    /// The tail of what the program wrote on its standard error, with replacement characters for
    /// what is not UTF-8.
    pub fn last_words(&self) -> String {
        if self.child.is_none() {
            self.last_words.settle(SETTLE);
        }
        self.last_words.text()
    }

    /// Forgets what was written after the last line end.
    pub fn forget_unfinished(&mut self) {
        self.inbox.forget_unfinished();
    }

    /// How the program ended, if it has.
    pub fn status(&self) -> Option<Status> {
        self.inbox.status()
    }

    /// Whether it has ended by itself and everything it wrote has been received.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.try_receive(), Err(Fault::Exited { .. }))
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.leader.as_raw_pid().cast_unsigned()
    }

    /// What marks this program's descendants; see [`TOKEN_VARIABLE`].
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Lets the program go: it may read what was sent, then finds its standard input at an end and
    /// has `grace` to finish. What it still writes is thrown away. Then it is killed, and what it
    /// started in any case.
    pub fn finish(mut self, grace: Duration) -> Ended {
        self.inbox.discard();
        self.outbox.close();
        let status = self.inbox.wait_exit(grace);
        self.kill();
        Ended {
            status: self.status().unwrap_or(Status::Unknown),
            killed: status.is_none(),
            last_words: self.last_words(),
        }
    }

    /// Kills the program and what it started. Lines it wrote before can still be received.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        sweep::end_all(self.leader, &self.token);
        // It may have left its own group, and not everywhere can be swept.
        let _ = child.kill();
        // From here on its number may go to another.
        running::ended(self.leader);
        // Not before: the end of its input could make it leave, and its children are found by it.
        self.outbox.close();
        self.reap(child);
    }

    /// Waits for the dead. A killed process that does not die hangs in the operating system; then
    /// a thread waits in our place.
    fn reap(&self, mut child: Child) {
        let started = Instant::now();
        while started.elapsed() < DYING {
            match child.try_wait() {
                Ok(Some(status)) => return self.inbox.note_exit(status.into()),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(_) => return self.inbox.note_exit(Status::Unknown),
            }
        }
        tracing::warn!(command = self.command, "a killed program does not die");
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

/// The operating system says "no such file" for a missing program, a missing directory and a
/// missing interpreter of a script alike.
fn cannot_start(launch: &Launch, error: &io::Error) -> Fault {
    let dir = launch.folder();
    let by_path = launch.program.contains('/');
    let file = dir.join(&launch.program);
    let reason = match error.kind() {
        _ if launch.program.is_empty() => "no program is named".into(),
        _ if !dir.is_dir() => "there is no such directory".into(),
        io::ErrorKind::NotFound if !by_path => "it is not in PATH".into(),
        io::ErrorKind::NotFound if file.exists() => "its interpreter is missing".into(),
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied if by_path && file.is_dir() => "it is a directory".into(),
        io::ErrorKind::PermissionDenied if by_path && file.is_file() => {
            "it is not executable".into()
        }
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

/// Waits until the program is dead, without taking notice of it from the operating system: as
/// long as nobody has, the number of the process and its group cannot go to another.
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

fn text(raw: Raw) -> Result<Line, Fault> {
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

    /// Each thread holds a share of what it serves.
    fn threads_end(program: Process) -> bool {
        let inbox = Arc::downgrade(&program.inbox);
        let outbox = Arc::downgrade(&program.outbox);
        let last_words = Arc::downgrade(&program.last_words);
        drop(program);
        (0..2000).any(|_| {
            thread::sleep(Duration::from_millis(1));
            inbox.strong_count() + outbox.strong_count() + last_words.strong_count() == 0
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
