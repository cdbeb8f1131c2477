//! The platform's sample program: three rules.
//!
//! A reimplementation of the official `SampleAI` of the legacy platform, after its public copies;
//! contestants start from it, and it is the usual first opponent:
//!
//! 1. The shot stone is the opponent's: hit it full with power 16.
//! 2. It is an own stone: draw a stone two metres in front of it, curling towards the centre line
//!    ("guard").
//! 3. No stone in the house: draw to the tee, clockwise.
//!
//! For the hit the original simulates both turns a hundred times and counts how often the stone
//! leaves the house; but its comparison starts from a number that no count can exceed, so that it
//! always throws clockwise. So does this one, unless [corrected](Sample::corrected).
//!
//! Departures: aiming is exact on any ice, where the original has the platform's rule of thumb; in
//! mixed doubles stones are placed by [`placement`](super::placement::placement).
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::sample::Sample;
//! use curling::rules::Game;
//! use curling::{Turn, Vector};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let shot = Sample::new(&curling).shot(&curling, &game, &mut lookahead::Seed(1).rng());
//! let tee = curling.draw(Vector::ZERO, Turn::Clockwise)?;
//! assert!((shot.velocity - tee.velocity).length() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::{self, ShotAnalyst};
use super::shots::{BEFORE, HitWeight, Shots};
use crate::arena_game::Curling;
use crate::delivery::Delivered;
use crate::physics::{Mode, Throw};
use crate::rules::Game;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Control};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// The number of samples per turn.
const TRIALS: u32 = 100;

/// The sample program.
#[derive(Clone, Debug)]
pub struct Sample {
    shots: Arc<Shots>,
    corrected: bool,
}

impl Sample {
    /// Creates the program as published.
    pub fn new(curling: &Curling) -> Self {
        Sample {
            shots: Arc::new(Shots::new(curling)),
            corrected: false,
        }
    }

    /// Returns the program with the comparison corrected: it hits with the turn that succeeds more
    /// often.
    #[must_use]
    pub fn corrected(self) -> Self {
        Sample {
            corrected: true,
            ..self
        }
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "The platforms' sample program: draws, hits the shot stone, guards its own.",
            "プラットフォーム付属のサンプルプログラムです。ドロー、No.1ストーンへのヒット、自分のストーンのガードをします。",
        );
        let corrected = (
            "Corrects its comparison: hits with the turn that succeeds more often.",
            "意図されていたとおり、成功率の高い回転でヒットします。",
        );
        Description::new("sample", about).setting(Setting::switch("mended", false, corrected))
    }

    /// Returns a player with these settings.
    ///
    /// # Errors
    /// None.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        Ok(Sample {
            corrected: settings.on("mended"),
            ..Self::new(curling)
        })
    }

    /// Returns its shot; none where no shot comes next.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let shot = || self.shot(curling, game, &mut control.seed.rng());
        analyst::without_search(game.slot().map(|_| shot()), control)
    }

    /// Returns the shot by the three rules.
    pub fn shot(&self, curling: &Curling, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
        let aim = self.shots.aim_table();
        match self.shots.shot_stone(&game.stones) {
            None => aim.draw(Vector::ZERO, Turn::Clockwise),
            Some((slot, at)) if (slot ^ usize::from(game.shot)) & 1 == 1 => {
                self.hit(curling, game, slot, at, rng)
            }
            Some((_, at)) => {
                let turn = if at.x < 0.0 {
                    Turn::Clockwise
                } else {
                    Turn::CounterClockwise
                };
                aim.draw(Vector::new(at.x, at.y - BEFORE), turn)
            }
        }
    }

    fn hit(
        &self,
        curling: &Curling,
        game: &Game,
        slot: usize,
        at: Vector,
        rng: &mut Pcg64Mcg,
    ) -> Shot {
        let hits = Turn::BOTH.map(|turn| self.shots.aim_table().hit(at, turn, HitWeight::Normal));
        if !self.corrected {
            return hits[0];
        }
        let successes = hits.map(|shot| successes(curling, game, slot, &shot, rng));
        hits[usize::from(successes[1] > successes[0])]
    }
}

/// Counts the samples in which a shot drives a stone out of the house.
fn successes(
    curling: &Curling,
    game: &Game,
    slot: usize,
    shot: &Shot,
    rng: &mut Pcg64Mcg,
) -> usize {
    let measure = curling.rules().geometry;
    let driven_out = |stones: &Stones| {
        let stone = stones.get(slot);
        stone.is_none_or(|stone| !measure.in_house(stone.at))
    };
    (0..TRIALS)
        .filter_map(|_| sampled(curling, game, shot, rng))
        .filter(driven_out)
        .count()
}

/// Samples the stones after a shot. The rules are not applied: after the last stone of an end they
/// would clear the sheet.
fn sampled(curling: &Curling, game: &Game, shot: &Shot, rng: &mut Pcg64Mcg) -> Option<Stones> {
    let delivered = curling.skill(game).deliver(shot, curling.tee(), rng);
    let Delivered::Thrown(shot) = delivered else {
        return None;
    };
    let throw = Throw {
        stones: game.stones,
        slot: game.slot()?,
        shot,
    };
    let outcome = curling.physics().throw(Mode::Fast, &throw);
    outcome.ok().map(|outcome| outcome.stones)
}

impl ShotAnalyst for Sample {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }
}
