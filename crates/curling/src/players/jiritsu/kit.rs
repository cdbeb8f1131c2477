//! What is worked out once for the ice, the hands and the settings of a match, and kept.

use super::super::cache::Cache;
use super::super::evaluation::{Evaluation, WeightsError};
use super::super::kernel::{self, Kernel};
use super::super::lattice::{self, Lattice, LatticeError};
use super::super::protection::{ProtectionError, Tables};
use super::super::reach::Reach;
use super::Settings;
use crate::arena_game::Curling;
use crate::delivery::{Skill, Team};
use crate::rules::Game;
use crate::shot::Shot;
use crate::stones::SLOTS;
use std::sync::Arc;

/// The finest lattice for last stones, see [`Search::finer`](super::Search::finer): the table of
/// what may come of shots grows with its fourth power.
pub const FINEST: u32 = 3;

/// Settings that make no player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KitError {
    /// Of the lattice.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// Of the tables of protected stones.
    #[error(transparent)]
    Protection(#[from] ProtectionError),
    /// Of the evaluation.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Of the depth.
    #[error("a depth of 0 looks at no shot: give 1 or more")]
    NoDepth,
    /// Of the lattice for last stones.
    #[error("the lattice for last stones can be 1 to {FINEST} times as fine, not {times} times")]
    Finer {
        /// What was asked for.
        times: u32,
    },
}

/// Lattice, probabilities and evaluation for a match.
#[derive(Debug)]
pub struct Kit {
    curling: Curling,
    lattice: Arc<Lattice>,
    reach: Arc<Reach>,
    evaluation: Evaluation,
    /// For every hand of the match.
    kernels: Vec<(Skill, Arc<Kernel>)>,
}

impl Kit {
    /// What a match needs, from its cache where it is there.
    ///
    /// # Errors
    /// If the settings make no sense on this ice.
    pub fn new(curling: &Curling, settings: &Settings) -> Result<Self, KitError> {
        let cache = curling.cache();
        let ice = &curling.conditions().ice;
        let points = if settings.fixed_margin {
            settings.lattice.clone()
        } else {
            settings.lattice.for_noise(curling)
        };
        let points = if settings.search.heavy {
            points.heavy(curling)
        } else {
            points
        };
        points.check()?;
        let key = (ice, &points);
        let lattice = cache.shared("lattice", &key, || {
            Lattice::new(curling, &points).expect("settings that were checked")
        });
        let reach = cache.remembered("reach", &key, || Reach::new(curling, &lattice));
        let tables = tables(curling, settings, cache)?;
        let mut kit = Kit {
            curling: curling.clone(),
            lattice,
            reach,
            evaluation: Evaluation::new(curling, tables, settings.weights)?,
            kernels: Vec::new(),
        };
        kit.learn_hands(&points, settings.search.uncertainty, cache);
        Ok(kit)
    }

    /// The same with a lattice so many times as fine.
    ///
    /// # Errors
    /// If that is too fine, or [`Kit::new`] has any.
    pub fn finer(curling: &Curling, settings: &Settings, times: u32) -> Result<Self, KitError> {
        if !(1..=FINEST).contains(&times) {
            return Err(KitError::Finer { times });
        }
        let finer = Settings {
            lattice: settings.lattice.finer(times),
            ..settings.clone()
        };
        Kit::new(curling, &finer)
    }

    /// Works out the kernel of everybody in the match.
    fn learn_hands(&mut self, points: &lattice::Settings, uncertain: bool, cache: &Cache) {
        let conditions = self.curling.conditions();
        for skill in conditions.teams.iter().flat_map(Team::players) {
            if self.kernels.iter().any(|(known, _)| known == skill) {
                continue;
            }
            let key = (&conditions.ice, points, skill, uncertain);
            let make = || kernel::matrix(&self.curling, &self.lattice, skill, uncertain);
            let made = cache.shared("kernel", &key, make);
            self.kernels.push((*skill, made));
        }
    }

    /// The match.
    pub fn curling(&self) -> &Curling {
        &self.curling
    }

    /// The shots.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// What they can touch.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// What positions are worth.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// What may come of the candidates of a hand.
    ///
    /// # Panics
    /// If nobody in the match has that hand.
    pub fn kernel(&self, skill: &Skill) -> &Kernel {
        let found = self.kernels.iter().find(|(known, _)| known == skill);
        &found.expect("a hand of the match").1
    }

    /// For every slot of an end, what may come of the candidates of the player who throws it.
    pub fn kernels(&self, game: &Game) -> [&Kernel; SLOTS] {
        std::array::from_fn(|slot| {
            let mut then = *game;
            then.shot = slot as u8;
            self.kernel(self.curling.skill(&then))
        })
    }

    /// A shot of the lattice.
    pub fn shot(&self, number: u32) -> Shot {
        self.lattice.executed()[number as usize].thrown()
    }
}

fn tables(curling: &Curling, settings: &Settings, cache: &Cache) -> Result<Arc<Tables>, KitError> {
    let key = (&curling.conditions().ice, settings.protection);
    let make = || Tables::new(curling.physics(), &settings.protection);
    let made: Arc<Option<Tables>> = cache.shared("protection", &key, || make().ok());
    match &*made {
        Some(tables) => Ok(Arc::new(tables.clone())),
        // Only the error is asked for again.
        None => Ok(Arc::new(make()?)),
    }
}
