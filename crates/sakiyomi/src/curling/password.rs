//! `curling password`: a line for the file of users of a Digital Curling 4 server.

use crate::exit::usage;
use crate::show;
use anyhow::Context;
use clap::Args;
use digital_curling::dc4::users::Users;
use std::io::BufRead;
use std::process::ExitCode;

/// Hash a password from standard input into a line for a file of users
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Password {
    /// The user's name
    name: String,
}

const EXAMPLES: &str = "\
Examples:
  echo secret | sakiyomi curling password alpha >> users
  sakiyomi curling serve --protocol dc4 --users users";

pub(super) fn run(asked: &Password) -> anyhow::Result<ExitCode> {
    let mut password = String::new();
    let read = std::io::stdin().lock().read_line(&mut password);
    read.context("cannot read the password")?;
    let line = Users::line(&asked.name, password.trim_end_matches(['\n', '\r'])).map_err(usage)?;
    show::print(&(line + "\n"))?;
    Ok(ExitCode::SUCCESS)
}
