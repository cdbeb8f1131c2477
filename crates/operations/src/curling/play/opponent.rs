//! Against whom a game of the page is played: players by name, with few settings and a time.

use crate::fault::Fault;
use arena::PlayerSpec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The longest a player of the page may think about a shot, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// Who can be played against.
const PLAYERS: [&str; 8] = [
    "draw", "random", "sample", "greedy", "ayumu", "gccs", "krucb", "jiritsu",
];

/// A player of ours to play against, or to ask.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingOpponent {
    /// Who: `draw`, `random`, `sample`, `greedy`, `ayumu`, `gccs`, `krucb` or `jiritsu`.
    pub(crate) name: String,
    /// How strong `jiritsu` is to play, from 1, a beginner, to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// How long it may think about a shot, in seconds.
    pub(crate) seconds: f64,
}

impl CurlingOpponent {
    /// The player as the lineup knows it. Only what is listed here can be said: some settings of players name files.
    pub(crate) fn spec(&self) -> Result<PlayerSpec, Fault> {
        if !PLAYERS.contains(&self.name.as_str()) {
            let names = PLAYERS.join(", ");
            return Err(Fault::wrong_at(
                "player.name",
                format!("write one of {names}"),
            ));
        }
        let spec: PlayerSpec = self.name.parse().map_err(Fault::wrong)?;
        match self.level {
            Some(level) if self.name == "jiritsu" => Ok(spec.with("level", level)),
            _ => Ok(spec),
        }
    }

    /// How long it may think.
    pub(crate) fn time(&self) -> Result<Duration, Fault> {
        if (0.02..=MOST_SECONDS).contains(&self.seconds) {
            Ok(Duration::from_secs_f64(self.seconds))
        } else {
            let words = format!("write 0.02 to {MOST_SECONDS} seconds");
            Err(Fault::wrong_at("player.seconds", words))
        }
    }
}

impl fmt::Display for CurlingOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) if self.name == "jiritsu" => write!(f, "{} ({level})", self.name),
            _ => f.write_str(&self.name),
        }
    }
}
