//! Ending a program with everything it started.
//!
//! A program leads a process group of its own, and a signal to the group reaches its children,
//! except those that left it. On Linux these are found in `/proc`: by the token in the
//! environment that every descendant inherits, and by their line of parents. Everything found is
//! first stopped, so that nothing is started while we look, and killed once a look finds nothing
//! new. Elsewhere only the group is signalled.
//!
//! What escapes: a process that threw away its environment *and* whose parent has died, one
//! that runs as another user, and one that leaves the group and hands on to an heir faster than
//! `/proc` can be read. Programs written with that intent belong in a container.

use rustix::process::{Pid, Signal, kill_process_group};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::SystemTime;

/// The environment variable that marks a program and its descendants. Its value is a list of
/// tokens, outermost first: a program we start may itself start programs this way.
pub const TOKEN_VARIABLE: &str = "SAKIYOMI_PROCESS";

/// A name for one started program that no other process of this machine has or had.
#[derive(Clone, Debug)]
pub(super) struct Token(String);

impl Token {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanos = since.map_or(0, |since| since.as_nanos());
        let count = COUNT.fetch_add(1, Relaxed);
        Token(format!("{}-{count}-{nanos}", std::process::id()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The value of [`TOKEN_VARIABLE`] for the program: ours, if we have one, and the token.
    pub(super) fn value(&self) -> String {
        match std::env::var(TOKEN_VARIABLE) {
            Ok(outer) => format!("{outer},{}", self.0),
            Err(_) => self.0.clone(),
        }
    }
}

/// Kills the program `leader`, its group and, where they can be found, its other descendants.
///
/// The leader must not have been waited for: until then its number is its own, even if it is dead.
pub(super) fn end_all(leader: Pid, token: &Token) {
    signal_group(leader, Signal::STOP);
    #[cfg(target_os = "linux")]
    linux::end_descendants(leader, token);
    #[cfg(not(target_os = "linux"))]
    let _ = token;
    signal_group(leader, Signal::KILL);
}

/// There may be nobody left to signal, which is as good.
fn signal_group(leader: Pid, signal: Signal) {
    let _ = kill_process_group(leader, signal);
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{TOKEN_VARIABLE, Token, signal_group};
    use rustix::process::{Pid, Signal, kill_process};
    use std::collections::BTreeSet;
    use std::fs;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// How long to hunt before giving up.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// After so many looks that found somebody new, kill what was found: stopping alone loses
    /// against a program that forks faster than we look.
    const LOOKS_BEFORE_KILLING: usize = 16;
    /// Time for the killed to disappear, and for a program to be loaded.
    const PAUSE: Duration = Duration::from_millis(1);

    pub(super) fn end_descendants(leader: Pid, token: &Token) {
        let started = Instant::now();
        let mut hunt = Hunt {
            leader: leader.as_raw_pid(),
            token,
            stopped: BTreeSet::new(),
        };
        for look in 1.. {
            let found = hunt.search();
            if found.is_empty() {
                return;
            }
            let late = started.elapsed() > PATIENCE;
            if late || found.is_subset(&hunt.stopped) || look % LOOKS_BEFORE_KILLING == 0 {
                signal_group(leader, Signal::KILL);
                signal_each(&found, Signal::KILL);
                sleep(PAUSE);
            } else {
                signal_each(&found, Signal::STOP);
                hunt.stopped.extend(&found);
            }
            if late {
                tracing::warn!(token = token.as_str(), ?found, "processes may have escaped");
                return;
            }
        }
    }

    fn signal_each(processes: &BTreeSet<Identity>, signal: Signal) {
        for pid in processes.iter().filter_map(|one| Pid::from_raw(one.pid)) {
            let _ = kill_process(pid, signal);
        }
    }

    /// The search for everything that comes from one program.
    struct Hunt<'a> {
        leader: i32,
        token: &'a Token,
        /// Those found before. They stay ours when what they were found by is gone: a killed
        /// parent, say, while the child is still dying.
        stopped: BTreeSet<Identity>,
    }

    impl Hunt<'_> {
        /// Looks until somebody is found or it is certain that there is nobody.
        ///
        /// A process that starts another and ends while we look can be missed together with its
        /// heir. So after everything there was, what was started meanwhile is looked at, and what
        /// was started meanwhile again: each time less, until nothing was.
        fn search(&self) -> BTreeSet<Identity> {
            let started = Instant::now();
            let mut seen = last_started();
            let mut look = self.look(processes());
            while look.found.is_empty() && started.elapsed() < PATIENCE {
                let last = last_started();
                if look.unsure {
                    sleep(PAUSE);
                    look = self.look(processes());
                } else if last > seen {
                    look = self.look(seen + 1..=last);
                } else if last < seen {
                    // The numbers began again.
                    look = self.look(processes());
                } else {
                    break;
                }
                seen = last;
            }
            look.found
        }

        fn look(&self, processes: impl Iterator<Item = i32>) -> Look {
            // Nothing that is older than the leader comes from it; most processes are.
            let since = Entry::read(self.leader).map_or(0, |entry| entry.identity.started);
            let young: Vec<Entry> = processes
                .filter_map(Entry::read)
                .filter(|entry| entry.runs && entry.identity.started >= since)
                .collect();
            let (mut found, mut unsure) = (BTreeSet::new(), false);
            for entry in &young {
                match self.belongs(entry) {
                    Some(true) => drop(found.insert(entry.identity.pid)),
                    Some(false) => {}
                    None => unsure = true,
                }
            }
            while let Some(child) = young.iter().find(|entry| entry.is_new_child_of(&found)) {
                found.insert(child.identity.pid);
            }
            let young = young.into_iter().map(|entry| entry.identity);
            let found = young.filter(|one| found.contains(&one.pid)).collect();
            Look { found, unsure }
        }

        fn belongs(&self, entry: &Entry) -> Option<bool> {
            let known = entry.identity.pid == self.leader
                || entry.group == self.leader
                || self.stopped.contains(&entry.identity);
            if known {
                Some(true)
            } else {
                carries(entry.identity.pid, self.token)
            }
        }
    }

    /// What one reading of `/proc` shows.
    struct Look {
        /// Everything that runs and comes from the program, itself included.
        found: BTreeSet<Identity>,
        /// Of some process it could not be said where it comes from.
        unsure: bool,
    }

    /// The number of the process started last, by anybody; see `proc_loadavg(5)`. Always the same
    /// where that cannot be read.
    fn last_started() -> i32 {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let last = load.split_whitespace().nth(4);
        last.and_then(|last| last.parse().ok()).unwrap_or(0)
    }

    fn processes() -> impl Iterator<Item = i32> {
        let us = std::process::id().cast_signed();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(move |&pid| pid != us)
    }

    /// Whether a process inherited the token.
    ///
    /// While a program is being loaded into a process, its environment reads as empty and nobody
    /// can say. A process that we may not look into, or that is gone, is none of ours.
    fn carries(pid: i32, token: &Token) -> Option<bool> {
        let read = || fs::read(format!("/proc/{pid}/environ"));
        match read() {
            Ok(environment) if !environment.is_empty() => Some(contains(&environment, token)),
            Ok(_) if Entry::read(pid)?.loading => None,
            // Loaded since, or really empty.
            _ => Some(read().is_ok_and(|environment| contains(&environment, token))),
        }
    }

    fn contains(environment: &[u8], token: &Token) -> bool {
        let lists = environment.split(|&byte| byte == 0).filter_map(|entry| {
            let rest = entry.strip_prefix(TOKEN_VARIABLE.as_bytes())?;
            rest.strip_prefix(b"=")
        });
        let mut tokens = lists.flat_map(|list| list.split(|&byte| byte == b','));
        tokens.any(|one| one == token.as_str().as_bytes())
    }

    /// One process: its number, and when it started, because numbers are given again.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Identity {
        pid: i32,
        /// In clock ticks since the machine started.
        started: u64,
    }

    /// What we need of `/proc/PID/stat`; see `proc_pid_stat(5)`.
    #[derive(Debug, PartialEq)]
    struct Entry {
        identity: Identity,
        parent: i32,
        group: i32,
        /// Not dead and waiting to be waited for.
        runs: bool,
        /// Its environment is not there yet, or not any more.
        loading: bool,
    }

    impl Entry {
        fn read(pid: i32) -> Option<Self> {
            let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
            Self::parse(pid, &String::from_utf8_lossy(&stat))
        }

        /// The second field is the program's name in parentheses, which may contain anything, so
        /// the fields are counted from the last parenthesis: state is the third of the line.
        fn parse(pid: i32, stat: &str) -> Option<Self> {
            let (_, fields) = stat.rsplit_once(')')?;
            let fields: Vec<&str> = fields.split_whitespace().collect();
            let field = |number: usize| fields.get(number - 3).copied();
            let started = field(22)?.parse().ok()?;
            Some(Entry {
                identity: Identity { pid, started },
                parent: field(4)?.parse().ok()?,
                group: field(5)?.parse().ok()?,
                runs: !matches!(field(3)?, "Z" | "X" | "x"),
                loading: field(51)? == "0",
            })
        }

        fn is_new_child_of(&self, found: &BTreeSet<i32>) -> bool {
            found.contains(&self.parent) && !found.contains(&self.identity.pid)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_name_with_blanks_and_parentheses_is_no_obstacle() {
            let after_start = "0 ".repeat(28);
            let stat = format!(
                "7 (a) b (c) S 3 5 5 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 9876 {after_start} 77 0"
            );
            let entry = Entry {
                identity: Identity {
                    pid: 7,
                    started: 9876,
                },
                parent: 3,
                group: 5,
                runs: true,
                loading: false,
            };
            assert_eq!(Entry::parse(7, &stat), Some(entry));
            assert_eq!(Entry::parse(7, "7 (a) S 3"), None);
            assert_eq!(Entry::parse(7, ""), None);
        }

        #[test]
        fn a_token_is_found_in_its_variable_alone_and_in_any_place_of_the_list() {
            let token = Token("1-2-3".into());
            let holds = |environment: &str| contains(environment.as_bytes(), &token);
            assert!(holds("A=1\0SAKIYOMI_PROCESS=1-2-3\0"));
            assert!(holds("SAKIYOMI_PROCESS=1-1-1,1-2-3,1-4-1\0B=2\0"));
            assert!(!holds("OTHER=1-2-3\0SAKIYOMI_PROCESS=11-2-3\0"));
        }

        #[test]
        fn we_carry_no_token_of_our_own_making() {
            let us = std::process::id().cast_signed();
            assert_eq!(carries(us, &Token::new()), Some(false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_tokens_are_alike() {
        assert_ne!(Token::new().as_str(), Token::new().as_str());
    }
}
