//! Kill of a process tree: a program with all its descendants.
//!
//! A program leads a process group of its own, and a signal to the group reaches its children,
//! except those that left it. On Linux these are found in `/proc`: by the token in the environment
//! that every descendant inherits, and by their chain of parents. All processes found are first
//! stopped, so that nothing is started during the search, and killed once a scan finds nothing new.
//! Elsewhere only the group is signalled.
//!
//! Not found are: a process that cleared its environment *and* whose parent has died, one that runs
//! as another user, and one that leaves the group and forks a successor faster than `/proc` can be
//! read. Programs written with that intent belong in a container.

use rustix::process::{Pid, Signal, kill_process_group};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::SystemTime;

/// The environment variable that marks a program and its descendants. Its value is a list of
/// tokens, outermost first: a program may itself start programs this way.
pub const TOKEN_VARIABLE: &str = "SAKIYOMI_PROCESS";

/// A unique identifier of one started program on this machine.
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

    /// Returns the value of [`TOKEN_VARIABLE`] for the program: ours, if set, and the token.
    pub(super) fn value(&self) -> String {
        match std::env::var(TOKEN_VARIABLE) {
            Ok(outer) => format!("{outer},{}", self.0),
            Err(_) => self.0.clone(),
        }
    }
}

/// Kills the program `leader`, its group and, where they can be found, its other descendants.
///
/// The leader's exit status must not have been collected yet: until then its process id is not
/// reused, even if it is dead.
pub(super) fn kill_tree(leader: Pid, token: &Token) {
    signal_group(leader, Signal::STOP);
    #[cfg(target_os = "linux")]
    linux::kill_descendants(leader, token);
    #[cfg(not(target_os = "linux"))]
    let _ = token;
    signal_group(leader, Signal::KILL);
}

/// Signals the group. An empty group is not an error.
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

    /// Time limit of the search.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// After this many scans with new processes, kill the processes found: stopping alone loses
    /// against a program that forks faster than the scan.
    const SCANS_BEFORE_KILLING: usize = 16;
    /// Pause for killed processes to disappear, and for a program to be loaded.
    const PAUSE: Duration = Duration::from_millis(1);

    pub(super) fn kill_descendants(leader: Pid, token: &Token) {
        let started = Instant::now();
        let mut search = DescendantSearch {
            leader: leader.as_raw_pid(),
            token,
            stopped: BTreeSet::new(),
        };
        for scan in 1.. {
            let found = search.search();
            if found.is_empty() {
                return;
            }
            let late = started.elapsed() > PATIENCE;
            if late || found.is_subset(&search.stopped) || scan % SCANS_BEFORE_KILLING == 0 {
                signal_group(leader, Signal::KILL);
                signal_each(&found, Signal::KILL);
                sleep(PAUSE);
            } else {
                signal_each(&found, Signal::STOP);
                search.stopped.extend(&found);
            }
            if late {
                tracing::warn!(
                    token = token.as_str(),
                    ?found,
                    "some descendant processes may have survived"
                );
                return;
            }
        }
    }

    fn signal_each(processes: &BTreeSet<Identity>, signal: Signal) {
        for pid in processes.iter().filter_map(|one| Pid::from_raw(one.pid)) {
            let _ = kill_process(pid, signal);
        }
    }

    /// The search for the descendants of one program.
    struct DescendantSearch<'a> {
        leader: i32,
        token: &'a Token,
        /// Processes found before. They remain descendants when the evidence is gone, such as a
        /// killed parent while the child is still dying.
        stopped: BTreeSet<Identity>,
    }

    impl DescendantSearch<'_> {
        /// Scans until a process is found or it is certain that there is none.
        ///
        /// A process that starts another and ends during a scan can be missed together with its
        /// successor. So after the full scan, the processes started meanwhile are scanned, and so
        /// on: each time fewer, until there are none.
        fn search(&self) -> BTreeSet<Identity> {
            let started = Instant::now();
            let mut seen = last_started();
            let mut scan = self.scan(processes());
            while scan.found.is_empty() && started.elapsed() < PATIENCE {
                let last = last_started();
                if scan.uncertain {
                    sleep(PAUSE);
                    scan = self.scan(processes());
                } else if last > seen {
                    scan = self.scan(seen + 1..=last);
                } else if last < seen {
                    // Process ids wrapped around.
                    scan = self.scan(processes());
                } else {
                    break;
                }
                seen = last;
            }
            scan.found
        }

        fn scan(&self, processes: impl Iterator<Item = i32>) -> Scan {
            // Processes older than the leader, which most are, cannot be its descendants.
            let since = Entry::read(self.leader).map_or(0, |entry| entry.identity.started);
            let young: Vec<Entry> = processes
                .filter_map(Entry::read)
                .filter(|entry| entry.runs && entry.identity.started >= since)
                .collect();
            let (mut found, mut uncertain) = (BTreeSet::new(), false);
            for entry in &young {
                match self.belongs(entry) {
                    Some(true) => drop(found.insert(entry.identity.pid)),
                    Some(false) => {}
                    None => uncertain = true,
                }
            }
            while let Some(child) = young.iter().find(|entry| entry.is_new_child_of(&found)) {
                found.insert(child.identity.pid);
            }
            let young = young.into_iter().map(|entry| entry.identity);
            let found = young.filter(|one| found.contains(&one.pid)).collect();
            Scan { found, uncertain }
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

    /// The result of one scan of `/proc`.
    struct Scan {
        /// The running descendants of the program, itself included.
        found: BTreeSet<Identity>,
        /// Whether the origin of some process could not be determined.
        uncertain: bool,
    }

    /// Returns the id of the most recently started process of the system; see `proc_loadavg(5)`.
    /// Constant where that cannot be read.
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

    /// Returns whether a process inherited the token.
    ///
    /// While a program is being loaded into a process, its environment reads as empty, and the
    /// result is `None`. A process without read permission, or that has ended, is not a descendant.
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

    /// Identity of a process: its id and start time, because ids are reused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Identity {
        pid: i32,
        /// In clock ticks since the machine started.
        started: u64,
    }

    /// The required fields of `/proc/PID/stat`; see `proc_pid_stat(5)`.
    #[derive(Debug, PartialEq)]
    struct Entry {
        identity: Identity,
        parent: i32,
        group: i32,
        /// Whether it is not a zombie.
        runs: bool,
        /// Whether its environment is not available.
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
