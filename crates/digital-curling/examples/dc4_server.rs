//! A minimal server of Digital Curling 4, for tests of client programs and for `tests/dc4client`.
//!
//! `dc4_server --listen 127.0.0.1:0 --user user0:pass0 --user user1:pass1 [--users FILE] [--data
//! FOLDER]`; words before the first option are ignored.

use digital_curling::dc4::server::{Options, serve};
use digital_curling::dc4::users::Users;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let mut users = Users::new();
    let (mut listen, mut data) = ("127.0.0.1:10000".to_owned(), None);
    let mut arguments = std::env::args()
        .skip(1)
        .skip_while(|it| !it.starts_with("--"));
    while let Some(option) = arguments.next() {
        let value = arguments
            .next()
            .ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--listen" => listen = value,
            "--user" => users.add_pair(&value)?,
            "--users" => users.add_file(Path::new(&value))?,
            "--data" => data = Some(value.into()),
            "--protocol" if value == "dc4" => {}
            _ => return Err(format!("unknown option {option} {value}").into()),
        }
    }
    let listener = tokio::net::TcpListener::bind(&listen).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let mut options = Options::new(users);
    options.data = data;
    let stop = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    serve(listener, options, stop).await?;
    Ok(())
}
