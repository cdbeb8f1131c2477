//! Many shots on the grid at once.
//!
//! A step of a stone depends on the step before, so a processor that follows one stone spends its
//! time waiting for square roots. The stones of several shots know nothing of each other: as long
//! as none of them can meet anything, they run side by side, whatever shot they belong to. The
//! arithmetic is the same as one by one, and so is every result, bit by bit.

use super::law::{Lanes, StepLaw};
use super::parameters::Parameters;
use super::stepper::Stepper;
use super::{Outcome, Throw, ThrowError};

/// How many stones run side by side.
const LANES: usize = 8;
/// All lanes, one bit each.
const ALL: u16 = (1 << LANES) - 1;
/// A shot whose stones may meet something in fewer steps than this goes on by itself.
const MIN_LANE_STEPS: u32 = 16;

/// A shot under way.
struct Shot<'a, S> {
    /// Its place among the throws.
    index: usize,
    stepper: Stepper<'a, f32, S>,
    /// The lanes of its moving stones, one bit each; none if it waits for room.
    lanes: u16,
    /// Steps its stones have run in their lanes.
    ran: u32,
    /// Steps they may still run there.
    left: u32,
}

impl<S: StepLaw<f32>> Shot<'_, S> {
    /// Goes on to where its stones can run for a while and puts them into lanes, if there is room.
    /// Says whether the shot still goes on.
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

/// The shots under way and the lanes their stones run in.
struct Field<'a, S> {
    shots: [Option<Shot<'a, S>>; LANES],
    lanes: Lanes<f32, LANES>,
    /// Lanes in use.
    taken: u16,
}

/// Simulates many shots; results in the same order.
pub(crate) fn throw_all<S: StepLaw<f32>>(
    law: S,
    parameters: &Parameters,
    throws: &[Throw],
) -> Vec<Result<Outcome, ThrowError>> {
    let fastest = parameters.fastest();
    let checked = throws
        .iter()
        .map(|throw| throw.check(fastest).map(|_| Outcome::default()));
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
    /// Brings every shot to where its stones can run for a while, and new shots into the places of
    /// those that have ended. Says whether any stone runs.
    fn fill(
        &mut self,
        waiting: &mut impl Iterator<Item = Shot<'a, S>>,
        results: &mut [Result<Outcome, ThrowError>],
    ) -> bool {
        for place in &mut self.shots {
            loop {
                // Shots are large: they stay where they are.
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

    /// Lets all stones in lanes run until the first shot must look again, and takes those shots
    /// out.
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
