//! Looks one shot ahead: the shot after which the house looks best.
//!
//! Every named shot is tried a few times with the noise of who throws, and what the end would give
//! if it stopped there is averaged (with the last stone of an end, what it does give). All shots
//! are given the same luck, so that they are compared under equal conditions. It knows nothing of
//! guards, of the hammer or of the score: a beginner who likes stones in the house.
//!
//! A node, for limits, is one simulated shot.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::greedy::Greedy;
//! use curling::rules::Game;
//! use lookahead::{Control, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let analysis = Greedy::new(&curling).analyse(&curling, &game, &Control::new(Seed(1)));
//! assert!(analysis.value().unwrap() < 0.46); // the lead will mostly lie one, and values are the hammer's
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::{ShotAnalyst, side_of};
use super::end::Moment;
use super::shots::{Plan, Shots};
use super::stakes::Stakes;
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::Shot;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Candidate, Control, Meter, Stop};
use std::sync::Arc;

/// How often a shot is tried unless told otherwise.
const TRIES: u32 = 24;

/// The greedy player.
#[derive(Clone, Debug)]
pub struct Greedy {
    shots: Arc<Shots>,
    /// How often every shot is tried.
    pub tries: u32,
}

impl Greedy {
    /// A player of this match.
    pub fn new(curling: &Curling) -> Self {
        Greedy {
            shots: Arc::new(Shots::new(curling)),
            tries: TRIES,
        }
    }

    /// Its description.
    pub fn description() -> Description {
        let about = (
            "The shot that leaves most points lying, by a few tries of each: looks one shot ahead.",
            "各ショットを数回試し、最も多くの得点が残るものを選びます。1投先だけを読みます。",
        );
        let tries = ("How often every shot is tried.", "各ショットを試す回数。");
        let tries = Setting::integer("tries", 1..=100_000, tries).page(1000);
        Description::new("greedy", about).setting(tries.default(TRIES).unit("tries"))
    }

    /// The player of its settings.
    ///
    /// # Errors
    /// If the setting does not read as such.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        Ok(Greedy {
            tries: settings.value("tries")?,
            ..Self::new(curling)
        })
    }

    /// All shots with what they bring on average, best first; none where there is none to throw.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let meter = control.start();
        let mut plans = Vec::new();
        if game.slot().is_some() {
            self.shots.plans(game, &mut plans);
        }
        let candidate = |plan: &Plan| self.judged(curling, game, plan, control, &meter);
        let mut candidates: Vec<_> = plans.iter().map(candidate).collect();
        let sign = side_of(usize::from(game.shot)).sign();
        let merit = |c: &Candidate<Shot>| (c.visits > 0, sign * c.value);
        candidates.sort_by(|a, b| {
            let ((tried, merit_a), (other_tried, merit_b)) = (merit(a), merit(b));
            (other_tried.cmp(&tried)).then(merit_b.total_cmp(&merit_a))
        });
        Analysis {
            candidates,
            effort: meter.effort(1, Stop::Done),
        }
    }

    fn judged(
        &self,
        curling: &Curling,
        game: &Game,
        plan: &Plan,
        control: &Control<'_>,
        meter: &Meter<'_>,
    ) -> Candidate<Shot> {
        let (stakes, before) = (Stakes::points(), Moment::of(game));
        let rng = &mut control.seed.rng();
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0_u32);
        while count < self.tries.max(1) && meter.tick() {
            let after = before.tried(curling, &plan.shot, rng);
            let value = stakes.of(after.hammers_points(curling.rules()));
            (sum, squares, count) = (sum + value, squares + value * value, count + 1);
        }
        if count == 0 {
            return Candidate::estimate(plan.shot, 0.5);
        }
        let mean = sum / f64::from(count);
        let spread = (squares / f64::from(count) - mean * mean).max(0.0).sqrt();
        Candidate {
            spread,
            error: Some(spread / f64::from(count).sqrt()),
            visits: count.into(),
            ..Candidate::estimate(plan.shot, mean)
        }
    }
}

impl ShotAnalyst for Greedy {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }
}
