//! Watchdog: the end of the programs of a referee that was killed.
//!
//! A [`Process`](super::Process) kills its program when it is dropped, but a referee that is killed
//! itself (`kill -9`, out of memory) drops nothing. So a small shell runs beside it from its first
//! program on. It is told every program that starts and ends, and when its input ends, because the
//! referee is gone, it kills the programs that are left: their groups and, on Linux, every process
//! that carries one of their tokens.
//!
//! A signal at the parent's death (`PR_SET_PDEATHSIG`) was not taken: it needs `unsafe` code
//! between fork and exec, comes when the *thread* that started the program ends, reaches no
//! descendants, and exists on Linux only.

use super::process_tree::Token;
use rustix::process::Pid;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads `+ GROUP TOKEN` and `- GROUP TOKEN` until its input ends, then kills what is left.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
left=' '
while read -r word group token; do
  case $word in
    +) left="$left$group=$token " ;;
    -) case $left in
         *" $group=$token "*) left="${left%% $group=$token *} ${left#* $group=$token }" ;;
       esac ;;
  esac
done
for one in $left; do
  kill -KILL "-${one%%=*}"
done
for round in 1 2 3; do
  for one in $left; do
    for file in $(grep -alsF -e "${one#*=}" /proc/[0-9]*/environ); do
      file=${file#/proc/}
      kill -KILL "${file%/environ}"
    done
  done
done
"#;

/// A running watchdog.
struct Watchdog {
    shell: Child,
    input: ChildStdin,
}

impl Watchdog {
    fn start() -> io::Result<Self> {
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT, "sakiyomi-watchdog"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C is for the referee.
            .process_group(0)
            .spawn()?;
        let input = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Watchdog { shell, input })
    }

    fn tell(&mut self, word: char, leader: Pid, token: &Token) -> io::Result<()> {
        let line = format!("{word} {} {}\n", leader.as_raw_pid(), token.as_str());
        self.input.write_all(line.as_bytes())
    }
}

static WATCHDOG: Mutex<Option<Watchdog>> = Mutex::new(None);

/// Tells the watchdog that a program has started. If the watchdog is gone, another is told all
/// `running` programs.
pub(super) fn started(leader: Pid, token: &Token, running: &[(Pid, Token)]) {
    let mut watchdog = WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(current) = watchdog.as_mut() {
        if current.tell('+', leader, token).is_ok() {
            return;
        }
        let _ = current.shell.wait();
    }
    let begun = Watchdog::start().and_then(|mut new| {
        for (leader, token) in running {
            new.tell('+', *leader, token)?;
        }
        Ok(new)
    });
    *watchdog = match begun {
        Ok(new) => Some(new),
        Err(why) => {
            tracing::warn!("no watchdog: programs would outlive a killed referee ({why})");
            None
        }
    };
}

/// Tells the watchdog that a program was killed or has ended.
pub(super) fn ended(leader: Pid, token: &Token) {
    let mut watchdog = WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(current) = watchdog.as_mut() {
        // One that is gone is replaced when the next program starts.
        let _ = current.tell('-', leader, token);
    }
}
