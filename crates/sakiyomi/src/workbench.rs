//! `workbench`: the pages in the browser.

use crate::cli::{Common, Workbench as Asked};
use crate::network::raise_open_files;
use crate::registry::Registry;
use crate::{interrupt, show};
use anyhow::Context;
use operations::Host;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;
use workbench::{BindOptions, OpenError, Workbench};

/// The default address.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8710);
/// The time between two checks for an interrupt.
const POLL: Duration = Duration::from_millis(100);
/// The time that running computations have to end.
const PATIENCE: Duration = Duration::from_secs(3);

/// Serves the workbench until Ctrl-C.
pub(crate) fn run(asked: &Asked, common: &Common, registry: &Registry) -> anyhow::Result<ExitCode> {
    let host = asked.folders.apply(&registry.host);
    if asked.openapi {
        let operations = operations::all(&host);
        let description = workbench::openapi(&operations, env!("CARGO_PKG_VERSION"));
        show::print(&format!("{description:#}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let bench = open(asked, &host)?;
    raise_open_files(bench.open_files());
    print_address(&bench, common)?;
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no threads for the server")?;
    threads.block_on(async {
        tokio::select! {
            served = bench.serve(interrupted()) => served,
            // A page that keeps its connection open must not keep us from ending.
            () = async { interrupted().await; tokio::time::sleep(PATIENCE).await } => Ok(()),
        }
    })?;
    threads.shutdown_timeout(POLL);
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl-C.
async fn interrupted() {
    let cancel = interrupt::cancel();
    while !cancel.is_cancelled() {
        tokio::time::sleep(POLL).await;
    }
}

/// Opens the workbench at the given address, or at the default one; if its port is taken, at
/// another.
fn open(asked: &Asked, host: &Host) -> anyhow::Result<Workbench> {
    let listen = asked.listen.unwrap_or(USUAL);
    let secret = || uuid::Uuid::new_v4().simple().to_string();
    let options = BindOptions {
        tls: asked.network.tls()?,
        proxies: asked.network.proxies(),
        ..BindOptions::new(listen)
    };
    let token = asked.token.clone();
    let token = token.or_else(|| options.is_open().then(secret));
    let mut options = BindOptions { token, ..options };
    match Workbench::open(&options, host) {
        Err(OpenError::Listen { error, .. })
            if asked.listen.is_none() && error.kind() == std::io::ErrorKind::AddrInUse =>
        {
            options.listen.set_port(0);
            Ok(Workbench::open(&options, host)?)
        }
        opened => Ok(opened?),
    }
}

/// Prints the address of the workbench.
fn print_address(bench: &Workbench, common: &Common) -> anyhow::Result<()> {
    let address = bench.address();
    if common.json() {
        return show::print_json(&serde_json::json!({ "address": address }));
    }
    show::print(&format!("The workbench is at {address}\n"))?;
    if !common.quiet() {
        if bench.is_everywhere() {
            show::note(
                "other machines reach it by this machine's name or address, with the same port and token",
            );
        }
        show::note("open it in a browser; Ctrl-C ends it");
    }
    Ok(())
}
