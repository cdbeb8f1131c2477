//! Opponents of a person: players by name, with few settings and a time.

use crate::Games;
use crate::fault::Fault;
use arena::PlayerSpec;
use curling::players::roster;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The shortest time of a shot, in seconds.
const SHORTEST: f64 = 0.02;
/// The longest time of a shot, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// An opponent, or a player that gives advice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingOpponent {
    /// The player, with settings: `sample`, `jiritsu:preset=strongest`.
    pub(crate) name: String,
    /// The level, from 1 (beginner) to 10, if the player has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// The time for a shot, in seconds.
    pub(crate) seconds: f64,
}

impl CurlingOpponent {
    /// Returns the player spec, if a page may request it.
    pub(crate) fn spec(&self, games: &Games) -> Result<PlayerSpec, Fault> {
        let at = |field: &'static str| move |fault: Fault| fault.at(format!("player.{field}"));
        let named = |text: &str| games.player(&games.curling, text);
        let spec = named(&self.name).map_err(at("name"))?;
        match self.level.filter(|_| has_levels(&spec)) {
            Some(level) => named(&spec.with("level", level).to_string()).map_err(at("level")),
            None => Ok(spec),
        }
    }

    /// Returns the time for a shot.
    pub(crate) fn time(&self) -> Result<Duration, Fault> {
        if (SHORTEST..=MOST_SECONDS).contains(&self.seconds) {
            Ok(Duration::from_secs_f64(self.seconds))
        } else {
            Err(Fault::out_of_range(
                "player.seconds",
                (SHORTEST, MOST_SECONDS),
                "seconds",
            ))
        }
    }
}

fn has_levels(spec: &PlayerSpec) -> bool {
    let player = roster().find(spec.name());
    player.is_ok_and(|player| player.find("level").is_some())
}

impl fmt::Display for CurlingOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.name.parse().is_ok_and(|spec| has_levels(&spec));
        match self.level.filter(|_| levels) {
            Some(level) => write!(f, "{} ({level})", self.name),
            None => f.write_str(&self.name),
        }
    }
}
