//! Self-play of single ends.
//!
//! An end is played from an empty sheet to its last stone ([`SelfPlay::end`]): both teams are the
//! same player, which knows the [utility](super::end_utility) of every result of the end and
//! nothing else of the match. The scenarios, the number of ends and the estimate made of them are
//! those of [`win_table_training`](super::win_table_training).
//!
//! Where the skills of the teams differ, they have the hammer in turn: the results are then the
//! average of both. In mixed doubles the stones are placed by
//! [`placement`](super::placement::placement).
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::physics::Mode;
//! use curling::players::end_utility::EndUtility;
//! use curling::players::jiritsu::Settings;
//! use curling::players::self_play::{Scenario, SelfPlay};
//! use lookahead::{Cancel, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let player = SelfPlay::new(&curling, &Settings::quick(), Mode::Fast)?;
//! let (utility, seed) = (EndUtility::points(), Seed(1));
//! let points = player.end(Scenario::Points, utility, seed, 0, &Cancel::new()).unwrap();
//! assert!((-8..=8).contains(&points));
//! assert_eq!(player.end(Scenario::Points, utility, seed, 0, &Cancel::new()), Some(points));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::end_utility::{EndUtility, Goal};
use super::jiritsu::{Jiritsu, Settings, SettingsError};
use super::placement;
use super::real_ice::IceAwareness;
use super::win_table::State;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::physics::Mode;
use crate::rules::{Game, Phase, Team};
use arena::spec::{PlayerSpec, SpecError};
use lookahead::{Cancel, Control, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A player that self-play does not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedPlayer {
    /// Another player than `jiritsu`.
    #[error("only jiritsu can play for a given utility")]
    NotJiritsu,
    /// An invalid player text.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// Returns the settings of a player text; the depth is 1 unless the text sets `depth`.
///
/// # Errors
/// If the player is not `jiritsu`, or a setting is invalid.
pub fn settings_of(spec: &PlayerSpec) -> Result<Settings, UnsupportedPlayer> {
    if spec.name() != "jiritsu" {
        return Err(UnsupportedPlayer::NotJiritsu);
    }
    let mut given = super::roster().settings(spec)?;
    let depth: Option<u32> = given.given("depth")?;
    let mut settings = Settings::given(&mut given)?;
    for (key, why) in [
        ("level", "self-play is at full strength"),
        (
            IceAwareness::KEY,
            "self-play is on the ice of the conditions",
        ),
    ] {
        if let Some(value) = given.given(key)? {
            let (key, why) = (key.to_owned(), format!("{why}: leave `{key}` out"));
            return Err(SpecError::BadValue { key, value, why }.into());
        }
    }
    given.finish();
    settings.search.depth = depth.unwrap_or(1);
    Ok(settings)
}

/// The scenario of an end: its place in a match, which decides the utility of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// An end for as many points as possible.
    Points,
    /// An extra end, in which any score wins.
    ExtraEnd,
    /// An end of a match in this state.
    Match(State),
}

impl Scenario {
    /// Returns the random stream of its ends.
    pub(super) fn stream(self, seed: Seed) -> Seed {
        match self {
            Scenario::Points => seed.stream(0),
            Scenario::ExtraEnd => seed.stream(1),
            Scenario::Match(State {
                ends_left,
                difference,
            }) => {
                let row = seed.stream(2).stream(ends_left as u64);
                row.stream(u64::from(difference.cast_unsigned()))
            }
        }
    }
}

/// Returns the settings without goal and win table, which the given utility replaces.
fn without_goal(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.win_table = None;
    settings.platform_table = false;
    settings.search.goal = Goal::default();
    settings
}

/// Returns the [nature](SelfPlay::nature) of a player that is not built.
pub(crate) fn nature(conditions: &Conditions, settings: &Settings, mode: Mode) -> Value {
    let settings = without_goal(settings);
    let mut nature = json!({
        "conditions": conditions,
        "player": settings,
        "mode": mode,
    });
    if let Some(model) = settings.experience.model(conditions) {
        nature["experience"] = json!(arena::fingerprint::of(model.to_string().bytes()));
    }
    nature
}

/// A player for self-play under the conditions of a match.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    player: Jiritsu,
    mode: Mode,
    /// The settings that the results depend on.
    settings: Settings,
}

impl SelfPlay {
    /// Creates a player under the conditions of a match; `mode` is the simulation of its throws.
    ///
    /// # Errors
    /// If a setting is invalid on this ice.
    pub fn new(curling: &Curling, settings: &Settings, mode: Mode) -> Result<Self, SettingsError> {
        let settings = without_goal(settings);
        Ok(SelfPlay {
            player: Jiritsu::new(curling, &settings)?,
            mode,
            settings,
        })
    }

    /// Returns the identity of a run: all that the results depend on, the program itself apart. See
    /// [`EndLog`](super::win_table_training::log::EndLog).
    pub fn identity(&self, seed: Seed) -> Value {
        let mut identity = self.nature();
        identity["seed"] = json!(seed);
        identity
    }

    /// Returns the identity without the seed: conditions, player and simulation.
    pub fn nature(&self) -> Value {
        nature(self.curling().conditions(), &self.settings, self.mode)
    }

    /// Returns the conditions.
    pub fn curling(&self) -> &Curling {
        self.player.tables().curling()
    }

    /// Plays an end and returns the hammer's points; `None` if cancelled. `number` distinguishes
    /// the ends of a scenario and their random streams.
    pub fn end(
        &self,
        scenario: Scenario,
        utility: EndUtility,
        seed: Seed,
        number: u64,
        cancel: &Cancel,
    ) -> Option<i8> {
        let seed = scenario.stream(seed).stream(number);
        let mut game = start(self.curling(), scenario, number);
        let (hammer, before) = (game.lead.other(), game.scores.difference());
        let (end, mut rng) = (game.end, seed.rng());
        while game.end == end && game.slot().is_some() {
            let control = Control::new(seed.stream(game.shot.into())).cancel(cancel.clone());
            let found = self.player.search_for(&game, utility, &control);
            if cancel.is_cancelled() {
                return None;
            }
            let best = found.best().expect("a lattice has shots").action;
            let shot = self.player.shot(&game, best);
            game = self
                .curling()
                .after_attempt(self.mode, &game, &shot, &mut rng);
        }
        let gained = game.scores.difference() - before;
        Some(hammer.signed(gained as i8))
    }
}

/// Returns the position before the first stone of an end. The teams have the hammer in turn, by the
/// number of the end.
pub(super) fn start(curling: &Curling, scenario: Scenario, number: u64) -> Game {
    let rules = curling.rules();
    let mut game = Game::new(rules).expect("the rules of a match");
    let hammer = if number.is_multiple_of(2) {
        Team::One
    } else {
        Team::Zero
    };
    game.lead = hammer.other();
    game.chooser = game.chooser.map(|_| hammer);
    if let Scenario::Match(state) = scenario {
        let to_come = u8::try_from(state.ends_left).unwrap_or(u8::MAX);
        game.end = rules.ends.saturating_sub(to_come);
        let most = i32::from(i8::MAX);
        let ahead = state.difference.clamp(-most, most) as i8;
        // In any end but the one to be played.
        game.scores.ends[usize::from(game.end == 0)] = hammer.signed(ahead);
    }
    if game.phase == Phase::Placing {
        let wish = placement::placement(rules, &game);
        game.place(rules, wish).expect("a placement by the rules");
    }
    game
}

#[cfg(test)]
mod tests;
