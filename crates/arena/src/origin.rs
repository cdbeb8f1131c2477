//! Origins of results: the version of the program, the machine and the number of threads.
//!
//! A player that is limited by time depends on the machine it runs on. The store counts the results
//! of every origin, a block's file names its own, and reports say what was mixed. Nothing here asks
//! the system: a program says what its [`Machine`] is, and results without one are counted nowhere.

use crate::text::Phrase;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A machine; both names are empty if it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The name of the host.
    pub host: String,
    /// The model of the processor.
    pub processor: String,
}

/// The origin of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The version of the program.
    pub version: String,
    /// The name of the host.
    pub host: String,
    /// The model of the processor.
    pub processor: String,
    /// The number of tasks that ran at a time.
    pub threads: u64,
}

impl Origin {
    /// Creates the origin of a program's results on its machine.
    pub fn new(version: &str, machine: &Machine, threads: usize) -> Self {
        Origin {
            version: version.to_owned(),
            host: machine.host.clone(),
            processor: machine.processor.clone(),
            threads: threads as u64,
        }
    }

    /// Returns whether the machine is known.
    pub fn has_machine(&self) -> bool {
        !(self.host.is_empty() && self.processor.is_empty())
    }
}

impl From<&str> for Origin {
    /// Returns the origin of this version on a machine that is not known.
    fn from(version: &str) -> Self {
        Origin::new(version, &Machine::default(), 0)
    }
}

/// Machines with the same processor and number of threads, and their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ReportMachines")]
pub struct MachineKind {
    /// The model of the processor.
    pub processor: String,
    /// The number of tasks that ran at a time.
    pub threads: u64,
    /// The number of hosts.
    pub hosts: u64,
    /// The number of results.
    pub results: u64,
}

impl MachineKind {
    /// Groups the results of origins by the kind of their machine.
    pub fn group(origins: &[(Origin, u64)]) -> Vec<MachineKind> {
        let mut kinds: BTreeMap<(&str, u64), (BTreeSet<&str>, u64)> = BTreeMap::new();
        for (origin, results) in origins {
            let kind = kinds.entry((&origin.processor, origin.threads));
            let (hosts, sum) = kind.or_default();
            hosts.insert(&origin.host);
            *sum += results;
        }
        let kinds = kinds.into_iter();
        kinds
            .map(|((processor, threads), (hosts, results))| MachineKind {
                processor: processor.to_owned(),
                threads,
                hosts: hosts.len() as u64,
                results,
            })
            .collect()
    }

    /// Returns a description: `3 × AMD EPYC 7763, 2 threads`.
    pub fn describe(&self) -> Phrase {
        let hosts = match self.hosts {
            1 => String::new(),
            hosts => format!("{hosts} × "),
        };
        let (processor, threads) = (&self.processor, self.threads);
        let plural = if threads == 1 { "" } else { "s" };
        let en = format!("{hosts}{processor}, {threads} thread{plural}");
        (en, format!("{hosts}{processor}（{threads}スレッド）")).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(host: &str, processor: &str, threads: usize) -> Origin {
        let (host, processor) = (host.to_owned(), processor.to_owned());
        Origin::new("1", &Machine { host, processor }, threads)
    }

    #[test]
    fn hosts_of_one_kind_are_counted_together() {
        let kinds = MachineKind::group(&[
            (origin("a", "Z80", 1), 5),
            (origin("b", "Z80", 1), 6),
            (origin("b", "Z80", 2), 7),
            (origin("c", "6502", 1), 8),
        ]);
        let told: Vec<_> = kinds.iter().map(|k| k.describe().en().to_owned()).collect();
        assert_eq!(
            told,
            ["6502, 1 thread", "2 × Z80, 1 thread", "Z80, 2 threads"]
        );
        let results: Vec<_> = kinds.iter().map(|kind| kind.results).collect();
        assert_eq!(results, [8, 11, 7]);
    }

    #[test]
    fn a_version_alone_is_an_origin_without_a_machine() {
        assert!(!Origin::from("1").has_machine());
        assert!(origin("a", "", 1).has_machine());
    }
}
