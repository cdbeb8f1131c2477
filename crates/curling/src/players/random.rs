//! Random player: for tests, and as a baseline.
//!
//! Half of its shots are named ones, equally likely; the others are draws to any place between the
//! hog line and the back line, which leads to all kinds of positions. All its values are even.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::random::Random;
//! use curling::rules::Game;
//! use lookahead::{Control, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let analysis = Random::new(&curling).analyse(&curling, &game, &Control::new(Seed(1)));
//! assert!(analysis.action().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::{self, ShotAnalyst};
use super::shots::Shots;
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use arena::description::Description;
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Control};
use rand::RngExt;
use std::sync::Arc;

/// The random player.
#[derive(Clone, Debug)]
pub struct Random {
    shots: Arc<Shots>,
}

impl Random {
    /// Creates a player for this match.
    pub fn new(curling: &Curling) -> Self {
        Random {
            shots: Arc::new(Shots::new(curling)),
        }
    }

    /// Returns the description of the player.
    pub fn description() -> Description {
        let about = (
            "Throws a random shot of the usual kinds.",
            "よくある種類のショットからランダムに選びます。",
        );
        Description::new("random", about)
    }

    /// Returns a player for this match; it has no settings.
    ///
    /// # Errors
    /// None.
    pub fn from_settings(curling: &Curling, _: &mut Settings) -> Result<Self, SpecError> {
        Ok(Self::new(curling))
    }

    /// Returns a random shot; none where no shot comes next.
    pub fn analyse(&self, _: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let any = || self.any(game, control);
        analyst::without_search(game.slot().map(|_| any()), control)
    }

    fn any(&self, game: &Game, control: &Control<'_>) -> Shot {
        let rng = &mut control.seed.rng();
        if rng.random() {
            let mut named_shots = Vec::new();
            self.shots.named_shots(game, &mut named_shots);
            return named_shots[rng.random_range(0..named_shots.len())].shot;
        }
        let target = Vector::new(rng.random_range(-2.0..2.0), rng.random_range(-5.5..1.8));
        let turn = Turn::BOTH[rng.random_range(0..2_usize)];
        self.shots.aim_table().draw(target, turn)
    }
}

impl ShotAnalyst for Random {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }
}
