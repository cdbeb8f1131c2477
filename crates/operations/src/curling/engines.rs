//! Engine cache: prepared ice and players, kept for later requests.
//!
//! A page asks many small things of one position; the ice they happen on takes longer to make than
//! most of them. A few of each are kept, those asked for last. Which ones were kept changes no
//! answer.

use super::wire::CurlingConditions;
use crate::{Fault, FaultCode, Games, player_policy};
use arena::{PlayableGame as _, PlayerSpec, Roster};
use curling::arena_game::Curling;
use curling::players::analyst::ShotAnalyst;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// The capacity of each cache.
const KEPT: usize = 12;

/// The fields of a player in version 0.1; those that a player does not have are ignored.
const FORMER: [&str; 5] = ["depth", "goal", "uncertainty", "tries", "explore"];

/// A player: its text, or its name with settings.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a player is a text such as `jiritsu:preset=strongest`, or an object with its name and settings"
)]
pub enum CurlingPlayer {
    /// A text such as `jiritsu:preset=strongest,depth=2`.
    Text(String),
    /// A name with settings.
    Named(CurlingNamedPlayer),
}

/// The name of a player and its settings.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingNamedPlayer {
    /// The name.
    name: String,
    /// Settings by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, CurlingSetting>,
    /// Settings may stand beside the name as well, as they did in version 0.1.
    #[serde(flatten)]
    #[schemars(skip)]
    beside: BTreeMap<String, CurlingSetting>,
}

/// The value of a setting; nothing for its default.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a setting is a number, a text, true, false or null"
)]
pub(crate) enum CurlingSetting {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(serde_json::Number),
    /// A text.
    Text(String),
    /// The default.
    Default(()),
}

impl CurlingSetting {
    fn text(&self) -> Option<String> {
        match self {
            CurlingSetting::Switch(on) => Some(if *on { "on" } else { "off" }.to_owned()),
            CurlingSetting::Number(number) => Some(number.to_string()),
            CurlingSetting::Text(text) => Some(text.clone()),
            CurlingSetting::Default(()) => None,
        }
    }
}

impl CurlingPlayer {
    /// Returns the player spec, if the client may use it.
    ///
    /// # Errors
    /// If the player is unknown or forbidden, or a setting is invalid; the place names it.
    pub fn spec(&self, games: &Games) -> Result<PlayerSpec, Fault> {
        let text = match self {
            CurlingPlayer::Text(text) => text.clone(),
            CurlingPlayer::Named(named) => named.text(games.curling.players())?,
        };
        games.player(&games.curling, &text)
    }
}

impl CurlingNamedPlayer {
    fn text(&self, roster: &Roster) -> Result<String, Fault> {
        let player = roster.find(&self.name);
        let player = player.map_err(|why| player_policy::wrong(why).at("player.name"))?;
        let concerns = |key: &str| !FORMER.contains(&key) || player.find(key).is_some();
        let beside = self.beside.iter().filter(|(key, _)| concerns(key));
        let mut pairs = Vec::new();
        for (key, value) in beside.chain(&self.settings) {
            let Some(value) = value.text() else {
                continue;
            };
            if key.contains([',', '=']) || value.contains(',') {
                let why = (
                    "neither a setting nor its value has a comma",
                    "設定の名前と値にコンマは使えません",
                );
                return Err(Fault::because(why).at(format!("player.{key}")));
            }
            pairs.push(format!("{key}={value}"));
        }
        let colon = if pairs.is_empty() { "" } else { ":" };
        Ok(format!("{}{colon}{}", self.name, pairs.join(",")))
    }
}

/// A cache of the most recently used values.
struct LruCache<T>(Mutex<VecDeque<(String, T)>>);

impl<T: Clone> LruCache<T> {
    const fn new() -> Self {
        LruCache(Mutex::new(VecDeque::new()))
    }

    /// Returns the cached value of a key, or makes and caches it.
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

static ICE: LruCache<Curling> = LruCache::new();

fn name(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::failed)
}

/// Returns the game under these conditions.
///
/// # Errors
/// If the conditions are impossible.
pub fn curling(conditions: &CurlingConditions) -> Result<Curling, Fault> {
    ICE.get(&name(conditions)?, || Ok(conditions.curling()?))
}

/// The players of recent requests.
pub struct Engines {
    /// The games with their players.
    pub games: Arc<Games>,
    analysts: LruCache<Arc<dyn ShotAnalyst>>,
}

impl Engines {
    /// Returns an empty cache over these games.
    pub fn new(games: &Arc<Games>) -> Arc<Self> {
        Arc::new(Engines {
            games: Arc::clone(games),
            analysts: LruCache::new(),
        })
    }

    /// Returns a player under the conditions of a match.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn analyst(
        &self,
        curling: &Curling,
        player: &PlayerSpec,
    ) -> Result<Arc<dyn ShotAnalyst>, Fault> {
        let name = name(&(curling.conditions(), player.to_string()))?;
        self.analysts.get(&name, || {
            let built = self.games.curling.under(curling.clone()).analyst(player);
            built
                .map(Arc::from)
                .map_err(|why| Fault::wrong_at("player", why).explained(FaultCode::InvalidPlayer))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shelf_keeps_the_last_ones_asked_for() {
        let shelf = LruCache::new();
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

    fn spec(json: &str) -> Result<String, Fault> {
        let player: CurlingPlayer = serde_json::from_str(json).unwrap();
        let games = Games::of(&crate::Host::default());
        player.spec(&games).map(|spec| spec.to_string())
    }

    #[test]
    fn a_player_is_a_text_or_a_name_with_settings() {
        for (json, text) in [
            (r#""jiritsu:preset=strongest""#, "jiritsu:preset=strongest"),
            (r#"{"name":"sample","mended":true}"#, "sample:mended=on"),
            (
                r#"{"name":"jiritsu","settings":{"depth":3,"table":null}}"#,
                "jiritsu:depth=3",
            ),
            (
                r#"{"name":"jiritsu","preset":"strongest","depth":2}"#,
                "jiritsu:depth=2,preset=strongest",
            ),
        ] {
            assert_eq!(spec(json).unwrap(), text);
        }
        let refused = serde_json::from_str::<CurlingPlayer>("7").unwrap_err();
        assert!(refused.to_string().contains("jiritsu:preset=strongest"));
    }

    #[test]
    fn requests_of_version_0_1_mean_the_same() {
        let former = r#"{"name":"jiritsu","depth":2,"goal":"points","uncertainty":false}"#;
        assert_eq!(
            spec(former).unwrap(),
            "jiritsu:depth=2,goal=points,uncertainty=off"
        );
        let unconcerned = r#"{"name":"greedy","depth":1,"goal":"win","tries":5,"explore":null}"#;
        assert_eq!(spec(unconcerned).unwrap(), "greedy:tries=5");
    }

    #[test]
    fn what_a_page_may_not_ask_is_refused_at_its_place() {
        for (json, place) in [
            (r#"{"name":"greedy","tries":0}"#, "player.tries"),
            (r#"{"name":"jiritsu","file":"/etc/passwd"}"#, "player.file"),
            (r#"{"name":"jiritsu","depth":7}"#, "player.depth"),
            (r#"{"name":"jiritsu","colour":"red"}"#, "player.colour"),
            (r#"{"name":"jiritsu","goal":"win,file=x"}"#, "player.goal"),
            (r#"{"name":"nobody"}"#, "player.name"),
            (r#""program:/bin/true""#, "player"),
        ] {
            assert_eq!(spec(json).unwrap_err().place.unwrap(), place, "{json}");
        }
    }
}
