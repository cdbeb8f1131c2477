//! The machine of the process, and the cores that a scheduler gave it.
//!
//! Libraries ask neither the system nor the environment; the program does it here and hands the
//! answers on.

use arena::origin::Machine;

/// Variables in which schedulers say how many cores a job has: Slurm, Grid Engine, PBS.
const CORES: [&str; 3] = ["SLURM_CPUS_PER_TASK", "NSLOTS", "NCPUS"];

/// Returns the name of the host and the model of its processor.
pub(crate) fn this() -> Machine {
    Machine {
        host: host(),
        processor: processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
    }
}

#[cfg(unix)]
fn host() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Returns the model of the processor where the system says it in a file.
fn processor() -> Option<String> {
    let text = arena::text_file::read("/proc/cpuinfo").ok()?;
    model(&text)
}

fn model(cpuinfo: &str) -> Option<String> {
    let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let (_, model) = lines.find(|(key, _)| key.trim() == "model name")?;
    Some(model.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the number of cores: those that the scheduler gave to the job, and never more than the
/// process may use (its affinity and its control group).
pub(crate) fn cores() -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    cores_of(available, |name| std::env::var(name).ok())
}

fn cores_of(available: usize, variable: impl Fn(&str) -> Option<String>) -> usize {
    let given = CORES.iter().find_map(|name| variable(name)?.parse().ok());
    given
        .filter(|cores| *cores > 0)
        .map_or(available, |cores: usize| cores.min(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cores_are_those_of_the_scheduler_and_never_more_than_there_are() {
        let with = |known: &'static str, value: &'static str| {
            cores_of(8, move |name| (name == known).then(|| value.to_owned()))
        };
        assert_eq!(with("HOME", "3"), 8);
        assert_eq!(with("SLURM_CPUS_PER_TASK", "3"), 3);
        assert_eq!(with("NSLOTS", "16"), 8);
        assert_eq!(with("NCPUS", "0"), 8);
        assert_eq!(with("SLURM_CPUS_PER_TASK", "many"), 8);
    }

    #[test]
    fn the_model_is_read_from_the_list_of_processors() {
        let text = "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Z80  @ 4 MHz\n";
        assert_eq!(model(text).as_deref(), Some("Z80 @ 4 MHz"));
        assert_eq!(model("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
    }

    #[test]
    fn this_machine_has_a_processor() {
        assert!(!this().processor.is_empty());
    }
}
