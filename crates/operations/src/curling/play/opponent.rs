//! Opponents of a person: players by name, with few settings and a time.

use crate::Games;
use crate::fault::Fault;
use arena::PlayerSpec;
use curling::players::roster;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The longest a player of the page may think about a shot, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// A player of ours to play against, or to ask.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingOpponent {
    /// Its name, which settings may follow: `sample`, `jiritsu:preset=strongest`.
    pub(crate) name: String,
    /// How strong it is to play, from 1, a beginner, to 10, if it has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// How long it may think about a shot, in seconds.
    pub(crate) seconds: f64,
}

impl CurlingOpponent {
    /// The player as the lineup knows it, if it may be asked for from a page.
    pub(crate) fn spec(&self, games: &Games) -> Result<PlayerSpec, Fault> {
        let at = |field: &'static str| {
            move |fault: Fault| Fault {
                place: Some(format!("player.{field}")),
                ..fault
            }
        };
        let named = |text: &str| games.player(&games.curling, text);
        let spec = named(&self.name).map_err(at("name"))?;
        match self.level.filter(|_| has_levels(&spec)) {
            Some(level) => named(&spec.with("level", level).to_string()).map_err(at("level")),
            None => Ok(spec),
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
