//! The rest of an end as a game for Monte Carlo tree search.
//!
//! The game begins with the searched position and is over after the end's last stone; its results
//! are valued by an [end utility](super::end_utility). Shots are executed with the noise of the
//! throwing player, and positions outside the tree are played to the end by the
//! [`rollout_policy`]. Values are the hammer's, 0 to 1. Both searches of
//! `lookahead::mcts::continuous` run on it.

use super::analyst::side_of;
use super::end_utility::EndUtility;
use super::rollout_policy;
use super::shots::{NamedShot, Shots};
use crate::arena_game::Curling;
use crate::delivery::Delivered;
use crate::physics::Mode;
use crate::rules::{Game, Rules};
use crate::shot::{Shot, Turn};
use crate::stones::SLOTS;
use crate::vector::Vector;
use lookahead::Side;
use lookahead::mcts::continuous::Continuous;
use rand_pcg::Pcg64Mcg;

/// A position within an end, or its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndPosition {
    /// The match; after the end's last stone it is in the next end or over.
    pub game: Game,
    /// The hammer's points, when the end is over.
    pub points: Option<i8>,
}

impl EndPosition {
    /// Returns the position before a shot; where no shot comes next, the result of a blank end.
    pub fn of(game: &Game) -> Self {
        EndPosition {
            game: *game,
            points: if game.slot().is_some() { None } else { Some(0) },
        }
    }

    /// Returns the position after a shot that led to `next`.
    #[must_use]
    fn followed_by(&self, next: &Game) -> Self {
        let last = self.game.slot() == Some(SLOTS - 1);
        let gained = next.scores.difference() - self.game.scores.difference();
        let hammer = self.game.lead.other();
        EndPosition {
            game: *next,
            points: last.then(|| hammer.signed(gained as i8)),
        }
    }

    /// Returns the position after the player to throw has tried this shot.
    #[must_use]
    pub fn tried(&self, curling: &Curling, shot: &Shot, rng: &mut Pcg64Mcg) -> Self {
        self.followed_by(&curling.after_attempt(Mode::Fast, &self.game, shot, rng))
    }

    /// Returns the hammer's points if the end stopped now.
    pub fn hammers_points(&self, rules: &Rules) -> i8 {
        let provisional = || self.game.lead.other().signed(self.game.provisional(rules));
        self.points.unwrap_or_else(provisional)
    }

    /// Plays by the [`rollout_policy`] to the end's last stone. Returns the hammer's points.
    pub fn rollout(&self, curling: &Curling, shots: &Shots, rng: &mut Pcg64Mcg) -> i8 {
        let mut position = *self;
        loop {
            if let Some(points) = position.points {
                return points;
            }
            let shot = rollout_policy::shot(shots, &position.game, rng);
            position = position.tried(curling, &shot, rng);
        }
    }
}

/// The rest of an end as a search space.
#[derive(Debug)]
pub struct End<'a> {
    curling: &'a Curling,
    shots: &'a Shots,
    utility: EndUtility,
    /// The slot of the root, where all named shots are candidates.
    root: u8,
    kernels: [NoiseKernel; 2],
}

impl<'a> End<'a> {
    /// Creates the rest of an end, from this position on.
    pub fn new(curling: &'a Curling, shots: &'a Shots, game: &Game, utility: EndUtility) -> Self {
        End {
            curling,
            shots,
            utility,
            root: game.shot,
            kernels: Turn::BOTH.map(|turn| NoiseKernel::new(curling, game, turn)),
        }
    }
}

impl Continuous for End<'_> {
    type Position = EndPosition;
    type Action = Shot;

    fn turn(&self, position: &EndPosition) -> Side {
        side_of(usize::from(position.game.shot))
    }

    fn is_over(&self, position: &EndPosition) -> bool {
        position.points.is_some()
    }

    fn propose(&self, position: &EndPosition, _: &mut Pcg64Mcg, into: &mut Vec<Shot>) {
        let mut named_shots: Vec<NamedShot> = Vec::new();
        if position.game.shot == self.root {
            self.shots.named_shots(&position.game, &mut named_shots);
        } else {
            self.shots.natural(&position.game, &mut named_shots);
        }
        into.extend(named_shots.iter().map(|named_shot| named_shot.shot));
    }

    fn execute(&self, position: &EndPosition, intended: Shot, rng: &mut Pcg64Mcg) -> Shot {
        let skill = self.curling.skill(&position.game);
        match skill.deliver(&intended, self.curling.tee(), rng) {
            Delivered::Thrown(shot) => shot,
            Delivered::Pass => Shot::new(Vector::ZERO, intended.turn),
        }
    }

    fn play(&self, position: &mut EndPosition, executed: Shot) {
        *position = position.followed_by(&self.curling.after_shot(
            Mode::Fast,
            &position.game,
            &executed,
        ));
    }

    fn nearby(&self, position: &EndPosition, around: Shot, rng: &mut Pcg64Mcg) -> Shot {
        let happened = self.execute(position, around, rng);
        // A disturbed shot may exceed the weight that the player may attempt.
        let skill = self.curling.skill(&position.game);
        skill.attempted(&happened).unwrap_or(around)
    }

    fn kernel(&self, intended: &Shot, executed: &Shot) -> f64 {
        if intended.turn != executed.turn {
            return 0.0;
        }
        let kernel = &self.kernels[usize::from(intended.turn == Turn::CounterClockwise)];
        kernel.at(executed.velocity - intended.velocity)
    }

    fn evaluate(&self, position: &EndPosition, rng: &mut Pcg64Mcg) -> f64 {
        self.utility
            .of(position.rollout(self.curling, self.shots, rng))
    }
}

/// The Gaussian kernel of velocities around an intended shot: the noise of the player at the root,
/// taken at a draw to the tee and used for all shots. For noise in the heading it is too narrow for
/// hits, in proportion to their speed.
#[derive(Clone, Copy, Debug)]
struct NoiseKernel {
    /// The inverse standard deviations across and along the sheet.
    steepness: Vector,
}

/// The least noise at the tee, in metres: a kernel without width would not generalise.
const LEAST: f64 = 0.03;

impl NoiseKernel {
    fn new(curling: &Curling, game: &Game, turn: Turn) -> Self {
        let tee = curling.tee();
        let draw = Shot::new(tee.velocity(Vector::ZERO, turn), turn);
        let spread = curling.skill(game).noise().spread(&draw, tee).deviations();
        let least = Vector::new(
            tee.error(Vector::new(LEAST, 0.0), turn).length(),
            tee.error(Vector::new(0.0, LEAST), turn).length(),
        );
        // Across and along the sheet: shots point down the sheet to within a few degrees.
        let x = if spread.x > least.x {
            spread.x
        } else {
            least.x
        };
        let y = if spread.y > least.y {
            spread.y
        } else {
            least.y
        };
        NoiseKernel {
            steepness: Vector::new(1.0 / x, 1.0 / y),
        }
    }

    fn at(&self, off: Vector) -> f64 {
        let (x, y) = (off.x * self.steepness.x, off.y * self.steepness.y);
        let square = x * x + y * y;
        // Most pairs are far apart, and the exponential is the most expensive part.
        if square > 50.0 {
            return 0.0;
        }
        libm::exp(-0.5 * square)
    }
}
