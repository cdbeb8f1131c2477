//! Shell completions and manual pages, generated from the command line's description.

use anyhow::Context;
use std::path::Path;
use std::process::ExitCode;

/// Prints the completion script of a shell.
pub(crate) fn completions(
    shell: clap_complete::Shell,
    command: &mut clap::Command,
) -> anyhow::Result<ExitCode> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    crate::show::print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes one manual page a command.
pub(crate) fn man_pages(dir: &Path, command: clap::Command) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    clap_mangen::generate_to(command, dir)
        .with_context(|| format!("cannot write manual pages into {}", dir.display()))?;
    crate::show::print(&format!("manual pages written into {}\n", dir.display()))?;
    Ok(ExitCode::SUCCESS)
}
