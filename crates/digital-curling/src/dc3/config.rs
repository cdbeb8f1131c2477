//! The configuration file of a Digital Curling 3 server, and what a match is played under as its
//! messages say it.
//!
//! A file is JSON with comments: `server` says where and how to listen, `game` what is played. Keys
//! that are not known become warnings; values that make no sense are errors; both name the path of
//! the key. The other way round, [`game`] writes the conditions of a [`Setup`] as `is_ready` tells
//! them, or says what the platform has no word for.
//!
//! The seeds of the players are read and not used: dice come from the match's own seed.
//!
//! ```
//! use digital_curling::dc3::config::{Config, EXAMPLE};
//! use lookahead::Seed;
//!
//! let config = Config::read(EXAMPLE, Seed(1))?;
//! assert_eq!(config.setup.conditions.rules.ends, 10);
//! assert_eq!(config.server.ports, [10000, 10001]);
//! assert_eq!(config.warnings.len(), 0);
//! # Ok::<(), digital_curling::dc3::config::ConfigError>(())
//! ```

pub mod comments;
mod fields;
pub mod patch;
mod played;

pub use played::{Told, game, told};

use super::server::Options;
use crate::setup::Setup;
use fields::{Fields, Notes, number, wrong};
use lookahead::Seed;
use serde_json::Value;
use std::time::Duration;

/// A configuration file with the platform's usual values.
pub const EXAMPLE: &str = include_str!("config/example.json");

/// The longest time there is, in seconds: a year.
const LONGEST: f64 = super::state::FOR_EVER;

/// Whether a text is the configuration file of DC3's server, as far as a glance tells.
pub fn is_config(text: &str) -> bool {
    text.trim_start().starts_with(['{', '/'])
        && text.contains("\"game\"")
        && text.contains("\"setting\"")
}

/// A configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What is played.
    pub setup: Setup,
    /// Where and how to listen, and what clients are told of `game`.
    pub server: Options,
    /// What was overlooked, each with its path.
    pub warnings: Vec<String>,
}

/// A configuration that makes no sense, or conditions that the platform has no word for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// An open comment.
    #[error(transparent)]
    Comment(#[from] comments::Unclosed),
    /// Not JSON.
    #[error("the configuration is no JSON: {0}")]
    NotJson(String),
    /// A key.
    #[error("`{path}`: {why}")]
    Field {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// Not possible on the platform.
    #[error("Digital Curling 3 cannot say this: {0}")]
    Unspeakable(String),
}

impl Config {
    /// Reads a configuration file. The dice come from `seed`.
    ///
    /// # Errors
    /// Names the first key that makes no sense.
    pub fn read(text: &str, seed: Seed) -> Result<Self, ConfigError> {
        let blank = comments::blanked(text)?;
        let value: Value =
            serde_json::from_str(&blank).map_err(|why| ConfigError::NotJson(why.to_string()))?;
        let mut notes = Notes {
            warnings: Vec::new(),
            lenient: false,
        };
        let mut fields = Fields::new("", &value)?;
        let server = fields.usual("server", &mut notes)?;
        let mut server = server.map_or_else(
            || Ok(Options::default()),
            |server| read_server(server, &mut notes),
        )?;
        let played = fields.usual("game", &mut notes)?.unwrap_or(&Value::Null);
        let setup = played::read(played, seed, &mut notes)?;
        server.shown = shown(&mut fields, played)?;
        fields.finish(&mut notes);
        Ok(Config {
            setup,
            server,
            warnings: notes.warnings,
        })
    }
}

/// What clients are told instead of `game`.
fn shown(fields: &mut Fields<'_>, played: &Value) -> Result<Option<Value>, ConfigError> {
    match (
        fields.maybe("game_is_ready"),
        fields.maybe("game_is_ready_patch"),
    ) {
        (None, None) => Ok(None),
        (Some(instead), None) => {
            Fields::new("game_is_ready", instead)?;
            Ok(Some(instead.clone()))
        }
        (None, Some(changes)) => {
            let mut patched = played.clone();
            let applied = patch::apply(&mut patched, changes);
            applied.map_err(|why| wrong("game_is_ready_patch", &why))?;
            Ok(Some(patched))
        }
        (Some(_), Some(_)) => Err(wrong(
            "game_is_ready_patch",
            "there is `game_is_ready` already: take one of the two away",
        )),
    }
}

fn read_server(value: &Value, notes: &mut Notes) -> Result<Options, ConfigError> {
    let mut fields = Fields::new("server", value)?;
    let usual = Options::default();
    let mut ports = usual.ports;
    if let Some(port) = fields.usual("port", notes)? {
        let mut both = Fields::new("server.port", port)?;
        for (port, key) in ports.iter_mut().zip(["team0", "team1"]) {
            let number = both.number(key, notes)?.unwrap_or_default();
            if number.fract() != 0.0 || !(0.0..=65535.0).contains(&number) {
                let why = format!("{number} is no port: it must be 0 (any) to 65535");
                return Err(wrong(&both.path(key), &why));
            }
            *port = number as u16;
        }
        both.finish(notes);
    }
    if ports[0] == ports[1] && ports[0] != 0 {
        return Err(wrong("server.port", "the teams need a port each"));
    }
    let time = |fields: &mut Fields<'_>, key, usual| {
        let seconds = fields.maybe_number(key)?;
        seconds.map_or(Ok(usual), |seconds| duration(&fields.path(key), seconds))
    };
    let timeout_dc_ok = time(&mut fields, "timeout_dc_ok", usual.timeout_dc_ok)?;
    let update_interval = time(&mut fields, "update_interval", usual.update_interval)?;
    let sends = fields.maybe_flag("send_trajectory")?.unwrap_or(false);
    let every = match fields.maybe("steps_per_trajectory_frame") {
        Some(value) => whole("server.steps_per_trajectory_frame", value, 1..=1_000_000)?,
        None => 100,
    };
    fields.finish(notes);
    Ok(Options {
        ports,
        timeout_dc_ok,
        update_interval,
        trajectory: sends.then_some(every),
        ..usual
    })
}

/// A length of time in seconds that is not negative.
fn duration(path: &str, seconds: f64) -> Result<Duration, ConfigError> {
    if (0.0..=LONGEST).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let why = format!("{seconds} is no time in seconds: it must be 0 to {LONGEST}");
    Err(wrong(path, &why))
}

fn whole(
    path: &str,
    value: &Value,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, ConfigError> {
    let given = number(path, value)?;
    let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
    if given.fract() == 0.0 && (least..=most).contains(&given) {
        return Ok(given as u32);
    }
    let why = format!("{given} will not do: it must be a whole number from {least} to {most}");
    Err(wrong(path, &why))
}

#[cfg(test)]
mod tests;
