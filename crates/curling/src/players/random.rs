//! Throws anything: for tests, and as the bottom of every table.
//!
//! Half the time one of the named shots, any as likely as another; else a draw to any place between
//! the hog line and the back line. That way it gets into all kinds of positions. What it is doing
//! it does not know: all values are even.
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

/// Throws anything.
#[derive(Clone, Debug)]
pub struct Random {
    shots: Arc<Shots>,
}

impl Random {
    /// A player of this match.
    pub fn new(curling: &Curling) -> Self {
        Random {
            shots: Arc::new(Shots::new(curling)),
        }
    }

    /// Its description.
    pub fn description() -> Description {
        let about = (
            "Throws any shot of the usual kinds.",
            "普通の種類のショットをでたらめに投げます。",
        );
        Description::new("random", about)
    }

    /// The same: there is nothing to set.
    ///
    /// # Errors
    /// None.
    pub fn from_settings(curling: &Curling, _: &mut Settings) -> Result<Self, SpecError> {
        Ok(Self::new(curling))
    }

    /// Any shot; none where there is none to throw.
    pub fn analyse(&self, _: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let any = || self.any(game, control);
        analyst::at_once(game.slot().map(|_| any()), control)
    }

    fn any(&self, game: &Game, control: &Control<'_>) -> Shot {
        let rng = &mut control.seed.rng();
        if rng.random() {
            let mut plans = Vec::new();
            self.shots.plans(game, &mut plans);
            return plans[rng.random_range(0..plans.len())].shot;
        }
        let target = Vector::new(rng.random_range(-2.0..2.0), rng.random_range(-5.5..1.8));
        let turn = Turn::BOTH[rng.random_range(0..2_usize)];
        self.shots.sight().draw(target, turn)
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
