//! Map between the two normal deviates of a throw and the resting place of the stone.

use crate::arena_game::Curling;
use crate::delivery::Noise;
use crate::delivery::Skill;
use crate::delivery::noise::Dc3Noise;
use crate::physics::Glide;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;

/// The change of velocity for numerical derivatives, as a share of the speed: some fifteen
/// centimetres at the tee, far above time steps and single precision.
const CHANGE: f64 = 2e-3;

/// The most passes of Newton's method; three are enough on realistic ice.
const PASSES: usize = 10;

/// The tolerance of a place, in metres.
const CLOSE: f64 = 1e-7;

/// Returns noise in both numbers, so that deviates and place determine each other: a standard
/// deviation of 0 becomes one of a few hundredths of a millimetre. `None` without any noise.
pub(super) fn noticeable(noise: &Noise) -> Option<Noise> {
    let deviations = |deviations: &Dc3Noise| Dc3Noise {
        stddev_speed: deviations.stddev_speed.max(1e-6),
        stddev_angle: deviations.stddev_angle.max(1e-6),
        ..*deviations
    };
    let steady = |deviations: &Dc3Noise| deviations.stddev_speed + deviations.stddev_angle <= 0.0;
    match noise {
        Noise::None => None,
        Noise::Rectangular { x, y } if x + y <= 0.0 => None,
        Noise::Rectangular { x, y } => Some(Noise::Rectangular {
            x: x.max(1e-5),
            y: y.max(1e-5),
        }),
        Noise::Gat { size } if *size <= 0.0 => None,
        Noise::Gat { size } => Some(Noise::Gat {
            size: size.max(1e-5),
        }),
        Noise::Polar {
            speed,
            heading,
            loses_turn: false,
        } if speed + heading <= 0.0 => None,
        &Noise::Polar {
            speed,
            heading,
            loses_turn,
        } => Some(Noise::Polar {
            speed: speed.max(1e-6),
            heading: heading.max(1e-6),
            loses_turn,
        }),
        Noise::Dc3(only) if steady(only) => None,
        Noise::Dc3(only) => Some(Noise::Dc3(deviations(only))),
        Noise::Dc4 { cw, ccw } if steady(cw) && steady(ccw) => None,
        Noise::Dc4 { cw, ccw } => Some(Noise::Dc4 {
            cw: deviations(cw),
            ccw: deviations(ccw),
        }),
    }
}

/// The distribution of the resting place of one shot of a player.
pub(super) struct Scatter<'a> {
    curling: &'a Curling,
    noise: Noise,
    shot: Shot,
    middle: Vector,
    /// The deviates per metre across and per metre along the sheet.
    inverse: [Vector; 2],
}

impl<'a> Scatter<'a> {
    /// Creates the scatter of a shot that the player is able to throw.
    pub(super) fn new(curling: &'a Curling, skill: &Skill, shot: Shot) -> Self {
        let steady = *skill.noise();
        let mut scatter = Scatter {
            curling,
            noise: noticeable(&steady).unwrap_or(steady),
            shot,
            middle: Vector::ZERO,
            inverse: [Vector::ZERO; 2],
        };
        scatter.middle = scatter.rest(Vector::ZERO);
        let first = scatter.slope(Vector::new(1.0, 0.0));
        let second = scatter.slope(Vector::new(0.0, 1.0));
        let scale = 1.0 / first.cross(second);
        scatter.inverse = [
            Vector::new(second.y, -first.y) * scale,
            Vector::new(-second.x, first.x) * scale,
        ];
        scatter
    }

    /// Returns the resting place without noise.
    pub(super) fn middle(&self) -> Vector {
        self.middle
    }

    /// Returns whether deviates and place determine each other: not for a stone without speed,
    /// which has no heading either.
    pub(super) fn is_regular(&self) -> bool {
        self.middle.is_finite() && self.inverse.iter().all(|step| step.is_finite())
    }

    /// Returns the turn of the executed shot.
    pub(super) fn turn(&self) -> Turn {
        self.perturbed(Vector::ZERO).turn
    }

    /// Returns the deviates per metre across and per metre along the sheet, by the linear
    /// approximation.
    pub(super) fn inverse(&self) -> [Vector; 2] {
        self.inverse
    }

    fn perturbed(&self, deviates: Vector) -> Shot {
        self.noise
            .perturbed(&self.shot, self.curling.tee(), [deviates.x, deviates.y])
    }

    /// Returns the resting place for these deviates.
    pub(super) fn rest(&self, deviates: Vector) -> Vector {
        self.curling
            .physics()
            .released(&self.perturbed(deviates))
            .rest()
    }

    /// Returns the metres per unit of the deviates in a direction, by a central difference.
    fn slope(&self, direction: Vector) -> Vector {
        let change = |size: f64| {
            let there = self.perturbed(direction * size).velocity;
            (there - self.perturbed(direction * -size).velocity).length() / 2.0
        };
        let wanted = CHANGE * self.perturbed(Vector::ZERO).velocity.length().max(1e-3);
        // Little noise may be lost to rounding in one unit of the deviates: repeat with more.
        let mut size = 1.0;
        for _ in 0..3 {
            size *= (wanted / change(size).max(1e-12)).clamp(1e-4, 1e4);
        }
        (self.rest(direction * size) - self.rest(direction * -size)) * (0.5 / size)
    }

    fn linear(&self, offset: Vector) -> Vector {
        self.inverse[0] * offset.x + self.inverse[1] * offset.y
    }

    /// Returns the deviates with which the stone stops at a place: Newton's method with the slopes
    /// of the middle. Where it does not converge, the linear approximation.
    pub(super) fn luck_for(&self, at: Vector) -> Vector {
        let guess = self.linear(at - self.middle);
        let mut deviates = guess;
        for _ in 0..PASSES {
            let miss = at - self.rest(deviates);
            if miss.length() < CLOSE {
                return deviates;
            }
            deviates += self.linear(miss);
        }
        let miss = (at - self.rest(deviates)).length();
        if miss < 1e-3 { deviates } else { guess }
    }
}
