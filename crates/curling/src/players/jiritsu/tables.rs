//! Tables precomputed for the ice, the players' noise and the settings of a match.

use super::super::broadphase::Broadphase;
use super::super::cache::Cache;
use super::super::evaluation::{Evaluation, WeightsError};
use super::super::kernel::{self, Kernel};
use super::super::lattice::{self, Lattice, LatticeError};
use super::super::protection::{ProtectionError, Tables};
use super::Settings;
use crate::arena_game::Curling;
use crate::delivery::{Skill, TeamSkills};
use crate::rules::Game;
use crate::shot::Shot;
use crate::stones::SLOTS;
use std::sync::Arc;

/// The largest [`Search::last_stone_resolution`](super::Search::last_stone_resolution): the size of
/// the outcome table grows with its fourth power.
pub const FINEST: u32 = 3;

/// Invalid settings of the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// An invalid setting of the lattice.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// An invalid setting of the protection tables.
    #[error(transparent)]
    Protection(#[from] ProtectionError),
    /// An invalid weight of the evaluation.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A depth of 0.
    #[error("invalid search depth 0: give 1 or more")]
    NoDepth,
    /// An invalid resolution for last stones.
    #[error("invalid last-stone resolution {times}: give 1 to {FINEST}")]
    Resolution {
        /// The rejected value.
        times: u32,
    },
}

/// Lattice, outcome probabilities and evaluation of a match.
#[derive(Debug)]
pub struct MatchTables {
    curling: Curling,
    lattice: Arc<Lattice>,
    broadphase: Arc<Broadphase>,
    evaluation: Evaluation,
    /// One kernel per distinct skill of the match.
    kernels: Vec<(Skill, Arc<Kernel>)>,
}

impl MatchTables {
    /// Reads the tables of a match from its cache, or computes them.
    ///
    /// # Errors
    /// If a setting is invalid on this ice.
    pub fn new(curling: &Curling, settings: &Settings) -> Result<Self, SettingsError> {
        let cache = curling.cache();
        let ice = &curling.conditions().ice;
        let points = if settings.fixed_margin {
            settings.lattice.clone()
        } else {
            settings.lattice.for_noise(curling)
        };
        let points = if settings.search.heavy_hits {
            points.with_heavy_hits(curling)
        } else {
            points
        };
        points.check()?;
        let key = (ice, &points);
        let lattice = cache.shared("lattice", &key, || {
            Lattice::new(curling, &points).expect("settings that were checked")
        });
        let broadphase = cache.in_memory("broadphase", &key, || Broadphase::new(curling, &lattice));
        let protection = protection_tables(curling, settings, cache)?;
        let mut tables = MatchTables {
            curling: curling.clone(),
            lattice,
            broadphase,
            evaluation: Evaluation::new(curling, protection, settings.weights)?,
            kernels: Vec::new(),
        };
        tables.add_kernels(&points, settings.search.uncertainty, cache);
        Ok(tables)
    }

    /// Returns the tables of a match with a lattice of `times` the resolution.
    ///
    /// # Errors
    /// If the resolution is out of range, and those of [`MatchTables::new`].
    pub fn with_resolution(
        curling: &Curling,
        settings: &Settings,
        times: u32,
    ) -> Result<Self, SettingsError> {
        if !(1..=FINEST).contains(&times) {
            return Err(SettingsError::Resolution { times });
        }
        let finer = Settings {
            lattice: settings.lattice.refined(times),
            ..settings.clone()
        };
        MatchTables::new(curling, &finer)
    }

    /// Computes the kernel of every player of the match.
    fn add_kernels(&mut self, points: &lattice::Settings, uncertain: bool, cache: &Cache) {
        let conditions = self.curling.conditions();
        for skill in conditions.teams.iter().flat_map(TeamSkills::players) {
            if self.kernels.iter().any(|(known, _)| known == skill) {
                continue;
            }
            let key = (&conditions.ice, points, skill, uncertain);
            let make = || kernel::matrix(&self.curling, &self.lattice, skill, uncertain);
            let made = cache.shared("kernel", &key, make);
            self.kernels.push((*skill, made));
        }
    }

    /// Returns the game with the conditions of the match.
    pub fn curling(&self) -> &Curling {
        &self.curling
    }

    /// Returns the lattice of shots.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the broadphase of these shots.
    pub fn broadphase(&self) -> &Broadphase {
        &self.broadphase
    }

    /// Returns the evaluation of positions.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Returns the outcome probabilities of the candidates for a skill.
    ///
    /// # Panics
    /// If no player of the match has this skill.
    pub fn kernel(&self, skill: &Skill) -> &Kernel {
        let found = self.kernels.iter().find(|(known, _)| known == skill);
        &found.expect("a skill of the match").1
    }

    /// Returns the outcome probabilities for the player who throws each slot of an end.
    pub fn kernels(&self, game: &Game) -> [&Kernel; SLOTS] {
        std::array::from_fn(|slot| {
            let mut then = *game;
            then.shot = slot as u8;
            self.kernel(self.curling.skill(&then))
        })
    }

    /// Returns the shot with this lattice index.
    pub fn shot(&self, index: u32) -> Shot {
        self.lattice.executed()[index as usize].thrown()
    }
}

fn protection_tables(
    curling: &Curling,
    settings: &Settings,
    cache: &Cache,
) -> Result<Arc<Tables>, SettingsError> {
    let key = (&curling.conditions().ice, settings.protection);
    let make = || Tables::new(curling.physics(), &settings.protection);
    let made: Arc<Option<Tables>> = cache.shared("protection", &key, || make().ok());
    match &*made {
        Some(tables) => Ok(Arc::new(tables.clone())),
        // Computed again for its error.
        None => Ok(Arc::new(make()?)),
    }
}
