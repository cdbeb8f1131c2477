//! The ice of each shot of a match: friction that changes from shot to shot, and wear.
//!
//! As Mori's thesis (2019, section 7) proposes, there is a simulator for every shot with a friction
//! of its own; each is made when its shot comes, and kept.

use super::ConditionsError;
use crate::conditions::IceChanges;
use crate::physics::{Physics, Surface, Wear};
use crate::rules::{Game, Rules};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most simulators that are kept; more than the shots of a match of ten ends.
const KEPT: usize = 256;

/// The simulators of a match with other friction than that of the conditions, by the bits of the
/// factor. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchIce(Arc<Mutex<BTreeMap<u64, Physics>>>);

/// Returns the ice with sweeping as the changes allow it, if it exists with the friction of every
/// shot.
pub(super) fn allowing(changes: &IceChanges, physics: Physics) -> Result<Physics, ConditionsError> {
    changes.check()?;
    for factor in changes.friction_range() {
        let ice = physics.parameters().clone().with_friction(factor);
        ice.check()?;
    }
    let swept = physics.on(Surface {
        sweeping: changes.sweeping,
        wear: None,
    });
    Ok(swept?)
}

impl MatchIce {
    /// Returns the ice of the next shot of a match.
    pub(super) fn of_shot<'a>(
        &self,
        changes: &IceChanges,
        physics: &'a Physics,
        rules: &Rules,
        game: &Game,
    ) -> Cow<'a, Physics> {
        let factor = changes.friction_of(game.shots_before(rules));
        let physics = if factor == 1.0 {
            Cow::Borrowed(physics)
        } else {
            Cow::Owned(self.with_friction(physics, factor))
        };
        match changes.wear {
            Some(rate) if !game.passages.is_none() => {
                let surface = Surface {
                    wear: Some(Wear {
                        rate,
                        passages: game.passages,
                    }),
                    ..physics.surface()
                };
                let worn = physics.into_owned().on(surface);
                Cow::Owned(worn.expect("the changes were checked"))
            }
            _ => physics,
        }
    }

    fn with_friction(&self, physics: &Physics, factor: f64) -> Physics {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = lock().get(&factor.to_bits()) {
            return made.clone();
        }
        // Made outside of the lock: others need not wait.
        let parameters = physics.parameters().clone().with_friction(factor);
        let made = Physics::new(parameters).and_then(|made| made.on(physics.surface()));
        let made = made.expect("the friction of every shot was checked");
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(factor.to_bits(), made.clone());
        made
    }
}
