//! Batches of exact simulations in parallel lanes.
//!
//! A time step of a stone depends on the step before, so a processor that follows one stone waits
//! for square roots. The stones of several shots are independent: as long as none of them can touch
//! another stone, they run side by side in SIMD lanes, whatever shot they belong to. The arithmetic
//! is that of the single simulation, and so is every result, bit by bit.

// Inlined into a function for the instruction set or not compiled for it.
#![expect(clippy::inline_always)]

use super::instructions::{Instructions, Work};
use super::law::{Lanes, StepLaw};
use super::parameters::Parameters;
use super::stepper::Stepper;
use super::{Outcome, Throw, ThrowError};

/// The number of lanes.
const LANES: usize = 16;
/// All lanes, one bit each.
const ALL: u16 = u16::MAX >> (u16::BITS as usize - LANES);
/// The fewest free steps that make lanes worth loading; with fewer, a shot advances by itself.
const MIN_LANE_STEPS: u32 = 16;

/// A shot in progress.
struct Shot<'a, S> {
    /// The index in the list of throws.
    index: usize,
    stepper: Stepper<'a, f32, S>,
    /// The lanes of its moving stones, one bit each; none while it waits for free lanes.
    lanes: u16,
    /// Steps its stones have run in their lanes.
    ran: u32,
    /// Steps they may still run there.
    left: u32,
}

impl<S: StepLaw<f32>> Shot<'_, S> {
    /// Advances to a point where its stones can run freely for a while, and loads them into lanes
    /// if enough are free. Returns false when the shot is over.
    fn load_lanes(&mut self, lanes: &mut Lanes<f32, LANES>, taken: &mut u16) -> bool {
        let Some(free) = self.stepper.until_free(MIN_LANE_STEPS) else {
            return false;
        };
        if self.stepper.moving_stones() > LANES {
            self.stepper.advance_steps(u32::MAX); // never will there be room
            return false;
        }
        let idle = ALL & !*taken;
        if self.stepper.moving_stones() <= idle.count_ones() as usize {
            self.lanes = self.stepper.load_lanes(lanes, idle);
            *taken |= self.lanes;
            (self.ran, self.left) = (0, free);
        }
        true
    }
}

/// The shots in progress and the lanes of their stones.
struct Field<'a, S> {
    shots: [Option<Shot<'a, S>>; LANES],
    lanes: Lanes<f32, LANES>,
    /// Lanes in use.
    taken: u16,
    instructions: Instructions,
}

/// The run of all lanes for a number of steps.
struct Run<'a, S> {
    lanes: &'a mut Lanes<f32, LANES>,
    law: &'a S,
    steps: u32,
}

impl<S: StepLaw<f32>> Work for Run<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.lanes.run(self.law, self.steps);
    }
}

/// Simulates many shots; the results are in the order of the throws.
pub(crate) fn throw_all<S: StepLaw<f32>>(
    law: S,
    parameters: &Parameters,
    throws: &[Throw],
) -> Vec<Result<Outcome, ThrowError>> {
    throw_all_with(Instructions::widest(), law, parameters, throws)
}

/// Simulates many shots with an instruction set.
fn throw_all_with<S: StepLaw<f32>>(
    instructions: Instructions,
    law: S,
    parameters: &Parameters,
    throws: &[Throw],
) -> Vec<Result<Outcome, ThrowError>> {
    let fastest = parameters.fastest();
    let checked = throws.iter().map(|throw| {
        // Lanes are for uniform ice.
        match throw.shot.sweep {
            Some(_) => Err(ThrowError::NoSweeping),
            None => throw.check(fastest).map(|_| Outcome::default()),
        }
    });
    let mut results: Vec<_> = checked.collect();
    let sound: Vec<_> = (0..throws.len())
        .filter(|&index| results[index].is_ok())
        .collect();
    let mut waiting = sound.into_iter().map(|index| Shot {
        index,
        stepper: Stepper::new(law, parameters, None, &throws[index]),
        lanes: 0,
        ran: 0,
        left: 0,
    });
    let mut field = Field {
        shots: std::array::from_fn(|_| None),
        lanes: Lanes::still(),
        taken: 0,
        instructions,
    };
    while field.fill(&mut waiting, &mut results) {
        field.run(&law);
    }
    results
}

impl<'a, S: StepLaw<f32>> Field<'a, S> {
    /// Advances every shot to a point where its stones can run freely, and replaces finished shots
    /// by new ones. Returns whether any lane is in use.
    fn fill(
        &mut self,
        waiting: &mut impl Iterator<Item = Shot<'a, S>>,
        results: &mut [Result<Outcome, ThrowError>],
    ) -> bool {
        for place in &mut self.shots {
            loop {
                // Shots are large values: they are not moved.
                if place.is_none() {
                    *place = waiting.next();
                }
                let Some(shot) = place else {
                    break;
                };
                if shot.lanes != 0 || shot.load_lanes(&mut self.lanes, &mut self.taken) {
                    break;
                }
                results[shot.index] = Ok(shot.stepper.outcome());
                *place = None;
            }
            if self.taken == ALL {
                break;
            }
        }
        self.taken != 0
    }

    /// Runs all lanes until the first shot has to check for contacts, and unloads those shots.
    fn run(&mut self, law: &S) {
        let running = self.shots.iter().flatten().filter(|shot| shot.lanes != 0);
        let steps = running.map(|shot| shot.left).min().unwrap_or(0);
        let lanes = &mut self.lanes;
        self.instructions.run(Run { lanes, law, steps });
        for shot in self
            .shots
            .iter_mut()
            .flatten()
            .filter(|shot| shot.lanes != 0)
        {
            shot.ran += steps;
            shot.left -= steps;
            if shot.left < MIN_LANE_STEPS / 2 {
                shot.stepper.store_lanes(&self.lanes, shot.lanes, shot.ran);
                self.taken &= !shot.lanes;
                shot.lanes = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::law::{CoulombStep, Fcv1Step};
    use crate::physics::{Ice, with_step_law};
    use crate::shot::{self, Turn};
    use crate::stones::Stones;
    use crate::vector::Vector;
    use proptest::prelude::*;

    /// Throws among stones, some of them touching.
    fn throws(speeds: std::ops::Range<f64>) -> impl Strategy<Value = Vec<Throw>> {
        let place = (-1.5..1.5, -3.0..1.5).prop_map(|(x, y)| Vector::new(x, y));
        let places = prop::collection::vec(place, 0..8);
        let shot = (speeds, -0.03..0.03, any::<bool>()).prop_map(|(speed, heading, clockwise)| {
            let (sin, cos) = libm::sincos(heading);
            let turn = Turn::BOTH[usize::from(clockwise)];
            shot::Shot::new(Vector::new(sin, cos) * speed, turn)
        });
        let throw = (places, shot).prop_map(|(places, shot)| {
            let mut stones = Stones::none();
            for (slot, at) in places.into_iter().enumerate() {
                stones.place(slot, at);
            }
            let slot = 15;
            Throw { stones, slot, shot }
        });
        prop::collection::vec(throw, 1..40)
    }

    /// Compares the widest instructions with the portable ones, and with one shot after the other.
    fn check(parameters: &Parameters, throws: &[Throw]) -> Result<(), TestCaseError> {
        with_step_law!(parameters, f32, law => {
            let wide = throw_all(law, parameters, throws);
            let portable = throw_all_with(Instructions::PORTABLE, law, parameters, throws);
            prop_assert_eq!(&wide, &portable);
            for (throw, outcome) in throws.iter().zip(&wide) {
                let alone = Stepper::new(law, parameters, None, throw).finish();
                prop_assert_eq!(outcome, &Ok(alone));
            }
            Ok(())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

        #[test]
        fn all_instructions_give_the_same_on_the_legacy_platform(throws in throws(27.0..34.0)) {
            check(&Parameters::legacy(), &throws)?;
        }

        #[test]
        fn all_instructions_give_the_same_on_dc2(throws in throws(27.0..34.0)) {
            check(&Parameters::dc2(), &throws)?;
        }

        #[test]
        fn all_instructions_give_the_same_on_fcv1(throws in throws(2.0..3.8)) {
            check(&Parameters::fcv1(), &throws)?;
        }
    }
}
