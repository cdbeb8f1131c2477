//! Value models shipped with the crate, and the choice among them.
//!
//! Each file of `crates/curling/experience` has the conditions it was trained for and the command
//! that made it. A match takes the model of its discipline and its ice ([`shipped_for`]); what
//! still differs, the player says ([`learned_for`](crate::players::learned_for)).

use super::ValueModel;
use crate::conditions::Conditions;
use crate::players::learned_for::{Difference, differences};
use std::sync::{Arc, LazyLock};

/// The texts of the shipped models, by the name of their conditions.
const TEXTS: [(&str, &str); 2] = [
    ("legacy", include_str!("../../../experience/legacy.txt")),
    ("dc4", include_str!("../../../experience/dc4.txt")),
];

/// The shipped models.
static MODELS: LazyLock<Vec<(&str, Arc<ValueModel>)>> = LazyLock::new(|| {
    let model = |text: &str| Arc::new(text.parse().expect("a valid shipped model"));
    TEXTS.map(|(name, text)| (name, model(text))).into()
});

/// Returns all shipped models with the names of their conditions.
pub fn shipped() -> impl Iterator<Item = (&'static str, Arc<ValueModel>)> {
    MODELS
        .iter()
        .map(|(name, model)| (*name, Arc::clone(model)))
}

/// Returns the shipped model for the conditions of a match: of the same discipline and the same ice
/// if there is one, otherwise that with the fewest differences.
///
/// ```
/// use curling::conditions::Conditions;
/// use curling::players::value_model::shipped_for;
///
/// let (paper, legacy) = (Conditions::paper(), Conditions::legacy());
/// assert_eq!(shipped_for(&paper), shipped_for(&legacy)); // of one ice
/// ```
///
/// # Panics
/// Never: there are shipped models.
pub fn shipped_for(conditions: &Conditions) -> Arc<ValueModel> {
    let distance = |model: &ValueModel| {
        let differences = differences(model.learned_for.as_ref(), conditions);
        let has = |difference: &Difference| differences.contains(difference);
        (
            has(&Difference::Discipline),
            has(&Difference::Platform),
            differences.len(),
        )
    };
    let nearest = shipped().min_by_key(|(_, model)| distance(model));
    nearest.expect("a shipped model").1
}

/// The source of a player's value model.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Experience {
    /// None: the paper's evaluation.
    #[default]
    Off,
    /// The [shipped](shipped_for) model for the conditions of the match.
    Shipped,
    /// A model of its own.
    Own(Arc<ValueModel>),
}

impl Experience {
    /// Returns the model for the conditions of a match.
    pub fn model(&self, conditions: &Conditions) -> Option<Arc<ValueModel>> {
        match self {
            Experience::Off => None,
            Experience::Shipped => Some(shipped_for(conditions)),
            Experience::Own(model) => Some(Arc::clone(model)),
        }
    }
}
