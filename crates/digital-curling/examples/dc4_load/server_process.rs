//! The server as a process of its own.

use crate::Load;
use std::error::Error;
use std::io::BufRead;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server process that ends with this program, and its data folder.
pub(crate) struct ServerProcess {
    process: Child,
    pub(crate) folder: PathBuf,
    pub(crate) address: SocketAddr,
    load: Load,
}

impl ServerProcess {
    pub(crate) fn open(load: Load) -> Result<Self, Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("dc4_load-{}", std::process::id()));
        let (process, address) = start("127.0.0.1:0", &folder, load)?;
        Ok(ServerProcess {
            process,
            folder,
            address,
            load,
        })
    }

    /// Kills the server with SIGKILL and starts it again, at the same address.
    pub(crate) fn restart(&mut self) -> Result<(), Box<dyn Error>> {
        self.process.kill()?;
        self.process.wait()?;
        let listen = self.address.to_string();
        (self.process, self.address) = start(&listen, &self.folder, self.load)?;
        Ok(())
    }

    /// The memory in MiB; none where the system does not report it.
    pub(crate) fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes / 1024.0)
    }

    pub(crate) fn say_memory(&self, when: &str) {
        if let Some(memory) = self.memory() {
            println!("memory of the server {when}: {memory:.1} MiB");
        }
    }
}

fn start(
    listen: &str,
    folder: &PathBuf,
    load: Load,
) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    let mut process = Command::new(std::env::current_exe()?)
        .args(["--serve", listen])
        .arg(folder)
        .args([load.matches.to_string(), load.durable.to_string()])
        .stdout(Stdio::piped())
        .spawn()?;
    let output = process.stdout.take().ok_or("the server has no output")?;
    let mut line = String::new();
    std::io::BufReader::new(output).read_line(&mut line)?;
    let address = line.trim().parse()?;
    Ok((process, address))
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
