//! Monte Carlo tree search over named shots, each executed with noise.
//!
//! After Ohto and Tanaka's *Ayumu*, the strongest program of the first Digital Curling contests ("A
//! curling agent based on the Monte-Carlo tree search considering the similarity of the best action
//! among similar states", 2016): shots from a finite list ([`super::shots`]), noise simulated,
//! rollouts to the last stone of the end, and the chance of winning the match as result. It is our
//! reading of the idea, not the original program: outcomes of a shot are drawn as its visits grow
//! (double progressive widening, which `lookahead::mcts::continuous` offers as
//! [`Method::Widening`]) instead of being shared between similar states, and rollouts follow
//! [`super::rollout_policy`].
//!
//! At the root all named shots are candidates, further down only the natural ones. A node, for
//! limits, is one simulation.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::ayumu::Ayumu;
//! use curling::rules::Game;
//! use curling::Vector;
//! use lookahead::{Control, Limit, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let mut game = Game::new(curling.rules())?;
//! game.stones.place(14, Vector::new(1.0, 0.5)); // the lead lies one, and one stone is left
//! game.shot = 15;
//! let control = Control::new(Seed(1)).limit(Limit::nodes(2000));
//! let analysis = Ayumu::new(&curling).analyse(&curling, &game, &control);
//! assert!(analysis.value().unwrap() > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::ShotAnalyst;
use super::end::{End, EndPosition};
use super::end_utility::Goal;
use super::limits;
use super::shots::Shots;
use super::win_table::table_for;
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::Shot;
use arena::analyst::DefaultLimits;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings as Given, SpecError};
use lookahead::mcts::KernelUct;
use lookahead::mcts::continuous::{Method, Settings};
use lookahead::{Analysis, Control};
use std::sync::Arc;

/// The number of simulations without a limit.
const DEFAULT_SIMULATIONS: u64 = 20_000;

/// The player.
#[derive(Clone, Debug)]
pub struct Ayumu {
    shots: Arc<Shots>,
    /// The goal.
    pub goal: Goal,
    /// The settings of the search.
    pub settings: Settings,
    /// The limits of the search.
    pub patience: DefaultLimits,
}

impl Ayumu {
    /// Creates a player for this match with the default settings.
    pub fn new(curling: &Curling) -> Self {
        Ayumu {
            shots: Arc::new(Shots::new(curling)),
            goal: Goal::default(),
            settings: Settings {
                method: Method::Widening,
                exploration: 0.15,
                max_actions: 0, // those on the list, and no others
                trees: 2,
                ..Settings::default()
            },
            patience: limits::simulations(DEFAULT_SIMULATIONS),
        }
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "Monte Carlo tree search over kinds of shots, after the contest program Ayumu.",
            "大会プログラム「歩」にならった、ショットの種類についてのモンテカルロ木探索です。",
        );
        with_presets(Description::new("ayumu", about).settings(Self::described()))
    }

    /// Returns the descriptions of its settings.
    pub(super) fn described() -> Vec<Setting> {
        let explore = (
            "The weight of exploring shots that were tried rarely.",
            "あまり試していないショットを探索する重み。",
        );
        let trees = (
            "Independent trees that grow side by side, on as many cores.",
            "並行して育てる独立な探索木の数。その数のコアを使います。",
        );
        let mut all = limits::described(DEFAULT_SIMULATIONS).to_vec();
        all.extend([
            Goal::described(),
            Setting::number("explore", 0.0..=100.0, explore)
                .page(10)
                .default(0.15),
            Setting::integer("trees", 1..=1024, trees)
                .page(64)
                .default(2)
                .unit("trees"),
        ]);
        all
    }

    /// Returns a player with these settings.
    ///
    /// # Errors
    /// If a setting cannot be read.
    pub fn from_settings(curling: &Curling, given: &mut Given) -> Result<Self, SpecError> {
        let usual = Self::new(curling);
        Ok(Ayumu {
            patience: limits::from_settings(given, DEFAULT_SIMULATIONS)?,
            goal: given.value("goal")?,
            settings: Settings {
                exploration: given.value("explore")?,
                trees: given.value("trees")?,
                ..usual.settings
            },
            ..usual
        })
    }

    /// Returns the named shots of this match.
    pub fn shots(&self) -> &Shots {
        &self.shots
    }

    /// Returns all shots with their values, best first; none where no shot comes next.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        self.analyse_for(curling, game, self.goal, control)
    }

    /// Returns all shots with their values for another goal.
    pub fn analyse_for(
        &self,
        curling: &Curling,
        game: &Game,
        goal: Goal,
        control: &Control<'_>,
    ) -> Analysis<Shot> {
        let utility = goal.utility(table_for(curling.conditions()), curling.rules(), game);
        let end = End::new(curling, &self.shots, game, utility);
        let search = KernelUct::new(&end).settings(self.settings);
        search.search(&EndPosition::of(game), &self.patience.apply(control))
    }
}

/// Adds the presets of simulating players.
pub(super) fn with_presets(description: Description) -> Description {
    let quick = (
        "Few simulations: an answer in a moment.",
        "少ないシミュレーションですぐに答えます。",
    );
    let strong = (
        "Many simulations: better shots, slower.",
        "多くのシミュレーションでより良いショットを選びます。時間がかかります。",
    );
    description
        .preset("quick", quick, &[("sims", "2000")])
        .preset("strong", strong, &[("sims", "200000")])
}

impl ShotAnalyst for Ayumu {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }

    fn goal(&self, _: &Curling, _: &Game) -> Goal {
        self.goal
    }
}
