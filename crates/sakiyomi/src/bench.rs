//! `bench`: search speed of this machine, and signatures of the results.
//!
//! A benchmark repeats the same seeded work until its time is over. Beside the speed it has a
//! *signature*, a hash of everything the work computed: an optimisation leaves it unchanged. For
//! comparing two versions of the code in detail there are the benchmarks of each crate
//! (`make bench`).
//!
//! The signatures are kept in `crates/sakiyomi/signatures.txt`; a test compares them, and `bench
//! --check` does in any build. An intended change writes them again, in the same commit:
//! `SAKIYOMI_GOLDEN=write cargo test -p sakiyomi --lib signatures`.

use crate::cli::{BenchArgs, Common};
use crate::exit::{FAILED, usage};
use crate::registry::Registry;
use crate::show;
use arena::report::{Column, Table};
use lookahead::alphabeta::AlphaBeta;
use lookahead::expectimax::MatrixBuilder;
use lookahead::mcts::Uct;
use lookahead::playout::{BestOf, estimate};
use lookahead::random_tree::{Node, RandomTree};
use lookahead::{Analysis, Control, Limit, Seed, Side, models};
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The result of one round of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The number of units of work.
    pub count: u64,
    /// A hash of all computed values.
    pub signature: u64,
}

impl Measure {
    /// Returns the measure of a round with `count` units and these computed values.
    pub fn new(count: u64, values: impl IntoIterator<Item = f64>) -> Self {
        let fold = |sum: Seed, value: f64| sum.stream(value.to_bits());
        Measure {
            count,
            signature: values.into_iter().fold(Seed(count), fold).0,
        }
    }
}

/// A benchmark.
pub struct Bench {
    name: &'static str,
    unit: &'static str,
    /// Runs a round of work and returns its duration.
    round: Box<dyn Fn() -> (Measure, Duration)>,
}

impl Bench {
    /// Creates a benchmark of work counted in `unit`s. `work` must do the same every time.
    pub fn new(
        name: &'static str,
        unit: &'static str,
        work: impl Fn() -> Measure + 'static,
    ) -> Self {
        Self::prepared(name, unit, || (), move |()| work())
    }

    /// Creates a benchmark with a set-up before each round, which is not timed.
    pub fn prepared<T>(
        name: &'static str,
        unit: &'static str,
        ready: impl Fn() -> T + 'static,
        work: impl Fn(T) -> Measure + 'static,
    ) -> Self {
        let round = move || {
            let ready = ready();
            let started = Instant::now();
            let measure = work(ready);
            (measure, started.elapsed())
        };
        Bench {
            name,
            unit,
            round: Box::new(round),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the signature of one round as text.
    fn signature(&self) -> String {
        let (round, _) = (self.round)();
        written(round.signature)
    }

    fn run(&self, time: Duration) -> Result<Measured, String> {
        let (first, _) = (self.round)(); // also warms up
        let started = Instant::now();
        let (mut count, mut worked) = (0, Duration::ZERO);
        loop {
            let (round, took) = (self.round)();
            if round != first {
                return Err(format!(
                    "`{}` does not repeat: {first:?}, then {round:?}",
                    self.name
                ));
            }
            count += round.count;
            worked += took;
            if started.elapsed() >= time {
                break;
            }
        }
        let per_second = count as f64 / worked.as_secs_f64();
        let signature = written(first.signature);
        Ok(Measured {
            name: self.name,
            unit: self.unit,
            per_second,
            signature,
        })
    }
}

fn written(signature: u64) -> String {
    format!("{signature:016x}")
}

/// The expected signatures.
const KEPT: &str = include_str!("../signatures.txt");

/// The prefix of the names of DDS benchmarks.
const DDS: &str = "bridge-dds-";

/// Parses names and signatures; lines that begin with `#` are comments.
fn kept(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(char::is_whitespace))
        .map(|(name, signature)| (name, signature.trim()))
        .collect()
}

/// The comparison of a signature with the expected one.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Compared {
    name: &'static str,
    /// The expected signature, if there is one.
    kept: Option<&'static str>,
    found: String,
}

impl Compared {
    fn of(bench: &Bench) -> Self {
        // DDS is asked the same as our own solver and must say the same.
        let name = bench.name.replacen(DDS, "bridge-", 1);
        Compared {
            name: bench.name,
            kept: kept(KEPT).get(name.as_str()).copied(),
            found: bench.signature(),
        }
    }

    fn differs(&self) -> bool {
        self.kept != Some(&self.found)
    }
}

/// Runs `bench --check`.
fn check(benches: &[&Bench], common: &Common) -> anyhow::Result<ExitCode> {
    let compared: Vec<_> = benches.iter().map(|bench| Compared::of(bench)).collect();
    let other: Vec<_> = compared.iter().filter(|line| line.differs()).collect();
    if common.json {
        show::print_json(&compared)?;
    } else {
        for line in &other {
            let kept = line.kept.unwrap_or("none");
            show::print(&format!(
                "{}: signature {}, kept {kept}\n",
                line.name, line.found
            ))?;
        }
        let (all, same) = (compared.len(), compared.len() - other.len());
        show::print(&format!("{same} of {all} signatures as kept\n"))?;
    }
    if other.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    show::note(
        "these measurements compute something else than before; after an intended change write \
        crates/sakiyomi/signatures.txt again, with `SAKIYOMI_GOLDEN=write cargo test -p sakiyomi --lib signatures`",
    );
    Ok(FAILED.into())
}

/// A line of the result.
#[derive(Debug, Serialize)]
struct Measured {
    name: &'static str,
    unit: &'static str,
    per_second: f64,
    signature: String,
}

/// Runs `bench`.
pub(crate) fn run(
    asked: &BenchArgs,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let time = Duration::try_from_secs_f64(asked.seconds)
        .map_err(|_| usage(format!("--seconds {}: no such time", asked.seconds)))?;
    let wanted = |bench: &&Bench| asked.filter.as_ref().is_none_or(|f| bench.name.contains(f));
    let benches: Vec<_> = registry.benches.iter().filter(wanted).collect();
    if benches.is_empty() {
        let names: Vec<_> = registry.benches.iter().map(|b| b.name).collect();
        return Err(usage(format!(
            "no measurement has `{}` in its name (known: {})",
            asked.filter.as_deref().unwrap_or_default(),
            names.join(", ")
        )));
    }
    if asked.check {
        return check(&benches, common);
    }
    let mut results = Vec::new();
    for bench in benches {
        if !common.quiet {
            show::note(&format!("measuring {} …", bench.name));
        }
        results.push(bench.run(time).map_err(anyhow::Error::msg)?);
    }
    if common.json {
        show::print_json(&results)?;
    } else {
        show::print(&arena::report::table_text(&table(&results)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(results: &[Measured]) -> Table {
    let columns = [
        Column::words("measurement"),
        Column::number("per second"),
        Column::words("of"),
        Column::words("signature"),
    ];
    results.iter().fold(
        Table::new("Speed of this machine", columns),
        |table, line| {
            let speed = with_unit(line.per_second);
            table.row([
                line.name.to_owned(),
                speed,
                line.unit.to_owned(),
                line.signature.clone(),
            ])
        },
    )
}

/// Formats a number with three digits and a prefix: `1.23 M`.
fn with_unit(number: f64) -> String {
    let prefixes = ["", "k", "M", "G", "T"];
    let steps = prefixes.len() - 1;
    let power = (number.max(1.0).log10() / 3.0).floor().min(steps as f64);
    let scaled = number / 1000_f64.powf(power);
    let digits = if scaled < 9.995 {
        2
    } else {
        usize::from(scaled < 99.95)
    };
    format!("{scaled:.digits$} {}", prefixes[power as usize])
        .trim_end()
        .to_owned()
}

/// Returns the benchmarks of the searches, on random trees that cost next to nothing.
pub(crate) fn searches() -> Vec<Bench> {
    let tree = RandomTree {
        seed: Seed(1),
        branching: 8,
        depth: 40,
        width: 100_000,
        spread: 1000,
    };
    let root = Node::default();
    vec![
        Bench::new("alphabeta", "nodes", move || {
            let control = Control::new(Seed(1)).limit(Limit::nodes(200_000));
            of(&AlphaBeta::default().search(&tree, &root, &control))
        }),
        Bench::new("expectimax-kernel", "outcomes", kernel()),
        Bench::new("opponent-model", "nodes", move || {
            let control = Control::new(Seed(1)).limit(Limit::depth(7));
            let settings = models::Settings::default();
            of(&models::om_search(&tree, &root, Side::Max, &settings, &control).analysis)
        }),
        Bench::new("playout", "playouts", move || {
            let tally = estimate(&tree, &root, &BestOf(4), 2_000, &Control::new(Seed(1)));
            Measure::new(2_000, tally.rate())
        }),
        Bench::new("uct", "simulations", move || {
            let control = Control::new(Seed(1)).limit(Limit::nodes(20_000));
            of(&Uct::new(&tree).search(&root, &control))
        }),
    ]
}

/// Returns the measure of a search: its nodes and its candidates' values.
fn of<A>(analysis: &Analysis<A>) -> Measure {
    Measure::new(
        analysis.effort.nodes,
        analysis.candidates.iter().map(|c| c.value),
    )
}

/// Returns the work of the shared-outcome kernel at the size of Kato, Iizuka and Yamamoto (2016):
/// 3330 candidates share 4458 outcomes, 29 each.
fn kernel() -> impl Fn() -> Measure {
    const OUTCOMES: usize = 4458;
    let mut rows = MatrixBuilder::new(OUTCOMES);
    for candidate in 0..3330 {
        let shares = (0..29).map(|step| ((candidate + step * 31) % OUTCOMES, 1.0));
        rows.weights(shares)
            .expect("equal weights are probabilities");
    }
    let matrix = rows.build();
    move || {
        let evaluation = matrix.evaluate(|outcome| Seed(outcome as u64).stream(1).0 as f64);
        Measure::new(OUTCOMES as u64, evaluation.expected.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measurement_repeats() {
        for bench in searches() {
            let measured = bench.run(Duration::ZERO).unwrap();
            assert!(measured.per_second > 0.0, "{measured:?}");
        }
    }

    #[test]
    fn work_that_does_not_repeat_is_found_out() {
        let calls = std::cell::Cell::new(0);
        let bench = Bench::new("fickle", "calls", move || {
            calls.set(calls.get() + 1);
            Measure::new(1, [f64::from(calls.get())])
        });
        assert!(
            bench
                .run(Duration::ZERO)
                .unwrap_err()
                .contains("does not repeat")
        );
    }

    /// The measurements of the whole binary.
    fn all() -> Vec<Bench> {
        let games = [
            crate::blokus::benches(),
            crate::bridge::benches(),
            crate::curling::benches(),
        ];
        searches()
            .into_iter()
            .chain(games.into_iter().flatten())
            .collect()
    }

    /// The text of the file of signatures.
    fn text_of(benches: &[Bench]) -> String {
        let header: String = KEPT
            .lines()
            .filter(|line| line.starts_with('#'))
            .fold(String::new(), |text, line| text + line + "\n");
        benches
            .iter()
            .filter(|bench| !bench.name.starts_with(DDS))
            .fold(header, |text, bench| {
                text + &format!("{:<28} {}\n", bench.name, bench.signature())
            })
    }

    #[test]
    fn signatures_are_those_that_are_kept() {
        let benches = all();
        if std::env::var_os("SAKIYOMI_GOLDEN").is_some_and(|word| word == "write") {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/signatures.txt");
            std::fs::write(path, text_of(&benches)).unwrap();
            return;
        }
        let other: Vec<_> = benches
            .iter()
            .map(Compared::of)
            .filter(Compared::differs)
            .collect();
        assert!(other.is_empty(), "{other:#?}");
        let names: Vec<_> = benches.iter().map(Bench::name).collect();
        for name in kept(KEPT).keys() {
            let known = names.contains(name);
            assert!(
                known,
                "a signature is kept of `{name}`, which nothing measures"
            );
        }
    }

    #[test]
    fn another_signature_and_one_that_is_not_kept_are_told() {
        let bench = Bench::new("alphabeta", "calls", || Measure::new(1, [1.0]));
        let compared = Compared::of(&bench);
        assert!(compared.kept.is_some() && compared.differs());
        let bench = Bench::new("nobody-measures-this", "calls", || Measure::new(1, [1.0]));
        let compared = Compared::of(&bench);
        assert!(compared.kept.is_none() && compared.differs());
        let text = "# words\n\na   0f\nb 1\n";
        assert_eq!(
            kept(text).into_iter().collect::<Vec<_>>(),
            [("a", "0f"), ("b", "1")]
        );
    }

    #[test]
    fn speeds_have_three_digits() {
        let texts = [
            (0.5, "0.50"),
            (12.34, "12.3"),
            (999.9, "1000"),
            (1.2e6, "1.20 M"),
        ];
        for (number, text) in texts {
            assert_eq!(with_unit(number), text);
        }
    }
}
