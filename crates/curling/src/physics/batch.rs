//! Batches of exact simulations in parallel lanes.
//!
//! A time step of a stone depends on the step before, so a processor that follows one stone waits
//! for square roots. The stones of several shots are independent: as long as none of them can touch
//! another stone, they run side by side in SIMD lanes, whatever shot they belong to. The arithmetic
//! is that of the single simulation, and so is every result, bit by bit.

use super::law::{Lanes, StepLaw};
use super::parameters::Parameters;
use super::stepper::Stepper;
use super::{Outcome, Throw, ThrowError};

/// The number of lanes.
const LANES: usize = 8;
/// All lanes, one bit each.
const ALL: u16 = (1 << LANES) - 1;
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
}

/// Simulates many shots; the results are in the order of the throws.
pub(crate) fn throw_all<S: StepLaw<f32>>(
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
        self.lanes.run(law, steps);
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
