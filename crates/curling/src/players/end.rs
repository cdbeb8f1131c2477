//! One end as a search with simulations sees it.
//!
//! An end begins with the position searched and stops after its last stone; what follows is in what
//! is at [stake](super::stakes). Shots are executed with the noise of whoever throws, and positions
//! not searched are played out by [`habit`]. Values are the hammer's, 0 to 1. Both searches of
//! `lookahead::mcts::continuous` run on it.

use super::analyst::side_of;
use super::habit;
use super::shots::{Plan, Shots};
use super::stakes::Stakes;
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

/// A moment of an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The match; after the end's last stone, the next end or nothing.
    pub game: Game,
    /// The hammer's points, when the end is over.
    pub points: Option<i8>,
}

impl Moment {
    /// The moment before a shot; of a match that has no shot to come, the end of a blank end.
    pub fn of(game: &Game) -> Self {
        Moment {
            game: *game,
            points: if game.slot().is_some() { None } else { Some(0) },
        }
    }

    /// The moment after a shot that turned the match into `next`.
    #[must_use]
    fn then(&self, next: &Game) -> Self {
        let last = self.game.slot() == Some(SLOTS - 1);
        let gained = next.scores.difference() - self.game.scores.difference();
        let hammer = self.game.lead.other();
        Moment {
            game: *next,
            points: last.then(|| hammer.signed(gained as i8)),
        }
    }

    /// The moment after the player whose shot it is has tried this one.
    #[must_use]
    pub fn tried(&self, curling: &Curling, shot: &Shot, rng: &mut Pcg64Mcg) -> Self {
        self.then(&curling.after_attempt(Mode::Fast, &self.game, shot, rng))
    }

    /// What the hammer would have if the end stopped now.
    pub fn hammers_points(&self, rules: &Rules) -> i8 {
        let provisional = || self.game.lead.other().signed(self.game.provisional(rules));
        self.points.unwrap_or_else(provisional)
    }

    /// Plays on by [`habit`] to the end's last stone. Returns the hammer's points.
    pub fn play_out(&self, curling: &Curling, shots: &Shots, rng: &mut Pcg64Mcg) -> i8 {
        let mut moment = *self;
        loop {
            if let Some(points) = moment.points {
                return points;
            }
            let shot = habit::shot(shots, &moment.game, rng);
            moment = moment.tried(curling, &shot, rng);
        }
    }
}

/// An end to be searched.
#[derive(Debug)]
pub struct End<'a> {
    curling: &'a Curling,
    shots: &'a Shots,
    stakes: Stakes,
    /// The slot of the position searched, where all shots are thought of.
    root: u8,
    bells: [Bell; 2],
}

impl<'a> End<'a> {
    /// The rest of an end, from this position on.
    pub fn new(curling: &'a Curling, shots: &'a Shots, game: &Game, stakes: Stakes) -> Self {
        End {
            curling,
            shots,
            stakes,
            root: game.shot,
            bells: Turn::BOTH.map(|turn| Bell::new(curling, game, turn)),
        }
    }
}

impl Continuous for End<'_> {
    type Position = Moment;
    type Action = Shot;

    fn turn(&self, moment: &Moment) -> Side {
        side_of(usize::from(moment.game.shot))
    }

    fn is_over(&self, moment: &Moment) -> bool {
        moment.points.is_some()
    }

    fn propose(&self, moment: &Moment, _: &mut Pcg64Mcg, into: &mut Vec<Shot>) {
        let mut plans: Vec<Plan> = Vec::new();
        if moment.game.shot == self.root {
            self.shots.plans(&moment.game, &mut plans);
        } else {
            self.shots.natural(&moment.game, &mut plans);
        }
        into.extend(plans.iter().map(|plan| plan.shot));
    }

    fn execute(&self, moment: &Moment, intended: Shot, rng: &mut Pcg64Mcg) -> Shot {
        let skill = self.curling.skill(&moment.game);
        match skill.deliver(&intended, self.curling.tee(), rng) {
            Delivered::Thrown(shot) => shot,
            Delivered::Pass => Shot::new(Vector::ZERO, intended.turn),
        }
    }

    fn play(&self, moment: &mut Moment, executed: Shot) {
        *moment = moment.then(&self.curling.after_shot(Mode::Fast, &moment.game, &executed));
    }

    fn nearby(&self, moment: &Moment, around: Shot, rng: &mut Pcg64Mcg) -> Shot {
        let happened = self.execute(moment, around, rng);
        // What a hand happens to throw may be more than it is allowed to mean.
        let skill = self.curling.skill(&moment.game);
        skill.attempted(&happened).unwrap_or(around)
    }

    fn kernel(&self, intended: &Shot, executed: &Shot) -> f64 {
        if intended.turn != executed.turn {
            return 0.0;
        }
        let bell = &self.bells[usize::from(intended.turn == Turn::CounterClockwise)];
        bell.at(executed.velocity - intended.velocity)
    }

    fn evaluate(&self, moment: &Moment, rng: &mut Pcg64Mcg) -> f64 {
        self.stakes
            .of(moment.play_out(self.curling, self.shots, rng))
    }
}

/// The bell of velocities around a shot that is meant: the noise of who throws at the root, taken
/// at a draw to the tee and used for all shots. Of noise in the heading it is too narrow for hits,
/// by as much as they are faster.
#[derive(Clone, Copy, Debug)]
struct Bell {
    /// Standard deviations across and along the sheet, inverted.
    steepness: Vector,
}

/// Noise below this at the tee, in metres, counts as this: a kernel of no width would say nothing.
const LEAST: f64 = 0.03;

impl Bell {
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
        Bell {
            steepness: Vector::new(1.0 / x, 1.0 / y),
        }
    }

    fn at(&self, off: Vector) -> f64 {
        let (x, y) = (off.x * self.steepness.x, off.y * self.steepness.y);
        let square = x * x + y * y;
        // Most pairs are far apart, and an exponential is the dearest thing here.
        if square > 50.0 {
            return 0.0;
        }
        libm::exp(-0.5 * square)
    }
}
