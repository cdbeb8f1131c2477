//! Kernel-regression UCT: every simulation informs the values of all shots near the one thrown.
//!
//! After Yee, Lisý and Bowling, "Monte Carlo tree search in continuous action spaces with execution
//! uncertainty" (2016), the strongest published approach of its time. A shot is a point of a
//! continuum; the kernel is the noise of the throwing player, so that the value of an intended shot
//! is the regression over the outcomes near it, and new shots are tried between the named ones
//! where few simulations are. The search is `lookahead::mcts::continuous`, which states its
//! departures from the paper; the initial shots are those of [`super::shots`], and rollouts follow
//! [`super::rollout_policy`].
//!
//! A node, for limits, is one simulation.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::krucb::KrUcb;
//! use curling::rules::Game;
//! use curling::Vector;
//! use lookahead::{Control, Limit, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let mut game = Game::new(curling.rules())?;
//! game.stones.place(14, Vector::new(1.0, 0.5)); // the lead lies one, and one stone is left
//! game.shot = 15;
//! let control = Control::new(Seed(1)).limit(Limit::nodes(2000));
//! let analysis = KrUcb::new(&curling).analyse(&curling, &game, &control);
//! assert!(analysis.value().unwrap() > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::ShotAnalyst;
use super::ayumu::{self, Ayumu};
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
use lookahead::mcts::continuous::Settings;
use lookahead::{Analysis, Control};
use std::sync::Arc;

/// The number of simulations without a limit.
const DEFAULT_SIMULATIONS: u64 = 20_000;

/// The player.
#[derive(Clone, Debug)]
pub struct KrUcb {
    shots: Arc<Shots>,
    /// The goal.
    pub goal: Goal,
    /// The settings of the search.
    pub settings: Settings,
    /// The limits of the search.
    pub patience: DefaultLimits,
}

impl KrUcb {
    /// Creates a player for this match with the default settings.
    pub fn new(curling: &Curling) -> Self {
        KrUcb {
            shots: Arc::new(Shots::new(curling)),
            goal: Goal::default(),
            settings: Settings {
                exploration: 0.15,
                widening_coefficient: 2.0,
                trees: 2,
                ..Settings::default()
            },
            patience: limits::simulations(DEFAULT_SIMULATIONS),
        }
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "Tree search with kernel regression over all shots (KR-UCT): a simulation counts for all shots near it.",
            "全ショットに対するカーネル回帰つきの木探索 (KR-UCT) です。1回のシミュレーションが近くのショットすべてに反映されます。",
        );
        let widening = (
            "How quickly new shots are tried between the named ones.",
            "新しいショットを候補に加える速さの係数。",
        );
        let widening = Setting::number("widening", 0.0..=1000.0, widening);
        let description = Description::new("krucb", about)
            .settings(Ayumu::described())
            .setting(widening.default(2).formerly("widen"));
        ayumu::with_presets(description)
    }

    /// Returns a player with these settings.
    ///
    /// # Errors
    /// If a setting cannot be read.
    pub fn from_settings(curling: &Curling, given: &mut Given) -> Result<Self, SpecError> {
        let usual = Self::new(curling);
        let how = usual.settings;
        Ok(KrUcb {
            patience: limits::from_settings(given, DEFAULT_SIMULATIONS)?,
            goal: given.value("goal")?,
            settings: Settings {
                exploration: given.value("explore")?,
                widening_coefficient: given.value("widening")?,
                trees: given.value("trees")?,
                ..how
            },
            ..usual
        })
    }

    /// Returns all tried shots with their values, best first; none where no shot comes next.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let utility = self
            .goal
            .utility(table_for(curling.conditions()), curling.rules(), game);
        let end = End::new(curling, &self.shots, game, utility);
        let search = KernelUct::new(&end).settings(self.settings);
        search.search(&EndPosition::of(game), &self.patience.apply(control))
    }
}

impl ShotAnalyst for KrUcb {
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
