//! From a throw's luck to the place where the stone stops, and back.

use crate::arena_game::Curling;
use crate::delivery::Noise;
use crate::delivery::Skill;
use crate::delivery::noise::Hand;
use crate::physics::Glide;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;

/// How far, as a part of the speed, the velocity is changed to see what that does: some fifteen
/// centimetres on the way to the tee, where steps of time and single precision are long out of
/// sight.
const CHANGE: f64 = 2e-3;

/// Passes of Newton's method; three are enough on any ice like ice.
const PASSES: usize = 10;

/// Metres that do not matter.
const CLOSE: f64 = 1e-7;

/// Noise in both numbers, so that luck and place determine each other: a standard deviation of
/// nought becomes one of a few hundredths of a millimetre. Nothing if there is no noise at all.
pub(super) fn noticeable(noise: &Noise) -> Option<Noise> {
    let hand = |hand: &Hand| Hand {
        stddev_speed: hand.stddev_speed.max(1e-6),
        stddev_angle: hand.stddev_angle.max(1e-6),
        ..*hand
    };
    let steady = |hand: &Hand| hand.stddev_speed + hand.stddev_angle <= 0.0;
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
        Noise::Dc3(only) => Some(Noise::Dc3(hand(only))),
        Noise::Dc4 { cw, ccw } if steady(cw) && steady(ccw) => None,
        Noise::Dc4 { cw, ccw } => Some(Noise::Dc4 {
            cw: hand(cw),
            ccw: hand(ccw),
        }),
    }
}

/// Where one shot of a player stops.
pub(super) struct Scatter<'a> {
    curling: &'a Curling,
    noise: Noise,
    shot: Shot,
    middle: Vector,
    /// What a metre across and a metre along the sheet is in luck.
    inverse: [Vector; 2],
}

impl<'a> Scatter<'a> {
    /// Of a shot that the player is able to throw.
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

    /// Where the stone stops without luck.
    pub(super) fn middle(&self) -> Vector {
        self.middle
    }

    /// Whether luck and place determine each other: not for a stone without speed, which has no
    /// heading either.
    pub(super) fn is_regular(&self) -> bool {
        self.middle.is_finite() && self.inverse.iter().all(|step| step.is_finite())
    }

    /// The way the stone really turns.
    pub(super) fn turn(&self) -> Turn {
        self.perturbed(Vector::ZERO).turn
    }

    /// What a metre across and a metre along the sheet is in luck, in the straight-line picture.
    pub(super) fn inverse(&self) -> [Vector; 2] {
        self.inverse
    }

    fn perturbed(&self, luck: Vector) -> Shot {
        self.noise
            .perturbed(&self.shot, self.curling.tee(), [luck.x, luck.y])
    }

    /// Where the stone stops with this luck.
    pub(super) fn rest(&self, luck: Vector) -> Vector {
        self.curling
            .physics()
            .released(&self.perturbed(luck))
            .rest()
    }

    /// Metres for each unit of luck in a direction, taken from both sides.
    fn slope(&self, direction: Vector) -> Vector {
        let change = |size: f64| {
            let there = self.perturbed(direction * size).velocity;
            (there - self.perturbed(direction * -size).velocity).length() / 2.0
        };
        let wanted = CHANGE * self.perturbed(Vector::ZERO).velocity.length().max(1e-3);
        // Little noise may be rounded away in one unit of luck: look again with more.
        let mut size = 1.0;
        for _ in 0..3 {
            size *= (wanted / change(size).max(1e-12)).clamp(1e-4, 1e4);
        }
        (self.rest(direction * size) - self.rest(direction * -size)) * (0.5 / size)
    }

    fn straight(&self, way: Vector) -> Vector {
        self.inverse[0] * way.x + self.inverse[1] * way.y
    }

    /// The luck with which the stone stops at a place: Newton's method with the slopes of the
    /// middle. Where that leads nowhere, the straight-line picture.
    pub(super) fn luck_for(&self, at: Vector) -> Vector {
        let guess = self.straight(at - self.middle);
        let mut luck = guess;
        for _ in 0..PASSES {
            let miss = at - self.rest(luck);
            if miss.length() < CLOSE {
                return luck;
            }
            luck += self.straight(miss);
        }
        let miss = (at - self.rest(luck)).length();
        if miss < 1e-3 { luck } else { guess }
    }
}
