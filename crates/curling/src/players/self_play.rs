//! Ends that a player plays against itself, and the win table that comes of thousands of them.
//!
//! One end at a time, from an empty sheet to its last stone: both teams are the same player, who
//! knows what every result of the end is [worth](super::stakes) and nothing else of the match
//! ([`SelfPlay::end`]). What is worth what, how often ends are played and what is made of them is
//! for the [`season`] to say (Kato, Iizuka and Yamamoto 2016, section 3.5); what has been played is
//! written down in a [`ledger`], so that a season can be played in several sittings.
//!
//! Where the hands of the teams differ, they have the hammer in turn: the table is then that of
//! neither team but of both on average. In mixed doubles the stones are placed by
//! [`placement`](super::placement::placement).
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::physics::Mode;
//! use curling::players::jiritsu::Settings;
//! use curling::players::self_play::{Occasion, SelfPlay};
//! use curling::players::stakes::Stakes;
//! use lookahead::{Cancel, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let player = SelfPlay::new(&curling, &Settings::quick(), Mode::Fast)?;
//! let (stakes, seed) = (Stakes::points(), Seed(1));
//! let points = player.end(Occasion::Points, stakes, seed, 0, &Cancel::new()).unwrap();
//! assert!((-8..=8).contains(&points));
//! assert_eq!(player.end(Occasion::Points, stakes, seed, 0, &Cancel::new()), Some(points));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ledger;
pub mod season;

use super::jiritsu::{Jiritsu, KitError, Settings};
use super::placement;
use super::stakes::{Goal, Stakes};
use super::win_table::State;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::physics::Mode;
use crate::rules::{Game, Phase, Team};
use arena::spec::{PlayerSpec, SpecError};
use lookahead::{Cancel, Control, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Somebody who cannot play against itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// Another player.
    #[error("only jiritsu can be told what an end is worth")]
    NotJiritsu,
    /// Not a player at all.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// The settings of a player who is asked for by name; it looks one shot ahead unless `depth` is
/// said behind the name.
///
/// # Errors
/// If it is not `jiritsu`, or has no such settings.
pub fn settings_of(spec: &PlayerSpec) -> Result<Settings, AskError> {
    if spec.name() != "jiritsu" {
        return Err(AskError::NotJiritsu);
    }
    let mut given = super::roster().settings(spec)?;
    let depth: Option<u32> = given.given("depth")?;
    let mut settings = Settings::given(&mut given)?;
    if let Some(value) = given.given("level")? {
        let (key, why) = (
            "level".to_owned(),
            "ends are played at full strength".to_owned(),
        );
        return Err(SpecError::BadValue { key, value, why }.into());
    }
    given.finish();
    settings.search.depth = depth.unwrap_or(1);
    Ok(settings)
}

/// Why an end is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// For as many points as possible.
    Points,
    /// For any point at all: an extra end.
    ExtraEnd,
    /// To win a match from here.
    Match(State),
}

impl Occasion {
    /// Where the dice of its ends start.
    fn stream(self, seed: Seed) -> Seed {
        match self {
            Occasion::Points => seed.stream(0),
            Occasion::ExtraEnd => seed.stream(1),
            Occasion::Match(State {
                ends_left,
                difference,
            }) => {
                let row = seed.stream(2).stream(ends_left as u64);
                row.stream(u64::from(difference.cast_unsigned()))
            }
        }
    }
}

/// The settings of a player that is told what an end is worth: a goal of its own means nothing.
fn without_goal(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.win_table = None;
    settings.search.goal = Goal::default();
    settings
}

/// The [nature](SelfPlay::nature) of a player that is not built yet.
pub(crate) fn nature(conditions: &Conditions, settings: &Settings, mode: Mode) -> Value {
    let settings = without_goal(settings);
    let mut nature = json!({
        "conditions": conditions,
        "player": settings,
        "mode": mode,
    });
    if let Some(experience) = &settings.experience {
        nature["experience"] = json!(arena::fingerprint::of(experience.to_string().bytes()));
    }
    nature
}

/// A player who plays ends against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    player: Jiritsu,
    mode: Mode,
    /// What the results depend on.
    settings: Settings,
}

impl SelfPlay {
    /// A player under the conditions of a match; `mode` is how its throws are run.
    ///
    /// # Errors
    /// If the settings make no sense on this ice.
    pub fn new(curling: &Curling, settings: &Settings, mode: Mode) -> Result<Self, KitError> {
        let settings = without_goal(settings);
        Ok(SelfPlay {
            player: Jiritsu::new(curling, &settings)?,
            mode,
            settings,
        })
    }

    /// All that the results of ends depend on, but for the program itself: for a
    /// [`ledger::Ledger`].
    pub fn identity(&self, seed: Seed) -> Value {
        let mut identity = self.nature();
        identity["seed"] = json!(seed);
        identity
    }

    /// The same without the dice: who plays, where and how.
    pub fn nature(&self) -> Value {
        nature(self.curling().conditions(), &self.settings, self.mode)
    }

    /// The conditions.
    pub fn curling(&self) -> &Curling {
        self.player.kit().curling()
    }

    /// The hammer's points in an end; nothing if it was cancelled. `number` tells the ends of an
    /// occasion apart, and their dice.
    pub fn end(
        &self,
        occasion: Occasion,
        stakes: Stakes,
        seed: Seed,
        number: u64,
        cancel: &Cancel,
    ) -> Option<i8> {
        let seed = occasion.stream(seed).stream(number);
        let mut game = start(self.curling(), occasion, number);
        let (hammer, before) = (game.lead.other(), game.scores.difference());
        let (end, mut rng) = (game.end, seed.rng());
        while game.end == end && game.slot().is_some() {
            let control = Control::new(seed.stream(game.shot.into())).cancel(cancel.clone());
            let found = self.player.look_for(&game, stakes, &control);
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

/// The position before the first stone of an end; `number` tells the ends of an occasion apart,
/// whose hammers take turns.
pub(super) fn start(curling: &Curling, occasion: Occasion, number: u64) -> Game {
    let rules = curling.rules();
    let mut game = Game::new(rules).expect("the rules of a match");
    let hammer = if number.is_multiple_of(2) {
        Team::One
    } else {
        Team::Zero
    };
    game.lead = hammer.other();
    game.chooser = game.chooser.map(|_| hammer);
    if let Occasion::Match(state) = occasion {
        let to_come = u8::try_from(state.ends_left).unwrap_or(u8::MAX);
        game.end = rules.ends.saturating_sub(to_come);
        let most = i32::from(i8::MAX);
        let ahead = state.difference.clamp(-most, most) as i8;
        // Any end but the one to be played.
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
