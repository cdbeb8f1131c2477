//! Written ice: the differences from a model's parameters.

use super::NotationError;
use super::conditions::PART;
use super::players::plain_factors;
use crate::physics::{Contact, Ice as Law, Parameters};
use crate::sheet::{Bounds, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The range of the factor on the platform's friction.
pub(super) const FRICTION: (f64, f64) = (0.2, 3.0);
/// The range of the factor on the platform's curl.
pub(super) const CURL: (f64, f64) = (0.0, 3.0);

/// A model of the ice with its stones and its sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingIceModel")]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// The platform of 2014 to 2017.
    Legacy,
    /// Digital Curling 2 of 2019, as published.
    Dc2,
    /// DC2 with its lateral force at a right angle to the path, as it was meant.
    Dc2Repaired,
    /// Digital Curling 3 and 4.
    Fcv1,
}

impl Model {
    const ALL: [Model; 4] = [Model::Legacy, Model::Dc2, Model::Dc2Repaired, Model::Fcv1];

    /// Returns its parameters.
    pub fn parameters(self) -> Parameters {
        match self {
            Model::Legacy => Parameters::legacy(),
            Model::Dc2 => Parameters::dc2(),
            Model::Dc2Repaired => Parameters::dc2_repaired(),
            Model::Fcv1 => Parameters::fcv1(),
        }
    }
}

/// The differences from the platform's ice. Numbers are those of the model: `friction` and `curl`
/// of legacy and dc2, `grip` to `spin_decay` of fcv1, the rest of every model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingIce")]
#[serde(default, deny_unknown_fields)]
pub struct Ice {
    /// The base model; the platform's if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
    /// Deceleration, in m/s².
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Lateral force as a fraction of the deceleration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curl: Option<f64>,
    /// Spin of a delivered stone, in rad/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin: Option<f64>,
    /// Numerator of the friction of fcv1 that grows as the stone slows down, in m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grip: Option<f64>,
    /// The speed below which that friction grows no more, in m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knee: Option<f64>,
    /// Friction coefficient of a very fast stone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// Gravity, in m/s².
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<f64>,
    /// Rate at which the path turns at 1 m/s, in rad/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f64>,
    /// Decay of spin, in rad m/s³.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin_decay: Option<f64>,
    /// Friction coefficient between stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_friction: Option<f64>,
    /// Coefficient of restitution of the normal velocity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// Normal speed up to which a contact is inelastic, in m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution_threshold: Option<f64>,
    /// Time step of the exact simulation, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Width of the sheet, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Whether the lateral force is not at a right angle to the path, as on DC2 as published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skewed: Option<bool>,
    /// Whether the engine multiplies with the reciprocal of the speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reciprocal: Option<bool>,
    /// The impulse solver, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// The lines of the sheet, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// The bounds of play, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

impl Ice {
    /// Returns the differences between two sets of parameters, without loss.
    pub fn of(base: &Parameters, ice: &Parameters) -> Self {
        let mut written = Ice::default();
        let mut so_far = base.clone();
        if std::mem::discriminant(&base.ice) != std::mem::discriminant(&ice.ice) {
            let model = nearest(ice);
            written.model = Some(model);
            so_far = model.parameters();
        }
        for name in ice.names() {
            let value = ice.get(name).expect("it is one of its names");
            if so_far.get(name) != Ok(value) && so_far.set(name, value).is_ok() {
                *written.number(name) = Some(value);
            }
        }
        written.write_whole(&so_far, ice);
        written
    }

    /// Writes the parts without named parameters.
    fn write_whole(&mut self, so_far: &Parameters, ice: &Parameters) {
        if let (Law::Coulomb(from), Law::Coulomb(to)) = (so_far.ice, ice.ice) {
            self.skewed = (from.skewed != to.skewed).then_some(to.skewed);
            self.reciprocal = (from.reciprocal != to.reciprocal).then_some(to.reciprocal);
        }
        self.contact = (so_far.contact != ice.contact).then_some(ice.contact);
        self.sheet = (so_far.sheet != ice.sheet).then_some(ice.sheet);
        self.bounds = (so_far.bounds != ice.bounds).then_some(ice.bounds);
    }

    /// Applies the differences to the parameters of a platform.
    ///
    /// # Errors
    /// The parameter that the model does not have, or whose value is out of range.
    pub fn to_parameters(&self, platform: Parameters) -> Result<Parameters, NotationError> {
        let mut ice = self.model.map_or(platform, Model::parameters);
        for (name, value) in self.clone().numbers() {
            if let Some(value) = *value {
                let set = ice.set(name, value);
                set.map_err(|why| NotationError::new(PART, format!("ice.{name}"), why))?;
            }
        }
        for (name, flag) in [("skewed", self.skewed), ("reciprocal", self.reciprocal)] {
            let (Some(flag), law) = (flag, &mut ice.ice) else {
                continue;
            };
            match (name, law) {
                ("skewed", Law::Coulomb(ice)) => ice.skewed = flag,
                (_, Law::Coulomb(ice)) => ice.reciprocal = flag,
                (_, Law::Fcv1(_)) => {
                    let why = (
                        "only the ice of legacy and dc2 has this parameter",
                        "この値があるのはlegacyとdc2のアイスだけです",
                    );
                    return Err(NotationError::new(PART, format!("ice.{name}"), why));
                }
            }
        }
        ice.contact = self.contact.unwrap_or(ice.contact);
        ice.sheet = self.sheet.unwrap_or(ice.sheet);
        ice.bounds = self.bounds.unwrap_or(ice.bounds);
        Ok(ice)
    }

    fn numbers(&mut self) -> [(&'static str, &mut Option<f64>); 14] {
        [
            ("friction", &mut self.friction),
            ("curl", &mut self.curl),
            ("spin", &mut self.spin),
            ("grip", &mut self.grip),
            ("knee", &mut self.knee),
            ("floor", &mut self.floor),
            ("gravity", &mut self.gravity),
            ("yaw", &mut self.yaw),
            ("spin_decay", &mut self.spin_decay),
            ("contact_friction", &mut self.contact_friction),
            ("restitution", &mut self.restitution),
            ("restitution_threshold", &mut self.restitution_threshold),
            ("step", &mut self.step),
            ("width", &mut self.width),
        ]
    }

    fn number(&mut self, name: &str) -> &mut Option<f64> {
        let mut numbers = self.numbers().into_iter();
        let found = numbers.find(|(known, _)| *known == name);
        found.expect("every parameter with a name is here").1
    }
}

/// Returns the model with the same law and the fewest differences.
fn nearest(ice: &Parameters) -> Model {
    let same = |model: &Model| {
        let model = model.parameters();
        std::mem::discriminant(&model.ice) == std::mem::discriminant(&ice.ice)
    };
    let alike = |model: &&Model| same(model) && model.parameters().bounds == ice.bounds;
    let found = Model::ALL.iter().find(alike);
    let found = found.or_else(|| Model::ALL.iter().find(|model| same(model)));
    *found.expect("there is a model of every law")
}

/// Returns the factors on friction and curl that lead from one ice to another, if two such factors
/// do, exactly.
pub(super) fn factors(base: &Parameters, ice: &Parameters) -> Option<(f64, f64)> {
    let pair = |ice: &Parameters| match ice.ice {
        Law::Coulomb(ice) => (ice.friction, ice.curl),
        Law::Fcv1(ice) => (ice.gravity, ice.yaw),
    };
    let (from, to) = (pair(base), pair(ice));
    let fits = |&(friction, curl): &(f64, f64)| {
        let allowed = |value: f64, (low, high): (f64, f64)| (low..=high).contains(&value);
        allowed(friction, FRICTION)
            && allowed(curl, CURL)
            && base.clone().with_friction(friction).with_curl(curl) == *ice
    };
    let curls = plain_factors(from.1, to.1);
    let both = |friction: f64| curls.map(|curl| (friction, curl));
    let mut all = plain_factors(from.0, to.0).into_iter().flat_map(both);
    all.find(fits)
}
