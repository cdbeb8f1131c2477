//! Aiming: the shot to a target, by the platforms' formula or exactly.

use curling::delivery::RealDeliveries;
use curling::delivery::aim::{Aim, Weight};
use curling::delivery::classic::{Classic, ExampleClient};
use curling::physics::{Ice, ParameterError, Parameters, Physics, Throw};
use curling::{Shot, Stones, Sweep, Turn, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// The method of aiming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CurlingAimWay {
    /// As the platforms' programs: a rule of thumb, a few millimetres off.
    Classic,
    /// So that the stone gets there, on any ice.
    #[default]
    Exact,
}

/// A way to aim on one ice.
pub enum Aiming {
    /// By the rule of the legacy platform and DC2.
    Classic(Classic),
    /// As the example client of Digital Curling 3.
    Example(ExampleClient),
    /// So that the stone gets there.
    Exact(Physics),
}

impl Aiming {
    /// A way to aim on this ice.
    ///
    /// # Errors
    /// If there is no such ice.
    pub fn new(way: CurlingAimWay, parameters: Parameters) -> Result<Self, ParameterError> {
        Ok(match (way, parameters.ice) {
            (CurlingAimWay::Exact, _) => Aiming::Exact(Physics::new(parameters)?),
            // Only DC2's engine divides by the speed; its programs swap in the first guess of a
            // hit.
            (CurlingAimWay::Classic, Ice::Coulomb(ice)) => {
                Aiming::Classic(Classic::on(&ice, !ice.reciprocal))
            }
            (CurlingAimWay::Classic, Ice::Fcv1(ice)) => Aiming::Example(ExampleClient::on(ice)),
        })
    }

    /// A way to aim on the ice of a shot, as it is: worn, and swept where the shot is. Rules of
    /// thumb know nothing of either.
    ///
    /// # Errors
    /// If there is no such ice.
    pub fn on(way: CurlingAimWay, physics: &Physics) -> Result<Self, ParameterError> {
        match way {
            CurlingAimWay::Exact => Ok(Aiming::Exact(physics.clone())),
            CurlingAimWay::Classic => Self::new(way, physics.parameters().clone()),
        }
    }

    /// The swept shot that stops at a target or passes it with a weight.
    ///
    /// # Errors
    /// In words, why there is none.
    pub fn swept(
        &self,
        target: Vector,
        turn: Turn,
        weight: Option<Weight>,
        sweep: Sweep,
    ) -> Result<Shot, String> {
        let Aiming::Exact(physics) = self else {
            return Err("sweeping is for exact aims".to_owned());
        };
        let mut throw = Throw {
            stones: Stones::none(),
            slot: 0,
            shot: Shot::new(Vector::ZERO, turn),
        };
        throw.shot.sweep = Some(sweep);
        throw.possible(physics).map_err(|why| why.to_string())?;
        exact(physics, target, turn, weight, Some(sweep))
    }

    /// The shot that stops at a target or passes it with a weight, and whether it gets there.
    ///
    /// # Errors
    /// In words, why there is none.
    pub fn shot(
        &self,
        target: Vector,
        turn: Turn,
        weight: Option<Weight>,
    ) -> Result<(Shot, bool), String> {
        match (self, weight) {
            (Aiming::Exact(physics), weight) => {
                Ok((exact(physics, target, turn, weight, None)?, true))
            }
            (Aiming::Classic(classic), None) => Ok((classic.draw(target.into(), turn), true)),
            (Aiming::Classic(classic), Some(Weight::Power(power))) => {
                let hit = classic.hit(target.into(), power as f32, turn);
                Ok((hit.shot, hit.arrives))
            }
            (Aiming::Example(client), None) => example(client, target, 0.0, turn),
            (Aiming::Example(client), Some(Weight::SpeedThere(speed))) => {
                example(client, target, speed as f32, turn)
            }
            (Aiming::Classic(_), Some(_)) => {
                Err("a classic hit needs `power`; `speed` is for exact aims".to_owned())
            }
            (Aiming::Example(_), Some(_)) => {
                Err("a classic hit of fcv1 needs `speed`; `power` is for exact aims".to_owned())
            }
        }
    }
}

fn example(
    client: &ExampleClient,
    target: Vector,
    speed: f32,
    turn: Turn,
) -> Result<(Shot, bool), String> {
    let shot = client.shot(target.into(), speed, turn);
    let shot = shot.ok_or("the example client has no shot to such a target: aim exactly")?;
    Ok((shot, true))
}

fn exact(
    physics: &Physics,
    target: Vector,
    turn: Turn,
    weight: Option<Weight>,
    sweep: Option<Sweep>,
) -> Result<Shot, String> {
    let aim = match weight {
        None => Aim::Draw { target },
        Some(weight) => Aim::Through { target, weight },
    };
    let shot = RealDeliveries::new(physics).swept(sweep).shot(&aim, turn);
    shot.map_err(|why| why.to_string())
}
