//! The server of Digital Curling 4: many matches at once, until it is stopped.

use super::Serve;
use super::logbook::Logbook;
use crate::cli::Common;
use crate::exit::usage;
use crate::network::raise_open_files;
use crate::{interrupt, show};
use anyhow::Context;
use digital_curling::dc4::limits::Limits;
use digital_curling::dc4::server::{Options, serve};
use digital_curling::dc4::users::Users;
use digital_curling::timestamp;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time between two checks for an interrupt.
const POLL: Duration = Duration::from_millis(50);

pub(super) fn run(asked: &Serve, common: &Common) -> anyhow::Result<ExitCode> {
    for (given, option) in [
        (asked.player0.is_some(), "--player0"),
        (asked.player1.is_some(), "--player1"),
        (asked.wait.is_some(), "--wait"),
        (asked.ports.is_some(), "--ports"),
        (asked.trajectory.is_some(), "--trajectory"),
        (asked.state_first, "--state-first"),
    ] {
        if given {
            return Err(usage(format!(
                "{option} is not for dc4: matches are made by its users, and kept with --data"
            )));
        }
    }
    if let Some(option) = asked.conditions.beyond("referee") {
        return Err(usage(format!(
            "{option} is not for dc4: every match has the settings of the user who creates it; only --set referee=exact or referee=fast is for the server"
        )));
    }
    let plan = asked.conditions.plan("dc4")?;
    super::conditions_args::warn(&plan);
    let mut users = Users::new();
    for pair in &asked.users {
        users.add_pair(pair).map_err(usage)?;
    }
    if let Some(file) = &asked.user_file {
        users.add_file(file).map_err(usage)?;
    }
    let mut options = Options::new(users);
    options.data.clone_from(&asked.data);
    options.durable = asked.durable;
    options.limits = limits(&asked.limits)?;
    options.tls = asked.network.tls()?;
    options.proxies = asked.network.proxies();
    options.referee = plan.conditions.referee;
    options.seed = common.seed_given();
    if let Some(abandon) = asked.abandon {
        options.abandon = abandon.0;
    }
    if let Some(finished) = asked.finished {
        options.finished = finished;
    }
    options.notices = Some(Arc::new(|id, notice| {
        say(&format!("match {id}: {notice}"));
    }));
    if asked.watch || asked.log.is_some() {
        let logbook = Mutex::new(Logbook::new(asked.watch, asked.log.clone()));
        options.watch = Some(Arc::new(move |id, curling_match, event| {
            let mut logbook = logbook.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = logbook.hear(id, curling_match, event) {
                say(&format!("match {id}: {error:#}"));
            }
        }));
    }
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(common.threads().max(1))
        .build()
        .context("cannot start the threads of a server")?;
    raise_open_files(options.open_files());
    let scheme = if options.tls.is_some() {
        "https"
    } else {
        "http"
    };
    let listen = asked.listen.as_deref().unwrap_or("127.0.0.1:10000");
    let cancel = interrupt::cancel();
    threads.block_on(async {
        let listener = web::bind(listen).await;
        let listener = listener.with_context(|| format!("cannot listen at {listen}"))?;
        let address = listener.local_addr().context("cannot listen")?;
        super::tell_given_seed(common)?;
        show::print(&format!(
            "serving Digital Curling 4 at {scheme}://{address} (Ctrl-C stops)\n"
        ))?;
        let stop = async move {
            while !cancel.is_cancelled() {
                tokio::time::sleep(POLL).await;
            }
        };
        serve(listener, options, stop)
            .await
            .map_err(|why| match why {
                digital_curling::dc4::server::ServeError::NoUsers => usage(why),
                other => other.into(),
            })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A line of the server's log, on standard error. A reader that went away does not stop a server.
fn say(words: &str) {
    let time = timestamp::written(timestamp::now());
    let _ = writeln!(anstream::stderr(), "{time} {words}");
}

/// The default limits with those that were given.
fn limits(given: &[String]) -> anyhow::Result<Limits> {
    let mut all = toml::Table::try_from(Limits::default()).context("limits as a table")?;
    for pair in given {
        let wrong = |why: String| usage(format!("--limit {pair}: {why}"));
        let (name, number) = pair
            .split_once('=')
            .ok_or_else(|| wrong("write NAME=NUMBER".to_owned()))?;
        let Some(known) = all.get(name) else {
            let names = all.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(wrong(format!("unknown limit: there are {names}")));
        };
        let number: u32 = number
            .parse()
            .map_err(|_| wrong("write a whole number".to_owned()))?;
        let value = match known {
            toml::Value::Float(_) => toml::Value::Float(number.into()),
            _ => toml::Value::Integer(number.into()),
        };
        all.insert(name.to_owned(), value);
    }
    all.try_into().context("limits from a table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_given_by_name_and_others_stay() {
        let given = ["matches_of_user=1000".to_owned(), "requests=5".to_owned()];
        let limits = limits(&given).unwrap();
        assert_eq!((limits.matches_of_user, limits.requests), (1000, 5.0));
        assert_eq!(limits.body, Limits::default().body);
    }

    #[test]
    fn an_unknown_limit_is_refused_with_those_there_are() {
        for (text, words) in [
            ("matchs=1", "matches_of_user"),
            ("matches", "NAME=NUMBER"),
            ("matches=many", "whole number"),
            ("matches=-1", "whole number"),
        ] {
            let error = limits(&[text.to_owned()]).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
