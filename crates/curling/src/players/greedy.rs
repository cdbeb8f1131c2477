//! Greedy player: the named shot with the best mean score, one shot deep.
//!
//! Every named shot is sampled a few times with the noise of the throwing player, and the score as
//! the house then stands is averaged (after the last stone, the result of the end). All shots use
//! the same random numbers, which reduces the variance of comparisons. Guards, the hammer and the
//! score of the match are ignored.
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
use super::end::EndPosition;
use super::end_utility::EndUtility;
use super::shots::{NamedShot, Shots};
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::Shot;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Candidate, Control, Meter, Stop};
use std::sync::Arc;

/// The default number of samples per shot.
const TRIES: u32 = 24;

/// The greedy player.
#[derive(Clone, Debug)]
pub struct Greedy {
    shots: Arc<Shots>,
    /// The number of samples per shot.
    pub tries: u32,
}

impl Greedy {
    /// Creates a player for this match.
    pub fn new(curling: &Curling) -> Self {
        Greedy {
            shots: Arc::new(Shots::new(curling)),
            tries: TRIES,
        }
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "The shot with the most points lying afterwards, by a few samples of each: looks one shot ahead.",
            "各ショットを数回試し、平均得点が最も高いものを選びます。1投先だけを読みます。",
        );
        let tries = ("The number of samples per shot.", "各ショットを試す回数。");
        let tries = Setting::integer("tries", 1..=100_000, tries).page(1000);
        Description::new("greedy", about).setting(tries.default(TRIES).unit("tries"))
    }

    /// Returns a player with these settings.
    ///
    /// # Errors
    /// If the setting cannot be read.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        Ok(Greedy {
            tries: settings.value("tries")?,
            ..Self::new(curling)
        })
    }

    /// Returns all shots with their mean scores, best first; none where no shot comes next.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let meter = control.start();
        let mut named_shots = Vec::new();
        if game.slot().is_some() {
            self.shots.named_shots(game, &mut named_shots);
        }
        let candidate =
            |named_shot: &NamedShot| self.evaluated(curling, game, named_shot, control, &meter);
        let mut candidates: Vec<_> = named_shots.iter().map(candidate).collect();
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

    fn evaluated(
        &self,
        curling: &Curling,
        game: &Game,
        named_shot: &NamedShot,
        control: &Control<'_>,
        meter: &Meter<'_>,
    ) -> Candidate<Shot> {
        let (utility, before) = (EndUtility::points(), EndPosition::of(game));
        let rng = &mut control.seed.rng();
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0_u32);
        while count < self.tries.max(1) && meter.tick() {
            let after = before.tried(curling, &named_shot.shot, rng);
            let value = utility.of(after.hammers_points(curling.rules()));
            (sum, squares, count) = (sum + value, squares + value * value, count + 1);
        }
        if count == 0 {
            return Candidate::estimate(named_shot.shot, 0.5);
        }
        let mean = sum / f64::from(count);
        let spread = (squares / f64::from(count) - mean * mean).max(0.0).sqrt();
        Candidate {
            spread,
            error: Some(spread / f64::from(count).sqrt()),
            visits: count.into(),
            ..Candidate::estimate(named_shot.shot, mean)
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
