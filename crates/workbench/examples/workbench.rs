//! The workbench alone, over the games of the house: `cargo run -p workbench --example workbench [ADDRESS]`.
//!
//! A program with a game of its own does the same with one more contest. With `--openapi` it prints the description of the API instead.

use std::sync::Arc;
use workbench::{Door, Settings, Workbench};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = Settings {
        contests: Arc::new(vec![
            Box::new(digital_curling::platform::Platform::new()),
            Box::new(blokus::lineup()),
            Box::new(bridge::lineup::lineup()),
        ]),
        studies: Arc::new(vec![
            Box::new(arena::matches::Matches),
            Box::new(blokus::studies::Training),
            Box::new(blokus::studies::Accuracy),
            Box::new(bridge::studies::Examples),
            Box::new(bridge::studies::Problems),
            Box::new(bridge::studies::Verify),
            Box::new(curling::studies::Ends),
            Box::new(curling::studies::WinTable),
        ]),
        experiments: "experiments".into(),
        store: "results/lab.sqlite".into(),
        records: "results/records".into(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let asked = std::env::args().nth(1);
    if asked.as_deref() == Some("--openapi") {
        let description = workbench::operations(&settings).openapi(&settings.version);
        println!("{description:#}");
        return Ok(());
    }
    let listen = asked.as_deref().unwrap_or("127.0.0.1:8710").parse()?;
    let bench = Workbench::open(
        &Door {
            listen,
            token: None,
        },
        &settings,
    )?;
    println!("{}", bench.address());
    tokio::runtime::Runtime::new()?.block_on(bench.serve(std::future::pending()))?;
    Ok(())
}
