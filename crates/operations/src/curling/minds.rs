//! Ice and players, kept for whoever asks for the same again.
//!
//! A page asks many small things of one position; the ice they happen on takes longer to make than most of them. A few of each are kept, those
//! asked for last. Which ones were kept changes no answer.

use super::wire::CurlingConditions;
use crate::Fault;
use arena::PlayerSpec;
use curling::contest::Curling;
use curling::players::advice::Mind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How many of each are kept.
const KEPT: usize = 12;

/// A player that values shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CurlingMind {
    /// Expectimax over a lattice of shots, as in the paper.
    Jiritsu,
    /// Tree search with kernel regression.
    Krucb,
    /// Monte Carlo tree search over kinds of shots.
    Ayumu,
    /// The same with opening knowledge.
    Gccs,
    /// The shot that leaves most points lying.
    Greedy,
}

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CurlingGoal {
    /// The match.
    Win,
    /// Points of this end.
    Points,
}

/// A player with its settings; what does not concern it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingPlayer {
    /// Who.
    pub(crate) name: CurlingMind,
    /// How many shots jiritsu looks ahead: 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// What jiritsu, krucb and ayumu play for; winning if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) goal: Option<CurlingGoal>,
    /// Whether jiritsu reckons with hands that are not steady; it does if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uncertainty: Option<bool>,
    /// How often greedy tries every shot: 1 to 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tries: Option<u32>,
    /// How much krucb, ayumu and gccs explore: 0 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) explore: Option<f64>,
}

impl CurlingPlayer {
    /// A player as it comes.
    #[cfg(test)]
    pub(crate) fn plain(name: CurlingMind) -> Self {
        CurlingPlayer {
            name,
            depth: None,
            goal: None,
            uncertainty: None,
            tries: None,
            explore: None,
        }
    }

    fn spec(&self) -> Result<PlayerSpec, Fault> {
        let name = match self.name {
            CurlingMind::Jiritsu => "jiritsu",
            CurlingMind::Krucb => "krucb",
            CurlingMind::Ayumu => "ayumu",
            CurlingMind::Gccs => "gccs",
            CurlingMind::Greedy => "greedy",
        };
        let mut spec: PlayerSpec = name.parse().map_err(Fault::failed)?;
        let jiritsu = self.name == CurlingMind::Jiritsu;
        let greedy = self.name == CurlingMind::Greedy;
        let settings = [
            ("depth", jiritsu, self.depth.map(f64::from), (1.0, 6.0)),
            ("tries", greedy, self.tries.map(f64::from), (1.0, 1000.0)),
            ("explore", !jiritsu && !greedy, self.explore, (0.0, 10.0)),
        ];
        for (key, concerns, value, range) in settings {
            let Some(value) = value.filter(|_| concerns) else {
                continue;
            };
            if !(range.0..=range.1).contains(&value) {
                let words = format!("{value} is out of range: from {} to {}", range.0, range.1);
                return Err(Fault::wrong_at(format!("player.{key}"), words));
            }
            spec = spec.with(key, value);
        }
        if let Some(goal) = self.goal.filter(|_| !greedy) {
            let goal = match goal {
                CurlingGoal::Win => "win",
                CurlingGoal::Points => "points",
            };
            spec = spec.with("goal", goal);
        }
        if let Some(uncertainty) = self.uncertainty.filter(|_| jiritsu) {
            spec = spec.with("uncertainty", if uncertainty { "on" } else { "off" });
        }
        Ok(spec)
    }
}

/// The last few values by their names.
struct Shelf<T>(Mutex<VecDeque<(String, T)>>);

impl<T: Clone> Shelf<T> {
    const fn new() -> Self {
        Shelf(Mutex::new(VecDeque::new()))
    }

    /// What is kept under a name, or what is made now.
    fn get(&self, name: &str, make: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            if let Some(place) = kept.iter().position(|(known, _)| known == name)
                && let Some(found) = kept.remove(place)
            {
                kept.push_back(found.clone());
                return Ok(found.1);
            }
        }
        // Made outside the lock: others need not wait. Two who make the same make it twice.
        let made = make()?;
        let mut kept = lock();
        kept.push_back((name.to_owned(), made.clone()));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(made)
    }
}

static ICE: Shelf<Curling> = Shelf::new();
static MINDS: Shelf<Mind> = Shelf::new();

fn name(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::failed)
}

/// The match under these conditions.
///
/// # Errors
/// If none can be played.
pub(crate) fn curling(conditions: &CurlingConditions) -> Result<Curling, Fault> {
    ICE.get(&name(conditions)?, || Ok(conditions.curling()?))
}

/// A player of such a match.
///
/// # Errors
/// If a setting makes no sense.
pub(crate) fn mind(
    conditions: &CurlingConditions,
    curling: &Curling,
    player: &CurlingPlayer,
) -> Result<Mind, Fault> {
    let spec = player.spec()?;
    let name = name(&(conditions, spec.to_string()))?;
    MINDS.get(&name, || {
        Mind::new(curling, &spec).map_err(|why| Fault::wrong_at("player", why))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shelf_keeps_the_last_ones_asked_for() {
        let shelf = Shelf::new();
        for number in 0..KEPT {
            shelf.get(&number.to_string(), || Ok(number)).unwrap();
        }
        let again = shelf.get("0", || panic!("it is kept")).unwrap();
        assert_eq!(again, 0);
        shelf.get("new", || Ok(99)).unwrap();
        assert_eq!(shelf.get("0", || Ok(7)).unwrap(), 0);
        assert_eq!(shelf.get("1", || Ok(7)).unwrap(), 7, "the oldest went");
        assert!(shelf.get("bad", || Err(Fault::wrong("no"))).is_err());
    }

    #[test]
    fn settings_reach_those_they_concern_and_no_file_is_named() {
        let mut player = CurlingPlayer::plain(CurlingMind::Jiritsu);
        (player.depth, player.tries) = (Some(3), Some(5));
        assert_eq!(player.spec().unwrap().to_string(), "jiritsu:depth=3");
        player.name = CurlingMind::Greedy;
        assert_eq!(player.spec().unwrap().to_string(), "greedy:tries=5");
        player.tries = Some(0);
        assert_eq!(player.spec().unwrap_err().place.unwrap(), "player.tries");
        let read =
            serde_json::from_str::<CurlingPlayer>(r#"{"name":"jiritsu","file":"/etc/passwd"}"#);
        assert!(read.is_err());
    }
}
