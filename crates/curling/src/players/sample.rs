//! The platform's sample program: three rules.
//!
//! What the official `SampleAI` of the legacy platform does, in our own words after its public
//! copies; it is what beginners of the contests start from, and everybody's first opponent:
//!
//! 1. The stone nearest the tee is the other team's and in the house: hit it full with power 16.
//! 2. It is one's own: draw a stone two metres before it, turning towards the centre line
//!    ("guard").
//! 3. No stone in the house: draw to the tee, clockwise.
//!
//! For the hit it simulates both turns a hundred times and counts how often the stone leaves the
//! house; but its comparison starts from a number that no count can exceed, so that it always
//! throws clockwise. So do we, unless told to [mend](Sample::mended) that.
//!
//! Ours: aiming is exact and works on any ice, where the original has the platform's rule of thumb;
//! in mixed doubles stones are placed by the rule of [`placement`](super::placement::placement).
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
use super::shots::{BEFORE, Pace, Shots};
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

/// How often each turn is tried.
const TRIALS: u32 = 100;

/// The sample program.
#[derive(Clone, Debug)]
pub struct Sample {
    shots: Arc<Shots>,
    mended: bool,
}

impl Sample {
    /// The program as published.
    pub fn new(curling: &Curling) -> Self {
        Sample {
            shots: Arc::new(Shots::new(curling)),
            mended: false,
        }
    }

    /// The program as it was surely meant: hits with the turn that works more often.
    #[must_use]
    pub fn mended(self) -> Self {
        Sample {
            mended: true,
            ..self
        }
    }

    /// Its description.
    pub fn description() -> Description {
        let about = (
            "The platforms' sample program: draws, hits the shot stone, guards its own.",
            "プラットフォーム付属のサンプルプログラムです。ドロー、No.1 ストーンへのヒット、自分の石のガードをします。",
        );
        let mended = (
            "Hits with the turn that works more often, as was surely meant.",
            "意図されていたとおり、成功率の高い回転でヒットします。",
        );
        Description::new("sample", about).setting(Setting::switch("mended", false, mended))
    }

    /// The player of its settings.
    ///
    /// # Errors
    /// None.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        Ok(Sample {
            mended: settings.on("mended"),
            ..Self::new(curling)
        })
    }

    /// Its shot; none where there is none to throw.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let shot = || self.shot(curling, game, &mut control.seed.rng());
        analyst::at_once(game.slot().map(|_| shot()), control)
    }

    /// The three rules.
    pub fn shot(&self, curling: &Curling, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
        let sight = self.shots.sight();
        match self.shots.shot_stone(&game.stones) {
            None => sight.draw(Vector::ZERO, Turn::Clockwise),
            Some((slot, at)) if (slot ^ usize::from(game.shot)) & 1 == 1 => {
                self.hit(curling, game, slot, at, rng)
            }
            Some((_, at)) => {
                let turn = if at.x < 0.0 {
                    Turn::Clockwise
                } else {
                    Turn::CounterClockwise
                };
                sight.draw(Vector::new(at.x, at.y - BEFORE), turn)
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
        let hits = Turn::BOTH.map(|turn| self.shots.sight().hit(at, turn, Pace::Normal));
        if !self.mended {
            return hits[0];
        }
        let works = hits.map(|shot| works(curling, game, slot, &shot, rng));
        hits[usize::from(works[1] > works[0])]
    }
}

/// How often a shot drives a stone out of the house.
fn works(curling: &Curling, game: &Game, slot: usize, shot: &Shot, rng: &mut Pcg64Mcg) -> usize {
    let measure = curling.rules().geometry;
    let driven_out = |stones: &Stones| {
        let stone = stones.get(slot);
        stone.is_none_or(|stone| !measure.in_house(stone.at))
    };
    (0..TRIALS)
        .filter_map(|_| tried(curling, game, shot, rng))
        .filter(driven_out)
        .count()
}

/// The stones after a shot was tried. Not judged by the rules: after the last stone of an end these
/// would clear the sheet.
fn tried(curling: &Curling, game: &Game, shot: &Shot, rng: &mut Pcg64Mcg) -> Option<Stones> {
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
