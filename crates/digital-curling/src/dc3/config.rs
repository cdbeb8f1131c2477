//! The configuration file of a Digital Curling 3 server, and the conditions in its messages.
//!
//! A file is JSON with comments: `server` has ports and timeouts, `game` the conditions. Unknown
//! keys are warnings, invalid values are errors; both name the path of the key. In the other
//! direction, [`write_game`] writes the conditions of a [`Setup`] as `is_ready` has them, or names
//! what the platform does not support.
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
mod game;
pub mod patch;

pub(super) use game::player;
pub use game::{GameConditions, read_game, write_game, write_nearest_game};

use super::server::Options;
use crate::setup::Setup;
use fields::{Fields, Notes, number, wrong};
use lookahead::Seed;
use serde_json::Value;
use std::time::Duration;

/// A configuration file with the platform's usual values.
pub const EXAMPLE: &str = include_str!("config/example.json");

/// The longest time, in seconds: a year.
const LONGEST: f64 = super::state::FOR_EVER;

/// Whether a text looks like the configuration file of DC3's server.
pub fn is_config(text: &str) -> bool {
    text.trim_start().starts_with(['{', '/'])
        && text.contains("\"game\"")
        && text.contains("\"setting\"")
}

/// A configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The match.
    pub setup: Setup,
    /// Addresses, timeouts and the `game` that clients are shown.
    pub server: Options,
    /// Ignored keys, each with its path.
    pub warnings: Vec<String>,
}

/// An invalid configuration, or conditions that the platform does not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// An unclosed comment.
    #[error(transparent)]
    Comment(#[from] comments::Unclosed),
    /// Not JSON.
    #[error("the configuration is not JSON: {0}")]
    NotJson(String),
    /// An invalid value.
    #[error("`{path}`: {why}")]
    Field {
        /// The path of the key.
        path: String,
        /// The reason.
        why: String,
    },
    /// Not supported by the platform.
    #[error("not supported by Digital Curling 3: {0}")]
    Unsupported(String),
}

impl Config {
    /// Reads a configuration file. The dice come from `seed`.
    ///
    /// # Errors
    /// Names the first invalid key.
    pub fn read(text: &str, seed: Seed) -> Result<Self, ConfigError> {
        let blank = comments::blanked(text)?;
        let value: Value =
            serde_json::from_str(&blank).map_err(|why| ConfigError::NotJson(why.to_string()))?;
        let mut notes = Notes {
            warnings: Vec::new(),
            lenient: false,
        };
        let mut fields = Fields::new("", &value)?;
        let server = fields.required("server", &mut notes)?;
        let mut server = server.map_or_else(
            || Ok(Options::default()),
            |server| read_server(server, &mut notes),
        )?;
        let played = fields.required("game", &mut notes)?.unwrap_or(&Value::Null);
        let setup = game::read(played, seed, &mut notes)?;
        server.shown = shown(&mut fields, played)?;
        fields.finish(&mut notes);
        Ok(Config {
            setup,
            server,
            warnings: notes.warnings,
        })
    }
}

/// The `game` that clients are shown instead.
fn shown(fields: &mut Fields<'_>, played: &Value) -> Result<Option<Value>, ConfigError> {
    match (
        fields.optional("game_is_ready"),
        fields.optional("game_is_ready_patch"),
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
            "`game_is_ready` is set as well: remove one of the two",
        )),
    }
}

fn read_server(value: &Value, notes: &mut Notes) -> Result<Options, ConfigError> {
    let mut fields = Fields::new("server", value)?;
    let usual = Options::default();
    let mut ports = usual.ports;
    if let Some(port) = fields.required("port", notes)? {
        let mut both = Fields::new("server.port", port)?;
        for (port, key) in ports.iter_mut().zip(["team0", "team1"]) {
            let number = both.number(key, notes)?.unwrap_or_default();
            if number.fract() != 0.0 || !(0.0..=65535.0).contains(&number) {
                let why = format!("{number} is not a port: it must be 0 (any) to 65535");
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
        let seconds = fields.optional_number(key)?;
        seconds.map_or(Ok(usual), |seconds| duration(&fields.path(key), seconds))
    };
    let timeout_dc_ok = time(&mut fields, "timeout_dc_ok", usual.timeout_dc_ok)?;
    let update_interval = time(&mut fields, "update_interval", usual.update_interval)?;
    let sends = fields.optional_flag("send_trajectory")?.unwrap_or(false);
    let every = match fields.optional("steps_per_trajectory_frame") {
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
    let why = format!("{seconds} is not a time in seconds: it must be 0 to {LONGEST}");
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
    let why = format!("{given} is out of range: it must be a whole number from {least} to {most}");
    Err(wrong(path, &why))
}

#[cfg(test)]
mod tests;
